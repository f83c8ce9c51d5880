"""Numbers for Prometheus, counted by hand."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Counter:
    """Something that only grows."""

    def __init__(self, name: str, about: str) -> None:
        self.name = name
        self.about = about
        self.value = 0

    def add(self, amount: int = 1) -> None:
        self.value += amount

    def lines(self) -> list[str]:
        return [*heading(self.name, self.about, "counter"), f"{self.name} {self.value}"]


class Gauge:
    """Something that is looked up when asked."""

    def __init__(self, name: str, about: str) -> None:
        self.name = name
        self.about = about
        self.read: Callable[[], float] = float

    def lines(self) -> list[str]:
        return [*heading(self.name, self.about, "gauge"), f"{self.name} {self.read():g}"]


class Histogram:
    """How long something takes."""

    def __init__(self, name: str, about: str) -> None:
        self.name = name
        self.about = about
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def lines(self) -> list[str]:
        lines = heading(self.name, self.about, "histogram")
        so_far = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts):
            so_far += count
            lines.append(f'{self.name}_bucket{{le="{bound}"}} {so_far}')
        return [*lines, f"{self.name}_sum {self.total:.6f}", f"{self.name}_count {so_far}"]


def heading(name: str, about: str, kind: str) -> list[str]:
    return [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]


class Metrics:
    """Everything that is counted."""

    def __init__(self) -> None:
        self.acts = Counter("kamiza_acts_total", "Acts and undos written down.")
        self.refused = Counter("kamiza_refused_total", "Requests that were refused.")
        self.malformed = Counter("kamiza_malformed_total", "Messages that were not understood.")
        self.limited = Counter("kamiza_limited_total", "Messages and requests over a limit.")
        self.messages_in = Counter("kamiza_messages_received_total", "Messages received.")
        self.messages_out = Counter("kamiza_messages_sent_total", "Messages sent.")
        self.bot_answers = Counter("kamiza_bot_answers_total", "Answers given by bots.")
        self.bot_restarts = Counter("kamiza_bot_restarts_total", "Times the bots were restarted.")
        self.tables_made = Counter("kamiza_tables_created_total", "Tables created.")
        self.committed = Counter("kamiza_changes_committed_total", "Changes written to disk.")
        self.commits = Histogram("kamiza_commit_seconds", "Time of one group commit.")
        self.act_time = Histogram("kamiza_act_seconds", "From an act's arrival to its commit.")
        self.tables = Gauge("kamiza_tables", "Tables in memory.")
        self.sockets = Gauge("kamiza_sockets", "Open sockets.")
        self.saving = Gauge("kamiza_saving", "1 while the server can write to disk.")

    def text(self) -> str:
        parts = vars(self).values()
        return "\n".join(line for part in parts for line in part.lines()) + "\n"
