"""The heuristic is sensible: it beats chance clearly and knows when a Kodama is best used."""

from __future__ import annotations

from typing import cast

from kamiza.bots import make_bot
from kamiza.core.action import NOBODY
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import game
from kamiza.games.kodama.game import KodamaGame

KODAMA = cast(KodamaGame, game("kodama"))
BLOCKED = [
    "TR4", "B24 @-136,1285 r15 on 0", "B10 @-95,460 r120 on 0", "B17 @243,1285 r285 on 0",
    "B01 @-239,2115 r30 on 1", "B22 @-748,614 r165 on 2",
]  # fmt: skip


def test_it_beats_chance() -> None:
    for seed in range(6):
        state = KODAMA.start(Setup(2, {}, seed))
        bots = [make_bot(name, KODAMA, seed) for name in ("heuristic", "random")]
        while state.asked != NOBODY:
            KODAMA.apply(state, bots[state.asked].choose(KODAMA.view(state, state.asked)))
        scores = KODAMA.scores(state)
        assert scores[0] > scores[1] + 15, scores


def test_search_plays() -> None:
    state = KODAMA.start(Setup(3, {}, 3))
    bot = make_bot("search:8", KODAMA, 3)
    for _ in range(4):
        answer = bot.choose(KODAMA.view(state, state.asked))
        assert KODAMA.check(state, state.asked, answer) is None
        KODAMA.apply(state, answer)


def quick_move(position: dict[str, object]) -> str:
    state = KODAMA.load({"seats": 2} | position)
    return KODAMA.describe(KODAMA.quick_move(state, fast_rng(1)))


def test_it_takes_the_most_points() -> None:
    display = ["B01", "B46", "B05", "B09"]
    tree = {"A": {"tree": "TR3(B26(B47))", "hand": ["K02", "K05", "K06", "K20"]}}
    assert quick_move({"players": tree, "display": display}) == "pick:1"


def test_a_card_near_the_trunk_is_used_early_and_end_cards_late() -> None:
    tree = "TR3(B26(B47(B46),B15),B10(B20(B54),B33))"
    players = {"A": {"tree": tree, "hand": ["K08", "K10", "K19", "K14"]}}
    assert quick_move({"phase": "kodama", "players": players}) == "kodama:K08"
    late = {"A": {"tree": tree, "hand": ["K10", "K19"]}}
    assert quick_move({"phase": "kodama", "season": "fall", "players": late}) == "kodama:K19"


def test_it_finds_its_way_where_the_standard_set_has_nothing() -> None:
    """[KO-GEO-17]"""
    place = {"players": {"A": {"tree": BLOCKED}}, "display": ["B18", "B02"], "limit": 0}
    state = KODAMA.load({"seats": 2} | place)
    KODAMA.act(state, 0, "pick:0")
    for _ in range(2):
        KODAMA.apply(state, KODAMA.quick_move(state, fast_rng(1)))
    assert state.asked == 1


def test_it_lies_fallow_only_when_it_must() -> None:
    """[KO-RUL-03]"""
    stuck = {"players": {"A": {"tree": "TR3"}}, "display": ["B03", "B08"], "limit": 0}
    assert quick_move(stuck) == "fallow:0"
    wind = {"season": "summer", "decree": "DM3", **stuck}
    assert quick_move(wind) == "pick:deck"
    taken = {**wind, "frames": ["PICK", "ONTO 15 14 0 0"]}
    assert quick_move(taken) == "fallow:deck"


def test_an_empty_display_skips_the_turn() -> None:
    """Nobody waits for a card that cannot come."""
    state = KODAMA.load({"seats": 2, "display": ["B01"], "deck": []})
    state.log = []
    KODAMA.apply(state, KODAMA.quick_move(state, fast_rng(1)))
    for _ in range(2):
        KODAMA.apply(state, KODAMA.quick_move(state, fast_rng(1)))
    assert KODAMA.question(state) == "KODAMA"
    assert [event.name for event in state.log].count("turn_skipped") == 7
