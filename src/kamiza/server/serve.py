"""`kamiza serve`: the table in the browser."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import socket
import sys
import threading
import webbrowser
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType

import uvicorn

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

from kamiza.server.app import App
from kamiza.server.calls.mail import MailSettings
from kamiza.server.config import Config
from kamiza.server.folder import CannotStart
from kamiza.server.guarded_http import GuardedHttp
from kamiza.server.house import House
from kamiza.server.limits import MESSAGE_BYTES
from kamiza.server.retention import keep
from kamiza.server.services import read_lines
from kamiza.server.store import homes
from kamiza.server.websocket import FastWebSocket
from kamiza.server.workers import Workers

MOST_CONNECTIONS = 20_000
BACKLOG = 2048  # connections that wait to be taken
OTHER_FILES = 100  # the database, bots, and a few places for health


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `kamiza serve`."""
    default = Config(Path())
    parser.add_argument("--host", default=default.host, help="address to listen on")
    parser.add_argument("--port", type=int, default=default.port, help="port to listen on")
    parser.add_argument("--data", type=Path, default=Path("data"), help="where tables are kept")
    parser.add_argument(
        "--store", default=default.store, help="postgresql://… keeps the tables there instead"
    )
    parser.add_argument(
        "--keep",
        type=keep,
        action="append",
        default=[],
        help="finished=90d deletes games that ended before that, keys=400d keys unused for so long",
    )
    parser.add_argument(
        "--workers", type=int, default=default.workers, metavar="N",
        help="so many processes at one port; needs --store",
    )  # fmt: skip
    parser.add_argument(
        "--inner", default=default.inner, metavar="HOST:PORT",
        help="where the other processes that share the store reach this one",
    )  # fmt: skip
    parser.add_argument("--lease-seconds", type=float, default=default.lease_seconds)
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
    parser.add_argument(
        "--win-chance-milliseconds", type=int, default=default.win_chance_milliseconds
    )
    parser.add_argument("--away-seconds", type=float, default=default.away_seconds)
    parser.add_argument("--invited-seconds", type=float, default=default.invited_seconds)
    parser.add_argument("--consent-seconds", type=float, default=default.consent_seconds)
    parser.add_argument("--idle-seconds", type=float, default=default.idle_seconds)
    parser.add_argument("--sockets-per-address", type=int, default=default.sockets_per_address)
    parser.add_argument("--tables-per-minute", type=int, default=default.tables_per_minute)
    parser.add_argument(
        "--words", type=Path, help="a file of words not wanted in names and chat, one a line"
    )
    parser.add_argument(
        "--drain-seconds", type=float, default=default.drain_seconds,
        help="how long play goes on after SIGTERM, for nobody new",
    )  # fmt: skip
    parser.add_argument(
        "--connections", type=int, default=0, help="in all; as many as files may be open if 0"
    )
    add_call_arguments(parser, default)
    parser.add_argument(
        "--rehearsal", default="", help="repeat the shuffles of this text; never for real play"
    )


def add_call_arguments(parser: argparse.ArgumentParser, default: Config) -> None:
    """How the tables call people; docs/calls.md."""
    parser.add_argument(
        "--public-url", default=default.public_url, metavar="https://…",
        help="where people find this server; mails and webhooks name it",
    )  # fmt: skip
    parser.add_argument(
        "--mail", default=default.mail, metavar="smtp://USER@HOST:587",
        help="by which calls are mailed; the password stands in KAMIZA_MAIL_PASSWORD",
    )  # fmt: skip
    parser.add_argument("--mail-from", default=default.mail_from, metavar="ADDRESS")
    parser.add_argument(
        "--calls-private", action="store_true",
        help="calls may also go to this machine and its network, and without TLS",
    )  # fmt: skip
    parser.add_argument("--call-delay", type=float, default=default.call_delay)
    parser.add_argument("--call-gap", type=float, default=default.call_gap)
    parser.add_argument("--wake-seconds", type=float, default=default.wake_seconds)


def default_workers() -> int:
    return max(1, (os.cpu_count() or 2) - 1)


