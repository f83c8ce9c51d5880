"""What programs that learn see and choose in Kami-sama: the row of numbers, written by hand to be
fast, and the numbers of the moves.

The order of the row is that of the schema, and the conformance suite compares every number with it.
"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.action import NOBODY
from kamiza.core.bits import size_of
from kamiza.core.cells import Cells
from kamiza.core.game import NO_ACTION
from kamiza.core.native import append, i64, vec
from kamiza.games.kamisama.board import SPACES, VILLAGES
from kamiza.games.kamisama.cards import KAMI as KAMI_SHEETS
from kamiza.games.kamisama.cards import Cards
from kamiza.games.kamisama.frames import FRAMES, KAMI, OVER
from kamiza.games.kamisama.notation import fill_tokens, fill_tracks, fill_villagers
from kamiza.games.kamisama.parts import add_leftover, fill_draft, fill_fox, fill_turn, unseen
from kamiza.games.kamisama.rules import verbs
from kamiza.games.kamisama.rules.texts import ARGUMENTS, MISSING, VERBS, WITH_SPACE, is_action
from kamiza.games.kamisama.table import NO_KAMI, Kamisama, Player, has_seen

QUESTIONS: Final = list(FRAMES[: OVER + 1])


@final
class Choices:
    """Every move that can ever be listed, numbered in the order of its packing."""

    def __init__(self, cards: Cards) -> None:
        actions: vec[i64] = vec[i64]([])
        numbers: vec[i64] = vec[i64]([])
        action: i64
        for action in range(VERBS * ARGUMENTS):
            if can_be_listed(cards, action):
                numbers = append(numbers, len(actions))
                actions = append(actions, action)
            else:
                numbers = append(numbers, NO_ACTION)
        self.actions: Final = actions  # by choice
        self.numbers: Final = numbers  # by action

    def action_of(self, choice: i64) -> i64:
        if 0 <= choice < len(self.actions):
            return self.actions[choice]
        return NO_ACTION


def can_be_listed(cards: Cards, action: i64) -> bool:
    """Is it a move at all? Cells without a space can be named, and are always refused."""
    verb: i64 = action >> 7
    is_missing = verb in WITH_SPACE and action & 127 >= MISSING
    return is_action(cards, action) and verb != verbs.PASS and not is_missing


def observe(state: Kamisama, seat: i64, cells: Cells) -> None:
    """What this seat may know now."""
    frame = state.frame
    cells.seat(state.asked)
    question: i64 = frame.kind
    if state.asked == NOBODY:
        question = -1
    cells.one_of(question, OVER + 1)
    cells.put(frame.a)
    cells.put(frame.b)
    cells.put(frame.c)
    cells.put(frame.d)
    observe_year(state, cells)
    fill_turn(state.turn, cells)
    observe_tokens(state, cells)
    if state.seats == 2:
        fox = state.players[2]
        fill_fox(state.cards, fox.shrines, state.gone, state.fox_deck, cells)
    observe_draft(state, seat, cells)
    place: i64
    for place in range(state.seats):
        owner: i64 = cells.seat_at(place)
        is_mine = owner == seat
        player = state.players[owner]
        observe_kami(player, is_mine or frame.kind != KAMI, cells)
        if place == 0:
            cells.members(player.dealt if is_mine else 0, KAMI_SHEETS)
        observe_player(state.cards, player, cells)


def observe_year(state: Kamisama, cells: Cells) -> None:
    goals: i64 = len(state.cards.goal_ids)
    cells.put(state.year)
    cells.put(state.rot)
    cells.put(state.red)
    cells.seat(state.first)
    cells.put(state.turns)
    cells.one_of(state.goal, goals)
    cells.members(state.goals_left, goals)


def observe_tokens(state: Kamisama, cells: Cells) -> None:
    """Seeds, Fear, Rage and Moon."""
    cells.members(state.seeds, SPACES)
    cells.one_of(state.fear, SPACES)
    cells.put_flag(state.rage)
    cells.one_of(state.moon, VILLAGES)
    cells.members(state.moons_left, VILLAGES)


def observe_draft(state: Kamisama, seat: i64, cells: Cells) -> None:
    """The year end, and the bottoms of decks: cards only for who has held them. [KS-RUL-13]
    [KS-DRF-06]"""
    draft = state.draft
    hand: i64 = draft.hand
    if not has_seen(state, draft.seen, seat):
        hand = unseen(hand)
    fill_draft(state.cards, draft, hand, cells)
    begin: i64 = cells.at
    cells.blank(len(state.cards.villager_ids) + VILLAGES)
    left = state.leftovers
    while left is not None:
        known: i64 = left.cards
        if not has_seen(state, left.seen, seat):
            known = unseen(known)
        add_leftover(state.cards, left, known, begin, cells)
        left = left.below


def observe_kami(player: Player, is_open: bool, cells: Cells) -> None:
    """Kami are secret while they are chosen. [KS-SET-05]"""
    cells.put_flag(is_open)
    cells.one_of(player.kami if is_open else NO_KAMI, KAMI_SHEETS)


def observe_player(cards: Cards, player: Player, cells: Cells) -> None:
    cells.members(player.shrines, SPACES)
    cells.put(player.favor)
    cells.put(player.nature)
    cells.put(player.vp)
    fill_tokens(player.tokens, cells)
    cells.put(size_of(player.villagers))
    fill_villagers(cards, player.villagers, cells)
    cells.put(player.sets)
    fill_tracks(player.tracks, cells)
