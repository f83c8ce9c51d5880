"""The names and forms of everything that only a screen is shown."""

from __future__ import annotations

from typing import Final

from kamiza.core.kinds import (
    COUNT,
    TEXT,
    YES_OR_NO,
    Seat,
    Shown,
    by_key,
    by_seat,
    listing,
    maybe,
    record,
)
from kamiza.core.shapes import Extra, Extras
from kamiza.games.kamisama.board import TYPES
from kamiza.games.kamisama.notation import PARTY, VILLAGE

MAYBE_SEAT: Final = Seat(True)
PIECE: Final = record(
    "Piece",
    {"owner": PARTY, "piece": Shown({"enum": ["shrine", "seed"]}), "fear": YES_OR_NO},
    optional=["fear"],
)
RANK: Final = record("Rank", {"seat": PARTY, "chain": COUNT, "shrines": COUNT, "tied": YES_OR_NO})
VILLAGE_VIEW: Final = record(
    "VillageView",
    {
        "id": VILLAGE,
        "name": TEXT,
        "name_ja": TEXT,
        "side": COUNT,
        "faces": MAYBE_SEAT,  # the seat that has it in front
        "next_faces": MAYBE_SEAT,  # the seat that has it in front in the next round
        "moon": YES_OR_NO,
        "kitsune": YES_OR_NO,
        "deck": COUNT,
        "tokens": COUNT,
        "spaces": by_key(Shown({"enum": list(TYPES)})),
        "pieces": by_key(PIECE),
        "ranking": listing(RANK),
        "decides": MAYBE_SEAT,  # who holds the temple and would decide a tie
        "completes": TEXT,  # spaces where one shrine of the seat would complete the goal
    },
)
GOAL: Final = record(
    "GoalView",
    {
        "id": TEXT,
        "name": TEXT,
        "name_ja": TEXT,
        "text": TEXT,
        "text_ja": TEXT,
        "kind": Shown({"enum": ["pattern", "set", "chain"]}),
        "cells": listing(TEXT),
        "any_of": listing(by_key(COUNT)),
        "size": COUNT,
    },
    optional=["cells", "any_of", "size"],
)
ABILITY: Final = record("AbilityView", {"n": COUNT, "cost": COUNT, "why_not": maybe(TEXT)})
CAUSE: Final = record(
    "Cause",
    {
        "kind": Shown({"enum": ["ability", "passive", "free", "villager"]}),
        "id": TEXT,  # of the kami, or of the villager
        "n": COUNT,  # of the ability
    },
)
CHAIN: Final = record(
    "ChainChange", {"owner": PARTY, "village": VILLAGE, "before": COUNT, "after": COUNT}
)
PREVIEW: Final = record(
    "Preview",
    {
        "favor": COUNT,
        "nature": COUNT,
        "token": maybe(VILLAGE),
        "more": COUNT,  # VP that the year end would score more
        "events": listing(Shown({"type": "object"})),
        "chains": listing(CHAIN),
    },
)
FOX_VIEW: Final = record(
    "FoxView",
    {
        "colour": TEXT,
        "side": COUNT,
        "village": VILLAGE,
        "shrines": TEXT,
        "supply": COUNT,
        "villagers": listing(TEXT),
        "used": listing(TEXT),
        "unused": listing(TEXT),
    },
)
HELD: Final = record(
    "Held",
    {"seed": COUNT, "moon": COUNT, "fear": COUNT, "rage": Shown({"enum": ["charged", "calm"]})},
    optional=["seed", "moon", "fear", "rage"],
)
SEAT_RESULT: Final = record(
    "SeatResult",
    {
        "vp": COUNT,
        "tracks": listing(COUNT),
        "sets": COUNT,
        "tokens": COUNT,
        "villagers": COUNT,
        "temples": COUNT,
        "peasants": COUNT,
        "score": COUNT,
        "rank": COUNT,
        "counts": listing(COUNT),  # what each row of the count adds
        "sums": listing(COUNT),  # and what it makes
    },
)
ROW: Final = record(
    "CountRow", {"part": Shown({"enum": ["tracks", "sets", "tokens", "villagers"]}), "year": COUNT}
)
RESULT: Final = record(
    "Result",
    {
        "seats": by_seat(SEAT_RESULT),
        "rows": listing(ROW),  # how the points are counted, row by row
        "winners": listing(Seat()),
        "is_level": YES_OR_NO,  # has somebody else as many points as the winners?
        "next": MAYBE_SEAT,  # the best of those who did not win
        "margin": COUNT,  # points that the winners are ahead of them
    },
)

EXTRAS: Final = Extras(
    table=[
        Extra("years", COUNT, "how many years are played"),
        Extra("round", COUNT, "the round of the year"),
        Extra("rounds", COUNT, "how many rounds a year has"),
        Extra("order", listing(Seat()), "the seats in the order of this round"),
        Extra("active", MAYBE_SEAT, "whose turn it is; none outside of turns"),
        Extra("goal", maybe(GOAL), "the goal card of the year"),
        Extra("villages", listing(VILLAGE_VIEW), "the four villages with all that stands there"),
        Extra("kitsune", maybe(FOX_VIEW), "the Kitsune, with two players"),
        Extra("basic_limit", COUNT, "how often one may add or remove in a turn"),
        Extra("abilities", listing(ABILITY), "abilities of whose turn it is, and the refusal that "
              "stands in the way of each"),
        Extra("cause", maybe(CAUSE), "what is being carried out, while it asks for something"),
        Extra("source", maybe(TEXT), "the space of the shrine that is being moved"),
        Extra("drawn", COUNT, "how many villagers are drawn in each village"),
        Extra("preview", by_key(PREVIEW), "what each move would certainly do, to the asked seat"),
        Extra("result", RESULT, "the final count, once the game is over", optional=True),
    ],
    players=[
        Extra("colour", TEXT, "the colour of the shrines"),
        Extra("side", COUNT, "the side of the table, from 0 clockwise"),
        Extra("front", VILLAGE, "the village in front"),
        Extra("next_front", VILLAGE, "the village in front in the next round"),
        Extra("current", listing(VILLAGE), "the villages one may act in"),
        Extra("kami", maybe(TEXT), "the kami; none while they are chosen"),
        Extra("supply", COUNT, "shrines in supply"),
        Extra("would_score", COUNT, "VP from the tracks if the year ended now"),
        Extra("lower", Shown({"enum": ["favor", "nature", "even"]}), "the track that counts"),
        Extra("villagers", maybe(listing(TEXT)), "claimed villagers; none while they lie face down "
              "before somebody else"),
        Extra("villager_vp2", maybe(COUNT), "twice the VP of the claimed villagers"),
        Extra("villager_points", maybe(TEXT), "their VP, as they are printed"),
        Extra("cubes", COUNT, "action cubes of a turn"),
        Extra("holds", HELD, "the tokens of the kami that are with the player", optional=True),
    ],
    private=[
        Extra("kami", maybe(TEXT), "one's own kami"),
    ],
)  # fmt: skip
