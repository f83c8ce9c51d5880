"""The cards of Kamigami Battles: text and effect agree, and unknown words are refused by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from kamiza.core.content import ContentError, Table
from kamiza.core.game import Setup
from kamiza.games import game
from kamiza.games.battles.cards import Cards
from kamiza.games.battles.game import BattlesGame
from kamiza.games.battles.speech.catalogue import all_cards
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.verbs.declared import all_verbs
from tests.games.battles.lab import copy_data
from tests.games.tampering import spoil

CARDS = cast(BattlesGame, game("battles")).cards


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


TYPES = ("warrior", "artifact", "disciple")
TYPES_JA = ("戦士", "秘宝", "信徒")
ORDINALS = {"second": 2, "third": 3}
COSTS = {
    "energy": ("pay", "支払"), "faith": ("pay", "支払"), "discard": ("discard", "捨て"),
    "banish": ("banish", "追放"),
}  # fmt: skip


def numbers_of(ability: dict[str, Any]) -> list[int]:
    """Every number that an effect says: costs, conditions, amounts."""
    steps = list(steps_of(ability["do"]))
    tables = [
        ability.get("cost", {}),
        ability.get("if", {}),
        *(step.get("if", {}) for step in steps),
    ]
    found = [value for table in tables for name, value in table.items() if name != "moved_min"]
    found += [step[name] for step in steps for name in ("n", "max") if name in step]
    return [number for number in found if isinstance(number, int) and number > 0]


def types_of(ability: dict[str, Any]) -> set[str]:
    """The card types that an effect is about."""
    steps = list(steps_of(ability["do"]))
    filters = [ability.get("card", ""), ability.get("cost", {}).get("card", "")]
    filters += [step.get("card", "") for step in steps]
    filters += [step.get("row", "") for step in steps]
    found = {type for filter in filters for type in filter.split("_")} & set(TYPES)
    amounts = [step.get("n") for step in steps]
    if "disciples_1" in amounts or "disciples_min" in ability.get("if", {}):
        found.add("disciple")
    about_links = any(step["verb"] == "recolor" for step in steps)
    if about_links or (ability.get("on") == "ability_played" and "card" not in ability):
        found |= {"warrior", "artifact"}
    return found


def drift(ability: dict[str, Any]) -> list[str]:
    """Where the texts of an ability say something else than its effect."""
    return [
        *number_drift(ability), *type_drift(ability), *cost_drift(ability), *word_drift(ability)
    ]  # fmt: skip


def number_drift(ability: dict[str, Any]) -> list[str]:
    """Numbers above 1 must be the same ones; a 1 may also be told as "a card"."""
    wanted = sorted(number for number in numbers_of(ability) if number > 1)
    counts = any(isinstance(step.get("n"), str) for step in steps_of(ability["do"]))
    english = ability["text"].replace("six new piles", "new piles")
    japanese = ability["text_ja"].replace("各ターン1回", "").replace("6つの山", "山")
    told = [int(number) for number in re.findall(r"\d+", english)]
    told += [number for word, number in ORDINALS.items() if word in english]
    found = []
    for text, numbers in (
        (english, told),
        (japanese, [int(n) for n in re.findall(r"\d+", japanese)]),
    ):
        if sorted(number for number in numbers if number > 1) != wanted:
            found.append(f"the effect has the numbers {wanted}, the text {text!r}")
        if 1 in numbers and 1 not in numbers_of(ability) and not counts and text == english:
            found.append(f"the effect has no 1, but the text {text!r}")
    return found


def type_drift(ability: dict[str, Any]) -> list[str]:
    wanted = types_of(ability)
    english, japanese = ability["text"].lower(), ability["text_ja"]
    told = {type for type in TYPES if re.search(rf"\b{type}s?\b", english)}
    told_ja = {type for type, word in zip(TYPES, TYPES_JA, strict=True) if word in japanese}
    return [
        f"the effect is about {sorted(wanted)}, the text about {sorted(types)}: {text!r}"
        for types, text in ((told, english), (told_ja, japanese))
        if types != wanted
    ]


def cost_drift(ability: dict[str, Any]) -> list[str]:
    """What is paid, and nothing else, is named before the colon. [KB-ABIL-08]"""
    cost = ability.get("cost", {})
    found = []
    for text, colon, place in ((ability["text"], ":", 0), (ability["text_ja"], "：", 1)):
        before = text.lower().split(colon)[0] if colon in text else ""
        words = {COSTS[name][place] for name in cost if name in COSTS}
        found += [
            f"the cost {word!r} is not told: {text!r}" for word in words if word not in before
        ]
        if COSTS["energy"][place] in before and not {"energy", "faith"} & set(cost):
            found.append(f"a payment is told that is none: {text!r}")
    return found


def word_drift(ability: dict[str, Any]) -> list[str]:
    """Limits, opponents and verbs."""
    texts = (ability["text"].lower(), ability["text_ja"])
    found = []
    once = "once per turn" in texts[0], "各ターン1回" in texts[1]
    is_limited = ability.get("limit") == "turn" and ability.get("on") != "start"
    found += [f"once per turn: {text!r}" for told, text in zip(once, texts) if told != is_limited]
    for step in steps_of(ability["do"]):
        about = (step.get("who", ""), step.get("at", ""), "opp" if step["verb"] == "steal" else "")
        if any("opp" in word for word in about):
            found += [f"no opponent in {text!r}" for text, word in zip(texts, ("opponent", "相手"))
                      if word not in text]  # fmt: skip
        for text, word in zip(texts, all_verbs()[step["verb"]].printed):
            if not re.search(word, text):
                found.append(f"{step['verb']} is not told in {text!r}")
    return found


@pytest.mark.parametrize(("id", "ability"), all_abilities())
def test_text_and_effect_agree(id: str, ability: dict[str, Any]) -> None:
    """Numbers, card types, costs, limits and verbs, in both languages; both side by side."""
    assert not drift(ability), "\n".join(
        [id, f"text    {ability['text']}", f"ja      {ability['text_ja']}",
         f"effect  {ability.get('cost', '')} {ability['do']}", *drift(ability)]
    )  # fmt: skip


def changed(ability: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The ability with one thing changed, again and again."""
    for path in ("cost", "if"):
        for name, value in ability.get(path, {}).items():
            if isinstance(value, int) and name != "moved_min":
                yield f"{path}.{name}", {**ability, path: {**ability[path], name: value + 1}}
    if "limit" in ability and ability.get("on") != "start":
        yield "limit", {name: value for name, value in ability.items() if name != "limit"}
    for number, step in enumerate(ability["do"]):
        for name in ("n", "max"):
            if isinstance(step.get(name), int) and step[name] > 0:
                steps = [*ability["do"]]
                steps[number] = {**step, name: step[name] + 1}
                yield f"do {number + 1}: {name}", {**ability, "do": steps}
        if step.get("card", "any") != "any":
            steps = [*ability["do"]]
            steps[number] = {**step, "card": "artifact" if step["card"] != "artifact" else "any"}
            yield f"do {number + 1}: card", {**ability, "do": steps}


