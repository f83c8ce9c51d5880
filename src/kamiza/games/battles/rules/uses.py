"""Using an ability: announce, pay, be answered, resolve, and what comes after. [KB-FLOW-28..30]"""

from __future__ import annotations

from kamiza.core.native import append, i64, vec
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import GOD_SOURCE, SINGLE, TEMPLE_SOURCE
from kamiza.games.battles.instructions import go_on
from kamiza.games.battles.language import bit
from kamiza.games.battles.programs import Ability
from kamiza.games.battles.rules.abilities import (
    abilities_of,
    highest_x,
    is_act_ready,
    is_act_usable,
    is_target,
    may_choose_seat,
    payer_of,
    use_slot,
)
from kamiza.games.battles.rules.choosing import choose_cards
from kamiza.games.battles.rules.effects import resolve
from kamiza.games.battles.rules.energy import change_energy
from kamiza.games.battles.rules.hall import has_gap, refill
from kamiza.games.battles.rules.moves import (
    ACT_MOVE,
    ASK_USE,
    ASK_X,
    COLOUR_MOVE,
    MODE_MOVE,
    NO,
    SEAT_MOVE,
    TARGET_MOVE,
    USE_MOVE,
    X_MOVE,
    YES,
    pack,
)
from kamiza.games.battles.rules.piles import place_of, take_from_hand
from kamiza.games.battles.rules.windows import may_open, open_window, waiting_window
from kamiza.games.battles.stack import (
    ABILITY_USED,
    AFTER,
    ANSWERS,
    CANCELLED,
    CARD_RECRUITED,
    CHOOSE,
    CHOSEN,
    DEAD,
    NEED_ABILITY,
    NEED_COLOUR,
    NEED_MAY,
    NEED_MODE,
    NEED_SEAT,
    NEED_TARGET,
    NEED_X,
    NOTHING,
    PAY,
    PAY_BANISH,
    PAY_DISCARD,
    PLAYED,
    RESOLVE,
    SAID_YES,
    USE,
    WINDOW,
    Frame,
    attack_below,
    take_waiting,
    tell_window,
)
from kamiza.games.battles.table import (
    ARTIFACT_DECK,
    DECK_OBJECT,
    IN,
    NO_OBJECT,
    TEMPLE,
    WARRIOR_DECK,
    Battles,
)
from kamiza.games.battles.verbs.costs import PAY_BANISH_COST, PAY_DISCARD_COST

# -- beginning --------------------------------------------------------------------------------


def is_playable(state: Battles, kind: i64) -> bool:
    """A Disciple always; a link if the Chain is empty or its colour is in force. [KB-FLOW-12]"""
    if state.cards.type[kind] == w.DISCIPLE or len(state.chain) == 0:
        return True
    return state.cards.colour[kind] & state.colours != 0


def play(state: Battles, kind: i64) -> None:
    """Play a card from hand: it lies in the Play Area, a link sets the colours. [KB-CHAIN-04]"""
    seat: i64 = state.active
    player = state.players[seat]
    take_from_hand(player, kind)
    player.area = player.area + SINGLE[kind]
    if state.cards.type[kind] == w.DISCIPLE:
        player.disciples += 1
        if state.cards.rank[kind] == 1:
            player.disciples_1 += 1
    else:
        state.chain = state.chain + SINGLE[kind]
        state.colours = state.cards.chain[kind]
    frame = Frame(USE, seat, state.frame)
    frame.source = kind
    frame.way = w.ACT
    frame.step = CHOOSE
    frame.need = NEED_ABILITY
    frame.flags = PLAYED
    frame.ability = state.cards.of_kind[kind][0].number
    state.frame = frame
    if state.log is not None:
        state.emit("played", {"seat": seat, "card": state.cards.ids[kind]})


def act(state: Battles, source: i64, index: i64) -> None:
    """Use an Act of the god or temple; its limit is counted now. [KB-FLOW-30]"""
    seat: i64 = state.active
    ability = abilities_of(state, seat, source)[index - 1]
    state.players[seat].used |= bit(use_slot(source, ability))
    frame = Frame(USE, seat, state.frame)
    frame.source = source
    frame.way = w.ACT
    frame.ability = ability.number
    frame.pc = ability.begin
    frame.step = CHOOSE if ability.energy == w.X else PAY
    state.frame = frame
    if state.log is not None:
        tell_use(state, frame, ability)


def tell_use(state: Battles, frame: Frame, ability: Ability) -> None:
    facts: dict[str, object] = {
        "seat": frame.seat, "source": state.cards.source_id(frame.source),
        "ability": ability.index, "number": ability.number,
    }  # fmt: skip
    state.emit("used", facts)


