"""Whose seat it is: claims, invitations that work once, and who else has the same link."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import QUICK
from server_kit import Client, Message, Server
from test_security import close_code
from test_store import with_stores
from websockets.exceptions import ConnectionClosed

from kamiza.play.players import Player
from kamiza.play.table import PERSON
from kamiza.server.config import Config
from kamiza.server.store import INVITE, OWN, USED, Pass, SeatTaken, Store, TableRow

UNKNOWN_TOKEN = 4001
NAMED = "made-by-the-device-itself"


def hello(token: str, **more: object) -> str:
    return json.dumps({"t": "hello", "token": token, "version": None, **more})


async def sent_away(server: Server, table: str, token: str) -> str:
    """The code of the error with which a token is refused."""
    code, heard = await close_code(server, table, hello(token))
    assert code == UNKNOWN_TOKEN
    assert [message["t"] for message in heard] == ["error"]
    return str(heard[0]["code"])


async def come(server: Server, made: Message, seat: int, **more: str) -> tuple[Client, str]:
    """Somebody comes by the link of a seat; their socket, and the token they have from then on."""
    client = await Client(server, made["table"]).open(made["seats"][seat]["token"], **more)
    own = [message["token"] for message in client.messages if message["t"] == "seated"]
    return client, own[0]


def stored(server: Server, table: str) -> list[tuple[str, int]]:
    """Role and seat of every token of a table."""
    with sqlite3.connect(server.data / "kamiza.db") as file:
        rows = file.execute("select role, seat from tokens where table_id = ?", (table,))
        return sorted(rows.fetchall())


# -- public tables --------------------------------------------------------------------------------


def test_who_made_a_public_table_has_no_key_to_a_strangers_seat(server: Server) -> None:
    async def scenario() -> None:
        made = server.make_table("pf", public=True)
        link = f"/api/tables/{made['table']}/claim"
        claimed = server.post(link, {"name": "Haru"})
        assert claimed["token"] != made["seats"][1]["token"]
        stranger = await Client(server, made["table"]).open(claimed["token"])
        assert stranger.messages[0]["you"] == ["B"]
        assert await sent_away(server, made["table"], made["seats"][1]["token"]) == "invite_used"
        status, answer = server.request(
            "GET", f"/api/tables/{made['table']}/replay", token=made["seats"][1]["token"]
        )
        assert (status, answer["error"]["code"]) == (409, "not_over")
        await stranger.close()

    asyncio.run(scenario())


def test_a_failed_claim_leaves_no_token(tmp_path: Path) -> None:
    """Token and seat are written together: where one cannot be, the other is not either."""
    with Server(tmp_path, *QUICK) as server:
        made = server.make_table("pf", public=True)
        before = stored(server, made["table"])
        with sqlite3.connect(server.data / "kamiza.db") as file:
            file.execute(
                "create trigger broken before update on seats"
                " begin select raise(abort, 'as if the power had gone'); end"
            )
        link = f"/api/tables/{made['table']}/claim"
        assert server.request("POST", link, {"name": "Haru"})[0] == 503
        assert stored(server, made["table"]) == before
        with sqlite3.connect(server.data / "kamiza.db") as file:
            file.execute("drop trigger broken")
        assert server.post(link, {"name": "Aki"})["seat"] == "B"


def test_of_many_who_claim_at_once_one_gets_the_seat(server: Server) -> None:
    made = server.make_table("pf", public=True)
    link = f"/api/tables/{made['table']}/claim"
    with ThreadPoolExecutor(8) as crowd:
        answers = list(
            crowd.map(lambda n: server.request("POST", link, {"name": f"{n}"}), range(8))
        )
    assert sorted(status for status, _ in answers) == [201] + [409] * 7
    codes = {answer["error"]["code"] for status, answer in answers if status == 409}
    assert codes == {"no_free_seat"}


def test_a_claim_and_an_invitation_at_once_one_gets_the_seat(server: Server) -> None:
    """Whoever is first; the other hears why, and only one token opens the seat."""

    async def scenario() -> None:
        for _ in range(5):
            made = server.make_table("pf", public=True)
            link = f"/api/tables/{made['table']}/claim"
            invited = close_or_stay(server, made["table"], made["seats"][1]["token"])
            claim = asyncio.to_thread(server.request, "POST", link, {"name": "Aki"})
            stayed, (status, _) = await asyncio.gather(invited, claim)
            assert stayed is (status == 409)
            roles = [role for role, seat in stored(server, made["table"]) if seat == 1]
            assert sorted(roles) == ["own", "used"]

    asyncio.run(scenario())


async def close_or_stay(server: Server, table: str, token: str) -> bool:
    """Does a link open the table?"""
    client = await Client(server, table).open()
    await client.send(json.loads(hello(token)))
    heard = await client.until("welcome", "error")
    await client.close()
    return heard["t"] == "welcome"


def test_the_store_gives_a_seat_once(home: Config) -> None:
    """What has to be so is looked at in the transaction itself, whoever asks from wherever."""

    async def scenario(store: Store) -> None:
        row = TableRow("t", "shintoh", "1", "d", 2, {}, b"k", True, None, None, None, 0.0)
        players = [Player(0, PERSON, "Mika"), Player(1, PERSON)]
        await store.add_table(row, players, [("invite", INVITE, 1)], [])
        await store.own("t")
        gifts = [
            store.give_seat("t", 1, "Haru", "first", ""),
            store.give_seat("t", 1, "Aki", "second", "invite"),
            store.give_seat("t", 1, "Ren", "third", ""),
            store.give_seat("t", 0, "Ren", "fourth", ""),
        ]
        results = await asyncio.gather(*gifts, return_exceptions=True)
        assert [type(result) for result in results] == [type(None), *[SeatTaken] * 3]
        found = [await store.pass_of(token) for token in ("first", "second", "third", "fourth")]
        assert found == [Pass("t", OWN, 1), None, None, None]
        assert await store.pass_of("invite") == Pass("t", USED, 1)
        assert [player.name for player in await store.players("t")] == ["Mika", "Haru"]

    with_stores(home, scenario)


# -- invitations ----------------------------------------------------------------------------------


def test_an_invitation_is_exchanged_at_its_first_use(server: Server) -> None:
    async def scenario() -> None:
        made = server.make_table("pf")
        guest, own = await come(server, made, 1, name="Aki")
        assert guest.messages[0] == {"t": "seated", "seat": "B", "token": own}
        assert own != made["seats"][1]["token"]
        assert guest.messages[1]["you"] == ["B"]
        assert await sent_away(server, made["table"], made["seats"][1]["token"]) == "invite_used"
        await guest.close()
        back = await Client(server, made["table"]).open(own)
        assert back.messages[0]["you"] == ["B"]
        assert back.messages[0]["players"][1]["name"] == "Aki"
        assert all(message["t"] != "seated" for message in back.messages)
        await back.close()

    asyncio.run(scenario())


def test_who_never_heard_the_answer_comes_back_with_the_same_name_for_it(server: Server) -> None:
    """The device makes its token itself, so that a lost answer does not lose the seat."""

    async def scenario() -> None:
        made = server.make_table("pf")
        invite = made["seats"][1]["token"]
        for _ in range(2):
            client = await Client(server, made["table"]).open()
            await client.send(json.loads(hello(invite, own=NAMED + made["table"])))
            seated = await client.until("seated")
            assert (seated["seat"], seated["token"]) == ("B", NAMED + made["table"])
            assert (await client.until("welcome"))["you"] == ["B"]
            await client.close()
        code, heard = await close_code(server, made["table"], hello(invite, own="x" * 22))
        assert (code, heard[0]["code"]) == (UNKNOWN_TOKEN, "invite_used")

    asyncio.run(scenario())


def test_a_token_of_ones_own_is_long_and_new(server: Server) -> None:
    async def scenario() -> None:
        made, other = server.make_table("pff"), server.make_table("pp")
        client = await Client(server, made["table"]).open()
        await client.send(json.loads(hello(made["seats"][1]["token"], own="short")))
        assert (await client.until("error"))["code"] == "malformed"
        await client.close()
        theirs = other["seats"][0]["token"]
        code, heard = await close_code(
            server, made["table"], hello(made["seats"][1]["token"], own=theirs)
        )
        assert (code, heard[0]["code"]) == (UNKNOWN_TOKEN, "unknown_token")
        assert await close_or_stay(server, made["table"], made["seats"][1]["token"])

    asyncio.run(scenario())


def test_links_from_before_invitations_were_exchanged_still_open_a_free_seat(
    server: Server,
) -> None:
    """Older tables kept the token of a free seat as that of a seat."""

    async def scenario() -> None:
        made = server.make_table("pf")
        with sqlite3.connect(server.data / "kamiza.db") as file:
            file.execute("update tokens set role = 'seat' where role = 'invite'")
        guest, own = await come(server, made, 1)
        assert await close_or_stay(server, made["table"], own)
        assert await sent_away(server, made["table"], made["seats"][1]["token"]) == "seat_given"
        await guest.close()

    asyncio.run(scenario())


# -- a new invitation -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Who left is gone at once here."""
    options = (*QUICK, "--away-seconds", "0.01")
    with Server(tmp_path_factory.mktemp("hasty"), *options) as running:
        yield running


