"""The same table with everything hidden from one seat dealt anew.

This is the yardstick of the leak soak, so it is written from the list of hidden things in the
rules (section 5 of the game's document) and from saved positions, not with the view's own code.
"""

from __future__ import annotations

import random
from typing import Any

from kamiza.core.game import Game, State
from kamiza.core.refusal import PositionError

LETTERS = "ABCDEF"
DEALS = 40
Position = dict[str, Any]


def without(cards: str, known: str) -> list[str]:
    """The cards of a hand that are not among the known ones."""
    rest = list(cards)
    for card in known:
        rest.remove(card)
    return rest


def looks_through_pile(position: Position, seat: int) -> bool:
    """Only whoever uses the Mirror sees what the Offering Pile holds."""
    asked = position["asked"]
    return (
        asked is not None
        and asked == LETTERS[max(seat, 0)]
        and (seat >= 0 and position["frames"][-1].startswith("MIRROR_PICK"))
    )


def redeal(position: Position, seat: int, rng: random.Random) -> Position:
    """Another position that must look the same from this seat (or from -1, a spectator)."""
    other: Position = {**position, "players": {k: dict(v) for k, v in position["players"].items()}}
    hidden_from = [p for letter, p in other["players"].items() if letter != letter_of(seat)]
    redeal_offerings(other, hidden_from, looks_through_pile(position, seat), rng)
    redeal_gods(other, hidden_from, rng)
    other["rng"] = {"key": rng.randbytes(32).hex(), "counters": [rng.randrange(99)] * 16}
    return other


def other_world(game: Game, position: Position, seat: int, rng: random.Random) -> State:
    """A state that looks the same from this seat and differs in what it must not know.

    A deal that contradicts an open question (somebody adds cards and could never beat the bar)
    is thrown away; after many of those only the gods and the key are dealt anew.
    """
    for _ in range(DEALS):
        try:
            return game.load(redeal(position, seat, rng))
        except PositionError:
            continue
    other = redeal(position, seat, rng)
    for letter, player in other["players"].items():
        player["hand"] = position["players"][letter]["hand"]
    return game.load({**other, "pile": position["pile"]})


def letter_of(seat: int) -> str:
    return LETTERS[seat] if seat >= 0 else ""


def redeal_offerings(
    other: Position, players: list[Position], is_pile_seen: bool, rng: random.Random
) -> None:
    """Unknown cards of the other hands and the Offering Pile change places."""
    pool = [] if is_pile_seen else list(other["pile"])
    for player in players:
        pool += without(player["hand"], player["known"])
    rng.shuffle(pool)
    for player in players:
        unknown = len(player["hand"]) - len(player["known"])
        drawn, pool = pool[:unknown], pool[unknown:]
        player["hand"] = written([*player["known"], *drawn])
    if not is_pile_seen:
        other["pile"] = written(pool)


def written(cards: list[str]) -> str:
    return "".join(sorted(cards, reverse=True))


def redeal_gods(other: Position, players: list[Position], rng: random.Random) -> None:
    """Face-down gods of others and the God Pile change places."""
    holders = [player for player in players if player["face_down"] is not None]
    pool = [*other["gods_left"], *(player["face_down"] for player in holders)]
    rng.shuffle(pool)
    for player in holders:
        player["face_down"] = pool.pop()
    other["gods_left"] = pool
