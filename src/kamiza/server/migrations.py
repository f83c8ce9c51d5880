"""How the file is laid out, as numbered steps; a step that was released is never changed."""

from __future__ import annotations

import sqlite3

MIGRATIONS = (
    # 1: tables, who may sit where, and what was done
    """
    create table tables (
        id text primary key,
        game text not null,
        rules text not null,
        digest text not null,
        seats integer not null,
        options text not null,
        key blob not null,
        public integer not null,
        clock text,
        branch_of text,
        branch_at integer,
        created real not null,
        finished real
    ) without rowid;
    create index open_tables on tables (created) where public = 1 and finished is null;

    create table seats (
        table_id text not null references tables (id),
        seat integer not null,
        kind text not null,
        level text not null,
        name text not null,
        claimed integer not null,
        lent text not null default '',
        lent_why text not null default '',
        lent_since integer not null default 0,
        primary key (table_id, seat)
    ) without rowid;

    create table tokens (
        hash blob primary key,
        table_id text not null references tables (id),
        role text not null,
        seat integer
    ) without rowid;
    create index tokens_of_table on tokens (table_id);

    create table entries (
        table_id text not null references tables (id),
        version integer not null,
        seat integer not null,
        kind text not null,
        moves text not null,
        client text not null,
        author text not null,
        clocks text,
        at real not null,
        primary key (table_id, version),
        unique (table_id, seat, client)
    ) without rowid;
    """,
    # 2: how a game ended, so that a replay years later can be compared with it
    "alter table tables add column last_hash text;",
    # 3: what is chosen before a game has one name everywhere
    "alter table tables rename column options to settings;",
)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file up to date, each step whole or not at all."""
    version = int(connection.execute("pragma user_version").fetchone()[0])
    if version > len(MIGRATIONS):
        raise RuntimeError("this file was written by a newer Kamiza")
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        connection.executescript(f"begin; {script}; pragma user_version = {number}; commit;")
