"""Is a table random numbers, or a trained one? What no formula explains, by how its numbers are spread."""

from collections.abc import Iterator, Mapping
from math import erf
from typing import Any

import numpy as np

from posenc_core.arrays import Array
from posenc_core.diagnosis import costs
from posenc_core.diagnosis.accounts import Account, Explained, Left, Table
from posenc_core.diagnosis.codes import explained
from posenc_core.schemes import Learned

LEAST = (16, 8)
"""Rows and columns of a table whose spread tells something."""

MOST = 512
"""So many rows and columns are looked at for directions."""

DIRECTIONS = 10

CUT = 2.0
"""Code that fills a table with normal numbers cuts them off at so many standard deviations."""

CUT_OFF = 0.8796
"""What is left of the standard deviation then."""

KURTOSIS = {"normal": 3.0, "uniform": 1.8, "normal, cut off at 2 σ": 2.366}
"""Mean fourth power over the squared variance."""

APART = 0.03

ENOUGH = 2**20
"""So many numbers show whether they are random."""


def trained(table: Table) -> Iterator[Explained]:
    """The trained table that this library holds, or its first rows and columns."""
    n, d = table.numbers.shape
    scheme = Learned()
    if n < LEAST[0] or d < LEAST[1] or scheme.lacks("vectors", n, d):
        return
    if np.abs(scheme.encode(range(2), d) - table.numbers[:2]).max() <= 0.3 * table.peak:
        made = scheme.encode(range(n), d).astype(np.float64, copy=False)
        yield from explained(table, made, "Learned", {"model": "all-MiniLM-L6-v2"}, 1.0, "learned", scheme)


def accounts(table: Table) -> Iterator[Explained]:
    """Independent random numbers."""
    n, d = table.numbers.shape
    drawn = _drawn(table.numbers) if n >= LEAST[0] and d >= LEAST[1] else {}
    if drawn:
        yield Explained(Account("random", "random", drawn, float("nan")), Left())


def facts(table: Table) -> Mapping[str, float]:
    """How alike neighboring rows are, and how few directions hold the variance: both are large in trained tables."""
    numbers = table.numbers / (table.peak or 1.0)
    n, d = numbers.shape
    if n < LEAST[0] or d < LEAST[1] or not table.norm:
        return {}
    some = numbers[:MOST, :MOST] - numbers[:MOST, :MOST].mean(axis=0)
    sizes = np.square(np.linalg.svd(some, compute_uv=False))
    near = _cosines(some)
    if not sizes.sum() or not near.size:
        return {}
    return {
        "mean cosine of neighboring rows": float(near.mean()),
        "principal components": float(DIRECTIONS),
        "share of the variance in them": float(sizes[:DIRECTIONS].sum() / sizes.sum()),
    }


def _cosines(rows: Array) -> Array:
    """The cosine of each row with the next, around the mean row."""
    sizes = np.linalg.norm(rows, axis=1)
    products = sizes[1:] * sizes[:-1]
    return np.asarray(np.vecdot(rows[1:], rows[:-1])[products > 0] / products[products > 0])


def _drawn(numbers: Array) -> dict[str, Any]:
    """How independent random numbers were drawn; nothing where they were not."""
    if numbers.size > ENOUGH:
        half = ENOUGH // numbers.shape[1] // 2
        numbers = np.vstack((numbers[:half], numbers[-half:]))
    middle, size = float(numbers.mean()), float(numbers.std())
    if not size or len(np.unique(numbers)) < numbers.size / 20:
        return {}
    rest = (numbers - middle) / size
    count, fourth = numbers.size, float(np.mean(np.square(np.square(rest))))
    fits = [each for each in KURTOSIS if "cut off" not in each or np.abs(rest).max() < 1.03 * CUT / CUT_OFF]
    name = min(fits, key=lambda each: abs(KURTOSIS[each] - fourth))
    if abs(KURTOSIS[name] - fourth) > 0.06 + 4 * np.sqrt(24 / count) or any(_structure(rest, fourth)):
        return {}
    places = np.linspace(-1.9, 1.9, 21)
    below = np.array([np.mean(rest <= place) - _below(place, name) for place in places])
    if np.abs(below).max() > APART + 1.7 / np.sqrt(count):
        return {}
    if name == "uniform":
        return {
            "distribution": name,
            "from": _round(float(numbers.min()), size),
            "to": _round(float(numbers.max()), size),
        }
    mean = _round(middle, size) if abs(middle) > 4 * size / np.sqrt(count) else 0.0
    # one number with a few digits: the error of a standard deviation is about σ/√(2 count)
    found: dict[str, Any] = {"distribution": name, "std": costs.shortest(size, 3 * np.sqrt((fourth - 1) / 4 / count))}
    return found | ({"mean": mean} if mean else {})


def _round(value: float, size: float) -> float:
    return float(np.round(value, int(np.ceil(-np.log10(size))) + 1))


def _below(value: float, distribution: str) -> float:
    """The share of a distribution of mean 0 and variance 1 below a value."""
    if distribution == "uniform":
        return float(np.clip(0.5 + value / (2 * np.sqrt(3)), 0, 1))
    if distribution == "normal":
        return 0.5 + 0.5 * erf(value / np.sqrt(2))
    return float(np.clip(0.5 + 0.5 * erf(value * CUT_OFF / np.sqrt(2)) / erf(CUT / np.sqrt(2)), 0, 1))


def _structure(rest: Array, fourth: float) -> Iterator[bool]:
    """What independent numbers do not show. (n, d) of mean 0 and variance 1"""
    limit = 4.5 / np.sqrt(rest.size)
    for lag in (1, 2, 3):
        yield abs(float(np.mean(rest[lag:] * rest[:-lag]))) > limit
        yield abs(float(np.mean(rest[:, lag:] * rest[:, :-lag]))) > limit
    for axis in (0, 1):
        sizes, means = np.square(rest).mean(axis=axis), rest.mean(axis=axis)
        spread = 6 * np.sqrt(2 / len(sizes))
        yield not 1 / (1 + 2 * spread) < float(sizes.var()) * rest.shape[axis] / (fourth - 1) < 1 + spread
        yield not 1 / (1 + 2 * spread) < float(means.var()) * rest.shape[axis] < 1 + spread
    # no direction holds more, and none less, than chance gives it: an orthogonal matrix has all of one size
    part = rest[:MOST, :MOST]
    rows, columns = part.shape
    edge = np.sqrt(rows) + np.sqrt(columns)
    largest = float(np.linalg.norm(part, 2)) / edge
    yield not 1 - 2 * min(rows, columns) ** (-2 / 3) < largest < 1.03 + min(rows, columns) ** (-2 / 3)
