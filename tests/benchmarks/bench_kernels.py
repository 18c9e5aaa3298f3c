"""Kernels under pytest-benchmark, for its records and comparisons."""

import pytest

from tests.benchmarks.ratios import CASES

WORK = {case.work: case for case in CASES}


@pytest.mark.parametrize("work", WORK)
def test_ours(benchmark, work):
    benchmark.pedantic(WORK[work].ours, rounds=min(WORK[work].rounds, 20), warmup_rounds=1)
