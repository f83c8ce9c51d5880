"""Shintoh in a terminal."""

from kamiza.terminal.shintoh.screen import ShintohScreen

screen = ShintohScreen
