"""The moves of Kamigami Battles as numbers and as texts. [KB-FLOW-08]

An action is one number: five bits of verb, eight bits of a first argument (a kind, seat, object,
colour, number) and eight bits of a second one (an ability, a place). Texts are those of the table
of decisions: `play jack_dalton`, `target god:B`, `card cultist@hand`, `react god 2`.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.action import LETTERS
from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import GOD_SOURCE, TEMPLE_SOURCE, Cards
from kamiza.games.battles.table.objects import ARTIFACT_DECK, WARRIOR_DECK
from kamiza.games.battles.table.points import POINTS, STOPS

VERB_BITS: Final = 5
MAIN_MOVE: Final = 0
GOD_MOVE: Final = 1
TEMPLE_MOVE: Final = 2
PLAY_MOVE: Final = 3
ACT_MOVE: Final = 4
USE_MOVE: Final = 5
X_MOVE: Final = 6
TARGET_MOVE: Final = 7
SEAT_MOVE: Final = 8
CARD_MOVE: Final = 9
TOP_MOVE: Final = 10
BOTTOM_MOVE: Final = 11
COLOUR_MOVE: Final = 12
MODE_MOVE: Final = 13
RECRUIT_MOVE: Final = 14
DISCARD_MOVE: Final = 15
REACT_MOVE: Final = 16
YES: Final = 17
NO: Final = 18
END_MOVE: Final = 19
DONE: Final = 20
PASS: Final = 21
AUTO: Final = 22
STOPS_MOVE: Final = 23  # a command, never listed [KB-FLOW-05]
RESIGN: Final = 24  # a command, never listed [KB-FLOW-14]
MOVES: Final = (
    "main", "god", "temple", "play", "act", "use", "x", "target", "seat", "card", "top", "bottom",
    "colour", "mode", "recruit", "discard", "react", "yes", "no", "end", "done", "pass", "auto",
    "stops", "resign",
)  # fmt: skip
OBJECTS: Final = ("god", "temple", "deck")

# Questions.
QUESTIONS: Final = (
    "MAIN", "GOD", "TEMPLE", "PLAY", "USE", "X", "TARGET", "SEAT", "CARD", "PLACE", "COLOUR", "MAY",
    "MODE", "RECRUIT", "STOP", "DISCARD", "REACT",
)  # fmt: skip
ASK_MAIN: Final = 0
ASK_GOD: Final = 1
ASK_TEMPLE: Final = 2
ASK_PLAY: Final = 3
ASK_USE: Final = 4
ASK_X: Final = 5
ASK_TARGET: Final = 6
ASK_SEAT: Final = 7
ASK_CARD: Final = 8
ASK_PLACE: Final = 9
ASK_COLOUR: Final = 10
ASK_MAY: Final = 11
ASK_MODE: Final = 12
ASK_RECRUIT: Final = 13
ASK_STOP: Final = 14
ASK_DISCARD: Final = 15
ASK_REACT: Final = 16

# The moves that can answer each question, as sets.
ANSWERS: Final = (
    (MAIN_MOVE,), (GOD_MOVE,), (TEMPLE_MOVE,), (PLAY_MOVE, ACT_MOVE, END_MOVE), (USE_MOVE,),
    (X_MOVE,), (TARGET_MOVE,), (SEAT_MOVE,), (CARD_MOVE, DONE), (TOP_MOVE, BOTTOM_MOVE),
    (COLOUR_MOVE,), (YES, NO), (MODE_MOVE,), (RECRUIT_MOVE, ACT_MOVE, END_MOVE),
    (ACT_MOVE, DONE), (DISCARD_MOVE, AUTO), (REACT_MOVE, PASS),
)  # fmt: skip


def pack(verb: i64, first: i64 = 0, second: i64 = 0) -> i64:
    return verb | first << 5 | second << 13


def verb_of(action: i64) -> i64:
    return action & 31


def first_of(action: i64) -> i64:
    return action >> 5 & 255


def second_of(action: i64) -> i64:
    return action >> 13 & 255


def said_by(seat: i64, action: i64) -> i64:
    """A command with the seat that gives it."""
    return action | (seat + 1) << 21


def speaker_of(action: i64) -> i64:
    """The seat that gave a command, or NOBODY: then the asked one did."""
    return (action >> 21 & 15) - 1


def without_speaker(action: i64) -> i64:
    return action & ((1 << 21) - 1)


# -- texts ------------------------------------------------------------------------------------


def object_text(object: i64) -> str:
    """`god:B`, `temple:B`, `deck:B`, `deck:warrior`."""
    if object == WARRIOR_DECK:
        return "deck:warrior"
    if object == ARTIFACT_DECK:
        return "deck:artifact"
    return f"{OBJECTS[object >> 3]}:{LETTERS[object & 7]}"


def text_of(cards: Cards, action: i64) -> str:
    """The text form of an action; a number that is none is named as such."""
    verb: i64 = verb_of(action)
    first: i64 = first_of(action)
    second: i64 = second_of(action)
    said: i64 = action if verb < STOPS_MOVE else without_speaker(action)
    if action < 0 or said >> 21 or action >> 25 or verb >= len(MOVES):
        return f"move {action}"
    try:
        rest = argument_text(cards, verb, first, second)
    except IndexError:
        return f"move {action}"
    return f"{MOVES[verb]} {rest}" if rest else MOVES[verb]


def argument_text(cards: Cards, verb: i64, first: i64, second: i64) -> str:
    if verb in (MAIN_MOVE, SEAT_MOVE):
        return LETTERS[first]
    if verb == GOD_MOVE:
        return cards.god_ids[first]
    if verb == TEMPLE_MOVE:
        return cards.temple_ids[first]
    if verb in (PLAY_MOVE, TOP_MOVE, BOTTOM_MOVE, RECRUIT_MOVE, DISCARD_MOVE):
        return cards.ids[first]
    if verb == ACT_MOVE:
        return f"{'god' if first == GOD_SOURCE else 'temple'} {second}"
    if verb == USE_MOVE:
        return str(first) if first else "none"
    if verb in (X_MOVE, MODE_MOVE):
        return str(first)
    if verb == TARGET_MOVE:
        return object_text(first)
    if verb == CARD_MOVE:
        return f"{cards.ids[first]}@{w.ZONES[second]}"
    if verb == COLOUR_MOVE:
        return w.COLOURS[first]
    if verb == REACT_MOVE:
        return f"{cards.source_id(first)} {second}"
    if verb == STOPS_MOVE:
        mask = first | second << 8
        return ",".join(POINTS[p] for p in range(len(POINTS)) if mask >> p & 1) or "none"
    return ""


def action_of(cards: Cards, text: str) -> int:
    """The action of a text; a ValueError if there is none."""
    word, _, rest = text.partition(" ")
    verb = MOVES.index(word)
    first, second = read_arguments(cards, verb, rest)
    action = pack(verb, first, second)
    if text_of(cards, action) != text:
        raise ValueError(text)
    return action


def read_arguments(cards: Cards, verb: int, rest: str) -> tuple[int, int]:
    if verb in (MAIN_MOVE, SEAT_MOVE):
        return read_seat(rest), 0
    if verb == GOD_MOVE:
        return cards.god_ids.index(rest), 0
    if verb == TEMPLE_MOVE:
        return cards.temple_ids.index(rest), 0
    if verb in (PLAY_MOVE, TOP_MOVE, BOTTOM_MOVE, RECRUIT_MOVE, DISCARD_MOVE):
        return cards.ids.index(rest), 0
    if verb in (ACT_MOVE, REACT_MOVE):
        of, _, number = rest.partition(" ")
        return read_source(cards, of), read_number(number)
    if verb == USE_MOVE:
        return (0 if rest == "none" else read_number(rest)), 0
    if verb in (X_MOVE, MODE_MOVE):
        return read_number(rest), 0
    if verb == TARGET_MOVE:
        return read_object(rest), 0
    if verb == CARD_MOVE:
        card, _, zone = rest.partition("@")
        return cards.ids.index(card), w.ZONES.index(zone)
    if verb == COLOUR_MOVE:
        return w.COLOURS.index(rest), 0
    if verb == STOPS_MOVE:
        mask = 0
        for point in [] if rest == "none" else rest.split(","):
            mask |= 1 << POINTS.index(point) & STOPS
        return mask & 255, mask >> 8
    return 0, 0


def read_number(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 2:
        raise ValueError(text)
    return int(text)


def read_seat(text: str) -> int:
    if len(text) != 1:
        raise ValueError(text)
    return LETTERS.index(text)


def read_source(cards: Cards, text: str) -> int:
    if text == "god":
        return GOD_SOURCE
    return TEMPLE_SOURCE if text == "temple" else cards.ids.index(text)


def read_object(text: str) -> int:
    if text in ("deck:warrior", "deck:artifact"):
        return WARRIOR_DECK if text == "deck:warrior" else ARTIFACT_DECK
    of, _, seat = text.partition(":")
    return 8 * OBJECTS.index(of) + read_seat(seat)
