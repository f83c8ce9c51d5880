"""What happens to single pieces, apart from the kami that can do it today."""

from __future__ import annotations

from typing import cast

import pytest

from kamiza.core.game import Setup
from kamiza.core.layout import layout_of
from kamiza.core.rng import fast_rng
from kamiza.games import game
from kamiza.games.kamisama.board import NOWHERE
from kamiza.games.kamisama.rules.choices import in_scope
from kamiza.games.kamisama.rules.pieces import swap_shrines
from kamiza.games.kamisama.rules.steps import ANY, FROM_PREV, OTHER, SAME
from kamiza.games.kamisama.table import Kamisama

KAMISAMA = game("kamisama")


@pytest.mark.parametrize(("first", "second", "stays"), [(0, 1, False), (1, 0, False), (2, 1, True)])
def test_fear_goes_back_when_its_shrine_is_swapped(first: int, second: int, stays: bool) -> None:
    """[KS-DES-25] [KS-RUL-01]: no kami of today could swap Nue's shrine, a new card may."""
    position = {
        "seats": 2, "fear": "FA.b1",
        "players": {
            "A": {"kami": "nue", "shrines": "FA.b1 FA.a2"}, "B": {"shrines": "FA.c1"},
        },
    }  # fmt: skip
    state = cast(Kamisama, KAMISAMA.load(position))
    swap_shrines(state, 0, first, second)
    assert state.fear == (0 if stays else NOWHERE)
    mine = 0b101 ^ 1 << first ^ 1 << second
    assert (state.players[0].shrines, state.players[1].shrines) == (mine, 0b111 ^ mine)
    assert state.turn.placed == 0b010  # where A's shrine has come to [KS-MOV-03]


def test_without_a_reference_there_is_no_space() -> None:
    """[KS-DES-15]: the cards of today also ask for spaces next to it, new ones may not."""
    state = cast(Kamisama, KAMISAMA.load({"seats": 2}))
    assert [in_scope(state, 0, scope, NOWHERE) for scope in (SAME, OTHER, FROM_PREV)] == [0, 0, 0]
    there = 14  # in the second village
    village = 0x1FFF << 13
    assert in_scope(state, 0, SAME, there) == village
    assert in_scope(state, 0, OTHER, there) == in_scope(state, 0, ANY, there) & ~village
    assert in_scope(state, 0, FROM_PREV, there) == 1 << there


def test_a_hand_that_is_passed_on_is_news() -> None:
    """[KS-RUL-13] [KS-DRF-05]: whoever gets it sees cards, so nothing before is taken back."""
    position = {
        "seats": 4, "frames": ["RANK"],
        "deck_top": ["FA-landholder", "FA-farmer", "FA-miller", "FA-headman"],
        "players": {"A": {"shrines": "FA.b1 FA.c1"}, "B": {"shrines": "FA.a3"}},
    }  # fmt: skip
    state = cast(Kamisama, KAMISAMA.load(position))
    before = state.reveals
    KAMISAMA.act(state, 0, "take FA-landholder")
    assert state.asked == 1
    assert state.reveals > before


def test_what_the_fox_takes_is_news() -> None:
    """[KS-2P-13] [KS-RUL-13]: by itself and together with the hand that is passed on."""
    for others, asked in (("WE.d2", 1), ("", 0)):
        position = {
            "seats": 2, "frames": ["RANK"], "draft": {"village": "WE"},
            "deck_top": ["WE-noble", "WE-peasant", "WE-artisan"],
            "kitsune": {"shrines": "WE.b1"},
            "players": {"A": {"shrines": "WE.a3 WE.b3 WE.c3"}, "B": {"shrines": others}},
        }  # fmt: skip
        state = cast(Kamisama, KAMISAMA.load(position))
        before = state.reveals
        KAMISAMA.act(state, 0, "take WE-artisan")
        assert state.gone != 0
        assert state.reveals > before
        assert state.asked == asked


def test_the_last_choice_of_a_kami_is_news() -> None:
    """[KS-SET-05]: it turns up all of them, the goal and who is first."""
    state = KAMISAMA.start(Setup(2, {}, 1))
    KAMISAMA.apply(state, KAMISAMA.moves(state)[0])
    before = state.reveals
    KAMISAMA.apply(state, KAMISAMA.moves(state)[0])
    assert state.reveals > before


def test_a_card_that_was_seen_at_the_bottom_of_a_deck_is_imagined_there() -> None:
    """[KS-DRF-06] [KS-RUL-13]: also the very first of all villagers."""
    first = KAMISAMA.load({"seats": 3}).cards.villager_ids[0]
    bottom = {"village": first[:2], "cards": [first], "seen": ["A"]}
    state = cast(Kamisama, KAMISAMA.load({"seats": 3, "leftovers": [bottom]}))
    worlds = KAMISAMA.worlds(KAMISAMA.view(state, 0))
    for seed in range(5):
        world = cast(Kamisama, worlds.sample(fast_rng(seed)))
        assert world.deck == state.deck
        assert world.leftovers is not None
        assert world.leftovers.cards == 1


def test_programs_that_learn_are_told_who_has_seen_the_hand_that_goes_round() -> None:
    """[KS-RUL-13]: seats as their player counts them, and nobody once the draft is over."""
    position = {
        "seats": 4, "frames": ["RANK"],
        "deck_top": ["FA-landholder", "FA-farmer", "FA-miller", "FA-headman"],
        "players": {"A": {"shrines": "FA.b1 FA.c1"}, "B": {"shrines": "FA.a3"}},
    }  # fmt: skip
    state, layout = KAMISAMA.load(position), layout_of(KAMISAMA, 4)
    KAMISAMA.act(state, 0, "take FA-landholder")
    seen = [layout.named(layout.row(state, seat))["table.draft"][-4:] for seat in range(4)]
    assert seen == [[1, 1, 0, 0], [1, 0, 0, 1], [0, 0, 1, 1], [0, 1, 1, 0]]
    KAMISAMA.act(state, 1, "take FA-farmer")
    assert layout.named(layout.row(state, 0))["table.draft"][-5:] == [0, 0, 0, 0, 0]
