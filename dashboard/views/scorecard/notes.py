"""Scorecard: what is often said about it, and what is so."""

import numpy as np

from dashboard.views.notes import Note, random_waves
from dashboard.views.words import number
from posenc_core import Binary, Sinusoidal, geometry


def bits_need_a_fixed_width() -> Note:
    """Binary and the length."""
    changed = []
    for order in ("MSB first", "LSB first"):
        short, long = Binary(order=order).encode(range(8), 3), Binary(order=order).encode(range(8), 4)
        changed.append(int((short != long[:, :3]).any(axis=1).sum()))
    return Note(
        "A binary code does not depend on the length of the sequence.",
        "With a fixed d it does not. But a code with as many bits as the length needs gets a fourth bit where 8 "
        f"positions become 16. Most significant first, {changed[0]} of the 8 old positions then change in the first 3 "
        f"columns; least significant first, {changed[1]}.",
    )


def five_conditions_do_not_decide() -> Note:
    """Random frequencies pass too."""
    table = random_waves()
    rises = [geometry.first_rise(rows @ rows[0]) for rows in (table, geometry.vectors(Sinusoidal(), 128, 64))]
    return Note(
        "Only the sinusoid of the paper meets all five conditions.",
        "Sines and cosines of 32 random frequencies meet them too: no value is larger than "
        f"{number(np.abs(table).max())}, all steps are equal, all vectors differ. The frequencies shape how similarity "
        f"falls: here it first rises after k = {rises[0]}, in the paper's after k = {rises[1]} (n = 128, d = 64).",
    )


NOTES = (bits_need_a_fixed_width, five_conditions_do_not_decide)
