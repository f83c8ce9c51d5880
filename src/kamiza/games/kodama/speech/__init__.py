"""How Kodama speaks: its refusals, events and moves in the words of `words.toml`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kamiza.core.content import Table
from kamiza.core.refusal import Refusal
from kamiza.core.rules import LANGUAGES, RuleBook, Words
from kamiza.core.speech import (
    Facts,
    Line,
    Listener,
    Speech,
    facts_of_result,
    join_texts,
    with_remark,
    word_for_result,
)
from kamiza.games.kodama.cards import BRANCHES, Cards
from kamiza.games.kodama.rules import spots
from kamiza.games.kodama.rules.icons import FEATURES
from kamiza.games.kodama.rules.refusals import CODES
from kamiza.games.kodama.speech.gallery import gallery

SETTINGS = ("edition", "sprouts", "decrees", "first_player", "open_hands")

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
UNTOLD = ("display_refilled", "season_token_moved")
OPENING = ("game_started", "marker_passed", "decree_revealed")  # of a season
# The rules by which things happen that may surprise.
RULE_OF_EVENT = {
    "marker_passed": "KO-FIRST-01",
    "season_bonus": "KO-EFF-24",
    "deck_card_taken": "KO-EFF-28",
    "fallow": "KO-RUL-03",
    "turn_skipped": "KO-RUL-18",
    "hands_revealed": "KO-END-02",
}
BY_TRUNK = "won_by_trunk"
RULE_OF_RESULT = {"won": "KO-END-03", BY_TRUNK: "KO-END-04", "shared": "KO-END-05"}
OF_TREES = ("grown", "kodama_scored", "season_bonus")
THINGS = {"card": "card", "onto": "card", "kodama": "kodama", "decree": "decree"}
NOT_HERE = spots.CODES[1:]  # why a card may not lie somewhere
MOVE = re.compile(r"(pick|onto|spot|kodama|fallow|grow|place):(.*)")
SPOT = re.compile(r"([bw])(\d+)r(\d+)")


class KodamaSpeech(Speech):
    """The sentences of Kodama."""

    EVENTS = (
        "deck_card_taken", "decree_revealed", "display_refilled", "fallow", "game_started",
        "grown", "hands_revealed", "kodama_scored", "marker_passed", "scored",
        "season_bonus", "season_token_moved", "turn_skipped",
    )  # fmt: skip
    MOMENTS = ("decree_revealed", "kodama_scored", "season_bonus", "scored")

    def __init__(self, book: RuleBook, words: Words, cards: Cards) -> None:
        super().__init__(book, words)
        self.know_events([*UNTOLD, *OPENING, *RULE_OF_EVENT, *OF_TREES])
        self.content = cards
        # A board that judges a dragged card by itself says why not in the words of the rules.
        for code in NOT_HERE:
            rule = f"KO-ERR-{CODES.index(code):02}"
            words.words[f"why_{code}"] = book.rules[rule].text
            words.words[f"rule_{code}"] = dict.fromkeys(LANGUAGES, RULE_BEHIND[rule])

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
        """A refusal names cards of the tree, and a setting by its label."""
        if name == "card":
            return self.tree_card(value, to)
        if name == "name" and value in SETTINGS:
            table = self.content.game.table("settings").table(value)
            return table.text("label_ja" if to.is_japanese() else "label")
        return self.fact(name, value, to)

    def points(self, number: int, to: Listener) -> str:
        if number == 0:
            return self.words.say("points_none", to.language)
        if number == 1:
            return self.words.say("points_one", to.language)
        return self.words.say("points_many", to.language, count=number)

    def icons(self, features: Sequence[str], to: Listener) -> str:
        """The icons of a card: "caterpillar · 2 fireflies · flower"."""
        parts = []
        for feature in FEATURES:
            number = list(features).count(feature)
            if number == 1:
                parts.append(self.words.say(feature, to.language))
            elif number > 1:
                parts.append(self.words.say(f"{feature}_many", to.language, count=number))
        return ("・" if to.is_japanese() else " · ").join(parts)

    def card_with_icons(self, card: str, to: Listener) -> str:
        """A branch card inside a sentence: "the caterpillar · 2 fireflies · flower branch"."""
        return self.words.say("branch_of", to.language, card=self.branch_name(card, to))

    def branch_name(self, card: str, to: Listener) -> str:
        """Branch cards have no printed names: they are called by what they show."""
        icons = self.icons(self.content.features[self.content.card_number(card)], to)
        return self.words.say("branch_name", to.language, icons=icons)

    def tree_card(self, card: str, to: Listener) -> str:
        """A card of a tree inside a sentence: "the 2 stars branch", or "the Glowing Trunk"."""
        number = self.content.card_number(card)
        if number < BRANCHES:
            return self.card_with_icons(card, to)
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
            return word_for_result(seen, BY_TRUNK)
        return "fallow_event" if name == "fallow" else name

    def event_facts(self, seen: Facts, to: Listener) -> dict[str, str]:
        name = seen["event"]
        if name == "scored":
            best = self.points(max(seen["scores"]), to)
            return facts_of_result(seen, to) | {"points": best}
        if name == "hands_revealed":
            return {"hands": self.left_over(seen["hands"], to)}
        facts = super().event_facts(seen, to)
        if name == "decree_revealed":
            text = "text_ja" if to.is_japanese() else "text"
            facts["text"] = self.decree(seen["decree"]).text(text)
        return facts

    def left_over(self, hands: dict[str, list[str]], to: Listener) -> str:
        texts = [
            with_remark(self.name_of(self.spirit(kodama), to), to.name(seat), to)
            for seat, hand in hands.items()
            for kodama in hand
        ]
        return join_texts(texts, to)

    def story(self, events: Sequence[Facts], to: Listener) -> list[Line]:
        """Each season begins a chapter with its decree; refills and the token go without saying."""
        lines: list[Line] = []
        season = ""
        for at, seen in enumerate(events):
            name = str(seen["event"])
            if name in UNTOLD:
                continue
            if name in OPENING and seen["season"] != season:
                season = seen["season"]
                lines.append(Line(None, self.words.say(season, to.language), at, is_head=True))
            about, rule = things_in(seen), rule_of(seen)
            lines.append(Line(seen.get("seat"), self.event(seen, to), at, about=about, rule=rule))
            if name == "scored" and (remark := self.margin(seen, to)):
                lines.append(Line(None, remark, at, about=about))
        return lines

    def margin(self, seen: Facts, to: Listener) -> str:
        """How close it was, if anybody has fewer points than the winners."""
        best = max(seen["scores"])
        behind = [seat for seat, rank in enumerate(seen["ranks"]) if rank > 1]
        second = min(behind, key=lambda seat: int(seen["ranks"][seat]), default=None)
        if second is None or seen["scores"][second] == best:
            return ""
        count = best - seen["scores"][second]
        key = "ahead_one" if count == 1 else "ahead"
        return self.words.say(key, to.language, count=count, name=to.name(second))

    def opening(self, view: Facts) -> list[Facts]:
        if any(len(player["tree"]) > 1 for player in view["players"].values()):
            return []
        season, decree = view["season"], view["decree"]
        started = {"event": "game_started", "seat": view["first"], "count": view["seats"]}
        events: list[Facts] = [started | {"season": season}]
        if decree:
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

    def effect(self, move: str, view: Facts, to: Listener) -> str:
        verb, _, rest = move.partition(":")
        places = view.get("places", [])
        if verb == "onto" and places:
            entry = places[0]["parents"][int(rest)]
            key = "onto_bonus" if entry["bonus"] else "onto_points"
            base, bonus = self.points(entry["base"], to), self.points(entry["bonus"], to)
            return self.words.say(key, to.language, base=base, bonus=bonus)
        if verb == "pick" and rest.isdecimal() and places:
            best = places[int(rest)]["best"] or 0
            points = self.points(best, to)
            return self.words.say("pick_best", to.language, points=points) if best else points
        if verb == "kodama":
            return self.spirit(rest).text("text_ja" if to.is_japanese() else "text")
        return self.words.say("fallow_help", to.language) if verb == "fallow" else ""

    def depends_on(self, move: str, view: Facts) -> tuple[object, ...] | None:
        verb, _, rest = move.partition(":")
        places = view.get("places", [])
        if verb == "kodama":
            return (value_of(rest, view),)
        if move == "pick:deck":
            return ()
        if verb in ("pick", "fallow") and rest.isdecimal():
            best = places[int(rest)]["best"] if places else None
            return (view["display"][int(rest)], best)
        if view["picked"] is None or view["seat"] is None:
            return None
        tree = view["players"][view["seat"]]["tree"]
        if verb == "onto":
            entry = places[0]["parents"][int(rest)] if places else {}
            return (tree[int(rest)]["card"], entry.get("base"), entry.get("bonus"))
        onto = view["picked"]["onto"]
        below = () if onto is None else (tree[onto]["card"], tree[onto]["rot"])
        return (view["picked"]["card"], *below)

    # -- rules and cards ----------------------------------------------------------------------

    def rule_behind(self, rule: str, question: str = "") -> str:
        if rule == "KO-ERR-05" and question == "ONTO":
            return "KO-PLACE-02"
        return RULE_BEHIND.get(rule, rule)

    CALLED = (
        ("branch_cards", "card"), ("trunk_cards", "card"), ("kodama_cards", "kodama"),
        ("sprout_cards", "kodama"), ("decree_cards", "decree"), ("shapes", "shape"),
    )  # fmt: skip

    def cards(self, language: str, spoilers: bool) -> list[Facts]:
        return gallery(self, Listener(language))


def rule_of(seen: Facts) -> str:
    name = str(seen["event"])
    if name == "scored":
        return RULE_OF_RESULT[word_for_result(seen, BY_TRUNK)]
    return RULE_OF_EVENT.get(name, "")


def things_in(seen: Facts) -> tuple[str, ...]:
    """What an event is about: "card:B46", "tree:A", "decree:DS1", "result"."""
    if seen["event"] == "scored":
        return ("result",)
    found = [f"{THINGS[fact]}:{seen[fact]}" for fact in THINGS if fact in seen]
    if seen["event"] in OF_TREES:
        found += [f"tree:{seen['seat']}", *(f"card:{card}" for card in seen.get("cards", ()))]
    return tuple(found)


def value_of(kodama: str, view: Facts) -> int:
    """What a Kodama of the own hand scores now."""
    for card in view.get("private", {"hand": []})["hand"]:
        if card["kodama"] == kodama:
            return int(card["points"])
    return 0
