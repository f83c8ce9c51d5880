"""What a tree promises: the points of the next card on it, and those of the Kodama in hand.

Nothing is imagined: the next card is any branch card, and the points of a Kodama are expected to
rise as they do on most trees. Both are in tenths of a point.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.native import append, i64, vec
from kamiza.games.kodama.cards import BRANCHES, NO_CARD, SPIRITS
from kamiza.games.kodama.rules import effects
from kamiza.games.kodama.rules.effects import Score
from kamiza.games.kodama.rules.icons import converted
from kamiza.games.kodama.rules.points import LAST_SEASON, scored_card
from kamiza.games.kodama.rules.spirits import points_of
from kamiza.games.kodama.rules.trees import Tree, base_score
from kamiza.games.kodama.table import ROUNDS, Kodama

TENTHS: Final = 10
SEASONS: Final = LAST_SEASON + 1
MOST_POINTS: Final = 12  # of a placement, under any decree
# By how much the points of a Kodama rise in a turn, in tenths, as they did in a thousand games.
RISE_BRANCHES: Final = 10
RISE_ENDS: Final = 7
RISE_FORKS: Final = 10
RISE_ICONS: Final = 8
RISE_SETS: Final = 11
RISE_DIFFERENT: Final = 4
RISE_HEIGHT: Final = 7
RISE_AROUND: Final = 3
RISE_NEAR: Final = (16, 1, 1)  # near the trunk is soon full


# -- the next card ----------------------------------------------------------------------------


def next_card(state: Kodama, tree: Tree) -> i64:
    """What the best of four branch cards brings at its best place, on average, in tenths."""
    cards: vec[i64] = vec[i64](capacity=MOST_POINTS + 1)  # how many bring so many points
    for _points in range(MOST_POINTS + 1):
        cards = append(cards, 0)
    for most in most_points(state, tree):
        cards[most] += 1
    every: i64 = BRANCHES * BRANCHES * BRANCHES * BRANCHES
    total: i64 = 0
    fewer: i64 = cards[0]  # cards that bring fewer points
    points: i64
    for points in range(1, MOST_POINTS + 1):
        total += every - fewer * fewer * fewer * fewer
        fewer += cards[points]
    return TENTHS * total // every


def most_points(state: Kodama, tree: Tree) -> vec[i64]:
    """The most points that each branch card could bring. A tree remembers them, and one that grew
    from it has only the new card to look at."""
    known: i64 = tree.counted if tree.counted_to == state.limit else 0
    if known == tree.size:
        return tree.most_points
    found: vec[i64] = vec[i64](capacity=BRANCHES)
    card: i64
    for card in range(BRANCHES):
        icons: i64 = converted(state.cards.icons[card], state.conversion)
        most: i64 = tree.most_points[card] if known > 0 else 0
        number: i64
        for number in range(known, tree.size):
            points: i64 = base_score(tree, icons, number)
            if most < points <= state.limit:
                most = points
        found = append(found, most)
    tree.most_points = found
    tree.counted = tree.size
    tree.counted_to = state.limit
    return found


# -- the Kodama in hand -----------------------------------------------------------------------


def kodama_to_come(state: Kodama, seat: i64, turns: i64) -> i64:
    """What the hand is expected to score, in each season that is left another Kodama, in tenths. So
    many turns of this season are still to come."""
    player = state.players[seat]
    first: i64 = state.season
    if scored_card(player.scored, first) != NO_CARD:
        first += 1
    points: vec[i64] = vec[i64](capacity=4 * SEASONS)
    cards: i64 = 0
    card: i64
    for card in range(SPIRITS):
        if player.hand >> card & 1:
            score = state.cards.scores[card]
            risen: i64 = TENTHS * points_of(score, player.tree)
            season: i64
            for season in range(SEASONS):
                if season >= state.season:
                    left: i64 = turns if season == state.season else ROUNDS
                    risen += rise(score, season) * left
                most: i64 = TENTHS * score.most
                points = append(points, risen if risen < most else most)
            cards += 1
    return best_order(points, cards, first, 0)


def best_order(points: vec[i64], cards: i64, season: i64, used: i64) -> i64:
    """The most that the cards can bring if one is scored in each season that is left."""
    if season == SEASONS:
        return 0
    most: i64 = 0
    card: i64
    for card in range(cards):
        if not used >> card & 1:
            later: i64 = best_order(points, cards, season + 1, used | 1 << card)
            if points[card * SEASONS + season] + later > most:
                most = points[card * SEASONS + season] + later
    return most


def rise(score: Score, season: i64) -> i64:
    """By how much the points of a Kodama rise in a turn of that season, in tenths."""
    measure: i64 = score.measure
    if measure == effects.HEIGHT:
        return RISE_HEIGHT
    if measure == effects.AROUND:
        return RISE_AROUND
    if score.zone in (effects.NEAR, effects.FIRST):
        return RISE_NEAR[season]
    if measure == effects.SETS:
        return RISE_SETS
    if measure == effects.DIFFERENT:
        return RISE_DIFFERENT
    if measure == effects.ICONS:
        return RISE_ICONS
    if score.zone == effects.FORKS:
        return RISE_FORKS
    return RISE_ENDS if score.zone == effects.ENDS else RISE_BRANCHES
