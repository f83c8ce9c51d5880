"""Making tables: what is asked for, whether the rules allow it, and the links that open it."""

from __future__ import annotations

import secrets
import time
from dataclasses import replace

import msgspec

from kamiza import games
from kamiza.bots import BOT_NAMES
from kamiza.core.action import SPECTATOR
from kamiza.core.game import Setup
from kamiza.core.refusal import PositionError, Refusal
from kamiza.play import speech
from kamiza.play.players import Player, clean_name
from kamiza.play.position_words import problem_of
from kamiza.play.table import BOT, PERSON, RESIGNED, Entry, restoring
from kamiza.play.words import refusal
from kamiza.server import messages
from kamiza.server.http_types import NewPlayer, NewSeat, NewTable, TableMade
from kamiza.server.live_table import STAND_IN, LiveTable, clock_choice
from kamiza.server.log import log
from kamiza.server.messages import SEATS
from kamiza.server.services import Services
from kamiza.server.store import HOST, INVITE, SEAT, WATCHER, TableRow
from kamiza.server.unhurried import unhurried
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
    settings, position = new.settings, new.position
    if position is not None:
        settings = game.schema.settings_in(position)
    now = time.time()
    row = TableRow(
        new_id(services.config.table_mark), game.name, game.book.version, game.digest,
        len(new.players), settings, key or services.shuffler.table_key(), new.public,
        None if new.clock is None else msgspec.to_builtins(new.clock),
        branch.table if branch else None, branch.at if branch else None, now,
        begun=None if new.waits else now, hints=new.hints, position=position,
    )  # fmt: skip
    try:
        table = await unhurried(restoring(game, set_up(row), beginning or []))
    except Refusal as why:  # of the table, which has its sentences already, or of the game
        raise (speech.refused(game, why) if why.rule in game.book.rules else why) from None
    except PositionError as wrong:
        raise problem_of(game, wrong).refusal() from None
    for player in new.players:
        services.checked_name(player.name)
    players = [new_player(seat, player) for seat, player in enumerate(new.players)]
    for seat in table.resigned:
        players[seat].lend(STAND_IN, RESIGNED, table.version)
    if table.is_over:
        row = replace(row, finished=now, last_hash=game.hash(table.state))
    made, tokens = new_links(row.id, players)
    await services.store.add_table(row, players, tokens, beginning or [])
    services.metrics.tables_made.add()
    log("table_made", table=row.id, game=row.game, seats=row.seats, branch=bool(branch),
        position=position is not None)  # fmt: skip
    return made


async def make_rematch(services: Services, live: LiveTable) -> TableMade:
    """The same people, game and clock; a new shuffle, and everybody one seat further."""
    row = live.row
    players = [
        NewPlayer("bot" if p.kind == BOT else "person", p.name, p.level or "heuristic")
        for p in (*live.players[-1:], *live.players[:-1])
    ]
    settings = {name: moved_on(value, row.seats) for name, value in row.settings.items()}
    waits = not live.is_on_one_device()
    new = NewTable(
        row.game, players, {} if row.position else settings, False, clock_choice(row), waits,
        row.hints, position=row.position,
    )  # fmt: skip
    try:
        return await make_table(services, new)
    except CannotSave:
        raise refusal("cannot_save") from None


def next_seat(seat: int, seats: int) -> int:
    """Where whoever has a seat sits in the next game."""
    return (seat + 1) % seats


def moved_on(value: object, seats: int) -> object:
    """A setting that some seats have goes on with its people; the texts keep the order of seats."""
    letters = SEATS[:seats]
    if not isinstance(value, dict) or not value or any(seat not in letters for seat in value):
        return value
    after = sorted(SEATS[next_seat(letters.index(seat), seats)] for seat in value)
    return dict(zip(after, [value[seat] for seat in sorted(value)]))


def set_up(row: TableRow) -> Setup:
    return Setup(row.seats, dict(row.settings), 0, row.key, row.position)


def new_id(mark: str = "") -> str:
    return mark + "".join(secrets.choice(ID_LETTERS) for _ in range(10))


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
    """A token for every person, the host and spectators; and each token with what it opens.

    Who makes a table has their own seats; a free one has an invitation, which opens it once.
    """
    made = TableMade(table, [], new_token(), new_token())
    tokens = [(made.spectator, WATCHER, SPECTATOR), (made.host, HOST, SPECTATOR)]
    for player in players:
        if player.kind == BOT:
            made.seats.append(NewSeat(SEATS[player.seat], "bot"))
            continue
        token = new_token()
        tokens.append((token, SEAT if player.name else INVITE, player.seat))
        made.seats.append(NewSeat(SEATS[player.seat], "person", token, bool(player.name)))
    return made, tokens
