"""The settings of a table: their values, and which tables are refused. [KB-OPT-01..16]"""

from __future__ import annotations

from typing import Final

from kamiza.core.action import LETTERS, seat_letter
from kamiza.core.refusal import Refusal
from kamiza.games.battles import language as w
from kamiza.games.battles.cards import START_DECKS, Cards
from kamiza.games.battles.table.battles import ARTIFACT_PLACES
from kamiza.games.battles.table.settings import Settings

CHOICES: Final[dict[str, tuple[object, ...]]] = {
    "mode": ("ffa", "team"),
    "temples": (True, False),
    "start_deck": ("auto", *START_DECKS),
    "warrior_deck": ("recipe", "all"),
    "temple_fallback": ("none", "any"),
    "god_choice": ("one_of_two", "random"),
    "main_god": ("captain", "random", "fixed"),
    "god_acts": ("any_phase", "play_only"),
    "third_party_defend": (False, True),
    "ask": ("could", "holders"),
    "discard_order": ("auto", "choose"),
    "team_hands": ("hidden", "shared"),
}
FIRST_PLAYERS: Final = ("random", *LETTERS)
NUMBERS: Final = {"round_limit": 999, "react_pause_ms": 10_000}
DECKS: Final = ("warriors", "artifacts", "disciples")
WARRIOR_KINDS: Final = 18  # [KB-COMB-05]
ADVISED_ARTIFACTS: Final = 12  # [KB-COMB-07]


def check_setup(cards: Cards, seats: int, settings: dict[str, object]) -> Refusal | None:
    """Why there can be no such table, or None. [KB-ERR-04..14]"""
    team = settings.get("mode") == "team"
    if team and seats not in (4, 6):
        return Refusal("KB-ERR-05", {"n": str(seats)})
    if not team and not 2 <= seats <= 6:
        return Refusal("KB-ERR-04", {"n": str(seats)})
    for name, value in settings.items():
        wrong = check_setting(cards, name, value)
        if wrong is not None:
            return wrong
    typed = Settings(cards, settings)
    for problem in (
        check_gods(cards, typed, seats),
        check_decks(cards, typed),
        check_disciples(cards, typed, seats),
        check_first(typed, seats),
    ):
        if problem is not None:
            return problem
    return None


def check_setting(cards: Cards, name: str, value: object) -> Refusal | None:
    """Is this a setting, and one of its values? [KB-ERR-06]"""
    if name in CHOICES:
        allowed = CHOICES[name]
        if type(value) is type(allowed[0]) and value in allowed:
            return None
        return bad_setting(name, value, [str(one) for one in allowed])
    if name == "first_player":
        good = value in FIRST_PLAYERS
        return None if good else bad_setting(name, value, list(FIRST_PLAYERS))
    if name in NUMBERS:
        if type(value) is int and 0 <= value <= NUMBERS[name]:
            return None
        return bad_setting(name, value, [f"0 to {NUMBERS[name]}"])
    if name == "sets":
        known = isinstance(value, str) and all(id in cards.set_ids for id in value.split("+"))
        if known and len(set(str(value).split("+"))) == len(str(value).split("+")):
            return None
        return bad_setting(name, value, cards.set_ids)
    if name in DECKS:
        if is_row_of_kinds(cards, value):
            return None
        return bad_setting(name, value, ["different cards of the sets"])
    known_names = [*CHOICES, "first_player", *NUMBERS, "sets", *DECKS]
    return bad_setting(name, value, known_names)


def is_row_of_kinds(cards: Cards, value: object) -> bool:
    """A list of different cards by id, and nothing else."""
    if not isinstance(value, list):
        return False
    names = [one for one in value if isinstance(one, str) and one in cards.numbers]
    return len(names) == len(value) == len(set(names))


def bad_setting(name: str, value: object, allowed: list[str]) -> Refusal:
    facts = {"name": name[:40], "value": str(value)[:40], "list": ", ".join(allowed)}
    return Refusal("KB-ERR-06", facts)


def gods_of(cards: Cards, settings: Settings) -> list[int]:
    """The gods of the sets on the table."""
    return [
        number
        for number, table in enumerate(cards.god_tables)
        if table is not None and table.text("set") in settings.sets.split("+")
    ]


def temples_of(cards: Cards, settings: Settings) -> list[int]:
    return [
        number
        for number, table in enumerate(cards.temple_tables)
        if table is not None and table.text("set") in settings.sets.split("+")
    ]


def kinds_of(cards: Cards, settings: Settings, type: int) -> list[int]:
    """The kinds of a type in the sets on the table."""
    sets = settings.sets.split("+")
    return [
        kind
        for kind in range(len(cards.ids))
        if cards.type[kind] == type and cards.set_ids[cards.set_of[kind]] in sets
    ]


def check_gods(cards: Cards, settings: Settings, seats: int) -> Refusal | None:
    """Enough gods to deal, or two Cultures big enough for a team. [KB-ERR-07] [KB-ERR-08]"""
    gods = gods_of(cards, settings)
    if settings.team:
        half = seats // 2
        sizes = [sum(cards.culture[god] == c for god in gods) for c in range(len(cards.cultures))]
        if sum(size >= half for size in sizes) < 2:
            return Refusal("KB-ERR-07", {"k": str(half)})
        return None
    need = seats if settings.random_god else 2 * seats
    if len(gods) < need:
        return Refusal("KB-ERR-08", {"need": str(need), "have": str(len(gods))})
    return None


