"""What all tables of a server share: the file, the bots, the shuffles, the limits, the counters."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kamiza.play.players import clean_name
from kamiza.play.word_list import WordList
from kamiza.play.words import refusal
from kamiza.server.bots import Bots
from kamiza.server.config import Config
from kamiza.server.gate import Gate
from kamiza.server.house import House
from kamiza.server.process import watch_process
from kamiza.server.reports import Reports
from kamiza.server.shuffle import Shuffler
from kamiza.server.store.homes import house_of, neighbourhood_of, store_of

if sys.platform == "emscripten":
    from kamiza.device.calls import Calls
else:
    from kamiza.server.calls.service import Calls


def read_lines(file: Path | None) -> list[str]:
    return [] if file is None else file.read_text("utf-8").splitlines()


class Services:
    """Made once, when the server starts."""

    def __init__(
        self,
        config: Config,
        lost: Callable[[str], None],
        overtaken: Callable[[str], None],
        gate: Gate,
    ) -> None:
        self.config = config
        self.game_ended: Callable[[Any], None] = lambda live: None  # told of every game that ends
        self.metrics = gate.metrics
        self.store = store_of(config, self.metrics, lost, overtaken)
        self.neighbourhood = neighbourhood_of(config, self.store, self.metrics)
        self.house: House = house_of(config, self.store)
        self.reports = Reports(config.data)
        self.calls = Calls(config, self.store, self.metrics)
        self.read_words()
        self.shuffler = Shuffler(config.rehearsal)
        self.bots = Bots(
            config.bot_workers, config.bot_seconds, config.search_budget, self.metrics,
            self.shuffler,
        )  # fmt: skip
        if self.neighbourhood is not None:
            self.bots.elsewhere = self.neighbourhood.thinkers
        self.limits = gate.limits
        self.metrics.draining.read = lambda: float(self.house.is_draining)
        self.metrics.read_only.read = lambda: float(self.house.is_read_only)
        watch_process(self.metrics)
        self.metrics.saving.read = lambda: float(self.store.works)

    async def open(self) -> None:
        if self.neighbourhood is not None:
            await self.neighbourhood.introduce()
        await self.store.open()
        await self.house.open()
        if self.neighbourhood is not None:
            await self.neighbourhood.learn_secret()
        await self.calls.open()

    def read_words(self) -> None:
        """The list of words as it is now."""
        self.words = WordList(read_lines(self.config.words))

    def checked_name(self, name: str) -> str:
        """A name as it is shown; refused if a word in it is not wanted here."""
        clean = clean_name(name)
        if self.words.has(clean):
            raise refusal("unwanted_name")
        return clean

    @property
    def can_change(self) -> bool:
        """May anything happen at a table now?"""
        return self.store.works and not self.house.is_read_only

    async def close(self) -> None:
        self.bots.close()
        await self.calls.close()
        await self.store.close()
        if self.neighbourhood is not None:
            await self.neighbourhood.close()
