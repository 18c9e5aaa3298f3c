"""MRoPE: rotations of queries and keys by the time, row, and column of a token of text, an image, or a video."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from posenc_core.arrays import Array, Integers, whole
from posenc_core.foundation.base import param
from posenc_core.foundation.domains import Numbers, Real, listed_numbers
from posenc_core.foundation.presentation import power
from posenc_core.foundation.several_axes import SeveralAxes, split_pairs
from posenc_core.text.references import cite


@dataclass(frozen=True, kw_only=True)
class MRoPE(SeveralAxes):
    """Queries and keys rotated as in RoPE, but each pair by one of time, row, and column, which are equal in text.

    Examples
    --------
    >>> from posenc_core import MRoPE
    >>> MRoPE(sections="1, 1, 2").angles([7, 8, 9], 8).round(3)
    array([7.   , 0.253, 0.009, 0.   ])
    """

    name = "MRoPE"
    source = cite("wang2024, section 2.1", "qwen2025")
    axes = 3

    sections: str = param(
        "16, 24, 24",
        "Pairs of time, row, and column, as numbers in proportion: exact if their sum is d/2. 16, 24, 24 in Qwen2-VL, "
        "24, 20, 20 in Qwen3-VL.",
        Numbers(100, low=0, high=1000),
    )
    arrangement: Literal["blocks", "interleaved", "time last"] = param(
        "blocks",
        "Axes of the pairs, from fast to slow. blocks: time, then row, then column, as in Qwen2-VL. interleaved: time, "
        "row, column in turns, and time at the end, as in Qwen3-VL. time last: row and column in turns, then time, as "
        "in ERNIE 4.5.",
    )
    pairing: Literal["half", "interleaved"] = param(
        "half",
        "Pairs of columns: i and i + d/2, as in Qwen, or neighbors, as in GLM-4V and ERNIE 4.5.",
    )
    share: float = param(
        1.0,
        "Rotated fraction of the columns, from the first on: 0.25 in Qwen3.5, 0.5 in GLM-4V.",
        Real(low=0.01, high=1),
    )
    base: float = param(
        1000000.0,
        "B, the base of the wavelengths 2π·B^(2i/d), in positions. 5,000,000 in Qwen3-VL.",
        Real(low=1, above=True),
    )

    def frequencies(self, dim: int) -> Array:
        count = self._rotated(dim)
        frequencies = np.zeros(dim // 2)
        frequencies[:count] = self.base ** (-np.arange(count) / max(count, 1))
        return frequencies

    def axis_of_pairs(self, dim: int) -> Integers:
        count = self._rotated(dim)
        time, row, column = split_pairs(self._sections, count)
        axes = np.full(dim // 2, -1)
        axes[:count] = np.repeat([0, 1, 2], [time, row, column])
        if self.arrangement == "interleaved":
            axes[:count] = 0
            axes[1 : min(3 * row, count) : 3] = 1
            axes[2 : min(3 * column, count) : 3] = 2
        elif self.arrangement == "time last":
            axes[:count] = 0
            axes[: row + column] = 1 + np.arange(row + column) % 2
        return axes

    def pairs(self, dim: int) -> Integers:
        pair, count = np.arange(dim // 2), self._rotated(dim)
        if self.pairing == "interleaved":
            return np.stack([2 * pair, 2 * pair + 1], 1)
        # rotated columns are paired with each other, and so are the others
        others = pair >= count
        first = pair + count * others
        return np.stack([first, first + np.where(others, dim // 2 - count, count)], 1)

    @property
    def formula(self) -> str:
        # pair i of a query and of a key at time t, row y, column x
        return (
            rf"q_i \to R\left(\frac{{a_i}}{{{power(self.base, f'2i/{self._d}')}}}\right) q_i ,\\[1ex] "
            r"a_i \in \{t, y, x\}"
        )

    letters: ClassVar[dict[str, str]] = {
        "R": "rotates a pair by the angle in brackets",
        "a_i": "is the coordinate of the axis of pair i: the time t, the row y, or the column x",
    }

    @property
    def _d(self) -> str:
        return "d" if self.share == 1 else "r"

    @property
    def _code(self) -> str:
        time, row, _ = self._sections
        ends = [f"round(r / 2 * {end / sum(self._sections)!r})" for end in (time, time + row)]
        lines = [
            "# a square image at position 0; in text, t, y, and x are equal",
            "side = int(n**0.5)",
            "p = xp.arange(n, dtype=xp.float64)[:, None]",
            "t, y, x = 0 * p, p // side, p % side",
            f"r = 2 * max(1, int({self.share!r} * d / 2 + 1e-9))",
            f"w = {self.base!r} ** (-2 * xp.arange(r // 2, dtype=xp.float64) / r)",
            f"rows, columns = {ends[1]} - {ends[0]}, r // 2 - {ends[1]}",
            "angle = t * w",
        ]
        places = {
            "blocks": ("r // 2 - rows - columns : r // 2 - columns", "r // 2 - columns :"),
            "interleaved": ("1 : 3 * rows : 3", "2 : 3 * columns : 3"),
            "time last": ("0 : rows + columns : 2", "1 : rows + columns : 2"),
        }[self.arrangement]
        for letter, place in zip("yx", places, strict=True):
            lines += [f"angle[:, {place}] = ({letter} * w)[:, {place}]"]
        first, second = ("0:r:2", "1:r:2") if self.pairing == "interleaved" else (": r // 2", "r // 2 : r")
        lines += [
            "# rotated query or key whose pairs are all (1, 0)",
            "Q = xp.zeros((n, d), dtype=xp.float64)",
            f"Q[:, {first}], Q[:, {second}] = xp.cos(angle), xp.sin(angle)",
        ]
        if self.share < 1:
            others = "r::2" if self.pairing == "interleaved" else "r : (d + r) // 2"
            lines += [f"Q[:, {others}] = 1"]
        return "\n".join([*lines, "K = Q"])

    @property
    def _sections(self) -> tuple[float, ...]:
        """Shares of time, row, and column."""
        listed = listed_numbers(self.sections)
        return listed if len(listed) == 3 and max(listed) else (1.0, 1.0, 1.0)

    def _rotated(self, dim: int) -> int:
        """Count the rotated pairs."""
        return max(1, int(self.share * whole("dim", dim) / 2 + 1e-9)) if dim > 1 else 0
