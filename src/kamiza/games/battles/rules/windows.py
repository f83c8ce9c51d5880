"""Reaction windows: who is asked, in which order, and what fits. [KB-FLOW-15..27]

A window belongs to an event. What could be used in it is decided twice: *openly*, from what
everybody sees, to know who is asked, and exactly, from the real hand, to know what is offered.
The first must never depend on a hidden card. [KB-FLOW-24]
"""

from __future__ import annotations

from typing import Final

from kamiza.core.action import NOBODY
from kamiza.core.native import append, i64, vec
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import GOD_SOURCE, NO_CARD, SINGLE, TEMPLE_SOURCE
from kamiza.games.battles.language import bit
from kamiza.games.battles.rules.abilities import abilities_of, can_pay, can_pay_openly, use_slot
from kamiza.games.battles.rules.hands import take_from_hand
from kamiza.games.battles.rules.moves import ASK_REACT, PASS, REACT_MOVE, pack
from kamiza.games.battles.rules.triggers import (
    EVERY_TRIGGER,
    fits_card,
    fits_god,
    kind_could,
    roles,
)
from kamiza.games.battles.rules.zones import is_in_zone
from kamiza.games.battles.stack.attacks import Attack, Window, attack_in
from kamiza.games.battles.stack.frame import depth
from kamiza.games.battles.stack.happenings import (
    ABILITY_USED,
    ATTACK_OWN,
    EVENTS,
    Damage,
)
from kamiza.games.battles.stack.uses import Banishing, Use
from kamiza.games.battles.table.battles import Battles, after, has_temple, in_play
from kamiza.games.battles.table.objects import TEMPLE
from kamiza.games.battles.table.players import PUBLIC

MOST_FRAMES: Final = 64  # [KB-FLOW-27]
MOST_REACTS: Final = 300


def may_open(state: Battles, event: i64) -> bool:
    """Does anybody own something that could react to such an event at all?"""
    return is_awaited(state, state.cards.awaited[event])


def is_awaited(state: Battles, wanted: i64) -> bool:
    """Does anybody own a React to one of these triggers that could be pulled for its owner?"""
    if wanted == 0:
        return False
    if state.players[state.active].triggers & wanted:
        return True
    wanted &= ~state.cards.of_active
    if wanted == 0:
        return False
    for player in state.players:
        if player.triggers & wanted:
            return True
    return False


def awaits(state: Battles, event: i64, seat: i64) -> i64:
    """Which triggers this event may pull, of those that the seat's Reacts wait for."""
    found: i64 = state.players[seat].triggers & state.cards.awaited[event]
    return found if seat == state.active else found & ~state.cards.of_active


def could(state: Battles, window: Window, seat: i64) -> bool:
    """Could the seat react, judging by public information only? [KB-FLOW-24]"""
    triggers: i64 = awaits(state, window.event, seat)
    if triggers == 0:
        return False
    triggers = roles(state, window, seat, triggers)
    if triggers == 0:
        return False
    if god_could(state, window, seat, triggers):
        return True
    player = state.players[seat]
    hand = player.hand
    seen = player.seen
    of_kinds = state.cards.triggers
    unknown = False
    for place in range(len(hand)):
        # What is known to be there counts, and so does any card that may be an unknown one.
        if not seen[place] >> PUBLIC & 1:
            unknown = True
        if of_kinds[hand[place]] & triggers:
            if kind_could(state, window, seat, hand[place], triggers):
                return True
    if not unknown:
        return False
    deck = player.deck
    rest = deck.rest
    for place in range(len(rest)):
        if of_kinds[rest[place]] & triggers:
            if kind_could(state, window, seat, rest[place], triggers):
                return True
    for place in range(len(deck.top)):
        if not deck.top_seen[place] >> PUBLIC & 1:
            if kind_could(state, window, seat, deck.top[place], triggers):
                return True
    for place in range(len(deck.bottom)):
        if not deck.bottom_seen[place] >> PUBLIC & 1:
            if kind_could(state, window, seat, deck.bottom[place], triggers):
                return True
    return False


