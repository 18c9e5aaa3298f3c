"""Which waves is a table made of? Fits from the usual to the rare, with all their names, until one explains it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from posenc_core.arrays import Array
from posenc_core.diagnosis import chance, fitting
from posenc_core.diagnosis.reading import Reading, Seen
from posenc_core.diagnosis.turning_pairs import Turns, turning
from posenc_core.diagnosis.wave_fits import Fit, Table, freed, sized, stages
from posenc_core.diagnosis.wave_names import names, rule_bases
from posenc_core.diagnosis.waves import SHAPES, Shape, Waves
from posenc_core.precision import rounded
from posenc_core.schemes import RoPE

WHOLE = 3
"""So many fits of one stage are compared with the whole table."""

STILL = 10.0
"""By so many nats waves must explain more than columns that stand still."""

NEAR = 0.3
"""What leaves more explains nothing anyway, and may still be the nearest."""

UNUSUAL = 9.0
"""An account that costs so much to say is not taken before others are tried."""

SURE = 1e-5
"""No rounded frequencies come so near to one base."""

BY_ROUNDING = 2.0**-9
"""By so large a share bfloat16 moves a number at most."""

MOST_OFF = 24.0
"""So many errors a frequency may be off on average: the whole table decides."""

STRETCHED = tuple(
    RoPE(base=base, scaling=scaling, factor=float(factor), trained=trained)
    for base, scaling, factor, trained in product(
        (1e4, 5e5, 1e6),
        ("YaRN", "YaRN as printed", "llama3"),
        (4, 8, 2, 16, 32, 40),
        (2048, 4096, 8192, 1024, 16384, 32768),
    )
)
"""Rotations whose frequencies follow no series, from the common to the rare."""

Group = Sequence[Reading]


def readings(seen: Seen) -> list[Group]:
    """Accounts of a table as waves: names for the same numbers together, the plainest first."""
    if seen.hidden is not None or not seen.norm or len(seen.numbers) < 2:
        return []
    found: list[Group] = []
    explaining: list[Reading] = []
    for by_pairs, groups in _stages(seen):
        said = {_said(group[0]) for group in found}
        new = [group for group in groups if _said(group[0]) not in said]
        found += new
        explaining += [group[0] for group in new if chance.left(seen, group[0]) is not None]
        # an unusual base may be what rounded frequencies look like
        if any(each.cost < UNUSUAL or each.misfit < SURE for each in explaining) or (explaining and not by_pairs):
            break
    return found


def _said(reading: Reading) -> str:
    return f"{reading.kind} {reading.name} {reading.parameters}"


def _stages(seen: Seen) -> Iterator[tuple[bool, list[Group]]]:
    """Accounts from the usual to the rare, and whether the pairs are still to say something."""
    table = Table(seen)
    means = np.tile(seen.numbers[table.rows].mean(0), (table.length, 1))
    means[table.padding] = 0
    still = seen.misfit(means)
    by_stage = stages(table)
    for place, fits in enumerate(by_stage):
        yield not place, _groups(seen, fits, still)
        if not place:
            yield from ((True, groups) for groups in _by_pairs(seen, table, still))


def _groups(seen: Seen, fits: Sequence[Fit], still: float) -> list[Group]:
    """The names of some fits and what they leave of the whole table, the best first."""
    found: list[Group] = []
    shapes: set[Shape] = set()
    for fit in fits:
        # two fits of one shape are worth comparing where they are about as good
        if len(found) >= WHOLE or (fit.waves.shape in shapes and fit.misfit > 2 * fits[0].misfit + 2 * seen.floor):
            continue
        named = names(fit, seen)
        if not named:
            continue
        misfit, more = fit.misfit, 0.0
        # of what is far off, some of the numbers say enough
        if misfit <= NEAR:
            made = named[0].waves.numbers()
            misfit = seen.misfit(made)
            more = fitting.differing(seen, made, misfit)
        # columns that stand still, each with a number of its own, are no waves, however near
        moves = seen.numbers.size * np.log(max(still, seen.floor) / max(misfit, seen.floor))
        if moves < STILL + max(named[0].reading.cost - fitting.FREE * seen.numbers.shape[1], 0) and misfit < NEAR:
            continue
        shapes.add(fit.waves.shape)
        found.append([replace(each.reading, misfit=misfit, cost=each.reading.cost + more) for each in named])
    return found


def _by_pairs(seen: Seen, table: Table, still: float) -> Iterator[list[Group]]:
    """What the pairs say, one by one: any start and unit, rounded frequencies, stretched rotations."""
    if table.padding.size:
        return
    found = turning(seen.numbers)
    if found is None or (found.frequencies <= 0).all():
        return
    shape = next(each for each in SHAPES if each.kind == "pairs" and _columns_are(found, each, table.dim))
    stretched = _stretched(seen, found, shape, table.dim)
    if stretched is not None:
        yield [_of_rotation(seen, stretched)]
    yield _groups(seen, _with_rounded_frequencies(seen, table, found, shape), still)
    begun = _series(table, found, shape)
    if begun is not None:
        yield _groups(seen, freed(table, begun), still)


def _columns_are(found: Turns, shape: Shape, dim: int) -> bool:
    laid = shape.of(dim)
    return bool(
        not laid.cosine[found.columns[:, 0]].any()
        and laid.cosine[found.columns[:, 1]].all()
        and np.array_equal(laid.exponents[found.columns[:, 0]], laid.exponents[found.columns[:, 1]])
    )


def _series(table: Table, found: Turns, shape: Shape) -> Waves | None:
    """Waves whose frequencies fall by one factor, and that start anywhere, as the pairs have them."""
    told = found.frequencies > 8 * found.errors
    if told.sum() < 2:
        return None
    w, errors = found.frequencies[told], found.errors[told]
    exponents = shape.of(table.dim).exponents[found.columns[told, 0]]
    weights = 1 / np.maximum(errors / w, 1e-6)
    matrix = np.stack((np.ones(w.size), -exponents), axis=1)
    (log_unit, log_base), *_ = np.linalg.lstsq(matrix * weights[:, None], np.log(w) * weights, rcond=None)
    # from slow to fast: what is known of the start says how many whole turns a faster pair has behind it
    start, known = 0.0, 0.0
    for speed, phase in sorted(zip(w, found.phases[told], strict=True)):
        off = np.angle(np.exp(1j * (phase - speed * start))) / speed
        start, known = (start * known + (start + off) * speed**2) / (known + speed**2), known + speed**2
    size = float(np.median(found.sizes))
    return Waves(shape, table.dim, table.length, float(log_base), float(np.exp(log_unit)), float(start), size)


def _with_rounded_frequencies(seen: Seen, table: Table, found: Turns, shape: Shape) -> list[Fit]:
    """Waves with frequencies rounded to bfloat16: of the base that agrees best with all the pairs."""
    exponents = shape.of(table.dim).exponents[found.columns[:, 0]]
    # where no frequency is told better than rounding moves it, nothing says that it was rounded
    if not (exponents[found.errors < (BY_ROUNDING - seen.floor) * found.frequencies] > 0).any():
        return []
    near = _series(table, found, shape)
    if near is None or abs(near.log_base) > 40 or abs(np.log(near.unit)) > 0.02:
        return []

    def chi2(log_bases: Array) -> Array:
        expected = rounded(np.exp(-np.multiply.outer(log_bases, exponents)), "bfloat16")
        return np.asarray(np.square((found.frequencies - expected) / found.errors).clip(max=1e6).sum(1))

    spread = near.log_base + np.linspace(-0.02, 0.02, 4001)
    named, costs = rule_bases(shape, table.dim, spread[0], spread[-1])
    left = np.concatenate((chi2(named) / 2 + costs, chi2(spread) / 2 + 20)) if named.size else chi2(spread) / 2
    at = int(left.argmin())
    every = np.concatenate((named, spread)) if named.size else spread
    log_base, start = float(every[at]), float(max(round(near.start), 0))
    error = 1e-7 if at < named.size else 1e-5
    waves = Waves(shape, table.dim, table.length, log_base, 1.0, start, near.scale, "frequencies")
    return [sized(table, waves, (error, 0.0, 0.0))]


def _stretched(seen: Seen, found: Turns, shape: Shape, dim: int) -> RoPE | None:
    """The rotation, stretched beyond the length of training, that has these frequencies."""
    if shape.first != "cos" or dim % 2 or not (np.abs(found.phases) < 0.1).all():
        return None
    pairing = "interleaved" if shape.layout == "interleaved" else "half"
    # rounding moves all numbers of a slow pair the same way
    errors = found.errors + 1e-6 * found.frequencies + seen.floor / len(seen.numbers)
    off = [np.square((found.frequencies - scheme.frequencies(dim)) / errors).sum() for scheme in STRETCHED]
    squares = np.array(off)
    best = int((squares / 2 + np.arange(len(STRETCHED)) / 20).argmin())
    near = squares[best] < MOST_OFF**2 * found.frequencies.size
    return replace(STRETCHED[best], pairing=pairing) if near else None


def _of_rotation(seen: Seen, scheme: RoPE) -> Group:
    found = fitting.of_scheme(seen, scheme, 6.0)
    return [replace(found, parameters={"base": scheme.base, **found.parameters})]
