"""What each move would do, one sentence in every language, from what the seat can see."""

from __future__ import annotations

from typing import Any

from kamiza.core.action import seat_letter
from kamiza.core.game import Game
from kamiza.core.sentences import Listener
from kamiza.games.shintoh.cards import INFLUENCE, KINDS

Text = dict[str, str]
View = dict[str, Any]


def facts(move: str, view: View) -> tuple[object, ...]:
    """Everything in the view that the label of a move depends on; equal facts, equal label."""
    word, _, rest = move.partition(" ")
    players = view["players"]
    me = players[view["seat"]]
    if move == "pass":
        rivals = [(p["seat"], p["total"]) for p in players if p["in"] and p is not me]
        placed = me["placed"]
        last = (*rivals[0], view["altar"]) if len(rivals) == 1 else ()
        return (view["harvest"], placed["rice"] + placed["sake"] + placed["salt"], *last)
    if move[0] == "+":
        return (view["prompt"], me["total"], view["bar"])
    if move == "stop":
        return (me["total"], view["seat"], *(player["in"] for player in players))
    if word == "pick":
        return (view["harvest"], view["pile"][rest] if "pile" in view else None)
    if word == "rob":
        return (players[int(rest)]["hand_size"],)
    return ()


def effect(game: Game, move: str, view: View) -> Text:
    """What would happen; nothing is said that the view does not show."""
    word, _, rest = move.partition(" ")
    if move == "pass":
        return passing(game, view)
    if move[1:] in KINDS:
        return adding(view, INFLUENCE[KINDS.index(move[1:])])
    if move == "stop":
        return stopping(view)
    if word == "pick":
        return picking(game, rest, view)
    if word == "rob":
        return robbing(int(rest), view)
    return STARTING.get(move, {"en": "", "ja": ""})


STARTING: dict[str, Text] = {
    "jewel": {
        "en": "You draw the top two cards of the Offering Pile. Each treasure works once.",
        "ja": "供物の山札の上から2枚を引きます。神器を使えるのは1度だけです。",
    },
    "mirror": {
        "en": "You look through the Offering Pile and swap one card with the Harvest Card. "
        "Each treasure works once.",
        "ja": "供物の山札を見て、1枚を収穫カードと入れ替えます。神器を使えるのは1度だけです。",
    },
    "sword": {
        "en": "You name a player and take a random card from that hand. Each treasure works once.",
        "ja": "相手を1人選び、その手札から無作為に1枚取ります。神器を使えるのは1度だけです。",
    },
    "look": {
        "en": "From now on you can read which gods belong to each role.",
        "ja": "これからは、それぞれの役に必要な神を読めます。",
    },
}


def passing(game: Game, view: View) -> Text:
    """Cards back, the Harvest Card gained, and who wins if only one is left."""
    back = sum(view["players"][view["seat"]]["placed"].values())
    en = ["Your laid card comes back" if back == 1 else f"Your {back} laid cards come back"]
    ja = [f"出した{back}枚が手札に戻り"]
    if not back:
        en, ja = [], []
    if view["harvest"]:
        kind = game.words.words[view["harvest"]]
        en.append(f"you gain {kind['en']}")
        ja.append(f"{kind['ja']}を得て")
    else:
        en.append("there is no Harvest Card to gain")
        ja.append("収穫カードはなく")
    en.append("you are out of this competition")
    ja.append("この競りからおります")
    first = ", ".join(en[:-1]) + " and " + en[-1] + "."
    won = award(game, view)
    return {"en": first[0].upper() + first[1:] + won["en"], "ja": "、".join(ja) + "。" + won["ja"]}


def award(game: Game, view: View) -> Text:
    """The god goes to the other one, if there is only one other."""
    rivals = [p for p in view["players"] if p["in"] and p["seat"] != view["seat"]]
    if len(rivals) != 1:
        return {"en": "", "ja": ""}
    name = "{" + seat_letter(rivals[0]["seat"]) + "}"
    english = game.telling.fact("god", view["altar"], Listener("en"))
    japanese = game.telling.fact("god", view["altar"], Listener("ja"))
    paid = rivals[0]["total"]
    return {
        "en": f" {name} wins {english} " + (f"for {paid}." if paid else "and pays nothing."),
        "ja": f"{name}が"
        + (f"{paid}を支払い" if paid else "何も支払わず")
        + f"、{japanese}を得ます。",
    }


def adding(view: View, influence: int) -> Text:
    """The new total against the highest of the others."""
    total = view["players"][view["seat"]]["total"] + influence
    bar = view["bar"]
    if total <= bar:
        return {
            "en": f"Total {total}. You need at least {bar + 1}, so you have to add more.",
            "ja": f"合計{total}。{bar + 1}以上が必要なので、さらに足すことになります。",
        }
    if not bar:
        return {
            "en": f"Total {total}. Nobody else has laid anything.",
            "ja": f"合計{total}。ほかに出した人はいません。",
        }
    return {
        "en": f"Total {total}, {total - bar} more than {bar}.",
        "ja": f"合計{total}。{bar}より{total - bar}多くなります。",
    }


def stopping(view: View) -> Text:
    """The total stands, and the next one still in has to beat it."""
    total = view["players"][view["seat"]]["total"]
    seats = view["seats"]
    order = [(view["seat"] + step) % seats for step in range(1, seats)]
    following = next(seat for seat in order if view["players"][seat]["in"])
    name = "{" + seat_letter(following) + "}"
    return {
        "en": f"{total} is the number to beat. {name} is next.",
        "ja": f"越える数は{total}になります。次は{name}です。",
    }


def picking(game: Game, kind: str, view: View) -> Text:
    """The Mirror's exchange."""
    new, old = game.words.words[kind], game.words.words[view["harvest"] or kind]
    return {
        "en": f"{new['en'].capitalize()} becomes the Harvest Card, {old['en']} goes into the pile, "
        "and the pile is shuffled.",
        "ja": f"{new['ja']}が収穫カードになり、{old['ja']}が山札に入り、山札を切ります。",
    }


def robbing(victim: int, view: View) -> Text:
    """The Sword's theft."""
    name = "{" + seat_letter(victim) + "}"
    count = view["players"][victim]["hand_size"]
    if count == 1:
        return {
            "en": f"You take the only card of {name}; nobody else sees it.",
            "ja": f"{name}の手札の最後の1枚を取ります。ほかの人には見えません。",
        }
    return {
        "en": f"You take one of the {count} cards of {name} at random; only you two see which.",
        "ja": f"{name}の手札{count}枚から無作為に1枚取ります。何を取ったかは2人だけが知ります。",
    }
