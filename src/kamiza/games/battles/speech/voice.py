"""How Kamigami Battles speaks: everything it says, in the words of `words.toml`."""

from __future__ import annotations

from collections.abc import Sequence

from kamiza.core.content import Table
from kamiza.core.rules import RuleBook, Words
from kamiza.core.speech import (
    Facts,
    Line,
    Listener,
    Speech,
    enumerate_texts,
    join_texts,
    some_texts,
)
from kamiza.games.battles.cards import Cards
from kamiza.games.battles.programs import Ability
from kamiza.games.battles.speech import catalogue, effects, story
from kamiza.games.battles.speech.seen import abilities_of, price_of, using, whose
from kamiza.games.battles.speech.warnings import danger
from kamiza.games.battles.verbs.declared import all_verbs

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
    "KB-ERR-50": "KB-TURN-05",
}  # fmt: skip
SECRETS = ("drew", "looked", "looked_at_hand", "placed", "god_kept")
PLACES = {"discard": "discard_pile"}
CARDS = ("card", "source", "god", "temple")
CARD_MOVES = ("play", "top", "bottom", "recruit", "discard")


def listed(value: object) -> list[str]:
    """A list, or a text of things with commas between them."""
    return value.split(", ") if isinstance(value, str) else [str(one) for one in value]  # type: ignore[attr-defined]


