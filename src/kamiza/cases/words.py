"""The words a case may use after `then`: one function per word.

Each function compares one kind of expectation with a `Moment` and returns the differences. A word
is the name of its function; to add one, write a function.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from kamiza.cases import names
from kamiza.cases.compare import (
    MISSING,
    CaseError,
    Difference,
    at_path,
    differences,
    fits,
    shown,
)
from kamiza.cases.playthrough import Laws, Playthrough
from kamiza.core.action import LETTERS, seat_letter
from kamiza.core.content import game_folder, read_toml
from kamiza.core.game import Game, State
from kamiza.core.refusal import Refusal


@dataclass(frozen=True)
class Moment:
    """Where a case stands: everything its expectations can be compared with."""

    play: Playthrough  # since the given
    laws: Laws
    step_began: int  # how many events had happened before this step

    @property
    def game(self) -> Game:
        return self.play.game

    @property
    def state(self) -> State:
        return self.play.state

    def events(self) -> list[dict[str, object]]:
        """What happened in this step, nothing left out."""
        return [event.whole() for event in self.play.events[self.step_began :]]

    def told(self, name: str) -> list[dict[str, object]]:
        """What happened in this step, as one seat learned it."""
        seat = self.seat(name)
        return [event.seen_by(seat) for event in self.play.events[self.step_began :]]

    def seat(self, name: str) -> int:
        return names.seat_named(name, self.state)

    def view(self, name: str) -> dict[str, object]:
        return self.game.screen(self.game.view(self.state, self.seat(name)))

    def listed(self) -> list[str]:
        decision = self.game.decision(self.state)
        return decision.moves if decision else []


Compare = TypeVar("Compare", bound=Callable[..., list[Difference]])
WORDS: dict[str, tuple[type, Callable[..., list[Difference]]]] = {}


def word(kind: type) -> Callable[[Compare], Compare]:
    """Make a function a word of cases; `kind` is what must stand behind it."""

    def register(function: Compare) -> Compare:
        WORDS[function.__name__] = (kind, function)
        return function

    return register


def compare(moment: Moment, then: dict[str, object]) -> list[Difference]:
    """All differences between the words of a `then` and the moment."""
    result: list[Difference] = []
    for name, expected in then.items():
        result += WORDS[name][1](moment, expected)
    return result


# -- what lies on the table -------------------------------------------------------------------


@word(dict)
def position(moment: Moment, expected: dict[str, object]) -> list[Difference]:
    names.know_absent(moment.play, expected)
    names.know_sizes("position", expected, names.position_shape(moment.play))
    return differences("position", expected, moment.game.save(moment.state))


@word(dict)
def content(moment: Moment, expected: dict[str, object]) -> list[Difference]:
    """The data files of the game: `game.toml`, and all tables of `cards/` together."""
    folder = game_folder(moment.game.name)
    data = dict(read_toml(folder, "game.toml").data)
    cards = folder / "cards"
    for file in sorted(entry.name for entry in cards.iterdir()) if cards.is_dir() else []:
        data.update(read_toml(folder, f"cards/{file}").data)
    data["options"] = data.get("settings", {})  # the word of older cases
    return differences("content", expected, data)


# -- what is asked ----------------------------------------------------------------------------


@word(str)
def asked(moment: Moment, expected: str) -> list[Difference]:
    seat = None if moment.play.is_over else seat_letter(moment.state.asked)
    return differences("asked", expected, seat)


@word(str)
def question(moment: Moment, expected: str) -> list[Difference]:
    decision = moment.game.decision(moment.state)
    return differences("question", expected, decision.question if decision else None)


@word(list)
def moves(moment: Moment, expected: list[str]) -> list[Difference]:
    found = moment.listed()
    return [] if expected == found else differences("moves", expected, found)


@word(list)
def moves_include(moment: Moment, expected: list[str]) -> list[Difference]:
    return differences("moves", {"includes": expected}, moment.listed())


@word(list)
def moves_exclude(moment: Moment, expected: list[str]) -> list[Difference]:
    for text in expected:
        names.know_move(moment.game, text)
    return differences("moves", {"lacks": expected}, moment.listed())


# The same in the words of older cases.
WORDS["prompt"] = WORDS["question"]
WORDS["options"] = WORDS["moves"]
WORDS["options_include"] = WORDS["moves_include"]
WORDS["options_exclude"] = WORDS["moves_exclude"]


@word(dict)
def refuses(moment: Moment, expected: dict[str, object]) -> list[Difference]:
    """Moves that would be refused now, each with its rule or with words of its message."""
    result: list[Difference] = []
    for line, reasons in expected.items():
        result += refusal_differences(moment.play, line, reasons)
    return result


@word(str)
def default(moment: Moment, expected: str) -> list[Difference]:
    """The answer given for somebody who does not answer."""
    answer = moment.game.describe(moment.game.default_move(moment.state))
    return differences("default", expected, answer)


# -- what a seat knows ------------------------------------------------------------------------


@word(dict)
def view(moment: Moment, expected: dict[str, object]) -> list[Difference]:
    result: list[Difference] = []
    names.know_absent(moment.play, expected)
    for name, wanted in expected.items():
        names.know_sizes(f"view.{name}", wanted, names.view_shape(moment.play))
        result += differences(f"view.{name}", wanted, moment.view(name))
    return result


@word(dict)
def view_lacks(moment: Moment, expected: dict[str, list[str]]) -> list[Difference]:
    """Paths that must not exist in a view."""
    result: list[Difference] = []
    for name, paths in expected.items():
        seen = moment.view(name)
        for path in paths:
            names.know_path(moment.play, path)
            found = at_path(seen, path)
            if found is not MISSING:
                result.append(Difference(f"view.{name}.{path}", "nothing", shown(found)))
    return result


@word(dict)
def view_hides(moment: Moment, expected: dict[str, list[str]]) -> list[Difference]:
    """Texts that must not occur anywhere in a view."""
    return _all_betrayed("view", moment, expected, moment.view)


@word(dict)
def told(moment: Moment, expected: dict[str, list[object]]) -> list[Difference]:
    """Events as a seat learned them, in this order; others may lie between."""
    result: list[Difference] = []
    for name, wanted in expected.items():
        _know_events(moment, wanted)
        result += _in_order(f"told.{name}", wanted, moment.told(name))
    return result


@word(dict)
def told_hides(moment: Moment, expected: dict[str, list[str]]) -> list[Difference]:
    """Texts that must not occur in anything a seat was told in this step."""
    return _all_betrayed("told", moment, expected, moment.told)


# -- what happened ----------------------------------------------------------------------------


@word(list)
def events(moment: Moment, expected: list[object]) -> list[Difference]:
    """Events of this step in this order; others may lie between."""
    _know_events(moment, expected)
    return _in_order("events", expected, moment.events())


@word(list)
def events_exclude(moment: Moment, expected: list[object]) -> list[Difference]:
    """Events that must not have happened in this step."""
    result: list[Difference] = []
    for wanted in expected:
        names.know_facts(moment.play, _event(wanted))
        for event in moment.events():
            if fits(_event(wanted), event):
                result.append(Difference("events", f"no {shown(wanted)}", shown(event)))
    return result


@word(dict)
def counts(moment: Moment, expected: dict[str, object]) -> list[Difference]:
    """How often events of a name happened since the given."""
    for name in expected:
        names.know_event(moment.game, name)
    found: dict[str, object] = {name: len(moment.play.named(name)) for name in expected}
    return differences("counts", expected, found)


@word(int)
def decisions(moment: Moment, expected: int) -> list[Difference]:
    """How many moves were made since the given."""
    return differences("decisions", expected, len(moment.play.moves))


# -- how it ends ------------------------------------------------------------------------------


@word(bool)
def over(moment: Moment, expected: bool) -> list[Difference]:
    return differences("over", expected, moment.play.is_over)


@word(dict)
def scores(moment: Moment, expected: dict[str, object]) -> list[Difference]:
    return differences("scores", expected, moment.game.scores(moment.state))


@word(dict)
def ranks(moment: Moment, expected: dict[str, object]) -> list[Difference]:
    return differences("ranks", expected, moment.game.ranks(moment.state))


@word(list)
def winners(moment: Moment, expected: list[str]) -> list[Difference]:
    places = moment.game.ranks(moment.state)
    first = [seat_letter(seat) for seat, place in enumerate(places) if place == 1]
    return differences("winners", expected, first)


# -- laws and alternatives --------------------------------------------------------------------


@word(list)
def laws(moment: Moment, expected: list[str]) -> list[Difference]:
    """Laws of the game that must hold for everything played since the given."""
    result: list[Difference] = []
    for rule in expected:
        if rule not in moment.laws:
            raise CaseError(f"laws: there is no law '{rule}'; there are {', '.join(moment.laws)}")
        problem = moment.laws.problem(rule, moment.play)
        if problem:
            result.append(Difference(f"law {rule}", "to hold", problem))
    return result


@word(list)
def one_of(moment: Moment, expected: list[dict[str, object]]) -> list[Difference]:
    """Several sets of expectations, of which one must hold: for what chance decides."""
    misses = [compare(moment, then) for then in expected]
    if not all(misses):
        return []
    nearest = min(misses, key=len)
    return [Difference(f"one_of (nearest) {d.path}", d.expected, d.found) for d in nearest]


# -- shared by several words ------------------------------------------------------------------


def split_line(play: Playthrough, line: str) -> tuple[int, str]:
    """Seat and move of a line like "A: +rice"; without a letter it is the asked seat's."""
    name, colon, text = line.partition(": ")
    if colon and name in (*LETTERS, "spectator"):
        return names.seat_named(name, play.state), text
    return play.state.asked, line


