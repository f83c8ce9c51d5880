"""A turn: five phases as a row of points, and the turn of the next player. [KB-TURN-01..11]"""

from __future__ import annotations

from kamiza.core.native import append, i64, vec
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD, SINGLE
from kamiza.games.battles.rules.decks import draw
from kamiza.games.battles.rules.energy import change_energy, finish
from kamiza.games.battles.rules.hall import discount, has_gap, recruit, refill
from kamiza.games.battles.rules.hands import take_from_hand
from kamiza.games.battles.rules.moves import (
    ASK_DISCARD,
    ASK_PLAY,
    ASK_RECRUIT,
    ASK_STOP,
    AUTO,
    DISCARD_MOVE,
    DONE,
    END_MOVE,
    PLAY_MOVE,
    RECRUIT_MOVE,
    pack,
)
from kamiza.games.battles.rules.rows import in_order, last_place_of, without
from kamiza.games.battles.rules.scoring import leaders
from kamiza.games.battles.rules.uses import acts, is_playable
from kamiza.games.battles.rules.windows import may_open, open_window, waiting_window
from kamiza.games.battles.rules.zones import clear_table
from kamiza.games.battles.stack.happenings import (
    CARD_RECRUITED,
    DISCARD_BEGINS,
    DISCARD_ENDS,
    END_BEGINS,
    END_ENDS,
    PHASE_BEGINS,
    PLAY_BEGINS,
    PLAY_ENDS,
    Recruitment,
)
from kamiza.games.battles.stack.turns import Clearing, Reveals, Turn
from kamiza.games.battles.stack.uses import RESOLVE, Use
from kamiza.games.battles.table.battles import HAND_SIZE, ROUND_LIMIT, Battles, after
from kamiza.games.battles.table.players import IN, OUT, SEALED, Player
from kamiza.games.battles.table.points import (
    DISCARD_BEGIN,
    DISCARD_END,
    DISCARD_MAIN,
    END_BEGIN,
    END_DRAW,
    END_END,
    OVER,
    PHASES,
    PLAY_MAIN,
    RECRUIT_MAIN,
    RECRUITED_CARD,
    STARTING_BEGIN,
    STARTING_MAIN,
)

ENERGY_TO_ESCAPE: int = 5  # [KB-SEAL-07]


def run_turn(state: Battles, turn: Turn) -> bool:
    """Go on with the turn, and with the next one, until something else comes first; True if the
    active player is asked something."""
    while state.frame is turn:
        point: i64 = turn.point
        if point == PLAY_MAIN:
            if not fill_gaps(state):
                return ask(state, ASK_PLAY)
        elif point in (RECRUIT_MAIN, RECRUITED_CARD):
            turn.point = RECRUIT_MAIN
            if not fill_gaps(state):  # [KB-FLOW-46]
                return ask(state, ASK_RECRUIT)
        elif point == STARTING_BEGIN:
            begin_turn(state, turn)
        elif point == DISCARD_MAIN:
            turn.point = DISCARD_END
            discard_all(state)
        elif point == END_DRAW:
            turn.point = END_END
            draw(state, turn.seat, HAND_SIZE)  # [KB-END-01]
            tell_phase(state, END_ENDS)
        elif point == OVER:
            end_turn(state, turn)
        elif not fill_gaps(state):
            if wants_to_stop(state, turn):
                return ask(state, ASK_STOP)
            go_on(state, turn)
    return False


def fill_gaps(state: Battles) -> bool:
    """The Hall is refilled before anything else; was there a place to fill? [KB-FLOW-45]"""
    if not has_gap(state):
        return False
    refill(state, True)
    return True


def ask(state: Battles, question: i64) -> bool:
    state.asked = state.active
    state.question = question
    return True


def wants_to_stop(state: Battles, turn: Turn) -> bool:
    """At points where nothing is fixed, ask only who wants to be asked. [KB-FLOW-05]"""
    if not state.players[turn.seat].stops >> turn.point & 1 or state.settings.play_only:
        return False
    return len(acts(state, vec[i64]())) > 0


def go_on(state: Battles, turn: Turn) -> None:
    """To the next point of the turn."""
    point: i64 = turn.point
    if point == PLAY_MAIN:
        begin_phase(state, turn, RECRUIT_MAIN, PLAY_ENDS)
    elif point == RECRUIT_MAIN:
        begin_phase(state, turn, DISCARD_BEGIN, DISCARD_BEGINS)
    elif point == STARTING_MAIN:
        begin_phase(state, turn, PLAY_MAIN, PLAY_BEGINS)
    elif point == DISCARD_BEGIN:
        turn.point = DISCARD_MAIN
    elif point == DISCARD_END:
        begin_phase(state, turn, END_BEGIN, END_BEGINS)
    elif point == END_BEGIN:
        turn.point = END_DRAW
    else:
        turn.point = OVER


