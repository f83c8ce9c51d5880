"""What a seat may know, built up piece by piece; and the full states that would fit it."""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.action import NOBODY, SPECTATOR
from kamiza.core.game import View, Worlds
from kamiza.core.native import i64, mypyc_attr
from kamiza.core.rng import Rng
from kamiza.games.shintoh.actions import options, text_of
from kamiza.games.shintoh.cards import (
    ALL_GODS,
    ALL_OFFERINGS,
    GODS,
    NO_GOD,
    NOTHING,
    Cards,
    by_kind,
    card_of,
    from_kinds,
    god_count,
    kind_name,
    nth_card,
    nth_god,
    size,
    worth,
)
from kamiza.games.shintoh.dedicating import can_reach
from kamiza.games.shintoh.scoring import god_points, has_role, ranks, role_value, scores
from kamiza.games.shintoh.setup import read_options, write_options
from kamiza.games.shintoh.state import (
    FRAME_OF,
    FRAMES,
    GIVE,
    MIRROR_PICK,
    Options,
    Player,
    Shintoh,
    highest_other,
)

TRIES: Final = 20  # to imagine a hand that fits, before settling for the strongest one
UNSEEN: Final = -1  # the contents of a pile nobody may look into


@final
@mypyc_attr(acyclic=True)
class SeatView:
    """What everybody knows of one player."""

    def __init__(
        self, hand_size: i64, known: i64, placed: i64, gods: i64, face_down: bool, role_taken: bool
    ) -> None:
        self.hand_size: Final[i64] = hand_size
        self.known: Final[i64] = known  # cards an attentive onlooker knows to be in the hand
        self.placed: Final[i64] = placed
        self.gods: Final[i64] = gods  # face up
        self.face_down: Final = face_down
        self.role_taken: Final = role_taken


@final
class ShintohView(View):
    """What one seat may know. The private part is empty for a spectator."""

    def __init__(
        self, cards: Cards, options: Options, seat: i64, asked: i64, prompt: i64,
        listed: list[str], dealer: i64, altar: i64, god_pile: i64, harvest: i64, pile_size: i64,
        pile: i64, discard: i64, unused: i64, contenders: i64, players: list[SeatView],
        hand: i64, hidden: i64, final_scores: list[int], final_ranks: list[int],
    ) -> None:  # fmt: skip
        self.cards: Final = cards
        self.options: Final = options
        self.seat = seat
        self.asked: Final[i64] = asked
        self.prompt: Final[i64] = prompt
        self.listed: Final = listed  # answers, if this seat is asked
        self.dealer: Final[i64] = dealer
        self.altar: Final[i64] = altar
        self.god_pile: Final[i64] = god_pile
        self.harvest: Final[i64] = harvest
        self.pile_size: Final[i64] = pile_size
        self.pile: Final[i64] = pile  # multiset while this seat looks through it, else UNSEEN
        self.discard: Final[i64] = discard
        self.unused: Final[i64] = unused
        self.contenders: Final[i64] = contenders
        self.players: Final = players
        self.hand: Final[i64] = hand
        self.hidden: Final[i64] = hidden
        self.final_scores: Final = final_scores
        self.final_ranks: Final = final_ranks

    def as_json(self, remembering: bool) -> dict[str, object]:
        return write_view(self, remembering)


