"""The stack in a row of numbers: what is on top, and of each sort of frame the uppermost one.

Seats are told as one more than how many places they are after the watcher, cards as one more than
their numbers; 0 is none. No frame holds a secret.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.cells import MOST, Cell, Cells
from kamiza.core.native import i64
from kamiza.games.battles.cards import NO_CARD
from kamiza.games.battles.stack.attacks import Attack, Window
from kamiza.games.battles.stack.frame import Frame, depth
from kamiza.games.battles.stack.turns import Clearing, Preparation, Reveals, Turn
from kamiza.games.battles.stack.uses import Banishing, Choice, Placing, Use
from kamiza.games.battles.table.objects import TEMPLE, owner_of

SORTS: Final = (
    "preparation", "turn", "use", "attack", "window", "choice", "banishing", "placing", "reveals",
    "clearing",
)  # fmt: skip
OF_A_USE: Final = ("by", "source", "ability", "stage", "need", "x", "held")
OF_AN_ATTACK: Final = (
    "by", "source", "target", "at_temple", "value", "bonus", "defence", "stage", "cancelled",
)  # fmt: skip
OF_A_CHOICE: Final = (
    "owner", "purpose", "zone", "types", "dearest", "least", "most", "picked",
)  # fmt: skip
OF_A_WINDOW: Final = ("event",)
OF_A_BANISHING: Final = ("owner", "card")
OF_A_PLACING: Final = ("deck", "left", "on_top")


def stack_cells(seats: int) -> list[Cell]:
    """What the numbers are."""
    found = [Cell("depth", 0, MOST), *(Cell(f"top.{name}") for name in SORTS)]
    for sort, names in (
        ("use", OF_A_USE), ("attack", OF_AN_ATTACK), ("choice", OF_A_CHOICE),
        ("window", OF_A_WINDOW), ("banishing", OF_A_BANISHING), ("placing", OF_A_PLACING),
    ):  # fmt: skip
        found.extend(Cell(f"{sort}.{name}", -MOST, MOST) for name in names)
    return found


def fill_stack(top: Frame | None, cells: Cells) -> None:
    use: Use | None = None
    attack: Attack | None = None
    choice: Choice | None = None
    window: Window | None = None
    banishing: Banishing | None = None
    placing: Placing | None = None
    frame = top
    while frame is not None:
        if type(frame) is Use:
            use = frame if use is None else use
        elif type(frame) is Attack:
            attack = frame if attack is None else attack
        elif type(frame) is Choice:
            choice = frame if choice is None else choice
        elif type(frame) is Window:
            window = frame if window is None else window
        elif type(frame) is Banishing:
            banishing = frame if banishing is None else banishing
        elif type(frame) is Placing:
            placing = frame if placing is None else placing
        frame = frame.below
    cells.put(depth(top))
    cells.one_of(sort_of(top), len(SORTS))
    fill_use(use, cells)
    fill_attack(attack, cells)
    fill_choice(choice, cells)
    cells.put(0 if window is None else window.event + 1)
    fill_banishing(banishing, cells)
    fill_placing(placing, cells)


def sort_of(frame: Frame | None) -> i64:
    """The number of the class of a frame."""
    if type(frame) is Turn:
        return 1
    if type(frame) is Use:
        return 2
    if type(frame) is Attack:
        return 3
    if type(frame) is Window:
        return 4
    if type(frame) is Choice:
        return 5
    if type(frame) is Banishing:
        return 6
    if type(frame) is Placing:
        return 7
    if type(frame) is Reveals:
        return 8
    if type(frame) is Clearing:
        return 9
    return 0 if type(frame) is Preparation else -1


def card_number(card: i64) -> i64:
    """One more than the number of a card, or 0."""
    if card == NO_CARD:
        return 0
    return card + 1


def fill_use(use: Use | None, cells: Cells) -> None:
    if use is None:
        cells.blank(len(OF_A_USE))
        return
    cells.put(cells.place_of(use.seat) + 1)
    cells.put(card_number(use.source))
    cells.put(use.ability)
    cells.put(use.stage)
    cells.put(use.need)
    cells.put(use.x)
    cells.put(card_number(use.held))


def fill_attack(attack: Attack | None, cells: Cells) -> None:
    if attack is None:
        cells.blank(len(OF_AN_ATTACK))
        return
    cells.put(cells.place_of(attack.seat) + 1)
    cells.put(card_number(attack.source))
    cells.put(cells.place_of(owner_of(attack.target)) + 1)
    cells.put_flag(attack.target & TEMPLE != 0)
    cells.put(attack.value)
    cells.put(attack.bonus)
    cells.put(attack.defence)
    cells.put(attack.stage)
    cells.put_flag(attack.is_cancelled)


def fill_choice(choice: Choice | None, cells: Cells) -> None:
    if choice is None:
        cells.blank(len(OF_A_CHOICE))
        return
    cells.put(cells.place_of(choice.owner) + 1)
    cells.put(choice.purpose + 1)
    cells.put(choice.zone + 1)
    cells.put(choice.card)
    cells.put(choice.dearest)
    cells.put(choice.least)
    cells.put(choice.most)
    cells.put(choice.picked)


def fill_banishing(banishing: Banishing | None, cells: Cells) -> None:
    if banishing is None:
        cells.blank(len(OF_A_BANISHING))
        return
    cells.put(cells.place_of(banishing.owner) + 1)
    cells.put(card_number(banishing.card))


def fill_placing(placing: Placing | None, cells: Cells) -> None:
    if placing is None:
        cells.blank(len(OF_A_PLACING))
        return
    cells.put(placing.deck)
    cells.put(placing.left)
    cells.put(placing.on_top)
