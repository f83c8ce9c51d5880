"""Everything of `EXTRAS` for a view: the table, the players, the final count."""

from __future__ import annotations

from typing import cast

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.bits import size_of
from kamiza.core.game import View
from kamiza.core.native import i64
from kamiza.core.schema import Json
from kamiza.games.kamisama.board import NO_VILLAGE, VILLAGE_IDS, count_spaces
from kamiza.games.kamisama.cards import (
    BASIC_LIMIT,
    COLOURS,
    DRAW_BY_PLAYERS,
    ROUNDS,
    SEEDS,
    SET_VP,
    half_points,
    token_sum,
)
from kamiza.games.kamisama.frames import ACT, KAMI, TO
from kamiza.games.kamisama.notation import tracks_by_year
from kamiza.games.kamisama.rules.goals import NO_GOAL
from kamiza.games.kamisama.rules.places import (
    active_seat,
    fox_side,
    front_village,
    has_fox,
    is_turn,
    side_of,
    village_at,
)
from kamiza.games.kamisama.rules.scoring import peasants, ranks, scores, temples, villager_points
from kamiza.games.kamisama.rules.steps import Program
from kamiza.games.kamisama.rules.turn import cubes_of_year
from kamiza.games.kamisama.showing.preview import lower, show_preview
from kamiza.games.kamisama.showing.villages import show_village
from kamiza.games.kamisama.table import NO_KAMI, Kamisama, Player


def show(seen: View) -> Json:
    """Everything of `EXTRAS` for this view."""
    known = cast(Kamisama, seen.known)
    is_over = known.asked == NOBODY
    playing = is_turn(known) and not is_over and known.frame.kind != KAMI
    seats = range(int(known.seats))
    shown: Json = {
        "years": known.settings.years,
        "round": round_of(known),
        "rounds": ROUNDS,
        "order": [seat_letter((known.first + step) % known.seats) for step in seats],
        "active": seat_letter(active_seat(known)) if playing else None,
        "goal": show_goal(known),
        "villages": [show_village(seen, village) for village in range(len(VILLAGE_IDS))],
        "kitsune": show_fox(known) if has_fox(known) else None,
        "basic_limit": BASIC_LIMIT,
        "abilities": show_abilities(known) if playing else [],
        "cause": show_cause(known),
        "source": known.cards.board.texts[known.frame.a] if known.frame.kind == TO else None,
        "drawn": DRAW_BY_PLAYERS[known.seats],
        "preview": show_preview(seen),
        "players": {seat_letter(seat): show_player(seen, seat) for seat in seats},
    }
    if seen.seat >= 0:
        shown["private"] = {"kami": kami_id(known, known.players[seen.seat])}
    if is_over:
        shown["result"] = show_result(known)
    return shown


def round_of(known: Kamisama) -> i64:
    """The round of the year; its end, and the end of the game, belong to the last. [KS-RND-03]"""
    if not is_turn(known) or known.asked == NOBODY:
        return ROUNDS
    return 1 + ((known.rot - known.red) & 3)


def kami_id(known: Kamisama, player: Player) -> str | None:
    return None if player.kami == NO_KAMI else known.cards.kami_ids[player.kami]


def show_goal(known: Kamisama) -> Json | None:
    if known.goal == NO_GOAL:
        return None
    table = known.cards.goals[known.goal].table
    data: Json = {}
    for name in ("id", "name", "name_ja", "text", "text_ja", "kind", "cells", "any_of", "size"):
        if name in table.data:
            data[name] = table.data[name]
    return data


# -- the turn ---------------------------------------------------------------------------------


def show_abilities(known: Kamisama) -> list[Json]:
    """The abilities of whoever plays, and the refusal that stands in the way, if one does."""
    sheet = known.cards.kami[known.players[active_seat(known)].kami]
    abilities: list[Json] = []
    for number in range(3):
        cost = sheet.costs[number]
        why: str | None = None
        if known.turn.used >> number & 1:
            why = "E-USED"
        elif cost > known.turn.cubes:
            why = "E-CUBES"
        abilities.append({"n": number + 1, "cost": cost, "why_not": why})
    return abilities


def show_cause(known: Kamisama) -> Json | None:
    """Which ability, passive or claim asks."""
    frame = known.frame
    if frame.kind == TO and frame.below is not None:
        frame = frame.below
    if frame.kind == KAMI or frame.kind == ACT or frame.below is None:
        return None
    program = known.cards.programs[frame.a]
    for sheet in known.cards.kami:
        if program is sheet.passive.program:
            return cause("passive", sheet.id, 0)
        if program is sheet.free:
            return cause("free", sheet.id, 0)
        if program in sheet.abilities:
            return cause("ability", sheet.id, sheet.abilities.index(program) + 1)
    return cause("villager", claimed(known, program), 0)


