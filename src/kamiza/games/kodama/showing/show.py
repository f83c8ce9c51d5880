"""What only a screen wants: places, unseen icons, the box, the score track, the final count."""

from __future__ import annotations

from typing import Final, cast

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.bits import size_of
from kamiza.core.game import View
from kamiza.core.kinds import (
    COUNT,
    TEXT,
    YES_OR_NO,
    Seat,
    Shown,
    by_key,
    by_seat,
    listing,
    maybe,
    record,
)
from kamiza.core.native import i64
from kamiza.core.schema import Json
from kamiza.core.shapes import Extra, Extras
from kamiza.games.kodama.cards import NO_DECREE, SEASONS, SPROUTS, TRUNKS
from kamiza.games.kodama.kinds import FEATURE, SEASON
from kamiza.games.kodama.rules.icons import FEATURES, KINDS, by_feature, icons_of
from kamiza.games.kodama.rules.points import in_season, scored_points, scored_set
from kamiza.games.kodama.rules.scoring import ranks, track, trunk_icons
from kamiza.games.kodama.rules.seasons import seat_at
from kamiza.games.kodama.rules.spirits import counted_cards, points_of
from kamiza.games.kodama.rules.trees import all_icons, trunk_of
from kamiza.games.kodama.showing.places import PLACE, SLOT, show_places
from kamiza.games.kodama.table import (
    DECK,
    KODAMA,
    ONTO,
    ROUNDS,
    SPOT,
    Kodama,
    Player,
    season_token,
)

DECREE: Final = record(
    "SeasonDecree",
    {
        "season": SEASON,
        "decree": maybe(TEXT),
        "state": Shown({"enum": ["past", "in_force", "face_down"]}),
    },
)
BOX: Final = record(
    "Box",
    {
        "kodama": COUNT, "sprouts": COUNT, "decrees": COUNT, "trunks": COUNT,
        "player_tokens": COUNT, "kodama_cards": listing(TEXT),
    },
    optional=["kodama_cards"],
)  # fmt: skip
PICKED: Final = record(
    "Picked", {"slot": SLOT, "card": TEXT, "onto": maybe(COUNT), "wide": YES_OR_NO}
)
TRACK: Final = record("Track", {"marker": COUNT, "token": maybe(COUNT), "badges": COUNT})
SOURCES: Final = ("base", "decree", "kodama")
SEASON_POINTS: Final = record(
    "Points",
    {
        **{source: listing(COUNT) for source in SOURCES},
        "total": listing(COUNT),
        "sums": record("Sums", dict.fromkeys(SOURCES, COUNT)),
    },
)
HELD: Final = record(
    "HeldKodama",
    {"kodama": TEXT, "points": COUNT, "suggested": YES_OR_NO, "cards": listing(TEXT)},
)
SEAT_RESULT: Final = record(
    "SeatResult", {"score": COUNT, "points": SEASON_POINTS, "trunk_icons": COUNT, "rank": COUNT}
)
RESULT: Final = record("Result", {"seats": by_seat(SEAT_RESULT), "winners": listing(Seat())})

EXTRAS: Final = Extras(
    table=[
        Extra("rounds", COUNT, "how many rounds a season has"),
        Extra("season_token", COUNT, "where the season token stands, 0 to 12"),
        Extra("order", listing(Seat()), "the seats in the order of turns of this season"),
        Extra("decrees", listing(DECREE), "the decree of each season, if there are decrees"),
        Extra("unseen", by_key(COUNT), "icons of each feature still in the deck, as printed"),
        Extra("box", BOX, "how much went back to the box; which Kodama, is shown at the end"),
        Extra("picked", maybe(PICKED), "the card that is taken but not yet placed"),
        Extra("places", listing(PLACE), "what each card would bring where on the own tree",
              optional=True),
        Extra("result", RESULT, "the final count, once the game is over", optional=True),
    ],
    players=[
        Extra("trunk", TEXT, "the trunk card"),
        Extra("feature", FEATURE, "the feature of the trunk and of the player token"),
        Extra("track", TRACK, "how the score is shown on the score track"),
        Extra("last_points", COUNT, "what the last turn brought, with the decree"),
        Extra("points", SEASON_POINTS, "where the points came from, by season"),
        Extra("sprouts", maybe(TEXT), "the letter of the Sprouts, if the seat plays with them"),
        Extra("icons", by_key(COUNT), "icons of each feature on the tree, as they count now"),
    ],
    private=[Extra("hand", listing(HELD), "the own Kodama with what each would score now")],
)  # fmt: skip


def show(seen: View) -> Json:
    """Everything of `EXTRAS` for this view."""
    known = cast(Kodama, seen.known)
    is_over = known.asked == NOBODY
    shown: Json = {
        "rounds": ROUNDS,
        "season_token": season_token(known),
        "order": [seat_letter(seat_at(known, turn)) for turn in range(known.seats)],
        "decrees": show_decrees(known),
        "unseen": unseen_icons(known),
        "box": show_box(known),
        "picked": show_picked(known),
        "players": {
            seat_letter(seat): show_player(known, seat, player)
            for seat, player in enumerate(known.players)
        },
    }
    if seen.seat >= 0:
        shown["private"] = {"hand": show_hand(known, known.players[seen.seat])}
    if not is_over and seen.seat >= 0 and known.frame.kind != KODAMA:
        shown["places"] = show_places(known, seen.seat)
    if is_over:
        shown["result"] = show_result(known)
    return shown


