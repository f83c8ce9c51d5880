"""Games as rows of a data set: one for each game, and one for each decision.

`GAME` and `DECISION` name the columns, with what they mean; `docs/research.md` shows them, and
`parquet.py` gives them their types. Everything in a row follows from the moves of its game, so
`kamiza dataset --check` can make every row again and compare.
"""

from __future__ import annotations

import json
from typing import Any

from kamiza.bots.learned import value_of
from kamiza.core.action import seat_letter
from kamiza.core.game import Game, State
from kamiza.core.record import Record, begin
from kamiza.games import game
from kamiza.lab.simulation import Plan, course, name_of, seated

Row = dict[str, Any]

GAME = {
    "number": "of the game in this data set, from 0",
    "game": "which game",
    "rules": "version of its rules",
    "digest": "of its cards",
    "seats": "how many players",
    "settings": "of the table, as JSON",
    "seed": "of the shuffle",
    "bots": "who played, by seat",
    "moves": "every move, as in a record: 'A: +rice'",
    "decisions": "how many moves",
    "scores": "at the end, by seat",
    "ranks": "places at the end, by seat, 1 for the winners",
    "payoffs": "one point, shared by the winners, by seat",
    "hash": "of the last position",
}
DECISION = {
    "number": "of the game",
    "step": "of the decision in its game, from 0",
    "seat": "who was asked, from 0",
    "question": "what was asked",
    "stage": "of the game, as its learned value tells them apart",
    "options": "every listed answer",
    "choice": "which of them was chosen, from 0; -1 for one that is not listed (free placement)",
    "chosen": "the text of the answer",
    "features": "what bots weigh, for each seat in turn, from what the asked seat may know",
    "chances": "of each seat in the eyes of the asked one, in millionths; empty without value",
    "outcome": "what the asked seat got at the end, from 0 to 1",
}


def play_rows(plan: Plan, with_decisions: bool, number: int) -> tuple[Row, list[Row]]:
    """One game, in whatever process: its row, and those of its decisions."""
    rules = game(plan.game)
    moves: list[str] = []
    decisions: list[Row] = []
    settings: dict[str, object] = {}
    for state, action in course(plan, number):
        if not moves:
            settings = rules.defaults | rules.trial_settings() | dict(plan.settings)
        if state.asked >= 0:
            if with_decisions:
                decisions.append(decision_row(rules, state, action, number, len(moves)))
            moves.append(f"{seat_letter(state.asked)}: {rules.describe(action)}")
    row: Row = {
        "number": number, "game": plan.game, "rules": rules.book.version, "digest": rules.digest,
        "seats": len(plan.bots), "settings": json.dumps(settings, sort_keys=True),
        "seed": plan.seed + number, "bots": [name_of(bot) for bot in seated(plan, number)],
        "moves": moves,
    }  # fmt: skip
    row |= outcome(rules, state, len(moves))
    give_outcome(decisions, row["payoffs"])
    return row, decisions


def outcome(rules: Game, state: State, decisions: int) -> Row:
    """The columns of a game that follow from its end."""
    return {
        "decisions": decisions,
        "scores": list(rules.scores(state)),
        "ranks": list(rules.ranks(state)),
        "payoffs": list(rules.payoffs(state)),
        "hash": rules.hash(state),
    }


def decision_row(rules: Game, state: State, action: int, number: int, step: int) -> Row:
    seat = state.asked
    listed = list(rules.moves(state))
    value = value_of(rules, state)
    chances = [] if value is None else list(value.chances(state, seat))
    return {
        "number": number, "step": step, "seat": int(seat), "question": rules.question(state),
        "stage": rules.stage_names[rules.stage(state)],
        "options": [rules.describe(one) for one in listed],
        "choice": listed.index(action) if action in listed else -1,
        "chosen": rules.describe(action), "features": list(rules.features(state, seat)),
        "chances": chances, "outcome": 0.0,
    }  # fmt: skip


def give_outcome(decisions: list[Row], payoffs: list[float]) -> None:
    for row in decisions:
        row["outcome"] = payoffs[row["seat"]]


# -- making them again ------------------------------------------------------------------------


def made_again(row: Row, with_decisions: bool) -> tuple[Row, list[Row]]:
    """The same rows from set-up and moves alone; a `RecordError` for what cannot be."""
    rules = game(row["game"])
    settings = json.loads(row["settings"])
    record = Record(
        row["game"], row["rules"], row["digest"], row["seats"], settings, seed=row["seed"]
    )
    state = begin(rules, record)
    decisions: list[Row] = []
    for step, move in enumerate(row["moves"]):
        seat, _, text = move.partition(": ")
        if with_decisions:
            action = rules.parse(text)
            decisions.append(decision_row(rules, state, action, row["number"], step))
        rules.act(state, seat, text)
    found = row | outcome(rules, state, len(row["moves"]))
    if state.asked >= 0:
        found["hash"] = "the game is not over"
    give_outcome(decisions, found["payoffs"])
    return found, decisions


def difference(one: Row, other: Row) -> str:
    """The first column in which two rows differ, or nothing."""
    for name, value in one.items():
        if value != other.get(name):
            return name
    return ""
