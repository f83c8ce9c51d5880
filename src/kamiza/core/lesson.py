"""How to play a game: a dozen short sentences with pictures, each naming the rules it explains."""

from __future__ import annotations

from dataclasses import dataclass

from kamiza.core.content import Table, game_folder, read_toml
from kamiza.core.rules import RuleBook


@dataclass(frozen=True)
class Step:
    """One picture with what it means; an interface that has no such picture shows the words."""

    picture: str
    text: dict[str, str]
    rules: list[str]


@dataclass(frozen=True)
class Part:
    """Some steps under one heading."""

    title: dict[str, str]
    steps: list[Step]


def read_lesson(game: str, book: RuleBook) -> list[Part]:
    """The lesson of a game; it may only explain rules that exist and that nobody keeps secret.
    Where a game has none, its rules are the lesson."""
    folder = game_folder(game)
    if not (folder / "lesson.toml").is_file():
        return rules_as_lesson(book)
    table = read_toml(folder, "lesson.toml")
    return [_read_part(part, book) for part in table.tables("part", "title")]


def rules_as_lesson(book: RuleBook) -> list[Part]:
    """Every chapter for learning is a part, and every rule in it that is no secret a step."""
    parts: list[Part] = []
    for chapter, title in book.chapters.items():
        rules = [rule for rule in book.rules.values() if rule.chapter == chapter]
        steps = [Step(rule.id, rule.text, [rule.id]) for rule in rules if not rule.secret]
        if steps and chapter not in book.details:
            parts.append(Part(title, steps))
    return parts


def _read_part(part: Table, book: RuleBook) -> Part:
    steps = [read_step(step, book) for step in part.tables("step", "picture")]
    return Part({"en": part.text("title"), "ja": part.text("title_ja")}, steps)


def read_step(step: Table, book: RuleBook) -> Step:
    rules = step.texts("rules")
    if not rules:
        raise step.error("rules", "must name at least one rule")
    for rule in rules:
        _check(rule, step, book)
    text = {"en": step.text("text"), "ja": step.text("text_ja")}
    return Step(step.text("picture"), text, rules)


def _check(rule: str, step: Table, book: RuleBook) -> None:
    found = book.rules.get(rule)
    if found is None:
        raise step.error("rules", f"names {rule}, which is no rule")
    if found.secret:
        raise step.error("rules", f"gives away {rule}, which a player may have to know by heart")
