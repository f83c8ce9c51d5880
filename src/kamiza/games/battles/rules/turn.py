"""A turn: five phases as a row of points, and the turn of the next player. [KB-TURN-01..11]"""

from __future__ import annotations

from kamiza.core.native import append, i64, vec
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD, SINGLE
from kamiza.games.battles.rules.energy import change_energy, finish
from kamiza.games.battles.rules.hall import has_gap, price, recruit, refill
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
from kamiza.games.battles.rules.piles import (
    clear_table,
    draw,
    in_order,
    last_place_of,
    take_from_hand,
    without,
)
from kamiza.games.battles.rules.scoring import leaders
from kamiza.games.battles.rules.uses import acts, is_playable
from kamiza.games.battles.rules.windows import may_open, open_window, waiting_window
from kamiza.games.battles.stack import (
    CARD_RECRUITED,
    CLEARING,
    DEAD,
    PHASE_BEGINS,
    RESOLVE,
    USE,
    Frame,
)
from kamiza.games.battles.table import (
    DISCARD_BEGIN,
    DISCARD_END,
    DISCARD_MAIN,
    END_BEGIN,
    END_DRAW,
    END_END,
    HAND_SIZE,
    IN,
    OUT,
    OVER,
    PHASES,
    PLAY_MAIN,
    RECRUIT_MAIN,
    RECRUITED_CARD,
    ROUND_LIMIT,
    SEALED,
    STARTING_BEGIN,
    STARTING_MAIN,
    Battles,
    Player,
    after,
)

ENERGY_TO_ESCAPE: int = 5  # [KB-SEAL-07]


def run_turn(state: Battles, frame: Frame) -> bool:
    """Go on with the turn, and with the next one, until something else comes first; True if the
    active player is asked something."""
    while state.frame is frame and frame.flags & DEAD == 0:
        point: i64 = frame.step
        if point == PLAY_MAIN:
            if not fill_gaps(state):
                return ask(state, ASK_PLAY)
        elif point in (RECRUIT_MAIN, RECRUITED_CARD):
            frame.step = RECRUIT_MAIN
            if not fill_gaps(state):  # [KB-FLOW-46]
                return ask(state, ASK_RECRUIT)
        elif point == STARTING_BEGIN:
            begin_turn(state, frame)
        elif point == DISCARD_MAIN:
            frame.step = DISCARD_END
            discard_all(state, frame)
        elif point == END_DRAW:
            frame.step = END_END
            draw(state, frame.seat, HAND_SIZE)  # [KB-END-01]
        elif point == OVER:
            end_turn(state)
        elif not fill_gaps(state):
            if wants_to_stop(state, frame):
                return ask(state, ASK_STOP)
            go_on(state, frame)
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


def wants_to_stop(state: Battles, frame: Frame) -> bool:
    """At points where nothing is fixed, ask only who wants to be asked. [KB-FLOW-05]"""
    if not state.players[frame.seat].stops >> frame.step & 1 or state.settings.play_only:
        return False
    return len(acts(state, vec[i64]())) > 0


def go_on(state: Battles, frame: Frame) -> None:
    """To the next point of the turn."""
    point: i64 = frame.step
    if point in (PLAY_MAIN, RECRUIT_MAIN):
        frame.step = RECRUIT_MAIN if point == PLAY_MAIN else DISCARD_BEGIN
    elif point == STARTING_MAIN:
        frame.step = PLAY_MAIN
    elif point == DISCARD_BEGIN:
        frame.step = DISCARD_MAIN
    elif point == DISCARD_END:
        frame.step = END_BEGIN
    elif point == END_BEGIN:
        frame.step = END_DRAW
    else:
        frame.step = OVER
    if state.log is not None and PHASES[frame.step] != PHASES[point] and frame.step != OVER:
        state.emit("phase", {"seat": frame.seat, "phase": PHASES[frame.step]})


# -- beginning and end ------------------------------------------------------------------------


def begin_turn(state: Battles, frame: Frame) -> None:
    """Only a Sealed god has something fixed to do here. [KB-START-01] [KB-SEAL-06..08]"""
    player = state.players[frame.seat]
    frame.step = STARTING_MAIN
    if state.log is not None:
        facts: dict[str, object] = {"seat": frame.seat, "turn": state.turn, "round": state.round}
        state.emit("turn_began", facts)
    if player.status == SEALED:
        change_energy(state, frame.seat, 1)
        if player.energy < ENERGY_TO_ESCAPE:
            frame.step = OVER
            return
        player.status = IN
        if state.log is not None:
            state.emit("escaped", {"seat": frame.seat})
        draw(state, frame.seat, HAND_SIZE)
    if may_open(state, PHASE_BEGINS):
        open_window(state, waiting_window(state, PHASE_BEGINS), state.active)


