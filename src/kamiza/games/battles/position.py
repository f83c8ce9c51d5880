"""Any position of Kamigami Battles as JSON: written by hand or by `save`, checked by `load`.

What a position leaves out gets its usual value: Free for All, everybody in play with a blank god
of 15 Energy and a blank temple of 5, empty hands, a short deck of Disciples, seat A at
`play.main`. Cards that are nowhere lie where they come from; a Hall that is not described shows
piles without Reveal abilities. `deck = [...]` is a whole deck from the top down;
`deck = {top = [...]}` only says what lies on top.
"""

from __future__ import annotations

from typing import Final, cast

from kamiza.core.action import LETTERS, NOBODY, seat_letter
from kamiza.core.game import PositionError, load_rng, save_rng
from kamiza.core.native import i64
from kamiza.core.rng import fast_rng
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD, NO_GOD, NO_TEMPLE, SINGLE, Cards
from kamiza.games.battles.engine import settle
from kamiza.games.battles.frames import SETUP, TURN, USE, Frame
from kamiza.games.battles.options import check_setup, kinds_of, read_options, write_options
from kamiza.games.battles.piles import count_triggers
from kamiza.games.battles.position_frames import frame_from, frame_text
from kamiza.games.battles.state import (
    ENDINGS,
    IN,
    MAIN,
    OUT,
    OVER,
    POINTS,
    ROLES,
    SEALED,
    SOLO,
    STATUS,
    SUPPORT,
    Battles,
    Deck,
    Player,
)

FIELDS: Final = (
    "game", "seats", "options", "first", "active", "point", "turn", "round", "faith", "chain",
    "colours", "hall", "warrior_deck", "artifact_deck", "netherworld", "removed", "watches",
    "players", "frames", "winners", "ending", "falls", "reacts", "horizon", "supply", "temples_left",
    "rng",
)  # fmt: skip
PLAYER_FIELDS: Final = (
    "status", "team", "role", "god", "dealt", "energy", "temple", "temple_energy", "hand", "seen",
    "deck", "discard", "area", "used", "stops", "disciples", "disciples_1", "boost_turn",
    "boost_next", "discounts", "fell",
)  # fmt: skip
HALL_FIELDS: Final = ("warriors", "artifacts", "disciples")
DECK_FIELDS: Final = ("top", "top_seen", "rest", "bottom", "bottom_seen")
START_ENERGY: Final = {SOLO: 15, MAIN: 20, SUPPORT: 10}
SHORT_DECK: Final = 6  # Disciples in a deck that is not described


# -- writing ----------------------------------------------------------------------------------


def save(state: Battles) -> dict[str, object]:
    """The whole position; `load` gives the same state back."""
    cards = state.cards
    frames: list[object] = []
    frame = state.frame
    while frame is not None:
        frames.insert(0, frame_text(state, frame))
        frame = frame.below
    saved: dict[str, object] = {
        "game": "battles",
        "seats": state.seats,
        "options": write_options(cards, state.options),
        "supply": {cards.ids[k]: state.supply[k] for k in range(cards.kinds) if state.supply[k]},
        "first": seat_letter(state.first),
        "active": seat_letter(state.active),
        "turn": state.turn,
        "round": state.round,
        "faith": state.faith,
        "chain": cards.names(state.chain),
        "colours": colour_names(state.colours),
        "hall": save_hall(state),
        "warrior_deck": save_deck(cards, state.warrior_deck),
        "artifact_deck": save_deck(cards, state.artifact_deck),
        "netherworld": [
            f"{cards.ids[kind]}:{'none' if owner == 7 else seat_letter(owner)}"
            for kind, owner in zip(state.netherworld, state.nether_owners)
        ],
        "removed": cards.names(state.removed),
        "watches": list(state.watches),
        "temples_left": members(cards.temple_ids, state.temples_left),
        "players": {
            seat_letter(seat): save_player(cards, player)
            for seat, player in enumerate(state.players)
        },
        "frames": frames,
        "winners": [seat_letter(s) for s in range(state.seats) if state.winners >> s & 1],
        "ending": ENDINGS[state.ending],
        "falls": state.falls,
        "reacts": state.reacts,
        "rng": save_rng(state.rng),
    }
    if state.horizon:
        saved["horizon"] = state.horizon
    return saved


