"""Passing in reaction windows so that the time it takes does not tell who could have reacted.

Every window that is put to a person who is here takes a pause, drawn when it opens and never from
the hand. When it is over the table passes for whoever has nothing to say; a pass by hand that came
sooner has waited until then. Whoever is away is not passed for, whatever the hand: the countdown
runs as in their own turn, and a bot stands in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from kamiza.core.action import AutoPass
from kamiza.core.refusal import Refusal
from kamiza.play.auto_pass import ASK_ME, Switches, is_passed, pause
from kamiza.server.connection import Connection
from kamiza.server.host import Host


@dataclass(frozen=True, slots=True)
class HeldPass:
    """A pass that came before the pause was over."""

    connection: Connection
    id: str
    answer: Callable[[], Awaitable[None]]


class AutoPasser:
    """Keeps what every seat wants to be asked, and answers the rest."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.switches: dict[int, Switches] = {}
        self.version = -1  # of the window whose pause was drawn
        self.delay = 0.0  # seconds of that pause
        self.is_over = False  # that pause
        self.timer: asyncio.TimerHandle | None = None
        self.held: list[HeldPass] = []
        self.tasks: set[asyncio.Task[None]] = set()

    # -- what is so -----------------------------------------------------------------------------

    def window(self) -> AutoPass | None:
        """The open question, if it is one to be passed or not, and put to a person who is here."""
        table = self.host.table
        if table.asked < 0:
            return None
        player = self.host.players[table.asked]
        if player.bot_level or not player.is_person_here:
            return None
        return table.game.auto_pass(table.state)

    def passes_for(self, seat: int) -> bool:
        """Is the open question of this seat answered by the table?"""
        asked = self.window() if self.host.table.asked == seat else None
        return asked is not None and is_passed(asked, self.switches.get(seat, ASK_ME))

    def holds(self, seat: int, moves: list[str], version: int) -> bool:
        """Is this a pass that would be seen too soon?"""
        if self.is_over or not self.version == version == self.host.table.version:
            return False
        asked = self.window() if self.host.table.asked == seat else None
        return asked is not None and moves == [asked.move] and self.host.is_seen_by_others(seat)

    # -- what happens ---------------------------------------------------------------------------

    def switch(self, seat: int, switches: Switches) -> bool:
        """A player changes what they want to be asked; False if nothing is new."""
        if self.switches.get(seat, ASK_ME) == switches:
            return False
        self.switches[seat] = switches
        if self.is_over:
            self.pass_if_wanted()
        return True

    def look(self) -> None:
        """After any change: has a window opened? Its pause begins."""
        asked = self.window()
        version = -1 if asked is None else self.host.table.version
        if self.version == version:
            return
        self.stop()
        if asked is not None:
            self.version = version
            self.delay = min(pause(asked), self.host.longest_pause(self.host.table.asked))
            loop = asyncio.get_running_loop()
            self.timer = loop.call_later(self.delay, self.pause_is_over)

    def pause_is_over(self) -> None:
        self.is_over = True
        self.release()
        self.pass_if_wanted()

    def pass_if_wanted(self) -> None:
        asked = self.window()
        if asked is not None and self.passes_for(self.host.table.asked):
            self.begin(self.answer(asked.move, self.version))

    def stop(self) -> None:
        """The window is no longer open, or its person no longer here."""
        self.version = -1
        self.is_over = False
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        self.release()

    # -- passes by hand -------------------------------------------------------------------------

    def hold(self, held: HeldPass) -> None:
        """Keep a pass until the pause is over; one that is sent again is the same."""
        if all(held.id != other.id for other in self.held):
            self.held.append(held)

    def drop(self, connection: Connection) -> None:
        """Who is gone has not passed: their client says it again when it is back."""
        self.held = [held for held in self.held if held.connection is not connection]

    def release(self) -> None:
        """Answer what was held; if something else happened meanwhile, that is the answer."""
        waiting, self.held = self.held, []
        for held in waiting:
            self.begin(held.answer())

    def begin(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

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
