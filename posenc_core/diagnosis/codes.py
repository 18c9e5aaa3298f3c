"""Is a table a code or a line? Two values that count, one number along the columns, a single 1 in every row."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.bits import MOST
from posenc_core.diagnosis.fitting import DIFFERS, FREE, NEAR, ROUNDING, account, of_scheme, share, shortest, some_rows
from posenc_core.diagnosis.reading import Reading, Seen
from posenc_core.scheme import MAX_POSITION, Scheme
from posenc_core.schemes import Binary, Gray, Index, Normalized

SCATTER = 0.1
"""Two values may scatter so far around their middles, as a share of what is between them."""

ENDS = {-1.0, 0.0, 0.5, 1.0, -0.5}
"""Between two of these people put their positions, if not from 0 on."""

LEAST_ROWS = 4
"""A start or a scale of its own is read off a table with so many rows: fewer agree with almost anything."""


def readings(seen: Seen) -> list[Reading]:
    """Every account of a table as a line or as a code of two values that leaves little of it."""
    if seen.hidden is not None:
        return []
    return [each for each in (*_lines(seen), *_two_values(seen)) if each.misfit <= NEAR]


def _lines(seen: Seen) -> Iterator[Reading]:
    """One number a row, in every column or in the first alone."""
    few = seen.numbers[some_rows(len(seen.numbers))]
    for spread, left in (("every column", few - few.mean(axis=1, keepdims=True)), ("one column", few[:, 1:])):
        if share(left, few) > NEAR or (spread == "one column" and few.shape[1] == 1):
            continue
        named: tuple[Scheme, ...] = (
            *(Index(start=start, spread=spread) for start in (0, 1)),
            *(Normalized(divisor=divisor, spread=spread) for divisor in ("N-1", "N")),
        )
        found = [of_scheme(seen, scheme) for scheme in named]
        yield from found
        exact = any(each.misfit <= seen.floor and each.cost < DIFFERS for each in found)
        if len(seen.numbers) >= LEAST_ROWS and not exact:
            yield from _other_line(seen, spread)


def _other_line(seen: Seen, spread: str) -> Iterator[Reading]:
    """A line with a start, a scale or a divisor that no scheme offers."""
    length, dim = seen.numbers.shape
    wide = dim if spread == "every column" else 1
    places = np.arange(length, dtype=np.float64)
    ys = seen.numbers[:, :wide].mean(axis=1)
    slope, first = (float(each) for each in np.polyfit(places, ys, 1))
    left = float(np.sqrt(np.mean((ys - first - slope * places) ** 2)))
    # three standard deviations of the ends of the line, where it is known least
    off = 6 * max(left, ROUNDING * float(np.abs(ys).max())) / np.sqrt(length)
    if abs(slope) * length <= 2 * off:
        return
    low, high = (shortest(end, off) for end in (first, first + slope * (length - 1)))
    divisor = shortest(1 / slope, 2 * off / length / slope**2)
    more: dict[str, Any]
    if low and {low, high} <= ENDS:
        name, more = "Normalized", {"from": low, "to": high}
        slope, first = (high - low) / (length - 1), low
    else:
        start = shortest(first / slope, off / abs(slope))
        if divisor == round(divisor) and divisor >= length - 1:
            name, more = "Normalized", {"divisor": round(divisor)}
            slope = 1 / divisor
        else:
            name, scale = "Index", shortest(slope, 2 * off / length)
            more = {"scale": scale} if scale != 1 else {}
            slope = scale
        if start:
            more["start"] = int(start) if start == round(start) else start
        first = start * slope
        if more in ({}, {"start": 1}, {"divisor": length}, {"divisor": length - 1}):
            return
    if spread == "one column":
        more |= {"spread": spread}

    def make() -> Array:
        found = np.zeros((length, dim))
        found[:, :wide] = (first + slope * places)[:, None]
        return found

    yield account(seen, name, more, make, cost=2 * FREE)


def _two_values(seen: Seen) -> Iterator[Reading]:
    """Codes of two values: the bits of a counter, or a single 1 in every row."""
    found = _bits(seen.numbers) if _bits(seen.numbers[some_rows(len(seen.numbers))]) else None
    if found is None:
        return
    bits, low, high = found
    for high_bits, values in ((bits, (low, high)), (~bits, (high, low))):
        written = {} if values == (0, 1) else {"values": f"{values[0]:g}/{values[1]:g}"}
        cost = 0.0 if values == (0, 1) else 1.0 if values == (-1, 1) else FREE
        yield from _counters(seen, high_bits, values, written, cost)
        yield from _single(seen, high_bits, values, written, cost)


def _bits(numbers: Array) -> tuple[NDArray[np.bool_], float, float] | None:
    """Which numbers are the larger one of two, and both; None where there are not two values."""
    low, high = float(numbers.min()), float(numbers.max())
    bits = numbers > (low + high) / 2
    if low == high:
        # a single one, which may be either of the usual two
        return (bits, low, low + 1) if low == 0 else (bits, low, 1.0) if low == -1 else None
    found = []
    for part in (numbers[~bits], numbers[bits]):
        middle = float(np.median(part))
        spread = float(np.abs(part - middle).max())
        if spread > SCATTER * (high - low):
            return None
        found.append(shortest(middle, spread))
    return bits, found[0], found[1]


def _counters(
    seen: Seen, bits: NDArray[np.bool_], values: tuple[float, float], written: dict[str, Any], cost: float
) -> Iterator[Reading]:
    """The bits of a counter, in both codes and both orders, from any start."""
    length, dim = bits.shape
    used = min(dim, MOST)
    usual = values in ((0, 1), (-1, 1))
    for code, order in product((Binary, Gray), ("LSB first", "MSB first")):
        scheme = code(order=order, values="-1/1" if values == (-1, 1) else "0/1")
        rising = bits[0] if order == "LSB first" else bits[0, ::-1]
        start = sum(1 << bit for bit in np.flatnonzero(rising[:used]).tolist())
        if code is Gray:
            start = _ungrayed(start)
        if start and (length < LEAST_ROWS or start + length > MAX_POSITION):
            continue
        rows = some_rows(length)
        as_bits = code(order=order)
        if np.mean((as_bits.encode(rows + start, dim) > 0) != bits[rows]) > NEAR**2:
            continue
        if usual and not start:
            yield of_scheme(seen, scheme, cost)
            continue
        more = ({} if order == "LSB first" else {"order": order}) | written | ({"start": start} if start else {})

        def make(as_bits: Scheme = as_bits, start: int = start) -> Array:
            return np.where(as_bits.encode(range(start, start + length), dim) > 0, values[1], values[0])

        yield account(seen, scheme.name, more, make, cost=cost + FREE)


def _ungrayed(code: int) -> int:
    """The number that a Gray code stands for."""
    shift = 1
    while code >> shift:
        code ^= code >> shift
        shift *= 2
    return code


def _single(
    seen: Seen, bits: NDArray[np.bool_], values: tuple[float, float], written: dict[str, Any], cost: float
) -> Iterator[Reading]:
    """One-hot: row p has its single 1 in column p, or so many columns on."""
    length, dim = bits.shape
    if length < LEAST_ROWS or not bits[0].any() or bits[: 2 * dim].sum() > 2 * dim:
        return
    start = int(bits[0].argmax())
    rows = np.arange(length)

    def make(first: int, turned: bool) -> Array:
        found = np.full((length, dim), values[0], np.float64)
        places = first - rows if turned else first + rows
        inside = (places >= 0) & (places < dim)
        found[rows[inside], places[inside]] = values[1]
        return found

    for turned in (False, True):
        more: dict[str, Any] = {"order": "from the last column"} if turned else {}
        usual = dim - 1 if turned else 0
        more |= {"start": abs(start - usual)} if start != usual else {}
        yield account(
            seen,
            "one-hot",
            more | written,
            lambda turned=turned: make(start, turned),  # type: ignore[misc]
            cost=cost + len(more),
        )
