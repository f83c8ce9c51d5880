"""Ways to tamper with data files, or with a game that was played, so that a check or a law has
something to find."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kamiza.cases.playthrough import Playthrough

Tamper = Callable[[Playthrough], None]


def spoil(file: Path, old: str, new: str) -> None:
    """Write something else into a data file, once."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def drop(name: str) -> Tamper:
    """Forget the last event of a name."""

    def tamper(play: Playthrough) -> None:
        del play.events[max(i for i, event in enumerate(play.events) if event.name == name)]

    return tamper


def repeat(name: str) -> Tamper:
    """Tell the first event of a name twice."""

    def tamper(play: Playthrough) -> None:
        index = next(i for i, event in enumerate(play.events) if event.name == name)
        play.events.insert(index, play.events[index])

    return tamper


def change_start(**values: object) -> Tamper:
    def tamper(play: Playthrough) -> None:
        for name, value in values.items():
            setattr(play.start, name, value)

    return tamper
