"""Servers that share a PostgreSQL are killed, stopped past their lease, and lose their database.

    python bench/soak_postgres.py --rounds 300 --servers 3

People play at many tables as fast as they can, each at any server: whoever does not have their
table passes them on inside. Bots sit at some tables, and a process that only thinks answers for
them. In every round one thing happens: a server gets SIGKILL; or SIGSTOP until others have taken
its tables, and then it goes on; or the process that thinks gets SIGKILL; or PostgreSQL itself is
gone from one moment to the next. Then everybody comes back, wherever they are let in, and repeats
what was not answered. In the end of every round the database is read: every act that was answered
with `done` must be there under its version, once, every journal without gaps and playable from the
start.
"""

from __future__ import annotations

import argparse
import asyncio
import atexit
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import msgspec
import server_kit
from postgres_kit import Postgres
from server_kit import SOURCE, Server
from server_socket import QuickSocket, quick_connect
from soak_kill import OPTIONS, Person, Tally, check_journal

from kamiza.core.action import seat_letter
from kamiza.play.table import Entry

LEASE = 1.5
server_kit.START_SECONDS = 90.0  # everybody else plays on meanwhile, and the machine may be shared
EVENTS = ("kill a server", "stop a server", "kill the database", "kill the thinker")


class Thinker:
    """A `kamiza bots`; `start` again after `kill`."""

    def __init__(self, folder: Path, address: str) -> None:
        self.log = folder / "thinker.log"
        options = ("--store", address, "--workers", "1", "--lease-seconds", str(LEASE))
        self.command = [sys.executable, "-m", "kamiza", "bots", *options]

    def start(self) -> Thinker:
        environment = {**os.environ, "PYTHONPATH": os.environ.get("PYTHONPATH", SOURCE)}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, env=environment)
        atexit.register(self.process.kill)
        return self

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class Guest(Person):
    """A person who tries one server after another until one has the table."""

    async def come(self, servers: list[Server], first: int) -> None:
        number = first
        while not await self.is_let_in(servers[number % len(servers)]):
            number += 1
            await asyncio.sleep(0.05)

    async def is_let_in(self, server: Server) -> bool:
        welcome = asyncio.get_running_loop().create_future()
        socket: QuickSocket | None = None

        def hear(text: bytes) -> None:
            if socket is None:
                return  # refused in the same breath
            if text.startswith(b'{"t":"welcome"') and not welcome.done():
                self.socket = socket
                welcome.set_result(True)
                if self.open_request is not None:
                    self.tally.repeats += 1
                    socket.send(self.open_request)
            elif self.socket is socket:
                self.hear(text)
            elif text.startswith(b'{"t":"done"'):  # from where we were before
                done = msgspec.json.decode(text)
                self.note(done["id"], done["version"])

        try:
            socket = await asyncio.wait_for(quick_connect(server.port, self.table, hear), 2)
        except (OSError, TimeoutError):
            return False
        socket.send(json.dumps({"t": "hello", "token": self.token}).encode())
        await asyncio.wait({welcome, asyncio.ensure_future(asyncio.shield(socket.closed))},
                           timeout=2, return_when=asyncio.FIRST_COMPLETED)  # fmt: skip
        if not welcome.done() and socket.transport is not None:
            socket.transport.abort()
        return welcome.done()


async def everybody(people: list[Guest], servers: list[Server], rng: random.Random) -> None:
    """Each comes in by any door."""
    await asyncio.gather(*(person.come(servers, rng.randrange(len(servers))) for person in people))


