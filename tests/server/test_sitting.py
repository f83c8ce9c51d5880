"""Sitting down together and getting up again: waiting, ready, begin, cancel, resign, end, pause."""

import asyncio
import json
from pathlib import Path

from server_kit import Client, Message, Server
from test_playing import two_people
from test_postgres import come_in

from kamiza.core.record import read_record
from kamiza.core.record import verify as verify_record
from kamiza.games import game
from kamiza.server.config import Config

BANK = {"kind": "bank", "seconds": 100, "increment": 50}


async def status(client: Client, is_it: str, value: object = True) -> Message:
    """The newest status, or else the first from now on, in which something is so."""
    return await client.until_table(lambda told: told.get(is_it, False) == value)


def waiting_table(server: Server, seats: str = "pf", **more: object) -> tuple[Message, list[str]]:
    made = server.make_table(seats, waits=True, settings={"first_dealer": "A"}, **more)
    return made, [seat.get("token", "") for seat in made["seats"]]


# -- the waiting room -----------------------------------------------------------------------------


def test_the_game_and_its_clocks_begin_when_everybody_is_ready(server: Server) -> None:
    """Sitting down is not enough: nobody's clock runs while they still send links."""

    async def scenario() -> None:
        made, tokens = waiting_table(server, "pfb", clock=BANK)
        host = await Client(server, made["table"]).open(tokens[0], made["host"])
        friend = await Client(server, made["table"]).open(tokens[1], name="Haru")
        seen = friend.messages[-1]
        assert seen["waiting"] is True
        assert not any(clock["running"] for clock in seen["clocks"])
        assert [player.get("host", False) for player in seen["players"]] == [True, False, False]
        assert host.states == friend.states == {}  # no card is dealt to anybody
        refused = await friend.ask({"t": "hint", "seat": "B"})
        assert refused["rule"] == "table.not_begun"
        await friend.ask({"t": "ready", "seat": "B", "yes": True})
        told = await status(host, "waiting")
        while not told["players"][1].get("ready"):
            told = await host.until("table")
        assert told["waiting"] is True
        await host.ask({"t": "ready", "seat": "A", "yes": True})
        begun = await status(friend, "waiting", False)
        assert [clock["running"] for clock in begun["clocks"]] == [True, False, False]
        assert begun["clocks"][0]["left"] > 99
        assert friend.states["B"]["view"]["asked"] == "A"
        again = await host.ask({"t": "ready", "seat": "A", "yes": True})
        assert again["rule"] == "table.has_begun"
        assert (await host.move("A", "pass"))["t"] == "done"

    asyncio.run(scenario())


def test_who_leaves_is_not_ready_and_nobody_begins_for_the_host(server: Server) -> None:
    async def scenario() -> None:
        made, tokens = waiting_table(server, "pff")
        host = await Client(server, made["table"]).open(tokens[0], made["host"])
        friend = await Client(server, made["table"]).open(tokens[1])
        await friend.ask({"t": "ready", "seat": "B", "yes": True})
        refused = await friend.ask({"t": "begin"})
        assert refused["rule"] == "table.only_the_host_begins"
        refused = await friend.ask({"t": "cancel"})
        assert refused["rule"] == "table.only_the_host_cancels"
        await friend.close()
        while (told := await host.until("table"))["players"][1]["present"]:
            pass
        assert "ready" not in told["players"][1]

    asyncio.run(scenario())


def test_the_host_begins_and_bots_keep_the_seats_of_the_others(server: Server) -> None:
    async def scenario() -> None:
        made, tokens = waiting_table(server, "fpf")
        host = await Client(server, made["table"]).open(tokens[1], made["host"])
        assert (await host.ask({"t": "begin"}))["t"] == "done"
        told = await status(host, "waiting", False)
        assert [player.get("lent_why") for player in told["players"]] == ["absent", None, "absent"]
        assert await host.until_asked("B") is not None  # the bot on A has answered
        late = await Client(server, made["table"]).open(tokens[2], name="Yuki")
        assert "lent" not in late.messages[-1]["players"][2]
        assert late.states["C"]["version"] > 0

    asyncio.run(scenario())


