"""What was promised, against what the file has after a kill; see `soak_kill.py`."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from kill_people import Promised, Tally
from server_kit import Server

from kamiza import games
from kamiza.core.action import seat_letter, seat_number
from kamiza.core.game import Setup
from kamiza.play.table import UNDO, Entry, Table, restore
from kamiza.server.store import OWN, SEAT, token_hash


def check_log(server: Server) -> None:
    """The server has met with nothing it did not expect; bots that were just starting when it was
    killed say so themselves."""
    for found in server.log.read_text().split("Traceback")[1:]:
        assert "multiprocessing/spawn.py" in found[:400], found[:3000]


class File:
    """The file of a server that does not run."""

    def __init__(self, data: Path) -> None:
        self.tables = sqlite3.connect(f"file:{data / 'kamiza.db'}", uri=True)
        verdict = self.tables.execute("pragma quick_check").fetchone()[0]
        assert verdict == "ok", verdict

    def ask(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        return self.tables.execute(question, values).fetchall()

    def journal(self, table: str) -> list[Entry]:
        rows = self.ask(
            "select version, seat, kind, moves, client, author from entries"
            " where table_id = ? order by version",
            table,
        )
        return [Entry(*row[:3], tuple(row[3].split("\n")), *row[4:]) for row in rows]


def check(data: Path, tally: Tally, tables: Iterable[str]) -> dict[str, int]:
    """Every promise about these tables; an AssertionError says which was broken."""
    assert not tally.contradictions, tally.contradictions[0]
    names = set(tables)
    with closing((file := File(data)).tables):
        entries = sum(check_table(file, table, tally) for table in names - tally.gone)
        check_answers(file, tally, names - tally.gone)
        check_seats(file, tally.lent, "lent", names - tally.gone)
        check_seats(file, tally.names, "name", names - tally.gone)
        check_tokens(file, tally, names - tally.gone)
        for table in tally.gone:
            for part in ("entries", "tokens", "seats"):
                rows = file.ask(f"select 1 from {part} where table_id = ? limit 1", table)
                assert not rows, f"{part} of {table} are left"
            assert not file.ask("select 1 from tables where id = ?", table), f"{table} is left"
    return {"stored": entries, "answered": len(tally.answered)}


def check_answers(file: File, tally: Tally, names: set[str]) -> None:
    """Every act that was answered with `done` stands under its version; none that was refused."""
    wanted: dict[str, dict[tuple[str, str], int]] = {}
    for (table, seat, id), version in tally.answered.items():
        if table in names:
            wanted.setdefault(table, {})[seat, id] = version
    for table, answers in wanted.items():
        rows = file.ask("select seat, client, version from entries where table_id = ?", table)
        stored = {(seat_letter(seat), name.removeprefix("person ")): v for seat, name, v in rows}
        assert len(stored) == len(rows), f"{table}: a request stands there twice"
        come_back = [key for key in stored if (table, *key) in tally.refused]
        assert not come_back, f"{table}: {come_back} could not be saved"
        for key, version in answers.items():
            found = stored.get(key)
            assert found == version, f"{table} {key} was promised as {version}: {found}"


def check_seats(file: File, promises: dict[tuple[str, str], Promised], field: str,
                names: set[str]) -> None:  # fmt: skip
    """What was answered, or what was asked for after that."""
    for (table, seat), promised in promises.items():
        if table not in names:
            continue
        place = (table, seat_number(seat))
        ((found,),) = file.ask(f"select {field} from seats where table_id = ? and seat = ?", *place)
        is_unknown = field == "name" and not promised.kept
        assert is_unknown or found in (promised.kept, promised.asked), (
            f"{place}: {found!r} is not {promised}"
        )
        if field == "name":  # nobody says it again, so now it is known
            promised.kept, promised.asked = str(found), None


def check_tokens(file: File, tally: Tally, names: set[str]) -> None:
    """Every link that somebody was given opens its table."""
    for token, table in tally.tokens.items():
        if table in names:
            rows = file.ask("select table_id from tokens where hash = ?", token_hash(token))
            assert rows == [(table,)], f"a token of {table} opens {rows}"


def check_table(file: File, name: str, tally: Tally) -> int:
    """The journal from the start, if anything in it is new; its length."""
    rows = file.ask(
        "select game, seats, settings, key, branch_of, branch_at, finished, last_hash from tables"
        " where id = ?",
        name,
    )
    assert rows, f"the table {name} is gone"
    game, seats, settings, key, branch_of, branch_at, finished, last_hash = rows[0]
    journal = file.journal(name)
    if tally.checked.get(name) == len(journal):
        return len(journal)
    tally.checked[name] = len(journal)
    table = check_journal(journal, seats, key, game, json.loads(settings))
    assert table.is_over == (finished is not None), f"{name}: finished {finished}"
    assert not table.is_over or table.game.hash(table.state) == last_hash, name
    assert name not in tally.over or table.is_over, f"{name} was over"
    if name in tally.branches:
        assert (branch_of, branch_at) == tally.branches[name], name
        assert len(journal) >= branch_at, name
    owners = file.ask(
        "select seat, count(*) from tokens where table_id = ? and role in (?, ?) group by seat",
        *(name, SEAT, OWN),
    )
    assert all(count == 1 for _, count in owners), f"{name}: a seat with two holders"
    return len(journal)


def check_journal(
    journal: list[Entry], seats: int, key: bytes, game: str = "shintoh",
    settings: dict[str, object] | None = None,
) -> Table:  # fmt: skip
    """No gap, no doubled version, and playable from the start."""
    version = 0
    for entry in journal:
        version += 1 if entry.kind == UNDO else len(entry.moves)
        assert entry.version == version, f"version {entry.version} follows {version}"
    table = restore(games.game(game), Setup(seats, settings or {}, 0, key), journal)
    assert table.version == version
    return table
