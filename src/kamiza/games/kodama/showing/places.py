"""What each card would bring where: for previews, the heat view and "show places"."""

from __future__ import annotations

from typing import Final, cast

from kamiza.core.kinds import COUNT, TEXT, Shown, by_key, listing, maybe, record
from kamiza.core.native import i64
from kamiza.games.kodama.cards import WIDE_STEP
from kamiza.games.kodama.rules.decrees import placing_bonus
from kamiza.games.kodama.rules.growing import icons_now
from kamiza.games.kodama.rules.icons import FEATURES
from kamiza.games.kodama.rules.room import NO_SPOT, OFFSETS, rotation_of
from kamiza.games.kodama.rules.shapes import BUD
from kamiza.games.kodama.rules.spirits import points_of, points_with
from kamiza.games.kodama.rules.spots import (
    TURNS,
    find_spots,
    has_standard,
    next_wide,
    wide_x,
    wide_y,
)
from kamiza.games.kodama.rules.trees import Tree, base_score, feature_scores, scoring_line
from kamiza.games.kodama.table import DECK, PICK, Kodama, effect_now

Spots = list[list[object]]

SLOT: Final = Shown({"anyOf": [{"type": "integer"}, {"enum": ["deck"]}]})
SPOT: Final = Shown({
    "type": "array",
    "prefixItems": [TEXT.shape(), COUNT.shape(), COUNT.shape(), COUNT.shape()],
    "description": "name, x, y and rotation",
})  # fmt: skip
LINE: Final = record("ScoringLine", {"points": COUNT, "cards": listing(COUNT)})
PARENT: Final = record(
    "PlaceOnParent",
    {
        "onto": COUNT, "base": COUNT, "bonus": COUNT, "total": COUNT, "lines": by_key(LINE),
        "state": Shown({"enum": ["open", "full", "over"]}), "spots": listing(SPOT),
        "gains": by_key(COUNT),
    },
    optional=["spots", "gains"],
)  # fmt: skip
PLACE: Final = record(
    "CardPlaces",
    {
        "slot": SLOT,
        "card": TEXT,
        "best": maybe(COUNT),
        "parents": listing(PARENT),
    },
)


def show_places(known: Kodama, seat: i64) -> list[dict[str, object]]:
    """For every card that can be taken now, or the one that was: points and spots per parent.
    Whoever is not asked may try the same with the display as it lies. [KO-PLACE-13]"""
    if seat == known.asked and known.frame.kind != PICK:
        return [show_card(known, seat, known.frame.a, known.frame.b)]
    return [show_card(known, seat, slot, card) for slot, card in enumerate(known.display)]


def show_card(known: Kodama, seat: i64, slot: i64, card: i64) -> dict[str, object]:
    """One card on every card of a seat's tree."""
    tree = known.players[seat].tree
    icons: i64 = icons_now(known, card)
    form = known.cards.form_of[card]
    wide = not has_standard(tree, form, icons, known.limit)
    parents = [show_parent(known, seat, slot, card, parent, wide) for parent in range(tree.size)]
    totals = [cast(int, entry["total"]) for entry in parents if entry["state"] == "open"]
    return {
        "slot": "deck" if slot == DECK else slot,
        "card": known.cards.ids[card],
        "best": max(totals) if totals else None,
        "parents": parents,
    }


def show_parent(
    known: Kodama, seat: i64, slot: i64, card: i64, parent: i64, wide: bool
) -> dict[str, object]:
    """Points of the card on one parent, what it changes for the own Kodama, and its spots."""
    tree = known.players[seat].tree
    icons: i64 = icons_now(known, card)
    base: i64 = base_score(tree, icons, parent)
    bonus: i64 = placing_bonus(effect_now(known), tree, icons, parent, slot == DECK)
    data: dict[str, object] = {
        "onto": parent,
        "base": base,
        "bonus": bonus,
        "total": base + bonus,
        "lines": show_lines(tree, icons, parent),
    }
    if base > known.limit:
        data["state"] = "over"
        return data
    find = wide_spots if wide else standard_spots
    spots = find(known, seat, card, parent)
    data["state"] = "open" if spots else "full"
    if spots:
        data["spots"] = spots
        data["gains"] = gains(known, seat, card, parent)
    return data


def show_lines(tree: Tree, icons: i64, parent: i64) -> dict[str, object]:
    """By feature that scores: its points, and the cards it scores on besides the new one."""
    lines: dict[str, object] = {}
    for feature, points in feature_scores(tree, icons, parent).items():
        cards = scoring_line(tree, FEATURES.index(feature), parent)
        lines[feature] = {"points": points, "cards": cards}
    return lines


def standard_spots(known: Kodama, seat: i64, card: i64, parent: i64) -> Spots:
    """Spots of G as name, x, y, rotation."""
    tree = known.players[seat].tree
    form = known.cards.form_of[card]
    below = tree.cards[parent]
    found: Spots = []
    for spot in find_spots(tree, parent, form):
        bud: i64 = spot // OFFSETS
        rotation: i64 = rotation_of(below.turned, spot, form)
        x: i64 = below.x + below.turned.buds[bud * BUD]
        y: i64 = below.y + below.turned.buds[bud * BUD + 1]
        found.append([f"b{bud}r{rotation}", x, y, rotation])
    return found


def wide_spots(known: Kodama, seat: i64, card: i64, parent: i64) -> Spots:
    """Spots of W, where G has none at all for this card."""
    tree = known.players[seat].tree
    form = known.cards.form_of[card]
    below = known.cards.form_of[tree.cards[parent].card]
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


def gains(known: Kodama, seat: i64, card: i64, parent: i64) -> dict[str, int]:
    """How the values of the own Kodama would change; only those that would."""
    player = known.players[seat]
    icons: i64 = icons_now(known, card)
    changes: dict[str, int] = {}
    for number, kodama in enumerate(known.cards.spirit_ids):
        if player.hand >> number & 1:
            score = known.cards.scores[number]
            change = points_with(score, player.tree, parent, icons) - points_of(score, player.tree)
            if change:
                changes[kodama] = change
    return changes
