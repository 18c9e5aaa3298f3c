"""Shift: what is often said about it, and what is so."""

import numpy as np

from dashboard.views.notes import Note
from dashboard.views.shift.numbers import training
from dashboard.views.words import number, percent
from posenc_core import Sinusoidal, geometry, precision, shift
from posenc_core.arrays import Array


def _sines_only(length: int, dim: int) -> Array:
    """What is left without cosines: sin(p B^(-j/d)) in every column j."""
    return np.sin(np.arange(length)[:, None] * 10000.0 ** (-np.arange(dim) / dim))


def _both_signs_are_right() -> Note:
    table = Sinusoidal().encode(range(128), 64)
    known = shift.closed_form(Sinusoidal(), 8, 64)
    assert known
    wrong = shift.residual(shift.Move(known.matrix.T, known.translation), table, 8)
    return Note(
        "One text has −sin where another has sin: one of them is wrong.",
        "Both are right, each in its order. [[cos, −sin], [sin, cos]] goes with a row [sin cos], or with a column that "
        "has the cosine first. Its transpose (rows and columns exchanged) goes with a row [cos sin], or with a column "
        "that has the sine first. The wrong one of the two turns every pair back: off by "
        f"{number(100 * wrong)} % (n = 128, d = 64, k = 8).",
    )


def _sines_alone() -> Note:
    slow = np.sin(np.arange(20000) / 10000)
    repeats = precision.duplicates(np.sin(np.arange(40000) / 10000)[:, None].astype(np.float32))
    table = _sines_only(128, 64)
    norm = geometry.spread(geometry.norms(table)).relative
    step = geometry.distances_by_offset(table, 64).relative.max()
    blocks = shift.residual(shift.block_fit(table, 8, np.arange(64).reshape(-1, 2)), table, 8)
    return Note(
        "A sine repeats, so it is made unique by a long wavelength and a cosine.",
        "sin p never repeats at whole p, it only comes near. What sines alone lose is the geometry: "
        f"norms vary by {number(100 * norm)} %, equal steps by {number(100 * step)} %, and the best 2 × 2 blocks for "
        f"k = 8 are off by {number(100 * blocks)} % (n = 128, d = 64). In float32, {repeats} of 40,000 values of "
        f"sin(p / 10,000) do repeat; it turns back after p = {geometry.first_rise(-slow):,}.",
    )


def _one_step_is_large() -> Note:
    angle = Sinusoidal().angles_at_offset(1, 128)
    assert angle is not None
    cosine = geometry.similarity(Sinusoidal(), 0, 2, 128, kind="cosine")[1]
    return Note(
        "A small offset hardly changes the vector.",
        f"One token turns the fastest pair by {number(np.degrees(angle[0]))}°, the slowest by only "
        f"{number(np.degrees(angle[-1]))}° (d = 128). The whole vector does change little: the cosine of neighbours "
        f"is {number(cosine)}, where 1 is the same direction.",
    )


def _learned_has_no_structure() -> Note:
    found = training().found
    (name, turns), *_ = found.items()
    return Note(
        "Learned tables hold no structure.",
        f"This one does. {percent(turns.share)} of what its middle positions differ by lies in ten of "
        f"{training().shape[1]:,} directions; of random numbers it is {percent(found['random'].share)}. In them a step "
        f"turns pairs of directions, with wavelengths of {', '.join(map(number, turns.wavelengths))} tokens. It is one "
        f"table ({name}, of all-MiniLM-L6-v2): others may hold less.",
    )


SIGN = _both_signs_are_right
"""The one that stands beside the equations that it speaks of."""

NOTES = (
    SIGN,
    _sines_alone,
    _one_step_is_large,
    _learned_has_no_structure,
)
