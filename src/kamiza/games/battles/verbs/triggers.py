"""All triggers. What an event is to a seat: attacker, target, owner, opponent. [KB-ABIL-03]"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.action import NOBODY
from kamiza.core.native import i64
from kamiza.games.battles import language as w
from kamiza.games.battles.programs import Ability
from kamiza.games.battles.stack.attacks import Window, banishing_in
from kamiza.games.battles.stack.happenings import (
    ABILITY_USED,
    ATTACK_ALL,
    ATTACK_OWN,
    CARD_BANISHED,
    CARD_BANISHING,
    CARD_RECRUITED,
    DISCARD_BEGINS,
    DISCARD_ENDS,
    END_BEGINS,
    END_ENDS,
    ENERGY_GAINED,
    ENERGY_HIT,
    PHASE_BEGINS,
    PLAY_BEGINS,
    PLAY_ENDS,
    Damage,
    Gain,
)
from kamiza.games.battles.stack.uses import Use
from kamiza.games.battles.table.battles import Battles, are_opponents
from kamiza.games.battles.table.objects import TEMPLE
from kamiza.games.battles.verbs.trigger import Trigger, declare, types_of

# The first Attack of an ability is announced together with it. [KB-FLOW-29]
ANNOUNCED: Final = (ATTACK_ALL, ABILITY_USED)


# -- Attacks ----------------------------------------------------------------------------------


@final
class MyAttack(Trigger):
    """An own Attack: before all others, and again after somebody answered. [KB-ATK-05]"""

    def __init__(self) -> None:
        super().__init__("my_attack", (ATTACK_OWN, ATTACK_ALL))

    def is_pulled(self, state: Battles, window: Window, seat: i64) -> bool:
        attack = window.attack
        if attack is None or window.event == ATTACK_OWN:
            return attack is not None
        if seat == attack.target & 7 or seat != attack.seat:
            return False
        return attack.is_answered


declare(MyAttack())


@final
class Attacked(Trigger):
    """An Attack on the own god or temple. [KB-ATK-06]"""

    def __init__(self) -> None:
        super().__init__("attacked", (ATTACK_ALL,), instead={"other_attacked": "KB-ERR-34"})

    def is_pulled(self, state: Battles, window: Window, seat: i64) -> bool:
        attack = window.attack
        if attack is None:
            return False
        if seat == attack.target & 7:  # an attacker hit by a redirect, too [KB-FLOW-34]
            return True
        return seat != attack.seat and state.settings.third_party_defend


declare(Attacked())


@final
class GodAttacked(Trigger):
    """An opponent's Attack on the own god."""

    def __init__(self) -> None:
        super().__init__("god_attacked", (ATTACK_ALL,))

    def is_pulled(self, state: Battles, window: Window, seat: i64) -> bool:
        attack = window.attack
        if attack is None or seat != attack.target & 7:
            return False
        if attack.target >= TEMPLE or attack.seat == NOBODY:
            return False
        return are_opponents(state, seat, attack.seat)


declare(GodAttacked())


@final
class OtherAttacked(Trigger):
    """An Attack in which the seat is neither attacker nor target. [KB-ATK-15]"""

    def __init__(self) -> None:
        super().__init__("other_attacked", (ATTACK_ALL,), instead={"attacked": "KB-ERR-33"})

    def is_pulled(self, state: Battles, window: Window, seat: i64) -> bool:
        attack = window.attack
        if attack is None:
            return False
        return seat != attack.target & 7 and seat != attack.seat


declare(OtherAttacked())


@final
class MyHit(Trigger):
    """The own Attack damaged the god of somebody else. [KB-ATK-18]"""

    def __init__(self) -> None:
        super().__init__("my_hit", (ENERGY_HIT,), wakes_watches=True)

    def is_pulled(self, state: Battles, window: Window, seat: i64) -> bool:
        damage = window.about
        if not isinstance(damage, Damage) or seat != damage.attacker:
            return False
        return damage.target < TEMPLE and damage.target != seat


declare(MyHit())


@final
class Damaged(Trigger):
    """An Attack of somebody else damaged the own god or temple. [KB-RUL-31]"""

    def __init__(self) -> None:
        super().__init__("damaged", (ENERGY_HIT,))

    def is_pulled(self, state: Battles, window: Window, seat: i64) -> bool:
        damage = window.about
        if not isinstance(damage, Damage) or damage.attacker in (seat, NOBODY):
            return False
        return seat == damage.target & 7


declare(Damaged())


# -- turns and cards --------------------------------------------------------------------------


class OwnMoment(Trigger):
    """A moment of the own turn."""

    def __init__(self, word: str, event: int) -> None:
        super().__init__(word, (event,), of_active=True)

    def is_pulled(self, state: Battles, window: Window, seat: i64) -> bool:
        return seat == state.active


@final
class Start(OwnMoment):
    """The own Play Phase begins."""

    def __init__(self) -> None:
        super().__init__("start", PHASE_BEGINS)


declare(Start())


@final
class Recruited(OwnMoment):
    """The seat recruited a card."""

    def __init__(self) -> None:
        super().__init__("recruited", CARD_RECRUITED)


declare(Recruited())


@final
class Banished(Trigger):
    """Cards were Banished, whoever owned them."""

    def __init__(self) -> None:
        super().__init__("banished", (CARD_BANISHED,))

    def is_pulled(self, state: Battles, window: Window, seat: i64) -> bool:
        return True