def members(names: list[str], numbers: i64) -> list[str]:
    return [name for number, name in enumerate(names) if numbers >> number & 1]


def colour_names(colours: i64) -> list[str]:
    return [w.COLOURS[colour] for colour in range(5) if colours >> colour & 1]


def save_hall(state: Battles) -> dict[str, object]:
    cards = state.cards
    rows: list[list[object]] = []
    for piles, sizes in (
        (state.warrior_piles, state.warrior_sizes),
        (state.artifact_piles, state.artifact_sizes),
        (state.disciple_piles, state.disciple_sizes),
    ):
        rows.append(
            [
                None if kind == NO_CARD else {"card": cards.ids[kind], "count": size}
                for kind, size in zip(piles, sizes)
            ]
        )
    return {"warriors": rows[0], "artifacts": rows[1], "disciples": rows[2]}


def save_deck(cards: Cards, deck: Deck) -> dict[str, object]:
    return {
        "top": cards.names(deck.top),
        "top_seen": list(deck.top_seen),
        "rest": cards.names(deck.rest),
        "bottom": cards.names(deck.bottom),
        "bottom_seen": list(deck.bottom_seen),
    }


def save_player(cards: Cards, player: Player) -> dict[str, object]:
    return {
        "status": STATUS[player.status],
        "team": player.team,
        "role": ROLES[player.role],
        "god": None if player.god == NO_GOD else cards.god_ids[player.god],
        "dealt": members(cards.god_ids, player.dealt),
        "energy": player.energy,
        "temple": None if player.temple == NO_TEMPLE else cards.temple_ids[player.temple],
        "temple_energy": player.temple_energy,
        "hand": cards.names(player.hand),
        "seen": list(player.seen),
        "deck": save_deck(cards, player.deck),
        "discard": cards.names(player.discard),
        "area": cards.names(player.area),
        "used": player.used,
        "stops": members(list(POINTS), player.stops),
        "disciples": player.disciples,
        "disciples_1": player.disciples_1,
        "boost_turn": player.boost_turn,
        "boost_next": player.boost_next,
        "discounts": [
            player.discount_disciple, player.discount_warrior, player.discount_artifact
        ],
        "fell": player.fell,
    }  # fmt: skip


# -- reading ----------------------------------------------------------------------------------


def load(cards: Cards, position: dict[str, object]) -> Battles:
    """The state of a position; a PositionError names what cannot be."""
    refuse_unknown("the position", position, FIELDS)
    if position.get("game", "battles") != "battles":
        raise PositionError(f"game: this is no saved game of Kamigami Battles [KB-ERR-48], but of "
                            f"{position['game']!r}")  # fmt: skip
    seats = number_of("seats", position.get("seats"), 0, 99)
    given = dict_of("options", position.get("options", {}))
    illegal = check_setup(cards, seats, given)
    if illegal is not None:
        raise PositionError(f"options: refused by {illegal.rule} {illegal.facts or ''}".rstrip())
    rng = load_rng(position["rng"]) if "rng" in position else fast_rng(0)
    state = Battles(cards, read_options(cards, given), seats, rng)
    read_numbers(state, position)
    supply = Supply(state, position)
    read_players(state, position, supply)
    read_common(state, position, supply)
    supply.lay_out(state, position)
    read_stack(state, position)
    check_players(state)
    for seat, player in enumerate(state.players):
        deck = player.deck
        row = player.hand + player.discard + player.area + deck.top + deck.rest + deck.bottom
        count_triggers(state, seat, row)
    finish_loading(state, position)
    return state


