"""`kamiza admin`: look into a running server and give it orders, from the machine it runs on."""

from __future__ import annotations

import argparse
import json
import socket
import sys
from pathlib import Path
from typing import Any

from kamiza.server.control import PATTERN

SECONDS = 10.0

Row = dict[str, Any]

# Each order with what it needs, and what it does.
ORDERS: dict[str, tuple[tuple[str, ...], str]] = {
    "status": ((), "how the server is"),
    "tables": ((), "tables in memory"),
    "connected": ((), "who is connected"),
    "kick": (("socket",), "close one socket, by its number"),
    "close": (("table",), "close a table; nobody comes in any more"),
    "reopen": (("table",), "let people in again"),
    "ban": (("network",), "refuse an address or a network"),
    "unban": (("network",), "take it in again"),
    "bans": ((), "what is refused"),
    "read-only": (("on",), "everything can be seen, nothing can be done"),
    "drain": (("on",), "no new tables; readiness says no"),
    "reports": ((), "what people reported"),
    "words": ((), "read the list of words again"),
    "versions": ((), "which rules and cards are still played, and by whom"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `kamiza admin`."""
    parser.add_argument("--data", type=Path, default=Path("data"), help="the server's folder")
    parser.add_argument("--json", action="store_true", help="for programs")
    orders = parser.add_subparsers(dest="order", metavar="ORDER", required=True)
    for name, (needs, about) in ORDERS.items():
        order = orders.add_parser(name, help=about)
        for need in needs:
            if need == "on":
                order.add_argument("on", choices=("on", "off"))
            else:
                order.add_argument(need, type=int if need == "socket" else str)
        if name == "ban":
            order.add_argument("--minutes", type=float, help="for so long; otherwise for good")


def run(args: argparse.Namespace) -> int:
    """Ask every process of the server and print what they say."""
    answers = [answer for file in sorted(args.data.glob(PATTERN)) if (answer := ask(file, args))]
    if not answers:
        print(f"No server runs in {args.data}.", file=sys.stderr)
        return 1
    errors = {answer["error"] for answer in answers if "error" in answer}
    if errors and len(errors) == len(answers):
        print("\n".join(sorted(errors)), file=sys.stderr)
        return 1
    rows: list[Row] = []
    for answer in answers:  # of many processes some say the same: what was decided, what is kept
        rows += [row for row in answer.get("rows", []) if row not in rows]
    if args.json:
        print(json.dumps(rows, ensure_ascii=False))
    else:
        show(rows)
    return 0


def ask(file: Path, args: argparse.Namespace) -> Row | None:
    """One process's answer; None if it is gone and only left its file behind."""
    order: Row = {"do": args.order}
    for name in ("table", "socket", "network", "minutes"):
        if getattr(args, name, None) is not None:
            order[name] = getattr(args, name)
    if hasattr(args, "on"):
        order["on"] = args.on == "on"
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(SECONDS)
        try:
            line.connect(str(file))
        except (ConnectionRefusedError, FileNotFoundError):
            return None
        except OSError as error:
            return {"error": f"Cannot talk to the server: {error.strerror}."}
        line.sendall(json.dumps(order).encode() + b"\n")
        with line.makefile("rb") as answer:
            told: Row = json.loads(answer.readline())
    return told


def show(rows: list[Row]) -> None:
    """A table as wide as it must be; the server's people cannot smuggle anything into it."""
    if not rows:
        print("Done." if sys.stdout.isatty() else "")
        return
    heads = list(dict.fromkeys(key for row in rows for key in row))
    lines = [heads, *([clean(row.get(head, "")) for head in heads] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    for line in lines:
        print("  ".join(word.ljust(width) for word, width in zip(line, widths)).rstrip())


def clean(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return "".join(letter if letter.isprintable() else " " for letter in text)
