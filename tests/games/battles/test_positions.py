"""A position that cannot be is refused, and the message names the field; what may be is not."""

from __future__ import annotations

from typing import Any, cast

import pytest

from kamiza.core.refusal import PositionError
from kamiza.games import game
from kamiza.games.battles.game import BattlesGame
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.notation import Watches

BATTLES = game("battles")
TEAM = {"seats": 4, "settings": {"mode": "team"}}
TURN = {"frame": "TURN", "seat": "A", "point": "play.main"}
USE = {"frame": "USE", "seat": "A", "step": 5, "source": "shoggoth", "ability": 1, "pc": 1}
ATTACK = {"frame": "ATTACK", "seat": "A", "step": 2, "source": "shoggoth", "target": "god:B"}
WINDOW = {"frame": "WINDOW", "seat": "A", "event": "attack"}


def players(**changes: Any) -> dict[str, Any]:
    return {"players": changes}


def frames(*row: dict[str, Any]) -> dict[str, Any]:
    return {"frames": list(row)}


PLAYERS: list[tuple[dict[str, Any], str]] = [
    (players(A={"god": None}), "A.god: everybody has a god"),
    (players(B={"energy": 0}), "B.energy: a god in play has Energy"),
    (players(A={"energy": 25}), "A.energy: 25 Energy has won"),
    (players(A={"status": "out", "energy": 1}), "A.energy: an eliminated player has none"),
    (players(A={"status": "out", "temple_energy": 1}), "A.energy: an eliminated player has none"),
    (players(A={"temple": None, "temple_energy": 1}), "A.temple_energy: there is no temple"),
    ({"seats": 2} | players(B={"status": "out"}), "with one god left the game is over"),
    (players(A={"status": "out"}), "active: a player out of play has no turn"),
    (players(A={"hand": ["ghoul", "mi_go"], "seen": ["B"]}), "A.seen: one mark for each card"),
    (players(A={"hand": ["ghoul"], "seen": ["7"]}), "are not the letters of seats"),
    (players(C={"status": "out", "hand": ["ghoul"]}), "C.hand: a player out of play has no"),
    (players(C={"status": "out", "area": ["ghoul"]}), "C.hand: a player out of play has no"),
    (players(C={"status": "out", "discard": ["ghoul"]}), "C.deck: the cards of an eliminated"),
    (players(C={"status": "out", "deck": {"top": ["ghoul"]}}), "C.deck: the cards of an elim"),
    (players(C={"status": "out", "deck": {"bottom": ["ghoul"]}}), "C.deck: the cards of an el"),
    (players(C={"status": "out", "deck": {"rest": ["ghoul"]}}), "C.deck: the cards of an elim"),
    (players(B={"team": 0}), "B.team: the teams sit in turn"),
    (players(B={"role": "main"}), "B.role: solo belongs to Free for All"),
    (players(B={"status": "sealed", "energy": 0}), "B.status: only a Supporting God is ever"),
    (TEAM | players(C={"team": 1}), "C.team: the teams sit in turn"),
    (TEAM | players(C={"role": "solo"}), "C.role: solo belongs to Free for All"),
    (TEAM | players(A={"status": "sealed", "energy": 0}), "A.status: only a Supporting God"),
    (TEAM | players(C={"status": "sealed", "energy": 5}), "C.energy: with 5 Energy a Sealed god"),
    (TEAM | players(A={"status": "out"}), "each team has one Main God, who is in play"),
    (TEAM | players(C={"role": "main"}), "each team has one Main God, who is in play"),
    (TEAM | players(B={"role": "support"}), "each team has one Main God, who is in play"),
    (players(A={"used": ["moon 1"]}), "write 'god 1' or 'temple 2'"),
    (players(A={"discounts": [1, 2]}), "three numbers"),
]
CARDS: list[tuple[dict[str, Any], str]] = [
    ({"chain": ["cultist"]}, "chain: Disciples are never part of a Chain"),
    ({"colours": ["red"]}, "colours: there are Chaining Colours in force after a link"),
    ({"chain": ["ghoul"], "colours": []}, "colours: there are Chaining Colours in force after"),
    ({"watches": [{"seat": "A", "step": 0}]}, "watches: this is not the step"),
    ({"watches": [{"seat": "A", "step": 9999}]}, "watches: this is not the step"),
    ({"supply": {"ghoul": 5}}, "supply: one Disciple of each type is on the table"),
    ({"removed": ["silver_key", "silver_key"]}, "removed: there are not so many silver_key"),
    ({"netherworld": ["silver_key:A", "silver_key:B"]}, "netherworld: there are not so many"),
    (players(A={"discard": ["silver_key"] * 2}), "A.discard: there are not so many silver_key"),
    (players(A={"area": ["silver_key"] * 2}), "A.area: there are not so many silver_key"),
    (players(A={"deck": {"top": ["silver_key"] * 2}}), "A.deck.top: there are not so many"),
    (players(A={"deck": {"bottom": ["silver_key"] * 2}}), "A.deck.bottom: there are not so"),
    (players(A={"deck": {"rest": ["silver_key"] * 2}}), "A.deck.rest: there are not so many"),
    ({"warrior_deck": {"rest": ["ghoul"]}}, "are nowhere"),
    ({"warrior_deck": {"top": ["ghoul"] * 6}}, "warrior_deck.top: there are not so many ghoul"),
    (
        {"hall": {"warriors": [{"card": "silver_key", "count": 1}]}},
        "hall.warriors: different warriors, at least one of each",
    ),
    (
        {"hall": {"warriors": [{"card": "ghoul", "count": 0}]}},
        "hall.warriors: different warriors, at least one of each",
    ),
    (
        {"hall": {"warriors": [{"card": "ghoul", "count": 1}, {"card": "ghoul", "count": 1}]}},
        "hall.warriors: different warriors, at least one of each",
    ),
    ({"hall": {"warriors": [{"card": "ghoul", "count": 6}]}}, "there are not so many ghoul"),
    (
        {"hall": {"artifacts": [{"card": "ghoul", "count": 1}]}},
        "hall.artifacts: different artifacts, at least one of each",
    ),
    (
        {"hall": {"disciples": [{"card": "ghoul", "count": 1}]}},
        "hall.disciples: one pile for each type of Disciple",
    ),
    ({"hall": {"disciples": [{"card": "cultist", "count": 49}]}}, "not so many cultist"),
]
CHOICE = {"frame": "CHOICE", "seat": "A", "purpose": "discard"}
PLACE = {"frame": "PLACE", "seat": "A", "target": "deck:A"}
LARGEST: list[tuple[list[dict[str, Any]], str, int]] = [
    # the frames, a number of the last one, and the largest it may be
    ([{"frame": "SETUP", "seat": "A", "step": 2}], "at", 6),
    ([TURN, USE], "x", 99),
    ([TURN, USE], "moved", 255),
    ([TURN, USE], "at", 6),
    ([TURN, USE, ATTACK, WINDOW], "at", 6),
    ([TURN, USE, ATTACK, WINDOW], "quiet", 6),
    ([TURN, USE, CHOICE], "card", 7),
    ([TURN, USE, CHOICE], "least", 99),
    ([TURN, USE, CHOICE], "most", 99),
    ([TURN, USE, CHOICE], "at", 255),
    ([TURN, USE, CHOICE], "moved", 255),
    ([TURN, USE, PLACE], "moved", 255),
    ([TURN, USE, PLACE], "most", 99),
    ([TURN, {"frame": "CLEARING", "seat": "A"}], "at", 6),
]
STACK: list[tuple[dict[str, Any], str]] = [
    ({"frames": ["TURN"]}, "each frame is a table"),
    ({"frames": []}, "frames: something is owed while the game lasts"),
    ({"winners": ["A"]}, "ending: a game with winners has an ending"),
    ({"ending": "energy"}, "ending: a game with winners has an ending"),
    ({"winners": ["A"], "ending": "energy"} | frames(TURN), "nothing is owed when the game is"),
    (frames(TURN | {"seat": None}), "a frame belongs to a seat"),
    (frames(TURN | {"seat": "D"}), "seat: there is no seat 'D'"),
    (frames(TURN | {"seat": "AB"}), "seat: there is no seat 'AB'"),
    (frames(TURN | {"point": "noon"}), "point: must be one of"),
    (frames(TURN | {"point": 99}), "point: must be a whole number from 0 to"),
    (frames(TURN | {"point": -1}), "point: must be a whole number from 0 to"),
    (frames(TURN | {"point": True}), "point: must be a whole number from 0 to"),
    (frames(TURN | {"flags": 64}), "flags: must be a whole number from 0 to 63"),
    (frames(TURN, TURN), "SETUP and TURN are at the bottom"),
    (frames(USE), "USE cannot lie there"),
    (frames(TURN, USE, TURN), "SETUP and TURN are at the bottom"),
    (frames(TURN, ATTACK), "ATTACK cannot lie there"),
    (frames(TURN, USE | {"source": "moon"}), "there is no card 'moon'"),
    (frames(TURN, USE | {"source": 3}), "there is no card 3"),
    (frames(TURN, USE | {"ability": 0}), "ability: is counted from 1"),
    (frames(TURN, USE | {"ability": 9}), "ability: must be a whole number from 0 to"),
    (frames(TURN, USE | {"pc": 60}), "pc: there is no such instruction"),
    (frames(TURN, USE | {"pc": 100}), "pc: must be a whole number from 0 to 99"),
    (frames(TURN, USE | {"data": [1]}), "data: 5 numbers for each event"),
    (frames(TURN, USE | {"data": [99, 0, 0, 0, 0]}), "such an event waits for no ability"),
    (frames(TURN, USE | {"data": [256]}), "data: a list of small numbers"),
    (frames(TURN, USE | {"data": [-1]}), "data: a list of small numbers"),
    (frames(TURN, USE | {"data": "5"}), "data: a list of small numbers"),
    (frames(TURN, USE | {"x": 100}), "x: must be a whole number from 0 to 99"),
    (frames(TURN, {"frame": "USE", "seat": "A", "step": 5}), "an ability belongs to a god"),
    (frames(TURN, USE, ATTACK | {"target": 3}), "target: there is no such seat"),
    (frames(TURN, USE, ATTACK | {"data": [1, 2]}), "data: 3 numbers for each answer"),
    (frames(TURN, USE, WINDOW), "a window belongs to what it is about"),
    (frames(TURN, WINDOW | {"event": "ability"}), "a window belongs to what it is about"),
    (
        frames(TURN, USE | {"step": 6}, {"frame": "WINDOW", "seat": "A", "event": 5, "target": 3}),
        "target: there is no such seat",
    ),
    (frames(TURN, USE | {"held": "silver_key"}) | {"removed": ["silver_key"]}, "frames.held"),
    (
        frames(TURN, USE, {"frame": "CHOICE", "seat": "A", "purpose": "sleep"}),
        "purpose: must be one of",
    ),
]


