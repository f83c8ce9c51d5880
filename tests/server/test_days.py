"""Games that go on for days. Time is made to pass while the server is down, by moving what it has
written into the past."""

import asyncio
import json
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("cryptography", reason="calls are not tested: kamiza[push] is not installed")

from calls_kit import listening
from server_kit import Client, Message, Server
from test_calls import CALLS, Device, act, new_table, play_on, seat

from kamiza.core.game import Setup
from kamiza.games import game
from kamiza.play.clocks import LONG_TURN, MOVE, ClockRule
from kamiza.play.table import PERSON, TURN, Table
from kamiza.server.by_days import Days

HOUR, DAY = 3600.0, 86400.0
TWO_HOURS = {"kind": "move", "seconds": 2 * HOUR, "vacation": 3 * DAY}
WAKING = (*CALLS, "--wake-seconds", "0.2")


def later(server: Server, seconds: float, stays_down: bool = False) -> None:
    """The server is away for a moment, and so much time has passed."""
    server.stop()
    with sqlite3.connect(server.data / "kamiza.db") as file:
        file.execute("update entries set at = at - ?", (seconds,))
        file.execute("update tables set created = created - ?, begun = begun - ?", (seconds,) * 2)
        file.execute("update wakes set at = at - ?", (seconds,))
        file.execute("update vacations set began = began - ?, until = until - ?", (seconds,) * 2)
        file.execute("update devices set called = 0")
    file.close()
    if not stays_down:
        server.start()


def standing(server: Server, made: Message, number: int, since: str = "") -> Any:
    path = f"/api/tables/{made['table']}/standing{since}"
    return server.get(path, token=seat(made, number)[1])


async def status(server: Server, made: Message, number: int) -> Message:
    client = await Client(server, made["table"]).open(seat(made, number)[1])
    found = next(m for m in reversed(client.messages) if m["t"] == "table")
    await client.close()
    return found


def test_the_clock_runs_while_nobody_is_here_and_reminds(tmp_path: Path) -> None:
    """At half of the time and at its last tenth, though nobody came; each once."""
    server = Server(tmp_path, *WAKING).start()
    with listening() as listener:
        made, device = new_table(server, clock=TWO_HOURS), Device(server, listener)
        device.wish(seat(made, 1))
        asyncio.run(act(server, made, "A"))
        assert device.next()["title"] == "Shintoh: it is your turn"
        later(server, 0.6 * HOUR)
        stood = standing(server, made, 1)
        assert 1.3 * HOUR < stood["left"] < 1.41 * HOUR
        assert stood["since"] < time.time() - 0.59 * HOUR
        later(server, 0.6 * HOUR)
        assert device.next()["title"] == "Shintoh: half of your time is gone"
        later(server, 0.7 * HOUR)
        assert device.next()["title"] == "Shintoh: a tenth of your time is left"
        later(server, 0.05 * HOUR)
        asyncio.run(act(server, made, "B"))
        asyncio.run(act(server, made, "A"))
        assert device.next()["title"] == "Shintoh: it is your turn"
    server.stop()


def test_whose_time_is_up_loses_the_turn_and_keeps_the_seat(tmp_path: Path) -> None:
    """A bot answers once, though nobody is here; the next person is called."""
    server = Server(tmp_path, *WAKING).start()
    with listening() as listener:
        made, device = new_table(server, clock=TWO_HOURS), Device(server, listener)
        device.wish(seat(made, 0))
        asyncio.run(act(server, made, "A"))
        later(server, 2 * HOUR + 60)
        assert device.next()["title"] == "Shintoh: it is your turn"
        stood = standing(server, made, 0)
        assert stood["asked"] == "A"
        assert stood["left"] > 1.9 * HOUR
        assert "lent" not in stood["players"][1]
    server.stop()


def test_who_let_a_turn_pass_is_known_again_where_days_are_counted() -> None:
    """The second time a bot stays: the server may have been started anew in between."""
    rules = game("shintoh")
    table = Table(rules, Setup(3, {"first_dealer": "A"}, 1))
    for by in (TURN, PERSON):
        table.accept(table.prepare_act(table.asked, ("pass",), table.version, by, by))
    clocks = (None, ClockRule(MOVE, 60.0), ClockRule(MOVE, LONG_TURN))
    assert [Days(rule, 3, 0.0, 0.0).late_seats(table) for rule in clocks] == [set(), set(), {0}]


def test_time_up_while_the_server_was_down_is_nobody_s_fault(tmp_path: Path) -> None:
    server = Server(tmp_path, *WAKING).start()
    made = new_table(server, clock=TWO_HOURS)
    asyncio.run(act(server, made, "A"))
    later(server, 9 * HOUR)
    stood = standing(server, made, 1)
    assert stood["asked"] == "B"
    assert 0.9 * HOUR < stood["left"] <= HOUR
    server.stop()


