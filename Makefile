PYTHON ?= python3
BIN := .venv/bin
TOOLS := .venv/tools/bin
# modules are compiled at their first import: to compile all of them takes longer than to install them
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# uv takes a tenth of pip's time, but does not read pip's settings, such as a company's index
INSTALL = @echo "Installing $(1)"; $(BIN)/uv pip install --quiet --python $(BIN)/python $(1) || $(PIP) $(1)
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes $(UPGRADE) --group $(1) \
	--custom-compile-command 'make lock, from the group "$(1)" of pyproject.toml: SECURITY.md says how to update a pin'

# processes share compiled modules
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test thorough listings train crosscheck browsers floor docs wheel lint format screenshot bench soak lock audit licences

run: .venv/app
	$(BIN)/streamlit run dashboard/app.py --server.address=localhost $(ARGS)

test: .venv/dev
	$(BIN)/python tests/browser/chromium.py
	$(BIN)/python tests/deploy/nginx.py
	$(BIN)/python -m pytest

# what `make test` leaves out to stay short: long visits in a browser, the wheel, hostile networks, further examples
thorough: .venv/dev
	$(BIN)/python tests/browser/chromium.py
	$(BIN)/python tests/deploy/nginx.py
	$(BIN)/python -m pytest -m thorough

# the PyTorch code that pages show, and training; separate because `make test` does without PyTorch
listings: .venv/torch
	$(BIN)/python -m pytest tests/core tests/tools tests/dashboard -k torch
	$(BIN)/python -m pytest tests/training

# train small Transformers with each encoding: missing runs only, resumable; ARGS=--list lists them
train: .venv/torch
	$(BIN)/python -m training.runs $(ARGS)

# compare posenc_core with packages that models are built on, at random parameters, without weights
crosscheck: .venv-crosscheck/installed
	HF_HUB_OFFLINE=1 .venv-crosscheck/bin/python -m pytest tests/crosscheck -o addopts= -q --disable-warnings \
		--import-mode=importlib --confcutdir=tests/crosscheck

# open every page in WebKit (Safari's engine) and Firefox
browsers: .venv/engines
	$(BIN)/python tests/engines/install.py
	$(BIN)/python -m pytest tests/engines -o addopts= -q --import-mode=importlib --disable-warnings

# test the core with the oldest supported NumPy, and with python -O
floor: .venv-floor/installed
	.venv-floor/bin/python -m pytest tests/core tests/tools posenc_core posenc_tools
	.venv-floor/bin/python -O -m pytest tests/core tests/tools

# warnings are errors; open build/docs/index.html
docs: .venv-docs/installed .venv/app
	PYTHONPATH=. $(BIN)/python docs/live_figures.py build/docs-files/live
	.venv-docs/bin/sphinx-build -q -W --keep-going -E -b html docs build/docs

wheel: .venv/dev
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

lint: .venv/lint tests/javascript/node_modules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tests.lint_docstrings
	tests/javascript/node_modules/.bin/tsc --project tests/javascript
	tests/javascript/node_modules/.bin/biome lint --config-path=tests/javascript dashboard/charts dashboard/controls

format: .venv/lint
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

screenshot: .venv/dev
	$(BIN)/python tests/browser/chromium.py
	$(BIN)/python -m tests.browser.screenshot

bench: .venv/bench
	$(BIN)/python tests/browser/chromium.py
	$(BIN)/python -m tests.benchmarks.ratios
	$(BIN)/python -m tests.benchmarks.page

soak: .venv/dev
	$(BIN)/python tests/deploy/nginx.py
	$(BIN)/python -m tests.soak

lock: .venv/python
	$(call LOCK,dashboard) --output-file requirements.txt
	$(call LOCK,test) --constraint requirements.txt --output-file requirements-dev.txt
	$(call LOCK,lint) --constraint requirements.txt --constraint requirements-dev.txt --output-file requirements-lint.txt
	$(call LOCK,uv) --output-file requirements-uv.txt
	$(call LOCK,tools) --output-file requirements-tools.txt

# strict: otherwise a package without an answer from the advisory service counts as safe
audit: .venv/app .venv/tools/installed
	$(BIN)/python -m pip check
	$(TOOLS)/pip-audit --strict --disable-pip --requirement requirements.txt

# replace the table at the end of the file; fails at a licence that pyproject.toml does not allow
licences: .venv/app .venv/tools/installed
	$(TOOLS)/pip-licenses --python $(BIN)/python --packages $$(sed -n 's/==.*//p' requirements.txt) >.venv/licences
	sed '/^|/,$$d' deploy/LICENCES.md | cat - .venv/licences >.venv/LICENCES.md
	mv .venv/LICENCES.md deploy/LICENCES.md

.venv/python: requirements-uv.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is missing: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv .venv >/dev/null || { echo "The venv module is missing: apt-get install python3-venv"; rm -rf .venv; exit 1; }
	@$(PIP) -r requirements-uv.txt || echo "pip installs everything: uv is not available"
	@touch $@

# also install the project, for the command posenc
.venv/app: .venv/python requirements.txt pyproject.toml Makefile
	$(call INSTALL,-r requirements.txt)
	$(call INSTALL,--no-deps --editable .)
	@touch $@

tests/javascript/node_modules: tests/javascript/package.json
	@command -v npm >/dev/null || { echo "npm is missing: install Node.js"; exit 1; }
	npm install --silent --no-audit --no-fund --no-package-lock --prefix tests/javascript
	@touch $@

.venv/bench: .venv/dev tests/benchmarks/requirements.txt
	$(PIP) -r tests/benchmarks/requirements.txt
	@touch $@

.venv/engines: .venv/dev tests/engines/requirements.txt
	$(PIP) -r tests/engines/requirements.txt
	@touch $@

.venv/torch: .venv/dev tests/benchmarks/requirements.txt
	$(PIP) $$(grep ^torch tests/benchmarks/requirements.txt)
	@touch $@

.venv/dev: .venv/app requirements-dev.txt
	$(call INSTALL,-r requirements-dev.txt)
	@touch $@

.venv/lint: .venv/app requirements-lint.txt
	$(call INSTALL,-r requirements-lint.txt)
	@touch $@

# separate environment: hundreds of megabytes, with conflicting pins
.venv-crosscheck/installed: tests/crosscheck/requirements.txt
	$(PYTHON) -m venv .venv-crosscheck
	.venv-crosscheck/bin/python -m pip install --quiet --disable-pip-version-check -r tests/crosscheck/requirements.txt
	@touch $@

# separate environment: these tools bring their own pip, and lock before the app is installed
.venv/tools/installed: .venv/python requirements-tools.txt
	@$(BIN)/python -m venv .venv/tools
	$(TOOLS)/python -m pip install --quiet --disable-pip-version-check -r requirements-tools.txt
	@touch $@

.venv-floor/installed: .venv/python pyproject.toml
	@$(BIN)/python -m venv .venv-floor
	.venv-floor/bin/python -m pip install --quiet --disable-pip-version-check "numpy==2.0.*" pandas plotly pytest pytest-timeout \
		pytest-xdist hypothesis mpmath playwright pyyaml fluent.runtime setuptools
	@touch $@

.venv-docs/installed: .venv/python docs/requirements.txt requirements.txt
	@$(BIN)/python -m venv .venv-docs
	.venv-docs/bin/python -m pip install --quiet --disable-pip-version-check -r docs/requirements.txt \
		$$(sed -n 's/^\(numpy==[0-9.]*\).*/\1/p; s/^\(plotly==[0-9.]*\).*/\1/p' requirements.txt)
	@touch $@
