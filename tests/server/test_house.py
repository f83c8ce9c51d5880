"""What was decided for a house holds at once where it was decided, in a file and in a database."""

from ipaddress import ip_network

from test_store import new_table, with_stores

from kamiza.server.config import Config
from kamiza.server.house import House
from kamiza.server.store import Store
from kamiza.server.store.homes import house_of

SOMEBODY = ip_network("192.0.2.7/32")


def test_a_decision_holds_as_soon_as_it_is_made(home: Config) -> None:
    async def scenario(store: Store) -> None:
        await new_table(store, "one")
        house: House = house_of(home, store)
        await house.open()
        await house.close("one")
        assert house.closed == {"one"}
        assert await house.reopen("one")
        assert house.closed == set()
        assert not await house.reopen("one")
        await house.ban(SOMEBODY, None)
        assert house.bans == {SOMEBODY: None}
        assert await house.unban(SOMEBODY)
        assert house.bans == {}
        assert not await house.unban(SOMEBODY)
        for is_read_only in (True, False):
            await house.rest(is_read_only)
            assert house.is_read_only is is_read_only

    with_stores(home, scenario)


def test_a_decision_outlasts_the_process_that_made_it(home: Config) -> None:
    async def scenario(store: Store) -> None:
        await new_table(store, "one")
        house = house_of(home, store)
        await house.open()
        await house.close("one")
        await house.ban(SOMEBODY, 12.5)
        again = house_of(home, store)
        await again.open()
        assert (again.closed, again.bans) == ({"one"}, {SOMEBODY: 12.5})

    with_stores(home, scenario)
