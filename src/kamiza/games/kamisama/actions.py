"""The moves of Kami-sama: how they are packed and written, which are listed, which are refused.

An action is ONE int: 128 times its verb plus an argument below 128. The argument of a verb with a
space is the space (0 to 51), or, for a cell of the 4 x 4 frame that is no space, 64 + 16 times the
village + the cell; such an action can be written and is always refused.
"""

from __future__ import annotations

import re
from typing import Final

from kamiza.core.action import NOBODY, Illegal, Refused, seat_letter
from kamiza.core.native import append, i64, vec
from kamiza.games.kamisama.board import (
    CELLS,
    COLUMNS,
    LOWEST,
    NOWHERE,
    ONE_VILLAGE,
    PER_VILLAGE,
    ROWS,
    SPACES,
    VILLAGE_IDS,
    VILLAGES,
    bit,
    cell_text,
    village_bits,
)
from kamiza.games.kamisama.cards import KAMI as KAMI_SHEETS
from kamiza.games.kamisama.cards import Cards, gain_words
from kamiza.games.kamisama.draft import copy_in_hand
from kamiza.games.kamisama.effects import open_step
from kamiza.games.kamisama.influence import tied
from kamiza.games.kamisama.state import (
    ACT,
    AT,
    FEAR,
    GAIN,
    KAMI,
    NO_KAMI,
    SEED,
    TAKE,
    TIE,
    TO,
    TOKEN,
    Kamisama,
    current_spaces,
    front_village,
    protected_from,
    tokens_of,
)
from kamiza.games.kamisama.steps import ADD as ADD_STEP
from kamiza.games.kamisama.steps import MOVE as MOVE_STEP
from kamiza.games.kamisama.steps import REMOVE as REMOVE_STEP
from kamiza.games.kamisama.steps import REPLACE as REPLACE_STEP
from kamiza.games.kamisama.turn import (
    addable,
    can_do_basics,
    can_rage,
    can_use,
    cost_of,
    is_charged,
    is_used,
    removable,
)

# Verbs, in the order in which they are listed.
DO_KAMI: Final = 0
DO_FEAR: Final = 1
DO_KEEP: Final = 2  # "fear keep"
DO_ADD: Final = 3
DO_REMOVE: Final = 4
DO_USE: Final = 5  # 0, 1, 2: "use 1", "use 2", "use 3"
DO_RAGE: Final = 6
DO_IDLE: Final = 7
DO_AT: Final = 8
DO_TO: Final = 9
DO_SEED: Final = 10
DO_SKIP: Final = 11
DO_GAIN: Final = 12  # 8 * Favor + Nature
DO_NEXT: Final = 13
DO_TAKE: Final = 14
DO_TOKEN: Final = 15
DO_PASS: Final = 16  # can be said, is never allowed
VERBS: Final = 17
WORDS: Final = (
    "kami", "fear", "fear keep", "add", "remove", "use", "rage", "idle", "at", "to", "seed",
    "skip", "gain", "next", "take", "token", "pass",
)  # fmt: skip
WITH_SPACE: Final = (DO_FEAR, DO_ADD, DO_REMOVE, DO_AT, DO_TO, DO_SEED)
WITH_NOTHING: Final = (DO_KEEP, DO_RAGE, DO_IDLE, DO_SKIP, DO_PASS)
ARGUMENTS: Final = 128
MISSING: Final = 64  # arguments from here on name cells that are no spaces

# Which verbs answer which question, as bit sets by frame kind.
ANSWERS: Final = (
    1 << DO_KAMI,
    1 << DO_FEAR | 1 << DO_KEEP,
    1 << DO_ADD | 1 << DO_REMOVE | 1 << DO_USE | 1 << DO_RAGE | 1 << DO_IDLE,
    1 << DO_AT | 1 << DO_SKIP,
    1 << DO_TO,
    1 << DO_SEED | 1 << DO_SKIP,
    1 << DO_GAIN,
    1 << DO_NEXT,
    1 << DO_TAKE,
    1 << DO_TOKEN,
)
DECISIONS: Final = (
    ("one of your two kami", "2枚の神様のうちの1枚"),
    ("where the Fear token goes", "恐れトークンの置き場所"),
    ("an action", "アクション"),
    ("a space for this step", "この手順のマス"),
    ("the second space", "2つ目のマス"),
    ("a space for a Seed", "種のマス"),
    ("Favor or Nature", "信仰か自然か"),
    ("who goes next", "次に選ぶ人"),
    ("a villager", "村人"),
    ("a village token", "村トークン"),
)


