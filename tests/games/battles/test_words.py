"""The words of the cards: declared once, and listed in docs/sets.md as they are declared."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kamiza.games import game
from kamiza.games.battles import language as w
from kamiza.games.battles.verbs.declared import AMOUNTS, PURPOSES, all_triggers, all_verbs
from kamiza.games.battles.verbs.parameters import Parameter

GUIDE = Path(__file__).parents[3] / "docs" / "sets.md"


def meaning(of: object) -> str:
    """The first paragraph of what its class says, without the rules behind it."""
    text = " ".join((type(of).__doc__ or "").split("\n\n")[0].split())
    return re.sub(r"( \[KB-[^\]]*\])+", "", text)


def parameters(named: dict[str, Parameter], left: str = "", right: str = "") -> list[str]:
    return [f"{left}`{name}`: {one.shape()}{right}" for name, one in named.items()]


def verbs() -> str:
    rows = ["| verb | parameters | what it does |", "|---|---|---|"]
    for verb in all_verbs().values():
        given = [*parameters(verb.needs), *parameters(verb.takes, "[", "]")]
        only = f" Only in a React on {' or '.join(verb.only_on)}." if verb.only_on else ""
        rows.append(f"| `{verb.word}` | {'; '.join(given)} | {meaning(verb)}{only} |")
    return "\n".join(rows)


def words() -> str:
    lists = {
        "filter": w.FILTERS, "who": w.WHO, "at": w.AT, "if": w.CONDITIONS,
    }  # fmt: skip
    return "\n".join(
        f"* {name}: " + ", ".join(f"`{word}`" for word in of) for name, of in lists.items()
    )


def amounts() -> str:
    told = [f"* `{one.word}`: {meaning(one)}" for one in AMOUNTS]
    return "\n".join(["* a number from 0 to 9", *told])


def triggers() -> str:
    return "\n".join(f"* `{one.word}`: {meaning(one)}" for one in all_triggers().values())


LISTS = {"verbs": verbs, "amounts": amounts, "words": words, "triggers": triggers}


@pytest.mark.parametrize("name", LISTS)
def test_the_guide_lists_what_is_declared(name: str) -> None:
    """A new word is copied from here into the guide."""
    written = GUIDE.read_text("utf-8").split(f"<!-- {name} -->")[1].split("<!-- end of")[0]
    assert written.strip().splitlines() == LISTS[name]().splitlines()


def test_every_word_has_what_it_needs() -> None:
    """A sentence for every trigger that does not fit, a switch for it, a question for every choice,
    a symbol for every sign; and `only_on` names triggers there are."""
    known = game("battles").words.words
    art = (Path(__file__).parents[3] / "web/src/games/battles/art/symbols.svg").read_text("utf-8")
    for trigger in all_triggers().values():
        assert {f"reason_{trigger.word}", f"on_{trigger.word}"} <= set(known) or trigger.of_reveals
        assert set(trigger.instead) <= set(all_triggers())
    named = (w.X, w.MOVED, w.LOST, w.DISCIPLES_1, w.CHAIN, w.ANY_NUMBER)
    assert [amount.number for amount in AMOUNTS] == list(named)
    for purpose in PURPOSES:
        assert f"CARD_{purpose.word}" in known
    for verb in all_verbs().values():
        assert set(verb.only_on) <= set(all_triggers())
        assert not verb.sign or f'id="kb-{verb.sign}"' in art, verb.word
        assert meaning(verb), verb.word


if __name__ == "__main__":  # writes the lists into the guide
    text = GUIDE.read_text("utf-8")
    for name, make in LISTS.items():
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        before, rest = text.split(begin)
        text = f"{before}{begin}\n{make()}\n{end}{rest.split(end)[1]}"
    GUIDE.write_text(text, "utf-8")
