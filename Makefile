# make play    set everything up and open the table
# make test    set everything up and pass all tests
# make help    the other targets

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
COMPILED := build/compiled
RULES  := $(shell find src/kamiza/core src/kamiza/games src/kamiza/bots -name '*.py' -o -name '*.toml')

.PHONY: play test help lint bench bench-peers soak wheel clean setup

play: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python -m kamiza play shintoh

help:
	@sed -n 's/^# //p' Makefile
	@echo 'make lint         ruff and mypy --strict'
	@echo 'make bench        speed of rules and search, interpreted and compiled'
	@echo 'make bench-peers  the same beside C++ games of OpenSpiel, in one run'
	@echo 'make soak         100,000 random games per player count, all laws checked'
	@echo 'make wheel        dist/*.whl'

# -- setting up ---------------------------------------------------------------------------------

setup: $(COMPILED)/.built

$(VENV)/.installed: pyproject.toml requirements-dev.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@

# The whole package, with the rules compiled where a C compiler is there; src/ stays interpreted.
$(COMPILED)/.built: $(VENV)/.installed setup.py $(RULES)
	rm -rf $(COMPILED)
	$(BIN)/python setup.py --quiet build --build-lib $(COMPILED) --build-temp build/objects
	touch $@

# -- proving ------------------------------------------------------------------------------------

test: setup
	$(BIN)/ruff check src tests bench
	$(BIN)/ruff format --check src tests bench
	$(BIN)/mypy src
	PYTHONPATH=src $(BIN)/python -m pytest -n 2
	PYTHONPATH=$(COMPILED) $(BIN)/python -m pytest -n 2 tests/conformance tests/test_cases.py tests/test_runtimes.py

lint: setup
	$(BIN)/ruff check src tests bench
	$(BIN)/ruff format --check src tests bench
	$(BIN)/mypy src

soak: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/soak.py --games 100000

bench: setup
	PYTHONPATH=src $(BIN)/python bench/rules.py --json build/bench.json

bench-peers: setup build/peers/.installed
	PYTHONPATH=src $(BIN)/python bench/rules.py --peers build/peers/bin/python --json build/bench-peers.json

build/peers/.installed:
	$(PYTHON) -m venv build/peers
	build/peers/bin/python -m pip install --quiet --disable-pip-version-check open_spiel
	touch $@

wheel: $(VENV)/.installed
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

clean:
	rm -rf build dist
