"""The case runner can fail: wrong expectations are found and said readably, wrong files are
refused with file, case and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from kamiza.cases import playthrough
from kamiza.cases.compare import CONDITIONS
from kamiza.cases.files import (
    GIVEN_FIELDS,
    MANY_GAMES,
    RANDOM_FIELDS,
    STEP_FIELDS,
    Shelf,
    read_cases,
)
from kamiza.cases.runner import Runner
from kamiza.cases.words import WORDS
from kamiza.core.content import ContentError
from kamiza.core.native import COMPILED
from kamiza.games import NAMES, game, laws
from kamiza.games.kamisama.rules import flow
from kamiza.terminal.case import run

MANUAL = (Path(__file__).parent.parent / "docs" / "cases.md").read_text(encoding="utf-8")
HEAD = 'game = "shintoh"\n[[case]]\nid = "X"\ntitle = "A try"\nrules = ["OF-DED-03"]\n'
GIVEN = "given.position = {seats = 2}\n"
STEP = '[[case.step]]\ndo = ["A: +salt", "A: stop"]\n'

WRONG = [
    # what is written in the case, the lines that must be said about it
    (GIVEN + 'then.asked = "B"', ['asked: expected "B", found "A"']),
    (GIVEN + 'then.question = "GIVE"', ['question: expected "GIVE", found "TURN"']),
    (GIVEN + "then.over = true", ["over: expected true, found false"]),
    (GIVEN + 'then.moves = ["pass"]', ['moves: expected ["pass"], found ["pass", "+rice", ']),
    (GIVEN + 'then.moves_include = ["stop"]', ['moves: expected includes ["stop"], found ["p']),
    (GIVEN + 'then.moves_exclude = ["look"]', ['moves: expected lacks ["look"], found ["pas']),
    # the words of older cases
    (GIVEN + 'then.prompt = "GIVE"', ['question: expected "GIVE", found "TURN"']),
    (GIVEN + 'then.options = ["pass"]', ['moves: expected ["pass"], found ["pass", "+rice", ']),
    (GIVEN + 'then.options_include = ["stop"]', ['moves: expected includes ["stop"], found ["p']),
    (GIVEN + 'then.options_exclude = ["look"]', ['moves: expected lacks ["look"], found ["pas']),
    (
        GIVEN + 'then.position.players.A = {hand = "21", in = false}',
        ['position.players.A.hand: expected "21", found "3211"', "position.players.A.in: expected"],
    ),
    (GIVEN + 'then.position.crown = "gold"', ['position.crown: expected "gold", found nothing']),
    (GIVEN + 'then.position.players.A.face_down = "none"', ['face_down: expected "none", found']),
    (GIVEN + 'then.position.altar.name = "x"', ['position.altar: expected {"name": "x"}, found "']),
    (GIVEN + "then.view.A.bar = 1", ["view.A.bar: expected 1, found 0"]),
    (GIVEN + "then.view.A.bar = false", ["view.A.bar: expected false, found 0"]),
    (GIVEN + "then.view.A.players.B.hand_size = 5", ["view.A.players.B.hand_size: expected 5, fo"]),
    (GIVEN + "then.view.A.roles.owari.value = 10", ["view.A.roles.owari.value: expected 10, fou"]),
    (
        GIVEN + "then.view.A.players.C.hand_size = 4",
        ['view.A.players.C: expected {"hand_size": 4}, found nothing'],
    ),
    (GIVEN + "then.view.A.bar = {at_least = 1}", ["view.A.bar: expected at least 1, found 0"]),
    (GIVEN + "then.view.A.bar = {at_most = -1}", ["view.A.bar: expected at most -1, found 0"]),
    (GIVEN + "then.view.A.bar = {one_of = [1, 2]}", ["view.A.bar: expected one of [1, 2], found"]),
    (GIVEN + "then.view.A.bar = {none_of = [0]}", ["view.A.bar: expected none of [0], found 0"]),
    (GIVEN + "then.view.A.bar = {size = 1}", ["view.A.bar: expected size 1, found 0"]),
    (GIVEN + "then.view.A.moves = {size = 4}", ["view.A.moves (size): expected 4, found 5"]),
    (
        GIVEN + 'then.view.A.moves = {includes = "jewel"}',
        ['view.A.moves: expected includes "jewel"'],
    ),
    (
        GIVEN + 'then.view.A.moves = {lacks = "pass"}',
        ['view.A.moves: expected lacks "pass", found'],
    ),
    (GIVEN + "then.view.A.moves = {where = {id = 1}}", ["view.A.moves: expected where"]),
    (
        GIVEN + "then.view.A.players = {where = {hand_size = 4}, count = 1}",
        ['view.A.players (where {"hand_size": 4}): expected 1, found 2'],
    ),
    (GIVEN + "then.view.A.players = []", ["view.A.players (0 expected, 2 found): the fi"]),
    (
        GIVEN + "then.view.A.players = [{hand_size = 4}, {hand_size = 5}]",
        ["view.A.players.1.hand_size: expected 5, found 4"],
    ),
    (GIVEN + "then.view.A.players.1.hand_size = 5", ["view.A.players.1.hand_size: expected 5, f"]),
    # sizes only of lists, tables of entries and texts
    (
        GIVEN + "then.view.A.private.hand = {size = 3}",
        ["view.A.private.hand: a table of fields has no size; it has rice, sake, salt"],
    ),
    (GIVEN + "then.view.A.players = {size = 3}", ["view.A.players (size): expected 3, found 2"]),
    # what must be absent has to exist
    (GIVEN + 'then.moves_exclude = ["jewl"]', ["'jewl' is not a move in this game. [OF-ERR-02]"]),
    (GIVEN + 'then.events_exclude = ["pased"]', ["there is no event 'pased' in shintoh"]),
    (GIVEN + "then.counts = {pased = 0}", ["there is no event 'pased' in shintoh"]),
    (
        GIVEN + STEP + 'then.events_exclude = [{event = "dedicated", totl = 3}]',
        ["the event 'dedicated' has no 'totl'; it has event, seat, total"],
    ),
    (GIVEN + 'then.view_lacks.A = ["piel"]', ["there is no 'piel' in a view of shintoh: piel"]),
    (
        GIVEN + 'then.view_lacks.A = ["players.B.hnad"]',
        ["there is no 'hnad' in a view of shintoh: players.B.hnad"],
    ),
    # a name of the game is not enough: it must be one of that place
    (GIVEN + 'then.view_lacks.A = ["susanoo"]', ["there is no 'susanoo' in a view of shintoh"]),
    (GIVEN + 'then.view_lacks.A = ["players.B.pile"]', ["there is no 'pile' in a view of sh"]),
    (GIVEN + 'then.view_lacks.A = ["private.altar"]', ["there is no 'altar' in a view of sh"]),
    (GIVEN + 'then.view_lacks.A = ["players.G.hand"]', ["there is no 'G' in a view of shintoh"]),
    (GIVEN + 'then.view_lacks.A = ["roles.kuniumi.memebrs"]', ["there is no 'memebrs' in a vie"]),
    (GIVEN + 'then.view_hides.A = ["susanooo"]', ["there is no 'susanooo' in shintoh"]),
    (GIVEN + 'then.told_hides.A = ["kidns"]', ["there is no 'kidns' in shintoh"]),
    (GIVEN + "then.told_hides.D = []", ["'D' is no seat; seats are A, B and spectator"]),
    (GIVEN + 'then.view.A.moves = {lacks = "jewl"}', ["there is no 'jewl' in shintoh"]),
    (GIVEN + 'then.position.altar = {none_of = ["zeus"]}', ["there is no 'zeus' in shintoh"]),
    (
        GIVEN + "then.view.A.roles = {where = {valeu = 12}, count = 0}",
        ["view.A.roles: where: no entry has a 'valeu'"],
    ),
    (
        'given.setup = {seats = 2}\ngiven.leave_out = ["piel"]\nthen.over = false',
        ["given: leave_out: there is no 'piel' to leave out"],
    ),
    # of a long list only the first difference
    (
        GIVEN + "then.view.A.roles = [" + ", ".join(["{value = {at_most = 24}}"] * 9) + "]",
        ["view.A.roles (9 expected, 10 found): the first difference is 9: expected nothing, fou"],
    ),
    (
        GIVEN + 'then.view_lacks.A = ["private.hand"]',
        ["view.A.private.hand: expected nothing, fou"],
    ),
    (GIVEN + 'then.view_hides.A = ["kuniumi"]', ['view.A: expected no word of "kuniumi", found …']),
    (
        GIVEN + "then.view.A.players = [{total = 0}, {total = 1}]",
        ["view.A.players.1.total: expected 1, found 0"],
    ),
    (GIVEN + "then.view.Q.bar = 0", ["'Q' is no seat; seats are A, B"]),
    (GIVEN + "then.scores = {A = 47}", ["scores.A: expected 47, found "]),
    (GIVEN + "then.ranks = {A = 4}", ["ranks.A: expected 4, found "]),
    (GIVEN + 'then.winners = ["A", "B", "C"]', ['winners: expected ["A", "B", "C"], found ["']),
    (GIVEN + 'then.default = "look"', ['default: expected "look", found "pass"']),
    (GIVEN + "then.decisions = 1", ["decisions: expected 1, found 0"]),
    (GIVEN + 'then.refuses = {"A: pass" = "OF-ERR-03"}', ['refused A: pass: expected "OF-ERR-03"']),
    (
        GIVEN + 'then.refuses = {"A: stop" = "OF-ERR-04"}',
        ['expected "OF-ERR-04", found "You cannot'],
    ),
    (GIVEN + 'then.refuses = {"A: stop" = "no such words"}', ['expected "no such words", found "']),
    (GIVEN + "then.content.game.age = 7", ["content.game.age: expected 7, found 6"]),
    (GIVEN + 'then.laws = ["OF-NUM-02"]', ["law OF-NUM-02: expected to hold, found passes: exp"]),
    (GIVEN + 'then.laws = ["OF-XYZ-01"]', ["laws: there is no law 'OF-XYZ-01'; there are OF-C"]),
    (GIVEN + 'then.one_of = [{asked = "B"}]', ['one_of (nearest) asked: expected "B", found "A"']),
    (
        GIVEN + STEP + 'then.events = ["passed"]',
        ['events: expected "passed" in its place, found {'],
    ),
    (GIVEN + STEP + 'then.events = ["dedicated", "card_added"]', ['expected "card_added" in its']),
    (
        GIVEN + STEP + 'then.events_exclude = ["dedicated"]',
        ['events: expected no "dedicated", fou'],
    ),
    (GIVEN + STEP + "then.counts = {card_added = 2}", ["counts.card_added: expected 2, found 1"]),
    (GIVEN + STEP + 'then.told.B = ["passed"]', ['told.B: expected "passed" in its place, found']),
    (GIVEN + STEP + 'then.told_hides.B = ["salt"]', ['told.B: expected no word of "salt", found']),
    (
        GIVEN + STEP + 'refused = "OF-ERR-06"',
        ['refused A: stop: expected ["OF-ERR-06"], found that'],
    ),
    (
        GIVEN + STEP + '[[case.step]]\ndo = ["B: +sake", "A: pass"]\nthen.asked = "A"',
        ["step 2: do: expected that it is allowed, found after move 3, 'A: pass': It is B's"],
    ),
    (GIVEN + '[[case.step]]\ndo = "A: dance"\nthen.asked = "A"', ["'dance' is not a move"]),
    (
        "given.position = {seats = 2, crown = 1}\nthen.over = false",
        ["given: the position: there is"],
    ),
    ("given.setup = {seats = 7}\nthen.over = false", ["given: This game is for 2 to 4 players."]),
    (
        'given.setup = {seats = 2}\ngiven.refused = "OF-ERR-16"',
        ["given: expected to be refused: OF"],
    ),
    (
        'given.setup = {seats = 7}\ngiven.refused = "OF-ERR-17"',
        ['given: expected "OF-ERR-17", fou'],
    ),
    (
        'given.position = {seats = 2, x = 1}\ngiven.refused = "y"',
        ['given: expected "y", found "th'],
    ),
    ('given.like = "Y"\nthen.over = false', ["given: there is no case Y in "]),
    ('given.from = "X"\nthen.over = false', ["given: the case builds on itself"]),
    ('given.setup = {seats = 2}\ngiven.seeds = 9\nthen.position.harvest = "3"', ["[with seed "]),
    (
        "given.random = {games = 2, seats = [2]}\nthen.over = false",
        ["found true [2 seats, seed 0]"],
    ),
    (
        'given.random = {games = 9, seats = [2], policy = "none"}\n'
        "then.games_where = [{over = false, at_most = 8}]",
        ["games_where {'over': False}: expected at most 8, found 9"],
    ),
]

UNREADABLE = [
    # the file, what must be said about it
    ('[[case]]\nid = "X"', "the file: game is missing"),
    ('game = "shintoh"', "the file: case is missing"),
    ('game = "shintoh"\ncolour = 1', "the file: colour is not known here; there are game, case"),
    (HEAD.replace('title = "A try"\n', "") + GIVEN + "then.over = false", "X: title is missing"),
    (HEAD.replace("[[case]]\n", ""), "the file: id is not known here"),
    (HEAD + "then.over = false", "X: given is missing"),
    (HEAD + GIVEN, "X: then is missing: the case expects nothing"),
    (HEAD + GIVEN + "when = 1", "X: when is not known here"),
    (HEAD + GIVEN + "given.seets = 2", "X: given: seets is not known here"),
    (
        HEAD + "given.setup = {seats = 2}\ngiven.like = 'Y'\nthen.over = false",
        "given: must have ex",
    ),
    (HEAD + "given.setup = {seats = 'two'}\nthen.over = false", "X: given: setup: seats must be a"),
    (
        HEAD + "given.random = {games = 1}\nthen.over = true",
        "X: given: random: seats must be a list",
    ),
    (
        HEAD + "given.random = {games = 1, seats = [2], policy = 'x'}\nthen.over = true",
        "policy must",
    ),
    (
        HEAD + "given.random = {games = 1, seats = [2]}\n" + STEP + "then.over = true",
        "after random",
    ),
    (HEAD + GIVEN + "then.ovre = true", "X: then: ovre is no word of cases; there are asked, con"),
    (HEAD + GIVEN + "then.over = 'yes'", "X: then: over must be true or false, not 'yes'"),
    (HEAD + GIVEN + "then.options = 'pass'", "X: then: options must be a list, not 'pass'"),
    (HEAD + GIVEN + "then.one_of = [{ovre = 1}]", "X: then: one_of: then: ovre is no word"),
    (HEAD + GIVEN + "then.one_of = [1]", "X: then: one_of must be a list of tables"),
    (HEAD + GIVEN + "then.games_where = []", "X: then: games_where is no word of cases"),
    (HEAD + GIVEN + "[[case.step]]\ndo = 1", "X: step 1: do must be a list of texts, not 1"),
    (HEAD + GIVEN + "[[case.step]]\ntimes = 0", "X: step 1: times must be a whole number"),
    (HEAD + GIVEN + "[[case.step]]\ntimes = 'until over'", "X: step 1: times needs a move"),
    (HEAD + GIVEN + "[[case.step]]\nrefused = 'R'", "X: step 1: refused needs a move in 'do'"),
    (
        HEAD + GIVEN + "given.refused = 'R'\nthen.over = true",
        "makes no sense after a given that is",
    ),
    (2 * (HEAD + GIVEN + "then.over = false\n"), "X: game is not known here"),
    (
        HEAD
        + GIVEN
        + "then.over = false\n[[case]]"
        + HEAD.partition("[[case]]")[2]
        + GIVEN
        + "then.over = false",
        "the file: X occurs twice",
    ),
    ("game = ", "Invalid value"),
]


def write(folder: Path, text: str) -> Path:
    path = folder / "case.toml"
    path.write_text(text, encoding="utf-8")
    return path


def problems(path: Path, name: str = "shintoh") -> list[str]:
    runner = Runner(Shelf(path.parent), game(name), laws(name))
    return [line for case in read_cases(path) for line in runner.run(case)]


@pytest.mark.parametrize(("text", "lines"), WRONG)
def test_a_wrong_expectation_is_found(tmp_path: Path, text: str, lines: list[str]) -> None:
    found = problems(write(tmp_path, HEAD + text))
    assert len(found) == len(lines), found
    for line, expected in zip(found, lines):
        assert expected in line


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "expected",
    [
        'events = ["pased"]',
        'events_exclude = ["pased"]',
        "counts = {pased = 0}",
        'told.A = [{event = "pased", seat = "A"}]',
        "one_of = [{counts = {pased = 0}}, {over = false}]",
    ],
)
def test_no_game_overlooks_a_misspelt_event(tmp_path: Path, name: str, expected: str) -> None:
    head = HEAD.replace('"shintoh"', f'"{name}"')
    rule = next(iter(game(name).book.rules))
    text = f"{head.replace('OF-DED-03', rule)}given.setup = {{seats = 2}}\nthen.{expected}"
    (line,) = problems(write(tmp_path, text), name)
    assert f"there is no event 'pased' in {name}" in line


@pytest.mark.parametrize(("text", "message"), UNREADABLE)
def test_a_wrong_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(ContentError) as refused:
        read_cases(path)
    assert message in str(refused.value)
    assert "case.toml" in str(refused.value)


def test_every_word_of_cases_is_seen_to_fail() -> None:
    written = "\n".join(text for text, _ in WRONG)
    assert [word for word in WORDS if f"then.{word}" not in written] == []
    assert [word for word in CONDITIONS if f"{word} = " not in written] == []


def test_the_example_in_the_manual_passes(tmp_path: Path) -> None:
    example = MANUAL.split("```toml\n")[1].split("```")[0]
    assert problems(write(tmp_path, example)) == []


def test_the_manual_knows_every_word() -> None:
    words = [*WORDS, *CONDITIONS, *GIVEN_FIELDS, *STEP_FIELDS, *RANDOM_FIELDS, MANY_GAMES]
    assert [word for word in words if word not in MANUAL] == []


def test_an_unknown_rule_is_found(tmp_path: Path) -> None:
    text = HEAD.replace("OF-DED-03", "OF-DED-99") + GIVEN + "then.over = false"
    assert problems(write(tmp_path, text)) == ["rules: OF-DED-99 is no rule of shintoh"]


def test_a_right_case_passes(tmp_path: Path) -> None:
    text = HEAD + GIVEN + STEP + 'then.asked = "B"\nthen.view.B = {bar = 1, asked = "B"}'
    assert problems(write(tmp_path, text)) == []


def test_moves_can_be_repeated_until_the_game_is_over(tmp_path: Path) -> None:
    text = HEAD + GIVEN + '[[case.step]]\ndo = "pass"\ntimes = "until over"\n'
    assert problems(write(tmp_path, text + "then.over = true\nthen.decisions = 16")) == []


def test_a_given_can_be_changed_and_filled_in_anew(tmp_path: Path) -> None:
    """From a set-up and from the end of a case, with fields left out and others changed."""
    text = HEAD + (
        "given.setup = {seats = 2, seed = 3}\n"
        'given.position.players.A.hand = "3322"\n'
        'given.leave_out = ["pile", "players.A.known"]\n'
        'then.position.players.A = {hand = "3322", known = "3322"}\n'
        '[[case]]\nid = "Y"\ntitle = "On"\nrules = []\ngiven.from = "X"\n'
        'given.position.asked = "B"\n'
        'then.position = {asked = "B", players = {A = {hand = "3322"}}}\n'
    )
    assert problems(write(tmp_path, text)) == []


TURNING = 'game = "kamisama"\n[[case]]\nid = "X"\ntitle = "A try"\nrules = []\nthen.over = false\n'
ENDLESS_WAYS = [
    # how a case gets into a rule that turns round for ever, what must be said about it
    ('given.position = {seats = 3, frames = ["ROTATE"]}', "given: the position does not come to"),
    (
        'given.position = {seats = 3, asked = "C", turn = {cubes = 1}}\n'
        '[[case.step]]\ndo = "C: add FI.a1"\nthen.asked = "B"',
        "after move 0, 'add FI.a1': it does not come to an end",
    ),
    ("given.random = {games = 1, seats = [3]}", "it does not come to an end"),
]


@pytest.mark.skipif(COMPILED, reason="compiled rules are not interrupted")
@pytest.mark.parametrize(("given", "message"), ENDLESS_WAYS, ids=["load", "move", "random"])
def test_a_rule_that_never_ends_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str, message: str
) -> None:
    """A board that does not turn any more would make the game wait for the next round for ever."""
    monkeypatch.setattr(playthrough, "PATIENCE", 0.3)
    monkeypatch.setattr(flow, "rotate", lambda state: None)
    path = write(tmp_path, TURNING + given)
    runner = Runner(Shelf(tmp_path), game("kamisama"), laws("kamisama"))
    found = [line for case in read_cases(path) for line in runner.run(case)]
    assert len(found) == 1
    assert message in found[0]


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write(tmp_path, HEAD + GIVEN + 'then.asked = "A"')
    assert run([str(good)], json_output=False) == 0
    assert "1 passed, 0 failed" in capsys.readouterr().out
    write(tmp_path, HEAD + GIVEN + 'then.asked = "B"')
    assert run([str(tmp_path)], json_output=False) == 1
    out = capsys.readouterr().out
    assert 'asked: expected "B", found "A"' in out
    assert "0 passed, 1 failed" in out
    assert run([str(tmp_path)], json_output=True) == 1
    assert '"id": "X"' in capsys.readouterr().out


def test_the_command_line_without_anything_to_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([str(tmp_path)], json_output=False) == 2
    assert run([str(tmp_path / "none.toml")], json_output=False) == 2
    assert "none.toml" in capsys.readouterr().out
    write(tmp_path, 'game = "chess"\n[[case]]\n' + HEAD.partition("[[case]]\n")[2] + GIVEN
          + "then.over = true")  # fmt: skip
    assert run([str(tmp_path)], json_output=False) == 2
    assert "There is no game 'chess'" in capsys.readouterr().out
