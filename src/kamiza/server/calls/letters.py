"""What is said to a device: one letter for all that is due, in its own language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from kamiza.core.action import seat_letter
from kamiza.play.players import Player
from kamiza.server.calls.kinds import OVER, TEST
from kamiza.server.calls.words import say
from kamiza.server.catalogue import game_infos
from kamiza.server.store import Store, TableRow
from kamiza.server.store.calls import Call

MOST_LINES = 8


@dataclass(frozen=True)
class Line:
    """One table in a letter."""

    table: str
    game: str
    title: str
    seat: int
    name: str
    others: list[str]
    kind: str


@dataclass(frozen=True)
class Letter:
    title: str
    body: str
    lines: list[Line]

    @property
    def table(self) -> str:
        """The one table it is about; nothing, if there are several."""
        tables = {line.table for line in self.lines}
        return next(iter(tables)) if len(tables) == 1 else ""


async def lines_of(store: Store, calls: list[Call], language: str) -> list[Line]:
    """What there is to say; a table that is gone has nothing to say."""
    found = []
    for call in sorted(calls, key=lambda call: (call.due, call.table)):
        row = await store.table(call.table)
        if row is not None:
            found.append(line_of(call, row, await store.players(call.table), language))
    return found


@cache
def title_of(game: str, language: str) -> str:
    title = next(info.title for info in game_infos() if info.name == game)
    return title["ja"] if language == "ja" else title["en"]


def line_of(call: Call, row: TableRow, players: list[Player], language: str) -> Line:
    def named(player: Player) -> str:
        return player.name or say(language, "seat", seat=seat_letter(player.seat))

    return Line(
        row.id, row.game, title_of(row.game, language), call.seat,
        named(players[call.seat]),
        [named(player) for player in players if player.seat != call.seat], call.kind,
    )  # fmt: skip


def to_person(lines: list[Line], language: str) -> Letter:
    """To whoever has the seats."""
    titles = [say(language, line.kind, game=line.title) for line in lines]
    if len(lines) == 1:
        return Letter(titles[0], company(lines[0], language), lines)
    waiting = sum(line.kind != OVER for line in lines)
    title = say(language, "several", count=waiting) if waiting > 1 else titles[0]
    return Letter(title, "\n".join(titles[:MOST_LINES]), lines)


def company(line: Line, language: str) -> str:
    if not line.others:
        return say(language, "alone")
    return say(language, "with", names=say(language, "and").join(line.others))


def to_hook(lines: list[Line], language: str, base: str) -> dict[str, Any]:
    """To whoever listens to a table: `text` and `content` are what chat programs read."""
    said = [say(language, f"hook_{line.kind}", game=line.title, name=line.name) for line in lines]
    text = "\n".join(said[:MOST_LINES])
    calls = [
        {
            "table": line.table, "game": line.game, "kind": line.kind,
            "seat": seat_letter(line.seat), "name": line.name,
        }
        for line in lines
    ]  # fmt: skip
    link = f"{base}/t/{lines[0].table}" if base and lines else ""
    return {"text": text, "content": text, "calls": calls} | ({"link": link} if link else {})


def trial(language: str) -> Letter:
    return Letter(say(language, TEST), say(language, "test_body"), [])
