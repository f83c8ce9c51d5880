"""What can be done in Kami-sama: the verbs of its moves, in the order in which they are listed.

Used as `verbs.ADD`: a move, a step of a card and an open question may have the same name.
"""

from __future__ import annotations

from typing import Final

KAMI: Final = 0
FEAR: Final = 1
KEEP: Final = 2  # "fear keep"
ADD: Final = 3
REMOVE: Final = 4
USE: Final = 5  # 0, 1, 2: "use 1", "use 2", "use 3"
RAGE: Final = 6
IDLE: Final = 7
AT: Final = 8
TO: Final = 9
SEED: Final = 10
SKIP: Final = 11
GAIN: Final = 12  # 8 * Favor + Nature
NEXT: Final = 13
TAKE: Final = 14
TOKEN: Final = 15
PASS: Final = 16  # can be said, is never allowed
