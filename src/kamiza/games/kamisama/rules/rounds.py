"""Chapters 4.1, 4.2, 4.5 and 4.6 C and D: years and rounds, the turning board, the tracks."""

from __future__ import annotations

from kamiza.core.action import seat_letter
from kamiza.core.bits import draw_from
from kamiza.core.native import i64
from kamiza.games.kamisama.board import NO_VILLAGE, VILLAGE_IDS, bit
from kamiza.games.kamisama.frames import FINAL_FRAME, RANK_FRAME, TURN_FRAME, YEAR_START_FRAME
from kamiza.games.kamisama.rules.effects import passive_of
from kamiza.games.kamisama.rules.steps import DRAW_MOON, START_OF_YEAR
from kamiza.games.kamisama.table import GOAL_STREAM, MOON_STREAM, NO_SEAT, Kamisama


def start_year(state: Kamisama) -> None:
    """Passives that act at the beginning of a year, then the first turn. [KS-YEAR-01]"""
    if state.log is not None:
        goal = state.cards.goal_ids[state.goal]
        state.emit(
            "year_began", {"year": state.year, "goal": goal, "seat": seat_letter(state.first)}
        )
    for seat in range(state.seats):
        passive = passive_of(state, seat)
        if passive.trigger == START_OF_YEAR:
            for step in passive.program.steps:
                if step.op == DRAW_MOON:
                    draw_moon(state)
    state.turns = 0
    state.frame = TURN_FRAME


def draw_moon(state: Kamisama) -> None:
    """Last year's Moon token leaves the game, a new one is drawn. [KS-YEAR-02] [KS-DES-20]"""
    if state.moons_left == 0 or state.moon_seat == NO_SEAT:
        state.moon = NO_VILLAGE
        return
    village: i64 = draw_from(state.moons_left, state.moons_next, state.rng, MOON_STREAM)
    state.moons_next = state.moons_next[1:]
    state.moon = village
    state.moons_left &= ~bit(village)
    state.reveals += 1
    if state.log is not None:
        state.emit(
            "moon_drawn", {"seat": seat_letter(state.moon_seat), "village": VILLAGE_IDS[village]}
        )


def rotate(state: Kamisama) -> None:
    """The board turns, the first player changes; after four times the year ends. [KS-FLOW-05]

    With four players the first player travels with the Farming village [KS-TURN-02], with two and
    three the first player token passes on [KS-3P-04]: both are the next seat clockwise.
    """
    state.rot = (state.rot + 1) & 3
    state.first = (state.first + 1) % state.seats
    state.turns = 0
    if state.log is not None:
        state.emit("board_turned", {"rot": state.rot, "first": seat_letter(state.first)})
    if state.rot == state.red:  # [KS-TURN-05] [KS-RUL-03]
        state.draft.village = 0
        state.draft.order = 0
        state.draft.taken = 0
        if state.log is not None:
            state.emit("year_ended", {"year": state.year})
        state.frame = RANK_FRAME
    else:
        state.frame = TURN_FRAME


def score_tracks(state: Kamisama) -> None:
    """The lower track counts, then both go back to 0. [KS-TRK-01] [KS-TRK-02]"""
    for seat in range(state.seats):
        player = state.players[seat]
        lower: i64 = player.favor if player.favor < player.nature else player.nature
        if state.log is not None:
            facts: dict[str, object] = {
                "seat": seat_letter(seat),
                "favor": player.favor,
                "nature": player.nature,
                "vp": lower,
            }
            state.emit("tracks_scored", facts)
        player.vp += lower
        player.tracks += lower << (16 * (state.year - 1))
        player.favor = 0
        player.nature = 0
    state.draft.village = NO_VILLAGE
    if state.year == state.settings.years:
        state.frame = FINAL_FRAME  # [KS-PREP-05] [KS-FG-10]
    else:
        prepare_next_year(state)


def prepare_next_year(state: Kamisama) -> None:
    """Goal, cube, one more rotation, the red advent token. [KS-PREP-01..04]"""
    state.year += 1
    reveal_goal(state)
    state.rot = (state.rot + 1) & 3
    state.red = state.rot
    if state.seats == 4:
        state.first = state.rot  # [KS-RUL-42]; otherwise the token is not touched
    state.frame = YEAR_START_FRAME


def reveal_goal(state: Kamisama) -> None:
    """The next goal card becomes the only active one. [KS-PREP-01] [KS-RUL-37]"""
    goal: i64 = draw_from(state.goals_left, state.goals_next, state.rng, GOAL_STREAM)
    state.goals_next = state.goals_next[1:]
    state.goals_left &= ~bit(goal)
    state.goal = goal
    state.reveals += 1
