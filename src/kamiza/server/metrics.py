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

    def __init__(self, name: str, about: str, kind: str = "gauge") -> None:
        self.name = name
        self.about = about
        self.kind = kind
        self.read: Callable[[], float] = float

    def lines(self) -> list[str]:
        return [*heading(self.name, self.about, self.kind), f"{self.name} {self.read():.15g}"]


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
        self.busy = Counter("kamiza_busy_total", "Messages and requests answered with busy.")
        self.floods = Counter("kamiza_floods_total", "Sockets closed because of a flood.")
        self.slow = Counter("kamiza_slow_readers_total", "Sockets closed as too slow.")
        self.turned_away = Counter("kamiza_turned_away_total", "Connections over a limit.")
        self.timed_out = Counter("kamiza_timed_out_total", "Requests that took too long to come.")
        self.too_large = Counter("kamiza_too_large_total", "Requests with too much in them.")
        self.messages_in = Counter("kamiza_messages_received_total", "Messages received.")
        self.messages_out = Counter("kamiza_messages_sent_total", "Messages sent.")
        self.bot_answers = Counter("kamiza_bot_answers_total", "Answers given by bots.")
        self.told_answers = Counter(
            "kamiza_bot_answers_elsewhere_total", "Answers given by processes that only think."
        )
        self.bot_restarts = Counter("kamiza_bot_restarts_total", "Times the bots were restarted.")
        self.tables_made = Counter("kamiza_tables_created_total", "Tables created.")
        self.reports = Counter("kamiza_reports_total", "People reported by others.")
        self.committed = Counter("kamiza_changes_committed_total", "Changes written to disk.")
        self.commits = Histogram("kamiza_commit_seconds", "Time of one group commit.")
        self.act_time = Histogram("kamiza_act_seconds", "From an act's arrival to its commit.")
        self.log_bytes = Gauge("kamiza_log_bytes", "What is not in the file yet, only in its log.")
        self.tables = Gauge("kamiza_tables", "Tables in memory.")
        self.broken_tables = Gauge("kamiza_broken_tables", "Tables that could not be read.")
        self.sockets = Gauge("kamiza_sockets", "Open sockets.")
        self.faults = Counter("kamiza_faults_total", "Sockets that ended by a fault of the server.")
        self.delay = Histogram("kamiza_loop_delay_seconds", "How late the event loop is.")
        self.draining = Gauge("kamiza_draining", "1 while no new tables are taken.")
        self.read_only = Gauge("kamiza_read_only", "1 while tables can only be looked at.")
        self.memory = Gauge("process_resident_memory_bytes", "Memory in use.")
        self.handles = Gauge("process_open_fds", "Open file handles.")
        self.most_handles = Gauge("process_max_fds", "File handles there can be.")
        self.cpu = Gauge("process_cpu_seconds_total", "CPU time used.", "counter")
        self.started = Gauge("process_start_time_seconds", "Start, in seconds since 1970.")
        self.connections = Gauge("kamiza_connections", "Open connections, sockets included.")
        self.neighbours = Gauge("kamiza_neighbours", "Other processes of the house.")
        self.thinkers = Gauge("kamiza_thinkers", "Of them, those that only think.")
        self.passed_on = Gauge("kamiza_passed_on_sockets", "Sockets passed on to another process.")
        self.calls_sent = Counter("kamiza_calls_sent_total", "Calls that were taken.")
        self.calls_failed = Counter("kamiza_calls_failed_total", "Calls that were not taken.")
        self.calls_waiting = Gauge("kamiza_calls_on_their_way", "Calls that are being sent.")
        self.saving = Gauge("kamiza_saving", "1 while the server can write to disk.")

    def text(self) -> str:
        parts = vars(self).values()
        return "\n".join(line for part in parts for line in part.lines()) + "\n"
