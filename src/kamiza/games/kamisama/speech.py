"""How Kami-sama speaks: its refusals, events and moves in the words of `cards/words.toml`."""

from __future__ import annotations

from kamiza.core.content import Table
from kamiza.core.rules import RuleBook, Words
from kamiza.core.speech import Facts, Listener, Speech, join_texts
from kamiza.games.kamisama.board import TYPES, VILLAGE_IDS
from kamiza.games.kamisama.cards import Cards

FOX = "kitsune"
PARTIES = ("owner", "other", "player")

# Refusals that follow from one rule of the rulebook; the others explain themselves.
RULE_BEHIND = {
    "E-OVER": "KS-FIN-01",
    "E-TURN": "KS-FLOW-03",
    "E-PASS": "KS-TURN-08",
    "E-SPACE": "KS-DES-02",
    "E-USED": "KS-ACT-04",
    "E-CUBES": "KS-ACT-08",
    "E-BASIC": "KS-ACT-05",
    "E-VILLAGE": "KS-TURN-07",
    "E-OCCUPIED": "KS-DES-03",
    "E-EMPTY": "KS-REM-01",
    "E-SUPPLY": "KS-TURN-09",
    "E-PROTECTED": "KS-DES-24",
    "E-RAGE": "KS-DES-26",
    "E-SKIP": "KS-RUL-08",
    "E-TABLE": "KS-OVR-01",
}
# How a move is called on a button; the others by their first word.
BUTTONS = {"fear keep": "fear_keep", "rage": "use_rage"}
WORDS_OF_MOVES = {"fear": "fear_at", "seed": "seed_at"}


