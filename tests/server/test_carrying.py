"""Tables that go from a device to a server and back: nothing is lost, and nothing is believed."""

from __future__ import annotations

import asyncio
import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import QUICK
from server_kit import Client, Message, Server
from test_admin import told

from kamiza.server.carrying import CARRIED_BYTES


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One of its own, so that no other test has used up what one address may ask."""
    with Server(tmp_path_factory.mktemp("carrying"), *QUICK) as running:
        yield running


def holder(made: Message) -> Message:
    return {"seats": [seat["token"] for seat in made["seats"] if seat.get("token")]}


def take(server: Server, made: Message) -> Message:
    path = f"/api/tables/{made['table']}/carried"
    status, taken = server.request("POST", path, holder(made), made["host"])
    assert status == 200, taken
    return dict(taken)


def code(answer: tuple[int, Any]) -> str:
    return str(answer[1]["error"]["code"])


async def person_asked(client: Client) -> str:
    """The seat that is asked and that nobody answers for."""
    while True:
        newest = max(client.states.values(), key=lambda state: int(state["version"]))
        seat = newest["view"]["asked"]
        assert seat is not None, "the game is over"
        if seat in client.states:
            view = (await client.wait_for_version(seat, newest["version"]))["view"]
            if view["asked"] == seat and not view.get("passing"):
                return str(seat)
        await client.receive()  # a bot thinks, or the table passes


async def all_know(client: Client, version: int) -> None:
    for seat in list(client.states):
        await client.wait_for_version(seat, version)


def may_take_back(client: Client, seat: str) -> bool:
    """Freely, and nobody acts meanwhile who is not asked for it."""
    asked = client.states.get(client.states[seat]["view"]["asked"])
    is_open = asked is not None and not asked["view"].get("passing")
    return is_open and client.states[seat]["undo"] == "free"


async def play(server: Server, made: Message, acts: int) -> None:
    """So many acts of the people; the last but one is made, taken back and made again."""
    client = await Client(server, made["table"]).open(*holder(made)["seats"])
    rng = random.Random(acts)
    for number in range(acts):
        asked = await person_asked(client)
        done = await client.move(asked, rng.choice(client.states[asked]["view"]["moves"]))
        assert done["t"] == "done", done
        await all_know(client, done["version"])
        if number == acts - 2 and may_take_back(client, asked):
            done = await client.ask({"t": "undo", "seat": asked, "version": done["version"]})
            assert done["t"] == "done", done
            await all_know(client, done["version"])
    await client.close()


def begun(server: Server, players: str = "pp", acts: int = 5, **more: object) -> Message:
    made = server.make_table(players, **more)
    asyncio.run(play(server, made, acts))
    return made


def hashes(server: Server, made: Message) -> Any:
    """What every seat sees now."""
    return [
        {**server.get(f"/api/tables/{made['table']}/standing", token), "news": None}["view"]
        for token in holder(made)["seats"]
    ]


@pytest.mark.parametrize("game", ["shintoh", "kamisama", "kodama", "battles"])
def test_it_stands_as_it_stood_and_can_be_taken_back_and_forth(tmp_path: Path, game: str) -> None:
    """Always with the same cards; where the table passes, it does so at once."""
    settings = {"react_pause_ms": 0} if game == "battles" else {}
    with Server(tmp_path, *QUICK, "--rehearsal", "there and back") as server:
        back_and_forth(server, begun(server, "pp", 6, game=game, settings=settings))


def back_and_forth(server: Server, made: Message) -> None:
    moves = [move for line in take(server, made)["journal"] for move in line[3]]
    assert len(moves) == 5  # one of six was taken back and stays behind
    for _ in range(2):
        taken = take(server, made)
        status, there = server.request("POST", "/api/carried", taken)
        assert status == 201, there
        assert there["table"] != made["table"]
        assert hashes(server, there) == hashes(server, made)
        path = f"/api/tables/{made['table']}/carried?version={taken['version']}"
        assert server.request("DELETE", path, holder(made), made["host"]) == (200, {})
        assert server.request("GET", f"/api/tables/{made['table']}/verify")[0] == 404
        made = there
        asyncio.run(play(server, made, 2))
    again = take(server, made)
    assert len(again["journal"]) > len(taken["journal"])


def test_whoever_watches_is_told_and_a_newer_version_is_not_lost(server: Server) -> None:
    made = begun(server)
    taken = take(server, made)
    asyncio.run(play(server, made, 1))
    path = f"/api/tables/{made['table']}/carried?version={taken['version']}"
    assert code(server.request("DELETE", path, holder(made), made["host"])) == "changed"
    now = take(server, made)["version"]

    async def watch() -> Message:
        client = await Client(server, made["table"]).open(made["spectator"])
        path = f"/api/tables/{made['table']}/carried?version={now}"
        answer = await asyncio.to_thread(server.request, "DELETE", path, holder(made), made["host"])
        assert answer[0] == 200
        return await client.until("error")

    assert asyncio.run(watch())["code"] == "carried_away"


def test_only_who_holds_every_seat_takes_a_table_along(server: Server) -> None:
    made = begun(server)
    path, whole = f"/api/tables/{made['table']}/carried", holder(made)
    one = {"seats": whole["seats"][:1]}
    assert code(server.request("POST", path, one, made["host"])) == "others_sit"
    assert code(server.request("POST", path, whole, made["spectator"])) == "not_the_host"
    assert code(server.request("POST", path, whole, whole["seats"][0])) == "not_the_host"
    assert code(server.request("POST", path, whole)) == "not_the_host"
    other = server.make_table("pp")
    assert code(server.request("POST", path, holder(other), made["host"])) == "others_sit"
    assert code(server.request("POST", path, whole, other["host"])) == "not_the_host"
    gone = f"/api/tables/{made['table']}/carried?version=0"
    assert code(server.request("DELETE", gone, one, made["host"])) == "others_sit"
    waiting = server.make_table("pp", waits=True)
    path = f"/api/tables/{waiting['table']}/carried"
    assert code(server.request("POST", path, holder(waiting), waiting["host"])) == "stays_here"
    lesson = server.post("/api/games/shintoh/lessons/first_god", {"name": "Mika"})
    path = f"/api/tables/{lesson['table']}/carried"
    assert code(server.request("POST", path, holder(lesson), lesson["host"])) == "is_lesson"


async def come(server: Server, made: Message, token: str) -> tuple[Client, str, Message]:
    """A friend sits down by an invitation: their socket, the link they have now, and what they
    read."""
    guest = await Client(server, made["table"]).open()
    await guest.send({"t": "hello", "token": token, "name": "Haru"})
    seated = await guest.until("seated")
    return guest, str(seated["token"]), await guest.until("welcome")


async def welcome_of(server: Server, made: Message) -> Message:
    """What somebody reads who comes to watch."""
    client = await Client(server, made["table"]).open(made["spectator"])
    await client.close()
    return next(message for message in client.messages if message["t"] == "welcome")


def test_who_is_away_keeps_the_cards_of_the_table_to_themselves(tmp_path: Path) -> None:
    """The host may invite anew to their seat. That invitation is no seat yet: it opens no deck, and
    nobody's game is deleted with it."""
    with Server(tmp_path, *QUICK, "--away-seconds", "0") as server:
        made = server.make_table("pf")

        async def leave_and_invite() -> tuple[str, str]:
            host = await Client(server, made["table"]).open(made["host"])
            guest, own, _ = await come(server, made, made["seats"][1]["token"])
            await guest.close()
            await host.until_table(lambda told: not told["players"][1]["present"])
            await host.send({"t": "invite", "id": "again", "seat": "B"})
            token = (await host.until("invited"))["token"]
            await host.close()
            return own, token

        own, again = asyncio.run(leave_and_invite())
        path, mine = f"/api/tables/{made['table']}/carried", made["seats"][0]["token"]
        for links in ([mine, again], [mine, made["seats"][1]["token"]], [mine]):
            answer = server.request("POST", path, {"seats": links}, made["host"])
            assert code(answer) == "others_sit"
            answer = server.request("DELETE", f"{path}?version=0", {"seats": links}, made["host"])
            assert code(answer) == "others_sit"
        assert server.request("POST", path, {"seats": [mine, own]}, made["host"])[0] == 200


