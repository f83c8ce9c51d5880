"""A game is one folder: High Card lives in these tests, is named by `KAMIZA_GAMES` alone, and is
checked, searched, simulated, played at the terminal and over sockets, recorded and replayed."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kamiza.bots import make_bot
from kamiza.core.game import Game, Setup, State
from kamiza.core.lesson import read_lesson
from kamiza.core.record import new_record, note, read_record, replay, result_of, verify
from kamiza.core.refusal import PositionError, Refusal
from kamiza.core.speech import Listener, event_sentence, refusal_sentence
from kamiza.games import game
from tests.conformance.act_checks import ACT_CHECKS
from tests.conformance.checks import CHECKS, play
from tests.conformance.schema_checks import SCHEMA_CHECKS
from tests.terminal.program import kamiza

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

from server_kit import Client, Server  # noqa: E402

NAMED = {"KAMIZA_GAMES": "high_card=tests.fifth.high_card.game:HighCard"}
WORLDS = [(seats, key) for seats in (2, 3, 4) for key in (b"", bytes([seats]) * 32)]


@pytest.fixture(autouse=True)
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of the game, and the way to it, for this process and those it starts."""
    monkeypatch.setenv("KAMIZA_GAMES", NAMED["KAMIZA_GAMES"])
    paths = [os.environ.get("PYTHONPATH", str(ROOT / "src")), str(ROOT)]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))


@pytest.fixture
def rules() -> Game:
    return game("high_card")


# -- the contract -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "check", CHECKS + SCHEMA_CHECKS + ACT_CHECKS, ids=lambda check: check.__name__
)
@pytest.mark.parametrize(("seats", "key"), WORLDS, ids=lambda value: str(value)[:8])
def test_it_keeps_the_contract(
    rules: Game, check: Callable[[Game, Setup, int], None], seats: int, key: bytes
) -> None:
    for seed in (1, 2):
        check(rules, Setup(seats, {}, seed, key), seed)


# -- its rules --------------------------------------------------------------------------------

GIVEN = {"seats": 2, "players": {"A": {"hand": ["5", "9", "10"]}, "B": {"hand": ["3", "6", "12"]}}}


def after(rules: Game, *moves: str) -> State:
    state = rules.load(GIVEN)
    for move in moves:
        seat, _, text = move.partition(": ")
        rules.act(state, seat, text)
    return state


def test_the_deal(rules: Game) -> None:
    """[HC-SETUP-01] [HC-SETUP-02] [HC-SETUP-03]"""
    leaders = set()
    for seed in range(20):
        state = rules.start(Setup(4, {}, seed))
        position = rules.save(state)
        hands = [player["hand"] for player in position["players"].values()]  # type: ignore[attr-defined]
        assert [len(hand) for hand in hands] == [3, 3, 3, 3]
        assert sorted(int(card) for hand in hands for card in hand) == list(range(1, 13))
        leaders.add(position["leader"])
        seen = json.dumps(rules.screen(rules.see(state, "A")))
        assert json.dumps(hands[0]) in seen
        assert not any(json.dumps(hand) in seen for hand in hands[1:])
    assert leaders == set("ABCD")


def test_the_highest_card_wins_the_round_and_leads_the_next(rules: Game) -> None:
    """[HC-ROUND-01] [HC-ROUND-02] [HC-ROUND-03]"""
    state = after(rules, "A: play 5")
    assert rules.decision(state).moves == ["play 3", "play 6", "play 12"]  # type: ignore[union-attr]
    rules.act(state, "B", "play 6")
    assert (rules.scores(state), rules.decision(state).seat) == ([0, 1], 1)  # type: ignore[union-attr]


def test_three_rounds_and_the_most_points(rules: Game) -> None:
    """[HC-END-01] [HC-END-02]"""
    first = ("A: play 5", "B: play 6", "B: play 3", "A: play 9")
    state = after(rules, *first, "A: play 10", "B: play 12")
    assert rules.decision(state) is None
    assert (rules.scores(state), rules.ranks(state)) == ([1, 2], [2, 1])
    shared = {"seats": 4, "seen": [str(card) for card in range(1, 13)]}
    points = {"A": {"points": 1}, "C": {"points": 1}, "D": {"points": 1}}
    state = rules.load(shared | {"players": points})
    assert rules.ranks(state) == [1, 4, 1, 1]
    assert rules.payoffs(state)[1] == 0.0


@pytest.mark.parametrize(
    ("seat", "text", "rule", "english", "japanese"),
    [
        ("B", "play 3", "HC-ERR-01", "Mika is asked now.", "いまはMikaの番です。"),
        ("A", "fly", "HC-ERR-02", "'fly' is not a move in this game.", ""),
        ("A", "play 3", "HC-ERR-03", "You do not hold the 3.", "3は手札にありません。"),
    ],
)
def test_refusals(
    rules: Game, seat: str, text: str, rule: str, english: str, japanese: str
) -> None:
    with pytest.raises(Refusal) as refused:
        rules.act(rules.load(GIVEN), seat, text)
    assert refused.value.rule == rule
    said = [refusal_sentence(rules, refused.value, lang, ["Mika"]) for lang in ("en", "ja")]
    assert said[0] == english
    assert said[1] == japanese or not japanese


