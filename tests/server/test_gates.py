"""One client or address at its worst: what is counted, refused, and closed with which code."""

import asyncio
import json
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from floods import CONTINUATION, PING, PONG, TEXT, frame
from raw_socket import RawSocket, ask_raw
from server_kit import ANSWER_SECONDS, Client, Message, Server
from test_lasting import workers_of

from kamiza.server.guarded_http import HEAD_SECONDS
from kamiza.server.limits import (
    CONNECTIONS_BESIDE_SOCKETS,
    CONNECTIONS_FOR_HEALTH,
    FEWEST_OPEN_MESSAGES,
    FRAGMENTS,
    FRAMES_OF_SOCKET,
    LONG_SECONDS,
    LOOK_SECONDS,
    OPEN_MESSAGES,
    OPEN_MESSAGES_OF_ADDRESS,
    AddressLimits,
    party_of,
)

BURST = int(FRAMES_OF_SOCKET[1])


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Server]:
    """A server as it comes, with bots that answer at once; nobody has used up anything yet."""
    with Server(tmp_path, "--bot-pause", "0") as running:
        yield running
        assert "Traceback" not in running.log.read_text()


@asynccontextmanager
async def seated(server: Server, made: Message) -> AsyncIterator[RawSocket]:
    """A raw socket that has said hello."""
    socket = await RawSocket.open(server, made["table"])
    socket.say({"t": "hello", "token": made["seats"][0]["token"]})
    await socket.until("table")
    yield socket
    socket.cut()


async def finished_game(server: Server) -> Message:
    """Bots play it to its end."""
    made = server.make_table("bb")
    watcher = await Client(server, made["table"]).open(made["spectator"])
    while watcher.states[None]["view"]["asked"] is not None:
        await watcher.until("state", seconds=60)
    await watcher.close()
    return made


# -- frames ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "block", "fewest"),
    [
        (b"", frame(PING, b"x"), BURST),
        (b"", frame(PONG), 0),
        (frame(TEXT, b"", is_last=False), frame(CONTINUATION, b"", is_last=False), 0),
        (frame(TEXT, b"{", is_last=False), frame(CONTINUATION, b" ", is_last=False), 0),
    ],
    ids=["pings", "pongs nobody asked for", "empty pieces", "pieces"],
)
def test_frames_that_are_no_messages_are_paid(
    strict: Server, first: bytes, block: bytes, fewest: int
) -> None:
    """Twenty thousand in one go: the socket is closed with 1008, after those that were paid."""

    async def scenario() -> None:
        made = strict.make_table("pp")
        async with seated(strict, made) as socket:
            socket.write(first + block * 20_000)
            code, heard = await socket.until_closed()
            assert code == 1008
            pongs = sum(kind == PONG for kind, _ in heard)
            assert fewest <= pongs < 10 * BURST

    asyncio.run(scenario())
    assert strict.metric("kamiza_floods_total") == 1


def test_a_message_may_come_in_pieces_but_not_in_crumbs(strict: Server) -> None:
    async def scenario() -> None:
        made = strict.make_table("pp")
        hello = json.dumps({"t": "hello", "token": made["spectator"]}).encode().ljust(FRAGMENTS)
        pieces = [bytes((byte,)) for byte in hello[:-1]][: FRAGMENTS - 2]
        rest = hello[len(pieces) :]
        socket = await RawSocket.open(strict, made["table"])
        socket.write(frame(TEXT, pieces[0], is_last=False))
        socket.write(b"".join(frame(CONTINUATION, piece, is_last=False) for piece in pieces[1:]))
        socket.write(frame(CONTINUATION, rest))
        assert (await socket.until("welcome"))["spectator"] is True
        socket.cut()
        crumbs = await RawSocket.open(strict, made["table"])
        crumbs.say({"t": "hello", "token": made["spectator"]})
        crumbs.write(frame(TEXT, b" ", is_last=False))
        crumbs.write(frame(CONTINUATION, b" ", is_last=False) * FRAGMENTS)
        assert (await crumbs.until_closed())[0] == 1008

    asyncio.run(scenario())
    assert strict.metric("kamiza_floods_total") == 1


def test_an_address_pays_for_all_its_sockets(strict: Server) -> None:
    """Each socket stays within its own limit; the address does not, however slowly it goes."""

    async def scenario() -> None:
        made = strict.make_table("pp")
        sockets = [await RawSocket.open(strict, made["table"]) for _ in range(90)]
        for socket in sockets:
            socket.write(frame(PING, b"x") * (BURST - 10))
        ends = await asyncio.gather(*(first_end(socket) for socket in sockets))
        assert 1008 in ends

    asyncio.run(scenario())
    assert strict.metric("kamiza_floods_total") >= 1


