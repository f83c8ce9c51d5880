"""Laws of Kodama that hold after every move.

Each function says what is wrong, or "". Most of them go by events and by the data files, and know
nothing of how the rules are programmed, so they are a second opinion; so is `slow_geometry.py`.
"""

from __future__ import annotations

from typing import cast

from kamiza.cases.playthrough import Laws, Playthrough, expect
from kamiza.core.action import NOBODY, seat_number
from kamiza.games.kodama.cards import BRANCHES, Cards
from kamiza.games.kodama.game import KodamaGame
from kamiza.games.kodama.laws.slow_geometry import (
    apart,
    corners,
    covered,
    is_on_mat,
    moved,
    on_bark,
)
from kamiza.games.kodama.rules.icons import FEATURES
from kamiza.games.kodama.rules.points import scored_set
from kamiza.games.kodama.rules.trees import Placed, Tree
from kamiza.games.kodama.table import Kodama, season_token

LAWS = Laws()
Facts = dict[str, object]


def table(play: Playthrough) -> Kodama:
    """The state as it is now."""
    return cast(Kodama, play.state)


def start(play: Playthrough) -> Kodama:
    return cast(Kodama, play.start)


def cards_of(play: Playthrough) -> Cards:
    return cast(KodamaGame, play.game).cards


def number(facts: Facts, name: str) -> int:
    return cast(int, facts[name])


def seat_in(facts: Facts) -> int:
    """Whose event it is."""
    return seat_number(cast(str, facts["seat"]))


def turns(play: Playthrough) -> list[Facts]:
    """Every finished turn of a Growing Phase."""
    return [e.whole() for e in play.events if e.name in ("grown", "fallow", "turn_skipped")]


def newest(play: Playthrough) -> tuple[Tree, Placed] | None:
    """The tree and the card of the last placement, if the last move was one."""
    for event in reversed(play.events):
        if event.name == "grown":
            tree = table(play).players[seat_in(event.facts)].tree
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
            if seat_in(event) == seat:
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
            number(e, "base") + number(e, "bonus")
            for e in play.named("grown")
            if seat_in(e) == seat
        )
        for name in ("kodama_scored", "season_bonus"):
            points += sum(number(e, "points") for e in play.named(name) if seat_in(e) == seat)
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
