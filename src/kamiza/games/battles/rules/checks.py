"""Why a move is refused: the only place that says no, the most useful reason first. [KB-ERR-15..49]

The reasons ask the same predicates as the moves. Nothing here tells a seat what it may not
know: every reason is about open things or about the own hand. [KB-ERR-03]
"""

from __future__ import annotations

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.native import i64
from kamiza.core.refusal import Refusal
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import GOD_SOURCE, TEMPLE_SOURCE
from kamiza.games.battles.programs import Ability
from kamiza.games.battles.rules import moves as a
from kamiza.games.battles.rules.abilities import (
    abilities_of,
    can_pay,
    has_source,
    holds,
    is_used_up,
    is_useful,
    may_choose_seat,
    most_energy,
)
from kamiza.games.battles.rules.choosing import can_pick, is_looked_at
from kamiza.games.battles.rules.hall import on_offer, price
from kamiza.games.battles.rules.setup import matching_temples
from kamiza.games.battles.rules.triggers import EVERY_TRIGGER, fits_card, fits_god, roles
from kamiza.games.battles.rules.turn import has_to_discard
from kamiza.games.battles.rules.uses import (
    can_target,
    highest_x_of,
    in_hand,
    is_playable,
    may_name,
    may_use_none,
)
from kamiza.games.battles.rules.windows import owes
from kamiza.games.battles.stack.attacks import Window
from kamiza.games.battles.stack.frame import Frame, bottom_of
from kamiza.games.battles.stack.turns import Clearing, Preparation, Turn
from kamiza.games.battles.stack.uses import NEED_TARGET, Choice, Placing, Use
from kamiza.games.battles.table.battles import Battles, are_opponents, has_temple
from kamiza.games.battles.table.objects import TEMPLE
from kamiza.games.battles.table.players import IN, MAIN, OUT, SEALED
from kamiza.games.battles.table.points import PHASES

CLOSING = (a.END_MOVE, a.DONE, a.PASS)


def check_seat(state: Battles, seat: i64) -> Refusal | None:
    """Only the asked seat may do anything, and only while the game lasts."""
    if state.asked == NOBODY:
        winners = [seat_letter(one) for one in range(state.seats) if state.winners >> one & 1]
        return Refusal("KB-ERR-46", {"winners": ", ".join(winners)})
    if seat != state.asked:
        return Refusal("KB-ERR-15", {"seat": seat_letter(state.asked)})
    return None


def check(state: Battles, seat: i64, action: i64) -> Refusal | None:
    """Why the seat may not do this now, or None."""
    if a.verb_of(action) >= a.STOPS_MOVE and state.asked != NOBODY and is_action(state, action):
        return check_command(state, seat, action)
    wrong_seat = check_seat(state, seat)
    if wrong_seat is not None:
        return wrong_seat
    frame = state.frame
    if frame is None or not is_action(state, action):
        text = a.text_of(state.cards, action)
        return Refusal("KB-ERR-17", {"input": text, "kinds": kinds_of_answers(state)})
    verb: i64 = a.verb_of(action)
    if verb not in a.ANSWERS[state.question]:
        return not_now(state, verb, action)
    return check_answer(state, frame, verb, a.first_of(action), a.second_of(action))


def is_action(state: Battles, action: i64) -> bool:
    """A number that stands for a move at all."""
    text = a.text_of(state.cards, action)
    if text.startswith("move "):
        return False
    try:
        return a.action_of(state.cards, text) == a.without_speaker(action)
    except ValueError:
        return False


def kinds_of_answers(state: Battles) -> str:
    return ", ".join(a.MOVES[verb] for verb in a.ANSWERS[state.question])


