"""Which numbers stand behind a portrait? Everything that Compare draws and says of one scheme."""

from typing import NamedTuple

import numpy as np
import streamlit as st

from dashboard.study import Study
from posenc_core import Scheme, geometry
from posenc_core.geometry import Kind, Spread
from posenc_core.scheme import Array


class Whole(NamedTuple):
    """What a matrix is, whichever position is looked at."""

    table: Array
    norm: Spread
    distinct: int
    """Columns that differ from each other."""
    constants: tuple[float, ...]
    """The number of each column that holds the same one at every position."""
    repeat: tuple[int, int] | None
    """The first position whose vector an earlier one has, and that earlier one."""


class Portrait(NamedTuple):
    """One scheme at one length and dim, around one position: arrays for the picture, figures for the text."""

    scheme: Scheme
    whole: Whole
    steps: Array
    step: Spread | None
    similarity: Array
    self_maxima: float
    """Share of the positions that are most similar to themselves."""


def portrait(scheme: Scheme, study: Study) -> Portrait:
    """The portrait of a scheme, measured on its vectors: a closed form would assume what the page sets out to show."""
    whole = _whole(scheme, study.length, study.dim)
    steps = geometry.distances_at_offset(whole.table, study.offset) if study.length > 1 else np.empty(0)
    return Portrait(
        scheme,
        whole,
        steps,
        geometry.spread(steps) if len(steps) else None,
        geometry.similarity(whole.table, study.position, kind=study.measure),
        _self_maxima(scheme, study.length, study.dim, "cosine" if study.measure == "cosine" else "dot"),
    )


# at most 32 tables of 4 MiB, shared by every session and therefore read-only
@st.cache_resource(max_entries=32, show_spinner=False)
def _whole(scheme: Scheme, length: int, dim: int) -> Whole:
    table = geometry.vectors(scheme, length, dim)
    table.flags.writeable = False
    constant = (table == table[0]).all(axis=0)
    return Whole(
        table,
        geometry.spread(geometry.norms(table)),
        len({column.tobytes() for column in table.T + 0.0}),
        tuple(table[0, constant].tolist()),
        geometry.first_repeat(table),
    )


@st.cache_resource(max_entries=256, show_spinner=False)
def _self_maxima(scheme: Scheme, length: int, dim: int, kind: Kind) -> float:
    return float(geometry.self_maxima(_whole(scheme, length, dim).table, kind=kind).mean())
