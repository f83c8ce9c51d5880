"""Positions: any state as JSON, written and read by hand; what cannot be is refused.

Left out means the usual: an empty board, full supplies, the first player's turn with all cubes.
`frames` may also name something that runs by itself ("RANK", "TRACKS", "KITSUNE", "YEAR_START",
...): it is carried out on loading, up to the next question.
"""

from __future__ import annotations

from typing import Final, cast

from kamiza.core import fields
from kamiza.core.action import LETTERS, NOBODY, seat_letter
from kamiza.core.frame import Frame
from kamiza.core.game import PositionError
from kamiza.core.native import i64
from kamiza.games.kamisama import values
from kamiza.games.kamisama.board import NO_VILLAGE, VILLAGE_IDS, VILLAGES, bit
from kamiza.games.kamisama.cards import (
    ALL_VILLAGERS,
    BASIC_LIMIT,
    FOX_SHRINES,
    ONE_OF_EACH,
    SEEDS,
    SHRINES_BY_PLAYERS,
    TOKENS_EACH,
    Cards,
    size_of,
)
from kamiza.games.kamisama.flow import settle
from kamiza.games.kamisama.goals import NO_GOAL
from kamiza.games.kamisama.places import active_seat
from kamiza.games.kamisama.reading import (
    CardReader,
    bits_to_ids,
    read_order,
    read_seat_set,
)
from kamiza.games.kamisama.setup import check_setup, empty_table, read_settings
from kamiza.games.kamisama.stack import check_stack, read_frames
from kamiza.games.kamisama.state import (
    ACT,
    FRAMES,
    KAMI,
    NO_KAMI,
    OVER,
    PREPARE,
    RANK,
    Draft,
    Kamisama,
    Leftover,
    Turn,
    find_token_seats,
    tokens_of,
)
from kamiza.games.kamisama.turn import cubes_of_year

FIELDS: Final = (
    "game", "seats", "options", "asked", "frames", "year", "rot", "red", "first", "turns", "goal",
    "goals_left", "goals_next", "turn", "players", "seeds", "fear", "rage", "moon", "moons_left",
    "moons_next", "kitsune", "deck_top", "draft", "leftovers", "rng",
)  # fmt: skip
PLAYER_FIELDS: Final = (
    "kami", "dealt", "shrines", "favor", "nature", "vp", "tokens", "villagers", "sets", "tracks",
)  # fmt: skip
TURN_FIELDS: Final = ("cubes", "basics", "used", "passive_used", "rewarded", "placed")
DRAFT_FIELDS: Final = ("village", "order", "taken", "hand", "seen")
LEFTOVER_FIELDS: Final = ("village", "cards", "seen")
FOX_FIELDS: Final = ("shrines", "villagers", "deck", "top")
# Kami for seats of which a position says nothing, the quietest first.
QUIET: Final = ("inari", "ryujin", "fujin", "raijin", "tanuki", "kodama", "nue", "yue")


def load(cards: Cards, position: dict[str, object]) -> Kamisama:
    """The state of a position; a PositionError names what cannot be."""
    fields.refuse_unknown("the position", position, FIELDS)
    seats = read_seats(position)
    options = fields.dict_of("options", position.get("options", {}))
    refusal = check_setup(cards, seats, options)
    if refusal is not None:
        raise PositionError(f"options: {refusal.facts['reason']}")
    state = empty_table(cards, read_settings(cards, options), seats, fields.rng_of(position))
    frame = read_frames(position.get("frames", ["ACT"]))
    reader = CardReader(cards)
    read_players(state, position, frame, reader)
    read_fox(state, position, reader)
    read_board(state, position)
    read_time(state, position, frame)
    read_piles(state, position, reader)
    state.frame = frame
    if frame.kind > OVER:
        settle_loaded(state)
    else:
        ask(state, position)
    return state


def settle_loaded(state: Kamisama) -> None:
    """Carry out what runs by itself."""
    if state.frame.below is not None:
        raise PositionError("frames: this stack has no question on top")
    if state.frame.kind == PREPARE:
        raise PositionError("frames: PREPARE belongs to the choice of the kami")
    in_draft = state.frame.kind == RANK or state.draft.village != NO_VILLAGE
    if state.frame.kind == RANK and state.draft.village == NO_VILLAGE:
        state.draft.village = 0
    if in_draft and state.rot != state.red:
        raise PositionError("rot: at the year end the advent tokens are side by side")
    state.asked = active_seat(state)
    if FRAMES[state.frame.kind] not in ("TURN", "YEAR_START", "KITSUNE", "ROTATE", "RANK",
                                        "TRACKS", "FINAL"):  # fmt: skip
        raise PositionError(f"frames: a position cannot begin with {FRAMES[state.frame.kind]}")
    if FRAMES[state.frame.kind] == "KITSUNE" and state.parties == state.seats:
        raise PositionError("frames: the Kitsune plays only with two players")
    settle(state)


