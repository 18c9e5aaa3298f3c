"""Grades of the diagnosis for tables of `battery`, which are made from formulas and public code alone."""

from functools import cache
from types import SimpleNamespace

import numpy as np
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


def answer(state, name, numbers, **parameters):
    best = SimpleNamespace(name=name, parameters=parameters, numbers=lambda: numbers)
    return SimpleNamespace(state=state, best=best, equal=(), transposed=False)


def test_grades_of_arrays_that_are_no_encoding_of_spoiled_rows_and_of_unusual_parameters():
    weights = battery.Case("", "no encoding", matrices.KINDS["attention"](20, 20, np.random.default_rng(0)))
    grades = {
        ("kind", "attention weights"): "right", ("kind", "causal attention weights"): "wrong",
        ("kind", "trained table"): "wrong", ("unknown", "Sinusoidal"): "right", ("different", "Sinusoidal"): "wrong",
        ("known", "Sinusoidal"): "wrong",
    }  # fmt: skip
    assert {answered: battery.grade(weights, answer(*answered, weights.table))[0] for answered in grades} == grades

    spoilt = battery.bug("one bad row", 50, 64)
    row, whole = spoilt.where.rpartition("}")[2][-4:-2], battery.table_of_bug("", 50, 64)[0]
    for state, sentence, mark in (
        ("different", f"Sinusoidal, but row {row} is not.", "right"),
        ("different", "Sinusoidal, but row 5 is not.", "unknown"),
        ("known", f"Sinusoidal. Row {row}.", "wrong"),
    ):
        assert battery.grade(spoilt, answer(state, "Sinusoidal", whole), sentence)[0] == mark

    odd = battery.Case("", "near", whole, tolerance=1e-6)
    assert battery.grade(odd, answer("known", "Sinusoidal", whole, base=10_000.0))[0] == "right"
    assert battery.grade(odd, answer("known", "Sinusoidal", whole, base=9_999.31, slack=1))[0] == "wrong"
