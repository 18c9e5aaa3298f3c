"""Relation of a position table to the table of another grid or length from which it was interpolated."""

from collections.abc import Iterator
from itertools import product
from math import isqrt, log
from typing import NamedTuple

import numpy as np

from posenc_core.analysis.interpolation import METHODS, Method, resize_cells
from posenc_core.analysis.precision import Format, round_to
from posenc_core.arrays import Array, ArrayLike, real_array
from posenc_core.text.messages import Claim, claim, list_ranges
from posenc_tools.diagnosis import thresholds
from posenc_tools.diagnosis.explanations import Table
from posenc_tools.diagnosis.storage import evenly_spaced

MAX_ROW_RUNS = 5  # runs of rows that are listed


class Resizing(NamedTuple):
    """Relation of a table to the table from which it was resized.

    Attributes
    ----------
    old, new : (int, int)
        Rows and columns of the grids; one column for a sequence.
    class_rows : (int, int)
        Rows before the grid in the old and the new table.
    copied : bool
        True if the new table has the old class rows.
    exchanged : bool
        True if rows and columns of the new grid are exchanged.
    methods : tuple of Method
        Interpolations that give the new table, or else the nearest; empty if sequences are too long to be interpolated.
    residual : float or None
        Norm of the residual relative to the grid.
    agrees : bool
        True if rounding explains the residual.
    flattened : (int, int) or None
        Rows and columns of the grid if a grid was interpolated as one sequence.
    rows : tuple of (str, int, int, int, int)
        For a table that is no interpolation, runs of rows: "same", "moved", "repeated", "zero", or "other", the first
        and the last row, and the first and the last of those in the old table; empty if none is in the old table.
    missing : tuple of int
        Rows of the old table that are not in the new one, if any is.
    """

    old: tuple[int, int]
    new: tuple[int, int]
    class_rows: tuple[int, int]
    copied: bool
    exchanged: bool
    methods: tuple[Method, ...]
    residual: float | None
    agrees: bool
    flattened: tuple[int, int] | None = None
    rows: tuple[tuple[str, int, int, int, int], ...] = ()
    missing: tuple[int, ...] = ()

    @property
    def status(self) -> int:
        """Exit status: 0 if it is an interpolation of the old table, 1 if that mixes up the grid, otherwise 2."""
        if not self.agrees or not self.copied:
            return 2
        return int(self.exchanged or self.flattened is not None)

    def claims(self) -> tuple[Claim, ...]:
        """Return sentences about the relation.

        Returns
        -------
        tuple of Claim
            The verdict first.
        """
        if self.residual is None or (self.agrees and self.rows):
            return tuple(self._row_claims())
        if self.old == self.new and self.agrees and self.copied:
            return (claim("resized-same"),)
        sizes = {"old": _size(self.old), "new": _size(self.new)}
        sequence, state = self.old[1] == 1, "by" if self.agrees else "near"
        best, *others = (method_name(method, sequence) for method in self.methods)
        sentences = [claim(f"resized-{state}", **sizes, method=best, share=self.residual)]
        sentences += [claim("resized-equal", method=name) for name in others]
        if self.flattened:
            class_rows = self.old[0] - self.flattened[0] * self.flattened[1]
            sentences.append(claim("resized-sequence", sizes=_size(self.flattened), count=class_rows))
        if self.exchanged:
            sentences.append(claim("resized-exchanged"))
        old, new = self.class_rows
        if old or new:
            state = "left"
            if old == new:
                state = "copied" if self.copied else "changed"
            sentences.append(claim(f"resized-class-{state}", count=old))
        if self.rows or self.residual > thresholds.MAX_NEAREST_RESIDUAL:
            # the nearest interpolation tells nothing else
            return (sentences[0], *self._row_claims())
        return tuple(sentences)

    def _row_claims(self) -> Iterator[Claim]:
        """Sentences about rows of the old table in the new one."""
        for kind, first, last, source, end in self.rows[:MAX_ROW_RUNS]:
            shown, text = (list_ranges(range(start, stop + 1), 1)[0] for start, stop in ((first, last), (source, end)))
            relation = "equal" if source == end else "more"
            yield claim("resized-run", kind=kind, count=last - first + 1, shown=shown, relation=relation, text=text)
        if len(self.rows) > MAX_ROW_RUNS:
            yield claim("resized-more-rows", start=self.rows[MAX_ROW_RUNS][1])
        if self.missing:
            shown, rest = list_ranges(self.missing, MAX_ROW_RUNS)
            yield claim("resized-missing", count=len(self.missing), shown=shown, rest=rest)

    def __str__(self) -> str:
        return " ".join(map(str, self.claims()))


def method_name(method: Method, sequence: bool) -> Claim:
    """Name of an interpolation of a sequence or a grid."""
    kind = method.kind.removeprefix("bi") if sequence else method.kind
    antialias = "yes" if method.antialias else "no"
    return claim("resized-method", kind=kind, places=method.places, antialias=antialias)


