"""What only a screen wants: running totals, prices, the role cards, the final count."""

from __future__ import annotations

from typing import Final, cast

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.bits import size_of
from kamiza.core.game import View
from kamiza.core.kinds import COUNT, TEXT, YES_OR_NO, by_seat, listing, record
from kamiza.core.schema import TABLE, Json
from kamiza.core.shapes import Extra, Extras
from kamiza.games.shintoh.cards import GODS, Cards, Role, influence_of, size
from kamiza.games.shintoh.rules.scoring import god_points, has_role, ranks, role_value, scores
from kamiza.games.shintoh.rules.treasures import can_look
from kamiza.games.shintoh.table import Shintoh, god_pile, total, unknown_cards

ROLE: Final = record(
    "RoleView",
    {"id": TEXT, "name": TEXT, "name_ja": TEXT, "value": COUNT, "members": listing(TEXT)},
    optional=["members"],
)
SEAT_RESULT: Final = record(
    "SeatResult",
    {
        "gods": COUNT,
        "roles": listing(record("RoleScored", {"id": TEXT, "value": COUNT})),
        "score": COUNT,
        "cards": COUNT,
        "rank": COUNT,
    },
)
RESULT: Final = record("Result", {"seats": by_seat(SEAT_RESULT), "winners": listing(TEXT)})

EXTRAS: Final = Extras(
    table=[
        Extra("competition", COUNT, "the number of this competition"),
        Extra("competitions", COUNT, "how many competitions a game has"),
        Extra("bar", COUNT, "the total the asked seat has to beat"),
        Extra(
            "roles",
            listing(ROLE),
            "the ten roles; members only for who may read them",
            is_lasting=True,
        ),
        Extra("result", RESULT, "the final count, once the game is over", optional=True),
    ],
    players=[
        Extra("total", COUNT, "influence laid in this competition"),
        Extra("points", COUNT, "points of the gods that lie face up"),
        Extra("unknown", COUNT, "cards in hand nobody could deduce", optional=True),
    ],
    private=[
        Extra("influence", COUNT, "influence of the whole hand"),
        Extra("commands", record("Commands", {"look": YES_OR_NO}), "what may be said at any time"),
    ],
)


def show(seen: View) -> Json:
    """Everything of `EXTRAS` for this view."""
    known = cast(Shintoh, seen.known)
    competitions = GODS - int(known.seats)
    is_over = known.asked == NOBODY
    shown: Json = {
        "competition": competitions - cast(int, god_pile(known, TABLE)),
        "competitions": competitions,
        "bar": 0 if is_over else known.bar,
        "roles": show_roles(seen),
        "players": {
            seat_letter(seat): show_player(known, seat) for seat in range(int(known.seats))
        },
    }
    if seen.seat >= 0:
        me = known.players[seen.seat]
        may_look = not is_over and can_look(me)  # [OF-RUL-17]
        shown["private"] = {"influence": influence_of(me.hand), "commands": {"look": may_look}}
    if is_over:
        shown["result"] = show_result(known)
    return shown


def show_player(known: Shintoh, seat: int) -> Json:
    player = known.players[seat]
    shown: Json = {
        "total": total(player),
        "points": god_points(known.cards, player.face_up()),
    }
    if known.settings.hand_tracker:
        shown["unknown"] = size(player.hand) + unknown_cards(known, seat) - size(player.known)
    return shown


def sees_members(seen: View) -> bool:
    """Who may read the faces of the role cards. [OF-ROLE-02] [OF-ROLE-03] [OF-RUL-17]"""
    known = cast(Shintoh, seen.known)
    if known.settings.open_book or known.asked == NOBODY:
        return True
    return seen.seat >= 0 and known.players[seen.seat].role_taken


def show_roles(seen: View) -> list[Json]:
    """The ten roles: names and high values, or with members and low values. [OF-CASE-69]"""
    known = cast(Shintoh, seen.known)
    taken = seen.seat >= 0 and known.players[seen.seat].role_taken
    faces = known.cards.role_faces
    key = (1 if sees_members(seen) else 0) + (2 if taken or known.settings.open_book else 0)
    if key not in faces:
        faces[key] = [role_face(known.cards, role, key) for role in known.cards.roles]
    return faces[key]


def role_face(cards: Cards, role: Role, key: int) -> Json:
    """One role as it is read: bit 0 of the key with its members, bit 1 with its low value."""
    face: Json = {
        "id": role.id,
        "name": role.names["en"],
        "name_ja": role.names["ja"],
        "value": role_value(role, key & 2 != 0),
    }
    if key & 1:
        face["members"] = cards.names(role.members)
    return face


def show_result(known: Shintoh) -> Json:
    """Everything about the final count, once all is open."""
    points, places = scores(known), ranks(known)
    seats: Json = {}
    for seat, player in enumerate(known.players):
        roles: list[Json] = [
            {"id": role.id, "value": role_value(role, player.role_taken)}
            for role in known.cards.roles
            if has_role(role, player.gods)
        ]
        seats[seat_letter(seat)] = {
            "gods": god_points(known.cards, player.gods),
            "roles": roles,
            "score": points[seat],
            "cards": size_of(player.gods),
            "rank": places[seat],
        }
    winners = [seat_letter(seat) for seat, place in enumerate(places) if place == 1]
    return {"seats": seats, "winners": winners}
