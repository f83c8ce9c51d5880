"""Picking cards, Banishing them, and putting looked-at cards back. [KB-FLOW-08] [KB-FLOW-11]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kamiza.core.native import append, i64, vec
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD, SINGLE, TEMPLE_SOURCE
from kamiza.games.battles.language import bit
from kamiza.games.battles.rules.decks import deck_of
from kamiza.games.battles.rules.hands import add_to_hand, random_card, show_card, take_from_hand
from kamiza.games.battles.rules.moves import (
    ASK_CARD,
    ASK_PLACE,
    BOTTOM_MOVE,
    CARD_MOVE,
    DONE,
    TOP_MOVE,
    pack,
)
from kamiza.games.battles.rules.rows import in_order, last_place_of, moved_up, place_of, without
from kamiza.games.battles.rules.windows import open_window, waiting_window
from kamiza.games.battles.rules.zones import is_in_zone
from kamiza.games.battles.stack.attacks import Window
from kamiza.games.battles.stack.happenings import CARD_BANISHING, Banishment
from kamiza.games.battles.stack.uses import BANISH, WARN, Banishing, Choice, Placing, Use
from kamiza.games.battles.table.battles import Battles, in_play
from kamiza.games.battles.table.players import SEEN_BY_ALL, Deck
from kamiza.games.battles.verbs.declared import PURPOSES

if TYPE_CHECKING:
    from kamiza.games.battles.verbs.purpose import Purpose


def choose_cards(
    state: Battles, use: Use, chooser: i64, owner: i64, purpose: Purpose, zone: i64, card: i64,
    least: i64, most: i64,
) -> Choice:  # fmt: skip
    """Ask for cards of a zone; what happens to each of them the purpose says."""
    choice = Choice(chooser, owner, purpose.number, use)
    choice.zone = zone
    choice.card = card
    choice.least = least
    choice.most = most
    state.frame = choice
    return choice


# -- what can be picked -----------------------------------------------------------------------


def can_pick(state: Battles, choice: Choice, kind: i64, zone: i64) -> bool:
    """Is there such a card to pick?"""
    if not state.cards.type[kind] & choice.card:
        return False
    player = state.players[choice.owner]
    if choice.zone == w.HAND_AND_AREA:
        if zone == w.AREA:
            return copies(player.area, kind) > (1 if is_own(choice, kind) else 0)
        return zone == w.HAND and place_of(player.hand, kind) >= 0
    if zone != choice.zone:
        return False
    if zone == w.HAND:
        return place_of(player.hand, kind) >= 0
    if zone == w.DISCARD:
        return place_of(player.discard, kind) >= 0
    return can_gain(state, choice, kind)


def can_gain(state: Battles, choice: Choice, kind: i64) -> bool:
    if state.cards.cost[kind] > choice.dearest:
        return False
    if place_of(state.warrior_piles, kind) >= 0 or place_of(state.artifact_piles, kind) >= 0:
        return True
    place: i64 = place_of(state.disciple_piles, kind)
    return place >= 0 and state.disciple_sizes[place] > 0


def is_own(choice: Choice, kind: i64) -> bool:
    """The card whose ability is being paid cannot pay for itself."""
    return choice.use.source == kind


def copies(row: bytes, kind: i64) -> i64:
    count: i64 = 0
    for place in range(len(row)):
        if row[place] == kind:
            count += 1
    return count


def picks(state: Battles, choice: Choice) -> vec[i64]:
    """Every card that may be picked, by kind, and `done` when enough are picked."""
    listed: vec[i64] = vec[i64](capacity=8)
    player = state.players[choice.owner]
    if choice.zone == w.HAND or choice.zone == w.HAND_AND_AREA:
        listed = add_picks(state, choice, player.hand, w.HAND, listed)
    if choice.zone == w.HAND_AND_AREA:
        listed = add_picks(state, choice, in_order(player.area), w.AREA, listed)
    elif choice.zone == w.DISCARD:
        listed = add_picks(state, choice, in_order(player.discard), w.DISCARD, listed)
    elif choice.zone == w.HALL_ZONE:
        listed = add_picks(state, choice, state.warrior_piles, w.HALL_ZONE, listed)
        listed = add_picks(state, choice, state.artifact_piles, w.HALL_ZONE, listed)
        listed = add_picks(state, choice, state.disciple_piles, w.HALL_ZONE, listed)
    if choice.picked >= choice.least:
        listed = append(listed, DONE)
    return listed


def add_picks(
    state: Battles, choice: Choice, row: bytes, zone: i64, listed: vec[i64]
) -> vec[i64]:  # fmt: skip
    last: i64 = NO_CARD
    for place in range(len(row)):
        kind: i64 = row[place]
        if kind != last and kind != NO_CARD and can_pick(state, choice, kind, zone):
            listed = append(listed, pack(CARD_MOVE, kind, zone))
        last = kind
    return listed


def has_pick(state: Battles, choice: Choice) -> bool:
    """Is there a card that may be picked?"""
    listed = picks(state, choice)
    return len(listed) > (1 if choice.picked >= choice.least else 0)


def is_random(choice: Choice) -> bool:
    """Cards of a foreign hand are Banished and Reincarnated by chance."""
    if choice.zone != w.HAND or choice.seat == choice.owner:
        return False
    return PURPOSES[choice.purpose].is_by_chance


# -- picking ----------------------------------------------------------------------------------


def run_choice(state: Battles, choice: Choice) -> bool:
    """Ask for the next card, or go back to the ability when there is nothing more to pick."""
    if (
        choice.picked >= choice.most
        or not in_play(state, choice.owner)
        or not has_pick(state, choice)
    ):
        finish_choice(state, choice)
        return False
    if is_random(choice):
        kind: i64 = random_card(state, choice.owner, choice.card)
        pick(state, choice, kind, w.HAND)
        return False
    state.asked = choice.seat
    state.question = ASK_CARD
    return True


def finish_choice(state: Battles, choice: Choice) -> None:
    """The ability remembers how many cards were moved."""
    use = choice.use
    state.frame = use
    use.moved = use.moved + choice.moved if use.seats_done > 0 else choice.moved
    if choice.banished != 0:
        use.wait(Banishment(choice.banished))  # one window for all of them


def pick(state: Battles, choice: Choice, kind: i64, zone: i64) -> None:
    """Do with a picked card what it was picked for."""
    choice.picked += 1
    PURPOSES[choice.purpose].pick(state, choice, kind, zone)


def tell(state: Battles, name: str, seat: i64, kind: i64) -> None:
    if state.log is not None:
        state.show(name, {"seat": seat, "card": state.cards.ids[kind]})


def take_card(state: Battles, owner: i64, kind: i64, zone: i64) -> None:
    """Take a card out of a zone of its owner; of equal ones in a row the uppermost."""
    player = state.players[owner]
    if zone == w.HAND:
        take_from_hand(player, kind)
    elif zone == w.AREA:
        player.area = without(player.area, last_place_of(player.area, kind))
    else:
        player.discard = without(player.discard, last_place_of(player.discard, kind))


# -- Banishing --------------------------------------------------------------------------------


def banish(state: Battles, owner: i64, kind: i64, zone: i64) -> None:
    """The card goes to the Netherworld and keeps its last owner. [KB-ABIL-14] [KB-RUL-43]"""
    take_card(state, owner, kind, zone)
    state.netherworld += SINGLE[kind]
    state.nether_owners += SINGLE[owner]
    tell(state, "banished", owner, kind)


def announce_banishing(state: Battles, choice: Choice, kind: i64, zone: i64) -> None:
    """An effect is about to Banish a card; its owner may keep it from that."""
    if zone == w.HAND:
        show_card(state, choice.owner, kind)
    state.frame = Banishing(choice.seat, choice.owner, kind, zone, choice)
    tell(state, "banishing", choice.owner, kind)


def run_banishing(state: Battles, banishing: Banishing) -> bool:
    """First the window, then the Banishing, unless the card was rescued or has gone elsewhere,
    for instance because it was itself played as a React. [KB-FLOW-19]"""
    if banishing.stage == WARN:
        banishing.stage = BANISH
        if open_window(state, waiting_window(state, CARD_BANISHING), state.active):
            return False
    choice = banishing.choice
    state.frame = choice
    owner: i64 = banishing.owner
    card: i64 = banishing.card
    if banishing.is_cancelled or not in_play(state, owner):
        return False
    if is_in_zone(state, owner, card, banishing.zone):
        banish(state, owner, card, banishing.zone)
        choice.moved += 1
        choice.banished |= state.cards.type[card]
    return False


def rescue(state: Battles, use: Use, to: i64) -> None:
    """The card about to be Banished goes to its owner's hand or discard pile instead."""
    window = use.below
    banishing = window.banishing if isinstance(window, Window) else None
    if banishing is None:
        return
    owner: i64 = banishing.owner
    card: i64 = banishing.card
    if not is_in_zone(state, owner, card, banishing.zone):
        return  # [KB-FLOW-69]
    take_card(state, owner, card, banishing.zone)
    if to == w.HAND:
        add_to_hand(state, owner, card, SEEN_BY_ALL)
    else:
        state.players[owner].discard += SINGLE[card]
    banishing.is_cancelled = True
    tell(state, "rescued", owner, card)


