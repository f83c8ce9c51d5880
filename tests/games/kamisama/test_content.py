"""The cards of Kami-sama are complete and say in words what their steps do."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import cast

import pytest

from kamiza.core.content import ContentError, Table
from kamiza.games import game
from kamiza.games.kamisama.board import VILLAGE_IDS, Board, list_spaces
from kamiza.games.kamisama.cards import Cards
from kamiza.games.kamisama.game import KamisamaGame
from kamiza.games.kamisama.rules.steps import Step
from tests.games.tampering import spoil

KAMISAMA = cast(KamisamaGame, game("kamisama"))
CARDS = KAMISAMA.cards


def test_villagers_by_village() -> None:
    """15 cards per village, 3 of them Peasants worth half a point. [KS-CMP-06] [KS-FIN-04]"""
    for village in VILLAGE_IDS:
        mine = [card for card in CARDS.villagers if card.id.startswith(village)]
        assert sum(card.count for card in mine) == 15
        peasants = [card for card in mine if card.is_peasant]
        assert [(card.count, card.vp2) for card in peasants] == [(3, 1)]
    assert len({card.id for card in CARDS.villagers}) == 39


def test_the_printed_artisan() -> None:
    """Two Favor now and two points at the end. [KS-DRF-09]"""
    artisan = CARDS.villagers[CARDS.villager_ids.index("WE-artisan")]
    assert artisan.vp2 == 4
    assert [step.gain for step in artisan.program.steps] == [16]


def test_the_restored_sheet_of_kodama() -> None:
    """What could be read of the sheet is kept: 2 Favor or 1 Nature for a Seed, 1 Nature for each
    removed shrine, shrines into Seeds for two cubes. [KS-RUL-45]"""
    kodama = CARDS.kami[CARDS.kami_ids.index("kodama")]
    sprout, overgrowth, mulch = kodama.abilities
    assert kodama.table.table("passive").text("name") == "Ancient Grove"
    assert sprout.steps[0].only_seeds
    assert sprout.steps[0].choices == [16, 1]
    assert [step.gain for step in overgrowth.steps] == [0, 1]
    assert all(step.with_seed for step in mulch.steps)
    assert list(kodama.costs) == [1, 1, 2]


def test_kitsune_squares_are_in_reading_order() -> None:
    """[KS-KIT-04] [KS-RUL-33]"""
    colours = {"add": "orange", "remove": "blue", "replace": "yellow"}
    for card in CARDS.fox_cards:
        squares = cast("list[dict[str, str]]", card.table.data["squares"])
        cells = [square["at"][1] + square["at"][0] for square in squares]
        assert cells == sorted(cells), card.id
        for square in squares:
            assert colours[square["effect"]] == square["color"]


def test_every_card_has_words_in_both_languages() -> None:
    for language in ("en", "ja"):
        cards = KAMISAMA.speech.cards(language, True)
        groups = Counter(card["group"] for card in cards)
        assert groups == {
            "kami_sheets": 8,
            "villager_cards": 39,
            "goal_cards": 19,
            "kitsune_cards": 24,
            "village_pieces": 4,
        }
        for card in cards:
            assert card["name"]
            assert card["group"] in KAMISAMA.words.words
            if card["group"] in ("kami_sheets", "villager_cards", "goal_cards"):
                assert card["text"]


def test_every_rule_has_words_in_both_languages() -> None:
    assert len(KAMISAMA.book.rules) == 252 + 18
    for rule in KAMISAMA.book.rules.values():
        assert rule.text["en"] != rule.text["ja"] or "{" in rule.text["en"], rule.id


def test_texts_name_the_gains_of_their_steps() -> None:
    """A card that gains Favor or Nature says so."""
    for sheet in CARDS.kami:
        for ability, program in zip(sheet.table.tables("ability"), sheet.abilities):
            check_gains(ability.text("text"), program.steps, f"{sheet.id} {ability.text('name')}")
    for villager in CARDS.villagers:
        check_gains(villager.table.text("text"), villager.program.steps, villager.id)


def check_gains(text: str, steps: list[Step], name: str) -> None:
    gains = [gain for step in steps for gain in (step.gain, *step.choices)]
    for gain in gains:
        if gain // 8:
            assert f"{gain // 8} Favor" in text, name
        if gain % 8:
            assert f"{gain % 8} Nature" in text, name


def test_patterns_come_in_all_orientations() -> None:
    """Rotations and mirror images, as often as they fit. [KS-GOAL-05] [KS-RUL-20]"""
    square = CARDS.goals[CARDS.goal_ids.index("G08")]
    found = {village: len(square.patterns[n]) for n, village in enumerate(VILLAGE_IDS)}
    assert found == {village: count_squares(n) for n, village in enumerate(VILLAGE_IDS)}
    assert min(found.values()) > 0


def count_squares(village: int) -> int:
    cells = set(CARDS.board.cells[village])
    return sum({cell, cell + 1, cell + 4, cell + 5} <= cells for cell in cells if cell % 4 < 3)


@pytest.mark.parametrize("goal", CARDS.goals, ids=CARDS.goal_ids)
def test_missing_spaces_are_those_that_complete_a_goal(goal: object) -> None:
    """The quick answer for screens and bots against trying every space. [KS-GOAL-02]"""
    wanted = CARDS.goals[CARDS.goals.index(goal)]  # type: ignore[arg-type]
    for seed in range(60):
        own = (seed * 0x9E3779B97F4A7C15 ^ seed << 17) & 0xFFFFFFFFFFFFF
        own &= (seed * 0xD1B54A32D192ED03) >> 3 & 0xFFFFFFFFFFFFF
        free = 0xFFFFFFFFFFFFF & ~own
        for village in range(4):
            quick = wanted.missing(CARDS.board, own, free, village)
            slow = [
                space
                for space in list_spaces(free & ((1 << 13) - 1) << 13 * village)
                if wanted.is_met(CARDS.board, own | 1 << space, 1 << space, village)
            ]
            assert list_spaces(quick) == slow, (wanted.id, CARDS.board.text(own))


def test_a_damaged_step_is_named() -> None:
    table = Table("kami.toml", "yue", {"op": "add", "vilage": "current"})
    with pytest.raises(ContentError, match="vilage"):
        Step(table, CARDS.board)


def test_a_damaged_map_is_named() -> None:
    with pytest.raises(ContentError, match="13 spaces"):
        Board([["-- Fo Hu --"] * 4] * 4)


DAMAGES = [
    # file, what is written there, what is written instead, what the message must say
    ("villages", 'id = "FA"', 'id = "WE"', "village must be FA, WE, FI, HO in this order"),
    ("villages", "-- Fo Hu --", "-- Xx Hu --", "villages.toml: 'Xx' is no kind of space"),
    ("villages", "-- Fo Hu --", "Fo Fo Hu --", "a village has 13 spaces, not 14"),
    ("kitsune", '"left", "right"', '"left", "back"', "arrows names 'back'"),
    ("kami", "cost = 2", "cost = 1", "ability must be three, costing 1, 1 and 2"),
    ("villagers", "count = 3", "count = 4", "villagers.toml: FA needs 15 cards"),
    ("villagers", 'id = "FA-peasant"\nvillage = "FA"', 'id = "FA-peasant"\nvillage = "HO"',
     "villagers.toml: FA needs 15 cards"),
    ("game", "set_vp = 6", "set_vp = 5", "set_vp must be 6"),
    ("game", "basic_limit = 4", "basic_limit = 5", "basic_limit must be 4"),
    ("game", "rounds_per_year = 4", "rounds_per_year = 5", "rounds_per_year must be 4"),
    ("game", "kitsune_shrines = 20", "kitsune_shrines = 19", "kitsune_shrines must be 20"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "message"), DAMAGES)
def test_a_damaged_file_is_refused(
    cards: Path, file: str, old: str, new: str, message: str
) -> None:
    """[KS-CMP-01] [KS-CMP-02] [KS-CMP-06]"""
    spoil(cards.parent / "game.toml" if file == "game" else cards / f"{file}.toml", old, new)
    with pytest.raises(ContentError) as refused:
        Cards()
    assert message in str(refused.value)


def test_villages_come_in_their_order_in_every_file(cards: Path) -> None:
    """[KS-SET-01]: the numbers of the villagers follow from it."""
    file = cards / "villagers.toml"
    head, *entries = file.read_text("utf-8").split("[[villager]]")
    entries = [*entries[9:], *entries[:9]]  # those of FA at the end
    file.write_text("[[villager]]".join([head, *entries]), encoding="utf-8")
    with pytest.raises(ContentError, match="the villages must come in their order"):
        Cards()


def test_seven_kami_are_too_few(cards: Path) -> None:
    """[KS-CMP-02]"""
    file = cards / "kami.toml"
    sheets = file.read_text("utf-8").split("[[kami]]")
    file.write_text("[[kami]]".join(sheets[:-1]), encoding="utf-8")
    with pytest.raises(ContentError, match="there are 7 kami instead of 8"):
        Cards()


def test_content_is_read_the_same_twice() -> None:
    assert Cards().digest == CARDS.digest
