"""Numbers that several pages share, measured once for everybody, and kept.

A short sequence is measured on its vectors: a closed form would assume what the pages set out to show. The matrix of a
long one does not fit, and there the closed forms are all there is. What compares every pair of positions has a limit of
its own, which a page says before it is reached.
"""

from dataclasses import replace
from typing import Any, Literal, NamedTuple

import numpy as np

from dashboard.charts.chart import Followed, Vectors
from dashboard.numbers.memory import kept
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
"""Up to here the matrix is made and measured: 8 MiB, and 32 MiB for all its pairs."""

PAIRED_LENGTH, PAIRED_DIM = 1024, 512
"""Up to here every pair of positions is compared: a second of work at most, 8 MiB for all the pairs."""

PICTURE = (1024, 512)
"""Most positions and dimensions that a heatmap shows as cells of their own."""


PairKind = Literal["dot", "cosine", "distance"]

PLAIN = Sinusoidal()
"""The waves as the paper has them."""

STILL = 0.01
"""A column whose standard deviation is below this looks like one colour."""


def work(study: Study, page: str) -> int:
    """About how many numbers a page handles."""
    if page == "check":
        # to read a table, and to find out what it is, takes long for its size
        rows, columns = study.known["Yours"].own_size or (1, 1)
        return MEASURED_CELLS if study.options["table"] == "own" else rows * columns
    paired = page in PAIRED and study.length <= PAIRED_LENGTH
    # a tab of this page has a second length
    longest = max(study.length, study.options["n2"]) if page == "equidistance" else study.length
    return len(study.schemes) * (longest * study.dim + paired * study.length**2)


