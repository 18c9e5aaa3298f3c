"""Shift maps: exact matrices, and the published residuals where there is none."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_core import Binary, Index, Normalized, Sinusoidal
from posenc_core.analysis import shift
from tests.data import read

DATA = read("reference.json")
BLOCKS, SCORES = DATA["block_shift_k8_n128"], DATA["scorecard_n128_d64"]

SCHEMES = {
    "Index": (Index(spread="one column"), 1),
    "Normalized N": (Normalized(divisor="N", spread="one column"), 1),
    "Normalized N-1": (Normalized(spread="one column"), 1),
    "Binary 0/1": (Binary(), 64),
    "Binary -1/1": (Binary(values="-1/1"), 64),
}


def moved(scheme, dim, start, stop, offset=8):
    """Norm of the shift over the norm of the shifted vectors: the reference divides by the vectors."""
    before, after = (scheme.encode(range(start + k, stop - offset + k), dim, length=stop) for k in (0, offset))
    return np.linalg.norm(after - before) / np.linalg.norm(after)


sinusoids = st.builds(Sinusoidal, base=st.floats(1.5, 1e6), layout=st.sampled_from(["interleaved", "concatenated"]))
dims = st.integers(1, 24).map(lambda pairs: 2 * pairs)
offsets = st.integers(-500, 500)


def test_one_block_by_hand():
    cosine, sine = np.cos(0.3), np.sin(0.3)
    np.testing.assert_allclose(shift.rotation(0.3), [[cosine, -sine], [sine, cosine]], rtol=1e-15)
    row = np.array([np.sin(2.0), np.cos(2.0)])
    np.testing.assert_allclose(row @ shift.rotation(0.3), [np.sin(2.3), np.cos(2.3)], rtol=1e-14)


@given(sinusoids, dims, offsets, st.lists(st.integers(0, 2000), min_size=1, max_size=4))
def test_the_matrix_maps_every_row_to_the_row_at_the_offset(scheme, dim, offset, positions):
    move = shift.closed_form(scheme, offset, dim)
    before, after = (scheme.encode([p + k for p in positions], dim) for k in (0, offset))
    np.testing.assert_allclose(before @ move.matrix, after, rtol=0, atol=1e-11)
    assert not move.translation.any()
    # of columns multiplied from the left
    np.testing.assert_allclose(move.matrix.T @ before.T, after.T, rtol=0, atol=1e-11)


@given(sinusoids, dims, offsets, offsets)
def test_two_shifts_compose_and_keep_lengths(scheme, dim, a, b):
    first, second, both = (shift.closed_form(scheme, k, dim).matrix for k in (a, b, a + b))
    np.testing.assert_allclose(first @ second, both, rtol=0, atol=1e-12)
    np.testing.assert_allclose(first @ first.T, np.eye(dim), rtol=0, atol=1e-14)
    np.testing.assert_allclose(shift.closed_form(scheme, -a, dim).matrix, first.T, rtol=0, atol=0)


def test_no_closed_form_without_pairs_that_turn():
    for layout in ("interleaved", "concatenated"):
        assert all(shift.closed_form(Sinusoidal(layout=layout), 1, dim) is None for dim in (1, 5, 63))
    for scheme, dim in SCHEMES.values():
        assert shift.closed_form(scheme, 1, dim) is None
        assert list(shift.residuals(scheme, 1, 9, dim)) == ["blocks", "affine"]
    assert list(shift.residuals(Sinusoidal(), 1, 9, 4)) == ["closed form", "blocks", "affine"]


@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
def test_the_wrong_sign(layout):
    table = Sinusoidal(layout=layout).encode(range(128), 64)
    move = shift.closed_form(Sinusoidal(layout=layout), 8, 64)
    assert shift.residual(move, table, 8) < 1e-12
    wrong = move._replace(matrix=move.matrix.T)
    published = BLOCKS["wrong_sign_sinusoidal_d64"] / moved(Sinusoidal(), 64, 0, 128)
    assert shift.residual(wrong, table, 8) == pytest.approx(published, abs=5e-4)


@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
def test_the_closed_form_is_exact_beyond_the_fitted_positions(layout):
    residuals = shift.residuals(Sinusoidal(layout=layout), 8, 128, 64)
    for name in ("closed form", "blocks"):
        assert max(residuals[name]) < 1e-12
    # the vectors of 128 positions do not determine 64 x 64 numbers
    assert residuals["affine"].unseen > 1e6 * residuals["affine"].seen


def test_blocks_of_bits():
    residual = shift.residuals(Binary(), 8, 128, 64)["blocks"]
    ratios = moved(Binary(), 64, 0, 128), moved(Binary(), 64, 120, 256)
    assert residual == pytest.approx(np.divide(BLOCKS["Binary 0/1"], ratios), rel=1e-9)


@pytest.mark.parametrize("name", SCHEMES)
def test_affine_fits_of_the_reference(name):
    scheme, dim = SCHEMES[name]
    expected = [SCORES[name][key] for key in ("aff_resid_k8", "aff_resid_extrap_k8")]
    ratios = moved(scheme, dim, 0, 128), moved(scheme, dim, 120, 256)
    assert shift.residuals(scheme, 8, 128, dim)["affine"] == pytest.approx(
        np.divide(expected, ratios), rel=1e-9, abs=1e-13
    )


def test_an_affine_fit_finds_the_map_that_made_the_rows():
    random = np.random.default_rng(0)
    matrix, translation = np.linalg.qr(random.normal(size=(3, 3)))[0], random.normal(size=3)
    rows = [random.normal(size=3)]
    for _ in range(19):
        rows.append(rows[-1] @ matrix + translation)
    fit = shift.affine_fit(np.array(rows), 1)
    np.testing.assert_allclose(fit.matrix, matrix, atol=1e-12)
    np.testing.assert_allclose(fit.translation, translation, atol=1e-12)


@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
def test_a_lone_column_is_scaled(layout):
    scheme, dim, offset = Sinusoidal(layout=layout, base=10), 5, 3
    pairs, table = scheme.pairs(dim), scheme.encode(range(40), dim)
    fit = shift.block_fit(table, offset, pairs)
    (lone,) = set(range(dim)) - set(pairs.ravel())
    before, after = table[:-offset, lone], table[offset:, lone]
    assert fit.matrix[lone, lone] == pytest.approx(before @ after / (before @ before))
    for pair, angle in zip(pairs, scheme.frequencies(dim) * offset, strict=False):
        np.testing.assert_allclose(fit.matrix[np.ix_(pair, pair)], shift.rotation(angle), atol=1e-12)
    assert np.count_nonzero(fit.matrix) == 4 * len(pairs) + 1
    powers = 2.0 ** np.arange(9)[:, None]
    assert shift.block_fit(powers, offset, np.empty((0, 2), int)).matrix == pytest.approx(8)


def test_residuals_by_hand():
    table = np.array([[1.0], [2.0], [2.0]])
    assert shift.residual(shift.Move(np.ones((1, 1)), np.zeros(1)), table, 1) == 1
    assert shift.residual(shift.Move(np.zeros((1, 1)), np.ones(1)), table, 1) == pytest.approx(np.sqrt(2))
    assert shift.residual(shift.Move(np.zeros((1, 1)), np.zeros(1)), table, 2) == 2
    assert np.isnan(shift.residual(shift.Move(np.eye(2), np.zeros(2)), np.ones((4, 2)), 1))
    # positions 4 to 7 repeat 0 to 3, and so have the same residual
    assert shift.residuals(Binary(), 1, 4, 1)["affine"] == pytest.approx((0, 0), abs=1e-15)


def test_an_array_is_fitted_to_its_first_half():
    table = Sinusoidal().encode(range(41), 6)
    residuals = shift.residuals(table, 3)
    assert list(residuals) == ["blocks", "affine"]
    pairs = np.arange(6).reshape(3, 2)
    blocks, affine = shift.block_fit(table[:20], 3, pairs), shift.affine_fit(table[:20], 3)
    for name, move in (("blocks", blocks), ("affine", affine)):
        assert residuals[name] == (shift.residual(move, table[:20], 3), shift.residual(move, table[17:], 3))
    assert max(residuals["blocks"]) < 1e-12
    assert shift.residuals(table.tolist(), 3) == residuals
    assert shift.residuals(table[:, :5], 3)["blocks"].unseen > 1e-3, "a sine without a cosine is not a pair"
    with pytest.raises(ValueError, match="offset = 20 must be a whole number from 1 to 19"):
        shift.residuals(table, 20)


@pytest.mark.parametrize("scale", [1e-170, 1e-20, 1e20, 1e149])
def test_residuals_do_not_depend_on_the_unit(scale):
    table = np.random.default_rng(0).normal(size=(12, 2)) + 3
    scaled, expected = shift.residuals(scale * table, 1), shift.residuals(table, 1)
    for name in scaled:
        assert scaled[name] == pytest.approx(expected[name], rel=1e-9)
    np.testing.assert_allclose(shift.affine_fit(scale * table, 1).matrix, shift.affine_fit(table, 1).matrix, rtol=1e-9)


@pytest.mark.parametrize("scheme", [Index(), Index(start=1), Index(spread="one column")])
@pytest.mark.parametrize(("length", "offset", "dim"), [(2, 1, 64), (2, 1, 1), (3, 2, 5), (128, 127, 64), (40, 3, 8)])
def test_translations_are_preferred_among_affine_fits(scheme, length, offset, dim):
    fit = shift.affine_fit(scheme.encode(range(length), dim), offset)
    np.testing.assert_array_equal(fit.matrix, np.eye(dim))
    assert fit.translation.max() == offset
    assert max(shift.residuals(scheme, offset, length, dim)["affine"]) < 1e-12


def test_a_translation_is_the_mean_difference():
    table = np.array([[0.0, 1], [1, 1], [4, 1]])
    fit = shift.translation_fit(table, 1)
    np.testing.assert_array_equal(fit.matrix, np.eye(2))
    np.testing.assert_array_equal(fit.translation, [2, 0])
    assert shift.affine_fit(table, 1).matrix[0, 0] != 1, "an inexact translation is rejected"


def test_the_largest_residual_includes_rows_of_zeros():
    still = shift.Move(np.eye(1), np.zeros(1))
    assert np.isnan(shift.residual(still, [[0.0], [1], [0]], 2))
    assert shift.largest_miss(still, [[0.0], [1], [0]], 1) == 1
    assert shift.largest_miss(still, [[0.0], [1], [0]], 2) == 0
    assert shift.largest_miss(still, np.zeros((3, 1)), 1) == 0
    assert shift.affine_fit([[0.0], [1], [0]], 2).matrix == 1, "constant rows have no shift"


def test_angles_that_leave_a_column_over_are_no_closed_form():
    class Paired(Sinusoidal):
        def angles_at_offset(self, offset, dim, length=None):
            return self.frequencies(dim)[: dim // 2] * offset

    assert shift.closed_form(Paired(), 3, 5) is None
    assert list(shift.residuals(Paired(), 3, 9, 5)) == ["blocks", "affine"]
    np.testing.assert_array_equal(
        shift.closed_form(Paired(), 3, 6).matrix, shift.closed_form(Sinusoidal(), 3, 6).matrix
    )
