"""A game in progress as OpenSpiel wants it: chance apart, the past remembered, all of it saved as
what happened since it began."""

from __future__ import annotations

import json
from functools import cache
from hashlib import blake2b
from typing import Any

from kamiza.adapters.rows import Rows, table_settings
from kamiza.core.action import SPECTATOR
from kamiza.core.game import Game, Setup, State
from kamiza.core.rng import fast_rng
from kamiza.games import game as game_of

CHANCE, TERMINAL = -1, -4  # as OpenSpiel numbers them
ROOTS = 2  # chance nodes before a game begins
LUCK = (1 << 61) - 1
# Histories are shorter than these, chance nodes included; only a limit of rounds bounds Battles.
LONGEST = {"shintoh": 4_000, "kamisama": 4_000, "kodama": 1_000}
LONGEST_OTHER = 60_000
OWN_PARAMETERS = {"seats": 0, "deals": 64, "begin_after": 0, "begin_seed": 0, "moments": 0}


class Moment:
    """What happened once, and how the table lay afterwards."""

    __slots__ = ("action", "mover", "prints", "table")

    def __init__(self, table: State, mover: int, action: int) -> None:
        self.table = table  # never changed, so clones share it
        self.mover = mover
        self.action = action
        self.prints: dict[int, bytes] = {}  # by seat: of all it has seen and done until then


def fingerprint(game: Game, past: list[Moment], seat: int) -> bytes:
    """Of everything a seat has seen and done until now; worked out when it is asked for."""
    known = len(past)
    while known > 0 and seat not in past[known - 1].prints:
        known -= 1
    found = past[known - 1].prints[seat] if known else b""
    for moment in past[known:]:
        own = game.describe(moment.action) if moment.mover == seat >= 0 else ""
        seen = text_of(game, moment.table, seat)
        found = blake2b(found + f"{own}|{seen}".encode(), digest_size=16).digest()
        moment.prints[seat] = found
    return found


def text_of(game: Game, table: State, seat: int) -> str:
    """What a seat knows, as JSON."""
    return json.dumps(game.view(table, seat).as_json(), separators=(",", ":"))


