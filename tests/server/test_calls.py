"""The table calls you: once for a turn, never while you look, and only what everybody may know.

The push service, the mail server and the listener to webhooks are real ones on this machine; what
is pushed is opened as a browser does. That something does not come is proved by what comes after.
"""

import asyncio
import json
import re
import secrets
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("cryptography", reason="calls are not tested: kamiza[push] is not installed")
pytest.importorskip("aiosmtpd", reason="calls are not tested: aiosmtpd is not installed")

from calls_kit import WAIT, Browser, Listener, PostOffice, Received, listening, post_office
from conftest import QUICK
from server_kit import Client, Message, Server

NOTHING = {
    "push": None, "mail": "", "mail_how": "off", "confirmed": False, "quiet": None, "tables": []
}  # fmt: skip
HOUSE = "https://play.example.org"
CALLS = (*QUICK, "--calls-private", "--call-delay", "0", "--call-gap", "0", "--public-url", HOUSE)


@pytest.fixture(scope="module")
def push_service() -> Iterator[Listener]:
    with listening() as listener:
        yield listener


@pytest.fixture(scope="module")
def office() -> Iterator[tuple[PostOffice, int]]:
    with post_office() as found:
        yield found


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, office: tuple[PostOffice, int]
) -> Iterator[Server]:
    mail = ("--mail", f"smtp://127.0.0.1:{office[1]}", "--mail-from", "Kamiza <table@example.org>")
    with Server(tmp_path_factory.mktemp("calls"), *CALLS, *mail) as running:
        yield running


class Device:
    """A browser that wants to be called."""

    def __init__(self, server: Server, push_service: Listener | None) -> None:
        self.server = server
        self.secret = secrets.token_urlsafe(16)
        self.browser = Browser()
        self.place = f"/push/{secrets.token_hex(8)}"
        self.push_service = push_service

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        return self.server.request(method, path, body, token=self.secret)

    def wish(self, *seats: tuple[str, str], way: str = "", **more: object) -> Message:
        """Be called for these seats (table and link)."""
        tables = [{"table": table, "token": token, "way": way} for table, token in seats]
        push = None
        if self.push_service is not None:
            push = self.browser.subscription(self.push_service.base + self.place)
        status, kept = self.ask("PUT", "/api/calls/mine", {"tables": tables, "push": push} | more)
        assert status == 200, kept
        found: Message = kept
        return found

    def next(self) -> dict[str, Any]:
        """What the next push says; one for another device would be wrong."""
        assert self.push_service is not None
        got = self.push_service.next()
        assert got.path == self.place
        return self.browser.told(got)


def seat(made: Message, number: int) -> tuple[str, str]:
    return made["table"], made["seats"][number]["token"]


def new_table(server: Server, players: str = "pp", **more: object) -> Message:
    return server.make_table(players, settings={"first_dealer": "A"}, **more)


async def act(server: Server, made: Message, letter: str) -> None:
    """Come, play until somebody else is asked, and go."""
    number = "ABCDEF".index(letter)
    client = await Client(server, made["table"]).open(made["seats"][number]["token"])
    await play_on(client, letter)
    await client.close()


async def play_on(client: Client, letter: str) -> None:
    while client.states[letter]["view"]["asked"] == letter:
        moves = client.states[letter]["view"]["moves"]
        answer = await client.move(letter, "stop" if "stop" in moves else moves[0])
        await client.wait_for_version(letter, answer["version"])


def called(server: Server, device: Device) -> dict[str, Any]:
    """Proof that nothing else was on its way before: a new table calls, and this is what comes."""
    made = new_table(server)
    device.ask("POST", "/api/calls/seats", {"table": made["table"], "token": seat(made, 1)[1]})
    asyncio.run(act(server, made, "A"))
    told = device.next()
    assert told["table"] == made["table"], told
    return told


# -- pushes ---------------------------------------------------------------------------------------


def test_subscribed_closed_called_and_unsubscribed(server: Server, push_service: Listener) -> None:
    made, device = new_table(server), Device(server, push_service)
    kept = device.wish(seat(made, 1), language="ja")
    assert kept["tables"] == [{"table": made["table"], "seat": "B", "way": ""}]
    asyncio.run(act(server, made, "A"))
    got = push_service.next()
    told = device.browser.told(got)
    assert told["title"] == "神道：あなたの番です"
    assert told["body"] == "相手：Player 0"
    assert (told["table"], told["language"]) == (made["table"], "ja")
    assert got.headers["content-encoding"] == "aes128gcm"
    assert int(got.headers["ttl"]) > 0
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,32}", got.headers["topic"])
    assert got.headers["authorization"].startswith("vapid t=")
    key = server.get("/api/calls")["push"]
    assert got.headers["authorization"].endswith(f"k={key}")
    text = json.dumps(told)
    assert not any(one["token"] in text for one in made["seats"])
    # One tap on the notification, which knows nothing but the ticket.
    status, stopped = server.request("POST", f"/api/calls/stop/{told['ticket']}", origin=None)
    assert (status, stopped) == (200, {"what": "table"})
    asyncio.run(act(server, made, "B"))
    asyncio.run(act(server, made, "A"))
    called(server, device)
    assert device.ask("GET", "/api/calls/mine")[1]["tables"][0]["way"] in ("", "never")