def read_numbers(state: Battles, position: dict[str, object]) -> None:
    state.turn = number_of("turn", position.get("turn", 1), 0, 10**6)
    state.round = number_of("round", position.get("round", 1), 1, 10**6)
    state.faith = number_of("faith", position.get("faith", 0), 0, 10**6)
    state.falls = number_of("falls", position.get("falls", 0), 0, 6)
    state.reacts = number_of("reacts", position.get("reacts", 0), 0, 10**6)
    state.horizon = number_of("horizon", position.get("horizon", 0), 0, 10**6)
    state.active = read_seat("active", position.get("active", "A"), state.seats)
    state.first = read_seat("first", position.get("first", "A"), state.seats)


class Supply:
    """The cards of a game that have not been found anywhere yet. [KB-EXH-21]"""

    def __init__(self, state: Battles, position: dict[str, object]) -> None:
        cards = state.cards
        kinds = list(state.options.warriors) or kinds_of(cards, state.options, w.WARRIOR)
        kinds += list(state.options.artifacts) or kinds_of(cards, state.options, w.ARTIFACT)
        disciples = list(state.options.disciples)
        for rank in (1, 2, 3):
            if not any(cards.rank[kind] == rank for kind in disciples):
                own = [k for k in kinds_of(cards, state.options, w.DISCIPLE) if cards.rank[k] == rank]
                disciples += sorted(own, key=lambda kind: cards.set_of[kind])[:1]
        counts = {kind: cards.copies[kind] for kind in kinds + disciples}
        if "supply" in position:
            entries = dict_of("supply", position["supply"])
            counts = {
                read_kind(cards, "supply", name): number_of(f"supply.{name}", value, 1, 99)
                for name, value in entries.items()
            }
        self.cards = cards
        self.left = dict(counts)
        state.supply = bytes(counts.get(kind, 0) for kind in range(cards.kinds))
        ranks = {cards.rank[k]: k for k in sorted(counts) if cards.type[k] == w.DISCIPLE}
        if sorted(ranks) != [1, 2, 3]:
            raise PositionError("supply: one Disciple of each type is on the table")
        state.disciple_piles = bytes(ranks[rank] for rank in (1, 2, 3))

    def take(self, field: str, names: object) -> bytes:
        """Cards named by a field, taken out of what is left."""
        row = bytearray()
        for name in list_of(field, names):
            kind = read_kind(self.cards, field, name)
            self.take_kind(field, kind, 1)
            row.append(kind)
        return bytes(row)

    def take_kind(self, field: str, kind: int, count: int) -> None:
        if self.left.get(kind, 0) < count:
            raise PositionError(f"{field}: there are not so many {self.cards.ids[kind]}")
        self.left[kind] -= count

    def take_deck(self, field: str, value: object) -> tuple[Deck, bool]:
        """A deck, and whether it is described completely."""
        if isinstance(value, list):
            top = self.take(field, value)
            return Deck(top, bytes(len(top)), b"", b"", b""), True
        entry = dict_of(field, value)
        refuse_unknown(field, entry, DECK_FIELDS)
        top = self.take(f"{field}.top", entry.get("top", []))
        bottom = self.take(f"{field}.bottom", entry.get("bottom", []))
        rest = bytes(sorted(self.take(f"{field}.rest", entry.get("rest", []))))
        top_seen = read_marks(f"{field}.top_seen", entry.get("top_seen"), len(top))
        bottom_seen = read_marks(f"{field}.bottom_seen", entry.get("bottom_seen"), len(bottom))
        return Deck(top, top_seen, rest, bottom, bottom_seen), "rest" in entry

    def lay_out(self, state: Battles, position: dict[str, object]) -> None:
        """Hall and common decks; what is left over lies where it comes from."""
        hall = dict_of("hall", position.get("hall", {}))
        refuse_unknown("hall", hall, HALL_FIELDS)
        self.lay_disciples(state, hall)
        for type, name, places in (
            (w.WARRIOR, "warrior", 6),
            (w.ARTIFACT, "artifact", 3),
        ):
            deck, whole = self.take_deck(f"{name}_deck", position.get(f"{name}_deck", {}))
            piles, sizes = self.lay_row(hall, f"{name}s", type, places, deck.top, whole)
            if not whole:
                rest = [k for k, n in self.left.items() if self.cards.type[k] == type for _ in range(n)]
                deck.rest = bytes(sorted(rest))
                for kind in rest:
                    self.left[kind] -= 1
            if type == w.WARRIOR:
                state.warrior_deck, state.warrior_piles, state.warrior_sizes = deck, piles, sizes
            else:
                state.artifact_deck, state.artifact_piles, state.artifact_sizes = deck, piles, sizes
        missing = [self.cards.ids[kind] for kind, count in self.left.items() if count]
        if missing:
            raise PositionError(f"the cards {', '.join(missing)} are nowhere")

    def lay_disciples(self, state: Battles, hall: dict[str, object]) -> None:
        """Piles of Disciples; cards beyond a described pile are out of the game."""
        sizes = [self.left.get(kind, 0) for kind in state.disciple_piles]
        if "disciples" in hall:
            rows = list_of("hall.disciples", hall["disciples"])
            for row in rows:
                kind, count = read_pile(self.cards, "hall.disciples", row)
                place = state.disciple_piles.find(bytes([kind]))
                if place < 0:
                    raise PositionError("hall.disciples: one pile for each type of Disciple")
                if count > sizes[place]:
                    raise PositionError(f"hall.disciples: not so many {self.cards.ids[kind]}")
                gone = bytes([kind]) * (sizes[place] - count)
                state.removed += gone
                sizes[place] = count
        for kind in state.disciple_piles:
            self.left[kind] = 0
        state.disciple_sizes = bytes(sizes)

    def lay_row(
        self, hall: dict[str, object], name: str, type: int, places: int, coming: bytes, whole: bool
    ) -> tuple[bytes, bytes]:
        field = f"hall.{name}"
        piles, sizes = bytearray(), bytearray()
        for row in list_of(field, hall.get(name, [])):
            if row is None:
                piles.append(NO_CARD)
                sizes.append(0)
                continue
            kind, count = read_pile(self.cards, field, row)
            if self.cards.type[kind] != type or kind in piles or count == 0:
                raise PositionError(f"{field}: different {name}, at least one of each")
            self.take_kind(field, kind, count)
            piles.append(kind)
            sizes.append(count)
        if len(piles) > places:
            raise PositionError(f"{field}: there are {places} places")
        for kind, count in sorted(self.left.items()):
            fits = self.cards.type[kind] == type and not self.cards.reveals[kind] and count > 0
            if not whole and fits and len(piles) < places and kind not in piles + coming:
                self.left[kind] -= 1
                piles.append(kind)
                sizes.append(1)
        piles += b"\xff" * (places - len(piles))
        return bytes(piles), bytes(sizes) + bytes(places - len(sizes))


