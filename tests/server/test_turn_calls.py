"""When a table reminds whose time runs out, worked out at given clocks: nobody waits for any."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from kamiza.core.game import Setup
from kamiza.games import game
from kamiza.play.clocks import MOVE
from kamiza.play.players import Player
from kamiza.play.table import PERSON, Table
from kamiza.server.by_days import DAY
from kamiza.server.calls.kinds import HALF, OVER, TENTH, TURN
from kamiza.server.calls.turns import SOON
from kamiza.server.config import Config
from kamiza.server.gate import Gate
from kamiza.server.live_table import LiveTable
from kamiza.server.services import Services
from kamiza.server.store import SEAT, TableRow, token_hash
from kamiza.server.store.calls import CalledSeat, Device, Vacation

WHOLE = 100 * 3600.0  # for a turn
NEAR = 240.0  # seconds a test may take on a very busy machine; everything here is in hours
PHONES = (b"a" * 32, b"b" * 32)


def at_a_table(folder: Path, scenario: Callable[[LiveTable], Awaitable[None]]) -> None:
    """A game for two that goes on for days; each has a phone, and nobody is here."""

    async def run() -> None:
        config = Config(folder, call_delay=10 * DAY)  # so that nothing is sent meanwhile
        services = Services(config, lambda why: None, lambda table: None, Gate(config))
        await services.open()
        clock: dict[str, object] = {"kind": MOVE, "seconds": WHOLE, "vacation": 9 * DAY}
        row = TableRow("t", "shintoh", "", "", 2, {}, bytes(32), False, clock, None, None, 0.0)
        players = [Player(seat, PERSON, claimed=True) for seat in range(2)]
        tokens = [(f"t {seat}", SEAT, seat) for seat in range(2)]
        await services.store.add_table(row, players, tokens, [])
        await services.store.own("t")
        for seat, phone in enumerate(PHONES):
            called = [CalledSeat("t", seat, token_hash(f"t {seat}"), "")]
            await services.store.calls.keep(phone, Device("{}", push=1), called, time.time())
        table = Table(game("shintoh"), Setup(2, {"first_dealer": "A"}, 1))
        live = LiveTable(services, row, players, table, lambda live: None)
        await scenario(live)
        live.close()
        await services.close()

    asyncio.run(asyncio.wait_for(run(), 60))


async def said(live: LiveTable) -> list[tuple[int, int, str]]:
    """What waits to be said, as seat, turn and kind; from then on it has been said."""
    if live.calls.writing is not None:
        await asyncio.wait([live.calls.writing])
    taken = await live.services.store.calls.take(time.time() + 20 * DAY, -DAY, 10)
    return [(call.seat, call.turn, call.kind) for call in taken]


def with_left(live: LiveTable, seconds: float) -> None:
    """Whoever is asked has so much of the turn left, and the clock stands still."""
    live.time.clocks.left[live.table.asked] = seconds
    live.calls.remind(live.table.asked)


def wakes_in(live: LiveTable) -> float:
    """In how many seconds the table looks again: here, and if it has left the memory."""
    timer, woken = live.calls.timer, live.calls.woken
    assert timer is not None
    assert woken is not None
    here = timer.when() - asyncio.get_running_loop().time()
    assert here == pytest.approx(woken - time.time(), abs=NEAR)
    return here


def test_half_of_a_turn_and_its_last_tenth_are_told_of(tmp_path: Path) -> None:
    """Also when they are reached to the second; and each time it wakes up for the next one."""

    async def scenario(live: LiveTable) -> None:
        for left, wanted, ahead in (
            (WHOLE, [], WHOLE / 2), (WHOLE / 2 + 1, [], 1),
            (WHOLE / 2, [(0, 1, HALF)], 0.4 * WHOLE),
            (WHOLE / 3, [], WHOLE / 3 - WHOLE / 10), (WHOLE / 10, [(0, 2, TENTH)], WHOLE / 10),
            (WHOLE / 20, [], WHOLE / 20), (0.0, [], SOON),
        ):  # fmt: skip
            with_left(live, left)
            assert await said(live) == wanted, left
            assert wakes_in(live) == pytest.approx(ahead, abs=NEAR)

    at_a_table(tmp_path, scenario)


def test_who_is_reminded_late_hears_the_last_tenth_only(tmp_path: Path) -> None:
    """Of two reminders that are due at once; and none when there is nothing left."""

    async def scenario(live: LiveTable) -> None:
        with_left(live, 0.0)
        assert await said(live) == []
        with_left(live, WHOLE / 50)
        assert await said(live) == [(0, 2, TENTH)]

    at_a_table(tmp_path, scenario)


def test_each_turn_has_numbers_of_its_own(tmp_path: Path) -> None:
    """By how often the seat has acted; the other seat counts for itself."""

    async def scenario(live: LiveTable) -> None:
        table = live.table
        live.calls.came()
        assert await said(live) == [(0, 0, TURN)]
        for asked, turn in ((1, 0), (0, 4), (1, 4)):
            table.accept(table.prepare_act(table.asked, ("pass",), table.version, PERSON, PERSON))
            assert table.asked == asked
            live.calls.came()
            assert await said(live) == [(asked, turn, TURN)]
            with_left(live, WHOLE / 2)
            assert await said(live) == [(asked, turn + 1, HALF)]

    at_a_table(tmp_path, scenario)


def test_who_rests_is_not_called_and_the_table_wakes_when_they_are_back(tmp_path: Path) -> None:
    async def scenario(live: LiveTable) -> None:
        live.days.vacations[0] = Vacation(time.time() - 5, time.time() + 2 * DAY, 0.0)
        live.calls.came()
        with_left(live, WHOLE / 2)
        assert await said(live) == []
        assert wakes_in(live) == pytest.approx(2 * DAY, abs=NEAR)
        del live.days.vacations[0]
        with_left(live, WHOLE / 2)
        assert await said(live) == [(0, 1, HALF)]

    at_a_table(tmp_path, scenario)


def test_a_table_that_looks_again_waits_for_one_moment_only(tmp_path: Path) -> None:
    async def scenario(live: LiveTable) -> None:
        with_left(live, WHOLE)
        first = live.calls.timer
        with_left(live, WHOLE / 4)
        assert first is not None
        assert first.cancelled()
        assert live.calls.timer is not first
        last = live.calls.timer
        live.calls.wake(None)
        assert last is not None
        assert last.cancelled()
        assert (live.calls.timer, live.calls.woken) == (None, None)
        await said(live)  # what was begun is written before the table closes

    at_a_table(tmp_path, scenario)


def test_who_has_acted_is_not_called_any_more(tmp_path: Path) -> None:
    async def scenario(live: LiveTable) -> None:
        calls, table = live.services.store.calls, live.table
        live.calls.came()
        assert live.calls.writing is not None
        await asyncio.wait([live.calls.writing])
        assert await calls.waiting("t") == {0}
        live.calls.look()
        await asyncio.wait([live.calls.writing])
        assert await calls.waiting("t") == {0}
        table.accept(table.prepare_act(0, ("pass",), 0, PERSON, PERSON))
        live.calls.look()
        await asyncio.wait([live.calls.writing])
        assert await calls.waiting("t") == set()

    at_a_table(tmp_path, scenario)


def test_the_end_is_told_to_everybody_however_often_one_looks(tmp_path: Path) -> None:
    async def scenario(live: LiveTable) -> None:
        table = live.table
        while not table.is_over:
            change = table.prepare_act(table.asked, ("pass",), table.version, PERSON, PERSON)
            table.accept(change)
        live.calls.came()
        live.calls.look()
        assert live.calls.writing is not None
        await asyncio.wait([live.calls.writing])
        assert await live.services.store.calls.waiting("t") == {0, 1}
        assert {(seat, kind) for seat, _, kind in await said(live)} == {(0, OVER), (1, OVER)}

    at_a_table(tmp_path, scenario)
