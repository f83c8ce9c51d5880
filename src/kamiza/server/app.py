"""The whole server as one ASGI application."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from kamiza.server.config import Config
from kamiza.server.connection import AsgiMessage, Send
from kamiza.server.http import HttpApi, failure
from kamiza.server.log import log
from kamiza.server.origin import is_trusted
from kamiza.server.sockets import Receive, Sockets
from kamiza.server.static import Static
from kamiza.server.tables import Tables

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

# Styles may stand on elements (a card's place is a style), never in a <style> from elsewhere.
CONTENT_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
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


class App:
    """Sends each request to the server's parts, which exist from start-up to shutdown."""

    def __init__(self, config: Config, static: Static | None = None) -> None:
        self.config = config
        self.static = static or Static()
        small = Middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)
        self.requests = Starlette(lifespan=self.lifespan, middleware=[small])
        self.sockets: Sockets | None = None

    @asynccontextmanager
    async def lifespan(self, requests: Starlette) -> AsyncIterator[None]:
        tables = Tables(self.config)
        requests.router.routes = HttpApi(tables, self.static).routes()
        self.sockets = Sockets(tables)
        gc.freeze()  # what was loaded so far stays for good
        gc.set_threshold(100_000, 20, 100)
        log("started", host=self.config.host, port=self.config.port)
        try:
            yield
        finally:
            await tables.close()
            log("stopped")

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            assert self.sockets is not None
            await self.sockets(scope, receive, send)
        elif scope["type"] == "http":
            await self.answer(scope, receive, send)
        else:
            await self.requests(scope, receive, send)

    async def answer(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Every answer gets the security headers; unsafe requests from elsewhere get no more."""

        async def send_guarded(message: AsgiMessage) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *SECURITY]
            await send(message)

        is_unsafe = scope["method"] not in SAFE_METHODS
        if is_unsafe and not is_trusted(scope["headers"], self.config.origins):
            await failure("foreign_origin")(scope, receive, send_guarded)
        else:
            await self.requests(scope, receive, send_guarded)
