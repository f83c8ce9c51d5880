"""What was agreed when a table was made holds there, in its list, in rematches and branches."""

import asyncio
import random

from server_kit import Client, Message, Server
from test_playing import play_seat, two_people

SETTINGS = {"role_knowledge": "open_book", "first_dealer": "B", "hand_tracker": True}
CLOCK = {"kind": "bank", "seconds": 900.0, "increment": 7.0, "vacation": 0.0}


async def welcome(server: Server, table: str, token: str) -> Message:
    client = await Client(server, table).open(token)
    await client.close()
    return {**client.messages[0], "state": client.messages[1]}


def test_settings_and_clock_are_told_and_listed(server: Server) -> None:
    async def scenario() -> None:
        made = server.make_table("pf", settings=SETTINGS, clock=CLOCK, public=True)
        (listed,) = [t for t in server.get("/api/tables") if t["table"] == made["table"]]
        told = await welcome(server, made["table"], made["seats"][0]["token"])
        for found in (listed, told):
            assert (found["settings"], found["clock"]) == (SETTINGS, CLOCK)
        assert listed["game"] == told["game"] == "shintoh"
        assert told["state"]["view"]["asked"] == "B"  # the first dealer
        plain = server.make_table("pf", public=True)
        (listed,) = [t for t in server.get("/api/tables") if t["table"] == plain["table"]]
        told = await welcome(server, plain["table"], plain["seats"][0]["token"])
        assert (
            (listed["settings"], listed["clock"]) == (told["settings"], told["clock"]) == ({}, None)
        )

    asyncio.run(scenario())


def test_time_per_move_is_told_as_such(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        told = {"kind": "move", "seconds": 60.0, "increment": 0.0, "vacation": 0.0}
        assert first.messages[0]["clock"] == told
        clocks = first.messages[-1]["clocks"]
        assert [clock["running"] for clock in clocks] == [True, False]
        assert clocks[1]["left"] == 60.0

    two_people(server, scenario, clock={"kind": "move", "seconds": 60})


def test_a_rematch_has_the_same_people_bots_options_and_clock(server: Server) -> None:
    async def scenario() -> None:
        made = server.make_table("pb", settings=SETTINGS, clock=CLOCK, public=True)
        tokens = (made["seats"][0]["token"], made["host"])
        client = await Client(server, made["table"]).open(*tokens, name="Mika")
        before = client.messages[0]
        await play_seat(client, "A", random.Random(6))
        await client.send({"t": "rematch", "seat": "A"})
        link = await client.until("rematch")
        after = await welcome(server, link["table"], link["token"])
        for same in ("game", "settings", "clock"):
            assert after[same] == before[same], same
        assert after["you"] == ["B"]  # everybody sits one seat further
        assert after["commitment"] != before["commitment"]  # other cards
        assert [(p["kind"], p["name"], p.get("level")) for p in after["players"]] == [
            ("bot", "", "heuristic"),
            ("person", "Mika", None),
        ]
        host = await welcome(server, link["table"], link["host"])
        assert (host["host"], host["you"]) == (True, [])
        status, answer = server.request("POST", f"/api/tables/{link['table']}/claim", {})
        assert (status, answer["error"]["code"]) == (403, "not_public")  # for these people only
        await client.close()

    asyncio.run(scenario())


def test_a_branch_has_the_cards_and_options_of_its_game(server: Server) -> None:
    async def scenario() -> None:
        made = server.make_table("pb", settings=SETTINGS)
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        await play_seat(client, "A", random.Random(7))
        await client.close()
        people = [{"kind": "person", "name": "Again"}, {"kind": "bot", "level": "random"}]
        body = {"at": 0, "players": people, "clock": CLOCK}
        branch = server.post(f"/api/tables/{made['table']}/branch", body)
        told = await welcome(server, branch["table"], branch["seats"][0]["token"])
        assert (told["branch"]["table"], told["branch"]["at"]) == (made["table"], 0)
        assert (told["settings"], told["clock"]) == (SETTINGS, CLOCK)
        assert told["commitment"] == client.messages[0]["commitment"]
        assert told["state"]["version"] == 0
        assert told["state"]["view"] == client.messages[1]["view"]
        assert told["players"][1]["level"] == "random"

    asyncio.run(scenario())
