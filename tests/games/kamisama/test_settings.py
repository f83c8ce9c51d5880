"""What changes at the table when a setting is chosen, and what stays hidden then."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, cast

import pytest

from kamiza.core.action import NOBODY, SPECTATOR
from kamiza.core.game import Setup
from kamiza.core.rng import fast_rng
from kamiza.games import game
from kamiza.games.kamisama.game import KamisamaGame
from kamiza.games.kamisama.table import Kamisama
from kamiza.play.speech import labels

KAMISAMA = cast(KamisamaGame, game("kamisama"))
Facts = dict[str, Any]
FACE_DOWN: dict[str, object] = {"villagers": "face_down", "years": 2}


def started(seats: int, settings: dict[str, object], seed: int = 5) -> Facts:
    return seen(KAMISAMA.start(Setup(seats, settings, seed)), 0)


def seen(state: object, seat: int) -> Facts:
    return KAMISAMA.screen(KAMISAMA.view(cast(Kamisama, state), seat))


def random_game(settings: dict[str, object], seats: int, seed: int) -> Iterator[Kamisama]:
    """Every position of a game played by chance, the last one included."""
    state = KAMISAMA.start(Setup(seats, settings, seed))
    rng = fast_rng(seed)
    while state.asked != NOBODY:
        yield cast(Kamisama, state)
        actions = KAMISAMA.moves(state)
        KAMISAMA.apply(state, actions[rng.below(len(actions))])
    yield cast(Kamisama, state)


# -- each setting ------------------------------------------------------------------------------


def test_the_lobby_offers_what_the_rules_know() -> None:
    """Every value of every setting starts a table that says so."""
    offered = KAMISAMA.cards.game.table("settings")
    assert sorted(offered.data) == ["draft", "edition", "kami", "villagers", "years"]
    for setting in offered.data:
        table = offered.table(setting)
        values = cast("list[object]", table.data["values"])
        assert [value.data["value"] for value in table.tables("value")] == values
        assert started(3, {})["settings"][setting] == table.data["default"] == values[0]
        for value in values:
            assert started(3, {setting: value})["settings"][setting] == value
            for words in (table, *table.tables("value")):
                assert words.text("label") != words.text("label_ja")
                assert words.text("help") != words.text("help_ja")


@pytest.mark.parametrize(("edition", "goals", "foxes"), [("full", 15, 24), ("early", 11, 20)])
def test_edition(edition: str, goals: int, foxes: int) -> None:
    """Other cards are in the box. [KS-CMP-07] [KS-CMP-12]"""
    view = started(2, {"edition": edition, "kami": "yue,inari"})
    assert (len(view["goals_left"]), len(view["kitsune"]["unused"])) == (goals, foxes)


@pytest.mark.parametrize("years", [2, 3])
def test_years(years: int) -> None:
    """So many years are played and counted. [KS-FG-10] [KS-RUL-38]"""
    *_, last = random_game({"years": years}, 3, 4)
    view = seen(last, SPECTATOR)
    assert (view["year"], view["years"]) == (years, years)
    assert [len(seat["tracks"]) for seat in view["result"]["seats"].values()] == [years] * 3


@pytest.mark.parametrize("draft", ["private", "open"])
def test_draft(draft: str) -> None:
    """Who sees the hand that goes round. [KS-RUL-13]"""
    for state in random_game({"draft": draft, "years": 2}, 3, 6):
        if KAMISAMA.question(state) == "TAKE" and state.draft.taken == 0:
            watching = [SPECTATOR, *(seat for seat in range(3) if seat != state.asked)]
            hands = [seen(state, seat)["draft"]["hand"] for seat in watching]
            mine = seen(state, state.asked)["draft"]["hand"]
            assert len(mine) == 3
            assert hands == ([mine] * 3 if draft == "open" else [None] * 3)
            return
    raise AssertionError("nobody took a villager")


@pytest.mark.parametrize("kami", ["nue,yue,inari", " nue, yue,inari", ["nue", "yue", "inari"]])
def test_kami_named_by_the_table(kami: object) -> None:
    """As a text or as a list: everybody has that kami, and nobody is asked. [KS-RUL-44]"""
    view = started(3, {"kami": kami})
    assert [player["kami"] for player in view["players"].values()] == ["nue", "yue", "inari"]
    assert view["settings"]["kami"] == "nue,yue,inari"
    assert view["private"] == {"dealt": [], "kami": "nue"}
    assert view["question"] == "ACT"


def test_kami_dealt() -> None:
    """Two sheets each, and a question. [KS-SET-05]"""
    view = started(3, {"kami": "deal"})
    assert view["question"] == "KAMI"
    assert len(view["private"]["dealt"]) == 2
    assert [player["kami"] for player in view["players"].values()] == [None] * 3


@pytest.mark.parametrize("kami", [["nue", "yue"], ["nue", "yue", "yue"], ["nue", "yue", 3], [], {}])
def test_kami_that_cannot_be(kami: object) -> None:
    """[KS-RUL-44]"""
    with pytest.raises(Exception, match="cannot be"):
        started(3, {"kami": kami})


# -- villagers face down ----------------------------------------------------------------------


def positions_with_villagers(seats: int) -> Iterator[Kamisama]:
    for number, state in enumerate(random_game(FACE_DOWN, seats, 3)):
        claimed = sum(bin(player.villagers).count("1") for player in state.players)
        if claimed and number % 7 == 0 and state.asked != NOBODY:
            yield state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_others_see_only_how_many(seats: int) -> None:
    """The owner sees them, everybody who remembers does, a screen shows the number. [KS-RUL-14]"""
    looked = 0
    for state in positions_with_villagers(seats):
        names = [state.cards.card_ids(player.villagers) for player in state.players]
        for seat in (SPECTATOR, *range(seats)):
            shown = list(seen(state, seat)["players"].values())
            view: Facts = KAMISAMA.view(state, seat).as_json()
            recalled = list(view["players"].values())
            for owner in range(seats):
                mine = owner == seat
                assert shown[owner]["villagers"] == (names[owner] if mine else None)
                assert (shown[owner]["villager_vp2"] is None) != mine
                assert shown[owner]["villager_count"] == len(names[owner])
                assert recalled[owner]["villagers"] == names[owner]
                looked += 1
    assert looked > 50


@pytest.mark.parametrize("seats", [3, 4])
def test_a_screen_does_not_tell_who_has_which(seats: int) -> None:
    """Two tables look the same to a person if only villagers of others are exchanged, or lie in
    the deck instead. [KS-RUL-14]"""
    exchanged = 0
    for state in positions_with_villagers(seats):
        for seat in (SPECTATOR, *range(seats)):
            others = [state.players[other] for other in range(seats) if other != seat]
            for village in range(4):
                twin = with_another_card(state, others, 0x7FFF << 15 * village)
                if twin is not None:
                    exchanged += 1
                    assert text(twin, seat) == text(state, seat)
    assert exchanged > 20


def with_another_card(state: Kamisama, others: list[Any], village: int) -> Kamisama | None:
    """The same table with one claimed card of a village exchanged for one of its deck."""
    for player in others:
        claimed, pile = player.villagers & village, state.deck & village
        if claimed and pile:
            twin = state.clone()
            both = claimed & -claimed | pile & -pile
            twin.players[state.players.index(player)].villagers ^= both
            twin.deck ^= both
            return twin
    return None


def text(state: Kamisama, seat: int) -> str:
    return json.dumps(seen(state, seat), sort_keys=True)


def test_labels_follow_from_what_a_screen_shows() -> None:
    """[KS-RUL-14]"""
    for state in positions_with_villagers(3):
        told = labels(KAMISAMA, seen(state, state.asked))
        others = [p for seat, p in enumerate(state.players) if seat != state.asked]
        for village in range(4):
            twin = with_another_card(state, others, 0x7FFF << 15 * village)
            if twin is not None:
                assert labels(KAMISAMA, seen(twin, state.asked)) == told


def test_the_end_turns_them_up() -> None:
    """[KS-RUL-14] [KS-FIN-03]"""
    *_, last = random_game(FACE_DOWN, 3, 3)
    names = [last.cards.card_ids(player.villagers) for player in last.players]
    for seat in (SPECTATOR, 0, 1, 2):
        assert [player["villagers"] for player in seen(last, seat)["players"].values()] == names