def most_connections() -> int:
    """As many files as this process may have open, without those it needs itself."""
    if resource is None:
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    if soft < wanted and (hard < 0 or hard > soft):
        soft = wanted if hard < 0 else min(hard, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(16, min(MOST_CONNECTIONS, soft - OTHER_FILES))


def config_of(args: argparse.Namespace) -> Config:
    return Config(
        data=args.data,
        store=args.store,
        lease_seconds=args.lease_seconds,
        workers=args.workers,
        inner=args.inner,
        keep_finished=dict(args.keep).get("finished"),
        keep_keys=dict(args.keep).get("keys"),
        host=args.host,
        port=args.port,
        origins=tuple(args.origin),
        is_behind_proxy=args.behind_proxy,
        bot_pause=args.bot_pause,
        bot_workers=args.bot_workers,
        search_budget=args.search_budget,
        win_chance_milliseconds=args.win_chance_milliseconds,
        away_seconds=args.away_seconds,
        invited_seconds=args.invited_seconds,
        consent_seconds=args.consent_seconds,
        idle_seconds=args.idle_seconds,
        sockets_per_address=args.sockets_per_address,
        tables_per_minute=args.tables_per_minute,
        words=args.words,
        drain_seconds=args.drain_seconds,
        connections=args.connections or most_connections(),
        public_url=args.public_url.rstrip("/"),
        mail=args.mail,
        mail_from=args.mail_from,
        calls_private=args.calls_private,
        call_delay=args.call_delay,
        call_gap=args.call_gap,
        wake_seconds=args.wake_seconds,
        rehearsal=args.rehearsal,
    )


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    config = config_of(args)
    os.umask(0o077)  # what a server writes is nobody else's
    try:
        check(config)
        folder = homes.prepare(config)
        config.data.mkdir(parents=True, exist_ok=True)  # whatever the store, the house is there
        House(config.data)
        read_lines(config.words)
    except CannotStart as why:
        print(why, file=sys.stderr)
        return 1
    except (OSError, ValueError, KeyError) as error:
        print(f"Cannot read what was decided for this server: {error}.", file=sys.stderr)
        return 1
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
    if config.workers:
        listening.listen(BACKLOG)  # whoever comes before the first worker is ready waits
        return Workers(config, listening, serve).run()
    status = serve(config, listening)
    if folder is not None:
        folder.close()
    return status


def check(config: Config) -> None:
    """What cannot go together."""
    if config.workers < 0:
        raise CannotStart("--workers is a number of processes.")
    if config.workers and not config.store:
        raise CannotStart(
            "--workers needs --store postgresql://…: a SQLite file has one process that writes to "
            "it. Move the tables with 'kamiza export' and 'kamiza import', or serve without."
        )
    if config.inner and not config.store:
        raise CannotStart("--inner is for processes that share a --store postgresql://….")
    if MailSettings.read(config.mail, config.mail_from) and not config.public_url:
        raise CannotStart("--mail needs --public-url: a mail says where the table is.")
    for number in range(1, max(1, config.workers) + 1):
        check_inner(replace(config, worker=number).inner_place)


def check_inner(place: str) -> None:
    """Whether the other processes could call here."""
    if not place:
        return
    host, _, port = place.rpartition(":")
    if not host or not port.isdecimal():
        raise CannotStart(f"--inner is a host and a port, such as 10.0.0.5:9000, not '{place}'.")
    try:
        listen(host.strip("[]"), int(port)).close()
    except OSError as error:
        raise CannotStart(f"Cannot listen on {place}: {error.strerror}.") from None


def serve(config: Config, listening: socket.socket, signs: Connection | None = None) -> int:
    """One process, alone or one of many, from its start to its end."""
    sys.setswitchinterval(0.0002)  # the writer thread must not wait long for its turn
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, already_stopped)
    app = App(config, signs=signs)
    server = DrainingServer(app, uvicorn_config(config, app))
    server.run(sockets=[listening])
    return 0 if server.started else 1


class DrainingServer(uvicorn.Server):
    """Asked to stop, it first says that it is not ready, and goes on for a while if it may."""

    def __init__(self, app: App, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.app = app
        self.reading: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.reading = asyncio.create_task(self.app.read_ahead())  # nobody waits for it

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if sig == signal.SIGINT and self.app.config.worker:
            return  # from a keyboard it reaches everybody; who looks after us tells us
        seconds = self.app.config.drain_seconds
        if sig == signal.SIGTERM and seconds > 0 and self.app.begin_draining():
            ending = threading.Timer(seconds, super().handle_exit, (sig, frame))
            ending.daemon = True  # a second signal ends it at once
            ending.start()
        else:
            super().handle_exit(sig, frame)


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    return listening


def uvicorn_config(config: Config, app: App) -> uvicorn.Config:
    gate = app.gate
    return uvicorn.Config(
        app,
        log_level="error",  # what strangers send is counted, not written down
        access_log=False,
        server_header=False,
        proxy_headers=config.is_behind_proxy,
        http=partial(GuardedHttp, gate=gate),  # type: ignore[arg-type]
        ws=partial(FastWebSocket, limits=gate.limits, metrics=gate.metrics),  # type: ignore[arg-type]
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
