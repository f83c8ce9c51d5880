"""When a device wants to be left in peace, and what a ticket is good for."""

from datetime import UTC, datetime

import pytest

from kamiza.server.calls.tickets import NO_MAIL, Tickets
from kamiza.server.calls.wishes import Quiet, Wishes

NIGHT = Quiet(22 * 60, 7 * 60 + 30)


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("zone", "quiet", "now", "until"),
    [
        ("UTC", NIGHT, "2026-11-16 21:59:59", None),
        ("UTC", NIGHT, "2026-11-16 22:00:00", "2026-11-17 07:30:00"),
        ("UTC", NIGHT, "2026-11-17 07:29:59", "2026-11-17 07:30:00"),
        ("UTC", NIGHT, "2026-11-17 07:30:00", None),
        ("Asia/Tokyo", NIGHT, "2026-11-16 13:00:00", "2026-11-16 22:30:00"),
        ("Asia/Tokyo", NIGHT, "2026-11-16 23:00:00", None),
        # A night in which the clocks are put back has one hour more.
        ("Europe/Berlin", NIGHT, "2026-10-24 21:00:00", "2026-10-25 06:30:00"),
        ("UTC", Quiet(600, 660), "2026-11-16 10:30:00", "2026-11-16 11:00:00"),
        ("UTC", Quiet(600, 660), "2026-11-16 11:00:00", None),
        ("UTC", Quiet(600, 600), "2026-11-16 10:00:00", None),
        ("UTC", None, "2026-11-16 23:00:00", None),
        ("No/Such", NIGHT, "2026-11-16 12:59:00", None),  # by its offset, see below
        ("No/Such", NIGHT, "2026-11-16 13:00:00", "2026-11-16 22:30:00"),
    ],
)
def test_quiet_hours(zone: str, quiet: Quiet | None, now: str, until: str | None) -> None:
    wishes = Wishes(zone, 540, quiet=quiet)
    assert wishes.quiet_until(at(now)) == (None if until is None else at(until))


def test_the_daily_mail_comes_in_the_morning() -> None:
    assert Wishes("Asia/Tokyo").next_daily(at("2026-11-16 12:00:00")) == at("2026-11-16 23:00:00")


def test_a_ticket_says_one_thing_and_cannot_be_changed() -> None:
    tickets = Tickets(b"secret")
    made = tickets.make(NO_MAIL, b"device", "about")
    found = tickets.read(made)
    assert found is not None
    assert (found.what, found.device, found.about) == (NO_MAIL, b"device", "about")
    assert Tickets(b"other").read(made) is None
    assert tickets.read(made[:-2] + ("AA" if made[-2:] != "AA" else "BB")) is None
    assert tickets.read(tickets.make(NO_MAIL, b"device", "about", until=1)) is None
