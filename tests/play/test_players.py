"""Clocks, countdowns, stand-ins and talk, with a clock that the test moves."""

import pytest

from kamiza import games
from kamiza.core.game import Setup
from kamiza.core.refusal import Refusal
from kamiza.play.chat import Chat
from kamiza.play.clocks import BANK, MOVE, ClockRule, Clocks
from kamiza.play.lending import Lending, lend_by_request, returns_by_itself, summary
from kamiza.play.players import Player, clean_name
from kamiza.play.table import ABSENT, BOT, PERSON, REQUEST, TIME, TURN, Table

# -- clocks ---------------------------------------------------------------------------------------


def test_without_a_clock_nothing_runs() -> None:
    clocks = Clocks(None, 2)
    clocks.run(0, 0.0)
    assert clocks.deadline() is None
    assert clocks.after(0, 1, 5.0) is None


def test_only_the_asked_seat_s_clock_runs() -> None:
    clocks = Clocks(ClockRule(BANK, 100.0, 10.0), 2)
    clocks.run(0, 0.0)
    assert (clocks.remaining(0, 30.0), clocks.remaining(1, 30.0)) == (70.0, 100.0)
    clocks.set(clocks.after(0, 1, 30.0), 30.0)
    clocks.run(1, 30.0)
    assert (clocks.remaining(0, 50.0), clocks.remaining(1, 50.0)) == (80.0, 80.0)


def test_the_increment_is_for_finished_turns_only() -> None:
    clocks = Clocks(ClockRule(BANK, 100.0, 10.0), 2)
    clocks.run(0, 0.0)
    for second in (1.0, 2.0, 3.0):  # still asked after each card
        clocks.set(clocks.after(0, 0, second), second)
    assert clocks.remaining(0, 3.0) == 97.0


def test_time_per_move_begins_anew_with_every_act() -> None:
    clocks = Clocks(ClockRule(MOVE, 60.0), 2)
    clocks.run(0, 0.0)
    clocks.set(clocks.after(0, 0, 50.0), 50.0)
    assert clocks.remaining(0, 50.0) == 60.0
    assert (clocks.due(109.0), clocks.due(110.0)) == (None, 0)


@pytest.mark.parametrize("rule", [ClockRule(MOVE, 60.0), ClockRule(BANK, 60.0, 15.0)])
@pytest.mark.parametrize("asked", [0, 1])
def test_nothing_is_gained_by_taking_back(rule: ClockRule, asked: int) -> None:
    """However often: what the act brought is gone, what was thought meanwhile is not."""
    clocks = Clocks(rule, 2)
    clocks.run(0, 0.0)
    for second in (20.0, 30.0, 40.0):
        then = clocks.read(second)
        clocks.set(clocks.after(0, asked, second), second)
        clocks.run(asked, second)
        back = clocks.taken_back(0, then, second + 5.0)
        thought = 5.0 if asked == 0 else 0.0
        assert back == [then.left[0] - thought, 60.0]  # the other has lost nothing either
        clocks.set(back, second + 5.0)
        clocks.run(0, second + 5.0)
    assert clocks.remaining(0, 45.0) == 60.0 - (45.0 if asked == 0 else 30.0)


def test_setting_the_clocks_does_not_forget_what_was_thought() -> None:
    clocks = Clocks(ClockRule(BANK, 60.0), 2)
    clocks.run(0, 0.0)
    then = clocks.read(20.0)
    clocks.set([40.0, 60.0], 21.0)
    assert clocks.read(25.0).used == [25.0, 0.0]
    assert clocks.taken_back(0, then, 25.0) == [35.0, 60.0]


def test_a_clock_that_is_unknown_stays_as_it_is_when_something_is_taken_back() -> None:
    clocks = Clocks(ClockRule(BANK, 60.0, 15.0), 2)
    clocks.run(0, 0.0)
    assert clocks.taken_back(0, None, 10.0) == [50.0, 60.0]
    assert Clocks(None, 2).taken_back(0, None, 10.0) is None


def test_a_stopped_clock_is_credited() -> None:
    clocks = Clocks(ClockRule(BANK, 100.0), 2)
    clocks.run(0, 0.0)
    clocks.run(None, 40.0)  # the server cannot save, or nobody is here
    clocks.run(0, 1000.0)
    assert clocks.remaining(0, 1010.0) == 50.0


def test_who_returns_has_time_to_answer() -> None:
    clocks = Clocks(ClockRule(BANK, 5.0), 2)
    clocks.run(0, 0.0)
    assert clocks.due(6.0) == 0
    clocks.returned(0, 6.0)
    assert clocks.remaining(0, 6.0) == 15.0


