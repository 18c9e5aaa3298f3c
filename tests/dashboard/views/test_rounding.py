"""Formatting of numbers, equality up to rounding, and the sizes that every page states."""

import numpy as np
import pytest

from posenc_core.analysis import geometry
from posenc_core.analysis.statistics import EQUAL
from posenc_core.text.messages import language, message
from posenc_core.text.numerals import format_distinct, number, percent


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (0, "0"), (1, "1"), (-0.18342, "−0.183"), (0.00197, "0.00197"), (1.445e-5, "1.45 × 10⁻⁵"), (999.96, "1,000"),
        (9999.6, "10,000"), (-62831.85, "−62,800"), (47117.0, "47,117"), (2e9, "2 × 10⁹"), (np.inf, "inf"),
    ],
)  # fmt: skip
def test_a_value_has_three_digits_and_a_whole_one_all_of_its_own(value, printed):
    assert number(value) == printed


def test_only_1_is_100_percent_and_only_0_is_0_percent():
    numbers = [
        0, 1e-9, 0.00099, 0.0996, 0.256, 0.994, 0.996, 0.99821, 0.99899, 0.9991, 0.99999996, 1, 1.004, 1.234, 12.3,
    ]  # fmt: skip
    printed = ["0%", "<0.0001%", "0.099%", "10%", "26%", "99%", "99.6%", "99.8%", "99.9%", "99.91%", "99.999996%"]
    assert [*map(percent, numbers)] == [*printed, "100%", "100.4%", "123%", "1,230%"]
    assert percent(1 - 1e-13) == percent(1 + 1e-13) == "100%"
    assert percent(-0.0) == "0%"


@pytest.mark.parametrize(("code", "printed"), [("en", "is <0.0001% of"), ("ko", "크기의 0.0001% 미만이")])
def test_a_share_below_all_digits_is_said_in_the_words_of_a_language(code, printed):
    with language(code):
        assert printed in message("diagnosis-white-noise", share=1e-9)


def test_a_larger_share_is_never_printed_as_a_smaller_percentage():
    near = np.geomspace(1e-11, 0.02, 5000)
    shares = np.unique([*np.geomspace(1e-9, 2, 5000), *(1 - near), *(1 + near)])
    printed = [float(percent(share).strip("<%").replace(",", "")) for share in shares.tolist()]
    assert (np.diff(printed) >= 0).all()
    assert not {0, 100} & {*np.array(printed)[shares != 1]}


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
    assert format_distinct(low, high) == printed


def test_a_sequence_is_constant_up_to_the_rounding_of_every_single_number():
    steps = np.ones(100_000)
    steps[7] += EQUAL / 2
    assert geometry.spread(steps).is_constant
    steps[7] += 1e-7
    assert geometry.spread(steps).relative < EQUAL
    assert not geometry.spread(steps).is_constant, "one step among many is another"
    assert geometry.spread(np.zeros(3)).is_constant
