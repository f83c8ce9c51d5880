"""A game written down: how it was set up and every move, as JSON anybody can check.

    {"format": 2, "game": "shintoh", "rules": "2", "digest": "ab12...", "seats": 2,
     "settings": {}, "names": ["Mika", "Haru"], "seed": 7,
     "moves": ["A: +rice", "A: stop", ...], "hashes": ["16 hex digits", ...],
     "result": {"scores": [45, 30], "ranks": [1, 2]}}

Moves are the truth; the hash of the whole state after each of them proves a replay equal on
every machine. The chance of a game is an open `seed`, or `sealed`: the SHA-256 of a key, published
from the start, and the key itself once the game is over. A game that began from a `position`
carries it, without a generator: chance comes from the seed or the key there, too.

A game that goes on from a moment of another one says so: `"branch": {"table": "k3v9", "at": 12}`
means that its first 12 moves were taken over from that table. They were played by others and
with a shuffle that had been revealed, so such a game proves less than one from the beginning.

Not every game is played to the end, nor by those who sat down to it:

    "ended": {"how": "agreed", "seats": ["B"], "counts": true}
    "stand_ins": [{"seat": "B", "why": "absent", "moves": [12, 15]}]

`ended` is there if people ended a game that its rules had not: `agreed`, asked for by that seat, or
`resigned` by those. Its result is how things stood, who resigned last of all; if it does not count,
there is none. `stand_ins` are the moves, by their numbers from 1, that a bot made for a person who
was `absent`, out of `time` (or for one `turn`), had asked for it (`request`) or had `resigned`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import cast

from kamiza.core.action import NOBODY, seat_letter, seat_number
from kamiza.core.event import Event
from kamiza.core.game import Game, Setup, State
from kamiza.core.refusal import PositionError, Refusal
from kamiza.core.rng import commitment
from kamiza.core.speech import Listener

FORMAT = 2  # 1 wrote seats as numbers and settings as options
FIELDS = (
    "format", "game", "rules", "digest", "seats", "settings", "names", "seed", "sealed", "position",
    "branch", "moves", "hashes", "result", "ended", "stand_ins",
)  # fmt: skip


BY_AGREEMENT = "agreed"
BY_RESIGNING = "resigned"
WAYS_TO_END = (BY_AGREEMENT, BY_RESIGNING)
STAND_INS = ("absent", "time", "turn", "request", "resigned")  # why a bot plays for a person


class RecordError(Exception):
    """A record that cannot be read or replayed; the message says what is wrong and where."""


class Mismatch(RecordError):
    """The replay does not give what the record says."""

    def __init__(self, move: int, expected: str, found: str) -> None:
        super().__init__(
            f"Move {move} does not lead where the record says: "
            f"the hash should be {expected} and is {found}."
        )
        self.move = move
        self.expected = expected
        self.found = found


@dataclass(frozen=True)
class Branch:
    """Where a game came from that did not begin at its beginning."""

    table: str  # the name of the game it goes on from
    at: int  # how many of the moves were taken over


@dataclass(frozen=True)
class Ended:
    """How people ended a game that its rules had not."""

    how: str  # BY_AGREEMENT or BY_RESIGNING
    seats: list[str]  # who asked for the end, or who resigned, in that order
    counts: bool  # does it have a result?


@dataclass(frozen=True)
class StandIn:
    """What a bot played for a person."""

    seat: str
    why: str  # of STAND_INS
    moves: list[int]  # their numbers, from 1


@dataclass(repr=False)
class Record:
    """A game written down, finished or not."""

    game: str
    rules: str  # version of the rules
    digest: str  # of the cards
    seats: int
    settings: dict[str, object]
    seed: int | None = None  # of an open shuffle
    commitment: str = ""  # of a sealed one
    key: bytes = b""  # of a sealed one, where it is known
    position: dict[str, object] | None = None
    branch: Branch | None = None
    names: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)  # as many as moves, or none at all
    result: dict[str, list[int]] | None = None  # scores and ranks, when the game is over
    ended: Ended | None = None
    stand_ins: list[StandIn] = field(default_factory=list)

    def __repr__(self) -> str:
        chance = "sealed" if self.seed is None else f"seed {self.seed}"
        state = "over" if self.ended else "not over"
        if self.result:
            state = f"scores {self.result['scores']}"
        moves = f"{len(self.moves)} moves"
        return f"<record of {self.game}: {self.seats} seats, {chance}, {moves}, {state}>"

    def as_json(self, reveal: bool = False, light: bool = False) -> dict[str, object]:
        """JSON-ready data. The key of a sealed game stays out until the game is over, unless its
        owner asks to `reveal` it; a `light` record has no hashes."""
        data: dict[str, object] = {"format": FORMAT, "game": self.game, "rules": self.rules}
        data |= {"digest": self.digest, "seats": self.seats, "settings": self.settings}
        if self.names:
            data["names"] = self.names
        if self.seed is not None:
            data["seed"] = self.seed
        else:
            data["sealed"] = self.sealed_json(reveal)
        if self.position is not None:
            data["position"] = self.position
        if self.branch is not None:
            data["branch"] = {"table": self.branch.table, "at": self.branch.at}
        data["moves"] = self.moves
        if self.hashes and not light:
            data["hashes"] = self.hashes
        if self.result is not None:
            data["result"] = self.result
        if self.ended is not None:
            data["ended"] = asdict(self.ended)
        if self.stand_ins:
            data["stand_ins"] = [asdict(one) for one in self.stand_ins]
        return data

    @property
    def is_over(self) -> bool:
        return self.result is not None or self.ended is not None

    def sealed_json(self, reveal: bool) -> dict[str, str]:
        sealed = {"commitment": self.commitment}
        if self.key and (reveal or self.is_over):
            sealed["key"] = self.key.hex()
        return sealed

    def as_text(self, reveal: bool = False, light: bool = False) -> str:
        """The same as a text, one field per line."""
        fields = [
            f'  "{name}": {json.dumps(value, ensure_ascii=False)}'
            for name, value in self.as_json(reveal, light).items()
        ]
        return "{\n" + ",\n".join(fields) + "\n}\n"


# -- writing ----------------------------------------------------------------------------------


def new_record(
    game: Game, setup: Setup, names: Sequence[str] = (), position: dict[str, object] | None = None
) -> Record:
    """An empty record. With a position the game begins there, with the chance of the set-up."""
    record = Record(
        game.name, game.book.version, game.digest, setup.seats, dict(setup.settings),
        names=list(names),
    )  # fmt: skip
    if setup.key:
        record.key = setup.key
        record.commitment = commitment(setup.key)
    else:
        record.seed = setup.seed
    position = setup.position if position is None else position
    if position is not None:
        record.position = {name: value for name, value in position.items() if name != "rng"}
        record.settings = {}  # the position has its own
        record.seats = seats_of(game, game.load(record.position))
    return record


def note(record: Record, game: Game, state: State, seat: int, text: str) -> None:
    """Write down a move that led to this state."""
    record.moves.append(f"{seat_letter(seat)}: {text}")
    record.hashes.append(game.hash(state))
    record.result = result_of(game, state)


def result_of(game: Game, state: State, ended: Ended | None = None) -> dict[str, list[int]] | None:
    """Scores and ranks of a game that is over, by its rules or because it was `ended`."""
    if state.asked != NOBODY and (ended is None or not ended.counts):
        return None
    ranks = list(game.ranks(state))
    if ended is not None and ended.how == BY_RESIGNING:
        ranks = with_last(ranks, [seat_number(seat) for seat in ended.seats])
    return {"scores": list(game.scores(state)), "ranks": ranks}


def with_last(ranks: list[int], resigned: list[int]) -> list[int]:
    """Who resigned is behind all others, and the earlier the farther."""
    order = [
        (resigned[::-1].index(seat) + 1 if seat in resigned else 0, rank)
        for seat, rank in enumerate(ranks)
    ]
    return [1 + sum([other < mine for other in order]) for mine in order]


def end(record: Record, game: Game, state: State, ended: Ended) -> None:
    """Write down that people ended a game in this state."""
    record.ended = ended
    record.result = result_of(game, state, ended)


def seats_of(game: Game, state: State) -> int:
    """How many seats a state has."""
    return len(game.scores(state))


# -- replaying --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One move of a replay and what it led to; number 0 is the start and has no move."""

    number: int
    seat: int
    text: str
    state: State  # a copy of its own
    events: list[Event]


