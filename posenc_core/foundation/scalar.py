"""Scalar: base class of Index and Normalized."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.base import Scheme, as_array, param
from posenc_core.foundation.presentation import equations, substitute

__all__ = ["Scalar"]


@dataclass(frozen=True, kw_only=True)
class Scalar(Scheme):
    """One number per position: the vectors lie on a straight line."""

    spread: Literal["every column", "one column"] = param(
        "every column",
        "Columns of the number: all, as x + p broadcasts, or column 0, with zeros in the others.",
    )

    @property
    @abstractmethod
    def _number(self) -> tuple[str, str]:
        """Number of position p, in LaTeX and as text."""

    @property
    @abstractmethod
    def _program(self) -> str:
        """Numbers of all positions as code, from the column of positions p."""

    @property
    def _code(self) -> str:
        where = "PE[:]" if self.spread == "every column" else "PE[:, :1]"
        return (
            "p = xp.arange(n, dtype=xp.float64)[:, None]\nPE = xp.zeros((n, d), dtype=xp.float64)\n"
            f"{where} = {self._program}"
        )

    @abstractmethod
    def _numbers(self, positions: Array, length: int) -> Array:
        """Compute the number of each position. (n,) -> (n,)."""

    @property
    def formula(self) -> str:
        latex = self._number[0]
        if self.spread == "every column":
            return f"PE(p, j) = {latex}"
        return rf"PE(p, 0) = {latex} ,\\[1ex] PE(p, j + 1) = 0"

    @property
    def columns(self) -> str:
        return self._number[1] if self.spread == "every column" else f"{self._number[1]} in column 0"

    def _fill(self, out: Array, positions: Array | range, length: int) -> None:
        columns = self._width(out.shape[1])
        out[:, :columns] = self._numbers(as_array(positions), length)[:, None]
        out[:, columns:] = 0

    def _steps(self, position: float, column: int, dim: int, length: int) -> tuple[str, ...]:
        (_, rule), *others = equations(self.formula)
        if column and others:
            return (rf"PE(p, {column}) = {others[0][1]}",)
        lines = (f"PE(p, {column}) = {rule}",)
        # a sequence of one position has no n - 1 to divide by
        return lines if length == 1 else (*lines, f"= {substitute(rule, {'p': position, 'n': length})}")

    def _width(self, dim: int) -> int:
        return dim if self.spread == "every column" else 1

    def _distance_at_offset(self, offsets: Array | range, dim: int, length: int) -> Array:
        step = np.diff(self._numbers(np.arange(min(length, 2), dtype=np.float64), length)).sum()
        return np.asarray(np.abs(np.asarray(offsets, np.float64)) * (float(step) * np.sqrt(self._width(dim))))

    def _block_means(self, start: int, rows: int, count: int, dim: int, length: int) -> Array:
        # linear in the position: the mean over a block is the value at its center
        means = np.zeros((count, dim))
        centers: Array = start + rows * np.arange(count, dtype=np.float64) + (rows - 1) / 2
        means[:, : self._width(dim)] = self._numbers(centers, length)[:, None]
        return means

    def _dot_of(self, p: Array, q: Array, dim: int, length: int) -> Array:
        return np.asarray(self._numbers(p, length) * self._numbers(q, length) * self._width(dim))

    def _distance_of(self, p: Array, q: Array, dim: int, length: int) -> Array:
        difference = np.abs(self._numbers(p, length) - self._numbers(q, length))
        return np.asarray(difference * np.sqrt(self._width(dim)))
