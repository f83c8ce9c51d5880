"""Tables for lessons: the learner's seat, and bots that play their part."""

from __future__ import annotations

import time

from kamiza import games
from kamiza.core.action import Refusal
from kamiza.play import speech
from kamiza.play.lesson_files import Lesson
from kamiza.play.players import Player, clean_name
from kamiza.play.table import BOT, PERSON
from kamiza.server.guiding import ORIGIN
from kamiza.server.http_types import TableMade
from kamiza.server.live_table import STAND_IN
from kamiza.server.log import log
from kamiza.server.new_tables import new_id, new_links
from kamiza.server.services import Services
from kamiza.server.store import TableRow


async def make_lesson(services: Services, lesson: Lesson, name: str) -> TableMade:
    """A table at which one person learns."""
    game = games.game(lesson.game)
    try:
        start = lesson.start(game)
    except Refusal as why:
        raise speech.refused(game, why) from None
    seats = int(start.seats)
    row = TableRow(
        new_id(), game.name, game.book.version, game.digest, seats, start.settings_json(),
        services.shuffler.table_key(), False, None, ORIGIN + lesson.id, lesson.print, time.time(),
    )  # fmt: skip
    players = [player(lesson, seat, services.checked_name(name)) for seat in range(seats)]
    made, tokens = new_links(row.id, players)
    await services.store.add_table(row, players, tokens, [])
    services.metrics.tables_made.add()
    log("table_made", table=row.id, game=row.game, seats=row.seats, lesson=lesson.id)
    return made


def player(lesson: Lesson, seat: int, name: str) -> Player:
    if seat == lesson.you:
        return Player(seat, PERSON, clean_name(name))
    return Player(seat, BOT, lesson.name_of(seat), STAND_IN, claimed=True)
