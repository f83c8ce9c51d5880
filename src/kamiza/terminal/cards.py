"""`kamiza cards`: the cards of a game; also what `cards` shows while playing."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from kamiza.core.game import Game
from kamiza.core.speech import Facts
from kamiza.games import game
from kamiza.terminal.arguments import add_game, add_json, add_language, add_spoilers
from kamiza.terminal.console import Terminal

NAME_WIDTH = 21
LONG = ("members", "text", "story")
EPILOG = """examples:
  kamiza cards shintoh                  all cards
  kamiza cards shintoh sword            cards with this word
  kamiza cards shintoh roles --spoilers which gods make a role
  kamiza cards shintoh --json           for a program"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_game(parser)
    parser.add_argument("word", nargs="?", default="", help="only cards with this word")
    add_spoilers(parser)
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Carry out `kamiza cards`."""
    chosen = game(arguments.game)
    cards = find_cards(chosen, arguments.lang, arguments.spoilers, arguments.word)
    if arguments.json:
        print(json.dumps(cards, ensure_ascii=False))
        return 0 if cards else 1
    terminal = Terminal(arguments.lang)
    if not cards:
        key = "no_card" if arguments.word else "no_cards"
        print(terminal.say(key, word=arguments.word), file=sys.stderr)
        return 1
    shown = card_tables(terminal, chosen, cards, {})
    if not arguments.spoilers:
        shown.append(Text(terminal.say("some_hidden"), style="dim"))
    terminal.print_long(*shown)
    return 0


def find_cards(chosen: Game, language: str, spoilers: bool, word: str) -> list[Facts]:
    """The cards that contain a word, as far as they may be shown."""
    wanted = word.casefold()
    return [
        card
        for card in chosen.speech.cards(language, spoilers)
        if wanted in json.dumps(list(card.values()), ensure_ascii=False).casefold()
    ]


def card_tables(
    terminal: Terminal, chosen: Game, cards: Sequence[Facts], where: dict[str, str]
) -> list[RenderableType]:
    """One table per group of cards, with a column for everything a card of the group has."""
    tables: list[RenderableType] = []
    for group in dict.fromkeys(str(card["group"]) for card in cards):
        rows = [card for card in cards if card["group"] == group]
        title = chosen.words.say(group, terminal.language)
        rows = [with_words_only(terminal, card) for card in rows]
        tables.append(card_table(terminal, title[:1].upper() + title[1:], rows, where))
    return tables


def with_words_only(terminal: Terminal, card: Facts) -> Facts:
    """A card without what is meant for programs: things that no column has a word for."""
    known = [name for name in card if f"column_{column_of(name)}" in terminal.words.words]
    return {name: card[name] for name in ("group", "id", *known)}


def card_table(
    terminal: Terminal, title: str, cards: Sequence[Facts], where: dict[str, str]
) -> RenderableType:
    columns = dict.fromkeys(column_of(name) for card in cards for name in card)
    shown = [name for name in columns if name not in ("group", "id", "data")]
    if any(card["id"] in where for card in cards):
        shown.insert(1, "where")
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    # A long name leaves its place to a longer text, but only if there is one.
    name_width = max(NAME_WIDTH, terminal.console.width // 4) if "text" in shown else None
    for name in shown:
        table.add_column(
            terminal.say(f"column_{name}"),
            justify="right" if any(isinstance(card.get(name), int) for card in cards) else "left",
            no_wrap=name in ("kanji", "where"),
            overflow="fold",
            max_width=name_width if name == "name" else None,
        )
    for card in cards:
        table.add_row(*(cell(card, name, where) for name in shown))
    return table


def column_of(name: str) -> str:
    """All that is long stands in one column."""
    return "text" if name in LONG else name


def as_text(value: object) -> str:
    return ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)


def cell(card: Facts, name: str, where: dict[str, str]) -> Text:
    if name == "where":
        return Text(where.get(str(card["id"]), ""), style="bold")
    if name == "text":
        return Text("\n".join(as_text(card[key]) for key in LONG if key in card))
    value = card.get(name)
    return Text("" if value is None else str(value), style="bold" if name == "name" else "")
