"""Short runs of the soaks, and proof that the leak soak finds what it looks for."""

import asyncio
import copy
import dataclasses
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import bad_disk
import fairness
import leak_sockets
import leak_tables
import pytest
import soak_disk
import soak_frames
import soak_kill
import soak_leak
import soak_network
from leak_checks import Checker, Leak, Truth
from server_kit import Server
from soak_leak import PlayedGame

from kamiza.games import NAMES
from kamiza.play.table import Table

Message = dict[str, Any]


def test_killed_and_nothing_lost(tmp_path: Path) -> None:
    """All games, all kinds of writes; who promised what is compared with the file."""
    count = soak_kill.soak(3, 6, tmp_path, seed=1, say=False)
    assert count["answered"] > 0
    assert count["stored"] >= count["answered"]


def test_a_failing_disk_and_nothing_lost(tmp_path: Path) -> None:
    try:
        bad_disk.library(tmp_path)
    except bad_disk.NoBadDisk as why:
        pytest.skip(f"Faults of the disk are not tested: {why}.")
    found = soak_disk.soak(3, 4, tmp_path, seed=3, say=False)
    assert {"write late", "sync eio", "sync late"} < set(found)
    assert found["answered"] > 0


def test_a_line_that_cuts_delays_and_repeats(tmp_path: Path) -> None:
    """All games; everybody has put together what the server has, and no act is there twice."""
    with Server(tmp_path, *soak_network.OPTIONS) as server:
        soak, line = asyncio.run(soak_network.run(server, 4, 4, seed=2, longest=12, say=False))
        assert "Traceback" not in server.log.read_text()
    assert soak.count["games"] == 4
    assert soak.count["views"] > 0
    assert line.count["cut"] > 0


def test_a_promise_that_was_broken_is_found(tmp_path: Path) -> None:
    """The soaks can fail: each promise is taken back in the file, one after the other."""
    server = Server(tmp_path, *soak_kill.OPTIONS).start()
    party = soak_kill.Party(server, 2, random.Random(1))
    party.fill()
    untouched = server.make_table("pp", game="shintoh")["table"]  # nobody sits there: never over
    asyncio.run(party.play(0.5, has_commands=False))
    tally, tables = party.tally, party.tables_in_play() | {untouched}
    soak_kill.check(tmp_path, tally, tables)
    (table, seat, id), version = next(iter(tally.answered.items()))
    broken = [
        ({"answered": {(table, seat, "never.sent"): 1}}, "was promised"),
        ({"answered": {(table, seat, id): version + 1}}, "was promised"),
        ({"refused": {(table, seat, id)}}, "could not be saved"),
        ({"lent": {(table, seat): soak_kill.Promised("search")}}, "is not"),
        ({"names": {(table, seat): soak_kill.Promised("Nobody")}}, "is not"),
        ({"tokens": {"unknown": table}}, "opens"),
        ({"gone": {table}}, "left"),
        ({"over": {untouched}, "checked": {}}, "was over"),
    ]
    for change, message in broken:
        with pytest.raises(AssertionError, match=message):
            soak_kill.check(tmp_path, dataclasses.replace(tally, **change), tables)


def test_frames_that_mean_nothing(tmp_path: Path) -> None:
    """Thrown out by the rules of the wire and by the limits; nothing breaks."""
    with Server(tmp_path, *soak_frames.OPTIONS) as server:
        soak, _ = asyncio.run(soak_frames.run(server, 3000, seed=1))
        assert fairness.tracebacks(server) == 0
    assert {"closed with 1002", "closed with 1008"} <= set(soak.ends)
    assert "a traceback was sent" not in soak.ends


def test_a_flood_while_somebody_plays(tmp_path: Path) -> None:
    """How long they wait is for the bench to say; here they are answered, and it is told. Who makes
    the flood stands back behind all others, so it lasts until there was one."""
    with Server(tmp_path, *fairness.OPTIONS) as server:
        for seconds in (1.0, 5.0, 25.0):
            found = asyncio.run(fairness.measure(server, ["pings"], seconds))[0]
            assert found.waits.lost == 0
            assert found.waits.pings
            if found.tally.get("thrown out"):
                break
        assert found.tally["thrown out"] > 0
        assert fairness.tracebacks(server) == 0
        assert server.metric("kamiza_floods_total") > 0


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[PlayedGame, Truth]]:
    """A whole game that was listened to, and the truth about it."""
    folder = tmp_path_factory.mktemp("leaks")
    with Server(folder, *soak_leak.OPTIONS) as server:
        played = asyncio.run(long_game(server))
        truth = Truth(folder, played.table, played.secrets)
        assert soak_leak.check_replays(server, played.table, truth, random.Random(1)) > 10
        yield played, truth


async def long_game(server: Server) -> PlayedGame:
    """By heart and without a hand tracker, so that as much as possible is hidden."""
    for seed in range(20):
        played = await soak_leak.play(server, random.Random(seed))
        is_closed = played.settings["role_knowledge"] == "memory"
        if is_closed and not played.settings["hand_tracker"]:
            return played
    raise AssertionError("no such game in twenty")


def test_nothing_leaks_in_a_whole_game(game: tuple[PlayedGame, Truth]) -> None:
    checker = Checker(game[1], random.Random(1))
    count = sum((checker.check(ear) for ear in game[0].ears), soak_leak.Counter())
    assert count["state"] > 100


