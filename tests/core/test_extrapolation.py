"""The results of trained models: what they hold, and what is made of them."""

import numpy as np
import pytest

from posenc_core import ALiBi, NoPE
from posenc_core.models import trained


def test_the_results_are_whole():
    found = trained.results()
    for each in (found.accuracy, found.loss):
        assert each.shape == (len(found.encodings), len(found.tasks), found.seeds, len(found.lengths))
        assert np.isfinite(each).all()
    assert np.abs(found.attention.sum(axis=-1) - 1).max() < 0.1
    assert trained.FILE.stat().st_size < 1.5e6


def test_learned_inside_and_at_chance_far_outside():
    """The pilot of these experiments, with a script of its own, found the same."""
    found = trained.results()
    place = {length: found.lengths.index(length) for length in (32, 64, 512)}
    for name in ("Sinusoidal", "Learned table", "Binary"):
        accuracy = trained.accuracy(name, "3 back")
        assert accuracy.low[place[32]] > 0.95
        assert accuracy.high[place[64]] < 0.8
    assert trained.accuracy("RoPE", "3 back").low[place[64]] > 0.95
    assert trained.accuracy("NoPE", "3 back").high[place[32]] < 0.7


def test_the_reach_ends_before_the_first_length_that_a_seed_fails():
    found = trained.results()
    for encoding in found.encodings:
        for task in found.tasks:
            reach, low = trained.reach(encoding, task), trained.accuracy(encoding, task).low
            lows = dict(zip(found.lengths, low, strict=True))
            if reach:
                assert all(lows[length] >= 0.9 for length in found.lengths if 32 <= length <= reach)
                after = [length for length in found.lengths if length > reach]
                assert not after or lows[after[0]] < 0.9
            else:
                assert lows[32] < 0.9


def test_the_attention_of_a_bias_by_its_formula():
    weights = trained.formula_attention("ALiBi", "copy")
    assert weights is not None
    for head, slope in enumerate(ALiBi().slope(4)):
        row = np.exp(-slope * np.arange(23, -1, -1))
        np.testing.assert_allclose(weights[head, 23], row / row.sum())
        assert (weights[head, 5, 6:] == 0).all()
    assert trained.formula_attention("T5 (learned)", "copy") is None
    assert trained.formula_attention("Learned table", "copy") is None


def test_encodings_are_the_schemes_that_they_name():
    assert {encoding.partition(" ")[0] for encoding in trained.ENCODINGS} == {
        scheme.name for scheme in trained.ENCODINGS.values()
    }
    assert [name for name, scheme in trained.ENCODINGS.items() if scheme == NoPE()] == ["NoPE"]


@pytest.mark.parametrize("made", [trained.accuracy, trained.reach, trained.learned_attention])
def test_unknown_names_are_refused(made):
    with pytest.raises(ValueError, match=r"encoding = 'ropee' must be one of NoPE, Sinusoidal"):
        made("ropee", "3 back")
    with pytest.raises(ValueError, match=r"task = '2 back' must be one of 1 back"):
        made("RoPE", "2 back")
