"""What is in the matrix? What the page Heatmap says and draws of its columns."""

import re
from typing import NamedTuple

import numpy as np

from dashboard import measurements
from dashboard.claims import number, tiny
from dashboard.links import said
from dashboard.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.study import Study
from posenc_core import Scheme, Sinusoidal, geometry
from posenc_core.scheme import Array

MOST_CURVES = 8
"""Curves that can be told apart."""

COUNTED = 5
"""Bits that are drawn beside waves."""

TICKS = 32
"""Positions over which they are."""


def asked(text: str, dim: int) -> list[int]:
    """The columns that a text names: 4-7 or 0, 1, 30; the first four by none. ValueError for anything else."""
    if not text.strip():
        return list(range(min(4, dim)))
    columns: list[int] = []
    for part in [*filter(None, re.split(r"[,\s]+", text))] or [text]:
        ends = re.fullmatch(r"(\d{1,4})(?:[-–](\d{1,4}))?", part)
        named = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else ()
        if not named:
            raise ValueError(f"“{said(part, 40)}” is no column: write for example 4-7 or 0, 1, 30.")
        columns += named
    columns = list(dict.fromkeys(columns))
    if max(columns) >= dim:
        raise ValueError(f"There is no such column: d = {dim} has columns 0 to {dim - 1}.")
    if len(columns) > MOST_CURVES:
        raise ValueError(f"{len(columns)} columns are too many to tell apart: choose at most {MOST_CURVES}.")
    return columns


def offered(scheme: Scheme, dim: int) -> dict[str, str]:
    """Columns that are worth a look, by what their button says."""
    found = {words: text for words, text, last in (("4–7", "4-7", 7), ("6–9", "6-9", 9)) if last < dim}
    pairs = scheme.pairs(dim)
    if len(pairs):
        found |= {"Fastest": ", ".join(map(str, pairs[0])), "Slowest": ", ".join(map(str, pairs[-1]))}
    return found


def wave_words(scheme: Scheme, waves: Array, study: Study) -> str:
    """How many waves come round within the sequence."""
    done = int((waves <= study.length).sum())
    what = "bits" if scheme.period(study.dim) else "sines" if study.dim % 2 else "pairs"
    longest = number(waves[-1]) if np.isfinite(waves[-1]) else "more than 10³⁰⁸"
    return (
        f"{done} of {len(waves)} {what} complete a turn within n = {study.length:,}; the shortest wave is "
        f"{number(waves[0])} tokens long, the longest {longest}."
    )


class Counting(NamedTuple):
    """Bits of the position, and for each the wave of the sinusoid whose wavelength is nearest to its period."""

    bits: Array
    """(TICKS, bits), 0 or 1."""
    waves: Array
    """(steps, bits), from 0 to 1; upside down, to start like the bit."""
    labels: list[str]


def counting(sinusoid: Sinusoidal, dim: int) -> Counting:
    """What it takes to see that a sinusoid counts like bits."""
    wavelengths = sinusoid.wavelengths(dim)
    fine = np.linspace(0, TICKS - 1, 16 * TICKS)
    periods = 2.0 ** np.arange(1, min(dim, COUNTED) + 1)
    nearest = [int(np.abs(np.log(wavelengths / period)).argmin()) for period in periods]
    return Counting(
        np.arange(TICKS)[:, None] // (periods / 2) % 2,
        0.5 - 0.5 * np.sin(fine[:, None] * 2 * np.pi / wavelengths[nearest]),
        [
            f"bit {j}: {period:.0f}<br>pair {i}: {wavelengths[i]:.1f}"
            for j, (i, period) in enumerate(zip(nearest, periods, strict=True))
        ],
    )


def other_orders(scheme: Scheme, study: Study) -> list[str]:
    """Which other choices of a parameter only put the columns in another order, measured on all pairs."""
    if study.length > PAIRED_LENGTH or study.dim > PAIRED_DIM:
        return []
    found = [
        _other_order(scheme, study, parameter.name, other)
        for parameter in scheme.parameters()
        for other in parameter.choices or ()
        if other != getattr(scheme, parameter.name)
    ]
    return [text for text in found if text]


def _other_order(scheme: Scheme, study: Study, name: str, other: object) -> str | None:
    twin = type(scheme)(**{**{p.name: getattr(scheme, p.name) for p in scheme.parameters()}, name: other})
    mine, its = (measurements.table(each, study.length, study.dim) for each in (scheme, twin))
    places = geometry.column_order(mine, its)
    if places is None or np.array_equal(mine, its):
        return None
    change = np.abs(geometry.distances(mine) - geometry.distances(its)).max()
    moved = ", ".join(f"{j} → {places[j]}" for j in range(min(study.dim, 4)))
    return (
        f"**{getattr(scheme, name)}** and **{other}** are one matrix with its columns in another order ({moved}, …): "
        f"distances change by {tiny(change) if change > 1e-9 else f'{change:.1f}'}."
    )
