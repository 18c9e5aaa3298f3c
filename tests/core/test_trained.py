"""Rotations found in a trained table, and their absence in others of the same size."""

import numpy as np
import pytest

from posenc_core import Learned, Sinusoidal
from posenc_core.analysis import table_rotations
from tests.data import read

DATA = read("tables.json")["learned"]
SHARES = DATA["share of rows 128..383 in ten directions"]


@pytest.fixture(scope="module")
def table():
    return Learned().encode(range(512), 384)


def synthetic(waves, length=512, dim=64):
    angles = np.arange(length)[:, None] * (2 * np.pi / np.asarray(waves))
    return np.hstack((np.sin(angles), np.cos(angles))) @ np.random.default_rng(1).normal(size=(2 * len(waves), dim))


def test_five_rotations_each_with_three_times_the_wavelength(table):
    result = table_rotations.rotations(table)
    assert result.rows == (128, 383)
    np.testing.assert_allclose(result.wavelengths, DATA["wavelengths"], rtol=2e-3)
    np.testing.assert_allclose(result.ratios, DATA["ratios"], rtol=0, atol=6e-3)
    low, high = DATA["kept"]
    assert result.kept.round(3).min() == low
    assert result.kept.round(3).max() == high
    assert result.share == pytest.approx(SHARES["learned"], abs=5e-4)
    # relative to the shift, about half of the length of the rows
    assert 0.11 < result.unseen < 0.13


def test_each_half_has_the_rotations_with_another_length(table):
    for rows, fastest in zip(
        ((128, 255), (256, 383)), DATA["fastest wavelength in rows 128..255 and 256..383"], strict=True
    ):
        result = table_rotations.rotations(table, rows=rows)
        assert result.wavelengths[0] == pytest.approx(fastest, abs=5e-3)
        np.testing.assert_allclose(result.ratios[:2], 3, rtol=0.01)


def test_the_first_row_differs(table):
    result = table_rotations.first_row(table)
    assert result.norm == pytest.approx(2.362, abs=5e-4)
    assert result.largest == pytest.approx(max(DATA["largest other norms"]), abs=5e-4)
    assert 0.39 < result.smallest < 0.43


def test_controls_have_no_such_series():
    others = table_rotations.controls(512, 384) | {"sinusoid": Sinusoidal().encode(range(512), 384)}
    assert set(others) == {"random", "random walk", "smoothed random", "sinusoid"}
    for name, rows in others.items():
        assert rows.shape == (512, 384)
        ratios = table_rotations.rotations(rows).ratios
        assert max(ratios) > 1.5 * min(ratios), name
    assert table_rotations.rotations(others["random"]).share == pytest.approx(SHARES["random"], abs=1e-3)
    assert table_rotations.rotations(others["sinusoid"]).share == pytest.approx(SHARES["paper's sinusoid"], abs=2e-3)
    assert table_rotations.rotations(others["random"]).kept.max() < 0.2, "random rows have no rotations"
    # rotations alone are no evidence of training
    assert table_rotations.rotations(others["random walk"]).kept.min() > 0.99


def test_a_synthetic_series_is_detected():
    result = table_rotations.rotations(synthetic(6.1 * 3.0 ** np.arange(5)))
    np.testing.assert_allclose(result.wavelengths, DATA["synthetic 6.1 * 3^i"], rtol=2e-3)
    assert result.share == pytest.approx(1)
    assert table_rotations.rotations(synthetic([8.0, 20.0]), 4).wavelengths == pytest.approx([8, 20], rel=0.02)


def test_synthetic_waves_are_detected():
    waves = [8.0, 32.0, 128.0]
    result = table_rotations.rotations(synthetic(waves), 6)
    expected = np.cos(np.arange(256) * (2 * np.pi / np.array(waves)[:, None]))
    np.testing.assert_allclose(result.waves, expected, atol=1e-6)


def test_tables_without_rotations():
    still = table_rotations.rotations(np.ones((40, 3)))
    assert np.isnan(still.share)
    assert not still.wavelengths.size
    assert np.isnan(still.unseen)
    straight = table_rotations.rotations(np.arange(60.0)[:, None])
    assert not straight.wavelengths.size
    assert straight.share == pytest.approx(1)
