"""Keys: what is kept under one is sealed, and opens to whoever shows its proof alone."""

import asyncio
import base64
import secrets
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import QUICK
from server_kit import Server
from test_store import with_stores

from kamiza.server import keys
from kamiza.server.config import Config
from kamiza.server.store import Store, Unmet

NAME, OTHER = "0" * 32, "f" * 32
PROOF, WRONG = "a" * 64, "b" * 64
FIRST, SECOND = "1" * 32, "2" * 32


async def refused(doing: Any, code: str) -> None:
    with pytest.raises(Unmet) as why:
        await doing
    assert why.value.code == code


# -- the store, in either home --------------------------------------------------------------------


def test_what_is_kept_is_read_again_and_told_since_any_change(home: Config) -> None:
    async def scenario(store: Store) -> None:
        await keys.make(store, NAME, PROOF)
        assert await keys.items_after(store, NAME, 0) == []
        assert await keys.write(store, NAME, 0, [(FIRST, b"one"), (SECOND, b"two")]) == 1
        assert await keys.write(store, NAME, 1, [(FIRST, b"newer")]) == 2
        assert await keys.write(store, NAME, 2, [(SECOND, b"")]) == 3
        found = await keys.items_after(store, NAME, 0)
        assert [(i.item, i.n, i.sealed) for i in found] == [(FIRST, 2, b"newer"), (SECOND, 3, b"")]
        assert [i.item for i in await keys.items_after(store, NAME, 2)] == [SECOND]
        key = await keys.find(store, NAME, PROOF)
        assert (key.n, key.things, key.bytes) == (3, 2, len("newer"))

    with_stores(home, scenario)


def test_of_two_devices_that_write_at_once_one_looks_again(home: Config) -> None:
    async def scenario(store: Store) -> None:
        await keys.make(store, NAME, PROOF)
        writes = [keys.write(store, NAME, 0, [(item, b"x")]) for item in (FIRST, SECOND)]
        done = await asyncio.gather(*writes, return_exceptions=True)
        assert [str(one) for one in done] == ["1", "changed"]
        assert [i.item for i in await keys.items_after(store, NAME, 0)] == [FIRST]

    with_stores(home, scenario)


def test_a_wrong_proof_is_answered_as_a_key_that_nobody_made(home: Config) -> None:
    async def scenario(store: Store) -> None:
        await keys.make(store, NAME, PROOF)
        await refused(keys.find(store, NAME, WRONG), "unknown_key")
        await refused(keys.find(store, OTHER, PROOF), "unknown_key")
        await refused(keys.make(store, NAME, WRONG), "unknown_key")
        await keys.make(store, NAME, PROOF)  # the first answer was lost: it is there

    with_stores(home, scenario)


