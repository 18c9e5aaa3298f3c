"""Diagnosis of a table: exact structures first, then waves; the cheapest explanation wins."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from posenc_core.arrays import (
    LARGEST,
    Array,
    Integers,
    Mask,
    constant_axes,
    has_columns_first,
    index,
    real_numbers,
)
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
from posenc_tools.diagnosis.explanations import Explanation, Match, Pairs, Residual, State, Table
from posenc_tools.diagnosis.storage import repeated_rows, steps
from posenc_tools.diagnosis.thresholds import (
    MAX_FIT_ROWS,
    MAX_NEAREST_RESIDUAL,
    MAX_PAIR_RESIDUAL,
    MAX_TOLERANCE,
    MIN_PEAK,
)
from posenc_tools.diagnosis.words import Diagnosis
from posenc_tools.known_bugs import programs


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
    'This is Sinusoidal, interleaved, base 500, and every number agrees.'
    >>> diagnose(KNOWN_BUGS["exponent j/d"].table(64, 8)).state
    'bug'
    """
    array = real_numbers("table", table)
    if array.ndim == 3 and array.size:
        raise _slicing(array)
    values = real_numbers("table", array[None] if array.ndim == 1 else array, 2).astype(np.float64)
    if not values.size:
        raise ValueError(f"table must have at least one row and one column, got shape {values.shape}")
    hidden = biases.find_mask(values)
    numbers = values if hidden is None else np.where(hidden, 0.0, values)
    largest = float(np.abs(numbers).max())
    if not largest <= LARGEST:
        raise ValueError(f"table must contain finite numbers up to {LARGEST:g} in size, or negative infinity as a mask")
    if 0 < largest < MIN_PEAK:
        raise ValueError(f"table: its largest value, {largest:g}, is below {MIN_PEAK:g}: multiply the table first")
    examined = Table.of(numbers)
    matches, nearest = _search(_stages(examined, hidden), examined.exact)
    if hidden is None and min(numbers.shape) > 2 and not matches:
        transpose = replace(examined, numbers=np.ascontiguousarray(numbers.T), cache={})
        others, _ = _search(_stages(transpose, None, transposed=True), examined.exact)
        if others and others[0].explanation.kind == "scheme":
            return _report(transpose, others, transposed=True)
    if hidden is None and not any(match.residual == Residual() for match in matches):
        # rounding to steps looks like white noise
        stepped = steps(numbers)
        if stepped:
            # only waves: exact structures have few values, too
            quantized = replace(examined, storage=stepped, cache={})
            others, _ = _search(iter([waves.explanations(quantized, rare=False)]), examined.exact)
            if others and others[0].residual == Residual():
                return _report(quantized, others)
    if not matches and hidden is None:
        matches = [*matrices.explanations(examined), *randomness.explanations(examined)][:1]
    elif not matches:
        matches = [*matrices.relative_bias(examined, hidden)][:1]
    return _report(examined, matches, nearest, hidden=hidden)


def _slicing(array: Array) -> ValueError:
    """Error that suggests a slice of a 3-D array."""
    constant, grid, dim = constant_axes(array), array.shape[:2], array.shape[2]
    if has_columns_first(array):
        advice = f"axis 0 holds the columns, so pass table.reshape({len(array)}, -1).T"
    elif constant:
        advice = f"it is the same along axis {constant[0]}, so pass table{index(constant[0], 0)}"
    else:
        axis = 0 if grid[1] == dim else int(np.argmin(array.shape))
        advice = f"its slices along axis {axis} differ, so pass one, such as table{index(axis, 0)}"
        advice += f", or if axes 0 and 1 are those of a grid, table.reshape({grid[0] * grid[1]}, {dim})"
    return ValueError(f"table must have 2 dimensions, got shape {array.shape}: {advice}")


