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
    run_place,
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
from kamiza.games.battles.stack import (
    ATTACK_FRAME,
    BANISHING_FRAME,
    CHOICE,
    CLEARING,
    DEAD,
    PLACE,
    REVEALS,
    TURN,
    USE,
    WINDOW,
    Frame,
)
from kamiza.games.battles.table import STOPS, Battles


def settle(state: Battles, actor: i64 = NOBODY) -> None:
    """Go on until a question is open or the game is over; a question with one answer is no
    question. [KB-FLOW-09]

    What another seat than the actor is asked may depend on its hand, so it counts as news.
    """
    while True:
        frame = state.frame
        if frame is None:
            state.asked = NOBODY
            return
        if frame.flags & DEAD:
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
    kind: i64 = frame.kind
    if kind == TURN:
        return run_turn(state, frame)
    if kind == USE:
        return run_use(state, frame)
    if kind == WINDOW:
        return run_window(state, frame)
    if kind == ATTACK_FRAME:
        return run_attack(state, frame)
    if kind == CHOICE:
        return run_choice(state, frame)
    if kind == BANISHING_FRAME:
        return run_banishing(state, frame)
    if kind == PLACE:
        return run_place(state, frame)
    if kind == REVEALS:
        return run_reveals(state, frame)
    if kind == CLEARING:
        return run_clearing(state, frame)
    return run_setup(state, frame)


def answers(state: Battles) -> vec[i64]:
    """The answers to the open question, in canonical order."""
    frame = state.frame
    if frame is None:
        return vec[i64]([])
    kind: i64 = frame.kind
    if kind == TURN:
        if state.question == ASK_PLAY:
            return plays(state)
        return recruits(state) if state.question == ASK_RECRUIT else stop_answers(state)
    if kind == USE:
        return choices(state, frame)
    if kind == WINDOW:
        return reacts(state, frame, state.asked)
    if kind == CHOICE:
        return picks(state, frame)
    if kind == PLACE:
        return placings(state, frame)
    if kind == CLEARING:
        return discards(state, frame)
    return setup_answers(state, frame)


def give(state: Battles, action: i64) -> None:
    """Take an answer to the open question; `settle` goes on from there."""
    frame = state.frame
    if frame is None:
        return
    kind: i64 = frame.kind
    verb: i64 = verb_of(action)
    first: i64 = first_of(action)
    if verb >= STOPS_MOVE:
        command(state, action)
    elif kind == WINDOW:
        if action == PASS:
            pass_window(state, frame)
        else:
            react(state, frame, first, second_of(action))
    elif kind == TURN:
        turn_answer(state, frame, verb, first, second_of(action))
    elif kind == USE:
        choose(state, frame, verb, first)
    elif kind == CHOICE:
        if verb == CARD_MOVE:
            pick(state, frame, first, second_of(action))
        else:
            finish_choice(state, frame)
    elif kind == PLACE:
        place_card(state, frame, first, verb == TOP_MOVE)
    elif kind == CLEARING:
        discard_one(state, frame, action)
    elif verb == MAIN_MOVE:
        name_main(state, frame, first)
    elif verb == GOD_MOVE:
        keep_god(state, frame, first)
    elif verb == TEMPLE_MOVE:
        pick_temple(state, frame, first)


def turn_answer(state: Battles, frame: Frame, verb: i64, first: i64, second: i64) -> None:
    if verb == PLAY_MOVE:
        play(state, first)
    elif verb == ACT_MOVE:
        act(state, first, second)
    elif verb == RECRUIT_MOVE:
        recruit_card(state, frame, first)
    elif verb in (END_MOVE, DONE):
        go_on(state, frame)


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
