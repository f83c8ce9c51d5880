"""Positions that people make: one form, told shortly, tried before they are played."""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kamiza
from kamiza import games
from kamiza.cases.files import Shelf, read_cases
from kamiza.cases.playthrough import Laws
from kamiza.cases.runner import Runner
from kamiza.cases.writing import case_text, toml
from kamiza.core.action import NOBODY
from kamiza.core.game import Game, Setup, State
from kamiza.core.record import begin, new_record, note, read_record, verify
from kamiza.core.refusal import PositionError, Refusal
from kamiza.core.rng import fast_rng
from kamiza.play.position_texts import read_text
from kamiza.play.position_words import (
    label_of,
    position_words,
    problem_of,
    said_of,
    value_names,
)
from kamiza.play.positions import MOST_BYTES, NotPossible, loaded, shortened, tried
from kamiza.play.table import Table

SOURCE = Path(kamiza.__file__).parent
RULES = Path(__file__).parents[2] / "src" / "kamiza"  # also where the rules are compiled
TABLES = [(name, seats) for name in games.NAMES for seats in (2, 3, 4)]


def played(name: str, seats: int, seed: int = 1) -> Iterator[State]:
    """Every state of a game of quick moves, the last one included."""
    game, rng = games.game(name), fast_rng(seed)
    state = game.start(Setup(seats, game.trial_settings(), seed))
    while True:
        yield state
        if state.asked == NOBODY:
            return
        game.apply(state, game.quick_move(state, rng))


def same(game: Game, one: State, other: State) -> bool:
    """Do both tables show the same, chance apart?"""
    saved = [game.save(state) for state in (one, other)]
    for position in saved:
        del position["rng"]
    return saved[0] == saved[1]


# -- the form --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_state_of_a_game_is_the_same_again_from_its_fields(name: str, seats: int) -> None:
    game = games.game(name)
    for state in played(name, seats):
        saved = json.loads(json.dumps(game.save(state)))
        assert game.hash(game.load(saved)) == game.hash(state)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_in_its_short_form_it_is_still_the_same(name: str, seats: int) -> None:
    game = games.game(name)
    for number, state in enumerate(played(name, seats)):
        if number % 15 and state.asked != NOBODY:
            continue
        short = shortened(game, state)
        assert same(game, loaded(game, short), state)
        whole = game.save(state)
        assert len(json.dumps(short)) < len(json.dumps(whole))
        assert len(json.dumps(short)) < MOST_BYTES / 2
        assert shortened(game, loaded(game, short)) == short


@pytest.mark.parametrize("name", games.NAMES)
def test_of_players_who_have_only_what_is_usual_nothing_is_said(name: str) -> None:
    game = games.game(name)
    assert "players" not in shortened(game, loaded(game, {"seats": 2}))


def test_what_follows_for_one_player_is_said_of_the_others_only() -> None:
    """Seat B has the first trunk that is left, as usual; seat A has another one."""
    game = games.game("kodama")
    players = shortened(game, game.start(Setup(2, {}, 1)))["players"]
    assert ["tree" in players[seat] for seat in "AB"] == [True, False]


@pytest.mark.parametrize("name", games.NAMES)
def test_a_game_from_a_position_has_the_chance_of_its_own_set_up(name: str) -> None:
    """What lies face down and is not said is drawn from the seed of the table."""
    game = games.game(name)
    middle = next(state for number, state in enumerate(played(name, 2)) if number == 20)
    position = shortened(game, middle)
    ends = []
    for seed in (1, 1, 2, 3, 4):
        state, rng = game.start(Setup(2, {}, seed, b"", position)), fast_rng(9)
        assert same(game, state, middle)
        while state.asked != NOBODY:
            game.apply(state, game.quick_move(state, rng))
        ends.append(game.hash(state))
    assert ends[0] == ends[1]
    assert len(set(ends)) > 1


@pytest.mark.parametrize("name", games.NAMES)
def test_it_is_recorded_verified_and_undone_to_there(name: str) -> None:
    game = games.game(name)
    middle = next(state for number, state in enumerate(played(name, 2)) if number == 20)
    setup = Setup(2, {}, 0, bytes(range(32)), shortened(game, middle))
    record = new_record(game, setup)
    table = Table(game, setup)
    assert same(game, table.state, middle)
    rng = fast_rng(3)
    for _ in range(6):
        seat = table.asked
        move = game.describe(game.quick_move(table.state, rng))
        table.accept(table.prepare_act(seat, (move,), table.version, ""))
        note(record, game, table.state, seat, move)
    record.hashes[-1] = game.hash(table.state)
    again = read_record(record.as_text(reveal=True))
    assert game.hash(begin(game, again)) == game.hash(table.start)
    assert verify(game, again) == 6
    while table.acts:
        last = table.acts[-1].entry.seat
        table.accept(table.prepare_undo(last, table.version, ""))
    assert game.hash(table.state) == game.hash(table.start)
    for seat in (0, 1):
        assert table.undoable(seat) is None


