"""Any position of Kamigami Battles as JSON: written by hand or by `save`, checked by `load`.

What a position leaves out gets its usual value: Free for All, everybody in play with a blank god
of 15 Energy and a blank temple of 5, empty hands, a short deck of Disciples, seat A at
`play.main`. Cards that are nowhere lie where they come from; a Hall that is not described shows
piles without Reveal abilities. `deck = [...]` is a whole deck from the top down;
`deck = {top = [...]}` only says what lies on top.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.fields import dict_of, list_of, number_of, refuse_unknown, seat_of, word_of
from kamiza.core.game import PositionError, load_rng, save_rng
from kamiza.core.native import i64
from kamiza.core.rng import fast_rng
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD, NO_GOD, NO_TEMPLE, SINGLE, Cards
from kamiza.games.battles.position.players import read_players
from kamiza.games.battles.position.stack import frame_from, frame_text
from kamiza.games.battles.position.supply import Supply
from kamiza.games.battles.position.values import read_kind, read_members
from kamiza.games.battles.rules.engine import settle
from kamiza.games.battles.rules.piles import count_triggers
from kamiza.games.battles.rules.settings import check_setup, read_settings, write_settings
from kamiza.games.battles.stack import SETUP, TURN, USE, Frame
from kamiza.games.battles.table import (
    ENDINGS,
    IN,
    MAIN,
    OUT,
    OVER,
    POINTS,
    ROLES,
    SEALED,
    STATUS,
    Battles,
    Deck,
    Player,
)

FIELDS: Final = (
    "game", "seats", "options", "first", "active", "point", "turn", "round", "faith", "chain",
    "colours", "hall", "warrior_deck", "artifact_deck", "netherworld", "removed", "watches",
    "players", "frames", "winners", "ending", "falls", "reacts", "horizon", "supply",
    "temples_left", "rng",
)  # fmt: skip


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
        "options": write_settings(cards, state.settings),
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
    refusal = check_setup(cards, seats, given)
    if refusal is not None:
        raise PositionError(f"options: refused by {refusal.rule} {refusal.facts or ''}".rstrip())
    rng = load_rng(position["rng"]) if "rng" in position else fast_rng(0)
    state = Battles(cards, read_settings(cards, given), seats, rng)
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
    state.active = seat_of("active", position.get("active", "A"), state.seats)
    state.first = seat_of("first", position.get("first", "A"), state.seats)


def read_common(state: Battles, position: dict[str, object], supply: Supply) -> None:
    """Chain, Netherworld, cards out of the game, standing effects."""
    cards = state.cards
    chain = [
        read_kind(cards, "chain", name) for name in list_of("chain", position.get("chain", []))
    ]
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
        state.nether_owners += SINGLE[7 if none else seat_of("netherworld", owner, state.seats)]
    state.removed = supply.take("removed", position.get("removed", []))
    watches = list_of("watches", position.get("watches", []))
    state.watches = bytes(number_of("watches", value, 0, 255) for value in watches)
    for place in range(0, len(state.watches), 3):
        record = state.watches[place : place + 3]
        number = record[1] << 8 | record[2] if len(record) == 3 else 10**6
        if number >= len(cards.steps) or cards.steps[number].trigger == w.NO_TRIGGER:
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
        state.winners |= 1 << seat_of("winners", name, state.seats)
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
        if not state.settings.team and player.energy >= 25 and not state.winners:
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
    if state.settings.team:
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
    state.reveals = 0
