"""Full states that fit a view: what the seat has not seen is dealt again and again."""

from __future__ import annotations

from typing import Final, final

from kamiza.core.game import Worlds
from kamiza.core.native import i64
from kamiza.core.rng import Rng
from kamiza.games.kamisama.board import VILLAGES, bit
from kamiza.games.kamisama.cards import (
    ALL_VILLAGERS,
    KAMI,
    ONE_OF_EACH,
    PER_DECK,
    TOKENS_EACH,
    deck_of,
    nth_number,
    size_of,
)
from kamiza.games.kamisama.effects import find_choices
from kamiza.games.kamisama.state import KAMI as KAMI_QUESTION
from kamiza.games.kamisama.state import (
    NO_KAMI,
    NO_SEAT,
    Kamisama,
    Leftover,
    find_token_seats,
)
from kamiza.games.kamisama.view import NOT_SEEN, KamisamaView


@final
class KamisamaWorlds(Worlds):
    """All states that fit a view.

    What is known is laid out once; `sample` copies it and deals the rest: hands in the draft and
    cards at the bottom of decks this seat has not seen, villagers face down that the view does not
    name, and kami sheets of others.
    """

    def __init__(self, seen: KamisamaView) -> None:
        self.seen: Final = seen
        self.known: Final = known_state(seen)
        unseen: i64 = ALL_VILLAGERS & ~seen.gone
        sheets: i64 = (1 << KAMI) - 1
        for player in self.known.players:
            unseen &= ~player.villagers
            sheets &= ~player.dealt
            if player.kami != NO_KAMI:
                sheets &= ~bit(player.kami)
        if seen.draft.hand != NOT_SEEN:
            unseen &= ~seen.draft.hand
        self.unseen: Final[i64] = unseen & ~known_bottoms(seen)
        self.sheets: Final[i64] = sheets  # kami sheets this seat has not seen

    def sample(self, rng: Rng) -> Kamisama:
        world = self.known.clone()
        seen = self.seen
        unseen: i64 = self.unseen
        left: Leftover | None = None
        for bottom in seen.leftovers:
            cards: i64 = bottom.cards
            if cards == NOT_SEEN:
                cards = deal(unseen & deck_of(bottom.village), bottom.count, rng)
                unseen &= ~cards
            left = Leftover(bottom.village, cards, bottom.seen, left)
        if seen.draft.hand == NOT_SEEN:
            world.draft.hand = deal(unseen & deck_of(seen.draft.village), seen.hand_size, rng)
            unseen &= ~world.draft.hand
        world.leftovers = left
        world.deck = deal_claimed(world, seen, unseen, rng)
        if not seen.settings.kami:
            deal_sheets(world, seen, self.sheets, rng)
        world.rng = rng.fork()
        return world


def known_bottoms(seen: KamisamaView) -> i64:
    found: i64 = 0
    for bottom in seen.leftovers:
        if bottom.cards != NOT_SEEN:
            found |= bottom.cards
    return found


def deal(pile: i64, number: i64, rng: Rng) -> i64:
    """So many cards of a pile, by chance."""
    rest: i64 = pile
    dealt: i64 = 0
    for _ in range(number):
        card: i64 = bit(nth_number(rest, rng.below(size_of(rest))))
        rest &= ~card
        dealt |= card
    return dealt


def deal_claimed(world: Kamisama, seen: KamisamaView, unseen: i64, rng: Rng) -> i64:
    """Villagers that lie face down: as many as each seat has, and as each deck lacks. [KS-RUL-14]

    Nobody claims more than one of a village each year, so they go to whoever lacks most cards and
    could still have one more. What is left of the unseen cards is given back.
    """
    left: i64 = unseen
    lacking = list(seen.unnamed)
    for village in range(VILLAGES):
        most: i64 = seen.year if village <= seen.draft.village else seen.year - 1
        for _ in range(seen.unnamed_of[village]):
            seat: i64 = next_owner(world, lacking, village, most)
            card: i64 = deal(left & deck_of(village), 1, rng)
            left &= ~card
            lacking[seat] -= 1
            world.players[seat].villagers |= card
    return left


def next_owner(world: Kamisama, lacking: list[int], village: i64, most: i64) -> i64:
    """Who lacks most cards, among those with fewer than `most` of a village if there are any."""
    found: i64 = 0
    best: i64 = -1
    for seat in range(len(lacking)):
        has_room = size_of(world.players[seat].villagers & deck_of(village)) < most
        wish: i64 = lacking[seat]
        if wish > 0 and has_room:
            wish += PER_DECK * VILLAGES
        if wish > best:
            best = wish
            found = seat
    return found


def deal_sheets(world: Kamisama, seen: KamisamaView, sheets: i64, rng: Rng) -> None:
    """The sheets of the others, and while kami are chosen their choices. [KS-SET-05]"""
    left: i64 = sheets
    choosing = seen.frame.kind == KAMI_QUESTION
    for seat in range(seen.seats):
        if seat == seen.seat:
            continue
        player = world.players[seat]
        player.dealt = 0 if player.kami == NO_KAMI else bit(player.kami)
        more: i64 = deal(left, 2 - size_of(player.dealt), rng)
        left &= ~more
        player.dealt |= more
        if choosing and seat < seen.asked:
            player.kami = nth_number(player.dealt, rng.below(2))


def known_state(seen: KamisamaView) -> Kamisama:
    """The table as far as the view shows it."""
    players = [player.clone() for player in seen.players]
    occupied: i64 = seen.seeds
    tokens: i64 = TOKENS_EACH * ONE_OF_EACH
    for player in players:
        occupied |= player.shrines
        tokens -= player.tokens
    draft = seen.draft.clone()
    if draft.hand == NOT_SEEN:
        draft.hand = 0
    state = Kamisama(
        seen.cards, seen.settings, seen.seats, len(players), players, Rng(0, 1, b"", []),
        seen.asked, seen.frame, 0, seen.turn.clone(), draft, seen.year, seen.rot, seen.red,
        seen.first, seen.turns, seen.goal, seen.goals_left, b"", occupied, seen.seeds, seen.fear,
        seen.rage, seen.moon, seen.moons_left, b"", NO_SEAT, NO_SEAT, NO_SEAT, NO_SEAT, tokens,
        0, b"", seen.gone, None, seen.fox_deck, b"", 0,
    )  # fmt: skip
    if seen.frame.kind != KAMI_QUESTION:
        find_token_seats(state)
    state.choices = find_choices(state)
    return state