@pytest.mark.parametrize(("id", "ability"), all_abilities())
def test_drift_is_noticed(id: str, ability: dict[str, Any]) -> None:
    """Whatever number, limit or card type of an effect is changed, the text check says so."""
    for what, other in changed(ability):
        assert drift(other), f"{id}: {what} may be changed without anybody noticing"


def test_abilities_that_need_a_temple_say_so() -> None:
    """At a table without temples a card must not promise what never comes up [KB-GEN-11]."""
    told = {
        (card["id"], number)
        for card in all_cards(CARDS, "en")
        for number, ability in enumerate(card["abilities"])
        if ability["needs_temple"]
    }
    written = {
        (table.text("id"), number)
        for table in all_tables()
        for number, ability in enumerate(cast("list[dict[str, Any]]", table.data["ability"]))
        if "temple" in ability.get("if", {})
    }
    assert told == written == {("nyarlathotep", 1)}


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
    copy_data(tmp_path, monkeypatch)
    return tmp_path


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
        ("rotoo/warriors.toml", 'kind = "warrior"', 'kind = "artifact"', "must be one of warrior"),
        ("yyrz/gods.toml", 'id = "amaterasu"', 'id = "dagon"', "occurs twice"),
        ("rotoo/set.toml", "randomizers =", "random =", "set: random is unknown in a set"),
        ("rotoo/set.toml", 'id = "rotoo"', 'id = "old"', "the name of its folder, rotoo"),
    ],
)  # fmt: skip
def test_an_unknown_word_is_refused_by_name(
    sets: Path, file: str, old: str, new: str, message: str
) -> None:
    spoil(sets / "sets" / file, old, new)
    with pytest.raises(ContentError, match=re.escape(message)):
        Cards()


