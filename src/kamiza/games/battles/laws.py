"""Laws of Kamigami Battles: rules that can be checked by watching any game."""

from __future__ import annotations

from typing import cast

from kamiza.cases.playthrough import Laws, Playthrough
from kamiza.core.action import seat_letter, seat_of
from kamiza.core.rng import fast_rng
from kamiza.games.battles.cards import NO_CARD, NO_TEMPLE
from kamiza.games.battles.language import COLOURS, DISCIPLE, WARRIOR
from kamiza.games.battles.rules.moves import DONE, END_MOVE, PASS, QUESTIONS
from kamiza.games.battles.rules.settings import starting_deck
from kamiza.games.battles.rules.windows import could, owes
from kamiza.games.battles.stack.attacks import Window
from kamiza.games.battles.stack.frame import bottom_of
from kamiza.games.battles.stack.turns import Preparation, Turn
from kamiza.games.battles.stack.uses import Use
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.fields import deck_size, hand_size
from kamiza.games.battles.table.players import IN, MAIN, OUT, SEALED, Player

LAWS = Laws()


def table(play: Playthrough) -> Battles:
    """The state as it is now."""
    return cast(Battles, play.state)


# -- always -----------------------------------------------------------------------------------


def whole_supply(state: Battles) -> list[int]:
    """How often each kind is found anywhere."""
    rows = [state.netherworld, state.removed]
    for player in state.players:
        deck = player.deck
        rows += [player.hand, player.discard, player.area, deck.top, deck.rest, deck.bottom]
    for deck in (state.warrior_deck, state.artifact_deck):
        rows += [deck.top, deck.rest, deck.bottom]
    counts = [0] * state.cards.kinds
    for row in rows:
        for kind in row:
            counts[kind] += 1
    for piles, sizes in (
        (state.warrior_piles, state.warrior_sizes),
        (state.artifact_piles, state.artifact_sizes),
        (state.disciple_piles, state.disciple_sizes),
    ):
        for kind, size in zip(piles, sizes):
            if kind != NO_CARD:
                counts[kind] += size
    frame = state.frame
    while frame is not None:
        if isinstance(frame, Use) and frame.held != NO_CARD:
            counts[frame.held] += 1
        frame = frame.below
    return counts


@LAWS.always("KB-EXH-21")
def nothing_is_lost(play: Playthrough) -> str:
    state = table(play)
    counts = whole_supply(state)
    for kind in range(state.cards.kinds):
        if counts[kind] != state.supply[kind]:
            name = state.cards.ids[kind]
            return f"there are {counts[kind]} {name} instead of {state.supply[kind]}"
    return ""


@LAWS.always("KB-FFA-10")
def the_hall_is_as_full_as_it_can_be(play: Playthrough) -> str:
    """At every decision of a turn that is not inside an ability. [KB-FLOW-45]"""
    state = table(play)
    if not isinstance(state.frame, Turn):
        return ""
    for name, piles, deck in (
        ("Warrior", state.warrior_piles, state.warrior_deck),
        ("Artifact", state.artifact_piles, state.artifact_deck),
    ):
        shown = [kind for kind in piles if kind != NO_CARD]
        if len(shown) < len(piles) and deck.size() > 0:
            return f"only {len(shown)} {name} piles lie there and the deck has {deck.size()} cards"
        if len(set(shown)) != len(shown):
            return f"two {name} piles are equal"
    return ""


@LAWS.always("KB-ENER-01")
def energy_is_never_negative(play: Playthrough) -> str:
    for seat, player in enumerate(table(play).players):
        if player.energy < 0 or player.temple_energy < 0:
            return f"seat {seat} has {player.energy} and {player.temple_energy} Energy"
    return ""


@LAWS.always("KB-WIN-04")
def nobody_goes_on_with_25(play: Playthrough) -> str:
    state = table(play)
    if state.settings.team or state.winners:
        return ""
    full = [player.energy for player in state.players if player.energy >= 25]
    return f"a god has {full[0]} Energy and the game goes on" if full else ""


@LAWS.always("KB-WIN-01")
def who_is_in_has_energy(play: Playthrough) -> str:
    state = table(play)
    if state.winners or isinstance(bottom_of(state.frame), Preparation):
        return ""
    for seat, player in enumerate(state.players):
        if player.status == IN and player.energy == 0:
            return f"seat {seat} is in play without Energy"
        if player.status == OUT and (player.hand or player.discard or player.deck.size()):
            return f"seat {seat} is out and still has cards"
    return ""


@LAWS.always("KB-SEAL-05")
def who_is_sealed_has_no_hand(play: Playthrough) -> str:
    for seat, player in enumerate(table(play).players):
        if player.status == SEALED and (player.hand or player.area or player.energy > 4):
            return f"seat {seat} is Sealed with cards or too much Energy"
    return ""


@LAWS.always("KB-FLOW-01")
def exactly_one_seat_is_asked(play: Playthrough) -> str:
    state = table(play)
    if state.winners:
        return "" if state.asked < 0 else "the game is over and somebody is asked"
    if not 0 <= state.asked < state.seats:
        return "nobody is asked though the game goes on"
    if state.players[state.asked].status != IN:
        return f"seat {state.asked} is asked and not in play"
    return "" if len(state.offers) else "a question without an answer"


