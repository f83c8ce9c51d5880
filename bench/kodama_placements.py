"""Random placements of Kodama with the answers of these rules, for replay in other languages.

    python bench/kodama_placements.py --count 200000 --seed 1 --out build/kodama_placements.bin.gz
    python bench/kodama_placements.py --check build/kodama_placements.bin.gz

The file is gzip. Inside: one line of JSON (format, digest of the cards, seed, limit, number of
trees and placements, names of the codes and cards, and as `gallery` what is drawn on the cards, as
the server tells it to a browser), then little-endian records, tree by tree:

    tree        u8 cards; each: u8 card, i16 x, i16 y, u16 rotation, u8 parent (255: none)
    placements  u16 how many; each: u8 card, i16 x, i16 y, u16 rotation, i8 answer, u8 score

Cards are numbered as in the header (branch cards, then trunks). The answer is the number of the
parent in the tree if the placement is legal, else minus the code of the first test that fails.
The score is the base score, also where it is over the limit; 0 where the geometry fails already.
Icons count as printed. A third of the placements is plain chance near the tree, a third grows from
a bud; the others meet edges, corners, bark, icons and the sides of the mat exactly or nearly.
"""

from __future__ import annotations

import argparse
import gzip
import json
import struct
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from kamiza.core.action import NOBODY
from kamiza.core.game import Setup
from kamiza.core.native import COMPILED
from kamiza.core.rng import fast_rng
from kamiza.games import game
from kamiza.games.kodama.cards import BRANCHES, Cards
from kamiza.games.kodama.rules.icons import AS_PRINTED
from kamiza.games.kodama.rules.spots import CODES, OVER_LIMIT, parent_or_code
from kamiza.games.kodama.rules.trees import NO_PARENT, Placed, Tree, bare_tree, base_score, grown
from kamiza.games.kodama.table import LIMIT

FORMAT = 1
PER_TREE = 250  # placements tried on one tree
NEAR = 1100  # how far from a card of the tree a random foot may lie
CARD = struct.Struct("<BhhHB")
PLACEMENT = struct.Struct("<BhhHbB")
NONE = 255
Place = tuple[int, int, int, int]  # card, x, y, rotation
Answer = tuple[int, int]  # parent or minus a code, and the base score


def answer(cards: Cards, tree: Tree, place: Place) -> Answer:
    """What these rules say of a placement."""
    card, x, y, rotation = place
    parent = parent_or_code(tree, cards.form_of[card], x, y, rotation)
    if parent < 0:
        return parent, 0
    score = base_score(tree, cards.icons[card], parent)
    return (-OVER_LIMIT if score > LIMIT else parent), score


# -- making -----------------------------------------------------------------------------------


def random_trees(seed: int) -> Iterator[Tree]:
    """Trees as they grow in random games without decrees, so that icons count as printed."""
    rules = game("kodama")
    while True:
        rng = fast_rng(seed)
        state = rules.start(Setup(2 + seed % 4, {"decrees": False}, seed))
        while state.asked != NOBODY:
            listed = rules.moves(state)
            seat, size = state.asked, state.players[state.asked].tree.size
            rules.apply(state, listed[rng.below(len(listed))])
            tree = state.players[seat].tree
            if tree.size > size and rng.below(4) == 0:
                yield tree
        seed += 1


def random_place(cards: Cards, tree: Tree, dice: Random) -> Place:
    """A placement by chance, or one that meets something exactly or nearly."""
    card, rotation = dice.randrange(BRANCHES), random_rotation(dice)
    near = dice.choice(tree.cards)
    way = dice.randrange(12)
    if way < 4:
        x, y = near.x + dice.randint(-NEAR, NEAR), near.y + dice.randint(-NEAR, NEAR)
    elif way < 8:
        x, y, rotation = from_bud(cards, near, card, dice)
    elif way == 8:
        x, y = meeting(cards, near, card, rotation, dice)
    elif way == 9:
        x, y = on_limb(near, dice)
    elif way == 10:
        x, y = at_icon(cards, near, card, rotation, dice)
    else:
        x, y = at_side(cards, card, rotation, dice)
    if way > 7:
        x, y = x + dice.choice((-1, 0, 0, 0, 1)), y + dice.choice((-1, 0, 0, 0, 1))
    return card, min(max(x, -20000), 20000), min(max(y, -20000), 20000), rotation


