"""The questions of Kami-sama, and what runs by itself between them: the frames of its stack."""

from __future__ import annotations

from typing import Final

from kamiza.core.frame import Frame

# The open question.
KAMI: Final = 0  # which of two kami sheets
FEAR: Final = 1  # where the Fear token goes
ACT: Final = 2  # what to do with the next cube
AT: Final = 3  # a space or piece for a step
TO: Final = 4  # where a shrine moves, or with which it is rearranged
SEED: Final = 5  # where a Seed goes
GAIN: Final = 6  # Favor or Nature
TIE: Final = 7  # who of the tied players goes next
TAKE: Final = 8  # which villager
TOKEN: Final = 9  # which village token
OVER: Final = 10  # nothing any more
# What runs by itself.
PAID: Final = 11  # a step succeeded and its passive is done: pay its gain
ACTED: Final = 12  # an action is finished: check the goal
PREPARE: Final = 13  # all kami are chosen: set up the table
YEAR_START: Final = 14
TURN: Final = 15
KITSUNE: Final = 16
ROTATE: Final = 17
RANK: Final = 18  # find the order of influence in the village of the draft
DRAFT: Final = 19  # the next in order takes a villager
CLAIMED: Final = 20  # a claim is done
TRACKS: Final = 21
FINAL: Final = 22
FRAMES: Final = (
    "KAMI", "FEAR", "ACT", "AT", "TO", "SEED", "GAIN", "TIE", "TAKE", "TOKEN", "OVER",
    "PAID", "ACTED", "PREPARE", "YEAR_START", "TURN", "KITSUNE", "ROTATE", "RANK", "DRAFT",
    "CLAIMED", "TRACKS", "FINAL",
)  # fmt: skip

# Frames without integers are made once. Frames of a program carry its number, the step and how
# often it was done (step * 16 + times), and one more than the spaces `prev` and `first`.
KAMI_FRAME: Final = Frame(KAMI)
ACT_FRAME: Final = Frame(ACT)
TIE_FRAME: Final = Frame(TIE)
TAKE_FRAME: Final = Frame(TAKE)
OVER_FRAME: Final = Frame(OVER)
ACTED_FRAME: Final = Frame(ACTED)
PREPARE_FRAME: Final = Frame(PREPARE)
YEAR_START_FRAME: Final = Frame(YEAR_START)
TURN_FRAME: Final = Frame(TURN)
KITSUNE_FRAME: Final = Frame(KITSUNE)
ROTATE_FRAME: Final = Frame(ROTATE)
RANK_FRAME: Final = Frame(RANK)
DRAFT_FRAME: Final = Frame(DRAFT)
CLAIMED_FRAME: Final = Frame(CLAIMED)
TRACKS_FRAME: Final = Frame(TRACKS)
FINAL_FRAME: Final = Frame(FINAL)
