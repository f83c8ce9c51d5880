"""What a seat may know, built up piece by piece, and read back from JSON. [KS-RUL-13] [KS-RUL-14]

The JSON itself is written in `screen.py`.
"""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.action import NOBODY, SPECTATOR
from kamiza.core.frame import Frame, frames_from_text
from kamiza.core.game import View
from kamiza.core.native import i64, mypyc_attr
from kamiza.games.kamisama import screen
from kamiza.games.kamisama.actions import list_moves
from kamiza.games.kamisama.board import NO_VILLAGE, VILLAGE_IDS, VILLAGES
from kamiza.games.kamisama.cards import Cards, size_of
from kamiza.games.kamisama.goals import NO_GOAL
from kamiza.games.kamisama.moves import text_of
from kamiza.games.kamisama.reading import (
    CardReader,
    ids_to_bits,
    number_or,
    read_order,
    read_seat_set,
    read_spaces,
    read_tokens,
)
from kamiza.games.kamisama.scoring import ranks, scores
from kamiza.games.kamisama.setup import read_settings
from kamiza.games.kamisama.state import (
    ACT_FRAME,
    FRAMES,
    KAMI,
    NO_KAMI,
    OVER_FRAME,
    Draft,
    Kamisama,
    Player,
    Settings,
    Turn,
)

NOT_SEEN: Final = -1  # cards this seat has not seen


@final
@mypyc_attr(acyclic=True)
class LeftoverView:
    """Villagers at the bottom of a deck, as one seat knows them."""

    def __init__(self, village: i64, count: i64, cards: i64, seen: i64) -> None:
        self.village: Final[i64] = village
        self.count: Final[i64] = count
        self.cards: Final[i64] = cards  # set, or NOT_SEEN
        self.seen: Final[i64] = seen  # set of seats that know them


@final
class KamisamaView(View):
    """What one seat may know. Hidden: sheets and choices of others while kami are chosen, hands
    in the draft not held yet, the order of all piles."""

    def __init__(
        self, cards: Cards, options: Settings, seat: i64, seats: i64, asked: i64, frame: Frame,
        listed: list[str], players: list[Player], turn: Turn, draft: Draft, hand_size: i64,
        year: i64, rot: i64, red: i64, first: i64, turns: i64, goal: i64, goals_left: i64,
        seeds: i64, fear: i64, rage: bool, moon: i64, moons_left: i64, gone: i64, fox_deck: i64,
        leftovers: list[LeftoverView], unnamed: list[int], unnamed_of: list[int],
        final_scores: list[int], final_ranks: list[int],
    ) -> None:  # fmt: skip
        self.cards: Final = cards
        self.settings: Final = settings
        self.seat = seat
        self.seats: Final[i64] = seats
        self.asked: Final[i64] = asked
        self.frame: Final = frame
        self.listed: Final = listed  # answers, if this seat is asked
        self.players: Final = players  # by party; of others what everybody knows
        self.turn: Final = turn
        self.draft: Final = draft  # its hand is NOT_SEEN for those who never held it
        self.hand_size: Final[i64] = hand_size
        self.year: Final[i64] = year
        self.rot: Final[i64] = rot
        self.red: Final[i64] = red
        self.first: Final[i64] = first
        self.turns: Final[i64] = turns
        self.goal: Final[i64] = goal
        self.goals_left: Final[i64] = goals_left
        self.seeds: Final[i64] = seeds
        self.fear: Final[i64] = fear
        self.rage: Final = rage
        self.moon: Final[i64] = moon
        self.moons_left: Final[i64] = moons_left
        self.gone: Final[i64] = gone
        self.fox_deck: Final[i64] = fox_deck
        self.leftovers: Final = leftovers  # the oldest first
        # Claimed villagers that lie face down and are not named, by seat and by village. Only a
        # view read from what a person sees has any: who has attended remembers. [KS-RUL-14]
        self.unnamed: Final = unnamed
        self.unnamed_of: Final = unnamed_of
        self.final_scores: Final = final_scores
        self.final_ranks: Final = final_ranks

    def as_json(self, remembering: bool) -> dict[str, object]:
        return screen.write_view(self, remembering)


