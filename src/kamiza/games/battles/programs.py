"""Reading abilities: TOML in the words of `language.py` and `verbs/` becomes steps of integers.

A card that uses a word nobody declared, forgets a parameter or uses a verb where it cannot work is
refused with file, card and the word. Nested steps (`hit`, `yes`, `no`) become one row with jumps,
so the only thing to remember while an ability runs is the next step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from kamiza.core.content import ContentError, Table
from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.verbs.declared import all_triggers, all_verbs, nothing
from kamiza.games.battles.verbs.parameters import read_word

if TYPE_CHECKING:
    from kamiza.games.battles.verbs.verb import Verb


@final
class Step:
    """One instruction of an ability."""

    def __init__(self, verb: Verb) -> None:
        self.verb: Final = verb
        self.is_end: bool = False  # behind the last instruction of a program
        self.n: i64 = 0  # an amount
        self.at: i64 = w.NOTHING_TO_CHOOSE  # what the Energy, the Attack or the look is about
        self.who: i64 = w.ME
        self.card: i64 = w.ANY_CARD  # a filter
        self.zone: i64 = w.DISCARD  # where cards come from
        self.to: i64 = w.DISCARD  # where they go
        self.mode: i64 = 0  # what only its verb understands
        self.trigger: i64 = w.NO_TRIGGER  # of a watch
        self.upto: bool = False
        self.may: bool = False
        self.revive: bool = False
        self.condition: i64 = w.ALWAYS
        self.limit: i64 = 0  # the number of the condition
        self.jump: i64 = 0  # where to go on if something is not so
        self.after: i64 = 0  # the next step of the same level


@final
class Ability:
    """One ability of a god, temple or card."""

    def __init__(self, number: i64, index: i64, type: i64) -> None:
        self.number: Final[i64] = number  # among all abilities
        self.index: Final[i64] = index  # on its card, from 1
        self.type: Final[i64] = type
        self.trigger: i64 = w.NO_TRIGGER
        self.card: i64 = w.ANY_CARD  # filter on the card the trigger is about
        self.once_per_turn: bool = False
        self.is_due: bool = False  # it must be used when its moment comes
        self.condition: i64 = w.ALWAYS
        self.limit: i64 = 0
        self.energy: i64 = 0  # cost; X is an amount
        self.payer: i64 = w.PAID_BY_THIS
        self.is_paid_by_temple: bool = False  # its Energy [KB-RUL-18]
        self.most: i64 = 99  # of X
        self.faith: i64 = 0
        self.discard: i64 = 0
        self.banish: i64 = 0
        self.cost_card: i64 = w.ANY_CARD
        self.has_cost: bool = False
        self.costs_energy_only: bool = False  # a fixed amount of it
        self.is_always_useful: bool = False  # in the own turn it surely does something
        self.harms: bool = False  # its own player, by what it does
        self.begin: i64 = 0  # its first step
        self.begins_with_attack: bool = False
        self.rescues: bool = False
        self.answers: i64 = 0  # set: the awaited triggers that announcing it may pull
        self.redirects: i64 = w.NOTHING_TO_CHOOSE  # where to, if it redirects
        self.names: dict[str, str] = {}
        self.texts: dict[str, str] = {}


ABILITY_FIELDS: Final = (
    "name", "name_ja", "type", "on", "card", "due", "limit", "if", "cost", "do", "text", "text_ja",
)  # fmt: skip

DUE: Final = ("start", "any_start", "end_begins", "end_ends")

COST_FIELDS: Final = ("energy", "from", "max", "faith", "discard", "banish", "card")


class Programs:
    """Collects the steps and abilities of all cards while they are read."""

    def __init__(self) -> None:
        self.verbs: Final = all_verbs()
        self.triggers: Final = all_triggers()
        self.nothing: Final = nothing()
        self.steps: list[Step] = []
        self.abilities: list[Ability] = []
        self.is_adjudicating = False

    def read_abilities(self, card: Table) -> list[Ability]:
        """All abilities of a card, in printed order."""
        found: list[Ability] = []
        for number, entry in enumerate(card.tables("ability", "name"), 1):
            entry.name = f"{card.name}: ability {number}"
            found.append(self.read_ability(entry, number))
        if not found:
            raise card.error("ability", "is missing; every card has one at least")
        return found

    def read_ability(self, table: Table, index: int) -> Ability:
        refuse_unknown(table, ABILITY_FIELDS, "ability")
        type_word = read_word(table, "type", w.TYPES, "types")
        ability = Ability(len(self.abilities), index, w.TYPES.index(type_word))
        self.abilities.append(ability)
        trigger = self.read_trigger(table, ability)
        if "card" in table.data:
            ability.card = w.FILTERS[read_word(table, "card", w.FILTERS, "filters")]
        if "limit" in table.data:
            table.choice("limit", ("turn",))
            ability.once_per_turn = True
        self.read_due(table, ability, trigger)
        ability.condition, ability.limit = self.read_condition(table)
        if "cost" in table.data:
            self.read_cost(table.table("cost"), ability)
        ability.begin = self.read_program(table, "do", trigger)
        self.mark(ability)
        for language, ending in (("en", ""), ("ja", "_ja")):
            ability.names[language] = table.maybe_text(f"name{ending}")
            ability.texts[language] = table.text(f"text{ending}")
        return ability

    def mark(self, ability: Ability) -> None:
        """Note what its verbs tell about an ability."""
        for step in self.steps[ability.begin :]:
            is_asked = step.may or step.upto or step.n == w.ANY_NUMBER
            if not is_asked and step.verb.harms(step):
                ability.harms = True
        place = ability.begin
        while not self.steps[place].is_end:
            step = self.steps[place]
            step.verb.mark(ability, step, place == ability.begin)
            if step.condition == w.ALWAYS and step.verb.is_sure(step):
                ability.is_always_useful = True
            place = step.after
        if self.steps[ability.begin].verb.must_work:
            ability.is_always_useful = False  # [KB-FLOW-66]

    def read_trigger(self, table: Table, ability: Ability) -> str:
        if ability.type == w.ACT:
            if "on" in table.data:
                raise table.error("on", "does not belong to an Act")
            return ""
        trigger = read_word(table, "on", self.triggers, "triggers")
        if self.triggers[trigger].of_reveals != (ability.type == w.REVEAL):
            raise table.error("on", "'hall' belongs to a Reveal and to nothing else")
        ability.trigger = self.triggers[trigger].number
        return trigger

    def read_due(self, table: Table, ability: Ability, trigger: str) -> None:
        """A React that must be used in a Starting or End Phase. [KB-START-03] [KB-END-03]"""
        ability.is_due = table.flag("due")
        if ability.is_due and not (trigger in DUE and ability.once_per_turn):
            raise table.error("due", f"belongs to a React on {', '.join(DUE)}, once a turn")

    def read_condition(self, table: Table) -> tuple[int, int]:
        if "if" not in table.data:
            return w.ALWAYS, 0
        condition = table.table("if")
        if len(condition.data) != 1:
            raise table.error("if", "has exactly one condition")
        (name,) = condition.data
        if name not in w.CONDITIONS:
            raise table.error("if", f"uses the unknown word {name!r}")
        if name == "temple":
            standing = condition.choice("temple", ("standing", "destroyed")) == "standing"
            return w.TEMPLE_IS, 1 if standing else 0
        return w.CONDITIONS[name], condition.number(name, 0, 99)

    def read_cost(self, cost: Table, ability: Ability) -> None:
        for name in cost.data:
            if name not in COST_FIELDS:
                raise cost.error(name, "is an unknown word for a cost")
        if cost.data.get("energy") == "x":
            ability.energy = w.X
        elif "energy" in cost.data:
            ability.energy = cost.number("energy", 1, 9)
        if "from" in cost.data:
            ability.payer = w.PAYERS.index(cost.choice("from", w.PAYERS))
        if "max" in cost.data:
            ability.most = cost.number("max", 1, 99)
        if "faith" in cost.data:
            ability.faith = cost.number("faith", 1, 9)
        if "discard" in cost.data:
            ability.discard = cost.number("discard", 1, 9)
        if "banish" in cost.data:
            ability.banish = cost.number("banish", 1, 9)
        if "card" in cost.data:
            ability.cost_card = w.FILTERS[read_word(cost, "card", w.FILTERS, "filters")]
        ability.has_cost = True
        plain = not (ability.faith or ability.discard or ability.banish)
        ability.costs_energy_only = plain and 0 < ability.energy < w.X

    # -- steps --------------------------------------------------------------------------------

    def read_program(self, table: Table, field: str, trigger: str) -> int:
        """The steps of a list with an END behind them; the number of the first. The programs of
        watches are written before, so that the steps of one program lie together."""
        row: list[Step] = []
        self.read_block(table, field, trigger, row)
        end = Step(self.nothing)
        end.is_end = True
        row.append(end)
        begin = len(self.steps)
        for position, step in enumerate(row):
            if step.trigger == w.NO_TRIGGER:  # a watch has a program of its own
                step.jump += begin
            step.after = begin + (step.after or position + 1)
        self.steps += row
        return begin

    def read_block(self, table: Table, field: str, trigger: str, row: list[Step]) -> None:
        value = table.data.get(field)
        if not isinstance(value, list):
            raise table.error(field, "must be a list of steps")
        for number, data in enumerate(value, 1):
            if not isinstance(data, dict):
                raise table.error(field, f"step {number} must be a table")
            entry = Table(table.file, f"{table.name}: {field} {number}", data)
            self.read_step(entry, trigger, row)

    def read_step(self, table: Table, trigger: str, row: list[Step]) -> None:
        verb = self.verbs[read_word(table, "verb", self.verbs, "verbs")]
        verb.check(table, trigger)
        step = Step(verb)
        step.condition, step.limit = self.read_condition(table)
        step.may = table.flag("may")
        verb.read(table, step)
        if step.n == w.MOVED and step.who == w.EACH_OPPONENT:
            raise table.error("n", "'moved' does not work for each opponent")
        verb.lay(self, table, trigger, row, step)
        step.after = len(row)


def refuse_unknown(table: Table, fields: tuple[str, ...], what: str) -> None:
    for name in table.data:
        if name not in fields:
            raise table.error(name, f"is an unknown word for an {what}")


def damaged(detail: str) -> ContentError:
    return ContentError(f"The card list is damaged: {detail}.")
