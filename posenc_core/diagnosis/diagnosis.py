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
from posenc_core.diagnosis.accounts import Account, Diagnosis, Match, Pairs, Residual, State, Table
from posenc_core.diagnosis.storage import repeated_rows, steps
from posenc_core.diagnosis.thresholds import MAX_FIT_ROWS, MAX_NEAREST_RESIDUAL, MAX_PAIR_RESIDUAL, MIN_PEAK
from posenc_core.known_bugs import programs
from posenc_core.pauses import pause

__all__ = ["diagnose"]


class _Result(NamedTuple):
    """Accounts of a table, the best first; without one that explains it, the nearest."""

    matches: list[Match]
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
    values = real_numbers("table", array[None] if array.ndim == 1 else array, 2).astype(np.float64)
    if not values.size:
        raise ValueError(f"table must have at least one row and one column, got shape {values.shape}")
    hidden = biases.find_mask(values)
    numbers = values if hidden is None else np.where(hidden, 0.0, values)
    largest = float(np.abs(numbers).max())
    if not largest <= LARGEST:
        raise ValueError(f"table must hold finite numbers up to {LARGEST:g} in size, or negative infinity as a mask")
    if 0 < largest < MIN_PEAK:
        raise ValueError(f"table: its largest value, {largest:g}, is below {MIN_PEAK:g}: multiply the table first")
    examined = Table.of(numbers)
    result = _search(_stages(examined, hidden), examined.exact)
    if hidden is None and min(numbers.shape) > 2 and not any(each.residual is not None for each in result.matches):
        transpose = replace(examined, numbers=np.ascontiguousarray(numbers.T), cache={})
        other = _search(_stages(transpose, None, transposed=True), examined.exact)
        if other.matches and other.matches[0].account.kind == "scheme":
            return _report(transpose, other, transposed=True)
    stepped = steps(numbers) if not result.matches and hidden is None else None
    if stepped:
        # only waves: exact structures have few values, too
        quantized = replace(examined, storage=stepped, cache={})
        other = _search(iter([waves.accounts(quantized, rare=False)]), examined.exact)
        if other.matches and other.matches[0].residual == Residual():
            return _report(quantized, other)
    if not result.matches:
        rest = matrices.accounts(examined) if hidden is None else offsets.relative_bias(examined, hidden)
        others = randomness.accounts(examined) if hidden is None else ()
        result = result._replace(matches=[*rest, *others][:1])
    return _report(examined, result, hidden=hidden)


def _slicing(array: NDArray[Any]) -> str:
    """Sentence that says along which axes an array varies, and which slice is a table."""
    said = f"table must have 2 dimensions, got shape {array.shape}"
    if constant := constant_axes(array):
        return f"{said}: it is the same along axis {constant[0]}, so pass table{index(constant[0], 0)}"
    *grid, dim = array.shape
    axis = 0 if array.shape[1] == dim else int(np.argmin(array.shape))
    grids = f", or if axes 0 and 1 are those of a grid, table.reshape({grid[0] * grid[1]}, {dim})"
    return f"{said}: its slices along axis {axis} differ, so pass one, such as table{index(axis, 0)}{grids}"


def _stages(table: Table, hidden: biases.Mask | None, *, transposed: bool = False) -> Iterator[Iterable[Match]]:
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


def _search(stages: Iterator[Iterable[Match]], exact: float) -> _Result:
    """The accounts of the first stage that explains a table exactly, or with parameters that people use."""
    partly: list[Match] = []
    nearest: Account | None = None
    for stage in stages:
        found = list(stage)
        pause()
        partly += sorted((each for each in found if each.residual is not None), key=_cost)
        if any(_cost(each) < costs.UNUSUAL + costs.EXCEPTIONS * (each.residual != Residual()) for each in partly):
            break
        if any(each.residual == Residual() and each.account.misfit <= exact for each in partly):
            break
        others = [each.account for each in found if each.residual is None]
        nearest = min([*others, *([nearest] if nearest else [])], key=lambda each: each.misfit, default=None)
    return _Result(sorted(partly, key=_cost), nearest)


def _cost(found: Match) -> float:
    """Exceptions and noise cost more than a bug that explains every number."""
    assert found.residual is not None
    return found.account.cost + costs.EXCEPTIONS * (found.residual != Residual())


