"""A position that cannot be is refused, and the message names the field."""

from __future__ import annotations

from typing import Any

import pytest

from kamiza.core.refusal import PositionError
from kamiza.games import game
from kamiza.games.kodama.cards import Cards
from kamiza.games.kodama.rules.icons import AS_PRINTED
from kamiza.games.kodama.rules.spots import find_spots
from kamiza.games.kodama.rules.trees import bare_tree
from kamiza.games.kodama.sketches import with_default

MOST_CARDS = 60  # on one tree
KODAMA = game("kodama")
TREE = "TR3(B26(B47))"
IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"game": "go"}, "game: "),
    ({"seats": 7}, "settings: refused by KO-ERR-16"),
    ({"seats": "two"}, "seats: "),
    ({"weather": "rain"}, "there is no 'weather'"),
    ({"phase": "planting"}, "phase: "),
    ({"season": "winter"}, "season: "),
    ({"phase": "over", "season": "spring"}, "season: the game is over after Fall"),
    ({"round": 5}, "round: "),
    ({"phase": "kodama", "round": 2}, "round: "),
    ({"turn": 2}, "turn: "),
    ({"turn": 1, "asked": "A"}, "asked: in this turn it must be B"),
    ({"phase": "over", "asked": "A"}, "asked: "),
    ({"first": "C"}, "first: "),
    ({"decree": "DM1"}, "decree: DM1 is no decree of spring"),
    ({"decree": "DX9"}, "decree: there is no decree"),
    ({"decree": "DS1", "settings": {"decrees": False}}, "decree: this table plays without"),
    ({"decree": "DS5", "settings": {"edition": "first"}}, "decree: DS5 is no decree"),
    ({"phase": "over", "decree": "DF1"}, "decree: none is in force"),
    ({"past": ["DS1"]}, "past: "),
    ({"season": "fall", "past": ["DM1", "DS1"]}, "past: "),
    ({"coming": {"spring": "DS1"}}, "coming: "),
    ({"coming": {"summer": "DF1"}}, "coming.summer: "),
    ({"limit": -1}, "limit: "),
    ({"display_size": 0}, "display_size: "),
    ({"display": ["B99"]}, "display: there is no branch card 'B99'"),
    ({"display": ["B01", "B01"]}, "display: names B01 twice"),
    ({"display": ["B26"], "players": {"A": {"tree": TREE}}}, "display: B26 is elsewhere"),
    ({"display": []}, "display: there is no card to take"),
    ({"display": [f"B{n:02}" for n in range(1, 12)]}, "display: has more than"),
    ({"deck": ["B01"], "removed": []}, "deck: "),
    ({"deck_top": ["B01"], "display": ["B01"]}, "deck_top: B01 is elsewhere"),
    ({"players": {"C": {}}}, "players: "),
    ({"players": {"A": {"luck": 7}}}, "A: there is no 'luck'"),
    ({"players": {"A": {"tree": "B01"}}}, "A.tree: there is no trunk 'B01'"),
    ({"players": {"A": {"tree": "TR3(B26"}}}, "A.tree: 'TR3(B26' has an open parenthesis"),
    ({"players": {"A": {"tree": "TR3)B26("}}}, "A.tree: 'TR3)B26(' is no sketch"),
    ({"players": {"A": {"tree": "TR3(B26(B26))"}}}, "A.tree: B26 is there twice"),
    ({"players": {"A": {"tree": "TR5(B01,B02,B03,B04)"}}}, "A.tree: B04 has no spot on card 0"),
    ({"players": {"A": {"tree": ["TR3", "B26 here"]}}}, "A.tree: write a card as"),
    ({"players": {"A": {"tree": ["TR3", "B26 @37,1285 r15 on 1"]}}}, "A.tree: B26 @37,1285 r15"),
    ({"players": {"A": {"tree": ["TR3", "B26 @37,4000 r15 on 0"]}}}, "(touches_nothing)"),
    ({"players": {"A": {"tree": ["TR3", "B26 @37,1285 r360 on 0"]}}}, "is out of range"),
    ({"players": {"A": {"tree": []}}}, "A.tree: must be a sketch"),
    ({"players": {"A": {"tree": "TR1"}, "B": {"tree": "TR1"}}}, "players: two players have the"),
    ({"players": {"A": {"tree": TREE}, "B": {"tree": "TR1(B26)"}}}, "B.tree: B26 is elsewhere"),
    ({"players": {"A": {"hand": ["K99"]}}}, "A.hand: there is no Kodama 'K99'"),
    ({"players": {"A": {"hand": ["K01", "K01"]}}}, "A.hand: names K01 twice"),
    ({"players": {"A": {"hand": ["K01"]}}}, "A.hand: too few cards"),
    ({"players": {"A": {"hand": ["K01", "K02", "K03", "K04", "K05"]}}}, "A.hand: with those"),
    ({"players": {"A": {"hand": ["P01", "P02", "P03"]}}}, "A.hand: has a card that was not dealt"),
    (
        {"players": {"A": {"hand": ["K01", "K02", "K03"]}, "B": {"hand": ["K01", "K04", "K05"]}}},
        "B.hand: K01 cannot be there",
    ),
    ({"players": {"A": {"score": -1}}}, "A.score: "),
    ({"players": {"A": {"score": 3, "base": [4, 0, 0]}}}, "A.score: is less than"),
    ({"players": {"A": {"base": [1, 2]}}}, "A.base: must be 3 numbers"),
    ({"players": {"A": {"last": "8"}}}, "A.last: must be a list"),
    ({"players": {"A": {"scored": {"spring": "K01 8"}}}}, "A.scored: spring is not scored yet"),
    ({"season": "summer", "players": {"A": {"scored": {"spring": "K01"}}}}, "A.scored: write a"),
    (
        {"season": "fall", "players": {"A": {"scored": {"spring": "K01 8", "summer": "K01 2"}}}},
        "A.scored: K01 is scored twice",
    ),
    ({"frames": ["TURN"]}, "frames: "),
    ({"frames": ["PICK 1 0 0 0"]}, "frames: "),
    ({"frames": ["KODAMA"]}, "frames: "),
    ({"frames": ["PICK", "ONTO 0 64 0 0"]}, "frames: the picked card is not in that slot"),
    ({"frames": ["PICK", "ONTO 15 64 0 0"]}, "frames: no card may be taken from the deck"),
    ({"frames": ["PICK", "ONTO", "SPOT 0 0 9 0"]}, "frames: SPOT names a card that has no"),
    ({"frames": ["PICK", "ONTO", "SPOT 1 1 0 0"]}, "frames: SPOT is about the card"),
    ({"frames": ["PICK", "ONTO 0 0 1 0"]}, "frames: ONTO holds a slot and a card"),
    ({"frames": ["PICK", "ONTO 0 0 0 1"]}, "frames: ONTO holds a slot and a card"),
    ({"frames": ["PICK", "ONTO 0 65 0 0"]}, "frames: ONTO and SPOT have a branch card"),
    ({"frames": ["PICK", "ONTO 0 -1 0 0"]}, "frames: ONTO and SPOT have a branch card"),
    ({"frames": ["PICK", "ONTO 4 4 0 0"]}, "frames: the picked card is not in that slot"),
    ({"frames": ["PICK", "ONTO -1 3 0 0"]}, "frames: the picked card is not in that slot"),
    ({"frames": ["PICK", "ONTO 0 0 0 0", "SPOT 0 0 0 1"]}, "frames: SPOT names a card that has no"),
    ({"frames": ["PICK", "ONTO 0 0 0 0", "SPOT 0 1 0 0"]}, "frames: SPOT is about the card"),
    ({"frames": ["PICK", "ONTO 0 0 0 0", "SPOT 1 0 0 0"]}, "frames: SPOT is about the card"),
    ({"frames": ["PICK", "ONTO 0 0 0 0", "SPOT 0 0 -1 0"]}, "frames: SPOT names a card that has"),
    ({"frames": ["PICK", "ONTO 0 0 0 0", "SPOT 0 0 1 0"]}, "frames: SPOT names a card that has no"),
    (
        {
            "frames": ["PICK", "ONTO 0 37 0 0", "SPOT 0 37 1 0"],
            "display": ["B38"],
            "players": {"A": {"tree": ["TR4", "B46 @-95,460 r315 on 0"]}},
        },
        "frames: SPOT names a card that has no",
    ),
    ({"frames": ["ONTO 0 0 0 0"]}, "frames: PICK, then ONTO, then SPOT"),
    ({"frames": ["PICK", "SPOT 0 0 0 0"]}, "frames: PICK, then ONTO, then SPOT"),
    ({"frames": ["PICK", "PICK"]}, "frames: PICK, then ONTO, then SPOT"),
    ({"frames": ["PICK 0 0 0 1", "ONTO 0 0 0 0"]}, "frames: PICK, then ONTO, then SPOT"),
    ({"phase": "kodama", "frames": ["PICK"]}, "frames: PICK, then ONTO, then SPOT"),
    ({"phase": "kodama", "frames": ["KODAMA 0 1 0 0"]}, "frames: PICK, then ONTO, then SPOT"),
    ({"phase": "kodama", "frames": ["KODAMA", "KODAMA"]}, "frames: PICK, then ONTO, then SPOT"),
    ({"players": {"A": {"tree": ""}}}, "A.tree: a tree has a trunk"),
    ({"players": {"A": {"tree": ["TR3"] * (MOST_CARDS + 1)}}}, f"has {MOST_CARDS} cards at most"),
    ({"players": {"A": {"tree": ["TR3"] * MOST_CARDS}}}, "A.tree: write a card as"),
    ({"players": {"A": {"tree": "TR3(B99)"}}}, "A.tree: there is no branch card 'B99'"),
    ({"players": {"A": {"tree": "TR3 B26"}}}, "A.tree: "),
    ({"players": {"A": {"tree": ["TR3", "B26 @37,1285 r15 on 1"]}}}, "lies on card 0"),
    ({"players": {"A": {"tree": ["TR3", "B26 @20001,1285 r15 on 0"]}}}, "is out of range"),
    ({"players": {"A": {"tree": ["TR3", "B26 @37,-20001 r15 on 0"]}}}, "is out of range"),
    ({"players": {"A": {"base": [1, 2, 3, 4]}}}, "A.base: must be 3 numbers"),
    ({"players": {"A": {"last": [1]}}}, "A.last: must be 2 numbers"),
    ({"players": {"A": {"score": 3, "bonus": [0, 4, 0]}}}, "A.score: is less than"),
    ({"rng": 5}, "rng: "),
]


