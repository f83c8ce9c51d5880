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
    use_slot,
)
from kamiza.games.battles.rules.choosing import choose_cards
from kamiza.games.battles.rules.effects import resolve
from kamiza.games.battles.rules.energy import change_energy
from kamiza.games.battles.rules.hall import has_gap, refill
from kamiza.games.battles.rules.hands import take_from_hand
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
from kamiza.games.battles.rules.rows import place_of
from kamiza.games.battles.rules.windows import (
    is_awaited,
    may_open,
    open_window,
    waiting_window,
)
from kamiza.games.battles.stack.attacks import Window, attack_in
from kamiza.games.battles.stack.happenings import ABILITY_USED, CARD_RECRUITED
from kamiza.games.battles.stack.uses import (
    AFTER,
    ANSWERS,
    CHOOSE,
    CHOSEN,
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
    RESOLVE,
    SAID_YES,
    Use,
)
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.objects import (
    ARTIFACT_DECK,
    DECK_OBJECT,
    NO_OBJECT,
    TEMPLE,
    WARRIOR_DECK,
)
from kamiza.games.battles.table.players import IN
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
    use = Use(seat, kind, w.ACT, state.frame)
    use.need = NEED_ABILITY
    use.ability = state.cards.of_kind[kind][0].number
    state.frame = use
    if state.log is not None:
        state.emit("played", {"seat": seat, "card": state.cards.ids[kind]})


def act(state: Battles, source: i64, index: i64) -> None:
    """Use an Act of the god or temple; its limit is counted now. [KB-FLOW-30]"""
    seat: i64 = state.active
    ability = abilities_of(state, seat, source)[index - 1]
    state.players[seat].used |= bit(use_slot(source, ability))
    use = Use(seat, source, w.ACT, state.frame)
    use.announce(ability)
    state.frame = use
    if state.log is not None:
        tell_use(state, use, ability)


