"""AxialRoPE: rotations of queries and keys by the row and the column of an image patch, or also the frame."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, Self

import numpy as np

from posenc_core.arrays import Array, ArrayLike, Integers, whole
from posenc_core.foundation.base import param
from posenc_core.foundation.domains import Numbers, Real, Whole, listed_numbers
from posenc_core.foundation.presentation import digits, power
from posenc_core.foundation.several_axes import SeveralAxes, split_pairs
from posenc_core.text.references import cite

ORDERS = {"row, column": (0, 1), "column, row": (1, 0), "time, row, column": (0, 1, 2)}
"""Axes of a position in the order of their pairs."""

LETTERS = {"time": "t", "row": "y", "column": "x"}


@dataclass(frozen=True, kw_only=True)
class AxialRoPE(SeveralAxes):
    """Queries and keys rotated in pairs of columns, some by the row of an image patch, the others by its column.

    Examples
    --------
    >>> from posenc_core import AxialRoPE
    >>> AxialRoPE().angles([2, 3], 8)
    array([2.  , 0.02, 3.  , 0.03])
    """

    name = "AxialRoPE"
    source = cite("heo2024", "simeoni2025, section 3.2")

    order: Literal["row, column", "column, row", "time, row, column"] = param(
        "row, column",
        "Axes in the order of their columns. With time, the positions have three axes, as in video models.",
    )
    shares: str = param(
        "1",
        "Columns of each axis, as numbers in proportion: 16, 56, 56 in Flux. A single number gives each axis as many.",
        Numbers(100, low=1, high=1000),
    )
    frequencies_of: Literal["each axis", "all axes"] = param(
        "each axis",
        "Frequencies. each axis: every axis has the frequencies of a separate RoPE. all axes: the axes take turns at "
        "the frequencies of one RoPE, as in Pixtral.",
    )
    arrangement: Literal["blocks", "alternating"] = param(
        "blocks",
        "Pairs of the axes: one axis after the other, or in turns, as in Kimi's MoonViT.",
    )
    pairing: Literal["half", "interleaved", "half of each axis"] = param(
        "half",
        "Pairs of columns: i and i + d/2, as in DINOv3; neighbors, as in EVA and Llama 4; or i and i + half of the "
        "columns of its axis, as in Gemma 4, which alternating axes do not have: there it equals half.",
    )
    coordinates: Literal["patches", "normalized", "scaled"] = param(
        "patches",
        "Coordinates. patches: row and column numbers. normalized: patch centers between -1 and 1, as in DINOv3. "
        "scaled: as on the grid of the training, as in EVA.",
    )
    height: int = param(16, "Number of rows of the grid of patches.", Whole(1, 4096))
    width: int = param(16, "Number of columns of the grid of patches.", Whole(1, 4096))
    trained_side: int = param(16, "Rows and columns of the trained grid, for scaled coordinates.", Whole(1, 4096))
    factor: float = param(
        1.0,
        "Radians per unit of the coordinate in the fastest pair: 2π = 6.283185307179586 in DINOv3, 1 elsewhere.",
        Real(low=1e-3, high=1e3),
    )
    base: str = param(
        "10000",
        "B, the base of the frequencies: one number, or one per axis in their order.",
        Numbers(100, low=1, high=1e9),
    )

    @property
    def axes(self) -> int:  # type: ignore[override]
        """Number of coordinates of a position."""
        return len(ORDERS[self.order])

    def coordinates_of(self, positions: ArrayLike) -> Array:
        coordinates = np.array(super().coordinates_of(positions))
        sizes = np.array([self.height, self.width])
        if self.coordinates == "normalized":
            coordinates[..., -2:] = 2 * (coordinates[..., -2:] + 0.5) / sizes - 1
        elif self.coordinates == "scaled":
            coordinates[..., -2:] *= self.trained_side / sizes
        return coordinates

    def frequencies(self, dim: int) -> Array:
        place, number, count = self._ranks(dim)
        exponents = number / count
        if self.frequencies_of == "all axes":
            exponents = (self.axes * number + place) / (dim // 2)
        return self.factor * np.asarray(self._bases)[self.axis_of_pairs(dim)] ** -exponents

    def axis_of_pairs(self, dim: int) -> Integers:
        return np.asarray(ORDERS[self.order])[self._ranks(dim)[0]]

    def pairs(self, dim: int) -> Integers:
        pair = np.arange(whole("dim", dim) // 2)
        if self.pairing == "interleaved":
            return np.stack([2 * pair, 2 * pair + 1], 1)
        if self.pairing == "half" or self.arrangement == "alternating":
            return np.stack([pair, pair + dim // 2], 1)
        _, number, count = self._ranks(dim)
        first = 2 * pair - number
        return np.stack([first, first + count], 1)

    @property
    def formula(self) -> str:
        # pair i of a query and of a key, counted within its axis
        lines = []
        for axis in ORDERS[self.order]:
            letter = LETTERS[self.axis_names[axis]]
            exponent = f"i/k_{letter}" if self.frequencies_of == "each axis" else f"({self.axes} i + {axis})/(d/2)"
            scale = {1: "", 2 * np.pi: r"2\pi \, "}.get(self.factor, rf"{digits(self.factor)} \, ")
            pair, below = f"q_{{{letter},i}}", power(self._bases[axis], exponent)
            lines.append(rf"{pair} \to R\left(\frac{{{scale}{self._coordinate(letter)}}}{{{below}}}\right) {pair}")
        return r" ,\\[1ex] ".join(lines)

    @property
    def letters(self) -> dict[str, str]:
        letters = {
            "q_{a,i}": "is pair i of axis a, in a query or a key",
            "a": "is y for the row, x for the column, and t for the time",
            "i": "counts the pairs of an axis, from 0",
            "k_a": "is the number of pairs of axis a",
            "R": "rotates a pair by the angle in brackets",
        }
        return {letter: text for letter, text in letters.items() if letter != "k_a" or "k_" in self.formula}

    @property
    def _code(self) -> str:
        letters = [LETTERS[name] for name in self.axis_names]
        numbers = {"t": f"p // {self.width * self.height}", "y": f"p // {self.width}", "x": f"p % {self.width}"}
        if self.axes == 3:
            numbers["y"] += f" % {self.height}"
        lines = [
            "p = xp.arange(n, dtype=xp.float64)[:, None]",
            f"{', '.join(letters)} = {', '.join(numbers[letter] for letter in letters)}",
        ]
        for letter, size in (("y", self.height), ("x", self.width)):
            if self.coordinates != "patches":
                centered = f"2 * ({letter} + 0.5) / {size} - 1"
                scaled = f"{letter} * {self.trained_side} / {size}"
                lines += [f"{letter} = {centered if self.coordinates == 'normalized' else scaled}"]
        lines += ["angle = xp.zeros((n, d // 2), dtype=xp.float64)"]
        shares = np.cumsum([0, *self._shares]) / np.sum(self._shares)
        turns = self.arrangement == "alternating"
        ends = [f"round(d / 2 * {share!r})" for share in shares.tolist()]
        for place, axis in enumerate(ORDERS[self.order]):
            count = f"len(range({place}, d // 2, {self.axes}))" if turns else f"{ends[place + 1]} - {ends[place]}"
            exponent = "-i / k"
            if self.frequencies_of == "all axes":
                exponent = f"-({self.axes} * i + {place}) / (d // 2)"
            of = f"{place}::{self.axes}" if turns else f"{ends[place]} : {ends[place + 1]}"
            factor = {1: "", 2 * np.pi: "2 * xp.pi * "}.get(self.factor, f"{self.factor!r} * ")
            lines += [
                f"k = {count}",
                "i = xp.arange(k, dtype=xp.float64)",
                f"angle[:, {of}] = {factor}{letters[axis]} * {self._bases[axis]!r} ** ({exponent})",
            ]
        lines += ["# rotated query or key whose pairs are all (1, 0)", "Q = xp.zeros((n, d), dtype=xp.float64)"]
        if self.pairing == "half of each axis" and not turns:
            for first, last in pairwise(ends):
                own = f"angle[:, {first} : {last}]"
                lines += [
                    f"Q[:, 2 * {first} : {first} + {last}] = xp.cos({own})",
                    f"Q[:, {first} + {last} : 2 * {last}] = xp.sin({own})",
                ]
        else:
            columns = ("0::2", "1::2") if self.pairing == "interleaved" else (": d // 2", "d // 2 :")
            lines += [f"Q[:, {of}] = xp.{wave}(angle)" for of, wave in zip(columns, ("cos", "sin"), strict=True)]
        return "\n".join([*lines, "K = Q"])

    @property
    def _bases(self) -> tuple[float, ...]:
        """Base of each axis, in the order of `axis_names`."""
        listed = listed_numbers(self.base)
        ordered = [listed[min(place, len(listed) - 1)] for place in range(self.axes)]
        return tuple(ordered[place] for place in np.argsort(ORDERS[self.order]))

    def _coordinate(self, letter: str) -> str:
        """Coordinate in LaTeX."""
        size = {"y": self.height, "x": self.width}.get(letter)
        if size is None or self.coordinates == "patches":
            return letter
        if self.coordinates == "normalized":
            return rf"\left(2 \, \frac{{{letter} + 0.5}}{{{size}}} - 1\right)"
        return rf"\frac{{{self.trained_side}}}{{{size}}} \, {letter}"

    @property
    def _shares(self) -> tuple[float, ...]:
        """Share of each axis, in the order of the columns."""
        shares = listed_numbers(self.shares)
        return shares if len(shares) == self.axes else (1.0,) * self.axes

    def _ranks(self, dim: int) -> tuple[Integers, Integers, Integers]:
        """Place of the axis of each pair in the order, number of the pair within it, and pairs of the axis."""
        pair = np.arange(whole("dim", dim) // 2)
        if self.arrangement == "alternating":
            place = pair % self.axes
            return place, pair // self.axes, np.bincount(place, minlength=self.axes)[place]
        counts = split_pairs(self._shares, dim // 2)
        place = np.repeat(np.arange(self.axes), counts)
        return place, pair - (np.cumsum(counts) - counts)[place], counts[place]

    def on_grid(self, rows: int, columns: int) -> Self:
        return replace(self, height=rows, width=columns)

    def inactive_parameters(self) -> frozenset[str]:
        names = set() if self.coordinates == "scaled" else {"trained_side"}
        if self.arrangement == "alternating":
            names |= {"shares"}
        return frozenset(names)
