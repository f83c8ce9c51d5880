"""What the game still owes: a stack of frames, data only. [KB-FLOW-01] [KB-FLOW-02]

A frame is one open sentence of the rulebook. All frames share one class, because all of them are
a handful of integers and one row of bytes; which fields a kind uses stands beside its name. The
stack is linked from the top down. Frames are changed while they are open, so a clone of the state
copies its stack, which is one to six frames deep.

    SETUP     step of the set-up; `at` how many seats have answered, `seat` the one asked
    TURN      `seat` the active player, `step` the point of the turn
    USE       an ability in use: `seat`, `source`, `ability`, `way`, `step` (announce to after),
              `pc` the next instruction, `need` the choice it waits for, `target`, `x`, `moved`,
              `lost`, `held` (an adjudicated card), `attacker`, `victim`, `at` (each opponent in
              turn); `data` holds the events that wait for its end, see `damage_waits`
    ATTACK    `seat` the attacker or NOBODY, `source`, `target`, `value`, `bonus`, `defence`,
              `step`; `data` lists what has answered it, see `note_defence`
    WINDOW    `event` and what it is about (`attacker`, `source`, `target`, `card`, `seat`); `at`
              the seat to be asked, `quiet` how many have passed since the last React; `data` lists
              the god and temple abilities used in it, see `note_react`
    CHOICE    `seat` picks cards of `owner` in `zone` that fit `card`, `least` to `most`, `moved`
              picked so far; `purpose` says what happens to them
    BANISHING `source` of `owner` in `zone` is about to be Banished by `seat`
    PLACE     `seat` puts back cards it looked at: `target` the deck, `moved` placed on top,
              `most` still to be placed, `purpose` reorder or sift
    REVEALS   `data` the cards turned up whose Reveal is still to come
    CLEARING  the Discard Phase with free order: `seat` discards next, `at` how many are done
"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.native import i64, mypyc_attr
from kamiza.games.battles.cards import NO_CARD

SETUP: Final = 0
TURN: Final = 1
USE: Final = 2
ATTACK_FRAME: Final = 3
WINDOW: Final = 4
CHOICE: Final = 5
BANISHING_FRAME: Final = 6
PLACE: Final = 7
REVEALS: Final = 8
CLEARING: Final = 9
FRAMES: Final = (
    "SETUP", "TURN", "USE", "ATTACK", "WINDOW", "CHOICE", "BANISHING", "PLACE", "REVEALS",
    "CLEARING",
)  # fmt: skip

# Flags: what has happened to a frame.
CANCELLED: Final = 1  # the ability does nothing; the card is not Banished
DEAD: Final = 2  # belongs to a seat that is out or Sealed [KB-FLOW-73]
HIT: Final = 4  # the last Attack of this ability damaged a god
ANSWERED: Final = 8  # the attacking seat has something to answer [KB-FLOW-32]
OPENS: Final = 16  # this Attack is the beginning of its ability [KB-FLOW-29]
PLAYED: Final = 32  # an ordinary play of a card from hand
FLAGS: Final = ("cancelled", "dead", "hit", "answered", "opens", "played")

# Steps of SETUP.
NAME_MAIN: Final = 0  # a captain names the Main God
KEEP_GOD: Final = 1
PICK_TEMPLE: Final = 2
SETUP_STEPS: Final = ("name_main", "keep_god", "pick_temple")

# Steps of USE.
CHOOSE: Final = 0  # which ability, or how much X is
PAY: Final = 1  # Energy and Faith
PAY_DISCARD: Final = 2
PAY_BANISH: Final = 3
ANSWERS: Final = 4  # everybody may react to the ability
RESOLVE: Final = 5  # one instruction after the other
AFTER: Final = 6  # what it caused is reacted to
USE_STEPS: Final = (
    "choose", "pay", "pay_discard", "pay_banish", "answers", "resolve", "after",
)  # fmt: skip

# Steps of ATTACK.
OWN: Final = 0  # the attacker may react
OWN_DONE: Final = 1  # then everybody may
ALL: Final = 2  # then it is resolved
ATTACK_STEPS: Final = ("own", "own_done", "all")

# Steps of BANISHING.
WARN: Final = 0  # its owner may react
BANISH: Final = 1
BANISHING_STEPS: Final = ("warn", "banish")

# What USE waits for.
NOTHING: Final = 0
NEED_ABILITY: Final = 1
NEED_X: Final = 2
NEED_TARGET: Final = 3
NEED_SEAT: Final = 4
NEED_MODE: Final = 5
NEED_COLOUR: Final = 6
NEED_MAY: Final = 7
CHOSEN: Final = 8  # the choice of this instruction has been made
SAID_YES: Final = 9  # it was optional and is wanted
NEEDS: Final = (
    "nothing", "ability", "x", "target", "seat", "mode", "colour", "may", "chosen", "said_yes",
)  # fmt: skip

# Events that open windows. [KB-FLOW-15]
PHASE_BEGINS: Final = 0
ATTACK_OWN: Final = 1
ATTACK_ALL: Final = 2
ABILITY_USED: Final = 3
CARD_BANISHING: Final = 4
ENERGY_HIT: Final = 5
ENERGY_GAINED: Final = 6
CARD_BANISHED: Final = 7
CARD_RECRUITED: Final = 8
EVENTS: Final = (
    "phase_begin", "own_attack", "attack", "ability", "would_banish", "lost", "gained", "banished",
    "recruited",
)  # fmt: skip


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Frame:
    """One thing still owed, and what is owed below it."""

    __slots__ = (
        "ability", "at", "attacker", "below", "bonus", "card", "data", "defence", "event", "flags",
        "held", "kind", "least", "lost", "most", "moved", "need", "owner", "pc", "purpose", "quiet",
        "seat", "source", "step", "target", "value", "victim", "way", "x", "zone",
    )  # fmt: skip
    below: Frame | None
    kind: i64
    seat: i64
    source: i64
    ability: i64
    way: i64
    step: i64
    pc: i64
    need: i64
    target: i64
    x: i64
    moved: i64
    lost: i64
    held: i64
    attacker: i64
    victim: i64
    at: i64
    value: i64
    bonus: i64
    defence: i64
    event: i64
    quiet: i64
    owner: i64
    zone: i64
    card: i64
    least: i64
    most: i64
    purpose: i64
    flags: i64
    data: bytes

    def __init__(self, kind: i64, seat: i64, below: Frame | None) -> None:
        self.below = below
        self.kind = kind
        self.seat = seat
        self.source = NO_CARD
        self.ability = 0
        self.way = 0
        self.step = 0
        self.pc = 0
        self.need = 0
        self.target = 0
        self.x = 0
        self.moved = 0
        self.lost = 0
        self.held = NO_CARD
        self.attacker = -1
        self.victim = -1
        self.at = 0
        self.value = 0
        self.bonus = 0
        self.defence = 0
        self.event = 0
        self.quiet = 0
        self.owner = 0
        self.zone = 0
        self.card = 0
        self.least = 0
        self.most = 0
        self.purpose = 0
        self.flags = 0
        self.data = b""

    def clone(self) -> Frame:
        """A copy of this frame and of everything below it."""
        below: Frame | None = None
        if self.below is not None:
            below = self.below.clone()
        copy = Frame(self.kind, self.seat, below)
        copy.step = self.step
        copy.flags = self.flags
        copy.data = self.data
        if self.kind == TURN:
            return copy
        copy.source = self.source
        copy.ability = self.ability
        copy.way = self.way
        copy.pc = self.pc
        copy.need = self.need
        copy.target = self.target
        copy.x = self.x
        copy.moved = self.moved
        copy.lost = self.lost
        copy.held = self.held
        copy.attacker = self.attacker
        copy.victim = self.victim
        copy.at = self.at
        copy.value = self.value
        copy.bonus = self.bonus
        copy.defence = self.defence
        copy.event = self.event
        copy.quiet = self.quiet
        copy.owner = self.owner
        copy.zone = self.zone
        copy.card = self.card
        copy.least = self.least
        copy.most = self.most
        copy.purpose = self.purpose
        return copy


def depth(top: Frame | None) -> i64:
    """How many frames are open."""
    count: i64 = 0
    frame = top
    while frame is not None:
        count += 1
        frame = frame.below
    return count


def attack_below(frame: Frame) -> Frame | None:
    """The Attack that is being handled."""
    below = frame.below
    while below is not None and below.kind != ATTACK_FRAME:
        below = below.below
    return below


# -- what a frame has noted -------------------------------------------------------------------


@final
class Answer:
    """A Defense against an Attack, or a redirection of it."""

    def __init__(self, seat: int, source: int, value: int, new_target: int) -> None:
        self.seat: Final = seat
        self.source: Final = source
        self.value: Final = value
        self.new_target: Final = new_target  # NO_TARGET for a Defense


NO_TARGET: Final = -1
ANSWER_BYTES: Final = 3
REDIRECTED: Final = 200  # instead of a value: from here on it is the new target


def note_defence(attack: Frame, seat: i64, source: i64, value: i64) -> None:
    attack.data = attack.data + bytes([seat, source, value])


def note_redirect(attack: Frame, seat: i64, source: i64, target: i64) -> None:
    attack.data = attack.data + bytes([seat, source, REDIRECTED + target])


def answers_to(attack: Frame) -> list[Answer]:
    """Everything that has answered an Attack, in order."""
    found: list[Answer] = []
    for place in range(0, len(attack.data), ANSWER_BYTES):
        seat, source, value = attack.data[place : place + ANSWER_BYTES]
        if value >= REDIRECTED:
            found.append(Answer(seat, source, 0, value - REDIRECTED))
        else:
            found.append(Answer(seat, source, value, NO_TARGET))
    return found


def note_react(window: Frame, seat: i64, slot: i64) -> None:
    """An ability of a god or temple was used in this window."""
    window.data = window.data + bytes([seat << 4 | slot])


def times_used(window: Frame, seat: i64, slot: i64) -> i64:
    mark: i64 = seat << 4 | slot
    count: i64 = 0
    for place in range(len(window.data)):
        if window.data[place] == mark:
            count += 1
    return count


# Events that wait until an ability is done; then each may get its window. [KB-FLOW-21]
WAITING_BYTES: Final = 5
DONE_BY_NOBODY: Final = 7  # a seat
MOST_NOTED: Final = 255


def damage_waits(use: Frame, attacker: i64, source: i64, target: i64, lost: i64) -> None:
    doer: i64 = DONE_BY_NOBODY if attacker < 0 else attacker
    noted: i64 = lost if lost < MOST_NOTED else MOST_NOTED
    use.data = use.data + bytes([ENERGY_HIT, doer, source, target, noted])


def gain_waits(use: Frame, god: i64) -> None:
    use.data = use.data + bytes([ENERGY_GAINED, god, 0, 0, 0])


def banishing_waits(use: Frame, types: i64) -> None:
    """One window for all cards that were Banished together."""
    use.data = use.data + bytes([CARD_BANISHED, types, 0, 0, 0])


def take_waiting(use: Frame) -> bytes:
    """The first event that waits, for `tell_window`."""
    first = use.data[:WAITING_BYTES]
    use.data = use.data[WAITING_BYTES:]
    return first


def tell_window(window: Frame, waited: bytes) -> None:
    """What the event of a window was about."""
    if window.event == ENERGY_HIT:
        window.attacker = -1 if waited[1] == DONE_BY_NOBODY else waited[1]
        window.source = waited[2]
        window.target = waited[3]
        window.value = waited[4]
    elif window.event == CARD_BANISHED:
        window.card = waited[1]
    else:
        window.target = waited[1]
