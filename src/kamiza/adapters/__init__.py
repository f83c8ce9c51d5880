"""Kamiza for research: its games as other programs want them.

    kamiza.adapters.vector       thousands of games at once, numpy arrays in and out
    kamiza.adapters.openspiel    pyspiel.load_game("kamiza_shintoh(seats=3)")
    kamiza.adapters.pettingzoo   one agent for each seat, in turns, with an action mask
    kamiza.adapters.gymnasium    one seat against bots

Each needs an extra: `pip install kamiza[openspiel]` and so on. Nothing else in Kamiza imports
them, and none is imported before it is asked for. `docs/research.md` shows them at work.
"""
