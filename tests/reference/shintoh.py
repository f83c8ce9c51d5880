"""Shintoh a second time, whole and slow, from the words of the rulebook and not from the engine.

Cards are texts, hands are lists, nothing is packed. What chance decides is told to the model (which
card was drawn, which god came up); the model only says whether such a card was there to be drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

INFLUENCE = {"rice": 3, "sake": 2, "salt": 1}  # [OF-COMP-07]
TREASURES = ("jewel", "mirror", "sword")
POINTS = {
    "amaterasu": 5, "izanagi": 7, "izanami": 5, "kushinada": 5, "miyazu": 4, "ninigi": 7,
    "okuninushi": 4, "orochi": 8, "sakuya": 5, "suseri": 6, "susanoo": 3, "takemikazuchi": 8,
    "tsukuyomi": 7, "uzume": 6, "yamato_takeru": 7, "jewel": 0, "mirror": 0, "sword": 0,
}  # fmt: skip
ROLES = [  # members, value of the back, value of the face [OF-ROLE-11..20]
    ({"izanami", "izanagi"}, 12, 10),
    ({"amaterasu", "susanoo", "tsukuyomi"}, 24, 20),
    ({"amaterasu", "uzume"}, 12, 10),
    ({"susanoo", "orochi"}, 12, 10),
    ({"kushinada", "susanoo"}, 12, 10),
    ({"okuninushi", "takemikazuchi"}, 12, 10),
    ({"okuninushi", "suseri"}, 12, 10),
    ({"sakuya", "ninigi"}, 12, 10),
    ({"jewel", "mirror", "sword"}, 24, 20),
    ({"miyazu", "yamato_takeru"}, 12, 10),
]
TEXTS = [
    "pass", "+rice", "+sake", "+salt", "stop", "jewel", "mirror", "sword",
    "pick rice", "pick sake", "pick salt", "rob A", "rob B", "rob C", "rob D", "look",
]  # fmt: skip


class Chance:
    """What chance decided, in the order in which it did."""

    def __init__(self, drawn: Iterator[str]) -> None:
        self._drawn = drawn

    def one_of(self, cards: list[str]) -> str:
        """Take one card out of these: the one that really came."""
        card = next(self._drawn)
        assert card in cards, f"{card} came, but there were only {cards}"
        cards.remove(card)
        return card


@dataclass
class Player:
    face_down: str | None
    role_taken: bool
    hand: list[str] = field(default_factory=lambda: ["rice", "sake", "salt", "salt"])
    placed: list[str] = field(default_factory=list)
    gods: list[str] = field(default_factory=list)
    is_in: bool = True

    def total(self) -> int:
        return sum(INFLUENCE[card] for card in self.placed)

    def owned(self) -> list[str]:
        return self.gods + ([self.face_down] if self.face_down else [])

    def points(self) -> int:
        """[OF-SCORE-01] [OF-ROLE-06]"""
        points = sum(POINTS[god] for god in self.owned())
        for members, back, face in ROLES:
            if members <= set(self.owned()):
                points += face if self.role_taken else back
        return points


class Shintoh:
    def __init__(
        self, face_down: list[str], dealer: int, altar: str, harvest: str, open_book: bool = False
    ) -> None:
        self.players = [Player(god, open_book) for god in face_down]
        self.god_pile = [god for god in POINTS if god not in (*face_down, altar)]
        self.altar: str | None = altar
        self.pile = ["rice"] * 5 + ["sake"] * 10 + ["salt"] * 15
        for player in self.players:
            for card in player.hand:
                self.pile.remove(card)
        self.pile.remove(harvest)
        self.harvest: str | None = harvest
        self.discard: list[str] = []
        self.used: list[str] = []
        self.dealer = dealer
        self.current = dealer
        self.phase = "TURN"

    # -- what may be done ---------------------------------------------------------------------

    def bar(self, seat: int) -> int:
        """[OF-GLO-09]"""
        return max(other.total() for at, other in enumerate(self.players) if at != seat)

    def robbable(self) -> list[int]:
        return [at for at, who in enumerate(self.players) if at != self.current and who.hand]

    def is_legal(self, seat: int, text: str) -> bool:
        me = self.players[seat]
        if self.phase == "OVER":
            return False
        if text == "look":  # at any time, by any seat [OF-RUL-17]
            return not me.role_taken
        if seat != self.current:
            return False
        if self.phase == "TURN":
            return text in self.turn_moves(me)
        if self.phase == "GIVE":
            if text == "stop":
                return me.total() > self.bar(seat)  # [OF-DED-03]
            return text.startswith("+") and text[1:] in me.hand
        if self.phase == "MIRROR_PICK":
            return text.startswith("pick ") and text[5:] in self.pile
        return text.startswith("rob ") and "ABCD".index(text[4:]) in self.robbable()

    def turn_moves(self, me: Player) -> list[str]:
        moves = ["pass"]
        could = me.total() + sum(INFLUENCE[card] for card in me.hand)
        if could > self.bar(self.current):
            moves += [f"+{kind}" for kind in INFLUENCE if kind in me.hand]
        for treasure in TREASURES:
            if treasure in me.owned() and treasure not in self.used:
                if self.robbable() if treasure == "sword" else self.pile:  # [OF-RUL-13]
                    moves.append(treasure)
        return moves

    def listed(self) -> list[str]:
        """What the asked player is offered; `look` only where a turn begins."""
        if self.phase == "OVER":
            return []
        listed = [text for text in TEXTS[:-1] if self.is_legal(self.current, text)]
        if self.phase == "GIVE" and "stop" in listed:
            assert listed[-1] == "stop"
        if self.phase == "TURN" and self.is_legal(self.current, "look"):
            listed.append("look")
        return listed

    # -- what happens -------------------------------------------------------------------------

    def play(self, seat: int, text: str, chance: Chance) -> None:
        assert self.is_legal(seat, text)
        me = self.players[seat]
        if text == "look":
            me.role_taken = True
        elif text == "pass":
            self.do_pass(me, chance)
        elif text.startswith("+"):
            me.hand.remove(text[1:])
            me.placed.append(text[1:])
            self.phase = "GIVE"
        elif text == "stop":
            self.next_player()
        elif text in TREASURES:
            self.use(me, text, chance)
        elif text.startswith("pick "):  # [OF-TRE-06]
            assert self.harvest is not None
            self.pile.remove(text[5:])
            self.pile.append(self.harvest)
            self.harvest = text[5:]
            self.phase = "TURN"
        else:  # [OF-TRE-07]
            me.hand.append(chance.one_of(self.players["ABCD".index(text[4:])].hand))
            self.phase = "TURN"

    def use(self, me: Player, treasure: str, chance: Chance) -> None:
        self.used.append(treasure)
        if me.face_down == treasure:  # [OF-TRE-04]
            me.face_down = None
            me.gods.append(treasure)
        if treasure == "mirror":
            self.phase = "MIRROR_PICK"
        elif treasure == "sword":
            self.phase = "SWORD_TARGET"
        else:  # [OF-TRE-05]
            for _ in range(2):
                if self.pile:
                    me.hand.append(chance.one_of(self.pile))
                    self.settle(chance)

    def do_pass(self, me: Player, chance: Chance) -> None:
        """[OF-PASS-01..06]"""
        me.hand += me.placed
        me.placed = []
        if self.harvest:
            me.hand.append(self.harvest)
            self.harvest = None
        self.settle(chance)
        me.is_in = False
        left = [at for at, player in enumerate(self.players) if player.is_in]
        if len(left) == 1:
            self.award(left[0], chance)
        else:
            self.next_player()

    def next_player(self) -> None:
        self.current = (self.current + 1) % len(self.players)
        while not self.players[self.current].is_in:
            self.current = (self.current + 1) % len(self.players)
        self.phase = "TURN"

    def award(self, seat: int, chance: Chance) -> None:
        """[OF-WIN-01..06] [OF-END-01]"""
        winner = self.players[seat]
        self.discard += winner.placed
        winner.placed = []
        self.settle(chance)
        assert self.altar is not None
        winner.gods.append(self.altar)
        self.altar = None
        self.dealer = self.current = seat
        if not self.god_pile:
            self.phase = "OVER"
            return
        self.altar = chance.one_of(self.god_pile)
        for player in self.players:
            player.is_in = True
        self.phase = "TURN"

    def settle(self, chance: Chance) -> None:
        """[OF-PASS-03] [OF-PASS-04] [OF-RUL-08] [OF-RUL-09]"""
        while (not self.pile and self.discard) or (not self.harvest and self.pile):
            if not self.pile:
                self.pile, self.discard = self.discard, []
            else:
                self.harvest = chance.one_of(self.pile)

    # -- the end ------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        return [player.points() for player in self.players]

    def ranks(self) -> list[int]:
        """[OF-SCORE-02..04] [OF-RUL-28]"""
        worth = [(player.points(), len(player.owned())) for player in self.players]
        return [1 + sum(other > mine for other in worth) for mine in worth]