def tell_use(state: Battles, use: Use, ability: Ability) -> None:
    facts: dict[str, object] = {
        "seat": use.seat, "source": state.cards.source_id(use.source),
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


def run_use(state: Battles, use: Use) -> bool:
    """Go on with an ability until something else comes first; True if a question is open."""
    while state.frame is use and not use.is_dead:
        if run_step(state, use):
            return True
    return False


def run_step(state: Battles, use: Use) -> bool:
    """One step of a use; True if a question is open."""
    stage: i64 = use.stage
    if stage == RESOLVE:
        if use.is_cancelled:
            use.stage = AFTER
            return False
        return resolve(state, use)
    if stage == AFTER:
        return finish_use(state, use)
    if stage == CHOOSE:
        state.asked = use.seat
        if use.need == NEED_ABILITY:
            only: i64 = only_use(state, use)
            if only >= 0:
                choose_ability(state, use, only)
                return False
            state.question = ASK_USE
        else:
            use.need = NEED_X
            state.question = ASK_X
        return True
    if stage == PAY:
        pay_energy(state, use)
        return False
    if stage in (PAY_DISCARD, PAY_BANISH):
        pay_cards(state, use)
        return False
    use.stage = RESOLVE
    ability = state.cards.abilities[use.ability]
    if not ability.begins_with_attack and is_awaited(state, ability.answers):
        open_window(state, waiting_window(state, ABILITY_USED), state.active)
    return False


def pay_energy(state: Battles, use: Use) -> None:
    """Energy and Faith are paid at once; nothing can prevent a payment. [KB-ABIL-08]"""
    ability = state.cards.abilities[use.ability]
    use.stage = ANSWERS
    if not ability.has_cost:
        return
    if ability.discard or ability.banish:
        use.stage = PAY_DISCARD
    if ability.faith:
        state.faith -= ability.faith
    if ability.energy:
        paid: i64 = use.x if ability.energy == w.X else ability.energy
        payer: i64 = use.seat
        if ability.is_paid_by_temple:
            payer += TEMPLE
        change_energy(state, payer, -paid)


def pay_cards(state: Battles, use: Use) -> None:
    """Then cards are discarded, then cards are Banished."""
    ability = state.cards.abilities[use.ability]
    seat: i64 = use.seat
    if use.stage == PAY_DISCARD:
        use.stage = PAY_BANISH
        if ability.discard:
            n: i64 = ability.discard
            choose_cards(state, use, seat, seat, PAY_DISCARD_COST, w.HAND, ability.cost_card, n, n)
            return
    use.stage = ANSWERS
    if ability.banish:
        choose_cards(
            state, use, seat, seat, PAY_BANISH_COST, w.HAND_AND_AREA, ability.cost_card,
            ability.banish, ability.banish,
        )  # fmt: skip


def finish_use(state: Battles, use: Use) -> bool:
    """Events that waited get their windows in order; then the ability is done. [KB-FLOW-21]"""
    while len(use.waiting) != 0:
        happening = use.take_waiting()
        if not may_open(state, happening.event):
            continue
        window = waiting_window(state, happening.event)
        window.about = happening
        if open_window(state, window, state.active):
            return False
    state.frame = use.below
    if has_gap(state) and is_outermost(use):  # [KB-RUL-55]
        refill(state, True)
    return False


def is_outermost(use: Use) -> bool:
    """Inside no other ability; after a recruit its own window is finished first. [KB-FLOW-46]"""
    below = use.below
    if type(below) is Window and below.event == CARD_RECRUITED:
        return False
    while below is not None:
        if type(below) is Use:
            return False
        below = below.below
    return True


# -- answers ----------------------------------------------------------------------------------


def abilities_to_use(state: Battles, use: Use) -> vec[i64]:
    """Usable Acts of a played card; a link may also be played for nothing. [KB-RUL-15]"""
    listed: vec[i64] = vec[i64](capacity=8)
    for ability in state.cards.of_kind[use.source]:
        if is_act_usable(state, use.seat, use.source, ability):
            listed = append(listed, pack(USE_MOVE, ability.index))
    if may_use_none(state, use):
        listed = append(listed, USE_MOVE)
    return listed


def only_use(state: Battles, use: Use) -> i64:
    """What a played card has to be used for, or -1 if there is a choice. [KB-FLOW-09]"""
    found: i64 = 0
    for ability in state.cards.of_kind[use.source]:
        if is_act_usable(state, use.seat, use.source, ability):
            if found != 0 or not obliges(state, use, ability):
                return -1
            found = ability.index
    return found


def obliges(state: Battles, use: Use, ability: Ability) -> bool:
    """Must the card be used, because this Act of it is usable? [KB-RUL-15] [KB-PLAY-14]"""
    if ability.has_cost or ability.harms:
        return False
    return state.cards.type[use.source] == w.DISCIPLE


def may_use_none(state: Battles, use: Use) -> bool:
    """A link always; a Disciple unless an Act is usable that neither costs its player anything
    nor does harm."""
    for ability in state.cards.of_kind[use.source]:
        if obliges(state, use, ability):
            if is_act_usable(state, use.seat, use.source, ability):
                return False
    return True


def choose_ability(state: Battles, use: Use, index: i64) -> None:
    """The ability is chosen when the card is played, for good. [KB-PLAY-12]"""
    use.need = NOTHING
    if index == 0:
        use.stage = AFTER
        return
    ability = state.cards.of_kind[use.source][index - 1]
    use.announce(ability)
    if state.log is not None:
        tell_use(state, use, ability)


def highest_x_of(state: Battles, use: Use) -> i64:
    return highest_x(state, use.seat, state.cards.abilities[use.ability])


def present_target(use: Use) -> i64:
    """The target of the Attack that a redirect turns away from."""
    attack = attack_in(use)
    if attack is None:
        return NO_OBJECT
    return attack.target


def can_target(state: Battles, use: Use, object: i64) -> bool:
    """May the user of the ability choose this object now?"""
    step = state.cards.steps[use.instruction]
    return is_target(state, use.seat, step.at, object, present_target(use))


def choices(state: Battles, use: Use) -> vec[i64]:
    """The answers an ability waits for."""
    need: i64 = use.need
    listed: vec[i64] = vec[i64](capacity=8)
    if need == NEED_ABILITY:
        return abilities_to_use(state, use)
    if need == NEED_X:
        for number in range(1, highest_x_of(state, use) + 1):
            listed = append(listed, pack(X_MOVE, number))
    elif need == NEED_TARGET:
        listed = targets(state, use)
    elif need == NEED_SEAT:
        step = state.cards.steps[use.instruction]
        for seat in range(state.seats):
            if may_choose_seat(state, use.seat, step, seat):
                listed = append(listed, pack(SEAT_MOVE, seat))
    elif need == NEED_MODE:
        listed = vec[i64]([pack(MODE_MOVE, 1), pack(MODE_MOVE, 2)])
    elif need == NEED_COLOUR:
        for colour in range(5):
            if may_name(use, colour):
                listed = append(listed, pack(COLOUR_MOVE, colour))
    elif need == NEED_MAY:
        listed = vec[i64]([YES, NO])
    return listed


def may_name(use: Use, colour: i64) -> bool:
    """Two different colours, one after the other."""
    return use.chosen == NO_OBJECT or not use.chosen >> colour & 1


def targets(state: Battles, use: Use) -> vec[i64]:
    """Gods and temples seat by seat, or decks."""
    listed: vec[i64] = vec[i64](capacity=8)
    at: i64 = state.cards.steps[use.instruction].at
    present: i64 = present_target(use)
    for seat in range(state.seats):
        for object in (seat, TEMPLE + seat, DECK_OBJECT + seat):
            if is_target(state, use.seat, at, object, present):
                listed = append(listed, pack(TARGET_MOVE, object))
    for object in (WARRIOR_DECK, ARTIFACT_DECK):
        if is_target(state, use.seat, at, object, present):
            listed = append(listed, pack(TARGET_MOVE, object))
    return listed


def choose(state: Battles, use: Use, verb: i64, argument: i64) -> None:
    """Take an answer; the instruction goes on with it."""
    if verb == USE_MOVE:
        choose_ability(state, use, argument)
    elif verb == X_MOVE:
        use.x = argument
        use.need = NOTHING
        use.stage = PAY
    elif verb == COLOUR_MOVE:
        if use.chosen == NO_OBJECT:
            use.chosen = bit(argument)
        else:
            use.chosen |= bit(argument)
            use.need = CHOSEN
    elif verb == YES:
        use.need = SAID_YES
    elif verb == NO:
        go_on(use, state.cards.steps[use.instruction])
    elif verb == MODE_MOVE:
        use.chosen = use.seat if argument == 1 else TEMPLE + use.seat
        use.need = CHOSEN
    else:
        use.chosen = argument
        use.need = CHOSEN


def in_hand(state: Battles, seat: i64, kind: i64) -> bool:
    return place_of(state.players[seat].hand, kind) >= 0
