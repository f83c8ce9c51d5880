"""The designer's workbench: what is asked is found, measured and drawn, for every game alike."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kamiza.core.content import TRIED, ContentError
from kamiza.core.subjects import balance_of, check_sources
from kamiza.games import NAMES, game
from kamiza.lab import luck, measures, plots
from kamiza.lab.changes import BadChange, find_number, game_with, numbers_of, read_change
from kamiza.lab.comparing import compared
from kamiza.lab.crew import Crew, in_order
from kamiza.lab.finding import Band, find, read_band
from kamiza.lab.observing import Facts, Study, observe
from tests.terminal.program import kamiza

SMALL = Study("shintoh", ((2, ()), (3, ())), "heuristic")


def made_up(payoffs: list[float], course: list[list[float]]) -> Facts:
    ranks = [1 if won else 2 for won in payoffs]
    had = {"god": [["a"], ["b"]]}
    return {
        "seats": 2, "table": 0, "decisions": 10, "rounds": 3, "scores": [9, 5], "ranks": ranks,
        "payoffs": payoffs, "course": course, "had": had, "acts": {}, "offered": {},
        "decisive": {}, "points": {}, "on_table": {}, "options": None,
    }  # fmt: skip


# -- observing --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_what_is_asked_about_a_game_is_found_in_it(name: str) -> None:
    """Every event a `balance.toml` names is one of the game, and every subject is met in play."""
    rules = game(name)
    check_sources(rules)
    asked = balance_of(rules)
    table = asked.tables[0]
    study = Study(name, ((table.seats[1], tuple(table.settings.items())),), "heuristic")
    facts = [observe(study, number) for number in range(2)]
    assert all(one["rounds"] > 0 and one["course"] for one in facts)
    for subject in asked.subjects:
        assert subject.cards
        where = "on_table" if subject.of_table else "had"
        if (name, subject.kind) != ("kamisama", "kitsune"):  # few games of three meet the fox
            assert any(one[where].get(subject.kind) for one in facts), subject.kind
        rows = measures.subject_measures(subject, facts)["rows"]
        assert all(row["low"] <= row["mean"] <= row["high"] for row in rows)


def test_observed_games_are_the_same_whoever_plays() -> None:
    alone = [observe(SMALL, number) for number in range(6)]
    assert [one["seats"] for one in alone] == [2, 3] * 3
    assert list(in_order(partial(observe, SMALL), 0, 6, Crew(2))) == alone


def test_a_table_of_kodama_had_its_cards() -> None:
    facts = observe(Study("kodama", ((2, ()),), "random"), 0)
    assert len(facts["had"]["trunk"]) == 2
    assert all(len(ids) == 1 for ids in facts["had"]["trunk"])
    assert len(facts["on_table"]["decree"]) == 3
    assert {id for id, _ in facts["points"]["kodama"]} == {
        id for ids in facts["had"]["kodama"] for id in ids
    }


# -- measuring --------------------------------------------------------------------------------


def test_how_the_lead_went() -> None:
    runaway = made_up([1.0, 0.0], [[0.5, 0.5], [0.6, 0.4], [0.85, 0.15], [0.9, 0.1]])
    assert (measures.is_runaway(runaway), measures.is_comeback(runaway)) == (True, False)
    assert measures.known_at(runaway) == 0.5
    comeback = made_up([0.0, 1.0], [[0.5, 0.5], [0.7, 0.3], [0.9, 0.1], [0.2, 0.8]])
    assert (measures.is_runaway(comeback), measures.is_comeback(comeback)) == (False, True)
    assert measures.known_at(comeback) == 0.75
    assert measures.lead_changes(comeback["course"]) == 1
    assert measures.lead_changes([[0.5, 0.5], [0.49, 0.51], [0.5, 0.5]]) == 0


def test_shares_are_shares_of_a_fair_one() -> None:
    found = measures.share_of(6.0, 4.0, 12)
    assert found["mean"] == 1.5
    assert found["low"] < 1.5 < found["high"]


def test_luck_is_what_comes_again() -> None:
    always = [[[1.0, 0.0]] * 4, [[0.0, 1.0]] * 4] * 3
    assert luck.in_the_shuffle(always) == 1.0
    never = [[[1.0, 0.0], [0.0, 1.0]] * 2] * 6
    assert luck.in_the_shuffle(never) == 0.0


# -- what if ----------------------------------------------------------------------------------


def test_only_designed_numbers_may_change() -> None:
    assert read_change("shintoh", "god.amaterasu.vp=9")[1] == 9
    with pytest.raises(BadChange, match="is printed, not designed"):
        read_change("shintoh", "role.iwato.high=9")
    with pytest.raises(BadChange, match="is printed, not designed"):
        read_change("battles", "warrior.jack_dalton.cost=4")
    assert {n.provenance for n in numbers_of("battles")} == {"printed", "public", "designed"}


def test_a_number_is_found_by_the_words_on_its_way() -> None:
    assert find_number("battles", "god.abhoth.boost").name == "god.abhoth.ability.1.do.1.n"
    with pytest.raises(
        BadChange, match=r"not one of its numbers.*god\.abhoth\.ability\.1\.do\.1\.n"
    ):
        find_number("battles", "god.abhoth.energy")
    with pytest.raises(BadChange, match="more than one"):
        find_number("battles", "god.abhoth.n")
    with pytest.raises(BadChange, match=r"Did you mean god\.abhoth"):
        find_number("battles", "god.abot.n")


def test_changed_cards_are_read_like_all_others() -> None:
    changed = game_with("shintoh", ("god.amaterasu.vp=9",))
    assert changed is game_with("shintoh", ("god.amaterasu.vp=9",))
    assert changed.digest != game("shintoh").digest
    assert not TRIED
    with pytest.raises(ContentError, match="K01: score: per must be a whole number"):
        game_with("kodama", ("kodama.K01.per=1000",))
    assert not TRIED
    assert game_with("kodama", ()) is game("kodama")


def test_a_change_is_felt_in_other_processes_too() -> None:
    rich = replace(SMALL, changes=("god.amaterasu.vp=15",))
    here = [observe(rich, number) for number in range(4)]
    assert list(in_order(partial(observe, rich), 0, 4, Crew(2))) == here
    assert here != [observe(SMALL, number) for number in range(4)]


def test_before_and_after_are_compared_shuffle_by_shuffle() -> None:
    even = [[0.5, 0.5]] * 4
    before = [made_up([0.0, 1.0], even), made_up([1.0, 0.0], even)]
    after = [made_up([1.0, 0.0], even), made_up([1.0, 0.0], even)]
    subject = replace(balance_of(game("shintoh")).subjects[0], cards={"a": "A", "b": "B"})
    found = compared([subject], [("usual", 2)], before, after, ("god.b.vp=1",))
    first, second = found["subjects"]
    assert (first["id"], first["before"], first["mean"]) == ("b", 1.0, 0.0)
    assert second["difference"]["mean"] == 0.5


def test_the_search_stays_with_what_is_ours() -> None:
    band = read_band("shintoh", "god.amaterasu=0.5..0.9", "")
    assert [number.name for number in band.numbers] == ["god.amaterasu.effect.vp"]
    with pytest.raises(BadChange, match="all of them are printed or public"):
        read_band("shintoh", "role.iwato=0.8..1.25", "")
    with pytest.raises(BadChange, match=r"MEASURE=LOW\.\.HIGH"):
        read_band("shintoh", "god.amaterasu=much", "")
    with pytest.raises(BadChange, match="nothing that is measured"):
        read_band("shintoh", "fun=1..2", "")


def test_the_search_proposes_the_smallest_change() -> None:
    """More points make whoever has her win more; the smaller of two changes comes first."""
    study = replace(SMALL, tables=((2, ()),))
    now = find(study, Band("god.amaterasu", 0.0, 9.0, "shintoh", ()), 8, 1, Crew())
    assert [proposal.size for proposal in now] == [0]  # it is there already
    band = read_band("shintoh", f"god.amaterasu={now[0].found['mean'] + 0.01}..9", "")
    found = find(study, band, 8, 4, Crew())
    assert found[0].changes == ()
    sizes = [p.size for p in found[1:] if p.verdict(band) != "outside"]
    assert sizes == sorted(sizes)
    assert all(change.startswith("god.amaterasu.") for p in found for change in p.changes)


# -- the report -------------------------------------------------------------------------------


def test_pictures_are_pictures() -> None:
    rows = [{"name": "<a>", "mean": 1.0, "low": 0.5, "high": 1.5, "before": 0.7}]
    drawn = [
        plots.intervals(rows, "x"), plots.curves([("y", [0.1, 0.5, 1.0])], "x"),
        plots.bars([("z", 3.0, "3 times")], "x"),
        plots.matrix(["a", "b"], [[None, [1.5, 3]], [[0.5, 3], None]], "x"),
    ]  # fmt: skip
    for picture in drawn:
        assert ElementTree.fromstring(picture).tag.endswith("svg")


def test_the_report_as_a_page_and_as_json(tmp_path: Path) -> None:
    kept, told = tmp_path / "games.jsonl", tmp_path / "report.json"
    shown = tmp_path / "report.html"
    words = ("balance", "shintoh", "--players", "2", "--games", "4", "--skill", "4")
    words += ("--strong", "heuristic", "--weak", "random", "--json", str(told))
    done = kamiza(*words, "--html", str(shown), "--keep", str(kept))
    assert done.returncode == 0, done.stderr
    report = json.loads(told.read_text())
    assert report["games"] == 4
    assert [table["seats"] for table in report["tables"]] == [2]
    assert report["skill"]["share"] > 0.5
    assert "<svg" in shown.read_text("utf-8")
    kept.write_text("".join(kept.read_text().splitlines(keepends=True)[:3]))
    assert kamiza(*words, "--keep", str(kept), "--resume").returncode == 0
    assert json.loads(told.read_text()) == report


def test_what_if_is_told_before_and_after(tmp_path: Path) -> None:
    told, shown = tmp_path / "report.json", tmp_path / "report.html"
    words = ("balance", "shintoh", "--players", "2", "--games", "3", "--json", str(told))
    changed = kamiza(*words, "--change", "god.amaterasu.vp=15", "--html", str(shown))
    assert changed.returncode == 0, changed.stderr
    report = json.loads(told.read_text())
    assert report["changes"] == ["god.amaterasu.vp=15"]
    assert report["compared"]["subjects"][0]["id"] == "amaterasu"
    assert "What if" in shown.read_text("utf-8")
    refused = kamiza(*words, "--change", "role.iwato.high=15")
    assert refused.returncode == 2
    assert "printed, not designed" in refused.stderr
