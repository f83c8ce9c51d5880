"""How Kami-sama speaks: its refusals, events and moves in the words of `words.toml`."""

from __future__ import annotations

from collections.abc import Sequence

from kamiza.core.refusal import Refusal
from kamiza.core.rules import RuleBook, Words
from kamiza.core.speech import (
    Facts,
    Line,
    Listener,
    facts_of_result,
    join_texts,
    with_remark,
    word_for_result,
)
from kamiza.games.kamisama.board import TYPES, VILLAGE_IDS
from kamiza.games.kamisama.cards import Cards, half_points
from kamiza.games.kamisama.notation import FOX
from kamiza.games.kamisama.speech.card_list import CardSpeech

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
# The rules behind what happens by itself.
RULE_OF_EVENT = {
    "board_turned": "KS-FLOW-05",
    "fear_returned": "KS-DES-25",
    "kitsune_revealed": "KS-2P-08",
    "kitsune_took": "KS-2P-13",
    "moon_drawn": "KS-YEAR-01",
    "rage_charged": "KS-DES-27",
    "ranked": "KS-INF-03",
    "set_scored": "KS-TOK-02",
    "tie_decided": "KS-INF-04",
    "token_taken": "KS-GOAL-02",
    "tracks_scored": "KS-TRK-01",
    "villagers_returned": "KS-DRF-06",
}
# Events without a line: a turn has its head, and a look at cards tells nothing.
NOT_IN_LOG = ("turn_began", "hand_passed")
# Facts that name something a screen can light up.
THINGS = {
    "space": "space", "to": "space", "card": "card", "goal": "goal", "village": "village",
    "kami": "kami",
}  # fmt: skip
# How a move is called on a button; the others by their first word.
BUTTONS = {"fear keep": "fear_keep", "rage": "use_rage"}
WORDS_OF_MOVES = {"fear": "fear_at", "seed": "seed_at"}


