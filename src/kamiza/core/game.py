"""The contract: what every game of Kamiza is, in one file.

A game is a **state made of plain data** and **one predicate that can say no**. Everything else
(moves, refusals, bots, terminal, server, browser, adapters) asks these two.

    text --parse--> action --check--> apply --> State --view(seat)--> View --> people and bots
                               |         |                              |
                            Refusal    events                    worlds(view).sample(rng)
                         (rule, facts) (for eyes)                 a full state that fits

* `Game` is what does not change: the cards, the rules. There is one object per game.
* `State` is what changes: integers, small objects and one generator of chance. No closures, no
  references to people, no clock, no files. It can be cloned, saved, compared and hashed.
* Exactly **one seat is asked at a time**: `state.asked`, or `NOBODY` when the game is over.
* An action is **one integer** with a packing the game documents; `describe` and `parse` turn it
  into the text that people, records and sockets use.
* `check` is **the only place that refuses**. `moves` lists what `check` accepts (a game with
  free placement may list fewer). `apply` trusts its caller.
* The **schema** of a state says once which fields there are and who may know them; positions,
  views as JSON and the types of the browser follow from it (`schema.py`).
* A `View` is **built up** from what a seat may know, never cut down from the state. Bots get
  views. `worlds(view)` imagines full states from the view alone, so it cannot cheat.
* A **position** is any state as JSON, readable and writable by hand: `save` and `load`. Loading
  fills in what is left out and refuses what cannot be.

Inside the rules a seat is a number from 0; everywhere people or programs see it, it is a letter.

`core` and `games` use the standard library only, no floats in states, no set iteration, no
`hash()`: the same record gives the same hashes interpreted, compiled and in the browser.
"""

from __future__ import annotations

import json
import math
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, cast, final

from kamiza.core.action import NOBODY, SPECTATOR, AutoPass, Decision, seat_letter, seat_of
from kamiza.core.cells import Cells
from kamiza.core.content import game_folder, read_toml
from kamiza.core.event import Event
from kamiza.core.native import i64, mypyc_attr, vec
from kamiza.core.refusal import PositionError, Refusal
from kamiza.core.rng import STREAMS, WORD, Rng, fast_rng, sealed_rng
from kamiza.core.rules import RuleBook, Words
from kamiza.core.speech import Listener, Speech

if TYPE_CHECKING:
    from kamiza.core.schema import Given, Schema
    from kamiza.core.shapes import Extras


NO_ACTION: Final = -1  # a choice that names no move
NO_TURN: Final = -1


@final
class Setup:
    """Everything chosen before the first action: `Setup(3)` is enough."""

    def __init__(
        self,
        seats: int,
        settings: dict[str, object] | None = None,
        seed: int = 0,
        key: bytes = b"",
        position: dict[str, object] | None = None,
    ) -> None:
        self.seats: Final = seats
        self.settings: Final[dict[str, object]] = {} if settings is None else settings
        self.seed: Final = seed  # of a fast game
        self.key: Final = key  # 32 bytes make the game a sealed one
        # Where the game begins, if not with its deal; then it has the settings of this position.
        self.position: Final[dict[str, object] | None] = position

    def rng(self) -> Rng:
        return sealed_rng(self.key) if self.key else fast_rng(self.seed)

    def parts(self) -> tuple[object, ...]:
        """What makes it again, `Setup(*parts)`, in a process elsewhere."""
        return (self.seats, self.settings, self.seed, self.key, self.position)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Setup):
            return False
        return self.parts() == other.parts()

    def __repr__(self) -> str:
        chance = "sealed" if self.key else f"seed={self.seed}"
        place = "" if self.position is None else ", from a position"
        return f"Setup({self.seats}, {self.settings!r}, {chance}{place})"


