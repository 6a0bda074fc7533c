# Benchmarks beside peers, in an environment of their own. The tests need no make: see the README.
BENCH_ENV ?= .venv-bench
PYTHON ?= python3

.PHONY: bench bench-quick growth postgres
GROWTH ?= .growth
POSTGRES ?= .postgres-bench

bench: $(BENCH_ENV)/ready
	$(BENCH_ENV)/bin/python benchmarks/suite.py --output docs/benchmarks.md

bench-quick: $(BENCH_ENV)/ready
	$(BENCH_ENV)/bin/python benchmarks/suite.py --quick

# Not part of bench: filling a library with a million spans takes minutes and 500 MB in the folder GROWTH.
growth: $(BENCH_ENV)/ready
	nice $(BENCH_ENV)/bin/python benchmarks/growth.py --library $(GROWTH) --output docs
	nice $(BENCH_ENV)/bin/python benchmarks/one_more.py --library $(GROWTH) --output docs

# Both stores with a million spans and 200,000 vectors: an hour, and 4 GB in the folder POSTGRES.
postgres: $(BENCH_ENV)/ready
	$(BENCH_ENV)/bin/pip install --quiet --editable ".[postgres,test]"
	nice $(BENCH_ENV)/bin/python benchmarks/postgres.py --folder $(POSTGRES) --vectors 200000 --output docs/postgres-search.md

$(BENCH_ENV)/ready: benchmarks/peers.txt pyproject.toml
	$(PYTHON) -m venv $(BENCH_ENV)
	$(BENCH_ENV)/bin/pip install --quiet --editable . --requirement benchmarks/peers.txt
	touch $@
