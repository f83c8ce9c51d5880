"""The cards of Shintoh: how they are written as numbers, and the data read from `cards/`.

Vocabulary
    A multiset of offering cards is ONE int with four bits per kind, 0xRKS (R rice, K sake,
    S salt). Multisets add and subtract as ints. [OF-COMP-02]
    A god is a number from 0 to 17 in the order of `cards/gods.toml`, the three sacred treasures
    last. A set of gods, or of seats, is ONE int used as a bit set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from kamiza.core.content import ContentError, Table, digest_of, game_folder, read_toml
from kamiza.core.native import i64

if TYPE_CHECKING:
    from kamiza.core.schema import Schema

RICE: Final = 0x100
SAKE: Final = 0x010
SALT: Final = 0x001
NOTHING: Final = 0
ALL_OFFERINGS: Final = 5 * RICE + 10 * SAKE + 15 * SALT
STARTING_HAND: Final = RICE + SAKE + 2 * SALT
KINDS: Final = ("rice", "sake", "salt")
KIND_CARDS: Final = (RICE, SAKE, SALT)
INFLUENCE: Final = (3, 2, 1)  # [OF-COMP-07]

GODS: Final = 18
NO_GOD: Final = 18  # "no god": an empty altar, or nothing face down any more
HIDDEN_GOD: Final = 19  # on the table of a view: a god lies face down, the seat cannot know which
JEWEL: Final = 15
MIRROR: Final = 16
SWORD: Final = 17
TREASURES: Final = 1 << JEWEL | 1 << MIRROR | 1 << SWORD
ALL_GODS: Final = (1 << GODS) - 1

_HANDS: Final = 6 * RICE  # every multiset is a smaller number

# Looked up instead of worked out, because every decision needs them.
INFLUENCE_OF: Final = bytes(3 * (h >> 8) + 2 * (h >> 4 & 15) + (h & 15) for h in range(_HANDS))
SIZE: Final = bytes((h >> 8) + (h >> 4 & 15) + (h & 15) for h in range(_HANDS))


def influence_of(cards: i64) -> i64:
    """Total influence of a multiset of offerings. [OF-COMP-06]"""
    return INFLUENCE_OF[cards]


def size(cards: i64) -> i64:
    """How many cards a multiset of offerings has."""
    return SIZE[cards]


def count(cards: i64, card: i64) -> i64:
    """How many cards of one kind a multiset has."""
    if card == RICE:
        return cards >> 8
    if card == SAKE:
        return cards >> 4 & 15
    return cards & 15


def nth_card(cards: i64, n: i64) -> i64:
    """The n-th card of a multiset laid out as salt, sake, rice."""
    salts: i64 = cards & 15
    if n < salts:
        return SALT
    if n < salts + (cards >> 4 & 15):
        return SAKE
    return RICE


# -- texts at the edges -----------------------------------------------------------------------


def kind_name(card: i64) -> str:
    return KINDS[0] if card == RICE else KINDS[1] if card == SAKE else KINDS[2]


def card_of(kind: str) -> i64:
    return KIND_CARDS[KINDS.index(kind)]


def by_kind(cards: i64) -> dict[str, int]:
    """A multiset as `{"rice": 1, "sake": 1, "salt": 2}`."""
    return {"rice": cards >> 8, "sake": cards >> 4 & 15, "salt": cards & 15}


def digits(cards: i64) -> str:
    """A multiset written by influence, strongest first: "3211"."""
    return "3" * (cards >> 8) + "2" * (cards >> 4 & 15) + "1" * (cards & 15)


# -- the data ---------------------------------------------------------------------------------


@final
class Role:
    """A scoring combination of gods. [OF-ROLE-01]"""

    def __init__(self, id: str, members: i64, high: int, low: int, names: dict[str, str]) -> None:
        self.id: Final = id
        self.members: Final[i64] = members
        self.high: Final[i64] = high
        self.low: Final[i64] = low
        self.names: Final = names


@final
class Cards:
    """Everything read from `cards/`, checked; see `read_cards`."""

    schema: Schema  # the fields of the table, made from these cards once they are read

    def __init__(self) -> None:
        folder = game_folder("shintoh")
        game = read_toml(folder, "game.toml")
        offerings = read_toml(folder, "cards/offerings.toml")
        gods = read_toml(folder, "cards/gods.toml")
        roles = read_toml(folder, "cards/roles.toml")
        check_offerings(offerings)
        self.game: Final = game
        self.offerings: Final = offerings.tables("offering")
        self.gods: Final = read_gods(gods)
        self.god_ids: Final = [god.text("id") for god in self.gods]
        self.points: Final = bytes(read_points(god) for god in self.gods)
        self.role_tables: Final = roles.tables("role")
        self.roles: Final = [read_role(role, self.god_ids) for role in self.role_tables]
        check_role_card(roles)
        self.roles_of: Final = [
            [role for role in self.roles if role.members >> god & 1] for god in range(GODS)
        ]
        self.digest: Final = digest_of([game, offerings, gods, roles])
        self.role_faces: Final[dict[int, list[dict[str, object]]]] = {}  # as shown, made once

    def god_number(self, god: str) -> int:
        return self.god_ids.index(god)

    def names(self, gods: i64) -> list[str]:
        """The ids of a set of gods."""
        return [self.god_ids[god] for god in range(GODS) if gods >> god & 1]


def read_cards() -> Cards:
    """The cards, or which file, card and field is damaged. [OF-ERR-18]"""
    try:
        return Cards()
    except ContentError as wrong:
        raise ContentError(f"The card list is damaged: {wrong}. [OF-ERR-18]") from None


def check_offerings(table: Table) -> None:
    """The packing above relies on these numbers, so the data must agree. [OF-COMP-02]"""
    offerings = table.tables("offering")
    if [offering.text("id") for offering in offerings] != list(KINDS):
        raise table.error("offering", "must list rice, sake and salt")
    for offering, influence, copies, hand in zip(offerings, INFLUENCE, (5, 10, 15), (1, 1, 2)):
        offering.number("influence", influence, influence)
        offering.number("count", copies, copies)
        offering.number("start_hand", hand, hand)


def read_gods(table: Table) -> list[Table]:
    gods = table.tables("god")
    ids = [god.text("id") for god in gods]
    if len(gods) != GODS or len(set(ids)) != GODS:
        raise table.error("god", f"lists {len(set(ids))} different gods instead of {GODS}")
    treasures = [god.text("id") for god in gods if god.flag("treasure")]
    if treasures != ["jewel", "mirror", "sword"] or ids[JEWEL:] != treasures:
        raise table.error("god", "must end with the treasures jewel, mirror and sword")
    for god, primitive in zip(gods[JEWEL:], ("draw_offerings", "swap_harvest", "steal_random")):
        god.table("effect").choice("primitive", (primitive,))
    gods[JEWEL].table("effect").number("n", 2, 2)  # [OF-TRE-05]
    gods[SWORD].table("effect").number("n", 1, 1)  # [OF-TRE-07]
    for god in gods:
        god.number("count", 1, 1)  # [OF-COMP-01]
    return gods


def check_role_card(table: Table) -> None:
    """Four equal cards with ten rows. [OF-COMP-03]"""
    table.table("role_card").number("copies", 4, 4)
    roles = table.tables("role")
    if len(roles) != 10:
        raise table.error("role", f"lists {len(roles)} roles instead of 10")
    for row, role in enumerate(roles, 1):
        role.number("row", row, row)


def read_points(god: Table) -> int:
    """Printed victory points; a treasure has none. [OF-COMP-04] [OF-COMP-05]"""
    if god.flag("treasure"):
        return 0
    effect = god.table("effect")
    effect.choice("primitive", ("points",))
    return effect.number("vp", least=0, most=99)


def read_role(table: Table, god_ids: list[str]) -> Role:
    effect = table.table("effect")
    effect.choice("primitive", ("set_bonus",))
    members = 0
    for god in effect.texts("members"):
        if god not in god_ids:
            raise effect.error("members", f"names the unknown god {god!r}")
        if members >> god_ids.index(god) & 1:
            raise effect.error("members", f"names {god!r} twice")
        members |= 1 << god_ids.index(god)
    names = {"en": table.text("name"), "ja": table.text("name_ja")}
    return Role(table.text("id"), members, effect.number("high"), effect.number("low"), names)
