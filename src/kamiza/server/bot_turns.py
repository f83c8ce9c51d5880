"""Bots at a table: as long as they are asked and somebody watches, they answer."""

from __future__ import annotations

import asyncio
import time

from kamiza.core.game import Game, State
from kamiza.core.refusal import Refusal
from kamiza.play.table import BOT
from kamiza.server.bots import Bots, NoAnswer
from kamiza.server.host import Host
from kamiza.server.log import log
from kamiza.server.messages import encode

NOT_SAVED_PAUSE = 1.0  # seconds until an act is tried again that could not be saved


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
                is_wanted = host.table.version == version and host.is_for_bots()
                if is_wanted:
                    await self.act(seat, moves)
            if is_wanted and host.table.version == version:
                await asyncio.sleep(NOT_SAVED_PAUSE)

    async def choose(self, seat: int, level: str) -> tuple[str, ...]:
        """The moves of one act, from what the seat knows; in a lesson as it is written there."""
        if self.host.guide is not None:
            return self.host.guide.answer(self.host.table)
        game, state = self.host.table.game, self.host.table.state
        view = encode(game.view(state, seat).as_json())
        try:
            return tuple(await self.bots.answer(game.name, level, view))
        except NoAnswer:
            return (usual_move(game, self.host.table.state),)

    async def act(self, seat: int, moves: tuple[str, ...]) -> None:
        """Carry out what a bot chose, each move as an act of its own, so that whoever looks on sees
        one thing after the other; what cannot be is replaced by the usual answer."""
        table = self.host.table
        by = self.host.players[seat].lent_why or BOT
        for move in moves:
            name = f"bot {table.version}"
            try:
                change = table.prepare_act(seat, (move,), table.version, name, by)
            except Refusal as refused:
                log("bot_refused", game=table.game.name, rule=refused.rule)
                usual = usual_move(table.game, table.state)
                change = table.prepare_act(seat, (usual,), table.version, name, by)
                moves = ()
            try:
                await self.host.commit(change)
            except Refusal:
                return  # not saved: asked again when saving works
            if not moves or table.asked != seat:
                return


def usual_move(game: Game, state: State) -> str:
    """The answer given for somebody who gives none."""
    return game.describe(game.default_move(state))
