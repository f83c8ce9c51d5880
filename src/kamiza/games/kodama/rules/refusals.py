"""What is refused and why: the only place of Kodama that says no.

Every refusal carries its rule and, among its facts, the stable code of section 9.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.native import i64
from kamiza.core.refusal import Refusal
from kamiza.games.kodama.rules.geometry import is_bark
from kamiza.games.kodama.rules.growing import (
    has_offer,
    icons_now,
    is_stuck,
    my_tree,
    offered_parents,
)
from kamiza.games.kodama.rules.moves import (
    FALLOW_VERB,
    FARTHEST,
    GROW_VERB,
    KODAMA_VERB,
    ONTO_VERB,
    ORIGIN,
    PICK_VERB,
    SPOT_VERB,
    belongs,
    high_of,
    is_well_formed,
    low_of,
    slot_of,
    turn_of,
    verb_of,
)
from kamiza.games.kodama.rules.room import NO_SPOT, is_on_table
from kamiza.games.kodama.rules.shapes import DEGREES, Form, Turned
from kamiza.games.kodama.rules.spots import (
    COVERS_FEATURE,
    NOT_ON_BARK,
    OFF_TABLE,
    TOUCHES_MANY,
    TOUCHES_NOTHING,
    covered_icon,
    has_wide,
    parent_or_code,
    spot_at,
    touched_cards,
)
from kamiza.games.kodama.rules.trees import base_score
from kamiza.games.kodama.table import DECK, FRAMES, ONTO, PICK, Kodama, may_pick_deck

CODES: Final = (
    "", "not_your_turn", "wrong_phase", "bad_command", "bad_slot", "bad_card", "not_offered",
    "bad_placement", "off_table", "touches_nothing", "touches_many", "not_on_bark",
    "covers_feature", "over_limit", "fallow_not_allowed", "deck_empty", "player_count",
    "bad_sprout", "bad_setting", "game_over",
)  # fmt: skip


def refused(code: str, facts: dict[str, str]) -> Refusal:
    """A refusal by its code: the n-th code is rule KO-ERR-n."""
    return Refusal(f"KO-ERR-{CODES.index(code):02}", {"code": code, **facts})


def check_seat(state: Kodama, seat: i64) -> Refusal | None:
    """Only the asked seat may do anything, and only while the game lasts."""
    if state.asked == NOBODY:
        return refused("game_over", {})
    if seat != state.asked:
        return refused("not_your_turn", {"name": seat_letter(state.asked)})
    return None


def check(state: Kodama, seat: i64, action: i64) -> Refusal | None:
    """Why the seat may not do this now, the most useful reason first, or None."""
    wrong_seat = check_seat(state, seat)
    if wrong_seat is not None:
        return wrong_seat
    if not is_well_formed(action):
        return refused("bad_command", {"text": str(action)})
    verb: i64 = verb_of(action)
    if not belongs(state.frame.kind, verb):
        return refused("wrong_phase", {"decision": FRAMES[state.frame.kind]})
    if verb == PICK_VERB:
        return check_pick(state, slot_of(action))
    if verb == ONTO_VERB:
        return check_onto(state, low_of(action))
    if verb == SPOT_VERB:
        return check_spot(state, high_of(action), low_of(action), turn_of(action))
    if verb == KODAMA_VERB:
        return check_kodama(state, low_of(action))
    if verb == FALLOW_VERB:
        return check_fallow(state, slot_of(action))
    slot: i64 = slot_of(action) if verb == GROW_VERB else state.frame.a
    return check_placement(
        state, slot, high_of(action) - ORIGIN, low_of(action) - ORIGIN, turn_of(action)
    )


def check_pick(state: Kodama, slot: i64) -> Refusal | None:
    """A display card that has an offered spot, or the deck under its decree. [KO-PLACE-01]"""
    if slot == DECK:
        if not may_pick_deck(state):
            return refused("not_offered", {})
        return None if len(state.deck) > 0 else refused("deck_empty", {})
    if slot >= len(state.display):
        return refused("bad_slot", {"n": str(slot)})
    return None if has_offer(state, state.display[slot]) else refused("not_offered", {})


def check_onto(state: Kodama, parent: i64) -> Refusal | None:
    """A card of the own tree that is the parent of an offered spot. [KO-GEO-17]"""
    if parent >= my_tree(state).size:
        return refused("bad_card", {})
    offered: i64 = offered_parents(state, state.frame.b)
    return None if offered >> parent & 1 else refused("not_offered", {})


def check_spot(state: Kodama, wide: i64, point: i64, rotation: i64) -> Refusal | None:
    """A member of the set in use, on the parent that was named. [KO-GEO-17]"""
    tree = my_tree(state)
    parent: i64 = state.frame.c
    form = state.cards.form_of[state.frame.b]
    if wide != state.frame.d or rotation >= DEGREES:
        return refused("not_offered", {})
    if wide:
        below = state.cards.form_of[tree.cards[parent].card]
        found = has_wide(tree, parent, below, form, point, rotation)
    else:
        found = spot_at(tree, parent, form, point, rotation) != NO_SPOT
    return None if found else refused("not_offered", {})


def check_kodama(state: Kodama, card: i64) -> Refusal | None:
    """A card of the own hand. [KO-KOD-02]"""
    held = state.players[state.asked].hand >> card & 1
    return None if held else refused("bad_card", {})


def check_fallow(state: Kodama, slot: i64) -> Refusal | None:
    """Only when nothing can be placed. [KO-RUL-03]"""
    if state.frame.kind == ONTO:
        if slot != DECK or state.frame.a != DECK:
            return refused("not_offered", {})
        if offered_parents(state, state.frame.b) != 0:
            return refused("fallow_not_allowed", {})
        return None
    if slot == DECK:
        return refused("not_offered", {})
    if slot >= len(state.display):
        return refused("bad_slot", {"n": str(slot)})
    return None if is_stuck(state) else refused("fallow_not_allowed", {})


# -- one placement ----------------------------------------------------------------------------


def check_placement(state: Kodama, slot: i64, x: i64, y: i64, rotation: i64) -> Refusal | None:
    """The tests of a free placement in their order. [KO-GEO-14]"""
    if state.frame.kind == PICK and slot >= len(state.display):
        return refused("bad_slot", {"n": str(slot)})
    if not is_in_range(x, y, rotation):
        return refused("bad_placement", {})
    card: i64 = state.display[slot] if state.frame.kind == PICK else state.frame.b
    form = state.cards.form_of[card]
    parent: i64 = parent_or_code(my_tree(state), form, x, y, rotation)
    if parent < 0:
        return refused_by_geometry(state, form, x, y, rotation, -parent)
    return check_limit(state, card, parent)


def is_in_range(x: i64, y: i64, rotation: i64) -> bool:
    """Numbers that can be computed with. [KO-GEO-20]"""
    return -FARTHEST <= x <= FARTHEST and -FARTHEST <= y <= FARTHEST and 0 <= rotation < DEGREES


def check_limit(state: Kodama, card: i64, parent: i64) -> Refusal | None:
    """The base score must stay within the limit; decree points do not count. [KO-GEO-13]
    [KO-PLACE-08] [KO-PLACE-09] [KO-RUL-09]"""
    points: i64 = base_score(my_tree(state), icons_now(state, card), parent)
    if points > state.limit:
        return refused("over_limit", {"n": str(points), "limit": str(state.limit)})
    return None


def refused_by_geometry(
    state: Kodama, form: Form, x: i64, y: i64, rotation: i64, code: i64
) -> Refusal:
    """The refusal with what and where: the cards touched, the icon covered."""
    if code == OFF_TABLE:
        return refused("off_table", {})
    if code == TOUCHES_NOTHING:
        return refused("touches_nothing", {})
    new = form.at(rotation)
    touched: i64 = touched_cards(my_tree(state), new, x, y)
    if code == TOUCHES_MANY:
        return refused_as_many(state, touched)
    number: i64 = 0
    while not touched >> number & 1:
        number += 1
    if code == NOT_ON_BARK:
        return refused("not_on_bark", {"card": id_of(state, number), "at": str(number)})
    assert code == COVERS_FEATURE
    return refused_as_covering(state, number, new, x, y)


def id_of(state: Kodama, number: i64) -> str:
    return state.cards.ids[my_tree(state).cards[number].card]


def refused_as_many(state: Kodama, touched: i64) -> Refusal:
    numbers = [number for number in range(my_tree(state).size) if touched >> number & 1]
    ids = ", ".join(id_of(state, number) for number in numbers)
    return refused("touches_many", {"list": ids, "at": ",".join(map(str, numbers))})


def refused_as_covering(state: Kodama, number: i64, new: Turned, x: i64, y: i64) -> Refusal:
    card = my_tree(state).cards[number]
    icon: i64 = covered_icon(card, new, x, y)
    feature = state.cards.features[card.card][icon]
    facts = {"card": id_of(state, number), "at": str(number), "icon": str(icon)}
    return refused("covers_feature", {"feature": feature, **facts})


def all_failures(state: Kodama, card: i64, x: i64, y: i64, rotation: i64) -> list[Refusal]:
    """Everything that speaks against a placement, for a preview. [KO-GEO-14]"""
    if not is_in_range(x, y, rotation):
        return [refused("bad_placement", {})]
    tree = my_tree(state)
    form = state.cards.form_of[card]
    new = form.at(rotation)
    found: list[Refusal] = []
    if not is_on_table(new, x, y):
        found.append(refused("off_table", {}))
    touched: i64 = touched_cards(tree, new, x, y)
    if touched == 0:
        return [*found, refused("touches_nothing", {})]
    alone = touched & (touched - 1) == 0
    if not alone:
        found.append(refused_as_many(state, touched))
    for number in range(tree.size):
        if touched >> number & 1:
            below = tree.cards[number]
            if alone and not is_bark(below.turned, x - below.x, y - below.y):
                facts = {"card": id_of(state, number), "at": str(number)}
                found.append(refused("not_on_bark", facts))
            if covered_icon(below, new, x, y) >= 0:
                found.append(refused_as_covering(state, number, new, x, y))
            if alone:
                over = check_limit(state, card, number)
                if over is not None:
                    found.append(over)
    return found
