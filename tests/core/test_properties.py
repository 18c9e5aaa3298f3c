"""Properties of every array and every sinusoid."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from posenc_core import Binary, Sinusoidal
from posenc_core.analysis import geometry

tables = arrays(
    np.float64, st.tuples(st.integers(1, 12), st.integers(1, 6)), elements=st.floats(-1e6, 1e6, allow_subnormal=False)
)


def exact(table):
    """Distances by differences, one pair at a time."""
    return np.array([[math.dist(a, b) for b in table] for a in table])


@given(tables)
def test_distances_are_a_metric(table):
    before = table.copy()
    distances = geometry.distances(table)
    np.testing.assert_array_equal(table, before)
    np.testing.assert_array_equal(distances, distances.T)
    assert not distances.diagonal().any()
    assert (distances >= 0).all()
    slack = 1e-6 * distances.max()
    assert (distances[:, None, :] <= distances[:, :, None] + distances[None, :, :] + slack).all()
    np.testing.assert_allclose(distances, exact(table), rtol=1e-6, atol=1e-12 * np.abs(table).max())


@given(tables, st.data())
def test_the_four_similarities(table, data):
    position = data.draw(st.integers(0, len(table) - 1))
    dot = geometry.similarity(table, position)
    np.testing.assert_allclose(dot, table @ table[position])
    np.testing.assert_allclose(dot, geometry.dots(table)[position])
    distance = geometry.similarity(table, position, kind="distance")
    assert distance[position] == 0
    cosine = geometry.similarity(table, position, kind="cosine")
    zero = ~table.any(axis=1)
    assert np.isnan(cosine[zero]).all()
    if zero[position]:
        assert np.isnan(cosine).all()
    else:
        assert (np.abs(cosine[~zero]) <= 1).all()
        np.testing.assert_allclose(cosine[position], 1)
    stretched = geometry.similarity(table, position, kind="min-max")
    assert np.isnan(stretched).all() or (stretched.min() == 0 and stretched.max() == 1)


@given(tables)
def test_first_repeat_and_offsets(table):
    repeat = geometry.first_repeat(table)
    same = 1e-12 * np.abs(table).max()
    pairs = [(p, q) for p in range(len(table)) for q in range(p) if (np.abs(table[p] - table[q]) <= same).all()]
    assert repeat == (min(pairs) if pairs else None)
    distances = geometry.distances(table)
    for k in range(len(table)):
        np.testing.assert_allclose(
            geometry.distances_at_offset(table, k),
            np.diagonal(distances, k),
            rtol=1e-6,
            atol=1e-9 * np.abs(table).max(),
        )


@given(st.lists(st.floats(-1e6, 1e6), min_size=1))
def test_spread(values):
    spread = geometry.spread(values)
    assert (spread.smallest, spread.largest) == (min(values), max(values))
    # the first of values that are equal up to rounding
    size = max(map(abs, values))
    assert values[spread.at_smallest] == pytest.approx(min(values), rel=0, abs=1e-9 * size)
    assert values[spread.at_largest] == pytest.approx(max(values), rel=0, abs=1e-9 * size)
    np.testing.assert_allclose(spread.mean, np.mean(values), atol=1e-9)
    if spread.smallest == spread.largest:
        assert spread.relative == 0 if spread.mean else np.isnan(spread.relative)
    else:
        np.testing.assert_allclose(spread.relative * spread.mean, np.std(values), atol=1e-9)


sinusoids = st.builds(Sinusoidal, base=st.floats(1.01, 1e9), layout=st.sampled_from(["interleaved", "concatenated"]))


@given(sinusoids, st.integers(1, 16), st.lists(st.floats(-1e4, 1e4), min_size=1, max_size=5))
def test_every_pair_lies_on_a_circle(scheme, pairs, positions):
    table = scheme.encode(positions, 2 * pairs)
    np.testing.assert_allclose((table**2).sum(axis=1), pairs)
    np.testing.assert_allclose(scheme.encode([-p for p in positions], 2 * pairs) ** 2, table**2, atol=1e-15)


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=8), st.integers(1, 80))
def test_binary_codes_decode_to_the_position(positions, dim):
    for order, sign in (("LSB first", 1), ("MSB first", -1)):
        bits = Binary(order=order).encode(positions, dim)[:, ::sign].astype(int)
        assert [sum(int(bit) << j for j, bit in enumerate(row)) for row in bits] == [p % 2**dim for p in positions]
