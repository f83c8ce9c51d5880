"""What can be checked by watching any game of Kami-sama, by rule ID."""

from kamiza.games.kamisama.laws import whole_games as whole_games
from kamiza.games.kamisama.laws.every_move import LAWS as LAWS
