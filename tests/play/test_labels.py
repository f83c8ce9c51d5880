"""What a label promises is what happens."""

import random
import re
from typing import Any

import pytest

from kamiza import games
from kamiza.core.game import Setup, State
from kamiza.play import speech
from kamiza.play.speech import labels, new_label

GAME = games.game("shintoh")


def gods_of(state: State, seat: int) -> int:
    view: dict[str, Any] = GAME.screen(GAME.view(state, seat))
    player = view["players"]["ABCDEF"[seat]]
    return len(player["gods"]) + player["face_down"]


def named_seat(sentence: str) -> int | None:
    found = re.search(r"\{([A-F])\}", sentence)
    return "ABCDEF".index(found[1]) if found else None


def check_promise(state: State, move: str, effect: dict[str, str]) -> None:
    """Play the move on a copy and compare with the sentence."""
    seat = int(state.asked)
    after = state.clone()
    GAME.apply(after, GAME.parse(move))
    named = named_seat(effect["en"])
    assert named == named_seat(effect["ja"])
    if move == "stop":
        assert after.asked == named
    if move == "pass":
        winners = [
            s for s in range(4) if s < seats_of(state) and gods_of(after, s) > gods_of(state, s)
        ]
        assert winners == ([] if named is None else [named])
    if move[0] == "+":
        view: dict[str, Any] = GAME.screen(GAME.view(after, seat))
        assert effect["en"].startswith(f"Total {view['players']['ABCDEF'[seat]]['total']}")
        must_go_on = "stop" not in view["moves"]
        assert ("add more" in effect["en"]) == must_go_on


def seats_of(state: State) -> int:
    return len(GAME.scores(state))


@pytest.mark.parametrize("seed", range(12))
def test_every_label_tells_the_truth(seed: int) -> None:
    rng = random.Random(seed)
    state = GAME.start(Setup(2 + seed % 3, {}, seed))
    while state.asked >= 0:
        view: dict[str, Any] = GAME.screen(GAME.view(state, state.asked))
        found = labels(GAME, view)
        assert list(found) == view["moves"]
        for move, label in found.items():
            assert label == new_label(GAME, move, view)  # remembered or not
            for text in ("label", "effect"):
                assert all(label[text].values()), (move, text)
            check_promise(state, move, label["effect"])
        GAME.apply(state, GAME.parse(rng.choice(view["moves"])))


def test_a_move_with_a_price_has_a_warning() -> None:
    state = GAME.start(Setup(2, {}, 1))
    view: dict[str, Any] = GAME.screen(GAME.view(state, state.asked))
    found = labels(GAME, view)
    assert "10 and 20" in found["look"]["warning"]["en"]
    assert "warning" not in found["pass"]


def test_what_was_said_is_remembered_but_not_for_ever() -> None:
    """A server that runs for years says its sentences from a bounded memory."""
    words = speech.RememberingWords(GAME.words)
    told, known = speech.known_stories(GAME), speech.known_labels(GAME)
    told.clear()
    known.clear()
    view = GAME.screen(GAME.view(GAME.start(Setup(2, {"first_dealer": "A"}, 1)), 0))
    memories: list[Any] = [words.said, told, known]
    most = speech.MOST_REMEMBERED
    for total in range(most + 10):
        words.say("dedicated", "en", name="Mika", total=total)
        speech.story(GAME, [{"event": "dedicated", "seat": "A", "total": total}])
        view["players"]["A"]["total"] = total
        speech.label(GAME, "+salt", view)
        if total == most // 2:
            assert [len(memory) for memory in memories] == [total + 1] * 3
    for memory in memories:
        assert 0 < len(memory) <= most + 1
    assert speech.label(GAME, "+salt", view) == new_label(GAME, "+salt", view)
