"""The table passes for people who hold no reaction or want none, and nobody can tell which."""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import QUICK
from server_kit import ANSWER_SECONDS, Client, Message, Server

from kamiza import games
from kamiza.core.game import Setup, State
from kamiza.core.rng import fast_rng
from kamiza.play.players import Player
from kamiza.play.table import PERSON, Table
from kamiza.server.config import Config
from kamiza.server.gate import Gate
from kamiza.server.live_table import LiveTable
from kamiza.server.services import Services
from kamiza.server.store import TableRow

TRIGGERS = (
    "my_attack", "attacked", "god_attacked", "other_attacked", "my_hit", "damaged", "start",
    "recruited", "banished", "banishing", "rescued", "ability_played", "react_played", "opp_gains",
)  # fmt: skip
SETTINGS = {"react_pause_ms": 0, "round_limit": 12, "first_player": "A", "sets": "rotoo"}
PREFERRED = ("react", "play", "use", "target god", "recruit", "mode", "card")


@pytest.fixture
def rehearsed(tmp_path: Path) -> Iterator[Server]:
    """The same cards at every run: in these games there is something to react to, and not."""
    with Server(tmp_path, *QUICK, "--rehearsal", "rice") as running:
        yield running


def wanted(view: dict[str, Any]) -> str:
    """Play everything one can, so that there is much to react to."""
    moves: list[str] = view["moves"]
    for word in PREFERRED:
        for move in moves:
            if move.startswith(word) and move != "use none":
                return move
    return moves[-1]


async def play(client: Client, seat: str, asked: list[Message]) -> None:
    """Answer what the table does not answer; every question that was really mine is kept."""
    while client.states[seat]["view"]["asked"] is not None:
        state = client.states[seat]
        view = state["view"]
        assert ("passing" in view) <= (view["asked"] == seat)
        if view["asked"] == seat and not view.get("passing"):
            asked.append(state)
            answer = await client.move(seat, wanted(view))
            assert answer["t"] == "done", answer
            await client.wait_for_version(seat, answer["version"])
        else:
            await client.receive()


def whole_game(
    server: Server, never: list[str], **more: object
) -> tuple[list[Message], list[Message]]:
    """A game of two people; what the first was asked, and every state it saw."""

    async def run() -> tuple[list[Message], list[Message]]:
        made = server.make_table("pp", game="battles", settings=SETTINGS | more)
        tokens = [seat["token"] for seat in made["seats"]]
        first = await Client(server, made["table"]).open(tokens[0])
        second = await Client(server, made["table"]).open(tokens[1])
        if never:
            await first.send({"t": "passing", "seat": "A", "never": never})
        asked: list[Message] = []
        await asyncio.gather(play(first, "A", asked), play(second, "B", []))
        return asked, [message for message in first.messages if message["t"] == "state"]

    return asyncio.run(run())


def reactions(states: list[Message]) -> list[Message]:
    return [state for state in states if state["view"]["question"] == "REACT"]


def passes(states: list[Message], seat: str) -> int:
    events = [event for state in states for event in state["events"]]
    return sum(event["event"] == "passed" and event["seat"] == seat for event in events)


def test_nobody_is_asked_who_has_no_answer(rehearsed: Server) -> None:
    asked, states = whole_game(rehearsed, [])
    assert all(len(state["view"]["moves"]) > 1 for state in reactions(asked))
    assert passes(states, "A") + passes(states, "B") > 0  # `wanted` never passes: the table did


def test_always_pass_is_answered_by_the_table(rehearsed: Server) -> None:
    asked, states = whole_game(rehearsed, [f"on:{trigger}" for trigger in TRIGGERS])
    assert reactions(asked) == []
    mine = [s for s in reactions(states) if s["view"]["asked"] == "A"]
    assert any(len(state["view"]["moves"]) > 1 for state in mine)  # though there were answers
    assert passes(states, "A") > 0


def test_always_ask_me(server: Server) -> None:
    async def run() -> None:
        made = server.make_table("pb", game="battles", settings=SETTINGS)
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        await client.send({"t": "passing", "seat": "A", "never": [], "always": True})
        asked: list[Message] = []
        await play(client, "A", asked)
        assert not any(state["view"].get("passing") for state in asked)
        seen = [message for message in client.messages if message["t"] == "state"]
        assert not any(state["view"].get("passing") for state in seen[1:])

    asyncio.run(run())


def test_somebody_else_s_switches_are_not_mine(server: Server) -> None:
    async def run() -> None:
        made = server.make_table("pp", game="battles", settings=SETTINGS)
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        await client.send({"t": "passing", "seat": "B", "never": []})
        refused = await client.until("refused")
        assert refused["rule"] == "table.not_yours"

    asyncio.run(run())


def test_a_repeated_request_does_not_begin_the_pause_anew(rehearsed: Server) -> None:
    """It comes again before the pause is over, though no faster than a socket may ask."""

    async def run() -> None:
        settings = SETTINGS | {"react_pause_ms": 300, "round_limit": 2}
        made = rehearsed.make_table("pb", game="battles", settings=settings)
        client = await Client(rehearsed, made["table"]).open(made["seats"][0]["token"])
        never = [f"on:{trigger}" for trigger in TRIGGERS]

        async def repeat() -> None:
            while True:
                await client.send({"t": "passing", "seat": "A", "never": never})
                await asyncio.sleep(0.2)

        repeating = asyncio.create_task(repeat())
        await asyncio.wait_for(play(client, "A", []), 5 * ANSWER_SECONDS)
        repeating.cancel()
        assert passes([message for message in client.messages if message["t"] == "state"], "A") > 0

    asyncio.run(run())


# -- what the time tells --------------------------------------------------------------------------


