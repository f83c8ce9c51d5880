"""What can be reacted to: the events that open windows, and what has happened. [KB-FLOW-15]

An Attack, an ability in use and a card about to be Banished can still be changed, so a window on
them lies above their frame and looks at it. Everything else has happened already when its window
opens. It is told by one of the small classes here, which are never changed: clones share them.
"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.native import i64, mypyc_attr

PHASE_BEGINS: Final = 0
ATTACK_OWN: Final = 1  # the attacker may react
ATTACK_ALL: Final = 2  # then everybody may
ABILITY_USED: Final = 3
CARD_BANISHING: Final = 4
ENERGY_HIT: Final = 5
ENERGY_GAINED: Final = 6
CARD_BANISHED: Final = 7
CARD_RECRUITED: Final = 8
# Where one phase goes over into the next one, nothing lies between its end and the beginning of the
# other; only around the Discard Phase the rulebook names both. [KB-TURN-07] [KB-TURN-08]
PLAY_BEGINS: Final = 9
PLAY_ENDS: Final = 10
DISCARD_BEGINS: Final = 11
DISCARD_ENDS: Final = 12
END_BEGINS: Final = 13
END_ENDS: Final = 14
EVENTS: Final = (
    "phase_begin", "own_attack", "attack", "ability", "would_banish", "lost", "gained", "banished",
    "recruited", "play_begin", "play_end", "discard_begin", "discard_end", "end_begin", "end_end",
)  # fmt: skip

MOST_NOTED: Final = 255


@mypyc_attr(acyclic=True)
class Happening:
    """Something that has happened; `event` says of which sort it is."""

    __slots__ = ("event",)

    def __init__(self, event: i64) -> None:
        self.event: Final[i64] = event


@final
@mypyc_attr(acyclic=True)
class Damage(Happening):
    """An Attack took Energy from a god or temple. [KB-ATK-09]"""

    __slots__ = ("attacker", "lost", "source", "target")

    def __init__(self, attacker: i64, source: i64, target: i64, lost: i64) -> None:
        super().__init__(ENERGY_HIT)
        self.attacker: Final[i64] = attacker  # or NOBODY: a Reveal
        self.source: Final[i64] = source
        self.target: Final[i64] = target
        self.lost: Final[i64] = lost if lost < MOST_NOTED else MOST_NOTED


@final
@mypyc_attr(acyclic=True)
class Gain(Happening):
    """A god gained Energy."""

    __slots__ = ("seat",)

    def __init__(self, seat: i64) -> None:
        super().__init__(ENERGY_GAINED)
        self.seat: Final[i64] = seat


@final
@mypyc_attr(acyclic=True)
class Banishment(Happening):
    """Cards were Banished, all of them together one happening."""

    __slots__ = ("types",)

    def __init__(self, types: i64) -> None:
        super().__init__(CARD_BANISHED)
        self.types: Final[i64] = types  # set


@final
@mypyc_attr(acyclic=True)
class Recruitment(Happening):
    """The active player recruited a card."""

    __slots__ = ("card",)

    def __init__(self, card: i64) -> None:
        super().__init__(CARD_RECRUITED)
        self.card: Final[i64] = card


# -- answers to an Attack ---------------------------------------------------------------------


@mypyc_attr(acyclic=True)
class Answer:
    """What a React has done about an Attack; never changed either."""

    __slots__ = ("seat", "source")

    def __init__(self, seat: i64, source: i64) -> None:
        self.seat: Final[i64] = seat
        self.source: Final[i64] = source


@final
@mypyc_attr(acyclic=True)
class Defence(Answer):
    """Defense, of the one attacked or of somebody who protects."""

    __slots__ = ("value",)

    def __init__(self, seat: i64, source: i64, value: i64) -> None:
        super().__init__(seat, source)
        self.value: Final[i64] = value


@final
@mypyc_attr(acyclic=True)
class Redirection(Answer):
    """Another target."""

    __slots__ = ("target",)

    def __init__(self, seat: i64, source: i64, target: i64) -> None:
        super().__init__(seat, source)
        self.target: Final[i64] = target
