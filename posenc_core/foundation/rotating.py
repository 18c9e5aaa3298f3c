"""Base classes for encodings made of rotating column pairs.

A pair is the sine and the cosine of an angle that grows by the frequency with every token. All closed forms follow from
the frequencies: sums over pairs depend on the offset only.
"""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc_core.arrays import Array, Integers, whole
from posenc_core.foundation import phasors
from posenc_core.foundation.base import Scheme, as_array, param
from posenc_core.foundation.domains import Real
from posenc_core.foundation.presentation import DIGITS, digits, equations, round_digits, substitute

Columns = slice | Integers
"""Columns of a matrix."""

Sums = Callable[[Array | range, Array, Array | None], Array]
"""Sums over pairs, from offsets, frequencies, and weights."""


class RotatingPairs(Scheme):
    """Pairs of columns that rotate at any frequencies; for odd d the last sine has no cosine."""

    @abstractmethod
    def _columns(self, dim: int) -> tuple[Columns, Columns]:
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

    def _number(self, position: float) -> float:
        """Factor of the frequencies: the position, or its number if counting does not start at 0."""
        return position

    def _unpaired_wave(self, positions: Array, frequency: float) -> Array:
        """Compute the unpaired wave of an odd d."""
        return np.asarray(np.sin(positions * frequency))

    def unpaired_wave(self, dim: int) -> Literal["sine", "cosine"] | None:
        # the last column of an odd d, unless it is constant
        return "sine" if self.frequencies(dim)[-1] and dim % 2 else None

    def unpaired_angle(self, dim: int, length: int | None = None) -> float | None:
        return float(self.frequencies(dim, length)[-1]) if self.unpaired_wave(dim) else None

    def _amplitudes(self, dim: int) -> Array | None:
        """Amplitude of every sine, (ceil(dim / 2),); None if all are 1."""
        return None

    def _depends_on_length(self) -> bool:
        """Return True if frequencies depend on the length of the sequence."""
        return False

    def _letters(self, i: int, dim: int, length: int) -> dict[str, float]:
        """Values of the symbols of the formula besides p, i, and d for pair i, in the order of substitution."""
        return {}

    def wavelengths(self, dim: int) -> Array | None:
        frequencies = self.frequencies(dim)
        return None if self._depends_on_length() else waves(frequencies[frequencies > 0])

    def period(self, dim: int) -> int | None:
        # incommensurable waves never repeat together; constant vectors have period 1
        return super().period(dim) if self.frequencies(dim).any() else 1

    def pairs(self, dim: int) -> Integers:
        sines, cosines = (np.arange(whole("dim", dim))[columns] for columns in self._columns(dim))
        return np.stack((sines[: dim // 2], cosines[: dim // 2]), axis=1)

    def angles_at_offset(self, offset: int, dim: int, length: int | None = None) -> Array | None:
        frequencies = self.frequencies(dim, length)
        return None if length is None and self._depends_on_length() else frequencies[: dim // 2] * offset

    def _steps(self, position: float, column: int, dim: int, length: int) -> tuple[str, ...]:
        sines, cosines = (np.arange(dim)[columns].tolist() for columns in self._columns(dim))
        wave, places = ("sin", sines) if column in sines else ("cos", cosines)
        i = places.index(column)
        left, rule = next((left, rule) for left, rule in equations(self.formula) if rf"\{wave}" in rule)
        frequency, about = float(self.frequencies(dim, length)[i]), r"\approx"
        sizes = self._amplitudes(dim)
        size = 1.0 if sizes is None else float(sizes[i])
        if not frequency:
            times = "" if size == 1 else rf"{digits(size)} \, "
            return (rf"PE(p, {column}) = {times}\{wave}(0 \times p)",)
        number, exact = self._number(position), size
        size = _shorten_size(size, float(getattr(np, wave)(number * frequency)))
        times = "" if size == 1 else rf"{digits(size)} \, "
        values = {**self._letters(i, dim, length), "p": position, "2i": 2 * i, "d": dim}
        lines = (
            *(() if left == "i" else (rf"{left} = {column} \quad\Rightarrow\quad i = {i}",)),
            f"PE(p, {left}) = {rule}",
            f"{'=' if size == exact else about} {substitute(rule, values | ({'a': size} if 'a' in values else {}))}",
        )
        if not np.isfinite(1 / frequency):
            # the divisor overflows float64
            return lines
        divisor, angle, whole_angle = _shorten_quotient(
            number, 1 / frequency, lambda x: size * float(getattr(np, wave)(x))
        )
        same = i == 0 and divisor == digits(1 / frequency)
        return (
            *lines,
            rf"{'=' if same else about} {times}\{wave}\left(\frac{{{digits(number)}}}{{{divisor}}}\right)",
            rf"{'=' if whole_angle else about} {times}\{wave}({angle})",
        )

    def _fill(self, out: Array, positions: Array | range, length: int) -> None:
        dim = out.shape[1]
        frequencies = self.frequencies(dim, length)
        if isinstance(positions, range) and positions.step == 1:
            if self._is_interleaved(dim) and not dim % 2 and out.flags.c_contiguous:
                phasors.fill(out.view(f"c{2 * out.itemsize}"), frequencies, positions.start)
                return
            rows = max(phasors.ROWS, 2**16 // frequencies.size)
            for row in range(0, len(positions), rows):
                pairs = np.empty((min(rows, len(positions) - row), frequencies.size), np.complex128)
                phasors.fill(pairs, frequencies, positions.start + row)
                self._place(out[row : row + rows], pairs.real, pairs.imag)
        else:
            angles = as_array(positions)[:, None] * frequencies
            self._place(out, np.sin(angles), np.cos(angles))

    def _is_interleaved(self, dim: int) -> bool:
        """Return True if sines and cosines of amplitude 1 alternate, like the parts of complex numbers."""
        columns = self._columns(dim)
        slices = all(isinstance(place, slice) for place in columns)
        return slices and columns == (slice(0, None, 2), slice(1, None, 2)) and self._amplitudes(dim) is None

    def _place(self, out: Array, sines: Array, cosines: Array) -> None:
        """Write sines and cosines to their columns."""
        dim = out.shape[1]
        first, second = self._columns(dim)
        sizes = self._amplitudes(dim)
        if sizes is not None:
            sines, cosines = sines * sizes, cosines * sizes
        for columns, waves in ((first, sines), (second, cosines)):
            # an odd d has one column more of one kind
            out[:, columns] = waves[:, : np.arange(dim)[columns].size]

    def _weights(self, dim: int) -> Array | None:
        """Squared amplitudes of the pairs, (dim // 2,); None if all are 1."""
        sizes = self._amplitudes(dim)
        return None if sizes is None else np.asarray(sizes[: dim // 2] ** 2)

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

    def _dot_of(self, p: Array, q: Array, dim: int, length: int) -> Array:
        paired, unpaired = self._split_sums(p, q, dim, length, paired_dots)
        return paired + unpaired[0] * unpaired[1]

    def _distance_of(self, p: Array, q: Array, dim: int, length: int) -> Array:
        paired, unpaired = self._split_sums(p, q, dim, length, paired_squares)
        return np.sqrt(paired + (unpaired[0] - unpaired[1]) ** 2)

    def _block_means(self, start: int, rows: int, count: int, dim: int, length: int) -> Array:
        # the mean of evenly spaced phasors is the middle one times a Dirichlet kernel
        frequencies = self.frequencies(dim, length)
        # without full rotations, for which the kernel would be a quotient of rounding errors
        frequencies = frequencies - 2 * np.pi * np.round(frequencies / (2 * np.pi))
        middles = np.empty((count, frequencies.size), np.complex128)
        phasors.fill(middles, frequencies * rows, (start + (rows - 1) / 2) / rows)
        # sin(rows w / 2) / (rows sin(w / 2)), 1 for w = 0
        middles *= np.sinc(rows * frequencies / (2 * np.pi)) / np.sinc(frequencies / (2 * np.pi))
        means = np.empty((count, dim))
        self._place(means, middles.real, middles.imag)
        return means

    def _split_sums(self, p: Array, q: Array, dim: int, length: int, sums: Sums) -> tuple[Array, tuple[Array, Array]]:
        """Compute the sums over the pairs for the offsets of positions, and the unpaired waves of both."""
        frequencies, sizes = self.frequencies(dim, length), self._amplitudes(dim)
        paired, weights = frequencies[: dim // 2], self._weights(dim)
        values = sums_at(np.abs(p - q), sums, paired, weights)
        frequency = float(frequencies[-1])
        size = 1.0 if sizes is None else sizes[-1]
        if not dim % 2:
            return values, (np.zeros(1), np.zeros(1))
        return values, (size * self._unpaired_wave(p, frequency), size * self._unpaired_wave(q, frequency))


@dataclass(frozen=True, kw_only=True)
class Rotating(RotatingPairs):
    """Pairs whose frequencies decrease geometrically from 1 to about 1/B."""

    base: float = param(
        10000.0,
        "The base B of the wavelengths 2π·B^(2i/d), in tokens. It is not a maximum length.",
        Real(low=1, above=True),
    )

    def frequencies(self, dim: int, length: int | None = None) -> Array:
        dim = whole("dim", dim)
        return self.base ** (-np.arange(0, dim, 2) / dim)

    def _letters(self, i: int, dim: int, length: int) -> dict[str, float]:
        return {"B": self.base}


def waves(frequencies: Array) -> Array:
    """Convert frequencies to wavelengths.

    >>> waves(np.array([1.0])).round(3)
    array([6.283])
    """
    with np.errstate(over="ignore"):
        return 2 * np.pi / frequencies


def rotate_pairs(x: Array, pairs: tuple[Columns, Columns], cosine: Array, sine: Array) -> Array:
    """Rotate the first column of each pair towards the second."""
    first, second = pairs
    rotated = np.empty_like(x)
    rotated[..., first] = x[..., first] * cosine - x[..., second] * sine
    rotated[..., second] = x[..., first] * sine + x[..., second] * cosine
    return rotated


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


def sums_at(offsets: Array, sums: Sums, frequencies: Array, weights: Array | None) -> Array:
    """Compute sums over all pairs at any offsets, once per offset that occurs."""
    if 0 < offsets.max(initial=0) < 2 * offsets.size and (offsets == np.floor(offsets)).all():
        # consecutive offsets are computed together
        return sums(range(int(offsets.max()) + 1), frequencies, weights)[offsets.astype(np.int64)]
    different, place = np.unique(offsets, return_inverse=True)
    return sums(different, frequencies, weights)[place].reshape(offsets.shape)


def paired_dots(offsets: Array | range, frequencies: Array, weights: Array | None) -> Array:
    """Sum the weighted cosines of all pairs at each offset."""
    if isinstance(offsets, range) and offsets.start == 0 and offsets.step == 1:
        return phasors.cosine_sums(frequencies, len(offsets), weights)
    steps = np.asarray(offsets, np.float64)
    sums = np.empty(steps.shape)
    for part in np.array_split(np.arange(steps.size), steps.size * frequencies.size // 2**20 + 1):
        cosines = np.cos(np.multiply.outer(steps.flat[part], frequencies))
        sums.flat[part] = cosines.sum(axis=-1) if weights is None else cosines @ weights
    return sums


def paired_squares(offsets: Array | range, frequencies: Array, weights: Array | None) -> Array:
    """Squared distances: sums of 1 - cos, or of sin² for small distances, where 1 - cos would cancel."""
    norm = frequencies.size if weights is None else float(weights.sum())
    square = np.asarray(2 * (norm - paired_dots(offsets, frequencies, weights)))
    steps = np.asarray(offsets, np.float64)
    (close,) = np.nonzero(np.atleast_1d(square).ravel() < norm / 500)
    for part in np.array_split(close, close.size * frequencies.size // 2**20 + 1):
        half = np.sin(np.multiply.outer(steps.flat[part], frequencies) / 2)
        square.flat[part] = 4 * (np.vecdot(half, half) if weights is None else half**2 @ weights)
    return square
