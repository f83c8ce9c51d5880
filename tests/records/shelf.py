"""Whole recorded games, many to a file: `<game>_<seats>.jsonl.xz`, one game in each line.

    {"settings": {}, "seed": 7, "bots": ["random", "random"], "moves": ["A: pass", ...],
     "rolled": "3fa0...", "last": "16 hex digits", "scores": [45, 30], "ranks": [1, 2]}

The first line says which rules and cards they were played with. A sealed game has a `key` and no
seed. `rolled` has two digits for each move: the beginning of the hash of the state after it, rolled
together with all hashes before; `last` is the whole of the last one. So one byte a move proves all
states, and a wrong one is found where it begins.

This module needs the rules and nothing else, so that any Python can check the games with it:

    PYTHONPATH=src python tests/records/shelf.py            # all of them
    PYTHONPATH=src python tests/records/shelf.py --share 4  # four of each file

`web/device/records.mjs` runs it in Pyodide.
"""

from __future__ import annotations

import argparse
import json
import lzma
import platform
import sys
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from kamiza.core.action import NOBODY
from kamiza.core.game import Game, Setup
from kamiza.core.native import COMPILED
from kamiza.core.refusal import Refusal
from kamiza.games import game

FOLDER = Path(__file__).parent
SUFFIX = ".jsonl.xz"


class Altered(Exception):
    """A recorded game goes otherwise now."""


class Roll:
    """Hashes of states, each rolled together with all before it."""

    def __init__(self) -> None:
        self.now = ""
        self.digits = ""

    def add(self, hash: str) -> str:
        self.now = sha256((self.now + hash).encode()).hexdigest()[:16]
        self.digits += self.now[:2]
        return self.now[:2]


def files() -> list[Path]:
    return sorted(FOLDER.glob(f"*{SUFFIX}"))


def read(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What they were played with, and the games."""
    lines = lzma.decompress(path.read_bytes()).decode().splitlines()
    return json.loads(lines[0]), [json.loads(line) for line in lines[1:]]


def write(path: Path, head: dict[str, Any], games: list[dict[str, Any]]) -> None:
    lines = [json.dumps(entry, separators=(",", ":")) for entry in (head, *games)]
    path.write_bytes(lzma.compress("\n".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME))


def head_of(rules: Game, seats: int) -> dict[str, Any]:
    return {"game": rules.name, "seats": seats, "rules": rules.book.version, "digest": rules.digest}


def setup_of(entry: dict[str, Any], seats: int) -> Setup:
    key = bytes.fromhex(entry.get("key", ""))
    return Setup(seats, entry["settings"], entry.get("seed", 0), key)


def play_again(rules: Game, entry: dict[str, Any], seats: int) -> int:
    """Replay a game; every state has to be the one it was. The number of moves."""
    state, roll = rules.start(setup_of(entry, seats)), Roll()
    for number, said in enumerate(entry["moves"]):
        seat, _, text = said.partition(": ")
        try:
            rules.act(state, seat, text)
        except Refusal as why:
            raise Altered(f"move {number + 1} ({said}) is refused: {why}") from None
        if roll.add(rules.hash(state)) != entry["rolled"][2 * number : 2 * number + 2]:
            raise Altered(f"move {number + 1} ({said}) leads to another state")
    if state.asked != NOBODY:
        raise Altered("the game is not over after its last move")
    if roll.now != entry["last"]:
        raise Altered("the last state is another one")
    if (list(rules.scores(state)), list(rules.ranks(state))) != (entry["scores"], entry["ranks"]):
        raise Altered("the result is another one")
    return len(entry["moves"])


def check(path: Path, share: int = 0) -> Iterator[int]:
    """The moves of each game that was played again; `share` games, spread over the file, or all."""
    head, games = read(path)
    rules = game(head["game"])
    if head != head_of(rules, head["seats"]):
        raise Altered(
            f"{path.name} was played with rules version {head['rules']} "
            f"and cards {head['digest']}; these are {rules.book.version} and {rules.digest}: "
            f"play it anew (make records)"
        )
    step = max(1, len(games) // share) if share else 1
    for number in range(0, len(games), step):
        try:
            yield play_again(rules, games[number], head["seats"])
        except Altered as why:
            raise Altered(
                f"game {number + 1} of {path.name}: {why}. If the rules were meant to change, "
                f"raise `version` in the rules.toml of {rules.name}, then `make records`"
            ) from None


def main() -> None:
    parser = argparse.ArgumentParser(description="Play the recorded games again.")
    parser.add_argument("--share", type=int, default=0, help="so many of each file; 0: all")
    given = parser.parse_args()
    began, games, moves = time.monotonic(), 0, 0
    for path in files():
        for count in check(path, given.share):
            games, moves = games + 1, moves + count
    print(f"{games} games, {moves} moves, all as they were, in {time.monotonic() - began:.0f} s")
    how = "compiled" if COMPILED else "interpreted"
    print(f"{platform.python_implementation()} {platform.python_version()}, {sys.platform}, {how}")


if __name__ == "__main__":
    main()
