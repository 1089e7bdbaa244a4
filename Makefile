# make serve   set up all that is needed and start the dashboard
# make test    set up all that is needed and run every check

PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && command -v "$$p" && break; done)
VENV := .venv
BIN := $(VENV)/bin
# Two parts of a set-up that do not need each other are made at once.
MAKEFLAGS += --jobs=2

.PHONY: serve docs browsers test test-long bench prove house colors lock screenshots clean
.DELETE_ON_ERROR:

serve: $(VENV)/.shelved $(VENV)/.documented
	@$(BIN)/reasonboard serve $(ARGS)

# The docs as a site, which the board serves at /docs. A broken link fails.
docs: $(VENV)/.documented

test: $(VENV)/.ready-for-tests browsers
	@scripts/test

# The same with more random states, and with ClickHouse: 0.7 GB more.
test-long: $(VENV)/.ready-for-long-tests browsers
	@LONG_TESTS=1 scripts/test

bench: $(VENV)/.ready-for-tests
	@$(BIN)/python -m scripts.bench $(ARGS)

prove: $(VENV)/.ready-for-tests browsers
	@$(BIN)/python -m scripts.prove $(ARGS)

# The files with colors that browsers read, from app/reasonboard/charts/colors.py.
colors: $(VENV)/.ready
	@$(BIN)/python -m scripts.colors

house: $(VENV)/.ready-for-tests
	@$(BIN)/python -m scripts.house

screenshots: $(VENV)/.ready-for-tests
	@$(BIN)/python -m scripts.screenshots

lock: $(VENV)/.ready-for-tests
	@scripts/lock

clean:
	rm -rf $(VENV) var

# Chromium and Caddy, which tests start.
browsers: | $(VENV)/bin/python
	@scripts/ensure-chromium
	@scripts/ensure-caddy

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Reasonboard needs Python 3.11 or newer: none was found on PATH. Install it, or name it: make PYTHON=/path/to/python3" >&2; exit 2; }
	@"$(PYTHON)" -m venv $(VENV) || { rm -rf $(VENV); echo "$(PYTHON) could not make $(VENV): see above (on Debian: apt-get install python3-venv)." >&2; exit 2; }

# The pip that comes with Python takes twice as long; where this one is not to be had, it does as well.
# What is imported is compiled then: of most packages that is little.
$(VENV)/.ready: requirements-pip.txt requirements.txt pyproject.toml scripts/install-libraries scripts/libraries.sha512 | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-pip.txt 2>/dev/null || true
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@scripts/install-libraries $(VENV)/share/reasonboard
	@touch $@

$(VENV)/.ready-for-long-tests: requirements-engines.txt $(VENV)/.ready-for-tests
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-engines.txt
	@touch $@

# What browsers fetch, compressed as far as can be.
$(VENV)/.shelved: $(VENV)/.ready $(wildcard assets/*)
	@$(BIN)/python -m reasonboard.web.precompress
	@touch $@

$(VENV)/.ready-for-docs: requirements-docs.txt $(VENV)/.ready
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements-docs.txt
	@touch $@

$(VENV)/.documented: $(shell find docs scripts/site app/reasonboard/cli -type f -not -name '*.pyc') $(VENV)/.ready-for-docs
	@$(BIN)/mkdocs build --strict --config-file scripts/site/mkdocs.yml --site-dir "$(CURDIR)/$(VENV)/share/reasonboard/docs" \
		>$(VENV)/docs.log 2>&1 || { cat $(VENV)/docs.log >&2; exit 1; }
	@touch $@

$(VENV)/.ready-for-tests: requirements-dev.txt $(VENV)/.ready-for-docs
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements-dev.txt
	@touch $@
