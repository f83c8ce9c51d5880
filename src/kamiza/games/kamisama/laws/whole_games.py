"""Laws of Kami-sama: rules that can be checked by watching any game, one function per rule ID.

Each function says what is wrong, or "". Most of them count events and know nothing of how the
rules are programmed, so they are a second opinion. Here are those about a game as a whole; what
must be true after every move is in `every_move.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from kamiza.cases.playthrough import Playthrough, expect
from kamiza.core.action import NOBODY, seat_letter, seat_of
from kamiza.core.bits import size_of
from kamiza.games.kamisama.board import TYPES, VILLAGE_IDS
from kamiza.games.kamisama.cards import COLOURS, KAMI, tokens_of
from kamiza.games.kamisama.laws.every_move import LAWS as LAWS
from kamiza.games.kamisama.laws.every_move import game, table
from kamiza.games.kamisama.table import SIDES, Kamisama

Facts = dict[str, object]


def years(play: Playthrough) -> int:
    return table(play).settings.years


# -- the beginning ----------------------------------------------------------------------------


@LAWS.in_the_end("KS-SET-19")
def farming_faces_the_first_player(play: Playthrough) -> str:
    start = cast(Kamisama, play.start)
    side = SIDES[start.seats][start.first]
    return expect("Farming, red token and first player", (side, side), (start.rot, start.red))


@LAWS.in_the_end("KS-3P-02")
def the_first_player_begins(play: Playthrough) -> str:
    start = cast(Kamisama, play.start)
    return expect("who begins", start.first, start.asked)


# -- whole games ------------------------------------------------------------------------------


def turns(play: Playthrough) -> list[Facts]:
    """Every turn, also one that had begun before anybody listened."""
    start = cast(Kamisama, play.start)
    begun = [turn | {"seat": seat_of(turn["seat"])} for turn in play.named("turn_began")]
    if is_under_way(play):
        seat = (start.first + start.turns) % start.seats
        village = VILLAGE_IDS[(SIDES[start.seats][seat] - start.rot) % 4]
        return [{"seat": seat, "village": village}, *begun]
    return begun


def is_under_way(play: Playthrough) -> bool:
    """Did the game begin in the middle of a turn?"""
    start = cast(Kamisama, play.start)
    return start.asked != NOBODY and start.goal >= 0 and start.draft.village < 0


def rounds(play: Playthrough) -> Iterator[list[Facts]]:
    """The turns of each finished round."""
    begun = turns(play)
    for first in range(0, len(begun) - play.seats + 1, play.seats):
        yield begun[first : first + play.seats]


@LAWS.in_the_end("KS-FLOW-01")
def three_years_of_four_rounds(play: Playthrough) -> str:
    turned = len(play.named("board_turned"))
    ended = [event["year"] for event in play.named("year_ended")]
    return expect(
        "rotations and years", (4 * years(play), list(range(1, years(play) + 1))), (turned, ended)
    )


@LAWS.in_the_end("KS-FLOW-02")
def everybody_has_the_same_turns(play: Playthrough) -> str:
    """Twelve turns each, and each village once a year."""
    for seat in range(play.seats):
        mine = [turn["village"] for turn in turns(play) if turn["seat"] == seat]
        if len(mine) != 4 * years(play):
            return f"seat {seat} had {len(mine)} turns"
        for year in range(years(play)):
            visited = sorted(map(str, mine[4 * year : 4 * year + 4]))
            if visited != sorted(VILLAGE_IDS):
                return f"seat {seat} was at {visited} in year {year + 1}"
    return ""


@LAWS.in_the_end("KS-FLOW-03")
def turns_go_clockwise(play: Playthrough) -> str:
    for number, played in enumerate(rounds(play), 1):
        seats = [cast(int, turn["seat"]) for turn in played]
        if seats != [(seats[0] + step) % play.seats for step in range(play.seats)]:
            return f"round {number}: {seats}"
    return ""


@LAWS.in_the_end("KS-FLOW-05")
def a_rotation_brings_the_village_on_the_right(play: Playthrough) -> str:
    """Inside a year every player's next village is the one before it in clockwise order."""
    for seat in range(play.seats):
        mine = [VILLAGE_IDS.index(str(t["village"])) for t in turns(play) if t["seat"] == seat]
        for number in range(1, len(mine)):
            steps = 1 if number % 4 else 2
            if mine[number] != (mine[number - 1] - steps) % 4:
                return f"seat {seat} was at {mine}"
    return ""


