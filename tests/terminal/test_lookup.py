"""`kamiza rules`, `kamiza cards`, `kamiza games`."""

import json

from tests.terminal.program import flat, kamiza


def test_a_rule_by_its_id() -> None:
    done = kamiza("rules", "shintoh", "of-ded-03")
    assert done.returncode == 0
    assert "strictly larger" in flat(done.stdout)
    assert "Source" in flat(done.stdout)


def test_rules_by_word_and_by_chapter() -> None:
    assert "OF-PASS-02" in flat(kamiza("rules", "shintoh", "harvest").stdout)
    chapter = kamiza("rules", "shintoh", "pass", "--json")
    assert {rule["chapter"] for rule in json.loads(chapter.stdout)} == {"PASS"}


def test_a_ruling_is_shown_with_its_question() -> None:
    done = kamiza("rules", "shintoh", "OF-RUL-26")
    assert "Does the winner of a competition gain a Harvest Card? No." in flat(done.stdout)


def test_no_rule_found() -> None:
    done = kamiza("rules", "shintoh", "xyzzy")
    assert done.returncode == 1
    assert done.stderr == "No rule mentions 'xyzzy'.\n"


def test_rules_in_japanese() -> None:
    assert "もっとも多い" in flat(kamiza("rules", "shintoh", "OF-GEN-03", "--lang", "ja").stdout)
    assert "もっとも多い" in flat(
        kamiza("rules", "shintoh", "OF-GEN-03", LANG="ja_JP.UTF-8").stdout
    )


def test_what_is_played_by_heart_is_hidden_at_first() -> None:
    closed = kamiza("rules", "shintoh", "OF-ROLE-11")
    assert "Izanami" not in flat(closed.stdout)
    assert "spoils the memory game" in flat(closed.stdout)
    assert "Izanami" in flat(kamiza("rules", "shintoh", "OF-ROLE-11", "--spoilers").stdout)
    rules = json.loads(kamiza("rules", "shintoh", "--json").stdout)
    assert len(rules) > 100
    assert all("text" not in rule for rule in rules if rule["secret"])


def test_cards() -> None:
    done = kamiza("cards", "shintoh")
    assert "Jewel of Yasakani" in flat(done.stdout)
    assert "spoils the memory game" in flat(done.stdout)
    assert "Side by side" not in flat(done.stdout)
    spoiled = kamiza("cards", "shintoh", "--spoilers")
    assert "Side by side" in flat(spoiled.stdout)
    assert "spoils" not in flat(spoiled.stdout)


def test_cards_for_a_program() -> None:
    cards = json.loads(kamiza("cards", "shintoh", "--json").stdout)
    assert len(cards) == 18 + 3 + 10
    assert not any("members" in card for card in cards)
    spoiled = json.loads(kamiza("cards", "shintoh", "roles", "--json", "--spoilers").stdout)
    assert len(spoiled) == 10
    assert all(len(card["members"]) in (2, 3) for card in spoiled)


def test_no_card_found() -> None:
    assert kamiza("cards", "shintoh", "xyzzy").returncode == 1


def test_games() -> None:
    assert "shintoh" in flat(kamiza("games").stdout)
    assert json.loads(kamiza("games", "--json").stdout)[0]["most_seats"] == 4