@LAWS.always("KB-FLOW-07")
def a_phase_can_always_be_left(play: Playthrough) -> str:
    state = table(play)
    closing = {"PLAY": END_MOVE, "RECRUIT": END_MOVE, "STOP": DONE, "REACT": PASS}
    if state.asked < 0 or QUESTIONS[state.question] not in closing:
        return ""
    last = state.offers[len(state.offers) - 1]
    if isinstance(state.frame, Window) and owes(state, state.frame, state.asked):
        return "" if last != PASS else "what is due can be passed over"  # [KB-START-03] [KB-END-03]
    return "" if last == closing[QUESTIONS[state.question]] else "the phase cannot be left"


@LAWS.always("KB-FLOW-17")
def a_window_lasts_until_all_have_passed(play: Playthrough) -> str:
    window = table(play).frame
    if not isinstance(window, Window):
        return ""
    return "" if window.passes < table(play).seats else "a window is open though all have passed"


@LAWS.always("KB-FLOW-24")
def who_is_asked_follows_from_open_things(play: Playthrough) -> str:
    """Whoever looks, and whatever the hidden cards are, the same seat is asked."""
    state = table(play)
    if state.asked < 0 or QUESTIONS[state.question] != "REACT" or state.settings.holders:
        return ""
    for seat in range(-1, state.seats):
        world = play.game.imagine(play.game.view(state, seat), fast_rng(len(play.moves)))
        imagined = cast(Battles, world)
        if not could(imagined, cast(Window, imagined.frame), state.asked):
            return f"seat {seat} could tell that seat {state.asked} is asked for what it holds"
    return ""


@LAWS.always("KB-HID-03")
def sizes_are_open(play: Playthrough) -> str:
    """Every view tells how many cards are where, and all of them add up. [KB-HID-05]"""
    state = table(play)
    for seat in range(-1, state.seats):
        known = play.game.view(state, seat).known
        for owner, player in enumerate(state.players):
            if hand_size(known, owner) != len(player.hand):
                return f"seat {seat} sees a wrong hand size of seat {owner}"
            if deck_size(known, owner) != player.deck.size():
                return f"seat {seat} sees a wrong deck size of seat {owner}"
    return ""


# -- the beginning ----------------------------------------------------------------------------


@LAWS.in_the_end("KB-FFA-14")
def starting_decks(play: Playthrough) -> str:
    """Everybody owns the starting deck, five cards of it in hand. [KB-FFA-15]"""
    state = table(play)
    recipe = starting_deck(state.settings)
    for count, kind in zip(recipe, state.disciple_piles):
        left = state.supply[kind] - count * state.seats
        if left < 0:
            return f"{state.cards.ids[kind]} do not suffice"
    drawn = list(play.named("drew"))[: state.seats]
    if any(event["count"] != 5 for event in drawn):
        return "a starting hand has not five cards"
    if play.seats == 6 and recipe[0] == 8:
        owned = [
            whole_deck(player).count(bytes([state.disciple_piles[0]])) for player in state.players
        ]
        if max(owned) > 8 and not play.named("recruited"):
            return "somebody has more than 8 Cultists"
    return ""


def whole_deck(player: Player) -> bytes:
    deck = player.deck
    return player.hand + player.discard + player.area + deck.top + deck.rest + deck.bottom


@LAWS.in_the_end("KB-TEAM-09")
def energy_of_teams(play: Playthrough) -> str:
    """Main Gods 20, Supporting Gods 10, temples 5, one Culture for each team."""
    state = table(play)
    if not state.settings.team:
        return ""
    cultures: dict[int, set[int]] = {0: set(), 1: set()}
    for seat, player in enumerate(state.players):
        cultures[player.team].add(state.cards.culture[player.god])
        lost = [
            event
            for event in play.named("energy_lost") + play.named("energy_gained")
            if event["seat"] == seat_letter(seat)
        ]
        expected = 20 if player.role == MAIN else 10
        if not lost and player.energy != expected:
            return f"seat {seat} has {player.energy} Energy instead of {expected}"
        if not lost and player.temple != NO_TEMPLE and player.temple_energy != 5:
            return f"the temple of seat {seat} has {player.temple_energy} Energy"
    if any(len(found) != 1 for found in cultures.values()) or cultures[0] == cultures[1]:
        return f"the Cultures are {cultures}"
    return ""


@LAWS.in_the_end("KB-COMB-05")
def the_recipe_of_warriors(play: Playthrough) -> str:
    """Six kinds of one colour, three of each other, five copies of each."""
    state = table(play)
    if state.settings.warriors or state.settings.all_warriors:
        return ""
    cards = state.cards
    warriors = [k for k in range(cards.kinds) if state.supply[k] and cards.type[k] == WARRIOR]
    counts = sorted(sum(cards.colour[k] == 1 << c for k in warriors) for c in range(5))
    number = sum(state.supply[kind] for kind in warriors)
    if counts != [3, 3, 3, 3, 6] or number != 90:
        return f"the Warriors are {counts} by colour, {number} cards"
    return ""


