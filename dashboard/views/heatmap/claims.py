"""Claims of Heatmap: the matrix of an encoding, one value, and the columns."""

import numpy as np

from dashboard.numbers import measurements
from dashboard.numbers.measurements import STILL
from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from dashboard.views.heatmap import numbers
from posenc_core import Binary, Scheme, Sinusoidal
from posenc_core.analysis import criteria, precision
from posenc_core.arrays import Array
from posenc_core.text.messages import Claim, claim

CONSTANT = 1e-9
"""Relative change below which a wave is constant."""


@shared_cache
def opening(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Kind of the columns, and number of columns that vary."""
    return [_columns(scheme, length, dim), *_vary(scheme, length, dim)]


@shared_cache
def cell(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Facts that the cells compare between encodings."""
    claims = []
    if measurements.is_measured(length, dim):
        table = measurements.table(scheme, length, dim)
        if length > 1:
            claims.append(claim("heatmap-cell-vary", count=int(_varying(table).sum()), dim=dim))
        claims += _ends("value", table)
    return claims + _ends("period", numbers.waves(scheme, length, dim))


def number(study: Study, column: int, *, steps: bool) -> list[Claim]:
    """Origin of the shown value, and effect of an odd d on its column."""
    scheme, selected = study.schemes[0], study.options["column"]
    claims = [claim("heatmap-no-column", column=selected, last_column=column)] if selected != column else []
    id = "stored" if scheme.own_size else "rule"
    claims.append(claim(f"heatmap-{'made' if steps else id}", position=study.position, column=column))
    pairs = scheme.pairs(study.dim)
    if numbers.steps(scheme, study.length, study.dim) is not None and column not in pairs:
        claims.append(claim(f"heatmap-lone-{scheme.unpaired_wave(study.dim) or 'zero'}"))
    return claims


@shared_cache
def columns(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Return the number of complete cycles of pairs or bits, and distances without the cosines."""
    steps, periods = numbers.steps(scheme, length, dim), numbers.periods(scheme, length, dim)
    done, claims = int((periods <= length).sum()), []
    if length == 1:
        return []
    if steps is not None and steps.any():
        claims.append(claim("heatmap-rotations", count=done, whole=len(periods), length=length))
        if still := int((steps == 0).sum()):
            claims.append(claim("heatmap-constant-pairs", count=still))
    elif steps is None and periods.size and dim > 1:
        claims.append(claim("heatmap-cycles", count=done, whole=len(periods), length=length))
    return claims + _halves(scheme, length, dim)


@shared_cache
def orders(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Other options of a parameter that only reorder the columns, from all pairs."""
    names = tuple(" / ".join(pair) for pair in numbers.other_orders(scheme, length, dim))
    return [claim("heatmap-order", names=names)] if names else []


def sine(study: Study) -> list[Claim]:
    """Return whether one wave A sin(w p) identifies the selected position."""
    amplitude, frequency = study.options["amplitude"], study.options["frequency"]
    wave, position = numbers.wave(amplitude, frequency, study.length), study.position
    if len(wave) == 1:
        return []
    # rounding of the angle w p, which grows with the angle
    rounding = 4 * np.finfo(np.float64).eps * amplitude * max(frequency * len(wave), 1)
    if np.ptp(wave) <= max(rounding, CONSTANT * amplitude):
        return [claim("heatmap-sine-constant")]
    apart = np.abs(wave - wave[position])
    near = np.abs(np.arange(len(wave)) - position) <= 1
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
    like = numbers.DOUBLING.wavelengths(numbers.DOUBLING_DIM)
    lengths = tuple(int(period) for period in Binary().wavelengths(numbers.BITS))
    claims = [claim("heatmap-counting", lengths=lengths, low=float(like[0]), high=float(like[-1]))]
    waves = sinusoid.wavelengths(dim)[: dim // 2]
    factors = waves[1:] / waves[:-1]
    if not factors.size or not _equal(float(factors.min()), float(factors.max())):
        return claims
    factor = float(factors[0])
    if _equal(factor, 2):
        return [*claims, claim("heatmap-doubles", base=sinusoid.base, dim=dim)]
    return [*claims, claim("heatmap-factor", base=sinusoid.base, dim=dim, factor=factor)]


@shared_cache
def beyond(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Share of later values outside the range seen in the sequence."""
    later = numbers.beyond(scheme, length, dim)
    if later is None:
        return [claim("heatmap-beyond-end", scheme=scheme.name, last_position=length - 1)]
    share, ends = (
        float(later.outside.mean()),
        {"position": length, "end": scheme.rows_within(4 * length) - 1, "length": length},
    )
    claims = [claim("heatmap-beyond", share=share, **ends) if share else claim("heatmap-beyond-inside", **ends)]
    if share and later.longer is not None:
        claims.append(claim("heatmap-beyond-longer", length=4 * length, share=later.longer))
    return claims


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
    steps, periods = numbers.steps(scheme, length, dim), numbers.waves(scheme, length, dim)
    if steps is not None and periods.size:
        low, high = float(periods.min()), float(periods.max())
        if _equal(low, high):
            return claim("heatmap-wave", count=len(numbers.periods(scheme, length, dim)), period=high)
        return claim("heatmap-waves", low=low, high=high)
    if length > 2 and measurements.is_measured(length, dim):
        table = measurements.table(scheme, length, dim)
        if dim > 1 and (table == table[:, :1]).all():
            return claim("heatmap-repeated", dim=dim)
        values = [length - precision.duplicates(column[:, None]) for column in table.T]
        if max(values) == 2:
            return claim("heatmap-bits")
    return claim("heatmap-vectors", dim=dim)


def _ends(name: str, values: Array) -> list[Claim]:
    """Single value, or smallest and largest value; empty without values."""
    if not values.size:
        return []
    # adding 0.0 turns -0.0 into 0.0
    low, high = float(values.min()) + 0.0, float(values.max()) + 0.0
    one = _equal(low, high)
    return [
        claim(f"heatmap-cell-{name}", **{name: high}) if one else claim(f"heatmap-cell-{name}s", low=low, high=high)
    ]


def _varying(table: Array) -> np.ndarray:
    return np.asarray(table.std(axis=0) >= STILL)


def _vary(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Return the number of varying columns; empty for one position and for matrices too large to search."""
    if length == 1 or not measurements.is_measured(length, dim):
        return []
    count = int(_varying(measurements.table(scheme, length, dim)).sum())
    if count in (0, dim):
        return [claim(f"heatmap-vary-{'all' if count else 'none'}", length=length, dim=dim)]
    return [claim("heatmap-vary-some", length=length, count=count, dim=dim, rest=dim - count)]


def _halves(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Distances between neighbors without the cosines, if they are constant with them."""
    steps = numbers.steps(scheme, length, dim)
    if length < 3 or dim % 2 or not measurements.is_measured(length, dim) or steps is None or not steps.any():
        return []
    pairs, table = scheme.pairs(dim), measurements.table(scheme, length, dim)
    sines, both = (np.linalg.norm(np.diff(table[:, which], axis=0), axis=1) for which in (pairs[:, 0], pairs.ravel()))
    if not _equal(float(both.min()), float(both.max())) or _equal(float(sines.min()), float(sines.max())):
        return []
    return [claim("heatmap-halves", low=float(sines.min()), high=float(sines.max()), distance=float(both[0]))]


def _equal(low: float, high: float) -> bool:
    return abs(high - low) <= criteria.EQUAL * max(abs(low), abs(high))
