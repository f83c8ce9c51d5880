"""Reading abilities: TOML in the words of `cards/vocabulary.toml` becomes steps of integers.

A card that uses a word which is not in the vocabulary, forgets a parameter or uses a verb where
it cannot work is refused with file, card and the word. Nested steps (`hit`, `yes`, `no`) become
one row with jumps, so the only thing to remember while an ability runs is the next step.
"""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.content import ContentError, Table
from kamiza.core.native import i64
from kamiza.games.battles import language as w


@final
class Step:
    """One instruction of an ability."""

    def __init__(self, verb: i64) -> None:
        self.verb: i64 = verb
        self.n: i64 = 0  # an amount
        self.at: i64 = w.NOTHING_TO_CHOOSE  # what the Energy, the Attack or the look is about
        self.who: i64 = w.ME
        self.card: i64 = w.ANY_CARD  # a filter
        self.zone: i64 = w.DISCARD  # where cards come from
        self.to: i64 = w.DISCARD  # where they go
        self.mode: i64 = 0  # scope, what, then, pick, row, to
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
        self.condition: i64 = w.ALWAYS
        self.limit: i64 = 0
        self.energy: i64 = 0  # cost; X is an amount
        self.payer: i64 = w.PAID_BY_THIS
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
        self.redirects: i64 = w.NOTHING_TO_CHOOSE  # where to, if it redirects
        self.names: dict[str, str] = {}
        self.texts: dict[str, str] = {}


class Vocabulary:
    """The words of `cards/vocabulary.toml`; it refuses what a card may not say."""

    def __init__(self, table: Table) -> None:
        words = table.table("vocabulary")
        self.lists = {name: set(words.texts(name)) for name in words.data}
        verbs = table.table("verbs")
        self.verbs = {name: verbs.table(name) for name in verbs.data}
        known = (
            ("triggers", w.TRIGGERS), ("who", w.WHO), ("at", w.AT), ("colors", w.COLOURS),
            ("spheres", w.SPHERES), ("filters", tuple(w.FILTERS)), ("amounts", tuple(w.AMOUNTS)),
            ("types", w.TYPES), ("conditions", w.CONDITIONS[1:]),
        )  # fmt: skip
        for name, mine in known:
            if self.lists[name] != set(mine):
                raise table.error(name, "are not the words this engine knows")
        if set(self.verbs) != set(w.VERBS):
            raise table.error("verbs", "are not the verbs this engine knows")

    def word(self, table: Table, field: str, list_name: str) -> str:
        """A word of one of the lists; an unknown one is named."""
        value = table.text(field)
        if value not in self.lists[list_name]:
            raise table.error(field, f"uses the unknown word {value!r}; {list_name} are "
                              f"{', '.join(sorted(self.lists[list_name]))}")  # fmt: skip
        return value

    def check_step(self, table: Table, trigger: str) -> str:
        """The verb of a step whose parameters are all as the vocabulary says."""
        verb = table.text("verb")
        if verb not in self.verbs:
            raise table.error("verb", f"uses the unknown word {verb!r}")
        entry = self.verbs[verb]
        required = cast("dict[str, object]", entry.data.get("required", {}))
        optional = cast("dict[str, object]", entry.data.get("optional", {}))
        for name in table.data:
            if name not in required and name not in optional and name not in w_universal(self):
                raise table.error(name, f"is no parameter of the verb {verb!r}")
        for name, kind in {**required, **optional}.items():
            if name in table.data:
                self.check_value(table, name, kind)
            elif name in required:
                raise table.error(name, f"is missing; the verb {verb!r} needs it")
        only_on = cast("list[str]", entry.data.get("only_on", []))
        if only_on and trigger not in only_on:
            raise table.error("verb", f"{verb!r} works only in a React on {' or '.join(only_on)}")
        return verb

    def check_value(self, table: Table, name: str, kind: object) -> None:
        value = table.data[name]
        if isinstance(kind, list):
            table.choice(name, tuple(kind))
        elif kind == "amount":
            if not isinstance(value, int):
                self.word(table, name, "amounts")
            else:
                table.number(name, 0, 9)
        elif kind == "int":
            table.number(name, 0, 99)
        elif kind == "bool":
            table.flag(name)
        elif kind in ("filter", "trigger"):
            self.word(table, name, f"{kind}s")
        elif kind in ("who", "at"):
            self.word(table, name, kind)
        elif kind == "steps" and not isinstance(value, list):
            raise table.error(name, "must be a list of steps")


def w_universal(vocabulary: Vocabulary) -> set[str]:
    return vocabulary.lists["universal"]


