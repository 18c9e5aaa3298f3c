"""The diagnosis of tables: former errors, the verdict in words, and properties of every answer."""

import re
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_core import Grid, RoPE, Sinusoidal, language
from posenc_core.analysis.precision import round_to
from posenc_tools import models
from posenc_tools.diagnosis import diagnose
from posenc_tools.diagnosis.words import advice, evidence, verdict
from posenc_tools.known_bugs import KNOWN_BUGS
from posenc_tools.models import model
from posenc_tools.readers.tensor import slices

P = np.arange(64)[:, None]


def paper(length=64, dim=32, **parameters) -> np.ndarray:
    return np.array(Sinusoidal(**parameters).encode(range(length), dim), float)


def waves(positions, frequencies, first="cos") -> np.ndarray:
    """Split halves, like time steps of diffusion models and most caches."""
    angles = np.multiply.outer(np.asarray(positions, float), frequencies)
    halves = (np.cos(angles), np.sin(angles))
    return np.concatenate(halves if first == "cos" else halves[::-1], axis=1)


def falling(count, base=1e4, shift=0.0) -> np.ndarray:
    return base ** -((np.arange(count) + shift) / count)


def random(*shape) -> np.ndarray:
    return np.random.default_rng(0).normal(size=shape)


def attention(count=64) -> np.ndarray:
    weights = np.exp(random(count, count)) * np.tri(count)
    return weights / weights.sum(axis=1, keepdims=True)


LLAMA3 = RoPE(base=5e5, scaling="llama3", factor=8.0, trained_length=8192).frequencies(64)

CASES = {
    "attention weights": [attention(), "This is not a positional encoding, but a matrix of causal attention weights."],
    "Vandermonde": [np.vander(np.linspace(0.1, 1, 64), 32), "This table matches no known encoding"],
    "a walk": [np.cumsum(random(64, 32), axis=0), "This table matches no known encoding"],
    "equal rows": [
        np.tile(np.arange(32.0), (100, 1)),
        "This is not a positional encoding, but a table whose rows are all equal.",
    ],
    "base 10^8": [paper(base=1e8), "This is Sinusoidal, interleaved, base 100,000,000, and every number agrees."],
    "base 1,048,576": [paper(base=2.0**20), "Sinusoidal, interleaved, base 1,048,576"],
    "octaves": [waves(P[:, 0], 2.0 ** -np.arange(16), "sin"), "Sinusoidal, concatenated, frequency schedule octaves"],
    "base e": [paper(base=np.e), "This is Sinusoidal, interleaved, base e, and every number agrees."],
    "NeRF": [
        waves(P[:, 0], 2.0 ** np.arange(10) * np.pi / 64, "sin"),
        "frequency schedule rising octaves, position step π/",
    ],
    "Stable Diffusion": [waves(P[:, 0], falling(16)), "Sinusoidal, concatenated, base 10,000, cosine first, and every"],
    "sines of a cache": [np.sin(P * falling(16)), "RoPE, base 10,000, columns one per pair, a table of sines"],
    "DDIM": [waves(np.arange(981, 0, -20), falling(16)), "descending positions, position step 20"],
    "linspace": [waves(np.linspace(0, 1000, 50), falling(16)), "position step 1000/(n − 1)"],
    "XLNet": [
        waves(np.arange(64, -64, -1), falling(16), "sin"),
        "base 10,000, first position 64, descending positions",
    ],
    "angles in halves": [
        np.tile(P * falling(16), 2),
        "RoPE, base 10,000, paired in halves, a table of angles, and every number",
    ],
    "llama3": [
        np.cos(P * LLAMA3),
        "trained length 8,192, columns one per pair, a table of cosines, and every number agrees.",
    ],
    "base 2.5e9": [paper(base=2.5e9), "This is Sinusoidal, interleaved, base 2.5 × 10⁹, and every number agrees."],
    "a head": [0.5**1.5 * -np.abs(P - P.T), "head 3 of 16"],
    "LoFTR": [waves(P[:, 0], np.exp(-2.0 * np.arange(16)), "sin"), KNOWN_BUGS["floor division"].what],
    "2i/√d": [waves(P[:, 0], 1e4 ** (-2 * np.arange(16) / 32**0.5), "sin"), KNOWN_BUGS["exponent 2i/√d"].what],
    "CS336": [waves(P[:, 0], falling(16, shift=0.5), "sin"), KNOWN_BUGS["half a pair too far"].what],
    "2(i + 1)/d": [waves(P[:, 0], falling(16, shift=1), "sin"), KNOWN_BUGS["one pair too far"].what],
    "transposed": [paper(40, 12).T, "Otherwise, it is Sinusoidal"],
    "a row": [np.where(np.arange(64)[:, None] == 7, random(64, 32), paper()), "every|base 10,000, except for row 7."],
    "a column": [np.where(np.arange(32) == 7, random(64, 32), paper()), "base 10,000, except for column 7."],
    "a number": [paper() + 0.01 * (P == 9) * (np.arange(32) == 5), "base 10,000, except for 1 of 2,048 numbers."],
    "noise": [paper() + 0.01 * random(64, 32), "base 10,000, with noise of 1.4% of the table’s size."],
    "tokens added": [paper() + 0.2 * random(64, 32), "This table matches no known encoding. The nearest is Sinusoidal"],
}


