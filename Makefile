# make play    set everything up and open the table at http://localhost:8000
# make test    set everything up and pass all tests
# make help    the other targets

PYTHON   ?= python3
VENV     := .venv
BIN      := $(VENV)/bin
PIP      := $(BIN)/python -m pip --quiet --disable-pip-version-check
COMPILED := build/compiled
STATIC   := src/kamiza/server/static
RULES    := $(shell find src/kamiza/core src/kamiza/games src/kamiza/bots -name '*.py')
PAGES    := $(shell find web/src web/public web/*.json web/*.ts web/*.html -type f 2>/dev/null)

.PHONY: play test help setup pages lint types web-test bench bench-peers bench-server bench-kodama bench-kodama-drag soak soak-kill soak-leak soak-browser wheel clean stats-battles

play: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python -m kamiza serve --data data --open

help:
	@sed -n 's/^# //p' Makefile | head -3
	@echo 'make lint          ruff, mypy --strict, svelte-check'
	@echo 'make types         web/src/lib/wire.ts from the types of the server'
	@echo 'make bench         speed of rules and search, interpreted and compiled'
	@echo 'make bench-peers   the same beside C++ games of OpenSpiel, in one run'
	@echo 'make bench-server  a thousand clients at one server'
	@echo 'make bench-kodama  its geometry, and 250,000 placements judged alike by both runtimes'
	@echo 'make bench-kodama-drag  a card carried over a tree in a slowed Chromium'
	@echo 'make stats-battles gods, length and reactions of Kamigami Battles between equal bots'
	@echo 'make soak          100,000 random games per game and seat count, laws watched'
	@echo 'make soak-kill     200 sudden deaths of the server, no acknowledged move lost'
	@echo 'make soak-leak     a million frames, nothing hidden in any'
	@echo 'make soak-browser  the browser tests five times, with other cards each time'
	@echo 'make wheel         dist/*.whl, with the pages and the compiled rules inside'

# -- setting up -----------------------------------------------------------------------------------

# The package as it is installed: pages built, rules compiled where a C compiler is there. The
# folder src/ stays interpreted, so both can be run from one checkout. Only the libraries of games
# that changed are compiled again.
setup: $(COMPILED)/.built $(STATIC)/.built
	@cp -R src/kamiza/. $(COMPILED)/kamiza/

$(VENV)/.installed: requirements-dev.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) install -r requirements-dev.txt
	@touch $@

$(COMPILED)/.built: $(VENV)/.installed setup.py $(RULES)
	rm -rf $(COMPILED)/kamiza
	$(BIN)/python setup.py --quiet build --build-lib $(COMPILED) --build-temp build/objects
	@touch $@

web/node_modules/.installed: web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

pages: $(STATIC)/.built

$(STATIC)/.built: web/node_modules/.installed $(PAGES)
	cd web && npm run --silent build
	@touch $@

# -- proving --------------------------------------------------------------------------------------

test: lint
	PYTHONPATH=src $(BIN)/python -m pytest -n 2
	PYTHONPATH=$(COMPILED) $(BIN)/python -m pytest -n 2 tests/conformance tests/test_cases.py tests/test_record.py
	$(MAKE) --no-print-directory web-test

lint: setup
	$(BIN)/ruff check src tests bench setup.py
	$(BIN)/ruff format --check src tests bench setup.py
	$(BIN)/mypy src
	cd web && npm run --silent check

# What Python says of random placements; the browser's own geometry has to say the same.
PLACEMENTS := build/kodama_placements.bin.gz
$(PLACEMENTS): $(COMPILED)/.built bench/kodama_placements.py
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/kodama_placements.py --count 250000 --out $@

web-test: setup $(PLACEMENTS)
	cd web && npm run --silent test
	cd web && KAMIZA_PYTHON=$(CURDIR)/$(BIN)/python PYTHONPATH=$(CURDIR)/$(COMPILED) npm run --silent test:browser

types: $(VENV)/.installed
	PYTHONPATH=src $(BIN)/python -m kamiza.server.types > web/src/lib/wire.ts
	PYTHONPATH=src $(BIN)/python -m kamiza.server.types --games

bench: setup
	PYTHONPATH=src $(BIN)/python bench/rules.py --json build/bench.json

bench-peers: setup build/peers/.installed
	PYTHONPATH=src $(BIN)/python bench/rules.py --peers build/peers/bin/python --json build/bench-peers.json

build/peers/.installed:
	$(PYTHON) -m venv build/peers
	build/peers/bin/python -m pip install --quiet --disable-pip-version-check open_spiel
	@touch $@

bench-server: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/server.py

# The file of placements is also for other languages: its form is told in the script.
bench-kodama: setup $(PLACEMENTS)
	PYTHONPATH=src $(BIN)/python bench/kodama_geometry.py
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/kodama_placements.py --check $(PLACEMENTS)
	PYTHONPATH=src $(BIN)/python bench/kodama_placements.py --check $(PLACEMENTS)

bench-kodama-drag: setup
	KAMIZA_PYTHON=$(CURDIR)/$(BIN)/python PYTHONPATH=$(CURDIR)/$(COMPILED) node bench/kodama_drag.mjs

stats-battles: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/battles_stats.py --games 2000

soak: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/soak.py --games 100000

soak-kill: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/soak_kill.py --kills 200

soak-leak: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/soak_leak.py --frames 1000000

# In `make test` the tables of the browser tests rehearse: the same cards in every run.
soak-browser: setup
	cd web && for round in 1 2 3 4 5; do \
	  KAMIZA_REHEARSAL= KAMIZA_PYTHON=$(CURDIR)/$(BIN)/python PYTHONPATH=$(CURDIR)/$(COMPILED) \
	  npm run --silent test:browser || exit 1; done

wheel: $(VENV)/.installed $(STATIC)/.built
	rm -rf dist
	$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .

clean:
	rm -rf build dist $(STATIC)
