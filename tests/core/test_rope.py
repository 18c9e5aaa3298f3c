"""RoPE compared with published packages."""

from dataclasses import replace

import numpy as np
import pytest

from posenc_core import RoPE
from posenc_core.analysis import geometry
from posenc_core.schemes import closed_forms
from tests.data import read

DATA = read("rope.json")
Q, K = np.array([DATA["q"]]), np.array([DATA["k"]])


def score(scheme: RoPE, i: int, j: int) -> float:
    return float((scheme.rotate(Q, [i]) @ scheme.rotate(K, [j]).T)[0, 0])


@pytest.mark.parametrize("pairing", DATA["formula"])
def test_values_of_the_formula(pairing):
    expected, scheme = DATA["formula"][pairing], RoPE(pairing=pairing)
    for position in (0, 1, 2, 5):
        np.testing.assert_allclose(scheme.rotate(Q, [position])[0], expected[f"q_at_{position}"], rtol=0, atol=1e-12)
    assert score(scheme, 5, 2) == pytest.approx(expected["score_q5_k2"], abs=1e-14)
    assert score(scheme, 2, 5) == pytest.approx(expected["score_q2_k5"], abs=1e-14)
    by_offset = [score(scheme, offset, 0) for offset in range(9)]
    np.testing.assert_allclose(by_offset, expected["score_by_offset_k_minus_0..8 (q at j, k at 0)"], atol=1e-12)


@pytest.mark.parametrize("name", DATA["packages"])
def test_published_packages(name):
    package = DATA["packages"][name]
    scheme, compared = RoPE(pairing=package["pairing"]), 0
    for key, expected in package.items():
        if key.startswith("q_at_"):
            rotated = scheme.rotate(Q, [int(key.removeprefix("q_at_"))])[0]
        elif key.startswith("score_"):
            rotated = score(scheme, int(key[7]), int(key[10]))
        else:
            continue
        np.testing.assert_allclose(rotated, expected, rtol=0, atol=1e-6)
        compared += 1
    assert compared


def test_the_two_pairings_differ_by_a_permutation_of_the_weights():
    order = DATA["permutation"]["value"]
    woven, half = RoPE(), RoPE(pairing="half")
    np.testing.assert_allclose(half.rotate(Q[:, order], [5]), woven.rotate(Q, [5])[:, order], rtol=0, atol=1e-15)


def test_a_share_of_the_columns_as_published():
    package = DATA["partial"]
    scheme = RoPE(pairing=package["pairing"], share=package["share"])
    assert scheme.frequencies(16).tolist() == [*package["frequencies"], *[0] * 6]
    for position in (1, 5):
        rotated = scheme.rotate(np.array([package["q"]]), [position])[0]
        np.testing.assert_allclose(rotated, package[f"q_at_{position}"], rtol=0, atol=1e-6)
        np.testing.assert_array_equal(rotated[4:], package["q"][4:], "the others are left alone")


def test_two_conventions_of_a_rotated_share():
    own, proportional = (RoPE(share=0.25, exponent=rule) for rule in ("turned columns", "all columns"))
    np.testing.assert_array_equal(own.frequencies(16)[:2], RoPE().frequencies(4))
    np.testing.assert_array_equal(proportional.frequencies(16)[:2], RoPE().frequencies(16)[:2])
    half = RoPE(share=0.25, pairing="half"), RoPE(share=0.25, pairing="half", exponent="all columns")
    assert [scheme.pairs(16)[1].tolist() for scheme in half] == [[3, 1], [9, 1]]
    for scheme in half:
        assert sorted(scheme.pairs(16).ravel()) == list(range(16))
    # a share of 0.58 of 100 columns is 58, despite float rounding
    assert np.count_nonzero(RoPE(share=0.58).frequencies(100)) == 29
    assert np.count_nonzero(RoPE(share=0.01).frequencies(8)) == 1, "at least one pair rotates"


