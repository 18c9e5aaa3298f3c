"""Trajectory: what is often said about it, and what is so."""

import numpy as np

from dashboard.views.notes import Note
from dashboard.views.words import number
from posenc_core import Sinusoidal, geometry


def _odd_dimensions_wobble() -> Note:
    ranges = []
    for dim in (3, 5, 63):
        norms = geometry.norms(Sinusoidal(), 512, dim)
        ranges.append(f"{number(norms.min(), 5)} to {number(norms.max(), 5)} at d = {dim}")
    return Note(
        "The formula works for any d.",
        f"With an odd d the last sine has no cosine: norms run from {'; '.join(ranges)} (n = 512), and moving is no "
        "longer one matrix. The usual PyTorch module does not accept an odd d; the code under Take it along does.",
    )


def _old_drawing_code() -> Note:
    points = Sinusoidal(layout="concatenated").encode(range(500), 3)
    turns = 499 / (2 * np.pi)
    return Note(
        "fig.gca(projection='3d') draws the helix.",
        "Current Matplotlib refuses that argument; write fig.add_subplot(projection='3d'). The curve itself makes "
        f"{turns:.1f} turns and rises from {points[0, 1]:.0f} to {points[-1, 1]:.4f} (n = 500, d = 3, concatenated).",
    )


NOTES = (
    _odd_dimensions_wobble,
    _old_drawing_code,
)
