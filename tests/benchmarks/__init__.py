"""Benchmarks against peers, run by `make bench`; not part of `make test`."""
