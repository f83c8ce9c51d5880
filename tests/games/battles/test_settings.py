"""Every setting does what it says, when it is chosen and not refused."""

from __future__ import annotations

from typing import Any, cast

import pytest

from kamiza.core.game import Setup
from kamiza.core.refusal import Refusal
from kamiza.core.speech import Listener
from kamiza.games import game
from kamiza.games.battles.game import BattlesGame
from kamiza.games.battles.laws import whole_supply
from kamiza.games.battles.table.battles import Battles

GAME = cast(BattlesGame, game("battles"))
BOTH = "rotoo+yyrz"
RED = [
    "jack_dalton", "inspector_legrasse", "mad_dog_moreno", "officer_sadie_smith", "byakhee",
    "cthonian",
]  # fmt: skip
OTHERS = [
    "deep_one", "doris_fletcher", "mi_go",
    "elder_things", "ghoul", "henry_armitage",
    "dimensional_shambler", "anna_stewart", "shoggoth",
    "gigi_lamore", "dark_young", "stella_simone",
]  # fmt: skip


def start(seats: int, seed: int = 0, **settings: Any) -> Battles:
    return cast(Battles, GAME.start(Setup(seats, settings, seed)))


def kinds_on_the_table(state: Battles, type: str) -> dict[str, int]:
    """How many cards of each kind of a type are anywhere."""
    counts = dict(zip(state.cards.ids, whole_supply(state)))
    tables = {table.text("id"): table.text("kind") for table in state.cards.tables}
    return {id: count for id, count in counts.items() if count and tables[id] == type}


def set_up(seats: int, seed: int = 0, **settings: Any) -> Battles:
    """A table whose gods are chosen: everything lies where it begins."""
    state = start(seats, seed, temples=False, **settings)
    while GAME.question(state) in ("GOD", "MAIN"):
        GAME.apply(state, GAME.moves(state)[0])
    return state


def refusal(seats: int, **settings: Any) -> tuple[str, dict[str, str]]:
    with pytest.raises(Refusal) as refused:
        start(seats, **settings)
    return refused.value.rule, refused.value.facts


def notices(language: str = "en", **settings: Any) -> list[str]:
    start(2, **settings)
    return GAME.notices(Setup(2, settings), Listener(language))


# -- which cards ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "deck"),
    [
        ({}, (8, 0, 2)),
        ({"sets": BOTH}, (7, 3, 0)),
        ({"sets": BOTH, "start_deck": "auto"}, (7, 3, 0)),
        ({"start_deck": "7I+3II"}, (7, 3, 0)),
        ({"sets": BOTH, "start_deck": "8I+2III"}, (8, 0, 2)),
        ({"sets": BOTH, "start_deck": "7I+3III"}, (7, 0, 3)),
    ],
)
@pytest.mark.parametrize("team", [False, True])
def test_start_deck(team: bool, settings: dict[str, Any], deck: tuple[int, ...]) -> None:
    """Everybody's ten cards, five of them in hand. [KB-OPT-04] [KB-RUL-01] [KB-COMB-09]"""
    state = set_up(4, mode="team" if team else "ffa", **settings)
    for player in state.players:
        owned = player.hand + player.deck.rest
        assert tuple(owned.count(kind) for kind in state.disciple_piles) == deck
        assert len(player.hand) == len(player.deck.rest) == 5


def test_all_warriors_are_shuffled_together() -> None:
    """Every kind of both sets, five of each. [KB-COMB-01] [KB-OPT-16]"""
    warriors = kinds_on_the_table(set_up(3, sets=BOTH, warrior_deck="all"), "warrior")
    assert len(warriors) == 24
    assert set(warriors.values()) == {5}


@pytest.mark.parametrize("settings", [{"sets": BOTH}, {"sets": BOTH, "warrior_deck": "recipe"}, {}])
def test_a_warrior_deck_by_the_recipe(settings: dict[str, Any]) -> None:
    """[KB-COMB-05] [KB-OPT-16]"""
    warriors = kinds_on_the_table(set_up(3, **settings), "warrior")
    assert len(warriors) == 18
    assert set(warriors.values()) == {5}


def test_chosen_warriors() -> None:
    """Exactly these, whatever the rest of the table says. [KB-OPT-15] [KB-COMB-06]"""
    chosen = [*RED[:5], "oni", *OTHERS]
    for more in ({}, {"warrior_deck": "all"}):
        state = set_up(2, sets=BOTH, warriors=chosen, **more)
        assert kinds_on_the_table(state, "warrior") == dict.fromkeys(chosen, 5)


def test_eighteen_kinds_are_needed() -> None:
    """Neither 17 nor 19. [KB-ERR-10]"""
    for chosen in ([*RED[:5], *OTHERS], [*RED, *OTHERS, "oni"]):
        rule = refusal(2, sets=BOTH, warriors=chosen)
        assert rule == ("KB-ERR-10", {"n": str(len(chosen))})


def test_colours_are_only_advised() -> None:
    """Another mixture of colours is allowed and noticed. [KB-RUL-39] [KB-ERR-10]"""
    chosen = [*RED, *OTHERS]
    assert notices(sets=BOTH, warriors=chosen) == []
    chosen = [*RED, "oni", *OTHERS[1:]]
    assert notices(sets=BOTH, warriors=chosen) == [
        "Six kinds of one colour and three of each other are advised; "
        "you have 2 blue, 3 green, 7 red, 3 white, 3 yellow."
    ]
    assert "青" in notices("ja", sets=BOTH, warriors=chosen)[0]


