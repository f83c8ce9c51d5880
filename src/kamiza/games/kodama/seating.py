"""Players of a position: trees, points and Kodama hands."""

from __future__ import annotations

from typing import Final, cast

from kamiza.core.action import LETTERS, NOBODY, seat_letter
from kamiza.core.fields import dict_of, list_of, number_of, refuse_unknown, word_of
from kamiza.core.game import PositionError
from kamiza.games.kodama.cards import (
    BRANCHES,
    KODAMA,
    NO_CARD,
    SEASONS,
    SPIRITS,
    TRUNKS,
    Cards,
    spirit_count,
)
from kamiza.games.kodama.seasons import seat_at
from kamiza.games.kodama.shapes import bit
from kamiza.games.kodama.sketches import read_tree
from kamiza.games.kodama.state import (
    CARD_BITS,
    HAND,
    ROUNDS,
    SEASON_BITS,
    Kodama,
    Player,
    scored_card,
    scored_set,
)
from kamiza.games.kodama.trees import Tree, trunk_of

PLAYER_FIELDS: Final = ("tree", "hand", "score", "base", "bonus", "scored", "last")
MOST_POINTS: Final = 9999


def read_players(
    cards: Cards, position: dict[str, object], seats: int, conversion: int
) -> list[Player]:
    """Trees and points; hands come later, when it is known how many cards they need."""
    entries = dict_of("players", position.get("players", {}))
    refuse_unknown("players", entries, tuple(LETTERS[:seats]))
    trees: dict[str, Tree] = {}
    for letter in LETTERS[:seats]:
        entry = dict_of(letter, entries.get(letter, {}))
        refuse_unknown(letter, entry, PLAYER_FIELDS)
        if "tree" in entry:
            trees[letter] = read_tree(cards, f"{letter}.tree", entry["tree"], conversion)
    taken = [trunk_of(tree) for tree in trees.values()]
    if len(set(taken)) != len(taken):
        raise PositionError("players: two players have the same trunk")
    free = [trunk for trunk in range(BRANCHES, BRANCHES + TRUNKS) if trunk not in taken]
    players: list[Player] = []
    for letter in LETTERS[:seats]:
        if letter not in trees:
            bare = [cards.ids[free.pop(0)]]
            trees[letter] = read_tree(cards, f"{letter}.tree", bare, conversion)
        entry = cast("dict[str, object]", entries.get(letter, {}))
        players.append(read_player(cards, letter, entry, trees[letter]))
    return players


def read_player(cards: Cards, letter: str, entry: dict[str, object], tree: Tree) -> Player:
    base = read_points(f"{letter}.base", entry.get("base", [0, 0, 0]), len(SEASONS))
    bonus = read_points(f"{letter}.bonus", entry.get("bonus", [0, 0, 0]), len(SEASONS))
    last = read_points(f"{letter}.last", entry.get("last", [0, 0]), 2)
    scored, kodama = read_scored(cards, letter, entry)
    known = sum(base) + sum(bonus) + kodama
    score = number_of(f"{letter}.score", entry.get("score", known), 0, MOST_POINTS)
    if score < known:
        raise PositionError(f"{letter}.score: is less than what was scored ({known})")
    return Player(
        tree, 0, score, by_season(base), by_season(bonus), scored, last[0], last[1]
    )  # fmt: skip


def by_season(points: list[int]) -> int:
    return sum(number << season * SEASON_BITS for season, number in enumerate(points))


def read_points(field: str, value: object, size: int) -> list[int]:
    found = [number_of(field, number, 0, MOST_POINTS) for number in list_of(field, value)]
    if len(found) != size:
        raise PositionError(f"{field}: must be {size} numbers")
    return found


