"""Heatmap: what is often said about it, and what is so."""

import numpy as np

from dashboard.views.notes import Note
from dashboard.views.words import number, small
from posenc_core import Binary, Sinusoidal


def _bits_count_positions() -> Note:
    period = Binary().period(3)
    return Note(
        "A binary code with d = 3 belongs to a sequence of 3 positions.",
        f"3 bits count 2³ = {period} positions, 0 to {period - 1}; from position {period} on they repeat.",
    )


def _pairs_count_half() -> Note:
    pairs = Sinusoidal().pairs(128)
    last = len(pairs) - 1
    return Note(
        "In PE(p, 2i) the index i runs over all columns, 0 to d − 1, or up to d/2.",
        f"i counts pairs of columns: for d = 128 it runs from 0 to {last}, which is columns {pairs[last][0]} and "
        f"{pairs[last][1]}. i = d/2 = {last + 1} would be column {pairs[last][1] + 1}, which does not exist.",
    )


def _equal_pictures_prove_little() -> Note:
    steps = np.exp(np.arange(0, 512, 2, dtype=np.float32) * np.float32(-np.log(10000.0) / 512))
    angles = np.arange(100, dtype=np.float32)[:, None] * steps
    table = Sinusoidal().encode(range(100), 512)
    error = max(np.abs(np.sin(angles) - table[:, 0::2]).max(), np.abs(np.cos(angles) - table[:, 1::2]).max())
    return Note(
        "The two heatmaps look alike, so the PyTorch module computes the same.",
        "Plot the module's own matrix, and compare numbers, not pictures. The usual float32 code differs from float64 "
        f"by at most {small(float(error))} for 100 × 512: rounding, and no other formula.",
    )


def _smooth_between_integers() -> Note:
    sine = np.abs(np.diff(Sinusoidal().encode(range(128), 64), axis=0)).max()
    bit = np.abs(np.diff(Binary().encode(range(128), 64), axis=0)).max()
    return Note(
        "Bits jump from one position to the next; sines change smoothly.",
        f"Smooth in a real p. From one whole position to the next the fastest sine changes by up to {number(sine)}, a "
        f"bit by {number(bit)}.",
    )


NOTES = (
    _bits_count_positions,
    _pairs_count_half,
    _equal_pictures_prove_little,
    _smooth_between_integers,
)
