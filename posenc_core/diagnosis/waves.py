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
from posenc_core.diagnosis.accounts import Account, Explained, Kind, Left, Table
from posenc_core.diagnosis.columns import Waves
from posenc_core.diagnosis.rules import Rule
from posenc_core.diagnosis.series import Series, series
from posenc_core.foundation.base import Scheme
from posenc_core.known_bugs import programs
from posenc_core.known_bugs.programs import COSINE, Program
from posenc_core.pauses import pause
from posenc_core.schemes import RoPE, Sinusoidal
from posenc_core.text.numerals import place_list

__all__ = ["Check", "Placed", "Tried", "account_of", "accounts", "computed"]

ONE_WAVE = 0.5  # a column of which one wave leaves more is no wave
MOST_WAVES = 0.6  # so many of the columns must be waves
TRIED = 100  # so many programs of one group are compared with some rows
SOME_ROWS = 64  # so many first rows, and as many spread over the others, rule out most programs
SOME_COLUMNS = 16  # so many rule out most programs whose frequencies follow no line
MAYBE = 0.4  # share of those numbers that may be out where the whole table is still worth a look
OCTAVES = ("octaves", "rising octaves")
LEAST_FITTED = 6  # different frequencies of a table below float64 to which parameters are fitted
MOST_WHOLE = 4  # so many programs are compared with the whole table
USUAL_UNIT = 2.0  # a unit or a scale that costs more is not combined with a bug
PLAIN = 2.0  # a formula that costs less and explains everything ends the search
NEAR = 0.1  # share of some numbers that a program without a measured line may leave
LARGER = 0.3  # a wave whose amplitude differs by more, relatively, is not asked for the start
ALIGNED = 0.2  # mean square distance of the phases from those of one start, at most
ROUND_WITHIN = 0.02  # rounded frequencies leave a base so uncertain, in ln B
TRUNCATED = 4.0  # cost of a lost place: rounding on the way, a bug, may be what it looks like
BACKWARDS = 1.0  # cost of descending positions

DOUBLE = (1e-12, 0.5, 0.3)  # what another way of computing in float64 leaves at most: a wrong number stands out
ARITHMETIC = ((4e-16, 0.5, 0.0), (6e-8, 0.5, 0.3), (6e-8, 1.0, TRUNCATED))
"""Rounding of angles in float64 or float32, places lost in storage (truncation loses a whole one), and the cost."""


class Placed(NamedTuple):
    """Where the first row stands."""

    start: float
    error: float
    step: int
    scale: float
    scale_error: float  # relative


class Tried(NamedTuple):
    """A program that the measured line allows."""

    cost: float
    rule: Rule
    program: Program
    parameters: Mapping[str, Any]
    mistake: str = ""


