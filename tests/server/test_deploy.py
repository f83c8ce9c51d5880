"""What the files in deploy/ say is possible with this server: commands, probes, folders, times."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shlex
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import QUICK
from server_kit import ANSWER_SECONDS, Client, Server

from kamiza.terminal.main import build_parser

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
COMPOSE, UNIT, PODS = "compose.yaml", "kamiza.service", "kubernetes/kamiza.yaml"
POSTGRES, MANY_PODS = "compose.postgres.yaml", "kubernetes/kamiza.postgres.yaml"

# Tells of everything a process of the server opens for writing or makes.
WATCH = """
import os, sys
def watch(event, args):
    if event == "open" and isinstance(args[0], str) and args[2] & (os.O_WRONLY | os.O_RDWR):
        with_name = args[0]
    elif event in ("os.mkdir", "os.rename", "os.remove", "os.rmdir"):
        with_name = args[0]
    else:
        return
    line = f"{os.path.abspath(os.fsdecode(with_name))}\\n".encode()
    os.write(NOTES, line)
NOTES = os.open(os.environ["WATCHED"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
sys.addaudithook(watch)
"""


def text(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


def command(name: str) -> list[str]:
    """The arguments with which a file starts the server."""
    if name == "Containerfile":
        told: list[str] = json.loads(text(name).rpartition("\nCMD ")[2])
        return told
    if name == UNIT:
        return shlex.split(re.findall(r"^ExecStart=(.+)$", text(name), re.MULTILINE)[0])[1:]
    return re.findall(r"^ +- (serve|--[a-z].*)$", text(name), re.MULTILINE)


def options(name: str) -> argparse.Namespace:
    return build_parser("serve").parse_args(command(name))


@pytest.mark.parametrize("name", ["Containerfile", COMPOSE, POSTGRES, UNIT, PODS, MANY_PODS])
def test_the_server_understands_its_command(name: str) -> None:
    assert options(name).port == 8000
    assert bool(options(name).store) == (name in (POSTGRES, MANY_PODS))


@pytest.mark.parametrize("name", [POSTGRES, MANY_PODS])
def test_who_only_thinks_understands_its_command(name: str) -> None:
    """It shares the store of the servers and is reached from their machines."""
    (line,) = re.findall(r"^ +(?:command|args): \[(bots, .+)\]$", text(name), re.MULTILINE)
    thinks = build_parser("bots").parse_args([word.strip('"') for word in line.split(", ")])
    assert thinks.store == options(name).store
    assert thinks.inner
    assert options(name).inner


@pytest.mark.parametrize(
    ("name", "grace"),
    [
        (COMPOSE, r"stop_grace_period: (\d+)s"),
        (UNIT, r"TimeoutStopSec=(\d+)"),
        (PODS, r"terminationGracePeriodSeconds: (\d+)"),
        (MANY_PODS, r"terminationGracePeriodSeconds: (\d+)"),
    ],
)
def test_there_is_time_to_drain_and_to_close(name: str, grace: str) -> None:
    """Draining, then uvicorn's five seconds, then writing: before anybody sends SIGKILL."""
    seconds = float(re.findall(grace, text(name))[0])
    assert seconds >= options(name).drain_seconds + 15


def test_probes_ask_what_the_server_answers(server: Server) -> None:
    asked = {path for name in (PODS, "Caddyfile", "Containerfile") for path in
             re.findall(r"(?:path: |health_uri |8000)(/[a-z]+z)\b", text(name))}  # fmt: skip
    assert asked == {"/healthz", "/readyz"}
    for path in asked:
        assert server.request("GET", path)[0] == 200


def test_no_more_rights_than_needed() -> None:
    assert re.search(r"^USER 10001", text("Containerfile"), re.MULTILINE)
    for line in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"):
        assert text(COMPOSE).count(line) == 2
    for line in ("runAsNonRoot: true", "readOnlyRootFilesystem: true", "drop: [ALL]"):
        assert text(PODS).count(line) == 1
        assert text(MANY_PODS).count(line) == 2
    for line in ("DynamicUser=yes", "ProtectSystem=strict", "NoNewPrivileges=yes"):
        assert line in text(UNIT)


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Server]:
    """A server with the options of the container, every write of its processes noted."""
    (tmp_path / "watch").mkdir()
    (tmp_path / "watch" / "sitecustomize.py").write_text(WATCH, encoding="utf-8")
    server = Server(tmp_path / "data", *QUICK, "--drain-seconds", "0.2")
    server.code = f"{tmp_path / 'watch'}{os.pathsep}{server.code}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WATCHED", str(tmp_path / "notes"))
        patch.setenv("PYTHONDONTWRITEBYTECODE", "1")
        with server:
            yield server


def test_nothing_is_written_outside_the_data_folder(watched: Server, tmp_path: Path) -> None:
    """So the root file system can be read-only: from the start over a move of a bot to the end."""

    async def scenario() -> None:
        made = watched.make_table("pb", settings={"first_dealer": "A"})
        client = await Client(watched, made["table"]).open(made["seats"][0]["token"])
        await client.move("A", "pass")
        assert await client.until_asked("A") is not None
        await client.ask({"t": "report", "about": "B"})
        os.kill(watched.pid, signal.SIGTERM)
        assert watched.process is not None
        assert await asyncio.to_thread(watched.process.wait, ANSWER_SECONDS) == 0

    asyncio.run(scenario())
    written = {Path(line) for line in (tmp_path / "notes").read_text().splitlines()}
    allowed = (watched.data, Path("/dev"), Path("/tmp"))
    inside = [path for path in written if path.is_relative_to(watched.data)]
    assert inside
    assert {path for path in written if not any(map(path.is_relative_to, allowed))} == set()
