"""Chance: integers only, part of the state, cheap to copy.

Two modes behind one `below`. *Fast*: two small integers (a permuted congruential generator with
its own increment), for simulation and search. *Sealed*: a 256-bit key and one counter per named
stream through a keyed hash, for real tables: it cannot be guessed from what players see, is
committed to before the first card and can be checked by anybody afterwards.

No intermediate result reaches 2**63, so `int` and `i64` agree bit for bit on every runtime.
"""

from __future__ import annotations

from hashlib import blake2b, sha256
from typing import Final, final

from kamiza.core.native import i64, mypyc_attr

WORD: Final = 0xFFFF_FFFF
STREAMS: Final = 16  # a game names its piles with streams 0 .. 15


def mix(word: i64) -> i64:
    """Scatter the bits of a 32-bit word, so that neighbouring seeds have nothing in common."""
    w: i64 = word & WORD
    w = ((w >> 16) ^ w) * 0x45D9F3B & WORD
    w = ((w >> 16) ^ w) * 0x45D9F3B & WORD
    return (w >> 16) ^ w


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Rng:
    """A generator; `below` is its only source of chance."""

    __slots__ = ("counters", "increment", "key", "state")
    state: i64
    increment: i64  # odd; generators with different ones are different sequences
    key: bytes  # 32 bytes in sealed mode, empty in fast mode
    counters: list[int]  # draws made so far from each stream, in sealed mode

    def __init__(self, state: i64, increment: i64, key: bytes, counters: list[int]) -> None:
        self.state = state
        self.increment = increment
        self.key = key
        self.counters = counters

    def below(self, n: i64, stream: i64 = 0) -> i64:
        """A random number from 0 to n - 1, n at most 2**30. Only sealed mode tells the streams
        apart."""
        if len(self.key) != 0:
            return self._sealed_below(n, stream)
        s: i64 = (self.state * 747796405 + self.increment) & WORD
        self.state = s
        w: i64 = ((s >> ((s >> 28) + 4)) ^ s) * 277803737 & WORD
        return ((w >> 22 ^ w) * n) >> 32

    def _sealed_below(self, n: i64, stream: i64) -> i64:
        count: int = self.counters[stream]
        self.counters[stream] = count + 1
        return sealed_draw(self.key, stream, count, n)

    def shuffle(self, items: list[int], stream: i64 = 0) -> None:
        """Put the items in random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1, stream)
            items[last], items[other] = items[other], items[last]

    def fork(self) -> Rng:
        """A fast generator of its own that follows from this one."""
        state: i64 = self.below(1 << 30) << 2 | self.below(4)
        return Rng(state, self.below(1 << 30) << 1 | 1, b"", [])

    def clone(self) -> Rng:
        """A copy that goes on exactly like this one."""
        if len(self.key) == 0:
            return Rng(self.state, self.increment, self.key, self.counters)
        return Rng(self.state, self.increment, self.key, self.counters[:])


def fast_rng(seed: int) -> Rng:
    """A fast generator; any whole number is a seed."""
    low: i64 = seed & WORD
    high: i64 = (seed >> 32) & WORD
    state: i64 = mix(low ^ mix(high + 0x9E3779B9))
    return Rng(state, mix(state + low) >> 1 << 1 | 1, b"", [])


def sealed_rng(key: bytes) -> Rng:
    """A sealed generator for a real table."""
    if len(key) != 32:
        raise ValueError("a sealed shuffle needs a key of 32 bytes")
    return Rng(0, 1, key, [0] * STREAMS)


def sealed_draw(key: bytes, stream: int, count: int, n: int) -> int:
    """Draw number `count` of a stream: 64 bits of a keyed hash, scaled to n."""
    message = stream.to_bytes(1, "big") + count.to_bytes(8, "big")
    word = int.from_bytes(blake2b(message, key=key, digest_size=8).digest(), "big")
    return word * n >> 64


def commitment(key: bytes) -> str:
    """What is published at the start of a sealed game; the key is revealed at its end."""
    return sha256(key).hexdigest()