def read_pile(cards: Cards, field: str, row: object) -> tuple[int, int]:
    """A pile as `{card = "ghoul", count = 2}`, or just a card."""
    if isinstance(row, str):
        return read_kind(cards, field, row), 1
    entry = dict_of(field, row)
    refuse_unknown(field, entry, ("card", "count"))
    count = number_of(f"{field}.count", entry.get("count", 1), 0, 99)
    return read_kind(cards, field, entry.get("card")), count


# -- players ----------------------------------------------------------------------------------


def read_players(state: Battles, position: dict[str, object], supply: Supply) -> None:
    entries = dict_of("players", position.get("players", {}))
    refuse_unknown("players", entries, tuple(LETTERS[: state.seats]))
    undescribed = []
    for seat in range(state.seats):
        letter = seat_letter(seat)
        entry = dict_of(letter, entries.get(letter, {}))
        refuse_unknown(letter, entry, PLAYER_FIELDS)
        player = read_player(state, seat, letter, entry)
        state.players.append(player)
        read_cards(state.cards, player, letter, entry, supply)
        deck, whole = supply.take_deck(f"{letter}.deck", entry.get("deck", {}))
        player.deck = deck
        if not whole and player.status != OUT and not is_setting_up(position):
            undescribed.append(player)
    for player in undescribed:
        kind = state.disciple_piles[0]
        count = min(SHORT_DECK, supply.left.get(kind, 0))
        supply.take_kind("deck", kind, count)
        player.deck.rest = bytes(sorted(player.deck.rest + bytes([kind]) * count))


