"""The conformance checks are worth something: each finds a game that is broken on purpose."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kamiza.core.game import Setup
from kamiza.games import game
from kamiza.play.table import Table
from tests.conformance import act_checks, checks, number_checks


class Broken:
    """A real game with something changed; everything else is passed on."""

    def __init__(self) -> None:
        self.real = game("shintoh")

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)


class ListsTooMuch(Broken):
    def moves(self, state: Any) -> list[int]:
        return [*self.real.moves(state), 8]  # "stop", whatever the question


class ListsTooLittle(Broken):
    def moves(self, state: Any) -> list[int]:
        listed = list(self.real.moves(state))
        return listed[:-1] if len(listed) > 3 else listed


class AcceptsAnything(Broken):
    def check(self, state: Any, seat: int, action: int) -> None:
        return None


class ForgetsTheDealer(Broken):
    def save(self, state: Any) -> dict[str, object]:
        return {**self.real.save(state), "dealer": "A"}


class CountsNoNews(Broken):
    def apply(self, state: Any, action: int) -> None:
        before = state.reveals
        self.real.apply(state, action)
        state.reveals = before


class ShowsHands(Broken):
    """Its views tell the hand of seat 0 to everybody."""

    def view(self, state: Any, seat: int) -> Any:
        return Peeking(self.real.view(state, seat), self.real.save(state)["players"]["A"])


class Peeking:
    def __init__(self, view: Any, player: dict[str, object]) -> None:
        self.view, self.player = view, player

    def as_json(self) -> dict[str, object]:
        return {**self.view.as_json(), "oops": self.player["hand"]}


class PeeksAtHands(ShowsHands):
    def worlds(self, view: Any) -> Any:
        return self.real.worlds(view.view)

    def imagine(self, view: Any, rng: Any) -> Any:
        return self.real.imagine(view.view, rng)


class CheatsWhenImagining(Broken):
    def view(self, state: Any, seat: int) -> Any:
        self.truth = state
        return self.real.view(state, seat)

    def imagine(self, view: Any, rng: Any) -> Any:
        return self.truth.clone()


class CheatsByQuickMove(Broken):
    def quick_move(self, state: Any, rng: Any) -> int:
        listed = self.real.moves(state)
        hidden = sum(sum(map(ord, str(p))) for p in self.real.save(state)["players"].values())
        return listed[hidden % len(listed)]


class TellsSecrets(Broken):
    def apply(self, state: Any, action: int) -> None:
        self.real.apply(state, action)
        for event in state.log or []:
            event.facts.update(event.secret or {})


class ChokesOnPositions(Broken):
    def load(self, position: dict[str, object]) -> Any:
        position["players"]["A"]["hand"]  # type: ignore[index]
        return self.real.load(position)


class UsesTheClock(Broken):
    ticks = 0

    def start(self, setup: Setup) -> Any:
        UsesTheClock.ticks += 1
        return self.real.start(Setup(setup.seats, setup.settings, UsesTheClock.ticks))


class ObservesHands(Broken):
    """Its rows tell what the next seat sees."""

    def observe(self, state: Any, seat: int, cells: Any) -> None:
        other = (seat + 1) % state.seats
        self.real.observe(state, other, cells)


class ObservesTooMuch(Broken):
    """One of its numbers is not what the schema says."""

    def observe(self, state: Any, seat: int, cells: Any) -> None:
        begin = cells.at
        self.real.observe(state, seat, cells)
        cells.row[begin + state.seats + 12] += 1


class ConfusesChoices(Broken):
    def choice_of(self, state: Any, action: int) -> int:
        return self.real.choice_of(state, action) // 2


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (ObservesHands, number_checks.check_rows_hide),
        (ObservesHands, number_checks.check_rows_follow_the_schema),
        (ObservesTooMuch, number_checks.check_rows_follow_the_schema),
        (ConfusesChoices, number_checks.check_choices_are_moves),
        (ListsTooMuch, checks.check_options_equal_check),
        (ListsTooLittle, checks.check_options_equal_check),
        (AcceptsAnything, checks.check_garbage_is_refused),
        (AcceptsAnything, checks.check_only_the_asked_seat_acts),
        (ForgetsTheDealer, checks.check_save_and_restore),
        (CountsNoNews, checks.check_news),
        (PeeksAtHands, checks.check_imagined_worlds_fit),
        (CheatsWhenImagining, checks.check_imagining_uses_the_view_alone),
        (CheatsByQuickMove, checks.check_quick_moves_use_the_view_alone),
        (TellsSecrets, checks.check_events_keep_secrets),
        (ChokesOnPositions, checks.check_broken_positions_are_refused),
        (UsesTheClock, checks.check_same_seed_same_game),
    ],
    ids=lambda value: value.__name__,
)
def test_a_broken_game_is_found(broken: type[Broken], check: Any) -> None:
    def check_some_games() -> None:
        for seed in range(1, 9):
            check(broken(), Setup(3, {}, seed), seed)

    with pytest.raises((AssertionError, KeyError, TypeError)):
        check_some_games()


class LooksOn(Table):
    """Reads an act to its end, whatever its first moves brought to light."""

    def check_news(self, state: Any, reveals: int, move: str) -> None:
        return None


def check_some_acts(name: str, table: type[Table]) -> None:
    settings: dict[str, object] = {"round_limit": 1} if name == "battles" else {}
    for seed in range(1, 7):
        act_checks.check_acts_tell_nothing(game(name), Setup(3, settings, seed), seed, table)


@pytest.mark.parametrize("name", ["shintoh", "kamisama", "battles"])
def test_a_table_that_looks_on_is_found(name: str) -> None:
    """In High Card nothing hidden stands between two moves of one seat; of Kodama see below."""
    with pytest.raises(AssertionError, match="tells what is hidden"):
        check_some_acts(name, LooksOn)


def test_a_table_that_looks_on_is_found_where_kodama_draws() -> None:
    """Only under one decree a branch is drawn unseen: too rare for a game or two."""
    rules = game("kodama")
    drawing = {"display": ["B01", "B02", "B03", "B04"], "decree": "DM3", "season": "summer"}
    state = rules.load({"seats": 2, "players": {"A": {"tree": "TR3"}}, **drawing})

    def check(table: type[Table]) -> None:
        for chance in range(6):
            tables = act_checks.other_tables(rules, Setup(2), state, 0, 100 * chance, table)
            act_checks.compare(rules, tables, 0, random.Random(chance))

    check(Table)
    with pytest.raises(AssertionError, match="tells what is hidden"):
        check(LooksOn)
