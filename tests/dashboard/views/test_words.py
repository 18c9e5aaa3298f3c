"""How numbers are printed, and what is most similar, in words."""

import numpy as np
import pytest

from dashboard.study import Study
from dashboard.views import words
from posenc_core import Sinusoidal, criteria, geometry
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
    ("measure", "curve", "said"),
    [
        ("dot", [1, 2, 1.5], "Position 1 is most similar to itself in Sinusoidal."),
        ("dot", [2, 2, 1.5], "In Sinusoidal, position 1 is no more similar to itself than to 1 other position."),
        ("dot", [2, 2, 2, 1], "In Sinusoidal, position 1 is no more similar to itself than to 2 other positions."),
        ("dot", [2, 2, 2], "Position 1 is equally similar to every position in Sinusoidal."),
        ("dot", [1, 2, 3], "In Sinusoidal, position 1 is most similar to position 2, the last, not to itself."),
        ("dot", [3, 2, 1], "In Sinusoidal, position 1 is most similar to position 0, not to itself."),
        ("dot", [3, 2, 3], "In Sinusoidal, position 1 is most similar to 2 other positions, not to itself."),
        ("min-max", [np.nan] * 3, "Nothing can be said of position 1 in Sinusoidal: all dot products are equal."),
        ("distance", [2, 0, 2, 3], "A neighbour is nearest to position 1 in Sinusoidal."),
        ("distance", [2, 0, 3, 2], "In Sinusoidal, position 1 is as near to 1 other position as to a neighbour."),
        ("distance", [3, 0, 3, 2], "In Sinusoidal, position 1 is nearer to position 3 than to its neighbours."),
        ("distance", [3, 0, 3, 2, 2],
         "In Sinusoidal, position 1 is nearer to 2 other positions than to its neighbours."),
        ("distance", [3, 0, 3, 0], "In Sinusoidal, position 1 has the same vector as 1 other position."),
        ("distance", [2, 0, 2, 2], "Position 1 is equally far from all others in Sinusoidal."),
],
)  # fmt: skip
def test_what_is_most_similar_in_words(measure, curve, said):
    scheme, curve = Sinusoidal(), np.array(curve, float)
    study = Study((scheme,), len(curve), 4, 1, 1, options={"similarity": measure})
    assert words.similarities({scheme: curve}, study) == said


def test_the_chosen_position_is_named_once(sketched):
    said = (
        "Position 40 is most similar to itself in Sinusoidal. In Binary, it is no more similar to itself than to 31 "
        "other positions. In Normalized, it is most similar to position 127, the last, not to itself."
    )
    assert f"**By dot product, where larger is more similar.** {said}" in text(sketched(page="similarity"))


def test_two_positions_of_which_one_is_more_similar_are_not_said_to_be_equal(sketched):
    shown = text(sketched("scheme=Index&n=2&p=0&Index.start=1", page="similarity"))
    assert "In Index, position 0 is most similar to position 1, the last, not to itself." in shown
    assert "equally similar to every" not in shown


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