def read_seats(position: dict[str, object]) -> int:
    if position.get("game", "kamisama") != "kamisama":
        raise PositionError(f"game: this is a position of {position['game']!r}, not of kamisama")
    if "seats" not in position:
        raise PositionError("seats: say how many players there are")
    return fields.number_of("seats", position["seats"], 0, 99)


def read_players(
    state: Kamisama, position: dict[str, object], frame: Frame, reader: CardReader
) -> None:
    entries = fields.dict_of("players", position.get("players", {}))
    fields.refuse_unknown("players", entries, tuple(LETTERS[: state.seats]))
    for seat in range(state.seats):
        letter = seat_letter(seat)
        entry = fields.dict_of(letter, entries.get(letter, {}))
        fields.refuse_unknown(letter, entry, PLAYER_FIELDS)
        read_player(state, seat, letter, entry, reader)
    read_kami(state, entries, frame)
    held: i64 = 0
    for player in state.players:
        held += player.tokens
    for village in range(VILLAGES):
        if tokens_of(held, village) > TOKENS_EACH:
            raise PositionError(f"tokens: there are only {TOKENS_EACH} of {VILLAGE_IDS[village]}")
    state.tokens = TOKENS_EACH * ONE_OF_EACH - held


def read_player(
    state: Kamisama, seat: int, letter: str, entry: dict[str, object], reader: CardReader
) -> None:
    player = state.players[seat]
    cards = state.cards
    player.shrines = values.spaces_of(cards, f"{letter}.shrines", entry.get("shrines", ""))
    most = SHRINES_BY_PLAYERS[state.seats]
    player.supply = most - size_of(player.shrines)
    if player.supply < 0:
        raise PositionError(f"{letter}.shrines: there are only {most}")
    player.favor = fields.number_of(f"{letter}.favor", entry.get("favor", 0), 0, 9999)
    player.nature = fields.number_of(f"{letter}.nature", entry.get("nature", 0), 0, 9999)
    player.vp = fields.number_of(f"{letter}.vp", entry.get("vp", 0), 0, 9999)
    player.sets = fields.number_of(f"{letter}.sets", entry.get("sets", 0), 0, 99)
    player.tokens = values.tokens_of_player(f"{letter}.tokens", entry.get("tokens", {}))
    player.tracks = values.tracks_of(f"{letter}.tracks", entry.get("tracks", []))
    player.villagers = values.cards_of(reader, f"{letter}.villagers", entry.get("villagers", []))
    dealt = values.ids_of(cards.kami_ids, f"{letter}.dealt", entry.get("dealt", []))
    player.dealt = dealt
    if size_of(dealt) not in (0, 2):
        raise PositionError(f"{letter}.dealt: two sheets are dealt to each player")


def read_kami(state: Kamisama, entries: dict[str, object], frame: Frame) -> None:
    """Every seat has another kami; while they are chosen only the first seats have one."""
    ids = state.cards.kami_ids
    choosing = frame.kind == KAMI
    named: list[object] = []
    for seat in range(state.seats):
        entry = cast("dict[str, object]", entries.get(seat_letter(seat), {}))
        assigned = ids[state.settings.kami[seat]] if state.settings.kami else None
        named.append(entry.get("kami", assigned))
        if assigned is not None and named[seat] != assigned:
            raise PositionError(f"{seat_letter(seat)}.kami: the options assign {assigned}")
    for seat in range(state.seats):
        field = f"{seat_letter(seat)}.kami"
        kami = named[seat]
        if kami is None and not choosing:
            kami = next(name for name in QUIET if name not in named)
            named[seat] = kami
        if kami is not None and (not isinstance(kami, str) or kami not in ids):
            raise PositionError(f"{field}: there is no kami {kami!r}")
        if kami is not None and named.count(kami) > 1:
            raise PositionError(f"{field}: two players cannot have {kami}")
        state.players[seat].kami = NO_KAMI if kami is None else ids.index(kami)
    check_dealt(state, choosing)
    if not choosing:
        find_token_seats(state)


def check_dealt(state: Kamisama, choosing: bool) -> None:
    taken: i64 = 0
    for seat in range(state.seats):
        player = state.players[seat]
        field = f"{seat_letter(seat)}.dealt"
        mine: i64 = 0 if player.kami == NO_KAMI else bit(player.kami)
        if player.dealt and mine & ~player.dealt:
            raise PositionError(f"{field}: the kami is not among the sheets dealt")
        if (player.dealt | mine) & taken:
            raise PositionError(f"{field}: a sheet belongs to somebody else")
        if choosing and player.dealt == 0:
            raise PositionError(f"{field}: two sheets are dealt to each player")
        if player.dealt and state.settings.kami:
            raise PositionError(f"{field}: the options assign the kami, nothing is dealt")
        taken |= player.dealt | mine