class Variant:
    """What does not change: the rules, and what was chosen before the game."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        rules = game_of(name)
        chosen = parameters_of(rules) | params
        self.name = name
        self.params = params
        self.rules = rules
        self.seats = int(chosen.pop("seats"))
        self.deals = int(chosen.pop("deals"))
        self.begin_after = int(chosen.pop("begin_after"))
        self.begin_seed = int(chosen.pop("begin_seed"))
        self.moments = int(chosen.pop("moments"))
        self.outcomes = [(deal, 1.0 / self.deals) for deal in range(self.deals)]
        settings = {key: read_setting(rules, key, value) for key, value in chosen.items()}
        self.setup = Setup(self.seats, settings, self.begin_seed)
        self.rows = Rows(name, self.seats)
        self.origin = self.find_origin()
        self.longest = LONGEST.get(name, LONGEST_OTHER)

    def find_origin(self) -> State:
        """Where the game begins: at the beginning, or after some decisions made by chance."""
        table = self.rules.start(self.setup)  # a table that cannot be is refused here
        luck = fast_rng(self.begin_seed)
        for _ in range(self.begin_after):
            moves = self.rules.moves(table)
            self.rules.apply(table, moves[luck.below(len(moves))])
            if table.asked < 0:
                raise ValueError(f"the game is over before decision {self.begin_after}")
        return table

    def begin(self, luck: int) -> State:
        """The first table; where some decisions were played before, hidden things are new."""
        if self.begin_after:
            view = self.rules.view(self.origin, SPECTATOR)
            return self.rules.imagine(view, fast_rng(luck))
        return self.rules.set_up(Setup(self.seats, self.setup.settings, luck))


def parameters_of(game: Game) -> dict[str, Any]:
    """The parameters of a game with their usual values; lists and tables are JSON."""
    found: dict[str, Any] = dict(OWN_PARAMETERS) | {"seats": int(game.least_seats)}
    for name, value in table_settings(game, {}).items():
        found[name] = value if isinstance(value, bool | int | str) else json.dumps(value)
    return found


def read_setting(game: Game, name: str, value: Any) -> object:
    """A parameter as the setting it stands for."""
    if isinstance(value, str) and isinstance(game.defaults[name], list | dict):
        return json.loads(value)
    return value


class Now:
    """Everything that changes in a game; a copy of it is another game."""

    __slots__ = (
        "asked", "begun", "done", "kind", "luck", "past", "pending", "roots", "table",
    )  # fmt: skip

    def __init__(self, kind: Variant) -> None:
        self.kind = kind
        self.table: State | None = None
        self.asked = CHANCE  # a seat, or the player id of chance or of the end
        self.pending = -1  # the action that waits for chance, if there is one
        self.luck = 1  # of all chance nodes so far
        self.roots = ROOTS  # chance nodes before the game begins that are still to come
        self.past: list[Moment] = []
        self.begun: tuple[int, dict[int, bytes]] | None = None  # how an imagined one began
        self.done: list[int] = []  # everything that happened since the beginning

    def copy(self) -> Now:
        other = Now(self.kind)
        other.table = None if self.table is None else self.table.clone()
        other.asked, other.pending, other.luck = self.asked, self.pending, self.luck
        other.roots, other.begun = self.roots, self.begun
        other.past, other.done = self.past.copy(), self.done.copy()
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Now:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        kind, begun = self.kind, None
        if self.begun is not None:
            begun = (json.dumps(kind.rules.save(self.past[0].table)), *self.begun)
        return restored, (kind.name, json.dumps(kind.params), begun, self.done)

    # -- what happens -------------------------------------------------------------------------

    def apply(self, action: int) -> None:
        """Chance decides, or somebody does."""
        self.done.append(action)
        if self.asked == CHANCE:
            self.deal(action)
        else:
            self.decide(action)

    def deal(self, outcome: int) -> None:
        self.luck = (self.luck * 1_000_003 + outcome + 1) & LUCK
        if self.roots:
            self.roots -= 1
            if self.roots == 0:
                self.table = self.kind.begin(self.luck)
                self.settle(SPECTATOR, -1)
            return
        table, action = self.table, self.pending
        assert table is not None
        mover = int(table.asked)
        table.rng = fast_rng(self.luck)
        self.kind.rules.apply(table, action)
        self.pending = -1
        self.settle(mover, action)

    def decide(self, choice: int) -> None:
        """A move that draws something waits for chance."""
        table, rules = self.table, self.kind.rules
        assert table is not None
        action = rules.action_of(table, choice)
        mover = int(table.asked)
        rng = table.rng
        state, increment = rng.state, rng.increment
        rules.apply(table, action)
        if rng.state == state and rng.increment == increment:
            self.settle(mover, action)
            return
        self.table = self.past[-1].table.clone()
        self.pending = action
        self.asked = CHANCE

    def settle(self, mover: int, action: int) -> None:
        """Write down what everybody can see now."""
        table = self.table
        assert table is not None
        self.asked = int(table.asked) if table.asked >= 0 else TERMINAL
        # A list, because compiled tables must not lie at the end of a long chain of objects.
        self.past.append(Moment(table.clone(), mover, action))

    # -- other worlds -------------------------------------------------------------------------

    def imagined(self, seat: int, seed: int) -> Now:
        """A game that the seat cannot tell from this one, imagined from its view alone."""
        rules = self.kind.rules
        assert self.table is not None
        table = rules.imagine(rules.view(self.table, seat), fast_rng(seed))
        public = fingerprint(rules, self.past, SPECTATOR)
        prints = dict.fromkeys(range(SPECTATOR, self.kind.seats), public)
        prints[seat] = fingerprint(rules, self.past, seat)
        other = Now(self.kind)
        other.begin_at(table, seed, prints)
        return other

    def begin_at(self, table: State, luck: int, prints: dict[int, bytes]) -> None:
        """Begin at an imagined table, with what the seats remember."""
        self.begun = (luck, prints)
        self.table, self.luck, self.roots = table, luck, 0
        self.settle(SPECTATOR, -1)
        self.past[-1].prints = prints.copy()


def restored(
    name: str, params: str, begun: tuple[str, int, dict[int, bytes]] | None, done: list[int]
) -> Now:
    """A game as it was saved: what happened, once more."""
    now = Now(variant_of(name, json.loads(params)))
    if begun is not None:
        position, luck, prints = begun
        now.begin_at(now.kind.rules.load(json.loads(position)), luck, prints)
    for action in done:
        now.apply(action)
    return now


def variant_of(name: str, params: dict[str, Any]) -> Variant:
    """A table of that game with these parameters, made once."""
    return made_variant(name, json.dumps(params, sort_keys=True))


@cache
def made_variant(name: str, params: str) -> Variant:
    return Variant(name, json.loads(params))