def test_a_table_waits_through_a_restart_and_has_begun_for_good(tmp_path: Path) -> None:
    server = Server(tmp_path, "--bot-pause", "0").start()
    made, tokens = waiting_table(server, "pb")

    async def look() -> None:
        client = await Client(server, made["table"]).open(tokens[0])
        assert client.messages[-1]["waiting"] is True
        await client.ask({"t": "ready", "seat": "A", "yes": True})
        await status(client, "waiting", False)

    async def look_again() -> None:
        client = await Client(server, made["table"]).open(tokens[0])
        assert "waiting" not in client.messages[-1]
        assert client.states["A"]["view"]["asked"] == "A"

    server.kill()
    server.start()
    asyncio.run(look())
    server.kill()
    server.start()
    asyncio.run(look_again())
    assert server.stop() == 0


def test_a_cancelled_table_is_gone(server: Server) -> None:
    async def scenario() -> None:
        made, tokens = waiting_table(server, "pf", public=True)
        host = await Client(server, made["table"]).open(tokens[0], made["host"])
        friend = await Client(server, made["table"]).open(tokens[1])
        assert (await host.ask({"t": "cancel"}))["t"] == "done"
        assert (await friend.until("error"))["code"] == "cancelled"
        assert all(listed["table"] != made["table"] for listed in server.get("/api/tables"))
        code, answer = server.request("GET", f"/api/tables/{made['table']}/verify")
        assert (code, answer["error"]["code"]) == (404, "unknown_table")
        told = json.dumps({"event": "table_deleted", "table": made["table"], "why": "cancelled"})
        assert told[1:] in server.log.read_text("utf-8")

    asyncio.run(scenario())


