"""What can be set when a server starts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Config:
    """Defaults suit a table among friends on one machine."""

    data: Path
    store: str = ""  # address of a PostgreSQL database; without one, a file in `data`
    host: str = "127.0.0.1"
    port: int = 8000
    origins: tuple[str, ...] = ()  # allowed besides the server's own
    is_behind_proxy: bool = False  # believe X-Forwarded-For
    bot_pause: float = 0.6  # seconds a bot's act takes at least, so that people can follow
    bot_workers: int = 1
    search_budget: str = "200ms"  # CPU time, or iterations, of one decision of a search bot
    bot_seconds: float = 20.0  # after that a bot's seat answers without it
    win_chance_milliseconds: int = 80  # of CPU time for the win chances at one moment of a game
    away_seconds: float = 60.0  # countdown for somebody who has left
    invited_seconds: float = 300.0  # countdown for somebody who has not come yet
    consent_seconds: float = 30.0  # a request to take back that nobody answers lapses after that
    idle_seconds: float = 60.0  # an empty table leaves the memory after that
    lease_seconds: float = 10.0  # who shares a database and is silent that long loses its tables
    inner: str = ""  # host:port where the other processes of the house call; else this machine only
    workers: int = 0  # processes that share one port; without any, this one serves
    worker: int = 0  # which of them this is, from 1 on; 0 if it is alone
    keep_finished: float | None = None  # seconds; older finished games are deleted
    keep_keys: float | None = None  # the same for keys that nobody has used
    sockets_per_address: int = 100
    tables_per_minute: int = 10
    words: Path | None = None  # a list of words that are not wanted in names and chat
    drain_seconds: float = 0.0  # play goes on so long after SIGTERM, for nobody new
    connections: int = 1000  # in all, sockets included
    public_url: str = ""  # where people find this server; mails and webhooks name it
    mail: str = ""  # smtp://user@host:587; the password stands in KAMIZA_MAIL_PASSWORD
    mail_from: str = ""
    calls_private: bool = False  # may calls go to this machine and its neighbours?
    call_delay: float = 3.0  # seconds a turn lasts before somebody is called
    call_gap: float = 20.0  # seconds between two calls to one device
    wake_seconds: float = 20.0  # how often tables that go on for days are looked through
    table_mark: str = ""  # how the names of all tables made here begin
    rehearsal: str = ""  # with a text, every start brings the same shuffles and bots

    @property
    def inner_place(self) -> str:
        """Where this process is called: each worker has a port of its own, one after the other."""
        host, _, port = self.inner.rpartition(":")
        if not port.isdecimal():
            return self.inner
        return f"{host}:{int(port) + max(0, self.worker - 1)}"
