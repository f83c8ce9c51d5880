"""What everything costs and who may spend how much, as docs/server.md tells it."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server_kit import Message
from starlette.responses import Response

from kamiza.server import asks, limits
from kamiza.server.app import SmallAnswers
from kamiza.server.faults import FAULTS, fault
from kamiza.server.limits import AddressLimits, Bucket, Buckets, Busy, Guest, Room
from kamiza.server.prices import PRICES, price_of
from kamiza.server.refusals import STATUS

DOCUMENT = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
ROWS = dict(re.findall(r"^\| ([^|]+?) \| (.+) \|$", DOCUMENT, re.MULTILINE))


def row(begin: str) -> str:
    (found,) = (text for name, text in ROWS.items() if name.startswith(begin))
    return found


def told(allowance: tuple[float, float]) -> str:
    """An allowance in the words of the document."""
    rate, burst = allowance
    often = f"{rate:g} a second" if rate >= 1 else f"1 in {1 / rate:g} seconds"
    return f"{often}, {burst:,.0f} at once"


@pytest.mark.parametrize(
    ("begin", "words"),
    [
        ("messages (price 1)", told(limits.MESSAGES_OF_SOCKET)),
        ("messages (price 1)", told(limits.MESSAGES_OF_ADDRESS)),
        ("messages that are not", f"| {limits.OPEN_MESSAGES_OF_ADDRESS} | {limits.OPEN_MESSAGES};"),
        ("messages that are not", f"longer than {limits.LONG_SECONDS:g} s"),
        ("pings", told(limits.FRAMES_OF_SOCKET)),
        ("pings", told(limits.FRAMES_OF_ADDRESS)),
        ("pings", f"{limits.FRAGMENTS} pieces of a message"),
        ("sent and not read", f"more than {limits.MUCH_WAITING >> 10} KiB wait"),
        ("connections", told(limits.CONNECTIONS_OF_ADDRESS)),
        ("connections", f"{limits.CONNECTIONS_BESIDE_SOCKETS} more than sockets"),
        ("requests", told(limits.REQUESTS_OF_ADDRESS)),
        ("requests", "parts of the pages {:g} and {:g}".format(*limits.FILES_OF_ADDRESS)),
        ("requests", "health and metrics {:g} and {:g}".format(*limits.HEALTH_OF_ADDRESS)),
        ("replays", told(limits.WORK_OF_ADDRESS)),
        ("tables read from the file", told(limits.LOADS_OF_ADDRESS)),
        ("what devices say", told(limits.CALLS_OF_ADDRESS)),
        ("test calls", told(limits.LETTERS_OF_ADDRESS)),
    ],
)
def test_the_document_has_the_numbers(begin: str, words: str) -> None:
    assert words in f"| {row(begin)} |"


def test_the_document_has_the_other_numbers() -> None:
    assert (limits.WAITING_BYTES, limits.WAITING_BYTES_OF_ADDRESS) == (1 << 20, 16 << 20)
    assert limits.FEWEST_OPEN_MESSAGES * 6 == limits.OPEN_MESSAGES
    assert (limits.MESSAGE_BYTES, limits.BODY_BYTES) == (16 << 10, 16 << 10)
    assert (limits.FRAME_PRICE, limits.EMPTY_PIECE_PRICE) == (1, 10)
    text = " ".join(DOCUMENT.split())
    assert limits.ANSWERED_BUSY == 10
    assert "answered with `busy` (ten times in one go) and the seconds to wait" in text
    for words in (
        f"A hello costs {limits.MALFORMED_PRICE:g} messages, so does one that cannot be read",
        f"After {limits.FLOOD_MESSAGES} messages over the limit",
        f"pays {limits.FLOOD_FINE:g} connections",
        f"{limits.CONNECTIONS_FOR_HEALTH} more are let in for `/healthz` and `/metrics`",
        f"| `{limits.USUAL_SOCKETS}`, `{limits.USUAL_TABLES}` | limits per address",
    ):
        assert words in text


def test_the_document_has_the_prices() -> None:
    """Of each kind of message; those that it does not name cost 1."""
    dear = {asks.Hello: 4, asks.AskRematch: 4, asks.AskHint: 8}
    others = (
        asks.Undo, asks.Lend, asks.Reclaim, asks.Name, asks.Ready, asks.Resign, asks.AskVacation,
        asks.Say, asks.Passing,
    )  # fmt: skip
    assert dear | dict.fromkeys(others, 2) == PRICES
    assert price_of(asks.Ping()) == 1
    assert "a hint costs 8; undo, lending, names, being ready" in " ".join(DOCUMENT.split())


@pytest.mark.parametrize(
    ("seconds", "told"), [(0.0, 1), (1.0, 1), (1.2, 2), (29.5, 30), (30.0, 30), (500.0, 30)]
)
def test_whoever_is_sent_away_is_told_when_to_come_back(seconds: float, told: int) -> None:
    """In whole seconds, at least one and at most thirty."""
    assert Busy(seconds).seconds == told


def test_a_purse_fills_again_with_time() -> None:
    purse = Bucket(2.0, 10.0, now=100.0)
    assert all(purse.take(100.0) for _ in range(10))
    assert not purse.take(100.0)
    assert purse.seconds_until() == 0.5
    assert purse.seconds_until(4.0) == 2.0
    purse.level = 3.0
    assert purse.seconds_until(5.0) == 1.0
    purse.level = 0.0
    assert purse.take(100.5)
    assert not purse.take(100.5)
    assert not purse.take(101.0, 2.0)  # what could not be paid has cost nothing
    assert purse.take(101.5, 2.0)
    assert purse.take(1000.0, 10.0)  # more than what fits is not kept
    assert not purse.take(1000.0, 0.5)
    assert purse.seconds_until(0.0) == 0.0


@pytest.mark.parametrize(
    ("sockets", "tables", "more"), [(100, 10, 1), (50, 5, 1), (300, 10, 3), (100, 45, 4.5)]
)
def test_whoever_allows_more_allows_more_of_everything(
    sockets: int, tables: int, more: float
) -> None:
    gates = AddressLimits(sockets, tables, 1000)
    guest = gates.guest("192.0.2.1")
    purses = {
        limits.MESSAGES_OF_ADDRESS: guest.messages, limits.FRAMES_OF_ADDRESS: guest.frames,
        limits.CONNECTIONS_OF_ADDRESS: guest.arrivals, limits.LOADS_OF_ADDRESS: guest.loads,
        limits.WORK_OF_ADDRESS: gates.work, limits.REQUESTS_OF_ADDRESS: gates.requests,
        limits.FILES_OF_ADDRESS: gates.files,
        limits.HEALTH_OF_ADDRESS: gates.health, limits.CALLS_OF_ADDRESS: gates.calls,
        limits.LETTERS_OF_ADDRESS: gates.letters, (tables / 60 / more, tables / more): gates.tables,
    }  # fmt: skip
    for (rate, burst), purse in purses.items():
        assert (purse.rate, purse.burst) == pytest.approx((rate * more, burst * more))
    assert guest.most_open_messages == limits.OPEN_MESSAGES_OF_ADDRESS * more


@pytest.mark.parametrize(("path", "is_smaller"), [("/assets/a-1.pack", False), ("/a", True)])
def test_what_is_packed_is_not_packed_again_for_everybody(path: str, is_smaller: bool) -> None:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path}
    scope["headers"] = [(b"accept-encoding", b"gzip")]
    answer = SmallAnswers(Response(bytes(10_000)), minimum_size=2000)
    asyncio.run(answer(scope, None, send))
    assert (len(sent[1]["body"]) < 10_000) == is_smaller


@dataclass(eq=False)
class Unread:
    """A socket for which so much waits."""

    waiting_bytes: int


def test_what_waits_for_slow_readers_is_counted_by_address() -> None:
    guest = AddressLimits(100, 10, 1000).guest("192.0.2.1")
    full = [Unread(limits.WAITING_BYTES) for _ in range(16)]
    assert not any(guest.is_too_slow(reader) for reader in full)
    last = Unread(1)
    assert guest.is_too_slow(last)
    full[0].waiting_bytes = limits.MUCH_WAITING  # has read nearly all of it
    assert not guest.is_too_slow(last)
    assert guest.slow == {*full[1:], last}


def test_a_flood_costs_connections() -> None:
    guest = AddressLimits(100, 10, 1000).guest("192.0.2.1")
    full = guest.arrivals.level
    guest.fine()
    assert guest.arrivals.level == full - limits.FLOOD_FINE
    guest.arrivals.level = limits.FLOOD_FINE / 2
    guest.fine()
    assert guest.arrivals.level == 0


def emptied(guest: Guest, name: str) -> None:
    getattr(guest, name).level = -1e9


def test_who_has_nothing_open_and_full_purses_is_gone() -> None:
    gates = AddressLimits(100, 10, 1000)
    for name in ("messages", "frames", "arrivals", "loads"):
        guest = gates.guest(name)
        assert guest.is_gone
        emptied(guest, name)
        assert not guest.is_gone
    guest = gates.guest("192.0.2.1")
    guest.connections = 1
    assert not guest.is_gone
    guest.connections, guest.sockets = 0, 1
    assert not guest.is_gone


@pytest.mark.parametrize("name", ["messages", "frames", "arrivals", "loads"])
def test_a_purse_is_full_again_in_time(name: str) -> None:
    guest = AddressLimits(100, 10, 1000).guest("192.0.2.1")
    purse: Bucket = getattr(guest, name)
    purse.level, purse.rate, purse.burst = 0.0, 2.0, 4000.0
    purse.seen = time.monotonic() - 1000
    assert not guest.is_gone
    purse.seen = time.monotonic() - 3000
    assert guest.is_gone


def test_purses_that_have_been_quiet_are_forgotten_when_there_are_many() -> None:
    """But not twice in ten seconds, for that takes time."""
    purses = Buckets(1e-6, 2.0)
    assert purses.of("a") is purses.of("a")
    assert [purses.take("a") for _ in range(3)] == [True, True, False]
    assert purses.seconds_until("a") > 1000
    assert purses.seconds_until("b") == 0
    for name in "ab":
        purses.of(name).seen += 1000.0  # whatever this machine does meanwhile
    for number in range(limits.MOST_ADDRESSES - 2):
        purses.of(f"quiet {number}").seen -= 1000.0
    purses.of("c").seen -= 1000.0  # one more than is kept for ever
    assert len(purses.buckets) == limits.MOST_ADDRESSES + 1
    purses.of("d")
    assert set(purses.buckets) == {"a", "b", "d"}
    purses.tidied = time.monotonic() + 1000  # only just
    for number in range(limits.MOST_ADDRESSES):
        purses.of(f"quiet {number}").seen -= 1000.0
    purses.of("e")
    assert len(purses.buckets) == limits.MOST_ADDRESSES + 4


def test_a_few_quiet_purses_stay() -> None:
    purses = Buckets(1.0, 2.0)
    for number in range(limits.MOST_ADDRESSES):
        purses.of(f"quiet {number}").seen -= 1000.0
    purses.of("a")
    assert len(purses.buckets) == limits.MOST_ADDRESSES + 1


def test_forgetting_is_noted() -> None:
    """When it was done last."""
    purses, gates = Buckets(1.0, 2.0), AddressLimits(100, 10, 1000)
    for number in range(limits.MOST_ADDRESSES + 2):
        purses.of(f"10.0.{number >> 8}.{number & 255}")
        gates.guest(f"10.0.{number >> 8}.{number & 255}")
    assert purses.tidied > 0
    assert gates.tidied > 0


def test_messages_that_were_answered_make_room() -> None:
    guest = AddressLimits(100, 10, 1000).guest("192.0.2.1")
    for _ in range(3 * limits.OPEN_MESSAGES):
        assert guest.begin_message()
        guest.end_message()
    assert (guest.open_messages, guest.limits.open_messages) == (0, 0)
    assert all(guest.begin_message() for _ in range(5))
    guest.end_message(3)
    assert (guest.open_messages, guest.limits.open_messages) == (2, 2)


def test_how_long_answers_take_is_looked_at_now_and_then() -> None:
    """By their mean since the last look; each counts once."""
    room, look, long = Room(), limits.LOOK_SECONDS, limits.LONG_SECONDS
    start = room.began = 1024.0
    room.answered(2 * long, start + look / 2)
    assert (room.places, room.answers) == (300, 1)  # not yet
    room = Room()
    room.began = start
    room.answered(1.5 * long, start + 2 * look)
    assert (room.places, room.answers, room.seconds, room.began) == (240, 0, 0, start + 2 * look)
    room.answered(1.5 * long, start + 4 * look)
    assert room.places == 192
    room.answered(long / 2, start + 6 * look)
    assert room.places == 202
    room.answered(long, start + 8 * look)
    assert room.places == 212  # just in time
    room.began = 0.0
    room.answered(2 * long, look)
    assert room.places == 212 * 4 // 5  # after exactly so long


def test_those_who_are_gone_are_forgotten_when_there_are_many() -> None:
    gates = AddressLimits(100, 10, 1000)
    stays = gates.guest("192.0.2.1")
    assert gates.open_socket(stays)
    for number in range(limits.MOST_ADDRESSES):
        gates.guest(f"10.0.{number >> 8}.{number & 255}")
    assert len(gates.guests) == limits.MOST_ADDRESSES + 1
    gates.guest("192.0.2.2")
    assert set(gates.guests) == {"192.0.2.1", "192.0.2.2"}
    assert gates.guest("192.0.2.1") is stays
    assert stays.address == "192.0.2.1"
    gates.tidied = time.monotonic() + 1000  # only just
    for number in range(limits.MOST_ADDRESSES):
        gates.guest(f"10.0.{number >> 8}.{number & 255}")
    gates.guest("192.0.2.3")
    assert len(gates.guests) == limits.MOST_ADDRESSES + 3


def test_a_few_who_are_gone_stay() -> None:
    gates = AddressLimits(100, 10, 1000)
    for number in range(limits.MOST_ADDRESSES):
        gates.guest(f"10.0.{number >> 8}.{number & 255}")
    gates.guest("192.0.2.1")
    assert len(gates.guests) == limits.MOST_ADDRESSES + 1


def test_connections_and_sockets_are_counted_in_and_out() -> None:
    gates = AddressLimits(2, 10, 1000)
    guest = gates.enter("192.0.2.1").guest
    assert guest is not None
    assert (guest.connections, gates.connections) == (1, 1)
    assert [gates.open_socket(guest) for _ in range(3)] == [True, True, False]
    assert gates.sockets == 2
    gates.close_socket(guest)
    assert gates.sockets == 1
    assert gates.open_socket(guest)
    gates.leave(guest)
    assert (guest.connections, gates.connections) == (0, 0)


def test_too_many_new_connections_are_none_of_this_address() -> None:
    gates = AddressLimits(100, 10, 1000)
    first = gates.enter("192.0.2.1").guest
    assert first is not None
    emptied(first, "arrivals")
    assert gates.enter("192.0.2.1") == (None, False)
    assert (first.connections, gates.connections) == (1, 1)
    full = AddressLimits(100, 10, 1)
    entrances = [full.enter(None) for _ in range(2 + limits.CONNECTIONS_FOR_HEALTH)]
    assert [entrance.is_for_health for entrance in entrances[:-1]] == [False] + [True] * 16
    assert entrances[-1] == (None, False)


def codes_of(status: int) -> set[str]:
    return {code for code, found in STATUS.items() if found == status}


def test_answers_say_no_by_the_numbers_of_http() -> None:
    """What is not there 404, what is gone 410, too often 429, not now 503."""
    assert set(STATUS.values()) == {403, 404, 409, 410, 413, 422, 429, 500, 503}
    assert codes_of(410) == {"table_closed", "club_closed"}
    assert codes_of(404) == {
        "unknown_table", "unknown_game", "not_found", "no_such_seat", "unknown_device",
        "unknown_ticket", "no_hook", "no_such_member",
    }  # fmt: skip
    by_hand = {
        "unknown_table": 404, "unknown_game": 404, "unknown_token": 403, "too_large": 413,
        "too_many_requests": 429, "too_many_tables": 429, "no_free_seat": 409, "not_over": 409,
        "broken": 500, "broken_table": 500, "draining": 503, "read_only": 503, "cannot_save": 503,
        "elsewhere": 503, "not_carried": 422, "banned": 403, "foreign_origin": 403,
    }  # fmt: skip
    assert by_hand.items() <= STATUS.items()


def said(frame: bytes) -> Any:
    """What a frame of a socket brings."""
    return msgspec.json.decode(frame[frame.index(b'{"') :])


def test_an_error_says_in_both_languages_what_is_wrong() -> None:
    """In words of its own, where there are any."""
    usual = said(fault("cancelled"))
    assert (usual["t"], usual["code"]) == ("error", "cancelled")
    assert usual["sentence"] == FAULTS["cancelled"]
    own = said(fault("cancelled", {"en": "Gone.", "ja": "終了。"}))
    assert own["sentence"] == {"en": "Gone.", "ja": "終了。"}


@pytest.mark.parametrize("hard", [100, 1000, 10_000])
def test_as_many_connections_as_there_may_be_files(hard: int) -> None:
    """But those that the server needs itself; it asks for as many as it may have."""
    program = (
        "import resource; from kamiza.server.serve import most_connections;"
        f" most = min({hard}, resource.getrlimit(resource.RLIMIT_NOFILE)[1]);"
        " resource.setrlimit(resource.RLIMIT_NOFILE, (60, most));"
        " print(most_connections(), resource.getrlimit(resource.RLIMIT_NOFILE)[0], most)"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    connections, soft, most = map(int, found.stdout.split())
    assert soft == most
    assert connections == max(16, most - 100)


def test_there_are_enough_connections_however_many_files_there_may_be() -> None:
    """And no more files are asked for than would be used."""
    program = (
        "import resource; from kamiza.server.serve import most_connections;"
        " most = resource.getrlimit(resource.RLIMIT_NOFILE)[1];"
        " resource.setrlimit(resource.RLIMIT_NOFILE, (60, most));"
        " print(most_connections(), resource.getrlimit(resource.RLIMIT_NOFILE)[0], most)"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    connections, soft, most = map(int, found.stdout.split())
    wanted = 20_100 if most < 0 else min(most, 20_100)
    assert (connections, soft) == (max(16, wanted - 100), wanted)
