"""Everything that is asked over HTTP."""

import asyncio
import gzip
import json
import random
import socket
import time
import urllib.request
from pathlib import Path

import pytest
from server_kit import ANSWER_SECONDS, Client, Message, Server, log_of
from starlette.requests import Request
from starlette.responses import Response
from test_playing import play_seat

from kamiza import games
from kamiza.core.record import Branch, read_record, verify
from kamiza.server import catalogue
from kamiza.server.app import App
from kamiza.server.config import Config
from kamiza.server.serve import DrainingServer, uvicorn_config
from kamiza.server.static import Static

SHINTOH = "/api/games/shintoh"


def finished_table(server: Server, seats: str = "pp", seed: int = 5) -> tuple[Message, Client]:
    """A table whose game is over, and the client that played seat A in it."""

    async def play() -> tuple[Message, Client]:
        made = server.make_table(seats)
        people = [seat for seat in made["seats"] if seat["kind"] == "person"]
        clients = [await Client(server, made["table"]).open(seat["token"]) for seat in people]
        await asyncio.gather(
            *(
                play_seat(client, seat["seat"], random.Random(f"{seed} {seat['seat']}"))
                for client, seat in zip(clients, people)
            )
        )
        for client in clients:
            await client.close()
        return made, clients[0]

    return asyncio.run(play())


@pytest.fixture(scope="module")
def finished(server: Server) -> tuple[Message, Client]:
    return finished_table(server, "pfb")


# -- games ----------------------------------------------------------------------------------------


def test_what_the_first_visitor_asks_for_is_ready(tmp_path: Path) -> None:
    """Nobody has asked for anything yet; only files that the page names are packed by then."""
    pages = tmp_path / "pages"
    (pages / "assets").mkdir(parents=True)
    (pages / "index.html").write_text('<script src="/assets/app.js"></script>' + " " * 500)
    for name in ("app.js", "later.js"):
        (pages / "assets" / name).write_text("const answer = 42;\n" * 100)

    async def scenario() -> None:
        static = Static(pages)
        app = App(Config(tmp_path / "data"), static)
        server = DrainingServer(app, uvicorn_config(app.config, app))
        listening = socket.create_server(("127.0.0.1", 0))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while server.reading is None:
            await asyncio.sleep(0.01)
        await server.reading
        assert catalogue.game_info.cache_info().currsize == len(games.NAMES)
        packed = {path for path, page in static.pages.items() if "gzipped" in vars(page)}
        assert packed == {"index.html", "assets/app.js"}
        server.should_exit = True
        await serving

    catalogue.game_info.cache_clear()
    asyncio.run(scenario())


def test_the_games(server: Server) -> None:
    (shintoh,) = [game for game in server.get("/api/games") if game["name"] == "shintoh"]
    assert shintoh["players"] == [2, 3, 4]
    assert shintoh["title"]["ja"] == "神道"
    levels = [bot["level"] for bot in shintoh["bots"]]
    assert levels == ["novice", "adept", "master", "kami"]
    assert shintoh["bots"][0]["name"] == {"en": "Novice", "ja": "見習い"}
    assert {setting["name"] for setting in shintoh["settings"]} == {
        "role_knowledge",
        "first_dealer",
        "hand_tracker",
    }


def test_settings_say_for_whom_they_are(server: Server) -> None:
    """What the lobby offers is what the rules accept: numbers of players, first games."""
    infos = {game["name"]: game for game in server.get("/api/games")}
    assert list(infos) == ["shintoh", "kamisama", "kodama", "battles"]
    battles = {setting["name"]: setting for setting in infos["battles"]["settings"]}
    seats = {value["value"]: value["seats"] for value in battles["mode"]["values"]}
    assert seats == {"ffa": [2, 3, 4, 5, 6], "team": [4, 6]}
    assert battles["main_god"]["when"] == {"mode": "team"}
    assert battles["main_god"]["rare"]
    assert not battles["mode"]["rare"]
    kodama = {setting["name"]: setting for setting in infos["kodama"]["settings"]}
    assert kodama["sprouts"]["deals"] == ["A", "B", "C"]  # [KO-OPT-03]
    assert infos["kodama"]["first"]["settings"] == {"sprouts": {"A": "A"}}  # Decrees are kept
    without = next(value for value in kodama["decrees"]["values"] if value["value"] is False)
    assert "table rule of ours" in without["help"]["en"]  # [KO-OPT-04]
    assert "独自のルール" in without["help"]["ja"]
    assert [o["name"] for i in infos.values() for o in i["settings"] if o["deals"]] == ["sprouts"]
    for info in infos.values():
        players = [
            {"kind": "person", "name": "A"},
            *[{"kind": "bot"}] * (info["first"]["seats"] - 1),
        ]
        request = {"game": info["name"], "players": players, "settings": info["first"]["settings"]}
        assert server.post("/api/tables", request)["table"]