class KamisamaSpeech(CardSpeech):
    """The sentences of Kami-sama."""

    EVENTS = (
        "ability_used", "board_turned", "fear_placed", "fear_returned", "gained", "game_started",
        "hand_passed", "idled", "kami_chosen", "kami_dealt", "kami_revealed", "kitsune_added",
        "kitsune_removed", "kitsune_revealed", "kitsune_took", "moon_drawn", "piece_removed",
        "rage_charged", "rage_used", "ranked", "scored", "seed_placed", "set_scored",
        "shrine_added", "shrine_moved", "shrines_swapped", "tie_decided", "token_taken",
        "tracks_scored", "turn_began", "villager_taken", "villagers_drawn", "villagers_returned",
        "year_began", "year_ended",
    )  # fmt: skip

    MOMENTS = (
        "year_began", "token_taken", "set_scored", "year_ended", "ranked", "tracks_scored", "scored"
    )  # fmt: skip

    def __init__(self, book: RuleBook, words: Words, cards: Cards) -> None:
        super().__init__(book, words, cards)
        heads = [key.removeprefix("head_") for key in words.words if key.startswith("head_")]
        self.know_events([*RULE_OF_EVENT, *NOT_IN_LOG, *heads])

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
        if name == "decision":
            return self.words.say(f"decision_{value}", to.language)
        if name == "ability" and isinstance(value, str):
            kami, _, number = value.partition(" ")
            return self.name_of(self.ability_table(kami, int(number)), to)
        return super().fact(name, value, to)

    def party(self, value: object, to: Listener) -> str:
        if value == FOX:
            return self.words.say(FOX, to.language)
        return to.name(str(value))

    def space(self, text: str, to: Listener) -> str:
        """A space in words: "Farming b2"."""
        village = self.words.say(f"village_{text[:2]}", to.language)
        return f"{village}{text[3:]}" if to.is_japanese() else f"{village} {text[3:]}"

    def space_with_type(self, text: str, to: Listener) -> str:
        board = self.content.board
        kind = self.words.say(f"type_{TYPES[board.types[board.texts.index(text)]]}", to.language)
        return with_remark(self.space(text, to), kind, to)

    def gains(self, favor: int, nature: int, to: Listener) -> str:
        """ "2 Favor and 1 Nature"; nothing is an empty text."""
        parts = []
        for number, word in ((favor, "favor"), (nature, "nature")):
            name = self.words.say(word, to.language)
            if number:
                parts.append(f"{name}{number}" if to.is_japanese() else f"{number} {name}")
        return join_texts(parts, to)

    # -- refusals ------------------------------------------------------------------------------

    def refusal(self, refusal: Refusal, to: Listener) -> str:
        if "reason" in refusal.facts:
            reason = f"reason_{refusal.facts['reason']}"
            facts = {"reason": self.words.say(reason, to.language, **refusal.facts)}
            refusal = Refusal(refusal.rule, facts)
        return super().refusal(refusal, to)

    def typed_refusal(self, refusal: Refusal) -> str:
        """In English, with spaces as they are typed."""
        sentence = self.refusal(refusal, Listener())
        space = refusal.facts.get("space", "")
        if space not in self.content.board.texts:
            return sentence
        return sentence.replace(self.space(space, Listener()), space)

    # -- events -------------------------------------------------------------------------------

    def word_for(self, seen: Facts) -> str:
        name = str(seen["event"])
        if name == "scored":
            return word_for_result(seen, "won_tie")
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
            facts |= facts_of_result(seen, to)
        return facts

    def revealed(self, kami: dict[str, str], to: Listener) -> str:
        names = {seat: self.name_of(self.kami_table(name), to) for seat, name in kami.items()}
        return join_texts([with_remark(names[seat], to.name(seat), to) for seat in names], to)

    def ranking(self, entries: list[Facts], to: Listener) -> str:
        return ("、" if to.is_japanese() else ", ").join(
            f"{self.party(entry['seat'], to)} {entry['chain']}" for entry in entries
        )

    def opening(self, view: Facts) -> list[Facts]:
        if view["goal"] is None:
            return [{"event": "kami_dealt", "count": view["seats"]}]
        kami = {seat: player["kami"] for seat, player in view["players"].items()}
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
            return {"player": to.name(rest)}
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

    def depends_on(self, move: str, view: Facts) -> tuple[object, ...]:
        kami = view["players"][view["asked"]]["kami"]
        return repr(view["preview"].get(move)), kami, why_idle(view) if move == "idle" else ""

    def effect(self, move: str, view: Facts, to: Listener) -> str:
        """What is printed, then what would certainly happen."""
        sentences = [self.note(move, view, to)]
        preview = view["preview"].get(move)
        if preview:
            sentences += [self.event(seen, to) for seen in preview["events"]]
            sentences += [self.chain_change(change, to) for change in preview["chains"]]
        return ("" if to.is_japanese() else " ").join(text for text in sentences if text)

    def note(self, move: str, view: Facts, to: Listener) -> str:
        """What a card says about a move, or why it is offered."""
        word, _, rest = move.partition(" ")
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
        return self.words.say(why_idle(view), to.language) if word == "idle" else ""

    def chain_change(self, change: Facts, to: Listener) -> str:
        facts = {name: self.fact(name, value, to) for name, value in change.items()}
        return self.words.say("note_chain", to.language, **facts)

    # -- the log ------------------------------------------------------------------------------

    def story(self, events: Sequence[Facts], to: Listener) -> list[Line]:
        """Every turn begins a chapter, and so do years and the Kitsune; what is only looked at is
        left out."""
        lines: list[Line] = []
        for at, seen in enumerate(events):
            name = seen["event"]
            head = self.head(seen, to)
            if head:
                lines.append(Line(seen.get("seat"), head, at, is_head=True))
            if name not in NOT_IN_LOG:
                rule = RULE_OF_EVENT.get(name, "")
                text = self.event(seen, to)
                lines.append(Line(seen.get("seat"), text, at, about=about(seen), rule=rule))
        return lines

    def head(self, seen: Facts, to: Listener) -> str:
        """The title of a chapter that an event begins, or nothing."""
        key = f"head_{seen['event']}"
        if key not in self.words.words:
            return ""
        return self.words.say(key, to.language, **self.event_facts(seen, to))

    # -- rules and cards ----------------------------------------------------------------------

    CALLED = (
        ("kami_sheets", "kami"), ("villager_cards", "card"), ("goal_cards", "goal"),
        ("kitsune_cards", "card"), ("village_pieces", "village"),
    )  # fmt: skip

    def things(self, to: Listener) -> dict[str, list[str]]:
        """Cards, and what else stands on the board: abilities, villages in short, spaces."""
        found = super().things(to)
        for village in VILLAGE_IDS:
            found[f"village:{village}"].append(self.words.say(f"village_{village}", to.language))
        for kami in self.content.kami_ids:
            table = self.kami_table(kami)
            for number, ability in enumerate([table.table("passive"), *table.tables("ability")]):
                found[f"ability:{kami}.{number}"] = [self.name_of(ability, to)]
        for space in self.content.board.texts:
            found[f"space:{space}"] = [self.space(space, to)]
        return found

    def rule_behind(self, rule: str, question: str = "") -> str:
        return RULE_BEHIND.get(rule, rule)


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


def about(seen: Facts) -> tuple[str, ...]:
    """What an event names, for a screen to light up."""
    if seen["event"] == "ability_used":
        return (f"ability:{seen['kami']}.{seen['ability']}",)
    found = [(THINGS[name], value) for name, value in seen.items() if name in THINGS]
    return tuple(f"{thing}:{value}" for thing, value in found if isinstance(value, str))


def why_idle(view: Facts) -> str:
    """An Add without a shrine, or nothing else is possible. [KS-RUL-07]"""
    turn = view["turn"]
    is_add = turn["basics"] < view["basic_limit"]  # with shrines it would not be offered
    return "note_no_shrine" if is_add else "note_nothing_else"
