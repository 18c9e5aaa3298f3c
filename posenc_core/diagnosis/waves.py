"""Which sines and cosines is a table made of? Measure each column, read off the rule, and check it as a program.

Every formula and every bug is a program. Those with the same waves in the same columns differ only in how fast the
frequencies fall, so one line through ln w serves them all, and arithmetic says which base and unit each would need.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.diagnosis import columns, costs, programs, residuals, scaled_rope
from posenc_core.diagnosis.accounts import Account, Explained, Left, Table
from posenc_core.diagnosis.columns import Waves
from posenc_core.diagnosis.mistakes import MISTAKES, Mistake
from posenc_core.diagnosis.programs import ANGLE, COSINE, RIGHT, SINE, Layout, Program
from posenc_core.diagnosis.series import Series, series
from posenc_core.pauses import pause
from posenc_core.scheme import Scheme
from posenc_core.schemes import RoPE, Sinusoidal

ONE_WAVE = 0.5
"""A column of which one wave leaves more is no wave."""

MOST_WAVES = 0.6
"""So many of the columns must be waves."""

TRIED = 100
"""So many programs of one group are compared with some rows."""

SOME_ROWS = 64
"""So many first rows, and as many spread over the others, rule out most programs."""

MAYBE = 0.4
"""Share of those numbers that may be out where the whole table is still worth a look."""

MOST_WHOLE = 4
"""So many programs are compared with the whole table."""

USUAL_UNIT = 2.0
"""A unit that costs more is not combined with a bug."""

PLAIN = 2.0
"""A formula that costs less and explains everything ends the search."""

ALIGNED = 0.2
"""Mean square distance of the phases from those of one start, at most."""

ROUND_WITHIN = 0.02
"""Rounded frequencies leave a base so uncertain, in ln B."""

TRUNCATED = 4.0
"""Cost of a lost place: rounding on the way, a bug, may be what it looks like."""

ARITHMETIC = ((4e-16, 0.5, 0.0), (6e-8, 0.5, 0.3), (6e-8, 1.0, TRUNCATED))
"""Rounding of angles in float64 or float32, places lost in storage (truncation loses a whole one), and the cost."""

BACKWARDS = 1.0
"""Cost of descending positions."""

Phasors = NDArray[np.complex128]


class Rule(NamedTuple):
    """A program up to its numbers."""

    layout: Layout
    waves: NDArray[np.int64]
    lines: Mapping[str, str]
    exponents: Array
    parameters: Mapping[str, Any]
    cost: float
    mistake: Mistake | None = None


class Placed(NamedTuple):
    """Where the first row stands."""

    start: float
    error: float
    step: int
    scale: float
    scale_error: float
    """Relative."""


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
        pause()
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

    def whole(self, program: Program, *, noise: bool, exceptions: bool = True) -> Left | None:
        """What a program leaves of the table."""
        positions = program.positions(len(self.table.numbers))
        made = self.made(program)
        for arithmetic, places, cost in ARITHMETIC:
            last = cost == TRUNCATED
            pause()
            allowed = self.allowed(program, positions, made, arithmetic, places)
            left = residuals.left(self.table, made, allowed, exceptions=last and exceptions, noise=last and noise)
            if left is not None:
                break
        return left

    def made(self, program: Program) -> Array:
        """The table of a program, with the rows of zeros."""
        return _table(program, len(self.table.numbers), self.skipped)

    def allowed(self, program: Program, positions: Array, made: Array, arithmetic: float, places: float = 0.5) -> Array:
        """The tolerance of every number of a program. (n,), (n, d) -> (n, d)"""
        every = np.abs(program.frequencies())
        falls = np.abs(np.log(np.maximum(every, 1e-300) / (program.unit or 1.0))).clip(max=40)
        angles = np.abs(positions)[:, None] * (every * (2 * falls + 4))
        angles *= abs(program.scale)
        return residuals.tolerance(self.table, made, arithmetic * (angles + 4 * self.table.peak), places)


def accounts(table: Table, *, rare: bool = True) -> list[Explained]:
    """Accounts of a table as waves, the best first; rare ones round on the way or have frequencies without a rule."""
    check = Check(table)
    found: list[Explained] = []
    for angles, measured in ((False, columns.waves(table)), (True, columns.lines(table))):
        if measured is not None and (measured.residuals < ONE_WAVE).mean() >= MOST_WAVES:
            found += _of_waves(check, measured, angles, rare)
    return sorted(found, key=lambda each: (each.left is None, each.left != Left(), each.account.cost))


def _of_waves(check: Check, measured: Waves, angles: bool, rare: bool) -> list[Explained]:
    near: list[tuple[float, Tried]] = []
    nearest: tuple[float, float, Tried] | None = None
    for rules in _groups(check.table.numbers.shape[1], angles):
        fitted = _fitted(check.table, measured, rules[0])
        if fitted is None:
            continue
        results: dict[tuple[float, ...], tuple[float, float, float]] = {}
        for tried in sorted(_named(rules, *fitted, check.table), key=lambda each: each.cost)[:TRIED]:
            key = _key(tried.program)
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
    found: list[Explained] = []
    whole: dict[tuple[float, ...], Left | None] = {}
    for share, tried in near:
        key = _key(tried.program)
        if share > MAYBE or (key not in whole and len(whole) >= MOST_WHOLE):
            continue
        if key not in whole:
            whole[key] = check.whole(tried.program, noise=tried.cost < costs.NOISY)
        found += account_of(check, tried, whole[key])
    if rare and not any(each.left == Left() and each.account.cost < TRUNCATED for each in found):
        found += _rounded(check, [tried for _, tried in near])
        found += [] if angles else [*_scaled(check, measured), *_direct(check)]
    if not found and nearest is not None:
        found += account_of(check, nearest[2], None)
    return found


def _key(program: Program) -> tuple[float, ...]:
    """What two programs with the same numbers have in common."""
    every = np.log(np.maximum(np.abs(program.frequencies()), 1e-300))
    parts = (every[0], every[-1], every[len(every) // 2], program.start, program.step, program.scale)
    waves = float(hash((program.waves.tobytes(), program.layout.zeros.tobytes())))
    return (*(float(f"{part:.10g}") for part in parts), waves)


def forget() -> None:
    """Forget the rules of the catalog, after it has changed."""
    _rules.cache_clear()
    _groups.cache_clear()
    _edits.cache_clear()


def formulas(dim: int) -> list[Rule]:
    """Every rule without a bug of tables that hold both sines and cosines."""
    every = (rule for rules in _groups(dim, False) for rule in rules)
    return [rule for rule in every if not rule.mistake and "table" not in rule.parameters]


@lru_cache(maxsize=16)
def _groups(dim: int, angles: bool) -> list[list[Rule]]:
    """Every rule by the waves in its columns and the steps of its exponents; groups with the cheapest rule first."""
    groups: dict[tuple[bytes, bytes], list[Rule]] = {}
    for rule in _rules(dim):
        if not np.isfinite(rule.exponents).all() or bool((rule.waves == ANGLE).all()) != angles:
            continue
        steps = _steps(rule)
        groups.setdefault((rule.waves.tobytes(), np.round(steps, 9).tobytes()), []).append(rule)
    return sorted(groups.values(), key=lambda rules: min(rule.cost for rule in rules))


def _steps(rule: Rule) -> Array:
    """The exponents on a scale from 0 to 1. (d,)"""
    span = float(np.ptp(rule.exponents))
    if not span:
        return np.zeros_like(rule.exponents)
    steps: Array = (rule.exponents - rule.exponents.min()) / span
    # a rule whose frequencies rise is the same line with another sign
    return steps if rule.exponents[0] <= rule.exponents[-1] else 1 - steps


@lru_cache(maxsize=8)
def _rules(dim: int) -> tuple[Rule, ...]:
    """Every formula and every bug, in every layout."""
    return (*_right(dim), *_bugs(dim))


def _right(dim: int) -> Iterator[Rule]:
    for layout in programs.layouts(dim):
        for first, cosine in (({}, layout.cosine), ({"first": "cos"}, ~layout.cosine)):
            waves = np.where(cosine, COSINE, SINE)
            parameters = {**first, **layout.parameters}
            yield _rule(layout, waves, RIGHT, parameters, layout.cost + 0.4 * bool(first))
            if layout.dim > 3:
                lines = {**RIGHT, "exponent": "exponent = 2 * i / (d - 2)"}
                more = {"schedule": "Tensor2Tensor"}
                yield _rule(layout, waves, lines, parameters | more, layout.cost + 0.3 + 0.4 * bool(first))
    for layout, wave in programs.tables_of_rotations(dim):
        yield _rule(layout, np.full(dim, wave), RIGHT, layout.parameters, layout.cost)
    if dim % 4 == 0:
        yield from _both_tables(dim)


def _bugs(dim: int) -> Iterator[Rule]:
    for mistake in MISTAKES.values():
        if not mistake.lines.keys() <= {"pair", "exponent", "frequency", "wave"} or _rounds(mistake):
            continue
        for layout in programs.layouts(dim)[:2]:
            if mistake.layout and layout.interleaved != (mistake.layout == "interleaved"):
                continue
            yield from _wrong(mistake, layout)


def _rule(
    layout: Layout,
    waves: NDArray[np.int64],
    lines: Mapping[str, str],
    parameters: Mapping[str, Any],
    cost: float,
    mistake: Mistake | None = None,
) -> Rule:
    return Rule(layout, waves, lines, programs.exponents(lines, layout), parameters, cost, mistake)


def _both_tables(dim: int) -> Iterator[Rule]:
    """The cosines of a rotation and behind them its sines, as some caches hold them."""
    for layout, wave in programs.tables_of_rotations(dim // 2):
        if wave == COSINE and "pairing" in layout.parameters:
            twice = layout._replace(
                cosine=np.tile(layout.cosine, 2),
                pair=np.tile(layout.pair, 2),
                column=np.tile(layout.column, 2),
                zeros=np.tile(layout.zeros, 2),
            )
            waves = np.repeat([COSINE, SINE], dim // 2)
            yield _rule(twice, waves, RIGHT, {**layout.parameters, "table": "cosines and sines"}, 1.0)


def _wrong(mistake: Mistake, layout: Layout) -> Iterator[Rule]:
    """The rules of a bug in one layout."""
    counted = [layout]
    if not layout.interleaved and any(" j " in f" {line} " for line in mistake.lines.values()):
        # code that counts columns may count them as they stand, too
        counted.append(layout._replace(column=np.arange(len(layout.column))))
    for each in counted:
        for swapped, cosine in ((False, each.cosine), (True, ~each.cosine)):
            waves = programs.waves(mistake.program, cosine)
            # a line that puts waves elsewhere leaves another order only to bugs that do more
            if swapped and "wave" in mistake.lines and (len(mistake.lines) == 1 or len(set(waves)) == 1):
                continue
            first = {"first": "sin" if "wave" in mistake.lines else "cos"} if swapped else {}
            cost = each.cost + costs.BUG + 0.4 * swapped + 0.3 * (each is not layout)
            layout_of = each._replace(cosine=cosine)
            yield _rule(layout_of, waves, mistake.program, {**first, **each.parameters}, cost, mistake)


def _rounds(mistake: Mistake) -> bool:
    return any(mark in line for line in mistake.lines.values() for mark in programs.ROUNDED)


def _fitted(table: Table, measured: Waves, rule: Rule) -> tuple[Series, Placed] | None:
    """The line through the frequencies, and where the first row stands."""
    steps = _steps(rule)[measured.columns]
    shown = ~rule.layout.zeros[measured.columns]
    used = shown & (measured.residuals < ONE_WAVE) & (np.abs(measured.amplitudes) > 0)
    line = series(steps, measured.frequencies, measured.errors, used)
    if line is None:
        return None
    waves = rule.waves[measured.columns]
    if (waves == ANGLE).all():
        starts = measured.amplitudes.real[used] / measured.frequencies[used]
        start = float(np.median(starts))
        error = float(np.median(np.abs(starts - start))) + 1e-6
        return line, Placed(_starts(start)[0], error, 1, 1.0, 0.0)
    if np.isnan(line.slope):
        # of the other steps nothing is known yet
        used &= np.abs(measured.frequencies * np.exp(-line.offset) - 1) < 0.01
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


def _placed(z: Phasors, w: Array, cosine: NDArray[np.bool_], backwards: NDArray[np.bool_]) -> Placed | None:
    """Start, direction, and sign of the scale, from the phases at the first row, slow columns first."""
    if not len(w):
        return None
    order = np.argsort(w)
    w, cosine, backwards = w[order], cosine[order], backwards[order]
    turned = np.where(cosine, -1j * z[order], z[order])
    sizes = np.abs(turned)
    scale = float(np.median(sizes))
    if not scale:
        return None
    scatter = 3 * float(np.median(np.abs(sizes / scale - 1))) / len(w) ** 0.5
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
            found.append((off, Placed(at, error, step, sign * scale, scatter)))
    # the simplest that is about as good as the best
    least = min(off for off, _ in found)
    return next(placed for off, placed in found if off <= 4 * least + 1e-20) if least < ALIGNED else None


def _starts(start: float) -> tuple[float, ...]:
    return (float(round(start)), start) if abs(start - round(start)) < 0.02 else (start,)


def _named(rules: Sequence[Rule], line: Series, placed: Placed, table: Table) -> Iterator[Tried]:
    """Every program of a group that the measured line allows."""
    length, dim = table.numbers.shape
    error = max(4 * table.relative_rounding, 1e-6, 2 * placed.scale_error)
    for scale in costs.scales(placed.scale, error, dim, _edits("table", dim)):
        for rule in rules:
            for base, unit, cost, said in (_formula if rule.mistake is None else _bug)(rule, line, length):
                start = _start(placed, unit.value)
                program = Program(
                    rule.layout, rule.waves, rule.lines, base, unit.value, start, placed.step, scale.value
                )
                # with sines before cosines, a scale of 1/√d is that of x-transformers; else nobody means it
                unmeant = costs.BUG if scale.said == "1/√d" and rule.layout.interleaved else 0.0
                cost += (
                    rule.cost
                    + scale.cost
                    + unmeant
                    + costs.start_cost(start, unit.value)
                    + BACKWARDS * (placed.step < 0)
                )
                more: dict[str, Any] = {}
                if start:
                    more["start"] = int(start) if start == round(start) else start
                if placed.step < 0:
                    more["positions"] = "descending"
                mistake = rule.mistake.name if rule.mistake else unit.mistake or scale.mistake
                if unit.said != 1 and not (mistake and mistake == unit.mistake):
                    more["unit"] = unit.said
                if scale.said != 1 and not (mistake and mistake == scale.mistake):
                    more["scale"] = scale.said
                yield Tried(cost, rule, program, {**said, **rule.parameters, **more}, mistake)


def _start(placed: Placed, unit: float) -> float:
    """The position of the first row, in as few digits as its error allows."""
    for divisor in (1.0, unit, 2.0):
        near = round(placed.start * divisor) / divisor
        if abs(near - placed.start) <= max(6 * placed.error, 1e-6 * max(abs(placed.start), 1)):
            return near
    return placed.start


@lru_cache(maxsize=16)
def _edits(stage: str, dim: int) -> dict[str, float]:
    """Bugs that change nothing but a start, a unit, or a scale, and to what."""
    found: dict[str, float] = {}
    for mistake in MISTAKES.values():
        if mistake.lines.keys() == {stage} and not mistake.undo and not _rounds(mistake):
            value = programs.effect(stage, mistake.lines[stage], dim)
            found |= {} if value is None else {mistake.name: value}
    return found


Numbers = tuple[float, costs.Named, float, Mapping[str, Any]]


def _formula(rule: Rule, line: Series, length: int) -> Iterator[Numbers]:
    """Base, unit, their cost, and what is said of them, of a formula that gives the measured line."""
    variance, edits = line.covariance, _edits("angle", length)
    # exponents are measured by what two bases differ by: ln 10
    low, span = float(rule.exponents.min()) / np.log(10), float(np.ptp(rule.exponents)) / np.log(10)
    if not span or np.isnan(line.slope):
        for unit in costs.units(float(np.exp(line.offset)), float(np.sqrt(variance[0, 0])), length, edits)[:2]:
            yield 1e4, unit, unit.cost, {}
        return
    spread = float(np.sqrt(max(variance[0, 0] - variance[0, 1] ** 2 / variance[1, 1], 0.0)) if variance[1, 1] else 0.0)

    def units(log_base: float) -> list[costs.Named]:
        """With the base held, the unit is what is left."""
        log_unit = line.offset + low * log_base + _followed(line, -span * log_base - line.slope)
        return costs.units(float(np.exp(log_unit)), spread, length, edits)

    log_base, error = -line.slope / span, float(np.sqrt(variance[1, 1])) / span
    for base in costs.bases(log_base, error, rule.layout.dim)[:3]:
        for unit in units(float(np.log(base.value)))[:2]:
            yield base.value, unit, base.cost + unit.cost, base.parameters
    # octaves: each frequency is twice that of a neighboring pair, whatever d
    octaves = int(rule.layout.pair[~rule.layout.zeros].max(initial=0)) * np.log(2) * np.sign(line.slope)
    if octaves and abs(octaves - line.slope) <= 4 * np.sqrt(variance[1, 1]) + costs.FLOOR:
        unit = units(-octaves / span)[0]
        said = {"schedule": "rising octaves" if octaves > 0 else "octaves"}
        yield float(np.exp(-octaves / span)), unit, 1.5 + unit.cost, said


def _followed(line: Series, change: float) -> float:
    """How much the offset follows where the slope is changed, on the ridge of the fit."""
    spread = line.covariance[1, 1]
    return float(line.covariance[0, 1] / spread * change) if spread > 0 else 0.0


def _bug(rule: Rule, line: Series, length: int) -> Iterator[Numbers]:
    """The same of a bug: only bases that people use, and only a unit that has a name."""
    steps = _steps(rule)
    ends = int(steps.argmin()), int(steps.argmax())
    level = np.isnan(line.slope)
    one, other = (programs.frequencies(rule.lines, rule.layout, base) for base in (1e4, 1e5))
    told = not np.allclose(one, other)
    error = 4 * float(np.sqrt(line.covariance[1, 1])) + 2 * costs.FLOOR
    for base in costs.searched_bases() if told else (1e4,):
        offset, slope = programs.offset_and_slope(rule.lines, rule.layout, base, ends)
        if not level and abs(slope - line.slope) > error:
            continue
        followed = 0.0 if level else _followed(line, slope - line.slope)
        unit = float(np.exp(line.offset + followed - offset))
        best = costs.units(unit, float(np.sqrt(line.covariance[0, 0])), length, _edits("angle", length))[0]
        if best.cost <= USUAL_UNIT:
            yield base, best, costs.base_cost(base) * told + best.cost, {"base": base} if told else {}


def account_of(check: Check, tried: Tried, left: Left | None) -> Iterator[Explained]:
    """A program as an account, and as others that are the same numbers."""
    said, program, skipped = dict(tried.parameters), tried.program, check.skipped
    # a row that the formula makes zeros, too, is no padding
    padded = skipped[program.rows(program.positions(len(check.table.numbers))[skipped]).any(axis=1)]
    if len(padded):
        said["padding"] = "row" + "s" * (len(padded) > 1) + " " + ", ".join(map(str, padded[:5]))
    length = len(check.table.numbers)

    make = partial(_table, program, length, skipped)
    kind = "mistake" if tried.mistake else "scheme"
    name = tried.mistake or ("RoPE" if "table" in said else "Sinusoidal")
    scheme = scheme_of(said, program.layout.dim)
    misfit = check.table.misfit(make())
    account = Account(kind, name, said, misfit, scheme, make, tried.cost)  # type: ignore[arg-type]
    yield Explained(account, left)
    if tried.mistake:
        return
    for mistake, start in _edits("position", 1).items():
        if said.get("start") == start:
            rest = {key: value for key, value in said.items() if key != "start"}
            cost = tried.cost - costs.start_cost(start, 1) + costs.BUG
            yield Explained(replace(account, kind="mistake", name=mistake, parameters=rest, cost=cost), left)
    if said.get("first") == "cos" and not said.keys() - {"first", "layout", "base"}:
        pairing = "half" if "layout" in said else "interleaved"
        turned = RoPE(base=program.base, pairing=pairing)
        own = {"base": program.base, "pairing": pairing}
        yield Explained(replace(account, name="RoPE", parameters=own, scheme=turned, cost=tried.cost + 0.1), left)


def scheme_of(said: Mapping[str, Any], dim: int) -> Scheme | None:
    """The scheme whose parameters these are, as far as it has them."""
    base = said.get("base", 1e4)
    if not 1 < base < 1e300:
        return None
    if "table" in said:
        pairing = {} if "pairing" not in said else {"pairing": said["pairing"]}
        return RoPE(base=base, **pairing) if dim % 2 == 0 else None
    base = base * said["factor"] ** (dim / (dim - 2)) if "scaling" in said else base
    names = ("layout", "first", "odd")
    more = {name: said[name] for name in names if name in said}
    if said.get("schedule") == "Tensor2Tensor":
        more["schedule"] = "Tensor2Tensor"
    if said.get("start") == 1:
        more["start"] = 1
    return Sinusoidal(base=base, **more)


def _table(program: Program, length: int, skipped: NDArray[np.int64]) -> Array:
    """The table of a program, with rows of zeros."""
    made = program.rows(program.positions(length))
    made[skipped] = 0
    return made


def _rounded(check: Check, near: Sequence[Tried]) -> Iterator[Explained]:
    """Bugs that round on the way, in the formulas that come near."""
    formulas: dict[tuple[int, int], Tried] = {}
    for tried in near:
        if not tried.rule.mistake and not tried.mistake and abs(np.log(tried.program.unit)) < ROUND_WITHIN:
            formulas.setdefault((id(tried.rule), round(tried.program.start)), tried)
    for tried in list(formulas.values())[:4]:
        start = float(round(tried.program.start))
        (scale, *_) = costs.scales(tried.program.scale, ROUND_WITHIN, len(tried.program.waves), {})
        for base in costs.searched_bases():
            if abs(np.log(base / tried.program.base)) > ROUND_WITHIN:
                continue
            for mistake in filter(_rounds, MISTAKES.values()):
                lines = {**tried.rule.lines, **mistake.lines}
                program = replace(
                    tried.program, lines=lines, base=base, unit=1.0, start=start, step=1, scale=scale.value
                )
                share, rough, _ = check.some(program)
                left = check.whole(program, noise=False) if share <= MAYBE else None
                if left is None:
                    continue
                said = {**tried.rule.parameters, "base": base} | ({"start": int(start)} if start else {})
                said |= {"scale": scale.said} if scale.said != 1 else {}
                cost = (
                    tried.rule.cost
                    + costs.BUG
                    + costs.base_cost(base)
                    + scale.cost
                    + costs.start_cost(start, 1)
                    + rough
                )
                yield from account_of(check, Tried(cost, tried.rule, program, said, mistake.name), left)


def _direct(check: Check) -> Iterator[Explained]:
    """Bugs whose frequencies are no power of the base: as they are written."""
    numbers = check.table.numbers
    some = columns.some(numbers.shape[1])[:: max(numbers.shape[1] // 8, 1)]
    few = numbers[np.ix_(check.few, some)]
    for rule in _rules(numbers.shape[1]):
        if np.isfinite(rule.exponents).all() or rule.mistake is None:
            continue
        for base, start in product(costs.USED, (0.0, 1.0)):
            program = Program(rule.layout, rule.waves, rule.lines, base, start=start)
            made = program.rows(program.positions(len(numbers))[check.few], some)
            fit = float((made * few).sum() / (np.square(made).sum() or 1.0))
            if not fit or np.linalg.norm(few - fit * made) > 0.1 * np.linalg.norm(few):
                continue
            (scale, *_) = costs.scales(fit, 1e-2, numbers.shape[1], {})
            program = replace(program, scale=scale.value)
            left = check.whole(program, noise=False) if scale.cost < USUAL_UNIT else None
            if left is not None:
                said = {"base": base, **rule.parameters, **({"start": 1} if start else {})}
                cost = rule.cost + scale.cost + costs.base_cost(base) + start
                yield from account_of(check, Tried(cost, rule, program, said, rule.mistake.name), left)


def _scaled(check: Check, measured: Waves) -> Iterator[Explained]:
    """Rotations scaled to longer contexts."""
    length = len(check.table.numbers)
    for program, cost, said, scheme in scaled_rope.programs_of(check.table.numbers.shape[1], measured):
        left = check.whole(program, noise=False)
        if left is not None:
            make = partial(_table, program, length, check.skipped)
            yield Explained(Account("scheme", "RoPE", said, check.table.misfit(make()), scheme, make, cost), left)
            return
