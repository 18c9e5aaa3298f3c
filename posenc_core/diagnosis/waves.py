"""Which sines and cosines is a table made of? Measure each column, read off the rule, and check it as a program.

One line through ln w serves all programs of a group, and arithmetic says which base and unit each would need.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.diagnosis import columns, costs, digits, residuals, rules, scaled_rope
from posenc_core.diagnosis.accounts import Account, Kind, Match, Residual, Table
from posenc_core.diagnosis.columns import Waves
from posenc_core.diagnosis.rules import Rule
from posenc_core.diagnosis.series import Series, series
from posenc_core.diagnosis.thresholds import (
    MAX_AMPLITUDE_SCATTER,
    MAX_CANDIDATES,
    MAX_COLUMN_RESIDUAL,
    MAX_FULL_COMPARISONS,
    MAX_NOISE,
    MAX_OUTLIER_SHARE,
    MAX_PHASE_SCATTER,
    MAX_PLAIN_COST,
    MAX_ROUNDED_BASE_ERROR,
    MAX_SAMPLE_OUTLIERS,
    MAX_SAMPLE_RESIDUAL,
    MAX_UNIT_COST,
    MIN_FITTED_FREQUENCIES,
    MIN_WAVE_COLUMNS,
    SAMPLE_COLUMNS,
    SAMPLE_ROWS,
)
from posenc_core.foundation.base import Scheme
from posenc_core.known_bugs import programs
from posenc_core.known_bugs.programs import COSINE, Program
from posenc_core.pauses import pause
from posenc_core.schemes import RoPE, Sinusoidal
from posenc_core.text.numerals import place_list

__all__ = ["Candidate", "Check", "Placement", "account_of", "accounts", "search_rules"]

OCTAVES = ("octaves", "rising octaves")
TRUNCATED = 4.0  # cost of a lost place: rounding on the way, a bug, may be what it looks like
BACKWARDS = 1.0  # cost of descending positions

DOUBLE = (1e-12, 0.5, 0.3)  # what another way of computing in float64 leaves at most: a wrong number stands out
ARITHMETIC = ((4e-16, 0.5, 0.0), (6e-8, 0.5, 0.3), (6e-8, 1.0, TRUNCATED))
"""Rounding of angles in float64 or float32, places lost in storage (truncation loses a whole one), and the cost."""


class Placement(NamedTuple):
    """Where the first row stands."""

    start: float
    error: float
    step: int
    scale: float
    scale_error: float  # relative


class Candidate(NamedTuple):
    """A program that the measured line allows."""

    cost: float
    rule: Rule
    program: Program
    parameters: Mapping[str, Any]
    bug: str = ""


class Check:
    """Programs beside a table: on some rows first, then on all."""

    def __init__(self, table: Table) -> None:
        """Take a table; its rows of zeros are padding."""
        self.table, self.skipped = table, columns.padding(table)
        few = np.setdiff1d(np.arange(len(table.numbers)), self.skipped)
        if len(few) > 2 * SAMPLE_ROWS:
            later = np.linspace(SAMPLE_ROWS, len(few) - 1, SAMPLE_ROWS).astype(np.int64)
            few = np.unique(np.concatenate((few[:SAMPLE_ROWS], few[later])))
        self.few = few

    def some(self, program: Program) -> tuple[float, float, float]:
        """Share of some numbers that a program does not explain, the cost of its arithmetic, and the residual."""
        length = len(self.table.numbers)
        positions = program.positions(length)[self.few]
        prediction = program.rows(positions)
        numbers = self.table.numbers[self.few]
        residual = float(np.linalg.norm(numbers - prediction) / (np.linalg.norm(numbers) or 1.0))
        for arithmetic, places, cost in ARITHMETIC:
            allowed = self.allowed(program, positions, prediction, arithmetic, places)
            share = residuals.outlier_share(numbers, prediction, allowed, self.table.peak)
            if share <= MAX_OUTLIER_SHARE:
                return share, cost, residual
        return min(share, MAX_SAMPLE_OUTLIERS if residual <= MAX_NOISE else 1.0), 0.0, residual

    def agrees(self, program: Program) -> bool:
        """Whether rounding explains some numbers."""
        return self.some(program)[0] <= MAX_OUTLIER_SHARE

    def tight(self, program: Program, residual: Residual) -> bool:
        """Whether storage and float64 arithmetic alone explain some numbers, without those that are wrong anyway."""
        wrong = {*residual.rows, *(cell.row for cell in residual.cells)}
        rows = np.array([row for row in self.few.tolist() if row not in wrong], np.int64)
        columns = np.setdiff1d(np.arange(self.table.numbers.shape[1]), residual.columns)
        positions = program.positions(len(self.table.numbers))[rows]
        prediction, numbers = program.rows(positions), self.table.numbers[np.ix_(rows, columns)]
        arithmetic = DOUBLE[0] if self.table.storage.name == "float64" else ARITHMETIC[0][0]
        allowed = self.allowed(program, positions, prediction, arithmetic, 0.6)[:, columns]
        return residuals.outlier_share(numbers, prediction[:, columns], allowed, self.table.peak) <= MAX_OUTLIER_SHARE

    def whole(self, program: Program, *, noise: bool) -> Residual | None:
        """What a program leaves of the table."""
        positions, prediction = program.positions(len(self.table.numbers)), self.prediction(program)
        exact = [DOUBLE] if self.table.storage.name == "float64" else []
        for arithmetic, places, cost in (ARITHMETIC[0], *exact, *ARITHMETIC[1:]):
            last, allowed = cost == TRUNCATED, self.allowed(program, positions, prediction, arithmetic, places)
            alone = last or arithmetic == DOUBLE[0]
            residual = residuals.classify(self.table, prediction, allowed, exceptions=alone, noise=last and noise)
            if residual is not None:
                return residual
        return None

    def amplitude(self, program: Program) -> float:
        """Least-squares amplitude of a program on some rows."""
        prediction = program.rows(program.positions(len(self.table.numbers))[self.few])
        fit = (prediction * self.table.numbers[self.few]).sum() / (np.square(prediction).sum() or 1.0)
        return program.scale * float(fit)

    def prediction(self, program: Program) -> Array:
        """The table of a program, with the rows of zeros."""
        prediction = program.rows(program.positions(len(self.table.numbers)))
        prediction[self.skipped] = 0
        return prediction

    def allowed(
        self, program: Program, positions: Array, prediction: Array, arithmetic: float, places: float = 0.5
    ) -> Array:
        """The tolerance of every number of a program. (n,), (n, d) -> (n, d)"""
        pause()
        every = np.abs(program.frequencies())
        falls = np.abs(np.log(np.maximum(every, 1e-300) / (program.unit or 1.0))).clip(max=40)
        angles = np.abs(positions)[:, None] * (every * (2 * falls + 4))
        angles *= arithmetic * abs(program.scale)
        angles += 4 * arithmetic * self.table.peak
        return residuals.tolerance(self.table, prediction, angles, places)


def accounts(table: Table, *, rare: bool = True) -> list[Match]:
    """Accounts of a table as waves, the best first; rare bugs round on the way, or no line tells their parameters."""
    check, fit, dim = Check(table), columns.waves(table), table.numbers.shape[1]
    matches: list[Match] = []
    wanted: list[Wanted] = []
    scaled: Iterable[Match] = ()
    waving = fit is not None and (fit.residuals < MAX_COLUMN_RESIDUAL).mean() >= MIN_WAVE_COLUMNS
    if fit is not None and waving:
        matches, near = _of_waves(check, fit)
        wanted += _rounding_rules(check, near)
        scaled = _scaled_rotations(check, fit)
    # angles whose sine was forgotten are straight lines
    bends = np.abs(np.diff(table.numbers[:SAMPLE_ROWS], 2, axis=0))
    straight = bends.size and np.median(bends) <= (1e-3 + 8 * table.relative_rounding) * table.peak
    explain = any(
        each.residual == Residual() and (each.account.cost < TRUNCATED or each.account.misfit <= table.exact)
        for each in matches
    )
    if rare and (waving or straight) and not explain:
        wanted += product(rules.rules_without_line(dim), costs.USED, (0.0, 1.0))
        rest = _compare(check, search_rules(check, wanted), noise=False)
        matches += [*(each for each in rest if each.residual is not None), *scaled]
    return sorted(matches, key=lambda each: (each.residual is None, each.residual != Residual(), each.account.cost))


def _of_waves(check: Check, fit: Waves) -> tuple[list[Match], list[Candidate]]:
    """Accounts by the measured lines; without one that comes near, the nearest; and all programs that were tried."""
    near: list[tuple[float, Candidate]] = []
    nearest: tuple[float, float, Candidate] | None = None
    for group in rules.groups(check.table.numbers.shape[1]):
        fitted = _fit_line(check.table, fit, group[0])
        if fitted is None:
            continue
        results: dict[tuple[Any, ...], tuple[float, float, float]] = {}
        for candidate in sorted(_line_candidates(group, *fitted, check.table), key=lambda each: each.cost)[
            :MAX_CANDIDATES
        ]:
            key = candidate.program.key
            if key not in results:
                results[key] = check.some(candidate.program)
            share, rough, residual = results[key]
            near.append((share, candidate._replace(cost=candidate.cost + rough)))
            # of those about as near, the plainest
            rank = round(residual, 2), candidate.cost, candidate
            nearest = rank if nearest is None or rank[:2] < nearest[:2] else nearest
        if any(share <= MAX_OUTLIER_SHARE and candidate.cost < MAX_PLAIN_COST for share, candidate in near):
            break
    near.sort(key=lambda each: (max(each[0], MAX_OUTLIER_SHARE), each[1].cost))
    matches = _compare(check, [candidate for share, candidate in near if share <= MAX_SAMPLE_OUTLIERS])
    if not matches and nearest is not None:
        matches += account_of(check, nearest[2], None)
    return matches, [candidate for _, candidate in near]


def _compare(check: Check, near: Iterable[Candidate], *, noise: bool = True) -> list[Match]:
    """Accounts of the programs that come nearest; those with the same numbers are compared once."""
    matches: list[Match] = []
    whole: dict[tuple[Any, ...], Residual | None] = {}
    fitted: set[tuple[Any, ...]] = set()
    for candidate in near:
        key = candidate.program.key
        if key not in whole:
            if len(whole) >= MAX_FULL_COMPARISONS:
                continue
            residual = whole[key] = check.whole(candidate.program, noise=noise and candidate.cost < costs.NOISY)
            own = None if residual is not None and residual.noise else _with_own_digits(check, candidate, residual)
            if own is not None:
                fitted.add(key)
                matches += account_of(check, own, check.whole(own.program, noise=False))
        # of numbers that need other digits, the common ones are no account
        if key not in fitted:
            matches += account_of(check, candidate, whole[key])
    return matches


def _with_own_digits(check: Check, candidate: Candidate, residual: Residual | None) -> Candidate | None:
    """The program with the digits that the table needs; None where those that were read off predict it, or none do."""
    program, storage = candidate.program, check.table.storage
    tight = partial(check.tight, residual=residual or Residual())
    test: digits.Test = tight
    parameters = {
        name: value for name, value in candidate.parameters.items() if name in digits.NAMES and isinstance(value, float)
    }
    names = [
        name for name, value in parameters.items() if value != np.e and digits.significant(value) > costs.MAX_DIGITS
    ]
    if not tight(program):
        # few frequencies rounded to float32 look like other parameters, and so does truncation to a coarse format
        few = len(np.unique(program.frequencies())) < MIN_FITTED_FREQUENCIES
        fine = storage.name == "float64" or (storage.name == "float32" and not few)
        fixed = not fine or program.own is not None or candidate.rule.bug in rules.rounding_bugs()
        error = max(check.table.relative_rounding, DOUBLE[0])
        fit = None if fixed else digits.fit_parameters(program, check.table.numbers, check.few, tight, error)
        if fit is not None:
            program, names = fit[0], list(dict.fromkeys([*names, *fit[1]]))
        elif residual is None:
            return None
        else:
            test = check.agrees
    program = digits.shorten(program, names, test)
    return None if program == candidate.program else _with_parameters(candidate, program, names)


def _with_parameters(candidate: Candidate, program: Program, names: Iterable[str]) -> Candidate:
    """A program with other values of some parameters, which have no name."""
    parameters, cost = dict(candidate.parameters), candidate.cost
    for name in names:
        value = getattr(program, name)
        if name == "base":
            # an own base is no scaled one, and no octaves
            parameters = {
                key: each
                for key, each in parameters.items()
                if key not in ("scaling", "factor") and each not in OCTAVES
            }
            parameters = {"base": value, **parameters}
            cost -= costs.USED.get(candidate.program.base, 0.0)
        parameters[name] = value
        cost += costs.of_digits(name, value, digits.significant(value))
    return candidate._replace(program=program, parameters=parameters, cost=cost)


def _fit_line(table: Table, fit: Waves, rule: Rule) -> tuple[Series, Placement] | None:
    """The line through the frequencies, and where the first row stands."""
    steps = rule.steps[fit.columns]
    shown = ~rule.layout.zeros[fit.columns]
    used = shown & (fit.residuals < MAX_COLUMN_RESIDUAL) & (np.abs(fit.amplitudes) > 0)
    line = series(steps, fit.frequencies, fit.errors, used)
    if line is None:
        return None
    waves = rule.waves[fit.columns]
    if np.isnan(line.slope):
        # of the other steps nothing is known yet
        used &= np.abs(fit.frequencies * np.exp(-line.offset) - 1) < 0.01
    if not used.any():
        return None
    slope = 0.0 if np.isnan(line.slope) else line.slope
    expected = np.exp(np.clip(line.offset + slope * steps, -60, 40))
    # the line says more of slow frequencies than their columns do
    known = fit.errors < 1e-3 * expected
    w = np.where(known, np.abs(line.frequencies), expected)
    z = columns.amplitudes(table, fit, np.abs(np.where(known, fit.frequencies, expected)))
    backwards = known & (line.frequencies < 0)
    # the coarser the numbers, the farther a wave must move before it tells a phase
    off = max(table.relative_rounding, float(np.median(fit.residuals[used])))
    moving = w * len(fit.rows) > np.clip(100 * off, 0.01, 1)
    moving = moving & used if (moving & used).any() else used
    placement = _placement(z[moving], w[moving], waves[moving] == COSINE, backwards[moving])
    return None if placement is None else (line, placement)


def _placement(
    z: NDArray[np.complex128], w: Array, cosine: NDArray[np.bool_], backwards: NDArray[np.bool_]
) -> Placement | None:
    """Start, direction, and sign of the scale, from the phases at the first row, slow columns first."""
    turned = np.where(cosine, -1j * z, z)
    scale = float(np.median(np.abs(turned)))
    if not scale:
        return None
    scatter = np.abs(np.abs(turned) / scale - 1)
    # a wrong number in a slow column makes its wave larger, and tells nothing of the start
    order = np.argsort(w)
    order = order[scatter[order] <= max(MAX_AMPLITUDE_SCATTER, float(np.median(scatter)))]
    w, cosine, backwards, turned = w[order], cosine[order], backwards[order], turned[order]
    scale_error = 3 * float(np.median(scatter)) / len(scatter) ** 0.5
    matches: list[tuple[float, Placement]] = []
    for step, sign in product((1, -1), (1.0, -1.0)):
        reverse = backwards ^ (step < 0)
        unit = sign * np.where(reverse, np.where(cosine, turned.conj(), -turned.conj()), turned) / scale
        start, known = 0.0, 0.0
        for speed, phase in zip(w.tolist(), np.angle(unit).tolist(), strict=True):
            off = (phase - speed * start + np.pi) % (2 * np.pi) - np.pi
            start, known = start + off / speed * speed**2 / (known + speed**2), known + speed**2
        for at in _starts(start):
            off = float(np.mean(np.abs(unit - np.exp(1j * w * at)) ** 2))
            error = float(np.sqrt(off / known)) + 1e-9
            matches.append((off, Placement(at, error, step, sign * scale, scale_error)))
    # the simplest that is about as good as the best
    least = min(off for off, _ in matches)
    return (
        next(placement for off, placement in matches if off <= 4 * least + 1e-20) if least < MAX_PHASE_SCATTER else None
    )


def _starts(start: float) -> tuple[float, ...]:
    return (float(round(start)), start) if abs(start - round(start)) < 0.02 else (start,)


def _line_candidates(group: Sequence[Rule], line: Series, placement: Placement, table: Table) -> Iterator[Candidate]:
    """Every program of a group that the measured line allows."""
    length, dim = table.numbers.shape
    error = max(4 * table.relative_rounding, 1e-6, 2 * placement.scale_error)
    for scale in costs.scales(placement.scale, error, dim, rules.numbers_of_bugs("table", dim)):
        for rule in group:
            for base, unit in _numbers(rule, line, length):
                program = Program(
                    rule.layout, rule.waves, rule.lines, base.value, unit.value, _start(placement, unit.value),
                    placement.step, scale.value,
                )  # fmt: skip
                yield _candidate(rule, program, base, unit, scale)


def _candidate(
    rule: Rule, program: Program, base: costs.NamedValue, unit: costs.NamedValue, scale: costs.NamedValue
) -> Candidate:
    """A program with its cost and what is said of it: what differs from the paper, and is not the bug itself."""
    start, bug = program.start, rule.bug.name if rule.bug else unit.bug or scale.bug
    # with sines before cosines, a scale of 1/√d is that of x-transformers; else nobody means it
    unmeant = costs.BUG if scale.label == "1/√d" and rule.layout.interleaved else 0.0
    cost = rule.cost + base.cost + unit.cost + scale.cost + unmeant + costs.start_cost(start, unit.value)
    more: dict[str, Any] = {**base.parameters, **rule.parameters}
    more |= {"start": int(start) if start == round(start) else start} if start else {}
    more |= {"positions": "descending"} if program.step < 0 else {}
    for name, number in (("unit", unit), ("scale", scale)):
        if number.label != 1 and not (bug and bug == number.bug):
            more[name] = number.label
    if "table" in more and (formula := scaled_rope.formula(scale.value)):
        more["scale"] = f"{scale.value:.6g} = {formula}, as YaRN's attention factor"
    return Candidate(cost + BACKWARDS * (program.step < 0), rule, program, more, bug)


def _start(placement: Placement, unit: float) -> float:
    """The position of the first row, in as few digits as its error allows."""
    for divisor in (1.0, unit, 2.0):
        near = round(placement.start * divisor) / divisor
        if abs(near - placement.start) <= max(6 * placement.error, 1e-6 * max(abs(placement.start), 1)):
            return near
    return placement.start


def _numbers(rule: Rule, line: Series, length: int) -> Iterator[tuple[costs.NamedValue, costs.NamedValue]]:
    """Bases and units with which a program gives the measured line; a bug only with those that people use."""
    ends = int(rule.steps.argmin()), int(rule.steps.argmax())
    level, (offset_variance, together), (_, variance) = np.isnan(line.slope), *line.covariance
    for base in _bases(rule, line):
        offset, slope = programs.offset_and_slope(rule.lines, rule.layout, base.value, ends)
        change = 0.0 if level else slope - line.slope
        if abs(change) > 4 * np.sqrt(variance) + 2 * costs.FREQUENCY_FLOOR:
            continue
        # on the ridge of the fit the offset follows where the slope is changed
        followed = together / variance if variance > 0 else 0.0
        unit = float(np.exp(line.offset + change * followed - offset))
        error = float(np.sqrt(max(offset_variance - together * followed, 0.0))) if variance > 0 else 0.0
        named = costs.units(unit, error, length, rules.numbers_of_bugs("angle", length))
        yield from ((base, each) for each in named[:2] if not rule.bug or each.cost <= MAX_UNIT_COST)


def _bases(rule: Rule, line: Series) -> list[costs.NamedValue]:
    """The bases that a program may have."""
    level = np.isnan(line.slope)
    if not rule.span or (level and not rule.bug):
        return [costs.NamedValue(1e4, 0.0, 1e4)]
    if rule.bug:
        return [costs.NamedValue(base, cost, base, {"base": base}) for base, cost in costs.SEARCHED.items()]
    error = float(np.sqrt(line.covariance[1, 1]))
    matches = costs.bases(-line.slope / rule.span, error / rule.span, rule.layout.dim)[:3]
    # octaves: each frequency is twice that of a neighboring pair, whatever d
    octaves = int(rule.layout.pair[~rule.layout.zeros].max(initial=0)) * np.log(2) * np.sign(line.slope)
    if octaves and abs(octaves - line.slope) <= 4 * error + costs.FREQUENCY_FLOOR:
        parameters = {"schedule": OCTAVES[int(octaves > 0)]}
        matches.append(costs.NamedValue(float(np.exp(-octaves / rule.span)), 1.5, "octaves", parameters))
    return matches


def account_of(check: Check, candidate: Candidate, residual: Residual | None) -> Iterator[Match]:
    """A program as an account, and as others that are the same numbers."""
    parameters, program, skipped = dict(candidate.parameters), candidate.program, check.skipped
    # a row that the formula makes zeros, too, is no padding
    padded = skipped[program.rows(program.positions(len(check.table.numbers))[skipped]).any(axis=1)]
    if len(padded):
        parameters["padding"] = place_list("row", padded.tolist())
    make = partial(check.prediction, program)
    name = candidate.bug or ("RoPE" if "table" in parameters else "Sinusoidal")
    scheme = _scheme(parameters, program.layout.dim)
    kind: Kind = "mistake" if candidate.bug else "scheme"
    account = Account(kind, name, parameters, check.table.misfit(make()), scheme, make, candidate.cost)
    yield Match(account, residual)
    if candidate.bug:
        return
    for bug, start in rules.numbers_of_bugs("position", 1).items():
        if parameters.get("start") == start:
            rest = {key: value for key, value in parameters.items() if key != "start"}
            cost = candidate.cost - costs.start_cost(start, 1) + costs.BUG
            meant = _scheme(rest, program.layout.dim)
            yield Match(replace(account, kind="mistake", name=bug, parameters=rest, scheme=meant, cost=cost), residual)
    if parameters.get("first") == "cos" and not parameters.keys() - {"first", "layout", "base"}:
        own = {"base": program.base, "pairing": "half" if "layout" in parameters else "interleaved"}
        turned = RoPE(**own)  # type: ignore[arg-type]
        yield Match(replace(account, name="RoPE", parameters=own, scheme=turned, cost=candidate.cost + 0.1), residual)


def _scheme(parameters: Mapping[str, Any], dim: int) -> Scheme | None:
    """The scheme whose parameters these are, as far as it has them."""
    base = parameters.get("base", 1e4)
    if not 1 < base < 1e300:
        return None
    if "table" in parameters:
        pairing = {} if "pairing" not in parameters else {"pairing": parameters["pairing"]}
        return RoPE(base=base, **pairing) if dim % 2 == 0 else None
    base = base * parameters["factor"] ** (dim / (dim - 2)) if "scaling" in parameters else base
    more: dict[str, Any] = {name: parameters[name] for name in ("layout", "first", "odd") if name in parameters}
    more |= {"schedule": "Tensor2Tensor"} if parameters.get("schedule") == "Tensor2Tensor" else {}
    more |= {"start": 1} if parameters.get("start") == 1 else {}
    return Sinusoidal(base=base, **more)


Wanted = tuple[Rule, float, float]  # a rule, the base, and the first position


def search_rules(check: Check, wanted: Iterable[Wanted], *, centered: bool = False) -> list[Candidate]:
    """Programs a multiple of which comes near some numbers, the nearest first; or near them but for a constant row."""
    table, few = check.table, check.few[::4] if len(check.few) > SAMPLE_ROWS else check.few
    some = np.unique(np.linspace(0, table.numbers.shape[1] - 1, SAMPLE_COLUMNS).astype(np.int64))
    numbers = table.numbers[np.ix_(few, some)]
    numbers = numbers - numbers.mean(axis=0) * centered
    matches: list[tuple[float, Candidate]] = []
    for rule, base, start in wanted:
        program = Program(rule.layout, rule.waves, rule.lines, base, start=start)
        prediction = program.rows(program.positions(len(table.numbers))[few], some)
        prediction -= prediction.mean(axis=0) * centered
        fit = float((prediction * numbers).sum() / (np.square(prediction).sum() or 1.0))
        off = float(np.linalg.norm(numbers - fit * prediction) / (np.linalg.norm(numbers) or 1.0))
        if fit and off <= MAX_SAMPLE_RESIDUAL:
            (scale, *_) = costs.scales(fit, max(1e-4, 2 * table.storage.error, off / 4), len(rule.waves), {})
            named = costs.NamedValue(base, costs.SEARCHED[base], base, {"base": base})
            if scale.cost <= MAX_UNIT_COST:
                one = costs.NamedValue(1.0, 0.0, 1.0)
                matches.append((off, _candidate(rule, replace(program, scale=scale.value), named, one, scale)))
        pause()
    return [candidate for _, candidate in sorted(matches, key=lambda each: (each[0], each[1].cost))]


def _rounding_rules(check: Check, near: Sequence[Candidate]) -> Iterator[Wanted]:
    """Bugs that round on the way, in the formulas that come near, unless they change nothing there."""
    formulas: dict[tuple[int, int], Candidate] = {}
    for candidate in near:
        if not candidate.bug and abs(np.log(candidate.program.unit)) < MAX_ROUNDED_BASE_ERROR:
            formulas.setdefault((id(candidate.rule), round(candidate.program.start)), candidate)
    for candidate, base in product(list(formulas.values())[:4], costs.SEARCHED):
        if abs(np.log(base / candidate.program.base)) <= MAX_ROUNDED_BASE_ERROR:
            for bug in rules.rounding_bugs():
                lines = {**candidate.rule.lines, **bug.lines}
                rule = candidate.rule._replace(lines=lines, bug=bug, cost=candidate.rule.cost + costs.BUG)
                right, wrong = (
                    Program(rule.layout, rule.waves, each, base, start=round(candidate.program.start))
                    for each in (candidate.rule.lines, lines)
                )
                if not _same(right, wrong, check):
                    yield rule, base, round(candidate.program.start)


def _same(one: Program, other: Program, check: Check) -> bool:
    """Whether two programs make the same numbers."""
    length, some = len(check.table.numbers), columns.sample_columns(len(one.waves))[::4]
    prediction, again = (each.rows(each.positions(length)[check.few], some) for each in (one, other))
    return np.array_equal(prediction, again)


def _scaled_rotations(check: Check, fit: Waves) -> Iterator[Match]:
    """Rotations scaled to longer contexts, with the amplitude that fits; the nearest where none explains the table."""
    nearest: Account | None = None
    error = max(4 * check.table.relative_rounding, 1e-6)
    for usual, cost, parameters, scheme in scaled_rope.programs_of(check.table.numbers.shape[1], fit):
        for scale, extra, amplitude in scaled_rope.amplitudes(scheme, usual.scale, check.amplitude(usual), error):
            program = replace(usual, scale=scale)
            make = partial(check.prediction, program)
            misfit = check.table.misfit(make())
            # a scheme has no bounds or factors of its own
            shown = None if "model" in parameters else scheme
            account = Account("scheme", "RoPE", {**parameters, **amplitude}, misfit, shown, make, cost + extra)
            residual = check.whole(program, noise=extra < 1) if check.some(program)[0] <= MAX_SAMPLE_OUTLIERS else None
            if residual is not None:
                yield Match(account, residual)
                return
            if nearest is None or account.misfit < nearest.misfit:
                nearest = account
    if nearest is not None:
        yield Match(nearest, None)