def view(state: Kamisama, seat: i64) -> KamisamaView:
    """Everything this seat may know now."""
    is_player = 0 <= seat < state.seats
    listed: list[str] = []
    if is_player and seat == state.asked:
        for action in list_moves(state):
            listed.append(text_of(state.cards, action))
    is_over = state.asked == NOBODY
    watcher: i64 = seat if is_player else SPECTATOR
    return KamisamaView(
        state.cards, state.settings, watcher, state.seats, state.asked, state.frame, listed,
        [known_player(state, party, seat) for party in range(state.parties)],
        state.turn.clone(), known_draft(state, seat), size_of(state.draft.hand), state.year,
        state.rot, state.red, state.first, state.turns, state.goal, state.goals_left,
        state.seeds, state.fear, state.rage, state.moon, state.moons_left, state.gone,
        state.fox_deck, known_leftovers(state, seat), [0] * state.seats, [0] * VILLAGES,
        scores(state) if is_over else [],
        ranks(state) if is_over else [],
    )  # fmt: skip


def known_player(state: Kamisama, party: i64, seat: i64) -> Player:
    """What everybody knows of a party; its dealt sheets only itself. [KS-SET-05]"""
    of = state.players[party]
    mine = party == seat and 0 <= seat < state.seats
    hidden = state.frame.kind == KAMI and not mine
    return Player(
        NO_KAMI if hidden else of.kami, of.dealt if mine else 0, of.shrines, of.supply, of.favor,
        of.nature, of.vp, of.tokens, of.villagers, of.sets, of.tracks,
    )  # fmt: skip


def knows(seen: i64, seat: i64) -> bool:
    return seat >= 0 and seen >> seat & 1 == 1


def known_draft(state: Kamisama, seat: i64) -> Draft:
    """The hand that goes round, for those who hold or have held it. [KS-RUL-13]"""
    draft = state.draft.clone()
    is_open = state.settings.open_draft
    if draft.hand != 0 and not is_open and not knows(draft.seen, seat):
        draft.hand = NOT_SEEN
    return draft


def known_leftovers(state: Kamisama, seat: i64) -> list[LeftoverView]:
    found: list[LeftoverView] = []
    left = state.leftovers
    while left is not None:
        seen = state.settings.open_draft or knows(left.seen, seat)
        cards: i64 = left.cards if seen else NOT_SEEN
        found.append(LeftoverView(left.village, size_of(left.cards), cards, left.seen))
        left = left.below
    found.reverse()
    return found


# -- reading ----------------------------------------------------------------------------------


def read_view(cards: Cards, data: dict[str, object]) -> KamisamaView:
    """The inverse of `as_json`, remembering or not; the data comes from our own `as_json`."""
    seat = cast(int, data["seat"])
    asked = NOBODY if data["asked"] is None else cast(int, data["asked"])
    reader = CardReader(cards)
    players = [read_player(reader, entry) for entry in entries(data, "players")]
    fox = cast("dict[str, object] | None", data["kitsune"])
    if fox is not None:
        players.append(read_fox(cards, fox))
    if "private" in data:
        private = cast("dict[str, object]", data["private"])
        dealt = cast("list[str]", private["dealt"])
        players[seat].dealt = ids_to_bits(cards.kami_ids, dealt)
        players[seat].kami = number_or(cards.kami_ids, private["kami"], NO_KAMI)
    result = cast("dict[str, list[dict[str, int]]]", data.get("result", {"seats": []}))
    frame = frames_from_text(cast("list[str]", data["frames"]), FRAMES)
    draft, hand_size = read_draft(reader, data["draft"])
    return KamisamaView(
        cards, read_settings(cards, cast("dict[str, object]", data["options"])), seat,
        cast(int, data["seats"]), asked, shared_frame(frame), cast("list[str]", data["moves"]),
        players, read_turn(cards, cast("dict[str, object]", data["turn"])), draft, hand_size,
        cast(int, data["year"]), cast(int, data["rot"]), cast(int, data["red"]),
        cast(int, data["first"]), cast(int, data["turns"]),
        number_or(cards.goal_ids, goal_id(data["goal"]), NO_GOAL),
        ids_to_bits(cards.goal_ids, cast("list[str]", data["goals_left"])),
        read_spaces(cards, cast(str, data["seeds"])),
        number_or(cards.board.texts, data["fear"], -1), data["rage"] is True,
        number_or(list(VILLAGE_IDS), data["moon"], NO_VILLAGE),
        ids_to_bits(list(VILLAGE_IDS), cast("list[str]", data["moons_left"])),
        reader.take(cast("list[str]", fox["villagers"])) if fox else 0,
        ids_to_bits(cards.fox_ids, cast("list[str]", fox["unused"])) if fox else 0,
        [read_leftover(reader, entry) for entry in entries(data, "leftovers")],
        [
            cast(int, entry["villager_count"]) if entry["villagers"] is None else 0
            for entry in entries(data, "players")
        ],
        [cast(int, entry["unnamed"]) for entry in entries(data, "villages")],
        [entry["score"] for entry in result["seats"]],
        [entry["rank"] for entry in result["seats"]],
    )  # fmt: skip


