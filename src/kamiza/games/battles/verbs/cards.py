"""Verbs that bring cards, or lay them aside: rescue, fetch, stow, steal, gain."""

from __future__ import annotations

from typing import Final, final

from kamiza.core.content import Table
from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD, SINGLE
from kamiza.games.battles.instructions import amount, asks_seat_first, go_on
from kamiza.games.battles.judging.printed_worth import size
from kamiza.games.battles.language import bit
from kamiza.games.battles.programs import Ability, Step
from kamiza.games.battles.rules.abilities import has_seat
from kamiza.games.battles.rules.choosing import choose_cards, rescue, take_card, tell
from kamiza.games.battles.rules.decks import put_on_top
from kamiza.games.battles.rules.hall import take_from_hall
from kamiza.games.battles.rules.hands import (
    add_to_hand,
    forget_claims,
    random_card,
    take_from_hand,
)
from kamiza.games.battles.rules.rows import fits_any
from kamiza.games.battles.rules.zones import own
from kamiza.games.battles.stack.uses import Choice, Use
from kamiza.games.battles.table.battles import Battles, Facts
from kamiza.games.battles.table.players import SEEN_BY_ALL
from kamiza.games.battles.verbs.parameters import AMOUNT, COUNT, FILTER, FROM, UP_TO, Words
from kamiza.games.battles.verbs.purpose import Purpose
from kamiza.games.battles.verbs.purpose import declare as declare_purpose
from kamiza.games.battles.verbs.removal import least_of
from kamiza.games.battles.verbs.verb import Verb, declare

STOLEN_DISCIPLE: Final = 60  # what one is worth


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

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        go_on(use, step)
        rescue(state, use, step.to)
        return False


@final
class FetchToHand(Purpose):
    """Everybody saw which card it is. [KB-HID-18]"""

    def move(self, state: Battles, choice: Choice, kind: i64, zone: i64) -> None:
        take_card(state, choice.owner, kind, zone)
        add_to_hand(state, choice.owner, kind, SEEN_BY_ALL)
        tell(state, "fetched", choice.owner, kind)


@final
class FetchToDeck(Purpose):
    def move(self, state: Battles, choice: Choice, kind: i64, zone: i64) -> None:
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

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        n: i64 = amount(state, use, step.n)
        go_on(use, step)
        purpose = FETCH_TO_HAND if step.to == w.HAND else FETCH_TO_DECK
        seat: i64 = use.seat
        least: i64 = least_of(step, n)
        choose_cards(state, use, seat, seat, purpose, w.DISCARD, step.card, least, n)
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

    def move(self, state: Battles, choice: Choice, kind: i64, zone: i64) -> None:
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

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        here: i64 = use.instruction
        if asks_seat_first(state, use, step):
            return True
        if use.instruction != here:
            use.moved = 0
            return False
        n: i64 = amount(state, use, step.n)
        owner: i64 = use.chosen
        go_on(use, step)
        if step.zone == w.HAND:
            steal_at_random(state, use, step, owner, n)
            return False
        purpose = STEAL_TO_HAND if step.to == w.HAND else STEAL_TO_DISCARD
        choose_cards(state, use, use.seat, owner, purpose, w.DISCARD, step.card, n, n)
        return False

    def worth(self, steps: list[Step], place: int) -> int:
        step = steps[place]
        if step.card == w.DISCIPLE:
            return size(int(step.n)) * STOLEN_DISCIPLE // 100
        return super().worth(steps, place)


def steal_at_random(state: Battles, use: Use, step: Step, owner: i64, n: i64) -> None:
    count: i64 = 0
    while count < n and len(state.players[owner].hand) > 0:
        kind: i64 = random_card(state, owner, w.ANY_CARD)
        take_from_hand(state.players[owner], kind)
        receive_stolen(state, use.seat, owner, kind, step.to == w.HAND)
        count += 1
    use.moved = count


@final
class Gaining(Purpose):
    """A card of the Hall, without paying; it is no recruit."""

    def __init__(self, word: str, to: i64) -> None:
        super().__init__(word)
        self.to: Final[i64] = to

    def move(self, state: Battles, choice: Choice, kind: i64, zone: i64) -> None:
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

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        go_on(use, step)
        purpose = GAIN_TO_DISCARD
        if step.to == w.HAND:
            purpose = GAIN_TO_HAND
        elif step.to == w.DECK:
            purpose = GAIN_TO_DECK
        seat: i64 = use.seat
        choice = choose_cards(state, use, seat, seat, purpose, w.HALL_ZONE, step.card, 1, 1)
        choice.dearest = step.n
        return False

    def worth(self, steps: list[Step], place: int) -> int:
        return 30 * int(steps[place].n)


def fits_gain(state: Battles, step: Step, kind: i64) -> bool:
    """A card of the Hall that fits and costs at most so much by its printed cost."""
    if kind == NO_CARD or not state.cards.type[kind] & step.card:
        return False
    return state.cards.cost[kind] <= step.n


@final
class Stowing(Purpose):
    """Nobody else sees which card it is. [KB-HID-19]"""

    def __init__(self) -> None:
        super().__init__("stow", gives=True)

    def move(self, state: Battles, choice: Choice, kind: i64, zone: i64) -> None:
        owner: i64 = choice.owner
        forget_claims(state, owner, choice.card)
        take_card(state, owner, kind, zone)
        put_on_top(state.players[owner].deck, kind, bit(owner))
        if state.log is not None:
            facts: Facts = {"seat": owner, "to": "top"}
            state.emit("placed", facts, {"card": state.cards.ids[kind]}, bit(owner))


STOWING: Final = declare_purpose(Stowing())


@final
class Stow(Verb):
    """Put hand cards on the own deck; the others do not see which."""

    def __init__(self) -> None:
        super().__init__(
            "stow", needs={"n": AMOUNT}, takes={"card": FILTER, "upto": UP_TO}, each=-20
        )
        self.moves_own_cards = True

    def read(self, table: Table, step: Step) -> None:
        super().read(table, step)
        step.zone = w.HAND

    def harms(self, step: Step) -> bool:
        return True

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        return fits_any(state, state.players[seat].hand, step.card)

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        n: i64 = amount(state, use, step.n)
        go_on(use, step)
        seat: i64 = use.seat
        least: i64 = least_of(step, n)
        choose_cards(state, use, seat, seat, STOWING, w.HAND, step.card, least, n)
        return False


declare(Rescue())
declare(Fetch())
declare(Stow())
declare(Steal())
declare(Gain())
