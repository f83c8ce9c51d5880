"""`kamiza case FILE...`: run case files and say what does not hold."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from rich.console import Console
from rich.text import Text

from kamiza.cases.files import Case, Shelf, read_cases
from kamiza.cases.runner import Runner
from kamiza.core.content import ContentError
from kamiza.games import UnknownGame, game, laws

PASSED, FAILED, UNREADABLE = 0, 1, 2  # exit codes


@dataclass
class Report:
    """How all cases went."""

    outcomes: list[tuple[Case, list[str]]] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)

    @property
    def failed(self) -> int:
        return sum(bool(problems) for _, problems in self.outcomes)

    @property
    def exit_code(self) -> int:
        if self.unreadable or not self.outcomes:
            return UNREADABLE
        return FAILED if self.failed else PASSED

    def as_json(self) -> dict[str, object]:
        return {
            "passed": len(self.outcomes) - self.failed,
            "failed": self.failed,
            "unreadable": self.unreadable,
            "cases": [
                {
                    "file": case.file,
                    "id": case.id,
                    "title": case.title,
                    "rules": list(case.rules),
                    "problems": problems,
                }
                for case, problems in self.outcomes
            ],
        }


def run(paths: list[str], json_output: bool) -> int:
    """Run every case in these files and folders; the exit code says how it went."""
    console = Console(highlight=False, soft_wrap=True)
    report = Report()
    for path in case_files(paths):
        try:
            for case in read_cases(path):
                problems = runner_for(path.parent, case.game).run(case)
                report.outcomes.append((case, problems))
                if not json_output:
                    print_outcome(console, case, problems)
        except (ContentError, UnknownGame, OSError) as unreadable:
            if str(unreadable) not in report.unreadable:
                report.unreadable.append(str(unreadable))
    if not report.outcomes and not report.unreadable:
        report.unreadable.append(f"There is no case file in {', '.join(paths) or 'nothing'}.")
    if json_output:
        print(json.dumps(report.as_json(), ensure_ascii=False, indent=2))
    else:
        print_summary(console, report)
    return report.exit_code


def case_files(paths: list[str]) -> list[Path]:
    """The files themselves, and every case file in or below the folders."""
    found: list[Path] = []
    for path in map(Path, paths):
        found += sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    return found


@cache
def runner_for(folder: Path, name: str) -> Runner:
    """A runner for one folder, whose cases may build on each other."""
    return Runner(Shelf(folder), game(name), laws(name))


def print_outcome(console: Console, case: Case, problems: list[str]) -> None:
    mark = Text("failed ", "bold red") if problems else Text("passed ", "green")
    console.print(mark + Text(case.id, "bold") + Text(f"  {case.title}"))
    for problem in problems:
        console.print(Text(f"       {problem}", "red"))


def print_summary(console: Console, report: Report) -> None:
    for problem in report.unreadable:
        console.print(Text(problem, "red"))
    passed = len(report.outcomes) - report.failed
    style = "bold red" if report.exit_code else "bold green"
    console.print(Text(f"{passed} passed, {report.failed} failed", style))