def test_what_cannot_be(rules: Game) -> None:
    """[HC-ERR-04] [HC-ERR-05] [HC-ERR-06]"""
    *_, (over, action) = play(rules, Setup(2), 1)
    assert rules.why_not(over, 0, rules.describe(action)).rule == "HC-ERR-04"  # type: ignore[union-attr]
    for setup, rule in ((Setup(5), "HC-ERR-05"), (Setup(2, {"x": 1}), "HC-ERR-06")):
        with pytest.raises(Refusal) as refused:
            rules.start(setup)
        assert refused.value.rule == rule
    with pytest.raises(PositionError, match="lies elsewhere"):
        rules.load({"seats": 2, "players": {"A": {"hand": ["1", "2", "3"]}, "B": {"played": "1"}}})


@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_speaks(rules: Game, language: str) -> None:
    state = rules.start(Setup(3, {}, 4))
    state.log = []
    while state.asked >= 0:
        rules.apply(state, rules.moves(state)[0])
    said = [event_sentence(rules, event.seen_by(0), language, "XYZ") for event in state.log]
    assert len(said) == 9 + 3 + 1
    assert not any("{" in line or "?" in line for line in said)
    opening = rules.speech.opening(rules.screen(rules.view(rules.start(Setup(3)), 0)))
    assert rules.speech.story(opening, Listener(language, tuple("XYZ")))


def test_without_a_lesson_its_rules_are_one(rules: Game) -> None:
    parts = read_lesson("high_card", rules.book)
    assert [part.title["en"] for part in parts] == ["Setup", "A round", "End of the game"]
    assert parts[1].steps[0].rules == ["HC-ROUND-01"]


# -- what comes for free ----------------------------------------------------------------------


def test_search_finds_the_winning_card(rules: Game) -> None:
    players = {"A": {"hand": ["1", "2", "12"]}, "B": {"played": "11"}}
    state = rules.load({"seats": 2, "leader": "B", "players": players})
    bot = make_bot("search:400", rules, 1)
    assert rules.describe(bot.choose(rules.view(state, 0))) == "play 12"


def test_it_is_recorded_replayed_and_verified(rules: Game) -> None:
    setup = Setup(3, {}, 0, bytes(range(32)))
    state = rules.start(setup)
    record = new_record(rules, setup, ["Mika", "Haru", "Sora"])
    while state.asked >= 0:
        seat, action = int(state.asked), rules.quick_move(state, state.rng)
        rules.apply(state, action)
        note(record, rules, state, seat, rules.describe(action))
    record.result = result_of(rules, state)
    again = read_record(json.dumps(record.as_json()))
    assert verify(rules, again) == 9
    *_, last = replay(rules, again)
    assert rules.hash(last.state) == rules.hash(state)


def test_it_is_simulated() -> None:
    bots = ("--bots", "search:30,heuristic,random", "--games", "6", "--jobs", "1")
    done = kamiza("simulate", "high_card", *bots, "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["decisions"] == {"mean": 9.0, "shortest": 9, "longest": 9}
    assert abs(sum(report["wins_by_seat"].values()) - 1.0) < 1e-9


def test_it_is_played_at_the_terminal_and_seen_again(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    words = ("play", "high_card", "--seats", "2", "--bots", "heuristic", "--seed", "3")
    done = kamiza(*words, "--record", file, typed="why play 12\n1\n1\n1\n")
    assert done.returncode == 0, done.stderr
    assert "You do not hold the 12. [HC-ERR-03]" in done.stdout
    assert "Guest wins with 2." in done.stdout
    assert "is right: 6 moves" in kamiza("replay", file, "--verify").stdout


def test_the_terminal_speaks_its_words() -> None:
    assert "high_card" in kamiza("games").stdout
    assert "HC-ROUND-02" in kamiza("rules", "high_card", "highest").stdout
    assert "A round" in kamiza("rules", "high_card", "--how").stdout
    shown = kamiza("play", "high_card", "--lang", "ja", "--seed", "3", typed="quit\n").stdout
    assert "手札の枚数" in shown
    assert "hand_size" not in shown


def test_its_cases_are_run() -> None:
    done = kamiza("case", str(Path(__file__).parent / "round.toml"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed, 0 failed" in done.stdout


@pytest.fixture
def server(named: None, tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "data", "--bot-pause", "0", "--search-budget", "20") as running:
        yield running


def test_it_is_played_over_sockets(server: Server) -> None:
    [info] = [one for one in server.get("/api/games") if one["name"] == "high_card"]
    assert (info["title"]["ja"], info["players"], info["settings"]) == ("一番札", [2, 3, 4], [])
    for page in ("rules", "lesson", "words", "cards"):
        assert server.request("GET", f"/api/games/high_card/{page}")[0] == 200, page

    async def scenario() -> None:
        made = server.make_table("pbs", game="high_card")
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        dice = random.Random(1)
        while (state := await client.until_asked("A")) is not None:
            done = await client.move("A", dice.choice(state["view"]["moves"]))
            assert done["t"] == "done", done
            await client.wait_for_version("A", done["version"])
        assert set(client.states["A"]["view"]["result"]["seats"]) == set("ABC")
        record = server.get(f"/api/tables/{made['table']}/record")
        assert verify(game("high_card"), read_record(record)) == 9
        await client.close()

    asyncio.run(scenario())
