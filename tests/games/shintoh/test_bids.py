"""A bid: the cheapest cards for a total, proposed in words, or why there are none."""

from __future__ import annotations

from typing import Any, cast

import pytest

from kamiza.core.game import Setup
from kamiza.core.speech import Listener
from kamiza.games import game
from kamiza.games.shintoh.speech import ShintohSpeech
from kamiza.games.shintoh.speech.bids import best_cards
from kamiza.games.shintoh.speech.card_list import influence_of

SHINTOH = game("shintoh")
SPEECH = cast(ShintohSpeech, SHINTOH.speech)
EN, JA = Listener("en", ("Mika", "Haru")), Listener("ja", ("ミカ", "ハル"))


@pytest.mark.parametrize(
    ("hand", "need", "cards"),
    [
        ({"rice": 1, "sake": 1, "salt": 2}, 3, {"rice": 1, "sake": 0, "salt": 0}),
        ({"rice": 1, "sake": 1, "salt": 2}, 7, {"rice": 1, "sake": 1, "salt": 2}),
        ({"rice": 0, "sake": 2, "salt": 1}, 4, {"rice": 0, "sake": 2, "salt": 0}),
        ({"rice": 2, "sake": 0, "salt": 0}, 4, {"rice": 2, "sake": 0, "salt": 0}),
        ({"rice": 2, "sake": 0, "salt": 0}, 7, None),
    ],
)
def test_the_cards_of_a_bid(hand: dict[str, int], need: int, cards: dict[str, int] | None) -> None:
    assert best_cards(hand, need) == cards
    assert cards is None or influence_of(cards) >= need


def view(hand: str, laid: str = "", other: str = "") -> dict[str, Any]:
    """What A sees before its turn."""
    players = {"A": {"hand": hand, "placed": laid}, "B": {"placed": other}}
    position = {"seats": 2, "dealer": "A", "players": players}
    return SHINTOH.screen(SHINTOH.view(SHINTOH.load(position), 0))


@pytest.mark.parametrize(
    ("hand", "laid", "other", "wanted", "moves", "text", "rule"),
    [
        ("3211", "", "", None, "+salt stop", "Lay salt and stop: total 1.", ""),
        ("3211", "", "3", None, "+rice +salt stop", "Lay rice and salt and stop: total 4, beats 3.",
         ""),
        ("33", "", "2", 4, "+rice +rice stop",
         "4 exactly is not possible. Lay 2 rice and stop: total 6, beats 2.", ""),
        ("3211", "", "3", 3, "", "It must be more than 3.", "OF-DED-03"),
        ("3211", "", "3", 9, "", "9 is out of reach. With everything you could reach 7.",
         "OF-DED-02"),
        ("21", "2", "3", 9, "", "9 is out of reach. 2 laid and 3 in your hand: with everything you "
         "could reach 5.", "OF-DED-02"),
    ],
)  # fmt: skip
def test_what_is_proposed(
    hand: str, laid: str, other: str, wanted: int | None, moves: str, text: str, rule: str
) -> None:
    """[OF-DED-02] [OF-DED-03]"""
    assert SPEECH.bid(wanted, view(hand, laid, other), EN) == (text, moves, rule)


def test_the_moves_of_a_bid_can_be_made() -> None:
    """[OF-DED-03]"""
    state = SHINTOH.start(Setup(3, {"first_dealer": "A"}, 4))
    while state.asked >= 0:
        seen = SHINTOH.screen(SHINTOH.view(state, state.asked))
        bid = SPEECH.bid(None, seen, JA)
        assert not bid.moves or "出して終えます" in bid.text
        for move in bid.moves.split() or ["pass"]:
            SHINTOH.act(state, state.asked, move)
