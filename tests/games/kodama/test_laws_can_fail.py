"""A law that cannot fail proves nothing: each one finds a game that was tampered with."""

from __future__ import annotations

from typing import cast

import pytest

from kamiza.cases.playthrough import Playthrough, RandomPlay, play_out
from kamiza.core.action import seat_of
from kamiza.core.event import Event
from kamiza.core.game import Setup
from kamiza.games import game, laws
from kamiza.games.kodama.game import KodamaGame
from kamiza.games.kodama.rules.trees import Placed, Tree
from kamiza.games.kodama.table import Kodama
from tests.games.tampering import Tamper, drop

KODAMA = cast(KodamaGame, game("kodama"))
LAWS = laws("kodama")
# These only look at the cards and at fixed examples, which test_content.py and cases tamper with.
ABOUT_CARDS = {"KO-GEO-04", "KO-GEO-05", "KO-GEO-06", "KO-GEO-14", "KO-GEO-16", "KO-EFF-08"}


def now(play: Playthrough) -> Kodama:
    return cast(Kodama, play.state)


def change(name: str, fact: str, value: object) -> Tamper:
    """Tell the last event of a name otherwise."""

    def tamper(play: Playthrough) -> None:
        index = max(i for i, event in enumerate(play.events) if event.name == name)
        old = play.events[index]
        play.events[index] = Event(name, {**old.facts, fact: value})

    return tamper


def shift(play: Playthrough, x: int, y: int, slots: int = 4) -> None:
    """Move the newest card of the game."""
    seat = seat_of([e for e in play.events if e.name == "grown"][-1].facts["seat"])
    player = now(play).players[seat]
    last = player.tree.cards[-1]
    moved = Placed(
        last.card, last.turned, last.x + x, last.y + y, last.rotation, slots, last.parent,
        last.depth, last.icons, last.line,
    )  # fmt: skip
    player.tree = Tree([*player.tree.cards[:-1], moved], player.tree.bearing, player.tree.forked)


def forget_the_end(play: Playthrough) -> None:
    """As if the last placement had just been made."""
    index = max(i for i, event in enumerate(play.events) if event.name == "grown")
    del play.events[index + 1 :]


def move_far(play: Playthrough) -> None:
    forget_the_end(play)
    shift(play, 9000, 0)


def move_to_the_trunk(play: Playthrough) -> None:
    """Over the icon of the trunk."""
    forget_the_end(play)
    seat = seat_of(play.events[-1].facts["seat"])
    last = now(play).players[seat].tree.cards[-1]
    shift(play, -last.x, 300 - last.y)


def lose_a_branch(play: Playthrough) -> None:
    now(play).deck = now(play).deck[1:]


def steal_a_kodama(play: Playthrough) -> None:
    now(play).players[0].hand |= now(play).players[1].hand


def hold_too_many(play: Playthrough) -> None:
    now(play).players[0].hand = 0b1111


def keep_the_marker(play: Playthrough) -> None:
    now(play).first = (now(play).first + 1) % 3


def forget_points(play: Playthrough) -> None:
    now(play).players[0].score -= 1


def leave_a_view_open(play: Playthrough) -> None:
    """A card lies on the display and in the deck at once."""
    state = cast(Kodama, KODAMA.load({"seats": 2}))
    state.deck = bytes([*state.deck, state.display[0]])
    play.state = state


def offer_too_much(play: Playthrough) -> None:
    """Fallow turns are listed beside cards that can be placed."""

    class Generous:
        def __getattr__(self, name: str) -> object:
            return getattr(KODAMA, name)

        def moves(self, state: Kodama) -> list[int]:
            return [*KODAMA.moves(state), KODAMA.parse("fallow:0")]

    play.state = KODAMA.load({"seats": 2})
    play.game = cast(KodamaGame, Generous())


def grow_over(play: Playthrough) -> None:
    """A tree whose cards are not where they should be confuses the slow geometry."""
    for player in now(play).players:
        cards = [
            Placed(c.card, c.turned, c.x, c.y, (c.rotation + 90) % 360, c.slots, c.parent, c.depth,
                   c.icons, c.line)
            for c in player.tree.cards
        ]  # fmt: skip
        player.tree = Tree(cards, 0, 0)


def win_with_less(play: Playthrough) -> None:
    class Unfair:
        def __getattr__(self, name: str) -> object:
            return getattr(KODAMA, name)

        def ranks(self, state: Kodama) -> list[int]:
            return [4 - rank for rank in KODAMA.ranks(state)]

    play.game = cast(KodamaGame, Unfair())


TAMPERS: list[tuple[str, dict[str, object], Tamper]] = [
    ("KO-COMP-01", {}, lose_a_branch),
    ("KO-COMP-02", {}, steal_a_kodama),
    ("KO-PLACE-11", {}, lambda play: shift(play, 1, 0)),
    ("KO-GEO-09", {}, move_far),
    ("KO-PLACE-06", {}, move_to_the_trunk),
    ("KO-PLACE-07", {}, move_far),
    ("KO-PLACE-03", {}, move_far),
    ("KO-PLACE-08", {}, change("grown", "base", 13)),
    ("KO-SCORE-02", {}, lambda p: (forget_the_end(p), change("grown", "base", 55)(p))[0]),
    ("KO-AIM-03", {}, forget_points),
    ("KO-REFILL-02", {}, drop("season_token_moved")),
    ("KO-RUL-03", {}, offer_too_much),
    ("KO-HID-02", {}, leave_a_view_open),
    ("KO-GROW-01", {}, drop("grown")),
    ("KO-SEAS-02", {}, drop("marker_passed")),
    ("KO-FIRST-01", {}, keep_the_marker),
    ("KO-KOD-04", {}, change("kodama_scored", "kodama", "K01")),
    ("KO-END-02", {}, hold_too_many),
    ("KO-END-03", {}, win_with_less),
    ("KO-RUL-01", {}, lose_a_branch),
    ("KO-EFF-25", {}, drop("display_refilled")),
    ("KO-OPT-02", {"edition": "first"}, change("kodama_scored", "kodama", "K23")),
    ("KO-OPT-04", {"decrees": False}, change("grown", "bonus", 1)),
    ("KO-KOD-01", {}, hold_too_many),
    ("KO-GEO-18", {}, grow_over),
]


def finished(settings: dict[str, object]) -> Playthrough:
    return play_out(KODAMA, Setup(3, settings, 2), RandomPlay(1, [3], settings), {})


def problem(rule: str, play: Playthrough) -> str:
    play.broken = {}
    if rule in LAWS.watched:
        return LAWS.watched[rule](play)
    return LAWS.judged[rule](play)


@pytest.mark.parametrize(("rule", "settings", "tamper"), TAMPERS)
def test_a_law_finds_what_was_tampered_with(
    rule: str, settings: dict[str, object], tamper: Tamper
) -> None:
    play = finished(settings)
    if rule == "KO-KOD-04":  # make sure it has been scored before
        change("kodama_scored", "kodama", "K01")(play)
        play.events.append(next(e for e in reversed(play.events) if e.name == "kodama_scored"))
    else:
        assert problem(rule, play) == ""
        play = finished(settings)
        tamper(play)
    assert problem(rule, play) != ""


def test_every_law_is_tampered_with() -> None:
    assert {rule for rule, _, _ in TAMPERS} == set(LAWS) - ABOUT_CARDS - {"replay"}
