"""Fourier: sines and cosines of random frequencies."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from posenc_core.arrays import Array, Integers, whole
from posenc_core.foundation.base import param
from posenc_core.foundation.domains import Real, Whole
from posenc_core.foundation.presentation import code_of_numbers, digits
from posenc_core.foundation.rotating import RotatingPairs, wavelengths_of
from posenc_core.text.references import cite


@dataclass(frozen=True, kw_only=True)
class Fourier(RotatingPairs):
    """Sines and cosines of random frequencies: each seed is one draw, and steps are equal in all of them for even d.

    Examples
    --------
    >>> from posenc_core import Fourier
    >>> Fourier(seed=1).encode([0], 4)
    array([[0., 0., 1., 1.]])
    """

    name = "Fourier"
    source = cite("rahimi2007", "tancik2020")

    width: float = param(
        0.1,
        "The standard deviation σ of the frequencies, in radians per token. With a larger σ, similarity decays sooner.",
        Real(low=0.001, high=1),
    )
    seed: int = param(0, "Seed of the random frequencies.", Whole(0, 2**32 - 1))

    def _encode(self, positions: Array, dim: int, length: int) -> Array:
        p, w = positions[:, None], self.frequencies(dim)
        encoding = np.zeros((len(p), dim))
        encoding[:, : (dim + 1) // 2] = np.sin(p * w)
        encoding[:, (dim + 1) // 2 :] = np.cos(p * w[: dim // 2])
        return encoding

    def frequencies(self, dim: int, length: int | None = None) -> Array:
        return np.random.default_rng(self.seed).normal(0, self.width, (whole("dim", dim) + 1) // 2)

    @property
    def formula(self) -> str:
        return r" ,\\[1ex] ".join(
            (
                r"PE(p, i) = \sin(w_i \times p)",
                r"PE(p, \lceil d/2 \rceil + i) = \cos(w_i \times p)",
                rf"w_i \sim \mathcal{{N}}(0, {digits(self.width)}^2) \text{{, drawn once}}",
            )
        )

    letters: ClassVar[dict[str, str]] = {"w_i": "is the frequency of pair i, drawn at random"}

    columns = "all sin, then all cos"

    def code(self, library: str, length: int, dim: int) -> str:
        program = super().code(library, length, dim)
        if library == "numpy":
            return program
        # other libraries draw other numbers from the same seed
        return program.replace(
            self._draw.replace("xp.", f"{library}."),
            f"# as numpy.random.default_rng({self.seed}) draws them\n"
            f"w = {library}.asarray([\n{code_of_numbers(self.frequencies(dim))}\n], dtype={library}.float64)",
        )

    @property
    def _draw(self) -> str:
        return f"w = xp.random.default_rng({self.seed}).normal(0, {self.width!r}, (d + 1) // 2)"

    @property
    def _code(self) -> str:
        return (
            "p = xp.arange(n, dtype=xp.float64)[:, None]\n"
            f"{self._draw}\n"
            "PE = xp.zeros((n, d), dtype=xp.float64)\n"
            "PE[:, : (d + 1) // 2] = xp.sin(p * w)\n"
            "PE[:, (d + 1) // 2 :] = xp.cos(p * w)[:, : d // 2]"
        )

    def wavelengths(self, dim: int) -> Array:
        return np.sort(wavelengths_of(np.abs(self.frequencies(dim))))

    def _steps(self, position: float, column: int, dim: int, length: int) -> tuple[str, ...]:
        wave, i = ("sin", column) if column < (dim + 1) // 2 else ("cos", column - (dim + 1) // 2)
        left = "i" if wave == "sin" else r"\lceil d/2 \rceil + i"
        frequency = digits(float(self.frequencies(dim)[i]))
        return (
            *(() if wave == "sin" else (rf"{left} = {column} \quad\Rightarrow\quad i = {i}",)),
            rf"PE(p, {left}) = \{wave}(w_i \times p)",
            rf"= \{wave}({frequency} \times {digits(position)})",
        )

    def _columns(self, dim: int) -> tuple[Integers, Integers]:
        return np.arange((dim + 1) // 2), np.arange((dim + 1) // 2, dim)