def god_could(state: Battles, window: Window, seat: i64, triggers: i64) -> bool:
    """Could a React of the seat's god or standing temple be used, judging by open counts?"""
    for ability in abilities_of(state, seat, GOD_SOURCE):
        if fits_god(state, window, seat, GOD_SOURCE, ability, triggers):
            if can_pay_openly(state, seat, ability, False):
                return True
    if not has_temple(state, seat):
        return False
    for ability in abilities_of(state, seat, TEMPLE_SOURCE):
        if fits_god(state, window, seat, TEMPLE_SOURCE, ability, triggers):
            if can_pay_openly(state, seat, ability, False):
                return True
    return False


def reacts(state: Battles, window: Window, seat: i64) -> vec[i64]:
    """Every React the seat may use now, and pass: hand cards, god, temple. [KB-ABIL-03]"""
    listed: vec[i64] = vec[i64](capacity=8)
    triggers: i64 = roles(state, window, seat, EVERY_TRIGGER)
    hand = state.players[seat].hand
    last: i64 = NO_CARD
    for place in range(len(hand)):
        kind: i64 = hand[place]
        if kind == last:
            continue
        last = kind
        if state.cards.triggers[kind] & triggers == 0:
            continue
        for ability in state.cards.of_kind[kind]:
            if fits_card(state, window, seat, ability, triggers):
                if can_pay(state, seat, kind, ability, True):
                    listed = append(listed, pack(REACT_MOVE, kind, ability.index))
    if triggers != 0:
        listed = add_god_reacts(state, window, seat, triggers, listed)
    return listed if owes(state, window, seat) else append(listed, PASS)


def owes(state: Battles, window: Window, seat: i64) -> bool:
    """Must the seat use something before it may pass? [KB-START-03] [KB-END-03]

    Only gods and temples have what is due: it lies open, so nobody has to be believed.
    """
    if not state.cards.has_due:
        return False
    triggers: i64 = roles(state, window, seat, EVERY_TRIGGER)
    for source in (GOD_SOURCE, TEMPLE_SOURCE):
        if source == TEMPLE_SOURCE and not has_temple(state, seat):
            continue
        for ability in abilities_of(state, seat, source):
            if ability.is_due and fits_god(state, window, seat, source, ability, triggers):
                if can_pay(state, seat, source, ability, False):
                    return True
    return False


def add_god_reacts(
    state: Battles, window: Window, seat: i64, triggers: i64, listed: vec[i64]
) -> vec[i64]:
    for ability in abilities_of(state, seat, GOD_SOURCE):
        if fits_god(state, window, seat, GOD_SOURCE, ability, triggers):
            if can_pay(state, seat, GOD_SOURCE, ability, False):
                listed = append(listed, pack(REACT_MOVE, GOD_SOURCE, ability.index))
    if not has_temple(state, seat):
        return listed
    for ability in abilities_of(state, seat, TEMPLE_SOURCE):
        if fits_god(state, window, seat, TEMPLE_SOURCE, ability, triggers):
            if can_pay(state, seat, TEMPLE_SOURCE, ability, False):
                listed = append(listed, pack(REACT_MOVE, TEMPLE_SOURCE, ability.index))
    return listed


# -- opening and running ----------------------------------------------------------------------


def is_asked(state: Battles, window: Window, seat: i64) -> bool:
    """Is the seat asked in this window? [KB-FLOW-24] [KB-FLOW-25]"""
    if not in_play(state, seat) or not could(state, window, seat):
        return False
    if state.settings.holders:
        state.reveals += 1  # who is asked tells something about hands
        return reacts(state, window, seat)[0] != PASS
    return True


def open_window(state: Battles, window: Window, lead: i64) -> bool:
    """Put a window on the stack if anybody could react in it. [KB-FLOW-22]"""
    window.asks = lead
    window.below = state.frame
    seat: i64 = lead
    for _turn in range(state.seats):
        if in_play(state, seat) and could(state, window, seat):
            break
        if window.event == ATTACK_OWN:
            return False
        seat = after(state, seat)
    else:
        return False
    if not has_window(state):
        state.reacts = 0
    if depth(state.frame) >= MOST_FRAMES or state.reacts >= MOST_REACTS:
        if state.log is not None:
            state.emit("window_skipped", {})
        return False
    state.frame = window
    return True


def has_window(state: Battles) -> bool:
    frame = state.frame
    while frame is not None:
        if type(frame) is Window:
            return True
        frame = frame.below
    return False