@pytest.mark.parametrize("letters", ["pf", "pp"])
def test_whoever_sits_down_after_a_copy_was_taken_reads_it(tmp_path: Path, letters: str) -> None:
    """The key of the shuffle has left, and the table goes on: nobody plays on unawares."""
    with Server(tmp_path, *QUICK, "--away-seconds", "0") as server:
        made = server.make_table(letters, public=True)
        assert len(server.get("/api/tables")) == (letters == "pf")
        take(server, made)
        assert server.get("/api/tables") == []
        status = server.request("POST", f"/api/tables/{made['table']}/claim", {"name": "Haru"})[0]
        assert status == 403

        async def invited() -> Message:
            host = await Client(server, made["table"]).open(made["host"])
            await host.send({"t": "invite", "id": "new", "seat": "B"})
            token = (await host.until("invited"))["token"]
            guest, _, welcome = await come(server, made, token)
            await guest.close()
            await host.close()
            return welcome

        welcome = asyncio.run(invited())
        assert "every card" in welcome["branch"]["note"]["en"]
        assert "copy" in welcome["branch"]["note"]["en"]
        server.kill()
        server.start()

        assert asyncio.run(welcome_of(server, made))["branch"] == welcome["branch"]


def test_a_house_that_only_shows_its_tables_lets_none_go(tmp_path: Path) -> None:
    """What would be noted is not copied either; where nothing is noted, nothing changes."""
    with Server(tmp_path, *QUICK) as server:
        made, alone = server.make_table("pf"), server.make_table("pb")
        told(server, "read-only", "on")
        path = f"/api/tables/{made['table']}/carried"
        answers = [
            server.request(method, path + query, holder(made), made["host"])
            for method, query in (("POST", ""), ("DELETE", "?version=0"))
        ]
        assert [(status, code((status, body))) for status, body in answers] == [
            (503, "read_only")
        ] * 2
        take(server, alone)
        told(server, "read-only", "off")
        welcome = asyncio.run(welcome_of(server, made))
        assert welcome["branch"] is None
        take(server, made)
        version = take(server, alone)["version"]
        path = f"/api/tables/{alone['table']}/carried?version={version}"
        assert server.request("DELETE", path, holder(alone), alone["host"]) == (200, {})


