"""Is a table a line or a code? One number along the columns, or two values that count."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from posenc_core.arrays import Array
from posenc_core.bits import MOST
from posenc_core.diagnosis import costs, residuals
from posenc_core.diagnosis.accounts import Account, Explained, Kind, Table
from posenc_core.scheme import MAX_POSITION, Scheme
from posenc_core.schemes import Binary, Gray, Index, Normalized

LEAST_ROWS = 4
"""A start or a scale is read off so many rows; fewer agree with almost anything."""

EXACT = 1e-6
"""A residual above is more than float32 arithmetic leaves."""

SCATTER = 0.1
"""Two values may scatter so far, as a share of the distance between them."""

ENDS = (-1.0, -0.5, 0.0, 0.5, 1.0)
"""Between two of these people put their positions, if not from 0 on."""


def accounts(table: Table) -> Iterator[Explained]:
    """Every account of a table as a line or a code."""
    if table.norm:
        yield from _lines(table)
        yield from _counters(table)


def explained(
    table: Table, made: Array, name: str, parameters: dict[str, Any], cost: float, kind: Kind = "scheme",
    scheme: Scheme | None = None, *, exceptions: bool = True,
) -> Iterator[Explained]:  # fmt: skip
    """An account by its numbers, if it explains the table, or all but a few rows, columns, or numbers."""
    arithmetic = 3e-7 * np.abs(made) if table.storage.name != "float64" else 1e-14 * np.abs(made)
    allowed = residuals.tolerance(table, made, arithmetic, places=1.0)
    left = residuals.left(table, made, allowed, exceptions=exceptions, noise=cost < costs.NOISY)
    if left is not None:
        misfit = table.misfit(made)
        # numbers that fit into a coarse format by chance need not be rounded
        cost += misfit > EXACT
        yield Explained(Account(kind, name, parameters, misfit, scheme, partial(np.array, made), cost), left)


def _of_scheme(table: Table, scheme: Scheme, cost: float = 0.0) -> Iterator[Explained]:
    length, dim = table.numbers.shape
    more = {each.name: getattr(scheme, each.name) for each in scheme.parameters()}
    more = {each.name: more[each.name] for each in scheme.parameters() if more[each.name] != each.default}
    made = scheme.encode(range(length), dim).astype(np.float64, copy=False)
    yield from explained(table, made, scheme.name, more, cost + 0.5 * len(more), scheme=scheme)


def _lines(table: Table) -> Iterator[Explained]:
    """One number a row, in every column or in the first alone."""
    length, dim = table.numbers.shape
    if length < 3:
        return
    for spread in ("every column", "one column")[: 1 + (dim > 1)]:
        wide = dim if spread == "every column" else 1
        ys = np.median(table.numbers[:, :wide], axis=1)
        made = np.zeros((length, dim))
        made[:, :wide] = ys[:, None]
        if np.linalg.norm(table.numbers - made) > 0.3 * table.norm:
            continue
        found = [
            each
            for scheme in (
                *(Index(start=start, spread=spread) for start in (0, 1)),
                *(Normalized(divisor=divisor, spread=spread) for divisor in ("N-1", "N")),
            )
            for each in _of_scheme(table, scheme)
        ]
        yield from found
        if not found and length >= LEAST_ROWS:
            yield from _other_line(table, ys, wide, {} if wide > 1 or dim == 1 else {"spread": spread})


def _other_line(table: Table, ys: Array, wide: int, spread: dict[str, str]) -> Iterator[Explained]:
    """A line with another start, step, or range."""
    length, dim = table.numbers.shape
    places = np.arange(length)
    slope, first = (float(each) for each in np.polyfit(places, ys, 1))
    if not slope:
        return
    rounding = table.storage.error * (table.peak if table.storage.decimals is None else 1.0)
    # the ends of a line are known worst, to about three standard deviations
    off = 4 * rounding / np.sqrt(length) + 1e-12 * table.peak
    ends = first, first + slope * (length - 1)
    low, high = (next((end for end in ENDS if abs(end - value) <= off), None) for value in ends)
    error = 2 * off / length / abs(slope)
    if low is not None and high is not None:
        slope, first = (high - low) / (length - 1), low
        name, more, cost = "Normalized", {"from": low, "to": high}, 2.0
    else:
        (scale,) = costs.scales(slope, max(error, 1e-9), length, {})
        start = costs.shortest(first / scale.value, off / abs(first)) if abs(first) > off else 0.0
        slope, first = scale.value, start * scale.value
        name, more, cost = "Index", {"scale": scale.said} if scale.said != 1 else {}, scale.cost
        more |= {"start": int(start) if start == round(start) else start} if start else {}
        cost += costs.start_cost(start, slope)
    made = np.zeros((length, dim))
    made[:, :wide] = (first + slope * places)[:, None]
    yield from explained(table, made, name, more | spread, cost + 1.0, exceptions=False)


def _counters(table: Table) -> Iterator[Explained]:
    """Two values: the bits of a counter, in both codes and both orders, from any start."""
    numbers = table.numbers
    length, dim = numbers.shape
    low, high = float(numbers.min()), float(numbers.max())
    bits = numbers > (low + high) / 2
    if low == high or length < LEAST_ROWS:
        return
    values = [float(np.median(part)) for part in (numbers[~bits], numbers[bits])]
    if max(np.ptp(numbers[~bits]), np.ptp(numbers[bits])) > SCATTER * (values[1] - values[0]):
        return
    # a code is exact but for noise: the usual two values are meant where they are near
    for pair in ((0.0, 1.0), (-1.0, 1.0)):
        if all(abs(value - usual) < SCATTER / 2 for value, usual in zip(values, pair, strict=True)):
            values = list(pair)
    usual = values in ([0.0, 1.0], [-1.0, 1.0])
    for code in (Binary, Gray):
        for order in ("LSB first", "MSB first"):
            rising = bits[0] if order == "LSB first" else bits[0, ::-1]
            start = sum(1 << bit for bit in np.flatnonzero(rising[: min(dim, MOST)]).tolist())
            for shift in (1, 2, 4, 8, 16, 32) if code is Gray else ():
                start ^= start >> shift
            if start + length > MAX_POSITION:
                continue
            scheme = code(order=order, values="-1/1" if values[0] == -1 else "0/1")
            if usual and not start:
                yield from _of_scheme(table, scheme)
                continue
            made = np.where(code(order=order).encode(range(start, start + length), dim) > 0, values[1], values[0])
            more: dict[str, Any] = {"start": start} if start else {}
            more |= {"order": order} if order != "LSB first" else {}
            more |= {} if values == [0.0, 1.0] else {"values": f"{values[0]:g}/{values[1]:g}"}
            yield from explained(table, made, scheme.name, more, 1.5 + 1.5 * (not usual))
