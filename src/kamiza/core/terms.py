"""What a sentence of a game can name: things on the table, and words that the rules explain.

A screen finds these names in whatever is said, shows the thing they stand for, and tells what is
known of it. Things are called as in the log, `god:susanoo`; words of the rules `term:influence`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kamiza.core.content import Table, game_folder, read_toml
from kamiza.core.rules import LANGUAGES, RuleBook

FORMS = {"en": "forms", "ja": "forms_ja"}


@dataclass(frozen=True)
class Named:
    """Something with a name, what else it is called, and the rules that say what it means."""

    thing: str
    name: dict[str, str]
    forms: dict[str, list[str]] = field(default_factory=dict)
    rules: list[str] = field(default_factory=list)


def read_terms(game: str, book: RuleBook) -> list[Named]:
    """The words of a game that can be looked up; without a file those that its rules define."""
    folder = game_folder(game)
    if not (folder / "terms.toml").is_file():
        return defined_terms(book)
    table = read_toml(folder, "terms.toml")
    return [read_term(term, book) for term in table.tables("term", "id")]


def defined_terms(book: RuleBook) -> list[Named]:
    return [
        Named(f"term:{rule.id}", rule.term, rules=[rule.id])
        for rule in book.rules.values()
        if rule.term and not rule.secret and rule.chapter not in book.details
    ]


def read_term(term: Table, book: RuleBook) -> Named:
    rules = term.texts("rules")
    if not rules:
        raise term.error("rules", "must name at least one rule")
    for rule in rules:
        _check(rule, term, book)
    name = {"en": term.text("name"), "ja": term.text("name_ja")}
    forms = {
        language: term.texts(FORMS[language]) if FORMS[language] in term.data else []
        for language in LANGUAGES
    }
    return Named(f"term:{term.text('id')}", name, forms, rules)


def _check(rule: str, term: Table, book: RuleBook) -> None:
    found = book.rules.get(rule)
    if found is None:
        raise term.error("rules", f"names {rule}, which is no rule")
    if found.secret:
        raise term.error("rules", f"gives away {rule}, which a player may have to know by heart")
    if "{" in found.text["en"]:
        raise term.error("rules", f"names {rule}, which is a refusal")
