"""A view as JSON for screens and sockets, and back. [KB-HID-25]"""

from __future__ import annotations

from typing import cast

from kamiza.core.action import NOBODY
from kamiza.core.native import append, i64
from kamiza.core.rng import Rng
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD, NO_GOD, NO_TEMPLE, Cards
from kamiza.games.battles.knowing.view import BattlesView
from kamiza.games.battles.position.loading import colour_names, members
from kamiza.games.battles.position.stack import frame_from, frame_text
from kamiza.games.battles.rules.attack import REDIRECTED, attack_value
from kamiza.games.battles.rules.checks import check
from kamiza.games.battles.rules.hall import price
from kamiza.games.battles.rules.moves import QUESTIONS, RESIGN, action_of, object_text
from kamiza.games.battles.rules.piles import count_triggers
from kamiza.games.battles.rules.settings import read_settings, write_settings
from kamiza.games.battles.rules.uses import is_playable
from kamiza.games.battles.stack import ATTACK_FRAME, EVENTS, TURN, USE, WINDOW, Frame
from kamiza.games.battles.table import (
    ENDINGS,
    PHASES,
    POINTS,
    PUBLIC,
    ROLES,
    SEEN_BY_ALL,
    STATUS,
    STOPS,
    Battles,
    Deck,
    Player,
)

Json = dict[str, object]


def write_view(seen: BattlesView) -> Json:
    """Everything a screen needs to draw the table and to explain it."""
    known = seen.known
    cards = known.cards
    bottom = bottom_of(known)
    data: Json = {
        "game": "battles",
        "seat": seen.seat,
        "seats": known.seats,
        "options": write_settings(cards, known.settings),
        "supply": {cards.ids[k]: known.supply[k] for k in range(cards.kinds) if known.supply[k]},
        "asked": None if known.asked == NOBODY else known.asked,
        "question": None if known.asked == NOBODY else QUESTIONS[known.question],
        "moves": seen.listed,
        "first": known.first,
        "active": known.active,
        "turn": known.turn,
        "round": known.round,
        "phase": PHASES[bottom.step] if bottom is not None and bottom.kind == TURN else None,
        "faith": known.faith,
        "chain": cards.names(known.chain),
        "colours": colour_names(known.colours),
        "hall": write_hall(known, seen.seat),
        "warrior_deck": write_deck(cards, known.warrior_deck, True),
        "artifact_deck": write_deck(cards, known.artifact_deck, True),
        "netherworld": [
            {"card": cards.ids[kind], "owner": None if owner == 7 else owner}
            for kind, owner in zip(known.netherworld, known.nether_owners)
        ],
        "removed": cards.names(known.removed),
        "watches": list(known.watches),
        "temples_left": members(cards.temple_ids, known.temples_left),
        "players": [write_player(seen, seat) for seat in range(known.seats)],
        "attack": write_attack(known),
        "stack": [line for line in (write_line(known, f) for f in stack_of(known)) if line],
        "frames": [frame_text(known, frame) for frame in stack_of(known)],
        "falls": known.falls,
        "reacts": known.reacts,
        "ending": ENDINGS[known.ending],
        "winners": [seat for seat in range(known.seats) if known.winners >> seat & 1],
    }
    if seen.seat >= 0:
        data["private"] = write_private(seen)
    if known.asked == NOBODY:
        data["result"] = {"scores": seen.final_scores, "ranks": seen.final_ranks}
    return data


def stack_of(known: Battles) -> list[Frame]:
    """The frames from the bottom up."""
    frames: list[Frame] = []
    frame = known.frame
    while frame is not None:
        frames.insert(0, frame)
        frame = frame.below
    return frames


def bottom_of(known: Battles) -> Frame | None:
    frames = stack_of(known)
    return frames[0] if frames else None


def write_hall(known: Battles, seat: i64) -> Json:
    """Piles with height, and price for the active player."""
    hall: Json = {}
    for name, piles, sizes in (
        ("warriors", known.warrior_piles, known.warrior_sizes),
        ("artifacts", known.artifact_piles, known.artifact_sizes),
        ("disciples", known.disciple_piles, known.disciple_sizes),
    ):
        rows: list[object] = []
        for kind, size in zip(piles, sizes):
            if kind == NO_CARD:
                rows.append(None)
                continue
            cost = price(known, known.active, kind)
            affordable = cost <= known.faith and size > 0
            rows.append(
                {"card": known.cards.ids[kind], "count": size, "price": cost,
                 "affordable": affordable}
            )  # fmt: skip
        hall[name] = rows
    return hall


def names_or_none(cards: Cards, row: bytes) -> list[str | None]:
    return [None if kind == NO_CARD else cards.ids[kind] for kind in row]


def write_deck(cards: Cards, deck: Deck, common: bool) -> Json:
    """Known places from the top down and at the bottom; of a common deck also the mix."""
    data: Json = {
        "top": names_or_none(cards, deck.top),
        "top_public": [mark >> PUBLIC & 1 == 1 for mark in deck.top_seen],
        "bottom": names_or_none(cards, deck.bottom),
        "bottom_public": [mark >> PUBLIC & 1 == 1 for mark in deck.bottom_seen],
    }
    if common:
        data["unseen"] = cards.names(deck.rest)
        unknown = deck.top.count(b"\xff") + deck.bottom.count(b"\xff")
        data["size"] = deck.size() - unknown
    return data


