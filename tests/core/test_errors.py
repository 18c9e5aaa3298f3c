"""Invalid input raises an error of one sentence; extreme input gets the right result."""

import math

import mpmath
import numpy as np
import pytest

from posenc_core import SCHEMES, Binary, Index, NoPE, Normalized, Param, Real, Sinusoidal, language, plot
from posenc_core.analysis import attention, geometry, numbering, pairing, precision, sentence, table_rotations
from tests.data import read

NAMES = {"math": math, "np": np, "plot": plot, "table_rotations": table_rotations}
exec("from posenc_core import *", NAMES)
CASES = [case for group in read("errors.toml").values() for case in group]


@pytest.mark.parametrize(("call", "message"), CASES)
def test_invalid_input_raises_one_sentence(call, message):
    with pytest.raises(ValueError, match=message) as error:
        eval(call, NAMES)
    assert "\n" not in str(error.value)


def test_errors_have_the_current_language():
    with language("ko"):
        for call, _ in CASES:
            with pytest.raises(ValueError, match=r"[가-힣]"):
                eval(call, NAMES)


def test_the_limits_of_a_parameter_are_valid():
    share = Param("share", 0.5, "A share.", Real(0, 1))
    assert share.domain.samples == (0.0, 1.0)
    assert [share.validate(end) for end in share.domain.samples] == [0.0, 1.0]
    with pytest.raises(ValueError, match=r"share = 1\.5 must be a finite number from 0 up to 1$"):
        share.validate(1.5)


def test_a_single_position():
    for scheme in (make() for make in SCHEMES.values() if "vectors" in make.abilities):
        assert geometry.distances(scheme, length=1, dim=4).tolist() == [[0.0]]
        assert geometry.self_maxima(scheme, length=1, dim=4).all()
        assert np.isnan(geometry.similarity(scheme, 0, length=1, dim=4, kind="min-max")).all()
    assert Normalized().encode([0], 3).tolist() == [[0, 0, 0]]


def test_undefined_values_are_nan():
    assert np.isnan(geometry.similarity(Binary(), 0, length=5, dim=4, kind="cosine")).all()
    assert np.isnan(geometry.similarity(Binary(), 3, length=5, dim=4, kind="cosine")[0])
    assert np.isnan(geometry.spread([0, 0, 0]).relative)
    assert not geometry.self_maxima(Binary(), length=5, dim=4, kind="cosine")[0]


def test_every_position_is_most_similar_to_itself():
    assert geometry.self_maxima(Sinusoidal(), length=128, dim=64).all()
    assert np.flatnonzero(geometry.self_maxima(Binary(), length=128, dim=64)).tolist() == [127]
    assert geometry.self_maxima(Binary(values="-1/1"), length=128, dim=64).all()
    assert np.flatnonzero(geometry.self_maxima(Normalized(), length=128, dim=64)).tolist() == [127]
    assert not geometry.self_maxima(Normalized(), length=128, dim=64, kind="cosine").any(), "all cosines are 1: ties"


def test_binary_repeats_from_two_to_the_dim():
    table = Binary().encode(range(20), 4)
    np.testing.assert_array_equal(table[16:], table[:4])
    assert geometry.first_repeat(table) == (16, 0)
    assert geometry.first_repeat(Binary(), length=16, dim=4) is None


def test_tiny_and_huge_values_keep_their_geometry():
    table = np.array([[3.0, 4.0], [6.0, 8.0]])
    for scale in (1e-200, 1.0, 1e149):
        np.testing.assert_allclose(geometry.norms(scale * table), [5 * scale, 10 * scale])
        np.testing.assert_allclose(geometry.distances(scale * table)[0, 1], 5 * scale)
        np.testing.assert_allclose(geometry.similarity(scale * table, 0, kind="cosine"), [1, 1])


def test_products_of_tiny_values_do_not_underflow():
    tiny = [[1e-170, 0], [0, 1e-170]]
    assert geometry.self_maxima(tiny).all()
    assert geometry.similarity(tiny, 0, kind="min-max").tolist() == [1, 0]


def test_real_and_negative_positions():
    np.testing.assert_allclose(Sinusoidal().encode([-2.5], 2), [[math.sin(-2.5), math.cos(-2.5)]])
    np.testing.assert_allclose(Normalized().encode([-1, 0.5], 1, length=5)[:, 0], [-0.25, 0.125])
    np.testing.assert_allclose(Index(start=1).encode([-0.5], 2), [[0.5, 0.5]])


@pytest.mark.parametrize(("position", "error"), [(1000, 1e-12), (10**6, 1e-9), (10**9, 1e-6)])
def test_far_positions_against_mpmath(position, error):
    dim = 512
    row = Sinusoidal().encode([position], dim)[0]
    with mpmath.workdps(40):
        angles = [position / mpmath.power(10000, mpmath.mpf(2 * i) / dim) for i in range(dim // 2)]
        exact = np.array([[float(mpmath.sin(a)), float(mpmath.cos(a))] for a in angles]).ravel()
    np.testing.assert_allclose(row, exact, atol=error)


def test_odd_dim_follows_the_documented_convention():
    row = Sinusoidal().encode([1], 5)[0]
    np.testing.assert_allclose(row, [0.8414709848, 0.5403023059, 0.0251162229, 0.9996845379, 0.0006309573], atol=5e-11)
    norms = geometry.norms(Sinusoidal(layout="concatenated"), length=500, dim=3)
    assert norms[0] == 1
    assert norms.max() == pytest.approx(1.3318, abs=5e-5)


def test_the_given_array_is_not_changed():
    array = np.ones((3, 2))
    geometry.vectors(array)[0] = 7
    assert (array == 1).all()


def test_results_of_pairs_are_read_only():
    for encoding in (Sinusoidal(), Binary()):
        for matrix in (geometry.dots(encoding, length=5, dim=4), geometry.distances(encoding, length=5, dim=4)):
            with pytest.raises(ValueError, match="read-only"):
                matrix[0, 0] = 1


def test_options_are_case_insensitive():
    table = Binary().encode(range(5), 4)
    assert (geometry.similarity(table, 1, kind="Attention") == geometry.similarity(table, 1, kind="attention")).all()
    assert (geometry.self_maxima(table, kind="DOT") == geometry.self_maxima(table)).all()
    assert (numbering.padding_mask([1, 2], "LEFT") == numbering.padding_mask([1, 2], "left")).all()
    assert (pairing.columns("Half", 4) == pairing.columns("half", 4)).all()
    assert precision.round_to([257.0], "BFloat16") == 256
    assert (sentence.embeddings(5, 2, "n(0, 1/D)") == sentence.embeddings(5, 2, "N(0, 1/d)")).all()
    same = attention.scores(NoPE(), length=3, dim=4, content="same")
    assert (attention.scores(NoPE(), length=3, dim=4, content="Same") == same).all()
    with pytest.raises(ValueError, match=r"kind = 'cosin' must be one of .*; did you mean 'cosine'\?"):
        geometry.similarity(table, 1, kind="cosin")
