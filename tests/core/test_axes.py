"""Positions with several axes: rotations, their listings, attention over a grid, and the positions of prompts."""

import numpy as np
import pytest

from posenc_core import SCHEMES, AxialRoPE, CustomTable, Grid, MRoPE, RoPE, images, mrope_positions, scheme, schemes
from posenc_core.analysis.images import Image, Text, Video

PUBLISHED = {**AxialRoPE.published(), **MRoPE.published()}
ALL = [
    *PUBLISHED.values(),
    *(
        kind(**{each.name: value})
        for kind in (AxialRoPE, MRoPE)
        for each in kind.parameters()
        for value in each.domain.samples
    ),
]
several = pytest.mark.parametrize("each", ALL, ids=repr)


def positions(each, count: int = 5) -> np.ndarray:
    return np.random.default_rng(0).integers(0, 12, (count, each.axes))


def test_they_are_found_by_name_and_absent_from_lists_of_one_axis():
    assert scheme("axial rope") == AxialRoPE()
    assert scheme("M-RoPE", base=10) == MRoPE(base=10)
    assert not {"AxialRoPE", "MRoPE"} & SCHEMES.keys()
    assert {name: kind for name, kind in schemes.ALL_SCHEMES.items() if kind().axes == 1} == SCHEMES


@several
@pytest.mark.parametrize("dim", [2, 16, 20])
def test_logits_depend_on_the_offset_alone_and_lengths_stay(each, dim):
    q, k = np.random.default_rng(1).normal(size=(2, 5, dim))
    at = positions(each)
    turned = each.rotate(q, at)
    np.testing.assert_allclose(np.linalg.norm(turned, axis=1), np.linalg.norm(q, axis=1))
    scores = [(each.rotate(q, at + shift) * each.rotate(k, at[::-1] + shift)).sum(1) for shift in (0, 7)]
    np.testing.assert_allclose(*scores, atol=1e-9)
    units = np.eye(dim)
    one = each.rotate(units, np.tile(at[0], (dim, 1)))
    traces = [(one * each.rotate(units, np.tile(other, (dim, 1)))).sum() for other in at]
    np.testing.assert_allclose(each.mean_logits(at[0], at, dim)[0] * dim**0.5, traces, atol=1e-9)
    assert each.axis_of_columns(dim).shape == (dim,)


@several
@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_the_listing_computes_the_same(each, library):
    if library == "torch":
        pytest.importorskip("torch")
    rows = each.height if isinstance(each, AxialRoPE) and each.height < 99 else 6
    columns = each.width if isinstance(each, AxialRoPE) and each.width < 99 else 6
    frames = 2 if each.axes == 3 and isinstance(each, AxialRoPE) and each.height < 99 and each.width < 99 else 1
    number = np.arange(frames * rows * columns)
    if isinstance(each, AxialRoPE):
        columns, rows = each.width, each.height
    at = np.stack([number // (rows * columns), number // columns % rows, number % columns], 1)[:, -each.axes :]
    for dim in (16, 18):
        names: dict = {}
        exec(each.code(library, len(number), dim), names)
        query = np.zeros((len(number), dim))
        query[:, each.pairs(dim)[:, 0]] = 1
        np.testing.assert_allclose(names["Q"], each.rotate(query, at), atol=1e-9)
