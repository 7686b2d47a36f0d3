# Grognard. Needs Python 3.11 or newer and make; everything else goes into .venv.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	command -v $$p >/dev/null 2>&1 && \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$p && break; done)
JOBS ?= 2
FUZZ_GAMES ?= 1000

BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# A Python that was upgraded away leaves a dangling link behind: start over.
$(shell test -x $(BIN)/python || rm -f .venv/pyvenv.cfg)

.PHONY: help play test lint fuzz bench clean
.DEFAULT_GOAL := help

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## /make \1	/p' Makefile

play: .venv/.installed  ## set up and play A Victory Lost in the terminal
	@$(BIN)/grognard play avl

test: lint  ## set up and run every check
	$(BIN)/python -m pytest -n $(JOBS)
	$(BIN)/grognard rules avl --coverage
	$(BIN)/grognard check

lint: .venv/.installed-dev  ## ruff and mypy
	$(BIN)/ruff check
	$(BIN)/mypy

fuzz: .venv/.installed-dev  ## play FUZZ_GAMES random games per scenario
	GROGNARD_FUZZ_GAMES=$(FUZZ_GAMES) $(BIN)/python -m pytest -n $(JOBS) tests/fuzz

bench: .venv/.installed-dev  ## measure, beside the peers
	$(BIN)/python bench/run.py

clean:  ## remove .venv and the tools' caches
	rm -rf .venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
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
