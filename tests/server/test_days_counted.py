"""Clocks that run for days, and vacations: what they stand at, worked out without a server."""

from __future__ import annotations

import time

import pytest

from kamiza.core.refusal import Refusal
from kamiza.play.clocks import LONG_TURN, MOVE, ClockRule
from kamiza.server.by_days import DAY, LEAST_AFTER_DOWNTIME, OVERDUE, Days
from kamiza.server.store.calls import Vacation

LONG = ClockRule(MOVE, LONG_TURN)
SHORT = ClockRule(MOVE, 60.0)
NEAR = 240.0  # seconds a test may take on a very busy machine; everything here is in hours
HOUR = 3600.0


def days(ago: float = 0.0, allowance: float = 10 * DAY, rule: ClockRule | None = LONG) -> Days:
    """Two seats; the last act was so long ago."""
    return Days(rule, 2, allowance, time.time() - ago)


def resting(found: Days, seat: int, since: float, until: float, used: float = 0.0) -> Days:
    """A vacation from and to so many seconds from now."""
    now = time.time()
    found.vacations[seat] = Vacation(now + since, now + until, used)
    return found


def test_only_long_clocks_count_days() -> None:
    assert days().are_counted
    for rule in (SHORT, None):
        found = days(rule=rule)
        assert not found.are_counted
        assert found.allowance == 0
        assert found.clocks_now([5.0, 6.0], 0) == [5.0, 6.0]
        assert found.messages(2) is None
        with pytest.raises(Refusal):
            found.new_vacation(0, 1)
    assert days().had == [LONG_TURN, LONG_TURN]
    assert days(rule=None).had == [0.0, 0.0]


def test_the_clock_of_the_asked_seat_ran_while_nobody_looked() -> None:
    found = days(ago=5 * HOUR)
    left = found.clocks_now([50 * HOUR, 40 * HOUR], 1)
    assert left[0] == 50 * HOUR
    assert left[1] == pytest.approx(35 * HOUR, abs=NEAR)
    assert found.clocks_now([50 * HOUR, 40 * HOUR], -1) == [50 * HOUR, 40 * HOUR]


def test_a_clock_stops_at_nothing() -> None:
    assert days(ago=HOUR + OVERDUE / 2).clocks_now([HOUR, HOUR], 0) == [0.0, HOUR]


def test_time_that_ran_out_while_the_server_was_down_is_given_back() -> None:
    """An hour, but never more than there was."""
    late = days(ago=9 * HOUR)
    assert late.clocks_now([2 * HOUR, 7.0], 0) == [LEAST_AFTER_DOWNTIME, 7.0]
    assert late.clocks_now([60.0, 7.0], 0) == [60.0, 7.0]


def test_a_vacation_stops_the_clock_as_long_as_it_lasts() -> None:
    found = resting(days(ago=10 * HOUR), 0, since=-8 * HOUR, until=-2 * HOUR)
    assert not found.rests(0)
    assert found.clocks_now([20 * HOUR, 0.0], 0)[0] == pytest.approx(16 * HOUR, abs=NEAR)
    still = resting(days(ago=10 * HOUR), 0, since=-8 * HOUR, until=2 * HOUR)
    assert still.rests(0)
    assert not still.rests(1)
    assert still.clocks_now([20 * HOUR, 0.0], 0)[0] == pytest.approx(18 * HOUR, abs=NEAR)
    early = resting(days(ago=10 * HOUR), 0, since=-30 * HOUR, until=-20 * HOUR)
    assert early.clocks_now([20 * HOUR, 0.0], 0)[0] == pytest.approx(10 * HOUR, abs=NEAR)


def test_a_vacation_that_has_not_begun_stops_nothing() -> None:
    found = resting(days(), 0, since=HOUR, until=2 * HOUR)
    assert found.resting_until(0) is None
    assert found.left(0) == 10 * DAY


def test_what_is_left_of_the_vacations() -> None:
    """What was used before, and of this one what has gone by."""
    now = resting(days(), 0, since=-DAY, until=3 * DAY, used=2 * DAY)
    assert now.left(0) == pytest.approx(7 * DAY, abs=NEAR)
    over = resting(days(), 0, since=-5 * DAY, until=-DAY, used=2 * DAY)
    assert over.left(0) == pytest.approx(4 * DAY, abs=NEAR)
    spent = resting(days(allowance=DAY), 0, since=-5 * DAY, until=-DAY)
    assert spent.left(0) == 0
    assert now.left(1) == 10 * DAY


def test_a_vacation_is_as_long_as_wished_and_no_longer_than_allowed() -> None:
    found = resting(days(), 0, since=-DAY, until=3 * DAY, used=2 * DAY)
    wished = found.new_vacation(0, 5)
    assert wished.until - wished.began == 5 * DAY
    assert wished.began == pytest.approx(time.time(), abs=NEAR)
    assert wished.used == pytest.approx(3 * DAY, abs=NEAR)
    back = found.new_vacation(0, 0)
    assert back.until == back.began
    with pytest.raises(Refusal) as refused:
        found.new_vacation(0, 7.5)
    assert "7.0" in refused.value.sentences["en"]
    assert found.new_vacation(1, 10).until > time.time() + 9 * DAY


def test_everybody_is_told_who_rests() -> None:
    found = resting(days(), 1, since=-HOUR, until=DAY)
    told = found.messages(2)
    assert told is not None
    assert [rest.seat for rest in told] == ["A", "B"]
    assert [rest.until is None for rest in told] == [True, False]
    assert told[1].left == pytest.approx(10 * DAY - HOUR, abs=NEAR)


def test_an_act_is_the_new_beginning() -> None:
    found = days(ago=10 * HOUR)
    found.acted([1.0, 2.0])
    assert found.had == [1.0, 2.0]
    assert found.last_at == pytest.approx(time.time(), abs=NEAR)
    found.acted(None)
    assert found.had == [1.0, 2.0]
    short = days(ago=10 * HOUR, rule=SHORT)
    before = short.last_at
    short.acted([1.0, 2.0])
    assert (short.last_at, short.had) == (before, [60.0, 60.0])
