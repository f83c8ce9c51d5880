"""The heart of Kamigami Battles a second time, from the words of the rulebook: the Energy of gods
and temples and what follows from it, the tally of an Attack, the Chain, the final standings.

The model hears what was done and says what must come of it. Colours and printed values are those of
the list `tests/games/battles/printed.txt`, written down apart from the card files.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

TEXT = Path(__file__).parent.parent / "games" / "battles" / "printed.txt"
COLOURS = {"red", "blue", "green", "yellow", "white"}


@dataclass
class Card:
    color: str = ""
    chain: set[str] = field(default_factory=set)
    attacks: dict[int, int] = field(default_factory=dict)  # printed values by ability


def read_cards() -> dict[str, Card]:
    cards: dict[str, Card] = {}
    card = Card()
    for line in TEXT.read_text("utf-8").splitlines():
        if line.startswith("  "):
            number = re.search(r"\battack (\d+)", line)
            if number:
                card.attacks[int(line.split()[0])] = int(number[1])
        elif line and not line.startswith("#"):
            name, _, head = line.partition(": ")
            card = cards[name] = Card()
            colours = [word.strip(",") for word in head.split() if word.strip(",") in COLOURS]
            if colours:
                card.color, card.chain = colours[0], set(colours[1:])
    return cards


CARDS = read_cards()


@dataclass
class Seat:
    energy: int
    temple: int | None  # its Energy, or None where there never was one
    role: str  # solo, main or support
    team: int
    status: str = "in"
    fell: int = 0  # the number of the step in which it was eliminated
    boost_next: int = 0
    boost_turn: int = 0

    def starts_with(self) -> int:
        """[KB-FFA-06] [KB-TEAM-09] [KB-TEAM-10]"""
        return {"solo": 15, "main": 20, "support": 10}[self.role]


@dataclass
class Attack:
    by: str | None
    target: str
    base: int
    bonus: int = 0
    defence: int = 0


class Battles:
    def __init__(self, roles: dict[str, tuple[str, int]], temples: bool) -> None:
        self.seats = {
            letter: Seat(0, 5 if temples else None, role, team)
            for letter, (role, team) in roles.items()
        }
        for seat in self.seats.values():
            seat.energy = seat.starts_with()
        self.is_team = any(seat.role == "main" for seat in self.seats.values())
        self.attacks: list[Attack] = []  # the innermost last
        self.colours: set[str] | None = None  # None: the next link may have any colour
        self.steps = 0
        self.due: set[tuple[str, str]] = set()  # what must be told before anything else goes on

    # -- Energy -------------------------------------------------------------------------------

    def change(self, letter: str, object: str, amount: int) -> int:
        """Energy changes; the new number. It never goes below 0. [KB-ENER-01] [KB-ENER-02]"""
        seat = self.seats[letter]
        if object == "temple":
            assert seat.temple is not None
            was, seat.temple = seat.temple, max(0, seat.temple + amount)
            if was and seat.temple == 0:
                self.due.add(("temple_destroyed", letter))  # [KB-TEMP-03]
            return seat.temple
        assert seat.status != "out"
        seat.energy = max(0, seat.energy + amount)
        if seat.energy == 0:
            if seat.role == "support":
                self.due.add(("sealed", letter))  # [KB-SEAL-01]
            else:
                self.due.add(("eliminated", letter))  # [KB-WIN-01]
                if seat.role == "main":
                    self.due.add(("game_over", ""))  # [KB-WIN-06]
        elif seat.energy >= 25 and not self.is_team:
            self.due.add(("game_over", ""))  # [KB-WIN-04]
        elif seat.status == "sealed" and seat.energy >= 5:
            self.due.add(("escaped", letter))  # [KB-SEAL-07]
        return seat.energy

    def fall(self, letter: str, in_one_step: bool) -> None:
        self.seats[letter].status = "out"
        self.seats[letter].temple = None  # it leaves the game with its god
        self.seats[letter].boost_next = self.seats[letter].boost_turn = 0
        self.steps += not in_one_step
        self.seats[letter].fell = self.steps
        left = [seat for seat in self.seats.values() if seat.status == "in"]
        if len(left) <= 1 and not self.is_team:
            self.due.add(("game_over", ""))  # [KB-WIN-03]

    # -- Attacks ------------------------------------------------------------------------------

    def declare(self, by: str | None, target: str, base: int) -> int:
        """An Attack begins; its value so far. A boost for the next one is used up now."""
        attack = Attack(by, target, base)
        if by is not None:
            attack.bonus, self.seats[by].boost_next = self.seats[by].boost_next, 0
        self.attacks.append(attack)
        return self.value(attack)

    def value(self, attack: Attack) -> int:
        """[KB-ATK-11]"""
        lasting = self.seats[attack.by].boost_turn if attack.by else 0
        return attack.base + attack.bonus + lasting

    def boost(self, letter: str, amount: int, scope: str) -> None:
        if scope == "this":
            self.attacks[-1].bonus += amount
        elif scope == "next":
            self.seats[letter].boost_next += amount
        else:
            self.seats[letter].boost_turn += amount

    def redirect(self, target: str) -> None:
        """Entries made for the old target no longer count. [KB-FLOW-34]"""
        self.attacks[-1].target = target
        self.attacks[-1].defence = 0

    def resolve(self) -> tuple[str, int, int, int]:
        """Target, value, defence and loss. [KB-ATK-09] [KB-ATK-10]"""
        attack = self.attacks.pop()
        value = self.value(attack)
        return attack.target, value, attack.defence, max(0, value - attack.defence)

    # -- the Chain ----------------------------------------------------------------------------

    def fits(self, card: str) -> bool:
        """May this card of a hand be played now? [KB-CHAIN-02] [KB-CHAIN-03] [KB-PLAY-06]"""
        color = CARDS[card].color
        return not color or self.colours is None or color in self.colours

    def link(self, card: str) -> None:
        """[KB-CHAIN-04] [KB-CHAIN-06]"""
        if CARDS[card].color:
            self.colours = CARDS[card].chain

    def new_turn(self) -> None:
        self.colours = None
        for seat in self.seats.values():
            seat.boost_next = seat.boost_turn = 0

    # -- the end ------------------------------------------------------------------------------

    def ranks(self, winners: list[str]) -> list[int]:
        """[KB-RUL-59]"""
        if self.is_team:
            behind = 1 + len(winners)
            return [1 if letter in winners else behind for letter in self.seats]
        worth = []
        for letter, seat in self.seats.items():
            if letter in winners:
                worth.append((3, 0, 0))
            elif seat.status == "in":
                worth.append((2, seat.energy, seat.temple or 0))
            else:
                worth.append((1, seat.fell, 0))
        return [1 + sum(other > mine for other in worth) for mine in worth]

    def richest(self) -> list[str]:
        """Who wins at the round limit of a Free for All. [KB-FLOW-72]"""
        there = {key: seat for key, seat in self.seats.items() if seat.status == "in"}
        best = max((seat.energy, seat.temple or 0) for seat in there.values())
        return [key for key, seat in there.items() if (seat.energy, seat.temple or 0) == best]
