# Every target with its one line of help; `make` lists them.
.DEFAULT_GOAL := help
.PHONY: help run test fmt lint unit docs web e2e bots crash-quick clients marathon bench load crash interleavings perft-deep fuzz fuzz-protocols clean

CARGO ?= cargo
NPM ?= npm
PYTHON ?= python3
# cargo-nextest where it is installed, cargo's own runner elsewhere.
RUNNER := $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo "nextest run" || echo "test")
TARGET := $(or $(CARGO_TARGET_DIR),target)

help: ## list the targets
	@grep -E '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: web/dist/index.html ## build everything and serve it; prints the URL
	$(CARGO) run --release --quiet --package rukh -- serve $(ARGS)

test: fmt lint unit docs web e2e bots crash-quick ## everything that must hold: what the gate runs

fmt: ## formatting of the Rust code
	$(CARGO) fmt --all --check

lint: ## clippy, warnings denied
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

unit: ## the Rust tests
	$(CARGO) $(RUNNER) --workspace --locked

docs: ## the Rust documentation, warnings denied, and its examples
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked
	$(CARGO) test --doc --workspace --locked

web/node_modules/.package-lock.json: web/package-lock.json
	$(NPM) --prefix web ci --no-audit --no-fund
	@touch $@

web/dist/index.html: web/node_modules/.package-lock.json $(shell find web/src web/index.html web/public -type f 2>/dev/null)
	$(NPM) --prefix web run build

web: web/dist/index.html ## types, unit tests and build of the site
	$(NPM) --prefix web run check
	$(NPM) --prefix web test

e2e: web/dist/index.html ## whole games through the site in Chromium
	$(CARGO) build --workspace --bin rukh --locked
	RUKH_BIN=$(abspath $(TARGET))/debug/rukh $(NPM) --prefix web run e2e

bots: web/dist/index.html ## two small Python programs play every kind of game against each other
	$(CARGO) build --workspace --bin rukh --locked
	RUKH_BIN=$(abspath $(TARGET))/debug/rukh $(PYTHON) -m unittest discover -s examples/bots

crash-quick: web/dist/index.html ## the server killed a few times, a node stopped, a disk filled
	$(CARGO) build --workspace --bin rukh --example crash --locked
	RUKH_ROUNDS=3 $(TARGET)/debug/examples/crash $(abspath $(TARGET))/debug/rukh

marathon: web/dist/index.html ## every ruleset through the site from start to result; slow
	$(CARGO) build --workspace --bin rukh --locked
	RUKH_BIN=$(abspath $(TARGET))/debug/rukh $(NPM) --prefix web run marathon

bench: ## speeds, as ratios to something run beside them
	RUSTFLAGS="-C target-cpu=native" $(CARGO) bench --package rukh-rules --bench perft
	RUSTFLAGS="-C target-cpu=native" $(CARGO) bench --package rukh-engine --bench speed

load: web/dist/index.html ## what a move costs the server, beside a bare echo; a quarter of an hour
	$(CARGO) build --release --workspace --bin rukh --example load --locked
	ulimit -n 20000 && $(TARGET)/release/examples/load $(abspath $(TARGET))/release/rukh $(PART)

crash: web/dist/index.html ## the server killed 60 times on each database, nodes stopped, a disk filled
	$(CARGO) build --release --workspace --bin rukh --example crash --locked
	$(TARGET)/release/examples/crash $(abspath $(TARGET))/release/rukh $(PART)

interleavings: ## a million intents of both players at once in the werera; RUKH_INTERLEAVINGS=n for another number
	RUKH_INTERLEAVINGS=$${RUKH_INTERLEAVINGS:-1000000} $(CARGO) test --release --package rukh-server --test server --locked -- interleavings --nocapture

clients: web/dist/index.html ## XBoard referees games of rukh against itself (needs xboard and xvfb)
	$(CARGO) build --workspace --bin rukh --locked
	tests/clients/xboard.sh $(TARGET)/debug/rukh

perft-deep: ## every reference count, however deep
	RUKH_PERFT=deep $(CARGO) test --release --package rukh-rules --test reference

fuzz: ## every fuzz target for a minute (needs cargo-fuzz)
	for target in ruleset betza fen pgn uci xboard; do RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run $$target -- -max_total_time=60 || exit 1; done

fuzz-protocols: ## ten minutes of random sessions of both protocols at once; RUKH_SECONDS=n for another time
	$(CARGO) build --release --package rukh-engine --example storm --locked
	$(TARGET)/release/examples/storm uci & uci=$$!; $(TARGET)/release/examples/storm xboard; xboard=$$?; wait $$uci && exit $$xboard

clean: ## remove what was built
	$(CARGO) clean
	rm -rf web/dist web/node_modules
