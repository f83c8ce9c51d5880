"""What a player counts up before playing: the longest Chain in hand, and the Faith of Disciples.

It is no bot's opinion, only the arithmetic of the rules for the cards this seat holds.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from kamiza.core.game import Game
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import Cards

View = dict[str, Any]
MOST_LINKS = 10  # longer hands are rare, and the search doubles with each card


def advice(game: Game, view: View) -> dict[str, object] | None:
    """For the question which card to play; nothing at any other question."""
    if view["question"] != "PLAY" or view["asked"] != view["seat"]:
        return None
    cards: Cards = game.cards  # type: ignore[attr-defined]
    hand = [cards.numbers[id] for id in view["private"]["hand"]]
    links = [kind for kind in hand if cards.type[kind] != w.DISCIPLE]
    moves, faith = disciples_for_faith(cards, hand, view)
    return {
        "chain": cards.names(bytes(longest_chain(cards, links[:MOST_LINKS], colours_open(view)))),
        "follows": {cards.ids[k]: followers(cards, links, k) for k in sorted(set(links))},
        "disciples": {"moves": moves, "faith": faith},
    }


def colours_open(view: View) -> int:
    """The colours that may follow now, as a set; any if there is no Chain yet. [KB-CHAIN-02]"""
    if not view["chain"]:
        return w.ALL_COLOURS
    return sum(1 << w.COLOURS.index(colour) for colour in view["colours"])


def longest_chain(cards: Cards, links: list[int], colours: int) -> list[int]:
    """The longest order in which these cards can be laid; as few as none. [KB-CHAIN-03]"""

    @cache
    def longest(left: tuple[int, ...], open: int) -> tuple[int, ...]:
        best: tuple[int, ...] = ()
        for place, kind in enumerate(left):
            is_again = place > 0 and left[place - 1] == kind
            if not is_again and cards.colour[kind] & open:
                rest = left[:place] + left[place + 1 :]
                found = (kind, *longest(rest, cards.chain[kind]))
                best = found if len(found) > len(best) else best
        return best

    return list(longest(tuple(sorted(links)), colours))


def followers(cards: Cards, links: list[int], first: int) -> list[str]:
    """Which other cards of the hand could be laid directly after this one."""
    others = sorted(set(links)) if links.count(first) > 1 else sorted(set(links) - {first})
    return [cards.ids[kind] for kind in others if cards.colour[kind] & cards.chain[first]]


def disciples_for_faith(cards: Cards, hand: list[int], view: View) -> tuple[list[str], int]:
    """All Disciples that bring Faith for nothing, those that count the others last."""
    me = view["players"][view["seat"]]
    found = [(kind, act) for kind in hand if (act := faith_act(cards, kind)) > 0]
    found.sort(key=lambda pair: (counts_disciples(cards, *pair), cards.rank[pair[0]], pair[0]))
    moves: list[str] = []
    faith, played = 0, int(me["disciples_1"])
    for kind, act in found:
        played += cards.rank[kind] == 1
        step = cards.steps[cards.of_kind[kind][act - 1].begin]
        faith += played if step.n == w.DISCIPLES_1 else step.n
        moves += [f"play {cards.ids[kind]}", f"use {act}"]
    return moves, faith


def faith_act(cards: Cards, kind: int) -> int:
    """The Act of a Disciple that does nothing but bring Faith; 0 if there is none."""
    if cards.type[kind] != w.DISCIPLE:
        return 0
    for ability in cards.of_kind[kind]:
        step = cards.steps[ability.begin]
        is_all = cards.steps[ability.begin + 1].verb == w.END and step.condition == w.ALWAYS
        is_known = step.n < w.X or step.n == w.DISCIPLES_1
        is_free = not ability.has_cost and ability.condition == w.ALWAYS
        if ability.type == w.ACT and step.verb == w.FAITH and is_all and is_known and is_free:
            return int(ability.index)
    return 0


def counts_disciples(cards: Cards, kind: int, act: int) -> bool:
    return cards.steps[cards.of_kind[kind][act - 1].begin].n == w.DISCIPLES_1
