"""Goals, influence, the Kitsune and scoring of Kami-sama against a second, plain model."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kamiza.core.action import NOBODY
from kamiza.core.event import Event
from kamiza.core.game import Setup, State
from kamiza.core.rng import fast_rng
from kamiza.games import game

from .kamisama import FOX, GOAL_CARDS, TWICE_VP, VILLAGES, Kamisama

RULES = game("kamisama")
ENDS_AN_ACTION = ("turn_began", "kitsune_revealed", "board_turned")


class Watcher:
    """Hears what players and chance decided, and says what must follow from it."""

    def __init__(self, state: State) -> None:
        told: Any = RULES.save(state)
        self.model = Kamisama(told["seats"], told["rot"])
        self.goal: str = told["goal"]
        self.placed: set[str] = set()  # by the action that goes on
        self.tokens: list[str] = []  # taken in this action, as the engine says
        self.fox: list[tuple[str, str]] | None = None  # what its card must still do
        self.ties: list[tuple[str, str]] = []
        self.active = told["asked"]
        self.is_turn = True
        self.seen: Counter[str] = Counter()

    def hear(self, event: Event) -> None:
        self.seen[event.name] += 1
        if event.name in ENDS_AN_ACTION:
            self.action_done()
        getattr(self, f"hear_{event.name}", lambda **_: None)(
            **{**event.facts, **(event.secret or {})}
        )

    def action_done(self) -> None:
        """The engine must have given exactly the tokens that the second model gives."""
        if self.is_turn:
            assert self.model.earned(self.active, self.goal, self.placed) == self.tokens
            self.seen[f"earned with {self.goal}"] += bool(self.tokens)
        self.placed, self.tokens = set(), []

    # -- what happened ------------------------------------------------------------------------

    def hear_turn_began(self, seat: str, **_: Any) -> None:
        self.active, self.is_turn = seat, True
        self.model.rewarded = set()

    def hear_shrine_added(self, seat: str, space: str, **_: Any) -> None:
        self.model.add(seat, space)
        self.placed.add(space)

    def hear_shrine_moved(self, owner: str, space: str, to: str, **_: Any) -> None:
        self.model.move(owner, space, to)
        self.placed.add(to)

    def hear_shrines_swapped(self, owner: str, other: str, space: str, to: str, **_: Any) -> None:
        self.model.swap(owner, other, space, to)
        self.placed |= {space, to}

    def hear_piece_removed(self, space: str, **_: Any) -> None:
        self.model.remove(space)

    def hear_seed_placed(self, space: str, **_: Any) -> None:
        self.model.seeds.add(space)

    def hear_fear_placed(self, space: str, **_: Any) -> None:
        self.model.fear = space

    def hear_fear_returned(self, **_: Any) -> None:
        self.model.fear = None

    def hear_gained(self, seat: str, favor: int, nature: int) -> None:
        self.model.parties[seat].favor += favor
        self.model.parties[seat].nature += nature

    def hear_token_taken(self, seat: str, village: str) -> None:
        if self.is_turn:
            assert seat == self.active  # [KS-GOAL-04]
            self.tokens.append(village)
        else:
            self.model.token(seat, village)

    def hear_kitsune_revealed(self, card: str, village: str) -> None:
        self.is_turn = False
        self.fox = self.model.kitsune(card, village)

    def hear_kitsune_removed(self, space: str, **_: Any) -> None:
        assert self.fox
        assert self.fox.pop(0) == ("removed", space)

    def hear_kitsune_added(self, space: str) -> None:
        assert self.fox
        assert self.fox.pop(0) == ("added", space)

    def hear_board_turned(self, rot: int, **_: Any) -> None:
        assert not self.fox, "the Kitsune had more to do"
        self.is_turn = False
        self.model.rot = (self.model.rot + 1) % 4
        assert rot == self.model.rot

    def hear_tie_decided(self, seat: str, player: str, **_: Any) -> None:
        self.ties.append((seat, player))

    def hear_ranked(self, village: str, ranking: list[dict[str, Any]]) -> None:
        order = [entry["seat"] for entry in ranking]
        assert order == self.model.order(village, self.ties)
        sizes = [self.model.influence(who, village) for who in order]
        assert sizes == [entry["chain"] for entry in ranking]
        self.ties = []

    def hear_villagers_drawn(self, cards: list[str], **_: Any) -> None:
        assert len(cards) == max(3, self.model.seats)  # [KS-DRF-01]
        self.hand = list(cards)

    def hear_villager_taken(self, seat: str, card: str, **_: Any) -> None:
        self.hand.remove(card)
        self.model.parties[seat].villagers.append(card)

    def hear_kitsune_took(self, card: str, **_: Any) -> None:
        """[KS-2P-13]"""
        assert TWICE_VP[card] == max(TWICE_VP[each] for each in self.hand)
        self.hand.remove(card)

    def hear_tracks_scored(self, seat: str, **_: Any) -> None:
        if seat == "A":
            self.model.score_tracks()

    def hear_year_began(self, goal: str, **_: Any) -> None:
        self.goal = goal
        self.model.rot = (self.model.rot + 1) % 4  # [KS-PREP-03]

    # -- the same table? ----------------------------------------------------------------------

    def compare(self, state: State) -> None:
        told: Any = RULES.save(state)
        if told["frames"][-1:] == ["ACT"] and self.is_turn:
            self.action_done()
        assert told["rot"] == self.model.rot
        assert set(told["seeds"].split()) == self.model.seeds
        if FOX in self.model.parties:
            assert set(told["kitsune"]["shrines"].split()) == self.model.parties[FOX].shrines
        for letter, player in told["players"].items():
            mine = self.model.parties[letter]
            assert set(player["shrines"].split()) == mine.shrines
            assert (player["favor"], player["nature"]) == (mine.favor, mine.nature)
            if not self.tokens:  # an action may go on
                assert player["vp"] == mine.vp
                tokens = {village: player["tokens"].get(village, 0) for village in VILLAGES}
                assert tokens == mine.tokens
            assert sorted(player["villagers"]) == sorted(mine.villagers)


def chosen(state: State, dice: int) -> int:
    """A random move, an Add more often than chance would have it: goals want shrines."""
    listed = list(RULES.moves(state))
    adds = [move for move in listed if RULES.describe(move).startswith("add ")]
    if adds and dice % 4:
        return adds[dice // 4 % len(adds)]
    return listed[dice // 4 % len(listed)]


def watched(seats: int, settings: dict[str, object], seed: int) -> Counter[str]:
    state = RULES.start(Setup(seats, settings, seed))
    dice = fast_rng(seed + 500)
    watcher: Watcher | None = None
    while state.asked != NOBODY:
        state.log = []
        RULES.apply(state, chosen(state, dice.below(1 << 30)))
        heard, state.log = state.log, None
        if watcher is None:
            if any(event.name == "turn_began" for event in heard):
                watcher = Watcher(state)
            continue
        for event in heard:
            watcher.hear(event)
        watcher.compare(state)
    assert watcher is not None
    assert (list(RULES.scores(state)), list(RULES.ranks(state))) == watcher.model.result()
    return watcher.seen


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_go_as_the_second_model_says(seats: int) -> None:
    """[KS-GOAL-02] [KS-GOAL-03] [KS-GOAL-05] [KS-INF-02] [KS-INF-04] [KS-INF-05] [KS-INF-06]
    [KS-TRK-01] [KS-TOK-02] [KS-FIN-02] [KS-FIN-04] [KS-KIT-05] [KS-KIT-06] [KS-KIT-07]"""
    seen: Counter[str] = Counter()
    for seed in range(6):
        seen += watched(seats, {"edition": "early"} if seed == 5 else {}, 40 * seats + seed)
    earned = [name for name in GOAL_CARDS if seen[f"earned with {name}"]]
    assert len(earned) > 5
    assert min(seen["tie_decided"], seen["ranked"], seen["shrine_moved"]) > 0
    assert (seats == 2) == (seen["kitsune_added"] > 0) == (seen["kitsune_removed"] > 0)
