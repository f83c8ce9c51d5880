"""`kamiza serve`: the table in the browser."""

from __future__ import annotations

import argparse
import os
import signal
import socket
import sys
import threading
import webbrowser
from pathlib import Path

import uvicorn

from kamiza.server.app import App
from kamiza.server.config import Config
from kamiza.server.limits import MESSAGE_BYTES
from kamiza.server.websocket import FastWebSocket


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `kamiza serve`."""
    default = Config(Path())
    parser.add_argument("--host", default=default.host, help="address to listen on")
    parser.add_argument("--port", type=int, default=default.port, help="port to listen on")
    parser.add_argument("--data", type=Path, default=Path("data"), help="where tables are kept")
    parser.add_argument("--open", action="store_true", help="open a browser")
    parser.add_argument(
        "--origin", action="append", default=[], help="another origin that may connect"
    )
    parser.add_argument(
        "--behind-proxy", action="store_true", help="believe the addresses a local proxy reports"
    )
    parser.add_argument(
        "--bot-pause", type=float, default=default.bot_pause, help="seconds a bot's act takes"
    )
    parser.add_argument("--bot-workers", type=int, default=default_workers())
    parser.add_argument(
        "--search-budget", default=default.search_budget, help="of one decision of a search bot"
    )
    parser.add_argument("--chance-milliseconds", type=int, default=default.chance_milliseconds)
    parser.add_argument("--away-seconds", type=float, default=default.away_seconds)
    parser.add_argument("--invited-seconds", type=float, default=default.invited_seconds)
    parser.add_argument("--consent-seconds", type=float, default=default.consent_seconds)
    parser.add_argument("--idle-seconds", type=float, default=default.idle_seconds)
    parser.add_argument("--sockets-per-address", type=int, default=default.sockets_per_address)
    parser.add_argument("--tables-per-minute", type=int, default=default.tables_per_minute)
    parser.add_argument(
        "--rehearsal", default="", help="repeat the shuffles of this text; never for real play"
    )


def default_workers() -> int:
    return max(1, (os.cpu_count() or 2) - 1)


def config_of(args: argparse.Namespace) -> Config:
    return Config(
        data=args.data,
        host=args.host,
        port=args.port,
        origins=tuple(args.origin),
        is_behind_proxy=args.behind_proxy,
        bot_pause=args.bot_pause,
        bot_workers=args.bot_workers,
        search_budget=args.search_budget,
        chance_milliseconds=args.chance_milliseconds,
        away_seconds=args.away_seconds,
        invited_seconds=args.invited_seconds,
        consent_seconds=args.consent_seconds,
        idle_seconds=args.idle_seconds,
        sockets_per_address=args.sockets_per_address,
        tables_per_minute=args.tables_per_minute,
        rehearsal=args.rehearsal,
    )


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    config = config_of(args)
    try:
        listening = listen(config.host, config.port)
    except OSError as error:
        print(f"Cannot listen on {config.host}:{config.port}: {error.strerror}.", file=sys.stderr)
        return 1
    port = listening.getsockname()[1]
    address = f"http://{'localhost' if args.host in LOCAL else args.host}:{port}"
    print(f"Kamiza is at {address}", flush=True)
    if args.open:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    sys.setswitchinterval(0.0002)  # the writer thread must not wait long for its turn
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, already_stopped)
    uvicorn.Server(uvicorn_config(config)).run(sockets=[listening])
    return 0


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    return listening


def uvicorn_config(config: Config) -> uvicorn.Config:
    return uvicorn.Config(
        App(config),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=config.is_behind_proxy,
        ws=FastWebSocket,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
    )


def already_stopped(number: int, frame: object) -> None:
    """Uvicorn sends a signal on once everything is closed; there is nothing left to do."""


LOCAL = ("127.0.0.1", "0.0.0.0", "::1", "localhost")


def main() -> int:
    """`python -m kamiza.server.serve`, for development."""
    parser = argparse.ArgumentParser(prog="kamiza serve")
    add_arguments(parser)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
