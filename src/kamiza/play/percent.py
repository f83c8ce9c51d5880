"""Chances as people read them: whole per cents, and nobody is sure before the end."""

from __future__ import annotations

from kamiza.core.action import LETTERS
from kamiza.core.speech import Listener


def percent(chance: float, language: str) -> str:
    """ "38 %"; at the very ends "under 1 %", and 0 or 100 only if it is so."""
    whole = round(100 * chance)
    if 0 < chance < 0.01:
        return "1 %未満" if language == "ja" else "under 1 %"
    if 0.99 < chance < 1:
        return "99 %超" if language == "ja" else "over 99 %"
    return f"{whole} %"


def signed(change: float) -> str:
    """ "+9 %" or "−18 %", with a true minus sign."""
    whole = round(100 * change)
    return f"{'+' if whole > 0 else '−' if whole < 0 else '±'}{abs(whole)} %"


def filled(text: str, to: Listener) -> str:
    """A sentence in which names are open, {A} to {F}, with its names."""
    for letter in LETTERS:
        text = text.replace("{" + letter + "}", to.name(letter))
    return text
