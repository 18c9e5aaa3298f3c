"""Assertions on tables: right tables of any float type pass, and one wrong number fails."""

import re
from contextlib import contextmanager
from textwrap import indent
from typing import get_args, get_type_hints
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_core import T5, ALiBi, RoPE, Sinusoidal, language
from posenc_core.analysis.precision import round_to
from posenc_tools import assert_alibi, assert_relative_bias, assert_rotary, assert_sinusoidal
from posenc_tools.diagnosis import diagnose
from posenc_tools.diagnosis.words import verdict
from posenc_tools.known_bugs import EXAMPLES, KNOWN_BUGS
from tests.data import read

FREQUENCIES = {
    "exp": lambda i, d, base: np.exp(i * i.dtype.type(-np.log(base) / d)),
    "power": lambda i, d, base: 1 / np.power(i.dtype.type(base), i / d),
    "negative power": lambda i, d, base: np.power(i.dtype.type(base), -i / d),
}
"""Frequencies in the float type of i = 0, 2, 4, …"""

SPACING = {"float64": 2.0**-52, "float32": 2.0**-23, "float16": 2.0**-10, "bfloat16": 2.0**-7}


def compute(n, d, base=10000.0, layout="interleaved", dtype="float32", frequencies="exp", start=0):
    """A table as code computes it: in float32 arithmetic for shorter types, rounded at the end."""
    arithmetic = np.float64 if dtype == "float64" else np.float32
    angles = np.arange(start, n + start, dtype=arithmetic)[:, None]
    angles = angles * FREQUENCIES[frequencies](np.arange(0, d, 2, dtype=arithmetic), d, base)
    waves = [np.sin(angles), np.cos(angles)]
    table = np.concatenate(waves, 1) if layout == "concatenated" else np.stack(waves, -1).reshape(n, d)
    return round_to(table, "bfloat16") if dtype == "bfloat16" else table.astype(dtype)


class Tensor:
    """The part of a PyTorch tensor that the assertion uses, with PyTorch's errors."""

    def __init__(self, numbers, dtype, where="cuda:0 with grad"):
        self.numbers, self.dtype, self.where = numbers, f"torch.{dtype}", where

    def detach(self):
        return Tensor(self.numbers, self.dtype[6:], self.where.removesuffix(" with grad"))

    def cpu(self):
        return Tensor(self.numbers, self.dtype[6:], self.where.replace("cuda:0", "cpu"))

    def float(self):
        return Tensor(self.numbers.astype(np.float32), "float32", self.where)

    def numpy(self):
        assert self.where == "cpu" and self.dtype != "torch.bfloat16"
        return self.numbers


@contextmanager
def refusal(sentence="is not Sinusoidal"):
    """Expect a failure, without the diagnosis, which takes longest."""
    silent = patch("posenc_tools.testing.sinusoidal._actual", return_value=[])
    with silent, pytest.raises(AssertionError, match=sentence):
        yield


CODE = {
    "base": st.sampled_from([10000.0, 2.0, 500.0, 1e6, 1e8]) | st.floats(1.5, 1e9),
    "layout": st.sampled_from(["interleaved", "concatenated"]),
    "dtype": st.sampled_from([*SPACING]),
}


@given(st.integers(2, 300), st.integers(1, 40), st.sampled_from([*FREQUENCIES]), st.integers(0, 1), st.data())
def test_a_computed_table_passes_and_fails_with_one_wrong_number(n, pairs, frequencies, start, data):
    d, code = 2 * pairs, {name: data.draw(values) for name, values in CODE.items()}
    table = compute(n, d, **code, frequencies=frequencies, start=start)
    assert_sinusoidal(table, **code, start=start)
    if code["dtype"] != "bfloat16":
        assert_sinusoidal(table, code["base"], code["layout"], start=start)
    row, column = data.draw(st.integers(0, n - 1)), data.draw(st.integers(0, d - 1))
    # the tolerance again: rounding of the angle, of the wave, and of the result
    i = column // 2 if code["layout"] == "interleaved" else column % pairs
    x = 2 * i / d * np.log(code["base"])
    unit, wave = (2.0**-53, 1e-13) if code["dtype"] == "float64" else (2.0**-24, 2.0**-22)
    angle = (row + start) * np.exp(-x) * unit * (4 * x + 8) * (i > 0)
    slack = angle + wave + SPACING[code["dtype"]] * abs(float(table[row, column]))
    slack += 2.0**-24 * (code["dtype"] == "float16")
    wrong = table.astype(np.float64)
    wrong[row, column] += data.draw(st.sampled_from([-1, 1])) * data.draw(st.floats(4, 1e6)) * slack
    with refusal(f"\nRow {row}, column {column} is "):
        assert_sinusoidal(wrong, **code, start=start)


