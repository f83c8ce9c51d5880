"""What requests about tables and their answers contain; see docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from kamiza.server.messages import ClockChoice, Ended, Hint, Player, Result, Seat, Text


class NewPlayer(Struct):
    """A seat of a new table: a bot, the creator's own seat, or an invitation (no name)."""

    kind: Literal["person", "bot"]
    name: Annotated[str, Meta(max_length=200)] = ""
    level: Annotated[str, Meta(max_length=32)] = "heuristic"


class NewTable(Struct):
    """`POST /api/tables`."""

    game: Annotated[str, Meta(max_length=32)]
    players: Annotated[list[NewPlayer], Meta(min_length=1, max_length=8)]
    settings: dict[str, Any] = {}
    public: bool = False
    clock: ClockChoice | None = None
    waits: bool = False  # until everybody is here and ready
    hints: bool | None = None  # if nobody says: where nobody plays against other people
    club: Annotated[str, Meta(max_length=32)] = ""  # made for a club, by a member of it
    position: dict[str, Any] | None = None  # where it begins; then it has the settings of that


class TriedPosition(Struct):
    """`POST /api/games/<game>/position` and `…/analysis`: a position somebody thinks of, and whose
    eyes it is seen with (a spectator's if nobody's)."""

    position: dict[str, Any]
    seat: Seat | None = None


class PositionText(Struct):
    """`POST /api/games/<game>/position/text`: a position, a record or a case, as it was copied."""

    text: Annotated[str, Meta(min_length=1, max_length=200_000)]


class FoundPosition(Struct):
    """A position of a game, in as few words as possible."""

    game: str
    position: dict[str, Any]


class PositionProblem(Struct):
    """What cannot be: the field ("A.hand", or nothing), its name, and a sentence."""

    field: str
    where: Text
    sentence: Text


class PossiblePosition(Struct):
    """What follows from a position that can be."""

    short: dict[str, Any]
    whole: dict[str, Any]
    asked: Seat | None
    question: str | None
    moves: int
    view: dict[str, Any]
    case: str  # the same as a case of the tests


class CheckedPosition(Struct):
    """Either what is wrong with a position, or what follows from it."""

    problem: PositionProblem | None
    possible: PossiblePosition | None


class AnalysedPosition(Struct):
    """How likely each seat wins, as far as the asked one can know, and its best options."""

    asked: Seat
    chances: dict[Seat, float]
    hint: Hint


class PositionField(Struct):
    """One field of a position: its name, its form as JSON Schema, and what it is if left out."""

    name: str
    label: Text
    shape: dict[str, Any]
    needed: bool
    follows: bool  # left out, it follows from the rest; otherwise it is `usual`
    usual: Any
    hidden: bool  # it lies face down, or only its owner knows it


class PositionForm(Struct):
    """`GET /api/games/<game>/position/form`: all fields, and the names of their values."""

    table: list[PositionField]
    players: list[PositionField]
    names: dict[str, Text]  # of values
    labels: dict[str, Text]  # of what is asked for inside a field, and of what every position has


class NewBranch(Struct):
    """`POST /api/tables/<table>/branch`: go on from after move number `at`."""

    at: Annotated[int, Meta(ge=0, le=100_000)]
    players: Annotated[list[NewPlayer], Meta(min_length=1, max_length=8)]
    public: bool = False
    clock: ClockChoice | None = None


class NewSeat(Struct, omit_defaults=True):
    """A seat of the table just made; bots have no token."""

    seat: Seat
    kind: Literal["person", "bot"]
    token: str | UnsetType = UNSET
    mine: bool | UnsetType = UNSET


class TableMade(Struct):
    """The links of a new table."""

    table: str
    seats: list[NewSeat]
    spectator: str
    host: str


class Claim(Struct):
    """`POST /api/tables/<table>/claim`."""

    name: Annotated[str, Meta(max_length=200)] = ""


class Claimed(Struct):
    """The seat one got at a public table."""

    seat: Seat
    token: str


class OpenTable(Struct):
    """A public table with free seats; `created` is in seconds since 1970."""

    table: str
    game: str
    seats: int
    taken: int
    settings: dict[str, Any]
    clock: ClockChoice | None
    created: float
    host: str  # a name, if there is one
    begun: bool


class Standing(Struct):
    """`GET /api/tables/<table>/standing`: how it stands, as the seat of a link may see it."""

    waiting: bool  # it has not begun
    asked: Seat | None
    seat: Seat | None
    players: list[Player]
    view: dict[str, Any] | None  # not before the game has begun
    ended: Ended | None
    result: Result | None
    version: int = 0
    news: list[Text] = []  # what happened since the version that was asked about
    since: float | None = None  # seconds since 1970: the last act, where a game takes days
    left: float | None = None  # seconds whoever is asked has left, where a clock runs
    resting: float | None = None  # until when whoever is asked is on vacation


CallWay = Literal["", "never"]
Tried = Literal["off", "sent", "later", "failed"]
MOST_CALLED_TABLES = 64
