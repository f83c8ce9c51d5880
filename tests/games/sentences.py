"""What the tests of all games ask of a sentence, and the random games that bring the sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kamiza.core.action import NOBODY
from kamiza.core.game import Game, Setup, State
from kamiza.core.rng import fast_rng

NAMES = {
    "en": ("Mika", "Haru", "Sora", "Ren", "Aoi", "Yui"),
    "ja": ("ミカ", "ハル", "ソラ", "レン", "アオイ", "ユイ"),
}


def random_game(rules: Game, setup: Setup) -> Iterator[State]:
    """Every position of a random game; events pile up in its log."""
    state = rules.start(setup)
    state.log = []
    rng = fast_rng(setup.seed + 1000)
    yield state
    while state.asked != NOBODY:
        listed = rules.moves(state)
        rules.apply(state, listed[rng.below(len(listed))])
        yield state


def assert_in_language(sentence: str, language: str, as_printed: str = "") -> None:
    """Nothing of the other language, but for what is printed alike in both."""
    foreign = r"[a-zA-Z]" if language == "ja" else r"[ぁ-んァ-ヶ一-龠]"
    assert not re.search(foreign, re.sub(as_printed, "", sentence)), sentence


def assert_reads_well(sentence: str, language: str, raw: str, as_printed: str = "") -> None:
    """No holes, no raw ids, one clean sentence or more."""
    assert not re.search(rf"[{{}}_?]|None|: \.|  |{raw}", sentence), sentence
    assert sentence[-1] in (".", "。"), sentence
    if language == "ja":
        assert not sentence.startswith(("は", "が", "を")), sentence
    else:
        assert re.match("[A-Z0-9']", sentence), sentence
    assert_in_language(sentence, language, as_printed)
