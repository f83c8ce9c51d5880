"""What somebody keeps under a key of their own, sealed: the server cannot read any of it.

A key is six words that never leave the browser. From them it works out three things (`web/src/lib/
key`): a name under which the server keeps what it is given, a proof of which the server keeps only
the hash, and what everything is sealed with. Whoever has the server's file has no word of a key, no
proof and nothing that was sealed; to try all keys there are 2^66, each of which costs 600,000
rounds.
"""

from __future__ import annotations

import hmac
import time
from dataclasses import dataclass

from kamiza.server.store import Step, Store, Unmet, token_hash
from kamiza.server.writer import Overtaken

MOST_KEYS = 200_000  # of a server
MOST_THINGS = 8_000  # of a key
MOST_BYTES = 4 << 20
ITEM_BYTES = 6 * 1024  # sealed
ITEMS_AT_ONCE = 100  # that are asked for
SEEN_EVERY = 86_400.0  # seconds: it need not be known more exactly when a key was used last


@dataclass(frozen=True, slots=True)
class KeyRow:
    """What the server knows of a key."""

    name: str
    hash: bytes
    n: int
    things: int
    bytes: int
    created: float
    seen: float


@dataclass(frozen=True, slots=True)
class Item:
    """Something that is kept; nothing is left of it but its name if it was thrown away."""

    item: str
    n: int
    sealed: bytes


async def find(store: Store, name: str, proof: str) -> KeyRow:
    """The key of that name; `Unmet` alike for who has a wrong proof and for a key nobody made."""
    rows = await store.rows(
        "select name, hash, n, things, bytes, created, seen from keys where name = ?", name
    )
    key = KeyRow(*rows[0]) if rows else None
    if key is None or not hmac.compare_digest(bytes(key.hash), token_hash(proof)):
        raise Unmet("unknown_key")
    if time.time() - key.seen > SEEN_EVERY:
        await store.change([Step("update keys set seen = ? where name = ?", (time.time(), name))])
    return key


async def make(store: Store, name: str, proof: str) -> None:
    """A new key; made again with the same proof it is the same."""
    if (await store.rows("select count(*) from keys"))[0][0] >= MOST_KEYS:
        raise Unmet("too_many_keys")
    now = time.time()
    values = (name, token_hash(proof), 0, 0, 0, now, now)
    try:
        await store.change([Step("insert into keys values (?, ?, ?, ?, ?, ?, ?)", values)])
    except Overtaken:
        await find(store, name, proof)


async def items_after(store: Store, name: str, n: int) -> list[Item]:
    """What was written after so many changes, oldest first; no more than fit into an answer.

    A change is told whole or not at all, so whoever knows `n` of the last item knows all up to it.
    """
    rows = await store.rows(
        "select item, n, sealed from key_items where key_name = ? and n > ? and n <= coalesce("
        "(select n from key_items where key_name = ? and n > ? order by n limit 1 offset ?),"
        " 2147483647) order by n, item",
        *(name, n, name, n, ITEMS_AT_ONCE - 1),
    )
    return [Item(item, at, bytes(sealed)) for item, at, sealed in rows]


async def write(store: Store, name: str, n: int, items: list[tuple[str, bytes]]) -> int:
    """Write after change number `n`; `Unmet` if another device has written since."""
    steps = [
        Step(
            "update keys set n = n + 1, seen = ? where name = ? and n = ?",
            (time.time(), name, n),
            "changed",
        )
    ]
    for item, sealed in items:
        steps += [
            Step("delete from key_items where key_name = ? and item = ?", (name, item)),
            Step("insert into key_items values (?, ?, ?, ?)", (name, item, n + 1, sealed)),
        ]
    steps += [
        Step(
            "update keys set things = (select count(*) from key_items where key_name = keys.name),"
            " bytes = (select coalesce(sum(length(sealed)), 0) from key_items"
            " where key_name = keys.name) where name = ?",
            (name,),
        ),
        Step(
            "update keys set n = n where name = ? and things <= ? and bytes <= ?",
            (name, MOST_THINGS, MOST_BYTES),
            "key_full",
        ),
    ]
    await store.change(steps)
    return n + 1


async def delete(store: Store, name: str) -> None:
    """Nothing is kept of a key any more."""
    await store.change([Step("delete from keys where name = ?", (name,))])


async def delete_unused(store: Store, before: float) -> int:
    """Keys nobody has used for long; how many there were."""
    count: int = (await store.rows("select count(*) from keys where seen < ?", before))[0][0]
    if count:
        await store.change([Step("delete from keys where seen < ?", (before,))])
    return count
