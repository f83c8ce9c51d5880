"""The requests about calls; see docs/protocol.md and docs/calls.md.

A device is known by a secret it made itself; only its hash is kept. A webhook belongs to a table
and is set by who has its host's link.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from kamiza.play.table import PERSON
from kamiza.server import call_types, http_types, seats
from kamiza.server.answers import Endpoint, Fail, as_json, read
from kamiza.server.calls.letters import trial
from kamiza.server.calls.mail import is_address
from kamiza.server.calls.outgoing import NotAllowed
from kamiza.server.calls.senders import GONE, LATER, SENT, Outcome, Senders
from kamiza.server.calls.tickets import CONFIRM, NO_MAIL, NO_TABLE, Ticket, address_mark
from kamiza.server.calls.wishes import OFF, PushTo, Quiet, Wishes, read_wishes
from kamiza.server.messages import SEATS
from kamiza.server.origin import bearer
from kamiza.server.store import HOST, token_hash
from kamiza.server.store.calls import CalledSeat, CallStore

if TYPE_CHECKING:
    from kamiza.server.http import HttpApi
    from kamiza.server.services import Services

SHORTEST_SECRET, LONGEST_SECRET = 22, 64
A_DAY = 86400.0
MOST_LETTERS = 3  # to one address that has not agreed, in a day
MOST_ADDRESSES = 10_000

Routed = Callable[[str, Endpoint, str], BaseRoute]


class CallsApi:
    """Everything a page asks about calls."""

    def __init__(self, api: HttpApi) -> None:
        self.api = api
        self.asked: dict[str, list[float]] = {}  # when addresses were asked to confirm

    def routes(self, route: Routed) -> list[BaseRoute]:
        return [
            route("/api/calls", self.offered, "GET"),
            route("/api/calls/mine", self.mine, "GET"),
            route("/api/calls/mine", self.keep, "PUT"),
            route("/api/calls/mine", self.forget, "DELETE"),
            route("/api/calls/seats", self.keep_seat, "POST"),
            route("/api/calls/test", self.test, "POST"),
            route("/api/calls/confirm", self.confirm, "POST"),
            route("/api/calls/stop/{ticket}", self.stop, "POST"),
            route("/api/tables/{table}/hook", self.hook, "GET"),
            route("/api/tables/{table}/hook", self.keep_hook, "PUT"),
            route("/api/tables/{table}/hook/test", self.test_hook, "POST"),
        ]

    # -- what all of them need ------------------------------------------------------------------

    @property
    def services(self) -> Services:
        return self.api.services

    @property
    def store(self) -> CallStore:
        return self.api.services.store.calls

    @property
    def senders(self) -> Senders:
        senders = self.services.calls.senders
        if senders is None:
            raise Fail("no_calls")
        return senders

    def device(self, request: Request) -> bytes:
        """Who asks."""
        secret = bearer(request.scope["headers"]) or ""
        if not SHORTEST_SECRET <= len(secret) <= LONGEST_SECRET:
            raise Fail("unknown_device")
        return token_hash(secret)

    async def wishes(self, device: bytes) -> Wishes:
        row = await self.store.device(device)
        if row is None:
            raise Fail("unknown_device")
        return read_wishes(row.wishes)

    def pay(self, request: Request) -> None:
        """Something is written down for whoever asks."""
        if self.services.house.is_read_only:
            raise Fail("read_only")
        self.api.pay(self.api.limits.calls, request, "too_many_requests")

    def pay_for_letter(self, request: Request) -> None:
        """Something is sent to somewhere else."""
        self.api.pay(self.api.limits.letters, request, "too_many_requests")

    # -- a device -------------------------------------------------------------------------------

    async def offered(self, request: Request) -> Response:
        """What this server can call by."""
        senders = self.services.calls.senders
        signer = None if senders is None else senders.signer
        return as_json(
            call_types.CallsOffered(
                senders is not None,
                None if signer is None else signer.public,
                senders is not None and senders.mail is not None,
            )
        )

    async def mine(self, request: Request) -> Response:
        """What is kept of a device; of one that never said anything, nothing."""
        device = self.device(request)
        row = await self.store.device(device)
        wishes = Wishes() if row is None else read_wishes(row.wishes)
        return as_json(await self.kept(device, wishes))

    async def kept(self, device: bytes, wishes: Wishes, asked: str = "") -> call_types.KeptWishes:
        tables = [
            call_types.KeptTable(seat.table, SEATS[seat.seat], never_or_not(seat.way))
            for seat in await self.store.seats(device)
        ]
        quiet = wishes.quiet
        return call_types.KeptWishes(
            None if wishes.push is None else wishes.push.endpoint, wishes.mail, wishes.mail_how,
            wishes.confirmed,
            None if quiet is None else call_types.QuietHours(quiet.begin, quiet.end),
            tables, asked or UNSET,
        )  # fmt: skip

    async def keep(self, request: Request) -> Response:
        """All of what a device wishes, at once."""
        self.pay(request)
        device = self.device(request)
        new = await read(request, call_types.NewWishes)
        row = await self.store.device(device)
        old = Wishes() if row is None else read_wishes(row.wishes)
        wishes = self.checked(new, old)
        places = [await self.called_seat(table) for table in new.tables]
        known = [place for place in places if place is not None]
        await self.store.keep(device, wishes.as_row(), known, time.time())
        asked = await self.ask_to_confirm(request, device, wishes, old)
        return as_json(await self.kept(device, wishes, asked))

    def checked(self, new: call_types.NewWishes, old: Wishes) -> Wishes:
        """What is wished, if this server can do it."""
        push = self.checked_push(new.push)
        if new.mail_how != OFF:
            if self.senders.mail is None:
                raise Fail("no_mail")
            if not is_address(new.mail):
                raise Fail("no_mail_address")
        quiet = None if new.quiet is None else Quiet(new.quiet.begin, new.quiet.end)
        mail = new.mail if is_address(new.mail) else ""
        confirmed = old.confirmed and old.mail == mail
        return Wishes(
            new.zone, new.offset, new.language, push, mail, new.mail_how, confirmed, quiet
        )

    def checked_push(self, keys: call_types.PushKeys | None) -> PushTo | None:
        if keys is None:
            return None
        if self.senders.signer is None:
            raise Fail("no_push")
        from kamiza.server.calls.push import is_public_key, padded

        try:
            self.senders.outgoing.check(keys.endpoint)
            if not is_public_key(padded(keys.p256dh)) or len(padded(keys.auth)) != 16:
                raise Fail("malformed")
        except NotAllowed as why:
            raise Fail(str(why)) from None
        except ValueError:
            raise Fail("malformed") from None
        return PushTo(keys.endpoint, keys.p256dh, keys.auth)

    async def called_seat(self, wished: call_types.CalledTable) -> CalledSeat | None:
        """The seat a link opens; None if it opens none any more."""
        opened = await self.services.store.pass_of(wished.token)
        if opened is None or opened.table != wished.table or opened.role not in seats.OPEN_A_SEAT:
            return None
        return CalledSeat(opened.table, opened.seat, token_hash(wished.token), wished.way)

    async def keep_seat(self, request: Request) -> Response:
        """One more seat; a table that is never to call stays so."""
        self.pay(request)
        device = self.device(request)
        body = await read(request, call_types.CalledTable)
        wishes = await self.wishes(device)
        place = await self.called_seat(body)
        if place is None:
            raise Fail("unknown_token")
        if len(await self.store.seats(device)) >= http_types.MOST_CALLED_TABLES:
            raise Fail("too_many_called")
        await self.store.keep_seat(device, place._replace(way=""))
        return as_json(await self.kept(device, wishes))

    async def forget(self, request: Request) -> Response:
        self.pay(request)
        await self.store.forget(self.device(request))
        return as_json({"done": True})

    async def test(self, request: Request) -> Response:
        """Call by every way that is on, at once."""
        self.pay_for_letter(request)
        device = self.device(request)
        wishes = await self.wishes(device)
        began, letter = time.monotonic(), trial(wishes.language)
        push = mail = None
        if wishes.push is not None:
            push = await self.senders.push(device, wishes.push, letter, wishes.language)
            if push.how == GONE:
                await self.services.calls.forget_way(device, "push", wishes)
        if wishes.mail_how != OFF and wishes.confirmed:
            mail = await self.senders.letter(device, wishes, letter)
        seconds = round(time.monotonic() - began, 2)
        return as_json(call_types.CallTried(word_of(push), word_of(mail), seconds=seconds))

    # -- mail -----------------------------------------------------------------------------------

    async def ask_to_confirm(
        self, request: Request, device: bytes, wishes: Wishes, old: Wishes
    ) -> str:
        """Nobody is written to who has not agreed, but for the one question."""
        is_new = wishes.mail != old.mail or old.mail_how == OFF
        if wishes.mail_how == OFF or wishes.confirmed or not is_new:
            return ""
        self.pay_for_letter(request)
        if not self.may_ask(wishes.mail):
            raise Fail("mail_asked_enough")
        outcome = await self.senders.confirmation(device, wishes)
        return "sent" if outcome.how == SENT else "failed"

    def may_ask(self, address: str) -> bool:
        now, mark = time.time(), address_mark(address.lower())
        if len(self.asked) > MOST_ADDRESSES:
            self.asked = {m: at for m, at in self.asked.items() if at[-1] > now - A_DAY}
        times = [at for at in self.asked.get(mark, []) if at > now - A_DAY]
        if len(times) >= MOST_LETTERS:
            return False
        self.asked[mark] = [*times, now]
        return True

    async def confirm(self, request: Request) -> Response:
        self.pay(request)
        body = await read(request, call_types.CallTicket)
        ticket = self.ticket(body.ticket, CONFIRM)
        wishes = await self.wishes(ticket.device)
        if address_mark(wishes.mail) != ticket.about:
            raise Fail("unknown_ticket")
        wishes.confirmed = True
        await self.store.change(ticket.device, wishes.as_row())
        return as_json({"done": True})

    async def stop(self, request: Request) -> Response:
        """One tap, in a mail program, in a notification or on a page: never again."""
        self.pay(request)
        ticket = self.ticket(request.path_params["ticket"], NO_MAIL, NO_TABLE)
        if ticket.what == NO_TABLE:
            await self.store.never(ticket.device, ticket.about)
        else:
            row = await self.store.device(ticket.device)
            wishes = Wishes() if row is None else read_wishes(row.wishes)
            if row is not None and address_mark(wishes.mail) == ticket.about:
                wishes.mail_how = "off"
                await self.store.change(ticket.device, wishes.as_row())
        return as_json(call_types.CallsStopped(ticket.what))

    def ticket(self, text: str, *what: str) -> Ticket:
        found = self.senders.tickets.read(text)
        if found is None or found.what not in what:
            raise Fail("unknown_ticket")
        return found

    # -- the webhook of a table -----------------------------------------------------------------

    async def hosted(self, request: Request) -> tuple[str, str]:
        """The table whose host asks, and the host's link."""
        token = bearer(request.scope["headers"]) or ""
        opened = await self.services.store.pass_of(token)
        if opened is None or opened.table != request.path_params["table"] or opened.role != HOST:
            raise Fail("not_the_host")
        return opened.table, token

    async def hook(self, request: Request) -> Response:
        table, _ = await self.hosted(request)
        row = await self.store.device(hook_of(table))
        return as_json(call_types.Hook("" if row is None else read_wishes(row.wishes).hook))

    async def keep_hook(self, request: Request) -> Response:
        self.pay(request)
        table, token = await self.hosted(request)
        body = await read(request, call_types.Hook)
        if not body.url:
            await self.store.forget(hook_of(table))
            return as_json(call_types.Hook(""))
        try:
            self.senders.outgoing.check(body.url)
        except NotAllowed as why:
            raise Fail(str(why)) from None
        players = await self.services.store.players(table)
        places = [
            CalledSeat(table, player.seat, token_hash(token), "")
            for player in players
            if player.kind == PERSON
        ]
        wishes = Wishes(language=body.language, hook=body.url)
        await self.store.keep(hook_of(table), wishes.as_row(), places, time.time())
        return as_json(call_types.Hook(body.url, body.language))

    async def test_hook(self, request: Request) -> Response:
        self.pay_for_letter(request)
        table, _ = await self.hosted(request)
        row = await self.store.device(hook_of(table))
        if row is None:
            raise Fail("no_hook")
        wishes, began = read_wishes(row.wishes), time.monotonic()
        letter = trial(wishes.language)
        told: dict[str, object] = {"text": letter.title, "content": letter.title, "calls": []}
        outcome = await self.senders.hook(wishes.hook, told)
        seconds = round(time.monotonic() - began, 2)
        return as_json(call_types.CallTried(hook=word_of(outcome), seconds=seconds))


def hook_of(table: str) -> bytes:
    """Under which name the webhook of a table is kept; no device can have it."""
    return sha256(f"hook of {table}".encode()).digest()


def never_or_not(way: str) -> http_types.CallWay:
    return "never" if way == "never" else ""


def word_of(outcome: Outcome | None) -> http_types.Tried:
    """What became of a trial."""
    if outcome is None:
        return "off"
    return "sent" if outcome.how == SENT else "later" if outcome.how == LATER else "failed"
