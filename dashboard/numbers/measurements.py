"""Numbers that several pages share, computed once and cached for all sessions.

Short sequences are measured on their vectors, because closed forms would assume what the pages demonstrate. The matrix
of a long sequence does not fit into memory; there, only closed forms are available. Comparisons of every pair of
positions have a separate limit, which the pages state.
"""

from dataclasses import replace
from typing import Any, Literal, NamedTuple

import numpy as np

from dashboard.charts.chart import Followed, Vectors
from dashboard.numbers.memory import shared_cache
from dashboard.state.pages import PAIRED
from dashboard.state.parameters import MAX_DIM
from dashboard.state.study import Study, order
from posenc_core import Scheme, Sinusoidal
from posenc_core.analysis import geometry, pictures, precision
from posenc_core.analysis.geometry import Kind
from posenc_core.analysis.pictures import Picture
from posenc_core.arrays import Array, read_only
from posenc_core.plot.style import compact, scheme_color

MEASURED_LENGTH, MEASURED_CELLS = 2048, 2**20
"""Limits of measured matrices: 8 MiB, and 32 MiB for all pairs."""

PAIRED_LENGTH, PAIRED_DIM = 512, 512
"""Limits of comparisons of every pair of positions: 2 MiB for all pairs."""

PICTURE = (1024, 512)
"""Maximum positions and dimensions of a heatmap with one cell per value."""


PairKind = Literal["dot", "cosine", "distance"]

PLAIN = Sinusoidal()
"""The encoding of the original paper."""

STILL = 0.01
"""Standard deviation below which a column looks like one color."""


def work(study: Study, page: str) -> int:
    """Approximate count of numbers that a page processes."""
    if page == "check":
        # reading and diagnosing a table is slow for its size
        rows, columns = study.known["Yours"].own_size or (1, 1)
        return MEASURED_CELLS if study.options["table"] == "own" else rows * columns
    pairs = study.length**2 if page in PAIRED and study.length <= PAIRED_LENGTH else 0
    # one tab compares two lengths
    longest = max(study.length, study.options["n2"]) if page == "equidistance" else study.length
    return len(study.schemes) * (longest * study.dim + pairs)


