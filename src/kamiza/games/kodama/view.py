"""What a seat may know, built up piece by piece; and the full states that would fit it.

Almost everything lies open: trees, display, scores, the decree in force, and by subtraction the
cards left in the deck. Hidden are Kodama hands, and chance to come.
"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.action import NOBODY, SPECTATOR
from kamiza.core.frame import Frame
from kamiza.core.game import View, Worlds
from kamiza.core.native import i64, mypyc_attr
from kamiza.core.rng import Rng
from kamiza.games.kodama.actions import list_moves
from kamiza.games.kodama.cards import Cards, nth_spirit, spirit_count
from kamiza.games.kodama.ranking import ranks
from kamiza.games.kodama.shapes import bit
from kamiza.games.kodama.state import (
    NOT_DRAWN,
    Kodama,
    Player,
    Settings,
    scored_set,
)
from kamiza.games.kodama.texts import text_of
from kamiza.games.kodama.trees import Tree

NOTHING_COMING: Final = bytes([NOT_DRAWN] * 3)


@final
@mypyc_attr(acyclic=True)
class SeatView:
    """What the viewer knows of one player; trees are shared, because they never change."""

    def __init__(
        self, tree: Tree, hand_size: i64, is_open: bool, hand: i64, score: i64, base: i64,
        bonus: i64, scored: i64, last_base: i64, last_bonus: i64,
    ) -> None:  # fmt: skip
        self.tree: Final = tree
        self.hand_size: Final[i64] = hand_size
        self.is_open: Final = is_open  # may the viewer see the faces of this hand?
        self.hand: Final[i64] = hand  # empty if not
        self.score: Final[i64] = score
        self.base: Final[i64] = base
        self.bonus: Final[i64] = bonus
        self.scored: Final[i64] = scored
        self.last_base: Final[i64] = last_base
        self.last_bonus: Final[i64] = last_bonus


@final
class KodamaView(View):
    """What one seat may know."""

    def __init__(
        self, cards: Cards, options: Settings, seat: i64, asked: i64, frame: Frame,
        listed: list[str], season: i64, round_: i64, turn: i64, first: i64, decree: i64,
        past: bytes, conversion: i64, limit: i64, display_size: i64, display: bytes, deck: bytes,
        removed: bytes, players: list[SeatView], final_ranks: list[int],
    ) -> None:  # fmt: skip
        self.cards: Final = cards
        self.settings: Final = settings
        self.seat = seat
        self.asked: Final[i64] = asked
        self.frame: Final = frame  # the open question is public, also what was picked
        self.listed: Final = listed  # answers, if this seat is asked
        self.season: Final[i64] = season
        self.round: Final[i64] = round_
        self.turn: Final[i64] = turn
        self.first: Final[i64] = first
        self.decree: Final[i64] = decree
        self.past: Final = past
        self.conversion: Final[i64] = conversion
        self.limit: Final[i64] = limit
        self.display_size: Final[i64] = display_size
        self.display: Final = display
        self.deck: Final = deck  # which cards are left is known to all, their order to nobody
        self.removed: Final = removed
        self.players: Final = players
        self.final_ranks: Final = final_ranks

    def as_json(self, remembering: bool) -> dict[str, object]:
        from kamiza.games.kodama.screen import write_view

        return write_view(self)


def view(state: Kodama, seat: i64) -> KodamaView:
    """Everything this seat may know now. [KO-HID-01..04] [KO-RUL-24]"""
    players: list[SeatView] = []
    for number in range(state.seats):
        of = state.players[number]
        is_open = is_open_hand(state, seat, number)
        players.append(
            SeatView(
                of.tree, spirit_count(of.hand), is_open, of.hand if is_open else 0, of.score,
                of.base, of.bonus, of.scored, of.last_base, of.last_bonus,
            )
        )  # fmt: skip
    listed: list[str] = []
    if state.asked != NOBODY and seat == state.asked:
        for action in list_moves(state):
            listed.append(text_of(state.cards.spirit_ids, action))
    watcher: i64 = seat if 0 <= seat < state.seats else SPECTATOR
    return KodamaView(
        state.cards, state.settings, watcher, state.asked, state.frame, listed, state.season,
        state.round, state.turn, state.first, state.decree, state.past, state.conversion,
        state.limit, state.display_size, state.display, state.deck, state.removed, players,
        ranks(state) if state.asked == NOBODY else [],
    )  # fmt: skip


def is_open_hand(state: Kodama, viewer: i64, seat: i64) -> bool:
    """May the viewer see the Kodama of that seat? Sprouts are known to all. [KO-HID-01]
    [KO-HID-03] [KO-HID-04] [KO-RUL-38]"""
    if viewer == seat or state.asked == NOBODY or state.settings.open_hands:
        return True
    return seat in state.settings.sprouts


# -- imagining --------------------------------------------------------------------------------


@final
class KodamaWorlds(Worlds):
    """All states that fit a view: the hidden Kodama dealt again and again; the deck and the coming
    decrees have no order anyway.

    What is known is laid out once; `sample` copies it and deals the rest.
    """

    def __init__(self, seen: KodamaView) -> None:
        unseen: i64 = seen.cards.kodama_pool(seen.settings.edition)
        players: list[Player] = []
        for of in seen.players:
            unseen &= ~(of.hand | scored_set(of.scored))
            players.append(
                Player(
                    of.tree, of.hand, of.score, of.base, of.bonus, of.scored, of.last_base,
                    of.last_bonus,
                )
            )  # fmt: skip
        self.unseen: Final[i64] = unseen  # in other hands and in the box
        self.seen: Final = seen
        self.known: Final = Kodama(
            seen.cards, seen.settings, len(players), players, Rng(0, 1, b"", []), seen.asked,
            seen.frame, seen.season, seen.round, seen.turn, seen.first, seen.decree, seen.past,
            NOTHING_COMING, seen.conversion, seen.limit, seen.display_size, seen.display,
            seen.deck, b"", seen.removed, 0,
        )  # fmt: skip

    def sample(self, rng: Rng) -> Kodama:
        world = self.known.clone()
        unseen: i64 = self.unseen
        for seat in range(world.seats):
            of = self.seen.players[seat]
            if of.is_open:
                continue
            hand: i64 = 0
            for _ in range(of.hand_size):
                card: i64 = nth_spirit(unseen, rng.below(spirit_count(unseen)))
                unseen &= ~bit(card)
                hand |= bit(card)
            world.players[seat].hand = hand
        world.rng = rng.fork()
        return world
