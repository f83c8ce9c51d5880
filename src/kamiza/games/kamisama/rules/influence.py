"""Chapter 4.6 A: determining influence in a village."""

from __future__ import annotations

from kamiza.core.action import seat_letter
from kamiza.core.native import i64
from kamiza.games.kamisama.board import VILLAGE_IDS, bit, count_spaces, whole_village
from kamiza.games.kamisama.frames import DRAFT_FRAME, TIE_FRAME
from kamiza.games.kamisama.notation import party_word
from kamiza.games.kamisama.parts import order_size, party_in_order
from kamiza.games.kamisama.rules.places import has_fox, side_of
from kamiza.games.kamisama.table import NO_SEAT, Kamisama


def influence(state: Kamisama, party: i64, village: i64) -> i64:
    """The size of the largest connected group of shrines. [KS-INF-02] [KS-INF-08]"""
    return state.cards.board.chain(state.players[party].shrines, village)


def shrines_in(state: Kamisama, party: i64, village: i64) -> i64:
    return count_spaces(state.players[party].shrines & whole_village(village))


def temple_holder(state: Kamisama, village: i64) -> i64:
    """The player with a shrine in the temple; the Kitsune decides nothing. [KS-RUL-30]"""
    temple: i64 = state.cards.board.temples & whole_village(village)
    for seat in range(state.seats):
        if state.players[seat].shrines & temple:
            return seat
    return NO_SEAT


def ranked_parties(order: i64) -> i64:
    """The set of those who have their place already."""
    ranked: i64 = 0
    place: i64 = 0
    while order >> (4 * place) & 15:
        ranked |= bit(party_in_order(order, place))
        place += 1
    return ranked


def leaders(state: Kamisama, village: i64, ranked: i64) -> i64:
    """Among those without a place, the set of those with most influence. [KS-INF-03]"""
    most: i64 = 0
    group: i64 = 0
    for party in range(state.parties):
        if ranked >> party & 1:
            continue
        chain: i64 = influence(state, party, village)
        if chain > most:
            most = chain
            group = 0
        if chain == most and chain > 0:
            group |= bit(party)
    return group


def comes_before(state: Kamisama, one: i64, other: i64, village: i64) -> bool:
    """More shrines, then closest to the Farming village. [KS-INF-05..07] [KS-RUL-10]"""
    mine: i64 = shrines_in(state, one, village)
    theirs: i64 = shrines_in(state, other, village)
    if mine != theirs:
        return mine > theirs
    return distance(state, one) < distance(state, other)


def distance(state: Kamisama, seat: i64) -> i64:
    """Sides clockwise from the one that faces the Farming village. [KS-INF-07]"""
    return (side_of(state, seat) - state.rot) & 3


def best_of(state: Kamisama, group: i64, village: i64) -> i64:
    """Who comes first when nobody has to decide."""
    if has_fox(state) and group >> state.seats & 1:
        return state.seats  # [KS-2P-15] [KS-RUL-29]
    best: i64 = NO_SEAT
    for seat in range(state.seats):
        if group >> seat & 1:
            if best == NO_SEAT or comes_before(state, seat, best, village):
                best = seat
    return best


def needs_decision(state: Kamisama, group: i64, village: i64) -> i64:
    """The player in the temple, if this group is a tie to decide, else NO_SEAT. [KS-INF-04]"""
    if group & (group - 1) == 0 or (has_fox(state) and group >> state.seats & 1):
        return NO_SEAT
    return temple_holder(state, village)


def rank(state: Kamisama) -> None:
    """Find the order of influence; ties in front of a temple holder are asked. [KS-RUL-11]"""
    village: i64 = state.draft.village
    for _round in range(state.parties):  # each round finds a place for one of them, or asks
        group: i64 = leaders(state, village, ranked_parties(state.draft.order))
        if group == 0:
            break
        decider: i64 = needs_decision(state, group, village)
        if decider != NO_SEAT:
            state.asked = decider
            state.frame = TIE_FRAME
            return
        append_party(state, best_of(state, group, village))
    if state.log is not None and state.draft.order:
        tell_ranking(state)
    state.frame = DRAFT_FRAME


def tied(state: Kamisama) -> i64:
    """Among whom the temple holder has to choose now."""
    village: i64 = state.draft.village
    return leaders(state, village, ranked_parties(state.draft.order))


def append_party(state: Kamisama, party: i64) -> None:
    place: i64 = order_size(state.draft.order)
    state.draft.order |= (party + 1) << (4 * place)


def decide_tie(state: Kamisama, seat: i64) -> None:
    """The temple holder names who goes next. [KS-RUL-09]"""
    append_party(state, seat)
    if state.log is not None:
        facts: dict[str, object] = {
            "seat": seat_letter(state.asked),
            "player": seat_letter(seat),
            "village": VILLAGE_IDS[state.draft.village],
        }
        state.emit("tie_decided", facts)


def tell_ranking(state: Kamisama) -> None:
    village: i64 = state.draft.village
    ranking: list[dict[str, object]] = []
    for place in range(order_size(state.draft.order)):
        party = party_in_order(state.draft.order, place)
        seat = party_word(state.seats, party)
        ranking.append({"seat": seat, "chain": influence(state, party, village)})
    state.emit("ranked", {"village": VILLAGE_IDS[village], "ranking": ranking})
