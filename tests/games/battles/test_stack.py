"""The frames of the stack: a clone has everything, and positions tell everything of them."""

from __future__ import annotations

import pytest

from kamiza.core.cells import Cells, new_row
from kamiza.core.layout import layout_of
from kamiza.core.refusal import PositionError
from kamiza.games import game
from kamiza.games.battles.cards import GOD_SOURCE, NO_CARD
from kamiza.games.battles.language import NO_TRIGGER
from kamiza.games.battles.position.noted import read_answers, write_answers
from kamiza.games.battles.position.stack import KINDS, read_stack, write_stack
from kamiza.games.battles.stack.attacks import Attack, Window
from kamiza.games.battles.stack.cells import SORTS, fill_stack, stack_cells
from kamiza.games.battles.stack.frame import Frame, bottom_of, depth
from kamiza.games.battles.stack.happenings import (
    CARD_BANISHED,
    Banishment,
    Damage,
    Defence,
    Gain,
    Redirection,
)
from kamiza.games.battles.stack.turns import Clearing, Preparation, Reveals, Turn
from kamiza.games.battles.stack.uses import Banishing, Choice, Placing, Use
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.objects import TEMPLE
from tests.conformance.number_checks import row_of

GAME = game("battles")
IMMORTAL = (Preparation, Turn, Reveals, Window)  # they survive the seat they belong to


def table() -> Battles:
    state = GAME.load({"seats": 3, "players": {"A": {"god": "cthulhu"}}})
    assert isinstance(state, Battles)
    return state


def one_of_each() -> list[Frame]:
    turn = Turn(1, 2)
    use = Use(1, 3, 1, turn)
    choice = Choice(1, 2, 0, use)
    return [
        Preparation(1, 2), turn, use, choice, Attack(1, 3, 9, 4, use),
        Window(1, CARD_BANISHED, use), Banishing(1, 2, 5, 1, choice), Placing(1, 18, 2, True, use),
        Reveals(1, b"\2\3", turn), Clearing(1, turn),
    ]  # fmt: skip


def slots(frame: Frame) -> list[str]:
    return [name for kind in type(frame).__mro__ for name in getattr(kind, "__slots__", ())]


def change(frame: Frame, name: str) -> None:
    """Another value than a new frame has."""
    value = getattr(frame, name)
    if isinstance(value, bool):
        setattr(frame, name, not value)
    elif isinstance(value, int):
        setattr(frame, name, value + 1)
    elif isinstance(value, bytes):
        setattr(frame, name, value + b"\1")
    elif name == "about":
        setattr(frame, name, Banishment(3))
    elif name in ("answers", "waiting"):
        setattr(frame, name, (Gain(1),))


@pytest.mark.parametrize("frame", one_of_each(), ids=lambda frame: type(frame).__name__)
def test_a_clone_has_everything(frame: Frame) -> None:
    """Whatever is remembered while something is owed, search finds it in its copy, too; and what
    happens to the copy does not happen to the frame. [KB-FLOW-02]"""
    names = [name for name in slots(frame) if name != "below"]
    for name in names:
        if name != "is_dead" or not isinstance(frame, IMMORTAL):
            change(frame, name)
    copy = frame.clone()
    assert type(copy) is type(frame)
    assert {name: getattr(copy, name) for name in names} == {n: getattr(frame, n) for n in names}
    assert depth(copy) == depth(frame)
    assert copy is not frame
    if frame.below is not None:
        assert bottom_of(copy) is not bottom_of(frame)


def test_every_kind_of_frame_can_be_written() -> None:
    """Each class has a name in positions, and another than the rest. [KB-FLOW-02]"""
    assert {type(frame) for frame in one_of_each()} == set(KINDS)
    assert len({kind.name for kind in KINDS.values()}) == len(KINDS)


def test_what_frames_have_noted_is_read_back() -> None:
    """Defences and redirections of an Attack, events that wait for the end of an ability, and
    what a window is about. [KB-FLOW-02] [KB-FLOW-21]"""
    state = table()
    use = Use(1, 3, 0, Turn(0, 2))
    use.ability = state.cards.of_kind[3][0].number
    use.waiting = (Damage(-1, 4, 2, 5), Damage(1, 3, 9, 300), Gain(2), Banishment(6))
    attack = Attack(1, 3, 9, 4, use)
    attack.answers = (Defence(2, 4, 1), Redirection(0, 254, 8))
    window = Window(0, 2, attack)
    react = Use(2, 4, 1, window)
    react.ability = state.cards.of_kind[4][0].number
    after = Window(0, CARD_BANISHED, react)
    after.about = Banishment(4)
    written = write_stack(state.cards, after)
    again = read_stack(state, written)
    assert write_stack(state.cards, again) == written
    assert isinstance(again, Window)
    assert isinstance(again.about, Banishment)
    assert again.about.types == 4
    below = again.below
    assert isinstance(below, Use)
    assert isinstance(below.below, Window)
    first = below.below.attack
    assert first is not None
    assert [(type(one), one.seat, one.source) for one in first.answers] == [
        (Defence, 2, 4), (Redirection, 0, 254),
    ]  # fmt: skip
    assert [one.event for one in first.use.waiting] == [5, 5, 6, 7]