async def first_end(socket: RawSocket) -> int:
    """The code a socket is closed with; 0 if all its pings were answered."""
    pongs = 0
    async for kind, payload in socket.frames():
        pongs += kind == PONG
        if kind == 8:
            return int.from_bytes(payload[:2], "big")
        if pongs == BURST - 10:
            return 0
    return 0


# -- requests -------------------------------------------------------------------------------------

ENDLESS = {
    "header": (b"GET / HTTP/1.1\r\nX: ", b"a" * 200_000, b" 431 "),
    "headers": (b"GET / HTTP/1.1\r\n", b"a: b\r\n" * 200, b" 431 "),
    "address": (b"GET /", b"a" * 200_000, b" 431 "),
    "body": (
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\n"
        b"Content-Length: 9000000\r\n\r\n",
        b"a" * 200_000,
        b" 413 ",
    ),
    "crumbs": (
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n",
        (b"1;" + b"e" * 40 + b"\r\nx\r\n") * 3000,  # at once: how slowly they come is not asked
        b" 413 ",
    ),
}


@pytest.mark.parametrize("kind", ["header", "headers", "address"])
def test_an_endless_request_is_cut(strict: Server, kind: str) -> None:
    """The answer comes while the request still goes on, so nobody has kept all of it."""
    beginning, more, status = ENDLESS[kind]
    answer = asyncio.run(ask_raw(strict, beginning, more))
    assert status in answer.split(b"\r\n")[0]
    assert strict.metric("kamiza_too_large_total") == 1


@pytest.mark.parametrize(("kind", "count"), [("body", 4), ("crumbs", 1)])
def test_an_endless_body_is_cut(strict: Server, kind: str, count: int) -> None:
    """Whoever sends on for long is cut off in the middle, and may never read why."""
    beginning, more, status = ENDLESS[kind]
    answer = asyncio.run(ask_raw(strict, beginning, *[more] * count))
    assert status in answer.split(b"\r\n")[0]


def test_requests_that_do_not_wait_for_answers_are_cut(strict: Server) -> None:
    """A few may come at once."""
    few = b"GET /api/none HTTP/1.1\r\nHost: x\r\n\r\n" * 3
    last = b"GET /api/none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    assert asyncio.run(ask_raw(strict, few + last)).count(b" 404 ") == 4
    many = asyncio.run(ask_raw(strict, b"GET /api/none HTTP/1.1\r\nHost: x\r\n\r\n" * 2000))
    assert many.count(b" 404 ") < 100
    assert strict.metric("kamiza_too_large_total") == 1


def test_whoever_is_slow_to_ask_is_not_waited_for(strict: Server) -> None:
    """Half a head, and half a body: both are told so and closed."""

    async def scenario() -> None:
        head = b"GET / HTTP/1.1\r\nX-Slow: "
        body = (
            b"POST /api/tables HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\n"
            b"Content-Length: 100\r\n\r\n{"
        )
        for answer in await asyncio.gather(ask_raw(strict, head), ask_raw(strict, body)):
            assert answer.startswith(b"HTTP/1.1 408 ")

    asyncio.run(scenario())
    assert strict.metric("kamiza_timed_out_total") == 2


# -- connections ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "places"),
    [(("--sockets-per-address", "10"), 60), (("--connections", "30"), 30)],
    ids=["of one address", "in all"],
)
def test_places_are_kept_for_health(tmp_path: Path, options: tuple[str, ...], places: int) -> None:
    """Whoever takes the places says nothing, which nobody may do for long: where this machine takes
    longer, it is tried again."""

    async def scenario(server: Server) -> bool:
        made = server.make_table("pp")
        end = time.monotonic() + HEAD_SECONDS - 1
        idle = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(places)]
        await until(lambda: server.metric("kamiza_connections") > places or time.monotonic() > end)
        health, asked = (server.request("GET", path) for path in ("/healthz", "/api/games"))
        refusal = await refusal_of(server, made["table"])
        more = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(30)]
        is_in_time = time.monotonic() < end
        ended = await asyncio.gather(*(is_cut(reader) for reader, _ in more))
        for _, writer in idle + more:
            writer.transport.abort()
        await until(lambda: status_of(server, "/api/games") == 200)
        if is_in_time:
            assert health == (200, {"healthy": True})
            status, answer = asked
            assert (status, answer["error"]["code"]) == (503, "busy")
            assert {"en", "ja"} == set(answer["error"]["sentence"])
            assert " 503 " in refusal
            assert 14 <= sum(ended) < 30
        return is_in_time

    with Server(tmp_path, *options) as server:
        assert any(asyncio.run(scenario(server)) for _ in range(5))
        assert server.metric("kamiza_turned_away_total") >= 14


