"""A village on a screen: what stands there, who leads, and where the goal could be met."""

from __future__ import annotations

from typing import cast

from kamiza.core.action import seat_letter
from kamiza.core.bits import size_of
from kamiza.core.game import View
from kamiza.core.native import i64
from kamiza.core.schema import Json, letter_or_none
from kamiza.games.kamisama.board import (
    ALL_SPACES,
    PER_VILLAGE,
    TYPES,
    VILLAGE_IDS,
    Board,
    cell_text,
    list_spaces,
    whole_village,
)
from kamiza.games.kamisama.cards import deck_of, tokens_of
from kamiza.games.kamisama.notation import party_word
from kamiza.games.kamisama.parts import how_many
from kamiza.games.kamisama.rules.goals import NO_GOAL
from kamiza.games.kamisama.rules.influence import influence, shrines_in, temple_holder
from kamiza.games.kamisama.rules.places import fox_side, has_fox
from kamiza.games.kamisama.table import SIDES, Kamisama


def show_village(seen: View, village: int) -> Json:
    known = cast(Kamisama, seen.known)
    table = known.cards.village_tables[village]
    side = (village + known.rot) & 3
    return {
        "id": VILLAGE_IDS[village],
        "name": table.text("name"),
        "name_ja": table.text("name_ja"),
        "side": side,
        "faces": seat_at(known, side),
        "next_faces": seat_at(known, (side + 1) & 3),
        "moon": village == known.moon,
        "kitsune": has_fox(known) and side == fox_side(known),
        "deck": deck_size(known, village),
        "tokens": tokens_of(known.tokens, village),
        "spaces": space_types(known.cards.board, village),
        "pieces": show_pieces(known, village),
        "ranking": show_ranking(known, village),
        "decides": letter_or_none(temple_holder(known, village)),
        "completes": known.cards.board.text(missing_spaces(seen, village)),
    }


def seat_at(known: Kamisama, side: int) -> str | None:
    """Who sits at a side."""
    sides = SIDES[known.seats]
    return seat_letter(sides.index(side)) if side in sides else None


def deck_size(known: Kamisama, village: i64) -> i64:
    """Cards in the deck, those put back to the bottom included."""
    cards: i64 = deck_of(village)
    number: i64 = size_of(cards & ~known.gone)
    for player in known.players:
        number -= size_of(cards & player.villagers)
    return number - how_many(known.draft.hand) if village == known.draft.village else number


def space_types(board: Board, village: int) -> Json:
    return {
        cell_text(cell): TYPES[board.types[PER_VILLAGE * village + index]]
        for index, cell in enumerate(board.cells[village])
    }


def show_pieces(known: Kamisama, village: i64) -> Json:
    """What stands on which cell: `owner` is a seat, or "kitsune"."""
    cells = known.cards.board.cells[village]
    base = PER_VILLAGE * village
    inside: i64 = whole_village(village)
    pieces: Json = {}
    for party, player in enumerate(known.players):
        for space in list_spaces(player.shrines & inside):
            piece: Json = {"owner": party_word(known.seats, party), "piece": "shrine"}
            if space == known.fear:
                piece["fear"] = True
            pieces[cell_text(cells[space - base])] = piece
    for space in list_spaces(known.seeds & inside):
        owner = seat_letter(known.seed_seat)
        pieces[cell_text(cells[space - base])] = {"owner": owner, "piece": "seed"}
    return pieces


def show_ranking(known: Kamisama, village: i64) -> list[Json]:
    """Everybody with influence, the longest chain first; `tied` with somebody else. [KS-INF-03]"""
    chains: list[int] = [influence(known, party, village) for party in range(known.parties)]
    ranking: list[Json] = []
    for chain in range(PER_VILLAGE, 0, -1):
        for party, of in enumerate(chains):
            if of == chain:
                entry: Json = {
                    "seat": party_word(known.seats, party),
                    "chain": chain,
                    "shrines": shrines_in(known, party, village),
                    "tied": chains.count(chain) > 1,
                }
                ranking.append(entry)
    return ranking


def missing_spaces(seen: View, village: i64) -> i64:
    """Where one shrine of this seat would complete the goal, whether it may go there or not."""
    known = cast(Kamisama, seen.known)
    if known.goal == NO_GOAL or seen.seat < 0 or tokens_of(known.tokens, village) == 0:
        return 0
    mine: i64 = known.players[seen.seat].shrines
    goal = known.cards.goals[known.goal]
    return goal.missing(known.cards.board, mine, ALL_SPACES & ~mine, village)
