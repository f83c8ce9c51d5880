"""Damaged card files are refused before any game begins. [OF-ERR-18]"""

from __future__ import annotations

from pathlib import Path

import pytest

from kamiza.core.content import ContentError
from kamiza.games.shintoh.cards import read_cards
from tests.games.tampering import spoil

DAMAGES = [
    # file, what is written there, what is written instead, what the message must say
    ("gods", 'id = "amaterasu"', 'id = "izanagi"', "gods.toml: the file: god lists 17"),
    ("gods", "vp = 5", 'vp = "five"', "gods.toml: amaterasu: effect: vp must be a whole number"),
    ("gods", "vp = 5", "vp = -5", "gods.toml: amaterasu: effect: vp must be a whole number"),
    ("gods", 'id = "uzume"', 'ident = "uzume"', "gods.toml: god 14: id is missing"),
    ("gods", "treasure = true\n", "", "gods.toml: the file: god must end with the treasures"),
    ("gods", '"swap_harvest"', '"swap_gods"', "gods.toml: mirror: effect: primitive must be"),
    ("gods", '"points", vp = 8', '"curse", vp = 8', "gods.toml: orochi: effect: primitive must"),
    ("gods", "[[god]]", "[[god]", "gods.toml: "),
    ("offerings", "count = 5", "count = 6", "offerings.toml: rice: count must be"),
    ("offerings", "count = 15", "count = 14", "offerings.toml: salt: count must be"),
    ("offerings", "influence = 2", "influence = 4", "offerings.toml: sake: influence must be"),
    ("offerings", "start_hand = 2", "start_hand = 0", "offerings.toml: salt: start_hand must"),
    ("offerings", 'id = "sake"', 'id = "tea"', "offering must list rice, sake and salt"),
    ("gods", "count = 1", "count = 2", "gods.toml: amaterasu: count must be"),
    ("gods", "n = 2", "n = 3", "gods.toml: jewel: effect: n must be"),
    ("gods", '"steal_random", n = 1', '"steal_random", n = 2', "gods.toml: sword: effect: n must"),
    ("roles", "copies = 4", "copies = 5", "roles.toml: the file: role_card: copies must"),
    ("roles", "row = 2", "row = 3", "roles.toml: sankishi: row must be"),
    ("roles", '"orochi"', '"kraken"', "roles.toml: taiji: effect: members names the unknown god"),
    ("roles", '"izanami", "izanagi"', '"izanami", "izanami"', "kuniumi: effect: members names"),
    ("roles", '"set_bonus"', '"bonus"', "roles.toml: kuniumi: effect: primitive must be"),
    ("roles", "high = 24", "high = true", "roles.toml: sankishi: effect: high must be"),
    ("roles", 'name = "Extermination"', 'name = ""', "roles.toml: taiji: name must be a text"),
]  # fmt: skip


def test_an_undamaged_copy_is_read(cards: Path) -> None:
    assert len(read_cards().gods) == 18


@pytest.mark.parametrize(("file", "old", "new", "message"), DAMAGES)
def test_a_damaged_file_is_refused(
    cards: Path, file: str, old: str, new: str, message: str
) -> None:
    spoil(cards / f"{file}.toml", old, new)
    with pytest.raises(ContentError) as refused:
        read_cards()
    assert str(refused.value).startswith("The card list is damaged: ")
    assert message in str(refused.value)
    assert "[OF-ERR-18]" in str(refused.value)


@pytest.mark.parametrize(("file", "entry"), [("gods", "god"), ("roles", "role")])
def test_a_missing_card_is_refused(cards: Path, file: str, entry: str) -> None:
    path = cards / f"{file}.toml"
    text = path.read_text(encoding="utf-8")
    head, _, last = text.rpartition(f"[[{entry}]]")
    path.write_text(head, encoding="utf-8")
    assert last
    with pytest.raises(ContentError, match=rf"{file}\.toml: the file: {entry} lists .* instead"):
        read_cards()


def test_a_missing_file_is_refused(cards: Path) -> None:
    (cards / "roles.toml").unlink()
    with pytest.raises(ContentError, match=r"roles\.toml: the file is missing"):
        read_cards()
