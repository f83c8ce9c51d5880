"""What a bot imagines: every state fits what its seat has seen, to the last card."""

from __future__ import annotations

from typing import cast

import pytest

from kamiza.core.rng import fast_rng
from kamiza.games import game
from kamiza.games.shintoh.cards import digits, influence_of
from kamiza.games.shintoh.table import Shintoh, total

SHINTOH = game("shintoh")


def in_the_middle(hand: str, laid_by_a: str) -> Shintoh:
    """B has laid a salt and must finish; nobody knows the rest of the hand. A has a rice."""
    position = {
        "seats": 2, "asked": "B", "frames": ["TURN", "GIVE"], "harvest": "1",
        "players": {
            "A": {"hand": "3", "placed": laid_by_a},
            "B": {"hand": hand, "known": "", "placed": "1"},
        },
    }  # fmt: skip
    return cast(Shintoh, SHINTOH.load(position))


def imagined(state: Shintoh, times: int) -> list[Shintoh]:
    worlds, rng = SHINTOH.worlds(SHINTOH.view(state, 0)), fast_rng(5)
    return [cast(Shintoh, worlds.sample(rng)) for _ in range(times)]


def test_a_dedication_that_was_begun_can_be_finished() -> None:
    """[OF-RUL-32] [OF-NUM-12]: of the hands that would fit by their number, only those are
    imagined that can go above A's total."""
    state = in_the_middle("3221", "31")
    worlds = imagined(state, 60)
    for world in worlds:
        other = world.players[1]
        assert total(other) + influence_of(other.hand) > state.bar == 4
        assert other.hand + world.pile == state.players[1].hand + state.pile
    assert len({world.players[1].hand for world in worlds}) > 5


@pytest.mark.parametrize(("laid_by_a", "hand"), [("33", "33"), ("332", "332")])
def test_where_chance_hardly_ever_finds_a_hand_it_is_the_strongest(
    laid_by_a: str, hand: str
) -> None:
    """[OF-RUL-32] [OF-NUM-12]: two rice are unseen; with them, and a sake beside them, B may
    finish."""
    state = in_the_middle(hand, laid_by_a)
    for world in imagined(state, 12):
        assert digits(world.players[1].hand) == hand
        assert world.pile == state.pile


def test_the_bar_follows_from_what_was_told() -> None:
    """[OF-GLO-09] [OF-RUL-05]: bots that were told a view know what they have to beat."""
    position = {
        "seats": 3, "asked": "B",
        "players": {"A": {"hand": "1", "placed": "32"}, "C": {"in": False}},
    }  # fmt: skip
    view = SHINTOH.view(SHINTOH.load(position), 1)
    told = SHINTOH.read_view(view.as_json())
    assert cast(Shintoh, told.known).bar == 5
