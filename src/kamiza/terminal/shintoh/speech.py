"""The words of the Shintoh screen: those of the game, those of the terminal, and short forms."""

from __future__ import annotations

from typing import Any

from kamiza.core.game import Game
from kamiza.core.speech import Listener
from kamiza.games.shintoh.cards import INFLUENCE, KINDS
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
        return self.say("point_of") if points == 1 else self.say("points_of", points=points)

    def kind(self, kind: str) -> str:
        """An offering with its influence: "rice (3)"."""
        return f"{self.say(kind)} ({INFLUENCE[KINDS.index(kind)]})"

    def stack(self, kind: str, count: int) -> str:
        """Some offerings of one kind with the influence of each: "2 salt (1)"."""
        number = INFLUENCE[KINDS.index(kind)]
        return f"{self.counted(count, self.say(kind))} ({number})"

    def counted(self, count: int, word: str) -> str:
        return f"{word}{count}" if self.to.is_japanese() else f"{count} {word}"

    def colon(self) -> str:
        return "：" if self.to.is_japanese() else ": "

    def kinds(self, counts: dict[str, int]) -> str:
        """Offerings in short: "1 rice 2 salt"."""
        parts = [self.counted(counts[kind], self.say(kind)) for kind in KINDS if counts[kind]]
        return " ".join(parts)

    def role(self, role: dict[str, Any]) -> str:
        """The name of a role of a view."""
        return str(role["name_ja" if self.to.is_japanese() else "name"])