# -- what cannot be --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "position", "field", "english"),
    [
        ("shintoh",
         {"seats": 2, "players": {"A": {"gods": ["orochi"]}, "B": {"face_down": "orochi"}}},
         "B.face_down", "Yamata-no-Orochi is elsewhere already."),
        ("shintoh", {"seats": 2, "harvest": "33"}, "harvest", "one Harvest Card at most"),
        ("kamisama", {"seats": 4, "players": {s: {"tokens": {"FA": 9}} for s in "AC"}},
         "C.tokens", "Farming village"),
        ("kodama", {"seats": 2, "display": ["B01", "B01"]}, "display", "branch twice."),
        ("battles", {"seats": 2, "players": {"A": {"energy": 25}}}, "A.energy", "has won"),
        ("battles", {"seats": 2, "players": {"A": {"hand": ["necronomicon", "necronomicon"]}}},
         "A.hand", "Necronomicon"),
        ("kodama", {"seats": 2, "rng": {"state": 1, "increment": 1}}, "rng", "chance"),
        ("kodama", {"seats": 2, "x": 1}, "", ""),
        ("kodama", {"seats": 77}, "settings", ""),
        ("kodama", {"seats": 2, "past": [["x"] * 9000]}, "", "longer than"),
        ("shintoh", {"seats": 2, "frames": ["PLACE"] * 100}, "frames", "more than"),
        ("kamisama", {"seats": 2, "leftovers": [{"village": "WE", "cards": []}] * 60},
         "leftovers", "more than"),
        ("battles", {"seats": 2, "frames": [{"frame": "TURN", "seat": "A"}] * 100},
         "frames", "more than"),
    ],
)  # fmt: skip
def test_what_cannot_be_names_its_field(
    name: str, position: dict[str, Any], field: str, english: str
) -> None:
    with pytest.raises(NotPossible) as wrong:
        tried(games.game(name), position)
    problem = wrong.value.problem
    assert problem.field == field
    assert english in problem.text["en"]
    assert problem.text["ja"] != problem.text["en"]
    assert problem.refusal().sentences["ja"]


def test_a_position_from_which_the_rules_break_is_refused() -> None:
    class Broken:
        """A game that loads everything and can do nothing."""

        def __init__(self, real: Game) -> None:
            self.real = real

        def __getattr__(self, name: str) -> Any:
            return getattr(self.real, name)

        def quick_move(self, state: State, rng: object) -> int:
            raise IndexError

    game: Any = Broken(games.game("shintoh"))
    with pytest.raises(NotPossible, match=r"cannot be played on \(IndexError\)"):
        tried(game, {"seats": 2})


# -- in every language -----------------------------------------------------------------------------


def sentence_of(node: ast.expr) -> str:
    """A sentence with something in each of its holes."""
    if isinstance(node, ast.JoinedStr):
        parts = [p.value if isinstance(p, ast.Constant) else "xyz" for p in node.values]
        return "".join(str(part) for part in parts)
    return str(node.value) if isinstance(node, ast.Constant) else ""


