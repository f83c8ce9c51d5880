"""Kamigami Battles in a terminal."""

from kamiza.terminal.battles.screen import BattlesScreen

screen = BattlesScreen