def show_decrees(known: Kodama) -> list[Json]:
    """The decree of each season: past, in force, or face down. [KO-DEC-04] [KO-HID-02]"""
    if not known.settings.decrees:
        return []
    turned_up = [*known.past] + ([] if known.decree == NO_DECREE else [known.decree])
    by_season = {
        known.cards.seasons[decree]: known.cards.decree_ids[decree] for decree in turned_up
    }
    entries: list[Json] = []
    for number, season in enumerate(SEASONS):
        in_force = number == known.season and known.decree != NO_DECREE
        state = "in_force" if in_force else "past" if number in by_season else "face_down"
        entries.append({"season": season, "decree": by_season.get(number), "state": state})
    return entries


def unseen_icons(known: Kodama) -> dict[str, int]:
    """Icons of each feature that are still in the deck, as printed."""
    icons: i64 = 0
    counts = [0] * KINDS
    for card in known.deck:
        icons = known.cards.icons[card]
        for feature in range(KINDS):
            counts[feature] += icons_of(icons, feature)
    return dict(zip(FEATURES, counts))


def show_box(known: Kodama) -> Json:
    """How much went back to the box at the start; what it is, is open at the end. [KO-SETUP-07]"""
    cards, settings = known.cards, known.settings
    pool: i64 = cards.kodama_pool(settings.edition)
    boxed: i64 = size_of(pool)
    for seat, player in enumerate(known.players):
        used: i64 = scored_set(player.scored)
        if seat not in settings.sprouts:
            boxed -= size_of(player.hand) + player.unknown + size_of(used)
        pool &= ~(player.hand | used)
    decrees = sum(len(cards.decree_pool(settings.edition, s)) for s in range(len(SEASONS)))
    box: Json = {
        "kodama": boxed,
        "sprouts": SPROUTS - 3 * len(settings.sprouts),
        "decrees": decrees - len(SEASONS) if settings.decrees else decrees,
        "trunks": TRUNKS - known.seats,
        "player_tokens": TRUNKS - known.seats,
    }
    if known.asked == NOBODY:
        box["kodama_cards"] = cards.spirit_names(pool)
    return box


def show_picked(known: Kodama) -> Json | None:
    """The card taken but not yet placed."""
    frame = known.frame
    if frame.kind not in (ONTO, SPOT):
        return None
    return {
        "slot": "deck" if frame.a == DECK else frame.a,
        "card": known.cards.ids[frame.b],
        "onto": frame.c if frame.kind == SPOT else None,
        "wide": frame.kind == SPOT and frame.d == 1,
    }


def show_player(known: Kodama, seat: int, player: Player) -> Json:
    trunk = trunk_of(player.tree)
    return {
        "trunk": known.cards.ids[trunk],
        "feature": FEATURES[known.cards.trunk_feature(trunk)],  # of the player token, too
        "track": track(player.score),
        "last_points": player.last_base + player.last_bonus,
        "points": show_points(player),
        "sprouts": known.settings.sprouts.get(seat),
        "icons": by_feature(all_icons(player.tree)),
    }


def show_points(player: Player) -> Json:
    """Where the points came from, by season."""
    seasons = range(len(SEASONS))
    base: list[int] = [in_season(player.base, season) for season in seasons]
    decree: list[int] = [in_season(player.bonus, season) for season in seasons]
    kodama: list[int] = [scored_points(player.scored, season) for season in seasons]
    return {
        "base": base,
        "decree": decree,
        "kodama": kodama,
        "total": [base[season] + decree[season] + kodama[season] for season in seasons],
        "sums": {"base": sum(base), "decree": sum(decree), "kodama": sum(kodama)},
    }


def show_hand(known: Kodama, player: Player) -> list[Json]:
    """The own Kodama with what each would score now; Sprouts with their season. [KO-SPROUT-03]"""
    hand: list[Json] = []
    for card, kodama in enumerate(known.cards.spirit_ids):
        if player.hand >> card & 1:
            season = known.cards.spirits[card].maybe_text("season")
            points = points_of(known.cards.scores[card], player.tree)
            suggested = season == SEASONS[known.season]
            tree = player.tree.cards
            numbers = counted_cards(known.cards.scores[card], player.tree)
            counts = [known.cards.ids[tree[number].card] for number in numbers]
            held = {"kodama": kodama, "points": points, "suggested": suggested, "cards": counts}
            hand.append(held)
    return hand


def show_result(known: Kodama) -> Json:
    """Everything about the final count. [KO-END-03..05]"""
    places = ranks(known)
    seats: Json = {}
    for seat, player in enumerate(known.players):
        seats[seat_letter(seat)] = {
            "score": player.score,
            "points": show_points(player),
            "trunk_icons": trunk_icons(known, player),
            "rank": places[seat],
        }
    winners = [seat_letter(seat) for seat, place in enumerate(places) if place == 1]
    return {"seats": seats, "winners": winners}
