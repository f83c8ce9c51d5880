"""The full states that would fit a view: the unknown cards, dealt again and again."""

from __future__ import annotations

from typing import Final, cast, final

from kamiza.core.bits import nth_member, size_of
from kamiza.core.game import View, Worlds
from kamiza.core.native import i64
from kamiza.core.rng import Rng
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD, NO_GOD, SINGLE
from kamiza.games.battles.knowing.seen import is_choosing
from kamiza.games.battles.language import bit
from kamiza.games.battles.rules.engine import answers, is_always_asked
from kamiza.games.battles.rules.hands import add_to_hand
from kamiza.games.battles.rules.rows import fits_any, without
from kamiza.games.battles.rules.settings import gods_of
from kamiza.games.battles.rules.setup import god_seat
from kamiza.games.battles.stack.turns import Preparation
from kamiza.games.battles.stack.uses import Choice, Placing
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.objects import ARTIFACT_DECK, DECK_OBJECT, WARRIOR_DECK
from kamiza.games.battles.table.players import Deck

HORIZON: Final = 4  # rounds an imagined game goes on before the position is counted
MOST_DEALS: Final = 200


@final
class BattlesWorlds(Worlds):
    """All states that fit a view. What is known is laid out once; `sample` deals the rest."""

    def __init__(self, seen: View) -> None:
        self.seat: Final[i64] = seen.seat
        self.known: Final = cast(Battles, seen.known)

    def sample(self, rng: Rng) -> Battles:
        """Who is asked has a choice, so a deal that leaves them none is no world. [KB-FLOW-09]"""
        world = self.deal(rng)
        for _ in range(MOST_DEALS):
            if is_question(world):
                break
            world = self.deal(rng)
        return world

    def deal(self, rng: Rng) -> Battles:
        world = self.known.clone()
        if is_choosing(world):
            imagine_gods(world, self.seat, rng)
        for seat in range(world.seats):
            imagine_hand(world, seat, rng)
            fill_places(world, world.players[seat].deck, DECK_OBJECT + seat, rng)
        fill_places(world, world.warrior_deck, WARRIOR_DECK, rng)
        fill_places(world, world.artifact_deck, ARTIFACT_DECK, rng)
        world.rng = rng.fork()
        world.horizon = world.round + HORIZON
        if self.seat != world.asked and world.asked >= 0:
            world.offers = answers(world)
        return world


def is_question(world: Battles) -> bool:
    """Would the open question be asked, or does it answer itself? [KB-FLOW-09]"""
    return world.asked < 0 or is_always_asked(world.question) or len(world.offers) > 1


def imagine_hand(world: Battles, seat: i64, rng: Rng) -> None:
    """Fill the hand from the cards whose place is unknown; what is left lies in the deck."""
    player = world.players[seat]
    pool = player.deck.rest
    missing: i64 = player.unknown
    player.unknown = 0
    needed: i64 = needed_card(world, seat)
    if missing > 0 and needed != 0:
        fitting = b""
        for place in range(len(pool)):
            if world.cards.type[pool[place]] & needed:
                fitting += SINGLE[place]
        if len(fitting) != 0:
            chosen: i64 = fitting[rng.below(len(fitting))]
            add_to_hand(world, seat, pool[chosen], 0)
            pool = without(pool, chosen)
            missing -= 1
    while missing > 0:
        place = rng.below(len(pool))
        add_to_hand(world, seat, pool[place], 0)
        pool = without(pool, place)
        missing -= 1
    player.deck.rest = pool


def needed_card(world: Battles, seat: i64) -> i64:
    """Who is choosing a card of this hand has one to choose: the filter, or 0."""
    choice = world.frame
    if type(choice) is not Choice or choice.owner != seat or choice.picked >= choice.least:
        return 0
    player = world.players[seat]
    if choice.zone == w.HAND_AND_AREA:
        return 0 if len(answers(world)) > 0 else choice.card
    if choice.zone != w.HAND or fits_any(world, player.hand, choice.card):
        return 0
    return choice.card


def fill_places(world: Battles, deck: Deck, object: i64, rng: Rng) -> None:
    """Unknown cards at fixed places come from the rest; who is sorting them knows them."""
    placing = world.frame
    sorting: i64 = 0
    mark: i64 = 0
    if type(placing) is Placing and placing.deck == object:
        sorting = placing.on_top + placing.left
        mark = bit(placing.seat)
    for place in range(len(deck.top)):
        if deck.top[place] == NO_CARD:
            kind: i64 = take_any(deck, rng)
            deck.top = deck.top[:place] + SINGLE[kind] + deck.top[place + 1 :]
            if place < sorting:
                deck.top_seen = deck.top_seen[:place] + SINGLE[mark] + deck.top_seen[place + 1 :]
    for place in range(len(deck.bottom)):
        if deck.bottom[place] == NO_CARD:
            kind = take_any(deck, rng)
            deck.bottom = deck.bottom[:place] + SINGLE[kind] + deck.bottom[place + 1 :]


def take_any(deck: Deck, rng: Rng) -> i64:
    place: i64 = rng.below(len(deck.rest))
    kind: i64 = deck.rest[place]
    deck.rest = without(deck.rest, place)
    return kind


# -- gods that are still secret ---------------------------------------------------------------


def imagine_gods(world: Battles, viewer: i64, rng: Rng) -> None:
    """Gods dealt and kept in secret by others."""
    left: i64 = 0
    for god in gods_of(world.cards, world.settings):
        left |= bit(god)
    for player in world.players:
        left &= ~player.dealt
        if player.god != NO_GOD:
            left &= ~bit(player.god)
    for seat in range(world.seats):
        player = world.players[seat]
        if seat == viewer or player.god != NO_GOD:
            continue
        if world.settings.team:
            if has_chosen(world, seat) and is_secret(world, viewer, seat):
                choose_secretly(world, seat, rng)
            continue
        for _ in range(1 if world.settings.random_god else 2):
            god_number: i64 = nth_member(left, rng.below(size_of(left)))
            left &= ~bit(god_number)
            player.dealt |= bit(god_number)
        if has_chosen(world, seat):
            player.god = nth_member(player.dealt, rng.below(size_of(player.dealt)))


def has_chosen(world: Battles, owner: i64) -> bool:
    """Has this player kept a god already? Everybody sees who has answered."""
    preparation = world.frame
    if not isinstance(preparation, Preparation):
        return True
    for index in range(preparation.seats_done):
        if god_seat(world, index) == owner:
            return True
    return False


def is_secret(world: Battles, viewer: i64, seat: i64) -> bool:
    return viewer < 0 or world.players[viewer].team != world.players[seat].team


def choose_secretly(world: Battles, seat: i64, rng: Rng) -> None:
    """Somebody of the other team keeps a god of the Culture; the team has one fewer then."""
    player = world.players[seat]
    god: i64 = nth_member(player.dealt, rng.below(size_of(player.dealt)))
    player.god = god
    for other in world.players:
        if other.team == player.team:
            other.dealt &= ~bit(god)