def write_player(seen: BattlesView, seat: int) -> Json:
    known, cards = seen.known, seen.known.cards
    player = known.players[seat]
    return {
        "seat": seat,
        "status": STATUS[player.status],
        "team": player.team,
        "role": ROLES[player.role],
        "god": None if player.god == NO_GOD else cards.god_ids[player.god],
        "dealt": members(cards.god_ids, player.dealt),
        "energy": player.energy,
        "temple": None if player.temple == NO_TEMPLE else cards.temple_ids[player.temple],
        "temple_energy": player.temple_energy,
        "temple_up": player.temple_energy > 0,
        "hand_size": seen.hand_sizes[seat],
        "known": cards.names(player.hand),
        "known_public": [mark >> PUBLIC & 1 == 1 for mark in player.seen],
        "deck_size": seen.deck_sizes[seat],
        "deck": write_deck(cards, player.deck, False),
        "unseen": cards.names(seen.pools[seat]),
        "discard": cards.names(player.discard),
        "area": cards.names(player.area),
        "used": player.used,
        "stops": members(list(POINTS), player.stops),
        "disciples": player.disciples,
        "disciples_1": player.disciples_1,
        "boost_turn": player.boost_turn,
        "boost_next": player.boost_next,
        "discounts": {
            "disciple": player.discount_disciple, "warrior": player.discount_warrior,
            "artifact": player.discount_artifact,
        },
        "fell": player.fell,
    }  # fmt: skip


def write_private(seen: BattlesView) -> Json:
    """The own hand, and which of it could be played on the Chain."""
    known = seen.known
    hand = known.players[seen.seat].hand
    return {
        "hand": known.cards.names(hand),
        "playable": [
            known.cards.ids[kind] for kind in sorted(set(hand)) if is_playable(known, kind)
        ],
        "forced": len(seen.listed) == 1,
        "commands": write_commands(known, seen.seat),
    }


def write_commands(known: Battles, seat: i64) -> Json:
    """What the seat may say although it is not asked. [KB-FLOW-05] [KB-FLOW-14]"""
    stops = 0 if known.settings.play_only else STOPS
    return {
        "stops": members(list(POINTS), stops),
        "resign": check(known, seat, RESIGN) is None,
    }


def write_attack(known: Battles) -> Json | None:
    """The live tally of the Attack under way. [KB-FLOW-38]"""
    frame = known.frame
    while frame is not None and frame.kind != ATTACK_FRAME:
        frame = frame.below
    if frame is None:
        return None
    value = attack_value(known, frame)
    entries: list[object] = []
    for place in range(0, len(frame.data), 3):
        seat, source, worth = frame.data[place : place + 3]
        entry: Json = {"seat": seat, "source": known.cards.source_id(source)}
        if worth >= REDIRECTED:
            entry["redirected_to"] = object_text(worth - REDIRECTED)
        else:
            entry["value"] = worth
        entries.append(entry)
    return {
        "seat": None if frame.seat == NOBODY else frame.seat,
        "source": known.cards.source_id(frame.source),
        "target": object_text(frame.target),
        "base": frame.value,
        "value": value,
        "defence": frame.defence,
        "loss": max(0, value - frame.defence),
        "entries": entries,
    }


def write_line(known: Battles, frame: Frame) -> Json | None:
    """One line of the reaction stack as a readable column."""
    if frame.kind == USE:
        ability = known.cards.abilities[frame.ability]
        return {
            "what": w.WAYS[frame.way], "seat": frame.seat,
            "source": known.cards.source_id(frame.source), "ability": ability.index,
            "number": ability.number, "cancelled": frame.flags & 1 == 1,
        }  # fmt: skip
    if frame.kind == WINDOW:
        return {"what": "window", "event": EVENTS[frame.event], "seat": frame.at}
    if frame.kind == ATTACK_FRAME:
        seat = None if frame.seat == NOBODY else frame.seat
        return {"what": "attack", "seat": seat, "target": object_text(frame.target)}
    return None


# -- reading ----------------------------------------------------------------------------------


