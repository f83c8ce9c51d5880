"""The Hall of Heroes: prices, taking cards, refilling, and what returns to it. [KB-REC-01..16]"""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD, SINGLE
from kamiza.games.battles.rules.decks import put_on_top, shuffle_into, take_top
from kamiza.games.battles.rules.rows import place_of
from kamiza.games.battles.rules.zones import own
from kamiza.games.battles.stack.turns import Reveals
from kamiza.games.battles.table.battles import (
    ARTIFACT_PLACES,
    ARTIFACT_STREAM,
    WARRIOR_PLACES,
    WARRIOR_STREAM,
    Battles,
)
from kamiza.games.battles.table.players import SEEN_BY_ALL, Player


def with_count(sizes: bytes, place: i64, count: i64) -> bytes:
    return b"%b%b%b" % (sizes[:place], SINGLE[count], sizes[place + 1 :])


def on_offer(state: Battles, kind: i64) -> bool:
    """Does a pile of this kind lie in the Hall? [KB-REC-05]"""
    type: i64 = state.cards.type[kind]
    if type == w.WARRIOR:
        return place_of(state.warrior_piles, kind) >= 0
    if type == w.ARTIFACT:
        return place_of(state.artifact_piles, kind) >= 0
    place: i64 = place_of(state.disciple_piles, kind)
    return place >= 0 and state.disciple_sizes[place] > 0


def price(state: Battles, seat: i64, kind: i64) -> i64:
    """The printed cost less the discounts in force, never below 0. [KB-REC-02] [KB-RUL-23]"""
    cost: i64 = state.cards.cost[kind] - discount(state.players[seat], state.cards.type[kind])
    if cost < 0:
        return 0
    return cost


def discount(player: Player, type: i64) -> i64:
    """How much less a card of this type costs the player in this turn."""
    if type == w.WARRIOR:
        return player.discount_warrior
    if type == w.ARTIFACT:
        return player.discount_artifact
    return player.discount_disciple


def take_from_hall(state: Battles, kind: i64) -> None:
    """Take the top card of a pile; an empty Warrior or Artifact pile leaves its place free."""
    state.gap = True
    type: i64 = state.cards.type[kind]
    place: i64
    left: i64
    if type == w.WARRIOR:
        place = place_of(state.warrior_piles, kind)
        left = state.warrior_sizes[place] - 1
        state.warrior_sizes = with_count(state.warrior_sizes, place, left)
        if left == 0:
            state.warrior_piles = with_count(state.warrior_piles, place, NO_CARD)
    elif type == w.ARTIFACT:
        place = place_of(state.artifact_piles, kind)
        left = state.artifact_sizes[place] - 1
        state.artifact_sizes = with_count(state.artifact_sizes, place, left)
        if left == 0:
            state.artifact_piles = with_count(state.artifact_piles, place, NO_CARD)
    else:
        place = place_of(state.disciple_piles, kind)
        left = state.disciple_sizes[place] - 1
        state.disciple_sizes = with_count(state.disciple_sizes, place, left)


def recruit(state: Battles, kind: i64) -> None:
    """Pay, and lay the card face down on the own deck; everybody saw it. [KB-REC-06] [KB-HID-16]"""
    seat: i64 = state.active
    paid: i64 = price(state, seat, kind)
    state.faith -= paid
    take_from_hall(state, kind)
    put_on_top(state.players[seat].deck, kind, SEEN_BY_ALL)
    own(state, seat, kind)
    if state.log is not None:
        state.emit("recruited", {"seat": seat, "card": state.cards.ids[kind], "paid": paid})


# -- refilling --------------------------------------------------------------------------------


def has_gap(state: Battles) -> bool:
    """Is a place free that could be filled? [KB-FLOW-45]"""
    if not state.gap:
        return False
    if place_of(state.warrior_piles, NO_CARD) >= 0 and state.warrior_deck.size() > 0:
        return True
    if place_of(state.artifact_piles, NO_CARD) >= 0 and state.artifact_deck.size() > 0:
        return True
    state.gap = False
    return False


def refill(state: Battles, in_game: bool) -> None:
    """Fill every place that can be filled; the Reveals of new cards come after it. [KB-FLOW-47]"""
    revealed = fill_row(state, True) + fill_row(state, False)
    if in_game and len(revealed) != 0:  # nothing happens in set-up [KB-FLOW-03]
        state.frame = Reveals(state.active, revealed, state.frame)


def fill_row(state: Battles, warriors: bool) -> bytes:
    """Turn up cards until every place has a pile or the deck is empty. [KB-REC-09..14]

    The cards turned up that have a Reveal ability.
    """
    deck = state.warrior_deck if warriors else state.artifact_deck
    stream: i64 = WARRIOR_STREAM if warriors else ARTIFACT_STREAM
    piles = state.warrior_piles if warriors else state.artifact_piles
    sizes = state.warrior_sizes if warriors else state.artifact_sizes
    revealed = b""
    while True:
        free: i64 = place_of(piles, NO_CARD)
        if free < 0 or deck.size() == 0:
            break
        kind: i64 = take_top(state, deck, stream) & 255
        place: i64 = place_of(piles, kind)
        if place < 0:
            place = free
            piles = with_count(piles, place, kind)
        sizes = with_count(sizes, place, sizes[place] + 1)
        if state.cards.reveals[kind]:
            revealed += SINGLE[kind]
        if state.log is not None:
            state.emit("turned_up", {"card": state.cards.ids[kind]})
    if warriors:
        state.warrior_piles = piles
        state.warrior_sizes = sizes
    else:
        state.artifact_piles = piles
        state.artifact_sizes = sizes
    return revealed


# -- going back -------------------------------------------------------------------------------


def return_card(state: Battles, kind: i64) -> None:
    """Reincarnate: back to where the card came from, shuffled. [KB-ABIL-13] [KB-RND-10]"""
    state.gap = True
    type: i64 = state.cards.type[kind]
    if type == w.WARRIOR:
        shuffle_into(state.warrior_deck, SINGLE[kind])
    elif type == w.ARTIFACT:
        shuffle_into(state.artifact_deck, SINGLE[kind])
    else:
        place: i64 = place_of(state.disciple_piles, kind)
        count: i64 = state.disciple_sizes[place] + 1
        state.disciple_sizes = with_count(state.disciple_sizes, place, count)


def refresh(state: Battles, row: i64) -> None:
    """All face-up cards of a row go back into their deck; then the row is filled anew."""
    warriors = row == w.WARRIOR_ROW
    piles = state.warrior_piles if warriors else state.artifact_piles
    sizes = state.warrior_sizes if warriors else state.artifact_sizes
    cards = b""
    for place in range(len(piles)):
        if piles[place] != NO_CARD:
            cards += SINGLE[piles[place]] * sizes[place]
    if warriors:
        shuffle_into(state.warrior_deck, cards)
        state.warrior_piles = b"\xff" * WARRIOR_PLACES
        state.warrior_sizes = b"\0" * WARRIOR_PLACES
    else:
        shuffle_into(state.artifact_deck, cards)
        state.artifact_piles = b"\xff" * ARTIFACT_PLACES
        state.artifact_sizes = b"\0" * ARTIFACT_PLACES
    if state.log is not None:
        state.emit("hall_shuffled", {"row": w.ROWS[row]})
    refill(state, True)
