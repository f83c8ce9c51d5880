"""The coach of a finished game, asked for until it is complete."""

import time

from server_kit import Server
from test_requests import finished_table


def test_the_coach_of_a_finished_game_is_worked_out_while_it_is_asked_for(server: Server) -> None:
    made, _ = finished_table(server, "pfb")
    path = f"/api/tables/{made['table']}/coach"
    end = time.monotonic() + 120
    told = server.get(path)
    while told["looked_at"] < told["moves"] or not told["points"]:
        assert time.monotonic() < end
        time.sleep(0.05)
        told = server.get(path)
    assert told["points"][0]["step"] == 0
    assert told["points"][-1]["step"] == told["moves"]
    assert set(told["points"][0]["known"]) == {"A", "B", "C"}
    assert sum(told["points"][-1]["open"].values()) == 1
    assert [one["seat"] for one in told["players"]] == ["A", "B", "C"]
    for one in told["decisions"]:
        assert one["best"] >= one["chance"]
        assert bool(one["moves"]) == bool(one["better"]["en"])
    assert server.get(path) == told  # kept, and the same


def test_a_running_game_has_no_coach(server: Server) -> None:
    made = server.make_table("pb")
    status, answer = server.request("GET", f"/api/tables/{made['table']}/coach")
    assert (status, answer["error"]["code"]) == (409, "not_over")
