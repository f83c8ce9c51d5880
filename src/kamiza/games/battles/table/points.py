"""The points of a turn, in order, and the phases they belong to. [KB-TURN-01]"""

from __future__ import annotations

from typing import Final

STARTING_BEGIN: Final = 0
STARTING_MAIN: Final = 1
PLAY_MAIN: Final = 2
RECRUIT_MAIN: Final = 3
RECRUITED_CARD: Final = 4  # the window after a recruit is over, the Hall is refilled
DISCARD_BEGIN: Final = 5
DISCARD_MAIN: Final = 6
DISCARD_END: Final = 7
END_BEGIN: Final = 8
END_DRAW: Final = 9
END_END: Final = 10
OVER: Final = 11
POINTS: Final = (
    "starting.begin", "starting.main", "play.main", "recruit.main", "recruited", "discard.begin",
    "discard.main", "discard.end", "end.begin", "end.draw", "end.end", "over",
)  # fmt: skip
PHASES: Final = (
    "starting", "starting", "play", "recruit", "recruit", "discard", "discard", "discard", "end",
    "end", "end", "end",
)  # fmt: skip
STOPS: Final = 0b101_1010_0010  # the points at which a seat may ask to be asked [KB-FLOW-05]
