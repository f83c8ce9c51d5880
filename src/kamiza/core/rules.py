"""Rule texts: every rule ID of a game with its sentence in English and Japanese."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kamiza.core.content import ContentError, Table
from kamiza.core.refusal import Refusal

LANGUAGES = ("en", "ja")


@dataclass(frozen=True)
class Rule:
    """One rule. `info` says why it cannot be tested; `secret` rules tell what a player may have
    to know by heart, so a running game does not show them."""

    id: str
    text: dict[str, str]
    source: str
    info: str = ""
    secret: bool = False
    question: dict[str, str] = field(default_factory=dict)
    why: dict[str, str] = field(default_factory=dict)
    when: dict[str, str] = field(default_factory=dict)
    term: dict[str, str] = field(default_factory=dict)

    @property
    def chapter(self) -> str:
        """ "SET" of KS-SET-01; of an ID of two parts, like E-USED, the first."""
        parts = self.id.split("-")
        return parts[1] if len(parts) > 2 else parts[0]

    def whole(self, language: str) -> str:
        """The text with its question or term; what a refusal fills in is shown as dots."""
        text = re.sub(r"\{\w+\}", "…", self.text[language])
        is_japanese = language == "ja"
        if self.question:
            return f"{self.question[language]}{'' if is_japanese else ' '}{text}"
        return f"{self.term[language]}{'：' if is_japanese else ': '}{text}" if self.term else text


class RuleBook:
    """All rules of a game, in the order of its document."""

    def __init__(self, table: Table) -> None:
        self.version = table.text("version")
        self.title = _both(table, "title")
        self.chapters = {
            chapter.text("id"): _both(chapter, "title") for chapter in table.tables("chapter")
        }
        # Exact terms, rulings and refusals: for looking up, not for learning.
        self.details = {
            chapter.text("id") for chapter in table.tables("chapter") if chapter.flag("detail")
        }
        self.rules: dict[str, Rule] = {}
        for entry in table.tables("rule"):
            rule = _read_rule(entry)
            if rule.id in self.rules:
                raise entry.error("id", "occurs twice")
            if rule.chapter not in self.chapters:
                raise entry.error("id", f"belongs to no chapter ({rule.chapter})")
            self.rules[rule.id] = rule

    def sentence(self, refusal: Refusal, language: str = "en") -> str:
        """The sentence a refused player reads."""
        template = self.rules[refusal.rule].text[language]
        return re.sub(r"\{(\w+)\}", lambda hole: refusal.facts.get(hole[1], "?"), template)

    def search(self, words: str) -> list[Rule]:
        """Rules whose ID is, or begins with, the words, else those that contain them."""
        wanted = words.casefold()
        by_id = [rule for rule in self.rules.values() if rule.id.casefold().startswith(wanted)]
        exact = [rule for rule in by_id if rule.id.casefold() == wanted]
        return exact or by_id or [r for r in self.rules.values() if wanted in _haystack(r)]


def _haystack(rule: Rule) -> str:
    parts = [rule.text, rule.question, rule.why, rule.when, rule.term]
    return " ".join(text for part in parts for text in part.values()).casefold()


def _read_rule(entry: Table) -> Rule:
    optional = {
        name: _both(entry, name)
        for name in ("question", "why", "when", "term")
        if name in entry.data
    }
    return Rule(
        id=entry.text("id"),
        text={"en": entry.text("text"), "ja": entry.text("ja")},
        source=entry.text("source"),
        info=entry.maybe_text("info"),
        secret=entry.flag("secret"),
        **optional,
    )


def _both(table: Table, name: str) -> dict[str, str]:
    return {"en": table.text(name), "ja": table.text(f"{name}_ja")}


class Words:
    """The words an interface needs for a game: `say("pass_take", "ja", kind="米")`.

    The sentences of events stand in a table of their own, each under the name of its event or
    under that name with an ending: `passed`, `passed_none`.
    """

    def __init__(self, table: Table) -> None:
        self.words = _sentences(table.table("words"))
        self.events = _sentences(table.table("events")) if "events" in table.data else {}
        for key in self.events:
            if key in self.words:
                raise table.error(key, "is both a word and the sentence of an event")
        self.words |= self.events

    def say(self, key: str, language: str = "en", **facts: object) -> str:
        if key not in self.words:
            raise ContentError(f"there is no word '{key}'")
        return re.sub(
            r"\{(\w+)\}", lambda hole: str(facts.get(hole[1], "?")), self.words[key][language]
        )


def _sentences(table: Table) -> dict[str, dict[str, str]]:
    """Every entry of a table in every language."""
    return {
        key: {language: table.table(key).text(language) for language in LANGUAGES}
        for key in table.data
    }
