"""Who may talk to the server from a browser: pages of the server itself, and nobody else."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

Headers = Iterable[tuple[bytes, bytes]]


class BadOrigin(Exception):
    """An `Origin` that is none."""


def header(headers: Headers, name: bytes) -> str | None:
    """The value of a header; None if it is missing."""
    for key, value in headers:
        if key == name:
            return value.decode("latin-1")
    return None


def is_trusted(headers: Headers, allowed: tuple[str, ...]) -> bool:
    """The same origin, one that was allowed by name, or no browser at all.

    A browser always names its origin here; a program that does not must show a bearer token,
    which no foreign page can make a browser send.
    """
    headers = list(headers)
    origin = header(headers, b"origin")
    if origin is None:
        return bearer(headers) is not None
    if origin in allowed:
        return True
    host = header(headers, b"host")
    return host is not None and origin != "null" and place_of(origin) == host


def place_of(origin: str) -> str:
    """Host and port of an origin."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        raise BadOrigin from None


def bearer(headers: Headers) -> str | None:
    """The token of an `Authorization: Bearer` header."""
    value = header(headers, b"authorization")
    if value is None or not value.lower().startswith("bearer "):
        return None
    return value[7:].strip() or None
