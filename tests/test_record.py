"""Records: written, read, replayed, verified, and refused with a reason."""

import json
from pathlib import Path
from typing import Any

import pytest

from kamiza.core.action import NOBODY
from kamiza.core.game import Setup
from kamiza.core.record import (
    Branch,
    Ended,
    Mismatch,
    Record,
    RecordError,
    StandIn,
    begin,
    end,
    new_record,
    note,
    read_record,
    replay,
    verify,
)
from kamiza.core.rng import commitment, fast_rng
from kamiza.games import game

SHINTOH = game("shintoh")
RECORDS = sorted((Path(__file__).parent / "records").glob("*.json"))
KEY = bytes(range(32))


def played(setup: Setup, position: dict[str, object] | None = None, most: int = 10_000) -> Record:
    """A random game, written down, cut off after so many moves."""
    record = new_record(SHINTOH, setup, ("Mika", "Haru", "Sora", "Ren")[: setup.seats], position)
    state = begin(SHINTOH, record)
    rng = fast_rng(99)
    while state.asked != NOBODY and len(record.moves) < most:
        listed = SHINTOH.moves(state)
        seat, action = state.asked, listed[rng.below(len(listed))]
        SHINTOH.apply(state, action)
        note(record, SHINTOH, state, seat, SHINTOH.describe(action))
    return record


@pytest.fixture(scope="module")
def finished() -> Record:
    return played(Setup(3, {}, 5))


def tampered(record: Record, **changes: Any) -> dict[str, Any]:
    """The JSON of a record with other values; None takes a field away."""
    data: dict[str, Any] = json.loads(record.as_text(reveal=True))
    for name, value in changes.items():
        if value is None:
            del data[name]
        else:
            data[name] = value
    return data


# -- the recorded games -----------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_recorded_games_replay_to_the_same_hashes(path: Path) -> None:
    record = read_record(path.read_text(encoding="utf-8"))
    assert verify(game(record.game), record) == len(record.moves) > 50
    assert record.result is not None


def test_the_recorded_games_cover_the_ways_to_play() -> None:
    records = [read_record(path.read_bytes()) for path in RECORDS]
    assert any(record.settings.get("role_knowledge") == "open_book" for record in records)
    assert any(record.settings.get("edition") == "early" for record in records)
    ways = {
        "shintoh": "pass +rice +sake +salt stop jewel mirror sword pick rob look",
        "kamisama": "kami add remove use at to skip gain next take",
        "battles": "main god temple play act use x target seat card top recruit react end pass",
    }
    for name, words in ways.items():
        mine = [record for record in records if record.game == name]
        assert {record.seats for record in mine} == {2, 3, 4}
        assert any(record.commitment for record in mine)
        moves = {move.partition(": ")[2].split()[0] for record in mine for move in record.moves}
        assert moves >= set(words.split())


# -- there and back ---------------------------------------------------------------------------


def test_round_trip(finished: Record) -> None:
    again = read_record(finished.as_text())
    assert again == finished
    assert read_record(finished.as_json()) == finished
    assert verify(SHINTOH, again) == len(finished.moves)


