"""Any position of Kamigami Battles: what follows where it is silent, and what cannot be.

The fields themselves are in `table/fields.py`. Cards that are nowhere lie where they come from.
"""

from __future__ import annotations

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.refusal import PositionError
from kamiza.core.schema import Given, Json
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_GOD, NO_TEMPLE
from kamiza.games.battles.position.players import complete_players
from kamiza.games.battles.position.stack import read_stack
from kamiza.games.battles.position.supply import place_cards
from kamiza.games.battles.rules.engine import settle
from kamiza.games.battles.rules.zones import count_triggers
from kamiza.games.battles.stack.frame import bottom_of
from kamiza.games.battles.stack.turns import Preparation, Turn
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.players import IN, MAIN, OUT, SEALED, Player
from kamiza.games.battles.table.points import OVER, STARTING_BEGIN


def complete(state: Battles, position: Json, given: Given) -> None:
    """What follows from what the position says; a PositionError names what cannot be."""
    complete_players(state, given)
    ask(state, position, given)
    place_cards(state, given)
    check_chain(state, given)
    check_watches(state)
    check_players(state)
    for seat, player in enumerate(state.players):
        deck = player.deck
        row = player.hand + player.discard + player.area + deck.top + deck.rest + deck.bottom
        count_triggers(state, seat, row)
    go_on(state)


# -- the stack --------------------------------------------------------------------------------


def ask(state: Battles, position: Json, given: Given) -> None:
    """What is owed; usually the active player is at a point of the turn."""
    if (state.winners != 0) != (state.ending != 0):
        raise PositionError("ending: a game with winners has an ending, and the other way round")
    if given.has("frames"):
        frames = position["frames"]
        state.frame = read_stack(state, frames if isinstance(frames, list) else [])
    if state.winners:
        if given.has("frames") and state.frame is not None:
            raise PositionError("frames: nothing is owed when the game is over")
        state.frame = None
        return
    bottom = bottom_of(state.frame)
    if bottom is None:
        raise PositionError("frames: something is owed while the game lasts")
    if isinstance(bottom, Turn):
        state.active = bottom.seat


def go_on(state: Battles) -> None:
    """To the first question; a question without an answer is none."""
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


# -- what cannot be ---------------------------------------------------------------------------


def check_chain(state: Battles, given: Given) -> None:
    cards, chain = state.cards, state.chain
    if any(cards.type[kind] == w.DISCIPLE for kind in chain):
        raise PositionError("chain: Disciples are never part of a Chain")
    if not given.has("colours"):
        state.colours = cards.chain[chain[-1]] if chain else 0
    if (state.colours == 0) != (not chain):
        raise PositionError("colours: there are Chaining Colours in force after a link, not before")


def check_watches(state: Battles) -> None:
    steps = state.cards.steps
    for place in range(0, len(state.watches), 3):
        number = state.watches[place + 1] << 8 | state.watches[place + 2]
        if number >= len(steps) or steps[number].trigger == w.NO_TRIGGER:
            raise PositionError("watches: this is not the step of a standing effect")


def check_players(state: Battles) -> None:
    """Energy and cards must be possible now."""
    bottom = bottom_of(state.frame)
    if isinstance(bottom, Preparation):
        return
    for seat, player in enumerate(state.players):
        check_energy(state, seat_letter(seat), player)
    if state.winners:
        return
    check_survivors(state)
    is_away = state.players[state.active].status != IN
    if is_away and isinstance(bottom, Turn) and bottom.point not in (STARTING_BEGIN, OVER):
        raise PositionError("active: a player out of play has no turn")


def check_energy(state: Battles, letter: str, player: Player) -> None:
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


def check_survivors(state: Battles) -> None:
    if state.settings.team:
        for team in (0, 1):
            mains = [p for p in state.players if p.team == team and p.role == MAIN]
            if len(mains) != 1 or mains[0].status != IN:
                raise PositionError("players: each team has one Main God, who is in play")
    elif sum(player.status == IN for player in state.players) < 2:
        raise PositionError("players: with one god left the game is over")