def stands(state: Battles, window: Window) -> bool:
    """Is there still something to react to? [KB-FLOW-19]"""
    below = window.below
    if type(below) is Attack:
        return attack_stands(state, below)
    if type(below) is Use:
        return window.event != ABILITY_USED or not (below.is_cancelled or below.is_dead)
    if type(below) is Banishing:
        if below.is_cancelled or below.is_dead or not in_play(state, below.owner):
            return False
        return is_in_zone(state, below.owner, below.card, below.zone)
    return True


def attack_stands(state: Battles, attack: Attack) -> bool:
    """Not cancelled, and target and attacker are still there. [KB-FLOW-35]"""
    if attack.is_cancelled or attack.is_dead:
        return False
    owner: i64 = attack.target & 7
    if not in_play(state, owner):
        return False
    if attack.target >= TEMPLE and state.players[owner].temple_energy == 0:
        return False
    return attack.seat == NOBODY or in_play(state, attack.seat)


def run_window(state: Battles, window: Window) -> bool:
    """Ask the next seat that could react; close the window when all have passed. [KB-FLOW-17]"""
    while window.passes < state.seats and stands(state, window):
        seat: i64 = window.asks
        if is_asked(state, window, seat):
            state.asked = seat
            state.question = ASK_REACT
            return True
        if window.event == ATTACK_OWN:
            break
        window.passes += 1
        window.asks = after(state, seat)
    state.frame = window.below
    return False


def pass_window(state: Battles, window: Window) -> None:
    """The asked seat does not react. [KB-FLOW-18]"""
    seat: i64 = window.asks
    if state.log is not None:
        state.emit("passed", {"seat": seat, "to": EVENTS[window.event]})
    if window.event == ATTACK_OWN:
        window.passes = state.seats
        return
    attack = window.attack
    if attack is not None and attack.seat == seat:
        attack.is_answered = False  # [KB-FLOW-32]
    window.passes += 1
    window.asks = after(state, seat)


def react(state: Battles, window: Window, source: i64, index: i64) -> None:
    """Use a React: it is an ability like any other and can be answered itself. [KB-FLOW-20]"""
    seat: i64 = window.asks
    player = state.players[seat]
    ability = abilities_of(state, seat, source)[index - 1]
    window.passes = 0
    state.reacts += 1
    use = Use(seat, source, w.REACT, window)
    use.announce(ability)
    tell_who(use, window)
    attack = attack_in(window)
    if attack is not None and attack.seat != seat:
        attack.is_answered = True  # even by a reaction to a reaction [KB-FLOW-32]
    if source < TEMPLE_SOURCE:
        play_react_card(state, seat, source)
    else:
        slot: i64 = use_slot(source, ability)
        window.note_react(seat, slot)
        if ability.once_per_turn:
            player.used |= bit(slot)  # [KB-FLOW-30]
    state.frame = use
    if state.log is not None:
        facts: dict[str, object] = {
            "seat": seat, "source": state.cards.source_id(source), "ability": index,
            "number": ability.number,
        }  # fmt: skip
        state.emit("reacted", facts)


def tell_who(use: Use, window: Window) -> None:
    """Who attacks and who is attacked, if that is what the React is about."""
    attack = window.attack
    damage = window.about
    if attack is not None:
        use.attacker = attack.seat
        use.victim = attack.target & 7
    elif isinstance(damage, Damage):
        use.attacker = damage.attacker
        use.victim = damage.target & 7


def play_react_card(state: Battles, seat: i64, kind: i64) -> None:
    """The card goes to its player's Play Area and is no link of any Chain. [KB-FLOW-67]

    Nothing but a Banishing paid as cost and the Discard Phase takes a card out of a Play Area, so
    no card can be played twice in one window. [KB-FLOW-26]
    """
    player = state.players[seat]
    take_from_hand(player, kind)
    player.area = player.area + SINGLE[kind]
    if state.cards.type[kind] == w.DISCIPLE:
        player.disciples += 1
        if state.cards.rank[kind] == 1:
            player.disciples_1 += 1


def waiting_window(state: Battles, event: i64) -> Window:
    """A new window for an event, not yet open."""
    return Window(state.active, event, None)
