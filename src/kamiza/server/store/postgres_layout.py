"""How PostgreSQL is laid out, as numbered steps; a released step is never changed."""

from __future__ import annotations

from secrets import token_bytes

import asyncpg

STEPS = (
    # 1: the same as the file, and which process owns which table
    """
    create table tables (
        id text primary key,
        game text not null,
        rules text not null,
        digest text not null,
        seats integer not null,
        settings text not null,
        key bytea not null,
        public integer not null,
        clock text,
        branch_of text,
        branch_at integer,
        created double precision not null,
        finished double precision,
        last_hash text
    );
    create index open_tables on tables (created) where public = 1 and finished is null;
    create index finished_tables on tables (finished) where finished is not null;

    create table seats (
        table_id text not null references tables (id) on delete cascade,
        seat integer not null,
        kind text not null,
        level text not null,
        name text not null,
        claimed integer not null,
        lent text not null default '',
        lent_why text not null default '',
        lent_since integer not null default 0,
        primary key (table_id, seat)
    );

    create table tokens (
        hash bytea primary key,
        table_id text not null references tables (id) on delete cascade,
        role text not null,
        seat integer
    );
    create index tokens_of_table on tokens (table_id);

    create table entries (
        table_id text not null, -- whoever writes holds its lease, which refers to the table
        version integer not null,
        seat integer not null,
        kind text not null,
        moves text not null,
        client text not null,
        author text not null,
        clocks text,
        at double precision not null,
        primary key (table_id, version),
        unique (table_id, seat, client)
    );

    create table processes (
        id integer generated always as identity primary key,
        address text not null,
        until timestamptz not null
    );

    create table leases (
        table_id text primary key references tables (id) on delete cascade,
        process integer,
        fence bigint not null default 0
    ) with (fillfactor = 50);
    """,
    # 2: where the processes of a house reach each other and what they can play; what was decided
    """
    alter table processes
        add column kind text not null default 'server',
        add column machine text not null default '',
        add column inner_address text not null default '',
        add column plays text[] not null default '{}';

    create table house (
        one boolean primary key default true check (one),
        secret bytea not null, -- by which its processes know each other
        is_read_only boolean not null default false
    );
    create table bans (
        network text primary key,
        until double precision
    );
    create table closed_tables (
        table_id text primary key references tables (id) on delete cascade
    );
    """,
    # 3: a table may wait until everybody is ready; those of before have not
    "alter table tables add column begun double precision default 0;",
    # 4: whether hints are allowed; null: only where nobody plays against other people
    "alter table tables add column hints integer;",
    # 5: whom the table calls, and tables that go on for days
    """
    create table devices (
        id bytea primary key, -- SHA-256 of the secret it made itself
        wishes text not null,
        push integer not null,
        mail integer not null,
        hook integer not null,
        called double precision not null default 0,
        seen double precision not null
    );
    create table called_seats (
        device bytea not null references devices (id) on delete cascade,
        table_id text not null references tables (id) on delete cascade,
        seat integer not null,
        token bytea not null,
        way text not null,
        called integer not null default -1,
        primary key (device, table_id, seat)
    );
    create index called_at on called_seats (table_id, seat);
    create table calls (
        device bytea not null,
        way text not null,
        table_id text not null,
        seat integer not null,
        turn integer not null,
        kind text not null,
        due double precision not null,
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
        began double precision not null,
        until double precision not null,
        used double precision not null,
        primary key (table_id, seat)
    );
    create table wakes (
        table_id text primary key references tables (id) on delete cascade,
        at double precision not null
    );
    create index wakes_at on wakes (at);
    create table secrets (
        name text primary key,
        value bytea not null
    );
    """,
    # 6: what somebody keeps under a key of their own; clubs, their tables and results
    """
    create table keys (
        name text primary key,
        hash bytea not null, -- of the proof that whoever has the key shows
        n integer not null, -- how often something was written
        things integer not null,
        bytes integer not null,
        created double precision not null,
        seen double precision not null
    );
    create table key_items (
        key_name text not null references keys (name) on delete cascade,
        item text not null,
        n integer not null,
        sealed bytea not null, -- only whoever has the key can open it; empty if it is gone
        primary key (key_name, item)
    );
    create index key_items_since on key_items (key_name, n);

    create table clubs (
        id text primary key,
        name text not null,
        founded double precision not null,
        closed double precision,
        invite bytea not null, -- hash of the invitation that opens it now
        invites integer not null, -- which of them that is
        members integer not null, -- how many have ever been one
        seen double precision not null
    );
    create table club_members (
        club text not null references clubs (id) on delete cascade,
        member integer not null,
        name text not null,
        hash bytea not null unique,
        role text not null,
        joined double precision not null,
        gone double precision,
        primary key (club, member)
    );
    create table club_tables (
        table_id text primary key,
        club text not null references clubs (id) on delete cascade,
        made double precision not null
    );
    create index tables_of_club on club_tables (club);
    create table club_seats (
        table_id text not null references club_tables (table_id) on delete cascade,
        seat integer not null,
        member integer not null,
        primary key (table_id, seat)
    );
    create table club_results (
        table_id text primary key,
        club text not null references clubs (id) on delete cascade,
        at double precision not null,
        result text not null, -- JSON
        keepsakes text not null -- JSON
    );
    create index results_of_club on club_results (club, at);
    """,
    # 7: a table may begin from a position
    "alter table tables add column position text;",
)

# The oldest layout a program may know and still work with this one. A step that only adds leaves
# it alone, so that an older Kamiza can go on with the tables it began, beside a newer one.
NEEDS = 2

ONE_AT_A_TIME = 7531_0001  # of those who change the layout


class FromTheFuture(Exception):
    """A database that was used by a newer Kamiza."""


async def migrate(connection: asyncpg.Connection) -> None:
    """Bring a database up to date, each step whole or not at all."""
    async with connection.transaction():
        await connection.execute("select pg_advisory_xact_lock($1)", ONE_AT_A_TIME)
        await connection.execute("create table if not exists layout (version integer not null)")
        await connection.execute("alter table layout add column if not exists needs integer")
        found = await connection.fetchrow(
            "select version, coalesce(needs, version) from layout order by version desc limit 1"
        )
        version, needs = found or (0, 0)
        if version > len(STEPS):
            if needs > len(STEPS):
                raise FromTheFuture
            return
        for number, script in enumerate(STEPS[version:], version + 1):
            await connection.execute(script)
            await connection.execute("insert into layout values ($1, $2)", number, NEEDS)
        await connection.execute(
            "insert into house (secret) values ($1) on conflict do nothing", token_bytes(32)
        )
