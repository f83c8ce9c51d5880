"""Parameters of verbs: what a card may write, and in which part of a step it is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from kamiza.core.content import Table
from kamiza.core.native import mypyc_attr
from kamiza.games.battles import language as w
from kamiza.games.battles.verbs.declared import AMOUNTS, all_triggers

if TYPE_CHECKING:
    from kamiza.games.battles.programs import Step

MOST: Final = 9  # a printed amount
MOST_COUNT: Final = 99


def read_word(table: Table, field: str, words: Iterable[str], what: str) -> str:
    """One of these words; an unknown one is named."""
    value = table.text(field)
    if value not in words:
        known = ", ".join(sorted(words))
        raise table.error(field, f"uses the unknown word {value!r}; {what} are {known}")
    return value


@mypyc_attr(allow_interpreted_subclasses=True)
class Parameter:
    """A parameter of a verb."""

    def read(self, table: Table, name: str, step: Step) -> None:
        """Check what the card says and keep it in the step."""
        raise NotImplementedError

    def leave_out(self, step: Step) -> None:
        """The card does not say it: the step keeps what is usual."""

    def shape(self) -> str:
        """What may be written, for the reference."""
        raise NotImplementedError


class Amount(Parameter):
    """A number, or a word that stands for one."""

    def __init__(self, any_number: bool = False) -> None:
        self.any_number: Final = any_number

    def read(self, table: Table, name: str, step: Step) -> None:
        value = table.data[name]
        if isinstance(value, str):
            words = [amount.word for amount in AMOUNTS]
            step.n = w.X + words.index(read_word(table, name, words, "amounts"))
            if step.n == w.ANY_NUMBER and not self.any_number:
                verb = table.text("verb")
                raise table.error(name, f"'any' does not work with the verb {verb!r}")
        else:
            step.n = table.number(name, 0, MOST)

    def shape(self) -> str:
        return "amount or `any`" if self.any_number else "amount"


class Count(Parameter):
    """A plain number."""

    def read(self, table: Table, name: str, step: Step) -> None:
        step.n = table.number(name, 0, MOST_COUNT)

    def shape(self) -> str:
        return "number"


class Words(Parameter):
    """One of some words; its number is kept in the named part of the step."""

    def __init__(self, part: str, words: Mapping[str, int], usual: str = "") -> None:
        self.part: Final = part
        self.words: Final = dict(words)
        self.usual: Final = usual

    def read(self, table: Table, name: str, step: Step) -> None:
        word = read_word(table, name, self.words, f"words for {name}")
        setattr(step, self.part, self.words[word])

    def leave_out(self, step: Step) -> None:
        if self.usual:
            setattr(step, self.part, self.words[self.usual])

    def shape(self) -> str:
        return ", ".join(f"`{word}`" for word in self.words)


class SharedWords(Words):
    """Words that many verbs share; the reference lists them once."""

    def __init__(self, part: str, words: Mapping[str, int], name: str) -> None:
        super().__init__(part, words)
        self.name: Final = name

    def shape(self) -> str:
        return self.name


class Flag(Parameter):
    def __init__(self, part: str) -> None:
        self.part: Final = part

    def read(self, table: Table, name: str, step: Step) -> None:
        setattr(step, self.part, table.flag(name))

    def shape(self) -> str:
        return "`true`"


class Steps(Parameter):
    """Steps inside the step; the verb lays them into the program."""

    def read(self, table: Table, name: str, step: Step) -> None:
        if not isinstance(table.data[name], list):
            raise table.error(name, "must be a list of steps")

    def shape(self) -> str:
        return "steps"


class TriggerWord(Parameter):
    """What a standing effect waits for."""

    def read(self, table: Table, name: str, step: Step) -> None:
        triggers = all_triggers()
        trigger = triggers[read_word(table, name, triggers, "triggers")]
        if not trigger.wakes_watches:
            known = " or ".join(word for word, one in triggers.items() if one.wakes_watches)
            raise table.error(name, f"a watch waits for {known}; nothing else is known yet")
        step.trigger = trigger.number

    def shape(self) -> str:
        return "trigger"


AMOUNT: Final = Amount()
AMOUNT_OR_ANY: Final = Amount(any_number=True)
COUNT: Final = Count()
FILTER: Final = SharedWords("card", w.FILTERS, "filter")
WHO: Final = SharedWords("who", w.WHO, "who")
AT: Final = SharedWords("at", w.AT, "at")
STEPS: Final = Steps()
FROM: Final = Words("zone", {"hand": w.HAND, "discard": w.DISCARD})
UP_TO: Final = Flag("upto")
