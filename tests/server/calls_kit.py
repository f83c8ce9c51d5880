"""What the table calls, for tests: a browser's keys, and servers that keep what they are sent."""

from __future__ import annotations

import json
import queue
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from kamiza.server.calls.push import unpadded

WAIT = 60.0  # seconds until a test gives up; never how long something may take


class Browser:
    """The other end of a push: it opens what RFC 8291 seals, written from the RFC alone."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = secrets.token_bytes(16)
        self.public = self.key.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )

    def subscription(self, endpoint: str) -> dict[str, str]:
        return {
            "endpoint": endpoint, "p256dh": unpadded(self.public), "auth": unpadded(self.auth)
        }  # fmt: skip

    def read(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert int.from_bytes(body[16:20]) >= len(body) - 21 - length
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), public)
        prk = mac(self.auth, shared)
        ikm = mac(prk, b"WebPush: info\0" + self.public + sender + b"\x01")
        prk = mac(salt, ikm)
        key = mac(prk, b"Content-Encoding: aes128gcm\0\x01")[:16]
        nonce = mac(prk, b"Content-Encoding: nonce\0\x01")[:12]
        opened = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert opened[-1:] == b"\x02", "the last record ends with 2"
        return opened[:-1]

    def told(self, received: Received) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.read(received.body))
        return found


def mac(key: bytes, data: bytes) -> bytes:
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(data)
    return made.finalize()


class Received(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class Listener:
    """A push service, or whoever listens to a webhook. `answers` is said in turn, then 201."""

    def __init__(self) -> None:
        self.got: queue.Queue[Received] = queue.Queue()
        self.answers: list[tuple[int, dict[str, str]]] = []
        self.holds: threading.Event | None = None  # nothing is answered before it is set
        listener = self

        class Answering(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                listener.got.put(Received(self.path, headers, body))
                if listener.holds is not None:
                    listener.holds.wait(WAIT)
                status, more = listener.answers.pop(0) if listener.answers else (201, {})
                self.send_response(status)
                for name, value in more.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *args: object) -> None:
                """Quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
        self.base = f"http://127.0.0.1:{self.server.server_address[1]}"

    def next(self) -> Received:
        return self.got.get(timeout=WAIT)

    def nothing_more(self) -> bool:
        return self.got.empty()


@contextmanager
def listening() -> Iterator[Listener]:
    listener = Listener()
    thread = threading.Thread(target=listener.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield listener
    finally:
        listener.server.shutdown()
        listener.server.server_close()


class PostOffice:
    """A real SMTP server that keeps every letter."""

    def __init__(self) -> None:
        self.got: queue.Queue[tuple[list[str], EmailMessage]] = queue.Queue()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        letter = BytesParser(policy=default).parsebytes(envelope.content)
        assert isinstance(letter, EmailMessage)
        self.got.put((list(envelope.rcpt_tos), letter))
        return "250 OK"

    def next(self) -> tuple[list[str], EmailMessage]:
        return self.got.get(timeout=WAIT)


@contextmanager
def post_office() -> Iterator[tuple[PostOffice, int]]:
    from aiosmtpd.controller import Controller
    from server_kit import free_port

    office, port = PostOffice(), free_port()
    controller = Controller(office, hostname="127.0.0.1", port=port, ready_timeout=WAIT)
    controller.start()
    try:
        yield office, port
    finally:
        controller.stop()
