"""What people write is read exactly, or refused."""

from __future__ import annotations

import pytest

from kamiza.core.refusal import Refusal
from kamiza.games import game
from tests.games.kamisama.printed import MAPS

KAMISAMA = game("kamisama")


@pytest.mark.parametrize(
    "text",
    [
        "gain", "gain favor", "gain 1", "gain 1 favor", "gain rice 1", "gain favor 0",
        "gain favor 8", "gain favor 10", "gain favor -1", "gain favor x", "gain favor  1",
        "gain Favor 1", "gain favor 1 nature", "gain favor 1 favor 1", "gain nature 1 favor 1",
        "gain nature 1 nature 1", "gain favor 1 nature 0", "gain favor 1 rice 1",
        "gain favor 1 nature 1 favor 1", "gain favor 1 nature 1 1",
    ],
)  # fmt: skip
def test_a_malformed_gain_is_refused(text: str) -> None:
    """[E-FORMAT]"""
    with pytest.raises(Refusal) as refused:
        KAMISAMA.parse(text)
    assert refused.value.rule == "E-FORMAT"


@pytest.mark.parametrize(
    ("text", "favor", "nature"),
    [("gain favor 2", 2, 0), ("gain nature 7", 0, 7), ("gain favor 1 nature 3", 1, 3)],
)
def test_a_gain_is_read_and_written(text: str, favor: int, nature: int) -> None:
    action = KAMISAMA.parse(text)
    assert action & 127 == 8 * favor + nature
    assert KAMISAMA.describe(action) == text


@pytest.mark.parametrize("village", ["FA", "WE", "FI", "HO"])
def test_every_cell_is_read_and_written(village: str) -> None:
    """[E-SPACE]: also those where there is no space, so that the refusal can name them."""
    rows = dict(zip(("FA", "WE", "FI", "HO"), MAPS.values(), strict=True))[village].split(" / ")
    state = KAMISAMA.load({"seats": 4})
    for number, row in enumerate(rows, 1):
        for column, code in zip("abcd", row.split(), strict=True):
            for verb in ("add", "remove", "at", "to", "seed", "fear"):
                text = f"{verb} {village}.{column}{number}"
                action = KAMISAMA.parse(text)
                assert KAMISAMA.describe(action) == text
                refusal = KAMISAMA.check(state, 0, action)
                is_missing = refusal is not None and refusal.rule == "E-SPACE"
                if verb in ("add", "remove"):
                    assert is_missing is (code == "--"), text


@pytest.mark.parametrize(
    "text",
    [
        "", "add", "add ", "add FA", "add FA.e1", "add FA.a5", "add FA.a0", "add XX.b1",
        "add fa.b1", "take", "take nobody", "use 0", "use 4", "use", "next E", "next a", "token XX",
        "kami zeus", "skip now", "pass on", "rage 1", "idle 2", "fear keep it", "seed", "dance",
    ],
)  # fmt: skip
def test_what_is_no_move_is_refused(text: str) -> None:
    """[E-FORMAT] [E-SPACE]"""
    with pytest.raises(Refusal) as refused:
        KAMISAMA.act(KAMISAMA.load({"seats": 4}), 0, text)
    assert refused.value.rule in ("E-FORMAT", "E-SPACE")


def test_numbers_that_are_no_moves() -> None:
    """[E-FORMAT]"""
    state = KAMISAMA.load({"seats": 4})
    names = [KAMISAMA.describe(action) for action in range(-2, 20 << 7)]
    real = [action for action, name in zip(range(-2, 20 << 7), names) if "move" not in name]
    assert min(real) == 0
    for action, name in zip(range(-2, 20 << 7), names):
        refusal = KAMISAMA.check(state, 0, action)
        if name == f"move {action}":
            assert refusal is not None
            assert refusal.rule == "E-FORMAT"
        else:
            assert KAMISAMA.parse(name) == action
