"""Carrying out a move: each verb leads to its chapter."""

from __future__ import annotations

from kamiza.core.native import i64
from kamiza.games.kamisama.board import NOWHERE
from kamiza.games.kamisama.frames import RANK_FRAME
from kamiza.games.kamisama.rules import draft, effects, setup, turn, verbs
from kamiza.games.kamisama.rules.flow import settle
from kamiza.games.kamisama.rules.influence import decide_tie
from kamiza.games.kamisama.table import Kamisama


def carry_out_move(game: Kamisama, action: i64) -> None:
    """A move that is allowed, and everything that follows, up to the next question."""
    verb: i64 = action >> 7
    argument: i64 = action & 127
    if verb == verbs.ADD:
        turn.basic_add(game, argument)
    elif verb == verbs.REMOVE:
        turn.basic_remove(game, argument)
    elif verb == verbs.USE:
        turn.use_ability(game, argument)
    elif verb == verbs.AT:
        effects.answer_at(game, argument)
    elif verb == verbs.TO:
        effects.answer_to(game, argument)
    elif verb == verbs.SKIP:
        effects.skip(game)
    else:
        carry_out_other(game, verb, argument)
    settle(game)


def carry_out_other(game: Kamisama, verb: i64, argument: i64) -> None:
    """The answers that are given less often."""
    if verb == verbs.TAKE:
        draft.take(game, argument)
    elif verb == verbs.SEED:
        effects.answer_seed(game, argument)
    elif verb == verbs.GAIN:
        effects.answer_gain(game, argument)
    elif verb == verbs.FEAR:
        effects.answer_fear(game, argument)
    elif verb == verbs.KEEP:
        effects.answer_fear(game, NOWHERE)
    elif verb == verbs.RAGE:
        turn.use_rage(game)
    elif verb == verbs.IDLE:
        turn.idle(game)
    elif verb == verbs.NEXT:
        decide_tie(game, argument)
        game.frame = RANK_FRAME
    elif verb == verbs.KAMI:
        setup.choose_kami(game, argument)
    else:
        effects.answer_token(game, argument)
