"""How Kamigami Battles speaks: refusals, events and moves in the words of `cards/words.toml`."""

from __future__ import annotations

from kamiza.core.content import Table
from kamiza.core.rules import RuleBook, Words
from kamiza.core.speech import (
    Facts,
    Listener,
    Speech,
    enumerate_texts,
    join_texts,
    seat_of,
    some_texts,
)
from kamiza.games.battles.cards import Cards
from kamiza.games.battles.language import (
    ATTACK,
    BOOST,
    CANCEL,
    COLOURS,
    DEFEND,
    DRAW,
    END,
    ENERGY,
    FAITH,
    PROTECT,
    REDIRECT,
    TYPES,
    VERBS,
    X,
)
from kamiza.games.battles.programs import Ability
from kamiza.games.battles.speech.warnings import danger
from kamiza.games.battles.table import ENDINGS

# Refusals that follow from one rule; the others explain themselves.
RULE_BEHIND = {
    "KB-ERR-04": "KB-GEN-03", "KB-ERR-05": "KB-GEN-05", "KB-ERR-09": "KB-FFA-10",
    "KB-ERR-10": "KB-COMB-05", "KB-ERR-11": "KB-RUL-61", "KB-ERR-12": "KB-COMB-08",
    "KB-ERR-13": "KB-FFA-14", "KB-ERR-14": "KB-TEAM-15", "KB-ERR-15": "KB-FLOW-01",
    "KB-ERR-20": "KB-CHAIN-03", "KB-ERR-21": "KB-PLAY-01", "KB-ERR-22": "KB-REC-01",
    "KB-ERR-23": "KB-TURN-05", "KB-ERR-24": "KB-TURN-06", "KB-ERR-25": "KB-ABIL-09",
    "KB-ERR-26": "KB-RUL-19", "KB-ERR-27": "KB-RUL-19", "KB-ERR-28": "KB-REC-02",
    "KB-ERR-29": "KB-REC-05", "KB-ERR-32": "KB-ABIL-03", "KB-ERR-33": "KB-ATK-15",
    "KB-ERR-34": "KB-RUL-11", "KB-ERR-35": "KB-ATK-02", "KB-ERR-36": "KB-SEAL-05",
    "KB-ERR-37": "KB-WIN-01", "KB-ERR-38": "KB-TEMP-04", "KB-ERR-39": "KB-TEMP-04",
    "KB-ERR-40": "KB-FFA-05", "KB-ERR-41": "KB-FFA-02", "KB-ERR-43": "KB-RUL-15",
    "KB-ERR-44": "KB-RUL-53", "KB-ERR-47": "KB-GLO-28", "KB-ERR-49": "KB-FLOW-13",
}  # fmt: skip
SECRETS = ("drew", "looked", "looked_at_hand", "placed", "god_kept")
PLACES = {"discard": "discard_pile"}
# Verbs that have a symbol of their own.
SIGNS = (ATTACK, DEFEND, PROTECT, REDIRECT, BOOST, CANCEL, ENERGY, FAITH, DRAW)
MOST_SIGNS = 2
GROUPS = ("god", "temple", "disciple", "warrior", "artifact")


