"""What every start of a device's tables would do again: read the library, the rules and the cards.

The worker remembers Python's memory as it is after this. Only what is pure Python, or part of
Pyodide itself, can be remembered; `msgspec` is a library of its own, so what needs it comes later.
So are compiled rules, which bring `librt` along: of those nothing is remembered.
"""

import asyncio  # noqa: F401
import hashlib  # noqa: F401
import hmac  # noqa: F401
import ipaddress  # noqa: F401
import logging  # noqa: F401
import secrets  # noqa: F401
import sqlite3  # noqa: F401
import tempfile  # noqa: F401
import urllib.parse  # noqa: F401
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec

if find_spec("librt") is None:
    from kamiza import games

    for name in games.NAMES:
        games.game(name)
    for file in files("kamiza.play").iterdir():
        if file.name[0] != "_" and file.name.endswith((".py", ".pyc")):
            import_module(f"kamiza.play.{file.name.partition('.')[0]}")
