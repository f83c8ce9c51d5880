"""A running game: acts whole or not at all, versions, undo, and the journal."""

import random

import pytest

from kamiza import games
from kamiza.core.game import Setup
from kamiza.core.refusal import Refusal
from kamiza.core.speech import Listener, some_texts
from kamiza.games import NAMES, game
from kamiza.play.table import (
    BOT,
    BRANCH,
    COUNTS,
    MOST_MOVES,
    OVER,
    PLAYS_ON,
    Entry,
    Table,
    restore,
)
from kamiza.play.words import name_of, say

GAME = games.game("shintoh")
KEY = bytes(range(32))


def new_table(seats: int = 3, key: bytes = KEY) -> Table:
    return Table(GAME, Setup(seats, {"first_dealer": "A"}, 0, key))


def act(table: Table, seat: int, *moves: str, client: str = "", by: str = "person") -> Entry:
    name = client or f"w{table.version}"
    change = table.prepare_act(seat, moves, table.version, name, by)
    table.accept(change)
    return change.entry


def test_what_leads_nowhere_is_not_said_for_ever() -> None:
    """Everything that was ever said at a table is kept, and read again whenever it is opened."""
    table = Table(games.game("battles"), Setup(2, {}, 0, KEY))
    asked, stops = table.asked, ("stops none",) * 100
    while table.version < MOST_MOVES:
        act(table, asked, *stops)
    with pytest.raises(Refusal) as caught:
        table.prepare_act(asked, stops[:1], table.version, "x")
    assert caught.value.rule == "table.enough"
    again = restore(table.game, table.setup, [done.entry for done in table.acts])
    assert again.version == table.version
    move = table.game.describe(table.game.moves(table.state)[0])
    act(table, asked, move)  # the game itself goes on
    while table.game.why_not(table.state, table.asked, "resign") is not None:
        act(table, table.asked, table.game.describe(table.game.moves(table.state)[0]))
    act(table, table.asked, "resign")


def undo(table: Table, seat: int) -> None:
    table.accept(table.prepare_undo(seat, table.version, f"u{table.version}"))


def refused(rule: str, table: Table, seat: int, *moves: str, version: int | None = None) -> Refusal:
    before = (table.version, GAME.hash(table.state))
    with pytest.raises(Refusal) as caught:
        table.prepare_act(seat, moves, table.version if version is None else version, "x")
    assert caught.value.rule == rule
    assert (table.version, GAME.hash(table.state)) == before
    return caught.value


def test_an_act_raises_the_version_by_its_moves() -> None:
    table = new_table()
    entry = act(table, 0, "+salt", "+sake", "stop")
    assert (table.version, entry.version, table.asked) == (3, 3, 1)
    assert [entry.n for entry in table.log.entries] == [1, 2, 3, 3][: len(table.log.entries)]


def test_an_act_is_taken_whole_or_not_at_all() -> None:
    table = new_table()
    refused("OF-ERR-04", table, 0, "+rice", "+rice", "stop")
    assert table.log.entries == []
    act(table, 0, "+rice", "stop")


def test_an_act_ends_where_somebody_else_is_asked() -> None:
    refused("table.unfinished", new_table(), 0, "+salt", "stop", "pass")


def test_an_act_ends_with_the_move_that_brings_something_to_light() -> None:
    """Who passes draws a card: what follows is refused with the same words whatever it is, also if
    it is no move at all; alone the pass may be made. A journal from before may go on."""
    table = new_table()
    answers = [refused("table.news", table, 0, "pass", then) for then in ("pass", "+rice", "zzz")]
    assert len({str(why.sentences) for why in answers}) == 1
    assert answers[0].sentences["ja"].startswith("「pass」で")
    act(table, 0, "pass")
    journal = [Entry(2, 0, "act", ("look", "+salt"), "a", "person")]
    assert restore(GAME, table.setup, journal).version == 2


@pytest.mark.parametrize(
    ("rule", "seat", "moves"),
    [
        ("OF-ERR-01", 1, ("pass",)),
        ("OF-ERR-01", 7, ("pass",)),
        ("OF-ERR-02", 0, ("dance",)),
        ("OF-ERR-03", 0, ("stop",)),
        ("OF-ERR-07", 0, ("sword",)),
        ("table.empty", 0, ()),
    ],
)
def test_refusals_name_the_rule_in_both_languages(
    rule: str, seat: int, moves: tuple[str, ...]
) -> None:
    why = refused(rule, new_table(), seat, *moves)
    assert why.sentences["en"] != why.sentences["ja"]


def test_names_stay_open_in_sentences() -> None:
    assert refused("OF-ERR-01", new_table(), 1, "pass").sentence == "It is {A}'s turn."


def test_an_old_version_is_stale() -> None:
    table = new_table()
    act(table, 0, "+salt", "stop")
    assert refused("table.stale", table, 1, "pass", version=1).is_stale


def test_a_request_that_was_done_is_remembered_by_seat_and_name() -> None:
    table = new_table()
    act(table, 0, "+salt", "stop", client="mine")
    assert table.answer_to(0, "mine") == 2
    assert table.answer_to(1, "mine") is None


