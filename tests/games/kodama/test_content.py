"""The cards are as the rules say, and damaged card files are refused before any game begins."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import cast

import pytest

from kamiza.core.content import ContentError
from kamiza.games import game
from kamiza.games.kodama.cards import Cards
from kamiza.games.kodama.game import KodamaGame
from kamiza.games.kodama.rules.effects import NO_LIMIT
from kamiza.games.kodama.rules.icons import FEATURES
from tests.games.tampering import spoil

CARDS = cast(KodamaGame, game("kodama")).cards
DAMAGES = [
    # file, what is written there, what is written instead, what the message must say
    ("branches", 'id = "B02"', 'id = "B01"', "65 different branch"),
    ("branches", 'shape = "S10"', 'shape = "S99"', "B01: shape must be one of"),
    ("branches", '"caterpillar"]', '"dragon"]', "B01: icons names the unknown feature 'dragon'"),
    ("branches", '["caterpillar"]', "[]", "B01: icons must be 1 to 4"),
    ("branches", '["caterpillar"]', f"{5 * ['cloud']}", "B01: icons must be 1 to 4"),
    ("trunks", 'feature = "cloud"', 'feature = "rain"', "TR2: feature must be one of"),
    ("trunks", 'id = "TR6"', 'id = "TR5"', "6 different trunk"),
    ("kodama", 'zone = "branches"', 'zone = "roots"', "K01: score: zone must be one of"),
    ("kodama", 'has = "caterpillar"', 'has = "dragon"', "K01: score: has names the unknown"),
    ("kodama", "per = 2", "per = 0", "K01: score: per must be a whole number"),
    ("sprouts", 'measure = "height"', 'measure = "weight"', "P08: score: measure must be one of"),
    ("decrees", 'kind = "convert"', 'kind = "invert"', "DS1: effect: kind must be one of"),
    ("decrees", 'season = "spring"', 'season = "winter"', "DS1: season must be one of"),
    ("decrees", "points = 1 ", 'points = "one" ', "DS3: effect: points must be a whole number"),
    ("decrees", "points = 1 ", "points = 100 ", "DS3: effect: points must be a whole number"),
    ("decrees", '"counterclockwise"', '"clockwise"', "effect: direction must be one of"),
    ("geometry", "x_max = 6000", "x_max = 5000", "the mat or the spread"),
    ("geometry", "heading = 90", "heading = 360", "S01: heading must be a whole number"),
    ("geometry", "foot = [0, -440]", 'foot = "here"', "S01: foot must be a list of whole"),
    ("geometry", "[[0, 380, 90]", "[[0, 380]", "S01: buds must be a list of 3"),
    ("geometry", "[[shape]]", "[[shape]", "geometry.toml: "),
    *(
        (file, number, re.sub(r"\d+$", "1000", number), f"a whole number from {bounds}, not 1000")
        for file, number, bounds in (
            ("kodama", "kinds_max = 2", "1 to 6"),
            ("decrees", "per = 1", "1 to 20"),
            ("decrees", "size = 5", "1 to 9"),
            ("decrees", "points = 1", "1 to 99"),
            ("decrees", '"shared_kinds", n = 2', "1 to 6"),
            ("geometry", "heading = 90", "0 to 359"),
            ("geometry", "{ h = 40", "1 to 500"),
        )
    ),
]


def test_an_undamaged_copy_is_read(cards: Path) -> None:
    assert Cards().digest == CARDS.digest


@pytest.mark.parametrize(("file", "old", "new", "message"), DAMAGES)
def test_a_damaged_file_is_refused(
    cards: Path, file: str, old: str, new: str, message: str
) -> None:
    spoil(cards / f"{file}.toml", old, new)
    with pytest.raises(ContentError) as refused:
        Cards()
    assert message in str(refused.value)


def test_trees_have_room_for_sixteen_stances(cards: Path) -> None:
    """The cards have fifteen; two feet that are only a little elsewhere make two more."""
    spoil(cards / "geometry.toml", "foot = [0, -440]", "foot = [0, -439]")
    Cards()
    spoil(cards / "geometry.toml", "foot = [0, -440]", "foot = [0, -438]")
    with pytest.raises(ContentError, match="more than 16 stances"):
        Cards()


def test_the_branch_cards_are_perfectly_even() -> None:
    """[KO-COMP-01] [KO-COMP-13] [KO-COMP-14]"""
    icons = [CARDS.features[card] for card in range(65)]
    for feature in FEATURES:
        assert sum(names.count(feature) for names in icons) == 37
        assert sum(feature in names for names in icons) == 29
    assert Counter(len(names) for names in icons) == {1: 6, 3: 20, 4: 39}
    trios = {tuple(sorted(names)) for names in icons if len(names) == 3}
    assert len(trios) == 20
    shapes = Counter(card.text("shape") for card in CARDS.branches)
    assert set(shapes.values()) == {5}
    assert len(shapes) == 13
    assert sum(card.flag("mirror") for card in CARDS.branches) == 32


def test_trunks_have_different_features() -> None:
    """[KO-COMP-05] [KO-COMP-11]"""
    assert sorted(CARDS.features[65:]) == [[feature] for feature in FEATURES]


def test_every_limb_begins_and_ends_on_its_card() -> None:
    """[KO-COMP-12] [KO-GEO-02]: stems leave at the foot; limbs of trunks run to the border."""
    for form in CARDS.forms:
        (left, bottom), _, (right, top), _ = form.corners
        for limb in form.limbs:
            for x, y in limb.points:
                assert left <= x <= right
                assert bottom <= y <= top
        assert form.limbs[0].points[0] == form.foot


def test_texts_name_the_numbers_of_their_effects() -> None:
    """[KO-COMP-16]: what is read and what is scored are the same."""
    for card, score in zip(CARDS.spirits, CARDS.scores):
        for text in (card.text("text"), card.text("text_ja")):
            numbers = [int(number) for number in re.findall(r"\d+", text)]
            if score.steps:
                assert list(score.steps[1:]) == numbers[-6:]
                continue
            assert score.per in numbers
            assert (score.most in numbers) or score.most == NO_LIMIT


def test_every_card_has_both_languages() -> None:
    for card in [*CARDS.spirits, *CARDS.decrees, *CARDS.trunks, *CARDS.shapes]:
        assert card.text("name")
        assert re.search(r"[ぁ-んァ-ヶ一-龠]", card.text("name_ja"))


def test_five_decrees_for_each_season() -> None:
    """[KO-COMP-04] [KO-COMP-15] [KO-OPT-02]"""
    for season in range(3):
        assert len(CARDS.decree_pool("second", season)) == 5
        assert len(CARDS.decree_pool("first", season)) == 4
