"""The games of Kamiza. Adding a game is adding a folder and one line here."""

from functools import cache

from kamiza.cases.playthrough import Laws
from kamiza.core.game import Game

NAMES = ("shintoh", "kamisama", "kodama", "battles")


class UnknownGame(Exception):
    """There is no game of that name; the message lists those there are."""


@cache
def game(name: str) -> Game:
    """The game of that name, its content read and checked on first use."""
    if name == "shintoh":
        from kamiza.games.shintoh.game import ShintohGame

        return ShintohGame()
    if name == "kamisama":
        from kamiza.games.kamisama.game import KamisamaGame

        return KamisamaGame()
    if name == "kodama":
        from kamiza.games.kodama.game import KodamaGame

        return KodamaGame()
    if name == "battles":
        from kamiza.games.battles.game import BattlesGame

        return BattlesGame()
    raise UnknownGame(f"There is no game '{name}'. There are: {', '.join(NAMES)}.")


def laws(name: str) -> Laws:
    """What can be checked by watching any game of that name, by rule ID."""
    if name == "shintoh":
        from kamiza.games.shintoh.laws import LAWS

        return LAWS
    if name == "kamisama":
        from kamiza.games.kamisama.laws import LAWS as KAMISAMA_LAWS

        return KAMISAMA_LAWS
    if name == "kodama":
        from kamiza.games.kodama.laws import LAWS as KODAMA_LAWS

        return KODAMA_LAWS
    if name == "battles":
        from kamiza.games.battles.laws import LAWS as BATTLES_LAWS

        return BATTLES_LAWS
    raise UnknownGame(f"There is no game '{name}'. There are: {', '.join(NAMES)}.")
