"""The games of Kamiza. Adding a game is adding a folder and one line here."""

from functools import cache

from kamiza.core.game import Game

NAMES = ("shintoh",)


class UnknownGame(Exception):
    """There is no game of that name; the message lists those there are."""


@cache
def game(name: str) -> Game:
    """The game of that name, its content read and checked on first use."""
    if name == "shintoh":
        from kamiza.games.shintoh.game import ShintohGame

        return ShintohGame()
    raise UnknownGame(f"There is no game '{name}'. There are: {', '.join(NAMES)}.")
