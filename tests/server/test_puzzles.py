"""Puzzles at a real server: a table that begins at a position and takes only the answer."""

import asyncio
from pathlib import Path
from typing import Any

from conftest import QUICK
from msgspec import UNSET
from server_kit import Client, Message, Server

from kamiza.play.puzzles import Plan
from kamiza.server.guiding import plan_part

PUZZLES = "/api/games/kodama/puzzles"


def begin(server: Server, number: int = 1) -> Message:
    made: Message = server.post(f"{PUZZLES}/{number}", {"name": "Mika"})
    return made


def seat_of(made: Message) -> tuple[str, str]:
    (mine,) = [seat for seat in made["seats"] if seat.get("mine")]
    return mine["seat"], mine["token"]


def plans_of(server: Server, number: int = 1) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = server.get(f"{PUZZLES}/{number}")
    return found


async def sent(client: Client, seat: str, moves: list[str]) -> Message:
    version = client.states[seat]["version"]
    return await client.ask({"t": "move", "seat": seat, "version": version, "moves": moves})


def test_the_list_tells_tasks_and_no_answers(server: Server) -> None:
    listed = server.get(PUZZLES)
    (kodama,) = [game for game in server.get("/api/games") if game["name"] == "kodama"]
    assert kodama["puzzles"] == len(listed) > 0
    assert set(listed[0]) == {"number", "task", "players", "seat"}
    assert listed[0]["task"]["ja"]


def test_an_attempt_is_told_and_the_answer_solves_it(server: Server) -> None:
    async def play() -> None:
        made = begin(server)
        seat, token = seat_of(made)
        answer, *others = plans_of(server)
        client = await Client(server, made["table"]).open(token)
        puzzle = client.states[seat]["puzzle"]
        assert puzzle["number"] == 1
        assert "plans" not in puzzle
        assert "solved" not in puzzle
        refused = await sent(client, seat, others[0]["moves"])
        assert (refused["t"], refused["rule"]) == ("refused", "table.puzzle")
        assert refused["attempt"]["name"]["en"]
        assert refused["attempt"]["chance"] < answer["chance"]
        assert client.states[seat]["version"] == 0
        done = await sent(client, seat, answer["moves"])
        assert done["t"] == "done"
        while not client.states[seat]["puzzle"].get("solved"):
            await client.until("state")
        solved = client.states[seat]["puzzle"]
        assert solved["plans"][0] == answer
        assert len(solved["plans"]) == 1 + len(others)
        await client.close()

    asyncio.run(play())


def test_others_see_the_table_and_not_the_puzzle(server: Server) -> None:
    async def watch() -> Message:
        made = begin(server)
        client = await Client(server, made["table"]).open(made["spectator"])
        await client.close()
        return client.states[None]

    assert "puzzle" not in asyncio.run(watch())


def test_a_hint_is_not_given(server: Server) -> None:
    async def ask() -> Message:
        made = begin(server)
        seat, token = seat_of(made)
        client = await Client(server, made["table"]).open(token)
        answer = await client.ask({"t": "hint", "seat": seat})
        await client.close()
        return answer

    assert asyncio.run(ask())["t"] in ("error", "refused")


def test_it_goes_on_after_the_server_did_not(tmp_path: Path) -> None:
    async def first(server: Server, made: Message, moves: list[str]) -> None:
        seat, token = seat_of(made)
        client = await Client(server, made["table"]).open(token)
        await sent(client, seat, moves)
        await client.close()

    async def second(server: Server, made: Message) -> Message:
        seat, token = seat_of(made)
        client = await Client(server, made["table"]).open(token)
        await client.close()
        return client.states[seat]["puzzle"]

    with Server(tmp_path, *QUICK) as server:
        made = begin(server)
        asyncio.run(first(server, made, plans_of(server)[0]["moves"][:1]))
        server.kill()
        server.start()
        assert asyncio.run(second(server, made))["made"] == 1


def test_what_is_no_puzzle(server: Server) -> None:
    for number in ("0", "100000", "-1", "one", "%D9%A3", "1.0"):
        assert server.request("GET", f"{PUZZLES}/{number}")[0] in (400, 404), number
        assert server.request("POST", f"{PUZZLES}/{number}", {"name": "Mika"})[0] in (400, 404)
    assert server.request("GET", "/api/games/no_such/puzzles")[0] == 404
    assert server.request("POST", f"{PUZZLES}/1", {"name": ""})[0] == 400
    status, _ = server.request("GET", f"/api/tables/{begin(server)['table']}/replay")
    assert status == 409


def test_chances_are_told_to_a_tenth_of_a_per_cent() -> None:
    text = {"en": "Win.", "ja": "勝つ。"}
    told = [plan_part(Plan(("a",), text, chance, text)).chance for chance in (0.123456, 0.0, None)]
    assert told == [0.123, 0.0, UNSET]
