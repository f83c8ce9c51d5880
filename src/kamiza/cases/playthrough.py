"""A game played from a start to where it stands, and the laws it must obey.

A law is a rule that can be checked by watching: "there are never more than 30 offerings". It is a
small function of a `Playthrough` that says what is wrong, or "". Laws are keyed by rule ID, so a
case file can call them by name.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from kamiza.core.action import NOBODY
from kamiza.core.event import Event
from kamiza.core.game import Game, Setup, State
from kamiza.core.rng import Rng, fast_rng

POLICIES = ("random", "quick", "default", "none", "hunch")  # the last: quick, in older cases
ENDLESS = 50_000  # moves after which nobody believes in an end any more
PATIENCE = 5.0  # seconds of work for one move; the slowest one needs a small part of one


class EndlessGame(Exception):
    """A game that does not come to its end; the message says which."""


@contextmanager
def coming_to_an_end(what: str) -> Iterator[None]:
    """What runs inside may work for so long and no longer; then it is an `EndlessGame`.

    A broken rule can turn round for ever inside one move, where no count of moves sees it; without
    this the run would stand still instead of failing. Python notices the alarm only in the main
    thread and between its own instructions: compiled rules are not interrupted.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or not hasattr(signal, "setitimer"):
        yield
        return

    def give_up(number: int, frame: object) -> None:
        raise EndlessGame(f"{what} does not come to an end")

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


class Playthrough:
    """One game while it is played: where it began, every move, everything that happened."""

    def __init__(self, game: Game, state: State, setup: Setup | None = None) -> None:
        self.game = game
        self.setup = setup  # None if it began from a position
        self.start = state.clone()
        self.state = state
        self.seats = len(game.scores(state))
        self.events: list[Event] = []
        self.moves: list[tuple[int, int]] = []  # seat and action
        self.broken: dict[str, str] = {}  # the first breach of each law that is watched
        self.watched: dict[str, Law] = {}
        self._named: dict[str, list[dict[str, object]]] = {}  # the events looked through so far
        self._seen = 0
        state.log = self.events

    @property
    def is_over(self) -> bool:
        return self.state.asked == NOBODY

    def act(self, seat: int, text: str) -> None:
        """A move by its text; what the rules refuse is `Refusal` and changes nothing."""
        with coming_to_an_end(f"after move {len(self.moves)}, '{text}': it"):
            self.game.act(self.state, seat, text)
        self._note(seat, self.game.read(seat, text))

    def apply(self, action: int) -> None:
        """A move of the asked seat that is known to be legal."""
        seat = self.state.asked
        with coming_to_an_end(f"after move {len(self.moves)}, action {action}: it"):
            self.game.apply(self.state, action)
        self._note(seat, action)

    def _note(self, seat: int, action: int) -> None:
        self.moves.append((seat, action))
        if self.watched:
            self._look()

    def watch(self, laws: dict[str, Law]) -> None:
        """Check these laws now and after every move from here on."""
        self.watched = laws
        self._look()

    def _look(self) -> None:
        for rule, law in self.watched.items():
            if rule not in self.broken and (problem := law(self)):
                self.broken[rule] = f"after move {len(self.moves)}: {problem}"

    def named(self, name: str) -> list[dict[str, object]]:
        """The facts of every event of one name, secrets included."""
        for event in self.events[self._seen :]:
            self._named.setdefault(event.name, []).append(event.whole())
        self._seen = len(self.events)
        return self._named.get(name, [])

    def texts(self) -> list[str]:
        """The moves as texts."""
        return [self.game.describe(action) for _, action in self.moves]


Law = Callable[[Playthrough], str]


def expect(what: str, expected: object, found: object) -> str:
    """What a law says when something is not as expected; nothing if it is."""
    return "" if expected == found else f"{what}: expected {expected}, found {found}"


class Laws:
    """The laws of a game by rule ID. An ID can have a law that holds after every move, one about
    a game as a whole, or both."""

    def __init__(self) -> None:
        self.watched: dict[str, Law] = {}
        self.judged: dict[str, Law] = {"replay": _replays}

    def always(self, rule: str) -> Callable[[Law], Law]:
        """Register a law that holds at the start and after every move."""

        def register(law: Law) -> Law:
            self.watched[rule] = law
            return law

        return register

    def in_the_end(self, rule: str) -> Callable[[Law], Law]:
        """Register a law about a game as a whole."""

        def register(law: Law) -> Law:
            self.judged[rule] = law
            return law

        return register

    def __contains__(self, rule: str) -> bool:
        return rule in self.watched or rule in self.judged

    def __iter__(self) -> Iterator[str]:
        return iter(sorted({*self.watched, *self.judged}))

    def to_watch(self, rules: list[str]) -> dict[str, Law]:
        """Those of these rules that must be watched while the game is played."""
        return {rule: self.watched[rule] for rule in rules if rule in self.watched}

    def problem(self, rule: str, play: Playthrough) -> str:
        """How the game broke the rule, or ""."""
        if rule in play.broken:
            return play.broken[rule]
        if rule in self.watched and rule not in play.watched:
            raise ValueError(f"nobody watched {rule} while the game was played")
        return self.judged[rule](play) if rule in self.judged else ""


def _replays(play: Playthrough) -> str:
    """The same start and the same moves, as texts, give the same game."""
    state = play.game.start(play.setup) if play.setup else play.start.clone()
    for seat, action in play.moves:
        play.game.act(state, seat, play.game.describe(action))
    now, then = play.game.hash(play.state), play.game.hash(state)
    return "" if now == then else f"a replay ends in {then}, the game ended in {now}"


# -- playing by chance ------------------------------------------------------------------------


@dataclass(frozen=True)
class RandomPlay:
    """Many games, played by nobody in particular."""

    games: int  # per number of seats
    seats: list[int]
    settings: dict[str, object] = field(default_factory=dict)
    policy: str = "random"
    without: list[str] = field(default_factory=list)  # moves that are not chosen
    seed: int = 0

    def setups(self) -> Iterator[Setup]:
        for seats in self.seats:
            for number in range(self.games):
                yield Setup(seats, self.settings, self.seed + number)


def play_out(game: Game, setup: Setup, plan: RandomPlay, watched: dict[str, Law]) -> Playthrough:
    """One game from its set-up to its end, or only its set-up with the policy "none"."""
    with coming_to_an_end(f"the set-up of {setup.seats} seats with seed {setup.seed}"):
        state = game.start(setup)
    play = Playthrough(game, state, setup)
    play.watch(watched)
    rng = fast_rng(setup.seed ^ 0x5EED)
    avoided = {game.parse(text) for text in plan.without}
    while not play.is_over and plan.policy != "none":
        play.apply(_choose(play, plan.policy, avoided, rng))
        if len(play.moves) > ENDLESS:
            where = f"{setup.seats} seats, seed {setup.seed}"
            raise EndlessGame(f"the game is not over after {ENDLESS} moves [{where}]")
    return play


def _choose(play: Playthrough, policy: str, avoided: set[int], rng: Rng) -> int:
    game, state = play.game, play.state
    if policy == "default":
        return game.default_move(state)
    if policy in ("quick", "hunch") and (guess := game.quick_move(state, rng)) not in avoided:
        return guess
    listed = game.moves(state)
    allowed = [action for action in listed if action not in avoided] if avoided else listed
    return allowed[rng.below(len(allowed))]
