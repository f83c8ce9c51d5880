"""Laws of Shintoh: rules that can be checked by watching any game, one function per rule ID.

Each function says what is wrong, or "". Most of them count events and know nothing of how the
rules are programmed, so they are a second opinion. `n` is the number of players.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import cast

from kamiza.cases.playthrough import Laws, Playthrough, expect
from kamiza.core.action import LETTERS, NOBODY, seat_letter, seat_number
from kamiza.core.bits import size_of
from kamiza.games.shintoh.cards import (
    ALL_GODS,
    ALL_OFFERINGS,
    GODS,
    JEWEL,
    KIND_CARDS,
    MIRROR,
    NO_GOD,
    NOTHING,
    SIZE,
    SWORD,
    by_kind,
    count,
    influence_of,
    size,
)
from kamiza.games.shintoh.game import ShintohGame
from kamiza.games.shintoh.rules.moves import PASS, TEXTS
from kamiza.games.shintoh.rules.scoring import god_points, has_role, score
from kamiza.games.shintoh.table import GIVE, MIRROR_PICK, TURN, Shintoh, total

LAWS = Laws()
INFLUENCE = {"rice": 3, "sake": 2, "salt": 1}


def table(play: Playthrough) -> Shintoh:
    """The state as it is now."""
    return cast(Shintoh, play.state)


def start(play: Playthrough) -> Shintoh:
    return cast(Shintoh, play.start)


def game(play: Playthrough) -> ShintohGame:
    return cast(ShintohGame, play.game)


def value(cards: object) -> int:
    """The influence of cards by kind, as events tell them."""
    return sum(INFLUENCE[kind] * n for kind, n in cast("dict[str, int]", cards).items())


def competitions(play: Playthrough) -> Iterator[list[dict[str, object]]]:
    """The events of each competition, the last one being `god_won`."""
    events: list[dict[str, object]] = []
    for event in play.events:
        events.append(event.whole())
        if event.name == "god_won":
            yield events
            events = []


# -- always -----------------------------------------------------------------------------------


@LAWS.always("OF-NUM-12")
def nothing_is_lost(play: Playthrough) -> str:
    state = table(play)
    piles = [state.pile, state.discard, state.harvest]
    gods = [state.gods_left, 0 if state.altar == NO_GOD else 1 << state.altar]
    for player in state.players:
        piles += (player.hand, player.placed)
        gods.append(player.gods)
    # Sums of packed cards could only hide a mistake by carrying, and then the sizes differ.
    if sum(piles) != ALL_OFFERINGS or sum(map(SIZE.__getitem__, piles)) != 30:
        kinds = [sum(count(pile, card) for pile in piles) for card in KIND_CARDS]
        return f"rice, sake and salt are {kinds} instead of 5, 10, 15"
    if sum(gods) != ALL_GODS or sum(map(int.bit_count, gods)) != GODS:
        return f"the gods are {sum(gods):b} instead of 18 different ones"
    return ""


@LAWS.always("OF-NUM-18")
def two_players_never_run_out(play: Playthrough) -> str:
    if play.seats == 2 and size(table(play).pile) < 3:
        return f"the Offering Pile has only {size(table(play).pile)} cards"
    return ""


@LAWS.always("OF-NUM-19")
def hands_can_be_deduced(play: Playthrough) -> str:
    """Everything, until the first Jewel or Sword; afterwards nothing that is not so."""
    state = table(play)
    secrets = play.named("jewel_drew") or play.named("sword_stole")
    for seat, player in enumerate(state.players):
        if player.known == player.hand:
            continue
        known, hand = by_kind(player.known), by_kind(player.hand)
        if not secrets or any(known[kind] > hand[kind] for kind in hand):
            return f"of seat {seat} {known} is known and {hand} is in the hand"
    return ""


@LAWS.always("OF-RUL-04")
def the_player_to_move_is_behind(play: Playthrough) -> str:
    state = table(play)
    if state.asked == NOBODY or state.frame.kind != TURN:
        return ""
    mine = total(state.players[state.asked])
    if mine >= state.bar and mine > 0:
        return f"seat {state.asked} has {mine} already and the bar is {state.bar}"
    return ""


@LAWS.always("OF-GLO-09")
def the_bar_is_the_highest_other_total(play: Playthrough) -> str:
    state = table(play)
    if state.asked == NOBODY:
        return ""
    others = [total(p) for seat, p in enumerate(state.players) if seat != state.asked]
    return expect("the bar", max(others), state.bar)


@LAWS.always("OF-GLO-08")
def who_is_out_has_nothing_laid(play: Playthrough) -> str:
    state = table(play)
    for seat, player in enumerate(state.players):
        if player.placed != NOTHING and not state.contenders >> seat & 1:
            return f"seat {seat} is out and has {by_kind(player.placed)} laid"
    return ""


@LAWS.always("OF-RUL-08")
def an_empty_pile_means_an_empty_discard(play: Playthrough) -> str:
    state = table(play)
    if state.pile == NOTHING and state.discard != NOTHING:
        return f"the pile is empty and the Discard is {by_kind(state.discard)}"
    return ""


@LAWS.always("OF-RUL-09")
def an_empty_slot_means_an_empty_pile(play: Playthrough) -> str:
    state = table(play)
    if state.harvest == NOTHING and state.pile != NOTHING:
        return "there is no Harvest Card though the pile has cards"
    return expect("Harvest Cards", True, size(state.harvest) <= 1)


@LAWS.always("OF-GEN-06")
def the_same_moves_for_all(play: Playthrough) -> str:
    """The moves are those of the table of decisions, whatever the number of players."""
    state = table(play)
    if state.asked == NOBODY:
        return ""
    expected = decisions(state)
    found = [TEXTS[action] for action in game(play).moves(state)]
    return "" if expected == found else f"moves: expected {expected}, found {found}"


def decisions(state: Shintoh) -> list[str]:
    """The moves of the open question, straight from the rules and slowly."""
    me = state.players[state.asked]
    others = [seat for seat in range(state.seats) if seat != state.asked]
    bar = max(influence_of(state.players[seat].placed) for seat in others)
    victims = [f"rob {seat_letter(seat)}" for seat in others if size(state.players[seat].hand) > 0]
    picks = [f"pick {kind}" for kind, number in by_kind(state.pile).items() if number]
    adds = [f"+{kind}" for kind, number in by_kind(me.hand).items() if number]
    if state.frame.kind == GIVE:
        return adds + (["stop"] if influence_of(me.placed) > bar else [])
    if state.frame.kind != TURN:
        return picks if state.frame.kind == MIRROR_PICK else victims
    useful = {JEWEL: picks, MIRROR: picks, SWORD: victims}
    ready = [god for god in useful if useful[god] and me.gods & state.unused & 1 << god]
    return [
        "pass",
        *(adds if influence_of(me.placed) + influence_of(me.hand) > bar else []),
        *(state.cards.god_ids[god] for god in ready),
        *([] if me.role_taken else ["look"]),
    ]


# -- the beginning ----------------------------------------------------------------------------


def undealt(play: Playthrough) -> int:
    return start(play).pile + start(play).harvest


@LAWS.in_the_end("OF-NUM-03")
def cards_not_dealt(play: Playthrough) -> str:
    return expect("undealt offerings", 30 - 4 * play.seats, size(undealt(play)))


@LAWS.in_the_end("OF-NUM-04")
def kinds_not_dealt(play: Playthrough) -> str:
    n = play.seats
    kinds = {"rice": 5 - n, "sake": 10 - n, "salt": 15 - 2 * n}
    return expect("undealt offerings", kinds, by_kind(undealt(play)))


@LAWS.in_the_end("OF-NUM-05")
def mean_of_the_first_harvest(play: Playthrough) -> str:
    """The first Harvest Card is any of the undealt cards, so its mean is theirs."""
    n = play.seats
    mean = Fraction(influence_of(undealt(play)), size(undealt(play)))
    return expect("mean influence", Fraction(50 - 7 * n, 30 - 4 * n), mean)


@LAWS.in_the_end("OF-SETUP-11")
def sizes_after_setup(play: Playthrough) -> str:
    n, state = play.seats, start(play)
    found = (size(state.pile), size(state.harvest), size_of(state.gods_left))
    hidden = sum(player.hidden != NO_GOD for player in state.players)
    return expect("sizes", (29 - 4 * n, 1, 17 - n, n), (*found, hidden))


# -- whole games: numbers ---------------------------------------------------------------------


@LAWS.in_the_end("OF-NUM-01")
def number_of_competitions(play: Playthrough) -> str:
    return expect("competitions", 18 - play.seats, len(play.named("god_won")))


def all_passes(n: int) -> int:
    return (n - 1) * (18 - n)


@LAWS.in_the_end("OF-NUM-02")
def number_of_passes(play: Playthrough) -> str:
    return expect("passes", all_passes(play.seats), len(play.named("passed")))


@LAWS.in_the_end("OF-NUM-06")
def fewest_decisions(play: Playthrough) -> str:
    fewest, made = all_passes(play.seats), len(play.moves)
    if all(action == PASS for _, action in play.moves):
        return expect("decisions of a game of passes", fewest, made)
    return "" if made > fewest else f"only {made} decisions, fewer than {fewest}"


@LAWS.in_the_end("OF-NUM-08")
def most_decisions(play: Playthrough) -> str:
    n = play.seats
    most = all_passes(n) + 60 * (18 - n) + 7 + n
    return "" if len(play.moves) <= most else f"{len(play.moves)} decisions, more than {most}"


@LAWS.in_the_end("OF-NUM-10")
def number_of_decisions(play: Playthrough) -> str:
    used = [event["treasure"] for event in play.named("treasure_used")]
    expected = all_passes(play.seats) + len(play.named("card_added"))
    expected += len(play.named("dedicated")) + len(play.named("role_taken"))
    expected += used.count("jewel") + 2 * used.count("mirror") + 2 * used.count("sword")
    return expect("decisions", expected, len(play.moves))


@LAWS.in_the_end("OF-NUM-07")
def pass_that_empties_the_first_pile(play: Playthrough) -> str:
    n = play.seats
    left, passes, jewel = 29 - 4 * n, 0, 0
    for event in play.events:
        facts = event.facts
        passes += event.name == "passed"
        if event.name == "harvest_revealed":
            left -= 1
        elif event.name == "jewel_drew":
            jewel = cast(int, facts["count"])
            left -= jewel
        if left > 0:
            continue
        if event.name == "jewel_drew":
            return ""  # the Jewel itself took the last card
        if n == 2:
            return "the pile ran out in a game of two players"
        return expect("the emptying pass", 29 - 4 * n - jewel, passes)
    return ""


@LAWS.in_the_end("OF-PASS-04")
def the_discard_becomes_the_pile_at_once(play: Playthrough) -> str:
    """Keep the books of both piles from what was told alone."""
    pile, discard = 29 - 4 * play.seats, 0
    for event in play.events:
        facts = event.facts
        if event.name == "harvest_revealed":
            pile -= 1
        elif event.name == "jewel_drew":
            pile -= cast(int, facts["count"])
        elif event.name == "god_won":
            discard += sum(cast("dict[str, int]", facts["paid"]).values())
        elif event.name == "pile_reshuffled":
            if facts["size"] != discard:
                return f"{facts['size']} cards were reshuffled and {discard} lay in the Discard"
            pile, discard = pile + discard, 0
    found = (size(table(play).pile), size(table(play).discard))
    return expect("pile and Discard", (pile, discard), found)


@LAWS.in_the_end("OF-NUM-13")
def money(play: Playthrough) -> str:
    paid = sum(value(event["paid"]) for event in play.named("god_won"))
    gained = [cast(str, event["gained"]) for event in play.named("passed") if event["gained"]]
    income = 7 * play.seats + sum(INFLUENCE[kind] for kind in gained)
    income += sum(value(event["kinds"]) for event in play.named("jewel_drew"))
    left = sum(influence_of(player.hand) for player in table(play).players)
    return expect("influence paid", income - left, paid)


@LAWS.in_the_end("OF-NUM-14")
def points_of_all_gods(play: Playthrough) -> str:
    cards = game(play).cards
    points = [god_points(cards, player.gods) for player in table(play).players]
    return expect("god points of all players", 87, sum(points))


@LAWS.in_the_end("OF-NUM-15")
def largest_score(play: Playthrough) -> str:
    roles = game(play).cards.roles
    sums = (sum(role.high for role in roles), sum(role.low for role in roles))
    if sums != (144, 120):
        return f"all roles are worth {sums} instead of 144 and 120"
    for player, points in zip(table(play).players, game(play).scores(play.state)):
        if points > (207 if player.role_taken else 231):
            return f"somebody scored {points}"
    return ""


@LAWS.in_the_end("OF-NUM-16")
def price_of_the_role_card(play: Playthrough) -> str:
    cards = game(play).cards
    for player in table(play).players:
        owned = [role for role in cards.roles if has_role(role, player.gods)]
        price = sum(4 if size_of(role.members) == 3 else 2 for role in owned)
        unread, read = player.clone(), player.clone()
        unread.role_taken, read.role_taken = False, True
        if problem := expect("price", price, score(cards, unread) - score(cards, read)):
            return problem
    return ""


@LAWS.in_the_end("OF-NUM-17")
def no_tie_of_two(play: Playthrough) -> str:
    scores = game(play).scores(play.state)
    tie = play.seats == 2 and scores[0] == scores[1]
    return f"both have {scores[0]} points" if tie else ""


# -- whole games: who does what ---------------------------------------------------------------


@LAWS.in_the_end("OF-NUM-11")
def turns_of_a_competition(play: Playthrough) -> str:
    n, dealer = play.seats, start(play).dealer
    for number, events in enumerate(competitions(play), 1):
        names = [event["event"] for event in events]
        if names.count("passed") != n - 1:
            return f"competition {number} had {names.count('passed')} passes"
        winner = seat_number(str(events[-1]["seat"]))
        acted = [event for event in events[:-1] if event.get("seat") == seat_letter(winner)]
        if "dedicated" not in names and (winner != (dealer - 1) % n or acted):
            return f"competition {number}: nobody dedicated, dealer {dealer}, winner {winner}"
        dealer = winner
    return ""


@LAWS.in_the_end("OF-GEN-03")
def the_largest_total_wins(play: Playthrough) -> str:
    scores, ranks = game(play).scores(play.state), game(play).ranks(play.state)
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    best = [seat for seat, points in enumerate(scores) if points == max(scores)]
    beaten = not winners or not set(winners) <= set(best)
    return f"the winners are {winners}, the largest totals have {best}" if beaten else ""


@LAWS.in_the_end("OF-GEN-04")
def each_god_has_one_winner(play: Playthrough) -> str:
    owned = [god for player in start(play).players for god in names_of(play, player.gods)]
    won = [cast(str, event["god"]) for event in play.named("god_won")]
    return expect("gods owned or won", sorted(game(play).cards.god_ids), sorted(owned + won))


def names_of(play: Playthrough, gods: int) -> list[str]:
    return game(play).cards.names(gods)


@LAWS.in_the_end("OF-FLOW-01")
def the_altar_card_is_what_is_won(play: Playthrough) -> str:
    altar = game(play).cards.god_ids[start(play).altar]
    for event in play.events:
        if event.name == "god_won" and event.facts["god"] != altar:
            return f"{event.facts['god']} was won while {altar} lay on the altar"
        if event.name == "altar_revealed":
            altar = cast(str, event.facts["god"])
    return ""


@LAWS.in_the_end("OF-FLOW-03")
def one_action_per_turn(play: Playthrough) -> str:
    """After a dedication or a pass, the next to act in the same competition is somebody else."""
    done: object = None
    for event in play.events:
        seat = event.facts.get("seat")
        if event.name in ("card_added", "treasure_used", "role_taken", "passed") and seat == done:
            return f"seat {seat} has two turns in a row"
        if event.name in ("dedicated", "passed"):
            done = seat
        elif event.name == "god_won":
            done = None
    return ""


@LAWS.in_the_end("OF-FLOW-04")
def turns_go_on_until_one_is_left(play: Playthrough) -> str:
    for number, events in enumerate(competitions(play), 1):
        out = {event["seat"] for event in events if event["event"] == "passed"}
        if out | {events[-1]["seat"]} != set(LETTERS[: play.seats]) or events[-1]["seat"] in out:
            return f"competition {number} ended with {sorted(map(str, out))} out"
    return ""


@LAWS.in_the_end("OF-END-01")
def the_game_ends_with_the_god_pile(play: Playthrough) -> str:
    state = table(play)
    over = state.asked == NOBODY
    return expect("over", state.gods_left == 0 and state.altar == NO_GOD, over)


@LAWS.in_the_end("OF-END-02")
def another_competition_follows(play: Playthrough) -> str:
    names = [event.name for event in play.events]
    won, opened = names.count("god_won"), names.count("altar_revealed")
    return expect("competitions opened", won - 1 if table(play).asked == NOBODY else won, opened)


@LAWS.in_the_end("OF-TRE-02")
def a_treasure_works_once(play: Playthrough) -> str:
    used = [event["treasure"] for event in play.named("treasure_used")]
    return "" if len(used) == len(set(used)) else f"used: {used}"


@LAWS.in_the_end("OF-GEN-05")
def only_the_sixteen_moves(play: Playthrough) -> str:
    """Nothing names a partner, a trade or a team."""
    strange = [text for text in play.texts() if text not in TEXTS]
    return f"moves: {strange}" if strange else expect("moves there are", 16, len(set(TEXTS)))


@LAWS.in_the_end("OF-RUL-17")
def an_open_book_is_not_taken(play: Playthrough) -> str:
    taken = [event["seat"] for event in play.named("role_taken")]
    if table(play).settings.open_book:
        return expect("role cards taken in an open-book game", [], taken)
    return expect("role cards taken by different players", len(taken), len(set(map(str, taken))))


@LAWS.in_the_end("OF-RUL-23")
def nobody_has_to_discard(play: Playthrough) -> str:
    """A hand becomes smaller only by laying cards and by the Sword."""
    hands = [size(player.hand) for player in start(play).players]
    for event in play.events:
        facts = event.whole()
        seat = seat_number(str(facts.get("seat", "A")))
        if event.name == "card_added":
            hands[seat] -= 1
        elif event.name == "passed":
            hands[seat] += sum(cast("dict[str, int]", facts["returned"]).values())
            hands[seat] += facts["gained"] is not None
        elif event.name == "jewel_drew":
            hands[seat] += cast(int, facts["count"])
        elif event.name == "sword_stole":
            hands[seat] += 1
            hands[seat_number(str(facts["victim"]))] -= 1
    return expect("sizes of hands", hands, [size(p.hand) for p in table(play).players])


# -- the cards --------------------------------------------------------------------------------


@LAWS.in_the_end("OF-COMP-02")
def offerings_add_up(play: Playthrough) -> str:
    offerings = game(play).cards.offerings
    influence = sum(card.number("influence") * card.number("count") for card in offerings)
    return expect("influence of all offerings", 50, influence)


@LAWS.in_the_end("OF-ROLE-01")
def every_god_has_a_role(play: Playthrough) -> str:
    cards = game(play).cards
    roles = {god: sum(role.members >> god & 1 for role in cards.roles) for god in range(GODS)}
    several = {cards.god_ids[god]: number for god, number in roles.items() if number != 1}
    return expect("roles", {"amaterasu": 2, "okuninushi": 2, "susanoo": 3}, several)


@LAWS.in_the_end("OF-RUL-02")
def the_printed_example_is_possible(play: Playthrough) -> str:
    cards = game(play).cards
    names = ("susanoo", "orochi", "okuninushi", "takemikazuchi")
    gods = sum(1 << cards.god_number(name) for name in names)
    return expect("points of the printed example", 23, god_points(cards, gods))