def begin(game: Game, record: Record) -> State:
    """The state before the first move."""
    check_fits(game, record)
    check_key(record)
    position = record.position
    setup = Setup(record.seats, record.settings, record.seed or 0, record.key, position)
    try:
        return game.start(setup)
    except Refusal as refused:
        raise RecordError(f"The set-up is refused: {refused}") from None
    except PositionError as wrong:
        raise RecordError(f"position: {wrong}") from None


def check_fits(game: Game, record: Record) -> None:
    """Old records are refused clearly, not replayed wrongly."""
    if record.game != game.name:
        raise RecordError(f"This is a record of {record.game}, not of {game.name}.")
    if (record.rules, record.digest) != (game.book.version, game.digest):
        raise RecordError(
            f"This record was made with rules version {record.rules} and cards {record.digest}; "
            f"this Kamiza has rules version {game.book.version} and cards {game.digest}."
        )


def check_key(record: Record) -> None:
    """A sealed shuffle needs its key, and the key that was promised."""
    if record.seed is not None:
        return
    if not record.key:
        raise RecordError("sealed: the key of this game has not been revealed yet")
    if commitment(record.key) != record.commitment:
        raise RecordError("sealed: the SHA-256 of the key is not the commitment made at the start")


def replay(game: Game, record: Record) -> Iterator[Step]:
    """The start, then every move with the state after it and its events."""
    state = begin(game, record)
    yield Step(0, NOBODY, "", state.clone(), [])
    for number, move in enumerate(record.moves, 1):
        seat, _, text = move.partition(": ")
        state.log = []
        try:
            game.act(state, seat, text)
        except Refusal as refused:
            sentence = game.speech.refusal(refused, Listener("en", tuple(record.names)))
            raise RecordError(f"move {number} ({move}): {sentence} [{refused.rule}]") from None
        yield Step(number, seat_number(seat), text, state.clone(), state.log)


