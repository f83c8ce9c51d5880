"""The requests about keys: what somebody keeps sealed, for whoever shows the proof."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from kamiza.server import club_types, keys
from kamiza.server.answers import Fail, as_json, read
from kamiza.server.http import HttpApi
from kamiza.server.origin import bearer


class KeyRequests:
    """All of them; `api` has the limits and the store."""

    def __init__(self, api: HttpApi) -> None:
        self.api = api

    def routes(self) -> list[BaseRoute]:
        route = self.api.route
        return [
            route("/api/keys", self.make, "POST"),
            route("/api/keys/{key}", self.items),
            route("/api/keys/{key}", self.write, "POST"),
            route("/api/keys/{key}", self.delete, "DELETE"),
        ]

    async def make(self, request: Request) -> Response:
        self.api.count_table(request)
        new = await read(request, club_types.NewKey)
        await keys.make(self.api.services.store, new.key, new.proof)
        return as_json(club_types.KeyWritten(0), 201)

    async def found(self, request: Request) -> keys.KeyRow:
        proof = bearer(request.scope["headers"])
        if proof is None:
            raise Fail("unknown_key")
        return await keys.find(self.api.services.store, request.path_params["key"], proof)

    async def items(self, request: Request) -> Response:
        """Everything since the number of changes the device knows of."""
        key = await self.found(request)
        after = request.query_params.get("after", "0")
        if not after.isdecimal() or len(after) > 9:
            raise Fail("malformed")
        found = await keys.items_after(self.api.services.store, key.name, int(after))
        kept = [club_types.KeyItem(one.item, one.sealed) for one in found]
        n = found[-1].n if found else key.n
        return as_json(club_types.KeyItems(n, n < key.n, kept, key.things, key.bytes))

    async def write(self, request: Request) -> Response:
        """So many things, each sealed; all of them are written, or none."""
        if self.api.services.house.is_read_only:
            raise Fail("read_only")
        key = await self.found(request)
        body = await read(request, club_types.KeyChange)
        if any(len(one.sealed) > keys.ITEM_BYTES for one in body.items):
            raise Fail("too_large")
        items = {one.item: one.sealed for one in body.items}
        n = await keys.write(self.api.services.store, key.name, body.after, list(items.items()))
        return as_json(club_types.KeyWritten(n))

    async def delete(self, request: Request) -> Response:
        key = await self.found(request)
        await keys.delete(self.api.services.store, key.name)
        return as_json(club_types.KeyWritten(0))
