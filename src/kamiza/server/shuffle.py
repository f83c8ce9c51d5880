"""Where the shuffles of tables and the moods of bots come from."""

from __future__ import annotations

import hashlib
import secrets


class Shuffler:
    """Real chance, unless the server rehearses: then every start of it brings the same games.

    A rehearsal is for tests and demonstrations: who knows its text knows every card.
    """

    def __init__(self, rehearsal: str = "") -> None:
        self.rehearsal = rehearsal
        self.tables = 0

    def table_key(self) -> bytes:
        """The key of the next table's shuffle."""
        if not self.rehearsal:
            return secrets.token_bytes(32)
        self.tables += 1
        return self._rehearsed(b"table %d" % self.tables)

    def bot_seed(self, view: bytes) -> int:
        """What a bot that sees this rolls its dice with."""
        if not self.rehearsal:
            return secrets.randbits(62)
        return int.from_bytes(self._rehearsed(view)[:7], "big")

    def _rehearsed(self, what: bytes) -> bytes:
        return hashlib.blake2b(what, digest_size=32, key=self.rehearsal.encode()[:64]).digest()
