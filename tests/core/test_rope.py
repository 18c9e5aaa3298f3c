"""RoPE as published packages compute it."""

import json
from pathlib import Path

import numpy as np
import pytest

from posenc_core import RoPE, Sinusoidal

DATA = json.loads((Path(__file__).parents[1] / "data" / "rope.json").read_text())
Q, K = np.array([DATA["q"]]), np.array([DATA["k"]])


def score(scheme: RoPE, i: int, j: int) -> float:
    return float((scheme.rotate(Q, [i]) @ scheme.rotate(K, [j]).T)[0, 0])


@pytest.mark.parametrize("pairing", DATA["formula"])
def test_values_of_the_formula(pairing):
    expected, scheme = DATA["formula"][pairing], RoPE(pairing=pairing)
    for position in (0, 1, 2, 5):
        np.testing.assert_allclose(scheme.rotate(Q, [position])[0], expected[f"q_at_{position}"], rtol=0, atol=1e-12)
    assert score(scheme, 5, 2) == pytest.approx(expected["score_q5_k2"], abs=1e-14)
    assert score(scheme, 2, 5) == pytest.approx(expected["score_q2_k5"], abs=1e-14)
    by_offset = [score(scheme, offset, 0) for offset in range(9)]
    np.testing.assert_allclose(by_offset, expected["score_by_offset_k_minus_0..8 (q at j, k at 0)"], atol=1e-12)


@pytest.mark.parametrize("name", DATA["packages"])
def test_published_packages(name):
    package = DATA["packages"][name]
    scheme, compared = RoPE(pairing=package["pairing"]), 0
    for key, expected in package.items():
        if key.startswith("q_at_"):
            found = scheme.rotate(Q, [int(key.removeprefix("q_at_"))])[0]
        elif key.startswith("score_"):
            found = score(scheme, int(key[7]), int(key[10]))
        else:
            continue
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-6)
        compared += 1
    assert compared


def test_the_two_pairings_are_one_permutation_of_the_weights():
    order = DATA["permutation"]["value"]
    woven, half = RoPE(), RoPE(pairing="half")
    np.testing.assert_allclose(half.rotate(Q[:, order], [5]), woven.rotate(Q, [5])[:, order], rtol=0, atol=1e-15)


def test_its_vectors_are_the_pairs_1_0_turned_and_compare_as_the_sinusoids():
    for pairing in ("interleaved", "half"):
        scheme = RoPE(pairing=pairing)
        ones = np.zeros((20, 8))
        ones[:, scheme.pairs(8)[:, 1]] = 1
        np.testing.assert_allclose(scheme.encode(range(20), 8), scheme.rotate(ones, range(20)), rtol=0, atol=1e-13)
        np.testing.assert_array_equal(scheme.dot_at_offset(range(20), 8), Sinusoidal().dot_at_offset(range(20), 8))


def test_an_odd_dim_leaves_a_column_over():
    for call in (
        lambda: RoPE().encode(range(3), 7),
        lambda: RoPE().rotate(np.ones((1, 7)), [0]),
    ):
        with pytest.raises(ValueError, match=r"^RoPE turns pairs of columns and takes an even d, not 7\.$"):
            call()
