"""The moves of Kodama as numbers: their packing, and which are listed.

An action is one number: verb * 2**48 + slot * 2**44 + rotation * 2**32 + high * 2**16 + low.

    verb     slot         rotation   high            low            text
    PICK     slot, DECK   -          -               -              pick:2  pick:deck
    ONTO     -            -          -               tree card      onto:5
    SPOT     -            degrees    0 bud, 1 bark   its number     spot:b1r45  spot:w17r30
    KODAMA   -            -          -               Kodama card    kodama:K07
    FALLOW   slot, DECK   -          -               -              fallow:0  fallow:deck
    GROW     slot         degrees    x + 32768       y + 32768      grow:2@167,2999,r285
    PLACE    -            degrees    x + 32768       y + 32768      place:@167,2999,r285

GROW and PLACE are never listed; any legal placement is accepted. [KO-GEO-18] [KO-PLACE-13]
No move changes a card that already lies in a tree. [KO-PLACE-11]
"""

from __future__ import annotations

from typing import Final

from kamiza.core.native import append, i64, vec
from kamiza.games.kodama.cards import SPIRITS, WIDE_STEP
from kamiza.games.kodama.rules.growing import has_offer, my_tree, offered_parents
from kamiza.games.kodama.rules.room import NO_SPOT, OFFSETS, rotation_of
from kamiza.games.kodama.rules.spots import TURNS, find_spots, next_wide
from kamiza.games.kodama.table import DECK, KODAMA, ONTO, PICK, SPOT, Kodama, may_pick_deck

PICK_VERB: Final = 0
ONTO_VERB: Final = 1
SPOT_VERB: Final = 2
KODAMA_VERB: Final = 3
FALLOW_VERB: Final = 4
GROW_VERB: Final = 5
PLACE_VERB: Final = 6
VERBS: Final = ("pick", "onto", "spot", "kodama", "fallow", "grow", "place")

VERB_UNIT: Final = 1 << 48
SLOT_UNIT: Final = 1 << 44
TURN_UNIT: Final = 1 << 32
HIGH_UNIT: Final = 1 << 16
ORIGIN: Final = 32768  # what is added to a coordinate, so that it is not negative
FARTHEST: Final = 20000  # coordinates beyond are refused before computing [KO-GEO-20]


# -- packing ----------------------------------------------------------------------------------


def verb_of(action: i64) -> i64:
    return action >> 48


def slot_of(action: i64) -> i64:
    return action >> 44 & 15


def turn_of(action: i64) -> i64:
    return action >> 32 & 0xFFF


def high_of(action: i64) -> i64:
    return action >> 16 & 0xFFFF


def low_of(action: i64) -> i64:
    return action & 0xFFFF


def pick_action(slot: i64) -> i64:
    return PICK_VERB * VERB_UNIT + slot * SLOT_UNIT


def onto_action(parent: i64) -> i64:
    return ONTO_VERB * VERB_UNIT + parent


def spot_action(wide: i64, point: i64, rotation: i64) -> i64:
    return SPOT_VERB * VERB_UNIT + rotation * TURN_UNIT + wide * HIGH_UNIT + point


def kodama_action(card: i64) -> i64:
    return KODAMA_VERB * VERB_UNIT + card


def fallow_action(slot: i64) -> i64:
    return FALLOW_VERB * VERB_UNIT + slot * SLOT_UNIT


def grow_action(slot: i64, x: i64, y: i64, rotation: i64) -> i64:
    at: i64 = rotation * TURN_UNIT + (x + ORIGIN) * HIGH_UNIT + y + ORIGIN
    return GROW_VERB * VERB_UNIT + slot * SLOT_UNIT + at


def place_action(x: i64, y: i64, rotation: i64) -> i64:
    at: i64 = rotation * TURN_UNIT + (x + ORIGIN) * HIGH_UNIT + y + ORIGIN
    return PLACE_VERB * VERB_UNIT + at


