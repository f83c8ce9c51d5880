"""The whole server as one ASGI application."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

from kamiza.server import catalogue
from kamiza.server.calls.api import CallsApi
from kamiza.server.club_requests import ClubRequests
from kamiza.server.config import Config
from kamiza.server.connection import AsgiMessage, Send
from kamiza.server.control import Control
from kamiza.server.gate import Gate
from kamiza.server.guarded_http import HEALTH_PATHS, ONLY_HEALTH
from kamiza.server.house import House
from kamiza.server.http import HttpApi
from kamiza.server.key_requests import KeyRequests
from kamiza.server.log import log
from kamiza.server.origin import BadOrigin, is_trusted
from kamiza.server.pages import Pages
from kamiza.server.process import watch_delay
from kamiza.server.refusals import busy, failure
from kamiza.server.sockets import Receive, Sockets
from kamiza.server.static import Static
from kamiza.server.tables import Tables
from kamiza.server.workers import give_signs

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
ONE_TAP = "/api/calls/stop/"  # mail programs ask it themselves; the ticket in it is all that counts
BUSY_SECONDS = 5  # all connections are taken

# Styles may stand on elements (a card's place is a style), never in a <style> from elsewhere.
CONTENT_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "  # Python in a worker is wasm
    "style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; worker-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SECURITY = [
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class SmallAnswers(GZipMiddleware):
    """Answers are compressed on their way, but for what was packed tightly when it was built."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        is_packed = scope.get("path", "").endswith(".pack")
        await (self.app if is_packed else super().__call__)(scope, receive, send)


class App:
    """Sends each request to the server's parts, which exist from start-up to shutdown."""

    def __init__(
        self, config: Config, static: Static | None = None, signs: Connection | None = None
    ) -> None:
        self.config = config
        self.signs = signs  # of life, for whoever looks after this process
        self.static = static or Static()
        small = Middleware(SmallAnswers, minimum_size=2000, compresslevel=5)
        self.requests = Starlette(lifespan=self.lifespan, middleware=[small])
        self.gate = Gate(config)
        self.sockets: Sockets | None = None
        self.house: House | None = None

    @asynccontextmanager
    async def lifespan(self, requests: Starlette) -> AsyncIterator[None]:
        tables = Tables(self.config, self.gate)
        neighbourhood = tables.services.neighbourhood
        await tables.begin()
        api = HttpApi(tables)
        requests.router.routes = [
            *KeyRequests(api).routes(), *ClubRequests(api).routes(),
            *CallsApi(api).routes(api.route), *api.routes(), *Pages(api, self.static).routes(),
        ]  # fmt: skip
        self.sockets = Sockets(tables)
        self.house = tables.services.house
        if neighbourhood is not None:
            neighbourhood.listening.application = self.answer_inside
        control = Control(tables)
        await control.start()
        watching = [asyncio.create_task(watch_delay(tables.services.metrics))]
        if self.signs is not None:
            watching.append(asyncio.create_task(give_signs(self.signs)))
        gc.freeze()  # what was loaded so far stays for good
        # A collection takes 10 to 60 ms, never longer than a blink.
        gc.set_threshold(25_000, 8, 100)
        log("started", host=self.config.host, port=self.config.port, worker=self.config.worker)
        try:
            yield
        finally:
            for task in watching:
                task.cancel()
            await control.stop()
            await tables.close()
            log("stopped")

    async def read_ahead(self) -> None:
        """What the first visitor asks for, before they come; meanwhile others are answered."""
        for page in self.static.first():
            await asyncio.to_thread(getattr, page, "gzipped")
        await catalogue.read_ahead()

    def begin_draining(self) -> bool:
        """No new tables, not ready; False if it was so already."""
        if self.house is None or self.house.is_draining:
            return False
        self.house.is_draining = True
        log("draining", seconds=self.config.drain_seconds)
        return True

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            assert self.sockets is not None
            await self.sockets(scope, receive, send)
        elif scope["type"] == "http":
            await self.answer(scope, receive, send)
        else:
            await self.requests(scope, receive, send)

    async def answer_inside(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """The same for what another process passes on, and has looked at."""
        if scope["type"] == "websocket":
            assert self.sockets is not None
            await self.sockets(scope, receive, send)
        else:
            await self.requests(scope, receive, send)

    async def answer(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Every answer gets the security headers; unsafe requests from elsewhere get no more."""

        async def send_guarded(message: AsgiMessage) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *SECURITY]
            await send(message)

        refused = self.refusal_of(scope)
        if refused is not None:
            await refused(scope, receive, send_guarded)
        else:
            await self.requests(scope, receive, send_guarded)

    def refusal_of(self, scope: dict[str, Any]) -> Response | None:
        """What is not even looked at."""
        if scope.get(ONLY_HEALTH) and scope["path"] not in HEALTH_PATHS:
            self.gate.metrics.busy.add()
            return busy(BUSY_SECONDS)
        try:
            if scope["method"] in SAFE_METHODS or scope["path"].startswith(ONE_TAP):
                return None
            if is_trusted(scope["headers"], self.config.origins):
                return None
        except BadOrigin:
            return failure("malformed")
        return failure("foreign_origin")
