"""One game under observation: what each seat had and did, how chances went, and what came out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from kamiza.bots import make_bot
from kamiza.bots.learned import value_of
from kamiza.bots.value import ONE, Value
from kamiza.core.action import NOBODY
from kamiza.core.game import NO_TURN, Game, Setup, State
from kamiza.core.subjects import TABLE, Notes, balance_of
from kamiza.lab.changes import game_with

STEPS = 40  # how many moments of a game are kept of its chances
SWING = 0.2  # a turn that brings so much of a win is decisive
OPTIONS_EVERY = 4  # of so many games the options of one are counted
Facts = dict[str, Any]


@dataclass(frozen=True)
class Study:
    """What is observed: tables in turn, the same shuffles whatever was changed."""

    game: str
    tables: tuple[tuple[int, tuple[tuple[str, object], ...]], ...]  # seats and settings
    bot: str
    seed: int = 1
    changes: tuple[str, ...] = ()


def observe(study: Study, number: int) -> Facts:
    """Game number n is that of table n modulo the tables; runs in whatever process."""
    place = number % len(study.tables)
    seats, settings = study.tables[place]
    rules = game_with(study.game, study.changes)
    seed = study.seed + number // len(study.tables)
    state = rules.start(Setup(seats, rules.trial_settings() | dict(settings), seed))
    observer = Observer(rules, state, number % OPTIONS_EVERY == 0)
    bots = [make_bot(study.bot, rules, seed * 16 + seat) for seat in range(seats)]
    while state.asked != NOBODY:
        action = bots[state.asked].choose(rules.view(state, state.asked))
        observer.before(state, action)
        state.log = []
        rules.apply(state, action)
        observer.after(state)
    return {"table": place, "number": number} | observer.facts(state)


class Observer:
    """Looks on at one game."""

    def __init__(self, rules: Game, state: State, counts_options: bool) -> None:
        self.rules = rules
        self.value: Value | None = value_of(rules, state)
        self.seats = int(state.seats)
        self.notes = Notes(balance_of(rules), self.seats)
        self.decisive: dict[str, Counter[str]] = {}
        self.options: dict[str, list[int]] | None = {} if counts_options else None
        self.course: list[list[float]] = []
        self.owner, self.turn = TABLE, NO_TURN
        self.decisions = 0
        self.notes.note_position("start", rules.save(state))

    # -- while it is played -------------------------------------------------------------------

    def before(self, state: State, action: int) -> None:
        rules = self.rules
        turn = rules.turn(state)
        if turn != self.turn or turn == NO_TURN:
            self.begin_turn(state)
            self.turn = turn
        self.decisions += 1
        if self.options is not None:
            for one in rules.moves(state):
                name = rules.choice_name(rules.choice_of(state, one))
                counts = self.options.setdefault(name, [0, 0])
                counts[0] += 1
                counts[1] += one == action

    def begin_turn(self, state: State) -> None:
        """Chances as all seats together see them; what the last turn did is credited."""
        if self.value is not None:
            seen = [self.value.chances(state, viewer) for viewer in range(self.seats)]
            sums = [sum(row[seat] for row in seen) for seat in range(self.seats)]
            means = [total / self.seats / ONE for total in sums]
            self.credit(means)
            self.course.append(means)
        self.owner = int(self.rules.turn_owner(state))

    def credit(self, chances: list[float]) -> None:
        """Was the turn that ends here a decisive one?"""
        if self.course and 0 <= self.owner < self.seats:
            if chances[self.owner] - self.course[-1][self.owner] >= SWING:
                for seat, kind, id in self.notes.turn:
                    if seat == self.owner:
                        self.decisive.setdefault(kind, Counter())[id] += 1
        self.notes.turn = []

    def after(self, state: State) -> None:
        for event in state.log or []:
            self.notes.note_event(event.name, event.whole())
        state.log = None

    # -- when it is over ----------------------------------------------------------------------

    def facts(self, state: State) -> Facts:
        rules, notes = self.rules, self.notes
        result: Any = rules.screen(rules.view(state, -1)).get("result") or {}
        notes.note_position("end", rules.save(state))
        notes.note_position("result", result)
        payoffs = list(rules.payoffs(state))
        self.credit(payoffs)
        return {
            "seats": self.seats, "decisions": self.decisions, "rounds": notes.rounds,
            "scores": list(rules.scores(state)), "ranks": list(rules.ranks(state)),
            "payoffs": payoffs, "turns": len(self.course),
            "had": {kind: [sorted(ids) for ids in seats] for kind, seats in notes.had.items()},
            "acts": notes.acts, "on_table": notes.table,
            "offered": {kind: dict(counts) for kind, counts in notes.offered.items()},
            "points": notes.points,
            "decisive": {kind: dict(counts) for kind, counts in self.decisive.items()},
            "course": thinned(self.course), "options": self.options,
        }  # fmt: skip


def thinned(course: list[list[float]]) -> list[list[float]]:
    """At most so many moments, evenly over the game, to four digits."""
    count = len(course)
    places = range(count) if count <= STEPS else (n * count // STEPS for n in range(STEPS))
    return [[round(chance, 4) for chance in course[place]] for place in places]
