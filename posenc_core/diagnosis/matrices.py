"""Matrices that are no encodings, recognized exactly."""

from collections.abc import Iterator

import numpy as np

from posenc_core.diagnosis import offsets
from posenc_core.diagnosis.accounts import Match, Table
from posenc_core.diagnosis.thresholds import MIN_MATRIX_SIDE

__all__ = ["accounts", "equal_rows"]


def equal_rows(table: Table) -> Iterator[Match]:
    """Equal rows, which encode no position."""
    x = table.numbers
    if (len(x) > 1 and not np.ptp(x, axis=0).any()) or np.ptp(x) == 0:
        name = "equal rows" if np.ptp(x) else "one number everywhere"
        yield Match.exact("matrix", name if table.norm else "zeros", {}, x)


def accounts(table: Table) -> Iterator[Match]:
    """Explanation as a permutation, attention weights, distances, relative bias, triangular, or symmetric matrix."""
    x = table.numbers
    n, d = x.shape
    if min(n, d) < MIN_MATRIX_SIDE:
        return
    # arithmetic may differ in its last places
    off = table.peak * (1e-13 if table.storage.name == "float64" else 1e-6)
    # rounding errors in a row mostly cancel, except for the subnormal numbers of float16
    sums = 1e-6 + 2.5 * table.storage.error * (1 if table.storage.decimals is None else np.sqrt(d)) + 3e-8 * d
    filled = x != 0
    name = ""
    if x.max() > 0 and ((x == x.max()) == filled).all() and (filled.sum(1) == 1).all() and (filled.sum(0) <= 1).all():
        name = "one-hot positions" if n <= d and filled.diagonal().all() else "permutation matrix"
    elif x.min() >= 0 and sums < 0.05 and np.abs(x.sum(axis=1) - 1).max() <= sums:
        causal = n == d and not np.triu(x, 1).any()
        name = "causal attention weights" if causal else "rows that sum to 1, such as attention weights"
    elif offsets.are_distances(table):
        name = "pairwise distances, squared or not"
    elif relative := list(offsets.relative_bias(table)):
        yield from relative
    elif n == d and not np.triu(x, 1).any():
        name = "lower triangular matrix"
    elif n == d and not np.tril(x, -1).any():
        name = "upper triangular matrix"
    elif n == d and np.abs(x - x.T).max() <= off:
        name = "symmetric matrix"
    if name:
        yield Match.exact("matrix", name, {}, x)