def end_turn(state: Battles) -> None:
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
    next_turn(state)


def next_turn(state: Battles) -> None:
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
    frame = state.frame
    if frame is not None:
        frame.seat = seat
        frame.step = STARTING_BEGIN


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
    for place in range(len(state.warrior_piles)):
        listed = add_recruit(state, state.warrior_piles[place], listed)
    for place in range(len(state.artifact_piles)):
        listed = add_recruit(state, state.artifact_piles[place], listed)
    for place in range(len(state.disciple_piles)):
        if state.disciple_sizes[place] > 0:
            listed = add_recruit(state, state.disciple_piles[place], listed)
    return listed


def add_recruit(state: Battles, kind: i64, listed: vec[i64]) -> vec[i64]:
    if kind != NO_CARD and price(state, state.active, kind) <= state.faith:
        return append(listed, pack(RECRUIT_MOVE, kind))
    return listed


def recruit_card(state: Battles, frame: Frame, kind: i64) -> None:
    """Recruit, let those react who wait for it, then the Hall is refilled. [KB-FLOW-46]"""
    recruit(state, kind)
    frame.step = RECRUITED_CARD
    if not may_open(state, CARD_RECRUITED):
        return
    window = waiting_window(state, CARD_RECRUITED)
    window.seat = state.active
    window.source = kind
    open_window(state, window, state.active)


def stop_answers(state: Battles) -> vec[i64]:
    return append(acts(state, vec[i64]()), DONE)


# -- the Discard Phase ------------------------------------------------------------------------


def discard_all(state: Battles, frame: Frame) -> None:
    """All own cards, then the React cards of the others. [KB-DISC-01..04]"""
    if state.settings.choose_discards:
        clearing = Frame(CLEARING, state.active, state.frame)
        state.frame = clearing
        return
    clear_table(state, state.active, True)
    if state.log is not None:
        state.emit("cleared", {"seat": state.active})
    for seat in range(state.seats):
        if len(state.players[seat].area) != 0:
            clear_table(state, seat, False)


def run_clearing(state: Battles, frame: Frame) -> bool:
    """With free order every seat with cards to discard is asked in turn. [KB-DISC-05]"""
    while frame.at < state.seats:
        player = state.players[frame.seat]
        if len(player.area) > 0 or (frame.seat == state.active and len(player.hand) > 0):
            state.asked = frame.seat
            state.question = ASK_DISCARD
            return True
        frame.at += 1
        frame.seat = after(state, frame.seat)
    state.frame = frame.below
    return False


def has_to_discard(state: Battles, frame: Frame, kind: i64) -> bool:
    player = state.players[frame.seat]
    if last_place_of(player.area, kind) >= 0:
        return True
    return frame.seat == state.active and last_place_of(player.hand, kind) >= 0


def discards(state: Battles, frame: Frame) -> vec[i64]:
    """Each kind still to be discarded, or the rest in the standard order."""
    listed: vec[i64] = vec[i64](capacity=8)
    player = state.players[frame.seat]
    row = player.area + player.hand if frame.seat == state.active else player.area
    row = in_order(row)
    last: i64 = NO_CARD
    for place in range(len(row)):
        if row[place] != last:
            listed = append(listed, pack(DISCARD_MOVE, row[place]))
        last = row[place]
    return append(listed, AUTO)


def discard_one(state: Battles, frame: Frame, action: i64) -> None:
    """One card, from the Play Area before the hand, or all the rest."""
    player = state.players[frame.seat]
    if action == AUTO:
        clear_table(state, frame.seat, frame.seat == state.active)
        return
    kind: i64 = action >> 5 & 255
    place: i64 = last_place_of(player.area, kind)
    if place >= 0:
        player.area = without(player.area, place)
    else:
        take_from_hand(player, kind)
    player.discard = player.discard + SINGLE[kind]


# -- Reveals ----------------------------------------------------------------------------------


def run_reveals(state: Battles, frame: Frame) -> bool:
    """Each card turned up with a Reveal uses it, in order, for nobody. [KB-RUL-21]"""
    if len(frame.data) == 0 or state.players[state.active].status != IN:
        state.frame = frame.below
        return False
    kind: i64 = frame.data[0]
    frame.data = frame.data[1:]
    for ability in state.cards.of_kind[kind]:
        if ability.type == w.REVEAL:
            use = Frame(USE, state.active, frame)
            use.source = kind
            use.ability = ability.number
            use.way = w.REVEAL
            use.step = RESOLVE  # nothing to pay, nothing to answer
            use.pc = ability.begin
            state.frame = use
            if state.log is not None:
                state.emit("revealed", {"card": state.cards.ids[kind]})
    return False