def test_advice_about_a_table(server: Server) -> None:
    """Why there can be no such table, or what is only advised. [KB-RUL-61] [KB-ERR-11]"""
    (battles,) = [game for game in server.get("/api/games") if game["name"] == "battles"]
    (setting,) = [setting for setting in battles["settings"] if setting["name"] == "artifacts"]
    assert (setting["pick"], setting["values"], setting["default"]) == ("artifact", [], [])
    chosen = ["necronomicon", "elder_sign", "silver_key"]

    def advice(artifacts: list[str]) -> Message:
        request = {"seats": 2, "settings": {"sets": "rotoo+yyrz", "artifacts": artifacts}}
        return server.post("/api/games/battles/advice", request)

    assert advice([]) == {"refusal": None, "notices": []}
    refused = advice(chosen[:2])
    assert refused["notices"] == []
    assert refused["refusal"]["en"] == "Artifacts of at least three kinds are needed; you have 2."
    advised = advice(chosen)
    assert advised["refusal"] is None
    assert advised["notices"] == [
        {"en": "At least 12 Artifacts are advised; there are 3.",
         "ja": "秘宝は12枚以上がおすすめです。いまは3枚です。"}
    ]  # fmt: skip


def test_rules_keep_the_roles_to_themselves(server: Server) -> None:
    rules = server.get(f"{SHINTOH}/rules")
    study = server.get(f"{SHINTOH}/rules?study=1")
    assert any(rule["id"] == "OF-DED-03" for rule in rules["rules"])
    extra = {r["id"] for r in study["rules"]} - {r["id"] for r in rules["rules"]}
    assert "OF-ROLE-14" in extra
    assert rules["chapters"][0]["title"]["en"] == "General"


def test_the_gallery_keeps_the_roles_to_itself(server: Server) -> None:
    cards = server.get(f"{SHINTOH}/cards")
    assert [len(cards[group]) for group in ("gods", "offerings", "roles")] == [18, 3, 10]
    assert "members" not in json.dumps(cards)
    assert "members" in json.dumps(server.get(f"{SHINTOH}/cards?study=1"))
    names = [god["name"]["en"] for god in cards["gods"]]
    assert names == sorted(names)  # an order that says nothing


def test_words(server: Server) -> None:
    assert server.get(f"{SHINTOH}/words")["rice"] == {"en": "rice", "ja": "米"}


# -- tables ---------------------------------------------------------------------------------------


def test_a_public_table_can_be_joined(server: Server) -> None:
    made = server.make_table("pff", public=True)
    (listed,) = [t for t in server.get("/api/tables") if t["table"] == made["table"]]
    assert (listed["seats"], listed["taken"]) == (3, 1)  # the maker's own seat is nobody else's
    claimed = server.post(f"/api/tables/{made['table']}/claim", {"name": "Haru"})
    assert claimed["seat"] == "B"

    async def sit() -> None:
        client = await Client(server, made["table"]).open(claimed["token"])
        assert client.messages[0]["you"] == ["B"]

    asyncio.run(sit())
    server.post(f"/api/tables/{made['table']}/claim", {"name": "Aki"})
    assert server.request("POST", f"/api/tables/{made['table']}/claim", {})[0] == 409
    assert made["table"] not in {table["table"] for table in server.get("/api/tables")}