@pytest.mark.parametrize(
    ("rule", "left"),
    [
        (ClockRule(MOVE, 60.0), 60.0),  # a whole turn
        (ClockRule(MOVE, 8.0, 40.0), 15.0),  # time per move knows no increment
        (ClockRule(BANK, 50.0, 40.0), 40.0),  # what a finished turn would have earned
        (ClockRule(BANK, 50.0, 8.0), 15.0),
    ],
)
def test_the_least_time_after_a_return_fits_the_clock(rule: ClockRule, left: float) -> None:
    clocks = Clocks(rule, 2)
    clocks.run(0, 0.0)
    clocks.returned(0, 49.0 if rule.kind == BANK else rule.seconds)
    assert clocks.left[0] == left
    assert clocks.left[1] == rule.seconds


def test_a_return_takes_no_time_away_and_the_clock_goes_on_from_there() -> None:
    clocks = Clocks(ClockRule(BANK, 100.0, 10.0), 2)
    clocks.run(0, 0.0)
    clocks.returned(0, 30.0)
    assert (clocks.remaining(0, 30.0), clocks.deadline()) == (70.0, 100.0)
    clocks.returned(1, 30.0)  # whose clock stands still
    assert (clocks.remaining(0, 40.0), clocks.remaining(1, 40.0)) == (60.0, 100.0)
    free = Clocks(None, 2)
    free.returned(0, 5.0)
    assert free.left == [0.0, 0.0]


def test_acting_while_somebody_else_thinks_earns_nothing() -> None:
    for kind in (MOVE, BANK):
        clocks = Clocks(ClockRule(kind, 100.0, 10.0), 2)
        clocks.run(1, 0.0)
        clocks.run(0, 20.0)
        assert clocks.after(1, 0, 50.0) == [70.0, 80.0]


# -- lending --------------------------------------------------------------------------------------


def seats() -> list[Player]:
    people = [Player(seat, PERSON, claimed=True, sockets=1) for seat in (0, 1)]
    return [*people, Player(2, BOT, level="heuristic")]


def test_only_an_unnamed_person_s_seat_is_free() -> None:
    assert Player(0, PERSON).is_free
    assert not Player(0, BOT, level="heuristic").is_free  # though nobody has named it
    assert not Player(0, PERSON, name="Mika").is_free
    assert not Player(0, PERSON, claimed=True).is_free


def test_nobody_is_counted_down_while_everybody_is_here() -> None:
    lending = Lending(seats(), 60.0, 300.0)
    lending.look(1, 0.0)
    assert (lending.waiting_for, lending.due(1e9)) == (None, None)


