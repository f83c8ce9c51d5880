"""Picking cards, Banishing them, and putting looked-at cards back. [KB-FLOW-08] [KB-FLOW-11]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kamiza.core.native import append, i64, vec
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD, SINGLE, TEMPLE_SOURCE
from kamiza.games.battles.language import bit
from kamiza.games.battles.rules.moves import (
    ASK_CARD,
    ASK_PLACE,
    BOTTOM_MOVE,
    CARD_MOVE,
    DONE,
    TOP_MOVE,
    pack,
)
from kamiza.games.battles.rules.piles import (
    add_to_hand,
    deck_of,
    in_order,
    is_in_zone,
    last_place_of,
    place_of,
    random_card,
    show_card,
    take_from_hand,
    without,
)
from kamiza.games.battles.rules.windows import open_window, waiting_window
from kamiza.games.battles.stack import (
    BANISH,
    BANISHING_FRAME,
    CANCELLED,
    CARD_BANISHING,
    CHOICE,
    USE,
    WARN,
    Frame,
    banishing_waits,
)
from kamiza.games.battles.table import SEEN_BY_ALL, Battles, Deck, in_play
from kamiza.games.battles.verbs.declared import PURPOSES

if TYPE_CHECKING:
    from kamiza.games.battles.verbs.purpose import Purpose


def choose_cards(
    state: Battles, use: Frame, chooser: i64, owner: i64, purpose: Purpose, zone: i64, card: i64,
    least: i64, most: i64,
) -> Frame:  # fmt: skip
    """Ask for cards of a zone; what happens to each of them the purpose says."""
    frame = Frame(CHOICE, chooser, use)
    frame.source = use.source
    frame.owner = owner
    frame.purpose = purpose.number
    frame.zone = zone
    frame.card = card
    frame.least = least
    frame.most = most
    state.frame = frame
    return frame


# -- what can be picked -----------------------------------------------------------------------


def can_pick(state: Battles, frame: Frame, kind: i64, zone: i64) -> bool:
    """Is there such a card to pick?"""
    if not state.cards.type[kind] & frame.card:
        return False
    player = state.players[frame.owner]
    if frame.zone == w.HAND_AND_AREA:
        if zone == w.AREA:
            return copies(player.area, kind) > (1 if is_own(frame, kind) else 0)
        return zone == w.HAND and place_of(player.hand, kind) >= 0
    if zone != frame.zone:
        return False
    if zone == w.HAND:
        return place_of(player.hand, kind) >= 0
    if zone == w.DISCARD:
        return place_of(player.discard, kind) >= 0
    return can_gain(state, frame, kind)


def can_gain(state: Battles, frame: Frame, kind: i64) -> bool:
    if state.cards.cost[kind] > frame.value:
        return False
    if place_of(state.warrior_piles, kind) >= 0 or place_of(state.artifact_piles, kind) >= 0:
        return True
    place: i64 = place_of(state.disciple_piles, kind)
    return place >= 0 and state.disciple_sizes[place] > 0


def is_own(frame: Frame, kind: i64) -> bool:
    """The card whose ability is being paid cannot pay for itself."""
    use = frame.below
    return use is not None and use.source == kind


def copies(row: bytes, kind: i64) -> i64:
    count: i64 = 0
    for place in range(len(row)):
        if row[place] == kind:
            count += 1
    return count


def picks(state: Battles, frame: Frame) -> vec[i64]:
    """Every card that may be picked, by kind, and `done` when enough are picked."""
    listed: vec[i64] = vec[i64](capacity=8)
    player = state.players[frame.owner]
    if frame.zone == w.HAND or frame.zone == w.HAND_AND_AREA:
        listed = add_picks(state, frame, player.hand, w.HAND, listed)
    if frame.zone == w.HAND_AND_AREA:
        listed = add_picks(state, frame, in_order(player.area), w.AREA, listed)
    elif frame.zone == w.DISCARD:
        listed = add_picks(state, frame, in_order(player.discard), w.DISCARD, listed)
    elif frame.zone == w.HALL_ZONE:
        listed = add_picks(state, frame, state.warrior_piles, w.HALL_ZONE, listed)
        listed = add_picks(state, frame, state.artifact_piles, w.HALL_ZONE, listed)
        listed = add_picks(state, frame, state.disciple_piles, w.HALL_ZONE, listed)
    if frame.at >= frame.least:
        listed = append(listed, DONE)
    return listed


def add_picks(
    state: Battles, frame: Frame, row: bytes, zone: i64, listed: vec[i64]
) -> vec[i64]:  # fmt: skip
    last: i64 = NO_CARD
    for place in range(len(row)):
        kind: i64 = row[place]
        if kind != last and kind != NO_CARD and can_pick(state, frame, kind, zone):
            listed = append(listed, pack(CARD_MOVE, kind, zone))
        last = kind
    return listed


def has_pick(state: Battles, frame: Frame) -> bool:
    """Is there a card that may be picked?"""
    listed = picks(state, frame)
    return len(listed) > (1 if frame.at >= frame.least else 0)


def is_random(frame: Frame) -> bool:
    """Cards of a foreign hand are Banished and Reincarnated by chance."""
    if frame.zone != w.HAND or frame.seat == frame.owner:
        return False
    return PURPOSES[frame.purpose].is_by_chance


# -- picking ----------------------------------------------------------------------------------


def run_choice(state: Battles, frame: Frame) -> bool:
    """Ask for the next card, or go back to the ability when there is nothing more to pick."""
    if frame.at >= frame.most or not in_play(state, frame.owner) or not has_pick(state, frame):
        finish_choice(state, frame)
        return False
    if is_random(frame):
        kind: i64 = random_card(state, frame.owner, frame.card)
        pick(state, frame, kind, w.HAND)
        return False
    state.asked = frame.seat
    state.question = ASK_CARD
    return True


def finish_choice(state: Battles, frame: Frame) -> None:
    """The ability remembers how many cards were moved."""
    use = frame.below
    state.frame = use
    if use is None or use.kind != USE:
        return
    use.moved = use.moved + frame.moved if use.at > 0 else frame.moved
    if frame.value != 0 and PURPOSES[frame.purpose].banishes:
        banishing_waits(use, frame.value)


def pick(state: Battles, frame: Frame, kind: i64, zone: i64) -> None:
    """Do with a picked card what it was picked for."""
    frame.at += 1
    PURPOSES[frame.purpose].pick(state, frame, kind, zone)


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


def announce_banishing(state: Battles, choice: Frame, kind: i64, zone: i64) -> None:
    """An effect is about to Banish a card; its owner may keep it from that."""
    if zone == w.HAND:
        show_card(state, choice.owner, kind)
    frame = Frame(BANISHING_FRAME, choice.seat, choice)
    frame.owner = choice.owner
    frame.source = kind
    frame.zone = zone
    state.frame = frame
    tell(state, "banishing", choice.owner, kind)


def run_banishing(state: Battles, frame: Frame) -> bool:
    """First the window, then the Banishing, unless the card was rescued or has gone elsewhere,
    for instance because it was itself played as a React. [KB-FLOW-19]"""
    if frame.step == WARN:
        frame.step = BANISH
        if open_window(state, waiting_window(state, CARD_BANISHING), state.active):
            return False
    choice = frame.below
    state.frame = choice
    if frame.flags & CANCELLED or not in_play(state, frame.owner):
        return False
    if not is_in_zone(state, frame.owner, frame.source, frame.zone):
        return False
    banish(state, frame.owner, frame.source, frame.zone)
    if choice is not None:
        choice.moved += 1
        choice.value |= state.cards.type[frame.source]
    return False


def rescue(state: Battles, use: Frame, to: i64) -> None:
    """The card about to be Banished goes to its owner's hand or discard pile instead."""
    window = use.below
    frame = None if window is None else window.below
    if frame is None or frame.kind != BANISHING_FRAME:
        return
    owner: i64 = frame.owner
    if not is_in_zone(state, owner, frame.source, frame.zone):
        return  # [KB-FLOW-69]
    take_card(state, owner, frame.source, frame.zone)
    if to == w.HAND:
        add_to_hand(state, owner, frame.source, SEEN_BY_ALL)
    else:
        state.players[owner].discard += SINGLE[frame.source]
    frame.flags |= CANCELLED
    tell(state, "rescued", owner, frame.source)


