"""Sandwich compared with its formula: both indexes, with and without the ratio of each head."""

import numpy as np
import pytest

from posenc_core import Sandwich, Sinusoidal
from posenc_core.analysis.geometry import shares
from tests.data import read

DATA = read("biases.json")["sandwich_kernel"]


@pytest.mark.parametrize(
    ("index", "name"), [("from 0", "i=0..63 (sinusoid p_m.p_n)"), ("from 1", "i=1..64 (formula as printed)")]
)
def test_the_sum_of_cosines(index, name):
    means = Sandwich(index=index, ratio="none").mean_logits_at_offset(DATA["k"], 64, length=1, content="independent")
    np.testing.assert_allclose(means[0], DATA["value"][name], rtol=0, atol=1e-9)


def test_from_0_it_is_the_dot_product_of_the_sinusoid():
    rows = Sinusoidal().encode(range(40), 32)
    bias = Sandwich(width=32, index="from 0", ratio="none").bias(range(40), range(40))[0]
    np.testing.assert_allclose(bias[np.tri(40, dtype=bool)], (rows @ rows.T)[np.tri(40, dtype=bool)], atol=1e-12)


@pytest.mark.parametrize("heads", [1, 3, 8, 12])
def test_each_head_divides_by_its_ratio(heads):
    """(b − d/2) / (8h/H) with h from 1, as NVIDIA NeMo computes it; b are the published sums at distances k."""
    sums = np.array(DATA["value"]["i=1..64 (formula as printed)"])
    bias = Sandwich().bias(1000, 1000 - np.array(DATA["k"]), heads)
    for h in range(1, heads + 1):
        np.testing.assert_allclose(bias[h - 1], (sums - 64) / (8 * h / heads), rtol=0, atol=1e-9)


def test_head_1_of_8_has_the_weights_of_the_undivided_sum():
    """Its ratio is 1, and softmax ignores the constant: links and calls without a head keep their weights."""
    per_head, undivided = (scheme.bias(99, range(100), 8) for scheme in (Sandwich(), Sandwich(ratio="none")))
    np.testing.assert_allclose(shares(per_head[0]), shares(undivided[0]), rtol=0, atol=1e-13)
    assert str(Sandwich(ratio="none").unsupported_reason("heads")) == "Sandwich is the same in every attention head."
    assert Sandwich().unsupported_reason("heads") is None
