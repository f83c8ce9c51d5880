"""Trees as texts: a sketch such as `TR3(B26(B47,B15))`, or every card with its place.

Icons are counted as printed; legal places do not depend on decrees.
In a sketch each card lies at its default spot on the card in whose parenthesis it stands.
A card with its place is written as in the log: `B46 @167,2999 r285 on 2`. [KO-GEO-19]
"""

from __future__ import annotations

import re
from typing import Final

from kamiza.core.native import i64
from kamiza.core.refusal import PositionError
from kamiza.games.kodama.cards import BRANCHES, Cards
from kamiza.games.kodama.rules.icons import AS_PRINTED
from kamiza.games.kodama.rules.room import OFFSETS, rotation_of
from kamiza.games.kodama.rules.shapes import BUD
from kamiza.games.kodama.rules.spots import CODES, find_spots, parent_or_code
from kamiza.games.kodama.rules.trees import MOST_CARDS, Tree, bare_tree, grown

SKETCH: Final = re.compile(r"[A-Z]+\d+|[(),]|.")
LINE: Final = re.compile(r"(\w+) @(-?\d{1,5}),(-?\d{1,5}) r(\d{1,3}) on (\d{1,2})")
KNOWN_TREES: Final[dict[str, Tree]] = {}  # positions of one game name the same trees over and over
MOST_KNOWN: Final = 4000


def tree_as_texts(cards: Cards, tree: Tree) -> list[str]:
    """Every card of a tree, the trunk by its name alone."""
    texts = [cards.ids[tree.cards[0].card]]
    for card in tree.cards[1:]:
        place = f"@{card.x},{card.y} r{card.rotation} on {card.parent}"
        texts.append(f"{cards.ids[card.card]} {place}")
    return texts


def read_tree(cards: Cards, field: str, value: object) -> Tree:
    """A tree from a sketch or from its texts; a PositionError says what cannot be."""
    if isinstance(value, str):
        return tree_from_sketch(cards, field, value)
    if not isinstance(value, list) or not value or not all(isinstance(t, str) for t in value):
        raise PositionError(f"{field}: must be a sketch, or a list of placed cards")
    if len(value) > MOST_CARDS:
        raise PositionError(f"{field}: a tree has {MOST_CARDS} cards at most")
    return tree_from_texts(cards, field, value)


def tree_from_texts(cards: Cards, field: str, texts: list[str]) -> Tree:
    key = " ".join(texts)
    known = KNOWN_TREES.get(key)
    if known is not None:
        return known
    if len(texts) == 1:
        tree = bare_tree(cards, read_trunk(cards, field, texts[0]), AS_PRINTED)
    else:
        below = tree_from_texts(cards, field, texts[:-1])
        tree = with_line(cards, below, field, texts[-1])
    if len(KNOWN_TREES) >= MOST_KNOWN:
        KNOWN_TREES.clear()
    KNOWN_TREES[key] = tree
    return tree


def with_line(cards: Cards, tree: Tree, field: str, text: str) -> Tree:
    """The tree with one more card at a given place, which must be legal there."""
    found = LINE.fullmatch(text)
    if found is None:
        raise PositionError(f"{field}: write a card as 'B46 @167,2999 r285 on 2', not {text!r}")
    card = read_branch(cards, tree, field, found[1])
    x, y, rotation, parent = (int(found[group]) for group in (2, 3, 4, 5))
    if rotation >= 360 or max(abs(x), abs(y)) > 20000:
        raise PositionError(f"{field}: {text} is out of range")
    result = parent_or_code(tree, cards.form_of[card], x, y, rotation)
    if result < 0:
        raise PositionError(f"{field}: {text} is not legal there ({CODES[-result]})")
    if result != parent:
        raise PositionError(f"{field}: {text} lies on card {result}")
    return grown(cards, tree, card, x, y, rotation, parent, AS_PRINTED)


def tree_from_sketch(cards: Cards, field: str, text: str) -> Tree:
    """Read left to right, each card at its default spot. [KO-GEO-19]"""
    words = [found[0] for found in SKETCH.finditer(text.replace(" ", ""))]
    if not words:
        raise PositionError(f"{field}: a tree has a trunk")
    tree = bare_tree(cards, read_trunk(cards, field, words[0]), AS_PRINTED)
    parents: list[int] = []
    last = 0
    for word in words[1:]:
        if word == "(":
            parents.append(last)
        elif word == ")" and parents:
            last = parents.pop()
        elif word not in "()," and parents:
            tree = with_default(cards, tree, field, word, parents[-1])
            last = tree.size - 1
        elif word != ",":
            raise PositionError(f"{field}: '{text}' is no sketch of a tree")
    if parents:
        raise PositionError(f"{field}: '{text}' has an open parenthesis")
    return tree


def with_default(cards: Cards, tree: Tree, field: str, word: str, parent: i64) -> Tree:
    """The tree with one more card at its default spot on a parent. [KO-GEO-19]"""
    card = read_branch(cards, tree, field, word)
    form = cards.form_of[card]
    spots = find_spots(tree, parent, form)
    if len(spots) == 0 or tree.size >= MOST_CARDS:
        raise PositionError(f"{field}: {word} has no spot on card {parent}")
    spot = spots[0]
    below = tree.cards[parent]
    bud = spot // OFFSETS
    x = below.x + below.turned.buds[bud * BUD]
    y = below.y + below.turned.buds[bud * BUD + 1]
    rotation = rotation_of(below.turned, spot, form)
    return grown(cards, tree, card, x, y, rotation, parent, AS_PRINTED)


def read_trunk(cards: Cards, field: str, word: str) -> int:
    if word not in cards.ids[BRANCHES:]:
        raise PositionError(f"{field}: there is no trunk {word!r}")
    return cards.card_number(word)


def read_branch(cards: Cards, tree: Tree, field: str, word: str) -> int:
    if word not in cards.ids[:BRANCHES]:
        raise PositionError(f"{field}: there is no branch card {word!r}")
    card = cards.card_number(word)
    if any(placed.card == card for placed in tree.cards):
        raise PositionError(f"{field}: {word} is there twice")
    return card