def check_command(state: Battles, seat: i64, action: i64) -> Refusal | None:
    """`stops` at any time; `resign` once the game has begun. [KB-FLOW-05] [KB-FLOW-14]"""
    if not 0 <= seat < state.seats or state.players[seat].status == OUT:
        return Refusal("KB-ERR-15", {"seat": seat_letter(state.asked)})
    if a.speaker_of(action) not in (NOBODY, seat):
        return Refusal("KB-ERR-15", {"seat": seat_letter(a.speaker_of(action))})
    if a.verb_of(action) == a.STOPS_MOVE:
        return None
    supports = state.settings.team and state.players[seat].role != MAIN
    if supports or isinstance(state.frame, Preparation):
        return wrong_decision(state, action)
    return None


def wrong_decision(state: Battles, action: i64) -> Refusal:
    facts = {"open": a.QUESTIONS[state.question], "sent": a.text_of(state.cards, action)}
    return Refusal("KB-ERR-18", facts)


def phase_of(state: Battles) -> str:
    bottom = bottom_of(state.frame)
    return PHASES[bottom.point] if isinstance(bottom, Turn) else "starting"


def not_now(state: Battles, verb: i64, action: i64) -> Refusal:
    """A move that answers another question. [KB-ERR-18] [KB-ERR-21..23] [KB-ERR-43]
    [KB-ERR-50]"""
    if verb in CLOSING:
        return Refusal("KB-ERR-43", {})
    if verb == a.ACT_MOVE and state.asked != state.active:
        return Refusal("KB-ERR-23", {})
    if verb in (a.PLAY_MOVE, a.RECRUIT_MOVE) and state.asked != state.active:
        return Refusal("KB-ERR-50", {})
    if verb == a.PLAY_MOVE and phase_of(state) != "play":
        return Refusal("KB-ERR-21", {"phase": phase_of(state)})
    if verb == a.RECRUIT_MOVE and phase_of(state) != "recruit":
        return Refusal("KB-ERR-22", {"phase": phase_of(state)})
    return wrong_decision(state, action)


def check_pass(state: Battles, window: Window) -> Refusal | None:
    if not owes(state, window, state.asked):
        return None
    return Refusal("KB-START-03" if phase_of(state) == "starting" else "KB-END-03", {})


def check_answer(
    state: Battles, frame: Frame, verb: i64, first: i64, second: i64
) -> Refusal | None:
    """A move of the right kind: is it possible?"""
    if isinstance(frame, Turn):
        return check_turn_answer(state, verb, first, second)
    if isinstance(frame, Window):
        return (
            check_pass(state, frame) if verb == a.PASS else check_react(state, frame, first, second)
        )
    if isinstance(frame, Use):
        return check_choice(state, frame, verb, first)
    if isinstance(frame, Choice):
        return check_card(state, frame, verb, first, second)
    if isinstance(frame, Placing):
        return check_place(state, frame, verb, first)
    if isinstance(frame, Clearing):
        return check_discard(state, frame, verb, first)
    if isinstance(frame, Preparation):
        return check_setup_answer(state, frame, verb, first)
    return None  # nothing else asks


def check_turn_answer(state: Battles, verb: i64, first: i64, second: i64) -> Refusal | None:
    if verb == a.PLAY_MOVE:
        return check_play(state, first)
    if verb == a.ACT_MOVE:
        return check_act(state, first, second)
    if verb == a.RECRUIT_MOVE:
        return check_recruit(state, first)
    return None


def check_choice(state: Battles, use: Use, verb: i64, first: i64) -> Refusal | None:
    """What the user of an ability chooses for it."""
    if verb == a.USE_MOVE:
        return check_use(state, use, first)
    if verb == a.TARGET_MOVE:
        return check_target(state, use, first)
    if verb == a.SEAT_MOVE:
        return check_other_seat(state, use, first)
    if verb == a.X_MOVE:
        most: i64 = highest_x_of(state, use)
        return None if 1 <= first <= most else Refusal("KB-ERR-27", {"max": str(most)})
    if verb == a.COLOUR_MOVE:
        return None if may_name(use, first) else Refusal("KB-ERR-44", {"reason": "twice"})
    if verb == a.MODE_MOVE and not 1 <= first <= 2:
        return wrong_decision(state, a.pack(verb, first))
    return None


