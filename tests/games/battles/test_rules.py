"""Rules that no case file can set up, because no card of the sets brings them about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

from kamiza.core.game import Setup
from kamiza.core.refusal import Refusal
from kamiza.core.rng import fast_rng
from kamiza.games import game
from kamiza.games.battles.rules.energy import check_fallen
from kamiza.games.battles.rules.settings import by_randomizers, check_disciples
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.settings import Settings
from tests.games.battles.lab import Lab, act, step

GAME = game("battles")


def table(seats: int, **position: Any) -> Battles:
    return cast(Battles, GAME.load({"seats": seats, **position}))


def fall(state: Battles, *seats: int) -> None:
    """These gods reach 0 in one energy step."""
    for seat in seats:
        state.players[seat].energy = 0
    check_fallen(state)


def test_several_gods_fall_in_one_step() -> None:
    """Both are out at once; the others go on. [KB-FLOW-53]"""
    state = table(4)
    fall(state, 1, 2)
    assert [player.status for player in state.players] == [0, 2, 2, 0]
    assert state.players[1].fell == state.players[2].fell
    assert state.winners == 0


def test_the_last_gods_fall_together() -> None:
    """They share the win. [KB-FLOW-54] [KB-RUL-37]"""
    state = table(3)
    fall(state, 0)
    fall(state, 1, 2)
    assert state.winners == 0b110
    assert GAME.ranks(state) == [3, 1, 1]


def test_anybody_may_be_the_first_to_pick_a_temple_in_a_team_match() -> None:
    """[KB-TEAM-08]"""
    first = set()
    for seed in range(16):
        state = GAME.start(Setup(4, {"mode": "team", "main_god": "fixed"}, seed))
        while GAME.question(state) == "GOD":
            GAME.apply(state, GAME.moves(state)[0])
        assert GAME.question(state) == "TEMPLE"
        first.add(state.asked)
    assert first == {0, 1, 2, 3}


def test_both_main_gods_fall_together() -> None:
    """A draw. [KB-RUL-37]"""
    state = table(4, settings={"mode": "team"})
    fall(state, 0, 1)
    assert state.winners == 0b1111
    assert GAME.payoffs(state) == [0.25, 0.25, 0.25, 0.25]


def test_not_enough_disciples() -> None:
    """Refusal before set-up; no set of ours runs short, so the table is made larger. [KB-ERR-13]"""
    cards = cast(Any, GAME).cards
    refusal = check_disciples(cards, Settings(cards, GAME.defaults), 7)
    assert refusal is not None
    assert refusal.rule == "KB-ERR-13"
    assert refusal.facts == {"need": "56", "t": "I", "have": "48"}


def test_the_randomizers_take_six_of_the_most_frequent_colour() -> None:
    """Whichever that is in the sets on the table. [KB-COMB-05] [KB-RUL-39]"""
    cards = cast(Any, GAME).cards
    blue = [
        kind for kind in range(cards.kinds) if cards.colour[kind] == 1 and cards.type[kind] == 2
    ]
    red = [kind for kind in range(cards.kinds) if cards.colour[kind] == 4 and cards.type[kind] == 2]
    chosen = by_randomizers(cards, [*blue, *blue, *red[:5]])
    assert len([kind for kind in chosen if kind in blue]) == 6
    assert len([kind for kind in chosen if kind in red]) == 3


def test_a_choice_has_a_minimum_and_the_netherworld_is_closed() -> None:
    """[KB-ERR-42] [KB-ERR-47]"""
    state = table(2, players={"A": {"god": "tsathoggua", "hand": ["cultist", "ghoul", "mi_go"]}})
    GAME.act(state, 0, "act god 1")
    for move, rule in (("done", "KB-ERR-42"), ("card ghoul@netherworld", "KB-ERR-47")):
        with pytest.raises(Refusal) as refused:
            GAME.act(state, 0, move)
        assert refused.value.rule == rule


def test_the_longest_stack_of_reactions() -> None:
    """Windows inside windows stay shallow in sensible games. [KB-FLOW-27]"""
    from kamiza.games.battles.stack.frame import depth

    deepest = 0
    for seed in range(6):
        state = cast(Battles, GAME.start(Setup(4, {"round_limit": 15, "sets": "rotoo+yyrz"}, seed)))
        rng = fast_rng(seed)
        while state.asked >= 0:
            deepest = max(deepest, depth(state.frame))
            GAME.apply(state, GAME.quick_move(state, rng))
    assert 4 <= deepest <= 40


@pytest.mark.parametrize(
    ("ability", "listed"),
    [
        ('cost = { energy = 1 }\n  do = [{ verb = "faith", n = 2 }]', ["use 1", "use none"]),
        ('do = [{ verb = "faith", n = 2 }, { verb = "drain", n = 1, at = "my_god" }]',
         ["use 1", "use none"]),
        ('do = [{ verb = "faith", n = 2 }, { verb = "discard", n = 1 }]', ["use 1", "use none"]),
        ('do = [{ verb = "faith", n = 2 }, { verb = "discard", n = 1, upto = true }]', []),
        ('do = [{ verb = "faith", n = 2 }, { verb = "drain", n = 1, at = "opp_god" }]', []),
        ('do = [{ verb = "faith", n = 2 }, { verb = "discard", n = 1, who = "each_opp" }]', []),
    ],
)  # fmt: skip
def test_nobody_has_to_hurt_oneself_with_a_disciple(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ability: str, listed: list[str]
) -> None:
    """If its only Act costs or harms its player, a Disciple may be played for nothing; otherwise
    there is no question. [KB-RUL-15] [KB-PLAY-14]"""
    lab = Lab(tmp_path, monkeypatch)
    file = tmp_path / "sets" / "rotoo" / "disciples.toml"
    text = file.read_text("utf-8")
    old = 'do = [{ verb = "faith", n = "disciples_1" }]'
    assert old in text
    file.write_text(text.replace(old, ability), "utf-8")
    lab.cards(a=act(step("faith", n=1)))
    state = lab.table(players={"A": {"hand": ["high_priest", "ghoul", "ghoul"]}, "B": {"hand": []}})
    lab.do(state, "play high_priest")
    if not listed:
        assert state.faith == 2
        return
    assert lab.moves(state) == listed
    lab.do(state, "use none")
    assert (state.faith, state.players[0].energy, len(state.players[0].hand)) == (0, 15, 2)


@pytest.mark.parametrize(
    ("seats", "settings"), [(3, {}), (4, {"mode": "team", "sets": "rotoo+yyrz"})]
)
def test_a_view_is_read_as_it_was_written(seats: int, settings: dict[str, Any]) -> None:
    """Also that of a finished game, with its winners. [KB-HID-18]"""
    state = GAME.start(Setup(seats, {"round_limit": 6, **settings}, 5))
    rng = fast_rng(5)
    moves = 0
    while True:
        if moves % 9 == 0 or state.asked < 0:
            for seat in range(seats):
                told = json.loads(json.dumps(GAME.view(state, seat).as_json()))
                again = GAME.read_view(told).as_json()
                assert json.loads(json.dumps(again)) == told
        if state.asked < 0:
            break
        GAME.apply(state, GAME.quick_move(state, rng))
        moves += 1
    assert told["winners"]
