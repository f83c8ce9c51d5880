"""Laws of Kami-sama that hold at the start and after every move; those about whole games are in
`whole_games.py`."""

from __future__ import annotations

from typing import cast

from kamiza.cases.playthrough import Laws, Playthrough, expect
from kamiza.core.action import NOBODY
from kamiza.core.bits import size_of
from kamiza.games.kamisama.board import (
    COLUMNS,
    ROWS,
    VILLAGE_IDS,
    list_spaces,
)
from kamiza.games.kamisama.cards import ALL_VILLAGERS, tokens_of
from kamiza.games.kamisama.frames import KAMI as KAMI_QUESTION
from kamiza.games.kamisama.game import KamisamaGame
from kamiza.games.kamisama.rules.places import front_village
from kamiza.games.kamisama.table import SIDES, Kamisama

LAWS = Laws()


def table(play: Playthrough) -> Kamisama:
    """The state as it is now."""
    return cast(Kamisama, play.state)


def game(play: Playthrough) -> KamisamaGame:
    return cast(KamisamaGame, play.game)


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
    """The front villages of the rules against the map of section 4.1."""
    state = table(play)
    fronts = [front_village(state, seat) for seat in range(play.seats)]
    expected = [(side - state.rot) % 4 for side in SIDES[play.seats]]
    return expect("front villages", expected, fronts)


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
    if state.settings.kami or (play.setup is None and state.frame.kind != KAMI_QUESTION):
        return ""
    dealt = [player.dealt for player in state.players[: state.seats]]
    together = 0
    for sheets in dealt:
        if size_of(sheets) != 2 or together & sheets:
            return f"sheets dealt: {dealt}"
        together |= sheets
    return ""
