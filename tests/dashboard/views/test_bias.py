"""The page Bias: its words, its numbers and its pictures."""

import math
import re
from itertools import product

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.views import files
from dashboard.views.bias import numbers, words
from dashboard.views.bias.notes import NOTES
from posenc_core import FIRE, KERPLE, T5, ALiBi, NoPE, Sandwich
from tests.dashboard.conftest import check_notes, text

NUMBERS = {
    "_twelve_heads": ["0.63 to 0.00391", "head 9 is the steepest of all: 0.707, behind 0.00391", "issues/17)"],
    "_sign": ["up to 0.389"],
    "_counted_from_1": ["slope 1 instead of 0.5", "2 times too steep", "0.00391, is missing"],
    "_t5_does_not_divide": ["8 times at d = 64"],
    "_max_distance": ["those below 8 apart", "those below 16.", "begins at 91 in the encoder and at 113"],
}
BIASES = (ALiBi(), ALiBi(direction="symmetric"), T5(), KERPLE(), KERPLE(kind="power"), FIRE(), Sandwich(), NoPE())

every_bias = pytest.mark.parametrize("scheme", BIASES, ids=repr)


def study(query: str = "", page: str = "bias"):
    return links.study(query).shown_on(page)[0]


def test_notes_state_the_published_numbers():
    check_notes(NOTES, NUMBERS)


def test_the_page_opens_with_its_claim(sketched):
    app = sketched("scheme=ALiBi&scheme=KERPLE&scheme=NoPE&scheme=T5&n=512&heads=8", page="bias")
    assert (
        "In ALiBi, attention halves 2 tokens back in head 1, which looks least far, and 178 tokens back in head 8, "
        "which looks farthest. In KERPLE (r1 = 1, r2 = 1), attention halves 1 token back. In NoPE, every token that is "
        "seen gets the same: no distance counts. In T5, a model learns how far each head looks"
    ) in text(app)


@pytest.mark.parametrize(
    ("query", "claim"),
    [
        ("scheme=ALiBi&heads=8&n=80", "in head 1, which looks least far; 2 heads do not within these 80 tokens."),
        ("scheme=ALiBi&heads=8&n=2", "attention does not halve within these 2 tokens in any head."),
        ("scheme=ALiBi&heads=1&n=300", "In ALiBi, attention halves 178 tokens back."),
        ("scheme=ALiBi&heads=1&n=178", "In ALiBi, attention does not halve within these 178 tokens."),
        ("scheme=NoPE&scheme=T5&n=1", "A sequence of one position has nothing to look back on."),
        ("scheme=KERPLE&KERPLE.kind=power&KERPLE.r1=0.01&KERPLE.r2=0.01&n=1048576", "does not halve within these 1,04"),
        ("scheme=Sandwich&scheme=KERPLE", "In Sandwich and KERPLE (r1 = 1, r2 = 1), attention halves 1 token back."),
    ],
)
def test_what_is_claimed_at_the_edges(query, claim):
    assert claim in words.claim(study(query))


@every_bias
@pytest.mark.parametrize("length", [2, 5000])
def test_where_attention_halves_is_the_first_distance_of_half_the_weight(scheme, length):
    heads = 5
    weights = np.exp(row := scheme.bias([length - 1], range(length - 1, -1, -1), heads)[:, 0] - 0.0) / np.exp(
        row[:, :1]
    )
    expected = [int(low.argmax()) if (low := head <= 0.5 + 1e-12).any() else None for head in weights]
    assert list(numbers.halves(scheme, heads, length)) == expected[: numbers.heads_of(scheme, heads)]


@every_bias
@pytest.mark.parametrize("log", [False, True])
def test_a_curve_of_few_points_hides_no_peak(scheme, log):
    length, heads = 6000, 12
    curves = numbers.curves(scheme, heads, length, log)
    assert len(curves) == (5 if "heads" in scheme.abilities else 1)
    for curve in curves:
        whole = scheme.bias([length - 1], range(length - 1, -1, -1), heads)[(curve.head or 1) - 1, 0]
        np.testing.assert_allclose(curve.nats, whole[curve.k], rtol=1e-12)
        assert (np.diff(curve.k) > 0).all()
        assert len(curve.k) <= 2048
        assert (curve.k[0] == (1 if log else 0)) and curve.k[-1] >= length - 10
        part = whole[log:]
        assert (curve.nats.min(), curve.nats.max()) == pytest.approx((part.min(), part.max()))
        np.testing.assert_allclose(curve.weights, np.exp(whole[curve.k] - whole[0]))
    steep = [curve.nats[-1] for curve in curves]
    assert steep == sorted(steep), "from the head that looks least far"


