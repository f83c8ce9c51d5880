"""The wire types as TypeScript: `python -m kamiza.server.types > web/src/lib/wire.ts`."""

from __future__ import annotations

import sys
from typing import Any

from msgspec import Struct
from msgspec.json import schema_components

from kamiza.server import bodies, wire

HEADER = "// Made by `python -m kamiza.server.types`; do not edit.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}


def wire_structs() -> list[type[Struct]]:
    """Every struct of the wire, in the order of the files."""
    found = [(module, item) for module in (wire, bodies) for item in vars(module).values()]
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
        values = schema.get("enum", [schema.get("const")])
        return " | ".join("null" if v is None else f'"{v}"' for v in values)
    if "anyOf" in schema:
        return " | ".join(type_of(part) for part in schema["anyOf"])
    kind = schema.get("type")
    if kind == "array":
        item = type_of(schema.get("items", {}))
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object":
        return f"Record<string, {type_of(schema.get('additionalProperties') or {})}>"
    return "null" if kind == "null" else PLAIN.get(str(kind), "any")


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
    struct = getattr(wire, name, None) or getattr(bodies, name, None)
    if not isinstance(struct, type) or not issubclass(struct, Struct):
        return ()
    if struct.__struct_config__.omit_defaults:
        return ()
    return struct.__struct_fields__


def typescript() -> str:
    """The whole file."""
    structs = wire_structs()
    _, components = schema_components(structs, ref_template="#/{name}")
    requests = {"NewTable", "NewPlayer", "NewBranch", "Claim", "ClockChoice"}
    requests |= {struct.__name__ for struct in frames(wire.ClientFrame)}
    parts = [HEADER]
    for name, schema in components.items():
        parts.append(interface(name, schema, name not in requests))
    parts.append(union("ClientFrame", frames(wire.ClientFrame)))
    parts.append(union("ServerFrame", frames(wire.ServerFrame)))
    return "\n".join(parts)


def frames(of: Any) -> list[type[Struct]]:
    return list(of.__args__)


def union(name: str, structs: list[type[Struct]]) -> str:
    return (
        f"export type {name} =\n"
        + "".join(f"  | {struct.__name__}\n" for struct in structs).rstrip("\n")
        + ";\n"
    )


if __name__ == "__main__":
    sys.stdout.write(typescript())
