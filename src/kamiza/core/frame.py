"""What the game still owes: a stack of frames, data only.

A frame is one open sentence of the rulebook ("the player who used the Mirror picks a kind"). It
is a kind and a few integers, never a function or a live object, and it is never changed after it
was made: a change is another frame. So the stack is a linked list whose parts clones share, and
copying it costs nothing. The frame on top says which question is open.
"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.native import i64, mypyc_attr


@final
@mypyc_attr(acyclic=True)
class Frame:
    """One thing still owed, and what is owed below it."""

    __slots__ = ("a", "b", "below", "c", "d", "kind")

    def __init__(
        self, kind: i64, below: Frame | None = None, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0
    ) -> None:
        self.kind: Final[i64] = kind
        self.below: Final[Frame | None] = below
        self.a: Final[i64] = a
        self.b: Final[i64] = b
        self.c: Final[i64] = c
        self.d: Final[i64] = d


def frames_as_text(top: Frame | None, names: tuple[str, ...]) -> list[str]:
    """The stack from the bottom up, one text each: "GIVE", or "WINDOW 3 1 0 0" with integers."""
    texts: list[str] = []
    frame = top
    while frame is not None:
        text = names[frame.kind]
        if frame.a or frame.b or frame.c or frame.d:
            text += f" {frame.a} {frame.b} {frame.c} {frame.d}"
        texts.append(text)
        frame = frame.below
    texts.reverse()
    return texts


def frames_from_text(texts: list[str], names: tuple[str, ...]) -> Frame | None:
    """The inverse of `frames_as_text`; a ValueError names the frame that cannot be read."""
    top: Frame | None = None
    for text in texts:
        words = text.split(" ")
        if words[0] not in names or len(words) not in (1, 5):
            raise ValueError(f"'{text}' is not a frame of this game")
        numbers = [int(word) for word in words[1:]] or [0, 0, 0, 0]
        a, b, c, d = numbers
        top = Frame(names.index(words[0]), top, a, b, c, d)
    return top
