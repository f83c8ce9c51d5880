"""The players of a position."""

from __future__ import annotations

from typing import Final

from kamiza.core.action import LETTERS, seat_letter
from kamiza.core.fields import dict_of, list_of, number_of, refuse_unknown, word_of
from kamiza.core.game import PositionError
from kamiza.games.battles.cards import NO_GOD, NO_TEMPLE, Cards
from kamiza.games.battles.position.supply import Supply
from kamiza.games.battles.position.values import read_marks, read_members, read_named
from kamiza.games.battles.table import (
    IN,
    MAIN,
    OUT,
    POINTS,
    ROLES,
    SEALED,
    SOLO,
    STATUS,
    SUPPORT,
    Battles,
    Player,
)

PLAYER_FIELDS: Final = (
    "status", "team", "role", "god", "dealt", "energy", "temple", "temple_energy", "hand", "seen",
    "deck", "discard", "area", "used", "stops", "disciples", "disciples_1", "boost_turn",
    "boost_next", "discounts", "fell",
)  # fmt: skip
START_ENERGY: Final = {SOLO: 15, MAIN: 20, SUPPORT: 10}
SHORT_DECK: Final = 6  # Disciples in a deck that is not described


# -- players ----------------------------------------------------------------------------------


def read_players(state: Battles, position: dict[str, object], supply: Supply) -> None:
    entries = dict_of("players", position.get("players", {}))
    refuse_unknown("players", entries, tuple(LETTERS[: state.seats]))
    undescribed = []
    for seat in range(state.seats):
        letter = seat_letter(seat)
        entry = dict_of(letter, entries.get(letter, {}))
        refuse_unknown(letter, entry, PLAYER_FIELDS)
        player = read_player(state, seat, letter, entry)
        state.players.append(player)
        read_cards(state.cards, player, letter, entry, supply)
        deck, whole = supply.take_deck(f"{letter}.deck", entry.get("deck", {}))
        player.deck = deck
        if not whole and player.status != OUT and not is_setting_up(position):
            undescribed.append(player)
    for player in undescribed:
        kind = state.disciple_piles[0]
        count = min(SHORT_DECK, supply.left.get(kind, 0))
        supply.take_kind("deck", kind, count)
        player.deck.rest += bytes([kind]) * count


def is_setting_up(position: dict[str, object]) -> bool:
    """Nobody has cards before the set-up is finished."""
    frames = position.get("frames", [])
    first = frames[0] if isinstance(frames, list) and frames else None
    return isinstance(first, dict) and first.get("frame") == "SETUP"


def read_player(state: Battles, seat: int, letter: str, entry: dict[str, object]) -> Player:
    cards = state.cards
    player = Player()
    team = state.settings.team
    player.team = number_of(f"{letter}.team", entry.get("team", seat % 2 if team else seat), 0, 5)
    if player.team != (seat % 2 if team else seat):
        raise PositionError(f"{letter}.team: the teams sit in turn")
    usual = "solo" if not team else "main" if seat < 2 else "support"
    player.role = word_of(f"{letter}.role", entry.get("role", usual), ROLES)
    if (player.role == SOLO) == team:
        raise PositionError(f"{letter}.role: solo belongs to Free for All, the others to teams")
    player.status = word_of(f"{letter}.status", entry.get("status", "in"), STATUS)
    if player.status == SEALED and player.role != SUPPORT:
        raise PositionError(f"{letter}.status: only a Supporting God is ever Sealed")
    player.god = read_named(f"{letter}.god", entry.get("god", "blank"), cards.god_ids, NO_GOD)
    player.dealt = read_members(f"{letter}.dealt", entry.get("dealt", []), cards.god_ids)
    usual_energy = 0 if player.status != IN else START_ENERGY[int(player.role)]
    player.energy = number_of(f"{letter}.energy", entry.get("energy", usual_energy), 0, 10**6)
    has_temple = state.settings.temples and player.status != OUT
    player.temple = read_named(
        f"{letter}.temple", entry.get("temple", "blank" if has_temple else None),
        cards.temple_ids, NO_TEMPLE,
    )  # fmt: skip
    usual_energy = 5 if player.temple != NO_TEMPLE and player.status != OUT else 0
    player.temple_energy = number_of(
        f"{letter}.temple_energy", entry.get("temple_energy", usual_energy), 0, 10**6
    )
    player.used = number_of(f"{letter}.used", entry.get("used", 0), 0, 2**16 - 1)
    player.stops = read_members(f"{letter}.stops", entry.get("stops", []), list(POINTS))
    player.disciples = number_of(f"{letter}.disciples", entry.get("disciples", 0), 0, 255)
    player.disciples_1 = number_of(f"{letter}.disciples_1", entry.get("disciples_1", 0), 0, 255)
    player.boost_turn = number_of(f"{letter}.boost_turn", entry.get("boost_turn", 0), 0, 999)
    player.boost_next = number_of(f"{letter}.boost_next", entry.get("boost_next", 0), 0, 999)
    discounts = list_of(f"{letter}.discounts", entry.get("discounts", [0, 0, 0]))
    if len(discounts) != 3:
        raise PositionError(
            f"{letter}.discounts: three numbers, for Disciples, Warriors, Artifacts"
        )
    numbers = [number_of(f"{letter}.discounts", value, 0, 999) for value in discounts]
    player.discount_disciple, player.discount_warrior, player.discount_artifact = numbers
    player.fell = number_of(f"{letter}.fell", entry.get("fell", 0), 0, 6)
    return player


def read_cards(
    cards: Cards, player: Player, letter: str, entry: dict[str, object], supply: Supply
) -> None:
    hand = supply.take(f"{letter}.hand", entry.get("hand", []))
    marks = read_marks(f"{letter}.seen", entry.get("seen"), len(hand))
    pairs = sorted(zip(hand, marks), key=lambda pair: (pair[0], -pair[1]))
    player.hand = bytes(kind for kind, _ in pairs)
    player.seen = bytes(mark for _, mark in pairs)
    player.discard = supply.take(f"{letter}.discard", entry.get("discard", []))
    player.area = supply.take(f"{letter}.area", entry.get("area", []))
    if player.status != IN and (hand or player.area):
        raise PositionError(f"{letter}.hand: a player out of play has no cards there")
    if player.status == OUT and (player.discard or entry.get("deck")):
        if player.discard or (isinstance(entry["deck"], list) and entry["deck"]):
            raise PositionError(f"{letter}.deck: the cards of an eliminated player are removed")