@pytest.mark.parametrize(("changes", "message"), IMPOSSIBLE)
def test_what_cannot_be_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as refused:
        KODAMA.load({"seats": 2} | changes)
    assert message in str(refused.value)


def test_a_position_can_be_very_short() -> None:
    state = KODAMA.load({"seats": 3})
    saved: dict[str, Any] = KODAMA.save(state)
    assert saved["display"] == ["B01", "B02", "B03", "B04"]
    assert saved["players"]["C"]["tree"] == ["TR3"]
    assert saved["players"]["B"]["hand"] == ["K05", "K06", "K07", "K08"]
    assert KODAMA.hash(KODAMA.load(saved)) == KODAMA.hash(state)


@pytest.mark.parametrize(
    ("changes", "question"),
    [
        ({"frames": ["PICK", "ONTO 0 0 0 0"]}, "ONTO"),
        ({"frames": ["PICK", "ONTO 3 3 0 0"]}, "ONTO"),
        ({"frames": ["PICK", "ONTO 0 0 0 0", "SPOT 0 0 0 0"]}, "SPOT"),
        ({"frames": ["KODAMA"], "phase": "kodama"}, "KODAMA"),
        ({"players": {"A": {"score": 4, "base": [0, 4, 0]}}}, "PICK"),
        ({"players": {"A": {"hand": ["K01", "K02", "K03", "K04"]}}}, "PICK"),
        ({"players": {"A": {"hand": ["K01", "K02", "K03"]}}}, "PICK"),
    ],
)
def test_what_may_be_asks_its_question(changes: dict[str, Any], question: str) -> None:
    state = KODAMA.load({"seats": 2} | changes)
    assert KODAMA.question(state) == question
    assert KODAMA.hash(KODAMA.load(KODAMA.save(state))) == KODAMA.hash(state)


