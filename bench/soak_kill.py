"""The server is killed again and again in the middle of everything: nothing answered may be lost.

    python bench/soak_kill.py --kills 1000

People play all games at many tables as fast as they can: acts of one and of several moves, taking
back with and without asking, lending a seat and taking it again, new names, chat, invitations,
rematches. Meanwhile tables are made, seats claimed, finished games gone on from, and now and then
everything is exported or an old table deleted. At a random moment the server gets SIGKILL, and
with it whatever command was running. Then the file is read (`kill_checks.py`): every promise must
have been kept, once, every journal is without gaps and playable from the start. The server starts
again, everybody comes back, sends the last unanswered request once more and plays on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from http.client import HTTPException
from pathlib import Path
from typing import Any

from kill_checks import check, check_journal, check_log
from kill_people import Person, Promised, Tally
from leak_tables import some_table
from quick_start import QuickServer
from server_kit import Message, Server, player

from kamiza import games

__all__ = ["OPTIONS", "Person", "Promised", "Tally", "check", "check_journal", "soak"]

OPTIONS = ("--sockets-per-address", "100000", "--tables-per-minute", "1000000")
MORE = ("--bot-pause", "0", "--bot-workers", "1", "--away-seconds", "3600")
COMMAND_EVERY = 20  # rounds


class Party:
    """Everybody, and what they were promised."""

    def __init__(self, server: Server, tables: int, rng: random.Random) -> None:
        self.server = server
        self.rng = rng
        self.tally = Tally()
        self.people: list[Person] = []
        self.made: set[str] = set()  # every table that must be there
        self.seats: dict[str, int] = {}  # of each table
        self.finished: list[str] = []
        self.wanted = tables

    # -- tables ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """So many tables are played at; those that are over make room."""
        over = {person.table for person in self.people if person.is_over}
        self.finished += sorted(over)
        self.people = [person for person in self.people if person.table not in over]
        while len({person.table for person in self.people}) < self.wanted:
            self.sit_at(self.new_table())

    def new_table(self) -> Message:
        rng, game = self.rng, self.rng.choice(games.NAMES)
        setup = some_table(games.game(game), rng)
        letters = "p" + "".join(rng.choice("ppf") for _ in range(setup.seats - 1))
        pause = {"react_pause_ms": 0} if game == "battles" else {}
        return self.server.make_table(
            letters, game=game, settings={**setup.settings, **pause}, public="f" in letters
        )

    def remember(self, made: Message, kind: str) -> None:
        self.made.add(made["table"])
        self.seats[made["table"]] = len(made["seats"])
        self.tally.kinds[kind] += 1
        for token in (made["host"], made["spectator"]):
            self.tally.tokens[token] = made["table"]

    def sit_at(self, made: Message) -> None:
        """Some of the free seats are claimed, to the others somebody is invited."""
        self.remember(made, "table")
        table, tokens = made["table"], {seat["seat"]: seat["token"] for seat in made["seats"]}
        invited = {seat["seat"] for seat in made["seats"] if not seat["mine"]}
        for _ in range(self.rng.randrange(len(invited) + 1)):
            claimed = self.server.post(f"/api/tables/{table}/claim", {"name": "Ren"})
            tokens[claimed["seat"]] = claimed["token"]
            invited.discard(claimed["seat"])
            self.tally.tokens[claimed["token"]] = table
            self.tally.kinds["claim"] += 1
        for seat, token in tokens.items():
            person = Person(table, seat, token, self.tally, self.rng, seat in invited)
            self.people.append(person)

    # -- beside the play ------------------------------------------------------------------------

    async def elsewhere(self) -> None:
        """Tables are made and gone on from, until the server is gone."""
        try:
            while True:
                await asyncio.sleep(self.rng.uniform(0.05, 0.4))
                if self.finished and self.rng.random() < 0.5:
                    await self.branch(self.rng.choice(self.finished))
                else:
                    self.remember(await asyncio.to_thread(self.new_table), "table")
        except (OSError, HTTPException):
            return  # killed in the middle of an answer

    async def branch(self, table: str) -> None:
        at, seats = self.rng.randrange(12), self.seats[table]
        players = [player(number, "p") for number in range(seats)]
        made = await self.ask(
            "POST", f"/api/tables/{table}/branch", {"at": at, "players": players, "clock": None}
        )
        if "table" in made:
            self.remember(made, "branch")
            self.tally.branches[made["table"]] = (table, at)

    async def ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        status, answer = await asyncio.to_thread(self.server.request, method, path, body)
        return answer if status < 300 else {}

    async def command(self, *words: str) -> bool:
        """A command of whoever runs the server; False if it was killed as well."""
        running = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "kamiza", words[0], "--data", str(self.server.data), *words[1:],
            env={**os.environ, "PYTHONPATH": self.server.code},
            stdout=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            return await running.wait() == 0
        except asyncio.CancelledError:
            running.kill()
            await running.wait()
            raise

    async def housekeeping(self) -> None:
        """Delete a finished table and take a copy of everything."""
        if self.finished:
            table = self.finished.pop(self.rng.randrange(len(self.finished)))
            self.made.discard(table)  # from now on it may be gone
            if await self.command("delete", table):
                self.tally.gone.add(table)
                self.tally.kinds["delete"] += 1
        copy = self.server.data / f"copy{self.rng.getrandbits(40)}.jsonl"
        if await self.command("export", str(copy)):
            lines = copy.read_text().splitlines()
            assert json.loads(lines[-1]), "an export has an end"
            self.tally.kinds["export"] += 1

    # -- a round --------------------------------------------------------------------------------

    async def play(self, seconds: float, has_commands: bool) -> None:
        """Everybody does something until the server is killed."""
        await asyncio.gather(*(person.sit_down(self.server.port) for person in self.people))
        beside = [asyncio.create_task(self.elsewhere())]
        await self.first_answers()
        await asyncio.sleep(seconds)
        if has_commands:
            beside.append(asyncio.create_task(self.housekeeping()))
            patience = self.rng.choice((1.0, 60.0))  # now and then it is killed as well
            await asyncio.wait({beside[-1]}, timeout=patience)
        self.server.kill()
        await asyncio.sleep(0.05)  # what had been sent before may still be heard
        for task in beside:
            task.cancel()
        for ended in await asyncio.gather(*beside, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended
        for person in self.people:
            if person.socket is not None and person.socket.transport is not None:
                person.socket.transport.abort()

    async def first_answers(self) -> None:
        """Something has happened before anything is cut off, however slow the machine is."""
        enough, end = len(self.tally.answered) + 5, time.monotonic() + 60
        while len(self.tally.answered) < enough and time.monotonic() < end:
            await asyncio.sleep(0.02)

    def tables_in_play(self) -> set[str]:
        return {person.table for person in self.people}


def soak(kills: int, tables: int, folder: Path, seed: int, say: bool = True) -> dict[str, int]:
    """The whole soak; the final count."""
    rng = random.Random(seed)
    server = QuickServer(folder, *OPTIONS, *MORE)
    server.start()
    party = Party(server, tables, rng)
    party.fill()
    for kill in range(1, kills + 1):
        before = set(party.made)
        asyncio.run(party.play(rng.uniform(0.1, 1.0), kill % COMMAND_EVERY == 0))
        check(server.data, party.tally, party.tables_in_play() | (party.made - before))
        server.start()
        party.fill()
        if say and (kill % 10 == 0 or kill == kills):
            kinds = dict(party.tally.kinds.most_common())
            print(f"{kill} kills: {kinds}, {party.tally.repeats} repeated", flush=True)
    server.end()
    check_log(server)
    count = check(server.data, party.tally, party.made)
    return count | {"repeats": party.tally.repeats} | party.tally.kinds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    args = parser.parse_args()
    print(f"seed {args.seed}")
    with tempfile.TemporaryDirectory() as folder:
        count = soak(args.kills, args.tables, Path(folder), args.seed)
    print(
        f"{args.kills} kills, {count['answered']:,} answered acts, {count['stored']:,} stored, "
        f"{count['repeats']:,} requests repeated after a kill: 0 lost, 0 doubled, 0 forked"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
