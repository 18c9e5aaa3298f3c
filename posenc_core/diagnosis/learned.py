"""Did training make a table, or chance? What neither a formula nor a code explains, by how its rows go together."""

from collections.abc import Iterator, Mapping
from math import erf

import numpy as np

from posenc_core import trained
from posenc_core.arrays import Array
from posenc_core.diagnosis.fitting import FREE, NEAR, account, share, shortest, some_rows
from posenc_core.diagnosis.reading import Reading, Seen
from posenc_core.schemes import Learned

LEAST = (16, 8)
"""Rows and columns: a smaller table shows neither training nor chance."""

MOST = 512
"""So many rows in the middle, and so many columns, are looked at for directions: more would take seconds."""

IN_ORDER = 0.3
"""The cosine of neighbours, beside the usual row: from here on they have to do with each other."""

ONE_WAVE = 0.7
"""Where single waves hold so much of most columns, a formula made them: training mixes several in each."""

OUTLIER = 1.5
"""So many times as long as the rows beside it a row at an end is special, as that of the first token is."""

EVEN = 1.25
"""Wavelengths are a series where no ratio of neighbours is more than so many times another."""

TAIL = 16
"""So many last rows that have nothing to do with each other were never trained."""

CUT = 2.0
"""At so many σ code cuts off the normal numbers that it fills a table with."""

CUT_OFF = 0.8796
"""What is left of σ then."""

KURTOSIS = {"normal": 3.0, "uniform": 1.8, "normal, cut off at 2 σ": 2.366}
"""The mean fourth power over the squared variance, of what tables are filled with before training."""

APART = 0.03
"""By so much the share of numbers below a value may differ from its distribution's: they may be rounded."""

ENOUGH = 2**20
"""So many numbers, of the first rows and the last, show whether chance drew them."""


def known(seen: Seen) -> list[Reading]:
    """The account of a table as a trained one that this library has, or its first rows and columns."""
    length, dim = seen.numbers.shape
    scheme = Learned()
    if seen.hidden is not None or length * dim < LEAST[1] or scheme.lacks("vectors", length, dim):
        return []
    few = some_rows(length)
    if share(scheme.encode(few, dim) - seen.numbers[few], seen.numbers[few]) > NEAR:
        return []
    return [
        account(
            seen,
            "Learned",
            {"model": "all-MiniLM-L6-v2"},
            lambda: scheme.encode(range(length), dim).astype(np.float64, copy=False),
            cost=FREE,
            kind="learned",
            scheme=scheme,
        )
    ]


def readings(seen: Seen) -> list[tuple[Reading, Mapping[str, float]]]:
    """Whether training or chance made a table that no formula explains, with what was measured; nothing for neither."""
    length, dim = seen.numbers.shape
    if seen.hidden is not None or length < LEAST[0] or dim < LEAST[1] or not seen.norm:
        return []
    if distribution := _chance(seen.numbers):
        return [(Reading("random", "random", distribution, float("nan")), _of_chance(seen.numbers))]
    if _trained(seen.numbers):
        return [(Reading("learned", "learned", {}, float("nan")), facts(seen))]
    return []


def facts(seen: Seen) -> dict[str, float]:
    """What a trained table shows: its special rows, its directions, and the turns of one step in them. By name."""
    numbers = seen.numbers
    length, dim = numbers.shape
    if length < LEAST[0] or dim < LEAST[1]:
        return {}
    norms = np.linalg.norm(numbers, axis=1)
    found = {"usual norm of a row": float(np.median(norms))}
    found |= {f"norm of row {row}": float(norms[row]) for row in _special(norms)}
    found["rows next to their nearest"] = _next_to_nearest(numbers)
    tail = _untrained(numbers)
    if tail < length:
        found["first row like chance"] = float(tail)
    turns = _turns(numbers)
    if turns is not None:
        rows = turns.rows[1] - turns.rows[0] + 1
        found["directions"] = float(trained.DIRECTIONS)
        found["share in directions"] = turns.share
        found["share in directions by chance"] = _share_by_chance(rows, min(dim, MOST))
        if _even(turns):
            found |= {f"wavelength {place + 1}": float(each) for place, each in enumerate(turns.wavelengths)}
            found["mean ratio of wavelengths"] = float(np.exp(np.log(turns.ratios).mean()))
    return found


