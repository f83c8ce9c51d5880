"""How a game speaks: refusals, events, questions and moves as sentences, for every interface.

Nothing here knows a screen. What the rules hand out are raw facts ("rice", "+rice", seat 2); a
`Speech` turns them into words of its game's `words`, in the language and with the names of a
`Listener`. The base class already works for any game; a game's own subclass knows what its facts
mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from kamiza.core.action import seat_letter, seat_of
from kamiza.core.content import ContentError
from kamiza.core.refusal import Refusal
from kamiza.core.rules import RuleBook, Words

if TYPE_CHECKING:
    from kamiza.core.game import Game

Facts = dict[str, Any]  # an event as one seat saw it, or a view, both JSON-ready

MOST_LISTED = 8  # possibilities in a refusal


@dataclass(frozen=True)
class Listener:
    """Who reads the sentence: in which language, and what the seats are called."""

    language: str = "en"
    names: tuple[str, ...] = ()

    def name(self, seat: int | str) -> str:
        """What the player of a seat, given by letter or number, is called."""
        number = seat_of(seat)
        return self.names[number] if 0 <= number < len(self.names) else seat_letter(number)

    def is_japanese(self) -> bool:
        return self.language == "ja"


class Line(NamedTuple):
    """One line of a log."""

    seat: str | None  # whom it is about, if it is about somebody
    text: str
    at: int = 0  # the place of its first event among those it was made from
    is_head: bool = False  # it begins a chapter: a turn, a season, a new god on the altar
    about: tuple[str, ...] = ()  # things it names, "god:susanoo", for a screen to light up
    rule: str = ""  # the rule by which it happened, where that is worth knowing


class Speech:
    """The sentences of one game."""

    EVENTS: tuple[str, ...] = ()  # the names of all events of the game
    MOMENTS: tuple[str, ...] = ()  # those that a screen may celebrate
    # How the log calls the cards of a group: ("god_cards", "god").
    CALLED: tuple[tuple[str, str], ...] = ()

    def __init__(self, book: RuleBook, words: Words) -> None:
        self.book = book
        self.words = words
        self.events = frozenset(self.event_names())
        self.know_events(self.MOMENTS)
        for key in words.events:
            if not any(key == name or key.startswith(f"{name}_") for name in self.events):
                raise ContentError(f"words.toml: there is no event for the sentence '{key}'")

    def event_names(self) -> Iterable[str]:
        """The names of all events of the game; a game may have them from several places."""
        return self.EVENTS

    def know_events(self, names: Iterable[str]) -> None:
        """Refuse names of events that the game does not have."""
        for name in names:
            if not self.has_event(name):
                raise ContentError(f"there is no event '{name}'")

    # -- what a game fills in -----------------------------------------------------------------

    def fact(self, name: str, value: object, to: Listener) -> str:
        """One fact of a refusal or an event, in words."""
        if name in ("seat", "victim") or (name == "name" and seat_of(value) >= 0):
            return to.name(seat_of(value))  # another name is that of a setting
        if name == "move":
            return self.verb(str(value), to)
        if name == "moves":
            return some_texts([self.verb(move, to) for move in str(value).split(", ")], to)
        return str(value)

    def verb(self, move: str, to: Listener) -> str:
        """A move inside a sentence: "take the role card"."""
        return move

    def move(self, move: str, view: Facts, to: Listener) -> str:
        """A move on a button: "Pass, take salt"."""
        return move

    def turn(self, moves: Sequence[str], view: Facts, to: Listener) -> str:
        """All moves of one act as one phrase: "Dedicate rice and salt, total 4"."""
        first, *rest = moves
        return enumerate_texts([self.move(first, view, to), *(self.verb(m, to) for m in rest)], to)

    def effect(self, move: str, view: Facts, to: Listener) -> str:
        """What a move would do, from what the view shows; nothing if its label says it all."""
        return ""

    def depends_on(self, move: str, view: Facts) -> tuple[object, ...] | None:
        """Everything in the view that label, effect and warning of a move depend on; equal facts,
        equal sentences. None: do not remember them."""
        return None

    def warning(self, move: str, view: Facts, to: Listener) -> str:
        """The price of a move that deserves a second thought, or nothing."""
        return ""

    def word_for(self, seen: Facts) -> str:
        """The key of the sentence that fits an event."""
        return str(seen["event"])

    def opening(self, view: Facts) -> list[Facts]:
        """What happened before anybody could listen, as events."""
        return []

    def rule_behind(self, rule: str, question: str = "") -> str:
        """The rule that explains a refusal best, for the question that was open; the refusal
        itself if there is none better."""
        return rule

    def cards(self, language: str, spoilers: bool) -> list[Facts]:
        """Every card as data for a list; each has at least `group`, `id` and `name`."""
        return []

    def things(self, to: Listener) -> dict[str, list[str]]:
        """What sentences can name, as the log calls it ("god:susanoo"): its name, and what else it
        is called. Every language has the same things."""
        called = dict(self.CALLED)
        return {
            f"{called.get(card['group'], card['group'])}:{card['id']}": [str(card["name"])]
            for card in self.cards(to.language, False)
        }

    def may_see_secrets(self, view: Facts) -> bool:
        """May the seat of this view read the rules marked as secret?"""
        return view.get("asked") is None

    # -- the same for every game --------------------------------------------------------------

    def refusal(self, refusal: Refusal, to: Listener) -> str:
        """The sentence a refused player reads."""
        facts = {name: self.fact(name, value, to) for name, value in refusal.facts.items()}
        return self.book.sentence(Refusal(refusal.rule, facts), to.language)

    def has_event(self, name: str) -> bool:
        """Can an event of this name happen in the game?"""
        return name in self.events

    def event(self, seen: Facts, to: Listener) -> str:
        """What happened, in one sentence."""
        key = self.word_for(seen)
        if key not in self.words.words:
            return key
        return self.words.say(key, to.language, **self.event_facts(seen, to))

    def event_facts(self, seen: Facts, to: Listener) -> dict[str, str]:
        facts = {name: self.fact(name, value, to) for name, value in seen.items()}
        if "seat" in facts:
            facts["name"] = facts["seat"]
        return facts

    def story(self, events: Sequence[Facts], to: Listener) -> list[Line]:
        """Log lines for a row of events; a game may put several events on one line.

        Every language has the same lines. A log grows move by move: a story may be cut between
        two moves wherever the event before the cut does not stay open, and tells the same.
        """
        return [
            Line(seen.get("seat"), self.event(seen, to), position)
            for position, seen in enumerate(events)
        ]

    def stays_open(self, seen: Facts) -> bool:
        """May a later move change the line of this event, or does its own line look back at it?"""
        return False

    def question(self, view: Facts, to: Listener) -> str:
        """The open question, as the seat of this view reads it."""
        key = str(view["question"])
        if view["asked"] == view["seat"]:
            return self.words.say(key, to.language)
        return self.words.say(f"{key}_other", to.language, name=to.name(view["asked"]))


def join_texts(texts: Sequence[str], to: Listener) -> str:
    """A list inside a sentence: "rice, sake and salt"."""
    if to.is_japanese():
        return "と".join(texts) if len(texts) == 2 else "、".join(texts)
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} and {texts[-1]}"


def enumerate_texts(texts: Sequence[str], to: Listener) -> str:
    """A plain list: "pass, add rice, add salt"."""
    return ("、" if to.is_japanese() else ", ").join(texts)


def some_texts(texts: Sequence[str], to: Listener) -> str:
    """A list of possibilities, as long as anybody reads it; a screen shows all of them anyway."""
    if len(texts) <= MOST_LISTED:
        return enumerate_texts(texts, to)
    rest = len(texts) - MOST_LISTED
    more = f"ほか{rest}" if to.is_japanese() else f"and {rest} more"
    return enumerate_texts([*texts[:MOST_LISTED], more], to)


def with_remark(text: str, remark: str, to: Listener) -> str:
    """A text with something in brackets behind it."""
    return f"{text}（{remark}）" if to.is_japanese() else f"{text} ({remark})"


def word_for_result(seen: Facts, by_tie_break: str) -> str:
    """How the game was won: alone by points, alone by a tie-break, or together."""
    if seen["ranks"].count(1) > 1:
        return "shared"
    return by_tie_break if seen["scores"].count(max(seen["scores"])) > 1 else "won"


def facts_of_result(seen: Facts, to: Listener) -> dict[str, str]:
    """Who has won, and with how much."""
    winners = [to.name(seat) for seat, rank in enumerate(seen["ranks"]) if rank == 1]
    total = str(max(seen["scores"]))
    return {"name": winners[0], "names": join_texts(winners, to), "total": total}


def event_sentence(game: Game, seen: Facts, language: str, names: Sequence[str]) -> str:
    """What happened, in one sentence; `seen` comes from `Event.seen_by`."""
    return game.speech.event(seen, Listener(language, tuple(names)))


def refusal_sentence(game: Game, refusal: Refusal, language: str, names: Sequence[str]) -> str:
    """Why something is refused, in one sentence."""
    return game.speech.refusal(refusal, Listener(language, tuple(names)))
