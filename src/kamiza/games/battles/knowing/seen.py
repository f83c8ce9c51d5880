"""What a seat has seen of hidden things: hands, decks, gods that are still being chosen.

Every function gives the same answer for the whole table and for the table of the seat's own view,
where only known things lie. [KB-HID-01..22]
"""

from __future__ import annotations

from typing import final

from kamiza.core.native import i64
from kamiza.games.battles.cards import NO_CARD, NO_GOD, SINGLE
from kamiza.games.battles.language import bit
from kamiza.games.battles.rules.rows import in_order
from kamiza.games.battles.stack.turns import KEEP_GOD, Preparation
from kamiza.games.battles.stack.uses import Placing
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.objects import ARTIFACT_DECK, DECK_OBJECT, WARRIOR_DECK
from kamiza.games.battles.table.players import PUBLIC, SEEN_BY_ALL, Deck


def knows(marks: i64, seat: i64) -> bool:
    """Is a card with these marks known to the seat, or to everybody?"""
    if marks >> PUBLIC & 1:
        return True
    return seat >= 0 and marks >> seat & 1 == 1


def mark_for(marks: i64, seat: i64) -> i64:
    """The marks as the seat knows them: everybody, or just me."""
    return SEEN_BY_ALL if marks >> PUBLIC & 1 else bit(seat)


def is_teammate(table: Battles, seat: i64, other: i64) -> bool:
    """The seat itself or a player of its team."""
    if seat < 0:
        return False
    return seat == other or (
        table.settings.team and table.players[seat].team == table.players[other].team
    )


# -- hands ------------------------------------------------------------------------------------


@final
class SeenHand:
    """A hand as one seat knows it."""

    def __init__(self) -> None:
        self.cards = b""
        self.marks = b""  # who knows each of them
        self.unknown = b""  # what else is in it, if the whole table is looked at


def hand_seen(table: Battles, seat: i64, owner: i64) -> SeenHand:
    """The own hand whole; of others what was shown, or looked at. [KB-HID-16..18]"""
    player = table.players[owner]
    found = SeenHand()
    if owner == seat:
        found.cards = player.hand
        for place in range(len(player.hand)):
            public = player.seen[place] >> PUBLIC & 1
            found.marks = found.marks + (SINGLE[SEEN_BY_ALL & ~bit(owner)] if public else b"\0")
        return found
    is_shared = table.settings.shared_hands and is_teammate(table, seat, owner)
    for place in range(len(player.hand)):
        card = SINGLE[player.hand[place]]
        marks: i64 = player.seen[place]
        if is_shared or knows(marks, seat):
            found.cards = found.cards + card
            found.marks = found.marks + SINGLE[mark_for(marks, seat) & ~bit(owner)]
        else:
            found.unknown = found.unknown + card
    return found


# -- decks ------------------------------------------------------------------------------------


def own_deck_seen(table: Battles, seat: i64, owner: i64, hand: SeenHand) -> Deck:
    """The known places of a player's deck; its rest is everything of deck and hand whose place
    the seat does not know. Which cards these are is open: everybody sees what everybody owns.
    [KB-HID-07]"""
    deck = places_seen(table, seat, DECK_OBJECT + owner, table.players[owner].deck)
    deck.rest = in_order(deck.rest + hand.unknown)
    return deck


def common_deck_seen(table: Battles, seat: i64, object: i64) -> Deck:
    """Everybody knows by subtraction which Warriors or Artifacts are left. [KB-HID-11]"""
    truth = table.warrior_deck if object == WARRIOR_DECK else table.artifact_deck
    deck = places_seen(table, seat, object, truth)
    deck.rest = in_order(deck.rest)
    return deck


def warrior_deck_seen(table: Battles, seat: i64) -> Deck:
    return common_deck_seen(table, seat, WARRIOR_DECK)


def artifact_deck_seen(table: Battles, seat: i64) -> Deck:
    return common_deck_seen(table, seat, ARTIFACT_DECK)


def places_seen(table: Battles, seat: i64, object: i64, deck: Deck) -> Deck:
    """The places of a deck that the seat knows, NO_CARD in between; all else is the rest."""
    found = Deck(b"", b"", deck.rest, b"", b"")
    last: i64 = fixed_places(table, object)
    for place in range(len(deck.top)):
        if knows(deck.top_seen[place], seat) and place >= last:
            last = place + 1
    for place in range(len(deck.top)):
        is_known = knows(deck.top_seen[place], seat)
        if place < last:
            found.top = found.top + SINGLE[deck.top[place] if is_known else NO_CARD]
            found.top_seen = found.top_seen + mark_of(deck.top_seen[place], seat)
        if not is_known and deck.top[place] != NO_CARD:
            found.rest = found.rest + SINGLE[deck.top[place]]
    first: i64 = 0
    while first < len(deck.bottom) and not knows(deck.bottom_seen[first], seat):
        first += 1
    for place in range(len(deck.bottom)):
        is_known = knows(deck.bottom_seen[place], seat)
        if place >= first:
            found.bottom = found.bottom + SINGLE[deck.bottom[place] if is_known else NO_CARD]
            found.bottom_seen = found.bottom_seen + mark_of(deck.bottom_seen[place], seat)
        if not is_known and deck.bottom[place] != NO_CARD:
            found.rest = found.rest + SINGLE[deck.bottom[place]]
    return found


def mark_of(marks: i64, seat: i64) -> bytes:
    return SINGLE[mark_for(marks, seat)] if knows(marks, seat) else b"\0"


def fixed_places(table: Battles, object: i64) -> i64:
    """How many top places everybody knows to be fixed, because somebody is sorting them now."""
    frame = table.frame
    if type(frame) is Placing and frame.deck == object:
        return frame.on_top + frame.left
    return 0


# -- gods -------------------------------------------------------------------------------------


def is_choosing(table: Battles) -> bool:
    """Are the gods still being chosen?"""
    frame = table.frame
    return type(frame) is Preparation and frame.stage == KEEP_GOD


def god_seen(table: Battles, seat: i64, owner: i64) -> i64:
    """Gods are secret while they are chosen, except within a team. [KB-HID-01]"""
    if is_choosing(table) and not is_teammate(table, seat, owner):
        return NO_GOD
    return table.players[owner].god


def dealt_seen(table: Battles, seat: i64, owner: i64) -> i64:
    """The gods to choose from, as a set; of the other team everybody knows the Culture.
    [KB-HID-02]"""
    if not is_choosing(table) or is_teammate(table, seat, owner):
        return table.players[owner].dealt
    if not table.settings.team:
        return 0
    return culture_of(table, owner)


def culture_of(table: Battles, owner: i64) -> i64:
    """All gods of the Culture of a player's team, chosen or not."""
    some: i64 = 0
    for player in table.players:
        if player.team == table.players[owner].team:
            some |= player.dealt
            if player.god != NO_GOD:
                some |= bit(player.god)
    culture: i64 = -1
    gods: i64 = 0
    for god in range(1, len(table.cards.god_ids)):
        if some >> god & 1:
            culture = table.cards.culture[god]
    for god in range(1, len(table.cards.god_ids)):
        if table.cards.culture[god] == culture:
            gods |= bit(god)
    return gods
