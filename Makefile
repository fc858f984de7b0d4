# Needs Python 3.11 or newer with venv, and make. Everything else goes into .venv.

PYTHON ?= python3
BIN = .venv/bin
PIP = $(BIN)/python -m pip --quiet --no-input --disable-pip-version-check
# Each list of packages is whole and has hashes: nothing is looked for beyond it. What is never imported need not be
# compiled, the rest is when it is.
FETCH = $(PIP) install --no-deps --no-compile --requirement
RUN = $(BIN)/narrator serve
CATALOGS = $(wildcard translations/*/LC_MESSAGES/*.po)
BEFORE = c0e0d0b
AFTER = HEAD
# Some machines forbid Python to keep what it has compiled; then every test worker compiles every test anew.
export PYTHONDONTWRITEBYTECODE =

.PHONY: run photos mcp postgres test suite thorough newest dist dist-check test-postgres bench bench-install hall soak arena secrets hostile fits evenings words pictures lint lint-front browser install tools constraints clean

run: install
	@$(RUN)

# What reads photographs of another Narrator's codes.
photos: install
	@echo "Fetching what reads photographs (some seconds)"
	@sed -n '/^pillow==/,/[^\\]$$/p; /^zxing-cpp==/,/[^\\]$$/p' constraints-dev.txt > .venv/photos.txt
	@$(FETCH) .venv/photos.txt

# What `narrator mcp` needs: all that its SDK asks for and the server has not.
MCP = annotated-types anyio attrs h11 httpcore2 httpx2 idna jsonschema jsonschema-specifications mcp mcp-types \
	opentelemetry-api pydantic pydantic-core pyjwt python-multipart pywin32 referencing rpds-py sse-starlette starlette \
	truststore typing-inspection uvicorn

mcp: install
	@echo "Fetching what assistants need (some seconds)"
	@for name in $(MCP); do sed -n "/^$$name==/,/[^\\]$$/p" constraints-dev.txt; done > .venv/mcp.txt
	@$(FETCH) .venv/mcp.txt

# What keeps the games on a PostgreSQL server: `narrator --db postgresql://user@host/name`.
POSTGRES = psycopg psycopg-binary

postgres: install
	@echo "Fetching what speaks with PostgreSQL (some seconds)"
	@for name in $(POSTGRES); do sed -n "/^$$name==/,/[^\\]$$/p" constraints-dev.txt; done > .venv/postgres.txt
	@$(FETCH) .venv/postgres.txt

# Style and types beside the tests: they need one core.
test: install tools
	@$(MAKE) --no-print-directory --jobs=2 lint suite

suite: browser .venv/compiled.stamp
	@echo "Tests (some four minutes)"
	@$(BIN)/pytest

# Every test is compiled before the first run: else each of its workers would do it.
.venv/compiled.stamp: .venv/narrator.stamp .venv/tools.stamp
	@echo "Compiling the tests (some seconds)"
	@$(BIN)/pytest --collect-only -qq -n 0 > /dev/null || true
	@touch $@

# What walks through all that `make test` samples: every page in every language, programs that play whole games, print,
# replay and voice; and every property with more examples.
thorough: browser .venv/compiled.stamp
	@echo "Tests that take their time (some five minutes)"
	@PROPERTIES=thorough $(BIN)/pytest -m "thorough or hypothesis"

# Installs the newest packages that pyproject.toml allows, not the pinned ones, and tries what a host does first.
newest: install tools
	@$(BIN)/python -m tools.newest_dependencies

# The wheel and the source distribution, in dist/.
dist: install tools
	@$(BIN)/python -m tools.dist

# Installs that wheel into a clean environment, and tries what a host does first.
dist-check: dist
	@$(BIN)/python -m tools.try_wheel

# The pages' and the API's tests once more, with the games on a PostgreSQL server.
test-postgres: install tools
	@echo "Tests of the web with PostgreSQL (some minutes)"
	@STORE=postgres $(BIN)/pytest -m "not file" tests/web

bench: install tools
	@$(BIN)/python -m tools.bench.core
	@$(BIN)/python -m tools.bench.web
	@$(BIN)/python -m tools.bench.live
	@$(BIN)/python -m tools.bench.store
	@$(BIN)/python -m tools.bench.convention

# A convention: a thousand tables with four phones each (five minutes): make hall SECONDS=60 TABLES=200
hall: install tools
	@$(BIN)/python -m tools.bench.convention --hall $(addprefix --seconds=,$(SECONDS)) $(addprefix --tables=,$(TABLES))

# How long `make run` takes in a fresh clone; needs nothing but Python.
bench-install:
	@$(PYTHON) -m tools.bench.install $(BEFORE) $(AFTER)

soak: install tools
	@$(BIN)/python -m tools.soak 200
	@$(BIN)/python -m tools.soak_workers $(or $(KILLS),1000)
	@$(BIN)/python -m tools.soak_workers $(or $(KILLS),1000) --postgres

# Bots against each other and against partners: make arena MATCH="master published --games 400"
arena: install tools
	@$(BIN)/python -m tools.arena $(MATCH)

# In 10,000 moments each, whether hidden cards change what a bot decides or what anybody is answered.
secrets: install tools
	@echo "Hidden cards exchanged (up to two hours)"
	@$(BIN)/python -m tools.bot_secrets 10000
	@$(BIN)/python -m tools.secrets 10000

# All of it, or some of the odd requests again: make hostile ONLY=4711,4500-5000. Against several processes, and another
# store: make hostile WORKERS=2 DB=postgres, or DB=postgresql://user@host/name for a server that is there already
hostile: install tools
	@echo "Hostile clients, 100,000 odd requests and more (up to half an hour)"
	@$(BIN)/python -m tools.hostile $(addprefix --only=,$(ONLY)) $(addprefix --seed=,$(SEED)) $(addprefix --count=,$(COUNT)) \
		$(addprefix --workers=,$(WORKERS)) $(addprefix --db=,$(DB))

# All of it, or something again: make fits ONLY=road_cut@123 SCREEN=portrait LANGUAGE=th DETAIL=terse
fits: browser
	@echo "Every distinct scene on every screen, in every language and detail (up to half an hour)"
	@$(BIN)/python -m tools.layout_fit $(addprefix --only=,$(ONLY)) $(addprefix --screen=,$(SCREEN)) \
		$(addprefix --language=,$(LANGUAGE)) $(addprefix --detail=,$(DETAIL)) $(addprefix --every=,$(EVERY))

evenings: browser
	@echo "Whole games: every kind of table, tapped in the browser, and one by curl (some minutes)"
	@WHOLE=1 $(BIN)/pytest -m "" tests/browser tests/test_programs_page.py -k whole_game

# The catalogs in step with the English sources, and the words at which Thai lines may break.
words: install tools
	@$(BIN)/python -m narrator.text

pictures: browser
	@$(BIN)/python -m tools.pictures
	@$(BIN)/python -m tools.guide

# The browser tests' browser: found, or as root on Debian installed.
browser: install tools
	@$(BIN)/python -m tests.support.browser.chromium

lint: install tools
	@echo "Style (ruff)"
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet || { echo "To repair: $(BIN)/ruff format"; exit 1; }
	@echo "Words (catalogs)"
	@$(BIN)/python -m narrator.text.lint
	@echo "Templates (djlint)"
	@$(BIN)/djlint --quiet --lint templates
	@$(MAKE) --no-print-directory lint-front
	@echo "Types (mypy)"
	@$(BIN)/mypy

# Scripts and style sheets, where npm is installed. To repair: npm run fix
lint-front:
	@if command -v npm > /dev/null; then \
		echo "Scripts and style sheets (Biome)"; \
		$(MAKE) --no-print-directory node_modules/biome.stamp && npm run --silent check; \
	else \
		echo "Skipped: scripts and style sheets (Biome); npm is not installed"; \
	fi

node_modules/biome.stamp: package-lock.json
	@npm ci --silent --no-audit --no-fund
	@touch $@

# What running needs.
install: .venv/narrator.stamp

.venv/narrator.stamp: .venv/packages.stamp pyproject.toml hatch_build.py narrator/__init__.py $(CATALOGS)
	@echo "Building Narrator into .venv (some seconds)"
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.venv/packages.stamp: constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Narrator needs Python 3.11 or newer; try: make PYTHON=python3.11"; exit 1; }
	@echo "Preparing .venv (some seconds)"
	@$(PYTHON) -m venv .venv
	@echo "Fetching $$(grep -c '==' constraints.txt) packages (some seconds)"
	@$(FETCH) constraints.txt
	@touch $@

# What tests, measuring and checking need on top.
tools: .venv/tools.stamp

.venv/tools.stamp: .venv/packages.stamp constraints-dev.txt
	@echo "Fetching the tests' packages (up to a minute)"
	@$(FETCH) constraints-dev.txt
	@touch $@

# Writes both lists anew, as old as they can stay; needs uv. They hold what builds the package, too, but for what
# django-htmx asks for: only one of its files is taken.
PIN = uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
	$(addprefix --no-emit-package ,django asgiref sqlparse tzdata) pyproject.toml -
BUILDERS = $(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")'

constraints:
	@$(BUILDERS) | $(PIN) --extra dev --output-file constraints-dev.txt
	@$(BUILDERS) | $(PIN) --constraint constraints-dev.txt --output-file constraints.txt

clean:
	@echo "Removing .venv, caches and built files"
	@rm -rf .venv .hypothesis .pytest_cache .mypy_cache .ruff_cache .coverage .bench build dist node_modules narrator/static/vendor
	@find . -name .git -prune -o \( -name __pycache__ -o -name '*.mo' \) -prune -exec rm -rf {} +
