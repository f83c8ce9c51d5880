"""Preparing the table: gods, temples, Energy, the Hall, starting decks. [KB-FFA-01..16]"""

from __future__ import annotations

from typing import Final

from kamiza.core.bits import nth_member, size_of
from kamiza.core.game import Setup
from kamiza.core.native import append, i64, vec
from kamiza.core.rng import Rng
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import SINGLE, Cards
from kamiza.games.battles.language import bit
from kamiza.games.battles.rules.decks import draw
from kamiza.games.battles.rules.hall import refill
from kamiza.games.battles.rules.moves import (
    ASK_GOD,
    ASK_MAIN,
    ASK_TEMPLE,
    GOD_MOVE,
    MAIN_MOVE,
    TEMPLE_MOVE,
    pack,
)
from kamiza.games.battles.rules.settings import (
    artifact_kinds,
    by_randomizers,
    draws_warriors,
    gods_of,
    kinds_of,
    starting_deck,
    temples_of,
)
from kamiza.games.battles.rules.zones import count_triggers
from kamiza.games.battles.stack.turns import KEEP_GOD, NAME_MAIN, PICK_TEMPLE, Preparation, Turn
from kamiza.games.battles.table.battles import (
    GOD_STREAM,
    HAND_SIZE,
    RANDOMIZER_STREAM,
    SEAT_STREAM,
    Battles,
    after,
    blank_table,
)
from kamiza.games.battles.table.players import MAIN, SOLO, SUPPORT
from kamiza.games.battles.table.points import STARTING_BEGIN
from kamiza.games.battles.table.settings import Settings

SOLO_ENERGY: Final = 15  # [KB-FFA-06]
MAIN_ENERGY: Final = 20  # [KB-TEAM-09]
SUPPORT_ENERGY: Final = 10  # [KB-TEAM-10]
TEMPLE_ENERGY: Final = 5  # [KB-FFA-07] [KB-TEAM-11]


def set_up(cards: Cards, setup: Setup) -> Battles:
    """A table up to its first question; `settle` goes on from there."""
    settings = Settings(cards, setup.settings)
    state = blank_table(cards, settings, setup.seats)
    state.rng = setup.rng()
    for seat in range(state.seats):
        state.players[seat].team = seat % 2 if settings.team else seat  # in turn [KB-TEAM-03]
    choose_kinds(state)
    preparation = Preparation(0, NAME_MAIN)
    state.frame = preparation
    if settings.team:
        begin_team(state, preparation)
    else:
        deal_gods(state)
        state.first = settings.first_player
        if state.first < 0:
            state.first = state.rng.below(state.seats, SEAT_STREAM)
        begin_gods(state, preparation)
    return state


# -- which cards ------------------------------------------------------------------------------


def choose_kinds(state: Battles) -> None:
    """The kinds on the table: chosen, by randomizers if sets are mixed, or all there are.
    [KB-COMB-01] [KB-COMB-05..08]"""
    cards, settings = state.cards, state.settings
    warriors = list(settings.warriors) or kinds_of(cards, settings, w.WARRIOR)
    if draws_warriors(settings):
        state.rng.shuffle(warriors, RANDOMIZER_STREAM)
        warriors = by_randomizers(cards, warriors)
    artifacts = artifact_kinds(cards, settings)
    disciples = list(settings.disciples)
    for rank in (1, 2, 3):
        if not any(cards.rank[kind] == rank for kind in disciples):
            kinds = [k for k in kinds_of(cards, settings, w.DISCIPLE) if cards.rank[k] == rank]
            disciples.append(kinds[random_index(state.rng, len(kinds))])
    supply = [0] * len(cards.ids)
    for kind in [*warriors, *artifacts, *disciples]:
        supply[kind] = cards.copies[kind]
    state.supply = bytes(supply)
    state.disciple_piles = bytes(sorted(disciples, key=lambda kind: cards.rank[kind]))
    state.disciple_sizes = bytes(state.supply[kind] for kind in state.disciple_piles)
    fill_decks(state)


def random_index(rng: Rng, number: int) -> int:
    return rng.below(number, RANDOMIZER_STREAM) if number > 1 else 0


# -- gods -------------------------------------------------------------------------------------


def deal_gods(state: Battles) -> None:
    """Two gods to each player, or one. [KB-FFA-01]"""
    left: i64 = 0
    for god in gods_of(state.cards, state.settings):
        left |= bit(god)
    each: i64 = 1 if state.settings.random_god else 2
    for seat in range(state.seats):
        for _ in range(each):
            place: i64 = state.rng.below(size_of(left), GOD_STREAM)
            god_number: i64 = nth_member(left, place)
            left &= ~bit(god_number)
            state.players[seat].dealt |= bit(god_number)
    state.reveals += 1