@LAWS.in_the_end("KS-RND-04")
@LAWS.in_the_end("KS-3P-03")
@LAWS.in_the_end("KS-3P-04")
@LAWS.in_the_end("KS-2P-10")
def first_players_by_schedule(play: Playthrough) -> str:
    """The schedule of section 4.1 of the rules, shifted to who began."""
    first = [cast(int, played[0]["seat"]) for played in rounds(play)]
    if not first:
        return ""
    n = play.seats
    expected = [
        (first[0] + number + (number // 4 if n == 4 else 0)) % n for number in range(len(first))
    ]
    return expect("first players", expected, first)


@LAWS.in_the_end("KS-3P-05")
def the_first_is_also_the_last_first(play: Playthrough) -> str:
    if play.seats != 3:
        return ""
    first = [played[0]["seat"] for played in rounds(play)]
    ends = [(first[n], first[n + 3]) for n in range(0, len(first) - 3, 4)]
    wrong = [pair for pair in ends if pair[0] != pair[1]]
    return f"first players of first and last rounds: {ends}" if wrong else ""


@LAWS.in_the_end("KS-2P-11")
def the_fox_visits_by_schedule(play: Playthrough) -> str:
    if play.seats != 2:
        return ""
    visits = [str(event["village"]) for event in play.named("kitsune_revealed")]
    schedule = "HO FA WE FI FI HO FA WE WE FI HO FA".split()
    return expect("villages of the Kitsune", schedule[: 4 * years(play)], visits)


@LAWS.in_the_end("KS-YEAR-01")
def moons_before_the_first_turn(play: Playthrough) -> str:
    moon = cast(Kamisama, play.start).moon
    drawn: list[object] = [VILLAGE_IDS[moon]] if moon >= 0 else []
    fresh = False
    for event in play.events:
        if event.name == "year_began":
            fresh = True
        elif event.name == "turn_began":
            fresh = False
        elif event.name == "moon_drawn":
            if not fresh:
                return "a Moon was drawn after the first turn of a year"
            drawn.append(event.facts["village"])
    return expect("different Moon villages", len(drawn), len(set(map(str, drawn))))


@LAWS.in_the_end("KS-GOAL-03")
def one_token_per_village_and_turn(play: Playthrough) -> str:
    """Tokens from villagers do not count: they are taken at the year end."""
    taken: list[object] = []
    in_turns = True
    for event in play.events:
        if event.name in ("turn_began", "year_ended"):
            taken = []
            in_turns = event.name == "turn_began"
        elif event.name == "token_taken" and in_turns:
            if event.facts["village"] in taken:
                return f"two tokens of {event.facts['village']} in one turn"
            taken.append(event.facts["village"])
    return ""


@LAWS.in_the_end("KS-DRF-05")
def a_villager_per_village_and_year(play: Playthrough) -> str:
    taken: list[tuple[object, object]] = []
    for event in play.events:
        if event.name == "year_ended":
            taken = []
        elif event.name == "villager_taken":
            claim = (event.facts["seat"], event.facts["village"])
            if claim in taken:
                return f"{claim} twice in one year"
            taken.append(claim)
    return ""


@LAWS.in_the_end("KS-FIN-02")
def points_come_from_what_was_told(play: Playthrough) -> str:
    """Tracks and sets as told, tokens and villagers as held."""
    state = table(play)
    for seat in range(play.seats):
        told = [event for name in ("tracks_scored", "set_scored") for event in play.named(name)]
        vp = sum(cast(int, event["vp"]) for event in told if event["seat"] == seat_letter(seat))
        player = state.players[seat]
        vp += sum(tokens_of(player.tokens, village) for village in range(4))
        worth = [
            state.cards.villagers[state.cards.villager_ids.index(card)].vp2
            for card in state.cards.card_ids(player.villagers)
        ]
        vp += sum(worth) // 2
        if problem := expect(f"score of seat {seat}", vp, game(play).scores(state)[seat]):
            return problem
    return ""


@LAWS.in_the_end("KS-CMP-07")
def goals_of_the_edition(play: Playthrough) -> str:
    revealed = [str(event["goal"]) for event in play.named("year_began")]
    state = table(play)
    if is_under_way(play):
        revealed.insert(0, state.cards.goal_ids[cast(Kamisama, play.start).goal])
    edition = state.settings.edition
    first, later = state.cards.year_one[edition], state.cards.later[edition]
    if (size_of(first), size_of(later)) != ((4, 11), (4, 15))[edition]:
        return f"{size_of(first)} Year 1 goals and {size_of(later)} others"
    for year, goal in enumerate(revealed):
        pool = first if year == 0 else later
        if not pool >> state.cards.goal_ids.index(goal) & 1:
            return f"{goal} in year {year + 1}"
    return expect("different goals", len(revealed), len(set(revealed)))


@LAWS.in_the_end("KS-CMP-12")
def fox_cards_of_the_edition(play: Playthrough) -> str:
    state = table(play)
    deck = state.cards.fox_decks[state.settings.edition]
    if size_of(deck) != (20, 24)[state.settings.edition]:
        return f"{size_of(deck)} Kitsune cards"
    used = [str(event["card"]) for event in play.named("kitsune_revealed")]
    if any(not deck >> state.cards.fox_ids.index(card) & 1 for card in used):
        return f"used: {used}"
    if play.seats > 2:
        return expect("Kitsune cards used", [], used)
    return expect("different Kitsune cards", 4 * years(play), len(set(used)))


# -- the cards --------------------------------------------------------------------------------


@LAWS.in_the_end("KS-SPC-01")
def spaces_of_the_villages(play: Playthrough) -> str:
    """Each village connected, with one temple and at least two of every other type."""
    board = game(play).cards.board
    totals = {kind: size_of(board.of_type[number]) for number, kind in enumerate(TYPES)}
    wanted = {"field": 12, "forest": 12, "hut": 12, "stilt": 12, "temple": 4}
    if problem := expect("spaces by type", wanted, totals):
        return problem
    for village in range(4):
        inside = ((1 << 13) - 1) << (13 * village)
        numbers = [size_of(board.of_type[kind] & inside) for kind in range(len(TYPES))]
        if numbers[-1] != 1 or min(numbers[:-1]) < 2 or board.chain(inside, village) != 13:
            return f"{VILLAGE_IDS[village]} has {numbers}"
    return ""


@LAWS.in_the_end("KS-RUL-26")
def neighbours_stay_in_their_village(play: Playthrough) -> str:
    board = game(play).cards.board
    for space, text in enumerate(board.texts):
        near = board.text(board.near[space]).split()
        if not near or any(other[:2] != text[:2] for other in near):
            return f"{text} is next to {near}"
    found = (
        board.text(board.near[board.texts.index("FA.d4")]),
        board.text(board.near[board.texts.index("FI.a3")]),
    )
    return expect("neighbours", ("FA.d3 FA.c4", "FI.a2 FI.a4"), found)


@LAWS.in_the_end("KS-ACT-03")
def sheets_are_complete(play: Playthrough) -> str:
    cards = game(play).cards
    for sheet in cards.kami:
        if list(sheet.costs) != [1, 1, 2] or not sheet.passive.program.steps:
            return f"{sheet.id} has abilities of {list(sheet.costs)} cubes"
    peasants = size_of(cards.peasants)
    return expect(
        "kami, Peasants, colours", (KAMI, 12, 4), (len(cards.kami), peasants, len(COLOURS))
    )


@LAWS.in_the_end("KS-DES-29")
def every_goal_can_be_met_everywhere(play: Playthrough) -> str:
    cards = game(play).cards
    for goal in cards.goals:
        for village in range(4):
            inside = ((1 << 13) - 1) << (13 * village)
            if not goal.is_met(cards.board, inside, inside, village):
                return f"{goal.id} cannot be met in {VILLAGE_IDS[village]}"
    return ""
