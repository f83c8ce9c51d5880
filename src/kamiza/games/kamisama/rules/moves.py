"""Which moves of Kami-sama are listed, which are refused, and why. How they are
packed and written: `texts.py`."""

from __future__ import annotations

from typing import Final

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.native import append, i64, vec
from kamiza.core.refusal import Refusal
from kamiza.games.kamisama.board import (
    LOWEST,
    NOWHERE,
    ONE_VILLAGE,
    PER_VILLAGE,
    VILLAGES,
    bit,
    village_bits,
)
from kamiza.games.kamisama.cards import KAMI as KAMI_SHEETS
from kamiza.games.kamisama.cards import tokens_of
from kamiza.games.kamisama.frames import (
    ACT,
    AT,
    FEAR,
    FRAMES,
    GAIN,
    KAMI,
    SEED,
    TAKE,
    TIE,
    TO,
    TOKEN,
)
from kamiza.games.kamisama.rules import verbs
from kamiza.games.kamisama.rules.draft import copy_in_hand
from kamiza.games.kamisama.rules.effects import open_step
from kamiza.games.kamisama.rules.influence import tied
from kamiza.games.kamisama.rules.places import current_spaces, front_village, protected_from
from kamiza.games.kamisama.rules.steps import ADD as ADD_STEP
from kamiza.games.kamisama.rules.steps import MOVE as MOVE_STEP
from kamiza.games.kamisama.rules.steps import REMOVE as REMOVE_STEP
from kamiza.games.kamisama.rules.steps import REPLACE as REPLACE_STEP
from kamiza.games.kamisama.rules.texts import (
    MISSING,
    WITH_SPACE,
    is_action,
    missing_text,
    pack,
)
from kamiza.games.kamisama.rules.turn import (
    addable,
    adds_nothing,
    can_do_basics,
    can_rage,
    can_use,
    cost_of,
    is_charged,
    is_used,
    removable,
)
from kamiza.games.kamisama.table import NO_KAMI, Kamisama

# Which verbs answer which question, as bit sets by frame kind.
ANSWERS: Final = (
    1 << verbs.KAMI,
    1 << verbs.FEAR | 1 << verbs.KEEP,
    1 << verbs.ADD | 1 << verbs.REMOVE | 1 << verbs.USE | 1 << verbs.RAGE | 1 << verbs.IDLE,
    1 << verbs.AT | 1 << verbs.SKIP,
    1 << verbs.TO,
    1 << verbs.SEED | 1 << verbs.SKIP,
    1 << verbs.GAIN,
    1 << verbs.NEXT,
    1 << verbs.TAKE,
    1 << verbs.TOKEN,
)


# -- what is listed ---------------------------------------------------------------------------


def list_moves(state: Kamisama) -> vec[i64]:
    """The answers to the open question, in canonical order."""
    kind: i64 = state.frame.kind
    if kind == ACT:
        return list_actions(state)
    if kind == AT:
        return list_spaces(state, verbs.AT, verbs.SKIP if open_step(state).may_skip else NOWHERE)
    if kind == TO:
        return list_spaces(state, verbs.TO, NOWHERE)
    if kind == SEED:
        return list_spaces(state, verbs.SEED, verbs.SKIP)
    if kind == FEAR:
        return list_spaces(state, verbs.FEAR, verbs.KEEP if open_step(state).may_skip else NOWHERE)
    if kind == TAKE:
        return list_villagers(state)
    return list_few(state, kind)


def list_actions(state: Kamisama) -> vec[i64]:
    """Add or Remove space by space, front village first, then abilities. [KS-RUL-06..07]"""
    listed: vec[i64] = vec[i64](capacity=24)
    add: i64 = addable(state)
    remove: i64 = removable(state)
    if add | remove:
        front: i64 = front_village(state, state.asked)
        listed = list_basics(listed, add, remove, front)
        if state.asked == state.moon_seat and state.moon >= 0 and state.moon != front:
            listed = list_basics(listed, add, remove, state.moon)
    for ability in range(3):
        if can_use(state, ability):
            listed = append(listed, pack(verbs.USE, ability))
    if state.rage and can_rage(state):
        listed = append(listed, pack(verbs.RAGE, 0))
    if len(listed) == 0 or adds_nothing(state):
        listed = append(listed, pack(verbs.IDLE, 0))
    return listed


