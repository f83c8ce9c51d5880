"""Hands, decks and discard piles: how cards move, and who knows about it. [KB-DECK-01..05]"""

from __future__ import annotations

from typing import Final

from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_GOD, NO_TEMPLE, SINGLE, ZEROS
from kamiza.games.battles.language import bit
from kamiza.games.battles.table import (
    ARTIFACT_DECK,
    ARTIFACT_STREAM,
    DECK_STREAM,
    PICK_STREAM,
    SEEN_BY_ALL,
    WARRIOR_DECK,
    WARRIOR_STREAM,
    Battles,
    Deck,
    Player,
)

HANDFUL: Final = 5  # cards that move together as the bytes of one number

# -- rows of cards ----------------------------------------------------------------------------


# Compiled, `row = row + more` is much cheaper than `row += more`.


def without(row: bytes, place: i64) -> bytes:
    """The row without the card at a place."""
    if place == 0:
        return row[1:]
    last: i64 = len(row) - 1
    return row[:last] if place == last else row[:place] + row[place + 1 :]


def place_of(row: bytes, kind: i64) -> i64:
    """The first place of a kind in a row, or -1."""
    for place in range(len(row)):
        if row[place] == kind:
            return place
    return -1


def last_place_of(row: bytes, kind: i64) -> i64:
    """The last place of a kind in a row, or -1."""
    place: i64 = len(row) - 1
    while place >= 0 and row[place] != kind:
        place -= 1
    return place


def in_order(row: bytes) -> bytes:
    """The same cards as a multiset."""
    size: i64 = len(row)
    if size > HANDFUL:
        return bytes(sorted(row))
    ordered: i64 = 0
    for place in range(size):
        at: i64 = 8 * place
        while at > 0 and ordered >> (at - 8) & 255 > row[place]:
            at -= 8
        ordered = pushed_in(ordered, at, row[place], 8)
    return row_of(ordered, size)


def fits_any(state: Battles, row: bytes, card: i64) -> bool:
    """Does a card of the row fit the filter?"""
    types = state.cards.type
    for place in range(len(row)):
        kind: i64 = row[place]
        if types[kind] & card:
            return True
    return False


def count_fitting(state: Battles, row: bytes, card: i64) -> i64:
    """How many cards of the row fit the filter."""
    types = state.cards.type
    count: i64 = 0
    for place in range(len(row)):
        kind: i64 = row[place]
        if types[kind] & card:
            count += 1
    return count


def own(state: Battles, seat: i64, kind: i64) -> None:
    """The card belongs to the player from now on, and so do its Reacts."""
    state.players[seat].triggers |= state.cards.triggers[kind]


def count_triggers(state: Battles, seat: i64, row: bytes) -> None:
    """Everything the player's god, temple and cards may react to."""
    player = state.players[seat]
    if player.god != NO_GOD:
        player.triggers |= state.cards.god_triggers[player.god]
    if player.temple != NO_TEMPLE:
        player.triggers |= state.cards.temple_triggers[player.temple]
    for place in range(len(row)):
        own(state, seat, row[place])


def is_in_zone(state: Battles, owner: i64, kind: i64, zone: i64) -> bool:
    """Does such a card still lie in this zone of its owner?"""
    player = state.players[owner]
    if zone == w.HAND:
        return place_of(player.hand, kind) >= 0
    return place_of(player.area if zone == w.AREA else player.discard, kind) >= 0


# -- hands ------------------------------------------------------------------------------------


def add_to_hand(state: Battles, seat: i64, kind: i64, seen: i64) -> None:
    """Take a card into the hand; `seen` are those who know it. [KB-HID-17] [KB-HID-18]

    Equal cards cannot be told apart, so what a seat knows of them is a number; the best known
    copy lies first.
    """
    player = state.players[seat]
    hand = player.hand
    place: i64 = len(hand)
    while place > 0 and hand[place - 1] > kind:
        place -= 1
    carry: i64 = seen & ~bit(seat)
    if carry == 0:
        player.hand = hand[:place] + SINGLE[kind] + hand[place:]
        if player.seen is ZEROS[len(hand)]:
            player.seen = ZEROS[len(hand) + 1]
        else:
            player.seen = player.seen[:place] + SINGLE[0] + player.seen[place:]
        return
    begin: i64 = place
    while begin > 0 and hand[begin - 1] == kind:
        begin -= 1
    player.hand = hand[:place] + SINGLE[kind] + hand[place:]
    marks = list(player.seen[:place] + b"\0" + player.seen[place:])
    for copy in range(begin, place + 1):
        old: i64 = marks[copy]
        marks[copy] = old | carry
        carry &= old
    player.seen = bytes(marks)


