"""`kamiza fields`: every field of a game's positions and views, for people and for programs."""

from __future__ import annotations

import argparse
import json

from kamiza.core.game import Game, Setup
from kamiza.core.schema import Schema
from kamiza.core.shapes import position_schema, reference, view_schema
from kamiza.games import game
from kamiza.terminal.arguments import add_game, add_json

EPILOG = """examples:
  kamiza fields shintoh          what can stand in a position and in a view
  kamiza fields shintoh --json   the same as JSON Schema

docs/fields/ has these pages for every game."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_game(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Carry out `kamiza fields`."""
    chosen = game(arguments.game)
    print(json.dumps(json_schemas(chosen), indent=2) if arguments.json else page(chosen))
    return 0


def schema_of(chosen: Game) -> Schema:
    return chosen.start(Setup(int(chosen.least_seats))).schema()


def page(chosen: Game) -> str:
    """The reference in Markdown."""
    return reference(schema_of(chosen), chosen.extras).rstrip("\n")


def json_schemas(chosen: Game) -> dict[str, object]:
    schema = schema_of(chosen)
    return {"position": position_schema(schema), "view": view_schema(schema, chosen.extras)}