class Check:
    """Programs beside a table: on some rows first, then on all."""

    def __init__(self, table: Table) -> None:
        """Take a table; its rows of zeros are padding."""
        self.table, self.skipped = table, columns.padding(table)
        few = np.setdiff1d(np.arange(len(table.numbers)), self.skipped)
        if len(few) > 2 * SOME_ROWS:
            later = np.linspace(SOME_ROWS, len(few) - 1, SOME_ROWS).astype(np.int64)
            few = np.unique(np.concatenate((few[:SOME_ROWS], few[later])))
        self.few = few

    def some(self, program: Program) -> tuple[float, float, float]:
        """Share of some numbers that a program does not explain, the cost of its arithmetic, and the residual."""
        length = len(self.table.numbers)
        positions = program.positions(length)[self.few]
        made = program.rows(positions)
        numbers = self.table.numbers[self.few]
        residual = float(np.linalg.norm(numbers - made) / (np.linalg.norm(numbers) or 1.0))
        for arithmetic, places, cost in ARITHMETIC:
            allowed = self.allowed(program, positions, made, arithmetic, places)
            share = residuals.agrees(numbers, made, allowed, self.table.peak)
            if share <= residuals.OUT:
                return share, cost, residual
        return min(share, MAYBE if residual <= residuals.MOST_NOISE else 1.0), 0.0, residual

    def agrees(self, program: Program) -> bool:
        """Whether rounding explains some numbers."""
        return self.some(program)[0] <= residuals.OUT

    def tight(self, program: Program, left: Left) -> bool:
        """Whether storage and float64 arithmetic alone explain some numbers, without those that are wrong anyway."""
        wrong = {*left.rows, *(cell.row for cell in left.cells)}
        rows = np.array([row for row in self.few.tolist() if row not in wrong], np.int64)
        columns = np.setdiff1d(np.arange(self.table.numbers.shape[1]), left.columns)
        positions = program.positions(len(self.table.numbers))[rows]
        made, numbers = program.rows(positions), self.table.numbers[np.ix_(rows, columns)]
        arithmetic = DOUBLE[0] if self.table.storage.name == "float64" else ARITHMETIC[0][0]
        allowed = self.allowed(program, positions, made, arithmetic, 0.6)[:, columns]
        return residuals.agrees(numbers, made[:, columns], allowed, self.table.peak) <= residuals.OUT

    def whole(self, program: Program, *, noise: bool) -> Left | None:
        """What a program leaves of the table."""
        positions, made = program.positions(len(self.table.numbers)), self.made(program)
        exact = [DOUBLE] if self.table.storage.name == "float64" else []
        for arithmetic, places, cost in (ARITHMETIC[0], *exact, *ARITHMETIC[1:]):
            last, allowed = cost == TRUNCATED, self.allowed(program, positions, made, arithmetic, places)
            alone = last or arithmetic == DOUBLE[0]
            left = residuals.left(self.table, made, allowed, exceptions=alone, noise=last and noise)
            if left is not None:
                return left
        return None

    def amplitude(self, program: Program) -> float:
        """Least-squares amplitude of a program on some rows."""
        made = program.rows(program.positions(len(self.table.numbers))[self.few])
        fit = (made * self.table.numbers[self.few]).sum() / (np.square(made).sum() or 1.0)
        return program.scale * float(fit)

    def made(self, program: Program) -> Array:
        """The table of a program, with the rows of zeros."""
        made = program.rows(program.positions(len(self.table.numbers)))
        made[self.skipped] = 0
        return made

    def allowed(self, program: Program, positions: Array, made: Array, arithmetic: float, places: float = 0.5) -> Array:
        """The tolerance of every number of a program. (n,), (n, d) -> (n, d)"""
        pause()
        every = np.abs(program.frequencies())
        falls = np.abs(np.log(np.maximum(every, 1e-300) / (program.unit or 1.0))).clip(max=40)
        angles = np.abs(positions)[:, None] * (every * (2 * falls + 4))
        angles *= arithmetic * abs(program.scale)
        angles += 4 * arithmetic * self.table.peak
        return residuals.tolerance(self.table, made, angles, places)


def accounts(table: Table, *, rare: bool = True) -> list[Explained]:
    """Accounts of a table as waves, the best first; rare bugs round on the way, or no line tells their parameters."""
    check, measured, dim = Check(table), columns.waves(table), table.numbers.shape[1]
    found: list[Explained] = []
    wanted: list[Wanted] = []
    scaled: Iterable[Explained] = ()
    waving = measured is not None and (measured.residuals < ONE_WAVE).mean() >= MOST_WAVES
    if measured is not None and waving:
        found, near = _of_waves(check, measured)
        wanted += _rounded(check, near)
        scaled = _scaled(check, measured)
    # angles whose sine was forgotten are straight lines
    bends = np.abs(np.diff(table.numbers[:SOME_ROWS], 2, axis=0))
    straight = bends.size and np.median(bends) <= (1e-3 + 8 * table.relative_rounding) * table.peak
    explained = any(
        each.left == Left() and (each.account.cost < TRUNCATED or each.account.misfit <= table.exact) for each in found
    )
    if rare and (waving or straight) and not explained:
        wanted += product(rules.computed(dim), costs.USED, (0.0, 1.0))
        rest = _compared(check, computed(check, wanted), noise=False)
        found += [*(each for each in rest if each.left is not None), *scaled]
    return sorted(found, key=lambda each: (each.left is None, each.left != Left(), each.account.cost))


