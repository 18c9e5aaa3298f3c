"""Invalid input raises an error of one sentence; extreme input gets the right result."""

import math
import re

import mpmath
import numpy as np
import pytest

from posenc_core import (
    SCHEMES,
    ALiBi,
    Binary,
    CustomTable,
    Index,
    Normalized,
    Param,
    Real,
    RoPE,
    Sinusoidal,
    language,
    plot,
    scheme,
)
from posenc_core.analysis import (
    attention,
    criteria,
    geometry,
    numbering,
    pictures,
    precision,
    sentence,
    shift,
)

REFUSED = [
    # dim
    (lambda: Sinusoidal().encode([1], 0), "dim = 0 must be a whole number from 1"),
    (lambda: Sinusoidal().encode([1], True), "dim = True must be"),
    (lambda: geometry.dots(Sinusoidal(), length=0, dim=4), "length = 0 must be"),
    (lambda: geometry.similarity(Sinusoidal(), 1, length=2.5, dim=4), "length = 2.5 must be"),
    (lambda: geometry.norms(Binary(), length=3, dim="4"), "dim = '4' must be"),
    (lambda: geometry.norms(Sinusoidal(), length=5), "needs a length and a dim"),
    (lambda: geometry.norms([[1.0]], length=5), "an array has its own length and dim"),
    # positions
    (lambda: Sinusoidal().encode([math.nan], 4), "positions of Sinusoidal must be between .*, not nan"),
    (lambda: Sinusoidal().encode([2**40], 4), "between -1,000,000,000 and 1,000,000,000, not 1099511627776"),
    (lambda: Sinusoidal().encode(["7"], 4), "positions must be real numbers"),
    (lambda: Sinusoidal().encode([[1, 2], [3]], 4), "positions must be .* rows of equal length"),
    (lambda: Binary().encode([-1], 4), "positions of Binary must be whole and between 0 and .*, not -1"),
    (lambda: Normalized().encode([3], 4), "length = 1 leaves n - 1 = 0"),
    (lambda: Sinusoidal().encode(np.ma.masked_array([1, 2], [0, 1]), 4), "positions must not be a masked array"),
    (lambda: Sinusoidal().dot_at_offset([math.nan], 4), "offsets must be finite, not nan"),
    (lambda: Sinusoidal().frequencies(2.5), "dim = 2.5 must be a whole number from 1"),
    # kinds
    (lambda: Sinusoidal().encode([1], 4, dtype=int), "dtype = int64 must be one of float16, float32, float64"),
    (lambda: Sinusoidal().encode([1], 4, dtype=np.float32, out=np.empty((1, 4))), "dtype = float32 must be"),
    (lambda: Sinusoidal().encode([1], 4, out=np.empty((1, 3))), "out must be float16, .* \\(1, 4\\), not float64"),
    (lambda: Sinusoidal().encode([1], 4, out=[[0.0] * 4]), "out must be .* of shape \\(1, 4\\), not list"),
    # parameters
    (lambda: Sinusoidal(base=1), "base = 1 must be a finite number above 1"),
    (lambda: Sinusoidal(base=10**400), "must be a finite number above 1"),
    (lambda: Sinusoidal(layout="woven"), "layout = 'woven' must be one of interleaved, concatenated"),
    (lambda: Index(start=2), "start = 2 must be one of 0, 1"),
    # geometry
    (
        lambda: geometry.distances_at_offset(Sinusoidal(), 5, length=5, dim=4),
        "offset = 5 must be a whole number from 0 to 4",
    ),
    (lambda: geometry.similarity(Binary(), 9, length=5, dim=4), "position = 9 must be a whole number from 0 to 4"),
    (lambda: geometry.similarity([[1.0]], 0, kind="euclid"), "kind = 'euclid' must be one of dot, cosine"),
    (lambda: geometry.self_maxima([[1.0]], kind="distance"), "kind = 'distance' must be one of dot, cosine"),
    (lambda: geometry.norms([1.0]), "encoding must have 2 dimensions"),
    (lambda: geometry.norms([[math.nan]]), "must be finite and at most 1e\\+150"),
    (lambda: geometry.spread([]), "non-empty"),
    (lambda: geometry.spread([1, math.nan]), "values must be finite, not nan"),
    # analysis
    (lambda: precision.duplicates([1.0, 2]), "^table must (be|have) "),
    (lambda: shift.affine_fit([1.0, 2], 1), "table must (have 2 dim|be)"),
    (lambda: shift.block_fit(np.ones((5, 4)), 1, [0, 1]), "two numbers of columns each, from 0 to 3"),
    (lambda: shift.block_fit(np.ones((5, 4)), 1, [[0, 4]]), "two numbers of columns each, from 0 to 3"),
    (lambda: geometry.distances_by_offset(Index(), 0, length=5, dim=2), "last = 0 must be a"),
    (lambda: geometry.first_rise("abc"), "must (be real|have . dim|be .* equal length)"),
    (
        lambda: geometry.norms(Sinusoidal, length=4, dim=4),
        "encoding must be a scheme such as Sinusoidal\\(\\), not the class",
    ),
    (lambda: pictures.picture(Sinusoidal(), length=10, dim=4, start=-1, stop=5), "whole, 0 <="),
    (lambda: pictures.picture(Sinusoidal(), length=10, dim=4, start=0, stop=11), "whole, 0 <="),
    (lambda: pictures.picture(Sinusoidal(), length=10, dim=4, height=0), "must be a whole number from 1"),
    (lambda: pictures.envelope(["a"]), "values must (be real|have 1 dim)"),
    (lambda: precision.round_to([1.0], "bf16"), "format = 'bf16' must be one of float32, float16, bfloat16"),
    (lambda: precision.round_to([True], "bfloat16"), "values must be real numbers"),
    (lambda: shift.affine_fit([[1], [math.nan]], 1), "the values of a table must be finite, not nan"),
    (lambda: geometry.unseen_values(Index(), length=4, dim=2, later=0), "later = 0 must be"),
    (lambda: geometry.principal_components([[1.0], [2.0]], 0), "count = 0 must be a whole number from 1"),
    (lambda: pictures.envelope([1.0], 0, 1.5), "buckets = 1.5 must be a whole number from 1"),
    (lambda: criteria.scorecard(Sinusoidal(), length=0, dim=4), "length = 0 must be a whole number from 1"),
    (lambda: criteria.scorecard(Sinusoidal(), length=4, dim=4, offset=0), "offset = 0 must be a whole number from 1"),
    (lambda: criteria.scorecard(ALiBi(), length=4, dim=4, head=9, heads=8), "head = 9 must be at most 8, the number"),
    (
        lambda: attention.scores(ALiBi(), length=4, dim=4, heads=8, head=8),
        "head = 8 must be a whole number from 0 to 7",
    ),
    (lambda: attention.drops(RoPE(), length=0, dim=4), "length = 0 must be a whole number from 1"),
    (lambda: attention.drops(RoPE(), length=4, dim=3), "RoPE rotates pairs of dimensions, so d must be even, not 3."),
    (
        lambda: attention.scores(ALiBi(), length=4, dim=4, content=([1.0], [1.0])),
        "content must be two vectors of 4 numbers",
    ),
    (lambda: attention.spread_over_content(ALiBi(), [4], 4, length=4), "offsets must be whole numbers from 0 to 3"),
    (lambda: attention.reach([]), "scores must contain at least one number"),
    (lambda: attention.translation_residual([[-np.inf]]), "scores must contain at least one finite number"),
    (lambda: Index().code("np", 4, 4), "library = 'np' must be one of numpy, torch"),
    # logits
    (lambda: RoPE().logits(np.ones((2, 4)), np.ones((2, 4)), [0], [0, 1]), "must go together, not"),
    (lambda: RoPE().logits(np.ones((2, 4)), np.ones((2, 5)), [0, 1], [0, 1]), "must go together, not"),
    (
        lambda: RoPE().rotate(np.ones((2, 4)), [0]),
        "x must be \\(\\.\\.\\., n, d\\) for n positions, not \\(2, 4\\) for \\(1,\\)",
    ),
    (lambda: RoPE().mean_logits(0, [0], 4, content="equal"), "content = 'equal' must be one of same, independent"),
    (lambda: ALiBi().bias([[0]], [0]), "queries must be one position, or positions in one dimension, not \\(1, 1\\)"),
    # numbering
    (lambda: numbering.padding_mask((2, 0), "left"), "length = 0 must be a whole number from 1"),
    (lambda: numbering.padding_mask((2,), "middle"), "side = 'middle' must be one of left, right"),
    (lambda: numbering.from_mask([1, 1]), "two dimensions \\(sentences, tokens\\), not \\(2,\\)"),
    (lambda: numbering.from_mask([[1, 2]]), "mask must be 0 and 1"),
    (lambda: numbering.resize(np.zeros((6, 1)), (2, 3), (3, 3)), "6 rows are not 1 and 2 × 3"),
    (lambda: numbering.distinct_positions(0, "bfloat16"), "count = 0 must be a whole number from 1"),
    # plot
    (lambda: plot.compare(), "at least one encoding"),
    (lambda: plot.similarity(position=3), "at least one encoding"),
    (lambda: plot.heatmap(Sinusoidal()), "Sinusoidal needs a length and a dim"),
    (lambda: plot.wavelengths(ALiBi(), dim=8), "ALiBi has no wavelengths"),
    (lambda: plot.reach(Sinusoidal(), heads=8, length=9), "Sinusoidal"),
    (lambda: plot.reach(ALiBi(), heads=999, length=9), "heads = 999 must be at most 128"),
    # scheme
    (lambda: scheme("rop"), "name = 'rop' must be one of Index, Normalized, .*; did you mean 'RoPE'\\?$"),
    (lambda: scheme("rope", scaling="yarnn"), "; did you mean 'YaRN'\\?$"),
    (lambda: scheme("Yours"), "name = 'Yours' must be one of"),
    (lambda: scheme("rope", bases=1), "bases is not a parameter of RoPE: it has base,"),
    (lambda: scheme("nope", base=1), "base is not a parameter of NoPE: it has none$"),
    # sentence
    (lambda: sentence.tokens("a", known=0), "known = 0 must be a whole number from 1"),
    (lambda: sentence.tokens("a b", length=-1), "length = -1 must be a whole number from 0"),
    (lambda: sentence.one_hot([-1], 3), "ids must be whole numbers from 0 to 2, not -1"),
    (lambda: sentence.embeddings(5, 4, "N(0, 2)"), "scale = 'N\\(0, 2\\)' must be one of N\\(0, 1\\), "),
    (lambda: sentence.embeddings(0, 4), "size = 0 must be"),
    (lambda: sentence.attention([1.0]), "vectors must have 2 dimensions, got shape \\(1,\\)"),
    (
        lambda: sentence.attention(np.ones((7, 6)), hidden=[True]),
        "hidden must be one truth value for each of 7 .*, not \\(1,\\)",
    ),
    (lambda: sentence.terms([["a"]], [[1.0]]), "content must be real numbers, got text"),
    (lambda: sentence.terms([[1.0]], [[1.0, 2]]), "must have one shape, not \\(1, 1\\) and \\(1, 2\\)"),
    (lambda: sentence.signal_to_noise([1.0], [[1.0]]), "content must have 2 dimensions"),
    # shift
    (lambda: shift.residuals(Index(), 0, 16, 4), "offset = 0 must be a whole number from 1 to 15"),
    (lambda: shift.affine_fit(np.eye(16, 4), 0), "offset = 0 must be a whole number from 1 to 15"),
    # custom table
    (lambda: CustomTable().encode([0], 1), "^Yours has no table\\. Pass one, as in CustomTable\\(table\\)\\.$"),
    # rope
    (lambda: RoPE().encode(range(3), 7), "^RoPE rotates pairs of dimensions, so d must be even, not 7\\.$"),
    # assertions
]


