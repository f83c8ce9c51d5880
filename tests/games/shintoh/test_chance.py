"""What chance decides is decided fairly: every card of a pile or a hand is equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import cast

from kamiza.core.game import Setup
from kamiza.games import game
from kamiza.games.shintoh.cards import kind_name
from kamiza.games.shintoh.table import Shintoh
from tests.games import chance

SHINTOH = game("shintoh")
TRIES = 3_000


def tries(position: dict[str, object], *moves: str) -> Iterator[Shintoh]:
    states = chance.tries(SHINTOH, {"seats": 2} | position, TRIES, moves)
    return cast("Iterator[Shintoh]", states)


def assert_fair(found: Counter[str], cards: dict[str, int]) -> None:
    chance.assert_fair(found, cards, TRIES)


def test_the_first_harvest_card_is_any_undealt_card() -> None:
    """[OF-SETUP-03] [OF-SETUP-04] [OF-NUM-05]"""
    starts = [cast(Shintoh, SHINTOH.start(Setup(2, {}, seed))) for seed in range(TRIES)]
    found = Counter(kind_name(state.harvest) for state in starts)
    assert_fair(found, {"rice": 3, "sake": 8, "salt": 11})


def test_every_god_is_dealt_to_every_seat_equally_often() -> None:
    """[OF-SETUP-06] [OF-SETUP-09]"""
    ids = SHINTOH.start(Setup(4, {}, 0)).cards.god_ids  # type: ignore[attr-defined]
    starts = [cast(Shintoh, SHINTOH.start(Setup(4, {}, seed))) for seed in range(TRIES)]
    for seat in range(4):
        found = Counter(ids[state.players[seat].hidden] for state in starts)
        assert_fair(found, dict.fromkeys(ids, 1))
    assert_fair(Counter(ids[state.altar] for state in starts), dict.fromkeys(ids, 1))


def test_the_sword_takes_any_card_of_the_hand() -> None:
    """[OF-RUL-16] [OF-TRE-07]"""
    hands = {"A": {"gods": ["sword"], "hand": ""}, "B": {"hand": "3221"}}
    stolen = tries({"players": hands}, "sword", "rob B")
    assert_fair(
        Counter(kind_name(state.players[0].hand) for state in stolen),
        {"rice": 1, "sake": 2, "salt": 1},
    )


def test_the_jewel_draws_any_card_of_the_pile() -> None:
    """[OF-TRE-05]"""
    hands = {"A": {"gods": ["jewel"], "hand": ""}, "B": {"hand": ""}}
    found = Counter("3" if state.players[0].hand >> 8 else "-" for state in tries(
        {"players": hands, "harvest": "1"}, "jewel"))  # fmt: skip
    # No rice in two draws from 5 rice among 29 cards: 24/29 * 23/28.
    assert_fair(found, {"-": 24 * 23, "3": 29 * 28 - 24 * 23})


def test_the_pile_is_shuffled_after_the_mirror() -> None:
    """Whatever was on top before, any card of the pile may come next. [OF-TRE-06]"""
    mirror = {"A": {"gods": ["mirror"]}}
    position = {"players": mirror, "harvest": "1", "pile_top": "333"}
    after = tries(position, "mirror", "pick sake", "pass")
    found = Counter(kind_name(state.harvest) for state in after)
    assert_fair(found, {"rice": 3, "sake": 7, "salt": 11})


def test_a_rebuilt_pile_is_shuffled() -> None:
    """[OF-PASS-04] [OF-RUL-08]"""
    position = {
        "seats": 3, "asked": "A", "harvest": "1", "pile": "2", "discard": "332221111111",
        "players": {
            "A": {"hand": "32211"}, "B": {"hand": "321111"}, "C": {"hand": "2221", "placed": "3"},
        },
    }  # fmt: skip
    found = Counter(kind_name(state.harvest) for state in tries(position, "pass", "pass"))
    assert_fair(found, {"rice": 2, "sake": 3, "salt": 7})


def test_the_next_god_is_any_of_the_god_pile() -> None:
    """[OF-SETUP-08] [OF-WIN-04]"""
    states = list(tries({}, "pass"))
    ids = states[0].cards.god_ids
    left = SHINTOH.save(SHINTOH.load({"seats": 2}))["gods_left"]
    found = Counter(ids[state.altar] for state in states)
    assert_fair(found, dict.fromkeys(cast("list[str]", left), 1))
