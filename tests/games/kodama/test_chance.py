"""What chance decides is decided fairly."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

from kamiza.core.bits import nth_member, size_of
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import game
from kamiza.games.kodama.game import KodamaGame
from kamiza.games.kodama.table import Kodama
from tests.games import chance

KODAMA = cast(KodamaGame, game("kodama"))
TRIES = 2_000


@pytest.fixture(scope="module")
def starts() -> list[Kodama]:
    return [cast(Kodama, KODAMA.start(Setup(3, {}, seed))) for seed in range(TRIES)]


def assert_fair(found: Counter[int], kinds: int, draws: int = TRIES) -> None:
    """Every kind comes equally often."""
    assert len(found) == kinds
    chance.assert_fair(found, dict.fromkeys(found, 1), draws)


def test_every_trunk_is_dealt_to_every_seat(starts: list[Kodama]) -> None:
    """[KO-SETUP-02] [KO-RUL-27]"""
    for seat in range(3):
        assert_fair(Counter(s.players[seat].tree.cards[0].card for s in starts), 6)


def test_every_kodama_is_dealt_to_every_seat(starts: list[Kodama]) -> None:
    """[KO-SETUP-05]"""
    for seat in range(3):
        hands = [s.players[seat].hand for s in starts]
        cards = [nth_member(hand, n) for hand in hands for n in range(size_of(hand))]
        assert_fair(Counter(cards), 23, 4 * TRIES)


def test_every_branch_card_is_turned_up(starts: list[Kodama]) -> None:
    """[KO-SETUP-08] [KO-SETUP-09]"""
    assert_fair(Counter(s.display[0] for s in starts), 65)
    assert_fair(Counter(s.display[3] for s in starts), 65)


def test_every_decree_of_spring_is_revealed(starts: list[Kodama]) -> None:
    """[KO-SETUP-06] [KO-DEC-01]"""
    assert_fair(Counter(s.decree for s in starts), 5)


def test_every_decree_of_a_later_season_is_revealed() -> None:
    """[KO-SETUP-06]"""
    begin = KODAMA.load({"seats": 2, "phase": "kodama", "asked": "B"})
    found: Counter[int] = Counter()
    for seed in range(TRIES):
        state = cast(Kodama, begin.clone())
        state.rng = fast_rng(seed)
        KODAMA.apply(state, KODAMA.moves(state)[0])
        found[state.decree] += 1
    assert_fair(found, 5)


def test_everybody_begins_equally_often(starts: list[Kodama]) -> None:
    """[KO-SETUP-10] [KO-RUL-02]"""
    assert_fair(Counter(s.first for s in starts), 3)


def test_imagined_hands_are_any_unseen_kodama() -> None:
    """[KO-HID-01]"""
    state = KODAMA.start(Setup(2, {}, 1))
    worlds = KODAMA.worlds(KODAMA.view(state, 0))
    rng = fast_rng(9)
    hands = [cast(Kodama, worlds.sample(rng)).players[1].hand for _ in range(TRIES)]
    cards = [nth_member(hand, n) for hand in hands for n in range(4)]
    assert_fair(Counter(cards), 19, 4 * TRIES)