ABILITY_FIELDS: Final = (
    "name", "name_ja", "type", "on", "card", "limit", "if", "cost", "do", "text", "text_ja",
)  # fmt: skip


class Programs:
    """Collects the steps and abilities of all cards while they are read."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
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
        type_word = self.vocabulary.word(table, "type", "types")
        ability = Ability(len(self.abilities), index, w.TYPES.index(type_word))
        self.abilities.append(ability)
        trigger = self.read_trigger(table, ability)
        if "card" in table.data:
            ability.card = w.FILTERS[self.vocabulary.word(table, "card", "filters")]
        if "limit" in table.data:
            table.choice("limit", ("turn",))
            ability.once_per_turn = True
        ability.condition, ability.limit = self.read_condition(table)
        if "cost" in table.data:
            self.read_cost(table.table("cost"), ability)
        ability.begin = self.read_program(table, "do", trigger)
        ability.harms = any(harms(step) for step in self.steps[ability.begin :])
        first = self.steps[ability.begin]
        ability.begins_with_attack = first.verb == w.ATTACK and first.condition == w.ALWAYS
        position = ability.begin
        while self.steps[position].verb != w.END:
            step = self.steps[position]
            ability.rescues = ability.rescues or step.verb == w.RESCUE
            if step.verb == w.REDIRECT:
                ability.redirects = step.at
            if is_sure(step):
                ability.is_always_useful = True
            position = step.after
        if first.verb == w.RECOLOR:
            ability.is_always_useful = False  # it needs a Chain [KB-FLOW-66]
        for language, ending in (("en", ""), ("ja", "_ja")):
            ability.names[language] = table.maybe_text(f"name{ending}")
            ability.texts[language] = table.text(f"text{ending}")
        return ability

    def read_trigger(self, table: Table, ability: Ability) -> str:
        if ability.type == w.ACT:
            if "on" in table.data:
                raise table.error("on", "does not belong to an Act")
            return ""
        trigger = self.vocabulary.word(table, "on", "triggers")
        if (trigger == "hall") != (ability.type == w.REVEAL):
            raise table.error("on", "'hall' belongs to a Reveal and to nothing else")
        ability.trigger = w.TRIGGERS.index(trigger)
        return trigger

    def read_condition(self, table: Table) -> tuple[int, int]:
        if "if" not in table.data:
            return w.ALWAYS, 0
        condition = table.table("if")
        if len(condition.data) != 1:
            raise table.error("if", "has exactly one condition")
        (name,) = condition.data
        if name not in self.vocabulary.lists["conditions"]:
            raise table.error("if", f"uses the unknown word {name!r}")
        if name == "temple":
            standing = condition.choice("temple", ("standing", "destroyed")) == "standing"
            return w.TEMPLE_IS, 1 if standing else 0
        return w.CONDITIONS.index(name), condition.number(name, 0, 99)

    def read_cost(self, cost: Table, ability: Ability) -> None:
        for name in cost.data:
            if name not in self.vocabulary.lists["costs"]:
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
            ability.cost_card = w.FILTERS[self.vocabulary.word(cost, "card", "filters")]
        ability.has_cost = True
        plain = not (ability.faith or ability.discard or ability.banish)
        ability.costs_energy_only = plain and 0 < ability.energy < w.X

    # -- steps --------------------------------------------------------------------------------

    def read_program(self, table: Table, field: str, trigger: str) -> int:
        """The steps of a list with an END behind them; the number of the first. The programs of
        watches are written before, so that the steps of one program lie together."""
        row: list[Step] = []
        self.read_block(table, field, trigger, row)
        row.append(Step(w.END))
        begin = len(self.steps)
        for position, step in enumerate(row):
            if step.verb != w.WATCH:
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
        verb = self.vocabulary.check_step(table, trigger)
        step = Step(w.VERBS.index(verb))
        step.condition, step.limit = self.read_condition(table)
        step.may = table.flag("may")
        read_parameters(table, verb, step)
        if step.verb == w.CANCEL and w.CANCEL_ON[step.mode] != trigger:
            raise table.error("what", f"does not fit a React on {trigger}")
        if step.n == w.MOVED and step.who == w.EACH_OPPONENT:
            raise table.error("n", "'moved' does not work for each opponent")
        if step.verb == w.WATCH:
            step.trigger = w.TRIGGERS.index(table.text("on"))
            if step.trigger != w.MY_HIT:
                raise table.error("on", "a watch waits for my_hit; nothing else is known yet")
            step.jump = self.read_program(table, "do", trigger)
        row.append(step)
        if step.verb == w.ATTACK:
            guard = Step(w.UNLESS_HIT)
            row.append(guard)
            if "hit" in table.data:
                self.read_block(table, "hit", trigger, row)
            guard.jump = len(row)
            row.append(Step(w.WATCHES))
        elif step.verb == w.ADJUDICATE:
            self.read_adjudication(table, trigger, row, step)
        step.after = len(row)

    def read_adjudication(self, table: Table, trigger: str, row: list[Step], step: Step) -> None:
        if self.is_adjudicating:
            raise table.error("verb", "'adjudicate' cannot lie inside another one")
        self.is_adjudicating = True
        self.read_block(table, "yes", trigger, row)
        leave = Step(w.JUMP)
        row.append(leave)
        step.jump = len(row)  # the card does not fit
        if "no" in table.data:
            self.read_block(table, "no", trigger, row)
        leave.jump = len(row)
        row.append(Step(w.ADJUDICATED))
        self.is_adjudicating = False


def is_sure(step: Step) -> bool:
    """Does this step do something whenever its user's own turn it is?"""
    if step.condition != w.ALWAYS:
        return False
    if step.verb == w.BOOST:
        return step.mode != w.THIS_ATTACK
    if step.verb in (w.DISCOUNT, w.WATCH):
        return True
    fixed = 0 < step.n < w.X
    if step.verb == w.FAITH:
        return fixed
    return step.verb in (w.ENERGY, w.DRAIN) and fixed and step.at in (w.MY_GOD, w.MINE)


