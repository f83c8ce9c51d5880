"""What each move would do, in one sentence, from what the seat can see."""

from __future__ import annotations

from kamiza.core.rules import Words
from kamiza.core.speech import Facts, Listener
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import Cards
from kamiza.games.battles.programs import Ability
from kamiza.games.battles.speech.seen import (
    MOST_PRINTED,
    abilities_of,
    ability_in_use,
    ability_of,
    energy_of,
    me,
    price_of,
    using,
    whose,
)

NOTHING = ""


def depends_on(move: str, view: Facts) -> tuple[object, ...]:
    """Everything in the view that label, effect and warning of a move depend on."""
    word, _, rest = move.partition(" ")
    mine = me(view)
    standing = (mine["god"], mine["temple"], mine["energy"], mine["temple_energy"], mine["role"])
    if word in ("act", "react"):
        return (*standing, *tally(view))
    if word in ("use", "x", "target"):
        use = using(view)
        energy = energy_of(view, rest) if word == "target" else None
        return (use["source"], use["ability"], *standing, mine["boost_turn"], mine["boost_next"],
                view["seat"], view["settings"]["mode"], energy)  # fmt: skip
    if word == "play":
        return (mine["disciples_1"], *view["private"]["hand"])
    if word == "recruit":
        return (view["faith"], price_of(view, rest))
    if move == "pass":
        return (*standing, view["seat"], len(view["moves"]) > 1, *tally(view), *aim(view))
    if move == "end":
        return (view["question"], view["faith"])
    return ()


def tally(view: Facts) -> tuple[object, ...]:
    """The Attack under way: target, its value and the Defense so far."""
    attack = view["attack"]
    if attack is None:
        return ()
    return (attack["target"], attack["value"], attack["defence"],
            energy_of(view, attack["target"]))  # fmt: skip


def aim(view: Facts) -> tuple[object, ...]:
    """Whose the target of the Attack under way is: role, and whether it is on one's own side."""
    attack = view["attack"]
    if attack is None:
        return ()
    target = whose(view, attack["target"])
    return (target["role"], target["team"] == me(view)["team"])


class Effects:
    """The effects of moves for one reader."""

    def __init__(self, words: Words, cards: Cards, view: Facts, to: Listener) -> None:
        self.words = words
        self.cards = cards
        self.view = view
        self.to = to

    def say(self, key: str, **facts: object) -> str:
        return self.words.say(f"effect_{key}", self.to.language, **facts)

    def join(self, texts: list[str]) -> str:
        return ("" if self.to.is_japanese() else " ").join(text for text in texts if text)

    def text_of(self, ability: Ability) -> str:
        return ability.texts[self.to.language]

    def of(self, move: str) -> str:
        """What would happen; nothing is said that the view does not show."""
        word, _, rest = move.partition(" ")
        if word in ("play", "god", "temple"):
            texts = [self.text_of(ability) for ability in abilities_of(self.cards, rest)]
            return self.join([*texts, self.played_now(rest)] if word == "play" else texts)
        if word == "recruit":
            return self.say("recruit", left=self.view["faith"] - price_of(self.view, rest))
        if word in ("act", "react"):
            ability = ability_of(self.cards, rest, self.view)
            if ability is None:
                return NOTHING
            return self.join([self.text_of(ability), self.after(ability)])
        if word == "target":
            return self.aimed(rest)
        if move == "pass":
            return self.unanswered()
        if move == "end" and self.view["question"] == "RECRUIT" and self.view["faith"] > 0:
            return self.say("end", faith=self.view["faith"])
        return NOTHING

    def played_now(self, id: str) -> str:
        """What playing a card in the own turn means beyond its words."""
        cards = self.cards
        kind = cards.numbers[id]
        acts = [ability for ability in cards.of_kind[kind] if ability.type == w.ACT]
        if not acts:
            return self.say("nothing" if cards.type[kind] == w.DISCIPLE else "link")
        if cards.steps[acts[0].begin].n != w.DISCIPLES_1:
            return NOTHING
        now = me(self.view)["disciples_1"]
        hand = [cards.numbers[card] for card in self.view["private"]["hand"]]
        later = now + sum(cards.rank[card] == 1 for card in hand)
        if later == now:
            return self.say("count", now=now)
        return self.say("count_later", now=now, later=later)

    # -- sums ---------------------------------------------------------------------------------

    def unanswered(self) -> str:
        """What the Attack under way would do as it stands."""
        attack = self.view["attack"]
        if attack is None:
            return NOTHING
        return self.loses(attack["target"], attack["value"] - attack["defence"])

    def loses(self, target: str, loss: int) -> str:
        energy = energy_of(self.view, target)
        loss = min(energy, max(0, loss))
        return self.say("loss", loss=loss, left=energy - loss) if loss else self.say("no_loss")

    def after(self, ability: Ability) -> str:
        """The Attack under way after a Defense or a boost of a printed size."""
        attack = self.view["attack"]
        step = self.cards.steps[ability.begin]
        if attack is None or step.n > MOST_PRINTED or ability.type != w.REACT:
            return NOTHING
        change = step.verb.changes_loss(step)
        if change == 0:
            return NOTHING
        return self.loses(attack["target"], attack["value"] - attack["defence"] + change)

    def aimed(self, target: str) -> str:
        """What an Attack that looks for its target would do there if nobody answers."""
        ability = ability_in_use(self.cards, self.view)
        if ability is None or not ability.begins_with_attack:
            return NOTHING
        step = self.cards.steps[ability.begin]
        if step.n > MOST_PRINTED:
            return NOTHING
        mine = me(self.view)
        energy = energy_of(self.view, target)
        left = max(0, energy - step.n - mine["boost_turn"] - mine["boost_next"])
        return self.say("aimed", energy=energy, left=left)
