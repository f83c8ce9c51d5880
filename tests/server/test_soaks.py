"""Short runs of the soaks, and proof that the leak soak finds what it looks for."""

import asyncio
import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import soak_kill
import soak_leak
from leak_checks import Checker, Leak, Truth
from server_kit import Server
from soak_leak import Played

Message = dict[str, Any]


def test_killed_and_nothing_lost(tmp_path: Path) -> None:
    count = soak_kill.soak(2, 12, tmp_path, seed=1, say=False)
    assert count["answered"] > 20
    assert count["stored"] >= count["answered"]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Played, Truth]]:
    """A whole game that was listened to, and the truth about it."""
    folder = tmp_path_factory.mktemp("leaks")
    with Server(folder, *soak_leak.OPTIONS) as server:
        played = asyncio.run(long_game(server))
        truth = Truth(folder, played.table, played.secrets)
        assert soak_leak.check_replays(server, played.table, truth, random.Random(1)) > 10
        yield played, truth


async def long_game(server: Server) -> Played:
    """By heart and without a hand tracker, so that as much as possible is hidden."""
    for seed in range(20):
        played = await soak_leak.play(server, random.Random(seed))
        is_closed = played.settings["role_knowledge"] == "memory"
        if is_closed and not played.settings["hand_tracker"]:
            return played
    raise AssertionError("no such game in twenty")


def test_nothing_leaks_in_a_whole_game(game: tuple[Played, Truth]) -> None:
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
    game: tuple[Played, Truth], plant: Callable[[Message, Message, bytes], None]
) -> None:
    played, truth = game
    ear = copy.copy(played.ears[0])
    message = json.loads(next(raw for raw in ear.heard if raw.startswith(b'{"t":"state"')))
    plant(message, truth.positions[message["version"]], truth.key)
    ear.heard = [json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()]
    with pytest.raises(Leak):
        Checker(truth, random.Random(1)).check(ear)


def test_a_token_in_any_message_is_found(game: tuple[Played, Truth]) -> None:
    played, truth = game
    ear = copy.copy(played.ears[0])
    ear.heard = [json.dumps({"t": "error", "code": played.ears[1].token}).encode()]
    with pytest.raises(Leak):
        Checker(truth, random.Random(1)).check(ear)
