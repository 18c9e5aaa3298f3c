"""Shift: T(k), one block of it, and how far every way of moving misses."""

from typing import NamedTuple

import numpy as np

from dashboard.memory import kept
from dashboard.study import Study
from dashboard.views.measurements import table
from posenc_core import Learned, Scheme, Sinusoidal, criteria, shift, trained
from posenc_core.arrays import Array
from posenc_core.shift import Move, Residual

DRAWN, MOST = 16, 64
"""Rows and columns of T(k) that are drawn; and where these do not show what there is to see."""


@kept
def residuals(scheme: Scheme, offset: int, length: int, dim: int) -> dict[str, Residual]:
    """How far every way of moving by one matrix misses."""
    return shift.residuals(scheme, offset, length, dim)


@kept
def addition(scheme: Scheme, offset: int, length: int, dim: int) -> Move | None:
    """The vector that a move adds at every position of a sequence, if it adds the same one; None where it does not.

    Tried on a sequence twice as long, too: in a short one there may be a single move, which is like itself.
    """
    moves = []
    for n in (length, scheme.has(2 * length)):
        rows = table(scheme, n, dim)
        moves.append(shift.translation_fit(rows, offset))
        if shift.largest_miss(moves[-1], rows, offset) > criteria.EQUAL:
            return None
    return moves[0]


@kept
def move(scheme: Scheme, offset: int, length: int, dim: int) -> tuple[Move, str]:
    """T(k) by its closed form, or as a vector that is added, or the blocks that fit best; and which of them it is.

    Of an odd dim the pairs have their closed form all the same: only the column that is left over is fitted.
    """
    if known := shift.closed_form(scheme, offset, dim, length):
        return known, "closed form"
    if added := addition(scheme, offset, length, dim):
        return added, "addition"
    pairs, angles = scheme.pairs(dim), scheme.angles_at_offset(offset, dim)
    fitted = shift.block_fit(table(scheme, length, dim), offset, pairs)
    for pair, angle in zip(pairs, () if angles is None else angles, strict=False):
        fitted.matrix[np.ix_(pair, pair)] = shift.rotation(angle)
    return fitted, "blocks"


def left_over(scheme: Scheme, offset: int, dim: int) -> list[int]:
    """The columns without a partner, of a scheme whose pairs turn; none where no pair turns."""
    if scheme.angles_at_offset(offset, dim) is None:
        return []
    return [int(column) for column in np.setdiff1d(np.arange(dim), scheme.pairs(dim))]


def fitted(study: Study) -> list[Scheme]:
    """The schemes of which all of T(k) that is drawn is a fit."""
    n, d, k = study.length, study.dim, study.offset
    return [s for s in study.schemes if move(s, k, n, d)[1] == "blocks" and not left_over(s, k, d)]


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
    """One pair of columns, moved from one position to another."""

    pair: tuple[int, int]
    start: int
    """The position p that is moved, to p + k."""
    cells: Array
    """The 2 × 2 block, for a row on its left."""
    added: Array
    """What is added to the pair after that."""
    before: Array
    """The pair at p."""
    after: Array
    """What the move makes of it."""
    goal: Array
    """The pair at p + k."""
    angle: float | None
    """The angle of the closed form, in radians; None where there is none."""
    way: str
    """How the move was found."""


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
    return Block(
        (int(pair[0]), int(pair[1])),
        p,
        cells,
        added,
        matrix[p, pair],
        matrix[p, pair] @ cells + added,
        matrix[p + k, pair],
        float(angles[chosen]) if angles is not None and chosen < len(angles) else None,
        way,
    )


def few_rows(study: Study) -> bool:
    """Whether there are so few rows that a free fit meets whatever it sees."""
    return study.length - study.offset <= study.dim + 1


class Trained(NamedTuple):
    """What the table that somebody trained shows, and what others of its size show."""

    shape: tuple[int, int]
    first: trained.FirstRow
    found: dict[str, trained.Turns]
    """By the name of a table; the trained one stands first."""
    parts: tuple[trained.Turns, trained.Turns]
    """Of the trained one, measured on either half of the same rows alone."""


@kept
def training() -> Trained:
    """What training found, measured on the table that comes with the core, whatever the page shows."""
    scheme = Learned()
    n, d = shape = scheme.own_size
    rows = table(scheme, n, d)
    others = {"Sinusoidal": table(Sinusoidal(), n, d), **trained.controls(n, d)}
    found = {name: trained.turns(each) for name, each in {scheme.name: rows, **others}.items()}
    first, last = found[scheme.name].rows
    middle = (first + last) // 2
    parts = trained.turns(rows, rows=(first, middle)), trained.turns(rows, rows=(middle + 1, last))
    return Trained(shape, trained.first_row(rows), found, parts)
