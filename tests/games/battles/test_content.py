"""The cards of Kamigami Battles: text and effect agree, and unknown words are refused by name."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import pytest

from kamiza.core.content import ContentError, Table
from kamiza.games import game
from kamiza.games.battles import cards as cards_module
from kamiza.games.battles.cards import Cards
from kamiza.games.battles.game import BattlesGame

CARDS = cast(BattlesGame, game("battles")).cards
SOURCE = Path(str(files("kamiza.games"))) / "battles"


def all_tables() -> list[Table]:
    gods = [table for table in CARDS.god_tables if table is not None]
    temples = [table for table in CARDS.temple_tables if table is not None]
    return [*gods, *temples, *CARDS.tables]


def all_abilities() -> list[tuple[str, dict[str, Any]]]:
    return [
        (table.text("id"), ability)
        for table in all_tables()
        for ability in cast("list[dict[str, Any]]", table.data["ability"])
    ]


def steps_of(steps: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All steps, nested ones included."""
    for step in steps:
        yield step
        for inner in ("hit", "yes", "no", "do"):
            yield from steps_of(step.get(inner, []))


# -- text and effect --------------------------------------------------------------------------


def test_side_by_side() -> None:
    """Card text and card effect, for review: `pytest -s -k side_by_side`."""
    for id, ability in all_abilities():
        cost = ability.get("cost", "")
        print(f"{id:24} {ability['text']}\n{'':24} {cost} {ability['do']}")
    assert len(all_abilities()) == len(CARDS.abilities)


@pytest.mark.parametrize(("id", "ability"), all_abilities())
def test_every_number_of_an_effect_is_in_its_text(id: str, ability: dict[str, Any]) -> None:
    """In both languages; "a card" is one card."""
    english, japanese = ability["text"], ability["text_ja"]
    for step in steps_of(ability["do"]):
        for name in ("n", "max"):
            number = step.get(name)
            if not isinstance(number, int) or number == 0:
                continue
            assert is_told(number, english), f"{id}: {number} of {step['verb']} in {english!r}"
            assert is_told_in_japanese(number, japanese), f"{id}: {number} in {japanese!r}"


def is_told(number: int, text: str) -> bool:
    if re.search(rf"(?<!\d){number}(?!\d)", text):
        return True
    return number == 1 and bool(
        re.search(r"\b(a|an|one|gains it|the top card)\b", text, re.IGNORECASE)
    )


def is_told_in_japanese(number: int, text: str) -> bool:
    return bool(re.search(rf"(?<!\d){number}(?!\d)", text)) or (number == 1 and "一番上" in text)


@pytest.mark.parametrize(("id", "ability"), all_abilities())
def test_every_cost_is_before_the_colon(id: str, ability: dict[str, Any]) -> None:
    """What is paid is named before the colon. [KB-ABIL-08]"""
    cost = ability.get("cost")
    text = ability["text"]
    if cost is None:
        assert not re.search(r"\b(Pay|pay) \d", text), f"{id} names a cost it does not have"
        return
    before = text.split(":")[0].lower()
    words = {"energy": "pay", "faith": "pay", "discard": "discard", "banish": "banish"}
    for name, word in words.items():
        if name in cost:
            assert word in before, f"{id}: {name} in {text!r}"
            assert cost[name] == "x" or is_told(cost[name], before) or cost[name] == 1


@pytest.mark.parametrize(("id", "ability"), all_abilities())
def test_limits_and_triggers_are_told(id: str, ability: dict[str, Any]) -> None:
    text = ability["text"].lower()
    if ability.get("limit") == "turn":
        assert "once per turn" in text or "starting phase" in text, id
    words = {
        "attack": "attack", "defend": "defense", "protect": "protect", "draw": "draw",
        "faith": "faith", "redirect": "redirect", "cancel": "cancel", "adjudicate": "adjudicate",
        "banish": "banish", "reincarnate": "reincarnate",
    }  # fmt: skip
    for step in steps_of(ability["do"]):
        if step["verb"] in words:
            assert words[step["verb"]] in text, f"{id}: {step['verb']} in {text!r}"


