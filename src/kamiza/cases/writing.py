"""A case written down: a position as the form of `docs/cases.md`, ready to be completed."""

from __future__ import annotations

import json
import re
from hashlib import sha256

from kamiza.cases.compare import NONE
from kamiza.core.game import Game, State

BARE = re.compile(r"[A-Za-z0-9_-]+")
MOST_MOVES = 60  # that are told one by one
SOME_MOVES = 8
Json = dict[str, object]


def case_text(game: Game, state: State, position: Json, title: str) -> str:
    """A file with one case: where it begins, who is asked, and the moves there are."""
    lines = [f'game = "{game.name}"', "", "[[case]]", f'id = "{id_of(position)}"']
    lines += [f"title = {toml(title)}", "rules = []  # the IDs of the rules it proves", ""]
    for name, value in position.items():
        if name == "players" and isinstance(value, dict):
            lines += [f"given.position.players.{seat} = {toml(has)}" for seat, has in value.items()]
        elif name != "game":
            lines.append(f"given.position.{name} = {toml(value)}")
    decision = game.decision(state)
    if decision is None:
        return "\n".join([*lines, "", "then.over = true", ""])
    lines += ["", f'then.asked = "{position["asked"]}"', f'then.question = "{decision.question}"']
    if len(decision.moves) <= MOST_MOVES:
        lines.append(f"then.moves = {toml(decision.moves)}")
    else:
        lines.append(f"then.moves_include = {toml(decision.moves[:SOME_MOVES])}")
    return "\n".join([*lines, ""])


def id_of(position: Json) -> str:
    """The same position has the same name."""
    canonical = json.dumps(position, sort_keys=True)
    return f"position-{sha256(canonical.encode()).hexdigest()[:8]}"


def toml(value: object) -> str:
    """A value of JSON as TOML, in one line; nothing is the word "none"."""
    if value is None:
        return f'"{NONE}"'
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key_of(name)} = {toml(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml(one) for one in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def key_of(name: str) -> str:
    return name if BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)