@cache
def of_case(name):
    return diagnose(CASES[name][0])


@pytest.mark.parametrize("name", CASES)
def test_the_verdict(name):
    table, expected = CASES[name]
    result = of_case(name)
    sentence = verdict(result)
    assert any(part in sentence for part in expected.split("|")), sentence
    assert "\n" not in sentence and sentence.endswith(".")
    for line in evidence(result):
        assert re.fullmatch(r"[A-Z\d].*\.", line), line
        assert "nan" not in line and "inf" not in line and "look like this" not in line
    if result.state in ("known", "bug"):
        numbers = result.best.numbers().T if result.transposed else result.best.numbers()
        assert np.abs(numbers - np.nan_to_num(table, neginf=0)).max() <= 0.05
        assert result.runner_up is None


def test_states_have_exit_statuses():
    expected = {"base 10^8": ("known", 0), "CS336": ("bug", 1), "a row": ("different", 2), "a walk": ("unknown", 2)}
    expected |= {"attention weights": ("kind", 2)}
    for name, (state, status) in expected.items():
        result = of_case(name)
        assert (result.state, result.status) == (state, status)
    odd = diagnose(paper(base=7129.3517))
    assert (odd.state, odd.status) == ("unusual", 2)
    assert "not known to be in use" in verdict(odd)


def test_a_base_near_a_common_one_is_unusual_unless_storage_explains_it():
    bases = {layers.rope.base for name in models.MODELS for layers in models.model(name).layers if layers.rope}
    for base in (500, 2.5e5, *bases):
        for table in (paper(base=base), base ** (-np.arange(32) / 32)):
            result = diagnose(np.float32(table))
            assert (result.state, result.best.parameters["base"]) == ("known", base)
    for base in (9990, 9998, 9999.9, 10001.25, 10010, 12345, 499000, 1000100):
        for table in (paper(base=base), np.float32(paper(base=base)), base ** (-np.arange(32) / 32)):
            result = diagnose(table)
            assert (base, result.state, result.status) == (base, "unusual", 2)
    assert diagnose(np.float16(paper(128, 64, base=9999.9))).best.parameters["base"] == 10000


def test_a_legitimate_account_precedes_a_bug_with_the_same_numbers():
    for name, parameters, what in (
        ("exponent 4i/d", {"base": 1e8}, "base 10,000"),
        ("exponent 4i/d", {"base": 1e10}, "base 100,000"),
        ("exponent i/d", {"base": 100.0}, "base 10,000"),
        ("cosine first", {"first": "cos"}, ""),
        ("positions from 1", {"start": 1}, "starts at position 0"),
    ):
        result = diagnose(paper(**parameters))
        assert result.state == "known"
        assert name in [explanation.name for explanation in result.equal]
        hint = advice(result)
        assert hint is not None and what in hint.meant


