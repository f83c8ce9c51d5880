"""What each card would bring where: for previews, the heat view and "show places"."""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.games.kodama.cards import NO_DECREE, WIDE_STEP
from kamiza.games.kodama.decrees import placing_bonus
from kamiza.games.kodama.icons import FEATURES, converted
from kamiza.games.kodama.shapes import BUD
from kamiza.games.kodama.spirits import points_of
from kamiza.games.kodama.spots import (
    NO_SPOT,
    OFFSETS,
    TURNS,
    has_standard,
    next_wide,
    rotation_of,
    spots_on,
    wide_x,
    wide_y,
)
from kamiza.games.kodama.state import DECK, PICK
from kamiza.games.kodama.trees import (
    Tree,
    base_score,
    feature_scores,
    new_card,
    scoring_line,
    with_leaf,
)
from kamiza.games.kodama.view import KodamaView

Spots = list[list[object]]


def write_places(seen: KodamaView) -> list[dict[str, object]]:
    """For every card that can be taken now, or the one that was: points and spots per parent."""
    if seen.frame.kind != PICK:
        return [write_card(seen, seen.frame.a, seen.frame.b)]
    return [write_card(seen, slot, card) for slot, card in enumerate(seen.display)]


def write_card(seen: KodamaView, slot: i64, card: i64) -> dict[str, object]:
    """One card on every card of the asked seat's tree."""
    tree = seen.players[seen.asked].tree
    icons: i64 = converted(seen.cards.icons[card], seen.conversion)
    form = seen.cards.form_of[card]
    wide = not has_standard(tree, form, icons, seen.limit)
    return {
        "slot": "deck" if slot == DECK else slot,
        "card": seen.cards.ids[card],
        "parents": [write_parent(seen, slot, card, parent, wide) for parent in range(tree.size)],
    }


def write_parent(
    seen: KodamaView, slot: i64, card: i64, parent: i64, wide: bool
) -> dict[str, object]:
    """Points of the card on one parent, what it changes for the own Kodama, and its spots."""
    tree = seen.players[seen.asked].tree
    icons: i64 = converted(seen.cards.icons[card], seen.conversion)
    effect = None if seen.decree == NO_DECREE else seen.cards.effects[seen.decree]
    base: i64 = base_score(tree, icons, parent)
    data: dict[str, object] = {
        "onto": parent,
        "base": base,
        "bonus": placing_bonus(effect, tree, icons, parent, slot == DECK),
        "lines": write_lines(tree, icons, parent),
    }
    if base > seen.limit:
        data["state"] = "over"
        return data
    spots = wide_spots(seen, card, parent) if wide else standard_spots(seen, card, parent)
    data["state"] = "open" if spots else "full"
    if spots:
        data["spots"] = spots
        data["gains"] = gains(seen, card, parent)
    return data


def write_lines(tree: Tree, icons: i64, parent: i64) -> dict[str, object]:
    """By feature that scores: its points, and the cards it scores on besides the new one."""
    lines: dict[str, object] = {}
    for feature, points in feature_scores(tree, icons, parent).items():
        cards = scoring_line(tree, FEATURES.index(feature), parent)
        lines[feature] = {"points": points, "cards": cards}
    return lines


def standard_spots(seen: KodamaView, card: i64, parent: i64) -> Spots:
    """Spots of G as name, x, y, rotation."""
    tree = seen.players[seen.asked].tree
    form = seen.cards.form_of[card]
    below = tree.cards[parent]
    found: Spots = []
    for spot in spots_on(tree, parent, form):
        bud: i64 = spot // OFFSETS
        rotation: i64 = rotation_of(below.turned, spot, form)
        x: i64 = below.x + below.turned.buds[bud * BUD]
        y: i64 = below.y + below.turned.buds[bud * BUD + 1]
        found.append([f"b{bud}r{rotation}", x, y, rotation])
    return found


def wide_spots(seen: KodamaView, card: i64, parent: i64) -> Spots:
    """Spots of W, where G has none at all for this card."""
    tree = seen.players[seen.asked].tree
    form = seen.cards.form_of[card]
    below = seen.cards.form_of[tree.cards[parent].card]
    found: Spots = []
    spot: i64 = next_wide(tree, parent, below, form, NO_SPOT)
    while spot != NO_SPOT:
        point: i64 = spot // TURNS
        rotation: i64 = spot % TURNS * WIDE_STEP
        x: i64 = wide_x(tree, parent, below, point)
        y: i64 = wide_y(tree, parent, below, point)
        found.append([f"w{point}r{rotation}", x, y, rotation])
        spot = next_wide(tree, parent, below, form, spot)
    return found


def gains(seen: KodamaView, card: i64, parent: i64) -> dict[str, int]:
    """How the values of the own Kodama would change; only those that would."""
    player = seen.players[seen.asked]
    leaf = new_card(seen.cards, player.tree, card, 0, 0, 0, parent, seen.conversion)
    after = with_leaf(player.tree, leaf)
    changes: dict[str, int] = {}
    for number, kodama in enumerate(seen.cards.spirit_ids):
        if player.hand >> number & 1:
            score = seen.cards.scores[number]
            change = points_of(score, after) - points_of(score, player.tree)
            if change:
                changes[kodama] = change
    return changes
