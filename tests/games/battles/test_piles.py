"""Cards that move a handful at a time move as single cards would."""

from __future__ import annotations

from collections import Counter
from random import Random

from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import game
from kamiza.games.battles.rules.decks import draw, take_handful
from kamiza.games.battles.rules.hands import add_to_hand, hold, take_from_hand
from kamiza.games.battles.rules.rows import in_order, row_of
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.players import Deck


def table(deck: Deck, discard: bytes = b"", hand: bytes = b"") -> Battles:
    state = game("battles").start(Setup(3, {}, 1))
    assert isinstance(state, Battles)
    player = state.players[0]
    player.deck, player.discard = deck, discard
    player.hand, player.seen = hand, bytes(len(hand))
    return state


def unknown(cards: bytes) -> Deck:
    return Deck(b"", b"", cards, b"", b"")


def test_every_hand_is_equally_likely() -> None:
    """Two of six cards: fifteen hands, and what is left stays in the deck. [KB-DECK-03]"""
    cards = bytes([3, 7, 11, 19, 23, 42])
    rng = fast_rng(8)
    hands: Counter[bytes] = Counter()
    for _ in range(6000):
        state = table(unknown(cards))
        state.rng = rng
        assert draw(state, 0, 2) == 2
        player = state.players[0]
        assert sorted(player.hand + player.deck.rest) == list(cards)
        hands[player.hand] += 1
    assert len(hands) == 15
    assert max(abs(count - 400) for count in hands.values()) < 80  # four standard deviations


def test_every_order_of_a_handful_is_equally_likely() -> None:
    """Cards that are looked at one after the other come in any order. [KB-RND-11]"""
    rng = fast_rng(9)
    orders: Counter[bytes] = Counter()
    for _ in range(6000):
        state = table(unknown(bytes([1, 2, 3, 4])))
        state.rng = rng
        count, kinds, marks = take_handful(state, 0, 3)
        assert (count, marks) == (3, 0)
        orders[row_of(kinds, 3)] += 1
    assert len(orders) == 24
    assert max(abs(count - 250) for count in orders.values()) < 63


def test_known_cards_come_first_and_stay_known() -> None:
    """The top of the deck, then its rest, then the reshuffled discard pile. [KB-DECK-02]"""
    deck = Deck(b"\x09\x05", b"\x7f\x02", b"\x05", b"\x01", b"\x04")
    state = table(deck, discard=b"\x08\x08\x08")
    assert draw(state, 0, 7) == 7
    player = state.players[0]
    assert player.hand == bytes([1, 5, 5, 8, 8, 8, 9])
    assert player.seen == bytes([4, 2, 0, 0, 0, 0, 0x7E])  # of equal cards the best known first
    assert (player.deck.size(), player.discard) == (0, b"")
    assert draw(state, 0, 1) == 0


def test_a_handful_is_held_like_single_cards() -> None:
    """Whatever is known of which copies. [KB-HID-17] [KB-HID-18] [KB-HID-19]"""
    chance = Random(5)
    for _ in range(500):
        kinds = [chance.randrange(4) for _ in range(5)]
        marks = [chance.choice([0, 0, 2, 4, 7]) for _ in range(5)]
        together, singly = table(unknown(b"")), table(unknown(b""))
        packed = [int.from_bytes(bytes(values), "little") for values in (kinds, marks)]
        hold(together, 0, 5, *packed)
        for kind, mark in zip(kinds, marks):
            add_to_hand(singly, 0, kind, mark)
        one, other = together.players[0], singly.players[0]
        assert (one.hand, one.seen) == (other.hand, other.seen)
        while one.hand:
            kind = chance.choice(list(one.hand))
            take_from_hand(one, kind)
            take_from_hand(other, kind)
            assert (one.hand, one.seen) == (other.hand, other.seen)
            assert len(one.seen) == len(one.hand)


def test_of_equal_cards_the_best_known_lies_first() -> None:
    """Seat B knows two of three, seat C one: the first is known to both. [KB-HID-17]"""
    state = table(unknown(b""))
    hold(state, 0, 3, 0x050505, 0x020402)
    assert state.players[0].seen == bytes([6, 2, 0])


def test_rows_are_put_in_order() -> None:
    chance = Random(6)
    for size in range(12):
        row = bytes(chance.randrange(256) for _ in range(size))
        assert in_order(row) == bytes(sorted(row))
