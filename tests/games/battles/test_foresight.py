"""What the table says before a move: dangers are real, and what it counts up can be played."""

from __future__ import annotations

from typing import Any, cast

import pytest

from kamiza.core.action import NOBODY
from kamiza.core.game import Setup, State
from kamiza.core.rng import fast_rng
from kamiza.core.speech import Listener
from kamiza.games import game
from kamiza.games.battles.table.battles import Battles
from kamiza.play.speech import labels, new_label

GAME = game("battles")
View = dict[str, Any]


def table(**players: dict[str, object]) -> State:
    """A's turn in the Play Phase; what is left out has its usual value."""
    return GAME.load({"seats": len(players), "players": players})


def view_of(state: State) -> View:
    view: View = GAME.screen(GAME.view(state, state.asked))
    return view


def warnings(state: State) -> dict[str, str]:
    found = labels(GAME, view_of(state))
    return {move: label["warning"]["en"] for move, label in found.items() if "warning" in label}


def play(state: State, *moves: str) -> State:
    for move in moves:
        GAME.act(state, state.asked, move)
    return state


def energy(state: State, seat: int) -> int:
    return int(cast(Battles, state).players[seat].energy)


def test_the_last_energy_of_the_own_god_is_named_and_really_lost() -> None:
    state = table(A={"energy": 1, "hand": ["alhazred_lamp"]}, B={})
    assert warnings(state) == {}  # the card may still be played without its ability
    assert warnings(play(state, "play alhazred_lamp")) == {
        "use 1": "Your god loses its last Energy and is eliminated."
    }
    assert energy(play(state, "use 1"), 0) == 0


def test_with_more_energy_nothing_is_feared() -> None:
    state = table(A={"energy": 2, "hand": ["alhazred_lamp"]}, B={})
    assert warnings(play(state, "play alhazred_lamp")) == {}


def test_chance_may_take_the_last_energy() -> None:
    state = table(A={"god": "azathoth", "energy": 1}, B={})
    assert "may take" in warnings(state)["act god 1"]
    team: dict[str, object] = {"settings": {"mode": "team"}, "seats": 4}
    state = GAME.load({**team, "players": {"A": {"god": "azathoth", "energy": 1}}})
    assert "your team would lose" in warnings(state)["act god 1"]


def test_a_temple_may_pay_its_last_energy_and_is_destroyed() -> None:
    destroyed = "Your temple pays its last Energy and is destroyed."
    state = table(A={"temple": "leng", "temple_energy": 1}, B={})
    assert warnings(state) == {"act temple 2": destroyed}  # X can only be 1
    state = table(A={"temple": "leng", "temple_energy": 2}, B={})
    assert warnings(state) == {}
    assert warnings(play(state, "act temple 2")) == {"x 2": destroyed}
    assert cast(Battles, play(state, "x 2")).players[0].temple_energy == 0


def test_a_supporting_god_may_pay_its_last_energy_and_is_sealed() -> None:
    """[KB-RUL-19]"""
    me = {"god": "yog_sothoth", "role": "support", "temple": None}
    for energy_left, told in ((1, True), (2, False)):
        players = {"C": me | {"energy": energy_left}}
        table: dict[str, object] = {"settings": {"mode": "team"}, "seats": 4, "active": "C"}
        state = GAME.load({**table, "players": players})
        sentence = {"act god 2": "Your god loses its last Energy and is sealed."}
        assert warnings(state) == (sentence if told else {})


def test_passing_may_be_the_end() -> None:
    defender: dict[str, object] = {"energy": 3, "hand": ["servitors"], "temple": None}
    state = table(A={"hand": ["shoggoth"]}, B=defender)
    play(state, "play shoggoth", "use 1")
    if GAME.question(state) == "TARGET":
        play(state, "target god:B")
    assert state.asked == 1
    assert warnings(state) == {
        "pass": "As it stands, the Attack takes your god's last Energy: you are eliminated."
    }
    assert energy(play(state, "pass"), 1) == 0


def test_a_gift_that_makes_somebody_else_win() -> None:
    state = table(A={"energy": 24, "hand": ["dimensional_shambler"]}, B={"energy": 24}, C={})
    play(state, "play dimensional_shambler", "use 1")
    assert warnings(state) == {"target god:B": "{B} reaches 25 Energy and wins."}


