# `make serve` and `make test` do everything on a fresh machine with Python 3.11 or newer.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PORT   ?= 8000
DATA   ?= data
GAMES  ?= 400

.PHONY: serve demo test check lock clean

serve: $(VENV)/.runtime  ## the whole service over an embedded Valkey
	@exec $(BIN)/hubcaps serve --port $(PORT) --data $(DATA)

demo: $(VENV)/.runtime  ## a whole game over HTTP, told as a story
	@exec $(BIN)/hubcaps demo

test: $(VENV)/.dev  ## the whole suite
	$(BIN)/pytest -n 2 --dist worksteal

check: $(VENV)/.dev test  ## the suite, the linter, the types and the layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

lock:  ## resolve the dependencies anew (needs uv)
	uv pip compile --quiet --no-header --generate-hashes --universal --python-version 3.11 pyproject.toml -o requirements.lock
	uv pip compile --quiet --no-header --generate-hashes --universal --python-version 3.11 pyproject.toml --group dev -c requirements.lock -o requirements-dev.lock

clean:
	rm -rf $(VENV) *.egg-info build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/.runtime: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Hubcaps needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime requirements-dev.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@