def read_view(cards: Cards, data: Json) -> BattlesView:
    """The inverse of `write_view`; the data comes from our own `write_view`."""
    options = read_settings(cards, cast(Json, data["options"]))
    seats = cast(int, data["seats"])
    known = Battles(cards, options, seats, Rng(0, 1, b"", []))
    seen = BattlesView(cast(int, data["seat"]), known)
    supply = cast("dict[str, int]", data["supply"])
    known.supply = bytes(supply.get(id, 0) for id in cards.ids)
    known.asked = NOBODY if data["asked"] is None else cast(int, data["asked"])
    known.question = 0 if data["question"] is None else QUESTIONS.index(cast(str, data["question"]))
    for name in ("first", "active", "turn", "round", "faith", "falls", "reacts"):
        setattr(known, name, cast(int, data[name]))
    known.chain = read_row(cards, data["chain"])
    known.colours = sum(1 << w.COLOURS.index(c) for c in cast("list[str]", data["colours"]))
    read_hall(known, cast("dict[str, list[Json | None]]", data["hall"]))
    known.warrior_deck = read_deck(cards, cast(Json, data["warrior_deck"]), seen.seat)
    known.artifact_deck = read_deck(cards, cast(Json, data["artifact_deck"]), seen.seat)
    for card in cast("list[Json]", data["netherworld"]):
        known.netherworld += read_row(cards, [card["card"]])
        known.nether_owners += bytes([7 if card["owner"] is None else cast(int, card["owner"])])
    known.removed = read_row(cards, data["removed"])
    known.watches = bytes(cast("list[int]", data["watches"]))
    temples = cast("list[str]", data["temples_left"])
    known.temples_left = sum(1 << cards.temple_ids.index(temple) for temple in temples)
    for entry in cast("list[Json]", data["players"]):
        read_player(seen, entry)
    for frame in cast("list[object]", data["frames"]):
        known.frame = frame_from(known, frame, known.frame)
    known.ending = ENDINGS.index(cast(str, data["ending"]))
    known.winners = sum(1 << seat for seat in cast("list[int]", data["winners"]))
    seen.listed = cast("list[str]", data["moves"])
    for text in seen.listed:
        known.offers = append(known.offers, action_of(cards, text))
    result = cast("dict[str, list[int]]", data.get("result", {"scores": [], "ranks": []}))
    seen.final_scores, seen.final_ranks = result["scores"], result["ranks"]
    return seen


def read_row(cards: Cards, names: object) -> bytes:
    row = cast("list[str | None]", names)
    return bytes(NO_CARD if name is None else cards.numbers[name] for name in row)


def read_hall(known: Battles, hall: dict[str, list[Json | None]]) -> None:
    rows: list[bytes] = []
    for name in ("warriors", "artifacts", "disciples"):
        piles = hall[name]
        rows.append(read_row(known.cards, [None if p is None else p["card"] for p in piles]))
        rows.append(bytes(0 if p is None else cast(int, p["count"]) for p in piles))
    known.warrior_piles, known.warrior_sizes, known.artifact_piles = rows[0], rows[1], rows[2]
    known.artifact_sizes, known.disciple_piles, known.disciple_sizes = rows[3], rows[4], rows[5]


def read_marks(cards: Cards, row: bytes, public: object, seat: int) -> bytes:
    mine = 1 << seat if seat >= 0 else 0
    flags = cast("list[bool]", public)
    return bytes(
        0 if kind == NO_CARD else SEEN_BY_ALL if flag else mine for kind, flag in zip(row, flags)
    )


def read_deck(cards: Cards, data: Json, seat: int) -> Deck:
    top, bottom = read_row(cards, data["top"]), read_row(cards, data["bottom"])
    return Deck(
        top, read_marks(cards, top, data["top_public"], seat),
        read_row(cards, data.get("unseen", [])),
        bottom, read_marks(cards, bottom, data["bottom_public"], seat),
    )  # fmt: skip


def read_player(seen: BattlesView, data: Json) -> None:
    cards = seen.known.cards
    player = Player()
    owner = cast(int, data["seat"])
    player.status = STATUS.index(cast(str, data["status"]))
    player.role = ROLES.index(cast(str, data["role"]))
    god, temple = cast("str | None", data["god"]), cast("str | None", data["temple"])
    player.god = NO_GOD if god is None else cards.god_ids.index(god)
    player.temple = NO_TEMPLE if temple is None else cards.temple_ids.index(temple)
    dealt = cast("list[str]", data["dealt"])
    player.dealt = sum(1 << cards.god_ids.index(name) for name in dealt)
    for name in (
        "team", "energy", "temple_energy", "used", "disciples", "disciples_1", "boost_turn",
        "boost_next", "fell",
    ):  # fmt: skip
        setattr(player, name, cast(int, data[name]))
    player.stops = sum(1 << POINTS.index(point) for point in cast("list[str]", data["stops"]))
    discounts = cast("dict[str, int]", data["discounts"])
    player.discount_disciple = discounts["disciple"]
    player.discount_warrior = discounts["warrior"]
    player.discount_artifact = discounts["artifact"]
    player.hand = read_row(cards, data["known"])
    marks = read_marks(cards, player.hand, data["known_public"], seen.seat)
    player.seen = bytes(mark & ~(1 << owner) for mark in marks)
    player.deck = read_deck(cards, cast(Json, data["deck"]), seen.seat)
    player.discard = read_row(cards, data["discard"])
    player.area = read_row(cards, data["area"])
    seen.known.players.append(player)
    seen.hand_sizes.append(cast(int, data["hand_size"]))
    seen.deck_sizes.append(cast(int, data["deck_size"]))
    seen.pools.append(read_row(cards, data["unseen"]))
    known_places = player.deck.top + player.deck.bottom
    row = player.hand + player.discard + player.area + known_places.replace(b"\xff", b"")
    count_triggers(seen.known, owner, row + seen.pools[owner])
