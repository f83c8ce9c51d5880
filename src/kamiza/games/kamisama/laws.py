"""Laws of Kami-sama: rules that can be checked by watching any game, one function per rule ID.

Each function says what is wrong, or "". Most of them count events and know nothing of how the
rules are programmed, so they are a second opinion.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from kamiza.core.action import NOBODY
from kamiza.core.playthrough import Laws, Playthrough
from kamiza.games.kamisama.board import (
    COLUMNS,
    ROWS,
    TYPES,
    VILLAGE_IDS,
    list_spaces,
)
from kamiza.games.kamisama.cards import ALL_VILLAGERS, COLOURS, KAMI, size_of
from kamiza.games.kamisama.game import KamisamaGame
from kamiza.games.kamisama.state import KAMI as KAMI_QUESTION
from kamiza.games.kamisama.state import SIDES, Kamisama, tokens_of

LAWS = Laws()
Facts = dict[str, object]


def table(play: Playthrough) -> Kamisama:
    """The state as it is now."""
    return cast(Kamisama, play.state)


def game(play: Playthrough) -> KamisamaGame:
    return cast(KamisamaGame, play.game)


def expect(what: str, expected: object, found: object) -> str:
    return "" if expected == found else f"{what}: expected {expected}, found {found}"


def years(play: Playthrough) -> int:
    return table(play).options.years


# -- always: nothing is lost ------------------------------------------------------------------


@LAWS.always("KS-CMP-05")
def shrines_are_never_lost(play: Playthrough) -> str:
    state = table(play)
    most = {2: 20, 3: 19, 4: 18}[state.seats]
    for party, player in enumerate(state.players):
        wanted = most if party < state.seats else 20
        if bin(player.shrines).count("1") + player.supply != wanted or player.supply < 0:
            return (
                f"party {party} has {player.supply} in supply, {bin(player.shrines)} on the board"
            )
    return ""


@LAWS.always("KS-DES-03")
def one_piece_on_a_space(play: Playthrough) -> str:
    state = table(play)
    sets = [state.seeds, *(player.shrines for player in state.players)]
    everything = 0
    for pieces in sets:
        if everything & pieces:
            return f"two pieces on {state.cards.board.text(everything & pieces)}"
        everything |= pieces
    return expect("occupied spaces", everything, state.occupied)


@LAWS.always("KS-CMP-08")
def village_tokens_are_never_lost(play: Playthrough) -> str:
    state = table(play)
    for number, village in enumerate(VILLAGE_IDS):
        held = sum(tokens_of(player.tokens, number) for player in state.players)
        if held + tokens_of(state.tokens, number) != 12:
            return f"{held} tokens of {village} held, {tokens_of(state.tokens, number)} in supply"
    return ""


@LAWS.always("KS-TOK-02")
def nobody_keeps_a_set(play: Playthrough) -> str:
    for seat, player in enumerate(table(play).players):
        if min(tokens_of(player.tokens, village) for village in range(4)) > 0:
            return f"seat {seat} has one token of each village"
    return ""


@LAWS.always("KS-CMP-06")
def villagers_are_never_lost(play: Playthrough) -> str:
    state = table(play)
    sets = [state.deck, state.gone, state.draft.hand, *(p.villagers for p in state.players)]
    left = state.leftovers
    while left is not None:
        sets.append(left.cards)
        left = left.below
    whole = sum(size_of(cards) for cards in sets)
    together = 0
    for cards in sets:
        together |= cards
    return expect("villagers", (60, ALL_VILLAGERS), (whole, together))


@LAWS.always("KS-CMP-10")
def kami_tokens_are_where_they_belong(play: Playthrough) -> str:
    state = table(play)
    if size_of(state.seeds) > 4 or (state.seeds and state.seed_seat < 0):
        return f"Seeds on {state.cards.board.text(state.seeds)}"
    if state.fear >= 0 and not state.players[state.fear_seat].shrines >> state.fear & 1:
        return "Fear lies under no shrine of its owner"
    if state.moon >= 0 and state.moons_left >> state.moon & 1:
        return "a Moon token is in two places"
    return "nobody has Rage" if state.rage and state.rage_seat < 0 else ""


@LAWS.always("KS-TRK-03")
def tracks_never_go_below_nothing(play: Playthrough) -> str:
    lowest = min(min(p.favor, p.nature, p.vp) for p in table(play).players)
    return "" if lowest >= 0 else f"a track stands at {lowest}"


@LAWS.always("KS-SET-09")
def cubes_of_the_year(play: Playthrough) -> str:
    state = table(play)
    if state.asked == NOBODY or state.frame.kind == KAMI_QUESTION:
        return ""
    began = play.named("turn_began")
    if began and began[-1]["cubes"] != state.year + 2 and state.draft.village < 0:
        return f"{began[-1]['cubes']} cubes in year {state.year}"
    return "" if state.turn.cubes <= state.year + 2 else f"{state.turn.cubes} cubes are left"


@LAWS.always("KS-ACT-05")
def four_basics_a_turn(play: Playthrough) -> str:
    return "" if table(play).turn.basics <= 4 else f"{table(play).turn.basics} basic actions"


@LAWS.always("KS-TURN-05")
def advent_tokens_meet_at_the_ends_of_a_year(play: Playthrough) -> str:
    state = table(play)
    turned = sum(1 for event in play.events if event.name == "board_turned")
    if state.asked == NOBODY or state.goal < 0 or play.setup is None:
        return ""
    together = turned % 4 == 0
    return expect("advent tokens together", together, state.rot == state.red)


@LAWS.always("KS-SET-02")
def everybody_faces_another_village(play: Playthrough) -> str:
    state = table(play)
    fronts = [(side - state.rot) % 4 for side in SIDES[state.seats]]
    return expect("different front villages", len(fronts), len(set(fronts)))


@LAWS.always("KS-INF-02")
def influence_is_the_largest_group(play: Playthrough) -> str:
    """The looked-up chains against a slow walk over the map."""
    state = table(play)
    board = state.cards.board
    for player in state.players:
        for village in range(4):
            slow = largest_group(cells_of(state, player.shrines, village))
            if (fast := board.chain(player.shrines, village)) != slow:
                return f"{board.text(player.shrines)} has {slow} in {village}, not {fast}"
    return ""


def cells_of(state: Kamisama, spaces: int, village: int) -> set[tuple[int, int]]:
    texts = [state.cards.board.texts[space] for space in list_spaces(spaces)]
    mine = [text for text in texts if text.startswith(VILLAGE_IDS[village])]
    return {(ROWS.index(text[4]), COLUMNS.index(text[3])) for text in mine}


def largest_group(cells: set[tuple[int, int]]) -> int:
    largest, rest = 0, set(cells)
    while rest:
        group = [rest.pop()]
        for row, column in group:
            near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
            group += sorted(near & rest)
            rest -= near
        largest = max(largest, len(group))
    return largest


# -- the beginning ----------------------------------------------------------------------------


@LAWS.always("KS-SET-05")
def two_different_sheets_each(play: Playthrough) -> str:
    state = table(play)
    if state.options.kami or (play.setup is None and state.frame.kind != KAMI_QUESTION):
        return ""
    dealt = [player.dealt for player in state.players[: state.seats]]
    together = 0
    for sheets in dealt:
        if size_of(sheets) != 2 or together & sheets:
            return f"sheets dealt: {dealt}"
        together |= sheets
    return ""


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
    if is_under_way(play):
        seat = (start.first + start.turns) % start.seats
        village = VILLAGE_IDS[(SIDES[start.seats][seat] - start.rot) % 4]
        return [{"seat": seat, "village": village}, *play.named("turn_began")]
    return play.named("turn_began")


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
        vp = sum(cast(int, event["vp"]) for event in told if event["seat"] == seat)
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
    edition = state.options.edition
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
    deck = state.cards.fox_decks[state.options.edition]
    if size_of(deck) != (20, 24)[state.options.edition]:
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
