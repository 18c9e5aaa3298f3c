PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: run test lint format screenshot bench

run: .venv/app
	$(BIN)/streamlit run dashboard/app.py

test: .venv/dev
	$(BIN)/python tests/browser/chromium.py
	$(BIN)/python -m pytest

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

screenshot: .venv/dev
	$(BIN)/python tests/browser/chromium.py
	$(BIN)/python -m tests.browser.screenshot

bench: .venv/bench
	$(BIN)/python tests/browser/chromium.py
	$(BIN)/python -m tests.benchmarks.ratios
	$(BIN)/python -m tests.benchmarks.page
	$(BIN)/python -m pytest tests/benchmarks/bench_kernels.py -o addopts= --benchmark-disable-gc --benchmark-columns=min,median,rounds

.venv/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is missing: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv .venv >/dev/null || { echo "The venv module is missing: apt-get install python3-venv"; rm -rf .venv; exit 1; }
	@touch $@

.venv/app: .venv/python requirements.txt
	$(PIP) -r requirements.txt
	@touch $@

.venv/bench: .venv/dev tests/benchmarks/requirements.txt
	$(PIP) -r tests/benchmarks/requirements.txt
	@touch $@

.venv/dev: .venv/app requirements-dev.txt
	$(PIP) -r requirements-dev.txt
	@touch $@
