"""Candidate programs: those whose frequencies lie on the measured line."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from posenc_core.arrays import Array, Complex, Mask
from posenc_tools.diagnosis import columns, costs, rules, thresholds
from posenc_tools.diagnosis.columns import Waves
from posenc_tools.diagnosis.explanations import Table
from posenc_tools.diagnosis.rules import Rule
from posenc_tools.diagnosis.series import Series, series
from posenc_tools.known_bugs import programs
from posenc_tools.known_bugs.programs import COSINE, Program

OCTAVES = ("octaves", "rising octaves")


class Placement(NamedTuple):
    """Position of the first row, direction, and scale."""

    start: float
    error: float
    step: int
    scale: float
    scale_error: float  # relative


class Candidate(NamedTuple):
    """Program with its cost and its description."""

    cost: float
    rule: Rule
    program: Program
    parameters: Mapping[str, Any]
    bug: str = ""


class FittedLine(NamedTuple):
    """Line through the log frequencies, and the waves of the columns that are on it."""

    line: Series
    moving: Mask  # columns that move far enough to determine a phase. (m,)
    frequencies: Array  # of those columns. (k,)
    amplitudes: Complex  # of those columns. (k,)
    backwards: Mask  # those columns whose aliased wave runs backwards. (k,)

    def placement(self, fit: Waves, rule: Rule) -> Placement | None:
        """Position of the first row, direction, and scale, if the columns have the waves of a rule."""
        cosine = rule.waves[fit.columns][self.moving] == COSINE
        return _placement(self.amplitudes, self.frequencies, cosine, self.backwards)


def fit_line(table: Table, fit: Waves, rule: Rule) -> FittedLine | None:
    """Fit the line through the log frequencies, which depends on the steps of a rule and not on its waves."""
    steps = rule.steps[fit.columns]
    shown = ~rule.layout.zeros[fit.columns]
    used = shown & (fit.residuals < thresholds.MAX_COLUMN_RESIDUAL) & (np.abs(fit.amplitudes) > 0)
    line = series(steps, fit.frequencies, fit.errors, used)
    if line is None:
        return None
    if np.isnan(line.slope):
        # the line determines only one step
        used &= np.abs(fit.frequencies * np.exp(-line.offset) - 1) < 0.01
    if not used.any():
        return None
    slope = 0.0 if np.isnan(line.slope) else line.slope
    expected = np.exp(np.clip(line.offset + slope * steps, -60, 40))
    # slow frequencies are determined better by the line than by their columns
    known = fit.errors < 1e-3 * expected
    w = np.where(known, np.abs(line.frequencies), expected)
    z = columns.amplitudes(table, fit, np.abs(np.where(known, fit.frequencies, expected)))
    backwards = known & (line.frequencies < 0)
    # coarser numbers require a longer stretch of a wave to determine its phase
    off = max(table.relative_rounding, float(np.median(fit.residuals[used])))
    moving = w * len(fit.rows) > np.clip(100 * off, 0.01, 1)
    moving = moving & used if (moving & used).any() else used
    return FittedLine(line, moving, w[moving], z[moving], backwards[moving])


def _placement(z: Complex, w: Array, cosine: Mask, backwards: Mask) -> Placement | None:
    """Start, direction, and scale from the phases at the first row, slow columns first."""
    phasors = np.where(cosine, -1j * z, z)
    scale = float(np.median(np.abs(phasors)))
    if not scale:
        return None
    scatter = np.abs(np.abs(phasors) / scale - 1)
    # a wrong number in a slow column increases its amplitude and spoils its phase
    order = np.argsort(w)
    order = order[scatter[order] <= max(thresholds.MAX_AMPLITUDE_SCATTER, float(np.median(scatter)))]
    w, cosine, backwards, phasors = w[order], cosine[order], backwards[order], phasors[order]
    scale_error = 3 * float(np.median(scatter)) / len(scatter) ** 0.5
    matches: list[tuple[float, Placement]] = []
    for step, sign in product((1, -1), (1.0, -1.0)):
        reverse = backwards ^ (step < 0)
        unit = sign * np.where(reverse, np.where(cosine, phasors.conj(), -phasors.conj()), phasors) / scale
        start, known = 0.0, 0.0
        for speed, phase in zip(w.tolist(), np.angle(unit).tolist(), strict=True):
            off = (phase - speed * start + np.pi) % (2 * np.pi) - np.pi
            start, known = start + off / speed * speed**2 / (known + speed**2), known + speed**2
        for at in _starts(start):
            off = float(np.mean(np.abs(unit - np.exp(1j * w * at)) ** 2))
            error = float(np.sqrt(off / known)) + 1e-9
            matches.append((off, Placement(at, error, step, sign * scale, scale_error)))
    # the simplest among those about as good as the best
    least = min(off for off, _ in matches)
    if least >= thresholds.MAX_PHASE_SCATTER:
        return None
    return next(placement for off, placement in matches if off <= 4 * least + 1e-20)


def _starts(start: float) -> tuple[float, ...]:
    return (float(round(start)), start) if abs(start - round(start)) < 0.02 else (start,)


def line_candidates(group: Sequence[Rule], line: Series, placement: Placement, table: Table) -> Iterator[Candidate]:
    """Candidates of a group that are consistent with the measured line."""
    length, dim = table.numbers.shape
    error = max(4 * table.relative_rounding, 1e-6, 2 * placement.scale_error)
    for scale in costs.scales(placement.scale, error, dim, rules.numbers_of_bugs("table", dim)):
        for rule in group:
            for base, unit in _numbers(rule, line, length):
                program = Program(
                    rule.layout, rule.waves, rule.lines, base.value, unit.value, _start(placement, unit.value),
                    placement.step, scale.value,
                )  # fmt: skip
                yield named_candidate(rule, program, base, unit, scale)


def named_candidate(
    rule: Rule, program: Program, base: costs.NamedValue, unit: costs.NamedValue, scale: costs.NamedValue
) -> Candidate:
    """Candidate with its cost and the parameters that differ from the paper, except the bug itself."""
    start, bug = program.start, rule.bug.name if rule.bug else unit.bug or scale.bug
    # x-transformers scales concatenated tables by 1/√d; in other tables it is a bug
    unmeant = costs.BUG if scale.label == "1/√d" and rule.layout.is_interleaved else 0.0
    cost = rule.cost + base.cost + unit.cost + scale.cost + unmeant + costs.start_cost(start, unit.value)
    more: dict[str, Any] = {**base.parameters, **rule.parameters}
    # sines of descending positions up to 0 are those of ascending ones, negated; cosines are equal
    negated = program.step < 0 and (scale.value < 0 or start <= 0)
    start = -start if negated else start
    if start:
        more["start"] = int(start) if start == round(start) else start
    if scale.value < 0 or negated:
        # no known code changes a sign
        cost += costs.UNUSUAL
    if negated:
        more["negated"] = "cosines" if scale.value < 0 else "sines"
        scale = scale._replace(label=-scale.value) if scale.value < 0 else scale
    elif program.step < 0:
        more["positions"] = "descending"
        cost += costs.DESCENDING
    for name, number in (("unit", unit), ("scale", scale)):
        if number.label != 1 and not (bug and bug == number.bug):
            more[name] = number.label
    return Candidate(cost, rule, program, more, bug)


def _start(placement: Placement, unit: float) -> float:
    """Position of the first row with as few digits as its error permits."""
    for divisor in (1.0, unit, 2.0):
        near = round(placement.start * divisor) / divisor
        if abs(near - placement.start) <= max(6 * placement.error, 1e-6 * max(abs(placement.start), 1)):
            return near
    return placement.start


def _numbers(rule: Rule, line: Series, length: int) -> Iterator[tuple[costs.NamedValue, costs.NamedValue]]:
    """Bases and units that reproduce the measured line; for a bug only common ones."""
    ends = int(rule.steps.argmin()), int(rule.steps.argmax())
    level, (offset_variance, together), (_, variance) = np.isnan(line.slope), *line.covariance
    bases = _bases(rule, line)
    values = np.array([base.value for base in bases])
    offsets, slopes = programs.offsets_and_slopes(rule.lines, rule.layout, values, ends)
    for base, offset, slope in zip(bases, offsets.tolist(), slopes.tolist(), strict=True):
        change = 0.0 if level else slope - line.slope
        if abs(change) > 4 * np.sqrt(variance) + 2 * costs.FREQUENCY_FLOOR:
            continue
        # the offset is correlated with the slope
        followed = together / variance if variance > 0 else 0.0
        unit = float(np.exp(line.offset + change * followed - offset))
        error = float(np.sqrt(max(offset_variance - together * followed, 0.0))) if variance > 0 else 0.0
        named = costs.units(unit, error, length, rules.numbers_of_bugs("angle", length))
        yield from ((base, unit) for unit in named[:2] if not rule.bug or unit.cost <= thresholds.MAX_UNIT_COST)


def _bases(rule: Rule, line: Series) -> list[costs.NamedValue]:
    """Bases consistent with the slope of the line."""
    level = np.isnan(line.slope)
    if not rule.span or (level and not rule.bug):
        return [costs.NamedValue(1e4, 0.0, 1e4)]
    if rule.bug:
        return [costs.NamedValue(base, cost, base, {"base": base}) for base, cost in costs.SEARCHED.items()]
    error = float(np.sqrt(line.covariance[1, 1]))
    matches = costs.bases(-line.slope / rule.span, error / rule.span, rule.layout.dim)[:3]
    # octaves: each frequency is twice that of an adjacent pair for any d
    octaves = int(rule.layout.pair[~rule.layout.zeros].max(initial=0)) * np.log(2) * np.sign(line.slope)
    if "schedule" not in rule.parameters and octaves and abs(octaves - line.slope) <= 4 * error + costs.FREQUENCY_FLOOR:
        parameters = {"schedule": OCTAVES[int(octaves > 0)]}
        matches.append(costs.NamedValue(float(np.exp(-octaves / rule.span)), 1.5, "octaves", parameters))
    return matches