def list_basics(listed: vec[i64], add: i64, remove: i64, village: i64) -> vec[i64]:
    adds: i64 = village_bits(add, village)
    rest: i64 = adds | village_bits(remove, village)
    base: i64 = PER_VILLAGE * village
    made: vec[i64] = listed
    while rest:
        index: i64 = LOWEST[rest]
        verb: i64 = verbs.ADD if adds >> index & 1 else verbs.REMOVE
        made = append(made, verb << 7 | base + index)
        rest &= rest - 1
    return made


def list_spaces(state: Kamisama, verb: i64, last: i64) -> vec[i64]:
    """The spaces the question offers, and the verb that declines it, if there is one."""
    listed: vec[i64] = vec[i64](capacity=16)
    base: i64 = verb << 7
    spaces: i64 = state.choices
    while spaces:
        rest: i64 = spaces & ONE_VILLAGE
        while rest:
            listed = append(listed, base + LOWEST[rest])
            rest &= rest - 1
        spaces >>= PER_VILLAGE
        base += PER_VILLAGE
    if last != NOWHERE:
        listed = append(listed, last << 7)
    return listed


def list_villagers(state: Kamisama) -> vec[i64]:
    """The kinds in the hand; equal cards are one move."""
    listed: vec[i64] = vec[i64](capacity=8)
    before: i64 = -1
    card: i64 = 15 * state.draft.village
    rest: i64 = state.draft.hand >> card
    while rest:
        kind: i64 = state.cards.kinds[card + LOWEST[rest]]
        if kind != before:
            listed = append(listed, pack(verbs.TAKE, kind))
            before = kind
        rest &= rest - 1
    return listed


def list_few(state: Kamisama, kind: i64) -> vec[i64]:
    """The questions that are seldom asked."""
    listed: vec[i64] = vec[i64](capacity=8)
    if kind == GAIN:
        for packed in open_step(state).choices:
            listed = append(listed, pack(verbs.GAIN, packed))
    elif kind == TIE:
        group: i64 = tied(state)
        for seat in range(state.seats):
            if group >> seat & 1:
                listed = append(listed, pack(verbs.NEXT, seat))
    elif kind == TOKEN:
        for village in range(VILLAGES):
            if tokens_of(state.tokens, village) > 0:
                listed = append(listed, pack(verbs.TOKEN, village))
    elif kind == KAMI:
        for kami in range(KAMI_SHEETS):
            if can_choose(state, kami):
                listed = append(listed, pack(verbs.KAMI, kami))
    return listed


def can_choose(state: Kamisama, kami: i64) -> bool:
    """One of the two sheets dealt to the asked player. [KS-SET-05]"""
    player = state.players[state.asked]
    return player.kami == NO_KAMI and player.dealt >> kami & 1 == 1


# -- what is refused --------------------------------------------------------------------------


def check_seat(state: Kamisama, seat: i64) -> Refusal | None:
    """Only the asked seat may do anything, and only while the game lasts."""
    if state.asked == NOBODY:
        return Refusal("E-OVER", {})
    if seat != state.asked:
        return Refusal("E-TURN", {"name": seat_letter(state.asked)})
    return None


def check(state: Kamisama, seat: i64, action: i64) -> Refusal | None:
    """Why the seat may not do this now, in the order of the refusals, or None."""
    if not is_action(state.cards, action):
        return Refusal("E-FORMAT", {})
    wrong_seat = check_seat(state, seat)
    if wrong_seat is not None:
        return wrong_seat
    kind: i64 = state.frame.kind
    verb: i64 = action >> 7
    argument: i64 = action & 127
    if kind == ACT and (verb in (verbs.PASS, verbs.SKIP)):
        return Refusal("E-PASS", {})  # [KS-TURN-08]
    if not ANSWERS[kind] >> verb & 1:
        return Refusal("E-KIND", {"decision": FRAMES[kind]})
    if argument >= MISSING and verb in WITH_SPACE:
        return Refusal("E-SPACE", {"space": missing_text(argument)})
    if kind == ACT:
        return check_act(state, verb, argument)
    if verb in (verbs.SKIP, verbs.KEEP):
        may_skip = kind == SEED or open_step(state).may_skip
        return None if may_skip else Refusal("E-SKIP", {})  # [KS-RUL-08]
    if verb in WITH_SPACE:
        return check_space(state, argument)
    return None if is_offered(state, kind, argument) else Refusal("E-OPTION", {})


