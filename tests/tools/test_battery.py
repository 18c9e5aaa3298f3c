"""Grades of the diagnosis for tables of `battery`, which are made from formulas and public code alone."""

from functools import cache

import pytest

from tests.tools import battery, matrices

STEPS = {"near": 3, "bug": 5, "right": 5, "no encoding": 3}
"""Every third or fifth case is tried in the shorter test."""

GROUPS = [
    *STEPS.items(),
    *(pytest.param(group, 1, marks=pytest.mark.thorough) for group in STEPS),
]


@cache
def sample():
    return list(battery.sample())


@pytest.mark.parametrize(("group", "step"), GROUPS)
def test_no_table_is_misidentified_and_most_bugs_and_correct_tables_are_identified(group, step):
    cases = [case for case in sample() if case.group == group]
    results, failed = battery.examine(cases[::step])
    assert not battery.missed_targets(results), "\n".join((*battery.missed_targets(results), *failed))


def test_the_sample_has_every_kind_and_no_case_twice():
    assert len({case.name for case in sample()}) == len(sample())
    of_none = [case for case in sample() if case.group == "no encoding"]
    assert {battery.kind_of(case) for case in of_none} == {*matrices.KINDS}
    kinds = {battery.kind_of(case) for case in sample() if case.group == "bug"}
    assert kinds == {battery.kind_of(case) for case in battery.some_bugs(battery.SIZES[:1])}