class KamisamaSpeech(Speech):
    """The sentences of Kami-sama."""

    def __init__(self, book: RuleBook, words: Words, cards: Cards) -> None:
        super().__init__(book, words)
        self.content = cards

    # -- facts --------------------------------------------------------------------------------

    def fact(self, name: str, value: object, to: Listener) -> str:
        if name in PARTIES:
            return self.party(value, to)
        if name in ("space", "to") and value in self.content.board.texts:
            return self.space(str(value), to)
        if name == "village":
            return self.words.say(f"village_{value}", to.language)
        if name == "card":
            return self.card_name(str(value), to)
        if name == "cards" and isinstance(value, list):
            return join_texts([self.card_name(str(card), to) for card in value], to)
        if name == "goal":
            return self.name_of(self.goal_table(str(value)), to)
        if name == "piece":
            return self.words.say(str(value), to.language)
        return super().fact(name, value, to)

    def party(self, value: object, to: Listener) -> str:
        if value == FOX:
            return self.words.say(FOX, to.language)
        return to.name(int(str(value)))

    def space(self, text: str, to: Listener) -> str:
        """A space in words: "Farming b2"."""
        village = self.words.say(f"village_{text[:2]}", to.language)
        return f"{village}{text[3:]}" if to.is_japanese() else f"{village} {text[3:]}"

    def space_with_type(self, text: str, to: Listener) -> str:
        board = self.content.board
        kind = self.words.say(f"type_{TYPES[board.types[board.texts.index(text)]]}", to.language)
        form = "{}（{}）" if to.is_japanese() else "{} ({})"
        return form.format(self.space(text, to), kind)

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

    def gains(self, favor: int, nature: int, to: Listener) -> str:
        """ "2 Favor and 1 Nature"; nothing is an empty text."""
        parts = []
        for number, word in ((favor, "favor"), (nature, "nature")):
            name = self.words.say(word, to.language)
            if number:
                parts.append(f"{name}{number}" if to.is_japanese() else f"{number} {name}")
        return join_texts(parts, to)

    # -- events -------------------------------------------------------------------------------

    def word_for(self, seen: Facts) -> str:
        name = str(seen["event"])
        if name == "scored":
            return word_for_result(seen)
        return name + ending_of(name, seen)

    def event_facts(self, seen: Facts, to: Listener) -> dict[str, str]:
        facts = super().event_facts(seen, to)
        name = seen["event"]
        if name in ("shrine_added", "gained"):
            facts["gains"] = self.gains(seen["favor"], seen["nature"], to)
        elif name == "kami_revealed":
            facts["kamis"] = self.revealed(seen["kami"], to)
        elif name == "kami_chosen" and "kami" in seen:
            facts["kami"] = self.name_of(self.kami_table(seen["kami"]), to)
        elif name == "ability_used":
            facts["ability"] = self.name_of(self.ability_table(seen["kami"], seen["ability"]), to)
        elif name == "ranked":
            facts["ranking"] = self.ranking(seen["ranking"], to)
        elif name == "scored":
            winners = [to.name(seat) for seat, rank in enumerate(seen["ranks"]) if rank == 1]
            facts |= {"name": winners[0], "names": join_texts(winners, to)}
            facts["total"] = str(max(seen["scores"]))
        return facts

    def revealed(self, kami: list[str], to: Listener) -> str:
        form = "{}（{}）" if to.is_japanese() else "{} ({})"
        names = [self.name_of(self.kami_table(name), to) for name in kami]
        return join_texts([form.format(n, to.name(s)) for s, n in enumerate(names)], to)

    def ranking(self, entries: list[Facts], to: Listener) -> str:
        return ("、" if to.is_japanese() else ", ").join(
            f"{self.party(entry['seat'], to)} {entry['chain']}" for entry in entries
        )

    def opening(self, view: Facts) -> list[Facts]:
        if view["goal"] is None:
            return [{"event": "kami_dealt", "count": view["seats"]}]
        kami = [player["kami"] for player in view["players"]]
        goal = view["goal"]["id"]
        return [
            {"event": "kami_revealed", "kami": kami},
            {"event": "game_started", "seat": view["first"], "count": view["seats"]},
            {"event": "year_began", "year": view["year"], "goal": goal, "seat": view["first"]},
        ]

    # -- moves --------------------------------------------------------------------------------

    def verb(self, move: str, to: Listener) -> str:
        word, _, rest = move.partition(" ")
        if word == "use":
            return move
        return self.button(word, rest, move, to)

    def button(self, word: str, rest: str, move: str, to: Listener) -> str:
        key = BUTTONS.get(move) or WORDS_OF_MOVES.get(word, word)
        return self.words.say(key, to.language, **self.move_facts(word, rest, to))

    def move_facts(self, word: str, rest: str, to: Listener) -> dict[str, str]:
        """The facts of a move in words."""
        if rest in self.content.board.texts:
            return {"space": self.space_with_type(rest, to)}
        if word == "kami":
            return {"kami": self.name_of(self.kami_table(rest), to)}
        if word == "take":
            return {"card": self.card_name(rest, to)}
        if word == "token" and rest in VILLAGE_IDS:
            return {"village": self.words.say(f"village_{rest}", to.language)}
        if word == "next":
            return {"player": to.name(int(rest[1:]))}
        if word == "gain":
            numbers = dict(zip(rest.split()[::2], map(int, rest.split()[1::2])))
            return {"gains": self.gains(numbers.get("favor", 0), numbers.get("nature", 0), to)}
        return {}

    def move(self, move: str, view: Facts, to: Listener) -> str:
        word, _, rest = move.partition(" ")
        if word == "use":
            kami = view["players"][view["asked"]]["kami"]
            ability = self.name_of(self.ability_table(kami, int(rest)), to)
            return self.words.say("use", to.language, ability=ability)
        return self.button(word, rest, move, to)

    def note(self, move: str, view: Facts, to: Listener) -> str:
        word, _, rest = move.partition(" ")
        if move in view["preview"]:
            return self.preview(view["preview"][move], to)
        if word == "use":
            table = self.ability_table(view["players"][view["asked"]]["kami"], int(rest))
            facts = {"count": table.number("cost"), "text": self.text_of(table, to)}
            return self.words.say("note_cost", to.language, **facts)
        if word == "take":
            table = self.villager_table(rest)
            facts = {"points": half_points(table.number("vp2")), "text": self.text_of(table, to)}
            return self.words.say("note_card", to.language, **facts)
        if word == "kami":
            return self.text_of(self.kami_table(rest).table("passive"), to)
        if word == "idle":
            return self.words.say(why_idle(view), to.language)
        return ""

    def preview(self, entry: Facts, to: Listener) -> str:
        parts = [self.gains(entry["favor"], entry["nature"], to)]
        if entry["token"]:
            village = self.words.say(f"village_{entry['token']}", to.language)
            parts.append(self.words.say("note_token", to.language, village=village))
        return ("。" if to.is_japanese() else "; ").join(part for part in parts if part)

    # -- rules and cards ----------------------------------------------------------------------

    def rule_behind(self, rule: str, question: str = "") -> str:
        return RULE_BEHIND.get(rule, rule)

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


def half_points(vp2: int) -> str:
    """Points from twice the points: "½", "2"."""
    half = "½" if vp2 % 2 else ""
    return f"{vp2 // 2 or ''}{half}" or "0"


def ending_of(name: str, seen: Facts) -> str:
    """What is added to the name of an event to get the key of its sentence."""
    if name == "kami_chosen":
        return "_secret" if "kami" in seen else ""
    if name == "shrine_added":
        return "_gains" if seen["favor"] + seen["nature"] else ""
    if name in ("piece_removed", "shrine_moved"):
        return "_own" if seen["owner"] == seen["seat"] else ""
    if name in ("villagers_drawn", "hand_passed", "villagers_returned"):
        if "cards" in seen:
            return "_cards"
        return "_one" if name == "villagers_returned" and seen["count"] == 1 else ""
    return ""


def why_idle(view: Facts) -> str:
    """An Add without a shrine, or nothing else is possible. [KS-RUL-07]"""
    turn = view["turn"]
    is_add = turn["basics"] < turn["basic_limit"]  # with shrines it would not be offered
    return "note_no_shrine" if is_add else "note_nothing_else"


def word_for_result(seen: Facts) -> str:
    """Alone by points, alone by a tie-break, or together."""
    if seen["ranks"].count(1) > 1:
        return "shared"
    return "won_tie" if seen["scores"].count(max(seen["scores"])) > 1 else "won"