def test_a_table_without_other_people_is_copied_without_a_word(server: Server) -> None:
    made = begun(server, "pb", 2)
    take(server, made)

    assert asyncio.run(welcome_of(server, made))["branch"] is None


def test_a_friend_gets_a_seat_where_a_bot_was(server: Server) -> None:
    made = begun(server, "pb", 3)
    taken = take(server, made)
    taken["players"][1] = {"kind": "person", "name": ""}
    there = server.post("/api/carried", taken)
    assert there["seats"][0]["mine"]
    assert not there["seats"][1].get("mine")
    _, _, welcome = asyncio.run(come(server, there, there["seats"][1]["token"]))
    assert welcome["you"] == ["B"]
    assert welcome["branch"]["table"] == made["table"]
    assert "every card" in welcome["branch"]["note"]["en"]


def test_who_has_resigned_and_what_is_over_stays_so(server: Server) -> None:
    made = begun(server, "ppp", 2)

    async def resign() -> None:
        client = await Client(server, made["table"]).open(*holder(made)["seats"])
        await client.ask({"t": "resign", "seat": "C"})
        await client.close()

    asyncio.run(resign())
    there = server.post("/api/carried", take(server, made))
    standing = server.get(f"/api/tables/{there['table']}/standing", there["seats"][0]["token"])
    assert standing["players"][2]["lent_why"] == "resigned"

    two = begun(server, "pp", 2)

    async def give_up() -> None:
        client = await Client(server, two["table"]).open(*holder(two)["seats"])
        await client.ask({"t": "resign", "seat": "A"})
        await client.close()

    asyncio.run(give_up())
    over = server.post("/api/carried", take(server, two))
    results = [server.get(f"/api/tables/{one['table']}/record")["hashes"] for one in (two, over)]
    assert results[0] == results[1]


