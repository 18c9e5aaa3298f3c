"""Properties of the sinusoid beyond the contract of all schemes."""

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from posenc_core import Binary, Index, Normalized, Sinusoidal
from posenc_core.schemes import closed_forms
from tests.data import read


def test_closed_forms_exist_only_if_the_offset_alone_matters():
    assert Sinusoidal().dot_at_offset([1], 6) is not None
    assert Sinusoidal().distance_at_offset([1], 6, length=9) is not None
    assert Sinusoidal().dot_at_offset([1], 7) is None, "an odd dim has a sine without its cosine"
    assert Sinusoidal().distance_at_offset([1], 7, length=9) is None
    assert Index().distance_at_offset([1], 7, length=9) is not None
    assert Normalized().dot_at_offset([1], 7) is None
    assert Binary().distance_at_offset([1], 7, length=9) is None


def test_two_layouts_are_one_permutation():
    for dim in (6, 7):
        woven, split = Sinusoidal().encode(range(20), dim), Sinusoidal(layout="concatenated").encode(range(20), dim)
        order = [*range(0, dim, 2), *range(1, dim, 2)]
        np.testing.assert_array_equal(woven[:, order], split)


@pytest.mark.parametrize(("dim", "longest"), [(4, 628), (6, 2916), (64, 47117), (512, 60611)])
def test_the_base_is_not_the_longest_wavelength(dim: int, longest: int):
    assert Sinusoidal().wavelengths(dim)[0] == pytest.approx(2 * np.pi)
    assert Sinusoidal().wavelengths(dim)[-1] == pytest.approx(longest, abs=0.5)
    assert Binary().wavelengths(3).tolist() == [2, 4, 8]
    assert Binary().wavelengths(2000)[-1] == math.inf


# Conventions


TABLES = read("tables.json")
PACKAGES = TABLES["packages"]
WHISPER = Sinusoidal(schedule="Tensor2Tensor", layout="concatenated")
CONVENTIONS = {
    "t2t_whisper_n16_d8": WHISPER,
    "t2t_m2m100_n16_d7": replace(WHISPER, odd="padded"),
    "timestep_diffusers_default": WHISPER,
    "timestep_diffusers_downscale_freq_shift=0": Sinusoidal(layout="concatenated"),
    "timestep_diffusers_flip_sin_to_cos=True_downscale_freq_shift=0": Sinusoidal(layout="concatenated", first="cos"),
    "t2t_musicgen_n16_d8": replace(WHISPER, first="cos"),
    "paper_distilbert_n16_d8": Sinusoidal(),
}


@pytest.mark.parametrize("name", CONVENTIONS)
def test_conventions_of_packages(name):
    for key, expected in PACKAGES[name]["value"].items():
        row = int(key.removeprefix("row").removeprefix("t="))
        row_of_package = CONVENTIONS[name].encode([row], len(expected))[0]
        np.testing.assert_allclose(row_of_package, expected, rtol=0, atol=1e-6 + 8e-8 * row)


def test_fairseq_gives_the_second_row_after_the_padding_to_the_first_token():
    """Its row 1 is the padding, so the first token has row 2."""
    rows = PACKAGES["t2t_m2m100_n16_d8_pad1"]["value"]
    np.testing.assert_allclose(replace(WHISPER, start=1).encode([1], 8)[0], rows["row2"], rtol=0, atol=1e-6)


@pytest.mark.parametrize("odd", ["lone wave", "cut", "zero"])
def test_an_odd_dim_by_code(odd):
    vector = Sinusoidal(odd=odd).encode([1], 5)[0]
    np.testing.assert_allclose(vector, TABLES["odd_d5_row1"][odd], rtol=0, atol=5e-5)


def test_an_odd_dim_in_five_ways():
    positions = np.arange(40)
    for layout in ("interleaved", "concatenated"):
        for first in ("sin", "cos"):
            for schedule in ("paper", "Tensor2Tensor"):
                scheme = Sinusoidal(layout=layout, first=first, schedule=schedule)
                cut, padded, zero = (replace(scheme, odd=odd).encode(positions, 7) for odd in ("cut", "padded", "zero"))
                np.testing.assert_array_equal(cut, scheme.encode(positions, 8)[:, :7])
                np.testing.assert_allclose(padded[:, :6], scheme.encode(positions, 6), rtol=0, atol=1e-13)
                assert not padded[:, 6].any()
                assert not zero[:, 6].any()
    np.testing.assert_array_equal(
        Sinusoidal(odd="zero").encode(positions, 7)[:, :6], Sinusoidal().encode(positions, 7)[:, :6]
    )
    vector = Sinusoidal(odd="padded", schedule="Tensor2Tensor", layout="concatenated").encode([1], 5)[0]
    np.testing.assert_allclose(vector, TABLES["odd_d5_row1"]["padded, Tensor2Tensor, concatenated"], rtol=0, atol=5e-5)
    refusing = Sinusoidal(odd="refused")
    assert refusing.encode([1], 6).shape == (1, 6)
    with pytest.raises(ValueError, match=r"^Sinusoidal is set to allow only an even d, not 7\.$"):
        refusing.encode([1], 7)


