"""The fields of a game for people and other programs: reference page, JSON Schema, TypeScript.

Made from the game's `Schema` and from its `Extras`, the list of what only a screen is shown.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kamiza.core.action import LETTERS
from kamiza.core.kinds import COUNT, Seat
from kamiza.core.schema import (
    EVERYBODY,
    IN_PART,
    NEEDED,
    NOBODY_KNOWS,
    OWNER,
    WORKED_OUT,
    Field,
    Kind,
    Schema,
)

Shape = dict[str, Any]

KNOWERS = {
    EVERYBODY: "everybody",
    IN_PART: "each seat what it has seen",
    NOBODY_KNOWS: "nobody",
    OWNER: "the owner",
}
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}


@dataclass(frozen=True)
class Extra:
    """Something only a screen is shown; it follows from what the view knows."""

    name: str
    kind: Kind
    meaning: str
    optional: bool = False
    is_lasting: bool = False  # `show` gives the same object again and again


@dataclass(frozen=True)
class Extras:
    """All that only a screen is shown: in the middle, of every player, and to the seat alone."""

    table: Sequence[Extra] = ()
    players: Sequence[Extra] = ()
    private: Sequence[Extra] = ()


@dataclass(frozen=True)
class ViewField:
    """One name in a view: its shape, its meaning, and whether it may be missing."""

    name: str
    shape: Shape
    meaning: str
    optional: bool


def view_fields(fields: Sequence[Field], extras: Sequence[Extra], private: bool) -> list[ViewField]:
    """Every name that a screen may find among these fields; an extra of the same name stands in
    the place of a field."""
    found: list[ViewField] = []
    for field in fields:
        if not private:
            found += [ViewField(o.name, o.kind.shape(), o.meaning, False) for o in field.others]
        if not field.inner and field.knows != NOBODY_KNOWS and field.is_private == private:
            always = field.is_private or field.knows in (EVERYBODY, IN_PART)
            optional = field.remembered or not always
            found.append(ViewField(field.shown_as, field.kind.shape(), field.meaning, optional))
    instead = {extra.name for extra in extras}
    found = [named for named in found if named.name not in instead]
    return found + [ViewField(e.name, e.kind.shape(), e.meaning, e.optional) for e in extras]


def view_parts(schema: Schema, extras: Extras) -> dict[str, list[ViewField]]:
    """The three tables of a view as a screen gets it."""
    everything = [*schema.table, *schema.players]
    return {
        "View": view_fields(schema.table, extras.table, False),
        "Player": [
            ViewField("seat", Seat().shape(), "whose this is", False),
            *view_fields(schema.players, extras.players, False),
        ],
        "Private": view_fields(everything, extras.private, True),
    }


# -- the reference page -----------------------------------------------------------------------


OF_POSITIONS = (
    "Every position says `seats`, how many players there are. It may say `game`, `settings` (all "
    "at their defaults), `asked` (a seat, or none when the game is over), `players` and `rng` (the "
    "chance that is still to come)."
)
OF_VIEWS = (
    "What a seat is told, beside `game`, `seat` (none for a spectator), `seats`, `settings`, "
    "`asked`, `question`, `moves` and `players`. Names that may be missing have a `?`."
)


def reference(schema: Schema, extras: Extras) -> str:
    """Every field of a position and of a view, in Markdown."""
    lines = [f"# The fields of {schema.game}", "", "## In a position", "", OF_POSITIONS, ""]
    lines += field_rows("On the table", schema.table)
    lines += field_rows("Of every player, below `players.A`, `players.B` and so on", schema.players)
    lines += ["## In a view", "", OF_VIEWS, ""]
    titles = {"View": "On the table", "Player": "Of every player", "Private": "Below `private`"}
    for part, rows in view_parts(schema, extras).items():
        lines += [f"{titles[part]}:", "", "| name | form | meaning |", "|---|---|---|"]
        lines += [
            f"| `{row.name}{'?' if row.optional else ''}` | {form_of(row.shape)} | {row.meaning} |"
            for row in rows
        ]
        lines.append("")
    return "\n".join(lines)


def field_rows(title: str, fields: Sequence[Field]) -> list[str]:
    lines = [f"{title}:", "", "| field | form | if left out | known to | meaning |"]
    lines.append("|---|---|---|---|---|")
    for field in fields:
        form = form_of(field.kind.written_shape())
        lines.append(
            f"| `{field.name}` | {form} | {usual_of(field)} | {knower_of(field)} | "
            f"{field.meaning} |"
        )
    return [*lines, ""]


def usual_of(field: Field) -> str:
    if field.usual == NEEDED:
        return "must be said"
    if field.usual == WORKED_OUT:
        return "follows from the rest"
    return f"`{json.dumps(field.usual)}`" if field.usual is not None else "none"


def knower_of(field: Field) -> str:
    who = KNOWERS.get(field.knows, "whoever may look")
    return f"{who}; screens only if the table says so" if field.remembered else who


def form_of(shape: Shape) -> str:
    """A shape in words."""
    if "$ref" in shape:
        return f"a seat, {LETTERS[0]} to {LETTERS[-1]}"
    if "anyOf" in shape:
        return " or ".join(form_of(part) for part in shape["anyOf"])
    if "enum" in shape:
        words = shape["enum"]
        some = ", ".join(f"`{word}`" for word in words[:4])
        more = f", … ({len(words)})" if len(words) > 4 else ""
        return f"{shape['description'] + ': ' if 'description' in shape else ''}{some}{more}"
    kind = shape.get("type")
    if kind == "array" and "items" in shape:
        return f"list of {form_of(shape.get('items', {}))}"
    if kind == "integer" and "maximum" in shape and shape["maximum"] < 10**6:
        return f"{shape['minimum']} to {shape['maximum']}"
    if kind == "object":
        names = ", ".join(f"`{name}`" for name in shape.get("properties", {}))
        return f"table of {names}" if names else "table"
    words = {"integer": "a whole number", "boolean": "true or false", "null": "none"}
    return str(shape.get("description") or words.get(str(kind), "a text"))


# -- JSON Schema ------------------------------------------------------------------------------


def position_schema(schema: Schema) -> Shape:
    """A JSON Schema that accepts every position of the game."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A position of {schema.game}",
        "type": "object",
        "properties": {
            "game": {"const": schema.game},
            "seats": COUNT.shape(),
            "settings": {"type": "object"},
            "asked": Seat(True).shape(),
            **{field.name: field.kind.written_shape() for field in schema.table},
            "players": {
                "type": "object",
                "propertyNames": {"$ref": "#/$defs/Seat"},
                "additionalProperties": {
                    "type": "object",
                    "properties": {f.name: f.kind.written_shape() for f in schema.players},
                    "additionalProperties": False,
                },
            },
            "rng": {"type": "object"},
        },
        "required": ["seats", *(f.name for f in schema.table if f.usual == NEEDED)],
        "additionalProperties": False,
        "$defs": {"Seat": {"enum": list(LETTERS)}},
    }


