"""Who may know what: hands by the settings of the table, chance to come by nobody."""

from __future__ import annotations

from typing import Any

import pytest

from kamiza.core.action import NOBODY, SPECTATOR
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import game

KODAMA = game("kodama")


def told(state: Any, seat: int) -> dict[str, Any]:
    return KODAMA.view(state, seat).as_json()


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_nobody_knows_what_is_certain_to_come(seat: int) -> None:
    """[KO-HID-02] Cards and decrees that a position has fixed are on no view."""
    coming = {"summer": "DM1", "fall": "DF4"}
    state = KODAMA.load({"seats": 2, "deck_top": ["B20", "B10"], "coming": coming})
    assert not {"deck_top", "coming"} & set(told(state, seat))
    assert not any(decree in str(told(state, seat)) for decree in coming.values())
    world = KODAMA.imagine(KODAMA.view(state, seat), fast_rng(1))
    saved = KODAMA.save(world)
    assert (saved["deck_top"], saved["coming"]) == ([], {})


@pytest.mark.parametrize(
    ("settings", "seen"),
    [
        ({}, {0: "A", 1: "B", SPECTATOR: ""}),
        ({"sprouts": {"B": "C"}}, {0: "AB", 1: "B", SPECTATOR: "B"}),
        ({"open_hands": True}, {0: "ABC", 1: "ABC", SPECTATOR: "ABC"}),
    ],
)
def test_hands_are_seen_by_whom_the_settings_say(
    settings: dict[str, object], seen: dict[int, str]
) -> None:
    """[KO-HID-01] [KO-HID-03] [KO-HID-04] [KO-OPT-06]"""
    state = KODAMA.start(Setup(3, settings, 5))
    truth: Any = KODAMA.save(state)["players"]
    for seat, hands in seen.items():
        players = told(state, seat)["players"]
        assert "".join(owner for owner in players if "hand" in players[owner]) == hands
        for owner, player in players.items():
            assert player["hand_size"] == len(truth[owner]["hand"])
            assert player.get("hand", truth[owner]["hand"]) == truth[owner]["hand"]


def test_in_the_end_all_hands_are_open() -> None:
    """[KO-END-02]"""
    last = {"season": "fall", "phase": "kodama", "turn": 1, "asked": "B"}
    state = KODAMA.load({"seats": 2, **last})
    assert "hand" not in told(state, SPECTATOR)["players"]["A"]
    KODAMA.act(state, "B", "kodama:K03")
    assert state.asked == NOBODY
    assert all("hand" in player for player in told(state, SPECTATOR)["players"].values())


def test_the_deck_is_known_without_its_order() -> None:
    """[KO-HID-02] Bots are told which cards are left, a screen only how many."""
    state = KODAMA.load({"seats": 2, "deck_top": ["B20"]})
    seen = KODAMA.see(state, "A")
    cards: Any = seen.as_json()["deck_cards"]
    assert cards == sorted(cards)
    screen = KODAMA.screen(seen)
    assert screen["deck"] == len(cards) == 61
    assert "deck_cards" not in screen


def test_a_screen_is_told_what_the_last_turn_brought() -> None:
    """Branch and decree together; nobody has to add them up."""
    last = {"base": 4, "bonus": 3}
    state = KODAMA.load({"seats": 2, "players": {"A": {"last": last}, "B": {}}})
    players: Any = KODAMA.screen(KODAMA.view(state, 1))["players"]
    assert [players[seat]["last_points"] for seat in "AB"] == [7, 0]
