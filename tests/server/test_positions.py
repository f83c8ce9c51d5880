"""Tables that begin from a position, and what a position editor asks for, at a real server."""

import asyncio
import json
import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any, ClassVar

import pytest
from conftest import QUICK
from server_kit import ANSWER_SECONDS, Client, Message, Server
from test_clubs import FREE, MIKA, Scene, club_table, look, play_out
from test_playing import play_seat

from kamiza import games
from kamiza.core.action import NOBODY
from kamiza.core.game import Setup, State
from kamiza.core.record import read_record, verify
from kamiza.core.refusal import Refusal
from kamiza.core.rng import fast_rng
from kamiza.play.positions import shortened
from kamiza.play.words import refusal
from kamiza.server.bots import BotPool
from kamiza.server.config import Config
from kamiza.server.looking_back import LookingBack
from kamiza.server.metrics import Metrics

LATE = {"shintoh": 30, "kamisama": 60, "kodama": 20, "battles": 40}


def middle(name: str, seats: int = 2, moves: int | None = None) -> State:
    """A game of quick moves after some of them."""
    game, rng = games.game(name), fast_rng(1)
    state = game.start(Setup(seats, game.trial_settings(), 5))
    for _ in range(LATE[name] if moves is None else moves):
        game.apply(state, game.quick_move(state, rng))
    assert state.asked != NOBODY
    return state


