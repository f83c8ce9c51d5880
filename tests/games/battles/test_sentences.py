"""Every refusal, event and move of Kamigami Battles reads as a sentence, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from kamiza.core.action import NOBODY, SPECTATOR
from kamiza.core.game import Setup, State
from kamiza.core.refusal import Refusal
from kamiza.core.rng import fast_rng
from kamiza.core.speech import Listener
from kamiza.games import game
from tests.games.sentences import NAMES, assert_in_language

GAME = game("battles")
FOREIGN = "Great Old Ones|Outer Gods|Yaoyorozu|X|I{1,3}"  # as printed in both


def lively(seats: int, seed: int, **settings: object) -> Iterator[State]:
    """Positions of a game in which much happens; events pile up in the log."""
    rng = fast_rng(seed)
    state = GAME.start(Setup(seats, {"round_limit": 12, **settings}, seed))
    state.log = []
    for number in range(700):
        if state.asked == NOBODY:
            return
        yield state
        listed = list(GAME.moves(state))
        random = number % 3 == 0
        choice = listed[rng.below(len(listed))] if random else GAME.quick_move(state, rng)
        GAME.apply(state, choice)


def reads_well(sentence: str, language: str) -> None:
    assert not re.search(r"[{}_@]|None|: \.|  ", sentence), sentence
    assert_in_language(sentence, language, FOREIGN)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("seats", "settings"), [(3, {"sets": "rotoo+yyrz"}), (4, {"mode": "team"})]
)
def test_events_and_moves(language: str, seats: int, settings: dict[str, object]) -> None:
    to = Listener(language, NAMES[language])
    told: set[str] = set()
    for seed in range(3):
        for state in lively(seats, seed, **settings):
            view = GAME.screen(GAME.view(state, state.asked))
            reads_well(GAME.speech.question(view, to).replace("?", ""), language)
            for action in GAME.moves(state):
                move = GAME.describe(action)
                reads_well(GAME.speech.move(move, view, to), language)
                reads_well(GAME.speech.effect(move, view, to), language)
        events = state.log or []
        told |= {event.name for event in events}
        for seat in (SPECTATOR, *range(seats)):
            for line in GAME.speech.story([event.seen_by(seat) for event in events], to):
                reads_well(line.text, language)
                assert not line.rule or line.rule in GAME.book.rules
    assert {"attacked", "defended", "recruited", "drew", "turned_up", "energy_lost"} <= told


def test_a_story_may_be_cut_wherever_nothing_stays_open() -> None:
    to = Listener("en", NAMES["en"])
    *_, state = lively(3, 4)
    events = [event.seen_by(SPECTATOR) for event in state.log or []]
    whole = [line.text for line in GAME.speech.story(events, to)]
    for cut in range(1, len(events)):
        if not GAME.speech.stays_open(events[cut - 1]):
            parts = (events[:cut], events[cut:])
            assert [line.text for part in parts for line in GAME.speech.story(part, to)] == whole


def test_the_log_word_by_word() -> None:
    events = [
        {"event": "turn_began", "seat": "B", "turn": 7, "round": 3},
        {"event": "phase", "seat": "B", "phase": "play"},
        {"event": "played", "seat": "B", "card": "ghoul"},
        {"event": "used", "seat": "B", "source": "ghoul", "ability": 1, "number": 0},
        {"event": "turned_up", "card": "mi_go"},
        {"event": "turned_up", "card": "byakhee"},
        {"event": "eliminated", "seat": "A"},
    ]
    lines = GAME.speech.story(events, Listener("en", NAMES["en"]))
    assert [line.text for line in lines] == [
        "7 · Haru's turn begins",
        "Haru plays Ghoul.",
        "Mi-Go, Byakhee comes into the Hall.",
        "Mika is eliminated.",
    ]
    assert [line.at for line in lines] == [0, 2, 4, 6]
    assert [line.is_head for line in lines] == [True, False, False, False]
    assert [line.about for line in lines] == [
        (), ("card:ghoul",), ("card:mi_go", "card:byakhee"), ()
    ]  # fmt: skip
    assert lines[-1].rule == "KB-WIN-01"


def test_the_same_card_played_again_is_one_line() -> None:
    def play(card: str, faith: int) -> list[dict[str, object]]:
        return [
            {"event": "played", "seat": "B", "card": card},
            {"event": "used", "seat": "B", "source": card, "ability": 1, "number": 0},
            {"event": "faith", "seat": "B", "count": 1, "faith": faith},
        ]

    events = [
        *play("cultist", 1), *play("cultist", 2), *play("cultist", 3), *play("ghoul", 4),
        {"event": "attacked", "seat": "B", "source": "ghoul", "target": "god:A", "value": 2},
        {"event": "passed", "seat": "A"},
        {"event": "passed", "seat": "C"},
        {"event": "attack_resolved", "target": "god:A", "value": 2, "defence": 0, "loss": 2},
        {"event": "energy_lost", "seat": "A", "object": "god", "count": 2, "energy": 9},
    ]  # fmt: skip
    lines = GAME.speech.story(events, Listener("en", NAMES["en"]))
    assert [line.text for line in lines] == [
        "Haru plays 3 × Cultist: 3 Faith.",
        "Haru plays Ghoul: 1 Faith.",
        "Haru attacks Mika's god with Ghoul for 2.",
        "Mika and Sora pass.",
        "Mika's god loses 2 Energy: 9.",
    ]
    assert lines[2].about == ("card:ghoul", "god:A")
    assert lines[4].about == ("god:A",)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_refusals(language: str) -> None:
    """[KB-ERR-02]"""
    to = Listener(language, NAMES[language])
    known: set[int] = set()
    told: set[str] = set()
    for seed in range(2):
        for state in lively(4, seed, mode="team"):
            known.update(GAME.moves(state))
            for action in sorted(known)[:: 1 + len(known) // 40]:
                refusal = GAME.check(state, state.asked, action)
                if refusal is not None:
                    told.add(refusal.rule)
                    reads_well(GAME.speech.refusal(refusal, to), language)
    assert len(told) >= 8


@pytest.mark.parametrize(
    ("refusal", "english", "japanese"),
    [
        (Refusal("KB-ERR-06", {"name": "sets", "value": "demo", "list": "rotoo, yyrz"}),
         "Option sets does not take the value demo; choose one of rotoo, yyrz.",
         "設定setsにdemoは使えません。使えるもの：rotoo, yyrz。"),
        (Refusal("KB-ERR-15", {"seat": "B"}), "It is Haru's decision now.",
         "いまはハルが決める番です。"),
        (Refusal("KB-ERR-20", {"card": "deep_one", "colour": "blue", "colours": "green, yellow"}),
         "Deep One is blue; the Chain allows green, yellow.",
         "深きものは青です。連鎖で出せるのは緑、黄です。"),
        (Refusal("KB-ERR-25", {"ability": "carcosa 2", "cost": "energy 2", "have": "energy 1"}),
         "Strange Is the Night of Carcosa costs 2 Energy; you have 1 Energy.",
         "カルコサの奇しき夜にはエネルギー2が必要ですが、エネルギー1しかありません。"),
        (Refusal("KB-ERR-32", {"card": "gigi_lamore", "reason": "god_attacked"}),
         "Gigi Lamore cannot react to this: it answers an opponent's Attack on your god.",
         "ジジ・ラモアはここでリアクトできません：自分の神への相手の攻撃に使うものです。"),
        (Refusal("KB-ERR-46", {"winners": "A, C"}), "The game is over; Mika and Sora won.",
         "ゲームは終わりました。勝者：ミカとソラ。"),
    ],
)  # fmt: skip
def test_word_by_word(refusal: Refusal, english: str, japanese: str) -> None:
    assert GAME.speech.refusal(refusal, Listener("en", NAMES["en"])) == english
    assert GAME.speech.refusal(refusal, Listener("ja", NAMES["ja"])) == japanese


def test_the_rule_behind_a_refusal_exists() -> None:
    for rule in GAME.book.rules:
        if "-ERR-" in rule:
            assert GAME.speech.rule_behind(rule) in GAME.book.rules


def test_every_card_can_be_listed() -> None:
    for language in ("en", "ja"):
        cards = GAME.speech.cards(language, spoilers=True)
        assert len(cards) >= 72  # and those of further sets
        assert all(ability["text"] for card in cards for ability in card["abilities"])


def test_an_unreadable_move_is_refused_with_its_text() -> None:
    """[KB-ERR-17]"""
    with pytest.raises(Refusal, match="Cannot read 'fly'"):
        GAME.parse("fly")
