"""The log of a table: told piece by piece, it is the same as told at once."""

import pytest

from kamiza.core.action import SPECTATOR
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import NAMES, game
from kamiza.play.log import LogLine, Update, lines_of
from kamiza.play.table import PERSON, REQUEST, Table

MOVES = 150


class Reader:
    """Somebody who hears of a table in pieces, as a browser does."""

    def __init__(self, table: Table, seat: int) -> None:
        self.seat = seat
        self.version = table.version
        self.lines: list[LogLine] = []
        self.read(table, table.update(None, seat))

    def read(self, table: Table, update: Update) -> None:
        self.lines = [line for line in self.lines if line.n < update.since] + update.lines
        self.version = table.version

    def catch_up(self, table: Table) -> None:
        self.read(table, table.update(self.version, self.seat))


def played(name: str, seed: int) -> tuple[Table, list[Reader]]:
    """A game of several people who come back now and then; some acts are taken back."""
    rules = game(name)
    table = Table(rules, Setup(3, rules.trial_settings(), seed))
    readers = [Reader(table, seat) for seat in (0, 1, 2, SPECTATOR) for _ in range(2)]
    rng = fast_rng(seed)
    for number in range(MOVES):
        if table.is_over:
            break
        seat = table.asked
        move = rules.describe(rules.quick_move(table.state, rng))
        by = REQUEST if rng.below(9, 0) == 0 else PERSON
        table.accept(table.prepare_act(seat, (move,), table.version, f"a{number}", by))
        if table.undo_is_free(seat) and rng.below(6, 0) == 0:
            table.accept(table.prepare_undo(seat, table.version, f"u{number}"))
        for place, reader in enumerate(readers):
            if place % 2 == 0 or rng.below(5, 0) == 0:
                reader.catch_up(table)
    return table, readers


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_log_in_pieces_is_the_whole_log(name: str, seed: int) -> None:
    table, readers = played(name, seed)
    for reader in readers:
        reader.catch_up(table)
        assert reader.lines == table.update(None, reader.seat).lines


def test_a_line_grows_with_its_dedication() -> None:
    table = Table(game("shintoh"), Setup(2, {"first_dealer": "A"}, 5))
    reader = Reader(table, 1)
    dealt = len(reader.lines)
    texts = []
    for number, move in enumerate(("+salt", "+rice", "stop")):
        table.accept(table.prepare_act(0, (move,), number, f"a{number}"))
        reader.catch_up(table)
        assert len(reader.lines) == dealt + 1
        texts.append(reader.lines[-1].text["en"])
    assert texts == [
        "{A} lays salt.",
        "{A} lays rice and salt.",
        "{A} dedicates rice and salt: total 4.",
    ]
    assert (reader.lines[-1].n, reader.lines[-1].seat) == (1, "A")


def test_a_line_is_not_continued_over_the_tables_own_words() -> None:
    table = Table(game("shintoh"), Setup(2, {"first_dealer": "A"}, 5))
    table.accept(table.prepare_act(0, ("+salt",), 0, "a"))
    table.accept(table.prepare_undo(0, 1, "b"))
    table.accept(table.prepare_act(0, ("+rice", "stop"), 2, "c"))
    lines = [line.text["en"] for line in lines_of(table.game, table.log.entries, 1)]
    assert lines == [
        "{A} lays salt.",
        "{A} takes back the last turn: {A} lays salt.",
        "{A} dedicates rice: total 3.",
    ]


def test_who_knows_the_same_is_told_the_same_only_once() -> None:
    table = Table(game("shintoh"), Setup(3, {"first_dealer": "A"}, 5))
    table.accept(table.prepare_act(0, ("+salt", "stop"), 0, "a"))
    assert table.update(0, 1) is table.update(0, 2) is table.update(0, SPECTATOR)


def test_moments_are_lines_of_certain_events_and_never_the_head_above_them() -> None:
    """Spring begins with its decree: the decree may be celebrated, the word "Spring" may not."""
    table = Table(game("kodama"), Setup(2, {}, 5))
    season, began, decree = table.update(None, 0).lines[:3]
    assert (season.head, began.head, decree.head) == (True, False, False)
    assert (season.moment, began.moment, decree.moment) == (False, False, True)
