"""Boards as text: small enough for 80 x 24, nothing raw, nothing secret."""

import re

import pytest
from rich.console import Console, RenderableType

from kamiza.bots import make_bot
from kamiza.core.action import NOBODY
from kamiza.core.game import Setup
from kamiza.core.record import new_record
from kamiza.core.speech import Line, Listener
from kamiza.games import game
from kamiza.terminal.console import Terminal
from kamiza.terminal.keyboard import KeyboardTable
from kamiza.terminal.screen import Screen, screen_for
from kamiza.terminal.shintoh.screen import ShintohScreen

SHINTOH = game("shintoh")
NAMES = {"en": ("Guest", "Haru", "Mika", "Sora"), "ja": ("ゲスト", "ハル", "ミカ", "ソラ")}


def terminal(language: str = "en") -> Terminal:
    made = Terminal(language)
    made.console = Console(width=80, height=24, no_color=True, highlight=False)
    return made


def text_of(screen: Screen, thing: RenderableType) -> str:
    with screen.terminal.console.capture() as captured:
        screen.terminal.console.print(thing)
    return captured.get()


def table_of(seats: int, seed: int, bots: str, language: str, **settings: object) -> KeyboardTable:
    names = NAMES[language][:seats]
    record = new_record(SHINTOH, Setup(seats, settings, seed), names)
    players = {seat: make_bot(bots, SHINTOH, seed + seat) for seat in range(seats)}
    return KeyboardTable(SHINTOH, record, [0], players, Listener(language, names))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("bots", ["heuristic", "random"])
def test_the_board_fits_80_by_24_for_four_players(language: str, bots: str) -> None:
    screen = screen_for(SHINTOH, terminal(language), NAMES[language])
    screen.people = [0]
    table = table_of(4, 5, bots, language)
    while not table.is_over:
        if len(table.acts) % 9 == 0 or table.view(0)["god_pile"] < 2:
            view = table.view(table.asked)
            text = text_of(screen, screen.board(view, table.lines(table.asked)))
            assert text.count("\n") <= 23, text  # and one line for the input
            assert "{" not in text
            assert not re.search(r"_|\brob [A-D]|\+rice", text), text
        table.let_bot_move()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_fullest_board_fits(language: str) -> None:
    """All gods but one are won, and all three treasures can be used."""
    everything = [card["id"] for card in SHINTOH.speech.cards("en", True)][:18]
    rest = [god for god in everything if god not in ("mirror", "jewel", "sword", "sakuya")]
    players = {
        "A": {"gods": ["jewel", "mirror", "sword"], "face_down": rest[0], "placed": "1"},
        "B": {"gods": rest[4:8], "face_down": rest[1], "placed": "2"},
        "C": {"gods": rest[8:11], "face_down": rest[2], "placed": "21", "role_taken": True},
        "D": {"gods": rest[11:], "face_down": rest[3], "placed": "31"},
    }
    position = {"seats": 4, "altar": "sakuya", "gods_left": [], "asked": "A", "players": players}
    view = SHINTOH.screen(SHINTOH.view(SHINTOH.load(position), 0))
    screen = screen_for(SHINTOH, terminal(language), NAMES[language])
    screen.people = [0]
    text = text_of(screen, screen.board(view, [Line("A", "x" * 200)]))
    assert len(view["moves"]) == 8
    assert text.count("\n") <= 23, text


@pytest.mark.parametrize("settings", [{}, {"role_knowledge": "open_book"}])
def test_the_first_screen_fits_too(settings: dict[str, object]) -> None:
    for language in ("en", "ja"):
        screen = screen_for(SHINTOH, terminal(language), NAMES[language])
        screen.people = [0]
        view = table_of(4, 1, "random", language, **settings).view(0)
        assert text_of(screen, screen.introduction_screen(view)).count("\n") <= 22


def test_what_a_board_shows() -> None:
    screen = screen_for(SHINTOH, terminal(), NAMES["en"])
    screen.people = [0]
    table = table_of(2, 11, "heuristic", "en", first_dealer="A")
    board = text_of(screen, screen.board(table.view(0), table.lines(0)))
    assert "Competition 1 of 16" in board
    assert "Guest (you)" in board
    assert "Haru (bot)" in board
    assert "1 Pass, take" in board
    assert "2 Lay rice  Total 3. Nobody else has laid anything.\n" in board
    assert "Hand  1 rice (3)  1 sake (2)  2 salt (1)  = 7" in board
    assert "Dedicate, or pass?" in board
    assert "8 Take the role card… (look)" in board
    assert re.search(r"Haru \(bot\).* \?$", board, re.MULTILINE)  # the god face down


