"""Judging a position of Kodama: what a placement is worth, and a quick sensible move.

Everything here uses only what the asked seat may know, so it serves the heuristic bot, the
playouts of search, hints and the coach alike. Values are whole numbers, in tenths of a point.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.native import append, i64, vec
from kamiza.core.rng import Rng
from kamiza.games.kodama.cards import SPIRITS
from kamiza.games.kodama.rules.decrees import placing_bonus
from kamiza.games.kodama.rules.effects import ENDS, FIRST, FORKS, NEAR, Score
from kamiza.games.kodama.rules.growing import icons_now, my_tree
from kamiza.games.kodama.rules.icons import converted
from kamiza.games.kodama.rules.moves import (
    kodama_action,
    list_moves,
    onto_action,
    pick_action,
    spot_action,
)
from kamiza.games.kodama.rules.points import LAST_SEASON
from kamiza.games.kodama.rules.shapes import BUD, Form, Turned
from kamiza.games.kodama.rules.spirits import points_of
from kamiza.games.kodama.rules.spots import (
    NO_SPOT,
    OFFSETS,
    is_clear,
    next_spot,
    rotation_of,
)
from kamiza.games.kodama.rules.trees import Tree, base_score, new_card, with_leaf
from kamiza.games.kodama.table import DECK, ONTO, PICK, SPOT, Kodama, effect_now, may_pick_deck

POINT: Final = 10  # tenths
# What a point more of the own Kodama counts, by season. It may still be spoilt, or never used.
KODAMA_SHARE: Final = (6, 6, 10)
# What is taken from the next of two players counts a little, too, in tenths.
DENIAL: Final = 3
CHANCE: Final = 4  # no two players judge quite alike
# What an unseen card is expected to bring, placed well, in tenths. [KO-EFF-28]
UNSEEN_CARD: Final = 62
# How Kodama values grow until they are used later, in percent, by season.
GROWING_ENDS: Final = (230, 150, 100)
GROWING_ICONS: Final = (180, 135, 100)
GROWING_NEAR: Final = (110, 105, 100)
IMPOSSIBLE: Final = -1_000_000
NO_PAIR: Final = -1
PROBE_FORM: Final = 0  # the straight shoot stands for all cards to come


def quick_move(state: Kodama, rng: Rng) -> i64:
    """A quick sensible answer of the asked seat."""
    kind: i64 = state.frame.kind
    if kind == PICK:
        return pick_hunch(state, rng)
    if kind == ONTO:
        pair: i64 = best_pair(state, bytes([state.frame.b]), state.frame.a == DECK, rng)
        return onto_action(pair) if pair != NO_PAIR else list_moves(state)[0]
    if kind == SPOT:
        return spot_hunch(state)
    return kodama_action(best_kodama(state))


# -- which card, and on which ------------------------------------------------------------------


def pick_hunch(state: Kodama, rng: Rng) -> i64:
    """The display card that is worth most somewhere on the own tree."""
    pair: i64 = best_pair(state, state.display, False, rng)
    if pair == NO_PAIR:
        return list_moves(state)[0]
    size: i64 = my_tree(state).size
    slot: i64 = pair // size
    if may_pick_deck(state) and len(state.deck) > 0:
        before: i64 = kodama_sum(state, my_tree(state))
        effect = effect_now(state)
        gift: i64 = effect.amount if effect is not None else 0
        best: i64 = parent_value(state, state.display[slot], pair % size, before, False)
        if UNSEEN_CARD + POINT * gift > best:
            return pick_action(DECK)
    return pick_action(slot)


def best_pair(state: Kodama, cards: bytes, from_deck: bool, rng: Rng) -> i64:
    """Which of the cards is worth most on which card of the own tree, as number of the card times
    size of the tree plus parent; NO_PAIR if none has a spot of G.

    Values are quicker to work out than spots, so spots are looked for in the order of values.
    """
    tree = my_tree(state)
    before: i64 = kodama_sum(state, tree)
    values: vec[i64] = vec[i64]([])
    for card in cards:
        icons: i64 = icons_now(state, card)
        extra: i64 = denial(state, card)
        for parent in range(tree.size):
            value: i64 = IMPOSSIBLE
            if base_score(tree, icons, parent) <= state.limit:
                value = parent_value(state, card, parent, before, from_deck) + extra
                value += rng.below(CHANCE)
            values = append(values, value)
    while True:
        best: i64 = highest(values)
        if best == NO_PAIR:
            return NO_PAIR
        form = state.cards.form_of[cards[best // tree.size]]
        if next_spot(tree, best % tree.size, form, NO_SPOT) != NO_SPOT:
            return best
        values[best] = IMPOSSIBLE


def highest(values: vec[i64]) -> i64:
    """Where the highest possible value is, the first among equals, or NO_PAIR."""
    best: i64 = NO_PAIR
    most: i64 = IMPOSSIBLE
    for number, value in enumerate(values):
        if value > most:
            most = value
            best = number
    return best


def parent_value(state: Kodama, card: i64, parent: i64, before: i64, from_deck: bool) -> i64:
    """Points of the placement, and a share of what it changes for the own Kodama."""
    tree = my_tree(state)
    icons: i64 = icons_now(state, card)
    points: i64 = base_score(tree, icons, parent)
    points += placing_bonus(effect_now(state), tree, icons, parent, from_deck)
    leaf = new_card(state.cards, tree, card, 0, 0, 0, parent, state.conversion)
    change: i64 = kodama_sum(state, with_leaf(tree, leaf)) - before
    return POINT * points + KODAMA_SHARE[state.season] * change


def kodama_sum(state: Kodama, tree: Tree) -> i64:
    """The best Kodama of the asked seat that it can still use, added up as they score now."""
    hand: i64 = state.players[state.asked].hand
    uses: i64 = LAST_SEASON + 1 - state.season
    total: i64 = 0
    least: i64 = 1_000_000
    held: i64 = 0
    card: i64
    for card in range(SPIRITS):
        if hand >> card & 1:
            points: i64 = points_of(state.cards.scores[card], tree)
            total += points
            held += 1
            if points < least:
                least = points
    return total - least if held > uses else total


def denial(state: Kodama, card: i64) -> i64:
    """With two players: what the other one could score with the card."""
    if state.seats != 2:
        return 0
    tree = state.players[1 - state.asked].tree
    icons: i64 = converted(state.cards.icons[card], state.conversion)
    best: i64 = 0
    parent: i64
    for parent in range(tree.size):
        points: i64 = base_score(tree, icons, parent)
        if best < points <= state.limit:
            best = points
    return DENIAL * best


# -- where exactly ----------------------------------------------------------------------------


def spot_hunch(state: Kodama) -> i64:
    """The spot that leaves most room for cards to come, upward among equals."""
    if state.frame.d != 0:
        return list_moves(state)[0]
    tree = my_tree(state)
    parent: i64 = state.frame.c
    form = state.cards.form_of[state.frame.b]
    below = tree.cards[parent]
    probe = state.cards.forms[PROBE_FORM]
    best: i64 = IMPOSSIBLE
    chosen: i64 = NO_SPOT
    spot: i64 = next_spot(tree, parent, form, NO_SPOT)
    while spot != NO_SPOT:
        bud: i64 = spot // OFFSETS
        x: i64 = below.x + below.turned.buds[bud * BUD]
        y: i64 = below.y + below.turned.buds[bud * BUD + 1]
        new = form.at(rotation_of(below.turned, spot, form))
        value: i64 = room_left(tree, parent, probe, new, x, y)
        if value > best:
            best = value
            chosen = spot
        spot = next_spot(tree, parent, form, spot)
    return spot_action(0, chosen // OFFSETS, rotation_of(below.turned, chosen, form))


def room_left(tree: Tree, parent: i64, probe: Form, new: Turned, x: i64, y: i64) -> i64:
    """Buds of the new card that could bear a card, less buds of the tree that no longer could.

    A straight shoot is tried at each bud in the bud's own direction.
    """
    value: i64 = (new.top + new.bottom) // 200
    start: i64 = 0
    while start < len(new.buds):
        at_x: i64 = x + new.buds[start]
        at_y: i64 = y + new.buds[start + 1]
        shoot = probe.at((new.buds[start + 2] - probe.heading + 360) % 360)
        if is_clear(tree, NO_SPOT, shoot, at_x, at_y):
            value += 30
        start += BUD
    for card in tree.cards:
        buds = card.turned.buds
        start = 0
        while start < len(buds):
            shoot = probe.at((buds[start + 2] - probe.heading + 360) % 360)
            if blocks(new, x, y, shoot, card.x + buds[start], card.y + buds[start + 1]):
                value -= 20
            start += BUD
    return value


def blocks(new: Turned, x: i64, y: i64, shoot: Turned, at_x: i64, at_y: i64) -> bool:
    """Would the new card be in the way of a shoot? Boxes are good enough here."""
    return (
        x + new.left <= at_x + shoot.right
        and at_x + shoot.left <= x + new.right
        and y + new.bottom <= at_y + shoot.top
        and at_y + shoot.bottom <= y + new.top
    )


# -- Kodama -----------------------------------------------------------------------------------


def best_kodama(state: Kodama) -> i64:
    """The card that is best used now: its points, and what the others may bring later."""
    hand: i64 = state.players[state.asked].hand
    best: i64 = IMPOSSIBLE
    chosen: i64 = -1
    card: i64
    for card in range(SPIRITS):
        if hand >> card & 1:
            tree = state.players[state.asked].tree
            value: i64 = 100 * points_of(state.cards.scores[card], tree)
            value += later(state, card)
            if value > best:
                best = value
                chosen = card
    return chosen


def later(state: Kodama, but: i64) -> i64:
    """What the other cards of the hand may bring in the seasons to come, in hundredths."""
    player = state.players[state.asked]
    total: i64 = 0
    least: i64 = 1_000_000
    others: i64 = 0
    card: i64
    for card in range(SPIRITS):
        if card != but and player.hand >> card & 1:
            score = state.cards.scores[card]
            worth: i64 = points_of(score, player.tree) * growth(score, state.season)
            if worth > 100 * score.most:
                worth = 100 * score.most
            total += worth
            others += 1
            if worth < least:
                least = worth
    uses: i64 = LAST_SEASON - state.season
    if uses == 0:
        return 0
    return total - least if others > uses else total


def growth(score: Score, season: i64) -> i64:
    """How much a Kodama is expected to score later, in percent of now."""
    zone: i64 = score.zone
    if zone in (ENDS, FORKS):
        return GROWING_ENDS[season]
    if zone in (NEAR, FIRST):
        return GROWING_NEAR[season]
    return GROWING_ICONS[season]
