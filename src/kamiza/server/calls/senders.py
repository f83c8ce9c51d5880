"""The three ways out: a push, a mail, a webhook. Each says how it went."""

from __future__ import annotations

import json
import time
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from kamiza.server.calls.kinds import TENTH
from kamiza.server.calls.letters import Letter
from kamiza.server.calls.mail import Mail, NoMail
from kamiza.server.calls.outgoing import Answer, NotAllowed, Outgoing, Unanswered
from kamiza.server.calls.tickets import (
    CONFIRM,
    CONFIRM_SECONDS,
    NO_MAIL,
    NO_TABLE,
    Tickets,
    address_mark,
)
from kamiza.server.calls.wishes import PushTo, Wishes
from kamiza.server.calls.words import say

if TYPE_CHECKING:
    from kamiza.server.calls.push import Signer

SENT, LATER, DROPPED, GONE = "sent", "later", "dropped", "gone"
KEPT_SECONDS = 3 * 86400  # a push service keeps what it cannot deliver so long
TOO_MANY = 429


class Outcome(NamedTuple):
    """What became of a letter: SENT; LATER, try again; DROPPED; GONE, this way leads nowhere."""

    how: str
    wait: float | None = None  # seconds, if the other side said when


def outcome_of(answer: Answer, gone: tuple[int, ...]) -> Outcome:
    if 200 <= answer.status < 300:
        return Outcome(SENT)
    if answer.status in gone:
        return Outcome(GONE)
    if answer.status == TOO_MANY or answer.status >= 500:
        return Outcome(LATER, answer.retry_after)
    return Outcome(DROPPED)


class Senders:
    """What this server can send by."""

    def __init__(
        self, outgoing: Outgoing, signer: Signer | None, mail: Mail | None, tickets: Tickets,
        base: str,
    ) -> None:  # fmt: skip
        self.outgoing = outgoing
        self.signer = signer
        self.mail = mail
        self.tickets = tickets
        self.base = base  # where people find this server

    async def post(
        self, address: str, headers: dict[str, str], body: bytes, gone: tuple[int, ...]
    ) -> Outcome:
        try:
            return outcome_of(await self.outgoing.post(address, headers, body), gone)
        except NotAllowed:
            return Outcome(GONE)
        except Unanswered:
            return Outcome(LATER)

    async def push(self, device: bytes, to: PushTo, letter: Letter, language: str) -> Outcome:
        if self.signer is None:
            return Outcome(DROPPED)
        from kamiza.server.calls.push import encrypted, padded

        table = letter.table
        told = {
            "title": letter.title,
            "body": letter.body,
            "table": table,
            "language": language,
            "open": say(language, "open"),
            "stop": say(language, "stop"),
            "ticket": self.tickets.make(NO_TABLE, device, table) if table else "",
        }
        text = json.dumps(told, ensure_ascii=False).encode()
        is_urgent = any(line.kind == TENTH for line in letter.lines)
        headers = {
            "TTL": str(KEPT_SECONDS),
            "Urgency": "high" if is_urgent else "normal",
            "Topic": sha256(f"kamiza {table}".encode()).hexdigest()[:32],
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "Authorization": self.signer.authorization(to.endpoint),
        }
        sealed = encrypted(text, padded(to.p256dh), padded(to.auth))
        return await self.post(to.endpoint, headers, sealed, gone=(404, 410))

    async def hook(self, address: str, told: dict[str, object]) -> Outcome:
        body = json.dumps(told, ensure_ascii=False).encode()
        return await self.post(address, {"Content-Type": "application/json"}, body, gone=(410,))

    # -- mail -----------------------------------------------------------------------------------

    async def letter(self, device: bytes, wishes: Wishes, letter: Letter) -> Outcome:
        if self.mail is None:
            return Outcome(DROPPED)
        ticket = self.tickets.make(NO_MAIL, device, address_mark(wishes.mail))
        language = wishes.language
        stop = f"{self.base}/calls#stop={ticket}"
        text = [letter.title, "", letter.body]
        if letter.table:
            text += ["", say(language, "mail_open", link=f"{self.base}/t/{letter.table}")]
        else:
            text += ["", say(language, "mail_open", link=f"{self.base}/")]
        text += ["", "-- ", say(language, "mail_foot", place=self.base, stop=stop), ""]
        tap = f"{self.base}/api/calls/stop/{ticket}"
        return await self.mailed(wishes.mail, letter.title, "\n".join(text), tap)

    async def confirmation(self, device: bytes, wishes: Wishes) -> Outcome:
        """Ask whoever reads at an address whether it may be used."""
        until = int(time.time()) + CONFIRM_SECONDS
        ticket = self.tickets.make(CONFIRM, device, address_mark(wishes.mail), until)
        link = f"{self.base}/calls#confirm={ticket}"
        text = say(wishes.language, "confirm_body", place=self.base, link=link)
        return await self.mailed(wishes.mail, say(wishes.language, "confirm"), text + "\n")

    async def mailed(self, to: str, subject: str, text: str, stop: str = "") -> Outcome:
        if self.mail is None:
            return Outcome(DROPPED)
        try:
            await self.mail.send(self.mail.letter(to, subject, text, stop))
        except NoMail as why:
            return Outcome(GONE if why.for_good else LATER)
        return Outcome(SENT)
