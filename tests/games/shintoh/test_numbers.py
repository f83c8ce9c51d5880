"""Every number of the cards is the one of the document; `document.toml` is a copy from there."""

from __future__ import annotations

from typing import Any, cast

from kamiza.core.content import game_folder, read_toml
from kamiza.games.shintoh.game import ShintohGame
from tests.games import transcription

DOCUMENT = transcription.read(__file__)
GAME = {"players_min": 2, "players_max": 4, "minutes": 20, "age": 6}
SEATS = ["A", "B", "C", "D"]


def on_the_cards(game: ShintohGame) -> dict[str, Any]:
    return {
        "offering": [table.data for table in game.cards.offerings],
        "god": [table.data for table in game.cards.gods],
        "role": [table.data for table in game.cards.role_tables],
        "role_card": read_toml(game_folder("shintoh"), "cards/roles.toml").table("role_card").data,
    }


def points_of(god: dict[str, Any]) -> int:
    return int(god["effect"].get("vp", 0))


def score_of(game: ShintohGame, gods: list[str], has_looked: bool = False) -> int:
    """What these gods count for somebody who owns them and nothing else."""
    mine = {"face_down": gods[0], "gods": gods[1:], "role_taken": has_looked}
    altar = next(god for god in game.cards.god_ids if god not in gods)
    state = game.load({"seats": 2, "altar": altar, "players": {"A": mine}})
    return game.scores(state)[0]


def test_every_number_is_the_documents() -> None:
    """[OF-COMP-01] [OF-COMP-02] [OF-COMP-03] [OF-COMP-07] [OF-SETUP-02]"""
    assert transcription.differences(DOCUMENT, on_the_cards(ShintohGame())) == {}


def test_every_god_scores_its_points() -> None:
    """[OF-COMP-04] [OF-COMP-05] [OF-SCORE-01]"""
    game = ShintohGame()
    for god in DOCUMENT["god"]:
        assert score_of(game, [god["id"]]) == points_of(god), god["id"]


def test_every_role_scores_its_values_when_it_is_complete() -> None:
    """[OF-ROLE-06] [OF-ROLE-11] [OF-ROLE-12] [OF-ROLE-13] [OF-ROLE-14] [OF-ROLE-15] [OF-ROLE-16]
    [OF-ROLE-17] [OF-ROLE-18] [OF-ROLE-19] [OF-ROLE-20]"""
    game = ShintohGame()
    points = {god["id"]: points_of(god) for god in DOCUMENT["god"]}
    for role in DOCUMENT["role"]:
        members, effect = role["effect"]["members"], role["effect"]
        plain = sum(points[god] for god in members)
        assert score_of(game, members) == plain + effect["high"], role["id"]
        assert score_of(game, members, has_looked=True) == plain + effect["low"], role["id"]
        for god in members:
            rest = [other for other in members if other != god]
            assert score_of(game, rest) == plain - points[god], (role["id"], god)


def test_a_god_knows_the_roles_it_belongs_to() -> None:
    """[OF-ROLE-01]"""
    cards = ShintohGame().cards
    for god in DOCUMENT["god"]:
        roles = [role["id"] for role in DOCUMENT["role"] if god["id"] in role["effect"]["members"]]
        assert [role.id for role in cards.roles_of[cards.god_number(god["id"])]] == roles


def test_the_game_and_its_seats() -> None:
    """[OF-GEN-01] [OF-RUL-29]"""
    game = ShintohGame()
    data = cast("dict[str, Any]", game.cards.game.data)
    assert transcription.numbers(data["game"]) == GAME
    assert (game.least_seats, game.most_seats) == (2, 4)
    first = data["settings"]["first_dealer"]
    assert first["values"] == ["random", *SEATS]
    assert [value["value"] for value in first["value"]] == ["random", *SEATS]
    assert [value["label"] for value in first["value"][1:]] == [f"Seat {seat}" for seat in "ABCD"]
    assert data["first_game"] == {"seats": 4, "settings": {"role_knowledge": "open_book"}}
