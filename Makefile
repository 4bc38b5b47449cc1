# Every target with its one line of help; `make` lists them.
.DEFAULT_GOAL := help
.PHONY: help run test setup-run setup-test subjects scripts fmt lint unit docs web e2e bots crash-quick clients marathon bench strength strength-fairy strength-sjaak fairy load crash interleavings perft-deep fuzz fuzz-protocols clean

CARGO ?= cargo
NPM ?= npm
PYTHON ?= python3
# cargo-nextest where it is installed, cargo's own runner elsewhere.
RUNNER := $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo "nextest run" || echo "test")
TARGET := $(or $(CARGO_TARGET_DIR),target)
# The binary for what plays with it. With an example, since that lets the dependencies be
# those of the tests: without one all would be compiled once more, with fewer features.
BINARY := $(CARGO) build --workspace --bin rukh --example crash --locked

help: ## list the targets
	@grep -E '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

# Prerequisites in their order: set-up comes first.
.NOTPARALLEL:

run: setup-run web/dist/index.html ## build everything and serve it; prints the URL
	$(CARGO) run --release --quiet --package rukh -- serve $(ARGS)

test: setup-test subjects scripts fmt lint unit docs web e2e bots crash-quick ## everything that must hold: what the gate runs

setup-run setup-test: setup-%:
	@scripts/setup $*

subjects: ## subjects of the last 50 commits: at most 65 characters, where there is a history
	! git log --no-merges --max-count=50 --format=%s 2>/dev/null | grep -E '^.{66,}'

scripts: ## tests of the set-up script
	$(PYTHON) -m unittest discover -s scripts

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

web/dist/index.html: web/node_modules/.package-lock.json $(shell find web/src web/index.html web/public web/fonts.ts web/vite.config.ts -type f 2>/dev/null)
	$(NPM) --prefix web run build

web: web/dist/index.html ## types, unit tests and build of the site
	$(NPM) --prefix web run check
	$(NPM) --prefix web test

e2e: web/dist/index.html ## whole games through the site in Chromium
	$(BINARY)
	RUKH_BIN=$(abspath $(TARGET))/debug/rukh $(NPM) --prefix web run e2e

bots: web/dist/index.html ## two small Python programs play every kind of game against each other
	$(BINARY)
	RUKH_BIN=$(abspath $(TARGET))/debug/rukh $(PYTHON) -m unittest discover -s examples/bots

crash-quick: web/dist/index.html ## the server killed a few times, a node stopped, a disk filled
	$(BINARY)
	RUKH_ROUNDS=3 $(TARGET)/debug/examples/crash $(abspath $(TARGET))/debug/rukh

marathon: web/dist/index.html ## every ruleset through the site from start to result; slow
	$(BINARY)
	RUKH_BIN=$(abspath $(TARGET))/debug/rukh $(NPM) --prefix web run marathon

bench: ## speeds, bulk and played to the leaf, as ratios to what is run beside them
	RUSTFLAGS="-C target-cpu=native" $(CARGO) bench --package rukh-rules --bench perft
	RUSTFLAGS="-C target-cpu=native" $(CARGO) bench --package rukh-engine --bench speed

strength: web/dist/index.html ## this engine against the first one, over the board and in the werera; an hour
	$(CARGO) build --release --workspace --bin rukh --example werera --locked
	for ruleset in shatranj senterej oblong mideast; do $(TARGET)/release/rukh match --ruleset $$ruleset --engine rukh --engine first --nodes $(or $(NODES),10000) --games $(or $(GAMES),400) --concurrency 2 || exit 1; done
	$(TARGET)/release/rukh match --ruleset senterej --engine rukh:contempt=600 --engine first --nodes $(or $(NODES),10000) --games $(or $(GAMES),400) --concurrency 2
	for turns in own common; do $(TARGET)/release/examples/werera games=$(or $(GAMES),400) nodes=$(or $(NODES),10000) seed=2 pace=1.5 turns=$$turns || exit 1; done

