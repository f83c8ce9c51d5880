"""What every endpoint needs: a body that is read, an answer as JSON, and a way to say no."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from kamiza.server.inner.passing import BODY
from kamiza.server.limits import BODY_BYTES, Busy
from kamiza.server.messages import Text, encode
from kamiza.server.web import Request, Response

Body = TypeVar("Body")
Endpoint = Callable[[Request], Awaitable[Response]]


class Problem(Struct, omit_defaults=True):
    """What went wrong with a request."""

    code: str
    sentence: Text
    rule: str | UnsetType = UNSET


class Failure(Struct):
    """The body of every answer that is not a success."""

    error: Problem


class Fail(Exception):
    """A request that ends with an error; the code is a key of `FAULTS`."""

    def __init__(self, code: str, seconds: float | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.wait = None if seconds is None else Busy(seconds).seconds


def as_json(body: Any, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(encode(body), status, headers, media_type="application/json")


async def read(request: Request, kind: type[Body], most: int = BODY_BYTES) -> Body:
    """The body of a request, small and of the right shape."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise Fail("too_large")
    request.scope[BODY] = bytes(body)
    try:
        return msgspec.json.decode(bytes(body), type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Fail("malformed") from None