async def invite(host: Client, seat: str) -> Message:
    """Ask for a new invitation until the holder has been away for long enough."""
    while True:
        answer = await host.ask({"t": "invite", "seat": seat})
        if answer.get("rule") != "table.just_left":
            return answer
        await asyncio.sleep(0.02)


def test_the_host_invites_anew_for_somebody_who_is_gone(hasty: Server) -> None:
    async def scenario() -> None:
        made = hasty.make_table("pfb")
        host = await Client(hasty, made["table"]).open(made["seats"][0]["token"], made["host"])
        guest, own = await come(hasty, made, 1, name="Aki")
        present = await host.ask({"t": "invite", "seat": "B"})
        assert present["rule"] == "table.present"
        await guest.close()
        invited = await invite(host, "B")
        assert (invited["t"], invited["seat"]) == ("invited", "B")

        # Until it is used, the seat is still that of who left; they see that it is offered.
        back = await Client(hasty, made["table"]).open(own)
        assert back.messages[0]["players"][1]["invited"] is True
        assert await sent_away(hasty, made["table"], invited["token"]) == "seat_held"
        await back.close()
        while (await host.until("table"))["players"][1]["present"]:
            pass
        new = await Client(hasty, made["table"]).open(invited["token"], name="Haru")
        assert new.messages[1]["you"] == ["B"]
        player = new.messages[-1]["players"][1]
        assert (player["name"], "invited" in player) == ("Haru", False)
        assert await sent_away(hasty, made["table"], own) == "seat_given"
        for client in (host, new):
            await client.close()

    asyncio.run(scenario())


