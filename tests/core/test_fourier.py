"""Random Fourier features."""

import numpy as np
import pytest

from posenc_core import Fourier
from tests.data import read

DATA = read("tables.json")["packages"]["rff_numpy"]["value"]


def test_the_frequencies_are_drawn_by_numpy():
    scheme = Fourier(width=0.1, seed=0)
    np.testing.assert_allclose(scheme.frequencies(64)[:4], DATA["omega[:4]"], rtol=0, atol=1e-12)
    for offset, mean in DATA["s(k)"].items():
        assert scheme.dot_at_offset([int(offset)], 64)[0] / 32 == pytest.approx(mean, abs=1e-11)
    # one draw differs from the average
    assert DATA["s(k)"]["10"] == pytest.approx(0.7230, abs=5e-5)
    assert DATA["E s(k)=exp(-k^2 sigma^2/2)"]["10"] == pytest.approx(0.6065, abs=5e-5)


def test_on_average_over_draws_similarity_is_a_gaussian():
    offsets = np.array([0, 5, 10, 20])
    draws = [Fourier(width=0.1, seed=seed).dot_at_offset(offsets, 64) / 32 for seed in range(300)]
    np.testing.assert_allclose(np.mean(draws, axis=0), np.exp(-((0.1 * offsets) ** 2) / 2), rtol=0, atol=0.02)


def test_a_wider_table_begins_with_the_same_frequencies():
    np.testing.assert_array_equal(Fourier(seed=3).frequencies(7), Fourier(seed=3).frequencies(64)[:4])
    assert (Fourier(seed=3).frequencies(8) != Fourier(seed=4).frequencies(8)).all()
    np.testing.assert_allclose(Fourier(width=0.2).frequencies(8), 2 * Fourier(width=0.1).frequencies(8))