def _trained(numbers: Array) -> bool:
    """Rows in order that no single waves make, and something that a random walk does not show."""
    norms = np.linalg.norm(numbers, axis=1)
    trained_rows = _untrained(numbers)
    near = _neighbours(numbers)[:trained_rows]
    # in few directions rows are alike or opposite by chance, and of few rows the mean says little
    if not near.size or near.mean() < max(IN_ORDER, 3 * near.std() / np.sqrt(near.size)):
        return False
    if _one_wave(numbers) > ONE_WAVE:
        return False
    turns = _turns(numbers)
    return bool(_special(norms)) or trained_rows < len(numbers) or (turns is not None and _even(turns))


def _neighbours(numbers: Array) -> Array:
    """The cosine of each row with the next, both beside the usual row. (n, d) -> (n - 1,)"""
    # a single huge number would draw a mean to itself, and make all other rows alike
    rows = numbers - np.median(numbers[some_rows(len(numbers))], axis=0)
    sizes = np.linalg.norm(rows, axis=1)
    products = sizes[1:] * sizes[:-1]
    near = np.vecdot(rows[1:], rows[:-1])
    return np.asarray(np.divide(near, products, out=np.zeros(len(products)), where=products > 0))


def _special(norms: Array) -> list[int]:
    """Which of the first two rows and the last two are much longer than the rows beside them."""
    last = len(norms) - 1
    beside = {0: norms[2:10], 1: norms[2:10], last - 1: norms[-10:-2], last: norms[-10:-2]}
    return [row for row, others in beside.items() if norms[row] > OUTLIER * np.median(others) > 0]


def _untrained(numbers: Array) -> int:
    """The first of the last rows that have nothing to do with each other; their number where there are none."""
    related = np.abs(_neighbours(numbers)) > IN_ORDER
    # a single pair may be alike by chance
    often = np.convolve(related, np.ones(TAIL) / TAIL, "valid") > 2 / TAIL
    if not len(often) or often[-1]:
        return len(numbers)
    (places,) = np.nonzero(often)
    first = int(places[-1]) + TAIL if len(places) else 0
    return first if len(numbers) - first >= TAIL and np.linalg.norm(numbers[first:], axis=1).all() else len(numbers)


def _one_wave(numbers: Array) -> float:
    """How much of a column its strongest frequency holds: the median over some columns."""
    length, dim = numbers.shape
    columns = numbers[:, np.linspace(0, dim - 1, min(dim, 64)).astype(np.int64)]
    window = np.hanning(length)[:, None]
    # finer than the table is long, so that no frequency falls between two
    powers = np.square(np.abs(np.fft.rfft(columns * window, 4 * length, axis=0)))
    total = powers.cumsum(axis=0)
    peaks, every = powers.argmax(axis=0), np.arange(powers.shape[1])
    high = total[np.minimum(peaks + 12, len(powers) - 1), every]
    low = np.where(peaks > 12, total[np.maximum(peaks - 13, 0), every], 0)
    found = (high - low)[total[-1] > 0] / total[-1][total[-1] > 0]
    return float(np.median(found)) if found.size else 1.0


def _turns(numbers: Array) -> trained.Turns | None:
    """How the rows of the middle move by one token; None where they are too few."""
    length = len(numbers)
    first, last = length // 4, length - length // 4 - 1
    spare = max(last - first + 1 - MOST, 0)
    first, last = first + spare // 2, last - (spare - spare // 2)
    if last - first + 1 < trained.DIRECTIONS + 2:
        return None
    # the rows that follow are unseen ones: as many are enough
    return trained.turns(numbers[: last + 1 + MOST, :MOST], rows=(first, last))


def _even(turns: trained.Turns) -> bool:
    """Whether the wavelengths are a series, as training leaves it: kept from step to step, but not exactly."""
    ratios = turns.ratios
    if len(ratios) < 3 or turns.share > 0.999 or not 0.02 < turns.unseen < 0.3:
        return False
    return bool(turns.kept.min() > 0.99 and ratios.max() < EVEN * ratios.min())


def _share_by_chance(rows: int, dim: int) -> float:
    """What as many directions hold of random numbers. One draw"""
    sizes = np.linalg.svd(np.random.default_rng(0).normal(size=(rows, dim)), compute_uv=False)
    return float(np.square(sizes[: trained.DIRECTIONS]).sum() / np.square(sizes).sum())