@pytest.mark.parametrize(("changes", "message"), PLAYERS + CARDS + STACK)
def test_what_cannot_be_is_refused(changes: dict[str, Any], message: str) -> None:
    """[KB-ERR-48]"""
    with pytest.raises(PositionError) as refused:
        BATTLES.load({"seats": 3} | changes)
    assert message in str(refused.value)


@pytest.mark.parametrize(("row", "name", "most"), LARGEST)
def test_a_number_of_a_frame_has_its_bounds(
    row: list[dict[str, Any]], name: str, most: int
) -> None:
    """[KB-ERR-48]"""
    *below, last = row
    wrong = f"{name}: must be a whole number from 0 to {most}"
    for number in (most + 1, -1):
        with pytest.raises(PositionError) as refused:
            BATTLES.load({"seats": 3, "frames": [*below, last | {name: number}]})
        assert wrong in str(refused.value)
    try:
        BATTLES.load({"seats": 3, "frames": [*below, last | {name: most}]})
    except PositionError as other:
        assert wrong not in str(other)


@pytest.mark.parametrize(
    "changes",
    [
        players(A={"energy": 24}),
        players(A={"energy": 1, "temple_energy": 0}),
        players(A={"temple": None}),
        players(C={"status": "out"}),
        players(A={"hand": ["ghoul", "mi_go"], "seen": ["B", "*"]}),
        TEAM | players(A={"energy": 25}),
        TEAM | players(C={"status": "sealed", "energy": 4}),
        TEAM | players(C={"status": "sealed", "energy": 0}),
        TEAM | players(C={"role": "main"}, A={"role": "support"}),
        {"chain": ["ghoul"]},
        {"hall": {"warriors": [{"card": "ghoul", "count": 5}]}},
        {"hall": {"disciples": [{"card": "cultist", "count": 0}]}},
        {"removed": ["silver_key"]},
        frames(TURN),
        {"winners": ["A"], "ending": "energy"} | players(A={"energy": 25}),
        {"winners": ["A"], "ending": "last_standing"} | players(B={"energy": 0}),
    ],
)
def test_what_may_be_is_read_and_written_alike(changes: dict[str, Any]) -> None:
    """[KB-ERR-48]"""
    state = BATTLES.load({"seats": 3} | changes)
    assert BATTLES.hash(BATTLES.load(BATTLES.save(state))) == BATTLES.hash(state)


