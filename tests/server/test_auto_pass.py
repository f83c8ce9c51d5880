"""The table passes for people who hold no reaction or want none, and nobody can tell which."""

import asyncio
from typing import Any

from server_kit import Client, Message, Server

TRIGGERS = (
    "my_attack", "attacked", "god_attacked", "other_attacked", "my_hit", "damaged", "start",
    "recruited", "banished", "banishing", "rescued", "ability_played", "react_played", "opp_gains",
)  # fmt: skip
OPTIONS = {"react_pause_ms": 0, "round_limit": 12, "first_player": "A", "sets": "rotoo"}
PREFERRED = ("react", "play", "use", "target god", "recruit", "mode", "card")


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
        made = server.make_table("pp", game="battles", settings=OPTIONS | more)
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


def test_nobody_is_asked_who_has_no_answer(server: Server) -> None:
    passed = 0
    for _ in range(8):
        asked, states = whole_game(server, [])
        assert all(len(state["view"]["moves"]) > 1 for state in reactions(asked))
        passed += passes(states, "A") + passes(states, "B")
        if passed:  # `wanted` never passes: the table did
            return
    raise AssertionError("nobody was passed for in eight games")


def test_always_pass_is_answered_by_the_table(server: Server) -> None:
    mine: list[Message] = []
    for _ in range(8):  # a short game may have no reaction at all
        asked, states = whole_game(server, [f"on:{trigger}" for trigger in TRIGGERS])
        assert reactions(asked) == []
        mine = [s for s in reactions(states) if s["view"]["asked"] == "A"]
        if any(len(state["view"]["moves"]) > 1 for state in mine):  # though there were answers
            assert passes(states, "A") > 0
            return
    raise AssertionError("nothing to react with in eight games")


def test_always_ask_me(server: Server) -> None:
    async def run() -> None:
        made = server.make_table("pb", game="battles", settings=OPTIONS)
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
        made = server.make_table("pp", game="battles", settings=OPTIONS)
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        await client.send({"t": "passing", "seat": "B", "never": []})
        refused = await client.until("refused")
        assert refused["rule"] == "table.not_yours"

    asyncio.run(run())


def test_a_repeated_request_does_not_begin_the_pause_anew(server: Server) -> None:
    async def run() -> None:
        options = OPTIONS | {"react_pause_ms": 60, "round_limit": 2}
        made = server.make_table("pb", game="battles", settings=options)
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        never = [f"on:{trigger}" for trigger in TRIGGERS]

        async def repeat() -> None:
            while True:
                await client.send({"t": "passing", "seat": "A", "never": never})
                await asyncio.sleep(0.04)

        repeating = asyncio.create_task(repeat())
        await asyncio.wait_for(play(client, "A", []), 60)
        repeating.cancel()

    asyncio.run(run())
