"""ALiBi compared with published packages."""

import numpy as np
import pytest

from posenc_core import KERPLE, T5, ALiBi, Sandwich
from posenc_core.analysis.geometry import shares
from tests.data import read

DATA = read("alibi.json")


@pytest.mark.parametrize("heads", DATA["slopes"]["value"])
def test_slopes_equal_the_authors_code(heads):
    np.testing.assert_allclose(ALiBi().slope(int(heads)), DATA["slopes"]["value"][heads], rtol=0, atol=1e-11)


def test_slopes_equal_the_sentence_of_the_paper_for_powers_of_2():
    """2^(-8h/H) for any H; both definitions agree if H is a power of 2."""
    paper = ALiBi(slopes="paper")
    np.testing.assert_allclose(paper.slope(12)[[0, -1]], [0.62996052, 0.00390625], rtol=1e-8)
    for heads in (1, 2, 4, 8, 16, 64):
        np.testing.assert_array_equal(paper.slope(heads), ALiBi().slope(heads))


def test_the_bias_of_other_conventions_is_equal_after_the_softmax():
    """BLOOM adds +m j and MPT m (j − (n − 1)): the same weights as the paper's −m (i − j) under a causal mask."""
    weights = shares(ALiBi().bias(range(5), range(5), 4))
    for name in ("alibi_bloom_h4_n5", "alibi_mpt_h4_n5"):
        rows = np.array(DATA[name]["value"])[:, None, :] + np.where(np.tri(5), 0, -np.inf)
        np.testing.assert_allclose(shares(rows), weights, rtol=1e-6)
    one = DATA["alibi_equivalence_causal"]["row5"]
    np.testing.assert_allclose(shares(np.array([-0.5 * (5 - j) for j in range(6)])), one, atol=1e-12)
    lower = np.tri(4, dtype=bool)
    both_ways = np.array(DATA["alibi_x_transformers_h2_n4_head0"]["value"])
    np.testing.assert_allclose(ALiBi().bias(range(4), range(4), 2)[0][lower], both_ways[lower], rtol=0, atol=1e-9)


def test_heads():
    for heads in (0, -1, 2.5, True):
        with pytest.raises(ValueError, match=f"heads = {heads} must be a whole number from 1"):
            ALiBi().bias([1], [0], heads)


def test_the_symmetric_bias_equals_that_of_x_transformers():
    published = DATA["alibi_x_transformers_h2_n4_head0"]["value"]
    bias = ALiBi(direction="symmetric").bias(range(4), range(4), 2)
    np.testing.assert_allclose(bias[0], published, rtol=0, atol=1e-9)
    causal = ALiBi().bias(range(4), range(4), 2)
    np.testing.assert_array_equal(causal, np.where(np.tri(4), bias, -np.inf))


@pytest.mark.parametrize("scheme", [ALiBi(), ALiBi(direction="symmetric"), T5(), KERPLE(), Sandwich()], ids=repr)
def test_a_matrix_equals_its_single_cells(scheme):
    """A matrix with few offsets is computed by offset, single cells directly."""
    at, of = [9, 3, 40], [0, 9, 41, 2, 5]
    bias = scheme.bias(at, of, 3)
    for row, i in enumerate(at):
        for column, j in enumerate(of):
            np.testing.assert_allclose(bias[:, row, column], scheme.bias([i], [j], 3)[:, 0, 0], rtol=0, atol=1e-12)
    whole = scheme.bias(range(50), range(50), 3)
    np.testing.assert_allclose(whole[:, at][..., of], bias, rtol=0, atol=1e-12)
    assert bias.flags.writeable and whole.flags.writeable
