"""Invalid input raises an error of one sentence; extreme input gets the right result."""

import math
from functools import partial

import mpmath
import numpy as np
import pytest

from posenc_core import SCHEMES, ALiBi, Binary, Index, NoPE, Normalized, Param, Real, RoPE, Sinusoidal, language
from posenc_core.analysis import attention, criteria, geometry, numbering, pairing, pictures, precision, sentence, shift

picture = partial(pictures.picture, Sinusoidal(), length=10, dim=4)
logits = partial(attention.scores, ALiBi(), length=4, dim=4)


def scored(**options):
    return criteria.scorecard(options.pop("scheme", Sinusoidal()), **{"length": 4, "dim": 4, **options})


NO_TABLES = ([1.0, 2], [["a"], ["b"]], [[True], [False]])
NO_CURVES = (["a"], [[1.0]], [True])
CLASSES = (
    lambda: geometry.norms(Sinusoidal, length=4, dim=4),
    lambda: geometry.closest_pair(Sinusoidal, length=4, dim=4),
    lambda: geometry.vectors(Sinusoidal),
    lambda: criteria.scorecard(Sinusoidal, length=4, dim=4),
)
BAD = {
    "dim": [
        (lambda: Sinusoidal().encode([1], 0), "dim = 0 must be a whole number from 1"),
        (lambda: Sinusoidal().encode([1], 2.5), "dim = 2.5 must be"),
        (lambda: Sinusoidal().encode([1], True), "dim = True must be"),
        (lambda: Sinusoidal().encode([1], 4, length=0), "length = 0 must be a whole number from 1"),
        (lambda: geometry.distances(Sinusoidal(), length=3, dim=0), "dim = 0 must be"),
        (lambda: geometry.dots(Sinusoidal(), length=0, dim=4), "length = 0 must be"),
        (lambda: geometry.similarity(Sinusoidal(), 1, length=2.5, dim=4), "length = 2.5 must be"),
        (lambda: geometry.distances_at_offset(Index(), 1, length=3, dim=-4), "dim = -4 must be"),
        (lambda: geometry.norms(Binary(), length=3, dim="4"), "dim = '4' must be"),
        (lambda: geometry.norms(Sinusoidal(), length=5), "needs a length and a dim"),
        (lambda: geometry.norms([[1.0]], length=5), "an array has its own length and dim"),
    ],
    "positions": [
        (lambda: Sinusoidal().encode([math.nan], 4), "positions of Sinusoidal must be between .*, not nan"),
        (lambda: Sinusoidal().encode([0, math.inf], 4), "not inf"),
        (lambda: Sinusoidal().encode([2**40], 4), "between -1,000,000,000 and 1,000,000,000, not 1099511627776"),
        (lambda: Sinusoidal().encode([10**40], 4), "positions must be real numbers"),
        (lambda: Sinusoidal().encode(["7"], 4), "positions must be real numbers"),
        (lambda: Sinusoidal().encode([True], 4), "positions must be real numbers"),
        (lambda: Sinusoidal().encode([1j], 4), "positions must be real numbers"),
        (lambda: Sinusoidal().encode([[1, 2], [3]], 4), "positions must be .* rows of equal length"),
        (lambda: Binary().encode([-1], 4), "positions of Binary must be whole and between 0 and .*, not -1"),
        (lambda: Binary().encode([0.5], 4), "must be whole .*, not 0.5"),
        (lambda: Normalized().encode([3], 4), "length = 1 leaves n - 1 = 0"),
        (lambda: Sinusoidal().encode(np.ma.masked_array([1, 2], [0, 1]), 4), "positions must not be a masked array"),
        (lambda: Binary().dot_of(-1, -1, 4, length=9), "p of Binary must be whole and between 0 and .*, not -1"),
        (lambda: Binary().distance_of(1, 1.5, 4, length=9), "q of Binary must be whole .*, not 1.5"),
        (lambda: Sinusoidal().dot_of(0, 10**10, 4, length=9), "q of Sinusoidal must be between .*, not 10000000000"),
        (
            lambda: Sinusoidal().dot_of([1, 2], [1, 2, 3], 4, length=9),
            r"p of shape .* and q of shape \(3,\) cannot be broadcast",
        ),
        (lambda: Sinusoidal().dot_at_offset([math.nan], 4), "offsets must be finite, not nan"),
        (lambda: Sinusoidal().frequencies(2.5), "dim = 2.5 must be a whole number from 1"),
        (lambda: Sinusoidal().pairs(-3), "dim = -3 must be a whole number from 1"),
        (lambda: Index().pairs(0), "dim = 0 must be"),
        (lambda: Binary().period(0), "dim = 0 must be"),
        (lambda: Binary().wavelengths(1.5), "dim = 1.5 must be"),
        (lambda: Sinusoidal().angles_at_offset(1, 0), "dim = 0 must be"),
        (lambda: Index().block_means(-1, 2, 2, 4, length=9), "start = -1 must be a whole number from 0"),
        (lambda: Index().distance_at_offset([1], 4, length=0), "length = 0 must be"),
    ],
    "kinds": [
        (lambda: Sinusoidal().encode([1], 4, dtype=int), "dtype = int64 must be one of float16, float32, float64"),
        (
            lambda: Sinusoidal().encode([1], 4, dtype=np.float32, out=np.empty((1, 4))),
            "dtype = float32 must be",
        ),
        (lambda: Sinusoidal().encode([1], 4, out=np.empty((1, 3))), r"out must be float16, .* \(1, 4\), not float64"),
        (lambda: Sinusoidal().encode([1], 4, out=[[0.0] * 4]), r"out must be .* of shape \(1, 4\), not list"),
    ],
    "parameters": [
        (lambda: Sinusoidal(base=1), "base = 1 must be a finite number above 1"),
        (lambda: Sinusoidal(base=-5.0), "base = -5.0 must be"),
        (lambda: Sinusoidal(base=math.nan), "base = nan must be"),
        (lambda: Sinusoidal(base=math.inf), "base = inf must be"),
        (lambda: Sinusoidal(base=10**400), "must be a finite number above 1"),
        (lambda: Sinusoidal(base="10000"), "base = '10000' must be"),
        (lambda: Sinusoidal(base=True), "base = True must be"),
        (lambda: Sinusoidal(layout="woven"), "layout = 'woven' must be one of interleaved, concatenated"),
        (lambda: Index(start=2), "start = 2 must be one of 0, 1"),
        (lambda: Index(start=True), "start = True must be one of 0, 1"),
    ],
    "geometry": [
        (
            lambda: geometry.distances_at_offset(Sinusoidal(), 5, length=5, dim=4),
            "offset = 5 must be a whole number from 0 to 4",
        ),
        (lambda: geometry.distances_at_offset([[1.0], [2.0]], -1), "offset = -1 must be"),
        (lambda: geometry.similarity(Binary(), 9, length=5, dim=4), "position = 9 must be a whole number from 0 to 4"),
        (lambda: geometry.similarity([[1.0]], 0.0), "position = 0.0 must be"),
        (lambda: geometry.similarity([[1.0]], 0, kind="euclid"), "kind = 'euclid' must be one of dot, cosine"),
        (lambda: geometry.self_maxima([[1.0]], kind="distance"), "kind = 'distance' must be one of dot, cosine"),
        (lambda: geometry.norms([1.0]), "encoding must have 2 dimensions"),
        (lambda: geometry.norms([[]]), "at least one row and one column"),
        (lambda: geometry.norms([[math.nan]]), "must be finite and at most 1e\\+150"),
        (lambda: geometry.norms([[1e200]]), "must be finite and at most 1e\\+150"),
        (lambda: geometry.spread([]), "non-empty"),
        (lambda: geometry.spread([1, math.nan]), "values must be finite, not nan"),
    ],
    "analysis": [
        (lambda: precision.round_to([1.0], "bf16"), "format = 'bf16' must be one of float32, float16, bfloat16"),
        (lambda: precision.round_to([True], "bfloat16"), "values must be real numbers"),
        (lambda: precision.round_to(1j, "bfloat16"), "values must be real numbers"),
        *((lambda table=table: precision.duplicates(table), r"^table must (be|have) ") for table in NO_TABLES),
        *((lambda table=table: shift.affine_fit(table, 1), "table must (have 2 dim|be)") for table in NO_TABLES),
        *((lambda table=table: shift.block_fit(table, 1, []), "table must (have 2 dim|be)") for table in NO_TABLES),
        (lambda: shift.affine_fit([[1], [math.nan]], 1), "the values of a table must be finite, not nan"),
        *(
            (lambda pairs=pairs: shift.block_fit(np.ones((5, 4)), 1, pairs), "two numbers of columns each, from 0 to 3")
            for pairs in ([0, 1], [[0, 1, 2]], [[0, 4]], [[-1, 0]], [[0.5, 1]])
        ),
        *(
            (lambda last=last: geometry.distances_by_offset(Index(), last, length=5, dim=2), f"last = {last} must be a")
            for last in (0, 5, -1, 1.5, True)
        ),
        (lambda: geometry.unseen(Index(), length=0, dim=4), "length = 0 must be"),
        (lambda: geometry.unseen(Index(), length=4, dim=0), "dim = 0 must be"),
        (lambda: geometry.unseen(Index(), length=4, dim=2, later=0), "later = 0 must be"),
        *(
            (lambda matrix=matrix: geometry.constancy(matrix), "matrix must have as many rows as columns, not")
            for matrix in ([[1, 2]], np.zeros((3, 2)), np.zeros((0, 1)))
        ),
        *(
            (lambda function=function, values=values: function(values), "must (be real|have . dim|be .* equal length)")
            for function in (geometry.first_rise, geometry.spread, geometry.constancy)
            for values in ("abc", [True, False], [[1, 2], [3]], [[[1.0]]], [1j])
        ),
        (lambda: geometry.principal_components([[1.0], [2.0]], 0), "count = 0 must be a whole number from 1"),
        *((call, r"encoding must be a scheme such as Sinusoidal\(\), not the class") for call in CLASSES),
        *(
            (
                lambda ends=ends: pictures.picture(Sinusoidal(), length=10, dim=4, start=ends[0], stop=ends[1]),
                "whole, 0 <=",
            )
            for ends in ((-1, 5), (5, 5), (0, 11), (7, 3), (1.5, 5), (0, 5.0), (True, 5), ("0", 5))
        ),
        *(
            (
                lambda size=size: pictures.picture(Sinusoidal(), length=10, dim=4, **size),
                "must be a whole number from 1",
            )
            for size in ({"height": 0}, {"width": -3}, {"width": 2.5})
        ),
        (lambda: pictures.envelope([1.0], 0, 1.5), "buckets = 1.5 must be a whole number from 1"),
        *(
            (lambda values=values: pictures.envelope(values), "values must (be real|have 1 dim)")
            for values in NO_CURVES
        ),
        (lambda: scored(length=0), "length = 0 must be a whole number from 1"),
        (lambda: scored(dim=0), "dim = 0 must be a whole number from 1"),
        (
            lambda: scored(offset=0),
            "offset = 0 must be a whole number from 1",
        ),
        (
            lambda: scored(scheme=ALiBi(), head=9, heads=8),
            "head = 9 must be at most 8, the number",
        ),
        (
            lambda: logits(heads=8, head=8),
            "head = 8 must be a whole number from 0 to 7",
        ),
        (lambda: attention.drops(RoPE(), length=0, dim=4), "length = 0 must be a whole number from 1"),
        (
            lambda: attention.drops(RoPE(), length=4, dim=3),
            "RoPE rotates pairs of dimensions, so d must be even, not 3.",
        ),
        (
            lambda: logits(content=([1.0], [1.0])),
            "content must be two vectors of 4 numbers",
        ),
        (lambda: attention.spread_over_content(ALiBi(), [4], 4, length=4), "offsets must be whole numbers from 0 to 3"),
        (lambda: attention.reach([]), "scores must contain at least one number"),
        (lambda: attention.translation_residual([[-np.inf]]), "scores must contain at least one finite number"),
        (lambda: Index().code("np", 4, 4), "library = 'np' must be one of numpy, torch"),
        (lambda: Index().code("numpy", 0, 4), "length = 0 must be a whole number from 1"),
        (lambda: Index().code("torch", 4, 0), "dim = 0 must be a whole number from 1"),
    ],
}


@pytest.mark.parametrize(("call", "message"), [case for cases in BAD.values() for case in cases])
def test_invalid_input_raises_one_sentence(call, message):
    with pytest.raises(ValueError, match=message) as error:
        call()
    assert "\n" not in str(error.value)


def test_errors_have_the_current_language():
    with language("ko"):
        for call in (call for cases in BAD.values() for call, _ in cases):
            with pytest.raises(ValueError, match=r"[가-힣]"):
                call()


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
