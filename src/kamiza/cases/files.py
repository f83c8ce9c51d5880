"""Case files: rules as examples, written by people who know the game and not the program.

A case file is TOML: the name of a game, then cases. A case says what is *given*, which *steps*
are done, and what must be true *then*. The format is the same for every game and knows none of
them. `docs/cases.md` teaches it; `words.py` holds the words of `then`.

Everything about the form is checked here: a `ContentError` names file, case and field.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import cast

from kamiza.cases.compare import NONE, CaseError
from kamiza.cases.playthrough import ENDLESS, POLICIES, RandomPlay
from kamiza.cases.words import WORDS
from kamiza.core.content import ContentError, Table, read_toml

FILE_FIELDS = ("game", "case")
CASE_FIELDS = ("id", "title", "rules", "given", "then", "step")
GIVEN_FIELDS = ("setup", "position", "like", "from", "leave_out", "seeds", "random", "refused")
SETUP_FIELDS = ("seats", "settings", "options", "seed")
RANDOM_FIELDS = ("games", "seats", "settings", "options", "policy", "without", "seed")
STEP_FIELDS = ("do", "times", "refused", "then")
UNTIL_OVER = "until over"
MANY_GAMES = "games_where"  # the one word that looks at all games of a random given together


@dataclass(frozen=True)
class Given:
    """Where a case begins."""

    setup: dict[str, object] | None = None
    position: dict[str, object] = field(default_factory=dict)
    like: str = ""  # begins like another case, with changes
    end_of: str = ""  # begins where another case ends, with changes
    leave_out: tuple[str, ...] = ()  # fields of the position to be filled in anew
    seeds: int = 0  # how often it is tried, each time with other chance
    random: RandomPlay | None = None
    refused: tuple[str, ...] = ()  # why there is no such beginning


@dataclass(frozen=True)
class Step:
    """What is done, and what must be true then."""

    name: str  # "step 2", or "" for what is looked at before the first step
    do: tuple[str, ...]
    times: int  # 0: until the game is over
    refused: tuple[str, ...]  # why the last move is refused
    then: dict[str, object]


@dataclass(frozen=True)
class Case:
    """One example of the rules."""

    file: str
    game: str
    id: str
    title: str
    rules: tuple[str, ...]
    given: Given
    steps: tuple[Step, ...]

    def law_names(self) -> list[str]:
        """Every law this case calls, so that they can be watched from the beginning."""
        return [
            rule for step in self.steps for rule in cast("list[str]", step.then.get("laws", []))
        ]


# -- reading ----------------------------------------------------------------------------------


def read_cases(path: Path) -> list[Case]:
    """The cases of one file, everything about their form checked."""
    table = read_file(path)
    refuse_unknown(table, FILE_FIELDS)
    game = table.text("game")
    cases = [read_case(entry, game) for entry in table.tables("case")]
    ids = [case.id for case in cases]
    for case in cases:
        if ids.count(case.id) > 1:
            raise table.error(case.id, "occurs twice")
    return cases


def read_file(path: Path) -> Table:
    try:
        table = read_toml(path.parent, path.name)
    except ContentError as broken:
        raise ContentError(f"{path.parent}/{broken}") from None
    return Table(str(path), table.name, table.data)


def read_case(table: Table, game: str) -> Case:
    refuse_unknown(table, CASE_FIELDS)
    given = read_given(table.table("given"))
    steps = []
    if "then" in table.data:
        steps.append(Step("", (), 1, (), read_then(table, many=given.random is not None)))
    for number, step in enumerate(table.tables("step") if "step" in table.data else [], 1):
        name = f"step {number}"
        steps.append(read_step(name, Table(table.file, f"{table.name}: {name}", step.data)))
    if given.refused and steps:
        raise table.error("step", "makes no sense after a given that is refused")
    if given.random and any(step.do for step in steps):
        raise table.error("step", "makes no sense after random games")
    if not given.refused and not any(step.then or step.refused for step in steps):
        raise table.error("then", "is missing: the case expects nothing")
    return Case(
        table.file, game, table.text("id"), table.text("title"), tuple(table.texts("rules")),
        given, tuple(steps),
    )  # fmt: skip


def read_given(table: Table) -> Given:
    refuse_unknown(table, GIVEN_FIELDS)
    sources = [name for name in ("setup", "like", "from", "random") if name in table.data]
    if len(sources) > 1 or not (sources or "position" in table.data):
        raise table.error("must have", "exactly one of setup, position, like, from, random")
    return Given(
        read_setup(table.table("setup")) if "setup" in table.data else None,
        with_nothing(table.table("position").data) if "position" in table.data else {},
        table.maybe_text("like"),
        table.maybe_text("from"),
        tuple(table.texts("leave_out")) if "leave_out" in table.data else (),
        table.number("seeds", 1, 10_000) if "seeds" in table.data else 0,
        read_random(table.table("random")) if "random" in table.data else None,
        text_or_texts(table, "refused"),
    )


def settings_of(table: Table) -> dict[str, object]:
    """The settings of a table; older cases call them options."""
    for name in ("settings", "options"):
        if name in table.data:
            return table.table(name).data
    return {}


def read_setup(table: Table) -> dict[str, object]:
    refuse_unknown(table, SETUP_FIELDS)
    return {
        "seats": table.number("seats", 0, 99),
        "settings": settings_of(table),
        "seed": table.number("seed", 0) if "seed" in table.data else 0,
    }


def read_random(table: Table) -> RandomPlay:
    refuse_unknown(table, RANDOM_FIELDS)
    seats = table.data.get("seats")
    if not isinstance(seats, list) or not all(type(number) is int for number in seats):
        raise table.error("seats", "must be a list of numbers of players")
    return RandomPlay(
        table.number("games", 1, 1_000_000),
        cast("list[int]", seats),
        settings_of(table),
        table.choice("policy", POLICIES) if "policy" in table.data else POLICIES[0],
        table.texts("without") if "without" in table.data else [],
        table.number("seed", 0) if "seed" in table.data else 0,
    )


def read_step(name: str, table: Table) -> Step:
    refuse_unknown(table, STEP_FIELDS)
    do = text_or_texts(table, "do")
    times = 1
    if table.data.get("times") == UNTIL_OVER:
        times = 0
    elif "times" in table.data:
        times = table.number("times", 1, ENDLESS)
    refused = text_or_texts(table, "refused")
    if refused and not do:
        raise table.error("refused", "needs a move in 'do'")
    if times == 0 and not do:
        raise table.error("times", "needs a move in 'do'")
    return Step(name, do, times, refused, read_then(table) if "then" in table.data else {})


def read_then(table: Table, many: bool = False) -> dict[str, object]:
    then = table.table("then")
    for name, value in then.data.items():
        kind = list if name == MANY_GAMES and many else WORDS.get(name, (None,))[0]
        if kind is None:
            words = sorted([*WORDS, MANY_GAMES] if many else WORDS)
            raise then.error(name, f"is no word of cases; there are {', '.join(words)}")
        if type(value) is not kind:
            raise then.error(name, f"must be {KIND_WORDS[kind]}, not {value!r}")
    for name in ("one_of", MANY_GAMES):
        for block in cast("list[object]", then.data.get(name, [])):
            if not isinstance(block, dict):
                raise then.error(name, "must be a list of tables")
            inner = {k: v for k, v in block.items() if name == "one_of" or k not in BOUNDS}
            read_then(Table(table.file, f"{then.name}: {name}", {"then": inner}))
    return then.data


BOUNDS = ("at_least", "at_most")
KIND_WORDS = {
    dict: "a table", list: "a list", str: "a text", bool: "true or false", int: "a whole number"
}  # fmt: skip


def refuse_unknown(table: Table, fields: tuple[str, ...]) -> None:
    for name in table.data:
        if name not in fields:
            raise table.error(name, f"is not known here; there are {', '.join(fields)}")


def text_or_texts(table: Table, name: str) -> tuple[str, ...]:
    if name not in table.data:
        return ()
    return (table.text(name),) if isinstance(table.data[name], str) else tuple(table.texts(name))


def with_nothing(position: dict[str, object]) -> dict[str, object]:
    """A position in which the text "none" has become None, which TOML cannot write."""

    def read(value: object) -> object:
        if isinstance(value, dict):
            return with_nothing(value)
        if isinstance(value, list):
            return [read(item) for item in value]
        return None if value == NONE else value

    return {key: read(value) for key, value in position.items()}


class Shelf:
    """All cases of one folder, read when the first case builds on another one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def cases(self) -> dict[str, Case]:
        found: dict[str, Case] = {}
        for path in sorted(self.folder.glob("*.toml")):
            if "case" not in read_file(path).data:
                continue  # something else that lies in the same folder
            for case in read_cases(path):
                if case.id in found:
                    other = found[case.id].file
                    raise ContentError(f"{path}: {case.id}: id is also in {other}")
                found[case.id] = case
        return found

    def case(self, id: str) -> Case:
        if id not in self.cases:
            raise CaseError(f"given: there is no case {id} in {self.folder}")
        return self.cases[id]