# -- undo -----------------------------------------------------------------------------------------


def test_undo_is_free_while_nothing_came_to_light() -> None:
    table = new_table()
    before = GAME.hash(table.state)
    act(table, 0, "+salt")
    act(table, 0, "stop")
    assert table.undo_is_free(0)
    undo(table, 0)
    assert table.undo_is_free(0)
    undo(table, 0)
    assert GAME.hash(table.state) == before
    assert (table.version, table.undoable(0)) == (4, None)
    assert [entry.event.name for entry in table.log.entries[-2:]] == ["undone", "undone"]


def test_everybody_hears_what_is_taken_back_as_far_as_they_saw_it() -> None:
    table = new_table()
    act(table, 0, "+salt", "stop")
    act(table, 1, "+sake", "stop")
    undo(table, 0)
    undone = table.log.entries[-1]
    assert undone.event.facts == {"seat": "A", "count": 2, "since": 1}
    assert undone.text is not None
    assert undone.text["en"].startswith("{A} takes back the last turn: ")
    kodama = Table(game("kodama"), Setup(2, {}, 0, KEY))
    seat = kodama.asked
    act(kodama, seat, "pick:1")  # a choice nobody else has seen
    undo(kodama, seat)
    assert kodama.log.entries[-1].text == say("undone", name=name_of(seat))


def test_undo_is_not_free_after_new_information() -> None:
    table = new_table()
    act(table, 0, "pass")  # turns up a Harvest Card
    assert (table.undoable(0), table.undo_is_free(0)) == (1, False)


def test_undo_is_not_free_after_somebody_else_acted() -> None:
    table = new_table()
    act(table, 0, "+salt", "stop")
    act(table, 1, "+sake", "stop")
    assert (table.undoable(0), table.undo_is_free(0)) == (2, False)
    undo(table, 0)
    assert (table.asked, table.acts) == (0, [])


def test_a_role_card_is_never_laid_back() -> None:
    """OF-RUL-17: neither by who took it nor by taking back what was before, whoever agrees."""
    table = new_table()
    act(table, 0, "+salt")
    act(table, 1, "look")
    for seat in (0, 1):
        assert (table.undoable(seat), table.undo_is_free(seat)) == (None, False)
        with pytest.raises(Refusal) as caught:
            table.prepare_undo(seat, table.version, "u")
        assert caught.value.rule == "table.undo_stays"
    with pytest.raises(Refusal) as caught:
        table.prepare_undo(2, table.version, "u")
    assert caught.value.rule == "table.nothing_to_undo"
    act(table, 0, "+sake")  # what comes after it can be taken back
    assert (table.undoable(0), table.undo_is_free(0)) == (1, True)
    undo(table, 0)
    assert GAME.screen(GAME.view(table.state, 2))["players"]["B"]["role_taken"] is True  # type: ignore[index]


def test_the_role_card_is_taken_on_anothers_turn_and_restored_from_the_journal() -> None:
    """OF-RUL-17"""
    table = new_table()
    journal = [act(table, 0, "+salt"), act(table, 2, "look"), act(table, 0, "look")]
    journal.append(act(table, 0, "stop"))
    assert table.asked == 1
    again = restore(GAME, table.setup, journal)
    assert GAME.hash(again.state) == GAME.hash(table.state)
    assert [
        taken.event.facts["seat"] for taken in table.log.entries if taken.event.name == "role_taken"
    ] == ["C", "A"]


def test_a_seat_that_never_acted_has_nothing_to_take_back() -> None:
    table = new_table()
    act(table, 0, "+salt", "stop")
    with pytest.raises(Refusal) as caught:
        table.prepare_undo(1, table.version, "u")
    assert caught.value.rule == "table.nothing_to_undo"


def test_nothing_is_taken_back_after_the_end_or_from_before_a_branch() -> None:
    table = new_table(2)
    act(table, 0, "+salt", by=BRANCH)
    assert table.undoable(0) is None
    play_randomly(table, random.Random(1))
    assert table.undoable(0) is None
    with pytest.raises(Refusal) as caught:
        table.prepare_undo(0, table.version, "u")
    assert caught.value.rule == "table.undo_over"


def play_randomly(table: Table, rng: random.Random, undos: float = 0.0) -> None:
    """To the end, with free undos in between."""
    while not table.is_over:
        seat = table.asked
        listed = [GAME.describe(action) for action in GAME.moves(table.state)]
        act(table, seat, rng.choice(listed), by=rng.choice(["person", BOT]))
        if rng.random() < undos and table.undoable(seat) is not None:
            undo(table, seat)


@pytest.mark.parametrize("seed", range(8))
def test_no_free_undo_ever_crosses_information(seed: int) -> None:
    """After a free undo every seat's view is what it was: nobody learned anything in between."""
    rng = random.Random(seed)
    table = new_table(rng.choice([2, 3, 4]), rng.randbytes(32))
    while not table.is_over:
        seat = table.asked
        before = [GAME.view(table.state, other).as_json() for other in (-1, 0, 1)]
        pile = table.state.reveals
        listed = [GAME.describe(action) for action in GAME.moves(table.state)]
        act(table, seat, rng.choice(listed))
        if table.undo_is_free(seat):
            assert table.state.reveals == pile
            undo(table, seat)
            assert [GAME.view(table.state, o).as_json() for o in (-1, 0, 1)] == before
            act(table, seat, rng.choice(listed))


