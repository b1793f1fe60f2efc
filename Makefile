# Sandtable: `make play` opens the charts desk, `make test` proves it works.

CARGO ?= cargo

.PHONY: play test lint bench sheets clean

# The charts desk in the terminal.
play:
	$(CARGO) run --release --quiet --package sandtable -- desk

# Everything that must hold before a change lands. cargo-nextest is used where it is there; cargo's own runner otherwise.
test: lint
	@if $(CARGO) nextest --version >/dev/null 2>&1; then \
		$(CARGO) nextest run --workspace --locked; \
	else \
		$(CARGO) test --workspace --locked --quiet; \
	fi

# Form: formatting, clippy without warnings, and (where cargo-deny is there) licences, bans and sources.
lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked --quiet -- --deny warnings
	@if $(CARGO) deny --version >/dev/null 2>&1; then \
		$(CARGO) deny --workspace check bans licenses sources; \
	else \
		echo "cargo-deny is not installed: licences, bans and sources are not checked"; \
	fi

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
