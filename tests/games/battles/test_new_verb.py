"""A verb of one's own, and a trigger: one class, a sentence for its event, and cards that say it.

Nothing of the game is changed for it. The set lies in `sets/omens` beside this file; its card is
read, explained, offered, refused, played, told, valued, saved and dealt like any other.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import cast

import pytest

from kamiza.core.action import NOBODY
from kamiza.core.content import ContentError
from kamiza.core.event import Event
from kamiza.core.game import Setup
from kamiza.core.native import i64
from kamiza.core.refusal import Refusal
from kamiza.core.rng import fast_rng
from kamiza.core.speech import Listener
from kamiza.games.battles.cards import Cards
from kamiza.games.battles.game import BattlesGame
from kamiza.games.battles.instructions import amount, go_on
from kamiza.games.battles.programs import Step
from kamiza.games.battles.rules.energy import change_energy
from kamiza.games.battles.stack.attacks import Window
from kamiza.games.battles.stack.happenings import CARD_RECRUITED
from kamiza.games.battles.stack.uses import Use
from kamiza.games.battles.table.battles import Battles, has_temple
from kamiza.games.battles.table.objects import TEMPLE
from kamiza.games.battles.verbs.declared import TRIGGERS, VERBS
from kamiza.games.battles.verbs.parameters import AMOUNT, Words
from kamiza.games.battles.verbs.trigger import Trigger
from kamiza.games.battles.verbs.verb import Verb
from tests.games.battles.lab import Lab, copy_data, step
from tests.games.battles.test_content import drift

GOD_GETS, TEMPLE_GETS = 0, 1
SENTENCE = (
    'tithed = { en = "{name} tithes {count} Faith.", ja = "{name}は信仰{count}を奉納します。" }\n'
)


class Tithe(Verb):
    """Give up Faith of this turn; the own god or temple gets as much Energy."""

    def __init__(self) -> None:
        goals = {"god": GOD_GETS, "temple": TEMPLE_GETS}
        super().__init__(
            "tithe", needs={"n": AMOUNT}, takes={"for": Words("mode", goals, usual="god")},
            printed=("tithe", "奉納"), sign="faith", each=50, events=("tithed",),
        )  # fmt: skip

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        if step.mode == TEMPLE_GETS and not has_temple(state, seat):
            return False
        return seat == state.active and state.faith >= step.n

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        n = amount(state, use, step.n)
        go_on(use, step)
        if not self.can(state, use.seat, step):
            return False
        state.faith -= n
        if state.log is not None:
            state.emit("tithed", {"seat": use.seat, "count": n})
        change_energy(state, use.seat + (TEMPLE if step.mode == TEMPLE_GETS else 0), n)
        return False


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data of the game with the new set, and the verb declared."""
    copy_data(tmp_path, monkeypatch)
    shutil.copytree(Path(__file__).parent / "sets" / "omens", tmp_path / "sets" / "omens")
    words = tmp_path / "words.toml"
    words.write_text(words.read_text("utf-8") + SENTENCE, "utf-8")
    tithe = Tithe()
    monkeypatch.setitem(VERBS, tithe.word, tithe)
    return tmp_path


@pytest.fixture
def rules(folder: Path) -> BattlesGame:
    return BattlesGame()


def table(rules: BattlesGame, **position: object) -> Battles:
    mine = {"hand": ["almsgiver"], "deck": ["cultist", "ghoul"], "temple_energy": 5}
    players = {"A": mine, "B": {"hand": []}}
    given = {"seats": 2, "settings": {"sets": "rotoo+omens"}, "players": players, **position}
    return cast(Battles, rules.load(given))


def moves(rules: BattlesGame, state: Battles) -> list[str]:
    return [rules.describe(action) for action in rules.moves(state)]


def test_what_it_does(rules: BattlesGame) -> None:
    state = table(rules, faith=4)
    rules.act(state, 0, "play almsgiver")
    assert moves(rules, state) == ["use 1", "use 2", "use none"]
    rules.act(state, 0, "use 1")
    assert (state.faith, state.players[0].energy, state.players[0].temple_energy) == (2, 15, 7)
    assert len(state.players[0].hand) == 1


def test_whether_it_could_do_anything(rules: BattlesGame) -> None:
    """With too little Faith the second Act is neither offered nor accepted. [KB-FLOW-13]"""
    state = table(rules, faith=2)
    rules.act(state, 0, "play almsgiver")
    assert moves(rules, state) == ["use 1", "use none"]
    with pytest.raises(Refusal) as refused:
        rules.act(state, 0, "use 2")
    assert refused.value.rule == "KB-ERR-49"


