"""As much of a web framework as the server's endpoints use, for a browser's worker.

The names and what they do are Starlette's; `kamiza.server.web` chooses between the two.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote


class ClientDisconnect(Exception):
    """Whoever asked has gone; in a browser nobody goes while they wait."""


class Client(NamedTuple):
    host: str
    port: int


class Request:
    """A question, with its whole body."""

    def __init__(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes = b""
    ) -> None:
        path, _, query = address.partition("?")
        raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        self.method = method
        self.path = unquote(path)
        self.query_params = dict(parse_qsl(query, keep_blank_values=True))
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.path_params: dict[str, str] = {}
        self.client = Client("here", 0)
        self.scope: dict[str, Any] = {"method": method, "path": self.path, "headers": raw}
        self.body = body

    async def stream(self) -> AsyncIterator[bytes]:
        yield self.body


class Response:
    """An answer."""

    media_type = ""

    def __init__(
        self,
        content: bytes | str = b"",
        status_code: int = 200,
        headers: Mapping[str, str] | None = None,
        media_type: str = "",
    ) -> None:
        self.body = content.encode() if isinstance(content, str) else content
        self.status_code = status_code
        self.headers = {"content-type": media_type or self.media_type, **(headers or {})}

    async def whole(self) -> bytes:
        return self.body


class PlainTextResponse(Response):
    media_type = "text/plain; charset=utf-8"


class StreamingResponse(Response):
    """An answer in pieces, put together again."""

    def __init__(
        self,
        content: AsyncIterator[bytes],
        status_code: int = 200,
        headers: Mapping[str, str] | None = None,
        media_type: str = "",
    ) -> None:
        super().__init__(b"", status_code, headers, media_type)
        self.pieces = content

    async def whole(self) -> bytes:
        return b"".join([piece async for piece in self.pieces])


Endpoint = Callable[[Request], Awaitable[Response]]


class BaseRoute:
    """Where a question may lead."""

    def __init__(self, path: str, endpoint: Endpoint, methods: list[str]) -> None:
        pattern = re.sub(r"\{(\w+):path\}", r"(?P<\1>.*)", path)
        pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", pattern)
        self.pattern = re.compile(pattern)
        self.endpoint = endpoint
        self.methods = methods


class Route(BaseRoute):
    """One path, one endpoint."""


async def answer(routes: list[BaseRoute], request: Request) -> Response:
    """What the first route that fits has to say."""
    for route in routes:
        found = route.pattern.fullmatch(request.path)
        if found is not None and request.method in route.methods:
            request.path_params = found.groupdict()
            return await route.endpoint(request)
    return Response(b"", 405)