def test_cards_left_out_of_a_given_deck_are_removed() -> None:
    saved: dict[str, Any] = KODAMA.save(KODAMA.load({"seats": 2, "deck": ["B20", "B10"]}))
    assert saved["deck"] == ["B10", "B20"]  # everybody knows which, nobody knows the order
    assert len(saved["removed"]) == 65 - 2 - len(saved["display"])


def test_up_to_nine_cards_lie_on_display() -> None:
    nine = [f"B{number:02}" for number in range(1, 10)]
    saved: dict[str, Any] = KODAMA.save(KODAMA.load({"seats": 2, "display": nine}))
    assert saved["display"] == nine


def test_a_decree_turned_up_is_no_longer_to_come() -> None:
    """[KO-DEC-01] [KO-DEC-05] The position after a Kodama Phase can be read again."""
    last = {"phase": "kodama", "turn": 1, "asked": "B", "decree": "DS1"}
    state = KODAMA.load({"seats": 2, **last, "coming": {"summer": "DM1", "fall": "DF4"}})
    KODAMA.act(state, 1, "kodama:K05")
    saved: dict[str, Any] = KODAMA.save(state)
    assert (saved["decree"], saved["past"]) == ("DM1", ["DS1"])
    assert saved["coming"] == {"fall": "DF4"}
    assert KODAMA.hash(KODAMA.load(saved)) == KODAMA.hash(state)


