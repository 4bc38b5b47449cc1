# A few aliases; `make` lists them. The tools themselves are in `cargo xtask --help`.
.DEFAULT_GOAL := help
.PHONY: help run run-site test setup-run setup-test subjects scripts fmt compiled rust packages lint crates unit docs wheel installed python binaries wasm types web e2e bots api crash-quick attack-quick clients marathon bench strength load crash attack interleavings deb deb-test perft-deep puzzles-check fuzz clean

CARGO ?= cargo
NPM ?= npm
PYTHON ?= python3
# cargo-nextest where it is installed, cargo's own runner elsewhere.
RUNNER := $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo "nextest run" || echo "test")
TARGET := $(or $(CARGO_TARGET_DIR),target)
# The program and the tools. With a test target, since that lets the dependencies be those of
# the tests: without one all would be compiled once more, with fewer features.
BINARY := $(CARGO) build --workspace --bins --test architecture --locked

help: ## list the aliases
	@grep -E '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

# Prerequisites in their order: set-up comes first.
.NOTPARALLEL:

# The site and the program are compiled side by side: with this profile the program reads the site
# from its folder. What the site says comes last, since it is seldom wanted.
RUKH := --profile quick --locked --package rukh
run: setup-run ## build everything and serve it; prints the URL
	@mkdir -p $(TARGET)
	@$(MAKE) --no-print-directory run-site >$(TARGET)/site.log 2>&1 & site=$$!; \
	$(CARGO) build $(RUKH); rukh=$$?; wait $$site || { cat $(TARGET)/site.log >&2; exit 1; }; exit $$rukh
	$(CARGO) run --quiet $(RUKH) -- serve $(ARGS)

run-site: web/dist/index.html

test: setup-test subjects scripts fmt binaries compiled python wasm web e2e bots api crash-quick attack-quick ## everything that must hold: what the gate runs
# The tool comes with all others, whose dependencies are compiled by then; alone it has some of its own.
test: export RUKH_WASM_BINDGEN := $(abspath $(TARGET))/debug/rukh-wasm-bindgen

setup-run setup-test: setup-%:
	@scripts/setup $*

subjects: # subjects of the last 50 commits: at most 65 characters, where there is a history
	! git log --no-merges --max-count=50 --format=%s 2>/dev/null | grep -E '^.{66,}'

scripts: # tests of the set-up script
	$(PYTHON) -m unittest discover -s scripts

fmt: # formatting of the Rust code
	$(CARGO) fmt --all --check

# Side by side, since either often keeps but one processor busy. What is only compiled gives way to
# the tests, some of which are about time; what it says comes last.
compiled: # the Rust code and its tests, beside the packages for Node and Python
	nice $(MAKE) packages types >$(TARGET)/packages.log 2>&1 & \
	$(MAKE) rust; rust=$$?; wait $$!; packages=$$?; cat $(TARGET)/packages.log; exit $$((rust | packages))

rust: lint crates unit docs

lint: # clippy, warnings denied; and that the command line needs no web site without its server
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	$(CARGO) check --package rukh --no-default-features --locked

# The crates for other programs, as crates.io would get them; the hosted workflow compiles them too.
PUBLISHED := rules fair-dice tablebase engine protocols draw lab

crates: # what is published can be packed
	$(CARGO) publish --dry-run --no-verify --allow-dirty --locked $(PUBLISHED:%=--package rukh-%)

# More at a time than there are processors: many tests wait (.config/nextest.toml).
unit: export NEXTEST_TEST_THREADS := $(shell expr $$(nproc) + 3)
unit: # the Rust tests
	$(CARGO) $(RUNNER) --workspace --locked --no-fail-fast

docs: ## the Rust documentation, warnings denied, and its examples; the book where mdbook is installed
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked
	$(CARGO) test --doc --workspace --locked
	! command -v mdbook >/dev/null || mdbook build docs --dest-dir $(abspath $(TARGET))/book

# Two environments: one builds the wheel, the other has the wheel and what its tests need.
PYTHON_DIR := $(abspath $(TARGET))/python

$(PYTHON_DIR)/%/ready: python/requirements-%.txt
	rm -rf $(@D) && $(PYTHON) -m venv $(@D)
	$(@D)/bin/pip install --quiet --disable-pip-version-check --requirement $<
	@touch $@

wheel: $(PYTHON_DIR)/build/ready $(PYTHON_DIR)/test/ready # the Python wheel
	rm -rf $(PYTHON_DIR)/wheels
	$(PYTHON_DIR)/build/bin/maturin build --quiet --profile wheel --manifest-path python/Cargo.toml --out $(PYTHON_DIR)/wheels

