"""Downsampled matrices equal the matrix or exact block means."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from posenc_core.analysis import pictures
from tests.core.test_contract import able, sizes


def brute(table, rows, columns):
    blocks = table
    for axis, size in enumerate((rows, columns)):
        starts = np.arange(0, table.shape[axis], size)
        counts = np.diff(starts, append=table.shape[axis])
        sums = np.add.reduceat(blocks, starts, axis=axis)
        blocks = sums / counts.reshape((-1, 1) if axis == 0 else (1, -1))
    return blocks


@able("vectors", part=((1, 1, 0, 1), (100, 9, 0, 100), (300, 64, 3, 298), (257, 70, 250, 257)))
def test_means_of_blocks(scheme, part):
    """Correct `_encode`: rows must not depend on which other positions are asked for."""
    length, dim, start, stop = part
    if scheme.unsupported_reason("vectors", length, dim):
        return
    table = scheme.encode(range(length), dim)[start:stop]
    for encoding, size in ((scheme, {"length": length, "dim": dim}), (scheme.encode(range(length), dim), {})):
        for height, width in ((7, 5), (64, 8), (1024, 1024)):
            means = pictures.picture(encoding, **size, start=start, stop=stop, height=height, width=width)
            assert means.means.shape[0] <= height
            assert means.means.shape[1] <= width
            largest = max(np.abs(table).max(), 1)
            np.testing.assert_allclose(means.means, brute(table, means.rows, means.columns), atol=1e-11 * largest)


@able("vectors")
def test_vectors_repeat_after_the_period(scheme):
    """Return from `period` the number of positions after which vectors repeat, or None."""
    for _, dim in sizes(scheme, (100, 1), (100, 3), (100, 6)):
        table, period = scheme.encode(range(100), dim), scheme.period(dim)
        anew = [k for k in range(1, 99) if np.allclose(table[k:], table[:-k], rtol=0, atol=1e-12)]
        assert anew[:1] == [known_period for known_period in [period] if known_period and known_period < 99]
        if period and period < 10**6:
            np.testing.assert_allclose(scheme.encode([7, 7 + period], dim)[1], table[7], rtol=0, atol=1e-9)


@given(st.lists(st.floats(-5, 5) | st.just(float("nan")), max_size=400), st.integers(1, 40), st.integers(-9, 9))
def test_an_envelope_keeps_every_peak(values, buckets, start):
    values = np.array(values)
    positions, extremes = pictures.envelope(values, start, buckets)
    assert len(positions) <= max(2 * buckets, 0)
    assert (np.diff(positions) > 0).all()
    np.testing.assert_array_equal(extremes, values[positions - start])
    if len(values) <= 2 * buckets:
        np.testing.assert_array_equal(extremes, values)
        return
    size = -(-len(values) // buckets)
    for first in range(0, len(values), size):
        last = min(first + size, len(values))
        inside = extremes[(positions >= first + start) & (positions < last + start)]
        if np.isnan(values[first:last]).all():
            assert np.isnan(inside).all()
        else:
            assert np.nanmin(inside) == np.nanmin(values[first:last])
            assert np.nanmax(inside) == np.nanmax(values[first:last])
