"""Numbers of Heatmap: periods, parsed column lists, bits beside sines, and values beyond the sequence."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from dashboard.numbers import measurements
from dashboard.numbers.memory import shared_cache
from dashboard.say import message, safe_text
from posenc_core import Binary, Choice, Scheme, Sinusoidal
from posenc_core.analysis import geometry
from posenc_core.arrays import Array, read_only

MOST_CURVES, FEW = 8, 4
"""Maximum and default number of drawn columns."""

STRIP = 32
"""Number of positions in a strip."""

FINEST = 16
"""Number of points of a smooth curve per position."""

BITS, COUNTED = 4, 16
"""Number of bits beside sines, and of positions."""

DOUBLING_DIM = 2 * BITS
DOUBLING = Sinusoidal(base=2.0 ** (DOUBLING_DIM // 2), layout="concatenated")
"""Sinusoid whose wavelengths double from pair to pair, which requires the base 2^(d/2)."""

UNSEEN_CELLS = 2**22
"""Maximum matrix size for a comparison with four times as many positions: up to a second."""


def steps(scheme: Scheme, length: int, dim: int) -> Array | None:
    """Rotation per position of each pair, or None if pairs do not rotate."""
    return scheme.angles_at_offset(1, dim, length) if dim > 1 else None


def periods(scheme: Scheme, length: int, dim: int) -> Array:
    """Periods of rotating pairs or bits in positions; empty if there are none, or if one overflows."""
    angles = steps(scheme, length, dim)
    lengths = scheme.wavelengths(dim) if angles is None else 2 * np.pi / np.abs(angles[angles != 0])
    return np.empty(0) if lengths is None or not np.isfinite(lengths).all() else lengths


def waves(scheme: Scheme, length: int, dim: int) -> Array:
    """Periods of all columns: those of pairs or bits, and that of an unpaired wave."""
    lengths, lone = periods(scheme, length, dim), scheme.unpaired_angle(dim, length) if dim > 1 else None
    return lengths if lone is None else np.append(lengths, 2 * np.pi / abs(lone))


def parse_columns(text: str, scheme: Scheme, length: int, dim: int) -> list[int]:
    """Parse a list of columns such as "4-7" or "0, 1, 30"; empty text selects defaults. ValueError if invalid."""
    if not text.strip():
        return fast_and_slow(scheme, length, dim) or list(range(min(FEW, dim)))
    columns: list[int] = []
    for part in [*filter(None, re.split(r"[,\s]+", text))] or [text]:
        ends = re.fullmatch(r"(\d{1,4})(?:[-–](\d{1,4}))?", part)
        span = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else ()
        if not span:
            raise ValueError(message("heatmap-columns-unknown", asked=safe_text(part, 40)))
        columns += span
    columns = list(dict.fromkeys(columns))
    if max(columns) >= dim:
        raise ValueError(message("heatmap-columns-missing", dim=dim, last_column=dim - 1))
    if len(columns) > MOST_CURVES:
        raise ValueError(message("heatmap-columns-many", count=len(columns), most=MOST_CURVES))
    return columns


def fast_and_slow(scheme: Scheme, length: int, dim: int) -> list[int]:
    """Columns of the two fastest and the two slowest rotating pairs."""
    angles = steps(scheme, length, dim)
    if angles is None:
        return []
    speeds = np.abs(angles)
    order = [i for i in np.argsort(-speeds, kind="stable") if speeds[i]]
    extremes = order if len(order) <= FEW else [*order[:2], *order[-2:]]
    return [int(column) for i in extremes for column in scheme.pairs(dim)[i]]


Strip = tuple[tuple[int, ...], float]
"""Columns that are drawn together, and their period: a rotating pair, or a single column with period 0."""


def strips(scheme: Scheme, length: int, dim: int, columns: list[int]) -> list[Strip]:
    """Return the strips of the given columns in order, with rotating pairs together."""
    angles, groups = steps(scheme, length, dim), []
    pairs = [] if angles is None else zip(scheme.pairs(dim).tolist(), angles.tolist(), strict=True)
    of = {column: (tuple(pair), 2 * np.pi / abs(angle)) for pair, angle in pairs for column in pair if angle}
    for column in columns:
        pair, period = of.get(column, ((), 0.0))
        groups.append((pair, period) if pair and {*pair} <= {*columns} else ((column,), 0.0))
    return list(dict.fromkeys(groups))


def other_orders(scheme: Scheme, length: int, dim: int) -> Iterator[tuple[str, ...]]:
    """Yield groups of options of a parameter that give the same columns in another order, the current one first."""
    own = {parameter.name: getattr(scheme, parameter.name) for parameter in scheme.parameters()}
    for parameter in scheme.parameters():
        alike = [str(own[parameter.name])]
        for other in parameter.domain.options if isinstance(parameter.domain, Choice) else ():
            twin = type(scheme)(**{**own, parameter.name: other})
            if other == own[parameter.name] or twin.unsupported_reason("vectors", length, dim):
                continue
            mine, its = (measurements.table(encoding, length, dim) for encoding in (scheme, twin))
            places = geometry.column_order(mine, its)
            if places is not None and not np.array_equal(mine, its):
                alike.append(str(other))
        if len(alike) > 1:
            yield tuple(alike)


@shared_cache
def wave(amplitude: float, frequency: float, length: int) -> Array:
    """Evaluate A sin(w p) at every position, shape (n,)."""
    return read_only(np.asarray(amplitude * np.sin(frequency * np.arange(length))))


def counting() -> tuple[Array, Array]:
    """Bits of the first positions, and sines of as many pairs, slowest first, each (16, 4)."""
    bits, sines = Binary().encode(range(COUNTED), BITS), DOUBLING.encode(range(COUNTED), DOUBLING_DIM)[:, :BITS]
    return np.asarray(bits[:, ::-1], np.float64), np.asarray(sines[:, ::-1], np.float64)


def marked_bit(scheme: Scheme, column: int, dim: int) -> int:
    """Bit or pair of a column that both tables mark, at most the last one."""
    places = np.flatnonzero((scheme.pairs(dim) == column).any(axis=1))
    own = scheme.angles_at_offset(1, dim, 1) is not None and places.size
    return min(int(places[0]) if own else column, BITS - 1)


class Beyond(NamedTuple):
    """Values at positions n ... 4n - 1 compared with those at 0 ... n - 1."""

    outside: Array
    """Share of later values outside the earlier range, per column, for the length n."""
    longer: float | None
    """Mean share for the length 4n; None if the scheme does not depend on the length."""


@shared_cache
def beyond(scheme: Scheme, length: int, dim: int) -> Beyond | None:
    """Later values for the current length, or None if the scheme does not support them."""
    try:
        result = geometry.unseen_values(scheme, length=length, dim=dim, later=length)
    except ValueError:
        return None
    places = sorted({0, length // 2, length - 1})
    short, long = (scheme.encode(places, dim, length=whole) for whole in (length, scheme.rows_within(4 * length)))
    share = (
        None
        if np.array_equal(short, long)
        else float(geometry.unseen_values(scheme, length=length, dim=dim).outside.mean())
    )
    return Beyond(result.outside, share)
