"""Clubs: a group of people by a link, with tables of their own and the results of those.

A member has a token, as a seat has; the server keeps its hash. A result is written by the server
itself, for a table that was made for the club and that it saw end; nobody can report one.
"""

from __future__ import annotations

import hmac
import time
from dataclasses import dataclass
from typing import Any

import msgspec

from kamiza.play.players import clean_name
from kamiza.server.club_types import ClubResult
from kamiza.server.new_tables import new_id, new_token
from kamiza.server.store import Step, Store, Unmet, token_hash

MOST_CLUBS = 20_000  # of a server
MOST_MEMBERS = 60  # of a club, at once
MOST_EVER = 400  # who have ever been one
MOST_OPEN_TABLES = 30
MOST_RESULTS = 2_000  # that are kept, the newest
MOST_TREES = 400
KEEP_CLOSED = 90 * 86_400.0  # seconds; then a club that was closed is forgotten
SEEN_EVERY = 86_400.0

FOUNDER, MEMBER, REMOVED, LEFT = "founder", "member", "removed", "left"
PRESENT = (FOUNDER, MEMBER)

CLUB = "id, name, founded, closed, invite, invites, members, seen"


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A club itself."""

    id: str
    name: str
    founded: float
    closed: float | None
    invite: bytes
    invites: int
    members: int
    seen: float


@dataclass(frozen=True, slots=True)
class MemberRow:
    """Somebody who is, or was, a member."""

    member: int
    name: str
    role: str
    joined: float
    gone: float | None


@dataclass(frozen=True, slots=True)
class Link:
    """What opens a club: given out once, kept as a hash."""

    club: str
    member: int
    token: str
    invite: str = ""


# -- who may come in ------------------------------------------------------------------------------


async def club_of(store: Store, club: str) -> ClubRow:
    rows = await store.rows(f"select {CLUB} from clubs where id = ?", club)
    if not rows:
        raise Unmet("unknown_club")
    return ClubRow(*rows[0])


async def enter(store: Store, club: str, token: str | None) -> tuple[ClubRow, MemberRow]:
    """Whose token it is; strangers hear no more of a club than of one that does not exist."""
    rows = await store.rows(
        "select member, name, role, joined, gone from club_members where hash = ? and club = ?",
        *(token_hash(token or ""), club),
    )
    if not rows:
        raise Unmet("unknown_club")
    member = MemberRow(*rows[0])
    if member.role == REMOVED:
        raise Unmet("club_removed")
    if member.role == LEFT:
        raise Unmet("unknown_club")
    found = await club_of(store, club)
    if time.time() - found.seen > SEEN_EVERY:
        await store.change([Step("update clubs set seen = ? where id = ?", (time.time(), club))])
    return found, member


async def founder(store: Store, club: str, token: str | None) -> tuple[ClubRow, MemberRow]:
    """The same for what only the founder may do, while the club is open."""
    found, member = await enter(store, club, token)
    if member.role != FOUNDER:
        raise Unmet("only_the_founder")
    return opened(found), member


def opened(club: ClubRow) -> ClubRow:
    if club.closed is not None:
        raise Unmet("club_closed")
    return club


async def door(store: Store, club: str, invite: str | None) -> ClubRow:
    """Who has an invitation may look in; one that was replaced opens nothing."""
    found = await club_of(store, club)
    if not hmac.compare_digest(bytes(found.invite), token_hash(invite or "")):
        raise Unmet("unknown_club")
    return opened(found)


async def members(store: Store, club: str) -> list[MemberRow]:
    rows = await store.rows(
        "select member, name, role, joined, gone from club_members where club = ? order by member",
        club,
    )
    return [MemberRow(*row) for row in rows]


# -- making, joining, leaving ----------------------------------------------------------------------


async def make(store: Store, name: str, me: str) -> Link:
    """A new club with its first member, and the invitation to it."""
    if (await store.rows("select count(*) from clubs"))[0][0] >= MOST_CLUBS:
        raise Unmet("too_many_clubs")
    link, now = Link(new_id(), 1, new_token(), new_token()), time.time()
    await store.change(
        [
            Step(
                "insert into clubs values (?, ?, ?, ?, ?, ?, ?, ?)",
                (link.club, name, now, None, token_hash(link.invite), 1, 1, now),
            ),
            add_member(link, me, FOUNDER, now),
        ]
    )
    return link


def add_member(link: Link, name: str, role: str, now: float) -> Step:
    return Step(
        "insert into club_members values (?, ?, ?, ?, ?, ?, ?)",
        (link.club, link.member, name, token_hash(link.token), role, now, None),
    )


async def join(store: Store, club: ClubRow, name: str) -> Link:
    """One member more, with a name that nobody else has here."""
    here = [one for one in await members(store, club.id) if one.role in PRESENT]
    if len(here) >= MOST_MEMBERS or club.members >= MOST_EVER:
        raise Unmet("club_full")
    check_name(name, here)
    link = Link(club.id, club.members + 1, new_token())
    await store.change(
        [
            Step(
                "update clubs set members = members + 1 where id = ? and members = ?"
                " and closed is null and invite = ?",
                (club.id, club.members, club.invite),
                "changed",
            ),
            add_member(link, name, MEMBER, time.time()),
        ]
    )
    return link


def check_name(name: str, here: list[MemberRow], own: int = 0) -> None:
    if not name:
        raise Unmet("name_missing")
    if any(one.name.casefold() == name.casefold() and one.member != own for one in here):
        raise Unmet("name_taken")


async def leave(store: Store, club: ClubRow, member: MemberRow) -> None:
    """Whoever founded a club closes it, or hands it over first."""
    if member.role == FOUNDER:
        raise Unmet("founder_stays")
    await let_go(store, club.id, member.member, LEFT)


async def let_go(store: Store, club: str, member: int, role: str) -> None:
    await store.change(
        [
            Step(
                "update club_members set role = ?, gone = ? where club = ? and member = ?"
                " and role = ?",
                (role, time.time(), club, member, MEMBER),
                "no_such_member",
            )
        ]
    )


async def rename_member(store: Store, club: ClubRow, member: int, name: str) -> None:
    here = [one for one in await members(store, club.id) if one.role in PRESENT]
    if member not in [one.member for one in here]:
        raise Unmet("no_such_member")
    check_name(name, here, member)
    values = (clean_name(name), club.id, member)
    await store.change(
        [Step("update club_members set name = ? where club = ? and member = ?", values)]
    )


async def hand_over(store: Store, club: ClubRow, old: int, new: int) -> None:
    """Another member is the founder from now on."""
    role = "update club_members set role = ? where club = ? and member = ? and role = ?"
    await store.change(
        [
            Step(role, (FOUNDER, club.id, new, MEMBER), "no_such_member"),
            Step(role, (MEMBER, club.id, old, FOUNDER), "only_the_founder"),
        ]
    )


async def new_invite(store: Store, club: ClubRow) -> str:
    """An invitation in place of the one there was."""
    invite = new_token()
    await store.change(
        [
            Step(
                "update clubs set invite = ?, invites = invites + 1 where id = ? and invites = ?",
                (token_hash(invite), club.id, club.invites),
                "changed",
            )
        ]
    )
    return invite


async def rename(store: Store, club: ClubRow, name: str) -> None:
    if not name:
        raise Unmet("name_missing")
    await store.change([Step("update clubs set name = ? where id = ?", (name, club.id))])


async def close(store: Store, club: ClubRow) -> None:
    """Nothing new happens there; everybody can still look at what was."""
    await store.change(
        [Step("update clubs set closed = ? where id = ?", (time.time(), club.id), "changed")]
    )


async def delete_closed(store: Store, before: float) -> int:
    """Clubs that were closed long ago."""
    question = "select count(*) from clubs where closed < ?"
    count: int = (await store.rows(question, before))[0][0]
    if count:
        await store.change([Step("delete from clubs where closed < ?", (before,))])
    return count


# -- tables ---------------------------------------------------------------------------------------


async def add_table(store: Store, club: str, table: str, seats: dict[int, int]) -> None:
    """A table that was made for a club, and which of its members sit where."""
    steps = [Step("insert into club_tables values (?, ?, ?)", (table, club, time.time()))]
    steps += [seat_step(table, seat, member) for seat, member in seats.items()]
    await store.change(steps)


def seat_step(table: str, seat: int, member: int) -> Step:
    return Step("insert into club_seats values (?, ?, ?)", (table, seat, member))


async def sit(store: Store, table: str, seat: int, member: int) -> None:
    await store.change([vacate_step(table, seat), seat_step(table, seat, member)])


def vacate_step(table: str, seat: int) -> Step:
    return Step("delete from club_seats where table_id = ? and seat = ?", (table, seat))


async def vacate(store: Store, table: str, seat: int) -> None:
    """Somebody else has a seat: it is no longer the member's."""
    await store.change([vacate_step(table, seat)])


