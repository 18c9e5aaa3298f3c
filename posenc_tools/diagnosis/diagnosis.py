"""Diagnosis of a table: exact structures first, then waves; the cheapest explanation wins."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from posenc_core.arrays import (
    LARGEST,
    Array,
    Integers,
    Mask,
    argument_error,
    constant_axes,
    has_columns_first,
    index,
    real_numbers,
)
from posenc_core.text.messages import claim
from posenc_tools.diagnosis import (
    axes,
    biases,
    codes,
    columns,
    costs,
    fourier,
    frequencies,
    grids,
    matrices,
    randomness,
    rearranged,
    waves,
)  # fmt: skip
from posenc_tools.diagnosis.accounts import Account, Findings, Match, Pairs, Residual, State, Table
from posenc_tools.diagnosis.storage import repeated_rows, steps
from posenc_tools.diagnosis.thresholds import (
    MAX_FIT_ROWS,
    MAX_NEAREST_RESIDUAL,
    MAX_PAIR_RESIDUAL,
    MAX_TOLERANCE,
    MIN_PEAK,
)
from posenc_tools.diagnosis.words import verdict
from posenc_tools.known_bugs import programs


@dataclass(frozen=True, repr=False)
class Diagnosis(Findings):
    """Identity of a table, with evidence. `str` gives the verdict.

    Attributes
    ----------
    state : {"known", "unusual", "bug", "different", "kind", "unknown"}
        Conclusion; see `State`.
    size : (int, int)
        Rows and columns of the table.
    storage : Storage
        Coarsest number format that represents the table exactly.
    best : Account
        Cheapest explanation; of kind "unknown" if there is none.
    equal : tuple of Account
        Other explanations that predict the same numbers.
    runner_up : Account or None
        For an unknown table, the nearest explanation.
    transposed : bool
        True if columns are positions; the evidence then describes the transpose.
    noise : float
        Norm of white noise relative to the table; 0 if rounding explains the residual.
    rows, columns : (n,) and (d,) ndarray
        Residual of each row and column relative to the rms norm of a row or column.
    zero_rows : tuple of int
        Rows of zeros.
    repeated_rows : tuple of (int, int, int)
        First and last row of each run that repeats earlier rows other than zeros, and the first of those.
    pairs : Pairs or None
        Rotating pairs of columns.
    facts : mapping of str to float
        Statistics of an unknown table.
    cells : tuple of Cell
        Single numbers that the best explanation does not predict.
    bad_rows, bad_columns : tuple of int
        Rows and columns that the best explanation does not predict.
    unjudged : int
        Number of different numbers whose angles are so large that float32 leaves them no digits.
    """

    def __str__(self) -> str:
        return verdict(self)

    def __repr__(self) -> str:
        rows, columns = self.size
        return f"<Diagnosis of {rows} x {columns}: {self.state}, {self.best.name}>"


class _Result(NamedTuple):
    """Explanations of a table, the best first, or the nearest account if there is none."""

    matches: list[Match]
    nearest: Account | None


@np.errstate(all="ignore")
def diagnose(table: ArrayLike) -> Diagnosis:
    """Identify a table of numbers.

    Parameters
    ----------
    table : (n, d) array_like
        One row per position; a transposed table is recognized. A vector is one row, such as the frequencies of a
        rotation. Negative infinity is an attention mask.

    Returns
    -------
    Diagnosis
        Encoding, parameters, error, and evidence.

    Raises
    ------
    ValueError
        If `table` is no (n, d) array of finite real numbers, apart from a mask.

    Examples
    --------
    >>> from posenc_core import Sinusoidal
    >>> from posenc_tools import KNOWN_BUGS
    >>> found = diagnose(Sinusoidal(base=500).encode(range(16), 8))
    >>> str(found)
    'Sinusoidal, interleaved, base 500: every number agrees.'
    >>> diagnose(KNOWN_BUGS["exponent j/d"].table(64, 8)).state
    'bug'
    """
    array = real_numbers("table", table)
    if array.ndim == 3 and array.size:
        raise _slicing(array)
    values = real_numbers("table", array[None] if array.ndim == 1 else array, 2).astype(np.float64)
    if not values.size:
        raise argument_error("empty.shape", sizes=values.shape)
    hidden = biases.find_mask(values)
    numbers = values if hidden is None else np.where(hidden, 0.0, values)
    largest = float(np.abs(numbers).max())
    if not largest <= LARGEST:
        raise ValueError(claim("diagnosis-finite", text=f"{LARGEST:g}"))
    if 0 < largest < MIN_PEAK:
        raise ValueError(claim("diagnosis-small", shown=f"{largest:g}", text=f"{MIN_PEAK:g}"))
    examined = Table.of(numbers)
    result = _search(_stages(examined, hidden), examined.exact)
    if hidden is None and min(numbers.shape) > 2 and not any(match.residual is not None for match in result.matches):
        transpose = replace(examined, numbers=np.ascontiguousarray(numbers.T), cache={})
        other = _search(_stages(transpose, None, transposed=True), examined.exact)
        if other.matches and other.matches[0].account.kind == "scheme":
            return _report(transpose, other, transposed=True)
    exactly = any(match.residual == Residual() for match in result.matches)
    # rounding to steps looks like white noise
    stepped = None if exactly or hidden is not None else steps(numbers)
    if stepped:
        # only waves: exact structures have few values, too
        quantized = replace(examined, storage=stepped, cache={})
        other = _search(iter([waves.accounts(quantized, rare=False)]), examined.exact)
        if other.matches and other.matches[0].residual == Residual():
            return _report(quantized, other)
    if not result.matches:
        rest = matrices.accounts(examined) if hidden is None else matrices.relative_bias(examined, hidden)
        others = randomness.accounts(examined) if hidden is None else ()
        result = result._replace(matches=[*rest, *others][:1])
    return _report(examined, result, hidden=hidden)


def _slicing(array: Array) -> ValueError:
    """Error that suggests a slice of a 3-D array."""
    if has_columns_first(array):
        return argument_error("slice.first", sizes=array.shape, text=f"table.reshape({len(array)}, -1).T")
    *grid, dim = array.shape
    axis, id = 0 if array.shape[1] == dim else int(np.argmin(array.shape)), "slice.grid"
    if constant := constant_axes(array):
        axis, id = constant[0], "slice"
    grids = f"table.reshape({grid[0] * grid[1]}, {dim})"
    return argument_error(id, sizes=array.shape, axis=axis, text=f"table{index(axis, 0)}", other=grids)


def _stages(table: Table, hidden: Mask | None, *, transposed: bool = False) -> Iterator[Iterable[Match]]:
    """Explanations, stage by stage: a stage runs only if the ones before explain nothing."""
    if not transposed:
        yield biases.accounts(table, hidden)
    if hidden is not None:
        return
    if not transposed:
        yield matrices.equal_rows(table)
        yield randomness.trained_table(table)
        yield frequencies.accounts(table)
    yield codes.accounts(table)
    yield waves.accounts(table, rare=not transposed)
    grid = list(grids.accounts(table))
    # frequencies of several axes may look like those of a grid with a rare unit, or with a bug on one axis
    usual = transposed or any(match.account.cost < costs.UNUSUAL for match in grid)
    yield grid if usual else [*grid, *axes.accounts(table)]
    if not transposed:
        yield fourier.accounts(table)
        yield rearranged.accounts(table)


def _search(stages: Iterator[Iterable[Match]], exact: float) -> _Result:
    """Search the stages until one explains the table exactly or with usual parameters."""
    partly: list[Match] = []
    nearest: Account | None = None
    for stage in stages:
        candidates = list(stage)
        partly += sorted((match for match in candidates if match.residual is not None), key=_cost)
        exactly = any(match.residual == Residual() and match.account.misfit <= exact for match in partly)
        if exactly or any(match.account.cost < costs.UNUSUAL for match in partly):
            break
        others = [match.account for match in candidates if match.residual is None]
        nearest = min([*others, *([nearest] if nearest else [])], key=lambda account: account.misfit, default=None)
    return _Result(sorted(partly, key=_cost), nearest)


def _cost(match: Match) -> float:
    """Cost including exceptions and noise, which cost more than a bug that explains every number."""
    assert match.residual is not None
    return match.account.cost + (0.0 if match.residual == Residual() else costs.EXCEPTIONS)


def _report(table: Table, result: _Result, *, transposed: bool = False, hidden: Mask | None = None) -> Diagnosis:
    """Assemble the diagnosis from the search result."""
    n, d = table.numbers.shape
    if result.matches:
        best, residual = result.matches[0]
        assert residual is not None
        shown: Account | None = best
        state = _state(best, residual, transposed=transposed)
        zeros = table.zero_rows
        if state in ("known", "unusual") and hidden is None and "padding" in best.parameters and not _at_ends(zeros, n):
            state, residual = "different", residual._replace(rows=tuple(zeros.tolist()))
            best = replace(best, parameters={k: v for k, v in best.parameters.items() if k != "padding"})
        if transposed:
            best = replace(best, kind="mistake", name="transposed")
        equal = _equal(result.matches, best) if state != "kind" else ()
    else:
        best, residual, equal, state = Account("unknown", "unknown", {}, float("nan")), Residual(), (), "unknown"
        shown = result.nearest if result.nearest and result.nearest.misfit < MAX_NEAREST_RESIDUAL else None
    prediction = None if shown is None or np.isnan(shown.misfit) else shown.numbers()
    rows, columns, different = _residuals(table, prediction)
    # all others agree
    unjudged = different if state in ("known", "unusual", "bug") and not residual.noise else 0
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
        # masked values are not zeros
        () if hidden is not None else tuple(table.zero_rows.tolist()),
        () if hidden is not None else repeated_rows(table.numbers),
        _pairs(table, prediction) if state != "kind" else None,
        randomness.facts(table) if state == "unknown" else {},
        residual.cells,
        residual.rows,
        residual.columns,
        unjudged,
    )


def _at_ends(rows: Integers, length: int) -> bool:
    """Return True for one row, or for runs at the ends, as padding has them."""
    first = np.arange(len(rows))
    return len(rows) == 1 or bool(((rows == first) | (rows == length - len(rows) + first)).all())


def _state(best: Account, residual: Residual, *, transposed: bool) -> State:
    if best.kind in ("matrix", "random"):
        return "kind"
    if residual.different:
        return "different"
    if best.cost >= costs.UNUSUAL:
        return "unusual"
    return "bug" if transposed or best.kind == "mistake" or best.is_reversed else "known"


def _equal(matches: list[Match], best: Account) -> tuple[Account, ...]:
    """Other plausible accounts of the same numbers."""
    accounts: dict[tuple[str, ...], Account] = {}
    for account, residual in matches[1:]:
        words = (account.kind, account.name, *sorted(map(str, account.parameters.items())))
        same = abs(account.misfit - best.misfit) <= 1e-5 * best.misfit + 1e-9
        # a bug in a rarer formula is implausible
        meant = best.kind == "mistake" or account.kind != "mistake" or account.cost - costs.BUG < best.cost
        if residual is not None and same and meant and account.cost < costs.UNUSUAL:
            accounts.setdefault(words, account)
    accounts.pop((best.kind, best.name, *sorted(map(str, best.parameters.items()))), None)
    return tuple(accounts.values())


def _residuals(table: Table, prediction: Array | None) -> tuple[Array, Array, int]:
    """Relative residual of each row and each column, and the number of residuals too large for any rounding."""
    n, d = table.numbers.shape
    if prediction is None or not table.norm:
        return np.full(n, np.nan), np.full(d, np.nan), 0
    squares = np.square((table.numbers - prediction) / table.peak)
    whole = table.norm / table.peak
    different = int((squares > MAX_TOLERANCE**2).sum())
    return np.sqrt(squares.sum(1) * n) / whole, np.sqrt(squares.sum(0) * d) / whole, different


def _pairs(table: Table, prediction: Array | None) -> Pairs | None:
    """Frequencies of adjacent or half-apart columns, measured in the table and in its prediction."""
    fit = columns.waves(table) if table.norm else None
    d = table.numbers.shape[1]
    if fit is None or d < 2 or len(fit.columns) != d:
        return None
    best: tuple[float, Pairs] | None = None
    for layout in programs.layouts(d - d % 2)[:2]:
        sine, cosine = np.flatnonzero(~layout.cosine), np.flatnonzero(layout.cosine)
        w, v = fit.frequencies[sine], fit.frequencies[cosine]
        off = np.hypot(fit.residuals[sine], fit.residuals[cosine])
        # the columns of a pair have the same frequency within its error
        apart = np.abs(w - v) > 6 * np.hypot(fit.errors[sine], fit.errors[cosine]) + 1e-2 * w
        worst = float(np.mean(apart)) + float(np.sqrt(np.mean(np.square(off))))
        if worst < MAX_PAIR_RESIDUAL and (best is None or worst < best[0]):
            best = worst, Pairs(np.stack((sine, cosine), 1), w, fit.errors[sine], np.full(len(w), np.nan))
    if best is None or prediction is None:
        return best and best[1]
    expected = columns.waves(Table.of(prediction[: 2 * MAX_FIT_ROWS]))
    return best[1] if expected is None else best[1]._replace(expected=expected.frequencies[best[1].columns[:, 0]])
