"""Who may do what: every kind of message and request, from every kind of asker."""

import asyncio
import random
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from conftest import QUICK
from server_kit import Client, Message, Server
from test_playing import play_seat
from test_seats import come, hello
from test_security import close_code

from kamiza.server import asks
from kamiza.server.calls.api import CallsApi
from kamiza.server.http import HttpApi
from kamiza.server.store import VOID, token_hash


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One of its own, so that no other test has used up what one address may ask."""
    with Server(tmp_path_factory.mktemp("matrix"), *QUICK) as running:
        yield running


@dataclass
class Scene:
    """A table with a token of every kind. Seat A is the maker's, B a guest's, C a bot's."""

    table: str
    tokens: dict[str, str]


async def set_scene(server: Server) -> Scene:
    made = server.make_table("pfb", settings={"first_dealer": "A"})
    host = await Client(server, made["table"]).open(made["host"])
    replaced = made["seats"][1]["token"]
    invited = await host.ask({"t": "invite", "seat": "B"})
    await host.close()
    made["seats"][1]["token"] = invited["token"]
    guest, own = await come(server, made, 1, name="Haru")
    await guest.close()
    tokens = {
        "owner": made["seats"][0]["token"],
        "other seat": own,
        "host": made["host"],
        "watcher": made["spectator"],
        "used invitation": invited["token"],
        "replaced invitation": replaced,
        "given away": "v" * 22 + made["table"],
        "other table": server.make_table("pp")["seats"][0]["token"],
        "invented": "x" * 22,
    }
    with sqlite3.connect(server.data / "kamiza.db") as file:
        lost = (token_hash(tokens["given away"]), made["table"], VOID, 1)
        file.execute("insert into tokens values (?, ?, ?, ?)", lost)
    return Scene(made["table"], tokens)


# -- hello ----------------------------------------------------------------------------------------

# Seats, whether as the host; or the error after which the socket is closed.
HELLO: dict[str, tuple[list[str], bool] | str] = {
    "owner": (["A"], False),
    "other seat": (["B"], False),
    "host": ([], True),
    "watcher": ([], False),
    "used invitation": "invite_used",
    "replaced invitation": "invite_used",
    "given away": "seat_given",
    "other table": "unknown_token",
    "invented": "unknown_token",
}


def test_what_each_token_opens(server: Server) -> None:
    async def scenario() -> None:
        scene = await set_scene(server)
        for asker, expected in HELLO.items():
            token = scene.tokens[asker]
            if isinstance(expected, str):
                code, heard = await close_code(server, scene.table, hello(token))
                assert (code, [message["code"] for message in heard]) == (4001, [expected]), asker
                continue
            client = await Client(server, scene.table).open(token)
            welcome = client.messages[0]
            assert (welcome["you"], welcome["host"]) == expected, asker
            assert set(client.states) == set(expected[0] or [None]), asker
            await client.close()

    asyncio.run(scenario())


# -- messages -------------------------------------------------------------------------------------

TAKEN = "taken"
NOT_YOURS = "table.not_yours"
STRANGERS = {"watcher": NOT_YOURS, "other seat": NOT_YOURS, "host": NOT_YOURS}