def position_of(name: str, seats: int = 2, moves: int | None = None) -> Message:
    return shortened(games.game(name), middle(name, seats, moves))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One of its own, so that no other test has used up what one address may ask."""
    with Server(tmp_path_factory.mktemp("positions"), *QUICK) as running:
        yield running


def asked(server: Server, method: str, path: str, body: object = None) -> tuple[int, Any]:
    """An answer that was paid for: whoever asks too often waits."""
    while True:
        status, answer = server.request(method, path, body)
        if status != 429:
            return status, answer
        time.sleep(0.25)


def check(server: Server, name: str, position: object, seat: str | None = None) -> Message:
    body = {"position": position, "seat": seat}
    status, answer = asked(server, "POST", f"/api/games/{name}/position", body)
    assert status == 200, answer
    found: Message = answer
    return found


# -- looking at positions --------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(LATE))
def test_what_follows_from_a_position(server: Server, name: str) -> None:
    game, state = games.game(name), middle(name)
    asked_now = "AB"[state.asked]
    found = check(server, name, position_of(name), asked_now)
    assert found["problem"] is None
    possible = found["possible"]
    whole = game.save(state)
    del whole["rng"]
    assert possible["whole"] == json.loads(json.dumps(whole))
    assert possible["short"] == position_of(name)
    assert possible["asked"] == possible["view"]["asked"] == asked_now
    assert possible["moves"] == len(game.moves(state))
    assert possible["view"]["seat"] == asked_now
    assert check(server, name, possible["whole"])["possible"]["short"] == possible["short"]


def test_what_is_wrong_names_the_field_in_both_languages(server: Server) -> None:
    position = {"seats": 2, "players": {"A": {"gods": ["susanoo"]}, "B": {"gods": ["susanoo"]}}}
    problem = check(server, "shintoh", position)["problem"]
    assert problem["field"] == "B.gods"
    assert problem["sentence"]["en"] == "Susanoo is elsewhere already."
    assert "スサノオ" in problem["sentence"]["ja"]
    assert problem["where"]["en"].startswith("B, ")
    assert check(server, "shintoh", {"seats": 9})["problem"]["field"] == "settings"


def test_chances_and_the_best_options(server: Server) -> None:
    for name in sorted(LATE):
        body = {"position": position_of(name)}
        status, found = asked(server, "POST", f"/api/games/{name}/analysis", body)
        assert status == 200, found
        assert found["asked"] == "AB"[middle(name).asked]
        assert sum(found["chances"].values()) == pytest.approx(1, abs=0.02)
        assert 1 <= len(found["hint"]["options"]) <= 3
        legal = games.game(name).decision(middle(name))
        assert legal is not None
        assert all(option["moves"][0] in legal.moves for option in found["hint"]["options"])
        assert found["hint"]["options"][0]["name"]["ja"]


def test_where_positions_come_from(server: Server) -> None:
    for name in sorted(LATE):
        status, found = asked(server, "GET", f"/api/games/{name}/position?seats=3")
        assert (status, found["game"], found["position"]["seats"]) == (200, name, 3)
        status, found = asked(server, "GET", f"/api/games/{name}/puzzles/2/position")
        assert status == 200, found
        assert check(server, name, found["position"])["problem"] is None
        form = server.get(f"/api/games/{name}/position/form")
        fields = {field["name"] for field in form["table"]}
        assert fields == {field.name for field in games.game(name).schema.table}
        assert all(field["label"]["ja"] for field in form["players"])


def test_a_text_may_be_a_position_a_case_or_a_record(server: Server) -> None:
    position = position_of("kodama")
    case = check(server, "kodama", position)["possible"]["case"]
    for text in (json.dumps(position), case):
        # The game is that of the text, whatever game the editor shows.
        path = "/api/games/shintoh/position/text"
        status, found = asked(server, "POST", path, {"text": text})
        assert (status, found) == (200, {"game": "kodama", "position": position})
    for text in ("hello", "[]", "{}", '{"game": "chess", "seats": 2}', '{"seats": 2, "x": 1}',
                 '[[case]]\ngiven.like = "other"\n', "{" * 1000, '{"format": 2}'):  # fmt: skip
        status, found = asked(server, "POST", "/api/games/shintoh/position/text", {"text": text})
        assert status == 422, text
        assert found["error"]["sentence"]["ja"]


@pytest.mark.parametrize(
    "position",
    [
        {}, {"seats": "2"}, {"seats": 2, "x": 1}, {"seats": 10**30}, {"seats": 2, "frames": {}},
        {"seats": 2, "rng": {"key": "00" * 32, "counters": []}}, {"seats": 2, "players": []},
        {"seats": 2, "players": {"A": {"hand": [[[[[]]]]]}}}, {"seats": 2, "settings": 1},
        {"seats": 2, "game": "chess"}, {"seats": 2, "players": {"A": {"hand": 10**18}}},
        {"seats": 2, "supply": {"cultist": 10**9}}, {"seats": 2, "pad": "x" * 12_500},
    ],
)  # fmt: skip
def test_garbage_is_told_and_breaks_nothing(server: Server, position: Message) -> None:
    for name in sorted(LATE):
        body = {"position": position}
        status, found = asked(server, "POST", f"/api/games/{name}/position", body)
        assert status in (200, 400, 413)
        assert status != 200 or found["problem"]["sentence"]["en"]


def test_bodies_are_bounded_and_of_the_right_shape(server: Server) -> None:
    path = "/api/games/shintoh/position"
    assert asked(server, "POST", path, {"position": {"x": "x" * 20_000}})[0] == 413
    assert asked(server, "POST", path, b"{" * 500)[0] == 400
    assert asked(server, "POST", path, {"position": []})[0] == 400
    assert asked(server, "POST", path, {"position": {"seats": 2}, "seat": "Z"})[0] == 400
    assert asked(server, "POST", path + "/text", {"text": "x" * 300_000})[0] == 413
    assert asked(server, "GET", path + "?seats=99")[0] == 400
    assert asked(server, "GET", "/api/games/chess/position")[0] == 404
    assert asked(server, "GET", "/api/games/shintoh/puzzles/9999/position")[0] == 404


# -- tables ----------------------------------------------------------------------------------------


def last_move(name: str = "shintoh") -> Message:
    """A position shortly before the end."""
    game, rng = games.game(name), fast_rng(1)
    state = game.start(Setup(2, {}, 5))
    states: list[State] = []
    while state.asked != NOBODY:
        states.append(state.clone())
        game.apply(state, game.quick_move(state, rng))
    return shortened(game, states[-6])


def test_a_table_begins_there_and_is_undone_to_there_and_no_further(server: Server) -> None:
    async def scenario() -> None:
        position = position_of("shintoh")
        made = server.make_table("pp", position=position)
        client = await Client(server, made["table"]).open(*[s["token"] for s in made["seats"]])
        (welcome, _) = [m for m in client.messages if m["t"] == "welcome"]
        assert "begun from a position" in welcome["position"]["en"]
        assert "局面" in welcome["position"]["ja"]
        seat = client.states["A"]["view"]["asked"]
        view = check(server, "shintoh", position, seat)["possible"]["view"]
        assert client.states[seat]["view"]["private"] == view["private"]
        assert client.states[seat]["version"] == 0
        undone = await client.ask({"t": "undo", "seat": seat, "version": 0})
        assert (undone["t"], undone["rule"]) == ("refused", "table.nothing_to_undo")
        before = client.states[seat]["view"]
        done = await client.move(seat, before["moves"][0])
        assert done["t"] == "done", done
        await client.wait_for_version(seat, done["version"])
        await client.ask({"t": "undo", "seat": seat, "version": done["version"]})
        await client.wait_for_version(seat, done["version"] + 1)
        assert client.states[seat]["view"] == before
        await client.close()

    asyncio.run(scenario())


def options_of(home: Config) -> tuple[str, ...]:
    return (*QUICK, "--store", home.store) if home.store else QUICK


def test_it_goes_on_after_the_server_did_not_in_either_store(home: Config) -> None:
    async def begin(server: Server, made: Message) -> Message:
        client = await Client(server, made["table"]).open(*[s["token"] for s in made["seats"]])
        seat = client.states["A"]["view"]["asked"]
        done = await client.move(seat, client.states[seat]["view"]["moves"][0])
        await client.wait_for_version("A", done["version"])
        await client.close()
        return client.states["A"]["view"]

    async def again(server: Server, made: Message) -> Message:
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        await client.close()
        assert client.messages[0]["position"]["en"]
        return client.states["A"]["view"]

    with Server(home.data, *options_of(home)) as server:
        made = server.make_table("pp", position=position_of("shintoh"))
        before = asyncio.run(begin(server, made))
        server.stop()
        server.start()
        assert asyncio.run(again(server, made)) == before


def finish(server: Server, made: Message) -> None:
    async def play() -> None:
        tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
        clients = [await Client(server, made["table"]).open(token) for token in tokens.values()]
        players = zip(clients, tokens)
        await asyncio.gather(*(play_seat(c, seat, random.Random(1)) for c, seat in players))
        for client in clients:
            await client.close()

    asyncio.run(play())


def test_a_finished_one_is_replayed_recorded_coached_and_counts_for_nobody(server: Server) -> None:
    position = last_move()
    made = server.make_table("pp", position=position)
    finish(server, made)
    path = f"/api/tables/{made['table']}"
    _, record = asked(server, "GET", f"{path}/record")
    game = games.game("shintoh")
    assert record["position"] == position
    assert verify(game, read_record(json.dumps(record))) == len(record["moves"]) > 0
    assert asked(server, "GET", f"{path}/verify")[1]["hashes_ok"] is True
    _, replay = asked(server, "GET", f"{path}/replay")
    assert replay["position"]["en"]
    assert len(replay["steps"]) == len(record["moves"]) + 1
    assert asked(server, "GET", f"{path}/summary")[1]["position"] is True
    _, found = asked(server, "GET", f"{path}/position?step=0")
    assert found == {"game": "shintoh", "position": position}
    assert asked(server, "GET", f"{path}/position?step=99999")[0] == 400
    _, text = asked(
        server, "POST", "/api/games/shintoh/position/text", {"text": json.dumps(record)}
    )
    assert check(server, "shintoh", text["position"])["possible"]["moves"] > 0
    coached, end = asked(server, "GET", f"{path}/coach")[1], time.monotonic() + ANSWER_SECONDS
    while coached["looked_at"] < coached["moves"] or not coached["points"]:
        assert time.monotonic() < end
        time.sleep(0.05)
        coached = asked(server, "GET", f"{path}/coach")[1]
    assert coached["points"][-1]["step"] == len(record["moves"])


def test_playing_on_from_it_keeps_its_position(server: Server) -> None:
    made = server.make_table("pp", position=last_move())
    finish(server, made)
    players = [{"kind": "person", "name": "Mika"}, {"kind": "person", "name": "Haru"}]
    path = f"/api/tables/{made['table']}/branch"
    on = server.post(path, {"at": 1, "players": players})
    finish(server, on)
    _, record = asked(server, "GET", f"/api/tables/{on['table']}/record")
    assert record["branch"] == {"table": made["table"], "at": 1}
    assert verify(games.game("shintoh"), read_record(json.dumps(record))) == len(record["moves"])


def test_a_rematch_begins_there_again(server: Server) -> None:
    async def again(made: Message) -> str:
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        await client.send({"t": "rematch", "seat": "A"})
        link = await client.until("rematch")
        await client.close()
        fresh = await Client(server, link["table"]).open(link["token"])
        await fresh.close()
        note: str = fresh.messages[0]["position"]["en"]
        return note

    made = server.make_table("pp", position=last_move())
    finish(server, made)
    assert "begun from a position" in asyncio.run(again(made))


def test_a_position_that_turns_round_for_ever_is_told_and_others_go_on() -> None:
    async def scenario() -> None:
        pool = BotPool(1, 2.0, Metrics())
        trying = LookingBack(pool.ask, lambda: refusal("position_slow"))
        with pytest.raises(Refusal) as why:
            await trying.answer("endless", "1.2.3.4", endless)
        assert "turns round for ever" in why.value.sentences["en"]
        pool.seconds = ANSWER_SECONDS  # a worker that was ended begins anew within it
        assert await trying.answer("quick", "1.2.3.4", bytes, 3) == bytes(3)
        pool.close()

    asyncio.run(scenario())


def test_the_time_for_an_answer_begins_when_its_worker_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a busy machine it takes long to start one, and that is nobody's position's fault."""
    asked: list[Future[Any]] = []

    class LatePool:
        _processes: ClassVar[dict[int, object]] = {}

        def submit(self, task: Callable[..., object], *facts: object) -> Future[Any]:
            asked.append(Future())
            if len(asked) == 1:
                threading.Timer(0.5, asked[0].set_result, (1,)).start()
            else:
                asked[-1].set_result(task(*facts))
            return asked[-1]

    pool = BotPool(1, 0.1, Metrics())
    monkeypatch.setattr(pool, "running_pool", LatePool)
    assert asyncio.run(pool.ask(bytes, 3)) == bytes(3)


