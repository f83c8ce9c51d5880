"""One running game: acts taken whole or not at all, versions that only grow, undo.

Nothing here knows the network, a clock or a disk. A change is made in two steps, so that it can
be written down in between: `prepare_act` or `prepare_undo` works on a copy and changes nothing,
`accept` makes the prepared change real.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from kamiza.core.action import NOBODY, SPECTATOR, seat_letter
from kamiza.core.event import Event
from kamiza.core.game import Game, Setup, State
from kamiza.core.record import BY_AGREEMENT, BY_RESIGNING, Ended, result_of
from kamiza.core.refusal import Refusal
from kamiza.play import speech
from kamiza.play.log import Log, LogEntry, Update
from kamiza.play.words import name_of, refusal, say

ACT = "act"
UNDO = "undo"
RESIGN = "resign"  # its one move says what follows: PLAYS_ON or OVER
END = "end"  # everybody agreed; its one move says whether the game counts: COUNTS or NO_RESULT
PERSON = "person"
BOT = "bot"
BRANCH = "branch"  # taken over from the game this table went on from; never undone

# Moves that still may be said at any time and lead nowhere; the longest games have a quarter of it.
MOST_MOVES: Final = 10_000

# Why a bot stands in for a person.
StandIn = Literal["absent", "time", "turn", "request", "resigned"]
ABSENT: Final = "absent"  # they are not here, and the countdown or their clock ran out
TIME: Final = "time"  # their clock ran out: the bot stays until they take the seat back
TURN: Final = "turn"  # the clock of one turn ran out: the bot answers this turn only
REQUEST: Final = "request"  # the person asked for it, or the host for an empty seat
RESIGNED: Final = "resigned"  # the person has resigned: the bot stays to the end

# What a resignation or an agreed end leads to.
PLAYS_ON = "plays on"  # a bot, for who resigned
OVER = "over"
COUNTS = "counts"  # as it stands
NO_RESULT = "no result"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's journal, the only thing that is kept of it besides its set-up."""

    version: int  # of the table once this has happened
    seat: int
    kind: str  # ACT, UNDO, RESIGN or END
    moves: tuple[str, ...]
    client: str  # the name the sender gave to this request; the same name is the same request
    by: str  # PERSON, BOT, BRANCH or a StandIn


@dataclass(frozen=True, slots=True)
class Act:
    """An act that still counts."""

    entry: Entry
    reveals: int  # of the state before it
    stays: bool  # something in it is never taken back


@dataclass(slots=True)
class Change:
    """Something ready to happen: what to write down, and the table afterwards."""

    entry: Entry
    state: State
    acts: list[Act]
    entries: list[LogEntry] = field(default_factory=list)
    ended: Ended | None = None  # if it ends the game, though the rules do not
    resigns: bool = False


