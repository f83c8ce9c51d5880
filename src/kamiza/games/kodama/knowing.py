"""What a seat may know, built up piece by piece; and the full states that would fit it.

Almost everything lies open: trees, display, scores, the decree in force, and by subtraction the
cards left in the deck. Hidden are Kodama hands, and chance to come.
"""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.bits import nth_member, size_of
from kamiza.core.game import View, Worlds
from kamiza.core.native import i64
from kamiza.core.rng import Rng
from kamiza.core.schema import Json
from kamiza.games.kodama.cards import NOT_DRAWN
from kamiza.games.kodama.rules.decrees import conversion_under, convert
from kamiza.games.kodama.rules.points import scored_set
from kamiza.games.kodama.rules.shapes import bit
from kamiza.games.kodama.table import Kodama, Player, effect_now, is_open_hand

NOTHING_COMING: Final = bytes([NOT_DRAWN] * 3)
NO_CHANCE: Final = Rng(0, 1, b"", [])  # on the table of a view nothing is drawn


def known_to(state: Kodama, seat: i64) -> Kodama:
    """Everything this seat may know now. [KO-HID-01..04] [KO-RUL-24]"""
    players: list[Player] = []
    for owner in range(state.seats):
        truth = state.players[owner]
        is_open = is_open_hand(state, seat, owner)
        players.append(
            Player(
                truth.tree, truth.hand if is_open else 0, truth.score, truth.base, truth.bonus,
                truth.scored, truth.last_base, truth.last_bonus,
                0 if is_open else size_of(truth.hand),
            )
        )  # fmt: skip
    return Kodama(
        state.cards, state.settings, state.seats, players, NO_CHANCE, state.asked,
        state.frame, state.season, state.round, state.turn, state.first, state.decree, state.past,
        NOTHING_COMING, state.conversion, state.limit, state.display_size, state.display,
        state.deck, b"", state.removed, 0,
    )  # fmt: skip


def complete_view(known: Kodama, data: Json) -> None:
    """What a view tells only in numbers, and what follows from it."""
    convert(known, conversion_under(effect_now(known)))
    players = cast("dict[str, dict[str, int]]", data["players"])
    for owner, told in enumerate(players.values()):
        player = known.players[owner]
        player.unknown = told["hand_size"] - size_of(player.hand)


# -- imagining --------------------------------------------------------------------------------


@final
class KodamaWorlds(Worlds):
    """All states that fit a view: the hidden Kodama dealt again and again; the deck and the coming
    decrees have no order anyway.

    `sample` copies what is known and deals the rest.
    """

    def __init__(self, seen: View) -> None:
        known = cast(Kodama, seen.known)
        unseen: i64 = known.cards.kodama_pool(known.settings.edition)
        for player in known.players:
            unseen &= ~(player.hand | scored_set(player.scored))
        self.known: Final = known
        self.unseen: Final[i64] = unseen  # in other hands and in the box

    def sample(self, rng: Rng) -> Kodama:
        world = self.known.clone()
        unseen: i64 = self.unseen
        for player in world.players:
            for _ in range(player.unknown):
                card: i64 = nth_member(unseen, rng.below(size_of(unseen)))
                unseen &= ~bit(card)
                player.hand |= bit(card)
            player.unknown = 0
        world.rng = rng.fork()
        return world
