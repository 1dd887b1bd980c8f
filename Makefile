# `make serve` and `make test` do everything on a fresh machine with Python 3.11 or newer.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PORT   ?= 8000
DATA   ?= data
GAMES  ?= 400

.PHONY: serve demo test check openapi examples tools clients soak tournament playthroughs bench lock clean

serve: $(VENV)/.runtime  ## the whole service over an embedded Valkey
	@exec $(BIN)/hubcaps serve --port $(PORT) --data $(DATA)

demo: $(VENV)/.runtime  ## a whole game over HTTP, told as a story
	@exec $(BIN)/hubcaps demo

test: $(VENV)/.dev  ## the whole suite
	$(BIN)/pytest -n 2 --dist worksteal -m "not alone and not clients"
	$(BIN)/pytest -m alone

check: $(VENV)/.dev test  ## the suite, the linter, the types and the layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

openapi: $(VENV)/.runtime  ## write openapi/openapi.json anew
	$(BIN)/hubcaps openapi > openapi/openapi.json

examples: $(VENV)/.dev  ## take the document's examples anew from real games
	WRITE_EXAMPLES=1 $(BIN)/pytest -q tests/api/test_examples.py -k what_is_answered
	$(MAKE) openapi

tools: $(VENV)-tools/.done openapi/tools/node_modules/.done  ## what checks the document and makes clients of it

clients: $(VENV)/.dev tools  ## the document linted, its clients made and played with, the service fuzzed by it
	REQUIRE_CLIENTS=1 PATH="$(abspath $(VENV)-tools)/bin:$$PATH" $(BIN)/pytest -m clients

soak: $(VENV)/.dev  ## the contract over GAMES games of every ruleset
	SOAK_GAMES=$(GAMES) $(BIN)/pytest -n 2 --dist worksteal tests/games/test_contract.py tests/games/test_secrecy.py

tournament: $(VENV)/.runtime  ## how often one steady bot beats random ones
	$(BIN)/python -m bench.tournament --games $(GAMES)

playthroughs: $(VENV)/.dev  ## write the stored games of tests/games/playthroughs anew
	$(BIN)/python -m tests.games.playthrough

bench: $(VENV)/.dev $(VENV)-peers/.done  ## our speed as ratios beside a peer and a floor, in one run
	$(BIN)/python -m bench.engine $(VENV)-peers/bin/python
	$(BIN)/python -m bench.http

lock:  ## resolve the dependencies anew (needs uv)
	uv pip compile --quiet --no-header --generate-hashes --universal --python-version 3.11 pyproject.toml -o requirements.lock
	uv pip compile --quiet --no-header --generate-hashes --universal --python-version 3.11 pyproject.toml --group dev -c requirements.lock -o requirements-dev.lock
	uv pip compile --quiet --no-header --generate-hashes --universal --python-version 3.11 --group build -o requirements-build.lock
	uv pip compile --quiet --no-header --generate-hashes --universal --python-version 3.11 --group tools -o openapi/tools/requirements.lock

clean:
	rm -rf $(VENV) $(VENV)-peers $(VENV)-tools openapi/tools/node_modules *.egg-info build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/.runtime: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Hubcaps needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

$(VENV)-peers/.done: bench/requirements-peers.txt
	$(PYTHON) -m venv $(VENV)-peers
	$(VENV)-peers/bin/pip install --quiet --disable-pip-version-check -r bench/requirements-peers.txt
	@touch $@

$(VENV)-tools/.done: openapi/tools/requirements.lock
	$(PYTHON) -m venv $(VENV)-tools
	$(VENV)-tools/bin/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

openapi/tools/node_modules/.done: openapi/tools/package-lock.json $(VENV)-tools/.done
	$(VENV)-tools/bin/npm ci --prefix openapi/tools --silent --no-audit --no-fund --ignore-scripts
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime requirements-dev.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@
