"""Tables made of sines and cosines: every name that they have, what they carry, and what is none."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_core import RoPE, Sinusoidal
from posenc_core.diagnosis import MISTAKES, diagnose
from posenc_core.diagnosis.turning_pairs import turning
from posenc_core.diagnosis.waves import SHAPES, Waves
from posenc_core.precision import rounded


def said(found):
    return [(each.name, dict(each.parameters)) for each in (found.best, *found.equal)]


def table(length, dim, **parameters):
    return Sinusoidal(**parameters).encode(range(length), dim)


ANGLES = np.arange(64)[:, None] * 10_000.0 ** (-np.arange(16) / 16)
"""A column for each pair of 32 columns."""


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_the_same_numbers_in_the_catalogue_and_in_its_account(name):
    # positions in bfloat16 differ from row 257 on
    made = MISTAKES[name].table(300 if name == "bfloat16 positions" else 40, 12, 10_000.0)
    found = diagnose(made)
    assert name in {each.name for each in (found.best, *found.equal)}
    numbers = found.best.numbers()
    np.testing.assert_allclose(numbers.T if found.transposed else numbers, made, atol=1e-11)


@pytest.mark.parametrize(
    ("made", "first", "equal"),
    [
        # learned.md 4, beyond.md 3: the readings that are the same numbers
        (table(64, 16, base=100.0), ("Sinusoidal", {"base": 100.0}), ("exponent i/d", {"base": 10_000.0})),
        (
            MISTAKES["exponent 4i/d"].table(64, 16, 10_000.0),
            ("exponent 4i/d", {"base": 10_000.0}),
            ("Sinusoidal", {"base": 1e8}),
        ),
        (
            np.round(table(64, 64, base=13_459.60, layout="concatenated"), 4),
            ("Sinusoidal", {"base": 10_000.0, "layout": "concatenated", "schedule": "Tensor2Tensor"}),
            ("Sinusoidal", {"base": 13_459.6, "layout": "concatenated"}),
        ),
        (
            RoPE(base=40_889.942, pairing="half").encode(range(64), 128).astype(np.float32),
            ("RoPE", {"base": 10_000.0, "pairing": "half", "scaling": "NTK-aware", "factor": 4.0}),
            ("RoPE", {"base": 40_890.0, "pairing": "half"}),
        ),
        (
            table(64, 16, first="cos"),
            ("cosine first", {"base": 10_000.0}),
            ("RoPE", {"base": 10_000.0}),
        ),
        # what a rotation multiplies with: a column for each pair, or all cosines and then all sines
        (
            np.cos(ANGLES),
            ("RoPE", {"base": 10_000.0, "columns": "one a pair", "table": "cosines"}),
            None,
        ),
        (
            np.sin(ANGLES),
            ("sines alone", {"base": 10_000.0}),
            ("RoPE", {"base": 10_000.0, "columns": "one a pair", "table": "sines"}),
        ),
        (
            np.hstack((np.cos(ANGLES), np.cos(ANGLES), np.sin(ANGLES), np.sin(ANGLES))),
            ("RoPE", {"base": 10_000.0, "pairing": "half", "table": "cosines and sines"}),
            None,
        ),
        (
            np.hstack((np.sin(ANGLES[:, :8]), np.cos(ANGLES[:, 8:]))),
            ("exponent j/d", {"base": 10_000.0, "layout": "concatenated, exponents in order"}),
            None,
        ),
        (
            table(64, 16, start=1),
            ("positions from 1", {"base": 10_000.0}),
            ("Sinusoidal", {"base": 10_000.0, "start": 1}),
        ),
    ],
)
def test_the_same_numbers_have_several_names_the_plainest_first(made, first, equal):
    found = said(diagnose(made))
    assert found[0] == first
    assert equal is None or equal in found


def test_no_more_digits_are_said_than_a_table_carries():
    for base, decimals, digits in ((10_000.0, 3, 10_000.0), (7312.4, 3, 7310.0), (7312.4, 9, 7312.4)):
        found = diagnose(np.round(table(20, 16, base=base), decimals))
        assert found.best.name == "Sinusoidal"
        assert abs(found.best.parameters["base"] / digits - 1) < (1e-9 if digits != 7310.0 else 2e-3)


@settings(max_examples=15)
@given(
    shape=st.sampled_from(SHAPES),
    dim=st.integers(9, 40),
    length=st.integers(24, 90),
    base=st.sampled_from((100.0, 10_000.0, 7312.4, 500_000.0)),
    unit=st.sampled_from((1.0, np.pi / 180)),
    start=st.integers(0, 2),
    scale=st.sampled_from((1.0, 0.25, 22.6)),
    storage=st.sampled_from(("float64", "float32", "float16")),
)
def test_waves_of_any_shape_are_found(shape, dim, length, base, unit, start, scale, storage):
    dim += (shape.dims == "odd") != dim % 2 if shape.dims != "all" else 0
    made = Waves(shape, dim, length, np.log(base), unit, float(start), scale).numbers()
    stored = made.astype(storage).astype(float)
    found = diagnose(stored)
    assert found.best.kind in ("scheme", "mistake")
    left = np.linalg.norm(found.best.numbers() - made) / np.linalg.norm(made)
    assert left <= 2 * np.linalg.norm(stored - made) / np.linalg.norm(made) + 1e-9


RNG = np.random.default_rng(3)
SINE = table(64, 32)
P = np.arange(64)[:, None]


@pytest.mark.parametrize(
    "made",
    [
        SINE[::-1],
        SINE[:, RNG.permutation(32)],
        np.sin(P * 10_000.0 ** (-np.arange(32) / 32) + RNG.uniform(0, 6, 32)),
        # 3 % of something that no chance made
        SINE + 0.03 * np.sin(P / 7 + np.arange(32)),
        SINE.clip(-0.98, 0.98),
        SINE * np.exp(-P / 300),
        np.vstack((SINE[:32], SINE[:32])),
    ],
    ids=("rows reversed", "columns permuted", "phases", "something added", "clipped", "decaying", "twice"),
)
def test_what_has_no_name_is_not_given_one(made):
    assert diagnose(made).best.kind == "unknown"


@pytest.mark.parametrize("share", [0.001, 0.01, 0.03])
def test_noise_is_measured(share):
    made = SINE + share * np.sqrt(0.5) * RNG.normal(size=SINE.shape)
    found = diagnose(made)
    assert said(found)[0] == ("Sinusoidal", {"base": 10_000.0})
    assert found.noise == pytest.approx(share, rel=0.1)
    assert found.best.misfit == pytest.approx(share, rel=0.1)


def test_float32_arithmetic_is_no_noise():
    w = np.exp(np.arange(0, 64, 2, dtype=np.float32) * np.float32(-np.log(10_000.0) / 64))
    angles = np.arange(2000, dtype=np.float32)[:, None] * w
    found = diagnose(np.concatenate((np.sin(angles), np.cos(angles)), axis=1))
    assert found.storage.name == "float32"
    assert said(found)[0] == ("Sinusoidal", {"base": 10_000.0, "layout": "concatenated"})
    assert found.noise == 0
    assert 1e-6 < found.best.misfit < 1e-3


def test_a_row_of_zeros_is_padding_and_the_others_are_told():
    made = table(60, 16, layout="concatenated", schedule="Tensor2Tensor")
    made[1] = 0
    found = diagnose(made)
    assert found.zero_rows == (1,)
    assert found.best.parameters["padding"] == "row 1"
    np.testing.assert_array_equal(found.best.numbers()[1], 0)


def test_many_rows_of_zeros_take_few_bytes_and_no_search_for_each():
    table = np.random.default_rng(0).integers(0, 2, (2**15, 4)).astype(float)
    tracemalloc.start()
    try:
        diagnose(table)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 20 * table.nbytes


def test_rounding_on_the_way_is_told_from_another_base():
    w = rounded(500.0 ** (-np.arange(0, 32, 2) / 32), "bfloat16")
    angles = np.arange(100)[:, None] * w
    found = diagnose(np.stack((np.sin(angles), np.cos(angles)), axis=2).reshape(100, 32))
    assert said(found)[0] == ("bfloat16 frequencies", {"base": 500.0})


def test_a_stretched_rotation_follows_no_base_and_is_told_by_its_pairs():
    scheme = RoPE(scaling="YaRN", pairing="half")
    found = diagnose(scheme.encode(range(80), 64))
    assert found.best.scheme == scheme
    np.testing.assert_allclose(found.pairs.frequencies, scheme.frequencies(64), rtol=1e-9)
    np.testing.assert_array_equal(found.pairs.columns[:2], [[32, 0], [33, 1]])


def test_a_measured_frequency_is_as_far_off_as_it_says():
    scheme = Sinusoidal(start=1)
    made = scheme.encode(range(200), 48) + 0.02 * np.random.default_rng(0).normal(size=(200, 48))
    found = turning(made)
    off = (found.frequencies - scheme.frequencies(48)) / found.errors
    assert 0.7 < np.sqrt(np.mean(off**2)) < 1.4
    assert turning(SINE[:, RNG.permutation(32)]) is None


@pytest.mark.parametrize(
    "made",
    [
        [[0.5]],
        [[0.0, 1.0, 0.0, 1.0]],
        np.zeros((5, 4)),
        np.full((7, 5), 0.3),
        [[0.1, 0.7], [0.4, 0.2]],
        RNG.normal(size=(9, 6)) * 1e149,
        RNG.normal(size=(9, 6)) * 1e-300,
        np.tile([0.3, -0.7, 0.2], (6, 1)),
    ],
)
def test_too_little_to_say_is_not_known(made):
    assert diagnose(made).best.kind in ("unknown", "random")


def test_numbers_too_few_to_tell_are_counted():
    found = diagnose([[0.0], [0.25]])
    assert (found.best.kind, found.facts) == ("unknown", {"too few numbers": 1.0})


@pytest.mark.parametrize("size", [1e140, 1e-290])
def test_the_size_of_the_numbers_does_not_matter(size):
    found = diagnose(SINE * size)
    assert found.best.name == "Sinusoidal"
    assert found.best.parameters["scale"] == pytest.approx(size)


def test_the_next_nearest_is_something_else():
    found = diagnose(SINE)
    assert found.runner_up is not None
    assert found.runner_up.misfit > 0.1
    assert np.nanmax(found.rows) < 1e-12
    assert found.columns.shape == (32,)


@pytest.mark.parametrize(("base", "scale"), [(10_000.0, 0.02), (10_000.0, 3.7)])
def test_a_plain_scale_is_said_where_noise_hides_the_difference(base, scale):
    made = scale * table(512, 128, base=base)
    noise = 0.001 * scale * np.random.default_rng(16).normal(size=made.shape)
    assert diagnose(made + noise).best.parameters["scale"] == scale


def test_rounded_frequencies_are_not_taken_for_a_round_base():
    w = rounded(10_000.0 ** (-np.arange(12) / 12), "bfloat16")
    angles = np.arange(40)[:, None] * w
    made = np.concatenate((np.sin(angles), np.cos(angles)), axis=1)
    found = diagnose(made + 0.007 * np.random.default_rng(1).normal(size=made.shape))
    assert said(found)[0] == ("bfloat16 frequencies", {"base": 10_000.0, "layout": "concatenated"})


def test_three_rows_are_enough_where_their_numbers_are_many():
    noise = 0.007 * np.random.default_rng(1).normal(size=(3, 8))
    assert said(diagnose(table(3, 8) + noise))[0] == ("Sinusoidal", {"base": 10_000.0})
    assert said(diagnose(Sinusoidal().encode(range(100, 103), 8)))[0] == (
        "Sinusoidal",
        {"base": 10_000.0, "start": 100},
    )


@pytest.mark.parametrize("row", [100, 1000])
def test_of_a_few_numbers_no_noise_is_made_up(row):
    # a single pair that starts anywhere: with 3 % of noise it could be the paper's from 1 on
    found = diagnose(rounded(table(row + 12, 2)[row:], "bfloat16"))
    assert found.noise == 0


def test_rounding_that_nothing_shows_is_not_said():
    found = diagnose(rounded(table(8, 4, layout="concatenated", schedule="Tensor2Tensor"), "bfloat16"))
    assert "bfloat16 frequencies" not in {each.name for each in (found.best, *found.equal)}