# -- putting back -----------------------------------------------------------------------------


def run_placing(state: Battles, placing: Placing) -> bool:
    """Ask where the next looked-at card goes."""
    if placing.left == 0:
        state.frame = placing.below
        return False
    state.asked = placing.seat
    state.question = ASK_PLACE
    return True


def is_looked_at(state: Battles, placing: Placing, kind: i64) -> bool:
    """Is a card of this kind still to be put back?"""
    deck = deck_of(state, placing.deck)
    for place in range(placing.on_top, placing.on_top + placing.left):
        if deck.top[place] == kind:
            return True
    return False


def placings(state: Battles, placing: Placing) -> vec[i64]:
    """On top, or with `sift` also at the bottom: each kind still to be put back."""
    deck = deck_of(state, placing.deck)
    left = in_order(deck.top[placing.on_top : placing.on_top + placing.left])
    listed: vec[i64] = vec[i64](capacity=8)
    last: i64 = NO_CARD
    for place in range(len(left)):
        if left[place] != last:
            listed = append(listed, pack(TOP_MOVE, left[place]))
        last = left[place]
    if not placing.sifts:
        return listed
    last = NO_CARD
    for place in range(len(left)):
        if left[place] != last:
            listed = append(listed, pack(BOTTOM_MOVE, left[place]))
        last = left[place]
    return listed


def place_card(state: Battles, placing: Placing, kind: i64, on_top: bool) -> None:
    """The first card named ends uppermost, the last one sent down lowest. [KB-FLOW-11]"""
    deck: Deck = deck_of(state, placing.deck)
    place: i64 = placing.on_top
    while deck.top[place] != kind:
        place += 1
    if on_top:
        deck.top = moved_up(deck.top, place, placing.on_top)
        deck.top_seen = moved_up(deck.top_seen, place, placing.on_top)
        placing.on_top += 1
    else:
        deck.bottom = deck.bottom + SINGLE[kind]
        deck.bottom_seen = deck.bottom_seen + SINGLE[deck.top_seen[place]]
        deck.top = without(deck.top, place)
        deck.top_seen = without(deck.top_seen, place)
    placing.left -= 1
    if state.log is not None:
        facts: dict[str, object] = {"seat": placing.seat, "to": "top" if on_top else "bottom"}
        state.emit("placed", facts, {"card": state.cards.ids[kind]}, bit(placing.seat))


def is_card(source: i64) -> bool:
    return source < TEMPLE_SOURCE