def test_chosen_artifacts() -> None:
    """Three kinds suffice; fewer than twelve cards are noticed. [KB-RUL-61] [KB-COMB-07]"""
    three = ["necronomicon", "elder_sign", "silver_key"]
    state = set_up(2, sets=BOTH, artifacts=three)
    assert kinds_on_the_table(state, "artifact") == dict.fromkeys(three, 1)
    assert len(kinds_on_the_table(set_up(2, sets=BOTH), "artifact")) == 15
    told = ["At least 12 Artifacts are advised; there are 3."]
    assert notices(sets=BOTH, artifacts=three) == told
    assert refusal(2, sets=BOTH, artifacts=three[:2]) == ("KB-ERR-11", {"n": "2"})


def test_twelve_artifacts_are_enough() -> None:
    """[KB-RUL-61]"""
    all_of_them = [
        table.text("id") for table in GAME.cards.tables if table.text("kind") == "artifact"
    ]
    assert notices(sets=BOTH, artifacts=all_of_them[:12]) == []
    assert notices(sets=BOTH, artifacts=all_of_them[:11]) != []


def test_chosen_disciples() -> None:
    """One of each type, in any order; an empty list leaves it to chance. [KB-COMB-08]"""
    state = set_up(2, sets=BOTH, disciples=["komainu", "cultist", "kannushi"])
    assert state.cards.names(state.disciple_piles) == ["cultist", "kannushi", "komainu"]
    found = {
        tuple(set_up(2, seed, sets=BOTH, disciples=[]).disciple_piles) for seed in range(40)
    }  # fmt: skip
    assert len(found) == 8


@pytest.mark.parametrize("name", ["warriors", "artifacts", "disciples"])
@pytest.mark.parametrize("value", ["ghoul", 3, None, {"ghoul": 1}, [["ghoul"]], [3], ["nobody"]])
def test_a_deck_is_a_list_of_cards(name: str, value: object) -> None:
    """Anything else is refused clearly. [KB-ERR-06]"""
    rule, facts = refusal(2, **{name: value})
    assert (rule, facts["name"]) == ("KB-ERR-06", name)


def test_sets() -> None:
    """Gods and temples of the chosen sets only. [KB-COMB-02] [KB-COMB-04]"""
    for sets, gods in (("rotoo", 12), ("yyrz", 6), (BOTH, 18)):
        dealt = 0
        for seed in range(60):
            for player in start(2, seed, sets=sets).players:
                dealt |= player.dealt
        assert dealt.bit_count() == gods


# -- who plays what ---------------------------------------------------------------------------


def mains(state: Battles) -> list[int]:
    return [seat for seat, player in enumerate(state.players) if player.role == 1]


def test_main_god() -> None:
    """The captain is asked, chance decides, or it is the first seat. [KB-OPT-07] [KB-TEAM-02]"""
    assert GAME.question(start(6, mode="team")) == "MAIN"
    assert mains(start(6, mode="team", main_god="captain")) == []
    for seed in range(6):
        fixed = start(6, seed, mode="team", main_god="fixed")
        assert GAME.question(fixed) == "GOD"
        assert mains(fixed) == [0, 1]
    drawn = [mains(start(6, seed, mode="team", main_god="random")) for seed in range(60)]
    assert all(len(pair) == 2 and (pair[0] + pair[1]) % 2 for pair in drawn)
    assert {seat for pair in drawn for seat in pair} == {0, 1, 2, 3, 4, 5}


def test_god_choice() -> None:
    """Two are dealt and one is kept, or one is dealt. [KB-OPT-06]"""
    asked = start(3)
    assert GAME.question(asked) == "GOD"
    assert [player.dealt.bit_count() for player in asked.players] == [2, 2, 2]
    dealt = start(3, god_choice="random")
    assert GAME.question(dealt) == "TEMPLE"
    assert len({player.god for player in dealt.players}) == 3


def test_first_player() -> None:
    """By chance everybody at some time, or the seat that is named. [KB-OPT-03] [KB-FFA-03]"""
    assert {start(3, seed).first for seed in range(30)} == {0, 1, 2}
    for seat in range(3):
        named = [start(3, seed, first_player="ABC"[seat]).first for seed in range(5)]
        assert named == [seat] * 5


def test_temples() -> None:
    """[KB-OPT-02]"""
    for temples, question in ((True, "TEMPLE"), (False, "PLAY")):
        state = start(2, temples=temples)
        for _ in range(2):
            GAME.apply(state, GAME.moves(state)[0])
        assert GAME.question(state) == question


def test_what_was_chosen_is_kept() -> None:
    """Every setting, saved and read again, with a value that is not the usual one."""
    chosen = {
        "mode": "team", "temples": False, "sets": BOTH, "first_player": "C",
        "start_deck": "7I+3III", "warrior_deck": "all", "temple_fallback": "any",
        "god_choice": "random", "main_god": "random", "god_acts": "play_only",
        "third_party_defend": True, "ask": "holders", "discard_order": "choose",
        "team_hands": "shared", "round_limit": 9, "react_pause_ms": 70,
        "warriors": sorted([*RED, *OTHERS]),
        "artifacts": ["elder_sign", "necronomicon", "silver_key"],
        "disciples": ["cultist", "kannushi", "komainu"],
    }  # fmt: skip
    saved = cast("dict[str, Any]", GAME.save(start(4, **chosen))["settings"])
    for name in ("warriors", "artifacts", "disciples"):
        saved[name] = sorted(saved[name])
    assert saved == chosen
