"""What programs that learn see and choose in Kamigami Battles: the row of numbers, written by hand
to be fast, and the numbers of the moves.

The order of the row is that of the schema, and the conformance suite compares every number with it.
"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.action import NOBODY
from kamiza.core.cells import Cells
from kamiza.core.game import NO_ACTION
from kamiza.core.native import append, i64, vec
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import GOD_SOURCE, NO_CARD, TEMPLE_SOURCE, Cards
from kamiza.games.battles.knowing.seen import (
    dealt_seen,
    god_seen,
    is_teammate,
    knows,
)
from kamiza.games.battles.rules import moves
from kamiza.games.battles.stack.cells import fill_stack
from kamiza.games.battles.stack.frame import bottom_of
from kamiza.games.battles.stack.turns import Turn
from kamiza.games.battles.table.battles import ENDINGS, Battles
from kamiza.games.battles.table.notation import (
    MOST_ABILITIES,
    SOURCES,
    TOLD_ON_TOP,
    add_piles,
)
from kamiza.games.battles.table.players import ROLES, STATUS, Deck, Player
from kamiza.games.battles.table.points import POINTS

MOST_SEATS: Final = 6
OBJECTS: Final = 24
NUMBERS: Final = 100  # for X
MODES: Final = 10


# -- the row ----------------------------------------------------------------------------------


def observe(state: Battles, seat: i64, cells: Cells) -> None:
    """What this seat may know now. [KB-HID-01..22]"""
    cells.seat(state.asked)
    question: i64 = state.question
    if state.asked == NOBODY:
        question = -1
    cells.one_of(question, len(moves.QUESTIONS))
    observe_turn(state, cells)
    observe_hall(state, seat, cells)
    fill_stack(state.frame, cells)
    cells.put(len(state.watches) // 3)
    cells.put(state.reacts)
    place: i64
    for place in range(state.seats):
        owner: i64 = cells.seat_at(place)
        player = state.players[owner]
        observe_standing(state, seat, owner, player, cells)
        observe_cards(state, seat, owner, player, cells)
        observe_limits(player, cells)


def observe_turn(state: Battles, cells: Cells) -> None:
    cells.seat(state.first)
    cells.seat(state.active)
    bottom = bottom_of(state.frame)
    point: i64 = -1
    if type(bottom) is Turn:
        point = bottom.point
    cells.one_of(point, len(POINTS))
    cells.put(state.turn)
    cells.put(state.round)
    cells.put(state.faith)
    cells.counts(state.chain, state.cards.kinds)
    cells.members(state.colours, len(w.COLOURS))
    cells.put(state.falls)
    cells.seat_set(state.winners)
    cells.one_of(state.ending - 1, len(ENDINGS) - 1)
    cells.put(0)  # the horizon is a note of imagined games, and no view tells it


def observe_hall(state: Battles, seat: i64, cells: Cells) -> None:
    kinds: i64 = state.cards.kinds
    begin: i64 = cells.at
    cells.blank(kinds)
    add_piles(state.warrior_piles, state.warrior_sizes, begin, cells)
    add_piles(state.artifact_piles, state.artifact_sizes, begin, cells)
    add_piles(state.disciple_piles, state.disciple_sizes, begin, cells)
    observe_deck(state.warrior_deck, seat, kinds, cells)
    observe_deck(state.artifact_deck, seat, kinds, cells)
    cells.counts(state.netherworld, kinds)
    cells.counts(state.removed, kinds)
    cells.members(state.temples_left, len(state.cards.temple_ids))


def observe_deck(deck: Deck, seat: i64, kinds: i64, cells: Cells) -> None:
    """The known cards on top, and all whose place the seat does not know. [KB-HID-07]
    [KB-HID-11]"""
    place: i64
    for place in range(TOLD_ON_TOP):
        known: i64 = 0
        if place < len(deck.top) and knows(deck.top_seen[place], seat):
            known = deck.top[place] + 1
        cells.put(known)
    begin: i64 = cells.at
    cells.counts(deck.rest, kinds)
    if len(deck.top) != 0:
        add_unknown(deck.top, deck.top_seen, seat, begin, cells)
    if len(deck.bottom) != 0:
        add_unknown(deck.bottom, deck.bottom_seen, seat, begin, cells)


def add_unknown(row: bytes, marks: bytes, seat: i64, begin: i64, cells: Cells) -> None:
    """Count the cards that the seat does not know into cells that have been written."""
    place: i64
    for place in range(len(row)):
        if row[place] != NO_CARD and not knows(marks[place], seat):
            at: i64 = begin + row[place]
            cells.row[at] += 1


def observe_standing(state: Battles, seat: i64, owner: i64, player: Player, cells: Cells) -> None:
    gods: i64 = len(state.cards.god_ids)
    cells.one_of(player.status, len(STATUS))
    cells.put(player.team)
    cells.one_of(player.role, len(ROLES))
    cells.one_of(god_seen(state, seat, owner), gods)
    cells.members(dealt_seen(state, seat, owner), gods)
    cells.put(player.energy)
    cells.one_of(player.temple, len(state.cards.temple_ids))
    cells.put(player.temple_energy)
    cells.put(player.fell)


def observe_cards(state: Battles, seat: i64, owner: i64, player: Player, cells: Cells) -> None:
    """Hand and deck as the seat knows them; what it does not know of the hand is counted among
    the cards of the deck whose place is not known. [KB-HID-07] [KB-HID-16..18]"""
    kinds: i64 = state.cards.kinds
    is_open = owner == seat or (state.settings.shared_hands and is_teammate(state, seat, owner))
    cells.put(len(player.hand))
    hand: i64 = cells.at
    cells.blank(kinds)
    cells.put(player.deck.size())
    observe_deck(player.deck, seat, kinds, cells)
    rest: i64 = cells.at - kinds
    row = cells.row
    place: i64
    for place in range(len(player.hand)):
        at: i64 = rest + player.hand[place]
        if is_open or knows(player.seen[place], seat):
            at = hand + player.hand[place]
        row[at] += 1
    cells.counts(player.discard, kinds)
    cells.counts(player.area, kinds)


def observe_limits(player: Player, cells: Cells) -> None:
    cells.members(player.used, len(SOURCES) * MOST_ABILITIES)
    cells.members(player.stops, len(POINTS))
    cells.put(player.disciples)
    cells.put(player.disciples_1)
    cells.put(player.boost_turn)
    cells.put(player.boost_next)
    cells.put(player.discount_disciple)
    cells.put(player.discount_warrior)
    cells.put(player.discount_artifact)


# -- the choices ------------------------------------------------------------------------------


@final
class Choices:
    """A range of numbers for each verb; within it the first argument counts before the second."""

    def __init__(self, cards: Cards) -> None:
        kinds = len(cards.ids)
        abilities = most_abilities(cards) + 1  # they are counted from 1
        firsts = (
            MOST_SEATS, len(cards.god_ids), len(cards.temple_ids), kinds, 2, MODES, NUMBERS,
            OBJECTS, MOST_SEATS, kinds, kinds, kinds, len(w.COLOURS), MODES, kinds, kinds,
            kinds + 2, 1, 1, 1, 1, 1, 1,
        )  # fmt: skip
        seconds = {
            moves.ACT_MOVE: abilities, moves.CARD_MOVE: len(w.ZONES), moves.REACT_MOVE: abilities,
        }  # fmt: skip
        begins: vec[i64] = vec[i64]([0])
        widths: vec[i64] = vec[i64]([])
        for verb, count in enumerate(firsts):
            width = seconds.get(verb, 1)
            widths = append(widths, width)
            begins = append(begins, begins[verb] + count * width)
        self.kinds: Final[i64] = kinds
        self.begins: Final = begins  # by verb, and at the end the size
        self.widths: Final = widths
        self.size: Final[i64] = begins[len(firsts)]

    def choice_of(self, action: i64) -> i64:
        verb: i64 = moves.verb_of(action)
        first: i64 = moves.first_of(action)
        if verb == moves.ACT_MOVE:
            first = GOD_SOURCE - first
        elif first > NO_SOURCE:
            first = self.kinds + GOD_SOURCE - first
        return self.begins[verb] + first * self.widths[verb] + moves.second_of(action)

    def action_of(self, choice: i64) -> i64:
        if choice < 0 or choice >= self.size:
            return NO_ACTION
        verb: i64 = 0
        while self.begins[verb + 1] <= choice:
            verb += 1
        rest: i64 = choice - self.begins[verb]
        first: i64 = rest // self.widths[verb]
        second: i64 = rest % self.widths[verb]
        if verb == moves.ACT_MOVE:
            first = GOD_SOURCE - first
        elif verb == moves.REACT_MOVE and first >= self.kinds:
            first = GOD_SOURCE - (first - self.kinds)
        return moves.pack(verb, first, second)


NO_SOURCE: Final = TEMPLE_SOURCE - 1  # larger first arguments are gods' and temples' sources


def most_abilities(cards: Cards) -> int:
    """How many abilities a god, a temple or a card has at most."""
    return max(len(row) for rows in (cards.of_kind, cards.of_god, cards.of_temple) for row in rows)
