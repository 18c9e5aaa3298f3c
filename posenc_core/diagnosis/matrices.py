"""What kind of matrix is a table that is no encoding? Structures that are checked exactly."""

from collections.abc import Iterator

import numpy as np

from posenc_core.diagnosis.accounts import Explained, Table

LEAST = 4

ROUNDED = 40.0
"""A sum of a row may be off by so many roundings of its largest number."""


def equal_rows(table: Table) -> Iterator[Explained]:
    """One number everywhere, or rows that are all the same: they hold no position."""
    x = table.numbers
    if (len(x) > 1 and not np.ptp(x, axis=0).any()) or np.ptp(x) == 0:
        what = "zeros" if not table.norm else "one number everywhere" if np.ptp(x) == 0 else "equal rows"
        yield Explained.exact("matrix", what, {}, x)


def accounts(table: Table) -> Iterator[Explained]:
    """Kinds of matrices: a permutation, attention weights, one number for each offset."""
    x = table.numbers
    n, d = x.shape
    rounding = table.storage.error if table.storage.decimals is None else table.storage.error / (table.peak or 1.0)
    off = ROUNDED * max(rounding, 1e-15) * table.peak

    def kind(name: str) -> Explained:
        return Explained.exact("matrix", name, {}, x)

    if ((x == 0) | (x == x.max())).all() and x.max() > 0 and _one_each(x):
        identity = n <= d and np.array_equal(x[:, :n] != 0, np.eye(n, dtype=bool))
        yield kind("one-hot positions" if identity else "permutation matrix")
    elif min(n, d) >= LEAST and x.min() >= 0 and np.abs(x.sum(axis=1) - 1).max() <= max(off, d * rounding):
        causal = n == d and not np.triu(x, 1).any()
        yield kind("causal attention weights" if causal else "rows that sum to 1, such as attention weights")
    elif min(n, d) >= LEAST and np.abs(x[1:, 1:] - x[:-1, :-1]).max() <= off:
        wrapped = n == d and np.abs(x[1:, 0] - x[:-1, -1]).max() <= off
        yield kind("circulant matrix" if wrapped else "Toeplitz matrix")
    elif n == d and min(n, d) >= LEAST and not np.triu(x, 1).any():
        yield kind("lower triangular matrix")
    elif n == d and min(n, d) >= LEAST and n > 4 and np.abs(x - x.T).max() <= off and np.ptp(x) > off:
        yield kind("symmetric matrix")


def _one_each(x: np.ndarray) -> bool:  # type: ignore[type-arg]
    filled = x != 0
    return bool((filled.sum(axis=1) == 1).all() and (filled.sum(axis=0) <= 1).all() and len(x) >= LEAST)
