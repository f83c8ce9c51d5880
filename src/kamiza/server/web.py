"""Requests, answers and routes: Starlette's, or in a browser the few of its parts we use.

A browser has no sockets and every module has to be fetched, so `kamiza.device` brings its own.
"""

from __future__ import annotations

import sys

if sys.platform == "emscripten":
    from kamiza.device.web import (
        BaseRoute,
        ClientDisconnect,
        PlainTextResponse,
        Request,
        Response,
        Route,
        StreamingResponse,
    )
else:
    from starlette.requests import ClientDisconnect, Request
    from starlette.responses import PlainTextResponse, Response, StreamingResponse
    from starlette.routing import BaseRoute, Route

__all__ = [
    "BaseRoute",
    "ClientDisconnect",
    "PlainTextResponse",
    "Request",
    "Response",
    "Route",
    "StreamingResponse",
]
