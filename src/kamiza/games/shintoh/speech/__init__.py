"""How Shintoh speaks: its refusals, events and moves in the words of `words.toml`."""

from __future__ import annotations

from collections.abc import Sequence

from kamiza.core.action import LETTERS
from kamiza.core.refusal import Refusal
from kamiza.core.rules import RuleBook, Words
from kamiza.core.speech import (
    Facts,
    Line,
    Listener,
    enumerate_texts,
    facts_of_result,
    join_texts,
    with_remark,
    word_for_result,
)
from kamiza.games.shintoh.cards import INFLUENCE, KINDS, Cards
from kamiza.games.shintoh.speech import bids
from kamiza.games.shintoh.speech.card_list import TREASURES, CardSpeech, influence_of

SETTINGS = ("role_knowledge", "first_dealer", "hand_tracker")

# Refusals that follow from one rule of the rulebook; the others explain themselves.
RULE_BEHIND = {
    "OF-ERR-01": "OF-FLOW-02",
    "OF-ERR-03": "OF-FLOW-03",
    "OF-ERR-04": "OF-DED-01",
    "OF-ERR-05": "OF-DED-03",
    "OF-ERR-06": "OF-DED-03",
    "OF-ERR-07": "OF-TRE-01",
    "OF-ERR-08": "OF-TRE-02",
    "OF-ERR-09": "OF-RUL-13",
    "OF-ERR-10": "OF-RUL-13",
    "OF-ERR-11": "OF-RUL-12",
    "OF-ERR-12": "OF-RUL-15",
    "OF-ERR-13": "OF-RUL-16",
    "OF-ERR-14": "OF-ROLE-05",
    "OF-ERR-15": "OF-END-01",
    "OF-ERR-16": "OF-GEN-01",
}

# What may be done at a question is another rule for each question.
RULE_OF_QUESTION = {"GIVE": "OF-RUL-32", "MIRROR_PICK": "OF-TRE-06", "SWORD_TARGET": "OF-TRE-07"}

# Events that end the line of the event before them.
CONTINUING = ("harvest_revealed", "pile_reshuffled", "jewel_drew")


