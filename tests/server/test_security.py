"""What strangers, spectators, neighbours and broken programs try; nobody else is disturbed."""

import asyncio
import http.client
import json
import os
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from floods import TEXT, frame
from raw_socket import RawSocket
from server_kit import ANSWER_SECONDS, Client, Message, Server
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

Attempt = Callable[[Server, Message], Awaitable[None]]


async def open_raw(server: Server, table: str, **more: object) -> object:
    return await connect(
        server.socket_address(table),
        **{"origin": server.base, "compression": None, "proxy": None, "open_timeout": 60, **more},  # type: ignore[arg-type]
    )


async def close_code(
    server: Server, table: str, *messages: str | bytes
) -> tuple[int, list[Message]]:
    """Send messages and read until the server closes; its code and what it said."""
    socket = await open_raw(server, table)
    heard: list[Message] = []
    try:
        for message in messages:
            await socket.send(message)  # type: ignore[attr-defined]
        while True:
            heard.append(json.loads(await asyncio.wait_for(socket.recv(), 60)))  # type: ignore[attr-defined]
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return closed.rcvd.code, heard


# -- the attempts ---------------------------------------------------------------------------------


async def foreign_origin(server: Server, made: Message) -> None:
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{server.port + 1}"):
        with pytest.raises(InvalidStatus) as caught:
            await open_raw(server, made["table"], origin=origin)
        assert caught.value.response.status_code == 403


async def missing_origin(server: Server, made: Message) -> None:
    with pytest.raises(InvalidStatus):
        await open_raw(server, made["table"], origin=None)
    token = made["seats"][0]["token"]
    headers = {"Authorization": f"Bearer {token}"}
    socket = await open_raw(server, made["table"], origin=None, additional_headers=headers)
    await socket.close()  # type: ignore[attr-defined]


async def unknown_table(server: Server, made: Message) -> None:
    code, heard = await close_code(server, "nowhere")
    assert (code, heard[0]["code"]) == (4004, "unknown_table")


async def wrong_token(server: Server, made: Message) -> None:
    hello = json.dumps({"t": "hello", "token": "x" * 22, "version": None})
    code, heard = await close_code(server, made["table"], hello)
    assert (code, heard[0]["code"]) == (4001, "unknown_token")


async def token_of_another_table(server: Server, made: Message) -> None:
    other = server.make_table("pp")
    hello = json.dumps({"t": "hello", "token": other["seats"][0]["token"]})
    assert (await close_code(server, made["table"], hello))[0] == 4001


async def no_hello(server: Server, made: Message) -> None:
    client = Client(server, made["table"])
    await client.open()
    await client.send({"t": "move", "id": "m", "seat": "A", "version": 0, "moves": ["pass"]})
    assert (await client.receive())["code"] == "say_hello"


COMMANDS: list[Message] = [
    {"t": "move", "version": 0, "moves": ["pass"]},
    {"t": "undo", "version": 0},
    {"t": "consent", "yes": True},
    {"t": "why", "move": "pass"},
    {"t": "hint"},
    {"t": "lend", "level": "heuristic"},
    {"t": "reclaim"},
    {"t": "name", "name": "Thief"},
    {"t": "chat", "text": "I am somebody else"},
    {"t": "rematch"},
]


async def silent_socket(server: Server, made: Message) -> None:
    """Who does not say who they are within ten seconds is sent away, and that is no fault."""
    code, heard = await close_code(server, made["table"])
    assert (code, [message["code"] for message in heard]) == (1008, ["say_hello"])
    assert "socket_broken" not in server.log.read_text()


async def every_command_on_seats_of_others(server: Server, made: Message) -> None:
    """A spectator, the host and a neighbour: none may do anything for seat A."""
    for token in (made["spectator"], made["host"], made["seats"][1]["token"]):
        client = await Client(server, made["table"]).open(token)
        for number, command in enumerate(COMMANDS):
            if command["t"] == "lend" and token == made["host"]:
                continue  # a host may let a bot play for somebody who is not here
            for seat in ("A", "F"):
                await client.send({"id": f"x{number}", **command, "seat": seat})
                answer = await client.until("refused")
                assert answer["rule"] == "table.not_yours", command
        await client.close()
        await asyncio.sleep(0.6)  # stay within the limits


async def spectators_cannot_wait_or_talk(server: Server, made: Message) -> None:
    client = await Client(server, made["table"]).open(made["spectator"])
    await client.send({"t": "wait", "seat": "A"})
    assert (await client.until("refused"))["rule"] == "table.not_yours"
    for command in COMMANDS:
        await client.send({"id": "x", **command, "seat": None})
        answer = await client.until("refused", "error")
        if command["t"] == "chat":
            assert answer["rule"] == "table.only_watching"
        else:
            assert answer["code"] == "malformed"  # only talk may come from nowhere
            await asyncio.sleep(0.2)  # stay within the limits