def test_labels_are_remembered_by_everything_they_depend_on() -> None:
    for seed in range(6):
        rng = fast_rng(seed)
        settings = {"round_limit": 12, "mode": "team" if seed % 2 else "ffa"}
        state = GAME.start(Setup(4, settings, seed))
        for _ in range(250):
            if state.asked == NOBODY:
                break
            view = view_of(state)
            for move, label in labels(GAME, view).items():
                assert label == new_label(GAME, move, view)
            listed = list(GAME.moves(state))
            GAME.apply(state, listed[rng.below(len(listed))])


def test_a_god_that_attacks_is_named() -> None:
    state = table(A={"god": "cthugha"}, B={})
    state.log = []
    play(state, "act god 1", "target god:B")
    (attacked,) = (event for event in state.log if event.name == "attacked")
    assert "with Cthugha" in GAME.speech.event(attacked.seen_by(-1), Listener())


def counted(state: State) -> dict[str, Any]:
    found = GAME.advice(GAME.view(state, state.asked))
    assert found is not None
    return found


@pytest.mark.parametrize(
    "hand",
    [
        ["cultist", "cultist", "high_priest", "cultist"],
        ["high_priest", "high_priest", "cultist", "servitors"],
        ["cultist", "ghoul", "high_priest"],
        ["servitors", "ghoul"],
    ],
)
def test_disciples_bring_the_faith_that_is_promised(hand: list[str]) -> None:
    state = table(A={"hand": hand}, B={"hand": []})
    plan = counted(state)["disciples"]
    for move in plan["moves"]:
        if move.startswith("play ") or GAME.question(state) == "USE":
            play(state, move)
    assert cast(Battles, state).faith == plan["faith"]
    assert len(plan["moves"]) == 2 * sum(card in ("cultist", "high_priest") for card in hand)
    assert counted(state)["disciples"] == {"moves": [], "faith": 0}


def test_the_longest_chain_can_be_laid_and_no_longer_one() -> None:
    links = ["ghoul", "byakhee", "jack_dalton", "deep_one", "silver_key", "necronomicon"]
    state = table(A={"hand": links}, B={"hand": []})
    chain = counted(state)["chain"]
    assert len(chain) == longest(state)
    for card in chain:
        play(state, f"play {card}")
        if GAME.question(state) == "USE":
            play(state, "use none")
    assert list(view_of(state)["chain"]) == chain


def longest(state: State) -> int:
    """By trying everything: cards are laid without using them."""
    best = 0
    for card in set(view_of(state)["private"]["hand"]):
        after = state.clone()
        if f"play {card}" not in view_of(after)["moves"]:
            continue
        play(after, f"play {card}")
        if GAME.question(after) == "USE":
            play(after, "use none")
        best = max(best, 1 + longest(after))
    return best


def test_what_follows_a_card_is_what_can_be_played_after_it() -> None:
    links = ["ghoul", "ghoul", "byakhee", "jack_dalton", "silver_key"]
    for card, follows in counted(table(A={"hand": links}, B={}))["follows"].items():
        state = play(table(A={"hand": links}, B={"hand": []}), f"play {card}")
        if GAME.question(state) == "USE":
            play(state, "use none")
        playable = [move[5:] for move in view_of(state)["moves"] if move.startswith("play ")]
        assert sorted(playable) == sorted(follows)


def test_nothing_is_counted_for_other_questions() -> None:
    state = play(table(A={"hand": ["cultist", "ghoul"]}, B={}), "end")
    assert GAME.question(state) == "RECRUIT"
    assert GAME.advice(GAME.view(state, state.asked)) is None


def test_what_moves_would_bring() -> None:
    """An Attack by its target, a purchase by the Faith left, the end by the Faith lost."""

    def effects(state: State) -> dict[str, str]:
        told = labels(GAME, GAME.screen(GAME.view(state, state.asked))).items()
        return {move: label["effect"]["en"].replace("\xa0", " ") for move, label in told}

    state = table(A={"hand": ["shoggoth"]}, B={"energy": 9, "temple_energy": 2})
    aimed = effects(play(state, "play shoggoth", "use 1"))
    assert aimed["target god:B"] == "Unanswered: 9 → 6."
    assert aimed["target temple:B"] == "Unanswered: 2 → 0."
    state = GAME.load({"seats": 2, "point": "recruit.main", "faith": 3})
    bought = effects(state)
    assert bought["recruit cultist"] == "1 Faith left. It goes on top of your deck."
    assert bought["end"] == "3 Faith is lost."
