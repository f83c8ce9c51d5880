"""Reaction windows for the host of a table: what could be declined, and by which switch.

Marks of an answer: `card:<id>` of the card, god or temple, `on:<trigger>`, `turn:<number>` of this
turn, and while an Attack is under way `below:<n>` for every n above the loss it would do.
"""

from __future__ import annotations

from typing import cast

from kamiza.core.game import State
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import GOD_SOURCE, TEMPLE_SOURCE
from kamiza.games.battles.rules.abilities import abilities_of
from kamiza.games.battles.rules.attack import attack_value
from kamiza.games.battles.rules.moves import ASK_REACT, MOVES, PASS, first_of, second_of, verb_of
from kamiza.games.battles.stack import ATTACK_FRAME
from kamiza.games.battles.table import Battles

MOST_LOSS = 10


def question(state: State) -> tuple[str, list[list[str]], int] | None:
    """The pass, the marks of each React, and the pause in milliseconds; None if it is no window."""
    game = cast(Battles, state)
    if game.asked < 0 or game.question != ASK_REACT:
        return None
    shared = [f"turn:{game.turn}", *loss_marks(game)]
    marks = [[*react_marks(game, action), *shared] for action in game.offers
             if verb_of(action) != PASS]  # fmt: skip
    return MOVES[PASS], marks, int(game.settings.react_pause_ms)


def react_marks(game: Battles, action: int) -> list[str]:
    source, index = first_of(action), second_of(action)
    ability = abilities_of(game, game.asked, source)[index - 1]
    return [f"card:{source_id(game, source)}", f"on:{w.TRIGGERS[ability.trigger]}"]


def source_id(game: Battles, source: int) -> str:
    player = game.players[game.asked]
    if source == GOD_SOURCE:
        return game.cards.god_ids[player.god]
    if source == TEMPLE_SOURCE:
        return game.cards.temple_ids[player.temple]
    return game.cards.ids[source]


def loss_marks(game: Battles) -> list[str]:
    """How little the Attack directly below this window would do."""
    window = game.frame
    attack = None if window is None else window.below
    if attack is None or attack.kind != ATTACK_FRAME or attack.target & 7 != game.asked:
        return []
    loss = max(0, attack_value(game, attack) - attack.defence)
    return [f"below:{most}" for most in range(loss + 1, MOST_LOSS + 1)]