class BattlesSpeech(Speech):
    """The sentences of Kamigami Battles."""

    # Beside those that a verb brings.
    EVENTS = (
        "attack_resolved", "attacked", "banished", "banishing", "cleared", "cultures_drawn",
        "defended", "discarded", "drew", "eliminated", "energy_gained", "energy_lost", "escaped",
        "fetched", "fetched_to_deck", "gained_card", "game_over", "game_started", "god_kept",
        "gods_dealt", "gods_revealed", "hall_shuffled", "main_named", "milled", "passed", "phase",
        "placed", "played", "reacted", "recruited", "redirected", "reincarnated", "rescued",
        "reshuffled", "resigned", "revealed", "sealed", "stole", "stops_set", "teams_formed",
        "temple_destroyed", "temple_picked", "temple_raised", "turn_began", "turned_up", "used",
        "window_skipped",
    )  # fmt: skip

    MOMENTS = ("temple_destroyed", "eliminated", "sealed", "escaped", "resigned", "game_over")

    def __init__(self, book: RuleBook, words: Words, cards: Cards) -> None:
        super().__init__(book, words)
        self.know_events([*SECRETS, *story.RULES, *story.UNSAID, *story.OPEN])
        self.content = cards

    def event_names(self) -> list[str]:
        verbs = all_verbs().values()
        return [*self.EVENTS, *(event for verb in verbs for event in verb.events)]

    # -- facts --------------------------------------------------------------------------------

    def fact(self, name: str, value: object, to: Listener) -> str:
        if name == "winners":
            return join_texts([to.name(seat) for seat in listed(value)], to)
        if name in CARDS:
            return self.card_name(str(value), to)
        if name in ("cards", "gods"):
            return enumerate_texts([self.card_name(one, to) for one in listed(value)], to)
        if name == "target":
            return self.object_name(str(value), to)
        if name in ("colour", "phase", "row", "kind") and str(value) in self.words.words:
            return self.words.say(str(value), to.language)
        if name == "colours":
            return enumerate_texts([self.words.say(one, to.language) for one in listed(value)], to)
        if name == "place":
            return self.words.say(PLACES.get(str(value), str(value)), to.language)
        if name == "reason":
            return self.words.say(f"reason_{value}", to.language)
        if name == "ability":
            return self.ability_fact(str(value), to)
        if name in ("cost", "have"):
            return self.payment(str(value), to)
        if name in ("open", "sent", "kinds", "counts"):
            return self.special(name, str(value), to)
        return super().fact(name, value, to)

    def special(self, name: str, value: str, to: Listener) -> str:
        if name == "open":
            return self.words.say(value, to.language)
        if name == "sent":
            return self.verb(value, to)
        if name == "counts":
            parts = [part.split(" ") for part in value.split(", ")]
            texts = [f"{number} {self.words.say(colour, to.language)}" for number, colour in parts]
            return enumerate_texts(texts, to)
        return some_texts(value.split(", "), to)

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

    # -- names --------------------------------------------------------------------------------

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
        return self.words.say(f"{of}_of", to.language, name=to.name(seat))

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

    def ability_fact(self, text: str, to: Listener) -> str:
        """An ability by its number among all, or as `ghoul 1`."""
        if text.isdecimal():
            return self.ability_name(self.content.abilities[int(text)], to)
        return self.source_ability(text, None, to)

    def ability_name(self, ability: Ability, to: Listener) -> str:
        """By its own name; one that has none by its card, and its text if there are more."""
        owner = self.owner_id(ability)
        card = self.card_name(owner, to)
        name = ability.names[to.language]
        if name:
            return self.words.say("ability_of", to.language, name=name, card=card)
        if sum(one.type == ability.type for one in abilities_of(self.content, owner)) == 1:
            return card
        return self.words.say(
            "ability_said", to.language, text=ability.texts[to.language], card=card
        )

    def source_ability(self, text: str, view: Facts | None, to: Listener) -> str:
        """`god 2` or `ghoul 1` as the name of an ability."""
        source, _, index = text.partition(" ")
        if source in ("god", "temple") and view is not None and view["asked"] is not None:
            source = str(view["players"][view["asked"]][source])
        abilities = abilities_of(self.content, source)
        if 1 <= int(index) <= len(abilities):
            return self.ability_name(abilities[int(index) - 1], to)
        card = self.card_name(source, to)
        return self.words.say("ability_number", to.language, n=index, card=card)

    # -- events -------------------------------------------------------------------------------

    def word_for(self, seen: Facts) -> str:
        name = str(seen["event"])
        if name in SECRETS and ("cards" in seen or "card" in seen or "god" in seen):
            return f"{name}_secret"
        if name == "attacked" and seen["seat"] is None:
            return "attacked_reveal"
        return f"game_over_{seen['ending']}" if name == "game_over" else name

    def event_facts(self, seen: Facts, to: Listener) -> dict[str, str]:
        known = {key: value for key, value in seen.items() if value is not None}
        name = known["event"]
        if name in ("used", "reacted"):
            known["ability"] = known["number"]
        if name in ("energy_gained", "energy_lost"):
            known["target"] = f"{known['object']}:{known['seat']}"
        if name == "game_over":
            return {"names": self.fact("winners", known["winners"], to)}
        to_word = known.pop("to", None)
        cultures = known.pop("cultures", None)
        facts = super().event_facts(known, to)
        if name == "placed":
            facts["to"] = self.words.say(f"to_{to_word}", to.language)
        if cultures:
            facts["cultures"] = join_texts(cultures, to)
        return facts

    def opening(self, view: Facts) -> list[Facts]:
        players = list(view["players"].values())
        if view["turn"] > 1 or any(player["fell"] for player in players):
            return []
        is_team = view["settings"]["mode"] == "team"
        name = "teams_formed" if is_team else "game_started"
        events: list[Facts] = [{"event": name, "count": view["seats"]}]
        gods = [player["god"] for player in players]
        if all(gods):
            events.append({"event": "gods_revealed", "gods": gods})
        elif not is_team:
            events.append({"event": "gods_dealt"})
        if view["turn"]:
            events.append({"event": "turn_began", "seat": view["active"], "turn": view["turn"]})
        return events

    def story(self, events: Sequence[Facts], to: Listener) -> list[Line]:
        return story.story(self, events, to)

    def stays_open(self, seen: Facts) -> bool:
        return seen["event"] in story.OPEN

    # -- questions and moves ------------------------------------------------------------------

    def question(self, view: Facts, to: Listener) -> str:
        if view["asked"] != view["seat"]:
            return super().question(view, to)
        target = "" if view["attack"] is None else self.aim_name(view, to)
        return self.words.say(str(view["asking"]), to.language, target=target)

    def aim_name(self, view: Facts, to: Listener) -> str:
        """The god or temple under attack, by its own name."""
        target = str(view["attack"]["target"])
        return self.card_name(str(whose(view, target)[target.partition(":")[0]]), to)

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
        key = f"move_{word}"
        if word in ("main", "seat"):
            return key, {"name": to.name(rest)}
        if word in ("god", "temple"):
            return key, {word: self.card_name(rest, to)}
        if word == "recruit" and view is not None:
            count = str(price_of(view, rest))
            return "move_recruit_for", {"card": self.card_name(rest, to), "count": count}
        if word in CARD_MOVES:
            return key, {"card": self.card_name(rest, to)}
        if word in ("act", "react"):
            return key, {"ability": self.source_ability(rest, view, to)}
        if word == "use":
            return self.use_facts(rest, view, to)
        if word == "x":
            return key, {"n": rest}
        if word == "target":
            return key, {"target": self.object_name(rest, to)}
        if word == "card":
            card, _, place = rest.partition("@")
            return key, {"card": self.card_name(card, to), "place": self.fact("place", place, to)}
        if word == "colour":
            return key, {"colour": self.words.say(rest, to.language)}
        if word == "mode":
            return f"{key}_{rest}", {}
        if word == "end" and view is not None:
            return f"{key}_{str(view['question']).lower()}", {}
        return (key, {}) if key in self.words.words else ("", {})

    def use_facts(
        self, rest: str, view: Facts | None, to: Listener
    ) -> tuple[str, dict[str, str]]:  # fmt: skip
        if rest == "none":
            return "move_use_none", {}
        source = str(using(view)["source"]) if view else ""
        if source not in self.content.numbers:
            return "move_use_number", {"n": rest}
        ability = self.content.of_kind[self.content.numbers[source]][int(rest) - 1]
        return "move_use", {"text": ability.texts[to.language]}

    def effect(self, move: str, view: Facts, to: Listener) -> str:
        return effects.Effects(self.words, self.content, view, to).of(move)

    def depends_on(self, move: str, view: Facts) -> tuple[object, ...]:
        return effects.depends_on(move, view)

    def warning(self, move: str, view: Facts, to: Listener) -> str:
        """What a move could cost for good; it is asked for twice."""
        key = danger(self.content, move, view)
        if not key:
            return ""
        name = to.name(move[-1]) if key == "danger_gift" else ""
        return self.words.say(key, to.language, name=name)

    # -- rules and cards ----------------------------------------------------------------------

    def rule_behind(self, rule: str, question: str = "") -> str:
        return RULE_BEHIND.get(rule, rule)

    CALLED = tuple((group, "card") for group in catalogue.GROUPS)

    def cards(self, language: str, spoilers: bool) -> list[Facts]:
        return catalogue.all_cards(self.content, language)

    def things(self, to: Listener) -> dict[str, list[str]]:
        """A card is also called by what it can do."""
        found = super().things(to)
        for card in self.cards(to.language, False):
            names = [ability["name"] for ability in card["abilities"]]
            found[f"card:{card['id']}"] += filter(None, names)
        return found
