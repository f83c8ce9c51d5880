"""Judging a position of Kodama: what a placement is worth, and a quick sensible move.

Everything here uses only what the asked seat may know, so it serves the heuristic bot, the
playouts of search, hints and the coach alike. Values are whole numbers, in tenths of a point.
"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.native import append, i64, mypyc_attr, vec
from kamiza.core.rng import Rng
from kamiza.games.kodama.cards import SPIRITS
from kamiza.games.kodama.rules.decrees import placing_bonus
from kamiza.games.kodama.rules.effects import ENDS, FIRST, FORKS, NEAR, Score
from kamiza.games.kodama.rules.growing import icons_now, my_tree
from kamiza.games.kodama.rules.icons import NO_ICONS, converted
from kamiza.games.kodama.rules.moves import (
    kodama_action,
    list_moves,
    onto_action,
    pick_action,
    spot_action,
)
from kamiza.games.kodama.rules.points import LAST_SEASON
from kamiza.games.kodama.rules.room import NO_SPOT, OFFSETS, STRAIGHT, rotation_at, rotation_of
from kamiza.games.kodama.rules.shapes import BUD, Form, Turned
from kamiza.games.kodama.rules.spirits import points_for, points_of, tally_of, tally_with
from kamiza.games.kodama.rules.spots import find_spots, has_spot, is_clear
from kamiza.games.kodama.rules.trees import NO_PARENT, Placed, Tree, base_score
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
BOX: Final = 4  # numbers
PROBE_FORM: Final = 0  # the straight shoot stands for all cards to come


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Outlook:
    """The Kodama of the asked seat, each with its tally on the own tree as it stands: so it is soon
    known what one card more would change."""

    __slots__ = ("now", "scores", "share", "tallies", "tree", "uses")

    def __init__(self, tree: Tree, scores: list[Score], tallies: vec[i64], season: i64) -> None:
        self.tree: Final = tree
        self.scores: Final = scores
        self.tallies: Final = tallies
        self.uses: Final[i64] = LAST_SEASON + 1 - season  # how many of them can still be used
        self.share: Final[i64] = KODAMA_SHARE[season]  # what a point of theirs counts
        self.now: i64 = 0  # what they add up to


def outlook_of(state: Kodama) -> Outlook:
    tree = my_tree(state)
    scores: list[Score] = []
    tallies: vec[i64] = vec[i64](capacity=4)
    hand: i64 = state.players[state.asked].hand
    card: i64
    for card in range(SPIRITS):
        if hand >> card & 1:
            score = state.cards.scores[card]
            scores.append(score)
            tallies = append(tallies, tally_of(score, tree))
    outlook = Outlook(tree, scores, tallies, state.season)
    outlook.now = kodama_sum(outlook, NO_PARENT, NO_ICONS)
    return outlook


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
        effect = effect_now(state)
        gift: i64 = effect.amount if effect is not None else 0
        icons: i64 = icons_now(state, state.display[slot])
        best: i64 = parent_value(state, outlook_of(state), icons, pair % size, False)
        if UNSEEN_CARD + POINT * gift > best:
            return pick_action(DECK)
    return pick_action(slot)


def best_pair(state: Kodama, cards: bytes, from_deck: bool, rng: Rng) -> i64:
    """Which of the cards is worth most on which card of the own tree, as number of the card times
    size of the tree plus parent; NO_PAIR if none has a spot of G.

    Values are quicker to work out than spots, so spots are looked for in the order of values.
    """
    tree = my_tree(state)
    hand = outlook_of(state)
    values: vec[i64] = vec[i64](capacity=len(cards) * tree.size)
    for card in cards:
        icons: i64 = icons_now(state, card)
        extra: i64 = denial(state, card)
        for parent in range(tree.size):
            value: i64 = parent_value(state, hand, icons, parent, from_deck)
            if value != IMPOSSIBLE:
                value += extra + rng.below(CHANCE)
            values = append(values, value)
    while True:
        best: i64 = highest(values)
        if best == NO_PAIR:
            return NO_PAIR
        form = state.cards.form_of[cards[best // tree.size]]
        if has_spot(tree, best % tree.size, form):
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


def parent_value(state: Kodama, hand: Outlook, icons: i64, parent: i64, from_deck: bool) -> i64:
    """Points of the placement, and a share of what it changes for the own Kodama; IMPOSSIBLE over
    the limit."""
    tree = hand.tree
    points: i64 = base_score(tree, icons, parent)
    if points > state.limit:
        return IMPOSSIBLE
    points += placing_bonus(effect_now(state), tree, icons, parent, from_deck)
    change: i64 = kodama_sum(hand, parent, icons) - hand.now
    return POINT * points + hand.share * change


def kodama_sum(hand: Outlook, parent: i64, icons: i64) -> i64:
    """The best Kodama that can still be used, added up as they score once a card with these icons
    has grown on that parent; on NO_PARENT as they score now."""
    total: i64 = 0
    least: i64 = 1_000_000
    number: i64 = 0
    for score in hand.scores:
        tally: i64 = hand.tallies[number]
        if parent != NO_PARENT:
            tally = tally_with(score, hand.tree, tally, parent, icons)
        points: i64 = points_for(score, hand.tree, tally)
        total += points
        if points < least:
            least = points
        number += 1
    return total - least if number > hand.uses else total


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
    for spot in find_spots(tree, parent, form):
        bud: i64 = spot // OFFSETS
        x: i64 = below.x + below.turned.buds[bud * BUD]
        y: i64 = below.y + below.turned.buds[bud * BUD + 1]
        new = form.at(rotation_of(below.turned, spot, form))
        value: i64 = room_left(tree, probe, new, x, y, best)
        if value > best:
            best = value
            chosen = spot
    return spot_action(0, chosen // OFFSETS, rotation_of(below.turned, chosen, form))


def room_left(tree: Tree, probe: Form, new: Turned, x: i64, y: i64, best: i64) -> i64:
    """Buds of the new card that could bear a card, less buds of the tree that no longer could; too
    little if it cannot be more than the best so far.

    A straight shoot is tried at each bud in the bud's own direction.
    """
    buds = new.buds
    most: i64 = (new.top + new.bottom) // 200 + 30 * (len(buds) // BUD)
    for card in tree.cards:
        most -= 20 * shoots_blocked(card, probe, new, x, y)
        if most <= best:
            return most
    start: i64 = 0
    while start < len(buds) and most > best:
        shoot = shoot_at(probe, buds[start + 2])
        if not is_clear(tree, shoot, x + buds[start], y + buds[start + 1]):
            most -= 30
        start += BUD
    return most


def shoot_at(probe: Form, direction: i64) -> Turned:
    """A straight shoot that grows in that direction."""
    return probe.at(rotation_at(direction - probe.heading, STRAIGHT))


def shoots_blocked(card: Placed, probe: Form, new: Turned, x: i64, y: i64) -> i64:
    """At how many buds of the card would the new one be in the way of a shoot? Boxes are good
    enough here; first the one about all shoots of the card."""
    if len(card.turned.shoots) == 0:
        card.turned.shoots = boxes_of_shoots(card.turned, probe)
    boxes = card.turned.shoots
    x -= card.x
    y -= card.y
    blocked: i64 = -1  # the box about them all is none of a shoot
    start: i64 = 0
    while start < len(boxes):
        across: i64 = (x + new.right - boxes[start]) | (boxes[start + 1] - x - new.left)
        up: i64 = (y + new.top - boxes[start + 2]) | (boxes[start + 3] - y - new.bottom)
        blocked += 1 + ((across | up) >> 63)  # nothing if one of the four is negative
        if blocked < 0:
            return 0
        start += BOX
    return blocked


def boxes_of_shoots(turned: Turned, probe: Form) -> vec[i64]:
    """Left, right, bottom and top of a shoot at each bud of a card, seen from its foot; before them
    those of all together."""
    boxes: vec[i64] = vec[i64]([0, 0, 0, 0])
    start: i64 = 0
    while start < len(turned.buds):
        x: i64 = turned.buds[start]
        y: i64 = turned.buds[start + 1]
        shoot = shoot_at(probe, turned.buds[start + 2])
        boxes = append(append(boxes, x + shoot.left), x + shoot.right)
        boxes = append(append(boxes, y + shoot.bottom), y + shoot.top)
        start += BUD
    for side in range(BOX):
        sides = [boxes[at] for at in range(BOX + side, len(boxes), BOX)]
        boxes[side] = max(sides) if side % 2 else min(sides)
    return boxes


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