def largest_dim(length: int) -> int:
    """Maximum dimensions of a measured matrix of this length."""
    return min(MEASURED_CELLS // min(length, MEASURED_LENGTH), MAX_DIM)


def is_measured(length: int, dim: int) -> bool:
    """Return True if a matrix is small enough to be measured; larger ones use closed forms only."""
    return length <= MEASURED_LENGTH and length * dim <= MEASURED_CELLS


# read-only, as all sessions share it
@shared_cache
def table(scheme: Scheme, length: int, dim: int) -> Array:
    """Matrix of the encoding."""
    return read_only(geometry.vectors(scheme, length=length, dim=dim))


@shared_cache
def steps(scheme: Scheme, length: int, dim: int, offset: int) -> Array:
    """Distance between every position and the one `offset` before it; empty if the sequence is shorter."""
    if offset >= length:
        return read_only(np.empty(0))
    if is_measured(length, dim):
        return read_only(geometry.distances_at_offset(table(scheme, length, dim), offset))
    return read_only(geometry.distances_at_offset(scheme, offset, length=length, dim=dim))


@shared_cache
def similarity(scheme: Scheme, length: int, dim: int, position: int, kind: Kind) -> Array:
    """Similarity of every position to the selected one."""
    if is_measured(length, dim):
        return read_only(geometry.similarity(table(scheme, length, dim), position, kind=kind))
    return read_only(geometry.similarity(scheme, position, length=length, dim=dim, kind=kind))


@shared_cache
def ranking(scheme: Scheme, length: int, dim: int, position: int, kind: Kind) -> Array:
    """Values that rank the positions by similarity: the dot products if the similarity is a function of them.

    A softmax rounds most values to 0, and min-max amplifies rounding errors. NaN where the similarity is NaN.
    """
    shown = similarity(scheme, length, dim, position, kind)
    if kind in ("dot", "cosine", "distance"):
        return shown
    return read_only(np.where(np.isnan(shown), np.nan, similarity(scheme, length, dim, position, "dot")))


@shared_cache
def picture(scheme: Scheme, length: int, dim: int, first: int, last: int) -> Picture:
    """Return the heatmap of the displayed positions."""
    blocks = pictures.picture(
        scheme, length=length, dim=dim, start=first, stop=last + 1, height=PICTURE[0], width=PICTURE[1]
    )
    return blocks._replace(means=read_only(blocks.means))


@shared_cache
def pairs(scheme: Scheme, length: int, dim: int, kind: PairKind) -> Array:
    """Similarity or distance of every pair of positions."""
    matrix = table(scheme, length, dim)
    if kind == "distance":
        return geometry.distances(matrix)
    dots = geometry.dots(matrix)
    if kind == "dot":
        return dots
    norms = geometry.norms(matrix)
    sizes = np.outer(norms, norms)
    return read_only(np.clip(np.divide(dots, sizes, out=np.full_like(dots, np.nan), where=sizes > 0), -1, 1))


@shared_cache
def repeats(scheme: Scheme, length: int, dim: int) -> dict[str, int]:
    """Count the vectors that repeat an earlier one after rounding of values, or of positions, to a format.

    Positions that are rounded beyond the end of a table use its last row.
    """
    matrix, positions = table(scheme, length, dim), np.arange(length)
    counts = {
        f"values in {format}": precision.duplicates(precision.round_to(matrix, format)) for format in precision.FORMATS
    }
    for format in precision.FORMATS:
        at = precision.round_to(positions, format)
        at = np.minimum(at, scheme.rows_within(2 * length) - 1)
        counts[f"positions in {format}"] = precision.duplicates(scheme.encode(at, dim, length=length))
    return counts


@shared_cache
def vectors(scheme: Scheme, length: int, dim: int, of: Literal["dot", "distance"]) -> Vectors | None:
    """Return the data by which a browser compares positions; None if that is the whole matrix of a long sequence."""
    positions = range(length)
    known = scheme.dot_at_offset(positions, dim) if of == "dot" else None
    if of == "distance":
        known = scheme.distance_at_offset(positions, dim, length=length)
    if known is not None:
        return Vectors(of, read_only(compact(known)), None, None, length, dim)
    if not is_measured(length, dim):
        return None
    # adding 0.0 turns -0.0 into 0.0
    columns = table(scheme, length, dim).T + 0.0
    places: dict[bytes, int] = {}
    which = np.array([places.setdefault(column.tobytes(), len(places)) for column in columns], np.int64)
    firsts = np.unique(which, return_index=True)[1]
    return Vectors(of, None, read_only(compact(columns[firsts])), read_only(which), length, dim)


def hover_curves(scheme: Scheme, study: Study, kind: Kind, **more: Any) -> list[Followed]:
    """Curve of a scheme that is updated on hover; empty if the browser cannot compute it.

    `more` are other fields of `Followed`, such as the axis.
    """
    data = vectors(scheme, study.length, study.dim, "distance" if kind == "distance" else "dot")
    return [Followed(scheme.name, scheme_color(order(scheme)), kind, data, **more)] if data else []


class AtBase(NamedTuple):
    """Properties of the sinusoidal encoding at one base."""

    base: float
    cosine: Array
    """Cosine similarity at offsets 0 ... n - 1; of an odd dim, where it depends on the position, from position 0."""
    first_rise: int | None
    moving: int | None
    """Number of columns that vary visibly; None if the matrix is too large."""
    turning: int
    """Number of pairs whose wavelength is at most n."""
    neighbors: float
    """Distance between neighbors; of an odd dim between the first two positions."""
    longest: float


@shared_cache
def at_base(base: float, length: int, dim: int, like: Sinusoidal = PLAIN) -> AtBase:
    """Compute the properties at a base, with the other parameters of `like`."""
    scheme = replace(like, base=base)
    cosine = read_only(geometry.similarity(scheme, 0, length=length, dim=dim, kind="cosine"))
    moving = None
    if is_measured(length, dim):
        moving = int((geometry.vectors(scheme, length=length, dim=dim).std(axis=0) >= STILL).sum())
    waves = scheme.wavelengths(dim)
    # the last sine of an odd dim has no partner
    turning = int((waves[: dim // 2] <= length).sum())
    neighbors = float(geometry.similarity(scheme, 0, length=2, dim=dim, kind="distance")[1])
    return AtBase(base, cosine, geometry.first_rise(cosine), moving, turning, neighbors, float(waves[-1]))
