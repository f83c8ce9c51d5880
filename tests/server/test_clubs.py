"""Clubs: who may come in and do what, in either home; and results that only the server writes."""

import asyncio
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import QUICK
from server_kit import Client, Message, Server
from test_playing import play_seat
from test_store import with_stores

from kamiza.server import clubs
from kamiza.server.club_types import ClubResult, ClubSeat
from kamiza.server.config import Config
from kamiza.server.store import Store, Unmet


async def refused(doing: Any, code: str) -> None:
    with pytest.raises(Unmet) as why:
        await doing
    assert why.value.code == code


async def joined(store: Store, link: clubs.Link, name: str) -> clubs.Link:
    club = await clubs.door(store, link.club, link.invite)
    return await clubs.join(store, club, name)


# -- the store, in either home --------------------------------------------------------------------


def test_a_link_makes_a_group(home: Config) -> None:
    async def scenario(store: Store) -> None:
        link = await clubs.make(store, "Four Lanterns 四灯", "Mika")
        haru = await joined(store, link, "Haru")
        club, me = await clubs.enter(store, link.club, haru.token)
        assert (club.name, me.member, me.name, me.role) == (
            "Four Lanterns 四灯",
            2,
            "Haru",
            "member",
        )
        assert [one.name for one in await clubs.members(store, club.id)] == ["Mika", "Haru"]
        await refused(joined(store, link, "HARU"), "name_taken")
        await refused(joined(store, link, ""), "name_missing")

    with_stores(home, scenario)


def test_only_a_token_of_the_club_opens_it_and_strangers_hear_nothing_of_it(home: Config) -> None:
    async def scenario(store: Store) -> None:
        link = await clubs.make(store, "One", "Mika")
        other = await clubs.make(store, "Other", "Mika")
        for token in (other.token, link.invite, other.invite, "", None, "x" * 22):
            await refused(clubs.enter(store, link.club, token), "unknown_club")
        await refused(clubs.enter(store, "nowhere", link.token), "unknown_club")
        for token in (link.token, other.invite, "", None):
            await refused(clubs.door(store, link.club, token), "unknown_club")

    with_stores(home, scenario)


def test_the_founder_renames_removes_hands_over_and_closes(home: Config) -> None:
    async def scenario(store: Store) -> None:
        link = await clubs.make(store, "One", "Mika")
        haru, ren = await joined(store, link, "Haru"), await joined(store, link, "Ren")
        await refused(clubs.founder(store, link.club, haru.token), "only_the_founder")
        club, me = await clubs.founder(store, link.club, link.token)
        await clubs.rename(store, club, "Two")
        await clubs.rename_member(store, club, haru.member, "Haruka")
        await refused(clubs.rename_member(store, club, haru.member, "Ren"), "name_taken")
        await clubs.let_go(store, club.id, ren.member, clubs.REMOVED)
        await refused(clubs.enter(store, club.id, ren.token), "club_removed")
        await refused(clubs.let_go(store, club.id, ren.member, clubs.REMOVED), "no_such_member")
        await refused(clubs.let_go(store, club.id, me.member, clubs.REMOVED), "no_such_member")
        await refused(clubs.leave(store, club, me), "founder_stays")
        await refused(clubs.hand_over(store, club, me.member, ren.member), "no_such_member")
        await clubs.hand_over(store, club, me.member, haru.member)
        await refused(clubs.founder(store, club.id, link.token), "only_the_founder")
        club, me = await clubs.founder(store, club.id, haru.token)
        assert (club.name, me.name) == ("Two", "Haruka")
        await clubs.close(store, club)
        await refused(clubs.founder(store, club.id, haru.token), "club_closed")
        await refused(clubs.door(store, club.id, link.invite), "club_closed")
        closed, _ = await clubs.enter(store, club.id, link.token)  # what was can be looked at
        assert closed.closed is not None

    with_stores(home, scenario)