def cause(kind: str, id: str, number: int) -> Json:
    return {"kind": kind, "id": id, "n": number}


def claimed(known: Kamisama, program: Program) -> str:
    for villager in known.cards.villagers:
        if villager.program is program:
            return villager.id
    return ""


# -- players ----------------------------------------------------------------------------------


def shows_villagers(seen: View, seat: int) -> bool:
    """Face down before others, until the end. [KS-RUL-14]"""
    known = cast(Kamisama, seen.known)
    return not known.settings.face_down or seat == seen.seat or known.asked == NOBODY


def show_player(seen: View, seat: int) -> Json:
    known = cast(Kamisama, seen.known)
    player = known.players[seat]
    choosing = known.frame.kind == KAMI
    front = front_village(known, seat)
    current = [VILLAGE_IDS[front]]
    if seat == known.moon_seat and known.moon not in (NO_VILLAGE, front):
        current.append(VILLAGE_IDS[known.moon])
    is_open = shows_villagers(seen, seat)
    shown: Json = {
        "colour": COLOURS[seat],
        "side": side_of(known, seat),
        "front": VILLAGE_IDS[front],
        "next_front": VILLAGE_IDS[(front - 1) & 3],
        "current": current,
        "kami": None if choosing else kami_id(known, player),
        "supply": player.supply,
        "would_score": lower(player.favor, player.nature),
        "lower": lower_track(player),
        "villagers": known.cards.card_ids(player.villagers) if is_open else None,
        "villager_vp2": known.cards.points2(player.villagers) if is_open else None,
        "villager_points": half_points(known.cards.points2(player.villagers)) if is_open else None,
        "cubes": cubes_of_year(known.year),
    }
    if not choosing:
        shown["holds"] = show_held(known, player)
    return shown


def lower_track(player: Player) -> str:
    if player.favor == player.nature:
        return "even"
    return "favor" if player.favor < player.nature else "nature"


def show_held(known: Kamisama, player: Player) -> Json:
    """The tokens of the kami that are with the player. [KS-SET-06]"""
    sheet = known.cards.kami[player.kami]
    held: Json = {}
    if sheet.has_seed:
        held["seed"] = SEEDS - count_spaces(known.seeds)
    if sheet.has_moon:
        held["moon"] = size_of(known.moons_left)
    if sheet.has_fear:
        held["fear"] = 1 if known.fear < 0 else 0
    if sheet.has_rage:
        held["rage"] = "charged" if known.rage else "calm"
    return held


def show_fox(known: Kamisama) -> Json:
    fox = known.players[known.seats]
    deck: i64 = known.cards.fox_decks[known.settings.edition] & ~known.fox_deck
    side = fox_side(known)
    return {
        "colour": COLOURS[known.seats],
        "side": side,
        "village": VILLAGE_IDS[village_at(known, side)],
        "supply": fox.supply,
        "used": [id for number, id in enumerate(known.cards.fox_ids) if deck >> number & 1],
    }


# -- the end ----------------------------------------------------------------------------------


def show_result(known: Kamisama) -> Json:
    """The final sheet: tracks by year, sets, tokens, villagers, and what breaks ties."""
    points, places = scores(known), ranks(known)
    years = range(int(known.settings.years))
    rows: list[Json] = [{"part": "tracks", "year": year + 1} for year in years]
    rows += [{"part": part, "year": 0} for part in ("sets", "tokens", "villagers")]
    seats: Json = {}
    for seat in range(known.seats):
        entry = show_count(known, seat)
        seats[seat_letter(seat)] = entry | {"score": points[seat], "rank": places[seat]}
    best = max(points)
    behind = [seat for seat, place in enumerate(places) if place == 2]
    return {
        "seats": seats,
        "rows": rows,
        "winners": [seat_letter(seat) for seat, place in enumerate(places) if place == 1],
        "is_level": points.count(best) > 1,
        "next": seat_letter(behind[0]) if behind else None,
        "margin": best - points[behind[0]] if behind else 0,
    }


def show_count(known: Kamisama, seat: int) -> Json:
    """What a player has scored, part by part."""
    player = known.players[seat]
    tracks = tracks_by_year(player.tracks, known.settings.years)
    tokens, villagers = token_sum(player.tokens), villager_points(known, seat)
    counts: list[int] = [*tracks, SET_VP * player.sets, tokens, villagers]
    return {
        "vp": player.vp,
        "tracks": tracks,
        "sets": player.sets,
        "tokens": tokens,
        "villagers": villagers,
        "temples": temples(known, seat),
        "peasants": peasants(known, seat),
        "counts": counts,
        "sums": [sum(counts[: row + 1]) for row in range(len(counts))],
    }
