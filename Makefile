# The tasks of this project. Needs only python3 (3.11 or newer), make and git; everything else
# goes into .venv. `make help` lists the targets.
#
#   make test PYTHON=python3.13 VENV=.venv-3.13    another interpreter, another environment
#   make test DATA=none                            as where there is no third-party data

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin

# An outer environment must not leak into this one.
unexport PYTHONDONTWRITEBYTECODE PYTHONPATH PYTHONHOME PIP_USER PIP_TARGET PIP_PREFIX PIP_REQUIRE_VIRTUALENV

# The folder of third-party data, or `none`; a variable of the environment called DATA is another's.
ifeq ($(origin DATA),command line)
export GEOEVAL_DATA = $(DATA)
endif

# Coverage below these shares fails `make test`.
COVERAGE_OVERALL = 95
COVERAGE_EXACT = calculators naturalplan verification

.DEFAULT_GOAL := help

# The steps of set-up change one environment; the two checks that `test` runs at once do not.
ifneq ($(MAKECMDGOALS),types coverage)
.NOTPARALLEL:
endif

.PHONY: help verify test test-slow lint types contracts coverage pytest outcomes bench reader accuracy pictures rules docs dist clean FORCE

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

verify: $(VENV)/.installed  ## check the sample dataset that the package ships
	@$(BIN)/geoeval verify --sample --fail-on never
	@echo
	@echo "Without '--fail-on never' the same command ends with exit 1 on a wrong label, and so breaks your CI."

test: lint contracts  ## formatting, lint, types, import layers, tests and coverage
	@$(MAKE) --no-print-directory -j2 types coverage

test-slow: $(VENV)/.tested  ## installs, browsers, tutorials, servers under load, long random runs
	$(BIN)/python -m pytest -n auto -m slow -rs

lint: $(VENV)/.tested  ## formatting, lint, and that what is imported is what is required
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m ruff check .
	$(BIN)/python -m deptry geoeval

types: $(VENV)/.tested  ## mypy in strict mode
	$(BIN)/python -m mypy

contracts: $(VENV)/.tested  ## imports only go down the layers
	$(BIN)/lint-imports

coverage: $(VENV)/.tested  ## the tests that are not slow, with the coverage that is asked for
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow" --cov --cov-branch --cov-report=
	$(BIN)/python -m coverage report --fail-under=$(COVERAGE_OVERALL)
	@for package in $(COVERAGE_EXACT); do \
	  echo "geoeval/$$package: every line and branch"; \
	  $(BIN)/python -m coverage report --include="geoeval/$$package/*" --fail-under=100 || exit 1; \
	done

pytest: $(VENV)/.tested  ## all tests, slow ones too, without coverage
	$(BIN)/python -m pytest -n auto

outcomes: $(VENV)/.tested  ## write anew what the tests hold each text to come to
	$(BIN)/python -m tests.corpora

bench: $(VENV)/.benched  ## measure accuracy and speed, also of other libraries; print a table
	$(BIN)/python -m benchmarks.run

reader: $(VENV)/.tested  ## train the learned reader, measure it, write its weights
	$(BIN)/python -m benchmarks.reader

accuracy: $(VENV)/.documented  ## measure the figures of docs/concepts/accuracy.md, draw its picture
	$(BIN)/python -m docs.accuracy_page

pictures: accuracy  ## draw the pictures of the documentation
	$(BIN)/python -m docs.trips_page
	$(BIN)/python -m docs.audit_page
	$(BIN)/python -m docs.visual_page
	$(BIN)/python -m docs.annotate_page

rules: $(VENV)/.installed  ## write docs/rules.md and docs/reasons.md
	$(BIN)/python docs/rules_page.py

docs: $(VENV)/.documented  ## check spelling, run the tutorials, build the site with its links checked
	$(BIN)/codespell README.md CONTRIBUTING.md CHANGELOG.md docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

dist: $(VENV)/.released  ## build the release into dist/, with a list of its parts, and check it
	rm -rf dist
	$(BIN)/python -m build --quiet
	$(BIN)/python -m twine check --strict dist/*.whl dist/*.tar.gz
	$(BIN)/python -m venv --clear .venv-dist
	.venv-dist/bin/python -m pip install --quiet --disable-pip-version-check "$$(echo dist/*.whl)[all]"
	$(BIN)/cyclonedx-py environment --pyproject pyproject.toml --mc-type library \
	  --output-reproducible --output-file dist/geoeval.cdx.json .venv-dist/bin/python

clean:  ## remove environments, caches and build results
	rm -rf .venv .venv-* site dist build .coverage .coverage.* htmlcov *.egg-info
	rm -rf .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# One stamp per step, so that a second run is quick. The first records the interpreter: another
# one makes a new environment.
IDENTITY = import sys; sys.exit("geoeval needs Python 3.11 or newer, $(PYTHON) is " \
	+ sys.version.split()[0]) if sys.version_info < (3, 11) else print(sys.version, sys.base_prefix)

$(VENV)/.python: FORCE
	@identity="$$($(PYTHON) -c '$(IDENTITY)')" || exit 1; \
	if [ "$$identity" != "$$(cat $@ 2>/dev/null)" ]; then \
	  echo "creating $(VENV) with $(PYTHON)"; \
	  $(PYTHON) -m venv --clear $(VENV) && printf '%s\n' "$$identity" > $@; \
	fi

# An editable install compiles nothing; where PYTHONDONTWRITEBYTECODE is set, every later run would.
$(VENV)/.installed: $(VENV)/.python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	$(BIN)/python -m compileall -q geoeval
	@touch $@

# Modules are compiled when they are first imported (--no-compile): most of them never are.
# Dependency groups need pip 25.1; the pip that comes with a Python is often older.
$(VENV)/.pip: $(VENV)/.python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	@touch $@

$(VENV)/.tested: $(VENV)/.pip pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable ".[all]" --group dev
	@touch $@

$(VENV)/.benched: $(VENV)/.installed $(VENV)/.pip pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[all]" --group bench
	@touch $@

$(VENV)/.documented: $(VENV)/.installed $(VENV)/.pip pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[all]" --group docs
	@touch $@

$(VENV)/.released: $(VENV)/.python $(VENV)/.pip pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group release
	@touch $@
