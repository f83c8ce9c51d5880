"""The requests about clubs; who may do what is said in `clubs`."""

from __future__ import annotations

from itertools import groupby
from typing import cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from kamiza.server import club_results, club_types, clubs, http_types, seats
from kamiza.server.answers import Fail, as_json, read
from kamiza.server.club_types import ClubMade, ClubResult
from kamiza.server.http import HttpApi, address_of
from kamiza.server.messages import SEATS
from kamiza.server.new_tables import new_token
from kamiza.server.origin import bearer
from kamiza.server.store import SeatTaken
from kamiza.server.tables import BrokenTable, OtherRules

CAUGHT_UP = 3  # results at a time that nobody could write when the game ended


class ClubRequests:
    """All of them; `api` has the limits, the tables and the store."""

    def __init__(self, api: HttpApi) -> None:
        self.api = api
        self.services = api.services
        self.store = api.services.store

    def routes(self) -> list[BaseRoute]:
        route = self.api.route
        return [
            route("/api/clubs", self.make, "POST"),
            route("/api/clubs/{club}", self.club),
            route("/api/clubs/{club}/door", self.door),
            route("/api/clubs/{club}/keepsakes", self.keepsakes),
            route("/api/clubs/{club}/join", self.join, "POST"),
            route("/api/clubs/{club}/act", self.act, "POST"),
            route("/api/clubs/{club}/tables/{table}/sit", self.sit, "POST"),
        ]

    def token(self, request: Request) -> str | None:
        return bearer(request.scope["headers"])

    # -- coming ---------------------------------------------------------------------------------

    async def make(self, request: Request) -> Response:
        self.api.count_table(request)
        new = await read(request, club_types.NewClub)
        name, me = self.services.checked_name(new.name), self.services.checked_name(new.me)
        if not name or not me:
            raise Fail("name_missing")
        link = await clubs.make(self.store, name, me)
        return as_json(ClubMade(link.club, name, link.member, link.token, link.invite, 1), 201)

    async def door(self, request: Request) -> Response:
        club = await clubs.door(self.store, request.path_params["club"], self.token(request))
        here = [m for m in await clubs.members(self.store, club.id) if m.role in clubs.PRESENT]
        return as_json(club_types.ClubDoor(club.name, len(here)))

    async def join(self, request: Request) -> Response:
        self.api.count_table(request)
        body = await read(request, club_types.JoinClub)
        name = self.services.checked_name(body.name)
        club = await clubs.door(self.store, request.path_params["club"], self.token(request))
        link = await clubs.join(self.store, club, name)
        made = ClubMade(club.id, club.name, link.member, link.token, "", club.invites)
        return as_json(made, 201)

    # -- looking --------------------------------------------------------------------------------

    async def club(self, request: Request) -> Response:
        self.api.pay(self.api.limits.work, request, "too_many_requests")
        token = self.token(request)
        club, me = await clubs.enter(self.store, request.path_params["club"], token)
        await self.catch_up(request, club.id)
        tables, results = await self.tables(club.id), await clubs.results(self.store, club.id)
        playing = {s.member for table in tables for s in table.seats if s.member is not None}
        people = [
            club_types.ClubMember(
                one.member, one.name, one.role == clubs.FOUNDER, one.joined,
                one.role not in clubs.PRESENT, one.member in playing,
            )
            for one in await clubs.members(self.store, club.id)
        ]  # fmt: skip
        return as_json(
            club_types.Club(
                club.id, club.name, club.founded, club.closed is not None, me.member,
                me.role == clubs.FOUNDER, club.invites, people, tables,
                cast("list[ClubResult]", [msgspec.Raw(one) for one in results]),
            )
        )  # fmt: skip

    async def catch_up(self, request: Request, club: str) -> None:
        """A server that was stopped in the moment a game ended writes its result now."""
        for table in await clubs.unnoted(self.store, club, CAUGHT_UP):
            guest = self.api.limits.guest(address_of(request))
            try:
                live = await self.api.tables.look_at(table, guest)
            except (BrokenTable, OtherRules):
                continue
            if live is not None and live.table.is_over:
                await club_results.note_quietly(live)
                self.api.tables.rest(live)

    async def tables(self, club: str) -> list[club_types.ClubTable]:
        rows = await clubs.open_tables(self.store, club)
        closed = self.services.house.closed
        found = []
        for (id, game, made, begun), some in groupby(rows, lambda row: (row[0], row[1], *row[3:5])):
            places = [
                club_types.ClubTableSeat(
                    SEATS[row[5]], row[6], row[7], row[9] or None,
                    row[6] == "person" and not row[8] and not row[7],
                )
                for row in some
            ]  # fmt: skip
            if id not in closed:
                found.append(club_types.ClubTable(id, game, made, begun is not None, places))
        return found

    async def keepsakes(self, request: Request) -> Response:
        """What is left of the games since some time, to be hung on the wall."""
        self.api.pay(self.api.limits.work, request, "too_many_requests")
        club, _ = await clubs.enter(self.store, request.path_params["club"], self.token(request))
        since = request.query_params.get("since", "0")
        if not since.isdecimal() or len(since) > 12:
            raise Fail("malformed")
        found = [
            club_types.ClubKeepsake(result.table, result.game, result.at, seat, kept)
            for result, all_kept in await clubs.keepsakes(self.store, club.id, float(since))
            for seat, kept in zip(result.seats, all_kept)
            if seat.member is not None
        ]
        return as_json(found)

    # -- doing ----------------------------------------------------------------------------------

    async def act(self, request: Request) -> Response:
        self.api.pay(self.api.limits.work, request, "too_many_requests")
        if self.services.house.is_read_only:
            raise Fail("read_only")
        body = await read(request, club_types.ClubAct)
        name, token = request.path_params["club"], self.token(request)
        if body.act in ("leave", "name") and not body.member:
            club, me = await clubs.enter(self.store, name, token)
        else:
            club, me = await clubs.founder(self.store, name, token)
        invite = await self.done(body, clubs.opened(club), me)
        return as_json(club_types.ClubDone(invite, club.invites + bool(invite)))

    async def done(self, body: club_types.ClubAct, club: clubs.ClubRow, me: clubs.MemberRow) -> str:
        """Do what is asked; the new invitation, if that was it."""
        store, name = self.store, self.services.checked_name(body.name)
        if body.act == "invite":
            return await clubs.new_invite(store, club)
        if body.act == "rename":
            await clubs.rename(store, club, name)
        elif body.act == "name":
            await clubs.rename_member(store, club, body.member or me.member, name)
        elif body.act == "remove":
            await clubs.let_go(store, club.id, body.member, clubs.REMOVED)
        elif body.act == "hand_over":
            await clubs.hand_over(store, club, me.member, body.member)
        elif body.act == "close":
            await clubs.close(store, club)
        else:
            await clubs.leave(store, club, me)
        return ""

    async def sit(self, request: Request) -> Response:
        """A free seat of a club's table, for a member of it."""
        self.api.count_table(request)
        await read(request, club_types.SitDown)
        name, table = request.path_params["club"], request.path_params["table"]
        club, me = await clubs.enter(self.store, name, self.token(request))
        clubs.opened(club)
        if await clubs.club_of_table(self.store, table) != club.id:
            raise Fail("unknown_table")
        live = await self.api.table(request)
        if me.member in (await clubs.seats_of(self.store, table)).values():
            raise Fail("sits_already")
        token = new_token()
        async with live.lock:
            try:
                player = await seats.take_free(live, me.name, token)
            except SeatTaken:
                raise Fail("no_free_seat") from None
            await clubs.sit(self.store, table, player.seat, me.member)
        live.publish_status()
        return as_json(http_types.Claimed(SEATS[player.seat], token), 201)
