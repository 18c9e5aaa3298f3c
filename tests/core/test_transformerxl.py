"""TransformerXL compared with term (d) of Dai et al. (2019), section 3.3."""

import numpy as np
import pytest

from posenc_core import TransformerXL


@pytest.mark.parametrize("width", [16, 128])
def test_the_bias_is_the_product_of_a_vector_and_the_sinusoid_of_the_distance(width: int):
    scheme, length = TransformerXL(width=width, seed=4), 15
    # any v and W whose product gives the amplitudes
    v = np.random.default_rng(1).normal(size=64)
    w = np.outer(v / (v @ v), scheme.amplitudes().ravel() * 8)
    bias = scheme.bias(range(length), range(length))[0]
    for i in range(length):
        for j in range(i + 1):
            angles = [(i - j) / 10000 ** (2 * m / width) for m in range(width // 2)]
            r = np.array([*map(np.sin, angles), *map(np.cos, angles)])
            assert bias[i, j] == pytest.approx(v @ w @ r / 8, abs=1e-12)
        assert np.isneginf(bias[i, i + 1 :]).all()


def test_the_mean_square_of_the_bias_is_one():
    squares = [(TransformerXL(seed=seed).amplitudes() ** 2).sum() for seed in range(300)]
    assert np.mean(squares) / 2 == pytest.approx(1, abs=0.05)
