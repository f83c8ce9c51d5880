"""People and bots at one table, over real sockets."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from floods import TEXT, frame
from server_kit import Client, Message, Server

from kamiza import games

# -- playing --------------------------------------------------------------------------------------


async def play_seat(client: Client, seat: str, rng: random.Random) -> Message:
    """Answer whenever this seat is asked, to the end of the game; the last state."""
    while await client.until_asked(seat) is not None:
        move = rng.choice(client.states[seat]["view"]["moves"])
        answer = await client.move(seat, move)
        assert answer["t"] == "done", answer
        await client.wait_for_version(seat, answer["version"])
    return client.states[seat]


def test_a_whole_game_of_two_people_and_two_bots(server: Server) -> None:
    async def scenario() -> None:
        made = server.make_table("pfbs")
        tokens = [seat.get("token") for seat in made["seats"]]
        first = await Client(server, made["table"]).open(tokens[0], name="Mika")
        second = await Client(server, made["table"]).open(tokens[1], name="Haru")
        watcher = await Client(server, made["table"]).open(made["spectator"])
        ends = await asyncio.gather(
            play_seat(first, "A", random.Random(1)), play_seat(second, "B", random.Random(2))
        )
        while watcher.states[None]["view"]["asked"] is not None:
            await watcher.receive()
        results = [end["view"]["result"] for end in (*ends, watcher.states[None])]
        assert results[0] == results[1] == results[2]
        assert ends[0]["version"] == watcher.states[None]["version"]
        assert all(message["undo"] is None for message in ends)
        await check_event_numbers(first)

    asyncio.run(scenario())


async def check_event_numbers(client: Client) -> None:
    """No event is missed and none comes twice."""
    states = [message for message in client.messages if message["t"] == "state"]
    assert [message["version"] for message in states] == sorted({f["version"] for f in states})
    before = -1  # the deal has number 0
    for message in states:
        numbers = [event["n"] for event in message["events"]]
        assert all(before < number <= message["version"] for number in numbers)
        before = message["version"]


Scenario = Callable[[Client, Client, Message], Awaitable[None]]


def two_people(server: Server, scenario: Scenario, seats: str = "pp", **more: object) -> None:
    """Two people at a new table, seat A to begin."""

    async def run() -> None:
        made = server.make_table(seats, settings={"first_dealer": "A"}, **more)
        table = made["table"]
        tokens = [seat["token"] for seat in made["seats"] if seat["kind"] == "person"]
        first = await Client(server, table).open(tokens[0], made["host"])
        second = await Client(server, table).open(tokens[1])
        await first.until("table")
        await scenario(first, second, made)
        await first.close()
        await second.close()

    asyncio.run(run())


def test_everybody_is_welcomed_with_what_they_need(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        welcomes = [message for message in first.messages if message["t"] == "welcome"]
        assert [(w["you"], w["host"], w["spectator"]) for w in welcomes] == [
            (["A"], False, False),
            (["A"], True, False),
        ]
        assert len(welcomes[0]["commitment"]) == 64
        view = first.states["A"]["view"]
        assert view["private"]["hand"] == {"rice": 1, "sake": 1, "salt": 2}
        assert set(view["labels"]) == set(view["moves"])
        assert view["labels"]["pass"]["label"]["ja"].startswith("パス")
        assert "labels" not in second.states["B"]["view"]

    two_people(server, scenario)


def test_an_act_reaches_both_with_their_own_view(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        answer = await first.move("A", "+salt", "+sake", "stop")
        assert answer == {"t": "done", "id": answer["id"], "version": 3}
        theirs = await second.wait_for_version("B", 3)
        assert theirs["view"]["asked"] == "B"
        assert theirs["view"]["private"]["hand"]["sake"] == 1
        assert [event["event"] for event in theirs["events"]] == [
            *("card_added", "card_added", "dedicated")
        ]
        assert theirs["log"] == {
            "since": 1,
            "lines": [
                {
                    "n": 1,
                    "seat": "A",
                    "about": ["laid:A"],
                    "text": {
                        "en": "{A} dedicates sake and salt: total 3.",
                        "ja": "{A}は酒と塩を奉納し、合計は3です。",
                    },
                }
            ],
        }

    two_people(server, scenario)


def test_a_refusal_says_why_and_changes_nothing(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        answer = await first.move("A", "+rice", "+rice", "stop")
        assert (answer["t"], answer["rule"], answer["behind"]) == (
            "refused",
            "OF-ERR-04",
            "OF-DED-01",
        )
        assert answer["sentence"]["en"] == "You have no rice in your hand."
        assert answer["version"] == 0

    two_people(server, scenario)


def test_a_repeat_gets_the_stored_answer(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        answers = [await first.move("A", "+salt", version=0, id="once") for _ in range(3)]
        assert [(a["t"], a["version"]) for a in answers] == [("done", 1)] * 3
        other = await second.move("B", "+salt", version=1, id="once")
        assert other["t"] == "refused"  # the same name from another seat is another request

    two_people(server, scenario)


def test_a_stale_act_is_refused_with_the_present_state(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        await first.move("A", "+salt")
        answer = await first.move("A", "+salt", version=0)
        assert (answer["t"], answer["stale"], answer["version"]) == ("refused", True, 1)
        state = await first.until("state")
        assert state["version"] == 1
        assert [event["event"] for event in state["events"]] == ["card_added"]

    two_people(server, scenario)


def test_two_tabs_of_one_seat_agree(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        tab = await Client(server, made["table"]).open(made["seats"][0]["token"])
        outcomes = await asyncio.gather(
            first.move("A", "+salt", version=0), tab.move("A", "+sake", version=0)
        )
        assert sorted(answer["t"] for answer in outcomes) == ["done", "refused"]
        states = [await client.wait_for_version("A", 1) for client in (first, tab)]
        assert states[0]["view"] == states[1]["view"]

    two_people(server, scenario)


def test_reconnecting_in_mid_decision_goes_on_from_the_last_version(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        await first.move("A", "+salt")
        await first.close()
        again = await Client(server, made["table"]).open(made["seats"][0]["token"], version=1)
        assert again.states["A"]["events"] == []
        assert again.states["A"]["view"]["question"] == "GIVE"
        await again.move("A", "stop")
        await second.wait_for_version("B", 2)
        await second.move("B", "+sake", "stop")
        await second.move("B", "pass")  # refused: not their turn
        late = await Client(server, made["table"]).open(made["seats"][0]["token"], version=1)
        assert [event["n"] for event in late.states["A"]["events"]] == [2, 3, 4]
        fresh = await Client(server, made["table"]).open(made["seats"][0]["token"])
        assert [event["n"] for event in fresh.states["A"]["events"]] == [0, 0, 0, 1, 2, 3, 4]

    two_people(server, scenario)


def test_hot_seat_on_one_socket(server: Server) -> None:
    async def scenario() -> None:
        made = server.make_table("pp", settings={"first_dealer": "A"})
        both = await Client(server, made["table"]).open(*[s["token"] for s in made["seats"]])
        assert set(both.states) == {"A", "B"}
        await both.move("A", "pass")
        await both.wait_for_version("B", 1)
        answer = await both.ask({"t": "undo", "seat": "A", "version": 1})
        assert answer["t"] == "done"  # the other person sits at the same device

    asyncio.run(scenario())


# -- asking ---------------------------------------------------------------------------------------


def test_why_not(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        reason = await first.ask({"t": "why", "seat": "A", "move": "stop"})
        assert (reason["legal"], reason["rule"]) == (False, "OF-ERR-03")
        assert (await first.ask({"t": "why", "seat": "A", "move": "pass"}))["legal"] is True
        reason = await second.ask({"t": "why", "seat": "B", "move": "pass"})
        assert reason["sentence"]["en"] == "It is {A}'s turn."

    two_people(server, scenario)


def test_the_rule_behind_a_refusal_fits_the_question(server: Server) -> None:
    """In the middle of a dedication it is another rule than at the beginning of a turn."""

    async def scenario(first: Client, second: Client, made: Message) -> None:
        request = {"t": "why", "seat": "A", "move": "rob B"}
        reason = await first.ask(request)
        assert (reason["rule"], reason["behind"]) == ("OF-ERR-03", "OF-FLOW-03")
        await first.move("A", "+salt")
        await first.wait_for_version("A", 1)
        reason = await first.ask(request)
        assert (reason["rule"], reason["behind"]) == ("OF-ERR-03", "OF-RUL-32")
        refused = await first.move("A", "pass")
        assert (refused["rule"], refused["behind"]) == ("OF-ERR-03", "OF-RUL-32")

    two_people(server, scenario)
    # Within one act it is the question that its first moves lead to.
    two_people(server, one_act)


async def one_act(first: Client, second: Client, made: Message) -> None:
    refused = await first.move("A", "+salt", "pass")
    assert (refused["rule"], refused["behind"]) == ("OF-ERR-03", "OF-RUL-32")


@pytest.mark.parametrize("name", games.NAMES)
def test_the_log_begins_with_the_deal(server: Server, name: str) -> None:
    """Whoever comes fresh, early or late, hears the story from its beginning, and once."""

    async def scenario() -> None:
        made = server.make_table("pp", game=name)
        tokens = [seat["token"] for seat in made["seats"]]
        client = await Client(server, made["table"]).open(*tokens)
        for seat in ("A", "B"):
            first, log = client.states[seat]["events"], client.states[seat]["log"]
            assert first, name
            assert log["lines"], name
            assert {entry["n"] for entry in (*first, *log["lines"])} == {log["since"]} == {0}
            for line in log["lines"]:
                for language in ("en", "ja"):
                    assert "{count}" not in line["text"][language]
                    assert line["text"][language] not in [event["event"] for event in first]
        asked = client.states["A"]["view"]["asked"]
        await client.move(asked, client.states[asked]["view"]["moves"][0])
        await client.wait_for_version("B" if asked == "A" else "A", 1)
        back = await Client(server, made["table"]).open(tokens[0], version=0)
        assert all(event["n"] > 0 for event in back.states["A"]["events"])
        again = await Client(server, made["table"]).open(tokens[0])
        numbers = [event["n"] for event in again.states["A"]["events"]]
        assert numbers[0] == 0
        assert numbers == sorted(numbers)
        watcher = await Client(server, made["table"]).open(made["spectator"])
        assert watcher.states[None]["events"][0]["n"] == 0
        for one in (client, back, again, watcher):
            await one.close()

    asyncio.run(scenario())


# -- taking back ----------------------------------------------------------------------------------


def test_a_free_undo_happens_at_once(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        await first.move("A", "+salt", "stop")
        assert (await first.wait_for_version("A", 2))["undo"] == "free"
        answer = await first.ask({"t": "undo", "seat": "A", "version": 2})
        assert (answer["t"], answer["version"]) == ("done", 3)
        state = await second.wait_for_version("B", 3)
        assert state["view"]["asked"] == "A"
        assert state["events"][-1]["event"] == "undone"

    two_people(server, scenario)


def test_beyond_new_information_the_others_are_asked(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        await first.move("A", "pass")
        assert (await first.wait_for_version("A", 1))["undo"] == "ask"
        request = {"t": "undo", "id": "please", "seat": "A", "version": 1}
        await first.send(request)
        asked = (await second.until_table(lambda told: "undo_request" in told))["undo_request"]
        assert (asked["seat"], asked["waiting"]) == ("A", ["B"])
        assert 0 < asked["left"] <= 30
        said = await second.ask({"t": "consent", "seat": "B", "yes": False})
        assert said["t"] == "done"  # so that nobody says it twice
        answer = await first.until("refused")
        assert answer["sentence"]["en"] == "{B} would rather not take it back."
        await first.send(request)
        while "undo_request" not in await second.until("table"):
            pass
        await second.send({"t": "consent", "id": "yes", "seat": "B", "yes": True})
        assert (await first.until("done"))["version"] == 2
        assert (await second.wait_for_version("B", 2))["view"]["asked"] == "A"

    two_people(server, scenario)


def test_a_request_ends_when_the_table_goes_on(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        await first.move("A", "pass")
        await first.send({"t": "undo", "id": "please", "seat": "A", "version": 1})
        await second.until_table(lambda told: "undo_request" in told)
        await second.wait_for_version("B", 1)
        await second.move("B", "pass")
        assert (await first.until("refused"))["rule"] == "table.undo_outdated"

    two_people(server, scenario, "ppp")


def take_back_before_a_bot(server: Server, scenario: Scenario, **more: object) -> None:
    """Seat A passed and a bot will be asked; its person would like to take that back, and says so
    in the same breath, in one piece: before the bot, however slow this machine is."""

    async def run(first: Client, second: Client, made: Message) -> None:
        said = (
            {"t": "move", "id": "p", "seat": "A", "version": 0, "moves": ["pass"]},
            {"t": "undo", "id": "please", "seat": "A", "version": 1},
        )
        assert first.socket is not None
        first.socket.transport.write(b"".join(frame(TEXT, json.dumps(m).encode()) for m in said))
        assert (await first.until("done"))["id"] == "p"
        while "undo_request" not in await second.until("table"):
            pass
        await scenario(first, second, made)

    two_people(server, run, "pbp", **more)


@pytest.fixture
def patient(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    """Bots take their time here, so that there is time to ask: so many seconds a bot takes, and so
    many somebody is asked."""
    pause, consent = getattr(request, "param", (0.4, 60.0))
    options = ("--bot-pause", str(pause), "--consent-seconds", str(consent))
    with Server(tmp_path, *options, "--tables-per-minute", "600") as running:
        yield running


def test_bots_and_clocks_wait_while_the_others_are_asked(patient: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        await asyncio.sleep(0.9)  # twice as long as the bot's pause
        watcher = await Client(patient, made["table"]).open(made["spectator"])
        assert watcher.states[None]["version"] == 1
        status = await watcher.until("table")
        assert not any(clock["running"] for clock in status["clocks"])
        await second.send({"t": "consent", "id": "yes", "seat": "C", "yes": True})
        assert (await first.until("done"))["version"] == 2
        state = await second.wait_for_version("C", 2)
        assert state["view"]["asked"] == "A"
        while not any(clock["running"] for clock in status["clocks"]):
            status = await watcher.until("table")

    clock = {"kind": "bank", "seconds": 60, "increment": 0}
    take_back_before_a_bot(patient, scenario, clock=clock)


@pytest.mark.parametrize("patient", [(0.4, 2.0)], indirect=True)
def test_a_request_nobody_answers_lapses_and_the_bot_goes_on(patient: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        assert (await first.until("refused"))["rule"] == "table.undo_unanswered"
        await second.until_asked("C")

    take_back_before_a_bot(patient, scenario)


@pytest.mark.parametrize("patient", [(4.0, 60.0)], indirect=True)
def test_a_request_turned_down_holds_nothing_up_the_second_time(patient: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        await second.send({"t": "consent", "id": "no", "seat": "C", "yes": False})
        assert (await first.until("refused"))["rule"] == "table.undo_declined"
        await first.send({"t": "undo", "id": "again", "seat": "A", "version": 1})
        assert (await first.until("refused"))["rule"] == "table.undo_outdated"
        await second.until_asked("C")

    take_back_before_a_bot(patient, scenario)


# -- people ---------------------------------------------------------------------------------------


def test_a_seat_is_lent_and_taken_back(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        answer = await first.ask({"t": "lend", "seat": "A", "level": "heuristic"})
        assert answer["t"] == "done"
        await second.until_asked("B")
        assert (await first.move("A", "pass", version=0))["rule"] == "table.lent"
        await first.send({"t": "reclaim", "id": "back", "seat": "A"})
        while "summary" not in (state := await first.until("state")):
            pass
        assert len(state["summary"]) == 2
        assert "a bot answered" in state["summary"][0]["en"]
        assert (await first.ask({"t": "reclaim", "seat": "A"}))["rule"] == "table.not_lent"

    two_people(server, scenario)


def test_the_host_lets_a_bot_play_for_somebody_who_is_not_here(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        refused = await second.ask({"t": "lend", "seat": "C", "level": "heuristic"})
        assert refused["rule"] == "table.not_yours"
        assert (await first.ask({"t": "lend", "seat": "C", "level": "heuristic"}))["t"] == "done"
        refused = await first.ask({"t": "lend", "seat": "B", "level": "heuristic"})
        assert refused["rule"] == "table.not_yours"
        guest = await Client(server, made["table"]).open(made["seats"][2]["token"], name="Aki")
        players = guest.messages[-1]["players"]
        assert players[2]["name"] == "Aki"
        assert "lent" not in players[2]  # who arrives has the seat

    two_people(server, scenario, "ppf")


def test_names_and_talk_reach_everybody_as_text(server: Server) -> None:
    async def scenario(first: Client, second: Client, made: Message) -> None:
        await first.send({"t": "name", "seat": "A", "name": "<script>alert(1)</script>"})
        name = "<script>alert(1)</script>"[:24]
        await second.until_table(lambda told: told["players"][0]["name"] == name)
        await first.send({"t": "chat", "seat": "A", "text": "<b>hi</b>"})
        said = [await first.until("said")]
        await second.send({"t": "chat", "seat": "B", "phrase": "well_played"})
        said.append(await first.until("said"))
        assert said[0]["text"] == "<b>hi</b>"
        assert (said[1]["phrase"], said[1]["seat"]) == ("well_played", "B")
        late = await Client(server, made["table"]).open(made["spectator"])
        assert [line["seat"] for line in late.messages[0]["chat"]] == ["A", "B"]
        await late.send({"t": "chat", "seat": None, "text": "me too"})
        assert (await late.until("refused"))["rule"] == "table.only_watching"

    two_people(server, scenario)


def test_a_rematch_gives_everybody_their_own_link(server: Server) -> None:
    async def scenario() -> None:
        made = server.make_table("pp")
        first = await Client(server, made["table"]).open(made["seats"][0]["token"])
        second = await Client(server, made["table"]).open(made["seats"][1]["token"])
        watcher = await Client(server, made["table"]).open(made["spectator"])
        await first.send({"t": "rematch", "seat": "A"})
        assert (await first.until("refused"))["rule"] == "table.not_over"
        await asyncio.gather(
            play_seat(first, "A", random.Random(3)), play_seat(second, "B", random.Random(4))
        )
        await second.send({"t": "rematch", "seat": "B"})
        links = [await client.until("rematch") for client in (first, second, watcher)]
        assert len({link["table"] for link in links}) == 1
        assert [link.get("seat") for link in links] == ["B", "A", None]  # one seat further
        again = await Client(server, links[1]["table"]).open(links[1]["token"])
        assert again.messages[0]["you"] == ["A"]
        await first.send({"t": "rematch", "seat": "A"})
        assert (await first.until("rematch")) == links[0]

    asyncio.run(scenario())