def _of_waves(check: Check, measured: Waves) -> tuple[list[Explained], list[Tried]]:
    """Accounts by the measured lines; without one that comes near, the nearest; and all programs that were tried."""
    near: list[tuple[float, Tried]] = []
    nearest: tuple[float, float, Tried] | None = None
    for group in rules.groups(check.table.numbers.shape[1]):
        fitted = _fitted(check.table, measured, group[0])
        if fitted is None:
            continue
        results: dict[tuple[Any, ...], tuple[float, float, float]] = {}
        for tried in sorted(_named(group, *fitted, check.table), key=lambda each: each.cost)[:TRIED]:
            key = tried.program.key
            if key not in results:
                results[key] = check.some(tried.program)
            share, rough, residual = results[key]
            near.append((share, tried._replace(cost=tried.cost + rough)))
            # of those about as near, the plainest
            rank = round(residual, 2), tried.cost, tried
            nearest = rank if nearest is None or rank[:2] < nearest[:2] else nearest
        if any(share <= residuals.OUT and tried.cost < PLAIN for share, tried in near):
            break
    near.sort(key=lambda each: (max(each[0], residuals.OUT), each[1].cost))
    found = _compared(check, [tried for share, tried in near if share <= MAYBE])
    if not found and nearest is not None:
        found += account_of(check, nearest[2], None)
    return found, [tried for _, tried in near]


def _compared(check: Check, near: Iterable[Tried], *, noise: bool = True) -> list[Explained]:
    """Accounts of the programs that come nearest; those with the same numbers are compared once."""
    found: list[Explained] = []
    whole: dict[tuple[Any, ...], Left | None] = {}
    fitted: set[tuple[Any, ...]] = set()
    for tried in near:
        key = tried.program.key
        if key not in whole:
            if len(whole) >= MOST_WHOLE:
                continue
            left = whole[key] = check.whole(tried.program, noise=noise and tried.cost < costs.NOISY)
            own = None if left is not None and left.noise else _with_own_digits(check, tried, left)
            if own is not None:
                fitted.add(key)
                found += account_of(check, own, check.whole(own.program, noise=False))
        # of numbers that need other digits, the common ones are no account
        if key not in fitted:
            found += account_of(check, tried, whole[key])
    return found


def _with_own_digits(check: Check, tried: Tried, left: Left | None) -> Tried | None:
    """The program with the digits that the table needs; None where those that were read off predict it, or none do."""
    program, kept = tried.program, check.table.storage
    tight = partial(check.tight, left=left or Left())
    test: digits.Test = tight
    said = {
        name: value for name, value in tried.parameters.items() if name in digits.NAMES and isinstance(value, float)
    }
    names = [name for name, value in said.items() if value != np.e and digits.significant(value) > costs.DIGITS]
    if not tight(program):
        # few frequencies rounded to float32 look like other parameters, and so does truncation to a coarse format
        few = len(np.unique(program.frequencies())) < LEAST_FITTED
        fine = kept.name == "float64" or (kept.name == "float32" and not few)
        fixed = not fine or program.own is not None or tried.rule.mistake in rules.rounding()
        error = max(check.table.relative_rounding, DOUBLE[0])
        fit = None if fixed else digits.fitted(program, check.table.numbers, check.few, tight, error)
        if fit is not None:
            program, names = fit[0], list(dict.fromkeys([*names, *fit[1]]))
        elif left is None:
            return None
        else:
            test = check.agrees
    program = digits.shortened(program, names, test)
    return None if program == tried.program else _renamed(tried, program, names)


def _renamed(tried: Tried, program: Program, names: Iterable[str]) -> Tried:
    """A program with other values of some parameters, which have no name."""
    said, cost = dict(tried.parameters), tried.cost
    for name in names:
        value = getattr(program, name)
        if name == "base":
            # an own base is no scaled one, and no octaves
            said = {key: each for key, each in said.items() if key not in ("scaling", "factor") and each not in OCTAVES}
            said = {"base": value, **said}
            cost -= costs.USED.get(tried.program.base, 0.0)
        said[name] = value
        cost += costs.of_digits(name, value, digits.significant(value))
    return tried._replace(program=program, parameters=said, cost=cost)


