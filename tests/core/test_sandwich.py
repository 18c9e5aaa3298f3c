"""Sandwich by its formula, counted both ways."""

import json
from pathlib import Path

import numpy as np
import pytest

from posenc_core import Sandwich, Sinusoidal

DATA = json.loads((Path(__file__).parents[1] / "data" / "biases.json").read_text())["sandwich_kernel"]


@pytest.mark.parametrize(
    ("index", "name"), [("from 0", "i=0..63 (sinusoid p_m.p_n)"), ("from 1", "i=1..64 (formula as printed)")]
)
def test_the_sum_of_cosines(index, name):
    found = Sandwich(index=index).mean_logits_at_offset(DATA["k"], 64, length=1, content="independent")
    np.testing.assert_allclose(found[0], DATA["value"][name], rtol=0, atol=1e-9)


def test_from_0_it_is_the_dot_product_of_the_sinusoid():
    rows = Sinusoidal().encode(range(40), 32)
    found = Sandwich(width=32, index="from 0").bias(range(40), range(40))[0]
    np.testing.assert_allclose(found[np.tri(40, dtype=bool)], (rows @ rows.T)[np.tri(40, dtype=bool)], atol=1e-12)


def test_far_back_it_is_the_same_sum():
    waves = 10000.0 ** (-2 * np.arange(1, 65) / 128)
    keys = [0, 999_999, 12_345]
    expected = np.cos((10**6 - np.array(keys))[:, None] * waves).sum(axis=1)
    np.testing.assert_allclose(Sandwich().bias([10**6], keys)[0, 0], expected, rtol=0, atol=1e-8)
