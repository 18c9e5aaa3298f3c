"""Numbers of Images: logits over a grid of patches, axes of dimensions, positions of a prompt, and resized grids."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple, get_args

import numpy as np

from dashboard.numbers.memory import shared_cache
from dashboard.state.parameters import GRID_SIDE
from dashboard.state.study import Study
from posenc_core import AxialRoPE, Grid, MRoPE, Scheme
from posenc_core.analysis import images
from posenc_core.arrays import Array
from posenc_core.foundation.several_axes import SeveralAxes

LARGER = 24
"""Rows and columns of the grid of a larger image."""

ROWS, COLUMNS = 8, 14
PATCH = 4, 9
"""Grid of a wide image, in which exchanged axes are visible, and the patch that attends."""

MENUS = ("axial", "mrope")
"""Options with the models of both rotations."""

DIM = 128
HEADS = {
    "DINOv3": 64, "Gemma 4, vision": 72, "Qwen2-VL to Qwen3.5, vision": 80, "Pixtral": 64, "Llama 4, vision": 88,
    "Kimi K2.5, vision": 72, "EVA-02": 64, "Qwen3.5": 256,
}  # fmt: skip
"""Dimensions of a head, and those of models with another number."""

TOLERANCE = 1e-9
"""Difference of logits, in nats, below which patches are equal."""

INDEXINGS: dict[str, Callable[[Array], tuple[Array, Array]]] = {
    "right": lambda p: (p // COLUMNS, p % COLUMNS),
    "exchanged": lambda p: (p % COLUMNS, p // COLUMNS),
    "flattened": lambda p: (p % ROWS, p // ROWS),
}
"""Row and column of patch p in correct code, with exchanged axes, and with patches numbered column by column."""


@shared_cache
def learned_table() -> Array:
    """Stand-in of a learned table of patches."""
    return images.learned_grid(GRID_SIDE, GRID_SIDE, DIM)


def axial_rope(study: Study) -> AxialRoPE:
    """Return the selected setting of an axial RoPE."""
    return AxialRoPE.published()[study.options["axial"]]


def mrope(study: Study) -> MRoPE:
    """Return the selected setting of an M-RoPE."""
    return MRoPE.published()[study.options["mrope"]]


def encodings(study: Study) -> dict[str, Scheme]:
    """Return the encodings whose dimensions belong to axes."""
    return {"grid": Grid(width=GRID_SIDE), "axial": axial_rope(study), "mrope": mrope(study)}


def dim(study: Study, id: str) -> int:
    """Dimensions of a head in an encoding, or of a table."""
    return HEADS.get(study.options.get(id, ""), DIM)


def patch(study: Study) -> tuple[int, int]:
    """Row and column of the selected patch."""
    return study.options["patch_row"], study.options["patch_column"]


def falls(study: Study) -> dict[str, Array]:
    """Logits of the selected patch with every patch relative to the one with itself, in nats, of each panel."""
    own = patch(study)
    schemes = encodings(study)
    every: dict[str, Scheme | Array] = {"grid": schemes["grid"], "learned": learned_table()}
    logits = {
        id: images.grid_logits(encoding, own, GRID_SIDE, GRID_SIDE, dim=dim(study, id))
        for id, encoding in (every | schemes).items()
    }
    return {id: values - values[own] for id, values in logits.items()}


def nearest(fall: Array, own: tuple[int, int]) -> tuple[int, int]:
    """Row and column of the patch with the largest logit, among equals the selected one, else a direct neighbor."""
    best = np.argwhere(fall >= fall.max() - TOLERANCE)
    row, column = best[np.abs(best - own).sum(axis=1).argmin()].tolist()
    return row, column


def is_local(fall: Array, own: tuple[int, int]) -> bool:
    """Return whether a patch attends most to itself, and then to a direct neighbor."""
    others = fall.copy()
    others[own] = -np.inf
    return nearest(fall, own) == own and int(np.abs(np.subtract(nearest(others, own), own)).sum()) == 1


def axes_of_dimensions(encoding: Scheme, dim: int) -> list[str]:
    """Axis of each dimension: row, column, time, or none."""
    if isinstance(encoding, SeveralAxes):
        names = (*encoding.axis_names, "none")
        return [names[axis] for axis in encoding.axis_of_columns(dim).tolist()]
    table = encoding.encode(range(GRID_SIDE**2), dim).reshape(GRID_SIDE, GRID_SIDE, dim)
    return ["row" if moves else "column" for moves in np.ptp(table, axis=0).any(axis=0).tolist()]


def runs(axes: Sequence[str]) -> dict[str, list[tuple[int, int]]]:
    """First and last dimension of each run of equal axes, by axis."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for name, run in groupby(enumerate(axes), key=lambda entry: entry[1]):
        places = [place for place, _ in run]
        spans.setdefault(name, []).append((places[0], places[-1]))
    return spans