# A game that lives elsewhere is not compiled with the rest, and inherits all the same.
@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class State:
    """A game in progress. Each game adds its own attributes in one final subclass.

    Usually they are `players`, one object for each seat, `cards` with the `schema` of the table,
    and `settings` with all that was `chosen`; a table without them says where these things are.
    """

    seats: i64
    asked: i64  # the seat that must answer now, or NOBODY when the game is over
    rng: Rng  # all chance of this game
    reveals: i64  # how often something unknown came to light; undo never crosses a change of it
    log: list[Event] | None  # what happened, only while somebody listens

    def clone(self) -> State:
        """An independent copy; nobody listens to it."""
        raise NotImplementedError

    def emit(
        self,
        name: str,
        facts: dict[str, object],
        secret: dict[str, object] | None = None,
        audience: i64 = 0,
    ) -> None:
        """Tell whoever listens. Callers ask `log is not None` first, to make nothing in vain."""
        if self.log is not None:
            self.log.append(Event(name, with_letters(facts), secret, audience))

    def schema(self) -> Schema:
        """The fields of this table: their names, kinds, and who may know them."""
        return cast("Schema", cast(Any, self).cards.schema)

    def settings_json(self) -> dict[str, object]:
        """The settings of this table, every one of them."""
        return dict(cast(Any, self).settings.chosen)

    def seated(self, seat: int) -> object:
        """What one player has."""
        return cast(object, cast(Any, self).players[seat])

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        """Do the same things lie on both tables, chance included?"""
        if not isinstance(other, State) or type(other) is not type(self):
            return False
        return self.schema().difference(self, other) == ""

    def __repr__(self) -> str:
        return self.schema().text(self)


def with_letters(facts: dict[str, object]) -> dict[str, object]:
    """The rules number the seats; whoever listens hears their letters."""
    for name in ("seat", "victim"):
        seat = facts.get(name)
        if isinstance(seat, int):
            facts[name] = seat_letter(seat)
    return facts


