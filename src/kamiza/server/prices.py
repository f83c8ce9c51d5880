"""What each kind of message costs, in plain messages; see `limits`."""

from __future__ import annotations

from kamiza.server import messages

PRICES: dict[type, float] = {
    messages.Hello: 4.0,  # a whole table is sent
    messages.AskHint: 8.0,  # many plans are compared
    messages.AskRematch: 4.0,  # a table is made
    messages.Undo: 2.0,  # the game is played again up to there
    messages.Lend: 2.0,  # written to disk, and told to everybody
    messages.Reclaim: 2.0,
    messages.Name: 2.0,
    messages.Ready: 2.0,
    messages.Resign: 2.0,
    messages.Passing: 2.0,
    messages.AskVacation: 2.0,
    messages.Say: 2.0,
}


def price_of(message: messages.ClientMessage) -> float:
    return PRICES.get(type(message), 1.0)