def widest(length: int) -> int:
    """How many dimensions a matrix of this length may have to be measured."""
    return min(MEASURED_CELLS // min(length, MEASURED_LENGTH), MAX_DIM)


def measured(length: int, dim: int) -> bool:
    """Whether a matrix is so small that it is measured; else it is known by closed forms alone."""
    return length <= MEASURED_LENGTH and length * dim <= MEASURED_CELLS


# read-only, as every session shares them
@kept
def table(scheme: Scheme, length: int, dim: int) -> Array:
    """The matrix."""
    return read_only(geometry.vectors(scheme, length=length, dim=dim))


@kept
def steps(scheme: Scheme, length: int, dim: int, offset: int) -> Array:
    """The distance of one step at every position; empty where none is so far apart."""
    if offset >= length:
        return read_only(np.empty(0))
    if measured(length, dim):
        return read_only(geometry.distances_at_offset(table(scheme, length, dim), offset))
    return read_only(geometry.distances_at_offset(scheme, offset, length=length, dim=dim))


@kept
def similarity(scheme: Scheme, length: int, dim: int, position: int, kind: Kind) -> Array:
    """The similarity of every position with the chosen one."""
    if measured(length, dim):
        return read_only(geometry.similarity(table(scheme, length, dim), position, kind=kind))
    return read_only(geometry.similarity(scheme, position, length=length, dim=dim, kind=kind))


@kept
def ranking(scheme: Scheme, length: int, dim: int, position: int, kind: Kind) -> Array:
    """What decides which positions are more similar, which as similar: of what rises with the dot product, that.

    A softmax leaves 0 of most dot products, and min-max spreads rounding. NaN where the similarity is.
    """
    shown = similarity(scheme, length, dim, position, kind)
    if kind in ("dot", "cosine", "distance"):
        return shown
    return read_only(np.where(np.isnan(shown), np.nan, similarity(scheme, length, dim, position, "dot")))


@kept
def picture(scheme: Scheme, length: int, dim: int, first: int, last: int) -> Picture:
    """The heatmap of the shown positions."""
    found = pictures.picture(
        scheme, length=length, dim=dim, start=first, stop=last + 1, height=PICTURE[0], width=PICTURE[1]
    )
    return found._replace(means=read_only(found.means))


@kept
def pairs(scheme: Scheme, length: int, dim: int, kind: PairKind) -> Array:
    """Every position against every other."""
    matrix = table(scheme, length, dim)
    if kind == "distance":
        return geometry.distances(matrix)
    dots = geometry.dots(matrix)
    if kind == "dot":
        return dots
    norms = geometry.norms(matrix)
    sizes = np.outer(norms, norms)
    return read_only(np.clip(np.divide(dots, sizes, out=np.full_like(dots, np.nan), where=sizes > 0), -1, 1))


@kept
def repeats(scheme: Scheme, length: int, dim: int) -> dict[str, int]:
    """How many vectors repeat an earlier one after rounding their values, or first their positions, to a format.

    A position that is rounded beyond the end of a table takes its last row.
    """
    matrix, positions = table(scheme, length, dim), np.arange(length)
    found = {
        f"values in {format}": precision.duplicates(precision.round_to(matrix, format)) for format in precision.FORMATS
    }
    for format in precision.FORMATS:
        at = precision.round_to(positions, format)
        at = np.minimum(at, scheme.rows_within(2 * length) - 1)
        found[f"positions in {format}"] = precision.duplicates(scheme.encode(at, dim, length=length))
    return found


@kept
def vectors(scheme: Scheme, length: int, dim: int, of: Literal["dot", "distance"]) -> Vectors | None:
    """What a browser needs to compare positions itself; None where that would be the whole matrix."""
    positions = range(length)
    known = scheme.dot_at_offset(positions, dim) if of == "dot" else None
    if of == "distance":
        known = scheme.distance_at_offset(positions, dim, length=length)
    if known is not None:
        return Vectors(of, read_only(compact(known)), None, None, length, dim)
    if not measured(length, dim):
        return None
    # adding 0.0 turns -0.0 into 0.0
    columns = table(scheme, length, dim).T + 0.0
    places: dict[bytes, int] = {}
    which = np.array([places.setdefault(column.tobytes(), len(places)) for column in columns], np.int64)
    firsts = np.unique(which, return_index=True)[1]
    return Vectors(of, None, read_only(compact(columns[firsts])), read_only(which), length, dim)


def followed(scheme: Scheme, study: Study, kind: Kind, **more: Any) -> list[Followed]:
    """The curve of a scheme that follows the pointer in a chart of this kind; none where no browser can make it.

    `more` is what else `Followed` says of it, such as its axis and what its values are divided by.
    """
    found = vectors(scheme, study.length, study.dim, "distance" if kind == "distance" else "dot")
    return [Followed(scheme.name, scheme_color(order(scheme)), kind, found, **more)] if found else []


class AtBase(NamedTuple):
    """What the base does to the sinusoid."""

    base: float
    cosine: Array
    """With the position k tokens on, for k = 0 ... n - 1; of an odd dim, which has no such curve, from position 0."""
    first_rise: int | None
    moving: int | None
    """Columns that do not stand still; None where the matrix is too large to look."""
    turning: int
    """Pairs whose wavelength is at most n."""
    neighbours: float
    """The distance of a step of 1; of an odd dim the first one."""
    longest: float


@kept
def at_base(base: float, length: int, dim: int, like: Sinusoidal = PLAIN) -> AtBase:
    """The sinusoid at some base, with the other parameters of another one."""
    scheme = replace(like, base=base)
    cosine = read_only(geometry.similarity(scheme, 0, length=length, dim=dim, kind="cosine"))
    moving = None
    if measured(length, dim):
        moving = int((geometry.vectors(scheme, length=length, dim=dim).std(axis=0) >= STILL).sum())
    waves = scheme.wavelengths(dim)
    # the last sine of an odd dim is no pair
    turning = int((waves[: dim // 2] <= length).sum())
    neighbours = float(geometry.similarity(scheme, 0, length=2, dim=dim, kind="distance")[1])
    return AtBase(base, cosine, geometry.first_rise(cosine), moving, turning, neighbours, float(waves[-1]))
