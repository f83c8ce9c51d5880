"""What a table itself says, apart from the rules of its game, in every language.

`{A}` ... `{F}` stand for the names of players; whoever shows a sentence fills them in as text.
"""

from __future__ import annotations

from kamiza.core.action import seat_letter
from kamiza.core.refusal import Refusal

Text = dict[str, str]

SENTENCES: dict[str, Text] = {
    "stale": {
        "en": "The table has moved on; here is how it stands now.",
        "ja": "場がもう進んでいます。いまの状態をお送りします。",
    },
    "empty": {
        "en": "This message contains no move.",
        "ja": "この送信には手が含まれていません。",
    },
    "unfinished": {
        "en": "'{move}' cannot follow: the question goes to somebody else first.",
        "ja": "「{move}」は続けられません。先にほかの人の番になります。",
    },
    "news": {
        "en": "'{move}' brings something new to light. Send it alone, and what follows once you "
        "have seen what came.",
        "ja": "「{move}」で新しいことが明らかになります。"
        "まずそれだけを送り、結果を見てから続けてください。",
    },
    "enough": {
        "en": "So much has been set at this table that it stays as it is now.",
        "ja": "この卓では設定を変えた回数が多すぎるため、もう変えられません。",
    },
    "nothing_to_undo": {
        "en": "There is nothing of yours to take back.",
        "ja": "取り消せる自分の手がありません。",
    },
    "puzzle_leaves": {
        "en": "That leaves {chance}; something else leaves more.",
        "ja": "それで残る勝つ見込みは{chance}。もっと残る手があります。",
    },
    "puzzle_less": {
        "en": "That is not among the best.",
        "ja": "それは上位の手ではありません。",
    },
    "undo_stays": {
        "en": "What happened last is never taken back, so nothing before it is either.",
        "ja": "最後の出来事は取り消せないものなので、それより前の手も取り消せません。",
    },
    "undo_over": {
        "en": "The game is over and its shuffle is open; nothing can be taken back.",
        "ja": "ゲームが終わり、シャッフルも公開されたので、取り消しはできません。",
    },
    "undo_pending": {
        "en": "The others are being asked something already.",
        "ja": "ほかの相談がすでに出ています。",
    },
    "undo_declined": {
        "en": "{name} would rather not take it back.",
        "ja": "{name}は取り消しに同意しませんでした。",
    },
    "undo_outdated": {
        "en": "The table went on before everybody had agreed.",
        "ja": "全員の同意がそろう前に場が進みました。",
    },
    "undo_unanswered": {
        "en": "Not everybody answered in time; nothing is taken back.",
        "ja": "時間内に全員の返事がそろわなかったので、取り消しません。",
    },
    "consent_of_asker": {
        "en": "Whoever asks the others cannot agree for somebody else.",
        "ja": "相談した人が、ほかの人のかわりに同意することはできません。",
    },
    "no_request": {
        "en": "Nobody is asking for anything.",
        "ja": "相談は出ていません。",
    },
    "undone": {
        "en": "{name} takes the last act back.",
        "ja": "{name}は最後の手を取り消します。",
    },
    "undone_several": {
        "en": "{name} takes back; the last {count} acts of the table are undone.",
        "ja": "{name}が取り消し、場の最後の{count}手が元に戻ります。",
    },
    "undone_deed": {
        "en": "{name} takes back the last turn: {deed}",
        "ja": "{name}は手番を取り消します：{deed}",
    },
    "ended": {
        "en": "The game has ended; nothing can be played any more.",
        "ja": "ゲームは終わりました。もう手は打てません。",
    },
    "is_over": {
        "en": "The game is over already.",
        "ja": "ゲームはすでに終わっています。",
    },
    "has_resigned": {
        "en": "This seat has resigned; a bot plays it to the end.",
        "ja": "この席は投了したので、最後までボットが打ちます。",
    },
    "resigned": {
        "en": "{name} resigns; a bot plays on for the seat.",
        "ja": "{name}は投了し、席はボットが続けます。",
    },
    "resigned_over": {
        "en": "{name} resigns, and the game is over.",
        "ja": "{name}は投了し、ゲームは終わりです。",
    },
    "ended_counts": {
        "en": "All agree with {name} to end the game here, as it stands.",
        "ja": "{name}の提案に全員が同意し、ここまでの得点でゲームを終えます。",
    },
    "ended_no_result": {
        "en": "All agree with {name} to end the game here, without a result.",
        "ja": "{name}の提案に全員が同意し、勝敗なしでゲームを終えます。",
    },
    "end_pending": {
        "en": "The others are being asked something already.",
        "ja": "ほかの相談がすでに出ています。",
    },
    "end_declined": {
        "en": "{name} would rather play on.",
        "ja": "{name}は続けたいそうです。",
    },
    "end_outdated": {
        "en": "The table went on before everybody had agreed to end.",
        "ja": "全員の同意がそろう前に場が進みました。",
    },
    "end_unanswered": {
        "en": "Not everybody answered in time; the game goes on.",
        "ja": "時間内に全員の返事がそろわなかったので、ゲームを続けます。",
    },
    "not_begun": {
        "en": "The game has not begun yet.",
        "ja": "ゲームはまだ始まっていません。",
    },
    "has_begun": {
        "en": "The game has begun already.",
        "ja": "ゲームはもう始まっています。",
    },
    "only_the_host_begins": {
        "en": "Who made the table begins the game, or else it begins when everybody is ready.",
        "ja": "始めるのは卓を作った人です。全員の用意ができたときにも始まります。",
    },
    "only_the_host_cancels": {
        "en": "Only who made the table can cancel it.",
        "ja": "取りやめられるのは、この卓を作った人だけです。",
    },
    "not_yours": {
        "en": "This seat is not yours.",
        "ja": "この席はあなたの席ではありません。",
    },
    "lent": {
        "en": "A bot is playing for this seat. Take it back first.",
        "ja": "この席はいまボットが打っています。先に席を取り戻してください。",
    },
    "not_lent": {
        "en": "No bot is playing for this seat.",
        "ja": "この席でボットは打っていません。",
    },
    "only_the_host": {
        "en": "Only who made the table invites to it.",
        "ja": "招待できるのは、この卓を作った人だけです。",
    },
    "just_left": {
        "en": "{name} left only a moment ago; wait a little before you invite anew.",
        "ja": "{name}は離れたばかりです。新しく招待する前に少しお待ちください。",
    },
    "present": {
        "en": "Somebody sits on this seat.",
        "ja": "この席には人がいます。",
    },
    "not_away": {
        "en": "Nobody is being waited for on this seat.",
        "ja": "この席で待っている人はいません。",
    },
    "bot_seat": {
        "en": "A bot has this seat for the whole game.",
        "ja": "この席は最初から最後までボットの席です。",
    },
    "unknown_level": {
        "en": "There is no bot of this kind.",
        "ja": "その種類のボットはありません。",
    },
    "not_asked": {
        "en": "You are not asked anything now.",
        "ja": "いまあなたへの問いはありません。",
    },
    "not_over": {
        "en": "The game is not over yet.",
        "ja": "ゲームはまだ終わっていません。",
    },
    "only_watching": {
        "en": "Who watches may read the chat, not write.",
        "ja": "観戦者はチャットを読めますが、書けません。",
    },
    "chat_too_fast": {
        "en": "Five lines in ten seconds are enough; wait a moment.",
        "ja": "10秒に5行までです。少しお待ちください。",
    },
    "chat_empty": {
        "en": "There is nothing to say in this message.",
        "ja": "送る言葉がありません。",
    },
    "unwanted_name": {
        "en": "This name is not wanted here; please choose another.",
        "ja": "この名前はここでは使えません。別の名前にしてください。",
    },
    "unwanted_words": {
        "en": "This line has a word that is not wanted here.",
        "ja": "ここでは使えない言葉が含まれています。",
    },
    "not_reported": {
        "en": "There is nobody to report on this seat.",
        "ja": "この席に報告する相手はいません。",
    },
    "reports_enough": {
        "en": "Your reports have been heard; that is enough for now.",
        "ja": "報告は受け付けました。いまはこれで十分です。",
    },
    "draining": {
        "en": "This server is about to stop; ask for a new table in a moment.",
        "ja": "このサーバーはまもなく停止します。少し待ってから新しい卓をお願いします。",
    },
    "read_only": {
        "en": "The server only shows its tables at the moment. Nothing is lost; try again later.",
        "ja": "サーバーはいま閲覧のみです。失われたものはありません。後でもう一度お試しください。",
    },
    "cannot_save": {
        "en": "The server cannot save right now, so nothing can happen at this table. "
        "Nothing is lost; try again in a moment.",
        "ja": "いまサーバーに保存できないため、この卓は止まっています。"
        "失われたものはありません。少し待ってもう一度お試しください。",
    },
    "no_vacation": {
        "en": "There are no vacations at this table.",
        "ja": "この卓に休暇はありません。",
    },
    "vacation_too_long": {
        "en": "You may rest for {days} more days at this table.",
        "ja": "この卓で休めるのはあと{days}日です。",
    },
    "coach_mistake": {
        "en": "{name}: {move}. It left {chance}, not {best}.",
        "ja": "{name}：{move}。残った勝ち目は{chance}で、{best}ではありませんでした。",
    },
    "coach_find": {
        "en": "{name}: {move}. The next best would have left {gain} less. {why}",
        "ja": "{name}：{move}。次によい手なら{gain}少なくなっていました。{why}",
    },
    "coach_better": {"en": "{move}. {why}", "ja": "{move}。{why}"},
    "coach_lucky": {
        "en": "What came to light was worth {change} more to {name} than usual.",
        "ja": "明らかになったことは、{name}にとっていつもより{change}有利でした。",
    },
    "coach_unlucky": {
        "en": "What came to light cost {name} {change} compared with what usually comes.",
        "ja": "明らかになったことは、{name}にとっていつもより{change}不利でした。",
    },
    "coach_summary": {
        "en": "{name}: luck {luck}, skill {skill}.",
        "ja": "{name}：運{luck}、腕前{skill}。",
    },
    "coach_best": {
        "en": "Best move: {move} ({change}).",
        "ja": "最もよい手：{move}（{change}）。",
    },
    "coach_worst": {
        "en": "Costliest mistake: {move} ({change}).",
        "ja": "最も高くついた手：{move}（{change}）。",
    },
    "coach_no_mistake": {
        "en": "No single move cost much.",
        "ja": "大きく損をした手はありません。",
    },
    "no_hints": {
        "en": "Not here: hints are off at this table.",
        "ja": "この卓ではヒントは使えません。",
    },
    "away_summary": {
        "en": "While you were away, a bot answered {count} times for you.",
        "ja": "留守の間、ボットがあなたのかわりに{count}回答えました。",
    },
    "away_summary_one": {
        "en": "While you were away, a bot answered once for you.",
        "ja": "留守の間、ボットがあなたのかわりに1回答えました。",
    },
    "away_summary_none": {
        "en": "While you were away, a bot kept your seat and had nothing to decide.",
        "ja": "留守の間、ボットが席を守りました。決めることはありませんでした。",
    },
    "late_summary": {
        "en": "Your time was up, and a bot answered {count} times for you.",
        "ja": "時間切れになり、ボットがあなたのかわりに{count}回答えました。",
    },
    "late_summary_one": {
        "en": "Your time was up, and a bot answered once for you.",
        "ja": "時間切れになり、ボットがあなたのかわりに1回答えました。",
    },
    "late_summary_none": {
        "en": "Your time was up, and a bot kept your seat; it had nothing to decide.",
        "ja": "時間切れになり、ボットが席を守りました。決めることはありませんでした。",
    },
    "late_turn": {
        "en": "The seat is yours again. If your next turn runs out too, the bot stays "
        "until you take the seat back.",
        "ja": "席はもうあなたのものです。次の手番も時間切れになると、"
        "席を取り戻すまでボットが打ち続けます。",
    },
    "stands_in_absent": {
        "en": "{name} is away; a bot plays.",
        "ja": "{name}は席を外しているので、ボットが打ちます。",
    },
    "stands_in_time": {
        "en": "{name} is out of time; a bot plays.",
        "ja": "{name}は時間切れになったので、ボットが打ちます。",
    },
    "stands_in_turn": {
        "en": "{name} is out of time; a bot answers this turn.",
        "ja": "{name}は時間切れになったので、この手番はボットが打ちます。",
    },
    "stands_in_request": {
        "en": "{name} lets a bot play.",
        "ja": "{name}は席をボットに任せました。",
    },
    "plays_again": {
        "en": "{name} is back and plays.",
        "ja": "{name}が戻り、自分で打ちます。",
    },
    "carried": {
        "en": "This table began elsewhere and was brought here. Whoever brought it could have "
        "looked at every card.",
        "ja": "この卓は別の場所で始まり、ここへ移されました。"
        "移した人は、すべてのカードを見ることができました。",
    },
    "copied": {
        "en": "A copy of this table was saved. Whoever saved it could have looked at every card.",
        "ja": "この卓は写しが保存されました。保存した人は、すべてのカードを見ることができました。",
    },
    "branch_seen": {
        "en": "This table goes on from a finished game. Its replay shows every hand and all that "
        "is still to be drawn: whoever has looked knows everything.",
        "ja": "この卓は終わったゲームの続きです。"
        "リプレイで全員の手札とこれから引かれるものまで見ることができます。",
    },
    "from_position": {
        "en": "This game was begun from a position that somebody made, not from a deal. It counts "
        "in nobody's record, and whoever made it may know the hidden cards.",
        "ja": "このゲームは配り直しではなく、誰かが作った局面から始まりました。戦績には数えません。"
        "作った人は伏せられたものを知っているかもしれません。",
    },
    "position_wrong": {
        "en": "This position cannot be: {where}{why}",
        "ja": "この局面はありえません：{where}{why}",
    },
    "position_text": {
        "en": "This is no position: paste a position, a record (both JSON) or a case (TOML).",
        "ja": "局面として読めません。"
        "局面か棋譜（JSON）、またはケース（TOML）を貼り付けてください。",
    },
    "position_text_game": {
        "en": "This is a position of a game that is not here.",
        "ja": "ここにないゲームの局面です。",
    },
    "position_text_case": {
        "en": "The first case here builds on another one, or has no single beginning. Paste one "
        "that says its own position or set-up.",
        "ja": "最初のケースは別のケースを前提にしているか、始まりが一つに決まりません。"
        "自分で局面か準備を書いているケースを貼り付けてください。",
    },
    "position_text_wrong": {
        "en": "This cannot be taken over: {why}",
        "ja": "取り込めませんでした：{why}",
    },
    "position_slow": {
        "en": "This position takes too long to look at; something in it turns round for ever.",
        "ja": "この局面は調べるのに時間がかかりすぎます。"
        "どこかで終わらない繰り返しになっています。",
    },
    "position_over": {
        "en": "The game is over in this position; there is nothing left to play.",
        "ja": "この局面ではゲームが終わっていて、もう打つ手がありません。",
    },
    "away_last": {"en": "At the end: {sentence}", "ja": "最後の出来事：{sentence}"},
    "away_nothing": {"en": "It is as you left it.", "ja": "場はそのままです。"},
}

