"""Attention over a grid of patches, axes of dimensions, positions of a prompt, and larger images, with their claims."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import get_args

import numpy as np

from dashboard.numbers.memory import shared_cache
from dashboard.state.parameters import GRID_SIDE, PARAMETERS
from dashboard.state.study import Study
from posenc_core import AxialRoPE, Grid, MRoPE, Scheme
from posenc_core.analysis import images
from posenc_core.arrays import Array
from posenc_core.foundation.several_axes import SeveralAxes
from posenc_core.text.messages import Claim, claim

LARGER = 24
"""Rows and columns of the grid of a larger image."""

ROWS, COLUMNS = 8, 14
PATCH = 4, 9
"""Grid of a wide image, in which exchanged axes are visible, and the patch that attends."""

DIM = 128
HEADS = {
    "DINOv3": 64, "Gemma 4, vision": 72, "Qwen2-VL to Qwen3.5, vision": 80, "Pixtral": 64, "Llama 4, vision": 88,
    "Kimi K2.5, vision": 72, "EVA-02": 64, "Qwen3.5": 256,
}  # fmt: skip
"""Dimensions of a head, and those of models with another number."""

RESIZED_MODELS = {"scaled": "EVA-02", "normalized": "DINOv3", "patches": "Qwen2-VL to Qwen3.5, vision"}
"""Models with three kinds of coordinates for a larger image."""

TOLERANCE = 1e-9
"""Difference of logits, in nats, below which patches are equal."""

FEW = 3
"""Runs of dimensions that are listed; more are counted."""

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


def rotations(study: Study) -> dict[str, SeveralAxes]:
    """Return the selected settings of both rotations."""
    return {
        "axial": AxialRoPE.published()[study.options["axial"]],
        "mrope": MRoPE.published()[study.options["mrope"]],
    }


def dim(study: Study, id: str) -> int:
    """Dimensions of a head in an encoding, or of a table."""
    return HEADS.get(study.options.get(id, ""), DIM)


def name(study: Study, id: str) -> Claim:
    """Name of a panel, with the model of its setting."""
    if id not in study.options:
        return claim(f"images-{id}")
    return claim(f"images-{id}", name=claim(PARAMETERS[id].option_message(study.options[id])))


# The figure


def patch(study: Study) -> tuple[int, int]:
    """Row and column of the selected patch."""
    return study.options["patch_row"], study.options["patch_column"]


def falls(study: Study) -> dict[str, Array]:
    """Logits of the selected patch with every patch relative to the one with itself, in nats, of each panel."""
    own = patch(study)
    encodings: dict[str, Scheme | Array] = {"grid": Grid(width=GRID_SIDE), "learned": learned_table()}
    results = {}
    for id, encoding in (encodings | rotations(study)).items():
        logits = images.grid_logits(encoding, own, GRID_SIDE, GRID_SIDE, dim=dim(study, id))
        results[id] = logits - logits[own]
    return results


def verdict(study: Study, falls: dict[str, Array]) -> list[Claim]:
    """Patches that attract the selected one, if it does not attend most to itself and then to a direct neighbor."""
    own, elsewhere = patch(study), []
    for id, fall in falls.items():
        others = fall.copy()
        others[own] = -np.inf
        best = nearest(fall, own)
        if best != own or np.abs(np.subtract(nearest(others, own), own)).sum() != 1:
            elsewhere.append(claim("images-elsewhere", name=name(study, id), row=best[0], column=best[1]))
    return elsewhere or [claim("images-local")]


def nearest(fall: Array, own: tuple[int, int]) -> tuple[int, int]:
    """Row and column of the patch with the largest logit, among equals the selected one, else a direct neighbor."""
    best = np.argwhere(fall >= fall.max() - TOLERANCE)
    row, column = best[np.abs(best - own).sum(axis=1).argmin()].tolist()
    return row, column


def least(fall: Array) -> Claim:
    """Smallest attention of the selected patch, relative to itself."""
    return claim("images-least", share=float(np.exp(fall.min())))


# Axes of dimensions


def axes_of_dimensions(encoding: SeveralAxes, dim: int) -> list[str]:
    """Axis of each dimension: row, column, time, or none."""
    names = (*encoding.axis_names, "none")
    return [names[axis] for axis in encoding.axis_of_columns(dim).tolist()]


def axes_of_grid() -> list[str]:
    """Axis of each dimension of Grid: one that changes from row to row belongs to the row."""
    table = Grid(width=GRID_SIDE).encode(range(GRID_SIDE**2), DIM).reshape(GRID_SIDE, GRID_SIDE, DIM)
    return ["row" if moves else "column" for moves in np.ptp(table, axis=0).any(axis=0).tolist()]


def dimensions(study: Study, id: str) -> list[Claim]:
    """Dimensions of each axis of a rotation, and the partner of a dimension."""
    encoding, d = rotations(study)[id], dim(study, id)
    spans: dict[str, list[tuple[int, int]]] = {}
    for axis, run in groupby(enumerate(axes_of_dimensions(encoding, d)), key=lambda entry: entry[1]):
        places = [place for place, _ in run]
        spans.setdefault(axis, []).append((places[0], places[-1]))
    statements = []
    for axis, runs in spans.items():
        own = claim(f"images-{axis}")
        if len(runs) > FEW:
            count = sum(last - first + 1 for first, last in runs)
            statements.append(claim("images-turns", name=own, count=count, start=runs[0][0], end=runs[-1][1]))
        else:
            listed = tuple(claim("images-run", start=first, end=last) for first, last in runs)
            statements.append(claim("images-axis", name=own, spans=listed))
    pairs = encoding.pairs(d)[encoding.axis_of_pairs(d) >= 0]
    return [*statements, claim("images-pairs", offset=int(np.ptp(pairs[0])), dim=d)]


# The prompt


def prompt(study: Study, model: images.Model = "Qwen2-VL") -> images.Prompt:
    """Positions of the tokens of text, then images, each with text after it; an image token is 2 × 2 patches."""
    text = images.Text(study.options["text_tokens"])
    image = images.Image(2 * study.options["grid_rows"], 2 * study.options["grid_columns"])
    segments: list[images.Text | images.Image] = [text]
    for _ in range(study.options["images"]):
        segments += [image, text]
    return images.mrope_positions(segments, model)


def after_image(study: Study) -> list[Claim]:
    """Position of the first token after the first image, and the next position after the prompt."""
    positions, segments, later = prompt(study)
    agreeing = [model for model in get_args(images.Model) if np.array_equal(prompt(study, model).positions, positions)]
    start, first = (int(np.flatnonzero(segments == segment)[0]) for segment in (1, 2))
    begin, position = int(positions[start, 0]), int(positions[first, 0])
    rows, width = study.options["grid_rows"], study.options["grid_columns"]
    return [
        claim("images-after", rows=rows, width=width, count=first - start, start=begin, offset=position - begin,
              position=position, other=first, schemes=tuple(agreeing)),
        claim("images-next", length=len(positions), later=later, value=later - len(positions)),
    ]  # fmt: skip


# Another resolution


@shared_cache
def resized() -> dict[str, tuple[Array, Array]]:
    """Cosines of a patch with those to its right, on the trained and on the larger grid."""
    table = learned_table()
    larger = images.resize_grid(table, (GRID_SIDE, GRID_SIDE), (LARGER, LARGER))
    cosines = {"table": (_cosines(table, GRID_SIDE), _cosines(larger, LARGER))}
    for id, model in RESIZED_MODELS.items():
        scheme = replace(AxialRoPE.published()[model], trained_side=GRID_SIDE)
        before, after = (
            images.grid_logits(scheme, (0, 0), side, side, dim=HEADS[model])[0] for side in (GRID_SIDE, LARGER)
        )
        cosines[id] = (before / before[0], after / after[0])
    return cosines


def _cosines(table: Array, side: int) -> Array:
    """Mean cosine of patches in one row of the image, by distance."""
    units = (table / np.linalg.norm(table, axis=1, keepdims=True)).reshape(side, side, -1)
    products = np.einsum("rid,rjd->ij", units, units) / side
    return np.array([np.diagonal(products, distance).mean() for distance in range(side)])


def resolution() -> Claim:
    """Similarity of neighbors when patches are counted, and offsets that the training lacks."""
    before, _ = resized()["patches"]
    return claim("images-resolution", value=float(before[1]), start=GRID_SIDE, end=LARGER - 1)


def edges(before: Array, after: Array) -> Claim:
    """Cosines of neighbors and of opposite edges on both grids."""
    ends = {"high": float(before[-1]), "low": float(after[-1])}
    return claim("images-resized", here=float(before[1]), there=float(after[1]), **ends)


# Order of axes


def attention_of_row_head(study: Study, indexing: str) -> Array:
    """Attention over a wide image of a head whose query and key have equal numbers in the dimensions of the row."""
    scheme = replace(AxialRoPE.published()[study.options["axial"]], height=ROWS, width=COLUMNS)
    place, size = np.arange(ROWS * COLUMNS, dtype=np.float64), dim(study, "axial")
    positions = np.stack([np.zeros_like(place), *INDEXINGS[indexing](place)], 1)[:, -scheme.axes :]
    content = np.equal(axes_of_dimensions(scheme, size), "row").astype(np.float64)
    rotated = scheme.rotate(np.tile(content, (len(place), 1)), positions)
    logits = rotated @ rotated[PATCH[0] * COLUMNS + PATCH[1]] / np.sqrt(size)
    weights = np.exp(logits - logits.max())
    return np.asarray(weights / weights.sum()).reshape(ROWS, COLUMNS)


def row_head(study: Study) -> Claim:
    """Attention of a head of rows to its own row and column, in correct code and with exchanged axes."""
    row, column = PATCH
    right, exchanged = (attention_of_row_head(study, id) for id in ("right", "exchanged"))
    own = {"share": float(right[row].sum()), "here": float(exchanged[row].sum())}
    return claim("images-row-head", **own, there=float(exchanged[:, column].sum()))


# Misconceptions


@shared_cache
def misconceptions() -> Sequence[Claim]:
    """Corrections of common misconceptions about positions of images."""
    before, side = 10, 16
    after = images.mrope_positions([images.Text(before), images.Image(2 * side, 2 * side)]).next
    waves = []
    for id in ("Qwen2-VL, Qwen2.5-VL", "Qwen3-VL"):
        scheme = MRoPE.published()[id]
        rows = scheme.axis_of_pairs(DIM) == scheme.axis_names.index("row")
        waves.append(float(2 * np.pi / scheme.frequencies(DIM)[rows].max()))
    return [
        claim("images-advance", rows=side, count=side**2, start=before, position=after, other=before + side**2),
        claim("images-slow", here=waves[0], there=waves[1]),
        claim("images-silent", count=_equal_logits(AxialRoPE.published()["DINOv3"])),
    ]


def _equal_logits(scheme: AxialRoPE) -> int:
    """Count the mean logits of a patch with all patches of a square grid that exchanged axes leave equal."""
    scheme = replace(scheme, height=GRID_SIDE, width=GRID_SIDE)
    positions, place = images.grid_positions(GRID_SIDE, GRID_SIDE), PATCH[0] * GRID_SIDE + PATCH[1]
    right, exchanged = (
        scheme.mean_logits(order[place], order, HEADS["DINOv3"])[0] for order in (positions, positions[:, ::-1])
    )
    return int(np.count_nonzero(np.abs(right - exchanged) <= TOLERANCE))