async def oversized_message(server: Server, made: Message) -> None:
    hello = json.dumps({"t": "hello", "token": made["seats"][0]["token"]})
    code, _ = await close_code(server, made["table"], hello, "x" * (16 * 1024 + 1))
    assert code == 1009


async def flood(server: Server, made: Message) -> None:
    """Ten thousand messages in one go: warned, then cut. Warned again only after a calm moment,
    which a busy machine may make of the flood."""
    socket = await RawSocket.open(server, made["table"])
    socket.say({"t": "hello", "token": made["seats"][0]["token"]})
    socket.write(frame(TEXT, b'{"t":"ping"}') * 10_000)
    code, heard = await socket.until_closed()
    assert code == 1008
    messages = [json.loads(payload) for kind, payload in heard if kind == TEXT]
    warnings = [message["code"] for message in messages if message["t"] == "error"]
    assert set(warnings) == {"too_fast"}
    assert len(warnings) < 10


async def one_frame_too_many(server: Server, made: Message) -> None:
    """Every frame is answered, the first over the limit with a warning."""
    client = await Client(server, made["table"]).open(made["seats"][0]["token"])
    assert client.socket is not None
    for _ in range(60):
        await client.socket.send("{")  # counts as four
    answers = []
    while "too_fast" not in answers:
        answers.append((await client.until("error"))["code"])
    assert len(answers) >= 10
    assert set(answers[:-1]) == {"malformed"}
    await client.close()


async def slow_reader(server: Server, made: Message) -> None:
    """Somebody who never reads does not hold up the table."""
    lazy = await open_raw(server, made["table"], max_queue=1, close_timeout=0.1)
    await lazy.send(json.dumps({"t": "hello", "token": made["spectator"]}))  # type: ignore[attr-defined]
    client = await Client(server, made["table"]).open(made["seats"][0]["token"])
    for _ in range(20):
        assert (await client.ask({"t": "why", "seat": "A", "move": "fly"}))["legal"] is False
    await lazy.close()  # type: ignore[attr-defined]


ATTEMPTS = [
    foreign_origin,
    missing_origin,
    unknown_table,
    wrong_token,
    token_of_another_table,
    no_hello,
    silent_socket,
    every_command_on_seats_of_others,
    spectators_cannot_wait_or_talk,
    oversized_message,
    flood,
    one_frame_too_many,
    slow_reader,
]


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=lambda attempt: attempt.__name__)
def test_refused_while_another_table_goes_on(server: Server, attempt: Attempt) -> None:
    async def scenario() -> None:
        target = server.make_table("pf", settings={"first_dealer": "A"})
        calm = server.make_table("pb", settings={"first_dealer": "A"})
        player = await Client(server, calm["table"]).open(calm["seats"][0]["token"])
        neighbour = asyncio.create_task(keep_playing(player))
        await attempt(server, target)
        neighbour.cancel()
        await asyncio.gather(neighbour, return_exceptions=True)
        assert player.states["A"]["version"] > 0 or player.states["A"]["view"]["asked"] == "A"
        victim = await Client(server, target["table"]).open(target["seats"][0]["token"])
        assert victim.states["A"]["version"] == 0
        names = [player["name"] for player in victim.messages[0]["players"]]
        assert names == ["Player 0", ""]
        assert server.get("/healthz") == {"healthy": True}

    asyncio.run(scenario())


async def keep_playing(client: Client) -> None:
    while await client.until_asked("A") is not None:
        answer = await client.move("A", client.states["A"]["view"]["moves"][0])
        assert answer["t"] == "done"
        await client.wait_for_version("A", answer["version"])
        await asyncio.sleep(0.1)


# -- requests -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origin", "token", "passes"),
    [
        ("own", "", True),
        ("own", "any", True),
        (None, "any", True),
        (None, "", False),
        ("http://evil.example", "", False),
        ("http://evil.example", "any", False),
        ("null", "", False),
        ("https://evil.example/own", "", False),
    ],
)
def test_unsafe_requests_come_from_our_own_pages(
    server: Server, origin: str | None, token: str, passes: bool
) -> None:
    body = {"game": "shintoh", "players": [{"kind": "bot"}] * 2}
    shown = "" if origin == "own" else origin
    status, answer = server.request("POST", "/api/tables", body, token=token, origin=shown)
    assert status == (201 if passes else 403)
    if not passes:
        assert answer["error"]["code"] == "foreign_origin"


