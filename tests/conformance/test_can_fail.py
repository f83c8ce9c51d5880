"""The conformance checks are worth something: each finds a game that is broken on purpose."""

from __future__ import annotations

from typing import Any

import pytest

from kamiza.core.game import Setup
from kamiza.games import game
from tests.conformance import checks


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
        news = state.reveals
        self.real.apply(state, action)
        state.reveals = news


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
        options = self.real.moves(state)
        hidden = sum(sum(map(ord, str(p))) for p in self.real.save(state)["players"].values())
        return options[hidden % len(options)]


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


@pytest.mark.parametrize(
    ("broken", "check"),
    [
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