def acts(state: Battles, listed: vec[i64]) -> vec[i64]:
    """The usable Acts of the active player's god and temple. [KB-PLAY-15]"""
    seat: i64 = state.active
    player = state.players[seat]
    used: i64 = player.used
    for ability in state.cards.god_acts[player.god]:
        if used >> (ability.index - 1) & 1 == 0:
            if is_act_ready(state, seat, GOD_SOURCE, ability):
                listed = append(listed, pack(ACT_MOVE, GOD_SOURCE, ability.index))
    if player.temple_energy > 0 and player.status == IN:
        for ability in state.cards.temple_acts[player.temple]:
            if used >> (ability.index + 7) & 1 == 0:
                if is_act_ready(state, seat, TEMPLE_SOURCE, ability):
                    listed = append(listed, pack(ACT_MOVE, TEMPLE_SOURCE, ability.index))
    return listed


# -- the steps of a use -----------------------------------------------------------------------


def run_use(state: Battles, frame: Frame) -> bool:
    """Go on with an ability until something else comes first; True if a question is open."""
    while state.frame is frame and frame.flags & DEAD == 0:
        if run_step(state, frame):
            return True
    return False


def run_step(state: Battles, frame: Frame) -> bool:
    """One step of a use; True if a question is open."""
    step: i64 = frame.step
    if step == RESOLVE:
        if frame.flags & CANCELLED:
            frame.step = AFTER
            return False
        return resolve(state, frame)
    if step == AFTER:
        return finish_use(state, frame)
    if step == CHOOSE:
        state.asked = frame.seat
        if frame.need == NEED_ABILITY:
            only: i64 = only_use(state, frame)
            if only >= 0:
                choose_ability(state, frame, only)
                return False
            state.question = ASK_USE
        else:
            frame.need = NEED_X
            state.question = ASK_X
        return True
    if step == PAY:
        pay_energy(state, frame)
        return False
    if step in (PAY_DISCARD, PAY_BANISH):
        pay_cards(state, frame)
        return False
    frame.step = RESOLVE
    if not state.cards.abilities[frame.ability].begins_with_attack:
        if may_open(state, ABILITY_USED):
            open_window(state, waiting_window(state, ABILITY_USED), state.active)
    return False


def pay_energy(state: Battles, frame: Frame) -> None:
    """Energy and Faith are paid at once; nothing can prevent a payment. [KB-ABIL-08]"""
    ability = state.cards.abilities[frame.ability]
    frame.step = ANSWERS
    if not ability.has_cost:
        return
    if ability.discard or ability.banish:
        frame.step = PAY_DISCARD
    if ability.faith:
        state.faith -= ability.faith
    if ability.energy:
        paid: i64 = frame.x if ability.energy == w.X else ability.energy
        object: i64 = payer_of(frame.source, ability) + frame.seat
        change_energy(state, object, -paid)


def pay_cards(state: Battles, frame: Frame) -> None:
    """Then cards are discarded, then cards are Banished."""
    ability = state.cards.abilities[frame.ability]
    seat: i64 = frame.seat
    if frame.step == PAY_DISCARD:
        frame.step = PAY_BANISH
        if ability.discard:
            n: i64 = ability.discard
            choose_cards(
                state, frame, seat, seat, PAY_DISCARD_COST, w.HAND, ability.cost_card, n, n
            )
            return
    frame.step = ANSWERS
    if ability.banish:
        choose_cards(
            state, frame, seat, seat, PAY_BANISH_COST, w.HAND_AND_AREA, ability.cost_card,
            ability.banish, ability.banish,
        )  # fmt: skip


def finish_use(state: Battles, frame: Frame) -> bool:
    """Events that waited get their windows in order; then the ability is done. [KB-FLOW-21]"""
    while len(frame.data) != 0:
        waited = take_waiting(frame)
        if not may_open(state, waited[0]):
            continue
        window = waiting_window(state, waited[0])
        tell_window(window, waited)
        if open_window(state, window, state.active):
            return False
    state.frame = frame.below
    if is_outermost(frame) and has_gap(state):  # [KB-RUL-55]
        refill(state, True)
    return False


def is_outermost(frame: Frame) -> bool:
    """Inside no other ability; after a recruit its own window is finished first. [KB-FLOW-46]"""
    below = frame.below
    if below is not None and below.kind == WINDOW and below.event == CARD_RECRUITED:
        return False
    while below is not None:
        if below.kind == USE:
            return False
        below = below.below
    return True


# -- answers ----------------------------------------------------------------------------------


def abilities_to_use(state: Battles, frame: Frame) -> vec[i64]:
    """Usable Acts of a played card; a link may also be played for nothing. [KB-RUL-15]"""
    listed: vec[i64] = vec[i64](capacity=8)
    for ability in state.cards.of_kind[frame.source]:
        if is_act_usable(state, frame.seat, frame.source, ability):
            listed = append(listed, pack(USE_MOVE, ability.index))
    if may_use_none(state, frame):
        listed = append(listed, USE_MOVE)
    return listed


