"""What each move would do, one sentence or more in every language, from what the seat can see.

The move is tried in a world that fits the view, and what happens is told as far as it is certain:
up to the next thing that chance or somebody else decides.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from kamiza.core.action import LETTERS
from kamiza.core.event import Event
from kamiza.core.game import Game, State
from kamiza.core.rng import fast_rng
from kamiza.core.rules import LANGUAGES
from kamiza.core.speech import Listener
from kamiza.games.kamisama.board import VILLAGE_IDS, VILLAGES, bit
from kamiza.games.kamisama.speech import FOX, KamisamaSpeech

Text = dict[str, str]
View = dict[str, Any]

PLACES = tuple("{" + letter + "}" for letter in LETTERS)
# From here on nothing is certain, or it is not this move any more.
UNCERTAIN = (
    "board_turned", "game_started", "hand_passed", "kami_revealed", "kitsune_revealed",
    "kitsune_took", "moon_drawn", "ranked", "scored", "turn_began", "villagers_drawn",
    "villagers_returned", "year_began", "year_ended",
)  # fmt: skip
# The move itself, which its label says already.
SAID = (
    "ability_used", "idled", "kami_chosen", "rage_used", "tie_decided", "villager_taken",
)  # fmt: skip


class Seen:
    """The view that was looked at last: a table asks for all moves of one view in a row."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.print = sha256(repr(view).encode()).hexdigest()
        self.world: State | None = None

    def try_move(self, game: Game, move: str) -> list[Event]:
        """What would happen in a world that fits."""
        if self.world is None:
            self.world = game.imagine(game.read_view(self.view), fast_rng(0))
        world = self.world.clone()
        world.log = []
        game.apply(world, game.parse(move))
        return world.log or []


LAST = [Seen({})]


def seen(view: View) -> Seen:
    if LAST[0].view is not view:
        LAST[0] = Seen(view)
    return LAST[0]


def facts(move: str, view: View) -> tuple[object, ...]:
    """Everything in the view that the label of a move depends on: a move can touch anything."""
    return (seen(view).print,)


def effect(game: Game, move: str, view: View) -> Text:
    """What would happen; nothing is said that the view does not show."""
    notes = {language: game.speech.note(move, view, Listener(language)) for language in LANGUAGES}
    if move in view["preview"]:
        notes = dict.fromkeys(LANGUAGES, "")  # the events below say the same
    happened = certain(seen(view).try_move(game, move))
    changes = chain_changes(game, view, happened)
    return {
        language: join(
            [
                notes[language],
                *(tell(game, event, view["seat"], language) for event in happened),
                *(tell_chain(game, change, language) for change in changes),
            ],
            language,
        )
        for language in LANGUAGES
    }


def certain(events: list[Event]) -> list[Event]:
    """The events before anything uncertain, without the move itself."""
    found: list[Event] = []
    for event in events:
        if event.name in UNCERTAIN:
            break
        if event.name not in SAID:
            found.append(event)
    return found


def chain_changes(game: Game, view: View, happened: list[Event]) -> list[dict[str, Any]]:
    """Whose longest chain would grow or break, in which village. [KS-INF-02]"""
    if view["goal"] is None:  # the kami are still being chosen
        return []
    board = content(game).board
    before = shrines_of(game, view)
    after = dict(before)
    for event in happened:
        facts = event.seen_by(view["seat"])
        spaces = [bit(board.texts.index(facts[name])) for name in ("space", "to") if name in facts]
        if event.name == "shrine_added":
            after[facts["seat"]] |= spaces[0]
        elif event.name == "piece_removed" and facts["piece"] == "shrine":
            after[facts["owner"]] &= ~spaces[0]
        elif event.name in ("shrine_moved", "shrines_swapped"):
            after[facts["owner"]] = after[facts["owner"]] & ~spaces[0] | spaces[1]
            if event.name == "shrines_swapped":
                after[facts["other"]] = after[facts["other"]] & ~spaces[1] | spaces[0]
    return [
        {"owner": party, "village": VILLAGE_IDS[village], "before": was, "after": now}
        for party in before
        for village in range(VILLAGES)
        if (was := board.chain(before[party], village))
        != (now := board.chain(after[party], village))
    ]


def content(game: Game) -> Any:
    assert isinstance(game.speech, KamisamaSpeech)
    return game.speech.content


def shrines_of(game: Game, view: View) -> dict[Any, int]:
    """The spaces of each party as a bit set."""
    texts = content(game).board.texts
    parties = {player["seat"]: player for player in view["players"]}
    if view["kitsune"] is not None:
        parties[FOX] = view["kitsune"]
    return {
        party: sum(bit(texts.index(space)) for space in owned["shrines"].split())
        for party, owned in parties.items()
    }


def tell_chain(game: Game, change: dict[str, Any], language: str) -> str:
    to = Listener(language, PLACES)
    speech = game.speech
    facts = {name: speech.fact(name, value, to) for name, value in change.items()}
    return speech.words.say("note_chain", language, **facts)


def tell(game: Game, event: Event, seat: int, language: str) -> str:
    return game.speech.event(event.seen_by(seat), Listener(language, PLACES))


def join(sentences: list[str], language: str) -> str:
    return ("" if language == "ja" else " ").join(text for text in sentences if text)