@pytest.mark.parametrize(("d", "frequencies"), [(8, "exp"), (16, "power")])
@pytest.mark.parametrize("dtype", SPACING)
def test_65536_positions_pass_in_every_float_type(d, frequencies, dtype):
    assert_sinusoidal(compute(2**16, d, dtype=dtype, frequencies=frequencies), dtype=dtype)


CONVENTIONS = {
    parameter.name: [*get_args(get_type_hints(Sinusoidal)[parameter.name])]
    for parameter in Sinusoidal.parameters()
    if parameter.name not in ("base", "start")
}
SCALINGS = {
    "none": None,
    "linear": {"rope_type": "linear", "factor": 8.0},
    "YaRN": {"rope_type": "yarn", "factor": 8.0, "original_max_position_embeddings": 2048},
    "llama3": {
        "rope_type": "llama3", "factor": 8.0, "original_max_position_embeddings": 2048, "low_freq_factor": 1.0,
        "high_freq_factor": 4.0,
    },
}  # fmt: skip
"""Scalings of RoPE, as in a configuration."""


def test_every_table_of_the_library_passes():
    chance = np.random.default_rng(0)
    for _ in range(200):
        n, d, base = int(2 ** chance.uniform(1, 13)), int(chance.integers(1, 70)), float(10 ** chance.uniform(0.2, 8))
        chosen = {name: str(chance.choice(values)) for name, values in CONVENTIONS.items()}
        if d % 2 == 0 or chosen["odd"] != "refused":
            scheme = Sinusoidal(base=base, start=int(chance.integers(2)), **chosen)
            dtype = str(chance.choice(["float64", "float32", "float16"]))
            assert_sinusoidal(scheme.encode(range(n), d, dtype=dtype), **vars(scheme))
        pairing, width, scaling = (
            str(chance.choice(["half", "interleaved"])),
            2 * d + 6,
            str(chance.choice([*SCALINGS])),
        )
        rope = RoPE(base=base, pairing=pairing, scaling=scaling, factor=8.0)
        settings = {"base": base, "dim": width, "scaling": SCALINGS[scaling]}
        assert_rotary(rope.frequencies(width), **settings)
        angles = np.multiply.outer(np.arange(min(n, 128)), rope.frequencies(width))
        assert_rotary(rope.attention_factor() * np.exp(1j * angles), **settings)
        if d < 20:
            assert_rotary(lambda x, positions: rope.rotate(x, positions), **settings, pairing=pairing)  # noqa: B023
        heads, n = int(chance.integers(1, 80)), int(chance.integers(2, 80))
        for alibi in (ALiBi(), ALiBi(slopes="paper"), ALiBi(direction="symmetric")):
            assert_alibi(alibi.slope(heads), slopes=alibi.slopes)
            assert_alibi(alibi.bias(range(n), range(n), heads), slopes=alibi.slopes, direction=alibi.direction)
        buckets, longest = int(chance.choice([8, 16, 32, 64])), int(chance.integers(64, 300))
        t5 = T5(direction=str(chance.choice(["causal", "bidirectional"])), buckets=buckets, distance=longest)
        sizes = {"buckets": buckets, "max_distance": longest, "bidirectional": t5.direction != "causal"}
        assert_relative_bias(t5.bucket, **sizes)


@pytest.mark.parametrize("decimals", [1, 2, 4])
def test_a_rounded_table_passes_only_with_a_tolerance(decimals):
    table = Sinusoidal().encode(range(512), 64).round(decimals)
    with refusal():
        assert_sinusoidal(table)
    assert_sinusoidal(table, atol=0.51 * 10**-decimals)


