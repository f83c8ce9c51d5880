"""The attack procedure: declare, own Reacts, everybody's Reacts, resolve. [KB-ATK-01..19]"""

from __future__ import annotations

from kamiza.core.action import NOBODY
from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import GOD_SOURCE, NO_CARD, TEMPLE_SOURCE
from kamiza.games.battles.rules.energy import change_energy
from kamiza.games.battles.rules.moves import object_text
from kamiza.games.battles.rules.windows import attack_stands, open_window, waiting_window
from kamiza.games.battles.stack import (
    ALL,
    ATTACK_ALL,
    ATTACK_FRAME,
    ATTACK_OWN,
    HIT,
    OPENS,
    OWN,
    OWN_DONE,
    RESOLVE,
    USE,
    Frame,
    attack_below,
    damage_waits,
    note_defence,
    note_redirect,
)
from kamiza.games.battles.table import TEMPLE, Battles


def declare(state: Battles, use: Frame, target: i64, value: i64, opens: bool) -> None:
    """Begin an Attack of the ability; a boost for the next Attack is used up. [KB-RUL-54]"""
    frame = Frame(ATTACK_FRAME, NOBODY if use.way == w.REVEAL else use.seat, state.frame)
    frame.source = use.source
    frame.target = target
    frame.value = value
    if opens:
        frame.flags = OPENS
    if frame.seat != NOBODY:
        attacker = state.players[frame.seat]
        frame.bonus = attacker.boost_next
        attacker.boost_next = 0
    use.flags &= ~HIT
    state.frame = frame
    if state.log is not None:
        facts: dict[str, object] = {
            "source": source_of(state, frame), "target": object_text(target),
            "value": attack_value(state, frame),
        }  # fmt: skip
        facts["seat"] = None if frame.seat == NOBODY else frame.seat
        state.emit("attacked", facts)


def source_of(state: Battles, frame: Frame) -> str:
    """The card, god or temple whose ability this is, by its own id."""
    if frame.source == GOD_SOURCE:
        return state.cards.god_ids[state.players[frame.seat].god]
    if frame.source == TEMPLE_SOURCE:
        return state.cards.temple_ids[state.players[frame.seat].temple]
    return state.cards.source_id(frame.source)


def attack_value(state: Battles, attack: Frame) -> i64:
    """Printed value plus all modifiers. [KB-ATK-11]"""
    value: i64 = attack.value + attack.bonus
    if attack.seat != NOBODY:
        value += state.players[attack.seat].boost_turn
    return value


def run_attack(state: Battles, frame: Frame) -> bool:
    """The next stage of an Attack; it asks nothing itself. [KB-FLOW-31]"""
    if frame.step == OWN:
        frame.step = OWN_DONE
        if frame.seat != NOBODY:
            if open_window(state, waiting_window(state, ATTACK_OWN), frame.seat):
                return False
    if frame.step == OWN_DONE:
        frame.step = ALL
        if attack_stands(state, frame):
            if open_window(state, waiting_window(state, ATTACK_ALL), frame.target & 7):
                return False
    state.frame = frame.below
    if attack_stands(state, frame):
        resolve(state, frame)
    return False


def resolve(state: Battles, attack: Frame) -> None:
    """Attack Value minus all Defense is the loss. [KB-ATK-09] [KB-ATK-10]"""
    loss: i64 = attack_value(state, attack) - attack.defence
    if loss < 0:
        loss = 0
    use = attack.below
    target: i64 = attack.target
    lost: i64 = 0
    if state.log is not None:
        facts: dict[str, object] = {
            "target": object_text(target), "value": attack_value(state, attack),
            "defence": attack.defence, "loss": loss,
        }  # fmt: skip
        state.emit("attack_resolved", facts)
    if loss > 0:
        lost = -change_energy(state, target, -loss)
    if lost == 0 or state.winners != 0 or use is None or use.kind != USE:
        return
    use.attacker = attack.seat
    use.victim = target & 7
    if target < TEMPLE:
        use.flags |= HIT
    damage_waits(use, attack.seat, attack.source, target, lost)


def defend(state: Battles, use: Frame, value: i64) -> None:
    """Defense and Protect: an entry for the present target. [KB-FLOW-38]"""
    attack = attack_below(use)
    if attack is None or value == 0:
        return
    attack.defence += value
    note_defence(attack, use.seat, use.source, value)
    if state.log is not None:
        facts: dict[str, object] = {
            "seat": use.seat, "source": source_of(state, use), "value": value,
            "target": object_text(attack.target),
        }  # fmt: skip
        state.emit("defended", facts)


def redirect(state: Battles, use: Frame, target: i64) -> None:
    """A new target: Defense for the old one is gone, its player is asked first. [KB-FLOW-34]"""
    window = use.below
    attack = None if window is None else window.below
    if window is None or attack is None or attack.kind != ATTACK_FRAME:
        return
    attack.target = target
    attack.defence = 0
    note_redirect(attack, use.seat, use.source, target)
    window.at = target & 7
    window.quiet = 0
    if state.log is not None:
        facts: dict[str, object] = {
            "seat": use.seat, "source": source_of(state, use), "target": object_text(target)
        }  # fmt: skip
        state.emit("redirected", facts)


def boost_this(use: Frame, value: i64) -> None:
    """A bonus for the Attack being handled."""
    attack = attack_below(use)
    if attack is not None:
        attack.bonus += value


def watchers(state: Battles, use: Frame) -> bytes:
    """The watches of the attacker that the damage just done wakes. [KB-FLOW-23]"""
    found = b""
    if use.attacker == NOBODY or use.victim == use.attacker or not use.flags & HIT:
        return found
    type: i64 = state.cards.type[use.source] if use.source < state.cards.kinds else 0
    for place in range(0, len(state.watches), 3):
        if state.watches[place] == use.attacker:
            number: i64 = state.watches[place + 1] << 8 | state.watches[place + 2]
            step = state.cards.steps[number]
            if step.card == w.ANY_CARD or step.card & type:
                found += state.watches[place : place + 3]
    return found


def wake(state: Battles, use: Frame) -> None:
    """Standing effects come by themselves, one after the other, in the order they were made."""
    found = watchers(state, use)
    use.flags &= ~HIT
    place: i64 = len(found) - 3
    while place >= 0:  # the last one goes on the stack first
        number: i64 = found[place + 1] << 8 | found[place + 2]
        frame = Frame(USE, use.attacker, state.frame)
        frame.source = NO_CARD
        frame.way = w.WATCH_WAY
        frame.step = RESOLVE  # nobody can answer it
        frame.pc = state.cards.steps[number].jump
        frame.attacker = use.attacker
        frame.victim = use.victim
        state.frame = frame
        place -= 3