def read_scored(cards: Cards, letter: str, entry: dict[str, object]) -> tuple[int, int]:
    """The Kodama scored so far, packed, and their points."""
    field = f"{letter}.scored"
    scored = total = 0
    used: list[str] = []
    for name, value in dict_of(field, entry.get("scored", {})).items():
        season = word_of(field, name, SEASONS)
        kodama, _, points = value.partition(" ") if isinstance(value, str) else ("", "", "")
        if kodama not in cards.spirit_ids or not points.isdecimal() or int(points) > 255:
            raise PositionError(f"{field}: write a Kodama and its points as 'K07 16'")
        if kodama in used:
            raise PositionError(f"{field}: {kodama} is scored twice")
        used.append(kodama)
        number = cards.spirit_ids.index(kodama) + 1 | int(points) << CARD_BITS
        scored |= number << season * SEASON_BITS
        total += int(points)
    return scored, total


def read_hands(state: Kodama, entries: dict[str, object]) -> None:
    """Kodama in hands; every card is somewhere at most once. [KO-SETUP-05] [KO-SPROUT-02]"""
    free = state.cards.kodama_pool(state.settings.edition)
    free |= sum(bit(sprout) for sprout in range(KODAMA, SPIRITS))
    for seat, player in enumerate(state.players):
        check_scored(state, seat)
        free = take(state, free, scored_set(player.scored), f"{seat_letter(seat)}.scored")
    silent: list[int] = []
    for seat, player in enumerate(state.players):
        letter = seat_letter(seat)
        entry = cast("dict[str, object]", entries.get(letter, {}))
        if "hand" not in entry:
            silent.append(seat)
            continue
        player.hand = read_hand(state, f"{letter}.hand", entry["hand"])
        free = take(state, free, player.hand, f"{letter}.hand")
    for seat in silent:
        state.players[seat].hand = usual_hand(state, seat, free)
        free &= ~state.players[seat].hand
    for seat in range(state.seats):
        check_hand(state, seat)


def read_hand(state: Kodama, field: str, value: object) -> int:
    hand = 0
    for kodama in list_of(field, value):
        if kodama not in state.cards.spirit_ids:
            raise PositionError(f"{field}: there is no Kodama {kodama!r}")
        card = bit(state.cards.spirit_ids.index(kodama))
        if hand & card:
            raise PositionError(f"{field}: names {kodama} twice")
        hand |= card
    return hand


def take(state: Kodama, free: int, cards: int, field: str) -> int:
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


def choices_left(state: Kodama, seat: int) -> int:
    """How many Kodama the seat still has to score."""
    return len(SEASONS) - state.season - (1 if has_chosen(state, seat) else 0)


def own_set(state: Kodama, seat: int) -> int:
    """The cards a seat may have at all: the Sprouts of its letter, or any Kodama."""
    if seat in state.settings.sprouts:
        return state.cards.sprout_set(state.settings.sprouts[seat])
    return state.cards.kodama_pool(state.settings.edition)


def usual_hand(state: Kodama, seat: int, free: int) -> int:
    """The lowest cards that are free, as many as there should be now."""
    wanted = choices_left(state, seat) + (0 if seat in state.settings.sprouts else 1)
    hand = 0
    for card in range(SPIRITS):
        if own_set(state, seat) & free & bit(card) and spirit_count(hand) < wanted:
            hand |= bit(card)
    return hand


def check_hand(state: Kodama, seat: int) -> None:
    letter = seat_letter(seat)
    player = state.players[seat]
    used = scored_set(player.scored)
    if (player.hand | used) & ~own_set(state, seat):
        raise PositionError(f"{letter}.hand: has a card that was not dealt to this seat")
    dealt = len(SEASONS) if seat in state.settings.sprouts else HAND
    if spirit_count(player.hand) + spirit_count(used) > dealt:
        raise PositionError(f"{letter}.hand: with those scored it has more than {dealt} cards")
    if spirit_count(player.hand) < choices_left(state, seat):
        raise PositionError(f"{letter}.hand: too few cards for the seasons to come")


def check_scored(state: Kodama, seat: int) -> None:
    """Nothing is scored in a season before its Kodama Phase."""
    first_open = state.season + (1 if has_chosen(state, seat) else 0)
    for season in range(first_open, len(SEASONS)):
        if scored_card(state.players[seat].scored, season) != NO_CARD:
            letter = seat_letter(seat)
            raise PositionError(f"{letter}.scored: {SEASONS[season]} is not scored yet")
