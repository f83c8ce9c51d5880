"""The cards of Kami-sama in words: their names, and the list of all of them."""

from __future__ import annotations

from kamiza.core.content import Table
from kamiza.core.rules import RuleBook, Words
from kamiza.core.speech import Facts, Listener, Speech, enumerate_texts
from kamiza.games.kamisama.board import VILLAGE_IDS
from kamiza.games.kamisama.cards import Cards, half_points


class CardSpeech(Speech):
    """What is printed on the cards, in the language of the listener."""

    def __init__(self, book: RuleBook, words: Words, cards: Cards) -> None:
        super().__init__(book, words)
        self.content = cards

    def name_of(self, table: Table, to: Listener) -> str:
        return table.text("name_ja" if to.is_japanese() else "name")

    def text_of(self, table: Table, to: Listener) -> str:
        return table.text("text_ja" if to.is_japanese() else "text")

    def goal_table(self, goal: str) -> Table:
        return self.content.goals[self.content.goal_ids.index(goal)].table

    def kami_table(self, kami: str) -> Table:
        return self.content.kami[self.content.kami_ids.index(kami)].table

    def ability_table(self, kami: str, number: int) -> Table:
        return self.kami_table(kami).tables("ability")[number - 1]

    def villager_table(self, card: str) -> Table:
        return self.content.villagers[self.content.villager_ids.index(card)].table

    def card_name(self, card: str, to: Listener) -> str:
        """The name of a villager or a Kitsune card."""
        if card in self.content.fox_ids:
            number = self.content.fox_ids.index(card)
            return self.name_of(self.content.fox_cards[number].table, to)
        return self.name_of(self.villager_table(card), to)

    def cards(self, language: str, spoilers: bool) -> list[Facts]:
        to = Listener(language)
        return [
            *[self.kami_card(sheet.table, to) for sheet in self.content.kami],
            *[self.villager_card(villager.table, to) for villager in self.content.villagers],
            *[self.goal_card(goal.table, to) for goal in self.content.goals],
            *[self.fox_card(card.table, to) for card in self.content.fox_cards],
            *[self.village_card(table, to) for table in self.content.village_tables],
        ]

    def kami_card(self, table: Table, to: Listener) -> Facts:
        passive = table.table("passive")
        title = table.text("title_ja" if to.is_japanese() else "title")
        abilities = [
            {
                "n": ability.number("n"),
                "name": self.name_of(ability, to),
                "cost": ability.number("cost"),
                "text": self.text_of(ability, to),
            }
            for ability in table.tables("ability")
        ]
        return {
            "group": "kami_sheets",
            "id": table.text("id"),
            "name": self.name_of(table, to),
            "kanji": table.text("name_ja"),
            "title": title,
            "tokens": table.table("tokens").data,
            "text": self.sheet_text(passive, table.tables("ability"), to),
            "passive": {"name": self.name_of(passive, to), "text": self.text_of(passive, to)},
            "abilities": abilities,
        }

    def sheet_text(self, passive: Table, abilities: list[Table], to: Listener) -> str:
        """Passive and abilities, one line each; the number is the cost in cubes."""
        lines = [f"{self.name_of(passive, to)}: {self.text_of(passive, to)}"]
        for ability in abilities:
            name, cost = self.name_of(ability, to), ability.number("cost")
            lines.append(f"{name} ({cost}): {self.text_of(ability, to)}")
        return "\n".join(lines)

    def villager_card(self, table: Table, to: Listener) -> Facts:
        return {
            "group": "villager_cards",
            "id": table.text("id"),
            "name": self.name_of(table, to),
            "kanji": table.text("name_ja"),
            "village": table.text("village"),
            "count": table.number("count"),
            "points": half_points(table.number("vp2")),
            "vp2": table.number("vp2"),
            "text": self.text_of(table, to),
        }

    def goal_card(self, table: Table, to: Listener) -> Facts:
        card: Facts = {
            "group": "goal_cards",
            "id": table.text("id"),
            "name": self.name_of(table, to),
            "text": self.text_of(table, to),
            "year1": table.flag("year1"),
            "editions": table.texts("editions"),
        }
        for name in ("kind", "cells", "any_of", "size", "include"):
            if name in table.data:
                card[name] = table.data[name]
        return card

    def fox_card(self, table: Table, to: Listener) -> Facts:
        squares = self.content.fox_cards[self.content.fox_ids.index(table.text("id"))].squares
        return {
            "group": "kitsune_cards",
            "id": table.text("id"),
            "name": self.name_of(table, to),
            "editions": table.texts("editions"),
            "text": "; ".join(square_text(square) for square in table.tables("squares", "at")),
            "label": "; ".join(self.square(square, to) for square in table.tables("squares", "at")),
            "squares": table.data["squares"],
            # What a screen shows when the card is resolved: the cells each square tries.
            "scans": {
                village: [
                    [self.content.board.texts[space][3:] for space in square.spaces[index]]
                    for square in squares
                ]
                for index, village in enumerate(VILLAGE_IDS)
            },
        }

    def square(self, square: Table, to: Listener) -> str:
        """A square of a Kitsune card in words: "d3: add 2, up, left"."""
        say = self.words.say
        what = say(f"fox_{square.text('effect')}", to.language, n=square.number("n"))
        ways = [say(f"way_{way}", to.language) for way in square.texts("arrows")]
        facts = {"cell": square.text("at"), "what": what, "ways": enumerate_texts(ways, to)}
        return say("fox_square", to.language, **facts)

    def village_card(self, table: Table, to: Listener) -> Facts:
        return {
            "group": "village_pieces",
            "id": table.text("id"),
            "name": self.name_of(table, to),
            "kanji": table.text("name_ja"),
            "text": " / ".join(table.texts("rows")),
            "rows": table.texts("rows"),
        }


def square_text(square: Table) -> str:
    """A square of a Kitsune card in signs: "+2 d3 ↑←"."""
    signs = {"add": "+", "remove": "−", "replace": "↔"}
    arrows = {"left": "←", "right": "→", "up": "↑", "down": "↓"}
    way = "".join(arrows[arrow] for arrow in square.texts("arrows"))
    return f"{signs[square.text('effect')]}{square.number('n')} {square.text('at')} {way}"
