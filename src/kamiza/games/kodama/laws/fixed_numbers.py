"""Laws of Kodama with numbers that stand in the rules, and two geometries compared."""

from __future__ import annotations

from random import Random

from kamiza.cases.playthrough import Playthrough, expect
from kamiza.core.action import NOBODY
from kamiza.games.kodama.cards import BRANCHES
from kamiza.games.kodama.laws.every_move import LAWS, cards_of, table
from kamiza.games.kodama.laws.slow_geometry import slow_answer
from kamiza.games.kodama.rules.refusals import all_failures
from kamiza.games.kodama.rules.shapes import Form, bark_points
from kamiza.games.kodama.rules.spirits import shared_icons
from kamiza.games.kodama.rules.spots import CODES, parent_or_code
from kamiza.games.kodama.sketches import tree_from_sketch

EXAMPLE = "TR3(B26(B47(B46),B15),B10(B20(B54),B33))"


@LAWS.in_the_end("KO-GEO-04")
def rotations(play: Playthrough) -> str:
    turn = cards_of(play).compass.turn
    found = [
        turn(630, 0, 15), turn(0, 880, 15), turn(-315, 880, 37), turn(315, 440, 123),
        turn(-315, 880, 345), turn(630, 0, 90), turn(0, 880, 270),
    ]  # fmt: skip
    expected = [(609, 163), (-228, 850), (-781, 513), (-541, 25), (-77, 932), (0, 630), (880, 0)]
    return expect("rotated points", expected, found)


@LAWS.in_the_end("KO-GEO-05")
def corners_of_a_turned_card(play: Playthrough) -> str:
    turned = cards_of(play).form_of[cards_of(play).card_number("B11")].at(15)
    found = [(turned.ax, turned.ay), (turned.bx, turned.by), (turned.cx, turned.cy)]
    found.append((turned.dx, turned.dy))
    return expect("corners", [(-304, -82), (304, 82), (77, 932), (-532, 769)], found)


@LAWS.in_the_end("KO-GEO-06")
def mirrored_cards(play: Playthrough) -> str:
    form = form_named(play, "B27")
    found = (form.foot, form.heading, form.buds)
    expected = ((0, -440), 90, [(0, 380, 90), (-235, 310, 120), (262, 82, 30)])
    if problem := expect("B27", expected, found):
        return problem
    form = form_named(play, "B46")
    return expect("B46", ((315, -260), 165), (form.foot, form.heading))


def form_named(play: Playthrough, card: str) -> Form:
    return cards_of(play).form_of[cards_of(play).card_number(card)]


@LAWS.in_the_end("KO-GEO-16")
def numbers_of_bark_points(play: Playthrough) -> str:
    forms = cards_of(play).forms
    found = [len(bark_points(forms[number])) for number in (0, 20, 6, 26, 27)]
    return expect("bark points of S01, S11, S04, TR1, TR2", [59, 41, 65, 74, 65], found)


@LAWS.in_the_end("KO-EFF-08")
def neighbours_of_the_example(play: Playthrough) -> str:
    """In the example tree B20 has the best neighbours: 10, and B10 8, B47 7, B26 6."""
    tree = tree_from_sketch(cards_of(play), "tree", EXAMPLE)
    found: dict[str, int] = {}
    for at, card in enumerate(tree.cards):
        around = sum(c.icons for c in tree.cards if c.parent == at)
        around += tree.cards[card.parent].icons if at else 0
        found[cards_of(play).ids[card.card]] = shared_icons(card.icons, around)
    expected = {"B20": 10, "B10": 8, "B47": 7, "B26": 6}
    return expect("values", expected, {name: found[name] for name in expected})


@LAWS.in_the_end("KO-GEO-14")
def a_diagnosis_names_everything(play: Playthrough) -> str:
    """Placement B of the rulebook touches two cards and covers the second icon of B26, too."""
    if table(play).asked == NOBODY:
        return ""
    card = cards_of(play).card_number("B46")
    found = [refusal.facts for refusal in all_failures(table(play), card, 110, 1940, 210)]
    codes = [facts["code"] for facts in found]
    if problem := expect("failures", ["touches_many", "covers_feature"], codes):
        return problem
    return expect("icon", ("B26", "1"), (found[1]["card"], found[1]["icon"]))


# -- geometry ---------------------------------------------------------------------------------


@LAWS.in_the_end("KO-GEO-18")
def random_placements_agree(play: Playthrough) -> str:
    """Two thousand random placements on the trees of this game, judged by the slow geometry."""
    dice = Random(len(play.moves))
    for _ in range(2000):
        tree = dice.choice(table(play).players).tree
        near = dice.choice(tree.cards)
        x, y = near.x + dice.randrange(-900, 900), near.y + dice.randrange(-500, 1300)
        card, rotation = dice.randrange(BRANCHES), dice.randrange(360)
        found = parent_or_code(tree, cards_of(play).form_of[card], x, y, rotation)
        expected = slow_answer(cards_of(play), tree, card, x, y, rotation)
        if (CODES[-found] if found < 0 else found) != expected:
            return f"{card} at {x},{y} r{rotation}: expected {expected}, found {found}"
    return ""
