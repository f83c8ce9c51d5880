"""Making tables: what is asked for, whether the rules allow it, and the links that open it."""

from __future__ import annotations

import secrets
import time

import msgspec

from kamiza import games
from kamiza.bots import BOT_NAMES
from kamiza.core.action import SPECTATOR, Refusal
from kamiza.core.game import Setup
from kamiza.play import speech
from kamiza.play.players import Player, clean_name
from kamiza.play.table import BOT, PERSON, Entry, restore
from kamiza.play.words import refusal
from kamiza.server import messages
from kamiza.server.http_types import NewPlayer, NewSeat, NewTable, TableMade
from kamiza.server.live_table import LiveTable, clock_choice
from kamiza.server.log import log
from kamiza.server.messages import SEATS
from kamiza.server.services import Services
from kamiza.server.store import HOST, SEAT, WATCHER, TableRow
from kamiza.server.writer import CannotSave

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


async def make_table(
    services: Services,
    new: NewTable,
    key: bytes | None = None,
    beginning: list[Entry] | None = None,
    branch: messages.Branch | None = None,
) -> TableMade:
    """A new table with its links; whatever the game refuses is its `Refusal`."""
    game = games.game(new.game)
    check_players(new.players)
    row = TableRow(
        new_id(), game.name, game.book.version, game.digest, len(new.players),
        new.settings, key or services.shuffler.table_key(), new.public,
        None if new.clock is None else msgspec.to_builtins(new.clock),
        branch.table if branch else None, branch.at if branch else None, time.time(),
    )  # fmt: skip
    try:
        restore(game, set_up(row), beginning or [])
    except Refusal as why:
        raise speech.refused(game, why) from None
    players = [new_player(seat, player) for seat, player in enumerate(new.players)]
    made, tokens = new_links(row.id, players)
    await services.store.add_table(row, players, tokens, beginning or [])
    services.metrics.tables_made.add()
    log("table_made", table=row.id, game=row.game, seats=row.seats, branch=bool(branch))
    return made


async def make_rematch(services: Services, live: LiveTable) -> TableMade:
    """The same people, game and clock; a new shuffle."""
    row = live.row
    players = [
        NewPlayer("bot" if p.kind == BOT else "person", p.name, p.level or "heuristic")
        for p in live.players
    ]
    new = NewTable(row.game, players, row.settings, False, clock_choice(row))
    try:
        return await make_table(services, new)
    except CannotSave:
        raise refusal("cannot_save") from None


def set_up(row: TableRow) -> Setup:
    return Setup(row.seats, dict(row.settings), 0, row.key)


def new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(10))


def new_token() -> str:
    return secrets.token_urlsafe(16)


def check_players(players: list[NewPlayer]) -> None:
    for player in players:
        if player.kind == "bot" and player.level not in BOT_NAMES:
            raise refusal("unknown_level")


def new_player(seat: int, player: NewPlayer) -> Player:
    if player.kind == "bot":
        return Player(seat, BOT, clean_name(player.name), player.level, claimed=True)
    return Player(seat, PERSON, clean_name(player.name))


def new_links(table: str, players: list[Player]) -> tuple[TableMade, list[tuple[str, str, int]]]:
    """A token for every person, the host and spectators; and each token with what it opens."""
    made = TableMade(table, [], new_token(), new_token())
    tokens = [(made.spectator, WATCHER, SPECTATOR), (made.host, HOST, SPECTATOR)]
    for player in players:
        if player.kind == BOT:
            made.seats.append(NewSeat(SEATS[player.seat], "bot"))
            continue
        token = new_token()
        tokens.append((token, SEAT, player.seat))
        made.seats.append(NewSeat(SEATS[player.seat], "person", token, bool(player.name)))
    return made, tokens