installed: wheel
	$(PYTHON_DIR)/test/bin/pip install --quiet --disable-pip-version-check --no-index --no-deps --force-reinstall $(PYTHON_DIR)/wheels/*.whl

python: installed ## the Python wheel, its tests, types, examples and notebook
	$(BINARY)
	cd python/tests && RUKH_BIN=$(abspath $(TARGET))/debug/rukh $(PYTHON_DIR)/test/bin/python -B -m unittest

binaries: # the program and the tools, as the steps below use them
	$(BINARY)

# The npm package with its WebAssembly. Where no compiler for it can be had (scripts/wasm says so and
# exits with 3), the site is built without: then only the server thinks.
NPM_PACKAGE := crates/wasm/npm
WASM_SOURCES := $(shell find assets rulesets crates/rules crates/draw crates/engine crates/protocols crates/fair-dice crates/lab crates/session crates/tablebase crates/wasm docs/wire.schema.json scripts/wasm -type f \
    \( -path '*/node_modules' -o -path rulesets/translations -o -path '*/dist/*' -o -path '*/tests/*' -o -path '*/npm/test/*' -o -name data.ts -o -path '*/npm/src/wire.ts' -o -path '*/src/wasm/rules*' -o -path '*/src/wasm/engine*' \) -prune -o -type f -print 2>/dev/null)

$(NPM_PACKAGE)/node_modules/.package-lock.json: $(NPM_PACKAGE)/package-lock.json
	$(NPM) --prefix $(NPM_PACKAGE) ci --no-audit --no-fund
	@touch $@

# `make run` has modules that are compiled sooner, unless there are the small and fast ones already.
WASM_BUILT := $(NPM_PACKAGE)/dist/built
WASM_PROFILE := $(if $(filter run-site,$(MAKECMDGOALS)),$(if $(wildcard $(WASM_BUILT)-wasm),wasm,quick),wasm)

$(WASM_BUILT)-$(WASM_PROFILE): $(NPM_PACKAGE)/node_modules/.package-lock.json $(WASM_SOURCES)
	rm -rf $(@D)
	scripts/wasm $(NPM_PACKAGE)/src/wasm $(WASM_PROFILE) && $(NPM) --prefix $(NPM_PACKAGE) run build || test $$? = 3
	@mkdir -p $(@D) && touch $@

packages: $(WASM_BUILT)-$(WASM_PROFILE) wheel # for Node and Python

wasm: $(WASM_BUILT)-$(WASM_PROFILE) web/node_modules/.package-lock.json ## the npm package: in Node, in Chromium, with a server, and installed from its tarball
	@test -e $(NPM_PACKAGE)/dist/index.js || { echo "the npm package cannot be built here" >&2; exit 1; }
	$(BINARY)
	RUKH_BIN=$(abspath $(TARGET))/debug/rukh $(NPM) --prefix $(NPM_PACKAGE) test

web/node_modules/.package-lock.json: web/package-lock.json
	$(NPM) --prefix web ci --no-audit --no-fund
	@touch $@

web/dist/index.html: web/node_modules/.package-lock.json $(WASM_BUILT)-$(WASM_PROFILE) $(shell find assets web/src web/build web/index.html web/public web/fonts.ts web/vite.config.ts -type f 2>/dev/null)
	$(NPM) --prefix web run build

types: web/node_modules/.package-lock.json $(WASM_BUILT)-$(WASM_PROFILE) # types and style of the site
	$(NPM) --prefix web run check

web: web/dist/index.html # unit tests and build of the site
	$(NPM) --prefix web test

e2e: web/dist/index.html # whole games through the site in Chromium
	$(BINARY)
	RUKH_BIN=$(abspath $(TARGET))/debug/rukh $(NPM) --prefix web run e2e

bots: web/dist/index.html installed # two small Python programs play every kind of game against each other
	$(BINARY)
	RUKH_BIN=$(abspath $(TARGET))/debug/rukh $(PYTHON_DIR)/test/bin/python -B -m unittest discover -s examples/bots

api: $(PYTHON_DIR)/api/ready # the HTTP interface against its own OpenAPI; RUKH_API_EXAMPLES=n for another number of requests
	$(BINARY)
	cd tests/api && RUKH_BIN=$(abspath $(TARGET))/debug/rukh $(PYTHON_DIR)/api/bin/python -B -m unittest

