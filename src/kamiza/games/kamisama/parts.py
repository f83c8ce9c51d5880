"""Parts of the table that are more than one number: a turn, a draft, bottoms of decks, the Kitsune;
what they consist of, and how they are written.

A draft order is ONE int with four bits per party, the first one lowest. A set of cards that a seat
has not seen is, on the table of its view, minus their number.
"""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.bits import size_of
from kamiza.core.cells import MOST, Cell, Cells, seat_names
from kamiza.core.kinds import (
    COUNT,
    TEXT,
    YES_OR_NO,
    Flag,
    Number,
    Row,
    SeatSet,
    SetOf,
    listing,
    maybe,
    record,
)
from kamiza.core.native import i16, i64, mypyc_attr
from kamiza.core.refusal import PositionError
from kamiza.core.schema import Json, Kind, dict_of, list_of, refuse_unknown
from kamiza.games.kamisama.board import NO_VILLAGE, SPACES, VILLAGE_IDS, VILLAGES, lowest_space
from kamiza.games.kamisama.cards import BASIC_LIMIT, Cards, deck_of
from kamiza.games.kamisama.notation import (
    FOX,
    PARTY,
    VILLAGE,
    Spaces,
    fill_villagers,
    party_in,
    party_word,
    village_in,
    villager_cells,
    villagers_in,
)

NOT_SAID: Final = -1  # in a value that was read: the position leaves it out
MOST_CUBES: Final = 5
MOST_BOTTOMS: Final = 3 * VILLAGES  # one village each year
SEEN: Final = SeatSet()
VILLAGE_SET: Final = SetOf("village", VILLAGE_IDS)


@final
@mypyc_attr(acyclic=True)
class Leftover:
    """Villagers nobody took, at the bottom of a deck, and who has seen them. [KS-DRF-06]"""

    __slots__ = ("below", "cards", "seen", "village")

    def __init__(self, village: i64, cards: i64, seen: i64, below: Leftover | None) -> None:
        self.village: Final[i64] = village
        self.cards: Final[i64] = cards  # set, or on a view's table minus the number of cards
        self.seen: Final[i64] = seen  # set of seats
        self.below: Final = below  # the one before it; never changed, so clones share it


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Turn:
    """What has to be remembered about the turn that is being played."""

    __slots__ = ("basics", "cubes", "passive_used", "placed", "rewarded", "used")
    cubes: i64
    basics: i64  # uses of the common Add/Remove
    used: i64  # set of abilities 0, 1, 2
    passive_used: bool  # of a passive that works once per turn
    rewarded: i64  # set of villages whose token was taken this turn
    placed: i64  # spaces where this action put own shrines

    def __init__(
        self, cubes: i64, basics: i64, used: i64, passive_used: bool, rewarded: i64, placed: i64
    ) -> None:
        self.cubes = cubes
        self.basics = basics
        self.used = used
        self.passive_used = passive_used
        self.rewarded = rewarded
        self.placed = placed

    def clone(self) -> Turn:
        return Turn(
            self.cubes, self.basics, self.used, self.passive_used, self.rewarded, self.placed
        )


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Draft:
    """Where the year end stands; `village` is NO_VILLAGE while turns are played."""

    __slots__ = ("hand", "order", "seen", "taken", "village")
    village: i64
    order: i64  # parties in order of influence, one more than each, four bits
    taken: i64  # how many of them have taken a card
    hand: i64  # set of cards that go round, or on a view's table minus their number
    seen: i64  # set of seats that know the hand

    def __init__(self, village: i64, order: i64, taken: i64, hand: i64, seen: i64) -> None:
        self.village = village
        self.order = order
        self.taken = taken
        self.hand = hand
        self.seen = seen

    def clone(self) -> Draft:
        return Draft(self.village, self.order, self.taken, self.hand, self.seen)


def unseen(cards: i64) -> i64:
    """A set of cards as it lies on the table of somebody who has not seen it."""
    return -how_many(cards)


def how_many(cards: i64) -> i64:
    """The size of a set of cards, seen or not."""
    return -cards if cards < 0 else size_of(cards)


def party_in_order(order: i64, place: i64) -> i64:
    """Who is at a place of a draft order, or -1 behind its end."""
    return (order >> (4 * place) & 15) - 1


def order_size(order: i64) -> i64:
    place: i64 = 0
    while order >> (4 * place) & 15:
        place += 1
    return place


# -- a turn -----------------------------------------------------------------------------------


