"""Tables for lessons and puzzles: one person's seat, and bots at the others."""

from __future__ import annotations

import time

from kamiza import games
from kamiza.bots.puzzles import Puzzle
from kamiza.core.action import LETTERS
from kamiza.core.refusal import Refusal
from kamiza.play import speech
from kamiza.play.lesson_files import NAMES, Lesson
from kamiza.play.players import Player, clean_name
from kamiza.play.table import BOT, PERSON
from kamiza.server.guiding import LESSON, PUZZLE
from kamiza.server.http_types import TableMade
from kamiza.server.live_table import STAND_IN
from kamiza.server.log import log
from kamiza.server.new_tables import new_id, new_links
from kamiza.server.services import Services
from kamiza.server.store import TableRow


async def make_lesson(services: Services, lesson: Lesson, name: str) -> TableMade:
    """A table at which one person learns."""
    names = [lesson.name_of(seat) if seat != lesson.you else "" for seat in range(len(LETTERS))]
    return await make_guided(services, lesson, LESSON + lesson.id, names, name)


async def make_puzzle(services: Services, puzzle: Puzzle, name: str) -> TableMade:
    """A table at which one person looks for an answer."""
    others = iter(NAMES)
    names = ["" if seat == puzzle.you else next(others) for seat in range(puzzle.setup.seats)]
    return await make_guided(services, puzzle, f"{PUZZLE}{puzzle.number}", names, name)


async def make_guided(
    services: Services, subject: Lesson | Puzzle, origin: str, names: list[str], name: str
) -> TableMade:
    """One seat for a person, `names` on the others; where it begins stands in its row."""
    game = games.game(subject.game)
    try:
        start = subject.start(game)
    except Refusal as why:
        raise speech.refused(game, why) from None
    seats = int(start.seats)
    row = TableRow(
        new_id(services.config.table_mark), game.name, game.book.version, game.digest, seats,
        start.settings_json(),
        services.shuffler.table_key(), False, None, origin, subject.print, time.time(),
        hints=None if isinstance(subject, Lesson) else False,
    )  # fmt: skip
    mine = clean_name(services.checked_name(name))
    players = [
        Player(seat, PERSON, mine)
        if seat == subject.you
        else Player(seat, BOT, names[seat], STAND_IN, claimed=True)
        for seat in range(seats)
    ]
    made, tokens = new_links(row.id, players)
    await services.store.add_table(row, players, tokens, [])
    services.metrics.tables_made.add()
    log("table_made", table=row.id, game=row.game, seats=row.seats, guided=origin)
    return made
