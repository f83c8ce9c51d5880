"""How the things of Kodama are written: trees, points by season, scored Kodama, decrees to come."""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.cells import MOST, Cell, Cells
from kamiza.core.kinds import COUNT, TEXT, YES_OR_NO, Number, Shown, listing, maybe, record
from kamiza.core.native import i64
from kamiza.core.refusal import PositionError
from kamiza.core.schema import Json, Kind, dict_of, list_of
from kamiza.games.kodama.cards import NO_CARD, NOT_DRAWN, SEASONS, Cards
from kamiza.games.kodama.rules.icons import FEATURES
from kamiza.games.kodama.rules.points import (
    CARD_BITS,
    SEASON_BITS,
    in_season,
    scored_card,
    scored_points,
)
from kamiza.games.kodama.rules.trees import Tree, cards_on, is_close, is_end, is_fork
from kamiza.games.kodama.sketches import read_tree, tree_as_texts

SEASON: Final = Shown({"enum": list(SEASONS), "description": "season"})
CARDS_IN_A_ROW: Final = 13  # of a tree, as numbers: no game has more
FEATURE: Final = Shown({"enum": list(FEATURES), "description": "feature"})
POINTS: Final = Number(0, 9999)
MOST_KODAMA_POINTS: Final = 255
TREE_CARD: Final = record(
    "TreeCard",
    {
        "card": TEXT, "x": COUNT, "y": COUNT, "rot": COUNT, "parent": maybe(COUNT),
        "depth": COUNT, "end": YES_OR_NO, "near": YES_OR_NO, "fork": YES_OR_NO,
    },
)  # fmt: skip
SCORED_KODAMA: Final = record("ScoredKodama", {"season": SEASON, "kodama": TEXT, "points": COUNT})


@final
class TreeCards(Kind):
    """A tree: a sketch, `["TR3", "B26 @37,1285 r15 on 0"]`, or every card as a table."""

    def __init__(self, cards: Cards) -> None:
        self.cards: Final = cards

    def write(self, value: object) -> object:
        tree = cast(Tree, value)
        if tree.written is None:
            tree.written = tree_as_texts(self.cards, tree)
        return list(cast("list[str]", tree.written))

    def tell(self, value: object) -> object:
        """For drawing, in order of placement. [KO-GEO-21]"""
        tree = cast(Tree, value)
        if tree.shown is None:
            tree.shown = self.shown_cards(tree)
        return list(cast("list[Json]", tree.shown))

    def shown_cards(self, tree: Tree) -> list[Json]:
        told: list[Json] = []
        number: i64
        for number in range(tree.size):
            card = tree.cards[number]
            bears: i64 = cards_on(tree, number)
            told.append(
                {
                    "card": self.cards.ids[card.card],
                    "x": card.x,
                    "y": card.y,
                    "rot": card.rotation,
                    "parent": None if number == 0 else card.parent,
                    "depth": card.depth,
                    "end": is_end(card.depth, bears),
                    "near": is_close(card.depth),
                    "fork": is_fork(card.depth, bears),
                }
            )
        return told

    def read(self, value: object, field: str, seats: int) -> object:
        """The tree with its icons as printed; it is reread if a decree says otherwise."""
        if isinstance(value, list):
            value = [line_of(entry, place) for place, entry in enumerate(value)]
        return read_tree(self.cards, field, value)

    def shape(self) -> Json:
        return listing(TREE_CARD).shape()

    def written_shape(self) -> Json:
        return {
            "anyOf": [
                {"type": "string", "description": "a sketch, `TR3(B26(B47),B10)`"},
                {"type": "array", "items": {"type": "string", "description": "placed cards"}},
            ]
        }

    def cells(self, seats: int) -> list[Cell]:
        """For each card in order of placement which it is, where it lies and what it grows on."""
        found: list[Cell] = []
        for place in range(CARDS_IN_A_ROW):
            found.extend(Cell(f"{place}.{name}") for name in self.cards.ids)
            for name, least, most in (
                ("x", -MOST, MOST), ("y", -MOST, MOST), ("rot", 0, 359),
                ("parent", 0, CARDS_IN_A_ROW), ("depth", 0, CARDS_IN_A_ROW),
            ):  # fmt: skip
                found.append(Cell(f"{place}.{name}", least, most))
        return found

    def fill(self, value: object, cells: Cells) -> None:
        tree = cast(Tree, value)
        kinds = len(self.cards.ids)
        place: i64
        for place in range(CARDS_IN_A_ROW):
            if place >= tree.size:
                cells.blank(kinds + 5)
                continue
            card = tree.cards[place]
            cells.one_of(card.card, kinds)
            cells.put(card.x)
            cells.put(card.y)
            cells.put(card.rotation)
            cells.put(card.parent if place > 0 else 0)
            cells.put(card.depth)


def line_of(entry: object, place: int) -> object:
    """A told card as the line of a position."""
    if not isinstance(entry, dict):
        return entry
    card = entry.get("card")
    if place == 0:
        return card
    x, y, rotation, parent = (entry.get(name) for name in ("x", "y", "rot", "parent"))
    return f"{card} @{x},{y} r{rotation} on {parent}"


def numbers_in(value: object, field: str, size: int) -> list[int]:
    """So many points."""
    found = [cast(int, POINTS.read(number, field, 0)) for number in list_of(field, value)]
    if len(found) != size:
        raise PositionError(f"{field}: must be {size} numbers")
    return found


