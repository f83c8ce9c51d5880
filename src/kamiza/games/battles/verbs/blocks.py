"""Verbs with steps inside that chance or the future decides about: adjudicate, watch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from kamiza.core.content import Table
from kamiza.core.native import i64
from kamiza.games.battles.cards import NO_CARD, SINGLE
from kamiza.games.battles.instructions import go_on
from kamiza.games.battles.judging.printed_worth import worth_between
from kamiza.games.battles.judging.values import LITTLE_ENERGY, NEVER, chance_of
from kamiza.games.battles.programs import Ability, Step
from kamiza.games.battles.rules.decks import has_cards, lift
from kamiza.games.battles.stack.uses import Use
from kamiza.games.battles.table.battles import Battles, Facts
from kamiza.games.battles.verbs.parameters import FILTER, STEPS, TriggerWord
from kamiza.games.battles.verbs.verb import Verb, declare

if TYPE_CHECKING:
    from kamiza.games.battles.programs import Programs


@final
class Adjudicate(Verb):
    """Turn up the own top card: `yes` is done if it fits, otherwise `no`. [KB-ABIL-12]"""

    def __init__(self) -> None:
        super().__init__(
            "adjudicate", needs={"card": FILTER, "yes": STEPS}, takes={"no": STEPS},
            printed=("adjudicate", "審判"), events=("adjudicated",),
        )  # fmt: skip
        self.begins_chance = True

    def lay(
        self, programs: Programs, table: Table, trigger: str, row: list[Step], step: Step
    ) -> None:  # fmt: skip
        if programs.is_adjudicating:
            raise table.error("verb", "'adjudicate' cannot lie inside another one")
        programs.is_adjudicating = True
        row.append(step)
        programs.read_block(table, "yes", trigger, row)
        leave = Step(JUMP)
        row.append(leave)
        step.jump = len(row)  # the card does not fit
        if "no" in table.data:
            programs.read_block(table, "no", trigger, row)
        leave.jump = len(row)
        row.append(Step(ADJUDICATED))
        programs.is_adjudicating = False

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        return has_cards(state, seat)

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        place: i64 = use.instruction
        go_on(use, step)
        if not has_cards(state, use.seat):
            return False  # neither branch [KB-FLOW-60]
        kind: i64 = lift(state, use.seat) & 255
        use.held = kind
        fits = state.cards.type[kind] & step.card != 0
        use.instruction = place + 1 if fits else step.jump
        if state.log is not None:
            facts: Facts = {
                "seat": use.seat, "card": state.cards.ids[kind], "fits": fits
            }  # fmt: skip
            state.show("adjudicated", facts)
        return False

    def worth(self, steps: list[Step], place: int) -> int:
        return (worth_if_so(steps, place) + worth_if_not(steps, place)) // 2

    def worth_now(
        self, state: Battles, seat: i64, ability: Ability, step: Step, value: i64
    ) -> i64:  # fmt: skip
        if state.players[seat].energy <= LITTLE_ENERGY:
            return NEVER
        steps, begin = state.cards.steps, int(ability.begin)
        stake: i64 = worth_if_so(steps, begin) - worth_if_not(steps, begin)
        return value + stake * (chance_of(state, seat, step.card) - 50) // 100


def worth_if_so(steps: list[Step], place: int) -> int:
    """What follows an adjudicated card that fits."""
    return worth_between(steps, place + 1, int(steps[place].jump) - 1)


def worth_if_not(steps: list[Step], place: int) -> int:
    return worth_between(steps, int(steps[place].jump), int(steps[place].after) - 1)


@final
class Jump(Verb):
    """Pass over the steps for a card that does not fit. No card says it."""

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        use.instruction = step.jump
        return False


@final
class Adjudicated(Verb):
    """The revealed card goes to the discard pile. No card says it."""

    def __init__(self) -> None:
        super().__init__("")
        self.ends_chance = True

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        use.instruction += 1
        if use.held != NO_CARD:
            state.players[use.seat].discard += SINGLE[use.held]
            use.held = NO_CARD
        return False


JUMP: Final = Jump("")
ADJUDICATED: Final = Adjudicated()
declare(Adjudicate())


@final
class Watch(Verb):
    """Until the end of the turn, whenever `on` happens, what stands in `do` is done."""

    def __init__(self) -> None:
        super().__init__(
            "watch", needs={"on": TriggerWord(), "do": STEPS}, takes={"card": FILTER}, flat=70
        )

    def lay(
        self, programs: Programs, table: Table, trigger: str, row: list[Step], step: Step
    ) -> None:  # fmt: skip
        step.jump = programs.read_program(table, "do", trigger)
        row.append(step)

    def is_sure(self, step: Step) -> bool:
        return True

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        place: i64 = use.instruction
        go_on(use, step)  # remembered: who, and which step it is
        state.watches += bytes([use.seat, place >> 8, place & 255])
        return False


declare(Watch())
