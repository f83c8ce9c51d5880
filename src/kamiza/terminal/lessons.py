"""`kamiza lessons`: which lessons there are, and whether they can be played."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from kamiza.games import NAMES, game
from kamiza.play.lesson_check import problems
from kamiza.play.lesson_files import Lesson, Quiz, read_lesson_file, studies_of
from kamiza.terminal.arguments import add_language

EPILOG = """examples:
  kamiza lessons                          all lessons
  kamiza lessons check                    play every one of them, in every way it allows
  kamiza lessons check my_lesson.toml     one of your own; docs/lessons.md says how to write it

The exit code is 0 if everything is in order, 1 if something is not, 2 if a file cannot be read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("words", nargs="*", metavar="[check] [GAME | FILE]", help="what to look at")
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Carry out `kamiza lessons`."""
    words: list[str] = arguments.words
    checks = words[:1] == ["check"]
    studies = list(chosen(words[1:] if checks else words))
    if checks:
        return check(studies)
    for study in studies:
        print(f"{study.game} {study.id}: {study.title[arguments.lang]}")
    return 0


def chosen(words: list[str]) -> Iterator[Lesson | Quiz]:
    for word in words or NAMES:
        if word.endswith(".toml"):
            yield read_lesson_file(word)
        else:
            yield from studies_of(game(word).name).values()


def check(studies: list[Lesson | Quiz]) -> int:
    wrong = 0
    for study in studies:
        found = problems(study, game(study.game))
        print(f"{'failed' if found else 'passed'} {study.game}/{study.id}")
        for problem in found:
            print(f"       {problem}")
        wrong += bool(found)
    print(f"{len(studies) - wrong} passed, {wrong} failed")
    return 1 if wrong else 0
