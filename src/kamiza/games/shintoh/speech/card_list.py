"""Offerings, gods and roles in words, alone and as a list of cards."""

from __future__ import annotations

from kamiza.core.rules import RuleBook, Words
from kamiza.core.speech import Facts, Listener, Speech, join_texts
from kamiza.games.shintoh.cards import INFLUENCE, KINDS, Cards

TREASURES = ("jewel", "mirror", "sword")


class CardSpeech(Speech):
    """What is printed on the cards, in the language of the listener."""

    def __init__(self, book: RuleBook, words: Words, cards: Cards) -> None:
        super().__init__(book, words)
        self.content = cards

    def god_name(self, god: str, language: str) -> str:
        """The name on a god card."""
        table = self.content.gods[self.content.god_number(god)]
        return table.text("name_ja" if language == "ja" else "name")

    def kinds(self, counts: dict[str, int], to: Listener) -> str:
        """A multiset of offerings inside a sentence: "rice and 2 salt"."""
        parts = []
        for kind in KINDS:
            word, number = self.words.say(kind, to.language), counts.get(kind, 0)
            if number > 1:
                word = self.words.say("offerings_of", to.language, count=number, kind=word)
            if number:
                parts.append(word)
        return join_texts(parts, to)

    def kinds_in_short(self, counts: dict[str, int], to: Listener) -> str:
        """A multiset of offerings beside a name: "1 rice 2 salt"."""
        return " ".join(
            self.short("short", kind, counts[kind], to) for kind in KINDS if counts[kind]
        )

    def short(self, form: str, kind: str, count: int, to: Listener) -> str:
        """Some offerings of one kind: "2 salt", with the influence of each "2 salt (1)"."""
        facts = {"kind": self.words.say(kind, to.language), "count": count}
        each = INFLUENCE[KINDS.index(kind)]
        return self.words.say(f"offerings_{form}", to.language, influence=each, **facts)

    def points(self, points: int, to: Listener) -> str:
        key = "points_of_one" if points == 1 else "points_of"
        return self.words.say(key, to.language, points=points)

    def god_with_points(self, god: str, view: Facts, to: Listener) -> str:
        """A god somebody has: its printed points, or whether the treasure is spent."""
        if god in TREASURES:
            name = self.words.say(f"treasure_{god}", to.language)
            is_spent = god in view["used"]
            return self.words.say("treasure_spent", to.language, name=name) if is_spent else name
        return (
            f"{self.god_name(god, to.language)} {self.content.points[self.content.god_number(god)]}"
        )

    def count_of(self, seat: str, view: Facts, to: Listener) -> tuple[str, str]:
        """The gods of a player at the end with their sum, and all points with theirs."""
        result = view["result"]["seats"][seat]
        names = " · ".join(
            self.god_with_points(god, view, to) for god in view["players"][seat]["gods"]
        )
        points = self.points(result["gods"], to)
        gods = self.words.say("gods_counted", to.language, gods=names, points=points)
        facts = {"god_points": result["gods"], "total": result["score"], "name": to.name(seat)}
        roles = sum(role["value"] for role in result["roles"])
        return gods, self.words.say("counted", to.language, role_points=roles, **facts)

    # -- what can be named ------------------------------------------------------------------------

    CALLED = (("god_cards", "god"), ("offering_cards", "term"), ("roles", "role"))

    def things(self, to: Listener) -> dict[str, list[str]]:
        """Offerings are words of the rules; treasures have short names, too."""
        found = super().things(to)
        for treasure in TREASURES:
            found[f"god:{treasure}"].append(self.words.say(f"treasure_{treasure}", to.language))
        return {thing: names for thing, names in found.items() if not thing.startswith("term:")}

    # -- the list of all cards ----------------------------------------------------------------

    def cards(self, language: str, spoilers: bool) -> list[Facts]:
        order = sorted(self.content.god_ids, key=lambda god: self.god_name(god, "en"))
        gods = [self.god_card(god, language, spoilers) for god in order]  # never by role
        roles = [
            self.role_card(number, language, spoilers) for number in range(len(self.content.roles))
        ]
        return gods + self.offering_cards(language) + roles

    def god_card(self, god: str, language: str, spoilers: bool) -> Facts:
        """A god card; a story that points at a partner is a spoiler."""
        ja = "_ja" if language == "ja" else ""
        number = self.content.god_number(god)
        table = self.content.gods[number]
        card: Facts = {
            "group": "god_cards",
            "id": god,
            "name": table.text(f"name{ja}"),
            "kanji": table.text("kanji"),
            "points": None if god in TREASURES else self.content.points[number],
        }
        if god in TREASURES:
            card["text"] = table.text(f"text{ja}")
        if spoilers or not table.flag("hints_partner"):
            card["story"] = table.text(f"story{ja}")
        return card

    def offering_cards(self, language: str) -> list[Facts]:
        name = "name_ja" if language == "ja" else "name"
        return [
            {
                "group": "offering_cards",
                "id": table.text("id"),
                "name": table.text(name),
                "influence": table.number("influence"),
                "count": table.number("count"),
                "start_hand": table.number("start_hand"),
            }
            for table in self.content.offerings
        ]

    def role_card(self, number: int, language: str, spoilers: bool) -> Facts:
        role = self.content.roles[number]
        table = self.content.role_tables[number]
        card: Facts = {
            "group": "roles",
            "id": role.id,
            "name": role.names[language],
            "high": role.high,
            "low": role.low,
        }
        if spoilers:
            members = self.content.names(role.members)
            card["members"] = [self.god_name(god, language) for god in members]
            card["story"] = table.text("story_ja" if language == "ja" else "story")
        return card


def influence_of(counts: dict[str, int]) -> int:
    return sum(counts.get(kind, 0) * each for kind, each in zip(KINDS, INFLUENCE))