def pack(verb: i64, argument: i64) -> i64:
    return verb << 7 | argument


# -- what is listed ---------------------------------------------------------------------------


def options(state: Kamisama) -> vec[i64]:
    """The answers to the open question, in canonical order."""
    kind: i64 = state.frame.kind
    if kind == ACT:
        return list_actions(state)
    if kind == AT:
        return list_spaces(state, DO_AT, DO_SKIP if open_step(state).may_skip else NOWHERE)
    if kind == TO:
        return list_spaces(state, DO_TO, NOWHERE)
    if kind == SEED:
        return list_spaces(state, DO_SEED, DO_SKIP)
    if kind == FEAR:
        return list_spaces(state, DO_FEAR, DO_KEEP if open_step(state).may_skip else NOWHERE)
    if kind == TAKE:
        return list_villagers(state)
    return list_few(state, kind)


def list_actions(state: Kamisama) -> vec[i64]:
    """Add or Remove space by space, front village first, then abilities. [KS-RUL-06..07]"""
    listed: vec[i64] = vec[i64]([])
    add: i64 = addable(state)
    remove: i64 = removable(state)
    if add | remove:
        front: i64 = front_village(state, state.asked)
        listed = list_basics(listed, add, remove, front)
        if state.asked == state.moon_seat and state.moon >= 0 and state.moon != front:
            listed = list_basics(listed, add, remove, state.moon)
    for ability in range(3):
        if can_use(state, ability):
            listed = append(listed, pack(DO_USE, ability))
    if state.rage and can_rage(state):
        listed = append(listed, pack(DO_RAGE, 0))
    if len(listed) == 0:
        listed = append(listed, pack(DO_IDLE, 0))
    return listed


def list_basics(listed: vec[i64], add: i64, remove: i64, village: i64) -> vec[i64]:
    adds: i64 = village_bits(add, village)
    rest: i64 = adds | village_bits(remove, village)
    base: i64 = PER_VILLAGE * village
    made: vec[i64] = listed
    while rest:
        index: i64 = LOWEST[rest]
        verb: i64 = DO_ADD if adds >> index & 1 else DO_REMOVE
        made = append(made, verb << 7 | base + index)
        rest &= rest - 1
    return made


def list_spaces(state: Kamisama, verb: i64, last: i64) -> vec[i64]:
    """The spaces the question offers, and the verb that declines it, if there is one."""
    listed: vec[i64] = vec[i64]([])
    base: i64 = verb << 7
    spaces: i64 = state.choices
    while spaces:
        rest: i64 = spaces & ONE_VILLAGE
        while rest:
            listed = append(listed, base + LOWEST[rest])
            rest &= rest - 1
        spaces >>= PER_VILLAGE
        base += PER_VILLAGE
    if last != NOWHERE:
        listed = append(listed, last << 7)
    return listed


def list_villagers(state: Kamisama) -> vec[i64]:
    """The kinds in the hand; equal cards are one option."""
    listed: vec[i64] = vec[i64]([])
    before: i64 = -1
    card: i64 = 15 * state.draft.village
    rest: i64 = state.draft.hand >> card
    while rest:
        kind: i64 = state.cards.kinds[card + LOWEST[rest]]
        if kind != before:
            listed = append(listed, pack(DO_TAKE, kind))
            before = kind
        rest &= rest - 1
    return listed


