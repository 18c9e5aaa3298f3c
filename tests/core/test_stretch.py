"""Scaled rotations compared with published packages."""

from itertools import product

import numpy as np
import pytest

from posenc_core import RoPE
from posenc_core.foundation import rope_scaling
from tests.data import read

DATA = read("stretch.json")
STRETCHES = ("linear", "NTK-aware", "dynamic", "YaRN", "YaRN as printed", "llama3", "LongRoPE")


def published(name: str) -> tuple[dict, RoPE]:
    entry = DATA["frequencies"][name]
    factors = ", ".join(str(1 + i / 2) for i in range(entry["dim"] // 2))
    return entry, RoPE(**entry["parameters"], factors=factors)


@pytest.mark.parametrize("name", [name for name in DATA["frequencies"] if "notrunc" not in name])
def test_published_frequencies(name):
    entry, scheme = published(name)
    frequencies = scheme.frequencies(entry["dim"], entry["length"])
    assert frequencies.shape == (entry["dim"] // 2,)
    np.testing.assert_allclose(frequencies[entry["pairs"]], entry["frequencies"], rtol=1e-5)
    assert scheme.attention_factor() == pytest.approx(entry.get("attention_factor", 1), rel=1e-15)


@pytest.mark.parametrize("dim", [8, 128])
def test_bounds_of_yarn(dim):
    low, high = DATA["frequencies"][f"rope_yarn_s4_L2048_d{dim}"]["bounds"]
    assert rope_scaling.pair_at(32, dim, 1e4, 2048) == pytest.approx(low, rel=1e-14)
    assert rope_scaling.pair_at(1, dim, 1e4, 2048) == pytest.approx(high, rel=1e-14)
    assert rope_scaling.yarn_bounds(dim, 1e4, 2048) == (np.floor(low), np.ceil(high))
    # without rounding, an option of transformers
    entry, _ = published(f"rope_yarn_s4_L2048_notrunc_d{dim}")
    share = rope_scaling.ramp_over_pairs(dim // 2, low, high)
    ratios = RoPE().frequencies(dim) / rope_scaling.blend(share, 4.0)
    np.testing.assert_allclose(ratios[entry["pairs"]], entry["frequencies"], rtol=1e-5)


@pytest.mark.parametrize("scaling", DATA["attention"])
def test_published_attention_factors(scaling):
    entry = DATA["attention"][scaling]
    for factor, expected in entry["value"].items():
        scheme = RoPE(scaling=scaling, factor=float(factor), trained_length=entry["trained"])
        assert scheme.attention_factor(10**6) == pytest.approx(expected, rel=1e-15)


def test_yarn_in_code_is_not_yarn_as_printed():
    code, printed = (RoPE(scaling=scaling).frequencies(128) for scaling in ("YaRN", "YaRN as printed"))
    assert code[32] == pytest.approx(0.0052, rel=1e-12)
    assert printed[32] == pytest.approx(0.0030466516, rel=1e-8)
    assert max(code / printed) == pytest.approx(1.7567, abs=5e-5)


def test_llama3_is_what_yarn_prints_with_other_bounds():
    yarn, llama = (RoPE(scaling=scaling).slowdown(128) for scaling in ("YaRN as printed", "llama3"))
    turns = 2048 * RoPE().frequencies(128) / (2 * np.pi)
    for slowed, fast in ((yarn, 32), (llama, 4)):
        assert (slowed[turns >= fast] == 1).all()
        assert (slowed[turns <= 1] == 4).all()
        assert ((slowed > 1) & (slowed < 4))[(turns < fast) & (turns > 1)].all()


@pytest.mark.parametrize("scaling", STRETCHES[:-1])
def test_pairs_are_slowed_at_most_by_the_factor_and_the_slowest_by_exactly_the_factor(scaling):
    for dim in (2, 4, 64):
        scheme = RoPE(scaling=scaling, factor=8.0)
        slowed = scheme.slowdown(dim, 2048 * (1 if scaling != "dynamic" else 2))
        reached = 9.0 if scaling == "dynamic" else 8.0
        assert slowed.shape == (dim // 2,)
        assert ((slowed >= 1) & (slowed <= reached * (1 + 1e-15))).all()
        assert (np.diff(slowed) >= 0).all()
        if dim == 64:
            assert slowed[-1] == pytest.approx(reached)
        if scaling != "linear":
            assert slowed[0] == 1
        np.testing.assert_array_equal(RoPE(scaling=scaling, factor=1.0).slowdown(dim), np.ones(dim // 2))


def test_dynamic_and_longrope_are_unscaled_up_to_the_trained_length():
    plain = RoPE().frequencies(8)
    for scaling in ("dynamic", "LongRoPE"):
        scheme = RoPE(scaling=scaling, trained_length=50)
        for length in (None, 1, 50):
            np.testing.assert_array_equal(scheme.frequencies(8, length), plain)
        assert (scheme.frequencies(8, 51)[1:] < plain[1:]).all()
        # so the same position has another vector in a longer text
        assert not np.array_equal(scheme.encode(3, 8, length=50), scheme.encode(3, 8, length=51))
        assert scheme.wavelengths(8) is scheme.angles_at_offset(1, 8) is scheme.dot_at_offset([1], 8) is None
    assert RoPE(scaling="dynamic", factor=1.0, trained_length=50).slowdown(8, 200)[-1] == pytest.approx(4)


def test_factors_are_spread_evenly_over_the_pairs():
    np.testing.assert_array_equal(rope_scaling.spread_over_pairs([3.0, 1.0, 7.0], 3), [3, 1, 7])
    np.testing.assert_array_equal(rope_scaling.spread_over_pairs([1.0, 2.0, 4.0], 5), [1, 1.5, 2, 3, 4])
    np.testing.assert_array_equal(rope_scaling.spread_over_pairs([2.0], 3), [2, 2, 2])
    np.testing.assert_array_equal(rope_scaling.spread_over_pairs([2.0, 5.0], 1), [2])
    numbers = np.random.default_rng(0).uniform(1, 60, 48)
    np.testing.assert_array_equal(rope_scaling.spread_over_pairs(numbers, 48), numbers)


@pytest.mark.parametrize(
    "factors", ["", "1,", "1; 2", "one", "nan", "1, inf", "0", "1, -2", "1001", "1 2", True, 1001.0, "1" * 1001]
)
def test_invalid_factors_are_refused(factors):
    with pytest.raises(
        ValueError, match=r"^factors = .* must be numbers from 0\.01 to 1000 with commas between them, in"
    ):
        RoPE(factors=factors)


@pytest.mark.parametrize("scaling", STRETCHES)
def test_extreme_parameters_give_finite_frequencies(scaling):
    for base, trained, factor in product((1.0000000000000002, 10.0, 1e300), (1, 7, 2**20), (1.0, 1000.0)):
        scheme = RoPE(scaling=scaling, base=base, trained_length=trained, factor=factor, share=0.6)
        for dim in (2, 30):
            frequencies = scheme.frequencies(dim, 2**20)
            assert np.isfinite(frequencies).all() and (frequencies >= 0).all(), scheme
            assert np.isfinite(scheme.encode([0, 1, 10**9], dim)).all(), scheme
            assert 1 <= scheme.attention_factor() < 5, scheme