@pytest.mark.parametrize(
    ("frame", "word"),
    [
        ({"frame": "TURN", "seat": "A"}, "point"),
        ({"frame": "TURN", "seat": "A", "point": "play.main", "value": 3}, "'value'"),
        ({"frame": "NAP", "seat": "A"}, "NAP"),
        ({"frame": "ATTACK", "seat": "A", "target": "god:B"}, "cannot lie there"),
        ({"frame": "SETUP", "seat": "A", "flags": ["tired"]}, "tired"),
    ],
)
def test_a_frame_that_cannot_be(frame: dict[str, object], word: str) -> None:
    """An entry of another kind of frame is refused like one that nobody knows. [KB-ERR-48]"""
    with pytest.raises(PositionError, match=word):
        GAME.load({"seats": 2, "frames": [frame]})


def test_an_attack_on_something_that_is_no_target() -> None:
    """[KB-ERR-48]"""
    frames: list[dict[str, object]] = [
        {"frame": "TURN", "seat": "A", "point": "play.main"},
        {"frame": "USE", "seat": "A", "step": 5, "source": "shoggoth", "ability": 1, "pc": 1},
        {"frame": "ATTACK", "seat": "A", "step": 2, "source": "shoggoth", "target": "moon:B"},
    ]
    with pytest.raises(PositionError, match="there is no target 'moon:B'"):
        GAME.load({"seats": 2, "frames": frames})


def test_where_a_position_is_silent_nobody_has_fallen() -> None:
    """[KB-RUL-59]: the order of falling decides places."""
    told = GAME.save(GAME.load({"seats": 3}))
    players: dict[str, dict[str, object]] = told["players"]  # type: ignore[assignment]
    assert [one["fell"] for one in players.values()] == [0, 0, 0]


def test_answers_that_were_written_long_ago_are_read() -> None:
    """From 200 on a number is the seat an Attack was redirected to, below it a Defense."""
    row = [1, 5, 199, 2, 7, 202, 0, 3, 200]
    answers = read_answers(bytes(row))
    defence, redirected, to_the_first = answers
    assert isinstance(defence, Defence)
    assert isinstance(redirected, Redirection)
    assert isinstance(to_the_first, Redirection)
    assert (defence.value, redirected.target, to_the_first.target) == (199, 2, 0)
    assert write_answers(answers) == row


def test_programs_that_learn_are_told_of_an_attack() -> None:
    """Seats as their player counts them: 1 is the player, 2 the next one clockwise."""
    state = GAME.load(
        {"seats": 2, "players": {"A": {"hand": ["shoggoth"]}, "B": {"hand": ["ghoul"]}}}
    )
    for move in ("play shoggoth", "use 1", "target god:B"):
        GAME.act(state, 0, move)
    layout = layout_of(GAME, 2)
    for seat, by, target in ((0, 1, 2), (1, 2, 1)):
        numbers = layout.named(layout.row(state, seat))["table.frames"]
        told = dict(zip([cell.name for cell in stack_cells(2)], numbers, strict=True))
        assert (told["attack.by"], told["attack.target"]) == (by, target)
        assert (told["attack.value"], told["attack.at_temple"]) == (3, 0)


def told_to(seat: int, top: Frame | None) -> dict[str, int]:
    """The numbers of a stack that are not 0, as a program at this seat of three learns them."""
    names = [cell.name for cell in stack_cells(3)]
    cells = Cells(new_row(len(names)), 3)
    cells.begin(0, seat)
    fill_stack(top, cells)
    assert cells.at == len(names)
    return {name: number for name, number in zip(names, cells.row, strict=True) if number}


def with_values(frame: Frame, **values: int) -> Frame:
    for name, value in values.items():
        setattr(frame, name, value)
    return frame


@pytest.mark.parametrize("frame", one_of_each(), ids=lambda frame: type(frame).__name__)
def test_programs_that_learn_are_told_what_is_on_top(frame: Frame) -> None:
    """Each sort of frame has its own number. [KB-FLOW-01]"""
    told = told_to(0, frame)
    top = [name for name in SORTS if f"top.{name}" in told]
    assert top == [type(frame).__name__.lower()]
    assert told["depth"] == depth(frame)


