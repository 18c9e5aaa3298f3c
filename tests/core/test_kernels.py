"""Fast code compared with the plain formulas, and its memory."""

import tracemalloc

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_core import Sinusoidal
from posenc_core.analysis import geometry
from posenc_core.foundation import phasors
from posenc_core.foundation.base import as_array
from tests.core.test_contract import able


def plain(positions, dim, base=10000.0, layout="interleaved"):
    """The formula of the paper, one sine and one cosine per entry."""
    pairs = np.arange(-(-dim // 2))
    angles = np.asarray(positions, float)[:, None] / base ** (2 * pairs / dim)
    woven = np.empty((len(angles), 2 * len(pairs)))
    woven[:, 0::2], woven[:, 1::2] = np.sin(angles), np.cos(angles)
    woven = woven[:, :dim]
    return woven if layout == "interleaved" else np.hstack((woven[:, 0::2], woven[:, 1::2]))


@given(
    st.integers(-2000, 2000),
    st.integers(0, 300),
    st.integers(1, 700),
    st.floats(1.5, 1e6),
    st.sampled_from(["interleaved", "concatenated"]),
    st.sampled_from([np.float32, np.float64]),
)
def test_a_sinusoid_of_a_range(start, count, dim, base, layout, dtype):
    vectors = Sinusoidal(base=base, layout=layout).encode(range(start, start + count), dim, dtype=dtype)
    assert vectors.dtype == dtype
    error = 2e-12 if dtype == np.float64 else 3e-8
    np.testing.assert_allclose(vectors, plain(range(start, start + count), dim, base, layout), rtol=0, atol=error)


@pytest.mark.parametrize(("count", "dim"), [(1, 2), (64, 512), (65, 514), (4096, 6), (4097, 600), (70, 513), (5000, 7)])
def test_every_block_size_and_remainder(count, dim):
    for layout in ("interleaved", "concatenated"):
        vectors = Sinusoidal(layout=layout).encode(range(count), dim)
        np.testing.assert_allclose(vectors, plain(range(count), dim, layout=layout), rtol=0, atol=2e-12)


@pytest.mark.parametrize(("dtype", "error"), [(np.float32, 3e-8), (np.float64, 2e-10)])
def test_the_error_does_not_grow_with_the_position(dtype, error):
    dim, last = 512, 10**6
    rows = Sinusoidal().encode(range(last - 4200, last + 1), dim, dtype=dtype)
    with mpmath.workdps(40):
        frequencies = [mpmath.power(10000, -mpmath.mpf(2 * i) / dim) for i in range(dim // 2)]
        for p in (last - 4200, last - 4137, last - 104, last):
            exact = [float(f(p * w)) for w in frequencies for f in (mpmath.sin, mpmath.cos)]
            np.testing.assert_allclose(rows[p - last - 1], exact, rtol=0, atol=error)


@able("vectors", dim=(1, 5, 64, 700))
def test_fast_code_agrees_with_the_formula_in_plain_numpy(scheme, dim):
    """Correct `_fill`, which must write what `_encode` computes."""
    if scheme.unsupported_reason("vectors", 300, dim):
        return
    for positions in (range(300), range(7, 78), range(0, 300, 3)):
        plain_rule = scheme._encode(as_array(positions), dim, 300)
        for fast in (np.empty((len(positions), dim)), np.empty((len(positions), 2 * dim))[:, ::2]):
            scheme._fill(fast, positions, 300)
            np.testing.assert_allclose(fast, plain_rule, rtol=1e-12, atol=1e-12)


@able("vectors", dim=(5, 64))
def test_encoding_into_a_given_array(scheme, dim):
    """Write every entry of `out` in `_fill`, whatever its type and strides."""
    if scheme.unsupported_reason("vectors", 70, dim):
        return
    expected = scheme.encode(range(70), dim, dtype=np.float32)
    for out in (np.full((70, dim), 7, np.float32), np.full((140, 2 * dim), 7, np.float32)[::2, ::2]):
        assert scheme.encode(range(70), dim, out=out) is out
        np.testing.assert_array_equal(out, expected)
    for bad in (np.empty((70, dim), int), np.empty((69, dim)), np.empty((70, dim, 1))):
        with pytest.raises(ValueError, match="out must be float16, float32 or float64 of shape"):
            scheme.encode(range(70), dim, out=bad)


def peak(call) -> int:
    """Peak memory of numpy in bytes during a call."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_the_memory_of_a_large_matrix_is_its_size():
    for layout, most in (("interleaved", 1.05), ("concatenated", 1.15)):
        call = Sinusoidal(layout=layout).encode
        assert peak(lambda call=call: call(range(16384), 1024, dtype=np.float32)) < most * 16384 * 1024 * 4


def test_curves_do_not_allocate_the_matrix():
    n, d = 2**17, 512
    assert peak(lambda: geometry.similarity(Sinusoidal(), n // 2, length=n, dim=d)) < 16e6
    # an odd dim has no closed form: its vectors are computed and released in parts of some MiB
    assert peak(lambda: geometry.distances_at_offset(Sinusoidal(), 3, length=n // 8, dim=d + 1)) < 16e6
    table = np.zeros((n // 8, d))
    memory = peak(lambda: geometry.vectors(table))
    assert peak(lambda: geometry.distances_at_offset(table, 3)) < memory + 16e6


@given(st.integers(1, 400), st.integers(1, 80))
def test_sums_of_cosines(count, pairs):
    frequencies = np.random.default_rng(pairs).uniform(0, 2, pairs)
    expected = np.cos(np.outer(np.arange(count), frequencies)).sum(axis=1)
    np.testing.assert_allclose(phasors.cosine_sums(frequencies, count, np.ones(pairs)), expected, atol=1e-10)


def test_similarity_far_away_against_mpmath():
    dim, far = 512, 999_999
    similarity = geometry.similarity(Sinusoidal(), 0, length=far + 1, dim=dim)[[1, 1000, far]]
    with mpmath.workdps(40):
        frequencies = [mpmath.power(10000, -mpmath.mpf(2 * i) / dim) for i in range(dim // 2)]
        exact = [float(sum(mpmath.cos(w * k) for w in frequencies)) for k in (1, 1000, far)]
    np.testing.assert_allclose(similarity, exact, rtol=0, atol=1e-9)


@pytest.mark.parametrize("base", [1.0000001, 3.0, 10000.0, 1e300])
def test_distances_of_offsets_close_to_a_period(base):
    # after 710 = 113 · 2π tokens the fastest pair is at its start again up to 6e-5 radians
    for dim in (2, 4, 64):
        offsets = range(1500)
        frequencies = base ** (-np.arange(0, dim, 2) / dim)
        expected = 2 * np.sqrt((np.sin(np.outer(offsets, frequencies) / 2) ** 2).sum(axis=1))
        distances = Sinusoidal(base=base).distance_at_offset(offsets, dim, length=1500)
        np.testing.assert_allclose(distances, expected, rtol=1e-9)
