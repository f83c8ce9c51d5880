"""Every refusal, event, question and move of Kodama reads as a sentence, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

import pytest

from kamiza.core.action import NOBODY, SPECTATOR
from kamiza.core.game import Setup, State
from kamiza.core.refusal import Refusal
from kamiza.core.speech import Listener, event_sentence, refusal_sentence
from kamiza.games import game
from kamiza.games.kodama.game import KodamaGame
from tests.games import sentences
from tests.games.sentences import NAMES

KODAMA = cast(KodamaGame, game("kodama"))
EVENTS = {
    "decree_revealed", "grown", "display_refilled", "season_token_moved", "kodama_scored",
    "marker_passed", "hands_revealed", "scored", "season_bonus", "deck_card_taken",
}  # fmt: skip
WRONG_MOVES = (
    "pick:0", "pick:9", "pick:deck", "fallow:0", "fallow:9", "onto:0", "onto:40", "spot:b0r0",
    "kodama:K01", "grow:0@0,0,r0", "grow:9@0,0,r0", "grow:0@3000,3000,r0", "grow:0@0,1200,r180",
    "grow:0@20,600,r90", "grow:0@0,640,r10", "place:@0,900,r0", "nonsense", "grow:0@1",
)  # fmt: skip


def random_game(seed: int, settings: dict[str, object]) -> Iterator[State]:
    return sentences.random_game(KODAMA, Setup(3, settings, seed))


def assert_reads_well(sentence: str, language: str) -> None:
    sentences.assert_reads_well(sentence, language, r"\+|\(\)|（）", as_printed=r"B\d\d")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_event_is_a_sentence(language: str) -> None:
    told = set()
    for seed in range(14):
        *_, state = random_game(seed, {"sprouts": {"B": "C"}} if seed % 2 else {})
        for event in state.log or []:
            told.add(event.name)
            for seat in (SPECTATOR, 0, 1, 2):
                sentence = event_sentence(KODAMA, event.seen_by(seat), language, NAMES[language])
                assert_reads_well(sentence, language)
    assert told >= EVENTS


@pytest.mark.parametrize("language", ["en", "ja"])
def test_rare_events_are_sentences_too(language: str) -> None:
    for event in (
        {"event": "fallow", "seat": "B", "card": "B46"},
        {"event": "turn_skipped", "seat": "B"},
        {"event": "game_started", "seat": "A", "count": 3},
        {"event": "hands_revealed", "hands": {}},
        {"event": "scored", "scores": [9, 9, 2], "ranks": [1, 2, 3]},
        {"event": "scored", "scores": [9, 9, 2], "ranks": [1, 1, 3]},
    ):
        assert_reads_well(event_sentence(KODAMA, event, language, NAMES[language]), language)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_refusal_is_a_sentence(language: str) -> None:
    """[KO-ERR-01..15]"""
    told = set()
    for seed in range(2):
        for state in random_game(seed, {}):
            for seat in (state.asked, (state.asked + 1) % 3):
                for refusal in refusals(state, seat):
                    told.add(refusal.facts["code"])
                    sentence = refusal_sentence(KODAMA, refusal, language, NAMES[language])
                    assert_reads_well(sentence, language)
    assert told >= {
        "not_your_turn", "wrong_phase", "bad_command", "bad_slot", "bad_card", "not_offered",
        "bad_placement", "off_table", "touches_nothing", "touches_many", "not_on_bark",
        "covers_feature", "fallow_not_allowed", "game_over",
    }  # fmt: skip


def refusals(state: State, seat: int) -> Iterator[Refusal]:
    for move in WRONG_MOVES:
        try:
            KODAMA.act(state.clone(), seat, move)
        except Refusal as refused:
            yield refused


@pytest.mark.parametrize(
    ("refusal", "english", "japanese"),
    [
        (
            Refusal("KO-ERR-02", {"code": "wrong_phase", "decision": "KODAMA"}),
            "You cannot do that now; the game is waiting for a Kodama to be chosen.",
            "いまそれはできません。いまはコダマを選ぶところです。",
        ),
        (
            Refusal("KO-ERR-10", {"code": "touches_many", "list": "B26, TR3"}),
            "The card may touch only one other card; "
            "it touches the cloud · firefly · flower branch and the Glowing Trunk.",
            "カードはほかの1枚だけに触れられます。いまは雲・蛍・花の枝と灯る幹に触れています。",
        ),
        (
            Refusal("KO-ERR-12", {"code": "covers_feature", "feature": "firefly", "card": "B47"}),
            "The card would cover the firefly on the caterpillar · 2 fireflies · star branch.",
            "カードが毛虫・蛍2・星の枝の蛍を覆います。",
        ),
        (
            Refusal("KO-ERR-18", {"code": "bad_setting", "name": "first_player"}),
            "Unknown or wrong setting First player.",
            "選択肢「スタートプレイヤー」は知らないか、値が誤っています。",
        ),
    ],
)
def test_refusals_in_words(refusal: Refusal, english: str, japanese: str) -> None:
    assert refusal_sentence(KODAMA, refusal, "en", NAMES["en"]) == english
    assert refusal_sentence(KODAMA, refusal, "ja", NAMES["ja"]) == japanese


def test_a_turn_in_words() -> None:
    """The log of a turn, its buttons and what stands beside them."""
    position = {"seats": 2, "players": {"A": {"tree": "TR3(B26(B47))"}}, "display": ["B46", "B01"]}
    state = KODAMA.load(position)
    to = Listener("en", NAMES["en"])
    view = KODAMA.screen(KODAMA.view(state, 0))
    speech = KODAMA.speech
    assert speech.move("pick:0", view, to) == "Take the caterpillar · 2 fireflies · flower branch"
    assert speech.effect("pick:0", view, to) == "up to 8 points"
    KODAMA.act(state, 0, "pick:0")
    view = KODAMA.screen(KODAMA.view(state, 0))
    assert speech.move("onto:0", view, to) == "Grow it on the Glowing Trunk"
    assert speech.effect("onto:2", view, to) == "8 points"
    KODAMA.act(state, 0, "onto:2")
    view = KODAMA.screen(KODAMA.view(state, 0))
    labels = [speech.move(move, view, to) for move in view["moves"]]
    assert labels[0] == "Bud 1, straight on"
    assert len(set(labels)) == len(labels)
    state.log = []
    KODAMA.act(state, 0, "spot:b0r285")
    story = speech.story([event.seen_by(1) for event in state.log], to)
    assert [line.text for line in story] == [
        "Mika grows the caterpillar · 2 fireflies · flower branch "
        "on the caterpillar · 2 fireflies · star branch for 8 points."
    ]
    assert (story[0].seat, story[0].at, story[0].about) == (
        "A",
        0,
        ("card:B46", "card:B47", "tree:A"),
    )


def test_a_season_is_a_chapter_of_the_log() -> None:
    """Head, marker, decree; what the board shows by itself is left out."""
    last = {"phase": "kodama", "turn": 1, "asked": "B", "coming": {"summer": "DM1"}}
    state = KODAMA.load({"seats": 2, **last, "players": {"A": {"score": 9}}})
    to = Listener("en", NAMES["en"])
    state.log = []
    KODAMA.act(state, "B", "kodama:K05")
    story = KODAMA.speech.story([event.seen_by(SPECTATOR) for event in state.log], to)
    assert [line.is_head for line in story] == [False, True, False, False]
    assert [line.at for line in story] == [0, 1, 1, 2]
    assert story[1].text == "Summer"
    assert story[2].rule == "KO-FIRST-01"
    assert story[3].about == ("decree:DM1",)
    opening = KODAMA.speech.opening(KODAMA.screen(KODAMA.see(KODAMA.start(Setup(2, {}, 1)))))
    result = {"event": "scored", "scores": [9, 7], "ranks": [1, 2]}
    told = KODAMA.speech.story([result], to)
    assert [line.text for line in told] == ["Mika wins with 9 points.", "2 points ahead of Haru."]
    assert {line.about for line in told} == {("result",)}
    heads = [line.is_head for line in KODAMA.speech.story(opening, to)]
    assert heads == [True, False, False]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_move_and_question_has_words(language: str) -> None:
    to = Listener(language, NAMES[language])
    for state in random_game(4, {}):
        if state.asked == NOBODY:
            continue
        view = KODAMA.screen(KODAMA.view(state, state.asked))
        assert KODAMA.speech.question(view, to)
        assert KODAMA.speech.question(view | {"seat": None}, to)
        for move in cast("list[str]", view["moves"]):
            label = KODAMA.speech.move(move, view, to)
            assert not re.search(r"[{}_]", label + KODAMA.speech.effect(move, view, to))
            assert KODAMA.speech.verb(move, to) != move


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_gallery_has_every_card(language: str) -> None:
    cards = KODAMA.speech.cards(language, False)
    groups = [card["group"] for card in cards]
    assert {group: groups.count(group) for group in groups} == {
        "branch_cards": 65, "trunk_cards": 6, "kodama_cards": 23, "sprout_cards": 9,
        "decree_cards": 15, "shapes": 13,
    }  # fmt: skip
    assert all(card["name"] for card in cards)
