"""What holds in every game of Kami-sama, played at random and by quick moves."""

from __future__ import annotations

from typing import cast

import pytest

from kamiza.cases.playthrough import RandomPlay, play_out
from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import game, laws
from kamiza.games.kamisama.frames import SEED
from kamiza.games.kamisama.game import KamisamaGame
from kamiza.games.kamisama.rules import verbs
from kamiza.games.kamisama.rules.steps import ADD
from kamiza.games.kamisama.table import Kamisama

KAMISAMA = cast(KamisamaGame, game("kamisama"))
LAWS = laws("kamisama")
SETTINGS: list[dict[str, object]] = [
    {},
    {"edition": "early", "years": 2, "draft": "open", "villagers": "face_down"},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=["full", "early"])
@pytest.mark.parametrize("policy", ["random", "quick_move", "default"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_laws_hold(seats: int, policy: str, settings: dict[str, object]) -> None:
    """[KS-CMP-05] [KS-CMP-08] [KS-TRK-03] [KS-GOAL-03] [KS-DRF-05] [KS-FIN-02]"""
    plan = RandomPlay(1, [seats], settings, policy)
    for seed in range(1 if policy == "quick_move" else 3):
        play = play_out(KAMISAMA, Setup(seats, settings, seed), plan, LAWS.watched)
        assert play.is_over
        problems = {rule: LAWS.problem(rule, play) for rule in LAWS}
        assert not any(problems.values()), problems


@pytest.mark.parametrize("kami", KAMISAMA.cards.kami_ids)
def test_every_kami_plays_whole_games(kami: str) -> None:
    """With all abilities used and nothing lost. [KS-ACT-02]"""
    others = [name for name in KAMISAMA.cards.kami_ids if name != kami][:3]
    settings: dict[str, object] = {"kami": ",".join([kami, *others])}
    plan = RandomPlay(1, [4], settings)
    used: set[object] = set()
    for seed in range(12):
        if used == {1, 2, 3}:
            break
        play = play_out(KAMISAMA, Setup(4, settings, seed), plan, LAWS.watched)
        used |= {event["ability"] for event in play.named("ability_used") if event["seat"] == "A"}
        problems = {rule: LAWS.problem(rule, play) for rule in LAWS}
        assert not any(problems.values()), problems
    assert used == {1, 2, 3}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_previews_tell_the_truth(seats: int) -> None:
    """What the view says an Add yields is what it yields. [KS-DES-01] [KS-GOAL-02]"""
    state = KAMISAMA.start(Setup(seats, {}, seats))
    rng = fast_rng(seats)
    seen = 0
    while state.asked != NOBODY:
        listed = KAMISAMA.moves(state)
        action = listed[rng.below(len(listed))]
        seen += check_preview(cast(Kamisama, state), action)
        KAMISAMA.apply(state, action)
    assert seen > 20


def check_preview(state: Kamisama, action: int) -> int:
    """Compare one preview with what happens; 0 if there is none."""
    seat = state.asked
    if action >> 7 not in (verbs.ADD, verbs.AT):
        return 0
    view = KAMISAMA.screen(KAMISAMA.view(state, seat))
    preview = cast("dict[str, dict[str, object]]", view["preview"]).get(KAMISAMA.describe(action))
    if preview is None:
        return 0
    if action >> 7 == verbs.AT:
        step = state.cards.programs[state.frame.a].steps[state.frame.b >> 4]
        if step.op != ADD or step.needs_opponent or len(step.choices) > 0:
            return 0
    before = state.players[seat]
    after = state.clone()
    after.log = []
    KAMISAMA.apply(after, action)
    if after.frame.kind == SEED:
        return 0  # the gain of the step comes after the Seed
    told = [event.whole() for event in after.log or []]
    ends = [i for i, event in enumerate(told) if event["event"] in ("board_turned", "turn_began")]
    told = told[: ends[0]] if ends else told
    mine = [event for event in told if event.get("seat") == seat_letter(seat)]
    gains = [event for event in mine if event["event"] in ("shrine_added", "gained")]
    favor = sum(cast(int, event["favor"]) for event in gains)
    nature = sum(cast(int, event["nature"]) for event in gains)
    assert (favor, nature) == (preview["favor"], preview["nature"]), (preview, told)
    if action >> 7 == verbs.ADD and after.frame.kind == state.frame.kind:
        tokens = [event["village"] for event in mine if event["event"] == "token_taken"]
        assert tokens == ([preview["token"]] if preview["token"] else []), (preview, told)
    assert before.supply > 0
    return 1


def quick_moves(turn: dict[str, object], player: dict[str, object]) -> set[str]:
    """What the heuristic would do in this turn of player A."""
    state = KAMISAMA.load({"seats": 4, "turn": turn, "players": {"A": player}})
    moves = [KAMISAMA.quick_move(state, fast_rng(seed)) for seed in range(5)]
    return {KAMISAMA.describe(move) for move in moves}


def test_hunches_do_not_remove_what_they_need() -> None:
    """Without shrines a cube is rather spent for nothing than an own chain broken. [KS-RUL-07]"""
    mine = (
        "FA.a2 FA.b2 FA.c2 WE.b1 WE.c1 WE.d1 WE.a2 WE.b2 WE.d2 FI.a1 FI.b1 FI.c1 FI.d1 FI.a2 FI.b2 "
        "HO.a1 HO.c1 HO.d1"
    )
    assert quick_moves({"cubes": 1, "used": [1, 2]}, {"kami": "inari", "shrines": mine}) == {"idle"}


def test_hunches_take_a_gain_that_needs_no_shrine() -> None:
    """Moonbeam still pays its Nature. [KS-DES-17]"""
    mine = (
        "WE.b1 WE.c1 WE.d1 WE.a2 WE.b2 WE.d2 FI.a1 FI.b1 FI.c1 FI.d1 FI.a2 FI.b2 HO.a1 HO.c1 HO.d1 "
        "HO.a2 HO.b2 HO.c2"
    )
    player = {"kami": "yue", "shrines": mine, "favor": 3}
    assert quick_moves({"cubes": 1, "used": [2, 3]}, player) == {"use 1"}


def test_hunches_beat_random_play() -> None:
    """The heuristic bot is worth its name."""
    wins = 0.0
    for seed in range(6):
        state = KAMISAMA.start(Setup(2, {}, seed))
        rng = fast_rng(seed)
        clever = seed % 2
        while state.asked != NOBODY:
            listed = KAMISAMA.moves(state)
            action = listed[rng.below(len(listed))]
            if state.asked == clever:
                action = KAMISAMA.quick_move(state, rng)
            KAMISAMA.apply(state, action)
        wins += KAMISAMA.payoffs(state)[clever]
    assert wins >= 5
