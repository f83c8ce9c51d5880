"""Sentences name what stands on the table: no codes, and whatever is named can be found."""

from __future__ import annotations

import re
from itertools import takewhile

import pytest

from kamiza.bots import make_bot
from kamiza.core.content import ContentError, Table
from kamiza.core.game import Setup
from kamiza.core.terms import read_term, read_terms
from kamiza.games import NAMES, game
from kamiza.play.log import LogLine, lines_of
from kamiza.play.table import BOT
from kamiza.play.table import Table as PlayedTable
from kamiza.server import catalogue

CODES = re.compile(r"\b(?:[BKP]\d\d|TR\d|D[SMF]\d|G\d\d|[a-z]+_[a-z]+)\b|ability \d|能力\d")
PLACES = ("village", "tree", "temple", "deck")  # named by whose they are
MOVES = 160


def is_a_place(thing: str) -> bool:
    return thing.partition(":")[0] in PLACES


def told(name: str) -> list[LogLine]:
    rules = game(name)
    table = PlayedTable(rules, Setup(rules.least_seats, {}, 3))
    bots = [make_bot("heuristic", rules, seat) for seat in range(rules.least_seats)]
    for number in range(MOVES):
        if table.is_over:
            break
        move = rules.describe(bots[table.asked].choose(rules.view(table.state, table.asked)))
        table.accept(table.prepare_act(table.asked, (move,), table.version, str(number), BOT))
    return lines_of(rules, table.log.entries, 0)


@pytest.mark.parametrize("name", NAMES)
def test_the_log_speaks_in_names(name: str) -> None:
    lines = told(name)
    assert len(lines) > 20
    assert [line.text for line in lines if CODES.search(" ".join(line.text.values()))] == []


@pytest.mark.parametrize("name", NAMES)
def test_what_a_line_is_about_is_named_in_it(name: str) -> None:
    """A screen finds the names in the sentence; what it cannot find it cannot show."""
    known = {one.thing: one for one in catalogue.names(name)}
    found = 0
    for line in told(name):
        # What comes after a place is only shown there.
        for thing in takewhile(lambda one: one in known and not is_a_place(one), line.about):
            for language, text in line.text.items():
                called = [known[thing].name[language], *known[thing].forms[language]]
                assert any(one in text for one in called), (thing, text)
            found += 1
    assert found > 10


@pytest.mark.parametrize("name", NAMES)
def test_every_name_leads_to_one_thing_in_both_languages(name: str) -> None:
    names = catalogue.names(name)
    assert len({one.thing for one in names}) == len(names)
    for one in names:
        assert all(one.name.values()), one


@pytest.mark.parametrize("name", NAMES)
def test_terms_are_words_of_the_game(name: str) -> None:
    """A term that no sentence uses explains nothing."""
    rules = game(name)
    for language in ("en", "ja"):
        said = [text[language] for text in rules.words.words.values()]
        said += [rule.whole(language) for rule in rules.book.rules.values()]
        said += [str(card) for card in rules.speech.cards(language, False)]
        everything = "\n".join(said)
        for term in read_terms(name, rules.book):
            called = [term.name[language], *term.forms.get(language, [])]
            assert all(one in everything for one in called), (name, called)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ([], "must name at least one rule"),
        ([f"OF-DED-{99}"], "which is no rule"),
        (["OF-ROLE-11"], "gives away OF-ROLE-11"),
        (["OF-ERR-01"], "which is a refusal"),
    ],
)
def test_a_term_rests_on_rules_that_may_be_read(rules: list[str], said: str) -> None:
    term = {"id": "role", "name": "role", "name_ja": "役", "rules": rules}
    with pytest.raises(ContentError, match=said):
        read_term(Table("terms.toml", "role", term), game("shintoh").book)
