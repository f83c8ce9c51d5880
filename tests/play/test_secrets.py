"""What others cannot see, they do not hear either: not when it is done, and not when it is undone.

A choice is secret from somebody when their view afterwards is the same whatever was chosen. Then
everything they are told must be the same as well. No list of secret moves is needed, so a new game
or card is held to it too.
"""

import json
import re

import pytest

from kamiza.core.action import SPECTATOR
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import NAMES, game
from kamiza.play.log import lines_of
from kamiza.play.table import Change, Table, restore

MOVES = {"shintoh": 120, "kamisama": 200, "kodama": 24, "battles": 120}
# Tables at which something is chosen in secret; in Kodama and Shintoh every choice is open.
SECRET = {"kamisama": {"KAMI"}, "battles": {"GOD", "PLACE"}}


def told_to(table: Table, change: Change, seat: int) -> str:
    """Everything a change tells one seat, as it goes over the wire."""
    events = [entry.seen_by(seat) for entry in change.entries]
    return repr((events, lines_of(table.game, change.entries, seat)))


def seen_by(table: Table, change: Change, seat: int) -> str:
    return json.dumps(table.game.view(change.state, seat).as_json(), sort_keys=True)


def shows_something(change: Change) -> bool:
    """A card shown to everybody and hidden again is told, though no view keeps it."""
    return any(entry.event.shows for entry in change.entries)


def undone(table: Table, change: Change, seat: int) -> str:
    """What one seat hears when the act is taken back."""
    again = restore(table.game, table.setup, [act.entry for act in change.acts])
    if again.undoable(change.entry.seat) is None:
        return ""
    back = again.prepare_undo(change.entry.seat, again.version, "back")
    return told_to(again, back, seat)


def check_choice(table: Table, others: list[int]) -> bool:
    """Compare all answers to the open question, two and two; was any of them a secret?"""
    seat = table.asked
    moves = [table.game.describe(action) for action in table.game.moves(table.state)][:6]
    changes = [table.prepare_act(seat, (move,), table.version, "x") for move in moves]
    changes = [change for change in changes if not shows_something(change)]
    found = False
    for other in others:
        by_view: dict[str, Change] = {}
        for change in changes:
            same = by_view.setdefault(seen_by(table, change, other), change)
            if same is change:
                continue
            found = True
            what = (change.entry.moves, same.entry.moves, other)
            assert told_to(table, change, other) == told_to(table, same, other), what
            assert undone(table, change, other) == undone(table, same, other), what
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_secret_choice_is_told_to_nobody_else(name: str) -> None:
    rules = game(name)
    table = Table(rules, Setup(3, rules.trial_settings(), 8))
    rng = fast_rng(11)
    secret: set[str] = set()
    for _ in range(MOVES.get(name, 120)):
        if table.is_over:
            break
        others = [seat for seat in (0, 1, 2, SPECTATOR) if seat != table.asked]
        if check_choice(table, others):
            secret.add(rules.question(table.state))
        listed = rules.moves(table.state)
        move = rules.describe(listed[rng.below(len(listed), 0)])
        table.accept(table.prepare_act(table.asked, (move,), table.version, str(table.version)))
    assert secret >= SECRET.get(name, set())


@pytest.mark.parametrize("name", NAMES)
def test_taking_back_names_no_move(name: str) -> None:
    rules = game(name)
    table = Table(rules, Setup(3, rules.trial_settings(), 3))
    for _ in range(3):
        seat = table.asked
        move = rules.describe(rules.moves(table.state)[0])
        table.accept(table.prepare_act(seat, (move,), table.version, str(table.version)))
        back = table.prepare_undo(seat, table.version, "back")
        for listener in (0, 1, 2, SPECTATOR):
            heard = [entry.seen_by(listener) for entry in back.entries]
            assert [event["event"] for event in heard] == ["undone"]
            assert set(heard[0]) == {"event", "seat", "count", "since", "n"}
            (line,) = lines_of(rules, back.entries, listener)
            for language in ("en", "ja"):
                said = line.text[language]  # "passes" was seen, "pass" is a move
                assert not re.search(rf"(?<!\w){re.escape(move)}(?!\w)", said)
