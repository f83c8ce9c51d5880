"""The verbs cards are written in: one small function each, and the loop that runs them.

`resolve` carries out the instructions of an ability until one of them needs an answer or has
opened something of its own. What cannot be done is left out, the rest is done. [KB-ABIL-12]
"""

from __future__ import annotations

from kamiza.core.action import NOBODY
from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD, NO_TEMPLE, SINGLE, TEMPLE_SOURCE
from kamiza.games.battles.instructions import amount, ask, ask_again, go_on
from kamiza.games.battles.programs import Step
from kamiza.games.battles.rules import attack, hall
from kamiza.games.battles.rules.abilities import could_do, has_target, holds
from kamiza.games.battles.rules.choosing import choose_cards, rescue
from kamiza.games.battles.rules.effects_cards import (
    cards_step,
    deck_step,
    gain_step,
    look_step,
    steal_step,
)
from kamiza.games.battles.rules.energy import change_energy
from kamiza.games.battles.rules.piles import has_cards, lift
from kamiza.games.battles.stack import (
    AFTER,
    ATTACK_FRAME,
    CANCELLED,
    CHOSEN,
    DEAD,
    ENERGY_GAINED,
    FOR_FETCH_DECK,
    FOR_FETCH_HAND,
    HIT,
    NEED_COLOUR,
    NEED_MAY,
    NEED_MODE,
    NEED_TARGET,
    NOTHING,
    Frame,
    attack_below,
)
from kamiza.games.battles.table import NO_OBJECT, TEMPLE, Battles, Facts, has_temple, in_play


def resolve(state: Battles, frame: Frame) -> bool:
    """Run instructions; True if a question is open now."""
    steps = state.cards.steps
    while True:
        step = steps[frame.pc]
        if step.verb == w.END:
            frame.step = AFTER
            return False
        if frame.need == NOTHING:
            if not holds(state, frame.seat, step.condition, step.limit, frame.moved):
                frame.pc = step.after
                continue
            if step.may:
                if could_do(state, frame.seat, step):
                    return ask(state, frame, NEED_MAY)
                frame.pc = step.after
                continue
        if carry_out(state, frame, step):
            return True
        if state.frame is not frame or frame.flags & DEAD:
            return False  # something else is on top, or the user is out of the game


def carry_out(state: Battles, frame: Frame, step: Step) -> bool:
    """One instruction; True if it needs an answer first."""
    verb: i64 = step.verb
    if NOTHING < frame.need < CHOSEN:
        return ask_again(state, frame)
    if verb == w.ATTACK:
        return attack_step(state, frame, step)
    if verb == w.ENERGY or verb == w.DRAIN:
        return energy_step(state, frame, step)
    if verb == w.REDIRECT:
        return redirect_step(state, frame, step)
    if verb == w.LOOK:
        return look_step(state, frame, step)
    if verb == w.RECOLOR:
        return recolor_step(state, frame, step)
    if verb == w.DISCARD_CARDS or verb == w.BANISH or verb == w.REINCARNATE:
        return cards_step(state, frame, step)
    if verb == w.DRAW or verb == w.MILL or verb == w.RESHUFFLE:
        return deck_step(state, frame, step)
    if verb == w.STEAL:
        return steal_step(state, frame, step)
    if verb >= w.END:
        return control_step(state, frame, step)
    place: i64 = frame.pc
    go_on(frame, step)
    simple_step(state, frame, step, place)
    return False


def simple_step(state: Battles, frame: Frame, step: Step, place: i64) -> None:
    """Instructions that ask nothing themselves; `place` is where the step stands."""
    verb: i64 = step.verb
    seat: i64 = frame.seat
    n: i64 = amount(state, frame, step.n)
    if verb == w.FAITH:
        gain_faith(state, seat, n)
    elif verb == w.DEFEND or verb == w.PROTECT:
        attack.defend(state, frame, n)
    elif verb == w.BOOST:
        boost(state, frame, step.mode, n)
    elif verb == w.CANCEL:
        cancel(state, frame)
    elif verb == w.DISCOUNT:
        discount(state, frame, step, n)
    elif verb == w.FETCH:
        to: i64 = FOR_FETCH_HAND if step.to == w.HAND else FOR_FETCH_DECK
        least: i64 = 0 if step.upto else n
        choose_cards(state, frame, seat, seat, to, w.DISCARD, step.card, least, n)
    elif verb == w.GAIN:
        gain_step(state, frame, step)
    elif verb == w.RESCUE:
        rescue(state, frame, step.to)
    elif verb == w.REFRESH:
        hall.refresh(state, step.mode)
    elif verb == w.ADJUDICATE:
        adjudicate(state, frame, step, place)
    elif verb == w.WATCH:
        watch(state, frame, place)