def begin_phase(state: Battles, turn: Turn, point: i64, event: i64) -> None:
    """What is set for the seam of two phases comes between them. [KB-TURN-07] [KB-TURN-08]"""
    turn.point = point
    if state.log is not None:
        state.emit("phase", {"seat": turn.seat, "phase": PHASES[point]})
    tell_phase(state, event)


def tell_phase(state: Battles, event: i64) -> None:
    """Whoever waits for this moment of a turn may react."""
    if may_open(state, event):
        open_window(state, waiting_window(state, event), state.active)


# -- beginning and end ------------------------------------------------------------------------


def begin_turn(state: Battles, turn: Turn) -> None:
    """Only a Sealed god has something fixed to do here. [KB-START-01] [KB-SEAL-06..08]"""
    player = state.players[turn.seat]
    turn.point = STARTING_MAIN
    if state.log is not None:
        facts: dict[str, object] = {"seat": turn.seat, "turn": state.turn, "round": state.round}
        state.emit("turn_began", facts)
    if player.status == SEALED:
        change_energy(state, turn.seat, 1)
        if player.energy < ENERGY_TO_ESCAPE:
            turn.point = OVER
            return
        player.status = IN
        if state.log is not None:
            state.emit("escaped", {"seat": turn.seat})
        draw(state, turn.seat, HAND_SIZE)
    tell_phase(state, PHASE_BEGINS)  # [KB-START-02]


def end_turn(state: Battles, turn: Turn) -> None:
    """Everything that lasted until the end of the turn ends. [KB-TURN-02] [KB-CHAIN-12]"""
    if has_gap(state):
        refill(state, False)  # cut short in the middle of something
    state.faith = 0
    state.chain = b""
    state.colours = 0
    state.watches = b""
    for seat in range(state.seats):
        player = state.players[seat]
        player.clear_turn()
        if len(player.area) != 0:
            clear_table(state, seat, False)
    next_turn(state, turn)


def next_turn(state: Battles, turn: Turn) -> None:
    """The next seat clockwise that is not out. [KB-TURN-03] [KB-RUL-38]"""
    seat: i64 = after(state, state.active)
    while state.players[seat].status == OUT:
        seat = after(state, seat)
    if place_in_round(state, seat) <= place_in_round(state, state.active):
        if state.round == state.settings.round_limit or state.round == state.horizon:
            finish(state, leaders(state), ROUND_LIMIT)  # [KB-FLOW-72]
            return
        state.round += 1
    state.active = seat
    state.turn += 1
    turn.seat = seat
    turn.point = STARTING_BEGIN


def place_in_round(state: Battles, seat: i64) -> i64:
    return (seat - state.first + state.seats) % state.seats


# -- playing and recruiting -------------------------------------------------------------------


def plays(state: Battles) -> vec[i64]:
    """Every playable kind in hand, usable Acts, and the end of the phase. [KB-FLOW-07]"""
    listed: vec[i64] = vec[i64](capacity=8)
    hand = state.players[state.active].hand
    last: i64 = NO_CARD
    for place in range(len(hand)):
        kind: i64 = hand[place]
        if kind != last and is_playable(state, kind):
            listed = append(listed, pack(PLAY_MOVE, kind))
        last = kind
    return append(acts(state, listed), END_MOVE)


def recruits(state: Battles) -> vec[i64]:
    """Every kind on offer that can be paid for, usable Acts, and the end of the phase."""
    listed: vec[i64] = vec[i64](capacity=8)
    if state.faith >= state.cards.cheapest or has_discount(state.players[state.active]):
        listed = on_offer_now(state)
    if not state.settings.play_only:
        listed = acts(state, listed)
    return append(listed, END_MOVE)


def has_discount(player: Player) -> bool:
    return player.discount_warrior + player.discount_artifact + player.discount_disciple > 0


def on_offer_now(state: Battles) -> vec[i64]:
    listed: vec[i64] = vec[i64](capacity=8)
    listed = add_recruits(state, w.WARRIOR, state.warrior_piles, state.warrior_sizes, listed)
    listed = add_recruits(state, w.ARTIFACT, state.artifact_piles, state.artifact_sizes, listed)
    return add_recruits(state, w.DISCIPLE, state.disciple_piles, state.disciple_sizes, listed)


