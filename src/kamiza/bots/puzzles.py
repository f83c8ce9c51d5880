"""Puzzles as data: a position from a game that was played, and which plan is clearly best in it.

`kamiza puzzles GAME --find` finds them and writes `puzzles.toml` into the folder of the game. A
position is told as a set-up and the moves up to it, so it is reached by playing; what is best was
found from what the seat may know. `[puzzles]` in `bots.toml` says what the game makes puzzles of.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256

from kamiza.bots.options import Study, study_of
from kamiza.bots.styles import NUMBERS, bots_table, planning_of, style_of
from kamiza.core.action import LETTERS, seat_number
from kamiza.core.content import ContentError, Table, game_folder, read_toml
from kamiza.core.game import Game, Setup, State
from kamiza.core.rules import LANGUAGES

FILE = "puzzles.toml"
BETWEEN = "; "  # moves
USUAL_GAP = 8  # per cent
FIELDS = (
    "bots", "questions", "follow_ups", "loose", "gap", "horizon", "looked_at", *NUMBERS,
)  # fmt: skip

Text = dict[str, str]


@dataclass(frozen=True)
class Custom:
    """What a game makes puzzles of."""

    bots: str  # who plays the games in which they are found
    questions: tuple[str, ...]  # that are worth a puzzle; none named: all
    loose: tuple[str, ...]  # questions whose answer does not make another plan
    gap: float  # by which the best must be better than anything else
    study: Study  # `follow_ups` are the questions that belong to one answer


@dataclass(frozen=True)
class PuzzleOption:
    """One plan, what it would leave, and what is to be said of it."""

    moves: tuple[str, ...]
    chance: float
    why: Text  # of the answer what speaks for it, of another what speaks against it


@dataclass(frozen=True)
class Puzzle:
    """One position with its task."""

    game: str
    number: int  # from 1
    setup: Setup
    moves: tuple[str, ...]  # that lead to it
    you: int
    task: Text
    answer: PuzzleOption
    others: tuple[PuzzleOption, ...]  # the next best

    @property
    def gap(self) -> float:
        """How much better the best is than the next."""
        return self.answer.chance - self.others[0].chance

    @property
    def print(self) -> int:
        """A fingerprint: a table that was begun goes on only with its own puzzle."""
        about = [self.setup.seats, self.setup.settings, self.setup.seed, self.moves]
        canonical = json.dumps([*about, self.answer.moves], sort_keys=True)
        return int.from_bytes(sha256(canonical.encode()).digest()[:4], "big")

    def start(self, game: Game) -> State:
        """The position, by playing up to it; a `ContentError` if the rules do not allow that."""
        state = game.start(self.setup)
        for count, move in enumerate(self.moves, 1):
            refused = game.why_not(state, int(state.asked), move)
            if refused is not None:
                raise ContentError(
                    f"puzzle {self.number} of {self.game}: move {count}, {move}: "
                    f"{game.refuse(refused).sentences['en']}"
                )
            game.apply(state, game.read(state.asked, move))
        return state


@cache
def custom_of(game: Game) -> Custom:
    """What `[puzzles]` in `bots.toml` says, and the usual where it is silent."""
    content = bots_table(game)
    table = content.table("puzzles") if "puzzles" in content.data else Table("", "puzzles", {})
    for name in table.data:
        if name not in FIELDS:
            raise table.error(name, "is no field of puzzles")
    usual = study_of(game)

    def questions(name: str) -> tuple[str, ...]:
        found = table.texts(name) if name in table.data else []
        for key in found:
            if key not in game.questions:
                raise table.error(name, f"names {key!r}, which the game does not ask")
        return tuple(found)

    style = {name: said for name, said in table.data.items() if name in (*NUMBERS, "horizon")}
    hint = content.table("hint").data if "hint" in content.data else {}
    own = {name: said for name, said in hint.items() if name in (*NUMBERS, "horizon")}
    study = replace(
        usual,
        style=style_of(planning_of(game) | own | style) if style else usual.style,
        looked_at=table.number("looked_at") if "looked_at" in table.data else 8,
        follow_ups=questions("follow_ups") or usual.follow_ups,
    )
    gap = table.number("gap") if "gap" in table.data else USUAL_GAP
    bots = table.maybe_text("bots") or "heuristic"
    return Custom(bots, questions("questions"), questions("loose"), gap / 100, study)


# -- reading ----------------------------------------------------------------------------------


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game; none if nobody has looked for them."""
    if not (game_folder(game) / FILE).is_file():
        return ()
    content = read_toml(game_folder(game), FILE)
    tables = content.tables("puzzle", "seed")
    return tuple(read_puzzle(game, table, number) for number, table in enumerate(tables, 1))


def number_of_puzzles(game: str) -> int:
    """How many a game has, without reading what they are."""
    file = game_folder(game) / FILE
    return file.read_text("utf-8").count("\n[[puzzle]]\n") if file.is_file() else 0


def read_puzzle(game: str, table: Table, number: int) -> Puzzle:
    table = Table(table.file, f"puzzle {number}", table.data)
    settings = table.table("settings").data if "settings" in table.data else {}
    setup = Setup(table.number("seats", 1), settings, table.number("seed"))
    options = [read_option(one) for one in table.tables("option", "moves")]
    if len(options) < 2:
        raise table.error("option", "must be more than the answer")
    return Puzzle(
        game, number, setup, read_moves(table.text("moves")) if table.data.get("moves") else (),
        seat_number(table.choice("you", tuple(LETTERS))), both(table.table("task")),
        options[0], tuple(options[1:]),
    )  # fmt: skip


def read_option(table: Table) -> PuzzleOption:
    chance = table.number("chance", 0, 1000) / 1000
    why = both(table.table("why")) if "why" in table.data else dict.fromkeys(LANGUAGES, "")
    return PuzzleOption(read_moves(table.text("moves")), chance, why)


def read_moves(text: str) -> tuple[str, ...]:
    return tuple(text.split(BETWEEN))


def both(table: Table) -> Text:
    return {language: table.text(language) for language in LANGUAGES}


# -- writing ----------------------------------------------------------------------------------


def as_toml(puzzles: list[Puzzle], head: str) -> str:
    """The file of a game; `head` tells by which command it was made."""
    lines = [f"# {line}".rstrip() for line in head.splitlines()]
    for puzzle in puzzles:
        lines += ["", "[[puzzle]]", f"seats = {puzzle.setup.seats}"]
        if puzzle.setup.settings:
            lines.append(f"settings = {value(puzzle.setup.settings)}")
        lines += [
            f"seed = {puzzle.setup.seed}",
            f"moves = {value(BETWEEN.join(puzzle.moves))}",
            f"you = {value(LETTERS[puzzle.you])}",
            f"task = {value(puzzle.task)}",
        ]
        for option in (puzzle.answer, *puzzle.others):
            lines += [
                "[[puzzle.option]]",
                f"moves = {value(BETWEEN.join(option.moves))}",
                f"chance = {round(1000 * option.chance)}",
            ]
            if all(option.why.values()):
                lines.append(f"why = {value(option.why)}")
    return "\n".join(lines) + "\n"


def value(said: object) -> str:
    """Texts, numbers and tables of them as TOML writes them."""
    if isinstance(said, dict):
        return "{ " + ", ".join(f"{name} = {value(one)}" for name, one in said.items()) + " }"
    return json.dumps(said, ensure_ascii=False)