def view(state: Shintoh, seat: i64) -> ShintohView:
    """Everything this seat may know now. [OF-SETUP-07] [OF-DED-04] [OF-RUL-24]"""
    players = [
        SeatView(
            size(player.hand), player.known, player.placed, player.face_up(),
            player.hidden != NO_GOD, player.role_taken,
        )
        for player in state.players
    ]  # fmt: skip
    is_player = 0 <= seat < state.seats
    is_asked = is_player and seat == state.asked
    watcher: i64 = seat if is_player else SPECTATOR
    is_over = state.asked == NOBODY
    listed: list[str] = []
    if is_asked:
        for action in options(state):
            listed.append(text_of(action))
    looks = is_asked and state.frame.kind == MIRROR_PICK  # [OF-RUL-15]
    return ShintohView(
        state.cards, state.options, watcher, state.asked, state.frame.kind, listed, state.dealer,
        state.altar, god_count(state.gods_left), state.harvest, size(state.pile),
        state.pile if looks else UNSEEN, state.discard, state.unused, state.contenders, players,
        state.players[seat].hand if is_player else NOTHING,
        state.players[seat].hidden if is_player else NO_GOD,
        scores(state) if is_over else [],
        ranks(state) if is_over else [],
    )  # fmt: skip


# -- as JSON ----------------------------------------------------------------------------------


def write_view(seen: ShintohView, remembering: bool) -> dict[str, object]:
    """The view for a screen or a socket; see `Game.view`."""
    cards = seen.cards
    seats = len(seen.players)
    recall = remembering or seen.options.hand_tracker
    data: dict[str, object] = {
        "game": "shintoh",
        "seat": seen.seat,
        "seats": seats,
        "options": write_options(seen.options),
        "asked": None if seen.asked == NOBODY else seen.asked,
        "prompt": None if seen.asked == NOBODY else FRAMES[seen.prompt],
        "moves": seen.listed,
        "dealer": seen.dealer,
        "competition": GODS - seats - seen.god_pile,
        "competitions": GODS - seats,
        "altar": None if seen.altar == NO_GOD else cards.god_ids[seen.altar],
        "god_pile": seen.god_pile,
        "harvest": None if seen.harvest == NOTHING else kind_name(seen.harvest),
        "offering_pile": seen.pile_size,
        "discard": by_kind(seen.discard),
        "bar": bar_for(seen),
        "used": [god for god in ("jewel", "mirror", "sword") if is_used(seen, god)],
        "players": [write_seat(seen, seat, recall) for seat in range(seats)],
        "roles": write_roles(seen),
    }
    if seen.pile != UNSEEN:
        data["pile"] = by_kind(seen.pile)
    if seen.seat >= 0:
        data["private"] = {
            "hand": by_kind(seen.hand),
            "influence": worth(seen.hand),
            "face_down_god": None if seen.hidden == NO_GOD else cards.god_ids[seen.hidden],
            "commands": {"look": may_look(seen)},
        }
    if seen.asked == NOBODY:
        data["result"] = write_result(seen)
    return data


def is_used(seen: ShintohView, treasure: str) -> bool:
    return seen.unused >> seen.cards.god_number(treasure) & 1 == 0


def bar_for(seen: ShintohView) -> int:
    """The highest total the asked seat has to beat; with nobody asked, 0."""
    highest = 0
    for seat, player in enumerate(seen.players):
        if seat != seen.asked and seen.asked != NOBODY:
            highest = max(highest, worth(player.placed))
    return highest


def write_seat(seen: ShintohView, seat: int, recall: bool) -> dict[str, object]:
    player = seen.players[seat]
    data: dict[str, object] = {
        "seat": seat,
        "in": seen.contenders >> seat & 1 == 1,
        "placed": by_kind(player.placed),
        "total": worth(player.placed),
        "hand_size": player.hand_size,
        "gods": seen.cards.names(player.gods),
        "face_down": 1 if player.face_down else 0,
        "points": god_points(seen.cards, player.gods),
        "role_taken": player.role_taken,
    }
    if recall:
        data["known"] = by_kind(player.known)
        data["unknown"] = player.hand_size - size(player.known)
    return data


def may_look(seen: ShintohView) -> bool:
    """Can this seat take its role card now, whoever is asked? [OF-RUL-17]"""
    return seen.asked != NOBODY and not seen.players[seen.seat].role_taken


def sees_members(seen: ShintohView) -> bool:
    """Who may read the faces of the role cards. [OF-ROLE-02] [OF-ROLE-03] [OF-RUL-17]"""
    if seen.options.open_book or seen.asked == NOBODY:
        return True
    return seen.seat >= 0 and seen.players[seen.seat].role_taken


