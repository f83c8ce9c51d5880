"""Every refusal, event and move of Kami-sama reads as a sentence, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

import pytest

from kamiza.core.action import NOBODY, SPECTATOR
from kamiza.core.game import Setup
from kamiza.core.refusal import Refusal
from kamiza.core.speech import Listener, event_sentence, refusal_sentence
from kamiza.games import game
from kamiza.games.kamisama.game import KamisamaGame
from kamiza.games.kamisama.rules.texts import ARGUMENTS, VERBS, is_action
from kamiza.games.kamisama.table import Kamisama
from tests.games import sentences
from tests.games.sentences import NAMES

KAMISAMA = cast(KamisamaGame, game("kamisama"))
ALWAYS = (
    "kami_chosen kami_revealed game_started year_began turn_began shrine_added gained "
    "piece_removed shrine_moved ability_used token_taken board_turned year_ended ranked "
    "villagers_drawn hand_passed villager_taken tracks_scored scored"
).split()
OF_TWO = "kitsune_revealed kitsune_added kitsune_removed kitsune_took".split()


def random_game(seats: int, seed: int) -> Iterator[Kamisama]:
    positions = sentences.random_game(KAMISAMA, Setup(seats, {}, seed))
    return cast("Iterator[Kamisama]", positions)


def assert_reads_well(sentence: str, language: str) -> None:
    cell = "[a-d][1-4]"
    sentences.assert_reads_well(sentence, language, r"\b(FA|WE|FI|HO)\.", as_printed=cell)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_event_is_a_sentence_for_everybody(seats: int, language: str) -> None:
    told: set[str] = set()
    for seed in range(5):
        *_, state = random_game(seats, seed)
        for event in state.log or []:
            told.add(event.name)
            seen = [event.seen_by(seat) for seat in (SPECTATOR, *range(seats))] + [event.whole()]
            for sight in seen:
                assert_reads_well(
                    event_sentence(KAMISAMA, sight, language, NAMES[language]), language
                )
    assert told >= set(ALWAYS) - (set() if seats == 4 else {"shrine_moved", "token_taken"})
    assert seats > 2 or told >= set(OF_TWO)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_refusal_is_a_sentence(language: str) -> None:
    told: set[str] = set()
    actions = [n for n in range(VERBS * ARGUMENTS) if is_action(KAMISAMA.cards, n)]
    for seats in (2, 4):
        for number, state in enumerate(random_game(seats, seats)):
            for action in actions[number % 7 :: 7]:
                for seat in (0, 1):
                    refusal = KAMISAMA.check(state, seat, action)
                    if refusal is not None:
                        told.add(refusal.rule)
                        check_refusal(refusal, language)
    rare = {"E-FORMAT", "E-TABLE", "E-RAGE", "E-SUPPLY", "E-PROTECTED"}
    assert told >= {rule for rule in KAMISAMA.book.rules if rule.startswith("E-")} - rare


def check_refusal(refusal: Refusal, language: str) -> None:
    sentence = refusal_sentence(KAMISAMA, refusal, language, NAMES[language])
    assert not re.search(r"[{}_?]|None", sentence), sentence
    assert sentence[-1] in (".", "。"), sentence
    assert KAMISAMA.speech.rule_behind(refusal.rule) in KAMISAMA.book.rules


@pytest.mark.parametrize(
    ("refusal", "english", "japanese"),
    [
        (
            Refusal("E-TURN", {"name": "A"}),
            "It is not your decision: Mika is to choose.",
            "いま選ぶのはあなたではなくミカです。",
        ),
        (
            Refusal("E-OCCUPIED", {"space": "FA.b2"}),
            "Farming b2 is occupied.",
            "農村b2はふさがっています。",
        ),
        (
            Refusal("E-CUBES", {"ability": "yue 3", "cost": "2", "n": "1"}),
            "Eclipse costs 2 action cubes; you have 1.",
            "「月食」にはアクションキューブが2個必要です。残りは1個です。",
        ),
    ],
)
def test_refusals_word_for_word(refusal: Refusal, english: str, japanese: str) -> None:
    assert refusal_sentence(KAMISAMA, refusal, "en", NAMES["en"]) == english
    assert refusal_sentence(KAMISAMA, refusal, "ja", NAMES["ja"]) == japanese


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_move_has_a_button_and_a_prompt(language: str) -> None:
    to = Listener(language, NAMES[language])
    for seats in (2, 3, 4):
        for number, state in enumerate(random_game(seats, 7 + seats)):
            if state.asked == NOBODY or number % 3:
                continue
            view = KAMISAMA.screen(KAMISAMA.view(state, state.asked))
            other = KAMISAMA.screen(KAMISAMA.view(state, SPECTATOR))
            assert KAMISAMA.speech.question(view, to)
            assert KAMISAMA.speech.question(other, to)
            for move in cast("list[str]", view["moves"]):
                for text in (
                    KAMISAMA.speech.move(move, view, to),
                    KAMISAMA.speech.effect(move, view, to),
                    KAMISAMA.speech.verb(move, to),
                ):
                    assert not re.search(r"[{}?]|None", text), (move, text)
                assert KAMISAMA.speech.move(move, view, to)


def test_the_log_has_chapters() -> None:
    """A turn is a head without a line, the Kitsune and the years have both; a look at cards is
    left out. Every language has the same lines, and each one knows its place."""
    *_, state = random_game(2, 3)
    events = [event.seen_by(SPECTATOR) for event in state.log or []]
    english = KAMISAMA.speech.story(events, Listener("en", NAMES["en"]))
    japanese = KAMISAMA.speech.story(events, Listener("ja", NAMES["ja"]))
    assert [line._replace(text="") for line in english] == [
        line._replace(text="") for line in japanese
    ]
    heads = {events[line.at]["event"] for line in english if line.is_head}
    assert heads == {"turn_began", "year_began", "year_ended", "kitsune_revealed"}
    told = {events[line.at]["event"] for line in english if not line.is_head}
    assert told == {event["event"] for event in events} - {"turn_began", "hand_passed"}
    turn = next(line for line in english if line.is_head and "seat" in events[line.at])
    assert re.fullmatch(r"(Mika|Haru) · (Farming|Wealthy|Fishing|Holy)|Year 1", turn.text)
    assert {line.rule for line in english} - {""} <= set(KAMISAMA.book.rules)
    adding = next(line for line in english if events[line.at]["event"] == "shrine_added")
    assert adding.about == (f"space:{events[adding.at]['space']}",)