def verify(game: Game, record: Record) -> int:
    """Replay and compare; the number of hashes that were compared. The first difference is a
    `Mismatch`; anything else that is wrong, the key included, a `RecordError`."""
    for step in replay(game, record):
        if record.hashes and step.number:
            expected = record.hashes[step.number - 1]
            found = game.hash(step.state)
            if found != expected:
                raise Mismatch(step.number, expected, found)
    result = result_of(game, step.state, record.ended)
    if result != record.result:
        raise RecordError(f"result: the record says {record.result}, the replay gives {result}")
    return len(record.hashes)


# -- reading ----------------------------------------------------------------------------------


def read_record(source: dict[str, object] | str | bytes) -> Record:
    """A record from JSON. Whether it can be replayed is for `replay` to say."""
    data = source if isinstance(source, dict) else parse_json(source)
    if whole_number(data, "format") != FORMAT:
        raise RecordError(
            f"This record has format {data['format']}; this Kamiza reads format {FORMAT}."
        )
    for name in data:
        if name not in FIELDS:
            raise RecordError(f"{name}: there is no such field in a record")
    record = Record(
        text(data, "game"), text(data, "rules"), text(data, "digest"),
        whole_number(data, "seats", least=1, most=6), table(data, "settings"),
    )  # fmt: skip
    read_chance(record, data)
    record.names = texts(data, "names", "a name") if "names" in data else []
    if record.names and len(record.names) != record.seats:
        raise RecordError(f"names: there are {len(record.names)} for {record.seats} seats")
    read_moves(record, data)
    if "branch" in data:
        record.branch = read_branch(table(data, "branch"), len(record.moves))
    if "result" in data:
        record.result = read_result(table(data, "result"), record.seats)
    if "ended" in data:
        record.ended = read_ended(table(data, "ended"), record.seats)
    if "stand_ins" in data:
        record.stand_ins = read_stand_ins(value_of(data, "stand_ins"), record)
    return record


def parse_json(source: str | bytes) -> dict[str, object]:
    try:
        data = json.loads(source)
    except json.JSONDecodeError as broken:
        place = f"line {broken.lineno}, column {broken.colno}"
        raise RecordError(f"This is not JSON: {broken.msg} ({place}).") from None
    except (ValueError, RecursionError):
        raise RecordError("This is not JSON that can be read.") from None
    if not isinstance(data, dict):
        raise RecordError("A record is a JSON object in braces.")
    return cast("dict[str, object]", data)


def read_chance(record: Record, data: dict[str, object]) -> None:
    """Exactly one of seed and sealed, and where the game began."""
    if ("seed" in data) == ("sealed" in data):
        raise RecordError("seed: a record has either a seed or a sealed shuffle")
    if "seed" in data:
        record.seed = whole_number(data, "seed")
    else:
        sealed = table(data, "sealed")
        record.commitment = hex_digits(sealed, "commitment", "sealed.commitment")
        if "key" in sealed:
            record.key = bytes.fromhex(hex_digits(sealed, "key", "sealed.key"))
    if "position" in data:
        record.position = table(data, "position")
        if "rng" in record.position:
            raise RecordError("position.rng: the chance of a record is its seed or its sealed key")


def read_moves(record: Record, data: dict[str, object]) -> None:
    record.moves = texts(data, "moves", "a move")
    for number, move in enumerate(record.moves, 1):
        if not re.fullmatch(r"[A-F]: \S.*", move):
            raise RecordError(
                f"moves: number {number} must be a seat and a move such as 'A: pass', "
                f"not {move[:40]!r}"
            )
    record.hashes = texts(data, "hashes", "a hash") if "hashes" in data else []
    for number, digits in enumerate(record.hashes, 1):
        if not re.fullmatch(r"[0-9a-f]{16}", digits):
            raise RecordError(f"hashes: number {number} must be 16 hex digits")
    if record.hashes and len(record.hashes) != len(record.moves):
        raise RecordError(f"hashes: there are {len(record.hashes)} for {len(record.moves)} moves")


