"""The attack procedure: declare, own Reacts, everybody's Reacts, resolve. [KB-ATK-01..19]"""

from __future__ import annotations

from kamiza.core.action import NOBODY
from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import GOD_SOURCE, NO_CARD, TEMPLE_SOURCE
from kamiza.games.battles.rules.energy import change_energy
from kamiza.games.battles.rules.moves import object_text
from kamiza.games.battles.rules.windows import attack_stands, open_window, waiting_window
from kamiza.games.battles.stack.attacks import ALL, OWN, OWN_DONE, Attack, Window, attack_in
from kamiza.games.battles.stack.happenings import (
    ATTACK_ALL,
    ATTACK_OWN,
    Damage,
    Defence,
    Redirection,
)
from kamiza.games.battles.stack.uses import RESOLVE, Use
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.objects import TEMPLE


def declare(state: Battles, use: Use, target: i64, value: i64, opens: bool) -> None:
    """Begin an Attack of the ability; a boost for the next Attack is used up. [KB-RUL-54]"""
    seat: i64 = NOBODY if use.way == w.REVEAL else use.seat
    attack = Attack(seat, use.source, target, value, state.frame)
    attack.opens = opens
    if seat != NOBODY:
        attacker = state.players[seat]
        attack.bonus = attacker.boost_next
        attacker.boost_next = 0
    use.has_hit = False
    state.frame = attack
    if state.log is not None:
        facts: dict[str, object] = {
            "source": source_of(state, seat, use.source), "target": object_text(target),
            "value": attack_value(state, attack),
        }  # fmt: skip
        facts["seat"] = None if seat == NOBODY else seat
        state.emit("attacked", facts)


def source_of(state: Battles, seat: i64, source: i64) -> str:
    """The card, god or temple an ability belongs to, by its own id."""
    if source == GOD_SOURCE:
        return state.cards.god_ids[state.players[seat].god]
    if source == TEMPLE_SOURCE:
        return state.cards.temple_ids[state.players[seat].temple]
    return state.cards.source_id(source)


def attack_value(state: Battles, attack: Attack) -> i64:
    """Printed value plus all modifiers. [KB-ATK-11]"""
    value: i64 = attack.value + attack.bonus
    if attack.seat != NOBODY:
        value += state.players[attack.seat].boost_turn
    return value


def run_attack(state: Battles, attack: Attack) -> bool:
    """The next stage of an Attack; it asks nothing itself. [KB-FLOW-31]"""
    if attack.stage == OWN:
        attack.stage = OWN_DONE
        if attack.seat != NOBODY:
            if open_window(state, waiting_window(state, ATTACK_OWN), attack.seat):
                return False
    if attack.stage == OWN_DONE:
        attack.stage = ALL
        if attack_stands(state, attack):
            if open_window(state, waiting_window(state, ATTACK_ALL), attack.target & 7):
                return False
    state.frame = attack.below
    if attack_stands(state, attack):
        resolve(state, attack)
    return False


def resolve(state: Battles, attack: Attack) -> None:
    """Attack Value minus all Defense is the loss. [KB-ATK-09] [KB-ATK-10]"""
    loss: i64 = attack_value(state, attack) - attack.defence
    if loss < 0:
        loss = 0
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
    if lost == 0 or state.winners != 0:
        return
    use = attack.use
    use.attacker = attack.seat
    use.victim = target & 7
    if target < TEMPLE:
        use.has_hit = True
    use.wait(Damage(attack.seat, attack.source, target, lost))


def defend(state: Battles, use: Use, value: i64) -> None:
    """Defense and Protect: an entry for the present target. [KB-FLOW-38]"""
    attack = attack_in(use)
    if attack is None or value == 0:
        return
    attack.defence += value
    attack.note(Defence(use.seat, use.source, value))
    if state.log is not None:
        facts: dict[str, object] = {
            "seat": use.seat, "source": source_of(state, use.seat, use.source), "value": value,
            "target": object_text(attack.target),
        }  # fmt: skip
        state.emit("defended", facts)


def redirect(state: Battles, use: Use, target: i64) -> None:
    """A new target: Defense for the old one is gone, its player is asked first. [KB-FLOW-34]"""
    window = use.below
    if not isinstance(window, Window):
        return
    attack = window.attack
    if attack is None:
        return
    attack.target = target
    attack.defence = 0
    attack.note(Redirection(use.seat, use.source, target))
    window.asks = target & 7
    window.passes = 0
    if state.log is not None:
        facts: dict[str, object] = {
            "seat": use.seat, "source": source_of(state, use.seat, use.source),
            "target": object_text(target),
        }  # fmt: skip
        state.emit("redirected", facts)


def boost_this(use: Use, value: i64) -> None:
    """A bonus for the Attack being handled."""
    attack = attack_in(use)
    if attack is not None:
        attack.bonus += value


def watchers(state: Battles, use: Use) -> bytes:
    """The watches of the attacker that the damage just done wakes. [KB-FLOW-23]"""
    found = b""
    if use.attacker == NOBODY or use.victim == use.attacker or not use.has_hit:
        return found
    type: i64 = state.cards.type[use.source] if use.source < state.cards.kinds else 0
    for place in range(0, len(state.watches), 3):
        if state.watches[place] == use.attacker:
            number: i64 = state.watches[place + 1] << 8 | state.watches[place + 2]
            step = state.cards.steps[number]
            if step.card == w.ANY_CARD or step.card & type:
                found += state.watches[place : place + 3]
    return found


def wake(state: Battles, use: Use) -> None:
    """Standing effects come by themselves, one after the other, in the order they were made."""
    found = watchers(state, use)
    use.has_hit = False
    place: i64 = len(found) - 3
    while place >= 0:  # the last one goes on the stack first
        number: i64 = found[place + 1] << 8 | found[place + 2]
        effect = Use(use.attacker, NO_CARD, w.WATCH_WAY, state.frame)
        effect.stage = RESOLVE  # nobody can answer it
        effect.instruction = state.cards.steps[number].jump
        effect.attacker = use.attacker
        effect.victim = use.victim
        state.frame = effect
        place -= 3