def is_setting_up(position: dict[str, object]) -> bool:
    """Nobody has cards before the set-up is finished."""
    frames = position.get("frames", [])
    first = frames[0] if isinstance(frames, list) and frames else None
    return isinstance(first, dict) and first.get("frame") == "SETUP"


def read_player(state: Battles, seat: int, letter: str, entry: dict[str, object]) -> Player:
    cards = state.cards
    player = Player()
    team = state.options.team
    player.team = number_of(f"{letter}.team", entry.get("team", seat % 2 if team else seat), 0, 5)
    if player.team != (seat % 2 if team else seat):
        raise PositionError(f"{letter}.team: the teams sit in turn")
    usual = "solo" if not team else "main" if seat < 2 else "support"
    player.role = word_of(f"{letter}.role", entry.get("role", usual), ROLES)
    if (player.role == SOLO) == team:
        raise PositionError(f"{letter}.role: solo belongs to Free for All, the others to teams")
    player.status = word_of(f"{letter}.status", entry.get("status", "in"), STATUS)
    if player.status == SEALED and player.role != SUPPORT:
        raise PositionError(f"{letter}.status: only a Supporting God is ever Sealed")
    player.god = read_named(f"{letter}.god", entry.get("god", "blank"), cards.god_ids, NO_GOD)
    player.dealt = read_members(f"{letter}.dealt", entry.get("dealt", []), cards.god_ids)
    usual_energy = 0 if player.status != IN else START_ENERGY[int(player.role)]
    player.energy = number_of(f"{letter}.energy", entry.get("energy", usual_energy), 0, 10**6)
    has_temple = state.options.temples and player.status != OUT
    player.temple = read_named(
        f"{letter}.temple", entry.get("temple", "blank" if has_temple else None),
        cards.temple_ids, NO_TEMPLE,
    )  # fmt: skip
    usual_energy = 5 if player.temple != NO_TEMPLE and player.status != OUT else 0
    player.temple_energy = number_of(
        f"{letter}.temple_energy", entry.get("temple_energy", usual_energy), 0, 10**6
    )
    player.used = number_of(f"{letter}.used", entry.get("used", 0), 0, 2**16 - 1)
    player.stops = read_members(f"{letter}.stops", entry.get("stops", []), list(POINTS))
    player.disciples = number_of(f"{letter}.disciples", entry.get("disciples", 0), 0, 255)
    player.disciples_1 = number_of(f"{letter}.disciples_1", entry.get("disciples_1", 0), 0, 255)
    player.boost_turn = number_of(f"{letter}.boost_turn", entry.get("boost_turn", 0), 0, 999)
    player.boost_next = number_of(f"{letter}.boost_next", entry.get("boost_next", 0), 0, 999)
    discounts = list_of(f"{letter}.discounts", entry.get("discounts", [0, 0, 0]))
    if len(discounts) != 3:
        raise PositionError(f"{letter}.discounts: three numbers, for Disciples, Warriors, Artifacts")
    numbers = [number_of(f"{letter}.discounts", value, 0, 999) for value in discounts]
    player.discount_disciple, player.discount_warrior, player.discount_artifact = numbers
    player.fell = number_of(f"{letter}.fell", entry.get("fell", 0), 0, 6)
    return player


def read_cards(
    cards: Cards, player: Player, letter: str, entry: dict[str, object], supply: Supply
) -> None:
    hand = supply.take(f"{letter}.hand", entry.get("hand", []))
    marks = read_marks(f"{letter}.seen", entry.get("seen"), len(hand))
    pairs = sorted(zip(hand, marks), key=lambda pair: (pair[0], -pair[1]))
    player.hand = bytes(kind for kind, _ in pairs)
    player.seen = bytes(mark for _, mark in pairs)
    player.discard = supply.take(f"{letter}.discard", entry.get("discard", []))
    player.area = supply.take(f"{letter}.area", entry.get("area", []))
    if player.status != IN and (hand or player.area):
        raise PositionError(f"{letter}.hand: a player out of play has no cards there")
    if player.status == OUT and (player.discard or entry.get("deck")):
        if player.discard or (isinstance(entry["deck"], list) and entry["deck"]):
            raise PositionError(f"{letter}.deck: the cards of an eliminated player are removed")