def _fitted(table: Table, measured: Waves, rule: Rule) -> tuple[Series, Placed] | None:
    """The line through the frequencies, and where the first row stands."""
    steps = rule.steps[measured.columns]
    shown = ~rule.layout.zeros[measured.columns]
    used = shown & (measured.residuals < ONE_WAVE) & (np.abs(measured.amplitudes) > 0)
    line = series(steps, measured.frequencies, measured.errors, used)
    if line is None:
        return None
    waves = rule.waves[measured.columns]
    if np.isnan(line.slope):
        # of the other steps nothing is known yet
        used &= np.abs(measured.frequencies * np.exp(-line.offset) - 1) < 0.01
    if not used.any():
        return None
    slope = 0.0 if np.isnan(line.slope) else line.slope
    expected = np.exp(np.clip(line.offset + slope * steps, -60, 40))
    # the line says more of slow frequencies than their columns do
    known = measured.errors < 1e-3 * expected
    w = np.where(known, np.abs(line.frequencies), expected)
    z = columns.amplitudes(table, measured, np.abs(np.where(known, measured.frequencies, expected)))
    backwards = known & (line.frequencies < 0)
    # the coarser the numbers, the farther a wave must move before it tells a phase
    off = max(table.relative_rounding, float(np.median(measured.residuals[used])))
    moving = w * len(measured.rows) > np.clip(100 * off, 0.01, 1)
    moving = moving & used if (moving & used).any() else used
    placed = _placed(z[moving], w[moving], waves[moving] == COSINE, backwards[moving])
    return None if placed is None else (line, placed)


def _placed(
    z: NDArray[np.complex128], w: Array, cosine: NDArray[np.bool_], backwards: NDArray[np.bool_]
) -> Placed | None:
    """Start, direction, and sign of the scale, from the phases at the first row, slow columns first."""
    turned = np.where(cosine, -1j * z, z)
    scale = float(np.median(np.abs(turned)))
    if not scale:
        return None
    scatter = np.abs(np.abs(turned) / scale - 1)
    # a wrong number in a slow column makes its wave larger, and tells nothing of the start
    order = np.argsort(w)
    order = order[scatter[order] <= max(LARGER, float(np.median(scatter)))]
    w, cosine, backwards, turned = w[order], cosine[order], backwards[order], turned[order]
    scale_error = 3 * float(np.median(scatter)) / len(scatter) ** 0.5
    found: list[tuple[float, Placed]] = []
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
            found.append((off, Placed(at, error, step, sign * scale, scale_error)))
    # the simplest that is about as good as the best
    least = min(off for off, _ in found)
    return next(placed for off, placed in found if off <= 4 * least + 1e-20) if least < ALIGNED else None


def _starts(start: float) -> tuple[float, ...]:
    return (float(round(start)), start) if abs(start - round(start)) < 0.02 else (start,)


def _named(group: Sequence[Rule], line: Series, placed: Placed, table: Table) -> Iterator[Tried]:
    """Every program of a group that the measured line allows."""
    length, dim = table.numbers.shape
    error = max(4 * table.relative_rounding, 1e-6, 2 * placed.scale_error)
    for scale in costs.scales(placed.scale, error, dim, rules.numbers_of_bugs("table", dim)):
        for rule in group:
            for base, unit in _numbers(rule, line, length):
                program = Program(
                    rule.layout, rule.waves, rule.lines, base.value, unit.value, _start(placed, unit.value),
                    placed.step, scale.value,
                )  # fmt: skip
                yield _tried(rule, program, base, unit, scale)


def _tried(rule: Rule, program: Program, base: costs.Named, unit: costs.Named, scale: costs.Named) -> Tried:
    """A program with its cost and what is said of it: what differs from the paper, and is not the bug itself."""
    start, mistake = program.start, rule.mistake.name if rule.mistake else unit.mistake or scale.mistake
    # with sines before cosines, a scale of 1/√d is that of x-transformers; else nobody means it
    unmeant = costs.BUG if scale.said == "1/√d" and rule.layout.interleaved else 0.0
    cost = rule.cost + base.cost + unit.cost + scale.cost + unmeant + costs.start_cost(start, unit.value)
    more: dict[str, Any] = {**base.parameters, **rule.parameters}
    more |= {"start": int(start) if start == round(start) else start} if start else {}
    more |= {"positions": "descending"} if program.step < 0 else {}
    for name, number in (("unit", unit), ("scale", scale)):
        if number.said != 1 and not (mistake and mistake == number.mistake):
            more[name] = number.said
    if "table" in more and (formula := scaled_rope.formula(scale.value)):
        more["scale"] = f"{scale.value:.6g} = {formula}, as YaRN's attention factor"
    return Tried(cost + BACKWARDS * (program.step < 0), rule, program, more, mistake)


def _start(placed: Placed, unit: float) -> float:
    """The position of the first row, in as few digits as its error allows."""
    for divisor in (1.0, unit, 2.0):
        near = round(placed.start * divisor) / divisor
        if abs(near - placed.start) <= max(6 * placed.error, 1e-6 * max(abs(placed.start), 1)):
            return near
    return placed.start


