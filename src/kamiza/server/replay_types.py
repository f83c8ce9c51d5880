"""What is asked about finished games; see docs/protocol.md."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from kamiza.server.messages import Branch, Ended, LogPart, Player, Seat, Text


class ReplayStep(Struct):
    """The table after one move: step 0 is the deal."""

    step: int
    seat: Seat | None
    move: str | None
    view: dict[str, Any]
    events: list[dict[str, Any]]
    log: LogPart


class Replay(Struct):
    """`GET /api/tables/<table>/replay`."""

    table: str
    game: str
    seat: Seat | None
    players: list[Player]
    settings: dict[str, Any]
    commitment: str
    key: str
    branch: Branch | None
    steps: list[ReplayStep]
    position: Text | None = None  # a note, if it began from a position


class PlayerSummary(Struct):
    """How one seat fared."""

    seat: Seat
    name: str
    kind: Literal["person", "bot"]
    level: str  # of a bot
    score: int | None  # none if it was agreed that there is no result
    place: int | None
    had: dict[str, list[str]]  # by kind, see `GameHistory`
    chances: list[float]  # of winning, as this seat could know them over the game; may be empty


class Summary(Struct):
    """`GET /api/tables/<table>/summary`: a finished game, for whoever counts theirs."""

    table: str
    game: str
    settings: dict[str, Any]
    finished: float
    moves: int
    ended: Ended | None
    branch: bool  # it went on from another game, whose cards could be seen
    teams: list[list[Seat]]
    players: list[PlayerSummary]
    position: bool = False  # it began from a position somebody had made


class WinChance(Struct):
    """How likely each seat was to win after so many moves, from 0 to 1."""

    step: int
    chances: dict[Seat, float]


class WinChances(Struct):
    """`GET /api/tables/<table>/win-chances`: complete when there are `total` points."""

    seat: Seat | None
    total: int
    points: list[WinChance]


class ChancePoint(Struct):
    """The chances of winning after so many moves: as each seat could know them, and as everybody
    could see."""

    step: int
    known: dict[Seat, dict[Seat, float]]
    open: dict[Seat, float]


class CoachedMove(Struct):
    """A decision: what it left, and what the best would have left."""

    step: int  # moves made before it
    seat: Seat
    name: Text
    chance: float
    best: float
    moves: list[str]  # the better ones; none if nothing was clearly better
    better: Text  # the same in words, with the reason


class KeyMoment(Struct):
    """Something that decided the game."""

    step: int
    seat: Seat
    kind: str  # mistake, find or luck
    change: float  # of the chance of the seat
    text: Text
    better: Text


class CoachedPlayer(Struct):
    """Luck and skill of a player: together the way from the even share to the end."""

    seat: Seat
    even: float
    end: float
    luck: float
    skill: float
    best: int  # the step of the best move, or -1
    worst: int  # the step of the costliest mistake, or -1
    text: Text


class Coaching(Struct):
    """`GET /api/tables/<table>/coach`: complete when all `moves` were `looked_at`."""

    moves: int
    looked_at: int
    points: list[ChancePoint]
    decisions: list[CoachedMove]
    moments: list[KeyMoment]
    players: list[CoachedPlayer]  # once it is complete


class Verification(Struct):
    """`GET /api/tables/<table>/verify`."""

    commitment: str
    key: str
    fits: bool
    moves: int
    hashes_ok: bool