@final
class BySeason(Kind):
    """Points of the three seasons: `[12, 4, 0]`."""

    def write(self, value: object) -> object:
        packed: i64 = cast(int, value)
        return [in_season(packed, season) for season in range(len(SEASONS))]

    def read(self, value: object, field: str, seats: int) -> object:
        points = numbers_in(value, field, len(SEASONS))
        return sum(number << season * SEASON_BITS for season, number in enumerate(points))

    def shape(self) -> Json:
        return listing(COUNT).shape()

    def cells(self, seats: int) -> list[Cell]:
        return [Cell(season, 0, 9999) for season in SEASONS]

    def fill(self, value: object, cells: Cells) -> None:
        packed: i64 = cast(int, value)
        season: i64
        for season in range(len(SEASONS)):
            cells.put(in_season(packed, season))


@final
class LastTurn(Kind):
    """Points of the last turn, from the card and from the decree: `[8, 2]`."""

    def write(self, value: object) -> object:
        base, bonus = cast("tuple[int, int]", value)
        return [base, bonus]

    def tell(self, value: object) -> object:
        base, bonus = cast("tuple[int, int]", value)
        return {"base": base, "bonus": bonus}

    def read(self, value: object, field: str, seats: int) -> object:
        if isinstance(value, dict):
            value = [value.get("base"), value.get("bonus")]
        base, bonus = numbers_in(value, field, 2)
        return base, bonus

    def shape(self) -> Json:
        return record("LastTurn", {"base": COUNT, "bonus": COUNT}).shape()

    def written_shape(self) -> Json:
        return listing(COUNT).shape()

    def cells(self, seats: int) -> list[Cell]:
        return [Cell("base", 0, 9999), Cell("bonus", 0, 9999)]

    def fill(self, value: object, cells: Cells) -> None:
        base, bonus = cast("tuple[int, int]", value)
        cells.put(base)
        cells.put(bonus)


@final
class Scored(Kind):
    """The Kodama scored so far, with their points: `{spring = "K07 16"}`. [KO-RUL-16]"""

    def __init__(self, ids: list[str]) -> None:
        self.ids: Final = ids

    def write(self, value: object) -> object:
        packed: i64 = cast(int, value)
        written: Json = {}
        for season, name in enumerate(SEASONS):
            card = scored_card(packed, season)
            if card != NO_CARD:
                written[name] = f"{self.ids[card]} {scored_points(packed, season)}"
        return written

    def tell(self, value: object) -> object:
        told: list[Json] = []
        for season, text in cast("dict[str, str]", self.write(value)).items():
            kodama, _, points = text.partition(" ")
            told.append({"season": season, "kodama": kodama, "points": int(points)})
        return told

    def read(self, value: object, field: str, seats: int) -> object:
        if isinstance(value, list):
            entries = [dict_of(field, entry) for entry in value]
            value = {
                str(entry.get("season")): f"{entry.get('kodama')} {entry.get('points')}"
                for entry in entries
            }
        scored = 0
        used: list[str] = []
        for season, text in dict_of(field, value).items():
            kodama, _, points = text.partition(" ") if isinstance(text, str) else ("", "", "")
            if season not in SEASONS:
                raise PositionError(f"{field}: there is no season {season!r}")
            if kodama not in self.ids or not is_points(points):
                raise PositionError(f"{field}: write a Kodama and its points as 'K07 16'")
            if kodama in used:
                raise PositionError(f"{field}: {kodama} is scored twice")
            used.append(kodama)
            number = self.ids.index(kodama) + 1 | int(points) << CARD_BITS
            scored |= number << SEASONS.index(season) * SEASON_BITS
        return scored

    def shape(self) -> Json:
        return listing(SCORED_KODAMA).shape()

    def cells(self, seats: int) -> list[Cell]:
        found: list[Cell] = []
        for season in SEASONS:
            found.extend(Cell(f"{season}.{name}") for name in self.ids)
            found.append(Cell(f"{season}.points", 0, MOST_KODAMA_POINTS))
        return found

    def fill(self, value: object, cells: Cells) -> None:
        packed: i64 = cast(int, value)
        season: i64
        for season in range(len(SEASONS)):
            card: i64 = scored_card(packed, season)
            is_scored = card != NO_CARD
            cells.one_of(card if is_scored else -1, len(self.ids))
            cells.put(scored_points(packed, season) if is_scored else 0)

    def written_shape(self) -> Json:
        return {"type": "object", "additionalProperties": {"type": "string"}}


def is_points(text: str) -> bool:
    return text.isdecimal() and int(text) <= MOST_KODAMA_POINTS


@final
class Coming(Kind):
    """Face-down decrees that are certain to come: `{summer = "DM1"}`. [KO-SETUP-06]"""

    def __init__(self, ids: list[str]) -> None:
        self.ids: Final = ids

    def write(self, value: object) -> object:
        written: Json = {}
        for season, decree in enumerate(cast(bytes, value)):
            if decree != NOT_DRAWN:
                written[SEASONS[season]] = self.ids[decree]
        return written

    def read(self, value: object, field: str, seats: int) -> object:
        coming = [NOT_DRAWN] * len(SEASONS)
        for season, decree in dict_of(field, value).items():
            if season not in SEASONS:
                raise PositionError(f"{field}: there is no season {season!r}")
            if not isinstance(decree, str) or decree not in self.ids:
                raise PositionError(f"{field}.{season}: there is no decree {decree!r}")
            coming[SEASONS.index(season)] = self.ids.index(decree)
        return bytes(coming)

    def shape(self) -> Json:
        return {"type": "object", "additionalProperties": {"type": "string"}}