def test_who_comes_back_while_the_seat_is_given_away_is_told(hasty: Server) -> None:
    async def scenario() -> None:
        made = hasty.make_table("pfb")
        host = await Client(hasty, made["table"]).open(made["host"])
        guest, own = await come(hasty, made, 1)
        await guest.close()
        invited = await invite(host, "B")
        new = await Client(hasty, made["table"]).open()
        slow = sqlite3.connect(hasty.data / "kamiza.db", isolation_level=None)
        slow.execute("begin immediate")  # the server cannot write as long as this lasts
        await new.send(json.loads(hello(invited["token"])))
        back = await Client(hasty, made["table"]).open(own)
        assert back.messages[0]["you"] == ["B"]
        slow.execute("rollback")
        slow.close()
        assert (await back.until("error"))["code"] == "seat_given"
        with pytest.raises(ConnectionClosed) as closed:
            await back.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == UNKNOWN_TOKEN
        assert (await new.until("welcome"))["you"] == ["B"]
        for client in (host, new):
            await client.close()

    asyncio.run(scenario())


def test_a_new_invitation_replaces_the_last_one(server: Server) -> None:
    async def scenario() -> None:
        made = server.make_table("pfb")
        host = await Client(server, made["table"]).open(made["host"])
        first = await host.ask({"t": "invite", "seat": "B"})
        assert await sent_away(server, made["table"], made["seats"][1]["token"]) == "invite_used"
        second = await host.ask({"t": "invite", "seat": "B"})
        assert await sent_away(server, made["table"], first["token"]) == "invite_used"
        assert await close_or_stay(server, made["table"], second["token"])
        assert (await host.ask({"t": "invite", "seat": "C"}))["rule"] == "table.bot_seat"
        assert (await host.ask({"t": "invite", "seat": "F"}))["rule"] == "table.not_yours"
        just_left = await host.ask({"t": "invite", "seat": "B"})
        assert just_left["rule"] == "table.just_left"  # a dropped line is not yet a free seat
        await host.close()

    asyncio.run(scenario())


def test_only_the_host_invites(server: Server) -> None:
    async def scenario() -> None:
        made = server.make_table("ppf")
        for token in (made["seats"][0]["token"], made["spectator"]):
            client = await Client(server, made["table"]).open(token)
            for seat in ("A", "B", "C"):
                answer = await client.ask({"t": "invite", "seat": seat})
                assert answer["rule"] == "table.only_the_host"
            await client.close()

    asyncio.run(scenario())


# -- two devices ----------------------------------------------------------------------------------


def test_who_has_a_seat_sees_that_it_is_open_elsewhere(server: Server) -> None:
    async def scenario() -> None:
        made = server.make_table("pp")
        token = made["seats"][0]["token"]
        owner = await Client(server, made["table"]).open(token)
        neighbour = await Client(server, made["table"]).open(made["seats"][1]["token"])
        thief = await Client(server, made["table"]).open(token)
        for client in (owner, thief):
            assert await devices(client) == {"t": "devices", "seat": "A", "count": 2}
        await thief.close()
        assert await devices(owner) == {"t": "devices", "seat": "A", "count": 1}
        await neighbour.send({"t": "ping"})
        await neighbour.until("pong")
        assert not any(message["t"] == "devices" for message in neighbour.messages)
        for client in (owner, neighbour):
            await client.close()

    asyncio.run(scenario())


async def devices(client: Client) -> Message:
    """The next word about devices, or one that was heard already and not looked at."""
    heard = [message for message in client.messages if message["t"] == "devices"]
    message = heard[0] if heard else await client.until("devices")
    client.messages.remove(message)
    return message


def test_a_page_that_comes_back_is_no_other_device(server: Server) -> None:
    """Its old socket may not be known to be dead yet."""

    async def scenario() -> None:
        made = server.make_table("pp")
        token = made["seats"][0]["token"]
        for _ in range(2):
            client = await Client(server, made["table"]).open()
            await client.send(json.loads(hello(token, page="one page")))
            await client.until("table")
        await client.send({"t": "ping"})
        await client.until("pong")
        assert not any(message["t"] == "devices" for message in client.messages)

    asyncio.run(scenario())
