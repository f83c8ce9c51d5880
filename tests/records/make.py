"""Play and write the recorded games beside this file.

Run it only when the rules version or the cards changed on purpose:

    PYTHONPATH=src python tests/records/make.py
"""

from hashlib import sha256
from pathlib import Path

from kamiza.bots import make_bot
from kamiza.core.action import NOBODY
from kamiza.core.game import Game, Setup
from kamiza.core.record import Record, begin, new_record, note
from kamiza.games import game

FOLDER = Path(__file__).parent
KEY = sha256(b"a key for tests, known to everybody").digest()

GAMES = {
    "shintoh_2_heuristic": (Setup(2, {}, 11), ("heuristic", "heuristic")),
    "shintoh_3_random": (Setup(3, {"first_dealer": "B"}, 12), ("random", "heuristic", "random")),
    "shintoh_4_sealed": (Setup(4, {}, 0, KEY), ("heuristic", "random", "heuristic", "random")),
    "shintoh_4_open_book": (
        Setup(4, {"role_knowledge": "open_book", "hand_tracker": True}, 14),
        ("heuristic", "heuristic", "random", "heuristic"),
    ),
    "kamisama_2_heuristic": (Setup(2, {}, 21), ("heuristic", "heuristic")),
    "kamisama_3_early": (
        Setup(3, {"edition": "early", "years": 2, "draft": "open", "villagers": "face_down"}, 22),
        ("random", "heuristic", "random"),
    ),
    "kamisama_4_sealed": (Setup(4, {}, 0, KEY), ("heuristic", "random", "heuristic", "random")),
    "battles_3_heuristic": (
        Setup(3, {"sets": "rotoo+yyrz", "first_player": "B", "round_limit": 12}, 41),
        ("heuristic", "heuristic", "random"),
    ),
    "battles_4_team": (
        Setup(4, {"mode": "team", "team_hands": "shared", "round_limit": 12}, 42),
        ("heuristic", "random", "heuristic", "random"),
    ),
    "battles_2_sealed": (Setup(2, {"round_limit": 12}, 0, KEY), ("heuristic", "heuristic")),
}


def play(rules: Game, setup: Setup, bots: tuple[str, ...]) -> Record:
    """A whole game between bots."""
    record = new_record(rules, setup, ("Mika", "Haru", "Sora", "Ren")[: setup.seats])
    state = begin(rules, record)
    players = [make_bot(name, rules, seed) for seed, name in enumerate(bots)]
    while state.asked != NOBODY:
        seat = state.asked
        action = players[seat].choose(rules.view(state, seat))
        rules.apply(state, action)
        note(record, rules, state, seat, rules.describe(action))
    return record


if __name__ == "__main__":
    for name, (setup, bots) in GAMES.items():
        record = play(game(name.partition("_")[0]), setup, bots)
        (FOLDER / f"{name}.json").write_text(record.as_text(), encoding="utf-8")