def test_the_float_type_is_that_of_the_table_or_the_given_one():
    short = compute(50, 32, dtype="float16")
    assert_sinusoidal(short)
    for dtype in (np.float32, "float32", np.dtype("f4"), "torch.float32"):
        with refusal(r"The tolerance is .* in float32"):
            assert_sinusoidal(short, dtype=dtype)
    with pytest.raises(AssertionError, match=r" in float64\.\n.*\nThe table passes with dtype='float16'\.$"):
        assert_sinusoidal(short.astype(float))
    # a cast may truncate instead of rounding
    cut = (compute(512, 64).view(np.uint32) & 0xFFFF0000).view(np.float32)
    assert_sinusoidal(cut, dtype="bfloat16")
    # integers and lists have no float type
    assert_sinusoidal([[0, 1], [np.sin(1), np.cos(1)]])
    with pytest.raises(ValueError, match=r"^dtype = 'int8' must be one of float64, float32, float16, bfloat16$"):
        assert_sinusoidal(short, dtype="int8")


@pytest.mark.parametrize("dtype", SPACING)
def test_a_tensor_is_detached_and_moved_to_the_cpu(dtype):
    table = compute(60, 32, dtype=dtype)
    assert_sinusoidal(Tensor(table, dtype))
    with refusal(f" in {dtype}"):
        assert_sinusoidal(Tensor(table, dtype), base=500)


def test_a_parameter_of_torch_passes_in_every_float_type():
    torch = pytest.importorskip("torch")
    i, position = torch.arange(0, 64, 2), torch.arange(5000).unsqueeze(1)
    table = torch.zeros(1, 5000, 64)
    angles = position * torch.exp(i * (-np.log(10000.0) / 64))
    table[0, :, 0::2], table[0, :, 1::2] = torch.sin(angles), torch.cos(angles)
    for dtype in (torch.float32, torch.float16, torch.bfloat16):
        assert_sinusoidal(torch.nn.Parameter(table.to(dtype)), dtype=dtype)
        weight = torch.nn.Embedding.from_pretrained(table[0].to(dtype)).weight
        assert_sinusoidal(weight)
        with pytest.raises(AssertionError):
            assert_sinusoidal(weight, base=9000)


@pytest.mark.parametrize("parameters", read("assertion.toml")["parameters"])
def test_a_table_passes_only_with_its_own_parameters(parameters):
    own = {name: value for name, value in parameters.items() if name not in ("scale", "padding_idx")}
    table = parameters.get("scale", 1) * Sinusoidal(**own).encode(range(50), 32)
    if "padding_idx" in parameters:
        table[parameters["padding_idx"]] = 0
    for stored in (float, np.float32, np.float16):
        assert_sinusoidal(table.astype(stored), **parameters)
        with refusal():
            assert_sinusoidal(table.astype(stored))
    if "padding_idx" in parameters:
        table[1, 3] = 1e-3
        with refusal(r"Row 1, column 3 is 0\.001 and should be 0\. The tolerance is 0 "):
            assert_sinusoidal(table, **parameters)


@pytest.mark.parametrize("odd", ["lone wave", "cut", "padded", "zero"])
@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
@pytest.mark.parametrize("first", ["sin", "cos"])
def test_an_odd_number_of_columns_follows_its_convention(odd, layout, first):
    conventions = {"odd": odd, "layout": layout, "first": first}
    table = Sinusoidal(**conventions).encode(range(50), 7)
    assert_sinusoidal(table, **conventions)
    with refusal():
        assert_sinusoidal(table, **conventions | {"odd": "cut" if odd != "cut" else "zero"})
    with pytest.raises(ValueError, match="is set to allow only an even d, not 7"):
        assert_sinusoidal(table, odd="refused")


@pytest.mark.parametrize("name", ["exponent j/d", "sine in both columns", "transposed", "degrees", "wrong reshape"])
def test_a_bug_fails_with_its_name_and_the_wrong_line(name):
    failures = []

    def capture(table):
        failures.append(diagnose(table))
        return failures[-1]

    with patch("posenc_tools.testing.sinusoidal.diagnose", capture), pytest.raises(AssertionError) as failure:
        assert_sinusoidal(EXAMPLES[name]())
    text = str(failure.value)
    assert f"\n{verdict(*failures, brief=True)}\n" in text
    wrong, right = (indent(code, "  ") for code in (KNOWN_BUGS[name].wrong, KNOWN_BUGS[name].right))
    assert text.endswith(f"probably wrong:\n{wrong}\nThis code is right:\n{right}")


def test_a_failure_is_in_one_language():
    with language("ko"), pytest.raises(AssertionError) as failure:
        assert_sinusoidal(EXAMPLES["degrees"]())
    sentences = [line for line in str(failure.value).splitlines() if not line.startswith("  ")]
    assert len(sentences) == 6 and all(re.search("[가-힣]", sentence) for sentence in sentences)


