# Needs Python 3.11 or newer with venv, and make. Everything else goes into .venv.

PYTHON ?= python3
BIN = .venv/bin
PIP = $(BIN)/python -m pip --quiet --no-input --disable-pip-version-check
RUN = $(BIN)/narrator serve
CATALOGS = $(wildcard translations/*/LC_MESSAGES/*.po)

.PHONY: run test bench soak evenings words pictures lint browser install clean

run: install
	@$(RUN)

test: lint browser
	@echo "Tests (up to five minutes)"
	@$(BIN)/pytest

bench: install
	@$(BIN)/python -m tests.bench
	@$(BIN)/python -m tests.bench_web
	@$(BIN)/python -m tests.bench_live

soak: install
	@$(BIN)/python -m tests.soak 200

evenings: install browser
	@echo "A whole game of every kind of table, tapped in the browser (some minutes)"
	@WHOLE=1 $(BIN)/pytest tests/browser/test_settings.py -k whole_game

# The catalogs in step with the English sources.
words: install
	@$(BIN)/python -m narrator.text

pictures: install browser
	@$(BIN)/python -m tests.pictures

# The browser tests' browser: found, or as root on Debian installed.
browser: install
	@$(BIN)/python -m tests.browser.chromium

lint: install
	@echo "Style (ruff)"
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet || { echo "To repair: $(BIN)/ruff format"; exit 1; }
	@echo "Types (mypy)"
	@$(BIN)/mypy

install: .venv/narrator.stamp

.venv/narrator.stamp: .venv/packages.stamp pyproject.toml hatch_build.py $(CATALOGS)
	@echo "Building Narrator into .venv (some seconds)"
	@$(PIP) install --no-deps --editable .
	@touch $@

.venv/packages.stamp: constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Narrator needs Python 3.11 or newer; try: make PYTHON=python3.11"; exit 1; }
	@echo "Preparing .venv (some seconds)"
	@$(PYTHON) -m venv .venv
	@echo "Fetching $$(grep -c '==' constraints.txt) packages (up to a minute)"
	@$(PIP) install --requirement constraints.txt
	@touch $@

clean:
	@echo "Removing .venv, caches and built files"
	@rm -rf .venv .hypothesis .pytest_cache .mypy_cache .ruff_cache .coverage .bench build dist narrator/static/vendor
	@find . -name .git -prune -o \( -name __pycache__ -o -name '*.mo' \) -prune -exec rm -rf {} +