@pytest.mark.parametrize(
    ("status", "code", "body"),
    [
        (400, "malformed", b"{"),
        (400, "malformed", b"[" * 9000),
        (400, "malformed", {"game": "shintoh"}),
        (400, "malformed", {"game": "shintoh", "players": [{"kind": "king"}]}),
        (404, "unknown_game", {"game": "chess", "players": [{"kind": "bot"}] * 2}),
        (413, "too_large", b" " * 20_000),
        (422, "refused", {"game": "shintoh", "players": [{"kind": "bot"}]}),
        (422, "refused", {"game": "shintoh", "players": [{"kind": "bot", "level": "god"}] * 2}),
        (
            422,
            "refused",
            {"game": "shintoh", "players": [{"kind": "bot"}] * 2, "settings": {"tea": 1}},
        ),
    ],
)
def test_bad_tables_are_refused_in_words(
    server: Server, status: int, code: str, body: object
) -> None:
    found, answer = server.request("POST", "/api/tables", body)
    assert (found, answer["error"]["code"]) == (status, code)
    assert answer["error"]["sentence"]["ja"]


# -- finished games -------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["replay", "replay?seat=A", "record", "verify"])
def test_a_running_game_shows_nothing(server: Server, what: str) -> None:
    made = server.make_table("pp")
    status, answer = server.request("GET", f"/api/tables/{made['table']}/{what}")
    assert (status, answer["error"]["code"]) == (409, "not_over")
    assert server.request("GET", f"/api/tables/nowhere/{what}")[0] == 404


def test_the_replay_is_what_the_seat_saw(server: Server, finished: tuple[Message, Client]) -> None:
    made, client = finished
    replay = server.get(f"/api/tables/{made['table']}/replay", token=made["seats"][0]["token"])
    assert replay["seat"] == "A"
    views = {step["step"]: step["view"] for step in replay["steps"]}
    live = [message for message in client.messages if message["t"] == "state"]
    for message in live:
        assert views[message["version"]] == message["view"]
    told = [event for step in replay["steps"] for event in step["events"]]
    assert told == [event for message in live for event in message["events"]]
    assert log_of(replay["steps"]) == log_of(live)
    assert replay["steps"][0]["events"][0]["event"] == "game_started"


def test_any_seat_s_view_as_it_was(server: Server, finished: tuple[Message, Client]) -> None:
    table = finished[0]["table"]
    assert server.get(f"/api/tables/{table}/replay")["seat"] is None
    assert "private" not in json.dumps(server.get(f"/api/tables/{table}/replay"))
    other = server.get(f"/api/tables/{table}/replay?seat=C")
    assert other["steps"][0]["view"]["private"]["hand"] == {"rice": 1, "sake": 1, "salt": 2}
    for wrong in ("D", "a", "", "AB", "-1"):
        assert server.request("GET", f"/api/tables/{table}/replay?seat={wrong}")[0] == 404
    for token in (finished[0]["spectator"], finished[0]["host"]):
        watched = server.get(f"/api/tables/{table}/replay", token=token)
        assert watched == server.get(f"/api/tables/{table}/replay")
    assert server.request("GET", f"/api/tables/{table}/replay", token="wrong")[0] == 403


def test_the_chances_over_a_finished_game(server: Server, finished: tuple[Message, Client]) -> None:
    """Worked out bit by bit while it is asked for; at the end nothing is a guess."""
    made = finished[0]
    path = f"/api/tables/{made['table']}/win-chances"
    answer = server.get(f"{path}?seat=B")
    assert answer["seat"] == "B"
    end = time.monotonic() + 2 * ANSWER_SECONDS
    while len(answer["points"]) < answer["total"]:
        assert time.monotonic() < end
        time.sleep(0.2)
        answer = server.get(f"{path}?seat=B")
    steps = [point["step"] for point in answer["points"]]
    replay = server.get(f"/api/tables/{made['table']}/replay")
    assert steps == sorted(set(steps))
    assert (steps[0], steps[-1]) == (0, len(replay["steps"]) - 1)
    for point in answer["points"]:
        assert list(point["chances"]) == ["A", "B", "C"]
        assert abs(sum(point["chances"].values()) - 1) < 1e-9
    winners = replay["steps"][-1]["view"]["result"]["winners"]
    best = [seat for seat, chance in answer["points"][-1]["chances"].items() if chance > 0]
    assert best == winners
    assert server.get(path)["seat"] is None  # a spectator knew less


def test_there_are_no_chances_while_a_game_is_played(server: Server) -> None:
    made = server.make_table("pp")
    assert server.request("GET", f"/api/tables/{made['table']}/win-chances")[0] == 409


