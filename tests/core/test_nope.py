"""NoPE: no position terms; the causal mask alone distinguishes positions."""

import numpy as np
import pytest

from posenc_core import NoPE
from posenc_core.analysis.geometry import shares


@pytest.mark.parametrize(("row", "weight"), [(0, 1), (1, 1 / 2), (2, 1 / 3), (9, 1 / 10), (99, 1 / 100)])
def test_each_row_is_the_mean_of_all_visible_tokens(row, weight):
    weights = shares(NoPE().bias(range(100), range(100))[0])[row]
    np.testing.assert_allclose(weights, np.where(np.arange(100) <= row, weight, 0), rtol=1e-12)