# What is answered to a message about seat A while its owner is here, in this order. Who has not
# said hello, or in vain, is told to say it, whatever they ask.
MESSAGES: list[tuple[Message, dict[str, str]]] = [
    ({"t": "why", "move": "fly"}, STRANGERS | {"owner": TAKEN}),
    ({"t": "hint"}, STRANGERS | {"owner": "table.no_hints"}),
    ({"t": "undo", "version": 0}, STRANGERS | {"owner": "table.nothing_to_undo"}),
    ({"t": "consent", "yes": True}, STRANGERS | {"owner": "table.no_request"}),
    ({"t": "lend", "level": "none such"}, STRANGERS | {"owner": "table.unknown_level"}),
    ({"t": "reclaim"}, STRANGERS | {"owner": "table.not_lent"}),
    ({"t": "name", "name": "Thief"}, STRANGERS | {"owner": TAKEN}),
    ({"t": "passing", "never": []}, STRANGERS | {"owner": TAKEN}),
    ({"t": "chat", "text": "hello"}, STRANGERS | {"owner": TAKEN}),
    ({"t": "rematch"}, STRANGERS | {"owner": "table.not_over"}),
    (
        {"t": "wait"},
        {
            "watcher": NOT_YOURS,
            "other seat": "table.not_away",
            "host": NOT_YOURS,
            "owner": "table.not_away",
        },
    ),
    (
        {"t": "invite"},
        {
            "watcher": "table.only_the_host",
            "other seat": "table.only_the_host",
            "host": "table.present",
            "owner": "table.only_the_host",
        },
    ),
    (
        {"t": "report", "about": "A"},
        dict.fromkeys(STRANGERS, TAKEN) | {"owner": "table.not_reported"},
    ),
    ({"t": "ready", "yes": True}, STRANGERS | {"owner": "table.has_begun"}),
    (
        {"t": "begin"},
        dict.fromkeys(STRANGERS, "table.only_the_host_begins")
        | {"host": "table.has_begun", "owner": "table.only_the_host_begins"},
    ),
    (
        {"t": "cancel"},
        dict.fromkeys(STRANGERS, "table.only_the_host_cancels")
        | {"host": "table.has_begun", "owner": "table.only_the_host_cancels"},
    ),
    ({"t": "vacation", "days": 1}, STRANGERS | {"owner": "table.no_vacation"}),
    ({"t": "looking", "yes": True}, dict.fromkeys([*STRANGERS, "owner"], TAKEN)),
    ({"t": "ping"}, dict.fromkeys([*STRANGERS, "owner"], TAKEN)),
    ({"t": "move", "version": 0, "moves": ["pass"]}, STRANGERS | {"owner": TAKEN}),
    ({"t": "resign"}, STRANGERS | {"owner": TAKEN}),
    ({"t": "end", "counts": True}, STRANGERS | {"owner": "table.has_resigned"}),
]


async def outcome(client: Client, message: Message) -> str:
    """The rule that refuses a message, the code of the error it is, or that it was taken."""
    await client.send({"id": f"m{next(client.numbers)}", "seat": "A", **message})
    if message["t"] != "ping":
        await client.send({"t": "ping"})
    answer = await client.until("refused", "error", "pong")
    if answer["t"] == "pong":
        return TAKEN
    await client.until("pong")
    return str(answer.get("rule") or answer["code"])


def test_every_message_from_every_asker(server: Server) -> None:
    async def scenario() -> None:
        scene = await set_scene(server)
        askers = {asker: scene.tokens[asker] for asker in (*STRANGERS, "owner")}
        clients = {a: await Client(server, scene.table).open(t) for a, t in askers.items()}
        for message, expected in MESSAGES:
            for asker, client in clients.items():
                assert await outcome(client, message) == expected[asker], (asker, message)
            await asyncio.sleep(0.15)  # all of it at once is more than a socket may ask
        for client in clients.values():
            await client.close()

    asyncio.run(scenario())
    known = {message["t"] for message, _ in MESSAGES} | {"hello"}
    assert known == {kind.__struct_config__.tag for kind in asks.ClientMessage.__args__}


def test_every_message_before_hello(server: Server) -> None:
    async def scenario() -> None:
        scene = await set_scene(server)
        for message, _ in MESSAGES:
            client = await Client(server, scene.table).open()
            await client.send({"id": "m", "seat": "A", **message})
            assert (await client.receive())["code"] == "say_hello", message
            await client.close()

    asyncio.run(scenario())


# About seat A while nobody is on it.
ABSENT: dict[str, dict[str, str]] = {
    "lend": {"watcher": NOT_YOURS, "other seat": NOT_YOURS, "host": TAKEN},
    "invite": {
        "watcher": "table.only_the_host",
        "other seat": "table.only_the_host",
        "host": "table.just_left",
    },
    "move": STRANGERS,
    "undo": STRANGERS,
    "reclaim": STRANGERS,
    "name": STRANGERS,
}


def test_the_host_sees_to_who_is_away_and_to_nothing_else(server: Server) -> None:
    async def scenario() -> None:
        scene = await set_scene(server)
        bodies = {message["t"]: message for message, _ in MESSAGES}
        bodies["lend"] = {"t": "lend", "level": "heuristic"}
        for kind, expected in ABSENT.items():
            for asker, found in expected.items():
                client = await Client(server, scene.table).open(scene.tokens[asker])
                assert await outcome(client, bodies[kind]) == found, (asker, kind)
                await client.close()

    asyncio.run(scenario())


# -- requests -------------------------------------------------------------------------------------