@np.errstate(all="ignore")
def find_resizing(new: ArrayLike, old: ArrayLike) -> Resizing:
    """Find the interpolation that converts one position table into another.

    Parameters
    ----------
    new : (n, d) array_like
        Table of a grid, row by row, or of a sequence, with or without rows for class tokens in front.
    old : (m, d) array_like
        The original table.

    Returns
    -------
    Resizing
        The interpolations that give the new table, or the nearest one with its residual.

    Raises
    ------
    ValueError
        If the columns differ in number, or if a table is too large or too small.

    Examples
    --------
    >>> old = np.arange(8.0)[:, None] * [1.0, 2.0]
    >>> relation = find_resizing(np.linspace(0, 7, 15)[:, None] * [1.0, 2.0], old)
    >>> relation.methods[0]
    Method(kind='bilinear', places='corners', antialias=False)
    """
    after, before = (real_array(name, array, 2) for name, array in (("new", new), ("old", old)))
    _validate(after, before)
    # a sample of columns finds the grid and the method, all columns verify them
    some = evenly_spaced(after.shape[1], thresholds.SAMPLE_COLUMNS)
    fits = _fit_methods(after[:, some], before[:, some])
    if not fits:
        rows, missing = _compare_rows(after, before)
        if not rows:
            raise ValueError(claim("resized-long", rows=len(before), length=len(after)))
        sizes = (len(before), 1), (len(after), 1)
        return Resizing(*sizes, (0, 0), True, False, (), None, False, None, rows, missing)
    # among equal fits, prefer a grid of a similar shape
    best = min(fits, key=lambda fit: (round(fit.residual, 6), fit.grids.distortion))
    grids, (first, last) = best.grids, best.grids.class_rows
    table = Table.of(after[last:])
    # coordinates are computed in float32, so large ones have coarse fractions
    arithmetic = thresholds.FLOAT32_ARITHMETIC + 2.0**-22 * max(grids.old)
    allowed = (2.02 * table.relative_rounding + arithmetic) * table.peak

    def agrees(method: Method) -> bool:
        return bool(np.abs(after[last:] - grids.resize(before, method)).max() <= allowed)

    residual = grids.residual(after, before, best.method)
    methods = [best.method]
    if agreed := agrees(best.method):
        limit = 2 * best.residual + thresholds.MAX_METHOD_DIFFERENCE
        near = [fit.method for fit in fits if fit.grids == grids and fit.residual <= limit]
        methods = [method for method in near if agrees(method)]
    copied = first != last or bool(np.abs(after[:last] - before[:first]).max(initial=0) <= allowed)
    sequence = agreed and grids.old[1] == grids.new[1] == 1 and grids.old != grids.new
    flattened = _grid_sides(before[first:], len(after) - last) if sequence else None
    # equal grids differ in the rows before them, and nearest neighbors may be a cut
    same_grid, cut = grids.old == grids.new and (first != last or not copied), best.method.kind == "nearest"
    rows, missing = _compare_rows(after, before) if not agreed or same_grid or cut else ((), ())
    if agreed and not same_grid and len(rows) > 1:
        rows, missing = (), ()
    return Resizing(
        grids.old, grids.new, grids.class_rows, copied, grids.exchanged, tuple(methods), residual, agreed, flattened,
        rows, missing,
    )  # fmt: skip


def _compare_rows(new: Array, old: Array) -> tuple[tuple[tuple[str, int, int, int, int], ...], tuple[int, ...]]:
    """Find runs of rows in the old table, and rows of it that are missing; see `Resizing`. (n, d), (m, d)."""
    name = Table.of(new).storage.name
    format: Format = "float16" if name == "float16" else "bfloat16" if name == "bfloat16" else "float32"
    # + 0.0 turns -0.0 into 0.0
    keys, known = ([row.tobytes() for row in round_to(table, format) + 0.0] for table in (new, old))
    places = {key: place for place, key in reversed([*enumerate(known)])}
    sources: list[int] = []
    for key in keys:
        last = sources[-1] if sources else -1
        near = [place for place in (last + 1, last) if 0 <= place < len(known) and known[place] == key and last >= 0]
        sources.append(near[0] if near else -1 if not any(key) else places.get(key, -2))
    runs: list[tuple[str, int, int, int, int]] = []
    first = 0
    while first < len(sources):
        source = sources[first]
        step = sources[first + 1] - source if first + 1 < len(sources) and source >= 0 else 0
        last = first + 1
        while step in (0, 1) and last < len(sources) and sources[last] - sources[last - 1] == step:
            last += 1
        kind = "zero" if source == -1 else "other"
        if source >= 0:
            seen = source in sources[:first] or sources[last - 1] < source + last - 1 - first
            kind = "same" if source == first else "repeated" if seen else "moved"
        runs.append((kind, first, last - 1, source, sources[last - 1]))
        first = last
    if {kind for kind, *_ in runs} == {"other"}:
        return (), ()
    return tuple(runs), tuple(sorted({*range(len(known))} - {*sources}))


