"""Hints at a table: from the view alone, only where they are allowed, and other people are told."""

import asyncio

from server_kit import Client, Message, Server

FIRST = {"first_dealer": "A"}


def tokens(made: Message) -> list[str]:
    return [seat["token"] for seat in made["seats"] if "token" in seat]


def test_with_bots_alone_hints_are_there_and_say_why(server: Server) -> None:
    async def scenario() -> None:
        made = server.make_table("pbb", settings=FIRST)
        mika = await Client(server, made["table"]).open(*tokens(made))
        assert next(m for m in mika.messages if m["t"] == "welcome")["hints"] is True
        told = await mika.ask({"t": "hint", "seat": "A"})
        assert told["t"] == "hint"
        assert not told["only"]
        assert 1 < len(told["options"]) <= 3
        listed = mika.states["A"]["view"]["moves"]
        for option in told["options"]:
            assert option["moves"][0] in listed
            assert 0 < option["chance"] < 1
            assert option["name"]["en"] != option["name"]["ja"]
        assert any(option["why"]["en"] and option["why"]["ja"] for option in told["options"])
        assert told["even"] == 1 / 3
        again = await mika.ask({"t": "hint", "seat": "A"})
        assert again["options"] == told["options"]
        assert mika.states["A"]["version"] == 0  # nothing was sent by it
        done = await mika.move("A", *told["options"][0]["moves"])
        assert done["t"] == "done"

    asyncio.run(scenario())


def test_between_people_they_are_off_unless_the_host_allows_them(server: Server) -> None:
    async def scenario() -> None:
        made = server.make_table("pp", settings=FIRST)
        mika = await Client(server, made["table"]).open(tokens(made)[0])
        assert next(m for m in mika.messages if m["t"] == "welcome")["hints"] is False
        refused = await mika.ask({"t": "hint", "seat": "A"})
        assert (refused["t"], refused["rule"]) == ("refused", "table.no_hints")

        made = server.make_table("pp", settings=FIRST, hints=True)
        mika = await Client(server, made["table"]).open(tokens(made)[0])
        haru = await Client(server, made["table"]).open(tokens(made)[1])
        told = await mika.ask({"t": "hint", "seat": "A"})
        assert told["options"]
        said = await haru.until("said")
        assert (said["seat"], said["phrase"]) == ("A", "asked_hint")
        refused = await haru.ask({"t": "hint", "seat": "B"})
        assert refused["rule"] == "table.not_asked"

    asyncio.run(scenario())


def test_who_plays_with_bots_may_do_without(server: Server) -> None:
    async def scenario() -> None:
        made = server.make_table("pb", settings=FIRST, hints=False)
        mika = await Client(server, made["table"]).open(*tokens(made))
        refused = await mika.ask({"t": "hint", "seat": "A"})
        assert refused["rule"] == "table.no_hints"

    asyncio.run(scenario())
