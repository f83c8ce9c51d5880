"""What the asked seat sees before it chooses: worked out once for all its options.

Everything here uses only what that seat may know. Values are whole numbers, in hundredths of a
victory point.
"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.native import i64, mypyc_attr, vec
from kamiza.games.kamisama.board import SPACES, VILLAGES, bit, whole_village
from kamiza.games.kamisama.cards import tokens_of
from kamiza.games.kamisama.rules.places import is_turn
from kamiza.games.kamisama.table import Kamisama

# The surplus of the higher track, in percent of a point, by round; the last is the year end.
SURPLUS: Final = bytes((45, 35, 25, 8, 5))
# How much of the order of influence now counts, by round: the last visitor decides.
TIMELY: Final = bytes((45, 55, 75, 100, 100))
# What one more village token is worth, by the number of villages of which one has some; and a
# second one of a kind.
NEXT_TOKEN: Final = bytes((130, 150, 160, 160, 0))
DUPLICATE: Final = 80
FIRST_PLACE: Final = 300
PLACE: Final = 80  # what each place is worth, and the least a place with influence is worth
LINK: Final = 12  # each shrine of the chain
CHAIN: Final = 255  # the bits of one party's chain
UNKNOWN: Final = -1
NO_CHAINS: Final = vec[i64]([UNKNOWN] * VILLAGES)
NO_STANDING: Final = vec[i64]([0] * VILLAGES)
NO_LOSSES: Final = vec[i64]([0] * SPACES)
# What orders of influence are worth, as far as they came up lately: each number is all that the
# worth depends on, and below it the worth itself; so whatever lies there can be trusted.
ORDERS: Final = vec[i64]([0] * 4096)
SCATTER: Final = 0x2545F49  # any odd number, small enough that no product is too large
WORTH_BITS: Final = 16
WORTH: Final = 0xFFFF
LEAST_WORTH: Final = -0x8000


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Sight:
    """The board as it stands, in the eyes of the asked seat."""

    __slots__ = (
        "chains", "favor", "in_turn", "losses", "nature", "new_token", "now", "standing", "state",
        "surplus", "timely", "weighed",
    )  # fmt: skip

    def __init__(self, state: Kamisama) -> None:
        in_turn = is_turn(state)
        season: i64 = 4
        if in_turn:
            season = (state.rot - state.red) & 3
        player = state.players[state.asked]
        self.state: Final = state
        self.in_turn: Final = in_turn
        self.surplus: Final[i64] = SURPLUS[season]
        self.timely: Final[i64] = TIMELY[season]
        self.favor: Final[i64] = player.favor
        self.nature: Final[i64] = player.nature
        self.now: Final[i64] = track_value(player.favor, player.nature, SURPLUS[season])
        # By village, looked at when it matters: the largest groups of all parties, and what that
        # order of influence is worth.
        self.chains: Final = NO_CHAINS[:]
        self.standing: Final = NO_STANDING[:]
        # A piece is often asked for again: what its removal is worth, and for which we know it.
        self.losses: Final = NO_LOSSES[:]
        self.weighed: i64 = 0
        self.new_token: Final[i64] = NEXT_TOKEN[kinds_of_tokens(player.tokens)]

    def chains_in(self, village: i64) -> i64:
        """The largest groups of all parties in a village, eight bits each."""
        groups: i64 = self.chains[village]
        if groups == UNKNOWN:
            groups = chains_in(self.state, village)
            self.chains[village] = groups
            self.standing[village] = known_standing(self.state, groups)
        return groups

    def change(self, village: i64, after: i64) -> i64:
        """What it is worth to the asked seat if the groups of a known village were these."""
        return known_standing(self.state, after) - self.standing[village]

    def look_again(self, village: i64) -> None:
        """Something stands elsewhere in a village."""
        self.chains[village] = UNKNOWN
        self.weighed &= ~whole_village(village)

    def token_value(self, village: i64) -> i64:
        """One more village token for the asked seat: a step towards a set, or a duplicate."""
        if tokens_of(self.state.tokens, village) == 0:
            return 0
        mine: i64 = self.state.players[self.state.asked].tokens
        if tokens_of(mine, village) > 0:
            return DUPLICATE
        return self.new_token


def kinds_of_tokens(tokens: i64) -> i64:
    """Of how many villages there are tokens."""
    kinds: i64 = 0
    village: i64
    for village in range(VILLAGES):
        if tokens_of(tokens, village) > 0:
            kinds += 1
    return kinds


def track_value(favor: i64, nature: i64, surplus: i64) -> i64:
    """The lower track in full, the rest at a discount."""
    if favor < nature:
        return 100 * favor + surplus * (nature - favor)
    return 100 * nature + surplus * (favor - nature)


def gain_value(sight: Sight, packed: i64) -> i64:
    """What a gain adds to the tracks of the asked seat."""
    if packed == 0:
        return 0
    favor: i64 = sight.favor + (packed >> 3)
    return track_value(favor, sight.nature + (packed & 7), sight.surplus) - sight.now


def chains_in(state: Kamisama, village: i64) -> i64:
    """The largest groups of all parties in a village, eight bits each."""
    board = state.cards.board
    packed: i64 = 0
    shift: i64 = 0
    for player in state.players:
        packed |= board.chain(player.shrines, village) << shift
        shift += 8
    return packed


def with_chain(packed: i64, party: i64, chain: i64) -> i64:
    """The same with another group for one party."""
    return packed & ~(bit(8 * party) * CHAIN) | chain << (8 * party)


def known_standing(state: Kamisama, chains: i64) -> i64:
    """The same as `standing_of`, looked up: the same orders come again and again."""
    order: i64 = (chains << 2 | state.asked) << 2 | state.seats - 1
    place: i64 = order * SCATTER >> 20 & (len(ORDERS) - 1)
    known: i64 = ORDERS[place]
    if known >> WORTH_BITS == order:
        return (known & WORTH) + LEAST_WORTH
    standing: i64 = standing_of(state, chains)
    ORDERS[place] = order << WORTH_BITS | standing - LEAST_WORTH
    return standing


def standing_of(state: Kamisama, chains: i64) -> i64:
    """What the order of influence is worth to the asked seat: its own place as often as it has
    rivals, less the place of each of them."""
    seats: i64 = state.seats
    total: i64 = 0
    seat: i64
    for seat in range(seats):
        value: i64 = place_value(chains, seat)
        total += value * (seats - 1) if seat == state.asked else -value
    return total


def place_value(chains: i64, party: i64) -> i64:
    """A place in the order of influence: fewer ahead and level is better. [KS-INF-03]"""
    mine: i64 = chains >> (8 * party) & CHAIN
    if mine == 0:
        return 0
    value: i64 = FIRST_PLACE + LINK * mine + PLACE // 2  # which is taken off again for itself
    rest: i64 = chains
    while rest:
        theirs: i64 = rest & CHAIN
        if theirs > mine:
            value -= PLACE
        elif theirs == mine:
            value -= PLACE // 2
        rest >>= 8
    least: i64 = PLACE + LINK * mine
    return value if value > least else least
