"""A table as text and as a picture: the screen of the terminal, for `render`."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any, cast

import numpy as np
from rich.console import Console
from rich.segment import Segment
from rich.style import Style

from kamiza.adapters.rows import Array
from kamiza.core.action import SPECTATOR, seat_letter
from kamiza.core.game import Game, State
from kamiza.games.kodama.table import Kodama
from kamiza.terminal.console import Terminal
from kamiza.terminal.screen import screen_for

COLUMNS, LINES = 100, 48
CELL = (9, 20)  # points of the picture for one letter
PAPER, INK, CARD = (250, 247, 240), (40, 36, 32), (226, 214, 186)
COLOURS = {
    "red": (178, 52, 42), "blue": (38, 84, 156), "green": (44, 120, 66), "yellow": (160, 116, 18),
    "magenta": (128, 58, 128), "cyan": (24, 116, 128), "white": (90, 86, 80),
}  # fmt: skip
FADED = 0.5
# What a plain font lacks, as letters that look alike.
ALIKE = str.maketrans(
    "─━│┃┌┐└┘├┤┬┴┼╭╮╰╯●○■□▲△▶▸★☆☾→←↑↓–—•·…×", "--||+++++++++++++*o#.^^>>**C><^v--*·.x"
)


class Pictures:
    """Draws tables of one game."""

    def __init__(self, game: Game, seats: int) -> None:
        terminal = Terminal()
        terminal.is_interactive = False
        self.paper = StringIO()
        self.console = terminal.console = Console(
            file=self.paper, force_terminal=True, color_system="standard", width=COLUMNS,
            height=LINES, highlight=False, emoji=False, legacy_windows=False,
        )  # fmt: skip
        self.game = game
        self.screen = screen_for(game, terminal, [seat_letter(seat) for seat in range(seats)])
        self.screen.is_live = False
        self.font: Any = None

    def drawn(self, state: State, seat: int) -> Any:
        """The table as a seat sees it, with what it is asked."""
        view = self.game.screen(self.game.view(state, seat))
        return self.screen.board(view, [])

    def text(self, state: State, seat: int = SPECTATOR) -> str:
        """With the colours of a terminal."""
        self.paper.seek(0)
        self.paper.truncate()
        self.console.print(self.drawn(state, seat))
        return self.paper.getvalue()

    def show(self, state: State, seat: int = SPECTATOR) -> None:
        """On the terminal of whoever looks."""
        print(self.text(state, seat))

    def array(self, state: State, seat: int = SPECTATOR) -> Array:
        """The same as points of three colours, always of one size."""
        from PIL import Image, ImageDraw, ImageFont

        if self.font is None:
            self.font = ImageFont.load_default(size=CELL[1] - 5)
        wide, high = COLUMNS * CELL[0], LINES * CELL[1]
        picture = Image.new("RGB", (wide, high), PAPER)
        pen = ImageDraw.Draw(picture)
        lines = self.console.render_lines(self.drawn(state, seat), pad=False)
        for row, line in enumerate(lines[:LINES]):
            self.draw_line(pen, row, line)
        if self.game.name == "kodama":
            self.draw_trees(pen, state, (len(lines) + 1) * CELL[1], high - CELL[1], wide)
        return np.asarray(picture, dtype=np.uint8)

    def draw_line(self, pen: Any, row: int, line: list[Segment]) -> None:
        """Word by word, each where it begins on the screen."""
        column = 0
        for segment in line:
            ink, paper = colours_of(segment.style)
            wide = segment.cell_length
            left, top = column * CELL[0], row * CELL[1]
            if paper is not None:
                pen.rectangle((left, top, left + wide * CELL[0], top + CELL[1]), fill=paper)
            for word in re.finditer(r"\S+", segment.text):
                begin = column + Segment(segment.text[: word.start()]).cell_length
                at = (begin * CELL[0], top + CELL[1] / 2)
                pen.text(at, word[0].translate(ALIKE), fill=ink, font=self.font, anchor="lm")
            column += wide

    def draw_trees(self, pen: Any, state: State, top: int, bottom: int, wide: int) -> None:
        """Kodama: where the cards of every tree lie."""
        players = cast(Kodama, state).players
        column = wide / len(players)
        cards = [card for player in players for card in player.tree.cards]
        reach = max(max(-int(card.left), int(card.right)) for card in cards)
        height = max(int(card.top) for card in cards)
        scale = min(0.5 * column / reach, (bottom - top - 2 * CELL[1]) / height)
        for seat, player in enumerate(players):
            middle = (seat + 0.5) * column
            pen.text((middle, top), seat_letter(seat), fill=INK, font=self.font, anchor="ma")
            for card in player.tree.cards:
                shape = card.turned
                corners = (
                    (shape.ax, shape.ay), (shape.bx, shape.by), (shape.cx, shape.cy),
                    (shape.dx, shape.dy),
                )  # fmt: skip
                points = [
                    (middle + int(card.x + x) * scale, bottom - int(card.y + y) * scale)
                    for x, y in corners
                ]
                pen.polygon(points, fill=CARD, outline=INK)
                centre = [sum(numbers) / 4 for numbers in zip(*points)]
                name = cast(Kodama, state).cards.ids[card.card]
                pen.text(centre, name, fill=INK, font=self.font, anchor="mm")


def colours_of(style: Style | None) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    """Ink and paper of a piece of text; no paper is that of the picture."""
    if style is None:
        return INK, None
    name = "" if style.color is None else style.color.name.removeprefix("bright_")
    ink: tuple[int, ...] = COLOURS.get(name, INK)
    if style.reverse:
        return PAPER, ink
    if style.dim:
        ink = tuple(round(a * FADED + b * (1 - FADED)) for a, b in zip(ink, PAPER))
    return ink, None
