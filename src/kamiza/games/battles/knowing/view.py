"""What a seat may know, built up piece by piece. [KB-HID-01..27]

A view holds a table of its own, on which only known things lie: known hand cards, known places of
decks, and for each player the multiset of cards whose place is unknown, which is public because
everybody sees what everybody owns. [KB-HID-07]
"""

from __future__ import annotations

from typing import Final, final

from kamiza.core.action import NOBODY
from kamiza.core.game import View
from kamiza.core.native import i64
from kamiza.core.rng import Rng
from kamiza.games.battles.cards import NO_CARD, NO_GOD, SINGLE
from kamiza.games.battles.language import bit
from kamiza.games.battles.rules.moves import text_of
from kamiza.games.battles.rules.piles import in_order
from kamiza.games.battles.rules.scoring import ranks, scores
from kamiza.games.battles.rules.setup import god_seat
from kamiza.games.battles.stack import PLACE, SETUP
from kamiza.games.battles.table import (
    ARTIFACT_DECK,
    DECK_OBJECT,
    PUBLIC,
    SEEN_BY_ALL,
    WARRIOR_DECK,
    Battles,
    Deck,
    Player,
)


@final
class BattlesView(View):
    """What one seat may know."""

    def __init__(self, seat: i64, known: Battles) -> None:
        self.seat = seat
        self.known: Final = known  # in decks NO_CARD is an unknown card at a fixed place
        self.hand_sizes: list[int] = []
        self.deck_sizes: list[int] = []
        self.pools: list[bytes] = []  # cards of each player whose place is unknown
        self.listed: list[str] = []  # answers, if this seat is asked
        self.final_scores: list[int] = []
        self.final_ranks: list[int] = []

    def as_json(self, remembering: bool) -> dict[str, object]:
        from kamiza.games.battles.showing.show import write_view

        return write_view(self)


def knows(seen: i64, seat: i64) -> bool:
    """Is a card with these marks known to the seat, or to everybody?"""
    if seen >> PUBLIC & 1:
        return True
    return seat >= 0 and seen >> seat & 1 == 1


def mark_for(seen: i64, seat: i64) -> i64:
    """The marks as the seat knows them: everybody, or just me."""
    return SEEN_BY_ALL if seen >> PUBLIC & 1 else bit(seat)


def view(state: Battles, seat: i64) -> BattlesView:
    """Everything this seat may know now."""
    known = Battles(state.cards, state.settings, state.seats, Rng(0, 1, b"", []))
    seen = BattlesView(seat, known)
    copy_open(state, known)
    for owner in range(state.seats):
        add_player(state, seen, owner)
    known.warrior_deck = common_deck(state, seat, WARRIOR_DECK)
    known.artifact_deck = common_deck(state, seat, ARTIFACT_DECK)
    if state.asked == NOBODY:
        seen.final_scores = scores(state)
        seen.final_ranks = ranks(state)
    elif seat == state.asked:
        known.offers = state.offers
        for action in state.offers:
            seen.listed.append(text_of(state.cards, action))
    return seen


def copy_open(state: Battles, known: Battles) -> None:
    """What lies open in the middle of the table. No frame holds a secret."""
    known.supply = state.supply
    known.asked = state.asked
    known.question = state.question
    if state.frame is not None:
        known.frame = state.frame.clone()
    known.first = state.first
    known.active = state.active
    known.turn = state.turn
    known.round = state.round
    known.faith = state.faith
    known.chain = state.chain
    known.colours = state.colours
    known.warrior_piles = state.warrior_piles
    known.warrior_sizes = state.warrior_sizes
    known.artifact_piles = state.artifact_piles
    known.artifact_sizes = state.artifact_sizes
    known.disciple_piles = state.disciple_piles
    known.disciple_sizes = state.disciple_sizes
    known.netherworld = state.netherworld
    known.nether_owners = state.nether_owners
    known.removed = state.removed
    known.watches = state.watches
    known.temples_left = state.temples_left
    known.winners = state.winners
    known.ending = state.ending
    known.falls = state.falls
    known.reacts = state.reacts


# -- players ----------------------------------------------------------------------------------


def is_teammate(state: Battles, seat: i64, other: i64) -> bool:
    """The seat itself or a player of its team."""
    if seat < 0:
        return False
    return seat == other or (
        state.settings.team and state.players[seat].team == state.players[other].team
    )


def add_player(state: Battles, seen: BattlesView, owner: i64) -> None:
    """Open things of a player, and what this seat knows of the hidden ones."""
    truth = state.players[owner]
    player = Player()
    player.status = truth.status
    player.team = truth.team
    player.role = truth.role
    player.energy = truth.energy
    player.temple = truth.temple
    player.temple_energy = truth.temple_energy
    player.discard = truth.discard
    player.area = truth.area
    player.used = truth.used
    player.stops = truth.stops
    player.disciples = truth.disciples
    player.disciples_1 = truth.disciples_1
    player.boost_turn = truth.boost_turn
    player.boost_next = truth.boost_next
    player.discount_warrior = truth.discount_warrior
    player.discount_artifact = truth.discount_artifact
    player.discount_disciple = truth.discount_disciple
    player.fell = truth.fell
    player.triggers = truth.triggers
    seen.known.players.append(player)
    add_god(state, seen, owner, player)
    unknown = add_hand(state, seen, owner, player)
    deck = truth.deck
    object: i64 = DECK_OBJECT + owner
    player.deck = known_deck(state, seen.seat, object, deck)
    unknown += hidden_cards(seen.seat, deck)
    seen.pools.append(in_order(unknown))
    seen.hand_sizes.append(len(truth.hand))
    seen.deck_sizes.append(deck.size())


