"""What a tree and a hand promise: worked out card by card it is the same as all at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from kamiza.core.action import NOBODY
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import game
from kamiza.games.kodama.cards import BRANCHES, Cards
from kamiza.games.kodama.features import has_turn
from kamiza.games.kodama.prospects import kodama_to_come, most_points, next_card
from kamiza.games.kodama.rules.icons import converted
from kamiza.games.kodama.rules.spirits import points_of
from kamiza.games.kodama.rules.trees import Tree, base_score, reread
from kamiza.games.kodama.table import KODAMA, Kodama

RULES = game("kodama")
SEATS = 3


def positions(seeds: range) -> Iterator[Kodama]:
    """Every position of some quick games."""
    for seed in seeds:
        rng = fast_rng(seed)
        state = RULES.start(Setup(SEATS, RULES.trial_settings(), seed))
        while state.asked != NOBODY:
            yield cast(Kodama, state)
            RULES.apply(state, RULES.quick_move(state, rng))


def brought(state: Kodama, tree: Tree, card: int) -> int:
    """The most points of a card, every place asked anew."""
    icons = converted(state.cards.icons[card], state.conversion)
    points = [base_score(tree, icons, parent) for parent in range(tree.size)]
    return max([one for one in points if one <= state.limit], default=0)


def test_a_tree_remembers_what_each_card_could_bring() -> None:
    limits = set()
    for number, state in enumerate(positions(range(12))):
        for player in state.players:
            told = list(most_points(state, player.tree))
            if number % 29 == 0:
                limits.add(int(state.limit))
                assert told == [brought(state, player.tree, card) for card in range(BRANCHES)]
                assert told == list(most_points(state, same_tree(state, player.tree)))
    assert limits == {10, 12}


def same_tree(state: Kodama, tree: Tree) -> Tree:
    """The tree as if nobody had asked it anything."""
    return reread(state.cards, tree, state.conversion)


def test_the_next_card_is_the_best_of_four() -> None:
    """Between what any card brings on average and what the best of all brings."""
    for number, state in enumerate(positions(range(3))):
        if number % 17 == 0:
            tree = state.players[0].tree
            told = most_points(state, tree)
            assert 10 * sum(told) // BRANCHES <= next_card(state, tree) <= 10 * max(told)


def test_the_last_kodama_brings_what_it_shows_now() -> None:
    cards: Cards = RULES.cards  # type: ignore[attr-defined]
    asked = 0
    for state in positions(range(4)):
        if state.frame.kind == KODAMA and state.season == 2:
            player = state.players[state.asked]
            shown = [
                points_of(score, player.tree)
                for card, score in enumerate(cards.scores)
                if player.hand >> card & 1
            ]
            assert kodama_to_come(state, state.asked, 0) == 10 * max(shown)
            asked += 1
    assert asked == 4 * SEATS


def test_who_has_a_turn_to_come_is_asked_for_it_in_this_round() -> None:
    """Also while turns go the other way round. [KO-EFF-27]"""
    for seed in range(40):
        waiting: list[int] = []
        last = -1
        for state in positions(range(seed, seed + 1)):
            key = state.season * 10 + state.round
            if key != last:
                assert waiting == []
                waiting = list(range(SEATS))
                last = key
            if RULES.question(state) in ("PICK", "KODAMA"):
                assert [seat for seat in range(SEATS) if has_turn(state, seat)] == waiting
                waiting.remove(int(state.asked))