@final
class Turns(Kind):
    """What has been done this turn. Cubes that are left out are all cubes of the year."""

    def __init__(self, cards: Cards) -> None:
        self.spaces: Final = Spaces(cards.board)
        self.fields: Final = ("cubes", "basics", "used", "passive_used", "rewarded", "placed")

    def write(self, value: object) -> object:
        turn = cast(Turn, value)
        return {
            "cubes": turn.cubes,
            "basics": turn.basics,
            "used": [number + 1 for number in range(3) if turn.used >> number & 1],
            "passive_used": turn.passive_used,
            "rewarded": VILLAGE_SET.write(turn.rewarded),
            "placed": self.spaces.write(turn.placed),
        }

    def read(self, value: object, field: str, seats: int) -> object:
        entry = dict_of(field, value)
        refuse_unknown(field, entry, self.fields)
        cubes = NOT_SAID
        if "cubes" in entry:
            cubes = cast(int, Number(0, MOST_CUBES).read(entry["cubes"], f"{field}.cubes", seats))
        basics = Number(0, BASIC_LIMIT).read(entry.get("basics", 0), f"{field}.basics", seats)
        passive_used = Flag().read(entry.get("passive_used", False), f"{field}.passive_used", seats)
        rewarded = VILLAGE_SET.read(entry.get("rewarded", []), f"{field}.rewarded", seats)
        placed = self.spaces.read(entry.get("placed", ""), f"{field}.placed", seats)
        return Turn(
            cubes, cast(int, basics), used_in(entry, f"{field}.used", seats),
            cast(bool, passive_used), cast(int, rewarded), cast(int, placed),
        )  # fmt: skip

    def shape(self) -> Json:
        return record(
            "TurnView",
            {
                "cubes": COUNT,
                "basics": COUNT,
                "used": listing(COUNT),
                "passive_used": YES_OR_NO,
                "rewarded": VILLAGE_SET,
                "placed": TEXT,
            },
        ).shape()

    def cells(self, seats: int) -> list[Cell]:
        found = [Cell("cubes", 0, MOST_CUBES), Cell("basics", 0, BASIC_LIMIT)]
        found.extend(Cell(f"used.{ability}") for ability in (1, 2, 3))
        found.append(Cell("passive_used"))
        found.extend(Cell(f"rewarded.{village}") for village in VILLAGE_IDS)
        found.extend(Cell(f"placed.{space}") for space in self.spaces.board.texts)
        return found

    def fill(self, value: object, cells: Cells) -> None:
        fill_turn(cast(Turn, value), cells)


def fill_turn(turn: Turn, cells: Cells) -> None:
    cells.put(turn.cubes)
    cells.put(turn.basics)
    cells.members(turn.used, 3)
    cells.put_flag(turn.passive_used)
    cells.members(turn.rewarded, VILLAGES)
    cells.members(turn.placed, SPACES)


def used_in(entry: Json, field: str, seats: int) -> int:
    used = 0
    for number in list_of(field, entry.get("used", [])):
        used |= 1 << (cast(int, Number(1, 3).read(number, field, seats)) - 1)
    return used


# -- the draft and what it leaves -------------------------------------------------------------


@final
class Drafts(Kind):
    """The year end in one village, or none while turns are played. The value is the draft and how
    many seats there are: with two, the third party is the Kitsune."""

    def __init__(self, cards: Cards) -> None:
        self.cards: Final = cards
        self.fields: Final = ("village", "order", "taken", "hand", "hand_size", "seen")

    def write(self, value: object) -> object:
        draft, seats = cast("tuple[Draft, int]", value)
        if draft.village == NO_VILLAGE:
            return None
        parties = [party_in_order(draft.order, n) for n in range(order_size(draft.order))]
        return {
            "village": VILLAGE_IDS[draft.village],
            "order": [party_word(seats, party) for party in parties],
            "taken": draft.taken,
            "hand": None if draft.hand < 0 else self.cards.card_ids(draft.hand),
            "seen": SEEN.write(draft.seen),
        }

    def tell(self, value: object) -> object:
        told = self.write(value)
        if told is not None:
            draft, _ = cast("tuple[Draft, int]", value)
            cast(Json, told)["hand_size"] = how_many(draft.hand)
        return told

    def read(self, value: object, field: str, seats: int) -> object:
        if value is None:
            return Draft(NO_VILLAGE, 0, 0, 0, 0), seats
        entry = dict_of(field, value)
        refuse_unknown(field, entry, self.fields)
        village = village_in(f"{field}.village", entry.get("village"))
        order = order_in(f"{field}.order", entry.get("order", []), seats)
        number = Number(0, int(order_size(order)))
        taken = cast(int, number.read(entry.get("taken", 0), f"{field}.taken", seats))
        hand = hand_in(self.cards, entry, "hand", "hand_size", f"{field}.hand", village)
        seen = cast(int, SEEN.read(entry.get("seen", []), f"{field}.seen", seats))
        return Draft(village, order, taken, hand, seen), seats

    def shape(self) -> Json:
        return self.shaped({"hand_size": COUNT})

    def written_shape(self) -> Json:
        return self.shaped({})

    def shaped(self, more: dict[str, Kind]) -> Json:
        fields: dict[str, Kind] = {
            "village": VILLAGE,
            "order": listing(PARTY),
            "taken": COUNT,
            "hand": maybe(listing(TEXT)),
            "seen": SEEN,
        }
        return maybe(record("DraftView", fields | more)).shape()

    def cells(self, seats: int) -> list[Cell]:
        parties = party_names(seats)
        found = [Cell(f"village.{village}") for village in VILLAGE_IDS]
        for place in range(len(parties)):
            found.extend(Cell(f"order.{place}.{party}") for party in parties)
        found.append(Cell("taken", 0, len(parties)))
        found.extend(Cell(f"hand.{cell.name}", 0, cell.most) for cell in villager_cells(self.cards))
        found.append(Cell("hand_size", 0, 60))
        found.extend(Cell(f"seen.{name}") for name in seat_names(seats))
        return found

    def fill(self, value: object, cells: Cells) -> None:
        draft, _ = cast("tuple[Draft, int]", value)
        fill_draft(self.cards, draft, draft.hand, cells)


