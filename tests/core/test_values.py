"""Numbers of the source texts and of published packages."""

from functools import partial

import numpy as np
import pytest

from posenc_core import Binary, Index, Normalized, Scheme, Sinusoidal
from posenc_core.analysis import geometry
from tests.data import read

DATA = read("reference.json")
NOTES, PACKAGES, METRICS = DATA["notes"], DATA["packages"], DATA["metrics_n128_d64"]


def test_000_table_and_its_neighbors():
    expected = NOTES["000_table_5x6_concatenated"]
    scheme = Sinusoidal(layout="concatenated")
    np.testing.assert_allclose(scheme.encode(range(5), 6), expected["matrix"], atol=5e-10)
    np.testing.assert_allclose(geometry.norms(scheme, length=5, dim=6), 1.7320508076, atol=5e-11)
    np.testing.assert_allclose(geometry.distances_at_offset(scheme, 1, length=5, dim=6), 0.9599760819, atol=5e-11)
    np.testing.assert_allclose(np.diagonal(geometry.dots(scheme, length=5, dim=6), 1), 2.5392229611, atol=5e-11)
    for k, distance in enumerate([0.9600, 1.6855, 1.9998, 1.8280], start=1):
        np.testing.assert_allclose(geometry.distances_at_offset(scheme, k, length=5, dim=6), distance, atol=5e-5)
    np.testing.assert_allclose(geometry.similarity(scheme, 0, length=5, dim=6), expected["dot_by_offset"], atol=5e-10)


def test_000_and_004_normalized():
    column = Normalized(divisor="N").encode(range(5), 1)[:, 0]
    np.testing.assert_allclose(column, [0, 0.2, 0.4, 0.6, 0.8], rtol=1e-15)
    steps = [geometry.distances_at_offset(Normalized(), 1, length=n, dim=1)[0] for n in (12, 56)]
    np.testing.assert_allclose(steps, [0.091, 0.018], atol=5e-4)
    assert steps[0] / steps[1] == pytest.approx(5, rel=1e-15)
    assert Normalized().encode(range(56), 1)[-1] == 1


def test_001_heatmap():
    expected = NOTES["001_heatmap_50x128"]
    table = Sinusoidal().encode(range(50), 128)
    assert table.sum() == pytest.approx(expected["sum"], abs=1e-9)
    assert table.min() == pytest.approx(expected["min"], abs=1e-15)
    for row, first in ((1, expected["row1_first6"]), (25, expected["row25_first6"])):
        np.testing.assert_allclose(table[row, :6], first, atol=5e-10)
    np.testing.assert_allclose(table[49, -4:], expected["row49_last4"], atol=5e-10)
    assert (table.std(axis=0) < 0.01).sum() == expected["cols_std_lt_0p01"]


def test_002_tables():
    np.testing.assert_allclose(Sinusoidal(base=100).encode(range(4), 4), NOTES["002_table_4x4_base_100"], atol=5e-9)
    table = Sinusoidal().encode(range(100), 512)
    positions, pairs = np.arange(100)[:, None], np.arange(256)
    np.testing.assert_allclose(table[:, 0::2], np.sin(positions / 10000 ** (2 * pairs / 512)), atol=1e-12)
    np.testing.assert_allclose(table[:, 1::2], np.cos(positions / 10000 ** (2 * pairs / 512)), atol=1e-12)


@pytest.mark.parametrize("encoding", ["closed form", "array"])
def test_002_similarity_around_128(encoding):
    expected = NOTES["002_similarity_256x128_at_128"]
    whole = Sinusoidal().encode(range(256), 128)
    around = partial(geometry.similarity, whole, 128)
    if encoding == "closed form":
        around = partial(geometry.similarity, Sinusoidal(), 128, length=256, dim=128)
    dot = around()
    assert dot[128] == pytest.approx(64, abs=1e-12)
    assert dot[0] == pytest.approx(21.2988, abs=5e-5) == dot.min()
    np.testing.assert_allclose(dot[128 + np.array(expected["offsets"])], expected["raw_dot_right"], atol=5e-7)
    cosine = around(kind="cosine")
    assert cosine[0] == pytest.approx(0.3328, abs=5e-5)
    np.testing.assert_allclose(cosine[128 + np.array(expected["offsets"])], expected["cosine_right"], atol=5e-7)
    stretched = around(kind="min-max")
    assert stretched[0] == 0
    assert stretched[128] == 1
    assert stretched[64] == pytest.approx(expected["minmax_at"]["p64"], abs=1e-12)
    # the first offset whose successor is more similar again
    assert np.argmax(np.diff(dot[128:]) > 0) == 11