def test_nobody_is_called_who_looks(server: Server, push_service: Listener) -> None:
    """A page in sight is not called; one that is hidden is, and coming back takes the call away."""
    made, device = new_table(server), Device(server, push_service)
    device.wish(seat(made, 1))

    async def looking() -> None:
        b = await Client(server, made["table"]).open(seat(made, 1)[1])
        await act(server, made, "A")
        await b.until_asked("B")
        await b.close()

    asyncio.run(looking())
    called(server, device)

    async def hidden() -> None:
        b = await Client(server, made["table"]).open(seat(made, 1)[1])
        await play_on(b, "B")
        await b.send({"t": "looking", "yes": False})
        await b.send({"t": "ping"})
        await b.until("pong")
        await act(server, made, "A")
        await b.until_asked("B")
        assert (await asyncio.to_thread(device.next))["table"] == made["table"]
        await b.close()

    asyncio.run(hidden())


def test_taking_back_and_coming_back_make_no_second_call(
    server: Server, push_service: Listener
) -> None:
    """An opponent who plays, takes back and plays again, ten times over, calls nobody anew."""
    made, device = new_table(server), Device(server, push_service)
    device.wish(seat(made, 1))

    async def pest() -> None:
        a = await Client(server, made["table"]).open(seat(made, 0)[1])
        done = await a.move("A", "+salt", "stop")
        await a.wait_for_version("A", done["version"])
        assert (await asyncio.to_thread(device.next))["table"] == made["table"]
        for _ in range(10):
            version = a.states["A"]["version"]
            done = await a.ask({"t": "undo", "seat": "A", "version": version})
            assert done["t"] == "done", done
            await a.wait_for_version("A", done["version"])
            done = await a.move("A", "+sake", "stop")
            assert done["t"] == "done", done
            await a.close()
            a = await Client(server, made["table"]).open(seat(made, 0)[1])
        await a.close()

    asyncio.run(pest())
    called(server, device)
    asyncio.run(act(server, made, "B"))
    asyncio.run(act(server, made, "A"))
    assert device.next()["table"] == made["table"], "the next turn is a new one"


def test_an_expired_subscription_is_cleaned_up(server: Server, push_service: Listener) -> None:
    made, device = new_table(server), Device(server, push_service)
    device.wish(seat(made, 1))
    push_service.answers.append((410, {}))
    asyncio.run(act(server, made, "A"))
    device.next()
    other = Device(server, push_service)
    other.wish()
    for _ in range(50):
        if device.ask("GET", "/api/calls/mine")[1]["push"] is None:
            break
        called(server, other)
    assert device.ask("GET", "/api/calls/mine")[1]["push"] is None


def test_a_slow_push_service_holds_up_no_move(server: Server, push_service: Listener) -> None:
    """While a push service says nothing at all, the game goes on, and others are called."""
    made, device = new_table(server), Device(server, push_service)
    with listening() as slow:
        slow.holds = threading.Event()
        held = Device(server, slow)
        held.wish(seat(made, 1))
        asyncio.run(act(server, made, "A"))
        slow.next()
        for _ in range(3):
            asyncio.run(act(server, made, "B"))
            asyncio.run(act(server, made, "A"))
        device.wish()
        called(server, device)
        slow.holds.set()


def test_who_fails_is_called_again_later(tmp_path: Path) -> None:
    """Kept for later, over a restart; not before the time the push service asked for."""
    server = Server(tmp_path, *CALLS).start()
    with listening() as listener:
        made, device = new_table(server), Device(server, listener)
        device.wish(seat(made, 1))
        listener.answers.append((503, {"Retry-After": "3000"}))
        asyncio.run(act(server, made, "A"))
        device.next()
        called(server, device)
        server.kill()
        server.start()
        called(server, device)
        end = time.monotonic() + WAIT
        while server.metric("kamiza_calls_sent_total") != 1:  # counted once it was answered
            assert time.monotonic() < end
            time.sleep(0.05)
        assert device.ask("GET", "/api/calls/mine")[1]["push"] is not None
    server.stop()


