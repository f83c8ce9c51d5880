"""The fast geometry against a slow one, and candidate spots against the tests of a placement."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import cast

import pytest
from bench import kodama_placements

from kamiza.core.action import NOBODY
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import game
from kamiza.games.kodama.cards import SPREAD
from kamiza.games.kodama.game import KodamaGame
from kamiza.games.kodama.laws.slow_geometry import (
    apart,
    corners,
    covered,
    is_on_mat,
    moved,
    on_bark,
    slow_answer,
)
from kamiza.games.kodama.rules.geometry import are_apart, do_meet, is_bark
from kamiza.games.kodama.rules.moves import grow_action
from kamiza.games.kodama.rules.refusals import all_failures, check
from kamiza.games.kodama.rules.room import NO_SPOT, OFFSETS, look_about, rotation_of
from kamiza.games.kodama.rules.shapes import Form
from kamiza.games.kodama.rules.spots import (
    CODES,
    TURNS,
    count_spots,
    find_spots,
    has_spot,
    is_clear,
    next_wide,
    parent_or_code,
    spot_at,
)
from kamiza.games.kodama.rules.trees import Placed, Tree, base_score
from kamiza.games.kodama.table import PICK, Kodama

KODAMA = cast(KodamaGame, game("kodama"))
CARDS = KODAMA.cards


def random_states(
    seats: int, seed: int, settings: dict[str, object] | None = None
) -> Iterator[Kodama]:
    """Every position of a random game."""
    rng = fast_rng(seed)
    state = cast(Kodama, KODAMA.start(Setup(seats, settings or {}, seed)))
    while state.asked != NOBODY:
        yield state
        listed = KODAMA.moves(state)
        KODAMA.apply(state, listed[rng.below(len(listed))])


def some_trees(seed: int) -> list[Tree]:
    trees = [player.tree for player in list(random_states(2, seed))[-1].players]
    early = [s.players[0].tree for s in random_states(2, seed + 1) if s.players[0].tree.size == 5]
    return [*trees, early[0]]


def slow_spots(tree: Tree, parent: int, card: int) -> list[tuple[int, int]]:
    """The standard set on one parent as buds and rotations, by the slow geometry. [KO-GEO-15]"""
    below = tree.cards[parent]
    form = CARDS.form_of[below.card]
    found = []
    for bud, (x, y, direction) in enumerate(form.buds):
        at_x, at_y = moved(CARDS, below, (x, y))
        for offset in SPREAD:
            heading = CARDS.form_of[card].heading
            rotation = (direction + below.rotation + offset - heading) % 360
            if slow_answer(CARDS, tree, card, at_x, at_y, rotation) == parent:
                found.append((bud, rotation))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_the_standard_set_is_what_the_plain_geometry_says(seed: int) -> None:
    """[KO-GEO-15] [KO-GEO-18]"""
    for tree in some_trees(seed):
        for card in (3, 17 + seed, 40, 64 - seed):
            form = CARDS.form_of[card]
            for parent in range(tree.size):
                turned = tree.cards[parent].turned
                spots = list(find_spots(tree, parent, form))
                found = [(spot // OFFSETS, rotation_of(turned, spot, form)) for spot in spots]
                assert found == slow_spots(tree, parent, card)
                for spot, (bud, rotation) in zip(spots, found):
                    assert spot_at(tree, parent, form, bud, rotation) == spot
                    assert spot_at(tree, parent, form, bud, (rotation + 7) % 360) == NO_SPOT


def tried_spots(tree: Tree, parent: int, form: Form) -> list[int]:
    """The standard set on one parent, every spot by the tests of a placement. [KO-GEO-14]"""
    below = tree.cards[parent]
    buds = list(below.turned.buds)
    found = []
    for spot in range(len(buds) // 3 * OFFSETS):
        x, y, _ = buds[3 * (spot // OFFSETS) :][:3]
        rotation = rotation_of(below.turned, spot, form)
        if parent_or_code(tree, form, below.x + x, below.y + y, rotation) == parent:
            found.append(spot)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_a_tree_that_grew_knows_what_it_would_find_anew(seed: int) -> None:
    """[KO-GEO-15]: whether nothing, one spot or all spots were asked for before."""
    dice = Random(seed)
    for state in random_states(2, 20 + seed):
        tree = state.players[state.asked].tree
        parent, form = dice.randrange(tree.size), dice.choice(CARDS.forms[:26])
        spots = tried_spots(tree, parent, form)
        if len(tree.buds) == len(anew := look_about(Tree(tree.cards, 0, 0), form.farthest)):
            assert list(tree.buds) == list(anew)
        if dice.randrange(2):
            assert has_spot(tree, parent, form) == (spots != [])
        if dice.randrange(2):
            assert list(find_spots(tree, parent, form)) == spots
        whole = [spot for place in range(tree.size) for spot in find_spots(tree, place, form)]
        assert count_spots(tree, form) == len(whole)


def test_the_wide_set_is_what_the_plain_geometry_says() -> None:
    """[KO-GEO-16]"""
    tree = some_trees(1)[2]
    for parent, card in ((0, 10), (2, 30)):
        below = CARDS.form_of[tree.cards[parent].card]
        bark = below.bark_at(tree.cards[parent].rotation)
        x0, y0 = tree.cards[parent].x, tree.cards[parent].y
        expected = [
            point * TURNS + turn
            for point in range(len(bark) // 2)
            for turn in range(TURNS)
            if slow_answer(
                CARDS, tree, card, x0 + bark[2 * point], y0 + bark[2 * point + 1], 15 * turn
            )
            == parent
        ]
        found = []
        spot = next_wide(tree, parent, below, CARDS.form_of[card], NO_SPOT)
        while spot != NO_SPOT:
            found.append(spot)
            spot = next_wide(tree, parent, below, CARDS.form_of[card], spot)
        assert found == expected


def test_touching_does_not_depend_on_who_is_asked() -> None:
    """[KO-GEO-08]"""
    rng = fast_rng(5)
    for _ in range(2_000):
        one = CARDS.forms[rng.below(26)].at(rng.below(360))
        other = CARDS.forms[rng.below(32)].at(rng.below(360))
        x, y = rng.below(2400) - 1200, rng.below(2400) - 1200
        assert are_apart(one, other, x, y) == are_apart(other, one, -x, -y)
        assert do_meet(one, other, x, y) != are_apart(one, other, x, y)


def test_the_quick_answer_is_the_exact_one_where_cards_just_meet() -> None:
    """[KO-GEO-08]: one unit after the other along the line on which two cards come to meet."""
    rng = fast_rng(6)
    for _ in range(40):
        one = CARDS.forms[rng.below(26)].at(rng.below(360))
        other = CARDS.forms[rng.below(32)].at(rng.below(360))
        up = rng.below(1600) - 800
        answers = [do_meet(one, other, x, up) for x in range(-2600, 2600)]
        assert answers == [not are_apart(one, other, x, up) for x in range(-2600, 2600)]
        if any(answers):  # cards have no hollows
            assert answers.count(True) == len(answers) - answers[::-1].index(True) - answers.index(
                True
            )


def test_whoever_waits_may_try_the_display_on_their_own_tree() -> None:
    """[KO-PLACE-13]: what they are told is what they would be told if they were asked now."""
    for number, state in enumerate(random_states(3, 7)):
        if state.frame.kind != 0 or number % 9:
            continue
        waiting = (state.asked + 1) % 3
        told = KODAMA.screen(KODAMA.view(state, waiting))["places"]
        asked = state.clone()
        asked.asked = waiting
        assert told == KODAMA.screen(KODAMA.view(asked, waiting))["places"]
        assert "places" not in KODAMA.screen(KODAMA.view(state, -1))


@pytest.mark.parametrize("seats", [2, 4])
def test_a_listed_spot_is_the_same_as_the_free_placement_there(seats: int) -> None:
    """[KO-GEO-18] [KO-PLACE-13]: what an interface offers, the rules accept."""
    for number, state in enumerate(random_states(seats, 7)):
        if state.frame.kind != 0 or number % 9:
            continue
        seen = KODAMA.screen(KODAMA.view(state, state.asked))
        for entry in cast("list[dict[str, object]]", seen["places"]):
            slot = entry["slot"]
            for parent in cast("list[dict[str, object]]", entry["parents"]):
                spots = cast("list[list[object]]", parent.get("spots", []))
                for name, x, y, rotation in spots[:2]:
                    steps, free = state.clone(), state.clone()
                    for move in (f"pick:{slot}", f"onto:{parent['onto']}", f"spot:{name}"):
                        KODAMA.act(steps, steps.asked, move)
                    KODAMA.act(free, free.asked, f"grow:{slot}@{x},{y},r{rotation}")
                    assert KODAMA.hash(steps) == KODAMA.hash(free)


def test_recorded_placements_are_judged_the_same_again(tmp_path: Path) -> None:
    """[KO-GEO-20]: the file for other languages, made and read back."""
    data, tally = kodama_placements.record(4_000, 3)
    assert set(tally) >= {"legal", "off_table", "touches_nothing", "touches_many", "not_on_bark"}
    path = tmp_path / "placements.bin.gz"
    path.write_bytes(gzip.compress(data))
    assert kodama_placements.check(gzip.decompress(path.read_bytes())) == (4_000, [])
    body = bytearray(data)
    body[-1] ^= 1  # the last score
    assert len(kodama_placements.check(bytes(body))[1]) == 1


def test_placements_that_meet_exactly_are_judged_like_by_the_plain_geometry() -> None:
    """[KO-GEO-07..11]: corners on edges, feet at the rim of bark, edges tangent to icons."""
    dice = Random(8)
    found: Counter[str] = Counter()
    for tree in [*some_trees(4), *some_trees(6)]:
        for _ in range(1_500):
            card, x, y, rotation = kodama_placements.random_place(CARDS, tree, dice)
            judged = parent_or_code(tree, CARDS.form_of[card], x, y, rotation)
            expected = slow_answer(CARDS, tree, card, x, y, rotation)
            assert (CODES[-judged] if judged < 0 else judged) == expected, (card, x, y, rotation)
            new = CARDS.form_of[card].at(rotation)
            assert is_clear(tree, new, x, y) == (expected == "touches_nothing")
            found[CODES[-judged] if judged < 0 else CODES[0]] += 1
    assert set(found) == set(CODES) - {"over_limit"}


def test_a_foot_at_the_rim_of_the_round_end_of_a_limb_is_on_bark() -> None:
    """[KO-GEO-10]: half the width of the limb beyond its end, and not one unit more."""
    rims = 0
    for card, form in enumerate(CARDS.form_of):
        below = Placed(card, form.at(0), 0, 0, 0, 0, 0, 0, 0, 0)
        for limb in form.limbs:
            x, y = moved(CARDS, below, limb.points[-1])
            for far in (limb.half_width, limb.half_width + 1):
                for place in ((x + far, y), (x - far, y), (x, y + far), (x, y - far)):
                    answer = on_bark(CARDS, below, place)
                    assert is_bark(below.turned, *place) == answer
                    rims += answer
    assert rims > 0


def slow_failures(state: Kodama, card: int, x: int, y: int, rotation: int) -> list[str]:
    """Everything that speaks against a placement, by the slow geometry."""
    tree = state.players[state.asked].tree
    new = Placed(card, CARDS.form_of[card].at(rotation), x, y, rotation, 0, 0, 0, 0, 0)
    quad = corners(CARDS, new)
    touched = [n for n, c in enumerate(tree.cards) if not apart(quad, corners(CARDS, c))]
    found = [] if all(map(is_on_mat, quad)) else ["off_table"]
    if len(touched) != 1:
        found.append("touches_many" if touched else "touches_nothing")
    for number in touched:
        below = tree.cards[number]
        if len(touched) == 1 and not on_bark(CARDS, below, (x, y)):
            found.append("not_on_bark")
        form = CARDS.form_of[below.card]
        slots = [moved(CARDS, below, slot) for slot in form.slots[: below.slots]]
        if any(covered(quad, slot, form.radius) for slot in slots):
            found.append("covers_feature")
        if len(touched) == 1 and base_score(tree, CARDS.icons[card], number) > state.limit:
            found.append("over_limit")
    return found


def test_a_diagnosis_names_everything_and_begins_with_the_refusal() -> None:
    """[KO-GEO-13] [KO-GEO-14]"""
    dice = Random(9)
    found: Counter[str] = Counter()
    settings = {"decrees": False}  # icons count as printed
    for number, now in enumerate(random_states(2, 9, settings)):
        if now.frame.kind != PICK or number % 15:
            continue
        state = now.clone()
        state.limit = 3
        for _ in range(500):
            slot = dice.randrange(len(state.display))
            tree, card = state.players[state.asked].tree, state.display[slot]
            _, x, y, rotation = kodama_placements.random_place(CARDS, tree, dice)
            told = [failure.facts for failure in all_failures(state, card, x, y, rotation)]
            assert [facts["code"] for facts in told] == slow_failures(state, card, x, y, rotation)
            refusal = check(state, state.asked, grow_action(slot, x, y, rotation))
            assert told[:1] == ([] if refusal is None else [refusal.facts])
            found.update(facts["code"] for facts in told[:1])
    assert set(found) == set(CODES[1:])


@pytest.mark.parametrize("turn", range(0, 360, 30))
def test_meeting_in_one_corner_is_touching(turn: int) -> None:
    """[KO-GEO-08]: every corner of one card on every corner of another; one unit off is apart."""
    one, other = CARDS.forms[0].at(0), CARDS.forms[5].at(turn)
    outward = {(one.ax, one.ay): (-1, -1), (one.cx, one.cy): (1, 1)}
    for (x, y), (dx, dy) in outward.items():
        mine = [(other.ax, other.ay), (other.bx, other.by), (other.cx, other.cy)]
        mine.append((other.dx, other.dy))
        inner = min(mine, key=lambda corner: dx * corner[0] + dy * corner[1])
        assert not are_apart(one, other, x - inner[0], y - inner[1])
        assert are_apart(one, other, x - inner[0] + 900 * dx, y - inner[1] + 900 * dy)
