"""The cards of Kami-sama: how they are written as numbers, and the data read from `cards/`.

Vocabulary
    A villager card is a number from 0 to 59, fifteen to a village, copies of one kind side by
    side. A set of villager cards is ONE int with 60 bits. A *kind* is a number from 0 to 38.
    Kami (0-7), goals (0-18) and Kitsune cards (0-23) are numbers in the order of their files; sets
    of them are bit sets.
    Village tokens are ONE int with eight bits per village.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from kamiza.core.content import ContentError, Table, digest_of, game_folder, read_toml
from kamiza.core.native import i64
from kamiza.games.kamisama.board import (
    CELLS,
    COLUMNS,
    NOWHERE,
    ROWS,
    TYPES,
    VILLAGE_IDS,
    VILLAGES,
    Board,
    bit,
)
from kamiza.games.kamisama.rules.goals import Goal
from kamiza.games.kamisama.rules.steps import FAVOR, Passive, Program, packed_gain, step_tables

if TYPE_CHECKING:
    from kamiza.core.schema import Schema

KAMI: Final = 8
PER_DECK: Final = 15
ONE_DECK: Final = 0x7FFF
ALL_VILLAGERS: Final = 0xFFF_FFFF_FFFF_FFFF
FILES: Final = ("villages", "kami", "villagers", "goals", "kitsune", "tokens")
EDITIONS: Final = ("early", "full")
ONE_OF_EACH: Final = 0x01010101  # a village token of each village
TOKENS_EACH: Final = 12
SET_VP: Final = 6  # [KS-TOK-02]
BASIC_LIMIT: Final = 4  # [KS-ACT-05]
ROUNDS: Final = 4
FOX_SHRINES: Final = 20
SEEDS: Final = 4
SHRINES_BY_PLAYERS: Final = (0, 0, 20, 19, 18)  # [KS-SET-04]
DRAW_BY_PLAYERS: Final = (0, 0, 3, 3, 4)  # [KS-DRF-01] [KS-2P-16]
COLOURS: Final = ("red", "blue", "purple", "white")

# What a square of a Kitsune card does. [KS-KIT-01]
FOX_ADDS: Final = 0
FOX_REMOVES: Final = 1
FOX_REPLACES: Final = 2
FOX_EFFECTS: Final = ("add", "remove", "replace")
DIRECTIONS: Final = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


@final
class Kami:
    """A kami sheet. [KS-ACT-03]"""

    def __init__(
        self, table: Table, passive: Passive, abilities: list[Program], free: Program | None
    ) -> None:
        self.table: Final = table
        self.id: Final = table.text("id")
        self.passive: Final = passive
        self.abilities: Final = abilities
        self.costs: Final = bytes(a.number("cost", 1, 5) for a in table.tables("ability"))
        self.free: Final = free  # what the Rage token allows
        tokens = table.table("tokens").data
        self.has_moon: Final = "moon" in tokens
        self.has_seed: Final = "seed" in tokens
        self.has_fear: Final = "fear" in tokens
        self.has_rage: Final = "rage" in tokens


@final
class Villager:
    """A kind of villager card. [KS-DRF-09]"""

    def __init__(self, table: Table, first: int, program: Program) -> None:
        self.table: Final = table
        self.id: Final = table.text("id")
        self.village: Final[i64] = VILLAGE_IDS.index(table.choice("village", VILLAGE_IDS))
        self.vp2: Final[i64] = table.number("vp2", 0, 20)  # twice the VP
        self.is_peasant: Final = table.flag("peasant")
        self.first: Final[i64] = first  # its first copy
        self.count: Final[i64] = table.number("count", 1, PER_DECK)
        self.program: Final = program


@final
class Square:
    """A coloured square of a Kitsune card: the spaces it tries in each village. [KS-KIT-02]"""

    def __init__(self, table: Table, board: Board) -> None:
        self.table: Final = table
        self.effect: Final[i64] = FOX_EFFECTS.index(table.choice("effect", FOX_EFFECTS))
        self.number: Final[i64] = table.number("n", 1, 9)
        walk = read_walk(table)
        self.spaces: Final = [existing(board, village, walk) for village in range(VILLAGES)]


def read_walk(table: Table) -> list[int]:
    """The cells a square tries: itself, then along each arrow to the edge. [KS-KIT-09]"""
    at = table.text("at")
    row, column = ROWS.index(at[1]), COLUMNS.index(at[0])
    walk = [4 * row + column]
    for arrow in table.texts("arrows"):
        if arrow not in DIRECTIONS:
            raise table.error("arrows", f"names {arrow!r}")
        down, right = DIRECTIONS[arrow]
        r, c = row + down, column + right
        while 0 <= r < 4 and 0 <= c < 4:
            walk.append(4 * r + c)
            r, c = r + down, c + right
    return walk


def existing(board: Board, village: int, walk: list[int]) -> bytes:
    spaces = [board.space_at[CELLS * village + cell] for cell in walk]
    return bytes([space for space in spaces if space != NOWHERE])


@final
class FoxCard:
    """A Kitsune card."""

    def __init__(self, table: Table, board: Board) -> None:
        self.table: Final = table
        self.id: Final = table.text("id")
        self.squares: Final = [Square(square, board) for square in table.tables("squares", "at")]


@final
class Cards:
    """Everything read from `cards/`, checked."""

    schema: Schema  # the fields of the table, as `table.fields_of` makes them from these cards

    def __init__(self) -> None:
        folder = game_folder("kamisama")
        files = [
            read_toml(folder, "game.toml"),
            *[read_toml(folder, f"cards/{name}.toml") for name in FILES],
        ]
        game, villages, kami, villagers, goals, kitsune, tokens = files
        self.game: Final = game
        check_constants(game.table("game"))
        self.village_tables: Final = read_villages(villages)
        self.board: Final = Board([table.texts("rows") for table in self.village_tables])
        self.yields: Final = bytes(
            packed_gain(game.table("yield").table(TYPES[kind])) for kind in self.board.types
        )
        self.programs: Final[list[Program]] = []
        self.kami: Final = [self.read_kami(table) for table in kami.tables("kami")]
        self.kami_ids: Final = [sheet.id for sheet in self.kami]
        self.villagers: Final = self.read_villagers(villagers.tables("villager"))
        self.kinds: Final = bytes(
            kind for kind, card in enumerate(self.villagers) for _ in range(card.count)
        )
        self.villager_ids: Final = [villager.id for villager in self.villagers]
        self.peasants: Final[i64] = peasants_among(self.villagers)
        self.goals: Final = [Goal(table, self.board) for table in goals.tables("goal")]
        self.goal_ids: Final = [goal.id for goal in self.goals]
        self.fox_cards: Final = [FoxCard(table, self.board) for table in kitsune.tables("kitsune")]
        self.fox_ids: Final = [card.id for card in self.fox_cards]
        self.tokens: Final = tokens.tables("token")
        self.year_one: Final = [
            goals_of(self.goals, edition, True) for edition in range(len(EDITIONS))
        ]
        self.later: Final = [
            goals_of(self.goals, edition, False) for edition in range(len(EDITIONS))
        ]
        self.fox_decks: Final = [
            in_edition([card.table for card in self.fox_cards], edition)
            for edition in range(len(EDITIONS))
        ]
        self.digest: Final = digest_of(files)
        check_numbers(self)

    def program(self, table: Table, name: str) -> Program:
        made = Program(len(self.programs), step_tables(table, name), self.board)
        self.programs.append(made)
        return made

    def read_kami(self, table: Table) -> Kami:
        passive = table.table("passive")
        acts = Passive(passive, self.program(passive, "steps"), self.board)
        abilities = [self.program(ability, "steps") for ability in table.tables("ability")]
        free = None
        if "free_action" in table.data:
            free = self.program(table.table("free_action"), "steps")
        return Kami(table, acts, abilities, free)

    def read_villagers(self, tables: list[Table]) -> list[Villager]:
        found: list[Villager] = []
        first = 0
        for table in tables:
            villager = Villager(table, first, self.program(table, "claim"))
            first += table.number("count")
            found.append(villager)
        return found

    def card_ids(self, cards: i64) -> list[str]:
        """The kinds of a set of villager cards, one for each card."""
        return [
            self.villager_ids[self.kinds[card]]
            for card in range(VILLAGES * PER_DECK)
            if cards >> card & 1
        ]

    def points2(self, cards: i64) -> i64:
        """Twice the end-of-game VP of a set of villager cards. [KS-FIN-03]"""
        total: i64 = 0
        for card in range(VILLAGES * PER_DECK):
            if cards >> card & 1:
                total += self.villagers[self.kinds[card]].vp2
        return total


def read_villages(table: Table) -> list[Table]:
    villages = table.tables("village")
    if [village.text("id") for village in villages] != list(VILLAGE_IDS):
        raise table.error("village", f"must be {', '.join(VILLAGE_IDS)} in this order")
    return villages


def peasants_among(villagers: list[Villager]) -> int:
    peasants: i64 = 0
    for villager in villagers:
        if villager.is_peasant:
            for copy in range(villager.count):
                peasants |= bit(villager.first + copy)
    return peasants


def in_edition(tables: list[Table], edition: int) -> int:
    """The set of those cards that an edition has."""
    cards = 0
    for number, table in enumerate(tables):
        if EDITIONS[edition] in table.texts("editions"):
            cards |= 1 << number
    return cards


def goals_of(goals: list[Goal], edition: int, year_one: bool) -> int:
    cards = in_edition([goal.table for goal in goals], edition)
    for number, goal in enumerate(goals):
        if goal.is_year_one != year_one:
            cards &= ~(1 << number)
    return cards


# -- numbers that the packing relies on -------------------------------------------------------


def check_constants(table: Table) -> None:
    """The rules are written with these numbers, so the data must agree."""
    expected: dict[str, object] = {
        "rounds_per_year": ROUNDS,
        "cubes_by_year": [3, 4, 5],
        "basic_limit": BASIC_LIMIT,
        "village_tokens_each": TOKENS_EACH,
        "set_vp": SET_VP,
        "kitsune_shrines": FOX_SHRINES,
        "shrines_by_players": {str(n): SHRINES_BY_PLAYERS[n] for n in (2, 3, 4)},
        "draw_by_players": {str(n): DRAW_BY_PLAYERS[n] for n in (2, 3, 4)},
        "colours": list(COLOURS),
        "village_order": list(VILLAGE_IDS),
    }
    for name, value in expected.items():
        if table.data.get(name) != value:
            raise table.error(name, f"must be {value!r}")


def check_numbers(cards: Cards) -> None:
    """As many cards as the numbering allows for. [KS-CMP-02] [KS-CMP-06] [KS-CMP-07]"""
    if len(cards.kami) != KAMI:
        raise ContentError(f"kami.toml: there are {len(cards.kami)} kami instead of {KAMI}")
    for sheet in cards.kami:
        if list(sheet.costs) != [1, 1, 2]:
            raise sheet.table.error("ability", "must be three, costing 1, 1 and 2")
    for number in range(VILLAGES):
        mine = [card for card in cards.villagers if card.village == number]
        if sum([card.count for card in mine]) != PER_DECK:
            raise ContentError(f"villagers.toml: {VILLAGE_IDS[number]} needs {PER_DECK} cards")
        if mine[0].first != PER_DECK * number:
            raise ContentError("villagers.toml: the villages must come in their order")


def deck_of(village: i64) -> i64:
    """All cards of one village; a shifted constant would be wrong in compiled code."""
    shift: i64 = PER_DECK * village
    return (shift - shift + ONE_DECK) << shift


def gain_words(gain: int) -> tuple[int, int]:
    """Favor and Nature of a packed gain."""
    return gain // FAVOR, gain % FAVOR


def tokens_of(tokens: i64, village: i64) -> i64:
    """How many village tokens of one village."""
    return tokens >> (8 * village) & 255


def token_sum(tokens: i64) -> i64:
    total: i64 = 0
    for village in range(VILLAGES):
        total += tokens_of(tokens, village)
    return total


def half_points(vp2: int) -> str:
    """Points from twice the points: "½", "2"."""
    half = "½" if vp2 % 2 else ""
    return f"{vp2 // 2 or ''}{half}" or "0"
