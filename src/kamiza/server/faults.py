"""What the server says when a message or a request cannot be taken."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from kamiza.server.messages import Busy, Fault, Text, packed

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
    "invite_used": {
        "en": "This invitation has been used, or a newer one took its place. Whoever used it comes "
        "back on the same device; otherwise ask who made the table for a new one.",
        "ja": "この招待はもう使われたか、新しい招待に替わりました。"
        "使った本人は同じ端末から戻れます。そうでなければ、卓を作った人に新しい招待を頼んでください。",
    },
    "seat_given": {
        "en": "This link no longer opens the seat: somebody else has it now. "
        "Ask who made the table for an invitation.",
        "ja": "このリンクではもう席に戻れません。いまは別の人が座っています。"
        "卓を作った人に招待を頼んでください。",
    },
    "seat_held": {
        "en": "Whoever has this seat is back at the table, so the invitation does not open it now.",
        "ja": "この席の人が卓に戻っているので、いまこの招待では座れません。",
    },
    "unknown_table": {
        "en": "There is no such table.",
        "ja": "その卓は見つかりません。",
    },
    "cancelled": {
        "en": "Who made this table has cancelled it before the game began.",
        "ja": "卓を作った人が、始まる前に取りやめました。",
    },
    "unknown_game": {
        "en": "There is no such game here.",
        "ja": "そのゲームはありません。",
    },
    "other_rules": {
        "en": "This table was begun with other rules or cards than this server has now.",
        "ja": "この卓は、いまのサーバーとは違うルールまたはカードで始められました。",
    },
    "broken_table": {
        "en": "This table is damaged and cannot be opened; all others can.",
        "ja": "この卓のデータは壊れていて開けません。ほかの卓は遊べます。",
    },
    "unreadable": {
        "en": "The server cannot read its tables right now. Try again in a moment.",
        "ja": "いまサーバーは卓を読み出せません。少し待ってもう一度お試しください。",
    },
    "elsewhere": {
        "en": "This table is open at another server of this house; try again in a moment.",
        "ja": "この卓は同じ系列の別のサーバーで開かれています。少し待ってもう一度お試しください。",
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
    "no_calls": {
        "en": "This server calls nobody.",
        "ja": "このサーバーには呼び出しの機能がありません。",
    },
    "no_push": {
        "en": "This server cannot push: whoever runs it installs kamiza[push].",
        "ja": "このサーバーはプッシュ通知を送れません（kamiza[push] の導入が必要です）。",
    },
    "no_mail": {
        "en": "This server sends no mail.",
        "ja": "このサーバーはメールを送りません。",
    },
    "no_mail_address": {
        "en": "This is not an address mail can be sent to.",
        "ja": "メールを送れるアドレスではありません。",
    },
    "mail_asked_enough": {
        "en": "This address was asked three times today; look for the mail, or try tomorrow.",
        "ja": "このアドレスには今日すでに三度お尋ねしました。"
        "届いたメールを探すか、明日お試しください。",
    },
    "unknown_device": {
        "en": "Nothing is known here of this device.",
        "ja": "この端末の設定は見つかりません。",
    },
    "too_many_called": {
        "en": "Sixty-four tables are enough; turn some off first.",
        "ja": "呼び出せる卓は64までです。先にどれかを止めてください。",
    },
    "unknown_ticket": {
        "en": "This link is too old or not whole.",
        "ja": "このリンクは古すぎるか、途中で切れています。",
    },
    "not_the_host": {
        "en": "Only who made the table may do this.",
        "ja": "これができるのは、卓を作った人だけです。",
    },
    "no_hook": {
        "en": "This table has no webhook.",
        "ja": "この卓にウェブフックはありません。",
    },
    "no_address": {
        "en": "This is not an address the server can call.",
        "ja": "サーバーから呼び出せるアドレスではありません。",
    },
    "needs_https": {
        "en": "The address has to begin with https://.",
        "ja": "アドレスは https:// で始めてください。",
    },
    "private_address": {
        "en": "The server does not call addresses of its own network.",
        "ja": "サーバーは自分のネットワーク内のアドレスを呼び出しません。",
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
    "is_lesson": {
        "en": "A lesson has no replay; it can be played again at any time.",
        "ja": "レッスンにはリプレイがありません。いつでももう一度遊べます。",
    },
    "is_puzzle": {
        "en": "A puzzle has no replay; it can be tried again at any time.",
        "ja": "問題にはリプレイがありません。いつでももう一度挑戦できます。",
    },
    "branch_is_private": {
        "en": "Whoever goes on from a finished game has seen every hand; strangers cannot be "
        "invited to that. Make it a table by invitation.",
        "ja": "終わったゲームの続きでは全員の手札がすでに見えているため、公開卓にはできません。"
        "招待制の卓にしてください。",
    },
    "position_is_private": {
        "en": "Whoever made a position knows every card of it; strangers cannot be invited to "
        "that. Make it a table by invitation.",
        "ja": "局面を作った人はすべてを知っているため、公開卓にはできません。"
        "招待制の卓にしてください。",
    },
    "position_has_settings": {
        "en": "A position has its own settings; send none beside it.",
        "ja": "局面には設定が含まれています。別に設定を送らないでください。",
    },
    "no_hint": {
        "en": "Nobody could think of a hint just now. Try again in a moment.",
        "ja": "いまはヒントを出せませんでした。少し待ってもう一度お試しください。",
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
    "unknown_key": {
        "en": "Nothing is kept under these words here.",
        "ja": "この合い言葉で預けられたものは、ここにはありません。",
    },
    "changed": {
        "en": "Another of your devices has written meanwhile.",
        "ja": "ほかの端末が先に書き込みました。",
    },
    "key_full": {
        "en": "No more can be kept under one key. Export your games and delete some of them.",
        "ja": "一つの合い言葉で預けられる量を超えました。"
        "対局を書き出してから、一部を消してください。",
    },
    "too_many_keys": {
        "en": "This server keeps no more keys at the moment. Your games stay on this device.",
        "ja": "このサーバーではいま新しい合い言葉を預かれません。対局はこの端末に残ります。",
    },
    "unknown_club": {
        "en": "This link opens no club. Ask somebody of the club for a new invitation.",
        "ja": "このリンクで入れるクラブはありません。クラブの人に新しい招待を頼んでください。",
    },
    "club_removed": {
        "en": "You are no longer a member of this club.",
        "ja": "このクラブの会員ではなくなりました。",
    },
    "only_the_founder": {
        "en": "Only the founder of the club can do that.",
        "ja": "これはクラブの創設者だけができます。",
    },
    "club_closed": {
        "en": "This club is closed; its results can still be looked at.",
        "ja": "このクラブは閉じられました。成績はまだ見られます。",
    },
    "club_full": {
        "en": "This club has as many members as a club can have.",
        "ja": "このクラブの会員は上限に達しています。",
    },
    "too_many_clubs": {
        "en": "This server keeps no more clubs at the moment.",
        "ja": "このサーバーではいま新しいクラブを作れません。",
    },
    "name_taken": {
        "en": "Somebody in this club has that name already. Choose another one.",
        "ja": "その名前の人がすでにクラブにいます。別の名前にしてください。",
    },
    "name_missing": {
        "en": "A name is missing.",
        "ja": "名前がありません。",
    },
    "founder_stays": {
        "en": "Hand the club over to another member first, or close it.",
        "ja": "先にほかの会員に引き継ぐか、クラブを閉じてください。",
    },
    "no_such_member": {
        "en": "There is no such member.",
        "ja": "その会員はいません。",
    },
    "club_tables_full": {
        "en": "The club has enough open tables; finish or cancel one first.",
        "ja": "クラブの卓がいっぱいです。先にどれかを終えるか取りやめてください。",
    },
    "sits_already": {
        "en": "You sit at this table already.",
        "ja": "すでにこの卓に座っています。",
    },
    "others_sit": {
        "en": "Other people have seats at this table. Only who holds all of them takes it along.",
        "ja": "この卓にはほかの人の席があります。持ち出せるのは、すべての席を持つ人だけです。",
    },
    "stays_here": {
        "en": "This table stays where it is: it has not begun, or it is a club's.",
        "ja": "この卓は移せません。まだ始まっていないか、クラブの卓です。",
    },
    "carried_other_rules": {
        "en": "This table was played by rules of another version: it goes on only where those are.",
        "ja": "この卓は別の版のルールで遊ばれています。その版がある所でだけ続けられます。",
    },
    "not_carried": {
        "en": "This is no table that could have been played by the rules.",
        "ja": "ルールどおりに遊ばれた卓ではありません。",
    },
    "carried_away": {
        "en": "This table goes on elsewhere.",
        "ja": "この卓は別の場所で続いています。",
    },
    "kicked": {
        "en": "Whoever runs this server has closed your connection.",
        "ja": "サーバーの運営者により接続が切られました。",
    },
    "banned": {
        "en": "This server does not take connections from your address.",
        "ja": "このサーバーは、あなたの接続元からの接続を受け付けていません。",
    },
    "table_closed": {
        "en": "Whoever runs this server has closed this table.",
        "ja": "サーバーの運営者により、この卓は閉じられました。",
    },
    "draining": {
        "en": "This server is about to stop; new tables are made in a moment.",
        "ja": "このサーバーはまもなく停止します。少し待ってから新しい卓をお作りください。",
    },
    "read_only": {
        "en": "This server only shows its tables at the moment; try again later.",
        "ja": "このサーバーはいま閲覧のみです。後でもう一度お試しください。",
    },
    "busy": {
        "en": "The server has too much to do. Try again in {seconds} s.",
        "ja": "サーバーが混み合っています。{seconds}秒後にもう一度お試しください。",
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


def busy_sentence(seconds: int) -> Text:
    """That there is too much to do, and when to try again."""
    words = FAULTS["busy"]
    return Text(en=words["en"].format(seconds=seconds), ja=words["ja"].format(seconds=seconds))


def busy(seconds: int, id: str | UnsetType = UNSET) -> bytes:
    """The answer to a message there is no time for."""
    return packed(Busy(seconds, busy_sentence(seconds), id))


def fault(code: str, sentence: Text | None = None) -> bytes:
    """The error message of a code, in words of its own where there is more to say."""
    return packed(Fault(code, sentence or FAULTS[code]))
