"""Every frame of the socket; see docs/protocol.md. The bodies of requests are in `bodies.py`.

`python -m kamiza.server.types` writes the same types for the browser.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.json import Decoder, Encoder

from kamiza.play.table import StandIn
from kamiza.server.line import framed

MOST_MOVES = 64

Id = Annotated[str, Meta(min_length=1, max_length=64)]
MoveText = Annotated[str, Meta(min_length=1, max_length=64)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
Mark = Annotated[str, Meta(min_length=1, max_length=48)]
SeatNumber = Annotated[int, Meta(ge=-1, le=15)]
Version = Annotated[int, Meta(ge=0, le=10**9)]


class Text(TypedDict):
    """A text in every language."""

    en: str
    ja: str


# -- client to server ---------------------------------------------------------------------------


class Hello(Struct, tag_field="t", tag="hello"):
    """Sit down, or watch."""

    token: Token
    version: Version | None = None
    name: Annotated[str, Meta(max_length=200)] | None = None


class Move(Struct, tag_field="t", tag="move"):
    """One act: all of its moves, or nothing."""

    id: Id
    seat: SeatNumber
    version: Version
    moves: Annotated[list[MoveText], Meta(min_length=1, max_length=MOST_MOVES)]


class Undo(Struct, tag_field="t", tag="undo"):
    """Back before the seat's last act."""

    id: Id
    seat: SeatNumber
    version: Version


class Consent(Struct, tag_field="t", tag="consent"):
    """The answer to a request to take back."""

    id: Id
    seat: SeatNumber
    yes: bool


class Why(Struct, tag_field="t", tag="why"):
    """Why is this move not possible now?"""

    id: Id
    seat: SeatNumber
    move: MoveText


class AskHint(Struct, tag_field="t", tag="hint"):
    """What would a quick player do?"""

    id: Id
    seat: SeatNumber


class Lend(Struct, tag_field="t", tag="lend"):
    """A bot plays for this seat from now on."""

    id: Id
    seat: SeatNumber
    level: Annotated[str, Meta(max_length=32)] = "heuristic"


class Reclaim(Struct, tag_field="t", tag="reclaim"):
    """I take my seat back."""

    id: Id
    seat: SeatNumber


class Wait(Struct, tag_field="t", tag="wait"):
    """Give the absent player of this seat more time."""

    seat: SeatNumber


class Name(Struct, tag_field="t", tag="name"):
    """My name."""

    seat: SeatNumber
    name: Annotated[str, Meta(max_length=200)]


class Passing(Struct, tag_field="t", tag="passing"):
    """What I do not want to be asked; said again after every `hello`."""

    seat: SeatNumber
    never: Annotated[list[Mark], Meta(max_length=200)]
    always: bool = False


class Say(Struct, tag_field="t", tag="chat"):
    """Talk, in own words or with a ready phrase."""

    seat: SeatNumber
    text: Annotated[str, Meta(max_length=1000)] | None = None
    phrase: Annotated[str, Meta(max_length=32)] | None = None


class AskRematch(Struct, tag_field="t", tag="rematch"):
    """A new table with the same people."""

    seat: SeatNumber


class Ping(Struct, tag_field="t", tag="ping"):
    """Are you there?"""


ClientFrame = (
    Hello | Move | Undo | Consent | Why | AskHint | Lend | Reclaim | Wait | Name
    | Passing | Say | AskRematch | Ping
)  # fmt: skip


# -- server to client ---------------------------------------------------------------------------


class Player(Struct, omit_defaults=True):
    """Who sits on a seat."""

    seat: int
    name: str
    kind: Literal["person", "bot"]
    present: bool
    claimed: bool
    level: str | UnsetType = UNSET
    lent: str | UnsetType = UNSET
    lent_why: StandIn | UnsetType = UNSET


