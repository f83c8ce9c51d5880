"""What each move would do, one sentence in every language, from what the seat can see."""

from __future__ import annotations

from typing import Any

from kamiza.core.game import Game
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import Cards
from kamiza.games.battles.programs import Ability

Text = dict[str, str]
View = dict[str, Any]
NOTHING: Text = {"en": "", "ja": ""}
DEFENDING = (w.DEFEND, w.PROTECT)
MOST_PRINTED = 9  # larger amounts are names: X, what was moved, ...


def facts(move: str, view: View) -> tuple[object, ...]:
    """Everything in the view that the label of a move depends on; equal facts, equal label."""
    word, _, rest = move.partition(" ")
    me = view["players"][view["seat"]]
    mine = (me["god"], me["temple"], me["energy"], me["temple_energy"], me["role"])
    if word in ("act", "react"):
        return (*mine, *tally(view))
    if word in ("use", "x", "target"):
        frame = view["frames"][-1] if view["frames"] else {}
        boosts = (me["boost_turn"], me["boost_next"])
        return (frame.get("source"), frame.get("ability"), *mine, *boosts, view["seat"],
                view["options"]["mode"],
                energy_of(view, rest) if word == "target" else None)  # fmt: skip
    if word == "play":
        return (me["disciples_1"], *view["private"]["hand"])
    if word == "recruit":
        return (view["faith"], price_of(view, rest))
    if move == "pass":
        return (*mine, view["seat"], len(view["moves"]) > 1, *tally(view), *aim(view))
    if move == "end":
        return (view["question"], view["faith"])
    return ()


def effect(game: Game, move: str, view: View) -> Text:
    """What would happen; nothing is said that the view does not show."""
    cards: Cards = game.cards  # type: ignore[attr-defined]
    word, _, rest = move.partition(" ")
    if word in ("play", "god", "temple"):
        texts = [ability.texts for ability in abilities_of(cards, rest)]
        return joined([*texts, played_now(cards, rest, view)] if word == "play" else texts)
    if word == "recruit":
        left = view["faith"] - price_of(view, rest)
        return both(f"{left} Faith left. It goes on top of your deck.",
                    f"残る信仰は{left}。山札の上に置かれます。")  # fmt: skip
    if word in ("act", "react"):
        ability = ability_of(cards, rest, view)
        return NOTHING if ability is None else joined([ability.texts, after(cards, ability, view)])
    if word == "target":
        return aimed(cards, rest, view)
    if move == "pass":
        return unanswered(view)
    if move == "end" and view["question"] == "RECRUIT" and view["faith"] > 0:
        return both(f"{view['faith']} Faith is lost.", f"信仰{view['faith']}は失われます。")
    return NOTHING


def both(en: str, ja: str) -> Text:
    return {"en": en, "ja": ja}


def joined(texts: list[Text]) -> Text:
    return {
        "en": " ".join(text["en"] for text in texts if text["en"]),
        "ja": "".join(text["ja"] for text in texts if text["ja"]),
    }


# -- what is in the view ------------------------------------------------------------------------


def tally(view: View) -> tuple[object, ...]:
    """The Attack under way: target, its value and the Defense so far."""
    attack = view["attack"]
    if attack is None:
        return ()
    return (attack["target"], attack["value"], attack["defence"],
            energy_of(view, attack["target"]))  # fmt: skip


def aim(view: View) -> tuple[object, ...]:
    """Whose the target of the Attack under way is: role, and whether it is on one's own side."""
    attack = view["attack"]
    if attack is None:
        return ()
    target = view["players"][int(attack["target"].partition(":")[2][1:]) - 1]
    return (target["role"], target["team"] == view["players"][view["seat"]]["team"])


def energy_of(view: View, target: str) -> int:
    """The Energy of `god:p2` or `temple:p2`; 0 for a deck."""
    of, _, seat = target.partition(":")
    if of == "deck":
        return 0
    player = view["players"][int(seat[1:]) - 1]
    return int(player["energy" if of == "god" else "temple_energy"])


