"""What every game's schema must keep: it names everything, and it tells the truth about who knows.

Plain functions that raise AssertionError, like those of `checks.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from kamiza.core.action import LETTERS, seat_letter
from kamiza.core.game import Game, Setup, State, View
from kamiza.core.native import COMPILED
from kamiza.core.rng import fast_rng
from kamiza.core.schema import TABLE, Field, is_known, known_value
from kamiza.core.shapes import position_schema, view_parts
from tests.conformance.checks import final, play_looking, seats_and_spectator

# Carried by every table, and written by the schema itself or not at all.
SHARED = {"cards", "settings", "players", "rng", "asked", "seats", "log", "reveals"}


def fields_of(state: State) -> list[tuple[Field, int]]:
    """Every field with each of its owners."""
    schema = state.schema()
    found = [(field, TABLE) for field in schema.table]
    return found + [(field, seat) for seat in range(state.seats) for field in schema.players]


def check_schema_names_every_attribute(game: Game, setup: Setup, seed: int) -> None:
    """Whatever a table or a player carries is a field, or declared to follow from others."""
    if COMPILED:
        return  # compiled classes do not list their attributes
    state = game.start(setup)
    schema = state.schema()
    for thing, fields in ((state, schema.table), (state.seated(0), schema.players)):
        carried = {slot for base in type(thing).__mro__ for slot in getattr(base, "__slots__", ())}
        carried |= set(vars(thing)) if hasattr(thing, "__dict__") else set()
        named = {field.attribute for field in fields} | {name for f in fields for name in f.covers}
        unnamed = carried - named - SHARED - set(schema.derived)
        assert not unnamed, f"{sorted(unnamed)} of {type(thing).__name__} stand in no schema"


def check_views_know_what_the_schema_says(game: Game, setup: Setup, seed: int) -> None:
    """Of every field that a seat may know, the table of its view carries the truth."""
    for _, state, _ in play_looking(game, setup, seed):
        for seat in seats_and_spectator(setup):
            known = game.view(state, seat).known
            for field, owner in fields_of(state):
                if is_known(field, known, seat, owner):
                    truth = field.kind.tell(known_value(field, state, seat, owner))
                    found = field.kind.tell(known_value(field, known, seat, owner))
                    assert found == truth, f"{name_of(field, owner)}: seat {seat} knows {found}"
                for other in field.others:
                    assert other.get(known, owner) == other.get(state, owner), other.name


def check_known_tables_hide(game: Game, setup: Setup, seed: int) -> None:
    """Nothing on the table of a view depends on what its seat may not know."""
    for number, state, _ in play_looking(game, setup, seed):
        for seat in seats_and_spectator(setup):
            seen = game.view(state, seat)
            world = game.imagine(seen, fast_rng(seed + number))
            assert game.view(world, seat) == seen
            difference = state.schema().difference(seen.known, game.view(world, seat).known)
            assert not difference, f"seat {seat} may not know this: {difference}"


def name_of(field: Field, owner: int) -> str:
    return field.name if owner < 0 else f"{seat_letter(owner)}.{field.name}"


# -- screens ----------------------------------------------------------------------------------


def check_screens_are_declared(game: Game, setup: Setup, seed: int) -> None:
    """A screen is told exactly what is declared, in the declared form, and no engine register."""
    for _, state, _ in play_looking(game, setup, seed):
        for seat in seats_and_spectator(setup):
            check_screen(game, game.view(state, seat))
    over = final(game, setup, seed)
    for seat in seats_and_spectator(setup):
        check_screen(game, game.view(over, seat))


HEADER = {"game", "seat", "seats", "settings", "asked", "question", "moves", "players", "private"}


def check_screen(game: Game, seen: View) -> None:
    screen: Any = json.loads(json.dumps(game.screen(seen)))
    parts = view_parts(seen.known.schema(), game.extras)
    tables = {"View": [screen], "Player": list(screen["players"].values())}
    tables["Private"] = [screen["private"]] if "private" in screen else []
    for part, found in tables.items():
        declared = {told.name: told for told in parts[part]}
        for table in found:
            names = set(table) - (HEADER if part == "View" else set())
            assert names <= set(declared), f"{sorted(names - set(declared))} is not declared"
            for name, told in declared.items():
                assert name in table or told.optional, f"{name} is missing"
                if name in table:
                    wrong = misfit(told.shape, table[name], name)
                    assert not wrong, wrong


def misfit(shape: dict[str, Any], value: Any, path: str) -> str:
    """Where a value does not have a shape, or nothing."""
    if "$ref" in shape:
        return "" if value in tuple(LETTERS) else f"{path}: {value!r} is no seat"
    if "anyOf" in shape:
        wrong = [misfit(part, value, path) for part in shape["anyOf"]]
        return "" if "" in wrong else wrong[0]
    if "enum" in shape:
        return "" if value in shape["enum"] else f"{path}: {value!r} is not among {shape['enum']}"
    kind = shape.get("type")
    plain = {"string": str, "integer": int, "number": (int, float), "boolean": bool}
    if kind in plain:
        fits = isinstance(value, plain[kind]) and (kind == "boolean") == isinstance(value, bool)
        return "" if fits else f"{path}: {value!r} is no {kind}"
    if kind == "null":
        return "" if value is None else f"{path}: {value!r} is not nothing"
    if kind == "array":
        if not isinstance(value, list):
            return f"{path}: {value!r} is no list"
        if "prefixItems" in shape:
            return misfit_row(shape["prefixItems"], value, path)
        items = shape.get("items", {})
        return first(misfit(items, item, f"{path}.{n}") for n, item in enumerate(value))
    return misfit_table(shape, value, path) if kind == "object" else ""


def misfit_row(parts: list[Any], value: list[Any], path: str) -> str:
    if len(parts) != len(value):
        return f"{path}: has {len(value)} entries, not {len(parts)}"
    return first(
        misfit(part, item, f"{path}.{n}") for n, (part, item) in enumerate(zip(parts, value))
    )


def misfit_table(shape: dict[str, Any], value: Any, path: str) -> str:
    if not isinstance(value, dict):
        return f"{path}: {value!r} is no table"
    properties = shape.get("properties")
    if properties is None:
        part = shape.get("additionalProperties") or {}
        return first(misfit(part, item, f"{path}.{k}") for k, item in value.items())
    unknown = set(value) - set(properties)
    missing = set(shape["required"]) - set(value)
    if unknown or missing:
        return f"{path}: {sorted(unknown)} is not declared, {sorted(missing)} is missing"
    return first(misfit(properties[k], item, f"{path}.{k}") for k, item in value.items())


def first(problems: Iterable[str]) -> str:
    return next(filter(None, problems), "")


def check_positions_fit_their_json_schema(game: Game, setup: Setup, seed: int) -> None:
    for _, state, _ in play_looking(game, setup, seed):
        shape = position_schema(state.schema())
        position: Any = json.loads(json.dumps(game.save(state)))
        for name, value in position.items():
            part = shape["properties"][name]
            if name != "players":
                assert not (wrong := misfit(part, value, name)), wrong
        for letter, entry in position["players"].items():
            fields = shape["properties"]["players"]["additionalProperties"]["properties"]
            for name, value in entry.items():
                assert not (wrong := misfit(fields[name], value, f"{letter}.{name}")), wrong


SCHEMA_CHECKS = [
    check_known_tables_hide,
    check_positions_fit_their_json_schema,
    check_schema_names_every_attribute,
    check_screens_are_declared,
    check_views_know_what_the_schema_says,
]
