"""What only a screen wants: prices, the running count of an Attack, the stack as lines, the end.

Everything here follows from what the view knows. [KB-HID-25]
"""

from __future__ import annotations

from typing import cast

from kamiza.core.action import NOBODY, seat_letter
from kamiza.core.game import View
from kamiza.core.schema import Json
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import NO_CARD, Cards
from kamiza.games.battles.rules.attack import attack_value, source_of
from kamiza.games.battles.rules.checks import check
from kamiza.games.battles.rules.energy import energy_of
from kamiza.games.battles.rules.hall import price
from kamiza.games.battles.rules.moves import RESIGN, object_text
from kamiza.games.battles.rules.scoring import ranks, scores
from kamiza.games.battles.rules.uses import is_playable
from kamiza.games.battles.showing.column import column_of, stack_of, write_line
from kamiza.games.battles.stack.attacks import Attack, Window, attack_in
from kamiza.games.battles.stack.frame import Frame, bottom_of
from kamiza.games.battles.stack.happenings import Defence, Redirection
from kamiza.games.battles.stack.turns import Turn
from kamiza.games.battles.stack.uses import NEED_ABILITY, Choice, Placing, Use
from kamiza.games.battles.table.battles import Battles
from kamiza.games.battles.table.fields import deck_size, hand_size
from kamiza.games.battles.table.notation import HALL_ROWS, seat_or_none
from kamiza.games.battles.table.objects import owner_of
from kamiza.games.battles.table.players import Deck
from kamiza.games.battles.table.points import PHASES, POINTS, STOPS
from kamiza.games.battles.verbs.declared import PURPOSES, TRIGGERS


def show(seen: View) -> Json:
    """Everything of `EXTRAS` for this view."""
    known = cast(Battles, seen.known)
    frames = stack_of(known)
    bottom = bottom_of(known.frame)
    attack = show_attack(known)
    shown: Json = {
        "phase": PHASES[bottom.point] if isinstance(bottom, Turn) else None,
        "hall": show_hall(known),
        "warrior_deck": show_common(known.cards, known.warrior_deck),
        "artifact_deck": show_common(known.cards, known.artifact_deck),
        "attack": attack,
        "stack": [line for line in (write_line(known, frame) for frame in frames) if line],
        "column": column_of(known),
        "using": show_use(known, frames),
        "asking": asking(seen, known, frames),
        "beside": counted(known.cards, cards_beside(known)),
        "players": {seat_letter(seat): show_player(known, seat) for seat in range(known.seats)},
    }
    if seen.seat >= 0:
        shown["private"] = show_private(seen, known)
    if known.asked == NOBODY:
        shown["result"] = show_result(known)
    return shown


# -- the middle -------------------------------------------------------------------------------


def show_hall(known: Battles) -> Json:
    """Piles with height, and price for the active player."""
    hall: Json = {}
    rows = (
        (known.warrior_piles, known.warrior_sizes),
        (known.artifact_piles, known.artifact_sizes),
        (known.disciple_piles, known.disciple_sizes),
    )
    for name, (piles, sizes) in zip(HALL_ROWS, rows):
        hall[name] = [show_pile(known, kind, size) for kind, size in zip(piles, sizes)]
    return hall


def show_pile(known: Battles, kind: int, size: int) -> Json | None:
    if kind == NO_CARD:
        return None
    cost = price(known, known.active, kind)
    affordable = cost <= known.faith and size > 0
    return {
        "card": known.cards.ids[kind], "count": size, "price": cost, "affordable": affordable,
    }  # fmt: skip


def names_or_none(cards: Cards, row: bytes) -> list[str | None]:
    return [None if kind == NO_CARD else cards.ids[kind] for kind in row]


def show_places(cards: Cards, deck: Deck) -> Json:
    """The places this seat knows, from the top down and at the bottom."""
    return {"top": names_or_none(cards, deck.top), "bottom": names_or_none(cards, deck.bottom)}


