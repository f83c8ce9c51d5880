"""The schema is worth something: a field left out, or known to the wrong people, is found."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from kamiza.core.game import Game, Setup
from kamiza.core.native import COMPILED
from kamiza.core.refusal import PositionError
from kamiza.core.schema import EVERYBODY, NOBODY_KNOWS, Field, Schema
from kamiza.games import game
from tests.conformance import checks, schema_checks

# Three fields of each game that everybody may know, and three that are hidden. What else Kodama
# hides lies on the table only where a position says so: `tests/games/kodama/test_knowing.py`.
OPEN = {
    "shintoh": ("discard", "dealer", "role_taken"),
    "kamisama": ("turn", "shrines", "vp"),
    "kodama": ("display", "scored", "season"),
    "battles": ("discard", "area", "used"),
}
HIDDEN = {
    "shintoh": ("hand", "face_down", "gods_left"),
    "kamisama": ("kami", "dealt", "draft"),
    "kodama": ("hand",),
    "battles": ("hand", "deck", "god"),
}
SEATS = 3
SHORT: dict[str, dict[str, object]] = {"battles": {"round_limit": 4}}  # games long enough for these


def schema_of(rules: Game) -> Schema:
    return rules.start(Setup(SEATS, rules.trial_settings())).schema()


def rows_of(schema: Schema, name: str) -> tuple[list[Field], int]:
    """The list a field stands in, and its place there."""
    for rows in (schema.table, schema.players):
        for place, field in enumerate(rows):
            if field.name == name:
                return rows, place
    raise AssertionError(f"there is no field {name}")


@contextmanager
def instead(rows: list[Field], place: int, *others: Field) -> Iterator[None]:
    """The schema with a field replaced, or left out."""
    before = rows[place]
    rows[place : place + 1] = others
    try:
        yield
    finally:
        rows[place : place + len(others)] = [before]


def known_to(field: Field, knows: int) -> Field:
    """The same field, known to other people."""
    shown_as = f"private.{field.shown_as}" if field.is_private else field.shown_as
    return Field(
        field.name, field.kind, field.meaning, field.usual, attribute=field.attribute,
        get=field.get, put=field.put, knows=knows, shown_as=shown_as, others=field.others,
        remembered=field.remembered, inner=field.inner, covers=field.covers,
    )  # fmt: skip


def is_red(rules: Game) -> bool:
    """Does any check that looks at the schema fail?"""
    settings = SHORT.get(rules.name, rules.trial_settings())
    setups = [Setup(SEATS, settings, seed) for seed in (1, 2, 3)]
    for check in (
        schema_checks.check_schema_names_every_attribute,
        schema_checks.check_views_know_what_the_schema_says,
        schema_checks.check_known_tables_hide,
        checks.check_save_and_restore,
        checks.check_imagining_uses_the_view_alone,
    ):
        try:
            for setup in setups:
                check(rules, setup, setup.seed)
        except (AssertionError, PositionError, KeyError):
            return True
    return False


def test_the_real_schemas_are_green() -> None:
    for name in OPEN:
        assert not is_red(game(name)), name


@pytest.mark.skipif(COMPILED, reason="compiled classes do not list their attributes")
@pytest.mark.parametrize(("name", "field"), [(g, f) for g in OPEN for f in OPEN[g]])
def test_a_field_left_out_is_found(name: str, field: str) -> None:
    rules = game(name)
    rows, place = rows_of(schema_of(rules), field)
    with instead(rows, place):
        assert is_red(rules)


@pytest.mark.parametrize(("name", "field"), [(g, f) for g in OPEN for f in OPEN[g]])
def test_an_open_field_that_nobody_is_told_is_found(name: str, field: str) -> None:
    rules = game(name)
    rows, place = rows_of(schema_of(rules), field)
    with instead(rows, place, known_to(rows[place], NOBODY_KNOWS)):
        assert is_red(rules)


@pytest.mark.parametrize(("name", "field"), [(g, f) for g in HIDDEN for f in HIDDEN[g]])
def test_a_hidden_field_that_everybody_is_told_is_found(name: str, field: str) -> None:
    rules = game(name)
    rows, place = rows_of(schema_of(rules), field)
    with instead(rows, place, known_to(rows[place], EVERYBODY)):
        assert is_red(rules)
