"""What happened, for eyes: logs, animation, statistics. No rule ever reads an event.

An event is made only when somebody listens (`state.log is not None`).
"""

from __future__ import annotations

from typing import Final, final

NOBODY_ELSE: Final = 0  # an audience: no bit is set


@final
class Event:
    """A past-tense name, what everybody learns, and what only the audience learns."""

    def __init__(
        self,
        name: str,
        facts: dict[str, object],
        secret: dict[str, object] | None = None,
        audience: int = NOBODY_ELSE,
        shows: bool = False,
    ) -> None:
        self.name: Final = name
        self.facts: Final = facts
        self.secret: Final = secret
        self.audience: Final = audience  # a bit per seat that also learns `secret`
        # Everybody is shown something hidden, which may be hidden again by the same action, as
        # when a revealed card is shuffled away; a view need not remember it.
        self.shows: Final = shows

    def seen_by(self, seat: int) -> dict[str, object]:
        """The event as one seat (or SPECTATOR) may know it."""
        seen: dict[str, object] = {"event": self.name}
        seen.update(self.facts)
        if self.secret is not None and seat >= 0 and self.audience >> seat & 1:
            seen.update(self.secret)
        return seen

    def whole(self) -> dict[str, object]:
        """The event with nothing left out, for laws and statistics, never for a socket."""
        known: dict[str, object] = {"event": self.name}
        known.update(self.facts)
        if self.secret is not None:
            known.update(self.secret)
        return known

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.whole() == other.whole()

    def __repr__(self) -> str:
        facts = [f"{name}={fact!r}" for name, fact in self.facts.items()]
        facts += [f"{name}={fact!r} (secret)" for name, fact in (self.secret or {}).items()]
        return f"<{self.name}: {', '.join(facts)}>"
