"""Energy, Attacks, Chain and standings of Kamigami Battles against a second, plain model."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kamiza.core.action import NOBODY
from kamiza.core.event import Event
from kamiza.core.game import Setup, State
from kamiza.core.rng import fast_rng
from kamiza.games import game

from .battles import CARDS, Battles

RULES = game("battles")
CONSEQUENCES = ("temple_destroyed", "eliminated", "sealed", "escaped", "game_over")


class Watcher:
    """Hears what was done, and says what must come of it."""

    def __init__(self, state: State) -> None:
        told: Any = RULES.save(state)
        roles = {key: (one["role"], one["team"]) for key, one in told["players"].items()}
        self.model = Battles(roles, told["settings"]["temples"])
        self.seen: Counter[str] = Counter()
        self.last = ""
        self.expected_loss: tuple[str, int] | None = None
        self.winners: list[str] = []

    def hear(self, event: Event) -> None:
        self.seen[event.name] += 1
        facts: dict[str, Any] = {**event.facts}
        if event.name in CONSEQUENCES:
            due = (event.name, "" if event.name == "game_over" else facts["seat"])
            over = event.name == "game_over" and facts["ending"] == "round_limit"
            assert over or due in self.model.due, f"{due} came out of nothing"
            self.model.due.discard(due)
        getattr(self, f"hear_{event.name}", lambda **_: None)(**facts)
        self.last = event.name

    def hear_turn_began(self, **_: Any) -> None:
        self.model.new_turn()

    # -- Energy -------------------------------------------------------------------------------

    def hear_energy_gained(self, seat: str, object: str, count: int, energy: int) -> None:
        assert count > 0
        assert self.model.change(seat, object, count) == energy

    def hear_energy_lost(self, seat: str, object: str, count: int, energy: int) -> None:
        assert count > 0
        if self.expected_loss is not None:
            target, loss = self.expected_loss
            assert target == f"{object}:{seat}"
            one = self.model.seats[seat]
            had = one.temple if object == "temple" else one.energy
            assert had is not None
            assert count == min(loss, had)
            self.expected_loss = None
        assert self.model.change(seat, object, -count) == energy

    def hear_eliminated(self, seat: str) -> None:
        self.model.fall(seat, in_one_step=self.last == "eliminated")

    def hear_sealed(self, seat: str) -> None:
        self.model.seats[seat].status = "sealed"
        self.model.seats[seat].boost_next = self.model.seats[seat].boost_turn = 0  # [KB-RUL-41]

    def hear_escaped(self, seat: str) -> None:
        self.model.seats[seat].status = "in"

    def hear_game_over(self, winners: list[str], ending: str) -> None:
        self.winners = list(winners)
        if ending == "round_limit" and not self.model.is_team:
            assert winners == self.model.richest()
        if ending not in ("round_limit",) and not self.model.is_team and winners:
            rich = [key for key in winners if self.model.seats[key].energy >= 25]
            left = [key for key, one in self.model.seats.items() if one.status == "in"]
            assert rich == winners or left == winners or not left

    # -- Attacks ------------------------------------------------------------------------------

    def hear_attacked(self, seat: str | None, source: str, target: str, value: int) -> None:
        printed = CARDS[source].attacks
        assert printed, f"{source} has no Attack"
        told = value - self.model.declare(seat, target, 0)
        assert told in printed.values()
        self.model.attacks[-1].base = told

    def hear_boosted(self, seat: str, count: int, scope: str) -> None:
        self.model.boost(seat, count, scope)

    def hear_defended(self, value: int, target: str, **_: Any) -> None:
        assert target == self.model.attacks[-1].target
        self.model.attacks[-1].defence += value

    def hear_redirected(self, target: str, **_: Any) -> None:
        self.model.redirect(target)

    def hear_attack_resolved(self, target: str, value: int, defence: int, loss: int) -> None:
        assert (target, value, defence, loss) == self.model.resolve()
        self.expected_loss = (target, loss) if loss else None

    # -- the Chain ----------------------------------------------------------------------------

    def hear_played(self, card: str, **_: Any) -> None:
        assert self.model.fits(card)
        self.model.link(card)

    def hear_recoloured(self, colours: list[str], **_: Any) -> None:
        self.model.colours = set(colours)

    # -- the same table? ----------------------------------------------------------------------

    def compare(self, state: State) -> None:
        told: Any = RULES.save(state)
        frames = [frame["frame"] for frame in told["frames"]]
        while len(self.model.attacks) > frames.count("ATTACK"):  # it no longer stood
            self.model.attacks.pop()
        assert not self.model.due, "a god or temple at 0, or a god at 25, and nothing came of it"
        assert self.expected_loss is None
        for key, player in told["players"].items():
            mine = self.model.seats[key]
            assert player["status"] == mine.status
            assert player["energy"] == (0 if mine.status == "out" else mine.energy)
            boosts = (player["boost_next"], player["boost_turn"])
            assert state.asked == NOBODY or boosts == (mine.boost_next, mine.boost_turn)
            if mine.temple is not None:
                assert player["temple_energy"] == mine.temple
        if told["point"] == "play.main" and frames == ["TURN"] and told["asked"]:
            self.compare_hand(state, told["players"][told["asked"]]["hand"])

    def compare_hand(self, state: State, hand: list[str]) -> None:
        """Exactly the cards that fit are offered."""
        listed = [RULES.describe(move) for move in RULES.moves(state)]
        offered = {text.split()[1] for text in listed if text.startswith("play ")}
        assert offered == {card for card in hand if self.model.fits(card)}


def at_the_brink(state: State, model: Battles) -> State:
    """The same table with gods that are about to win or to fall, and temples about to fall."""
    told: Any = RULES.save(state)
    for number, (key, seat) in enumerate(model.seats.items()):
        seat.energy = told["players"][key]["energy"] = 24 if number % 2 else 4
        if seat.temple is not None:
            seat.temple = told["players"][key]["temple_energy"] = 2
    return RULES.load(told)


def watched(seats: int, settings: dict[str, object], seed: int) -> Counter[str]:
    """A game of quick moves and random ones: the first make Attacks, the second make odd things."""
    state = RULES.start(Setup(seats, settings, seed))
    dice = fast_rng(seed + 900)
    watcher: Watcher | None = None
    while state.asked != NOBODY:
        listed = RULES.moves(state)
        move = listed[dice.below(len(listed))]
        if dice.below(3):
            move = RULES.quick_move(state, dice)
        state.log = []
        RULES.apply(state, move)
        heard, state.log = state.log, None
        if watcher is None:
            if any(event.name == "turn_began" for event in heard):
                watcher = Watcher(state)
                watcher.compare(state)
                if seed % 2:
                    state = at_the_brink(state, watcher.model)
            continue
        for event in heard:
            watcher.hear(event)
        watcher.compare(state)
    assert watcher is not None
    assert list(RULES.ranks(state)) == watcher.model.ranks(watcher.winners)
    return watcher.seen


TABLES: dict[str, tuple[int, dict[str, object]]] = {
    "two": (2, {"round_limit": 20}),
    "three": (3, {"sets": "rotoo+yyrz", "round_limit": 12, "third_party_defend": True}),
    "four": (4, {"temples": False, "round_limit": 8}),
    "teams": (4, {"mode": "team", "round_limit": 14}),
}


@pytest.mark.parametrize("table", TABLES)
def test_games_go_as_the_second_model_says(table: str) -> None:
    """[KB-ENER-01] [KB-ENER-02] [KB-WIN-01] [KB-WIN-04] [KB-TEMP-03] [KB-SEAL-01] [KB-ATK-09]
    [KB-ATK-10] [KB-ATK-11] [KB-FLOW-34] [KB-FLOW-38] [KB-CHAIN-03] [KB-CHAIN-04] [KB-RUL-59]"""
    seats, settings = TABLES[table]
    seen: Counter[str] = Counter()
    for seed in range(10):
        seen += watched(seats, settings, seed)
    assert min(seen["attack_resolved"], seen["defended"], seen["boosted"], seen["played"]) > 0
    assert (table == "four") == (seen["temple_destroyed"] == 0)
    assert (table == "teams") == (seen["sealed"] > 0)