def test_the_record_proves_the_game(server: Server, finished: tuple[Message, Client]) -> None:
    table = finished[0]["table"]
    record = read_record(server.get(f"/api/tables/{table}/record"))
    assert verify(games.game("shintoh"), record) == len(record.moves) > 20
    checked = server.get(f"/api/tables/{table}/verify")
    assert (checked["fits"], checked["hashes_ok"]) == (True, True)
    assert checked["moves"] == len(record.moves)
    assert checked["commitment"] == record.commitment == finished[1].messages[0]["commitment"]


def test_playing_on_from_any_point(server: Server, finished: tuple[Message, Client]) -> None:
    table = finished[0]["table"]
    replay = server.get(f"/api/tables/{table}/replay?seat=A")
    at = len(replay["steps"]) // 2
    people = [{"kind": "person", "name": "Again"}] * 3
    made = server.post(f"/api/tables/{table}/branch", {"at": at, "players": people})

    async def look() -> None:
        client = await Client(server, made["table"]).open(*[s["token"] for s in made["seats"]])
        told = client.messages[0]["branch"]
        assert (told["table"], told["at"]) == (table, at)
        assert client.states["A"]["view"] == replay["steps"][at]["view"]
        asked = client.states["A"]["view"]["asked"]
        assert client.states[asked]["undo"] is None
        move = client.states[asked]["view"]["moves"][0]
        assert (await client.move(asked, move))["version"] == at + 1
        seats = ("A", "B", "C")
        rng = random.Random(8)
        while (asked := client.states["A"]["view"]["asked"]) is not None:
            version = client.states[asked]["version"]
            answer = await client.move(asked, rng.choice(client.states[asked]["view"]["moves"]))
            for seat in seats:
                await client.wait_for_version(seat, answer.get("version", version))
        await client.close()

    asyncio.run(look())
    record = read_record(server.get(f"/api/tables/{made['table']}/record"))
    assert record.branch == Branch(table, at)
    assert verify(games.game("shintoh"), record) == len(record.moves) > at
    too_late = {"at": len(replay["steps"]), "players": people}
    assert server.request("POST", f"/api/tables/{table}/branch", too_late)[0] == 400
    too_few = {"at": 1, "players": people[:2]}
    assert server.request("POST", f"/api/tables/{table}/branch", too_few)[0] == 400


def test_a_branch_is_never_public_and_says_that_all_was_seen(
    server: Server, finished: tuple[Message, Client]
) -> None:
    """Whoever makes it has read the replay of every seat: at a public table a marked deck."""
    path = f"/api/tables/{finished[0]['table']}/branch"
    seats = [{"kind": "person", "name": "Reader"}, *[{"kind": "person"}] * 2]
    before = {table["table"] for table in server.get("/api/tables")}
    status, answer = server.request("POST", path, {"at": 0, "players": seats, "public": True})
    assert (status, answer["error"]["code"]) == (409, "branch_is_private")
    assert all(answer["error"]["sentence"].values())
    assert {table["table"] for table in server.get("/api/tables")} == before
    made = server.post(path, {"at": 0, "players": seats})
    status, answer = server.request("POST", f"/api/tables/{made['table']}/claim", {})
    assert (status, answer["error"]["code"]) == (403, "not_public")

    async def read_the_welcome(token: str) -> Message:
        client = await Client(server, made["table"]).open(token)
        await client.close()
        welcome = next(message for message in client.messages if message["t"] == "welcome")
        return welcome["branch"]["note"]

    for token in (made["seats"][1]["token"], made["spectator"]):
        note = asyncio.run(read_the_welcome(token))
        assert "every hand" in note["en"]
        assert "手札" in note["ja"]


# -- pages and operations -------------------------------------------------------------------------


def answer_of(server: Server, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    request = urllib.request.Request(server.base + path, headers=headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, dict(answer.headers.items()), answer.read()
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers.items()), error.read()


@pytest.mark.parametrize(
    "path", ["/", "/t/abc", "/r/abc", "/rules/shintoh/OF-DED-03", "/api/games"]
)
def test_every_answer_is_guarded(server: Server, path: str) -> None:
    _, headers, _ = answer_of(server, path)
    policy = headers["content-security-policy"]
    for part in (
        "default-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval';",
    ):
        assert part in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "path", ["/../serve.py", "/%2e%2e/serve.py", "/assets/../../store.py", "/static/index.html"]
)
def test_no_path_leads_out_of_the_pages(server: Server, path: str) -> None:
    assert answer_of(server, path)[0] == 404


