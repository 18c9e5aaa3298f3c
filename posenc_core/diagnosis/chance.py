"""Does what an account leaves of a table look like rounding, or like chance, or like something that it misses?"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.diagnosis.reading import FLOOR, Cell, Reading, Seen

EXPLAINED = 0.05
"""An account that leaves more than this share is none, however random the rest looks."""

CORRELATED = 0.15
"""Neighbours in what is left, along rows or columns: more than this is no chance."""

UNEVEN = 3.0
"""A row or a column that holds so many times its share of what is left shows that something is wrong there."""

EVIDENCE = 20.0
"""By so many nats a table must speak for an account: a few numbers fit anything."""

NOISY = 90.0
"""The same for an account that leaves more than rounding: of a few numbers nobody sees whether that is chance."""

ARITHMETIC = (1e-6, 1e-7)
"""What float32 arithmetic on the way leaves of an entry of size 1: so much, and so much more for every token."""


def evidence(seen: Seen, reading: Reading) -> float:
    """How much the numbers of a table speak for an account, in nats."""
    # zeros agree with too much to speak for anything, unless a mask says what they are
    heard = np.count_nonzero(seen.numbers) if seen.hidden is None else seen.numbers.size
    return float(heard * -np.log(max(reading.misfit, FLOOR)) - reading.cost)


def enough(seen: Seen, reading: Reading) -> bool:
    """Whether a table has numbers enough to speak for an account."""
    return evidence(seen, reading) >= EVIDENCE


APART = 8.0
"""A number that differs by so many times what rounding, and chance, leave of others was changed by something else."""

FEW = 0.01
"""Of all numbers so many may have been changed: where more are, they are no exceptions."""


MANY = 512
"""Of so many rows a median is as good as of more."""


class Left(NamedTuple):
    """What an account leaves of a table that it explains."""

    noise: float
    """The share that looks like chance: 0 where rounding explains it."""
    cells: tuple[Cell, ...]
    """Single numbers that neither explains."""


def left(seen: Seen, reading: Reading) -> Left | None:
    """What an account leaves of a table; None where it does not explain it."""
    if not reading.misfit <= EXPLAINED:
        return None
    if not enough(seen, reading):
        return None
    size = float(np.abs(seen.numbers).max()) or 1.0
    made = reading.numbers()
    rest = np.asarray((seen.numbers - made) / size)
    # what rounding of the numbers, and on the way to them, leaves of each
    kept = seen.storage
    relative = kept.decimals is None
    allowed = kept.error * np.abs(made) / size if relative else np.full(rest.shape, kept.error / size)
    first, more = ARITHMETIC
    allowed += ((first + more * np.arange(len(made))) * (float(np.abs(made).max()) / size))[:, None]
    apart = _apart(rest, allowed)
    cells = tuple(Cell(int(p), int(j), float(rest[p, j] * size)) for p, j in apart)
    rest[tuple(apart.T)] = 0
    noise = _noise(rest, allowed, evidence(seen, reading) >= NOISY)
    # of zeros nothing is left
    return None if noise is None else Left(noise and noise * size / seen.norm, cells)


def _apart(rest: Array, allowed: Array) -> NDArray[np.int64]:
    """Single numbers far from others of their column; none where they fill a row or a column. -> (m, 2)"""
    # a fast column is farther off than a slow one; some rows tell the median of all
    usual = np.median(np.abs(rest[:: -(-len(rest) // MANY)]), axis=0) / 0.67
    apart = np.abs(rest) > APART * np.maximum(allowed, usual)
    spread = all(apart.sum(axis).max() <= max(0.1 * apart.shape[axis], 1) for axis in (0, 1))
    if apart.sum() > max(FEW * apart.size, 1) or min(apart.shape) < 4 or not spread:
        return np.empty((0, 2), np.int64)
    return np.argwhere(apart)


def _noise(rest: Array, allowed: Array, enough: bool) -> float | None:
    """The norm of what looks like chance: 0 where rounding explains it, None where something shows in it."""
    n, d = rest.shape
    total, by_rounding = float(np.square(rest).sum()), float(np.square(allowed).sum()) / 3
    if total <= 1.5 * by_rounding:
        return 0.0
    if not enough:
        return None
    spare = by_rounding / total
    limit = CORRELATED + 4 / np.sqrt(n * d) + spare
    for one, next_one in ((rest[:-1], rest[1:]), (rest[:, :-1], rest[:, 1:])):
        if one.size and abs(float((one * next_one).sum())) > limit * total:
            return None
    for axis, count in ((0, n), (1, d)):
        part = np.square(rest).sum(axis) / (total / rest.shape[1 - axis])
        if part.max() > UNEVEN + 8 * np.sqrt(2 / count) + 10 * spare:
            return None
    return float(np.sqrt(max(total - by_rounding, 0.0)))
