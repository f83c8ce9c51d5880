"""Puzzles at a table: every one can be reached and solved, and what leads elsewhere is told."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta

import pytest

from kamiza import games
from kamiza.bots.puzzles import Puzzle, custom_of, number_of_puzzles, puzzles_of
from kamiza.core.refusal import Refusal
from kamiza.core.rng import fast_rng
from kamiza.play.puzzles import NotTheBest, PuzzleGuide, begin, of_day
from kamiza.play.table import Table

GAMES = [name for name in games.NAMES if puzzles_of(name)]
SOME = 12  # of each game are played through; `kamiza puzzles GAME --check` takes all


def some(name: str) -> list[Puzzle]:
    puzzles = puzzles_of(name)
    step = max(1, len(puzzles) // SOME)
    return list(puzzles[::step])


def tried(guide: PuzzleGuide, table: Table, *moves: str) -> None:
    """What a person at the puzzle does, checked as the server checks it."""
    change = table.prepare_act(guide.you, moves, table.version, f"try {table.version}")
    guide.check(table, change)
    table.accept(change)


@pytest.mark.parametrize("name", GAMES)
def test_every_puzzle_is_reached_and_its_answer_may_be_given(name: str) -> None:
    game = games.game(name)
    for puzzle in puzzles_of(name):
        state = puzzle.start(game)
        assert state.asked == puzzle.you, puzzle.number
        for option in (puzzle.answer, *puzzle.others):
            after = state.clone()
            for move in option.moves:
                assert game.why_not(after, puzzle.you, move) is None, (puzzle.number, move)
                game.apply(after, game.read(puzzle.you, move))
        assert puzzle.gap >= custom_of(game).gap - 0.001, puzzle.number
        assert all("{" not in text.replace("{A}", "") for text in puzzle.task.values())


@pytest.mark.parametrize("name", GAMES)
def test_no_answer_comes_too_often_and_all_seats_are_asked(name: str) -> None:
    puzzles = puzzles_of(name)
    assert number_of_puzzles(name) == len(puzzles)
    (_, often) = Counter(puzzle.answer.moves for puzzle in puzzles).most_common(1)[0]
    assert often <= max(1, len(puzzles) // 8)
    assert len({puzzle.print for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.setup.seats for puzzle in puzzles}) > 1


@pytest.mark.parametrize("name", GAMES)
def test_nothing_hidden_is_needed(name: str) -> None:
    """With everything hidden dealt anew the seat sees the same, and the same answer solves it."""
    game, rng = games.game(name), fast_rng(7)
    for puzzle in some(name):
        state = puzzle.start(game)
        view = game.view(state, puzzle.you)
        other = game.imagine(view, rng)
        assert game.view(other, puzzle.you) == view
        guide = PuzzleGuide(puzzle, game, other)
        table = Table(game, puzzle.setup, other)
        tried(guide, table, *puzzle.answer.moves)
        assert guide.stand(table).is_solved


@pytest.mark.parametrize("name", GAMES)
def test_the_answer_solves_it_in_one_act_or_move_by_move(name: str) -> None:
    game = games.game(name)
    for puzzle in some(name):
        guide, table = PuzzleGuide(puzzle, game), begin(puzzle, game)
        assert not guide.stand(table).is_solved
        for count, move in enumerate(puzzle.answer.moves, 1):
            tried(guide, table, move)
            assert guide.stand(table).is_solved == (count == len(puzzle.answer.moves))
        assert next(plan.moves for plan in guide.plans()) == puzzle.answer.moves
        assert all(plan.name["en"] and plan.name["ja"] for plan in guide.plans())


@pytest.mark.parametrize("name", GAMES)
def test_another_plan_is_told_and_nothing_happens(name: str) -> None:
    game = games.game(name)
    for puzzle in some(name):
        guide, table = PuzzleGuide(puzzle, game), begin(puzzle, game)
        for option in puzzle.others:
            if not Counter(option.moves) - Counter(puzzle.answer.moves):
                continue  # the answer can still follow
            with pytest.raises(NotTheBest) as attempt:
                tried(guide, table, *option.moves)
            plan = attempt.value.plan
            assert plan.chance is None or plan.chance < puzzle.answer.chance
            assert attempt.value.rule == "table.puzzle"
            assert attempt.value.sentences["ja"]
        assert table.version == 0


def test_what_the_rules_refuse_is_no_attempt() -> None:
    puzzle = puzzles_of("kodama")[0]
    game = games.game("kodama")
    guide, table = PuzzleGuide(puzzle, game), begin(puzzle, game)
    with pytest.raises(Refusal) as refused:
        tried(guide, table, "onto:0")
    assert refused.value.rule.startswith("KO-")


def test_a_free_place_that_is_as_good_solves_it_too() -> None:
    """The browser lays a branch by its place; the puzzle's answer names card, branch and spot."""
    game, solved = games.game("kodama"), 0
    for puzzle in some("kodama"):
        guide, table = PuzzleGuide(puzzle, game), begin(puzzle, game)
        if not puzzle.answer.moves[-1].startswith("spot"):
            continue
        *first, _ = puzzle.answer.moves
        for move in first:
            tried(guide, table, move)
        others = list(game.view(table.state, puzzle.you).moves)
        for move in others:
            trial = begin(puzzle, game)
            try:
                tried(guide, trial, *first, move)
            except NotTheBest as attempt:
                assert attempt.plan.chance is not None
                assert attempt.plan.chance < puzzle.answer.chance
            else:
                solved += move != puzzle.answer.moves[-1]
    assert solved > 0