def read_common(state: Battles, position: dict[str, object], supply: Supply) -> None:
    """Chain, Netherworld, cards out of the game, standing effects."""
    cards = state.cards
    chain = [read_kind(cards, "chain", name) for name in list_of("chain", position.get("chain", []))]
    if any(cards.type[kind] == w.DISCIPLE for kind in chain):
        raise PositionError("chain: Disciples are never part of a Chain")
    state.chain = bytes(chain)
    state.colours = cards.chain[chain[-1]] if chain else 0
    if "colours" in position:
        state.colours = read_members("colours", position["colours"], list(w.COLOURS))
    if (state.colours == 0) != (not chain):
        raise PositionError("colours: there are Chaining Colours in force after a link, not before")
    for entry in list_of("netherworld", position.get("netherworld", [])):
        name, _, owner = str(entry).partition(":")
        state.netherworld += supply.take("netherworld", [name])
        none = owner in ("", "none")
        state.nether_owners += SINGLE[7 if none else read_seat("netherworld", owner, state.seats)]
    state.removed = supply.take("removed", position.get("removed", []))
    watches = list_of("watches", position.get("watches", []))
    state.watches = bytes(number_of("watches", value, 0, 255) for value in watches)
    for place in range(0, len(state.watches), 3):
        record = state.watches[place : place + 3]
        number = record[1] << 8 | record[2] if len(record) == 3 else 10**6
        if number >= len(cards.steps) or cards.steps[number].verb != w.WATCH:
            raise PositionError("watches: three numbers each, a seat and the step of a watch")
        if record[0] >= state.seats:
            raise PositionError("watches: there is no such seat")
    for frame in list_of("frames", position.get("frames", [])):
        if isinstance(frame, dict) and "held" in frame:
            supply.take("frames.held", [frame["held"]])
    state.temples_left = read_members(
        "temples_left", position.get("temples_left", []), cards.temple_ids
    )


# -- the stack and the end --------------------------------------------------------------------


def read_stack(state: Battles, position: dict[str, object]) -> None:
    """What is owed; by default the active player is at a point of the turn."""
    winners = list_of("winners", position.get("winners", []))
    for name in winners:
        state.winners |= 1 << read_seat("winners", name, state.seats)
    state.ending = word_of("ending", position.get("ending", ""), ENDINGS)
    if (state.winners != 0) != (state.ending != 0):
        raise PositionError("ending: a game with winners has an ending, and the other way round")
    if state.winners:
        if list_of("frames", position.get("frames", [])):
            raise PositionError("frames: nothing is owed when the game is over")
        return
    if "frames" not in position:
        frame = Frame(TURN, state.active, None)
        frame.step = word_of("point", position.get("point", "play.main"), POINTS)
        state.frame = frame
        return
    texts = list_of("frames", position["frames"])
    for text in texts:
        state.frame = frame_from(state, text, state.frame)
    if state.frame is None:
        raise PositionError("frames: something is owed while the game lasts")
    bottom = state.frame
    while bottom.below is not None:
        bottom = bottom.below
    if bottom.kind == TURN:
        state.active = bottom.seat


def check_players(state: Battles) -> None:
    """Energy and cards must be possible now."""
    bottom = state.frame
    while bottom is not None and bottom.below is not None:
        bottom = bottom.below
    in_setup = bottom is not None and bottom.kind == SETUP
    holding = holders(state)
    for seat, player in enumerate(state.players):
        letter = seat_letter(seat)
        if in_setup:
            continue
        if player.god == NO_GOD:
            raise PositionError(f"{letter}.god: everybody has a god once the game has begun")
        if player.status == IN and player.energy == 0 and not state.winners:
            raise PositionError(f"{letter}.energy: a god in play has Energy")
        if not state.options.team and player.energy >= 25 and not state.winners:
            raise PositionError(f"{letter}.energy: 25 Energy has won the game")
        if player.status == OUT and (player.energy or player.temple_energy):
            raise PositionError(f"{letter}.energy: an eliminated player has none")
        if player.temple == NO_TEMPLE and player.temple_energy:
            raise PositionError(f"{letter}.temple_energy: there is no temple")
        if player.status == SEALED and player.energy > 4:
            raise PositionError(f"{letter}.energy: with 5 Energy a Sealed god escapes")
    if not in_setup and not state.winners:
        check_survivors(state)
        active = state.players[state.active]
        if active.status != IN and bottom is not None and bottom.step not in (0, OVER):
            raise PositionError("active: a player out of play has no turn")
    if holding and in_setup:
        raise PositionError("frames: no card is revealed during set-up")


