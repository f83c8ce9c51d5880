"""A law that cannot fail proves nothing: each one finds a game that was tampered with."""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import cast

import pytest

from kamiza.cases.playthrough import Playthrough, RandomPlay, play_out
from kamiza.core.event import Event
from kamiza.core.game import Setup
from kamiza.games import game, laws
from kamiza.games.kamisama.table import Kamisama
from tests.games.tampering import Tamper, change_start, drop, repeat

KAMISAMA = game("kamisama")
LAWS = laws("kamisama")
# These only look at the cards; test_content.py looks at them from another side.
ABOUT_CARDS = {"KS-SPC-01", "KS-RUL-26", "KS-ACT-03", "KS-DES-29"}


def now(play: Playthrough) -> Kamisama:
    return cast(Kamisama, play.state)


def retell(name: str, **facts: object) -> Tamper:
    """Change the facts of the first event of a name."""

    def tamper(play: Playthrough) -> None:
        index = next(i for i, event in enumerate(play.events) if event.name == name)
        play.events[index] = Event(name, play.events[index].facts | facts)

    return tamper


def change(**values: object) -> Tamper:
    def tamper(play: Playthrough) -> None:
        for name, value in values.items():
            setattr(play.state, name, value)

    return tamper


def change_player(**values: int) -> Tamper:
    def tamper(play: Playthrough) -> None:
        for name, value in values.items():
            setattr(now(play).players[0], name, value)

    return tamper


def two_on_one_space(play: Playthrough) -> None:
    now(play).players[0].shrines = now(play).players[1].shrines = 1


def five_basics(play: Playthrough) -> None:
    now(play).turn.basics = 5


def late_moon(play: Playthrough) -> None:
    play.events.append(Event("moon_drawn", {"seat": "A", "village": "FA"}))


def token_twice(play: Playthrough) -> None:
    index = next(i for i, event in enumerate(play.events) if event.name == "turn_began")
    token = Event("token_taken", {"seat": "A", "village": "FA"})
    play.events[index + 1 : index + 1] = [token, token]


def start_twice(play: Playthrough) -> None:
    """The player who opened the first round opens the second one, too."""
    begun = [i for i, event in enumerate(play.events) if event.name == "turn_began"]
    again = play.events[begun[play.seats]]
    seat = play.events[begun[0]].facts["seat"]
    play.events[begun[play.seats]] = Event("turn_began", again.facts | {"seat": seat})


def rotated_too_far(play: Playthrough) -> None:
    """Another rotation in the middle of a game."""
    now(play).asked = 0
    now(play).rot = (now(play).red + 1) % 4


def every_chain_is_one(play: Playthrough) -> None:
    """A board whose table of chains knows single shrines only."""
    cards = copy(now(play).cards)
    board = copy(cards.board)
    setattr(board, "chains", bytes(bool(size) for size in board.chains))  # noqa: B010
    setattr(cards, "board", board)  # noqa: B010
    now(play).cards = cards


SEATS = {"KS-2P-10": 2, "KS-2P-11": 2, "KS-CMP-12": 2, "KS-3P-03": 3, "KS-3P-04": 3, "KS-3P-05": 3}
TAMPERING: dict[str, Tamper] = {
    "KS-CMP-05": change_player(supply=3),
    "KS-DES-03": two_on_one_space,
    "KS-CMP-08": change(tokens=0),
    "KS-TOK-02": change_player(tokens=0x01010101),
    "KS-CMP-06": change_player(villagers=0),
    "KS-CMP-10": change(seeds=0x1F),
    "KS-TRK-03": change_player(favor=-1),
    "KS-SET-09": change(asked=0, year=7),
    "KS-ACT-05": five_basics,
    "KS-TURN-05": rotated_too_far,
    "KS-SET-02": change(seats=2),
    "KS-INF-02": every_chain_is_one,
    "KS-SET-05": change_player(dealt=1),
    "KS-SET-19": change_start(rot=3),
    "KS-3P-02": change_start(asked=1),
    "KS-FLOW-01": drop("board_turned"),
    "KS-FLOW-02": drop("turn_began"),
    "KS-FLOW-03": repeat("turn_began"),
    "KS-FLOW-05": retell("turn_began", village="WE"),
    "KS-RND-04": repeat("turn_began"),
    "KS-3P-03": repeat("turn_began"),
    "KS-3P-04": repeat("turn_began"),
    "KS-2P-10": start_twice,
    "KS-3P-05": repeat("turn_began"),
    "KS-2P-11": drop("kitsune_revealed"),
    "KS-YEAR-01": late_moon,
    "KS-GOAL-03": token_twice,
    "KS-DRF-05": repeat("villager_taken"),
    "KS-FIN-02": retell("tracks_scored", vp=99),
    "KS-CMP-07": retell("year_began", goal="G05"),
    "KS-CMP-12": retell("kitsune_revealed", card="K01"),
}


@cache
def moves_of(seats: int) -> list[int]:
    plan = RandomPlay(1, [seats])
    return [action for _, action in play_out(KAMISAMA, Setup(seats, {}, 5), plan, {}).moves]


def played(seats: int) -> Playthrough:
    """The same whole game every time."""
    setup = Setup(seats, {}, 5)
    play = Playthrough(KAMISAMA, KAMISAMA.start(setup), setup)
    for action in moves_of(seats):
        play.apply(action)
    return play


def problem(rule: str, play: Playthrough) -> str:
    law = LAWS.watched.get(rule) or LAWS.judged[rule]
    return law(play)


@pytest.mark.parametrize("rule", TAMPERING)
def test_a_law_finds_what_is_wrong(rule: str) -> None:
    play = played(SEATS.get(rule, 4))
    assert problem(rule, play) == ""
    play = played(SEATS.get(rule, 4))
    TAMPERING[rule](play)
    assert problem(rule, play) != ""


def test_every_law_is_tried() -> None:
    tried = {*TAMPERING, *ABOUT_CARDS, "replay"}
    assert set(LAWS) == tried