async def acts_in_turn(server: Server, made: Message, *acts: list[str]) -> None:
    """Two people act one after the other, whatever their cards are."""
    client = await Client(server, made["table"]).open(*holder(made)["seats"])
    for number, moves in enumerate(acts):
        done = await client.move("AB"[number % 2], *moves)
        assert done["t"] == "done", done
        await all_know(client, done["version"])
    await client.close()


def test_nothing_that_is_brought_is_believed(server: Server) -> None:
    """Every part of it, spoiled, is refused in words, and the server goes on."""
    made = server.make_table("pp", settings={"first_dealer": "A"})
    asyncio.run(acts_in_turn(server, made, ["+salt", "stop"], ["+sake", "stop"], ["pass"]))
    taken = take(server, made)
    assert server.request("POST", "/api/carried", taken)[0] == 201

    def spoiled(**changes: object) -> str:
        answer = server.request("POST", "/api/carried", {**copy.deepcopy(taken), **changes})
        assert answer[0] in (400, 404, 409, 422), answer
        return code(answer)

    first, *rest = taken["journal"]
    seat, kind, by, moves = first
    other = "B" if seat == "A" else "A"
    assert spoiled(kamiza_table=2) == "malformed"
    assert spoiled(table="lesson:first") == "malformed"
    assert spoiled(game="chess") == "unknown_game"
    assert spoiled(rules="0") == "carried_other_rules"
    assert spoiled(digest="0") == "carried_other_rules"
    assert spoiled(key="AAAA") == "malformed"
    assert spoiled(settings={"colour": "red"}) == "not_carried"
    assert spoiled(players=taken["players"] * 4) == "not_carried"
    assert spoiled(players=[{"kind": "bot", "level": "god"}] * 2) == "not_carried"
    assert spoiled(journal=[[other, kind, by, moves], *rest]) == "not_carried"
    assert spoiled(journal=[["D", kind, by, moves], *rest]) == "not_carried"
    assert spoiled(journal=[[seat, "undo", by, moves], *rest]) == "malformed"
    assert spoiled(journal=[[seat, "end", by, moves], *rest]) == "not_carried"
    assert spoiled(journal=[[seat, "resign", by, ["over", "over"]], *rest]) == "not_carried"
    assert spoiled(journal=[[seat, kind, "god", moves], *rest]) == "malformed"
    assert spoiled(journal=[[seat, kind, by, []], *rest]) == "malformed"
    assert spoiled(journal=[[seat, kind, by, ["x\ny"]], *rest]) == "malformed"
    assert spoiled(journal=[[seat, kind, by, ["fly away"]], *rest]) == "not_carried"
    assert spoiled(journal=[first, ["A", "end", "person", ["counts"]], *rest]) == "not_carried"
    gone = ["C", "resign", "person", ["plays on"]]
    assert spoiled(journal=[[*gone[:3], ["over"]]] * 2) == "not_carried"
    assert spoiled(journal=[[seat, kind, by, [*moves, *moves, *moves]], *rest]) == "not_carried"
    assert spoiled(position={"seats": "none"}) not in ("", "broken")
    long = [["A", "act", "person", ["x" * 400]]] * 1400
    answer = server.request("POST", "/api/carried", {**taken, "journal": long})
    assert CARRIED_BYTES < 1400 * 400
    assert code(answer) == "too_large"
    endless = [["A", "act", "person", ["stops none"] * 200]] * 100
    battles = server.make_table("pp", game="battles")
    answer = server.request("POST", "/api/carried", {**take(server, battles), "journal": endless})
    assert code(answer) == "not_carried"
    assert server.request("POST", "/api/carried", taken)[0] == 201
