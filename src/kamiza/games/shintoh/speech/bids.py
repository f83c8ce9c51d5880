"""A bid: the cards of a dedication for a wanted total, and what is said about them."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from kamiza.core.refusal import Refusal
from kamiza.core.speech import Facts, Listener
from kamiza.games.shintoh.cards import INFLUENCE, KINDS
from kamiza.games.shintoh.speech.card_list import CardSpeech, influence_of


class Bid(NamedTuple):
    """What a bid would do, or why it cannot be."""

    text: str
    moves: str = ""  # that lay the cards and stop; none for a bid that cannot be
    rule: str = ""  # by which it cannot be


def bid(speech: CardSpeech, wanted: int | None, view: Facts, to: Listener) -> Bid:
    """The cheapest cards for a total above the bar; without a total for the smallest one."""
    say, bar = speech.words.say, view["bar"]
    if view["question"] not in ("TURN", "GIVE"):
        return Bid(say("bid_now", to.language))
    aim = bar + 1 if wanted is None else wanted
    if aim <= bar:
        return Bid(say("bid_too_low", to.language, bar=bar), rule="OF-DED-03")
    hand, laid = view["private"]["hand"], view["players"][view["seat"]]["total"]
    least = 0 if view["question"] == "GIVE" else 1
    cards = best_cards(hand, max(aim - laid, least))
    if cards is None:
        return too_high(speech, aim, view, to)
    total = laid + influence_of(cards)
    key = "bid_exact" if total == aim else "bid_more"
    if not bar:
        key += "_first"  # nobody has laid anything to beat
    if not any(cards.values()):
        key = "stop"
    facts = {"wanted": aim, "kinds": speech.kinds(cards, to), "total": total, "bar": bar}
    return Bid(say(key, to.language, **facts), moves_of(cards))


def too_high(speech: CardSpeech, wanted: int, view: Facts, to: Listener) -> Bid:
    """Why a total is out of reach, and which one is not."""
    hand = influence_of(view["private"]["hand"])
    laid, bar = view["players"][view["seat"]]["total"], view["bar"]
    if laid + hand <= bar:
        refusal = Refusal("OF-ERR-05", {"sum": str(laid + hand), "bar": str(bar)})
        return Bid(speech.refusal(refusal, to), rule=refusal.rule)
    key = "bid_too_high_laid" if laid else "bid_too_high"
    facts = {"wanted": wanted, "laid": laid, "hand": hand, "whole": laid + hand}
    return Bid(speech.words.say(key, to.language, **facts), rule="OF-DED-02")


def best_cards(hand: dict[str, int], need: int) -> dict[str, int] | None:
    """The cards with this influence, or as little more as possible; the fewest cards among equals,
    because small ones are the more useful to keep. None if the hand has not that much."""
    best: tuple[int, int, tuple[int, ...]] | None = None
    for counts in product(*(range(hand[kind] + 1) for kind in KINDS)):
        influence = sum(count * each for count, each in zip(counts, INFLUENCE))
        if influence >= need and (best is None or (influence, sum(counts)) < best[:2]):
            best = (influence, sum(counts), counts)
    return dict(zip(KINDS, best[2])) if best else None


def moves_of(cards: dict[str, int]) -> str:
    """The moves that lay these cards and stop."""
    adds = [f"+{kind}" for kind in KINDS for _ in range(cards[kind])]
    return " ".join([*adds, "stop"])