@pytest.mark.parametrize("odd", ["padded", "zero"])
def test_zeros_in_the_last_column_leave_only_pairs(odd):
    scheme = Sinusoidal(odd=odd, first="cos", start=1)
    offsets = np.arange(9)
    products = scheme.dot_at_offset(offsets, 7)
    assert products is not None
    np.testing.assert_allclose(products, np.cos(np.outer(offsets, scheme.frequencies(7)[:3])).sum(axis=1), rtol=1e-14)
    assert scheme.distance_at_offset(offsets, 7, length=9)[0] == 0
    assert not scheme.encode(range(5), 1).any(), "a single column has no pair"
    assert scheme.dot_at_offset(offsets, 1).tolist() == [0] * 9


def test_every_convention_has_its_closed_forms():
    """Also pairs of conventions, which the contract does not test."""
    p, q = np.array([[0, 7], [98, 3]]) + 0.25, np.array([5.0, 7.0])
    for first, start, odd, schedule, layout in product(
        ("sin", "cos"),
        (0, 1),
        ("lone wave", "cut", "padded", "zero"),
        ("paper", "Tensor2Tensor"),
        ("interleaved", "concatenated"),
    ):
        scheme = Sinusoidal(first=first, start=start, odd=odd, schedule=schedule, layout=layout)
        for dim in (1, 2, 3, 7, 8):
            one, other = (scheme.encode(points, dim, length=99) for points in (p, q))
            np.testing.assert_allclose(closed_forms.dot_of(scheme, p, q, dim, 99), np.vecdot(one, other), atol=1e-12)
            distance = np.linalg.norm(one - other, axis=-1)
            np.testing.assert_allclose(closed_forms.distance_of(scheme, p, q, dim, 99), distance, atol=1e-12)
            means = scheme.encode(range(10, 22), dim).reshape(3, 4, dim).mean(axis=1)
            np.testing.assert_allclose(closed_forms.block_means(scheme, 10, 4, 3, dim, 99), means, atol=1e-12)


def test_counting_from_1_shifts_the_positions():
    np.testing.assert_array_equal(Sinusoidal(start=1).encode(range(9), 8), Sinusoidal().encode(range(1, 10), 8))
    np.testing.assert_allclose(Sinusoidal(start=1).encode([2.5], 8), Sinusoidal().encode([3.5], 8), rtol=1e-15)
    assert Sinusoidal(start=1).derivation(4, 0, 8, length=9)[1:3] == (
        r"PE(p, 2i) = \sin\left(\frac{p + 1}{B^{2i/d}}\right)",
        r"= \sin\left(\frac{4 + 1}{10000^{0/8}}\right)",
    )


@pytest.mark.parametrize("dim", [64, 512])
def test_a_base_of_13459_means_tensor2tensor(dim: int):
    base = 10000.0 ** (dim / 2 / (dim / 2 - 1))
    assert base == pytest.approx(TABLES["t2t_base"][str(dim)], abs=5e-3)
    scheme = Sinusoidal(schedule="Tensor2Tensor")
    np.testing.assert_allclose(scheme.frequencies(dim), Sinusoidal(base=base).frequencies(dim), rtol=1e-12)
    assert scheme.frequencies(dim)[-1] == pytest.approx(1e-4, rel=1e-12)
    assert scheme.frequencies(2).tolist() == [1], "if the formula divides by 0, the only pair has frequency 1"


def test_means_over_blocks_of_whole_periods(monkeypatch):
    angles = np.array([2 * np.pi, 6 * np.pi, np.pi, 2 * np.pi + 1e-3, 0.5])
    monkeypatch.setattr(Sinusoidal, "frequencies", lambda self, dim, length=None: angles)
    for rows in (1, 2, 3, 7):
        rotated = np.arange(10, 10 + 3 * rows)[:, None] * (angles - 2 * np.pi * np.round(angles / (2 * np.pi)))
        means = np.stack([np.sin(rotated), np.cos(rotated)], axis=-1).reshape(3, rows, 10).mean(axis=1)
        blocks = closed_forms.block_means(Sinusoidal(), 10, rows, 3, 10, 99)
        np.testing.assert_allclose(blocks, means, atol=1e-12, err_msg=str(rows))