PHRASES: dict[str, Text] = {
    "hello": {"en": "Hello!", "ja": "よろしくお願いします"},
    "good_luck": {"en": "Have fun!", "ja": "楽しみましょう"},
    "thinking": {"en": "Let me think.", "ja": "少し考えます"},
    "nice": {"en": "Nice move!", "ja": "うまい！"},
    "ouch": {"en": "Ouch!", "ja": "やられた！"},
    "oops": {"en": "Oops.", "ja": "しまった"},
    "one_moment": {"en": "One moment, please.", "ja": "少しお待ちください"},
    "well_played": {"en": "Well played!", "ja": "お見事でした"},
    "thanks": {"en": "Thank you!", "ja": "ありがとうございました"},
    "asked_hint": {"en": "I asked for a hint.", "ja": "ヒントを見ました"},
    "again": {"en": "Another one?", "ja": "もう一度いかがですか"},
}


def say(key: str, **facts: object) -> Text:
    """A sentence of the table in every language, its facts filled in."""
    filled = {}
    for language, sentence in SENTENCES[key].items():
        for name, fact in facts.items():
            value = fact[language] if isinstance(fact, dict) else str(fact)
            sentence = sentence.replace("{" + name + "}", value)
        filled[language] = sentence
    return filled


def refusal(key: str, **facts: str) -> Refusal:
    """A refusal by the table itself, not by the rules of the game."""
    refused = Refusal(f"table.{key}", facts)
    refused.sentences = say(key, **facts)
    refused.is_stale = key == "stale"
    return refused


def name_of(seat: int) -> str:
    """The place in a sentence where the name of a seat belongs."""
    return "{" + seat_letter(seat) + "}"