def only_use(state: Battles, frame: Frame) -> i64:
    """What a played card has to be used for, or -1 if there is a choice. [KB-FLOW-09]"""
    found: i64 = 0
    for ability in state.cards.of_kind[frame.source]:
        if is_act_usable(state, frame.seat, frame.source, ability):
            if found != 0:
                return -1
            found = ability.index
    if found != 0 and may_use_none(state, frame):
        return -1
    return found


def may_use_none(state: Battles, frame: Frame) -> bool:
    """A link always; a Disciple unless an Act is usable that neither costs its player anything
    nor does harm. [KB-RUL-15] [KB-PLAY-14]"""
    if state.cards.type[frame.source] != w.DISCIPLE:
        return True
    for ability in state.cards.of_kind[frame.source]:
        if not ability.has_cost and not ability.harms:
            if is_act_usable(state, frame.seat, frame.source, ability):
                return False
    return True


def choose_ability(state: Battles, frame: Frame, index: i64) -> None:
    """The ability is chosen when the card is played, for good. [KB-PLAY-12]"""
    frame.need = NOTHING
    if index == 0:
        frame.step = AFTER
        return
    ability = state.cards.of_kind[frame.source][index - 1]
    frame.ability = ability.number
    frame.pc = ability.begin
    frame.step = CHOOSE if ability.energy == w.X else PAY
    if state.log is not None:
        tell_use(state, frame, ability)


def highest_x_of(state: Battles, frame: Frame) -> i64:
    return highest_x(state, frame.seat, frame.source, state.cards.abilities[frame.ability])


def present_target(frame: Frame) -> i64:
    """The target of the Attack that a redirect turns away from."""
    attack = attack_below(frame)
    if attack is None:
        return NO_OBJECT
    return attack.target


def can_target(state: Battles, frame: Frame, object: i64) -> bool:
    """May the user of the ability choose this object now?"""
    step = state.cards.steps[frame.pc]
    return is_target(state, frame.seat, step.at, object, present_target(frame))


def choices(state: Battles, frame: Frame) -> vec[i64]:
    """The answers an ability waits for."""
    need: i64 = frame.need
    listed: vec[i64] = vec[i64](capacity=8)
    if need == NEED_ABILITY:
        return abilities_to_use(state, frame)
    if need == NEED_X:
        for number in range(1, highest_x_of(state, frame) + 1):
            listed = append(listed, pack(X_MOVE, number))
    elif need == NEED_TARGET:
        listed = targets(state, frame)
    elif need == NEED_SEAT:
        step = state.cards.steps[frame.pc]
        for seat in range(state.seats):
            if may_choose_seat(state, frame.seat, step, seat):
                listed = append(listed, pack(SEAT_MOVE, seat))
    elif need == NEED_MODE:
        listed = vec[i64]([pack(MODE_MOVE, 1), pack(MODE_MOVE, 2)])
    elif need == NEED_COLOUR:
        for colour in range(5):
            if may_name(frame, colour):
                listed = append(listed, pack(COLOUR_MOVE, colour))
    elif need == NEED_MAY:
        listed = vec[i64]([YES, NO])
    return listed


def may_name(frame: Frame, colour: i64) -> bool:
    """Two different colours, one after the other."""
    return frame.target == NO_OBJECT or not frame.target >> colour & 1


def targets(state: Battles, frame: Frame) -> vec[i64]:
    """Gods and temples seat by seat, or decks."""
    listed: vec[i64] = vec[i64](capacity=8)
    for seat in range(state.seats):
        for object in (seat, TEMPLE + seat, DECK_OBJECT + seat):
            if can_target(state, frame, object):
                listed = append(listed, pack(TARGET_MOVE, object))
    for object in (WARRIOR_DECK, ARTIFACT_DECK):
        if can_target(state, frame, object):
            listed = append(listed, pack(TARGET_MOVE, object))
    return listed


def choose(state: Battles, frame: Frame, verb: i64, argument: i64) -> None:
    """Take an answer; the instruction goes on with it."""
    if verb == USE_MOVE:
        choose_ability(state, frame, argument)
    elif verb == X_MOVE:
        frame.x = argument
        frame.need = NOTHING
        frame.step = PAY
    elif verb == COLOUR_MOVE:
        if frame.target == NO_OBJECT:
            frame.target = bit(argument)
        else:
            frame.target |= bit(argument)
            frame.need = CHOSEN
    elif verb == YES:
        frame.need = SAID_YES
    elif verb == NO:
        go_on(frame, state.cards.steps[frame.pc])
    elif verb == MODE_MOVE:
        frame.target = frame.seat if argument == 1 else TEMPLE + frame.seat
        frame.need = CHOSEN
    else:
        frame.target = argument
        frame.need = CHOSEN


def in_hand(state: Battles, seat: i64, kind: i64) -> bool:
    return place_of(state.players[seat].hand, kind) >= 0