# -- combat -----------------------------------------------------------------------------------


def attack_step(state: Battles, frame: Frame, step: Step) -> bool:
    """Choose a target and attack it. [KB-ATK-02]"""
    if step.at == w.CURRENT_GOD:
        frame.target = state.active  # in play, or this frame would be dead
    elif frame.need != CHOSEN:
        if not has_target(state, frame.seat, step.at, NO_OBJECT):
            return go_on(frame, step)
        return ask(state, frame, NEED_TARGET)
    opens = frame.way != w.REVEAL and is_first_step(state, frame)
    frame.need = NOTHING
    frame.pc += 1  # the `hit` steps follow
    attack.declare(state, frame, frame.target, amount(state, frame, step.n), opens)
    return False


def is_first_step(state: Battles, frame: Frame) -> bool:
    if frame.way == w.WATCH_WAY:
        return False
    ability = state.cards.abilities[frame.ability]
    return ability.begins_with_attack and frame.pc == ability.begin


def redirect_step(state: Battles, frame: Frame, step: Step) -> bool:
    """Another target for the Attack. [KB-ATK-19]"""
    if step.at == w.MY_TEMPLE:
        frame.target = TEMPLE + frame.seat
        if not has_temple(state, frame.seat):
            return go_on(frame, step)
    elif frame.need != CHOSEN:
        present = attack_below(frame)
        if present is None or not has_target(state, frame.seat, step.at, present.target):
            return go_on(frame, step)
        return ask(state, frame, NEED_TARGET)
    target: i64 = frame.target
    go_on(frame, step)
    attack.redirect(state, frame, target)
    return False


def boost(state: Battles, frame: Frame, scope: i64, n: i64) -> None:
    """A bonus for this, the next, or all own Attacks of the turn; boosts add up."""
    player = state.players[frame.seat]
    if scope == w.THIS_ATTACK:
        attack.boost_this(frame, n)
    elif scope == w.NEXT_ATTACK:
        player.boost_next += n
    else:
        player.boost_turn += n
    if state.log is not None:
        state.emit("boosted", {"seat": frame.seat, "count": n, "scope": w.SCOPES[scope]})


def cancel(state: Battles, frame: Frame) -> None:
    """The ability reacted to does nothing; its costs stay paid. [KB-ABIL-10] [KB-FLOW-28]"""
    window = frame.below
    below = None if window is None else window.below
    if below is not None and below.kind == ATTACK_FRAME:
        below.flags |= CANCELLED
        below = below.below
    if below is None:
        return
    below.flags |= CANCELLED
    if state.log is not None:
        facts: Facts = {
            "seat": frame.seat, "source": attack.source_of(state, frame),
            "victim": below.seat, "card": attack.source_of(state, below),
        }  # fmt: skip
        state.emit("cancelled", facts)


# -- Energy and Faith -------------------------------------------------------------------------


def energy_step(state: Battles, frame: Frame, step: Step) -> bool:
    """Put Energy on something, or take it away."""
    at: i64 = step.at
    seat: i64 = frame.seat
    object: i64 = NO_OBJECT
    if frame.need == CHOSEN:
        object = frame.target
    elif at == w.MINE:
        if has_temple(state, seat) and amount(state, frame, step.n) > 0:
            return ask(state, frame, NEED_MODE)
        object = seat
    elif at in (w.ANY_GOD, w.OPP_GOD, w.OPP_TEMPLE, w.OPP):
        if has_target(state, seat, at, NO_OBJECT) and amount(state, frame, step.n) > 0:
            return ask(state, frame, NEED_TARGET)
    else:
        object = fixed_object(state, frame, at)
    n: i64 = amount(state, frame, step.n)
    go_on(frame, step)
    if step.verb == w.DRAIN:
        drain(state, frame, object, n)
    else:
        put_energy(state, frame, object, n, step.revive)
    return False


def fixed_object(state: Battles, frame: Frame, at: i64) -> i64:
    """The god or temple that needs no choosing, or nothing if it is not there."""
    seat: i64 = frame.seat
    if at == w.MY_GOD:
        return seat
    if at == w.MY_TEMPLE:
        return TEMPLE + seat
    if at == w.THIS:
        return TEMPLE + seat if frame.source == TEMPLE_SOURCE else seat
    if at == w.ATTACKER_GOD:
        if frame.attacker == NOBODY:
            return NO_OBJECT
        return frame.attacker
    if frame.victim == NOBODY:
        return NO_OBJECT
    return frame.victim if at == w.VICTIM_GOD else TEMPLE + frame.victim


