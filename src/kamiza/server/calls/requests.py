"""What a page says about being called, and about resting."""

from __future__ import annotations

from kamiza.core.action import seat_number
from kamiza.play.words import refusal
from kamiza.server import asks, messages
from kamiza.server.connection import Connection
from kamiza.server.live_table import LiveTable
from kamiza.server.messages import packed
from kamiza.server.writer import CannotSave, Damaged, Overtaken


async def looking(live: LiveTable, connection: Connection, message: asks.Looking) -> None:
    """The page has come into sight, or gone out of it."""
    connection.is_looking = message.yes
    live.calls.look()


async def vacation(live: LiveTable, connection: Connection, message: asks.AskVacation) -> None:
    """Somebody's clock rests for some days; or they are back."""
    seat = seat_number(message.seat)
    if seat not in connection.seats:
        raise refusal("not_yours")
    async with live.lock:
        wanted = live.days.new_vacation(seat, message.days)
        try:
            await live.services.store.calls.save_vacation(live.row.id, seat, wanted)
        except (CannotSave, Damaged, Overtaken):
            raise refusal("cannot_save") from None
        live.days.vacations[seat] = wanted
    connection.push(packed(messages.Done(message.id, live.table.version)))
    live.settle()
    live.publish_status()
