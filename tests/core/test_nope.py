"""NoPE adds nothing; the causal mask alone still tells positions apart."""

import numpy as np
import pytest

from posenc_core import NoPE
from posenc_core.analysis.geometry import shares


@pytest.mark.parametrize(("row", "weight"), [(0, 1), (1, 1 / 2), (2, 1 / 3), (9, 1 / 10), (99, 1 / 100)])
def test_each_row_averages_over_all_that_it_sees(row, weight):
    found = shares(NoPE().bias(range(100), range(100))[0])[row]
    np.testing.assert_allclose(found, np.where(np.arange(100) <= row, weight, 0), rtol=1e-12)
