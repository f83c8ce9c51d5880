"""Every refusal and every event reads as a sentence, in both languages."""

import re
from collections.abc import Iterator

import pytest

from kamiza.core.action import NOBODY, SPECTATOR
from kamiza.core.event import Event
from kamiza.core.game import Setup, State
from kamiza.core.refusal import Refusal
from kamiza.core.speech import Listener, event_sentence, refusal_sentence
from kamiza.games import game
from tests.games import sentences
from tests.games.sentences import NAMES

SHINTOH = game("shintoh")
EVENTS = (
    "altar_revealed card_added dealer dedicated god_won gods_revealed harvest_revealed jewel_drew "
    "mirror_swapped passed pile_reshuffled role_taken scored sword_stole treasure_used"
).split()


def random_game(seats: int, seed: int) -> Iterator[State]:
    return sentences.random_game(SHINTOH, Setup(seats, {}, seed))


def assert_reads_well(sentence: str, language: str) -> None:
    sentences.assert_reads_well(sentence, language, r"\+|\b(rob|pick) \w")


def events_of_games(seats: int) -> list[Event]:
    events: list[Event] = []
    for seed in range(16):
        state = list(random_game(seats, seed))[-1]
        events += state.log or []
    return events


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_event_is_a_sentence_for_everybody(seats: int, language: str) -> None:
    names = NAMES[language]
    told: set[str] = set()
    for event in events_of_games(seats):
        told.add(event.name)
        seen = [event.seen_by(seat) for seat in (SPECTATOR, *range(seats))] + [event.whole()]
        for sight in seen:
            assert_reads_well(event_sentence(SHINTOH, sight, language, names), language)
    assert told >= set(EVENTS) - {"pile_reshuffled"}
    if seats > 2:
        assert "pile_reshuffled" in told


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_refusal_in_random_games_is_a_sentence(language: str) -> None:
    names = NAMES[language]
    told: set[str] = set()
    for seats in (2, 3, 4):
        for seed in range(5):
            for state in random_game(seats, seed):
                for refusal in refusals(state, seats):
                    told.add(refusal.rule)
                    sentence = refusal_sentence(SHINTOH, refusal, language, names)
                    assert_reads_well(sentence, language)
    never = {"OF-ERR-02", "OF-ERR-16", "OF-ERR-17", "OF-ERR-18"}  # not about a move of the game
    rare = {"OF-ERR-09", "OF-ERR-10"}
    wanted = {rule for rule in SHINTOH.book.rules if "-ERR-" in rule}
    assert told >= wanted - never - rare


def refusals(state: State, seats: int) -> Iterator[Refusal]:
    for seat in range(seats):
        for action in range(12 + seats):
            refusal = SHINTOH.check(state, seat, action)
            if refusal is not None:
                yield refusal


