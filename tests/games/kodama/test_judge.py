"""The heuristic is sensible: it beats chance clearly and knows when a Kodama is best used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from kamiza.bots import make_bot
from kamiza.core.action import NOBODY
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import game
from kamiza.games.kodama.game import KodamaGame
from kamiza.games.kodama.judging import PROBE_FORM, room_left
from kamiza.games.kodama.rules.room import OFFSETS, rotation_of
from kamiza.games.kodama.rules.shapes import Turned
from kamiza.games.kodama.rules.spots import find_spots, is_clear
from kamiza.games.kodama.rules.trees import Tree
from kamiza.games.kodama.table import SPOT, Kodama

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


def spots_of(seed: int) -> Iterator[tuple[Tree, Turned, int, int]]:
    """Where cards may lie on their parents, in a game of quick moves."""
    rng = fast_rng(seed)
    state = cast(Kodama, KODAMA.start(Setup(3, {}, seed)))
    while state.asked != NOBODY:
        if state.frame.kind == SPOT and state.frame.d == 0:
            tree, form = state.players[state.asked].tree, KODAMA.cards.form_of[state.frame.b]
            below = tree.cards[state.frame.c]
            for spot in find_spots(tree, state.frame.c, form):
                x, y, _ = list(below.turned.buds)[3 * (spot // OFFSETS) :][:3]
                new = form.at(rotation_of(below.turned, spot, form))
                yield tree, new, below.x + x, below.y + y
        KODAMA.apply(state, KODAMA.quick_move(state, rng))


def shoots(card: Turned, x: int, y: int) -> Iterator[tuple[Turned, int, int]]:
    """A straight shoot at each bud of a card that lies there."""
    probe = KODAMA.cards.forms[PROBE_FORM]
    for start in range(0, len(card.buds), 3):
        bud_x, bud_y, direction = list(card.buds)[start : start + 3]
        yield probe.at((direction - probe.heading) % 360), x + bud_x, y + bud_y


def test_the_room_that_is_left_is_counted_bud_by_bud() -> None:
    """Whatever is passed over because it cannot matter any more."""
    probe = KODAMA.cards.forms[PROBE_FORM]
    for tree, new, x, y in spots_of(3):
        room = (new.top + new.bottom) // 200
        room += 30 * sum(is_clear(tree, *shoot) for shoot in shoots(new, x, y))
        for card in tree.cards:
            for shoot, at_x, at_y in shoots(card.turned, card.x, card.y):
                beside = x + new.left > at_x + shoot.right or at_x + shoot.left > x + new.right
                above = y + new.bottom > at_y + shoot.top or at_y + shoot.bottom > y + new.top
                room -= 0 if beside or above else 20
        assert room_left(tree, probe, new, x, y, room - 1) == room
        assert room_left(tree, probe, new, x, y, room) <= room
        assert room_left(tree, probe, new, x, y, room + 30) <= room + 30


def test_it_finds_its_way_where_the_standard_set_has_nothing() -> None:
    """[KO-GEO-17]"""
    place = {"players": {"A": {"tree": BLOCKED}}, "display": ["B18", "B02"], "limit": 0}
    state = KODAMA.load({"seats": 2} | place)
    KODAMA.act(state, 0, "pick:0")
    for _ in range(2):
        KODAMA.apply(state, KODAMA.quick_move(state, fast_rng(1)))
    assert state.asked == 1


def test_search_leaves_the_spot_to_the_quick_move() -> None:
    """It looks at every card and parent, but not at the dozens of spots on it. [KO-GEO-17]"""
    state = KODAMA.load({"seats": 2, "display": ["B11", "B01"]})
    for answer in ("pick:1", "onto:0"):
        assert list(KODAMA.candidates(state, fast_rng(1))) == list(KODAMA.moves(state))
        KODAMA.act(state, 0, answer)
    assert len(KODAMA.moves(state)) > 1
    assert list(KODAMA.candidates(state, fast_rng(1))) == [KODAMA.quick_move(state, fast_rng(1))]


def test_search_aims_at_a_good_tree_and_a_little_at_the_best_rival() -> None:
    def outcome(mine: int, rival: int) -> float:
        players = {"A": {"score": mine}, "B": {"score": rival}}
        return KODAMA.outcome(KODAMA.load({"seats": 2, "players": players}))[0]

    assert outcome(105, 90) == 0.5  # 75 points and a third of the rival's
    assert outcome(90, 90) < outcome(105, 120) < 0.5 < outcome(105, 60) < outcome(120, 90)


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
