"""The course of the game: seasons, rounds and turns, the Kodama Phase, the marker, the end."""

from __future__ import annotations

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.native import i64
from kamiza.games.kodama.cards import SEASONS
from kamiza.games.kodama.rules.decrees import (
    convert,
    decree_phase,
    discard_decree,
    is_reversed,
    limit_under,
    season_bonus,
    size_under,
)
from kamiza.games.kodama.rules.effects import Score
from kamiza.games.kodama.rules.icons import AS_PRINTED
from kamiza.games.kodama.rules.points import CARD_BITS, LAST_SEASON, SEASON_BITS
from kamiza.games.kodama.rules.scoring import ranks, scores
from kamiza.games.kodama.rules.shapes import bit
from kamiza.games.kodama.rules.spirits import counted_cards, points_of
from kamiza.games.kodama.table import (
    KODAMA_FRAME,
    PICK_FRAME,
    ROUNDS,
    Kodama,
    effect_now,
    may_pick_deck,
    season_token,
)


def open_season(state: Kodama) -> None:
    """A Decree Phase, then four rounds. [KO-SEAS-01..04]"""
    state.round = 0
    state.turn = 0
    decree_phase(state)
    begin_turn(state)


def seat_at(state: Kodama, turn: i64) -> i64:
    """Who is that far behind the first player in this season. [KO-GROW-01] [KO-RUL-26]"""
    if is_reversed(effect_now(state)):
        return (state.first + state.seats - turn) % state.seats
    return (state.first + turn) % state.seats


def begin_turn(state: Kodama) -> None:
    """Ask the next seat to pick a card; without any card the turn is skipped."""
    while state.round < ROUNDS:
        state.asked = seat_at(state, state.turn)
        state.frame = PICK_FRAME
        if len(state.display) > 0 or (may_pick_deck(state) and len(state.deck) > 0):
            return
        skip_turn(state)
    bonus_phase(state)
    state.turn = 0
    ask_for_kodama(state)


def skip_turn(state: Kodama) -> None:
    """No card is left to take: the turn brings nothing, and the game goes on. [KO-RUL-18]"""
    player = state.players[state.asked]
    player.last_base = 0
    player.last_bonus = 0
    if state.log is not None:
        state.emit("turn_skipped", {"seat": seat_letter(state.asked)})
    next_turn(state)


def next_turn(state: Kodama) -> None:
    """Count the turn; the season token moves with the marker holder's. [KO-REFILL-02]"""
    holder = state.asked == state.first
    state.turn += 1
    if holder and state.log is not None:
        state.emit("season_token_moved", {"to": season_token(state)})
    if state.turn == state.seats:
        state.turn = 0
        state.round += 1


def end_turn(state: Kodama) -> None:
    """The turn passes on; after four rounds the Kodama come. [KO-SEAS-03] [KO-SEAS-04]"""
    next_turn(state)
    begin_turn(state)


# -- after the Growing Phase ------------------------------------------------------------------


def bonus_phase(state: Kodama) -> None:
    """Points of a decree at the end of the Growing Phase. [KO-EFF-24] [KO-RUL-33]"""
    effect = effect_now(state)
    if effect is None:
        return
    for turn in range(state.seats):
        seat: i64 = seat_at(state, turn)
        player = state.players[seat]
        points: i64 = season_bonus(effect, player.tree)
        if points > 0:
            player.score += points
            player.bonus += points << state.season * SEASON_BITS
            if state.log is not None and effect is not None:
                bonus: dict[str, object] = {"seat": seat_letter(seat), "points": points}
                state.emit("season_bonus", bonus | {"cards": counted(state, effect.score, seat)})


def counted(state: Kodama, score: Score | None, seat: i64) -> list[str]:
    """The cards of a tree that brought the points."""
    tree = state.players[seat].tree
    numbers = [] if score is None else counted_cards(score, tree)
    return [state.cards.ids[tree.cards[number].card] for number in numbers]


def ask_for_kodama(state: Kodama) -> None:
    """The next seat chooses a Kodama, in the order of turns. [KO-KOD-01] [KO-RUL-16]"""
    state.asked = seat_at(state, state.turn)
    state.frame = KODAMA_FRAME


def score_kodama(state: Kodama, card: i64) -> None:
    """The Kodama judges the tree and leaves the game. [KO-KOD-02..04] [KO-AIM-04]"""
    player = state.players[state.asked]
    points: i64 = points_of(state.cards.scores[card], player.tree)
    player.hand &= ~bit(card)
    player.score += points
    player.scored |= (card + 1 | points << CARD_BITS) << state.season * SEASON_BITS
    state.reveals += 1  # the others had not seen this card
    if state.log is not None:
        state.emit(
            "kodama_scored",
            {
                "seat": seat_letter(state.asked),
                "kodama": state.cards.spirit_ids[card],
                "points": points,
                "cards": counted(state, state.cards.scores[card], state.asked),
            },
        )
    state.turn += 1
    if state.turn < state.seats:
        ask_for_kodama(state)
    elif state.season == LAST_SEASON:
        finish(state)  # the marker does not move any more [KO-RUL-29]
    else:
        pass_marker(state)
        state.season += 1
        open_season(state)  # [KO-KOD-05]


def lowest_seat(state: Kodama) -> i64:
    """Who has the fewest points; of several the first clockwise from the marker holder, who comes
    last. [KO-FIRST-01] [KO-FIRST-02] [KO-RUL-15]"""
    lowest: i64 = (state.first + 1) % state.seats
    for step in range(2, state.seats + 1):
        seat: i64 = (state.first + step) % state.seats
        if state.players[seat].score < state.players[lowest].score:
            lowest = seat
    return lowest


def pass_marker(state: Kodama) -> None:
    """The first player marker goes to the player with the fewest points. [KO-FIRST-01]"""
    old: i64 = state.first
    state.first = lowest_seat(state)
    if state.log is not None:
        season = SEASONS[state.season + 1]
        seats: dict[str, object] = {"seat": seat_letter(state.first), "from": seat_letter(old)}
        state.emit("marker_passed", {**seats, "season": season})


def finish(state: Kodama) -> None:
    """The game is over; what is left in the hands is shown. [KO-END-01] [KO-END-02]"""
    state.asked = NOBODY
    state.reveals += 1
    discard_decree(state)
    convert(state, AS_PRINTED)  # [KO-RUL-14]
    state.limit = limit_under(None)
    state.display_size = size_under(None)
    if state.log is not None:
        hands: dict[str, object] = {}
        for seat, player in enumerate(state.players):
            if player.hand:
                hands[seat_letter(seat)] = state.cards.spirit_names(player.hand)
        state.emit("hands_revealed", {"hands": hands})
        state.emit("scored", {"scores": scores(state), "ranks": ranks(state)})
