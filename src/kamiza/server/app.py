"""The whole server as one ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

from kamiza.server.connection import Message, Send
from kamiza.server.hall import Hall
from kamiza.server.http import Requests, failure
from kamiza.server.log import log
from kamiza.server.origin import is_trusted
from kamiza.server.settings import Settings
from kamiza.server.sockets import Receive, Sockets
from kamiza.server.static import Static

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

Asgi = Callable[[dict[str, Any], Receive, Send], Any]


class Guard:
    """Every answer gets the security headers; unsafe requests from elsewhere get no answer."""

    def __init__(self, app: Asgi, settings: Settings) -> None:
        self.app = app
        self.origins = settings.origins

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *SECURITY]
            await send(message)

        unsafe = scope["method"] not in SAFE_METHODS
        if unsafe and not is_trusted(scope["headers"], self.origins):
            await failure("foreign_origin")(scope, receive, send_guarded)
            return
        await self.app(scope, receive, send_guarded)


class Router:
    """Sends each request to the server's parts, which exist from start-up to shutdown."""

    def __init__(self, settings: Settings, static: Static | None = None) -> None:
        self.settings = settings
        self.static = static or Static()
        self.starlette = Starlette(lifespan=self.lifespan)

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        hall = Hall(self.settings)
        requests = Requests(hall, self.static)
        app.router.routes = [
            WebSocketRoute("/ws/{table}", Sockets(hall)),
            *requests.routes(),
        ]
        self.hall = hall
        log("started", host=self.settings.host, port=self.settings.port)
        try:
            yield
        finally:
            await hall.close()
            log("stopped")


def make_app(settings: Settings) -> Asgi:
    """The application for `uvicorn`."""
    return Guard(Router(settings).starlette, settings)