def entries(data: dict[str, object], name: str) -> list[dict[str, object]]:
    return cast("list[dict[str, object]]", data[name])


def shared_frame(frame: Frame | None) -> Frame:
    return OVER_FRAME if frame is None else ACT_FRAME if frame.kind == ACT_FRAME.kind else frame


def goal_id(goal: object) -> object:
    return cast("dict[str, object]", goal)["id"] if goal is not None else None


def read_player(reader: CardReader, data: dict[str, object]) -> Player:
    cards = reader.cards
    tracks = 0
    for year, points in enumerate(cast("list[int]", data["track_points"])):
        tracks |= points << (16 * year)
    return Player(
        number_or(cards.kami_ids, data["kami"], NO_KAMI), 0,
        read_spaces(cards, cast(str, data["shrines"])), cast(int, data["supply"]),
        cast(int, data["favor"]), cast(int, data["nature"]), cast(int, data["vp"]),
        read_tokens(cast("dict[str, int]", data["tokens"])),
        reader.take(cast("list[str] | None", data["villagers"]) or []), cast(int, data["sets"]),
        tracks,
    )  # fmt: skip


def read_fox(cards: Cards, data: dict[str, object]) -> Player:
    shrines = read_spaces(cards, cast(str, data["shrines"]))
    return Player(NO_KAMI, 0, shrines, cast(int, data["supply"]), 0, 0, 0, 0, 0, 0, 0)


def read_turn(cards: Cards, data: dict[str, object]) -> Turn:
    used = 0
    for number in cast("list[int]", data["used"]):
        used |= 1 << (number - 1)
    return Turn(
        cast(int, data["cubes"]), cast(int, data["basics"]), used, data["passive_used"] is True,
        ids_to_bits(list(VILLAGE_IDS), cast("list[str]", data["rewarded"])),
        read_spaces(cards, cast(str, data["placed"])),
    )  # fmt: skip


def read_draft(reader: CardReader, data: object) -> tuple[Draft, int]:
    if data is None:
        return Draft(NO_VILLAGE, 0, 0, 0, 0), 0
    draft = cast("dict[str, object]", data)
    size = cast(int, draft["hand_size"])
    hand = 0
    if size:
        known = cast("list[str] | None", draft["hand"])
        hand = NOT_SEEN if known is None else reader.take(known)
    order = read_order(cast("list[int]", draft["order"]))
    seen = read_seat_set(cast("list[int]", draft["seen"]))
    village = VILLAGE_IDS.index(cast(str, draft["village"]))
    return Draft(village, order, cast(int, draft["taken"]), hand, seen), size


def read_leftover(reader: CardReader, data: dict[str, object]) -> LeftoverView:
    known = cast("list[str] | None", data["cards"])
    return LeftoverView(
        VILLAGE_IDS.index(cast(str, data["village"])), cast(int, data["count"]),
        NOT_SEEN if known is None else reader.take(known),
        read_seat_set(cast("list[int]", data["seen"])),
    )  # fmt: skip