async def refusal_of(server: Server, table: str) -> str:
    """What a socket is answered that does not come in."""
    try:
        (await RawSocket.open(server, table)).cut()
    except AssertionError as why:
        return str(why)
    return ""


async def until(is_so: object) -> None:
    end = time.monotonic() + 60
    while not await asyncio.to_thread(is_so):  # type: ignore[arg-type]
        assert time.monotonic() < end
        await asyncio.sleep(0.2)


def status_of(server: Server, path: str) -> int:
    """Zero if there is no answer."""
    try:
        return server.request("GET", path)[0]
    except OSError:
        return 0


async def is_cut(reader: asyncio.StreamReader) -> bool:
    """Is the connection ended from the other side, before it said anything?"""
    try:
        return await asyncio.wait_for(reader.read(1), ANSWER_SECONDS) == b""
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False


# -- messages -------------------------------------------------------------------------------------


def test_hellos_cost_more_than_other_messages(strict: Server) -> None:
    """Sixty messages at once, but fifteen hellos; then a warning, and a flood is closed."""

    async def scenario() -> None:
        made = strict.make_table("pp")
        async with seated(strict, made) as socket:
            hello = {"t": "hello", "token": made["seats"][0]["token"]}
            for _ in range(1000):
                socket.say(hello)
            code, heard = await socket.until_closed()
            kinds = Counter(json.loads(payload)["t"] for _, payload in heard)
            assert code == 1008
            assert 10 <= kinds["welcome"] < 200
            assert kinds["error"] >= 1

    asyncio.run(scenario())
    assert strict.metric("kamiza_floods_total") == 1


def test_an_address_that_asks_for_too_much_is_told_when_to_come_back(strict: Server) -> None:
    """Ninety sockets say hello five times each; who is told to wait gets in after waiting."""

    async def scenario() -> None:
        made = strict.make_table("pp")
        opening = (RawSocket.open(strict, made["table"]) for _ in range(90))
        sockets = await asyncio.gather(*opening)  # none of them may be silent for long
        for socket in sockets:
            for _ in range(5):
                socket.say({"t": "hello", "token": made["spectator"]})
        answers = await asyncio.gather(*(last_busy(socket, 5) for socket in sockets))
        told = [busy for busy in answers if busy is not None]
        assert told
        assert all(answer["seconds"] >= 1 for answer in told)
        assert set(told[0]["sentence"]) == {"en", "ja"}
        assert str(told[0]["seconds"]) in told[0]["sentence"]["ja"]
        for socket in sockets[1:]:
            socket.cut()
        end = time.monotonic() + ANSWER_SECONDS
        answer = told[0]
        while answer["t"] == "busy":
            assert time.monotonic() < end, "never let in"
            await asyncio.sleep(answer["seconds"])
            sockets[0].say({"t": "hello", "token": made["spectator"]})
            answer = await sockets[0].until("welcome", "busy")

    asyncio.run(scenario())
    assert strict.metric("kamiza_busy_total") >= 1


async def last_busy(socket: RawSocket, hellos: int) -> Message | None:
    """What a socket was told the last time it had to wait."""
    answers = [await socket.until("welcome", "busy") for _ in range(hellos)]
    return next((answer for answer in reversed(answers) if answer["t"] == "busy"), None)


def test_who_says_hello_again_is_nothing_new_to_the_others(strict: Server) -> None:
    """Nobody else hears of it, and nothing is written."""

    async def scenario() -> None:
        written = strict.metric("kamiza_changes_committed_total") + 3  # the table and two seats
        made = strict.make_table("pp")
        other = await Client(strict, made["table"]).open(made["seats"][1]["token"])
        client = await Client(strict, made["table"]).open(made["seats"][0]["token"])
        await other.send({"t": "ping"})
        await other.until("pong")
        await until(lambda: strict.metric("kamiza_changes_committed_total") == written)
        heard = len(other.messages)
        for _ in range(5):
            await client.send({"t": "hello", "token": made["seats"][0]["token"]})
            await client.until("table")
        await other.send({"t": "ping"})
        await other.until("pong")
        assert [message["t"] for message in other.messages[heard:]] == ["pong"]
        assert strict.metric("kamiza_changes_committed_total") == written

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("host", "most"), [("192.0.2.7", 10 + CONNECTIONS_BESIDE_SOCKETS), (None, 200)]
)
def test_connections_are_counted_by_address_if_there_is_one(host: str | None, most: int) -> None:
    """Beyond what one address may have, some may still ask how the server is."""
    limits = AddressLimits(10, 10, 200)
    entrances = [limits.enter(host) for _ in range(most + CONNECTIONS_FOR_HEALTH + 1)]
    assert entrances[-1].guest is None
    assert all(entrance.guest is not None for entrance in entrances[:-1])
    asked = [entrance.is_for_health for entrance in entrances[:-1]]
    assert asked == [False] * most + [True] * CONNECTIONS_FOR_HEALTH


