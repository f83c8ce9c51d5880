"""How Kodama speaks: its refusals, events and moves in the words of `cards/words.toml`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kamiza.core.action import Refusal
from kamiza.core.content import Table
from kamiza.core.rules import RuleBook, Words
from kamiza.core.speech import Facts, Line, Listener, Speech, enumerate_texts, join_texts
from kamiza.games.kodama.cards import BRANCHES, Cards
from kamiza.games.kodama.icons import FEATURES

OPTIONS = ("edition", "sprouts", "decrees", "first_player", "open_hands")

# Refusals that follow from one rule of the rulebook; the others explain themselves.
RULE_BEHIND = {
    "KO-ERR-01": "KO-GROW-01",
    "KO-ERR-02": "KO-GROW-02",
    "KO-ERR-04": "KO-PLACE-01",
    "KO-ERR-05": "KO-KOD-02",
    "KO-ERR-06": "KO-GEO-17",
    "KO-ERR-07": "KO-GEO-03",
    "KO-ERR-08": "KO-PLACE-07",
    "KO-ERR-09": "KO-PLACE-02",
    "KO-ERR-10": "KO-PLACE-05",
    "KO-ERR-11": "KO-PLACE-03",
    "KO-ERR-12": "KO-PLACE-06",
    "KO-ERR-13": "KO-PLACE-08",
    "KO-ERR-14": "KO-RUL-03",
    "KO-ERR-15": "KO-EFF-28",
    "KO-ERR-16": "KO-RUL-01",
    "KO-ERR-17": "KO-RUL-22",
    "KO-ERR-19": "KO-END-01",
}
MOVE = re.compile(r"(pick|onto|spot|kodama|fallow|grow|place):(.*)")
SPOT = re.compile(r"([bw])(\d+)r(\d+)")


class KodamaSpeech(Speech):
    """The sentences of Kodama."""

    def __init__(self, book: RuleBook, words: Words, cards: Cards) -> None:
        super().__init__(book, words)
        self.content = cards

    # -- facts --------------------------------------------------------------------------------

    def fact(self, name: str, value: object, to: Listener) -> str:
        if name in ("base", "bonus", "points"):
            return self.points(int(str(value)), to)
        if name == "card":
            return self.card_with_icons(str(value), to)
        if name == "onto":
            return self.tree_card(str(value), to)
        if name == "list":
            return join_texts([self.tree_card(card, to) for card in str(value).split(", ")], to)
        if name in ("feature", "season"):
            return self.words.say(str(value), to.language)
        if name == "decision":
            return self.words.say(f"waits_{value}", to.language)
        if name == "kodama":
            return self.name_of(self.spirit(str(value)), to)
        if name == "decree":
            return self.name_of(self.decree(str(value)), to)
        if name == "from":
            return super().fact("seat", value, to)
        return super().fact(name, value, to)

    def refusal_facts(self, name: str, value: str, to: Listener) -> str:
        """A refusal names cards of the tree, and an option by its label."""
        if name == "card":
            return self.tree_card(value, to)
        if name == "name" and value in OPTIONS:
            table = self.content.game.table("options").table(value)
            return table.text("label_ja" if to.is_japanese() else "label")
        return self.fact(name, value, to)

    def points(self, number: int, to: Listener) -> str:
        if number == 0:
            return self.words.say("points_none", to.language)
        if number == 1:
            return self.words.say("points_one", to.language)
        return self.words.say("points_many", to.language, count=number)

    def icons(self, features: Sequence[str], to: Listener) -> str:
        """The icons of a card: "caterpillar, 2 fireflies, flower"."""
        parts = []
        for feature in FEATURES:
            number = list(features).count(feature)
            if number == 1:
                parts.append(self.words.say(feature, to.language))
            elif number > 1:
                parts.append(self.words.say(f"{feature}_many", to.language, count=number))
        return enumerate_texts(parts, to)

    def card_with_icons(self, card: str, to: Listener) -> str:
        """A branch card inside a sentence: "B46 (caterpillar, 2 fireflies, flower)"."""
        icons = self.icons(self.content.features[self.content.card_number(card)], to)
        return f"{card}（{icons}）" if to.is_japanese() else f"{card} ({icons})"

    def tree_card(self, card: str, to: Listener) -> str:
        """A card of a tree inside a sentence: "B47", or "the Glowing Trunk"."""
        number = self.content.card_number(card)
        if number < BRANCHES:
            return card
        name = self.name_of(self.content.trunks[number - BRANCHES], to)
        return name if to.is_japanese() else f"the {name}"

    def name_of(self, table: Table, to: Listener) -> str:
        return table.text("name_ja" if to.is_japanese() else "name")

    def spirit(self, kodama: str) -> Table:
        return self.content.spirits[self.content.spirit_ids.index(kodama)]

    def decree(self, decree: str) -> Table:
        return self.content.decrees[self.content.decree_ids.index(decree)]

    # -- refusals and events ------------------------------------------------------------------

    def refusal(self, refusal: Refusal, to: Listener) -> str:
        facts = {name: self.refusal_facts(name, value, to) for name, value in refusal.facts.items()}
        return self.book.sentence(Refusal(refusal.rule, facts), to.language)

    def word_for(self, seen: Facts) -> str:
        name = str(seen["event"])
        if name == "grown":
            return "grown_bonus" if seen["bonus"] else "grown"
        if name == "hands_revealed":
            return name if seen["hands"] else "hands_revealed_none"
        if name == "scored":
            return word_for_result(seen)
        return "fallow_event" if name == "fallow" else name

    def event_facts(self, seen: Facts, to: Listener) -> dict[str, str]:
        name = seen["event"]
        if name == "scored":
            winners = [to.name(seat) for seat, rank in enumerate(seen["ranks"]) if rank == 1]
            best = self.points(max(seen["scores"]), to)
            return {"name": winners[0], "names": join_texts(winners, to), "points": best}
        if name == "hands_revealed":
            return {"hands": self.left_over(seen["hands"], to)}
        facts = super().event_facts(seen, to)
        if name == "decree_revealed":
            text = "text_ja" if to.is_japanese() else "text"
            facts["text"] = self.decree(seen["decree"]).text(text)
        return facts

    def left_over(self, hands: dict[str, list[str]], to: Listener) -> str:
        form = "{}（{}）" if to.is_japanese() else "{} ({})"
        texts = [
            form.format(self.name_of(self.spirit(kodama), to), to.name(int(seat)))
            for seat, hand in hands.items()
            for kodama in hand
        ]
        return join_texts(texts, to)

    def story(self, events: Sequence[Facts], to: Listener) -> list[Line]:
        """One line for a turn with its refill; the season token is seen, not told."""
        lines: list[Line] = []
        space = "" if to.is_japanese() else " "
        for seen in events:
            if seen["event"] == "season_token_moved":
                continue
            text = self.event(seen, to)
            goes_on = lines and lines[-1].seat is not None
            if seen["event"] == "display_refilled" and goes_on:
                lines[-1] = Line(lines[-1].seat, lines[-1].text + space + text)
            else:
                lines.append(Line(seen.get("seat"), text))
        return lines

    def opening(self, view: Facts) -> list[Facts]:
        if any(len(player["tree"]) > 1 for player in view["players"]):
            return []
        started = {"event": "game_started", "seat": view["first"], "count": view["seats"]}
        events: list[Facts] = [started]
        if view["decree"]:
            season, decree = view["season"], view["decree"]
            events.append({"event": "decree_revealed", "season": season, "decree": decree})
        return events

    # -- moves --------------------------------------------------------------------------------

    def verb(self, move: str, to: Listener) -> str:
        found = MOVE.fullmatch(move)
        if found is None:
            return move
        key = "pick_deck" if move == "pick:deck" else found[1]
        return self.words.say(f"verb_{key}", to.language)

    def move(self, move: str, view: Facts, to: Listener) -> str:
        found = MOVE.fullmatch(move)
        if found is None:
            return move
        verb, rest = found[1], found[2]
        if move == "pick:deck":
            return self.words.say("pick_deck", to.language)
        if verb in ("pick", "fallow"):
            return self.words.say(verb, to.language, card=self.taken(rest, view, to))
        if verb == "onto":
            onto = self.own_card(int(rest), view, to)
            return self.words.say("onto", to.language, onto=onto)
        if verb == "spot":
            return self.spot(rest, view, to)
        if verb == "kodama":
            points = self.points(value_of(rest, view), to)
            return self.words.say("kodama", to.language, kodama=self.fact(verb, rest, to),
                                  points=points)  # fmt: skip
        card = self.taken(rest.partition("@")[0], view, to) if verb == "grow" else ""
        return self.words.say(verb, to.language, card=card)

    def taken(self, slot: str, view: Facts, to: Listener) -> str:
        card = view["picked"]["card"] if slot == "deck" else view["display"][int(slot)]
        return self.card_with_icons(card, to)

    def own_card(self, number: int, view: Facts, to: Listener) -> str:
        """A card of the own tree; branch cards with their icons."""
        card = view["players"][view["seat"]]["tree"][number]["card"]
        return self.tree_card(card, to) if number == 0 else self.card_with_icons(card, to)

    def spot(self, spot: str, view: Facts, to: Listener) -> str:
        """A spot by its bud and how far it bends from the bud's direction."""
        found = SPOT.fullmatch(spot)
        if found is None:
            return spot
        number, rotation = int(found[2]), int(found[3])
        if found[1] == "w":
            degrees = self.words.say("degrees", to.language, degrees=rotation)
            return self.words.say("spot_wide", to.language, number=number + 1, degrees=degrees)
        bend = self.bend(number, rotation, view)
        key = "straight" if bend == 0 else "bent_left" if bend > 0 else "bent_right"
        degrees = self.words.say(key, to.language, degrees=abs(bend))
        return self.words.say("spot_bud", to.language, number=number + 1, degrees=degrees)

    def bend(self, bud: int, rotation: int, view: Facts) -> int:
        parent = view["players"][view["seat"]]["tree"][view["picked"]["onto"]]
        below = self.content.form_of[self.content.card_number(parent["card"])]
        form = self.content.form_of[self.content.card_number(view["picked"]["card"])]
        turn = (rotation + form.heading - below.buds[bud][2] - parent["rot"]) % 360
        return int(turn - 360 if turn > 180 else turn)

    def note(self, move: str, view: Facts, to: Listener) -> str:
        verb, _, rest = move.partition(":")
        places = view.get("places", [])
        if verb == "onto" and places:
            entry = places[0]["parents"][int(rest)]
            key = "onto_bonus" if entry["bonus"] else "onto_points"
            base, bonus = self.points(entry["base"], to), self.points(entry["bonus"], to)
            return self.words.say(key, to.language, base=base, bonus=bonus)
        if verb == "pick" and rest.isdecimal() and places:
            parents = places[int(rest)]["parents"]
            open_ones = [p["base"] + p["bonus"] for p in parents if p["state"] == "open"]
            best = max(open_ones, default=0)
            points = self.points(best, to)
            return self.words.say("pick_best", to.language, points=points) if best else points
        if verb == "kodama":
            return self.spirit(rest).text("text_ja" if to.is_japanese() else "text")
        return self.words.say("fallow_help", to.language) if verb == "fallow" else ""

    # -- rules and cards ----------------------------------------------------------------------

    def rule_behind(self, rule: str, question: str = "") -> str:
        if rule == "KO-ERR-05" and question == "ONTO":
            return "KO-PLACE-02"
        return RULE_BEHIND.get(rule, rule)

    def cards(self, language: str, spoilers: bool) -> list[Facts]:
        to = Listener(language)
        branches = [self.branch_card(number, to) for number in range(BRANCHES)]
        trunks = [self.trunk_card(table, to) for table in self.content.trunks]
        spirits = [self.spirit_card(table, to) for table in self.content.spirits]
        decrees = [self.decree_card(table, to) for table in self.content.decrees]
        shapes = [self.shape(table, to) for table in self.content.shapes]
        return branches + trunks + spirits + decrees + shapes

    def branch_card(self, number: int, to: Listener) -> Facts:
        table = self.content.branches[number]
        card = table.text("id")
        return {
            "group": "branch_cards",
            "id": card,
            "name": self.card_with_icons(card, to),
            "data": raw(table, "shape", "mirror", "icons"),
        }

    def trunk_card(self, table: Table, to: Listener) -> Facts:
        return {
            "group": "trunk_cards",
            "id": table.text("id"),
            "name": self.name_of(table, to),
            "feature": self.words.say(table.text("feature"), to.language),
            "data": raw(table, "feature", "limbs", "buds", "slots"),
        }

    def spirit_card(self, table: Table, to: Listener) -> Facts:
        card: Facts = {
            "group": "sprout_cards" if "letter" in table.data else "kodama_cards",
            "id": table.text("id"),
            "name": self.name_of(table, to),
            "text": table.text("text_ja" if to.is_japanese() else "text"),
            "data": raw(table, "letter", "season", "edition"),
        }
        if "letter" in table.data:
            card["letter"] = table.text("letter")
            card["season"] = self.words.say(table.text("season"), to.language)
        return card

    def decree_card(self, table: Table, to: Listener) -> Facts:
        return {
            "group": "decree_cards",
            "id": table.text("id"),
            "name": self.name_of(table, to),
            "season": self.words.say(table.text("season"), to.language),
            "text": table.text("text_ja" if to.is_japanese() else "text"),
            "data": raw(table, "season", "edition", "effect"),
        }

    def shape(self, table: Table, to: Listener) -> Facts:
        """A limb shape with everything needed to draw it."""
        return {
            "group": "shapes",
            "id": table.text("id"),
            "name": self.name_of(table, to),
            "data": raw(table, "foot", "heading", "limbs", "buds", "slots"),
        }


def raw(table: Table, *fields: str) -> dict[str, object]:
    """What a program needs of a card, as it stands in the data."""
    return {field: table.data[field] for field in fields if field in table.data}


def value_of(kodama: str, view: Facts) -> int:
    """What a Kodama of the own hand scores now."""
    for card in view.get("private", {"hand": []})["hand"]:
        if card["kodama"] == kodama:
            return int(card["points"])
    return 0


def word_for_result(seen: Facts) -> str:
    """Alone by points, alone by icons of the trunk, or together."""
    if seen["ranks"].count(1) > 1:
        return "shared"
    return "won_by_trunk" if seen["scores"].count(max(seen["scores"])) > 1 else "won"
