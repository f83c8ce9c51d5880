"""Choosing the cards of a dedication for a wanted total."""

from __future__ import annotations

from itertools import product

from kamiza.games.shintoh.cards import INFLUENCE, KINDS


def best_cards(hand: dict[str, int], need: int) -> dict[str, int] | None:
    """The cards worth `need`, or as little more as possible; the fewest cards among equals,
    because small ones are the more useful to keep. None if the hand is not worth that much."""
    best: tuple[int, int, tuple[int, ...]] | None = None
    for counts in product(*(range(hand[kind] + 1) for kind in KINDS)):
        worth = sum(count * influence for count, influence in zip(counts, INFLUENCE))
        if worth >= need and (best is None or (worth, sum(counts)) < best[:2]):
            best = (worth, sum(counts), counts)
    return dict(zip(KINDS, best[2])) if best else None


def influence(cards: dict[str, int]) -> int:
    return sum(cards[kind] * worth for kind, worth in zip(KINDS, INFLUENCE))


def moves_of(cards: dict[str, int]) -> str:
    """The moves that lay these cards and stop."""
    adds = [f"+{kind}" for kind in KINDS for _ in range(cards[kind])]
    return " ".join([*adds, "stop"])