async def club_of_table(store: Store, table: str) -> str | None:
    rows = await store.rows("select club from club_tables where table_id = ?", table)
    return str(rows[0][0]) if rows else None


async def drop_table(store: Store, table: str) -> None:
    """It was no game of the club after all."""
    await store.change([Step("delete from club_tables where table_id = ?", (table,))])


async def seats_of(store: Store, table: str) -> dict[int, int]:
    rows = await store.rows("select seat, member from club_seats where table_id = ?", table)
    return dict(rows)


async def count_open(store: Store, club: str) -> int:
    rows = await store.rows(
        "select count(*) from club_tables c join tables t on t.id = c.table_id"
        " where c.club = ? and t.finished is null",
        club,
    )
    return int(rows[0][0])


async def open_tables(store: Store, club: str) -> list[tuple[Any, ...]]:
    """Tables that are not over: id, game, seats, made, begun; with each seat of theirs."""
    return await store.rows(
        "select t.id, t.game, t.seats, c.made, t.begun, s.seat, s.kind, s.name, s.claimed,"
        " coalesce(m.member, 0) from club_tables c join tables t on t.id = c.table_id"
        " join seats s on s.table_id = t.id"
        " left join club_seats m on m.table_id = t.id and m.seat = s.seat"
        " where c.club = ? and t.finished is null order by c.made desc, t.id, s.seat",
        club,
    )


