"""With which base, unit, start and scale do waves come nearest to a table? Roughly with any shape, exactly with a few.

Roughly: what each column has in common with a sine and a cosine of every frequency is worked out once, as one product
of matrices; a shape with its base, unit and start then only picks entries of it. Exactly: Gauss-Newton, from the first
rows, where the fast columns cannot yet be mistaken, to all of them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.diagnosis.reading import Seen
from posenc_core.diagnosis.waves import SHAPES, Shape, Waves

FIRST_ROWS = 12
COLUMNS = 32
ROUGH_COLUMNS = 16
"""So many are enough to find a shape, and to fit it."""

STARTS = (0.0, 1.0, 2.0)
LATE = tuple(float(start) for start in range(3, 35))
"""Starts that are tried last: a table may be a later part of another."""

STEP = 0.02
"""Between the frequencies that are tried, in ln w."""
SLOWEST, FASTEST = -14.0, 4.2
LOG_BASES = np.arange(0.25, 30, 0.25)
"""From 1.3 to 10^13: an exponent of twice the paper's squares a base."""
STRIDES = (1, 4, 16, 64)
"""Every so many rows, where the unit may be small."""
KEPT = 8
COARSE = 0.5
"""What is left of a right shape by a grid of bases and units, at most."""

SLOWED = (2, 3, 4, 8, 16, 32)
"""Factors of linear scaling: positions divided by them."""

NAMED_UNITS = (1.0, np.pi / 180, 2 * np.pi, np.pi, 180 / np.pi, *(1 / s for s in SLOWED))
"""Radians of a token in the fastest pair that have a name."""

MOST = 2**15
"""Numbers of a table that are fitted at once: as many tell a base to six digits and more."""


@dataclass(frozen=True)
class Fit:
    """Waves, fitted to a table."""

    waves: Waves
    misfit: float
    """Over the numbers that were fitted, without what the table's rows of zeros leave."""
    errors: tuple[float, float, float]
    """Standard deviations of ln B, ln u and s; 0 of what was not fitted, infinite of what the numbers cannot tell."""
    free: int
    """How many numbers were fitted besides ln B and A."""
    count: int
    """How many numbers of the table were fitted."""

    def score(self, floor: float) -> float:
        """In nats, less for what explains more with fewer free numbers."""
        return self.count * float(np.log(max(self.misfit, floor))) + 6 * self.free


