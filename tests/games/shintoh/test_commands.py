"""`look` is the one thing a seat may say whoever is asked. [OF-RUL-17]"""

from __future__ import annotations

from typing import cast

import pytest

from kamiza.cases.playthrough import Playthrough
from kamiza.core.action import NOBODY
from kamiza.core.game import Setup
from kamiza.core.record import begin, new_record, note, read_record, verify
from kamiza.core.rng import fast_rng
from kamiza.core.speech import Listener
from kamiza.games import game
from kamiza.games.shintoh.laws import LAWS
from kamiza.games.shintoh.table import Shintoh

GAME = game("shintoh")


def question(state: Shintoh) -> tuple[int, str, list[str]]:
    """Who is asked what, and the answers but for `look`, which only its own seat has."""
    texts = [GAME.describe(action) for action in GAME.moves(state)]
    return int(state.asked), GAME.question(state), [text for text in texts if text != "look"]


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_anybody_looks_at_any_time_and_changes_nothing_else(seats: int, seed: int) -> None:
    """OF-RUL-17, OF-NUM-10: each seat once, at a moment of chance, in a game with every law."""
    rng = fast_rng(100 * seats + seed)
    setup = Setup(seats, {}, seed)
    play = Playthrough(GAME, GAME.start(setup), setup)
    play.watch(LAWS.watched)
    state = cast(Shintoh, play.state)
    while not play.is_over:
        seat = rng.below(seats, 0)
        if rng.below(30, 0) == 0 and not state.players[seat].role_taken:
            before, others = question(state), [p.role_taken for p in state.players]
            play.act(seat, "look")
            others[seat] = True
            assert question(state) == before
            assert [p.role_taken for p in state.players] == others
            assert rule_against(state, seat, "look") == "OF-ERR-14"
        listed = [action for action in GAME.moves(state) if GAME.describe(action) != "look"]
        play.apply(listed[rng.below(len(listed), 0)])
    assert not play.broken
    for law in ("OF-NUM-10", "OF-GEN-05", "OF-RUL-17", "replay"):
        assert not LAWS.problem(law, play), law


def rule_against(state: Shintoh, seat: int, text: str) -> str:
    refusal = GAME.why_not(state, seat, text)
    return "" if refusal is None else refusal.rule


def test_nobody_looks_for_another() -> None:
    """OF-RUL-17: the number of a command is its speaker's alone."""
    state = GAME.start(Setup(3, {"first_dealer": "A"}, 1))
    number = GAME.read(1, "look")
    assert GAME.check(state, 1, number) is None
    for seat in (-1, 0, 2, 3):
        assert GAME.check(state, seat, number) is not None, seat
    beyond = GAME.read(3, "look")
    assert GAME.check(state, 3, beyond) is not None  # there is no fourth seat
    assert GAME.describe(number) == "look"


def test_a_record_replays_who_looked() -> None:
    """OF-RUL-17: B looks on A's turn, before and in the middle of a dedication."""
    record = new_record(GAME, Setup(3, {"first_dealer": "A"}, 4), ("Mika", "Haru", "Sora"))
    state = begin(GAME, record)
    for seat, text in ((1, "look"), (0, "+salt"), (2, "look"), (0, "look"), (0, "stop")):
        GAME.act(state, seat, text)
        note(record, GAME, state, seat, text)
    again = read_record(record.as_text())
    assert again.moves == ["B: look", "A: +salt", "C: look", "A: look", "A: stop"]
    assert verify(GAME, again) == 5
    assert state.asked == 1 != NOBODY


def test_a_look_in_the_middle_of_a_dedication_is_told_where_it_happened() -> None:
    """OF-RUL-17: everybody is told who it was."""
    setup = Setup(2, {"first_dealer": "A"}, 4)
    play = Playthrough(GAME, GAME.start(setup), setup)
    for seat, text in ((0, "+salt"), (1, "look"), (0, "+sake"), (0, "stop")):
        play.act(seat, text)
    seen = [event.seen_by(0) for event in play.events]
    lines = [line.text for line in GAME.speech.story(seen, Listener("en", ("Mika", "Haru")))]
    assert lines == [
        "Mika lays salt.",
        "Haru takes the role card: 10 and 20 instead of 12 and 24.",
        "Mika dedicates sake: total 3.",
    ]
