"""The built front end, served from inside the package, compressed once, cached by browsers."""

from __future__ import annotations

import gzip
import mimetypes
import time
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

COMPRESSIBLE = ("text/", "application/javascript", "application/json", "image/svg+xml")
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
MISSING = (
    "Kamiza is running, but its pages have not been built.\n\n"
    "    cd web && npm ci && npm run build\n\n"
    "puts them into kamiza/server/static. The programming interface under /api and /ws works.\n"
)
NOTHING = "There is nothing here.\n"

mimetypes.add_type("application/javascript", ".js")
mimetypes.add_type("application/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@dataclass(frozen=True)
class Page:
    """A file ready to be sent."""

    body: bytes
    kind: str

    @cached_property
    def gzipped(self) -> bytes | None:
        """Compressed when somebody asks for it first, so that no start waits for all files."""
        if self.kind.startswith(COMPRESSIBLE) and len(self.body) > 500:
            return gzip.compress(self.body, 9)
        return None


class Static:
    """Files by their path; found once, so no request can reach anything else."""

    def __init__(self, root: Traversable | None = None) -> None:
        self.root = root or files("kamiza.server") / "static"
        self.pages: dict[str, Page] = {}
        self.built = -1.0
        self.looked = 0.0

    def find(self, path: str) -> Page | None:
        """The file of a path such as `assets/index-abc.js`."""
        now = time.monotonic()
        if now - self.looked > 1.0:
            self.looked = now
            self.read_if_new()
        return self.pages.get(path)

    def read_if_new(self) -> None:
        """The pages may be built, or built again, while the server runs."""
        index = self.root / "index.html"
        built = index.stat().st_mtime if isinstance(index, Path) and index.is_file() else 0.0
        if built != self.built:
            self.built = built
            self.pages = dict(read_all(self.root, ""))

    def first(self) -> list[Page]:
        """What everybody is sent first: the page, and the files that it names."""
        index = self.find("index.html")
        if index is None:
            return []
        return [index, *(page for path, page in self.pages.items() if path.encode() in index.body)]

    def answer(self, request: Request, path: str, status: int = 200) -> Response:
        """A file; where there is none, the page that says so in words."""
        page = self.find(path)
        if page is None:
            if path == "index.html":
                return PlainTextResponse(MISSING, 503)
            if is_file(path):
                return PlainTextResponse(NOTHING, 404)
            return self.answer(request, "index.html", 404)
        headers = {"cache-control": FOREVER if path.startswith("assets/") else ASK_AGAIN}
        body = page.body
        if page.gzipped is not None:
            headers["vary"] = "accept-encoding"
            if "gzip" in request.headers.get("accept-encoding", ""):
                headers["content-encoding"] = "gzip"
                body = page.gzipped
        return Response(body, status, media_type=page.kind, headers=headers)


def is_file(path: str) -> bool:
    """Something a page asks for, not an address somebody typed."""
    return path.startswith("assets/") or "." in path.rsplit("/", 1)[-1]


def read_all(folder: Traversable, prefix: str) -> list[tuple[str, Page]]:
    """Every file below a folder."""
    if not folder.is_dir():
        return []
    found: list[tuple[str, Page]] = []
    for entry in folder.iterdir():
        path = prefix + entry.name
        if entry.is_dir():
            found += read_all(entry, path + "/")
        elif not entry.name.endswith((".gz", ".br")):
            found.append((path, read_page(entry)))
    return found


def read_page(entry: Traversable) -> Page:
    body = entry.read_bytes()
    kind = mimetypes.guess_type(entry.name)[0] or "application/octet-stream"
    return Page(body, kind)
