"""The sinusoid, beyond what every scheme promises."""

import math

import numpy as np
import pytest

from posenc_core import Binary, Index, Normalized, Sinusoidal


def test_closed_forms_are_there_where_only_the_offset_matters():
    assert Sinusoidal().dot_at_offset([1], 6) is not None
    assert Sinusoidal().distance_at_offset([1], 6, length=9) is not None
    assert Sinusoidal().dot_at_offset([1], 7) is None, "an odd dim has a sine without its cosine"
    assert Sinusoidal().distance_at_offset([1], 7, length=9) is None
    assert Index().distance_at_offset([1], 7, length=9) is not None
    assert Normalized().dot_at_offset([1], 7) is None
    assert Binary().distance_at_offset([1], 7, length=9) is None


def test_an_odd_dim_has_its_own_closed_form():
    """The pairs give Σ cos(w k), the lone sine its own product, wherever one stands."""
    scheme, p, k = Sinusoidal(), 40, np.arange(-40, 60)
    w = scheme.frequencies(7)
    expected = np.cos(np.multiply.outer(k, w[:3])).sum(axis=1) + np.sin(w[3] * p) * np.sin(w[3] * (p + k))
    np.testing.assert_allclose(scheme.dot_of(p, p + k, 7, length=100), expected, rtol=0, atol=1e-12)
    np.testing.assert_allclose(scheme.angles_at_offset(1, 7), w[:3])
    assert scheme.angles_at_offset(1, 7)[0] == 1


def test_two_layouts_are_one_permutation():
    for dim in (6, 7):
        woven, split = Sinusoidal().encode(range(20), dim), Sinusoidal(layout="concatenated").encode(range(20), dim)
        order = [*range(0, dim, 2), *range(1, dim, 2)]
        np.testing.assert_array_equal(woven[:, order], split)


def test_a_pair_starts_at_the_sine_0_and_the_cosine_1():
    for scheme in (Sinusoidal(), Sinusoidal(layout="concatenated")):
        assert (scheme.encode([0], 7)[0, scheme.pairs(7)] == [0, 1]).all()


@pytest.mark.parametrize(("dim", "longest"), [(4, 628), (6, 2916), (64, 47117), (512, 60611)])
def test_the_base_is_not_the_longest_wavelength(dim: int, longest: int):
    assert Sinusoidal().wavelengths(dim)[0] == pytest.approx(2 * np.pi)
    assert Sinusoidal().wavelengths(dim)[-1] == pytest.approx(longest, abs=0.5)
    assert Binary().wavelengths(3).tolist() == [2, 4, 8]
    assert Binary().wavelengths(2000)[-1] == math.inf
