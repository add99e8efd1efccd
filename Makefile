# What a fresh Debian 12 with Rust lacks is installed on the way: `make demo` and `make test` need nothing before them.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.SILENT:

# The picture that `make demo` verifies.
DEMO_SAMPLE ?= samples/winning-18.jpg

CARGO ?= cargo

.PHONY: help demo test lint deps

help:
	echo 'make demo   install what is lacking, build, verify $(DEMO_SAMPLE)'
	echo 'make test   install what is lacking, run every test'
	echo 'make lint   formatting, clippy, documentation, names and paths'
	echo 'make deps   only install the system packages that are lacking'

demo: deps
	$(CARGO) build --release --locked
	target/release/ticketproof verify $(DEMO_SAMPLE)

test: deps
	$(CARGO) test --locked

lint: deps
	$(CARGO) fmt --check
	$(CARGO) clippy --locked --all-targets -- -D warnings
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --locked --no-deps
	.ci/house-rules

# Tesseract with its headers, pkg-config to find them, g++ for the C++ runtime that Tesseract links (and for cc, Rust's
# linker). Nothing else is needed: bindings and OCR model come with the sources.
deps:
	if ! command -v $(CARGO) >/dev/null; then
		echo 'Rust is lacking: install Rust 1.91 or later (cargo, rustc) first' >&2
		exit 1
	fi
	lacking=()
	command -v g++ >/dev/null || lacking+=(g++)
	command -v pkg-config >/dev/null || lacking+=(pkg-config)
	pkg-config --exists 'tesseract >= 5' 2>/dev/null || lacking+=(libtesseract-dev)
	[ $${#lacking[@]} -gt 0 ] || exit 0
	if ! command -v apt-get >/dev/null; then
		echo "lacking: $${lacking[*]} (Debian's names); install them with this system's package manager" >&2
		exit 1
	fi
	as_root=()
	[ "$$(id -u)" = 0 ] || as_root=(sudo)
	echo "installing $${lacking[*]}"
	"$${as_root[@]}" apt-get update
	"$${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$${lacking[@]}"