def test_how_it_is_told(rules: BattlesGame) -> None:
    """Event, sentence, sign, and the words of the card's text, in both languages."""
    state = table(rules, faith=3)
    state.log = []
    rules.act(state, 0, "play almsgiver")
    rules.act(state, 0, "use 2")
    told = next(event for event in state.log if event.name == "tithed")
    assert told.facts == {"seat": "A", "count": 3}
    for language, sentence in (("en", "Ann tithes 3 Faith."), ("ja", "Annは信仰3を奉納します。")):
        to = Listener(language, names=("Ann", "Bob"))
        assert rules.speech.event({"event": told.name, **told.facts}, to) == sentence
    card = next(card for card in rules.speech.cards("en", False) if card["id"] == "almsgiver")
    assert [ability["signs"] for ability in card["abilities"]] == [
        [{"sign": "faith", "n": "2"}, {"sign": "draw", "n": "1"}], [{"sign": "faith", "n": "3"}],
    ]  # fmt: skip
    for ability in rules.cards.tables[rules.cards.numbers["almsgiver"]].data["ability"]:  # type: ignore[attr-defined]
        assert not drift(ability)
        assert drift(ability | {"text": ability["text"].replace("Tithe", "Give")})


def test_what_it_is_worth(rules: BattlesGame) -> None:
    """A bot reckons with it: 2 Faith and a card, or 3 Faith."""
    kind = rules.cards.numbers["almsgiver"]
    assert [rules.cards.ability_worth[one.number] for one in rules.cards.of_kind[kind]] == [
        160,
        150,
    ]
    state = table(rules, faith=4)
    assert rules.describe(rules.quick_move(state, fast_rng(0))) == "play almsgiver"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("n = 3", "n = 3, to = 1", "to is no parameter of the verb 'tithe'"),
        ('verb = "tithe", n = 3', 'verb = "tithe"', "n is missing; the verb 'tithe' needs it"),
        ('"temple"', '"cat"', "for uses the unknown word 'cat'; words for for are god, temple"),
    ],
)
def test_what_it_does_not_understand(folder: Path, old: str, new: str, message: str) -> None:
    path = folder / "sets" / "omens" / "warriors.toml"
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    with pytest.raises(ContentError, match=re.escape(message)):
        Cards()


def play(rules: BattlesGame, seed: int) -> int:
    """A game in which the card is wanted; how often its verb worked."""
    rng = fast_rng(seed)
    settings = {"sets": "rotoo+omens", "warrior_deck": "all", "round_limit": 12}
    state = cast(Battles, rules.start(Setup(3, settings, seed)))
    tithed = 0
    while state.asked != NOBODY:
        log: list[Event] = []
        state.log = log
        wanted = [
            action for action in rules.moves(state)
            if rules.describe(action) in ("recruit almsgiver", "use 1")
        ]  # fmt: skip
        rules.apply(state, wanted[0] if wanted else rules.quick_move(state, rng))
        tithed += sum(event.name == "tithed" for event in log)
        if state.turn % 5 == 0 and state.asked != NOBODY:
            position = rules.save(state)
            assert rules.save(rules.load(position)) == position
            world = rules.worlds(rules.view(state, state.asked)).sample(fast_rng(seed))
            assert list(rules.moves(world)) == list(rules.moves(state))
    return tithed


def test_whole_games(rules: BattlesGame) -> None:
    """Dealt, recruited, played, saved and imagined like any other card."""
    assert sum(play(rules, seed) for seed in range(3)) > 0


# -- a trigger --------------------------------------------------------------------------------


class OtherRecruits(Trigger):
    """Somebody else recruited a card."""

    def __init__(self) -> None:
        super().__init__("other_recruits", (CARD_RECRUITED,))

    def is_pulled(self, state: Battles, window: Window, seat: i64) -> bool:
        return seat != window.seat


def test_a_new_trigger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One class as well: the window opens for it, for nobody else, and filters work."""
    trigger = OtherRecruits()
    monkeypatch.setitem(TRIGGERS, trigger.word, trigger)
    lab = Lab(tmp_path, monkeypatch)
    answer = 'type = "react"\n  on = "other_recruits"\n  card = "disciple"\n  do = [{}]'
    lab.cards(a=answer.format(step("energy", n=1, at="my_god")))
    for bought, asked in (("cultist", 1), ("ghoul", 0)):
        players = {"A": {"hand": ["a"]}, "B": {"hand": ["a"]}}
        hall = {"warriors": ["ghoul"]}
        state = lab.table(players=players, hall=hall, point="recruit.main", faith=9)
        lab.do(state, f"recruit {bought}")
        assert (state.asked, "react a 1" in lab.moves(state)) == (asked, asked == 1)
        seen = lab.game.screen(lab.game.view(state, asked))
        assert trigger.word in seen["private"]["triggers"]  # type: ignore[index]
        if asked:
            lab.do(state, "react a 1")
            assert state.players[1].energy == 16
