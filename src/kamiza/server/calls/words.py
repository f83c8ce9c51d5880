"""What a call says: which table, and whose turn it is; never a hand, never the link of a seat."""

from __future__ import annotations

from kamiza.play.words import Text
from kamiza.server.calls.kinds import HALF, OVER, TENTH, TEST, TURN

SENTENCES: dict[str, Text] = {
    TURN: {"en": "{game}: it is your turn", "ja": "{game}：あなたの番です"},
    HALF: {
        "en": "{game}: half of your time is gone",
        "ja": "{game}：持ち時間の半分が過ぎました",
    },
    TENTH: {
        "en": "{game}: a tenth of your time is left",
        "ja": "{game}：持ち時間は残り一割です",
    },
    OVER: {"en": "{game}: the game is over", "ja": "{game}：ゲームが終わりました"},
    TEST: {"en": "This is how the table calls you", "ja": "卓からの呼び出しはこのように届きます"},
    "test_body": {
        "en": "It says whose turn it is at which table; nothing else.",
        "ja": "どの卓で誰の番かだけをお知らせします。",
    },
    "hook_turn": {"en": "{game}: it is {name}'s turn", "ja": "{game}：{name}の番です"},
    "hook_half": {
        "en": "{game}: half of {name}'s time is gone",
        "ja": "{game}：{name}の持ち時間の半分が過ぎました",
    },
    "hook_tenth": {
        "en": "{game}: a tenth of {name}'s time is left",
        "ja": "{game}：{name}の持ち時間は残り一割です",
    },
    "hook_over": {"en": "{game}: the game is over", "ja": "{game}：ゲームが終わりました"},
    "with": {"en": "With {names}", "ja": "相手：{names}"},
    "and": {"en": ", ", "ja": "、"},
    "alone": {"en": "At your table", "ja": "あなたの卓"},
    "several": {"en": "{count} tables wait for you", "ja": "{count}つの卓であなたの番です"},
    "seat": {"en": "Seat {seat}", "ja": "席{seat}"},
    "open": {"en": "To the table", "ja": "卓へ"},
    "stop": {"en": "Not from this table", "ja": "この卓からは不要"},
    "mail_foot": {
        "en": "You get this because you asked a table to call you at {place}. One tap and it "
        "never comes again: {stop}",
        "ja": "{place}で卓からの呼び出しを頼まれたのでお送りしています。"
        "次のリンクを押せば、もう届きません：{stop}",
    },
    "mail_open": {"en": "To the table: {link}", "ja": "卓へ：{link}"},
    "confirm": {
        "en": "May the table call you at this address?",
        "ja": "このアドレスに卓から呼び出してもよいですか",
    },
    "confirm_body": {
        "en": "Somebody, probably you, wants to be told by mail at {place} when it is their turn. "
        "If that was you, follow this link within two days:\n\n{link}\n\n"
        "Otherwise do nothing; nothing more will come.",
        "ja": "{place}で、自分の番になったらメールで知らせてほしいという希望がありました。"
        "ご本人でしたら、二日以内に次のリンクを開いてください。\n\n{link}\n\n"
        "心当たりがなければ何もしないでください。これ以上は届きません。",
    },
}


def say(language: str, key: str, **facts: object) -> str:
    """One sentence in one language; what is filled in is text and never filled in again."""
    text = SENTENCES[key][language]
    parts = text.split("{")
    said = [parts[0]]
    for part in parts[1:]:
        name, _, rest = part.partition("}")
        said += [str(facts[name]), rest]
    return "".join(said)
