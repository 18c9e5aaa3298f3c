"""What do frequencies give? Pairs of columns that turn with the position: the part that all schemes of waves share.

A pair holds the sine and the cosine of one angle, which grows by the frequency with every token. Everything here
follows from the frequencies: sums over pairs depend on the offset alone.
"""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array, Rows, whole
from posenc_core.foundation import phasors
from posenc_core.foundation.base import Scheme, as_array, param
from posenc_core.foundation.domains import Real
from posenc_core.foundation.presentation import DIGITS, digits, equations, filled, rounded

__all__ = ["Rotating", "Turning", "waves"]

Columns = slice | NDArray[np.int64]
"""Which columns of a matrix."""


@dataclass(frozen=True, kw_only=True)
class Turning(Scheme):
    """Pairs of columns, each turning at its own frequency; of an odd dim the last sine has no cosine."""

    @abstractmethod
    def _columns(self, dim: int) -> tuple[Columns, Columns]:
        """Where the sines stand, and the cosines."""

    @abstractmethod
    def frequencies(self, dim: int, length: int | None = None) -> Array:
        """Angle per token of every sine, 0 of one that stands still. -> (ceil(dim / 2),) radians.

        `length` is that of the sequence, read only by schemes that stretch with it: None asks for what it is up to the
        length that they were trained with.
        """

    def _number(self, position: float) -> float:
        """What is multiplied with the frequencies: the position, or where it is not counted from 0, its number."""
        return position

    def _lone(self, positions: Array, frequency: float) -> Array:
        """The wave that has no partner, of an odd dim, at some positions."""
        return np.asarray(np.sin(positions * frequency))

    def unpaired(self, dim: int) -> Literal["sine", "cosine"] | None:
        """Of an odd dim the last one, unless it stands still: a column of zeros."""
        return "sine" if self.frequencies(dim)[-1] and dim % 2 else None

    def unpaired_angle(self, dim: int, length: int | None = None) -> float | None:
        return float(self.frequencies(dim, length)[-1]) if self.unpaired(dim) else None

    def _amplitudes(self, dim: int) -> Array | None:
        """The size of every sine, (ceil(dim / 2),); None where all are 1."""
        return None

    def _reads_length(self) -> bool:
        """Whether the frequencies depend on the length of the sequence."""
        return False

    def _letters(self, i: int, dim: int, length: int) -> dict[str, float]:
        """What letters of the formula besides p, i and d stand for in pair i, in the order in which to fill them."""
        return {}

    def wavelengths(self, dim: int) -> Array | None:
        """Of the pairs that turn; none where they depend on the length of the sequence."""
        frequencies = self.frequencies(dim)
        return None if self._reads_length() else waves(frequencies[frequencies > 0])

    def period(self, dim: int) -> int | None:
        """Waves never start anew together; where none moves, every vector is the first one."""
        return super().period(dim) if self.frequencies(dim).any() else 1

    def pairs(self, dim: int) -> NDArray[np.int64]:
        sines, cosines = (np.arange(whole("dim", dim))[columns] for columns in self._columns(dim))
        return np.stack((sines[: dim // 2], cosines[: dim // 2]), axis=1)

    def angles_at_offset(self, offset: int, dim: int, length: int | None = None) -> Array | None:
        """w k of every pair; the lone sine of an odd dim has no angle, as it has no partner to turn with."""
        frequencies = self.frequencies(dim, length)
        return None if length is None and self._reads_length() else frequencies[: dim // 2] * offset

    def _steps(self, position: float, column: int, dim: int, length: int) -> tuple[str, ...]:
        sines, cosines = (np.arange(dim)[columns].tolist() for columns in self._columns(dim))
        wave, places = ("sin", sines) if column in sines else ("cos", cosines)
        i = places.index(column)
        (left, rule) = next(each for each in equations(self.formula) if rf"\{wave}" in each[1])
        frequency, about = float(self.frequencies(dim, length)[i]), r"\approx"
        sizes = self._amplitudes(dim)
        size = 1.0 if sizes is None else float(sizes[i])
        if not frequency:
            times = "" if size == 1 else rf"{digits(size)} \, "
            return (rf"PE(p, {column}) = {times}\{wave}(0 \times p)",)
        number, exact = self._number(position), size
        size = _shortened(size, float(getattr(np, wave)(number * frequency)))
        times = "" if size == 1 else rf"{digits(size)} \, "
        values = {**self._letters(i, dim, length), "p": position, "2i": 2 * i, "d": dim}
        lines = (
            *(() if left == "i" else (rf"{left} = {column} \quad\Rightarrow\quad i = {i}",)),
            f"PE(p, {left}) = {rule}",
            f"{'=' if size == exact else about} {filled(rule, values | ({'a': size} if 'a' in values else {}))}",
        )
        if not np.isfinite(1 / frequency):
            # so slow that float64 has no number for what the position is divided by
            return lines
        divisor, angle, whole_angle = _divided(number, 1 / frequency, lambda x: size * float(getattr(np, wave)(x)))
        same = i == 0 and divisor == digits(1 / frequency)
        return (
            *lines,
            rf"{'=' if same else about} {times}\{wave}\left(\frac{{{digits(number)}}}{{{divisor}}}\right)",
            rf"{'=' if whole_angle else about} {times}\{wave}({angle})",
        )

    def _fill(self, out: Rows, positions: Array | range, length: int) -> None:
        dim = out.shape[1]
        frequencies = self.frequencies(dim, length)
        if isinstance(positions, range) and positions.step == 1:
            if self._woven(dim) and not dim % 2 and out.flags.c_contiguous:
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

    def _woven(self, dim: int) -> bool:
        """Whether sine and cosine of size 1 stand in turn, as the parts of complex numbers do."""
        columns = self._columns(dim)
        in_turn = all(isinstance(each, slice) for each in columns) and columns == (slice(0, None, 2), slice(1, None, 2))
        return in_turn and self._amplitudes(dim) is None

    def _place(self, out: Rows, sines: Array, cosines: Array) -> None:
        """Sines and cosines into their columns; of an odd dim the last sine has no partner."""
        dim = out.shape[1]
        first, second = self._columns(dim)
        sizes = self._amplitudes(dim)
        if sizes is not None:
            sines, cosines = sines * sizes, cosines * sizes
        for columns, waves in ((first, sines), (second, cosines)):
            # of an odd dim there is one more of these or of those
            out[:, columns] = waves[:, : np.arange(dim)[columns].size]

    def _weights(self, dim: int) -> Array | None:
        """What the products of two waves of one frequency count, (dim // 2,); None where all are 1."""
        sizes = self._amplitudes(dim)
        return None if sizes is None else np.asarray(sizes[: dim // 2] ** 2)

    def _dot_at_offset(self, offsets: Array | range, dim: int) -> Array | None:
        """Sum of cos(w k): sin a sin b + cos a cos b = cos(a - b) cancels the position. None for odd dim.

        None too where the frequencies depend on the length.
        """
        if self.unpaired(dim) or self._reads_length():
            return None
        return paired_dots(offsets, self.frequencies(dim)[: dim // 2], self._weights(dim))

    def _distance_at_offset(self, offsets: Array | range, dim: int, length: int) -> Array | None:
        """2 sqrt(sum sin²(w k / 2)): the position cancels here too. None for odd dim."""
        if self.unpaired(dim):
            return None
        paired = self.frequencies(dim, length)[: dim // 2]
        return np.sqrt(paired_squares(offsets, paired, self._weights(dim)))

    def _dot_of(self, p: Array, q: Array, dim: int, length: int) -> Array:
        """The pairs give what the offset gives; of an odd dim the last sine adds its own product."""
        paired, lone = self._apart(p, q, dim, length, paired_dots)
        return paired + lone[0] * lone[1]

    def _distance_of(self, p: Array, q: Array, dim: int, length: int) -> Array:
        """The pairs give what the offset gives; of an odd dim the last sine adds its own difference."""
        paired, lone = self._apart(p, q, dim, length, paired_squares)
        return np.sqrt(paired + (lone[0] - lone[1]) ** 2)

    def _block_means(self, start: int, rows: int, count: int, dim: int, length: int) -> Array:
        """The mean of evenly spaced phasors points where the middle one does, shortened by how far they fan out."""
        frequencies = self.frequencies(dim, length)
        # whole turns change nothing at whole positions, but below they would divide rounding by rounding
        frequencies = frequencies - 2 * np.pi * np.round(frequencies / (2 * np.pi))
        middles = np.empty((count, frequencies.size), np.complex128)
        phasors.fill(middles, frequencies * rows, (start + (rows - 1) / 2) / rows)
        # sin(rows w / 2) / (rows sin(w / 2)), also for w = 0
        middles *= np.sinc(rows * frequencies / (2 * np.pi)) / np.sinc(frequencies / (2 * np.pi))
        means = np.empty((count, dim))
        self._place(means, middles.real, middles.imag)
        return means

    def _apart(self, p: Array, q: Array, dim: int, length: int, sums: "_Sums") -> tuple[Array, tuple[Array, Array]]:
        """What the pairs give for the offsets between positions, and the sines that have no cosine."""
        frequencies, sizes = self.frequencies(dim, length), self._amplitudes(dim)
        paired, weights = frequencies[: dim // 2], self._weights(dim)
        offsets = np.abs(p - q)
        if 0 < offsets.max(initial=0) < 2 * offsets.size and (offsets == np.floor(offsets)).all():
            # as many as the whole numbers up to the largest: those are worked out together
            found = sums(range(int(offsets.max()) + 1), paired, weights)[offsets.astype(np.int64)]
        else:
            different, place = np.unique(offsets, return_inverse=True)
            found = sums(different, paired, weights)[place].reshape(offsets.shape)
        lone = float(frequencies[-1])
        size = 1.0 if sizes is None else sizes[-1]
        if not dim % 2:
            return found, (np.zeros(1), np.zeros(1))
        return found, (size * self._lone(p, lone), size * self._lone(q, lone))


@dataclass(frozen=True, kw_only=True)
class Rotating(Turning):
    """Frequencies that fall from pair to pair by the same factor, down to about 1/B."""

    base: float = param(
        10000.0,
        "B, the base of the wavelengths 2π·B^(2i/d), in tokens. It is not a maximum length.",
        Real(low=1, above=True),
    )

    def frequencies(self, dim: int, length: int | None = None) -> Array:
        dim = whole("dim", dim)
        return self.base ** (-np.arange(0, dim, 2) / dim)

    def _letters(self, i: int, dim: int, length: int) -> dict[str, float]:
        return {"B": self.base}


def waves(frequencies: Array) -> Array:
    """After how many tokens each frequency starts anew.

    >>> waves(np.array([1.0])).round(3)
    array([6.283])
    """
    with np.errstate(over="ignore"):
        return 2 * np.pi / frequencies


def _shortened(size: float, value: float) -> float:
    """A size with as few digits as give the digits shown of its product with a value."""
    shown = rounded(size * value)[0]
    sizes = (rounded(size, count)[1] for count in range(DIGITS, 18))
    return next((each for each in sizes if rounded(each * value)[0] == shown), size)


def _divided(position: float, divisor: float, wave: Callable[[float], float]) -> tuple[str, str, bool]:
    """A divisor and an angle, with as few digits as give the digits shown of the wave; and whether no digit is lost.

    The angle is that of the divisor as it is printed, and the wave that of the angle as it is printed.
    """
    value, _ = rounded(float(wave(position / divisor)))
    for count in range(DIGITS, 18):
        shown, divided = rounded(divisor, count)
        for more in range(DIGITS, 18):
            angle, turned = rounded(position / divided, more)
            if rounded(float(wave(turned)))[0] == value:
                return shown, angle, turned == position / divided
    return digits(divisor), digits(position / divisor), False


class _Sums(Protocol):
    def __call__(self, offsets: Array | range, frequencies: Array, weights: Array | None) -> Array: ...


def paired_dots(offsets: Array | range, frequencies: Array, weights: Array | None) -> Array:
    if isinstance(offsets, range) and offsets.start == 0 and offsets.step == 1:
        return phasors.cosine_sums(frequencies, len(offsets), weights)
    steps = np.asarray(offsets, np.float64)
    sums = np.empty(steps.shape)
    for part in np.array_split(np.arange(steps.size), steps.size * frequencies.size // 2**20 + 1):
        cosines = np.cos(np.multiply.outer(steps.flat[part], frequencies))
        sums.flat[part] = cosines.sum(axis=-1) if weights is None else cosines @ weights
    return sums


def paired_squares(offsets: Array | range, frequencies: Array, weights: Array | None) -> Array:
    """Squared distances: sums of (1 - cos) from the dot products, of sin² where those would cancel."""
    own = frequencies.size if weights is None else float(weights.sum())
    square = np.asarray(2 * (own - paired_dots(offsets, frequencies, weights)))
    steps = np.asarray(offsets, np.float64)
    (close,) = np.nonzero(np.atleast_1d(square).ravel() < own / 500)
    for part in np.array_split(close, close.size * frequencies.size // 2**20 + 1):
        half = np.sin(np.multiply.outer(steps.flat[part], frequencies) / 2)
        square.flat[part] = 4 * (np.vecdot(half, half) if weights is None else half**2 @ weights)
    return square