def segments(study: Study) -> list[images.Text | images.Image]:
    """Text, then images, each with text after it; an image token is 2 × 2 patches."""
    text = images.Text(study.options["text_tokens"])
    image = images.Image(2 * study.options["grid_rows"], 2 * study.options["grid_columns"])
    return [text, *(part for _ in range(study.options["images"]) for part in (image, text))]


def prompt(study: Study) -> images.Prompt:
    """Positions of the tokens of the prompt."""
    return images.mrope_positions(segments(study), "Qwen2-VL")


def agreeing_models(study: Study) -> tuple[str, ...]:
    """Families of models that give the prompt the same positions."""
    expected = prompt(study).positions.tolist()
    return tuple(
        model
        for model in get_args(images.Model)
        if images.mrope_positions(segments(study), model).positions.tolist() == expected
    )


class Resized(NamedTuple):
    """Cosines of a patch with those to its right, on the trained and the larger grid."""

    before: Array
    after: Array


@shared_cache
def resized() -> dict[str, Resized]:
    """Effect of a larger image on an interpolated table, and on three kinds of coordinates."""
    sides = (GRID_SIDE, LARGER)
    table = learned_table()
    tables = [table, images.resize_grid(table, (GRID_SIDE, GRID_SIDE), (LARGER, LARGER))]
    models = {"scaled": "EVA-02", "normalized": "DINOv3", "patches": "Qwen2-VL to Qwen3.5, vision"}
    cosines = {"table": Resized(*(_cosines(rows, side) for rows, side in zip(tables, sides, strict=True)))}
    for id, model in models.items():
        scheme = replace(AxialRoPE.published()[model], trained_side=GRID_SIDE)
        logits = [images.grid_logits(scheme, (0, 0), side, side, dim=HEADS[model])[0] for side in sides]
        cosines[id] = Resized(*(row / row[0] for row in logits))
    return cosines


def _cosines(table: Array, side: int) -> Array:
    """Mean cosine of patches in one row of the image, by distance."""
    units = (table / np.linalg.norm(table, axis=1, keepdims=True)).reshape(side, side, -1)
    products = np.einsum("rid,rjd->ij", units, units) / side
    return np.array([np.diagonal(products, distance).mean() for distance in range(side)])


def attention_of_row_head(study: Study, indexing: str) -> Array:
    """Attention over a wide image of a head whose query and key have equal numbers in the dimensions of the row."""
    scheme, size = replace(axial_rope(study), height=ROWS, width=COLUMNS), dim(study, "axial")
    place = np.arange(ROWS * COLUMNS, dtype=np.float64)
    positions = np.stack([np.zeros_like(place), *INDEXINGS[indexing](place)], 1)[:, -scheme.axes :]
    content = np.equal(axes_of_dimensions(scheme, size), "row").astype(np.float64)
    rotated = scheme.rotate(np.tile(content, (len(place), 1)), positions)
    logits = rotated @ rotated[PATCH[0] * COLUMNS + PATCH[1]] / np.sqrt(size)
    weights = np.exp(logits - logits.max())
    return np.asarray(weights / weights.sum()).reshape(ROWS, COLUMNS)