def not_there(state: Battles, kind: i64, place: str) -> Refusal:
    return Refusal("KB-ERR-19", {"card": state.cards.ids[kind], "place": place})


def check_play(state: Battles, kind: i64) -> Refusal | None:
    """In hand, and a fitting colour. [KB-CHAIN-03]"""
    if not in_hand(state, state.asked, kind):
        return not_there(state, kind, "hand")
    if not is_playable(state, kind):
        colours = [w.COLOURS[c] for c in range(5) if state.colours >> c & 1]
        mine = [w.COLOURS[c] for c in range(5) if state.cards.colour[kind] >> c & 1]
        facts = {
            "card": state.cards.ids[kind], "colour": mine[0], "colours": ", ".join(colours)
        }  # fmt: skip
        return Refusal("KB-ERR-20", facts)
    return None


def ability_facts(state: Battles, source: i64, ability: Ability) -> dict[str, str]:
    return {"ability": ability_text(state, source, ability)}


def ability_text(state: Battles, source: i64, ability: Ability) -> str:
    """An ability as `carcosa 2`: the id of what bears it, and its number there."""
    player = state.players[state.asked]
    if source == GOD_SOURCE:
        return f"{state.cards.god_ids[player.god]} {ability.index}"
    if source == TEMPLE_SOURCE:
        return f"{state.cards.temple_ids[player.temple]} {ability.index}"
    return f"{state.cards.ids[source]} {ability.index}"


def find_ability(state: Battles, source: i64, index: i64) -> Refusal | None:
    """There is such an ability, of something that stands."""
    seat: i64 = state.asked
    if source == TEMPLE_SOURCE and not has_source(state, seat, source):
        return Refusal("KB-ERR-39", {})
    count = len(abilities_of(state, seat, source))
    if not 1 <= index <= count:
        facts = {"card": state.cards.source_id(source), "k": str(count)}
        return Refusal("KB-ERR-30", facts)
    return None


def wrong_kind(state: Battles, source: i64, ability: Ability) -> Refusal:
    facts = {
        "n": str(ability.index), "card": state.cards.source_id(source),
        "kind": w.TYPES[ability.type],
    }  # fmt: skip
    return Refusal("KB-ERR-31", facts)


def check_act(state: Battles, source: i64, index: i64) -> Refusal | None:
    """An Act of the god or temple. [KB-TURN-06]"""
    if source != GOD_SOURCE and source != TEMPLE_SOURCE:
        return wrong_decision(state, a.pack(a.ACT_MOVE, source, index))
    missing = find_ability(state, source, index)
    if missing is not None:
        return missing
    ability = abilities_of(state, state.asked, source)[index - 1]
    if state.settings.play_only and state.question != a.ASK_PLAY:
        return Refusal("KB-ERR-21", {"phase": phase_of(state)})
    return check_ability(state, source, ability)


def check_ability(state: Battles, source: i64, ability: Ability) -> Refusal | None:
    """Right kind, not used up, payable, and good for something. [KB-FLOW-13]"""
    seat: i64 = state.asked
    if ability.type != w.ACT:
        return wrong_kind(state, source, ability)
    if is_used_up(state, seat, source, ability):
        return Refusal("KB-ERR-24", ability_facts(state, source, ability))
    if not can_pay(state, seat, source, ability, False):
        return cannot_pay(state, source, ability)
    if not holds(state, seat, ability.condition, ability.limit, 0):
        return Refusal("KB-ERR-49", ability_facts(state, source, ability))
    if not is_useful(state, seat, source, ability):
        if state.cards.steps[ability.begin].verb.must_work:
            return Refusal("KB-ERR-44", {"reason": "no_chain"})
        return Refusal("KB-ERR-49", ability_facts(state, source, ability))
    return None


