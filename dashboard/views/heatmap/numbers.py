"""Heatmap: the chosen columns, bits beside waves, and what lies beyond the sequence."""

import re
from typing import NamedTuple

import numpy as np

from dashboard.controls.links import said
from dashboard.memory import kept
from posenc_core import Scheme, Sinusoidal, geometry
from posenc_core.arrays import Array
from posenc_core.geometry import Unseen

MOST_CURVES = 8
"""Curves that can be told apart."""

COUNTED = 5
"""Bits that are drawn beside waves."""

TICKS = 32
"""Positions over which they are."""

UNSEEN_CELLS = 2**22
"""Up to here four times as many positions are looked at: a second of work at most."""


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


@kept
def unseen(scheme: Scheme, length: int, dim: int) -> Unseen:
    """What the positions n ... 4n - 1 bring that 0 ... n - 1 have not shown."""
    return geometry.unseen(scheme, length, dim)