@pytest.mark.parametrize(
    ("table", "parameters", "line"),
    [
        (Sinusoidal(first="cos", base=500).encode(range(64), 32), {"first": "cos"}, ""),
        (Sinusoidal(first="cos").encode(range(64), 32), {}, KNOWN_BUGS["cosine first"].wrong),
        (Sinusoidal(start=1, base=500).encode(range(64), 32), {"start": 1}, ""),
        (Sinusoidal(start=1).encode(range(64), 32), {}, KNOWN_BUGS["positions from 1"].wrong),
        (Sinusoidal(base=500001).encode(range(128), 64), {"base": 500000}, ""),
    ],
)
def test_advice_respects_the_arguments_and_sentences_do_not_contradict(table, parameters, line):
    with pytest.raises(AssertionError) as failure:
        assert_sinusoidal(table, **parameters)
    text = str(failure.value)
    assert "\nThis is Sinusoidal" in text and "every number agrees" not in text
    assert (line in text) if line else ("wrong:" not in text)


def test_the_worst_number_is_printed_with_enough_digits_to_differ():
    table = Sinusoidal().encode(range(20), 16)
    table[0, 1] -= 1e-4
    table[5] += 1e-5
    with pytest.raises(AssertionError) as failure:
        assert_sinusoidal(table, atol=1e-6)
    assert str(failure.value).splitlines()[1:] == [
        "Row 0, column 1 is 0.9999 and should be 1. The tolerance is 1 × 10⁻⁶.",
        "17 of 320 numbers exceed their tolerance. Rows and columns are counted from 0.",
    ]
    # an unknown table has no verdict
    table = np.cumsum(np.cos(np.arange(800) ** 2.5).reshape(50, 16), axis=0)
    with pytest.raises(AssertionError) as failure:
        assert_sinusoidal(table)
    assert str(failure.value).count("\n") == 2


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_number_that_is_not_finite_fails_with_its_row(value):
    table = compute(30, 8)
    table[7, 3] = value
    for tolerances in ({}, {"atol": 1}, {"rtol": 1e3}):
        with pytest.raises(AssertionError, match=f"\nRow 7, column 3 is {value:g} ".replace("-", "−")):
            assert_sinusoidal(table, **tolerances)


def test_tolerances_follow_numpy():
    table = Sinusoidal().encode(range(20), 16)
    for allowed in ({"atol": 0.011}, {"tolerance": 0.011}, {"rtol": 0.01, "atol": 0.01}):
        assert_sinusoidal(table + 0.01, **allowed)
    assert_sinusoidal(table * 1.01, rtol=0.011)
    for allowed in ({"atol": 0.009}, {"tolerance": 0.009}, {"rtol": 0.02}):
        with refusal():
            assert_sinusoidal(table + 0.01, **allowed)


@pytest.mark.parametrize(
    ("table", "arguments", "sentence"),
    [
        ([[0, 1]], {"base": -1}, "base = -1"),
        ([[0, 1]], {"layout": "halves"}, "layout = 'halves' must be one of interleaved, concatenated"),
        ([[0, 1]], {"bass": 1}, "bass is not a parameter of Sinusoidal: its parameters are base, "),
        ([[0, 1]], {"tolerance": -1}, "tolerance = -1 must be a finite number from 0"),
        ([[0, 1]], {"rtol": float("nan")}, "rtol = nan must be a finite number from 0"),
        ([[0, 1]], {"atol": "1"}, "atol = '1' must be a finite number from 0"),
        ([[0, 1]], {"scale": 0}, "scale = 0 must be a finite number other than 0"),
        ([[0, 1], [0, 1]], {"padding_idx": 2}, "padding_idx = 2 must be a row, at most 1"),
        ([[0, 1], [0, 1]], {"padding_idx": -1}, "padding_idx = -1 must be a whole number from 0"),
        ([[0, 1]], {}, "^table must have at least two rows, got 1$"),
        ([0, 1], {}, "^table must have rows and columns, not the shape \\(2,\\)$"),
        ([], {}, "not the shape \\(0,\\)"),
        (np.ones((0, 4)), {}, "not the shape \\(0, 4\\)"),
        (np.ones((2, 3, 4)), {}, "not the shape \\(2, 3, 4\\)"),
        ([["sin"]], {}, "must be real numbers"),
    ],
)
def test_bad_arguments_raise_errors_instead_of_failures(table, arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        assert_sinusoidal(table, **arguments)
