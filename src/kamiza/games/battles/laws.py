"""Laws of Kamigami Battles: rules that can be checked by watching any game."""

from __future__ import annotations

from typing import cast

from kamiza.core.playthrough import Laws, Playthrough
from kamiza.games.battles.cards import NO_CARD
from kamiza.games.battles.state import Battles

LAWS = Laws()


def table(play: Playthrough) -> Battles:
    """The state as it is now."""
    return cast(Battles, play.state)
