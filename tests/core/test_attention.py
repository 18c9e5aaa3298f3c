"""Scores of all families: published numbers, and the effect of contents and projections."""

import numpy as np
import pytest

from posenc_core import FIRE, KERPLE, SCHEMES, ALiBi, Binary, Index, NoPE, RoPE, Sandwich, Scheme, Sinusoidal, xPos
from posenc_core.analysis import attention
from tests.data import read

DATA = read("attention.json")
DIM, OFFSETS = DATA["d"], np.array(DATA["k"])
every_scheme = pytest.mark.parametrize("scheme", [make() for make in SCHEMES.values()], ids=lambda scheme: scheme.name)

# name -> a scheme, and the number of heads with the selected one
PUBLISHED = {
    "Sinusoidal, same or independent content (W=I)": (Sinusoidal(), {}),
    "RoPE, same content |x|^2=d": (RoPE(), {}),
    "RoPE, independent content (mean)": (RoPE(), {"content": "independent"}),
    "ALiBi m=2^-1": (ALiBi(), {"heads": 8, "head": 0}),
    "ALiBi m=2^-4": (ALiBi(), {"heads": 8, "head": 3}),
    "ALiBi m=2^-8": (ALiBi(), {"heads": 8, "head": 7}),
    "KERPLE-log r1=1 r2=1": (KERPLE(), {}),
    "KERPLE-power r1=1 r2=.5": (KERPLE(kind="power", r2=0.5), {}),
    "Sandwich dbar=128, undivided": (Sandwich(index="from 0", ratio="none"), {}),
    "xPos, same content": (xPos(), {}),
    "NoPE": (NoPE(), {}),
}
REACHES = {
    "Sinusoidal W=I": PUBLISHED["Sinusoidal, same or independent content (W=I)"],
    "RoPE same content": PUBLISHED["RoPE, same content |x|^2=d"],
    "ALiBi 2^-1": PUBLISHED["ALiBi m=2^-1"],
    "ALiBi 2^-4": PUBLISHED["ALiBi m=2^-4"],
    "ALiBi 2^-8": PUBLISHED["ALiBi m=2^-8"],
    "Index one column": (Index(spread="one column"), {}),
    "NoPE": PUBLISHED["NoPE"],
    "KERPLE-log 1,1": PUBLISHED["KERPLE-log r1=1 r2=1"],
    "KERPLE-log 2,1": (KERPLE(r1=2), {}),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_drops_also_far_away(name):
    scheme, options = PUBLISHED[name]
    # a bias that depends on the distance alone is the same curve for every length
    for length in (512, 2**20) if scheme.family != "bias" else (512,):
        drops = attention.drops(scheme, length=length, dim=DIM, **options)
        np.testing.assert_allclose(drops.mean[OFFSETS], DATA["drops"][name], rtol=0, atol=1e-6)
        np.testing.assert_array_equal(drops.low, drops.high, "only the offset counts")


@pytest.mark.parametrize("name", REACHES)
def test_published_mean_attention_distances(name):
    scheme, options = REACHES[name]
    reach = attention.reach(attention.scores(scheme, length=512, dim=DIM, **options)[-1, ::-1])
    published = DATA["last of 512 positions: mean distance, entropy / ln n, weight within 16"][name]
    assert (np.abs(np.subtract(reach, published)) < (6e-3, 6e-5, 6e-5)).all(), reach


@pytest.mark.parametrize(
    ("name", "scores"),
    [
        ("FIRE argument, L=512, causal", attention.scores(FIRE(), length=128, dim=DIM)),
        ("FIRE argument, L=32, causal", attention.scores(FIRE(threshold=32), length=128, dim=DIM)),
        ("Sinusoidal", attention.scores(Sinusoidal(), length=128, dim=DIM)),
        ("Binary {0,1}", attention.scores(Binary(), length=128, dim=DIM)),
        ("Binary +-1", attention.scores(Binary(values="-1/1"), length=128, dim=DIM)),
        ("Index", attention.scores(Index(), length=128, dim=DIM)),
        ("ALiBi", attention.scores(ALiBi(), length=128, dim=DIM)),
        ("BLOOM's form +m j, causal", np.where(np.tri(128, dtype=bool), np.arange(128.0), -np.inf)),
    ],
)
def test_published_translation_residuals(name, scores):
    expected = DATA["translation residual, n = 128"][name]
    assert attention.translation_residual(scores) == pytest.approx(expected, abs=1e-6)


def test_a_residual_of_extreme_numbers_and_of_a_partly_masked_diagonal():
    matrix = np.where(np.tri(9, dtype=bool), np.sqrt(np.arange(9.0)), -np.inf)
    expected = attention.translation_residual(matrix)
    for scale in (1e-200, 1e300):
        assert attention.translation_residual(matrix * scale) == pytest.approx(expected)
    window = np.where(np.tri(9, k=-4, dtype=bool), -np.inf, 0.0)
    assert attention.translation_residual(window) == 0
    window[:, 0] = 0
    assert attention.translation_residual(window) == 1, "every query sees the first key"


@every_scheme
def test_a_constant_part_of_the_scores_is_no_residual(scheme: Scheme):
    """Correct `_bias`, which must not depend on contents, or a closed form of dot products."""
    if scheme.family != "rotation":
        same, other = (
            attention.scores(scheme, length=20, dim=8, content=content) for content in ("same", "independent")
        )
        assert attention.translation_residual(same) == pytest.approx(attention.translation_residual(other), abs=1e-12)


@pytest.mark.parametrize("offset", [1, 10, 100])
def test_published_residuals_of_content(offset):
    key = "content residual of the sinusoid at t: of draws, by its formula"
    sampled, formula = DATA[key][str(offset)]
    for position in (0, 17):
        mean, deviation = attention.content_change(Sinusoidal(), position, offset, DIM, length=512)
        assert mean == 0
        assert deviation == pytest.approx(formula, abs=5e-5)
        assert deviation == pytest.approx(sampled, rel=5e-3)


UNITS = np.concatenate((np.eye(4), -np.eye(4))) * 2
"""√d times each unit vector and its opposite: every column has mean 0 and variance 1.

A score is linear in query and key, so its deviation over these equals that over any independent contents.
"""


def over_contents(scheme: Scheme, query: int, key: int, length: int) -> np.ndarray:
    """Score of every pair of contents at two positions. -> (8, 8)."""
    queries, keys = [np.full(len(UNITS), place) for place in (query, key)]
    return scheme.logits(UNITS, UNITS, queries, keys, length=length, heads=8)[0]


FADING = [
    xPos(pairing="half"),
    RoPE(pairing="half", scaling="YaRN"),
    RoPE(share=0.5, scaling="LongRoPE"),
    RoPE(share=0.5, exponent="all columns"),
]
"""Rotations that change lengths, or rotate only some columns."""


@pytest.mark.parametrize("scheme", [*(make() for make in SCHEMES.values()), *FADING], ids=repr)
def test_the_spread_of_scores_over_contents(scheme: Scheme):
    spread = attention.spread_over_content(scheme, range(6), 4, length=6)
    for back in range(6):
        spreads = [over_contents(scheme, query, query - back, 6).std() for query in range(back, 6)]
        assert spread[back] == pytest.approx(np.sqrt(np.mean(np.square(spreads))), rel=1e-9), back


def test_published_spreads_over_content():
    key = "spread over content by offset: additive independent, additive same, rope independent, rope same: "
    for offset, ((_, table), _, (mean, rotation), _) in DATA[key + "mean, standard deviation"].items():
        back = [int(offset)]
        assert attention.spread_over_content(Sinusoidal(), back, DIM, length=512)[0] == pytest.approx(table, rel=0.01)
        assert attention.spread_over_content(RoPE(), back, DIM, length=512)[0] == pytest.approx(rotation, rel=0.01)
        assert attention.scores_at_offset(RoPE(), back, DIM, length=512, content="independent")[0] == 0
        assert abs(mean) < 0.02


@every_scheme
def test_the_change_of_scores_when_both_tokens_move(scheme: Scheme):
    """Correct `_rotate` or a closed form of norms and distances: they differ from the logits of contents."""
    change = over_contents(scheme, 5, 5, 8) - over_contents(scheme, 2, 2, 8)
    result = attention.content_change(scheme, 2, 3, 4, length=8)
    assert result == pytest.approx((change.mean(), change.std()), abs=1e-12)


@every_scheme
@pytest.mark.parametrize("content", ["same", "independent", "two tokens"])
def test_the_matrix_the_curve_and_the_row_are_the_scores_of_the_scheme(scheme: Scheme, content: str):
    """Correct `_bias_at_offset`, `_mean_dot`, or a closed form of dot products by offset."""
    pair = (attention.token_content("cat", 8), attention.token_content("sat", 8))
    options = {"content": pair if content == "two tokens" else content, "heads": 8, "head": 2}
    scores = attention.scores(scheme, length=12, dim=8, **options)
    if content == "two tokens":
        rows = [np.tile(vector, (12, 1)) for vector in pair]
        heads = scheme.logits(*rows, range(12), range(12), heads=8)
    else:
        heads = scheme.mean_logits(range(12), range(12), 8, content=content, heads=8)
    np.testing.assert_allclose(scores, heads[min(2, len(heads) - 1)], rtol=0, atol=1e-12)
    drops = attention.drops(scheme, length=12, dim=8, **options)
    for k in range(12):
        lost = np.diagonal(scores)[k:] - np.diagonal(scores, -k)
        np.testing.assert_allclose([curve[k] for curve in drops], [lost.mean(), lost.min(), lost.max()], atol=1e-12)
        np.testing.assert_allclose(
            [curve[k] for curve in attention.drops_between(scores)], [curve[k] for curve in drops], atol=1e-12
        )


def test_a_single_token_gets_all_attention():
    assert attention.reach([3.0])[::2] == (0, 1)
    assert np.isnan(attention.reach([3.0]).entropy)
    assert attention.reach([0, -1e6, -1e7]) == (0, 0, 1)
    assert attention.reach(np.zeros(64)) == pytest.approx((31.5, 1, 0.25))
    assert attention.translation_residual([[2.0]]) == 0


def test_the_content_of_a_token_is_fixed_and_has_unit_variance():
    content = attention.token_content("naïve", 7)
    np.testing.assert_array_equal(content, attention.token_content("naïve", 7))
    assert content @ content == pytest.approx(7)
    assert not np.allclose(content, attention.token_content("naive", 7))
    assert np.isfinite(attention.token_content("", 1)).all()


@every_scheme
def test_the_curve_over_all_offsets_equals_the_one_over_a_few(scheme: Scheme):
    """Correct a method that has a separate case for a range: it must equal each offset alone."""
    few = [0, 1, 63, 64, 4095, 4999]
    if scheme.own_size is None:
        curve = attention.scores_at_offset(scheme, range(5000), 64, length=5000)
        alone = attention.scores_at_offset(scheme, few, 64, length=5000)
        assert (curve is None) == (alone is None)
        if curve is not None and alone is not None:
            np.testing.assert_allclose(curve[few], alone, rtol=0, atol=1e-9)
