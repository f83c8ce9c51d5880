"""Verbs of Energy and Faith: energy, drain, faith, discount. [KB-ENER-01]"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.action import NOBODY
from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_TEMPLE, TEMPLE_SOURCE
from kamiza.games.battles.instructions import amount, ask, go_on
from kamiza.games.battles.judging.printed_worth import size
from kamiza.games.battles.judging.values import LITTLE_ENERGY, NEVER, energy_worth
from kamiza.games.battles.programs import Ability, Step
from kamiza.games.battles.rules.abilities import fixed_amount, has_target
from kamiza.games.battles.rules.energy import change_energy
from kamiza.games.battles.stack.happenings import Gain
from kamiza.games.battles.stack.uses import CHOSEN, NEED_MODE, NEED_TARGET, Use
from kamiza.games.battles.table.battles import Battles, Facts, has_temple, in_play
from kamiza.games.battles.table.objects import NO_OBJECT, TEMPLE
from kamiza.games.battles.verbs.parameters import AMOUNT, AT, FILTER, Flag
from kamiza.games.battles.verbs.verb import Verb, declare

# What one Energy there is worth to who puts it there.
AT_WORTH: Final = {
    w.MY_GOD: 100, w.MINE: 100, w.ANY_GOD: 100, w.MY_TEMPLE: 50, w.THIS: 50, w.OPP_GOD: -75,
    w.OPP: -75, w.OPP_TEMPLE: -45, w.ATTACKER_GOD: -75, w.VICTIM_GOD: -75, w.VICTIM_TEMPLE: -40,
}  # fmt: skip


# -- Energy -----------------------------------------------------------------------------------


class EnergyVerb(Verb):
    """Put Energy on something, or take it away."""

    def is_sure(self, step: Step) -> bool:
        return 0 < step.n < w.X and (step.at == w.MY_GOD or step.at == w.MINE)

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        if step.n == w.LOST or step.n == w.MOVED or step.n == 0:
            return False
        if step.at == w.MY_TEMPLE:
            return has_temple(state, seat) or (
                step.revive and state.players[seat].temple != NO_TEMPLE
            )  # fmt: skip
        if is_chosen(step.at):
            return has_target(state, seat, step.at, seat)
        return True

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        at: i64 = step.at
        seat: i64 = use.seat
        object: i64 = NO_OBJECT
        if use.need == CHOSEN:
            object = use.chosen
        elif at == w.MINE:
            if has_temple(state, seat) and amount(state, use, step.n) > 0:
                return ask(state, use, NEED_MODE)
            object = seat
        elif is_chosen(at):
            if has_target(state, seat, at, NO_OBJECT) and amount(state, use, step.n) > 0:
                return ask(state, use, NEED_TARGET)
        else:
            object = fixed_object(use, at)
        n: i64 = amount(state, use, step.n)
        go_on(use, step)
        self.change(state, use, step, object, n)
        return False

    def change(self, state: Battles, use: Use, step: Step, object: i64, n: i64) -> None:
        raise NotImplementedError


def is_chosen(at: i64) -> bool:
    """Does the user choose where?"""
    return at == w.ANY_GOD or at == w.OPP_GOD or at == w.OPP_TEMPLE or at == w.OPP


def fixed_object(use: Use, at: i64) -> i64:
    """The god or temple that needs no choosing, or nothing if it is not there."""
    seat: i64 = use.seat
    if at == w.MY_GOD:
        return seat
    if at == w.MY_TEMPLE:
        return TEMPLE + seat
    if at == w.THIS:
        return TEMPLE + seat if use.source == TEMPLE_SOURCE else seat
    if at == w.ATTACKER_GOD:
        if use.attacker == NOBODY:
            return NO_OBJECT
        return use.attacker
    if use.victim == NOBODY:
        return NO_OBJECT
    return use.victim if at == w.VICTIM_GOD else TEMPLE + use.victim


@final
class Energy(EnergyVerb):
    """Put Energy on a god or a temple; a destroyed temple gets none, unless it is raised.
    [KB-TEMP-04] [KB-RUL-33]"""

    def __init__(self) -> None:
        super().__init__(
            "energy", needs={"n": AMOUNT, "at": AT}, takes={"revive": Flag("revive")},
            printed=("energy|\\bgains?\\b", "エネルギー|得る"), sign="energy",
        )  # fmt: skip
        self.is_gift = True

    def change(self, state: Battles, use: Use, step: Step, object: i64, n: i64) -> None:
        if object == NO_OBJECT or n == 0 or not in_play(state, object & 7):
            return
        if object >= TEMPLE and not has_temple(state, object & 7):
            if not step.revive or state.players[object & 7].temple == NO_TEMPLE:
                return
            if state.log is not None:
                state.emit("temple_raised", {"seat": object & 7})
        change_energy(state, object, n)
        if object < TEMPLE and state.winners == 0:
            use.wait(Gain(object))

    def worth(self, steps: list[Step], place: int) -> int:
        step = steps[place]
        return size(int(step.n)) * AT_WORTH[int(step.at)] // 100

    def worth_now(
        self, state: Battles, seat: i64, ability: Ability, step: Step, value: i64
    ) -> i64:  # fmt: skip
        if step.at == w.MY_GOD or step.at == w.MINE or step.at == w.ANY_GOD:
            return value + energy_worth(state, seat) - 100
        return value

    def gives_to_any_god(self, step: Step) -> i64:
        if step.at == w.ANY_GOD:
            return step.n
        return 0


@final
class Drain(EnergyVerb):
    """Take Energy from a god or a temple: no Attack and no damage. [KB-RUL-31]"""

    def __init__(self) -> None:
        super().__init__(
            "drain", needs={"n": AMOUNT, "at": AT}, printed=("energy|lose", "エネルギー|失")
        )

    def harms(self, step: Step) -> bool:
        return step.at in (w.MY_GOD, w.MY_TEMPLE, w.MINE, w.THIS)

    def change(self, state: Battles, use: Use, step: Step, object: i64, n: i64) -> None:
        use.lost = 0
        if object == NO_OBJECT or n == 0 or not in_play(state, object & 7):
            return
        use.lost = -change_energy(state, object, -n)

    def worth(self, steps: list[Step], place: int) -> int:
        step = steps[place]
        return -size(int(step.n)) * AT_WORTH[int(step.at)] // 100

    def worth_now(
        self, state: Battles, seat: i64, ability: Ability, step: Step, value: i64
    ) -> i64:  # fmt: skip
        if step.at == w.MY_GOD and state.players[seat].energy <= LITTLE_ENERGY:
            return NEVER
        return value

    def takes_from_own_god(self, step: Step) -> i64:
        if step.at == w.MY_GOD:
            return step.n
        return 0


declare(Energy())
declare(Drain())


# -- Faith ------------------------------------------------------------------------------------


@final
class Faith(Verb):
    """Faith for this turn, which only the active player has. [KB-RUL-20]"""

    def __init__(self) -> None:
        super().__init__(
            "faith", needs={"n": AMOUNT}, printed=("faith", "信仰"), sign="faith", each=50,
            events=("faith",),
        )  # fmt: skip
        self.gives_faith = True

    def is_sure(self, step: Step) -> bool:
        return 0 < step.n < w.X

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        return seat == state.active and fixed_amount(state, seat, step.n) > 0

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        n: i64 = amount(state, use, step.n)
        go_on(use, step)
        if use.seat != state.active or n == 0:
            return False
        state.faith += n
        if state.log is not None:
            facts: Facts = {"seat": use.seat, "count": n, "faith": state.faith}
            state.emit("faith", facts)
        return False


@final
class Discount(Verb):
    """Cards of a filter cost less until the end of the turn; discounts add up."""

    def __init__(self) -> None:
        super().__init__(
            "discount", needs={"n": AMOUNT, "card": FILTER}, flat=60, events=("discounted",)
        )

    def is_sure(self, step: Step) -> bool:
        return True

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        return seat == state.active

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        n: i64 = amount(state, use, step.n)
        go_on(use, step)
        player = state.players[use.seat]
        if step.card & w.WARRIOR:
            player.discount_warrior += n
        if step.card & w.ARTIFACT:
            player.discount_artifact += n
        if step.card & w.DISCIPLE:
            player.discount_disciple += n
        if state.log is not None:
            facts: Facts = {"seat": use.seat, "count": n, "filter": step.card}
            state.emit("discounted", facts)
        return False


declare(Faith())
declare(Discount())