def add_god(state: Battles, seen: BattlesView, owner: i64, player: Player) -> None:
    """Gods are secret while they are chosen; a team's Culture is not. [KB-HID-01] [KB-HID-02]"""
    truth = state.players[owner]
    frame = state.frame
    if frame is None or frame.kind != SETUP or truth.dealt == 0:
        if frame is None or frame.kind != SETUP or not is_choosing(state):
            player.god = truth.god
            return
    if is_teammate(state, seen.seat, owner):
        player.god = truth.god
        player.dealt = truth.dealt
        return
    player.god = NO_GOD
    if state.settings.team:
        player.dealt = culture_of(state, owner)


def is_choosing(state: Battles) -> bool:
    """Are the gods still being chosen?"""
    frame = state.frame
    return frame is not None and frame.kind == SETUP and frame.step == 1


def culture_of(state: Battles, owner: i64) -> i64:
    """All gods of the Culture of a player's team, chosen or not."""
    some: i64 = state.players[owner].dealt
    gods: i64 = 0
    culture: i64 = -1
    for god in range(1, len(state.cards.god_ids)):
        if some >> god & 1:
            culture = state.cards.culture[god]
    for god in range(1, len(state.cards.god_ids)):
        if state.cards.culture[god] == culture:
            gods |= bit(god)
    return gods


def has_chosen(known: Battles, owner: i64) -> bool:
    """Has this player kept a god already? Everybody sees who has answered."""
    frame = known.frame
    if frame is None:
        return True
    for index in range(frame.at):
        if god_seat(known, index) == owner:
            return True
    return False


def add_hand(state: Battles, seen: BattlesView, owner: i64, player: Player) -> bytes:
    """Known hand cards; the unknown ones are returned for the pool."""
    truth = state.players[owner]
    if owner == seen.seat:
        player.hand = truth.hand
        marks = b""
        for place in range(len(truth.hand)):
            public = truth.seen[place] >> PUBLIC & 1
            marks += SINGLE[SEEN_BY_ALL & ~bit(owner)] if public else b"\0"
        player.seen = marks
        return b""
    shared = state.settings.shared_hands and is_teammate(state, seen.seat, owner)
    unknown = b""
    for place in range(len(truth.hand)):
        seen_by: i64 = truth.seen[place]
        if shared or knows(seen_by, seen.seat):
            player.hand += SINGLE[truth.hand[place]]
            player.seen += SINGLE[mark_for(seen_by, seen.seat) & ~bit(owner)]
        else:
            unknown += SINGLE[truth.hand[place]]
    return unknown


# -- decks ------------------------------------------------------------------------------------


def fixed_places(state: Battles, object: i64) -> i64:
    """How many top places everybody knows to be fixed, because somebody is sorting them now."""
    frame = state.frame
    if frame is not None and frame.kind == PLACE and frame.target == object:
        return frame.moved + frame.most
    return 0


def known_deck(state: Battles, seat: i64, object: i64, deck: Deck) -> Deck:
    """The places of a deck that the seat knows, NO_CARD in between."""
    top = b""
    top_seen = b""
    last: i64 = fixed_places(state, object)
    for place in range(len(deck.top)):
        if knows(deck.top_seen[place], seat) and place >= last:
            last = place + 1
    for place in range(last):
        known = knows(deck.top_seen[place], seat)
        top += SINGLE[deck.top[place]] if known else SINGLE[NO_CARD]
        top_seen += SINGLE[mark_for(deck.top_seen[place], seat)] if known else b"\0"
    bottom = b""
    bottom_seen = b""
    first: i64 = 0
    while first < len(deck.bottom) and not knows(deck.bottom_seen[first], seat):
        first += 1
    for place in range(first, len(deck.bottom)):
        known = knows(deck.bottom_seen[place], seat)
        bottom += SINGLE[deck.bottom[place]] if known else SINGLE[NO_CARD]
        bottom_seen += SINGLE[mark_for(deck.bottom_seen[place], seat)] if known else b"\0"
    return Deck(top, top_seen, b"", bottom, bottom_seen)


def hidden_cards(seat: i64, deck: Deck) -> bytes:
    """The cards of a deck whose place the seat does not know."""
    unknown = deck.rest
    for place in range(len(deck.top)):
        if not knows(deck.top_seen[place], seat):
            unknown += SINGLE[deck.top[place]]
    for place in range(len(deck.bottom)):
        if not knows(deck.bottom_seen[place], seat):
            unknown += SINGLE[deck.bottom[place]]
    return unknown


def common_deck(state: Battles, seat: i64, object: i64) -> Deck:
    """Everybody knows by subtraction which Warriors or Artifacts are left. [KB-HID-11]"""
    deck = state.warrior_deck if object == WARRIOR_DECK else state.artifact_deck
    known = known_deck(state, seat, object, deck)
    known.rest = in_order(hidden_cards(seat, deck))
    return known