def test_003_binary_counting():
    rows = [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [1, 0, 0], [1, 0, 1], [1, 1, 0], [1, 1, 1]]
    np.testing.assert_array_equal(Binary(order="MSB first").encode(range(8), 3), rows)
    np.testing.assert_array_equal(Binary().encode(range(8), 3), np.array(rows)[:, ::-1])
    np.testing.assert_array_equal(Binary(values="-1/1").encode(range(8), 3), 2 * np.array(rows)[:, ::-1] - 1)


@pytest.mark.parametrize("length", [10, 50])
def test_004_distances_are_equal_in_a_short_and_a_long_sentence(length):
    for k, distance in NOTES["004_distances_d512"].items():
        if int(k) < length:
            distances = geometry.distances_at_offset(Sinusoidal(), int(k), length=length, dim=512)
            np.testing.assert_allclose(distances, distance, atol=1e-12)
    by_offset = {k: geometry.distances_at_offset(Sinusoidal(), k, length=50, dim=512)[0] for k in (1, 2, 9, 19)}
    np.testing.assert_allclose(list(by_offset.values()), [3.714270, 6.966546, 12.372831, 13.982478], atol=5e-7)


def _rows(package):
    """(position, first column, numbers) of every row that the file quotes from a package."""
    for name, numbers in package.items():
        if name.startswith("row") and isinstance(numbers, list):
            position, _, where = name.removeprefix("row").partition("_")
            first = {"cols32": 32, "last4": -4}.get(where.partition("_")[0], 0)
            yield int(position), first, numbers


@pytest.mark.parametrize("name", PACKAGES)
def test_published_packages(name):
    package = PACKAGES[name]
    params = package["params"]
    layout = {"interleaved": "interleaved", "concat": "concatenated"}[params["layout"]]
    table = Sinusoidal(base=params["base"], layout=layout).encode(range(params["n"]), params["d"])
    rows = list(_rows(package))
    assert rows
    for position, first, numbers in rows:
        columns = np.arange(first, first + len(numbers)) % params["d"]
        # float32 code is less accurate at larger positions
        np.testing.assert_allclose(table[position, columns], numbers, atol=max(package["tol"], 1e-6 + 8e-8 * position))


SCORED: dict[str, tuple[Scheme, int]] = {
    "Index": (Index(), 1), "Normalized N": (Normalized(divisor="N"), 1), "Normalized N-1": (Normalized(), 1),
    "Binary 0/1": (Binary(), 64), "Binary -1/1": (Binary(values="-1/1"), 64), "Sinusoidal": (Sinusoidal(), 64),
}  # fmt: skip


@pytest.mark.parametrize("name", SCORED)
def test_metrics_of_the_reference(name):
    scheme, dim = SCORED[name]
    expected = METRICS[name]
    table = scheme.encode(range(128), dim)
    assert np.abs(table).max() == pytest.approx(expected["max_abs"])
    norm = geometry.spread(geometry.norms(table))
    assert norm.relative == pytest.approx(expected["norm_cv"], abs=1e-12)
    for k in (1, 8):
        step = geometry.spread(geometry.distances_at_offset(table, k))
        assert step.mean == pytest.approx(expected[f"dist_k{k}_mean"], rel=1e-12)
        assert step.relative == pytest.approx(expected[f"dist_k{k}_cv"], abs=1e-12)
    dot = geometry.similarity(table, 64)
    assert dot[64] == pytest.approx(expected["dot_center"])
    assert dot[expected["argmax_dot"]] == dot.max()
