"""A finished game in a few lines: one form for all games, read from what is written down."""

import asyncio
import random
from typing import Any

import pytest
from server_kit import Client, Message, Server
from test_playing import play_seat

from kamiza import games
from kamiza.bots import make_bot
from kamiza.core.action import NOBODY
from kamiza.core.content import ContentError, Table
from kamiza.core.game import Setup
from kamiza.core.record import Ended
from kamiza.core.subjects import balance_of, read_history
from kamiza.server.messages import SEATS, Player
from kamiza.server.replays import Finished
from kamiza.server.store import TableRow
from kamiza.server.summaries import MOMENTS, Reading

SEATS_OF = {"shintoh": 3, "kamisama": 3, "kodama": 2, "battles": 2}


def row_of(name: str, seats: int, settings: dict[str, object]) -> TableRow:
    game = games.game(name)
    return TableRow(
        "k3v9", name, game.book.version, game.digest, seats, settings, bytes(32), False, None,
        None, None, 1.0, 2.0,
    )  # fmt: skip


def played(name: str, ended: Ended | None = None, moves: int | None = None) -> Finished:
    """A game of quick bots, or its first moves."""
    game, seats = games.game(name), SEATS_OF[name]
    settings = game.trial_settings()
    state = game.start(Setup(seats, dict(settings), 0, bytes(32)))
    bots = [make_bot("heuristic", game, seat) for seat in range(seats)]
    done: list[tuple[int, str]] = []
    while state.asked != NOBODY and (moves is None or len(done) < moves):
        seat = state.asked
        action = bots[seat].choose(game.view(state, seat))
        done.append((seat, game.describe(action)))
        game.apply(state, action)
    people = [Player(SEATS[seat], f"Player {seat}", "person", True, True) for seat in range(seats)]
    row = row_of(name, seats, settings)
    return Finished(row, "", people, done, ["person"] * len(done), ended)


@pytest.fixture(scope="module", params=sorted(SEATS_OF))
def reading(request: pytest.FixtureRequest) -> Reading:
    return Reading(played(request.param))


def test_everybody_has_a_score_a_place_and_what_they_played_with(reading: Reading) -> None:
    game, summary = reading.game, reading.summary()
    assert [p.score for p in summary.players] == list(game.scores(reading.state))
    assert [p.place for p in summary.players] == list(game.ranks(reading.state))
    assert sorted(p.place or 0 for p in summary.players)[0] == 1
    history = balance_of(game).history
    assert history.by is not None
    assert history.favourite is not None
    had = [player.had for player in summary.players]
    for kind in (history.by.kind, history.favourite.kind):
        cards = next(s.cards for s in balance_of(game).subjects if s.kind == kind)
        seen = [id for one in had for id in one[kind]]
        assert seen
        assert set(seen) <= set(cards)
    assert set().union(*had) == {history.by.kind, history.favourite.kind}


def test_chances_are_those_a_seat_could_know_and_few_enough_for_a_small_graph(
    reading: Reading,
) -> None:
    for player in reading.summary().players:
        assert 2 <= len(player.chances) <= MOMENTS
        assert all(0 <= chance <= 1 for chance in player.chances)
    first = [player.chances[0] for player in reading.summary().players]
    assert sum(first) == pytest.approx(1, abs=0.5)


def test_a_tree_is_left_of_every_player_of_kodama_and_nothing_of_other_games(
    reading: Reading,
) -> None:
    kept: Any = reading.keepsakes()
    if reading.game.name != "kodama":
        assert kept == []
        return
    players = reading.screen()["players"]
    assert kept == [players[seat]["tree"] for seat in ("A", "B")]
    assert all(len(tree) > 1 and {"card", "x", "y", "rot"} <= set(tree[0]) for tree in kept)


def test_a_game_without_a_result_has_no_scores() -> None:
    without = Reading(played("shintoh", Ended("agreed", ["A"], counts=False), 6)).summary()
    assert [(p.score, p.place) for p in without.players] == [(None, None)] * 3
    assert without.ended is not None
    resigned = Reading(played("shintoh", Ended("resigned", ["B"], counts=True), 6)).summary()
    assert resigned.players[1].place == 3


def test_a_game_that_ended_before_its_first_move_has_the_chances_of_its_beginning() -> None:
    resigned = Reading(played("shintoh", Ended("resigned", ["B"], counts=True), 0)).summary()
    assert [len(player.chances) for player in resigned.players] == [1, 1, 1]


def test_what_is_asked_must_be_a_subject() -> None:
    history = {"by": "fish", "by_label": "x"}
    asked = Table("balance.toml", "", {"subject": [{"kind": "god"}], "history": history})
    with pytest.raises(ContentError, match="one of the subjects"):
        read_history(asked)


def test_a_table_that_is_over_is_told_by_the_server(server: Server) -> None:
    async def play() -> Message:
        made = server.make_table("pb")
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        await play_seat(client, "A", random.Random(1))
        await client.close()
        return made

    made = asyncio.run(play())
    status, summary = server.request("GET", f"/api/tables/{made['table']}/summary")
    assert status == 200
    assert (summary["table"], summary["game"]) == (made["table"], "shintoh")
    person, bot = summary["players"]
    assert (person["kind"], bot["kind"], bot["level"]) == ("person", "bot", "heuristic")
    assert {person["place"], bot["place"]} <= {1, 2}