def test_a_pass_by_hand_waits_like_the_table_s_own(rehearsed: Server) -> None:
    """A pass that is sent at once is answered after the pause: a ping sent after it comes first.
    Where a machine was slower than the pause, that is seen in another game."""

    async def run(server: Server) -> bool:
        settings = SETTINGS | {"react_pause_ms": 1000}
        made = server.make_table("pp", game="battles", settings=settings)
        tokens = [seat["token"] for seat in made["seats"]]
        first = await Client(server, made["table"]).open(tokens[0])
        second = await Client(server, made["table"]).open(tokens[1])
        await first.send({"t": "passing", "seat": "A", "never": [], "always": True})
        other = asyncio.create_task(play(second, "B", []))
        while (state := await first.until_asked("A")) and state["view"]["question"] != "REACT":
            answer = await first.move("A", wanted(state["view"]))
            await first.wait_for_version("A", answer["version"])
            await asyncio.sleep(0.1)  # nobody is told to slow down in what follows
        if state is None:  # nothing to react to in this game
            return False
        mine = {"seat": "A", "version": state["version"]}
        await first.send({"t": "move", "id": "mine", "moves": ["pass"], **mine})
        await first.send({"t": "move", "id": "mine", "moves": ["pass"], **mine})  # the same again
        await first.send({"t": "ping"})
        heard = [await first.receive()]
        while heard[-1]["t"] != "done":
            heard.append(await first.receive())
        assert (heard[-1]["id"], heard[-1]["version"]) == ("mine", mine["version"] + 1)
        other.cancel()
        return "pong" in [message["t"] for message in heard]

    assert any(asyncio.run(run(rehearsed)) for _ in range(8))


BATTLES = games.game("battles")
SETUP = Setup(3, {"round_limit": 12}, 5)


def windows() -> list[State]:
    """Every reaction question of a game between quick players."""
    state, rng, found = BATTLES.start(SETUP), fast_rng(5), []
    while state.asked >= 0:
        if BATTLES.auto_pass(state) is not None:
            found.append(state.clone())
        BATTLES.apply(state, BATTLES.quick_move(state, rng))
    return found


def worlds_of_others(state: State) -> list[State]:
    """The same window as another player must be able to imagine it: with other hands."""
    onlooker = (state.asked + 1) % SETUP.seats
    worlds = BATTLES.worlds(BATTLES.view(state, onlooker))
    return [state, *(worlds.sample(fast_rng(number)) for number in range(4))]


def at_each_window(
    folder: Path, look: Callable[[LiveTable, int], object], is_here: bool
) -> set[bool]:
    """The same must be found in all worlds of a window; in which hands could react is returned."""

    async def run() -> set[bool]:
        services = Services(
            Config(folder), lambda why: None, lambda table: None, Gate(Config(folder))
        )
        could_react = set()
        for state in windows():
            found = []
            for world in worlds_of_others(state):
                seat = int(world.asked)
                players = [Player(number, PERSON, claimed=True, sockets=1) for number in range(3)]
                players[seat].sockets = int(is_here)
                row = TableRow("t", "battles", "", "", 3, {}, bytes(32), False, None, None, None, 0)
                table = Table(BATTLES, SETUP, world)
                live = LiveTable(services, row, players, table, lambda live: None)
                live.settle()
                found.append(look(live, seat))
                could_react.add(len(BATTLES.moves(world)) > 1)
                live.close()
            assert found == found[:1] * len(found)
        await services.close()
        return could_react

    return asyncio.run(run())


def test_the_pause_does_not_depend_on_the_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is here: the clock is asked for the same pause in all worlds, and a pass by hand is
    held in all of them until it is over."""
    monkeypatch.setattr(secrets, "randbelow", lambda most: most // 2)

    def schedule(live: LiveTable, seat: int) -> object:
        passer = live.auto_pass
        assert passer.timer is not None
        until = passer.timer.when() - asyncio.get_running_loop().time()
        assert 0 < until <= passer.delay
        held = passer.holds(seat, ["pass"], 0)
        passer.pause_is_over()
        return passer.delay, held, passer.holds(seat, ["pass"], 0)

    def first(live: LiveTable, seat: int) -> object:
        assert schedule(live, seat) == (2.5 * 1.3, True, False)
        return None

    assert at_each_window(tmp_path, first, is_here=True) == {True, False}


def test_nobody_who_is_away_is_passed_for(tmp_path: Path) -> None:
    """Whatever the hand: the countdown runs, and no pass is due before it."""

    def schedule(live: LiveTable, seat: int) -> object:
        passer, away = live.auto_pass, live.time.away()
        assert away is not None
        assert 0 <= live.services.config.away_seconds - away.left < 30  # it has just begun
        return passer.timer, passer.passes_for(seat), live.time.lending.waiting_for, away.seat

    assert at_each_window(tmp_path, schedule, is_here=False) == {True, False}


def test_a_pause_never_costs_a_whole_clock(tmp_path: Path) -> None:
    clock = {"kind": "bank", "seconds": 60.0, "increment": 0.0}

    async def run() -> float:
        services = Services(
            Config(tmp_path), lambda why: None, lambda table: None, Gate(Config(tmp_path))
        )
        players = [Player(number, PERSON, claimed=True, sockets=1) for number in range(3)]
        row = TableRow("t", "battles", "", "", 3, {}, bytes(32), False, clock, None, None, 0)
        table = Table(BATTLES, SETUP, windows()[0])
        live = LiveTable(services, row, players, table, lambda live: None)
        live.time.clocks.set([2.0, 2.0, 2.0], time.monotonic())
        live.settle()
        live.close()
        await services.close()
        return live.auto_pass.delay

    assert 0.0 < asyncio.run(run()) <= 1.0