def test_everything_since_the_own_last_turn_is_shown() -> None:
    """The table makes room for it; what still does not fit is counted."""
    screen = screen_for(SHINTOH, terminal(), NAMES["en"])
    screen.people = [0]
    view = table_of(4, 5, "heuristic", "en").view(0)
    lines = [Line("B", f"line {number}") for number in range(20)]
    board = text_of(screen, screen.board(view, lines, fresh=7))
    assert all(f"line {number}\n" in re.sub(" +\n", "\n", board) for number in range(13, 20))
    crowded = text_of(screen, screen.board(view, lines, fresh=20))
    assert re.search(r"\(\d+ earlier lines: log\)", crowded)
    assert crowded.count("\n") <= 23


def test_a_closed_game_tells_no_partner_on_the_board() -> None:
    """Some stories point at another god of the same role; they stay away in a closed game."""
    screen = screen_for(SHINTOH, terminal(), NAMES["en"])
    for god, story in (("izanagi", "With his wife"), ("kushinada", "comb")):
        position = {"seats": 2, "altar": god}
        closed = SHINTOH.screen(SHINTOH.view(SHINTOH.load(position), 0))
        assert story not in text_of(screen, screen.table(closed))
        position["settings"] = {"role_knowledge": "open_book"}  # type: ignore[assignment]
        opened = SHINTOH.screen(SHINTOH.view(SHINTOH.load(position), 0))
        assert story in text_of(screen, screen.table(opened))


def test_numbers_of_moves_never_change() -> None:
    screen = screen_for(SHINTOH, terminal(), NAMES["en"])
    seen: dict[tuple[bool, int], str] = {}
    table = table_of(4, 5, "random", "en")
    while not table.is_over:
        view = table.view(table.asked)
        is_turn = view["question"] in ("TURN", "GIVE")
        for choice in screen.choices(view):
            assert screen.move_of_number(choice.number, view) == choice.text
            if is_turn:
                assert seen.setdefault((is_turn, choice.number), choice.text) == choice.text
        table.let_bot_move()


def test_free_forms_of_words() -> None:
    screen = screen_for(SHINTOH, terminal(), NAMES["en"])
    turn = {"question": "TURN", "players": dict.fromkeys("ABCD")}
    assert screen.move_of_words("rice", turn) == "+rice"
    assert screen.move_of_words("lay salt", turn) == "+salt"
    assert screen.move_of_words("pick sake", turn) == "pick sake"
    assert screen.move_of_words("rob b", turn) == "rob B"
    assert screen.move_of_words("rob Mika", turn) == "rob C"
    assert screen.move_of_words("b", turn) is None
    assert screen.move_of_words("b", turn | {"question": "SWORD_TARGET"}) == "rob B"
    assert screen.move_of_words("rice", turn | {"question": "MIRROR_PICK"}) == "pick rice"


def test_the_count_at_the_end_tells_every_role() -> None:
    screen = screen_for(SHINTOH, terminal(), NAMES["en"])
    table = table_of(3, 2, "heuristic", "en")
    while not table.is_over:
        table.let_bot_move()
    view = table.view(0)
    steps = [text_of(screen, step) for step in screen.ending(view)]
    assert len(steps) == 4
    for result in view["result"]["seats"].values():
        for role in result["roles"]:
            name = next(known["name"] for known in view["roles"] if known["id"] == role["id"])
            assert any(f"{name}: {role['value']}" in step for step in steps)
    assert "wins with" in steps[-1]


def test_any_game_has_a_screen() -> None:
    """The general screen needs nothing but the view and the sentences."""
    screen = Screen(SHINTOH, terminal(), NAMES["en"])
    screen.people = [0]
    table = table_of(2, 3, "heuristic", "en", first_dealer="A")
    view = table.view(0)
    board = text_of(screen, screen.board(view, table.lines(0)))
    assert "harvest" in board
    assert "1 Pass, take" in board
    assert screen.move_of_number(1, view) == "pass"
    assert screen.move_of_number(99, view) is None
    while not table.is_over:
        table.let_bot_move()
    assert "score" in text_of(screen, screen.ending(table.view(0))[0])
    assert text_of(screen, screen.introduction_screen(view)).startswith("Shintoh: 2 players.")


def test_the_game_has_its_own_screen() -> None:
    assert isinstance(screen_for(SHINTOH, terminal(), ("A", "B")), ShintohScreen)


def test_names_from_a_file_cannot_move_the_cursor() -> None:
    screen = screen_for(SHINTOH, terminal(), ("\x1b[2Jevil", "B"))
    assert "\x1b" not in screen.to.name(0)


def test_asked_is_nobody_at_the_end() -> None:
    table = table_of(2, 3, "random", "en")
    while not table.is_over:
        table.let_bot_move()
    assert table.asked == NOBODY
