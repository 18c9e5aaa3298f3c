"""Which numbers stand behind a portrait? Everything that Compare draws and says of one scheme.

A short sequence is measured on its vectors: a closed form would assume what the page sets out to show. The matrix of a
long one does not fit, and there the closed forms are all there is. What neither can tell is None, and left unsaid.
"""

from typing import NamedTuple

import numpy as np
import streamlit as st

from dashboard.study import Study
from posenc_core import Scheme, geometry, pictures
from posenc_core.geometry import Kind, Spread
from posenc_core.pictures import Picture
from posenc_core.scheme import Array

MEASURED_LENGTH, MEASURED_CELLS = 2048, 2**20
"""Up to here the matrix is made and measured: 8 MiB, and 32 MiB for all its pairs."""

SEARCHED_CELLS = 2**26
"""Up to here every number of the matrix is looked at, some MiB at a time: about a quarter of a second."""

PICTURE = (1024, 512)
"""Most positions and dimensions that a heatmap shows as cells of their own."""


class Whole(NamedTuple):
    """What a matrix is, whichever position is looked at."""

    norm: Spread
    lowest: float | None
    highest: float | None
    constants: tuple[float, ...] | None
    """The number of each column that holds the same one at every position."""
    distinct: int | None
    """Columns that differ from each other."""
    repeat: tuple[int, int] | None
    """The first position whose vector an earlier one has, and that earlier one."""


class Portrait(NamedTuple):
    """One scheme at one length and dim, around one position: arrays for the picture, figures for the text."""

    scheme: Scheme
    whole: Whole
    picture: Picture
    steps: Array
    step: Spread | None
    similarity: Array
    self_maxima: float | None
    """Share of the positions that are most similar to themselves."""

    @property
    def largest(self) -> float:
        """The largest number, in size: of the matrix where it was searched, else of the picture."""
        ends = (self.whole.lowest, self.whole.highest)
        return float(np.abs(self.picture.means if None in ends else np.array(ends)).max())


def portrait(scheme: Scheme, study: Study) -> Portrait:
    """The portrait of a scheme."""
    size = (study.length, study.dim)
    first, last = study.shown
    steps = _steps(scheme, *size, study.offset) if study.length > 1 else np.empty(0)
    return Portrait(
        scheme,
        _whole(scheme, *size),
        _picture(scheme, *size, first, last),
        steps,
        geometry.spread(steps) if len(steps) else None,
        _similarity(scheme, *size, study.position, study.measure),
        _self_maxima(scheme, *size, "cosine" if study.measure == "cosine" else "dot"),
    )


def _measured(length: int, dim: int) -> bool:
    return length <= MEASURED_LENGTH and length * dim <= MEASURED_CELLS


# Read-only, as every session shares them. An entry takes 8 MiB at most, a picture 4: 450 MiB for all the caches.
@st.cache_resource(max_entries=16, show_spinner=False)
def _table(scheme: Scheme, length: int, dim: int) -> Array:
    return _read_only(geometry.vectors(scheme, length, dim))


@st.cache_resource(max_entries=16, show_spinner=False)
def _steps(scheme: Scheme, length: int, dim: int, offset: int) -> Array:
    if _measured(length, dim):
        return _read_only(geometry.distances_at_offset(_table(scheme, length, dim), offset))
    return _read_only(geometry.distances_at_offset(scheme, offset, length, dim))


@st.cache_resource(max_entries=16, show_spinner=False)
def _similarity(scheme: Scheme, length: int, dim: int, position: int, kind: Kind) -> Array:
    if _measured(length, dim):
        return _read_only(geometry.similarity(_table(scheme, length, dim), position, kind=kind))
    return _read_only(geometry.similarity(scheme, position, length, dim, kind=kind))


@st.cache_resource(max_entries=16, show_spinner=False)
def _picture(scheme: Scheme, length: int, dim: int, first: int, last: int) -> Picture:
    found = pictures.picture(scheme, length, dim, start=first, stop=last + 1, height=PICTURE[0], width=PICTURE[1])
    return found._replace(means=_read_only(found.means))


@st.cache_resource(max_entries=256, show_spinner=False)
def _whole(scheme: Scheme, length: int, dim: int) -> Whole:
    norm = geometry.spread(geometry.norms(scheme, length, dim))
    period = scheme.period(dim)
    whole = Whole(norm, None, None, None, None, (period, 0) if period and period < length else None)
    if length * dim <= SEARCHED_CELLS:
        lowest, highest = _extremes(scheme, length, dim)
        constants = tuple(lowest[lowest == highest].tolist())
        whole = whole._replace(lowest=float(lowest.min()), highest=float(highest.max()), constants=constants)
    if _measured(length, dim):
        table = _table(scheme, length, dim)
        whole = whole._replace(
            norm=geometry.spread(geometry.norms(table)),
            distinct=len({column.tobytes() for column in table.T + 0.0}),
            repeat=geometry.first_repeat(table),
        )
    return whole


def _extremes(scheme: Scheme, length: int, dim: int) -> tuple[Array, Array]:
    """Smallest and largest number of every column."""
    lowest, highest = np.full(dim, np.inf), np.full(dim, -np.inf)
    rows = max(2**17 // dim, 1)
    for start in range(0, length, rows):
        part = scheme.encode(range(start, min(start + rows, length)), dim, length=length)
        np.minimum(lowest, part.min(axis=0), out=lowest)
        np.maximum(highest, part.max(axis=0), out=highest)
    return lowest, highest


@st.cache_resource(max_entries=256, show_spinner=False)
def _self_maxima(scheme: Scheme, length: int, dim: int, kind: Kind) -> float | None:
    if not _measured(length, dim):
        return None
    return float(geometry.self_maxima(_table(scheme, length, dim), kind=kind).mean())


def _read_only(array: Array) -> Array:
    array.flags.writeable = False
    return array
