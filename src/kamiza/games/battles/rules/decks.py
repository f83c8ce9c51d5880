"""Decks: taking cards off them, looking at them, reshuffling. [KB-DECK-01..05]"""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.games.battles.cards import SINGLE
from kamiza.games.battles.language import bit
from kamiza.games.battles.rules.hands import hold
from kamiza.games.battles.rules.rows import HANDFUL, in_order, pushed_in, row_of, without
from kamiza.games.battles.table.battles import (
    ARTIFACT_STREAM,
    DECK_STREAM,
    WARRIOR_STREAM,
    Battles,
)
from kamiza.games.battles.table.objects import ARTIFACT_DECK, WARRIOR_DECK
from kamiza.games.battles.table.players import Deck


def deck_of(state: Battles, object: i64) -> Deck:
    """The deck that an object means."""
    if object == WARRIOR_DECK:
        return state.warrior_deck
    if object == ARTIFACT_DECK:
        return state.artifact_deck
    return state.players[object & 7].deck


def stream_of(object: i64) -> i64:
    if object == WARRIOR_DECK:
        return WARRIOR_STREAM
    return ARTIFACT_STREAM if object == ARTIFACT_DECK else DECK_STREAM + (object & 7)


def take_top(state: Battles, deck: Deck, stream: i64) -> i64:
    """Take the top card of a deck that is not empty: its kind, and who knows it in bits 8 up."""
    kind: i64
    seen: i64
    state.reveals += 1
    if len(deck.top) != 0:
        kind = deck.top[0]
        seen = deck.top_seen[0]
        deck.top = deck.top[1:]
        deck.top_seen = deck.top_seen[1:]
        return kind | seen << 8
    size: i64 = len(deck.rest)
    if size != 0:
        place: i64 = state.rng.below(size, stream)
        kind = deck.rest[place]
        deck.rest = without(deck.rest, place)
        return kind
    kind = deck.bottom[0]
    seen = deck.bottom_seen[0]
    deck.bottom = deck.bottom[1:]
    deck.bottom_seen = deck.bottom_seen[1:]
    return kind | seen << 8


def put_on_top(deck: Deck, kind: i64, seen: i64) -> None:
    """Lay a card on a deck."""
    deck.top = SINGLE[kind] + deck.top
    deck.top_seen = SINGLE[seen] + deck.top_seen


def shuffle_into(deck: Deck, cards: bytes) -> None:
    """Shuffle cards into a deck; nobody knows any place in it afterwards. [KB-HID-21]"""
    deck.rest = deck.top + deck.rest + deck.bottom + cards
    deck.top = b""
    deck.top_seen = b""
    deck.bottom = b""
    deck.bottom_seen = b""


def has_cards(state: Battles, seat: i64) -> bool:
    """Can a card be taken off this player's deck, if need be after a reshuffle? [KB-EXH-03]"""
    player = state.players[seat]
    return len(player.discard) != 0 or player.deck.size() != 0


def reshuffle_if_empty(state: Battles, seat: i64) -> bool:
    """An empty deck is made anew when a card is needed; is there one now? [KB-DECK-02]"""
    player = state.players[seat]
    if player.deck.size() != 0:
        return True
    if len(player.discard) == 0:
        return False
    player.deck.rest = player.discard  # the order of a rest means nothing
    player.discard = b""
    if state.log is not None:
        state.emit("reshuffled", {"seat": seat, "count": len(player.deck.rest)})
    return True


def lift(state: Battles, seat: i64) -> i64:
    """Take one card off a player's deck as `take_top` does, or -1 if there is none left."""
    if not reshuffle_if_empty(state, seat):
        return -1
    return take_top(state, state.players[seat].deck, DECK_STREAM + seat)


# -- drawing ----------------------------------------------------------------------------------


def draw(state: Battles, seat: i64, number: i64) -> i64:
    """Draw cards; how many there really were. [KB-DECK-03] [KB-RUL-26]"""
    count: i64 = 0
    drawn = b""
    while count < number:
        wanted: i64 = number - count
        if wanted > HANDFUL:
            wanted = HANDFUL
        taken, kinds, marks = take_handful(state, seat, wanted)
        hold(state, seat, taken, kinds, marks)
        count += taken
        if state.log is not None:
            drawn = drawn + row_of(kinds, taken)
        if taken < wanted:
            break
    if state.log is not None and count > 0:
        # A hand has no order; kinds are numbered alphabetically.
        facts: dict[str, object] = {"cards": state.cards.names(in_order(drawn))}
        state.emit("drew", {"seat": seat, "count": count}, facts, bit(seat))
    return count