def add_recruits(
    state: Battles, type: i64, piles: bytes, sizes: bytes, listed: vec[i64]
) -> vec[i64]:  # fmt: skip
    """The piles of a row whose price can be paid: a discount is as good as Faith."""
    purse: i64 = state.faith + discount(state.players[state.active], type)
    cost = state.cards.cost
    for place in range(len(piles)):
        kind: i64 = piles[place]
        if sizes[place] != 0 and cost[kind] <= purse:
            listed = append(listed, pack(RECRUIT_MOVE, kind))
    return listed


def recruit_card(state: Battles, turn: Turn, kind: i64) -> None:
    """Recruit, let those react who wait for it, then the Hall is refilled. [KB-FLOW-46]"""
    recruit(state, kind)
    turn.point = RECRUITED_CARD
    if not may_open(state, CARD_RECRUITED):
        return
    window = waiting_window(state, CARD_RECRUITED)
    window.about = Recruitment(kind)
    open_window(state, window, state.active)


def stop_answers(state: Battles) -> vec[i64]:
    return append(acts(state, vec[i64]()), DONE)


# -- the Discard Phase ------------------------------------------------------------------------


def discard_all(state: Battles) -> None:
    """All own cards, then the React cards of the others. [KB-DISC-01..04]"""
    if state.settings.choose_discards:
        state.frame = Clearing(state.active, state.frame)
        return
    clear_table(state, state.active, True)
    if state.log is not None:
        state.emit("cleared", {"seat": state.active})
    for seat in range(state.seats):
        if len(state.players[seat].area) != 0:
            clear_table(state, seat, False)
    tell_phase(state, DISCARD_ENDS)  # [KB-DISC-06]


def run_clearing(state: Battles, clearing: Clearing) -> bool:
    """With free order every seat with cards to discard is asked in turn. [KB-DISC-05]"""
    while clearing.seats_done < state.seats:
        player = state.players[clearing.seat]
        if len(player.area) > 0 or (clearing.seat == state.active and len(player.hand) > 0):
            state.asked = clearing.seat
            state.question = ASK_DISCARD
            return True
        clearing.seats_done += 1
        clearing.seat = after(state, clearing.seat)
    state.frame = clearing.below
    tell_phase(state, DISCARD_ENDS)
    return False


def has_to_discard(state: Battles, clearing: Clearing, kind: i64) -> bool:
    player = state.players[clearing.seat]
    if last_place_of(player.area, kind) >= 0:
        return True
    return clearing.seat == state.active and last_place_of(player.hand, kind) >= 0


def discards(state: Battles, clearing: Clearing) -> vec[i64]:
    """Each kind still to be discarded, or the rest in the standard order."""
    listed: vec[i64] = vec[i64](capacity=8)
    player = state.players[clearing.seat]
    row = player.area + player.hand if clearing.seat == state.active else player.area
    row = in_order(row)
    last: i64 = NO_CARD
    for place in range(len(row)):
        if row[place] != last:
            listed = append(listed, pack(DISCARD_MOVE, row[place]))
        last = row[place]
    return append(listed, AUTO)


def discard_one(state: Battles, clearing: Clearing, action: i64) -> None:
    """One card, from the Play Area before the hand, or all the rest."""
    player = state.players[clearing.seat]
    if action == AUTO:
        clear_table(state, clearing.seat, clearing.seat == state.active)
        return
    kind: i64 = action >> 5 & 255
    place: i64 = last_place_of(player.area, kind)
    if place >= 0:
        player.area = without(player.area, place)
    else:
        take_from_hand(player, kind)
    player.discard = player.discard + SINGLE[kind]


# -- Reveals ----------------------------------------------------------------------------------


def run_reveals(state: Battles, reveals: Reveals) -> bool:
    """Each card turned up with a Reveal uses it, in order, for nobody. [KB-RUL-21]"""
    if len(reveals.cards) == 0 or state.players[state.active].status != IN:
        state.frame = reveals.below
        return False
    kind: i64 = reveals.cards[0]
    reveals.cards = reveals.cards[1:]
    for ability in state.cards.of_kind[kind]:
        if ability.type == w.REVEAL:
            use = Use(state.active, kind, w.REVEAL, reveals)
            use.announce(ability)
            use.stage = RESOLVE  # nothing to pay, nothing to answer
            state.frame = use
            if state.log is not None:
                state.emit("revealed", {"card": state.cards.ids[kind]})
    return False
