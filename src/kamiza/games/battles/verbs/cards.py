"""Verbs that move chosen cards: discard, Banish, Reincarnate, rescue, fetch, steal, gain."""

from __future__ import annotations

from typing import Final, final

from kamiza.core.content import Table
from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD, SINGLE
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
from kamiza.games.battles.rules.choosing import (
    announce_banishing,
    choose_cards,
    rescue,
    take_card,
    tell,
)
from kamiza.games.battles.rules.hall import return_card, take_from_hall
from kamiza.games.battles.rules.piles import (
    add_to_hand,
    discard_from_hand,
    fits_any,
    own,
    put_on_top,
    random_card,
    take_from_hand,
)
from kamiza.games.battles.stack import Frame
from kamiza.games.battles.table import SEEN_BY_ALL, Battles, in_play
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
from kamiza.games.battles.verbs.purpose import Purpose
from kamiza.games.battles.verbs.purpose import declare as declare_purpose
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
class Discarding(Purpose):
    def __init__(self) -> None:
        super().__init__("discard", gives=True)
        self.is_for_defence = True

    def move(self, state: Battles, choice: Frame, kind: i64, zone: i64) -> None:
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
        choose_cards(state, frame, chooser, owner, DISCARDING, w.HAND, step.card, least, n)

    def worth_of_own(self, step: Step, n: int) -> int:
        return 30 if step.n == w.ANY_NUMBER else 0 if step.upto else -n * 40 // 100


def discard_at_random(state: Battles, frame: Frame, owner: i64, card: i64, n: i64) -> None:
    count: i64 = 0
    while count < n and fits_any(state, state.players[owner].hand, card):
        discard_from_hand(state, owner, random_card(state, owner, card))
        count += 1
    frame.moved += count


@final
class Banishing(Purpose):
    def __init__(self) -> None:
        super().__init__("banish", gives=True, banishes=True)
        self.is_by_chance = True

    def pick(self, state: Battles, choice: Frame, kind: i64, zone: i64) -> None:
        announce_banishing(state, choice, kind, zone)


BANISHING: Final = declare_purpose(Banishing())


@final
class Banish(Removal):
    """Cards go to the Netherworld; their owner may still keep them from that. [KB-ABIL-14]"""

    def __init__(self) -> None:
        super().__init__(
            "banish", needs={"n": AMOUNT, "from": FROM},
            takes={"who": WHO, "card": FILTER, "upto": UP_TO}, told=("banish", "追放"),
        )  # fmt: skip
        self.moves_own_cards = True

    def move(self, state: Battles, frame: Frame, step: Step, owner: i64, n: i64) -> None:
        least: i64 = least_of(step, n)
        seat: i64 = frame.seat
        choose_cards(state, frame, seat, owner, BANISHING, step.zone, step.card, least, n)


@final
class Reincarnating(Purpose):
    def __init__(self) -> None:
        super().__init__("reincarnate", gives=True)
        self.is_by_chance = True

    def move(self, state: Battles, choice: Frame, kind: i64, zone: i64) -> None:
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
            takes={"who": WHO, "card": FILTER, "upto": UP_TO}, told=("reincarnate", "転生"),
        )  # fmt: skip
        self.moves_own_cards = True

    def move(self, state: Battles, frame: Frame, step: Step, owner: i64, n: i64) -> None:
        least: i64 = least_of(step, n)
        seat: i64 = frame.seat
        choose_cards(state, frame, seat, owner, REINCARNATING, step.zone, step.card, least, n)


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
class FetchToHand(Purpose):
    """Everybody saw which card it is. [KB-HID-18]"""

    def move(self, state: Battles, choice: Frame, kind: i64, zone: i64) -> None:
        take_card(state, choice.owner, kind, zone)
        add_to_hand(state, choice.owner, kind, SEEN_BY_ALL)
        tell(state, "fetched", choice.owner, kind)


@final
class FetchToDeck(Purpose):
    def move(self, state: Battles, choice: Frame, kind: i64, zone: i64) -> None:
        take_card(state, choice.owner, kind, zone)
        put_on_top(state.players[choice.owner].deck, kind, SEEN_BY_ALL)
        tell(state, "fetched_to_deck", choice.owner, kind)


FETCH_TO_HAND: Final = declare_purpose(FetchToHand("fetch_hand"))
FETCH_TO_DECK: Final = declare_purpose(FetchToDeck("fetch_deck"))


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
        purpose = FETCH_TO_HAND if step.to == w.HAND else FETCH_TO_DECK
        seat: i64 = frame.seat
        least: i64 = least_of(step, n)
        choose_cards(state, frame, seat, seat, purpose, w.DISCARD, step.card, least, n)
        return False


def receive_stolen(state: Battles, thief: i64, owner: i64, kind: i64, to_hand: bool) -> None:
    """The card belongs to the thief from now on, and everybody saw it. [KB-HID-27]"""
    own(state, thief, kind)
    if to_hand:
        add_to_hand(state, thief, kind, SEEN_BY_ALL)
    else:
        state.players[thief].discard += SINGLE[kind]
    if state.log is not None:
        facts: dict[str, object] = {
            "seat": thief, "victim": owner, "card": state.cards.ids[kind],
            "to": "hand" if to_hand else "discard",
        }  # fmt: skip
        state.show("stole", facts)


@final
class Stealing(Purpose):
    """To the thief's hand or discard pile."""

    def __init__(self, word: str, to_hand: bool) -> None:
        super().__init__(word)
        self.to_hand: Final = to_hand

    def move(self, state: Battles, choice: Frame, kind: i64, zone: i64) -> None:
        take_card(state, choice.owner, kind, zone)
        receive_stolen(state, choice.seat, choice.owner, kind, self.to_hand)


STEAL_TO_HAND: Final = declare_purpose(Stealing("steal_hand", True))
STEAL_TO_DISCARD: Final = declare_purpose(Stealing("steal_discard", False))


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
        purpose = STEAL_TO_HAND if step.to == w.HAND else STEAL_TO_DISCARD
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
class Gaining(Purpose):
    """A card of the Hall, without paying; it is no recruit."""

    def __init__(self, word: str, to: i64) -> None:
        super().__init__(word)
        self.to: Final[i64] = to

    def move(self, state: Battles, choice: Frame, kind: i64, zone: i64) -> None:
        seat: i64 = choice.seat
        take_from_hall(state, kind)
        own(state, seat, kind)
        if self.to == w.HAND:
            add_to_hand(state, seat, kind, SEEN_BY_ALL)
        elif self.to == w.DECK:
            put_on_top(state.players[seat].deck, kind, SEEN_BY_ALL)
        else:
            state.players[seat].discard += SINGLE[kind]
        tell(state, "gained_card", seat, kind)


GAIN_TO_HAND: Final = declare_purpose(Gaining("gain_hand", w.HAND))
GAIN_TO_DECK: Final = declare_purpose(Gaining("gain_deck", w.DECK))
GAIN_TO_DISCARD: Final = declare_purpose(Gaining("gain_discard", w.DISCARD))


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
        purpose = GAIN_TO_DISCARD
        if step.to == w.HAND:
            purpose = GAIN_TO_HAND
        elif step.to == w.DECK:
            purpose = GAIN_TO_DECK
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