@pytest.mark.parametrize("seed", range(6))
def test_the_journal_rebuilds_the_table(seed: int) -> None:
    rng = random.Random(seed)
    table = new_table(rng.choice([2, 3, 4]), rng.randbytes(32))
    journal: list[Entry] = []
    accept = table.accept

    def listen(change: object) -> None:
        journal.append(change.entry)  # type: ignore[attr-defined]
        accept(change)  # type: ignore[arg-type]

    table.accept = listen  # type: ignore[method-assign, assignment]
    play_randomly(table, rng, undos=0.2)
    again = restore(GAME, table.setup, journal)
    assert GAME.hash(again.state) == GAME.hash(table.state)
    assert (again.version, again.answered) == (table.version, table.answered)
    seen = [repr(t.update(0, seat)) for t in (table, again) for seat in (-1, 0, 1)]
    assert seen[:3] == seen[3:]


def test_what_happened_after_a_version() -> None:
    table = new_table()
    act(table, 0, "+salt", "stop")
    act(table, 1, "+sake", "stop")
    assert [entry.n for entry in table.log.after(2)] == [3, 4]
    assert table.log.after(0) == table.log.entries
    assert table.log.after(4) == []


def test_secret_events_reach_only_their_audience() -> None:
    state = GAME.load(
        {
            "seats": 3,
            "asked": "A",
            "players": {"A": {"gods": ["sword"], "hand": "3211"}, "B": {"hand": "3"}},
        }
    )
    table = new_table()
    table.state = state
    act(table, 0, "sword", "rob B")
    heard = [table.update(1, seat) for seat in (0, 1, 2, -1)]
    for update in heard[:2]:
        assert update.events[-1]["kind"] == "rice"
        assert "rice" in update.lines[-1].text["en"]
    assert "rice" not in str(heard[2:])
    assert heard[2] is heard[3]


@pytest.mark.parametrize("name", NAMES)
def test_words_nobody_knows_are_refused_in_a_short_sentence(name: str) -> None:
    table = Table(game(name), Setup(2, {}, 4))
    for text in ("fly", "act nothing 2", "+", "x" * 64, "  ", "{A}", "%s", "pass pass"):
        with pytest.raises(Refusal) as refused:
            table.prepare_act(table.asked, (text,), 0, "x")
        assert refused.value.rule in table.game.book.rules
        for language in ("en", "ja"):
            assert 5 < len(refused.value.sentences[language]) < 180, refused.value.sentences
    assert table.version == 0


def test_a_long_list_of_possibilities_is_cut() -> None:
    listed = [f"move {number}" for number in range(30)]
    assert some_texts(listed, Listener("en")).endswith("move 7, and 22 more")
    assert some_texts(listed, Listener("ja")).endswith("move 7、ほか22")
    assert some_texts(listed[:8], Listener("en")).endswith("move 7")
    facts = {"move": "stop", "moves": ", ".join(["pass"] * 40)}
    sentence = game("shintoh").speech.refusal(Refusal("OF-ERR-03", facts), Listener("en"))
    assert len(sentence) < 120


def test_who_gives_up_stays_so_in_the_journal() -> None:
    """A bot plays on for the first, the second ends it; after that nothing can be given up."""
    table = new_table()
    journal = []
    for seat, what_follows in ((2, PLAYS_ON), (0, OVER)):
        change = table.prepare_resign(seat, what_follows, f"r{seat}")
        table.accept(change)
        journal.append(change.entry)
        again = restore(GAME, table.setup, journal)
        assert (again.resigned, again.is_over) == (table.resigned, table.is_over)
        assert len(again.log.entries) == len(table.log.entries) == len(journal) == table.version
        assert table.is_over == (what_follows == OVER)
    assert table.log.entries[-1].text == say("resigned_over", name=name_of(0))
    for late, what in ((table.prepare_resign, PLAYS_ON), (table.prepare_end, COUNTS)):
        with pytest.raises(Refusal) as caught:
            late(1, what, "x")
        assert caught.value.rule == "table.is_over"


def test_there_is_a_result_once_the_game_is_over() -> None:
    """[OF-SCORE-02]"""
    table = new_table()
    assert table.result() is None
    while not table.is_over:
        assert table.result() is None
        act(table, table.asked, "pass")
    scores, ranks = GAME.scores(table.state), GAME.ranks(table.state)
    assert table.result() == {"scores": scores, "ranks": ranks}


def test_nobody_gives_up_twice() -> None:
    table = new_table()
    table.accept(table.prepare_resign(2, PLAYS_ON, "r"))
    with pytest.raises(Refusal) as caught:
        table.prepare_resign(2, OVER, "again")
    assert caught.value.rule == "table.has_resigned"
    table.accept(table.prepare_end(1, COUNTS, "e"))
    assert table.log.entries[-1].text == say("ended_counts", name=name_of(1))
    assert table.version == 2
    assert table.is_over