def price_of(view: View, card: str) -> int:
    """What a card of the Hall costs now."""
    for row in view["hall"].values():
        for pile in row:
            if pile is not None and pile["card"] == card:
                return int(pile["price"])
    return 0


def abilities_of(cards: Cards, id: str) -> list[Ability]:
    for ids, lists in (
        (cards.ids, cards.of_kind),
        (cards.god_ids, cards.of_god),
        (cards.temple_ids, cards.of_temple),
    ):
        if id in ids:
            return lists[ids.index(id)]
    return []


def ability_of(cards: Cards, rest: str, view: View) -> Ability | None:
    """The ability of `god 2` or `ghoul 1` for the asked seat."""
    source, _, index = rest.partition(" ")
    if source in ("god", "temple"):
        source = str(view["players"][view["seat"]][source])
    abilities = abilities_of(cards, source)
    return abilities[int(index) - 1] if int(index) <= len(abilities) else None


def played_now(cards: Cards, id: str, view: View) -> Text:
    """What playing a card in the own turn means beyond its words."""
    kind = cards.numbers[id]
    acts = [ability for ability in cards.of_kind[kind] if ability.type == w.ACT]
    if not acts and cards.type[kind] == w.DISCIPLE:
        return both("Played now, it does nothing.", "今出しても何も起こりません。")
    if not acts:
        return both("Played now, it is only a link.", "今出すと連鎖の一枚になるだけです。")
    if cards.steps[acts[0].begin].n != w.DISCIPLES_1:
        return NOTHING
    now = view["players"][view["seat"]]["disciples_1"]
    hand = [cards.numbers[card] for card in view["private"]["hand"]]
    later = now + sum(cards.rank[card] == 1 for card in hand)
    if later == now:
        return both(f"That is {now} now.", f"今は{now}です。")
    return both(f"That is {now} now, {later} after the Disciple I cards in your hand.",
                f"今は{now}、手札の信徒Iを先に出せば{later}です。")  # fmt: skip


# -- sums ---------------------------------------------------------------------------------------


def unanswered(view: View) -> Text:
    """What the Attack under way would do as it stands."""
    attack = view["attack"]
    if attack is None:
        return NOTHING
    return loses(energy_of(view, attack["target"]), attack["value"] - attack["defence"])


def loses(energy: int, loss: int) -> Text:
    loss = min(energy, max(0, loss))
    if loss == 0:
        return both("No Energy is lost.", "エネルギーは失われません。")
    left = energy - loss
    ja = f"エネルギーを{loss}失い、残りは{left}です。"
    return both(f"{loss} Energy is lost, {left} left.", ja)


def after(cards: Cards, ability: Ability, view: View) -> Text:
    """The Attack under way after a Defense or a boost of a printed size."""
    attack = view["attack"]
    step = cards.steps[ability.begin]
    if attack is None or step.n > MOST_PRINTED or ability.type != w.REACT:
        return NOTHING
    loss = attack["value"] - attack["defence"]
    if step.verb in DEFENDING:
        loss -= step.n
    elif step.verb == w.BOOST and step.mode == w.THIS_ATTACK:
        loss += step.n
    else:
        return NOTHING
    return loses(energy_of(view, attack["target"]), loss)


def aimed(cards: Cards, target: str, view: View) -> Text:
    """What an Attack that looks for its target would do there if nobody answers."""
    frame = view["frames"][-1] if view["frames"] else {}
    source = str(frame.get("source", ""))
    index = frame.get("ability")
    if not index:
        return NOTHING
    ability = ability_of(cards, f"{source} {index}", view)
    if ability is None or not ability.begins_with_attack:
        return NOTHING
    step = cards.steps[ability.begin]
    if step.n > MOST_PRINTED:
        return NOTHING
    me = view["players"][view["seat"]]
    value = step.n + me["boost_turn"] + me["boost_next"]
    energy = energy_of(view, target)
    left = max(0, energy - value)
    return both(f"Unanswered: {energy}\u00a0→\u00a0{left}.", f"リアクトがなければ{energy}→{left}。")
