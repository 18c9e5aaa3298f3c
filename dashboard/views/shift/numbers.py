"""Numbers of Shift: encodings in a plane, T(k), one pair of columns, and residuals of all fits."""

from typing import NamedTuple

import numpy as np

from dashboard.numbers.measurements import table
from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from posenc_core import Scheme
from posenc_core.analysis import criteria, shift
from posenc_core.analysis.shift import Move, Residual
from posenc_core.arrays import Array, read_only

DRAWN, MOST = 16, 64
"""Default and maximum number of drawn rows and columns of T(k)."""


MOST_BITS = 16
"""Maximum number of columns that are drawn as bits."""


@shared_cache
def fits(scheme: Scheme, offset: int, length: int, dim: int) -> tuple[dict[str, Residual], Array]:
    """Residuals of all kinds of fits, and the images of positions 0 to n - 1 - k under the best one."""
    tried = shift.fits(scheme, offset, length=length, dim=dim)
    moves = tried.moves
    best = moves.get("closed form") or addition(scheme, offset, length, dim) or moves["affine"]
    images = tried.seen[:-offset] @ best.matrix + best.translation
    return {name: tried.residual(move, offset) for name, move in moves.items()}, read_only(images)


def residuals(scheme: Scheme, offset: int, length: int, dim: int) -> dict[str, Residual]:
    """Residuals of all kinds of fits."""
    return fits(scheme, offset, length, dim)[0]


def miss(scheme: Scheme, offset: int, length: int, dim: int) -> float:
    """Norm of the errors of the best fit, relative to the norm of the vectors that it should give."""
    goals = table(scheme, length, dim)[offset:]
    # scaled: squares of small numbers underflow
    size = np.abs(goals).max()
    errors = fits(scheme, offset, length, dim)[1] - goals
    return float(np.linalg.norm(errors / size) / np.linalg.norm(goals / size))


class Panel(NamedTuple):
    """One encoding in a plane, and the images of its positions under the best fit."""

    across: list[int]
    """Columns across: one, or the even ones of several bits, with place values."""
    up: list[int]
    """Columns up."""
    points: Array
    """Every position, shape (n, 2)."""
    images: Array
    """Image of each position that has one k later, shape (n - k, 2)."""
    start: int
    """Position whose shift is highlighted."""


def panel(study: Study, scheme: Scheme) -> Panel:
    """Project an encoding onto the selected pair of columns, or, if it has bits, onto their place values."""
    n, d, k = study.length, study.dim, study.offset
    rows, pairs = table(scheme, n, d), scheme.pairs(d)
    across, up = [0], []
    if len(pairs):
        (first,), (second,) = np.hsplit(pairs[min(study.options["pair"], len(pairs) - 1)], 2)
        across, up = [int(second)], [int(first)]
    moving = np.flatnonzero(np.ptp(rows, axis=0)).tolist()
    if scheme.angles_at_offset(1, d, n) is None and 2 < len(moving) <= MOST_BITS and _are_bits(rows[:, moving]):
        # every code has its own place, and the projection is linear
        across, up = moving[::2], moving[1::2]

    def project(vectors: Array) -> Array:
        return np.stack([vectors[:, columns] @ 2.0 ** np.arange(len(columns)) for columns in (across, up)], axis=1)

    return Panel(across, up, project(rows), project(fits(scheme, k, n, d)[1]), min(study.position, n - 1 - k))


@shared_cache
def linear(scheme: Scheme, offset: int, length: int, dim: int) -> Residual:
    """Residuals of the least-squares matrix without a translation."""
    tried = shift.fits(scheme, offset, length=length, dim=dim)
    return tried.residual(shift.linear_fit(tried.seen, offset), offset)


@shared_cache
def addition(scheme: Scheme, offset: int, length: int, dim: int) -> Move | None:
    """Constant vector that the shift adds, or None if it is not constant.

    Also tested at twice the length, because a short sequence may have a single step.
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
    """T(k) in closed form, as an addition, or as fitted blocks, with the kind of result.

    For odd `dim`, rotating pairs keep their closed form; only the unpaired column is fitted.
    """
    if closed := shift.closed_form(scheme, offset, dim, length=length):
        return closed, "closed form"
    if added := addition(scheme, offset, length, dim):
        return added, "addition"
    pairs, angles = scheme.pairs(dim), scheme.angles_at_offset(offset, dim)
    fitted = shift.block_fit(table(scheme, length, dim), offset, pairs)
    for pair, angle in zip(pairs, () if angles is None else angles, strict=False):
        fitted.matrix[np.ix_(pair, pair)] = shift.rotation(angle)
    return fitted, "blocks"


def _are_bits(columns: Array) -> bool:
    """Return whether all columns have the same two values."""
    return bool(((columns == columns.min()) | (columns == columns.max())).all())


def unpaired_columns(scheme: Scheme, dim: int) -> list[int]:
    """Unpaired columns of an encoding with rotating pairs."""
    if scheme.angles_at_offset(1, dim) is None:
        return []
    return [int(column) for column in np.setdiff1d(np.arange(dim), scheme.pairs(dim))]


def drawn_size(study: Study) -> int:
    """Return the number of drawn rows and columns of T(k).

    The maximum is used if a pair is split, the selected pair is outside, or the first block is 0.
    """
    few, most = min(study.dim, DRAWN), min(study.dim, MOST)
    for scheme in study.schemes:
        pairs, (shift_matrix, _) = scheme.pairs(study.dim), move(scheme, study.offset, study.length, study.dim)
        inside = pairs < few
        apart = (inside.sum(axis=1) == 1).any()
        outside = not inside[study.options["pair"] :][:1].all()
        if apart or outside or not shift_matrix.matrix[:few, :few].any():
            return most
    return few


class Block(NamedTuple):
    """One pair of columns at `start`: `before` @ `cells` + `added` = `after`; `goal` is the actual pair k later."""

    pair: tuple[int, int]
    start: int
    cells: Array
    added: Array
    before: Array
    after: Array
    goal: Array
    angle: float | None
    """Angle in radians; None without a closed form."""
    way: str
    """Kind of the result, as in `move`."""


def block(study: Study, scheme: Scheme) -> Block | None:
    """Return the selected pair of a scheme, or None if it does not exist."""
    n, d, k = study.length, study.dim, study.offset
    pairs, selected = scheme.pairs(d), study.options["pair"]
    if selected >= len(pairs):
        return None
    matrix, (result, way) = table(scheme, n, d), move(scheme, k, n, d)
    angles = scheme.angles_at_offset(k, d, n)
    pair, p = pairs[selected], min(study.position, n - 1 - k)
    cells, added = result.matrix[np.ix_(pair, pair)], result.translation[pair]
    before, goal = matrix[p, pair], matrix[p + k, pair]
    angle = None if angles is None else float(angles[selected])
    return Block((int(pair[0]), int(pair[1])), p, cells, added, before, before @ cells + added, goal, angle, way)
