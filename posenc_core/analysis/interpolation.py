"""Interpolation along one axis, as in `torch.nn.functional.interpolate` and Pillow."""

from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np

from posenc_core.arrays import Array

Kind = Literal["nearest", "nearest-exact", "bilinear", "bicubic", "lanczos", "area"]
Places = Literal["half-pixel", "corners", "offset", "origin"]

OFFSET = 0.1  # DINO computes the scale from a size that is larger by so much


class Method(NamedTuple):
    """Interpolation along one axis.

    Attributes
    ----------
    kind : str
        Interpolation as in `torch.nn.functional.interpolate`, or "lanczos".
    places : {"half-pixel", "corners", "offset", "origin"}
        Alignment: half-pixel centers, aligned corners, half-pixel centers with the scale of an output larger by 0.1
        (DINO), or i times the scale.
    antialias : bool
        True if the filter widens for smaller outputs.
    """

    kind: Kind
    places: Places = "half-pixel"
    antialias: bool = False


METHODS: tuple[Method, ...] = (
    *(Method(kind, places) for kind in ("bilinear", "bicubic") for places in ("half-pixel", "corners", "offset")),
    *(Method(kind, places, True) for kind in ("bilinear", "bicubic") for places in ("half-pixel", "offset", "corners")),
    Method("nearest"),
    Method("nearest-exact"),
    Method("area"),
    Method("lanczos", antialias=True),
    Method("bilinear", "origin"),
    Method("bicubic", "origin"),
)  # fmt: skip
"""Interpolations, common ones first."""


def weights(method: Method, before: int, after: int) -> Array:
    """Compute the weights of the inputs in each output, as `torch.nn.functional.interpolate` does.

    Parameters
    ----------
    method : Method
        Bicubic interpolation has a = -0.75, or -0.5 with antialiasing like Pillow.
    before, after : int
        Number of inputs and outputs.

    Returns
    -------
    (after, before) ndarray
        Weights with rows that sum to 1.

    Examples
    --------
    >>> weights(Method("bilinear"), 2, 4)
    array([[1.  , 0.  ],
           [0.75, 0.25],
           [0.25, 0.75],
           [0.  , 1.  ]])
    """
    if before == after == 1:
        return np.ones((1, 1))
    i = np.arange(after)
    scale = before / after
    if method.places == "offset":
        scale = before / (after + OFFSET)
    elif method.places == "corners":
        scale = (before - 1) / (after - 1) if after > 1 else 0.0
    if method.antialias:
        return _windows(method.kind, scale, before, after)
    if method.kind == "area":
        # mean of the inputs that an output overlaps
        first, last = i * before // after, -(-(i + 1) * before // after)
        touched = (np.arange(before) >= first[:, None]) & (np.arange(before) < last[:, None])
        return np.asarray(touched / touched.sum(axis=1, keepdims=True))
    places = (i + 0.5) * scale - 0.5
    if method.places in ("corners", "origin"):
        places = i * scale
    matrix = np.zeros((after, before))
    if method.kind in ("nearest", "nearest-exact"):
        half = 0.5 if method.kind == "nearest-exact" else 0
        at = np.floor((i + half) * scale)
        matrix[i, at.astype(np.int64).clip(0, before - 1)] = 1
        return matrix
    if method.kind == "bilinear":
        places = np.maximum(places, 0)
    low = np.floor(places).astype(np.int64)
    taps, function = range(-1, 3), _cubic(-0.75)
    if method.kind == "bilinear":
        taps, function = range(2), _linear
    for tap in taps:
        # replicate the edges
        np.add.at(matrix, (i, (low + tap).clip(0, before - 1)), function(np.abs(places - low - tap)))
    return matrix


def resize_cells(table: Array, old: tuple[int, int], new: tuple[int, int], method: Method) -> Array:
    """Resize a table of the cells of a grid, line by line. (h w, d) -> (h' w', d)."""
    vertical, horizontal = zip(old, new, strict=True)
    down = weights(method, *vertical)
    across = down if horizontal == vertical else weights(method, *horizontal)
    # (h', h) (h, w d), then (w', w) (w, d) for each row
    cells = across @ (down @ table.reshape(old[0], -1)).reshape(len(down), old[1], -1)
    return np.asarray(cells.reshape(-1, table.shape[1]))


def _windows(kind: Kind, scale: float, before: int, after: int) -> Array:
    """Weights of a filter that widens for smaller outputs, normalized at the edges."""
    function, reach = {"bilinear": (_linear, 1), "bicubic": (_cubic(-0.5), 2), "lanczos": (_lanczos, 3)}[kind]
    wide = max(scale, 1.0)
    centers = (np.arange(after) + 0.5) * scale
    first = np.maximum((centers - reach * wide + 0.5).astype(np.int64), 0)[:, None]
    last = np.minimum((centers + reach * wide + 0.5).astype(np.int64), before)[:, None]
    j = np.arange(before)
    inside = (j >= first) & (j < last)
    matrix = np.where(inside, function(np.abs(j + 0.5 - centers[:, None]) / wide), 0.0)
    return np.asarray(matrix / matrix.sum(axis=1, keepdims=True))


def _linear(x: Array) -> Array:
    return np.maximum(1 - x, 0)


def _cubic(a: float) -> Callable[[Array], Array]:
    """Keys' cubic convolution with slope a at distance 1."""

    def function(x: Array) -> Array:
        near = ((a + 2) * x - (a + 3)) * x * x + 1
        far = ((x - 5) * x + 8) * x * a - 4 * a
        return np.where(x <= 1, near, np.where(x < 2, far, 0.0))

    return function


def _lanczos(x: Array) -> Array:
    return np.where(x < 3, np.sinc(x) * np.sinc(x / 3), 0.0)
