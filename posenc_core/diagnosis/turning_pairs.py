"""Which pairs of columns turn, and how fast? Measured pair by pair, whatever rule their frequencies follow, if any."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.diagnosis.reading import Pairs

MOST_ROWS = 1024
"""So many rows tell a frequency to six digits, also where there is noise."""

SOME = 24
"""So many pairs tell whether the others turn too."""

TURNING = 0.1
"""A pair that leaves more than this share of one turn a token does not turn."""


@dataclass(frozen=True)
class Turns:
    """Pairs of columns, each as one turn: cos + i sin is about `sizes * exp(i (frequencies p + phases))`."""

    columns: NDArray[np.int64]
    """The sine and the cosine of each. (m, 2)"""
    frequencies: Array
    """In radians a token; negative where sine and cosine stand the other way round. (m,)"""
    errors: Array
    phases: Array
    """At row 0. (m,)"""
    sizes: Array
    misfits: Array
    """What is left of each pair: a norm over a norm. (m,)"""

    def compared(self, expected: Array) -> Pairs:
        """Beside what the frequencies should be. (m,)"""
        return Pairs(self.columns, self.frequencies, self.errors, expected, self.misfits)


def of_layout(dim: int, layout: str, first: str) -> NDArray[np.int64]:
    """The columns of each pair, the sine first; of an odd number the last has no partner. -> (d // 2, 2)"""
    order, half = np.arange(dim), (dim + 1) // 2
    if layout == "interleaved":
        found = order[: dim - dim % 2].reshape(-1, 2)
    else:
        found = np.stack((order[: dim // 2], order[half:]), axis=1)
    return found if first == "sin" else found[:, ::-1]


def turns(numbers: Array, columns: NDArray[np.int64]) -> Turns:
    """How each pair of columns turns. (n, d), (m, 2); the first row is row 0."""
    rows = numbers[:MOST_ROWS]
    size = float(np.abs(rows).max(initial=0.0)) or 1.0
    z = np.asarray(rows[:, columns[:, 1]] / size + 1j * (rows[:, columns[:, 0]] / size))
    count = len(z)
    frequencies = np.zeros(z.shape[1])
    lag = 1
    while lag < count:
        back = (z[lag:] * z[:-lag].conj()).sum(0)
        # what is known of the frequency says how many whole turns the lag takes
        frequencies += np.angle(back * np.exp(-1j * lag * frequencies)) / lag
        lag *= 2
    places = np.arange(count)[:, None] - (count - 1) / 2
    spread = max(float(np.square(places).sum()), 1.0)
    for _ in range(3):
        still = z * np.exp(-1j * frequencies * places)
        mean = still.mean(0)
        # a change of angle shows as what is left across the mean
        across = (still * np.exp(-1j * np.angle(mean))).imag
        frequencies = frequencies + (across * places).sum(0) / spread / np.where(mean == 0, 1, np.abs(mean))
    still = z * np.exp(-1j * frequencies * places)
    mean = still.mean(0)
    sizes, norms = np.abs(mean), np.sqrt(np.square(np.abs(z)).sum(0))
    left = np.sqrt(np.square(np.abs(still - mean)).sum(0))
    misfits = np.where(norms > 0, left / np.where(norms > 0, norms, 1), np.nan)
    noise = left / np.sqrt(2 * max(count, 1))
    errors = noise / np.where(sizes > 0, sizes, np.inf) / np.sqrt(spread) + 1e-15
    phases = np.angle(mean * np.exp(-1j * frequencies * (count - 1) / 2))
    return Turns(columns, frequencies, errors, phases, sizes * size, misfits)


def turning(numbers: Array) -> Turns | None:
    """The layout in which all pairs turn, the sine first where they turn forward so; None without one. (n, d)"""
    n, d = numbers.shape
    if n < 3 or d < 2:
        return None
    best: tuple[float, str] | None = None
    for layout in ("interleaved", "concatenated"):
        columns = of_layout(d, layout, "sin")
        some = columns[np.unique(np.linspace(0, len(columns) - 1, SOME).round().astype(np.int64))]
        left = turns(numbers, some).misfits
        worst = float(np.sqrt(np.nanmean(np.square(left)))) if not np.isnan(left).all() else 1.0
        if worst < TURNING and (best is None or worst < best[0]):
            best = worst, layout
    if best is None:
        return None
    found = turns(numbers, of_layout(d, best[1], "sin"))
    # of a pair that hardly moves the direction cannot be told
    if (found.frequencies < 4 * found.errors).all():
        found = turns(numbers, of_layout(d, best[1], "cos"))
    return found if np.sqrt(np.nanmean(np.square(found.misfits))) < TURNING else None
