"""The moves of Kami-sama: how they are packed and how they are written.

An action is ONE int: 128 times its verb plus an argument below 128. The argument of a verb with a
space is the space (0 to 51), or, for a cell of the 4 x 4 frame that is no space, 64 + 16 times the
village + the cell; such an action can be written and is always refused.
"""

from __future__ import annotations

import re
from typing import Final

from kamiza.core.action import seat_letter
from kamiza.core.native import i64
from kamiza.core.refusal import Refusal
from kamiza.games.kamisama.board import (
    CELLS,
    COLUMNS,
    NOWHERE,
    ROWS,
    SPACES,
    VILLAGE_IDS,
    cell_text,
)
from kamiza.games.kamisama.cards import KAMI as KAMI_SHEETS
from kamiza.games.kamisama.cards import Cards, gain_words
from kamiza.games.kamisama.rules import verbs

VERBS: Final = 17
WORDS: Final = (
    "kami", "fear", "fear keep", "add", "remove", "use", "rage", "idle", "at", "to", "seed",
    "skip", "gain", "next", "take", "token", "pass",
)  # fmt: skip
WITH_SPACE: Final = (verbs.FEAR, verbs.ADD, verbs.REMOVE, verbs.AT, verbs.TO, verbs.SEED)
WITH_NOTHING: Final = (verbs.KEEP, verbs.RAGE, verbs.IDLE, verbs.SKIP, verbs.PASS)
ARGUMENTS: Final = 128
MISSING: Final = 64  # arguments from here on name cells that are no spaces


def pack(verb: i64, argument: i64) -> i64:
    return verb << 7 | argument


def is_action(cards: Cards, action: i64) -> bool:
    """Is this number a move that can be written at all?"""
    if action < 0 or action >= VERBS << 7:
        return False
    verb: i64 = action >> 7
    argument: i64 = action & 127
    if verb in WITH_SPACE:
        if argument < MISSING:
            return argument < SPACES
        return cards.board.space_at[argument - MISSING] == NOWHERE
    if verb in WITH_NOTHING:
        return argument == 0
    if verb == verbs.GAIN:
        return 0 < argument < 64
    if verb == verbs.TAKE:
        return argument < len(cards.villagers)
    if verb == verbs.KAMI:
        return argument < KAMI_SHEETS
    return argument < (3 if verb == verbs.USE else 4)


# -- texts ------------------------------------------------------------------------------------


def missing_text(argument: i64) -> str:
    cell = argument - MISSING
    return f"{VILLAGE_IDS[cell // CELLS]}.{cell_text(cell % CELLS)}"


def text_of(cards: Cards, action: i64) -> str:
    """The text form of an action."""
    if not is_action(cards, action):
        return f"move {action}"
    verb = action >> 7
    argument = action & 127
    word = WORDS[verb]
    if verb in WITH_NOTHING:
        return word
    if verb in WITH_SPACE:
        space = missing_text(argument) if argument >= MISSING else cards.board.texts[argument]
        return f"{word} {space}"
    if verb == verbs.GAIN:
        favor, nature = gain_words(argument)
        parts = [f"favor {favor}"] if favor else []
        return " ".join([word, *parts, *([f"nature {nature}"] if nature else [])])
    if verb == verbs.KAMI:
        return f"{word} {cards.kami_ids[argument]}"
    if verb == verbs.TAKE:
        return f"{word} {cards.villager_ids[argument]}"
    if verb == verbs.TOKEN:
        return f"{word} {VILLAGE_IDS[argument]}"
    return f"{word} {seat_letter(argument)}" if verb == verbs.NEXT else f"{word} {argument + 1}"


def action_of(cards: Cards, text: str) -> int:
    """The action of a text; what cannot be read is a ValueError."""
    if text in WORDS and WORDS.index(text) in WITH_NOTHING:
        return pack(WORDS.index(text), 0)
    word, _, rest = text.partition(" ")
    verb = WORDS.index(word)
    if verb in WITH_SPACE:
        return pack(verb, read_space(cards, rest))
    if verb == verbs.GAIN:
        return pack(verb, read_gain(rest))
    if verb == verbs.KAMI:
        return pack(verb, cards.kami_ids.index(rest))
    if verb == verbs.TAKE:
        return pack(verb, cards.villager_ids.index(rest))
    if verb == verbs.TOKEN:
        return pack(verb, VILLAGE_IDS.index(rest))
    if verb == verbs.NEXT:
        return pack(verb, ("A", "B", "C", "D").index(rest))
    if verb == verbs.USE:
        return pack(verb, ("1", "2", "3").index(rest))
    raise ValueError(text)


SPACE_FORM: Final = re.compile(r"[A-Z]{2}\.[a-z][0-9]")


def read_space(cards: Cards, text: str) -> int:
    """A space, or a cell of the frame that is none; beyond the frame there is nothing at all."""
    if text in cards.board.texts:
        return cards.board.texts.index(text)
    if SPACE_FORM.fullmatch(text) is None:
        raise ValueError(text)
    if text[:2] not in VILLAGE_IDS or text[3] not in COLUMNS or text[4] not in ROWS:
        raise Refusal("E-SPACE", {"space": text})
    cell = 4 * ROWS.index(text[4]) + COLUMNS.index(text[3])
    return MISSING + CELLS * VILLAGE_IDS.index(text[:2]) + cell


def read_gain(text: str) -> int:
    words = text.split(" ")
    gains = {"favor": 0, "nature": 0}
    if len(words) not in (2, 4) or words[::2] not in (["favor"], ["nature"], ["favor", "nature"]):
        raise ValueError(text)
    for name, number in zip(words[::2], words[1::2]):
        if number not in ("1", "2", "3", "4", "5", "6", "7"):
            raise ValueError(text)
        gains[name] = int(number)
    return 8 * gains["favor"] + gains["nature"]
