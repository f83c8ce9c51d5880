"""What each kind of message costs, in plain messages; see `limits`."""

from __future__ import annotations

from kamiza.server import asks

PRICES: dict[type, float] = {
    asks.Hello: 4.0,  # a whole table is sent
    asks.AskHint: 8.0,  # many plans are compared
    asks.AskRematch: 4.0,  # a table is made
    asks.Undo: 2.0,  # the game is played again up to there
    asks.Lend: 2.0,  # written to disk, and told to everybody
    asks.Reclaim: 2.0,
    asks.Name: 2.0,
    asks.Ready: 2.0,
    asks.Resign: 2.0,
    asks.Passing: 2.0,
    asks.AskVacation: 2.0,
    asks.Say: 2.0,
}


def price_of(message: asks.ClientMessage) -> float:
    return PRICES.get(type(message), 1.0)
