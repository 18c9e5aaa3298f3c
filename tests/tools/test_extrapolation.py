"""Results of the trained models: complete records, recipes that count, and attention of formulas."""

import json

import numpy as np
import pytest

from posenc_core import T5, ALiBi
from posenc_tools.models import trained
from tests.claims import measured


def test_every_record_is_complete():
    settings, keys = trained.facts()["settings"], set()
    for run in trained.facts()["runs"]:
        values = run["loss" if run["task"] == trained.LANGUAGE else "accuracy"]
        expected = settings["language_bins"] if run["task"] == trained.LANGUAGE else len(settings["lengths"])
        assert len(values) == len(run["error"]) == expected
        assert min(values) >= 0 and max(values) <= (12 if run["task"] == trained.LANGUAGE else 1)
        keys.add(json.dumps([run[key] for key in ("task", "encoding", "rate", "schedule", "seed")]))
    assert len(keys) == len(trained.facts()["runs"])
    assert trained.FILE.stat().st_size + trained.ATTENTION.stat().st_size < 5e5


def test_recipes_count_if_they_solve_the_task_at_the_trained_length():
    for task in trained.facts()["chance"]:
        for name in trained.names(task):
            recipes = trained.recipes(name, task)
            assert recipes.tried == len(measured.runs(name, task))
            assert recipes.accuracy.tolist() == [run["accuracy"] for run in measured.counting(name, task)]
    assert trained.recipes("sinusoidal", "3 back").range(64) == (
        min(measured.accuracies("Sinusoidal", "3 back", 64)),
        max(measured.accuracies("Sinusoidal", "3 back", 64)),
    )


def test_attention_adds_up_to_one_and_sees_no_later_token():
    for weights in trained.learned_attention().values():
        assert weights.shape == (2, 4, 24, 24)
        assert (np.abs(weights.sum(axis=-1) - 1) < 0.1).all()
        assert (weights[..., ~np.tri(24, dtype=bool)] == 0).all()


def test_attention_follows_from_the_formula_of_a_bias():
    weights = trained.formula_attention("ALiBi")
    assert weights is not None
    for head, slope in enumerate(ALiBi().slope(4)):
        row = np.exp(-slope * np.arange(23, -1, -1))
        np.testing.assert_allclose(weights[head, 23], row / row.sum())
        assert (weights[head, 5, 6:] == 0).all()
    for name in trained.learned_attention():
        assert (trained.formula_attention(name) is None) == bool(trained.facts()["encodings"][name]["learned"])


def test_schemes_have_the_parameters_of_training():
    assert trained.scheme("T5") == T5(direction="causal")
    assert trained.scheme("RoPE: tuned YaRN") == trained.scheme("RoPE")


def test_unknown_names_raise_errors_that_list_the_known_ones():
    with pytest.raises(ValueError, match=r"encoding = 'ropee' must be one of NoPE, Sinusoidal"):
        trained.recipes("ropee", "3 back")
    with pytest.raises(ValueError, match=r"task = '2 back' must be one of 3 back, index 5"):
        trained.recipes("RoPE", "2 back")
    for function in (trained.language, trained.scheme, trained.formula_attention):
        with pytest.raises(ValueError, match="encoding = 'ropee' must be one of "):
            function("ropee")
