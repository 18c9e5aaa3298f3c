"""Is a table that of a picture? Waves of the row and waves of the column of a token, counted line by line."""

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.diagnosis.fitting import FREE, NEAR, account, changed, plainest, share, some_rows, turned
from posenc_core.diagnosis.reading import Reading, Seen
from posenc_core.schemes import Grid
from posenc_core.schemes.grid import QUARTERS, TINY

LEAST_ROWS = 4
"""Of fewer tokens no row and no column is told."""

FAST = 8
"""So many waves of an axis show when it moves."""

WIDEST = 4096
"""A grid is at most so wide."""


def readings(seen: Seen) -> list[Reading]:
    """Every account of a table as a grid that leaves little of it, also behind a row of zeros for a class token."""
    skipped = int(seen.zero_rows[:1] == (0,))
    length, dim = len(seen.numbers) - skipped, seen.numbers.shape[1]
    if seen.hidden is not None or dim % 4 or length < LEAST_ROWS:
        return []
    numbers, few = seen.numbers[skipped:], some_rows(length)
    found: list[Reading] = []
    for order in QUARTERS:
        sizes = np.abs(np.hstack([_turns(numbers[few], order, axis) for axis in "yx"]))
        if share(sizes - 1, np.ones(sizes.shape)) <= NEAR:
            for grid in _grids(_turns(numbers, order, "y"), _turns(numbers, order, "x"), order):
                found += _accounts(seen, grid, skipped)
    # the same grid may be met by two ways
    different = {tuple(each.parameters.items()): each for each in found if each.misfit <= NEAR}
    return list(different.values())


def _turns(numbers: Array, order: str, axis: str) -> NDArray[np.complex128]:
    """Each wave of an axis as a number cos + i sin. (n, d) -> (n, d / 4)"""
    dim = numbers.shape[1]
    places = Grid(order=order).places(dim)
    parts = {wave: numbers[:, columns] for wave, columns in zip(QUARTERS[order], places, strict=True)}
    return np.asarray(parts[f"cos {axis}"] + 1j * parts[f"sin {axis}"])


def _grids(rows: NDArray[np.complex128], columns: NDArray[np.complex128], order: str) -> Iterator[Grid]:
    """Every grid that may be meant, with the base that fits its waves."""
    length, waves = rows.shape
    # where the rows of the grid do not change, what looks like a change is noise
    for width in {_width(rows), min(length, WIDEST)}:
        frequencies = turned(columns[:width]) if width > 2 else turned(rows[::width])
        for start, normalized in product((0, 1), (False, True)):
            widths = {width}
            if normalized and frequencies[0] > 0:
                # of a grid wider than the table only the stretch of its columns is seen
                wide = 2 * np.pi / frequencies[0] + 1 - start
                widths |= {max(round(wide), 1)} if wide <= WIDEST else set()
            for wide in widths:
                end = wide - 1 + start if width > 2 else (length - 1) // wide + start
                unit = 2 * np.pi / (end + TINY) if normalized else 1.0
                base = _base(frequencies / unit, waves)
                yield Grid(width=wide, order=order, start=start, normalized=normalized, base=base)


def _width(rows: NDArray[np.complex128]) -> int:
    """After how many tokens the waves of the rows move, and not in between. (n, d / 4)"""
    # slow waves hardly move, and bring as much noise as fast ones
    moved = np.square(np.linalg.norm(np.diff(rows[:, :FAST], axis=0), axis=1))
    if moved.min() > moved.max() / 4:
        return 1
    widths = np.arange(2, min(len(moved), WIDEST) + 1)
    # how far those after so many tokens stand out, the more of them the better
    ends = [moved[width - 1 :: width] for width in widths]
    return int(widths[np.argmax([(each.mean() - moved.mean()) * np.sqrt(len(each)) for each in ends])])


def _base(frequencies: Array, waves: int) -> float:
    """The base of a series that begins with 1, by the waves that fall; the usual one where none does."""
    steps = np.arange(waves)
    used = (steps > 0) & (frequencies > 1e-9) & (frequencies < 1)
    if not used.any():
        return 10000.0
    # a slow wave is known to so many radians, not to so many percent
    weights = frequencies[used] * steps[used]
    logs = -np.log(frequencies[used]) * waves / steps[used]
    order = np.argsort(logs)
    half = np.searchsorted(weights[order].cumsum(), weights.sum() / 2)
    return float(np.exp(min(logs[order][half], 700)))


def _accounts(seen: Seen, grid: Grid, skipped: int) -> Iterator[Reading]:
    length, dim = len(seen.numbers) - skipped, seen.numbers.shape[1]
    few = some_rows(length)
    numbers = seen.numbers[skipped:][few]

    def of(base: float) -> Grid:
        return Grid(
            width=grid.width, order=grid.order, start=grid.start, normalized=grid.normalized, base=max(base, 1 + 1e-9)
        )

    def made(base: float) -> Array:
        return of(base).encode(few, dim, length=length).astype(np.float64, copy=False)

    def left(base: float) -> float:
        return share(numbers - made(base), numbers)

    if left(grid.base) > NEAR:
        return
    base = grid.base
    for _ in range(3):
        here = made(base)
        slope = (made(base * (1 + 1e-6)) - here) / 1e-6
        size = float(np.square(slope).sum())
        if size:
            base *= float(np.exp(np.clip(((numbers - here) * slope).sum() / size, -1, 1)))
    best = of(plainest(base if left(base) < left(grid.base) else grid.base, left, seen.floor))

    def make() -> Array:
        found = np.zeros((skipped + length, dim))
        found[skipped:] = best.encode(range(length), dim)
        return found

    more = changed(best) | ({"class token": "row 0, of zeros"} if skipped else {})
    yield account(seen, "Grid", more, make, cost=len(more) + FREE, scheme=None if skipped else best)
