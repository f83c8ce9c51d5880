"""The end of a game at a club's table: the server itself writes down what it saw."""

from __future__ import annotations

import asyncio
from typing import Any

from kamiza.core.action import SPECTATOR
from kamiza.core.subjects import history_of, kept
from kamiza.play.table import PERSON
from kamiza.server import clubs
from kamiza.server.club_types import ClubResult, ClubSeat
from kamiza.server.live_table import LiveTable
from kamiza.server.log import log
from kamiza.server.messages import SEATS
from kamiza.server.store import CannotRead
from kamiza.server.writer import CannotSave, Damaged, Overtaken

FEWEST = 2  # members, or it was no game of the club

noting: set[asyncio.Task[None]] = set()


def note_soon(live: LiveTable) -> None:
    """Beside everything else; what could not be written now is when the club is looked at."""
    task = asyncio.create_task(note_quietly(live))
    noting.add(task)
    task.add_done_callback(noting.discard)


async def note_quietly(live: LiveTable) -> None:
    try:
        await note(live)
    except (CannotSave, CannotRead, Damaged, Overtaken) as why:
        log("club_result_later", table=live.row.id, why=type(why).__name__)


async def note(live: LiveTable) -> None:
    """Write the result of a finished game down, if it is one of a club."""
    store = live.services.store
    club = await clubs.club_of_table(store, live.row.id)
    if club is None:
        return
    members = await clubs.seats_of(store, live.row.id)
    result = live.table.result()
    was_made_up = live.row.position is not None  # whoever made it may know what lies face down
    if result is None or was_made_up or len(set(members.values())) < FEWEST:
        await clubs.drop_table(store, live.row.id)
        return
    seats = [
        ClubSeat(
            SEATS[player.seat], player.name, members.get(player.seat),
            "" if player.kind == PERSON else player.level,
            result["scores"][player.seat], result["ranks"][player.seat],
        )
        for player in live.players
    ]  # fmt: skip
    teams = [[SEATS[seat] for seat in team] for team in live.game.teams(live.table.state)]
    told = ClubResult(live.row.id, live.row.game, live.row.finished or 0.0, teams, seats)
    await clubs.add_result(store, club, told, keepsakes_of(live))


def keepsakes_of(live: LiveTable) -> list[Any]:
    """What each seat leaves to be looked at, if the game says that something is."""
    source = history_of(live.game.name).keepsake
    if source is None:
        return []
    screen = live.game.screen(live.game.view(live.table.state, SPECTATOR))
    return kept(source, screen, live.row.seats)
