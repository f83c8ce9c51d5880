"""What the two commands install is locked: exact versions, hashes of their files, no index."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements-dev.lock", "requirements.lock")


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def pins(name: str) -> dict[str, list[tuple[Version, int]]]:
    """Every package of a lock: its versions (one for each marker), and how many hashes each has."""
    found: dict[str, list[tuple[Version, int]]] = {}
    for entry in re.split(r"^(?=[a-zA-Z])", text(name), flags=re.MULTILINE)[1:]:
        wanted = Requirement(entry.partition(" \\")[0])
        (pin,) = wanted.specifier
        assert pin.operator == "==", entry
        hashes = len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", entry))
        found.setdefault(canonicalize_name(wanted.name), []).append((Version(pin.version), hashes))
    return found


def own_needs() -> list[str]:
    needs: list[str] = tomllib.loads(text("pyproject.toml"))["project"]["dependencies"]
    return needs


def tools() -> list[str]:
    lines = (line.partition("#")[0].strip() for line in text("requirements-dev.txt").splitlines())
    return [line for line in lines if line]


@pytest.mark.parametrize("lock", [*LOCKS, "web/device/zig.lock"])
def test_every_pin_has_hashes_and_no_index_is_named(lock: str) -> None:
    assert all(hashes for versions in pins(lock).values() for _, hashes in versions)
    assert not re.search(r"://|--(extra-)?index-url|--find-links|--trusted-host", text(lock))


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        *(("requirements-dev.lock", wanted) for wanted in (*tools(), *own_needs())),
        *(("requirements.lock", wanted) for wanted in own_needs()),
    ],
)
def test_the_locks_hold_what_is_wanted(lock: str, wanted: str) -> None:
    """A new wish without `make lock` is red here."""
    requirement = Requirement(wanted)
    versions = pins(lock).get(canonicalize_name(requirement.name), [])
    assert versions, f"`make lock` puts {requirement.name} into {lock}"
    for version, _ in versions:
        assert requirement.specifier.contains(version, prereleases=True)


def test_a_server_runs_what_was_tested() -> None:
    """The shorter lock names no version that the longer one does not."""
    tested = pins("requirements-dev.lock")
    for name, versions in pins("requirements.lock").items():
        assert [version for version, _ in versions] == [version for version, _ in tested[name]]


def test_the_commands_install_from_the_lock() -> None:
    installs = [line.strip() for line in text("Makefile").splitlines() if "$(PIP) install" in line]
    assert installs[0] == "$(PIP) install --require-hashes --no-deps -r requirements-dev.lock"
    # Tools that not everybody wants have folders of their own.
    assert all("--require-hashes --no-deps" in line and "--target" in line for line in installs[1:])