def list_few(state: Kamisama, kind: i64) -> vec[i64]:
    """The questions that are seldom asked."""
    listed: vec[i64] = vec[i64]([])
    if kind == GAIN:
        for packed in open_step(state).choices:
            listed = append(listed, pack(DO_GAIN, packed))
    elif kind == TIE:
        group: i64 = tied(state)
        for seat in range(state.seats):
            if group >> seat & 1:
                listed = append(listed, pack(DO_NEXT, seat))
    elif kind == TOKEN:
        for village in range(VILLAGES):
            if tokens_of(state.tokens, village) > 0:
                listed = append(listed, pack(DO_TOKEN, village))
    elif kind == KAMI:
        for kami in range(KAMI_SHEETS):
            if can_choose(state, kami):
                listed = append(listed, pack(DO_KAMI, kami))
    return listed


def can_choose(state: Kamisama, kami: i64) -> bool:
    """One of the two sheets dealt to the asked player. [KS-SET-05]"""
    player = state.players[state.asked]
    return player.kami == NO_KAMI and player.dealt >> kami & 1 == 1


# -- what is refused --------------------------------------------------------------------------


def check_seat(state: Kamisama, seat: i64) -> Illegal | None:
    """Only the asked seat may do anything, and only while the game lasts."""
    if state.asked == NOBODY:
        return Illegal("E-OVER", {})
    if seat != state.asked:
        return Illegal("E-TURN", {"name": seat_letter(state.asked)})
    return None


def check(state: Kamisama, seat: i64, action: i64) -> Illegal | None:
    """Why the seat may not do this now, in the order of the refusals, or None."""
    wrong_seat = check_seat(state, seat)
    if wrong_seat is not None:
        return wrong_seat
    if not is_action(state.cards, action):
        return Illegal("E-FORMAT", {})
    kind: i64 = state.frame.kind
    verb: i64 = action >> 7
    argument: i64 = action & 127
    if kind == ACT and (verb in (DO_PASS, DO_SKIP)):
        return Illegal("E-PASS", {})  # [KS-TURN-08]
    if not ANSWERS[kind] >> verb & 1:
        english, japanese = DECISIONS[kind]
        return Illegal("E-KIND", {"decision": english, "decision_ja": japanese})
    if argument >= MISSING and verb in WITH_SPACE:
        return Illegal("E-SPACE", {"space": missing_text(argument)})
    if kind == ACT:
        return check_act(state, verb, argument)
    if verb in (DO_SKIP, DO_KEEP):
        may_skip = kind == SEED or open_step(state).may_skip
        return None if may_skip else Illegal("E-SKIP", {})  # [KS-RUL-08]
    if verb in WITH_SPACE:
        return check_space(state, argument)
    return None if is_offered(state, kind, argument) else Illegal("E-OPTION", {})


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
    if verb == DO_GAIN:
        return 0 < argument < 64
    if verb == DO_TAKE:
        return argument < len(cards.villagers)
    if verb == DO_KAMI:
        return argument < KAMI_SHEETS
    return argument < (3 if verb == DO_USE else 4)


def is_offered(state: Kamisama, kind: i64, argument: i64) -> bool:
    """Is this argument among the answers of a question that is seldom asked?"""
    if kind == KAMI:
        return can_choose(state, argument)
    if kind == GAIN:
        return argument in open_step(state).choices
    if kind == TIE:
        return tied(state) >> argument & 1 == 1
    if kind == TAKE:
        return copy_in_hand(state, argument) >= 0
    return tokens_of(state.tokens, argument) > 0  # TOKEN


def check_act(state: Kamisama, verb: i64, argument: i64) -> Illegal | None:
    if verb == DO_USE:
        return check_use(state, argument)
    if verb == DO_RAGE:
        return check_rage(state)
    if verb == DO_IDLE:
        only = list_actions(state)[0] == pack(DO_IDLE, 0)
        return None if only else Illegal("E-OPTION", {})  # [KS-RUL-07]
    return check_basic(state, verb, argument)


def check_use(state: Kamisama, ability: i64) -> Illegal | None:
    """Once a turn, and only with enough cubes. [KS-ACT-04] [KS-ACT-08] [KS-ACT-10]"""
    sheet = state.cards.kami[state.players[state.asked].kami].table.tables("ability")[ability]
    facts = {"ability": sheet.text("name"), "ability_ja": sheet.text("name_ja")}
    if is_used(state, ability):
        return Illegal("E-USED", facts)
    if cost_of(state, ability) > state.turn.cubes:
        facts |= {"cost": str(cost_of(state, ability)), "n": str(state.turn.cubes)}
        return Illegal("E-CUBES", facts)
    return None


