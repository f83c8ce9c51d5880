"""Any position of Kodama: what follows where it is silent, and what cannot be.

The fields themselves are in `table.py`. Trees may have more cards than the season allows, so that
a puzzle can show any tree; every card must be legal where it lies.
"""

from __future__ import annotations

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.bits import size_of
from kamiza.core.frame import Frame
from kamiza.core.kinds import read_seat
from kamiza.core.native import i64
from kamiza.core.refusal import PositionError
from kamiza.core.schema import Given, Json
from kamiza.games.kodama.cards import (
    BRANCHES,
    KODAMA,
    NO_CARD,
    NO_DECREE,
    NOT_DRAWN,
    SEASONS,
    SPIRITS,
    TRUNKS,
    Cards,
)
from kamiza.games.kodama.rules.decrees import conversion_under, convert, limit_under, size_under
from kamiza.games.kodama.rules.growing import offered_parents, standard_parents
from kamiza.games.kodama.rules.icons import AS_PRINTED
from kamiza.games.kodama.rules.points import (
    LAST_SEASON,
    in_season,
    scored_card,
    scored_points,
    scored_set,
)
from kamiza.games.kodama.rules.seasons import seat_at
from kamiza.games.kodama.rules.shapes import bit
from kamiza.games.kodama.rules.trees import bare_tree, trunk_of
from kamiza.games.kodama.table import (
    DECK,
    HAND,
    KODAMA_FRAME,
    MOST_ON_DISPLAY,
    ONTO,
    PHASES,
    PICK,
    PICK_FRAME,
    ROUNDS,
    SPOT,
    Kodama,
    Player,
    effect_now,
    may_pick_deck,
)
from kamiza.games.kodama.table import KODAMA as KODAMA_QUESTION


def complete(state: Kodama, position: Json, given: Given) -> None:
    """What follows from what the position says; a PositionError names what cannot be."""
    is_over = position.get("phase") == PHASES[-1]
    settle_season(state, given, is_over)
    settle_decrees(state, given, is_over)
    settle_trunks(state, given)
    convert(state, conversion_under(effect_now(state)))
    for seat, player in enumerate(state.players):
        add_up(player, seat, given)
    ask(state, given, position, is_over)
    lay_out_branches(state, given)
    settle_hands(state, given)
    if not is_over:
        check_question(state)


# -- seasons and decrees ----------------------------------------------------------------------


def settle_season(state: Kodama, given: Given, is_over: bool) -> None:
    if is_over:
        if given.has("season") and state.season != LAST_SEASON:
            raise PositionError("season: the game is over after Fall")
        state.season = LAST_SEASON


def settle_decrees(state: Kodama, given: Given, is_over: bool) -> None:
    """The decree in force, those before and those to come. [KO-DEC-01] [KO-DEC-05] [KO-OPT-04]"""
    if state.decree != NO_DECREE:
        if is_over:
            raise PositionError("decree: none is in force when the game is over")
        check_decree(state, "decree", state.decree, state.season)
    ended = state.season + (1 if is_over else 0)
    last = -1
    for decree in state.past:
        season = state.cards.seasons[decree]
        if season >= ended or last >= season:
            name = state.cards.decree_ids[decree]
            raise PositionError(f"past: {name} cannot have been discarded in this order")
        check_decree(state, "past", decree, season)
        last = season
    for season, decree in enumerate(state.coming):
        if decree != NOT_DRAWN:
            if season <= state.season:
                name = SEASONS[season]
                raise PositionError(f"coming: the decree of {name} is no longer to come")
            check_decree(state, f"coming.{SEASONS[season]}", decree, season)
    if not given.has("limit"):
        state.limit = limit_under(effect_now(state))
    if not given.has("display_size"):
        state.display_size = size_under(effect_now(state))


def check_decree(state: Kodama, field: str, decree: int, season: i64) -> None:
    if not state.settings.decrees:
        raise PositionError(f"{field}: this table plays without decrees")
    if decree not in state.cards.decree_pool(state.settings.edition, season):
        name = state.cards.decree_ids[decree]
        raise PositionError(f"{field}: {name} is no decree of {SEASONS[season]} at this table")


# -- trees and points -------------------------------------------------------------------------


def settle_trunks(state: Kodama, given: Given) -> None:
    """Whoever has no tree gets the first trunk that is left. [KO-SETUP-02]"""
    spoken = [seat for seat in range(state.seats) if given.has("tree", seat)]
    taken = [trunk_of(state.players[seat].tree) for seat in spoken]
    if len(set(taken)) != len(taken):
        raise PositionError("players: two players have the same trunk")
    free = [trunk for trunk in range(BRANCHES, BRANCHES + TRUNKS) if trunk not in taken]
    for seat, player in enumerate(state.players):
        if seat not in spoken:
            player.tree = bare_tree(state.cards, free.pop(0), AS_PRINTED)


