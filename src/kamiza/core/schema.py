"""What lies on a table and who may know it, said once for each game.

A game lists its fields: the name, the kind of value, what it means, its usual value in a position
and who may know it. From that list come

* positions (`save`) and back (`read`), with errors that name the field;
* what a view tells (`tell`) and back (`read_view`);
* which field differs between two tables, and how a table prints itself;
* a view as a row of numbers for programs that learn (`fill`), and what each number is (`parts`);
* the reference page of fields, the JSON Schema and the types of the browser (`core/shapes.py`).

A view's own table (`View.known`) is an ordinary table on which only known things lie; the game
builds it up by hand, because bots ask for it often. The conformance suite compares it with the
list, so a field that somebody forgot, or that somebody sees who must not, is found.

Nothing in search comes here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, cast, final

from kamiza.core.action import LETTERS, NOBODY, seat_letter
from kamiza.core.cells import Cell, Cells, seat_names
from kamiza.core.game import State, View, load_rng, save_rng
from kamiza.core.native import i64, mypyc_attr
from kamiza.core.refusal import PositionError
from kamiza.core.rng import fast_rng

Json = dict[str, object]

# Who may know a field.
EVERYBODY: Final = 0
OWNER: Final = 1
NOBODY_KNOWS: Final = 2  # it lies face down, or is chance
WHO_MAY: Final = 3  # whoever `may_know` says, from what everybody knows
IN_PART: Final = 4  # each seat the part of it that `part` says, for example a hand some have seen

TABLE: Final = -1  # the owner of what lies in the middle

NEEDED: Final = "\0needed"  # a usual value: none, a position must say it
WORKED_OUT: Final = "\0worked out"  # a usual value: follows from the rest, see the field's meaning


@mypyc_attr(allow_interpreted_subclasses=True)
class Kind:
    """How one sort of value is written, read and explained.

    `write` is the form people write in positions, `tell` the form programs and screens get; the
    same unless a kind says otherwise. `read` takes either.
    """

    def write(self, value: object) -> object:
        return value

    def tell(self, value: object) -> object:
        return self.write(value)

    def read(self, value: object, field: str, seats: int) -> object:
        """The value of its written form; a PositionError that begins with the field."""
        raise NotImplementedError

    def shape(self) -> Json:
        """The form in a view as JSON Schema, with a `description` for people."""
        raise NotImplementedError

    def written_shape(self) -> Json:
        """The written form as JSON Schema."""
        return self.shape()

    def cells(self, seats: int) -> list[Cell]:
        """What it is in a row of numbers; nothing where it is left out of it."""
        return []

    def fill(self, value: object, cells: Cells) -> None:
        """Write exactly these numbers."""


@final
class Other:
    """What everybody is told instead of, or beside, a value that is not for everybody."""

    def __init__(
        self, name: str, kind: Kind, meaning: str, get: Callable[[State, int], object]
    ) -> None:
        self.name: Final = name
        self.kind: Final = kind
        self.meaning: Final = meaning
        self.get: Final = get  # from the table and the owner's seat


@final
class Field:
    """One thing on the table, or one thing every player has."""

    def __init__(
        self,
        name: str,
        kind: Kind,
        meaning: str,
        usual: object = NEEDED,
        *,
        attribute: str = "",
        get: Callable[[State, int], object] | None = None,
        put: Callable[[State, int, object], None] | None = None,
        knows: int = EVERYBODY,
        may_know: Callable[[State, int, int], bool] | None = None,
        part: Callable[[State, int, int], object] | None = None,
        shown_as: str = "",
        others: Sequence[Other] = (),
        remembered: bool = False,
        inner: bool = False,
        covers: Sequence[str] = (),
    ) -> None:
        self.name: Final = name
        self.kind: Final = kind
        self.meaning: Final = meaning
        self.usual: Final = usual
        self.attribute: Final = attribute or name
        self.get: Final = get
        self.put: Final = put
        who = WHO_MAY if may_know is not None else knows
        self.knows: Final = IN_PART if part is not None else who
        self.may_know: Final = may_know  # (what everybody knows, who asks, whose it is)
        # What who asks knows of it: from the whole table, and the same from the table of the view.
        self.part: Final = part
        # Its name in a view; "private.hand" stands in the part of the view that is for its seat.
        self.is_private: Final = shown_as.startswith("private.")
        self.shown_as: Final = shown_as.removeprefix("private.") or name
        self.others: Final = list(others)
        self.remembered: Final = remembered  # deduced by whoever pays attention
        self.inner: Final = inner  # the engine's own notes: for bots, not for screens
        self.covers: Final = list(covers)  # attributes that `get` and `put` use
        is_shown = not (remembered or inner or self.is_private)
        self.is_plain: Final = is_shown and self.knows == EVERYBODY and get is None and not others


def whose(table: State, owner: int) -> object:
    """The object that carries the fields of an owner."""
    return table if owner < 0 else table.seated(owner)


def value_of(field: Field, table: State, owner: int) -> object:
    if field.get is not None:
        return field.get(table, owner)
    return getattr(whose(table, owner), field.attribute)


def known_value(field: Field, table: State, seat: int, owner: int) -> object:
    """The value of a field as a seat that may know it knows it."""
    if field.part is not None:
        return field.part(table, seat, owner)
    return value_of(field, table, owner)


def put_value(field: Field, table: State, owner: int, value: object) -> None:
    if field.put is not None:
        field.put(table, owner, value)
    else:
        setattr(whose(table, owner), field.attribute, value)


def is_known(field: Field, table: State, seat: int, owner: int) -> bool:
    """May the seat know this field of this owner?"""
    if field.knows in (EVERYBODY, IN_PART):
        return True
    if field.knows == OWNER:
        return seat == owner and seat >= 0
    if field.may_know is not None:
        return field.may_know(table, seat, owner)
    return False


@final
class Given:
    """Which fields a position has; the rest is worked out by the game."""

    def __init__(self) -> None:
        self.paths: Final[set[str]] = set()

    def has(self, name: str, owner: int = TABLE) -> bool:
        return path_of(name, owner) in self.paths


def path_of(name: str, owner: int) -> str:
    return name if owner < 0 else f"{seat_letter(owner)}.{name}"


@final
class Schema:
    """The fields of one game."""

    def __init__(
        self,
        game: str,
        table: Sequence[Field],
        players: Sequence[Field],
        derived: Sequence[str] = (),
    ) -> None:
        self.game: Final = game
        self.derived: Final = list(derived)  # attributes that follow from the fields
        self.table: Final = list(table)
        self.players: Final = list(players)
        self.names: Final = ["game", "seats", "settings", "options", "asked", "players", "rng"]
        self.names.extend(field.name for field in self.table)
        self.player_names: Final = [field.name for field in self.players]
        self.widths: Final[dict[int, dict[str, int]]] = {}  # of `may_know` fields, by seats

    # -- positions ----------------------------------------------------------------------------

    def save(self, state: State) -> Json:
        """The whole position."""
        data: Json = {
            "game": self.game,
            "seats": int(state.seats),
            "settings": state.settings_json(),
            "asked": letter_or_none(state.asked),
        }
        for field in self.table:
            data[field.name] = field.kind.write(value_of(field, state, TABLE))
        players: Json = {}
        for seat in range(int(state.seats)):
            entry: Json = {}
            for field in self.players:
                entry[field.name] = field.kind.write(value_of(field, state, seat))
            players[seat_letter(seat)] = entry
        data["players"] = players
        data["rng"] = save_rng(state.rng)
        return data

    def seats_in(self, position: Json) -> int:
        """How many seats the table of a position has; a position of another game is refused."""
        game = position.get("game", self.game)
        if game != self.game:
            raise PositionError(f"game: this is a position of {game!r}, not of {self.game}")
        seats = position.get("seats")
        if type(seats) is not int:
            raise PositionError("seats: say how many players there are")
        return seats

    def settings_in(self, position: Json) -> Json:
        """The settings that a position names."""
        name = "settings" if "settings" in position else "options"  # its name in older positions
        return dict_of(name, position.get(name, {}))

    def read(self, state: State, position: Json) -> Given:
        """Put everything a position says, and usual values, on a blank table. Who is asked and
        what is to be worked out is left to the game."""
        refuse_unknown("the position", position, self.names)
        given = Given()
        seats = int(state.seats)
        for field in self.table:
            self.read_field(field, state, TABLE, position, given)
        players = dict_of("players", position.get("players", {}))
        refuse_unknown("players", players, list(LETTERS[:seats]))
        for seat in range(seats):
            letter = seat_letter(seat)
            entry = dict_of(letter, players.get(letter, {}))
            refuse_unknown(letter, entry, self.player_names)
            for field in self.players:
                self.read_field(field, state, seat, entry, given)
        if "asked" in position:
            given.paths.add("asked")
        state.rng = load_rng(position["rng"]) if "rng" in position else fast_rng(0)
        return given

    def read_field(self, field: Field, state: State, owner: int, entry: Json, given: Given) -> None:
        path = path_of(field.name, owner)
        if field.name in entry:
            given.paths.add(path)
            value = field.kind.read(entry[field.name], path, int(state.seats))
            put_value(field, state, owner, value)
        elif field.usual == NEEDED:
            raise PositionError(f"{path}: is missing")
        elif field.usual != WORKED_OUT:
            value = field.kind.read(field.usual, path, int(state.seats))
            put_value(field, state, owner, value)

    # -- views --------------------------------------------------------------------------------

    def tell(self, view: View, remembering: bool, inner: bool) -> Json:
        """What a view tells: of every field what its seat may know.

        `remembering` adds what any attentive onlooker could have deduced, `inner` the engine's own
        notes, which bots need to go on imagining.
        """
        known = view.known
        seat = int(view.seat)
        data: Json = {
            "game": self.game,
            "seat": letter_or_none(seat),
            "seats": int(known.seats),
            "settings": known.settings_json(),
            "asked": letter_or_none(known.asked),
            "question": view.question,
            "moves": view.moves,
        }
        private: Json = {}
        for field in self.table:
            if field.is_plain:
                data[field.shown_as] = field.kind.tell(getattr(known, field.attribute))
            else:
                self.tell_field(field, known, seat, TABLE, data, private, remembering, inner)
        players: Json = {}
        for owner in range(int(known.seats)):
            player = known.seated(owner)
            letter = seat_letter(owner)
            entry: Json = {"seat": letter}
            for field in self.players:
                if field.is_plain:
                    entry[field.shown_as] = field.kind.tell(getattr(player, field.attribute))
                else:
                    self.tell_field(field, known, seat, owner, entry, private, remembering, inner)
            players[letter] = entry
        data["players"] = players
        if seat >= 0:
            data["private"] = private
        return data

    def tell_field(
        self, field: Field, known: State, seat: int, owner: int, entry: Json, private: Json,
        remembering: bool, inner: bool,
    ) -> None:  # fmt: skip
        for other in field.others:
            entry[other.name] = other.kind.tell(other.get(known, owner))
        if field.inner and not inner:
            return
        if field.remembered and not remembering:
            return
        if not is_known(field, known, seat, owner):
            return
        shown = field.kind.tell(known_value(field, known, seat, owner))
        if field.is_private:
            private[field.shown_as] = shown
        else:
            entry[field.shown_as] = shown

    def read_view(self, known: State, data: Json) -> i64:
        """Put everything a told view says on a blank table; the seat it was told to.

        `others` are not read back: what they count follows from the table and its hidden parts, or
        the game reads it from the data.
        """
        seat = seat_or_nobody(data["seat"])
        private = cast(Json, data.get("private", {}))
        players = cast("dict[str, Json]", data["players"])
        known.asked = seat_or_nobody(data["asked"])
        for field in self.table:
            self.read_shown(field, known, TABLE, data, private)
        for owner in range(int(known.seats)):
            mine = private if owner == seat else {}
            for field in self.players:
                self.read_shown(field, known, owner, players[seat_letter(owner)], mine)
        return seat

    def read_shown(
        self, field: Field, known: State, owner: int, entry: Json, private: Json
    ) -> None:
        where = private if field.is_private else entry
        if field.shown_as in where:
            path = path_of(field.name, owner)
            value = field.kind.read(where[field.shown_as], path, int(known.seats))
            put_value(field, known, owner, value)

    # -- rows of numbers ----------------------------------------------------------------------

    def parts(self, seats: int) -> list[Part]:
        """What stands in a row, field by field: in the middle of the table first, then of every
        player, the watcher first. What nobody else may know is told of the watcher only."""
        found: list[Part] = []
        for field in self.table:
            found.extend(parts_of(field, "table", seats))
        for place, name in enumerate(seat_names(seats)):
            for field in self.players:
                if place == 0 or field.knows != OWNER:
                    found.extend(parts_of(field, name, seats))
                else:
                    found.extend(others_of(field, name, seats))
        return [part for part in found if part.cells]

    def fill(self, known: State, seat: int, cells: Cells) -> None:
        """Write what the table of a view tells; `cells` has been put to the seat."""
        for field in self.table:
            self.fill_field(field, known, seat, TABLE, True, cells)
        place: i64
        for place in range(known.seats):
            owner = int(cells.seat_at(place))
            for field in self.players:
                self.fill_field(field, known, seat, owner, place == 0, cells)

    def fill_field(
        self, field: Field, known: State, seat: int, owner: int, is_first: bool, cells: Cells
    ) -> None:
        for other in field.others:
            other.kind.fill(other.get(known, owner), cells)
        if field.knows == NOBODY_KNOWS or (field.knows == OWNER and not is_first):
            return
        is_open = is_known(field, known, seat, owner)
        if field.knows == WHO_MAY:
            cells.put_flag(is_open)
        if is_open:
            field.kind.fill(known_value(field, known, seat, owner), cells)
        else:
            cells.blank(self.width(field, int(known.seats)))

    def width(self, field: Field, seats: int) -> int:
        """How many numbers the value of a field is."""
        known = self.widths.setdefault(seats, {})
        key = f"{field.name} {field.knows}"
        if key not in known:
            known[key] = len(field.kind.cells(seats))
        return known[key]

    # -- comparing and printing ---------------------------------------------------------------

    def difference(self, one: State, other: State) -> str:
        """The first field in which two tables differ, or nothing."""
        return first_difference("", self.save(one), self.save(other))

    def text(self, state: State) -> str:
        """A table in one line: every field that is not at its usual value."""
        parts = [f"seats={state.seats}", f"asked={letter_or_none(state.asked)}"]
        for field in self.table:
            written = field.kind.write(value_of(field, state, TABLE))
            if written != field.usual:
                parts.append(f"{field.name}={written!r}")
        for seat in range(int(state.seats)):
            unusual: list[str] = []
            for field in self.players:
                written = field.kind.write(value_of(field, state, seat))
                if written != field.usual:
                    unusual.append(f"{field.name}={written!r}")
            parts.append(f"{seat_letter(seat)}=({', '.join(unusual)})")
        return f"<{self.game}: {', '.join(parts)}>"


@final
class Part:
    """What one field is in a row of numbers."""

    def __init__(self, owner: str, name: str, meaning: str, cells: list[Cell]) -> None:
        self.owner: Final = owner  # "table", "me", "plus1" ...
        self.name: Final = name
        self.meaning: Final = meaning
        self.cells: Final = cells


def others_of(field: Field, owner: str, seats: int) -> list[Part]:
    return [
        Part(owner, other.name, other.meaning, other.kind.cells(seats)) for other in field.others
    ]


def parts_of(field: Field, owner: str, seats: int) -> list[Part]:
    found = others_of(field, owner, seats)
    if field.knows == NOBODY_KNOWS:
        return found
    cells = field.kind.cells(seats)
    if field.knows == WHO_MAY:
        cells = [Cell("is_known"), *cells]
    found.append(Part(owner, field.shown_as, field.meaning, cells))
    return found


def letter_or_none(seat: i64) -> str | None:
    return None if seat < 0 else seat_letter(int(seat))


def seat_or_nobody(letter: object) -> i64:
    return NOBODY if letter is None else LETTERS.index(cast(str, letter))


def first_difference(path: str, one: object, other: object) -> str:
    """Where two JSON values differ first, as a sentence, or nothing."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(key for key in other if key not in one)]:
            found = first_difference(f"{path}.{key}" if path else key, one.get(key), other.get(key))
            if found:
                return found
        return ""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, item in enumerate(one):
            found = first_difference(f"{path}.{place}", item, other[place])
            if found:
                return found
        return ""
    return "" if one == other else f"{path}: {one!r} is not {other!r}"


# -- reading single values --------------------------------------------------------------------


def refuse_unknown(where: str, entry: Json, fields: Sequence[str]) -> None:
    """A word the position of this game does not know is a mistake, not something to overlook."""
    for field in entry:
        if field not in fields:
            raise PositionError(f"{where}: there is no '{field}' in a position of this game")


def dict_of(field: str, value: object) -> Json:
    if not isinstance(value, dict):
        raise PositionError(f"{field}: must be a table")
    return cast(Json, value)


def list_of(field: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise PositionError(f"{field}: must be a list")
    return cast("list[object]", value)
