"""Web Push: a message only one browser can read (RFC 8291), signed by this server (RFC 8292).

The standard library has no elliptic curves, so this needs the extra `kamiza[push]`; whoever imports
this module without it gets an `ImportError`, and the server then says that it cannot push.
"""

from __future__ import annotations

import json
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD = 4096  # bytes of the one record; every push service takes as much
LONGEST = RECORD - 86 - 17  # its head, its padding mark and its tag
VALID_SECONDS = 12 * 3600  # of a signature; a day is the most a push service takes
CURVE = ec.SECP256R1()


def unpadded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def padded(text: str) -> bytes:
    """The bytes of base64url; a `ValueError` if it is none."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    raw: bytes = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return raw


def private_key(raw: bytes) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(raw), CURVE)


def new_private_key() -> bytes:
    number: int = ec.generate_private_key(CURVE).private_numbers().private_value
    return number.to_bytes(32)


def is_public_key(raw: bytes) -> bool:
    """Is it a point of the curve, as browsers write it?"""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, raw)
    except ValueError:
        return False
    return len(raw) == 65


def derived(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    key: bytes = HKDF(hashes.SHA256(), length, salt, about).derive(secret)
    return key


def encrypted(
    text: bytes,
    browser: bytes,
    auth: bytes,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """A message that only the holder of the browser's key reads, as one record of aes128gcm."""
    own = own or ec.generate_private_key(CURVE)
    salt = salt or secrets.token_bytes(16)
    public = point(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser))
    key_material = derived(shared, auth, b"WebPush: info\0" + browser + public, 32)
    key = derived(key_material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(key_material, salt, b"Content-Encoding: nonce\0", 12)
    sealed: bytes = AESGCM(key).encrypt(nonce, text[:LONGEST] + b"\x02", None)
    return salt + RECORD.to_bytes(4) + bytes([len(public)]) + public + sealed


class Signer:
    """Tells push services which server speaks, without an account at any of them."""

    def __init__(self, raw: bytes, contact: str) -> None:
        self.key = private_key(raw)
        self.contact = contact
        self.public = unpadded(point(self.key.public_key()))

    def authorization(self, endpoint: str, now: float | None = None) -> str:
        """The header for one push service."""
        place = urlsplit(endpoint)
        claims: dict[str, object] = {
            "aud": f"{place.scheme}://{place.netloc}",
            "exp": int(time.time() if now is None else now) + VALID_SECONDS,
        }
        if self.contact:
            claims["sub"] = self.contact
        head = unpadded(b'{"typ":"JWT","alg":"ES256"}')
        signed = f"{head}.{unpadded(json.dumps(claims, separators=(',', ':')).encode())}"
        r, s = decode_dss_signature(self.key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        token = f"{signed}.{unpadded(r.to_bytes(32) + s.to_bytes(32))}"
        return f"vapid t={token}, k={self.public}"