def test_messages_that_wait_are_counted_by_address_and_in_all() -> None:
    limits = AddressLimits(100, 10, 1000)
    people = [limits.guest(f"10.0.0.{number}") for number in range(10)]
    taken = [sum(guest.begin_message() for _ in range(1000)) for guest in people]
    full = OPEN_MESSAGES // OPEN_MESSAGES_OF_ADDRESS
    assert taken == [OPEN_MESSAGES_OF_ADDRESS] * full + [0] * (10 - full)
    people[0].end_message()
    assert people[9].begin_message()
    assert not people[0].begin_message()


def test_while_answers_take_long_fewer_messages_are_let_in() -> None:
    """What would be answered too late is not taken; no address gets more than its share of that."""
    limits = AddressLimits(100, 10, 1000)
    room = limits.room
    wait(limits, LONG_SECONDS * 2, looks=1)
    assert room.places == OPEN_MESSAGES * 4 // 5
    wait(limits, LONG_SECONDS * 2, looks=20)
    assert room.places == FEWEST_OPEN_MESSAGES
    guests = [limits.guest(f"192.0.2.{number}") for number in range(10)]
    taken = [sum(guest.begin_message() for _ in range(OPEN_MESSAGES)) for guest in guests]
    share = OPEN_MESSAGES_OF_ADDRESS * FEWEST_OPEN_MESSAGES // OPEN_MESSAGES
    assert taken[0] == max(taken) == share
    assert sum(taken) == FEWEST_OPEN_MESSAGES
    wait(limits, LONG_SECONDS / 2, looks=40)
    assert room.places == OPEN_MESSAGES


def wait(limits: AddressLimits, seconds: float, looks: int) -> None:
    """Answers that took so long, as often as they are looked at."""
    for _ in range(looks):
        limits.room.answered(seconds, limits.room.began)
        limits.room.answered(seconds, limits.room.began + 2 * LOOK_SECONDS)


@pytest.mark.parametrize(
    ("host", "party"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("not:an:address", "not:an:address"),
    ],
)
def test_whoever_has_an_address_of_ipv6_has_many(host: str, party: str) -> None:
    assert party_of(host) == party


# -- long work ------------------------------------------------------------------------------------


def test_few_things_about_finished_games_are_worked_out_at_once(strict: Server) -> None:
    """Five different questions while nobody has found an answer: two are worked on, the others
    are told when."""

    async def scenario() -> None:
        made, other = await finished_game(strict), await finished_game(strict)
        kinds = ["replay", "replay?seat=A", "replay?seat=B", "record", "verify"]
        paths = [f"/api/tables/{made['table']}/{kind}" for kind in kinds]
        await get(strict, f"/api/tables/{other['table']}/replay")  # there is who works it out
        with holding(workers_of(strict.pid)) as go_on:
            asked = [asyncio.create_task(get(strict, path)) for path in paths]
            await until(lambda: strict.metric("kamiza_busy_total") == 3)
            go_on()
            answers = await asyncio.gather(*asked)
        assert sorted(answer[9:12] for answer in answers) == [b"200"] * 2 + [b"503"] * 3
        for answer in answers:
            if answer[9:12] == b"503":
                assert b"\r\nretry-after: " in answer
                assert b'"code":"busy"' in answer
        for path in paths:
            assert (await get(strict, path))[9:12] == b"200"

    asyncio.run(scenario())
    assert strict.metric("kamiza_busy_total") == 3


def test_the_same_replay_is_worked_out_once(strict: Server) -> None:
    async def scenario() -> None:
        made = await finished_game(strict)
        before = strict.metric("kamiza_bot_answers_total")
        path = f"/api/tables/{made['table']}/replay"
        answers = await asyncio.gather(*(get(strict, path) for _ in range(10)))
        bodies = {answer.partition(b"\r\n\r\n")[2] for answer in answers}
        assert len(bodies) == 1
        assert b'"steps"' in bodies.pop()
        assert strict.metric("kamiza_bot_answers_total") == before + 1

    asyncio.run(scenario())


