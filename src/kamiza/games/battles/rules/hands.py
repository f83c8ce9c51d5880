"""Hands: taking cards in, giving them away, and who knows about it. [KB-HID-16..19]"""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.games.battles.cards import SINGLE, ZEROS
from kamiza.games.battles.language import bit
from kamiza.games.battles.rules.rows import (
    count_fitting,
    place_of,
    pushed_in,
    row_of,
    sorted_handful,
    without,
)
from kamiza.games.battles.table.battles import PICK_STREAM, Battles
from kamiza.games.battles.table.players import SEEN_BY_ALL, Player


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


def hold(state: Battles, seat: i64, count: i64, kinds: i64, marks: i64) -> None:
    """Take a handful into the hand, just as `add_to_hand` takes single cards."""
    player = state.players[seat]
    if len(player.hand) != 0:
        for place in range(count):
            shift: i64 = 8 * place
            add_to_hand(state, seat, kinds >> shift & 255, marks >> shift & 255)
        return
    if marks == 0:  # mostly nobody knows any of them
        player.hand = row_of(sorted_handful(kinds, count), count)
        player.seen = ZEROS[count]
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


def take_from_hand(player: Player, kind: i64) -> None:
    """A card leaves the hand: of equal ones the best known. [KB-HID-19]"""
    place: i64 = place_of(player.hand, kind)
    size: i64 = len(player.hand)
    player.hand = without(player.hand, place)
    if player.seen is ZEROS[size]:  # mostly nobody knows any
        player.seen = ZEROS[size - 1]
    else:
        player.seen = without(player.seen, place)


def discard_from_hand(state: Battles, seat: i64, kind: i64) -> None:
    """A hand card goes face up on its owner's discard pile. [KB-GEN-08] [KB-HID-22]"""
    player = state.players[seat]
    take_from_hand(player, kind)
    player.discard = player.discard + SINGLE[kind]
    if state.log is not None:
        state.show("discarded", {"seat": seat, "card": state.cards.ids[kind]})


def forget_claims(state: Battles, seat: i64, card: i64) -> None:
    """Nobody knows any more that a card which fits is in this hand: one of them is about to leave
    it unseen, and it could be any of them. [KB-HID-19]"""
    player = state.players[seat]
    hand = player.hand
    types = state.cards.type
    left = b""
    for place in range(len(hand)):
        left = left + (SINGLE[0] if types[hand[place]] & card else SINGLE[player.seen[place]])
    player.seen = left


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