def write_roles(seen: ShintohView) -> list[dict[str, object]]:
    """The ten roles: names and high values, or with members and low values. [OF-CASE-69]"""
    members = sees_members(seen)
    taken = seen.seat >= 0 and seen.players[seen.seat].role_taken
    roles: list[dict[str, object]] = []
    for role in seen.cards.roles:
        entry: dict[str, object] = {
            "id": role.id,
            "name": role.names["en"],
            "name_ja": role.names["ja"],
            "value": role_value(role, taken or seen.options.open_book),
        }
        if members:
            entry["members"] = seen.cards.names(role.members)
        roles.append(entry)
    return roles


def write_result(seen: ShintohView) -> dict[str, object]:
    """Everything about the final count, once all is open."""
    seats: list[dict[str, object]] = []
    for seat, player in enumerate(seen.players):
        roles: list[dict[str, object]] = [
            {"id": role.id, "value": role_value(role, player.role_taken)}
            for role in seen.cards.roles
            if has_role(role, player.gods)
        ]
        seats.append(
            {
                "gods": god_points(seen.cards, player.gods),
                "roles": roles,
                "score": seen.final_scores[seat],
                "cards": god_count(player.gods),
                "rank": seen.final_ranks[seat],
            }
        )
    winners = [seat for seat, rank in enumerate(seen.final_ranks) if rank == 1]
    return {"seats": seats, "winners": winners}


def read_view(cards: Cards, data: dict[str, object]) -> ShintohView:
    """The inverse of a remembering `write_view`; the data comes from our own `write_view`."""
    private = cast("dict[str, object]", data.get("private", {}))
    players = [read_seat(cards, seat) for seat in cast("list[dict[str, object]]", data["players"])]
    contenders = 0
    for seat, player in enumerate(cast("list[dict[str, object]]", data["players"])):
        contenders |= (1 << seat) if player["in"] else 0
    used = cast("list[str]", data["used"])
    result = cast("dict[str, list[dict[str, int]]]", data.get("result", {"seats": []}))
    return ShintohView(
        cards,
        read_options(cast("dict[str, object]", data["options"])),
        cast(int, data["seat"]),
        NOBODY if data["asked"] is None else cast(int, data["asked"]),
        0 if data["prompt"] is None else FRAMES.index(cast(str, data["prompt"])),
        cast("list[str]", data["moves"]),
        cast(int, data["dealer"]),
        god_or_none(cards, data["altar"]),
        cast(int, data["god_pile"]),
        NOTHING if data["harvest"] is None else card_of(cast(str, data["harvest"])),
        cast(int, data["offering_pile"]),
        kinds_or_unseen(data.get("pile")),
        from_kinds(cast("dict[str, int]", data["discard"])),
        sum(1 << cards.god_number(t) for t in ("jewel", "mirror", "sword") if t not in used),
        contenders,
        players,
        from_kinds(cast("dict[str, int]", private["hand"])) if private else NOTHING,
        god_or_none(cards, private.get("face_down_god")),
        [entry["score"] for entry in result["seats"]],
        [entry["rank"] for entry in result["seats"]],
    )


def read_seat(cards: Cards, data: dict[str, object]) -> SeatView:
    gods = 0
    for god in cast("list[str]", data["gods"]):
        gods |= 1 << cards.god_number(god)
    return SeatView(
        cast(int, data["hand_size"]),
        from_kinds(cast("dict[str, int]", data["known"])),
        from_kinds(cast("dict[str, int]", data["placed"])),
        gods,
        data["face_down"] == 1,
        data["role_taken"] is True,
    )


def kinds_or_unseen(data: object) -> int:
    return UNSEEN if data is None else from_kinds(cast("dict[str, int]", data))


