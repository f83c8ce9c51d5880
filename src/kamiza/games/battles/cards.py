"""The cards of Kamigami Battles as numbers, read from `sets/`, checked once.

Vocabulary
    A *kind* is a printed Warrior, Artifact or Disciple, numbered from 0 in the alphabetical order
    of ids, which is also the order in which a hand is discarded. [KB-RUL-25] One copy of it is
    written as its kind: equal cards in the same place are interchangeable, and no rule ever asks
    which copy lies where.
    A row or a multiset of cards is `bytes`, one byte a card; a multiset is sorted.
    Gods and temples have numbers of their own; number 0 is a blank card without abilities, for
    positions that are about something else.
"""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Final, final

from kamiza.core.content import Table, digest_of, game_folder, read_toml
from kamiza.core.native import append, i64, vec
from kamiza.core.schema import Schema
from kamiza.games.battles import language as w
from kamiza.games.battles.judging.printed_worth import (
    defences_of_cards,
    faiths_of_cards,
    merits_of_cards,
    shields_of_cards,
    worth_of_abilities,
    worth_of_cards,
)
from kamiza.games.battles.stack.happenings import ABILITY_USED
from kamiza.games.battles.verbs.declared import triggers_by_event

if TYPE_CHECKING:
    from kamiza.games.battles.verbs.trigger import Trigger
from kamiza.games.battles.programs import Ability, Programs, damaged, refuse_unknown

NO_CARD: Final = 255
GOD_SOURCE: Final = 254  # instead of a kind: the ability belongs to a god
TEMPLE_SOURCE: Final = 253
MOST_KINDS: Final = 200
BLANK: Final = 0  # a god or temple without abilities
NO_TEMPLE: Final = 255
NO_GOD: Final = 255

CARD_FIELDS: Final = (
    "id", "number", "set", "kind", "name", "name_ja", "title", "title_ja", "copies", "cost", "rank",
    "color", "chain", "culture", "spheres", "sphere", "provenance", "designed", "note", "ability",
)  # fmt: skip
SET_FIELDS: Final = (
    "id", "order", "name", "name_ja", "code", "cultures", "kinds", "cards", "randomizers",
)  # fmt: skip
FILES: Final = {
    "god": "gods", "temple": "temples", "disciple": "disciples", "warrior": "warriors",
    "artifact": "artifacts",
}  # fmt: skip
TYPE_OF: Final = {"disciple": w.DISCIPLE, "warrior": w.WARRIOR, "artifact": w.ARTIFACT}
START_DECKS: Final = {"8I+2III": (8, 0, 2), "7I+3II": (7, 3, 0), "7I+3III": (7, 0, 3)}
SINGLE: Final = [bytes([number]) for number in range(256)]  # a row of one card, made once
ZEROS: Final = [bytes(number) for number in range(256)]
COST_LIMIT: Final = 20