BRANCH: Message = {"at": 0, "players": [{"kind": "bot"}] * 3}
ALL = (*HELLO, "nobody")
NOT_OVER = dict.fromkeys(ALL, (409, "not_over"))
DONE = dict.fromkeys(ALL, (200, ""))
SEEN = {
    "nobody": (200, None), "watcher": (200, None), "host": (200, None), "owner": (200, "A"),
    "other seat": (200, "B"), "used invitation": (403, "invite_used"),
    "replaced invitation": (403, "invite_used"), "given away": (403, "seat_given"),
    "other table": (403, "unknown_token"),
    "invented": (403, "unknown_token"),
}  # fmt: skip

ONLY_HOST = dict.fromkeys(ALL, (403, "not_the_host"))
HOOKED: dict[str, object] = ONLY_HOST | {"host": (200, "")}
NO_HOOK: dict[str, object] = ONLY_HOST | {"host": (404, "no_hook")}
NOT_ALONE: dict[str, object] = ONLY_HOST | {"host": (403, "others_sit")}

# Method, path, body; what each asker gets during the game, and after it. A success tells nothing
# else than whose view it is.
REQUESTS: list[tuple[str, str, Message | None, dict[str, object], dict[str, object]]] = [
    ("GET", "standing", None, *[SEEN | {"nobody": (403, "unknown_token")}] * 2),
    ("GET", "replay", None, NOT_OVER, SEEN),
    ("GET", "win-chances", None, NOT_OVER, SEEN),
    ("GET", "coach", None, NOT_OVER, DONE),
    ("GET", "summary", None, NOT_OVER, DONE),
    ("GET", "record", None, NOT_OVER, DONE),
    ("GET", "verify", None, NOT_OVER, DONE),
    ("GET", "position", None, NOT_OVER, DONE),
    ("POST", "branch", BRANCH, NOT_OVER, dict.fromkeys(ALL, (201, ""))),
    ("GET", "hook", None, HOOKED, HOOKED),
    ("PUT", "hook", {"url": ""}, HOOKED, HOOKED),
    ("POST", "hook/test", {}, NO_HOOK, NO_HOOK),
    ("POST", "carried", {"seats": []}, NOT_ALONE, NOT_ALONE),
    ("DELETE", "carried?version=0", {"seats": []}, NOT_ALONE, NOT_ALONE),
    ("POST", "claim", {"name": "Thief"}, *[dict.fromkeys(ALL, (403, "not_public"))] * 2),
]


def answer_to(server: Server, method: str, path: str, body: object, token: str) -> object:
    """Status with the code of the error, or with whose view it is."""
    while True:
        status, answer = server.request(method, path, body, token=token)
        if status != 429:
            break
        time.sleep(0.5)  # stay within the limits
    if status >= 400:
        return status, answer["error"]["code"]
    return status, answer["seat"] if path.endswith(("standing", "replay", "win-chances")) else ""


def check_requests(server: Server, scene: Scene, is_over: bool) -> None:
    for method, what, body, during, after in REQUESTS:
        for asker in ALL:
            token = scene.tokens.get(asker, "")
            path = f"/api/tables/{scene.table}/{what}"
            found = answer_to(server, method, path, body, token)
            assert found == (after if is_over else during)[asker], (what, asker, is_over)


def test_every_request_from_every_asker(server: Server) -> None:
    async def play() -> Scene:
        scene = await set_scene(server)
        await asyncio.to_thread(check_requests, server, scene, False)
        owner = await Client(server, scene.table).open(scene.tokens["owner"])
        guest = await Client(server, scene.table).open(scene.tokens["other seat"])
        rng = random.Random(3)
        await asyncio.gather(play_seat(owner, "A", rng), play_seat(guest, "B", rng))
        await owner.close()
        await guest.close()
        return scene

    check_requests(server, asyncio.run(play()), True)


def test_every_request_about_a_table_is_in_the_list() -> None:
    api = HttpApi.__new__(HttpApi)
    routes = [*api.routes(), *CallsApi(api).routes(api.route)]
    paths = [getattr(route, "path", "") for route in routes]
    about = {path.split("/", 4)[4] for path in paths if path.startswith("/api/tables/")}
    assert about == {what.partition("?")[0] for _, what, *_ in REQUESTS}


def test_a_seat_asked_for_by_letter_needs_the_end_of_the_game_and_nothing_else(
    server: Server,
) -> None:
    scene = asyncio.run(set_scene(server))
    for token in ("", *scene.tokens.values()):
        path = f"/api/tables/{scene.table}/replay?seat=A"
        assert answer_to(server, "GET", path, None, token) == (409, "not_over")
