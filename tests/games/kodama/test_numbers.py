"""Every number of the cards is the one of the document; `document.toml` is a copy from there."""

from __future__ import annotations

from typing import Any

import pytest

from kamiza.games.kodama.cards import BRANCH_FORMS, Cards
from kamiza.games.kodama.game import KodamaGame
from tests.games import transcription
from tests.games.tampering import spoil

DOCUMENT = transcription.read(__file__)
GAME = {"players_min": 2, "players_max": 5, "minutes": 40, "age": 8}
SEATS = ["A", "B", "C", "D", "E"]


def on_the_cards(cards: Cards) -> dict[str, Any]:
    """What the game has read, in the order of the document."""
    kodama, sprouts = cards.spirits[:23], cards.spirits[23:]
    return {
        "geometry": cards.geometry.table("geometry").data,
        "shape": [table.data for table in cards.shapes],
        "trunk": [table.data for table in cards.trunks],
        "branch": [table.data for table in cards.branches],
        "kodama": [table.data for table in kodama],
        "sprout": [table.data for table in sprouts],
        "decree": [table.data for table in cards.decrees],
        "piece": [table.data for table in cards.pieces],
    }


def test_every_number_is_the_documents() -> None:
    """[KO-COMP-01] [KO-COMP-02] [KO-COMP-03] [KO-COMP-04] [KO-COMP-05] [KO-COMP-12] [KO-COMP-16]
    [KO-COMP-17] [KO-GEO-02] [KO-GEO-07] [KO-GEO-15]"""
    assert transcription.differences(DOCUMENT, on_the_cards(Cards())) == {}


def plain_form(form: Any) -> dict[str, Any]:
    return {
        "limbs": [
            {"h": limb.half_width, "pts": [[x, y] for x, y in limb.points]} for limb in form.limbs
        ],
        "buds": [[x, y, direction] for x, y, direction in form.buds],
        "slots": [[x, y] for x, y in form.slots],
    }


def test_the_forms_on_the_table_are_the_documents() -> None:
    """[KO-COMP-12] [KO-GEO-02] [KO-GEO-06]: what placements are judged by."""
    cards = Cards()
    for number, shape in enumerate(DOCUMENT["shape"]):
        form = cards.forms[2 * number]
        expected = {field: shape[field] for field in ("limbs", "buds", "slots")}
        assert plain_form(form) == expected, shape["id"]
        assert [list(form.foot), form.heading] == [shape["foot"], shape["heading"]]
    for number, trunk in enumerate(DOCUMENT["trunk"]):
        expected = {field: trunk[field] for field in ("limbs", "buds", "slots")}
        assert plain_form(cards.forms[BRANCH_FORMS + number]) == expected, trunk["id"]


def test_what_cards_show_is_the_documents() -> None:
    """[KO-COMP-11] [KO-COMP-13] [KO-COMP-14] [KO-COMP-15]: words of the tables, not numbers."""
    found = on_the_cards(Cards())
    fields = (
        "shape",
        "mirror",
        "icons",
        "feature",
        "season",
        "letter",
        "edition",
        "score",
        "effect",
    )
    for group in ("branch", "trunk", "kodama", "sprout", "decree"):
        for card, expected in zip(found[group], DOCUMENT[group], strict=True):
            for field in fields:
                assert card.get(field) == expected.get(field), (card["id"], field)


def test_every_card_is_there_once() -> None:
    """[KO-COMP-01] [KO-COMP-02] [KO-COMP-03] [KO-COMP-04] [KO-COMP-05]: the box of the rulebook."""
    found = on_the_cards(Cards())
    groups = ("trunk", "branch", "kodama", "sprout", "decree", "piece")
    boxed = {group: sum(card["count"] for card in found[group]) for group in groups}
    assert boxed == {"trunk": 6, "branch": 65, "kodama": 23, "sprout": 9, "decree": 15, "piece": 14}


def test_the_game_and_its_seats() -> None:
    """[KO-OPT-01] [KO-OPT-05] [KO-RUL-01]"""
    game = KodamaGame()
    data = game.cards.game.data
    assert transcription.numbers(data["game"]) == GAME
    assert (game.least_seats, game.most_seats) == (2, 5)
    first: Any = data["settings"]["first_player"]  # type: ignore[index]
    assert first["values"] == ["random", *SEATS]
    assert [value["value"] for value in first["value"]] == ["random", *SEATS]
    assert [value["label"] for value in first["value"][1:]] == [f"Seat {seat}" for seat in "ABCDE"]
    assert data["first_game"] == {"seats": 3, "settings": {"sprouts": {"A": "A"}}}  # [KO-OPT-03]


@pytest.mark.parametrize(
    ("file", "old", "new", "place"),
    [
        ("branches", "count = 1", "count = 2", "branch.B01.count"),
        ("trunks", "[21, 1285, 90]", "[22, 1285, 90]", "trunk.TR1.buds.0.0"),
        ("sprouts", "table = [0, 1, 2, 4", "table = [0, 1, 2, 5", "sprout.P07.score.table.3"),
    ],
)
def test_a_number_that_is_another_is_found(
    cards: Any, file: str, old: str, new: str, place: str
) -> None:
    spoil(cards / f"{file}.toml", old, new)
    (found,) = transcription.differences(DOCUMENT, on_the_cards(Cards()))
    assert found.startswith(place)
