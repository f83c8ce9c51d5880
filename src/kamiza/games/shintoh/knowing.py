"""What a seat may know, built up piece by piece; and the full states that would fit it."""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.action import NOBODY, SPECTATOR
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
    Cards,
    nth_card,
    size,
)
from kamiza.games.shintoh.rules.dedicating import can_reach
from kamiza.games.shintoh.rules.moves import list_moves, text_of
from kamiza.games.shintoh.rules.setup import read_settings
from kamiza.games.shintoh.table import (
    FRAME_OF,
    FRAMES,
    GIVE,
    MIRROR_PICK,
    Player,
    Shintoh,
    blank_table,
    highest_other,
)

TRIES: Final = 20  # to imagine a hand that fits, before settling for the strongest one


def view(state: Shintoh, seat: i64) -> View:
    """Everything this seat may know now. [OF-SETUP-07] [OF-DED-04] [OF-RUL-24]"""
    is_player = 0 <= seat < state.seats
    players: list[Player] = []
    for owner in range(state.seats):
        truth = state.players[owner]
        players.append(own_things(truth) if owner == seat else open_things(truth))
    is_looking = is_player and seat == state.asked and state.frame.kind == MIRROR_PICK
    known = Shintoh(
        state.cards, state.settings, state.seats, players, Rng(0, 1, b"", []), state.asked,
        state.frame, state.pile if is_looking else NOTHING, b"", state.harvest, state.discard, 0,
        b"", state.altar, state.unused, state.dealer, state.contenders, state.bar, 0,
    )  # fmt: skip
    moves: list[str] = []
    if is_player and seat == state.asked:
        for action in list_moves(state):
            moves.append(text_of(action))
    question = None if state.asked == NOBODY else FRAMES[state.frame.kind]
    return View(seat if is_player else SPECTATOR, known, question, moves)


def own_things(truth: Player) -> Player:
    """What a player knows of themselves: everything."""
    return Player(truth.hand, truth.placed, truth.known, truth.gods, truth.hidden, truth.role_taken)


def open_things(truth: Player) -> Player:
    """What everybody knows of a player: of the hand what was seen, and its size."""
    hidden: i64 = NO_GOD if truth.hidden == NO_GOD else HIDDEN_GOD
    unknown: i64 = size(truth.hand) - size(truth.known)
    return Player(
        truth.known, truth.placed, truth.known, truth.face_up(), hidden, truth.role_taken, unknown
    )


def read_view(cards: Cards, data: Json) -> View:
    """The inverse of `View.as_json`."""
    settings = read_settings(cast(Json, data["settings"]))
    known = blank_table(cards, settings, cast(int, data["seats"]))
    seat = cards.schema.read_view(known, data)
    known.frame = FRAME_OF[known.frame.kind]
    players = cast("dict[str, dict[str, int]]", data["players"])
    for owner, told in enumerate(players.values()):
        player = known.players[owner]
        if owner != seat:
            player.hand = player.known
            player.unknown = told["hand_size"] - size(player.known)
            player.hidden = HIDDEN_GOD if told["face_down"] else NO_GOD
    if known.asked != NOBODY:
        known.bar = highest_other(known, known.asked)
    question = cast("str | None", data["question"])
    return View(seat, known, question, cast("list[str]", data["moves"]))


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
            unseen = deal(player, unseen, rng)
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
        unknown: i64 = player.unknown
        for _ in range(TRIES):
            player.hand = player.known
            player.unknown = unknown
            rest: i64 = deal(player, unseen, rng)
            if can_reach(world, player):
                return rest
        player.hand = player.known
        player.unknown = unknown
        return deal_strongest(player, unseen)


def deal(player: Player, unseen: i64, rng: Rng) -> i64:
    """Fill a hand by chance; what is left unseen."""
    left: i64 = unseen
    for _ in range(player.unknown):
        card: i64 = nth_card(left, rng.below(size(left)))
        left -= card
        player.hand += card
    player.unknown = 0
    return left


def deal_strongest(player: Player, unseen: i64) -> i64:
    """Fill a hand with the strongest cards there are; what is left unseen."""
    left: i64 = unseen
    for _ in range(player.unknown):
        card: i64 = nth_card(left, size(left) - 1)
        left -= card
        player.hand += card
    player.unknown = 0
    return left
