"""What the server tells of its games: for how many, which rules, what a table is told before."""

from __future__ import annotations

import pytest

from kamiza import games
from kamiza.bots.puzzles import puzzles_of
from kamiza.server import catalogue, game_types
from kamiza.server.messages import SEATS


@pytest.mark.parametrize(
    ("game", "settings", "seats"),
    [
        ("shintoh", {}, [2, 3, 4]),  # [OF-GEN-01]
        ("shintoh", {"first_dealer": "C"}, [3, 4]),  # [OF-RUL-29]
        ("kamisama", {}, [2, 3, 4]),  # [KS-OVR-01]
        ("kamisama", {"kami": "yue,inari"}, [2]),  # [KS-RUL-44]
        ("kodama", {}, [2, 3, 4, 5]),  # [KO-RUL-01]
        ("battles", {}, [2, 3, 4, 5, 6]),
        ("battles", {"mode": "team"}, [4, 6]),
    ],
)
def test_for_how_many_a_table_can_be_set(
    game: str, settings: dict[str, object], seats: list[int]
) -> None:
    assert catalogue.seats_for(game, settings) == seats


def test_what_must_be_known_by_heart_is_only_for_study() -> None:
    """[OF-ROLE-02] [OF-ROLE-03]"""
    secret = {rule.id for rule in games.game("shintoh").book.rules.values() if rule.secret}
    shown = {rule.id for rule in catalogue.rule_list("shintoh", False).rules}
    whole = {rule.id for rule in catalogue.rule_list("shintoh", True).rules}
    assert "OF-ROLE-11" in secret
    assert whole - shown == secret
    assert [catalogue.has_secrets(name) for name in ("shintoh", "kodama")] == [True, False]
    assert [catalogue.rule_list(name, False).study for name in ("shintoh", "kodama")] == [
        True, False,
    ]  # fmt: skip


def test_a_table_that_cannot_be_is_told_why() -> None:
    """[OF-GEN-01]"""
    wrong = catalogue.advice("shintoh", game_types.Trial(7, {}))
    assert wrong.refusal is not None
    assert "2 to 4 players" in wrong.refusal["en"]
    assert catalogue.advice("shintoh", game_types.Trial(3, {})).refusal is None


def test_puzzles_are_told_without_their_answers() -> None:
    infos = catalogue.puzzle_infos("shintoh")
    puzzles = puzzles_of("shintoh")
    assert [info.number for info in infos] == [puzzle.number for puzzle in puzzles]
    assert [info.seat for info in infos] == [SEATS[puzzle.you] for puzzle in puzzles]
    assert [info.players for info in infos] == [puzzle.setup.seats for puzzle in puzzles]
