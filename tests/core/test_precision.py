"""Half precision: rounding follows the formats; harmless for values, fatal for positions."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_core import Index, NeRF, Sinusoidal
from posenc_core.analysis import geometry
from posenc_core.analysis.precision import duplicates, round_to
from posenc_core.schemes import closed_forms
from tests.data import read

DATA = read("reference.json")
EXPECTED = DATA["bfloat16_n2048_d64"]

singles = st.floats(width=32, allow_nan=False, allow_infinity=False, min_value=-(2.0**127), max_value=2.0**127)


@given(st.lists(st.floats(-65000, 65000), min_size=1))
def test_numpy_formats_round_like_numpy(values):
    for name in ("float16", "float32"):
        rounded = round_to(values, name)
        assert rounded.dtype == np.float64
        np.testing.assert_array_equal(rounded, np.array(values).astype(name))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        # ties to even
        (-257, -256),
        (259, 260),
        (257.01, 258),
        # subnormal numbers
        (1.5 * 2.0**-133, 2 * 2.0**-133),
        (2.0**-134, 0.0),
        (math.inf, math.inf),
        (-math.inf, -math.inf),
    ],
)
def test_bfloat16_by_hand(value, expected):
    assert round_to(value, "bfloat16") == expected
    assert round_to([[7.0, value]], "bfloat16").tolist() == [[7.0, expected]]


@given(singles)
def test_bfloat16_is_the_nearest_number(value):
    rounded = float(round_to(value, "bfloat16"))
    assert round_to(rounded, "bfloat16") == rounded
    assert round_to(-value, "bfloat16") == -rounded
    # eight significant bits, so half a step is at most 2^-8 of the number
    assert abs(rounded - value) <= max(2.0**-8 * abs(value), 2.0**-134)
    bits = np.float32(rounded).view(np.uint32)
    assert bits & np.uint32(0xFFFF) == 0
    step = 2.0 ** (math.frexp(abs(rounded))[1] - 8) if abs(rounded) >= 2.0**-126 else 2.0**-133
    for neighbour in (rounded - step, rounded + step):
        assert abs(rounded - value) <= abs(neighbour - value)


def test_bfloat16_rounds_like_torch():
    torch = pytest.importorskip("torch")
    random = np.random.default_rng(0)
    bits = random.integers(0, 2**32, 100_000, dtype=np.uint64).astype(np.uint32)
    # all signs and exponents, half of them ties
    ties = (bits & np.uint32(0xFFFF0000)) | np.uint32(0x8000)
    values = np.concatenate((bits, ties)).view(np.float32)
    values = values[np.isfinite(values)]
    expected = torch.from_numpy(values).to(torch.bfloat16).to(torch.float64).numpy()
    np.testing.assert_array_equal(round_to(values, "bfloat16"), expected)


@pytest.mark.parametrize(("name", "count", "different"), [("bfloat16", 2048, 641), ("float16", 4096, 3073)])
def test_the_number_of_positions_of_a_format(name, count, different):
    assert len(np.unique(round_to(range(count), name))) == different
    last = 2 ** {"bfloat16": 8, "float16": 11}[name]
    np.testing.assert_array_equal(round_to(range(last + 1), name), range(last + 1))
    assert round_to(last + 1, name) == last


def test_positions_collapse_before_values_do():
    scheme, n, d = Sinusoidal(), 2048, 64
    assert duplicates(scheme.encode(round_to(range(n), "bfloat16"), d)) == EXPECTED["sinusoidal_positions"]
    values = scheme.encode(range(n), d)
    assert duplicates(round_to(values, "bfloat16")) == EXPECTED["sinusoidal_values"]
    assert 0.0019 < np.abs(round_to(values, "bfloat16") - values).max() < 0.002
    assert duplicates(round_to(Index().encode(range(n), d), "bfloat16")) == EXPECTED["index_values"]
    assert duplicates(round_to(Index().encode(range(n), d), "float16")) == 0


def folded(phase, extent):
    """Integers that are equal exactly if sin, and cos, of pi * phase / extent are."""
    phase %= 2 * extent
    below = min(phase, extent - phase) if phase <= extent else -min(phase - extent, 2 * extent - phase)
    return below, min(phase, 2 * extent - phase)


@pytest.mark.parametrize(
    ("extent", "n", "d", "count"),
    [(2, 100, 8, 4), (512, 2048, 4, 1024), (3, 50, 5, 6), (512, 1024, 1, 513), (10**9, 64, 4, 64)],
)
def test_distinct_vectors_of_nerf_equal_integer_arithmetic(extent, n, d, count):
    rows = {tuple(w for i in range(d) for w in folded(p * 2**i, extent))[:d] for p in range(n)}
    scheme, p = NeRF(extent=extent), np.arange(n)[:, None]
    assert len(rows) == count == n - duplicates(scheme.encode(range(n), d))
    # code that multiplies first has the rounding of large angles
    angles = np.pi * p * 2.0 ** np.arange(d) / extent
    assert n - duplicates(np.stack((np.sin(angles), np.cos(angles)), axis=-1).reshape(n, -1)[:, :d]) == count


def test_unseen_values_of_nerf_equal_integer_arithmetic():
    # sin increases with the first integer, cos decreases with the second
    folds = [[folded(p * 2**i, 512) for p in range(512)] for i in range(32)]
    columns = [[fold[place] for fold in pair] for pair in folds for place in (0, 1)]
    outside = [np.mean([not min(c[:128]) <= w <= max(c[:128]) for w in c[128:]]) for c in columns]
    np.testing.assert_allclose(geometry.unseen_values(NeRF(), length=128, dim=64).outside, outside, rtol=0, atol=1e-12)


@pytest.mark.parametrize(("d", "extent"), [(8, 512), (7, 512), (1, 512), (64, 3)])
def test_nerf_has_distance_zero_after_whole_periods(d, extent):
    scheme, length = NeRF(extent=extent), 8 * extent
    assert (
        np.flatnonzero(geometry.similarity(scheme, 0, length=length, dim=d, kind="distance") == 0)[:3] % extent == 0
    ).all()
    assert closed_forms.distance_of(scheme, np.array(1), np.array(1 + 2 * extent), d, length) == 0
    if d % 2 == 0:
        assert scheme.distance_at_offset([2 * extent], d, length=length) == 0
        np.testing.assert_allclose(
            scheme.distance_at_offset(range(length), d, length=length),
            np.linalg.norm(scheme.encode(range(length), d) - scheme.encode([0], d), axis=1), atol=1e-12,
        )  # fmt: skip


def test_neighbors_that_differ_in_one_fast_column_or_slightly_are_distinct():
    p = np.arange(2048.0)
    assert duplicates(np.stack((np.sin(p), 1e-12 * p), axis=1)) == 0
    assert duplicates(Sinusoidal(base=1e300).encode(range(2048), 64)) == 0
    assert duplicates(np.cos(1e-5 * p)[1:, None]) == 0
    assert duplicates(np.full((3, 2), 1e150) * [[1], [1 + 1e-14], [1 + 1e-10]]) == 1


def test_duplicates_by_hand():
    assert duplicates(np.array([[1.0, 2], [3, 4], [1, 2], [1, 2], [3, 4]])) == 3
    assert duplicates(np.array([[0.0], [-0.0]])) == 1
    assert duplicates(np.arange(8.0).reshape(2, 4).T) == 0
    assert duplicates(geometry.vectors(Index(), length=1, dim=1)) == 0