def cannot_pay(state: Battles, source: i64, ability: Ability) -> Refusal:
    """Which part of the cost is missing. [KB-ERR-25] [KB-ERR-26]"""
    seat: i64 = state.asked
    player = state.players[seat]
    if ability.energy:
        need: i64 = 1 if ability.energy == w.X else ability.energy
        if most_energy(state, seat, ability) < need:
            if ability.is_paid_by_temple:
                if player.temple_energy == 0:
                    return Refusal("KB-ERR-38", {"seat": seat_letter(seat)})
            elif player.energy == need:
                return Refusal("KB-ERR-26", {})
            have = player.temple_energy if ability.is_paid_by_temple else player.energy
            return no_payment(state, source, ability, f"energy {need}", f"energy {have}")
    if ability.faith > (state.faith if seat == state.active else 0):
        faith = state.faith if seat == state.active else 0
        return no_payment(state, source, ability, f"faith {ability.faith}", f"faith {faith}")
    number = ability.discard + ability.banish
    return no_payment(state, source, ability, f"cards {number}", "cards 0")


def no_payment(
    state: Battles, source: i64, ability: Ability, cost: str, have: str
) -> Refusal:  # fmt: skip
    facts = ability_facts(state, source, ability) | {"cost": cost, "have": have}
    return Refusal("KB-ERR-25", facts)


def check_use(state: Battles, use: Use, index: i64) -> Refusal | None:
    """One ability of the card just played, or none. [KB-RUL-15]"""
    if index == 0:
        if may_use_none(state, use):
            return None
        return Refusal("KB-ERR-43", {})
    missing = find_ability(state, use.source, index)
    if missing is not None:
        return missing
    return check_ability(state, use.source, state.cards.of_kind[use.source][index - 1])


def check_react(state: Battles, window: Window, source: i64, index: i64) -> Refusal | None:
    """A React that fits the event and can be paid. [KB-ERR-31..34]"""
    seat: i64 = state.asked
    if source < TEMPLE_SOURCE and not in_hand(state, seat, source):
        return not_there(state, source, "hand")
    missing = find_ability(state, source, index)
    if missing is not None:
        return missing
    ability = abilities_of(state, seat, source)[index - 1]
    if ability.type != w.REACT:
        return wrong_kind(state, source, ability)
    if is_used_up(state, seat, source, ability):
        return Refusal("KB-ERR-24", ability_facts(state, source, ability))
    triggers: i64 = roles(state, window, seat, EVERY_TRIGGER)
    if source < TEMPLE_SOURCE:
        fits = fits_card(state, window, seat, ability, triggers)
    else:
        fits = fits_god(state, window, seat, source, ability, triggers)
    if not fits:
        return does_not_fit(state, source, ability, triggers)
    if not can_pay(state, seat, source, ability, source < TEMPLE_SOURCE):
        return cannot_pay(state, source, ability)
    return None


def does_not_fit(state: Battles, source: i64, ability: Ability, triggers: i64) -> Refusal:
    trigger = state.cards.trigger[ability.trigger]
    for other in state.cards.trigger:
        if other.word in trigger.instead and triggers >> other.number & 1:
            return Refusal(trigger.instead[other.word], {})
    reason = "not_now" if triggers >> ability.trigger & 1 else trigger.word
    facts = {"card": state.cards.source_id(source), "reason": reason}
    return Refusal("KB-ERR-32", facts)


def check_recruit(state: Battles, kind: i64) -> Refusal | None:
    """On offer, and enough Faith. [KB-REC-02] [KB-REC-05]"""
    card = state.cards.ids[kind]
    if not on_offer(state, kind):
        return Refusal("KB-ERR-29", {"card": card})
    cost: i64 = price(state, state.asked, kind)
    if cost > state.faith:
        facts = {"card": card, "price": str(cost), "faith": str(state.faith)}
        return Refusal("KB-ERR-28", facts)
    return None


