"""Verbs that move chosen cards: discard, Banish, Reincarnate, rescue, fetch, steal, gain."""

from __future__ import annotations

from typing import Final, final

from kamiza.core.content import Table
from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD
from kamiza.games.battles.instructions import (
    amount,
    asks_seat_first,
    go_on,
    is_each,
    next_seat,
)
from kamiza.games.battles.judging.worths import size
from kamiza.games.battles.programs import Ability, Step
from kamiza.games.battles.rules.abilities import has_seat
from kamiza.games.battles.rules.choosing import choose_cards, receive_stolen, rescue
from kamiza.games.battles.rules.piles import (
    discard_from_hand,
    fits_any,
    random_card,
    take_from_hand,
)
from kamiza.games.battles.stack import (
    FOR_BANISH,
    FOR_DISCARD,
    FOR_FETCH_DECK,
    FOR_FETCH_HAND,
    FOR_GAIN_DECK,
    FOR_GAIN_DISCARD,
    FOR_GAIN_HAND,
    FOR_REINCARNATE,
    FOR_STEAL_DISCARD,
    FOR_STEAL_HAND,
    Frame,
)
from kamiza.games.battles.table import Battles, in_play
from kamiza.games.battles.verbs.decks import look_at_hand
from kamiza.games.battles.verbs.parameters import (
    AMOUNT,
    AMOUNT_OR_ANY,
    COUNT,
    FILTER,
    FROM,
    UP_TO,
    WHO,
    Words,
)
from kamiza.games.battles.verbs.verb import Verb, declare

BY_OWNER: Final = 0
BY_USER: Final = 1
AT_RANDOM: Final = 2
STOLEN_DISCIPLE: Final = 60  # what one is worth


# -- taking cards away ------------------------------------------------------------------------


class Removal(Verb):
    """Cards of one player, or of each opponent in turn."""

    def harms(self, step: Step) -> bool:
        return step.who == w.ME

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        return has_seat(state, seat, step)

    def do(self, state: Battles, frame: Frame, step: Step) -> bool:
        pc: i64 = frame.pc
        if asks_seat_first(state, frame, step):
            return True
        if frame.pc != pc:
            frame.moved = 0
            return False
        n: i64 = amount(state, frame, step.n)  # what an earlier step moved may be meant
        if frame.at == 0:
            frame.moved = 0
        other: i64 = next_seat(state, frame, step)
        if other < 0:
            return go_on(frame, step)
        if not is_each(step):
            go_on(frame, step)
        if in_play(state, other):
            self.move(state, frame, step, other, n)
        return False

    def move(self, state: Battles, frame: Frame, step: Step, owner: i64, n: i64) -> None:
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
class Discard(Removal):
    """Hand cards, chosen by their owner, by the user, who sees the hand, or by chance."""

    def __init__(self) -> None:
        picks = {"owner": BY_OWNER, "user": BY_USER, "random": AT_RANDOM}
        super().__init__(
            "discard", needs={"n": AMOUNT_OR_ANY},
            takes={"who": WHO, "card": FILTER, "pick": Words("mode", picks), "upto": UP_TO},
            told=("discard", "捨て"),
        )  # fmt: skip
        self.moves_own_cards = True

    def read(self, table: Table, step: Step) -> None:
        super().read(table, step)
        step.zone = w.HAND

    def move(self, state: Battles, frame: Frame, step: Step, owner: i64, n: i64) -> None:
        if step.mode == AT_RANDOM:
            discard_at_random(state, frame, owner, step.card, n)
            return
        chooser: i64 = owner
        if step.mode == BY_USER and owner != frame.seat:
            chooser = frame.seat
            look_at_hand(state, frame.seat, owner)
        least: i64 = least_of(step, n)
        choose_cards(state, frame, chooser, owner, FOR_DISCARD, w.HAND, step.card, least, n)

    def worth_of_own(self, step: Step, n: int) -> int:
        return 30 if step.n == w.ANY_NUMBER else 0 if step.upto else -n * 40 // 100


def discard_at_random(state: Battles, frame: Frame, owner: i64, card: i64, n: i64) -> None:
    count: i64 = 0
    while count < n and fits_any(state, state.players[owner].hand, card):
        discard_from_hand(state, owner, random_card(state, owner, card))
        count += 1
    frame.moved += count


@final
class Banish(Removal):
    """To the Netherworld; the owner of each card may still keep it from that. [KB-ABIL-14]"""

    def __init__(self) -> None:
        super().__init__(
            "banish", needs={"n": AMOUNT, "from": FROM},
            takes={"who": WHO, "card": FILTER, "upto": UP_TO}, told=("banish", "追放"),
        )  # fmt: skip
        self.moves_own_cards = True

    def move(self, state: Battles, frame: Frame, step: Step, owner: i64, n: i64) -> None:
        least: i64 = least_of(step, n)
        seat: i64 = frame.seat
        choose_cards(state, frame, seat, owner, FOR_BANISH, step.zone, step.card, least, n)


@final
class Reincarnate(Removal):
    """Back to the Hall; it is no Banishing."""

    def __init__(self) -> None:
        super().__init__(
            "reincarnate", needs={"n": AMOUNT, "from": FROM},
            takes={"who": WHO, "card": FILTER, "upto": UP_TO}, told=("reincarnate", "転生"),
        )  # fmt: skip
        self.moves_own_cards = True

    def move(self, state: Battles, frame: Frame, step: Step, owner: i64, n: i64) -> None:
        least: i64 = least_of(step, n)
        seat: i64 = frame.seat
        choose_cards(state, frame, seat, owner, FOR_REINCARNATE, step.zone, step.card, least, n)


