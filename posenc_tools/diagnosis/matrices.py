"""Matrices that are no table of positions: equal rows, and one number for each pair of positions or tokens."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import compress
from typing import Any

import numpy as np

from posenc_core.arrays import Array, Integers, Mask
from posenc_core.schemes import T5, Sinusoidal
from posenc_tools.diagnosis import costs, thresholds
from posenc_tools.diagnosis.explanations import Match, Table, changed_parameters, variants

DIMS = (*range(4, 258, 2), 320, 384, 448, 512, 640, 768, 1024, 1280, 1536, 2048, 4096)
"""Candidates for the columns of the table behind scaled similarities."""

BUCKETS, DISTANCES = (32, 64, 16, 8), (128, 64, 256, 512, 1024)  # of T5


def equal_rows(table: Table) -> Iterator[Match]:
    """Equal rows, which encode no position."""
    x = table.numbers
    if (len(x) > 1 and not np.ptp(x, axis=0).any()) or np.ptp(x) == 0:
        name = "equal rows" if np.ptp(x) else "one number everywhere"
        yield Match.exact("matrix", name if table.norm else "zeros", {}, x)


def explanations(table: Table) -> Iterator[Match]:
    """Explanation as a permutation, attention weights, distances, relative bias, triangular, or symmetric matrix."""
    x = table.numbers
    n, d = x.shape
    if min(n, d) < thresholds.MIN_MATRIX_SIDE:
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
    elif _are_distances(table):
        name = "pairwise distances, squared or not"
    elif relative := list(relative_bias(table)):
        yield from relative
    elif n == d and not np.triu(x, 1).any():
        name = "lower triangular matrix"
    elif n == d and not np.tril(x, -1).any():
        name = "upper triangular matrix"
    elif n == d and np.abs(x - x.T).max() <= off:
        name = "symmetric matrix"
    if name:
        yield Match.exact("matrix", name, {}, x)


def relative_bias(table: Table, hidden: Mask | None = None) -> Iterator[Match]:
    """Explanation as a bias that depends only on the offset, such as a learned one."""
    x = table.numbers
    visible = np.ones(x.shape, bool) if hidden is None else ~hidden
    off = table.peak * (1e-13 if table.storage.name == "float64" else 1e-6)
    curve = _curve(x, visible, off)
    if curve is None or np.nanmax(curve) - np.nanmin(curve) <= off:
        return
    seen = np.flatnonzero(~np.isnan(curve))
    offsets, values = seen - (len(x) - 1), curve[seen]
    count = 1 + int((np.diff(np.sort(values)) > off).sum())
    span = f"{_offset_text(offsets[0])} to {_offset_text(offsets[-1])}"
    more = {"offsets": f"one number for each offset from {span}", "different": f"{count:,} different numbers"}
    both = hidden is None and x.shape[0] == x.shape[1]
    if both and np.abs(curve - curve[::-1]).max() <= off:
        more["sides"] = "alike ahead and behind"
        if _is_semidefinite(x / table.peak, 1e-6 * np.sqrt(len(x))):
            yield Match.exact("matrix", KERNEL, {}, x)
            return
    elif both and np.abs(curve[: len(x) - 1] - curve[len(x) :]).max() <= off:
        more["sides"] = "the same modulo their number"
    if (buckets := _buckets(offsets, values)) is not None:
        more["buckets"] = f"equal in T5's buckets ({buckets.buckets} of them, up to distance {buckets.distance})"
    elif (far := int((values == values[0]).cumprod().sum())) > 1 and far < len(values):
        more["far"] = f"equal from {_offset_text(offsets[0])} to {_offset_text(offsets[far - 1])}"
    yield Match.exact("bias", "relative position bias", more, x)


def _are_distances(table: Table) -> bool:
    """Return True for distances of points, squared or not: zero on the diagonal and of negative type."""
    n, d = table.numbers.shape
    if n != d:
        return False
    x = table.numbers / table.peak
    diagonal, rounding = np.abs(x.diagonal()).max(), max(1e-6, 2 * table.relative_rounding)
    if diagonal > thresholds.MAX_SELF_DISTANCE or x.min() < -rounding or np.abs(x - x.T).max() > rounding:
        return False
    # Schoenberg: -½ J D J is positive semidefinite, where J subtracts the mean
    x = x - x.mean(axis=0)
    return _is_semidefinite(x.mean(axis=1, keepdims=True) - x, rounding * np.sqrt(n) + diagonal * n)


def _is_semidefinite(x: Array, slack: float) -> bool:
    """Return True if no eigenvalue of a symmetric matrix is below -slack. (n, n)."""
    try:
        np.linalg.cholesky((x + x.T) / 2 + slack * np.eye(len(x)))
    except np.linalg.LinAlgError:
        return False
    return True


def similarities(table: Table) -> Iterator[Match]:
    """Explanation as dot products of the rows of a sinusoidal table."""
    x = table.numbers
    off = table.peak * max(1e-9 if table.storage.name == "float64" else 1e-5, 2 * table.relative_rounding)
    curve = _curve(x, np.ones(x.shape, bool), off) if x.shape[0] == x.shape[1] else None
    if curve is None or not curve[len(x) - 1] >= table.peak - off or np.abs(curve - curve[::-1]).max() > off:
        return
    curve = curve[len(x) - 1 :]
    first, back = float(curve[0]), np.arange(len(x), dtype=np.float64)
    # unscaled, or divided by √d
    own = [round(size) for size in (2 * first, 4 * first**2) if abs(size - round(size)) < 1e-3]
    dims = [dim for dim in (*own, *DIMS) if dim % 2 == 0 and 4 <= dim <= thresholds.MAX_SIMILARITY_DIM]
    near = ((dim, np.abs(first * _next_similarities(dim) - curve[1]) <= off) for dim in dims)
    for dim, scheme in ((dim, scheme) for dim, some in near for scheme in compress(_sinusoids(), some)):
        w, scale = scheme.frequencies(dim), 2 * first / dim
        errors = (
            scale * np.cos(np.outer(b, w)).sum(1) - curve[: len(b)]
            for b in (back[: thresholds.SIMILARITY_SAMPLE], back)
        )
        if any(np.abs(error).max() > off for error in errors):
            continue
        named = {dim**-0.5: "1/√d", 1 / dim: "1/d", 2 / dim: "2/d"}
        label = next((text for value, text in named.items() if abs(scale / value - 1) < 1e-4), float(f"{scale:.6g}"))
        more: dict[str, Any] = {"d": dim, "base": scheme.base} | changed_parameters(scheme)
        more |= {} if abs(scale - 1) < 1e-5 else {"scale": label}
        yield Match.exact("matrix", SIMILARITIES, more, x, cost=0.5)
        return


@cache
def _sinusoids() -> tuple[Sinusoidal, ...]:
    """Sinusoidal encodings in use."""
    return tuple(variants(Sinusoidal(), schedule=("paper", "Tensor2Tensor"), base=costs.SEARCHED))


@lru_cache(maxsize=256)
def _next_similarities(dim: int) -> Array:
    """Cosine similarity of neighbors for each of these encodings. -> (s,)."""
    return np.array([np.cos(scheme.frequencies(dim)).mean() for scheme in _sinusoids()])


SIMILARITIES = "similarities (PE·PEᵀ) of Sinusoidal"
KERNEL = "one number for each offset, positive semidefinite as similarities of positions (PE·PEᵀ) are"


def _curve(x: Array, visible: Mask, off: float) -> Array | None:
    """Return the number of each offset in ascending order, (n + m - 1,): NaN if hidden; None if it depends on more."""
    n, m = x.shape
    if min(n, m) < thresholds.MIN_MATRIX_SIDE:
        return None
    curve = np.full(n + m - 1, np.nan)
    rows, keys = np.nonzero(visible)
    at, values = keys - rows + n - 1, x[rows, keys]
    curve[at] = values
    repeated = len(at) - len(np.unique(at))
    return curve if repeated >= len(at) / 4 and np.abs(values - curve[at]).max() <= off else None


def _buckets(offsets: Integers, values: Array) -> T5 | None:
    """T5 scheme whose buckets have equal numbers that differ between buckets."""
    if not offsets[-1] >= 0 > offsets[0]:
        return None
    for scheme in variants(T5(), buckets=BUCKETS, distance=DISTANCES, direction=("bidirectional", "causal")):
        pairs = np.unique(np.stack((scheme.bucket(offsets), values)), axis=1)
        buckets = len(np.unique(pairs[0]))
        distinct = len(offsets) - (offsets[-1] if scheme.direction == "causal" else 0)
        if buckets < distinct and pairs.shape[1] == buckets == len(np.unique(pairs[1])):
            return scheme
    return None


def _offset_text(offset: int) -> str:
    return f"{offset:+,}".replace("-", "−") if offset else "0"