fairy: ## installs Fairy-Stockfish of Debian, to measure against
	command -v fairy-stockfish >/dev/null || test -x /usr/games/fairy-stockfish || apt-get install -y fairy-stockfish

strength-fairy: fairy web/dist/index.html ## this engine against Fairy-Stockfish on shatranj, at equal nodes and on equal clocks; hours
	$(CARGO) build --release --workspace --bin rukh --locked
	for pace in "--nodes 10000" "--tc 1+0.05" "--tc 5+0.1"; do PATH=$$PATH:/usr/games $(TARGET)/release/rukh match --ruleset shatranj --engine rukh --engine uci:fairy-stockfish $$pace --games $(or $(GAMES),400) || exit 1; done

strength-sjaak: web/dist/index.html ## this engine against Debian's Sjaak II on Mideast chess without cavaliers, as it can be told it; hours
	command -v sjaakii >/dev/null || test -x /usr/games/sjaakii || apt-get install -y sjaakii
	$(CARGO) build --release --workspace --bin rukh --locked
	for pace in 1+0.05 5+0.1; do PATH=$$PATH:/usr/games $(TARGET)/release/rukh match --ruleset ./tests/clients/sjaak/mideast-without-cavaliers.toml --engine rukh --engine "xboard:sjaakii,option.Variant configuration file=$(CURDIR)/tests/clients/sjaak/variants.txt,variant=mideast_without_cavaliers" --tc $$pace --games $(or $(GAMES),400) || exit 1; done

load: web/dist/index.html ## what a move costs the server, beside a bare echo; a quarter of an hour
	$(CARGO) build --release --workspace --bin rukh --example load --locked
	ulimit -n 20000 && $(TARGET)/release/examples/load $(abspath $(TARGET))/release/rukh $(PART)

crash: web/dist/index.html ## the server killed 60 times on each database, nodes stopped, a disk filled
	$(CARGO) build --release --workspace --bin rukh --example crash --locked
	$(TARGET)/release/examples/crash $(abspath $(TARGET))/release/rukh $(PART)

interleavings: ## a million intents of both players at once in the werera; RUKH_INTERLEAVINGS=n for another number
	RUKH_INTERLEAVINGS=$${RUKH_INTERLEAVINGS:-1000000} $(CARGO) test --release --package rukh-server --test server --locked -- interleavings --nocapture

clients: web/dist/index.html $(TARGET)/python-chess/bin/python ## XBoard referees games of rukh against itself (needs xboard and xvfb), python-chess leads it through a session
	$(BINARY)
	$(TARGET)/python-chess/bin/python tests/clients/python_chess.py $(TARGET)/debug/rukh
	tests/clients/xboard.sh $(TARGET)/debug/rukh

$(TARGET)/python-chess/bin/python:
	$(PYTHON) -m venv $(TARGET)/python-chess && $(TARGET)/python-chess/bin/pip install --quiet --disable-pip-version-check chess==1.11.2 || { rm -rf $(TARGET)/python-chess; exit 1; }

perft-deep: ## every reference count, however deep
	RUKH_PERFT=deep $(CARGO) test --release --package rukh-rules --test reference

fuzz: ## every fuzz target for a minute (needs cargo-fuzz)
	for target in ruleset betza fen pgn uci xboard; do \
	    mkdir -p fuzz/corpus/$$target; seeds=fuzz/seeds/$$target; dictionary=fuzz/$$target.dict; \
	    RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run $$target fuzz/corpus/$$target $$(ls -d $$seeds 2>/dev/null) -- \
	        -max_total_time=60 $$(test ! -e $$dictionary || echo -dict=$$dictionary) || exit 1; done

fuzz-protocols: ## ten minutes of random sessions of both protocols at once; RUKH_SECONDS=n for another time
	$(CARGO) build --release --package rukh-engine --example protocol_fuzz --locked
	$(TARGET)/release/examples/protocol_fuzz uci & uci=$$!; $(TARGET)/release/examples/protocol_fuzz xboard; xboard=$$?; wait $$uci && exit $$xboard

clean: ## remove what was built
	$(CARGO) clean
	rm -rf web/dist web/node_modules
