"""Passing for people who have nothing to say, after a pause that does not tell why."""

from __future__ import annotations

import asyncio

from kamiza.core.action import Refusal
from kamiza.play.auto_pass import ASK_ME, Switches, is_passed, pause
from kamiza.server.host import Host


class AutoPasser:
    """Keeps what every seat wants to be asked, and answers the rest."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.switches: dict[int, Switches] = {}
        self.waiting: asyncio.TimerHandle | None = None
        self.version = -1  # of the question that is waited with
        self.task: asyncio.Task[None] | None = None

    def switch(self, seat: int, switches: Switches) -> bool:
        """A player changes what they want to be asked; an open question is looked at again.

        False if nothing is new: whoever repeats it must not begin the pause anew.
        """
        if self.switches.get(seat, ASK_ME) == switches:
            return False
        self.switches[seat] = switches
        self.stop()
        self.look()
        return True

    def passes_for(self, seat: int) -> bool:
        """Is the open question of this seat answered by the table?"""
        table = self.host.table
        if table.asked != seat or seat < 0 or self.host.players[seat].bot_level:
            return False
        asked = table.game.auto_pass(table.state)
        return asked is not None and is_passed(asked, self.switches.get(seat, ASK_ME))

    def look(self) -> None:
        """After any change: is there a question to be passed?"""
        table = self.host.table
        if self.version == table.version:
            return
        self.stop()
        asked = table.game.auto_pass(table.state) if self.host.is_watched() else None
        if asked is None or not self.passes_for(table.asked):
            return
        self.version = table.version
        loop = asyncio.get_running_loop()
        self.waiting = loop.call_later(pause(asked), self.begin, asked.move)

    def stop(self) -> None:
        self.version = -1
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None

    def begin(self, move: str) -> None:
        self.task = asyncio.create_task(self.answer(move, self.version))

    async def answer(self, move: str, version: int) -> None:
        """Pass, if the question is still the same."""
        host = self.host
        async with host.lock:
            seat = host.table.asked
            if host.table.version != version or not self.passes_for(seat):
                return
            try:
                change = host.table.prepare_act(seat, (move,), version, f"pass {version}")
                await host.commit(change)
            except Refusal:
                self.stop()  # not saved: looked at again when saving works