def party_names(seats: int) -> list[str]:
    """The seats as the watcher sees them, and with two players the Kitsune."""
    return [*seat_names(seats), FOX] if seats == 2 else seat_names(seats)


def fill_draft(cards: Cards, draft: Draft, hand: i64, cells: Cells) -> None:
    """The draft with the hand as the watcher knows it."""
    parties: i64 = cells.seats
    if parties == 2:
        parties += 1
    is_on = draft.village != NO_VILLAGE
    cells.one_of(draft.village, VILLAGES)
    place: i64
    for place in range(parties):
        party: i64 = party_in_order(draft.order, place) if is_on else -1
        if party < cells.seats:
            party = cells.place_of(party)
        cells.one_of(party, parties)
    cells.put(draft.taken if is_on else 0)
    fill_villagers(cards, hand if is_on else 0, cells)
    cells.put(how_many(hand) if is_on else 0)
    cells.seat_set(draft.seen if is_on else 0)


def order_in(field: str, value: object, seats: int) -> int:
    parties = [party_in(field, word, seats) for word in list_of(field, value)]
    if len(set(parties)) != len(parties):
        raise PositionError(f"{field}: names somebody twice")
    order: i64 = 0
    for place in range(len(parties)):
        order |= (parties[place] + 1) << (4 * place)
    return order


def hand_in(cards: Cards, entry: Json, name: str, size: str, field: str, village: int) -> int:
    """Cards of one village; in a view they may be known by number only."""
    if entry.get(name) is None and size in entry:
        return -cast(int, Number(0, 60).read(entry[size], field, 0))
    found = villagers_in(cards, entry.get(name, []), field)
    if found & ~deck_of(village):
        raise PositionError(f"{field}: a card belongs to another village")
    return found


@final
class Leftovers(Kind):
    """The bottoms of the decks, the oldest first."""

    def __init__(self, cards: Cards) -> None:
        self.cards: Final = cards
        self.fields: Final = ("village", "cards", "count", "seen")

    def write(self, value: object) -> object:
        return self.written(cast("Leftover | None", value), False)

    def tell(self, value: object) -> object:
        return self.written(cast("Leftover | None", value), True)

    def written(self, last: Leftover | None, with_count: bool) -> list[Json]:
        found: list[Json] = []
        left = last
        while left is not None:
            entry: Json = {
                "village": VILLAGE_IDS[left.village],
                "cards": None if left.cards < 0 else self.cards.card_ids(left.cards),
                "seen": SEEN.write(left.seen),
            }
            if with_count:
                entry["count"] = how_many(left.cards)
            found.append(entry)
            left = left.below
        found.reverse()
        return found

    def read(self, value: object, field: str, seats: int) -> object:
        last: Leftover | None = None
        items = list_of(field, value)
        if len(items) > MOST_BOTTOMS:
            raise PositionError(f"{field}: there are more than {MOST_BOTTOMS}")
        for item in items:
            entry = dict_of(field, item)
            refuse_unknown(field, entry, self.fields)
            village = village_in(f"{field}.village", entry.get("village"))
            cards = hand_in(self.cards, entry, "cards", "count", f"{field}.cards", village)
            seen = cast(int, SEEN.read(entry.get("seen", []), f"{field}.seen", seats))
            last = Leftover(village, cards, seen, last)
        return last

    def shape(self) -> Json:
        return self.shaped({"count": COUNT})

    def written_shape(self) -> Json:
        return self.shaped({})

    def shaped(self, more: dict[str, Kind]) -> Json:
        fields: dict[str, Kind] = {"village": VILLAGE, "cards": maybe(listing(TEXT)), "seen": SEEN}
        return listing(record("LeftoverView", fields | more)).shape()

    def cells(self, seats: int) -> list[Cell]:
        """The cards that were seen, all together, and how many others there are by village."""
        unseen_ones = [Cell(f"unseen.{village}", 0, MOST) for village in VILLAGE_IDS]
        return villager_cells(self.cards) + unseen_ones

    def fill(self, value: object, cells: Cells) -> None:
        begin: i64 = cells.at
        cells.blank(len(self.cards.villager_ids) + VILLAGES)
        left = cast("Leftover | None", value)
        while left is not None:
            add_leftover(self.cards, left, left.cards, begin, cells)
            left = left.below


