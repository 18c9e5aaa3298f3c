"""Facts of Heatmap: the matrix of an encoding, one value, and the columns as waves and as bits."""

import re
from collections.abc import Iterator

import numpy as np

from dashboard.numbers import measurements
from dashboard.numbers.measurements import STILL
from dashboard.numbers.memory import shared_cache
from dashboard.say import message, safe_text
from dashboard.state.study import Study
from posenc_core import Binary, Choice, Scheme, Sinusoidal
from posenc_core.analysis import criteria, geometry, precision
from posenc_core.arrays import Array, read_only
from posenc_core.text.messages import Claim, claim

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

CONSTANT = 1e-9
"""Relative change below which a wave is constant."""

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
    lengths = periods(scheme, length, dim)
    lone = scheme.unpaired_angle(dim, length) if dim > 1 else None
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
    angles = steps(scheme, length, dim)
    whole: dict[int, Strip] = {}
    if angles is not None:
        for pair, angle in zip(scheme.pairs(dim).tolist(), angles.tolist(), strict=True):
            if angle and {*pair} <= {*columns}:
                whole |= dict.fromkeys(pair, (tuple(pair), 2 * np.pi / abs(angle)))
    return list(dict.fromkeys(whole.get(column, ((column,), 0.0)) for column in columns))


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


def counting_tables() -> tuple[Array, Array]:
    """Bits of the first positions, and sines of as many pairs, slowest first, each (16, 4)."""
    bits, sines = Binary().encode(range(COUNTED), BITS), DOUBLING.encode(range(COUNTED), DOUBLING_DIM)[:, :BITS]
    return np.asarray(bits[:, ::-1], np.float64), np.asarray(sines[:, ::-1], np.float64)


@shared_cache
def outside(scheme: Scheme, length: int, dim: int) -> Array | None:
    """Share of the values at positions n ... 4n - 1 outside the range of 0 ... n - 1, per column; None without any."""
    try:
        return geometry.unseen_values(scheme, length=length, dim=dim, later=length).outside
    except ValueError:
        return None


