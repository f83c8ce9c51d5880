"""Positions of games between bots, as the server would send them to whoever is asked.

`python positions.py <seed> <positions per table> <game:seats[:settings as JSON]> ...` prints for
each table a line of JSON: for each position its question and the messages `welcome` and `state`.
Of every question a game asks, the position with the most answers is among them; the others are
drawn evenly from the game.
"""

import json
import random
import sys
from collections.abc import Iterator

from kamiza.bots import make_bot
from kamiza.core.action import LETTERS
from kamiza.core.game import Setup
from kamiza.games import game
from kamiza.play.log import Update, lines_of
from kamiza.play.players import LONGEST_NAME
from kamiza.play.table import BOT, Table
from kamiza.server.messages import encode
from kamiza.server.publishing import log_part, screen_of

# As long as a name may be: 24 columns, where a Japanese character takes two.
NAMES = (
    "Maximiliane Hohenzollern", "Bartholomew Featherstone", "天之御中主神高御産巣日神",
    "Wilhelmina Montgomery II", "Archibald W. Wolowitz IV", "Gwendolyn MacQuoid-Brown",
)  # fmt: skip
LAST_LINES = 60
MOST_MOVES = 3000


class Position:
    """What one seat sees at one moment; only what is chosen is put into words."""

    def __init__(self, table: Table, seat: int) -> None:
        view = table.game.view(table.state, seat)
        self.table = table
        self.state = table.state.clone()
        self.seat = seat
        self.version = table.version
        self.question = view.question or "over"
        self.size = len(view.moves)

    def told(self) -> dict[str, object]:
        rules = self.table.game
        screen = screen_of(rules, rules.view(self.state, self.seat))
        entries = self.table.log.entries[: self.table.log.first_after(self.version)]
        lines = lines_of(rules, entries[-LAST_LINES:], self.seat)
        events = [entry.seen_by(self.seat) for entry in entries]
        letter = LETTERS[self.seat]
        state = {
            "t": "state", "version": self.version, "seat": letter, "view": screen,
            "events": events, "log": log_part(Update(events, 0, lines)), "undo": "free",
        }  # fmt: skip
        return {"question": self.question, "welcome": welcome(self.table, letter), "state": state}


def welcome(table: Table, letter: str) -> dict[str, object]:
    players = [
        {"seat": LETTERS[seat], "name": NAMES[seat][:LONGEST_NAME], "kind": "person",
         "present": True, "claimed": True}
        for seat in range(table.setup.seats)
    ]  # fmt: skip
    return {
        "t": "welcome", "table": "measured", "game": table.game.name, "you": [letter],
        "host": False, "spectator": False, "players": players, "settings": table.setup.settings,
        "clock": None, "commitment": "", "chat": [], "phrases": {}, "branch": None,
    }  # fmt: skip


def played(table: Table, seed: int) -> Iterator[Position]:
    """Every position of a game, as the seat that is asked sees it; the last one at its end."""
    rules = table.game
    names = ("heuristic", "heuristic", "random")
    bots = [make_bot(names[seat % 3], rules, seed + seat) for seat in range(table.setup.seats)]
    for number in range(MOST_MOVES):
        seat = max(table.asked, 0)
        yield Position(table, seat)
        if table.is_over:
            return
        move = rules.describe(bots[seat].choose(rules.view(table.state, seat)))
        table.accept(table.prepare_act(seat, (move,), table.version, str(number), BOT))


def sifted(story: Iterator[Position], count: int, chance: random.Random) -> list[Position]:
    """The fullest position of every question, and others up to the count."""
    fullest: dict[str, Position] = {}
    drawn: list[Position] = []
    for number, position in enumerate(story):
        known = fullest.get(position.question)
        if known is None or position.size > known.size:
            fullest[position.question] = position
        if len(drawn) < count:
            drawn.append(position)
        elif (at := chance.randrange(number + 1)) < count:
            drawn[at] = position
    others = [one for one in drawn if one not in fullest.values()]
    return [*fullest.values(), *others[: max(0, count - len(fullest))]]


def main(seed: str, count: str, *tables: str) -> None:
    for number, wanted in enumerate(tables):
        name, seats, *settings = wanted.split(":", 2)
        chosen = json.loads(settings[0]) if settings else {}
        table = Table(game(name), Setup(int(seats), chosen, int(seed) + number))
        found = sifted(played(table, int(seed)), int(count), random.Random(int(seed)))
        print(encode([position.told() for position in found]).decode())


main(*sys.argv[1:])
