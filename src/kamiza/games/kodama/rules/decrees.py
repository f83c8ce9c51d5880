"""Decrees: one extra rule for one season, carried out from its data."""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.games.kodama.cards import NO_DECREE, NOT_DRAWN, SEASONS
from kamiza.games.kodama.rules.effects import (
    CONVERT,
    DECK_PICK,
    DISPLAY_SIZE,
    FRESH_BONUS,
    ICON_BONUS,
    LIMIT,
    OF_TRUNK,
    ORDER,
    PLACE_BONUS,
    SEASON_BONUS,
    SHARED_KINDS,
    TOUCHES_TRUNK,
    Effect,
)
from kamiza.games.kodama.rules.icons import AS_PRINTED, shown_in
from kamiza.games.kodama.rules.piles import refill
from kamiza.games.kodama.rules.spirits import icons_among, points_of
from kamiza.games.kodama.rules.trees import Tree, reread
from kamiza.games.kodama.table import DECREE_STREAM, DISPLAY, Kodama, effect_now
from kamiza.games.kodama.table import LIMIT as USUAL_LIMIT

# -- the Decree Phase -------------------------------------------------------------------------


def decree_phase(state: Kodama) -> None:
    """Discard the old decree, turn up the new one, apply its changes at once. [KO-DEC-01..05]"""
    discard_decree(state)
    if state.settings.decrees:
        state.decree = draw_decree(state)
        if state.log is not None:
            decree = state.cards.decree_ids[state.decree]
            state.emit("decree_revealed", {"season": SEASONS[state.season], "decree": decree})
    effect = effect_now(state)
    state.limit = limit_under(effect)
    state.display_size = size_under(effect)
    convert(state, conversion_under(effect))
    while len(state.display) < state.display_size and len(state.deck) > 0:
        refill(state)  # [KO-RUL-31]


def discard_decree(state: Kodama) -> None:
    """The decree before is out of force. [KO-DEC-05]"""
    if state.decree != NO_DECREE:
        state.past += bytes([state.decree])
        state.decree = NO_DECREE


def draw_decree(state: Kodama) -> i64:
    """The season's face-down decree; nobody knew until now which one. [KO-SETUP-06]"""
    state.reveals += 1
    fixed: i64 = state.coming[state.season]
    if fixed != NOT_DRAWN:
        after = state.season + 1
        state.coming = bytes([NOT_DRAWN] * after) + state.coming[after:]
        return fixed
    pool = state.cards.decree_pool(state.settings.edition, state.season)
    return pool[state.rng.below(len(pool), DECREE_STREAM + state.season)]


def convert(state: Kodama, conversion: i64) -> None:
    """Count the icons of all trees anew if a feature begins or ceases to count as another."""
    if conversion == state.conversion:
        return
    state.conversion = conversion
    for player in state.players:
        player.tree = reread(state.cards, player.tree, conversion)


# -- what a decree changes --------------------------------------------------------------------


def limit_under(effect: Effect | None) -> i64:
    """The most a placement may score. [KO-EFF-26] [KO-PLACE-08]"""
    if effect is not None and effect.kind == LIMIT:
        return effect.amount
    return USUAL_LIMIT


def size_under(effect: Effect | None) -> i64:
    """How many cards the display holds. [KO-EFF-25]"""
    if effect is not None and effect.kind == DISPLAY_SIZE:
        return effect.amount
    return DISPLAY


def conversion_under(effect: Effect | None) -> i64:
    """Which feature counts as another. [KO-EFF-20]"""
    if effect is not None and effect.kind == CONVERT:
        return effect.amount
    return AS_PRINTED


def is_reversed(effect: Effect | None) -> bool:
    """Do turns go counter-clockwise? [KO-EFF-27] [KO-RUL-30]"""
    return effect is not None and effect.kind == ORDER


# -- extra points -----------------------------------------------------------------------------


def placing_bonus(
    effect: Effect | None, tree: Tree, icons: i64, parent: i64, from_deck: bool
) -> i64:
    """Extra points for placing a card on that parent; no base score is needed. [KO-RUL-28]"""
    if effect is None:
        return 0
    kind: i64 = effect.kind
    if kind == ICON_BONUS:  # [KO-EFF-21]
        features: i64 = effect.features
        if features == OF_TRUNK:
            features = shown_in(tree.cards[0].icons)
        return effect.amount * icons_among(icons, features)
    if kind == PLACE_BONUS:
        if is_occasion(effect, tree, icons, parent):
            return effect.amount
        return 0
    if kind == FRESH_BONUS:  # [KO-EFF-23]
        fresh: i64 = shown_in(icons) & ~shown_in(tree.cards[parent].icons)
        return effect.amount * members(fresh)
    if kind == DECK_PICK and from_deck:  # [KO-EFF-28]
        return effect.amount
    return 0


def is_occasion(effect: Effect, tree: Tree, icons: i64, parent: i64) -> bool:
    """Is this a placement that the bonus is for? [KO-EFF-22]"""
    if effect.occasion == TOUCHES_TRUNK:
        return parent == 0
    if effect.occasion == SHARED_KINDS:
        shared: i64 = shown_in(icons) & shown_in(tree.cards[parent].icons)
        return members(shared) >= effect.features
    return parent > 0 and tree.bearing >> parent & 1 == 1


def members(features: i64) -> i64:
    """How many features a set has."""
    found: i64 = 0
    rest: i64 = features
    while rest:
        rest &= rest - 1
        found += 1
    return found


def season_bonus(effect: Effect | None, tree: Tree) -> i64:
    """Points at the end of the Growing Phase. [KO-EFF-24]"""
    if effect is None or effect.kind != SEASON_BONUS or effect.score is None:
        return 0
    return points_of(effect.score, tree)
