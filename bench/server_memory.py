"""What a table, a socket and an act cost in memory: tables of four, read from /metrics."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from server_kit import Client, Server

from kamiza.games import NAMES

OPTIONS = ("--tables-per-minute", "600000", "--sockets-per-address", "1000000", "--bot-pause", "0")


def resident(server: Server) -> float:
    for line in server.get("/metrics").decode().splitlines():
        if line.startswith("process_resident_memory_bytes "):
            return float(line.split()[1])
    raise RuntimeError("no such metric")


def read_everything(server: Server) -> None:
    """What a server reads once it listens, so that no table is charged for it."""
    server.get("/api/games")
    server.request("GET", "/")


async def one_socket(server: Server, made: dict[str, object], seat: int) -> Client:
    seats = made["seats"]
    assert isinstance(seats, list)
    return await Client(server, str(made["table"])).open(seats[seat]["token"])


async def measure(server: Server, game: str, tables: int) -> tuple[float, float]:
    """Bytes of one table with one socket, and of each further socket at it."""
    warm = server.make_table("pppp", game=game)
    first = await one_socket(server, warm, 0)
    before = resident(server)
    made = [server.make_table("pppp", game=game) for _ in range(tables)]
    open_ = [await one_socket(server, table, 0) for table in made]
    middle = resident(server)
    open_ += [await one_socket(server, table, seat) for table in made for seat in (1, 2, 3)]
    after = resident(server)
    for client in (first, *open_):
        await client.close()
    return (middle - before) / tables, (after - middle) / (3 * tables)


async def play(client: Client, acts: int) -> None:
    """So many acts of whoever is asked; the first listed move that is taken."""
    for _ in range(acts):
        asked = next(iter(client.states.values()))["view"]["asked"]
        if asked is None:
            return
        for move in client.states[asked]["view"]["moves"]:
            answer = await client.move(asked, move)
            if answer["t"] == "done":
                for seat in "ABCD":
                    await client.wait_for_version(seat, answer["version"])
                break


async def measure_acts(server: Server, game: str, tables: int, acts: int) -> float:
    """Bytes that one act leaves behind at a table."""
    made = [server.make_table("pppp", game=game) for _ in range(tables)]
    clients = []
    for table in made:
        tokens = [seat["token"] for seat in table["seats"]]
        clients.append(await Client(server, table["table"]).open(*tokens))
    before, begun = resident(server), acts_done(server)
    await asyncio.gather(*(play(client, acts) for client in clients))
    cost = (resident(server) - before) / (acts_done(server) - begun)
    for client in clients:
        await client.close()
    return cost


def acts_done(server: Server) -> int:
    lines = server.get("/metrics").decode().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("kamiza_acts_total "))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=150)
    parser.add_argument("--acts", type=int, default=40, help="at each of a tenth of the tables")
    args = parser.parse_args()
    print("game        table and a socket  a further socket         an act   empty server")
    for game in NAMES:
        with tempfile.TemporaryDirectory() as folder, Server(Path(folder), *OPTIONS) as server:
            read_everything(server)
            empty = resident(server)
            table, socket = asyncio.run(measure(server, game, args.tables))
        # A fresh server: the other one would fill what its closed sockets left free.
        with tempfile.TemporaryDirectory() as folder, Server(Path(folder), *OPTIONS) as server:
            read_everything(server)
            act = asyncio.run(measure_acts(server, game, max(1, args.tables // 10), args.acts))
        costs = f"{table / 1000:15.1f} kB{socket / 1000:15.1f} kB{act / 1000:12.1f} kB"
        print(f"{game:12}{costs}{empty / 1e6:12.1f} MB")


if __name__ == "__main__":
    main()