def test_an_absent_player_is_counted_down_when_asked() -> None:
    people = seats()
    lending = Lending(people, 60.0, 300.0)
    people[1].sockets = 0
    lending.look(0, 0.0)
    assert lending.waiting_for is None  # it is not their turn
    lending.look(1, 100.0)
    lending.look(1, 130.0)  # looking again does not begin anew
    assert (lending.due(159.9), lending.due(160.0)) == (None, 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_every_absent_seat_is_counted_down(seat: int) -> None:
    people = seats()
    people[seat].sockets = 0
    lending = Lending(people, 60.0, 300.0)
    lending.look(seat, 0.0)
    assert (lending.due(59.9), lending.due(60.0)) == (None, seat)
    lending.look(-1, 10.0)  # the game is over
    assert lending.due(1e9) is None


def test_somebody_invited_gets_longer() -> None:
    people = seats()
    people[1] = Player(1, PERSON)
    lending = Lending(people, 60.0, 300.0)
    lending.look(1, 0.0)
    assert (lending.due(299.0), lending.due(300.0)) == (None, 1)


def test_waiting_extends_the_countdown_and_coming_back_ends_it() -> None:
    people = seats()
    people[1].sockets = 0
    lending = Lending(people, 60.0, 300.0)
    lending.look(1, 0.0)
    lending.wait(1, 50.0)
    assert (lending.due(109.0), lending.due(110.0)) == (None, 1)
    with pytest.raises(Refusal):
        lending.wait(0, 50.0)
    people[1].sockets = 1
    lending.look(1, 60.0)
    assert lending.due(1e9) is None


def test_an_empty_table_waits_for_ever() -> None:
    people = seats()
    people[0].sockets = people[1].sockets = 0
    lending = Lending(people, 60.0, 300.0)
    lending.look(1, 0.0)
    assert lending.due(1e9) is None


def test_a_seat_goes_back_by_itself_only_after_absence() -> None:
    seat = seats()[1]
    for why, by_itself in ((ABSENT, True), (TIME, False)):
        seat.lend("heuristic", why, 0)
        assert returns_by_itself(seat) is by_itself
    lend_by_request(seat, "random", 3, ("random", "heuristic"))
    assert (seat.bot_level, seat.lent_since, returns_by_itself(seat)) == ("random", 3, False)


@pytest.mark.parametrize(
    ("seat", "level", "rule"),
    [(2, "heuristic", "table.bot_seat"), (1, "genius", "table.unknown_level")],
)
def test_what_cannot_be_lent(seat: int, level: str, rule: str) -> None:
    with pytest.raises(Refusal) as caught:
        lend_by_request(seats()[seat], level, 0, ("heuristic",))
    assert caught.value.rule == rule


def test_the_summary_has_two_lines() -> None:
    table = Table(games.game("shintoh"), Setup(2, {"first_dealer": "A"}, 0, bytes(32)))
    seat = Player(0, PERSON, claimed=True)
    seat.lend("heuristic", ABSENT, 0)
    first, second = summary(table, seat)
    assert "nothing to decide" in first["en"]
    table.accept(table.prepare_act(0, ("+salt", "stop"), 0, "bot 0", BOT))
    first, second = summary(table, seat)
    assert "once" in first["en"]
    assert second["en"] == "At the end: {A} dedicates salt: total 1."
    assert second["ja"].startswith("最後の出来事")
    table.accept(table.prepare_act(1, ("pass",), 2, "b", PERSON))
    table.accept(table.prepare_act(0, ("pass",), 3, "bot 1", BOT))
    first, _ = summary(table, seat)
    assert "2 times" in first["en"]


def test_the_summary_says_that_time_was_up_and_whose_seat_it_is() -> None:
    table = Table(games.game("shintoh"), Setup(2, {"first_dealer": "A"}, 0, bytes(32)))
    seat = Player(0, PERSON, claimed=True)
    seat.lend("heuristic", TURN, 0)
    table.accept(table.prepare_act(0, ("+salt", "stop"), 0, "bot 0", TURN))
    first, last, now = summary(table, seat)
    assert first["en"] == "Your time was up, and a bot answered once for you."
    assert "yours again" in now["en"]
    assert "あなたのもの" in now["ja"]
    seat.lend("heuristic", TIME, 0)
    assert summary(table, seat) == [first, last]


def test_everybody_reads_when_a_seat_changes_hands() -> None:
    table = Table(games.game("shintoh"), Setup(2, {"first_dealer": "A"}, 0, bytes(32)))

    def told(by: str) -> list[str]:
        """What everybody reads beside the game when A passes, and then B, a bot."""
        first = table.version
        for author in (by, BOT):
            name = f"{author} {table.version}"
            change = table.prepare_act(table.asked, ("pass",), table.version, name, author)
            table.accept(change)
        entries = table.log.after(first)
        return [entry.text["en"] for entry in entries if entry.text is not None]

    assert [told(by) for by in (PERSON, TIME, TIME, PERSON, TURN, PERSON, REQUEST, ABSENT)] == [
        [],
        ["{A} is out of time; a bot plays."],
        [],
        ["{A} is back and plays."],
        ["{A} is out of time; a bot answers this turn."],
        [],
        ["{A} lets a bot play."],
        ["{A} is away; a bot plays."],
    ]


def test_a_seat_changes_hands_with_the_act_s_first_move() -> None:
    table = Table(games.game("shintoh"), Setup(2, {"first_dealer": "A"}, 0, bytes(32)))
    table.accept(table.prepare_act(0, ("+salt", "stop"), 0, "bot 0", ABSENT))
    assert [(entry.n, entry.event.name) for entry in table.log.entries] == [
        (1, "handed_over"),
        (1, "card_added"),
        (2, "dedicated"),
    ]
    assert table.log.entries[0].seen_by(1)["seat"] == "A"


# -- names and talk -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Mika  ", "Mika"),
        ("a\tb\n c", "a b c"),
        ("\u202eevil\u0000", "evil"),
        ("<b>bold</b>", "<b>bold</b>"),  # only ever shown as text
        ("x" * 100, "x" * 24),
        ("みか", "みか"),
    ],
)
def test_names_are_plain_and_short(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


def test_talk_is_limited_to_five_lines_in_ten_seconds() -> None:
    chat = Chat()
    for second in range(5):
        chat.say(0, "Mika", "hello", None, float(second), 0.0)
    with pytest.raises(Refusal) as caught:
        chat.say(0, "Mika", "hello", None, 9.0, 0.0)
    assert caught.value.rule == "table.chat_too_fast"
    chat.say(1, "Haru", None, "thanks", 9.0, 0.0)  # everybody has a limit of their own
    chat.say(0, "Mika", "again", None, 10.0, 0.0)
    assert [line.seat for line in chat.lines] == [0, 0, 0, 0, 0, 1, 0]


@pytest.mark.parametrize(
    ("seat", "text", "phrase", "rule"),
    [
        (-1, "hello", None, "table.only_watching"),
        (0, "  \n ", None, "table.chat_empty"),
        (0, None, "insult", "table.chat_empty"),
        (0, None, None, "table.chat_empty"),
    ],
)
def test_what_cannot_be_said(seat: int, text: str | None, phrase: str | None, rule: str) -> None:
    with pytest.raises(Refusal) as caught:
        Chat().say(seat, "", text, phrase, 0.0, 0.0)
    assert caught.value.rule == rule


def test_long_lines_are_cut() -> None:
    assert len(Chat().say(0, "", "x" * 900, None, 0.0, 0.0).text or "") == 200
