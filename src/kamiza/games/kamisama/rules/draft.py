"""Chapter 4.6 B: selecting villagers, village by village. [KS-RUL-12]"""

from __future__ import annotations

from kamiza.core.action import seat_letter
from kamiza.core.bits import nth_member, size_of
from kamiza.core.native import i64
from kamiza.games.kamisama.board import NOWHERE, VILLAGE_IDS, VILLAGES, bit
from kamiza.games.kamisama.cards import (
    DRAW_BY_PLAYERS,
    deck_of,
)
from kamiza.games.kamisama.frames import (
    CLAIMED_FRAME,
    DRAFT_FRAME,
    RANK_FRAME,
    TAKE_FRAME,
    TRACKS_FRAME,
)
from kamiza.games.kamisama.parts import Leftover, party_in_order
from kamiza.games.kamisama.rules.effects import passive_of, start
from kamiza.games.kamisama.rules.steps import ON_CLAIM
from kamiza.games.kamisama.table import FOX_TAKE_STREAM, VILLAGER_STREAM, Kamisama


def draft_next(state: Kamisama) -> None:
    """The next in order of influence takes a card; if nobody is left, the next village."""
    draft = state.draft
    if draft.order == 0:
        finish_village(state)  # nobody has influence: nothing is drawn [KS-RUL-35]
        return
    if draft.taken == 0:
        draw_villagers(state)
    party: i64 = party_in_order(draft.order, draft.taken)
    if party < 0 or draft.hand == 0:
        finish_village(state)
    elif party >= state.seats:
        fox_takes(state)
    else:
        ask_taker(state, party)


def draw_villagers(state: Kamisama) -> None:
    """As many cards as there are players, three with two players. [KS-DRF-01] [KS-RUL-34]"""
    draft = state.draft
    number: i64 = DRAW_BY_PLAYERS[state.seats]
    draft.seen = everybody(state) if state.settings.open_draft else 0
    for _ in range(number):
        draw_villager(state, draft.village)
    if state.log is not None:
        village = VILLAGE_IDS[draft.village]
        facts: dict[str, object] = {"village": village, "count": size_of(draft.hand)}
        cards: dict[str, object] = {"cards": state.cards.card_ids(draft.hand)}
        if state.settings.open_draft:
            facts |= cards
        state.emit("villagers_drawn", facts, cards, 0)


def everybody(state: Kamisama) -> i64:
    return bit(state.seats) - 1


def draw_villager(state: Kamisama, village: i64) -> None:
    """A card nobody has seen; when there is none left, one from the bottom."""
    pile: i64 = state.deck & deck_of(village)
    if pile == 0:
        take_back_leftovers(state, village)
        pile = state.deck & deck_of(village)
        if pile == 0:
            return
    card: i64 = next_card(state, village)
    if card < 0:
        card = nth_member(pile, state.rng.below(size_of(pile), VILLAGER_STREAM + village))
    state.deck &= ~bit(card)
    state.draft.hand |= bit(card)
    state.reveals += 1


def next_card(state: Kamisama, village: i64) -> i64:
    """The card a position has put on top of this deck, or -1."""
    for place in range(len(state.deck_top)):
        card: i64 = state.deck_top[place]
        if state.deck & deck_of(village) & bit(card):
            state.deck_top = state.deck_top[:place] + state.deck_top[place + 1 :]
            return card
    return -1


def take_back_leftovers(state: Kamisama, village: i64) -> None:
    """The deck is used up: what lies at its bottom comes next. It cannot happen with the printed
    numbers: 15 cards, at most 12 are drawn."""
    kept: Leftover | None = None
    left = state.leftovers
    while left is not None:
        if left.village == village:
            state.deck |= left.cards
        else:
            kept = Leftover(left.village, left.cards, left.seen, kept)
        left = left.below
    state.leftovers = kept


