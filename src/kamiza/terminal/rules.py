"""`kamiza rules`: the rules of a game, whole or by word; also what `rules` shows while playing."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from kamiza.core.lesson import read_lesson
from kamiza.core.rules import Rule, RuleBook
from kamiza.games import game
from kamiza.terminal.arguments import add_game, add_json, add_language, add_spoilers
from kamiza.terminal.console import Terminal, plain_table

FEW = 3  # so many rules are shown with everything there is about them
EPILOG = """examples:
  kamiza rules shintoh --how           how to play, in a dozen sentences
  kamiza rules shintoh                 all rules, chapter by chapter
  kamiza rules shintoh harvest         every rule about the harvest
  kamiza rules shintoh OF-DED-03       one rule with its source
  kamiza rules shintoh PASS --lang ja  one chapter in Japanese"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_game(parser)
    parser.add_argument("word", nargs="?", default="", help="a rule ID, a chapter or a word")
    parser.add_argument("--how", action="store_true", help="how to play, in a dozen sentences")
    add_spoilers(parser)
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Carry out `kamiza rules`."""
    book = game(arguments.game).book
    if arguments.how:
        Terminal(arguments.lang).print_long(lesson_text(arguments.game, arguments.lang))
        return 0
    rules = find_rules(book, arguments.word)
    if arguments.json:
        print(json.dumps([as_json(rule, arguments.spoilers) for rule in rules], ensure_ascii=False))
        return 0 if rules else 1
    terminal = Terminal(arguments.lang)
    if not rules:
        print(terminal.say("no_rule", word=arguments.word), file=sys.stderr)
        return 1
    terminal.print_long(rule_list(terminal, book, rules, arguments.spoilers))
    return 0


def lesson_text(name: str, language: str) -> RenderableType:
    """How to play: the same lesson as in the browser, without its pictures."""
    lines: list[RenderableType] = []
    for part in read_lesson(name, game(name).book):
        lines.append(Text(part.title[language], style="bold"))
        for step in part.steps:
            lines.append(Padding(Text(step.text[language]), (0, 0, 0, 2)))
    return Group(*lines)


def find_rules(book: RuleBook, word: str) -> list[Rule]:
    """All rules, those of a chapter, or what a search finds."""
    if not word:
        return list(book.rules.values())
    if word.upper() in book.chapters:
        return [rule for rule in book.rules.values() if rule.chapter == word.upper()]
    return book.search(word)


def rule_list(
    terminal: Terminal, book: RuleBook, rules: Sequence[Rule], spoilers: bool
) -> RenderableType:
    """Rules under the titles of their chapters."""
    language = terminal.language
    hidden = terminal.say("hidden_by_default")
    parts: list[RenderableType] = []
    for chapter, title in book.chapters.items():
        chosen = [rule for rule in rules if rule.chapter == chapter]
        if not chosen:
            continue
        grid = plain_table("fixed", "text")
        for rule in chosen:
            text = hidden if rule.secret and not spoilers else rule.whole(language)
            style = "dim" if rule.secret and not spoilers else ""
            grid.add_row(Text(rule.id, style="cyan", no_wrap=True), Text(text, style=style))
            if len(rules) <= FEW and (spoilers or not rule.secret):
                for line in details(terminal, rule):
                    grid.add_row("", line)
        parts += [Text(f"{title[language]} ({chapter})", style="bold"), Padding(grid, (0, 0, 0, 1))]
    return Group(*parts)


def details(terminal: Terminal, rule: Rule) -> list[Text]:
    """What else there is to say about a rule."""
    language = terminal.language
    colon = "：" if language == "ja" else ": "
    lines = []
    for key, texts in (("when", rule.when), ("why_so", rule.why)):
        if texts:
            lines.append(Text(f"{terminal.say(key)}{colon}{texts[language]}"))
    lines.append(Text(f"{terminal.say('source')}{colon}{rule.source}", style="dim"))
    return lines


def chapter_list(terminal: Terminal, book: RuleBook) -> RenderableType:
    """The chapters, for somebody who does not know what to look for."""
    grid = plain_table("fixed", "text", "fixed")
    for chapter, title in book.chapters.items():
        count = sum(rule.chapter == chapter for rule in book.rules.values())
        grid.add_row(
            Text(chapter, style="bold cyan"),
            title[terminal.language],
            Text(str(count), style="dim"),
        )
    return Group(Text(terminal.say("chapters"), style="bold"), Padding(grid, (0, 0, 0, 1)))


def as_json(rule: Rule, spoilers: bool) -> dict[str, object]:
    """A rule for a program."""
    data: dict[str, object] = {"id": rule.id, "chapter": rule.chapter, "secret": rule.secret}
    if rule.secret and not spoilers:
        return data | {"hidden": True}
    data |= {"text": rule.text, "source": rule.source}
    for name in ("question", "why", "when", "term"):
        if getattr(rule, name):
            data[name] = getattr(rule, name)
    return data
