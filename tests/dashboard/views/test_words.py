"""How numbers are printed, and the one sentence that says how long a step is."""

import numpy as np
import pytest

from dashboard.study import Study
from dashboard.views import words
from posenc_core import Binary, Index, Sinusoidal, criteria, geometry
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


def test_a_step_in_words():
    def said(*steps, length=9, offset=1):
        schemes = (Sinusoidal(), Binary(), Index())
        found = {scheme: geometry.spread(values) for scheme, values in zip(schemes, steps, strict=False)}
        return words.steps(found, Study(schemes, length, 4, 0, offset))

    assert said() == "A sequence of one position has no steps."
    assert said([2.0], offset=8) == "There is only one step of k = 8 to look at, 0 → 8."
    assert said([2.0, 2 + 1e-13], [1, 3.5, 1], offset=6) == (
        "A step of k = 6 is equally long everywhere in Sinusoidal. "
        "In Binary, the step 1 → 7 is 3.5 times as long as 0 → 6."
    )
    assert said([1, 1.002]) == "In Sinusoidal, the step 1 → 2 is 0.2 % longer than 0 → 1."
    assert said([0, 0], [0, 2]) == (
        "One step does not move at all in Sinusoidal. In Binary, the step 1 → 2 moves the vector and 0 → 1 does not."
    )


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