def test_programs_that_learn_are_told_no_stack_when_the_game_is_over() -> None:
    assert told_to(0, None) == {}


def test_programs_that_learn_are_told_of_each_frame() -> None:
    """Seats from 1 on clockwise from the learner, cards one more than their numbers, and of each
    sort of frame only the uppermost. [KB-FLOW-01]"""
    turn = Turn(1, 2)
    below = with_values(Use(0, 9, 1, turn), stage=2, x=9, held=8)
    use = with_values(Use(1, 3, 0, below), ability=21, stage=5, need=4, x=6)
    assert told_to(0, use) == {
        "depth": 3, "top.use": 1, "use.by": 2, "use.source": 4, "use.ability": 21,
        "use.stage": 5, "use.need": 4, "use.x": 6,
    }  # fmt: skip
    with_values(use, held=0, source=GOD_SOURCE)
    assert told_to(2, use)["use.by"] == 3
    assert told_to(2, use)["use.source"] == GOD_SOURCE + 1
    assert told_to(2, use)["use.held"] == 1
    with_values(use, held=NO_CARD, source=NO_CARD)
    assert not {"use.held", "use.source"} & told_to(2, use).keys()


def test_programs_that_learn_are_told_of_attacks_and_windows() -> None:
    """The upper one of two Attacks and of two windows, whoever is attacked. [KB-FLOW-31]"""
    lower = with_values(Attack(0, 2, 2, 9, Use(0, 2, 1, Turn(0, 2))), defence=8)
    react = Use(2, 4, 1, Window(0, 2, lower))
    attack = with_values(
        Attack(2, 4, TEMPLE + 1, 4, react), bonus=2, defence=3, stage=1, is_cancelled=True
    )
    told = told_to(1, Window(0, CARD_BANISHED, attack))
    assert (told["depth"], told["top.window"], told["window.event"]) == (7, 1, CARD_BANISHED + 1)
    assert {name: number for name, number in told.items() if name.startswith("attack")} == {
        "attack.by": 2, "attack.source": 5, "attack.target": 1, "attack.at_temple": 1,
        "attack.value": 4, "attack.bonus": 2, "attack.defence": 3, "attack.stage": 1,
        "attack.cancelled": 1,
    }  # fmt: skip


def test_programs_that_learn_are_told_of_cards_that_are_picked() -> None:
    """Choices, Banishings and what is put back: of two the upper one. [KB-FLOW-11]"""
    use = Use(1, 3, 1, Placing(1, 17, 8, True, Choice(0, 0, 1, Banishing(1, 0, 9, 1, Turn(1, 2)))))
    choice = with_values(Choice(1, 2, 3, use), zone=1, card=5, dearest=7, least=1, most=4, picked=2)
    placing = with_values(Placing(1, 18, 2, True, Banishing(1, 2, 5, 1, choice)), on_top=3)
    told = told_to(0, placing)
    assert told["depth"] == 8
    assert told["top.placing"] == 1
    assert {
        name: number
        for name, number in told.items()
        if name.startswith(("choice", "banishing", "placing"))
    } == {
        "choice.owner": 3, "choice.purpose": 4, "choice.zone": 2, "choice.types": 5,
        "choice.dearest": 7, "choice.least": 1, "choice.most": 4, "choice.picked": 2,
        "banishing.owner": 3, "banishing.card": 6,
        "placing.deck": 18, "placing.left": 2, "placing.on_top": 3,
    }  # fmt: skip


def test_programs_that_learn_are_told_of_the_hall_and_of_standing_effects() -> None:
    """Each pile by its card and how many lie there; a place without a pile is nothing."""
    (watch,) = [at for at, step in enumerate(GAME.cards.steps) if step.trigger != NO_TRIGGER]  # type: ignore[attr-defined]
    state = GAME.load(
        {
            "seats": 2,
            "hall": {"warriors": [{"card": "cthonian", "count": 2}, {"card": "deep_one"}]},
            "watches": [{"seat": "A", "step": watch}, {"seat": "B", "step": watch}],
        }
    )  # fmt: skip
    layout = layout_of(GAME, 2)
    row = row_of(GAME, layout, state, 0, plainly=False)
    assert row == row_of(GAME, layout, state, 0, plainly=True)
    numbers = dict(zip(layout.names, row, strict=True))
    told = {name: number for name, number in numbers.items() if name.startswith("table.hall.")}
    saved = GAME.save(state)["hall"]
    piles = [pile for row in saved.values() for pile in row]  # type: ignore[attr-defined]
    assert {name: number for name, number in told.items() if number} == {
        f"table.hall.{pile['card']}": pile["count"] for pile in piles
    }
    assert (told["table.hall.cthonian"], told["table.hall.cultist"]) == (2, 36)
    assert numbers["table.watches.how_many"] == 2
