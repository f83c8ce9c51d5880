"""Commands: what a seat may say whoever is asked."""

from __future__ import annotations

from typing import cast

import pytest

from kamiza.cases.playthrough import Playthrough
from kamiza.core.action import NOBODY
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import game
from kamiza.games.battles.laws import LAWS
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.players import IN

GAME = game("battles")
TABLES = [(2, {}), (4, {"sets": "rotoo+yyrz"}), (6, {"ask": "holders"}), (4, {"mode": "team"})]


def watched(seats: int, settings: dict[str, object], seed: int) -> Playthrough:
    setup = Setup(seats, {**GAME.trial_settings(), **settings}, seed)
    play = Playthrough(GAME, GAME.start(setup), setup)
    play.watch(LAWS.watched)
    return play


def question(state: Battles) -> tuple[int, str, list[int]]:
    return int(state.asked), GAME.question(state), list(GAME.moves(state))


@pytest.mark.parametrize(("seats", "settings"), TABLES)
def test_stops_of_others_change_no_question(seats: int, settings: dict[str, object]) -> None:
    """KB-FLOW-05, KB-FLOW-14: at every question anybody else may change their stops."""
    rng = fast_rng(seats)
    play = watched(seats, settings, 5)
    state = cast(Battles, play.state)
    for number in range(400):
        if play.is_over:
            break
        before = question(state)
        seat = number % seats
        stops = ("stops none", "stops discard.begin", "stops end.begin,end.end")[number % 3]
        if seat != state.active and GAME.why_not(state, seat, stops) is None:
            play.act(seat, stops)
            assert question(state) == before
        listed = GAME.moves(state)
        play.apply(listed[rng.below(len(listed), 0)])
    assert not play.broken


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("seats", "settings"), TABLES)
def test_anybody_may_resign_in_the_middle_of_anything(
    seats: int, settings: dict[str, object], seed: int
) -> None:
    """KB-FLOW-14, KB-FLOW-50: the game goes on to its end and loses no card."""
    rng = fast_rng(100 * seats + seed)
    play = watched(seats, settings, seed)
    state = cast(Battles, play.state)
    while not play.is_over:
        if rng.below(40, 0) == 0:
            seat = rng.below(seats, 0)
            if GAME.why_not(state, seat, "resign") is None:
                play.act(seat, "resign")
                assert state.players[seat].status != IN
                continue
        listed = GAME.moves(state)
        play.apply(listed[rng.below(len(listed), 0)])
    assert not play.broken
    assert not LAWS.judged["replay"](play)


def rule_against(play: Playthrough, seat: int, text: str) -> str:
    refusal = GAME.why_not(play.state, seat, text)
    return "" if refusal is None else refusal.rule


def test_who_is_out_has_nothing_to_say() -> None:
    """KB-FLOW-14, KB-ERR-15, KB-ERR-46."""
    play = watched(3, {}, 1)
    while GAME.why_not(play.state, 2, "resign") is not None:
        play.apply(GAME.moves(play.state)[0])
    play.act(2, "resign")
    for text in ("resign", "stops none", "pass"):
        assert rule_against(play, 2, text) == "KB-ERR-15", text
    play.act(1, "resign")
    assert play.state.asked == NOBODY
    assert rule_against(play, 0, "resign") == "KB-ERR-46"
