"""Shift: what is often said about it, and what is so."""

import numpy as np

from dashboard.views.notes import Note
from dashboard.views.words import small
from posenc_core import Sinusoidal, geometry, precision, shift
from posenc_core.arrays import Array


def _sines_only(length: int, dim: int) -> Array:
    """What is left without cosines: sin(p B^(-j/d)) in every column j."""
    return np.sin(np.arange(length)[:, None] * 10000.0 ** (-np.arange(dim) / dim))


def _both_signs_are_right() -> Note:
    table = Sinusoidal().encode(range(128), 64)
    known = shift.closed_form(Sinusoidal(), 8, 64)
    assert known
    right = shift.residual(known, table, 8)
    wrong = shift.residual(shift.Move(known.matrix.T, known.translation), table, 8)
    return Note(
        "One text has −sin where another has sin: one of them is wrong.",
        "Rows multiplied from the right need [[cos, −sin], [sin, cos]], columns from the left its transpose; both are "
        f"right. Mixed up, the result misses by {wrong:.3f} of its size; right, by {small(right)} (n = 128, d = 64, "
        "k = 8).",
    )


def _sines_alone() -> Note:
    sines = np.sort(np.sin(np.arange(1000)))
    slow = np.sin(np.arange(20000) / 10000)
    repeats = precision.duplicates(np.sin(np.arange(40000) / 10000)[:, None].astype(np.float32))
    table = _sines_only(128, 64)
    norm = geometry.spread(geometry.norms(table)).relative
    step = geometry.distances_by_offset(table, 64).relative.max()
    blocks = shift.residual(shift.block_fit(table, 8, np.arange(64).reshape(-1, 2)), table, 8)
    return Note(
        "A sine repeats, so it is made unique by a long wavelength and a cosine.",
        f"sin p never repeats at whole p, it only comes near: by {small(np.diff(sines).min())} among 1,000 "
        f"positions. sin(p / 10,000) turns back after p = {geometry.first_rise(-slow):,}; "
        f"in float32 {repeats} of 40,000 values repeat. "
        f"What sines alone lose is geometry (n = 128, d = 64): norms differ by {norm:.3f} of their mean, equal "
        f"steps by {step:.3f}, and the best 2 × 2 blocks for k = 8 miss by {blocks:.2f}.",
    )


def _one_step_is_large() -> Note:
    angle = Sinusoidal().angles_at_offset(1, 128)
    assert angle is not None
    cosine = geometry.similarity(Sinusoidal(), 0, 2, 128, kind="cosine")[1]
    return Note(
        "A small offset hardly changes the vector.",
        f"One token turns the fastest pair by {np.degrees(angle[0]):.1f}°, the slowest by "
        f"{np.degrees(angle[-1]):.4f}°. The whole vector keeps a cosine of {cosine:.3f} at d = 128.",
    )


NOTES = (
    _both_signs_are_right,
    _sines_alone,
    _one_step_is_large,
)
