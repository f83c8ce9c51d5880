"""Cards chosen to pay an Activation Cost: no verb says it, and nothing prevents it. [KB-ABIL-08]"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.native import i64
from kamiza.games.battles.rules.choosing import banish
from kamiza.games.battles.rules.hands import discard_from_hand
from kamiza.games.battles.stack.uses import Choice
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.verbs.purpose import Purpose, declare


@final
class PayDiscard(Purpose):
    def move(self, state: Battles, choice: Choice, kind: i64, zone: i64) -> None:
        discard_from_hand(state, choice.owner, kind)


@final
class PayBanish(Purpose):
    def move(self, state: Battles, choice: Choice, kind: i64, zone: i64) -> None:
        choice.banished |= state.cards.type[kind]
        banish(state, choice.owner, kind, zone)


PAY_DISCARD_COST: Final = declare(PayDiscard("pay_discard", gives=True))
PAY_BANISH_COST: Final = declare(PayBanish("pay_banish", gives=True, banishes=True))