def gone(state: Battles, seat: i64) -> Refusal | None:
    """A player who cannot be chosen at all. [KB-ERR-36] [KB-ERR-37]"""
    status: i64 = state.players[seat].status if seat < state.seats else 2
    if status == IN:
        return None
    return Refusal("KB-ERR-36" if status == SEALED else "KB-ERR-37", {"seat": seat_letter(seat)})


def check_target(state: Battles, use: Use, object: i64) -> Refusal | None:
    """A god, temple or deck that may be chosen. [KB-ERR-35..38]"""
    if use.need == NEED_TARGET and can_target(state, use, object):
        return None
    owner: i64 = object & 7
    at: i64 = state.cards.steps[use.instruction].at
    if object < TEMPLE + 8 and gone(state, owner) is not None:
        return gone(state, owner)
    if TEMPLE <= object < TEMPLE + 8 and not has_temple(state, owner):
        return Refusal("KB-ERR-38", {"seat": seat_letter(owner)})
    if object < TEMPLE + 8 and at in (w.OPP, w.OPP_GOD, w.OPP_TEMPLE):
        if not are_opponents(state, use.seat, owner):
            return Refusal("KB-ERR-35", {})
    return wrong_decision(state, a.pack(a.TARGET_MOVE, object))


def check_other_seat(state: Battles, use: Use, seat: i64) -> Refusal | None:
    if gone(state, seat) is not None:
        return gone(state, seat)
    if may_choose_seat(state, use.seat, state.cards.steps[use.instruction], seat):
        return None
    return wrong_decision(state, a.pack(a.SEAT_MOVE, seat))


def check_card(state: Battles, choice: Choice, verb: i64, kind: i64, zone: i64) -> Refusal | None:
    """A card of the zone asked about, or enough of them. [KB-ERR-19] [KB-ERR-42] [KB-ERR-47]"""
    if verb == a.DONE:
        if choice.picked >= choice.least:
            return None
        return Refusal("KB-ERR-42", {"min": str(choice.least), "k": str(choice.picked)})
    if zone == w.NETHERWORLD:
        return Refusal("KB-ERR-47", {})
    if can_pick(state, choice, kind, zone):
        return None
    return not_there(state, kind, w.ZONES[zone])


def check_setup_answer(
    state: Battles, preparation: Preparation, verb: i64, first: i64
) -> Refusal | None:
    """Main Gods, gods and temples. [KB-ERR-40] [KB-ERR-41]"""
    player = state.players[preparation.seat]
    cards = state.cards
    if verb == a.MAIN_MOVE:
        if first < state.seats and state.players[first].team == player.team:
            return None
        return wrong_decision(state, a.pack(verb, first))
    if verb == a.GOD_MOVE:
        if player.dealt >> first & 1:
            return None
        names = [cards.god_ids[god] for god in range(len(cards.god_ids)) if player.dealt >> god & 1]
        return Refusal("KB-ERR-41", {"gods": ", ".join(names)})
    if matching_temples(state, preparation.seat) >> first & 1:
        return None
    reason = "sphere" if state.temples_left >> first & 1 else "taken"
    return Refusal("KB-ERR-40", {"temple": cards.temple_ids[first], "reason": reason})


def check_place(state: Battles, placing: Placing, verb: i64, kind: i64) -> Refusal | None:
    """A card that was looked at, to a place where it may go. [KB-FLOW-11]"""
    if not is_looked_at(state, placing, kind):
        return not_there(state, kind, "deck")
    if verb == a.BOTTOM_MOVE and not placing.sifts:
        return wrong_decision(state, a.pack(verb, kind))
    return None


def check_discard(state: Battles, clearing: Clearing, verb: i64, kind: i64) -> Refusal | None:
    if verb == a.DISCARD_MOVE and not has_to_discard(state, clearing, kind):
        return not_there(state, kind, "hand")
    return None