def read_fox(state: Kamisama, position: dict[str, object], reader: CardReader) -> None:
    if state.parties == state.seats:
        if position.get("kitsune") is not None:
            raise PositionError("kitsune: it plays only with two players")
        return
    entry = fields.dict_of("kitsune", position.get("kitsune", {}))
    fields.refuse_unknown("kitsune", entry, FOX_FIELDS)
    cards = state.cards
    fox = state.players[state.seats]
    fox.shrines = values.spaces_of(cards, "kitsune.shrines", entry.get("shrines", ""))
    fox.supply = FOX_SHRINES - size_of(fox.shrines)
    if fox.supply < 0:
        raise PositionError(f"kitsune.shrines: there are only {FOX_SHRINES}")
    state.gone = values.cards_of(reader, "kitsune.villagers", entry.get("villagers", []))
    every: i64 = cards.fox_decks[state.settings.edition]
    if "deck" in entry:
        state.fox_deck = values.ids_of(cards.fox_ids, "kitsune.deck", entry["deck"])
        if state.fox_deck & ~every:
            raise PositionError("kitsune.deck: a card is not in this edition")
    top = values.order_of(cards.fox_ids, "kitsune.top", entry.get("top", []))
    for card in top:
        if not state.fox_deck >> card & 1:
            raise PositionError(f"kitsune.top: {cards.fox_ids[card]} is not in the deck")
    state.fox_top = bytes(top)


def read_board(state: Kamisama, position: dict[str, object]) -> None:
    """No two pieces on one space, and only tokens of kami that play. [KS-DES-03]"""
    cards = state.cards
    state.seeds = values.spaces_of(cards, "seeds", position.get("seeds", ""))
    if state.seeds and (state.seed_seat < 0 or size_of(state.seeds) > SEEDS):
        raise PositionError(f"seeds: only a kami with Seeds has them, and {SEEDS} at most")
    occupied: i64 = state.seeds
    for party in range(state.parties):
        shrines: i64 = state.players[party].shrines
        if occupied & shrines:
            where = cards.board.text(occupied & shrines)
            raise PositionError(f"shrines: there are two pieces on {where}")
        occupied |= shrines
    state.occupied = occupied
    state.fear = values.one_of(cards.board.texts, "fear", position.get("fear"))
    if state.fear >= 0:
        if state.fear_seat < 0 or not state.players[state.fear_seat].shrines >> state.fear & 1:
            raise PositionError("fear: it lies under a shrine of its owner")
    state.rage = fields.flag_of("rage", position.get("rage", False))
    if state.rage and state.rage_seat < 0:
        raise PositionError("rage: nobody has a Rage token")
    villages = list(VILLAGE_IDS)
    state.moon = values.one_of(villages, "moon", position.get("moon"))
    if state.moon >= 0 and state.moon_seat < 0:
        raise PositionError("moon: nobody has Moon tokens")
    left = [name for name in villages if state.moon < 0 or name != villages[state.moon]]
    state.moons_left = values.ids_of(villages, "moons_left", position.get("moons_left", left))
    if state.moon >= 0 and state.moons_left >> state.moon & 1:
        raise PositionError("moons_left: the Moon token of that village lies on the board")
    coming = values.order_of(villages, "moons_next", position.get("moons_next", []))
    for village in coming:
        if not state.moons_left >> village & 1:
            raise PositionError(f"moons_next: {villages[village]} was drawn already")
    state.moons_next = bytes(coming)


def read_time(state: Kamisama, position: dict[str, object], frame: Frame) -> None:
    """Year, sides, goal, first player and the turn."""
    choosing = frame.kind == KAMI
    ids = state.cards.goal_ids
    edition = state.settings.edition
    pool: i64 = state.cards.year_one[edition] | state.cards.later[edition]
    state.year = fields.number_of("year", position.get("year", 1), 1, state.settings.years)
    state.rot = fields.number_of("rot", position.get("rot", 0), 0, 3)
    state.red = fields.number_of("red", position.get("red", state.rot), 0, 3)
    state.goal = values.one_of(ids, "goal", position.get("goal", None if choosing else "G01"))
    if (state.goal == NO_GOAL) != choosing:
        raise PositionError("goal: there is one as soon as the kami are chosen")
    if not choosing and not pool >> state.goal & 1:
        raise PositionError("goal: it is not in this edition")
    later: i64 = state.cards.later[edition]
    if not choosing:
        later &= ~bit(state.goal)
    left = position.get("goals_left", bits_to_ids(ids, later))
    state.goals_left = values.ids_of(ids, "goals_left", left)
    if state.goals_left & ~later:
        raise PositionError("goals_left: these cannot come any more in this edition")
    if size_of(state.goals_left) < state.settings.years - state.year:
        raise PositionError("goals_left: there must be a goal for each year to come")
    coming = values.order_of(ids, "goals_next", position.get("goals_next", []))
    for goal in coming:
        if not state.goals_left >> goal & 1:
            raise PositionError(f"goals_next: {ids[goal]} cannot come any more")
    state.goals_next = bytes(coming)
    read_turn(state, position, choosing)


