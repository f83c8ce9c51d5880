"""Which cards of a tree bring the points of a Kodama: what a table lights up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from kamiza.bots import make_bot
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.core.speech import Listener
from kamiza.games import game
from kamiza.games.kodama.rules.effects import (
    AROUND,
    CARDS,
    ENDS,
    FIRST,
    FORKS,
    HEIGHT,
    ICONS,
    MEASURES,
    NEAR,
    Score,
)
from kamiza.games.kodama.rules.spirits import (
    as_points,
    counted_cards,
    features_of,
    icons_among,
    points_of,
    points_with,
    tally_of,
    tally_with,
)
from kamiza.games.kodama.rules.trees import Tree, height
from kamiza.games.kodama.table import Kodama

KODAMA = game("kodama")


def trees() -> Iterator[tuple[Score, Tree]]:
    """Every Kodama with every tree of some games."""
    for seed in range(3):
        state = KODAMA.start(Setup(3, seed=seed))
        bots = [make_bot("heuristic", KODAMA, seat) for seat in range(3)]
        while state.asked >= 0:
            KODAMA.apply(state, bots[state.asked].choose(KODAMA.view(state, state.asked)))
            for score in state.cards.scores:
                yield from ((score, player.tree) for player in state.players)


def test_what_is_counted_makes_the_points() -> None:
    """[KO-EFF-03] [KO-EFF-04] [KO-EFF-07] [KO-KOD-03]"""
    seen = set()
    for score, tree in trees():
        counted = counted_cards(score, tree)
        points = points_of(score, tree)
        assert bool(counted) == (points > 0)
        assert counted == sorted(set(counted))
        if points and score.measure == CARDS:
            assert as_points(score, len(counted)) == points
        elif points and score.measure == ICONS:
            features = features_of(score, tree)
            icons = sum(icons_among(tree.cards[number].icons, features) for number in counted)
            assert as_points(score, icons) == points
        elif points and score.measure == HEIGHT:
            assert len(counted) == height(tree)
            assert [tree.cards[number].depth for number in counted] == [*range(1, len(counted) + 1)]
        elif points and score.measure == AROUND:
            assert 2 <= len(counted) <= tree.size
        seen.add(int(score.measure))
    assert {CARDS, ICONS, HEIGHT, AROUND} <= seen


def test_the_log_shows_them() -> None:
    """[KO-KOD-03] For rivals, too: what was counted is told with the points."""
    scored = {"event": "kodama_scored", "seat": "B", "kodama": "K01", "points": 4}
    from_server = scored | {"cards": ["B20", "B21"]}
    line = KODAMA.speech.story([from_server], Listener())[0]
    assert line.about == ("kodama:K01", "tree:B", "card:B20", "card:B21")


def test_a_card_more_changes_a_tally_as_if_all_were_counted_anew() -> None:
    """[KO-EFF-01..08] [KO-RUL-20]: every Kodama, every placement of some games."""
    changed: set[tuple[int, int]] = set()
    for seed in range(4):
        rng = fast_rng(seed)
        state = cast(Kodama, KODAMA.start(Setup(3, seed=seed)))
        while state.asked >= 0:
            before = [player.tree for player in state.players]
            listed = KODAMA.moves(state)
            KODAMA.apply(state, listed[rng.below(len(listed))])
            for old, player in zip(before, state.players):
                if player.tree.size > old.size:
                    changed |= compare_with(old, player.tree, state)
    assert {zone for measure, zone in changed if measure == CARDS} >= {ENDS, NEAR, FIRST, FORKS}
    assert {measure for measure, _ in changed} == set(range(len(MEASURES)))


def compare_with(old: Tree, grown: Tree, state: Kodama) -> set[tuple[int, int]]:
    """The measures and zones whose tally the last card changed."""
    leaf = grown.cards[-1]
    changed = set()
    for score in state.cards.scores:
        tally, after = tally_of(score, old), tally_of(score, grown)
        assert tally_with(score, old, tally, leaf.parent, leaf.icons) == after
        assert points_with(score, old, leaf.parent, leaf.icons) == points_of(score, grown)
        if tally != after:
            changed.add((int(score.measure), int(score.zone)))
    return changed