async def play(
    servers: list[Server], people: list[Guest], event: str, database: Postgres, thinker: Thinker,
    rng: random.Random,
) -> int:  # fmt: skip
    """One round: everybody plays, something happens, everybody plays on; how many were passed on
    by one of the servers."""
    await everybody(people, servers, rng)
    passed_on = int(await asyncio.to_thread(servers[0].metric, "kamiza_passed_on_sockets"))
    await asyncio.sleep(rng.uniform(0.1, 0.8))
    victim = rng.randrange(len(servers))
    others = [server for number, server in enumerate(servers) if number != victim]
    if event == "kill the database":
        database.kill()
        await asyncio.to_thread(database.start)
        others = servers
    elif event == "kill the thinker":
        thinker.kill()
        others = servers
    elif event == "kill a server":
        servers[victim].kill()
    else:
        os.kill(servers[victim].pid, signal.SIGSTOP)
    await everybody(people, others, rng)
    await asyncio.sleep(0.3)
    if event == "stop a server":
        os.kill(servers[victim].pid, signal.SIGCONT)  # it finds requests that wait for it
        await asyncio.sleep(0.3)
    elif event == "kill a server":
        await asyncio.to_thread(servers[victim].start)
    elif event == "kill the thinker":
        thinker.start()
    for person in people:
        if person.socket is not None and person.socket.transport is not None:
            person.socket.transport.abort()
    await asyncio.sleep(0.05)
    return passed_on


def check(database: Postgres, address: str, tally: Tally) -> dict[str, int]:
    """Compare the database with the promises; an AssertionError says what was broken."""
    assert not tally.contradictions, tally.contradictions[0]
    stored: dict[tuple[str, str, str], int] = {}
    journals: dict[str, list[Entry]] = {}
    rows = database.ask(
        "select table_id, version, seat, kind, moves, client, author from entries"
        " order by table_id, version",
        database=address,
    )
    for table, version, seat, kind, moves, client, author in rows:
        entry = Entry(version, seat, kind, tuple(moves.split("\n")), client, author)  # type: ignore
        journals.setdefault(table, []).append(entry)  # type: ignore[arg-type]
        stored[table, seat_letter(entry.seat), entry.client.removeprefix("person ")] = entry.version  # type: ignore[index]
    for key, version in tally.answered.items():
        assert stored.get(key) == version, f"{key} was promised as {version}: {stored.get(key)}"
    for table, seats, key in database.ask("select id, seats, key from tables", database=address):
        journal = journals.get(str(table), [])
        if tally.checked.get(str(table)) != len(journal):
            check_journal(journal, seats, key)  # type: ignore[arg-type]
            tally.checked[str(table)] = len(journal)
    return {"stored": len(stored), "answered": len(tally.answered), "tables": len(journals)}


def new_people(server: Server, tables: int, tally: Tally, rng: random.Random) -> list[Guest]:
    people = []
    for _ in range(tables):
        made = server.make_table(rng.choice(["pp", "ppp", "pppp", "ppb"]))
        for seat in [seat for seat in made["seats"] if seat["kind"] == "person"]:
            people.append(Guest(made["table"], seat["seat"], seat["token"], tally, rng))
    return people


def soak(rounds: int, count: int, tables: int, folder: Path, seed: int) -> dict[str, int]:
    rng, tally, database = random.Random(seed), Tally(), Postgres().start()
    address = database.new_database()
    options = (*OPTIONS, "--bot-pause", "0", "--store", address, "--lease-seconds", str(LEASE))
    servers = [Server(folder / str(number), *options).start() for number in range(count)]
    thinker = Thinker(folder, address).start()
    people = new_people(servers[0], tables, tally, rng)
    happened: Counter[str] = Counter()
    found: dict[str, int] = {}
    passed_on = 0
    for number in range(1, rounds + 1):
        event = EVENTS[number % len(EVENTS)]
        passed_on += asyncio.run(play(servers, people, event, database, thinker, rng))
        happened[event] += 1
        found = check(database, address, tally)
        finished = {person.table for person in people if person.is_over}
        people = [person for person in people if person.table not in finished]
        people += new_people(servers[number % count], len(finished), tally, rng)
        if number % 10 == 0 or number == rounds:
            print(f"{number} rounds: {found} {dict(happened)}", flush=True)
    thinker.kill()
    for server in servers:
        assert server.stop() == 0
        assert "Traceback" not in server.log.read_text(), server.log
    database.stop()
    return found | {"repeats": tally.repeats, "passed_on": passed_on}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = soak(args.rounds, args.servers, args.tables, Path(folder), args.seed)
    print(
        f"{args.rounds} rounds, {found['answered']:,} answered acts, {found['stored']:,} stored, "
        f"{found['repeats']:,} requests repeated, {found['passed_on']:,} sockets passed on by the "
        f"first server: 0 lost, 0 doubled, 0 forked"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