def read_branch(data: dict[str, object], moves: int) -> Branch:
    if set(data) != {"table", "at"}:
        raise RecordError("branch: has a table and at and nothing else")
    name, at = data["table"], data["at"]
    if not isinstance(name, str) or not name:
        raise RecordError(f"branch.table: must be a text, not {shown(name)}")
    if not isinstance(at, int) or not is_whole(at) or not 0 <= at <= moves:
        raise RecordError(f"branch.at: must be from 0 to {moves}, not {shown(at)}")
    return Branch(name, at)


def read_result(data: dict[str, object], seats: int) -> dict[str, list[int]]:
    for name in ("scores", "ranks"):
        values = data.get(name)
        if not isinstance(values, list) or not all(is_whole(value) for value in values):
            raise RecordError(f"result.{name}: must be a list of whole numbers")
        if len(values) != seats:
            raise RecordError(f"result.{name}: there are {len(values)} for {seats} seats")
    if len(data) != 2:
        raise RecordError("result: has scores and ranks and nothing else")
    return cast("dict[str, list[int]]", data)


def read_ended(data: dict[str, object], seats: int) -> Ended:
    if set(data) != {"how", "seats", "counts"}:
        raise RecordError("ended: has how, seats and counts and nothing else")
    how, who, counts = data["how"], data["seats"], data["counts"]
    if how not in WAYS_TO_END:
        raise RecordError(f"ended.how: must be {' or '.join(WAYS_TO_END)}, not {shown(how)}")
    letters = [seat_letter(seat) for seat in range(seats)]
    if not isinstance(who, list) or not who or any(seat not in letters for seat in who):
        raise RecordError(f"ended.seats: must be a list of seats, not {shown(who)}")
    if not isinstance(counts, bool):
        raise RecordError(f"ended.counts: must be true or false, not {shown(counts)}")
    return Ended(str(how), cast("list[str]", who), counts)


def read_stand_ins(data: object, record: Record) -> list[StandIn]:
    if not isinstance(data, list) or not all(isinstance(one, dict) for one in data):
        raise RecordError("stand_ins: must be a list of JSON objects")
    return [read_stand_in(one, record) for one in cast("list[dict[str, object]]", data)]


def read_stand_in(data: dict[str, object], record: Record) -> StandIn:
    if set(data) != {"seat", "why", "moves"}:
        raise RecordError("stand_ins: each has a seat, why and moves and nothing else")
    seat, why, moves = data["seat"], data["why"], data["moves"]
    if why not in STAND_INS:
        raise RecordError(f"stand_ins.why: must be one of {', '.join(STAND_INS)}, not {shown(why)}")
    if not isinstance(moves, list) or not all(is_whole(move) for move in moves):
        raise RecordError("stand_ins.moves: must be a list of whole numbers")
    for move in cast("list[int]", moves):
        if not 1 <= move <= len(record.moves) or record.moves[move - 1][0] != seat:
            raise RecordError(f"stand_ins.moves: number {move} is no move of {shown(seat)}")
    return StandIn(str(seat), str(why), cast("list[int]", moves))


# -- single values ----------------------------------------------------------------------------


def value_of(data: dict[str, object], name: str) -> object:
    if name not in data:
        raise RecordError(f"{name}: is missing")
    return data[name]


def text(data: dict[str, object], name: str) -> str:
    value = value_of(data, name)
    if not isinstance(value, str) or not value:
        raise RecordError(f"{name}: must be a text, not {shown(value)}")
    return value


def texts(data: dict[str, object], name: str, item: str) -> list[str]:
    values = value_of(data, name)
    if not isinstance(values, list):
        raise RecordError(f"{name}: must be a list, not {shown(values)}")
    for number, value in enumerate(values, 1):
        if not isinstance(value, str):
            raise RecordError(f"{name}: number {number} must be {item} as a text")
    return cast("list[str]", values)


def table(data: dict[str, object], name: str) -> dict[str, object]:
    value = value_of(data, name)
    if not isinstance(value, dict):
        raise RecordError(f"{name}: must be a JSON object, not {shown(value)}")
    return cast("dict[str, object]", value)


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def whole_number(
    data: dict[str, object], name: str, least: int = -(2**64), most: int = 2**64
) -> int:
    value = value_of(data, name)
    if not isinstance(value, int) or not is_whole(value):
        raise RecordError(f"{name}: must be a whole number, not {shown(value)}")
    if not least <= value <= most:
        raise RecordError(f"{name}: must be from {least} to {most}, not {shown(value)}")
    return value


def hex_digits(data: dict[str, object], name: str, where: str) -> str:
    value = data.get(name)
    if not isinstance(value, str) or not re.fullmatch(r"[0-9a-f]{64}", value):
        raise RecordError(f"{where}: must be 64 hex digits")
    return value


def shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:40]
