"""Which cards of a tree bring the points of a Kodama: what a table lights up."""

from __future__ import annotations

from collections.abc import Iterator

from kamiza.bots import make_bot
from kamiza.core.game import Setup
from kamiza.core.speech import Listener
from kamiza.games import game
from kamiza.games.kodama.rules.effects import AROUND, CARDS, HEIGHT, ICONS, Score
from kamiza.games.kodama.rules.spirits import (
    as_points,
    counted_cards,
    features_of,
    icons_among,
    points_of,
)
from kamiza.games.kodama.rules.trees import Tree, height

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