def refusal_differences(play: Playthrough, line: str, reasons: object) -> list[Difference]:
    """Try a move that must be refused, for these reasons, and must change nothing."""
    seat, text = split_line(play, line)
    path = f"refused {line}"
    before = play.game.hash(play.state)
    told_before = len(play.events)
    try:
        play.game.act(play.state, seat, text)
    except Refusal as refused:
        if play.game.hash(play.state) != before or len(play.events) != told_before:
            return [Difference(path, "that nothing changes", "a changed position")]
        return reason_differences(path, reasons, refused, play.game)
    return [Difference(path, shown(reasons), "that it is allowed")]


def reason_differences(
    path: str, reasons: object, error: Exception, game: Game
) -> list[Difference]:
    """A reason is the ID of the rule that says no, or words of the message."""
    result: list[Difference] = []
    for reason in reasons if isinstance(reasons, list) else [reasons]:
        if isinstance(error, Refusal) and reason in game.book.rules:
            as_expected = error.rule == reason
        else:
            as_expected = str(reason) in str(error)
        if not as_expected:
            result.append(Difference(path, shown(reason), shown(str(error))))
    return result


def _event(wanted: object) -> dict[str, object]:
    if isinstance(wanted, dict):
        return wanted
    return {"event": wanted}


def _know_events(moment: Moment, expected: list[object]) -> None:
    for wanted in expected:
        names.know_event(moment.game, str(_event(wanted).get("event")))


def _in_order(
    path: str, expected: list[object], happened: list[dict[str, object]]
) -> list[Difference]:
    rest = iter(happened)
    for wanted in expected:
        if not any(fits(_event(wanted), event) for event in rest):
            names = ", ".join(json.dumps(event, ensure_ascii=False) for event in happened)
            return [Difference(path, f"{shown(wanted)} in its place", names or "no event")]
    return []


def _all_betrayed(
    what: str, moment: Moment, expected: dict[str, list[str]], seen: Callable[[str], object]
) -> list[Difference]:
    """Texts that occur in what some seats see or are told, though they must not."""
    result: list[Difference] = []
    for name, texts in expected.items():
        names.know_words(moment.play, texts)
        result += _betrayed(f"{what}.{name}", seen(name), texts)
    return result


def _betrayed(path: str, seen: object, texts: list[str]) -> list[Difference]:
    written = json.dumps(seen, ensure_ascii=False)
    return [
        Difference(path, f"no word of {shown(text)}", "…" + _around(written, text) + "…")
        for text in texts
        if text in written
    ]


def _around(written: str, text: str) -> str:
    place = written.index(text)
    return written[max(0, place - 30) : place + len(text) + 30]
