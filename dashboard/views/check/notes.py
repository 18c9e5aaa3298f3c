"""Check: what is often said of a table that differs, and what is so."""

import numpy as np

from dashboard.views.notes import Note
from dashboard.views.words import number
from posenc_core import Sinusoidal, geometry
from posenc_core.mistakes import MISTAKES

LENGTH, DIM = 4096, 64
"""Of the examples: n and d."""


def _digits_are_a_mistake() -> Note:
    paper = Sinusoidal()
    exponents = np.arange(0, DIM, 2, dtype=np.float32) * np.float32(-np.log(paper.base) / DIM)
    angles = np.arange(LENGTH, dtype=np.float32)[:, None] * np.exp(exponents)
    table = geometry.vectors(paper, LENGTH, DIM)
    apart = np.abs(np.sin(angles) - table[:, ::2]).max(axis=1)
    bug = MISTAKES["cosine of the next pair"]
    wrong = np.abs(bug.table(2, DIM, paper.base)[1] - table[1]).max()
    return Note(
        "My table differs from another one in the fourth digit, so one of the two is wrong.",
        f"Code in float32 rounds the frequencies, and each step of a position adds to what is lost. At n = {LENGTH:,} "
        f"and d = {DIM} it is off by up to {number(float(apart.max()))}; within the first 128 positions by at most "
        f"{number(float(apart[:128].max()))}. A wrong exponent moves more, and from the first rows on: with the "
        f"{bug.name} a number is off by {number(float(wrong))} at position 1.",
    )


def _base_is_a_mistake() -> Note:
    ends = Sinusoidal(schedule="Tensor2Tensor")
    first, second = ends.frequencies(DIM)[:2]
    found = float(first / second) ** (DIM / 2)
    return Note(
        f"The base that I measure is {number(found, 6)} and not {number(ends.base)}, so the exponent is wrong.",
        f"At d = {DIM} a base of {number(ends.base)} looks so where the exponent is 2i/(d − 2), as in Tensor2Tensor, "
        "fairseq and Whisper: the slowest pair then turns by exactly 1/B. The numbers cannot tell a base from an "
        f"exponent: base 100 in the paper's formula is base {number(100.0**2)} with the exponent i/d.",
    )


def _cosines_stand_wrong() -> Note:
    tables = [geometry.vectors(Sinusoidal(layout=layout), DIM, DIM) for layout in ("interleaved", "concatenated")]
    dots = [table @ table.T for table in tables]
    same = float(np.abs(dots[0] - dots[1]).max()) <= 1e-12 * DIM
    changed = int((np.abs(tables[0] - tables[1]).max(axis=0) > 0).sum())
    assert same
    return Note(
        "All sines first and then all cosines is a mistake.",
        f"It is another order of the same columns: {changed} of {DIM} differ, and no dot product does. A model can "
        "learn with either. Wrong is only a mix: weights that were trained with one, in code of the other.",
    )


NOTES = (_digits_are_a_mistake, _base_is_a_mistake, _cosines_stand_wrong)
