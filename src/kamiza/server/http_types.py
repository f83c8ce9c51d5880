"""What requests and their answers contain; see docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from kamiza.server.messages import (
    Branch,
    ClockChoice,
    Ended,
    Hint,
    LogPart,
    Player,
    Result,
    Seat,
    Text,
)


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


class CallsOffered(Struct):
    """`GET /api/calls`: what this server can call by."""

    calls: bool
    push: str | None  # its public key
    mail: bool


class PushKeys(Struct):
    """A browser's `PushSubscription`."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1024)]
    p256dh: Annotated[str, Meta(max_length=128)]
    auth: Annotated[str, Meta(max_length=64)]


class QuietHours(Struct):
    """Minutes after midnight; nobody is called in between."""

    begin: Annotated[int, Meta(ge=0, le=1439)]
    end: Annotated[int, Meta(ge=0, le=1439)]


class CalledTable(Struct):
    """A seat a device is called for, by the link of that seat."""

    table: Annotated[str, Meta(max_length=64)]
    token: Annotated[str, Meta(min_length=1, max_length=64)]
    way: CallWay = ""


class NewWishes(Struct):
    """`PUT /api/calls/mine`: how this device wants to be called, all of it."""

    tables: Annotated[list[CalledTable], Meta(max_length=MOST_CALLED_TABLES)]
    zone: Annotated[str, Meta(max_length=64)] = "UTC"
    offset: Annotated[int, Meta(ge=-900, le=900)] = 0  # minutes east of Greenwich
    language: Literal["en", "ja"] = "en"
    push: PushKeys | None = None
    mail: Annotated[str, Meta(max_length=254)] = ""
    mail_how: Literal["off", "once", "daily"] = "off"
    quiet: QuietHours | None = None


class KeptTable(Struct):
    """A seat a device is called for, or never."""

    table: str
    seat: Seat
    way: CallWay


class KeptWishes(Struct, omit_defaults=True):
    """How a device is called. `asked` says whether a mail went to a new address."""

    push: str | None  # the address of the browser's push service
    mail: str
    mail_how: Literal["off", "once", "daily"]
    confirmed: bool
    quiet: QuietHours | None
    tables: list[KeptTable]
    asked: str | UnsetType = UNSET


class CallTried(Struct):
    """What became of a call that was tried."""

    push: Tried = "off"
    mail: Tried = "off"
    hook: Tried = "off"
    seconds: float = 0.0


class CallTicket(Struct):
    """`POST /api/calls/confirm`."""

    ticket: Annotated[str, Meta(max_length=512)]


class CallsStopped(Struct):
    """What does not come any more: mail, or the calls of a table."""

    what: str


class Hook(Struct):
    """The webhook of a table; none if it has no address."""

    url: Annotated[str, Meta(max_length=1024)]
    language: Literal["en", "ja"] = "en"


class Problem(Struct, omit_defaults=True):
    """What went wrong with a request."""

    code: str
    sentence: Text
    rule: str | UnsetType = UNSET


class Failure(Struct):
    """The body of every answer that is not a success."""

    error: Problem


class SettingValue(Struct):
    """One choice of a setting."""

    value: Any
    label: Text
    help: Text
    seats: list[int]  # the numbers of players it can be chosen for


class GameSetting(Struct):
    """Something to choose before a game."""

    name: str
    default: Any
    label: Text
    help: Text
    values: list[SettingValue]
    when: dict[str, Any]  # matters only while other settings have these values
    rare: bool  # for those who know the game
    deals: list[str]  # each seat has a switch; who turns it on is dealt the next of these
    pick: str  # not one of the values, but a list of cards of this group


class Trial(Struct):
    """`POST /api/games/<game>/advice`: a table one thinks of."""

    seats: Annotated[int, Meta(ge=1, le=8)]
    settings: dict[str, Any] = {}


class Advice(Struct):
    """Why there can be no such table, or what is advised against at it."""

    refusal: Text | None
    notices: list[Text]


class FirstGame(Struct):
    """A good table for people who have never played this game."""

    seats: int
    settings: dict[str, Any]


class BotLevel(Struct):
    """A bot that can take a seat, and its character."""

    level: str
    name: Text
    character: Text


class CountedBy(Struct):
    """What a player's own games are counted by, such as their kami."""

    kind: str
    label: Text


class GameHistory(Struct):
    """What is asked about games that were played."""

    by: CountedBy | None
    favourite: CountedBy | None
    keepsake: bool  # something of each player is left to be looked at


class GameInfo(Struct):
    """A game one can play here."""

    name: str
    title: Text
    subtitle: Text
    players: list[int]
    minutes: int
    age: int
    settings: list[GameSetting]
    first: FirstGame
    study: bool  # something is known by heart, so the rules show it for study only
    bots: list[BotLevel]  # from easy to hard
    lessons: list[LessonInfo]  # in the order in which they build on each other
    puzzles: int  # how many there are
    history: GameHistory