def has_several_sets(settings: Settings) -> bool:
    return "+" in settings.sets


def starting_deck(settings: Settings) -> tuple[int, int, int]:
    """How many Disciples of type I, II and III each player begins with. [KB-RUL-01]"""
    name = settings.start_deck
    if name == "auto":
        name = "7I+3II" if has_several_sets(settings) else "8I+2III"
    return START_DECKS[name]


def draws_warriors(settings: Settings) -> bool:
    """Do randomizers choose among the Warriors of several sets? [KB-COMB-06] [KB-OPT-16]"""
    return has_several_sets(settings) and not settings.warriors and not settings.all_warriors


def check_decks(cards: Cards, settings: Settings) -> Refusal | None:
    """Chosen decks have 18 kinds of Warriors, three of Artifacts, one Disciple of each type; how
    many of which colour, and how many Artifacts, is only advised. [KB-ERR-09..12] [KB-RUL-61]"""
    warriors = settings.warriors or bytes(kinds_of(cards, settings, w.WARRIOR))
    for row, type in ((settings.warriors, w.WARRIOR), (settings.artifacts, w.ARTIFACT)):
        foreign = [kind for kind in row if kind not in kinds_of(cards, settings, type)]
        if foreign:
            name = "warriors" if type == w.WARRIOR else "artifacts"
            return bad_setting(name, cards.ids[foreign[0]], ["cards of the chosen sets"])
    if len(warriors) < 6:
        return Refusal("KB-ERR-09", {"k": str(len(warriors))})
    if draws_warriors(settings):
        warriors = bytes(by_randomizers(cards, list(warriors)))
    if (settings.warriors or draws_warriors(settings)) and len(warriors) != WARRIOR_KINDS:
        return Refusal("KB-ERR-10", {"n": str(len(warriors))})
    artifacts = artifact_kinds(cards, settings)
    if len(artifacts) < ARTIFACT_PLACES:
        return Refusal("KB-ERR-11", {"n": str(len(artifacts))})
    if settings.disciples:
        ranks = sorted(cards.rank[kind] for kind in settings.disciples)
        foreign = [k for k in settings.disciples if k not in kinds_of(cards, settings, w.DISCIPLE)]
        if ranks != [1, 2, 3] or foreign:
            return Refusal("KB-ERR-12", {})
    return None


def by_randomizers(cards: Cards, turned_up: list[int]) -> list[int]:
    """Cards are turned up one by one: of the colour that most kinds have six count, of the
    others three, surplus ones are skipped. [KB-COMB-05] [KB-RUL-39]"""
    chosen: list[int] = []
    counts = [0, 0, 0, 0, 0]
    colours = [cards.colour[kind].bit_length() - 1 for kind in turned_up]
    numbers = [colours.count(colour) for colour in range(5)]
    main = numbers.index(max(numbers))
    for kind, colour in zip(turned_up, colours):
        if counts[colour] < (6 if colour == main else 3):
            counts[colour] += 1
            chosen.append(kind)
    return sorted(chosen)


def artifact_kinds(cards: Cards, settings: Settings) -> list[int]:
    """The chosen Artifacts, or all of the sets on the table. [KB-COMB-07]"""
    return list(settings.artifacts) or kinds_of(cards, settings, w.ARTIFACT)


def notices(cards: Cards, settings: Settings) -> list[tuple[str, dict[str, str]]]:
    """What is advised against but allowed: the word of each notice, and its facts. [KB-RUL-39]
    [KB-RUL-61]"""
    found: list[tuple[str, dict[str, str]]] = []
    counts = [sum(cards.colour[k] == 1 << c for k in settings.warriors) for c in range(5)]
    if settings.warriors and sorted(counts) != [3, 3, 3, 3, 6]:
        words = ", ".join(f"{count} {w.COLOURS[c]}" for c, count in enumerate(counts))
        found.append(("notice_colours", {"counts": words}))
    number = sum(cards.copies[kind] for kind in artifact_kinds(cards, settings))
    if number < ADVISED_ARTIFACTS:
        found.append(("notice_artifacts", {"n": str(number)}))
    return found


def check_disciples(cards: Cards, settings: Settings, seats: int) -> Refusal | None:
    """Every starting deck must be complete. [KB-ERR-13] [KB-EXH-09]"""
    for rank in (1, 2, 3):
        need = starting_deck(settings)[rank - 1] * seats
        kinds = [kind for kind in settings.disciples if cards.rank[kind] == rank]
        if not kinds:
            kinds = [k for k in kinds_of(cards, settings, w.DISCIPLE) if cards.rank[k] == rank]
        have = min((cards.copies[kind] for kind in kinds), default=0)
        if have < need:
            return Refusal("KB-ERR-13", {"need": str(need), "t": "I" * rank, "have": str(have)})
    return None


def check_first(settings: Settings, seats: int) -> Refusal | None:
    """The seat exists; with a fixed Main God it must be one. [KB-ERR-14]"""
    first = settings.first_player
    if first >= seats:
        return Refusal("KB-ERR-14", {"seat": seat_letter(first), "reason": "no_seat"})
    if settings.team and settings.main_god == "fixed" and first > 1:
        return Refusal("KB-ERR-14", {"seat": seat_letter(first), "reason": "no_main_god"})
    return None
