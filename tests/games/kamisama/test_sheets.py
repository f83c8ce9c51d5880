"""Every ability of every kami, used on a small board, and every token and number of the box,
against what is printed."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

from kamiza.core.action import NOBODY
from kamiza.core.game import Setup
from kamiza.core.refusal import PositionError, Refusal
from kamiza.games import game
from kamiza.games.kamisama.game import KamisamaGame
from kamiza.games.kamisama.table import Kamisama
from tests.games.kamisama.printed import ABILITIES, KAMI_TOKENS, MAPS, gains_of, spaces_of

KAMISAMA = cast(KamisamaGame, game("kamisama"))
CARDS = KAMISAMA.cards
ROWS = ABILITIES.strip().splitlines()
SIGNS = {
    "+": "shrine_added",
    "-": "piece_removed",
    ">": "shrine_moved",
    "~": "shrines_swapped",
    "*": "seed_placed",
}
Facts = dict[str, Any]


class Use:
    """One ability of A in front of FA, in the first year."""

    def __init__(self, kami: str, number: int, board: str, lies: str) -> None:
        mine, theirs = board.split("|")
        extra = dict([lies.split()]) if lies.strip() else {}
        position: Facts = {
            "seats": 4, "goal": "G07",
            "players": {"A": {"kami": kami, "shrines": mine.strip()},
                        "B": {"shrines": theirs.strip()}},
        }  # fmt: skip
        self.state = cast(Kamisama, KAMISAMA.load(position | extra))
        self.state.log = []
        self.before = self.state.turn.cubes
        KAMISAMA.act(self.state, 0, f"use {number}")

    def do_everything(self, last_gain: bool) -> None:
        """The first move of every question; of gains the first or the last."""
        while KAMISAMA.question(self.state) != "ACT":
            listed = KAMISAMA.moves(self.state)
            is_last = last_gain and KAMISAMA.question(self.state) == "GAIN"
            KAMISAMA.apply(self.state, listed[len(listed) - 1 if is_last else 0])

    def gained(self) -> tuple[int, int]:
        told: list[Facts] = [e.facts for e in self.state.log or [] if e.name == "gained"]
        return sum(event["favor"] for event in told), sum(event["nature"] for event in told)

    def counted(self) -> dict[str, int]:
        return Counter(event.name for event in self.state.log or [])


@pytest.mark.parametrize("row", ROWS, ids=[" ".join(row.split()[:2]) for row in ROWS])
@pytest.mark.parametrize("last_gain", [False, True])
def test_ability(row: str, last_gain: bool) -> None:
    """Cost, gains and how often each thing is done. [KS-ACT-02] [KS-ACT-09] [KS-DES-17]"""
    kami, number, rest = row.split(maxsplit=2)
    board, lies, result = rest.split(";")
    cost, *words = result.split()
    use = Use(kami, int(number), board, lies)
    use.do_everything(last_gain)
    assert use.before - use.state.turn.cubes == int(cost)
    gains = [word for word in words if word[0] in "FN"]
    wanted = [word.split("/")[-1 if last_gain else 0] for word in gains]
    assert use.gained() == gains_of(wanted)
    counted = use.counted()
    for sign, event in SIGNS.items():
        times = [int(word[1:]) for word in words if word[0] == sign]
        assert counted.get(event, 0) == sum(times), event


@pytest.mark.parametrize("kami", CARDS.kami_ids)
def test_what_a_sheet_shows(kami: str) -> None:
    """Numbers, costs and tokens on the screen are those that count at the table. [KS-SET-06]"""
    sheet = next(card for card in KAMISAMA.speech.cards("en", True) if card["id"] == kami)
    assert [ability["n"] for ability in sheet["abilities"]] == [1, 2, 3]
    assert [ability["cost"] for ability in sheet["abilities"]] == [1, 1, 2]
    assert sheet["tokens"] == KAMI_TOKENS.get(kami, {})
    state = KAMISAMA.load({"seats": 4, "players": {"A": {"kami": kami}}})
    view: Facts = KAMISAMA.screen(KAMISAMA.view(state, 0))
    held = view["players"]["A"]["holds"]
    assert held == {name: "calm" if name == "rage" else n for name, n in sheet["tokens"].items()}


def test_vengeance_costs_what_its_sheet_says() -> None:
    """No cube. [KS-DES-26]"""
    players = {"A": {"kami": "raijin"}, "B": {"shrines": "FA.a2 FA.b2"}}
    state = cast(Kamisama, KAMISAMA.load({"seats": 4, "rage": True, "players": players}))
    KAMISAMA.act(state, 0, "rage")
    KAMISAMA.act(state, 0, "at FA.a2")
    printed = CARDS.kami[CARDS.kami_ids.index("raijin")].table.table("free_action").number("cost")
    assert (3 - state.turn.cubes, printed) == (0, 0)
    assert CARDS.board.text(state.players[1].shrines) == "FA.b2"


@pytest.mark.parametrize(
    ("kami", "space", "gained"), [("ryujin", "FA.d2", (0, 2)), ("inari", "FA.a2", (1, 1))]
)
def test_passives_of_an_add(kami: str, space: str, gained: tuple[int, int]) -> None:
    """[KS-DES-28]"""
    state = KAMISAMA.load({"seats": 4, "players": {"A": {"kami": kami}}})
    state.log = []
    KAMISAMA.act(state, 0, f"add {space}")
    told: list[Facts] = [event.facts for event in state.log if event.name == "gained"]
    assert [(event["favor"], event["nature"]) for event in told] == [gained]


def test_merry_guest_offers_one_of_either() -> None:
    """[KS-DES-28]"""
    players = {"A": {"kami": "tanuki", "shrines": "FA.c1"}}
    position: Facts = {
        "seats": 4, "frames": ["RANK"], "deck_top": ["FA-landholder"], "players": players,
    }  # fmt: skip
    state = KAMISAMA.load(position)
    KAMISAMA.act(state, 0, "take FA-landholder")
    decision = KAMISAMA.decision(state)
    assert decision is not None
    assert decision.moves == ["gain favor 1", "gain nature 1"]


# -- the box ----------------------------------------------------------------------------------


def test_the_map() -> None:
    """[KS-CMP-01] [KS-SET-01] [KS-DES-02]"""
    assert CARDS.board.texts == spaces_of(*MAPS)
    for number, table in enumerate(CARDS.village_tables):
        village = list(MAPS)[number]
        assert (table.text("id"), table.number("order")) == (village, number + 1)
        assert " / ".join(table.texts("rows")) == MAPS[village]


@pytest.mark.parametrize(
    ("space", "favor", "nature"),
    [("FA.a2", 1, 0), ("FA.b1", 0, 1), ("FA.c2", 1, 1), ("FA.c1", 0, 0), ("FA.d2", 0, 0)],
)
def test_yields(space: str, favor: int, nature: int) -> None:
    """[KS-DES-01]"""
    state = cast(Kamisama, KAMISAMA.load({"seats": 4, "players": {"A": {"kami": "fujin"}}}))
    KAMISAMA.act(state, 0, f"add {space}")
    assert (state.players[0].favor, state.players[0].nature) == (favor, nature)


def test_tokens_of_the_box() -> None:
    """As many of each as lie on the table, and none more can. [KS-CMP-08..11] [KS-CMP-13]"""
    found = {table.text("id"): table for table in CARDS.tokens}
    counts = {name: table.number("count") for name, table in found.items()}
    assert counts == {
        "village": 48, "moon": 4, "seed": 4, "fear": 1, "rage": 1, "advent_red": 1,
        "advent_blue": 1, "first_player": 1, "kitsune": 1, "year": 1,
    }  # fmt: skip
    view: Facts = KAMISAMA.screen(KAMISAMA.view(KAMISAMA.load({"seats": 4}), 0))
    each = found["village"].number("per_village")
    assert [village["tokens"] for village in view["villages"]] == [each] * 4 == [12] * 4
    assert found["first_player"].data["players"] == [2, 3]
    assert found["kitsune"].data["players"] == [2]
    five: Facts = {"seats": 4, "seeds": "FA.b1 FA.c1 FA.a2 FA.b2 FA.c2"}
    with pytest.raises(PositionError, match="4 at most"):
        KAMISAMA.load(five | {"players": {"A": {"kami": "kodama"}}})


def test_numbers_of_the_game() -> None:
    """What the lobby and the rules say about players, years and cubes. [KS-OVR-01] [KS-SET-04]
    [KS-SET-09] [KS-RUL-05] [KS-2P-02] [KS-FG-10]"""
    table = CARDS.game.table("game")
    for seats in range(1, 6):
        allowed = table.number("players_min") <= seats <= table.number("players_max")
        assert allowed == (seats in cast("list[int]", table.data["players"])) == can_start(seats)
    assert (table.number("minutes"), table.number("age")) == (90, 14)
    sides = table.table("sides_by_players").data
    assert sides == {"2": [0, 2], "3": [0, 1, 2], "4": [0, 1, 2, 3]}
    for seats, shrines in ((2, 20), (3, 19), (4, 18)):
        view: Facts = KAMISAMA.screen(KAMISAMA.view(KAMISAMA.load({"seats": seats}), 0))
        assert [player["side"] for player in view["players"].values()] == sides[str(seats)]
        assert [player["supply"] for player in view["players"].values()] == [shrines] * seats
    years = CARDS.game.table("settings").table("years")
    assert years.data["values"] == [table.number("years"), table.number("first_game_years")]
    assert [value["value"] for value in cast("list[Facts]", years.data["value"])] == [3, 2]
    assert years.number("default") == table.number("years") == 3
    proposal = CARDS.game.table("first_game")
    assert (proposal.number("seats"), proposal.table("settings").data) == (3, {"years": 2})


def can_start(seats: int) -> bool:
    try:
        return KAMISAMA.start(Setup(seats, {}, 1)).asked != NOBODY
    except Refusal:
        return False
