"""Passing for people who have nothing to say, after a pause that does not tell why."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from kamiza.play.passing import ASK_ME, Wishes, is_declined, pause, question
from kamiza.play.table import Refusal

if TYPE_CHECKING:
    from kamiza.server.room import Room


class Passer:
    """Keeps what every seat wants to be asked, and answers the rest."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.wishes: dict[int, Wishes] = {}
        self.waiting: asyncio.TimerHandle | None = None
        self.version = -1  # of the question that is waited with
        self.task: asyncio.Task[None] | None = None

    def wish(self, seat: int, wishes: Wishes) -> bool:
        """A player changes what they want to be asked; an open question is looked at again.

        False if nothing is new: whoever repeats a wish must not begin the pause anew.
        """
        if self.wishes.get(seat, ASK_ME) == wishes:
            return False
        self.wishes[seat] = wishes
        self.stop()
        self.look()
        return True

    def declines(self, seat: int) -> bool:
        """Is the open question of this seat answered by the table?"""
        table = self.room.table
        if table.asked != seat or seat < 0 or self.room.seats[seat].bot_level:
            return False
        asked = question(table.game, table.state)
        return asked is not None and is_declined(asked, self.wishes.get(seat, ASK_ME))

    def look(self) -> None:
        """After any change: is there a question to be passed?"""
        room = self.room
        if self.version == room.table.version:
            return
        self.stop()
        asked = question(room.game, room.table.state)
        if asked is None or not room.connections or not self.declines(room.table.asked):
            return
        self.version = room.table.version
        loop = asyncio.get_running_loop()
        self.waiting = loop.call_later(pause(asked), self.begin, asked.decline)

    def stop(self) -> None:
        self.version = -1
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None

    def begin(self, decline: str) -> None:
        self.task = asyncio.create_task(self.answer(decline, self.version))

    async def answer(self, decline: str, version: int) -> None:
        """Pass, if the question is still the same."""
        room = self.room
        async with room.lock:
            seat = room.table.asked
            if room.table.version != version or not self.declines(seat):
                return
            try:
                await room.commit(
                    room.table.prepare_act(seat, (decline,), version, f"pass {version}")
                )
            except Refusal:
                self.stop()  # not saved: looked at again when saving works