class NewLesson(Struct):
    """`POST /api/games/<game>/lessons/<lesson>`: a table for somebody who learns."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]


class PuzzleInfo(Struct):
    """`GET /api/games/<game>/puzzles`: one of them."""

    number: int
    task: Text
    players: int
    seat: Seat


class LessonInfo(Struct):
    """A lesson of a game; `kind` is "table" or "quiz"."""

    id: str
    kind: Literal["table", "quiz"]
    title: Text
    about: Text
    minutes: int


class QuizChoice(Struct):
    """One answer that can be chosen."""

    text: Text
    right: bool


class QuizQuestion(Struct):
    """Choose everything that is right; `why` is read afterwards."""

    ask: Text
    choices: list[QuizChoice]
    why: Text


class Quiz(Struct):
    """`GET /api/games/<game>/lessons/<quiz>`."""

    title: Text
    questions: list[QuizQuestion]


class NamedThing(Struct, omit_defaults=True):
    """Something that sentences name: a thing as the log calls it, or a term of the rules."""

    thing: str
    name: Text
    forms: dict[str, list[str]] = {}  # what else it is called, by language
    rules: list[str] = []


class LessonStep(Struct):
    """One picture of how a game is played, and the rules it explains."""

    picture: str
    text: Text
    rules: list[str]


class LessonPart(Struct):
    """Some steps of a lesson under one heading."""

    title: Text
    steps: list[LessonStep]


class RuleChapter(Struct):
    """A chapter of the rule list."""

    id: str
    title: Text
    detail: bool  # for looking up, not for learning


class RuleText(Struct, omit_defaults=True):
    """One rule; rulings have a question and a reason, glossary entries a term."""

    id: str
    chapter: str
    text: Text
    source: str
    question: Text | UnsetType = UNSET
    why: Text | UnsetType = UNSET
    when: Text | UnsetType = UNSET
    term: Text | UnsetType = UNSET


class RuleList(Struct):
    """`GET /api/games/<game>/rules`."""

    chapters: list[RuleChapter]
    rules: list[RuleText]
    study: bool  # something is shown for study only


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


# -- a key of one's own --------------------------------------------------------------------------

KeyName = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class NewKey(Struct):
    """`POST /api/keys`: its name, and the proof that opens what is kept under it."""

    key: KeyName
    proof: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class KeyItem(Struct):
    """Something sealed, in base64; empty if it was thrown away."""

    item: KeyName
    sealed: bytes


class KeyItems(Struct):
    """`GET /api/keys/<key>?after=<n>`: what was written since; `more` if that was not all."""

    n: int
    more: bool
    items: list[KeyItem]
    things: int
    bytes: int


class KeyChange(Struct):
    """`POST /api/keys/<key>`: written if nothing else was since change number `after`."""

    after: Annotated[int, Meta(ge=0, le=2_000_000_000)]
    items: Annotated[list[KeyItem], Meta(min_length=1, max_length=100)]


class KeyWritten(Struct):
    """The number of changes there are now."""

    n: int


# -- clubs ---------------------------------------------------------------------------------------

ClubName = Annotated[str, Meta(min_length=1, max_length=60)]
MemberName = Annotated[str, Meta(min_length=1, max_length=200)]


class NewClub(Struct):
    """`POST /api/clubs`: its name, and mine in it."""

    name: ClubName
    me: MemberName


class ClubMade(Struct):
    """The club one has founded or joined: the token is the membership."""

    club: str
    name: str
    member: int
    token: str
    invite: str  # to hand on; empty for who joined by one
    invites: int  # which invitation of the club that is


class ClubDoor(Struct):
    """`GET /api/clubs/<club>/door`: what an invitation lets see before one joins."""

    name: str
    members: int


class JoinClub(Struct):
    """`POST /api/clubs/<club>/join`."""

    name: MemberName


class SitDown(Struct):
    """`POST /api/clubs/<club>/tables/<table>/sit`: nothing more to say."""


class ClubAct(Struct, omit_defaults=True):
    """`POST /api/clubs/<club>/act`: one thing that a member, or the founder, does."""

    act: Literal["rename", "name", "remove", "hand_over", "invite", "close", "leave"]
    name: Annotated[str, Meta(max_length=200)] = ""
    member: Annotated[int, Meta(ge=0, le=10_000)] = 0


class ClubDone(Struct):
    """That it was done; with a new invitation if one was asked for."""

    invite: str
    invites: int


class ClubMember(Struct):
    """Somebody of a club; whoever is gone is still named in its results."""

    member: int
    name: str
    founder: bool
    joined: float
    gone: bool
    playing: bool  # at a table of the club


class ClubTableSeat(Struct):
    """A seat of an open table."""

    seat: Seat
    kind: Literal["person", "bot"]
    name: str
    member: int | None
    free: bool


class ClubTable(Struct):
    """A table of the club whose game is not over."""

    table: str
    game: str
    made: float
    begun: bool
    seats: list[ClubTableSeat]


class ClubSeat(Struct):
    """How a seat fared in a game of the club."""

    seat: Seat
    name: str
    member: int | None
    level: str  # of a bot
    score: int
    place: int


class ClubResult(Struct):
    """A game of the club that the server saw end."""

    table: str
    game: str
    at: float
    teams: list[list[Seat]]
    seats: list[ClubSeat]


class Club(Struct):
    """`GET /api/clubs/<club>`."""

    club: str
    name: str
    founded: float
    closed: bool
    you: int
    founder: bool  # are you?
    invites: int
    members: list[ClubMember]
    tables: list[ClubTable]
    results: list[ClubResult]  # the oldest first


class ClubKeepsake(Struct):
    """What is left of a seat of a finished game."""

    table: str
    game: str
    at: float
    seat: ClubSeat
    kept: list[Any]
