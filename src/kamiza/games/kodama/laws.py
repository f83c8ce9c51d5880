"""Laws of Kodama: rules that can be checked by watching any game, one function per rule ID.

Each function says what is wrong, or "". Most of them go by events and by the data files, and know
nothing of how the rules are programmed, so they are a second opinion; so is `plain.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

from kamiza.cases.playthrough import Laws, Playthrough
from kamiza.core.action import NOBODY
from kamiza.games.kodama.cards import BRANCHES, SEASONS, Cards, spirit_count
from kamiza.games.kodama.game import KodamaGame
from kamiza.games.kodama.icons import FEATURES
from kamiza.games.kodama.plain import (
    apart,
    corners,
    covered,
    is_on_mat,
    moved,
    on_bark,
    plain_answer,
)
from kamiza.games.kodama.refusals import all_failures
from kamiza.games.kodama.shapes import Form, bark_points
from kamiza.games.kodama.sketches import tree_from_sketch
from kamiza.games.kodama.spirits import shared_icons
from kamiza.games.kodama.spots import CODES, parent_or_code
from kamiza.games.kodama.state import Kodama, scored_card, scored_set, season_token
from kamiza.games.kodama.trees import Placed, Tree

LAWS = Laws()
EXAMPLE = "TR3(B26(B47(B46),B15),B10(B20(B54),B33))"
Facts = dict[str, object]


def table(play: Playthrough) -> Kodama:
    """The state as it is now."""
    return cast(Kodama, play.state)


def start(play: Playthrough) -> Kodama:
    return cast(Kodama, play.start)


def cards_of(play: Playthrough) -> Cards:
    return cast(KodamaGame, play.game).cards


def expect(what: str, expected: object, found: object) -> str:
    return "" if expected == found else f"{what}: expected {expected}, found {found}"


def number(facts: Facts, name: str) -> int:
    return cast(int, facts[name])


def turns(play: Playthrough) -> list[Facts]:
    """Every finished turn of a Growing Phase."""
    return [e.whole() for e in play.events if e.name in ("grown", "fallow", "turn_skipped")]


def newest(play: Playthrough) -> tuple[Tree, Placed] | None:
    """The tree and the card of the last placement, if the last move was one."""
    for event in reversed(play.events):
        if event.name == "grown":
            tree = table(play).players[number(event.facts, "seat")].tree
            return tree, tree.cards[-1]
        if event.name in ("fallow", "kodama_scored", "deck_card_taken"):
            return None
    return None


# -- always -----------------------------------------------------------------------------------


@LAWS.always("KO-COMP-01")
def every_branch_card_is_somewhere_once(play: Playthrough) -> str:
    state = table(play)
    places = [*state.display, *state.deck, *state.removed]
    for player in state.players:
        places += [card.card for card in player.tree.cards[1:]]
    if state.asked != NOBODY and state.frame.kind in (1, 2) and state.frame.a == 15:
        places.append(state.frame.b)
    return expect("branch cards", list(range(BRANCHES)), sorted(places))


@LAWS.always("KO-COMP-02")
def every_kodama_is_somewhere_once(play: Playthrough) -> str:
    held = [p.hand for p in table(play).players] + [
        scored_set(p.scored) for p in table(play).players
    ]
    names = [name for some in held for name in cards_of(play).spirit_names(some)]
    return expect("Kodama held twice", len(names), len(set(names)))


@LAWS.always("KO-PLACE-11")
def cards_never_move(play: Playthrough) -> str:
    """Every tree is what it was at the start and what was told to have grown, in that order."""
    for seat, player in enumerate(table(play).players):
        expected = [place_of(card) for card in start(play).players[seat].tree.cards]
        for event in play.named("grown"):
            if event["seat"] == seat:
                card = cards_of(play).card_number(cast(str, event["card"]))
                expected.append((card, *(number(event, n) for n in ("x", "y", "rot", "parent"))))
        found = [place_of(card) for card in player.tree.cards]
        if problem := expect(f"tree of seat {seat}", expected, found):
            return problem
    return ""


def place_of(card: Placed) -> tuple[int, ...]:
    return card.card, card.x, card.y, card.rotation, card.parent


@LAWS.always("KO-GEO-09")
def a_card_touches_its_parent_only(play: Playthrough) -> str:
    found = newest(play)
    if found is None:
        return ""
    tree, new = found
    quad = corners(cards_of(play), new)
    touched = [
        n
        for n, card in enumerate(tree.cards[:-1])
        if not apart(quad, corners(cards_of(play), card))
    ]
    return expect("cards touched", [new.parent], touched)


@LAWS.always("KO-PLACE-06")
def no_icon_is_covered(play: Playthrough) -> str:
    found = newest(play)
    if found is None:
        return ""
    tree, new = found
    form = cards_of(play).form_of
    for placed in tree.cards[:-1]:
        below = form[placed.card]
        for slot in below.slots[: placed.slots]:
            centre = moved(cards_of(play), placed, slot)
            if covered(corners(cards_of(play), new), centre, below.radius):
                return f"{new.card} covers an icon of {placed.card}"
    return ""


@LAWS.always("KO-PLACE-07")
def nothing_sticks_out(play: Playthrough) -> str:
    found = newest(play)
    if found is None:
        return ""
    outside = [p for p in corners(cards_of(play), found[1]) if not is_on_mat(p)]
    return f"corners off the mat: {outside}" if outside else ""


@LAWS.always("KO-PLACE-03")
def the_foot_is_on_bark(play: Playthrough) -> str:
    found = newest(play)
    if found is None:
        return ""
    tree, new = found
    below = tree.cards[new.parent]
    return (
        ""
        if on_bark(cards_of(play), below, (new.x, new.y))
        else f"{new.card} does not grow from bark"
    )


@LAWS.always("KO-PLACE-08")
def nothing_scores_too_much(play: Playthrough) -> str:
    over = [event["base"] for event in play.named("grown") if number(event, "base") > 12]
    return f"placements scored {over}" if over else ""


@LAWS.always("KO-SCORE-02")
def lines_are_scored_as_printed(play: Playthrough) -> str:
    """Walk down the line icon by icon, straight from the data."""
    if not play.events or newest(play) is None:
        return ""
    event = play.named("grown")[-1]
    tree, new = cast("tuple[Tree, Placed]", newest(play))
    points = 0
    for feature in FEATURES:
        line = [new]
        while line[-1].parent >= 0:
            line.append(tree.cards[line[-1].parent])
        counts = [shown(play, card.card, event).count(feature) for card in line]
        if counts[0] and counts[1]:
            end = counts.index(0) if 0 in counts else len(counts)
            points += sum(counts[:end])
    return expect("base score", points, event["base"])


def shown(play: Playthrough, card: int, event: Facts) -> list[str]:
    """The icons of a card, converted if the decree in force when it was placed says so."""
    decree, icons = "", cards_of(play).features[card]
    for known in play.events:
        decree = str(known.facts["decree"]) if known.name == "decree_revealed" else decree
        if known.whole() == event:
            break
    in_force = decree or decree_at_start(play)
    effect = cards_of(play).decrees[cards_of(play).decree_ids.index(in_force)] if in_force else None
    change = effect.table("effect").data if effect else {}
    if change.get("kind") != "convert":
        return icons
    return [str(change["to"]) if icon == change["from"] else icon for icon in icons]


def decree_at_start(play: Playthrough) -> str:
    decree = start(play).decree
    return cards_of(play).decree_ids[decree] if decree >= 0 else ""


@LAWS.always("KO-AIM-03")
def points_add_up(play: Playthrough) -> str:
    for seat, player in enumerate(table(play).players):
        points = start(play).players[seat].score
        points += sum(
            number(e, "base") + number(e, "bonus") for e in play.named("grown") if e["seat"] == seat
        )
        for name in ("kodama_scored", "season_bonus"):
            points += sum(number(e, "points") for e in play.named(name) if e["seat"] == seat)
        if problem := expect(f"score of seat {seat}", points, player.score):
            return problem
    return ""


@LAWS.always("KO-REFILL-02")
def the_token_counts_rounds(play: Playthrough) -> str:
    begun = start(play)
    moves = [number(event, "to") for event in play.named("season_token_moved")]
    first = season_token(begun)
    expected = list(range(first + 1, first + 1 + len(moves)))
    if problem := expect("moves of the season token", expected, moves):
        return problem
    return expect("season token", moves[-1] if moves else first, season_token(table(play)))


@LAWS.always("KO-RUL-03")
def fallow_only_when_stuck(play: Playthrough) -> str:
    """Somebody who is asked has an answer, and a fallow turn only if no display card has a spot."""
    state = table(play)
    if state.asked == NOBODY:
        return ""
    listed = [play.game.describe(action) for action in play.game.moves(state)]
    fallow = [text for text in listed if text.startswith("fallow:")]
    others = [text for text in listed if text not in fallow and text != "pick:deck"]
    return f"listed are {listed}" if not listed or (fallow and others) else ""


@LAWS.always("KO-HID-02")
def views_hide_what_nobody_knows(play: Playthrough) -> str:
    """A view names no card of the deck, no Kodama of a hidden hand, no face-down decree."""
    state = table(play)
    if state.asked == NOBODY:
        return ""
    seen = str(play.game.screen(play.game.view(state, NOBODY)))
    hidden = [cards_of(play).ids[card] for card in state.deck]
    for seat, player in enumerate(state.players):
        if seat not in state.settings.sprouts and not state.settings.open_hands:
            hidden += cards_of(play).spirit_names(player.hand)
    told = [name for name in hidden if f"'{name}'" in seen]
    return f"a spectator is told of {told}" if told else ""


# -- whole games ------------------------------------------------------------------------------


def seasons(play: Playthrough) -> Iterator[tuple[int, list[Facts], list[Facts]]]:
    """First player, turns and choices of a Kodama, season by season."""
    first = start(play).first
    grown: list[Facts] = []
    chosen: list[Facts] = []
    for event in play.events:
        if event.name in ("grown", "fallow", "turn_skipped"):
            grown.append(event.whole())
        elif event.name == "kodama_scored":
            chosen.append(event.whole())
        elif event.name in ("marker_passed", "hands_revealed"):
            yield first, grown, chosen
            first = cast(int, event.facts.get("seat", first))
            grown, chosen = [], []


def order(play: Playthrough, season: int, first: int) -> list[int]:
    revealed = play.named("decree_revealed")
    names = [str(event["decree"]) for event in revealed if event["season"] == SEASONS[season]]
    if season == 0 and start(play).decree >= 0:
        names = [decree_at_start(play)]
    step = 1
    if names:
        decree = cards_of(play).decrees[cards_of(play).decree_ids.index(names[0])]
        step = -1 if decree.table("effect").data["kind"] == "order" else 1
    return [(first + step * turn) % play.seats for turn in range(play.seats)]


@LAWS.in_the_end("KO-GROW-01")
def turns_go_round(play: Playthrough) -> str:
    """Four rounds in the order of the season, then the choice of a Kodama in the same order."""
    found = 0
    for season, (first, grown, chosen) in enumerate(seasons(play)):
        seats = order(play, season, first)
        if problem := expect("turns", seats * 4, [event["seat"] for event in grown]):
            return problem
        if problem := expect("choices", seats, [event["seat"] for event in chosen]):
            return problem
        found += 1
    return expect("seasons", 3, found)


@LAWS.in_the_end("KO-SEAS-02")
def phases_follow_each_other(play: Playthrough) -> str:
    """A decree, sixteen turns or so, a Kodama for each; then the marker or the end."""
    letters = {"decree_revealed": "D", "grown": "g", "fallow": "g", "turn_skipped": "g",
               "kodama_scored": "k", "marker_passed": "M", "hands_revealed": "E"}  # fmt: skip
    course = "".join(letters.get(event.name, "") for event in play.events)
    season = "g" * 4 * play.seats + "k" * play.seats
    decree = "D" if table(play).options.decrees else ""
    return expect("course", f"{season}M{decree}{season}M{decree}{season}E", course)


@LAWS.in_the_end("KO-FIRST-01")
def the_marker_goes_to_the_lowest(play: Playthrough) -> str:
    scores = [player.score for player in start(play).players]
    holder = start(play).first
    for event in play.events:
        facts = event.whole()
        if event.name in ("grown", "kodama_scored", "season_bonus"):
            gained = ("points",) if "points" in facts else ("base", "bonus")
            scores[number(facts, "seat")] += sum(number(facts, name) for name in gained)
        elif event.name == "marker_passed":
            left = [(holder + step) % play.seats for step in range(1, play.seats + 1)]
            expected = min(left, key=lambda seat: scores[seat])
            if problem := expect("marker", expected, facts["seat"]):
                return problem
            holder = expected
    return expect("marker at the end", holder, table(play).first)


@LAWS.in_the_end("KO-KOD-04")
def a_kodama_scores_once(play: Playthrough) -> str:
    used = [str(event["kodama"]) for event in play.named("kodama_scored")]
    return expect("Kodama scored", len(used), len(set(used)))


@LAWS.in_the_end("KO-END-02")
def one_kodama_is_left(play: Playthrough) -> str:
    state = table(play)
    expected = [0 if seat in state.settings.sprouts else 1 for seat in range(play.seats)]
    return expect("cards left", expected, [spirit_count(p.hand) for p in state.players])


@LAWS.in_the_end("KO-END-03")
def most_points_win(play: Playthrough) -> str:
    scores, ranks = play.game.scores(play.state), play.game.ranks(play.state)
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return "" if winners and set(winners) <= set(best) else f"{winners} win, {best} have most"


@LAWS.in_the_end("KO-RUL-01")
def cards_needed(play: Playthrough) -> str:
    """Twelve cards for each player and the display: never more than there are."""
    state = table(play)
    used = sum(player.tree.size - 1 for player in state.players) + len(state.removed)
    if problem := expect("branch cards used", 12 * play.seats, used):
        return problem
    return expect("branch cards left", BRANCHES - used, len(state.deck) + len(state.display))


@LAWS.in_the_end("KO-EFF-25")
def the_display_has_its_size(play: Playthrough) -> str:
    """Keep the books of display and deck from what was told alone."""
    display, deck = len(start(play).display), len(start(play).deck)
    for event in play.events:
        if event.name == "display_refilled":
            display, deck = display + 1, deck - 1
        elif event.name == "deck_card_taken":
            display, deck = display + 1, deck - 1  # taken from there in the same turn
        elif event.name in ("grown", "fallow"):
            display -= 1
    found = (len(table(play).display), len(table(play).deck))
    return expect("display and deck", (display, deck), found)


@LAWS.in_the_end("KO-OPT-02")
def the_first_printing_is_smaller(play: Playthrough) -> str:
    """K21, K22, K23, DS5, DM3 and DF4 do not occur."""
    if table(play).options.edition != "first":
        return ""
    told = str([event.whole() for event in play.events])
    told += str(play.game.screen(play.game.view(play.state, NOBODY)))
    late = ("K21", "K22", "K23", "DS5", "DM3", "DF4")
    return " ".join(name for name in late if f"'{name}'" in told)


@LAWS.in_the_end("KO-OPT-04")
def no_decree_at_all(play: Playthrough) -> str:
    state = table(play)
    if state.settings.decrees:
        return ""
    if play.named("decree_revealed") or state.past or play.named("season_bonus"):
        return "there was a decree"
    bonus = [event["bonus"] for event in play.named("grown") if event["bonus"]]
    return f"decree points {bonus}" if bonus else expect("limit", 10, state.limit)


@LAWS.in_the_end("KO-KOD-01")
def hands_shrink_by_one(play: Playthrough) -> str:
    """After Spring, Summer and Fall a hand has 3, 2, 1 cards, a Sprout hand 2, 1, 0."""
    state = table(play)
    for seat, player in enumerate(state.players):
        used = sum(scored_card(player.scored, season) >= 0 for season in range(3))
        dealt = 3 if seat in state.settings.sprouts else 4
        if problem := expect(f"hand of seat {seat}", dealt - used, spirit_count(player.hand)):
            return problem
    return ""


# -- fixed numbers ----------------------------------------------------------------------------


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
    tree = tree_from_sketch(cards_of(play), "tree", EXAMPLE, -1)
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
    """Two thousand random placements on the trees of this game, judged by the plain geometry."""
    dice = Random(len(play.moves))
    for _ in range(2000):
        tree = dice.choice(table(play).players).tree
        near = dice.choice(tree.cards)
        x, y = near.x + dice.randrange(-900, 900), near.y + dice.randrange(-500, 1300)
        card, rotation = dice.randrange(BRANCHES), dice.randrange(360)
        found = parent_or_code(tree, cards_of(play).form_of[card], x, y, rotation)
        expected = plain_answer(cards_of(play), tree, card, x, y, rotation)
        if (CODES[-found] if found < 0 else found) != expected:
            return f"{card} at {x},{y} r{rotation}: expected {expected}, found {found}"
    return ""
