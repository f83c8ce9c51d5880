"""Amounts that are no printed numbers: how much is meant, before anything happens and then."""

from __future__ import annotations

from typing import Final, final

from kamiza.core.native import i64, mypyc_attr
from kamiza.games.battles import language as w
from kamiza.games.battles.stack.uses import Use
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.verbs.declared import AMOUNTS

EVERYTHING: Final = 99


@mypyc_attr(allow_interpreted_subclasses=True)
class Amount:
    """One word for an amount; `usual` is what it comes to on average, in hundredths."""

    def __init__(self, word: str, usual: int) -> None:
        self.word: Final = word
        self.usual: Final = usual
        self.number: Final[i64] = w.X + len(AMOUNTS)  # behind the printed ones

    def now(self, state: Battles, use: Use) -> i64:
        """How much it is when its instruction is reached."""
        raise NotImplementedError

    def before(self, state: Battles, seat: i64) -> i64:
        """How much it is at least, as far as that is known before anything has happened."""
        return 0


def declare(amount: Amount) -> None:
    """From now on cards may say it."""
    AMOUNTS.append(amount)


# Some have names in `language.py`: they stand there in the same order.


@final
class Paid(Amount):
    """What was paid for X, 1 at least."""

    def now(self, state: Battles, use: Use) -> i64:
        return use.x

    def before(self, state: Battles, seat: i64) -> i64:
        return 1


@final
class Moved(Amount):
    """The cards that an earlier instruction moved."""

    def now(self, state: Battles, use: Use) -> i64:
        return use.moved


@final
class Lost(Amount):
    """The Energy that was really lost by the `drain` before."""

    def now(self, state: Battles, use: Use) -> i64:
        return use.lost


@final
class DisciplesOne(Amount):
    """The Disciples I that the user played in this turn."""

    def now(self, state: Battles, use: Use) -> i64:
        return self.before(state, use.seat)

    def before(self, state: Battles, seat: i64) -> i64:
        return state.players[seat].disciples_1


@final
class Chain(Amount):
    """The links of the user's Chain."""

    def now(self, state: Battles, use: Use) -> i64:
        return self.before(state, use.seat)

    def before(self, state: Battles, seat: i64) -> i64:
        if seat == state.active:
            return len(state.chain)
        return 0


@final
class AnyNumber(Amount):
    """As many as the user likes."""

    def now(self, state: Battles, use: Use) -> i64:
        return EVERYTHING


declare(Paid("x", 200))
declare(Moved("moved", 130))
declare(Lost("lost", 100))
declare(DisciplesOne("disciples_1", 250))
declare(Chain("chain", 180))
declare(AnyNumber("any", 200))
