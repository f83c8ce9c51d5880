"""Kodama in a terminal."""

from kamiza.terminal.kodama.screen import KodamaScreen

screen = KodamaScreen
