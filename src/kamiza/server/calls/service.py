"""Everything that is due is said: by whoever takes it first, later if it is quiet, again if it
failed, and never twice. Nothing here holds up a table."""

from __future__ import annotations

import asyncio
import secrets
import time
from email.utils import parseaddr
from itertools import groupby
from typing import TYPE_CHECKING

from kamiza.server.calls.letters import lines_of, to_hook, to_person
from kamiza.server.calls.mail import Mail, MailSettings
from kamiza.server.calls.outgoing import Outgoing
from kamiza.server.calls.senders import DROPPED, GONE, LATER, SENT, Outcome, Senders
from kamiza.server.calls.tickets import Tickets
from kamiza.server.calls.wishes import DAILY, Wishes, read_wishes
from kamiza.server.config import Config
from kamiza.server.log import log
from kamiza.server.metrics import Metrics
from kamiza.server.store import CannotRead, Store
from kamiza.server.store.calls import HOOK, MAIL, PUSH, Call
from kamiza.server.writer import CannotSave, Damaged

if TYPE_CHECKING:
    from kamiza.server.calls.push import Signer

LOOK_SECONDS = 30.0  # how often it is looked for what other processes, or another start, left
PAUSE = 1.0  # seconds, while what is due belongs to devices that were called just now
TROUBLE_PAUSE = 5.0
TIDY_SECONDS = 86400.0
MOST_TAKEN = 32  # devices at a time
MOST_OPEN = 64  # letters on their way
LATER_AGAIN = (30.0, 120.0, 600.0, 3600.0, 4 * 3600.0)  # seconds; after the last it is dropped
LONGEST_WAIT = 4 * 3600.0
FORGOTTEN_AFTER = 180 * 86400.0  # a device that was not heard of so long


