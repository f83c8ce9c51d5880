"""Verbs about cards: draw, mill, reshuffle, look, discard, Banish, Reincarnate, steal, gain."""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import SINGLE
from kamiza.games.battles.instructions import (
    amount,
    ask,
    asks_seat_first,
    go_on,
    is_each,
    next_seat,
)
from kamiza.games.battles.language import bit
from kamiza.games.battles.programs import Step
from kamiza.games.battles.rules.abilities import has_target
from kamiza.games.battles.rules.choosing import choose_cards, receive_stolen
from kamiza.games.battles.rules.moves import object_text
from kamiza.games.battles.rules.piles import (
    deck_of,
    discard_from_hand,
    draw,
    fits_any,
    fix_top,
    mill,
    random_card,
    show_hand,
    shuffle_into,
    take_from_hand,
)
from kamiza.games.battles.stack import (
    CHOSEN,
    FOR_BANISH,
    FOR_DISCARD,
    FOR_GAIN_DECK,
    FOR_GAIN_DISCARD,
    FOR_GAIN_HAND,
    FOR_REINCARNATE,
    FOR_STEAL_DISCARD,
    FOR_STEAL_HAND,
    NEED_TARGET,
    PLACE,
    Frame,
)
from kamiza.games.battles.table import DECK_OBJECT, NO_OBJECT, Battles, Facts, in_play


def deck_step(state: Battles, frame: Frame, step: Step) -> bool:
    """Draw, mill and reshuffle, for one player or for each opponent."""
    pc: i64 = frame.pc
    if asks_seat_first(state, frame, step):
        return True
    if frame.pc != pc:
        return False
    moved: i64 = 0
    n: i64 = amount(state, frame, step.n)
    while True:
        seat: i64 = next_seat(state, frame, step)
        if seat < 0:
            break
        if in_play(state, seat):
            if step.verb == w.DRAW:
                draw(state, seat, n)
            elif step.verb == w.MILL:
                moved += mill(state, seat, n)
            else:
                reshuffle(state, seat)
        if not is_each(step):
            break
    if step.verb == w.MILL:
        frame.moved = moved
    return go_on(frame, step)


def reshuffle(state: Battles, seat: i64) -> None:
    """The discard pile is shuffled into the deck, which is shuffled anyway."""
    player = state.players[seat]
    shuffle_into(player.deck, player.discard)
    player.discard = b""
    if state.log is not None:
        state.emit("reshuffled", {"seat": seat, "count": player.deck.size()})


def look_step(state: Battles, frame: Frame, step: Step) -> bool:
    """See cards that others do not see. [KB-HID-20]"""
    if step.at == w.OPP_HAND:
        pc: i64 = frame.pc
        if asks_seat_first(state, frame, step):
            return True
        if frame.pc == pc:
            look_at_hand(state, frame.seat, frame.target)
            go_on(frame, step)
        return False
    object: i64 = DECK_OBJECT + frame.seat
    if step.at == w.ANY_DECK:
        if frame.need != CHOSEN:
            if not has_target(state, frame.seat, w.ANY_DECK, NO_OBJECT):
                return go_on(frame, step)
            return ask(state, frame, NEED_TARGET)
        object = frame.target
    go_on(frame, step)
    look_at_deck(state, frame, step, object)
    return False


def look_at_hand(state: Battles, seat: i64, other: i64) -> None:
    player = state.players[other]
    show_hand(player, seat)
    state.reveals += 1
    if state.log is not None:
        secret: Facts = {"cards": state.cards.names(player.hand)}
        state.emit(
            "looked_at_hand", {"seat": seat, "victim": other}, secret, bit(seat) | bit(other)
        )


