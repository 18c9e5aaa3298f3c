"""Scorecard: what is often said about it, and what is so."""

import numpy as np

from dashboard.views.notes import Note, random_waves
from dashboard.views.words import number, small
from posenc_core import Binary, Sinusoidal, geometry


def _bits_need_a_fixed_width() -> Note:
    changed = []
    for order in ("MSB first", "LSB first"):
        short, long = Binary(order=order).encode(range(8), 3), Binary(order=order).encode(range(8), 4)
        changed.append(int((short != long[:, :3]).any(axis=1).sum()))
    return Note(
        "A binary code does not depend on the length of the sequence.",
        "With a fixed d. With as many bits as the length needs, a sequence that grows from 8 to 16 positions gets a "
        f"fourth bit: most significant first, {changed[0]} of the 8 old positions change in the first 3 columns; least "
        f"significant first, {changed[1]}.",
    )


def _five_conditions_do_not_decide() -> Note:
    table = random_waves()
    steps = geometry.distances_by_offset(table, 64)
    nearest = geometry.closest_pair(table)[2]
    rises = [geometry.first_rise(rows @ rows[0]) for rows in (table, geometry.vectors(Sinusoidal(), 128, 64))]
    return Note(
        "Only the sinusoid of the paper meets all five conditions.",
        "Sines and cosines of 32 random frequencies meet them too, at every length: the largest value is "
        f"{number(np.abs(table).max())}, steps are equal to {small(steps.relative.max())}, and the nearest pair is "
        f"{number(nearest / steps.mean[0])} of a step apart (n = 128, d = 64). What the frequencies shape is how "
        f"similarity falls: here it first rises after k = {rises[0]}, in the paper's after k = {rises[1]}.",
    )


NOTES = (
    _bits_need_a_fixed_width,
    _five_conditions_do_not_decide,
)
