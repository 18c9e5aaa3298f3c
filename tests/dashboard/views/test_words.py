"""How numbers are printed, and what is most similar, in words."""

import numpy as np
import pytest

from dashboard.views import words
from posenc_core import criteria, geometry
from tests.dashboard.conftest import text


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (0, "0"), (1, "1"), (-0.18342, "−0.183"), (0.00197, "0.00197"), (1.445e-5, "1.45 × 10⁻⁵"), (999.96, "1,000"),
        (9999.6, "10,000"), (-62831.85, "−62,800"), (47117.0, "47,117"), (2e9, "2 × 10⁹"), (np.inf, "inf"),
    ],
)  # fmt: skip
def test_a_value_has_three_digits_and_a_whole_one_all_of_its_own(value, printed):
    assert words.number(value) == printed


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (0, "0"),
        (np.nan, "–"),
        (0.88812, "0.888"),
        (0.00042, "0.00042"),
        (-1.31e-7, "−1.31 × 10⁻⁷"),
        (1e-15, "rounding"),
    ],
)
def test_rounding_is_called_so_and_not_printed_as_a_number(value, printed):
    assert words.small(value) == printed


@pytest.mark.parametrize(
    ("low", "high", "printed"),
    [
        (1, 2, ("1", "2")),
        (1, 1.000002, ("1", "1.000002")),
        (1000.2, 1000.4, ("1,000.2", "1,000.4")),
        (1234.2, 70000, ("1,230", "70,000")),
    ],
)
def test_different_numbers_are_printed_with_the_digits_that_differ(low, high, printed):
    assert words.told_apart(low, high) == printed


def test_equal_is_what_the_core_calls_rounding_for_every_single_number():
    steps = np.ones(100_000)
    steps[7] += criteria.EQUAL / 2
    assert words.equal(geometry.spread(steps))
    steps[7] += 1e-7
    assert geometry.spread(steps).relative < criteria.EQUAL
    assert not words.equal(geometry.spread(steps)), "one step among many is another"
    assert words.equal(geometry.spread(np.zeros(3)))


@pytest.mark.parametrize(
    ("page", "query", "said"),
    [
        ("compare", "", "Position **p = 40** (n = 128, d = 64, k = 1)"),
        ("heatmap", "n=10&p=900", "Position **p = 9** (n = 10, d = 64)"),
        ("scorecard", "k=3", "n = 128, d = 64, k = 3"),
        ("sentence", "d=8", "d = 8"),
    ],
)
def test_every_page_says_where_the_reader_is(sketched, page, query, said):
    assert said in text(sketched(query, page=page)).splitlines()
