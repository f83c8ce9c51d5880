"""What a game looks like in a terminal: made from its view and its sentences alone.

`Screen` works for any game. A game with a screen of its own has a module of its name beside this
one, with a subclass called `screen`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule as Ruler
from rich.text import Text

from kamiza.core.action import LETTERS, seat_letter, seat_of
from kamiza.core.game import Game
from kamiza.core.speech import Line, Listener
from kamiza.play.players import clean_name
from kamiza.terminal.console import Terminal, plain_table

View = dict[str, Any]
SEAT_STYLES = ("red", "blue", "green", "magenta", "yellow", "cyan")
# What the general screen shows in a place of its own, or not at all.
SHOWN_ANYWAY = (
    "game", "seat", "seats", "moves", "asked", "question", "settings", "players", "private",
    "result",
)  # fmt: skip
LEAST_LOG = 4  # with fewer lines there is no place for a ruler above them
# Where there is not room for everything: with the effects of moves or without, and how tight a
# table is asked to be.
ROOMY_TO_TIGHT = ((True, 0), (False, 0), (False, 1), (False, 2))


class Choice(NamedTuple):
    """A move one can make now, by number or by text."""

    number: int
    text: str
    label: str
    effect: str


class Command(NamedTuple):
    """A command of one game only: how it is written, what it does, and what carries it out.

    It gets the words after its name and the view, and answers with moves to send or with None.
    """

    usage: str
    help: str
    run: Callable[[list[str], View], str | None]


class Screen:
    """A game in a terminal."""

    def __init__(self, game: Game, terminal: Terminal, names: Sequence[str]) -> None:
        self.game = game
        self.terminal = terminal
        self.to = Listener(terminal.language, tuple(clean_name(name) for name in names))
        self.people: Sequence[int] = ()
        self.commands: dict[str, Command] = {}
        self.numbers_stay = False  # has a move the same number in every turn?
        self.is_live = True  # can the seat on the screen answer?
        self.tells_effects = True  # is there room for what each move would do?

    # -- what a game may replace --------------------------------------------------------------

    def introduction(self, view: View) -> RenderableType:
        """What the game is about and how a turn works."""
        return Text(self.game.book.title[self.to.language])

    def examples(self, view: View) -> tuple[str, str, str]:
        """Examples of moves, of several in one line, and of several numbers."""
        moves = view["moves"]
        return ", ".join(moves[:3]), " ".join(moves[:2]), "1 2"

    def table(self, view: View, tightness: int = 0) -> RenderableType:
        """Everything that lies on the table, and the own hand; the tighter, the fewer lines."""
        rows = plain_table("fixed", "text")
        for name, value in view.items():
            if name not in SHOWN_ANYWAY:
                rows.add_row(Text(self.word(name), style="dim"), Text(self.as_text(value)))
        for seat, player in view["players"].items():
            has = {name: value for name, value in player.items() if name != "seat"}
            rows.add_row(self.seal(seat) + f" {self.to.name(seat)}", Text(self.as_text(has)))
        if view.get("private"):
            rows.add_row("", Text(self.as_text(view["private"]), style="bold"))
        return rows

    def choices(self, view: View) -> list[Choice]:
        """The listed moves with their numbers."""
        speech = self.game.speech
        return [
            Choice(
                number, text, speech.move(text, view, self.to), speech.effect(text, view, self.to)
            )
            for number, text in enumerate(view["moves"], 1)
        ]

    def move_of_number(self, number: int, view: View) -> str | None:
        """The move a number stands for now, listed or not."""
        for choice in self.choices(view):
            if choice.number == number:
                return choice.text
        return None

    def move_of_words(self, words: str, view: View) -> str | None:
        """The move that a free form of words stands for, if this game knows it."""
        return None

    def where(self, view: View) -> dict[str, str]:
        """Where cards are, by id, as far as the seat may know."""
        return {}

    def before_count(self, lines: list[Line]) -> list[Line]:
        """The log up to the count; a game may keep its result for the end of it."""
        return lines

    def ending(self, view: View) -> list[RenderableType]:
        """The count at the end, step by step."""
        rows = plain_table("fixed", "fixed", "text")
        for seat, entry in view.get("result", {}).get("seats", {}).items():
            rows.add_row(self.seal(seat), Text(self.to.name(seat)), Text(self.as_text(entry)))
        return [rows]

    # -- the same for every game --------------------------------------------------------------

    def say(self, key: str, **facts: object) -> str:
        """Words of the game."""
        return self.game.words.say(key, self.to.language, **facts)

    def word(self, key: str) -> str:
        """The game's own word for something, or its key made readable."""
        word = self.game.words.words.get(key, {}).get(self.to.language, "")
        # A sentence with gaps is no name of a thing.
        return word if word and "{" not in word else key.replace("_", " ")

    def as_text(self, value: object) -> str:
        """JSON-ready data as short text, in the words of the game."""
        if isinstance(value, dict):
            return ", ".join(
                f"{self.word(name)} {self.as_text(item)}" for name, item in value.items()
            )
        if isinstance(value, list):
            return " ".join(self.as_text(item) for item in value)
        return "–" if value is None else self.word(str(value))

    def seal(self, seat: int | str) -> Text:
        """The letter of a seat in its colour."""
        return seal(seat)

    def marks(self, view: View) -> dict[str, str]:
        """Who is a bot and who is you, where that is known."""
        if not self.people:
            return {}
        bots = [seat for seat in view["players"] if seat_of(seat) not in self.people]
        marks = {seat: self.terminal.say("bot") for seat in bots}
        if view["seat"] is not None:
            marks[view["seat"]] = self.terminal.say("you")
        return marks

    def board(
        self, view: View, lines: Sequence[Line], below: int = 0, fresh: int = 0
    ) -> RenderableType:
        """The table, the last lines of the log, the question and its answers, on one screen;
        so many lines stay free below it. The table is the tighter, the more lines of the log are
        fresh, so that they can all be seen."""
        height_of = self.terminal.height_of
        height = self.terminal.console.height - 1 - below  # the input line needs one
        fresh_lines = lines[len(lines) - fresh :]
        wanted = sum(height_of(self.log_line(line)) for line in fresh_lines)
        for self.tells_effects, tightness in ROOMY_TO_TIGHT:
            top, foot = self.table(view, tightness), self.question(view)
            space = height - height_of(foot) - height_of(top)
            if space > 1 + wanted:
                break
        ruler = Ruler(style="dim")
        if space > LEAST_LOG and space > 1 + wanted:
            return Group(top, ruler, self.log(lines, space - 2, fresh), ruler, foot)
        log = self.log(lines, space - 1, fresh)
        return Group(top, log, *([ruler] if space > 0 else []), foot)

    def log(self, lines: Sequence[Line], space: int, fresh: int = 0) -> RenderableType:
        """As many of the last lines as there is space for; and how many fresh ones there is not."""
        shown: list[RenderableType] = []
        heights: list[int] = []
        for line in reversed(lines):
            text = self.log_line(line)
            height = self.terminal.height_of(text)
            if sum(heights) + height > space:
                break
            shown.insert(0, text)
            heights.insert(0, height)
        if len(shown) < fresh and shown:
            if sum(heights) == space:
                del shown[0]
            missing = self.terminal.say("more_lines", count=fresh - len(shown))
            shown.insert(0, Text(f"   {missing}", style="dim"))
        return Group(*shown)

    def log_line(self, line: Line) -> RenderableType:
        style = "bold yellow" if line.is_head else "italic dim" if line.seat is None else ""
        text = Text(line.text, style=style)
        mark = Text("  ") if line.seat is None else self.small_seal(line.seat)
        grid = plain_table("fixed", "text", gap=1)
        grid.add_row(mark, text)
        return grid

    def small_seal(self, seat: int | str) -> Text:
        return Text(f"{LETTERS[seat_of(seat)]} ", style=f"bold {SEAT_STYLES[seat_of(seat)]}")

    def question(self, view: View) -> RenderableType:
        """The open question and, for the seat that is asked, its numbered answers."""
        if view["asked"] is None:
            return Group()
        answers = self.is_live and view["asked"] == view["seat"]
        reader = view["seat"] if answers else None
        question = Text(self.game.speech.question(view | {"seat": reader}, self.to), style="bold")
        extra = self.beside_question(view)
        if extra:
            question.append(f"  {extra}", style="dim")
        if not answers:
            return question
        question.append(f"   ({self.terminal.say('help_short')})", style="dim")
        return Group(question, self.answers(view))

    def beside_question(self, view: View) -> str:
        """A few words beside the question."""
        return ""

    def answers(self, view: View) -> RenderableType:
        """The numbered moves, two on a line where both are short."""
        rows: list[Text] = []
        half = self.terminal.console.width // 2
        is_open = False  # does the last row have place for another one?
        for choice in self.choices(view):
            text = self.answer(choice)
            if is_open and text.cell_len < half:
                rows[-1].append(" " * (half - rows[-1].cell_len))
                rows[-1].append_text(text)
                is_open = False
            else:
                rows.append(text)
                is_open = text.cell_len < half
        return Group(*rows)

    def answer(self, choice: Choice) -> Text:
        text = Text()
        text.append(f"{choice.number:>2} ", style="bold cyan")
        text.append(choice.label)
        effect = Text(f"  {choice.effect}", style="dim")
        # A sentence that does not fit on the line would push the table off the screen.
        fits = text.cell_len + effect.cell_len < self.terminal.console.width
        return text + effect if choice.effect and self.tells_effects and fits else text

    def introduction_screen(self, view: View) -> RenderableType:
        """The first screen: the game, and what one can type."""
        you = " ".join(f"{seat_letter(seat)} {self.to.name(seat)}" for seat in self.people)
        title = self.terminal.say(
            "title", game=self.game.book.title[self.to.language], seats=view["seats"], you=you
        )
        return Group(Text(title, style="bold"), self.introduction(view), self.help(view))

    def help(self, view: View) -> RenderableType:
        """Everything one can type."""
        say = self.terminal.say
        moves, line, numbers = self.examples(view)
        first_rule = next(iter(self.game.book.rules))
        number_help = "command_number_same_help" if self.numbers_stay else "command_number_help"
        rows = [(say("command_number"), say(number_help, numbers=numbers))]
        if moves:
            rows.append((say("command_move"), say("command_move_help", examples=moves, line=line)))
        rows += [(command.usage, command.help) for command in self.commands.values()]
        rows += [
            (say("command_why"), say("command_why_help")),
            ("undo", say("command_undo_help")),
            (say("command_rules"), say("command_rules_help", rule=first_rule)),
            (say("command_cards"), say("command_cards_help")),
            ("hint · log", f"{say('command_hint_help')} · {say('command_log_help')}"),
            (say("command_save"), f"{say('command_save_help')} · {say('command_quit_help')}"),
            ("? · Enter", f"{say('command_help_help')} · {say('command_board_help')}"),
        ]
        grid = plain_table("fixed", "text")
        for usage, explanation in rows:
            grid.add_row(Text(usage, style="bold cyan", no_wrap=True), Text(explanation))
        return Group(Text(say("commands"), style="bold"), Padding(grid, (0, 0, 0, 1)))


def seal(seat: int | str) -> Text:
    """The letter of a seat in its colour."""
    number = seat_of(seat)
    return Text(f" {LETTERS[number]} ", style=f"bold reverse {SEAT_STYLES[number]}")


def screen_for(game: Game, terminal: Terminal, names: Sequence[str]) -> Screen:
    """The game's own screen, or the one that fits every game."""
    module = f"kamiza.terminal.{game.name}"
    if find_spec(module) is None:
        return Screen(game, terminal, names)
    found: Screen = import_module(module).screen(game, terminal, names)
    return found
