"""Mail by the server's own SMTP settings; sent in a thread, so that nobody waits for it."""

from __future__ import annotations

import asyncio
import os
import re
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import format_datetime, localtime, make_msgid, parseaddr
from urllib.parse import unquote, urlsplit

from kamiza.server.folder import CannotStart

PASSWORD = "KAMIZA_MAIL_PASSWORD"
SECONDS = 20.0
LONGEST = 254
LOCAL = ("localhost", "127.0.0.1", "::1")
# One address and nothing that could become a second one or a header.
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")


class NoMail(Exception):
    """A letter was not taken; `for_good` if it never will be."""

    def __init__(self, why: str, for_good: bool = False) -> None:
        super().__init__(why)
        self.for_good = for_good


def is_address(text: str) -> bool:
    return len(text) <= LONGEST and ADDRESS.fullmatch(text) is not None


@dataclass(frozen=True)
class MailSettings:
    """`smtp://user@host:587` speaks TLS after STARTTLS, except to this machine itself;
    `smtps://…` from the beginning."""

    host: str
    port: int
    user: str
    is_tls: bool
    sender: str

    @classmethod
    def read(cls, address: str, sender: str) -> MailSettings | None:
        if not address:
            return None
        place = urlsplit(address)
        if place.scheme not in ("smtp", "smtps") or not place.hostname:
            raise CannotStart("--mail is an address such as smtp://user@mail.example.org:587.")
        if place.password is not None:
            raise CannotStart(f"The password of --mail belongs into {PASSWORD}.")
        if not is_address(parseaddr(sender)[1]):
            raise CannotStart("--mail needs --mail-from, such as 'Kamiza <table@example.org>'.")
        is_tls = place.scheme == "smtps"
        port = place.port or (465 if is_tls else 587)
        return cls(place.hostname, port, unquote(place.username or ""), is_tls, sender)


class Mail:
    """Sends one letter after the other, two at a time."""

    def __init__(self, settings: MailSettings) -> None:
        self.settings = settings
        self.threads = ThreadPoolExecutor(2, "mail")

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)

    def letter(self, to: str, subject: str, text: str, stop: str = "") -> EmailMessage:
        """A letter; `stop` is the address that ends them all with one tap (RFC 8058)."""
        made = EmailMessage()
        made["From"] = self.settings.sender
        made["To"] = to
        made["Subject"] = " ".join(subject.split())
        made["Date"] = format_datetime(localtime())
        made["Message-ID"] = make_msgid(domain=parseaddr(self.settings.sender)[1].split("@")[1])
        made["Auto-Submitted"] = "auto-generated"
        if stop:
            made["List-Unsubscribe"] = f"<{stop}>"
            made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        made.set_content(text)
        return made

    async def send(self, letter: EmailMessage) -> None:
        """Done when the mail server has taken it; else `NoMail`."""
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self.threads, self.deliver, letter)
        except smtplib.SMTPRecipientsRefused as why:
            codes = [code for code, _ in why.recipients.values()]
            raise NoMail("refused", for_good=all(code >= 500 for code in codes)) from None
        except (smtplib.SMTPException, OSError, ValueError) as why:
            raise NoMail(type(why).__name__) from None

    def deliver(self, letter: EmailMessage) -> None:
        settings, context = self.settings, ssl.create_default_context()
        place = (settings.host, settings.port)
        line: smtplib.SMTP
        if settings.is_tls:
            line = smtplib.SMTP_SSL(*place, timeout=SECONDS, context=context)
        else:
            line = smtplib.SMTP(*place, timeout=SECONDS)
        with line as server:
            if not settings.is_tls and settings.host not in LOCAL:
                server.starttls(context=context)
            if settings.user:
                server.login(settings.user, os.environ.get(PASSWORD, ""))
            server.send_message(letter)