def endless() -> bytes:
    while True:
        pass


def test_what_no_table_can_begin_from(server: Server) -> None:
    players = [{"kind": "person", "name": "Mika"}, {"kind": "bot"}]
    good = position_of("shintoh")
    over = middle("shintoh")
    rng = fast_rng(1)
    game = games.game("shintoh")
    while over.asked != NOBODY:
        game.apply(over, game.quick_move(over, rng))
    wrong = {**good, "players": {**good["players"], "A": {"hand": "33333333"}}}
    for more, status, word in (
        ({"position": good, "public": True}, 409, "by invitation"),
        ({"position": good, "settings": {"first_dealer": "A"}}, 400, "its own settings"),
        ({"position": wrong}, 422, "A, "),
        ({"position": shortened(game, over)}, 422, "is over"),
        ({"position": position_of("shintoh", 3)}, 422, "the position has 3"),
        ({"position": {**good, "rng": {"state": 1, "increment": 1}}}, 422, "chance"),
        ({"position": {}}, 422, "how many players"),
        ({"position": {"seats": 2, "x": "y" * 14_000}}, 422, "longer than"),
    ):
        body = {"game": "shintoh", "players": players, **more}
        found, answer = asked(server, "POST", "/api/tables", body)
        assert found == status, answer
        assert word in answer["error"]["sentence"]["en"], answer
        assert answer["error"]["sentence"]["ja"]


def test_a_club_does_not_count_it(server: Server) -> None:
    scene = Scene(server)
    made = club_table(scene, "founder", [MIKA, FREE], position=last_move())
    seat = scene.post(
        f"/api/clubs/{scene.club}/tables/{made['table']}/sit", {}, scene.tokens["member"]
    )
    play_out(server, made, {"A": made["seats"][0]["token"], "B": seat["token"]})
    club = look(scene)
    assert (club["tables"], club["results"]) == ([], [])
