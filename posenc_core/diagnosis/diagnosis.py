"""What is this table? Exact structures first, then waves; of all accounts that explain it the cheapest is taken."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_core.arrays import LARGEST, Array, constant_axes, index, real_numbers
from posenc_core.diagnosis import (
    biases,
    codes,
    columns,
    costs,
    fourier,
    frequencies,
    grids,
    matrices,
    offsets,
    randomness,
    rearranged,
    waves,
)  # fmt: skip
from posenc_core.diagnosis.accounts import Account, Diagnosis, Explained, Left, Pairs, State, Table
from posenc_core.diagnosis.storage import repeated_rows, steps
from posenc_core.known_bugs import programs
from posenc_core.pauses import pause

__all__ = ["diagnose"]

SMALLEST = 1e-300  # the largest number of a table is at least so large: below, float64 has few digits
NEAR = 0.3  # an account that leaves more is not named, not even as the nearest
TURNING = 0.1  # a pair that leaves more than this share of one wave does not rotate


class _Judged(NamedTuple):
    """Accounts of a table, the best first; without one that explains it, the nearest."""

    explained: list[Explained]
    nearest: Account | None


@np.errstate(all="ignore")
def diagnose(table: ArrayLike) -> Diagnosis:
    """Identify a table of numbers: its parameters, how far off it is, and what else is equally true. (n, d)

    A row is a position; a transposed table is recognized. A vector is read as one row, such as the frequencies of a
    rotation. ValueError for anything but an `(n, d)` array of real numbers; negative infinity is a mask. Long work
    pauses between its parts (`posenc_core.pauses`).

    >>> str(diagnose([[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]]))
    'Index: every number agrees.'
    """
    array = real_numbers("table", table)
    if array.ndim == 3 and array.size:
        raise ValueError(_slicing(array))
    given = real_numbers("table", array[None] if array.ndim == 1 else array, 2).astype(np.float64)
    if not given.size:
        raise ValueError(f"table must have at least one row and one column, got shape {given.shape}")
    hidden = biases.masked(given)
    numbers = given if hidden is None else np.where(hidden, 0.0, given)
    largest = float(np.abs(numbers).max())
    if not largest <= LARGEST:
        raise ValueError(f"table must hold finite numbers up to {LARGEST:g} in size, or negative infinity as a mask")
    if 0 < largest < SMALLEST:
        raise ValueError(f"table: its largest value, {largest:g}, is below {SMALLEST:g}: multiply the table first")
    seen = Table.of(numbers)
    judged = _judged(_stages(seen, hidden), seen.exact)
    if hidden is None and min(numbers.shape) > 2 and not any(each.left is not None for each in judged.explained):
        turned = replace(seen, numbers=np.ascontiguousarray(numbers.T), kept={})
        other = _judged(_stages(turned, None, transposed=True), seen.exact)
        if other.explained and other.explained[0].account.kind == "scheme":
            return _told(turned, other, transposed=True)
    stepped = steps(numbers) if not judged.explained and hidden is None else None
    if stepped:
        # only waves: exact structures have few values, too
        quantized = replace(seen, storage=stepped, kept={})
        other = _judged(iter([waves.accounts(quantized, rare=False)]), seen.exact)
        if other.explained and other.explained[0].left == Left():
            return _told(quantized, other)
    if not judged.explained:
        rest = matrices.accounts(seen) if hidden is None else offsets.relative_bias(seen, hidden)
        others = randomness.accounts(seen) if hidden is None else ()
        judged = judged._replace(explained=[*rest, *others][:1])
    return _told(seen, judged, hidden=hidden)


def _slicing(array: NDArray[Any]) -> str:
    """Sentence that says along which axes an array varies, and which slice is a table."""
    said = f"table must have 2 dimensions, got shape {array.shape}"
    if constant := constant_axes(array):
        return f"{said}: it is the same along axis {constant[0]}, so pass table{index(constant[0], 0)}"
    *grid, dim = array.shape
    axis = 0 if array.shape[1] == dim else int(np.argmin(array.shape))
    grids = f", or if axes 0 and 1 are those of a grid, table.reshape({grid[0] * grid[1]}, {dim})"
    return f"{said}: its slices along axis {axis} differ, so pass one, such as table{index(axis, 0)}{grids}"


def _stages(table: Table, hidden: biases.Mask | None, *, transposed: bool = False) -> Iterator[Iterable[Explained]]:
    """Accounts, stage by stage: later ones only where none before explains the table."""
    if not transposed:
        yield biases.accounts(table, hidden)
    if hidden is not None:
        return
    if not transposed:
        yield matrices.equal_rows(table)
        yield randomness.trained(table)
        yield frequencies.accounts(table)
    yield codes.accounts(table)
    yield waves.accounts(table, rare=not transposed)
    yield grids.accounts(table)
    if not transposed:
        yield fourier.accounts(table)
        yield rearranged.accounts(table)


def _judged(stages: Iterator[Iterable[Explained]], exact: float) -> _Judged:
    """The accounts of the first stage that explains a table exactly, or with parameters that people use."""
    partly: list[Explained] = []
    nearest: Account | None = None
    for stage in stages:
        found = list(stage)
        pause()
        partly += sorted((each for each in found if each.left is not None), key=_cost)
        if any(_cost(each) < costs.UNUSUAL + costs.EXCEPTIONS * (each.left != Left()) for each in partly):
            break
        if any(each.left == Left() and each.account.misfit <= exact for each in partly):
            break
        others = [each.account for each in found if each.left is None]
        nearest = min([*others, *([nearest] if nearest else [])], key=lambda each: each.misfit, default=None)
    return _Judged(sorted(partly, key=_cost), nearest)


def _cost(found: Explained) -> float:
    """Exceptions and noise cost more than a bug that explains every number."""
    assert found.left is not None
    return found.account.cost + costs.EXCEPTIONS * (found.left != Left())


def _told(table: Table, judged: _Judged, *, transposed: bool = False, hidden: biases.Mask | None = None) -> Diagnosis:
    """The verdict with its evidence."""
    n, d = table.numbers.shape
    if judged.explained:
        best, left = judged.explained[0]
        assert left is not None
        shown: Account | None = best
        state = _state(best, left, transposed=transposed)
        if transposed:
            best = replace(best, kind="mistake", name="transposed")
        equal = _equal(judged.explained, best) if state != "kind" else ()
    else:
        best, left, equal, state = Account("unknown", "unknown", {}, float("nan")), Left(), (), "unknown"
        shown = judged.nearest if judged.nearest and judged.nearest.misfit < NEAR else None
    made = None if shown is None or np.isnan(shown.misfit) else shown.numbers()
    rows, columns = _residuals(table, made)
    return Diagnosis(
        state,
        (d, n) if transposed else (n, d),
        table.storage,
        best,
        equal,
        shown if state == "unknown" else None,
        transposed,
        left.noise,
        rows,
        columns,
        # what a mask hides is no zero
        () if hidden is not None else tuple(table.zero_rows.tolist()),
        () if hidden is not None else repeated_rows(table.numbers),
        _pairs(table, made) if state != "kind" else None,
        randomness.facts(table) if state == "unknown" else {},
        left.cells,
        left.rows,
        left.columns,
    )


def _state(best: Account, left: Left, *, transposed: bool) -> State:
    if best.kind in ("matrix", "random"):
        return "kind"
    if left.different:
        return "different"
    if best.cost >= costs.UNUSUAL:
        return "unusual"
    return "bug" if transposed or best.kind == "mistake" or best.reversed else "known"


def _equal(explained: list[Explained], best: Account) -> tuple[Account, ...]:
    """Other accounts of the same numbers, without those that nobody would mean."""
    found: dict[tuple[str, ...], Account] = {}
    for account, left in explained[1:]:
        words = (account.kind, account.name, *sorted(map(str, account.parameters.items())))
        same = abs(account.misfit - best.misfit) <= 1e-5 * best.misfit + 1e-9
        # a bug in a rarer formula is not what anybody means
        meant = best.kind == "mistake" or account.kind != "mistake" or account.cost - costs.BUG < best.cost
        if left is not None and same and meant and account.cost < costs.UNUSUAL:
            found.setdefault(words, account)
    found.pop((best.kind, best.name, *sorted(map(str, best.parameters.items()))), None)
    return tuple(found.values())


def _residuals(table: Table, made: Array | None) -> tuple[Array, Array]:
    """What an account leaves of each row and each column, over what one holds on average."""
    n, d = table.numbers.shape
    if made is None or not table.norm:
        return np.full(n, np.nan), np.full(d, np.nan)
    squares = np.square((table.numbers - made) / table.peak)
    whole = table.norm / table.peak
    return np.sqrt(squares.sum(1) * n) / whole, np.sqrt(squares.sum(0) * d) / whole


def _pairs(table: Table, made: Array | None) -> Pairs | None:
    """The frequencies of neighboring or half-apart columns, measured in the table and in what an account predicts."""
    measured = columns.waves(table) if table.norm else None
    d = table.numbers.shape[1]
    if measured is None or d < 2 or len(measured.columns) != d:
        return None
    best: tuple[float, Pairs] | None = None
    for layout in programs.layouts(d - d % 2)[:2]:
        sine, cosine = np.flatnonzero(~layout.cosine), np.flatnonzero(layout.cosine)
        w, v = measured.frequencies[sine], measured.frequencies[cosine]
        off = np.hypot(measured.residuals[sine], measured.residuals[cosine])
        # both columns of a pair have one frequency, as far as each tells it
        apart = np.abs(w - v) > 6 * np.hypot(measured.errors[sine], measured.errors[cosine]) + 1e-2 * w
        worst = float(np.mean(apart)) + float(np.sqrt(np.mean(np.square(off))))
        if worst < TURNING and (best is None or worst < best[0]):
            best = worst, Pairs(np.stack((sine, cosine), 1), w, measured.errors[sine], np.full(len(w), np.nan), off)
    if best is None or made is None:
        return best and best[1]
    expected = columns.waves(Table.of(made[: 2 * columns.MOST_ROWS]))
    return best[1] if expected is None else best[1]._replace(expected=expected.frequencies[best[1].columns[:, 0]])