@pytest.mark.parametrize("exponent", ["turned columns", "all columns"])
@pytest.mark.parametrize("pairing", ["interleaved", "half"])
@pytest.mark.parametrize("scaling", ["none", "dynamic", "YaRN", "LongRoPE"])
def test_closed_forms_of_a_stretched_share(scaling, pairing, exponent):
    scheme = RoPE(scaling=scaling, pairing=pairing, exponent=exponent, share=0.5, trained_length=30, factors="1, 5, 2")
    length, dim = 90, 12
    table, size = scheme.encode(range(length), dim), scheme.attention_factor()
    np.testing.assert_allclose(scheme.encode(np.arange(length) + 0.0, dim, length=length), table, atol=1e-13)
    others = 1.0 if exponent == "turned columns" else size
    np.testing.assert_allclose(np.linalg.norm(table, axis=1) ** 2, 3 * size**2 + 3 * others**2)
    np.testing.assert_allclose(geometry.dots(scheme, length=length, dim=dim), table @ table.T, rtol=1e-12)
    apart = np.linalg.norm(table[:, None] - table, axis=-1)
    np.testing.assert_allclose(geometry.distances(scheme, length=length, dim=dim), apart, rtol=1e-9, atol=1e-9)
    blocks = closed_forms.block_means(scheme, 10, 20, 4, dim, length)
    np.testing.assert_allclose(blocks, table[10:].reshape(4, 20, dim).mean(axis=1), rtol=0, atol=1e-12)
    ones = np.zeros((length, dim))
    ones[:, scheme.pairs(dim)[:, 1]] = 1
    np.testing.assert_allclose(scheme.rotate(ones, range(length)), table, rtol=0, atol=1e-13)
    for library in ("numpy", "torch"):
        pytest.importorskip(library)
        names: dict = {}
        exec(scheme.code(library, length, dim), names)
        np.testing.assert_allclose(np.asarray(names["PE"]), table, rtol=0, atol=1e-12)
    for column in range(dim):
        assert scheme.derivation(7, column, dim, length=length)[-1].startswith(f"PE(7, {column}) ")


def test_unused_parameters_are_idle():
    assert RoPE().inactive_parameters() == {"exponent", "factor", "trained_length", "factors"}
    base = {"factor": 3.0, "trained_length": 40, "factors": "2, 3", "exponent": "all columns"}
    for scaling in ("none", "linear", "NTK-aware", "dynamic", "YaRN", "YaRN as printed", "llama3", "LongRoPE"):
        for share in (0.5, 1.0):
            scheme = RoPE(scaling=scaling, share=share)
            table = scheme.encode(range(3000), 12)
            changing = {
                name
                for name, value in base.items()
                if not np.array_equal(replace(scheme, **{name: value}).encode(range(3000), 12), table)
            }
            assert changing.isdisjoint(scheme.inactive_parameters())
            assert changing | scheme.inactive_parameters() == set(base)


def test_the_symbols_of_the_formula_are_explained():
    for scaling, symbols in (("none", ""), ("linear", "g_i"), ("YaRN", "g_i a"), ("llama3", "g_i")):
        for share in (1.0, 0.5):
            scheme = RoPE(scaling=scaling, share=share)
            assert list(scheme.letters) == (["r"] if share < 1 else []) + symbols.split()
            for letter in scheme.letters:
                assert f"{letter} = " in scheme.formula


def test_a_size_has_the_digits_that_its_product_needs():
    *_, rule, _, angle, last = RoPE(scaling="YaRN").derivation(40, 3, 64, length=64)
    assert rule.startswith(r"\approx 1.13863 \, \sin")
    assert angle == r"\approx 1.13863 \, \sin(29.99577)"
    assert last == r"PE(40, 3) \approx -1.12574"


def test_a_rotation_too_slow_for_float64_is_worked_to_its_last_digit():
    scheme = RoPE(base=1.7e308, scaling="linear", factor=1000.0)
    *_, rule, last = scheme.derivation(40, 4095, 4096, length=64)
    assert rule.startswith(r"= \sin\left(\frac{40}{1000 \times")
    assert last.startswith(r"PE(40, 4095) \approx 3.")
