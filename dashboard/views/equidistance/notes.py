"""Equidistance: what is often said about it, and what is so."""

import numpy as np

from dashboard.views.notes import Note, random_waves, with_decimals
from dashboard.views.words import number, small
from posenc_core import Normalized, Sinusoidal, geometry


def _equal_at_one_offset() -> Note:
    scheme = Sinusoidal(layout="concatenated")
    distances = np.array([geometry.distances_at_offset(scheme, k, 5, 6)[0] for k in range(1, 5)])
    dots = geometry.similarity(scheme, 0, 5, 6)[1:]
    return Note(
        "The distances between all positions are equal, and so are the dot products.",
        f"Equal at one offset. For n = 5, d = 6 the distances at k = 1, 2, 3, 4 are {with_decimals(distances, 4)}, the "
        f"dot products {with_decimals(dots, 4)}: different for each k, and turning back at k = 4. More than d + 1 = 7 "
        "points cannot all be equally far apart.",
    )


def _pairs_make_it_equal() -> Note:
    found = geometry.distances_by_offset(random_waves(), 64).relative.max()
    return Note(
        "Steps are equal because i grows by a constant.",
        "They are equal because every frequency comes as a sine and a cosine: sin² + cos² = 1 cancels the position. "
        f"The frequencies do not matter: for 32 random ones the distances differ by {small(found)} of their mean "
        "at most (n = 128, every k to 64).",
    )


def _increments_grow_again() -> Note:
    distances = geometry.similarity(Sinusoidal(), 0, 64, 512, kind="distance")
    increments = np.diff(distances)
    grows = (geometry.first_rise(increments) or 0) + 2
    falls = geometry.first_rise(-distances) or 0
    return Note(
        "The farther apart two positions are, the less the distance grows with each further token.",
        f"Not steadily. For d = 512 the increments at k = 1 … 10 are {with_decimals(increments[:10], 3)}: they grow "
        f"again at k = {grows}. The distance itself falls from k = {falls} to {falls + 1}, {distances[falls]:.4f} to "
        f"{distances[falls + 1]:.4f}.",
    )


def _normalized_moves_with_the_length() -> Note:
    short, long = (geometry.distances_at_offset(Normalized(), 1, n, 1)[0] for n in (12, 56))
    moved = np.abs(Normalized().encode(range(128), 1) - Normalized().encode(range(128), 1, length=256)).max()
    return Note(
        "Divided by the length, positions have equal distances on a fixed scale.",
        f"Within one sequence. A step is {short:.3f} among 12 tokens and {long:.3f} among 56, {number(short / long)} "
        f"times shorter, and the same position moves by up to {moved:.3f} between n = 128 and n = 256.",
    )


NOTES = (
    _equal_at_one_offset,
    _pairs_make_it_equal,
    _increments_grow_again,
    _normalized_moves_with_the_length,
)