@final
class Cards:
    """Everything read from `sets/`, by number and by id."""

    schema: Schema  # the fields of a table with these cards

    def __init__(self) -> None:
        folder = game_folder("battles")
        game = read_toml(folder, "game.toml")
        programs = Programs()
        self.game: Final = game
        self.sets: Final = read_sets(folder)
        self.set_ids: Final = [entry.text("id") for entry in self.sets]
        self.tables: Final[list[Table]] = []  # of kinds, by number
        self.god_tables: Final[list[Table | None]] = [None]
        self.temple_tables: Final[list[Table | None]] = [None]
        self.of_kind: Final[list[list[Ability]]] = []
        self.of_god: Final[list[list[Ability]]] = [[]]
        self.of_temple: Final[list[list[Ability]]] = [[]]
        files = read_files(self.sets, folder)
        for table in sorted(files, key=lambda table: table.text("id")):
            self.read_card(table, programs)
        self.steps: Final = programs.steps
        self.abilities: Final = programs.abilities
        self.kinds: Final[i64] = len(self.tables)
        self.ids: Final = [table.text("id") for table in self.tables]
        self.god_ids: Final = [table.text("id") if table else "blank" for table in self.god_tables]
        self.temple_ids: Final = [t.text("id") if t else "blank" for t in self.temple_tables]
        self.numbers: Final = {id: number for number, id in enumerate(self.ids)}
        check_ids(self)
        self.set_of: Final = [self.set_ids.index(table.text("set")) for table in self.tables]
        self.type: Final = bytes(TYPE_OF[table.text("kind")] for table in self.tables)
        self.cost: Final = bytes(table.number("cost", 0, COST_LIMIT) for table in self.tables)
        self.cheapest: Final[i64] = min(self.cost)
        self.copies: Final = bytes(table.number("copies", 1, 99) for table in self.tables)
        self.rank: Final = bytes(read_rank(table) for table in self.tables)
        self.colour: Final = bytes(read_colour(table) for table in self.tables)
        self.chain: Final = bytes(read_chain(table) for table in self.tables)
        self.spheres: Final = bytes(read_spheres(table) for table in self.god_tables)
        self.sphere: Final = bytes(read_spheres(table) for table in self.temple_tables)
        self.cultures: Final = read_cultures(self.god_tables)
        self.culture: Final = bytes(
            self.cultures.index(table.text("culture")) if table else 255
            for table in self.god_tables
        )
        self.triggers: Final = trigger_sets(self.of_kind)
        # For each event the triggers that it may pull, and the same as a set of those that
        # anything among these cards waits for: most seams of a turn mean nothing to most sets.
        self.pulled: Final = triggers_by_event()
        self.trigger: Final = list(programs.triggers.values())  # by number
        self.god_acts: Final = [only_acts(all) for all in self.of_god]
        self.temple_acts: Final = [only_acts(all) for all in self.of_temple]
        self.god_triggers: Final = trigger_sets(self.of_god)
        self.temple_triggers: Final = trigger_sets(self.of_temple)
        used = any_of(self.triggers) | any_of(self.god_triggers) | any_of(self.temple_triggers)
        self.awaited: Final = sets_of(self.pulled, used)
        self.of_active: Final[i64] = of_active(self.trigger)
        self.note_answers()
        self.has_due: Final = any(ability.is_due for ability in self.abilities)
        self.ability_worth: Final = worth_of_abilities(self.steps, self.abilities)  # for bots
        self.card_worth: Final = worth_of_cards(self.of_kind, self.ability_worth)
        self.defences: Final = defences_of_cards(self.of_kind, self.steps)
        self.merits: Final = merits_of_cards(self.of_kind, self.steps, self.defences)
        self.faiths: Final = faiths_of_cards(self.of_kind, self.steps)
        self.shields: Final = shields_of_cards(self.of_kind, self.steps)
        self.reveals: Final = bytes(has_type(all, w.REVEAL) for all in self.of_kind)
        self.digest: Final = digest_of([*self.sets, *files])

    def read_card(self, table: Table, programs: Programs) -> None:
        """File a card away under its kind."""
        refuse_unknown(table, CARD_FIELDS, "card")
        check_names(table)
        abilities = programs.read_abilities(table)
        kind = table.text("kind")
        refuse_verbs(table, abilities, programs)
        for ability in abilities:
            is_own = kind == "temple" and ability.payer == w.PAID_BY_THIS
            ability.is_paid_by_temple = is_own or ability.payer == w.PAID_BY_TEMPLE
        if kind == "god":
            self.god_tables.append(table)
            self.of_god.append(abilities)
        elif kind == "temple":
            self.temple_tables.append(table)
            self.of_temple.append(abilities)
        else:
            if any(ability.once_per_turn for ability in abilities):
                raise table.error("limit", "belongs to gods and temples; a card is played once")
            self.tables.append(table)
            self.of_kind.append(abilities)
        if kind in ("god", "temple") and len(abilities) > 8:
            raise table.error("ability", "has more than eight entries")

    def note_answers(self) -> None:
        """Note on each ability what could answer it: mostly nothing does."""
        awaited: i64 = self.awaited[ABILITY_USED]
        for kind, abilities in enumerate(self.of_kind):
            for ability in abilities:
                ability.answers = awaited & answers_to(self.pulled, ability, self.type[kind])
        for abilities in [*self.of_god, *self.of_temple]:
            for ability in abilities:
                ability.answers = awaited & answers_to(self.pulled, ability, 0)

    # -- by id --------------------------------------------------------------------------------

    def names(self, row: bytes) -> list[str]:
        """The ids of a row of cards."""
        return [self.ids[kind] for kind in row]

    def source_id(self, source: i64) -> str:
        """The id of a kind, or `god`, `temple`, or nothing."""
        if source == GOD_SOURCE:
            return "god"
        if source == TEMPLE_SOURCE:
            return "temple"
        return self.ids[source] if source < self.kinds else ""


