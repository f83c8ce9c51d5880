"""What a client may say over a socket; see docs/protocol.md. What it hears is in `messages`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.json import Decoder

from kamiza.server.messages import (
    MOST_MOVES,
    Id,
    Mark,
    MoveText,
    OwnToken,
    Seat,
    Token,
    Version,
)


class Hello(Struct, tag_field="t", tag="hello"):
    """Sit down, or watch.

    `own` is the token the sender would like to have if `token` is an invitation, `page` tells its
    sockets from those of other devices.
    """

    token: Token
    version: Version | None = None
    name: Annotated[str, Meta(max_length=200)] | None = None
    own: OwnToken | None = None
    page: Annotated[str, Meta(max_length=64)] = ""


class Move(Struct, tag_field="t", tag="move"):
    """One act: all of its moves, or nothing."""

    id: Id
    seat: Seat
    version: Version
    moves: Annotated[list[MoveText], Meta(min_length=1, max_length=MOST_MOVES)]


class Undo(Struct, tag_field="t", tag="undo"):
    """Back before the seat's last act."""

    id: Id
    seat: Seat
    version: Version


class Consent(Struct, tag_field="t", tag="consent"):
    """The answer to a request to take back, or to end the game."""

    id: Id
    seat: Seat
    yes: bool


class Why(Struct, tag_field="t", tag="why"):
    """Why is this move not possible now?"""

    id: Id
    seat: Seat
    move: MoveText


class AskHint(Struct, tag_field="t", tag="hint"):
    """What could I do, and why?"""

    id: Id
    seat: Seat


class Lend(Struct, tag_field="t", tag="lend"):
    """A bot plays for this seat from now on."""

    id: Id
    seat: Seat
    level: Annotated[str, Meta(max_length=32)] = "heuristic"


class Reclaim(Struct, tag_field="t", tag="reclaim"):
    """I take my seat back."""

    id: Id
    seat: Seat


class Invite(Struct, tag_field="t", tag="invite"):
    """A new invitation to a seat whose person is not here; the host's to make."""

    id: Id
    seat: Seat


class Wait(Struct, tag_field="t", tag="wait"):
    """Give the absent player of this seat more time."""

    seat: Seat


class Name(Struct, tag_field="t", tag="name"):
    """My name."""

    seat: Seat
    name: Annotated[str, Meta(max_length=200)]


class Ready(Struct, tag_field="t", tag="ready"):
    """I am ready to begin, or not any more."""

    id: Id
    seat: Seat
    yes: bool


class Begin(Struct, tag_field="t", tag="begin"):
    """Begin with whoever is here; bots keep the other seats."""

    id: Id


class Cancel(Struct, tag_field="t", tag="cancel"):
    """There will be no game; the host's to say, before it begins."""

    id: Id


class Resign(Struct, tag_field="t", tag="resign"):
    """I give up."""

    id: Id
    seat: Seat


class AskEnd(Struct, tag_field="t", tag="end"):
    """Shall we end the game here, and does it count as it stands?"""

    id: Id
    seat: Seat
    counts: bool


class Passing(Struct, tag_field="t", tag="passing"):
    """What I do not want to be asked; said again after every `hello`."""

    seat: Seat
    never: Annotated[list[Mark], Meta(max_length=200)]
    always: bool = False


class Say(Struct, tag_field="t", tag="chat"):
    """Talk, in own words or with a ready phrase; who watches has no seat and is refused."""

    seat: Seat | None
    text: Annotated[str, Meta(max_length=1000)] | None = None
    phrase: Annotated[str, Meta(max_length=32)] | None = None


class Report(Struct, tag_field="t", tag="report"):
    """The person on a seat should be looked at by whoever runs the server."""

    id: Id
    about: Seat
    why: Annotated[str, Meta(max_length=400)] = ""


class Looking(Struct, tag_field="t", tag="looking"):
    """Is the page in sight? Nobody is called who looks."""

    yes: bool


class AskVacation(Struct, tag_field="t", tag="vacation"):
    """My clock rests for so many days from now on; with 0 I am back."""

    id: Id
    seat: Seat
    days: Annotated[float, Meta(ge=0, le=60)]


class AskRematch(Struct, tag_field="t", tag="rematch"):
    """A new table with the same people."""

    seat: Seat


class Ping(Struct, tag_field="t", tag="ping"):
    """Are you there?"""


ClientMessage = (
    Hello | Move | Undo | Consent | Why | AskHint | Lend | Reclaim | Invite | Wait | Name
    | Ready | Begin | Cancel | Resign | AskEnd | Passing | Say | Report | AskRematch | Looking
    | AskVacation | Ping
)  # fmt: skip


decode_message = Decoder(ClientMessage).decode
