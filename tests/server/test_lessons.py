"""Lessons at a real server: a table like any other, with a guide."""

import asyncio
from pathlib import Path
from typing import Any

from conftest import QUICK
from server_kit import Client, Message, Server

FIRST = {"t": "move", "seat": "A", "version": 0, "moves": ["+salt", "stop"]}
LESSONS = "/api/games/shintoh/lessons"


def begin(server: Server, lesson: str = "first_god") -> Message:
    made: Message = server.post(f"{LESSONS}/{lesson}", {"name": "Mika"})
    return made


def token_of(made: Message) -> str:
    (token,) = [seat["token"] for seat in made["seats"] if seat.get("mine")]
    return str(token)


async def page_at(client: Client, first: int) -> dict[str, Any]:
    """The lesson once its first open step is this one and the others have acted."""
    while True:
        page: dict[str, Any] = client.states["A"]["lesson"]
        if page["first"] == first and page["slips"]:
            return page
        await client.until("state")


def test_the_games_list_their_lessons(server: Server) -> None:
    (shintoh,) = [game for game in server.get("/api/games") if game["name"] == "shintoh"]
    assert [lesson["id"] for lesson in shintoh["lessons"]][:3] == [
        "first_god",
        "treasures",
        "roles_and_end",
    ]
    assert {lesson["kind"] for lesson in shintoh["lessons"]} == {"table", "quiz"}


def test_a_lesson_is_played_step_by_step(server: Server) -> None:
    async def play() -> None:
        made = begin(server)
        client = await Client(server, made["table"]).open(token_of(made))
        page = await page_at(client, 0)
        assert (len(page["slips"]), page["total"], page["moves"]) == (3, 10, ["+salt", "stop"])
        refused = await client.ask({"t": "move", "seat": "A", "version": 0, "moves": ["pass"]})
        assert (refused["t"], refused["rule"]) == ("refused", "table.lesson")
        assert "salt" in refused["sentence"]["en"]
        await client.ask(FIRST)
        page = await page_at(client, 3)
        assert "酒" in page["slips"][0]["text"]["ja"]
        await client.close()

    asyncio.run(play())


def test_a_lesson_goes_on_after_the_server_did_not(tmp_path: Path) -> None:
    async def first(server: Server, made: Message) -> None:
        client = await Client(server, made["table"]).open(token_of(made))
        await page_at(client, 0)
        await client.ask(FIRST)
        await page_at(client, 3)
        await client.close()

    async def second(server: Server, made: Message) -> None:
        client = await Client(server, made["table"]).open(token_of(made))
        page = await page_at(client, 3)
        assert page["moves"] == ["+rice", "stop"]
        await client.close()

    with Server(tmp_path, *QUICK) as server:
        made = begin(server)
        asyncio.run(first(server, made))
        server.kill()
        server.start()
        asyncio.run(second(server, made))


def test_only_the_learner_is_taught(server: Server) -> None:
    async def watch() -> Message:
        made = begin(server)
        client = await Client(server, made["table"]).open(made["spectator"])
        await client.close()
        return client.states[None]

    assert "lesson" not in asyncio.run(watch())


def test_a_quiz_and_what_is_no_lesson(server: Server) -> None:
    quiz = server.get(f"{LESSONS}/role_quiz")
    assert len(quiz["questions"]) == 10
    assert server.request("GET", f"{LESSONS}/first_god")[0] == 404
    assert server.request("POST", f"{LESSONS}/role_quiz", {"name": "Mika"})[0] == 404
    assert server.request("POST", f"{LESSONS}/no_such", {"name": "Mika"})[0] == 404
    assert server.request("POST", f"{LESSONS}/first_god", {"name": ""})[0] == 400


def test_a_lesson_has_no_replay(server: Server) -> None:
    made = begin(server)
    status, answer = server.request("GET", f"/api/tables/{made['table']}/replay")
    assert (status, answer["error"]["code"]) == (409, "not_over")