def add_up(player: Player, seat: int, given: Given) -> None:
    """The score is at least what is known to have been scored."""
    known = 0
    for season in range(len(SEASONS)):
        known += in_season(player.base, season) + in_season(player.bonus, season)
        known += scored_points(player.scored, season)
    if not given.has("score", seat):
        player.score = known
    if player.score < known:
        letter = seat_letter(seat)
        raise PositionError(f"{letter}.score: is less than what was scored ({known})")


# -- branch cards -----------------------------------------------------------------------------


def lay_out_branches(state: Kodama, given: Given) -> None:
    """Display, deck and removed cards; every branch card is somewhere exactly once."""
    cards = state.cards
    free = bytes(range(BRANCHES))
    for seat, player in enumerate(state.players):
        grown = bytes(card.card for card in player.tree.cards[1:])
        free = without(cards, free, grown, f"{seat_letter(seat)}.tree")
    if state.frame.kind in (ONTO, SPOT) and state.frame.a == DECK:
        free = without(cards, free, bytes([state.frame.b]), "frames")
    free = without(cards, free, state.removed, "removed")
    if not given.has("display"):
        kept = state.deck + state.deck_top
        state.display = bytes(card for card in free if card not in kept)[: state.display_size]
    if len(state.display) > MOST_ON_DISPLAY:
        raise PositionError(f"display: has more than {MOST_ON_DISPLAY} cards")
    free = without(cards, free, state.display, "display")
    if given.has("deck"):
        state.deck = bytes(sorted(state.deck))
        free = without(cards, free, state.deck, "deck")
        if free and given.has("removed"):
            nowhere = ", ".join(cards.ids[card] for card in free)
            raise PositionError(f"deck: {nowhere} would be nowhere")
        state.removed += free
    else:
        state.deck = free
    without(cards, state.deck, state.deck_top, "deck_top")


def without(cards: Cards, free: bytes, taken: bytes, field: str) -> bytes:
    for card in taken:
        if card not in free:
            raise PositionError(f"{field}: {cards.ids[card]} is elsewhere already")
    return bytes(card for card in free if card not in taken)


# -- hands ------------------------------------------------------------------------------------


def settle_hands(state: Kodama, given: Given) -> None:
    """Kodama in hands; every card is somewhere at most once. [KO-SETUP-05] [KO-SPROUT-02]"""
    free = state.cards.kodama_pool(state.settings.edition)
    free |= sum(bit(sprout) for sprout in range(KODAMA, SPIRITS))
    for seat, player in enumerate(state.players):
        check_scored(state, seat)
        free = take(state, free, scored_set(player.scored), f"{seat_letter(seat)}.scored")
    for seat, player in enumerate(state.players):
        if given.has("hand", seat):
            free = take(state, free, player.hand, f"{seat_letter(seat)}.hand")
    for seat, player in enumerate(state.players):
        if not given.has("hand", seat):
            player.hand = usual_hand(state, seat, free)
            free &= ~player.hand
    for seat in range(state.seats):
        check_hand(state, seat)


def take(state: Kodama, free: i64, cards: i64, field: str) -> i64:
    if cards & ~free:
        gone = ", ".join(state.cards.spirit_names(cards & ~free))
        raise PositionError(f"{field}: {gone} cannot be there, it is elsewhere or not in the game")
    return free & ~cards


def has_chosen(state: Kodama, seat: int) -> bool:
    """Has the seat had its choice in the Kodama Phase that is going on or over?"""
    if state.asked == NOBODY:
        return True
    if state.round < ROUNDS:
        return False
    return seat in [seat_at(state, turn) for turn in range(state.turn)]


def choices_left(state: Kodama, seat: int) -> i64:
    """How many Kodama the seat still has to score."""
    return len(SEASONS) - state.season - (1 if has_chosen(state, seat) else 0)


def own_set(state: Kodama, seat: int) -> i64:
    """The cards a seat may have at all: the Sprouts of its letter, or any Kodama."""
    if seat in state.settings.sprouts:
        return state.cards.sprout_set(state.settings.sprouts[seat])
    return state.cards.kodama_pool(state.settings.edition)


def usual_hand(state: Kodama, seat: int, free: i64) -> i64:
    """The lowest cards that are free, as many as there should be now."""
    wanted: i64 = choices_left(state, seat) + (0 if seat in state.settings.sprouts else 1)
    hand: i64 = 0
    for card in range(SPIRITS):
        if own_set(state, seat) & free & bit(card) and size_of(hand) < wanted:
            hand |= bit(card)
    return hand