def few(count: int, most: int) -> NDArray[np.int64]:
    """Some columns of many: neighbours two by two, from the first on, evenly spread."""
    if count <= most:
        return np.arange(count)
    pairs = np.unique(np.linspace(0, count // 2 - 1, most // 2).round().astype(np.int64))
    return np.unique(np.concatenate((2 * pairs, 2 * pairs + 1)))


class Table:
    """A table that waves are fitted to: its size out of the way, its rows of zeros left out."""

    def __init__(self, seen: Seen) -> None:
        """Take what is seen."""
        self.seen = seen
        self.length, self.dim = seen.numbers.shape
        self.peak = float(np.abs(seen.numbers).max())
        # half a table of zeros is no padding
        self.zero_rows = seen.zero_rows if 2 * len(seen.zero_rows) < self.length else ()
        self.padding = np.array(self.zero_rows, np.int64)
        self.rows = np.delete(np.arange(self.length), self.padding)
        self.columns = few(self.dim, COLUMNS)

    def part(self, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> Array:
        """Some of its numbers, the largest of all being 1 in size."""
        return np.asarray(self.seen.numbers[np.ix_(rows, columns)] / self.peak)

    def starts(self) -> tuple[float, ...]:
        """Numbers that the first row may have."""
        return (*STARTS, -1.0) if 0 in self.padding else STARTS


def roughly(
    table: Table,
    shapes: Sequence[Shape],
    units: Array,
    starts: Sequence[float],
    stride: int = 1,
    finely: bool = True,
) -> list[tuple[float, Waves]]:
    """The nearest waves of every shape and start, the best first: misfit and waves."""
    rows = table.rows[table.rows % stride == 0][:FIRST_ROWS]
    columns, log_bases = few(table.dim, ROUGH_COLUMNS), LOG_BASES[:: 1 if finely else 2]
    numbers = table.part(rows, columns)
    square = float(np.square(numbers).sum())
    if not square:
        return []
    grid = np.arange(SLOWEST, FASTEST, STEP)
    # what each column has in common with each wave, and the square of each wave
    known = []
    for start in starts:
        angles = np.multiply.outer((rows + start) / stride, np.exp(grid))
        atoms = np.stack((np.sin(angles), np.cos(angles)))
        known.append((start, numbers.T @ atoms, np.square(atoms).sum(1)))
    found = []
    for shape in shapes:
        laid = shape.of(table.dim)
        live = np.flatnonzero(np.isfinite(laid.exponents[columns]))
        kinds, powers = laid.cosine[columns[live]].astype(int), laid.exponents[columns[live]]
        log_w = np.log(units)[:, None, None] + np.log(stride) - log_bases[:, None] * powers
        at = np.clip(np.rint((log_w - SLOWEST) / STEP), 0, grid.size - 1).astype(np.int64)
        for start, common, squares in known:
            shared, size = common[kinds, live, at].sum(-1), squares[kinds, at].sum(-1)
            # row 0 of sines alone holds nothing
            explained = np.where(size > 0, shared**2 / np.where(size > 0, size, 1), 0)
            unit, base = np.unravel_index(int(explained.argmax()), explained.shape)
            left = 1 - float(explained[unit, base]) / square
            waves = Waves(
                shape,
                table.dim,
                table.length,
                float(log_bases[base]),
                float(units[unit]),
                start,
                float(shared[unit, base] / (size[unit, base] or 1)) * table.peak,
                zero_rows=table.zero_rows,
            )
            found.append((float(np.sqrt(max(left, 0))), waves))
    return sorted(found, key=lambda each: each[0])


def exactly(
    table: Table, begun: Waves, rows: NDArray[np.int64], columns: NDArray[np.int64], free: str, turns: int
) -> Fit:
    """Gauss-Newton on some rows and columns: ln B and A always, the unit ("u") and the start ("s") where free."""
    numbers = table.part(rows, columns)
    size = float(np.linalg.norm(numbers))
    laid = begun.shape.of(table.dim)
    cosine, exponents = laid.cosine[columns], laid.exponents[columns]
    live = np.isfinite(exponents)
    powers = np.where(live, exponents, 0)
    which = [0, *((1,) if "u" in free else ()), *((2,) if "s" in free else ())]
    values = np.array([begun.log_base, np.log(begun.unit), begun.start])
    if not powers.any():
        # of one pair alone no base can be told
        which = which[1:]

    def model(values: Array, steps: bool) -> tuple[Array, Array, list[Array]]:
        frequencies = np.where(live, np.exp(values[1] - values[0] * powers), 0)
        places = replace(begun, start=float(values[2])).positions[rows]
        angles = places[:, None] * frequencies
        sine, other = np.sin(angles), np.cos(angles)
        made = np.where(cosine, other, sine)
        if not steps:
            return made, made, []
        change = np.where(cosine, -sine, other)
        by_unit = change * angles
        return made, change, [-by_unit * powers, by_unit, change * frequencies]

    def best_scale(made: Array) -> tuple[float, float]:
        square = float(np.square(made).sum())
        scale = float((made * numbers).sum()) / square if square else 0.0
        return scale, float(np.linalg.norm(numbers - scale * made))

    made, _, slopes = model(values, True)
    scale, left = best_scale(made)
    for _ in range(turns):
        if not which:
            break
        matrix = np.stack([*(scale * slopes[k] for k in which), made]).reshape(len(which) + 1, -1)
        rest = (numbers - scale * made).ravel()
        step = np.linalg.lstsq(matrix @ matrix.T, matrix @ rest, rcond=1e-13)[0][:-1]
        for _halved in range(5):
            tried = values.copy()
            tried[which] += np.clip(step, -1, 1)
            others = model(tried, False)[0]
            new_scale, new_left = best_scale(others)
            if new_left < left:
                break
            step = step / 3
        else:
            break
        values, scale = tried, new_scale
        moved = left - new_left
        left = new_left
        made, _, slopes = model(values, True)
        if moved <= 1e-6 * left or left <= 1e-13 * size:
            break
    noise = max(left / size, table.seen.floor) * size / np.sqrt(numbers.size)
    errors = np.zeros(3)
    if which:
        matrix = np.stack([*(scale * slopes[k] for k in which), made]).reshape(len(which) + 1, -1)
        normal = matrix @ matrix.T
        scaled = np.sqrt(np.diag(normal))
        with np.errstate(divide="ignore", invalid="ignore"):
            try:
                inverse = np.linalg.inv(normal / np.outer(scaled, scaled)) / np.outer(scaled, scaled)
                found = noise * np.sqrt(np.diag(inverse)[:-1])
            except np.linalg.LinAlgError:
                found = np.full(len(which), np.inf)
        errors[which] = np.where(np.isfinite(found), found, np.inf)
    waves = replace(
        begun,
        log_base=float(values[0]),
        unit=float(np.exp(values[1])) if "u" in free else begun.unit,
        start=float(values[2]),
        scale=scale * table.peak,
    )
    return Fit(waves, left / size, (float(errors[0]), float(errors[1]), float(errors[2])), len(free), numbers.size)


def grown(table: Table, begun: Iterable[Waves], free: str, stop: int, first: int = 2 * FIRST_ROWS) -> list[Fit]:
    """Waves fitted to more and more rows up to so many; those that fall far behind are left. The best first."""
    count, fits = min(first, stop), [Fit(each, 0.0, (0, 0, 0), 0, 0) for each in begun]
    while True:
        rows = table.rows[table.rows < count]
        last = count == stop
        columns = few(table.dim, max(COLUMNS, min(4 * COLUMNS, MOST // max(len(rows), 1)))) if last else table.columns
        most = max(MOST // len(columns), 1)
        if len(rows) > most:
            rows = rows[np.linspace(0, len(rows) - 1, most).round().astype(np.int64)]
        turns = 12 if count <= 48 or last else 3
        fits = [exactly(table, each.waves, rows, columns, free, turns) for each in fits]
        fits.sort(key=lambda fit: fit.misfit)
        # what is far off stays far off
        if last or fits[0].misfit > COARSE:
            return fits
        limit = 4 * max(fits[0].misfit, table.seen.floor, 1e-3)
        near = [fit for fit in fits[1:KEPT] if fit.misfit < limit]
        other = [fit for fit in fits[1:] if fit.waves.shape != fits[0].waves.shape and fit not in near]
        fits = [fits[0], *near, *other[: not near]]
        count = min(2 * count, stop)


def stages(table: Table) -> Iterator[list[Fit]]:
    """Fits, from what is usual to what is rare, for as long as more are asked for; each the best first."""
    shapes = [shape for shape in SHAPES if shape.fits(table.dim)]
    rough = roughly(table, shapes, np.ones(1), table.starts())
    if not rough:
        # the rows that a shape is found by are zeros
        return
    fits = grown(table, _promising(rough), "", table.length)
    if table.length > 2**8 + 1 and fits[0].misfit > 2 * table.seen.floor:
        # so far the positions are whole in bfloat16
        before = grown(table, _promising(rough)[:4], "", 2**8)[:2]
        late = (replace(fit.waves, rounding="positions") for fit in before)
        fits = sorted(fits + grown(table, late, "", table.length, 2**8), key=lambda fit: fit.misfit)
    yield fits
    if fits[0].misfit < COARSE:
        yield freed(table, fits[0].waves)
    named = roughly(table, shapes, np.array(NAMED_UNITS[1:]), table.starts())
    yield grown(table, _promising(named), "", table.length)
    # what turns in pairs is measured pair by pair, whatever its unit
    lone = [shape for shape in shapes if shape.kind != "pairs"]
    later = roughly(table, lone, np.ones(1), LATE, finely=False)
    yield grown(table, _promising(later), "", table.length)
    found: list[tuple[float, Waves]] = []
    for stride in STRIDES:
        if table.length // stride < FIRST_ROWS and stride > 1:
            break
        low, high = (-1.4 - np.log(stride), -np.log(stride) + (2.0 if stride == 1 else 0))
        found += roughly(table, lone, np.exp(np.arange(low, high, 0.06)), STARTS[:2], stride, finely=False)
    found.sort(key=lambda each: each[0])
    if not found:
        return
    fits = grown(table, _promising(found), "u", table.length)
    yield fits
    if fits[0].misfit < COARSE:
        yield freed(table, fits[0].waves)


def _promising(found: Sequence[tuple[float, Waves]]) -> list[Waves]:
    """The nearest of all, others that are near, and at least one of another shape."""
    near = [waves for misfit, waves in found[:KEPT] if misfit < COARSE]
    if len({waves.shape for waves in near}) > 1:
        return near
    others = (waves for _, waves in found if not near or waves.shape != near[0].shape)
    return [*near, *islice(others, 1)]


def sized(table: Table, waves: Waves, errors: tuple[float, float, float]) -> Fit:
    """Waves as they are, of which the scale alone is fitted."""
    numbers = table.seen.numbers / table.peak
    made = replace(waves, scale=1.0).numbers()
    scale = float((made * numbers).sum()) / float(np.square(made).sum())
    misfit = float(np.linalg.norm(numbers - scale * made) / np.linalg.norm(numbers))
    return Fit(replace(waves, scale=scale * table.peak), misfit, errors, 0, numbers.size)


def freed(table: Table, begun: Waves) -> list[Fit]:
    """With unit and start free too, and held again at what has a name wherever that is near."""
    (free,) = grown(table, [begun], "us", table.length)
    waves = free.waves
    units = [each for each in NAMED_UNITS if abs(np.log(each / waves.unit)) < 6 * free.errors[1] + 1e-9]
    whole = round(waves.start)
    starts = [float(whole)] if abs(whole - waves.start) < 6 * free.errors[2] + 1e-9 else []
    held = [(replace(waves, unit=unit), "s") for unit in units]
    held += [(replace(waves, start=start), "u") for start in starts]
    held += [(replace(waves, unit=unit, start=start), "") for unit in units for start in starts]
    found = [free, *(fit for each, still in held for fit in grown(table, [each], still, table.length))]
    return sorted(found, key=lambda fit: fit.score(table.seen.floor))
