"""The screen of Kodama: the outline of the tree, pictures, places, the count."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from kamiza.core.action import LETTERS, seat_letter
from kamiza.core.game import Game
from kamiza.core.speech import Line
from kamiza.games.kodama.speech import KodamaSpeech
from kamiza.terminal.console import Terminal, plain_table
from kamiza.terminal.kodama.board import Board
from kamiza.terminal.screen import Command, Screen, View


class KodamaScreen(Screen):
    """The table of Kodama."""

    def __init__(self, game: Game, terminal: Terminal, names: Sequence[str]) -> None:
        super().__init__(game, terminal, names)
        speech = game.speech
        assert isinstance(speech, KodamaSpeech)
        self.drawn = Board(speech, self.to, game.book.title[self.to.language])
        say = self.drawn.say
        self.commands = {
            "tree": Command(say("command_tree"), say("command_tree_help"), self.show_tree),
            "places": Command(say("command_places"), say("command_places_help"), self.show_places),
        }

    def introduction(self, view: View) -> RenderableType:
        keys = ("aim", "turn_grow", "turn_place", "turn_kodama")
        return Group(*(Text(self.drawn.say(key)) for key in keys))

    def examples(self, view: View) -> tuple[str, str, str]:
        return "pick:0, onto:0, spot:b0r0", "pick:0 onto:0", "1 1 1"

    def table(self, view: View, tightness: int = 0) -> RenderableType:
        return self.drawn.table(view, self.marks(view), tightness)

    def marks(self, view: View) -> dict[str, str]:
        """Who is a bot and who is you, where that is known."""
        if not self.people:
            return {}
        bots = [seat for seat in range(view["seats"]) if seat not in self.people]
        marks = {seat_letter(seat): self.terminal.say("bot") for seat in bots}
        if view["seat"] is not None:
            marks[view["seat"]] = self.terminal.say("you")
        return marks

    def where(self, view: View) -> dict[str, str]:
        places = {card: self.say("display") for card in view["display"]}
        for player in view["players"].values():
            for card in player["tree"]:
                places[card["card"]] = self.to.name(player["seat"])
        return places

    def answers(self, view: View) -> RenderableType:
        """The numbered moves; spots are many and short, so they stand in columns."""
        if view["question"] != "SPOT":
            return super().answers(view)
        texts = [self.answer(choice) for choice in self.choices(view)]
        width = max(text.cell_len for text in texts) + 2
        columns = max(1, self.terminal.console.width // width)
        grid = plain_table(*("fixed" for _ in range(columns)))
        for first in range(0, len(texts), columns):
            grid.add_row(*texts[first : first + columns])
        return grid

    def before_count(self, lines: list[Line]) -> list[Line]:
        return [line for line in lines if "result" not in line.about]  # told after the count

    def ending(self, view: View) -> list[RenderableType]:
        seats = view["result"]["seats"].values()
        seen = {"event": "scored", "scores": [entry["score"] for entry in seats]}
        seen["ranks"] = [entry["rank"] for entry in seats]
        told = self.game.speech.story([seen], self.to)
        return [self.drawn.ending(view), *(Text(line.text, style="bold") for line in told)]

    # -- commands -----------------------------------------------------------------------------

    def show_tree(self, words: list[str], view: View) -> None:
        wanted = words[0].upper() if words else view["seat"] or LETTERS[0]
        if wanted not in LETTERS[: view["seats"]]:
            self.terminal.print(self.drawn.say("no_such_seat"))
            return
        self.terminal.print(self.drawn.picture(view, wanted))

    def show_places(self, words: list[str], view: View) -> None:
        self.terminal.print(self.drawn.places(view))
