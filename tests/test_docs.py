"""What the documents show is true: their programs run, their cases hold, their commands exist."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from kamiza.cases.files import Shelf, read_cases
from kamiza.cases.runner import Runner
from kamiza.core.shapes import view_schema
from kamiza.games import NAMES, game, laws
from kamiza.terminal import fields
from kamiza.terminal.main import COMMANDS, build_parser
from tests.conformance.schema_checks import misfit

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
SOURCE = ROOT / "src" / "kamiza"
HEAD = 'game = "shintoh"\n'
CASE = '[[case]]\nid = "x"\ntitle = "x"\nrules = []\ngiven.random = {games = 1, seats = [2]}\n'


def blocks(page: Path, language: str) -> list[str]:
    found = re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [text for name, text in found if name == language]


def names(pages: list[Path], language: str) -> list[Path]:
    return [page for page in pages if blocks(page, language)]


# The tutorial for research needs more than we do; `tests/adapters` runs it.
OURS = [page for page in PAGES if page.name != "research.md"]


@pytest.mark.parametrize("page", names(OURS, "python"), ids=lambda page: page.name)
def test_programs_run(page: Path) -> None:
    """All blocks of a page, one after the other, as a reader would type them."""
    known: dict[str, object] = {"__name__": "a_document"}
    for number, program in enumerate(blocks(page, "python"), 1):
        if is_excerpt(program):
            assert missing_lines(program) == []
        else:
            exec(compile(program, f"{page.name}, program {number}", "exec"), known)


def is_excerpt(program: str) -> bool:
    """Is something left out? Then it is no program, but stands in the source."""
    return any(line.strip() == "..." for line in program.splitlines())


def missing_lines(excerpt: str) -> list[str]:
    """The lines of an excerpt that stand in no source file, comments and line breaks aside."""
    source = unbroken("".join(file.read_text("utf-8") for file in SOURCE.rglob("*.py")))
    lines = [line.partition("  # ")[0].strip() for line in excerpt.splitlines()]
    return [line for line in lines if line != "..." and unbroken(line) not in source]


def unbroken(code: str) -> str:
    return re.sub(r"\s", "", code).replace(",)", ")")


@pytest.mark.parametrize("page", names(PAGES, "toml"), ids=lambda page: page.name)
def test_tables_can_be_read(page: Path) -> None:
    for text in blocks(page, "toml"):
        tomllib.loads(text)


def test_cases_hold(tmp_path: Path) -> None:
    """Whole files, single cases, and lines of a case; of many games only a few are played."""
    file = tmp_path / "case.toml"
    for text in blocks(ROOT / "docs" / "cases.md", "toml"):
        if not text.startswith("game"):
            text = HEAD + (text if text.startswith("[[case]]") else CASE + text)
        few = re.sub(r"games = \d+", "games = 2", text).replace("at_least = 880", "at_least = 0")
        file.write_text(few, encoding="utf-8")
        runner = Runner(Shelf(tmp_path), game("shintoh"), laws("shintoh"))
        for case in read_cases(file):
            assert runner.run(case) == []


def commands() -> list[tuple[str, str]]:
    lines = [
        (page.name, line.partition("  ")[0].partition(" #")[0].removeprefix("./"))
        for page in PAGES
        for block in blocks(page, "")
        for line in block.splitlines()
    ]
    return [(page, line) for page, line in lines if re.match(r"kamiza \w+", line)]


@pytest.mark.parametrize(("page", "line"), commands())
def test_commands_exist(page: str, line: str) -> None:
    words = shlex.split(line)[1:]
    assert words[0] in COMMANDS
    build_parser(words[0]).parse_args(words)


# -- fields -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_pages_of_fields_are_current(name: str) -> None:
    page = ROOT / "docs" / "fields" / f"{name}.md"
    written = page.read_text("utf-8") if page.is_file() else ""
    message = f"`kamiza fields {name} > docs/fields/{name}.md` writes it anew"
    assert written == fields.page(game(name)) + "\n", message


@pytest.mark.parametrize("name", NAMES)
def test_a_screen_fits_its_json_schema(name: str) -> None:
    rules = game(name)
    state = rules.start(fields.Setup(int(rules.least_seats)))
    shape = view_schema(state.schema(), rules.extras)
    assert not misfit(shape, rules.screen(rules.see(state, "A")), "view")
    told = rules.screen(rules.see(state)) | {"nonsense": 1}
    assert "nonsense" in misfit(shape, told, "view")
