"""What the rulebook allows and no card of the two sets does: a set of one's own may.

Reacts to the seams of a turn, and two Attacks of one ability.

The cards are those of a laboratory; the god is one whose React was given another trigger.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kamiza.core.action import NOBODY
from kamiza.core.content import ContentError
from kamiza.core.game import Setup
from kamiza.core.refusal import Refusal
from kamiza.core.rng import fast_rng
from kamiza.games.battles.table.battles import Battles
from tests.games.battles.lab import Lab, act, react, step

OWN = ("play_begins", "play_ends", "discard_begins", "end_ends")  # hand cards are there


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lab:
    made = Lab(tmp_path, monkeypatch)
    gods = tmp_path / "sets" / "yyrz" / "gods.toml"
    text = gods.read_text("utf-8")
    assert text.count('on = "start"') == 1  # the Fox Fire of Inari: draw a card
    gods.write_text(text.replace('on = "start"', 'on = "discard_ends"'), "utf-8")
    temples = tmp_path / "sets" / "rotoo" / "temples.toml"
    text = temples.read_text("utf-8")
    assert text.count('on = "start"') == 1  # Irem: put 1 Energy here
    temples.write_text(text.replace('on = "start"', 'on = "end_begins"'), "utf-8")
    bonus = step("energy", n=1, at="my_god")
    watcher = {"early": react("any_start", bonus)}
    made.cards(
        **watcher,
        **{word: react(word, bonus) for word in OWN},
        double=act(step("attack", n=2), step("attack", n=3)),
        shield=react("attacked", step("defend", n=1)),
    )
    return made


def table(lab: Lab, mine: list[str], theirs: list[str] | None = None, **more: object) -> Battles:
    position = {
        "players": {
            "A": {"god": "inari", "temple": "irem", "hand": mine, "energy": 5, "temple_energy": 3,
                  "deck": ["cultist"] * 12},
            "B": {"god": "dagon", "hand": theirs or [], "deck": ["cultist"] * 12},
        },
        **more,
    }  # fmt: skip
    return lab.table(**position)


def seams(lab: Lab, state: Battles, moves: list[str]) -> list[tuple[str, str, list[str]]]:
    """Where the turn stands whenever somebody may react, until these moves are made."""
    found = []
    while moves or lab.game.question(state) == "REACT":
        if lab.game.question(state) == "REACT":
            told = lab.game.save(state)
            offered = [text for text in lab.moves(state) if text != "pass"]
            found.append((str(told["point"]), "AB"[state.asked], offered))
            lab.game.act(state, state.asked, "pass")
        else:
            lab.game.act(state, state.asked, moves.pop(0))
    return found


def test_a_turn_offers_each_react_at_its_seam_and_nowhere_else(lab: Lab) -> None:
    """[KB-TURN-07] [KB-TURN-08] [KB-DISC-06] [KB-END-03]"""
    state = table(lab, ["discard_begins", "play_ends"])
    assert seams(lab, state, ["end", "end"]) == [
        ("recruit.main", "A", ["react play_ends 1"]),
        ("discard.begin", "A", ["react discard_begins 1"]),
        ("discard.end", "A", ["react god 2"]),
        ("end.begin", "A", ["react temple 1"]),
    ]
    assert state.active == 1


def test_before_the_discard_the_cards_are_still_there_and_after_it_they_are_gone(lab: Lab) -> None:
    """[KB-DISC-06]"""
    state = table(lab, ["discard_begins", "ghoul"])
    lab.do(state, "end", "end")
    assert lab.names(state.players[0].hand) == ["discard_begins", "ghoul"]
    assert state.players[0].discard == b""
    lab.do(state, "react discard_begins 1")
    assert state.players[0].energy == 6
    lab.do(state, "react god 2")  # everything is discarded: the card just drawn is the whole hand
    assert lab.names(state.players[0].hand) == ["cultist"]
    assert sorted(lab.names(state.players[0].discard)) == ["discard_begins", "ghoul"]


def test_with_a_free_order_the_end_of_the_discard_comes_after_the_last_card(lab: Lab) -> None:
    """[KB-DISC-05] [KB-DISC-06]"""
    state = table(lab, ["ghoul", "cultist"], settings={"discard_order": "choose"})
    lab.do(state, "end", "end", "discard ghoul")
    assert lab.game.question(state) == "DISCARD"
    lab.do(state, "auto")
    assert lab.moves(state) == ["react god 2", "pass"]
    assert state.players[0].hand == b""


def test_the_end_phase_has_a_moment_before_the_draw_and_one_after_it(lab: Lab) -> None:
    """[KB-END-03]: what is not used before the next turn begins is lost."""
    state = table(lab, [])
    lab.do(state, "end", "end", "pass")
    assert (lab.moves(state), len(state.players[0].hand)) == (["react temple 1", "pass"], 0)
    lab.do(state, "react temple 1")
    assert (state.players[0].temple_energy, len(state.players[0].hand)) == (4, 5)
    assert state.active == 1
    state = table(lab, [])
    players = {**lab.game.save(state)["players"]}  # type: ignore[dict-item]
    players["A"] = {**players["A"], "deck": ["end_ends"] * 5}
    state = lab.table(players=players)
    lab.do(state, "end", "end", "pass", "pass")
    assert lab.moves(state) == ["react end_ends 1", "pass"]
    lab.do(state, "react end_ends 1")
    assert (state.players[0].energy, len(state.players[0].hand)) == (6, 4)
    lab.settle(state)
    assert state.active == 1
    assert lab.names(state.players[0].discard) == ["end_ends"]  # played, so discarded at last


def test_others_may_react_in_a_starting_phase(lab: Lab) -> None:
    """[KB-START-02]: from the player whose turn it is, clockwise."""
    state = table(lab, ["early"], ["early", "play_begins"])
    found = seams(lab, state, ["end", "end"])
    begun = [seam for seam in found if seam[0] == "starting.main"]
    assert begun == [("starting.main", "B", ["react early 1"])]
    assert ("play.main", "B", ["react play_begins 1"]) in found
    state = table(lab, [], ["early"])
    lab.do(state, "end", "end", "pass", "pass", "react early 1")
    assert (state.active, state.players[1].energy) == (1, 16)
    # A's hand is new by then; with a card of this kind in it, A is asked in B's turn.
    players = {**lab.game.save(table(lab, []))["players"]}  # type: ignore[dict-item]
    players["A"] = {**players["A"], "deck": ["early"] * 5}
    state = lab.table(players=players)
    lab.do(state, "end", "end", "pass", "pass")
    assert (state.active, state.asked, lab.moves(state)) == (1, 0, ["react early 1", "pass"])
    lab.do(state, "react early 1")
    assert (state.active, state.players[0].energy) == (1, 6)


def test_at_another_moment_it_is_refused(lab: Lab) -> None:
    state = table(lab, ["discard_begins", "play_ends"])
    lab.do(state, "end")
    with pytest.raises(Refusal) as refused:
        lab.game.act(state, 0, "react discard_begins 1")
    assert refused.value.rule == "KB-ERR-32"


def test_whole_games_with_such_cards_end_and_can_be_saved(lab: Lab) -> None:
    for seed in range(3):
        settings: dict[str, object] = {"sets": "yyrz+rotoo+lab", "round_limit": 5}
        state = lab.game.start(Setup(3, settings, seed))
        dice = fast_rng(seed)
        while state.asked != NOBODY:
            again = lab.game.load(lab.game.save(state))
            assert lab.game.hash(again) == lab.game.hash(state)
            listed = lab.game.moves(state)
            lab.game.apply(state, listed[dice.below(len(listed))])


def test_two_attacks_of_one_ability_come_one_after_the_other(lab: Lab) -> None:
    """[KB-FLOW-37]: each has its own target and its own answers; Defense counts for one."""
    state = table(lab, ["double"], ["shield", "shield"])
    lab.do(state, "play double", "use 1", "target god:B", "react shield 1", "pass")
    assert state.players[1].energy == 14
    assert lab.moves(state) == ["target god:B", "target temple:B"]
    before = state.players[1].temple_energy
    lab.do(state, "target temple:B", "react shield 1")
    lab.settle(state)
    assert (state.players[1].energy, state.players[1].temple_energy) == (14, before - 2)
    assert lab.game.question(state) == "PLAY"


def test_who_answers_at_once_is_asked_in_turn_order_in_every_phase(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[KB-RUL-10]: the player whose turn it is first, then clockwise."""
    lab = Lab(tmp_path, monkeypatch)
    lab.cards(
        a=act(step("banish", n=1, from_="discard", who="me")),
        mourns=react("banished", step("energy", n=1, at="my_god")),
    )
    players = {seat: {"hand": ["mourns"]} for seat in "ABC"}
    players["B"] = {"hand": ["mourns", "a"], "discard": ["ghoul"]}
    state = lab.table(3, players=players, active="B")
    lab.do(state, "play a", "use 1")
    asked = []
    while lab.game.question(state) == "REACT":
        asked.append("ABC"[state.asked])
        lab.game.act(state, state.asked, "pass")
    assert asked == ["B", "C", "A"]


