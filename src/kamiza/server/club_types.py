"""What is sealed under keys, and clubs; see docs/memory.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from kamiza.server.messages import Seat

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