class Table:
    """A game in progress with everything that was done in it."""

    def __init__(self, game: Game, setup: Setup, start: State | None = None) -> None:
        self.game = game
        self.setup = setup
        self.start = game.start(setup) if start is None else start  # a position, or dealt
        self.state = self.start.clone()
        self.version = 0
        self.acts: list[Act] = []
        self.resigned: list[int] = []  # seats, in the order in which they gave up
        self.ended: Ended | None = None  # before the rules ended it
        self.log = Log(game)
        self.answered: dict[tuple[int, str], int] = {}  # version after each request that was done

    # -- what is asked of it ---------------------------------------------------------------

    @property
    def asked(self) -> int:
        return NOBODY if self.ended is not None else int(self.state.asked)

    @property
    def is_over(self) -> bool:
        return self.asked == NOBODY

    def result(self) -> dict[str, list[int]] | None:
        """Scores and places of a game that is over; None also if it was agreed that it has none."""
        return result_of(self.game, self.state, self.ended) if self.is_over else None

    def answer_to(self, seat: int, client: str) -> int | None:
        """The version an earlier request of this name led to, if it was done."""
        return self.answered.get((seat, client))

    def update(self, version: int | None, seat: int) -> Update:
        """What a seat that knows this version has missed; everything if it knows none."""
        if version is None or version > self.version:
            return self.log.whole(self.start, seat)
        return self.log.update(version, seat)

    def moves_in_force(self) -> list[tuple[int, str]]:
        """Seat and text of every single move that still counts, in order."""
        return [(act.entry.seat, move) for act in self.acts for move in act.entry.moves]

    def authors(self) -> list[str]:
        """Who made each of them: PERSON, BOT, BRANCH or a StandIn."""
        return [act.entry.by for act in self.acts for _ in act.entry.moves]

    # -- acting ------------------------------------------------------------------------------

    def prepare_act(
        self,
        seat: int,
        moves: tuple[str, ...],
        version: int,
        client: str,
        by: str = PERSON,
        was_done: bool = False,
    ) -> Change:
        """The change a seat wants to make, all of it checked; otherwise a `Refusal`. What
        `was_done` stands in the journal already."""
        if version != self.version:
            raise refusal("stale")
        if self.ended is not None:
            raise refusal("ended")
        if not moves:
            raise refusal("empty")
        state = self.state.clone()
        entries = self.handing_over(seat, by)
        for number, move in enumerate(moves, 1):
            reveals = int(state.reveals)
            entries += self.play(state, seat, move, version + number)
            if number < len(moves):
                if not was_done:
                    self.check_news(state, reveals, move)
                if state.asked != seat:
                    raise refusal("unfinished", move=moves[number][:40])
        if not was_done and version >= MOST_MOVES:
            self.check_leads_on(state, moves)
        entry = Entry(version + len(moves), seat, ACT, moves, client, by)
        stays = by == BRANCH or any(self.game.stays(move) for move in moves)
        act = Act(entry, self.state.reveals, stays)
        return Change(entry, state, [*self.acts, act], entries)

    def check_news(self, state: State, reveals: int, move: str) -> None:
        """An act ends with the move that brings something new to light. What follows is not even
        looked at: whether it could be done would tell what came, and a refusal costs nothing."""
        if state.reveals != reveals and not self.game.shows_only_own(move):
            raise refusal("news", move=move[:40])

    def check_leads_on(self, state: State, moves: tuple[str, ...]) -> None:
        """Commands may be given without end, and everything that was said here is kept and read
        again; so at some time those that change nothing of the game are refused."""
        leads_nowhere = state.asked == self.state.asked and state.reveals == self.state.reveals
        if leads_nowhere and all(self.game.is_command(move) for move in moves):
            raise refusal("enough")

    def handing_over(self, seat: int, by: str) -> list[LogEntry]:
        """Who plays a person's seat from this act on, where that is new."""
        own = (act.entry.by for act in reversed(self.acts) if act.entry.seat == seat)
        if by == RESIGNED:
            return []  # it was told when they resigned
        return handing_over(self.version + 1, seat, next(own, PERSON), by)

    def play(self, state: State, seat: int, move: str, number: int) -> list[LogEntry]:
        """Make one move in a state and listen to what happens."""
        log: list[Event] = []
        state.log = log
        try:
            self.game.apply(state, self.game.read_move(state, seat, move))
        except Refusal as why:
            raise speech.refused(self.game, why, state) from None
        finally:
            state.log = None
        return [LogEntry(number, event) for event in log]

    # -- taking back ---------------------------------------------------------------------------

    def undoable(self, seat: int) -> int | None:
        """How many acts would fall if the seat took its last one back; None if it has none."""
        if self.is_over:
            return None
        for back, act in enumerate(reversed(self.acts), 1):
            if act.stays:
                return None
            if act.entry.seat == seat:
                return back
        return None

    def undo_is_free(self, seat: int) -> bool:
        """Nobody else has acted and nothing has come to light since the seat's last act."""
        last = self.acts[-1] if self.acts else None
        if last is None or last.entry.seat != seat or last.reveals != self.state.reveals:
            return False
        return self.undoable(seat) == 1

    def prepare_undo(self, seat: int, version: int, client: str) -> Change:
        """The table as it was before the seat's last act. Whether the others agree is not asked."""
        if version != self.version:
            raise refusal("stale")
        if self.is_over:
            raise refusal("undo_over")
        back = self.undoable(seat)
        if back is None:
            has_acted = any(act.entry.seat == seat for act in self.acts)
            stays = has_acted and any(act.stays for act in self.acts if act.entry.by != BRANCH)
            raise refusal("undo_stays" if stays else "nothing_to_undo")
        kept, fallen = self.acts[:-back], self.acts[-back:]
        moves = tuple(move for act in fallen for move in act.entry.moves)
        entry = Entry(version + 1, seat, UNDO, moves, client, PERSON)
        # The moves may tell what only this seat knows, so everybody hears what they had seen.
        first = fallen[0].entry
        since = first.version - len(first.moves) + 1
        undone = Event("undone", {"seat": seat_letter(seat), "count": back, "since": since})
        deed = speech.deed(self.game, self.seen_between(since, first.version))
        key = "undone_deed" if deed else "undone" if back == 1 else "undone_several"
        text = say(key, name=name_of(seat), count=back, deed=deed or "")
        line = LogEntry(entry.version, undone, text)
        return Change(entry, self.replayed(kept), kept, [line])

    def seen_between(self, first: int, last: int) -> list[dict[str, object]]:
        """What everybody saw of one act: `n` counts its moves one by one."""
        return [
            entry.event.seen_by(SPECTATOR)
            for entry in self.log.after(first - 1)
            if entry.n <= last and entry.text is None
        ]

    def replayed(self, acts: list[Act]) -> State:
        """The state after these acts, from the beginning."""
        state = self.start.clone()
        for act in acts:
            for move in act.entry.moves:
                self.game.apply(state, self.game.read(act.entry.seat, move))
        return state

    # -- before the rules end it -----------------------------------------------------------------

    def prepare_resign(self, seat: int, what_follows: str, client: str) -> Change:
        """A seat gives up: a bot plays on for it, or the game is over and it is last."""
        if self.is_over:
            raise refusal("is_over")
        if seat in self.resigned:
            raise refusal("has_resigned")
        entry = Entry(self.version + 1, seat, RESIGN, (what_follows,), client, PERSON)
        if what_follows == OVER:
            letters = [seat_letter(other) for other in (*self.resigned, seat)]
            ended = Ended(BY_RESIGNING, letters, True)
            lines = [ending(entry.version, ended)]
            return Change(entry, self.state, self.acts, lines, ended, resigns=True)
        lines = handing_over(entry.version, seat, PERSON, RESIGNED)
        return Change(entry, self.state, self.acts, lines, resigns=True)

    def prepare_end(self, seat: int, counts: str, client: str) -> Change:
        """Everybody agrees that the game ends here. Whether they do is not asked."""
        if self.is_over:
            raise refusal("is_over")
        entry = Entry(self.version + 1, seat, END, (counts,), client, PERSON)
        ended = Ended(BY_AGREEMENT, [seat_letter(seat)], counts == COUNTS)
        return Change(entry, self.state, self.acts, [ending(entry.version, ended)], ended)

    # -- making it real ------------------------------------------------------------------------

    def accept(self, change: Change) -> None:
        """Let a prepared change happen."""
        entry = change.entry
        self.state = change.state
        self.acts = change.acts
        self.version = entry.version
        if change.resigns:
            self.resigned.append(entry.seat)
        self.ended = change.ended
        self.log.add(change.entries)
        if entry.by != BRANCH:
            self.answered[entry.seat, entry.client] = entry.version

    def prepare_again(self, entry: Entry) -> Change:
        """The change that a line of the journal describes."""
        if entry.kind == UNDO:
            return self.prepare_undo(entry.seat, entry.version - 1, entry.client)
        if entry.kind == RESIGN:
            return self.prepare_resign(entry.seat, entry.moves[0], entry.client)
        if entry.kind == END:
            return self.prepare_end(entry.seat, entry.moves[0], entry.client)
        version = entry.version - len(entry.moves)
        return self.prepare_act(
            entry.seat, entry.moves, version, entry.client, entry.by, was_done=True
        )


