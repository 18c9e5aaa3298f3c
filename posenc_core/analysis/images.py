"""Positions of images and video: attention over a grid of patches, and the positions of a prompt with images."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from posenc_core.analysis.interpolation import Method, resize_cells
from posenc_core.arrays import Array, ArrayLike, Integers, match_option, real_array, whole
from posenc_core.foundation.base import Scheme

__all__ = [
    "Image", "Model", "Prompt", "Text", "Video", "grid_logits", "grid_positions", "learned_grid", "mrope_positions",
    "resize_grid",
]  # fmt: skip

Model = Literal["Qwen2-VL", "Qwen2.5-VL", "Qwen3-VL", "GLM-4.1V", "ERNIE 4.5"]
"""Families of models that count the positions of a prompt on three axes."""

After = Literal["all axes", "longer side"]
"""Axes whose largest position the text after a video continues."""

MERGE = 2
"""Rows and columns of patches that all of these models merge to one token."""

TOKENS_PER_SECOND = 2
"""Positions per second of video in Qwen2.5-VL."""

SPLIT = ("Qwen3-VL", "GLM-4.1V")
"""Families in which each frame of a video is a separate image, after its timestamp as text."""


BICUBIC = Method("bicubic")


class Text(NamedTuple):
    """Tokens of text, including those that mark the beginning and the end of an image.

    Attributes
    ----------
    tokens : int
        Number of tokens.
    """

    tokens: int


class Image(NamedTuple):
    """Patches of an image before merging, as in `image_grid_thw`.

    Attributes
    ----------
    rows, columns : int
        Even numbers of patches.
    """

    rows: int
    columns: int


class Video(NamedTuple):
    """Patches of a video before merging, as in `video_grid_thw`.

    Attributes
    ----------
    frames : int
        Number of temporal patches, usually of two frames each.
    rows, columns : int
        Even numbers of patches.
    seconds : float
        Duration of a temporal patch, used by Qwen2.5-VL.
    timestamp : int
        Tokens of text before each temporal patch, used by Qwen3-VL and GLM-4.1V.
    """

    frames: int
    rows: int
    columns: int
    seconds: float = 1.0
    timestamp: int = 0


class Prompt(NamedTuple):
    """Positions of the tokens of a prompt.

    Attributes
    ----------
    positions : ndarray of int, shape (n, 3)
        Time, row, and column.
    segments : ndarray of int, shape (n,)
        Index of the segment of each token.
    next : int
        Position of the next token of text on all axes. A 1-D model counts the tokens, from 0 to n - 1, so its next
        position is n.
    """

    positions: Integers
    segments: Integers
    next: int


def mrope_positions(
    segments: Sequence[Text | Image | Video], model: Model = "Qwen2-VL", *, after: After = "all axes"
) -> Prompt:
    """Count the positions of a prompt of text, images, and videos on the axes time, row, and column.

    Text has the same position on all axes. An image or a video begins at the next position, and text continues after
    its largest one.

    Parameters
    ----------
    segments : sequence of Text, Image, or Video
        Parts of the prompt, in order.
    model : {"Qwen2-VL", "Qwen2.5-VL", "Qwen3-VL", "GLM-4.1V", "ERNIE 4.5"}
        Family of models.
    after : {"all axes", "longer side"}
        Position after a video. all axes: after the largest position of any axis, as in the paper of Qwen2-VL and in
        transformers 4. longer side: after its rows and columns only, as in transformers 5, where the time of a long
        video reaches into the text after it. For images, both are equal.

    Returns
    -------
    Prompt
        Positions of all tokens, their segments, and the next position.

    Raises
    ------
    ValueError
        If a side of a grid is odd, or there is no such model.

    Examples
    --------
    >>> mrope_positions([Text(2), Image(4, 4), Text(1)]).positions.tolist()
    [[0, 0, 0], [1, 1, 1], [2, 2, 2], [2, 2, 3], [2, 3, 2], [2, 3, 3], [4, 4, 4]]
    """
    family = match_option(model, get_args(Model), "model")
    ignored = int(match_option(after, get_args(After), "after") == "longer side")
    parts: list[Integers] = [np.zeros((0, 3), np.int64)]
    counts, start = [], 0
    for segment in segments:
        first = len(parts)
        if isinstance(segment, Text):
            parts.append(np.repeat(start + np.arange(whole("tokens", segment.tokens, 0))[:, None], 3, 1))
            start += segment.tokens
        else:
            video = segment if isinstance(segment, Video) else Video(1, *segment)
            for block, text in _blocks(video, family, isinstance(segment, Video)):
                parts += [np.repeat(start + np.arange(text)[:, None], 3, 1), start + text + block]
                start = int(parts[-1][:, ignored:].max()) + 1
        counts.append(sum(map(len, parts[first:])))
    return Prompt(np.concatenate(parts), np.repeat(np.arange(len(counts)), counts), start)


def _blocks(video: Video, model: str, moving: bool) -> list[tuple[Integers, int]]:
    """Positions from 0 of each block of patches, and the tokens of text before it."""
    sizes = [whole(name, getattr(video, name)) for name in ("rows", "columns")]
    if any(size % MERGE for size in sizes):
        raise ValueError(f"rows and columns must be even, because {MERGE} × {MERGE} patches are one token, not {sizes}")
    rows, columns = (size // MERGE for size in sizes)
    frames = whole("frames", video.frames)
    if moving and model in SPLIT:
        return [(grid_positions(rows, columns, axes=3).astype(np.int64), video.timestamp)] * frames
    times = np.arange(frames)
    if moving and model == "Qwen2.5-VL":
        times = (times * (TOKENS_PER_SECOND * video.seconds)).astype(np.int64)
    elif moving and model == "ERNIE 4.5":
        times = np.arange(frames // MERGE)
    block = np.stack(np.meshgrid(times, np.arange(rows), np.arange(columns), indexing="ij"), -1)
    return [(block.reshape(-1, 3), 0)]


def grid_positions(rows: int, columns: int, axes: int = 2) -> Array:
    """Return the positions of the patches of an image, line by line.

    Parameters
    ----------
    rows, columns : int
        Size of the grid.
    axes : {1, 2, 3}
        Only the number of the patch; row and column; or time, which is 0, row, and column.

    Returns
    -------
    ndarray, shape (rows * columns, axes), or (rows * columns,) for one axis
        Positions in patches.

    Examples
    --------
    >>> grid_positions(2, 2).tolist()
    [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
    """
    number = np.arange(whole("rows", rows) * whole("columns", columns), dtype=np.float64)
    if whole("axes", axes, 1, 3) == 1:
        return number
    return np.stack([np.zeros_like(number), *np.divmod(number, columns)], 1)[:, -axes:]


def grid_logits(
    scheme: Scheme | ArrayLike,
    patch: tuple[int, int],
    rows: int,
    columns: int,
    *,
    dim: int = 128,
) -> Array:
    """Compute the mean logit of one patch with every patch of an image, over random contents.

    Parameters
    ----------
    scheme : Scheme or array_like, shape (rows * columns, d)
        Encoding with one, two, or three axes, or a table of the patches, line by line. An encoding that depends on the
        size of the image gets this size. An encoding with one axis counts the patches line by line.
    patch : tuple of int
        Row and column of the query.
    rows, columns : int
        Size of the grid of patches.
    dim : int, default 128
        Number of columns of queries and keys, d; that of the array for an array.

    Returns
    -------
    ndarray, shape (rows, columns)
        Logits in nats; -inf for masked keys. For a bias, those of the first of 8 heads.

    Raises
    ------
    ValueError
        If the patch is not on the grid, or the array does not have its size.

    Examples
    --------
    >>> from posenc_core import AxialRoPE
    >>> grid_logits(AxialRoPE(), (0, 0), 2, 2, dim=4).round(3)
    array([[2.   , 1.54 ],
           [1.54 , 1.081]])
    """
    place = whole("row", patch[0], 0, rows - 1) * columns + whole("column", patch[1], 0, columns - 1)
    if not isinstance(scheme, Scheme):
        table = real_array("table", scheme, 2)
        if len(table) != rows * columns:
            raise ValueError(f"a grid of {rows} × {columns} needs {rows * columns} rows, not {len(table)}")
        dim = table.shape[1]
        return np.asarray((dim + table @ table[place]) / np.sqrt(dim)).reshape(rows, columns)
    scheme = scheme.on_grid(rows, columns)
    positions = grid_positions(rows, columns, scheme.axes)
    heads = 8 if scheme.family == "bias" else 1
    logits = scheme.mean_logits(positions[place], positions, dim, heads=heads)
    return np.asarray(logits[0].reshape(rows, columns))


def learned_grid(rows: int, columns: int, dim: int) -> Array:
    """Compute a stand-in of a learned table of patches: random smooth functions of the row plus others of the column.

    No model is trained. Each dimension is the sum of a random function of the row and one of the column, each a
    Gaussian process. As in ViT (Dosovitskiy et al. 2020, figure 7), patches are most similar to their neighbors, and
    more similar to those in the same row or column than to others.

    Parameters
    ----------
    rows, columns : int
        Size of the grid.
    dim : int
        Number of columns, d.

    Returns
    -------
    ndarray, shape (rows * columns, d)
        Table with mean square 1.

    Examples
    --------
    >>> learned_grid(14, 14, 64).shape
    (196, 64)
    """
    random = np.random.default_rng(0)
    table: Any = 0.0
    for axis, size in enumerate((whole("rows", rows), whole("columns", columns))):
        apart = np.subtract.outer(np.arange(size), np.arange(size)) * 8 / size
        values, vectors = np.linalg.eigh(np.exp(-(apart**2) / 2))
        smooth = vectors * np.sqrt(values.clip(0)) @ random.normal(size=(size, whole("dim", dim)))
        table = table + np.expand_dims(smooth, 1 - axis)
    table = table.reshape(rows * columns, dim)
    return np.asarray(table / np.sqrt(np.mean(table**2) or 1))


def resize_grid(table: ArrayLike, before: tuple[int, int], after: tuple[int, int], method: Method = BICUBIC) -> Array:
    """Interpolate a table of patches to another grid, as `torch.nn.functional.interpolate` does.

    Parameters
    ----------
    table : array_like, shape (rows * columns, d)
        One row per patch, line by line.
    before, after : tuple of int
        Rows and columns of both grids.
    method : Method
        Interpolation, by default bicubic with half-pixel centers.

    Returns
    -------
    ndarray, shape (rows * columns, d)
        Table of the other grid.

    Examples
    --------
    >>> resize_grid(learned_grid(14, 14, 64), (14, 14), (24, 24)).shape
    (576, 64)
    """
    return resize_cells(real_array("table", table, 2), before, after, method)