def problems_in(folder: Path) -> Iterator[tuple[str, str]]:
    """Every sentence by which the rules refuse a position."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = ast.unparse(node.func)
            if called in ("PositionError", "wrong") and "position" in path.read_text().lower():
                sentence = sentence_of(node.args[0])
                yield f"{path.name}:{node.lineno}", sentence.removeprefix("frames: ")


HANDED_ON = (
    "xyz",
    "xyz: xyz",
    "settings: refused by xyz: xyz",
)  # the sentence comes from elsewhere


@pytest.mark.parametrize("name", games.NAMES)
def test_every_problem_is_said_in_japanese(name: str) -> None:
    game = games.game(name)
    found = [*problems_in(RULES / "core"), *problems_in(RULES / "play")]
    found += problems_in(RULES / "games" / name)
    assert len(found) > 40
    for where, sentence in found:
        if sentence in HANDED_ON:
            continue
        own = re.sub(r"^(xyz(\.\w+)?|[a-z_]+(\.\w+)?): ", "", sentence, count=1)
        said = [said_of(game, text)["ja"] for text in (own, sentence)]
        assert any(re.search("[ぁ-ん]", text) for text in said), f"{where}: {sentence}"


@pytest.mark.parametrize("name", games.NAMES)
def test_every_field_and_value_has_a_name(name: str) -> None:
    game = games.game(name)
    names = value_names(game)
    for field in (*game.schema.table, *game.schema.players):
        assert label_of(game, field.name)["ja"] != label_of(game, field.name)["en"], field.name
        for value in enums_in(field.kind.written_shape()):
            said = names.get(value) or game.words.words.get(value)
            assert said is not None or re.fullmatch(r"[A-Z]{2}\.[a-d]\d", value), value


def enums_in(shape: Any) -> Iterator[str]:
    if isinstance(shape, dict):
        yield from shape.get("enum", [])
        for part in shape.values():
            yield from enums_in(part)
    elif isinstance(shape, list):
        for part in shape:
            yield from enums_in(part)


@pytest.mark.parametrize("name", games.NAMES)
def test_the_words_for_positions_are_all_of_use(name: str) -> None:
    """A field that is no field, or a sentence nobody says, would stay for ever."""
    game = games.game(name)
    fields = {field.name for field in (*game.schema.table, *game.schema.players)}
    shapes = json.dumps(
        [f.kind.written_shape() for f in (*game.schema.table, *game.schema.players)]
    )
    own = tomllib.loads((SOURCE / "games" / name / "position.toml").read_text(encoding="utf-8"))
    for field in own["fields"]:
        assert field in fields or f'"{field}"' in shapes or field == "hall", field
    said = [sentence for _, sentence in problems_in(RULES / "games" / name)]
    for phrase in position_words(game).phrases[: len(own["problem"])]:
        fits = (
            phrase.pattern.fullmatch(text)
            for sentence in said
            for text in (
                sentence,
                re.sub(r"^(xyz(\.\w+)?|[a-z_]+(\.\w+)?): ", "", sentence, count=1),
            )
        )
        assert any(fits), phrase.text["en"]


def test_a_part_of_a_field_is_named_after_it() -> None:
    problem = problem_of(games.game("battles"), PositionError("hall.warriors: must be a list"))
    assert problem.where == {"en": "Hall of Heroes, Warriors. ", "ja": "英雄の間、戦士。"}


def test_a_list_in_a_sentence_is_joined_as_its_language_joins() -> None:
    problem = problem_of(games.game("shintoh"), PositionError("dealer: must be one of A, B"))
    assert problem.text == {
        "en": "Must be one of A, B.",
        "ja": "A、Bのどれかにしてください。",
    }


def test_a_sentence_nobody_translated_stays_as_it_is() -> None:
    problem = problem_of(games.game("shintoh"), PositionError("altar: it rains"))
    assert (problem.field, problem.text["ja"]) == ("altar", "It rains.")


# -- as text ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games.NAMES)
def test_a_case_of_the_editor_runs_and_is_read_again(name: str, tmp_path: Path) -> None:
    game = games.game(name)
    for number, state in enumerate(played(name, 3)):
        if number % 40 and state.asked != NOBODY:
            continue
        short = shortened(game, state)
        text = case_text(game, state, short, 'A "position" 局面')
        assert read_text(text, name) == (name, short)
        file = tmp_path / f"{number}.toml"
        file.write_text(text, encoding="utf-8")
        (case,) = read_cases(file)
        assert Runner(Shelf(tmp_path), game, Laws()).run(case) == []


def test_toml_says_what_json_says() -> None:
    value = {"a": [1, True, 'x\n"y" 神', [], {}], "b.c": {"d": -1}, "none": "x"}
    assert tomllib.loads(f"v = {toml(value)}")["v"] == value
    assert toml([None]) == '["none"]'


def test_texts_that_are_read() -> None:
    game = games.game("shintoh")
    middle = next(state for number, state in enumerate(played("shintoh", 2)) if number == 20)
    short = shortened(game, middle)
    saved = json.dumps(game.save(middle))
    assert read_text(saved, "kodama") == ("shintoh", short)
    assert read_text('seats = 2\naltar = "susanoo"', "shintoh")[1]["altar"] == "susanoo"
    record = new_record(game, Setup(2, {}, 3))
    assert read_text(record.as_text(), "kodama")[0] == "shintoh"
    case = 'game = "shintoh"\n[[case]]\ngiven.setup = {seats = 3, seed = 4}\n'
    assert read_text(case, "kodama")[1]["seats"] == 3


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("hello", "no position"), ("[1]", "how many players"), ("{}", "no position"),
        ("{" * 5000, "no position"), ('{"a": ' * 5000, "no position"),
        ('{"game": "chess", "seats": 2}', "not here"),
        ('{"game": 7, "seats": 2, "x": 1}', "position of 7"),
        ('{"case": []}', "no position"), ('{"case": [5]}', "no position"),
        ('{"case": {"id": "a"}}', "no position"),
        ('{"format": 9}', "format 9"), ('[[case]]\ngiven.like = "a"', "builds on another"),
        ('[[case]]\ngiven.random = {games = 1, seats = [2]}', "builds on another"),
        ('[[case]]\ngiven.setup = {seats = 99}', "cannot be taken over"),
        ("case = 3", "no position"),
        ('[[case]]\nx = 1', "given"),
    ],
)  # fmt: skip
def test_texts_that_are_not(text: str, word: str) -> None:
    with pytest.raises(Refusal) as why:
        read_text(text, "shintoh")
    assert word in why.value.sentences["en"]
    assert why.value.sentences["ja"]
