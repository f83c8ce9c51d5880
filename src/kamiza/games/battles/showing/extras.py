"""The names and forms of everything that `show` adds to a view."""

from __future__ import annotations

from typing import Final

from kamiza.core.kinds import (
    COUNT,
    TEXT,
    YES_OR_NO,
    Seat,
    Shown,
    by_seat,
    listing,
    maybe,
    record,
)
from kamiza.core.schema import Kind
from kamiza.core.shapes import Extra, Extras
from kamiza.games.battles import language as w
from kamiza.games.battles.table.notation import HALL_ROWS
from kamiza.games.battles.table.points import POINTS


def one_of(words: tuple[str, ...]) -> Shown:
    return Shown({"enum": list(words)})


SEAT: Final = Seat()
PHASE: Final = one_of(("starting", "play", "recruit", "discard", "end"))
WAY: Final = one_of(w.WAYS)
WHAT: Final = one_of((*w.WAYS, "attack", "window"))
LINE: Final = one_of(("attack", "use", "defend", "redirect", "asked"))
SEAT_OR_NONE: Final = maybe(SEAT)
PLACES: Final[dict[str, Kind]] = {"top": listing(maybe(TEXT)), "bottom": listing(maybe(TEXT))}
PILE: Final = record(
    "HallPile", {"card": TEXT, "count": COUNT, "price": COUNT, "affordable": YES_OR_NO}
)
COMMON_DECK: Final = record(
    "CommonDeck", {**PLACES, "unseen": listing(TEXT), "size": COUNT, "reveals": COUNT}
)
COUNTED: Final = listing(record("Counted", {"card": TEXT, "count": COUNT}))
DEFENCE: Final = record(
    "Defence",
    {"seat": SEAT, "source": TEXT, "value": COUNT, "redirected_to": TEXT},
    optional=["value", "redirected_to"],
)
ATTACK: Final = record(
    "AttackView",
    {
        "seat": SEAT_OR_NONE, "source": TEXT, "target": TEXT, "base": COUNT, "value": COUNT,
        "defence": COUNT, "loss": COUNT, "energy": COUNT, "left": COUNT,
        "entries": listing(DEFENCE),
    },
)  # fmt: skip
STACK_LINE: Final = record(
    "StackView",
    {
        "what": WHAT, "seat": SEAT_OR_NONE, "source": TEXT, "ability": COUNT, "number": COUNT,
        "cancelled": YES_OR_NO, "target": TEXT, "event": TEXT,
    },
    optional=["source", "ability", "number", "cancelled", "target", "event"],
)  # fmt: skip
COLUMN_LINE: Final = record(
    "Line",
    {
        "kind": LINE, "way": WAY, "seat": SEAT_OR_NONE, "card": TEXT, "ability": COUNT,
        "target": TEXT, "value": COUNT, "cancelled": YES_OR_NO, "event": TEXT,
    },
    optional=["way", "card", "ability", "target", "value", "cancelled", "event"],
)  # fmt: skip
USE: Final = record(
    "UseView", {"seat": SEAT, "source": TEXT, "card": TEXT, "ability": maybe(COUNT)}
)
COMMANDS: Final = record("Commands", {"stops": listing(one_of(POINTS)), "resign": YES_OR_NO})
SEAT_RESULT: Final = record("SeatResult", {"score": COUNT, "rank": COUNT})

EXTRAS: Final = Extras(
    table=[
        Extra("phase", maybe(PHASE), "the phase of the turn; none during set-up and at the end"),
        Extra("hall", record("Hall", {row: listing(maybe(PILE)) for row in HALL_ROWS}),
              "the Hall of Heroes, with prices for the active player"),
        Extra("warrior_deck", COMMON_DECK, "what is known of the Warrior Deck; `reveals` is the "
              "chance of a Reveal in percent"),
        Extra("artifact_deck", COMMON_DECK, "what is known of the Artifact Deck"),
        Extra("attack", maybe(ATTACK), "the Attack under way"),
        Extra("stack", listing(STACK_LINE), "abilities, Attacks and windows, the oldest first"),
        Extra("column", listing(COLUMN_LINE), "what waits for an answer, line by line"),
        Extra("using", maybe(USE), "the ability the open question belongs to"),
        Extra("asking", maybe(TEXT), "the word of the open question: what a card is chosen for, "
              "whether the own Attack is reacted to"),
        Extra("beside", COUNTED, "cards of the active player's Play Area that are no links"),
        Extra("result", record("Result", {"seats": by_seat(SEAT_RESULT)}),
              "the final count, once the game is over", optional=True),
    ],
    players=[
        Extra("temple_up", YES_OR_NO, "the temple stands"),
        Extra("deck", record("Places", PLACES), "known places of the deck"),
        Extra("unseen", listing(TEXT), "cards in hand or deck of which this seat does not know "
              "where they are"),
        Extra("owned", record("Owned", {"count": COUNT, "best": COUNTED}),
              "how many cards, and which Warriors and Artifacts"),
    ],
    private=[
        Extra("hand", listing(TEXT), "the own hand"),
        Extra("playable", listing(TEXT), "cards in hand that could be played on the Chain"),
        Extra("forced", YES_OR_NO, "there is only one answer"),
        Extra("reactors", listing(TEXT), "own god, temple and cards that can react at all"),
        Extra("triggers", listing(TEXT), "what a reaction may wait for (`on_<trigger>`)"),
        Extra("commands", COMMANDS, "what may be said at any time"),
    ],
)  # fmt: skip