crash-quick: web/dist/index.html # the server killed a few times, a node stopped, a disk filled
	$(BINARY)
	$(TARGET)/debug/xtask crash --rounds 3

attack-quick: web/dist/index.html # a few hundred hostile requests of every kind
	$(BINARY)
	$(TARGET)/debug/xtask attack --quick

marathon: web/dist/index.html # every ruleset through the site from start to result; slow
	$(BINARY)
	RUKH_BIN=$(abspath $(TARGET))/debug/rukh $(NPM) --prefix web run marathon

bench: ## speeds of perft and search, beside those of other programs; what a live move costs (docs/strength)
	RUSTFLAGS="-C target-cpu=native" $(CARGO) bench --package rukh-rules --bench perft
	RUSTFLAGS="-C target-cpu=native" $(CARGO) bench --package rukh-engine --bench speed
	$(CARGO) bench --package rukh-server --bench session

strength: web/dist/index.html ## this engine against the baseline REV (docs/strength/baselines.md); an hour
	$(CARGO) build --release --workspace --bins --locked
	$(TARGET)/release/xtask strength baseline $(or $(REV),$(error REV is not set: make strength REV=REVISION)) $(ARGS)

load: web/dist/index.html ## what a move costs the server, beside a bare echo; a quarter of an hour
	$(CARGO) build --release --workspace --bins --locked
	ulimit -n 20000 && $(TARGET)/release/xtask load $(ARGS)

crash: web/dist/index.html ## the server killed 60 times on each database, nodes stopped, a disk filled
	$(CARGO) build --release --workspace --bins --locked
	$(TARGET)/release/xtask crash $(ARGS)

attack: web/dist/index.html ## hostile requests of every kind to a server on loopback, with a table of what held
	$(CARGO) build --release --workspace --bins --locked
	ulimit -n 20000 && $(TARGET)/release/xtask attack $(ARGS)

interleavings: # a million intents of both players at once in the werera; RUKH_INTERLEAVINGS=n for another number
	RUKH_INTERLEAVINGS=$${RUKH_INTERLEAVINGS:-1000000} $(CARGO) test --release --package rukh-server --test server --locked -- interleavings --nocapture

clients: web/dist/index.html $(TARGET)/python-chess/bin/python # XBoard referees games of rukh against itself, python-chess leads it through a session, a server stands behind PgBouncer (needs xboard, xvfb and pgbouncer)
	$(BINARY)
	$(TARGET)/python-chess/bin/python tests/clients/python_chess.py $(TARGET)/debug/rukh
	tests/clients/xboard.sh $(TARGET)/debug/rukh
	tests/clients/pgbouncer.sh $(TARGET)/debug/rukh

$(TARGET)/python-chess/bin/python:
	$(PYTHON) -m venv $(TARGET)/python-chess && $(TARGET)/python-chess/bin/pip install --quiet --disable-pip-version-check chess==1.11.2 || { rm -rf $(TARGET)/python-chess; exit 1; }

deb: web/dist/index.html ## a Debian package for this machine, in target/packages
	$(CARGO) build --release --package rukh --locked
	packaging/deb/build.py $(TARGET)/release/rukh $(TARGET)/packages

deb-test: web/dist/index.html # the package installed, upgraded and removed in an overlay of this machine; needs root
	$(CARGO) build --release --package rukh --locked
	cd packaging/deb && RUKH_BIN=$(abspath $(TARGET))/release/rukh $(PYTHON) -B -m unittest

perft-deep: ## every reference count, however deep
	RUKH_PERFT=deep $(CARGO) test --release --package rukh-rules --test rules -- reference

puzzles-check: ## every puzzle again: proofs, searches, themes and cost; some minutes
	$(CARGO) run --release --package rukh --no-default-features --locked -- puzzles check puzzles/*.jsonl

fuzz: ## every fuzz target for a minute, or SECONDS (needs cargo-fuzz)
	for target in ruleset betza fen pgn table net uci xboard intent; do \
	    mkdir -p fuzz/corpus/$$target; seeds=fuzz/seeds/$$target; dictionary=fuzz/$$target.dict; \
	    RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run $$target fuzz/corpus/$$target $$(ls -d $$seeds 2>/dev/null) -- \
	        -max_total_time=$(or $(SECONDS),60) -timeout=20 -len_control=0 $$(test ! -e $$dictionary || echo -dict=$$dictionary) || exit 1; done

clean: ## remove what was built
	$(CARGO) clean
	rm -rf web/dist web/node_modules
