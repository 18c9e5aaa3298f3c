"""Equidistance: what is often said about it, and what is so."""

import numpy as np

from dashboard.views.notes import Note, random_waves, with_decimals
from dashboard.views.words import number
from posenc_core import Normalized, Sinusoidal, criteria, geometry


def _equal_at_one_offset() -> Note:
    scheme = Sinusoidal(layout="concatenated")
    distances = np.array([geometry.distances_at_offset(scheme, k, 5, 6)[0] for k in range(1, 5)])
    dots = geometry.similarity(scheme, 0, 5, 6)[1:]
    return Note(
        "The distances between all positions are equal, and so are the dot products.",
        "Equal at one offset only. For the sinusoid (n = 5, d = 6) the distances at k = 1 to 4 are "
        f"{with_decimals(distances, 2)}, the dot products {with_decimals(dots, 2)}. Four steps are even nearer than "
        "three. More than d + 1 points cannot all be equally far apart.",
    )


def _pairs_make_it_equal() -> Note:
    found = geometry.distances_by_offset(random_waves(), 64).relative.max()
    equal = "equal everywhere, too" if found <= criteria.EQUAL else f"uneven by {number(100 * found)} %"
    return Note(
        "Steps are equal because i grows by a constant.",
        "They are equal because every frequency comes as a sine and a cosine: sin² + cos² = 1 cancels the position. "
        f"The frequencies do not matter: with 32 random ones every step is {equal} (n = 128, every k to 64).",
    )


def _increments_grow_again() -> Note:
    distances = geometry.similarity(Sinusoidal(), 0, 64, 512, kind="distance")
    increments = np.diff(distances)
    grows = (geometry.first_rise(increments) or 0) + 2
    falls = geometry.first_rise(-distances) or 0
    return Note(
        "The farther apart two positions are, the less the distance grows with each further token.",
        f"Not steadily. For d = 512 the first token adds {increments[0]:.2f}, token {grows - 1} only "
        f"{increments[grows - 2]:.2f}, and token {grows} more again: {increments[grows - 1]:.2f}. From k = {falls} to "
        f"{falls + 1} the distance itself falls.",
    )


def _normalized_moves_with_the_length() -> Note:
    short, long = (geometry.distances_at_offset(Normalized(), 1, n, 1)[0] for n in (12, 56))
    moved = np.abs(Normalized().encode(range(128), 1) - Normalized().encode(range(128), 1, length=256)).max()
    return Note(
        "Divided by the length, positions have equal distances on a fixed scale.",
        f"Only within one sequence. A step is {short:.3f} among 12 tokens and {long:.3f} among 56, "
        f"{number(short / long)} times shorter. The same position moves, too: by up to {moved:.3f} between n = 128 and "
        "n = 256.",
    )


ONE_OFFSET = _equal_at_one_offset
"""The one that stands beside the picture of every offset."""

NOTES = (
    ONE_OFFSET,
    _pairs_make_it_equal,
    _increments_grow_again,
    _normalized_moves_with_the_length,
)
