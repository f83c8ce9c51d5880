"""A law that cannot fail proves nothing: each one finds a game that was tampered with."""

from __future__ import annotations

from typing import cast

import pytest

from kamiza.cases.playthrough import Playthrough, RandomPlay, play_out
from kamiza.core.event import Event
from kamiza.core.game import Setup
from kamiza.games import game, laws
from kamiza.games.shintoh.cards import NOTHING, SALT
from kamiza.games.shintoh.table import Shintoh
from tests.games.tampering import Tamper, change_start, drop, repeat

SHINTOH = game("shintoh")
LAWS = laws("shintoh")
# These only look at the cards, which test_content.py tampers with.
ABOUT_CARDS = {"OF-COMP-02", "OF-NUM-15", "OF-NUM-16", "OF-ROLE-01", "OF-RUL-02"}


def now(play: Playthrough) -> Shintoh:
    return cast(Shintoh, play.state)


def lose_a_salt(play: Playthrough) -> None:
    now(play).pile += SALT


def own_nothing(play: Playthrough) -> None:
    now(play).players[0].gods = 0


def tie(play: Playthrough) -> None:
    one, two = now(play).players
    two.gods, two.role_taken = one.gods, one.role_taken


def know_too_much(play: Playthrough) -> None:
    player = now(play).players[0]
    player.known = player.hand + SALT


def ask_somebody_ahead(play: Playthrough) -> None:
    player = now(play).players[now(play).asked]
    player.placed += 5 * SALT


def lay_for_who_is_out(play: Playthrough) -> None:
    now(play).players[0].placed += SALT


def settle_badly(play: Playthrough) -> None:
    now(play).discard, now(play).pile = now(play).pile, NOTHING


def crown_the_last(play: Playthrough) -> None:
    """Points change, places do not: `ranks` counts anew, so the game is asked about another."""
    play.game = Impostor()  # type: ignore[assignment]


class Impostor:
    """Says that everybody has won with different scores."""

    def scores(self, state: object) -> list[int]:
        return [1, 2, 3]

    def ranks(self, state: object) -> list[int]:
        return [1, 1, 1]

    def moves(self, state: object) -> list[int]:
        return []

    def describe(self, action: int) -> str:
        return "trade with B"


def strange_move(play: Playthrough) -> None:
    play.game = Impostor()  # type: ignore[assignment]


def win_another_god(play: Playthrough) -> None:
    won = next(i for i, event in enumerate(play.events) if event.name == "god_won")
    facts = play.events[won].facts | {"god": "nobody"}
    play.events[won] = Event("god_won", facts)


def two_turns(play: Playthrough) -> None:
    index = next(i for i, event in enumerate(play.events) if event.name == "dedicated")
    again = Event("card_added", {"seat": play.events[index].facts["seat"], "kind": "salt"})
    play.events.insert(index + 1, again)


def go_on(play: Playthrough) -> None:
    now(play).asked = 0


def take_twice(play: Playthrough) -> None:
    play.events += [Event("role_taken", {"seat": 0}), Event("role_taken", {"seat": 0})]


def use_twice(play: Playthrough) -> None:
    play.events += [Event("treasure_used", {"treasure": "jewel"})] * 2


def hide_a_move(play: Playthrough) -> None:
    play.moves.pop()


FINISHED, BEGUN = "random", "none"
TAMPERS: list[tuple[str, int, str, Tamper]] = [
    ("OF-END-01", 3, FINISHED, go_on),
    ("OF-END-02", 3, FINISHED, drop("altar_revealed")),
    ("OF-FLOW-01", 3, FINISHED, win_another_god),
    ("OF-FLOW-03", 3, FINISHED, two_turns),
    ("OF-FLOW-04", 3, FINISHED, drop("passed")),
    ("OF-GEN-03", 3, FINISHED, crown_the_last),
    ("OF-GEN-04", 3, FINISHED, repeat("god_won")),
    ("OF-GEN-05", 3, FINISHED, strange_move),
    ("OF-GEN-06", 3, BEGUN, strange_move),
    ("OF-GLO-08", 3, FINISHED, lay_for_who_is_out),
    ("OF-GLO-09", 3, BEGUN, lambda play: setattr(play.state, "bar", 3)),
    ("OF-NUM-01", 3, FINISHED, drop("god_won")),
    ("OF-NUM-02", 3, FINISHED, drop("passed")),
    ("OF-NUM-03", 3, BEGUN, change_start(pile=NOTHING)),
    ("OF-NUM-04", 3, BEGUN, change_start(pile=NOTHING)),
    ("OF-NUM-05", 3, BEGUN, change_start(pile=NOTHING)),
    ("OF-NUM-06", 3, FINISHED, lambda play: play.moves.clear()),
    ("OF-NUM-07", 3, FINISHED, repeat("passed")),
    ("OF-NUM-07", 2, FINISHED, lambda play: play.events.extend(play.events)),
    ("OF-NUM-08", 3, FINISHED, lambda play: play.moves.extend(play.moves * 20)),
    ("OF-NUM-10", 3, FINISHED, hide_a_move),
    ("OF-NUM-11", 3, FINISHED, drop("passed")),
    ("OF-NUM-12", 3, BEGUN, lose_a_salt),
    ("OF-NUM-12", 3, BEGUN, own_nothing),
    ("OF-NUM-13", 3, FINISHED, repeat("passed")),
    ("OF-NUM-14", 3, FINISHED, own_nothing),
    ("OF-NUM-17", 2, FINISHED, tie),
    ("OF-NUM-18", 2, FINISHED, lambda play: setattr(play.state, "pile", NOTHING)),
    ("OF-NUM-19", 3, BEGUN, know_too_much),
    ("OF-NUM-19", 3, BEGUN, lambda play: setattr(now(play).players[0], "known", NOTHING)),
    ("OF-PASS-04", 4, FINISHED, drop("pile_reshuffled")),
    ("OF-RUL-04", 3, BEGUN, ask_somebody_ahead),
    ("OF-RUL-08", 3, BEGUN, settle_badly),
    ("OF-RUL-09", 3, BEGUN, lambda play: setattr(play.state, "harvest", NOTHING)),
    ("OF-RUL-17", 3, FINISHED, take_twice),
    ("OF-RUL-23", 3, FINISHED, repeat("passed")),
    ("OF-SETUP-11", 3, BEGUN, change_start(harvest=NOTHING)),
    ("OF-TRE-02", 3, FINISHED, use_twice),
    ("replay", 3, FINISHED, hide_a_move),
]


@pytest.mark.parametrize(("rule", "seats", "policy", "tamper"), TAMPERS)
def test_a_law_finds_what_was_tampered_with(
    rule: str, seats: int, policy: str, tamper: Tamper
) -> None:
    play = play_out(SHINTOH, Setup(seats, {}, 7), RandomPlay(1, [seats], policy=policy), {})
    law = LAWS.watched.get(rule) or LAWS.judged[rule]
    assert law(play) == ""
    play = play_out(SHINTOH, Setup(seats, {}, 7), RandomPlay(1, [seats], policy=policy), {})
    tamper(play)
    assert law(play) != ""


def test_no_law_is_left_out() -> None:
    assert {rule for rule, *_ in TAMPERS} | ABOUT_CARDS == set(LAWS)