class BattlesSpeech(Speech):
    """The sentences of Kamigami Battles."""

    def __init__(self, book: RuleBook, words: Words, cards: Cards) -> None:
        super().__init__(book, words)
        self.content = cards

    # -- facts --------------------------------------------------------------------------------

    def fact(self, name: str, value: object, to: Listener) -> str:
        say = self.words.say
        if name in ("seat", "victim", "winners") or (name == "name" and seat_of(value) >= 0):
            names = str(value).split(", ") if isinstance(value, str) else [value]
            return join_texts([to.name(seat_number(one)) for one in names], to)
        if name in ("card", "source"):
            return self.card_name(str(value), to)
        if name in ("cards", "gods") and isinstance(value, (list, str)):
            names = value.split(", ") if isinstance(value, str) else list(value)
            return enumerate_texts([self.card_name(str(one), to) for one in names], to)
        if name in ("god", "temple"):
            return self.card_name(str(value), to)
        if name == "target":
            return self.object_name(str(value), to)
        if name in ("colour", "phase", "row", "kind") and str(value) in self.words.words:
            return say(str(value), to.language)
        if name == "colours":
            names = value.split(", ") if isinstance(value, str) else list(value)  # type: ignore[call-overload]
            return enumerate_texts([say(str(one), to.language) for one in names], to)
        if name == "place":
            return say(PLACES.get(str(value), str(value)), to.language)
        if name == "reason":
            return say(f"reason_{value}", to.language)
        if name == "ability":
            text = str(value)
            if text.isdecimal():
                return self.ability_name(int(text), to)
            return self.source_ability(text, None, to)
        if name in ("cost", "have"):
            return self.payment(str(value), to)
        if name in ("open", "sent", "kinds", "counts"):
            return self.special(name, str(value), to)
        return super().fact(name, value, to)

    def special(self, name: str, value: str, to: Listener) -> str:
        if name == "open":
            return self.words.say(value, to.language).rstrip("?。.")
        if name == "sent":
            return self.verb(value, to)
        if name == "counts":
            parts = [part.split(" ") for part in value.split(", ")]
            texts = [f"{number} {self.words.say(colour, to.language)}" for number, colour in parts]
            return enumerate_texts(texts, to)
        if name == "kinds":
            return some_texts(value.split(", "), to)
        return value

    def notice(self, word: str, facts: dict[str, str], to: Listener) -> str:
        """A piece of advice about a table."""
        told = {name: self.fact(name, value, to) for name, value in facts.items()}
        return self.words.say(word, to.language, **told)

    def payment(self, value: str, to: Listener) -> str:
        what, _, count = value.partition(" ")
        if what == "cards" and count == "0":
            return self.words.say("nothing", to.language)
        key = f"{what}_word" + ("_one" if what == "cards" and count == "1" else "")
        return self.words.say(key, to.language, count=count)

    def table_of(self, id: str) -> Table | None:
        """The card, god or temple of an id."""
        for ids, tables in (
            (self.content.ids, self.content.tables),
            (self.content.god_ids, self.content.god_tables),
            (self.content.temple_ids, self.content.temple_tables),
        ):
            if id in ids:
                return tables[ids.index(id)]
        return None

    def card_name(self, id: str, to: Listener) -> str:
        table = self.table_of(id)
        if table is not None:
            return table.text("name_ja" if to.is_japanese() else "name")
        return self.words.say(id, to.language) if id in self.words.words else id

    def object_name(self, object: str, to: Listener) -> str:
        of, _, seat = object.partition(":")
        if seat in ("warrior", "artifact"):
            return self.words.say(f"deck_{seat}", to.language)
        return self.words.say(f"{of}_of", to.language, name=to.name(int(seat[1:]) - 1))

    def owner_id(self, ability: Ability) -> str:
        for ids, lists in (
            (self.content.ids, self.content.of_kind),
            (self.content.god_ids, self.content.of_god),
            (self.content.temple_ids, self.content.of_temple),
        ):
            for id, abilities in zip(ids, lists):
                if ability in abilities:
                    return id
        return ""

    def ability_name(self, number: int, to: Listener) -> str:
        ability = self.content.abilities[number]
        card = self.card_name(self.owner_id(ability), to)
        name = ability.names[to.language]
        if name:
            return self.words.say("ability_of", to.language, name=name, card=card)
        return self.words.say("ability_number", to.language, n=ability.index, card=card)

    # -- events -------------------------------------------------------------------------------

    def word_for(self, seen: Facts) -> str:
        name = str(seen["event"])
        if name in SECRETS and ("cards" in seen or "card" in seen or "god" in seen):
            return f"{name}_secret"
        if name == "attacked" and seen["seat"] is None:
            return "attacked_reveal"
        if name == "game_over":
            return f"game_over_{ENDINGS[seen['ending']]}"
        return name

    def event_facts(self, seen: Facts, to: Listener) -> dict[str, str]:
        plain = {key: value for key, value in seen.items() if value is not None}
        name = plain["event"]
        if name in ("used", "reacted"):
            plain["ability"] = plain["number"]
        if name in ("energy_gained", "energy_lost"):
            plain["target"] = f"{plain['object']}:p{plain['seat'] + 1}"
        if name == "game_over":
            names = [to.name(seat) for seat in plain.pop("winners")]
            return {"names": join_texts(names, to)}
        to_word = plain.pop("to", None)
        cultures = plain.pop("cultures", None)
        facts = super().event_facts(plain, to)
        if name == "placed":
            facts["to"] = self.words.say(f"to_{to_word}", to.language)
        if cultures:
            facts["cultures"] = join_texts(cultures, to)
        return facts

    def opening(self, view: Facts) -> list[Facts]:
        if view["turn"] > 1 or any(player["fell"] for player in view["players"]):
            return []
        is_team = view["options"]["mode"] == "team"
        name = "teams_formed" if is_team else "game_started"
        events: list[Facts] = [{"event": name, "count": view["seats"]}]
        gods = [player["god"] for player in view["players"]]
        if all(gods):
            events.append({"event": "gods_revealed", "gods": gods})
        elif not is_team:
            events.append({"event": "gods_dealt"})
        if view["turn"]:
            events.append({"event": "turn_began", "seat": view["active"]})
        return events

    # -- moves --------------------------------------------------------------------------------

    def verb(self, move: str, to: Listener) -> str:
        key, facts = self.move_facts(move, None, to)
        return self.words.say(key, to.language, **facts) if key else move

    def move(self, move: str, view: Facts, to: Listener) -> str:
        key, facts = self.move_facts(move, view, to)
        return self.words.say(key, to.language, **facts) if key else move

    def move_facts(
        self, move: str, view: Facts | None, to: Listener
    ) -> tuple[str, dict[str, str]]:  # fmt: skip
        """The key of a move's words, and its facts in words."""
        word, _, rest = move.partition(" ")
        if word in ("main", "seat"):
            return f"move_{word}", {"name": to.name(int(rest[1:]) - 1)}
        if word in ("god", "temple"):
            return f"move_{word}", {word: self.card_name(rest, to)}
        if word in ("play", "top", "bottom", "recruit", "discard"):
            return f"move_{word}", {"card": self.card_name(rest, to)}
        if word in ("act", "react"):
            return f"move_{word}", {"ability": self.source_ability(rest, view, to)}
        if word == "use":
            return self.use_facts(rest, view, to)
        if word == "x":
            return "move_x", {"n": rest}
        if word == "target":
            return "move_target", {"target": self.object_name(rest, to)}
        if word == "card":
            card, _, place = rest.partition("@")
            facts = {"card": self.card_name(card, to), "place": self.fact("place", place, to)}
            return "move_card", facts
        if word == "colour":
            return "move_colour", {"colour": self.words.say(rest, to.language)}
        if word == "mode":
            return f"move_mode_{rest}", {}
        return (f"move_{word}", {}) if f"move_{word}" in self.words.words else ("", {})

    def use_facts(
        self, rest: str, view: Facts | None, to: Listener
    ) -> tuple[str, dict[str, str]]:  # fmt: skip
        source = str(view["frames"][-1].get("source")) if view and view["frames"] else ""
        if rest == "none" or source not in self.content.numbers:
            return ("move_use_none", {}) if rest == "none" else ("move_use_number", {"n": rest})
        ability = self.content.of_kind[self.content.numbers[source]][int(rest) - 1]
        return "move_use", {"text": ability.texts[to.language]}

    def source_ability(self, rest: str, view: Facts | None, to: Listener) -> str:
        """`god 2` or `ghoul 1` as the name of an ability."""
        source, _, index = rest.partition(" ")
        if source in ("god", "temple") and view is not None and view["asked"] is not None:
            source = str(view["players"][view["asked"]][source])
        for ids, lists in (
            (self.content.ids, self.content.of_kind),
            (self.content.god_ids, self.content.of_god),
            (self.content.temple_ids, self.content.of_temple),
        ):
            if source in ids and int(index) <= len(lists[ids.index(source)]):
                return self.ability_name(lists[ids.index(source)][int(index) - 1].number, to)
        card = self.card_name(source, to)
        return self.words.say("ability_number", to.language, n=index, card=card)

    def note(self, move: str, view: Facts, to: Listener) -> str:
        """What a card in hand could do: its abilities as text."""
        word, _, rest = move.partition(" ")
        if word in ("play", "recruit") and rest in self.content.numbers:
            abilities = self.content.of_kind[self.content.numbers[rest]]
            return (" " if not to.is_japanese() else "").join(
                a.texts[to.language] for a in abilities
            )
        return ""

    def warning(self, move: str, view: Facts, to: Listener) -> str:
        """What a move could cost for good; it is asked for twice."""
        key = danger(self.content, move, view)
        if not key:
            return ""
        name = to.name(int(move[-1]) - 1) if key == "danger_gift" else ""
        return self.words.say(key, to.language, name=name)

    # -- rules and cards ----------------------------------------------------------------------

    def rule_behind(self, rule: str, question: str = "") -> str:
        return RULE_BEHIND.get(rule, rule)

    def cards(self, language: str, spoilers: bool) -> list[Facts]:
        content = self.content
        rows = [
            *zip(content.god_tables[1:], content.of_god[1:]),
            *zip(content.temple_tables[1:], content.of_temple[1:]),
            *zip(content.tables, content.of_kind),
        ]
        cards = [self.card(t, abilities, language) for t, abilities in rows if t is not None]
        cards.sort(key=lambda card: (card["set"], GROUPS.index(card["group"]), card["number"]))
        return cards

    def card(self, table: Table, abilities: list[Ability], language: str) -> Facts:
        """A card as data for a list."""
        ja = "_ja" if language == "ja" else ""
        card: Facts = {
            "group": table.text("kind"),
            "id": table.text("id"),
            "name": table.text(f"name{ja}"),
            "title": table.maybe_text(f"title{ja}"),
            "set": table.text("set"),
            "number": table.text("number"),
            "copies": table.number("copies"),
            "provenance": table.text("provenance"),
            "abilities": [
                {
                    "type": TYPES[ability.type],
                    "name": ability.names[language],
                    "text": ability.texts[language],
                    "signs": self.signs(ability),
                }
                for ability in abilities
            ],
        }
        for field in ("cost", "rank", "color", "chain", "culture", "spheres", "sphere"):
            if field in table.data:
                card[field] = table.data[field]
        return card

    def signs(self, ability: Ability) -> list[Facts]:
        """What an ability does at a glance: at most two verbs with a symbol, and their amounts."""
        found: list[Facts] = []
        position = ability.begin
        while self.content.steps[position].verb != END and len(found) < MOST_SIGNS:
            step = self.content.steps[position]
            if step.verb in SIGNS:
                amount = step.n if 0 < step.n < X else "X" if step.n >= X else ""
                found.append({"sign": VERBS[step.verb], "n": str(amount)})
            position += 1
        return found


def seat_number(value: object) -> int:
    """A seat as number, letter or `p2`."""
    text = str(value)
    if len(text) == 2 and text[0] == "p" and text[1].isdecimal():
        return int(text[1]) - 1
    return seat_of(value)


def colour_words(words: Words, language: str) -> list[str]:
    return [words.say(colour, language) for colour in COLOURS]
