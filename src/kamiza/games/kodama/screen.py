"""A view as JSON: all a screen needs to draw the table and to explain it; and back again."""

from __future__ import annotations

from typing import cast

from kamiza.core.action import NOBODY
from kamiza.core.frame import Frame
from kamiza.core.native import i64
from kamiza.games.kodama.cards import (
    BRANCHES,
    DECREES,
    NO_CARD,
    NO_DECREE,
    SEASONS,
    Cards,
    spirit_count,
)
from kamiza.games.kodama.decrees import conversion_under, is_reversed
from kamiza.games.kodama.effects import Effect
from kamiza.games.kodama.icons import AS_PRINTED, FEATURES, KINDS, by_feature, icons_of
from kamiza.games.kodama.offers import write_places
from kamiza.games.kodama.ranking import track
from kamiza.games.kodama.setup import read_settings, write_settings
from kamiza.games.kodama.shapes import bit
from kamiza.games.kodama.spirits import points_of
from kamiza.games.kodama.state import (
    CARD_BITS,
    DECK,
    FRAMES,
    KODAMA,
    KODAMA_FRAME,
    ONTO,
    PICK,
    PICK_FRAME,
    ROUNDS,
    SEASON_BITS,
    SPOT,
    in_season,
    scored_card,
    scored_points,
)
from kamiza.games.kodama.trees import (
    Tree,
    all_icons,
    bare_tree,
    grown,
    is_close,
    is_end,
    is_fork,
    printed_icons,
    trunk_of,
)
from kamiza.games.kodama.view import KodamaView, SeatView

# -- writing ----------------------------------------------------------------------------------


def write_view(seen: KodamaView) -> dict[str, object]:
    """The view for a screen or a socket; nothing in it needs remembering."""
    over = seen.asked == NOBODY
    data: dict[str, object] = {
        "game": "kodama",
        "seat": seen.seat,
        "seats": len(seen.players),
        "options": write_settings(seen.settings),
        "asked": None if over else seen.asked,
        "question": None if over else FRAMES[seen.frame.kind],
        "moves": seen.listed,
        "phase": "over" if over else "kodama" if seen.frame.kind == KODAMA else "growing",
        "season": SEASONS[seen.season],
        "round": min(seen.round + 1, ROUNDS),
        "rounds": ROUNDS,
        "turn": seen.turn,
        "season_token": token_of(seen),
        "first": seen.first,
        "order": season_order(seen),
        "decree": None if seen.decree == NO_DECREE else seen.cards.decree_ids[seen.decree],
        "decrees": write_decrees(seen),
        "limit": seen.limit,
        "display_size": seen.display_size,
        "display": [seen.cards.ids[card] for card in seen.display],
        "deck": len(seen.deck),
        "unseen": unseen_icons(seen),
        "removed": [seen.cards.ids[card] for card in seen.removed],
        "box": write_box(seen),
        "picked": write_picked(seen),
        "players": [write_seat(seen, seat) for seat in range(len(seen.players))],
    }
    if 0 <= seen.seat < len(seen.players):
        data["private"] = {"hand": write_hand(seen, seen.seat)}
    if not over and seen.seat == seen.asked and seen.frame.kind != KODAMA:
        data["places"] = write_places(seen)
    if over:
        data["result"] = write_result(seen)
    return data


def token_of(seen: KodamaView) -> int:
    """The season token, see `state.season_token`."""
    begun = 1 if seen.turn > 0 and seen.round < ROUNDS else 0
    return seen.season * ROUNDS + seen.round + begun


def effect_of(seen: KodamaView) -> Effect | None:
    return None if seen.decree == NO_DECREE else seen.cards.effects[seen.decree]


def season_order(seen: KodamaView) -> list[int]:
    """Seats in the order of turns of this season."""
    seats = len(seen.players)
    step = -1 if is_reversed(effect_of(seen)) else 1
    return [(seen.first + step * turn) % seats for turn in range(seats)]


def write_decrees(seen: KodamaView) -> list[dict[str, object]]:
    """The decree of each season: past, in force, or face down. [KO-DEC-04] [KO-HID-02]"""
    if not seen.settings.decrees:
        return []
    shown = [*seen.past] + ([] if seen.decree == NO_DECREE else [seen.decree])
    by_season = {seen.cards.seasons[decree]: seen.cards.decree_ids[decree] for decree in shown}
    entries: list[dict[str, object]] = []
    for number, season in enumerate(SEASONS):
        in_force = number == seen.season and seen.decree != NO_DECREE
        state = "in_force" if in_force else "past" if number in by_season else "face_down"
        entries.append({"season": season, "decree": by_season.get(number), "state": state})
    return entries


def unseen_icons(seen: KodamaView) -> dict[str, int]:
    """Icons of each feature that are still in the deck, as printed."""
    icons: i64 = 0
    counts = [0] * KINDS
    for card in seen.deck:
        icons = seen.cards.icons[card]
        for feature in range(KINDS):
            counts[feature] += icons_of(icons, feature)
    return dict(zip(FEATURES, counts))