def is_offered(state: Kamisama, kind: i64, argument: i64) -> bool:
    """Is this argument among the answers of a question that is seldom asked?"""
    if kind == KAMI:
        return can_choose(state, argument)
    if kind == GAIN:
        return argument in open_step(state).choices
    if kind == TIE:
        return tied(state) >> argument & 1 == 1
    if kind == TAKE:
        return copy_in_hand(state, argument) >= 0
    return tokens_of(state.tokens, argument) > 0  # TOKEN


def check_act(state: Kamisama, verb: i64, argument: i64) -> Refusal | None:
    if verb == verbs.USE:
        return check_use(state, argument)
    if verb == verbs.RAGE:
        return check_rage(state)
    if verb == verbs.IDLE:
        listed = list_actions(state)
        is_listed = listed[len(listed) - 1] == pack(verbs.IDLE, 0)
        return None if is_listed else Refusal("E-OPTION", {})  # [KS-RUL-07]
    return check_basic(state, verb, argument)


def check_use(state: Kamisama, ability: i64) -> Refusal | None:
    """Once a turn, and only with enough cubes. [KS-ACT-04] [KS-ACT-08] [KS-ACT-10]"""
    kami = state.cards.kami_ids[state.players[state.asked].kami]
    facts = {"ability": f"{kami} {ability + 1}"}
    if is_used(state, ability):
        return Refusal("E-USED", facts)
    if cost_of(state, ability) > state.turn.cubes:
        facts |= {"cost": str(cost_of(state, ability)), "n": str(state.turn.cubes)}
        return Refusal("E-CUBES", facts)
    return None


def check_rage(state: Kamisama) -> Refusal | None:
    if not is_charged(state):
        return Refusal("E-RAGE", {"reason": "calm"})
    if not can_rage(state):
        return Refusal("E-RAGE", {"reason": "nothing_to_strike"})
    return None


def check_basic(state: Kamisama, verb: i64, space: i64) -> Refusal | None:
    """The common Add/Remove. [KS-ACT-05] [KS-TURN-07]"""
    here: i64 = bit(space)
    facts = {"space": state.cards.board.texts[space]}
    if not can_do_basics(state):
        return Refusal("E-BASIC", {})
    if not current_spaces(state, state.asked) & here:
        return Refusal("E-VILLAGE", facts)
    if verb == verbs.ADD:
        if state.occupied & here:
            return Refusal("E-OCCUPIED", facts)
        if not addable(state) & here:
            return Refusal("E-SUPPLY", {})
        return None
    if not state.occupied & here:
        return Refusal("E-EMPTY", facts)
    return None if removable(state) & here else Refusal("E-PROTECTED", facts)


def check_space(state: Kamisama, space: i64) -> Refusal | None:
    """A space that a step, a move, a Seed or the Fear token does not offer, and why not."""
    here: i64 = bit(space)
    if state.choices & here:
        return None
    facts = {"space": state.cards.board.texts[space]}
    occupied = state.occupied & here != 0
    kind: i64 = state.frame.kind
    op: i64 = open_step(state).op
    adds = kind == SEED or (kind == AT and op == ADD_STEP) or (kind == TO and op == MOVE_STEP)
    if adds and occupied:
        return Refusal("E-OCCUPIED", facts)
    if kind == AT and (op in (REMOVE_STEP, REPLACE_STEP)) and not occupied:
        return Refusal("E-EMPTY", facts)
    if not adds and protected_from(state, state.asked) & here:
        return Refusal("E-PROTECTED", facts)  # [KS-DES-24]
    return Refusal("E-OPTION", {})
