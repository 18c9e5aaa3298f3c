"""FIRE compared with its formula: the bias depends on the position of the query."""

import re

import numpy as np
import pytest

from posenc_core import FIRE
from tests.data import read

DATA = read("biases.json")
PLACES = {name: tuple(map(int, re.findall(r"\d+", name))) for name in DATA["fire_argument"]["value"]}


def test_the_argument_of_published_positions():
    for name, (i, j) in PLACES.items():
        assert FIRE().argument(i, j) == pytest.approx(DATA["fire_argument"]["value"][name], abs=1e-12)
        assert FIRE(factor=3.0).bias([i], [j])[0, 0, 0] == pytest.approx(-3 * FIRE().argument(i, j), abs=1e-14)
    for name, value in DATA["fire_argument"]["L256"].items():
        assert FIRE(threshold=256).argument(*PLACES[name]) == pytest.approx(value, abs=1e-12)


def test_a_small_network_of_the_argument():
    """As in a model: one ReLU layer of the argument, here with fixed weights."""
    for name, value in DATA["fire_tiny_mlp"]["value"].items():
        hidden = np.maximum(np.array([1, -1, 2]) * FIRE().argument(*PLACES[name]) + [0, 0.5, -1], 0)
        assert hidden @ [-2, 1, -0.5] + 0.1 == pytest.approx(value, abs=1e-11)


@pytest.mark.parametrize(("threshold", "residual"), [(512, 0.0), (32, 0.315)])
def test_up_to_the_threshold_only_the_distance_matters(threshold, residual):
    n = 128
    matrix = FIRE(threshold=threshold).argument(np.arange(n)[:, None], np.arange(n))
    back = np.subtract.outer(np.arange(n), np.arange(n))
    lower = back >= 0
    means = np.array([matrix[back == k].mean() for k in range(n)])
    miss = (matrix - means[np.maximum(back, 0)])[lower]
    assert np.linalg.norm(miss) / np.linalg.norm(matrix[lower] - matrix[lower].mean()) == pytest.approx(
        residual, abs=5e-4
    )
    by_offset = FIRE(threshold=threshold).mean_logits_at_offset([0, 1, 127, -1], 8, length=n, content="independent")
    assert (by_offset is None) == (threshold < n - 1)
    if by_offset is not None:
        np.testing.assert_allclose(by_offset, [[*-means[[0, 1, 127]], -np.inf]], rtol=1e-12)


def test_an_offset_beyond_the_threshold_depends_on_the_query():
    assert FIRE(threshold=5).mean_logits_at_offset([6], 8, length=6) is None


def test_the_normalized_distance_is_at_most_one():
    bias = FIRE(factor=1.0).bias([7, 600, 10**6], range(600))
    assert bias[np.isfinite(bias)].min() >= -1
    assert FIRE().bias([10**6], [0])[0, 0, 0] == pytest.approx(-1, abs=1e-6)
