"""Does a mistake in the code turn a test red? `make mutate` makes small mistakes and looks.

* `mutants.py`   what can be changed: rules, play and server by their syntax, cards by their numbers
* `reach.py`     which tests come past which function, in whatever process, and how long they take
* `trial.py`     one mutant in a copy of the tree, the fastest relevant tests first
* `warm.py`      everything loaded once and a fork of it for each mutant
* `__main__.py`  a seeded choice of mutants; goes on where it stopped; survivors with their diff
* `areas.toml`   which files and tests belong together
* `equivalent.toml`  mutants that change nothing a test could see, each with the reason
* `sample.toml`  a fixed few, with the test that sees each; `test_sample.py` tries them in every run
"""
