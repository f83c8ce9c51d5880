"""What a verb is: everything the game asks about an instruction of a card, in one class.

A verb is declared once, in one of the chapters beside this file, and a step of a card holds its
verb. The reader asks it for its parameters, the rules whether it could do anything and to do it,
the bots what it is worth, the speech how it is told. Nobody else knows which verbs there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from kamiza.core.content import Table
from kamiza.core.native import i64, mypyc_attr
from kamiza.games.battles import language as w
from kamiza.games.battles.judging.printed_worth import size
from kamiza.games.battles.judging.reacts import worth_kept
from kamiza.games.battles.programs import Ability, Step
from kamiza.games.battles.rules.rows import fits_any
from kamiza.games.battles.stack.attacks import Attack
from kamiza.games.battles.stack.uses import Use
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.verbs.declared import VERBS
from kamiza.games.battles.verbs.parameters import Parameter

if TYPE_CHECKING:
    from kamiza.games.battles.programs import Programs

UNIVERSAL: Final = ("verb", "if", "may")  # every step may say these
USUAL_STRENGTH: Final = 2  # of an amount that is not printed


@mypyc_attr(allow_interpreted_subclasses=True)
class Verb:
    """One verb. A new one says its word and parameters and overrides what it knows better."""

    def __init__(
        self,
        word: str,
        needs: Mapping[str, Parameter] | None = None,
        takes: Mapping[str, Parameter] | None = None,
        only_on: tuple[str, ...] = (),
        never_on: tuple[str, ...] = (),
        printed: tuple[str, str] = ("", ""),
        sign: str = "",
        each: int = 0,
        flat: int = 0,
        events: tuple[str, ...] = (),
    ) -> None:
        self.word: Final = word
        self.needs: Final = dict(needs or {})  # parameters every card must give
        self.takes: Final = dict(takes or {})  # parameters a card may give
        self.only_on: Final = only_on  # the triggers of the Reacts in which it works
        self.never_on: Final = never_on  # the kinds of card that cannot carry it
        self.printed: Final = printed  # what a card's text must say, in each language; patterns
        self.sign: Final = sign  # the symbol that stands for it
        self.each: Final = each  # its worth for each card or point, in hundredths of one Energy
        self.flat: Final = flat  # its worth beside that
        self.events: Final = events  # what it tells and nothing else does; see `words.toml`
        self.moves_own_cards = False  # cards that are there to be counted: X cannot be more
        self.must_work = False  # an ability that begins with it and cannot do it is no use
        self.is_gift = False  # to whom it is done
        self.gives_defence = False
        self.gives_faith = False
        self.comes_first = False  # a bot does it before it attacks
        self.merit = 0  # to a bot: what hands cannot have too much of
        self.begins_chance = False  # what follows is decided by a card turned up
        self.ends_chance = False

    # -- reading ------------------------------------------------------------------------------

    def check(self, table: Table, trigger: str) -> None:
        """Refuse a step that says too much, too little, or stands where it cannot work."""
        for name in table.data:
            if name not in self.needs and name not in self.takes and name not in UNIVERSAL:
                raise table.error(name, f"is no parameter of the verb {self.word!r}")
        for name in self.needs:
            if name not in table.data:
                raise table.error(name, f"is missing; the verb {self.word!r} needs it")
        if self.only_on and trigger not in self.only_on:
            triggers = " or ".join(self.only_on)
            raise table.error("verb", f"{self.word!r} works only in a React on {triggers}")

    def read(self, table: Table, step: Step) -> None:
        """Keep the parameters of a checked step as numbers."""
        for name, parameter in {**self.needs, **self.takes}.items():
            if name in table.data:
                parameter.read(table, name, step)
            else:
                parameter.leave_out(step)

    def lay(
        self, programs: Programs, table: Table, trigger: str, row: list[Step], step: Step
    ) -> None:  # fmt: skip
        """Lay the step into its program, and the steps inside it behind it."""
        row.append(step)

    def mark(self, ability: Ability, step: Step, is_first: bool) -> None:
        """Note on the ability what others want to know of it."""

    def is_sure(self, step: Step) -> bool:
        """Does this step do something whenever it is its user's own turn?"""
        return False

    def harms(self, step: Step) -> bool:
        """Does this step take Energy or cards from its user? [KB-RUL-15]"""
        return False

    # -- rules --------------------------------------------------------------------------------

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        """Could it do something now, as far as its user can see? [KB-FLOW-13]"""
        return True

    def fits_seat(self, state: Battles, seat: i64, step: Step, other: i64) -> bool:
        """Could it do something to this player in play, as far as its user can see?"""
        player = state.players[other]
        if step.zone == w.DISCARD:
            return fits_any(state, player.discard, step.card)
        if other == seat:
            return fits_any(state, player.hand, step.card)
        return len(player.hand) > 0

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        """Do it, or what can be done of it; True if its user must choose something first."""
        raise NotImplementedError

    # -- bots ---------------------------------------------------------------------------------

    def worth(self, steps: list[Step], place: int) -> int:
        """What it is worth with everything inside it, in hundredths of one Energy."""
        return size(int(steps[place].n)) * self.each // 100 + self.flat

    def worth_now(
        self, state: Battles, seat: i64, ability: Ability, step: Step, value: i64
    ) -> i64:  # fmt: skip
        """What an ability of this value that begins with it is worth as things stand."""
        return value

    def worth_in_attack(self, state: Battles, attack: Attack, step: Step, loss: i64) -> i64:
        """What a React that begins with it is worth in an Attack that would cost so much."""
        saved: i64 = step.n if step.n < loss else loss
        return worth_kept(state, attack, step, loss, saved)

    def worth_as_answer(self, state: Battles, use: Use, ability: Ability) -> i64:
        """What a React that begins with it is worth as an answer to an ability."""
        return state.cards.ability_worth[ability.number] + 60 * ability.energy

    def strength(self, state: Battles, use: Use, step: Step) -> i64:
        """How much Energy the choice of a target is about."""
        if step.n >= w.X:
            return USUAL_STRENGTH
        return step.n

    # -- speech -------------------------------------------------------------------------------

    def changes_loss(self, step: Step) -> i64:
        """By how much a printed step changes the loss of the Attack under way."""
        return 0

    def takes_from_own_god(self, step: Step) -> i64:
        """How much Energy it takes from its user's god."""
        return 0

    def gives_to_any_god(self, step: Step) -> i64:
        """How much Energy it puts on a god of its user's choice."""
        return 0


def declare(verb: Verb) -> None:
    """From now on cards may say this verb."""
    VERBS[verb.word] = verb
