"""What a seat may know, built up piece by piece; and the full states that would fit it."""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.action import NOBODY
from kamiza.core.bits import nth_member, size_of
from kamiza.core.game import View, Worlds
from kamiza.core.native import i64
from kamiza.core.rng import Rng
from kamiza.core.schema import Json
from kamiza.games.shintoh.cards import (
    ALL_GODS,
    ALL_OFFERINGS,
    HIDDEN_GOD,
    NO_GOD,
    NOTHING,
    nth_card,
    size,
)
from kamiza.games.shintoh.rules.dedicating import can_reach
from kamiza.games.shintoh.table import (
    FRAME_OF,
    GIVE,
    MIRROR_PICK,
    Player,
    Shintoh,
    highest_other,
)

TRIES: Final = 20  # to imagine a hand that fits, before settling for the strongest one


def known_to(state: Shintoh, seat: i64) -> Shintoh:
    """Everything this seat may know now. [OF-SETUP-07] [OF-DED-04] [OF-RUL-24]"""
    players: list[Player] = []
    unknown = bytearray()
    for owner in range(state.seats):
        truth = state.players[owner]
        if owner == seat:
            players.append(truth.clone())  # everything of their own
            unknown.append(0)
        else:
            players.append(open_things(truth))
            unknown.append(size(truth.hand) - size(truth.known))
    is_looking = seat >= 0 and seat == state.asked and state.frame.kind == MIRROR_PICK
    known = Shintoh(
        state.cards, state.settings, state.seats, players, Rng(0, 1, b"", []), state.asked,
        state.frame, state.pile if is_looking else NOTHING, b"", state.harvest, state.discard, 0,
        b"", state.altar, state.unused, state.dealer, state.contenders, state.bar, 0,
    )  # fmt: skip
    known.unknown = bytes(unknown)
    return known


def open_things(truth: Player) -> Player:
    """What everybody knows of a player: of the hand what was seen."""
    hidden: i64 = NO_GOD if truth.hidden == NO_GOD else HIDDEN_GOD
    return Player(truth.known, truth.placed, truth.known, truth.face_up(), hidden, truth.role_taken)


def complete_view(known: Shintoh, seat: i64, data: Json) -> None:
    """What a view tells only in numbers, and what follows from it."""
    known.frame = FRAME_OF[known.frame.kind]
    players = cast("dict[str, dict[str, int]]", data["players"])
    unknown = bytearray()
    for owner, told in enumerate(players.values()):
        player = known.players[owner]
        if owner != seat:
            player.hand = player.known
            player.hidden = HIDDEN_GOD if told["face_down"] else NO_GOD
        unknown.append(told["hand_size"] - size(player.hand))
    known.unknown = bytes(unknown)
    if known.asked != NOBODY:
        known.bar = highest_other(known, known.asked)


# -- imagining --------------------------------------------------------------------------------


@final
class ShintohWorlds(Worlds):
    """All states that fit a view: the unseen offerings and gods, dealt again and again.

    `sample` copies what is known and deals the rest.
    """

    def __init__(self, seen: View) -> None:
        known = cast(Shintoh, seen.known)
        unseen: i64 = ALL_OFFERINGS - known.harvest - known.discard - known.pile
        gods: i64 = ALL_GODS
        if known.altar != NO_GOD:
            gods &= ~(1 << known.altar)
        for player in known.players:
            unseen -= player.hand + player.placed
            gods &= ~player.gods
        self.known: Final = known
        self.is_pile_seen: Final = known.pile != NOTHING
        self.gods: Final[i64] = gods  # the face-down gods of others and the God Pile
        self.unseen: Final[i64] = unseen  # the Offering Pile and unknown cards in hands
        self.is_others_gift: Final = known.frame.kind == GIVE and known.asked != seen.seat

    def sample(self, rng: Rng) -> Shintoh:
        world = self.known.clone()
        unseen: i64 = self.unseen
        gods: i64 = self.gods
        if self.is_others_gift:
            unseen = self.deal_finishing_hand(world, unseen, rng)
        for seat in range(world.seats):
            player = world.players[seat]
            if not (self.is_others_gift and seat == world.asked):
                unseen = deal(player, self.known.unknown[seat], unseen, rng)
            if player.hidden == HIDDEN_GOD:
                god: i64 = nth_member(gods, rng.below(size_of(gods)))
                gods &= ~(1 << god)
                player.hidden = god
                player.gods |= 1 << god
        if not self.is_pile_seen:
            world.pile = unseen
        world.gods_left = gods
        world.rng = rng.fork()
        return world

    def deal_finishing_hand(self, world: Shintoh, unseen: i64, rng: Rng) -> i64:
        """Somebody else is in the middle of a dedication, so their hand can finish it."""
        player = world.players[world.asked]
        unknown: i64 = self.known.unknown[world.asked]
        for _ in range(TRIES):
            player.hand = player.known
            rest: i64 = deal(player, unknown, unseen, rng)
            if can_reach(world, player):
                return rest
        player.hand = player.known
        return deal_strongest(player, unknown, unseen)


def deal(player: Player, unknown: i64, unseen: i64, rng: Rng) -> i64:
    """Fill a hand by chance; what is left unseen."""
    left: i64 = unseen
    for _ in range(unknown):
        card: i64 = nth_card(left, rng.below(size(left)))
        left -= card
        player.hand += card
    return left


def deal_strongest(player: Player, unknown: i64, unseen: i64) -> i64:
    """Fill a hand with the strongest cards there are; what is left unseen."""
    left: i64 = unseen
    for _ in range(unknown):
        card: i64 = nth_card(left, size(left) - 1)
        left -= card
        player.hand += card
    return left
