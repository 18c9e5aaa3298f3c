"""Shift: the matrix T(k), one pair of columns, the residual of every fit, and the trained table."""

from typing import NamedTuple

import numpy as np

from dashboard.numbers.measurements import table
from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from posenc_core import Learned, Scheme, Sinusoidal
from posenc_core.analysis import criteria, shift, table_rotations
from posenc_core.analysis.shift import Move, Residual
from posenc_core.arrays import Array

DRAWN, MOST = 16, 64
"""Rows and columns of T(k) that are drawn; and where these do not show what there is to see."""


@shared_cache
def residuals(scheme: Scheme, offset: int, length: int, dim: int) -> dict[str, Residual]:
    """How far every way of moving by one matrix misses."""
    return shift.residuals(scheme, offset, length, dim)


@shared_cache
def linear(scheme: Scheme, offset: int, length: int, dim: int) -> Residual:
    """The residuals of the least-squares matrix without a translation."""
    tried = shift.fits(scheme, offset, length=length, dim=dim)
    return tried.residual(shift.linear_fit(tried.seen, offset), offset)


@shared_cache
def addition(scheme: Scheme, offset: int, length: int, dim: int) -> Move | None:
    """The vector that a move adds at every position of a sequence, if it adds the same one; None where it does not.

    Tried on a sequence twice as long, too: in a short one there may be a single move, which is like itself.
    """
    moves = []
    for n in (length, scheme.rows_within(2 * length)):
        rows = table(scheme, n, dim)
        moves.append(shift.translation_fit(rows, offset))
        if shift.largest_miss(moves[-1], rows, offset) > criteria.EQUAL:
            return None
    return moves[0]


@shared_cache
def move(scheme: Scheme, offset: int, length: int, dim: int) -> tuple[Move, str]:
    """T(k) by its closed form, or as a vector that is added, or the blocks that fit best; and which of them it is.

    Of an odd dim the pairs have their closed form all the same: only the column that is left over is fitted.
    """
    if known := shift.closed_form(scheme, offset, dim, length=length):
        return known, "closed form"
    if added := addition(scheme, offset, length, dim):
        return added, "addition"
    pairs, angles = scheme.pairs(dim), scheme.angles_at_offset(offset, dim)
    fitted = shift.block_fit(table(scheme, length, dim), offset, pairs)
    for pair, angle in zip(pairs, () if angles is None else angles, strict=False):
        fitted.matrix[np.ix_(pair, pair)] = shift.rotation(angle)
    return fitted, "blocks"


def left_over(scheme: Scheme, dim: int) -> list[int]:
    """The columns without a partner, of an encoding whose pairs rotate; none where no pair does."""
    if scheme.angles_at_offset(1, dim) is None:
        return []
    return [int(column) for column in np.setdiff1d(np.arange(dim), scheme.pairs(dim))]


def drawn(study: Study) -> int:
    """How many rows and columns of T(k) are drawn: few, or a cell is too small to be seen.

    More where a column among the first has its partner farther on, where the chosen pair has, or where all are 0.
    """
    few, most = min(study.dim, DRAWN), min(study.dim, MOST)
    for scheme in study.schemes:
        pairs, (moved, _) = scheme.pairs(study.dim), move(scheme, study.offset, study.length, study.dim)
        inside = pairs < few
        apart = (inside.sum(axis=1) == 1).any()
        outside = not inside[study.options["pair"] :][:1].all()
        if apart or outside or not moved.matrix[:few, :few].any():
            return most
    return few


class Block(NamedTuple):
    """One pair of columns at `start`: `before` @ `cells` + `added` is `after`; k positions on, the pair is `goal`."""

    pair: tuple[int, int]
    start: int
    cells: Array
    added: Array
    before: Array
    after: Array
    goal: Array
    angle: float | None
    """In radians; None where no closed form is known."""
    way: str
    """How the matrix was found."""


def block(study: Study, scheme: Scheme) -> Block | None:
    """The chosen pair of a scheme; None where it has no such pair."""
    n, d, k = study.length, study.dim, study.offset
    pairs, chosen = scheme.pairs(d), study.options["pair"]
    if chosen >= len(pairs):
        return None
    matrix, (moved, way) = table(scheme, n, d), move(scheme, k, n, d)
    angles = scheme.angles_at_offset(k, d, n)
    pair, p = pairs[chosen], min(study.position, n - 1 - k)
    cells, added = moved.matrix[np.ix_(pair, pair)], moved.translation[pair]
    before, goal = matrix[p, pair], matrix[p + k, pair]
    angle = None if angles is None else float(angles[chosen])
    return Block((int(pair[0]), int(pair[1])), p, cells, added, before, before @ cells + added, goal, angle, way)


class Trained(NamedTuple):
    """What is found in the trained table, and in others of its size."""

    learned: table_rotations.Turns
    parts: tuple[table_rotations.Turns, table_rotations.Turns]
    """In either half of the same rows alone."""
    first: table_rotations.FirstRow
    untrained: dict[str, table_rotations.Turns]
    """In other tables, by name."""


@shared_cache
def training() -> Trained:
    """Measure the trained table of the core, whatever the page shows."""
    scheme = Learned()
    rows = table(scheme, *scheme.own_size)
    others = {"Sinusoidal": table(Sinusoidal(), *rows.shape), **table_rotations.controls(*rows.shape)}
    found = table_rotations.turns(rows)
    first, last = found.rows
    middle = (first + last) // 2
    parts = table_rotations.turns(rows, rows=(first, middle)), table_rotations.turns(rows, rows=(middle + 1, last))
    return Trained(
        found,
        parts,
        table_rotations.first_row(rows),
        {name: table_rotations.turns(each) for name, each in others.items()},
    )