def _stages(table: Table, hidden: Mask | None, *, transposed: bool = False) -> Iterator[Iterable[Match]]:
    """Explanations, stage by stage: a stage runs only if the ones before explain nothing."""
    if not transposed:
        yield biases.explanations(table, hidden)
    if hidden is not None:
        return
    if not transposed:
        yield matrices.equal_rows(table)
        yield randomness.trained_table(table)
        yield frequencies.explanations(table)
    yield codes.explanations(table)
    yield waves.explanations(table, rare=not transposed)
    grid = list(grids.explanations(table))
    # frequencies of several axes may look like those of a grid with a rare unit, or with a bug on one axis
    usual = transposed or any(match.explanation.cost < costs.UNUSUAL for match in grid)
    yield grid if usual else [*grid, *axes.explanations(table)]
    if not transposed:
        yield fourier.explanations(table)
        yield rearranged.explanations(table)


def _search(stages: Iterator[Iterable[Match]], exact: float) -> tuple[list[Match], Explanation | None]:
    """Search the stages until one explains the table exactly or with usual parameters.

    Returns the explanations, the best first, and the nearest one that does not explain the table.
    """
    partly: list[Match] = []
    nearest: Explanation | None = None
    for stage in stages:
        candidates = list(stage)
        partly += sorted((match for match in candidates if match.residual is not None), key=_cost)
        exactly = any(match.residual == Residual() and match.explanation.misfit <= exact for match in partly)
        if exactly or any(match.explanation.cost < costs.UNUSUAL for match in partly):
            break
        others = [explanation for explanation, residual in candidates if residual is None]
        if nearest is not None:
            others.append(nearest)
        nearest = min(others, key=lambda explanation: explanation.misfit, default=None)
    return sorted(partly, key=_cost), nearest


def _cost(match: Match) -> float:
    """Cost including exceptions and noise, which cost more than a bug that explains every number."""
    assert match.residual is not None
    return match.explanation.cost + (0.0 if match.residual == Residual() else costs.EXCEPTIONS)


def _report(
    table: Table,
    matches: list[Match],
    nearest: Explanation | None = None,
    *,
    transposed: bool = False,
    hidden: Mask | None = None,
) -> Diagnosis:
    """Assemble the diagnosis from the search result."""
    n, d = table.numbers.shape
    if matches:
        best, residual = matches[0]
        assert residual is not None
        shown: Explanation | None = best
        state = _state(best, residual, transposed=transposed)
        zeros = table.zero_rows
        if state in ("known", "unusual") and hidden is None and "padding" in best.parameters and not _at_ends(zeros, n):
            state, residual = "different", residual._replace(rows=tuple(zeros.tolist()))
            best = replace(best, parameters={k: v for k, v in best.parameters.items() if k != "padding"})
        if transposed:
            best = replace(best, kind="mistake", name="transposed")
        equal = _equal(matches, best) if state != "kind" else ()
    else:
        best, residual, equal, state = Explanation("unknown", "unknown", {}, float("nan")), Residual(), (), "unknown"
        shown = nearest if nearest is not None and nearest.misfit < MAX_NEAREST_RESIDUAL else None
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


def _state(best: Explanation, residual: Residual, *, transposed: bool) -> State:
    if best.kind in ("matrix", "random"):
        return "kind"
    if residual.different:
        return "different"
    if best.cost >= costs.UNUSUAL:
        return "unusual"
    return "bug" if transposed or best.kind == "mistake" or best.is_reversed else "known"


def _equal(matches: list[Match], best: Explanation) -> tuple[Explanation, ...]:
    """Other plausible explanations of the same numbers."""
    explanations: dict[tuple[str, ...], Explanation] = {}
    for explanation, residual in matches[1:]:
        words = (explanation.kind, explanation.name, *sorted(map(str, explanation.parameters.items())))
        same = abs(explanation.misfit - best.misfit) <= 1e-5 * best.misfit + 1e-9
        # a bug in a rarer formula is implausible
        meant = best.kind == "mistake" or explanation.kind != "mistake" or explanation.cost - costs.BUG < best.cost
        if residual is not None and same and meant and explanation.cost < costs.UNUSUAL:
            explanations.setdefault(words, explanation)
    explanations.pop((best.kind, best.name, *sorted(map(str, best.parameters.items()))), None)
    return tuple(explanations.values())


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