@pytest.mark.parametrize(
    ("file", "number", "least", "most"),
    [
        ("rotoo/gods.toml", "cost = { energy = 1", 1, 9),
        ("rotoo/temples.toml", 'energy = "x", max = 3', 1, 99),
        ("rotoo/gods.toml", "cost = { faith = 1", 1, 9),
        ("rotoo/gods.toml", "cost = { discard = 1", 1, 9),
        ("rotoo/artifacts.toml", "cost = { banish = 1", 1, 9),
        ("rotoo/temples.toml", "if = { energy_max = 9", 0, 99),
        ("rotoo/artifacts.toml", 'verb = "defend", n = 2', 0, 9),
        ("rotoo/artifacts.toml", 'verb = "look", n = 5', 0, 99),
        ("rotoo/artifacts.toml", "cost = 2", 0, 20),
        ("rotoo/artifacts.toml", "copies = 1", 1, 99),
        ("rotoo/disciples.toml", "rank = 1", 1, 3),
    ],
)
def test_numbers_of_cards_have_bounds(
    sets: Path, file: str, number: str, least: int, most: int
) -> None:
    """Wider ones would not fit where they are kept, or make an effect that does nothing."""
    spoil(sets / "sets" / file, number, re.sub(r"\d+$", "1000", number))
    wanted = f"must be a whole number from {least} to {most}, not 1000"
    with pytest.raises(ContentError, match=wanted):
        Cards()


def test_a_new_set_is_a_new_folder(sets: Path) -> None:
    """The walk of docs/sets.md: read, dealt, and the new card does what it says."""
    folder = sets / "sets" / "demo"
    folder.mkdir()
    guide = (Path(__file__).parents[3] / "docs" / "sets.md").read_text("utf-8")
    set_toml, warriors = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)[:2]
    (folder / "set.toml").write_text(set_toml, "utf-8")
    (folder / "warriors.toml").write_text(warriors, "utf-8")
    with_demo = BattlesGame()
    cards = with_demo.cards
    assert cards.set_ids == ["rotoo", "yyrz", "demo"]
    assert cards.digest != CARDS.digest
    for ability in cards.tables[cards.numbers["nightgaunt"]].data["ability"]:  # type: ignore[attr-defined]
        assert not drift(ability)
    tables = [with_demo.start(Setup(2, {"sets": "rotoo+demo"}, seed)) for seed in range(8)]
    dealt = {cast(Battles, state).supply[cards.numbers["nightgaunt"]] for state in tables}
    assert dealt == {0, 5}, "the randomizers choose among four white kinds"
    players = {"A": {"hand": ["nightgaunt"], "deck": ["cultist", "ghoul"]}, "B": {"hand": []}}
    settings = {"sets": "rotoo+demo"}
    state = cast(Battles, with_demo.load({"seats": 2, "players": players, "settings": settings}))
    for move in ("play nightgaunt", "use 1", "target god:B", "bottom cultist"):
        with_demo.act(state, 0, move)
    assert state.players[1].energy == 13
    assert cards.names(state.players[0].deck.bottom) == ["cultist"]
