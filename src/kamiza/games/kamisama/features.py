"""What counts in a position of Kami-sama, as whole numbers for each seat.

Everything here lies open, so it is the same whoever looks. Villages count by the place one has in
them and by who still comes there this year: a lead that nobody can attack any more is worth most.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.bits import size_of
from kamiza.core.native import append, i64, vec
from kamiza.games.kamisama.board import VILLAGES, bit, count_spaces, whole_village
from kamiza.games.kamisama.cards import KAMI, tokens_of
from kamiza.games.kamisama.frames import KAMI as CHOOSING
from kamiza.games.kamisama.frames import TAKE, TIE
from kamiza.games.kamisama.parts import order_size, party_in_order
from kamiza.games.kamisama.rules.goals import NO_GOAL
from kamiza.games.kamisama.rules.places import active_seat, free_spaces, is_turn, side_of
from kamiza.games.kamisama.rules.scoring import peasants, score
from kamiza.games.kamisama.table import NO_KAMI, Kamisama

PLACES: Final = ("first", "shared_first", "second", "lower")
COMING: Final = ("nobody", "one_rival", "rivals")
AGAIN: Final = ("", "_and_me")
KAMI_NAMES: Final = tuple(f"kami_{number}" for number in range(KAMI))
VILLAGE_NAMES: Final = tuple(
    f"{place}_{coming}{again}" for place in PLACES for coming in COMING for again in AGAIN
)
# After the places: what is counted over all villages together.
LEAD: Final = 24  # three, by who comes
BEHIND: Final = 27  # two, by whether I come
CHAIN: Final = 29
CHAIN_OPEN: Final = 30
SHRINES: Final = 31
SHRINES_HERE: Final = 32  # where the own next visit is
TEMPLE_OPEN: Final = 33
TEMPLES: Final = 34
ALMOST_NEW: Final = 35
ALMOST_OLD: Final = 36
ROOM: Final = 37
PICKS: Final = 38  # four: the places in the order of the draft that goes on
SCORE: Final = 42
AHEAD: Final = 43
SHORT: Final = 44
FAVOR: Final = 45
NATURE: Final = 46
LOWER: Final = 47
FAR_APART: Final = 48
KINDS: Final = 49  # four: with so many different tokens
DUPLICATES: Final = 53
SETS: Final = 54
SUPPLY: Final = 55
EMPTY: Final = 56
SCARCE: Final = 57
VILLAGERS: Final = 58
PEASANTS: Final = 59
CUBES: Final = 60
TURNS: Final = 61
SEEDS: Final = 62
RAGE: Final = 63
FEAR: Final = 64
MOON: Final = 65
FOX_BEHIND: Final = 66
KAMI_AT: Final = 67
NAMES: Final = (
    *VILLAGE_NAMES, "lead_nobody", "lead_one_rival", "lead_rivals", "behind", "behind_and_me",
    "chain", "chain_open", "shrines", "shrines_next_visit", "temple_open", "temples",
    "almost_new_token", "almost_old_token", "room", "pick_1", "pick_2", "pick_3", "pick_4",
    "score", "ahead", "short", "favor", "nature", "lower_track", "tracks_apart", "kinds_0",
    "kinds_1", "kinds_2", "kinds_3", "duplicates", "sets", "supply", "supply_empty",
    "supply_scarce", "villagers", "peasants", "cubes", "turns_left", "seeds", "rage", "fear",
    "moon", "fox_behind", *KAMI_NAMES,
)  # fmt: skip
WIDTH: Final = 75
STAGES: Final = tuple(
    f"year_{year}_{part}"
    for year in (1, 2, 3)
    for part in ("round_1", "round_2", "round_3", "round_4", "draft")
)
MOST_LEAD: Final = 3
FEW_SHRINES: Final = 3
DRAFT_PART: Final = 4
MOST_YEARS: Final = 3


def stage_of(state: Kamisama) -> i64:
    """The round of the year, or its draft; years are counted from the last one."""
    year: i64 = MOST_YEARS - state.settings.years + state.year - 1
    return 5 * year + part_of_year(state)


def part_of_year(state: Kamisama) -> i64:
    if is_turn(state):
        return (state.rot - state.red) & 3
    return DRAFT_PART


def turn_of(state: Kamisama) -> i64:
    """The turns of a year, then each claim of its draft; choosing kami is one turn for all."""
    if state.frame.kind == CHOOSING:
        return 0
    if is_turn(state):
        return state.year << 16 | part_of_year(state) << 8 | state.turns + 1
    claims: i64 = state.draft.taken
    if state.frame.kind != TAKE and state.frame.kind != TIE:
        claims -= 1  # the card is taken, and its claim goes on
    return state.year << 16 | 1 << 12 | state.draft.village << 4 | claims + 1


def features_of(state: Kamisama) -> vec[i64]:
    """One row for each seat."""
    rows: vec[i64] = vec[i64](capacity=WIDTH * state.seats)
    for _place in range(WIDTH * state.seats):
        rows = append(rows, 0)
    for village in range(VILLAGES):
        count_village(state, rows, village)
    best: i64 = 0
    second: i64 = 0
    for seat in range(state.seats):
        points: i64 = score(state, seat)
        rows[WIDTH * seat + SCORE] = points
        if points > best:
            second = best
            best = points
        elif points > second:
            second = points
    for seat in range(state.seats):
        count_seat(state, rows, seat, best, second)
    if not is_turn(state):
        count_picks(state, rows)
    return rows


def features_in_village(state: Kamisama, village: i64) -> vec[i64]:
    """What of the features counts one village."""
    rows: vec[i64] = vec[i64](capacity=WIDTH * state.seats)
    for _place in range(WIDTH * state.seats):
        rows = append(rows, 0)
    count_village(state, rows, village)
    return rows


# -- villages ---------------------------------------------------------------------------------


def round_of_visit(state: Kamisama, seat: i64, village: i64) -> i64:
    """In which round of a year a seat is at a village, from 0. [KS-RND-01]"""
    return (side_of(state, seat) - village - state.red) & 3


def visits(state: Kamisama, seat: i64, village: i64) -> bool:
    """Does this seat still come to this village this year, or is it there now?"""
    if not is_turn(state):
        return False
    when: i64 = round_of_visit(state, seat, village)
    now: i64 = part_of_year(state)
    if when != now:
        return when > now
    return (seat - state.first + state.seats) % state.seats >= state.turns


def count_village(state: Kamisama, rows: vec[i64], village: i64) -> None:
    """The places in one village, with who still comes."""
    board = state.cards.board
    inside: i64 = whole_village(village)
    chains: i64 = 0
    coming: i64 = 0
    visitors: i64 = 0
    for party in range(state.parties):
        chains |= board.chain(state.players[party].shrines, village) << (8 * party)
        if party < state.seats and visits(state, party, village):
            coming |= bit(party)
            visitors += 1
    is_open = is_turn(state) or village >= state.draft.village
    for seat in range(state.seats):
        at: i64 = WIDTH * seat
        mine: i64 = chains >> (8 * seat) & 255
        own: i64 = state.players[seat].shrines & inside
        comes: i64 = coming >> seat & 1
        rows[at + CHAIN] += mine
        rows[at + SHRINES] += count_spaces(own)
        if own & board.temples:
            rows[at + TEMPLES] += 1
        if comes:
            count_visit(state, rows, seat, village)
        if not is_open:
            continue
        rows[at + CHAIN_OPEN] += mine
        if own & board.temples:
            rows[at + TEMPLE_OPEN] += 1
        if mine > 0:
            count_place(state, rows, seat, chains, visitors - comes, comes)


def count_place(
    state: Kamisama, rows: vec[i64], seat: i64, chains: i64, rivals: i64, comes: i64
) -> None:
    """The place by influence, and how safe it is. [KS-INF-03]"""
    at: i64 = WIDTH * seat
    mine: i64 = chains >> (8 * seat) & 255
    most: i64 = 0
    ahead: i64 = 0
    level: i64 = 0
    for party in range(state.parties):
        theirs: i64 = chains >> (8 * party) & 255
        if party == seat:
            continue
        if theirs > most:
            most = theirs
        if theirs > mine:
            ahead += 1
        elif theirs == mine:
            level += 1
    place: i64 = 3
    if ahead == 0:
        place = 0 if level == 0 else 1
    elif ahead == 1:
        place = 2
    who: i64 = 2 if rivals > 2 else rivals
    rows[at + 6 * place + 2 * who + comes] += 1
    if place == 0:
        rows[at + LEAD + who] += at_most(mine - most, MOST_LEAD)
    elif ahead > 0:
        rows[at + BEHIND + comes] += at_most(most - mine, MOST_LEAD)
        if state.parties > state.seats and most == chains >> (8 * state.seats) & 255:
            rows[at + FOX_BEHIND] += 1


def count_visit(state: Kamisama, rows: vec[i64], seat: i64, village: i64) -> None:
    """What a visit to come may bring: room, and the goal of the year."""
    at: i64 = WIDTH * seat
    inside: i64 = whole_village(village)
    free: i64 = free_spaces(state)
    shrines: i64 = state.players[seat].shrines
    rows[at + ROOM] += count_spaces(free & inside)
    rows[at + TURNS] += 1
    if round_of_visit(state, seat, village) <= part_of_year(state) + 1:
        rows[at + SHRINES_HERE] += count_spaces(shrines & inside)
    if state.goal == NO_GOAL or tokens_of(state.tokens, village) == 0:
        return
    goal = state.cards.goals[state.goal]
    if goal.missing(state.cards.board, shrines, free, village):
        if tokens_of(state.players[seat].tokens, village) == 0:
            rows[at + ALMOST_NEW] += 1
        else:
            rows[at + ALMOST_OLD] += 1


def at_most(number: i64, most: i64) -> i64:
    return most if number > most else number


# -- what everybody has -----------------------------------------------------------------------


def count_seat(state: Kamisama, rows: vec[i64], seat: i64, best: i64, second: i64) -> None:
    at: i64 = WIDTH * seat
    player = state.players[seat]
    points: i64 = rows[at + SCORE]
    rows[at + AHEAD] = points - second if points == best else 0
    rows[at + SHORT] = best - points
    rows[at + FAVOR] = player.favor
    rows[at + NATURE] = player.nature
    lower: i64 = player.favor if player.favor < player.nature else player.nature
    apart: i64 = player.favor + player.nature - 2 * lower
    rows[at + LOWER] = lower
    rows[at + FAR_APART] = apart * apart
    kinds: i64 = 0
    for village in range(VILLAGES):
        held: i64 = tokens_of(player.tokens, village)
        if held > 0:
            kinds += 1
            rows[at + DUPLICATES] += held - 1
    rows[at + KINDS + at_most(kinds, 3)] = 1
    rows[at + SETS] = player.sets
    rows[at + SUPPLY] = player.supply
    if player.supply == 0:
        rows[at + EMPTY] = 1
    if player.supply <= FEW_SHRINES:
        rows[at + SCARCE] = 1
    rows[at + VILLAGERS] = size_of(player.villagers)
    rows[at + PEASANTS] = peasants(state, seat)
    if is_turn(state) and seat == active_seat(state):
        rows[at + CUBES] = state.turn.cubes
    count_tokens(state, rows, seat)


def count_tokens(state: Kamisama, rows: vec[i64], seat: i64) -> None:
    """What only one kami has. While kami are chosen nobody's is known."""
    at: i64 = WIDTH * seat
    if state.frame.kind != CHOOSING and state.players[seat].kami != NO_KAMI:
        rows[at + KAMI_AT + state.players[seat].kami] = 1
    if seat == state.seed_seat:
        rows[at + SEEDS] = count_spaces(state.seeds)
    if seat == state.rage_seat and state.rage:
        rows[at + RAGE] = 1
    if seat == state.fear_seat and state.fear >= 0:
        rows[at + FEAR] = 1
    if seat == state.moon_seat and state.moon >= 0:
        rows[at + MOON] = 1


def count_picks(state: Kamisama, rows: vec[i64]) -> None:
    """Who still takes a villager in the village of the draft, and when."""
    draft = state.draft
    for place in range(draft.taken, order_size(draft.order)):
        party: i64 = party_in_order(draft.order, place)
        if party < state.seats:
            rows[WIDTH * party + PICKS + at_most(place - draft.taken, 3)] = 1