def handing_over(n: int, seat: int, before: str, by: str) -> list[LogEntry]:
    """The line that tells who plays a person's seat now, if that was somebody else before."""
    if by in (before, BOT, BRANCH) or (by == PERSON and before not in (ABSENT, TIME, REQUEST)):
        return []
    keys = {PERSON: "plays_again", RESIGNED: "resigned"}
    key = keys.get(by, f"stands_in_{by}")
    event = Event("handed_over", {"seat": seat_letter(seat)})
    return [LogEntry(n, event, say(key, name=name_of(seat)))]


def ending(n: int, ended: Ended) -> LogEntry:
    """The line that tells that people ended the game."""
    last = ended.seats[-1]
    facts = {"seat": last, "how": ended.how, "counts": ended.counts}
    key = "ended_counts" if ended.counts else "ended_no_result"
    if ended.how == BY_RESIGNING:
        key = "resigned_over"
    return LogEntry(n, Event("ended", facts), say(key, name="{" + last + "}"))


def restore(game: Game, setup: Setup, journal: Iterable[Entry]) -> Table:
    """The table whose journal this is."""
    *_, table = restoring(game, setup, journal)
    return table


def restoring(
    game: Game, setup: Setup, journal: Iterable[Entry], start: State | None = None
) -> Iterator[Table]:
    """The same act by act, for whoever has something else to do in between."""
    table = Table(game, setup, start)
    yield table
    for entry in journal:
        table.accept(table.prepare_again(entry))
        yield table
