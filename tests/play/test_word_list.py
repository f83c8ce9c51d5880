"""Words that are not wanted are found however they are written, and not inside other words."""

import pytest

from kamiza.play.word_list import WordList

WORDS = WordList(["# what we do not say", "", "darn", "grass*", "*hopper", "naïve", "ばか", "鬼畜"])


@pytest.mark.parametrize(
    "text",
    [
        "darn", "Oh DARN!", "ｄａｒｎ", "dárn it", "darn_", "grasshopper", "bellhopper", "NAIVE",
        "ばか", "バカですね", "ﾊﾞｶ", "あの鬼畜め",
    ],
)  # fmt: skip
def test_found(text: str) -> None:
    assert WORDS.has(text)


@pytest.mark.parametrize(
    "text", ["", "darned", "undarn", "hoppers", "はか", "ばが", "what we", "鬼"]
)
def test_not_found(text: str) -> None:
    assert not WORDS.has(text)


def test_an_empty_list_finds_nothing() -> None:
    assert not WordList(["", "#", "*", "**"]).has("anything * at all")
