"""Every villager card, claimed and counted at the table, against what is printed on it."""

from __future__ import annotations

from typing import Any, cast

import pytest

from kamiza.core.refusal import PositionError
from kamiza.games import game
from kamiza.games.kamisama.game import KamisamaGame
from kamiza.games.kamisama.table import Kamisama
from tests.games.kamisama.printed import MAPS, VILLAGERS, gains_of, lines, spaces_of

KAMISAMA = cast(KamisamaGame, game("kamisama"))
CARDS = [pytest.param(*line[:3], line[3:], id=line[0]) for line in lines(VILLAGERS)]
HUTS = {"FA": "FA.c1", "WE": "WE.b1", "FI": "FI.c1", "HO": "HO.d2"}
Facts = dict[str, Any]


def test_sixty_cards_fifteen_of_each_village() -> None:
    """[KS-CMP-06]"""
    for village in MAPS:
        copies = [int(line[1]) for line in lines(VILLAGERS) if line[0].startswith(village)]
        assert sum(copies) == 15
    assert KAMISAMA.cards.villager_ids == [line[0] for line in lines(VILLAGERS)]


@pytest.mark.parametrize(("card", "copies", "vp2", "claim"), CARDS)
def test_copies_and_points(card: str, copies: str, vp2: str, claim: list[str]) -> None:
    """There are so many, and they score so much at the end; half a point is lost. [KS-CMP-06]
    [KS-FIN-03] [KS-FIN-04]"""
    number = int(copies)
    assert score_of([card] * number) == number * int(vp2) // 2
    other = "FA-peasant" if card != "FA-peasant" else "WE-peasant"
    assert score_of([card]) == int(vp2) // 2
    assert score_of([card, other]) == (int(vp2) + 1) // 2
    with pytest.raises(PositionError, match=f"there are only {number} {card}"):
        score_of([card] * (number + 1))


def score_of(villagers: list[str]) -> int:
    position: Facts = {"seats": 4, "players": {"A": {"villagers": villagers}}}
    return KAMISAMA.scores(KAMISAMA.load(position))[0]


def peasants_of(villagers: list[str]) -> int:
    position: Facts = {
        "seats": 4, "year": 3, "frames": ["TRACKS"], "players": {"A": {"villagers": villagers}},
    }  # fmt: skip
    view: Facts = KAMISAMA.screen(KAMISAMA.view(KAMISAMA.load(position), 0))
    return int(view["result"]["seats"]["A"]["peasants"])


def test_only_peasants_break_the_fourth_tie() -> None:
    """[KS-WIN-04]"""
    for card, *_ in lines(VILLAGERS):
        assert peasants_of([card]) == (1 if card.endswith("-peasant") else 0), card


# -- claims -----------------------------------------------------------------------------------


class Claim:
    """A takes a card of a village where nobody else has a shrine; A's current village is FA."""

    def __init__(self, card: str) -> None:
        self.hut = HUTS[card[:2]]
        players = {"A": {"kami": "raijin", "shrines": self.hut}}
        position: Facts = {"seats": 4, "frames": ["RANK"], "deck_top": [card], "players": players}
        self.state = cast(Kamisama, KAMISAMA.load(position))
        self.state.log = []
        self.act(f"take {card}")

    def act(self, move: str) -> None:
        KAMISAMA.act(self.state, 0, move)

    @property
    def moves(self) -> list[str]:
        return [KAMISAMA.describe(action) for action in KAMISAMA.moves(self.state)]

    @property
    def asks(self) -> str:
        return KAMISAMA.question(self.state)

    def told(self, name: str) -> list[Facts]:
        log = self.state.log or []
        return [event.facts for event in log if event.name == name]

    def gained(self) -> tuple[int, int]:
        told = self.told("gained")
        return sum(event["favor"] for event in told), sum(event["nature"] for event in told)

    def free(self, *villages: str, kinds: str = "anywhere") -> list[str]:
        return [space for space in spaces_of(*villages, kinds=kinds) if space != self.hut]


@pytest.mark.parametrize(("card", "copies", "vp2", "claim"), CARDS)
def test_claim(card: str, copies: str, vp2: str, claim: list[str]) -> None:
    """Every claim does what its card says, no more and no less. [KS-DRF-03] [KS-DRF-04]"""
    CHECKS[claim[0]](card, claim[1:])


def check_nothing(card: str, words: list[str]) -> None:
    claim = Claim(card)
    assert claim.asks == "ACT"  # the next year
    assert claim.gained() == (0, 0)


def check_gain(card: str, words: list[str]) -> None:
    if "or" not in words:
        assert Claim(card).gained() == gains_of(words)
        return
    favor, nature = words[0][1:], words[2][1:]
    for move, gains in (
        (f"gain favor {favor}", (int(favor), 0)), (f"gain nature {nature}", (0, int(nature))),
    ):  # fmt: skip
        claim = Claim(card)
        assert claim.moves == [f"gain favor {favor}", f"gain nature {nature}"]
        claim.act(move)
        assert claim.gained() == gains


def check_add(card: str, words: list[str]) -> None:
    kinds, most, gains = words[0], int(words[1][1:]), gains_of(words[2:])
    claim = Claim(card)
    room = claim.free("FA", kinds=kinds)
    for done in range(most):
        assert claim.moves == [*(f"at {space}" for space in room[done:]), "skip"]
        claim.act(f"at {room[done]}")
    assert claim.asks == "ACT"
    assert [event["space"] for event in claim.told("shrine_added")] == room[:most]
    assert claim.gained() == gains
    declined = Claim(card)
    declined.act("skip")
    assert (declined.gained(), declined.told("shrine_added")) == ((0, 0), [])


def check_move(card: str, words: list[str]) -> None:
    scope, kinds = words
    claim = Claim(card)
    assert claim.moves == [f"at {claim.hut}", "skip"]
    claim.act(f"at {claim.hut}")
    villages = {
        "current": ["FA"],
        "other": [name for name in MAPS if name != card[:2]],
        "any": list(MAPS),
    }[scope]
    assert claim.moves == [f"to {space}" for space in claim.free(*villages, kinds=kinds)]
    claim.act(claim.moves[0])
    assert claim.asks == "ACT"
    assert (len(claim.told("shrine_moved")), claim.gained()) == (1, (0, 0))


def check_token(card: str, words: list[str]) -> None:
    claim = Claim(card)
    village = card[:2]
    if words == ["choose"]:
        assert claim.moves == [f"token {name}" for name in MAPS]
        village = "HO"
        claim.act("token HO")
    assert [event["village"] for event in claim.told("token_taken")] == [village]
    assert claim.gained() == (0, 0)


CHECKS = {
    "nothing": check_nothing,
    "gain": check_gain,
    "add": check_add,
    "move": check_move,
    "token": check_token,
}
