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
    # 4: a bot plays a seat at the request of its person
    "update seats set lent_why = 'request' where lent_why = 'wish';"
    "update entries set author = 'request' where author = 'wish';",
    # 5: an entry follows the last one, whoever writes it: an undo by one, an act by its moves
    """
    create trigger entries_follow before insert on entries
    when new.version <> coalesce(
        (select max(version) from entries where table_id = new.table_id), 0
    ) + case new.kind when 'undo' then 1
        else 1 + length(new.moves) - length(replace(new.moves, char(10), '')) end
    begin select raise(abort, 'this entry does not follow the last one'); end;
    create index finished_tables on tables (finished) where finished is not null;
    """,
    # 6: a table may wait until everybody is ready; those of before have not
    "alter table tables add column begun real default 0;",
    # 7: whether hints are allowed; null: only where nobody plays against other people
    "alter table tables add column hints integer;",
    # 8: whom the table calls, and tables that go on for days
    """
    create table devices (
        id blob primary key, -- SHA-256 of the secret it made itself
        wishes text not null,
        push integer not null,
        mail integer not null,
        hook integer not null,
        called real not null default 0,
        seen real not null
    );
    create table called_seats (
        device blob not null references devices (id) on delete cascade,
        table_id text not null references tables (id) on delete cascade,
        seat integer not null,
        token blob not null,
        way text not null,
        called integer not null default -1,
        primary key (device, table_id, seat)
    );
    create index called_at on called_seats (table_id, seat);
    create table calls (
        device blob not null,
        way text not null,
        table_id text not null,
        seat integer not null,
        turn integer not null,
        kind text not null,
        due real not null,
        tries integer not null default 0,
        held integer not null default 0,
        primary key (device, way, table_id, seat),
        foreign key (device, table_id, seat)
            references called_seats (device, table_id, seat) on delete cascade
    );
    create index calls_due on calls (due);
    create index calls_of_seat on calls (table_id, seat);
    create table vacations (
        table_id text not null references tables (id) on delete cascade,
        seat integer not null,
        began real not null,
        until real not null,
        used real not null,
        primary key (table_id, seat)
    );
    create table wakes (
        table_id text primary key references tables (id) on delete cascade,
        at real not null
    );
    create index wakes_at on wakes (at);
    create table secrets (
        name text primary key,
        value blob not null
    );
    """,
    # 9: what somebody keeps under a key of their own; clubs, their tables and results
    """
    create table keys (
        name text primary key,
        hash blob not null, -- of the proof that whoever has the key shows
        n integer not null, -- how often something was written
        things integer not null,
        bytes integer not null,
        created real not null,
        seen real not null
    ) without rowid;
    create table key_items (
        key_name text not null references keys (name) on delete cascade,
        item text not null,
        n integer not null,
        sealed blob not null, -- only whoever has the key can open it; empty if it is gone
        primary key (key_name, item)
    ) without rowid;
    create index key_items_since on key_items (key_name, n);

    create table clubs (
        id text primary key,
        name text not null,
        founded real not null,
        closed real,
        invite blob not null, -- hash of the invitation that opens it now
        invites integer not null, -- which of them that is
        members integer not null, -- how many have ever been one
        seen real not null
    ) without rowid;
    create table club_members (
        club text not null references clubs (id) on delete cascade,
        member integer not null,
        name text not null,
        hash blob not null unique,
        role text not null,
        joined real not null,
        gone real,
        primary key (club, member)
    ) without rowid;
    create table club_tables (
        table_id text primary key,
        club text not null references clubs (id) on delete cascade,
        made real not null
    ) without rowid;
    create index tables_of_club on club_tables (club);
    create table club_seats (
        table_id text not null references club_tables (table_id) on delete cascade,
        seat integer not null,
        member integer not null,
        primary key (table_id, seat)
    ) without rowid;
    create table club_results (
        table_id text primary key,
        club text not null references clubs (id) on delete cascade,
        at real not null,
        result text not null, -- JSON
        keepsakes text not null -- JSON
    ) without rowid;
    create index results_of_club on club_results (club, at);
    """,
    # 10: a table may begin from a position
    "alter table tables add column position text;",
)


class FromTheFuture(Exception):
    """A file that was written by a newer Kamiza."""


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file up to date, each step whole or not at all."""
    version = int(connection.execute("pragma user_version").fetchone()[0])
    if version > len(MIGRATIONS):
        raise FromTheFuture
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        connection.executescript(f"begin; {script}; pragma user_version = {number}; commit;")