# -- what must be resolved --------------------------------------------------------------------


@pytest.fixture
def due(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lab:
    """Inari draws in every Starting Phase, Irem grows in every End Phase, wanted or not."""
    made = Lab(tmp_path, monkeypatch)
    for name, moment in (("yyrz/gods", "start"), ("rotoo/temples", "end_begins")):
        file = tmp_path / "sets" / f"{name}.toml"
        text = file.read_text("utf-8")
        file.write_text(text.replace('on = "start"', f'on = "{moment}"\n  due = true'), "utf-8")
    made.cards(early=react("any_start", step("energy", n=1, at="my_god")))
    return made


def test_what_is_due_in_the_end_phase_cannot_be_passed_over(due: Lab) -> None:
    """[KB-END-03]"""
    state = table(due, [])
    due.do(state, "end", "end")
    assert (str(due.game.save(state)["point"]), due.moves(state)) == (
        "end.begin", ["react temple 1"],
    )  # fmt: skip
    assert due.game.auto_pass(state) is None
    with pytest.raises(Refusal) as refused:
        due.game.act(state, 0, "pass")
    assert refused.value.rule == "KB-END-03"
    due.game.act(state, 0, "react temple 1")
    assert (state.players[0].temple_energy, len(state.players[0].hand)) == (4, 5)
    assert state.active == 1


def test_what_is_due_in_the_starting_phase_cannot_be_passed_over(due: Lab) -> None:
    """[KB-START-03]: what is only allowed there may be left, once the rest is done."""
    position = table(due, ["early"], active="B")
    due.do(position, "end", "end")
    assert due.moves(position) == ["react early 1", "react god 2"]
    with pytest.raises(Refusal) as refused:
        due.game.act(position, 0, "pass")
    assert refused.value.rule == "KB-START-03"
    assert due.game.describe(due.game.default_move(position)) != "pass"
    due.game.act(position, 0, "react god 2")
    assert due.moves(position) == ["react early 1", "pass"]


def test_what_cannot_be_done_is_not_due(due: Lab) -> None:
    """[KB-END-03]: Irem asks for a god with 9 Energy or less."""
    state = table(due, [])
    state.players[0].energy = 10
    due.do(state, "end", "end")
    assert state.active == 1


def test_bots_do_what_is_due_and_games_end(due: Lab) -> None:
    for seed in range(2):
        settings: dict[str, object] = {"sets": "yyrz+rotoo+lab", "round_limit": 4}
        state, dice = due.game.start(Setup(3, settings, seed)), fast_rng(seed)
        while state.asked != NOBODY:
            due.game.apply(state, due.game.quick_move(state, dice))


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        (react("start", step("draw", n=1), limit="turn") + "\n  due = true", "god or temple"),
        (react("start", step("draw", n=1)) + "\n  due = true", "once a turn"),
        (act(step("draw", n=1)) + "\n  due = true", "once a turn"),
        (react("play_ends", step("draw", n=1), limit="turn") + "\n  due = true", "belongs to"),
    ],
)
def test_only_open_reacts_once_a_turn_are_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fields: str, complaint: str
) -> None:
    with pytest.raises(ContentError, match=complaint):
        Lab(tmp_path, monkeypatch).cards(wrong=fields)
