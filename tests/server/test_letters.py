"""What a call says: one letter for all that is due, in the language of the device."""

from __future__ import annotations

import time

import pytest

from kamiza.server.calls.kinds import HALF, OVER, TEST, TURN
from kamiza.server.calls.letters import (
    MOST_LINES,
    Letter,
    Line,
    title_of,
    to_hook,
    to_person,
    trial,
)
from kamiza.server.calls.outgoing import LONGEST_ADDRESS, NotAllowed, Outgoing
from kamiza.server.calls.tickets import CONFIRM, Tickets


def line(kind: str = TURN, table: str = "t1", others: tuple[str, ...] = ("Haru",)) -> Line:
    title = title_of("kodama", "en")
    return Line(table, "kodama", title, 1, "Mika", list(others), kind)


@pytest.mark.parametrize(
    ("game", "language", "title"),
    [("shintoh", "en", "Shintoh"), ("kodama", "en", "Kodama"), ("kodama", "ja", "コダマ")],
)
def test_a_game_is_called_by_its_title(game: str, language: str, title: str) -> None:
    assert title in title_of(game, language)


def test_one_table_is_told_with_those_who_sit_there() -> None:
    letter = to_person([line(others=("Haru", "Sora"))], "en")
    title = title_of("kodama", "en")
    assert (letter.title, letter.body) == (f"{title}: it is your turn", "With Haru, Sora")
    assert letter.table == "t1"
    assert to_person([line(others=())], "en").body == "At your table"
    assert to_person([line(others=("Haru", "Sora"))], "ja").body == "相手：Haru、Sora"


def test_several_tables_are_counted_without_those_that_are_over() -> None:
    title = title_of("kodama", "en")
    two = to_person([line(), line(HALF, "t2"), line(OVER, "t3")], "en")
    assert two.title == "2 tables wait for you"
    assert two.body.splitlines() == [
        f"{title}: it is your turn",
        f"{title}: half of your time is gone",
        f"{title}: the game is over",
    ]
    assert two.table == ""
    one = to_person([line(OVER, "t3"), line(TURN, "t1")], "en")
    assert one.title == f"{title}: the game is over"
    assert to_person([line(), line(HALF)], "en").table == "t1"


def test_a_long_letter_is_cut() -> None:
    letter = to_person([line(table=f"t{number}") for number in range(MOST_LINES + 3)], "en")
    assert letter.title == f"{MOST_LINES + 3} tables wait for you"
    assert len(letter.body.splitlines()) == MOST_LINES == 8
    hook = to_hook(letter.lines, "en", "")
    assert len(hook["text"].splitlines()) == MOST_LINES
    assert len(hook["calls"]) == MOST_LINES + 3


def test_a_hook_is_told_whose_turn_it_is_and_where() -> None:
    hook = to_hook([line()], "en", "https://kamiza.example")
    title = title_of("kodama", "en")
    assert hook["text"] == hook["content"] == f"{title}: it is Mika's turn"
    assert hook["calls"] == [
        {"table": "t1", "game": "kodama", "kind": TURN, "seat": "B", "name": "Mika"}
    ]
    assert hook["link"] == "https://kamiza.example/t/t1"
    assert "link" not in to_hook([line()], "en", "")
    assert "link" not in to_hook([], "en", "https://kamiza.example")


def test_a_trial_says_what_calls_say() -> None:
    letter = trial("en")
    assert letter == Letter(
        "This is how the table calls you",
        "It says whose turn it is at which table; nothing else.",
        [],
    )
    assert TEST == "test"


# -- tickets and addresses ------------------------------------------------------------------------


@pytest.mark.parametrize("about", ["", "a", "ab", "abc", "abcd"])
def test_a_ticket_of_any_length_is_read(about: str) -> None:
    tickets = Tickets(b"secret")
    soon = int(time.time()) + 1000
    found = tickets.read(tickets.make(CONFIRM, b"device", about, soon))
    assert found is not None
    assert found == (CONFIRM, b"device", about, soon)


@pytest.mark.parametrize("text", ["", "A", "====", "ä", "AAAA"])
def test_what_is_no_ticket_is_read_as_none(text: str) -> None:
    assert Tickets(b"secret").read(text) is None


@pytest.mark.parametrize(
    ("private", "url", "code"),
    [
        (False, "https://chat.example/x", ""),
        (False, "https://chat.example:443/x", ""),
        (False, "https://chat.example:8443/x", ""),
        (False, "https://chat.example:1024/x", ""),
        (False, "https://chat.example:1023/x", "no_address"),
        (False, "https://1.1.1.1/x", ""),
        (False, "https://224.0.0.1/x", "private_address"),
        (False, "https://[2606:4700::1111]/x", ""),
        (False, "https://[2002:a00:7::]/x", "private_address"),
        (False, "http://chat.example/x", "needs_https"),
        (False, "https://chat.example/ä", "no_address"),
        (True, "http://chat.example/x", ""),
        (True, "http://127.0.0.1:25/x", ""),
        (True, "https://10.0.0.7/x", ""),
        (True, "https://user@10.0.0.7/x", "no_address"),
        (True, "ftp://10.0.0.7/x", "no_address"),
        (True, "https:///x", "no_address"),
    ],
)
def test_where_something_may_be_sent(private: bool, url: str, code: str) -> None:
    found = ""
    try:
        Outgoing(private).check(url)
    except NotAllowed as why:
        found = str(why)
    assert found == code


def test_an_address_has_an_end() -> None:
    begin = "https://chat.example/"
    longest = begin + "x" * (LONGEST_ADDRESS - len(begin))
    assert Outgoing().check(longest).hostname == "chat.example"
    with pytest.raises(NotAllowed, match="no_address"):
        Outgoing().check(longest + "x")
