"""The heart of Kami-sama a second time, from the words of the rulebook: goals, influence, the
Kitsune's cards and scoring.

Spaces are texts such as "FA.b3", groups are sets of them. The model is told what players and chance
decided, and says itself what follows: tokens, order of influence, tracks, points, places.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.games.kamisama.printed import GOALS, KITSUNE, VILLAGERS, kind_of, lines, spaces_of

VILLAGES = ("FA", "WE", "FI", "HO")  # [KS-SET-01]
SIDES = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
SHRINES = {2: 20, 3: 19, 4: 18}  # [KS-SET-04]
FOX = "kitsune"
YIELD = {"field": (1, 0), "forest": (0, 1), "temple": (1, 1), "hut": (0, 0), "stilt": (0, 0)}
GOAL_CARDS = {words[0]: words[3:] for words in lines(GOALS)}
KITSUNE_CARDS = {words[0]: words[2:] for words in lines(KITSUNE)}
TWICE_VP = {words[0]: int(words[2]) for words in lines(VILLAGERS)}


# -- shapes and groups ----------------------------------------------------------------------------


def neighbours(space: str) -> set[str]:
    """Orthogonally, inside the village. [KS-ACT-11] [KS-RUL-26]"""
    village, column, row = space[:2], "abcd".index(space[3]), int(space[4])
    near = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    inside = [(c, r) for c, r in near if 0 <= c < 4 and 1 <= r <= 4]
    return {f"{village}.{'abcd'[c]}{r}" for c, r in inside} & set(spaces_of(village))


def groups(spaces: set[str]) -> list[set[str]]:
    """The connected groups of some spaces."""
    rest, found = set(spaces), []
    while rest:
        group, edge = set[str](), {rest.pop()}
        while edge:
            group |= edge
            edge = {near for space in edge for near in neighbours(space)} & rest
            rest -= edge
        found.append(group)
    return found


def shapes(cells: list[str], village: str) -> Iterator[set[str]]:
    """A pattern in every rotation, mirror image and shift that fits. [KS-GOAL-05] [KS-RUL-20]"""
    exist = set(spaces_of(village))
    points = [("abcd".index(cell[0]), int(cell[1]) - 1) for cell in cells]
    for mirrored in (points, [(-x, y) for x, y in points]):
        turned = mirrored
        for _ in range(4):
            turned = [(-y, x) for x, y in turned]
            for dx in range(-4, 8):
                for dy in range(-4, 8):
                    at = [(x + dx, y + dy) for x, y in turned]
                    if all(0 <= x < 4 and 0 <= y < 4 for x, y in at):
                        shape = {f"{village}.{'abcd'[x]}{y + 1}" for x, y in at}
                        if shape <= exist:
                            yield shape


def ways(card: list[str]) -> list[dict[str, int]]:
    """What a card of kinds of space asks for, each half by itself."""
    halves = " ".join(card).split("|")
    return [
        {kind: int(number) for number, kind in zip(half.split()[::2], half.split()[1::2])}
        for half in halves
    ]


def earns(goal: str, village: str, own: set[str], placed: set[str]) -> bool:
    """Does an action that placed these shrines complete the goal here? [KS-DES-29] [KS-RUL-19]"""
    sort, *card = GOAL_CARDS[goal]
    mine = {space for space in own if space[:2] == village}
    new = placed & mine
    if sort == "pattern":
        return any(shape <= mine and shape & new for shape in shapes(card, village))
    if sort == "chain":
        wanted = card[1] if len(card) > 1 else ""
        return any(
            len(group) >= int(card[0])
            and group & new
            and (not wanted or any(kind_of(space) == wanted for space in group))
            for group in groups(mine)
        )
    kinds = [kind_of(space) for space in mine]
    met = any(all(kinds.count(k) >= n for k, n in way.items()) for way in ways(card))
    named = {kind for way in ways(card) for kind in way}
    return met and any(kind_of(space) in named for space in new)


# -- the table ------------------------------------------------------------------------------------


@dataclass
class Party:
    shrines: set[str] = field(default_factory=set)
    favor: int = 0
    nature: int = 0
    vp: int = 0
    tokens: dict[str, int] = field(default_factory=lambda: dict.fromkeys(VILLAGES, 0))
    villagers: list[str] = field(default_factory=list)

    def final(self) -> tuple[int, int, int, int]:
        """Score, then what breaks ties. [KS-FIN-02..04] [KS-WIN-01..04]"""
        tokens = sum(self.tokens.values())
        score = self.vp + tokens + sum(TWICE_VP[card] for card in self.villagers) // 2
        temples = sum(kind_of(space) == "temple" for space in self.shrines)
        peasants = sum(card.endswith("-peasant") for card in self.villagers)
        return score, tokens, temples, peasants


class Kamisama:
    def __init__(self, seats: int, rot: int) -> None:
        letters = list("ABCD"[:seats])
        self.seats = seats
        self.rot = rot
        self.parties = {name: Party() for name in letters + ([FOX] if seats == 2 else [])}
        self.seeds: set[str] = set()
        self.fear: str | None = None
        self.supply = dict.fromkeys(VILLAGES, 12)  # [KS-CMP-08]
        self.rewarded: set[str] = set()  # villages, this turn

    def occupied(self) -> set[str]:
        return self.seeds.union(*(party.shrines for party in self.parties.values()))

    # -- pieces -------------------------------------------------------------------------------

    def add(self, who: str, space: str) -> None:
        """[KS-ADD-01] [KS-DES-01]"""
        assert space not in self.occupied()
        party = self.parties[who]
        party.shrines.add(space)
        limit = 20 if who == FOX else SHRINES[self.seats]
        assert len(party.shrines) <= limit
        if who != FOX:
            favor, nature = YIELD[kind_of(space)]
            party.favor += favor
            party.nature += nature

    def remove(self, space: str) -> None:
        if space in self.seeds:
            self.seeds.remove(space)
            return
        owner = next(party for party in self.parties.values() if space in party.shrines)
        owner.shrines.remove(space)

    def move(self, who: str, space: str, to: str) -> None:
        assert to not in self.occupied()
        self.parties[who].shrines.remove(space)
        self.parties[who].shrines.add(to)

    def swap(self, one: str, other: str, space: str, to: str) -> None:
        """[KS-RUL-01]"""
        assert one != other
        assert space[:2] == to[:2]
        for who, start, end in ((one, space, to), (other, to, space)):
            self.parties[who].shrines.remove(start)
            self.parties[who].shrines.add(end)

    # -- goals and tokens ---------------------------------------------------------------------

    def token(self, who: str, village: str) -> None:
        """[KS-TOK-01] [KS-TOK-02]"""
        assert self.supply[village] > 0
        party = self.parties[who]
        self.supply[village] -= 1
        party.tokens[village] += 1
        if all(party.tokens.values()):
            party.vp += 6
            for each in VILLAGES:
                party.tokens[each] -= 1
                self.supply[each] += 1

    def earned(self, who: str, goal: str, placed: set[str]) -> list[str]:
        """The tokens of one finished action. [KS-GOAL-02..07] [KS-RUL-40] [KS-RUL-41]"""
        found = []
        for village in VILLAGES:
            if village in self.rewarded or not self.supply[village]:
                continue
            own = self.parties[who].shrines
            if earns(goal, village, own, placed & own):
                self.rewarded.add(village)
                self.token(who, village)
                found.append(village)
        return found

    # -- the Kitsune --------------------------------------------------------------------------

    def kitsune(self, card: str, village: str) -> list[tuple[str, str]]:
        """Resolve a card; what was added and removed, in order. [KS-KIT-01..11] [KS-RUL-31..33]"""
        told: list[tuple[str, str]] = []
        squares = sorted(KITSUNE_CARDS[card], key=lambda square: (square[1], square[0]))
        for square in squares:
            sort, number, done = square[2], int(square[3]), 0
            for space in self.line(village, square[:2], square[4:]):
                if done == number:
                    break
                done += self.kitsune_at(sort, space, told)
        return told

    def line(self, village: str, cell: str, arrows: str) -> Iterator[str]:
        """The spaces to try: the square's own, then those along the arrows. [KS-KIT-08]"""
        exist = spaces_of(village)
        steps = {"<": (-1, 0), ">": (1, 0), "^": (0, -1), "v": (0, 1)}
        cells = [("abcd".index(cell[0]), int(cell[1]))]
        for arrow in arrows:
            cells += [
                (cells[0][0] + n * steps[arrow][0], cells[0][1] + n * steps[arrow][1])
                for n in (1, 2, 3)
            ]
        for column, row in cells:
            if 0 <= column < 4 and f"{village}.{'abcd'[column]}{row}" in exist:
                yield f"{village}.{'abcd'[column]}{row}"

    def kitsune_at(self, sort: str, space: str, told: list[tuple[str, str]]) -> bool:
        """Try one space; did it count?"""
        fox = self.parties[FOX]
        if space == self.fear or space in fox.shrines:
            return False
        taken = space in self.occupied()
        if (sort == "+" and taken) or (sort == "-" and not taken):
            return False
        if taken:
            self.remove(space)
            told.append(("removed", space))
        if sort != "-" and len(fox.shrines) < 20:
            self.add(FOX, space)
            told.append(("added", space))
            return True
        return taken

    # -- the year end -------------------------------------------------------------------------

    def influence(self, who: str, village: str) -> int:
        """[KS-INF-02] [KS-INF-08]"""
        mine = {space for space in self.parties[who].shrines if space[:2] == village}
        return max((len(group) for group in groups(mine)), default=0)

    def order(self, village: str, decided: list[tuple[str, str]]) -> list[str]:
        """Who comes when; `decided` is whom the player in the temple named. [KS-INF-03..07]"""
        found: list[str] = []
        named = iter(decided)
        sizes = {who: self.influence(who, village) for who in self.parties}
        for size in sorted({size for size in sizes.values() if size}, reverse=True):
            tied = [who for who in self.parties if sizes[who] == size]
            if FOX in tied:  # [KS-2P-15] [KS-RUL-29]
                tied.remove(FOX)
                found.append(FOX)
            holder = self.holder(village)
            while len(tied) > 1 and holder:
                by, first = next(named)
                assert (by, first in tied) == (holder, True)
                tied.remove(first)
                found.append(first)
            found += sorted(tied, key=lambda who: self.without_temple(who, village))
        assert next(named, None) is None, "a tie was decided that nobody had to decide"
        return found

    def holder(self, village: str) -> str | None:
        (temple,) = spaces_of(village, kinds="temple")
        for who, party in self.parties.items():
            if temple in party.shrines and who != FOX:  # [KS-RUL-30]
                return who
        return None

    def without_temple(self, who: str, village: str) -> tuple[int, int]:
        """More shrines first, then closest to the Farming village. [KS-INF-05..07]"""
        count = sum(space[:2] == village for space in self.parties[who].shrines)
        side = SIDES[self.seats]["ABCD".index(who)]
        return -count, (side - self.rot) % 4

    def score_tracks(self) -> None:
        """[KS-TRK-01] [KS-TRK-02]"""
        for who, party in self.parties.items():
            if who != FOX:
                party.vp += min(party.favor, party.nature)
                party.favor = party.nature = 0

    def result(self) -> tuple[list[int], list[int]]:
        finals = [self.parties[who].final() for who in "ABCD"[: self.seats]]
        ranks = [1 + sum(other > mine for other in finals) for mine in finals]
        return [final[0] for final in finals], ranks
