"""Verbs that take cards away: discard, Banish, Reincarnate."""

from __future__ import annotations

from typing import Final, final

from kamiza.core.content import Table
from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.instructions import amount, asks_seat_first, go_on, is_each, next_seat
from kamiza.games.battles.judging.printed_worth import size
from kamiza.games.battles.programs import Step
from kamiza.games.battles.rules.abilities import has_seat
from kamiza.games.battles.rules.choosing import announce_banishing, choose_cards, take_card, tell
from kamiza.games.battles.rules.hall import return_card
from kamiza.games.battles.rules.hands import discard_from_hand, random_card
from kamiza.games.battles.rules.rows import fits_any
from kamiza.games.battles.stack.uses import Choice, Use
from kamiza.games.battles.table.battles import Battles, in_play
from kamiza.games.battles.verbs.decks import look_at_hand
from kamiza.games.battles.verbs.parameters import (
    AMOUNT,
    AMOUNT_OR_ANY,
    FILTER,
    FROM,
    UP_TO,
    WHO,
    Words,
)
from kamiza.games.battles.verbs.purpose import Purpose
from kamiza.games.battles.verbs.purpose import declare as declare_purpose
from kamiza.games.battles.verbs.verb import Verb, declare

BY_OWNER: Final = 0
BY_USER: Final = 1
AT_RANDOM: Final = 2


class Removal(Verb):
    """Cards of one player, or of each opponent in turn."""

    def harms(self, step: Step) -> bool:
        return step.who == w.ME

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        return has_seat(state, seat, step)

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        here: i64 = use.instruction
        if asks_seat_first(state, use, step):
            return True
        if use.instruction != here:
            use.moved = 0
            return False
        n: i64 = amount(state, use, step.n)  # what an earlier step moved may be meant
        if use.seats_done == 0:
            use.moved = 0
        other: i64 = next_seat(state, use, step)
        if other < 0:
            return go_on(use, step)
        if not is_each(step):
            go_on(use, step)
        if in_play(state, other):
            self.move(state, use, step, other, n)
        return False

    def move(self, state: Battles, use: Use, step: Step, owner: i64, n: i64) -> None:
        """Let the right player choose, or chance."""
        raise NotImplementedError

    def worth(self, steps: list[Step], place: int) -> int:
        """Good from opponents; for oneself a thinner deck."""
        step = steps[place]
        n = size(int(step.n))
        if step.who in (w.OPPONENT, w.EACH_OPPONENT, w.CURRENT):
            return n * (90 if step.zone == w.HAND else 60) // 100
        return self.worth_of_own(step, n)

    def worth_of_own(self, step: Step, n: int) -> int:
        return n * 40 // 100 if step.zone == w.DISCARD else n * 15 // 100


def least_of(step: Step, n: i64) -> i64:
    """How many cards must be chosen at least."""
    if step.upto or step.n == w.ANY_NUMBER:
        return 0
    return n


@final
class Discarding(Purpose):
    def __init__(self) -> None:
        super().__init__("discard", gives=True)
        self.is_for_defence = True

    def move(self, state: Battles, choice: Choice, kind: i64, zone: i64) -> None:
        discard_from_hand(state, choice.owner, kind)


DISCARDING: Final = declare_purpose(Discarding())


@final
class Discard(Removal):
    """Discard hand cards, chosen by their owner, by the user, who sees the hand, or by chance."""

    def __init__(self) -> None:
        picks = {"owner": BY_OWNER, "user": BY_USER, "random": AT_RANDOM}
        super().__init__(
            "discard", needs={"n": AMOUNT_OR_ANY},
            takes={"who": WHO, "card": FILTER, "pick": Words("mode", picks), "upto": UP_TO},
            printed=("discard", "捨て"),
        )  # fmt: skip
        self.moves_own_cards = True

    def read(self, table: Table, step: Step) -> None:
        super().read(table, step)
        step.zone = w.HAND

    def move(self, state: Battles, use: Use, step: Step, owner: i64, n: i64) -> None:
        if step.mode == AT_RANDOM:
            discard_at_random(state, use, owner, step.card, n)
            return
        chooser: i64 = owner
        if step.mode == BY_USER and owner != use.seat:
            chooser = use.seat
            look_at_hand(state, use.seat, owner)
        least: i64 = least_of(step, n)
        choose_cards(state, use, chooser, owner, DISCARDING, w.HAND, step.card, least, n)

    def worth_of_own(self, step: Step, n: int) -> int:
        return 30 if step.n == w.ANY_NUMBER else 0 if step.upto else -n * 40 // 100


def discard_at_random(state: Battles, use: Use, owner: i64, card: i64, n: i64) -> None:
    count: i64 = 0
    while count < n and fits_any(state, state.players[owner].hand, card):
        discard_from_hand(state, owner, random_card(state, owner, card))
        count += 1
    use.moved += count


@final
class Banishing(Purpose):
    def __init__(self) -> None:
        super().__init__("banish", gives=True, banishes=True)
        self.is_by_chance = True

    def pick(self, state: Battles, choice: Choice, kind: i64, zone: i64) -> None:
        announce_banishing(state, choice, kind, zone)


BANISHING: Final = declare_purpose(Banishing())


@final
class Banish(Removal):
    """Cards go to the Netherworld; their owner may still keep them from that. [KB-ABIL-14]"""

    def __init__(self) -> None:
        super().__init__(
            "banish", needs={"n": AMOUNT, "from": FROM},
            takes={"who": WHO, "card": FILTER, "upto": UP_TO}, printed=("banish", "追放"),
        )  # fmt: skip
        self.moves_own_cards = True

    def move(self, state: Battles, use: Use, step: Step, owner: i64, n: i64) -> None:
        least: i64 = least_of(step, n)
        seat: i64 = use.seat
        choose_cards(state, use, seat, owner, BANISHING, step.zone, step.card, least, n)


@final
class Reincarnating(Purpose):
    def __init__(self) -> None:
        super().__init__("reincarnate", gives=True)
        self.is_by_chance = True

    def move(self, state: Battles, choice: Choice, kind: i64, zone: i64) -> None:
        take_card(state, choice.owner, kind, zone)
        return_card(state, kind)
        tell(state, "reincarnated", choice.owner, kind)


REINCARNATING: Final = declare_purpose(Reincarnating())


@final
class Reincarnate(Removal):
    """Cards go back to the Hall; it is no Banishing."""

    def __init__(self) -> None:
        super().__init__(
            "reincarnate", needs={"n": AMOUNT, "from": FROM},
            takes={"who": WHO, "card": FILTER, "upto": UP_TO}, printed=("reincarnate", "転生"),
        )  # fmt: skip
        self.moves_own_cards = True

    def move(self, state: Battles, use: Use, step: Step, owner: i64, n: i64) -> None:
        least: i64 = least_of(step, n)
        seat: i64 = use.seat
        choose_cards(state, use, seat, owner, REINCARNATING, step.zone, step.card, least, n)


declare(Discard())
declare(Banish())
declare(Reincarnate())
