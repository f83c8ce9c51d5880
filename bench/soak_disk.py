"""A disk that fails in every way under people who play: nothing answered is lost, nothing refused
comes back.

    python bench/soak_disk.py --rounds 200 --cuts 500

In every round people do everything (`kill_people.py`), and the disk has one fault, always or now
and then: writes that fail, fall short, are torn or done and denied; syncs that fail, are slow or
hang; places that cannot be read. Then the server is killed in the middle of it; or the disk is well
again, the server must find that out by itself, and ends politely. Then the file is read
(`kill_checks.py`). At last a log is torn at so many random bytes (`torn_log.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from bad_disk import BadDisk, added_to_environment, library
from kill_checks import check, check_log
from quick_start import QuickServer
from soak_kill import MORE, OPTIONS, Party
from torn_log import ENDS, FILE, LOG, tear, written

FAULTS = (
    "write eio", "write enospc", "write short", "write torn", "write late",
    "sync eio", "sync late", "sync slow", "sync hang", "read eio kamiza.db",
    "write eio kamiza.db", "sync eio kamiza.db",
)  # fmt: skip
ONE_IN = (1, 2, 5, 20)


class FaultyParty(Party):
    """People at a server whose disk is not to be trusted."""

    def __init__(self, server: QuickServer, disk: BadDisk, tables: int, rng: random.Random) -> None:
        super().__init__(server, tables, rng)
        self.disk = disk

    async def suffer(self, fault: str, is_killed: bool) -> None:
        """Everybody plays; the disk gets a fault; the server dies of it or gets well."""
        await asyncio.gather(*(person.sit_down(self.server.port) for person in self.people))
        await self.first_answers()
        place = fault if fault.endswith(FILE) else f"{fault} {LOG}"
        self.disk.fail(f"{place} {self.rng.choice(ONE_IN)}")
        await asyncio.sleep(self.rng.uniform(0.3, 2.0))
        if is_killed:
            self.server.kill()
        self.disk.mend()
        if not is_killed:
            await asyncio.to_thread(self.server.wait_until_healthy)
            await asyncio.sleep(0.3)
            assert await asyncio.to_thread(self.server.stop) == 0
        await asyncio.sleep(0.05)
        for person in self.people:
            if person.socket is not None and person.socket.transport is not None:
                person.socket.transport.abort()


def soak(rounds: int, tables: int, folder: Path, seed: int, say: bool = True) -> Counter[str]:
    """All rounds; what was done and what was refused."""
    rng = random.Random(seed)
    disk = BadDisk(library(folder), folder / "data")
    with added_to_environment(disk.environment):
        server = QuickServer(folder / "data", *OPTIONS, *MORE)
    server.start()
    party = FaultyParty(server, disk, tables, rng)
    party.fill()
    happened: Counter[str] = Counter()
    for number in range(1, rounds + 1):
        fault = FAULTS[(seed + number) % len(FAULTS)]
        asyncio.run(party.suffer(fault, is_killed=rng.random() < 0.5))
        check(server.data, party.tally, party.tables_in_play())
        happened[fault] += 1
        check_log(server)
        server.start()
        party.fill()
        if say and number % 10 == 0:
            kinds = dict(party.tally.kinds.most_common())
            print(f"{number} rounds: {kinds}, {len(party.tally.refused)} refused", flush=True)
    server.end()
    check_log(server)
    check(server.data, party.tally, party.made)
    totals = Counter({"refused": len(party.tally.refused), "answered": len(party.tally.answered)})
    return happened + totals


def tear_logs(cuts: int, folder: Path, seed: int) -> int:
    """The same log torn so often, in all ways in turn."""
    for name in ("file", "copy"):
        (folder / name).mkdir()
    written(folder / "file", folder / "copy")
    for end in ENDS:
        share = cuts // len(ENDS) + (cuts % len(ENDS) if end == ENDS[0] else 0)
        left = tear(folder / "copy", folder / "torn", end, share, random.Random(f"{seed} {end}"))
        assert left == sorted(left), f"{end}: {left}"
    return cuts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--cuts", type=int, default=60)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    args = parser.parse_args()
    print(f"seed {args.seed}")
    with tempfile.TemporaryDirectory() as folder:
        found = soak(args.rounds, args.tables, Path(folder), args.seed)
    print(f"{args.rounds} rounds, {dict(found)}: 0 lost, 0 doubled, nothing refused came back")
    with tempfile.TemporaryDirectory() as folder:
        print(f"{tear_logs(args.cuts, Path(folder), args.seed)} torn logs: all whole")
    return 0


if __name__ == "__main__":
    sys.exit(main())
