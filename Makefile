# The daily verbs. Each sets up what it needs: a virtual environment in .venv, from the lock file.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

.PHONY: help play test lint types bench docs clean fuzz pictures lock
.DEFAULT_GOAL := help

help: ## say what there is
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile

play: $(READY) ## play a game in the terminal
	@$(BIN)/bigpoints play

test: $(READY) ## run all tests, doctests included, and show the coverage
	$(BIN)/pytest --cov --cov-report=term

lint: $(READY) ## check style and formatting
	$(BIN)/ruff check && $(BIN)/ruff format --check

types: $(READY) ## check types, strictly
	$(BIN)/mypy

bench: $(READY) ## measure what must be fast, beside the last kept result
	$(BIN)/python bench/rules.py
	$(BIN)/python bench/solver.py

docs: $(READY) ## build the documentation into site/
	$(BIN)/mkdocs build --strict

fuzz: $(READY) ## give the parsers 100,000 texts each
	$(BIN)/pytest tests/test_fuzz.py --hypothesis-profile=long

pictures: $(READY) ## draw the pictures of README and docs anew
	$(BIN)/python docs/pictures.py

lock: $(READY) ## write the lock files anew from pyproject.toml
	sh requirements/lock.sh

clean: ## remove everything that the other targets made
	rm -rf .venv site dist .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests bench docs -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Big Points needs Python 3.11 or newer: make PYTHON=python3.12 …" >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@
