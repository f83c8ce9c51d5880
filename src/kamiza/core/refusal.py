"""Why something cannot be: an action that the rules refuse, a position that does not add up.

These stay interpreted. Compiled code takes the subclasses that the compiler saw for all there
are, and errors are refined wherever somebody has more to say (`play/puzzles.py`).
"""

from __future__ import annotations


class Refusal(Exception):
    """Why something is refused: the rule that says no, and the facts its sentence needs.

    The rules return it, the borders raise it. Whoever knows the words adds the sentences.
    """

    def __init__(self, rule: str, facts: dict[str, str] | None = None) -> None:
        super().__init__(rule)
        self.rule = rule
        self.facts = facts or {}
        self.sentences: dict[str, str] = {}  # by language
        self.behind = rule  # the rule of the rulebook that explains it best
        self.is_stale = False  # it was decided before something else happened

    @property
    def sentence(self) -> str:
        """In English."""
        return self.sentences.get("en", "")

    def __str__(self) -> str:
        return f"{self.sentence} [{self.rule}]" if self.sentence else self.rule

    def __repr__(self) -> str:
        return f"Refusal({self.rule!r}, {self.facts!r})"


class PositionError(Exception):
    """A position that cannot be; the message names the field and says why."""
