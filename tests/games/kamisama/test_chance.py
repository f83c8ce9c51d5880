"""What chance decides is decided fairly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import cast

from kamiza.core.game import Setup
from kamiza.games import game
from kamiza.games.kamisama.board import VILLAGE_IDS
from kamiza.games.kamisama.game import KamisamaGame
from kamiza.games.kamisama.table import Kamisama
from tests.games import chance

KAMISAMA = cast(KamisamaGame, game("kamisama"))
TRIES = 1_500


def tries(position: dict[str, object], *moves: str) -> Iterator[Kamisama]:
    return cast("Iterator[Kamisama]", chance.tries(KAMISAMA, position, TRIES, moves))


def starts(seats: int, **settings: object) -> Iterator[Kamisama]:
    for seed in range(TRIES):
        yield cast(Kamisama, KAMISAMA.start(Setup(seats, dict(settings), seed)))


def assert_fair(found: Counter[str], shares: dict[str, int]) -> None:
    chance.assert_fair(found, shares, TRIES)


def test_kami_are_dealt_fairly() -> None:
    """[KS-SET-05] [KS-RUL-44]"""
    names = KAMISAMA.cards.kami_ids
    states = list(starts(4))
    for seat in range(4):
        found = Counter(
            name for s in states for n, name in enumerate(names) if s.players[seat].dealt >> n & 1
        )
        assert sum(found.values()) == 2 * TRIES
        for name in names:
            assert abs(found[name] - TRIES / 4) <= 5 * sqrt(TRIES * 3 / 16), (name, found)


def test_first_player_and_first_goal() -> None:
    """[KS-SET-15] [KS-SET-18]"""
    states = list(starts(3, kami="inari,ryujin,fujin"))
    assert_fair(Counter(str(state.first) for state in states), {"0": 1, "1": 1, "2": 1})
    goals = Counter(KAMISAMA.cards.goal_ids[state.goal] for state in states)
    assert_fair(goals, {"G01": 1, "G02": 1, "G03": 1, "G04": 1})


LAST_TAKE = {
    "seats": 4,
    "frames": ["TAKE"],
    "asked": "A",
    "moon": "HO",
    "players": {"A": {"kami": "yue", "shrines": "HO.a1"}},
    "draft": {"village": "HO", "order": ["A"], "taken": 0, "hand": ["HO-monk"], "seen": ["A"]},
}


def test_next_goal_and_next_moon() -> None:
    """Each of the goals and Moon tokens left is equally likely. [KS-SET-14] [KS-DES-20]"""
    states = list(tries(LAST_TAKE, "take HO-monk"))
    assert {state.year for state in states} == {2}
    moons = Counter(VILLAGE_IDS[state.moon] for state in states)
    assert_fair(moons, {"FA": 1, "WE": 1, "FI": 1})
    goals = Counter(KAMISAMA.cards.goal_ids[state.goal] for state in states)
    assert_fair(goals, {f"G{number:02}": 1 for number in range(5, 20)})


def test_villagers_are_drawn_fairly() -> None:
    """Any card of the deck is equally likely to be among those drawn. [KS-SET-12]"""
    position = {
        **LAST_TAKE,
        "players": {"A": {"kami": "inari", "shrines": "FI.a1 HO.a1"}},
        "draft": {
            "village": "FI",
            "order": ["A"],
            "taken": 0,
            "hand": ["FI-fisher"],
            "seen": ["A"],
        },
        "moon": None,
    }
    drawn: Counter[str] = Counter()
    for state in tries(position, "take FI-fisher"):
        ids = KAMISAMA.cards.card_ids(state.draft.hand)
        assert len(ids) == 4
        drawn.update(ids)
    for villager in KAMISAMA.cards.villagers:
        if villager.id.startswith("HO"):
            expected = TRIES * 4 * villager.count / 15
            assert abs(drawn[villager.id] - expected) <= 5 * sqrt(expected), drawn


def test_the_fox_among_equal_cards() -> None:
    """One of the best at random, never another one. [KS-2P-13]"""
    position = {
        "seats": 2,
        "frames": ["TAKE"],
        "asked": "A",
        "players": {"A": {"shrines": "WE.a3 WE.b3"}},
        "kitsune": {"shrines": "WE.d1"},
        "draft": {
            "village": "WE", "order": ["A", "kitsune"], "taken": 0, "seen": ["A"],
            "hand": ["WE-taxcollector", "WE-moneylender", "WE-peasant"],
        },
    }  # fmt: skip
    gone = Counter(
        KAMISAMA.cards.card_ids(state.gone)[0] for state in tries(position, "take WE-peasant")
    )
    assert_fair(gone, {"WE-taxcollector": 1, "WE-moneylender": 1})


def test_kitsune_cards_are_drawn_fairly() -> None:
    """[KS-2P-03]"""
    position = {
        "seats": 2,
        "asked": "B",
        "turn": {"cubes": 1},
        "players": {"A": {"shrines": "FA.b1"}},
    }
    every = (1 << 24) - 1
    used = Counter(
        KAMISAMA.cards.fox_ids[(every & ~state.fox_deck).bit_length() - 1]
        for state in tries(position, "add FI.a1")
    )
    assert_fair(used, dict.fromkeys(KAMISAMA.cards.fox_ids, 1))
