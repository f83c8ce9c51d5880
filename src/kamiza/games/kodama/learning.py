"""What programs that learn choose in Kodama: the numbers of its moves.

    pick       a slot of the display, or the deck
    onto       a card of the own tree
    spot       a bud of that card and one of eleven directions, as listed
    bark       a point of the bark of that card and one of 24 turns, where no bud will do
    kodama     a Kodama card
    fallow     a slot of the display, or the deck

Free placements (`grow`, `place`) have no number here: they are the continuous way to play.
"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.game import NO_ACTION
from kamiza.core.native import i64
from kamiza.games.kodama.cards import SPIRITS, WIDE_STEP, Cards
from kamiza.games.kodama.kinds import CARDS_IN_A_ROW
from kamiza.games.kodama.rules import moves
from kamiza.games.kodama.rules.growing import my_tree
from kamiza.games.kodama.rules.room import OFFSETS, rotation_of
from kamiza.games.kodama.rules.shapes import BUD, Form
from kamiza.games.kodama.rules.spots import TURNS, offset_of
from kamiza.games.kodama.rules.trees import Placed
from kamiza.games.kodama.table import DECK, MOST_ON_DISPLAY, SPOT, Kodama

SLOTS: Final = MOST_ON_DISPLAY + 1  # the last one is the deck
PARENTS: Final = CARDS_IN_A_ROW


@final
class Choices:
    """The ranges of numbers, one after the other."""

    def __init__(self, cards: Cards) -> None:
        buds = 0
        points = 0
        for form in cards.form_of:
            buds = max(buds, len(form.at(0).buds) // BUD)
            points = max(points, len(form.bark_at(0)) // 2)
        self.cards: Final = cards
        self.onto: Final[i64] = SLOTS
        self.spot: Final[i64] = self.onto + PARENTS
        self.bark: Final[i64] = self.spot + buds * OFFSETS
        self.kodama: Final[i64] = self.bark + points * TURNS
        self.fallow: Final[i64] = self.kodama + SPIRITS
        self.size: Final[i64] = self.fallow + SLOTS

    def choice_of(self, state: Kodama, action: i64) -> i64:
        verb: i64 = moves.verb_of(action)
        low: i64 = moves.low_of(action)
        if verb == moves.ONTO_VERB:
            return self.onto + low
        if verb == moves.KODAMA_VERB:
            return self.kodama + low
        if verb == moves.SPOT_VERB:
            turn: i64 = moves.turn_of(action)
            if moves.high_of(action):
                return self.bark + low * TURNS + turn // WIDE_STEP
            below = parent_of(state).turned
            return self.spot + low * OFFSETS + offset_of(below, form_of(state), low, turn)
        slot: i64 = moves.slot_of(action)
        if slot == DECK:
            slot = MOST_ON_DISPLAY
        if verb == moves.FALLOW_VERB:
            return self.fallow + slot
        return slot

    def action_of(self, state: Kodama, choice: i64) -> i64:
        """The action of a choice; whether it is listed is for others to say."""
        if choice < 0 or choice >= self.size:
            return NO_ACTION
        if choice < self.onto:
            return moves.pick_action(slot_at(choice))
        if choice < self.spot:
            return moves.onto_action(choice - self.onto)
        if choice >= self.fallow:
            return moves.fallow_action(slot_at(choice - self.fallow))
        if choice >= self.kodama:
            return moves.kodama_action(choice - self.kodama)
        if state.frame.kind != SPOT:
            return NO_ACTION
        if choice >= self.bark:
            point: i64 = (choice - self.bark) // TURNS
            return moves.spot_action(1, point, (choice - self.bark) % TURNS * WIDE_STEP)
        return self.spot_action(state, choice - self.spot)

    def spot_action(self, state: Kodama, spot: i64) -> i64:
        turned = parent_of(state).turned
        bud: i64 = spot // OFFSETS
        if bud * BUD >= len(turned.buds):
            return NO_ACTION
        return moves.spot_action(0, bud, rotation_of(turned, spot, form_of(state)))

    def name_of(self, choice: i64) -> str:
        """What the choice is in every position."""
        if choice < self.onto:
            return f"pick:{slot_name(choice)}"
        if choice < self.spot:
            return f"onto:{choice - self.onto}"
        if choice < self.bark:
            bud, offset = divmod(int(choice - self.spot), OFFSETS)
            return f"spot:b{bud} direction {offset}"
        if choice < self.kodama:
            point, turn = divmod(int(choice - self.bark), TURNS)
            return f"spot:w{point}r{turn * WIDE_STEP}"
        if choice < self.fallow:
            return f"kodama:{self.cards.spirit_ids[choice - self.kodama]}"
        return f"fallow:{slot_name(choice - self.fallow)}"


def slot_at(place: i64) -> i64:
    return DECK if place == MOST_ON_DISPLAY else place


def slot_name(place: i64) -> str:
    return "deck" if place == MOST_ON_DISPLAY else str(place)


def parent_of(state: Kodama) -> Placed:
    """The card that the chosen one shall grow on."""
    return my_tree(state).cards[state.frame.c]


def form_of(state: Kodama) -> Form:
    """The form of the card that is being placed."""
    return state.cards.form_of[state.frame.b]
