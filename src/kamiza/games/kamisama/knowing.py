"""What a seat may know, built up piece by piece; and the full states that would fit it.

Hidden are sheets and choices of others while kami are chosen, hands in the draft not held yet,
and the order of all piles. [KS-SET-05] [KS-RUL-13]
"""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.bits import nth_member, size_of
from kamiza.core.game import View, Worlds
from kamiza.core.native import i64
from kamiza.core.rng import Rng
from kamiza.games.kamisama.board import bit
from kamiza.games.kamisama.cards import ALL_VILLAGERS, deck_of
from kamiza.games.kamisama.cards import KAMI as KAMI_SHEETS
from kamiza.games.kamisama.frames import ACT, ACT_FRAME, KAMI
from kamiza.games.kamisama.parts import Leftover
from kamiza.games.kamisama.position.counting import count_pieces, separate_villagers
from kamiza.games.kamisama.rules.effects import find_choices
from kamiza.games.kamisama.table import (
    NO_KAMI,
    Kamisama,
    Player,
    find_token_seats,
    known_draft,
    known_leftovers,
)


def known_to(state: Kamisama, seat: i64) -> Kamisama:
    """Everything this seat may know now."""
    choosing = state.frame.kind == KAMI
    players: list[Player] = []
    for party in range(state.parties):
        mine = party == seat
        players.append(known_player(state.players[party], mine, mine or not choosing))
    return Kamisama(
        state.cards, state.settings, state.seats, state.parties, players, Rng(0, 1, b"", []),
        state.asked, state.frame, state.choices, state.turn.clone(), known_draft(state, seat),
        state.year, state.rot, state.red, state.first, state.turns, state.goal, state.goals_left,
        b"", state.occupied, state.seeds, state.fear, state.rage, state.moon, state.moons_left,
        b"", state.seed_seat, state.fear_seat, state.rage_seat, state.moon_seat, state.tokens, 0,
        b"", state.gone, known_leftovers(state, seat, state.leftovers), state.fox_deck, b"", 0,
    )  # fmt: skip


def known_player(of: Player, is_mine: bool, has_kami: bool) -> Player:
    """What is known of a party; its dealt sheets only to itself. [KS-SET-05]"""
    return Player(
        of.kami if has_kami else NO_KAMI, of.dealt if is_mine else 0, of.shrines, of.supply,
        of.favor, of.nature, of.vp, of.tokens, of.villagers, of.sets, of.tracks,
    )  # fmt: skip


def complete_view(known: Kamisama) -> None:
    """What follows from what a view tells."""
    if known.frame.kind == ACT:
        known.frame = ACT_FRAME  # the one that all tables share
    separate_villagers(known)
    known.deck = 0
    count_pieces(known)
    if known.frame.kind != KAMI:
        find_token_seats(known)
    known.choices = find_choices(known)


# -- imagining --------------------------------------------------------------------------------


@final
class KamisamaWorlds(Worlds):
    """All states that fit a view.

    `sample` copies what is known and deals the rest: hands in the draft and cards at the bottom of
    decks this seat has not seen, and kami sheets of others.
    """

    def __init__(self, seen: View) -> None:
        known = cast(Kamisama, seen.known)
        unseen: i64 = ALL_VILLAGERS & ~known.gone
        sheets: i64 = (1 << KAMI_SHEETS) - 1
        for player in known.players:
            unseen &= ~player.villagers
            sheets &= ~player.dealt
            if player.kami != NO_KAMI:
                sheets &= ~bit(player.kami)
        if known.draft.hand > 0:
            unseen &= ~known.draft.hand
        self.known: Final = known
        self.seat: Final[i64] = seen.seat
        self.unseen: Final[i64] = unseen & ~known_bottoms(known)
        self.has_unseen_bottoms: Final = has_unseen_bottoms(known)
        self.sheets: Final[i64] = sheets  # kami sheets this seat has not seen

    def sample(self, rng: Rng) -> Kamisama:
        world = self.known.clone()
        unseen: i64 = self.unseen
        if self.has_unseen_bottoms:
            unseen = lay_bottoms(world, unseen, rng)
        if world.draft.hand < 0:
            pile: i64 = unseen & deck_of(world.draft.village)
            world.draft.hand = deal(pile, -world.draft.hand, rng)
            unseen &= ~world.draft.hand
        world.deck = unseen
        if not world.settings.kami:
            deal_sheets(world, self.seat, self.sheets, rng)
        world.rng = rng.fork()
        return world


def has_unseen_bottoms(known: Kamisama) -> bool:
    left = known.leftovers
    while left is not None:
        if left.cards < 0:
            return True
        left = left.below
    return False


def oldest_first(last: Leftover | None) -> list[Leftover]:
    found: list[Leftover] = []
    left = last
    while left is not None:
        found.append(left)
        left = left.below
    found.reverse()
    return found


def known_bottoms(known: Kamisama) -> i64:
    found: i64 = 0
    left = known.leftovers
    while left is not None:
        if left.cards > 0:
            found |= left.cards
        left = left.below
    return found


def lay_bottoms(world: Kamisama, unseen: i64, rng: Rng) -> i64:
    """Deal the bottoms of decks that were not seen; what is left unseen."""
    rest: i64 = unseen
    last: Leftover | None = None
    for bottom in oldest_first(world.leftovers):
        cards: i64 = bottom.cards
        if cards < 0:
            cards = deal(rest & deck_of(bottom.village), -cards, rng)
            rest &= ~cards
        last = Leftover(bottom.village, cards, bottom.seen, last)
    world.leftovers = last
    return rest


def deal(pile: i64, number: i64, rng: Rng) -> i64:
    """So many cards of a pile, by chance."""
    rest: i64 = pile
    dealt: i64 = 0
    for _ in range(number):
        card: i64 = bit(nth_member(rest, rng.below(size_of(rest))))
        rest &= ~card
        dealt |= card
    return dealt


def deal_sheets(world: Kamisama, mine: i64, sheets: i64, rng: Rng) -> None:
    """The sheets of the others, and while kami are chosen their choices. [KS-SET-05]"""
    left: i64 = sheets
    choosing = world.frame.kind == KAMI
    for seat in range(world.seats):
        if seat == mine:
            continue
        player = world.players[seat]
        player.dealt = 0 if player.kami == NO_KAMI else bit(player.kami)
        more: i64 = deal(left, 2 - size_of(player.dealt), rng)
        left &= ~more
        player.dealt |= more
        if choosing and seat < world.asked:
            player.kami = nth_member(player.dealt, rng.below(2))
