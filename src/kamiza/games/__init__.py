"""The games of Kamiza. Adding a game is adding a folder and one line here."""

import sys
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, cast

from kamiza.cases.playthrough import Laws
from kamiza.core.content import own_games
from kamiza.core.game import Game

# The class of each game, in the order of the lobby.
REGISTRY = {
    "shintoh": "kamiza.games.shintoh.game:ShintohGame",
    "kamisama": "kamiza.games.kamisama.game:KamisamaGame",
    "kodama": "kamiza.games.kodama.game:KodamaGame",
    "battles": "kamiza.games.battles.game:BattlesGame",
}


class UnknownGame(Exception):
    """There is no game of that name; the message lists those there are."""


def registry() -> dict[str, str]:
    """Name and class of every game there is, those that live elsewhere among them."""
    return REGISTRY | own_games()


def games() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(registry())


@cache
def game(name: str) -> Game:
    """The game of that name, its content read and checked on first use."""
    place = registry().get(name)
    if place is None:
        raise UnknownGame(f"There is no game '{name}'. There are: {', '.join(games())}.")
    made: Game = found_at(place)()
    return made


def laws(name: str) -> Laws:
    """What can be checked by watching any game of that name, by rule ID."""
    place = game(name).laws_at
    return cast(Laws, found_at(place)) if place else Laws()


def found_at(place: str) -> Any:
    """What a text such as "kamiza.games.shintoh.laws:LAWS" names."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


NAMES = games()


class ListOfGames(ModuleType):
    """`from kamiza import games` gives this package; `games()` shall name the games, too."""

    def __call__(self) -> tuple[str, ...]:
        return games()


sys.modules[__name__].__class__ = ListOfGames
