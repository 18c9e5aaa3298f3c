"""Positions of an image grid, in the orders of published packages."""

import re

import numpy as np
import pytest

from posenc_core import Grid
from posenc_core.analysis import pictures
from posenc_core.schemes import closed_forms
from posenc_core.text.messages import claim
from tests.data import read

DATA = read("tables.json")["packages"]
# name of the entry -> the scheme with rows of `width`, and True if its first coordinate is the row
PACKAGES = {
    "2d_vit_mae_h2_w3_d8": (Grid(width=3), 6),
    "2d_timm_h2_w3_d8_default": (Grid(width=3, order="sines first"), 6),
    "2d_timm_h2_w3_d8_interleave_sin_cos": (Grid(width=3), 6),
    "2d_detr_h3_w4_f4_normalize=False": (Grid(width=4, order="interleaved", start=1), 12),
    "2d_detr_h3_w4_f4_normalize=True": (Grid(width=4, order="interleaved", start=1, normalized=True), 12),
    "2d_positional_encodings_3x4_d8": (Grid(width=4, order="interleaved"), 12),
}


@pytest.mark.parametrize("name", PACKAGES)
def test_orders_equal_those_of_packages(name):
    scheme, length = PACKAGES[name]
    assert DATA[name]["value"]
    for key, expected in DATA[name]["value"].items():
        # (x, y) of positional-encodings are its first and its second axis
        row, column = map(int, re.findall(r"=(\d+)", key))
        vectors = scheme.encode(row * scheme.width + column, 8, length=length)
        np.testing.assert_allclose(vectors, expected, rtol=0, atol=2e-6, err_msg=key)


def test_the_authors_of_mae_put_the_column_first():
    """Like diffusers, which also stretches a grid of 2 × 2 to 16: its second position is 8."""
    stretched = DATA["2d_diffusers_grid2_default_base16"]["value"]
    scheme = Grid(width=16, order="column first")
    np.testing.assert_allclose(scheme.encode(8, 8, length=256), stretched["token 1"], rtol=0, atol=1e-6)
    np.testing.assert_allclose(scheme.encode(8 * 16, 8, length=256), stretched["token 2"], rtol=0, atol=1e-6)
    halves = np.roll(Grid(width=5).encode(range(20), 12), 6, axis=1)
    np.testing.assert_array_equal(Grid(width=5, order="column first").encode(range(20), 12), halves)


def test_dim_must_be_divisible_by_4_and_positions_must_be_integers():
    message = "Grid has a sine and a cosine for the row and for the column, so d must be divisible by 4, not 6."
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        Grid().encode(range(3), 6)
    assert Grid().unsupported_reason("scores", 9, 6) == claim("lacks-fours", name="Grid", dim=6)
    with pytest.raises(ValueError, match=r"positions of Grid must be whole and between 0 and .*, not 1\.5"):
        Grid().encode([1.5], 8)


@pytest.mark.parametrize("order", ["row first", "interleaved"])
@pytest.mark.parametrize("width, normalized, start", [(1, False, 0), (5, True, 1), (64, False, 1), (64, True, 0)])
def test_means_of_blocks(width, normalized, start, order):
    scheme = Grid(width=width, order=order, normalized=normalized, start=start, base=100)
    table = scheme.encode(range(1000), 12)
    for first, rows, count in ((0, 1, 9), (3, 7, 40), (13, 200, 4)):
        means = table[first : first + rows * count].reshape(count, rows, 12).mean(axis=1)
        blocks = closed_forms.block_means(scheme, first, rows, count, 12, 1000)
        np.testing.assert_allclose(blocks, means, rtol=0, atol=1e-12)


def test_a_picture_of_a_long_grid_needs_no_vectors(monkeypatch):
    monkeypatch.setattr(Grid, "_fill", lambda *_: pytest.fail("computed the vector of every position"))
    assert pictures.picture(Grid(), length=2**20, dim=4096, height=1024, width=512).means.shape == (1024, 512)