def test_a_game_that_goes_on_from_another_says_so(finished: Record) -> None:
    finished.branch = Branch("k3v9", 3)
    written = json.loads(finished.as_text())
    assert written["branch"] == {"table": "k3v9", "at": 3}
    again = read_record(written)
    assert again == finished
    assert verify(game("shintoh"), again) > 0


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("k3v9", "branch: must be a JSON object"),
        ({"table": "k3v9"}, "branch: has a table and at and nothing else"),
        ({"table": "k3v9", "at": 1, "key": "x"}, "branch: has a table and at and nothing else"),
        ({"table": "", "at": 1}, "branch.table: must be a text"),
        ({"table": "k3v9", "at": True}, "branch.at: must be from 0 to"),
        ({"table": "k3v9", "at": -1}, "branch.at: must be from 0 to"),
        ({"table": "k3v9", "at": 9999}, "branch.at: must be from 0 to"),
    ],
)
def test_a_wrong_branch_is_named(finished: Record, value: object, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_record({**finished.as_json(), "branch": value})


def test_a_game_that_people_ended_says_how() -> None:
    """Who resigned is behind all others, the first to do so last; an agreed end may not count."""
    for how, counts in (("agreed", True), ("agreed", False), ("resigned", True)):
        record = played(Setup(4, {}, 5), most=8)
        state = list(replay(SHINTOH, record))[-1].state
        end(record, SHINTOH, state, Ended(how, ["A", "D"], counts))
        record.stand_ins = [StandIn(record.moves[3][0], "absent", [4])]
        again = read_record(record.as_text())
        assert (again.ended, again.stand_ins) == (record.ended, record.stand_ins)
        verify(SHINTOH, again)
        if not counts or again.result is None:
            assert (counts, again.result) == (False, None)
            continue
        before, after = SHINTOH.ranks(state), again.result["ranks"]
        assert (after[1] < after[2]) == (before[1] < before[2])
        assert after[0::3] == ([4, 3] if how == "resigned" else before[0::3])


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("ended", {"how": "agreed"}, "ended: has how, seats and counts and nothing else"),
        ("ended", {"how": "tired", "seats": ["A"], "counts": True}, "ended.how: must be"),
        ("ended", {"how": "agreed", "seats": ["F"], "counts": True}, "ended.seats: must be"),
        ("ended", {"how": "agreed", "seats": ["A"], "counts": 1}, "ended.counts: must be"),
        ("stand_ins", {"seat": "A"}, "stand_ins: must be a list"),
        ("stand_ins", [{"seat": "A"}], "stand_ins: each has a seat"),
        ("stand_ins", [{"seat": "A", "why": "bored", "moves": []}], "stand_ins.why: must be"),
        ("stand_ins", [{"seat": "A", "why": "time", "moves": ["1"]}], "stand_ins.moves: must be"),
        ("stand_ins", [{"seat": "A", "why": "time", "moves": [9999]}], "number 9999 is no move"),
    ],
)
def test_a_wrong_end_is_named(finished: Record, field: str, value: object, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_record({**finished.as_json(), field: value})


def test_a_light_record_has_no_hashes_and_still_verifies(finished: Record) -> None:
    light = read_record(finished.as_text(light=True))
    assert light.hashes == []
    assert verify(SHINTOH, light) == 0


def test_an_unfinished_game_has_no_result() -> None:
    record = played(Setup(2, {}, 8), most=9)
    assert "result" not in record.as_json()
    assert verify(SHINTOH, read_record(record.as_text())) == 9


def test_replay_gives_states_and_events(finished: Record) -> None:
    steps = list(replay(SHINTOH, finished))
    assert [step.number for step in steps] == list(range(len(finished.moves) + 1))
    assert steps[0].text == ""
    assert steps[0].events == []
    assert all(step.events or step.text == "sword" for step in steps[1:])
    assert steps[-1].state.asked == NOBODY
    assert SHINTOH.hash(steps[7].state) == finished.hashes[6]  # states are copies


def test_a_game_begun_from_a_position() -> None:
    middle = list(replay(SHINTOH, played(Setup(4, {}, 3), most=40)))[-1].state
    position = SHINTOH.save(middle)
    record = played(Setup(4, {}, 77), position)
    assert record.position is not None
    assert "rng" not in record.position
    assert record.seed == 77
    again = read_record(record.as_text())
    assert verify(SHINTOH, again) == len(record.moves)
    assert SHINTOH.save(begin(SHINTOH, again))["players"] == position["players"]


def test_a_position_decides_the_number_of_seats() -> None:
    record = new_record(SHINTOH, Setup(4, {}, 1), position={"game": "shintoh", "seats": 2})
    assert record.seats == 2
    record.seats = 3
    with pytest.raises(RecordError, match="position: seats: there are 3, the position has 2"):
        begin(SHINTOH, record)


# -- sealed games -----------------------------------------------------------------------------


def test_a_sealed_game_keeps_its_key_until_the_end() -> None:
    running = played(Setup(2, {}, 0, KEY), most=12)
    assert running.as_json()["sealed"] == {"commitment": commitment(KEY)}
    assert KEY.hex() not in running.as_text()
    assert KEY.hex() in running.as_text(reveal=True)
    with pytest.raises(RecordError, match="has not been revealed yet"):
        verify(SHINTOH, read_record(running.as_text()))
    assert verify(SHINTOH, read_record(running.as_text(reveal=True))) == 12
    over = played(Setup(2, {}, 0, KEY))
    assert verify(SHINTOH, read_record(over.as_text())) == len(over.moves)


def test_another_key_is_found_out() -> None:
    over = played(Setup(2, {}, 0, KEY))
    data = tampered(over, sealed={"commitment": commitment(KEY), "key": "00" * 32})
    with pytest.raises(RecordError, match="is not the commitment"):
        verify(SHINTOH, read_record(data))
    other = bytes(32)
    data = tampered(over, sealed={"commitment": commitment(other), "key": other.hex()})
    with pytest.raises(RecordError):
        verify(SHINTOH, read_record(data))


# -- tampering --------------------------------------------------------------------------------


def test_a_changed_hash_is_the_first_difference(finished: Record) -> None:
    hashes = finished.hashes.copy()
    hashes[20] = "0" * 16
    with pytest.raises(Mismatch, match="Move 21 does not lead") as caught:
        verify(SHINTOH, read_record(tampered(finished, hashes=hashes)))
    assert caught.value.move == 21
    assert caught.value.expected == "0" * 16
    assert caught.value.found == finished.hashes[20]


def test_a_changed_seed_is_found_out(finished: Record) -> None:
    with pytest.raises(RecordError):
        verify(SHINTOH, read_record(tampered(finished, seed=6)))


def test_a_changed_move_is_found_out() -> None:
    record = played(Setup(2, {"first_dealer": "A"}, 4), most=2)
    moves = ["A: pass", *record.moves[1:]]
    assert record.moves[0] != "A: pass"
    with pytest.raises((Mismatch, RecordError)):
        verify(SHINTOH, read_record(tampered(record, moves=moves)))


def test_an_illegal_move_is_named_with_its_rule(finished: Record) -> None:
    seat = "ABC".index(finished.moves[0][0])
    moves = [f"{'BCA'[seat]}: pass", *finished.moves[1:]]
    name = ("Mika", "Haru", "Sora")[seat]
    with pytest.raises(RecordError, match=rf"move 1 \(.: pass\): It is {name}'s turn. \[OF-ERR"):
        verify(SHINTOH, read_record(tampered(finished, moves=moves)))
    moves = [f"{'ABC'[seat]}: fly", *finished.moves[1:]]
    with pytest.raises(RecordError, match=r"'fly' is not a move in this game. \[OF-ERR-02\]"):
        verify(SHINTOH, read_record(tampered(finished, moves=moves)))


def test_a_move_after_the_end_is_refused(finished: Record) -> None:
    moves = [*finished.moves, "A: pass"]
    hashes = [*finished.hashes, "0" * 16]
    with pytest.raises(RecordError, match=r"The game is over. \[OF-ERR-15\]"):
        verify(SHINTOH, read_record(tampered(finished, moves=moves, hashes=hashes)))


def test_a_changed_or_missing_result_is_found_out(finished: Record) -> None:
    result = {"scores": [99, 0, 0], "ranks": [1, 2, 2]}
    with pytest.raises(RecordError, match="result: the record says"):
        verify(SHINTOH, read_record(tampered(finished, result=result)))
    with pytest.raises(RecordError, match="result: the record says None"):
        verify(SHINTOH, read_record(tampered(finished, result=None)))


def test_other_rules_or_cards_are_refused_clearly(finished: Record) -> None:
    for change in ({"rules": "0"}, {"digest": "ab12ab12ab12ab12"}):
        with pytest.raises(RecordError, match=r"^This record was made with rules version .* and"):
            verify(SHINTOH, read_record(tampered(finished, **change)))


def test_a_refused_set_up_says_why(finished: Record) -> None:
    record = read_record(tampered(finished, settings={"role_knowledge": "x"}))
    with pytest.raises(RecordError, match=r"set-up is refused: .*OF-ERR-17"):
        verify(SHINTOH, record)


def test_a_bad_position_says_why(finished: Record) -> None:
    record = read_record(tampered(finished, position={"seats": 3, "altar": "zeus"}))
    with pytest.raises(RecordError, match="position: altar: there is no god 'zeus'"):
        verify(SHINTOH, record)


# -- what cannot be read ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("{", r"This is not JSON: .* \(line 1, column 2\)"),
        (b"\xff\xfe\xff", "This is not JSON"),
        ("[" * 100_000, "This is not JSON"),
        ("[]", "A record is a JSON object"),
        ("{}", "format: is missing"),
        ('{"format": 3}', "has format 3; this Kamiza reads format 2"),
        ('{"format": "2"}', "format: must be a whole number"),
        ('{"format": 2, "colour": 1}', "colour: there is no such field"),
        ('{"format": 1, "game": "shintoh", "options": {}, "actions": []}', "has format 1; this K"),
    ],
)
def test_broken_files_say_where(source: str | bytes, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_record(source)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("game", None, "game: is missing"),
        ("game", 7, "game: must be a text, not 7"),
        ("rules", "", "rules: must be a text"),
        ("digest", None, "digest: is missing"),
        ("seats", "3", "seats: must be a whole number"),
        ("seats", True, "seats: must be a whole number"),
        ("seats", 0, "seats: must be from 1 to 6"),
        ("settings", [], "settings: must be a JSON object"),
        ("options", {}, "options: there is no such field in a record"),
        ("seed", None, "seed: a record has either a seed or a sealed shuffle"),
        ("seed", 1.5, "seed: must be a whole number"),
        ("seed", 10**30, "seed: must be from"),
        ("sealed", {}, "seed: a record has either"),
        ("position", [], "position: must be a JSON object"),
        ("position", {"rng": {}}, "position.rng: the chance of a record"),
        ("names", ["Mika"], "names: there are 1 for 3 seats"),
        ("names", [1, 2, 3], "names: number 1 must be a name"),
        ("moves", None, "moves: is missing"),
        ("moves", "A: pass", "moves: must be a list"),
        ("moves", [["A: pass"]], "moves: number 1 must be a move"),
        ("moves", ["pass"], "moves: number 1 must be a seat and a move"),
        ("moves", ["0:pass"], "moves: number 1 must be a seat and a move"),
        ("moves", ["G: pass"], "moves: number 1 must be a seat and a move"),
        ("hashes", ["0" * 16], "hashes: there are 1 for"),
        ("hashes", ["xyz"], "hashes: number 1 must be 16 hex digits"),
        ("result", {"scores": [1, 2, 3]}, "result.ranks: must be a list"),
        ("result", {"scores": [1], "ranks": [1]}, "result.scores: there are 1 for 3 seats"),
        ("result", {"scores": [1, 2, 3], "ranks": [1, 2, 3], "x": 1}, "and nothing else"),
    ],
)
def test_wrong_fields_are_named(finished: Record, field: str, value: Any, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_record(tampered(finished, **{field: value}))


def test_wrong_seals_are_named(finished: Record) -> None:
    data = tampered(finished, seed=None, sealed={"commitment": "12"})
    with pytest.raises(RecordError, match=r"sealed.commitment: must be 64 hex digits"):
        read_record(data)
    data["sealed"] = {"commitment": "0" * 64, "key": 5}
    with pytest.raises(RecordError, match=r"sealed.key: must be 64 hex digits"):
        read_record(data)


def test_a_record_of_another_game_is_refused(finished: Record) -> None:
    record = read_record(tampered(finished, game="chess"))
    with pytest.raises(RecordError, match="a record of chess, not of shintoh"):
        verify(SHINTOH, record)
