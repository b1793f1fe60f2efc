# Sandtable: `make play` opens the charts desk, `make test` proves it works.

CARGO ?= cargo

# Tools of the project alone; a clean clone has none.
TOOLS := target/tools
DENY = $(shell command -v cargo-deny 2>/dev/null || echo $(TOOLS)/bin/cargo-deny)

.PHONY: play test lint form deny bench sheets clean

# The charts desk in the terminal.
play:
	$(CARGO) run --release --quiet --package sandtable -- desk

# Everything that must hold of the code before a change lands. cargo-nextest is used where it is there; cargo's own
# runner otherwise.
test: form
	@if $(CARGO) nextest --version >/dev/null 2>&1; then \
		$(CARGO) nextest run --workspace --locked; \
	else \
		$(CARGO) test --workspace --locked --quiet; \
	fi

# Form of the code, and what it depends on.
lint: form deny

# Formatting, and clippy without warnings.
form:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked --quiet -- --deny warnings

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

# The figures that are promised, measured on this machine. It should be idle.
bench:
	$(CARGO) build --release --locked --quiet --package sandtable --package bench
	$(CARGO) run --release --locked --quiet --package bench -- target/release/sandtable

# The printable quick sheets of all five books, as PDF.
sheets:
	@mkdir -p target/sheets
	@for book in somme squares tokens elements figures; do \
		$(CARGO) run --release --quiet --package sandtable -- sheet $$book -o target/sheets/$$book.pdf; \
	done
	@ls target/sheets

clean:
	$(CARGO) clean
