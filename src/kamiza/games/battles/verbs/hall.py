"""Verbs of the Hall and of the Chain: refresh, recolor."""

from __future__ import annotations

from typing import Final, final

from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD
from kamiza.games.battles.instructions import ask, go_on
from kamiza.games.battles.programs import Step
from kamiza.games.battles.rules.hall import refresh
from kamiza.games.battles.stack import CHOSEN, NEED_COLOUR, Frame
from kamiza.games.battles.table import NO_OBJECT, Battles, Facts
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

    def do(self, state: Battles, frame: Frame, step: Step) -> bool:
        go_on(frame, step)
        refresh(state, step.mode)
        return False


@final
class Recolor(Verb):
    """New Chaining Colours for the last link. [KB-RUL-53] [KB-FLOW-66]"""

    def __init__(self) -> None:
        choices = {"pick2": PICK_TWO, "all": ALL_FIVE}
        super().__init__("recolor", needs={"to": Words("mode", choices)}, flat=55)
        self.must_work = True

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        return seat == state.active and len(state.chain) > 0

    def do(self, state: Battles, frame: Frame, step: Step) -> bool:
        if frame.seat != state.active or len(state.chain) == 0:
            return go_on(frame, step)
        if step.mode == ALL_FIVE:
            recolor(state, frame, w.ALL_COLOURS)
            return go_on(frame, step)
        if frame.need != CHOSEN:
            frame.target = NO_OBJECT
            return ask(state, frame, NEED_COLOUR)
        recolor(state, frame, frame.target)
        return go_on(frame, step)


def recolor(state: Battles, frame: Frame, colours: i64) -> None:
    state.colours = colours
    if state.log is not None:
        names = [w.COLOURS[colour] for colour in range(5) if colours >> colour & 1]
        facts: Facts = {"seat": frame.seat, "colours": names}
        state.emit("recoloured", facts)


declare(Refresh())
declare(Recolor())
