"""The types of the browser, made from those of the server and from the schemas of the games.

`python -m kamiza.server.types` prints those of the wire; with `--games` it writes `table.ts` into
the folder of every game below `web/src/games`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.json import schema_components

from kamiza import games
from kamiza.core import shapes
from kamiza.core.game import Game, Setup
from kamiza.server import (
    answers,
    asks,
    call_types,
    club_types,
    game_types,
    http_types,
    messages,
    replay_types,
)

HEADER = "// Made by `python -m kamiza.server.types`; do not edit.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
WEB_GAMES = Path("web/src/games")
WIRE = (
    asks, messages, http_types, call_types, answers, game_types, replay_types, club_types,
)  # fmt: skip


def wire_structs() -> list[type[Struct]]:
    """Every struct of the wire, in the order of the files."""
    found = [(module, item) for module in WIRE for item in vars(module).values()]
    return [
        item
        for module, item in found
        if isinstance(item, type)
        and issubclass(item, Struct)
        and item.__module__ == module.__name__
    ]


def type_of(schema: dict[str, Any]) -> str:
    """A JSON schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema or "const" in schema:
        return type_of_values(schema.get("enum", [schema.get("const")]))
    if "anyOf" in schema:
        return " | ".join(type_of(part) for part in schema["anyOf"])
    kind = schema.get("type")
    if kind == "array":
        item = type_of(schema.get("items", {}))
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object":
        key = type_of(schema["propertyNames"]) if "propertyNames" in schema else "string"
        return f"Record<{key}, {type_of(schema.get('additionalProperties') or {})}>"
    return "null" if kind == "null" else PLAIN.get(str(kind), "any")


def type_of_values(values: list[Any]) -> str:
    """One of some texts; the letters of seats have a name of their own."""
    rest = [value for value in values if value not in messages.SEATS]
    is_seat = len(values) - len(rest) == len(messages.SEATS)
    names = ["null" if v is None else f'"{v}"' for v in (rest if is_seat else values)]
    return " | ".join(["Seat", *names] if is_seat else names)


def interface(name: str, schema: dict[str, Any], is_answer: bool) -> str:
    """One struct as an interface; what the server sends is complete even where it has defaults."""
    lines = [f"/** {schema['description']} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    required = set(schema.get("required", ()))
    for field, part in schema.get("properties", {}).items():
        sure = field in required or (is_answer and field in always_sent(name))
        lines.append(f"  {field}{'' if sure else '?'}: {type_of(part)};")
    lines.append("}")
    return "\n".join(lines) + "\n"


def always_sent(name: str) -> tuple[str, ...]:
    """Fields of a struct that are sent even when they have their default."""
    struct = next((struct for struct in wire_structs() if struct.__name__ == name), None)
    if struct is None:
        return ()
    if struct.__struct_config__.omit_defaults:
        return ()
    return struct.__struct_fields__


def typescript() -> str:
    """The whole file of the wire."""
    structs = wire_structs()
    _, components = schema_components(structs, ref_template="#/{name}")
    requests = {"NewTable", "NewPlayer", "NewBranch", "Claim", "ClockChoice", "Trial", "NewLesson",
                "TriedPosition", "PositionText"}  # fmt: skip
    requests |= {"NewWishes", "PushKeys", "QuietHours", "CalledTable", "CallTicket", "Hook"}
    requests |= {"NewKey", "KeyChange", "KeyItem", "NewClub", "JoinClub", "ClubAct"}
    requests |= {struct.__name__ for struct in members(asks.ClientMessage)}
    seats = " | ".join(f'"{seat}"' for seat in messages.SEATS)
    parts = [HEADER, f"export type Seat = {seats};\n"]
    for name, schema in components.items():
        parts.append(interface(name, schema, name not in requests))
    parts.append(union("ClientMessage", members(asks.ClientMessage)))
    parts.append(union("ServerMessage", members(messages.ServerMessage)))
    return "\n".join(parts)


def members(of: Any) -> list[type[Struct]]:
    return list(of.__args__)


def union(name: str, structs: list[type[Struct]]) -> str:
    return (
        f"export type {name} =\n"
        + "".join(f"  | {struct.__name__}\n" for struct in structs).rstrip("\n")
        + ";\n"
    )


def table_types(game: Game) -> str:
    """What lies on the table of a game, as its board is shown it."""
    start = game.start(Setup(int(game.least_seats), game.trial_settings()))
    return shapes.typescript(start.schema(), game.extras)


def shown_games(folder: Path) -> list[Game]:
    """Every game that has a folder in the browser and says what is shown of it."""
    found = [games.game(name) for name in games.NAMES if (folder / name).is_dir()]
    return [game for game in found if hasattr(game, "extras")]


def write_tables(folder: Path) -> None:
    for game in shown_games(folder):
        (folder / game.name / "table.ts").write_text(table_types(game))


if __name__ == "__main__":
    if "--games" in sys.argv:
        write_tables(WEB_GAMES)
    else:
        sys.stdout.write(typescript())
