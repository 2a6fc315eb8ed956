# Two commands on a fresh machine: `make demo` and `make test`. Each makes what it needs.

PYTHON ?= python3
PRESET ?= tournament
PHONES ?= 2
VENV   ?= .venv
TESTS  ?=
BIN    := $(VENV)/bin
export PYTHON
unexport PYTHONDONTWRITEBYTECODE    # else every process of a test compiles all sources anew, and pytest rewrites all tests

# What a C change must rebuild. native/build.py writes tablectl/rules/_handeval.*.so, whose name depends on the Python.
NATIVE := $(wildcard native/*.c native/*.h native/*.py)

# The same for the node's core: native/build_node.py writes firmware_io/kit/sim/_node_core.*.so.
HOST   := firmware_io/mcu/boards/host
CORE   := $(wildcard firmware_io/mcu/*.c) $(HOST)/things.c
NODE   := $(CORE) $(wildcard firmware_io/mcu/*.h $(HOST)/*.h) native/build_node.py
STRICT := -std=c11 -O2 -Wall -Wextra -Werror -Wconversion -Wshadow -Wpedantic -Ifirmware_io/mcu -I$(HOST)

# What is said below pip's own words, which are long and do not say what to do.
NOT_INSTALLED = echo "pip could not install what is needed; why stands above. It needs the network, and some room: then type the same again." >&2; exit 1

# Ctrl-C is how a table ends that plays in real time: no error, so make says none.
define plays
@echo '$(1)'
@trap : INT; $(1) || test $$? -eq 130
endef

.DEFAULT_GOAL := help
.PHONY: anew help demo watch web floor test test-all test-pythons test-arm64 soak bench pages develop lint native node host-board firmware lock package wheels release deb clean
.DELETE_ON_ERROR:

help: ## what can be made
	@grep -hE '^[a-z0-9-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | awk -F'\t' '{ printf "make %-12s %s\n", $$1, $$2 }'

demo: $(VENV)/.native ## a whole simulated table, played to the end; leaves a picture in demo.png (PRESET=casino, ...)
	$(call plays,$(BIN)/tablectl demo --preset $(PRESET) --fast --screenshot demo.png)
	@echo "tablectl is in .venv: . .venv/bin/activate"

watch: $(VENV)/.native ## the same in real time, in a window (PRESET=casino, ...)
	$(call plays,$(BIN)/tablectl demo --preset $(PRESET))

web: $(VENV)/.native ## the same with pages: two seats are yours, on phones (PHONES=2, PRESET=casino, ...)
	$(call plays,$(BIN)/tablectl demo --preset $(PRESET) --phones $(PHONES) --headless)

floor: $(VENV)/.native ## the same where cards and chips go wrong: you rule, on the floor's page in a browser
	$(call plays,$(BIN)/tablectl demo --preset $(PRESET) --floor page)

test: lint $(VENV)/.node ## lint, then every test that needs no further system package: some 3 minutes
	$(BIN)/pytest -n 3 --dist worksteal -m "not slow and not system and not soak" $(TESTS)

test-all: test ## test, then the slow tests and those that need valgrind, strace, Chromium (apt installs them)
	deploy/prerequisites.sh all
	$(BIN)/pytest -n 3 --dist worksteal --durations 40 --durations-min 10 -m "(slow or system) and not soak"

test-pythons: ## demo and test with every Python >= 3.11 that is found, and in bare Debian 12 and 13 (as root)
	tests/pythons.sh all

test-arm64: $(VENV)/.native ## packages for a Pi on emulated machines: hands, an upgrade, a power cut (as root; an hour or two)
	PYTHON=/usr/bin/python3 deploy/prerequisites.sh machine
	deploy/debian/build.sh $(or $(SUITE),trixie)
	deploy/debian/build.sh $(or $(SUITE),trixie) arm64
	tests/packages.sh $(or $(SUITE),trixie) arm64
	$(BIN)/python -m tests.machine.evening amd64 $(or $(SUITE),trixie)
	$(BIN)/python -m tests.machine.evening arm64 $(or $(SUITE),trixie)

claims: $(VENV)/.develop $(VENV)/.native $(VENV)/.node ## what is promised, how often it was tried, each control: build/claims.md
	deploy/prerequisites.sh all
	$(BIN)/pytest -n 2 -m "not soak" --gates --claims build/claims.md

soak: $(VENV)/.develop $(VENV)/.native $(VENV)/.node ## the gates of chance over seeds that nobody has seen (SOAK_MINUTES=30, SOAK_SEED=..)
	$(BIN)/pytest -n 2 -m soak --claims build/soak.md

bench: $(VENV)/.bench $(VENV)/.native ## ours beside its peers, in one run: tests/bench/FIGURES.md (OMPEVAL=DIR, a clone of it, for that one too)
	$(BIN)/python -m tests.bench --write tests/bench/FIGURES.md $(if $(OMPEVAL),--ompeval $(OMPEVAL))

pages: $(VENV)/.develop ## the pages that are made of the code: deploy/SETTINGS.md, table.toml, COMMANDS.md, man/
	$(BIN)/python -m tests.pages

develop: $(VENV)/.develop $(VENV)/.native $(VENV)/.node ## .venv with all that developers need; then: . .venv/bin/activate (CONTRIBUTING.md)

lint: $(VENV)/.develop $(VENV)/.native ## ruff, mypy --strict, and the walls between the rooms
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports

native: $(VENV)/.native ## the C evaluator, rebuilt if its source has changed

node: $(VENV)/.node ## the core of a node's firmware, for simulated nodes that speak through it (--nodes c)

host-board: build/node ## a node's firmware as a process on a pty: build/node seat 3 LINK

build/node: $(NODE) $(HOST)/main.c $(HOST)/antenna.c
	mkdir -p build
	$(or $(CC),gcc) $(STRICT) $(CORE) $(HOST)/main.c $(HOST)/antenna.c -o $@

firmware: $(VENV)/.run ## a Pico's firmware: build/firmware/tablectl-node.uf2 (needs deploy/prerequisites.sh firmware)
	PYTHON=$(BIN)/python firmware_io/mcu/boards/rp2040/build.sh build/firmware

lock: ## deploy/requirements.lock anew, after a change of the dependencies
	$(PYTHON) -m venv build/lock
	build/lock/bin/pip install --quiet --disable-pip-version-check uv
	head -4 deploy/requirements.lock >build/lock/made
	build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--no-emit-index-url --no-emit-find-links --extra pi pyproject.toml >>build/lock/made
	mv build/lock/made deploy/requirements.lock

package: $(VENV)/.develop ## wheel and sdist into dist/
	rm -rf dist
	$(BIN)/python -m build --outdir dist --sdist .
	$(BIN)/python -m build --outdir dist --wheel .

wheels: $(VENV)/.develop ## the sdist, and of it a wheel for each Python here that auditwheel has looked at, into build/wheels/ (ARCH=arm64: for a Pi)
	deploy/wheels.sh $(ARCH)

release: $(VENV)/.develop ## sdist, wheels and packages with SHA256SUMS into build/release/, made twice of the commit and compared (SUITES=trixie)
	PYTHON=/usr/bin/python3 deploy/prerequisites.sh deb
	deploy/release.sh

deb: ## packages for this machine's Debian into build/debian/ (SUITE=trixie: for another, as root, in a bare root of it; ARCH=arm64: for a Pi)
	PYTHON=/usr/bin/python3 deploy/prerequisites.sh deb
	deploy/debian/build.sh '$(SUITE)' $(ARCH)

clean: ## everything that make has made
	rm -rf .venv dist build native/out demo.png
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find tablectl firmware_io native tests -name __pycache__ -prune -exec rm -rf {} +
	rm -f tablectl/rules/_handeval*.so firmware_io/kit/sim/_node_core*.so

# After an upgrade of Python the modules are where the new one does not look: all is installed anew.
ifneq ($(wildcard $(VENV)/pyvenv.cfg),)
ifeq ($(wildcard $(VENV)/lib/$(or $(shell $(BIN)/python -c 'import sys; print("python%d.%d" % sys.version_info[:2])' 2>&1),gone)),)
$(VENV)/.run: anew
endif
endif

anew:
	rm -rf $(VENV)

# The stamps. What only developers need is a second step, so that `make demo` on a Pi does not wait for it.
$(VENV)/.run: pyproject.toml
	deploy/prerequisites.sh build
	@echo "Installing what tablectl needs into $(VENV): some 30 MB are downloaded. It takes one to three minutes, once; pip says what it does."
	$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --disable-pip-version-check --editable . || { $(NOT_INSTALLED); }
	touch $@

$(VENV)/.develop: $(VENV)/.run
	@echo "Installing what tests, lint and packages need into $(VENV): some 90 MB are downloaded, once; pip says what it does."
	@$(BIN)/pip install --disable-pip-version-check --editable '.[test,lint,package]' || { $(NOT_INSTALLED); }
	touch $@

$(VENV)/.bench: $(VENV)/.run
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[bench]'
	touch $@

$(VENV)/.native: $(VENV)/.run $(NATIVE)
	$(BIN)/python native/build.py
	touch $@

$(VENV)/.node: $(VENV)/.run $(NODE)
	$(BIN)/python native/build_node.py
	touch $@
