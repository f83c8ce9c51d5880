"""The loop: look at the top frame, do what it says, until somebody must answer. [KB-FLOW-01]"""

from __future__ import annotations

from kamiza.core.action import NOBODY
from kamiza.core.native import i64, vec
from kamiza.games.battles.rules.attack import run_attack
from kamiza.games.battles.rules.choosing import (
    finish_choice,
    pick,
    picks,
    place_card,
    placings,
    run_banishing,
    run_choice,
    run_placing,
)
from kamiza.games.battles.rules.energy import change_energy
from kamiza.games.battles.rules.moves import (
    ACT_MOVE,
    ASK_PLAY,
    ASK_REACT,
    ASK_RECRUIT,
    ASK_STOP,
    CARD_MOVE,
    DONE,
    END_MOVE,
    GOD_MOVE,
    MAIN_MOVE,
    PASS,
    PLAY_MOVE,
    RECRUIT_MOVE,
    STOPS_MOVE,
    TEMPLE_MOVE,
    TOP_MOVE,
    first_of,
    second_of,
    speaker_of,
    verb_of,
)
from kamiza.games.battles.rules.setup import (
    keep_god,
    name_main,
    pick_temple,
    run_setup,
    setup_answers,
)
from kamiza.games.battles.rules.turn import (
    discard_one,
    discards,
    go_on,
    plays,
    recruit_card,
    recruits,
    run_clearing,
    run_reveals,
    run_turn,
    stop_answers,
)
from kamiza.games.battles.rules.uses import act, choices, choose, play, run_use
from kamiza.games.battles.rules.windows import pass_window, react, reacts, run_window
from kamiza.games.battles.stack.attacks import Attack, Window
from kamiza.games.battles.stack.frame import Frame
from kamiza.games.battles.stack.turns import Clearing, Preparation, Reveals, Turn
from kamiza.games.battles.stack.uses import Banishing, Choice, Placing, Use
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.points import STOPS


def settle(state: Battles, actor: i64 = NOBODY) -> None:
    """Go on until a question is open or the game is over; a question with one answer is no
    question. [KB-FLOW-09]

    What another seat than the actor is asked may depend on its hand, so it counts
    as something new.
    """
    while True:
        frame = state.frame
        if frame is None:
            state.asked = NOBODY
            return
        if frame.is_dead:
            state.frame = frame.below
            continue
        if not run(state, frame):
            continue
        state.offers = answers(state)
        if is_always_asked(state.question):
            return
        if state.asked != actor:
            state.reveals += 1
        if len(state.offers) != 1:
            return
        give(state, state.offers[0])


def is_always_asked(question: i64) -> bool:
    return question in (ASK_REACT, ASK_PLAY, ASK_RECRUIT, ASK_STOP)


def run(state: Battles, frame: Frame) -> bool:
    """One step of the top frame; True if it asks something."""
    if type(frame) is Turn:
        return run_turn(state, frame)
    if type(frame) is Use:
        return run_use(state, frame)
    if type(frame) is Window:
        return run_window(state, frame)
    if type(frame) is Attack:
        return run_attack(state, frame)
    if type(frame) is Choice:
        return run_choice(state, frame)
    if type(frame) is Banishing:
        return run_banishing(state, frame)
    if type(frame) is Placing:
        return run_placing(state, frame)
    if type(frame) is Reveals:
        return run_reveals(state, frame)
    if type(frame) is Clearing:
        return run_clearing(state, frame)
    assert isinstance(frame, Preparation)
    return run_setup(state, frame)


def answers(state: Battles) -> vec[i64]:
    """The answers to the open question, in canonical order."""
    frame = state.frame
    if type(frame) is Turn:
        if state.question == ASK_PLAY:
            return plays(state)
        return recruits(state) if state.question == ASK_RECRUIT else stop_answers(state)
    if type(frame) is Use:
        return choices(state, frame)
    if type(frame) is Window:
        return reacts(state, frame, state.asked)
    if type(frame) is Choice:
        return picks(state, frame)
    if type(frame) is Placing:
        return placings(state, frame)
    if type(frame) is Clearing:
        return discards(state, frame)
    if type(frame) is Preparation:
        return setup_answers(state, frame)
    return vec[i64]([])  # nothing else asks


def give(state: Battles, action: i64) -> None:
    """Take an answer to the open question; `settle` goes on from there."""
    frame = state.frame
    verb: i64 = verb_of(action)
    first: i64 = first_of(action)
    if verb >= STOPS_MOVE:
        command(state, action)
    elif type(frame) is Window:
        if action == PASS:
            pass_window(state, frame)
        else:
            react(state, frame, first, second_of(action))
    elif type(frame) is Turn:
        turn_answer(state, frame, verb, first, second_of(action))
    elif type(frame) is Use:
        choose(state, frame, verb, first)
    elif type(frame) is Choice:
        if verb == CARD_MOVE:
            pick(state, frame, first, second_of(action))
        else:
            finish_choice(state, frame)
    elif type(frame) is Placing:
        place_card(state, frame, first, verb == TOP_MOVE)
    elif type(frame) is Clearing:
        discard_one(state, frame, action)
    elif type(frame) is Preparation:
        setup_answer(state, frame, verb, first)


def turn_answer(state: Battles, turn: Turn, verb: i64, first: i64, second: i64) -> None:
    if verb == PLAY_MOVE:
        play(state, first)
    elif verb == ACT_MOVE:
        act(state, first, second)
    elif verb == RECRUIT_MOVE:
        recruit_card(state, turn, first)
    elif verb in (END_MOVE, DONE):
        go_on(state, turn)


def setup_answer(state: Battles, preparation: Preparation, verb: i64, first: i64) -> None:
    if verb == MAIN_MOVE:
        name_main(state, preparation, first)
    elif verb == GOD_MOVE:
        keep_god(state, preparation, first)
    elif verb == TEMPLE_MOVE:
        pick_temple(state, preparation, first)


def command(state: Battles, action: i64) -> None:
    """What a seat may say at any time besides answering. [KB-FLOW-05] [KB-FLOW-14]"""
    seat: i64 = speaker_of(action)
    if seat == NOBODY:
        seat = state.asked
    if verb_of(action) == STOPS_MOVE:
        state.players[seat].stops = (first_of(action) | second_of(action) << 8) & STOPS
        if state.log is not None:
            state.emit("stops_set", {"seat": seat})
    else:
        if state.log is not None:
            state.emit("resigned", {"seat": seat})
        change_energy(state, seat, -state.players[seat].energy)
        state.reveals += 1


def apply(state: Battles, action: i64) -> None:
    """Carry out an action up to the next question."""
    actor: i64 = state.asked
    give(state, action)
    settle(state, actor)
