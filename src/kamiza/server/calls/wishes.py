"""How a device wants to be called, as it is stored; and when it wants to be left in peace."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

from kamiza.server.store.calls import Device

OFF, AT_ONCE, DAILY = "off", "once", "daily"
MAIL_NUMBERS = {OFF: 0, AT_ONCE: 1, DAILY: 2}
DAILY_AT = 8 * 60  # minutes after midnight
A_DAY = 24 * 60

Language = Literal["en", "ja"]


class PushTo(Struct, forbid_unknown_fields=True):
    """Where a browser is reached, and its keys, as its `PushSubscription` says."""

    endpoint: str
    p256dh: str
    auth: str


class Quiet(Struct, forbid_unknown_fields=True):
    """Minutes after midnight."""

    begin: int
    end: int


class Wishes(Struct, omit_defaults=True):
    """All of a device, or of the webhook of a table."""

    zone: str = "UTC"
    offset: int = 0  # minutes east of Greenwich, where the zone is not known
    language: Language = "en"
    push: PushTo | None = None
    mail: str = ""
    mail_how: Literal["off", "once", "daily"] = "off"
    confirmed: bool = False  # whoever reads mail at that address agreed
    quiet: Quiet | None = None
    hook: str = ""

    def as_row(self) -> Device:
        mail = MAIL_NUMBERS[self.mail_how] if self.mail and self.confirmed else 0
        text = msgspec.json.encode(self).decode()
        return Device(text, int(self.push is not None), mail, int(bool(self.hook)))

    # -- time -----------------------------------------------------------------------------------

    def time_zone(self) -> tzinfo:
        try:
            return ZoneInfo(self.zone)
        except (ValueError, OSError, KeyError):  # no such zone, or no list of zones here
            return timezone(timedelta(minutes=self.offset))

    def quiet_until(self, now: float | None = None) -> float | None:
        """The end of the quiet hours, if it is quiet now."""
        if self.quiet is None or self.quiet.begin == self.quiet.end:
            return None
        local = datetime.fromtimestamp(time.time() if now is None else now, self.time_zone())
        minute = local.hour * 60 + local.minute
        since_begin = (minute - self.quiet.begin) % A_DAY
        if since_begin >= (self.quiet.end - self.quiet.begin) % A_DAY:
            return None
        return next_at(local, self.quiet.end)

    def next_daily(self, now: float | None = None) -> float:
        """When the one mail of a day is sent."""
        local = datetime.fromtimestamp(time.time() if now is None else now, self.time_zone())
        return next_at(local, DAILY_AT)


def next_at(local: datetime, minute: int) -> float:
    """The next time a clock on the wall shows this, in seconds since 1970."""
    at = local.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0, fold=0)
    if at <= local:
        at = (at.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=local.tzinfo)
    return at.astimezone(UTC).timestamp()


read_wishes = msgspec.json.Decoder(Wishes).decode
