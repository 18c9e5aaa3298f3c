"""Shift: T(k), one block of it, and how far every way of moving misses."""

from typing import NamedTuple

import numpy as np

from dashboard.memory import kept
from dashboard.study import Study
from dashboard.views.measurements import table
from posenc_core import Scheme, shift
from posenc_core.arrays import Array
from posenc_core.shift import Move, Residual

DRAWN = 64
"""Rows and columns of T(k) that are drawn: with more, a cell is too small to be seen."""


@kept
def residuals(scheme: Scheme, offset: int, length: int, dim: int) -> dict[str, Residual]:
    """How far every way of moving by one matrix misses."""
    return shift.residuals(scheme, offset, length, dim)


@kept
def move(scheme: Scheme, offset: int, length: int, dim: int) -> tuple[Move, str]:
    """T(k) by its closed form, or the blocks that fit best; and which of the two it is.

    Of an odd dim the pairs have their closed form all the same: only the column that is left over is fitted.
    """
    known = shift.closed_form(scheme, offset, dim)
    if known:
        return known, "closed form"
    pairs, angles = scheme.pairs(dim), scheme.angles_at_offset(offset, dim)
    fitted = shift.block_fit(table(scheme, length, dim), offset, pairs)
    for pair, angle in zip(pairs, () if angles is None else angles, strict=False):
        fitted.matrix[np.ix_(pair, pair)] = shift.rotation(angle)
    return fitted, "fitted blocks"


class Block(NamedTuple):
    """One pair of columns, moved from one position to another by its 2 × 2 block."""

    pair: tuple[int, int]
    start: int
    """The position p that is moved, to p + k."""
    cells: Array
    """The block, (2, 2), for a row on its left."""
    before: Array
    """The pair at p."""
    after: Array
    """What the block makes of it."""
    goal: Array
    """The pair at p + k."""
    angle: float | None
    """The angle of the closed form, in radians; None where there is none."""


def block(study: Study, scheme: Scheme) -> Block | None:
    """The chosen pair of a scheme; None where it has no such pair."""
    n, d, k = study.length, study.dim, study.offset
    pairs, chosen = scheme.pairs(d), study.options["pair"]
    if chosen >= len(pairs):
        return None
    matrix, (moved, _) = table(scheme, n, d), move(scheme, k, n, d)
    angles = scheme.angles_at_offset(k, d)
    pair, p = pairs[chosen], min(study.position, n - 1 - k)
    cells = moved.matrix[np.ix_(pair, pair)]
    return Block(
        (int(pair[0]), int(pair[1])),
        p,
        cells,
        matrix[p, pair],
        matrix[p, pair] @ cells,
        matrix[p + k, pair],
        None if angles is None else float(angles[chosen]),
    )


def few_rows(study: Study) -> bool:
    """Whether there are so few rows that a free fit meets whatever it sees."""
    return study.length - study.offset <= study.dim + 1
