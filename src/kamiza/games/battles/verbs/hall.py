"""Verbs of the Hall and of the Chain: refresh, recolor."""

from __future__ import annotations

from typing import Final, final

from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD
from kamiza.games.battles.instructions import ask, go_on
from kamiza.games.battles.programs import Step
from kamiza.games.battles.rules.hall import refresh
from kamiza.games.battles.stack.uses import CHOSEN, NEED_COLOUR, Use
from kamiza.games.battles.table.battles import Battles, Facts
from kamiza.games.battles.table.objects import NO_OBJECT
from kamiza.games.battles.verbs.parameters import Words
from kamiza.games.battles.verbs.verb import Verb, declare

PICK_TWO: Final = 0
ALL_FIVE: Final = 1


@final
class Refresh(Verb):
    """New piles for a row of the Hall."""

    def __init__(self) -> None:
        rows = {"artifact": w.ARTIFACT_ROW, "warrior": w.WARRIOR_ROW}
        super().__init__("refresh", needs={"row": Words("mode", rows)}, flat=15)

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        is_warriors = step.mode == w.WARRIOR_ROW
        piles = state.warrior_piles if is_warriors else state.artifact_piles
        for place in range(len(piles)):
            if piles[place] != NO_CARD:
                return True
        deck = state.warrior_deck if is_warriors else state.artifact_deck
        return deck.size() > 0

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        go_on(use, step)
        refresh(state, step.mode)
        return False


@final
class Recolor(Verb):
    """New Chaining Colours for the last link. [KB-RUL-53] [KB-FLOW-66]"""

    def __init__(self) -> None:
        choices = {"pick2": PICK_TWO, "all": ALL_FIVE}
        super().__init__(
            "recolor", needs={"to": Words("mode", choices)}, flat=55, events=("recoloured",)
        )
        self.must_work = True

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        return seat == state.active and len(state.chain) > 0

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        if use.seat != state.active or len(state.chain) == 0:
            return go_on(use, step)
        if step.mode == ALL_FIVE:
            recolor(state, use, w.ALL_COLOURS)
            return go_on(use, step)
        if use.need != CHOSEN:
            use.chosen = NO_OBJECT
            return ask(state, use, NEED_COLOUR)
        recolor(state, use, use.chosen)
        return go_on(use, step)


def recolor(state: Battles, use: Use, colours: i64) -> None:
    state.colours = colours
    if state.log is not None:
        names = [w.COLOURS[colour] for colour in range(5) if colours >> colour & 1]
        facts: Facts = {"seat": use.seat, "colours": names}
        state.emit("recoloured", facts)


declare(Refresh())
declare(Recolor())
