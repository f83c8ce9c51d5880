"""Taking back needs the others: nobody agrees by being gone, or for somebody else."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import QUICK
from server_kit import Client, Message, Server
from test_playing import two_people
from test_seats import come

UNDO: Message = {"t": "undo", "id": "please", "seat": "A", "version": 1}


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Nobody is asked for long here, and who leaves is soon stood in for."""
    options = (*QUICK, "--consent-seconds", "1", "--away-seconds", "0.2")
    with Server(tmp_path_factory.mktemp("brief"), *options) as running:
        yield running


async def ask(client: Client) -> None:
    """Seat A passes, which brings something to light, and would like to take it back."""
    assert (await client.move("A", "pass"))["t"] == "done"
    assert (await client.wait_for_version("A", 1))["undo"] == "ask"
    await client.send(UNDO)


async def waiting(client: Client) -> list[str]:
    """Who is asked, as soon as anybody is."""
    while True:
        request = (await client.until("table")).get("undo_request")
        if request:
            return list(request["waiting"])


async def gone(client: Client, other: Client, seat: int) -> None:
    """Drop a line; the other one sees it."""
    await client.close()
    while (await other.until("table"))["players"][seat]["present"]:
        pass


def test_who_drops_the_line_has_not_agreed_and_answers_when_back(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        await ask(first)
        assert await waiting(second) == ["B"]
        await gone(second, first, 1)
        back = await Client(server, made["table"]).open(made["seats"][1]["token"])
        assert back.messages[-1]["undo_request"]["waiting"] == ["B"]
        assert back.states["B"]["version"] == 1
        assert (await back.ask({"t": "consent", "seat": "B", "yes": True}))["t"] == "done"
        assert (await first.until("done", "refused"))["version"] == 2
        await back.close()

    two_people(server, scenario)


def test_who_asked_and_drops_the_line_asks_no_more(tmp_path: Path) -> None:
    """There is nobody left to take anything back for, and an answer comes too late; however long
    somebody may be asked."""

    async def scenario(first: Client, second: Client, made: Message) -> None:
        await ask(first)
        assert await waiting(second) == ["B"]
        await first.close()
        await second.until_table(lambda told: "undo_request" not in told)
        answer = await second.ask({"t": "consent", "seat": "B", "yes": True})
        assert answer["t"] == "refused"
        assert second.states["B"]["version"] == 1

    with Server(tmp_path, *QUICK, "--consent-seconds", "36000") as long:
        two_people(long, scenario)


def test_who_drops_the_line_and_stays_away_has_not_agreed(brief: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        await ask(first)
        await waiting(second)
        await second.close()
        answer = await first.until("done", "refused")
        assert answer.get("rule") == "table.undo_unanswered"

    two_people(brief, scenario)


def test_who_was_away_before_has_not_agreed_either(brief: Server) -> None:
    """Also while a bot stands in for them: it plays, it does not agree for its person."""

    async def scenario(first: Client, second: Client, made: Message) -> None:
        await second.close()
        assert (await first.move("A", "pass"))["t"] == "done"
        lent = await until_lent(first)
        assert lent["lent_why"] == "absent"
        version = first.states["A"]["version"]
        while first.states["A"]["view"]["asked"] == "B":
            version = (await first.until("state"))["version"]
        await first.send({**UNDO, "version": version})
        assert await waiting(first) == ["B"]
        answer = await first.until("done", "refused")
        assert answer.get("rule") == "table.undo_unanswered"

    two_people(brief, scenario)


async def until_lent(client: Client) -> Message:
    while True:
        player: Message = (await client.until("table"))["players"][1]
        if "lent" in player:
            return player


def test_who_asks_cannot_agree_for_somebody_else(server: Server) -> None:
    """The other's link on one's own socket is not the other."""

    async def scenario(first: Client, second: Client, made: Message) -> None:
        await first.send({"t": "hello", "token": made["seats"][1]["token"]})
        assert (await first.until("welcome"))["you"] == ["A", "B"]
        await ask(first)
        assert await waiting(second) == ["B"]
        answer = await first.ask({"t": "consent", "seat": "B", "yes": True})
        assert answer["rule"] == "table.consent_of_asker"
        assert (await second.ask({"t": "consent", "seat": "B", "yes": True}))["t"] == "done"
        assert (await first.until("done"))["version"] == 2

    two_people(server, scenario)


def test_a_link_added_to_ones_own_socket_agrees_to_nothing_while_its_person_is_away(
    brief: Server,
) -> None:
    async def scenario() -> None:
        made = brief.make_table("pf", settings={"first_dealer": "A"})
        first = await Client(brief, made["table"]).open(made["seats"][0]["token"])
        guest, own = await come(brief, made, 1, name="Haru")
        await guest.close()
        await first.send({"t": "hello", "token": own})
        assert (await first.until("welcome"))["you"] == ["A", "B"]
        await ask(first)
        await first.send({"t": "consent", "id": "self", "seat": "B", "yes": True})  # at once
        assert (await first.until("done", "refused")).get("rule") == "table.consent_of_asker"
        asked = [one["undo_request"] for one in first.messages if "undo_request" in one]
        assert [one["waiting"] for one in asked][-1] == ["B"]
        assert (await first.until("done", "refused")).get("rule") == "table.undo_unanswered"
        await first.close()

    asyncio.run(scenario())


def test_people_who_share_a_device_have_agreed_already(server: Server) -> None:
    async def scenario() -> None:
        made = server.make_table("ppb", settings={"first_dealer": "A"})
        tokens = [seat["token"] for seat in made["seats"][:2]]
        both = await Client(server, made["table"]).open(*tokens)
        await ask(both)
        assert (await both.until("done", "refused"))["version"] == 2
        await both.close()

    asyncio.run(scenario())


def test_nobody_is_asked_for_a_seat_that_nobody_has(server: Server) -> None:
    async def scenario() -> None:
        made = server.make_table("pf", settings={"first_dealer": "A"})
        first = await Client(server, made["table"]).open(made["seats"][0]["token"])
        await ask(first)
        assert (await first.until("done", "refused"))["version"] == 2
        await first.close()

    asyncio.run(scenario())