@pytest.mark.parametrize("home", ["sqlite", "postgres"])
def test_a_restart_calls_nobody_twice(
    tmp_path: Path, home: str, request: pytest.FixtureRequest
) -> None:
    """And the keys of the server are those it had, so no browser has to subscribe anew."""
    where = ()
    if home == "postgres":
        where = ("--store", request.getfixturevalue("postgres").new_database())
    server = Server(tmp_path, *CALLS, *where).start()
    with listening() as listener:
        made, device = new_table(server), Device(server, listener)
        device.wish(seat(made, 1))
        key = server.get("/api/calls")["push"]
        asyncio.run(act(server, made, "A"))
        device.next()
        server.kill()
        server.start()
        assert server.get("/api/calls")["push"] == key

        async def look_on() -> None:
            a = await Client(server, made["table"]).open(seat(made, 0)[1])
            await a.close()

        asyncio.run(look_on())
        called(server, device)
        asyncio.run(act(server, made, "B"))
        asyncio.run(act(server, made, "A"))
        assert device.next()["table"] == made["table"]
    server.stop()


def test_the_end_is_told_once(server: Server, push_service: Listener) -> None:
    made, device = new_table(server), Device(server, push_service)
    device.wish(seat(made, 1))

    async def resign() -> None:
        a = await Client(server, made["table"]).open(seat(made, 0)[1])
        await a.ask({"t": "resign", "seat": "A"})
        await a.close()

    asyncio.run(resign())
    assert device.next()["title"] == "Shintoh: the game is over"


def test_calls_that_waited_come_as_one(tmp_path: Path, push_service: Listener) -> None:
    """Two tables within the peace of a device: one message that names both and opens the lobby."""
    with Server(tmp_path, *CALLS, "--call-gap", "6") as server:
        tables = [new_table(server) for _ in range(3)]
        device = Device(server, push_service)
        device.wish(*(seat(made, 1) for made in tables))

        async def scenario() -> None:
            """Everybody is there already: what comes within the peace is two moves."""
            clients = [await Client(server, m["table"]).open(seat(m, 0)[1]) for m in tables]
            await play_on(clients[0], "A")
            told = await asyncio.to_thread(device.next)
            assert told["table"] == tables[0]["table"]
            for client in clients[1:]:
                await play_on(client, "A")
            for client in clients:
                await client.close()

        asyncio.run(scenario())
        told = device.next()
        assert (told["title"], told["table"]) == ("2 tables wait for you", "")
        assert told["ticket"] == ""


def test_quiet_hours_are_kept(server: Server, push_service: Listener) -> None:
    """While it is quiet where the device is, nothing comes; to another one it does."""
    made, device, other = new_table(server), Device(server, push_service), Device(server, None)
    other.push_service = push_service
    minute = int(time.time() + 9 * 3600) // 60 % 1440  # in Tokyo
    quiet = {"begin": (minute - 60) % 1440, "end": (minute + 600) % 1440}
    device.wish(seat(made, 1), quiet=quiet, zone="Asia/Tokyo", offset=540)
    other.wish()
    asyncio.run(act(server, made, "A"))
    called(server, other)
    again = new_table(server)
    device.wish(seat(made, 1), seat(again, 1), quiet=quiet, zone="America/New_York", offset=-300)
    asyncio.run(act(server, again, "A"))
    assert device.next()["table"] == again["table"]


# -- mail -----------------------------------------------------------------------------------------


def confirmed(server: Server, office: PostOffice, device: Device, address: str) -> None:
    (to,), letter = office.next()
    assert to == address
    found = re.search(r"#confirm=(\S+)", letter.get_content())
    assert found is not None
    assert letter["List-Unsubscribe"] is None
    status, _ = server.request("POST", "/api/calls/confirm", {"ticket": found[1]})
    assert status == 200


def test_mail_is_confirmed_sent_and_stopped(
    server: Server, office: tuple[PostOffice, int], push_service: Listener
) -> None:
    made, device, box = new_table(server), Device(server, None), office[0]
    kept = device.wish(seat(made, 1), mail="mika@post.example", mail_how="once")
    assert (kept["confirmed"], kept["asked"]) == (False, "sent")
    confirmed(server, box, device, "mika@post.example")
    assert device.ask("GET", "/api/calls/mine")[1]["confirmed"]
    asyncio.run(act(server, made, "A"))
    (to,), letter = box.next()
    assert (to, letter["Subject"]) == ("mika@post.example", "Shintoh: it is your turn")
    text = letter.get_content()
    assert f"{HOUSE}/t/{made['table']}" in text
    assert not any(one["token"] in text for one in made["seats"])
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    tap = letter["List-Unsubscribe"].strip("<>").removeprefix(HOUSE)
    body = b"List-Unsubscribe=One-Click"  # as a mail program posts it, from nowhere
    assert server.request("POST", tap, body, origin=None)[0] == 200
    assert device.ask("GET", "/api/calls/mine")[1]["mail_how"] == "off"


