"""Grid: sinusoidal encodings of the row and the column of an image patch."""

from dataclasses import dataclass, replace
from typing import ClassVar, Literal, Self

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.base import Ability, Scheme, param
from posenc_core.foundation.domains import Choice, Real, Switch, Whole
from posenc_core.text.messages import Claim, claim
from posenc_core.text.references import cite

TINY = 1e-6
"""Added by DETR to the last number of an axis before it divides by it."""

QUARTERS = {
    "row first": ("sin y", "cos y", "sin x", "cos x"),
    "column first": ("sin x", "cos x", "sin y", "cos y"),
    "sines first": ("sin y", "sin x", "cos y", "cos x"),
    "interleaved": ("sin y", "cos y", "sin x", "cos x"),
}
"""Order of the waves of the row, y, and the column, x; with "interleaved", sines and cosines alternate."""


@dataclass(frozen=True, kw_only=True)
class Grid(Scheme):
    """Sines and cosines of a token's row, and others of its column: positions of an image, counted line by line.

    Examples
    --------
    >>> from posenc_core import Grid
    >>> Grid(width=2).encode([3], 4).round(3)
    array([[0.841, 0.54 , 0.841, 0.54 ]])
    """

    name = "Grid"
    source = cite("he2022", "carion2020")
    real_positions = False

    width: int = param(16, "Number of tokens in a row of the grid.", Whole(1, 4096))
    order: str = param(
        "row first",
        "Order of the dimensions. row first: the waves of the row, then of the column, as in Hugging Face's ViT-MAE "
        "5.23. column first: as in the authors' MAE and in Hugging Face's 4.46. sines first: the sines of both, then "
        "the cosines, as in timm. interleaved: sin, cos, sin, cos of the row, then of the column, as in DETR.",
        Choice(tuple(QUARTERS)),
    )
    start: Literal[0, 1] = param(0, "Number of the first row and column: DETR counts from 1, the others from 0.")
    normalized: bool = param(
        False,
        "Whether rows and columns are divided by the last one and rescaled to 0 to 2π, as in DETR.",
        Switch(),
    )
    base: float = param(
        10000.0,
        "The base B of the wavelengths 2π·B^(4i/d), in rows or columns.",
        Real(low=1, above=True),
    )

    def _encode(self, positions: Array, dim: int, length: int) -> Array:
        y, x = np.divmod(positions.astype(np.int64), self.width)
        w, scales = self.frequencies(dim), self._scales(length)
        angles = {
            "y": scales["y"] * (y + self.start)[:, None] * w,
            "x": scales["x"] * (x + self.start)[:, None] * w,
        }
        encoding = np.zeros((len(positions), dim))
        for wave, columns in zip(QUARTERS[self.order], self.places(dim), strict=True):
            name, axis = wave.split()
            encoding[:, columns] = np.sin(angles[axis]) if name == "sin" else np.cos(angles[axis])
        return encoding

    def frequencies(self, dim: int) -> Array:
        """Return the frequencies of each axis, from fast to slow.

        Parameters
        ----------
        dim : int
            Number of columns, d.

        Returns
        -------
        ndarray, shape (d // 4,)
            Radians per row or column of the grid.

        Examples
        --------
        >>> Grid().frequencies(8)
        array([1.  , 0.01])
        """
        return self.base ** (-4 * np.arange(dim // 4) / dim)

    def _scales(self, length: int) -> dict[str, float]:
        """Factor of the row and of the column in the angles."""
        if not self.normalized:
            return {"y": 1.0, "x": 1.0}
        ends = {"y": (length - 1) // self.width + self.start, "x": self.width - 1 + self.start}
        return {axis: 2 * np.pi / (end + TINY) for axis, end in ends.items()}

    @property
    def formula(self) -> str:
        # one equation per wave: y is the row of position p, x its column
        lines = []
        for place, wave in enumerate(QUARTERS[self.order]):
            name, axis = wave.split()
            if self.order == "interleaved":
                where = ("2i", "2i + 1", r"\frac{d}{2} + 2i", r"\frac{d}{2} + 2i + 1")[place]
            else:
                where = ("i", r"\frac{d}{4} + i", r"\frac{d}{2} + i", r"\frac{3 \times d}{4} + i")[place]
            lines.append(rf"PE(p, {where}) = \{name}\left(\frac{{{axis}}}{{B^{{4i/d}}}}\right)")
        added = f" + {self.start}" if self.start else ""
        last = rf"\lfloor (n - 1) / {self.width} \rfloor{added}", f"{self.width - 1 + self.start}"
        numbers = rf"\lfloor p / {self.width} \rfloor{added}", rf"p \bmod {self.width}{added}"
        for axis, number, end in zip("yx", numbers, last, strict=True):
            stretched = rf"2\pi \times \frac{{{number}}}{{{end} + 10^{{-6}}}}" if self.normalized else number
            lines.append(f"{axis} = {stretched}")
        return r" ,\\[1ex] ".join(lines)

    letters: ClassVar[dict[str, str]] = {"i": "counts the waves of each axis, from 0"}

    @property
    def columns(self) -> str:
        waves = ", ".join(QUARTERS[self.order])
        return f"{waves}{', alternating' if self.order == 'interleaved' else ''}; y row, x column"

    @property
    def _code(self) -> str:
        added = f" + {self.start}" if self.start else ""
        lines = [
            "p = xp.arange(n, dtype=xp.float64)[:, None]",
            f"w = {self.base!r} ** (-xp.arange(0, d, 4, dtype=xp.float64) / d)",
            f"y, x = p // {self.width}{added}, p % {self.width}{added}",
        ]
        if self.normalized:
            end = self.width - 1 + self.start
            lines += [f"y, x = 2 * xp.pi * y / (y[-1] + {TINY!r}), 2 * xp.pi * x / ({end} + {TINY!r})"]
        lines += ["PE = xp.zeros((n, d), dtype=xp.float64)"]
        for wave, place in zip(QUARTERS[self.order], self._places("d"), strict=True):
            name, axis = wave.split()
            lines.append(f"PE[:, {place}] = xp.{name}({axis} * w)")
        return "\n".join(lines)

    def places(self, dim: int) -> tuple[slice, ...]:
        """Return the columns of the four waves, in their order.

        Parameters
        ----------
        dim : int
            Number of columns, d.

        Returns
        -------
        tuple of slice
            Columns of each wave.

        Examples
        --------
        >>> Grid().places(8)[0]
        slice(0, 2, None)
        """
        if self.order == "interleaved":
            return tuple(slice(half + wave, half + dim // 2, 2) for half in (0, dim // 2) for wave in (0, 1))
        return tuple(slice(first, first + dim // 4) for first in range(0, dim, dim // 4))

    def _places(self, dim: str) -> tuple[str, ...]:
        """Columns of the four waves, as code."""
        half, quarter = f"{dim} // 2", f"{dim} // 4"
        if self.order == "interleaved":
            return f"0:{half}:2", f"1:{half}:2", f"{half}::2", f"{half} + 1 :: 2"
        return f":{quarter}", f"{quarter}:{half}", f"{half}:3 * {quarter}", f"3 * {quarter}:"

    def _unsupported_reason(self, ability: Ability, length: int, dim: int) -> Claim | None:
        if ability in self.abilities and dim % 4:
            return claim("lacks-fours", name=self.name, dim=dim)
        return super()._unsupported_reason(ability, length, dim)

    def on_grid(self, rows: int, columns: int) -> Self:
        return replace(self, width=columns)