class ShintohSpeech(CardSpeech):
    """The sentences of Shintoh."""

    EVENTS = (
        "altar_revealed", "card_added", "dealer", "dedicated", "game_started", "god_won",
        "gods_revealed", "harvest_revealed", "jewel_drew", "mirror_swapped", "passed",
        "pile_reshuffled", "role_taken", "scored", "sword_stole", "treasure_used",
    )  # fmt: skip
    MOMENTS = ("god_won", "gods_revealed", "scored")

    def __init__(self, book: RuleBook, words: Words, cards: Cards) -> None:
        super().__init__(book, words, cards)
        self.know_events(CONTINUING)

    # -- facts --------------------------------------------------------------------------------

    def fact(self, name: str, value: object, to: Listener) -> str:
        if name in ("kind", "old", "new", "gained"):
            return self.words.say(str(value), to.language) if value else ""
        if name in ("kinds", "returned") and isinstance(value, dict):
            return self.kinds(value, to)
        if name == "paid" and isinstance(value, dict):
            return str(influence_of(value))
        if name == "god":
            return self.god_in_sentence(str(value), to)
        if name == "treasure":
            return self.god_name(str(value), to.language)
        return super().fact(name, value, to)

    def god_in_sentence(self, god: str, to: Listener) -> str:
        if god in TREASURES:
            return self.words.say(f"the_{god}", to.language)
        return self.god_name(god, to.language)

    def refusal(self, refusal: Refusal, to: Listener) -> str:
        setting = refusal.facts.get("setting")
        if setting in SETTINGS:
            words = self.setting_words(setting, refusal.facts["value"], to)
            refusal = Refusal(refusal.rule, refusal.facts | words)
        return super().refusal(refusal, to)

    def setting_words(self, setting: str, typed: str, to: Listener) -> dict[str, str]:
        """The labels of a setting and of its value; a value it does not have stays as it is."""
        label = "label_ja" if to.is_japanese() else "label"
        table = self.content.game.table("settings").table(setting)
        for value in table.tables("value", "value"):
            if typed == str(value.data["value"]):
                typed = value.text(label)
                break
        return {"setting": table.text(label), "value": typed}

    # -- events -------------------------------------------------------------------------------

    def word_for(self, seen: Facts) -> str:
        name = str(seen["event"])
        if name == "passed":
            name += "_back" if any(seen["returned"].values()) else ""
            return name + ("" if seen["gained"] else "_none")
        if name == "scored":
            return word_for_result(seen, "won_by_gods")
        return name + ending_of(name, seen)

    def event_facts(self, seen: Facts, to: Listener) -> dict[str, str]:
        facts = super().event_facts(seen, to)
        name = seen["event"]
        if name == "passed":
            facts |= {"kinds": facts["returned"], "kind": facts["gained"]}
        elif name == "pile_reshuffled":
            facts["count"] = facts["size"]
        elif name == "treasure_used":
            facts["treasure"] = self.words.say(f"treasure_{seen['treasure']}", to.language)
        elif name == "gods_revealed":
            facts["gods"] = self.revealed(seen["gods"], to)
        elif name == "scored":
            facts |= facts_of_result(seen, to)
        return facts

    def revealed(self, gods: dict[str, str], to: Listener) -> str:
        names = {seat: self.god_in_sentence(god, to) for seat, god in gods.items()}
        return join_texts([with_remark(names[seat], to.name(seat), to) for seat in names], to)

    def event(self, seen: Facts, to: Listener) -> str:
        sentence = super().event(seen, to)
        if seen["event"] == "scored":
            return sentence + ("。" if to.is_japanese() else ".")
        return sentence

    def story(self, events: Sequence[Facts], to: Listener) -> list[Line]:
        """One line for a dedication, a pass with the next Harvest Card, a treasure, a victory;
        every new god on the altar begins a chapter."""
        lines: list[Line] = []
        laid: dict[str, int] = {}
        first = 0  # of the cards laid
        space = "" if to.is_japanese() else " "
        for place, seen in enumerate(events):
            name, seat = seen["event"], seen.get("seat")
            if name == "card_added":
                first = place if not laid else first
                laid[seen["kind"]] = laid.get(seen["kind"], 0) + 1
                if not goes_on(events, place):
                    text = self.laying(str(seat), laid, to)
                    lines.append(Line(seat, text, first, about=(f"laid:{seat}",)))
                    laid = {}
            elif name == "dedicated" and laid:
                text = self.dedication(seen, laid, to)
                lines.append(Line(seat, text, first, about=(f"laid:{seat}",)))
                laid = {}
            elif name in CONTINUING and lines and can_go_on(events[place - 1], lines[-1]):
                last = lines[-1]
                lines[-1] = last._replace(text=last.text + space + self.event(seen, to))
            elif name == "altar_revealed":
                lines.append(self.chapter(seen, place, to))
            elif name != "dealer":  # the winner is always the next dealer
                about = (f"god:{seen['god']}",) if "god" in seen else ()
                lines.append(Line(seat, self.event(seen, to), place, about=about))
        return lines

    def stays_open(self, seen: Facts) -> bool:
        """A dedication goes on until it is finished."""
        return str(seen["event"]) == "card_added"

    def chapter(self, seen: Facts, place: int, to: Listener) -> Line:
        """The god on the altar, and which competition this is."""
        god = self.fact("god", seen["god"], to)
        facts = {"number": seen["number"], "god": god[:1].upper() + god[1:]}
        text = self.words.say("chapter", to.language, **facts)
        return Line(None, text, place, is_head=True, about=(f"god:{seen['god']}",))

    def laying(self, seat: str, laid: dict[str, int], to: Listener) -> str:
        kinds = self.kinds(laid, to)
        return self.words.say("card_added", to.language, name=to.name(seat), kind=kinds)

    def dedication(self, seen: Facts, laid: dict[str, int], to: Listener) -> str:
        facts = {"name": to.name(seen["seat"]), "kinds": self.kinds(laid, to)}
        return self.words.say("dedicated_kinds", to.language, total=seen["total"], **facts)

    def opening(self, view: Facts) -> list[Facts]:
        started = {"event": "game_started", "name": view["dealer"], "count": view["seats"]}
        events: list[Facts] = [started] if view["competition"] == 1 else []
        if view["harvest"]:
            events.append({"event": "harvest_revealed", "kind": view["harvest"]})
        if view["altar"]:
            number = view["competition"]
            events.append({"event": "altar_revealed", "god": view["altar"], "number": number})
        return events

    # -- moves --------------------------------------------------------------------------------

    def verb(self, move: str, to: Listener) -> str:
        key, facts = self.move_facts(move, to)
        if f"verb_{key}" not in self.words.words:
            return move
        return self.words.say(f"verb_{key}", to.language, **facts)

    def move_facts(self, move: str, to: Listener) -> tuple[str, dict[str, str]]:
        """The kind of move and its facts in words."""
        word, _, rest = move.partition(" ")
        if move[:1] == "+" and move[1:] in KINDS:
            return "add", {"kind": self.words.say(move[1:], to.language)}
        if word == "pick" and rest in KINDS:
            return "pick", {"kind": self.words.say(rest, to.language)}
        if word == "rob" and rest in LETTERS:
            return "rob", {"name": to.name(rest)}
        return move, {}

    def move(self, move: str, view: Facts, to: Listener) -> str:
        key, facts = self.move_facts(move, to)
        if key == "pass":
            key = "pass_take" if view["harvest"] else "pass_none"
            facts = {"kind": self.fact("kind", view["harvest"], to)}
        elif key == "add" and view["question"] == "TURN":
            key = "lay"
        elif key == "stop":
            facts = {"total": str(view["players"][view["seat"]]["total"])}
        elif key == "pick" and "pile" in view:
            key = "pick_count"
            facts["count"] = str(view["pile"][move.partition(" ")[2]])
        elif key == "rob":
            key = "rob_count"
            facts["count"] = str(view["players"][move.partition(" ")[2]]["hand_size"])
        return self.words.say(key, to.language, **facts)

    def turn(self, moves: Sequence[str], view: Facts, to: Listener) -> str:
        """A dedication as one phrase, whatever treasure was used before it."""
        added = [move[1:] for move in moves if move[:1] == "+" and move[1:] in KINDS]
        before = [self.move(move, view, to) for move in moves if move[:1] != "+" and move != "stop"]
        if added:
            counts: dict[str, int] = {kind: added.count(kind) for kind in KINDS if kind in added}
            total = view["players"][view["seat"]]["total"] + influence_of(counts)
            kinds = self.kinds(counts, to)
            before.append(self.words.say("dedicate_kinds", to.language, kinds=kinds, total=total))
        return enumerate_texts(before, to) if before else super().turn(moves, view, to)

    def depends_on(self, move: str, view: Facts) -> tuple[object, ...]:
        word, _, rest = move.partition(" ")
        players = view["players"]
        me = players[view["seat"]]
        if move == "pass":
            rival = only_rival(view)
            award = (rival["seat"], rival["total"], view["altar"]) if rival else ()
            return (view["harvest"], sum(me["placed"].values()), *award)
        if move[0] == "+":
            return (view["question"], me["total"], view["bar"])
        if move == "stop":
            return (me["total"], following(view))
        if word == "pick":
            return (view["harvest"], view["pile"][rest] if "pile" in view else None)
        return (players[rest]["hand_size"],) if word == "rob" else ()

    def effect(self, move: str, view: Facts, to: Listener) -> str:
        key, facts = self.move_facts(move, to)
        if key == "pass":
            return self.effect_of_passing(view, to)
        if key == "add":
            return self.effect_of_adding(INFLUENCE[KINDS.index(move[1:])], view, to)
        if key == "stop":
            total = str(view["players"][view["seat"]]["total"])
            facts = {"total": total, "name": to.name(following(view))}
        elif key == "pick":
            facts["old"] = self.fact("kind", view["harvest"], to)
        elif key == "rob":
            count = view["players"][move.partition(" ")[2]]["hand_size"]
            facts["count"] = str(count)
            key = "rob_one" if count == 1 else "rob"
        return self.words.say(f"effect_{key}", to.language, **facts)

    def effect_of_passing(self, view: Facts, to: Listener) -> str:
        """Cards back, the Harvest Card gained, and who wins if only one is left."""
        back = sum(view["players"][view["seat"]]["placed"].values())
        key = "effect_pass" + ("_one" if back == 1 else "_back" if back else "")
        facts = {"count": str(back), "kind": self.fact("kind", view["harvest"], to)}
        text = self.words.say(key + ("" if view["harvest"] else "_none"), to.language, **facts)
        rival = only_rival(view)
        if rival is None:
            return text
        facts = {"name": to.name(rival["seat"]), "god": self.fact("god", view["altar"], to)}
        key = "effect_award" if rival["total"] else "effect_award_free"
        award = self.words.say(key, to.language, paid=rival["total"], **facts)
        return text + ("" if to.is_japanese() else " ") + award

    def effect_of_adding(self, influence: int, view: Facts, to: Listener) -> str:
        """The new total against the highest of the others."""
        total, bar = view["players"][view["seat"]]["total"] + influence, view["bar"]
        key = "effect_add_first" if not bar else "effect_add" if total > bar else "effect_add_below"
        facts = {"total": total, "bar": bar, "more": total - bar, "need": bar + 1}
        return self.words.say(key, to.language, **facts)

    def bid(self, wanted: int | None, view: Facts, to: Listener) -> bids.Bid:
        """The cheapest cards for a total, or for the smallest one that is enough."""
        return bids.bid(self, wanted, view, to)

    def warning(self, move: str, view: Facts, to: Listener) -> str:
        return self.words.say("look_price", to.language) if move == "look" else ""

    # -- rules and cards ----------------------------------------------------------------------

    def rule_behind(self, rule: str, question: str = "") -> str:
        if rule == "OF-ERR-03" and question in RULE_OF_QUESTION:
            return RULE_OF_QUESTION[question]
        return RULE_BEHIND.get(rule, rule)

    def may_see_secrets(self, view: Facts) -> bool:
        return any("members" in role for role in view["roles"])