def test_nobody_is_mailed_who_did_not_agree(
    server: Server, office: tuple[PostOffice, int], push_service: Listener
) -> None:
    """Not before the link was followed; not when the address is another one by then; and an address
    is asked three times at most."""
    made, device, box = new_table(server), Device(server, push_service), office[0]
    device.wish(seat(made, 1), mail="a@post.example", mail_how="once")
    _, letter = box.next()
    device.wish(seat(made, 1), mail="b@post.example", mail_how="once")
    box.next()
    old = re.search(r"#confirm=(\S+)", letter.get_content())
    assert old is not None
    status, body = server.request("POST", "/api/calls/confirm", {"ticket": old[1]})
    assert (status, body["error"]["code"]) == (404, "unknown_ticket")
    asyncio.run(act(server, made, "A"))
    device.next()
    assert box.got.empty()
    for number in range(3):
        other = Device(server, None)
        status, body = other.ask(
            "PUT", "/api/calls/mine",
            {"tables": [], "mail": "B@post.example", "mail_how": "once"},
        )  # fmt: skip
        assert status == (200 if number < 2 else 429), body
    assert body["error"]["code"] == "mail_asked_enough"
    for _ in range(2):
        box.next()


# -- webhooks -------------------------------------------------------------------------------------


def test_a_webhook_tells_whose_turn_it_is(server: Server) -> None:
    made = new_table(server)
    with listening() as listener:
        place, host = f"/api/tables/{made['table']}/hook", made["host"]
        url = f"{listener.base}/hooks/k7?x=1"
        assert server.request("PUT", place, {"url": url}, token=host)[0] == 200
        assert server.get(place, token=host)["url"] == url
        asyncio.run(act(server, made, "A"))
        got: Received = listener.next()
        told = json.loads(got.body)
        assert got.path == "/hooks/k7?x=1"
        assert told["text"] == told["content"] == "Shintoh: it is Player 1's turn"
        assert told["link"] == f"{HOUSE}/t/{made['table']}"
        assert told["calls"] == [
            {"table": made["table"], "game": "shintoh", "kind": "turn", "seat": "B",
             "name": "Player 1"}
        ]  # fmt: skip
        assert not any(one["token"] in got.body.decode() for one in made["seats"])
        status, tried = server.request("POST", place + "/test", {}, token=host)
        assert (status, tried["hook"]) == (200, "sent")
        listener.next()
        listener.answers.append((302, {"Location": listener.base + "/elsewhere"}))
        assert server.request("POST", place + "/test", {}, token=host)[1]["hook"] == "failed"
        assert listener.next().path == "/hooks/k7?x=1"
        assert server.request("PUT", place, {"url": ""}, token=host)[0] == 200
        asyncio.run(act(server, made, "B"))
        assert listener.nothing_more()


def test_only_the_host_sets_a_webhook(server: Server) -> None:
    made, other = new_table(server), new_table(server)
    place = f"/api/tables/{made['table']}/hook"
    for token in (seat(made, 0)[1], made["spectator"], other["host"], "", "x" * 30):
        for method, path in (("GET", place), ("PUT", place), ("POST", place + "/test")):
            status, body = server.request(method, path, {"url": "https://x.example"}, token=token)
            assert (status, body["error"]["code"]) == (403, "not_the_host")


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://chat.example/x", "needs_https"),
        ("https://127.0.0.1/x", "private_address"),
        ("https://[::1]/x", "private_address"),
        ("https://10.0.0.7/x", "private_address"),
        ("https://169.254.169.254/latest", "private_address"),
        ("https://[::ffff:10.0.0.7]/x", "private_address"),
        ("https://[64:ff9b::a00:7]/x", "private_address"),
        ("https://[64:ff9b:1::a00:7]/x", "private_address"),
        ("https://[::ffff:0:a00:7]/x", "private_address"),
        ("https://[::a00:7]/x", "private_address"),
        ("https://[fec0::7]/x", "private_address"),
        ("https://chat.example:25/x", "no_address"),
        ("https://user@chat.example/x", "no_address"),
        ("ftp://chat.example/x", "no_address"),
        ("https://chat.example/x\r\nHost: y", "no_address"),
        ("chat.example", "no_address"),
        ("https://chat.example:99999/", "no_address"),
    ],
)
def test_addresses_nothing_is_sent_to(tmp_path_factory: Any, url: str, code: str) -> None:
    from kamiza.server.calls.outgoing import NotAllowed, Outgoing

    with pytest.raises(NotAllowed) as why:
        Outgoing().check(url)
    assert str(why.value) == code