def _next_to_nearest(numbers: Array) -> float:
    """How many rows have a neighbour as the nearest other row, of some that are looked at."""
    length = len(numbers)
    rows = numbers / (np.abs(numbers).max() or 1.0)
    chosen = np.linspace(0, length - 1, min(length, 4 * LEAST[0] ** 2)).astype(np.int64)
    squares = np.vecdot(rows, rows) - 2 * rows[chosen] @ rows.T
    squares[np.arange(len(chosen)), chosen] = np.inf
    return float(np.mean(np.abs(squares.argmin(axis=1) - chosen) == 1))


def _chance(numbers: Array) -> dict[str, float | str]:
    """How random numbers were drawn, each for itself; nothing where they were not."""
    if numbers.size > ENOUGH:
        half = ENOUGH // numbers.shape[1] // 2
        numbers = np.vstack((numbers[:half], numbers[-half:]))
    middle, size = float(numbers.mean()), float(numbers.std())
    if not size:
        return {}
    count = numbers.size
    rest = (numbers - middle) / size
    fourth = float(np.mean(np.square(np.square(rest))))
    # none is farther out, or hardly
    fits = [each for each in KURTOSIS if "cut off" not in each or np.abs(rest).max() < 1.03 * CUT / CUT_OFF]
    name = min(fits, key=lambda each: abs(KURTOSIS[each] - fourth))
    if abs(KURTOSIS[name] - fourth) > 0.06 + 4 * np.sqrt(24 / count) or any(_structure(rest, fourth)):
        return {}
    places = np.linspace(-1.9, 1.9, 21)
    below = np.array([np.mean(rest <= place) - _below(place, name) for place in places])
    if np.abs(below).max() > APART + 1.7 / np.sqrt(count):
        return {}
    error = 3 * size * np.sqrt((fourth - 1) / 4 / count)
    if name == "uniform":
        low, high = float(numbers.min()), float(numbers.max())
        off = 8 * (high - low) / count
        return {"distribution": name, "from": shortest(low, off), "to": shortest(high, off)}
    found: dict[str, float | str] = {"distribution": name, "std": shortest(size, error)}
    mean = shortest(middle, 4 * size / np.sqrt(count))
    return found | ({"mean": mean} if mean else {})


def _below(value: float, distribution: str) -> float:
    """The share of a distribution of mean 0 and variance 1 below a value."""
    if distribution == "uniform":
        return float(np.clip(0.5 + value / (2 * np.sqrt(3)), 0, 1))
    if distribution == "normal":
        return 0.5 + 0.5 * erf(value / np.sqrt(2))
    return float(np.clip(0.5 + 0.5 * erf(value * CUT_OFF / np.sqrt(2)) / erf(CUT / np.sqrt(2)), 0, 1))


def _structure(rest: Array, fourth: float) -> Iterator[bool]:
    """What numbers drawn each for itself do not show. (n, d) of mean 0 and variance 1"""
    limit = 4.5 / np.sqrt(rest.size)
    for lag in (1, 2, 3):
        yield abs(float(np.mean(rest[lag:] * rest[:-lag]))) > limit
        yield abs(float(np.mean(rest[:, lag:] * rest[:, :-lag]))) > limit
    # some rows or columns larger than others
    for axis in (0, 1):
        sizes = np.square(rest).mean(axis=axis)
        expected = (fourth - 1) / rest.shape[axis]
        yield not 0.3 < float(sizes.var()) / expected < 1 + 6 * np.sqrt(2 / len(sizes))
        means = rest.mean(axis=axis)
        yield float(means.var()) * rest.shape[axis] > 1 + 6 * np.sqrt(2 / len(sizes))
    # a few directions that hold more than chance gives any
    part = rest[:MOST, :MOST]
    rows, columns = part.shape
    edge = (np.sqrt(rows) + np.sqrt(columns)) * (1.03 + min(rows, columns) ** (-2 / 3))
    yield float(np.linalg.norm(part, 2)) > edge


def _of_chance(numbers: Array) -> dict[str, float]:
    return {
        "mean": float(numbers.mean()),
        "standard deviation": float(numbers.std()),
        "cosine of neighbours": float(_neighbours(numbers).mean()),
        "usual norm of a row": float(np.median(np.linalg.norm(numbers, axis=1))),
    }