def harms(step: Step) -> bool:
    """Does this step take Energy or cards from its user, who is not asked? [KB-RUL-15]"""
    if step.may or step.upto or step.n == w.ANY_NUMBER:
        return False
    if step.verb == w.DRAIN:
        return step.at in (w.MY_GOD, w.MY_TEMPLE, w.MINE, w.THIS)
    takes_cards = step.verb in (w.DISCARD_CARDS, w.MILL, w.BANISH, w.REINCARNATE)
    return takes_cards and step.who == w.ME


def refuse_unknown(table: Table, fields: tuple[str, ...], what: str) -> None:
    for name in table.data:
        if name not in fields:
            raise table.error(name, f"is an unknown word for an {what}")


def amount(value: object) -> int:
    return value if isinstance(value, int) else w.AMOUNTS[str(value)]


def read_parameters(table: Table, verb: str, step: Step) -> None:
    """The parameters of a checked step as numbers."""
    data = table.data
    if "n" in data:
        step.n = amount(data["n"])
    if "card" in data:
        step.card = w.FILTERS[table.text("card")]
    if "who" in data:
        step.who = w.WHO.index(table.text("who"))
    if "from" in data:
        step.zone = w.HAND if data["from"] == "hand" else w.DISCARD
    step.upto = table.flag("upto")
    step.revive = table.flag("revive")
    if verb == "attack":
        step.at = ATTACK_TARGETS[str(data.get("target", "opp"))]
    elif verb in ("energy", "drain"):
        step.at = w.AT.index(table.text("at"))
    elif verb == "redirect":
        step.at = w.OTHER_GOD if data["to"] == "other_god" else w.MY_TEMPLE
    elif verb == "look":
        step.at = LOOKS[table.text("at")]
        step.mode = w.THEN.index(str(data.get("then", "none")))
    elif verb == "boost":
        step.mode = w.SCOPES.index(table.text("scope"))
    elif verb == "cancel":
        step.mode = w.CANCELS.index(table.text("what"))
    elif verb == "discard":
        step.zone = w.HAND
        step.mode = w.PICKS.index(str(data.get("pick", "owner")))
    elif verb == "refresh":
        step.mode = w.ROWS.index(table.text("row"))
    elif verb == "recolor":
        step.mode = w.RECOLORS.index(table.text("to"))
    elif verb == "gain":
        step.n = table.number("max", 0, 99)
    if verb in ("fetch", "rescue", "steal", "gain"):
        step.to = TO_ZONES[table.text("to")]
    if step.n == w.ANY_NUMBER and verb != "discard":
        raise table.error("n", f"'any' does not work with the verb {verb!r}")


ATTACK_TARGETS: Final = {
    "opp": w.OPP, "opp_god": w.OPP_GOD, "opp_temple": w.OPP_TEMPLE, "current": w.CURRENT_GOD,
}  # fmt: skip
LOOKS: Final = {"my_deck": w.MY_DECK, "any_deck": w.ANY_DECK, "opp_hand": w.OPP_HAND}
TO_ZONES: Final = {"hand": w.HAND, "discard": w.DISCARD, "deck_top": w.DECK}


def damaged(detail: str) -> ContentError:
    return ContentError(f"The card list is damaged: {detail}.")