def take_handful(state: Battles, seat: i64, number: i64) -> tuple[i64, i64, i64]:
    """Take up to a handful of cards off a player's deck: how many there were, their kinds, and who
    knows them, a byte for each card in the order they were taken.

    A row of cards is made anew whenever one leaves it, so a hand is drawn in one go.
    """
    deck = state.players[seat].deck
    count: i64 = 0
    kinds: i64 = 0
    marks: i64 = 0
    while count < number and reshuffle_if_empty(state, seat):
        many: i64 = number - count
        size: i64 = len(deck.top)
        if size != 0:
            if size < many:
                many = size
            for place in range(many):
                kinds |= deck.top[place] << 8 * (count + place)
                marks |= deck.top_seen[place] << 8 * (count + place)
            deck.top = deck.top[many:]
            deck.top_seen = deck.top_seen[many:]
        elif len(deck.rest) != 0:
            size = len(deck.rest)
            if size < many:
                many = size
            kinds |= take_from_rest(state, deck, many, DECK_STREAM + seat) << 8 * count
        else:
            many = 1
            kinds |= deck.bottom[0] << 8 * count
            marks |= deck.bottom_seen[0] << 8 * count
            deck.bottom = deck.bottom[1:]
            deck.bottom_seen = deck.bottom_seen[1:]
        count += many
    state.reveals += count
    return count, kinds, marks


def take_from_rest(state: Battles, deck: Deck, number: i64, stream: i64) -> i64:
    """Take cards of a deck whose order nobody knows, each by chance: a byte for each kind."""
    rest = deck.rest
    size: i64 = len(rest)
    kinds: i64 = 0
    if number == size:  # nothing is left to chance
        for place in range(size):
            kinds |= rest[place] << 8 * place
        deck.rest = b""
        return kinds
    gone: i64 = 0  # the places of the cards already taken, in order, twelve bits for each
    for taken in range(number):
        place = state.rng.below(size - taken, stream)
        shift: i64 = 0
        while shift < 12 * taken and gone >> shift & 4095 <= place:
            place += 1
            shift += 12
        gone = pushed_in(gone, shift, place, 12)
        kinds |= rest[place] << 8 * taken
    left = b""
    begin: i64 = 0
    for taken in range(number):
        place = gone >> 12 * taken & 4095
        if place > begin:
            left = left + rest[begin:place]
        begin = place + 1
    deck.rest = left + rest[begin:]
    return kinds


def mill(state: Battles, seat: i64, number: i64) -> i64:
    """The top cards go to the discard pile together, first taken lowest. [KB-FLOW-43]"""
    taken = b""
    while len(taken) < number:
        card: i64 = lift(state, seat)
        if card < 0:
            break
        taken = taken + SINGLE[card & 255]
    player = state.players[seat]
    player.discard = player.discard + taken
    if state.log is not None and len(taken) > 0:
        state.show("milled", {"seat": seat, "cards": state.cards.names(taken)})
    return len(taken)


# -- looking ----------------------------------------------------------------------------------


def fix_top(state: Battles, object: i64, number: i64) -> i64:
    """Make sure that the order of the top cards is settled, so that they can be looked at; how
    many there are. A player's short deck is refilled below what is there. [KB-RUL-27]"""
    deck = deck_of(state, object)
    stream: i64 = stream_of(object)
    while len(deck.top) < number:
        if deck.size() == len(deck.top):
            if object >= WARRIOR_DECK or not refill_below(state, object & 7):
                break
        fixed = deck.top
        fixed_seen = deck.top_seen
        deck.top = b""
        deck.top_seen = b""
        card: i64 = take_top(state, deck, stream)
        deck.top = fixed + SINGLE[card & 255]
        deck.top_seen = fixed_seen + SINGLE[card >> 8]
    size: i64 = len(deck.top)
    return number if size > number else size


def refill_below(state: Battles, seat: i64) -> bool:
    """The discard pile is shuffled and lies under the cards being looked at."""
    player = state.players[seat]
    if len(player.discard) == 0:
        return False
    player.deck.rest = player.discard
    if state.log is not None:
        state.emit("reshuffled", {"seat": seat, "count": len(player.discard)})
    player.discard = b""
    return True
