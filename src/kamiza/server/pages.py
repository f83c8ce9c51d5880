"""What only a server has: its pages, and the places where it is looked after."""

from __future__ import annotations

from kamiza.server.answers import Endpoint, as_json
from kamiza.server.http import HttpApi
from kamiza.server.limits import Buckets
from kamiza.server.refusals import guarded
from kamiza.server.static import Static
from kamiza.server.web import (
    BaseRoute,
    PlainTextResponse,
    Request,
    Response,
    Route,
)
from kamiza.server.whole_metrics import text_of_all


class Pages:
    """Everything that is no request of docs/protocol.md; these routes come last."""

    def __init__(self, api: HttpApi, static: Static) -> None:
        self.api = api
        self.tables = api.tables
        self.services = api.services
        self.static = static

    def routes(self) -> list[BaseRoute]:
        route = self.api.route

        def paid_from(purses: Buckets, path: str, endpoint: Endpoint) -> Route:
            return Route(path, guarded(self.api.limited(endpoint, purses)), methods=["GET"])

        limits = self.api.limits

        return [
            paid_from(limits.health, "/healthz", self.health),
            paid_from(limits.health, "/readyz", self.ready),
            paid_from(limits.health, "/metrics", self.metrics),
            # Whoever keeps the pages leaves the others of their address enough to ask of tables.
            paid_from(limits.files, "/assets/{path:path}", self.part),
            route("/", self.page),
            route("/t/{rest:path}", self.page),
            route("/r/{rest:path}", self.page),
            route("/learn/{rest:path}", self.page),
            route("/calls", self.page),
            route("/edit", self.page),
            route("/edit/{rest:path}", self.page),
            route("/puzzles", self.page),
            route("/puzzles/{rest:path}", self.page),
            route("/rules", self.page),
            route("/rules/{rest:path}", self.page),
            route("/me", self.page),
            route("/c/{rest:path}", self.page),
            route("/{path:path}", self.file),
        ]

    async def health(self, request: Request) -> Response:
        is_healthy = await self.services.store.is_healthy() and not self.tables.is_closing
        facts: dict[str, object] = {"healthy": is_healthy}
        if self.tables.broken:
            facts["broken_tables"] = len(self.tables.broken)
        return as_json(facts, 200 if is_healthy else 503)

    async def ready(self, request: Request) -> Response:
        """May a proxy send newcomers here? While the server drains it is healthy, not ready."""
        can_play = await self.services.store.is_healthy() and not self.tables.is_closing
        is_ready = can_play and not self.services.house.is_draining
        return as_json({"ready": is_ready}, 200 if is_ready else 503)

    async def metrics(self, request: Request) -> Response:
        return PlainTextResponse(await text_of_all(self.services.config, self.services.metrics))

    async def page(self, request: Request) -> Response:
        return self.static.answer(request, "index.html")

    async def file(self, request: Request) -> Response:
        return self.static.answer(request, request.path_params["path"])

    async def part(self, request: Request) -> Response:
        return self.static.answer(request, "assets/" + request.path_params["path"])
