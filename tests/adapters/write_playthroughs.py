"""Write down the games that `test_playthroughs` compares with: some decisions before the end."""

from __future__ import annotations

from pathlib import Path

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import kamiza.adapters.openspiel  # noqa: F401 it registers the games

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = {
    "shintoh_2": "kamiza_shintoh(seats=2,begin_after=67,begin_seed=5,deals=2)",
    "shintoh_3": "kamiza_shintoh(seats=3,begin_after=118,begin_seed=1,deals=3)",
    "kamisama_2": "kamiza_kamisama(seats=2,edition=early,begin_after=177,begin_seed=1,deals=2)",
}


def main() -> None:
    flags.FLAGS(["playthroughs"])
    FOLDER.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        text = generate_playthrough.playthrough(game, action_sequence=None, seed=7)
        (FOLDER / f"{name}.txt").write_text(text + "\n", encoding="utf-8")
        print(name, len(text))


if __name__ == "__main__":
    main()
