"""Lines and codes: one number per row, or the bits of a counter."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any, Literal

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.base import MAX_POSITION, Scheme
from posenc_core.foundation.counters import MAX_BITS
from posenc_core.schemes import Binary, Gray, Index, Normalized
from posenc_tools.diagnosis import costs, residuals
from posenc_tools.diagnosis.explanations import Explanation, Kind, Match, Table, changed_parameters
from posenc_tools.diagnosis.thresholds import MAX_FLOAT32_RESIDUAL, MAX_LEVEL_SCATTER, MIN_CODE_ROWS

USUAL_LEVELS = ([0.0, 1.0], [-1.0, 1.0])  # usual values of the two bits
USUAL_ENDS = (-1.0, -0.5, 0.0, 0.5, 1.0)  # usual first and last positions of normalized tables


def explanations(table: Table) -> Iterator[Match]:
    """Explanations of a table as a line or a code."""
    if table.norm and len(table.numbers) > 2:
        yield from _lines(table)
        yield from _counters(table)


def explain(
    table: Table, prediction: Array, name: str, parameters: dict[str, Any], cost: float, kind: Kind = "scheme",
    scheme: Scheme | None = None, *, noise: bool = True,
) -> Iterator[Match]:  # fmt: skip
    """Yield the match of a prediction, if it differs from the table only by noise or a few exceptions."""
    arithmetic = (1e-14 if table.storage.name == "float64" else 3e-7) * np.abs(prediction)
    allowed = residuals.tolerance(table, prediction, arithmetic, places=1.0)
    # numbers with few digits need not be rounded
    exact = table.storage.decimals is not None
    residual = residuals.classify(table, prediction, arithmetic, noise=False) if exact else None
    if residual is None or any(abs(cell.off) <= 2 * table.storage.error for cell in residual.cells):
        residual = residuals.classify(table, prediction, allowed, noise=False)
    if residual is None and noise and cost < costs.NOISY:
        residual = residuals.classify(table, prediction, allowed)
    if residual is not None:
        misfit = table.misfit(prediction)
        # numbers may fit a coarse format by chance
        cost += misfit > MAX_FLOAT32_RESIDUAL
        yield Match(Explanation(kind, name, parameters, misfit, scheme, partial(np.array, prediction), cost), residual)


def _lines(table: Table) -> Iterator[Match]:
    """Explanations by one number per row, in every column or only in the first."""
    length, dim = table.numbers.shape
    last, half, places = length - 1, length // 2, np.arange(length)
    rounding = table.storage.error * (table.peak if table.storage.decimals is None else 1.0)
    rounding += table.peak * (1e-12 if table.storage.name == "float64" else 3e-7)
    spreads: tuple[Literal["every column", "one column"], ...] = ("every column", "one column")
    for wide, spread in zip((dim, 1), spreads[: 1 + (dim > 1)], strict=False):
        # medians are robust to a few wrong rows
        ys = np.median(table.numbers[:, :wide], axis=1)
        slope = float(np.median(ys[half:] - ys[:-half])) / half
        first = float(np.median(ys - slope * places))
        line = first + slope * places
        sides = table.numbers[:, [0, -1]] - line[:, None] * [1, wide == dim]
        if not slope or np.median(np.abs(sides), axis=0).max() > MAX_LEVEL_SCATTER * np.ptp(line):
            continue
        # about three standard deviations of both ends
        off = 8 * max(rounding, 1.5 * float(np.median(np.abs(ys - line)))) / np.sqrt(length)
        more: dict[str, Any] = {} if wide == dim else {"spread": spread}
        schemes: list[Scheme] = [Index(spread=spread), Index(start=1, spread=spread)]
        schemes += [Normalized(spread=spread), Normalized(divisor="N", spread=spread)]
        known = [(*usual.encode(range(length), 1)[[0, -1], 0].tolist(), usual) for usual in schemes]
        known += [(low, high, None) for low, high in product(USUAL_ENDS, USUAL_ENDS)]
        low, high, scheme = min(known, key=lambda option: abs(option[0] - line[0]) + abs(option[1] - line[-1]))
        if abs(low - line[0]) + abs(high - line[-1]) <= 2 * off:
            prediction = np.where(np.arange(dim) < wide, (low + (high - low) / last * places)[:, None], 0.0)
            if scheme is None:
                yield from explain(table, prediction, "Normalized", {"from": low, "to": high, **more}, 3.0)
            else:
                parameters = changed_parameters(scheme) | more
                yield from explain(table, prediction, scheme.name, parameters, 0.5 * len(parameters), scheme=scheme)
        elif length >= MIN_CODE_ROWS:
            (scale,) = costs.scales(slope, 2 * off / abs(slope * last), length, {})
            start = costs.shortest(first / scale.value, off / abs(first)) if abs(first) > off else 0.0
            parameters = ({"scale": scale.label} if scale.label != 1 else {}) | ({"start": start} if start else {})
            prediction = np.where(np.arange(dim) < wide, scale.value * (start + places)[:, None], 0.0)
            cost = 1.0 + scale.cost + costs.start_cost(start, scale.value)
            short = max(len(f"{number:.6g}") for number in (scale.value, start)) <= 5
            yield from explain(table, prediction, "Index", parameters | more, cost, noise=short)


def _counters(table: Table) -> Iterator[Match]:
    """Explanations by the bits of a counter, in both codes and orders, from any start."""
    numbers = table.numbers
    length, dim = numbers.shape
    # medians are robust to a few wrong rows
    few = numbers[:64]
    middle = float(np.median(few.min(1)) + np.median(few.max(1))) / 2
    bits = numbers > (middle if dim > 1 else numbers.mean())
    if length < MIN_CODE_ROWS or len(np.unique(bits[:64])) < 2:
        return
    values = [float(np.median(few[bits[:64] == bit])) for bit in (False, True)]
    far = np.abs(numbers - np.where(bits, values[1], values[0])) > MAX_LEVEL_SCATTER * (values[1] - values[0])
    if far.mean() > MAX_LEVEL_SCATTER:
        return
    # noise may shift the usual two values
    usual = (levels for levels in USUAL_LEVELS if np.abs(np.subtract(values, levels)).max() < MAX_LEVEL_SCATTER / 2)
    values = next(usual, values)
    used = min(dim, MAX_BITS)
    orders: tuple[Literal["LSB first", "MSB first"], ...] = ("LSB first", "MSB first")
    for code, order, inverted in product((Binary, Gray), orders, (False, True)):
        read = (bits != inverted)[:, :: 1 if order == "LSB first" else -1][:, :used] @ (1 << np.arange(used))
        for shift in (1, 2, 4, 8, 16, 32) if code is Gray else ():
            read ^= read >> shift
        # most rows agree on the start
        starts, counts = np.unique((read - np.arange(length)) % (1 << used), return_counts=True)
        start = int(starts[counts.argmax()])
        if start + length > MAX_POSITION or counts.max() <= length / 2:
            continue
        pair = values[::-1] if inverted else values
        prediction = np.where(code(order=order).encode(range(start, start + length), dim) > 0, pair[1], pair[0])
        more: dict[str, Any] = {"start": start} if start else {}
        more |= {"order": order} if order != "LSB first" else {}
        more |= {"values": f"{pair[0]:g}/{pair[1]:g}"} if pair != USUAL_LEVELS[0] else {}
        kind = USUAL_LEVELS.index(pair) if pair in USUAL_LEVELS and not start else None
        scheme = None if kind is None else code(order=order, values=("0/1", "-1/1")[kind])
        cost = 0.5 * len(more) + (1.0 if start else 0.0) + (0.0 if pair in USUAL_LEVELS else 2.0)
        yield from explain(table, prediction, code.name, more, cost, scheme=scheme)