# -- planted leaks --------------------------------------------------------------------------------


def other_hand(message: Message, position: Message, key: bytes) -> None:
    message["view"]["players"]["B"]["hand"] = position["players"]["B"]["hand"]


def other_private_part(message: Message, position: Message, key: bytes) -> None:
    message["view"]["players"]["B"]["private"] = {}


def influence_of_another_hand(message: Message, position: Message, key: bytes) -> None:
    hand = position["players"]["B"]["hand"]
    message["view"]["players"]["B"]["points"] += sum(map(int, hand))


def face_down_god_in_a_sentence(message: Message, position: Message, key: bytes) -> None:
    god = position["players"]["B"]["face_down"]
    message["log"]["lines"].append({"n": 1, "text": {"en": god, "ja": god}})


def order_of_the_god_pile(message: Message, position: Message, key: bytes) -> None:
    message["view"]["god_pile"] = position["gods_left"]


def contents_of_the_offering_pile(message: Message, position: Message, key: bytes) -> None:
    message["view"]["pile"] = {"rice": position["pile"].count("3")}


def members_of_a_role(message: Message, position: Message, key: bytes) -> None:
    message["view"]["roles"][0]["members"] = ["izanagi", "izanami"]


def hidden_card_as_a_sort_order(message: Message, position: Message, key: bytes) -> None:
    players = message["view"]["players"]
    order = sorted(players, key=lambda seat: len(set(position["players"][seat]["hand"])))
    message["view"]["players"] = {seat: players[seat] for seat in reversed(order)}


def key_of_the_shuffle(message: Message, position: Message, key: bytes) -> None:
    message["view"]["rng"] = key.hex()


LEAKS = [
    other_hand,
    other_private_part,
    influence_of_another_hand,
    face_down_god_in_a_sentence,
    order_of_the_god_pile,
    contents_of_the_offering_pile,
    members_of_a_role,
    hidden_card_as_a_sort_order,
    key_of_the_shuffle,
]


@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found(
    game: tuple[PlayedGame, Truth], plant: Callable[[Message, Message, bytes], None]
) -> None:
    played, truth = game
    ear = copy.copy(played.ears[0])
    message = json.loads(next(raw for raw in ear.heard if raw.startswith(b'{"t":"state"')))
    plant(message, truth.positions[message["version"]], truth.key)
    ear.heard = [json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()]
    with pytest.raises(Leak):
        Checker(truth, random.Random(1)).check(ear)


def test_a_token_in_any_message_is_found(game: tuple[PlayedGame, Truth]) -> None:
    played, truth = game
    ear = copy.copy(played.ears[0])
    ear.heard = [json.dumps({"t": "error", "code": played.ears[1].token}).encode()]
    with pytest.raises(Leak):
        Checker(truth, random.Random(1)).check(ear)


# -- all games, within one process ----------------------------------------------------------------


def test_nothing_leaks_in_any_game() -> None:
    found = leak_tables.watch(list(NAMES), 2400, seed=1, say=False)
    for name, count in found.items():
        kinds = ("state", "bot view", "why", "act", "undo", "state after", "state after undo")
        assert all(count[kind] > 0 for kind in kinds), (name, count)


def test_nothing_leaks_over_sockets_in_another_game(tmp_path: Path) -> None:
    with Server(tmp_path, *soak_leak.OPTIONS) as server:
        played = asyncio.run(soak_leak.play(server, random.Random(2), game="battles"))
        count = soak_leak.check_game(server, tmp_path, played, random.Random(1))
    assert count["pairs"] > 30
    ear = next(ear for ear in played.ears if ear.seat is not None)
    raw = next(raw for raw in ear.heard if b'"view"' in raw and b'"asked":"' in raw)
    ear.heard = [raw.replace(b'"events":[', b'"hand":[],"events":[')]
    with pytest.raises(leak_tables.Leak):
        leak_sockets.History(tmp_path, played.table, 1).check(ear)


def hidden_number(table: Table) -> int:
    """Something that depends on all that lies on the table, hidden or not."""
    return sum(json.dumps(table.game.save(table.state)).encode())


def looks_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reads an act to its end, whatever its first moves brought to light."""
    monkeypatch.setattr(Table, "check_news", lambda *facts: None)


def tells_by_length(monkeypatch: pytest.MonkeyPatch) -> None:
    real = leak_tables.state_message

    def padded(table: Table, *facts: Any) -> bytes:
        return real(table, *facts) + b" " * (hidden_number(table) % 3)

    monkeypatch.setattr(leak_tables, "state_message", padded)


def tells_by_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    def is_free(table: Table, seat: int) -> bool:
        return hidden_number(table) % 2 == 0

    monkeypatch.setattr(Table, "undo_is_free", is_free)


def tells_by_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(game: Any, why: Any, state: Any = None) -> Any:
        why.sentences = {"en": str(sum(str(game.save(state)).encode())), "ja": ""}
        return why

    monkeypatch.setattr(leak_tables.speech, "refused", refused)


@pytest.mark.parametrize(
    "plant",
    [looks_on, tells_by_length, tells_by_undo, tells_by_reason],
    ids=lambda plant: plant.__name__,
)
def test_a_leak_planted_in_a_table_is_found(
    monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    plant(monkeypatch)
    with pytest.raises(leak_tables.Leak):
        leak_tables.watch(["kamisama"], 6000, seed=5, say=False)