@pytest.mark.parametrize(
    ("missing", "can"), [("artifact", [True, False]), ("warrior", [False, True])]
)
def test_a_row_of_nothing_is_not_refreshed(missing: str, can: list[bool]) -> None:
    """[KB-FLOW-62]: neither a pile nor a card in the deck, for warriors and for artifacts."""
    cards = cast(BattlesGame, BATTLES).cards
    supply = cast("dict[str, int]", BATTLES.save(BATTLES.load({"seats": 2}))["supply"])
    kinds = {id: cards.tables[cards.numbers[id]].text("kind") for id in supply}
    rest = {id: count for id, count in supply.items() if kinds[id] != missing}
    state = cast(Battles, BATTLES.load({"seats": 2, "supply": rest}))
    steps = sorted(
        (step for step in cards.steps if step.verb.word == "refresh"), key=lambda step: step.mode
    )
    assert [step.verb.can(state, 0, step) for step in steps] == can


def test_the_teams_sit_in_turn() -> None:
    """[KB-TEAM-01]"""
    assert BATTLES.teams(BATTLES.load(TEAM)) == [[0, 2], [1, 3]]
    assert BATTLES.teams(BATTLES.load({"seats": 4})) == []


def test_a_standing_effect_of_any_step_is_written_as_it_is_read() -> None:
    """Also of one that no printed card has so far."""
    for step in (0, 195, 300, 2**16 - 1):
        watch = [{"seat": "B", "step": step}]
        assert Watches().write(Watches().read(watch, "watches", 2)) == watch
