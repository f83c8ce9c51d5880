"""What was chosen for the table, fixed before the first card. [KB-OPT-01..16]"""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.action import seat_or_chance
from kamiza.core.native import i64
from kamiza.core.schema import Json
from kamiza.games.battles.cards import Cards


@final
class Settings:
    """One table's choices; no rule changes them."""

    def __init__(self, cards: Cards, chosen: Json) -> None:
        self.team: Final = chosen["mode"] == "team"
        self.temples: Final = chosen["temples"] is True
        sets = str(chosen["sets"]).split("+")
        self.sets: Final = "+".join([id for id in cards.set_ids if id in sets])
        self.first_player: Final[i64] = seat_or_chance(chosen["first_player"])
        self.start_deck: Final = str(chosen["start_deck"])
        self.all_warriors: Final = chosen["warrior_deck"] == "all"  # every kind, no recipe
        self.any_temple: Final = chosen["temple_fallback"] == "any"
        self.random_god: Final = chosen["god_choice"] == "random"
        self.main_god: Final = str(chosen["main_god"])
        self.play_only: Final = chosen["god_acts"] == "play_only"
        self.third_party_defend: Final = chosen["third_party_defend"] is True
        self.holders: Final = chosen["ask"] == "holders"
        self.choose_discards: Final = chosen["discard_order"] == "choose"
        self.shared_hands: Final = chosen["team_hands"] == "shared"
        self.round_limit: Final[i64] = cast(int, chosen["round_limit"])
        # Only told to the host, no rule reads it.
        self.react_pause_ms: Final[i64] = cast(int, chosen["react_pause_ms"])
        # Chosen kinds; empty: as the sets say.
        self.warriors: Final = read_kinds(cards, chosen["warriors"])
        self.artifacts: Final = read_kinds(cards, chosen["artifacts"])
        self.disciples: Final = read_kinds(cards, chosen["disciples"])
        self.chosen: Final[Json] = {"sets": self.sets}
        for name, value in chosen.items():
            if isinstance(value, list):
                value = cards.names(read_kinds(cards, value))
            if value != []:
                self.chosen.setdefault(name, value)


def read_kinds(cards: Cards, names: object) -> bytes:
    """The numbers of cards, in their order."""
    return bytes(sorted([cards.ids.index(name) for name in cast("list[str]", names)]))