def test_unknown_requests_are_answered_in_words(server: Server) -> None:
    status, answer = server.request("GET", "/api/nothing")
    assert (status, answer["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["/nope", "/shintoh/rules", "/T/abc"])
def test_an_unknown_address_gets_our_own_page(server: Server, path: str) -> None:
    status, headers, body = answer_of(server, path)
    assert status == 404
    assert headers["content-type"].startswith("text/html")
    assert body == answer_of(server, "/")[2]
    assert "content-security-policy" in headers


@pytest.mark.parametrize("path", ["/assets/gone-1a2b.js", "/favicon.ico", "/.env"])
def test_a_missing_file_is_just_missing(server: Server, path: str) -> None:
    status, _, body = answer_of(server, path)
    assert (status, body) == (404, b"There is nothing here.\n")


def test_built_pages_are_compressed_and_cached(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "app-1a2b.js").write_text("let x = 1;\n" * 200)
    (tmp_path / "index.html").write_text("<!doctype html>")
    static = Static(tmp_path)
    page = static.find("assets/app-1a2b.js")
    assert page is not None
    assert page.gzipped is not None
    assert gzip.decompress(page.gzipped) == page.body
    assert static.find("nothing.js") is None


def page_of(static: Static, path: str, accepted: str = "") -> Response:
    """What a browser that accepts this gets for a path."""
    headers = [(b"accept-encoding", accepted.encode())]
    return static.answer(Request({"type": "http", "headers": headers}), path)


def test_pages_are_sent_as_the_browser_can_read_them(tmp_path: Path) -> None:
    (tmp_path / "assets" / "deep").mkdir(parents=True)
    (tmp_path / "assets" / "deep" / "app.js").write_text(script := "let x = 1;\n" * 200)
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / "index.html.gz").write_text("made by a build")
    static = Static(tmp_path)
    packed = page_of(static, "assets/deep/app.js", "br, gzip")
    assert gzip.decompress(packed.body).decode() == script
    assert packed.headers["content-encoding"] == "gzip"
    plain = page_of(static, "assets/deep/app.js", "br")
    assert plain.body.decode() == script
    assert "content-encoding" not in plain.headers
    for answer in (packed, plain):
        assert answer.status_code == 200
        assert answer.headers["vary"] == "accept-encoding"
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-type"].startswith("application/javascript")
    page = page_of(static, "index.html", "gzip")
    assert (page.body, page.headers["cache-control"]) == (b"<!doctype html>", "no-cache")
    assert "content-encoding" not in page.headers  # too short to gain anything
    for path in ("rules/nowhere", "v1.2/rules", "index.html.gz", "rules/gone.js"):
        answer = page_of(static, path)
        assert answer.status_code == 404
        assert (answer.body == page.body) is path.endswith(("nowhere", "rules"))


def test_pages_may_be_built_while_the_server_runs(tmp_path: Path) -> None:
    static = Static(tmp_path)
    answer = page_of(static, "index.html")
    assert answer.status_code == 503
    assert b"npm run build" in answer.body
    (tmp_path / "index.html").write_text("<!doctype html>")
    while page_of(static, "index.html").status_code == 503:
        time.sleep(0.05)  # it looks once a second
    assert page_of(static, "index.html").body == b"<!doctype html>"
    assert page_of(static, "somewhere").status_code == 404


def test_operations(server: Server) -> None:
    assert server.get("/healthz") == {"healthy": True}
    text = server.get("/metrics").decode()
    assert "kamiza_saving 1" in text
    assert 'kamiza_commit_seconds_bucket{le="+Inf"}' in text


def test_the_log_knows_no_secrets(server: Server, finished: tuple[Message, Client]) -> None:
    made, _ = finished
    log = server.log.read_text()
    secrets = [seat["token"] for seat in made["seats"] if "token" in seat]
    for word in (*secrets, made["host"], made["spectator"], "Player 0"):
        assert word not in log
    for line in log.splitlines()[1:]:
        json.loads(line)


def test_large_answers_are_compressed(server: Server) -> None:
    for path in (f"{SHINTOH}/rules", "/"):
        _, headers, body = answer_of(server, path, **{"accept-encoding": "gzip"})
        if headers.get("content-encoding") == "gzip":
            assert len(gzip.decompress(body)) > len(body)
    _, headers, _ = answer_of(server, f"{SHINTOH}/rules", **{"accept-encoding": "gzip"})
    assert headers["content-encoding"] == "gzip"
