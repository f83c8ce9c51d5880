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


# -- always -----------------------------------------------------------------------------------


def whole_supply(state: Battles) -> list[int]:
    """How often each kind is found anywhere."""
    rows = [state.netherworld, state.removed]
    for player in state.players:
        deck = player.deck
        rows += [player.hand, player.discard, player.area, deck.top, deck.rest, deck.bottom]
    for deck in (state.warrior_deck, state.artifact_deck):
        rows += [deck.top, deck.rest, deck.bottom]
    counts = [0] * state.cards.kinds
    for row in rows:
        for kind in row:
            counts[kind] += 1
    for piles, sizes in (
        (state.warrior_piles, state.warrior_sizes),
        (state.artifact_piles, state.artifact_sizes),
        (state.disciple_piles, state.disciple_sizes),
    ):
        for kind, size in zip(piles, sizes):
            if kind != NO_CARD:
                counts[kind] += size
    frame = state.frame
    while frame is not None:
        if frame.held != NO_CARD:
            counts[frame.held] += 1
        frame = frame.below
    return counts


@LAWS.always("KB-EXH-21")
def nothing_is_lost(play: Playthrough) -> str:
    state = table(play)
    counts = whole_supply(state)
    for kind in range(state.cards.kinds):
        if counts[kind] != state.supply[kind]:
            name = state.cards.ids[kind]
            return f"there are {counts[kind]} {name} instead of {state.supply[kind]}"
    return ""
