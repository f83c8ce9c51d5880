"""What each move would do, found by trying it.

The move is tried in a world that fits the view, and what happens is told as far as it is certain:
up to the next thing that chance or somebody else decides.
"""

from __future__ import annotations

from typing import Final, cast

from kamiza.core.action import seat_letter
from kamiza.core.event import Event
from kamiza.core.game import View
from kamiza.core.native import i64
from kamiza.core.rng import fast_rng
from kamiza.core.schema import Json
from kamiza.games.kamisama.board import VILLAGE_IDS, VILLAGES, bit
from kamiza.games.kamisama.knowing import KamisamaWorlds
from kamiza.games.kamisama.notation import party_word
from kamiza.games.kamisama.rules.applying import carry_out_move
from kamiza.games.kamisama.rules.texts import action_of
from kamiza.games.kamisama.table import Kamisama

# From here on nothing is certain, or it is not this move any more.
UNCERTAIN: Final = (
    "board_turned", "game_started", "hand_passed", "kami_revealed", "kitsune_revealed",
    "kitsune_took", "moon_drawn", "ranked", "scored", "turn_began", "villagers_drawn",
    "villagers_returned", "year_began", "year_ended",
)  # fmt: skip
# The move itself, which its label says already.
SAID: Final = (
    "ability_used", "idled", "kami_chosen", "rage_used", "tie_decided", "villager_taken",
)  # fmt: skip


def show_preview(seen: View) -> Json:
    """For each move of the asked seat that certainly does something: what."""
    preview: Json = {}
    if not seen.moves:
        return preview
    world = KamisamaWorlds(seen).sample(fast_rng(0))
    for move in seen.moves:
        events = certain(try_move(world, move), int(seen.seat))
        if events:
            preview[move] = preview_of(world, events, seen.seat)
    return preview


def try_move(world: Kamisama, move: str) -> list[Event]:
    """Everything that would happen in this world."""
    after = world.clone()
    after.log = []
    carry_out_move(after, action_of(world.cards, move))
    return after.log or []


def certain(events: list[Event], seat: int) -> list[Json]:
    """The events before anything uncertain, without the move itself."""
    found: list[Json] = []
    for event in events:
        if event.name in UNCERTAIN:
            break
        if event.name not in SAID:
            found.append(event.seen_by(seat))
    return found


def preview_of(world: Kamisama, events: list[Json], seat: i64) -> Json:
    player = world.players[seat]
    me = seat_letter(int(seat))
    favor = nature = 0
    token: object = None
    for event in events:
        if event["event"] in ("shrine_added", "gained") and event["seat"] == me:
            favor += cast(int, event["favor"])
            nature += cast(int, event["nature"])
        elif event["event"] == "token_taken" and token is None:
            token = event["village"]
    return {
        "favor": favor,
        "nature": nature,
        "token": token,
        "more": lower(player.favor + favor, player.nature + nature)
        - lower(player.favor, player.nature),
        "events": events,
        "chains": chain_changes(world, events),
    }


def lower(favor: i64, nature: i64) -> i64:
    """What the tracks score. [KS-TRK-01]"""
    return favor if favor < nature else nature


def chain_changes(world: Kamisama, events: list[Json]) -> list[Json]:
    """Whose longest chain would grow or break, in which village. [KS-INF-02]"""
    board = world.cards.board
    parties = [party_word(world.seats, party) for party in range(world.parties)]
    after = [player.shrines for player in world.players]
    for event in events:
        apply_event(world, event, parties, after)
    changes: list[Json] = []
    for party, player in enumerate(world.players):
        for village in range(VILLAGES):
            was: i64 = board.chain(player.shrines, village)
            now: i64 = board.chain(after[party], village)
            if was != now:
                change: Json = {"owner": parties[party], "village": VILLAGE_IDS[village]}
                changes.append(change | {"before": was, "after": now})
    return changes


def apply_event(world: Kamisama, event: Json, parties: list[str], shrines: list[int]) -> None:
    """The shrines of all parties as an event leaves them."""
    texts = world.cards.board.texts
    name = event["event"]
    if name == "shrine_added":
        shrines[parties.index(cast(str, event["seat"]))] |= space_of(texts, event["space"])
    elif name == "piece_removed" and event["piece"] == "shrine":
        shrines[parties.index(cast(str, event["owner"]))] &= ~space_of(texts, event["space"])
    elif name == "shrine_moved" or name == "shrines_swapped":
        both: i64 = space_of(texts, event["space"]) | space_of(texts, event["to"])
        shrines[parties.index(cast(str, event["owner"]))] ^= both
        if name == "shrines_swapped":
            shrines[parties.index(cast(str, event["other"]))] ^= both


def space_of(texts: list[str], space: object) -> i64:
    return bit(texts.index(cast(str, space)))