def check_hand(state: Kodama, seat: int) -> None:
    letter = seat_letter(seat)
    player = state.players[seat]
    used: i64 = scored_set(player.scored)
    if (player.hand | used) & ~own_set(state, seat):
        raise PositionError(f"{letter}.hand: has a card that was not dealt to this seat")
    dealt = len(SEASONS) if seat in state.settings.sprouts else HAND
    if size_of(player.hand) + size_of(used) > dealt:
        raise PositionError(f"{letter}.hand: with those scored it has more than {dealt} cards")
    if size_of(player.hand) < choices_left(state, seat):
        raise PositionError(f"{letter}.hand: too few cards for the seasons to come")


def check_scored(state: Kodama, seat: int) -> None:
    """Nothing is scored in a season before its Kodama Phase."""
    first_open: i64 = state.season + (1 if has_chosen(state, seat) else 0)
    for season in range(first_open, len(SEASONS)):
        if scored_card(state.players[seat].scored, season) != NO_CARD:
            letter = seat_letter(seat)
            raise PositionError(f"{letter}.scored: {SEASONS[season]} is not scored yet")


# -- the open question ------------------------------------------------------------------------


def ask(state: Kodama, given: Given, position: Json, is_over: bool) -> None:
    """Who has to answer what."""
    if is_over:
        if position.get("asked") is not None:
            raise PositionError("asked: the game is over, nobody is asked")
        state.turn = state.seats
        state.frame = KODAMA_FRAME
        return
    order = [seat_at(state, turn) for turn in range(state.seats)]
    asked = NOBODY
    if given.has("asked"):
        asked = read_seat("asked", position["asked"], state.seats)
    if not given.has("turn"):
        state.turn = order.index(asked) if asked >= 0 else 0
    if state.turn >= state.seats:
        raise PositionError(f"turn: must be a whole number from 0 to {state.seats - 1}")
    state.asked = order[state.turn]
    if asked >= 0 and asked != state.asked:
        raise PositionError(f"asked: in this turn it must be {seat_letter(state.asked)}")
    if not given.has("frames"):
        state.frame = KODAMA_FRAME if state.round == ROUNDS else PICK_FRAME
    check_frames(state)


def check_frames(state: Kodama) -> None:
    """PICK, then ONTO, then SPOT; or KODAMA alone in the Kodama Phase."""
    frame = state.frame
    below = frame.below
    if state.round == ROUNDS:
        fits = frame.kind == KODAMA_QUESTION and below is None
    elif frame.kind == SPOT:
        fits = below is not None and below.kind == ONTO and is_pick(below.below)
    elif frame.kind == ONTO:
        fits = is_pick(below)
    else:
        fits = is_pick(frame)
    if not fits or (frame.kind == KODAMA_QUESTION and has_numbers(frame)):
        raise PositionError("frames: PICK, then ONTO, then SPOT; or KODAMA in the Kodama Phase")
    if not 0 <= frame.b < BRANCHES:
        raise PositionError("frames: ONTO and SPOT have a branch card")


def is_pick(frame: Frame | None) -> bool:
    return (
        frame is not None and frame.kind == PICK and frame.below is None and not has_numbers(frame)
    )


def has_numbers(frame: Frame) -> bool:
    return frame.a != 0 or frame.b != 0 or frame.c != 0 or frame.d != 0


def check_question(state: Kodama) -> None:
    """The open question must be one that play can lead to."""
    frame = state.frame
    if frame.kind == PICK:
        if not state.display and not (may_pick_deck(state) and state.deck):
            raise PositionError("display: there is no card to take")
        return
    if frame.kind == KODAMA_QUESTION:
        return
    onto = frame if frame.kind == ONTO else frame.below
    assert onto is not None
    check_picked(state, onto)
    if frame.kind == SPOT:
        if frame.a != onto.a or frame.b != onto.b:
            raise PositionError("frames: SPOT is about the card that was picked")
        wide = 0 if standard_parents(state, frame.b) else 1
        size = state.players[state.asked].tree.size
        parents = offered_parents(state, frame.b)
        if not 0 <= frame.c < size or not parents >> frame.c & 1 or frame.d != wide:
            raise PositionError("frames: SPOT names a card that has no offered spot")


def check_picked(state: Kodama, onto: Frame) -> None:
    """The picked card is the one in its slot, or came from the deck under its decree."""
    if onto.c or onto.d:
        raise PositionError("frames: ONTO holds a slot and a card")
    if onto.a == DECK:
        if not may_pick_deck(state) or not 0 <= onto.b < BRANCHES:
            raise PositionError("frames: no card may be taken from the deck now")
        return
    if not 0 <= onto.a < len(state.display) or state.display[onto.a] != onto.b:
        raise PositionError("frames: the picked card is not in that slot of the display")
    if not offered_parents(state, onto.b):
        raise PositionError("frames: the picked card has no offered spot")
