"""How to play: short, in both languages, and about rules that exist."""

from __future__ import annotations

import re

import pytest

from kamiza.core.content import ContentError, Table
from kamiza.core.lesson import Part, read_lesson, read_step
from kamiza.games import REGISTRY, game

LONGEST = {"en": 230, "ja": 120}  # characters of one step
STEPS = range(8, 13)


def lesson(name: str) -> list[Part]:
    return read_lesson(name, game(name).book)


@pytest.mark.parametrize("name", REGISTRY)
def test_a_lesson_is_short_and_complete(name: str) -> None:
    """Reading it already checks that every rule named exists and is no secret."""
    steps = [step for part in lesson(name) for step in part.steps]
    assert len(steps) in STEPS
    assert len({step.picture for step in steps}) == len(steps)
    for step in steps:
        for language, text in step.text.items():
            assert len(text) <= LONGEST[language], text
            assert text.endswith("." if language == "en" else "。"), text
            assert "{" not in text
        assert not re.search(r"[ぁ-ん]", step.text["en"])
        assert re.search(r"[ぁ-ん]", step.text["ja"])


@pytest.mark.parametrize("name", REGISTRY)
def test_a_lesson_tells_goal_turn_and_end(name: str) -> None:
    titles = [part.title["en"] for part in lesson(name)]
    assert titles[0] == "The goal"
    assert titles[-1] == "The end"


@pytest.mark.parametrize(
    ("rules", "why"),
    [([], "at least one"), ([f"OF-DED-{99}"], "no rule"), (["OF-ROLE-11"], "by heart")],
)
def test_a_wrong_citation_is_named(rules: list[str], why: str) -> None:
    step: dict[str, object] = {
        "picture": "goal",
        "text": "Win.",
        "text_ja": "勝つ。",
        "rules": rules,
    }
    with pytest.raises(ContentError, match=why):
        read_step(Table("lesson.toml", "goal", step), game("shintoh").book)
