"""The cards of Kodama: how they are numbered, and the data read from `cards/`.

Vocabulary
    A tree card is a number: branch cards 0 .. 64 (B01 .. B65), trunks 65 .. 70 (TR1 .. TR6).
    A Kodama card is a number: 0 .. 22 (K01 .. K23), Sprouts 23 .. 31 (P01 .. P09). A hand, and
    any other set of them, is ONE int used as a bit set.
    A decree is a number from 0 to 14, five for each season.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast, final

from kamiza.core.content import ContentError, Table, digest_of, game_folder, read_toml
from kamiza.core.native import append, i64, vec
from kamiza.games.kodama.rules.effects import Effect, Score, read_effect, read_score
from kamiza.games.kodama.rules.icons import FEATURES, one_icon
from kamiza.games.kodama.rules.shapes import (
    BRANCH_BUDS,
    BRANCH_FORMS,
    SHAPES,
    STANCES,
    TRUNK_BUDS,
    Compass,
    Form,
    Limb,
    Point,
    bit,
    mirrored,
    take_stances,
)

if TYPE_CHECKING:
    from kamiza.core.schema import Schema

BRANCHES: Final = 65  # [KO-COMP-01]
TRUNKS: Final = 6  # [KO-COMP-05]
KODAMA: Final = 23  # [KO-COMP-02]
SPROUTS: Final = 9  # [KO-COMP-03]
SPIRITS: Final = KODAMA + SPROUTS
DECREES: Final = 15  # [KO-COMP-04]
SLOTS: Final = 4  # for icons on a branch card
NO_CARD: Final = -1
NO_DECREE: Final = -1
NOT_DRAWN: Final = 255  # a face-down decree nobody has looked at
SEASONS: Final = ("spring", "summer", "fall")
SPROUT_LETTERS: Final = ("A", "B", "C")
FIRST_EDITION: Final = "first"
EDITIONS: Final = ("second", FIRST_EDITION)

# The mat: the near edge is the edge of the table. [KO-GEO-07]
MAT_LEFT: Final = -6000
MAT_RIGHT: Final = 6000
MAT_BOTTOM: Final = 0
MAT_TOP: Final = 9000
# Offsets of the standard set of candidate spots, in order. [KO-GEO-15]
SPREAD: Final = (0, 15, -15, 30, -30, 45, -45, 60, -60, 75, -75)
WIDE_STEP: Final = 15  # [KO-GEO-16]


@final
class Cards:
    """Everything read from `cards/`, checked."""

    schema: Schema  # the fields of the table, made from these cards once they are read

    def __init__(self) -> None:
        folder = game_folder("kodama")
        names = ("geometry", "trunks", "branches", "kodama", "sprouts", "decrees", "pieces")
        files = {name: read_toml(folder, f"cards/{name}.toml") for name in names}
        self.game: Final = read_toml(folder, "game.toml")
        self.geometry: Final = files["geometry"]
        self.branches: Final = counted(files["branches"], "branch", BRANCHES)
        self.trunks: Final = counted(files["trunks"], "trunk", TRUNKS)
        self.spirits: Final = [
            *counted(files["kodama"], "kodama", KODAMA),
            *counted(files["sprouts"], "sprout", SPROUTS),
        ]
        self.decrees: Final = counted(files["decrees"], "decree", DECREES)
        self.pieces: Final = files["pieces"].tables("piece")
        self.digest: Final = digest_of([self.game, *files.values()])

        check_measures(self.geometry.table("geometry"))
        self.compass: Final = Compass(numbers(self.geometry.table("geometry"), "sin"))
        self.shapes: Final = counted(self.geometry, "shape", SHAPES)
        self.forms: Final[list[Form]] = read_forms(self.compass, self.geometry, self.trunks)
        check_forms(self.geometry, self.forms)
        self.ids: Final = [card.text("id") for card in [*self.branches, *self.trunks]]
        self.spirit_ids: Final = [card.text("id") for card in self.spirits]
        self.decree_ids: Final = [card.text("id") for card in self.decrees]
        self.form_of: Final[list[Form]] = self.read_form_of()
        self.features: Final = [read_icons(card) for card in self.branches] + [
            [card.choice("feature", FEATURES)] for card in self.trunks
        ]
        self.icons: Final[vec[i64]] = pack_icons(self.features)
        self.icon_counts: Final = bytes(len(names) for names in self.features)
        self.scores: Final[list[Score]] = [read_score(c.table("score")) for c in self.spirits]
        self.effects: Final[list[Effect]] = [read_effect(c.table("effect")) for c in self.decrees]
        self.seasons: Final = bytes(
            SEASONS.index(card.choice("season", SEASONS)) for card in self.decrees
        )

    def read_form_of(self) -> list[Form]:
        """The form of every tree card."""
        shapes = [shape.text("id") for shape in self.shapes]
        found: list[Form] = []
        for card in self.branches:
            shape = shapes.index(card.choice("shape", tuple(shapes)))
            found.append(self.forms[2 * shape + (1 if card.flag("mirror") else 0)])
        return found + self.forms[BRANCH_FORMS:]

    def trunk_feature(self, trunk: int) -> int:
        """The feature of a trunk card, 65 .. 70. [KO-COMP-11]"""
        return FEATURES.index(self.features[trunk][0])

    def card_number(self, card: str) -> int:
        return self.ids.index(card)

    def spirit_names(self, spirits: i64) -> list[str]:
        """The ids of a set of Kodama and Sprout cards."""
        return [self.spirit_ids[spirit] for spirit in range(SPIRITS) if spirits >> spirit & 1]

    def kodama_pool(self, edition: str) -> i64:
        """The Kodama cards that are shuffled. [KO-OPT-02]"""
        pool: i64 = 0
        for spirit in range(KODAMA):
            if belongs(self.spirits[spirit], edition):
                pool |= bit(spirit)
        return pool

    def decree_pool(self, edition: str, season: i64) -> bytes:
        """The decrees of one season. [KO-OPT-02]"""
        return bytes(
            decree
            for decree in range(DECREES)
            if self.seasons[decree] == season and belongs(self.decrees[decree], edition)
        )

    def sprout_set(self, letter: str) -> i64:
        """All Sprouts of one letter. [KO-SPROUT-02]"""
        found: i64 = 0
        for spirit in range(KODAMA, SPIRITS):
            if self.spirits[spirit].text("letter") == letter:
                found |= bit(spirit)
        return found


def belongs(card: Table, edition: str) -> bool:
    return edition != FIRST_EDITION or card.choice("edition", EDITIONS) == FIRST_EDITION


def read_icons(card: Table) -> list[str]:
    """The icons of a branch card; as many as its shape has slots, at most. [KO-COMP-13]"""
    names = card.texts("icons")
    for name in names:
        if name not in FEATURES:
            raise card.error("icons", f"names the unknown feature {name!r}")
    if not 1 <= len(names) <= SLOTS:
        raise card.error("icons", f"must be 1 to {SLOTS}")
    return names


def pack_icons(features: list[list[str]]) -> vec[i64]:
    packed: vec[i64] = vec[i64]([])
    for names in features:
        icons: i64 = 0
        for name in names:
            icons += one_icon(FEATURES.index(name))
        packed = append(packed, icons)
    return packed


# -- reading ----------------------------------------------------------------------------------


def counted(file: Table, kind: str, number: int) -> list[Table]:
    """The cards of a file, which must be so many, all different."""
    cards = file.tables(kind)
    if len({card.text("id") for card in cards}) != number or len(cards) != number:
        raise ContentError(f"{file.file}: there must be {number} different {kind} cards")
    return cards


def check_measures(table: Table) -> None:
    """The code relies on these numbers, so the data must agree. [KO-GEO-07] [KO-GEO-15]"""
    mat = table.table("mat").data
    sides = {"x_min": MAT_LEFT, "x_max": MAT_RIGHT, "y_min": MAT_BOTTOM, "y_max": MAT_TOP}
    if mat != sides or numbers(table, "spread") != list(SPREAD):
        raise ContentError(f"{table.file}: the mat or the spread is not the one of the rules")
    if table.texts("features") != list(FEATURES) or table.number("wide_rot_step") != WIDE_STEP:
        raise ContentError(
            f"{table.file}: the features or the wide step are not those of the rules"
        )


def numbers(table: Table, field: str) -> list[int]:
    value = table.data.get(field)
    if not isinstance(value, list) or not all(type(item) is int for item in value):
        raise table.error(field, "must be a list of whole numbers")
    return value


def points(table: Table, field: str, size: int) -> list[list[int]]:
    value = table.data.get(field)
    if not isinstance(value, list) or not all(len(numbers_of(item)) == size for item in value):
        raise table.error(field, f"must be a list of {size} whole numbers each")
    return [numbers_of(item) for item in value]


def numbers_of(item: object) -> list[int]:
    whole = isinstance(item, list) and all(type(number) is int for number in item)
    return cast("list[int]", item) if whole else []


def read_forms(compass: Compass, geometry: Table, trunks: list[Table]) -> list[Form]:
    """Every shape as it stands and mirrored, then the trunks. [KO-GEO-02] [KO-GEO-06]"""
    measures = geometry.table("geometry")
    width, height = numbers(measures, "card")
    card = rectangle(-width // 2, -height // 2, width, height)
    forms: list[Form] = []
    for table in geometry.tables("shape"):
        foot = numbers(table, "foot")
        plain = Form(
            len(forms), compass, card, (foot[0], foot[1]), table.number("heading", 0, 359),
            read_limbs(table), read_buds(table), pairs(points(table, "slots", 2)),
            measures.number("icon_radius"),
        )  # fmt: skip
        forms += [plain, mirrored(plain, len(forms) + 1)]
    width, height = numbers(measures, "trunk")
    trunk = rectangle(-width // 2, 0, width, height)
    for table in trunks:
        forms.append(
            Form(
                len(forms), compass, trunk, (0, 0), 0, read_limbs(table), read_buds(table),
                pairs(points(table, "slots", 2)), measures.number("trunk_icon_radius"),
            )
        )  # fmt: skip
    return forms


def check_forms(geometry: Table, forms: list[Form]) -> None:
    """What is known of a tree has so much room for a card, and no more."""
    if take_stances(forms) > STANCES:
        raise ContentError(f"{geometry.file}: branch cards have more than {STANCES} stances")
    for form in forms:
        buds = BRANCH_BUDS if form.number < BRANCH_FORMS else TRUNK_BUDS
        if len(form.buds) != buds:
            raise ContentError(f"{geometry.file}: form {form.number} must have {buds} buds")


def rectangle(left: int, bottom: int, width: int, height: int) -> list[Point]:
    right, top = left + width, bottom + height
    return [(left, bottom), (right, bottom), (right, top), (left, top)]


def pairs(found: list[list[int]]) -> list[Point]:
    return [(x, y) for x, y in found]


def read_limbs(table: Table) -> list[Limb]:
    return [
        Limb(limb.number("h", 1, 500), pairs(points(limb, "pts", 2)))
        for limb in table.tables("limbs")
    ]


def read_buds(table: Table) -> list[tuple[int, int, int]]:
    return [(x, y, direction) for x, y, direction in points(table, "buds", 3)]