def write_box(seen: KodamaView) -> dict[str, object]:
    """How much went back to the box at the start; what it is, is open at the end. [KO-SETUP-07]"""
    pool = seen.cards.kodama_pool(seen.settings.edition)
    held = spirit_count(pool)
    for seat, player in enumerate(seen.players):
        if seat not in seen.settings.sprouts:
            held -= player.hand_size + used_count(player)
    decrees = sum(len(seen.cards.decree_pool(seen.settings.edition, s)) for s in range(3))
    box: dict[str, object] = {
        "kodama": held,
        "sprouts": 9 - 3 * len(seen.settings.sprouts),
        "decrees": decrees - 3 if seen.settings.decrees else decrees,
        "trunks": 6 - len(seen.players),
        "player_tokens": 6 - len(seen.players),
    }
    if seen.asked == NOBODY:
        for player in seen.players:
            for season in range(3):
                card = scored_card(player.scored, season)
                pool &= ~bit(card) if card != NO_CARD else pool
            pool &= ~player.hand
        box["kodama_cards"] = seen.cards.spirit_names(pool)
    return box


def used_count(player: SeatView) -> int:
    return sum(scored_card(player.scored, season) != NO_CARD for season in range(3))


def write_picked(seen: KodamaView) -> dict[str, object] | None:
    """The card taken but not yet placed."""
    frame = seen.frame
    if seen.asked == NOBODY or frame.kind not in (ONTO, SPOT):
        return None
    return {
        "slot": "deck" if frame.a == DECK else frame.a,
        "card": seen.cards.ids[frame.b],
        "onto": frame.c if frame.kind == SPOT else None,
        "wide": frame.kind == SPOT and frame.d == 1,
    }


def write_seat(seen: KodamaView, seat: int) -> dict[str, object]:
    player = seen.players[seat]
    trunk = trunk_of(player.tree)
    data: dict[str, object] = {
        "seat": seat,
        "trunk": seen.cards.ids[trunk],
        "feature": FEATURES[seen.cards.trunk_feature(trunk)],  # of the player token, too
        "score": player.score,
        "track": track(player.score),
        "last": {"base": player.last_base, "bonus": player.last_bonus},
        "points": write_points(player),
        "scored": write_scored(seen, player),
        "sprouts": seen.settings.sprouts.get(seat),
        "hand_size": player.hand_size,
        "tree": write_tree(seen.cards, player.tree),
        "icons": by_feature(all_icons(player.tree)),
    }
    if player.is_open:
        data["hand"] = seen.cards.spirit_names(player.hand)
    return data


def write_points(player: SeatView) -> dict[str, object]:
    """Where the points came from, by season."""
    return {
        "base": [in_season(player.base, season) for season in range(3)],
        "decree": [in_season(player.bonus, season) for season in range(3)],
        "kodama": [scored_points(player.scored, season) for season in range(3)],
    }


def write_scored(seen: KodamaView, player: SeatView) -> list[dict[str, object]]:
    """The Kodama a player has scored; everybody saw them. [KO-RUL-16]"""
    entries: list[dict[str, object]] = []
    for season in range(3):
        card = scored_card(player.scored, season)
        if card != NO_CARD:
            points = scored_points(player.scored, season)
            kodama = seen.cards.spirit_ids[card]
            entries.append({"season": SEASONS[season], "kodama": kodama, "points": points})
    return entries


def write_tree(cards: Cards, tree: Tree) -> list[dict[str, object]]:
    """The tree for drawing, in order of placement. [KO-GEO-21]"""
    entries: list[dict[str, object]] = []
    for number in range(tree.size):
        card = tree.cards[number]
        entries.append(
            {
                "card": cards.ids[card.card],
                "x": card.x,
                "y": card.y,
                "rot": card.rotation,
                "parent": None if number == 0 else card.parent,
                "depth": card.depth,
                "end": is_end(tree, number),
                "near": is_close(tree, number),
                "fork": is_fork(tree, number),
            }
        )
    return entries


def write_hand(seen: KodamaView, seat: int) -> list[dict[str, object]]:
    """The own Kodama with what each would score now; Sprouts with their season. [KO-SPROUT-03]"""
    player = seen.players[seat]
    hand: list[dict[str, object]] = []
    for card, kodama in enumerate(seen.cards.spirit_ids):
        if player.hand >> card & 1:
            season = seen.cards.spirits[card].maybe_text("season")
            points = points_of(seen.cards.scores[card], player.tree)
            suggested = season == SEASONS[seen.season]
            hand.append({"kodama": kodama, "points": points, "suggested": suggested})
    return hand


