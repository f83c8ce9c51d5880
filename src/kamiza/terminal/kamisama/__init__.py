"""Kami-sama in a terminal."""

from kamiza.terminal.kamisama.screen import KamisamaScreen

screen = KamisamaScreen
