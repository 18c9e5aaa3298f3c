"""Heatmap: what is true of the matrix of an encoding, of one number in it, and of its columns."""

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
"""A wave that changes by no more than this share of its amplitude is constant."""


@shared_cache
def opening(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """What the columns are, and how many of them vary."""
    return [_columns(scheme, length, dim), *_vary(scheme, length, dim)]


@shared_cache
def cell(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """The facts that are compared between encodings."""
    found = []
    if measurements.is_measured(length, dim):
        table = measurements.table(scheme, length, dim)
        if length > 1:
            found.append(claim("heatmap-cell-vary", count=int(_varying(table).sum()), dim=dim))
        found += _ends("value", table)
    return found + _ends("period", numbers.waves(scheme, length, dim))


def number(study: Study, column: int, *, steps: bool) -> list[Claim]:
    """Which number is shown, whether a formula gives it in `steps`, and what an odd d does to its column."""
    scheme, asked = study.schemes[0], study.options["column"]
    found = [claim("heatmap-no-column", column=asked, last_column=column)] if asked != column else []
    id = "made" if steps else "stored" if scheme.own_size else "rule"
    found.append(claim(f"heatmap-{id}", position=study.position, column=column))
    pairs = scheme.pairs(study.dim)
    if numbers.steps(scheme, study.length, study.dim) is not None and column not in pairs:
        found.append(claim(f"heatmap-lone-{scheme.unpaired(study.dim) or 'zero'}"))
    return found


@shared_cache
def columns(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """How many pairs or bits complete a cycle, and what sines alone would lack."""
    steps, periods = numbers.steps(scheme, length, dim), numbers.periods(scheme, length, dim)
    done, found = int((periods <= length).sum()), []
    if length == 1:
        return []
    if steps is not None and steps.any():
        found.append(claim("heatmap-rotations", count=done, whole=len(periods), length=length))
        if still := int((steps == 0).sum()):
            found.append(claim("heatmap-constant-pairs", count=still))
    elif steps is None and periods.size and dim > 1:
        found.append(claim("heatmap-cycles", count=done, whole=len(periods), length=length))
    return found + _halves(scheme, length, dim)


@shared_cache
def orders(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """Which other choice of a parameter only changes the order of the columns; measured on all pairs."""
    names = tuple(" / ".join(each) for each in numbers.other_orders(scheme, length, dim))
    return [claim("heatmap-order", names=names)] if names else []


def sine(study: Study) -> list[Claim]:
    """Whether one wave A sin(w p) identifies the selected position."""
    amplitude, frequency = study.options["amplitude"], study.options["frequency"]
    wave, position = numbers.wave(amplitude, frequency, study.length), study.position
    if len(wave) == 1:
        return []
    # the angle w p has been rounded, the more the larger it is
    rounding = 4 * np.finfo(np.float64).eps * amplitude * max(frequency * len(wave), 1)
    if np.ptp(wave) <= max(rounding, CONSTANT * amplitude):
        return [claim("heatmap-sine-constant")]
    apart = np.abs(wave - wave[position])
    near = np.abs(np.arange(len(wave)) - position) <= 1
    nearest = float(np.delete(apart[near], min(position, 1)).min())
    nearer = int((apart[~near] < nearest - rounding).sum())
    found = [claim("heatmap-sine-nearer", count=nearer, position=position)]
    if not nearer:
        found = [claim("heatmap-sine-neighbors", position=position)]
    return found + [claim("heatmap-sine-fast")] * (frequency > np.pi)


def counting(sinusoid: Sinusoidal, dim: int) -> list[Claim]:
    """That bits and sines count alike where wavelengths double, and by which factor those of the sinusoid grow."""
    like = numbers.DOUBLING.wavelengths(numbers.DOUBLING_DIM)
    lengths = tuple(int(period) for period in Binary().wavelengths(numbers.BITS))
    found = [claim("heatmap-counting", lengths=lengths, low=float(like[0]), high=float(like[-1]))]
    waves = sinusoid.wavelengths(dim)[: dim // 2]
    factors = waves[1:] / waves[:-1]
    if not factors.size or not _equal(float(factors.min()), float(factors.max())):
        return found
    factor = float(factors[0])
    if _equal(factor, 2):
        return [*found, claim("heatmap-doubles", base=sinusoid.base, dim=dim)]
    return [*found, claim("heatmap-factor", base=sinusoid.base, dim=dim, factor=factor)]


@shared_cache
def beyond(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """How much of what comes after the sequence is outside what it has shown."""
    found = numbers.beyond(scheme, length, dim)
    if found is None:
        return [claim("heatmap-beyond-end", scheme=scheme.name, last_position=length - 1)]
    share, ends = (
        float(found.outside.mean()),
        {"position": length, "end": scheme.rows_within(4 * length) - 1, "length": length},
    )
    said = [claim("heatmap-beyond", share=share, **ends) if share else claim("heatmap-beyond-inside", **ends)]
    if share and found.longer is not None:
        said.append(claim("heatmap-beyond-longer", length=4 * length, share=found.longer))
    return said


@shared_cache
def misconceptions() -> list[Claim]:
    """Three right statements; their numbers are those of common settings, whatever the page shows."""
    pairs, last = Sinusoidal().pairs(128), 63
    sine = np.abs(np.diff(Sinusoidal().encode(range(128), 64), axis=0)).max()
    bit = np.abs(np.diff(Binary().encode(range(128), 64), axis=0)).max()
    powers = np.arange(0, 512, 2, dtype=np.float32)
    positions = np.arange(100, dtype=np.float32)[:, None]
    by_exp = _error(positions * np.exp(powers * np.float32(-np.log(10000.0) / 512)))
    by_power = _error(positions / np.power(np.float32(10000), powers / np.float32(512)))
    return [
        claim("heatmap-index", dim=128, count=last, column=int(pairs[last][0]), other=int(pairs[last][1])),
        claim("heatmap-pictures", low=by_exp, high=by_power),
        claim("heatmap-smooth", low=float(sine), high=float(bit)),
    ]


def _error(angles: Array) -> float:
    """How far the sines and cosines of some angles are from the sinusoid of 100 × 512."""
    table = Sinusoidal().encode(range(100), 512)
    return float(max(np.abs(np.sin(angles) - table[:, 0::2]).max(), np.abs(np.cos(angles) - table[:, 1::2]).max()))


def _columns(scheme: Scheme, length: int, dim: int) -> Claim:
    """Exactly one of these claims is true of an encoding."""
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
    """The only number, or the smallest and the largest; nothing of none."""
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
    """How many columns vary; nothing of one position, or where the matrix is too large to look."""
    if length == 1 or not measurements.is_measured(length, dim):
        return []
    count = int(_varying(measurements.table(scheme, length, dim)).sum())
    if count in (0, dim):
        return [claim(f"heatmap-vary-{'all' if count else 'none'}", length=length, dim=dim)]
    return [claim("heatmap-vary-some", length=length, count=count, dim=dim, rest=dim - count)]


def _halves(scheme: Scheme, length: int, dim: int) -> list[Claim]:
    """What distances between neighbors would be without the cosines, where these make them constant."""
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
