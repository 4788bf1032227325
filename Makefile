# The daily verbs. Each first sets up a virtual environment in .venv from the lock file, if there is none.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
JOBS ?= 2

# The page for browsers: rebuilt when one of its sources is newer. Folders count, as they change when a file is deleted.
PAGE := src/bigpoints/server/page/index.html
MADE_FROM := $(shell find web/src web/build web/public ! -name '*.test*.ts' 2> /dev/null) \
	$(filter-out %.py,$(wildcard web/*.*)) $(wildcard src/bigpoints/locales/*.json) hatch_build.py
NPM := $(BIN)/python hatch_build.py
# CI does not read the coverage, and measuring it takes time.
COVER := $(if $(CI),--no-cov,--cov --cov-report=)
COVER_MORE := $(if $(CI),--no-cov,--cov --cov-append --cov-report=term)

.PHONY: help play terminal serve page test lint types bench lighthouse docs clean fuzz faults malformed attack fit ladder pictures screenshots capacity lock
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-13s%s\n", $$1, $$2 }' Makefile

play: $(READY) $(PAGE) ## play in the browser; without a display, print the address
	@BIGPOINTS_LOG_LEVEL=warning $(BIN)/bigpoints serve $(ARGS)

terminal: $(READY) ## play in the terminal; ARGS=--continue resumes the last game
	@$(BIN)/bigpoints play $(ARGS)

serve: $(READY) $(PAGE) ## serve tables without opening a browser; options in ARGS, such as ARGS="--host 0.0.0.0"
	@$(BIN)/bigpoints serve --no-open $(ARGS)

page: $(READY) $(PAGE) ## build the page for browsers, if it is out of date

test: $(READY) $(PAGE) ## run all tests and doctests; show the coverage
	@sh requirements/system.sh curl chromium postgresql nginx caddy openssl
	@$(BIN)/python tests/support/compile_kernel.py & compiling=$$!; $(NPM) test --silent; failed=$$?; wait $$compiling && exit $$failed
	$(BIN)/pytest -n auto --maxprocesses 4 --dist worksteal -m "not alone" -p no:playwright --ignore=tests/browser $(COVER)
	$(BIN)/pytest -n 2 tests/browser --no-cov
	$(BIN)/pytest -m alone -p no:playwright --ignore=tests/browser $(COVER_MORE)

lint: $(READY) ## check style and formatting of Python and the page
	$(BIN)/ruff check && $(BIN)/ruff format --check
	@$(NPM) run lint --silent

types: $(READY) ## check types of Python and the page, strictly
	$(BIN)/mypy
	@$(NPM) run check --silent

bench: $(READY) $(PAGE) ## run the benchmarks and compare with the stored results
	$(BIN)/python bench/rules.py
	$(BIN)/python bench/solver.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/store.py
	$(BIN)/python bench/tables.py
	PYTHONPATH=tests $(BIN)/python bench/logs.py
	$(BIN)/python bench/bots.py
	PYTHONPATH=tests $(BIN)/python bench/taps.py

lighthouse: $(READY) $(PAGE) ## run Lighthouse on the page
	@PYTHONPATH=tests $(BIN)/python bench/lighthouse.py

docs: $(READY) ## build the documentation into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

fuzz: $(READY) ## fuzz the parsers with 100,000 texts
	$(BIN)/pytest tests/test_fuzz.py --hypothesis-profile=long

faults: $(READY) $(PAGE) ## kill parts of the server 1,000 times during games; goes on where it was interrupted
	@sh requirements/system.sh postgresql
	@PYTHONPATH=tests $(BIN)/python -m faults.kills $(ARGS)

malformed: $(READY) $(PAGE) ## send a server a million malformed messages; goes on where it was interrupted
	@PYTHONPATH=tests $(BIN)/python -m faults.barrage $(ARGS)
	BIGPOINTS_TEST_REQUESTS=300 $(BIN)/pytest tests/server/test_fuzz.py

attack: $(READY) ## attack a server on loopback, and print a table of what held
	@PYTHONPATH=tests $(BIN)/python bench/attack.py $(ARGS)

fit: $(READY) ## fit the evaluation network to games of the bots
	$(BIN)/python fitting/fit.py --jobs $(JOBS)

ladder: $(READY) ## rate all bots against each other; write the plot and the tables
	$(BIN)/python docs/ladder.py $(JOBS)
	$(BIN)/python docs/calibration.py
	$(BIN)/python docs/ladder_plot.py

pictures: $(READY) ## redraw the pictures of README and docs; rerun their examples
	$(BIN)/python docs/pictures.py
	$(BIN)/python docs/transcripts.py

screenshots: $(READY) $(PAGE) ## play a game in the browser and take the README's pictures of it
	@PYTHONPATH=tests $(BIN)/python docs/screenshots.py

capacity: $(READY) $(PAGE) ## measure workers and games, and write the tables of the page on capacity
	PYTHONPATH=tests $(BIN)/python bench/workers.py --keep
	PYTHONPATH=tests $(BIN)/python bench/footprint.py --keep
	$(BIN)/python bench/capacity.py --page

lock: $(READY) ## rewrite the lock files from pyproject.toml
	sh requirements/lock.sh

clean: ## remove everything that the other targets created, except played games
	rm -rf .venv site dist .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache web/node_modules test-artefacts $(dir $(PAGE))
	find src tests bench docs fitting web -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is not Python 3.11 or newer; name another: make PYTHON=python3.12 …" >&2; exit 1; }
	@echo "Setting up .venv: one to two minutes, the first time only …"
	@$(PYTHON) -m venv --clear .venv || { echo "Python's venv is missing; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(PAGE): $(MADE_FROM) | $(READY)
	@echo "Building the page for browsers: under a minute …"
	@$(NPM)
