"""Second models: the heart of each game once more, slow and plain, from its document alone.

Each model says what the rules say in other words and other data than the engine, and a test plays
random games and compares them move by move. Kodama's second model is its plain geometry,
`kamiza.games.kodama.laws.slow_geometry`, compared in `tests/games/kodama/test_geometry.py`.
"""
