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
from kamiza.games.battles.judging.worths import AGGRESSION
from kamiza.games.battles.language import bit
from kamiza.games.battles.programs import Step
from kamiza.games.battles.rules.abilities import fixed_amount, has_seat, has_target
from kamiza.games.battles.rules.moves import object_text
from kamiza.games.battles.rules.piles import (
    deck_of,
    draw,
    fix_top,
    has_cards,
    mill,
    show_hand,
    shuffle_into,
)
from kamiza.games.battles.stack import CHOSEN, NEED_TARGET, PLACE, Frame
from kamiza.games.battles.table import DECK_OBJECT, NO_OBJECT, Battles, Facts, in_play
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

    def do(self, state: Battles, frame: Frame, step: Step) -> bool:
        pc: i64 = frame.pc
        if asks_seat_first(state, frame, step):
            return True
        if frame.pc != pc:
            return False
        n: i64 = amount(state, frame, step.n)
        self.begin(frame)
        while True:
            seat: i64 = next_seat(state, frame, step)
            if seat < 0:
                break
            if in_play(state, seat):
                self.deal(state, frame, seat, n)
            if not is_each(step):
                break
        return go_on(frame, step)

    def begin(self, frame: Frame) -> None:
        """Before the first player."""

    def deal(self, state: Battles, frame: Frame, seat: i64, n: i64) -> None:
        raise NotImplementedError


@final
class Draw(DeckVerb):
    """Draw cards."""

    def __init__(self) -> None:
        super().__init__(
            "draw", needs={"n": AMOUNT}, takes={"who": WHO}, told=("draw", "引"), sign="draw",
            each=60,
        )  # fmt: skip
        self.comes_first = True
        self.merit = AGGRESSION

    def deal(self, state: Battles, frame: Frame, seat: i64, n: i64) -> None:
        draw(state, seat, n)


@final
class Mill(DeckVerb):
    """Cards from the top of a deck go to the discard pile; they count as moved."""

    def __init__(self) -> None:
        super().__init__("mill", needs={"n": AMOUNT, "who": WHO}, each=8)

    def harms(self, step: Step) -> bool:
        return step.who == w.ME

    def begin(self, frame: Frame) -> None:
        frame.moved = 0

    def deal(self, state: Battles, frame: Frame, seat: i64, n: i64) -> None:
        frame.moved += mill(state, seat, n)


@final
class Reshuffle(DeckVerb):
    """The discard pile is shuffled into the deck, which is shuffled anyway."""

    def __init__(self) -> None:
        super().__init__("reshuffle", takes={"who": WHO}, flat=10)

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        return has_seat(state, seat, step)

    def deal(self, state: Battles, frame: Frame, seat: i64, n: i64) -> None:
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
            takes={"then": Words("mode", then)}, each=12,
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

    def do(self, state: Battles, frame: Frame, step: Step) -> bool:
        if step.at == w.OPP_HAND:
            pc: i64 = frame.pc
            if asks_seat_first(state, frame, step):
                return True
            if frame.pc == pc:
                look_at_hand(state, frame.seat, frame.target)
                go_on(frame, step)
            return False
        object: i64 = DECK_OBJECT + frame.seat
        if step.at == w.ANY_DECK:
            if frame.need != CHOSEN:
                if not has_target(state, frame.seat, w.ANY_DECK, NO_OBJECT):
                    return go_on(frame, step)
                return ask(state, frame, NEED_TARGET)
            object = frame.target
        go_on(frame, step)
        look_at_deck(state, frame, step, object)
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


def look_at_deck(state: Battles, frame: Frame, step: Step, object: i64) -> None:
    """Fix the top cards, remember who saw them, and let them be put back."""
    count: i64 = fix_top(state, object, step.n)
    state.reveals += 1
    if count == 0:
        return
    deck = deck_of(state, object)
    seen = b""
    for place in range(count):
        if step.mode == w.NO_ORDER:
            seen = seen + SINGLE[deck.top_seen[place] | bit(frame.seat)]
        else:
            seen = seen + SINGLE[bit(frame.seat)]  # others lose track of these places
    deck.top_seen = seen + deck.top_seen[count:]
    if state.log is not None:
        facts: Facts = {
            "seat": frame.seat, "target": object_text(object), "count": count,
        }  # fmt: skip
        secret: Facts = {"cards": state.cards.names(deck.top[:count])}
        state.emit("looked", facts, secret, bit(frame.seat))
    if step.mode == w.NO_ORDER:
        return
    place_frame = Frame(PLACE, frame.seat, state.frame)
    place_frame.target = object
    place_frame.most = count
    place_frame.purpose = step.mode
    state.frame = place_frame