@pytest.mark.parametrize(
    ("refusal", "english", "japanese"),
    [
        (Refusal("OF-ERR-01", {"name": "A"}), "It is Mika's turn.", "いまはミカの手番です。"),
        (
            Refusal("OF-ERR-02", {"text": "bid"}),
            "'bid' is not a move in this game.",
            "「bid」は、このゲームの手ではありません。",
        ),
        (
            Refusal("OF-ERR-03", {"move": "pass", "moves": "+rice, +salt, stop"}),
            "You cannot pass now; you may: add rice, add salt, stop.",
            "いま「パス」はできません。できること：米を足す、塩を足す、終える。",
        ),
        (
            Refusal("OF-ERR-03", {"move": "rob B", "moves": "pick rice"}),
            "You cannot take from Haru now; you may: choose rice.",
            "いま「ハルから取る」はできません。できること：米を選ぶ。",
        ),
        (
            Refusal("OF-ERR-07", {"treasure": "jewel"}),
            "You do not own the Jewel of Yasakani.",
            "ヤサカノマガタマを持っていません。",
        ),
        (Refusal("OF-ERR-09", {}), "The Offering Pile is empty.", "供物の山札は空です。"),
        (
            Refusal("OF-ERR-10", {}),
            "No other player has a card in hand.",
            "ほかに手札のあるプレイヤーがいません。",
        ),
        (
            Refusal("OF-ERR-13", {"name": "B"}),
            "You cannot take a card from Haru.",
            "ハルからカードを取ることはできません。",
        ),
        (
            Refusal("OF-ERR-16", {}),
            "This game is for 2 to 4 players.",
            "このゲームは2人から4人用です。",
        ),
        (
            Refusal("OF-ERR-17", {"setting": "first_dealer", "value": "D"}),
            "Seat D is not allowed for First dealer.",
            "最初の親に席Dは使えません。",
        ),
        (
            Refusal("OF-ERR-17", {"setting": "colour", "value": "red"}),
            "red is not allowed for colour.",
            "colourにredは使えません。",
        ),
        (
            Refusal("OF-ERR-17", {"setting": "foo", "value": "1"}),
            "1 is not allowed for foo.",
            "fooに1は使えません。",
        ),
        (
            Refusal("OF-ERR-17", {"setting": "hand_tracker", "value": "0"}),
            "0 is not allowed for Hand tracker.",
            "手札の記録に0は使えません。",
        ),
        (
            Refusal("OF-ERR-18", {"detail": "x"}),
            "The card list is damaged: x.",
            "カードの一覧に誤りがあります：x。",
        ),
    ],
)
def test_refusals_word_by_word(refusal: Refusal, english: str, japanese: str) -> None:
    assert refusal_sentence(SHINTOH, refusal, "en", NAMES["en"]) == english
    assert refusal_sentence(SHINTOH, refusal, "ja", NAMES["ja"]) == japanese


def test_without_names_the_seats_have_letters() -> None:
    assert refusal_sentence(SHINTOH, Refusal("OF-ERR-01", {"name": "B"}), "en", ()) == (
        "It is B's turn."
    )


NOTHING = {"rice": 0, "sake": 0, "salt": 0}


@pytest.mark.parametrize(
    ("seen", "english"),
    [
        (
            {"event": "passed", "seat": "A", "returned": NOTHING, "gained": "salt"},
            "Mika passes, takes salt.",
        ),
        (
            {"event": "passed", "seat": "A", "returned": NOTHING, "gained": None},
            "Mika passes. There is no Harvest Card to take.",
        ),
        (
            {
                "event": "passed",
                "seat": "B",
                "returned": {"rice": 1, "sake": 0, "salt": 2},
                "gained": "sake",
            },
            "Haru passes, takes back rice and 2 salt, takes sake.",
        ),
        (
            {"event": "god_won", "seat": "A", "god": "ninigi", "paid": NOTHING | {"rice": 2}},
            "Mika wins Ninigi for 6.",
        ),
        (
            {"event": "god_won", "seat": "A", "god": "sword", "paid": NOTHING},
            "Mika wins the Sword of Kusanagi and pays nothing.",
        ),
        (
            {"event": "treasure_used", "seat": "A", "treasure": "jewel", "was_face_down": True},
            "Mika turns up the Jewel and uses it.",
        ),
        ({"event": "jewel_drew", "seat": "A", "count": 2}, "Mika draws 2 cards."),
        (
            {"event": "jewel_drew", "seat": "A", "count": 2, "kinds": NOTHING | {"sake": 2}},
            "Mika draws 2 sake.",
        ),
        (
            {"event": "sword_stole", "seat": "A", "victim": "B", "kind": "rice"},
            "Mika takes rice from the hand of Haru.",
        ),
        (
            {"event": "gods_revealed", "gods": {"A": "ninigi", "B": "jewel"}},
            "The face-down gods are turned up: Ninigi (Mika) and the Jewel of Yasakani (Haru).",
        ),
        ({"event": "gods_revealed", "gods": {}}, "No god lies face down any more."),
        ({"event": "scored", "scores": [45, 30], "ranks": [1, 2]}, "Mika wins with 45."),
        (
            {"event": "scored", "scores": [45, 45, 3], "ranks": [2, 1, 3]},
            "Haru wins with 45 and more god cards.",
        ),
        (
            {"event": "scored", "scores": [45, 45, 3], "ranks": [1, 1, 3]},
            "Mika and Haru share the victory with 45.",
        ),
        ({"event": "pile_reshuffled", "size": 1}, "Pile empty: 1 discard becomes the pile."),
        (
            {"event": "game_started", "name": "B", "count": 3},
            "The game begins with 3 players. Haru is the first dealer.",
        ),
    ],
)
def test_events_word_by_word(seen: dict[str, object], english: str) -> None:
    assert event_sentence(SHINTOH, seen, "en", NAMES["en"]) == english
    assert_reads_well(event_sentence(SHINTOH, seen, "ja", NAMES["ja"]), "ja")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_move_has_a_label_and_a_verb(language: str) -> None:
    to = Listener(language, NAMES[language])
    for seats in (2, 4):
        for state in random_game(seats, 3):
            if state.asked == NOBODY:
                break
            view = SHINTOH.screen(SHINTOH.view(state, state.asked))
            for action in SHINTOH.moves(state):
                text = SHINTOH.describe(action)
                for words in (
                    SHINTOH.speech.move(text, view, to),
                    SHINTOH.speech.verb(text, to),
                    SHINTOH.speech.effect(text, view, to),
                ):
                    assert not re.search(r"[{}_+?]", words)
                    if language == "ja":
                        assert not re.search(r"[a-z]", words)


