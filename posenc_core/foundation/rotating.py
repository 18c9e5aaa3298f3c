"""Base classes for encodings made of rotating column pairs.

A pair is the sine and the cosine of an angle that grows by the frequency with every token. All closed forms follow from
the frequencies: sums over pairs depend on the offset only.
"""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from posenc_core.arrays import Array, Integers, whole
from posenc_core.foundation import phasors
from posenc_core.foundation.base import Scheme, param
from posenc_core.foundation.domains import Real
from posenc_core.foundation.presentation import DIGITS, digits, equations, round_digits, substitute

Sums = Callable[[Array | range, Array, Array], Array]
"""Sums over pairs, from offsets, frequencies, and weights."""


class RotatingPairs(Scheme):
    """Pairs of columns that rotate at any frequencies; for odd d the last sine has no cosine."""

    @abstractmethod
    def _columns(self, dim: int) -> tuple[Integers, Integers]:
        """Columns of the sines, and of the cosines."""

    @abstractmethod
    def frequencies(self, dim: int, length: int | None = None) -> Array:
        """Return the frequency of every sine.

        Parameters
        ----------
        dim : int
            Number of columns, d.
        length : int, optional
            Length of the sequence in tokens, used by scalings that depend on it. By default the trained length.

        Returns
        -------
        ndarray, shape (ceil(d / 2),)
            Radians per token; 0 for constant columns.

        Examples
        --------
        >>> from posenc_core import Sinusoidal
        >>> Sinusoidal().frequencies(4)
        array([1.  , 0.01])
        """

    def _number(self, position: Any) -> Any:
        """Factor of the frequencies: a position or positions, or their numbers if counting does not start at 0."""
        return position

    def unpaired_wave(self, dim: int) -> Literal["sine", "cosine"] | None:
        # the last column of an odd d, unless it is constant
        return "sine" if self.frequencies(dim)[-1] and dim % 2 else None

    def unpaired_angle(self, dim: int, length: int | None = None) -> float | None:
        if not self.unpaired_wave(dim):
            return None
        return float(self.frequencies(dim, length)[-1])

    def _amplitudes(self, dim: int) -> Array:
        """Amplitude of every sine, (ceil(dim / 2),)."""
        return np.ones((dim + 1) // 2)

    def _depends_on_length(self) -> bool:
        """Return True if frequencies depend on the length of the sequence."""
        return False

    def wavelengths(self, dim: int) -> Array | None:
        frequencies = self.frequencies(dim)
        if self._depends_on_length():
            return None
        return wavelengths_of(frequencies[frequencies > 0])

    def period(self, dim: int) -> int | None:
        # incommensurable waves never repeat together; constant vectors have period 1
        return super().period(dim) if self.frequencies(dim).any() else 1

    def pairs(self, dim: int) -> Integers:
        sines, cosines = self._columns(whole("dim", dim))
        return np.stack((sines[: dim // 2], cosines[: dim // 2]), axis=1)

    def angles_at_offset(self, offset: int, dim: int, length: int | None = None) -> Array | None:
        frequencies = self.frequencies(dim, length)
        if length is None and self._depends_on_length():
            return None
        return frequencies[: dim // 2] * offset

    def _fill(self, out: Array, positions: Array | range, length: int) -> None:
        # consecutive positions are products of few phasors
        if isinstance(positions, range) and positions.step == 1:
            dim, start = out.shape[1], self._number(positions.start)
            frequencies, columns = self.frequencies(dim, length), self._columns(dim)
            phasors.fill_columns(out, start, frequencies, columns, self._amplitudes(dim))
        else:
            super()._fill(out, positions, length)

    def _weights(self, dim: int) -> Array:
        """Squared amplitudes of the pairs, (dim // 2,)."""
        return np.asarray(self._amplitudes(dim)[: dim // 2] ** 2)

    def _dot_at_offset(self, offsets: Array | range, dim: int) -> Array | None:
        # sin a sin b + cos a cos b = cos(a - b): the position cancels
        if self.unpaired_wave(dim) or self._depends_on_length():
            return None
        return paired_dots(offsets, self.frequencies(dim)[: dim // 2], self._weights(dim))

    def _distance_at_offset(self, offsets: Array | range, dim: int, length: int) -> Array | None:
        # 2 sqrt(sum sin²(w k / 2)): the position cancels
        if self.unpaired_wave(dim):
            return None
        paired = self.frequencies(dim, length)[: dim // 2]
        return np.sqrt(paired_squares(offsets, paired, self._weights(dim)))


@dataclass(frozen=True, kw_only=True)
class Rotating(RotatingPairs):
    """Pairs whose frequencies decrease geometrically from 1 to about 1/B."""

    base: float = param(
        10000.0,
        "The base B of the wavelengths 2π·B^(2i/d), in tokens. It is not a maximum length.",
        Real(low=1, above=True),
    )

    def _steps(self, position: float, column: int, dim: int, length: int) -> tuple[str, ...]:
        sines, cosines = (columns.tolist() for columns in self._columns(dim))
        wave, places = ("sin", sines) if column in sines else ("cos", cosines)
        i = places.index(column)
        left, rule = next((left, rule) for left, rule in equations(self.formula) if rf"\{wave}" in rule)
        frequency = float(self.frequencies(dim, length)[i])
        exact = float(self._amplitudes(dim)[i])
        if not frequency:
            return (rf"PE(p, {column}) = {_factor(exact)}\{wave}(0 \times p)",)
        number, function = self._number(position), getattr(np, wave)
        size = _shorten_size(exact, float(function(number * frequency)))
        values = {**self._letters(i, dim, length), "p": position, "2i": 2 * i, "d": dim}
        if "a" in values:
            values["a"] = size
        lines = [f"PE(p, {left}) = {rule}", f"{_relation(size == exact)} {substitute(rule, values)}"]
        if left != "i":
            lines.insert(0, rf"{left} = {column} \quad\Rightarrow\quad i = {i}")
        # a divisor that overflows float64 is not shown
        if np.isfinite(1 / frequency):
            divisor, angle, whole_angle = _shorten_quotient(number, 1 / frequency, lambda x: size * float(function(x)))
            same = _relation(i == 0 and divisor == digits(1 / frequency))
            lines += [rf"{same} {_factor(size)}\{wave}\left(\frac{{{digits(number)}}}{{{divisor}}}\right)"]
            lines += [rf"{_relation(whole_angle)} {_factor(size)}\{wave}({angle})"]
        return tuple(lines)

    def _letters(self, i: int, dim: int, length: int) -> dict[str, float]:
        """Values of the symbols of the formula besides p, i, and d for pair i, in the order of substitution."""
        return {"B": self.base}


def wavelengths_of(frequencies: Array) -> Array:
    """Convert frequencies to wavelengths.

    >>> wavelengths_of(np.array([1.0])).round(3)
    array([6.283])
    """
    with np.errstate(over="ignore"):
        return 2 * np.pi / frequencies


def rotate_pairs(x: Array, pairs: tuple[Integers, Integers], cosine: Array, sine: Array) -> Array:
    """Rotate the first column of each pair towards the second."""
    first, second = map(phasors.evenly_spaced, pairs)
    rotated = np.empty_like(x)
    rotated[..., first] = x[..., first] * cosine - x[..., second] * sine
    rotated[..., second] = x[..., first] * sine + x[..., second] * cosine
    return rotated


def _factor(size: float) -> str:
    return "" if size == 1 else rf"{digits(size)} \, "


def _relation(exact: bool) -> str:
    return "=" if exact else r"\approx"


def _shorten_size(size: float, value: float) -> float:
    """Round an amplitude to the fewest digits that keep the digits of its product with a value."""
    shown = round_digits(size * value)[0]
    sizes = (round_digits(size, count)[1] for count in range(DIGITS, 18))
    return next((short for short in sizes if round_digits(short * value)[0] == shown), size)


def _shorten_quotient(position: float, divisor: float, wave: Callable[[float], float]) -> tuple[str, str, bool]:
    """Round a divisor and an angle to the fewest digits that keep the digits of the wave.

    The angle belongs to the printed divisor, and the wave to the printed angle. The third value is True if the angle is
    exact.
    """
    value, _ = round_digits(float(wave(position / divisor)))
    for count in range(DIGITS, 18):
        shown, divided = round_digits(divisor, count)
        for more in range(DIGITS, 18):
            angle, value_of_angle = round_digits(position / divided, more)
            if round_digits(float(wave(value_of_angle)))[0] == value:
                return shown, angle, value_of_angle == position / divided
    return digits(divisor), digits(position / divisor), False


def sums_at(offsets: Array, sums: Sums, frequencies: Array, weights: Array) -> Array:
    """Compute sums over all pairs at any offsets, once per offset that occurs."""
    if 0 < offsets.max(initial=0) < 2 * offsets.size and (offsets == np.floor(offsets)).all():
        # consecutive offsets are computed together
        return sums(range(int(offsets.max()) + 1), frequencies, weights)[offsets.astype(np.int64)]
    different, place = np.unique(offsets, return_inverse=True)
    return sums(different, frequencies, weights)[place].reshape(offsets.shape)


def paired_dots(offsets: Array | range, frequencies: Array, weights: Array) -> Array:
    """Sum the weighted cosines of all pairs at each offset."""
    if isinstance(offsets, range) and offsets.start == 0 and offsets.step == 1:
        return phasors.cosine_sums(frequencies, len(offsets), weights)
    steps = np.asarray(offsets, np.float64)
    sums = np.empty(steps.shape)
    for part in np.array_split(np.arange(steps.size), steps.size * frequencies.size // 2**20 + 1):
        sums.flat[part] = np.cos(np.multiply.outer(steps.flat[part], frequencies)) @ weights
    return sums


def paired_squares(offsets: Array | range, frequencies: Array, weights: Array) -> Array:
    """Squared distances: sums of 1 - cos, or of sin² for small distances, where 1 - cos would cancel."""
    norm = float(weights.sum())
    square = np.asarray(2 * (norm - paired_dots(offsets, frequencies, weights)))
    steps = np.asarray(offsets, np.float64)
    (close,) = np.nonzero(np.atleast_1d(square).ravel() < norm / 500)
    for part in np.array_split(close, close.size * frequencies.size // 2**20 + 1):
        square.flat[part] = 4 * np.sin(np.multiply.outer(steps.flat[part], frequencies) / 2) ** 2 @ weights
    return square
