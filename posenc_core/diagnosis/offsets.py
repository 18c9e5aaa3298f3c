"""Matrices of pairs of positions: relative position biases, similarities, and distances."""

from collections.abc import Iterator
from itertools import product
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.diagnosis import costs
from posenc_core.diagnosis.accounts import Match, Table
from posenc_core.diagnosis.thresholds import (
    EIGENVALUE_ROWS,
    MAX_SELF_DISTANCE,
    MAX_SIMILARITY_DIM,
    MIN_MATRIX_SIDE,
    SIMILARITY_SAMPLE,
)
from posenc_core.schemes import T5, Sinusoidal

__all__ = ["are_distances", "relative_bias", "similarities"]

DIMS = (*range(4, 258, 2), 320, 384, 448, 512, 640, 768, 1024, 1280, 1536, 2048, 4096)
"""Candidates for the columns of the table behind scaled similarities."""

DISTANCES = (128, 64, 256, 512, 1024)
Mask = NDArray[np.bool_]


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
    more: dict[str, Any] = {
        "offsets": f"one number for each offset from {_signed(offsets[0])} to {_signed(offsets[-1])}"
    }
    more["different"] = f"{count:,} different numbers"
    both = hidden is None and x.shape[0] == x.shape[1]
    if both and np.abs(curve - curve[::-1]).max() <= off:
        more["sides"] = "alike ahead and behind"
        if np.linalg.eigvalsh(x[:EIGENVALUE_ROWS, :EIGENVALUE_ROWS] / table.peak)[0] > -1e-6:
            yield Match.exact("matrix", KERNEL, {}, x)
            return
    elif both and np.abs(curve[: len(x) - 1] - curve[len(x) :]).max() <= off:
        more["sides"] = "the same modulo their number"
    if (buckets := _buckets(offsets, values)) is not None:
        more["buckets"] = f"equal in T5's buckets ({buckets.buckets} of them, up to distance {buckets.distance})"
    elif (far := int((values == values[0]).cumprod().sum())) > 1 and far < len(values):
        more["far"] = f"equal from {_signed(offsets[0])} to {_signed(offsets[far - 1])}"
    yield Match.exact("bias", "relative position bias", more, x)


def are_distances(table: Table) -> bool:
    """Return True for distances of points, squared or not: zero on the diagonal and of negative type."""
    side = min(*table.numbers.shape, EIGENVALUE_ROWS)
    x = table.numbers[:side, :side] / table.peak
    diagonal, rounding = np.abs(x.diagonal()).max(), max(1e-6, 2 * table.relative_rounding)
    if diagonal > MAX_SELF_DISTANCE or x.min() < -rounding or np.abs(x - x.T).max() > rounding:
        return False
    # Schoenberg: -½ J D J is positive semidefinite, where J subtracts the mean
    x = x - x.mean(axis=0)
    return bool(np.linalg.eigvalsh(x.mean(axis=1, keepdims=True) - x)[0] > -rounding * np.sqrt(side) - diagonal * side)


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
    own = [round(each) for each in (2 * first, 4 * first**2) if abs(each - round(each)) < 1e-3]
    dims = [dim for dim in (*own, *DIMS) if dim % 2 == 0 and 4 <= dim <= MAX_SIMILARITY_DIM]
    schedules: tuple[Literal["paper", "Tensor2Tensor"], ...] = ("paper", "Tensor2Tensor")
    for dim, schedule, base in product(dims, schedules, costs.SEARCHED):
        w = Sinusoidal(base=base, schedule=schedule).frequencies(dim)
        scale = 2 * first / dim
        if any(
            np.abs(scale * np.cos(np.outer(some, w)).sum(1) - curve[: len(some)]).max() > off
            for some in (back[:SIMILARITY_SAMPLE], back)
        ):
            continue
        named = {dim**-0.5: "1/√d", 1 / dim: "1/d", 2 / dim: "2/d"}
        label = next((text for value, text in named.items() if abs(scale / value - 1) < 1e-4), float(f"{scale:.6g}"))
        more: dict[str, Any] = {"d": dim, "base": base} | ({"schedule": schedule} if schedule != "paper" else {})
        more |= {} if abs(scale - 1) < 1e-5 else {"scale": label}
        yield Match.exact("matrix", SIMILARITIES, more, x, cost=0.5)
        return


SIMILARITIES = "similarities (PE·PEᵀ) of Sinusoidal"
KERNEL = "one number for each offset, positive semidefinite as similarities of positions (PE·PEᵀ) are"


def _curve(x: Array, visible: Mask, off: float) -> Array | None:
    """Return the number of each offset in ascending order, (n + m - 1,): NaN if hidden; None if it depends on more."""
    n, m = x.shape
    if min(n, m) < MIN_MATRIX_SIDE:
        return None
    curve = np.full(n + m - 1, np.nan)
    rows, keys = np.nonzero(visible)
    at, values = keys - rows + n - 1, x[rows, keys]
    curve[at] = values
    repeated = len(at) - len(np.unique(at))
    return curve if repeated >= len(at) / 4 and np.abs(values - curve[at]).max() <= off else None


def _buckets(offsets: NDArray[np.int64], values: Array) -> T5 | None:
    """T5 scheme whose buckets have equal numbers that differ between buckets."""
    sizes: tuple[Literal[8, 16, 32, 64], ...] = (32, 64, 16, 8)
    directions: tuple[Literal["bidirectional", "causal"], ...] = ("bidirectional", "causal")
    for size, distance, direction in product(sizes, DISTANCES, directions):
        scheme = T5(buckets=size, distance=distance, direction=direction)
        pairs = np.unique(np.stack((scheme.bucket(offsets), values)), axis=1)
        buckets = len(np.unique(pairs[0]))
        grouped = offsets[-1] >= 0 > offsets[0] and buckets < len(offsets) - max(offsets[-1], 0) * (
            direction == "causal"
        )
        if grouped and pairs.shape[1] == buckets == len(np.unique(pairs[1])):
            return scheme
    return None


def _signed(offset: int) -> str:
    return f"{offset:+,}".replace("-", "−") if offset else "0"
