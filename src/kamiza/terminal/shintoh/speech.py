"""The words of the Shintoh screen for one listener: those of the game and of the terminal."""

from __future__ import annotations

from typing import Any

from kamiza.core.game import Game
from kamiza.core.speech import Listener
from kamiza.games.shintoh.speech import ShintohSpeech
from kamiza.terminal.console import read_words

View = dict[str, Any]


class Speech:
    """Short texts for one listener."""

    def __init__(self, game: Game, to: Listener) -> None:
        speech = game.speech
        assert isinstance(speech, ShintohSpeech)
        self.speech = speech
        self.to = to
        self.title = game.book.title[to.language]
        self.game_words = game.words
        self.own_words = read_words("shintoh/words.toml")

    def say(self, key: str, **facts: object) -> str:
        """Words of the game, or of its terminal screen."""
        words = self.own_words if key in self.own_words.words else self.game_words
        return words.say(key, self.to.language, **facts)

    def god(self, god: str) -> str:
        return self.speech.god_name(god, self.to.language)

    def god_card(self, god: str, view: View) -> dict[str, Any]:
        """A card with as much of its story as the seat may read."""
        return self.speech.god_card(god, self.to.language, self.speech.may_see_secrets(view))

    def points(self, points: int) -> str:
        return self.speech.points(points, self.to)

    def kind(self, kind: str) -> str:
        """An offering with its influence: "rice (3)"."""
        return self.speech.short("one", kind, 1, self.to)

    def stack(self, kind: str, count: int) -> str:
        """Some offerings of one kind with the influence of each: "2 salt (1)"."""
        return self.speech.short("stack", kind, count, self.to)

    def kinds(self, counts: dict[str, int]) -> str:
        """Offerings in short: "1 rice 2 salt"."""
        return self.speech.kinds_in_short(counts, self.to)

    def role(self, role: dict[str, Any]) -> str:
        """The name of a role of a view."""
        return str(role["name_ja" if self.to.is_japanese() else "name"])
