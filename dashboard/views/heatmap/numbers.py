"""Heatmap: columns that stand still, bits beside waves, sines without cosines, and what lies beyond the sequence."""

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dashboard.controls.links import said
from dashboard.memory import kept
from dashboard.views import measurements
from dashboard.views.measurements import STILL
from posenc_core import Scheme, Sinusoidal, geometry, pictures
from posenc_core.arrays import Array
from posenc_core.pictures import Picture

MOST_CURVES = 8
"""Curves that can be told apart."""

COUNTED = 5
"""Bits that are drawn beside waves."""

TICKS = 32
"""Positions over which they are."""

MOST_WAVED = 256
"""Positions and columns that are drawn of sines without cosines."""

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


def offered(scheme: Scheme, dim: int, length: int) -> dict[str, str]:
    """Columns that are worth a look, by what their button says."""
    found = {words: text for words, text, last in (("Columns 4–7", "4-7", 7), ("Columns 6–9", "6-9", 9)) if last < dim}
    angles = scheme.angles_at_offset(1, dim, length)
    # what does not turn has no speed; frequencies that are drawn are in no order
    if angles is not None and angles.size:
        speeds, pairs = np.abs(angles), scheme.pairs(dim)
        for label, place in (("Fastest pair", speeds.argmax()), ("Slowest pair", speeds.argmin())):
            found[label] = ", ".join(map(str, pairs[place]))
    return found


class Still(NamedTuple):
    """The columns that hardly change over the whole sequence."""

    columns: NDArray[np.int64]
    constant: bool
    """Whether none of them changes at all."""


@kept
def still_columns(scheme: Scheme, length: int, dim: int) -> Still | None:
    """The columns that hardly change; None where the matrix is too large to look."""
    if length == 1 or not measurements.measured(length, dim):
        return None
    table = measurements.table(scheme, length, dim)
    columns = np.flatnonzero(table.std(axis=0) < STILL)
    return Still(columns, bool((table[:, columns] == table[0, columns]).all()))


class Counting(NamedTuple):
    """Bits of the position, and for each the wave of the sinusoid whose wavelength is nearest to its period."""

    bits: Array
    """(TICKS, bits), 0 or 1."""
    waves: Array
    """(steps, bits), from 0 to 1; upside down, to start like the bit."""
    periods: Array
    """Of each bit, in tokens."""
    nearest: list[int]
    """The sine beside each bit, from 0, the fastest."""
    wavelengths: Array
    """Of each of these, in tokens."""


def counting(sinusoid: Sinusoidal, dim: int) -> Counting:
    """What it takes to see that a sinusoid counts like bits."""
    wavelengths = sinusoid.wavelengths(dim)
    fine = np.linspace(0, TICKS - 1, 16 * TICKS)
    periods = np.exp2(np.arange(1.0, min(dim, COUNTED) + 1))
    nearest = [int(np.abs(np.log(wavelengths / period)).argmin()) for period in periods]
    return Counting(
        np.arange(TICKS)[:, None] // (periods / 2) % 2,
        0.5 - 0.5 * np.sin(fine[:, None] * 2 * np.pi / wavelengths[nearest]),
        periods,
        nearest,
        wavelengths[nearest],
    )


@kept
def wave(amplitude: float, frequency: float, length: int) -> Array:
    """A sin(w p) at every position. -> (n,)."""
    return measurements.read_only(np.asarray(amplitude * np.sin(frequency * np.arange(length))))


class Halves(NamedTuple):
    """The sines of a sinusoid without their cosines, and both together, over the first positions."""

    positions: int
    sines: Picture
    pairs: Picture
    sine_steps: tuple[float, float]
    """The shortest and the longest step of one token; NaN where there is none."""
    pair_steps: tuple[float, float]
    sine_norms: tuple[float, float]
    """The length of the shortest and of the longest vector."""
    pair_norms: tuple[float, float]


@kept
def halves(sinusoid: Sinusoidal, length: int, dim: int) -> Halves:
    """What sines alone lose; every pair side by side, the lone sine of an odd dim left out. For a dim from 2."""
    positions = min(length, MOST_WAVED)
    places = sinusoid.pairs(dim)
    table = sinusoid.encode(range(positions), dim)
    found = [table[:, places[:, 0]], table[:, places.ravel()]]
    sines, pairs = (pictures.picture(part, height=MOST_WAVED, width=MOST_WAVED) for part in found)
    for picture in (sines, pairs):
        measurements.read_only(picture.means)
    steps = [_ends(np.linalg.norm(np.diff(part, axis=0), axis=1)) for part in found]
    norms = [_ends(np.linalg.norm(part, axis=1)) for part in found]
    return Halves(positions, sines, pairs, steps[0], steps[1], norms[0], norms[1])


def _ends(values: Array) -> tuple[float, float]:
    return (float(values.min()), float(values.max())) if values.size else (np.nan, np.nan)


class Beyond(NamedTuple):
    """What the positions n ... 4n - 1 bring that 0 ... n - 1 have not shown."""

    outside: Array
    """Per column, the share of later values outside its range so far, for N = n."""
    longer: float | None
    """The share of all for N = 4n; None where the scheme does not ask for the length."""
    stuck: bool
    """Whether a column that turns moves less than float64 can tell."""


@kept
def beyond(scheme: Scheme, length: int, dim: int) -> Beyond | None:
    """What comes later, at the length that the page shows; None for a scheme that has nothing there at this length."""
    try:
        found = geometry.unseen(scheme, length, dim, later=length)
    except ValueError:
        return None
    places = sorted({0, length // 2, length - 1})
    known, longer = (scheme.encode(places, dim, length=whole) for whole in (length, scheme.has(4 * length)))
    share = None if np.array_equal(known, longer) else float(geometry.unseen(scheme, length, dim).outside.mean())
    angles = scheme.angles_at_offset(1, dim, length)
    stuck = angles is not None and length > 1
    if stuck:
        moving = np.ones(dim, bool)
        moving[scheme.pairs(dim)[angles == 0]] = False
        stuck = bool((found.high - found.low <= 8 * np.finfo(np.float64).eps * found.high)[moving].any())
    return Beyond(found.outside, share, stuck)
