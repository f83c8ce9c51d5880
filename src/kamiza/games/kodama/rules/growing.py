"""One turn of the Growing Phase: take a card, join it to the tree, score, refill."""

from __future__ import annotations

from kamiza.core.action import seat_letter
from kamiza.core.frame import Frame
from kamiza.core.native import i64
from kamiza.games.kodama.rules.decrees import placing_bonus
from kamiza.games.kodama.rules.icons import converted
from kamiza.games.kodama.rules.piles import draw_branch, refill, take_from_display
from kamiza.games.kodama.rules.points import SEASON_BITS
from kamiza.games.kodama.rules.seasons import end_turn
from kamiza.games.kodama.rules.shapes import BUD, Form
from kamiza.games.kodama.rules.spots import (
    has_standard,
    parent_or_code,
    parents_in_standard,
    parents_in_wide,
    wide_x,
    wide_y,
)
from kamiza.games.kodama.rules.trees import Tree, base_score, feature_scores, grown
from kamiza.games.kodama.table import DECK, ONTO, PICK_FRAME, SPOT, Kodama, effect_now

# -- what is offered --------------------------------------------------------------------------


def icons_now(state: Kodama, card: i64) -> i64:
    """The icons of a card as they count in this season. [KO-RUL-11]"""
    return converted(state.cards.icons[card], state.conversion)


def my_tree(state: Kodama) -> Tree:
    """The tree of the asked seat; cards are only ever joined to one's own. [KO-PLACE-02]"""
    return state.players[state.asked].tree


def has_offer(state: Kodama, card: i64) -> bool:
    """Is there an offered spot for this card on the tree of the asked seat? [KO-GEO-17]"""
    tree = my_tree(state)
    form = state.cards.form_of[card]
    icons: i64 = icons_now(state, card)
    if has_standard(tree, form, icons, state.limit):
        return True
    return parents_in_wide(tree, state.cards.form_of, form, icons, state.limit) != 0


def is_stuck(state: Kodama) -> bool:
    """Has no display card an offered spot? Only then a fallow turn is allowed. [KO-RUL-03]"""
    for card in state.display:
        if has_offer(state, card):
            return False
    return True


def standard_parents(state: Kodama, card: i64) -> i64:
    """The set of tree cards with a spot of G for this card, within the limit."""
    form = state.cards.form_of[card]
    return parents_in_standard(my_tree(state), form, icons_now(state, card), state.limit)


def wide_parents(state: Kodama, card: i64) -> i64:
    """The same for W, which is used where G has nothing. [KO-GEO-17]"""
    forms = state.cards.form_of
    tree, icons = my_tree(state), icons_now(state, card)
    return parents_in_wide(tree, forms, forms[card], icons, state.limit)


def offered_parents(state: Kodama, card: i64) -> i64:
    """The set of tree cards that are the parent of an offered spot. [KO-GEO-17]"""
    found: i64 = standard_parents(state, card)
    return found if found != 0 else wide_parents(state, card)


# -- picking ----------------------------------------------------------------------------------


def pick(state: Kodama, slot: i64) -> None:
    """Choose a display card; it stays where it is until it is placed. [KO-PLACE-01]"""
    state.frame = Frame(ONTO, PICK_FRAME, slot, state.display[slot])


def pick_deck(state: Kodama) -> None:
    """Take the unseen top card of the deck; everybody sees it now. [KO-EFF-28] [KO-RUL-32]"""
    card: i64 = draw_branch(state)
    state.frame = Frame(ONTO, PICK_FRAME, DECK, card)
    if state.log is not None:
        state.emit(
            "deck_card_taken", {"seat": seat_letter(state.asked), "card": state.cards.ids[card]}
        )


def choose_parent(state: Kodama, parent: i64) -> None:
    """Name the card it shall grow on; base points are fixed from here."""
    old = state.frame
    form = state.cards.form_of[old.b]
    standard = has_standard(my_tree(state), form, icons_now(state, old.b), state.limit)
    wide: i64 = 0 if standard else 1
    state.frame = Frame(SPOT, old, old.a, old.b, parent, wide)


# -- placing ----------------------------------------------------------------------------------


def place_spot(state: Kodama, wide: i64, point: i64, rotation: i64) -> None:
    """Place the picked card at a listed spot. [KO-GEO-15] [KO-GEO-16]"""
    parent: i64 = state.frame.c
    tree = my_tree(state)
    below = tree.cards[parent]
    x: i64
    y: i64
    if wide:
        form: Form = state.cards.form_of[below.card]
        x = wide_x(tree, parent, form, point)
        y = wide_y(tree, parent, form, point)
    else:
        x = below.x + below.turned.buds[point * BUD]
        y = below.y + below.turned.buds[point * BUD + 1]
    lay(state, state.frame.a, state.frame.b, x, y, rotation, parent)


def place_free(state: Kodama, slot: i64, card: i64, x: i64, y: i64, rotation: i64) -> None:
    """Place a card anywhere it is legal. [KO-GEO-18]"""
    form = state.cards.form_of[card]
    parent: i64 = parent_or_code(my_tree(state), form, x, y, rotation)
    lay(state, slot, card, x, y, rotation, parent)


def lay(state: Kodama, slot: i64, card: i64, x: i64, y: i64, rotation: i64, parent: i64) -> None:
    """Join the card to the tree, score it, refill, end the turn. [KO-GROW-02]"""
    player = state.players[state.asked]
    before = player.tree
    icons: i64 = icons_now(state, card)
    base: i64 = base_score(before, icons, parent)
    bonus: i64 = placing_bonus(effect_now(state), before, icons, parent, slot == DECK)
    player.tree = grown(state.cards, before, card, x, y, rotation, parent, state.conversion)
    player.score += base + bonus
    player.base += base << state.season * SEASON_BITS
    player.bonus += bonus << state.season * SEASON_BITS
    player.last_base = base
    player.last_bonus = bonus
    if state.log is not None:
        tell_grown(state, before)
    finish_turn(state, slot)


def tell_grown(state: Kodama, before: Tree) -> None:
    """Everything about the placement just made."""
    player = state.players[state.asked]
    new = player.tree.cards[before.size]
    facts: dict[str, object] = {
        "seat": seat_letter(state.asked), "card": state.cards.ids[new.card], "x": new.x, "y": new.y,
        "rot": new.rotation, "parent": new.parent,
        "onto": state.cards.ids[before.cards[new.parent].card], "base": player.last_base,
        "bonus": player.last_bonus, "score": player.score,
        "features": feature_scores(before, new.icons, new.parent),
    }  # fmt: skip
    state.emit("grown", facts)


def lie_fallow(state: Kodama, slot: i64) -> None:
    """No card can be placed: one leaves the game and nothing is scored. [KO-RUL-03]"""
    card: i64 = state.frame.b if slot == DECK else state.display[slot]
    player = state.players[state.asked]
    player.last_base = 0
    player.last_bonus = 0
    state.removed += bytes([card])
    if state.log is not None:
        state.emit("fallow", {"seat": seat_letter(state.asked), "card": state.cards.ids[card]})
    finish_turn(state, slot)


def finish_turn(state: Kodama, slot: i64) -> None:
    """Refill if a display card was taken, and go on. [KO-REFILL-01] [KO-RUL-31] [KO-RUL-32]"""
    if slot != DECK:
        take_from_display(state, slot)
        if len(state.display) < state.display_size and len(state.deck) > 0:
            refill(state)
    end_turn(state)