class Calls:
    """The calls of one process."""

    def __init__(self, config: Config, store: Store, metrics: Metrics) -> None:
        self.config = config
        self.store = store
        self.metrics = metrics
        self.senders: Senders | None = None
        self.due = asyncio.Event()
        self.sooner: float | None = None  # something is due then
        self.tasks: list[asyncio.Task[None]] = []
        self.open_letters: set[asyncio.Task[None]] = set()
        metrics.calls_waiting.read = lambda: float(len(self.open_letters))

    async def open(self) -> None:
        """Keys are made at the first start; of several processes, one makes them. Where nothing can
        be saved, nobody is called until the next start."""
        if not self.store.calls.is_kept:
            return
        try:
            await self.begin()
        except (CannotSave, CannotRead, Damaged):
            log("calls_off")

    async def begin(self) -> None:
        settings = MailSettings.read(self.config.mail, self.config.mail_from)
        tickets = Tickets(await self.store.calls.secret("tickets", secrets.token_bytes(32)))
        base = self.config.public_url.rstrip("/")
        self.senders = Senders(
            Outgoing(self.config.calls_private), await self.signer(),
            None if settings is None else Mail(settings), tickets, base,
        )  # fmt: skip
        self.tasks = [asyncio.create_task(self.go_on()), asyncio.create_task(self.tidy())]

    async def signer(self) -> Signer | None:
        """Who we are for push services; None without the extra that this needs."""
        try:
            from kamiza.server.calls import push
        except ImportError:
            return None
        raw = await self.store.calls.secret("vapid", push.new_private_key())
        sender = parseaddr(self.config.mail_from)[1]
        return push.Signer(raw, f"mailto:{sender}" if sender else self.config.public_url)

    async def close(self) -> None:
        for task in (*self.tasks, *self.open_letters):
            task.cancel()
        if self.senders is not None and self.senders.mail is not None:
            self.senders.mail.close()

    def look_at(self, due: float) -> None:
        """Something was written down that is due then."""
        self.sooner = due if self.sooner is None else min(due, self.sooner)
        self.due.set()

    # -- again and again ------------------------------------------------------------------------

    async def go_on(self) -> None:
        while True:
            try:
                await self.round()
            except (CannotSave, CannotRead, Damaged):
                await asyncio.sleep(TROUBLE_PAUSE)

    async def round(self) -> None:
        """Wait until something is due, take it, and send it beside everything else."""
        while len(self.open_letters) >= MOST_OPEN:
            await asyncio.wait(self.open_letters, return_when=asyncio.FIRST_COMPLETED)
        stored = await self.store.calls.next_due()
        ends = [end for end in (stored, self.sooner) if end is not None]
        self.sooner = None
        seconds = min(ends, default=time.time() + LOOK_SECONDS) - time.time()
        if seconds > 0:
            await self.wait(min(seconds, LOOK_SECONDS))
            return
        taken = await self.store.calls.take(time.time(), self.config.call_gap, MOST_TAKEN)
        if not taken:
            await asyncio.sleep(PAUSE)
        taken.sort(key=lambda call: (call.device, call.way))
        for (device, way), calls in groupby(taken, lambda call: (call.device, call.way)):
            task = asyncio.create_task(self.send(device, way, list(calls)))
            self.open_letters.add(task)
            task.add_done_callback(self.open_letters.discard)

    async def wait(self, seconds: float) -> None:
        """Until then, or until something is written down."""
        self.due.clear()
        try:
            async with asyncio.timeout(seconds):
                await self.due.wait()
        except TimeoutError:
            return

    async def tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            try:
                await self.store.calls.forget_before(time.time() - FORGOTTEN_AFTER)
            except (CannotSave, CannotRead, Damaged):
                log("calls_not_tidied")

    # -- one letter -----------------------------------------------------------------------------

    async def send(self, device: bytes, way: str, calls: list[Call]) -> None:
        """Say it, or put it back for later."""
        try:
            row = await self.store.calls.device(device)
            if row is None:
                return
            wishes = read_wishes(row.wishes)
            held_until = hold(wishes, way, calls)
            if held_until is not None:
                await self.put_back(calls, held_until, held=1)
                return
            outcome = await self.say(device, way, wishes, calls)
            await self.conclude(device, way, wishes, calls, outcome)
        except (CannotSave, CannotRead, Damaged):
            log("call_lost", way=way)

    async def say(self, device: bytes, way: str, wishes: Wishes, calls: list[Call]) -> Outcome:
        senders = self.senders
        lines = await lines_of(self.store, calls, wishes.language)
        if senders is None or not lines:
            return Outcome(DROPPED)
        if way == PUSH and wishes.push is not None:
            letter = to_person(lines, wishes.language)
            return await senders.push(device, wishes.push, letter, wishes.language)
        if way == MAIL and wishes.mail and wishes.confirmed:
            return await senders.letter(device, wishes, to_person(lines, wishes.language))
        if way == HOOK and wishes.hook:
            return await senders.hook(wishes.hook, to_hook(lines, wishes.language, senders.base))
        return Outcome(DROPPED)

    async def conclude(
        self, device: bytes, way: str, wishes: Wishes, calls: list[Call], outcome: Outcome
    ) -> None:
        """Count it; come again later; or never go this way again."""
        if outcome.how == SENT:
            self.metrics.calls_sent.add()
            return
        self.metrics.calls_failed.add()
        if outcome.how == GONE:
            await self.forget_way(device, way, wishes)
        elif outcome.how == LATER:
            tries = max(call.tries for call in calls)
            if tries >= len(LATER_AGAIN):
                return
            wait = max(LATER_AGAIN[tries], min(outcome.wait or 0.0, LONGEST_WAIT))
            await self.put_back(calls, time.time() + wait, held=1, tries=tries + 1)

    async def put_back(
        self, calls: list[Call], due: float, held: int, tries: int | None = None
    ) -> None:
        for call in calls:
            count = call.tries if tries is None else tries
            await self.store.calls.put_back(call._replace(due=due, held=held, tries=count))
        self.look_at(due)

    async def forget_way(self, device: bytes, way: str, used: Wishes) -> None:
        """An expired subscription, a mailbox that is none: unless there is a new one already."""
        row = await self.store.calls.device(device)
        if row is None:
            return
        now = read_wishes(row.wishes)
        if way == PUSH and now.push == used.push:
            now.push = None
        elif way == MAIL and now.mail == used.mail:
            now.confirmed = False
        elif way == HOOK and now.hook == used.hook:
            now.hook = ""
        log("call_expired", way=way)
        await self.store.calls.change(device, now.as_row())


def hold(wishes: Wishes, way: str, calls: list[Call]) -> float | None:
    """When a letter may be sent that may not be sent now."""
    if way == HOOK:
        return None
    quiet = wishes.quiet_until()
    if quiet is not None:
        return quiet
    if way == MAIL and wishes.mail_how == DAILY and not all(call.held for call in calls):
        return wishes.next_daily()
    return None
