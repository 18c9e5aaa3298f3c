"""Trajectory: what is often said about it, and what is so."""

import numpy as np

from dashboard.views.notes import Note
from dashboard.views.words import number
from posenc_core import Sinusoidal, geometry


def odd_dimensions_wobble() -> Note:
    """With an odd d the vectors of the sinusoid are not equally long."""
    norms = {dim: geometry.norms(Sinusoidal(), 512, dim) for dim in (3, 63)}
    return Note(
        "The sinusoidal formula works for any d.",
        "With an odd d the last sine has no cosine, so vectors are not equally long, and moving is no longer one "
        f"matrix. At d = 3 and n = 512 they are {number(norms[3].min())} to {number(norms[3].max())} long; at d = 63 "
        f"the longest is only {number(100 * (norms[63].max() / norms[63].min() - 1))} % longer than the shortest. "
        "The usual PyTorch module takes no odd d. Others put 0 into the last column: all vectors are equally long "
        "again.",
    )


def _old_drawing_code() -> Note:
    points = Sinusoidal(layout="concatenated").encode(range(500), 3)
    turns = 499 / (2 * np.pi)
    return Note(
        "fig.gca(projection='3d') draws the helix.",
        "Current Matplotlib refuses that argument; write fig.add_subplot(projection='3d'). The helix (n = 500, d = 3, "
        f"concatenated) makes {number(turns)} turns and rises from {number(points[0, 1])} to "
        f"{number(points[-1, 1])}.",
    )


NOTES = (
    odd_dimensions_wobble,
    _old_drawing_code,
)
