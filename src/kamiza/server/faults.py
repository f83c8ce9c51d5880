"""What the server says when a message or a request cannot be taken."""

from __future__ import annotations

from kamiza.server.messages import Fault, Text, packed

FAULTS: dict[str, Text] = {
    "malformed": {
        "en": "This message could not be understood.",
        "ja": "この送信内容を読み取れませんでした。",
    },
    "too_fast": {
        "en": "Too many messages; please slow down.",
        "ja": "送信が多すぎます。少し間をあけてください。",
    },
    "say_hello": {
        "en": "Say hello with your link first.",
        "ja": "まずリンクで席についてください。",
    },
    "unknown_token": {
        "en": "This link does not open this table.",
        "ja": "このリンクではこの卓に入れません。",
    },
    "unknown_table": {
        "en": "There is no such table.",
        "ja": "その卓は見つかりません。",
    },
    "unknown_game": {
        "en": "There is no such game here.",
        "ja": "そのゲームはありません。",
    },
    "other_rules": {
        "en": "This table was begun with other rules or cards than this server has now.",
        "ja": "この卓は、いまのサーバーとは違うルールまたはカードで始められました。",
    },
    "foreign_origin": {
        "en": "Requests from other sites are not taken.",
        "ja": "ほかのサイトからの要求は受け付けません。",
    },
    "too_large": {
        "en": "This request is too large.",
        "ja": "要求が大きすぎます。",
    },
    "too_many_requests": {
        "en": "Too many requests; please slow down.",
        "ja": "要求が多すぎます。少し間をあけてください。",
    },
    "too_many_tables": {
        "en": "Ten tables a minute are enough; wait a moment.",
        "ja": "卓を作れるのは1分に10卓までです。少しお待ちください。",
    },
    "too_many_sockets": {
        "en": "Too many connections from your address.",
        "ja": "同じ接続元からの接続が多すぎます。",
    },
    "no_free_seat": {
        "en": "There is no free seat at this table.",
        "ja": "この卓に空いている席はありません。",
    },
    "not_public": {
        "en": "This table is by invitation only.",
        "ja": "この卓は招待された人だけのものです。",
    },
    "not_over": {
        "en": "The game is not over yet; until then its cards stay hidden.",
        "ja": "ゲームはまだ終わっていません。終わるまでカードは伏せられています。",
    },
    "no_such_step": {
        "en": "The game has no such point.",
        "ja": "ゲームにその時点はありません。",
    },
    "no_such_seat": {
        "en": "There is no such seat at this table.",
        "ja": "この卓にその席はありません。",
    },
    "wrong_seats": {
        "en": "The game to go on from has another number of players.",
        "ja": "続きから遊ぶゲームと人数が違います。",
    },
    "not_found": {
        "en": "There is nothing here.",
        "ja": "ここには何もありません。",
    },
    "cannot_save": {
        "en": "The server cannot save right now. Try again in a moment.",
        "ja": "いまサーバーに保存できません。少し待ってもう一度お試しください。",
    },
    "closing": {
        "en": "The server restarts; you will be back in a moment.",
        "ja": "サーバーを再起動しています。まもなく戻ります。",
    },
    "broken": {
        "en": "Something went wrong here; nothing was lost.",
        "ja": "サーバーで問題が起きました。失われたものはありません。",
    },
}


def fault(code: str) -> bytes:
    """The error message of a code."""
    return packed(Fault(code, FAULTS[code]))