def god_or_none(cards: Cards, god: object) -> int:
    return NO_GOD if god is None else cards.god_number(cast(str, god))


# -- imagining --------------------------------------------------------------------------------


@final
class ShintohWorlds(Worlds):
    """All states that fit a view: the unseen offerings and gods, dealt again and again.

    What is known is laid out once; `sample` copies it and deals the rest.
    """

    def __init__(self, seen: ShintohView) -> None:
        seats: i64 = len(seen.players)
        unseen: i64 = ALL_OFFERINGS - seen.harvest - seen.discard
        gods: i64 = ALL_GODS
        if seen.altar != NO_GOD:
            gods &= ~(1 << seen.altar)
        players: list[Player] = []
        for seat in range(seats):
            of = seen.players[seat]
            mine = seat == seen.seat
            hand: i64 = seen.hand if mine else of.known
            hidden: i64 = seen.hidden if mine else NO_GOD
            owned: i64 = of.gods
            if hidden != NO_GOD:
                owned |= 1 << hidden
            players.append(Player(hand, of.placed, of.known, owned, hidden, of.role_taken))
            unseen -= hand + of.placed
            gods &= ~owned
        self.seen: Final = seen
        self.seats: Final[i64] = seats
        self.gods: Final[i64] = gods  # the face-down gods of others and the God Pile
        self.unseen: Final[i64] = unseen  # the Offering Pile and unknown cards in hands
        self.known: Final = Shintoh(
            seen.cards, seen.options, seats, players, Rng(0, 1, b"", []), seen.asked,
            FRAME_OF[seen.prompt], NOTHING, b"", seen.harvest, seen.discard, 0, b"", seen.altar,
            seen.unused, seen.dealer, seen.contenders, 0, 0,
        )  # fmt: skip
        if seen.asked != NOBODY:
            self.known.bar = highest_other(self.known, seen.asked)

    def sample(self, rng: Rng) -> Shintoh:
        world = self.known.clone()
        seen = self.seen
        unseen: i64 = self.unseen
        if seen.pile != UNSEEN:
            unseen -= seen.pile
        gods: i64 = self.gods
        if seen.prompt == GIVE and seen.asked != seen.seat:
            unseen = self.deal_finishing_hand(world, unseen, rng)
        for seat in range(self.seats):
            if seat == seen.seat:
                continue
            player = world.players[seat]
            unseen = deal(player, seen.players[seat].hand_size, unseen, rng)
            if seen.players[seat].face_down:
                god: i64 = nth_god(gods, rng.below(god_count(gods)))
                gods &= ~(1 << god)
                player.hidden = god
                player.gods |= 1 << god
        world.pile = unseen if seen.pile == UNSEEN else seen.pile
        world.gods_left = gods
        world.rng = rng.fork()
        return world

    def deal_finishing_hand(self, world: Shintoh, unseen: i64, rng: Rng) -> i64:
        """Somebody else is in the middle of a dedication, so their hand can finish it."""
        player = world.players[world.asked]
        of = self.seen.players[world.asked]
        for _ in range(TRIES):
            player.hand = of.known
            rest: i64 = deal(player, of.hand_size, unseen, rng)
            if can_reach(world, player):
                return rest
        player.hand = of.known
        return deal_strongest(player, of.hand_size, unseen)


def deal(player: Player, hand_size: i64, unseen: i64, rng: Rng) -> i64:
    """Fill a hand by chance; what is left unseen."""
    left: i64 = unseen
    for _ in range(hand_size - size(player.hand)):
        card: i64 = nth_card(left, rng.below(size(left)))
        left -= card
        player.hand += card
    return left


def deal_strongest(player: Player, hand_size: i64, unseen: i64) -> i64:
    """Fill a hand with the strongest cards there are; what is left unseen."""
    left: i64 = unseen
    for _ in range(hand_size - size(player.hand)):
        card: i64 = nth_card(left, size(left) - 1)
        left -= card
        player.hand += card
    return left
