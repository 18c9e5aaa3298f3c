"""Heatmap: periods of columns, columns that a text names, bits beside sines, and what lies beyond the sequence."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from dashboard.numbers import measurements
from dashboard.numbers.memory import shared_cache
from dashboard.say import message, safe_text
from posenc_core import Binary, Choice, Scheme, Sinusoidal
from posenc_core.analysis import geometry
from posenc_core.arrays import Array

MOST_CURVES, FEW = 8, 4
"""Columns that are drawn at most, and where a text names none."""

STRIP = 32
"""Positions over which they are drawn."""

FINEST = 16
"""Points of a smooth curve per position."""

BITS, COUNTED = 4, 16
"""Bits that are drawn beside sines, and positions over which."""

DOUBLING_DIM = 2 * BITS
DOUBLING = Sinusoidal(base=2.0 ** (DOUBLING_DIM // 2), layout="concatenated")
"""A sinusoid whose wavelengths double from one pair to the next: only with the base 2^(d/2)."""

UNSEEN_CELLS = 2**22
"""Up to here four times as many positions are looked at: a second of work at most."""


def steps(scheme: Scheme, length: int, dim: int) -> Array | None:
    """The angle of each pair of columns from one position to the next; None where pairs do not rotate."""
    return scheme.angles_at_offset(1, dim, length) if dim > 1 else None


def periods(scheme: Scheme, length: int, dim: int) -> Array:
    """The periods of the rotating pairs or of the bits, in positions; empty without any, or where one is too large."""
    angles = steps(scheme, length, dim)
    found = scheme.wavelengths(dim) if angles is None else 2 * np.pi / np.abs(angles[angles != 0])
    return np.empty(0) if found is None or not np.isfinite(found).all() else found


def waves(scheme: Scheme, length: int, dim: int) -> Array:
    """The periods of all columns: those of pairs or bits, and that of the wave without a partner."""
    found, lone = periods(scheme, length, dim), scheme.unpaired_angle(dim, length) if dim > 1 else None
    return found if lone is None else np.append(found, 2 * np.pi / abs(lone))


def asked(text: str, scheme: Scheme, length: int, dim: int) -> list[int]:
    """The columns that a text names, as in 4-7 or 0, 1, 30; by default some. ValueError for anything else."""
    if not text.strip():
        return fast_and_slow(scheme, length, dim) or list(range(min(FEW, dim)))
    columns: list[int] = []
    for part in [*filter(None, re.split(r"[,\s]+", text))] or [text]:
        ends = re.fullmatch(r"(\d{1,4})(?:[-–](\d{1,4}))?", part)
        named = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else ()
        if not named:
            raise ValueError(message("heatmap-columns-unknown", asked=safe_text(part, 40)))
        columns += named
    columns = list(dict.fromkeys(columns))
    if max(columns) >= dim:
        raise ValueError(message("heatmap-columns-missing", dim=dim, last_column=dim - 1))
    if len(columns) > MOST_CURVES:
        raise ValueError(message("heatmap-columns-many", count=len(columns), most=MOST_CURVES))
    return columns


def fast_and_slow(scheme: Scheme, length: int, dim: int) -> list[int]:
    """The columns of the two fastest and the two slowest rotating pairs."""
    angles = steps(scheme, length, dim)
    if angles is None:
        return []
    speeds = np.abs(angles)
    order = [i for i in np.argsort(-speeds, kind="stable") if speeds[i]]
    chosen = order if len(order) <= FEW else [*order[:2], *order[-2:]]
    return [int(column) for i in chosen for column in scheme.pairs(dim)[i]]


Strip = tuple[tuple[int, ...], float]
"""The columns that are drawn together, and their period: a rotating pair; or any other column alone, without one."""


def strips(scheme: Scheme, length: int, dim: int, columns: list[int]) -> list[Strip]:
    """The columns in their order, those of a rotating pair together."""
    angles, found = steps(scheme, length, dim), []
    pairs = [] if angles is None else zip(scheme.pairs(dim).tolist(), angles.tolist(), strict=True)
    of = {column: (tuple(pair), 2 * np.pi / abs(angle)) for pair, angle in pairs for column in pair if angle}
    for column in columns:
        pair, period = of.get(column, ((), 0.0))
        found.append((pair, period) if pair and {*pair} <= {*columns} else ((column,), 0.0))
    return list(dict.fromkeys(found))


def other_orders(scheme: Scheme, length: int, dim: int) -> Iterator[tuple[str, ...]]:
    """The present value of a parameter, and those that give the same columns in another order."""
    own = {parameter.name: getattr(scheme, parameter.name) for parameter in scheme.parameters()}
    for parameter in scheme.parameters():
        alike = [str(own[parameter.name])]
        for other in parameter.domain.options if isinstance(parameter.domain, Choice) else ():
            twin = type(scheme)(**{**own, parameter.name: other})
            if other == own[parameter.name] or twin.unsupported_reason("vectors", length, dim):
                continue
            mine, its = (measurements.table(each, length, dim) for each in (scheme, twin))
            places = geometry.column_order(mine, its)
            if places is not None and not np.array_equal(mine, its):
                alike.append(str(other))
        if len(alike) > 1:
            yield tuple(alike)


@shared_cache
def wave(amplitude: float, frequency: float, length: int) -> Array:
    """A sin(w p) at every position. -> (n,)."""
    return measurements.read_only(np.asarray(amplitude * np.sin(frequency * np.arange(length))))


def counting() -> tuple[Array, Array]:
    """The bits of the first positions, and the sines of as many pairs, the slowest first. -> (16, 4) twice."""
    bits, sines = Binary().encode(range(COUNTED), BITS), DOUBLING.encode(range(COUNTED), DOUBLING_DIM)[:, :BITS]
    return np.asarray(bits[:, ::-1], np.float64), np.asarray(sines[:, ::-1], np.float64)


def marked_bit(scheme: Scheme, column: int, dim: int) -> int:
    """The bit or pair of a column, as far as it is drawn: the one that both tables mark."""
    places = np.flatnonzero((scheme.pairs(dim) == column).any(axis=1))
    own = scheme.angles_at_offset(1, dim, 1) is not None and places.size
    return min(int(places[0]) if own else column, BITS - 1)


class Beyond(NamedTuple):
    """What the positions n ... 4n - 1 bring that 0 ... n - 1 have not shown."""

    outside: Array
    """Per column, the share of later values outside its range so far, at the length n."""
    longer: float | None
    """The share of all at the length 4n; None where the scheme does not ask for the length."""


@shared_cache
def beyond(scheme: Scheme, length: int, dim: int) -> Beyond | None:
    """What comes later, at the length that the page shows; None for a scheme that has nothing there at this length."""
    try:
        found = geometry.unseen(scheme, length=length, dim=dim, later=length)
    except ValueError:
        return None
    places = sorted({0, length // 2, length - 1})
    known, longer = (scheme.encode(places, dim, length=whole) for whole in (length, scheme.rows_within(4 * length)))
    share = (
        None if np.array_equal(known, longer) else float(geometry.unseen(scheme, length=length, dim=dim).outside.mean())
    )
    return Beyond(found.outside, share)