def test_watchers_are_counted_by_their_devices(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        assert "watching" not in first.messages[-1]
        watchers = [await Client(server, made["table"]).open(made["spectator"]) for _ in range(2)]
        await status(first, "watching", 2)
        await watchers[0].close()
        await status(first, "watching", 1)

    two_people(server, scenario)


# -- clocks ---------------------------------------------------------------------------------------


def test_no_clock_is_gained_by_taking_back(server: Server) -> None:
    """An act that ends a turn earns fifty seconds; taken back, it has earned nothing."""

    async def scenario(first: Client, second: Client, made: Message) -> None:
        for _ in range(3):
            done = await first.move("A", "+salt", "stop")
            version = done["version"]
            undone = await first.ask({"t": "undo", "seat": "A", "version": version})
            assert undone["t"] == "done"
            await first.wait_for_version("A", undone["version"])
        told = await first.until("table")
        while not told["clocks"][0]["running"]:
            told = await first.until("table")
        assert told["clocks"][0]["left"] <= 100
        assert told["clocks"][1]["left"] > 99  # nor lost by the other

    two_people(server, scenario, clock=BANK)


def test_nor_by_taking_back_after_a_restart(home: Config) -> None:
    """The clocks before every act are kept with it, in either store."""
    store = ("--store", home.store, "--lease-seconds", "3600") if home.store else ()
    server = Server(home.data, "--bot-pause", "0", *store).start()

    async def act(first: Client, second: Client, made: Message) -> None:
        await first.move("A", "+salt", "stop")
        tables.append(made)

    async def take_back() -> None:
        both = await come_in(server, tables[0])
        version = both.states["A"]["version"]
        assert (await both.ask({"t": "undo", "seat": "A", "version": version}))["t"] == "done"
        told = await both.until("table")
        while not told["clocks"][0]["running"]:
            told = await both.until("table")
        assert told["clocks"][0]["left"] <= 100
        assert told["clocks"][1]["left"] > 99

    tables: list[Message] = []
    two_people(server, act, clock=BANK)
    server.kill()
    server.start()
    asyncio.run(take_back())
    assert server.stop() == 0


# -- giving up, and ending together ---------------------------------------------------------------


def record_of(server: Server, table: str) -> Message:
    """The record of a finished game; it has to be right."""
    data: Message = server.get(f"/api/tables/{table}/record")
    record = read_record(data)
    verify_record(game(record.game), record)
    proof = server.get(f"/api/tables/{table}/verify")
    assert proof["fits"]
    assert proof["hashes_ok"]
    return data


def test_of_two_who_resigns_has_lost(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        await first.move("A", "+salt", "stop")
        assert (await first.ask({"t": "resign", "seat": "A"}))["t"] == "done"
        told = await status(second, "ended", {"how": "resigned", "seats": ["A"], "counts": True})
        assert told["result"]["places"] == [2, 1]
        assert second.sentences("B")[-1] == "{A} resigns, and the game is over."
        refused = await second.move("B", "pass")
        assert refused["rule"] == "table.ended"
        record = record_of(server, made["table"])
        assert record["ended"] == {"how": "resigned", "seats": ["A"], "counts": True}
        assert record["result"]["ranks"] == [2, 1]
        back = await Client(server, made["table"]).open(made["seats"][1]["token"])
        assert back.messages[-1]["ended"]["how"] == "resigned"
        await second.send({"t": "rematch", "seat": "B"})
        assert (await first.until("rematch"))["seat"] == "B"
        replay = server.get(f"/api/tables/{made['table']}/replay")
        lines = [line["text"]["en"] for line in replay["steps"][-1]["log"]["lines"]]
        assert lines[-1] == "{A} resigns, and the game is over."

    two_people(server, scenario)


def test_of_three_a_bot_plays_on_for_who_resigned(tmp_path: Path) -> None:
    server = Server(tmp_path, "--bot-pause", "0").start()

    async def scenario(first: Client, second: Client, made: Message) -> None:
        assert (await first.ask({"t": "resign", "seat": "A"}))["t"] == "done"
        assert await second.until_asked("B") is not None
        assert "{A} resigns; a bot plays on for the seat." in second.sentences("B")
        for message in ({"t": "reclaim", "seat": "A"}, {"t": "lend", "seat": "A"}):
            assert (await first.ask(message))["rule"] == "table.has_resigned"
        refused = await first.move("A", "pass")
        assert refused["rule"] == "table.has_resigned"
        asked = await second.ask({"t": "end", "seat": "B", "counts": True})
        assert asked["t"] == "done"  # there is nobody else to ask
        ended = await status(first, "ended", {"how": "agreed", "seats": ["B"], "counts": True})
        assert ended["players"][0]["lent_why"] == "resigned"
        (stood_in,) = record_of(server, made["table"])["stand_ins"]
        assert (stood_in["seat"], stood_in["why"]) == ("A", "resigned")

    try:
        two_people(server, scenario, "ppb")
    finally:
        server.stop()


def test_who_has_resigned_stays_so_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path, "--bot-pause", "0").start()
    made = server.make_table("ppb", settings={"first_dealer": "B"})
    tokens = [seat.get("token", "") for seat in made["seats"]]

    async def resign() -> None:
        first = await Client(server, made["table"]).open(tokens[0])
        await Client(server, made["table"]).open(tokens[1])
        await first.ask({"t": "resign", "seat": "A"})

    async def look() -> None:
        client = await Client(server, made["table"]).open(tokens[0])
        assert client.messages[-1]["players"][0]["lent_why"] == "resigned"

    asyncio.run(resign())
    server.kill()
    server.start()
    asyncio.run(look())
    assert server.stop() == 0


def test_a_game_with_its_own_rule_for_it_is_resigned_by_that(server: Server) -> None:
    """Kamigami Battles: an elimination, and of two the other has won. [KB-FLOW-14]"""

    async def scenario() -> None:
        seats = [{"kind": "person", "name": "Mika"}, {"kind": "bot", "level": "heuristic"}]
        body = {"game": "battles", "players": seats, "settings": {"react_pause_ms": 0}}
        made = server.post("/api/tables", body)
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        while (state := await client.until_asked("A")) is not None:
            if state["view"]["private"]["commands"]["resign"]:
                break
            answer = await client.move("A", state["view"]["moves"][0])
            await client.wait_for_version("A", answer["version"])
        assert (await client.ask({"t": "resign", "seat": "A"}))["t"] == "done"
        told = await client.until_table(lambda told: "result" in told)
        assert told["result"]["places"] == [2, 1]
        assert "ended" not in told  # by its rules
        assert "{A} resigns." in client.sentences("A")

    asyncio.run(scenario())


def test_a_game_ends_if_everybody_agrees(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        await first.send({"t": "end", "id": "end?", "seat": "A", "counts": False})
        asked = (await second.until_table(lambda told: "end_request" in told))["end_request"]
        assert (asked["seat"], asked["waiting"], asked["counts"]) == ("A", ["B"], False)
        await second.ask({"t": "consent", "seat": "B", "yes": False})
        refused = await first.until("refused")
        assert refused["sentence"]["en"] == "{B} would rather play on."
        await first.send({"t": "end", "id": "end!", "seat": "A", "counts": False})
        while "end_request" not in await second.until("table"):
            pass
        await second.ask({"t": "consent", "seat": "B", "yes": True})
        assert (await first.until("done"))["id"] == "end!"
        told = await status(second, "ended", {"how": "agreed", "seats": ["A"], "counts": False})
        assert "result" not in told
        record = record_of(server, made["table"])
        assert "result" not in record
        assert record["ended"] == {"how": "agreed", "seats": ["A"], "counts": False}

    two_people(server, scenario)


# -- nobody plays ---------------------------------------------------------------------------------


def test_bots_do_not_play_on_for_people_who_let_their_time_run_out(server: Server) -> None:
    """Two who do not look: the table waits, and the record says what was played for whom."""

    async def scenario(first: Client, second: Client, made: Message) -> None:
        told = await status(first, "paused", True)
        assert [player.get("lent_why") for player in told["players"]] == ["time", "time"]
        assert not any(clock["running"] for clock in told["clocks"])
        version = first.states["A"]["version"]
        assert first.states["A"]["view"]["asked"] is not None
        watcher = await Client(server, made["table"]).open(made["spectator"])
        assert watcher.messages[-1]["paused"] is True
        assert (await second.ask({"t": "reclaim", "seat": "B"}))["t"] == "done"
        told = await status(first, "paused", False)
        assert await second.until_asked("B") is not None
        assert second.states["B"]["version"] >= version
        await second.send({"t": "end", "id": "e", "seat": "B", "counts": True})
        await first.until_table(lambda told: "end_request" in told)
        await first.ask({"t": "consent", "seat": "A", "yes": True})
        await status(second, "ended", {"how": "agreed", "seats": ["B"], "counts": True})
        stood_in = record_of(server, made["table"])["stand_ins"]
        assert {(one["seat"], one["why"]) for one in stood_in} == {("A", "time")}
        replay = server.get(f"/api/tables/{made['table']}/replay")
        lines = [line["text"]["en"] for step in replay["steps"] for line in step["log"]["lines"]]
        assert "{A} is out of time; a bot plays." in lines

    two_people(server, scenario, clock={"kind": "bank", "seconds": 5, "increment": 0})


def test_bots_do_not_play_on_when_only_watchers_are_left(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        watcher = await Client(server, made["table"]).open(made["spectator"])
        assert (await first.ask({"t": "lend", "seat": "A"}))["t"] == "done"
        await second.close()
        await first.close()
        told = await status(watcher, "paused", True)
        assert not any(player["present"] for player in told["players"])
        back = await Client(server, made["table"]).open(made["seats"][1]["token"])
        assert "paused" not in back.messages[-1]

    two_people(server, scenario)


# -- and again ------------------------------------------------------------------------------------


def test_in_a_rematch_everybody_sits_one_seat_further_and_the_table_waits(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        await first.ask({"t": "resign", "seat": "A"})
        await second.send({"t": "rematch", "seat": "B"})
        links = [await client.until("rematch") for client in (first, second)]
        assert [link["seat"] for link in links] == ["B", "A"]
        mika = await Client(server, links[0]["table"]).open(links[0]["token"])
        assert mika.messages[-1]["waiting"] is True
        assert [player["name"] for player in mika.messages[0]["players"]] == [
            "Player 1",
            "Player 0",
        ]

    two_people(server, scenario)


def test_what_a_seat_was_given_goes_on_with_its_person(server: Server) -> None:
    """Kodama: who has the first Sprout has it in the next game, too."""

    async def scenario() -> None:
        seats = [{"kind": "person", "name": "Mika"}, *[{"kind": "bot"}] * 2]
        game = server.get("/api/games")
        (kodama,) = [info for info in game if info["name"] == "kodama"]
        (sprouts,) = [one for one in kodama["settings"] if one["deals"]]
        settings = {sprouts["name"]: dict(zip("AC", sprouts["deals"]))}
        body = {"game": "kodama", "players": seats, "settings": settings}
        made = server.post("/api/tables", body)
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        await client.ask({"t": "end", "seat": "A", "counts": False})
        await client.send({"t": "rematch", "seat": "A"})
        link = await client.until("rematch")
        again = await Client(server, link["table"]).open(link["token"])
        assert again.messages[0]["settings"][sprouts["name"]] == dict(zip("AB", sprouts["deals"]))
        assert "waiting" not in again.messages[-1]  # nobody else has to come

    asyncio.run(scenario())


def test_teams_are_told(server: Server) -> None:
    async def scenario() -> None:
        seats = [{"kind": "person", "name": "Mika"}, *[{"kind": "bot"}] * 3]
        for mode, teams in (("team", [["A", "C"], ["B", "D"]]), ("ffa", [])):
            body = {"game": "battles", "players": seats, "settings": {"mode": mode}}
            made = server.post("/api/tables", body)
            client = await Client(server, made["table"]).open(made["seats"][0]["token"])
            assert client.messages[0]["teams"] == teams

    asyncio.run(scenario())


# -- from afar ------------------------------------------------------------------------------------


def test_how_a_table_stands_is_told_to_who_has_a_link_and_no_more_than_they_may_know(
    server: Server,
) -> None:
    async def scenario() -> None:
        made, tokens = waiting_table(server, "pp")
        path = f"/api/tables/{made['table']}/standing"
        before = server.get(path, tokens[1])
        assert (before["waiting"], before["view"], before["seat"]) == (True, None, "B")
        host = await Client(server, made["table"]).open(tokens[0], made["host"])
        await host.ask({"t": "begin"})
        await host.until_asked("A")
        now = server.get(path + "?seat=A", tokens[1])  # nobody reads another hand
        assert (now["waiting"], now["asked"], now["seat"], now["view"]["seat"]) == (
            False, "A", "B", "B",
        )  # fmt: skip
        assert now["players"][0]["name"] == "Player 0"
        code, answer = server.request("GET", path)
        assert (code, answer["error"]["code"]) == (403, "unknown_token")
        code, answer = server.request("GET", path, token="x" * 22)
        assert (code, answer["error"]["code"]) == (403, "unknown_token")

    asyncio.run(scenario())


def test_open_tables_tell_who_invites(server: Server) -> None:
    made = server.make_table("fpb", public=True, waits=True)
    (listed,) = [t for t in server.get("/api/tables") if t["table"] == made["table"]]
    assert (listed["host"], listed["begun"], listed["taken"]) == ("Player 1", False, 2)
