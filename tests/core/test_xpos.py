"""xPos compared with a published package."""

import math

import numpy as np
import pytest

from posenc_core import RoPE, xPos
from tests.data import read

DATA = read("xpos.json")
Q, K = np.array([DATA["q"]]), np.array([DATA["k"]])


def score(scheme, i: int, j: int) -> float:
    return float((scheme.rotate(Q, [i]) @ scheme.rotate(K, [j], keys=True).T)[0, 0])


@pytest.mark.parametrize("name", DATA["packages"])
def test_published_scores_and_vectors(name):
    package = DATA["packages"][name]
    for i, j in ((5, 2), (2, 5), (8, 0)):
        assert score(xPos(), i, j) == pytest.approx(package[f"score_q{i}_k{j}"], abs=1e-6)
    # the package centers its exponent: queries are larger by one factor, keys smaller by it
    centred = xPos().rotate(Q, [5]) * np.repeat(xPos().decay(8), 2) ** (-package["middle"] / 512)
    np.testing.assert_allclose(centred[0], package["q_at_5"], rtol=0, atol=1e-6)


def test_the_decay_of_each_pair():
    np.testing.assert_allclose(xPos().decay(8), DATA["zeta"]["value"], rtol=0, atol=1e-12)
    np.testing.assert_array_equal(xPos(base=500.0).frequencies(8), RoPE(base=500.0).frequencies(8))


def test_keys_to_the_right_have_higher_scores_than_in_rope():
    assert score(xPos(), 2, 5) > score(RoPE(), 2, 5) > 0
    back = np.array([0.0, 1.0, 100.0, 5000.0])
    fading, lasting = (scheme.mean_logits_at_offset(back, 64, length=9)[0] for scheme in (xPos(), RoPE()))
    assert fading[0] == lasting[0] == pytest.approx(8)
    assert (np.abs(fading[1:]) < np.abs(lasting[1:])).all()
    assert xPos().mean_logits_at_offset([-1], 8, length=9).tolist() == [[-math.inf]]


def test_distant_positions_have_scores_but_no_vectors():
    means = xPos().mean_logits_at_offset([2**20, 10**9], 64, length=9)
    assert np.isfinite(means).all()
    assert np.isfinite(xPos().rotate(np.ones((2, 8)), [-250_000, 250_000], keys=True)).all()
    with pytest.raises(ValueError, match=r"positions to rotate must be between -250,000 and 250,000, not 250001$"):
        xPos().rotate(np.ones((2, 8)), [0, 250_001], keys=True)


def test_an_odd_dim_leaves_one_column_unrotated():
    with pytest.raises(ValueError, match=r"^xPos rotates pairs of dimensions, so d must be even, not 7\.$"):
        xPos().rotate(np.ones((1, 7)), [0])


def test_the_symbols_of_the_formula_are_explained():
    assert list(xPos().letters) == [r"\zeta_i", "R"]