def put_energy(state: Battles, frame: Frame, object: i64, n: i64, revive: bool) -> None:
    """A destroyed or missing temple gets nothing, unless it is raised. [KB-TEMP-04] [KB-RUL-33]"""
    if object == NO_OBJECT or n == 0 or not in_play(state, object & 7):
        return
    if object >= TEMPLE and not has_temple(state, object & 7):
        if not revive or state.players[object & 7].temple == NO_TEMPLE:
            return
        if state.log is not None:
            state.emit("temple_raised", {"seat": object & 7})
    change_energy(state, object, n)
    if object < TEMPLE and state.winners == 0:
        frame.data += bytes([ENERGY_GAINED, object, 0, 0, 0])


def drain(state: Battles, frame: Frame, object: i64, n: i64) -> None:
    """Energy lost by an effect: no Attack and no damage. [KB-RUL-31]"""
    frame.lost = 0
    if object == NO_OBJECT or n == 0 or not in_play(state, object & 7):
        return
    frame.lost = -change_energy(state, object, -n)


def gain_faith(state: Battles, seat: i64, n: i64) -> None:
    """Faith exists only for the active player. [KB-RUL-20]"""
    if seat != state.active or n == 0:
        return
    state.faith += n
    if state.log is not None:
        state.emit("faith", {"seat": seat, "count": n, "faith": state.faith})


def discount(state: Battles, frame: Frame, step: Step, n: i64) -> None:
    """Cards of a filter cost less until the end of the turn; discounts add up."""
    player = state.players[frame.seat]
    if step.card & w.WARRIOR:
        player.discount_warrior += n
    if step.card & w.ARTIFACT:
        player.discount_artifact += n
    if step.card & w.DISCIPLE:
        player.discount_disciple += n
    if state.log is not None:
        state.emit("discounted", {"seat": frame.seat, "count": n, "filter": step.card})


# -- colours, chance, time --------------------------------------------------------------------


def recolor_step(state: Battles, frame: Frame, step: Step) -> bool:
    """New Chaining Colours for the last link. [KB-RUL-53] [KB-FLOW-66]"""
    if frame.seat != state.active or len(state.chain) == 0:
        return go_on(frame, step)
    if step.mode == w.ALL_FIVE:
        recolor(state, frame, w.ALL_COLOURS)
        return go_on(frame, step)
    if frame.need != CHOSEN:
        frame.target = NO_OBJECT
        return ask(state, frame, NEED_COLOUR)
    recolor(state, frame, frame.target)
    return go_on(frame, step)


def recolor(state: Battles, frame: Frame, colours: i64) -> None:
    state.colours = colours
    if state.log is not None:
        names = [w.COLOURS[colour] for colour in range(5) if colours >> colour & 1]
        state.emit("recoloured", {"seat": frame.seat, "colours": names})


def adjudicate(state: Battles, frame: Frame, step: Step, place: i64) -> None:
    """Reveal the own top card and go on as it says. [KB-ABIL-12]"""
    if not has_cards(state, frame.seat):
        return  # neither branch [KB-FLOW-60]
    kind: i64 = lift(state, frame.seat) & 255
    frame.held = kind
    fits = state.cards.type[kind] & step.card != 0
    frame.pc = place + 1 if fits else step.jump
    if state.log is not None:
        facts: Facts = {
            "seat": frame.seat, "card": state.cards.ids[kind], "fits": fits
        }  # fmt: skip
        state.show("adjudicated", facts)


def watch(state: Battles, frame: Frame, place: i64) -> None:
    """A standing effect until the end of the turn: who, and which step it is."""
    state.watches += bytes([frame.seat, place >> 8, place & 255])


def control_step(state: Battles, frame: Frame, step: Step) -> bool:
    """What the reader added to make one row of nested steps."""
    if step.verb == w.UNLESS_HIT:
        frame.pc = frame.pc + 1 if frame.flags & HIT else step.jump
    elif step.verb == w.JUMP:
        frame.pc = step.jump
    elif step.verb == w.WATCHES:
        frame.pc += 1
        if frame.flags & HIT:
            attack.wake(state, frame)
    else:
        frame.pc += 1
        if frame.held != NO_CARD:
            state.players[frame.seat].discard += SINGLE[frame.held]
            frame.held = NO_CARD
    return False