def add_leftover(cards: Cards, left: Leftover, known: i64, begin: i64, cells: Cells) -> None:
    """Count the bottom of a deck, as the watcher knows it."""
    if known < 0:
        place: i64 = begin + len(cards.villager_ids) + left.village
        cells.row[place] += i16(-known)
        return
    rest: i64 = known
    while rest:
        kind: i64 = begin + cards.kinds[lowest_space(rest)]
        cells.row[kind] += 1
        rest &= rest - 1


# -- the Kitsune ------------------------------------------------------------------------------


@final
class Fox:
    """What the Kitsune has: shrines, villagers it took, cards not used, and those that come."""

    def __init__(self, shrines: i64, villagers: i64, deck: i64, top: bytes) -> None:
        self.shrines: Final[i64] = shrines
        self.villagers: Final[i64] = villagers
        self.deck: Final[i64] = deck  # NOT_SAID: all cards of the edition
        self.top: Final = top


FOX_FIELDS: Final[dict[str, Kind]] = {"shrines": TEXT, "villagers": listing(TEXT)}


@final
class Foxes(Kind):
    """The Kitsune of a game for two, else none. Views do not tell what comes next."""

    def __init__(self, cards: Cards) -> None:
        self.cards: Final = cards
        self.spaces: Final = Spaces(cards.board)
        self.deck: Final = SetOf("Kitsune card", cards.fox_ids)
        self.top: Final = Row("Kitsune card", cards.fox_ids, once=True)

    def write(self, value: object) -> object:
        fox = cast("Fox | None", value)
        if fox is None:
            return None
        return self.open_part(fox) | {
            "deck": self.deck.write(fox.deck), "top": self.top.write(fox.top)
        }  # fmt: skip

    def tell(self, value: object) -> object:
        fox = cast("Fox | None", value)
        if fox is None:
            return None
        return self.open_part(fox) | {"unused": self.deck.write(fox.deck)}

    def open_part(self, fox: Fox) -> Json:
        return {
            "shrines": self.spaces.write(fox.shrines),
            "villagers": self.cards.card_ids(fox.villagers),
        }

    def read(self, value: object, field: str, seats: int) -> object:
        if seats != 2 and value is not None:
            raise PositionError(f"{field}: it plays only with two players")
        if value is None:
            return None
        entry = dict_of(field, value)
        refuse_unknown(field, entry, ("shrines", "villagers", "deck", "unused", "top"))
        shrines = self.spaces.read(entry.get("shrines", ""), f"{field}.shrines", seats)
        villagers = villagers_in(self.cards, entry.get("villagers", []), f"{field}.villagers")
        left = entry.get("deck", entry.get("unused"))
        deck = NOT_SAID if left is None else self.deck.read(left, f"{field}.deck", seats)
        top = self.top.read(entry.get("top", []), f"{field}.top", seats)
        return Fox(cast(int, shrines), villagers, cast(int, deck), cast(bytes, top))

    def shape(self) -> Json:
        fields: dict[str, Kind] = FOX_FIELDS | {"unused": listing(TEXT)}
        return maybe(record("FoxView", fields)).shape()

    def written_shape(self) -> Json:
        fields: dict[str, Kind] = FOX_FIELDS | {"deck": listing(TEXT), "top": listing(TEXT)}
        return maybe(record("Fox", fields)).shape()

    def cells(self, seats: int) -> list[Cell]:
        if seats != 2:
            return []
        found = [Cell(f"shrines.{space}") for space in self.spaces.board.texts]
        found.extend(Cell(f"villagers.{name}", 0, 9) for name in self.cards.villager_ids)
        found.extend(Cell(f"unused.{name}") for name in self.cards.fox_ids)
        return found

    def fill(self, value: object, cells: Cells) -> None:
        fox = cast("Fox | None", value)
        if fox is not None:
            fill_fox(self.cards, fox.shrines, fox.villagers, fox.deck, cells)


def fill_fox(cards: Cards, shrines: i64, villagers: i64, deck: i64, cells: Cells) -> None:
    cells.members(shrines, SPACES)
    fill_villagers(cards, villagers, cells)
    cells.members(deck, len(cards.fox_ids))
