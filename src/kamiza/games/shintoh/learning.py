"""What programs that learn see of Shintoh: the row of numbers, written by hand to be fast.

The order is that of the schema, and the conformance suite compares every number with it. A choice
is an action: both count from 0 to 15.
"""

from __future__ import annotations

from typing import Final

from kamiza.core.action import NOBODY
from kamiza.core.bits import size_of
from kamiza.core.cells import Cells
from kamiza.core.native import i64
from kamiza.games.shintoh.cards import GODS, JEWEL, NO_GOD, TREASURES, size
from kamiza.games.shintoh.offerings import fill_offerings
from kamiza.games.shintoh.rules.moves import ACTIONS
from kamiza.games.shintoh.table import FRAMES, MIRROR_PICK, Player, Shintoh

QUESTIONS: Final = list(FRAMES)
CHOICES: Final = ACTIONS
NUMBERS_OF_A_QUESTION: Final = 4  # no question of this game has any


def observe(state: Shintoh, seat: i64, cells: Cells) -> None:
    """What this seat may know now. [OF-SETUP-07] [OF-DED-04] [OF-RUL-24]"""
    kind: i64 = state.frame.kind
    cells.seat(state.asked)
    cells.one_of(-1 if state.asked == NOBODY else kind, len(FRAMES))
    cells.blank(NUMBERS_OF_A_QUESTION)
    cells.seat(state.dealer)
    cells.one_of(state.altar, GODS)
    cells.put(size_of(state.gods_left))
    is_looking = seat >= 0 and seat == state.asked and kind == MIRROR_PICK
    cells.put(size(state.pile))
    cells.put_flag(is_looking)
    fill_offerings(state.pile if is_looking else 0, cells)
    fill_offerings(state.harvest, cells)
    fill_offerings(state.discard, cells)
    cells.members((TREASURES & ~state.unused) >> JEWEL, GODS - JEWEL)
    place: i64
    for place in range(state.seats):
        owner: i64 = cells.seat_at(place)
        in_play: i64 = state.contenders >> owner & 1
        observe_player(state.players[owner], place == 0, owner == seat, in_play, cells)


def observe_player(
    player: Player, is_first: bool, is_mine: bool, in_play: i64, cells: Cells
) -> None:
    """What lies before a player; hand and face-down god only if they are the watcher's own."""
    cells.put(size(player.hand))
    if is_first:
        fill_offerings(player.hand if is_mine else 0, cells)
    fill_offerings(player.known, cells)
    fill_offerings(player.placed, cells)
    cells.put(in_play)
    cells.members(player.face_up(), GODS)
    cells.put_flag(player.hidden != NO_GOD)
    if is_first:
        cells.one_of(player.hidden if is_mine else NO_GOD, GODS)
    cells.put_flag(player.role_taken)