def begin_gods(state: Battles, preparation: Preparation) -> None:
    """Everybody keeps one god, asked one after the other in secret. [KB-FFA-02]"""
    preparation.stage = KEEP_GOD
    preparation.seats_done = 0
    preparation.seat = god_seat(state, 0)


def god_seat(state: Battles, index: i64) -> i64:
    """Who chooses a god as number `index`: from the starter clockwise, or team A's Main God, its
    team, then team B."""
    if not state.settings.team:
        return (state.first + index) % state.seats
    half: i64 = state.seats // 2
    team: i64 = 1 if index >= half else 0
    main: i64 = main_god(state, team)
    return (main + 2 * (index % half)) % state.seats


def main_god(state: Battles, team: i64) -> i64:
    for seat in range(state.seats):
        if state.players[seat].team == team and state.players[seat].role == MAIN:
            return seat
    return team


# -- teams ------------------------------------------------------------------------------------


def begin_team(state: Battles, preparation: Preparation) -> None:
    """Each team has a Main God; with `captain` the lowest seat of the team names it."""
    for player in state.players:
        player.role = SUPPORT
    if state.settings.main_god == "captain":
        preparation.seat = 0
        return
    for team in range(2):
        seat: i64 = team
        if state.settings.main_god == "random":
            seat = team + 2 * state.rng.below(state.seats // 2, SEAT_STREAM)
        state.players[seat].role = MAIN
    draw_cultures(state)
    begin_gods(state, preparation)


def name_main(state: Battles, preparation: Preparation, seat: i64) -> None:
    """A captain has named the Main God of the team. [KB-TEAM-02]"""
    state.players[seat].role = MAIN
    if state.log is not None:
        state.emit("main_named", {"seat": seat})
    if preparation.seat == 0:
        preparation.seat = 1
        return
    draw_cultures(state)
    begin_gods(state, preparation)


def draw_cultures(state: Battles) -> None:
    """Two different Cultures by chance, the first for team A. [KB-TEAM-04]"""
    gods = gods_of(state.cards, state.settings)
    sets: list[int] = []
    for culture in range(len(state.cards.cultures)):
        members = 0
        for god in gods:
            if state.cards.culture[god] == culture:
                members |= 1 << god
        if members.bit_count() >= state.seats // 2:
            sets.append(members)
    first: i64 = state.rng.below(len(sets), GOD_STREAM)
    second: i64 = state.rng.below(len(sets) - 1, GOD_STREAM)
    if second >= first:
        second += 1
    for player in state.players:
        player.dealt = sets[second] if player.team else sets[first]
    state.reveals += 1
    if state.log is not None:
        names = [culture_name(state, members) for members in (sets[first], sets[second])]
        state.emit("cultures_drawn", {"cultures": names})


def culture_name(state: Battles, gods: i64) -> str:
    return state.cards.cultures[state.cards.culture[nth_member(gods, 0)]]


# -- questions --------------------------------------------------------------------------------


def run_setup(state: Battles, preparation: Preparation) -> bool:
    """Ask the next question of the set-up, or finish it."""
    state.asked = preparation.seat
    if preparation.stage == NAME_MAIN:
        state.question = ASK_MAIN
        return True
    if preparation.stage == KEEP_GOD:
        state.question = ASK_GOD
        return True
    while preparation.seats_done < state.seats:
        if matching_temples(state, preparation.seat) != 0:
            state.asked = preparation.seat
            state.question = ASK_TEMPLE
            return True
        preparation.seats_done += 1  # no question [KB-RUL-06]
        preparation.seat = after(state, preparation.seat)
    finish_setup(state)
    return False


def setup_answers(state: Battles, preparation: Preparation) -> vec[i64]:
    listed: vec[i64] = vec[i64](capacity=8)
    if preparation.stage == NAME_MAIN:
        for seat in range(state.seats):
            if state.players[seat].team == state.players[preparation.seat].team:
                listed = append(listed, pack(MAIN_MOVE, seat))
    elif preparation.stage == KEEP_GOD:
        for god in range(len(state.cards.god_ids)):
            if state.players[preparation.seat].dealt >> god & 1:
                listed = append(listed, pack(GOD_MOVE, god))
    else:
        temples: i64 = matching_temples(state, preparation.seat)
        for temple in range(len(state.cards.temple_ids)):
            if temples >> temple & 1:
                listed = append(listed, pack(TEMPLE_MOVE, temple))
    return listed


def matching_temples(state: Battles, seat: i64) -> i64:
    """The temples left that share a Sphere with the god; or any, if the table is lenient."""
    spheres: i64 = state.cards.spheres[state.players[seat].god]
    found: i64 = 0
    for temple in range(len(state.cards.temple_ids)):
        if state.temples_left >> temple & 1 and state.cards.sphere[temple] & spheres:
            found |= bit(temple)
    if found == 0 and state.settings.any_temple:
        return state.temples_left
    return found


def keep_god(state: Battles, preparation: Preparation, god: i64) -> None:
    """A god is kept in secret; after the last one all are turned up together. [KB-TEAM-07]"""
    player = state.players[preparation.seat]
    player.god = god
    if state.log is not None:
        audience: i64 = 0
        for seat in range(state.seats):
            if state.players[seat].team == player.team:
                audience |= bit(seat)
        secret: dict[str, object] = {"god": state.cards.god_ids[god]}
        state.emit("god_kept", {"seat": preparation.seat}, secret, audience)
    if state.settings.team:
        for other in state.players:
            if other.team == player.team:
                other.dealt &= ~bit(god)
    preparation.seats_done += 1
    if preparation.seats_done < state.seats:
        preparation.seat = god_seat(state, preparation.seats_done)
        return
    reveal_gods(state)
    begin_temples(state, preparation)


def reveal_gods(state: Battles) -> None:
    gods: list[str] = []
    for player in state.players:
        player.dealt = 0
        gods.append(state.cards.god_ids[player.god])
        if player.role == SOLO:
            player.energy = SOLO_ENERGY
        else:
            player.energy = MAIN_ENERGY if player.role == MAIN else SUPPORT_ENERGY
    state.reveals += 1
    if state.log is not None:
        state.emit("gods_revealed", {"gods": gods})


def begin_temples(state: Battles, preparation: Preparation) -> None:
    """From the starting player, in a Team Match from a random seat, clockwise. [KB-TEAM-08]"""
    preparation.stage = PICK_TEMPLE
    preparation.seats_done = 0
    preparation.seat = state.first
    if not state.settings.temples:
        preparation.seats_done = state.seats
        return
    if state.settings.team:
        preparation.seat = state.rng.below(state.seats, SEAT_STREAM)
        state.reveals += 1
    for temple in temples_of(state.cards, state.settings):
        state.temples_left |= bit(temple)


def pick_temple(state: Battles, preparation: Preparation, temple: i64) -> None:
    """Each temple can be picked once. [KB-FFA-05]"""
    player = state.players[preparation.seat]
    player.temple = temple
    player.temple_energy = TEMPLE_ENERGY
    state.temples_left &= ~bit(temple)
    if state.log is not None:
        facts: dict[str, object] = {
            "seat": preparation.seat,
            "temple": state.cards.temple_ids[temple],
        }
        state.emit("temple_picked", facts)
    preparation.seats_done += 1
    preparation.seat = after(state, preparation.seat)


# -- the rest ---------------------------------------------------------------------------------


def finish_setup(state: Battles) -> None:
    """Hall, decks and hands, and the first turn. [KB-FFA-08..16] [KB-TEAM-12..15]"""
    state.temples_left = 0
    refill(state, False)
    recipe = starting_deck(state.settings)
    sizes = list(state.disciple_sizes)
    for player in state.players:
        deck = b""
        for rank in range(3):
            deck += SINGLE[state.disciple_piles[rank]] * recipe[rank]
            sizes[rank] -= recipe[rank]
        player.deck.rest = bytes(sorted(deck))
    state.disciple_sizes = bytes(sizes)
    for seat in range(state.seats):
        count_triggers(state, seat, state.players[seat].deck.rest)
        draw(state, seat, HAND_SIZE)
    if state.settings.team:
        state.first = main_god(state, first_team(state))
    state.active = state.first
    state.turn = 1
    state.frame = Turn(state.first, STARTING_BEGIN)


def first_team(state: Battles) -> i64:
    """The team that plays first: drawn, or the one of the seat the owner named. Who is Main God
    may be settled only at the table, after the owner has named a seat. [KB-TEAM-15] [KB-OPT-03]"""
    named: i64 = state.settings.first_player
    if named >= 0:
        return state.players[named].team
    state.reveals += 1
    return state.rng.below(2, SEAT_STREAM)


def fill_decks(state: Battles) -> None:
    """All Warriors and Artifacts of the game, face down."""
    for type in (w.WARRIOR, w.ARTIFACT):
        cards = b""
        for kind in range(state.cards.kinds):
            if state.cards.type[kind] == type:
                cards += SINGLE[kind] * state.supply[kind]
        if type == w.WARRIOR:
            state.warrior_deck.rest = cards
        else:
            state.artifact_deck.rest = cards