declare(Banished())


@final
class Banishing(Trigger):
    """An own card is about to be Banished."""

    def __init__(self) -> None:
        super().__init__("banishing", (CARD_BANISHING,))

    def is_pulled(self, state: Battles, window: Window, seat: i64) -> bool:
        banishing = window.banishing
        return banishing is not None and banishing.owner == seat


declare(Banishing())


# -- abilities --------------------------------------------------------------------------------


def announced(window: Window) -> Use | None:
    """The ability that was announced and paid, if it can be answered here. [KB-FLOW-20]"""
    use: Use | None = None
    below = window.below
    if type(below) is Use:
        use = below
    else:
        attack = window.attack
        if attack is not None and attack.opens:
            use = attack.use
    return None if use is None or use.way == w.WATCH_WAY else use


def is_answered(trigger: Trigger, state: Battles, use: Use) -> bool:
    ability = state.cards.abilities[use.ability]
    return trigger.is_answer_to(ability, types_of(state, use.source))


@final
class Rescued(Trigger):
    """A React rescues a card from being Banished; a filter looks at that card."""

    def __init__(self) -> None:
        super().__init__("rescued", ANNOUNCED)

    def is_answer_to(self, ability: Ability, type: i64) -> bool:
        return ability.type == w.REACT and ability.rescues

    def is_pulled(self, state: Battles, window: Window, seat: i64) -> bool:
        use = announced(window)
        return use is not None and is_answered(self, state, use)

    def types(self, state: Battles, window: Window) -> i64:
        banishing = banishing_in(window)
        if banishing is None:
            return 0
        return types_of(state, banishing.card)


declare(Rescued())


@final
class AbilityPlayed(Trigger):
    """An opponent uses the Act of a Warrior or Artifact. [KB-FLOW-29]"""

    def __init__(self) -> None:
        super().__init__("ability_played", ANNOUNCED)

    def is_answer_to(self, ability: Ability, type: i64) -> bool:
        return ability.type == w.ACT and type & (w.WARRIOR | w.ARTIFACT) != 0

    def is_pulled(self, state: Battles, window: Window, seat: i64) -> bool:
        use = announced(window)
        if use is None or not is_answered(self, state, use):
            return False
        return are_opponents(state, seat, use.seat)


declare(AbilityPlayed())


@final
class ReactPlayed(Trigger):
    """An opponent uses a React of a card."""

    def __init__(self) -> None:
        super().__init__("react_played", ANNOUNCED)

    def is_answer_to(self, ability: Ability, type: i64) -> bool:
        return ability.type == w.REACT and type != 0

    def is_pulled(self, state: Battles, window: Window, seat: i64) -> bool:
        use = announced(window)
        if use is None or not is_answered(self, state, use):
            return False
        return are_opponents(state, seat, use.seat)


declare(ReactPlayed())


@final
class OpponentGains(Trigger):
    """The god of an opponent gained Energy."""

    def __init__(self) -> None:
        super().__init__("opp_gains", (ENERGY_GAINED,))

    def is_pulled(self, state: Battles, window: Window, seat: i64) -> bool:
        gain = window.about
        return isinstance(gain, Gain) and are_opponents(state, seat, gain.seat)


declare(OpponentGains())


@final
class Hall(Trigger):
    """The card itself is turned up in the Hall; only of a Reveal."""

    def __init__(self) -> None:
        super().__init__("hall", (), of_reveals=True)

    def is_pulled(self, state: Battles, window: Window, seat: i64) -> bool:
        return False


declare(Hall())


# -- phases, for sets that want them ----------------------------------------------------------


@final
class AnyStart(Trigger):
    """The Starting Phase of any player begins. [KB-START-02]"""

    def __init__(self) -> None:
        super().__init__("any_start", (PHASE_BEGINS,))

    def is_pulled(self, state: Battles, window: Window, seat: i64) -> bool:
        return True


declare(AnyStart())


@final
class PlayBegins(OwnMoment):
    """The own Starting Phase ends and the Play Phase begins. [KB-TURN-07]"""

    def __init__(self) -> None:
        super().__init__("play_begins", PLAY_BEGINS)


declare(PlayBegins())


@final
class PlayEnds(OwnMoment):
    """The own Play Phase ends and the Recruit Phase begins. [KB-TURN-08]"""

    def __init__(self) -> None:
        super().__init__("play_ends", PLAY_ENDS)


declare(PlayEnds())


@final
class DiscardBegins(OwnMoment):
    """The own Discard Phase begins; nothing is discarded yet. [KB-DISC-06]"""

    def __init__(self) -> None:
        super().__init__("discard_begins", DISCARD_BEGINS)


declare(DiscardBegins())


@final
class DiscardEnds(OwnMoment):
    """The own Discard Phase ends; everything is discarded. [KB-DISC-06]"""

    def __init__(self) -> None:
        super().__init__("discard_ends", DISCARD_ENDS)


declare(DiscardEnds())


@final
class EndBegins(OwnMoment):
    """The own End Phase begins, before the draw. [KB-END-03]"""

    def __init__(self) -> None:
        super().__init__("end_begins", END_BEGINS)


declare(EndBegins())


@final
class EndEnds(OwnMoment):
    """The own End Phase ends, after the draw. [KB-END-03]"""

    def __init__(self) -> None:
        super().__init__("end_ends", END_ENDS)


declare(EndEnds())