# -- putting back -----------------------------------------------------------------------------


def run_place(state: Battles, frame: Frame) -> bool:
    """Ask where the next looked-at card goes."""
    if frame.most == 0:
        state.frame = frame.below
        return False
    state.asked = frame.seat
    state.question = ASK_PLACE
    return True


def is_looked_at(state: Battles, frame: Frame, kind: i64) -> bool:
    """Is a card of this kind still to be put back?"""
    deck = deck_of(state, frame.target)
    for place in range(frame.moved, frame.moved + frame.most):
        if deck.top[place] == kind:
            return True
    return False


def placings(state: Battles, frame: Frame) -> vec[i64]:
    """On top, or with `sift` also at the bottom: each kind still to be put back."""
    deck = deck_of(state, frame.target)
    left = in_order(deck.top[frame.moved : frame.moved + frame.most])
    listed: vec[i64] = vec[i64](capacity=8)
    last: i64 = NO_CARD
    for place in range(len(left)):
        if left[place] != last:
            listed = append(listed, pack(TOP_MOVE, left[place]))
        last = left[place]
    if frame.purpose != w.SIFT:
        return listed
    last = NO_CARD
    for place in range(len(left)):
        if left[place] != last:
            listed = append(listed, pack(BOTTOM_MOVE, left[place]))
        last = left[place]
    return listed


def place_card(state: Battles, frame: Frame, kind: i64, on_top: bool) -> None:
    """The first card named ends uppermost, the last one sent down lowest. [KB-FLOW-11]"""
    deck: Deck = deck_of(state, frame.target)
    place: i64 = frame.moved
    while deck.top[place] != kind:
        place += 1
    seen: i64 = deck.top_seen[place]
    deck.top = without(deck.top, place)
    deck.top_seen = without(deck.top_seen, place)
    if on_top:
        goal: i64 = frame.moved
        deck.top = deck.top[:goal] + SINGLE[kind] + deck.top[goal:]
        deck.top_seen = deck.top_seen[:goal] + SINGLE[seen] + deck.top_seen[goal:]
        frame.moved += 1
    else:
        deck.bottom += SINGLE[kind]
        deck.bottom_seen += SINGLE[seen]
    frame.most -= 1
    if state.log is not None:
        facts: dict[str, object] = {"seat": frame.seat, "to": "top" if on_top else "bottom"}
        state.emit("placed", facts, {"card": state.cards.ids[kind]}, bit(frame.seat))


def is_card(source: i64) -> bool:
    return source < TEMPLE_SOURCE
