"""A view as JSON: all a screen needs to draw the table and to explain it.

Besides what lies on the table it carries what follows from it at a glance: who leads in which
village and who would decide a tie, where one shrine would complete the goal, what an option
yields, which abilities can be used and why not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kamiza.core.action import NOBODY
from kamiza.core.frame import frames_as_text
from kamiza.core.native import i64
from kamiza.games.kamisama.board import (
    ALL_SPACES,
    NO_VILLAGE,
    PER_VILLAGE,
    TYPES,
    VILLAGE_IDS,
    VILLAGE_OF,
    VILLAGES,
    Board,
    bit,
    cell_text,
    count_spaces,
    list_spaces,
    whole_village,
)
from kamiza.games.kamisama.cards import (
    BASIC_LIMIT,
    COLOURS,
    DRAW_BY_PLAYERS,
    ROUNDS,
    SEEDS,
    TOKENS_EACH,
    deck_of,
    gain_words,
    size_of,
)
from kamiza.games.kamisama.goals import NO_GOAL
from kamiza.games.kamisama.reading import (
    bits_to_ids,
    seats_in,
    villages_in,
    write_order,
    write_tokens,
    write_tracks,
    write_used,
)
from kamiza.games.kamisama.setup import write_settings
from kamiza.games.kamisama.state import (
    ACT,
    AT,
    FRAMES,
    KAMI,
    NO_KAMI,
    SIDES,
    TO,
    Player,
    token_sum,
    tokens_of,
)
from kamiza.games.kamisama.steps import ADD, ON_ADD, REPLACE, Step

if TYPE_CHECKING:
    from kamiza.games.kamisama.view import KamisamaView

FOX = "kitsune"


def write_view(seen: KamisamaView, remembering: bool) -> dict[str, object]:
    """The view for a screen or a socket; see `Game.view`."""
    cards = seen.cards
    over = seen.asked == NOBODY
    playing = seen.draft.village == NO_VILLAGE and not over and seen.frame.kind != KAMI
    missing = missing_spaces(seen)
    named = [names_villagers(seen, seat, remembering) for seat in range(seen.seats)]
    data: dict[str, object] = {
        "game": "kamisama",
        "seat": seen.seat,
        "seats": seen.seats,
        "options": write_settings(cards, seen.settings),
        "asked": None if over else seen.asked,
        "question": None if over else FRAMES[seen.frame.kind],
        "moves": seen.listed,
        "frames": frames_as_text(seen.frame, FRAMES),
        "year": seen.year,
        "years": seen.settings.years,
        "round": round_of(seen),
        "rounds": ROUNDS,
        "first": seen.first,
        "turns": seen.turns,
        "active": (seen.first + seen.turns) % seen.seats if playing else None,
        "rot": seen.rot,
        "red": seen.red,
        "goal": write_goal(seen),
        "goals_left": bits_to_ids(cards.goal_ids, seen.goals_left),
        "seeds": cards.board.text(seen.seeds),
        "fear": None if seen.fear < 0 else cards.board.texts[seen.fear],
        "rage": seen.rage,
        "moon": None if seen.moon == NO_VILLAGE else VILLAGE_IDS[seen.moon],
        "moons_left": villages_in(seen.moons_left),
        "villages": [write_village(seen, village, missing, named) for village in range(VILLAGES)],
        "players": [write_player(seen, seat, named[seat]) for seat in range(seen.seats)],
        "kitsune": write_fox(seen) if len(seen.players) > seen.seats else None,
        "turn": write_turn(seen, playing),
        "draft": write_draft(seen),
        "leftovers": write_leftovers(seen),
        "preview": write_preview(seen, missing),
    }
    if seen.seat >= 0:
        mine = seen.players[seen.seat]
        data["private"] = {
            "dealt": bits_to_ids(cards.kami_ids, mine.dealt),
            "kami": kami_id(seen, mine),
        }
    if over:
        data["result"] = write_result(seen)
    return data


def names_villagers(seen: KamisamaView, seat: int, remembering: bool) -> bool:
    """Face down before others, unless who looks has attended, until the end. [KS-RUL-14]"""
    if not seen.settings.face_down or seat == seen.seat or seen.asked == NOBODY:
        return True
    return remembering and seen.unnamed[seat] == 0


def round_of(seen: KamisamaView) -> i64:
    """The round of the year; its end, and the end of the game, belong to the last. [KS-RND-03]"""
    if seen.draft.village != NO_VILLAGE or seen.asked == NOBODY:
        return ROUNDS
    return 1 + ((seen.rot - seen.red) & 3)


def kami_id(seen: KamisamaView, player: Player) -> str | None:
    return None if player.kami == NO_KAMI else seen.cards.kami_ids[player.kami]


def front(seen: KamisamaView, seat: i64) -> i64:
    sides = SIDES[seen.seats]
    return (sides[seat] - seen.rot) & 3


def seat_of_token(seen: KamisamaView, token: str) -> int:
    """Who has a kami with this token, or -1."""
    if seen.frame.kind == KAMI:
        return -1
    for seat in range(seen.seats):
        if token in seen.cards.kami[seen.players[seat].kami].table.table("tokens").data:
            return seat
    return -1


# -- goals ------------------------------------------------------------------------------------


def write_goal(seen: KamisamaView) -> dict[str, object] | None:
    if seen.goal == NO_GOAL:
        return None
    table = seen.cards.goals[seen.goal].table
    data: dict[str, object] = {"id": table.text("id")}
    for name in ("name", "name_ja", "text", "text_ja", "kind", "cells", "any_of", "size"):
        if name in table.data:
            data[name] = table.data[name]
    return data


def missing_spaces(seen: KamisamaView) -> i64:
    """Where one shrine of this seat would complete the goal, whether it may go there or not."""
    if seen.goal == NO_GOAL or seen.seat < 0:
        return 0
    goal = seen.cards.goals[seen.goal]
    mine: i64 = seen.players[seen.seat].shrines
    free: i64 = ALL_SPACES & ~mine
    found: i64 = 0
    for village in range(VILLAGES):
        if tokens_left(seen, village) > 0:
            found |= goal.missing(seen.cards.board, mine, free, village)
    return found


def tokens_left(seen: KamisamaView, village: i64) -> i64:
    left: i64 = TOKENS_EACH
    for player in seen.players:
        left -= tokens_of(player.tokens, village)
    return left


# -- villages ---------------------------------------------------------------------------------


def write_village(
    seen: KamisamaView, village: int, missing: i64, named: list[bool]
) -> dict[str, object]:
    board = seen.cards.board
    side = (village + seen.rot) & 3
    sides = SIDES[seen.seats]
    table = seen.cards.village_tables[village]
    inside: i64 = whole_village(village)
    temple: i64 = board.temples & inside
    holder: int | None = None
    for seat in range(seen.seats):
        if seen.players[seat].shrines & temple:
            holder = seat
    return {
        "id": VILLAGE_IDS[village],
        "name": table.text("name"),
        "name_ja": table.text("name_ja"),
        "side": side,
        "faces": sides.index(side) if side in sides else None,
        "moon": village == seen.moon,
        "kitsune": len(seen.players) > seen.seats and side == fox_side(seen),
        "deck": deck_size(seen, village),
        "unnamed": unnamed_of(seen, village, named),
        "tokens": tokens_left(seen, village),
        "spaces": space_types(board, village),
        "pieces": write_pieces(seen, village),
        "ranking": write_ranking(seen, village),
        "decides": holder,
        "completes": board.text(missing & inside),
    }


def space_types(board: Board, village: int) -> dict[str, object]:
    return {
        cell_text(cell): TYPES[board.types[PER_VILLAGE * village + index]]
        for index, cell in enumerate(board.cells[village])
    }


def fox_side(seen: KamisamaView) -> int:
    return (SIDES[seen.seats][seen.first] + 3) & 3


def deck_size(seen: KamisamaView, village: i64) -> i64:
    """Cards in the deck, those put back to the bottom included."""
    cards: i64 = deck_of(village)
    number: i64 = size_of(cards & ~seen.gone) - seen.unnamed_of[village]
    for player in seen.players:
        number -= size_of(cards & player.villagers)
    return number - seen.hand_size if village == seen.draft.village else number


def unnamed_of(seen: KamisamaView, village: i64, named: list[bool]) -> i64:
    """How many cards of a village lie face down before their owners; the decks show it."""
    number: i64 = seen.unnamed_of[village]
    for seat in range(seen.seats):
        if not named[seat]:
            number += size_of(deck_of(village) & seen.players[seat].villagers)
    return number


def write_pieces(seen: KamisamaView, village: i64) -> dict[str, object]:
    """What stands on which cell: `owner` is a seat, or "kitsune"."""
    cells = seen.cards.board.cells[village]
    base = PER_VILLAGE * village
    inside: i64 = whole_village(village)
    pieces: dict[str, object] = {}
    for party, player in enumerate(seen.players):
        for space in list_spaces(player.shrines & inside):
            piece: dict[str, object] = {
                "owner": party_word(seen, party),
                "piece": "shrine",
            }
            if space == seen.fear:
                piece["fear"] = True
            pieces[cell_text(cells[space - base])] = piece
    for space in list_spaces(seen.seeds & inside):
        owner = seat_of_token(seen, "seed")
        pieces[cell_text(cells[space - base])] = {"owner": owner, "piece": "seed"}
    return pieces


def party_word(seen: KamisamaView, party: int) -> object:
    return party if party < seen.seats else FOX


def write_ranking(seen: KamisamaView, village: i64) -> list[dict[str, object]]:
    """Everybody with influence, the longest chain first; `tied` with somebody else. [KS-INF-03]"""
    board = seen.cards.board
    chains: list[int] = [board.chain(player.shrines, village) for player in seen.players]
    ranking: list[dict[str, object]] = []
    for chain in range(PER_VILLAGE, 0, -1):
        if chain not in chains:
            continue
        for party, of in enumerate(chains):
            if of == chain:
                shrines = count_spaces(seen.players[party].shrines & whole_village(village))
                entry: dict[str, object] = {
                    "seat": party_word(seen, party),
                    "chain": chain,
                    "shrines": shrines,
                    "tied": chains.count(chain) > 1,
                }
                ranking.append(entry)
    return ranking


# -- players ----------------------------------------------------------------------------------


def write_player(seen: KamisamaView, seat: int, named: bool) -> dict[str, object]:
    cards = seen.cards
    player = seen.players[seat]
    hidden = seen.frame.kind == KAMI
    sheet = None if hidden or player.kami == NO_KAMI else cards.kami[player.kami]
    village = front(seen, seat)
    villager_count: int = size_of(player.villagers) + seen.unnamed[seat]
    current = [VILLAGE_IDS[village]]
    if sheet is not None and sheet.has_moon and seen.moon not in (NO_VILLAGE, village):
        current.append(VILLAGE_IDS[seen.moon])
    data: dict[str, object] = {
        "seat": seat,
        "colour": COLOURS[seat],
        "side": SIDES[seen.seats][seat],
        "front": VILLAGE_IDS[village],
        "current": current,
        "kami": None if sheet is None else sheet.id,
        "shrines": cards.board.text(player.shrines),
        "supply": player.supply,
        "favor": player.favor,
        "nature": player.nature,
        "would_score": min(player.favor, player.nature),
        "vp": player.vp,
        "tokens": write_tokens(player.tokens),
        "sets": player.sets,
        "track_points": write_tracks(player.tracks, 3),
        "villagers": cards.card_ids(player.villagers) if named else None,
        "villager_count": villager_count,
        "villager_vp2": cards.points2(player.villagers) if named else None,
        "cubes": 2 + seen.year,
    }
    if sheet is not None:
        data["holds"] = kami_tokens(seen, seat)
    return data


def kami_tokens(seen: KamisamaView, seat: int) -> dict[str, object]:
    """The tokens of the kami that are with the player. [KS-SET-06]"""
    sheet = seen.cards.kami[seen.players[seat].kami]
    held: dict[str, object] = {}
    if sheet.has_seed:
        held["seed"] = SEEDS - count_spaces(seen.seeds)
    if sheet.has_moon:
        held["moon"] = size_of(seen.moons_left)
    if sheet.has_fear:
        held["fear"] = 1 if seen.fear < 0 else 0
    if sheet.has_rage:
        held["rage"] = "charged" if seen.rage else "calm"
    return held


def write_fox(seen: KamisamaView) -> dict[str, object]:
    fox = seen.players[seen.seats]
    deck: i64 = seen.cards.fox_decks[seen.settings.edition]
    side = fox_side(seen)
    return {
        "colour": COLOURS[seen.seats],
        "side": side,
        "village": VILLAGE_IDS[(side - seen.rot) & 3],
        "shrines": seen.cards.board.text(fox.shrines),
        "supply": fox.supply,
        "villagers": seen.cards.card_ids(seen.gone),
        "used": bits_to_ids(seen.cards.fox_ids, deck & ~seen.fox_deck),
        "unused": bits_to_ids(seen.cards.fox_ids, seen.fox_deck),
    }


# -- the turn and the draft -------------------------------------------------------------------


def write_turn(seen: KamisamaView, playing: bool) -> dict[str, object]:
    turn = seen.turn
    data: dict[str, object] = {
        "cubes": turn.cubes,
        "basics": turn.basics,
        "basic_limit": BASIC_LIMIT,
        "used": write_used(turn.used),
        "passive_used": turn.passive_used,
        "rewarded": villages_in(turn.rewarded),
        "placed": seen.cards.board.text(turn.placed),
    }
    if playing:
        data["abilities"] = write_abilities(seen)
    step = asked_step(seen)
    if step is not None:
        data["step"] = step
    return data


def write_abilities(seen: KamisamaView) -> list[dict[str, object]]:
    """The abilities of whoever plays, and the refusal that stands in the way, if one does."""
    seat = (seen.first + seen.turns) % seen.seats
    sheet = seen.cards.kami[seen.players[seat].kami]
    abilities: list[dict[str, object]] = []
    for number in range(3):
        cost = sheet.costs[number]
        why: str | None = None
        if seen.turn.used >> number & 1:
            why = "E-USED"
        elif cost > seen.turn.cubes:
            why = "E-CUBES"
        abilities.append({"n": number + 1, "cost": cost, "why_not": why})
    return abilities


def asked_step(seen: KamisamaView) -> dict[str, object] | None:
    """Which step of which ability, passive or claim asks."""
    frame = seen.frame
    if frame.kind == TO and frame.below is not None:
        source = seen.cards.board.texts[frame.a]
        frame = frame.below
        return {"program": frame.a, "step": (frame.b >> 4) + 1, "source": source}
    if frame.kind > KAMI and frame.kind != ACT and frame.below is not None:
        return {"program": frame.a, "step": (frame.b >> 4) + 1, "times": frame.b & 15}
    return None


def write_draft(seen: KamisamaView) -> dict[str, object] | None:
    draft = seen.draft
    if draft.village == NO_VILLAGE:
        return None
    return {
        "village": VILLAGE_IDS[draft.village],
        "order": write_order(draft.order),
        "taken": draft.taken,
        "cards": DRAW_BY_PLAYERS[seen.seats],
        "hand_size": seen.hand_size,
        "hand": None if draft.hand < 0 else seen.cards.card_ids(draft.hand),
        "seen": seats_in(draft.seen),
    }


def write_leftovers(seen: KamisamaView) -> list[dict[str, object]]:
    return [
        {
            "village": VILLAGE_IDS[left.village],
            "count": left.count,
            "cards": None if left.cards < 0 else seen.cards.card_ids(left.cards),
            "seen": seats_in(left.seen),
        }
        for left in seen.leftovers
    ]


# -- previews ---------------------------------------------------------------------------------


def write_preview(seen: KamisamaView, missing: i64) -> dict[str, object]:
    """For each option that places a shrine: what it yields, and the token it would earn."""
    preview: dict[str, object] = {}
    if seen.asked != seen.seat or seen.seat < 0 or seen.frame.kind not in (ACT, AT):
        return preview
    step: Step | None = None
    if seen.frame.kind == AT:
        step = seen.cards.programs[seen.frame.a].steps[seen.frame.b >> 4]
        if step.op not in (ADD, REPLACE) or step.with_seed:
            return preview
    for text in seen.listed:
        word, _, name = text.partition(" ")
        if word in ("add", "at"):
            preview[text] = preview_of(seen, seen.cards.board.texts.index(name), step, missing)
    return preview


def preview_of(seen: KamisamaView, space: int, step: Step | None, missing: i64) -> object:
    gains = seen.cards.yields[space]
    passive = seen.cards.kami[seen.players[seen.seat].kami].passive
    playing = seen.draft.village == NO_VILLAGE
    if passive.trigger == ON_ADD and passive.spaces & bit(space) and passive.program.is_instant:
        if (playing or not passive.own_turn) and not (passive.once and seen.turn.passive_used):
            gains += passive.program.instant
    if step is not None and not step.needs_opponent:
        gains += step.gain
    favor, nature = gain_words(gains)
    village = VILLAGE_OF[space]
    earns = playing and missing & bit(space) and not seen.turn.rewarded >> village & 1
    return {"favor": favor, "nature": nature, "token": VILLAGE_IDS[village] if earns else None}


# -- the end ----------------------------------------------------------------------------------


def write_result(seen: KamisamaView) -> dict[str, object]:
    """The final sheet: tracks by year, sets, tokens, villagers, and what breaks ties."""
    board = seen.cards.board
    seats: list[dict[str, object]] = []
    for seat in range(seen.seats):
        player = seen.players[seat]
        seats.append(
            {
                "vp": player.vp,
                "tracks": write_tracks(player.tracks, seen.settings.years),
                "sets": player.sets,
                "tokens": token_sum(player.tokens),
                "villagers": seen.cards.points2(player.villagers) // 2,
                "temples": count_spaces(player.shrines & board.temples),
                "peasants": size_of(player.villagers & seen.cards.peasants),
                "score": seen.final_scores[seat],
                "rank": seen.final_ranks[seat],
            }
        )
    winners = [seat for seat, rank in enumerate(seen.final_ranks) if rank == 1]
    return {"seats": seats, "winners": winners}