@pytest.mark.parametrize("length", [2, 3, 128, 400])
def test_the_head_that_looks_least_far_is_the_steepest_and_the_farthest_the_flattest(length):
    for heads in range(2, 65):
        said, slopes = words.claim(study(f"scheme=ALiBi&heads={heads}&n={length}")), ALiBi().slope(heads)
        halving = np.ceil(np.log(2) / slopes * (1 - 1e-12)) < length
        named = [int(head) - 1 for head in re.findall(r"head (\d+)", said)]
        assert named == [slopes.argmax(), slopes.argmin()][: 1 + halving.all() if halving.any() else 0]


def test_slopes_agree_where_the_number_of_heads_is_a_power_of_2():
    for heads in range(1, 65):
        found = numbers.slopes(heads)
        said = words.slopes_words(found)
        agree = math.log2(heads).is_integer()
        assert found.same == agree == ("agree" in said) != ("differ" in said)
        if not agree:
            steepest = int(re.search(r"steepest is head (\d+)", said)[1])
            assert found.code[steepest - 1] == found.code.max()
            assert re.search(r"takes the \D*(\d+)", said)[1] == str(2 ** int(math.log2(heads)))


def test_the_ruler_says_what_t5_tells_apart():
    said = words.ruler_words(T5())
    assert "0 to 7 has a bucket of its own. From 8 to 90, a bucket holds up to 27 distances. The last" in said
    assert "The last begins at 91" in said
    for direction, buckets, distance in product(("bidirectional", "causal"), (8, 32, 64), (64, 100, 1024)):
        scheme = T5(direction=direction, buckets=buckets, distance=distance)
        found = scheme.bucket(-np.arange(2 * distance)).tolist()
        counts, said = [found.count(each) for each in found], words.ruler_words(scheme)
        alone, last = next(k for k, count in enumerate(counts) if count > 1), found.index(found[-1])
        assert f"Each of the distances 0 to {alone - 1} has a bucket of its own." in said
        assert f"From {alone} to {last - 1}, a bucket holds up to {max(counts[:last])} distances." in said
        assert f"The last begins at {last}: all that is farther away looks the same." in said
    firsts = "0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 23, 32, 46, 64, 91. After the query the numbers go on from 17."
    assert words.firsts_words(T5()).endswith(firsts)
    after = numbers.ruler(T5(), 1)
    assert (after.numbers[0], after.firsts[0], after.numbers[-1], after.firsts[-1]) == (17, 1, 31, 91)


def test_the_bucket_that_is_never_used():
    assert words.unused_words(T5()).startswith("Bucket 16 is never used.")
    assert words.unused_words(T5(direction="causal")) == "Every one of the 32 buckets is used."
    narrow = T5(direction="causal", buckets=64, distance=64)
    assert "2 of the 64 buckets are never used: 35 and 40. Some groups are so narrow" in words.unused_words(narrow)
    assert {35, 40} == {*range(64)} - {*narrow.bucket(range(-2000, 1)).tolist()}


def test_three_signs_and_one_attention():
    for heads in (1, 8, 12, 64):
        found = numbers.signs(float(ALiBi().slope(heads)[0]))
        assert found.difference <= 1e-12 < found.unmasked
        np.testing.assert_array_equal(np.isnan(found.paper), ~np.tri(8, dtype=bool))
        assert "all weights are equal" in words.signs_words(found, heads)
    found = numbers.signs(0.5)
    # a softmax by hand, of the last row
    raised = np.exp(-0.5 * np.arange(7, -1, -1.0))
    for each in (found.bloom, found.mpt, found.paper):
        np.testing.assert_allclose(np.exp(each[7]) / np.exp(each[7]).sum(), raised / raised.sum(), rtol=1e-12)


