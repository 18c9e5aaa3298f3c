"""Results of the trained models: completeness, states, reach, and attention of formulas."""

import numpy as np
import pytest

from posenc_core import ALiBi
from posenc_tools.models import trained
from tests.claims import measured


def test_arrays_have_the_documented_shapes():
    results = trained.results()
    cells = (len(results.encodings), len(results.tasks), results.seeds)
    assert results.accuracy.shape == results.loss.shape == (*cells, len(results.lengths))
    assert results.curve.shape[:4] == (*cells, 2)
    assert results.attention.shape[:2] == (len(trained.ENCODINGS), cells[1])
    assert trained.FILE.stat().st_size < 1.5e6


def test_a_trained_cell_is_complete():
    results = trained.results()
    filled = np.isfinite(results.accuracy)
    assert (filled.all(axis=-1) == filled.any(axis=-1)).all()
    accuracies = results.accuracy[filled]
    assert ((accuracies >= 0) & (accuracies <= 1)).all()
    replaced = np.array([": " in name and ": tuned" not in name for name in results.encodings])
    curves = np.isfinite(results.curve[..., 0, 0])
    assert (curves[~replaced] == filled[~replaced].any(axis=-1)).all()
    sums = results.attention.sum(axis=-1)
    assert (np.abs(sums - 1)[sums > 0] < 0.1).all()


def test_states_and_reaches_follow_from_their_definitions():
    for encoding in trained.results().encodings:
        for task in trained.results().tasks:
            assert trained.results().facts["states"].get(encoding, {}).get(task, []) == measured.states(encoding, task)
            assert trained.reach(encoding, task) == measured.reaches(encoding, task)
            assert trained.trained_length(encoding) == measured.longest_in_training(encoding)


def test_the_error_is_that_of_the_seeds_or_of_the_texts():
    values, errors = np.array([[0.9, 0.5], [0.7, 0.5], [np.nan, np.nan]]), np.full((3, 2), 0.01)
    mean, low, high, error = trained._spread(values, errors)
    np.testing.assert_allclose([mean, low, high], [[0.8, 0.5], [0.7, 0.5], [0.9, 0.5]])
    np.testing.assert_allclose(error, [0.1, 0.01 / np.sqrt(2)])


def test_attention_follows_from_the_formula_of_a_bias():
    weights = trained.formula_attention("ALiBi", "copy")
    assert weights is not None
    for head, slope in enumerate(ALiBi().slope(4)):
        row = np.exp(-slope * np.arange(23, -1, -1))
        np.testing.assert_allclose(weights[head, 23], row / row.sum())
        assert (weights[head, 5, 6:] == 0).all()
    for name in ("T5 (learned)", "Learned table", "KERPLE (learned)", "RoPE (random positions)"):
        assert trained.formula_attention(name, "copy") is None


@pytest.mark.parametrize("function", [trained.accuracy, trained.reach, trained.state, trained.learned_attention])
def test_unknown_names_raise_errors(function):
    with pytest.raises(ValueError, match=r"encoding = 'ropee' must be one of NoPE, Sinusoidal"):
        function("ropee", "3 back")
    with pytest.raises(ValueError, match=r"task = '2 back' must be one of 1 back"):
        function("RoPE", "2 back")


def test_learned_biases_have_the_shape_of_their_formula():
    t5 = trained.learned_bias("T5 (learned)")
    first = [*range(17), 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113]
    for start, end in zip(first, [*first[1:], 128], strict=True):
        assert np.ptp(t5[..., start:end], axis=-1).max() == 0
    shaw = trained.learned_bias("Shaw (learned)")
    assert np.ptp(shaw[..., 16:], axis=-1).max() == 0 and (shaw[..., 15] != shaw[..., 16]).all()
    assert (trained.learned_bias("TransformerXL (learned)")[..., 127] != 0).all()
    assert np.isnan(trained.learned_bias("RoPE")).all()