def test_a_name_that_leads_inside_is_not_called() -> None:
    """What a name means is looked up when something is sent, and connected to exactly there."""
    from kamiza.server.calls.outgoing import NotAllowed, Outgoing

    with pytest.raises(NotAllowed, match="private_address"):
        asyncio.run(Outgoing().post("https://localhost:8443/", {}, b""))


# -- what is refused ------------------------------------------------------------------------------


def test_what_cannot_be_wished_is_refused_in_words(server: Server, push_service: Listener) -> None:
    device = Device(server, push_service)
    keys = device.browser.subscription(push_service.base + "/p")
    bad: list[tuple[object, str]] = [
        ({"tables": [], "push": {**keys, "p256dh": "AAAA"}}, "malformed"),
        ({"tables": [], "push": {**keys, "p256dh": "ü"}}, "malformed"),
        ({"tables": [], "push": {**keys, "auth": "AAAA"}}, "malformed"),
        ({"tables": [], "push": {**keys, "endpoint": "ftp://x"}}, "no_address"),
        ({"tables": [], "mail": "no address", "mail_how": "once"}, "no_mail_address"),
        ({"tables": [], "mail": "a@b.example\nBcc: c@d.example", "mail_how": "once"},
         "no_mail_address"),
        ({"tables": [{"table": "x", "token": "y"}] * 65}, "malformed"),
        ({"tables": [], "quiet": {"begin": 0, "end": 1440}}, "malformed"),
        ([], "malformed"),
    ]  # fmt: skip
    for body, code in bad:
        status, answer = device.ask("PUT", "/api/calls/mine", body)
        assert (status, answer["error"]["code"]) == (400, code), body
        assert answer["error"]["sentence"]["ja"]
    assert device.ask("GET", "/api/calls/mine")[1] == NOTHING
    for secret in ("", "short", "x" * 65):
        status, answer = server.request("PUT", "/api/calls/mine", {"tables": []}, token=secret)
        assert (status, answer["error"]["code"]) == (404, "unknown_device")
    for ticket in ("", "abc", "ü", secrets.token_urlsafe(60)):
        status, _ = server.request("POST", "/api/calls/confirm", {"ticket": ticket})
        assert status == 404


def test_a_link_that_opens_no_seat_calls_nobody(server: Server, push_service: Listener) -> None:
    made, other, device = new_table(server), new_table(server), Device(server, push_service)
    table = made["table"]
    kept = device.wish(
        (table, made["spectator"]), (table, made["host"]), (table, "nothing"),
        (table, seat(other, 1)[1]),
    )  # fmt: skip
    assert kept["tables"] == []
    body = {"table": table, "token": made["spectator"]}
    assert device.ask("POST", "/api/calls/seats", body)[0] == 403
    stranger = Device(server, None)
    body = {"table": table, "token": seat(made, 1)[1]}
    assert stranger.ask("POST", "/api/calls/seats", body)[0] == 404


def test_everything_is_forgotten_on_request(server: Server, push_service: Listener) -> None:
    made, device = new_table(server), Device(server, push_service)
    device.wish(seat(made, 1))
    assert device.ask("DELETE", "/api/calls/mine")[0] == 200
    assert device.ask("GET", "/api/calls/mine")[1] == NOTHING
    asyncio.run(act(server, made, "A"))
    device.wish()
    called(server, device)


def test_a_call_can_be_tried(
    server: Server, push_service: Listener, office: tuple[PostOffice, int]
) -> None:
    device = Device(server, push_service)
    device.wish()
    status, tried = device.ask("POST", "/api/calls/test", {})
    assert (status, tried["push"], tried["mail"]) == (200, "sent", "off")
    assert device.next()["title"] == "This is how the table calls you"
    push_service.answers.append((404, {}))
    assert device.ask("POST", "/api/calls/test", {})[1]["push"] == "failed"
    device.next()
    assert device.ask("GET", "/api/calls/mine")[1]["push"] is None


def test_the_log_names_nobody(server: Server) -> None:
    text = server.log.read_text()
    assert "post.example" not in text
    assert "/push/" not in text
    assert "Traceback" not in text