def test_who_is_away_is_not_replaced_before_the_time_is_up(tmp_path: Path) -> None:
    """No countdown for who is not here, and a game that begins keeps everybody's seat."""
    with Server(tmp_path, *WAKING, "--away-seconds", "0.01", "--invited-seconds", "0.01") as server:

        async def scenario() -> None:
            made = new_table(server, clock=TWO_HOURS, waits=True)
            a = await Client(server, made["table"]).open(seat(made, 0)[1])
            assert (await a.ask({"t": "begin"}))["t"] == "done"
            while "A" not in a.states:
                await a.receive()
            await play_on(a, "A")
            await a.send({"t": "ping"})
            await a.until("pong")
            told = [m for m in a.messages if m["t"] == "table"][-1]
            assert "away" not in told
            assert not told.get("paused")
            assert all("lent" not in player for player in told["players"])
            assert told["since"] > time.time() - 60
            running = [clock["seat"] for clock in told["clocks"] if clock["running"]]
            assert running == ["B"]
            await a.close()

        asyncio.run(scenario())


def test_bots_play_on_while_everybody_is_away(tmp_path: Path) -> None:
    with Server(tmp_path, *WAKING) as server, listening() as listener:
        made, device = new_table(server, "pbp", clock=TWO_HOURS), Device(server, listener)
        device.wish(seat(made, 2))
        asyncio.run(act(server, made, "A"))
        assert device.next()["title"] == "Shintoh: it is your turn"
        assert standing(server, made, 2)["asked"] == "C"


# -- vacations ------------------------------------------------------------------------------------


def test_a_vacation_stops_one_s_own_clock(tmp_path: Path) -> None:
    server = Server(tmp_path, *WAKING).start()
    with listening() as listener:
        made, device = new_table(server, clock=TWO_HOURS), Device(server, listener)
        device.wish(seat(made, 1))

        async def rest(days: float) -> Message:
            b = await Client(server, made["table"]).open(seat(made, 1)[1])
            answer = await b.ask({"t": "vacation", "seat": "B", "days": days})
            await b.close()
            return answer

        assert asyncio.run(rest(3.5))["rule"] == "table.vacation_too_long"
        assert asyncio.run(rest(2))["t"] == "done"
        asyncio.run(act(server, made, "A"))
        told = asyncio.run(status(server, made, 0))
        assert told["rests"][1]["until"] > time.time() + 1.9 * DAY
        assert told["rests"][0] == {"seat": "A", "until": None, "left": 3 * DAY}
        assert not any(clock["running"] for clock in told["clocks"])
        later(server, DAY)
        stood = standing(server, made, 0)
        assert stood["resting"] > time.time() + 0.9 * DAY
        assert (stood["asked"], round(stood["left"] / HOUR, 1)) == ("B", 2.0)
        later(server, DAY + 0.5 * HOUR)
        assert 1.4 * HOUR < standing(server, made, 0)["left"] < 1.51 * HOUR
        later(server, 0.6 * HOUR)
        assert device.next()["title"] == "Shintoh: half of your time is gone"
        refused = asyncio.run(rest(2))
        assert refused["sentence"]["en"] == "You may rest for 1.0 more days at this table."
        asyncio.run(rest(0.5))
        asyncio.run(rest(0))
        told = asyncio.run(status(server, made, 0))
        assert told["rests"][1]["until"] is None
        assert told["rests"][1]["left"] > 0.99 * DAY
    server.stop()


def test_vacations_are_for_own_seats_where_they_were_agreed(server: Server) -> None:
    async def scenario() -> None:
        made = new_table(server, clock={"kind": "move", "seconds": 2 * HOUR})
        a = await Client(server, made["table"]).open(seat(made, 0)[1])
        assert (await a.ask({"t": "vacation", "seat": "A", "days": 1}))["rule"] == (
            "table.no_vacation"
        )
        assert (await a.ask({"t": "vacation", "seat": "B", "days": 1}))["rule"] == "table.not_yours"
        await a.close()

    asyncio.run(scenario())


# -- what happened since --------------------------------------------------------------------------


def test_what_happened_since_one_looked(server: Server) -> None:
    """As the seat may know it; nothing, for who knows the newest."""
    made = new_table(server)
    before = standing(server, made, 1)
    assert (before["version"], before["news"], before["left"]) == (0, [], None)
    asyncio.run(act(server, made, "A"))
    after = standing(server, made, 1, "?since=0")
    assert after["version"] > 0
    assert any("{A}" in line["en"] for line in after["news"])
    assert len(after["news"]) <= 3
    assert standing(server, made, 1, f"?since={after['version']}")["news"] == []
    for bad in ("?since=-1", "?since=x", "?since=99999999999999999999", "?since=³"):
        assert json.dumps(standing(server, made, 1, bad.replace("³", "%C2%B3"))["news"]) == "[]"