def test_invalid_input_raises_one_sentence():
    for call, message in REFUSED:
        try:
            result = call()
        except ValueError as error:
            sentence = str(error)
            assert re.search(message, sentence) and "\n" not in sentence, (message, sentence)
        else:
            pytest.fail(f"no error of {message!r}, but {result!r}")


def test_errors_are_english_and_reasons_have_the_current_language():
    with language("ko"):
        with pytest.raises(ValueError, match=r"^dim = 0 must be a whole number from 1$"):
            Sinusoidal().encode([1], 0)
        assert re.search("[가-힣]", str(RoPE().unsupported_reason("vectors", dim=7)))


def test_the_limits_of_a_parameter_are_valid():
    share = Param("share", 0.5, "A share.", Real(0, 1))
    assert share.domain.samples == (0.0, 1.0)
    assert [share.validate(end) for end in share.domain.samples] == [0.0, 1.0]
    with pytest.raises(ValueError, match=r"share = 1\.5 must be a finite number from 0 up to 1$"):
        share.validate(1.5)


def test_a_single_position():
    for encoding in (make() for make in SCHEMES.values() if "vectors" in make.abilities):
        assert geometry.distances(encoding, length=1, dim=4).tolist() == [[0.0]]
        assert geometry.self_maxima(encoding, length=1, dim=4).all()
        assert np.isnan(geometry.similarity(encoding, 0, length=1, dim=4, kind="min-max")).all()
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


def test_results_of_pairs_are_read_only():
    for encoding in (Sinusoidal(), Binary()):
        for matrix in (geometry.dots(encoding, length=5, dim=4), geometry.distances(encoding, length=5, dim=4)):
            with pytest.raises(ValueError, match="read-only"):
                matrix[0, 0] = 1


def test_the_given_array_is_not_changed():
    array = np.ones((3, 2))
    geometry.vectors(array)[0] = 7
    assert (array == 1).all()
