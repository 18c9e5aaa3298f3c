"""Pairings, the two tests of a rotation, and the bugs that they catch or miss."""

import numpy as np
import pytest

from posenc_core import RoPE
from posenc_core.analysis import pairing
from posenc_core.analysis.pairing import CORRECT_CODE, KEY, PLACES, QUERY, ROTATION_BUGS
from tests.data import read

DATA = read("mistakes.json")


@pytest.mark.parametrize("name", DATA["mistakes"])
def test_values_of_every_bug(name):
    published, trial = DATA["mistakes"][name], pairing.trial(ROTATION_BUGS[name], QUERY, KEY)
    np.testing.assert_allclose(trial.scores, published["scores"], rtol=0, atol=1e-13)
    assert trial.lengths[0, 0] == pytest.approx(published["length"], abs=1e-14)
    assert np.abs(trial.scores - DATA["right"]["interleaved"]["scores"]).min() > 0.03, "a published score detects it"


@pytest.mark.parametrize("name", CORRECT_CODE)
def test_right_code_equals_the_scheme_and_passes_both_tests(name):
    scheme, published = pairing.rotation_of(RoPE(pairing=name)), DATA["right"][name]
    for turn in (CORRECT_CODE[name], scheme):
        trial = pairing.trial(turn, QUERY, KEY)
        np.testing.assert_allclose(trial.scores, published["scores"], rtol=0, atol=1e-13)
        assert (trial.keeps_length, trial.same_everywhere) == (True, True)


def test_bugs_caught_by_the_two_tests():
    trials = {name: pairing.trial(code, QUERY, KEY) for name, code in ROTATION_BUGS.items()}
    assert {name for name, trial in trials.items() if not trial.keeps_length} == {"half table", "half rotation"}
    moves = {name for name, trial in trials.items() if not trial.same_everywhere}
    assert moves == {"half table", "half rotation", "q alone"}


@pytest.mark.parametrize("dim", [2, 8, 20])
def test_the_permutation_converts_one_pairing_to_the_other(dim):
    order, back = pairing.permutation(dim), pairing.permutation(dim, "half", "interleaved")
    np.testing.assert_array_equal(order[back], np.arange(dim))
    q, k = np.random.default_rng(dim).normal(size=(2, dim))
    np.testing.assert_allclose(
        pairing.scores(CORRECT_CODE["half"], q[order], k[order], PLACES),
        pairing.scores(CORRECT_CODE["interleaved"], q, k, PLACES),
        rtol=0,
        atol=1e-12,
    )


def test_the_permutation_of_published_code():
    assert pairing.permutation(8).tolist() == DATA["permutation"]["value"]
    assert pairing.permutation(8, "half", "interleaved").tolist() == DATA["permutation"]["inverse"]


def test_columns_of_both_pairings():
    assert pairing.columns("interleaved", 6).tolist() == [[0, 1], [2, 3], [4, 5]]
    assert pairing.columns("half", 6).tolist() == [[0, 3], [1, 4], [2, 5]]
    for name in CORRECT_CODE:
        # a scheme names the sine first, which is the second column of a pair
        np.testing.assert_array_equal(pairing.columns(name, 12), RoPE(pairing=name).pairs(12)[:, ::-1])


def test_invalid_arguments_are_refused_in_one_sentence():
    with pytest.raises(ValueError, match="dim = 7 must be even"):
        pairing.columns("half", 7)
    with pytest.raises(ValueError, match="'woven' must be one of interleaved, half"):
        pairing.columns("woven", 8)
    with pytest.raises(ValueError, match="must not be zero"):
        pairing.trial(CORRECT_CODE["half"], [0, 0], [1, 2])
