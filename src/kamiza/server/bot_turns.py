"""Bots at a table: as long as they are asked and somebody watches, they answer."""

from __future__ import annotations

import asyncio
import time

from kamiza.core.action import Refusal
from kamiza.core.game import Game, State
from kamiza.play.table import BOT
from kamiza.server.bots import Bots, NoAnswer
from kamiza.server.host import Host
from kamiza.server.log import log
from kamiza.server.messages import encode


class BotTurns:
    """The bots of one table, one act after the other."""

    def __init__(self, host: Host, bots: Bots, pause: float) -> None:
        self.host = host
        self.bots = bots
        self.pause = pause  # seconds an act takes at least
        self.task: asyncio.Task[None] | None = None

    @property
    def are_thinking(self) -> bool:
        return self.task is not None and not self.task.done()

    def look(self) -> None:
        """After any change: is a bot asked?"""
        if self.host.is_for_bots() and not self.are_thinking:
            self.task = asyncio.create_task(self.play())

    def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()

    async def play(self) -> None:
        host = self.host
        while host.is_for_bots():
            seat, version = host.table.asked, host.table.version
            began = time.monotonic()
            moves = await self.choose(seat, host.players[seat].bot_level)
            await asyncio.sleep(max(0.0, self.pause - time.monotonic() + began))
            async with host.lock:
                if host.table.version == version and host.is_for_bots():
                    await self.act(seat, moves)

    async def choose(self, seat: int, level: str) -> tuple[str, ...]:
        """The moves of one act, from what the seat knows."""
        game, state = self.host.table.game, self.host.table.state
        view = encode(game.view(state, seat).as_json())
        try:
            return tuple(await self.bots.answer(game.name, level, view))
        except NoAnswer:
            return (usual_move(game, self.host.table.state),)

    async def act(self, seat: int, moves: tuple[str, ...]) -> None:
        """Carry out a bot's act; what cannot be is replaced by the usual answer."""
        table = self.host.table
        version = table.version
        name = f"bot {version}"
        by = self.host.players[seat].lent_why or BOT
        try:
            change = table.prepare_act(seat, moves, version, name, by)
        except Refusal as refused:
            log("bot_refused", game=table.game.name, rule=refused.rule)
            usual = usual_move(table.game, table.state)
            change = table.prepare_act(seat, (usual,), version, name, by)
        try:
            await self.host.commit(change)
        except Refusal:
            return  # not saved: asked again when saving works


def usual_move(game: Game, state: State) -> str:
    """The answer given for somebody who gives none."""
    return game.describe(game.default_move(state))