def _numbers(rule: Rule, line: Series, length: int) -> Iterator[tuple[costs.Named, costs.Named]]:
    """Bases and units with which a program gives the measured line; a bug only with those that people use."""
    ends = int(rule.steps.argmin()), int(rule.steps.argmax())
    level, (offset_variance, together), (_, variance) = np.isnan(line.slope), *line.covariance
    for base in _bases(rule, line):
        offset, slope = programs.offset_and_slope(rule.lines, rule.layout, base.value, ends)
        change = 0.0 if level else slope - line.slope
        if abs(change) > 4 * np.sqrt(variance) + 2 * costs.FLOOR:
            continue
        # on the ridge of the fit the offset follows where the slope is changed
        followed = together / variance if variance > 0 else 0.0
        unit = float(np.exp(line.offset + change * followed - offset))
        error = float(np.sqrt(max(offset_variance - together * followed, 0.0))) if variance > 0 else 0.0
        named = costs.units(unit, error, length, rules.numbers_of_bugs("angle", length))
        yield from ((base, each) for each in named[:2] if not rule.mistake or each.cost <= USUAL_UNIT)


def _bases(rule: Rule, line: Series) -> list[costs.Named]:
    """The bases that a program may have."""
    level = np.isnan(line.slope)
    if not rule.span or (level and not rule.mistake):
        return [costs.Named(1e4, 0.0, 1e4)]
    if rule.mistake:
        return [costs.Named(base, cost, base, {"base": base}) for base, cost in costs.SEARCHED.items()]
    error = float(np.sqrt(line.covariance[1, 1]))
    found = costs.bases(-line.slope / rule.span, error / rule.span, rule.layout.dim)[:3]
    # octaves: each frequency is twice that of a neighboring pair, whatever d
    octaves = int(rule.layout.pair[~rule.layout.zeros].max(initial=0)) * np.log(2) * np.sign(line.slope)
    if octaves and abs(octaves - line.slope) <= 4 * error + costs.FLOOR:
        said = {"schedule": OCTAVES[int(octaves > 0)]}
        found.append(costs.Named(float(np.exp(-octaves / rule.span)), 1.5, "octaves", said))
    return found


def account_of(check: Check, tried: Tried, left: Left | None) -> Iterator[Explained]:
    """A program as an account, and as others that are the same numbers."""
    said, program, skipped = dict(tried.parameters), tried.program, check.skipped
    # a row that the formula makes zeros, too, is no padding
    padded = skipped[program.rows(program.positions(len(check.table.numbers))[skipped]).any(axis=1)]
    if len(padded):
        said["padding"] = place_list("row", padded.tolist())
    make = partial(check.made, program)
    name = tried.mistake or ("RoPE" if "table" in said else "Sinusoidal")
    scheme = _scheme(said, program.layout.dim)
    kind: Kind = "mistake" if tried.mistake else "scheme"
    account = Account(kind, name, said, check.table.misfit(make()), scheme, make, tried.cost)
    yield Explained(account, left)
    if tried.mistake:
        return
    for bug, start in rules.numbers_of_bugs("position", 1).items():
        if said.get("start") == start:
            rest = {key: value for key, value in said.items() if key != "start"}
            cost = tried.cost - costs.start_cost(start, 1) + costs.BUG
            meant = _scheme(rest, program.layout.dim)
            yield Explained(replace(account, kind="mistake", name=bug, parameters=rest, scheme=meant, cost=cost), left)
    if said.get("first") == "cos" and not said.keys() - {"first", "layout", "base"}:
        own = {"base": program.base, "pairing": "half" if "layout" in said else "interleaved"}
        turned = RoPE(**own)  # type: ignore[arg-type]
        yield Explained(replace(account, name="RoPE", parameters=own, scheme=turned, cost=tried.cost + 0.1), left)


def _scheme(said: Mapping[str, Any], dim: int) -> Scheme | None:
    """The scheme whose parameters these are, as far as it has them."""
    base = said.get("base", 1e4)
    if not 1 < base < 1e300:
        return None
    if "table" in said:
        pairing = {} if "pairing" not in said else {"pairing": said["pairing"]}
        return RoPE(base=base, **pairing) if dim % 2 == 0 else None
    base = base * said["factor"] ** (dim / (dim - 2)) if "scaling" in said else base
    more: dict[str, Any] = {name: said[name] for name in ("layout", "first", "odd") if name in said}
    more |= {"schedule": "Tensor2Tensor"} if said.get("schedule") == "Tensor2Tensor" else {}
    more |= {"start": 1} if said.get("start") == 1 else {}
    return Sinusoidal(base=base, **more)


