# make demo, make test: all that a machine with Python 3.11 or later, a C compiler and make needs.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
SOURCES := pyproject.toml setup.py $(wildcard solver/*.h $(foreach suffix,pyx pxd pxi,solver/*.$(suffix) manni/*/*.$(suffix)))

.PHONY: demo test slow lint checked package bench readme schemas clean

demo: .venv/.built
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

test: .venv/.built
	$(BIN)/python -m pytest

slow: .venv/.built
	$(BIN)/python -m pytest -m slow

lint: .venv/.built .venv/.lint
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest solver._kernel manni.policy._kernel manni.winning._planes --ignore-missing-stub
	PATH="$(CURDIR)/$(BIN):$$PATH" cython-lint solver manni

# The whole suite on a build with Cython's run-time checks on.
checked: .venv/.built
	rm -rf build/checked-site
	MANNI_DEBUG=1 $(PIP) install --no-deps --target build/checked-site .
	PYTHONPATH=build/checked-site $(BIN)/python -P -m pytest

# Source archive and wheel; the wheel has to work in an environment of its own.
package: .venv/.lint
	rm -rf dist build/wheel-env
	$(BIN)/python -m build
	$(PYTHON) -m venv build/wheel-env
	build/wheel-env/bin/python -m pip --disable-pip-version-check -qq install dist/*.whl
	cd build && wheel-env/bin/manni bench --deals 1
	cd build && wheel-env/bin/manni deal --rules declared --seed 1
	cd build && wheel-env/bin/manni advise ../examples/take.json --worlds 5

bench: .venv/.built
	$(BIN)/manni bench

# The outputs in the README, made anew.
readme: .venv/.built
	$(BIN)/python tools/readme.py

# The published JSON Schemas, from the forms in the code.
schemas: .venv/.built
	$(BIN)/python tools/schemas.py

# An editable install builds the kernels in place; it is done again when a source of theirs changes.
.venv/.built: $(SOURCES)
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) install -e ".[test]"
	touch $@

.venv/.lint: .venv/.built
	$(PIP) install build cython-lint mypy pycodestyle ruff
	touch $@

clean:
	rm -rf .venv build dist *.egg-info solver/*.so manni/*/*.so