def _validate(new: Array, old: Array) -> None:
    if new.shape[1] != old.shape[1]:
        raise ValueError(claim("resized-columns", width=new.shape[1], wider=old.shape[1]))
    if min(len(new), len(old)) < 2 or not new.shape[1]:
        raise ValueError(claim("resized-rows"))
    if max(len(new), len(old)) > thresholds.MAX_RESIZED_ROWS:
        raise ValueError(claim("resized-many-rows", most=thresholds.MAX_RESIZED_ROWS))
    if not (np.isfinite(new).all() and np.isfinite(old).all()):
        raise ValueError(claim("resized-finite"))


class _Grids(NamedTuple):
    """Sizes of the old and the new grid."""

    old: tuple[int, int]
    new: tuple[int, int]
    class_rows: tuple[int, int]
    exchanged: bool = False

    @property
    def target(self) -> tuple[int, int]:
        """Rows and columns of the new grid before an exchange."""
        return self.new[::-1] if self.exchanged else self.new

    @property
    def distortion(self) -> float:
        """Absolute log change of the aspect ratio."""
        (rows, columns), (height, width) = self.old, self.target
        return abs(log(rows * width / columns / height))

    def resize(self, old: Array, method: Method) -> Array:
        """Resize a table. (m, d) -> (n, d)."""
        cells = resize_cells(old[self.class_rows[0] :], self.old, self.target, method)
        # the new grid is stored by columns if it is exchanged
        return cells.reshape(*self.target, -1).swapaxes(0, 1).reshape(cells.shape) if self.exchanged else cells

    def residual(self, new: Array, old: Array, method: Method) -> float:
        """Norm of the residual relative to the new grid."""
        numbers = new[self.class_rows[1] :]
        return float(np.linalg.norm(numbers - self.resize(old, method)) / (np.linalg.norm(numbers) or 1.0))


class _Fit(NamedTuple):
    residual: float
    grids: _Grids
    method: Method


def _fit_methods(new: Array, old: Array) -> list[_Fit]:
    """Residual of every method on the grids that the first method fits best, or that change the aspect ratio least."""
    fits: list[_Fit] = []
    for grids in _possible_grids(len(old), len(new)):
        if max(np.multiply(grids.old, grids.target)) <= thresholds.MAX_RESIZING_WEIGHTS:
            fits.append(_Fit(grids.residual(new, old, METHODS[0]), grids, METHODS[0]))
    if not fits:
        return []
    by_residual = [fit.grids for fit in sorted(fits, key=lambda fit: fit.residual)]
    by_shape = sorted(by_residual, key=lambda grids: grids.distortion)
    count, fits = thresholds.MAX_COMPARED_GRIDS, []
    for grids, method in product(dict.fromkeys(by_residual[:count] + by_shape[:count]), METHODS):
        fits.append(_Fit(grids.residual(new, old, method), grids, method))
    return fits


def _possible_grids(before: int, after: int) -> Iterator[_Grids]:
    """Possible sizes of two tables: sequences, and grids with equally many class rows or none."""
    for first in range(min(thresholds.MAX_CLASS_ROWS, before - 2) + 1):
        for last in sorted({0, first} if after > first + 1 else {0}):
            olds, news = _sides(before - first), _sides(after - last)
            yield _Grids((before - first, 1), (after - last, 1), (first, last))
            for old, new in product(olds, news):
                yield _Grids(old, new, (first, last))
                if new[0] != 1 and new[1] != 1:
                    yield _Grids(old, new, (first, last), True)


def _sides(count: int) -> list[tuple[int, int]]:
    """Possible sides of a grid; only the square if there is one."""
    side = isqrt(count)
    if side > 1 and side * side == count:
        return [(side, side)]
    sides = [(rows, count // rows) for rows in range(2, side + 1) if count % rows == 0]
    near = [(one, two) for one, two in sides if two <= thresholds.MAX_ASPECT_RATIO * one]
    return [*near, *((two, one) for one, two in near)]


def _grid_sides(table: Array, length: int) -> tuple[int, int] | None:
    """Sides of the grid whose rows are in a table, after a class row or none; None for a sequence."""
    usual = all(count & (count - 1) == 0 or count % 100 == 0 for count in (len(table), length))
    for class_rows in (0, 1):
        cells, side = table[class_rows:], isqrt(length - class_rows)
        steps = np.square(np.diff(cells, axis=0)).mean(axis=1)
        shapes = [sides for sides in _sides(len(cells)) if min(sides) > 3]
        # in a grid, the last cell of a row is far from the first of the next row
        excess = {sides: steps[sides[1] - 1 :: sides[1]] - steps.mean() for sides in shapes}
        best = max(shapes, key=lambda sides: excess[sides].sum(), default=None)
        if best and excess[best].mean() > thresholds.MIN_ROW_BREAK * steps.mean():
            return best
        # cells without an order are a grid if both lengths are squares that sequences rarely have
        if best and best[0] == best[1] and side > 1 and side * side == length - class_rows and not usual:
            below = np.square(cells[best[1] :] - cells[: -best[1]]).mean()
            if steps.mean() >= thresholds.MIN_UNORDERED_DISTANCE * below:
                return best
    return None


def _size(sides: tuple[int, int]) -> str:
    return f"{sides[0]:,} rows" if sides[1] == 1 else f"{sides[0]:,} × {sides[1]:,}"