def test_tables_per_address_are_limited(tmp_path: Path) -> None:
    with Server(tmp_path, "--sockets-per-address", "3") as strict:
        body = {"game": "shintoh", "players": [{"kind": "bot"}] * 2}
        began = time.monotonic()
        found = [strict.request("POST", "/api/tables", body)]
        while found[-1][0] == 201:
            found.append(strict.request("POST", "/api/tables", body))
        assert found[-1][0] == 429
        made = len(found) - 1
        assert 10 <= made <= 10 + (time.monotonic() - began) / 6  # ten at once, ten a minute
        asyncio.run(too_many_sockets(strict, found[0][1]["table"]))


def test_whoever_fetches_the_pages_can_still_ask_of_tables(tmp_path: Path) -> None:
    """Two visits at once keep some 400 parts; the end of that purse is in `test_limits.py`."""
    with Server(tmp_path) as strict:
        line = http.client.HTTPConnection("127.0.0.1", strict.port)

        def fetch() -> tuple[int, str | None]:
            nonlocal line
            line.request("GET", "/assets/none.js")
            answer = line.getresponse()
            answer.read()
            if answer.will_close:  # after so many requests
                line = http.client.HTTPConnection("127.0.0.1", strict.port)
            return answer.status, answer.getheader("Retry-After")

        assert {fetch() for _ in range(400)} == {(404, None)}
        assert strict.request("GET", "/api/games")[0] == 200


async def too_many_sockets(server: Server, table: str) -> None:
    sockets = [await open_raw(server, table) for _ in range(3)]
    code, heard = await close_code(server, table)
    assert (code, heard[0]["code"]) == (1008, "too_many_sockets")
    for socket in sockets:
        await socket.close()  # type: ignore[attr-defined]
    end = time.monotonic() + ANSWER_SECONDS
    while server.metric("kamiza_connections") > 1:  # only the one that asks
        assert time.monotonic() < end
        await asyncio.sleep(0.2)
    again = await open_raw(server, table)
    await again.close()  # type: ignore[attr-defined]


# -- messages that are none -----------------------------------------------------------------------


def broken_frames(count: int) -> list[str | bytes]:
    """Damaged, deep, huge-numbered, wrongly typed and random messages."""
    rng = random.Random(7)
    good = json.dumps({"t": "move", "id": "f", "seat": "A", "version": 0, "moves": ["+salt"]})
    kinds = ["hello", "move", "undo", "consent", "why", "hint", "lend", "wait", "name", "chat"]
    values: list[object] = [None, True, -1, 1e400, 2**70, "", "\u0000", [], {}, [[]], "x" * 500]
    messages: list[str | bytes] = ["", "[", "{}", "null", "[" * 8000, '{"a":' * 2000, b"\xff\xfe"]
    while len(messages) < count:
        pick = rng.random()
        if pick < 0.3:
            messages.append(good[: rng.randrange(len(good))])
        elif pick < 0.5:
            messages.append(os.urandom(rng.randrange(1, 200)))
        else:
            fields = rng.sample(["id", "seat", "version", "moves", "text", "token", "yes"], 3)
            body = {
                "t": rng.choice([*kinds, "nothing", 5]),
                **{f: rng.choice(values) for f in fields},
            }
            messages.append(json.dumps(body))
    return messages


def test_two_thousand_malformed_frames(server: Server) -> None:
    """Each is answered with an error or a refusal, or dropped over the limit; nothing breaks."""

    async def send_some(table: str, messages: list[str | bytes]) -> list[Message]:
        socket = await open_raw(server, table)
        heard: list[Message] = []
        try:
            for message in messages:
                await socket.send(message)  # type: ignore[attr-defined]
            await socket.send('{"t":"ping"}')  # type: ignore[attr-defined]
            while True:
                heard.append(json.loads(await asyncio.wait_for(socket.recv(), 0.3)))  # type: ignore[attr-defined]
        except (ConnectionClosed, TimeoutError):
            await socket.close()  # type: ignore[attr-defined]
        return heard

    async def scenario() -> None:
        made = server.make_table("pp")
        messages = broken_frames(2000)
        for start in range(0, len(messages), 100):  # ten at a time stay below the limit
            groups = [messages[at : at + 10] for at in range(start, start + 100, 10)]
            heard = await asyncio.gather(*(send_some(made["table"], group) for group in groups))
            for message in (message for frames_ in heard for message in frames_):
                assert message["t"] in ("error", "refused", "pong"), message
                assert "Traceback" not in json.dumps(message)
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        assert client.states["A"]["version"] == 0

    asyncio.run(scenario())
    assert "socket_broken" not in server.log.read_text()
