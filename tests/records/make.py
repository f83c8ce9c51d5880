"""Play and write the recorded games beside this file.

Run it only when the rules version or the cards changed on purpose:

    PYTHONPATH=src python tests/records/make.py
"""

from hashlib import sha256
from pathlib import Path

from kamiza.bots import make_bot
from kamiza.core.action import NOBODY
from kamiza.core.game import Setup
from kamiza.core.record import Record, begin, new_record, note
from kamiza.games import game

FOLDER = Path(__file__).parent
SHINTOH = game("shintoh")
KEY = sha256(b"a key for tests, known to everybody").digest()

GAMES = {
    "shintoh_2_heuristic": (Setup(2, {}, 11), ("heuristic", "heuristic")),
    "shintoh_3_random": (Setup(3, {"first_dealer": 1}, 12), ("random", "heuristic", "random")),
    "shintoh_4_sealed": (Setup(4, {}, 0, KEY), ("heuristic", "random", "heuristic", "random")),
    "shintoh_4_open_book": (
        Setup(4, {"role_knowledge": "open_book", "hand_tracker": True}, 14),
        ("heuristic", "heuristic", "random", "heuristic"),
    ),
}


def play(setup: Setup, bots: tuple[str, ...]) -> Record:
    """A whole game between bots."""
    record = new_record(SHINTOH, setup, ("Mika", "Haru", "Sora", "Ren")[: setup.seats])
    state = begin(SHINTOH, record)
    players = [make_bot(name, SHINTOH, seed) for seed, name in enumerate(bots)]
    while state.asked != NOBODY:
        seat = state.asked
        action = players[seat].choose(SHINTOH.view(state, seat))
        SHINTOH.apply(state, action)
        note(record, SHINTOH, state, seat, SHINTOH.describe(action))
    return record


if __name__ == "__main__":
    for name, (setup, bots) in GAMES.items():
        (FOLDER / f"{name}.json").write_text(play(setup, bots).as_text(), encoding="utf-8")
