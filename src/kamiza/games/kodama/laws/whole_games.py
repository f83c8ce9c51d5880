"""Laws of Kodama about a game as a whole."""

from __future__ import annotations

from collections.abc import Iterator

from kamiza.cases.playthrough import Playthrough, expect
from kamiza.core.action import NOBODY
from kamiza.core.bits import size_of
from kamiza.games.kodama.cards import BRANCHES, SEASONS
from kamiza.games.kodama.laws.every_move import (
    LAWS,
    Facts,
    cards_of,
    decree_at_start,
    number,
    seat_in,
    start,
    table,
)
from kamiza.games.kodama.rules.points import scored_card


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
            first = seat_in(event.facts) if "seat" in event.facts else first
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
        if problem := expect("turns", seats * 4, [seat_in(event) for event in grown]):
            return problem
        if problem := expect("choices", seats, [seat_in(event) for event in chosen]):
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
    decree = "D" if table(play).settings.decrees else ""
    return expect("course", f"{season}M{decree}{season}M{decree}{season}E", course)


@LAWS.in_the_end("KO-FIRST-01")
def the_marker_goes_to_the_lowest(play: Playthrough) -> str:
    scores = [player.score for player in start(play).players]
    holder = start(play).first
    for event in play.events:
        facts = event.whole()
        if event.name in ("grown", "kodama_scored", "season_bonus"):
            gained = ("points",) if "points" in facts else ("base", "bonus")
            scores[seat_in(facts)] += sum(number(facts, name) for name in gained)
        elif event.name == "marker_passed":
            left = [(holder + step) % play.seats for step in range(1, play.seats + 1)]
            expected = min(left, key=lambda seat: scores[seat])
            if problem := expect("marker", expected, seat_in(facts)):
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
    return expect("cards left", expected, [size_of(p.hand) for p in state.players])


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
    if table(play).settings.edition != "first":
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
        if problem := expect(f"hand of seat {seat}", dealt - used, size_of(player.hand)):
            return problem
    return ""