class ClockChoice(Struct):
    """Thinking time: `move` gives it for every turn, `bank` for the whole game plus increment."""

    kind: Literal["move", "bank"]
    seconds: Annotated[float, Meta(ge=5, le=7 * 86400)]
    increment: Annotated[float, Meta(ge=0, le=86400)] = 0.0


class SeatClock(Struct):
    """Seconds a seat had left when this was sent."""

    seat: int
    left: float
    running: bool


class Away(Struct):
    """A person who is waited for; `until` is in seconds since 1970, `left` in seconds from now."""

    seat: int
    until: float
    left: float


class UndoRequest(Struct):
    """Somebody would like to take back; `waiting` lists the seats that have not answered yet.

    It lapses in `left` seconds.
    """

    seat: int
    waiting: list[int]
    left: float


class Said(Struct, tag_field="t", tag="said", omit_defaults=True):
    """A line of the chat; `at` is in seconds since 1970."""

    seat: int
    name: str
    at: float
    text: str | UnsetType = UNSET
    phrase: str | UnsetType = UNSET


class Welcome(Struct, tag_field="t", tag="welcome"):
    """Who sits where, and what was agreed for this table."""

    table: str
    game: str
    you: list[int]
    host: bool
    spectator: bool
    players: list[Player]
    options: dict[str, Any]
    clock: ClockChoice | None
    commitment: str
    chat: list[Said]
    phrases: dict[str, Text]
    branch: Branch | None = None


class Branch(Struct):
    """The finished game this table goes on from, and after how many moves."""

    table: str
    at: int


class State(Struct, tag_field="t", tag="state", omit_defaults=True):
    """The table as one seat (or -1, a spectator) may see it, and what it missed."""

    version: int
    seat: int
    view: dict[str, Any]
    events: list[dict[str, Any]]
    undo: Literal["free", "ask"] | None
    summary: list[Text] | UnsetType = UNSET


class Done(Struct, tag_field="t", tag="done"):
    """The act is written down for good."""

    id: str
    version: int


class Refused(Struct, tag_field="t", tag="refused", omit_defaults=True):
    """Nothing happened, and why."""

    id: str
    version: int
    rule: str
    sentence: Text
    stale: bool = False
    behind: str | UnsetType = UNSET  # the rule of the rulebook behind a refusal


class Reason(Struct, tag_field="t", tag="reason", omit_defaults=True):
    """Whether a move is possible now, and if not, why."""

    id: str
    legal: bool
    rule: str | UnsetType = UNSET
    sentence: Text | UnsetType = UNSET
    behind: str | UnsetType = UNSET


class Hint(Struct, tag_field="t", tag="hint"):
    """What a quick player would do."""

    id: str
    moves: list[str]
    sentence: Text


class TableNews(Struct, tag_field="t", tag="table", omit_defaults=True):
    """People and clocks changed."""

    players: list[Player]
    saving: bool  # false while the server cannot write; nothing can happen then
    clocks: list[SeatClock] | UnsetType = UNSET
    away: list[Away] | UnsetType = UNSET
    undo_request: UndoRequest | UnsetType = UNSET


class Rematch(Struct, tag_field="t", tag="rematch", omit_defaults=True):
    """The new table, with the link of one's own seat, of the host or of a spectator."""

    table: str
    seat: int | UnsetType = UNSET
    token: str | UnsetType = UNSET
    host: str | UnsetType = UNSET


class Fault(Struct, tag_field="t", tag="error"):
    """The frame could not be understood, or a limit is reached."""

    code: str
    sentence: Text


class Pong(Struct, tag_field="t", tag="pong"):
    """I am here."""


ServerFrame = (
    Welcome | State | Done | Refusal | Reason | Hint | TableNews | Said | Rematch | Fault | Pong
)


decode_frame = Decoder(ClientFrame).decode
encode = Encoder().encode


def frame(answer: ServerFrame) -> bytes:
    """A frame as it goes over the wire; made once, for however many sockets."""
    return framed(encode(answer))
