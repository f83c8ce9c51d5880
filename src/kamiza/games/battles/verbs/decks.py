"""Verbs of decks: draw, mill, reshuffle, look."""

from __future__ import annotations

from typing import final

from kamiza.core.content import Table
from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import SINGLE
from kamiza.games.battles.instructions import (
    amount,
    ask,
    asks_seat_first,
    go_on,
    is_each,
    next_seat,
)
from kamiza.games.battles.judging.printed_worth import AGGRESSION
from kamiza.games.battles.language import bit
from kamiza.games.battles.programs import Step
from kamiza.games.battles.rules.abilities import fixed_amount, has_seat, has_target
from kamiza.games.battles.rules.decks import deck_of, draw, fix_top, has_cards, mill, shuffle_into
from kamiza.games.battles.rules.hands import show_hand
from kamiza.games.battles.rules.moves import object_text
from kamiza.games.battles.stack.uses import CHOSEN, NEED_TARGET, Placing, Use
from kamiza.games.battles.table.battles import Battles, Facts, in_play
from kamiza.games.battles.table.objects import DECK_OBJECT, NO_OBJECT
from kamiza.games.battles.verbs.parameters import AMOUNT, COUNT, WHO, Words
from kamiza.games.battles.verbs.verb import Verb, declare


class DeckVerb(Verb):
    """Something with the deck of one player, or of each opponent."""

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        if fixed_amount(state, seat, step.n) == 0:
            return False
        return has_seat(state, seat, step)

    def fits_seat(self, state: Battles, seat: i64, step: Step, other: i64) -> bool:
        return has_cards(state, other)

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        here: i64 = use.instruction
        if asks_seat_first(state, use, step):
            return True
        if use.instruction != here:
            return False
        n: i64 = amount(state, use, step.n)
        self.begin(use)
        while True:
            seat: i64 = next_seat(state, use, step)
            if seat < 0:
                break
            if in_play(state, seat):
                self.deal(state, use, seat, n)
            if not is_each(step):
                break
        return go_on(use, step)

    def begin(self, use: Use) -> None:
        """Before the first player."""

    def deal(self, state: Battles, use: Use, seat: i64, n: i64) -> None:
        raise NotImplementedError


@final
class Draw(DeckVerb):
    """Draw cards."""

    def __init__(self) -> None:
        super().__init__(
            "draw", needs={"n": AMOUNT}, takes={"who": WHO}, printed=("draw", "引"), sign="draw",
            each=60,
        )  # fmt: skip
        self.comes_first = True
        self.merit = AGGRESSION

    def deal(self, state: Battles, use: Use, seat: i64, n: i64) -> None:
        draw(state, seat, n)


@final
class Mill(DeckVerb):
    """Cards from the top of a deck go to the discard pile; they count as moved."""

    def __init__(self) -> None:
        super().__init__("mill", needs={"n": AMOUNT, "who": WHO}, each=8)

    def harms(self, step: Step) -> bool:
        return step.who == w.ME

    def begin(self, use: Use) -> None:
        use.moved = 0

    def deal(self, state: Battles, use: Use, seat: i64, n: i64) -> None:
        use.moved += mill(state, seat, n)


@final
class Reshuffle(DeckVerb):
    """The discard pile is shuffled into the deck, which is shuffled anyway."""

    def __init__(self) -> None:
        super().__init__("reshuffle", takes={"who": WHO}, flat=10)

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        return has_seat(state, seat, step)

    def deal(self, state: Battles, use: Use, seat: i64, n: i64) -> None:
        player = state.players[seat]
        shuffle_into(player.deck, player.discard)
        player.discard = b""
        if state.log is not None:
            facts: Facts = {"seat": seat, "count": player.deck.size()}
            state.emit("reshuffled", facts)


declare(Draw())
declare(Mill())
declare(Reshuffle())


@final
class Look(Verb):
    """See cards that others do not see, and perhaps put them back in another order. [KB-HID-20]"""

    def __init__(self) -> None:
        places = {"my_deck": w.MY_DECK, "any_deck": w.ANY_DECK, "opp_hand": w.OPP_HAND}
        then = {word: number for number, word in enumerate(w.THEN)}
        super().__init__(
            "look", needs={"n": COUNT, "at": Words("at", places)},
            takes={"then": Words("mode", then)}, each=12, events=("looked", "looked_at_hand"),
        )  # fmt: skip

    def read(self, table: Table, step: Step) -> None:
        super().read(table, step)
        if step.at == w.OPP_HAND:
            step.who = w.OPPONENT

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        if step.at == w.MY_DECK:
            return has_cards(state, seat)
        if step.at == w.ANY_DECK:
            return has_target(state, seat, w.ANY_DECK, seat)
        return has_seat(state, seat, step)

    def fits_seat(self, state: Battles, seat: i64, step: Step, other: i64) -> bool:
        return len(state.players[other].hand) > 0

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        if step.at == w.OPP_HAND:
            here: i64 = use.instruction
            if asks_seat_first(state, use, step):
                return True
            if use.instruction == here:
                look_at_hand(state, use.seat, use.chosen)
                go_on(use, step)
            return False
        object: i64 = DECK_OBJECT + use.seat
        if step.at == w.ANY_DECK:
            if use.need != CHOSEN:
                if not has_target(state, use.seat, w.ANY_DECK, NO_OBJECT):
                    return go_on(use, step)
                return ask(state, use, NEED_TARGET)
            object = use.chosen
        go_on(use, step)
        look_at_deck(state, use, step, object)
        return False


declare(Look())


def look_at_hand(state: Battles, seat: i64, other: i64) -> None:
    player = state.players[other]
    show_hand(player, seat)
    state.reveals += 1
    if state.log is not None:
        facts: Facts = {"seat": seat, "victim": other}
        secret: Facts = {"cards": state.cards.names(player.hand)}
        state.emit("looked_at_hand", facts, secret, bit(seat) | bit(other))


def look_at_deck(state: Battles, use: Use, step: Step, object: i64) -> None:
    """Fix the top cards, remember who saw them, and let them be put back."""
    count: i64 = fix_top(state, object, step.n)
    state.reveals += 1
    if count == 0:
        return
    deck = deck_of(state, object)
    seen = b""
    for place in range(count):
        if step.mode == w.NO_ORDER:
            seen = seen + SINGLE[deck.top_seen[place] | bit(use.seat)]
        else:
            seen = seen + SINGLE[bit(use.seat)]  # others lose track of these places
    deck.top_seen = seen + deck.top_seen[count:]
    if state.log is not None:
        facts: Facts = {
            "seat": use.seat, "target": object_text(object), "count": count,
        }  # fmt: skip
        secret: Facts = {"cards": state.cards.names(deck.top[:count])}
        state.emit("looked", facts, secret, bit(use.seat))
    if step.mode == w.NO_ORDER:
        return
    state.frame = Placing(use.seat, object, count, step.mode == w.SIFT, state.frame)