def test_the_box() -> None:
    """51 kinds and 21 more; the numbers run without a gap. [KB-CARD-01]"""
    for set_id, kinds, cards in (("rotoo", 51, 210), ("yyrz", 21, 132)):
        mine = [table for table in all_tables() if table.text("set") == set_id]
        numbers = sorted(table.text("number") for table in mine)
        assert [int(number[-3:]) for number in numbers] == list(range(1, kinds + 1))
        assert sum(table.number("copies") for table in mine) == cards


def test_every_colour_leads_to_every_other() -> None:
    """Through some Warrior of the base set. [KB-CARD-11]"""
    reached = {
        (CARDS.colour[kind], 1 << colour)
        for kind in range(CARDS.kinds)
        for colour in range(5)
        if CARDS.chain[kind] >> colour & 1 and CARDS.tables[kind].text("set") == "rotoo"
    }
    assert len(reached) == 20


# -- unknown words ----------------------------------------------------------------------------


@pytest.fixture
def sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the data files that a test may spoil."""
    for folder in ("cards", "sets"):
        shutil.copytree(SOURCE / folder, tmp_path / folder)
    monkeypatch.setattr(cards_module, "game_folder", lambda name: tmp_path)
    return tmp_path


def spoil(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / "sets" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("rotoo/warriors.toml", 'verb = "attack"', 'verb = "smash"', "unknown word 'smash'"),
        ("rotoo/gods.toml", 'on = "rescued"', 'on = "sunset"', "unknown word 'sunset'"),
        ("rotoo/gods.toml", 'at = "my_god"', 'at = "my_cat"', "unknown word 'my_cat'"),
        ("rotoo/gods.toml", 'who = "opp"', 'who = "enemy"', "unknown word 'enemy'"),
        ("rotoo/warriors.toml", 'card = "artifact"', 'card = "relic"', "unknown word 'relic'"),
        ("rotoo/warriors.toml", 'n = "moved"', 'n = "many"', "unknown word 'many'"),
        ("rotoo/warriors.toml", 'color = "red"', 'color = "pink"', "unknown word 'pink'"),
        ("rotoo/gods.toml", '"Death", "Moon"', '"Death", "Rain"', "unknown word 'Rain'"),
        ("rotoo/gods.toml", "cost = { energy", "cost = { mana", "unknown word for a cost"),
        ("rotoo/warriors.toml", "n = 4, hit", "strength = 4, hit", "no parameter of the verb"),
        ("rotoo/warriors.toml", "moved_min = 1", "luck = 1", "unknown word 'luck'"),
        ("rotoo/disciples.toml", 'on = "attacked"', 'on = "start"', "works only in a React on"),
        ("rotoo/artifacts.toml", '{ verb = "draw", n = 1 }', '{ verb = "attack", n = 1 }',
         "cannot carry the verb 'attack'"),
        ("rotoo/warriors.toml", "copies = 5", "copies = 4", "how many warriors"),
        ("yyrz/gods.toml", 'id = "amaterasu"', 'id = "dagon"', "occurs twice"),
    ],
)  # fmt: skip
def test_an_unknown_word_is_refused_by_name(
    sets: Path, file: str, old: str, new: str, message: str
) -> None:
    spoil(sets, file, old, new)
    with pytest.raises(ContentError, match=re.escape(message)):
        Cards()


def test_a_new_set_is_a_new_folder(sets: Path) -> None:
    """The walk of docs/sets.md."""
    folder = sets / "sets" / "demo"
    folder.mkdir()
    guide = (Path(__file__).parents[3] / "docs" / "sets.md").read_text("utf-8")
    set_toml, warriors = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)[:2]
    (folder / "set.toml").write_text(set_toml, "utf-8")
    (folder / "warriors.toml").write_text(warriors, "utf-8")
    cards = Cards()
    assert cards.set_ids == ["rotoo", "yyrz", "demo"]
    assert "nightgaunt" in cards.ids
    assert cards.digest != CARDS.digest