def _report(table: Table, result: _Result, *, transposed: bool = False, hidden: biases.Mask | None = None) -> Diagnosis:
    """The verdict with its evidence."""
    n, d = table.numbers.shape
    if result.matches:
        best, residual = result.matches[0]
        assert residual is not None
        shown: Account | None = best
        state = _state(best, residual, transposed=transposed)
        if transposed:
            best = replace(best, kind="mistake", name="transposed")
        equal = _equal(result.matches, best) if state != "kind" else ()
    else:
        best, residual, equal, state = Account("unknown", "unknown", {}, float("nan")), Residual(), (), "unknown"
        shown = result.nearest if result.nearest and result.nearest.misfit < MAX_NEAREST_RESIDUAL else None
    prediction = None if shown is None or np.isnan(shown.misfit) else shown.numbers()
    rows, columns = _residuals(table, prediction)
    return Diagnosis(
        state,
        (d, n) if transposed else (n, d),
        table.storage,
        best,
        equal,
        shown if state == "unknown" else None,
        transposed,
        residual.noise,
        rows,
        columns,
        # what a mask hides is no zero
        () if hidden is not None else tuple(table.zero_rows.tolist()),
        () if hidden is not None else repeated_rows(table.numbers),
        _pairs(table, prediction) if state != "kind" else None,
        randomness.facts(table) if state == "unknown" else {},
        residual.cells,
        residual.rows,
        residual.columns,
    )


def _state(best: Account, residual: Residual, *, transposed: bool) -> State:
    if best.kind in ("matrix", "random"):
        return "kind"
    if residual.different:
        return "different"
    if best.cost >= costs.UNUSUAL:
        return "unusual"
    return "bug" if transposed or best.kind == "mistake" or best.reversed else "known"


def _equal(matches: list[Match], best: Account) -> tuple[Account, ...]:
    """Other accounts of the same numbers, without those that nobody would mean."""
    found: dict[tuple[str, ...], Account] = {}
    for account, residual in matches[1:]:
        words = (account.kind, account.name, *sorted(map(str, account.parameters.items())))
        same = abs(account.misfit - best.misfit) <= 1e-5 * best.misfit + 1e-9
        # a bug in a rarer formula is not what anybody means
        meant = best.kind == "mistake" or account.kind != "mistake" or account.cost - costs.BUG < best.cost
        if residual is not None and same and meant and account.cost < costs.UNUSUAL:
            found.setdefault(words, account)
    found.pop((best.kind, best.name, *sorted(map(str, best.parameters.items()))), None)
    return tuple(found.values())


def _residuals(table: Table, prediction: Array | None) -> tuple[Array, Array]:
    """What an account leaves of each row and each column, over what one holds on average."""
    n, d = table.numbers.shape
    if prediction is None or not table.norm:
        return np.full(n, np.nan), np.full(d, np.nan)
    squares = np.square((table.numbers - prediction) / table.peak)
    whole = table.norm / table.peak
    return np.sqrt(squares.sum(1) * n) / whole, np.sqrt(squares.sum(0) * d) / whole


def _pairs(table: Table, prediction: Array | None) -> Pairs | None:
    """The frequencies of neighboring or half-apart columns, measured in the table and in what an account predicts."""
    fit = columns.waves(table) if table.norm else None
    d = table.numbers.shape[1]
    if fit is None or d < 2 or len(fit.columns) != d:
        return None
    best: tuple[float, Pairs] | None = None
    for layout in programs.layouts(d - d % 2)[:2]:
        sine, cosine = np.flatnonzero(~layout.cosine), np.flatnonzero(layout.cosine)
        w, v = fit.frequencies[sine], fit.frequencies[cosine]
        off = np.hypot(fit.residuals[sine], fit.residuals[cosine])
        # both columns of a pair have one frequency, as far as each tells it
        apart = np.abs(w - v) > 6 * np.hypot(fit.errors[sine], fit.errors[cosine]) + 1e-2 * w
        worst = float(np.mean(apart)) + float(np.sqrt(np.mean(np.square(off))))
        if worst < MAX_PAIR_RESIDUAL and (best is None or worst < best[0]):
            best = worst, Pairs(np.stack((sine, cosine), 1), w, fit.errors[sine], np.full(len(w), np.nan), off)
    if best is None or prediction is None:
        return best and best[1]
    expected = columns.waves(Table.of(prediction[: 2 * MAX_FIT_ROWS]))
    return best[1] if expected is None else best[1]._replace(expected=expected.frequencies[best[1].columns[:, 0]])