declare(Discard())
declare(Banish())
declare(Reincarnate())


# -- taking cards -----------------------------------------------------------------------------


@final
class Rescue(Verb):
    """The card about to be Banished goes to its owner's hand or discard pile instead."""

    def __init__(self) -> None:
        goals = {"discard": w.DISCARD, "hand": w.HAND}
        super().__init__(
            "rescue", needs={"to": Words("to", goals)}, only_on=("banishing",), flat=60
        )

    def mark(self, ability: Ability, step: Step, is_first: bool) -> None:
        ability.rescues = True

    def do(self, state: Battles, frame: Frame, step: Step) -> bool:
        go_on(frame, step)
        rescue(state, frame, step.to)
        return False


@final
class Fetch(Verb):
    """Take cards from the own discard pile to the hand, or put them on the deck."""

    def __init__(self) -> None:
        goals = {"hand": w.HAND, "deck_top": w.DECK}
        super().__init__(
            "fetch", needs={"n": AMOUNT, "card": FILTER, "to": Words("to", goals)},
            takes={"from": Words("zone", {"discard": w.DISCARD}), "upto": UP_TO}, each=110,
        )  # fmt: skip
        self.moves_own_cards = True

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        return fits_any(state, state.players[seat].discard, step.card)

    def do(self, state: Battles, frame: Frame, step: Step) -> bool:
        n: i64 = amount(state, frame, step.n)
        go_on(frame, step)
        purpose: i64 = FOR_FETCH_HAND if step.to == w.HAND else FOR_FETCH_DECK
        seat: i64 = frame.seat
        least: i64 = least_of(step, n)
        choose_cards(state, frame, seat, seat, purpose, w.DISCARD, step.card, least, n)
        return False


@final
class Steal(Verb):
    """Take cards of an opponent, who must have a fitting one."""

    def __init__(self) -> None:
        goals = {"hand": w.HAND, "discard": w.DISCARD}
        super().__init__(
            "steal", needs={"n": AMOUNT, "from": FROM, "to": Words("to", goals)},
            takes={"card": FILTER}, each=130,
        )  # fmt: skip

    def read(self, table: Table, step: Step) -> None:
        super().read(table, step)
        step.who = w.OPPONENT

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        return has_seat(state, seat, step)

    def do(self, state: Battles, frame: Frame, step: Step) -> bool:
        pc: i64 = frame.pc
        if asks_seat_first(state, frame, step):
            return True
        if frame.pc != pc:
            frame.moved = 0
            return False
        n: i64 = amount(state, frame, step.n)
        owner: i64 = frame.target
        go_on(frame, step)
        if step.zone == w.HAND:
            steal_at_random(state, frame, step, owner, n)
            return False
        purpose: i64 = FOR_STEAL_HAND if step.to == w.HAND else FOR_STEAL_DISCARD
        choose_cards(state, frame, frame.seat, owner, purpose, w.DISCARD, step.card, n, n)
        return False

    def worth(self, steps: list[Step], place: int) -> int:
        step = steps[place]
        if step.card == w.DISCIPLE:
            return size(int(step.n)) * STOLEN_DISCIPLE // 100
        return super().worth(steps, place)


def steal_at_random(state: Battles, frame: Frame, step: Step, owner: i64, n: i64) -> None:
    count: i64 = 0
    while count < n and len(state.players[owner].hand) > 0:
        kind: i64 = random_card(state, owner, w.ANY_CARD)
        take_from_hand(state.players[owner], kind)
        receive_stolen(state, frame.seat, owner, kind, step.to == w.HAND)
        count += 1
    frame.moved = count


@final
class Gain(Verb):
    """Take a card of the Hall without paying."""

    def __init__(self) -> None:
        goals = {"hand": w.HAND, "deck_top": w.DECK, "discard": w.DISCARD}
        super().__init__("gain", needs={"max": COUNT, "card": FILTER, "to": Words("to", goals)})

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        for place in range(len(state.warrior_piles)):
            if fits_gain(state, step, state.warrior_piles[place]):
                return True
        for place in range(len(state.artifact_piles)):
            if fits_gain(state, step, state.artifact_piles[place]):
                return True
        for place in range(3):
            if state.disciple_sizes[place] > 0:
                if fits_gain(state, step, state.disciple_piles[place]):
                    return True
        return False

    def do(self, state: Battles, frame: Frame, step: Step) -> bool:
        go_on(frame, step)
        purpose: i64 = FOR_GAIN_DISCARD
        if step.to == w.HAND:
            purpose = FOR_GAIN_HAND
        elif step.to == w.DECK:
            purpose = FOR_GAIN_DECK
        seat: i64 = frame.seat
        choice = choose_cards(state, frame, seat, seat, purpose, w.HALL_ZONE, step.card, 1, 1)
        choice.value = step.n
        return False

    def worth(self, steps: list[Step], place: int) -> int:
        return 30 * int(steps[place].n)


def fits_gain(state: Battles, step: Step, kind: i64) -> bool:
    """A card of the Hall that fits and costs at most so much by its printed cost."""
    if kind == NO_CARD or not state.cards.type[kind] & step.card:
        return False
    return state.cards.cost[kind] <= step.n


declare(Rescue())
declare(Fetch())
declare(Steal())
declare(Gain())
