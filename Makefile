# Sandtable: `make play` serves the table and opens it in a browser, `make test` proves it works.

CARGO ?= cargo
TARGET := $(abspath $(or $(CARGO_TARGET_DIR),target))

# Tools of the project alone; a clean clone has none.
TOOLS := target/tools
DENY = $(shell command -v cargo-deny 2>/dev/null || echo $(TOOLS)/bin/cargo-deny)

# The program as one plays with it here: without PostgreSQL and pictures in pixels, which take long to build.
PLAY := --release --locked --package sandtable --no-default-features
PROGRAM := $(TARGET)/release/sandtable

# The whole workspace with all its parts, in one profile and with one set of features: whatever the tests need is
# built once.
ALL := --workspace --locked

.PHONY: play desk serve dist program test web-check lint form deny fuzz bench campaigns kills trials sheets web types web-test web-bench clean

# The table in a browser, on this machine only.
play: web
	@$(MAKE) --no-print-directory program
	@$(PROGRAM) serve --open

# The charts desk in the terminal.
desk: program
	@$(PROGRAM) desk

# The same without opening a browser.
serve: web
	@$(MAKE) --no-print-directory program
	@$(PROGRAM) serve

# The first time cargo has some three hundred crates to build, and shows how far it is; later it has little to say.
program:
	@test -e $(PROGRAM) || echo "Building the program: about four minutes on two cores, the first time only."
	@$(CARGO) build $(PLAY)

# The program at its fastest and with all its parts, to be installed: target/dist/sandtable.
dist: web
	$(CARGO) build --profile dist --locked --package sandtable
	@ls -l $(TARGET)/dist/sandtable

# The browser client, which becomes part of the program.
WEB := $(shell find web/src web/public web/index.html web/vite.config.ts web/package-lock.json -type f 2>/dev/null)
web: web/dist/index.html
web/dist/index.html: $(WEB)
	@test -e $@ || echo "Building the browser client: about a quarter of a minute, the first time only."
	@scripts/web.sh
	@cd web && npm run --silent build -- --logLevel warn

# Writes down the program's types for the browser client.
types:
	SANDTABLE_WRITE_TYPES=1 $(CARGO) test --quiet $(ALL) --test typescript

# The browser client: its types, its form, its components, and whole games in a real browser on a real server.
web-test: web-check
	$(CARGO) test --quiet $(ALL) --test typescript
	$(CARGO) build --quiet $(ALL) --example drill_server --bin sandtable
	chromium=$$(scripts/chromium.sh) && cd web && CHROMIUM=$$chromium SANDTABLE_DRILL_SERVER=$(TARGET)/debug/examples/drill_server \
		SANDTABLE_PROGRAM=$(TARGET)/debug/sandtable npm run --silent e2e

# The browser client without a server: its types, its form, its components.
web-check: web
	cd web && npm run --silent check && npm run --silent test

# How heavy the client is, how fast it redraws, how smoothly it pans.
web-bench: web
	$(CARGO) build --quiet --locked --profile dist --package server --example drill_server
	chromium=$$(scripts/chromium.sh) && cd web && CHROMIUM=$$chromium SANDTABLE_DRILL_SERVER=$(TARGET)/dist/examples/drill_server npm run --silent bench

# Everything that must hold of the code before a change lands. cargo-nextest is used where it is there; cargo's own
# runner otherwise. The server's tests start a PostgreSQL of their own (scripts/postgres.sh).
test: form web-test
	@if $(CARGO) nextest --version >/dev/null 2>&1; then \
		$(CARGO) nextest run $(ALL); \
	else \
		$(CARGO) test $(ALL) --quiet; \
	fi; status=$$?; scripts/postgres.sh stop; exit $$status
	@$(MAKE) --no-print-directory fuzz

# Requests made from the server's own description of its interface: none may be answered by a fault of the server's.
fuzz:
	$(CARGO) build --quiet $(ALL) --example drill_server
	scripts/schemathesis.sh

# Form of the code, and what it depends on.
lint: form deny

# Formatting, and clippy without warnings.
form:
	$(CARGO) fmt --all --check
	$(CARGO) clippy $(ALL) --all-targets --quiet -- --deny warnings

# Licences, bans and sources of all dependencies. cargo-deny is built once where it is not installed, which takes some
# minutes; so `make test` does without.
deny: $(DENY)
	$(DENY) --workspace check bans licenses sources

# A download may fail; it is tried three times.
$(TOOLS)/bin/cargo-deny:
	@for try in 1 2 3; do \
		$(CARGO) install --locked --root $(TOOLS) cargo-deny && exit 0; \
		echo "cargo-deny could not be installed (try $$try of 3)"; sleep 5; \
	done; exit 1

# The figures that are promised, measured on this machine, of the program at its fastest. It should be idle. Once all is
# built it takes about an hour, a quarter of it for the kills and as long for the trials.
bench:
	@echo "load average before: $$(cut -d ' ' -f 1-3 /proc/loadavg), $$(nproc) cores"
	$(CARGO) build --profile dist --locked --quiet --package sandtable --package bench
	$(CARGO) run --profile dist --locked --quiet --package bench -- $(TARGET)/dist/sandtable
	$(CARGO) run --profile dist --locked --quiet --package bench --bin memory
	@$(MAKE) --no-print-directory campaigns
	$(CARGO) build --profile dist --locked --quiet --package server --examples
	$(CARGO) run --profile dist --locked --quiet --package server --example server_bench
	@$(MAKE) --no-print-directory kills
	@$(MAKE) --no-print-directory trials
	@$(MAKE) --no-print-directory web-bench

# The Somme by its size: time an order with 50 to 400 units, a thousand campaigns to their end, the memory of a live one.
campaigns:
	$(CARGO) test --profile dist --locked --quiet --package somme --test speed --test memory -- --include-ignored --test-threads 1 \
		--nocapture time_an_order a_thousand_campaigns a_live_campaign

# A thousand kills of a server under load on both storages, and two servers of which one is frozen, fifty times. It prints
# how many orders were acknowledged meanwhile.
KILLS ?= 1000
FREEZES ?= 50
kills:
	$(CARGO) build --profile dist --locked --quiet --package server --example drill_server
	SANDTABLE_KILLS=$(KILLS) SANDTABLE_FREEZES=$(FREEZES) $(CARGO) test --profile dist --locked --quiet --package server --test server -- \
		--test-threads 1 --nocapture kills_at_random_moments frozen_under_load patience
	@scripts/postgres.sh stop

# Of every whole book: two million orders that went wrong, and twenty thousand pairs of states that must look alike. With
# five whole books that is ten million and a hundred thousand, in some twenty minutes of one core. MINUTES ends each of them
# sooner; it says how far it came.
MINUTES ?=
trials:
	SANDTABLE_MUTATED=2000000 SANDTABLE_PAIRS=20000 SANDTABLE_MINUTES=$(MINUTES) $(CARGO) test --profile dist --locked --quiet \
		--workspace --test game -- --nocapture orders_that_went_wrong nobody_gets_a_byte

# The printable quick sheets of all five books, as PDF.
sheets: program
	@mkdir -p target/sheets
	@for book in somme squares tokens elements figures; do \
		$(PROGRAM) sheet $$book -o target/sheets/$$book.pdf; \
	done
	@ls target/sheets

clean:
	$(CARGO) clean
