"""The Gray code compared with sympy."""

import numpy as np

from posenc_core import Gray
from posenc_core.analysis import geometry
from tests.data import read

DATA = read("gray.json")


def test_sixteen_codes():
    expected = [[int(bit) for bit in code] for code in DATA["gray_4bit"]["value"]]
    np.testing.assert_array_equal(Gray(order="MSB first").encode(range(16), 4), expected)
    np.testing.assert_array_equal(Gray().encode(range(16), 4), np.array(expected)[:, ::-1])


def test_the_number_of_different_bits():
    for key, counts in DATA["gray_distances"]["value"].items():
        squares = geometry.distances_at_offset(Gray(), int(key[2:]), length=16, dim=4) ** 2
        np.testing.assert_allclose(squares, counts["gray"])
