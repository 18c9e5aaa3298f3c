"""Is a table what its code means to make? It passes as others write it, and fails with what it is instead."""

from textwrap import indent

import numpy as np
import pytest

from posenc_core import Sinusoidal, assert_sinusoidal
from posenc_core.diagnosis import EXAMPLES, MISTAKES


def as_in_torch(n, d, base=10000.0):
    """PyTorch's tutorial, in float32 throughout: the frequencies as exp of a logarithm."""
    position = np.arange(n, dtype=np.float32)[:, None]
    frequencies = np.exp(np.arange(0, d, 2, dtype=np.float32) * np.float32(-np.log(base) / d))
    table = np.zeros((n, d), np.float32)
    table[:, 0::2], table[:, 1::2] = np.sin(position * frequencies), np.cos(position * frequencies)
    return table


@pytest.mark.parametrize(("n", "d"), [(2, 2), (20, 16), (512, 512), (5000, 128)])
def test_float32_arithmetic_passes(n, d):
    assert_sinusoidal(as_in_torch(n, d))
    assert_sinusoidal(as_in_torch(n, d, 500.0), base=500)


@pytest.mark.parametrize("stored", [np.float16, np.float32, float])
def test_a_right_table_passes_however_it_is_stored(stored):
    table = Sinusoidal().encode(range(512), 64)
    assert_sinusoidal(table.astype(stored))


@pytest.mark.parametrize("decimals", [1, 3, 8])
def test_a_rounded_table_passes(decimals):
    assert_sinusoidal(Sinusoidal().encode(range(512), 64).round(decimals))


@pytest.mark.parametrize(
    "parameters",
    [
        {"layout": "concatenated"},
        {"first": "cos", "base": 500},
        {"schedule": "Tensor2Tensor", "layout": "concatenated"},
        {"start": 1},
    ],
)
def test_a_table_passes_as_what_it_is_alone(parameters):
    table = Sinusoidal(**parameters).encode(range(50), 32)
    assert_sinusoidal(table, **parameters)
    with pytest.raises(AssertionError, match="is not Sinusoidal"):
        assert_sinusoidal(table)


def test_an_odd_number_of_columns_is_judged_by_its_convention():
    table = Sinusoidal(odd="cut").encode(range(50), 7)
    assert_sinusoidal(table, odd="cut")
    with pytest.raises(AssertionError):
        assert_sinusoidal(table)
    with pytest.raises(ValueError, match="is set to refuse an odd d, such as 7"):
        assert_sinusoidal(table, odd="refused")


@pytest.mark.parametrize("name", [name for name in MISTAKES if name in EXAMPLES])
def test_a_mistake_fails_with_the_line_that_is_wrong(name):
    with pytest.raises(AssertionError) as failure:
        assert_sinusoidal(EXAMPLES[name]())
    said = str(failure.value)
    assert "A known mistake: " in said
    wrong, right = (indent(code, "  ") for code in (MISTAKES[name].wrong, MISTAKES[name].right))
    assert said.endswith(f"\nProbably wrong:\n{wrong}\nRight:\n{right}")


def test_one_wrong_number_is_found():
    table = Sinusoidal().encode(range(20), 16)
    table[7, 3] += 0.5
    with pytest.raises(AssertionError, match=r"Row 7, column 3 is −0\.0994, and should be −0\.599: "):
        assert_sinusoidal(table)
    # it is farthest off, and another one is first
    table[5] += 1e-3
    with pytest.raises(AssertionError, match=r"Row 7, [^\n]*\nThe first row that is off is row 5; .* counted from 0\."):
        assert_sinusoidal(table)


def test_two_numbers_are_said_with_the_digits_that_tell_them_apart():
    table = Sinusoidal().encode(range(20), 16)
    table[0, 1] -= 1e-4
    with pytest.raises(AssertionError, match=r"Row 0, column 1 is 0\.9999, and should be 1: "):
        assert_sinusoidal(table)


def test_a_buffer_passes_whole_and_one_row_of_it_says_nothing():
    table = Sinusoidal().encode(range(50), 32)
    for buffer in (table[None], table[:, None]):
        assert_sinusoidal(buffer)
        with pytest.raises(AssertionError, match="is not Sinusoidal"):
            assert_sinusoidal(buffer, base=500)
    for row in (table[:1], table[:, None][0], table[None, :1]):
        with pytest.raises(ValueError, match=r"^a table of 1 row says nothing of a step: give all rows$"):
            assert_sinusoidal(row)


def test_what_a_tolerance_allows_passes():
    table = Sinusoidal().encode(range(20), 16)
    assert_sinusoidal(table + 0.01, tolerance=0.011)
    with pytest.raises(AssertionError, match=r"at most 0.009 between them"):
        assert_sinusoidal(table + 0.01, tolerance=0.009)


@pytest.mark.parametrize(
    ("table", "given", "sentence"),
    [
        ([[0, 1]], {"base": -1}, "base = -1"),
        ([[0, 1]], {"layout": "halves"}, "layout = 'halves' must be one of interleaved, concatenated"),
        ([[0, 1]], {"bass": 1}, "bass is no parameter of Sinusoidal: it has base, "),
        ([[0, 1]], {"tolerance": -1}, "tolerance = -1 must be a finite number from 0"),
        ([[0, 1]], {"tolerance": float("nan")}, "tolerance = nan must be a finite number from 0"),
        ([[0, 1], [0, float("nan")]], {}, "must be finite"),
        ([0, 1], {}, r"^table must have rows and columns, not the shape \(2,\)$"),
        ([], {}, r"not the shape \(0,\)"),
        (np.ones((2, 3, 4)), {}, r"not the shape \(2, 3, 4\)"),
        ([["sin"]], {}, "must be real numbers"),
    ],
)
def test_bad_arguments_are_no_failures(table, given, sentence):
    with pytest.raises(ValueError, match=sentence):
        assert_sinusoidal(table, **given)