@pytest.mark.parametrize(
    ("parameters", "dtype", "words"),
    [
        ({"base": 9999.5}, np.float64, "base 9,999.5"),
        ({"base": 500001.0}, np.float64, "base 500,001"),
        ({"base": 500001.0}, np.float32, "base 500,001"),
        ({"base": 10000.01}, np.float32, "base 10,000.01"),
        ({"unit": 1.000001}, np.float64, "position step 1.000001"),
        ({"unit": 0.0314159}, np.float64, "position step 0.0314159"),
        ({"scale": 1.0000003}, np.float64, "scale 1.0000003"),
        ({"start": 0.3000001}, np.float64, "first position 0.3000001"),
    ],
)
def test_the_printed_digits_reproduce_the_table(parameters, dtype, words):
    base, unit, start = (parameters.get(name, usual) for name, usual in (("base", 1e4), ("unit", 1.0), ("start", 0.0)))
    table = parameters.get("scale", 1.0) * waves(unit * (np.arange(128) + start), falling(16, base), "sin")
    result = diagnose(table.astype(dtype))
    assert re.search(rf"concatenated, (base 10,000, )?{re.escape(words)}[ :,]", verdict(result))
    np.testing.assert_allclose(result.best.numbers(), table, atol=1e-12 if dtype == np.float64 else 6e-8)


def test_truncation_to_bfloat16_is_neither_a_bug_nor_another_scale():
    cut = (paper(100, 64).astype(np.float32).view(np.uint32) & 0xFFFF0000).view(np.float32)
    assert verdict(diagnose(cut)) == "This is Sinusoidal, interleaved, base 10,000, rounded to bfloat16."


def test_a_long_list_of_rows_is_shortened():
    table = paper(128, 32)
    table[100:] = 0
    assert "base 10,000, rows 100 to 127 of zeros, and every" in verdict(diagnose(table))
    table = paper(128, 32)
    table[3:30:3] = random(9, 32)
    assert verdict(diagnose(table)).endswith("except for rows 3, 6, 9, 12, 15, and 4 more.")


def test_exactly_the_different_part_is_named():
    table = paper(512, 64).astype(np.float32)
    table[100, 7] += 0.01
    result = diagnose(table)
    assert [(cell.row, cell.column) for cell in result.cells] == [(100, 7)]
    assert result.cells[0].off == pytest.approx(0.01, rel=1e-3)
    assert "The largest error is 0.01, in row 100 and column 7." in evidence(result)
    table = paper(512, 64)
    table[[3, 77]], table[0] = random(2, 64), 0
    result = diagnose(table)
    assert (result.bad_rows, result.zero_rows) == ((3, 77), (0,))
    assert verdict(result).endswith("row 0 of zeros, except for rows 3, 77.")


