"""Random numbers, trained tables, and statistics of unknown tables."""

from collections.abc import Callable, Iterator, Mapping
from statistics import NormalDist
from typing import Any

import numpy as np

from posenc_core.arrays import Array
from posenc_core.schemes import Learned
from posenc_tools.diagnosis import costs
from posenc_tools.diagnosis.codes import explain
from posenc_tools.diagnosis.explanations import Explanation, Match, Residual, Table
from posenc_tools.diagnosis.storage import evenly_spaced, repeated_rows
from posenc_tools.diagnosis.thresholds import MIN_RANDOM_SHAPE, PRINCIPAL_COMPONENTS, RANDOM_SAMPLE, SPECTRUM_SAMPLE

CDF = NormalDist().cdf

DISTRIBUTIONS: Mapping[str, tuple[float, float, Callable[[float], float]]] = {
    "uniform": (1.78, 1.8, lambda x: min(max(0.5 + x / 12**0.5, 0), 1)),
    # cut off at 2 σ, the standard deviation is 0.8796
    "normal, cut off at 2 σ": (2.35, 2.366, lambda x: min((CDF(0.8796 * x) - CDF(-2)) / (CDF(2) - CDF(-2)), 1)),
    "normal": (np.inf, 3.0, CDF),
}
"""Largest number, fourth moment, and cumulative distribution at mean 0 and variance 1."""


def trained_table(table: Table) -> Iterator[Match]:
    """Explanation as the trained table of this package, or its first rows and columns."""
    n, d = table.numbers.shape
    scheme = Learned()
    if _is_small(n, d) or scheme.unsupported_reason("vectors", n, d):
        return
    if np.abs(scheme.encode(range(2), d) - table.numbers[:2]).max() <= 0.3 * table.peak:
        prediction = scheme.encode(range(n), d).astype(np.float64, copy=False)
        yield from explain(table, prediction, "Learned", {"model": "all-MiniLM-L6-v2"}, 1.0, "learned", scheme)


def explanations(table: Table) -> Iterator[Match]:
    """Explanation as independent random numbers with their distribution, apart from copied rows and rows of zeros."""
    copies = [row for first, last, _ in repeated_rows(table.numbers) for row in range(first, last + 1)]
    apart = sorted([*table.zero_rows.tolist(), *copies])
    numbers = np.delete(table.numbers, apart, axis=0) if apart else table.numbers
    n, d = numbers.shape
    if _is_small(n, d):
        return
    middle, size, count = float(numbers.mean()), float(numbers.std()), numbers.size
    # equal or evenly spaced values have no continuous distribution
    some = np.sort(numbers.ravel()[:: -(-count // RANDOM_SAMPLE)])
    steps = np.diff(some)
    if np.count_nonzero(steps) + 1 < min(len(some) / 20, 1000) or steps[steps > 0].min(initial=np.inf) > size / 100:
        return
    rest = (numbers - middle) / size
    largest, fourth = float(np.abs(rest).max()), float(np.mean(np.square(np.square(rest))))
    name = next(name for name, (limit, *_) in DISTRIBUTIONS.items() if largest <= limit)
    _, kurtosis, below = DISTRIBUTIONS[name]
    points = np.linspace(-1.9, 1.9, 21)
    shares = np.searchsorted(some, middle + size * points) / len(some)
    if abs(kurtosis - fourth) > 0.03 + 4 * np.sqrt(24 / count) or _is_ordered(rest, fourth):
        return
    if np.abs(shares - [below(point) for point in points]).max() > 0.003 + 1.7 / np.sqrt(len(some)):
        return
    digits = int(np.ceil(-np.log10(size))) + 1
    parameters: dict[str, Any] = {"distribution": name}
    if name == "uniform":
        parameters |= {"from": round(float(numbers.min()), digits), "to": round(float(numbers.max()), digits)}
    else:
        # the error of a standard deviation is about σ/√(2 count)
        parameters["std"] = costs.shortest(size, 3 * np.sqrt((fourth - 1) / 4 / count))
        parameters |= {"mean": round(middle, digits)} if abs(middle) > 4 * size / np.sqrt(count) else {}
    residual = Residual(rows=tuple(apart))
    yield Match(Explanation("random", "random", parameters, float("nan")), residual)


def facts(table: Table) -> Mapping[str, float]:
    """Similarity of adjacent rows, and variance in few components: both are large in trained tables."""
    n, d = table.numbers.shape
    if _is_small(n, d) or not table.norm:
        return {}
    rows = table.numbers[:SPECTRUM_SAMPLE, :SPECTRUM_SAMPLE] / table.peak
    rows = rows - rows.mean(axis=0)
    variances = np.square(np.linalg.svd(rows, compute_uv=False))
    sizes = np.linalg.norm(rows, axis=1)
    products = sizes[1:] * sizes[:-1]
    if not products.any():
        return {}
    near = np.vecdot(rows[1:], rows[:-1])[products > 0] / products[products > 0]
    return {
        "mean cosine of neighboring rows": float(near.mean()),
        "principal components": float(PRINCIPAL_COMPONENTS),
        "share of the variance in them": float(variances[:PRINCIPAL_COMPONENTS].sum() / variances.sum()),
    }


def _is_small(n: int, d: int) -> bool:
    return n < MIN_RANDOM_SHAPE[0] or d < MIN_RANDOM_SHAPE[1]


def _is_ordered(rest: Array, fourth: float) -> bool:
    """Return True if neighbors, rows, columns, or singular values are not random. (n, d) of mean 0 and variance 1."""
    for x in (rest, rest.T):
        if any(abs(float(np.mean(x[lag:] * x[:-lag]))) > 4.5 / np.sqrt(x.size) for lag in (1, 2, 3)):
            return True
        spread = 6 * np.sqrt(2 / len(x))
        for means, variance in ((x.mean(1), 1.0), (np.square(x).mean(1), fourth - 1)):
            if not 1 / (1 + 2 * spread) < float(means.var()) * x.shape[1] / variance < 1 + spread:
                return True
    # the largest singular value must be that of a random matrix; in an orthogonal one all are equal
    part = rest[np.ix_(*(evenly_spaced(size, SPECTRUM_SAMPLE) for size in rest.shape))]
    slack = min(part.shape) ** (-2 / 3)
    largest = float(np.linalg.norm(part, 2)) / sum(np.sqrt(part.shape))
    return not 1 - 2 * slack < largest < 1.03 + slack