def test_what_makes_the_rest_of_the_answer_impossible_is_an_attempt() -> None:
    """Both moves belong to the answer, but after the end of the turn nothing is played."""
    rules = games.game("battles")
    puzzle, moves = next(found for one in puzzles_of("battles") if (found := played_last(one)))
    other = replace(puzzle, answer=replace(puzzle.answer, moves=moves))
    guide, table = PuzzleGuide(other, rules), begin(other, rules)
    with pytest.raises(NotTheBest):
        tried(guide, table, "end")
    for move in moves:
        tried(guide, table, move)
    assert guide.stand(table).is_solved


def played_last(puzzle: Puzzle) -> tuple[Puzzle, tuple[str, str]] | None:
    """A card that can be played before the turn is ended, asking nothing."""
    rules = games.game(puzzle.game)
    start = puzzle.start(rules)
    moves = rules.view(start, puzzle.you).moves
    for move in moves:
        after = start.clone()
        rules.apply(after, rules.read(puzzle.you, move))
        if "end" in moves and move != "end" and rules.why_not(after, puzzle.you, "end") is None:
            return puzzle, (move, "end")
    return None


def test_nobody_else_acts_at_a_puzzle() -> None:
    puzzle, game = puzzles_of("shintoh")[0], games.game("shintoh")
    guide, table = PuzzleGuide(puzzle, game), begin(puzzle, game)
    assert guide.rests(table)
    with pytest.raises(NotImplementedError):
        guide.answer(table)


def test_whoever_has_solved_it_may_play_on() -> None:
    puzzle = puzzles_of("battles")[0]
    game = games.game("battles")
    guide, table = PuzzleGuide(puzzle, game), begin(puzzle, game)
    tried(guide, table, *puzzle.answer.moves)
    for _ in range(2):
        assert guide.stand(table).is_solved
        tried(guide, table, game.view(table.state, puzzle.you).moves[0])
    assert guide.stand(table).is_solved


def test_what_can_no_longer_be_solved_may_be_played_on() -> None:
    """Somebody else moved, for example."""
    puzzle = puzzles_of("kamisama")[0]
    game = games.game("kamisama")
    guide, table = PuzzleGuide(puzzle, game), begin(puzzle, game)
    other = game.view(table.state, puzzle.you).moves[0]
    with pytest.raises(NotTheBest):
        tried(guide, table, other)
    table.accept(table.prepare_act(puzzle.you, (other,), 0, "elsewhere"))
    for _ in range(2):
        tried(guide, table, game.view(table.state, puzzle.you).moves[0])
    assert not guide.stand(table).is_solved


@pytest.mark.parametrize("name", GAMES)
def test_every_day_has_its_puzzle_until_all_were_there(name: str) -> None:
    count, first = len(puzzles_of(name)), date(2026, 11, 16)
    days = [of_day(name, first + timedelta(day)) for day in range(count)]
    assert len({puzzle.number for puzzle in days if puzzle}) == count
    assert of_day(name, first) == days[0]
    assert of_day(name, date(2026, 1, 1)) == puzzles_of(name)[0]  # a puzzle keeps its days
