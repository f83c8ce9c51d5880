"""Every test, soak and file that a promise names as its proof exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("docs/server.md", "docs/scale.md", "SECURITY.md")


def proofs() -> list[tuple[str, str]]:
    text = (ROOT / "docs" / "server.md").read_text("utf-8")
    return re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text)


@pytest.mark.parametrize(("file", "name"), proofs())
def test_the_proof_exists(file: str, name: str) -> None:
    assert re.search(rf"^(async )?def {name}\(", (ROOT / file).read_text("utf-8"), re.MULTILINE)


def test_there_are_proofs() -> None:
    assert len(proofs()) > 15


@pytest.mark.parametrize("page", PAGES)
def test_files_that_are_named_exist(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    named = re.findall(r"`((?:bench|deploy|docs|tests)/[\w./-]*)`", text)
    links = re.findall(r"\]\(([\w./-]+)\)", text)
    missing = [name for name in named if not (ROOT / name).exists()]
    missing += [link for link in links if not ((ROOT / page).parent / link).exists()]
    assert missing == []
