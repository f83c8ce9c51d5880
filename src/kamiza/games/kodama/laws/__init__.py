"""Laws of Kodama: rules that can be checked by watching any game, one function per rule ID."""

from kamiza.games.kodama.laws import fixed_numbers, whole_games  # noqa: F401  they add to LAWS
from kamiza.games.kodama.laws.every_move import LAWS

__all__ = ["LAWS"]