def test_a_key_that_is_full_takes_nothing_more_and_loses_nothing(
    home: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(store: Store) -> None:
        await keys.make(store, NAME, PROOF)
        await keys.write(store, NAME, 0, [(FIRST, b"x" * 60)])
        await refused(keys.write(store, NAME, 1, [(SECOND, b"x" * 60)]), "key_full")
        key = await keys.find(store, NAME, PROOF)
        assert (key.n, key.things, key.bytes) == (1, 1, 60)
        await keys.write(store, NAME, 1, [(FIRST, b"")])
        await keys.write(store, NAME, 2, [(SECOND, b"x" * 60)])
        monkeypatch.setattr(keys, "MOST_THINGS", 2)
        await refused(keys.write(store, NAME, 3, [("3" * 32, b"")]), "key_full")
        monkeypatch.setattr(keys, "MOST_KEYS", 1)
        await refused(keys.make(store, OTHER, PROOF), "too_many_keys")

    monkeypatch.setattr(keys, "MOST_BYTES", 100)
    with_stores(home, scenario)


def test_more_than_an_answer_holds_is_told_in_several(
    home: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "ITEMS_AT_ONCE", 3)

    async def scenario(store: Store) -> None:
        await keys.make(store, NAME, PROOF)
        for n in range(4):
            await keys.write(store, NAME, n, [(f"{n}{k}".ljust(32, "0"), b"x") for k in range(2)])
        told, after = [], 0
        while found := await keys.items_after(store, NAME, after):
            told.append([i.n for i in found])
            after = found[-1].n
        assert told == [[1, 1, 2, 2], [3, 3, 4, 4]]  # never half of a change

    with_stores(home, scenario)


def test_what_is_deleted_is_gone_and_what_nobody_uses_goes(home: Config) -> None:
    async def scenario(store: Store) -> None:
        for name in (NAME, OTHER):
            await keys.make(store, name, PROOF)
            await keys.write(store, name, 0, [(FIRST, b"x")])
        await keys.delete(store, NAME)
        await refused(keys.find(store, NAME, PROOF), "unknown_key")
        assert await store.rows("select key_name from key_items") == [(OTHER,)]
        assert await keys.delete_unused(store, time.time() - 60) == 0
        assert await keys.delete_unused(store, time.time() + 60) == 1
        assert await store.rows("select key_name from key_items") == []

    with_stores(home, scenario)


# -- requests -------------------------------------------------------------------------------------


def new_key(server: Server) -> tuple[str, str]:
    name, proof = secrets.token_hex(16), secrets.token_hex(32)
    status, _ = server.request("POST", "/api/keys", {"key": name, "proof": proof})
    assert status == 201
    return name, proof


def put(server: Server, key: tuple[str, str], after: int, sealed: bytes, item: str = FIRST) -> Any:
    body = {"after": after, "items": [{"item": item, "sealed": base64.b64encode(sealed).decode()}]}
    return server.request("POST", f"/api/keys/{key[0]}", body, token=key[1])


def test_a_device_writes_and_another_reads(server: Server) -> None:
    key = new_key(server)
    assert put(server, key, 0, b"sealed") == (200, {"n": 1})
    status, answer = put(server, key, 0, b"late")
    assert (status, answer["error"]["code"]) == (409, "changed")
    status, answer = server.request("GET", f"/api/keys/{key[0]}?after=0", token=key[1])
    sealed = base64.b64encode(b"sealed").decode()
    kept = [{"item": FIRST, "sealed": sealed}]
    assert answer == {"n": 1, "more": False, "items": kept, "things": 1, "bytes": 6}
    status, answer = server.request("GET", f"/api/keys/{key[0]}?after=1", token=key[1])
    assert (answer["n"], answer["items"]) == (1, [])


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_nobody_reads_writes_or_deletes_what_another_keeps(server: Server, method: str) -> None:
    mine, theirs = new_key(server), new_key(server)
    put(server, mine, 0, b"mine")
    body = {"after": 1, "items": [{"item": FIRST, "sealed": ""}]} if method == "POST" else None
    for token in (theirs[1], "", mine[0], "x" * 64):
        status, answer = server.request(method, f"/api/keys/{mine[0]}", body, token=token)
        assert status == 403
        assert answer["error"]["code"] in ("unknown_key", "foreign_origin")
    status, answer = server.request("GET", f"/api/keys/{mine[0]}", token=mine[1])
    assert [base64.b64decode(i["sealed"]) for i in answer["items"]] == [b"mine"]


BAD: list[tuple[str, Any, int, str]] = [
    ("/api/keys", {"key": "short", "proof": PROOF}, 400, "malformed"),
    ("/api/keys", {"key": NAME, "proof": "a" * 63}, 400, "malformed"),
    ("/api/keys", [], 400, "malformed"),
    ("/api/keys/{key}", {"after": -1, "items": [{"item": FIRST, "sealed": ""}]}, 400, "malformed"),
    ("/api/keys/{key}", {"after": 0, "items": []}, 400, "malformed"),
    ("/api/keys/{key}", {"after": 0, "items": [{"item": "../x", "sealed": ""}]}, 400, "malformed"),
    ("/api/keys/{key}", {"after": 0, "items": [{"item": FIRST, "sealed": "?"}]}, 400, "malformed"),
    (
        "/api/keys/{key}",
        {"after": 0, "items": [{"item": FIRST, "sealed": "A" * 8400}]},
        413,
        "too_large",
    ),
    (
        "/api/keys/{key}",
        {"after": 0, "items": [{"item": FIRST, "sealed": "A" * 20_000}]},
        413,
        "too_large",
    ),
]


@pytest.mark.parametrize(("path", "body", "status", "code"), BAD)
def test_what_is_no_such_request_is_said_so_and_nothing_is_written(
    server: Server, path: str, body: Any, status: int, code: str
) -> None:
    key = new_key(server)
    found, answer = server.request("POST", path.format(key=key[0]), body, token=key[1])
    assert (found, answer["error"]["code"]) == (status, code)
    _, kept = server.request("GET", f"/api/keys/{key[0]}", token=key[1])
    assert (kept["n"], kept["items"]) == (0, [])
    for after in ("x", "-1", "9" * 12):
        found, answer = server.request("GET", f"/api/keys/{key[0]}?after={after}", token=key[1])
        assert (found, answer["error"]["code"]) == (400, "malformed")


def test_the_file_of_the_server_holds_no_proof_and_its_log_neither(tmp_path: Path) -> None:
    """A lost file opens nothing: it has the hash of a proof, and what is sealed as it came."""
    with Server(tmp_path, *QUICK) as server:
        key = new_key(server)
        sealed = secrets.token_bytes(40)
        put(server, key, 0, sealed)
        everything = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
        assert sealed in everything
        assert key[0].encode() in everything
        assert key[1].encode() not in everything
        assert bytes.fromhex(key[1]) not in everything
        status, _ = server.request("DELETE", f"/api/keys/{key[0]}", token=key[1])
        assert status == 200


def test_a_flood_of_new_keys_is_refused(tmp_path: Path) -> None:
    with Server(tmp_path, "--tables-per-minute", "3") as server:
        bodies = [{"key": secrets.token_hex(16), "proof": PROOF} for _ in range(6)]
        told = [server.request("POST", "/api/keys", body)[0] for body in bodies]
        assert told[:3] == [201] * 3
        assert 429 in told[3:]
