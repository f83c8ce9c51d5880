"""The letters of a push: sealed as RFC 8291 says, signed as RFC 8292 says."""

import json

import pytest

pytest.importorskip("cryptography", reason="Web Push is not tested: kamiza[push] is not installed")

from calls_kit import Browser
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from kamiza.server.calls import push

# RFC 8291, section 5 and appendix A
PLAIN = b"When I grow up, I want to be a watermelon"
AUTH = push.padded("BTBZMqHH6r4Tts7J_aSIgg")
BROWSER = push.padded(
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)
OWN = push.padded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
SALT = push.padded("DGv6ra1nlYgDCS1FRnbzlw")
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6"
    "TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy"
    "4a-fN"
)


def test_the_example_of_rfc_8291() -> None:
    made = push.encrypted(PLAIN, BROWSER, AUTH, push.private_key(OWN), SALT)
    assert push.unpadded(made) == SEALED


def test_only_the_browser_reads_it() -> None:
    browser, other = Browser(), Browser()
    sealed = push.encrypted("神の番".encode(), browser.public, browser.auth)
    assert browser.read(sealed).decode() == "神の番"
    assert b"\xe7\xa5\x9e" not in sealed
    with pytest.raises(Exception):  # noqa: B017, PT011 - whatever its own library says
        other.read(sealed)
    assert push.encrypted(b"same", browser.public, browser.auth) != push.encrypted(
        b"same", browser.public, browser.auth
    )


def test_the_longest_message_is_one_record() -> None:
    browser = Browser()
    sealed = push.encrypted(b"x" * 5000, browser.public, browser.auth)
    assert len(sealed) == push.RECORD
    assert browser.read(sealed) == b"x" * push.LONGEST


def test_a_signature_names_the_push_service_and_can_be_checked() -> None:
    signer = push.Signer(push.new_private_key(), "mailto:table@example.org")
    header = signer.authorization("https://push.example.net:8443/send/abc?x=1", now=1000.0)
    scheme, _, rest = header.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", signer.public)
    head, claims, signature = parts["t"].split(".")
    assert json.loads(push.padded(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(push.padded(claims)) == {
        "aud": "https://push.example.net:8443",
        "exp": 1000 + push.VALID_SECONDS,
        "sub": "mailto:table@example.org",
    }
    raw = push.padded(signature)
    assert len(raw) == 64
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(push.CURVE, push.padded(parts["k"]))
    key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        key.verify(der, f"{head}.{claims}x".encode(), ec.ECDSA(hashes.SHA256()))


def test_a_key_lasts() -> None:
    raw = push.new_private_key()
    assert push.Signer(raw, "").public == push.Signer(raw, "").public
    assert push.is_public_key(push.padded(push.Signer(raw, "").public))
    assert not push.is_public_key(b"\x04" + bytes(64))
    assert not push.is_public_key(b"")
