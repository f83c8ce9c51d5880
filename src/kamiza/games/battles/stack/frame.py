"""What the game still owes: a stack of frames, data only. [KB-FLOW-01] [KB-FLOW-02]

A frame is one open sentence of the rulebook; there is one class for each kind of them. The stack is
linked from the top down:

    Preparation   the set-up                             lies at the bottom
    Turn          the turn of a player                   lies at the bottom
    Use           an ability in use                      on Turn, Window, Reveals or Use
    Attack        an Attack of that ability              on its Use
    Window        who wants to react?                    on what it is about
    Choice        cards are picked                       on the Use that asks for it
    Banishing     a picked card is about to be Banished  on its Choice
    Placing       looked-at cards are put back           on the Use that looked
    Reveals       cards turned up with a Reveal          on whatever refilled the Hall
    Clearing      the Discard Phase with free order      on the Turn

Frames are changed while they are open, so a clone of the state copies its stack, which is one to
six frames deep. What a frame has noted (`answers`, `waiting`) is never changed and is shared.
"""

from __future__ import annotations

from kamiza.core.native import i64, mypyc_attr


@mypyc_attr(acyclic=True)
class Frame:
    """One thing still owed, and what is owed below it."""

    __slots__ = ("below", "is_dead", "seat")
    below: Frame | None
    seat: i64  # whose it is; what belongs to nobody is the active player's
    is_dead: bool  # that seat is out or Sealed meanwhile [KB-FLOW-73]

    def __init__(self, seat: i64, below: Frame | None) -> None:
        self.below = below
        self.seat = seat
        self.is_dead = False

    def clone(self) -> Frame:
        """A copy of this frame and of everything below it."""
        raise NotImplementedError

    def clone_below(self) -> Frame | None:
        below = self.below
        if below is None:
            return None
        return below.clone()


def depth(top: Frame | None) -> i64:
    """How many frames are open."""
    count: i64 = 0
    frame = top
    while frame is not None:
        count += 1
        frame = frame.below
    return count


def bottom_of(top: Frame | None) -> Frame | None:
    """The turn, or the set-up; nothing when the game is over."""
    frame = top
    while frame is not None and frame.below is not None:
        frame = frame.below
    return frame