def read_sets(folder: Traversable) -> list[Table]:
    """The sets in their order: every folder in `sets/` with a set.toml."""
    found: list[Table] = []
    for entry in sorted((folder / "sets").iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and (entry / "set.toml").is_file():
            table = read_toml(folder, f"sets/{entry.name}/set.toml").table("set")
            for name in table.data:
                if name not in SET_FIELDS:
                    raise table.error(name, "is unknown in a set")
            if table.text("id") != entry.name:
                raise table.error("id", f"must be the name of its folder, {entry.name}")
            found.append(table)
    found.sort(key=lambda table: table.number("order"))
    return found


def read_files(sets: list[Table], folder: Traversable) -> list[Table]:
    """All cards of all sets; each set has exactly as many as it says."""
    cards: list[Table] = []
    for entry in sets:
        kinds, copies = entry.table("kinds"), entry.table("cards")
        for kind, file in FILES.items():
            found: list[Table] = []
            if kinds.number(kind):
                found = read_toml(folder, f"sets/{entry.text('id')}/{file}.toml").tables("card")
            for card in found:
                card.choice("kind", (kind,))
                card.choice("set", (entry.text("id"),))
            if len(found) != kinds.number(kind):
                raise entry.error("kinds", f"says {kinds.number(kind)} {file}, not {len(found)}")
            if sum(card.number("copies", 1, 99) for card in found) != copies.number(kind):
                raise entry.error("cards", f"does not say how many {file} there are")
            cards += sorted(found, key=lambda card: card.text("number"))
    return cards


def check_names(table: Table) -> None:
    for name in ("name", "name_ja"):
        table.text(name)
    if ("title" in table.data) != ("title_ja" in table.data):
        raise table.error("title_ja", "belongs to title, and title to it")
    table.choice("provenance", ("printed", "public", "designed"))


def check_ids(cards: Cards) -> None:
    ids = [*cards.ids, *cards.god_ids[1:], *cards.temple_ids[1:]]
    for id in ids:
        if ids.count(id) > 1:
            raise damaged(f"the id {id} occurs twice")
    tables = [*cards.tables, *cards.god_tables, *cards.temple_tables]
    numbers = [table.text("number") for table in tables if table is not None]
    if len(set(numbers)) != len(numbers):
        raise damaged("a card number occurs twice")
    if len(cards.ids) > MOST_KINDS or len(cards.god_ids) > 60 or len(cards.temple_ids) > 60:
        raise damaged("there are more cards than this engine can number")


def refuse_verbs(table: Table, abilities: list[Ability], programs: Programs) -> None:
    """Some kinds of card cannot carry some verbs: Artifacts are never Attackers. [KB-RUL-30]"""
    kind = table.text("kind")
    for ability in abilities:
        if ability.is_due and kind not in ("god", "temple"):
            raise table.error("due", "belongs to a god or temple; what is in a hand nobody can see")
        for step in programs.steps[ability.begin :]:
            if step.is_end:
                break
            if kind in step.verb.never_on:
                named = f"an {kind.capitalize()} cannot carry the verb {step.verb.word!r}"
                raise table.error("ability", named)


def any_of(sets: vec[i64]) -> i64:
    """Everything that is in one of the sets."""
    found: i64 = 0
    for one in sets:
        found |= one
    return found


def sets_of(pulled: list[list[Trigger]], used: i64) -> vec[i64]:
    found: vec[i64] = vec[i64]([])
    for triggers in pulled:
        numbers: i64 = 0
        for trigger in triggers:
            numbers |= w.bit(trigger.number)
        found = append(found, numbers & used)
    return found


def of_active(triggers: list[Trigger]) -> i64:
    """The set of triggers that are pulled for the active player only."""
    found: i64 = 0
    for trigger in triggers:
        if trigger.of_active:
            found |= w.bit(trigger.number)
    return found


def answers_to(pulled: list[list[Trigger]], ability: Ability, type: i64) -> i64:
    """The set of triggers that announcing an ability may pull."""
    found: i64 = 0
    for trigger in pulled[ABILITY_USED]:
        if trigger.is_answer_to(ability, type):
            found |= w.bit(trigger.number)
    return found


def read_rank(table: Table) -> int:
    return table.number("rank", 1, 3) if table.text("kind") == "disciple" else 0


def colour_bit(table: Table, word: str) -> int:
    if word not in w.COLOURS:
        raise table.error("color", f"uses the unknown word {word!r}")
    return 1 << w.COLOURS.index(word)


def read_colour(table: Table) -> int:
    """The Primary Colour as a set of one; a Disciple has none. [KB-CARD-05] [KB-CARD-06]"""
    if table.text("kind") == "disciple":
        if "color" in table.data or "chain" in table.data:
            raise table.error("color", "does not belong to a Disciple")
        return 0
    return colour_bit(table, table.text("color"))


def read_chain(table: Table) -> int:
    """The two Chaining Colours as a set. [KB-RUL-14]"""
    if table.text("kind") == "disciple":
        return 0
    words = table.texts("chain")
    colours = 0
    for word in words:
        colours |= colour_bit(table, word)
    if len(words) != 2 or colours.bit_count() != 2 or colours & read_colour(table):
        raise table.error("chain", "must be two colours, different from each other and the card's")
    return colours


def read_spheres(table: Table | None) -> int:
    """A god's three Spheres or a temple's one, as a set. [KB-CARD-01] [KB-CARD-04]"""
    if table is None:
        return 0
    is_god = table.text("kind") == "god"
    words = table.texts("spheres") if is_god else [table.text("sphere")]
    spheres = 0
    for word in words:
        if word not in w.SPHERES:
            raise table.error("spheres", f"uses the unknown word {word!r}")
        spheres |= 1 << w.SPHERES.index(word)
    if spheres.bit_count() != (3 if is_god else 1):
        raise table.error("spheres", "a god has three different Spheres, a temple has one")
    return spheres


def read_cultures(gods: list[Table | None]) -> list[str]:
    found: list[str] = []
    for table in gods:
        if table is not None and table.text("culture") not in found:
            found.append(table.text("culture"))
    return found


def trigger_sets(of_kind: list[list[Ability]]) -> vec[i64]:
    """For each kind the set of triggers its Reacts wait for."""
    found: vec[i64] = vec[i64]([])
    for abilities in of_kind:
        triggers: i64 = 0
        for ability in abilities:
            if ability.type == w.REACT:
                triggers |= w.bit(ability.trigger)
        found = append(found, triggers)
    return found


def only_acts(abilities: list[Ability]) -> list[Ability]:
    return [ability for ability in abilities if ability.type == w.ACT]


def has_type(abilities: list[Ability], type: i64) -> int:
    for ability in abilities:
        if ability.type == type:
            return 1
    return 0