@LAWS.in_the_end("KB-OPT-02")
def no_temples_without_the_setting(play: Playthrough) -> str:
    state = table(play)
    temples = [player.temple for player in state.players if player.temple != NO_TEMPLE]
    if state.settings.temples:
        return ""
    return "somebody has a temple" if temples or play.named("temple_picked") else ""


# -- whole games ------------------------------------------------------------------------------


@LAWS.in_the_end("KB-TURN-03")
def turns_go_clockwise(play: Playthrough) -> str:
    """From each turn to the next seat that is not out by then. [KB-TURN-02] [KB-GEN-06]"""
    out: set[int] = set()
    last = -1
    for event in play.events:
        if event.name == "eliminated":
            out.add(seat_of(event.facts["seat"]))
        elif event.name == "turn_began":
            seat = seat_of(event.facts["seat"])
            expected = (last + 1) % play.seats
            while expected in out:
                expected = (expected + 1) % play.seats
            if last >= 0 and seat != expected:
                return f"after seat {last} came seat {seat} instead of {expected}"
            last = seat
    return ""


@LAWS.in_the_end("KB-TURN-01")
def phases_come_in_order(play: Playthrough) -> str:
    order = ["starting", "play", "recruit", "discard", "end"]
    at = 0
    for event in play.events:
        if event.name == "turn_began":
            at = 0
        elif event.name == "phase":
            place = order.index(str(event.facts["phase"]))
            if place != at + 1:
                return f"{order[place]} came after {order[at]}"
            at = place
    return ""


@LAWS.in_the_end("KB-END-02")
def only_the_active_player_is_refilled(play: Playthrough) -> str:
    """Who draws in an End Phase is the player of that turn."""
    active: object = None
    ending = False
    for event in play.events:
        if event.name == "turn_began":
            active, ending = event.facts["seat"], False
        elif event.name == "phase":
            ending = event.facts["phase"] == "end"
        elif event.name == "drew" and ending and event.facts["seat"] != active:
            return f"seat {event.facts['seat']} drew in the End Phase of seat {active}"
    return ""


@LAWS.in_the_end("KB-ATK-09")
def attacks_add_up(play: Playthrough) -> str:
    """Value minus Defense is the loss, and never less than nothing. [KB-ATK-10]"""
    for event in play.named("attack_resolved"):
        value, defence = cast(int, event["value"]), cast(int, event["defence"])
        if event["loss"] != max(0, value - defence):
            return f"{value} - {defence} gave {event['loss']}"
    return ""


@LAWS.in_the_end("KB-TURN-06")
def acts_once_per_turn(play: Playthrough) -> str:
    used: set[object] = set()
    for event in play.events:
        if event.name == "turn_began":
            used = set()
        elif event.name == "used" and event.facts["source"] in ("god", "temple"):
            if event.facts["number"] in used:
                return f"ability {event.facts['number']} was used twice in a turn"
            used.add(event.facts["number"])
    return ""


@LAWS.in_the_end("KB-CHAIN-03")
def every_link_fits(play: Playthrough) -> str:
    """Keep the Chain from what was told alone. [KB-CHAIN-04] [KB-CHAIN-06]"""
    cards = table(play).cards
    colours = 31
    for event in play.events:
        facts = event.facts
        if event.name == "turn_began":
            colours = 31
        elif event.name == "recoloured":
            colours = sum(1 << COLOURS.index(c) for c in cast("list[str]", facts["colours"]))
        elif event.name == "played":
            kind = cards.numbers[str(facts["card"])]
            if cards.type[kind] != DISCIPLE:
                if not cards.colour[kind] & colours:
                    return f"{facts['card']} did not fit the Chain"
                colours = cards.chain[kind]
    return ""


@LAWS.in_the_end("KB-REC-04")
def faith_is_spent_in_its_turn(play: Playthrough) -> str:
    """What is recruited is paid from the Faith of the same turn."""
    faith = 0
    for event in play.events:
        if event.name == "turn_began":
            faith = 0
        elif event.name == "faith":
            faith = cast(int, event.facts["faith"])
        elif event.name == "recruited":
            faith -= cast(int, event.facts["paid"])
            if faith < 0:
                return "more Faith was spent than gained"
    return ""


@LAWS.in_the_end("KB-RUL-59")
def places_are_fair(play: Playthrough) -> str:
    state = table(play)
    if not state.winners:
        return ""
    ranks = play.game.ranks(state)
    winners = [seat for seat in range(state.seats) if state.winners >> seat & 1]
    if [seat for seat, rank in enumerate(ranks) if rank == 1] != winners:
        return f"the winners are {winners} and the places {ranks}"
    fallen = [
        (player.fell, ranks[seat]) for seat, player in enumerate(state.players) if player.fell
    ]
    for fell, rank in fallen:
        if any(later > fell and other > rank for later, other in fallen):
            return "who fell later has a worse place"
    return ""
