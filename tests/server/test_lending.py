"""Seats that are lent and taken back, and the clocks of those who return, over real sockets."""

import asyncio
from pathlib import Path

import pytest
from server_kit import Client, Message, Server
from test_playing import two_people

BANK = {"kind": "bank", "seconds": 12, "increment": 0}


async def status_of(client: Client, seat: str, lent: bool) -> Message:
    """The first status in which a bot plays for the seat, or does no more."""
    number = "ABCDEF".index(seat)
    while ("lent" in (await client.until("table"))["players"][number]) is not lent:
        pass
    return client.messages[-1]


async def gone(first: Client, second: Client) -> None:
    """The second leaves and the first has read it."""
    await second.close()
    while (await first.until("table"))["players"][1]["present"]:
        pass


def test_everybody_reads_who_is_a_person_and_who_a_bot(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        for message in (second.messages[0], first.messages[-1]):
            players = message["players"]
            assert [player["kind"] for player in players] == ["person", "bot", "person", "person"]
            assert [player.get("level") for player in players] == [None, "heuristic", None, None]
            assert [player["present"] for player in players] == [True, True, True, False]
            assert [player["claimed"] for player in players] == [True, True, True, False]

    two_people(server, scenario, "pbpf")


def test_a_seat_lent_by_request_stays_lent_until_it_is_taken_back(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        assert (await first.ask({"t": "lend", "seat": "A", "level": "random"}))["t"] == "done"
        player = (await status_of(second, "A", True))["players"][0]
        assert (player["lent"], player["lent_why"]) == ("random", "request")
        assert await second.until_asked("B") is not None
        assert second.sentences("B").count("{A} lets a bot play.") == 1  # however many acts it took
        await first.close()
        back = await Client(server, made["table"]).open(made["seats"][0]["token"])
        assert back.messages[-1]["players"][0]["lent"] == "random"
        assert "summary" not in back.states["A"]
        assert (await back.ask({"t": "reclaim", "seat": "A"}))["t"] == "done"
        assert (await back.until("state"))["summary"][0]["en"].startswith("While you were away")
        await status_of(second, "A", False)

    two_people(server, scenario)


def test_whoever_the_host_gave_a_bot_has_the_seat_back_on_return(server: Server) -> None:
    """They did not ask for it, so they need not ask for their seat."""

    async def scenario(first: Client, second: Client, made: Message) -> None:
        await gone(first, second)
        assert (await first.ask({"t": "lend", "seat": "B", "level": "heuristic"}))["t"] == "done"
        player = (await status_of(first, "B", True))["players"][1]
        assert (player["lent"], player["lent_why"]) == ("heuristic", "absent")
        await first.move("A", "pass")
        await first.wait_for_version("A", 2)
        assert "{B} is away; a bot plays." in first.sentences("A")
        back = await Client(server, made["table"]).open(made["seats"][1]["token"])
        assert len(back.states["B"]["summary"]) == 2
        assert "lent" not in back.messages[-1]["players"][1]

    two_people(server, scenario)


@pytest.mark.parametrize("is_request", [True, False])
def test_who_returns_has_time_for_an_answer(server: Server, is_request: bool) -> None:
    """A bank of twelve seconds is less than anybody needs who has just come back."""

    async def scenario(first: Client, second: Client, made: Message) -> None:
        if is_request:
            await second.ask({"t": "lend", "seat": "B", "level": "heuristic"})
            lent = await status_of(first, "B", True)
            await second.ask({"t": "reclaim", "seat": "B"})
        else:
            await gone(first, second)
            await first.ask({"t": "lend", "seat": "B", "level": "heuristic"})
            lent = await status_of(first, "B", True)
            await Client(server, made["table"]).open(made["seats"][1]["token"])
        back = await status_of(first, "B", False)
        assert lent["clocks"][1] == {"seat": "B", "left": 12.0, "running": False}
        assert back["clocks"][1] == {"seat": "B", "left": 15.0, "running": False}
        assert back["clocks"][0]["left"] <= 12.0  # nobody else gains anything

    two_people(server, scenario, clock=BANK)


def test_no_clock_runs_while_a_bot_plays_for_the_asked_seat(tmp_path: Path) -> None:
    """Taken back in the middle of the turn, it runs again, with time to answer."""
    with Server(tmp_path, "--bot-pause", "600") as slow:

        async def scenario(first: Client, second: Client, made: Message) -> None:
            await first.ask({"t": "lend", "seat": "A", "level": "heuristic"})
            lent = await status_of(second, "A", True)
            assert [clock["running"] for clock in lent["clocks"]] == [False, False]
            await first.ask({"t": "reclaim", "seat": "A"})
            state = await first.until("state")
            assert "nothing to decide" in state["summary"][0]["en"]
            back = await status_of(second, "A", False)
            assert [clock["running"] for clock in back["clocks"]] == [True, False]
            assert 10.0 < back["clocks"][0]["left"] <= 15.0
            assert (await first.move("A", "pass"))["t"] == "done"

        two_people(slow, scenario, clock=BANK)


def test_a_lent_seat_is_still_lent_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path, "--bot-pause", "0").start()
    made = server.make_table("pp", settings={"first_dealer": "A"})
    tokens = [seat["token"] for seat in made["seats"]]

    async def lend() -> None:
        client = await Client(server, made["table"]).open(tokens[1])
        assert (await client.ask({"t": "lend", "seat": "B", "level": "random"}))["t"] == "done"

    async def look() -> None:
        client = await Client(server, made["table"]).open(*tokens)
        player = client.messages[-1]["players"][1]
        assert (player["lent"], player["lent_why"]) == ("random", "request")
        await client.move("A", "pass")
        await client.wait_for_version("A", 2)  # the bot has answered
        assert (await client.ask({"t": "reclaim", "seat": "B"}))["t"] == "done"

    asyncio.run(lend())
    server.kill()
    server.start()
    asyncio.run(look())
    assert server.stop() == 0


def test_bots_have_the_seats_they_were_given_and_only_free_seats_are_claimed(
    server: Server,
) -> None:
    made = server.make_table("pbf", public=True)
    (listed,) = [t for t in server.get("/api/tables") if t["table"] == made["table"]]
    assert (listed["seats"], listed["taken"]) == (3, 2)
    claimed = server.post(f"/api/tables/{made['table']}/claim", {"name": "Haru"})
    assert claimed["seat"] == "C"
    status, answer = server.request("POST", f"/api/tables/{made['table']}/claim", {})
    assert (status, answer["error"]["code"]) == (409, "no_free_seat")
    private = server.make_table("pf")["table"]
    status, answer = server.request("POST", f"/api/tables/{private}/claim", {})
    assert (status, answer["error"]["code"]) == (403, "not_public")
