"""Where a line may end: between words, and in Japanese between most letters."""

from __future__ import annotations

import rich.text
from rich.cells import cell_len

NEVER_FIRST = "。、，．・：；？！）」』】〕〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々…"
NEVER_LAST = "（「『【〔〈《"


def divide_line(text: str, width: int, fold: bool = True) -> list[int]:
    """The positions at which a text is broken, so that no line is wider than `width`.

    Without `fold` a word that is wider than a line stays whole.
    """
    breaks: list[int] = []
    start = best = cells = 0
    for position, letter in enumerate(text):
        if position > start and may_break(text, position):
            best = position
        cells += cell_len(letter)
        if cells <= width or letter.isspace():  # spaces at the end of a line are not printed
            continue
        if best <= start and fold:
            best = position
        if best > start:
            start = best
            breaks.append(start)
            cells = cell_len(text[start : position + 1])
    return breaks


def may_break(text: str, position: int) -> bool:
    """May a new line begin with the letter at this position?"""
    before, after = text[position - 1], text[position]
    if after.isspace():
        return False
    if before.isspace():
        # The mark in front of a refusal stays with it.
        return text[:position].strip() != "▌"
    if after in NEVER_FIRST or before in NEVER_LAST:
        return False
    return cell_len(before) > 1 or cell_len(after) > 1


def install() -> None:
    """Rich breaks Japanese anywhere and has no other place to say how; all its texts and tables
    come through this one function."""
    setattr(rich.text, "divide_line", divide_line)  # noqa: B010