def test_a_dedication_is_one_line_of_the_log() -> None:
    to = Listener("en", NAMES["en"])
    events = [
        {"event": "card_added", "seat": "A", "kind": "rice"},
        {"event": "card_added", "seat": "A", "kind": "salt"},
        {"event": "dedicated", "seat": "A", "total": 4},
        {"event": "passed", "seat": "B", "returned": NOTHING, "gained": "salt"},
        {"event": "harvest_revealed", "kind": "rice"},
        {
            "event": "god_won",
            "seat": "A",
            "god": "ninigi",
            "paid": NOTHING | {"rice": 1, "salt": 1},
        },
        {"event": "dealer", "seat": "A"},
        {"event": "altar_revealed", "god": "orochi", "number": 2},
        {"event": "card_added", "seat": "A", "kind": "salt"},
    ]
    lines = SHINTOH.speech.story(events, to)
    assert [(line.seat, line.text) for line in lines] == [
        ("A", "Mika dedicates rice and salt: total 4."),
        ("B", "Haru passes, takes salt. The Harvest Card is rice."),
        ("A", "Mika wins Ninigi for 4."),
        (None, "2 · Yamata-no-Orochi"),
        ("A", "Mika lays salt."),
    ]


def test_the_rule_behind_a_refusal_exists() -> None:
    for rule in SHINTOH.book.rules:
        if "-ERR-" in rule:
            for question in ("", "TURN", "GIVE", "MIRROR_PICK", "SWORD_TARGET"):
                assert SHINTOH.speech.rule_behind(rule, question) in SHINTOH.book.rules


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("", "OF-FLOW-03"),
        ("TURN", "OF-FLOW-03"),
        ("GIVE", "OF-RUL-32"),
        ("MIRROR_PICK", "OF-TRE-06"),
        ("SWORD_TARGET", "OF-TRE-07"),
    ],
)
def test_what_may_be_done_follows_from_the_question(question: str, rule: str) -> None:
    assert SHINTOH.speech.rule_behind("OF-ERR-03", question) == rule


def test_cards_tell_no_role_unless_asked() -> None:
    closed = SHINTOH.speech.cards("en", spoilers=False)
    assert not any("members" in card for card in closed)
    assert all("story" not in card for card in closed if card["id"] in ("izanagi", "suseri"))
    gods = [card["name"] for card in closed if card["group"] == "god_cards"]
    assert gods == sorted(gods)
    assert len(gods) == 18
    opened = SHINTOH.speech.cards("ja", spoilers=True)
    roles = [card for card in opened if card["group"] == "roles"]
    assert roles[0]["members"] == ["イザナギ", "イザナミ"]


def test_an_unreadable_move_is_refused_with_its_text() -> None:
    with pytest.raises(Refusal, match="'fly' is not a move in this game"):
        SHINTOH.parse("fly")
