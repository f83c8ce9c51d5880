"""Links in mails and pushes that do one small thing: no more calls, or yes to an address.

A ticket says what it is for and is signed with a secret of the house, so nothing has to be kept for
it. It opens no seat and shows nothing.
"""

from __future__ import annotations

import hmac
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import NamedTuple

CONFIRM = "yes"  # this address may be written to
NO_MAIL = "mail"  # no mail any more
NO_TABLE = "table"  # nothing of this table any more
CONFIRM_SECONDS = 2 * 86400
SIGNED_BYTES = 16


class Ticket(NamedTuple):
    what: str
    device: bytes
    about: str  # a table, or the hash of an address
    until: int  # seconds since 1970; 0 is for ever


class Tickets:
    """Made and read with one secret."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    def make(self, what: str, device: bytes, about: str = "", until: int = 0) -> str:
        text = "\n".join((what, device.hex(), about, str(until))).encode()
        return urlsafe_b64encode(self.sign(text) + text).rstrip(b"=").decode()

    def sign(self, text: bytes) -> bytes:
        return hmac.digest(self.secret, text, "sha256")[:SIGNED_BYTES]

    def read(self, ticket: str) -> Ticket | None:
        """What a ticket is for; None if it is none, or too old."""
        try:
            raw = urlsafe_b64decode(ticket + "=" * (-len(ticket) % 4))
            signature, text = raw[:SIGNED_BYTES], raw[SIGNED_BYTES:]
            if not hmac.compare_digest(signature, self.sign(text)):
                return None
            what, device, about, until = text.decode().split("\n")
        except ValueError:
            return None
        found = Ticket(what, bytes.fromhex(device), about, int(until))
        return None if found.until and found.until < time.time() else found


def address_mark(address: str) -> str:
    return sha256(address.encode()).hexdigest()[:16]
