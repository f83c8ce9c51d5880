"""Chapter 4.1: what runs by itself, until somebody has to answer."""

from __future__ import annotations

from kamiza.core.action import NOBODY
from kamiza.core.native import i64
from kamiza.games.kamisama.frames import (
    ACTED,
    CLAIMED,
    DRAFT,
    KITSUNE,
    OVER,
    OVER_FRAME,
    PAID,
    PREPARE,
    RANK,
    ROTATE,
    TRACKS,
    TURN,
    YEAR_START,
)
from kamiza.games.kamisama.rules.draft import after_claim, draft_next
from kamiza.games.kamisama.rules.effects import resume_paid
from kamiza.games.kamisama.rules.influence import rank
from kamiza.games.kamisama.rules.kitsune import fox_turn
from kamiza.games.kamisama.rules.rounds import rotate, score_tracks, start_year
from kamiza.games.kamisama.rules.scoring import ranks, scores
from kamiza.games.kamisama.rules.setup import prepare
from kamiza.games.kamisama.rules.turn import after_action, begin_turn
from kamiza.games.kamisama.table import Kamisama


def settle(state: Kamisama) -> None:
    """Resolve frames until the one on top is a question."""
    while True:
        kind: i64 = state.frame.kind
        if kind <= OVER:
            return
        if kind == ACTED:
            after_action(state)
        elif kind == PAID:
            resume_paid(state)
        elif kind == TURN:
            begin_turn(state)
        elif kind == ROTATE:
            rotate(state)
        elif kind == KITSUNE:
            fox_turn(state)
        else:
            settle_year(state, kind)


def settle_year(state: Kamisama, kind: i64) -> None:
    """What happens once a year, or less often. [KS-END-01]"""
    if kind == RANK:
        rank(state)
    elif kind == DRAFT:
        draft_next(state)
    elif kind == CLAIMED:
        after_claim(state)
    elif kind == TRACKS:
        score_tracks(state)
    elif kind == YEAR_START:
        start_year(state)
    elif kind == PREPARE:
        prepare(state)
    else:
        finish(state)


def finish(state: Kamisama) -> None:
    """The game is over. [KS-FIN-01]"""
    state.asked = NOBODY
    state.frame = OVER_FRAME
    if state.log is not None:
        state.emit("scored", {"scores": scores(state), "ranks": ranks(state)})
