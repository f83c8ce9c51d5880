"""Abilities: conditions, Activation Costs, and whether an Act could do anything. [KB-ABIL-01..14]

Everything here only looks; `effects.py` does. What a player can pay or use is asked by the moves,
by the refusals and by the reaction windows alike.
"""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import GOD_SOURCE, NO_TEMPLE, TEMPLE_SOURCE
from kamiza.games.battles.language import bit
from kamiza.games.battles.programs import Ability, Step
from kamiza.games.battles.rules.decks import has_cards
from kamiza.games.battles.rules.rows import count_fitting
from kamiza.games.battles.stack.uses import Use
from kamiza.games.battles.table.battles import Battles, are_opponents, has_temple, is_opponent
from kamiza.games.battles.table.objects import ARTIFACT_DECK, DECK_OBJECT, TEMPLE, WARRIOR_DECK
from kamiza.games.battles.table.players import IN, SUPPORT
from kamiza.games.battles.verbs.declared import AMOUNTS

# -- which ability ----------------------------------------------------------------------------


def abilities_of(state: Battles, seat: i64, source: i64) -> list[Ability]:
    """The abilities of a card, or of the seat's god or temple."""
    if source == GOD_SOURCE:
        return state.cards.of_god[state.players[seat].god]
    if source == TEMPLE_SOURCE:
        temple: i64 = state.players[seat].temple
        if temple == NO_TEMPLE:
            return state.cards.of_temple[0]
        return state.cards.of_temple[temple]
    return state.cards.of_kind[source]


def use_slot(source: i64, ability: Ability) -> i64:
    """The bit that counts the uses of a god or temple ability in a turn."""
    return ability.index - 1 + (8 if source == TEMPLE_SOURCE else 0)


def is_used_up(state: Battles, seat: i64, source: i64, ability: Ability) -> bool:
    """Acts of gods and temples, and what says so, work once per turn. [KB-TURN-06] [KB-GOD-04]"""
    if source < TEMPLE_SOURCE or (ability.type == w.REACT and not ability.once_per_turn):
        return False
    return state.players[seat].used >> use_slot(source, ability) & 1 == 1


# -- conditions -------------------------------------------------------------------------------


def holds(state: Battles, seat: i64, condition: i64, limit: i64, moved: i64) -> bool:
    """Is a condition true for the user of an ability?"""
    if condition == w.ALWAYS:
        return True
    player = state.players[seat]
    if condition == w.CHAIN_MIN:
        return seat == state.active and len(state.chain) >= limit
    if condition == w.DISCIPLES_MIN:
        return player.disciples >= limit
    if condition == w.ENERGY_MAX:
        return player.energy <= limit
    if condition == w.MOVED_MIN:
        return moved >= limit
    if limit == 1:
        return has_temple(state, seat)
    return player.temple != NO_TEMPLE and player.temple_energy == 0


# -- costs ------------------------------------------------------------------------------------


def most_energy(state: Battles, seat: i64, ability: Ability) -> i64:
    """What can be paid: a god keeps its last Energy. A Supporting God need not, it is Sealed
    and comes back; nor need a temple, it is destroyed. [KB-RUL-19]"""
    player = state.players[seat]
    if ability.is_paid_by_temple:
        return player.temple_energy
    if player.role == SUPPORT:
        return player.energy
    return player.energy - 1


def highest_x(state: Battles, seat: i64, ability: Ability) -> i64:
    """The largest X: what can be paid, the printed limit, and the cards there are to move."""
    most: i64 = most_energy(state, seat, ability)
    if ability.most < most:
        most = ability.most
    place: i64 = ability.begin
    while not state.cards.steps[place].is_end:
        step = state.cards.steps[place]
        if step.n == w.X and step.who == w.ME and step.verb.moves_own_cards:
            player = state.players[seat]
            row = player.hand if step.zone == w.HAND else player.discard
            exist: i64 = count_fitting(state, row, step.card)
            if exist < most:
                most = exist
        place = step.after
    return most


def can_pay_openly(state: Battles, seat: i64, ability: Ability, from_hand: bool) -> bool:
    """Judging by what everybody sees, could the cost be paid? [KB-FLOW-24]

    `from_hand`: the card itself is still in the hand and cannot pay for itself.
    """
    if not ability.has_cost:
        return True
    if ability.energy != 0:
        need: i64 = ability.energy
        if need == w.X:
            need = 1
        if most_energy(state, seat, ability) < need:
            return False
    if ability.faith != 0 and (seat != state.active or state.faith < ability.faith):
        return False
    player = state.players[seat]
    hand: i64 = len(player.hand) - (1 if from_hand else 0)
    if ability.discard > hand:
        return False
    if ability.banish == 0:
        return True
    area: i64 = count_fitting(state, player.area, ability.cost_card)
    return ability.banish + ability.discard <= hand + area


def can_pay(state: Battles, seat: i64, source: i64, ability: Ability, from_hand: bool) -> bool:
    """Can the whole cost be paid, with the cards there really are? [KB-ABIL-09]

    A card just played lies in the Play Area and cannot pay for itself either.
    """
    if not ability.has_cost:
        return True
    if ability.costs_energy_only:
        return most_energy(state, seat, ability) >= ability.energy
    if not can_pay_openly(state, seat, ability, from_hand):
        return False
    if ability.energy == w.X and highest_x(state, seat, ability) < 1:
        return False
    if ability.discard == 0 and ability.banish == 0:
        return True
    player = state.players[seat]
    hand: i64 = count_fitting(state, player.hand, ability.cost_card)
    own: i64 = 0  # the card itself fits the filter but is no payment
    if source < TEMPLE_SOURCE and state.cards.type[source] & ability.cost_card:
        own = 1
    if from_hand:
        hand -= own
    if ability.discard > hand:
        return False
    if ability.banish == 0:
        return True
    area: i64 = count_fitting(state, player.area, ability.cost_card)
    if not from_hand:
        area -= own
    return ability.banish + ability.discard <= hand + area


