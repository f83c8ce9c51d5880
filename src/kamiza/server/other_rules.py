"""Tables whose rules or cards nobody of the house plays now: they rest, and nothing is lost.

They are not continued wrongly. People read why; the record of a finished game can still be had (the
moves and the key, without what only its own rules could work out), and `kamiza export` takes them
all. As soon as a Kamiza that plays them runs again, they go on.
"""

from __future__ import annotations

from collections.abc import Iterable

from kamiza import games
from kamiza.core.action import seat_letter
from kamiza.core.record import BY_AGREEMENT, BY_RESIGNING, Branch, Ended, Record
from kamiza.core.rng import commitment
from kamiza.play.players import Player
from kamiza.play.table import ACT, COUNTS, END, OVER, UNDO, Entry
from kamiza.server.guiding import is_lesson, is_puzzle
from kamiza.server.messages import Text
from kamiza.server.store import TableRow

REASON = Text(
    en="This table was begun with rules {rules} and cards {cards} of its game, and nobody here "
    "plays those now ({here}). It rests, and nothing of it is lost: it goes on as soon as a "
    "Kamiza with these rules runs here again, and whoever runs the server can export it.",
    ja="この卓はルール{rules}、カード{cards}で始められましたが、いまここではその版で遊べません"
    "（{here}）。卓は休止中で、何も失われていません。その版のKamizaがここで再び動けば続きから遊べます。"
    "サーバーの運営者は卓を書き出せます。",
)
AT_DEVICE = "0"  # begins the names of tables that a device has itself; see `kamiza.device.house`
OF_DEVICE = Text(
    en="This table was begun with rules {rules} and cards {cards} of its game, and this device "
    "plays others now ({here}). It rests, and nothing of it is lost: saved as a file from the "
    "lobby, it goes on wherever those rules are.",
    ja="この卓はルール{rules}、カード{cards}で始められましたが、この端末のルールは新しくなりました"
    "（{here}）。卓は休止中で、何も失われていません。ロビーからファイルに保存すれば、"
    "その版のある所で続けられます。",
)
LESSON = Text(
    en="This lesson is told in another way today. Begin it again from the lobby.",
    ja="このレッスンは新しくなりました。ロビーからもう一度始めてください。",
)
PUZZLE = Text(
    en="This puzzle is another one today. Begin it again from the puzzles.",
    ja="この問題は新しくなりました。問題の一覧からもう一度始めてください。",
)
HERE = Text(en="here: rules {rules}, cards {cards}", ja="ここではルール{rules}、カード{cards}")
NO_GAME = Text(en="the game is not here", ja="このゲームはありません")


def reason(row: TableRow) -> Text:
    """Why a table rests, with the versions it is about."""
    if is_lesson(row):
        return LESSON
    if is_puzzle(row):
        return PUZZLE
    here: Text = NO_GAME
    if row.game in games.games():
        game = games.game(row.game)
        here = filled(HERE, rules=game.book.version, cards=game.digest)
    words = OF_DEVICE if row.id.startswith(AT_DEVICE) else REASON
    told = filled(words, rules=row.rules, cards=row.digest, here="{here}")
    return Text(
        en=told["en"].replace("{here}", here["en"]), ja=told["ja"].replace("{here}", here["ja"])
    )


def filled(text: Text, **facts: str) -> Text:
    return Text(en=text["en"].format(**facts), ja=text["ja"].format(**facts))


def record_of(row: TableRow, players: list[Player], journal: Iterable[Entry]) -> Record:
    """A finished game as it was written down; its hashes and result need its own rules."""
    record = Record(
        row.game, row.rules, row.digest, row.seats, dict(row.settings),
        commitment=commitment(row.key), key=row.key, names=[player.name for player in players],
        position=row.position,
    )  # fmt: skip
    if row.branch_of is not None and row.branch_at is not None:
        record.branch = Branch(row.branch_of, row.branch_at)
    resigned: list[str] = []
    for entry in journal:
        letter = seat_letter(entry.seat)
        if entry.kind == UNDO:
            del record.moves[-len(entry.moves) :]
        elif entry.kind == ACT:
            record.moves += [f"{letter}: {move}" for move in entry.moves]
        elif entry.kind == END:
            record.ended = Ended(BY_AGREEMENT, [letter], COUNTS in entry.moves)
        else:
            resigned.append(letter)
            if OVER in entry.moves:
                record.ended = Ended(BY_RESIGNING, resigned, True)
    return record
