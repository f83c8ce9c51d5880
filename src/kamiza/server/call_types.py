"""What a device says about being called, and is told; see docs/calls.md."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from kamiza.server.http_types import MOST_CALLED_TABLES, CallWay, Tried
from kamiza.server.messages import Seat


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
