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
        (0, "0"), (1, "1"), (-0.18342, "−0.1834"), (0.00197, "0.00197"), (1e-5, "1e−05"), (999.96, "1,000"),
        (9999.6, "10,000"), (-62831.85, "−62,832"), (2e9, "2e+09"),
    ],
)  # fmt: skip
def test_a_value_has_four_digits_or_its_whole_part(value, printed):
    assert words.number(value) == printed


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (0, "0"), (np.nan, "–"), (0.88812, "0.8881"), (1e-3, "0.001"), (0.00042, "4.2e−04"), (-1.31e-7, "−1.3e−07"),
        (1.44e-15, "1e−15"),
    ],
)  # fmt: skip
def test_of_a_residual_the_size_is_printed_and_of_rounding_one_digit(value, printed):
    assert words.small(value) == printed


@pytest.mark.parametrize(
    ("low", "high", "printed"),
    [
        (1, 2, ("1", "2")),
        (1, 1.000002, ("1", "1.000002")),
        (1000.2, 1000.4, ("1,000.2", "1,000.4")),
        (1234.2, 70000, ("1,234", "70,000")),
    ],
)
def test_different_numbers_are_printed_with_the_digits_that_differ(low, high, printed):
    assert words.told_apart(low, high) == printed


def test_equal_is_what_the_core_calls_rounding_for_every_single_number():
    steps = np.ones(100_000)
    steps[7] += criteria.EQUAL / 2
    assert words.equal(geometry.spread(steps))
    steps[7] += 1e-4
    assert geometry.spread(steps).relative < criteria.EQUAL
    assert not words.equal(geometry.spread(steps)), "one step among many is another"
    assert words.equal(geometry.spread(np.zeros(3)))


def test_a_step_in_words():
    def said(*steps, length=9, offset=1):
        schemes = (Sinusoidal(), Binary(), Index())
        found = {scheme: geometry.spread(values) for scheme, values in zip(schemes, steps, strict=False)}
        return words.steps(found, Study(schemes, length, 4, 0, offset))

    assert said() == "A sequence of one position has no steps."
    assert said([2.0], offset=8) == "A step of k = 8 is 2 in Sinusoidal, the only one."
    assert said([2.0, 2 + 1e-13], [1, 3.5, 1], offset=6) == (
        "A step of k = 6 is 2 everywhere in Sinusoidal; 1 (0 → 6) to 3.5 (1 → 7) in Binary."
    )


@pytest.mark.parametrize("query", ["", "n=60&k=59", "n=1", "d=7&n=40", "scheme=Index&scheme=Binary&n=5000&d=3&k=7"])
def test_compare_and_equidistance_say_the_same_of_a_step(opened, query):
    first, second = (
        next(
            line for line in text(opened(query, page=page)).splitlines() if "A step of k" in line or "no steps" in line
        )
        for page in ("compare", "equidistance")
    )
    sentence = first.removeprefix("**Step.** ").strip()
    assert sentence.endswith(".")
    assert second.startswith(sentence)
