"""The words of a lesson: what stands on cards and on the table is filled in, never copied.

`{rice.influence}` is a field of a card, `{view.players.B.total}` one of the learner's view,
`{word.pass}` a word of the game. `{B}` stays: whoever shows the sentence knows the name.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from kamiza.core.content import ContentError
from kamiza.core.game import Game
from kamiza.play.words import Text

GAP = re.compile(r"\{([A-Za-z][\w-]*\.[\w.-]+)\}")
VIEW, WORD = "view", "word"


def filled(text: Text, game: Game, screen: dict[str, Any]) -> Text:
    """A text of a lesson as the learner reads it at this table."""
    return {
        language: in_language(sentence, game, screen, language)
        for language, sentence in text.items()
    }


def in_language(sentence: str, game: Game, screen: dict[str, Any], language: str) -> str:
    return GAP.sub(lambda gap: looked_up(gap[1], game, screen, language), sentence)


def looked_up(path: str, game: Game, screen: dict[str, Any], language: str) -> str:
    root, *names = path.split(".")
    if root == WORD:
        return game.words.say(".".join(names), language)
    found: Any = screen if root == VIEW else cards_of(game, language).get(root)
    if found is None:
        raise ContentError(f"{{{path}}}: there is no card '{root}' in {game.name}")
    for name in names:
        if isinstance(found, list) and name.isdecimal() and int(name) < len(found):
            found = found[int(name)]
        elif isinstance(found, dict) and name in found:
            found = found[name]
        else:
            raise ContentError(f"{{{path}}}: there is no '{name}'")
    if not isinstance(found, str | int):
        raise ContentError(f"{{{path}}} is no text and no number")
    return str(found)


@cache
def cards_of(game: Game, language: str) -> dict[str, dict[str, Any]]:
    """Every card by its id."""
    return {str(card["id"]): card for card in game.speech.cards(language, True)}