def show_common(cards: Cards, deck: Deck) -> Json:
    """Everybody knows which cards are left, and so how often the next one has a Reveal."""
    shown = show_places(cards, deck)
    nameless = deck.top.count(b"\xff") + deck.bottom.count(b"\xff")
    wild = sum(cards.reveals[kind] for kind in deck.rest)
    shown["unseen"] = cards.names(deck.rest)
    shown["size"] = deck.size() - nameless
    shown["reveals"] = (200 * wild // len(deck.rest) + 1) // 2 if deck.rest else 0
    return shown


def show_attack(known: Battles) -> Json | None:
    """The live tally of the Attack under way. [KB-FLOW-38]"""
    attack = attack_in(known.frame)
    if attack is None:
        return None
    value = attack_value(known, attack)
    loss = max(0, value - attack.defence)
    energy = energy_of(known, attack.target)
    return {
        "seat": seat_or_none(int(attack.seat)),
        "source": known.cards.source_id(attack.source),
        "target": object_text(attack.target),
        "base": attack.value,
        "value": value,
        "defence": attack.defence,
        "loss": loss,
        "energy": energy,
        "left": max(0, energy - loss),
        "entries": show_defences(known, attack),
    }


def show_defences(known: Battles, attack: Attack) -> list[Json]:
    entries: list[Json] = []
    for answer in attack.answers:
        source = known.cards.source_id(answer.source)
        entry: Json = {"seat": seat_letter(int(answer.seat)), "source": source}
        if isinstance(answer, Defence):
            entry["value"] = int(answer.value)
        elif isinstance(answer, Redirection):
            entry["redirected_to"] = object_text(answer.target)
        entries.append(entry)
    return entries


def show_use(known: Battles, frames: list[Frame]) -> Json | None:
    """The ability that asks the open question, or that the open question belongs to."""
    uses = [frame for frame in frames if isinstance(frame, Use)]
    if not uses or uses[-1].way == w.WATCH_WAY:
        return None
    if not isinstance(frames[-1], (Use, Choice, Placing)):
        return None
    use = uses[-1]
    is_open = use is frames[-1] and use.need == NEED_ABILITY
    ability = known.cards.abilities[use.ability]
    return {
        "seat": seat_letter(int(use.seat)),
        "source": known.cards.source_id(use.source),
        "card": source_of(known, use.seat, use.source),
        "ability": None if is_open else ability.index,
    }


def asking(seen: View, known: Battles, frames: list[Frame]) -> str | None:
    """The word of the open question: what a card is chosen for, what is reacted to."""
    top = frames[-1] if frames else None
    if isinstance(top, Choice):
        return f"{seen.question}_{PURPOSES[top.purpose].word}"
    attack = top.attack if isinstance(top, Window) else None
    if attack is not None:
        is_own = attack.seat == known.asked and owner_of(attack.target) != known.asked
        return f"{seen.question}_{'own' if is_own else 'attack'}"
    return seen.question


def cards_beside(known: Battles) -> bytes:
    """Disciples and Reacts of the active player, which lie beside the Chain."""
    rest = bytearray(known.players[known.active].area)
    for link in known.chain:
        if link in rest:
            rest.remove(link)
    return bytes(rest)


def counted(cards: Cards, row: bytes) -> list[Json]:
    """Equal cards as one, in the order in which they first come."""
    kinds: list[int] = []
    for kind in row:
        if kind not in kinds:
            kinds.append(kind)
    return [{"card": cards.ids[kind], "count": row.count(bytes([kind]))} for kind in kinds]


# -- players ----------------------------------------------------------------------------------


def show_player(known: Battles, seat: int) -> Json:
    player = known.players[seat]
    cards = known.cards
    return {
        "temple_up": player.temple_energy > 0,
        "deck": show_places(cards, player.deck),
        "unseen": cards.names(player.deck.rest),
        "owned": owned_by(known, seat),
    }


def cards_of(known: Battles, seat: int) -> bytes:
    """All cards of a player; everybody sees what everybody owns. [KB-HID-07]"""
    player = known.players[seat]
    deck = player.deck
    row = player.hand + player.discard + player.area + deck.top + deck.rest + deck.bottom
    return row.replace(b"\xff", b"")


def owned_by(known: Battles, seat: int) -> Json:
    """How many cards a player has, and which Warriors and Artifacts."""
    cards = known.cards
    player = known.players[seat]
    best = bytes(k for k in sorted(cards_of(known, seat)) if cards.type[k] != w.DISCIPLE)
    number = cast(int, hand_size(known, seat)) + cast(int, deck_size(known, seat))
    return {
        "count": number + len(player.discard) + len(player.area),
        "best": counted(cards, best),
    }


def show_private(seen: View, known: Battles) -> Json:
    """The own hand, which of it could be played on the Chain, and what else may be said."""
    cards = known.cards
    hand = known.players[seen.seat].hand
    stops = 0 if known.settings.play_only else STOPS
    return {
        "hand": cards.names(hand),
        "playable": [cards.ids[kind] for kind in sorted(set(hand)) if is_playable(known, kind)],
        "forced": len(seen.moves) == 1,
        "reactors": reactors_of(known, int(seen.seat)),
        "triggers": [word for word, trigger in TRIGGERS.items() if not trigger.of_reveals],
        "commands": {  # [KB-FLOW-05] [KB-FLOW-14]
            "stops": [point for place, point in enumerate(POINTS) if stops >> place & 1],
            "resign": check(known, seen.seat, RESIGN) is None,
        },
    }


def reactors_of(known: Battles, seat: int) -> list[str]:
    """The god, the temple and the cards of a player that can react at all."""
    cards, player = known.cards, known.players[seat]
    found: list[str] = []
    if player.god < len(cards.god_ids) and cards.god_triggers[player.god]:
        found.append(cards.god_ids[player.god])
    if player.temple < len(cards.temple_ids) and cards.temple_triggers[player.temple]:
        found.append(cards.temple_ids[player.temple])
    kinds = sorted(set(cards_of(known, seat)))
    return found + [cards.ids[kind] for kind in kinds if cards.triggers[kind]]


def show_result(known: Battles) -> Json:
    points, places = scores(known), ranks(known)
    seats: Json = {
        seat_letter(seat): {"score": points[seat], "rank": places[seat]}
        for seat in range(known.seats)
    }
    return {"seats": seats}
