# `make chat` talks, `make test` proves. Each makes its own .venv; a second run starts in seconds.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOCK := .ci/constraints.txt
# What the bounded slow profile runs, the most telling first: kills, the server, attacks, stories, laws, side by side, and
# the console in a browser where there is a Chromium.
SLOW_FIRST := $(addprefix tests/test_,survival.py server.py attacks.py update_stories.py short_term_machine.py fit.py \
	handed_short_term_cases.py over_the_wire.py store_side_by_side.py turns_and_checkpoints.py \
	console_browser.py console_browser_memories.py console_browser_turns.py)
# Trust what the system trusts: behind a proxy with a certificate of its own, uv's built-in list refuses every index.
export UV_SYSTEM_CERTS := 1
export UV_NATIVE_TLS := 1

.PHONY: help chat extras test coverage slow slow-all lint bench readme lock clean
help:
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'uv>=0.9,<1'

$(VENV)/.chat: $(BIN)/python pyproject.toml $(LOCK)
	$(BIN)/uv pip install --quiet --python $(BIN)/python -c $(LOCK) -e .
	@touch $@

$(VENV)/.test: $(BIN)/python pyproject.toml $(LOCK)
	$(BIN)/uv pip install --quiet --python $(BIN)/python -c $(LOCK) -e '.[test]'
	@touch $@ $(VENV)/.chat

chat: $(VENV)/.chat  ## open a conversation (also reads piped lines)
	@BETHINK_DATA_DIR="$${BETHINK_DATA_DIR:-.bethink}" $(BIN)/bethink chat $(ARGS)

extras: $(BIN)/python pyproject.toml $(LOCK)  ## install every optional part: console, MCP, Postgres, tracing, server …
	$(BIN)/uv pip install --quiet --python $(BIN)/python -c $(LOCK) -e '.[console,encryption,mcp,middleware,notebooks,postgres,server,trace]'

test: $(VENV)/.test  ## run the tests
	$(BIN)/python -m pytest -n 2 $(ARGS)

coverage: $(VENV)/.test  ## measure what the tests cover of memory and nodes
	$(BIN)/python -m pytest -n 2 --cov --cov-report=term:skip-covered $(ARGS)

slow: $(VENV)/.test  ## run the slow profile as CI does: what stands first, within ten minutes
	KILLS=12 $(BIN)/python -m pytest -m slow -rs --timeout 900 --slow-budget 600 $(SLOW_FIRST) $(ARGS)

slow-all: $(VENV)/.test  ## run the whole slow profile, browser and full sizes too (an hour)
	$(BIN)/python -m pytest -m slow --timeout 3600 $(ARGS)

$(VENV)/.bench: $(BIN)/python pyproject.toml $(LOCK)
	$(BIN)/uv pip install --quiet --python $(BIN)/python -c $(LOCK) -e '.[bench]'
	@touch $@

bench: $(VENV)/.bench  ## measure beside the peers, under half an hour; tables and plots in .bench
	$(BIN)/bethink bench $(ARGS)

lint: $(VENV)/.test  ## linters, types, contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy tests
	$(BIN)/lint-imports

readme: $(VENV)/.test  ## write the generated parts of both READMEs
	$(BIN)/python .ci/readme.py

lock: $(BIN)/python  ## write the lock anew
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --all-extras --no-header --no-emit-index-url --no-annotate pyproject.toml -o $(LOCK)

clean:  ## remove the environment
	rm -rf $(VENV)