@shared_cache
def opening(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Kind of the columns, and number of columns that vary."""
    return [_columns(scheme, length, dim), *_vary(scheme, length, dim)]


@shared_cache
def cell(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Facts that the cells compare between encodings."""
    claims, cycles = [], waves(scheme, length, dim)
    if measurements.is_measured(length, dim):
        table = measurements.table(scheme, length, dim)
        if length > 1:
            claims.append(claim("heatmap-cell-vary", count=_varying(table), dim=dim))
        # adding 0.0 turns -0.0 into 0.0
        claims.append(claim("heatmap-cell-values", low=float(table.min()) + 0.0, high=float(table.max()) + 0.0))
    if cycles.size:
        claims.append(claim("heatmap-cell-periods", low=float(cycles.min()), high=float(cycles.max())))
    return claims


def number(study: Study, column: int, *, made: bool) -> list[Claim]:
    """Origin of the shown value, which several steps may have `made`, and effect of an odd d on its column."""
    scheme, selected = study.schemes[0], study.options["column"]
    claims = []
    if selected != column:
        claims.append(claim("heatmap-no-column", column=selected, last_column=column))
    id = "rule"
    if made:
        id = "made"
    elif scheme.own_size:
        id = "stored"
    if steps(scheme, study.length, study.dim) is not None and column not in scheme.pairs(study.dim):
        claims.append(claim("heatmap-lone"))
    return [*claims, claim(f"heatmap-{id}", position=study.position, column=column)]


@shared_cache
def columns(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Return the number of complete cycles of pairs or bits, and distances without the cosines."""
    angles, cycles, claims = steps(scheme, length, dim), periods(scheme, length, dim), []
    counts = {"count": int((cycles <= length).sum()), "whole": len(cycles), "length": length}
    if length == 1:
        return []
    if angles is None:
        return [claim("heatmap-cycles", **counts)] if cycles.size and dim > 1 else []
    if angles.any():
        claims.append(claim("heatmap-rotations", **counts, rest=len(cycles) - counts["count"]))
        if still := int((angles == 0).sum()):
            claims.append(claim("heatmap-constant-pairs", count=still))
        claims += _halves(scheme, length, dim)
    return claims


@shared_cache
def orders(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Other options of a parameter that only reorder the columns, from all pairs."""
    names = tuple(" / ".join(pair) for pair in other_orders(scheme, length, dim))
    return [claim("heatmap-order", names=names)] if names else []


def sine(study: Study) -> list[Claim]:
    """Return whether one wave A sin(w p) identifies the selected position."""
    amplitude, frequency = study.options["amplitude"], study.options["frequency"]
    values, position = wave(amplitude, frequency, study.length), study.position
    if len(values) == 1:
        return []
    # rounding of the angle w p, which grows with the angle
    rounding = 4 * np.finfo(np.float64).eps * amplitude * max(frequency * len(values), 1)
    if np.ptp(values) <= max(rounding, CONSTANT * amplitude):
        return [claim("heatmap-sine-constant")]
    apart = np.abs(values - values[position])
    near = np.abs(np.arange(len(values)) - position) <= 1
    nearest = float(np.delete(apart[near], min(position, 1)).min())
    nearer = int((apart[~near] < nearest - rounding).sum())
    claims = [claim("heatmap-sine-nearer", count=nearer, position=position)]
    if not nearer:
        claims = [claim("heatmap-sine-neighbors", position=position)]
    if frequency > np.pi:
        claims.append(claim("heatmap-sine-fast"))
    return claims


def counting(sinusoid: Sinusoidal, dim: int) -> list[Claim]:
    """Equivalence of bits and sines with doubling wavelengths, and growth of the sinusoid's wavelengths."""
    like = DOUBLING.wavelengths(DOUBLING_DIM)
    lengths = tuple(int(period) for period in Binary().wavelengths(BITS))
    claims = [claim("heatmap-counting", lengths=lengths, low=float(like[0]), high=float(like[-1]))]
    own = sinusoid.wavelengths(dim)[: dim // 2]
    factors = own[1:] / own[:-1]
    if not factors.size or not _equal(float(factors.min()), float(factors.max())):
        return claims
    return [*claims, claim("heatmap-factor", base=sinusoid.base, dim=dim, factor=float(factors[0]))]


@shared_cache
def beyond(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Share of later values outside the range seen in the sequence."""
    later = outside(scheme, length, dim)
    if later is None:
        return [claim("heatmap-beyond-end", scheme=scheme.name, last_position=length - 1)]
    ends = {"position": length, "end": scheme.rows_within(4 * length) - 1, "length": length}
    if later.any():
        return [claim("heatmap-beyond", share=float(later.mean()), **ends)]
    return [claim("heatmap-beyond-inside", **ends)]


@shared_cache
def misconceptions() -> list[Claim]:
    """Corrections of common misconceptions, at common settings."""
    pairs, last = Sinusoidal().pairs(128), 63
    sine = np.abs(np.diff(Sinusoidal().encode(range(128), 64), axis=0)).max()
    bit = np.abs(np.diff(Binary().encode(range(128), 64), axis=0)).max()
    powers = np.arange(0, 512, 2, dtype=np.float32)
    positions = np.arange(100, dtype=np.float32)[:, None]
    by_exp = _error(positions * np.exp(powers * np.float32(-np.log(10000.0) / 512)))
    turning = np.sin(1e-4 * np.arange(2**14))
    top = np.flatnonzero(turning.astype(np.float32) == np.float32(turning.max()))
    bits = Binary().encode(range(9), 3)
    by_power = _error(positions / np.power(np.float32(10000), powers / np.float32(512)))
    return [
        claim("heatmap-index", dim=128, count=last, column=int(pairs[last][0]), other=int(pairs[last][1])),
        claim("heatmap-pictures", low=by_exp, high=by_power),
        claim("heatmap-width", count=len(np.unique(bits, axis=0)), width=bits.shape[1]),
        claim("heatmap-slow", position=int(turning.argmax()), start=int(top[0]), end=int(top[-1])),
        claim("heatmap-smooth", low=float(sine), high=float(bit)),
    ]


def _error(angles: Array) -> float:
    """Largest error of the sines and cosines of some angles, compared with a sinusoid of 100 × 512."""
    table = Sinusoidal().encode(range(100), 512)
    return float(max(np.abs(np.sin(angles) - table[:, 0::2]).max(), np.abs(np.cos(angles) - table[:, 1::2]).max()))


def _columns(scheme: Scheme, length: int, dim: int) -> Claim:
    """Kind of the columns; exactly one claim applies to an encoding."""
    cycles = waves(scheme, length, dim)
    if steps(scheme, length, dim) is not None and cycles.size:
        low, high = float(cycles.min()), float(cycles.max())
        if _equal(low, high):
            return claim("heatmap-wave", count=len(periods(scheme, length, dim)), period=high)
        return claim("heatmap-waves", low=low, high=high)
    if length > 2 and measurements.is_measured(length, dim):
        table = measurements.table(scheme, length, dim)
        if dim > 1 and (table == table[:, :1]).all():
            return claim("heatmap-repeated", dim=dim)
        values = [length - precision.duplicates(column[:, None]) for column in table.T]
        if max(values) == 2:
            return claim("heatmap-bits")
    return claim("heatmap-vectors", dim=dim)


def _varying(table: Array) -> int:
    """Count the columns that vary visibly."""
    return int((table.std(axis=0) >= STILL).sum())


def _vary(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Return the number of varying columns; empty for one position and for matrices too large to search."""
    if length == 1 or not measurements.is_measured(length, dim):
        return []
    count = _varying(measurements.table(scheme, length, dim))
    if count in (0, dim):
        return [claim("heatmap-vary-all" if count else "heatmap-vary-none", length=length, dim=dim)]
    return [claim("heatmap-vary-some", length=length, count=count, dim=dim, rest=dim - count)]


def _halves(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Distances between neighbors without the cosines of rotating pairs, if they are constant with them."""
    if length < 3 or dim % 2 or not measurements.is_measured(length, dim):
        return []
    pairs, table = scheme.pairs(dim), measurements.table(scheme, length, dim)
    sines, both = (np.linalg.norm(np.diff(table[:, which], axis=0), axis=1) for which in (pairs[:, 0], pairs.ravel()))
    if not _equal(float(both.min()), float(both.max())) or _equal(float(sines.min()), float(sines.max())):
        return []
    return [claim("heatmap-halves", low=float(sines.min()), high=float(sines.max()), distance=float(both[0]))]


def _equal(low: float, high: float) -> bool:
    return abs(high - low) <= criteria.EQUAL * max(abs(low), abs(high))