def yarn_cosines(dim, base, factor, trained, length=400) -> np.ndarray:
    """Cosines in split halves without an attention factor, from the formulas of the paper's code."""
    i, w = np.arange(dim // 2), base ** (-2 * np.arange(dim // 2) / dim)
    low, high = (dim * np.log(trained / (2 * np.pi * r)) / (2 * np.log(base)) for r in (32, 1))
    share = np.clip((i - np.floor(low)) / (np.ceil(high) - np.floor(low)), 0, 1)
    return np.tile(np.cos(np.multiply.outer(np.arange(length), w * (1 - share) + share * w / factor)), 2)


@pytest.mark.parametrize(
    ("size", "printed", "status"),
    [
        (1.2079441541679836, None, 0),
        (1.2079, "1.2079 = 0.1 ln 8 + 1 (rounded)", 0),
        (1.0, "left out", 0),
        (1.2079441541679836**2, "1.45913 = (0.1 ln 8 + 1)² (applied twice)", 2),
        (1 / 1.2079441541679836, "0.827853 = 1/(0.1 ln 8 + 1)", 2),
        (1.3, 1.3, 2),
    ],
)
def test_the_attention_factor_of_a_scaled_rotation_is_measured_and_named(size, printed, status):
    result = diagnose((size * yarn_cosines(64, 5e5, 8, 8192)).astype("f4"))
    parameters = {"base": 5e5, "scaling": "YaRN", "factor": 8, "trained_length": 8192}
    assert parameters.items() <= result.best.parameters.items()
    assert (result.best.parameters.get("attention factor"), result.status) == (printed, status)


def test_a_korean_verdict_uses_the_words_of_the_controls():
    twice = (1.2079441541679836**2 * yarn_cosines(64, 5e5, 8, 8192)).astype("f4")
    with language("ko"):
        words = verdict(diagnose(twice))
    assert "짝짓기 절반끼리" in words and "(두 번 적용됨)" in words and "half" not in words


def test_unusual_factors_and_caches_are_scaled_rotations():
    result = diagnose((1.2302585092994046 * yarn_cosines(64, 1e4, 10, 4096)).astype("f4"))
    assert (result.status, result.best.parameters["factor"]) == (0, 10)
    long = 1.08 * 10000.0 ** -(np.arange(48) / 48)  # LongRoPE of no published model
    assert diagnose(np.tile(np.cos(np.multiply.outer(np.arange(300), long**1.1)), 2)).status == 2
    rope = model("Phi-3.5 mini").main.rope
    angles = np.multiply.outer(np.arange(300), 10000.0 ** -(np.arange(48) / 48) / np.array(rope.long))
    result = diagnose((np.cos(angles) * (1 + np.log(32) / np.log(4096)) ** 0.5).astype("f4"))
    assert (result.status, result.best.parameters["model"]) == (0, "Phi-3.5 mini beyond 4,096 tokens")


def halved_by_llama3(w, factor=8, trained=8192):
    """Frequencies of Llama 3.1, from Meta's code."""
    smooth = (trained * w / (2 * np.pi) - 1) / 3
    return np.where(smooth > 1, w, np.where(smooth < 0, w / factor, (1 - smooth) * w / factor + smooth * w))


PAIRS = np.arange(64) / 64
DAMAGED = np.where(np.isin(np.arange(64), (0, 6)), 1e-18, 1e7**-PAIRS)
VECTORS = {
    "plain": [1e4**-PAIRS, 0, {"base": 10000.0, "dimensions": 128}, ()],
    "linear": [1e6**-PAIRS / 8, 0, {"base": 1000000.0, "unit": "1/8"}, ()],
    "NTK": [(1e4 * 4 ** (128 / 126)) ** -PAIRS, 0, {"base": 10000.0, "scaling": "NTK-aware", "factor": 4}, ()],
    "llama3": [halved_by_llama3(5e5**-PAIRS), 0, {"base": 500000.0, "scaling": "llama3", "factor": 8}, ()],
    "over the head": [1e7 ** -(PAIRS / 4), 2, {"base": 10000000.0, "exponent": "exponent over 512 dimensions"}, ()],
    "damaged": [DAMAGED, 2, {"base": 10000000.0, "dimensions": 128}, (0, 6)],
    "no series": [np.linspace(1, 0.1, 64), 2, {}, ()],
}


@pytest.mark.parametrize("name", VECTORS)
def test_a_vector_of_frequencies_is_identified(name):
    numbers, status, parameters, bad = VECTORS[name]
    for vector in (numbers, numbers.astype("f4")[None], numbers.astype("f4")[:, None]):
        result = diagnose(vector)
        assert result.status == status
        assert parameters.items() <= result.best.parameters.items()
        assert (result.bad_rows or result.bad_columns) == bad


def test_tables_of_three_axes_are_refused_with_the_slice_to_pass():
    for shape, words in {
        (8, 64, 64): r"differ, so pass one, such as table\[0\]",
        (90, 4, 32): r"differ, so pass one, such as table\[:, 0\], or if .* table.reshape\(360, 32\)",
        (90, 1, 32): r"is the same along axis 1, so pass table\[:, 0\]",
    }.items():
        with pytest.raises(ValueError, match=words):
            diagnose(random(*shape))
    images = Grid(width=12).encode(range(96), 32, length=96).T.reshape(32, 8, 12)
    with pytest.raises(ValueError, match=r"axis 0 holds the columns, so pass table.reshape\(32, -1\).T"):
        diagnose(images)
    ((_, table, note),) = slices("pe", images)
    assert verdict(diagnose(table)).startswith("This is Grid (coordinates of an image or a video), width 12")
    assert note.startswith("Axis 0 of 32 x 8 x 12 contains the columns")


@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
def test_negated_sines_and_cosines_are_in_no_use(layout):
    table, cosines = paper(200, 32, layout=layout), paper(1, 32, layout=layout)[0] == 1
    for negated, words in ((cosines, "negated cosines"), (~cosines, "negated sines"), (cosines | True, "scale −1")):
        for first in (0, 3):
            result = diagnose(np.where(negated, -table, table)[first:])
            assert (result.state, result.status) == ("unusual", 2)
            assert words in verdict(result) and result.best.parameters.get("start", 0) == first
    assert diagnose(table[::-1]).state == "known"


def test_quantized_and_permuted_tables_are_identified():
    step = 1 / 127
    # the error of the smaller table is also small enough for noise
    for size in ((256, 128), (128, 64)):
        result = diagnose(np.round(paper(*size) / step) * step)
        assert (result.state, result.best.parameters.get("base", 1e4), result.noise) == ("known", 1e4, 0)
        assert result.storage.error == pytest.approx(step / 2)
    assert diagnose(np.round(random(128, 64).clip(-3, 3) * 42) / 42).state == "unknown"
    places = np.random.default_rng(1).permutation(64)
    for table in (paper(128, 64), np.tile(np.cos(np.outer(np.arange(128), falling(32))), 2)):
        result = diagnose(table[:, places].astype("f4"))
        assert (result.status, result.best.parameters["columns"]) == (2, "columns in another order")
        np.testing.assert_allclose(result.best.numbers(), table[:, places], atol=1e-6)


REFUSED = {
    "nan": [np.array([[0.0, np.nan]]), "finite"],
    "nothing but a mask": [np.full((3, 3), -np.inf), "finite"],
    "infinity": [np.array([[0.0, 1.0], [np.inf, 2.0]]), "finite"],
    "complex": [np.ones((2, 2), complex), "complex"],
    "truth values": [np.ones((2, 2), bool), "bool"],
    "text": [[["a", "b"]], "real numbers"],
    "rows of several lengths": [[[1, 2], [3]], "equal length"],
    "no rows": [np.ones((0, 4)), "at least one row"],
    "a scheme": [Sinusoidal(), "real numbers"],
    "tiny": [1e-310 * random(64, 64), r"^table: its largest value, .*, is below 1e-300: multiply"],
    "masked": [np.ma.masked_less(np.ones((2, 2)), 0), "masked"],
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_is_one_sentence(name):
    table, words = REFUSED[name]
    with pytest.raises(ValueError, match=words) as refusal:
        diagnose(table)
    assert 10 < len(str(refusal.value)) < 200
    assert "\n" not in str(refusal.value)


ODD = (
    np.ones((1, 1)), np.zeros((1, 1)), paper(1, 16), paper(2, 16), paper(30, 1), paper(30, 2), random(1, 9),
    random(9, 1), np.zeros((20, 16)), np.full((20, 16), 3.7), np.tile(random(16), (20, 1)),
    np.tile(random(20, 1), (1, 16)), np.eye(20, 16) * np.eye(20, 1), 1e150 * paper(),
    1e-299 * paper(), np.where(P % 2, 1e150, 1e-300) * np.ones(16),
    random(3, 3), np.arange(12).reshape(3, 4), np.where(np.eye(5) > 0, -np.inf, 1.0),
    np.where(random(6, 6) > 0, -np.inf, random(6, 6)), paper().astype(np.float16), np.asfortranarray(paper()),
)  # fmt: skip


@pytest.mark.parametrize("number", range(len(ODD)))
def test_every_answer_about_any_table_is_true(number):
    table = np.asarray(ODD[number])
    copy = table.copy()
    result = diagnose(table)
    np.testing.assert_array_equal(table, copy)
    assert result.size == table.shape and result.status in (0, 1, 2)
    n, d = table.shape[::-1] if result.transposed else table.shape
    assert (result.rows.shape, result.columns.shape) == ((n,), (d,))
    assert verdict(result) and all(evidence(result))
    if result.state in ("known", "bug"):
        oriented = np.nan_to_num(table.T if result.transposed else table, neginf=0).astype(float)
        np.testing.assert_allclose(result.best.numbers(), oriented, atol=1e-3 * np.abs(oriented).max())


@settings(max_examples=15)
@given(
    base=st.sampled_from([100.0, 1e4, 2e4, 5e5, 1e6, 2.0**17, 12000.0]),
    start=st.integers(0, 3),
    layout=st.sampled_from(["interleaved", "concatenated"]),
    first=st.sampled_from(["sin", "cos"]),
    dtype=st.sampled_from([np.float64, np.float32]),
    size=st.tuples(st.integers(24, 90), st.integers(5, 24).map(lambda pairs: 2 * pairs)),
    spoilt=st.none() | st.tuples(st.integers(0, 23), st.integers(0, 9), st.floats(1e-7, 2)),
)
def test_a_right_table_is_identified_and_a_wrong_number_found_for_any_parameters(
    base, start, layout, first, dtype, size, spoilt
):
    length, dim = size
    table = paper(length + start, dim, base=base, layout=layout, first=first)[start:].astype(dtype)
    if spoilt:
        # rounding of float32 at these angles is not an error
        table[spoilt[0], spoilt[1]] += dtype(spoilt[2] if dtype == np.float64 else max(spoilt[2], 0.05))
    result = diagnose(table)
    if base == 2 ** (dim / 2):
        assert result.best.parameters["schedule"] == "octaves"
    else:
        assert result.best.parameters["base"] == pytest.approx(base, rel=1e-6)
    assert result.best.parameters.get("start", 0) == start
    assert result.state == ("different" if spoilt else "known")
    if spoilt:
        assert [(cell.row, cell.column) for cell in result.cells] == [spoilt[:2]]


def test_numbers_that_float32_cannot_tell_are_not_said_to_agree():
    angles = np.outer(np.linspace(0, 1, 200), np.pi * 2.0 ** np.arange(24))
    table = np.concatenate((np.sin(angles), np.cos(angles)), axis=1)
    assert "cannot be judged" not in verdict(diagnose(table.astype(np.float32)))
    table[100:, 20:24] = random(100, 4)
    result = diagnose(table.astype(np.float32))
    assert result.unjudged > 300 and "numbers that cannot be judged" in verdict(result)


@settings(max_examples=25)
@given(
    layout=st.sampled_from(["interleaved", "concatenated"]),
    source=st.sampled_from(["formula", "float32 arithmetic"]),
    format=st.sampled_from(["float32", "float16", "bfloat16"]),
    size=st.tuples(st.integers(24, 600), st.integers(4, 40).map(lambda pairs: 2 * pairs)),
    place=st.tuples(st.floats(0, 1), st.floats(0, 1)),
    units=st.sampled_from([1e3, 1e4]),
)
def test_a_single_wrong_number_is_named_wherever_it_stands(layout, source, format, size, place, units):
    """Also where errors of float32 arithmetic may be as large, if other numbers have none."""
    table = paper(*size, layout=layout)
    if source == "float32 arithmetic":
        frequencies = np.exp(np.arange(0, size[1], 2, dtype=np.float32) * np.float32(-np.log(1e4) / size[1]))
        angles = np.arange(size[0], dtype=np.float32)[:, None] * frequencies
        parts = np.sin(angles), np.cos(angles)
        table = np.stack(parts, 2).reshape(size) if layout == "interleaved" else np.concatenate(parts, 1)
    row, column = (int(share * (count - 1)) for share, count in zip(place, size, strict=True))
    unit = {"float32": 2.0**-24, "float16": 2.0**-11, "bfloat16": 2.0**-8}[format]
    assert diagnose(round_to(table, format)).state == "known"
    table[row, column] += min(units * unit, 1.0)
    assert [cell[:2] for cell in diagnose(round_to(table, format)).cells] == [(row, column)]


def test_rows_of_zeros_are_padding_only_at_the_ends():
    table = Sinusoidal().encode(range(200), 64)
    for rows, state in ((slice(150, 200), "known"), (slice(1, 2), "known"), (slice(0, 200, 11), "different")):
        padded = table.copy()
        padded[rows] = 0
        assert diagnose(padded).state == state