# -- could an Act do anything? ----------------------------------------------------------------


def is_useful(state: Battles, seat: i64, source: i64, ability: Ability) -> bool:
    """As far as its user can see, could one of the instructions do something? [KB-FLOW-13]"""
    steps = state.cards.steps
    place: i64 = ability.begin
    is_first = True
    while not steps[place].is_end:
        step = steps[place]
        if holds(state, seat, step.condition, step.limit, 0):
            if step.verb.can(state, seat, step):
                return True
        if is_first and step.verb.must_work:
            return False  # [KB-FLOW-66]
        is_first = False
        place = step.after
    return False


def fixed_amount(state: Battles, seat: i64, n: i64) -> i64:
    """An amount as far as it is known before anything has happened."""
    if n < w.X:
        return n
    return AMOUNTS[n - w.X].before(state, seat)


# -- whom and what an instruction may choose --------------------------------------------------


def is_target(state: Battles, seat: i64, at: i64, object: i64, not_this: i64) -> bool:
    """May the user choose this object? [KB-ATK-02] [KB-ATK-03] [KB-SEAL-05]

    `not_this`: the present target of an Attack that is being redirected.
    """
    owner: i64 = object & 7
    if object >= DECK_OBJECT:
        if at != w.ANY_DECK:
            return False
        if object == WARRIOR_DECK:
            return state.warrior_deck.size() > 0
        if object == ARTIFACT_DECK:
            return state.artifact_deck.size() > 0
        return owner < state.seats and state.players[owner].status == IN and has_cards(state, owner)
    if owner >= state.seats or state.players[owner].status != IN:
        return False
    if object >= TEMPLE:
        if state.players[owner].temple_energy == 0:
            return False
        return (at == w.OPP or at == w.OPP_TEMPLE) and are_opponents(state, seat, owner)
    if at == w.ANY_GOD:
        return True
    if at == w.OTHER_GOD:
        return object != not_this
    if at == w.CURRENT_GOD:
        return owner == state.active
    return (at == w.OPP or at == w.OPP_GOD) and are_opponents(state, seat, owner)


def has_target(state: Battles, seat: i64, at: i64, not_this: i64) -> bool:
    """Is there anything the user may choose?"""
    if at == w.MY_TEMPLE:
        return has_temple(state, seat)
    for owner in range(state.seats):
        if at == w.ANY_DECK:
            if is_target(state, seat, at, DECK_OBJECT + owner, not_this):
                return True
        elif is_target(state, seat, at, owner, not_this) or is_target(
            state, seat, at, TEMPLE + owner, not_this
        ):
            return True
    if at == w.ANY_DECK:
        return state.warrior_deck.size() > 0 or state.artifact_deck.size() > 0
    return False


def seat_fits(state: Battles, seat: i64, step: Step, other: i64) -> bool:
    """Could the instruction do something to this player, as far as its user can see?"""
    return state.players[other].status == IN and step.verb.fits_seat(state, seat, step, other)


def may_choose_seat(state: Battles, seat: i64, step: Step, other: i64) -> bool:
    """May the user pick this player for the instruction?"""
    if step.who == w.OPPONENT or step.who == w.EACH_OPPONENT:
        if not are_opponents(state, seat, other):
            return False
    return seat_fits(state, seat, step, other)


def asks_for_seat(step: Step) -> bool:
    """Does the user pick a player for this instruction?"""
    return step.who == w.ANYBODY or step.who == w.OPPONENT


def has_seat(state: Battles, seat: i64, step: Step) -> bool:
    """Is there a player to whom the instruction could do something?"""
    if asks_for_seat(step) or step.who == w.EACH_OPPONENT:
        for other in range(state.seats):
            if may_choose_seat(state, seat, step, other):
                return True
        return False
    other = state.active if step.who == w.CURRENT else seat
    return seat_fits(state, seat, step, other)


def is_act_usable(state: Battles, seat: i64, source: i64, ability: Ability) -> bool:
    """May this Act be used now, apart from whose turn and which phase it is? [KB-FLOW-13]

    A hand card has already been played and lies in the Play Area.
    """
    if ability.type != w.ACT or is_used_up(state, seat, source, ability):
        return False
    return is_act_ready(state, seat, source, ability)


def is_act_ready(state: Battles, seat: i64, source: i64, ability: Ability) -> bool:
    """Its condition holds, it can be paid, and it is good for something."""
    if ability.condition != w.ALWAYS:
        if not holds(state, seat, ability.condition, ability.limit, 0):
            return False
    if ability.has_cost and not can_pay(state, seat, source, ability, False):
        return False
    return ability.is_always_useful or is_useful(state, seat, source, ability)


def has_source(state: Battles, seat: i64, source: i64) -> bool:
    """A god always, a temple while it stands. [KB-TEMP-04]"""
    return source == GOD_SOURCE or has_temple(state, seat)


def opponents_of(state: Battles, seat: i64) -> i64:
    """The set of opponents in play."""
    found: i64 = 0
    for other in range(state.seats):
        if is_opponent(state, seat, other):
            found |= bit(other)
    return found


def on_stack(state: Battles, seat: i64, source: i64, ability: Ability) -> bool:
    """Is this god or temple ability being used already? [KB-FLOW-26]"""
    frame = state.frame
    while frame is not None:
        if type(frame) is Use and frame.seat == seat and frame.source == source:
            if frame.ability == ability.number:
                return True
        frame = frame.below
    return False