def write_result(seen: KodamaView) -> dict[str, object]:
    """Everything about the final count. [KO-END-03..05]"""
    seats: list[dict[str, object]] = []
    for seat, player in enumerate(seen.players):
        feature = seen.cards.trunk_feature(trunk_of(player.tree))
        icons = icons_of(printed_icons(seen.cards, player.tree), feature)
        seats.append(
            {
                "score": player.score,
                "points": write_points(player),
                "trunk_icons": icons,
                "rank": seen.final_ranks[seat],
            }
        )
    winners = [seat for seat, rank in enumerate(seen.final_ranks) if rank == 1]
    return {"seats": seats, "winners": winners}


# -- reading ----------------------------------------------------------------------------------


def read_view(cards: Cards, data: dict[str, object]) -> KodamaView:
    """The inverse of `write_view`; the data comes from our own `write_view`."""
    decree = number_or(cards.decree_ids, data["decree"], NO_DECREE)
    conversion = AS_PRINTED if decree == NO_DECREE else conversion_under(cards.effects[decree])
    entries = cast("list[dict[str, object]]", data["players"])
    display = read_ids(cards, data["display"])
    removed = read_ids(cards, data["removed"])
    frame = read_frame(cards, data)
    players = [read_seat(cards, entry, conversion) for entry in entries]
    gone = {*display, *removed, frame.b if frame.kind in (ONTO, SPOT) else NO_CARD}
    for player in players:
        gone |= {card.card for card in player.tree.cards}
    result = cast("dict[str, list[dict[str, int]]]", data.get("result", {"seats": []}))
    over = data["asked"] is None
    return KodamaView(
        cards,
        read_settings(cast("dict[str, object]", data["options"])),
        cast(int, data["seat"]),
        NOBODY if over else cast(int, data["asked"]),
        frame,
        cast("list[str]", data["moves"]),
        SEASONS.index(cast(str, data["season"])),
        cast(int, data["round"]) - 1 if data["phase"] == "growing" else ROUNDS,
        cast(int, data["turn"]),
        cast(int, data["first"]),
        decree,
        read_past(cards, data),
        conversion,
        cast(int, data["limit"]),
        cast(int, data["display_size"]),
        display,
        bytes(card for card in range(BRANCHES) if card not in gone),
        removed,
        players,
        [entry["rank"] for entry in result["seats"]],
    )


def number_or(ids: list[str], value: object, otherwise: int) -> int:
    return otherwise if value is None else ids.index(cast(str, value))


def read_ids(cards: Cards, value: object) -> bytes:
    return bytes(cards.card_number(card) for card in cast("list[str]", value))


def read_past(cards: Cards, data: dict[str, object]) -> bytes:
    entries = cast("list[dict[str, object]]", data["decrees"])
    past = [entry["decree"] for entry in entries if entry["state"] == "past"]
    return bytes(decree for decree in range(DECREES) if cards.decree_ids[decree] in past)


def read_frame(cards: Cards, data: dict[str, object]) -> Frame:
    picked = cast("dict[str, object] | None", data["picked"])
    if picked is None:
        return PICK_FRAME if data["question"] == FRAMES[PICK] else KODAMA_FRAME
    slot = DECK if picked["slot"] == "deck" else cast(int, picked["slot"])
    onto = Frame(ONTO, PICK_FRAME, slot, cards.card_number(cast(str, picked["card"])))
    if picked["onto"] is None:
        return onto
    return Frame(SPOT, onto, slot, onto.b, cast(int, picked["onto"]), 1 if picked["wide"] else 0)


def read_seat(cards: Cards, data: dict[str, object], conversion: int) -> SeatView:
    points = cast("dict[str, list[int]]", data["points"])
    last = cast("dict[str, int]", data["last"])
    names = cast("list[str]", data.get("hand", []))
    hand: i64 = 0
    for name in names:
        hand |= bit(cards.spirit_ids.index(name))
    scored: i64 = 0
    for entry in cast("list[dict[str, object]]", data["scored"]):
        number = cards.spirit_ids.index(cast(str, entry["kodama"])) + 1
        value = number | cast(int, entry["points"]) << CARD_BITS
        scored |= value << SEASONS.index(cast(str, entry["season"])) * SEASON_BITS
    return SeatView(
        read_tree(cards, cast("list[dict[str, object]]", data["tree"]), conversion),
        cast(int, data["hand_size"]), "hand" in data, hand, cast(int, data["score"]),
        pack_seasons(points["base"]), pack_seasons(points["decree"]), scored, last["base"],
        last["bonus"],
    )  # fmt: skip


def pack_seasons(points: list[int]) -> int:
    return sum(number << season * SEASON_BITS for season, number in enumerate(points))


def read_tree(cards: Cards, entries: list[dict[str, object]], conversion: int) -> Tree:
    tree = bare_tree(cards, cards.card_number(cast(str, entries[0]["card"])), conversion)
    for entry in entries[1:]:
        number = cards.card_number(cast(str, entry["card"]))
        x, y, rotation = cast(int, entry["x"]), cast(int, entry["y"]), cast(int, entry["rot"])
        parent = cast(int, entry["parent"])
        tree = grown(cards, tree, number, x, y, rotation, parent, conversion)
    return tree