Wanted = tuple[Rule, float, float]  # a rule, the base, and the first position


def computed(check: Check, wanted: Iterable[Wanted], *, centered: bool = False) -> list[Tried]:
    """Programs a multiple of which comes near some numbers, the nearest first; or near them but for a constant row."""
    table, few = check.table, check.few[::4] if len(check.few) > SOME_ROWS else check.few
    some = np.unique(np.linspace(0, table.numbers.shape[1] - 1, SOME_COLUMNS).astype(np.int64))
    numbers = table.numbers[np.ix_(few, some)]
    numbers = numbers - numbers.mean(axis=0) * centered
    found: list[tuple[float, Tried]] = []
    for rule, base, start in wanted:
        program = Program(rule.layout, rule.waves, rule.lines, base, start=start)
        made = program.rows(program.positions(len(table.numbers))[few], some)
        made -= made.mean(axis=0) * centered
        fit = float((made * numbers).sum() / (np.square(made).sum() or 1.0))
        off = float(np.linalg.norm(numbers - fit * made) / (np.linalg.norm(numbers) or 1.0))
        if fit and off <= NEAR:
            (scale, *_) = costs.scales(fit, max(1e-4, 2 * table.storage.error, off / 4), len(rule.waves), {})
            named = costs.Named(base, costs.SEARCHED[base], base, {"base": base})
            if scale.cost <= USUAL_UNIT:
                one = costs.Named(1.0, 0.0, 1.0)
                found.append((off, _tried(rule, replace(program, scale=scale.value), named, one, scale)))
        pause()
    return [tried for _, tried in sorted(found, key=lambda each: (each[0], each[1].cost))]


def _rounded(check: Check, near: Sequence[Tried]) -> Iterator[Wanted]:
    """Bugs that round on the way, in the formulas that come near, unless they change nothing there."""
    formulas: dict[tuple[int, int], Tried] = {}
    for tried in near:
        if not tried.mistake and abs(np.log(tried.program.unit)) < ROUND_WITHIN:
            formulas.setdefault((id(tried.rule), round(tried.program.start)), tried)
    for tried, base in product(list(formulas.values())[:4], costs.SEARCHED):
        if abs(np.log(base / tried.program.base)) <= ROUND_WITHIN:
            for bug in rules.rounding():
                lines = {**tried.rule.lines, **bug.lines}
                rule = tried.rule._replace(lines=lines, mistake=bug, cost=tried.rule.cost + costs.BUG)
                right, wrong = (
                    Program(rule.layout, rule.waves, each, base, start=round(tried.program.start))
                    for each in (tried.rule.lines, lines)
                )
                if not _same(right, wrong, check):
                    yield rule, base, round(tried.program.start)


def _same(one: Program, other: Program, check: Check) -> bool:
    """Whether two programs make the same numbers."""
    length, some = len(check.table.numbers), columns.some(len(one.waves))[::4]
    made, again = (each.rows(each.positions(length)[check.few], some) for each in (one, other))
    return np.array_equal(made, again)


def _scaled(check: Check, measured: Waves) -> Iterator[Explained]:
    """Rotations scaled to longer contexts, with the amplitude that fits; the nearest where none explains the table."""
    nearest: Account | None = None
    error = max(4 * check.table.relative_rounding, 1e-6)
    for usual, cost, said, scheme in scaled_rope.programs_of(check.table.numbers.shape[1], measured):
        for scale, extra, amplitude in scaled_rope.amplitudes(scheme, usual.scale, check.amplitude(usual), error):
            program = replace(usual, scale=scale)
            make = partial(check.made, program)
            misfit = check.table.misfit(make())
            # a scheme has no bounds or factors of its own
            shown = None if "model" in said else scheme
            account = Account("scheme", "RoPE", {**said, **amplitude}, misfit, shown, make, cost + extra)
            left = check.whole(program, noise=extra < 1) if check.some(program)[0] <= MAYBE else None
            if left is not None:
                yield Explained(account, left)
                return
            if nearest is None or account.misfit < nearest.misfit:
                nearest = account
    if nearest is not None:
        yield Explained(nearest, None)