def is_well_formed(action: i64) -> bool:
    """Is this number a move at all: a known verb, and nothing where it needs nothing?"""
    if action < 0 or verb_of(action) >= len(VERBS):
        return False
    verb: i64 = verb_of(action)
    needs_slot = verb in (PICK_VERB, FALLOW_VERB, GROW_VERB)
    needs_turn = verb in (SPOT_VERB, GROW_VERB, PLACE_VERB)
    if (not needs_slot and slot_of(action)) or (not needs_turn and turn_of(action)):
        return False
    if verb in (GROW_VERB, PLACE_VERB):
        return True
    if verb == SPOT_VERB:
        return high_of(action) <= 1
    if high_of(action) != 0:
        return False
    if verb == KODAMA_VERB:
        return low_of(action) < SPIRITS
    return verb == ONTO_VERB or low_of(action) == 0


# -- what is listed ---------------------------------------------------------------------------


def list_moves(state: Kodama) -> vec[i64]:
    """The listed answers to the open question, in canonical order."""
    kind: i64 = state.frame.kind
    if kind == PICK:
        return list_pick(state)
    if kind == ONTO:
        return list_onto(state)
    if kind == SPOT:
        return list_spot(state)
    return list_kodama(state)


def list_pick(state: Kodama) -> vec[i64]:
    """Every slot with an offered spot, the deck under its decree, and fallow turns if no slot has
    one. [KO-PLACE-01] [KO-EFF-28] [KO-RUL-03]"""
    listed: vec[i64] = vec[i64](capacity=8)
    for slot, card in enumerate(state.display):
        if has_offer(state, card):
            listed = append(listed, pick_action(slot))
    stuck = len(listed) == 0
    if len(state.deck) > 0 and may_pick_deck(state):
        listed = append(listed, pick_action(DECK))
    if stuck:
        for slot in range(len(state.display)):
            listed = append(listed, fallow_action(slot))
    return listed


def list_onto(state: Kodama) -> vec[i64]:
    """Every parent of an offered spot; a card from the deck without any lies fallow."""
    listed: vec[i64] = vec[i64](capacity=16)
    parents: i64 = offered_parents(state, state.frame.b)
    parent: i64 = 0
    while parents:
        if parents & 1:
            listed = append(listed, onto_action(parent))
        parents >>= 1
        parent += 1
    if len(listed) == 0:
        listed = append(listed, fallow_action(DECK))
    return listed


def list_spot(state: Kodama) -> vec[i64]:
    """The offered spots with the chosen parent, in the order of their set. [KO-GEO-15..17]"""
    tree = my_tree(state)
    parent: i64 = state.frame.c
    form = state.cards.form_of[state.frame.b]
    turned = tree.cards[parent].turned
    listed: vec[i64] = vec[i64](capacity=16)
    if state.frame.d == 0:
        for known in find_spots(tree, parent, form):
            rotation: i64 = rotation_of(turned, known, form)
            listed = append(listed, spot_action(0, known // OFFSETS, rotation))
        return listed
    below = state.cards.form_of[tree.cards[parent].card]
    spot: i64 = next_wide(tree, parent, below, form, NO_SPOT)
    while spot != NO_SPOT:
        listed = append(listed, spot_action(1, spot // TURNS, spot % TURNS * WIDE_STEP))
        spot = next_wide(tree, parent, below, form, spot)
    return listed


def list_kodama(state: Kodama) -> vec[i64]:
    """Every card of the hand; one must be scored. [KO-KOD-02] [KO-RUL-19] [KO-RUL-23]"""
    listed: vec[i64] = vec[i64](capacity=8)
    hand: i64 = state.players[state.asked].hand
    card: i64
    for card in range(SPIRITS):
        if hand >> card & 1:
            listed = append(listed, kodama_action(card))
    return listed


def belongs(kind: i64, verb: i64) -> bool:
    """Is this a move of the open question at all?"""
    if kind == PICK:
        return verb in (PICK_VERB, FALLOW_VERB, GROW_VERB)
    if kind == ONTO:
        return verb in (ONTO_VERB, FALLOW_VERB, PLACE_VERB)
    if kind == SPOT:
        return verb in (SPOT_VERB, PLACE_VERB)
    return kind == KODAMA and verb == KODAMA_VERB