def test_who_left_is_a_stranger_and_may_join_again(home: Config) -> None:
    async def scenario(store: Store) -> None:
        link = await clubs.make(store, "One", "Mika")
        haru = await joined(store, link, "Haru")
        club, me = await clubs.enter(store, link.club, haru.token)
        await clubs.leave(store, club, me)
        await refused(clubs.enter(store, link.club, haru.token), "unknown_club")
        again = await joined(store, link, "Haru")
        assert again.member == 3

    with_stores(home, scenario)


def test_a_new_invitation_takes_the_place_of_the_old_one(home: Config) -> None:
    async def scenario(store: Store) -> None:
        link = await clubs.make(store, "One", "Mika")
        club, _ = await clubs.founder(store, link.club, link.token)
        invite = await clubs.new_invite(store, club)
        await refused(clubs.door(store, link.club, link.invite), "unknown_club")
        assert (await clubs.door(store, link.club, invite)).invites == 2
        await refused(clubs.join(store, club, "Haru"), "changed")  # in the very moment

    with_stores(home, scenario)


def test_clubs_and_their_members_have_limits(home: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(store: Store) -> None:
        link = await clubs.make(store, "One", "Mika")
        await joined(store, link, "Haru")
        monkeypatch.setattr(clubs, "MOST_MEMBERS", 2)
        await refused(joined(store, link, "Ren"), "club_full")
        monkeypatch.setattr(clubs, "MOST_CLUBS", 1)
        await refused(clubs.make(store, "Two", "Mika"), "too_many_clubs")

    with_stores(home, scenario)


def result(table: str, at: float) -> ClubResult:
    seats = [ClubSeat("A", "Mika", 1, "", 40, 1), ClubSeat("B", "Haru", 2, "", 30, 2)]
    return ClubResult(table, "kodama", at, [], seats)


def test_the_newest_results_are_kept_each_once(
    home: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clubs, "MOST_RESULTS", 3)

    async def scenario(store: Store) -> None:
        link = await clubs.make(store, "One", "Mika")
        other = await clubs.make(store, "Other", "Mika")
        await clubs.add_result(store, other.club, result("z", 1.0), [])
        for number in range(5):
            kept = [[{"card": "TR1"}], []] if number == 4 else []
            await clubs.add_result(store, link.club, result(f"t{number}", number + 10.0), kept)
        await clubs.add_result(store, link.club, result("t4", 14.0), [[{"card": "TR1"}], []])
        told = await clubs.results(store, link.club)
        assert [one.split('"')[3] for one in told] == ["t2", "t3", "t4"]
        trees = await clubs.keepsakes(store, link.club, 0.0)
        assert [(one.table, kept) for one, kept in trees] == [("t4", [[{"card": "TR1"}], []])]
        assert await clubs.keepsakes(store, link.club, 15.0) == []
        assert len(await clubs.results(store, other.club)) == 1

    with_stores(home, scenario)


def test_a_closed_club_goes_in_the_end_with_everything_of_it(home: Config) -> None:
    async def scenario(store: Store) -> None:
        link = await clubs.make(store, "One", "Mika")
        stays = await clubs.make(store, "Other", "Mika")
        await clubs.add_result(store, link.club, result("t", 1.0), [])
        club, _ = await clubs.founder(store, link.club, link.token)
        await clubs.close(store, club)
        assert await clubs.delete_closed(store, time.time() - 60) == 0
        assert await clubs.delete_closed(store, time.time() + 60) == 1
        for part in ("club_members", "club_results"):
            rows = await store.rows(f"select distinct club from {part}")
            assert rows in ([(stays.club,)], []), part

    with_stores(home, scenario)


# -- requests -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One of its own, so that no other test has used up what one address may ask."""
    with Server(tmp_path_factory.mktemp("clubs"), *QUICK) as running:
        yield running


class Scene:
    """A club with a founder, two members, one who was removed, one who left; and strangers."""

    def __init__(self, server: Server) -> None:
        self.server = server
        made = self.post("/api/clubs", {"name": "Four Lanterns", "me": "Mika"})
        self.club, self.invite = made["club"], made["invite"]
        names = {"member": "Haru", "other member": "Yuki", "removed": "Ren", "left": "Sora"}
        path = f"/api/clubs/{self.club}/join"
        joined = {who: self.post(path, {"name": n}, self.invite) for who, n in names.items()}
        self.tokens = {"founder": made["token"]} | {w: j["token"] for w, j in joined.items()}
        self.member = joined["member"]["member"]
        gone = joined["removed"]["member"]
        self.act({"act": "remove", "member": gone}, "founder")
        self.act({"act": "leave"}, "left")
        other = self.post("/api/clubs", {"name": "Other", "me": "Take"})
        table = server.make_table("pf")
        self.tokens |= {
            "founder of another": other["token"], "invited": self.invite,
            "host of a table": table["host"], "seat": table["seats"][0]["token"], "nobody": "",
        }  # fmt: skip

    def post(self, path: str, body: Message, token: str = "") -> Any:
        status, answer = self.server.request("POST", path, body, token=token)
        assert status in (200, 201), answer
        return answer

    def act(self, body: Message, who: str) -> tuple[int, str]:
        return self.ask("POST", "act", body, who)

    def ask(self, method: str, what: str, body: Message | None, who: str) -> tuple[int, str]:
        """Status and the code of the error, if it was one."""
        path = f"/api/clubs/{self.club}/{what}".rstrip("/")
        while True:
            status, answer = self.server.request(method, path, body, token=self.tokens[who])
            if status != 429:
                return status, answer["error"]["code"] if status >= 400 else ""
            time.sleep(0.3)


DONE, MADE = (200, ""), (201, "")
STRANGER, ONLY = (403, "unknown_club"), (403, "only_the_founder")
ASKERS = (
    "founder", "member", "other member", "removed", "left", "founder of another", "invited",
    "host of a table", "seat", "nobody",
)  # fmt: skip
OUTSIDE = dict.fromkeys(ASKERS, STRANGER) | {"removed": (403, "club_removed")}
INSIDE = OUTSIDE | dict.fromkeys(("founder", "member", "other member"), DONE)
FOUNDERS = OUTSIDE | {"member": ONLY, "other member": ONLY, "founder": DONE}
TABLE = {"game": "shintoh", "players": [{"kind": "person", "name": "X"}, {"kind": "person"}]}

# What each asker is answered, in this order; what changes the scene comes last.
REQUESTS: list[tuple[str, str, Message | None, dict[str, tuple[int, str]]]] = [
    ("GET", "", None, INSIDE),
    ("GET", "keepsakes", None, INSIDE),
    ("GET", "door", None, dict.fromkeys(ASKERS, STRANGER) | {"invited": DONE}),
    (
        "POST",
        "join",
        {"name": "Take"},
        dict.fromkeys(ASKERS, STRANGER) | {"invited": MADE},
    ),
    ("POST", "act", {"act": "rename", "name": "Lanterns"}, FOUNDERS),
    ("POST", "act", {"act": "name", "member": 2, "name": "Haruka"}, FOUNDERS),
    (
        "POST",
        "act",
        {"act": "remove", "member": 77},
        FOUNDERS | {"founder": (404, "no_such_member")},
    ),
    (
        "POST",
        "act",
        {"act": "hand_over", "member": 77},
        FOUNDERS | {"founder": (404, "no_such_member")},
    ),
    ("POST", "act", {"act": "invite"}, FOUNDERS),
    ("POST", "act", {"act": "leave"}, INSIDE | {"founder": (409, "founder_stays")}),
    (
        "POST",
        "act",
        {"act": "close"},
        FOUNDERS | {"member": STRANGER, "other member": STRANGER},  # they have just left
    ),
    ("POST", "act", {"act": "rename", "name": "Again"}, {"founder": (410, "club_closed")}),
    ("GET", "", None, {"founder": DONE}),
]


def test_every_request_from_every_asker(server: Server) -> None:
    scene = Scene(server)
    for method, what, body, expected in REQUESTS:
        for asker, answer in expected.items():
            found = scene.ask(method, what, body, asker)
            assert found == answer, (what, body, asker)


def test_a_table_for_a_club_is_made_by_its_members_alone(server: Server) -> None:
    scene = Scene(server)
    for asker in ASKERS:
        body = TABLE | {"club": scene.club}
        status, answer = server.request("POST", "/api/tables", body, token=scene.tokens[asker])
        code = answer["error"]["code"] if status >= 400 else ""
        assert (status, code) == {**INSIDE, "founder": MADE, "member": MADE, "other member": MADE}[
            asker
        ], asker
    table = server.make_table("pf")["table"]  # somebody's, not the club's
    for asker in ASKERS:
        found = scene.ask("POST", f"tables/{table}/sit", {}, asker)
        inside = asker in ("founder", "member", "other member")
        assert found == ((404, "unknown_table") if inside else OUTSIDE[asker]), asker


def test_what_a_member_may_do_with_their_own_name(server: Server) -> None:
    scene = Scene(server)
    assert scene.act({"act": "name", "name": "Haruko"}, "member") == DONE
    assert scene.act({"act": "name", "name": "mika"}, "member") == (409, "name_taken")
    assert scene.act({"act": "name", "name": " "}, "member") == (400, "name_missing")
    assert scene.act({"act": "name", "name": "x", "member": scene.member}, "member") == ONLY
    for bad in ({}, {"act": "fly"}, {"act": "remove", "member": -1}, []):
        assert scene.act(bad, "founder") == (400, "malformed")  # type: ignore[arg-type]


# -- games ----------------------------------------------------------------------------------------


def club_table(
    scene: Scene, who: str, players: list[Message], game: str = "shintoh", **more: object
) -> Message:
    body: Message = {"game": game, "players": players, "club": scene.club, **more}
    made: Message = scene.post("/api/tables", body, scene.tokens[who])
    return made


def look(scene: Scene, who: str = "founder") -> Any:
    status, club = scene.server.request("GET", f"/api/clubs/{scene.club}", token=scene.tokens[who])
    assert status == 200, club
    return club


def play_out(server: Server, made: Message, tokens: dict[str, str]) -> None:
    async def scenario() -> None:
        rng = random.Random(5)
        clients = {s: await Client(server, made["table"]).open(t) for s, t in tokens.items()}
        await asyncio.gather(*(play_seat(c, s, rng) for s, c in clients.items()))
        for client in clients.values():
            await client.close()

    asyncio.run(scenario())


MIKA: Message = {"kind": "person", "name": "Mika"}
FREE: Message = {"kind": "person", "name": ""}
BOT: Message = {"kind": "bot", "level": "heuristic"}


def test_a_game_of_members_counts_once_the_server_saw_it_end(server: Server) -> None:
    scene = Scene(server)
    made = club_table(scene, "founder", [MIKA, FREE, BOT])
    (table,) = look(scene, "member")["tables"]
    assert [(s["member"], s["free"]) for s in table["seats"]] == [
        (1, False),
        (None, True),
        (None, False),
    ]
    path = f"/api/clubs/{scene.club}/tables/{made['table']}/sit"
    seat = scene.post(path, {}, scene.tokens["member"])
    assert scene.ask("POST", path.split("/", 4)[4], {}, "member") == (409, "sits_already")
    assert scene.ask("POST", path.split("/", 4)[4], {}, "other member") == (409, "no_free_seat")
    club = look(scene)
    assert [m["name"] for m in club["members"] if m["playing"]] == ["Mika", "Haru"]
    assert club["results"] == []
    play_out(server, made, {"A": made["seats"][0]["token"], "B": seat["token"]})
    club = look(scene, "other member")
    (told,) = club["results"]
    assert club["tables"] == []
    assert (told["table"], told["game"]) == (made["table"], "shintoh")
    assert [(s["name"], s["member"], s["level"]) for s in told["seats"]] == [
        ("Mika", 1, ""), ("Haru", 2, ""), ("", None, "heuristic"),
    ]  # fmt: skip
    assert min(s["place"] for s in told["seats"]) == 1


def test_a_game_with_one_member_or_without_a_result_is_none_of_the_club(server: Server) -> None:
    scene = Scene(server)
    alone = club_table(scene, "founder", [MIKA, BOT])
    play_out(server, alone, {"A": alone["seats"][0]["token"]})
    guest = club_table(scene, "founder", [MIKA, FREE])
    play_out(server, guest, {s["seat"]: s["token"] for s in guest["seats"]})  # by its link
    club = look(scene)
    assert (club["tables"], club["results"]) == ([], [])


def test_a_seat_that_somebody_else_got_is_no_longer_the_members(tmp_path: Any) -> None:
    with Server(tmp_path, *QUICK, "--away-seconds", "0") as server:
        scene = Scene(server)
        made = club_table(scene, "founder", [MIKA, FREE])
        scene.post(
            f"/api/clubs/{scene.club}/tables/{made['table']}/sit", {}, scene.tokens["member"]
        )

        async def replaced() -> None:
            host = await Client(server, made["table"]).open(made["host"])
            invited = await host.ask({"t": "invite", "seat": "B"})
            guest = await Client(server, made["table"]).open(invited["token"], name="Guest")
            await guest.close()
            await host.close()

        asyncio.run(replaced())
        (table,) = look(scene)["tables"]
        assert [s["member"] for s in table["seats"]] == [1, None]


def test_a_result_that_could_not_be_written_is_when_the_club_is_looked_at(tmp_path: Any) -> None:
    """The server was stopped in the very moment."""
    import sqlite3

    with Server(tmp_path, *QUICK) as server:
        scene = Scene(server)
        made = club_table(scene, "founder", [MIKA, FREE], "kodama")
        path = f"/api/clubs/{scene.club}/tables/{made['table']}/sit"
        seat = scene.post(path, {}, scene.tokens["member"])
        play_out(server, made, {"A": made["seats"][0]["token"], "B": seat["token"]})
        before = look(scene)["results"]
        with sqlite3.connect(server.data / "kamiza.db") as file:
            file.execute("delete from club_results")
        assert look(scene)["results"] == before
        status, trees = server.request(
            "GET", f"/api/clubs/{scene.club}/keepsakes?since=0", token=scene.tokens["member"]
        )
        assert status == 200
        assert [(t["seat"]["member"], t["kept"][0]["parent"]) for t in trees] == [
            (1, None),
            (2, None),
        ]
        assert all(len(tree["kept"]) > 5 for tree in trees)
        for since in ("x", "-1", "1" * 13):
            assert scene.ask("GET", f"keepsakes?since={since}", None, "founder") == (
                400,
                "malformed",
            )


def test_the_rematch_of_a_club_s_table_is_the_club_s(server: Server) -> None:
    scene = Scene(server)
    made = club_table(scene, "founder", [MIKA, FREE])
    path = f"/api/clubs/{scene.club}/tables/{made['table']}/sit"
    seat = scene.post(path, {}, scene.tokens["member"])
    play_out(server, made, {"A": made["seats"][0]["token"], "B": seat["token"]})

    async def again() -> None:
        client = await Client(server, made["table"]).open(made["seats"][0]["token"])
        await client.send({"t": "rematch", "seat": "A"})
        await client.until("rematch")
        await client.close()

    asyncio.run(again())
    (table,) = look(scene)["tables"]
    assert [s["member"] for s in table["seats"]] == [2, 1]  # each one seat further


def test_the_file_of_the_server_holds_no_token_of_a_club(server: Server) -> None:
    scene = Scene(server)
    files = [file.read_bytes() for file in server.data.rglob("*") if file.is_file()]
    everything = b"".join(files)
    assert b"Four Lanterns" in everything
    for who in ("founder", "member", "removed", "invited"):
        assert scene.tokens[who].encode() not in everything, who


def test_a_flood_of_clubs_is_refused(tmp_path: Any) -> None:
    with Server(tmp_path, "--tables-per-minute", "3") as server:
        body = {"name": "One", "me": "Mika"}
        told = [server.request("POST", "/api/clubs", body)[0] for _ in range(6)]
        assert told[:3] == [201] * 3
        assert 429 in told[3:]