def ask_taker(state: Kamisama, seat: i64) -> None:
    """The hand passes on to a player, who sees it. [KS-RUL-13] [KS-DRF-05]"""
    draft = state.draft
    state.asked = seat
    state.frame = TAKE_FRAME
    if not draft.seen >> seat & 1:
        draft.seen |= bit(seat)
        state.reveals += 1
        if state.log is not None:
            facts: dict[str, object] = {
                "seat": seat_letter(seat),
                "village": VILLAGE_IDS[draft.village],
                "count": size_of(draft.hand),
            }
            cards: dict[str, object] = {"cards": state.cards.card_ids(draft.hand)}
            state.emit("hand_passed", facts, cards, bit(seat))


def copy_in_hand(state: Kamisama, kind: i64) -> i64:
    """A card of this kind in the hand that goes round, or -1."""
    villager = state.cards.villagers[kind]
    for copy in range(villager.count):
        if state.draft.hand >> (villager.first + copy) & 1:
            return villager.first + copy
    return -1


def take(state: Kamisama, kind: i64) -> None:
    """Keep a card, show it, carry out its claim. [KS-DRF-02] [KS-DRF-03]"""
    card: i64 = copy_in_hand(state, kind)
    state.draft.hand &= ~bit(card)
    state.draft.taken += 1
    state.players[state.asked].villagers |= bit(card)
    villager = state.cards.villagers[kind]
    if state.log is not None:
        facts: dict[str, object] = {
            "seat": seat_letter(state.asked),
            "card": villager.id,
            "village": VILLAGE_IDS[villager.village],
        }
        state.emit("villager_taken", facts)
    start(state, CLAIMED_FRAME, villager.program, NOWHERE)


def after_claim(state: Kamisama) -> None:
    """A passive that acts on claims, then the next player. [KS-DES-28]"""
    passive = passive_of(state, state.asked)
    if passive.trigger == ON_CLAIM:
        start(state, DRAFT_FRAME, passive.program, NOWHERE)
    else:
        state.frame = DRAFT_FRAME


def fox_takes(state: Kamisama) -> None:
    """The Kitsune takes the most valuable villager out of the game. [KS-2P-13] [KS-2P-14]"""
    best: i64 = best_villagers(state)
    number: i64 = size_of(best)
    card: i64 = nth_member(best, 0)
    if number > 1:
        card = nth_member(best, state.rng.below(number, FOX_TAKE_STREAM))
    state.reveals += 1
    state.draft.hand &= ~bit(card)
    state.draft.taken += 1
    state.gone |= bit(card)
    if state.log is not None:
        taken = state.cards.villager_ids[state.cards.kinds[card]]
        village = VILLAGE_IDS[state.draft.village]
        state.emit("kitsune_took", {"card": taken, "village": village})
    state.frame = DRAFT_FRAME


def best_villagers(state: Kamisama) -> i64:
    """The set of cards in the hand with the highest end-of-game VP."""
    most: i64 = -1
    best: i64 = 0
    rest: i64 = state.draft.hand
    while rest:
        card: i64 = nth_member(rest, 0)
        points: i64 = state.cards.villagers[state.cards.kinds[card]].vp2
        if points > most:
            most = points
            best = 0
        if points == most:
            best |= bit(card)
        rest &= rest - 1
    return best


def finish_village(state: Kamisama) -> None:
    """The rest goes to the bottom; then the next village, or the tracks. [KS-DRF-06..07]"""
    draft = state.draft
    if draft.hand:
        if state.log is not None:
            facts: dict[str, object] = {
                "village": VILLAGE_IDS[draft.village],
                "count": size_of(draft.hand),
            }
            cards: dict[str, object] = {"cards": state.cards.card_ids(draft.hand)}
            state.emit("villagers_returned", facts, cards, draft.seen)
        state.leftovers = Leftover(draft.village, draft.hand, draft.seen, state.leftovers)
    draft.hand = 0
    draft.seen = 0
    draft.order = 0
    draft.taken = 0
    draft.village += 1
    state.frame = RANK_FRAME if draft.village < VILLAGES else TRACKS_FRAME