def read_turn(state: Kamisama, position: dict[str, object], choosing: bool) -> None:
    first = seat_letter(state.rot if state.seats == 4 else 0)
    state.first = fields.seat_of("first", position.get("first", first), state.seats)
    if state.seats == 4 and state.first != state.rot and not choosing:
        raise PositionError("first: with four players it is the one in front of FA")
    entry = fields.dict_of("turn", position.get("turn", {}))
    fields.refuse_unknown("turn", entry, TURN_FIELDS)
    cubes = cubes_of_year(state.year)
    used = 0
    for number in fields.list_of("turn.used", entry.get("used", [])):
        used |= 1 << (fields.number_of("turn.used", number, 1, 3) - 1)
    state.turn = Turn(
        fields.number_of("turn.cubes", entry.get("cubes", cubes), 0, cubes),
        fields.number_of("turn.basics", entry.get("basics", 0), 0, BASIC_LIMIT),
        used,
        fields.flag_of("turn.passive_used", entry.get("passive_used", False)),
        values.ids_of(list(VILLAGE_IDS), "turn.rewarded", entry.get("rewarded", [])),
        values.spaces_of(state.cards, "turn.placed", entry.get("placed", "")),
    )
    asked = position.get("asked")
    turns = 0
    if asked is not None and not choosing and position.get("draft") is None:
        turns = (fields.seat_of("asked", asked, state.seats) - state.first) % state.seats
    state.turns = fields.number_of("turns", position.get("turns", turns), 0, state.seats)


def read_piles(state: Kamisama, position: dict[str, object], reader: CardReader) -> None:
    """Draft, bottoms and decks; every villager is somewhere exactly once."""
    state.draft = read_draft(state, position.get("draft"), reader)
    for entry in fields.list_of("leftovers", position.get("leftovers", [])):
        table = fields.dict_of("leftovers", entry)
        fields.refuse_unknown("leftovers", table, LEFTOVER_FIELDS)
        village = values.village_of("leftovers.village", table.get("village"))
        cards = values.cards_of(reader, "leftovers.cards", table.get("cards"))
        values.refuse_foreign("leftovers.cards", cards, village)
        seen = read_seen(state, "leftovers.seen", table.get("seen", []))
        state.leftovers = Leftover(village, cards, seen, state.leftovers)
    state.deck = ALL_VILLAGERS & ~reader.taken
    top = values.texts_of("deck_top", position.get("deck_top", []))
    state.deck_top = values.deck_top_of(reader, top)


def read_seen(state: Kamisama, field: str, value: object) -> int:
    numbers = [fields.number_of(field, seat, 0, state.seats - 1) for seat in
               fields.list_of(field, value)]  # fmt: skip
    return read_seat_set(numbers)


def read_draft(state: Kamisama, value: object, reader: CardReader) -> Draft:
    if value is None:
        return Draft(NO_VILLAGE, 0, 0, 0, 0)
    entry = fields.dict_of("draft", value)
    fields.refuse_unknown("draft", entry, DRAFT_FIELDS)
    village = values.village_of("draft.village", entry.get("village"))
    order = [fields.number_of("draft.order", party, 0, state.parties - 1) for party in
             fields.list_of("draft.order", entry.get("order", []))]  # fmt: skip
    if len(set(order)) != len(order):
        raise PositionError("draft.order: names somebody twice")
    taken = fields.number_of("draft.taken", entry.get("taken", 0), 0, len(order))
    hand = values.cards_of(reader, "draft.hand", entry.get("hand", []))
    values.refuse_foreign("draft.hand", hand, village)
    seen = read_seen(state, "draft.seen", entry.get("seen", []))
    return Draft(village, read_order(order), taken, hand, seen)


# -- the open question ------------------------------------------------------------------------


def ask(state: Kamisama, position: dict[str, object]) -> None:
    """Who has to answer what; everything must fit together."""
    if state.frame.kind == OVER:
        if position.get("asked") is not None:
            raise PositionError("asked: the game is over, nobody is asked")
        state.asked = NOBODY
        return
    default = "A" if state.frame.kind == KAMI else seat_letter(active_seat(state))
    state.asked = fields.seat_of("asked", position.get("asked", default), state.seats)
    if state.frame.kind == ACT and state.turn.cubes == 0:
        raise PositionError("turn.cubes: without cubes the turn is over")
    if state.turns >= state.seats:
        raise PositionError("turns: everybody has had a turn, the round is over")
    check_stack(state)
