"""The engine of Shintoh in lock step with a second, plain model of the whole game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kamiza.core.action import NOBODY
from kamiza.core.event import Event
from kamiza.core.game import Setup, State
from kamiza.core.refusal import Refusal
from kamiza.core.rng import fast_rng
from kamiza.games import game

from .shintoh import POINTS, TEXTS, Chance, Shintoh

RULES = game("shintoh")
DIGITS = {"rice": "3", "sake": "2", "salt": "1"}
LETTERS = "ABCD"


def drawn(events: list[Event]) -> Iterator[str]:
    """What the engine says that chance decided; the Jewel's cards may have come in any order."""
    for event in events:
        facts = {**event.facts, **(event.secret or {})}
        if event.name == "jewel_drew":
            for kind, count in facts["kinds"].items():  # type: ignore[attr-defined]
                yield from [kind] * count
        elif event.name in ("harvest_revealed", "sword_stole"):
            yield str(facts["kind"])
        elif event.name == "altar_revealed":
            yield str(facts["god"])


def digits(cards: list[str]) -> str:
    return "".join(sorted((DIGITS[card] for card in cards), reverse=True))


def as_position(model: Shintoh) -> dict[str, Any]:
    """The model in the words of a position."""
    over = model.phase == "OVER"
    in_turn = model.phase in ("TURN", "OVER")
    return {
        "asked": None if over else LETTERS[model.current],
        "frames": ["TURN"] if in_turn else ["TURN", model.phase],
        "dealer": LETTERS[model.dealer],
        "altar": model.altar,
        "gods_left": sorted(model.god_pile),
        "pile": digits(model.pile),
        "harvest": digits([model.harvest] if model.harvest else []),
        "discard": digits(model.discard),
        "used": sorted(model.used),
        "players": {
            LETTERS[seat]: {
                "hand": digits(player.hand),
                "placed": digits(player.placed),
                "gods": sorted(player.owned() if over else player.gods),
                "face_down": None if over else player.face_down,
                "role_taken": player.role_taken,
            }
            for seat, player in enumerate(model.players)
        },
    }


def of_engine(state: State) -> dict[str, Any]:
    """The same of the engine, without what the model does not say."""
    told: Any = RULES.save(state)
    found = {name: told[name] for name in ("asked", "frames", "dealer", "altar", "pile", "harvest")}
    found |= {"discard": told["discard"], "used": sorted(told["used"])}
    found["gods_left"] = sorted(told["gods_left"])
    found["players"] = {}
    for letter, player in told["players"].items():
        kept = ("hand", "placed", "face_down", "role_taken")
        found["players"][letter] = {name: player[name] for name in kept}
        found["players"][letter]["gods"] = sorted(player["gods"])
    return found


def model_of(state: State) -> Shintoh:
    """A new game as the model deals it, once chance has said who got what."""
    told: Any = RULES.save(state)
    kinds = {digit: kind for kind, digit in DIGITS.items()}
    return Shintoh(
        [player["face_down"] for player in told["players"].values()],
        LETTERS.index(told["dealer"]),
        told["altar"],
        kinds[told["harvest"]],
        told["settings"]["role_knowledge"] == "open_book",
    )


def accepts(state: State, seat: int, text: str) -> bool:
    try:
        RULES.read_move(state, seat, text)
    except Refusal:
        return False
    return True


def in_lock_step(state: State, seed: int, greedy: int) -> int:
    """Both play one random game; one move in so many asks everything of everybody."""
    model, dice, moves = model_of(state), fast_rng(seed), 0
    while state.asked != NOBODY:
        assert [RULES.describe(move) for move in RULES.moves(state)] == model.listed()
        if moves % 5 == 0:
            for seat in range(len(model.players)):
                for text in TEXTS:
                    assert accepts(state, seat, text) == model.is_legal(seat, text), (seat, text)
        seat, text = int(state.asked), chosen(model, dice.below(1 << 30), greedy)
        if text != "look" and dice.below(60) == 0:  # somebody else takes the role card meanwhile
            other = dice.below(len(model.players))
            if model.is_legal(other, "look"):
                seat, text = other, "look"
        state.log = []
        RULES.act(state, seat, text)
        model.play(seat, text, chance := Chance(drawn(state.log)))
        assert next(chance._drawn, None) is None, "the engine drew more than the model"
        state.log = None
        assert of_engine(state) == as_position(model), (moves, text)
        moves += 1
    assert list(RULES.scores(state)) == model.scores()
    assert list(RULES.ranks(state)) == model.ranks()
    return moves


def chosen(model: Shintoh, dice: int, greedy: int) -> str:
    """A random move; greedy players pass less, so piles run dry and treasures are used."""
    listed = model.listed()
    if dice % 10 < greedy and len(listed) > 1:
        listed = [text for text in listed if text not in ("pass", "look")] or listed
    return listed[dice // 10 % len(listed)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_go_as_the_second_model_says(seats: int) -> None:
    """[OF-DED-03] [OF-PASS-04] [OF-WIN-05] [OF-TRE-01] [OF-SCORE-01] [OF-RUL-08] [OF-RUL-17]"""
    seen: set[str] = set()
    for seed in range(24):
        book = "open_book" if seed % 6 == 5 else "memory"
        state = RULES.start(Setup(seats, {"role_knowledge": book}, seed))
        in_lock_step(state, 1_000 + seed, greedy=seed % 4 * 3)
        told: Any = RULES.save(state)
        seen.update(told["used"])
    assert seen == {"jewel", "mirror", "sword"}


def test_the_second_model_has_its_own_cards() -> None:
    """[OF-COMP-01] [OF-NUM-14]"""
    assert len(POINTS) == 18
    assert sum(POINTS.values()) == 87