def check_survivors(state: Battles) -> None:
    if state.options.team:
        for team in (0, 1):
            mains = [p for p in state.players if p.team == team and p.role == MAIN]
            if len(mains) != 1 or mains[0].status != IN:
                raise PositionError("players: each team has one Main God, who is in play")
    elif sum(player.status == IN for player in state.players) < 2:
        raise PositionError("players: with one god left the game is over")


def holders(state: Battles) -> bytes:
    """Cards that frames hold are taken out of the supply by `frame_from`; they must belong."""
    held = b""
    frame = state.frame
    while frame is not None:
        if frame.kind == USE and frame.held != NO_CARD:
            held += SINGLE[frame.held]
        frame = frame.below
    return held


def finish_loading(state: Battles, position: dict[str, object]) -> None:
    """Go on to the first question; a question without an answer is none."""
    if state.winners:
        state.asked = NOBODY
        return
    try:
        settle(state)
    except (IndexError, ValueError, AttributeError, KeyError, TypeError) as broken:
        raise PositionError(f"frames: this cannot be carried out ({broken})") from None
    if state.asked != NOBODY and len(state.offers) == 0:
        raise PositionError("frames: the open question has no answer")
    state.news = 0


# -- single values ----------------------------------------------------------------------------


def refuse_unknown(where: str, entry: dict[str, object], fields: tuple[str, ...]) -> None:
    for field in entry:
        if field not in fields:
            raise PositionError(f"{where}: there is no '{field}' in a position of battles")


def dict_of(field: str, value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise PositionError(f"{field}: must be a table")
    return cast("dict[str, object]", value)


def list_of(field: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise PositionError(f"{field}: must be a list")
    return cast("list[object]", value)


def number_of(field: str, value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise PositionError(f"{field}: must be a whole number from {least} to {most}")
    return value


def word_of(field: str, value: object, words: tuple[str, ...]) -> int:
    if not isinstance(value, str) or value not in words:
        raise PositionError(f"{field}: must be one of {', '.join(word for word in words if word)}")
    return words.index(value)


def read_kind(cards: Cards, field: str, value: object) -> int:
    if not isinstance(value, str) or value not in cards.numbers:
        raise PositionError(f"{field}: there is no card {value!r}")
    return cards.numbers[value]


def read_named(field: str, value: object, names: list[str], none: int) -> int:
    if value is None:
        return none
    if not isinstance(value, str) or value not in names:
        raise PositionError(f"{field}: there is no {value!r}")
    return names.index(value)


def read_members(field: str, value: object, names: list[str]) -> int:
    found = 0
    for name in list_of(field, value):
        if not isinstance(name, str) or name not in names:
            raise PositionError(f"{field}: there is no {name!r}")
        found |= 1 << names.index(name)
    return found


def read_marks(field: str, value: object, count: int) -> bytes:
    if value is None:
        return bytes(count)
    marks = bytes(number_of(field, mark, 0, 127) for mark in list_of(field, value))
    if len(marks) != count:
        raise PositionError(f"{field}: one number for each card")
    return marks


def read_seat(field: str, value: object, seats: int) -> int:
    if isinstance(value, str) and len(value) == 1 and value in LETTERS[:seats]:
        return LETTERS.index(value)
    raise PositionError(f"{field}: must be one of {', '.join(LETTERS[:seats])}")
