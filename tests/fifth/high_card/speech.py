"""How High Card speaks."""

from __future__ import annotations

from collections.abc import Sequence

from kamiza.core.speech import Facts, Listener, Speech, join_texts


class HighCardSpeech(Speech):
    """The sentences of High Card."""

    EVENTS = ("dealt", "card_played", "round_won", "game_won")

    def fact(self, name: str, value: object, to: Listener) -> str:
        if name == "names" and isinstance(value, Sequence):
            return join_texts([to.name(seat) for seat in value], to)
        return super().fact(name, value, to)

    def word_for(self, seen: Facts) -> str:
        is_shared = seen["event"] == "game_won" and len(seen["names"]) > 1
        return "game_won_shared" if is_shared else str(seen["event"])

    def move(self, move: str, view: Facts, to: Listener) -> str:
        return self.words.say("play", to.language, card=move.removeprefix("play "))

    def effect(self, move: str, view: Facts, to: Listener) -> str:
        laid = [int(player["played"] or 0) for player in view["players"].values()]
        is_highest = int(move.removeprefix("play ")) > max(laid)
        return self.words.say("effect_highest" if is_highest else "effect_lower", to.language)

    def opening(self, view: Facts) -> list[Facts]:
        return [{"event": "dealt", "seat": view["leader"]}]
