"""Positions as text that somebody pastes: a position, a record, or a case of the tests."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from kamiza import games
from kamiza.cases.compare import CaseError
from kamiza.cases.files import Given, Shelf, read_given, with_nothing
from kamiza.cases.playthrough import EndlessGame, Laws
from kamiza.cases.runner import Runner
from kamiza.core.action import NOBODY
from kamiza.core.content import ContentError, Table
from kamiza.core.game import Game, State
from kamiza.core.record import RecordError, read_record, replay
from kamiza.core.refusal import PositionError, Refusal
from kamiza.play.positions import loaded, shortened
from kamiza.play.words import refusal

Json = dict[str, Any]


def read_text(text: str, game: str) -> tuple[str, Json]:
    """The game and the position of a text; what cannot be read is a `Refusal` that says why.

    A position need not say its game: then it is one of `game`.
    """
    data = parsed(text)
    try:
        if "format" in data:
            return of_record(data)
        if "case" in data:
            return of_case(data, game)
        name = data.get("game", game)
        rules = games.game(name) if isinstance(name, str) else games.game(game)
        position = {key: said for key, said in with_nothing(data).items() if key != "rng"}
        return rules.name, shortened(rules, loaded(rules, position))
    except games.UnknownGame:
        raise refusal("position_text_game") from None
    except (RecordError, CaseError, ContentError, EndlessGame, PositionError) as wrong:
        raise refusal("position_text_wrong", why=str(wrong)[:200]) from None
    except (RecursionError, TypeError, ValueError, KeyError):
        raise refusal("position_text") from None


def parsed(text: str) -> Json:
    text = text.strip()
    try:
        data = json.loads(text) if text.startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError):
        raise refusal("position_text") from None
    if not isinstance(data, dict) or not data:
        raise refusal("position_text")
    return data


def of_record(data: Json) -> tuple[str, Json]:
    """The last position of a game in which somebody was asked."""
    record = read_record(data)
    game = games.game(record.game)
    last: State | None = None
    for step in replay(game, record):
        if step.state.asked != NOBODY:
            last = step.state
    if last is None:
        raise refusal("position_over")
    return game.name, shortened(game, last)


def of_case(data: Json, usual: str) -> tuple[str, Json]:
    """Where the first case begins."""
    name, cases = data.get("game", usual), data["case"]
    game = games.game(name if isinstance(name, str) else usual)
    if not isinstance(cases, list) or not cases or not isinstance(cases[0], dict):
        raise refusal("position_text")
    given = read_given(Table("case", str(cases[0].get("id", "")), cases[0]).table("given"))
    if given.like or given.end_of or given.random or given.refused:
        raise refusal("position_text_case")
    return game.name, shortened(game, first_state(game, given))


def first_state(game: Game, given: Given) -> State:
    runner = Runner(Shelf(Path()), game, Laws())
    try:
        return runner.state_of(given, 0)
    except Refusal as refused:
        raise CaseError(str(game.refuse(refused))) from None
