"""Which games a process can play: a table keeps the rules and cards it began with."""

from __future__ import annotations

from kamiza import games
from kamiza.server.store import TableRow


def version(game: str, rules: str, digest: str) -> str:
    """A game with its rules and cards, as processes tell it to each other."""
    return f"{game} {rules} {digest}"


def version_of(row: TableRow) -> str:
    """What a table was begun with."""
    return version(row.game, row.rules, row.digest)


def own_version(name: str) -> str:
    """The version of a game that is played here; `UnknownGame` if none is."""
    game = games.game(name)
    return version(name, game.book.version, game.digest)


def own_versions() -> list[str]:
    """All that is played here."""
    return [own_version(name) for name in games.games()]


def is_played_here(row: TableRow) -> bool:
    try:
        return version_of(row) == own_version(row.game)
    except games.UnknownGame:
        return False
