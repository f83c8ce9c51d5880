"""The numbers of the cards, as they are in play, against a list written down apart from them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import pytest

from kamiza.core.game import Setup
from kamiza.core.refusal import Refusal
from kamiza.games import game
from kamiza.games.battles import language as w
from kamiza.games.battles.game import BattlesGame
from kamiza.games.battles.laws import whole_supply
from kamiza.games.battles.programs import Ability, Step
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.verbs.declared import AMOUNTS

GAME = cast(BattlesGame, game("battles"))
CARDS = GAME.cards
WORDS = {int(amount.number): amount.word for amount in AMOUNTS}
CONDITIONS = {number: word for word, number in w.CONDITIONS.items()}
SILENT = (
    "redirect", "cancel", "rescue", "refresh", "recolor", "adjudicate", "watch", "reshuffle"
)  # fmt: skip


def printed() -> dict[str, list[str]]:
    """The list: for each card its first line without the id, then one line for each ability."""
    text = (Path(__file__).parent / "printed.txt").read_text("utf-8")
    found: dict[str, list[str]] = {}
    id = ""
    for line in text.splitlines():
        if line.startswith("  "):
            found[id].append(line.strip())
        elif line and not line.startswith("#"):
            id, _, head = line.partition(": ")
            found[id] = [head]
    return found


PRINTED = printed()
KINDS = [id for id in PRINTED if id in CARDS.numbers]


def number_of(id: str, name: str) -> int:
    """`cost`, `rank` or `copies` of a card by the list."""
    found = re.search(rf"\b{name} (\d+)", PRINTED[id][0])
    assert found, f"{id} has no {name}"
    return int(found[1])


# -- what is in play, in the words of the list ------------------------------------------------


def amount(n: int) -> str:
    return WORDS.get(n, str(n))


def condition(number: int, limit: int) -> str:
    if number == w.ALWAYS:
        return ""
    if number == w.TEMPLE_IS:
        return f" if temple {'standing' if limit else 'destroyed'}"
    return f" if {CONDITIONS[number]} {limit}"


def told_steps(begin: int) -> list[str]:
    told = []
    place = begin
    while not CARDS.steps[place].is_end:
        step: Step = CARDS.steps[place]
        word = step.verb.word
        if word:  # said by the card, not added by the reader
            n = "" if word in SILENT else f" {amount(step.n)}"
            told.append(word + n + condition(step.condition, step.limit))
        if word == "watch":
            told += told_steps(step.jump)
        place += 1
    return told


def told_ability(ability: Ability) -> str:
    costs = {
        "energy": ability.energy, "max": ability.most if ability.most != 99 else 0,
        "faith": ability.faith, "discard": ability.discard, "banish": ability.banish,
    }  # fmt: skip
    paid = [f"pay {name} {amount(n)}" for name, n in costs.items() if n]
    when = condition(ability.condition, ability.limit)
    does = "; ".join([*paid, ", ".join(told_steps(ability.begin))])
    return f"{ability.index} {w.TYPES[ability.type]}{when}: {does}"


def abilities_of(id: str) -> list[Ability]:
    for ids, lists in (
        (CARDS.ids, CARDS.of_kind), (CARDS.god_ids, CARDS.of_god),
        (CARDS.temple_ids, CARDS.of_temple),
    ):  # fmt: skip
        if id in ids:
            return lists[ids.index(id)]
    raise AssertionError(f"there is no {id}")


def test_no_card_is_missing() -> None:
    assert sorted(PRINTED) == sorted([*CARDS.ids, *CARDS.god_ids[1:], *CARDS.temple_ids[1:]])


@pytest.mark.parametrize("id", PRINTED)
def test_what_an_ability_costs_and_does(id: str) -> None:
    """Every amount, every price, every condition. [KB-ABIL-08] [KB-ATK-09]"""
    assert [told_ability(ability) for ability in abilities_of(id)] == PRINTED[id][1:]


# -- prices, copies, types, colours, in a game ------------------------------------------------


def table(id: str, **position: Any) -> Battles:
    """A table of both sets at which the card is in the game."""
    settings: dict[str, Any] = {"sets": "rotoo+yyrz", "warrior_deck": "all"}
    if "rank" in PRINTED[id][0]:
        piles = ["cultist", "high_priest", "servitors"]
        piles[number_of(id, "rank") - 1] = id
        settings["disciples"] = piles
    return cast(Battles, GAME.load({"seats": 2, "settings": settings, **position}))


def on_sale(id: str, faith: int) -> Battles:
    row = CARDS.tables[CARDS.numbers[id]].text("kind") + "s"
    hall = {} if row == "disciples" else {row: [id]}
    return table(id, point="recruit.main", faith=faith, hall=hall)


@pytest.mark.parametrize("id", KINDS)
def test_a_card_costs_what_it_says(id: str) -> None:
    """With one Faith less it cannot be recruited, and nothing is left over. [KB-REC-02]"""
    cost = number_of(id, "cost")
    with pytest.raises(Refusal) as refused:
        GAME.act(on_sale(id, cost - 1), 0, f"recruit {id}")
    assert refused.value.rule == "KB-ERR-28"
    assert refused.value.facts["price"] == str(cost)
    state = on_sale(id, cost)
    GAME.act(state, 0, f"recruit {id}")
    assert state.faith == 0


def test_how_many_of_each_card_there_are() -> None:
    """[KB-COMB-01] [KB-EXH-21]"""
    for disciples in (["cultist", "high_priest", "servitors"], ["miko", "kannushi", "komainu"]):
        settings = {"sets": "rotoo+yyrz", "warrior_deck": "all", "disciples": disciples}
        counts = dict(zip(CARDS.ids, whole_supply(cast(Battles, GAME.start(Setup(2, settings))))))
        for id in KINDS:
            if id in disciples or CARDS.type[CARDS.numbers[id]] != w.DISCIPLE:
                assert counts[id] == number_of(id, "copies"), id


def test_there_is_one_of_each_god_and_temple() -> None:
    """[KB-FFA-05]"""
    for tables in (CARDS.god_tables, CARDS.temple_tables):
        assert [table.number("copies") for table in tables if table is not None] == [
            number_of(table.text("id"), "copies") for table in tables if table is not None
        ]


@pytest.mark.parametrize("id", [id for id in KINDS if "rank" in PRINTED[id][0]])
def test_the_type_of_a_disciple(id: str) -> None:
    """Type I counts for a High Priest, and each type has its pile. [KB-CARD-05] [KB-CARD-09]"""
    rank = number_of(id, "rank")
    state = on_sale(id, 0)
    assert CARDS.ids[state.disciple_piles[rank - 1]] == id
    state = table(id, players={"A": {"hand": [id]}})
    GAME.act(state, 0, f"play {id}")
    assert (state.players[0].disciples, state.players[0].disciples_1) == (1, 1 if rank == 1 else 0)


@pytest.mark.parametrize("id", [id for id in KINDS if " to " in PRINTED[id][0]])
def test_which_colours_follow(id: str) -> None:
    """The two Chaining Colours are in force after it. [KB-CHAIN-04] [KB-CARD-06]"""
    found = re.search(r"(\w+) to (\w+) (\w+)", PRINTED[id][0])
    assert found
    state = table(id, players={"A": {"hand": [id]}})
    GAME.act(state, 0, f"play {id}")
    assert [c for number, c in enumerate(w.COLOURS) if state.colours >> number & 1] == [
        found[2], found[3],
    ]  # fmt: skip
    assert CARDS.colour[CARDS.numbers[id]] == 1 << w.COLOURS.index(found[1])


# -- sets and the table -----------------------------------------------------------------------


def test_the_sets_in_their_boxes() -> None:
    """What stands on the boxes: a randomizer for each kind of Warrior and Disciple. [KB-GLO-46]"""
    assert [(one.text("id"), one.number("order")) for one in CARDS.sets] == [
        ("rotoo", 1), ("yyrz", 2),
    ]  # fmt: skip
    boxes = {
        "rotoo": ((12, 6, 3, 18, 12), (12, 6, 90, 90, 12), 21),
        "yyrz": ((6, 3, 3, 6, 3), (6, 3, 90, 30, 3), 9),
    }
    names = ("god", "temple", "disciple", "warrior", "artifact")
    for one in CARDS.sets:
        kinds, cards, randomizers = boxes[one.text("id")]
        assert tuple(one.table("kinds").number(name) for name in names) == kinds
        assert tuple(one.table("cards").number(name) for name in names) == cards
        assert one.number("randomizers") == randomizers == kinds[2] + kinds[3]


def test_what_the_lobby_says_about_the_game() -> None:
    """Players, and the numbers that can be chosen, each under its own words. [KB-GEN-03]
    [KB-OPT-13] [KB-OPT-14]"""
    about = CARDS.game.table("game")
    assert (about.number("players_min"), about.number("players_max")) == (2, 6)
    assert (about.number("minutes"), about.number("age")) == (60, 12)
    first = CARDS.game.table("first_game")
    assert (first.number("seats"), first.table("settings").data) == (3, {"temples": False})
    settings = CARDS.game.table("settings")
    for name, default, labels in (
        ("round_limit", 0, {0: "None", 20: "20 rounds", 40: "40 rounds", 60: "60 rounds"}),
        ("react_pause_ms", 2500, {2500: "2.5 seconds", 0: "None", 1000: "1 second",
                                  5000: "5 seconds"}),
    ):  # fmt: skip
        setting = settings.table(name)
        assert setting.number("default") == default
        assert setting.data["values"] == list(labels)
        values = setting.tables("value", "value")
        assert {one.data["value"]: one.text("label") for one in values} == labels
