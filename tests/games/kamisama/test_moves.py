"""What people write is read exactly, or refused."""

from __future__ import annotations

import pytest

from kamiza.core.action import Refusal
from kamiza.games import game

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
