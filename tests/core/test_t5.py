"""T5's buckets compared with published packages."""

import numpy as np
import pytest

from posenc_core import T5
from tests.data import read

DATA = read("biases.json")


@pytest.mark.parametrize(("direction", "ends"), [("bidirectional", (-20, 21)), ("causal", (-40, 4))])
def test_the_bucket_of_each_key(direction, ends):
    published = DATA[f"t5_bucket_32_128_{direction}"]["value"]
    scheme = T5(direction=direction)
    np.testing.assert_array_equal(scheme.bucket(range(*ends)), published)
    expected = np.array(published)[: 21 if direction == "bidirectional" else 41]
    at = scheme.bias([len(expected) - 1], range(len(expected)))[0, 0]
    np.testing.assert_array_equal(at, -expected)


@pytest.mark.parametrize("name", DATA["t5_bucket_boundaries"]["value"])
def test_the_first_distance_of_each_bucket(name):
    direction, sizes = name.split()
    buckets, distance = map(int, sizes.split(","))
    bucket = T5(direction=direction, buckets=buckets, distance=distance).bucket(-np.arange(301))
    numbers, firsts = np.unique(bucket, return_index=True)
    published = DATA["t5_bucket_boundaries"]["value"][name]
    assert dict(zip(map(str, numbers), firsts, strict=True)) == published


def test_an_unused_bucket():
    """To the right, the bucket of distance 0 is empty."""
    for buckets in (8, 32, 64):
        used = T5(buckets=buckets).bucket(range(-5000, 5001))
        assert set(range(buckets)) - set(used) == {buckets // 2}
        assert set(T5(buckets=buckets, direction="causal").bucket(range(-5000, 5001))) == set(range(buckets))


@pytest.mark.parametrize("direction", ["bidirectional", "causal"])
def test_buckets_begin_at_the_distances_of_the_exact_formula(direction):
    """In integers: (a / e)^m >= (D / e)^k, for the k-th of m groups after e single distances."""
    for buckets in (8, 16, 32, 64):
        for distance in (64, 100, 128, 243, 288, 512, 729, 960, 1000, 1024):
            scheme = T5(direction=direction, buckets=buckets, distance=distance)
            e, numbers = scheme.exact, scheme.bucket(-np.arange(distance + 1))
            m = scheme.side - e
            for k in range(1, m):
                first = int(np.argmax(numbers >= e + k))
                assert (first - 1) ** m * e**k < distance**k * e**m <= first**m * e**k


def test_the_default_bias_counts_buckets():
    np.testing.assert_array_equal(T5(step=0.5).bias([9], [9, 8, 7, 10]), [[[0, -0.5, -1, -8.5]]])
    with pytest.raises(ValueError, match=r"queries of T5 must be whole and between 0 and 1,000,000,000, not 0\.5"):
        T5().bias([0.5], [0])
