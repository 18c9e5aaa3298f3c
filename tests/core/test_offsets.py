"""Geometry by offset: attention weights, rises, principal axes, and unseen ranges."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from posenc_core import Binary, Index, Normalized, Sinusoidal
from posenc_core.analysis import geometry, pairwise
from tests.core.test_contract import able
from tests.data import read

DATA = read("reference.json")
EVEN, RISES, UNSEEN = (
    DATA[name] for name in ("equidistance_n128_d64", "first_rise_of_similarity", "unseen_n128_to_512")
)

tables = arrays(
    np.float64,
    st.tuples(st.integers(2, 10), st.integers(1, 5)),
    elements=st.floats(-1e3, 1e3, allow_subnormal=False).map(lambda value: round(value, 3)),
)
curves = arrays(np.float64, st.integers(1, 20), elements=st.floats(-30, 30))


@given(arrays(np.float64, st.tuples(st.integers(1, 5), st.integers(1, 8)), elements=st.floats(-300, 300)))
def test_shares_are_the_softmax_of_each_row(logits):
    weights = geometry.shares(logits)
    np.testing.assert_allclose(weights.sum(axis=-1), 1)
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights, np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True), rtol=1e-9)
    np.testing.assert_allclose(geometry.shares(logits + 1e4), weights, rtol=1e-9)
    np.testing.assert_array_equal(geometry.shares(logits[0]), weights[0])


def test_shares_of_extreme_logits():
    assert geometry.shares(np.array([1e300, 0.0, -1e300])).tolist() == [1, 0, 0]
    assert geometry.shares([-np.inf, 2.0, 2.0]).tolist() == [0, 0.5, 0.5], "a list is accepted"
    blind = geometry.shares(np.array([[-np.inf, -np.inf], [0.0, -np.inf]]))
    assert np.isnan(blind[0]).all()
    assert blind[1].tolist() == [1, 0]


@given(tables, st.data())
def test_offsets_equal_single_distances(table, data):
    last = data.draw(st.integers(1, len(table) - 1))
    by_offset = geometry.distances_by_offset(table, last)
    for k in range(1, last + 1):
        steps = geometry.spread(geometry.distances_at_offset(table, k))
        np.testing.assert_array_equal([values[k - 1] for values in by_offset], steps)
    assert {len(values) for values in by_offset} == {last}


def test_published_increments():
    curve = np.append(0, geometry.distances_by_offset(Sinusoidal(), 59, length=60, dim=512).mean)
    expected = [3.714, 3.252, 2.441, 1.484, 0.633, 0.116, 0.033, 0.246, 0.454, 0.450]
    np.testing.assert_allclose(np.diff(curve)[:10], expected, atol=5e-4)
    assert geometry.first_rise(np.diff(curve)) == 6, "increments do not decrease monotonically"
    assert geometry.first_rise(-curve) == 43


@pytest.mark.parametrize("name", [name for name in RISES if name != "note"])
def test_published_first_rises_of_similarity(name):
    base, dim = (int(part.strip("based")) for part in name.split("_"))
    curve = geometry.similarity(Sinusoidal(base=base), 0, length=100, dim=dim)
    assert geometry.first_rise(curve) == RISES[name]


@given(curves)
def test_the_first_rise_is_the_first(curve):
    rise = geometry.first_rise(curve)
    rises = [k for k in range(len(curve) - 1) if curve[k + 1] - curve[k] > 1e-12 * np.abs(curve).max()]
    assert rise == (rises[0] if rises else None)


def test_first_rises_by_hand():
    assert geometry.first_rise([3, 2, 2.5, 1, 4]) == 1
    assert geometry.first_rise([1, 2]) == 0
    assert geometry.first_rise([3, 2, 2, 1]) is None
    assert geometry.first_rise([1, 1 + 1e-14]) is None, "a rise within rounding"
    assert geometry.first_rise([5]) is None
    assert geometry.first_rise([]) is None


@given(tables)
def test_the_published_closest_pair(table):
    p, q, distance = geometry.closest_pair(table)
    assert p < q
    everyone = [np.linalg.norm(table[i] - table[j]) for i in range(len(table)) for j in range(i)]
    slack = 1e-6 * max(everyone)
    assert distance == pytest.approx(min(everyone), rel=1e-6, abs=1e-12)
    assert np.linalg.norm(table[p] - table[q]) == pytest.approx(distance, rel=1e-6, abs=slack)


def test_closest_pairs_by_hand():
    p, q, distance = geometry.closest_pair(Sinusoidal(), length=32, dim=2)
    assert (p, q) == (0, 25), "the first of equal pairs"
    assert distance == pytest.approx(0.1326, abs=5e-5)
    assert geometry.closest_pair([[0.0], [5], [9], [5]]) == (1, 3, 0)
    assert geometry.closest_pair(Index(), length=9, dim=4) == (0, 1, pytest.approx(2))
    for encoding, size in ((Sinusoidal(), {"length": 1, "dim": 4}), ([[1.0]], {})):
        with pytest.raises(ValueError, match="length = 1 leaves no pair"):
            geometry.closest_pair(encoding, **size)


@given(tables, st.integers(1, 7))
def test_principal_components_are_those_of_the_covariance(table, count):
    points, share = geometry.principal_components(table, count)
    assert points.shape == (len(table), count)
    assert share.shape == (count,)
    centred = table - table.mean(axis=0)
    scatter = centred.T @ centred
    total = np.trace(scatter)
    if total < 1e-6:
        return
    expected = np.zeros(count)
    values = np.linalg.eigvalsh(scatter)[::-1][:count]
    expected[: len(values)] = values
    np.testing.assert_allclose(share, expected / total, atol=1e-9)
    assert share.sum() <= 1 + 1e-12
    np.testing.assert_allclose(points.T @ points, np.diag(expected), atol=1e-9 * total)
    for column in points.T:
        assert column[np.abs(column).argmax()] >= 0
    if count >= table.shape[1]:
        # rotated, not scaled
        np.testing.assert_allclose(points @ points.T, centred @ centred.T, atol=1e-9 * total)


LATER = {
    "Index": (Index(), 1),
    "Normalized N-1": (Normalized(), 1),
    "Binary d=62": (Binary(), 62),
    "Binary d=7": (Binary(), 7),
    "Sinusoidal d=64": (Sinusoidal(), 64),
    "Sinusoidal d=64 base 500000": (Sinusoidal(base=5e5), 64),
}


@pytest.mark.parametrize("name", LATER)
def test_the_unseen_share_of_later_values(name):
    scheme, dim = LATER[name]
    assert geometry.unseen_values(scheme, length=128, dim=dim).outside.mean() == pytest.approx(UNSEEN[name], abs=1e-12)


@able("vectors", size=((1, 1), (2, 5), (30, 6), (5, 2**15)))
def test_ranges_of_seen_and_unseen_values(scheme, size):
    """Correct `_encode`: rows must not depend on which other positions are asked for."""
    length, dim = size
    if dim > 2**12 and scheme != type(scheme)():
        # the tolerance of a wide table depends on the computation in parts, not on its parameters
        return
    if scheme.unsupported_reason("vectors", length, dim):
        return
    ranges = geometry.unseen_values(scheme, length=length, dim=dim)
    early = scheme.encode(range(length), dim)
    late = scheme.encode(range(4 * length), dim)[length:]
    low, high = early.min(axis=0), early.max(axis=0)
    size = np.maximum(np.abs(low), np.abs(high))
    # a slow column leaves a range as small as its steps, if these exceed rounding
    rounding, moved = 1e-12 * (high - low) + 1e-15 * size, np.maximum(high, late.max(axis=0)) - low
    clear = (high - low > 1e-12 * size) | (np.abs(moved) + np.abs(low - late.min(axis=0)) == 0)
    outside = ((late < low - rounding) | (late > high + rounding)).mean(axis=0)
    for got, expected in (
        (ranges.low, low),
        (ranges.high, high),
        (ranges.far_low, late.min(axis=0)),
        (ranges.far_high, late.max(axis=0)),
        (np.where(clear, ranges.outside, 0), np.where(clear, outside, 0)),
    ):
        np.testing.assert_allclose(got, expected, rtol=0, atol=1e-11)


@pytest.mark.parametrize("base", [1e6, 1e8, 1e10, 1e12, 1e30, 1e300])
@pytest.mark.parametrize("dim", [4, 64])
def test_slow_columns_leave_even_a_small_range(base, dim):
    outside = geometry.unseen_values(Sinusoidal(base=base), length=128, dim=dim).outside
    positions = np.arange(512.0)[:, None] * Sinusoidal(base=base).frequencies(dim)
    for columns, table in ((slice(0, None, 2), np.sin(positions)), (slice(1, None, 2), np.cos(positions))):
        first, later = table[:128], table[128:]
        expected = ((later < first.min(axis=0)) | (later > first.max(axis=0))).mean(axis=0)
        # a cosine whose whole range is a few roundings is not compared step by step
        clear = np.ptp(table, axis=0) > 1e-12
        np.testing.assert_allclose(outside[columns][clear], expected[clear], atol=0.003)
    assert (outside[0::2][Sinusoidal(base=base).wavelengths(dim) > 4 * 512] == 1).all()


def test_unseen_positions_of_a_scheme_that_depends_on_the_length():
    assert geometry.unseen_values(Normalized(), length=128, dim=4).outside.mean() == 0
    assert geometry.unseen_values(Normalized(), length=128, dim=4, later=128).outside.mean() == 1
    with pytest.raises(ValueError, match="only position 0 has a value"):
        geometry.unseen_values(Normalized(), length=1, dim=4, later=1)


def test_the_order_of_columns_is_a_permutation_or_none():
    woven, split = Sinusoidal().encode(range(9), 6), Sinusoidal(layout="concatenated").encode(range(9), 6)
    order = geometry.column_order(woven, split)
    assert order == [0, 3, 1, 4, 2, 5]
    np.testing.assert_array_equal(split[:, order], woven)
    assert geometry.column_order(np.zeros((2, 3)), -np.zeros((2, 3))) == [0, 1, 2], "equal columns get different places"
    assert geometry.column_order(woven, split[:, :5]) is None
    assert geometry.column_order(woven[:, :5], split) is None
    assert geometry.column_order(woven, 2 * split) is None
    assert geometry.column_order([[1, 1, 2]], [[1, 2, 2]]) is None


def test_a_rise_next_to_nan():
    assert geometry.first_rise([3, np.nan, 1, 2]) == 2
    assert geometry.first_rise([3, np.nan, 4, 1]) is None, "from 3 to 4 there is a NaN in between"
    assert geometry.first_rise([3, -np.inf, 1, 2]) == 1
    assert geometry.first_rise([np.inf, np.inf, 1, 2]) == 2
    assert geometry.first_rise([1, 1 + 1e-14, np.nan, np.inf]) is None, "rounding is relative to the finite values"
    assert geometry.first_rise([-1.7e308, 1.7e308]) == 0
    assert geometry.first_rise([np.nan, np.nan]) is None


RANDOM = np.random.default_rng(0)


@pytest.mark.parametrize("scale", [1e-300, 1e-170, 1e-80, 1e80, 1e150])
def test_dimensionless_results_do_not_depend_on_the_scale(scale):
    spread = geometry.spread([1 * scale, 3 * scale])
    assert (spread.mean, spread.relative) == (pytest.approx(2 * scale), pytest.approx(0.5, rel=1e-12))
    table = np.random.default_rng(0).normal(size=(9, 3))
    scale = min(scale, 1e149)
    points, share = geometry.principal_components(table, 2)
    scaled = geometry.principal_components(scale * table, 2)
    np.testing.assert_allclose(scaled[0] / scale, points, rtol=1e-9)
    np.testing.assert_allclose(scaled[1], share, rtol=1e-12)
    np.testing.assert_allclose(geometry.distances(scale * table) / scale, geometry.distances(table), rtol=1e-13)


def test_the_first_of_equal_values_is_named():
    spread = geometry.spread([2, 1, 1 - 1e-15, 2 + 1e-15])
    assert (spread.at_smallest, spread.at_largest) == (1, 0)
    assert (spread.smallest, spread.largest) == (1 - 1e-15, 2 + 1e-15)
    steps = geometry.spread(geometry.distances_at_offset(Normalized().encode(range(1024), 64), 1))
    assert (steps.at_smallest, steps.at_largest) == (0, 0)
    for scheme in (Normalized(), Index(), Sinusoidal()):
        assert geometry.closest_pair(scheme.encode(range(700), 64))[:2] == (0, 1)


TABLES = {
    "Index": Index().encode(range(1999), 64),
    "Normalized": Normalized().encode(range(700), 64),
    "far from 0": 1e6 + Sinusoidal().encode(range(700), 64),
    "columns of many sizes": RANDOM.normal(size=(300, 9)) * 10.0 ** np.arange(-4, 5),
    "rows of many sizes": RANDOM.normal(size=(300, 9)) * 10.0 ** RANDOM.integers(-6, 6, (300, 1)),
    "two heaps": np.repeat([0.0, 1], 150)[:, None] + 1e-9 * RANDOM.normal(size=(300, 9)),
    "one column": RANDOM.normal(size=(300, 1)),
    "beside a large constant": np.column_stack((np.full(300, 1e149), 1e-160 * RANDOM.normal(size=(300, 3)))),
    "tiny": 1e-307 * RANDOM.normal(size=(300, 5)),
}


@pytest.mark.parametrize("name", TABLES)
def test_distances_are_accurate(name):
    table = TABLES[name]
    distances = geometry.distances(table)
    p, q = np.random.default_rng(1).integers(0, len(table), (2, 3000))
    # half of them are neighbors, whose differences cancel most
    q[::2] = np.minimum(p[::2] + 1, len(table) - 1)
    apart = (table[p] - table[q]).astype(np.longdouble)
    np.testing.assert_allclose(distances[p, q], np.sqrt((apart**2).sum(axis=1)).astype(float), rtol=1e-13, atol=1e-320)
    np.testing.assert_array_equal(distances, distances.T)
    assert not distances.diagonal().any()


def test_equal_rows_have_distance_zero(monkeypatch):
    measured, norms = [], pairwise.norms
    monkeypatch.setattr(pairwise, "norms", lambda rows: measured.append(len(rows)) or norms(rows))
    assert not geometry.distances(np.full((700, 3), 0.1)).any()
    rows = RANDOM.normal(size=(3, 5))
    place = RANDOM.integers(0, 3, 700)
    place[:3] = 0, 1, 2
    distances = geometry.distances(rows[place])
    np.testing.assert_array_equal(distances, geometry.distances(rows)[np.ix_(place, place)])
    assert geometry.distances([[0.0], [-0.0], [1]]).tolist() == [[0, 0, 1], [0, 0, 1], [1, 1, 0]]
    assert sum(measured) < 100, "245,000 equal pairs were computed one by one"