async def unnoted(store: Store, club: str, most: int) -> list[str]:
    """Tables that are over and have no result yet: the server was stopped in that very moment."""
    rows = await store.rows(
        "select c.table_id from club_tables c join tables t on t.id = c.table_id"
        " left join club_results r on r.table_id = c.table_id"
        " where c.club = ? and t.finished is not null and r.table_id is null limit ?",
        *(club, most),
    )
    return [str(row[0]) for row in rows]


# -- results --------------------------------------------------------------------------------------


async def add_result(store: Store, club: str, result: ClubResult, keepsakes: list[Any]) -> None:
    """Write a result once, and let go of what is too old to be kept."""
    kept = msgspec.json.encode(keepsakes).decode()
    row = (result.table, club, result.at, msgspec.json.encode(result).decode(), kept)
    await store.change(
        [
            Step("delete from club_results where table_id = ?", (result.table,)),
            Step("insert into club_results values (?, ?, ?, ?, ?)", row),
            forget_beyond(club, MOST_RESULTS),
        ]
    )


def forget_beyond(club: str, most: int) -> Step:
    return Step(
        "delete from club_results where club = ? and at < coalesce((select at from club_results"
        " where club = ? order by at desc limit 1 offset ?), 0)",
        (club, club, most - 1),
    )


async def results(store: Store, club: str) -> list[str]:
    """As they were written down; the oldest first, as strengths are worked out."""
    rows = await store.rows("select result from club_results where club = ? order by at", club)
    return [row[0] for row in rows]


async def keepsakes(store: Store, club: str, since: float) -> list[tuple[ClubResult, list[Any]]]:
    """What finished games have left to be looked at, the newest first."""
    rows = await store.rows(
        "select result, keepsakes from club_results where club = ? and at >= ?"
        " and keepsakes <> '[]' order by at desc limit ?",
        *(club, since, MOST_TREES),
    )
    found = [(msgspec.json.decode(row[0], type=ClubResult), row[1]) for row in rows]
    return [(result, msgspec.json.decode(kept)) for result, kept in found]