def only_rival(view: Facts) -> Facts | None:
    """The one player left to compete with, if there is only one."""
    rivals = [p for p in view["players"].values() if p["in"] and p["seat"] != view["seat"]]
    return rivals[0] if len(rivals) == 1 else None


def following(view: Facts) -> str:
    """Who has to answer next, if the seat of this view stops."""
    seats = list(view["players"])
    me = seats.index(view["seat"])
    order = seats[me + 1 :] + seats[:me]
    return next((seat for seat in order if view["players"][seat]["in"]), str(view["seat"]))


def ending_of(name: str, seen: Facts) -> str:
    """What is added to the name of an event to get the key of its sentence."""
    if name == "pile_reshuffled":
        return "_one" if seen["size"] == 1 else ""
    if name == "treasure_used":
        return "_face_down" if seen["was_face_down"] else ""
    if name == "jewel_drew":
        return "_secret" if "kinds" in seen else "_one" if seen["count"] == 1 else ""
    if name == "sword_stole":
        return "_secret" if "kind" in seen else ""
    if name == "god_won":
        return "" if any(seen["paid"].values()) else "_free"
    if name == "gods_revealed":
        return "" if seen["gods"] else "_none"
    return "_event" if name == "dealer" else ""


def can_go_on(before: Facts, line: Line) -> bool:
    """May the next event stand on the same line as this one?"""
    return str(before["event"]) != "game_started" and not line.is_head


def goes_on(events: Sequence[Facts], position: int) -> bool:
    """Does the dedication of this card go on with the next event?"""
    if position + 1 == len(events):
        return False
    following = events[position + 1]
    return following["event"] in ("card_added", "dedicated")
