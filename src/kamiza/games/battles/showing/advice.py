"""What a player counts up before playing: the longest Chain in hand, and the Faith of Disciples.

It is no bot's opinion, only the arithmetic of the rules for the cards this seat holds.
"""

from __future__ import annotations

from typing import Final, cast

from kamiza.core.game import View
from kamiza.core.schema import Json
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import Cards
from kamiza.games.battles.rules.moves import ASK_PLAY
from kamiza.games.battles.table.battles import Battles

MOST_LINKS: Final = 10  # longer hands are rare, and the search doubles with each card


def advice(seen: View) -> Json | None:
    """For the question which card to play; nothing at any other question."""
    known = cast(Battles, seen.known)
    if seen.seat < 0 or known.asked != seen.seat or known.question != ASK_PLAY:
        return None
    cards = known.cards
    hand = known.players[seen.seat].hand
    links = bytes(kind for kind in hand if cards.type[kind] != w.DISCIPLE)
    colours = int(known.colours) if known.chain else w.ALL_COLOURS  # [KB-CHAIN-02]
    moves, faith = disciples_for_faith(known, hand)
    return {
        "chain": cards.names(longest_chain(cards, links[:MOST_LINKS], colours, {})),
        "follows": {cards.ids[k]: followers(cards, links, k) for k in sorted(set(links))},
        "disciples": {"moves": moves, "faith": faith},
    }


def longest_chain(
    cards: Cards, left: bytes, colours: int, found: dict[tuple[bytes, int], bytes]
) -> bytes:
    """The longest order in which these cards can be laid; as few as none. [KB-CHAIN-03]

    The cards lie in order; `found` are the Chains that have been looked for already.
    """
    known = found.get((left, colours))
    if known is not None:
        return known
    best = b""
    for place, kind in enumerate(left):
        is_again = place > 0 and left[place - 1] == kind
        if not is_again and cards.colour[kind] & colours:
            rest = left[:place] + left[place + 1 :]
            chain = bytes([kind]) + longest_chain(cards, rest, cards.chain[kind], found)
            best = chain if len(chain) > len(best) else best
    found[(left, colours)] = best
    return best


def followers(cards: Cards, links: bytes, first: int) -> list[str]:
    """Which other cards of the hand could be laid directly after this one."""
    others = set(links) if links.count(bytes([first])) > 1 else set(links) - {first}
    return [cards.ids[kind] for kind in sorted(others) if cards.colour[kind] & cards.chain[first]]


def disciples_for_faith(known: Battles, hand: bytes) -> tuple[list[str], int]:
    """All Disciples that bring Faith for nothing, those that count the others last."""
    cards = known.cards
    found: list[tuple[bool, int, int, int]] = []
    for kind in hand:
        act = faith_act(cards, kind)
        if act > 0:
            found.append((counts_disciples(cards, kind, act), cards.rank[kind], kind, act))
    moves: list[str] = []
    faith = 0
    played = int(known.players[known.asked].disciples_1)
    for _, rank, kind, act in sorted(found):
        played += 1 if rank == 1 else 0
        step = cards.steps[cards.of_kind[kind][act - 1].begin]
        faith += played if step.n == w.DISCIPLES_1 else int(step.n)
        moves += [f"play {cards.ids[kind]}", f"use {act}"]
    return moves, faith


def faith_act(cards: Cards, kind: int) -> int:
    """The Act of a Disciple that does nothing but bring Faith; 0 if there is none."""
    if cards.type[kind] != w.DISCIPLE:
        return 0
    for ability in cards.of_kind[kind]:
        step = cards.steps[ability.begin]
        is_all = cards.steps[ability.begin + 1].is_end and step.condition == w.ALWAYS
        is_known = step.n < w.X or step.n == w.DISCIPLES_1
        is_free = not ability.has_cost and ability.condition == w.ALWAYS
        if ability.type == w.ACT and step.verb.gives_faith and is_all and is_known and is_free:
            return int(ability.index)
    return 0


def counts_disciples(cards: Cards, kind: int, act: int) -> bool:
    return cards.steps[cards.of_kind[kind][act - 1].begin].n == w.DISCIPLES_1
