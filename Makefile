# make play    set everything up and open the table at http://localhost:8000
# make test    set everything up and pass all tests
# make help    the other targets

PYTHON   ?= python3
VENV     := .venv
BIN      := $(VENV)/bin
PIP      := $(BIN)/python -m pip --quiet --disable-pip-version-check
COMPILED := build/compiled
# Hundreds of short programs are started by the tests: none of them reads the sources anew.
unexport PYTHONDONTWRITEBYTECODE
STATIC   := src/kamiza/server/static
RULES    := $(shell find src/kamiza/core src/kamiza/games src/kamiza/bots -name '*.py')
# The words are among them because the fonts have exactly their characters.
PAGES    := $(shell find web/src web/public web/fonts web/*.json web/*.ts web/*.html src/kamiza -type f \
              \( -path 'web/*' -o -name '*.toml' \) -not -path '*/assets/fonts/*' -not -path '*/packs/*' 2>/dev/null)
# And what a browser needs to be its own server, with the sources themselves.
PAGES    += web/device/make.mjs web/device/pack.py \
              $(shell find $(addprefix src/kamiza/,core games bots play cases device server) -name '*.py')

.PHONY: play site device-compiled site-compiled test test-interpreted test-compiled test-pages test-browser help setup pages lint lint-python lint-pages types web-test test-adapters playthroughs mutate mutate-sample records verify-records verify-records-pythons verify-records-pyodide bench bench-peers bench-adapters bench-server bench-kodama bench-kodama-drag soak soak-kill soak-disk soak-network soak-postgres soak-leak soak-flood soak-frames soak-browser soak-device screens soak-rows wheel lock clean stats-battles balance bench-ray

play: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python -m kamiza serve --data data --open

help:
	@sed -n 's/^# //p' Makefile | head -3
	@echo 'make site          the tables without a server, as files for any web host: build/site'
	@echo 'make device-compiled  the rules as wasm for the browser, and all recorded games by them'
	@echo 'make site-compiled  what make site makes, with those: build/site-compiled'
	@echo 'make test-adapters every suite of OpenSpiel, PettingZoo and Gymnasium on every table'
	@echo 'make mutate        150 small mistakes in each game, play and server: which test notices?'
	@echo 'make verify-records  750 recorded games go as they went, interpreted and compiled'
	@echo 'make verify-records-pythons  the same on PYTHONS (python3.12 python3.13)'
	@echo 'make verify-records-pyodide  the same in the Python of the browsers'
	@echo 'make records       those games anew, after the version of the rules was raised'
	@echo 'make lint          ruff, mypy --strict, svelte-check'
	@echo 'make types         web/src/lib/wire.ts from the types of the server'
	@echo 'make bench         speed of rules and search, interpreted and compiled'
	@echo 'make bench-peers   the same beside C++ games of OpenSpiel, in one run'
	@echo 'make bench-adapters  through OpenSpiel, PettingZoo and numpy, beside their own games'
	@echo 'make bench-server  up to 5,000 people at one server, and its start with 5,000 tables'
	@echo 'make bench-kodama  its geometry, and 250,000 placements judged alike by both runtimes'
	@echo 'make bench-kodama-drag  a card carried over a tree in a slowed Chromium'
	@echo 'make balance       the balance reports of all games, docs/balance'
	@echo 'make bench-ray     one and two workers, by processes and on Ray, on Battles'
	@echo 'make stats-battles gods, length and reactions of Kamigami Battles between equal bots'
	@echo 'make soak          100,000 random games per game and seat count, laws watched'
	@echo 'make soak-kill     1,000 sudden deaths of the server in the middle of everything: nothing answered is lost'
	@echo 'make soak-disk     a disk that fails in every way, and a log torn at 500 bytes: the same'
	@echo 'make soak-network  2,000 games through a line that cuts, delays and repeats: all see the same'
	@echo 'make soak-rows     10,000 positions of every game as numbers: nothing hidden in them'
	@echo 'make soak-leak     ten million frames, the same in every world a reader cannot tell apart'
	@echo 'make soak-flood    one address does its worst: what does a bystander notice?'
	@echo 'make soak-frames   a million frames that mean nothing: no traceback, no memory'
	@echo 'make soak-browser  the browser tests five times, with other cards each time'
	@echo 'make soak-device   200 sudden ends of a page with tables of its own: nothing shown is lost'
	@echo 'make screens       the pictures in docs/screens anew, by a real browser'
	@echo 'make wheel         dist/*.whl, with the pages and the compiled rules inside'
	@echo 'make lock          the locks of Python packages anew, from what is wanted'

# -- setting up -----------------------------------------------------------------------------------

# The package as it is installed: pages built, rules compiled where a C compiler is there. The
# folder src/ stays interpreted, so both can be run from one checkout. Only the libraries of games
# that changed are compiled again.
setup: $(COMPILED)/.built $(STATIC)/.built
	@cp -Rp src/kamiza/. $(COMPILED)/kamiza/

# Exactly the files that were locked, whatever index they come from; `make lock` makes the locks.
$(VENV)/.installed: requirements-dev.lock
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --require-hashes --no-deps -r requirements-dev.lock
	@touch $@

$(COMPILED)/.built: $(VENV)/.installed setup.py $(RULES)
	rm -rf $(COMPILED)/kamiza
	$(BIN)/python setup.py --quiet build --build-lib $(COMPILED) --build-temp build/objects
	@touch $@

web/node_modules/.installed: web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

pages: $(STATIC)/.built

# What the tables need in a browser: the locked packages, built for Pyodide.
build/device/.fetched: $(VENV)/.installed requirements.lock
	@mkdir -p build/device && rm -f build/device/*.whl
	sed -n '/^msgspec==/,/[^\\]$$/p; /^mypy-extensions==/,/[^\\]$$/p' requirements.lock > build/device/wanted.txt
	$(PIP) download --require-hashes --no-deps --only-binary :all: --dest build/device \
	  --platform pyemscripten_2026_0_wasm32 --python-version 314 --abi cp314 --abi none \
	  -r build/device/wanted.txt
	@touch $@

$(STATIC)/.built: web/node_modules/.installed build/device/.fetched $(PAGES)
	cd web && npm run --silent build
	@touch $@

# The tables of a device alone, as files for any web host, in any folder of it.
site: build/site/.built
	@du -sh build/site | sed 's/\t.*/ in build\/site. Try it: python3 -m http.server --directory build\/site/'

build/site/.built: $(STATIC)/.built
	cd web && npm run --silent site
	@touch $@

# The rules compiled for the browser too; nothing else waits for it. mypyc and its parts are those of the
# lock, built for Pyodide, in which mypyc runs; zig brings a C compiler. Of CPython 3.14 the headers
# are wanted: make device-compiled HEADERS=/usr/include/python3.14
HEADERS ?= $(shell python3.14 -c 'import sysconfig; print(sysconfig.get_path("include"))' 2>/dev/null)
WRITERS := ast-serialize librt mypy mypy-extensions pathspec setuptools typing-extensions
device-compiled: build/device-compiled/.built

build/device-tools/.fetched: $(VENV)/.installed requirements-dev.lock web/device/zig.lock
	rm -rf build/device-tools && mkdir -p build/device-tools
	for name in $(WRITERS); do sed -n "/^$$name==/,/[^\\]$$/p" requirements-dev.lock; done > build/device-tools/wanted.txt
	$(PIP) install --require-hashes --no-deps --only-binary :all: --target build/device-tools/mypy \
	  --platform pyemscripten_2026_0_wasm32 --python-version 314 --abi cp314 --abi none \
	  -r build/device-tools/wanted.txt
	$(PIP) install --require-hashes --no-deps --target build/device-tools/zig -r web/device/zig.lock
	@touch $@

# Every recorded game has to go as it went before they count as built.
build/device-compiled/.built: build/device-tools/.fetched web/node_modules/.installed build/device/.fetched \
                              setup.py web/device/compile.mjs web/device/compile.py $(RULES)
	@[ -f "$(HEADERS)/Python.h" ] || { echo 'No headers of CPython 3.14: make device-compiled HEADERS=<folder with Python.h>'; exit 1; }
	rm -rf build/device-compiled
	node web/device/compile.mjs $(HEADERS) build/device-compiled
	node web/device/records.mjs --compiled
	@touch $@

# What `make site` makes, with those rules: 0.8 MB more, and bots that think faster.
site-compiled: build/site-compiled/.built
	@du -sh build/site-compiled

build/site-compiled/.built: build/device-compiled/.built $(STATIC)/.built
	cd web && node device/make.mjs --compiled && KAMIZA_PACKS=compiled npm run --silent site -- --outDir ../build/site-compiled
	@touch $@

# -- proving --------------------------------------------------------------------------------------

# One stage after the other; while the C compiler works at the rules, the pages are built and the
# sources are read. Tests that only use the rules use the compiled ones. The contract of every game
# is proven at all its tables compiled, and once more at some of them interpreted.
USERS := tests/adapters tests/bots tests/fifth tests/play tests/terminal
TWICE := tests/conformance tests/test_cases.py tests/test_record.py
test:
	@tests/stages.sh \
	  'set up and lint' '$(MAKE) --no-print-directory -j2 setup lint' \
	  'rules and server, interpreted' '$(MAKE) --no-print-directory test-interpreted' \
	  'rules and what uses them, compiled' '$(MAKE) --no-print-directory test-compiled' \
	  'parts of the pages' '$(MAKE) --no-print-directory test-pages' \
	  'pages in a browser' '$(MAKE) --no-print-directory test-browser'

test-interpreted: setup
	KAMIZA_CONFORMANCE=some PYTHONPATH=src $(BIN)/python -m pytest -n 2 tests $(USERS:%=--ignore=%)

test-compiled: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python -m pytest -n 2 $(TWICE) $(USERS)

# What research wants lives in an environment of its own, with the compiled rules.
ADAPTERS := PYTHONPATH=$(COMPILED):. build/adapters/bin/python
build/adapters/.installed: bench/adapters.txt
	$(PYTHON) -m venv build/adapters
	build/adapters/bin/python -m pip install --quiet --disable-pip-version-check -r bench/adapters.txt
	@touch $@

test-adapters: setup build/adapters/.installed
	KAMIZA_ADAPTERS=full $(ADAPTERS) -m pytest -n 2 tests/adapters

playthroughs: setup build/adapters/.installed
	$(ADAPTERS) tests/adapters/write_playthroughs.py

# Mistakes are made in copies of the tree, never here. It goes on where it stopped: build/mutate/ has
# what was tried. AREA=battles for one area, CARDS=--cards for the numbers of cards.
mutate: $(VENV)/.installed
	PYTHONPATH=src $(BIN)/python -m tests.mutate $(AREA) $(CARDS) --count $(or $(COUNT),150) --jobs 2

mutate-sample: $(VENV)/.installed
	PYTHONPATH=src $(BIN)/python -m tests.mutate.sample

verify-records: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python tests/records/shelf.py
	PYTHONPATH=src $(BIN)/python tests/records/shelf.py

# Interpreted on every other Python; `make verify-records-pythons PYTHONS=/path/to/python3.14`.
PYTHONS ?= python3.12 python3.13
verify-records-pythons:
	for python in $(PYTHONS); do \
	  place=build/records-$$(basename $$python)-$$($$python -c 'import platform; print(platform.python_version())') && \
	  { [ -x $$place/bin/python ] || $$python -m venv $$place; } && \
	  $$place/bin/python -m pip install --quiet --disable-pip-version-check 'mypy_extensions>=1.1' && \
	  PYTHONPATH=src $$place/bin/python tests/records/shelf.py --share $(or $(SHARE),0) || exit 1; done

# And in the Python that browsers get; `make test` does that with one game of each file.
verify-records-pyodide: web/node_modules/.installed build/device/.fetched
	node web/device/records.mjs --share $(or $(SHARE),0)

# Only after the version of the rules or the cards changed on purpose.
records: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python tests/records/fill.py

lint: lint-python lint-pages

lint-python: $(VENV)/.installed
	$(BIN)/ruff check src tests bench setup.py
	$(BIN)/ruff format --check src tests bench setup.py
	$(BIN)/mypy src

lint-pages: $(STATIC)/.built
	cd web && npm run --silent check

# What Python says of random placements; the browser's own geometry has to say the same.
PLACEMENTS := build/kodama_placements.bin.gz
$(PLACEMENTS): $(COMPILED)/.built bench/kodama_placements.py
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/kodama_placements.py --count 250000 --out $@

web-test: test-pages test-browser

test-pages: setup $(PLACEMENTS)
	cd web && npm run --silent test

test-browser: setup build/site/.built
	cd web && KAMIZA_PYTHON=$(CURDIR)/$(BIN)/python PYTHONPATH=$(CURDIR)/$(COMPILED) npm run --silent test:browser

types: $(VENV)/.installed
	PYTHONPATH=src $(BIN)/python -m kamiza.server.types > web/src/lib/wire.ts
	PYTHONPATH=src $(BIN)/python -m kamiza.server.types --games

bench: setup
	PYTHONPATH=src $(BIN)/python bench/rules.py --json build/bench.json

bench-peers: setup build/peers/.installed
	PYTHONPATH=src $(BIN)/python bench/rules.py --peers build/peers/bin/python --json build/bench-peers.json

bench-adapters: setup build/adapters/.installed
	$(ADAPTERS) bench/adapters.py

build/peers/.installed:
	$(PYTHON) -m venv build/peers
	build/peers/bin/python -m pip install --quiet --disable-pip-version-check open_spiel
	@touch $@

bench-server: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/load.py
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/load.py --postgres
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/cold_start.py

# The file of placements is also for other languages: its form is told in the script.
bench-kodama: setup $(PLACEMENTS)
	PYTHONPATH=src $(BIN)/python bench/kodama_geometry.py
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/kodama_placements.py --check $(PLACEMENTS)
	PYTHONPATH=src $(BIN)/python bench/kodama_placements.py --check $(PLACEMENTS)

bench-kodama-drag: setup
	KAMIZA_PYTHON=$(CURDIR)/$(BIN)/python PYTHONPATH=$(CURDIR)/$(COMPILED) node bench/kodama_drag.mjs

# Some minutes. The reports, their pictures and the overview.
BALANCE_GAMES ?= 300
balance: setup
	for game in shintoh kamisama kodama battles; do \
	  PYTHONPATH=$(COMPILED) $(BIN)/python -m kamiza balance $$game --games $(BALANCE_GAMES) \
	    --html docs/balance/$$game.html --json docs/balance/$$game.json || exit 1; done
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/balance_docs.py docs/balance

bench-ray: setup build/adapters/.installed
	$(ADAPTERS) bench/ray_workers.py

stats-battles: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/battles_stats.py --games 2000

soak: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/soak.py --games 100000

soak-kill: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/soak_kill.py --kills 1000

soak-disk: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/soak_disk.py --rounds 300 --cuts 500

soak-network: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/soak_network.py --games 2000

soak-postgres: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/soak_postgres.py --rounds 300

soak-leak: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/soak_leak.py --frames 10000000 --messages 100000

soak-rows: setup build/adapters/.installed
	$(ADAPTERS) bench/soak_rows.py --positions 10000

soak-flood: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/fairness.py

soak-frames: setup
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/soak_frames.py --frames 1000000

# In `make test` the tables of the browser tests rehearse: the same cards in every run.
soak-browser: setup
	cd web && for round in 1 2 3 4 5; do \
	  KAMIZA_REHEARSAL= KAMIZA_FIT=whole KAMIZA_LESSONS=all KAMIZA_PYTHON=$(CURDIR)/$(BIN)/python PYTHONPATH=$(CURDIR)/$(COMPILED) \
	  npm run --silent test:browser || exit 1; done

soak-device: setup
	KAMIZA_PYTHON=$(CURDIR)/$(BIN)/python PYTHONPATH=$(CURDIR)/$(COMPILED) node bench/soak_device.mjs --kills 200

# Some of them: make screens ONLY='quiz since'.
screens: setup build/site/.built
	cd web && KAMIZA_PYTHON=$(CURDIR)/$(BIN)/python PYTHONPATH=$(CURDIR)/$(COMPILED) node tests/browser/pictures.mjs $(ONLY)

# The times in the wheel are that of the last commit. Of an interpreted wheel a second build then gives
# the same bytes (tests/test_wheel.py); for compiled rules that depends on the C compiler as well.
wheel: $(VENV)/.installed $(STATIC)/.built
	rm -rf dist build/lib* build/bdist*
	SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || echo 1704067200)} \
	  $(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .

# requirements-dev.txt and pyproject.toml say what is wanted; the locks name each file by its hash,
# for every Python from 3.11 on and every system, and no index.
COMPILE := build/lock/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
  --generate-hashes --no-annotate --no-emit-index-url --custom-compile-command 'make lock'
lock: build/lock/.installed
	$(COMPILE) --no-emit-find-links requirements-dev.txt pyproject.toml -o requirements-dev.lock
	$(COMPILE) --no-emit-find-links -c requirements-dev.lock --extra postgres --extra push pyproject.toml -o requirements.lock

build/lock/.installed:
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet --disable-pip-version-check uv
	@touch $@

clean:
	rm -rf build dist $(STATIC)
