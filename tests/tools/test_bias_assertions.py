"""Assertions on biases: those of other packages pass, wrong ones fail, each with its cause."""

import math
import re
from functools import partial

import numpy as np
import pytest

from posenc_tools import assert_alibi, assert_positions, assert_relative_bias

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
RIGHT = {
    "slopes": [slopes(12), {}],
    "a function of heads": [slopes, {}],
    "a function of heads and length": [alibi, {}],
    "as BLOOM": [np.tile(COLUMN * np.arange(20), (3, 1))[:, None], {"heads": 8}],
    "as MPT": [(COLUMN * np.arange(-19, 1))[None, :, None], {}],
    "with a mask": [alibi(12, 20, hidden=lambda q, k: k > q), {}],
    "with a large mask": [np.maximum(alibi(12, 20, hidden=lambda q, k: k > q), -65504).astype(np.float16), {}],
    "with a cache": [alibi(12, 3, 20, hidden=lambda q, k: k > q), {}],
    "symmetric without a mask": [alibi(12, 20, back=lambda q, k: abs(q - k)), {"direction": "symmetric"}],
    "symmetric with a cache": [alibi(12, 3, 20, back=lambda q, k: abs(q - k)), {"direction": "symmetric"}],
    "one head": [alibi(1, 20)[0], {"heads": 1}],
    "the paper's text": [2.0 ** (-8 * np.arange(1, 13) / 12), {"slopes": "paper"}],
    "rounded slopes": [np.array(slopes(12), np.float16), {}],
}


@pytest.mark.parametrize("name", RIGHT)
def test_right_biases_pass(name):
    biases, settings = RIGHT[name]
    assert_alibi(biases, **settings)


SYMMETRIC = {"direction": "symmetric"}
WRONG = {
    "the sign is reversed": [-alibi(8, 20), {}],
    "the sign is reversed, in slopes": [-np.array(slopes(12)), {}],
    "heads are counted from 0": [2.0 ** -np.arange(8), {}],
    "heads are counted from 0, 12 heads": [[*2.0 ** -np.arange(8), *slopes(12)[8:]], {}],
    "the first slopes of 16 heads": [slopes(16)[:12], {}],
    "slopes of the paper's text": [lambda heads: 2.0 ** (-8 * np.arange(1, heads + 1) / heads), {}],
    "slopes of the paper's code": [slopes(12), {"slopes": "paper"}],
    "only the last 4 are wrong": [slopes(8) + slopes(16)[1::2][:4], {}],
    "all are 1.44 times": [alibi(12, 20) * np.log2(np.e), {}],
    "another order": [slopes(12)[::-1], {}],
    "should be 0.25": [np.repeat(COLUMN * np.arange(20), 3, axis=0)[:, None], {"heads": 8}],
    "keys after the query are rewarded": [alibi(8, 20), SYMMETRIC],
    "queries are counted from 0, without the cached keys. Right: query": [
        alibi(8, 3, 20, back=lambda q, k: abs(q - k), first=0),
        SYMMETRIC,
    ],
    "queries are counted from 0, without the cached keys. Right: hidden": [
        alibi(8, 3, 20, first=0, hidden=lambda q, k: k > q),
        {},
    ],
    "queries and keys are swapped": [alibi(8, 20, hidden=lambda q, k: k > q).swapaxes(1, 2), {}],
    "the own key is masked, too": [alibi(8, 20, hidden=lambda q, k: k >= q), {}],
    "key 1 is visible for query 0": [alibi(8, 20, hidden=lambda q, k: k > q + 1), {}],
    "adds −1 × 10³⁰ to key 1": [alibi(8, 20, back=lambda q, k: abs(q - k), hidden=lambda q, k: k > q), SYMMETRIC],
    "adds −0.25 to key 0 and should add −0.5": [alibi(8, 20, back=lambda q, k: (q - k) ** 2 / 2), {}],
    "160 of 160 biases are NaN": [COLUMN[:, None] * np.full(20, np.nan), {}],
    "the shape is (8,) and should be (…, 12, n, m)": [slopes(8), {"heads": 12}],
    "the shape is (8, 20, 20) and should be (…, 12, n, m)": [alibi(8, 20), {"heads": 12}],
}


@pytest.mark.parametrize("cause", WRONG)
def test_wrong_biases_fail_with_their_cause(cause):
    biases, settings = WRONG[cause]
    with pytest.raises(AssertionError, match=re.escape(cause.partition(", in ")[0].partition(", 12 ")[0])):
        assert_alibi(biases, **settings)


def test_a_function_that_raises_fails_with_the_number_of_heads():
    def only_powers_of_2(heads):
        return np.array(slopes(heads)).reshape(2 ** math.floor(math.log2(heads)), 1)[:, 0]

    with pytest.raises(AssertionError, match=r"^ALiBi, 12 heads: the function raises ValueError\('cannot reshape"):
        assert_alibi(only_powers_of_2)
    with pytest.raises(AssertionError, match=r"^ALiBi, 1 head: the function raises ZeroDivisionError"):
        assert_alibi(lambda heads: 1 / 0)


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


WRONG_BUCKETS = {
    "these are a decoder's buckets. Right: bidirectional=True": [rule(both=False), {}],
    "these are an encoder's buckets. Right: bidirectional=False": [rule(), DECODER],
    "query minus key. Right: key - query": [lambda ahead: rule()(-ahead), {}],
    "query minus key": [lambda ahead: rule(both=False)(-ahead), DECODER],
    "there are 64 buckets. Right: num_buckets=32": [rule(both=False, buckets=64), DECODER],
    "distance 256. Right: max_distance=128": [rule(distance=256), {}],
    "in bucket 14 and should be in 15": [rule(distance=131), {}],
    "there are 64 buckets, or they are not halved for the two sides. Right: num_buckets=32": [rule(halved=False), {}],
    "each bucket has one distance": [rule(exact=1), {}],
    "far buckets are not limited": [rule(limited=False), {}],
    "rounded to the nearest": [rule(up=round), {}],
    "rounded up": [rule(up=math.ceil), {}],
    "the own key is in bucket 16 and should be in 0, because distance 0 is in the second half": [rule(zero=1), {}],
    "both sides share their buckets": [lambda ahead: rule()(ahead) % 16, {}],
    "later keys are not clipped": [lambda ahead: rule(both=False)(-abs(ahead)), DECODER],
    "one too large": [lambda ahead: rule()(ahead + 1), {}],
    "query minus key. Right": [learned(140, 140).swapaxes(1, 2), {"weights": WEIGHTS}],
    "queries are counted from 0, without the cached keys": [learned(3, 140, first=0), {"weights": WEIGHTS}],
    "the own key gets": [2 * learned(140, 140), {"weights": WEIGHTS}],
    "in head 1 and should get": [learned(140, 140)[::-1], {"weights": WEIGHTS}],
    "queries and keys are swapped": [
        np.where(HIDDEN.T, -INFINITY, learned(140, 140, both=False)),
        {"weights": WEIGHTS, **DECODER},
    ],
}


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


@pytest.mark.parametrize("rtol", ["1e-3", -1, math.nan, math.inf])
@pytest.mark.parametrize(
    "function", [partial(assert_alibi, slopes(8)), partial(assert_relative_bias, abs), partial(assert_positions, abs)]
)
def test_a_tolerance_is_a_finite_number(function, rtol):
    with pytest.raises(ValueError, match=rf"^rtol = {rtol!r} must be a finite number from 0$"):
        function(rtol=rtol)