@contextmanager
def holding(processes: list[int]) -> Iterator[Callable[[], None]]:
    """They stand still until they are told to go on."""

    def go_on() -> None:
        for process in processes:
            os.kill(process, signal.SIGCONT)

    assert processes
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield go_on
    finally:
        go_on()


async def get(server: Server, path: str) -> bytes:
    return await ask_raw(
        server, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
    )


# -- tables ---------------------------------------------------------------------------------------


def test_without_a_valid_link_no_table_is_read(tmp_path: Path) -> None:
    """Wrong tokens, those of other tables, and sockets that say nothing."""

    async def scenario(server: Server) -> None:
        tables = [server.make_table("pp") for _ in range(5)]
        silent = [await RawSocket.open(server, made["table"]) for made in tables]
        for made, other in zip(tables, [*tables[1:], tables[0]]):
            for token in ("x" * 22, other["seats"][0]["token"]):
                socket = await RawSocket.open(server, made["table"])
                socket.say({"t": "hello", "token": token})
                assert (await socket.until_closed())[0] == 4001
        assert server.metric("kamiza_tables") == 0
        for socket in silent:
            socket.cut()

    with Server(tmp_path) as server:
        asyncio.run(scenario(server))


def test_a_table_that_nobody_enters_leaves(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        made = server.make_table("pp")
        began = time.monotonic()
        assert server.request("GET", f"/api/tables/{made['table']}/replay")[0] == 409
        is_there = server.metric("kamiza_tables") == 1
        assert is_there or time.monotonic() - began > 2.0  # unless this machine took so long
        await until(lambda: server.metric("kamiza_tables") == 0)

    with Server(tmp_path, "--idle-seconds", "2") as server:
        asyncio.run(scenario(server))


def test_who_says_hello_late_finds_the_table_again(tmp_path: Path) -> None:
    """It left the memory between connecting and hello; moves are taken all the same."""

    async def scenario(server: Server) -> None:
        made = server.make_table("pp", settings={"first_dealer": "A"})
        first = await Client(server, made["table"]).open(made["seats"][0]["token"])
        late = Client(server, made["table"])
        await late.open()
        await first.close()
        await until(lambda: server.metric("kamiza_tables") == 0)
        await late.send({"t": "hello", "token": made["seats"][0]["token"]})
        await late.until("table")
        assert (await late.move("A", late.states["A"]["view"]["moves"][0]))["t"] == "done"

    with Server(tmp_path, "--idle-seconds", "0.5") as server:
        asyncio.run(scenario(server))


# -- small things that were called faults ---------------------------------------------------------


def test_an_origin_that_is_none_is_a_bad_request(strict: Server) -> None:
    body = {"game": "shintoh", "players": [{"kind": "bot"}] * 2}
    status, answer = strict.request("POST", "/api/tables", body, origin="http://[")
    assert (status, answer["error"]["code"]) == (400, "malformed")
    handshake = (
        b"GET /ws/abc HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        b"Origin: http://[\r\n\r\n"
    )
    assert asyncio.run(ask_raw(strict, handshake)).startswith(b"HTTP/1.1 400 ")
    assert "rror" not in strict.log.read_text()


def test_a_body_that_breaks_off_is_no_fault(strict: Server) -> None:
    async def scenario() -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", strict.port)
        writer.write(
            b"POST /api/tables HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\n"
            b"Content-Length: 100\r\n\r\n{"
        )
        await asyncio.sleep(0.2)
        writer.transport.abort()
        await until(lambda: strict.metric("kamiza_connections") == 1)
        strict.make_table("bb")

    asyncio.run(scenario())
    assert "rror" not in strict.log.read_text()


# -- slow readers, and a full disk at the start ---------------------------------------------------


def test_a_slow_reader_is_told_to_come_back(strict: Server) -> None:
    """Somebody asks for a long table again and again and reads nothing: 1013, as it is written."""

    async def scenario() -> None:
        made = strict.make_table("bbbb", game="battles")
        watcher = await Client(strict, made["table"]).open(made["spectator"])
        while watcher.states[None]["view"]["asked"] is not None:
            await watcher.until("state", seconds=60)
        lazy = await RawSocket.open(strict, made["table"], receive_bytes=4096)
        end = time.monotonic() + 5 * ANSWER_SECONDS
        while not strict.metric("kamiza_slow_readers_total"):
            assert time.monotonic() < end
            for _ in range(5):
                lazy.say({"t": "hello", "token": made["spectator"]})
            await asyncio.sleep(1.0)
        code, heard = await lazy.until_closed()
        assert code == 1013
        assert sum(len(payload) for _, payload in heard) > 1 << 20
        await watcher.send({"t": "ping"})
        await watcher.until("pong")

    asyncio.run(scenario())
