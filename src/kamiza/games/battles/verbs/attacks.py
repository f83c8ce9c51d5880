"""Verbs of combat: Attack, Defense, Protect, redirect, boost, cancel. [KB-ATK-01..19]"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from kamiza.core.content import Table
from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.instructions import amount, ask, go_on
from kamiza.games.battles.judging.printed_worth import AGGRESSION, size, worth_between
from kamiza.games.battles.judging.reacts import loss_worth, worth_kept
from kamiza.games.battles.judging.values import NEVER, has_attack
from kamiza.games.battles.programs import Ability, Step
from kamiza.games.battles.rules import attack
from kamiza.games.battles.rules.abilities import has_target
from kamiza.games.battles.stack.attacks import Attack as AttackFrame
from kamiza.games.battles.stack.attacks import attack_in
from kamiza.games.battles.stack.uses import CHOSEN, NEED_TARGET, NOTHING, Use
from kamiza.games.battles.table.battles import Battles, Facts, are_opponents, has_temple, in_play
from kamiza.games.battles.table.objects import NO_OBJECT, TEMPLE
from kamiza.games.battles.verbs.parameters import AMOUNT, STEPS, Words
from kamiza.games.battles.verbs.verb import Verb, declare

if TYPE_CHECKING:
    from kamiza.games.battles.programs import Programs

CANCEL_ABOVE: Final = 150
BIG_LOSS: Final = 3  # what a bot redirects or cancels an Attack for


# -- Attack -----------------------------------------------------------------------------------


@final
class Attack(Verb):
    """Choose a target and attack it; what stands in `hit` is done if a god is damaged."""

    def __init__(self) -> None:
        targets = {
            "opp": w.OPP, "opp_god": w.OPP_GOD, "opp_temple": w.OPP_TEMPLE,
            "current": w.CURRENT_GOD,
        }  # fmt: skip
        super().__init__(
            "attack", needs={"n": AMOUNT},
            takes={"target": Words("at", targets, usual="opp"), "hit": STEPS},
            never_on=("artifact",), printed=("attack", "攻撃"), sign="attack",
        )  # fmt: skip
        self.merit = AGGRESSION

    def lay(
        self, programs: Programs, table: Table, trigger: str, row: list[Step], step: Step
    ) -> None:  # fmt: skip
        guard = Step(UNLESS_HIT)
        row.append(step)
        row.append(guard)
        if "hit" in table.data:
            programs.read_block(table, "hit", trigger, row)
        guard.jump = len(row)
        row.append(Step(WAKE))

    def mark(self, ability: Ability, step: Step, is_first: bool) -> None:
        if is_first and step.condition == w.ALWAYS:
            ability.begins_with_attack = True

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        return has_target(state, seat, step.at, seat)

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        if step.at == w.CURRENT_GOD:
            use.chosen = state.active
            if not in_play(state, state.active):
                return go_on(use, step)
        elif use.need != CHOSEN:
            if not has_target(state, use.seat, step.at, NO_OBJECT):
                return go_on(use, step)
            return ask(state, use, NEED_TARGET)
        opens = use.way != w.REVEAL and is_first_step(state, use)
        use.need = NOTHING
        use.instruction += 1  # the `hit` steps follow
        attack.declare(state, use, use.chosen, amount(state, use, step.n), opens)
        return False

    def worth(self, steps: list[Step], place: int) -> int:
        step = steps[place]
        if_hit = worth_between(steps, place + 2, int(step.after) - 1)
        return max(0, size(int(step.n)) - 50) * 95 // 100 + if_hit // 2

    def worth_now(
        self, state: Battles, seat: i64, ability: Ability, step: Step, value: i64
    ) -> i64:  # fmt: skip
        player = state.players[seat]
        return value + 30 * player.boost_turn + 50 * player.boost_next

    def strength(self, state: Battles, use: Use, step: Step) -> i64:
        player = state.players[use.seat]
        return super().strength(state, use, step) + player.boost_turn + player.boost_next


declare(Attack())


def is_first_step(state: Battles, use: Use) -> bool:
    if use.way == w.WATCH_WAY:
        return False
    ability = state.cards.abilities[use.ability]
    return ability.begins_with_attack and use.instruction == ability.begin


@final
class UnlessHit(Verb):
    """Pass over the `hit` steps of an Attack that damaged no god. No card says it."""

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        use.instruction = use.instruction + 1 if use.has_hit else step.jump
        return False


@final
class Wake(Verb):
    """Standing effects that wait for damage come now. No card says it."""

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        use.instruction += 1
        if use.has_hit:
            attack.wake(state, use)
        return False


UNLESS_HIT: Final = UnlessHit("")
WAKE: Final = Wake("")


# -- Defense ----------------------------------------------------------------------------------


class Defence(Verb):
    """An entry for the present target of the Attack. [KB-FLOW-38]"""

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        go_on(use, step)
        attack.defend(state, use, amount(state, use, step.n))
        return False

    def changes_loss(self, step: Step) -> i64:
        return -step.n


@final
class Defend(Defence):
    """Defense for the own god or temple."""

    def __init__(self) -> None:
        super().__init__(
            "defend", needs={"n": AMOUNT}, only_on=("attacked",), printed=("defense", "防御"),
            sign="defend", each=36,
        )  # fmt: skip
        self.gives_defence = True


@final
class Protect(Defence):
    """Defense for somebody else. [KB-ATK-15]"""

    def __init__(self) -> None:
        super().__init__(
            "protect", needs={"n": AMOUNT}, only_on=("other_attacked",),
            printed=("protect", "守護"), sign="protect", each=8,
        )  # fmt: skip


declare(Defend())
declare(Protect())


@final
class Redirect(Verb):
    """Another target for the Attack. [KB-ATK-19]"""

    def __init__(self) -> None:
        goals = {"other_god": w.OTHER_GOD, "my_temple": w.MY_TEMPLE}
        super().__init__(
            "redirect", needs={"to": Words("at", goals)}, only_on=("god_attacked",),
            printed=("redirect", "そら"), sign="redirect", flat=220,
        )  # fmt: skip

    def mark(self, ability: Ability, step: Step, is_first: bool) -> None:
        ability.redirects = step.at

    def can(self, state: Battles, seat: i64, step: Step) -> bool:
        return has_target(state, seat, step.at, seat)

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        if step.at == w.MY_TEMPLE:
            use.chosen = TEMPLE + use.seat
            if not has_temple(state, use.seat):
                return go_on(use, step)
        elif use.need != CHOSEN:
            present = attack_in(use)
            if present is None or not has_target(state, use.seat, step.at, present.target):
                return go_on(use, step)
            return ask(state, use, NEED_TARGET)
        target: i64 = use.chosen
        go_on(use, step)
        attack.redirect(state, use, target)
        return False

    def worth_in_attack(self, state: Battles, attack: AttackFrame, step: Step, loss: i64) -> i64:
        kept: i64 = worth_kept(state, attack, step, loss, loss)
        if kept == NEVER or state.asked == attack.seat:
            return kept
        if loss < BIG_LOSS:
            return NEVER
        return kept + 60 * loss

    def strength(self, state: Battles, use: Use, step: Step) -> i64:
        present = attack_in(use)
        if present is None:
            return 0
        return attack.attack_value(state, present)


declare(Redirect())


# -- boost and cancel -------------------------------------------------------------------------

SCOPES: Final = ("this", "next", "turn")
THIS_ATTACK: Final = 0
NEXT_ATTACK: Final = 1


@final
class Boost(Verb):
    """A bonus for this, the next, or all own Attacks of the turn; boosts add up."""

    def __init__(self) -> None:
        scopes = {word: number for number, word in enumerate(SCOPES)}
        super().__init__(
            "boost",
            needs={"n": AMOUNT, "scope": Words("mode", scopes)},
            sign="boost",
            each=60,
            events=("boosted",),
        )
        self.comes_first = True

    def is_sure(self, step: Step) -> bool:
        return step.mode != THIS_ATTACK

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        n: i64 = amount(state, use, step.n)
        go_on(use, step)
        player = state.players[use.seat]
        if step.mode == THIS_ATTACK:
            attack.boost_this(use, n)
        elif step.mode == NEXT_ATTACK:
            player.boost_next += n
        else:
            player.boost_turn += n
        if state.log is not None:
            facts: Facts = {
                "seat": use.seat, "count": n, "scope": SCOPES[step.mode]
            }  # fmt: skip
            state.emit("boosted", facts)
        return False

    def worth_now(
        self, state: Battles, seat: i64, ability: Ability, step: Step, value: i64
    ) -> i64:  # fmt: skip
        if step.mode != THIS_ATTACK and not has_attack(state, seat):
            return -10
        return value

    def changes_loss(self, step: Step) -> i64:
        if step.mode == THIS_ATTACK:
            return step.n
        return 0


declare(Boost())


@final
class Cancel(Verb):
    """The ability reacted to does nothing; its costs stay paid. [KB-ABIL-10] [KB-FLOW-28]"""

    def __init__(self) -> None:
        answered = ("ability_played", "react_played", "rescued")
        what = {"ability": 0, "react": 1, "rescue": 2}
        super().__init__(
            "cancel", needs={"what": Words("mode", what)}, only_on=answered,
            printed=("cancel", "打ち消"), sign="cancel", flat=130, events=("cancelled",),
        )  # fmt: skip

    def lay(
        self, programs: Programs, table: Table, trigger: str, row: list[Step], step: Step
    ) -> None:  # fmt: skip
        if self.only_on[step.mode] != trigger:
            raise table.error("what", f"does not fit a React on {trigger}")
        row.append(step)

    def do(self, state: Battles, use: Use, step: Step) -> bool:
        go_on(use, step)
        window = use.below
        answered = None if window is None else window.below
        if isinstance(answered, AttackFrame):
            answered.is_cancelled = True
            answered = answered.use
        if not isinstance(answered, Use):
            return False
        answered.is_cancelled = True
        if state.log is not None:
            facts: Facts = {
                "seat": use.seat, "source": attack.source_of(state, use.seat, use.source),
                "victim": answered.seat,
                "card": attack.source_of(state, answered.seat, answered.source),
            }  # fmt: skip
            state.emit("cancelled", facts)
        return False

    def worth_in_attack(self, state: Battles, attack: AttackFrame, step: Step, loss: i64) -> i64:
        victim: i64 = attack.target & 7
        if victim != state.asked or loss < BIG_LOSS:
            return NEVER
        return loss_worth(state, attack, victim, loss)

    def worth_as_answer(self, state: Battles, use: Use, ability: Ability) -> i64:
        """Cancel what is worth much to an opponent, never plain Faith."""
        worth: i64 = state.cards.ability_worth[use.ability]
        if not are_opponents(state, state.asked, use.seat):
            return NEVER
        if worth >= CANCEL_ABOVE or use.way == w.REACT:
            return worth
        return NEVER


declare(Cancel())