def from_bud(cards: Cards, near: Placed, card: int, dice: Random) -> tuple[int, int, int]:
    """The new card grows from a bud, or from close by, more or less straight on."""
    buds = near.turned.buds
    start = 3 * dice.randrange(len(buds) // 3)
    bend = dice.choice((15 * dice.randint(-5, 5), dice.randint(-80, 80)))
    rotation = (buds[start + 2] - cards.form_of[card].heading + bend) % 360
    off = dice.choice((0, 0, 40))
    x = near.x + buds[start] + dice.randint(-off, off)
    return x, near.y + buds[start + 1] + dice.randint(-off, off), rotation


def random_rotation(dice: Random) -> int:
    return dice.choice((dice.randrange(360), 15 * dice.randrange(24), 90 * dice.randrange(4)))


def corners(cards: Cards, card: int, rotation: int) -> list[tuple[int, int]]:
    new = cards.form_of[card].at(rotation)
    return [(new.ax, new.ay), (new.bx, new.by), (new.cx, new.cy), (new.dx, new.dy)]


def meeting(cards: Cards, near: Placed, card: int, rotation: int, dice: Random) -> tuple[int, int]:
    """A corner of the new card lies on a corner or on an edge of a card of the tree."""
    new_x, new_y = dice.choice(corners(cards, card, rotation))
    old = corners(cards, near.card, near.rotation)
    side = dice.randrange(4)
    (ax, ay), (bx, by) = old[side - 1], old[side]
    part = dice.choice((0, dice.randint(0, 64)))
    x = near.x + ax + (bx - ax) * part // 64 - new_x
    return x, near.y + ay + (by - ay) * part // 64 - new_y


def on_limb(near: Placed, dice: Random) -> tuple[int, int]:
    """The foot lies on a limb, at its edge, or beside it."""
    limbs = near.turned.limbs
    start = 5 * dice.randrange(len(limbs) // 5)
    ax, ay, bx, by, half = limbs[start : start + 5]
    part = dice.randint(0, 64)
    aside = dice.choice((0, 0, half, -half, dice.randint(-half, half)))
    x, y = near.x + ax + (bx - ax) * part // 64, near.y + ay + (by - ay) * part // 64
    return (x + aside, y) if dice.randrange(2) else (x, y + aside)


def at_icon(cards: Cards, near: Placed, card: int, rotation: int, dice: Random) -> tuple[int, int]:
    """A corner of the new card, or at right angles an edge, lies at the rim of an icon."""
    slot = dice.randrange(near.slots)
    icon_x, icon_y = near.turned.icons[2 * slot], near.turned.icons[2 * slot + 1]
    new_x, new_y = dice.choice(corners(cards, card, rotation))
    radius = near.turned.radius
    across = dice.choice(((radius, 0), (-radius, 0), (0, radius), (0, -radius)))
    slide = dice.choice((0, dice.randint(-400, 400)))
    x = near.x + icon_x + across[0] - new_x + (slide if across[0] == 0 else 0)
    return x, near.y + icon_y + across[1] - new_y + (slide if across[1] == 0 else 0)


def at_side(cards: Cards, card: int, rotation: int, dice: Random) -> tuple[int, int]:
    """The new card meets a side of the mat; mostly the edge of the table beside the trunk."""
    new = cards.form_of[card].at(rotation)
    side = dice.randrange(8)
    if side == 0:
        return -6000 - new.left, dice.randint(0, 9000)
    if side == 1:
        return 6000 - new.right, dice.randint(0, 9000)
    if side == 2:
        return dice.randint(-6000, 6000), 9000 - new.top
    return dice.randint(-500, 500), -new.bottom


def record(count: int, seed: int) -> tuple[bytes, Counter[str]]:
    """The whole file, and how often each answer is in it."""
    cards = game("kodama").cards
    dice = Random(seed)
    body = bytearray()
    tally: Counter[str] = Counter()
    trees = made = 0
    for tree in random_trees(seed):
        if made >= count:
            break
        number = min(PER_TREE, count - made)
        body += write_tree(tree) + number.to_bytes(2, "little")
        for _ in range(number):
            place = random_place(cards, tree, dice)
            found, score = answer(cards, tree, place)
            body += PLACEMENT.pack(*place, found, min(score, 255))
            tally[CODES[-found] if found < 0 else CODES[0]] += 1
        trees, made = trees + 1, made + number
    header = {
        "format": FORMAT, "game": "kodama", "digest": cards.digest, "seed": seed, "limit": LIMIT,
        "trees": trees, "placements": made, "codes": list(CODES), "cards": cards.ids,
        "gallery": gallery(),
    }  # fmt: skip
    return json.dumps(header).encode() + b"\n" + bytes(body), tally


def gallery() -> dict[str, list[dict[str, object]]]:
    """Limbs, feet, buds and icons of all cards, so that a reader needs no other file."""
    groups: dict[str, list[dict[str, object]]] = {}
    for card in game("kodama").speech.cards("en", False):
        groups.setdefault(str(card["group"]), []).append({"id": card["id"], "data": card["data"]})
    return groups


def write_tree(tree: Tree) -> bytes:
    parts = [bytes([tree.size])]
    for card in tree.cards:
        parent = NONE if card.parent == NO_PARENT else card.parent
        parts.append(CARD.pack(card.card, card.x, card.y, card.rotation, parent))
    return b"".join(parts)


# -- checking ---------------------------------------------------------------------------------


def check(data: bytes) -> tuple[int, list[str]]:
    """Judge every placement of a file again: how many, and which answers differ."""
    cards = game("kodama").cards
    first_line, _, body = data.partition(b"\n")
    header = json.loads(first_line)
    if header["digest"] != cards.digest:
        return 0, [f"made with other cards: {header['digest']} instead of {cards.digest}"]
    at = made = 0
    wrong: list[str] = []
    for _ in range(header["trees"]):
        tree, at = read_tree(cards, body, at)
        number = int.from_bytes(body[at : at + 2], "little")
        at += 2
        for card, x, y, rotation, found, score in PLACEMENT.iter_unpack(
            body[at : at + number * PLACEMENT.size]
        ):
            made += 1
            now = answer(cards, tree, (card, x, y, rotation))
            if now != (found, score):
                wrong.append(f"{cards.ids[card]} @{x},{y} r{rotation}: {(found, score)}, now {now}")
        at += number * PLACEMENT.size
    return made, wrong


def read_tree(cards: Cards, body: bytes, at: int) -> tuple[Tree, int]:
    end = at + 1 + body[at] * CARD.size
    placed = list(CARD.iter_unpack(body[at + 1 : end]))
    tree = bare_tree(cards, placed[0][0], AS_PRINTED)
    for card, x, y, rotation, parent in placed[1:]:
        tree = grown(cards, tree, card, x, y, rotation, parent, AS_PRINTED)
    return tree, end


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=200_000, help="placements to record (200000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/kodama_placements.bin.gz"))
    parser.add_argument("--check", type=Path, metavar="FILE", help="judge a recorded file again")
    arguments = parser.parse_args()
    runtime = "compiled" if COMPILED else "interpreted"
    if arguments.check:
        made, wrong = check(gzip.decompress(arguments.check.read_bytes()))
        print(f"{made} placements judged again ({runtime}): {len(wrong)} differ")
        print("\n".join(wrong[:20]))
        return 1 if wrong else 0
    data, tally = record(arguments.count, arguments.seed)
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_bytes(gzip.compress(data, 9, mtime=0))
    print(f"{arguments.out}: {arguments.out.stat().st_size:,} bytes ({runtime})")
    for name, number in tally.most_common():
        print(f"  {name:16} {number:8,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
