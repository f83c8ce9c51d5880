"""What the server says over a socket; see docs/protocol.md. What clients say is in `asks`.

`python -m kamiza.server.types` writes the same types for the browser.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypedDict

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.json import Encoder

from kamiza.play.table import StandIn
from kamiza.server.frames import framed

MOST_MOVES = 64

Id = Annotated[str, Meta(min_length=1, max_length=64)]
MoveText = Annotated[str, Meta(min_length=1, max_length=64)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
OwnToken = Annotated[str, Meta(min_length=22, max_length=64)]  # 128 bits, as ours have
Mark = Annotated[str, Meta(min_length=1, max_length=48)]
Version = Annotated[int, Meta(ge=0, le=10**9)]


Seat = Literal["A", "B", "C", "D", "E", "F"]
SEATS: Final[tuple[Seat, ...]] = ("A", "B", "C", "D", "E", "F")


def seat_or_none(seat: int) -> Seat | None:
    """The letter of a seat; a spectator has none."""
    return SEATS[seat] if seat >= 0 else None


class Text(TypedDict):
    """A text in every language."""

    en: str
    ja: str


class Player(Struct, omit_defaults=True):
    """Who sits on a seat."""

    seat: Seat
    name: str
    kind: Literal["person", "bot"]
    present: bool
    claimed: bool
    level: str | UnsetType = UNSET
    lent: str | UnsetType = UNSET
    lent_why: StandIn | UnsetType = UNSET
    invited: bool = False  # somebody else may come to this seat while its person is away
    ready: bool = False  # to begin
    host: bool = False  # made the table, and is here


class ClockChoice(Struct):
    """Thinking time: `move` gives it for every turn, `bank` for the whole game plus increment."""

    kind: Literal["move", "bank"]
    seconds: Annotated[float, Meta(ge=5, le=30 * 86400)]
    increment: Annotated[float, Meta(ge=0, le=7 * 86400)] = 0.0
    vacation: Annotated[float, Meta(ge=0, le=60 * 86400)] = 0.0  # seconds each may rest in all


class SeatClock(Struct):
    """Seconds a seat had left when this was sent."""

    seat: Seat
    left: float
    running: bool


class Away(Struct):
    """A person who is waited for; `until` is in seconds since 1970, `left` in seconds from now."""

    seat: Seat
    until: float
    left: float


class Rest(Struct):
    """The vacation of a seat: until when its clock rests (in seconds since 1970), if it does, and
    how many seconds it may rest in all from now on."""

    seat: Seat
    until: float | None
    left: float


class UndoRequest(Struct):
    """Somebody would like to take back; `waiting` lists the seats that have not answered yet.

    It lapses in `left` seconds.
    """

    seat: Seat
    waiting: list[Seat]
    left: float


class EndRequest(Struct):
    """Somebody would like to end the game, as it stands or without a result."""

    seat: Seat
    waiting: list[Seat]
    left: float
    counts: bool


class Ended(Struct):
    """People ended the game: who asked for it, or who resigned, and whether it counts."""

    how: Literal["agreed", "resigned"]
    seats: list[Seat]
    counts: bool


class Result(Struct):
    """How a game ended, seat by seat; equal seats share a place."""

    scores: list[int]
    places: list[int]


class Said(Struct, tag_field="t", tag="said", omit_defaults=True):
    """A line of the chat; `at` is in seconds since 1970."""

    seat: Seat
    name: str
    at: float
    text: str | UnsetType = UNSET
    phrase: str | UnsetType = UNSET


class Welcome(Struct, tag_field="t", tag="welcome"):
    """Who sits where, and what was agreed for this table."""

    table: str
    game: str
    you: list[Seat]
    host: bool
    spectator: bool
    players: list[Player]
    settings: dict[str, Any]
    clock: ClockChoice | None
    commitment: str
    chat: list[Said]
    phrases: dict[str, Text]
    branch: Branch | None = None
    teams: list[list[Seat]] = []  # who plays together, if not everybody alone
    hints: bool = True  # are they allowed at this table?
    position: Text | None = None  # a note for everybody, if it began from a position


class Seated(Struct, tag_field="t", tag="seated"):
    """An invitation was taken: from now on this token, and no other, opens the seat."""

    seat: Seat
    token: str


class Invited(Struct, tag_field="t", tag="invited"):
    """A new invitation; it opens the seat once."""

    id: str
    seat: Seat
    token: str


class Devices(Struct, tag_field="t", tag="devices"):
    """On how many devices one of my seats is open."""

    seat: Seat
    count: int


class Branch(Struct):
    """The finished game this table goes on from, after how many moves, and a note for people."""

    table: str
    at: int
    note: Text


class LogLine(Struct, omit_defaults=True):
    """One line of the log; `n` is the version after the move that began it."""

    n: int
    text: Text
    head: bool = False  # it begins a chapter
    seat: Seat | None = None  # whom it is about
    about: list[str] = []  # things it names, "god:susanoo"
    rule: str = ""  # by which it happened, where that is worth knowing
    moment: bool = False  # something to celebrate: a god won, a year ended


class LogPart(Struct):
    """The end of the log: it replaces every line with `n` of `since` or more."""

    since: int
    lines: list[LogLine]


class LessonSlip(Struct):
    """What a lesson says in one step, and the things on the board it speaks of."""

    title: Text
    text: Text
    look: list[str]


class Lesson(Struct, omit_defaults=True):
    """Where a lesson stands. Its steps are read one after the other; the last of `slips` asks for
    `task`, unless there is none. While the others act there are no slips."""

    lesson: str
    title: Text
    total: int  # steps
    first: int  # the number of the first slip, from 0
    slips: list[LessonSlip]
    task: Text | UnsetType = UNSET
    moves: list[str] = []  # that would do it
    free: bool = False  # any other move is as welcome
    reply: Text | UnsetType = UNSET  # to how the task before was done
    done: bool = False  # the slips are the last ones


class PuzzlePlan(Struct, omit_defaults=True):
    """A way to act in a puzzle: what it is called, the chance it leaves, and why."""

    moves: list[str]
    name: Text
    why: Text
    chance: float | UnsetType = UNSET  # less than all that are told


class Puzzle(Struct, omit_defaults=True):
    """The puzzle a table is, for whoever solves it; the plans once it is solved, the answer
    first."""

    number: int
    count: int  # of puzzles of the game
    task: Text
    attempts: int  # before the answer is shown
    made: int = 0  # moves of the answer that were made
    solved: bool = False
    plans: list[PuzzlePlan] = []


class State(Struct, tag_field="t", tag="state", omit_defaults=True):
    """The table as one seat (or nobody's, a spectator's) may see it, and what it missed."""

    version: int
    seat: Seat | None
    view: dict[str, Any]
    events: list[dict[str, Any]]
    log: LogPart
    undo: Literal["free", "ask"] | None
    summary: list[Text] | UnsetType = UNSET
    lesson: Lesson | UnsetType = UNSET
    puzzle: Puzzle | UnsetType = UNSET


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
    attempt: PuzzlePlan | UnsetType = UNSET  # at a puzzle: what was tried


class Reason(Struct, tag_field="t", tag="reason", omit_defaults=True):
    """Whether a move is possible now, and if not, why."""

    id: str
    legal: bool
    rule: str | UnsetType = UNSET
    sentence: Text | UnsetType = UNSET
    behind: str | UnsetType = UNSET


class HintOption(Struct):
    """Something one could do; the moves are what would be sent, the first of them at least."""

    moves: list[str]
    name: Text
    chance: float  # of winning that it would leave, as far as the seat can know
    why: Text  # empty if nothing can be said


class Hint(Struct, tag_field="t", tag="hint"):
    """The best options, the best first; nothing is ever sent by a hint."""

    id: str
    options: list[HintOption]
    only: bool  # there is nothing to choose
    margin: float  # chances nearer than this are equally good
    even: float  # an even share
    worlds: int  # in how many worlds that fit the view the options were compared


class TableStatus(Struct, tag_field="t", tag="table", omit_defaults=True):
    """People and clocks changed."""

    players: list[Player]
    saving: bool  # false while the server cannot write; nothing can happen then
    clocks: list[SeatClock] | UnsetType = UNSET
    away: list[Away] | UnsetType = UNSET
    undo_request: UndoRequest | UnsetType = UNSET
    end_request: EndRequest | UnsetType = UNSET
    waiting: bool = False  # the game begins when everybody is ready
    paused: bool = False  # nobody plays any more: the table waits for a person
    watching: int = 0  # devices that only look on; more than MOST_WATCHERS are not counted
    ended: Ended | UnsetType = UNSET
    result: Result | UnsetType = UNSET  # when the game is over
    since: float | UnsetType = UNSET  # seconds since 1970: the last act, where a game takes days
    rests: list[Rest] | UnsetType = UNSET  # where there are vacations


class Rematch(Struct, tag_field="t", tag="rematch", omit_defaults=True):
    """The new table, with the link of one's own seat, of the host or of a spectator."""

    table: str
    seat: Seat | UnsetType = UNSET
    token: str | UnsetType = UNSET
    host: str | UnsetType = UNSET


class Fault(Struct, tag_field="t", tag="error"):
    """The message could not be understood, or a limit is reached."""

    code: str
    sentence: Text


class Busy(Struct, tag_field="t", tag="busy", omit_defaults=True):
    """Nothing happened, because there is too much to do: send it again after so many seconds."""

    seconds: int
    sentence: Text
    id: str | UnsetType = UNSET  # of the request, if it had one


class Pong(Struct, tag_field="t", tag="pong"):
    """I am here."""


ServerMessage = (
    Welcome | Seated | Invited | Devices | State | Done | Refused | Reason | Hint | TableStatus
    | Said | Rematch | Fault | Busy | Pong
)  # fmt: skip


encode = Encoder().encode


def packed(message: ServerMessage) -> bytes:
    """A message as it goes over the wire; made once, for however many sockets."""
    return framed(encode(message))