def check_rage(state: Kamisama) -> Illegal | None:
    if not is_charged(state):
        reason, japanese = "Rage is not charged.", "怒りはたまっていません。"
        return Illegal("E-RAGE", {"reason": reason, "reason_ja": japanese})
    if not can_rage(state):
        reason, japanese = "There is no shrine to strike here.", "ここには打ち払う祠がありません。"
        return Illegal("E-RAGE", {"reason": reason, "reason_ja": japanese})
    return None


def check_basic(state: Kamisama, verb: i64, space: i64) -> Illegal | None:
    """The common Add/Remove. [KS-ACT-05] [KS-TURN-07]"""
    here: i64 = bit(space)
    facts = {"space": state.cards.board.texts[space]}
    if not can_do_basics(state):
        return Illegal("E-BASIC", {})
    if not current_spaces(state, state.asked) & here:
        return Illegal("E-VILLAGE", facts)
    if verb == DO_ADD:
        if state.occupied & here:
            return Illegal("E-OCCUPIED", facts)
        if not addable(state) & here:
            return Illegal("E-SUPPLY", {})
        return None
    if not state.occupied & here:
        return Illegal("E-EMPTY", facts)
    return None if removable(state) & here else Illegal("E-PROTECTED", facts)


def check_space(state: Kamisama, space: i64) -> Illegal | None:
    """A space that a step, a move, a Seed or the Fear token does not offer, and why not."""
    here: i64 = bit(space)
    if state.choices & here:
        return None
    facts = {"space": state.cards.board.texts[space]}
    occupied = state.occupied & here != 0
    kind: i64 = state.frame.kind
    op: i64 = open_step(state).op
    adds = kind == SEED or (kind == AT and op == ADD_STEP) or (kind == TO and op == MOVE_STEP)
    if adds and occupied:
        return Illegal("E-OCCUPIED", facts)
    if kind == AT and (op in (REMOVE_STEP, REPLACE_STEP)) and not occupied:
        return Illegal("E-EMPTY", facts)
    if not adds and protected_from(state, state.asked) & here:
        return Illegal("E-PROTECTED", facts)  # [KS-DES-24]
    return Illegal("E-OPTION", {})


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
    if verb == DO_GAIN:
        favor, nature = gain_words(argument)
        parts = [f"favor {favor}"] if favor else []
        return " ".join([word, *parts, *([f"nature {nature}"] if nature else [])])
    if verb == DO_KAMI:
        return f"{word} {cards.kami_ids[argument]}"
    if verb == DO_TAKE:
        return f"{word} {cards.villager_ids[argument]}"
    if verb == DO_TOKEN:
        return f"{word} {VILLAGE_IDS[argument]}"
    return f"{word} P{argument}" if verb == DO_NEXT else f"{word} {argument + 1}"


def action_of(cards: Cards, text: str) -> int:
    """The action of a text; what cannot be read is a ValueError."""
    if text in WORDS and WORDS.index(text) in WITH_NOTHING:
        return pack(WORDS.index(text), 0)
    word, _, rest = text.partition(" ")
    if word not in WORDS or not rest:
        raise ValueError(text)
    verb = WORDS.index(word)
    if verb in WITH_SPACE:
        return pack(verb, read_space(cards, rest))
    if verb == DO_GAIN:
        return pack(verb, read_gain(rest))
    if verb == DO_KAMI:
        return pack(verb, cards.kami_ids.index(rest))
    if verb == DO_TAKE:
        return pack(verb, cards.villager_ids.index(rest))
    if verb == DO_TOKEN:
        return pack(verb, VILLAGE_IDS.index(rest))
    if verb == DO_NEXT:
        return pack(verb, ("P0", "P1", "P2", "P3").index(rest))
    if verb == DO_USE:
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
        sentence = f"There is no space {text}."
        raise Refused(Illegal("E-SPACE", {"space": text}), sentence)
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