def view_schema(schema: Schema, extras: Extras) -> Shape:
    """A JSON Schema of what a screen is told."""
    parts = {part: part_schema(fields) for part, fields in view_parts(schema, extras).items()}
    seat, moves = Seat(True).shape(), {"type": "array", "items": {"type": "string"}}
    players = {
        "type": "object",
        "propertyNames": {"$ref": "#/$defs/Seat"},
        "additionalProperties": parts["Player"],
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A view of {schema.game}",
        "type": "object",
        "properties": {
            "game": {"const": schema.game},
            "seat": seat,
            "seats": COUNT.shape(),
            "settings": {"type": "object"},
            "asked": seat,
            "question": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "moves": moves,
            **parts["View"]["properties"],
            "players": players,
            "private": parts["Private"],
        },
        "required": ["game", "seat", "seats", "settings", "asked", "question", "moves",
                     "players", *parts["View"]["required"]],
        "additionalProperties": False,
        "$defs": {"Seat": {"enum": list(LETTERS)}},
    }  # fmt: skip


def part_schema(fields: Sequence[ViewField]) -> Shape:
    return {
        "type": "object",
        "properties": {row.name: row.shape for row in fields},
        "required": [row.name for row in fields if not row.optional],
        "additionalProperties": False,
    }


# -- TypeScript -------------------------------------------------------------------------------


def typescript(schema: Schema, extras: Extras) -> str:
    """The types of a view in the browser."""
    named: dict[str, Shape] = {}
    parts = view_parts(schema, extras)
    bodies = {name: [ts_line(row, named) for row in rows] for name, rows in parts.items()}
    bodies["View"] += [
        "  players: Record<Seat, Player>;",
        "  /** Only for a seat, not for a spectator. */",
        "  private?: Private;",
    ]
    lines = ["// Made by `python -m kamiza.server.types`; do not edit.", ""]
    lines += ["import type { Seat, SeenTable } from '../../lib/board.ts';", ""]
    for title, shape in sorted(named.items()):
        lines += [f"export interface {title} {{"]
        required = shape["required"]
        for name, part in shape["properties"].items():
            mark = "" if name in required else "?"
            lines.append(f"  {name}{mark}: {ts_type(part, named)};")
        lines += ["}", ""]
    for name in ("Player", "Private", "View"):
        base = " extends SeenTable" if name == "View" else ""
        lines += [f"export interface {name}{base} {{", *bodies[name], "}", ""]
    return "\n".join(lines)


def ts_line(row: ViewField, named: dict[str, Shape]) -> str:
    mark = "?" if row.optional else ""
    return f"  /** {row.meaning} */\n  {row.name}{mark}: {ts_type(row.shape, named)};"


def ts_type(shape: Shape, named: dict[str, Shape]) -> str:
    """A shape as a type; titled tables become interfaces of their own, gathered in `named`."""
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition("/")[2]
    if "anyOf" in shape:
        return " | ".join(ts_type(part, named) for part in shape["anyOf"])
    if "enum" in shape:
        words = shape["enum"]
        return "string" if len(words) > 12 else " | ".join(f"'{word}'" for word in words)
    kind = shape.get("type")
    if "prefixItems" in shape:
        return f"[{', '.join(ts_type(part, named) for part in shape['prefixItems'])}]"
    if kind == "array":
        item = ts_type(shape.get("items", {}), named)
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object" and "title" in shape:
        for part in shape["properties"].values():
            ts_type(part, named)
        named[shape["title"]] = shape
        return str(shape["title"])
    if kind == "object":
        key = "Seat" if "propertyNames" in shape else "string"
        values = shape.get("additionalProperties")
        return f"Record<{key}, {ts_type(values, named) if values else 'unknown'}>"
    return "null" if kind == "null" else PLAIN.get(str(kind), "unknown")