def take_from_hand(player: Player, kind: i64) -> None:
    """A card leaves the hand: of equal ones the best known. [KB-HID-19]"""
    place: i64 = place_of(player.hand, kind)
    size: i64 = len(player.hand)
    player.hand = without(player.hand, place)
    if player.seen is ZEROS[size]:  # mostly nobody knows any
        player.seen = ZEROS[size - 1]
    else:
        player.seen = without(player.seen, place)


def show_hand(player: Player, seat: i64) -> None:
    """Another seat looks at the whole hand."""
    seen = [mark | 1 << seat for mark in player.seen]
    player.seen = bytes(seen)


def show_card(state: Battles, seat: i64, kind: i64) -> None:
    """Everybody sees one card of the hand; it stays there."""
    player = state.players[seat]
    take_from_hand(player, kind)
    add_to_hand(state, seat, kind, SEEN_BY_ALL)


def random_card(state: Battles, seat: i64, card: i64) -> i64:
    """A card of the hand that fits, by chance, every one equally likely. [KB-RND-11]"""
    hand = state.players[seat].hand
    state.reveals += 1
    nth: i64 = state.rng.below(count_fitting(state, hand, card), PICK_STREAM)
    place: i64 = 0
    while True:
        if state.cards.type[hand[place]] & card:
            if nth == 0:
                return hand[place]
            nth -= 1
        place += 1


# -- decks ------------------------------------------------------------------------------------


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


def hold(state: Battles, seat: i64, count: i64, kinds: i64, marks: i64) -> None:
    """Take a handful into the hand, just as `add_to_hand` takes single cards."""
    player = state.players[seat]
    if len(player.hand) != 0:
        for place in range(count):
            shift: i64 = 8 * place
            add_to_hand(state, seat, kinds >> shift & 255, marks >> shift & 255)
        return
    hand: i64 = 0
    seen: i64 = 0
    for place in range(count):
        kind: i64 = kinds >> 8 * place & 255
        at: i64 = 8 * place
        while at > 0 and hand >> (at - 8) & 255 > kind:
            at -= 8
        hand = pushed_in(hand, at, kind, 8)
        seen = pushed_in(seen, at, 0, 8)
        carry: i64 = marks >> 8 * place & 255 & ~bit(seat)
        if carry != 0:
            copy: i64 = at
            while copy > 0 and hand >> (copy - 8) & 255 == kind:
                copy -= 8
            while copy <= at:
                old: i64 = seen >> copy & 255
                seen |= carry << copy
                carry &= old
                copy += 8
    player.hand = row_of(hand, count)
    player.seen = ZEROS[count] if seen == 0 else row_of(seen, count)


def pushed_in(packed: i64, shift: i64, value: i64, width: i64) -> i64:
    """Push a value of so many bits in between the others of a number."""
    low: i64 = packed & (bit(shift) - 1)
    return low | value << shift | packed >> shift << (shift + width)


def row_of(packed: i64, count: i64) -> bytes:
    """Unpack the bytes of a number, lowest first."""
    return int(packed).to_bytes(int(count), "little")


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


# -- discarding -------------------------------------------------------------------------------


def discard_from_hand(state: Battles, seat: i64, kind: i64) -> None:
    """A hand card goes face up on its owner's discard pile. [KB-GEN-08] [KB-HID-22]"""
    player = state.players[seat]
    take_from_hand(player, kind)
    player.discard = player.discard + SINGLE[kind]
    if state.log is not None:
        state.show("discarded", {"seat": seat, "card": state.cards.ids[kind]})


def clear_table(state: Battles, seat: i64, with_hand: bool) -> None:
    """Play Area as played, then the hand in alphabetical order, to the discard pile. [KB-RUL-25]"""
    player = state.players[seat]
    player.discard = player.discard + player.area
    player.area = b""
    if with_hand:
        player.discard = player.discard + player.hand  # kinds are numbered alphabetically
        player.hand = b""
        player.seen = b""