@final
class View:
    """What one seat (or SPECTATOR) may know of a state.

    `known` is a table on which only known things lie.
    """

    def __init__(self, seat: i64, known: State, question: str | None, moves: list[str]) -> None:
        self.seat: Final[i64] = seat
        self.known: Final = known
        self.question: Final = question  # the key of the open question, None when the game is over
        self.moves: Final = moves  # the listed answers, if this seat is asked

    def as_json(self) -> dict[str, object]:
        """JSON-ready data for bots and programs; `Game.read_view` is the inverse."""
        return self.known.schema().tell(self, True, True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.as_json() == other.as_json()

    def __repr__(self) -> str:
        who = "a spectator" if self.seat < 0 else f"seat {seat_letter(int(self.seat))}"
        return f"<what {who} knows of {self.known!r}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class Worlds:
    """All states that fit a view."""

    def sample(self, rng: Rng) -> State:
        """One of them, with a fast generator of its own; the same `rng` gives the same state."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """One game. Subclasses fill in every method that raises here; the hot ones come first."""

    name: str
    least_seats: i64
    most_seats: i64
    defaults: dict[str, object]  # every setting, as it is if nobody chooses
    book: RuleBook
    words: Words
    schema: Schema  # the fields of its tables
    speech: Speech  # refusals, events and moves as sentences
    digest: str  # of the content; stored in every record
    extras: Extras  # what `show` adds to a view
    feature_names: tuple[str, ...] = ()  # what `features` counts of each seat; none: no value
    stage_names: tuple[str, ...] = ("all",)  # the parts of a game that are valued each by itself
    part_names: tuple[str, ...] = ()  # words for the parts of a table that are counted, if any
    laws_at: str = ""  # where its laws are, "package.module:LAWS"; they are loaded when asked for
    questions: list[str]  # the keys of all questions, as rows of numbers count them
    layout: i64 = 1  # raised whenever a row of numbers or a choice comes to mean something else

    def __init__(self, name: str) -> None:
        """What the data files in the folder of the game say; the rest is set by the subclass."""
        folder = game_folder(name)
        content = read_toml(folder, "game.toml")
        self.name = name
        self.least_seats = content.table("game").number("players_min")
        self.most_seats = content.table("game").number("players_max")
        self.defaults = {}
        if "settings" in content.data:
            settings = content.table("settings")
            self.defaults = {name: settings.table(name).data["default"] for name in settings.data}
        self.book = RuleBook(read_toml(folder, "rules.toml"))
        self.words = Words(read_toml(folder, "words.toml"))
        self.questions = []

    # -- playing ------------------------------------------------------------------------------

    def moves(self, state: State) -> vec[i64]:
        """Every listed action of the asked seat, in canonical order; callers do not change it."""
        raise NotImplementedError

    def apply(self, state: State, action: i64) -> None:
        """Carry out an action that `check` accepts, up to the next question. Changes `state`."""
        raise NotImplementedError

    def quick_move(self, state: State, rng: Rng) -> i64:
        """A quick sensible answer, using nothing the asked seat may not know."""
        raise NotImplementedError

    def payoffs(self, state: State) -> list[float]:
        """One point, shared by the winners of a finished game."""
        ranks = self.ranks(state)
        share = 1.0 / ranks.count(1)
        return [share if rank == 1 else 0.0 for rank in ranks]

    def outcome(self, state: State) -> list[float]:
        """How good a finished game is for each seat, 0 to 1, as search weighs it.

        A game may count a clear result a little more than a narrow one: that says more about a
        move than a bare win does.
        """
        return self.payoffs(state)

    def weigh_by_distance(self, state: State, spread: float) -> list[float]:
        """An outcome: half for winning, half for the distance to the best rival."""
        won = self.payoffs(state)
        scores = self.scores(state)
        weighed: list[float] = []
        for seat, mine in enumerate(scores):
            margin = (mine - best_rival(scores, seat)) / spread
            weighed.append(0.5 * won[seat] + 0.5 / (1.0 + math.exp(-margin)))
        return weighed

    def candidates(self, state: State, rng: Rng) -> vec[i64]:
        """The moves that search looks at: all, unless the quick move is known to be as good."""
        return self.moves(state)

    def least_gain(self) -> float:
        """By how much another action's mean outcome must beat that of the quick move before search
        prefers it.

        0 where search is plainly the better judge: then the action it visited most is taken.
        """
        return 0.0

    def check(self, state: State, seat: i64, action: i64) -> Refusal | None:
        """Why this seat may not do this now, or None. Changes nothing, uses no chance."""
        raise NotImplementedError

    def check_seat(self, state: State, seat: i64) -> Refusal | None:
        """The first part of `check`: why this seat may do nothing at all now."""
        raise NotImplementedError

    def check_setup(self, seats: int, settings: dict[str, object]) -> Refusal | None:
        """Why there can be no such table, or None. No setting is left out."""
        raise NotImplementedError

    def set_up(self, setup: Setup) -> State:
        """A new game up to its first question; `check_setup` has accepted it."""
        raise NotImplementedError

    def start(self, setup: Setup) -> State:
        """A new game up to its first question. A bad set-up raises its `Refusal`, a position that
        cannot be a `PositionError`."""
        if setup.position is not None:
            return self.begin_from(setup.position, setup)
        settings = self.defaults | setup.settings
        refusal = self.check_setup(setup.seats, settings)
        if refusal is not None:
            raise self.refuse(refusal)
        return self.set_up(Setup(setup.seats, settings, setup.seed, setup.key))

    def begin_from(self, position: dict[str, object], setup: Setup) -> State:
        """A game that begins from a position. All chance is that of the set-up: the order of
        whatever lies face down, where the position does not say it, is drawn from there."""
        if "rng" in position:
            raise PositionError("rng: the chance of a game is its seed or its sealed key")
        seats = self.schema.seats_in(position)
        if seats != setup.seats:
            raise PositionError(f"seats: there are {setup.seats}, the position has {seats}")
        return self.load({**position, "rng": save_rng(setup.rng())})

    def notices(self, setup: Setup, to: Listener) -> list[str]:
        """What is advised against at such a table but allowed, in the words of the listener."""
        return []

    def trial_settings(self) -> dict[str, object]:
        """Settings under which even random play ends; simulations and benchmarks use them."""
        return {}

    # -- judging ------------------------------------------------------------------------------

    def features(self, state: State, viewer: i64) -> vec[i64]:
        """What bots weigh of each seat, one row of `feature_names` after the other: whole numbers,
        from nothing that the viewer may not know."""
        return vec[i64]()

    def part_features(self, state: State, part: i64) -> vec[i64]:
        """What of the features belongs to one of `part_names`, so that a reason can name a place;
        nothing that is not open to all."""
        return vec[i64]()

    def stage(self, state: State) -> i64:
        """Which of `stage_names` the game is in."""
        return 0

    def turn(self, state: State) -> i64:
        """A number that stays the same as long as one turn lasts; NO_TURN where every answer is a
        turn of its own."""
        return NO_TURN

    def turn_owner(self, state: State) -> i64:
        """Whose turn it is; others may be asked meanwhile."""
        return state.asked

    def is_out(self, state: State, seat: i64) -> bool:
        """Can this seat no longer win, whatever happens?"""
        return False

    def side(self, state: State, seat: i64) -> i64:
        """Seats of one side win together."""
        return seat

    # -- words --------------------------------------------------------------------------------

    def describe(self, action: i64) -> str:
        """The text form of an action."""
        raise NotImplementedError

    def parse(self, text: str) -> i64:
        """The action of a text. What is no move of this game at all raises its
        `Refusal`."""
        raise NotImplementedError

    def is_command(self, text: str) -> bool:
        """Is this no answer, but something a seat may say whoever is asked?"""
        return False

    def stays(self, text: str) -> bool:
        """Is this never taken back, even if everybody agreed?"""
        return False

    def shows_only_own(self, text: str) -> bool:
        """Does this bring nothing to light but what its own player knew? Then an act may go on
        after it; otherwise an act ends with whatever raises `reveals`."""
        return False

    def read(self, seat: i64, text: str) -> i64:
        """The action of what a seat says; a command remembers who gave it."""
        return self.parse(text)

    def question(self, state: State) -> str:
        """The key of the open question, a word of `words`."""
        raise NotImplementedError

    # -- results ------------------------------------------------------------------------------

    def scores(self, state: State) -> list[int]:
        """What each seat would score if the game ended now."""
        raise NotImplementedError

    def ranks(self, state: State) -> list[int]:
        """The place of each seat, 1 for the winners; equal seats share a place."""
        raise NotImplementedError

    def teams(self, state: State) -> list[list[int]]:
        """Which seats play together; nothing where everybody plays alone."""
        return []

    def default_move(self, state: State) -> i64:
        """The answer given for somebody who does not answer in time."""
        raise NotImplementedError

    def auto_pass(self, state: State) -> AutoPass | None:
        """The open question, if it is one that a table may pass for whoever has nothing to say."""
        return None

    # -- knowing ------------------------------------------------------------------------------

    def known_to(self, state: State, seat: i64) -> State:
        """A table on which only those things lie that a seat, or SPECTATOR, may know; built up."""
        raise NotImplementedError

    def view(self, state: State, seat: i64) -> View:
        """What the seat may know, with its question."""
        watcher: i64 = seat
        if not 0 <= seat < state.seats:
            watcher = SPECTATOR
        moves: list[str] = []
        if watcher == state.asked and watcher >= 0:
            for action in self.moves(state):
                moves.append(self.describe(action))
        question = None if state.asked == NOBODY else self.question(state)
        return View(watcher, self.known_to(state, watcher), question, moves)

    def complete_view(self, known: State, seat: i64, data: dict[str, object]) -> None:
        """Work out what follows from a view that was told, after its fields were read."""

    def read_view(self, data: dict[str, object]) -> View:
        """The inverse of a remembering `as_json`."""
        settings = self.defaults | cast("dict[str, object]", data["settings"])
        known = self.blank_table(cast(int, data["seats"]), settings)
        seat: i64 = self.schema.read_view(known, data)
        self.complete_view(known, seat, data)
        question, moves = cast("str | None", data["question"]), cast("list[str]", data["moves"])
        return View(seat, known, question, moves)

    def show(self, view: View) -> dict[str, object]:
        """What only a screen wants, as declared in `extras`; it follows from the view."""
        return {}

    def remembers(self, view: View) -> bool:
        """Are people at this table told what any attentive onlooker could have deduced?"""
        return False

    def screen(self, view: View) -> dict[str, object]:
        """JSON-ready data for people: what the view tells, and what only a screen wants."""
        told = view.known.schema().tell(view, self.remembers(view), False)
        return joined(told, self.show(view))

    def advice(self, view: View) -> dict[str, object] | None:
        """What a player would count up before answering the open question, from the view alone;
        None where there is nothing to count. No opinion, only arithmetic."""
        return None

    def worlds(self, view: View) -> Worlds:
        """The states that fit a view."""
        raise NotImplementedError

    def imagine(self, view: View, rng: Rng) -> State:
        """One full state that fits the view, made from nothing else."""
        return self.worlds(view).sample(rng)

    # -- for programs that learn --------------------------------------------------------------

    def observe(self, state: State, seat: i64, cells: Cells) -> None:
        """Write what a seat may know as a row of numbers: who is asked, what, and then the fields
        of the schema. A game may do it by hand to be fast; the conformance suite compares."""
        self.observe_plainly(state, seat, cells)

    def observe_plainly(self, state: State, seat: i64, cells: Cells) -> None:
        """The same, read off the view field by field."""
        question: i64 = -1
        if state.asked != NOBODY and self.questions:
            question = self.questions.index(self.question(state))
        cells.seat(state.asked)
        cells.one_of(question, len(self.questions))
        known = self.known_to(state, seat)
        self.schema.fill(known, int(seat), cells)

    def choices(self) -> i64:
        """How many choices there are: the fixed numbers by which programs that learn name moves.

        Unless a game says otherwise, a choice is the place of a move among those that are listed.
        """
        return 256

    def choice_of(self, state: State, action: i64) -> i64:
        """The number of a listed action, at least 0 and less than `choices`."""
        for place, listed in enumerate(self.moves(state)):
            if listed == action and place < self.choices():
                return place
        raise ValueError(f"action {action} is not among the first {self.choices()} moves")

    def action_of(self, state: State, choice: i64) -> i64:
        """The inverse of `choice_of`; NO_ACTION for a number that names no listed action now."""
        listed = self.moves(state)
        if 0 <= choice < len(listed):
            return listed[choice]
        return NO_ACTION

    def choice_name(self, choice: i64) -> str:
        """What a choice is in every position: the text of its move, if it always is the same."""
        return f"move {choice + 1}"

    # -- keeping ------------------------------------------------------------------------------

    def save(self, state: State) -> dict[str, object]:
        """The whole position as JSON-ready data."""
        return state.schema().save(state)

    def blank_table(self, seats: i64, settings: dict[str, object]) -> State:
        """A table with nothing on it and nobody asked. No setting is left out."""
        raise NotImplementedError

    def complete(self, state: State, position: dict[str, object], given: Given) -> None:
        """Work out where a position is silent, after its fields were read, and who is asked; a
        `PositionError` for what cannot be."""
        raise NotImplementedError

    def load(self, position: dict[str, object]) -> State:
        """The state of a position. What is left out gets its usual value; a `PositionError`
        names the first thing that cannot be."""
        seats = self.schema.seats_in(position)
        settings = self.defaults | self.schema.settings_in(position)
        refusal = self.check_setup(seats, settings)
        if refusal is not None:
            sentence = self.refuse(refusal).sentence
            raise PositionError(f"settings: refused by {refusal.rule}: {sentence}")
        state = self.blank_table(seats, settings)
        self.complete(state, position, self.schema.read(state, position))
        return state

    # -- the same for every game --------------------------------------------------------------

    def decision(self, state: State) -> Decision | None:
        """The open question with its answers, or None when the game is over."""
        if state.asked == NOBODY:
            return None
        actions: list[int] = []
        texts: list[str] = []
        for action in self.moves(state):
            actions.append(action)
            texts.append(self.describe(action))
        return Decision(state.asked, self.question(state), actions, texts)

    def refuse(self, refusal: Refusal) -> Refusal:
        """The refusal with its English sentence, ready to be raised."""
        refusal.sentences["en"] = self.book.sentence(refusal)
        return refusal

    def why_not(self, state: State, seat: int, text: str) -> Refusal | None:
        """Why this seat may not say this now, or None."""
        try:
            self.read_move(state, seat, text)
        except Refusal as refusal:
            return refusal
        return None

    def read_move(self, state: State, seat: int, text: str) -> i64:
        """The action of what a seat says now, read once and checked once; what may not be raises
        its `Refusal`."""
        try:
            action = self.read(seat, text)
        except Refusal as unreadable:
            raise self.why_unread(state, seat, unreadable) from None
        refusal = self.check(state, seat, action)
        if refusal is not None:
            raise refusal
        return action

    def why_unread(self, state: State, seat: int, unreadable: Refusal) -> Refusal:
        """Which refusal comes first for a text that is no move at all: that of the seat, unless a
        game says otherwise."""
        return self.check_seat(state, seat) or unreadable

    def unreadable(self, text: str) -> Refusal | None:
        """Why a text is no move of this game at all, or None."""
        try:
            self.parse(text)
        except Refusal as refusal:
            return refusal
        return None

    def act(self, state: State, seat: object, move: object) -> None:
        """Read, check and apply one move; the door for everything that comes from outside.

        A seat is a letter or a number, a move its text or its number.
        """
        try:
            if isinstance(move, str):
                action = self.read_move(state, seat_of(seat), move)
            else:
                action = self.check_number(state, seat_of(seat), move)
        except Refusal as refusal:
            raise self.refuse(refusal) from None
        self.apply(state, action)

    def check_number(self, state: State, seat: int, move: object) -> i64:
        """The action of a number, if it may be; what may not be raises its `Refusal`."""
        if not isinstance(move, int) or isinstance(move, bool):
            raise TypeError(f"a move is a text or a number, not {move!r}")
        action = move if abs(move) < 1 << 62 else -1  # no action of any game is as large
        refusal = self.check(state, seat, action)
        if refusal is not None:
            raise refusal
        return action

    def see(self, state: State, seat: object = SPECTATOR) -> View:
        """What a seat, given as a letter or a number, may know; a spectator if none is given."""
        number = seat_of(seat)
        is_spectator = seat is None or seat == SPECTATOR
        if not is_spectator and not 0 <= number < state.seats:
            raise ValueError(f"there is no seat {seat!r} at a table of {state.seats}")
        return self.view(state, number)

    def hash(self, state: State) -> str:
        """A fingerprint of the whole state, the same on every runtime."""
        canonical = json.dumps(self.save(state), sort_keys=True, separators=(",", ":"))
        return sha256(canonical.encode()).hexdigest()[:16]


def joined(one: dict[str, object], other: dict[str, object]) -> dict[str, object]:
    """Two tables as one; tables that both have are joined in turn."""
    for name, value in other.items():
        mine = one.get(name)
        if isinstance(mine, dict) and isinstance(value, dict):
            joined(mine, value)
        else:
            one[name] = value
    return one


def best_rival(scores: list[int], seat: i64) -> int:
    """The most points of anybody else."""
    best = 0
    for other, theirs in enumerate(scores):
        if other != seat and theirs > best:
            best = theirs
    return best


def places_of(standing: list[int]) -> list[int]:
    """Places from 1, more is better; who is equal shares a place."""
    places: list[int] = []
    for mine in standing:
        better = 0
        for other in standing:
            if other > mine:
                better += 1
        places.append(better + 1)
    return places


def save_rng(rng: Rng) -> dict[str, object]:
    """A generator as JSON-ready data. A sealed one contains its key: never for a socket."""
    if rng.key:
        return {"key": rng.key.hex(), "counters": list(rng.counters)}
    return {"state": rng.state, "increment": rng.increment}


def load_rng(data: object) -> Rng:
    """The inverse of `save_rng`."""
    try:
        if not isinstance(data, dict):
            raise ValueError
        if "key" in data:
            rng = sealed_rng(bytes.fromhex(str(data["key"])))
            rng.counters = [whole(count) for count in data["counters"]]
            if len(rng.counters) != STREAMS:
                raise ValueError
            return rng
        return Rng(whole(data["state"]), whole(data["increment"]) | 1, b"", [])
    except (KeyError, TypeError, ValueError):
        raise PositionError("rng: this is not a saved generator") from None


def whole(value: object) -> int:
    """A whole number that fits a generator, or a ValueError."""
    if not isinstance(value, int) or not 0 <= value <= WORD:
        raise ValueError
    return value
