"""Assertions on biases: those of other packages pass, wrong ones fail, each with its cause."""

import math
import re

import numpy as np
import pytest

from posenc_core import assert_alibi, assert_relative_bias
from tests.data import cases

INFINITY = np.inf


def slopes(heads):
    """Slopes in the code of the authors' repository."""

    def power(n):
        start = 2 ** (-(2 ** -(math.log2(n) - 3)))
        return [start * start**i for i in range(n)]

    if math.log2(heads).is_integer():
        return power(heads)
    closest = 2 ** math.floor(math.log2(heads))
    return power(closest) + slopes(2 * closest)[0::2][: heads - closest]


def alibi(heads, n, m=None, back=lambda q, k: q - k, first=None, hidden=None, factors=None):
    """Biases; the last query is at the last key unless `first` is given."""
    m = m or n
    q, k = np.arange(n)[:, None] + (m - n if first is None else first), np.arange(m)
    table = -np.array(slopes(heads) if factors is None else factors)[:, None, None] * back(q, k)
    return table if hidden is None else np.where(hidden(q, k), -INFINITY, table)


COLUMN = np.array(slopes(8))[:, None]
RIGHT = cases("bias_assertions.toml", "right", globals())


@pytest.mark.parametrize("name", RIGHT)
def test_right_biases_pass(name):
    biases, settings = RIGHT[name]
    assert_alibi(biases, **settings)


SYMMETRIC = {"direction": "symmetric"}
WRONG = cases("bias_assertions.toml", "wrong", globals())


@pytest.mark.parametrize("cause", WRONG)
def test_wrong_biases_fail_with_their_cause(cause):
    biases, settings = WRONG[cause]
    with pytest.raises(AssertionError, match=re.escape(cause.partition(", in ")[0].partition(", 12 ")[0])):
        assert_alibi(biases, **settings)


def test_no_biases_are_refused():
    for biases in ([], np.zeros((20, 20)), np.zeros((8, 20, 3)), "slopes"):
        with pytest.raises(ValueError, match="biases must be"):
            assert_alibi(biases)


def bucket(ahead, both=True, buckets=32, distance=128, halved=True, exact=2, up=math.floor, limited=True, zero=0):
    """Mesh TensorFlow's function of one relative position, with its lines as parameters."""
    side = buckets // 2 if both and halved else buckets
    offset, away = (side * (ahead >= zero + 1 - 2 * zero), abs(ahead)) if both else (0, max(-ahead, 0))
    if away < side // exact:
        return offset + away
    most = side // exact
    grown = most + up(math.log(away / most) / math.log(distance / most) * (side - most)) if most < side else side
    return offset + (min(grown, side - 1) if limited else grown)


def rule(**lines):
    return lambda ahead: np.vectorize(lambda r: bucket(int(r), **lines))(ahead)


WEIGHTS = np.random.default_rng(0).normal(size=(32, 4))


def learned(n, m, number=None, first=None, **lines):
    """Biases (heads, n, m) of a module with these weights."""
    ahead = np.arange(m) - np.arange(n)[:, None] - (m - n if first is None else first)
    return np.moveaxis(WEIGHTS[(number or rule(**lines))(ahead)], -1, 0)


HIDDEN = np.triu(np.ones((140, 140), bool), 1)
DECODER = {"bidirectional": False}


def test_right_buckets_pass():
    for buckets, distance in ((32, 128), (8, 64), (64, 300), (12, 20)):
        for both in (True, False):
            sizes = {"buckets": buckets, "bidirectional": both}
            assert_relative_bias(rule(both=both, buckets=buckets, distance=distance), max_distance=distance, **sizes)
    ahead = np.arange(140) - np.arange(140)[:, None]
    assert_relative_bias(rule()(ahead)[None, None])
    assert_relative_bias(learned(140, 140)[None].astype(np.float16), weights=WEIGHTS)
    assert_relative_bias(learned(3, 140), weights=WEIGHTS)
    decoder = learned(140, 140, both=False)
    for biases in (decoder, np.where(HIDDEN, -INFINITY, decoder), np.where(HIDDEN, -1e9, decoder)):
        assert_relative_bias(biases, weights=WEIGHTS, **DECODER)


WRONG_BUCKETS = cases("bias_assertions.toml", "wrong_buckets", globals())


@pytest.mark.parametrize("cause", WRONG_BUCKETS)
def test_wrong_buckets_fail_with_their_cause(cause):
    biases, settings = WRONG_BUCKETS[cause]
    with pytest.raises(AssertionError, match=re.escape(cause)):
        assert_relative_bias(biases, **settings)


def test_invalid_biases_are_refused():
    for sentence, biases, settings in (
        ("more than 128 keys", learned(50, 50), {"weights": WEIGHTS}),
        (r"weights \(32, H\) have shapes", learned(140, 140), {"weights": WEIGHTS[:8]}),
        ("more than 128 keys", np.zeros(3), {}),
        ("kind = 'swin' must be one of t5", rule(), {"kind": "swin"}),
    ):
        with pytest.raises(ValueError, match=sentence):
            assert_relative_bias(biases, **settings)
