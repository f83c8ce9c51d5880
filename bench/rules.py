"""The benchmark: rules and search, interpreted and compiled, and peers, in one run.

    python bench/rules.py [--seconds 1] [--peers PYTHON] [--json FILE]

`--peers` names a Python with OpenSpiel installed; its C++ games are then played by C++ random
rollouts in turn with ours, and ratios are printed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from kamiza.lab.bench import show

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
RUNTIMES = {"interpreted": ROOT / "src", "compiled": ROOT / "build" / "compiled"}
PEERS = ("first_sealed_auction", "hearts", "oh_hell", "go_fish", "quoridor")


def measure_runtime(path: Path, seconds: float) -> dict[str, object]:
    """`kamiza bench --json` in a process of its own, with the package taken from `path`."""
    command = [sys.executable, "-m", "kamiza", "bench", "--json", "--seconds", str(seconds)]
    environment = {**os.environ, "PYTHONPATH": str(path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def measure_peers(python: str, seconds: float) -> dict[str, float]:
    """Random decisions per second of each peer."""
    command = [python, str(HERE / "peers.py"), str(seconds), *PEERS]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def show_peers(ours: dict[str, object], peers: dict[str, float], console: Console) -> None:
    """Each of our tables against each peer."""
    table = Table(title="Compiled Kamiza against C++ games of OpenSpiel, random decisions/s")
    table.add_column("")
    for peer, speed in peers.items():
        table.add_column(f"{peer}\n{speed:,.0f}", justify="right")
    games = ours["games"]
    assert isinstance(games, dict)
    for name, by_seats in games.items():
        for seats, figures in by_seats.items():
            mine = figures["decisions_per_second"]
            ratios = [f"{mine / speed:.2f} x" for speed in peers.values()]
            table.add_row(f"{name}, {seats} seats: {mine:,.0f}", *ratios)
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--peers", default="", metavar="PYTHON")
    parser.add_argument("--json", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    console = Console(width=110)
    results = [measure_runtime(path, arguments.seconds) for path in RUNTIMES.values()]
    show(results, console)
    summary: dict[str, object] = {"runtimes": results}
    if arguments.peers:
        peers = measure_peers(arguments.peers, arguments.seconds)
        again = measure_runtime(RUNTIMES["compiled"], arguments.seconds)
        show_peers(again, peers, console)
        summary["peers"] = peers
        summary["beside_peers"] = again
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(summary, indent=2))
        console.print(f"written to {arguments.json}")


if __name__ == "__main__":
    main()