def look_at_deck(state: Battles, frame: Frame, step: Step, object: i64) -> None:
    """Fix the top cards, remember who saw them, and let them be put back."""
    count: i64 = fix_top(state, object, step.n)
    state.reveals += 1
    if count == 0:
        return
    deck = deck_of(state, object)
    seen = b""
    for place in range(count):
        if step.mode == w.NO_ORDER:
            seen = seen + SINGLE[deck.top_seen[place] | bit(frame.seat)]
        else:
            seen = seen + SINGLE[bit(frame.seat)]  # others lose track of these places
    deck.top_seen = seen + deck.top_seen[count:]
    if state.log is not None:
        facts: Facts = {
            "seat": frame.seat, "target": object_text(object), "count": count,
        }  # fmt: skip
        secret: Facts = {"cards": state.cards.names(deck.top[:count])}
        state.emit("looked", facts, secret, bit(frame.seat))
    if step.mode == w.NO_ORDER:
        return
    place_frame = Frame(PLACE, frame.seat, state.frame)
    place_frame.target = object
    place_frame.most = count
    place_frame.purpose = step.mode
    state.frame = place_frame


# -- removing and taking cards ----------------------------------------------------------------


def cards_step(state: Battles, frame: Frame, step: Step) -> bool:
    """Discard, Banish and Reincarnate: cards of one player, or of each opponent in turn."""
    pc: i64 = frame.pc
    if asks_seat_first(state, frame, step):
        return True
    if frame.pc != pc:
        frame.moved = 0
        return False
    n: i64 = amount(state, frame, step.n)  # what an earlier step moved may be meant
    if frame.at == 0:
        frame.moved = 0
    other: i64 = next_seat(state, frame, step)
    if other < 0:
        return go_on(frame, step)
    if not is_each(step):
        go_on(frame, step)
    if in_play(state, other):
        move_cards(state, frame, step, other, n)
    return False


def move_cards(state: Battles, frame: Frame, step: Step, owner: i64, n: i64) -> None:
    """Let the right player choose, or chance."""
    least: i64 = 0 if step.upto or step.n == w.ANY_NUMBER else n
    if step.verb == w.DISCARD_CARDS:
        if step.mode == w.AT_RANDOM:
            discard_at_random(state, frame, owner, step.card, n)
            return
        chooser: i64 = owner
        if step.mode == w.BY_USER and owner != frame.seat:
            chooser = frame.seat
            look_at_hand(state, frame.seat, owner)
        choose_cards(state, frame, chooser, owner, FOR_DISCARD, w.HAND, step.card, least, n)
        return
    purpose: i64 = FOR_BANISH if step.verb == w.BANISH else FOR_REINCARNATE
    choose_cards(state, frame, frame.seat, owner, purpose, step.zone, step.card, least, n)


def discard_at_random(state: Battles, frame: Frame, owner: i64, card: i64, n: i64) -> None:
    count: i64 = 0
    while count < n and fits_any(state, state.players[owner].hand, card):
        discard_from_hand(state, owner, random_card(state, owner, card))
        count += 1
    frame.moved += count


def steal_step(state: Battles, frame: Frame, step: Step) -> bool:
    """Take cards of an opponent, who must have a fitting one."""
    pc: i64 = frame.pc
    if asks_seat_first(state, frame, step):
        return True
    if frame.pc != pc:
        frame.moved = 0
        return False
    n: i64 = amount(state, frame, step.n)
    owner: i64 = frame.target
    go_on(frame, step)
    purpose: i64 = FOR_STEAL_HAND if step.to == w.HAND else FOR_STEAL_DISCARD
    if step.zone == w.DISCARD:
        choose_cards(state, frame, frame.seat, owner, purpose, w.DISCARD, step.card, n, n)
        return False
    count: i64 = 0
    while count < n and len(state.players[owner].hand) > 0:
        kind: i64 = random_card(state, owner, w.ANY_CARD)
        take_from_hand(state.players[owner], kind)
        receive_stolen(state, frame.seat, owner, kind, step.to == w.HAND)
        count += 1
    frame.moved = count
    return False


def gain_step(state: Battles, frame: Frame, step: Step) -> None:
    """Take a card of the Hall without paying."""
    purpose: i64 = FOR_GAIN_DISCARD
    if step.to == w.HAND:
        purpose = FOR_GAIN_HAND
    elif step.to == w.DECK:
        purpose = FOR_GAIN_DECK
    seat: i64 = frame.seat
    choice = choose_cards(state, frame, seat, seat, purpose, w.HALL_ZONE, step.card, 1, 1)
    choice.value = step.n