def test_falcon_adds_before_it_divides():
    assert "a slope of 0.5 acts as 0.0625: 8 times weaker." in words.falcon_words(0.5, 8, 64)
    assert "bfloat16" not in words.falcon_words(0.5, 8, 64), "powers of 2 have no digits to lose"
    assert "by up to 0.0107 %" in words.falcon_words(0.5, 12, 64)
    assert "With 1 number a head, a slope of 0.5 acts as 0.5, the same." in words.falcon_words(0.5, 8, 1)


def test_beyond_the_length_in_numbers():
    row = numbers.beyond(ALiBi(), 8, 512)
    assert (row.low, row.high, row.values) == (-255.5, 0, (-512, -1024, -2048))
    assert numbers.beyond(FIRE(), 8, 512).values[0] == pytest.approx(-0.999999784418, abs=1e-11)


def test_the_charts_show_what_the_words_say(sketched, figures):
    app = sketched("scheme=ALiBi&heads=12&n=300&log_k=true", page="bias")
    nats, weights, slopes, ruler, *signs = figures(app)
    assert [trace["name"] for trace in nats["data"]] == ["head 9", "head 2", "head 12", "head 5", "head 8"]
    assert nats["layout"]["xaxis"]["type"] == slopes["layout"]["yaxis"]["type"] == "log"
    for figure in (nats, weights):
        assert figure["layout"]["hovermode"] == "x"
    slope = ALiBi().slope(12)
    for trace, other in zip(nats["data"], weights["data"], strict=True):
        m = slope[int(trace["name"].removeprefix("head ")) - 1]
        np.testing.assert_array_equal(trace["x"], range(1, 300))
        np.testing.assert_allclose(trace["y"], -m * trace["x"], rtol=1e-6)
        np.testing.assert_allclose(other["y"], np.exp(-m * trace["x"]), rtol=1e-6)
    np.testing.assert_allclose(slopes["data"][0]["y"], slope)
    np.testing.assert_array_equal(slopes["data"][0]["x"], range(1, 13))
    np.testing.assert_array_equal(ruler["data"][0]["y"], T5().bucket(-np.arange(145)))
    assert [trace["zmax"] for figure in signs for trace in figure["data"]] == [3.5] * 3, "one scale"
    assert "Formula of ALiBi" in [expander.label for expander in app.expander]


def test_another_scheme_in_front(sketched, figures):
    app = sketched("scheme=FIRE&FIRE.threshold=30&scheme=ALiBi&n=40&d=7", page="bias")
    assert "In FIRE the place of the query counts as well: it is the last one, 39." in text(app)
    assert [trace["name"] for trace in figures(app)[0]["data"]] == ["FIRE"]
    assert "Query i and key j, counted from 0. Source: Li et al. (2023)" in text(app)
    assert "the place of the query counts" not in text(sketched("scheme=FIRE&n=40", page="bias"))
    shown = text(sketched("scheme=Index", page="bias"))
    assert "h is the head, counted from 1, of H. Source: Press" in shown
    assert "Your encodings have no attention bias, so this page shows ALiBi." in shown
    one = text(sketched("scheme=T5&T5.direction=causal&heads=1", page="bias"))
    assert "Only keys before the query" not in one
    assert "Only keys before the query are drawn." in text(sketched("scheme=T5", page="bias"))


@pytest.mark.parametrize(
    ("query", "sizes"),
    [
        ("scheme=ALiBi&n=50&heads=12", {"slopes": 13, "curves": 51, "buckets": 32, "beyond": 7}),
        ("scheme=T5&T5.direction=causal&n=1&heads=1", {"slopes": 2, "curves": 2, "buckets": 33, "beyond": 7}),
    ],
)
def test_the_tables_are_offered_as_files(query, sizes):
    asked = study(query)
    assert files.names("bias", asked) == [f"{name}.csv" for name in sizes]
    for name, lines in sizes.items():
        written = b"".join(files.file("bias", f"{name}.csv", asked).pieces()).decode()
        assert len(written.splitlines()) == lines
    with pytest.raises(ValueError, match="curves are offered up to n = 65,536, here n = 1,048,576"):
        files.file("bias", "curves.csv", study("scheme=ALiBi&n=1048576"))
