"""The whole state as a position: JSON-ready data that `position.py` reads back."""

from __future__ import annotations

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.frame import frames_as_text
from kamiza.core.game import save_rng
from kamiza.games.kamisama.board import NO_VILLAGE, NOWHERE, VILLAGE_IDS
from kamiza.games.kamisama.goals import NO_GOAL
from kamiza.games.kamisama.reading import (
    bits_to_ids,
    seats_in,
    villages_in,
    write_order,
    write_tokens,
    write_tracks,
    write_used,
)
from kamiza.games.kamisama.setup import write_settings
from kamiza.games.kamisama.state import (
    FRAMES,
    NO_KAMI,
    Kamisama,
    Player,
)


def save(state: Kamisama) -> dict[str, object]:
    """The whole position; `load` gives the same state back."""
    cards = state.cards
    texts = cards.board.texts
    data: dict[str, object] = {
        "game": "kamisama",
        "seats": state.seats,
        "options": write_settings(cards, state.settings),
        "asked": None if state.asked == NOBODY else seat_letter(state.asked),
        "frames": frames_as_text(state.frame, FRAMES),
        "year": state.year,
        "rot": state.rot,
        "red": state.red,
        "first": seat_letter(state.first),
        "turns": state.turns,
        "goal": None if state.goal == NO_GOAL else cards.goal_ids[state.goal],
        "goals_left": bits_to_ids(cards.goal_ids, state.goals_left),
        "goals_next": [cards.goal_ids[goal] for goal in state.goals_next],
        "turn": save_turn(state),
        "players": {
            seat_letter(seat): save_player(state, state.players[seat])
            for seat in range(state.seats)
        },
        "seeds": cards.board.text(state.seeds),
        "fear": None if state.fear == NOWHERE else texts[state.fear],
        "rage": state.rage,
        "moon": None if state.moon == NO_VILLAGE else VILLAGE_IDS[state.moon],
        "moons_left": villages_in(state.moons_left),
        "moons_next": [VILLAGE_IDS[village] for village in state.moons_next],
        "deck_top": [cards.villager_ids[cards.kinds[card]] for card in state.deck_top],
        "draft": save_draft(state),
        "leftovers": save_leftovers(state),
        "rng": save_rng(state.rng),
    }
    if state.parties > state.seats:
        data["kitsune"] = {
            "shrines": cards.board.text(state.players[state.seats].shrines),
            "villagers": cards.card_ids(state.gone),
            "deck": bits_to_ids(cards.fox_ids, state.fox_deck),
            "top": [cards.fox_ids[card] for card in state.fox_top],
        }
    return data


def save_turn(state: Kamisama) -> dict[str, object]:
    turn = state.turn
    return {
        "cubes": turn.cubes,
        "basics": turn.basics,
        "used": write_used(turn.used),
        "passive_used": turn.passive_used,
        "rewarded": villages_in(turn.rewarded),
        "placed": state.cards.board.text(turn.placed),
    }


def save_player(state: Kamisama, player: Player) -> dict[str, object]:
    cards = state.cards
    return {
        "kami": None if player.kami == NO_KAMI else cards.kami_ids[player.kami],
        "dealt": bits_to_ids(cards.kami_ids, player.dealt),
        "shrines": cards.board.text(player.shrines),
        "favor": player.favor,
        "nature": player.nature,
        "vp": player.vp,
        "tokens": write_tokens(player.tokens),
        "villagers": cards.card_ids(player.villagers),
        "sets": player.sets,
        "tracks": write_tracks(player.tracks, 3),
    }


def save_draft(state: Kamisama) -> dict[str, object] | None:
    draft = state.draft
    if draft.village == NO_VILLAGE:
        return None
    return {
        "village": VILLAGE_IDS[draft.village],
        "order": write_order(draft.order),
        "taken": draft.taken,
        "hand": state.cards.card_ids(draft.hand),
        "seen": seats_in(draft.seen),
    }


def save_leftovers(state: Kamisama) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    left = state.leftovers
    while left is not None:
        entry: dict[str, object] = {
            "village": VILLAGE_IDS[left.village],
            "cards": state.cards.card_ids(left.cards),
            "seen": seats_in(left.seen),
        }
        found.append(entry)
        left = left.below
    found.reverse()
    return found