def test_no_decree_acts_after_the_end() -> None:
    """[KO-RUL-40] [KO-END-01]"""
    last = {"season": "fall", "phase": "kodama", "turn": 1, "asked": "B", "decree": "DF4"}
    state = KODAMA.load({"seats": 2, **last, "limit": 12})
    KODAMA.act(state, 1, "kodama:K03")
    saved: dict[str, Any] = KODAMA.save(state)
    assert (saved["phase"], saved["decree"], saved["past"]) == ("over", None, ["DF4"])
    assert (saved["limit"], saved["display_size"]) == (10, 4)
    assert KODAMA.hash(KODAMA.load(saved)) == KODAMA.hash(state)


def test_a_card_picked_from_the_deck_is_nowhere_else() -> None:
    """Neither in the deck nor on the display, until it is laid onto the tree. [KO-EFF-28]"""
    for frames in (["PICK"], ["PICK", "ONTO 15 0 0 0"], ["PICK", "ONTO 15 0 0 0", "SPOT 15 0 0 0"]):
        state = KODAMA.load({"seats": 2, "season": "summer", "decree": "DM3", "frames": frames})
        saved: dict[str, Any] = KODAMA.save(state)
        is_free = "B01" in saved["deck"] or "B01" in saved["display"]
        assert is_free == (frames == ["PICK"])
        assert len(saved["deck"]) + len(saved["display"]) + len(saved["removed"]) == 64 + is_free


def test_a_tree_of_a_sketch_has_room_for_so_many_cards() -> None:
    """However much room there is on the mat."""
    cards: Cards = KODAMA.cards  # type: ignore[attr-defined]
    tree = bare_tree(cards, cards.card_number("TR1"), AS_PRINTED)
    free = [card for card in cards.ids if card.startswith("B")]
    parent = 0
    while tree.size < MOST_CARDS:
        try:
            tree = with_default(cards, tree, "A.tree", free[-1], parent)
        except PositionError:
            parent += 1
        else:
            free.pop()
    spots = (find_spots(tree, parent, cards.form_of[0]) for parent in range(tree.size))
    parent = next(number for number, found in enumerate(spots) if len(found))
    with pytest.raises(PositionError, match="has no spot"):
        with_default(cards, tree, "A.tree", free[-1], parent)
