"""Every goal and every Kitsune card, tried on many boards, against a slow reading of the print."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any, cast

import pytest

from kamiza.core.game import Setup
from kamiza.games import game
from kamiza.games.kamisama.game import KamisamaGame
from kamiza.games.kamisama.notation import Spaces
from tests.games.kamisama.printed import CODES, GOALS, KITSUNE, MAPS, kind_of, lines, spaces_of

KAMISAMA = cast(KamisamaGame, game("kamisama"))
CARDS = KAMISAMA.cards
BOARDS = 60
Cell = tuple[int, int]


# -- goals ------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", lines(GOALS), ids=[line[0] for line in lines(GOALS)])
def test_goal(line: list[str]) -> None:
    """Met by exactly those shrines that meet what is printed. [KS-DES-29] [KS-GOAL-05]"""
    name, _, _, kind, *words = line
    goal = CARDS.goals[CARDS.goal_ids.index(name)]
    dice = random.Random(name)
    for number, village in enumerate(MAPS):
        boards = boards_by_kind(village) if kind == "set" else boards_by_chance(village, dice)
        for own in boards:
            bits = cast(int, Spaces(CARDS.board).read(" ".join(own), "own", 4))
            met = goal.is_met(CARDS.board, bits, bits, number)
            assert met == CHECKS[kind](own, words), (name, own)


def boards_by_chance(village: str, dice: random.Random) -> Iterator[list[str]]:
    for number in range(BOARDS):
        yield dice.sample(spaces_of(village), 2 + number % 9)


def boards_by_kind(village: str) -> Iterator[list[str]]:
    """Up to three shrines on each kind of space, in every combination."""
    few = [
        [spaces_of(village, kinds=kind)[:count] for count in range(4)] for kind in CODES.values()
    ]
    for chosen in product(*few):
        yield [space for spaces in chosen for space in spaces]


def check_set(own: list[str], words: list[str]) -> bool:
    kinds = [kind_of(space) for space in own]
    for way in " ".join(words).split(" | "):
        needs = way.split()
        if all(kinds.count(k) >= int(n) for n, k in zip(needs[::2], needs[1::2])):
            return True
    return False


def check_pattern(own: list[str], words: list[str]) -> bool:
    mine = {cell_of(space[3:]) for space in own}
    shapes = [{cell_of(word) for word in words}]
    for _ in range(3):
        shapes.append({(column, -row) for row, column in shapes[-1]})
    shapes += [{(row, -column) for row, column in shape} for shape in shapes]
    return any(
        {(row + down, column + right) for row, column in shape} <= mine
        for shape in shapes
        for down in range(-4, 8)
        for right in range(-4, 8)
    )


def check_chain(own: list[str], words: list[str]) -> bool:
    rest = {cell_of(space[3:]): kind_of(space) for space in own}
    while rest:
        start, kind = rest.popitem()
        group, kinds = [start], [kind]
        for row, column in group:
            for near in (
                (row + 1, column),
                (row - 1, column),
                (row, column + 1),
                (row, column - 1),
            ):
                if near in rest:
                    group.append(near)
                    kinds.append(rest.pop(near))
        if len(group) >= int(words[0]) and all(word in kinds for word in words[1:]):
            return True
    return False


def cell_of(text: str) -> Cell:
    return int(text[1]), "abcd".index(text[0])


CHECKS = {"set": check_set, "pattern": check_pattern, "chain": check_chain}


@pytest.mark.parametrize("edition", ["early", "full"])
def test_goals_of_an_edition(edition: str) -> None:
    """Four for the first year, and one copy of each later one. [KS-CMP-07] [KS-SET-14]"""
    first = [name for name, year, _, *_ in lines(GOALS) if year == "first"]
    later = [n for n, year, box, *_ in lines(GOALS) if year == "later" and box in ("both", edition)]
    kami = "yue,inari"
    seen: set[str] = set()
    for seed in range(40):
        settings: dict[str, object] = {"edition": edition, "kami": kami}
        view: dict[str, Any] = KAMISAMA.view(KAMISAMA.start(Setup(2, settings, seed)), 0).as_json()
        seen.add(view["goal"])
        assert view["goals_left"] == later
    assert sorted(seen) == first
    assert len(later) == {"early": 11, "full": 15}[edition]
    assert [goal.table.number("count") for goal in CARDS.goals] == [1] * 19


# -- the Kitsune ------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["early", "full"])
def test_kitsune_cards_of_an_edition(edition: str) -> None:
    """One copy of each. [KS-CMP-12] [KS-2P-03]"""
    state = KAMISAMA.start(Setup(2, {"edition": edition, "kami": "yue,inari"}, 1))
    view: dict[str, Any] = KAMISAMA.view(state, 0).as_json()
    wanted = [name for name, box, *_ in lines(KITSUNE) if box in ("both", edition)]
    assert view["kitsune"]["unused"] == wanted
    assert len(wanted) == {"early": 20, "full": 24}[edition]
    assert [card.table.number("count") for card in CARDS.fox_cards] == [1] * 24


@pytest.mark.parametrize("line", lines(KITSUNE), ids=[line[0] for line in lines(KITSUNE)])
def test_kitsune_card(line: list[str]) -> None:
    """Squares in their order, along their arrows, so often. [KS-KIT-01..11]"""
    name, _, *squares = line
    dice = random.Random(name)
    for rot in range(4):
        village = list(MAPS)[(3 - rot) % 4]  # to the right of A
        for filled in (0, 3, 6, 9, 13):
            stands = {
                space: dice.choice("ABK") for space in dice.sample(spaces_of(village), filled)
            }
            position: dict[str, object] = {
                "seats": 2, "rot": rot, "red": (rot + 2) % 4, "frames": ["KITSUNE"],
                "turns": 2, "kitsune": {"shrines": owned(stands, "K"), "top": [name]},
                "players": {seat: {"shrines": owned(stands, seat)} for seat in "AB"},
            }  # fmt: skip
            saved: dict[str, Any] = KAMISAMA.save(KAMISAMA.load(position))
            for square in squares:
                resolve(stands, village, square)
            found = {seat: saved["players"][seat]["shrines"] for seat in "AB"}
            found["K"] = saved["kitsune"]["shrines"]
            assert found == {party: owned(stands, party) for party in "ABK"}, (name, village)


def owned(stands: dict[str, str], party: str) -> str:
    return " ".join(space for space in spaces_of(*MAPS) if stands.get(space) == party)


def resolve(stands: dict[str, str], village: str, square: str) -> None:
    """One coloured square, as the rulebook tells it."""
    effect, number, left = square[2], int(square[3]), int(square[3])
    assert number > 0
    existing = spaces_of(village)
    for cell in walk(square[:2], square[4:]):
        space = f"{village}.{cell}"
        owner = stands.get(space)
        if left == 0 or space not in existing or owner == "K":
            continue
        if (effect == "+" and owner is None) or effect == "*":
            stands[space] = "K"
        elif effect == "-" and owner is not None:
            del stands[space]
        else:
            continue
        left -= 1


def walk(cell: str, arrows: str) -> list[str]:
    cells = [cell]
    for arrow in arrows:
        down, right = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0)}[arrow]
        row, column = int(cell[1]), "abcd".index(cell[0])
        for step in range(1, 4):
            r, c = row + step * down, column + step * right
            if 1 <= r <= 4 and 0 <= c <= 3:
                cells.append(f"{'abcd'[c]}{r}")
    return cells
